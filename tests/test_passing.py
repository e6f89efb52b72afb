"""Stops and passing on: where seats are asked, what ends a goal, and that nothing but priority is ever answered."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_random_tables import MOVES, TABLES, random_command, random_table

from mtg_fsm import (
    Attack,
    BlankGame,
    Cast,
    Command,
    Engine,
    Event,
    GameSpec,
    Goal,
    History,
    MtgFsmError,
    Pass,
    Printed,
    Refusal,
    Seat,
    SnapshotError,
    Stop,
    Table,
    effects,
    new_game,
    restore,
)
from mtg_fsm.engine.events import PassedAutomatically
from mtg_fsm.passing import AT_ONCE, MOMENTS, PLACES

NOWHERE = Seat(stops=())
EVERYWHERE = Seat(full_control=True)


class Quiet(BlankGame):
    """Any spell can be cast, nobody ever fights or discards: priority is all that anybody is asked about."""

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return Printed(command.effects, command.cost, command.speed, command.only)

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        return None


def quiet(**seats: Seat) -> Table:
    """A game of A, B and perhaps C that has begun."""
    players = tuple(dict.fromkeys(("A", "B", *seats)))
    found = Table(Engine(Quiet(), players), seats)
    found.begin()
    return found


def where(found: Table) -> tuple[int, str | None, str]:
    """Turn, step or phase, and who is asked."""
    decision = found.engine.decision
    assert decision is not None
    return found.engine.position.turn, found.engine.position.unit, decision.player


def reasons(events: Iterable[Event]) -> list[str]:
    return [event.why for event in events if isinstance(event, PassedAutomatically)]


def spell(player: str, name: str = "spell") -> Cast:
    return Cast(player=player, name=name, effects=(effects.Nothing(),))


# --- stops ---


def test_usual_seats_are_asked_in_their_main_phases() -> None:
    """The active player in both, the other as attackers are declared and in the end step; nobody in an upkeep."""
    asked, found = list[Any](), quiet()
    while found.engine.position.turn == 1:
        asked.append(where(found))
        found.submit(Pass())
    assert asked == [
        (1, "precombat_main", "A"),
        (1, "declare_attackers", "B"),
        (1, "postcombat_main", "A"),
        (1, "end", "B"),
    ]


def test_every_automatic_pass_says_why() -> None:
    """It is an event in front of the pass."""
    events = Table(Engine(Quiet(), ("A", "B"))).begin()
    kinds = [event.name_in_log for event in events]
    assert reasons(events) == ["no stop here", "no stop here"]  # in the upkeep; the first draw step is skipped
    assert kinds[kinds.index("passed_automatically") + 1] == "priority_passed"
    assert [event.rule for event in events if isinstance(event, PassedAutomatically)] == [None, None]


@pytest.mark.parametrize(("whose", "turn"), [("mine", 1), ("others", 2), ("any", 1)])
def test_a_stop_counts_in_ones_own_turns_or_in_others(whose: Any, turn: int) -> None:
    """In one's own upkeep, in that of somebody else, in both."""
    assert where(quiet(A=Seat(stops=(Stop(at="upkeep", whose=whose),)), B=NOWHERE)) == (turn, "upkeep", "A")


def test_full_control_asks_everywhere() -> None:
    """With an object of one's own on the stack, too."""
    found = quiet(A=EVERYWHERE, B=NOWHERE)
    assert where(found) == (1, "upkeep", "A")
    found.submit(spell("A"))
    assert where(found) == (1, "upkeep", "A")


@pytest.mark.parametrize(("hold", "asked"), [(False, "B"), (True, "A")])
def test_priority_is_kept_after_acting_only_on_wish(hold: bool, asked: str) -> None:
    """Else it goes on to the opponent, who is asked about a strange object."""
    found = quiet(A=Seat(hold_priority=hold))
    events = found.submit(spell("A"))
    assert where(found) == (1, "precombat_main", asked)
    assert reasons(events) == ([] if hold else ["own object on the stack"])


def test_a_wish_is_changed_while_one_is_asked() -> None:
    """Giving up a stop passes at once; what does not exist is refused and changes nothing."""
    found = quiet(A=Seat(), B=NOWHERE)
    assert where(found) == (1, "precombat_main", "A")
    events = found.change("A", stops=(Stop(at="end"),))
    assert where(found) == (1, "end", "A")
    assert set(reasons(events)) == {"no stop here"}
    before = found.seats
    for player, wishes, message in (
        ("A", {"stops": [{"at": "tea"}]}, "stops.0.at: Input should be 'untap'"),
        ("A", {"coffee": True}, "coffee: Extra inputs are not permitted"),
        ("Z", {}, "there is no player 'Z'; the players are A, B"),
    ):
        with pytest.raises(MtgFsmError, match=message):
            found.change(player, **wishes)
    assert found.seats == before
    with pytest.raises(MtgFsmError, match="seats: there is no player 'Z'"):
        Table(found.engine, {"Z": Seat()})


def test_nobody_passes_for_ever() -> None:
    """If nobody stops anywhere somebody is asked after a thousand passes."""
    assert AT_ONCE == 1_000
    found = Table(Engine(Quiet(), ("A", "B")), {"A": NOWHERE, "B": NOWHERE})
    assert len(reasons(found.begin())) == AT_ONCE
    assert found.engine.decision is not None


# --- goals ---


def test_going_to_combat_and_to_the_end_step() -> None:
    """A step of this turn: one is asked as one gets priority there, and the goal is over."""
    found = quiet(A=Seat(), B=NOWHERE)
    assert set(reasons(found.pass_until("A", "beginning_of_combat"))) == {"until beginning_of_combat", "no stop here"}
    assert where(found) == (1, "beginning_of_combat", "A")
    found.pass_until("A", "end")
    assert where(found) == (1, "end", "A")
    assert found.seats["A"].goal is None


def test_a_step_that_is_over_is_no_goal_beyond_the_turn() -> None:
    """An upkeep of this turn does not come again: A is asked as soon as the turn is over."""
    found = quiet(A=Seat(), B=NOWHERE)
    found.pass_until("A", "upkeep")
    assert where(found) == (2, "upkeep", "A")
    assert found.seats["A"].goal is None


@pytest.mark.parametrize(
    ("until", "asked"),
    [
        ("end_of_turn", (2, "upkeep", "A")),
        ("my_next_turn", (3, "upkeep", "A")),
        ("my_next_main", (3, "precombat_main", "A")),
    ],
)
def test_a_goal_lasts_until_its_moment(until: str, asked: tuple[int, str, str]) -> None:
    """Then A is asked, stop or no stop."""
    found = quiet(A=Seat(stops=(Stop(at="precombat_main", whose="mine"),)), B=NOWHERE)
    found.pass_until("A", until)
    assert where(found) == asked
    assert found.seats["A"].goal is None


def test_passing_until_the_stack_is_empty() -> None:
    """A's two spells resolve one after the other; B passes on until something happens."""
    found = quiet(A=Seat(hold_priority=True), B=EVERYWHERE)
    while where(found)[2] != "A" or where(found)[1] != "precombat_main":
        found.submit(Pass())
    found.submit(spell("A", "one"))
    found.submit(spell("A", "two"))
    found.pass_until("A", "stack_empty")
    assert where(found)[2] == "B"
    found.change("B", full_control=False)
    assert [object_.name for object_ in found.engine.stack] == ["one", "two"]
    found.submit(Pass())
    assert [object_.name for object_ in found.engine.stack] == ["one"]
    found.submit(Pass())
    assert [object_.name for object_ in found.engine.stack] == []
    assert where(found) == (1, "precombat_main", "A")


def test_until_something_happens() -> None:
    """B passes through A's turn until A casts something."""
    found = quiet(A=Seat(), B=EVERYWHERE)
    found.submit(Pass(player="B"))
    assert where(found)[1:] == ("precombat_main", "A")
    found.submit(Pass())
    found.pass_until("B", "something_happens")
    assert where(found) == (1, "postcombat_main", "A")
    found.submit(spell("A"))
    assert where(found) == (1, "postcombat_main", "B")
    assert found.seats["B"].goal is None


# --- what ends a goal ---


def test_an_opponent_who_acts_ends_a_goal() -> None:
    """A is asked with the object on the stack, and the goal does not come back."""
    found = quiet(A=Seat(), B=Seat(stops=(Stop(at="precombat_main"),)))
    found.pass_until("A", "my_next_turn")
    assert where(found) == (1, "precombat_main", "B")
    assert found.seats["A"].goal == Goal(until="my_next_turn", turn=1)
    found.submit(spell("B"))
    assert where(found) == (1, "precombat_main", "A")
    assert found.seats["A"].goal is None


def test_an_attack_ends_a_goal() -> None:
    """B passes until the next turn; A attacks, and B is asked."""
    bear = {"id": "bear"}
    players = [{"id": "A", "battlefield": [bear]}, {"id": "B"}]
    found = Table(
        new_game(GameSpec.model_validate({"players": players})), {"A": Seat(), "B": Seat(stops=(Stop(at="upkeep"),))}
    )
    found.begin()
    assert where(found) == (1, "upkeep", "B")
    found.pass_until("B", "my_next_turn")
    assert where(found) == (1, "precombat_main", "A")
    found.submit(Pass())
    found.submit(Attack(player="A", attackers={"bear": "B"}))
    assert found.seats["B"].goal is None


def test_another_decision_ends_a_goal_and_is_never_answered() -> None:
    """A passes until the next turn, and has to declare attackers meanwhile."""
    found = Table(new_game())
    found.begin()
    found.pass_until("A", "end_of_turn")
    assert found.engine.decision is not None
    assert found.engine.decision.kind == "declare_attackers"
    assert found.seats["A"].goal is None


def test_control_of_a_player_ends_the_goals_of_both() -> None:
    """722: who decides for a player from now on is surprised, and so is that player; then the decider's seat counts."""
    found = quiet(A=Seat(), B=Seat(stops=(Stop(at="upkeep", whose="any"),)))
    control = effects.ControlPlayer(player="A", by="B")
    assert where(found) == (1, "upkeep", "B")
    found.submit(Cast(player="B", name="mind", effects=(control,)))
    found.pass_until("A", "stack_empty") if where(found)[2] == "A" else found.submit(Pass())
    while found.engine.position.turn < 3:
        found.submit(Pass())
    assert found.engine.decision is not None
    assert (found.engine.decision.player, found.engine.decision.decided_by) == ("A", "B")
    assert where(found)[1] == "upkeep"  # B's stop


@pytest.mark.parametrize(
    ("player", "until", "message"),
    [
        ("A", "teatime", "until: must be one of end_of_turn, my_next_turn"),
        ("B", "end", "B does not decide about priority now"),
        ("Z", "end", "Z does not decide about priority now"),
    ],
)
def test_what_is_no_goal_is_refused(player: str, until: str, message: str) -> None:
    """The error names what would be right; the seats stay."""
    found = quiet()
    before = found.seats
    with pytest.raises(MtgFsmError, match=message):
        found.pass_until(player, until)
    assert found.seats == before
    assert {"end", "precombat_main"} <= set(PLACES)
    assert "stack_empty" in MOMENTS


# --- teams, history, saving, anything ---


def test_a_team_passes_when_all_of_its_members_want_to() -> None:
    """One member's stop is enough to ask the team."""
    spec = GameSpec.model_validate({"variant": "two_headed_giant", "players": [{"id": name} for name in "ABCD"]})
    asking = Seat(stops=(Stop(at="upkeep", whose="mine"),))
    for seats, turn in (({"A": NOWHERE, "B": asking}, 1), ({"A": NOWHERE, "B": NOWHERE, "C": NOWHERE, "D": asking}, 2)):
        found = Table(new_game(spec), {**dict.fromkeys("ABCD", NOWHERE), **seats})
        found.begin()
        while found.engine.decision is not None and found.engine.decision.kind != "priority":
            found.submit(next(found.engine.legal(found.engine.decision.player)))
        assert (found.engine.position.turn, found.engine.position.unit) == (turn, "upkeep")


def test_automatic_passes_are_undone_like_others() -> None:
    """Over a history each pass is a decision of its own."""
    history = History(Engine(Quiet(), ("A", "B")))
    found = Table(history)
    found.begin()
    assert where(found) == (1, "precombat_main", "A")
    history.go_to(history.root)
    assert where(found) == (1, "upkeep", "A")


def test_a_table_is_saved_with_its_seats() -> None:
    """What is restored goes on alike; data that are no table are refused by their field."""
    found = Table(new_game(), {"A": Seat(hold_priority=True), "B": Seat(stops=(Stop(at="end"),))})
    found.begin()
    data = json.loads(json.dumps(found.snapshot()))
    again = Table.restore(data, restore)
    assert again.snapshot() == data
    assert again.pass_until("A", "end_of_turn") == found.pass_until("A", "end_of_turn")
    broken: list[tuple[dict[str, Any], str]] = [
        ({**data, "version": 2}, "version: a table has version, which is 1"),
        ({**data, "tea": 1}, "version: a table has"),
        ({**data, "seats": {"Z": {}}}, "seats: there is no player 'Z'"),
        ({**data, "seats": {"A": {"goal": 1}}}, "seats.A.goal: "),
        ({**data, "game": {}}, "version: None is not known"),
    ]
    for wrong, message in broken:
        with pytest.raises(SnapshotError, match=message):
            Table.restore(wrong, restore)


SEATS = st.builds(
    Seat,
    stops=st.lists(
        st.builds(Stop, at=st.sampled_from(PLACES), whose=st.sampled_from(["mine", "others", "any"])), max_size=4
    ).map(tuple),
    hold_priority=st.booleans(),
    full_control=st.booleans(),
)


class Watched(Engine):
    """Notes at which kind of decision somebody passes."""

    __slots__ = ()
    kinds: ClassVar[list[str]] = []

    def submit(self, command: Command) -> tuple[Event, ...]:
        if isinstance(command, Pass) and self.decision is not None:
            self.kinds.append(self.decision.kind)
        return super().submit(command)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES, st.lists(SEATS, min_size=6, max_size=6), st.lists(MOVES, min_size=5, max_size=15), st.data())
def test_only_priority_is_ever_passed(table: Any, seats: list[Seat], moves: list[Any], data: Any) -> None:
    """At any table, with random seats and goals: what is passed was priority, and goals are those of who is asked."""
    engine = random_table(*table)
    engine.__class__ = Watched
    Watched.kinds.clear()
    found = Table(engine, dict(zip(engine.players, seats, strict=False)))
    found.begin()
    for move in moves:
        for _ in range(move.get("times", 1)):
            decision = engine.decision
            if decision is None:
                return
            if decision.kind == "priority" and data.draw(st.booleans()):
                found.pass_until(decision.player, data.draw(st.sampled_from((*MOMENTS, *PLACES))))
            else:
                found.submit(random_command(engine, move))
    assert set(Watched.kinds) <= {"priority"}


def test_a_listener_that_raises_in_an_automatic_pass_undoes_the_whole() -> None:
    """The command that came before it, the seats, and over a history the place in it."""
    for over_history in (False, True):
        engine = Engine(Quiet(), ("A", "B"))
        found = Table(History(engine) if over_history else engine)
        found.begin()

        def trip(_: Engine, event: Event) -> None:
            if event.name_in_log == "step_began" and event.step == "beginning_of_combat":
                raise RuntimeError("not now")

        before, seats = engine.state(), found.seats
        engine.listeners = (trip,)
        with pytest.raises(RuntimeError):
            found.submit(Pass())
        assert (engine.state(), found.seats) == (before, seats)
        engine.listeners = ()
        assert found.submit(Pass())


def test_whose_decision_it_is_sets_the_goal() -> None:
    """722: while B decides for A, B passes on and A does not; an object of A is A's own, whoever cast it."""
    found = quiet(A=Seat(), B=Seat(stops=(Stop(at="upkeep"),)))
    found.submit(Cast(player="B", name="mind", effects=(effects.ControlPlayer(player="A", by="B"),)))
    found.submit(Pass())
    while found.engine.position.turn < 3:
        found.submit(Pass())
    assert where(found) == (3, "upkeep", "A")
    with pytest.raises(MtgFsmError, match="A does not decide about priority now"):
        found.pass_until("A", "end")
    found.submit(spell("A"))
    assert where(found) == (3, "upkeep", "B")
    found.submit(Pass())
    found.pass_until("B", "end_of_turn")
    assert found.seats["B"].goal is None or found.engine.position.turn == 3

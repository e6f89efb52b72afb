"""Stops and passing on: where seats are asked, what ends a goal, and that nothing with a choice is ever answered."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
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
    Concede,
    Engine,
    Event,
    GameSpec,
    Goal,
    History,
    IllegalCommand,
    MtgFsmError,
    OrderTriggers,
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
from mtg_fsm.engine.events import AnsweredAutomatically, PassedAutomatically
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
        ("A", {"stops": [{"at": "tea"}]}, "stops.0.at: must be 'untap', .* not 'tea'"),
        ("A", {"coffee": True}, "coffee: no seat has that; there are stops, goal, hold_priority, full_control"),
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
        ("end_of_turn", (3, "precombat_main", "A")),
        ("my_next_turn", (3, "upkeep", "A")),
        ("my_next_main", (3, "precombat_main", "A")),
    ],
)
def test_a_goal_lasts_until_its_moment(until: str, asked: tuple[int, str, str]) -> None:
    """Then A is asked, stop or no stop; after the end of the turn only where A has one."""
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


def bears(**seats: Seat) -> Table:
    """A game that has begun, in which both have a bear."""
    players = [{"id": player, "battlefield": [{"id": f"bear-{player}"}]} for player in "AB"]
    found = Table(new_game(GameSpec.model_validate({"players": players})), seats)
    found.begin()
    return found


def test_another_choice_ends_a_goal_and_is_never_answered() -> None:
    """A passes until the next turn, and has a bear that may attack meanwhile."""
    found = bears()
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
        ("Z", "end", "there is no player 'Z'; the players are A, B"),
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
        ({**data, "version": 3}, "version: 3 is not known; this release reads 1, 2"),
        ({**data, "tea": 1}, "tea: there is no such field"),
        ({**data, "log": []}, "game: a table has a game, or the log of its history instead"),
        ({**data, "game": None}, "game: a table has a game, or the log of its history instead"),
        ({**data, "rests": [{"node": 1, "asked": [], "seats": {}}]}, "rests.0.node: no decision has the number 1"),
        ({**data, "rests": [{"node": 0, "asked": [], "seats": {"Z": {}}}]}, "rests.0.seats: there is no player 'Z'"),
        ({**data, "game": object()}, "is no plain JSON data"),
        ({**data, "seats": {"Z": {}}}, "seats: there is no player 'Z'"),
        ({**data, "seats": {"A": {"goal": 1}}}, "seats.A.goal: "),
        ({**data, "game": {}}, "version: None is not known"),
    ]
    for wrong, message in broken:
        with pytest.raises(SnapshotError, match=message):
            Table.restore(wrong, restore)


def test_a_table_of_version_1_is_read() -> None:
    """It has no notes of who was asked: whoever decides is."""
    found = Table(new_game(), {"A": Seat(hold_priority=True)})
    found.begin()
    now = found.snapshot()
    assert Table.restore(json.dumps(now), restore).snapshot() == Table.restore(now, restore).snapshot()
    with pytest.raises(SnapshotError, match="snapshot: is no JSON"):
        Table.restore("{", restore)
    again = Table.restore({"version": 1, "seats": now["seats"], "game": now["game"]}, restore)
    assert again.submit(Pass()) == found.submit(Pass())


# --- decisions with one answer ---


def answered(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(event.player, event.kind) for event in events if isinstance(event, AnsweredAutomatically)]


def test_a_declaration_without_a_choice_is_made_by_itself() -> None:
    """A has no creature, and passes on to the end of the turn; the answer is the default."""
    found = Table(new_game(), {"A": Seat(stops=(Stop(at="precombat_main", whose="mine"),)), "B": NOWHERE})
    found.begin()
    events = found.pass_until("A", "end_of_turn")
    assert answered(events)[0] == ("A", "declare_attackers")
    assert where(found) == (2, "cleanup", "B")  # who has a card too many


def test_full_control_is_asked_for_what_has_one_answer() -> None:
    """And no more as soon as it is given up."""
    found = Table(new_game(), {"A": EVERYWHERE, "B": NOWHERE})
    found.begin()
    while found.engine.decision is not None and found.engine.decision.kind == "priority":
        found.submit(Pass())
    assert found.engine.decision is not None
    assert (found.engine.decision.kind, found.engine.decision.choices) == ("declare_attackers", ())
    assert answered(found.change("A", full_control=False)) == [("A", "declare_attackers")]


def test_an_attack_that_has_to_be_is_declared_and_surprises_the_other() -> None:
    """A's hound has to attack and can attack only B, whose goal ends; B has a choice of blocks."""
    hound = {"id": "hound", "attacks_if_able": True}
    players = [{"id": "A", "battlefield": [hound]}, {"id": "B", "battlefield": [{"id": "wall"}]}]
    found = Table(new_game(GameSpec.model_validate({"players": players})))
    found.begin()
    found.pass_until("B", "my_next_turn")
    events = found.pass_until("A", "end_of_turn")
    assert answered(events) == [("A", "declare_attackers")]
    assert found.engine.observe("attacking") == {"hound": "B"}
    assert found.seats["B"].goal is None
    assert where(found) == (1, "declare_attackers", "B")
    found.submit(Pass())
    assert found.engine.decision is not None
    assert found.engine.decision.kind == "declare_blockers"


def test_abilities_of_one_name_are_put_on_the_stack_by_themselves() -> None:
    """Two of them have one order; of two names somebody has to choose."""
    for names, orders in ((("dirge", "dirge"), [("A", "order_triggers")]), (("dirge", "dawn"), [])):
        abilities = [
            {"effect": "trigger", "name": name, "when": {"beginning_of": "upkeep"}, "effects": [{"effect": "nothing"}]}
            for name in names
        ]
        permanents = [{"id": f"bell-{number}", "abilities": [ability]} for number, ability in enumerate(abilities)]
        spec = GameSpec.model_validate({"players": [{"id": "A", "battlefield": permanents}, {"id": "B"}]})
        found = Table(new_game(spec))
        assert answered(found.begin()) == orders
        assert found.engine.decision is not None
        assert found.engine.decision.kind == ("priority" if orders else "order_triggers")
        if not orders:
            with pytest.raises(
                IllegalCommand, match="all waiting abilities have to be named, dirge, dawn, in any order"
            ):
                found.submit(OrderTriggers(triggers=("dirge",)))


def test_a_game_that_lists_defaults_only_is_asked_what_can_be_declared() -> None:
    """Of attackers that may be chosen a blank game lists that none attacks, whatever else is legal."""

    class Fight(Quiet):
        def possible_attackers(self, engine: Engine, player: str) -> tuple[str, ...]:
            return ("bear",)

    found = Table(Engine(Fight(), ("A", "B")), {"A": NOWHERE, "B": NOWHERE})
    assert answered(found.begin()) == []
    assert found.engine.decision is not None
    assert found.engine.decision.kind == "declare_attackers"


# --- at any time, and for oneself ---


def test_a_goal_can_be_set_while_somebody_else_is_asked() -> None:
    """B's holds from then on; A, who is asked, stays so, even where A has no stop."""
    found = quiet(A=Seat(), B=EVERYWHERE)
    found.change("B", full_control=False, stops=(Stop(at="end"),))
    found.pass_until("A", "beginning_of_combat")
    assert where(found) == (1, "beginning_of_combat", "A")  # no stop of A's: a goal that was reached
    assert found.pass_until("B", "my_next_turn") == ()
    assert found.change("B", hold_priority=True) == ()
    assert found.change("A", hold_priority=True) == ()
    assert where(found) == (1, "beginning_of_combat", "A")
    assert found.begin() == ()
    found.submit(Pass())
    assert where(found) == (1, "postcombat_main", "A")
    assert found.seats["B"].goal == Goal(until="my_next_turn", turn=1)
    found.submit(Pass())
    assert where(found) == (2, "upkeep", "B")


def test_a_goal_can_be_set_while_one_has_to_declare() -> None:
    """It holds once that is done."""
    found = bears(A=Seat(), B=NOWHERE)
    found.submit(Pass())
    assert found.engine.decision is not None
    assert found.engine.decision.kind == "declare_attackers"
    assert found.pass_until("A", "my_next_main") == ()
    found.submit(Attack(player="A"))
    assert found.engine.position.turn == 2
    assert found.seats["A"].goal == Goal(until="my_next_main", turn=1)


def test_who_does_not_decide_sets_no_goal() -> None:
    """Before the game and after its end, and after a player has left it; the error says which."""
    found = Table(Engine(Quiet(), ("A", "B", "C")))
    with pytest.raises(MtgFsmError, match="the game has not begun; call begin first"):
        found.pass_until("A", "end")
    found.begin()
    found.submit(Concede(player="C"))
    with pytest.raises(MtgFsmError, match="C has left the game"):
        found.pass_until("C", "end")
    found.submit(Concede(player="B"))
    with pytest.raises(MtgFsmError, match="the game is over"):
        found.pass_until("A", "end")


# --- undo ---


def test_undo_goes_to_what_somebody_was_asked_with_the_seats_of_then() -> None:
    """Passes that came by themselves are taken back with the command before them, and done again with it."""
    found = Table(History(new_game()), {"A": Seat(), "B": Seat(stops=(Stop(at="end"),))})
    found.begin()
    found.pass_until("B", "my_next_turn")
    states, seats = [found.engine.state()], [found.seats]
    found.submit(Pass())
    assert where(found)[:2] == (1, "postcombat_main")
    states.append(found.engine.state())
    seats.append(found.seats)
    found.change("A", stops=(Stop(at="upkeep"),), hold_priority=True)
    for _ in range(3):
        states.append(found.engine.state())
        seats.append(found.seats)
        found.submit(Pass())
    assert found.history is not None
    assert found.history.node.depth > len(states)
    end = found.engine.state()
    for state, then in reversed([*zip(states, seats, strict=True)]):
        found.undo()
        assert (found.engine.state(), found.seats) == (state, then)
    with pytest.raises(MtgFsmError, match="there is no earlier decision to go back to"):
        found.undo()
    for state in (*states[1:], end):
        found.redo()
        assert found.engine.state() == state
    with pytest.raises(MtgFsmError, match="there is nothing to do again"):
        found.redo()


def test_undo_of_a_player_goes_to_what_that_player_was_asked() -> None:
    """Redo likewise; another's decisions in between are passed over."""
    found = Table(History(Engine(Quiet(), ("A", "B"))))
    found.begin()
    found.submit(Pass())
    assert where(found) == (1, "declare_attackers", "B")
    found.submit(Pass())
    found.submit(Pass())
    assert where(found) == (1, "end", "B")
    found.undo("B")
    assert where(found) == (1, "declare_attackers", "B")
    found.undo("A")
    assert where(found) == (1, "precombat_main", "A")
    with pytest.raises(MtgFsmError, match="there is no earlier decision of B to go back to"):
        found.undo("B")
    with pytest.raises(MtgFsmError, match="there is no player 'Z'"):
        found.undo("Z")
    found.redo("A")
    assert where(found) == (1, "postcombat_main", "A")
    with pytest.raises(MtgFsmError, match="make it over a History"):
        quiet().undo()


def test_who_was_asked_by_a_goal_is_asked_again_after_undo() -> None:
    """Where A has no stop, nothing is passed by setting another's goal, nor in a table that was saved."""
    found = Table(History(Engine(Quiet(), ("A", "B"))), {"A": Seat(), "B": NOWHERE})
    found.begin()
    found.pass_until("A", "beginning_of_combat")
    there = where(found)
    found.submit(Pass())
    found.undo()
    again = Table.restore(found.snapshot(), lambda data: Engine.restore(data, Quiet()))
    for table in (found, again):
        assert where(table) == there
        assert table.begin() == table.pass_until("B", "my_next_turn") == ()
        assert where(table) == there


def test_a_table_over_a_history_is_saved_with_it() -> None:
    """The log with its branches, the seats and what was asked: what is restored is undone and goes on alike."""
    found = Table(History(new_game()), {"A": Seat(hold_priority=True), "B": Seat(stops=(Stop(at="end"),))})
    found.begin()
    found.submit(Pass())
    found.change("A", hold_priority=False)
    found.submit(Pass())
    found.undo()
    found.submit(Concede(player="B"))
    found.undo()
    data = json.loads(json.dumps(found.snapshot()))
    again = Table.restore(data, restore)
    assert again.snapshot() == data
    for step in ("redo", "undo", "undo"):
        for table in (found, again):
            getattr(table, step)()
        assert again.engine.snapshot() == found.engine.snapshot()
        assert again.seats == found.seats
    assert again.submit(Pass()) == found.submit(Pass())
    with pytest.raises(SnapshotError, match="log: line 1: a log begins with a snapshot"):
        Table.restore({**data, "log": []}, restore)


SEATS = st.builds(
    Seat,
    stops=st.lists(
        st.builds(Stop, at=st.sampled_from(PLACES), whose=st.sampled_from(["mine", "others", "any"])), max_size=4
    ).map(tuple),
    hold_priority=st.booleans(),
    full_control=st.booleans(),
)


class Watched(Engine):
    """Notes what is answered by itself: of which kind the decision was, and how many answers it had, at most two."""

    __slots__ = ()
    by_itself: ClassVar[bool] = True
    answers: ClassVar[list[tuple[str, str, int]]] = []

    def submit(self, command: Command) -> tuple[Event, ...]:
        if self.by_itself and self.decision is not None:
            legal = [answer for answer in islice(self.legal(self.asked_now[0]), 2) if not isinstance(answer, Concede)]
            self.answers.append((self.decision.kind, command.action, len(legal)))
        Watched.by_itself = True
        return super().submit(command)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES, st.lists(SEATS, min_size=6, max_size=6), st.lists(MOVES, min_size=5, max_size=15), st.data())
def test_no_choice_is_ever_made(table: Any, seats: list[Seat], moves: list[Any], data: Any) -> None:
    """At any table, with random seats and goals: by itself priority is passed, and what has one answer answered."""
    engine = random_table(*table)
    engine.__class__ = Watched
    Watched.answers.clear()
    found = Table(engine, dict(zip(engine.players, seats, strict=False)))
    found.begin()
    for move in moves:
        for _ in range(move.get("times", 1)):
            decision = engine.decision
            if decision is None:
                break
            player = data.draw(st.sampled_from(engine.in_game))
            if engine.decider(player) == player and data.draw(st.booleans()):
                found.pass_until(player, data.draw(st.sampled_from((*MOMENTS, *PLACES))))
            else:
                Watched.by_itself = False
                found.submit(random_command(engine, move))
    for kind, action, number in Watched.answers:
        assert action == "pass" if kind == "priority" else number == 1


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
    with pytest.raises(MtgFsmError, match="B decides for A now, and passes by a goal of B"):
        found.pass_until("A", "end")
    found.submit(spell("A"))
    assert where(found) == (3, "upkeep", "B")
    found.submit(Pass())
    found.pass_until("B", "end_of_turn")
    assert found.seats["B"].goal is None or found.engine.position.turn == 3

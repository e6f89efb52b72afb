"""What clients call: decisions, legal commands, refusals, listeners, bounds."""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any

import pytest
from random_games import SETUP
from support import play

from mtg_fsm import (
    Activate,
    Attack,
    BlankGame,
    Cast,
    Choose,
    ChooseUntap,
    Code,
    Command,
    Concede,
    DiscardCards,
    EndlessLoopError,
    Engine,
    Event,
    GameSpec,
    IllegalCommand,
    MtgFsmError,
    Only,
    Options,
    OrderTriggers,
    Pass,
    PermanentSpec,
    PlayerSpec,
    PlayLand,
    SetupError,
    effects,
    new_game,
)
from mtg_fsm.engine.answers import orders as orders_of
from mtg_fsm.engine.decisions import Pending
from mtg_fsm.words.commands import COMMANDS

ONCE = {"cleanup": 1}


def _game(**player: Any) -> Engine:
    players = [{"id": "A", **player}, {"id": "B", "hand": ["bolt"]}]
    engine = new_game(GameSpec.model_validate({"players": players}))
    engine.advance()
    return engine


def _until(engine: Engine, kind: str) -> None:
    while engine.decision is not None and engine.decision.kind != kind:
        engine.submit(next(engine.legal(engine.decision.player)))


def test_a_game_runs_to_the_first_decision_once() -> None:
    """`advance` starts the game; after that it does nothing."""
    engine = new_game()
    assert (engine.decision, engine.turn_state) == (None, "not_started")
    events = engine.advance()
    assert [event.as_dict()["event"] for event in events[:3]] == ["turn_began", "phase_began", "step_began"]
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player, engine.decision.decided_by) == ("priority", "A", "A")
    assert engine.advance() == ()


def test_every_event_carries_its_position_and_a_name_of_its_own() -> None:
    """Events are flat data with turn, active player, phase, step and rule first."""
    events = new_game(SETUP).advance()
    assert len({type(event) for event in events}) > 5
    for event in events:
        assert list(event.as_dict())[:6] == ["event", "turn", "active_player", "phase", "step", "rule"]


def _refused(engine: Engine, command: Command) -> Code:
    before = (engine.state(), engine.game.save())
    refusal = engine.why_not(command)
    assert refusal is not None
    with pytest.raises(IllegalCommand) as caught:
        engine.submit(command)
    assert caught.value.refusal == refusal
    assert (caught.value.code, caught.value.guard, caught.value.rule) == refusal[:3]
    assert refusal.rule in str(caught.value)
    assert (engine.state(), engine.game.save()) == before
    return refusal.code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Pass(player="C"), Code.UNKNOWN_PLAYER),
        (Concede(player="C"), Code.UNKNOWN_PLAYER),
        (Pass(player="B"), Code.NOT_ASKED),
        (Pass(player="A", by="B"), Code.NOT_DECIDER),
        (Concede(player="A", by="B"), Code.NOT_DECIDER),
        (Attack(player="A"), Code.WRONG_KIND),
        (DiscardCards(cards=("a1",)), Code.WRONG_KIND),
        (Choose(ids=("a1",)), Code.WRONG_KIND),
        (Cast(name="nothing"), Code.NO_SUCH_OBJECT),
        (Cast(name="bolt"), Code.NO_SUCH_OBJECT),
        (Cast(name="a1", speed="sorcery"), Code.WRONG_TIME),
        (Cast(name="a1", cost="R"), Code.NOT_ENOUGH_MANA),
        (
            COMMANDS.validate_python({"action": "cast", "name": "a1", "effects": [{"effect": "win"}]}),
            Code.ILLEGAL_CHOICE,
        ),
        (COMMANDS.validate_python({"action": "cast", "name": "a1", "only": {"after": "upkeep"}}), Code.WRONG_TIME),
        (Activate(name="stoke"), Code.NO_SUCH_OBJECT),
        (Activate(name="stoke", source="nowhere"), Code.NO_SUCH_OBJECT),
        (Activate(name="stoke", source="theirs"), Code.NOT_YOURS),
        (Activate(name="other", source="mine"), Code.NO_SUCH_OBJECT),
        (Activate(name="dear", source="mine"), Code.NOT_ENOUGH_MANA),
        (PlayLand(id="a1"), Code.WRONG_TIME),
    ],
)
def test_a_refused_command_says_why_and_changes_nothing(command: Command, code: Code) -> None:
    """Every refusal has a code of the closed set, a guard, a rule and a sentence; the game is as it was."""
    stoke = {"effect": "activated", "name": "stoke"}
    engine = new_game(
        GameSpec.model_validate(
            {
                "players": [
                    {
                        "id": "A",
                        "hand": ["a1", "a2"],
                        "battlefield": [{"id": "mine", "abilities": [stoke, {**stoke, "name": "dear", "cost": "2"}]}],
                    },
                    {"id": "B", "hand": ["bolt"], "battlefield": [{"id": "theirs", "abilities": [stoke]}]},
                ]
            }
        )
    )
    engine.advance()
    assert _refused(engine, command) is code


def test_commands_before_the_start_and_after_the_end_are_refused() -> None:
    """A game that has not begun, or is over, takes no command."""
    engine = new_game()
    assert _refused(engine, Pass()) is Code.NOT_STARTED
    engine.advance()
    events = engine.submit(Concede(player="B"))
    assert [event.as_dict()["event"] for event in events] == ["player_lost", "player_left", "game_ended"]
    assert engine.decision is None
    assert engine.turn_state == "game_over"
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.outcome.draw) == (("A",), False)
    assert _refused(engine, Pass()) is Code.GAME_OVER
    assert list(engine.legal("A")) == []


def test_lands_are_limited_and_their_cards_are_checked() -> None:
    """505.6b: one land a turn, from the hand, in a main phase."""
    engine = _game(hand=["plains", "island"])
    while engine.turn_state != "precombat_main":
        engine.submit(next(engine.legal("A" if engine.decision and engine.decision.player == "A" else "B")))
    assert _refused(engine, PlayLand(id="swamp")) is Code.NO_SUCH_OBJECT
    engine.submit(PlayLand(id="plains"))
    assert _refused(engine, PlayLand(id="island")) is Code.LIMIT_REACHED


def test_wrong_answers_to_choices_are_refused() -> None:
    """Too many, too few, unknown and repeated choices."""
    engine = new_game(SETUP)
    engine.advance()
    engine = _game(
        hand=[f"a{number}" for number in range(9)],
        battlefield=[{"id": "bear"}, {"id": "wall", "keywords": ["defender"]}],
    )
    _until(engine, "declare_attackers")
    assert engine.decision is not None
    assert engine.decision.choices == ("bear",)
    for attackers, code in (
        ({"nobody": "B"}, Code.NO_SUCH_OBJECT),
        ({"wall": "B"}, Code.ILLEGAL_CHOICE),
        ({"bear": "A"}, Code.ILLEGAL_CHOICE),
    ):
        assert _refused(engine, Attack(attackers=attackers)) is code
    assert len(list(engine.legal("A"))) == 3
    _until(engine, "discard_to_hand_size")
    assert engine.decision.count == 2
    for cards, code in (
        (("a0",), Code.WRONG_NUMBER),
        (("a0", "a0"), Code.ILLEGAL_CHOICE),
        (("a0", "b0"), Code.ILLEGAL_CHOICE),
    ):
        assert _refused(engine, DiscardCards(cards=cards)) is code


def test_orders_and_untaps_are_checked() -> None:
    """An order names each ability once; no more than the limit untaps."""
    trigger = {"effect": "trigger", "when": {"beginning_of": "upkeep"}}
    orb = {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 1}]}
    engine = _game(
        battlefield=[orb, {"id": "x", "tapped": True}, {"id": "y", "tapped": True}],
        effects=[{**trigger, "name": "one"}, {**trigger, "name": "two"}],
    )
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.count) == ("choose_untap", 1)
    assert _refused(engine, ChooseUntap(permanents=("x", "y"))) is Code.WRONG_NUMBER
    assert _refused(engine, ChooseUntap(permanents=("orb",))) is Code.ILLEGAL_CHOICE
    assert [command.permanents for command in engine.legal("A") if isinstance(command, ChooseUntap)] == [
        ("x",),
        ("y",),
        (),
    ]
    engine.submit(ChooseUntap(permanents=()))
    assert engine.decision.kind == "order_triggers"
    assert _refused(engine, OrderTriggers(triggers=("one",))) is Code.ILLEGAL_CHOICE
    assert _refused(engine, OrderTriggers(triggers=("one", "one"))) is Code.ILLEGAL_CHOICE
    assert [command for command in engine.legal("A") if isinstance(command, OrderTriggers)] == [
        OrderTriggers(player="A", triggers=("one", "two")),
        OrderTriggers(player="A", triggers=("two", "one")),
    ]


def test_legal_lists_cards_and_listed_abilities_and_conceding_last() -> None:
    """What is in hand and on the battlefield is listed when the timing allows it; passing comes first."""
    engine = _game(
        hand=["plains", "bolt"],
        battlefield=[{"id": "mox", "abilities": [{"effect": "activated", "name": "stoke"}]}],
    )
    upkeep = [command.action for command in engine.legal("A")]
    assert upkeep == ["pass", "cast", "cast", "activate", "concede"]
    assert [command.action for command in engine.legal("B")] == ["concede"]
    while engine.turn_state != "precombat_main":
        engine.submit(Pass())
    assert [command.action for command in engine.legal("A")].count("play_land") == 2


def test_what_is_no_player_no_command_or_no_fact_is_an_error_that_says_so() -> None:
    """Misspelt questions are not answered with nothing."""
    engine = _game()
    with pytest.raises(MtgFsmError, match="there is no player 'C'; the players are A, B"):
        engine.legal("C")
    with pytest.raises(MtgFsmError, match="no fact 'lief'; there are life"):
        engine.observe("lief")
    for command in ("pass", {"action": "pass"}, None):
        with pytest.raises(MtgFsmError, match=r"COMMANDS\.validate_python"):
            engine.submit(command)  # type: ignore[arg-type]
    assert engine.observe("life") == {"A": 20, "B": 20}
    assert engine.observe("battlefield") == {}


def test_effects_from_outside_have_to_name_players_who_exist() -> None:
    """A spell whose effects name nobody known is refused, and so is an effect of another game."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    for effect in (
        {"effect": "extra_turn", "player": "Q"},
        {"effect": "extra_turn", "then": [{"effect": "draw", "player": ["A", "Q"]}]},
    ):
        cast = {"action": "cast", "name": "typo", "effects": [effect]}
        assert _refused(engine, COMMANDS.validate_python(cast)) is Code.UNKNOWN_PLAYER
    custom = {
        "action": "cast",
        "name": "odd",
        "effects": [{"effect": "extra_turn", "then": [{"effect": "custom", "name": "x"}]}],
    }
    assert _refused(engine, COMMANDS.validate_python(custom)) is Code.ILLEGAL_CHOICE


def test_listeners_hear_every_event_in_order() -> None:
    """Each listener is told each event as it happens, in the order of the listeners."""
    engine, heard = new_game(SETUP), list[tuple[int, Event]]()
    engine.listeners = (lambda _e, event: heard.append((1, event)), lambda _e, event: heard.append((2, event)))
    events = engine.advance()
    assert heard == [(number, event) for event in events for number in (1, 2)]


def test_only_one_decision_is_open() -> None:
    """A hook that asks while somebody is asked already makes the command fail."""
    engine = new_game()
    engine.advance()
    with pytest.raises(MtgFsmError, match="nothing else can be asked"):
        engine.ask(Pending("roll", "A", "505.5"))


def test_a_game_that_never_decides_anything_is_stopped() -> None:
    """If every turn is skipped for ever, the command fails with an error and the game is as before."""
    anchor = {
        "id": "anchor",
        "types": ["artifact"],
        "abilities": [{"effect": "static", "skip": {"what": "turn", "player": "each"}}],
    }
    spec = GameSpec.model_validate({"players": [{"id": "A", "battlefield": [anchor]}, {"id": "B"}]})
    engine = new_game(spec, options=Options(step_bound=100))
    before = engine.state()
    with pytest.raises(EndlessLoopError, match="step_bound"):
        engine.advance()
    assert engine.state() == before


def test_decided_by_is_who_may_send_the_command() -> None:
    """722.5: in a controlled turn the controller sends, and a wrong sender is refused."""
    engine = new_game(
        GameSpec.model_validate(
            {"players": [{"id": "A"}, {"id": "B", "effects": [{"effect": "control_player", "player": "B", "by": "A"}]}]}
        )
    )
    engine.advance()
    while engine.position.turn == 1:
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None
    assert (engine.decision.player, engine.decision.decided_by) == ("B", "A")
    assert _refused(engine, Pass(player="B", by="B")) is Code.NOT_DECIDER
    engine.submit(Pass(player="B", by="A"))


def test_a_listener_that_asks_hears_that_the_command_is_in_progress() -> None:
    """Not that the game has ended: no command can be given before the one in progress is carried out."""
    engine = new_game(GameSpec())
    codes: set[Code] = set()

    def ask(engine: Engine, _event: Event) -> None:
        refusal = engine.why_not(Pass())
        assert refusal is not None
        codes.add(refusal.code)

    engine.advance()
    engine.listeners = (ask,)
    engine.submit(Pass())
    assert codes == {Code.IN_PROGRESS}


def test_what_asks_or_ends_something_cannot_be_in_force_from_the_start() -> None:
    """The set-up is refused as a whole, and nothing of it is left."""
    engine = new_game(GameSpec())
    before = engine.state(), engine.game.save()
    for effect in (effects.Discard(count=1), effects.EndTurn(), effects.Win(player="A")):
        with pytest.raises(SetupError, match=rf"{effect.effect} cannot be carried out before the game begins"):
            engine.begin_with(effect, "A")
        assert (engine.state(), engine.game.save()) == before


def test_a_saved_game_is_a_copy() -> None:
    """Writing to what was saved changes nothing in the game."""
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", poison=3), PlayerSpec(id="B"))))
    engine.game.save()["belongings"][0]["counters"]["poison"] = 9
    assert engine.observe("poison") == {"A": 3, "B": 0}


def test_a_listener_that_never_returns_is_its_own_fault() -> None:
    """Its RecursionError comes through as it is, and the game is as before."""

    def fall(engine: Engine, event: Event) -> None:
        fall(engine, event)

    engine = new_game(GameSpec())
    engine.advance()
    before = engine.state()
    engine.listeners = (fall,)
    with pytest.raises(RecursionError):
        engine.submit(Pass())
    engine.listeners = ()
    assert engine.state() == before
    engine.submit(Pass())


def test_become_sets_values_in_a_fixed_order_and_loyalty_beside_other_counters() -> None:
    """Whatever order the keys stand in, loyalty is set after the list of counters."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear, counters: {age: 1}}]}, {id: B}]}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: cast, name: change, effects: [{effect: become, permanent: bear, loyalty: 3, phased_out: true,
                                                    tapped: true, counters: {charge: 1}}]}
    expect:
      events:
        - {event: permanent_tapped}
        - {event: phased_out}
      checks:
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {counters: {charge: 1, loyalty: 3}}}}}
    """)


def test_night_is_no_permanent() -> None:
    """It becomes night though a permanent of that name left in between."""
    play("""
    game: {day_night: day, players: [{id: A, battlefield: [{id: night}]}, {id: B}]}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: dusk, effects: [{effect: set_day_night, to: night}]}]
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: ruin, effects: [{effect: destroy, permanents: [night]}]}]
    expect:
      checks: [{at: {turn: 1, step: precombat_main}, that: {day_night: night}}]
    """)


def test_counters_that_a_player_gets_are_in_the_log() -> None:
    """Poison and any other kind."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: dose, effects: [{effect: add_counters, player: B, counter: poison, count: 2},
                                                  {effect: add_counters, player: B, counter: energy}]}]
    expect:
      events:
        - {event: counters_added, on: B, counter: poison, count: 2}
        - {event: counters_added, on: B, counter: energy, count: 1}
      checks: [{at: {turn: 1, step: precombat_main}, that: {poison: {B: 2}}}]
    """)


def test_a_loop_that_grows_is_stopped() -> None:
    """Each creature that enters makes another one: no state comes twice, and the bound of states ends it."""
    egg = PermanentSpec(id="egg", token=True)
    brood = effects.Trigger.model_validate(
        {"name": "brood", "when": {"event": "enters", "of": "any"}, "effects": [effects.Create(permanent=egg)]}
    )
    players = (PlayerSpec(id="A", effects=(brood,)), PlayerSpec(id="B"))
    engine = new_game(GameSpec(players=players, free_casting=True), options=Options(loop_bound=50))
    engine.advance()
    engine.submit(Cast(name="hatch", effects=(effects.Create(permanent=egg),)))
    for _ in range(101):
        engine.submit(Pass())
    with pytest.raises(EndlessLoopError, match="50 resolutions in one upkeep with passes only; loop_bound"):
        engine.submit(Pass())
    assert engine.observe("stack") == ["brood"]


def test_a_large_hand_is_discarded_at_once() -> None:
    """Time and memory grow with the hand, not with its square."""
    engine = _game(hand=20_000)
    _until(engine, "discard_to_hand_size")
    events = engine.submit(next(engine.legal("A")))
    assert sum(event.name_in_log == "card_discarded" for event in events) == 19_993
    assert engine.observe("hand", ["A"]) == {"A": 7}


def test_ids_leave_room_for_the_names_that_are_made_of_them() -> None:
    """A Saga whose id is as long as may be has chapter abilities that can be named in an order."""
    saga = {"id": "p" * 150, "types": ["enchantment"], "subtypes": ["saga"], "chapters": 3, "counters": {"lore": 1}}
    spec = {
        "players": [
            {
                "id": "A",
                "battlefield": [saga],
                "effects": [{"effect": "trigger", "name": "q", "when": {"beginning_of": "precombat_main"}}],
            },
            {"id": "B"},
        ]
    }
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    _until(engine, "order_triggers")
    assert len(list(engine.legal("A"))) == 3
    saga["id"] = "p" * 151
    with pytest.raises(ValueError, match="at most 150 characters"):
        GameSpec.model_validate(spec)


def test_orders_of_triggers_are_listed_once_each_and_the_given_one_first() -> None:
    """Those of one name are not told apart; two thousand are no burden."""
    given = ("b", "a", "b", "c")
    orders = list(orders_of(given))
    assert orders[0] == given
    assert sorted(orders) == sorted(set(permutations(given)))
    many = tuple(f"t{number}" for number in range(2000))
    assert list(islice(orders_of(many), 2)) == [many, (*many[:-2], many[-1], many[-2])]


def test_a_command_at_the_wrong_time_says_what_it_answers() -> None:
    """So that a player sees when it will be right."""
    engine = Engine(BlankGame(), ("A", "B"))
    engine.advance()
    said = [engine.why_not(command) for command in (Attack(), DiscardCards(cards=("ox",)), Choose(ids=("x",)))]
    assert [refusal.message for refusal in said if refusal is not None] == [
        "A has priority; attack answers only: declare attackers",
        "A has priority; discard answers only: discard to hand size, choose discard",
        "A has priority; choose answers only: choose discard, choose skip, roll, choose legend, choose protector, "
        "choose attacked, choose blocked",
    ]


def test_attempts_count_the_commands_that_were_begun_and_those_that_were_carried_out() -> None:
    """A command that is refused is not begun; one that fails is, and is not carried out."""
    engine = new_game()
    engine.advance()
    assert engine.attempts == (1, 1)
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.attempts == (3, 3)
    with pytest.raises(IllegalCommand):
        engine.submit(Pass(player="Z"))
    assert engine.attempts == (3, 3)

    def fail(_engine: Engine, _event: Event) -> None:
        raise ZeroDivisionError

    engine.listeners = (fail,)
    with pytest.raises(ZeroDivisionError):
        engine.submit(Pass())
    assert (engine.attempts, engine.events) == ((4, 3), [])
    assert engine.running is False
    engine.listeners = ()
    engine.submit(Pass())
    assert engine.attempts == (5, 4)


def test_steps_that_a_rule_repeats_come_in_the_natural_way() -> None:
    """A second combat damage step (510.4) and another cleanup step (514.3a) need no junction."""
    sweep = {"effect": "trigger", "name": "sweep", "when": {"beginning_of": "cleanup"}, "if": {"begun_this_turn": ONCE}}
    engine = _game(battlefield=[{"id": "ox", "keywords": ["double_strike"]}], effects=[sweep])
    _until(engine, "declare_attackers")
    entered: list[str] = []
    for junction in ("combat.next_step", "ending.next_step"):
        engine.on_enter(junction, lambda _engine, state: entered.append(state.name))
    engine.submit(Attack(attackers={"ox": "B"}))
    repeated: list[str | None] = []
    while engine.position.turn == 1:
        events = engine.submit(next(engine.legal(engine.asked_now[0])))
        repeated += [event.rule for event in events if event.name_in_log == "step_began"]
    assert [rule for rule in repeated if rule in ("510.4", "514.3a")] == ["510.4", "514.3a"]
    assert entered == []


def test_what_is_in_force_and_skips_nothing_leaves_the_natural_way() -> None:
    """The junctions are for what is added or skipped: with an effect in force a turn goes from step to step."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    glow = effects.Continuous.model_validate({"name": "glow", "lasts": "forever"})
    engine.submit(Cast(name="glow", effects=(glow,)))
    while engine.position.turn == 1:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    entered: list[str] = []
    for junction in ("beginning.next_step", "combat.next_step", "ending.next_step", "next_phase"):
        engine.on_enter(junction, lambda _engine, state: entered.append(state.name))
    while engine.position.turn == 2:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert entered == []


def test_nothing_comes_after_the_end() -> None:
    """Nothing is foreseen in a game that is over."""
    engine = new_game()
    engine.advance()
    assert engine.upcoming() != []
    engine.submit(Concede(player="A"))
    assert engine.upcoming() == []


def test_without_names_a_fact_is_told_of_all_that_there_is() -> None:
    """Of the units that have begun in this turn, of the players, of the permanents."""
    engine = _game(battlefield=[{"id": "bear"}])
    assert engine.observe("begun_this_turn") == {"beginning": 1, "untap": 1, "upkeep": 1}
    assert engine.observe("life") == {"A": 20, "B": 20}
    assert list(engine.observe("battlefield")) == ["bear"]


def test_a_timing_restriction_is_judged_without_a_command() -> None:
    """503.2: what may be cast only after the upkeep step may not yet."""
    engine = _game()
    refusal = engine.why_not_now(Only(after="upkeep"))
    assert refusal is not None
    assert (refusal.guard, refusal.rule) == ("after_point", "503.2")
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.why_not_now(Only(after="upkeep")) is None


@pytest.mark.parametrize("kept", [False, True])
def test_several_commands_as_one_leave_the_game_as_it_was_if_the_last_one_fails(kept: bool) -> None:
    """However many were carried out before; marks are kept for that and afterwards as they were."""
    engine = _game(hand=["bear"], library=["fog", "ox"])
    engine.keeps_marks = kept

    def play_some() -> int:
        for _ in range(8):
            engine.submit(next(engine.legal(engine.asked_now[0])))
            assert engine.keeps_marks is True
        return engine.position.turn

    def fail() -> None:
        play_some()
        raise ZeroDivisionError

    before = (engine.state(), engine.game.save())
    with pytest.raises(ZeroDivisionError):
        engine.as_one(fail)
    assert (engine.state(), engine.game.save(), engine.keeps_marks) == (*before, kept)
    assert engine.as_one(play_some) == 1
    assert engine.keeps_marks is kept
    assert engine.state() != before[0]


def test_a_copy_keeps_no_marks_and_has_no_listeners() -> None:
    """Those are of the game that it was made of."""
    engine = _game()
    engine.keeps_marks = True
    engine.listeners = (lambda _engine, _event: None,)
    engine.on_enter("upkeep", lambda _engine, _state: None)
    copied = engine.copy()
    assert (copied.keeps_marks, copied.listeners, copied.state_listeners, copied.events) == (False, (), {}, [])
    assert (copied.attempts, copied.state()) == (engine.attempts, engine.state())


def test_what_happens_is_directed_against_whom_a_game_says() -> None:
    """An ability that looks for an attack on B triggers by that only (508.3)."""
    engine = Engine(BlankGame(), "ABC")
    when = {"event": "player_attacks", "of": "A", "against": "B"}
    engine.begin_with(effects.Trigger.model_validate({"name": "rally", "when": when}), "A")
    engine.occur("player_attacks", "A", frozenset("C"))
    engine.occur("player_attacks", "A")
    engine.occur("player_attacks", "B", frozenset("B"))
    assert not engine.waiting
    engine.occur("player_attacks", "A", frozenset("BC"))
    assert [object_.name for object_ in engine.waiting] == ["rally"]

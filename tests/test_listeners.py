"""Listeners to states: which states, in which order, when they fail, and how they are removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal
from unittest.mock import MagicMock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import MOVES, SETUP, play_moves, random_game
from test_whole_or_nothing import Trap, play_plain, play_with_faults, rich_game

from mtg_fsm import (
    MACHINES,
    Attack,
    Cast,
    CompiledMachine,
    Concede,
    Engine,
    GameSpec,
    History,
    MtgFsmError,
    Pass,
    Pay,
    PermanentSpec,
    PlayerSpec,
    effects,
    new_game,
    restore,
)
from mtg_fsm.diagrams import Recorder
from mtg_fsm.engine.listening import StateListener
from mtg_fsm.machine import SEPARATOR, SHARED, State

MOMENTS: tuple[Literal["enter", "exit"], ...] = ("enter", "exit")
EVERY_STATE = [
    (moment, machine, state.name)
    for moment in MOMENTS
    for machine, definition in MACHINES.items()
    for state in definition.states
]

COMPARED = [place for place in EVERY_STATE if place[0] == "enter" or place[1] not in ("attack", "block")]


def _on(engine: Engine, moment: str) -> Callable[[str, StateListener], Callable[[], None]]:
    return engine.on_enter if moment == "enter" else engine.on_exit


def _noting(told: list[Any], what: object) -> StateListener:
    def note(_engine: Engine, _state: State) -> None:
        told.append(what)

    return note


def _at(turn_state: str, engine: Engine) -> Engine:
    engine.advance()
    while engine.turn_state != turn_state:
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    return engine


class OpenMachine(CompiledMachine):
    """A machine of one's own that takes the path of `transitions`, and to which callbacks can be added."""

    def _freeze(self) -> None:
        """Stays open."""


@settings(max_examples=25, deadline=None)
@given(st.lists(MOVES, min_size=4, max_size=10))
def test_listeners_are_told_where_transitions_calls_added_callbacks(moves: list[dict[str, Any]]) -> None:
    """On random commands listeners to every state and events come in the order in which the library would call them.

    Exits of declarations are left out: where one is taken back (732.1) the library says that the state is left to
    which it goes back.
    """
    told: list[object] = []
    engine = random_game()
    engine.listeners = (lambda _, event: told.append(event),)
    for moment, machine, name in COMPARED:

        def tell(engine: Engine, state: State, moment: str = moment) -> None:
            told.append((moment, state.name, engine.turn_state))

        _on(engine, moment)(f"{machine}{SEPARATOR}{name}", tell)
    commands, events = play_moves(engine, moves)

    called: list[object] = []
    machines = {name: OpenMachine(definition, stock=True) for name, definition in MACHINES.items()}
    oracle = new_game(SETUP, machines=machines)
    oracle.listeners = (lambda _, event: called.append(event),)
    for moment, machine, name in COMPARED:

        def call(moment: str = moment, name: str = name) -> None:
            called.append((moment, name, oracle.turn_state))

        machines[machine].get_state(name).add_callback(moment, call)
    assert [*oracle.advance(), *(event for command in commands for event in oracle.submit(command))] == events
    assert told == called


def test_the_order_is_exits_then_entries_then_actions() -> None:
    """From a main phase to combat: the old ends, exit listeners, then each new state begins and has its listeners."""
    engine = _at("precombat_main", new_game())
    told: list[object] = []
    engine.listeners = (lambda _, event: told.append(event.as_dict()["event"]),)
    for name in ("combat.beginning_of_combat", "combat", "precombat_main"):
        for moment in MOMENTS:
            _on(engine, moment)(name, lambda engine, state: told.append((state.name, engine.turn_state)))
    engine.submit(Pass())
    told.clear()
    engine.submit(Pass())
    assert told == [
        "priority_passed",
        "turn_based_action",  # mana pools empty
        "phase_ended",
        ("precombat_main", "precombat_main"),
        "phase_began",
        ("combat", "combat.beginning_of_combat"),
        "step_began",
        ("combat.beginning_of_combat", "combat.beginning_of_combat"),
        "priority_received",
    ]


def test_listeners_of_one_state_are_told_in_the_order_in_which_they_were_added() -> None:
    """By name or by rule, the first one added is the first one told; the same function twice is told twice."""
    engine = new_game()
    told: list[int] = []
    for number, where in enumerate(("503", "beginning.upkeep", "turn.beginning.upkeep", "503")):
        engine.on_enter(where, _noting(told, number))
    engine.advance()
    assert told == [0, 1, 2, 3]


def test_a_step_is_known_by_its_own_name() -> None:
    """The name of its phase in front may be left out."""
    engine, told = new_game(), list[str]()
    for where in ("upkeep", "beginning.upkeep", "turn.beginning.upkeep"):
        engine.on_enter(where, lambda _, state: told.append(state.name))
    engine.advance()
    assert told == ["beginning.upkeep"] * 3


def test_a_rule_number_means_every_state_that_has_it() -> None:
    """508.1a is a state of the declaration, 508 the step, 704.3 the checks; the listener is told which state it is."""
    bear = PermanentSpec(id="bear")
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=(bear,)), PlayerSpec(id="B"))))
    told: list[str] = []
    for rule in ("508", "508.1a", "508.1k", "704.3", "500.12"):
        engine.on_enter(rule, lambda _, state: told.append(state.name))
    _at("combat.declare_attackers", engine)
    assert set(told) == {
        *("beginning.next_step", "next_phase", "state_based_actions", "combat.declare_attackers", "choose_attackers"),
    }
    engine.submit(Attack(attackers={"bear": "B"}))
    assert "become_attackers" in told


def test_a_phase_is_entered_once_for_all_its_steps() -> None:
    """Two combat phases one right after the other are entered and left twice, their steps do not count."""
    engine = _at("precombat_main", new_game(GameSpec(free_casting=True)))
    engine.submit(Cast(name="assault", effects=(effects.ExtraPhases(phases=("combat",)),)))
    told: list[str] = []
    engine.on_enter("combat", lambda engine, _: told.append(f"in {engine.position.turn}"))
    engine.on_exit("combat", lambda engine, _: told.append(f"out {engine.position.turn}"))
    _at("ending.end", engine)
    assert told == ["in 1", "out 1", "in 1", "out 1"]


def test_a_removed_listener_is_told_nothing() -> None:
    """Removing takes away that one addition, and doing it twice does no more; without any the game is as any other."""
    engine = new_game()
    told: list[int] = []
    removals = [engine.on_enter("503", _noting(told, number)) for number in range(3)]
    removals[1]()
    removals[1]()
    engine.advance()
    assert told == [0, 2]
    for remove in (*removals, removals[0]):
        remove()
    assert (engine.state_listeners, engine.machines) == ({}, SHARED)


def test_a_listener_that_removes_itself_is_told_once() -> None:
    """What is added or removed by a listener counts from the next time that a state is entered or left."""
    engine = new_game()
    told: list[str] = []

    def once(_engine: Engine, state: State) -> None:
        told.append(state.name)
        remove()
        engine.on_enter("503", _noting(told, "later"))

    remove = engine.on_enter("503", once)
    engine.on_enter("503", _noting(told, "other"))
    engine.advance()
    assert told == ["beginning.upkeep", "other"]
    _at("ending.end", engine)
    _at("beginning.upkeep", engine)
    assert told == ["beginning.upkeep", "other", "other", "later"]


def test_an_exception_in_a_state_listener_undoes_the_command() -> None:
    """A listener to every state that raises at any of them: the command has not happened, and works afterwards."""
    spec, commands = rich_game()
    engine, trap = new_game(spec), Trap()

    def spring(_engine: Engine, _state: State) -> None:
        trap.spring()

    for moment, machine, name in EVERY_STATE:
        _on(engine, moment)(f"{machine}{SEPARATOR}{name}", spring)
    events, faults = play_with_faults(engine, commands, trap)
    assert faults > 500
    assert events == play_plain(spec, commands)


def test_a_listener_cannot_submit_a_command() -> None:
    """The command from within is refused, and with it the one in progress; without the listener that works."""
    engine = new_game()
    engine.advance()
    engine.submit(Pass())
    before = engine.state()

    def concede(engine: Engine, _state: State) -> None:
        engine.submit(Concede(player="A"))

    remove = engine.on_exit("503", concede)
    with pytest.raises(MtgFsmError, match="the command before is still in progress"):
        engine.submit(Pass())
    assert engine.state() == before
    remove()
    engine.submit(Pass())
    assert engine.turn_state == "precombat_main"


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("upkep", "no state is called 'upkep'; near is beginning.upkeep"),
        (
            "combat.declare_atackers",
            "no state is called 'combat.declare_atackers'; near is combat.declare_attackers, combat.declare_blockers",
        ),
        (
            "attack.pay_cost",
            "no state is called 'attack.pay_cost'; near is attack.pay_costs, block.pay_costs, attack.closed",
        ),
        ("tea break", "no state is called 'tea break'; `mtg-fsm states` lists them"),
        ("pay_costs", "several machines have a state 'pay_costs'; say attack.pay_costs or block.pay_costs"),
        ("117", "no state has the rule '117'; near is 117.1, 117.2, 117.3, 117.4, 117.5"),
        ("5b", r"no state has the rule '5b'; there are 103.8, .*, 802.5"),
        (
            "declare_attackerz",
            "no state is called 'declare_attackerz'; near is combat.declare_attackers, combat.declare_blockers",
        ),
        ("514.3a", "no state has the rule '514.3a'; near is 514"),
        ("601.2", r"no state has the rule '601.2'; there are 103.8, .*, 802.5"),
    ],
)
def test_a_state_that_is_none_is_refused_with_what_is_near(where: str, message: str) -> None:
    """A wrong name or rule number, and a name of several machines, are errors that say what would be right."""
    engine = new_game()
    with pytest.raises(MtgFsmError, match=f"^{message}$"):
        engine.on_enter(where, _noting([], ""))
    assert engine.state_listeners == {}


def test_a_declaration_that_is_taken_back_leaves_the_state_from_which_it_was() -> None:
    """732.1: paying is left, choosing attackers is entered again."""
    rat = PermanentSpec(id="rat", attack_cost=1)
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=(rat,)), PlayerSpec(id="B"))))
    _at("combat.declare_attackers", engine)
    engine.submit(Attack(attackers={"rat": "B"}))
    told: list[str] = []
    engine.on_exit("508.1i", lambda _, state: told.append(f"not {state.name}"))
    engine.on_enter("508.1a", lambda _, state: told.append(state.name))
    engine.submit(Pay(pay=False))
    assert told == ["not activate_mana_abilities", "choose_attackers"]


def test_listeners_are_of_one_game() -> None:
    """Undo keeps them and tells nothing; another game, and the same game restored, have none."""
    history = History(new_game())
    told: list[str] = []
    history.engine.on_enter("505.1a", _noting(told, "main phase"))
    history.engine.on_exit("505.1a", _noting(told, "over"))
    history.submit(Pass())
    history.submit(Pass())
    history.undo()
    assert told == ["main phase"]
    history.redo()
    assert told == ["main phase", "main phase"]
    assert restore(history.engine.snapshot()).state_listeners == new_game().state_listeners == {}


def test_a_recorded_game_can_have_listeners() -> None:
    """The recording machines stay those of the game, and record the same."""
    spec, commands = rich_game()
    runs: list[object] = []
    for where in ((), ("combat", "503", "attack.closed")):
        recorder = Recorder()
        engine = new_game(spec, machines=recorder.machines)
        engine.listeners = (recorder,)
        told: list[object] = []
        for name in where:
            engine.on_enter(name, _noting(told, name))
        engine.advance()
        for command in commands:
            engine.submit(command)
        assert set(told) == set(where)
        runs.append(recorder.run)
    assert runs[0] == runs[1]


def test_a_model_that_has_every_name_has_no_listeners() -> None:
    """A stand-in for a game, which answers to any name, runs as one without listeners."""
    model = MagicMock(turn_state="not_started")
    assert SHARED["turn"].trigger_event(model, "begin_game")
    assert model.turn_state == "next_phase"


def test_on_a_stock_machine_listeners_are_told_too() -> None:
    """The library's path knows no listeners of one game, so a game that has some takes the compiled one."""
    stock = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
    engine = new_game(machines=stock)
    told: list[str] = []
    engine.on_enter("beginning.upkeep", lambda _, state: told.append(state.name))
    engine.advance()
    assert told == ["beginning.upkeep"]

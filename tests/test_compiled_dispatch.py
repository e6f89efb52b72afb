"""The compiled dispatch does what the library's own path does: states, callbacks and their order."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import groupby
from operator import attrgetter, methodcaller
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import MOVES, play_moves, random_game
from support import as_kind
from transitions import MachineError
from transitions.extensions.nesting import HierarchicalMachine

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import FrozenMachineError
from mtg_fsm.game import new_game
from mtg_fsm.machine import MACHINES, SHARED, TURN, CompiledMachine, MachineDefinition
from mtg_fsm.machine.dispatch import Method, as_method, method_of
from mtg_fsm.words.commands import Pass

STOCK = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
TURN_MACHINE = SHARED[TURN.name]
NAMES = [item.name for machine in MACHINES.values() for item in (*machine.guards, *machine.callbacks, *machine.actions)]
GUARDS = {guard.name for machine in MACHINES.values() for guard in machine.guards}
Call = tuple[str, str, str, Any]


class RecordingEngine(Engine):
    """Writes down every guard, callback and action that is called, with both states at that time."""

    __slots__ = ("calls",)
    calls: list[Call]


def _recording(name: str) -> Callable[[RecordingEngine], Any]:
    def call(engine: RecordingEngine) -> Any:
        before = (name, engine.turn_state, engine.priority_state)
        number = len(engine.calls)
        engine.calls.append((*before, None))
        answer = getattr(Engine, name)(engine)
        engine.calls[number] = (*before, answer)
        return answer

    return call


for _name in NAMES:
    setattr(RecordingEngine, _name, _recording(_name))


def _recording_game(machines: dict[str, CompiledMachine]) -> RecordingEngine:
    engine = as_kind(RecordingEngine, random_game(), machines)
    engine.calls = []
    return engine


def _guards_once(calls: list[Call]) -> list[Call]:
    """The calls in order, without guards that were asked and gave the same answer since the last callback."""
    runs = ((is_guard, list(run)) for is_guard, run in groupby(calls, lambda call: call[0] in GUARDS))
    return [call for is_guard, run in runs for call in (dict.fromkeys(run) if is_guard else run)]


@settings(max_examples=40, deadline=None)
@given(st.lists(MOVES, min_size=4, max_size=12))
def test_compiled_and_stock_dispatch_are_identical(moves: list[dict[str, Any]]) -> None:
    """On random commands both give the same states, callbacks, guards and events in the same order.

    The library asks a guard again for each arc that has it; the answer is the same, for nothing has happened meanwhile.
    """
    compiled = _recording_game(SHARED)
    stock = _recording_game(STOCK)
    commands, events = play_moves(compiled, moves)
    stock_events = [*stock.advance(), *(event for command in commands for event in stock.submit(command))]
    assert stock_events == events
    assert _guards_once(stock.calls) == _guards_once(compiled.calls)
    assert stock.state() == compiled.state()


class Counted:
    """Answers guards with no, does nothing, and counts how often what is called."""

    __slots__ = ("calls", "priority_state")

    def __init__(self) -> None:
        self.priority_state = "state_based_actions"
        self.calls: Counter[str] = Counter()


def _counting(name: str) -> Callable[[Counted], bool]:
    def call(model: Counted) -> bool:
        model.calls[name] += 1
        return False

    return call


for _name in NAMES:
    setattr(Counted, _name, _counting(_name))


def test_a_guard_is_asked_once_an_event() -> None:
    """Three arcs leave the check of state-based actions, and all three have the same guard."""
    model = Counted()
    assert SHARED["priority"].trigger_event(model, "proceed")
    assert model.calls == {"state_based_action_performed": 1, "triggers_wait": 1, "receive_priority": 1}


def test_a_model_answers_as_its_own_class_says() -> None:
    """A subclass that overrides a guard is asked, though a model of its base class came first."""

    class Waiting(Counted):
        """Has abilities that wait."""

        __slots__ = ()

        def triggers_wait(self) -> bool:
            """They do."""
            return True

    for model, state in ((Counted(), "player_has_priority"), (Waiting(), "waiting_triggers")):
        SHARED["priority"].trigger_event(model, "proceed")
        assert model.priority_state == state


def test_a_model_answers_as_it_says_itself() -> None:
    """What an instance has of its own, where its class lets it have any, goes before the method of its class."""

    class Open(Counted):
        """Has attributes of its own."""

    model = Open()
    SHARED["priority"].trigger_event(Open(), "proceed")
    model.triggers_wait = lambda: True  # type: ignore[attr-defined]
    SHARED["priority"].trigger_event(model, "proceed")
    assert model.priority_state == "waiting_triggers"


def test_the_shared_machines_are_hierarchical_machines_of_transitions() -> None:
    """The turn machine is an instance of the library's class; its leaves are those of the definition."""
    for name, machine in SHARED.items():
        assert isinstance(machine, HierarchicalMachine)
        assert {state.name for state in MACHINES[name].states} == set(machine.get_nested_state_names())
    assert new_game().machines is new_game().machines is SHARED


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("add_states", (["more"],)),
        ("add_state", ("more",)),
        ("add_transition", ("proceed", "next_phase", "game_over")),
        ("add_transitions", ([["proceed", "next_phase", "game_over"]],)),
        ("add_ordered_transitions", ()),
        ("remove_transition", ("proceed",)),
        ("on_enter", ("next_phase", "begin_turn")),
        ("on_exit", ("next_phase", "begin_turn")),
    ],
)
def test_the_shared_machine_is_frozen(method: str, arguments: tuple[Any, ...]) -> None:
    """Adding to it raises, and nothing has changed by that."""
    before = (sorted(TURN_MACHINE.events), TURN_MACHINE.get_nested_state_names())
    message = (
        "the machine 'turn' is shared by all games and cannot be changed; "
        r"build one of your own: CompiledMachine\(definition\)$"
    )
    with pytest.raises(FrozenMachineError, match=message):
        getattr(TURN_MACHINE, method)(*arguments)
    assert (sorted(TURN_MACHINE.events), TURN_MACHINE.get_nested_state_names()) == before


@pytest.mark.parametrize("pickled", [False, True])
def test_only_a_stock_machine_takes_the_path_of_the_library(pickled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all arguments; pickled, too."""
    taken: list[Any] = []

    def trigger_event(*arguments: Any, **keys: Any) -> int:
        taken.append((*arguments[1:], keys))
        return 1

    monkeypatch.setattr(HierarchicalMachine, "trigger_event", trigger_event)
    stock, compiled = CompiledMachine(TURN, stock=True), CompiledMachine(TURN)
    if pickled:
        stock, compiled = pickle.loads(pickle.dumps((stock, compiled)))
    model = SimpleNamespace(turn_state=TURN.initial)
    assert stock.trigger_event(model, "proceed", 1, more=2) is True
    with pytest.raises(MachineError, match="event 'nothing' from state 'not_started' of machine 'turn'"):
        compiled.trigger_event(model, "nothing")
    assert taken == [(model, "proceed", 1, {"more": 2})]


def test_lists_of_the_shared_machine_cannot_be_changed_in_place() -> None:
    """A callback cannot be slipped into a state or an arc behind the machine's back."""
    state = TURN_MACHINE.get_state("beginning.upkeep")
    arcs = TURN_MACHINE.events["proceed"].transitions["beginning.upkeep"]
    parts: list[object] = [state.on_enter, state.on_exit, arcs[0].before, arcs[0].after, arcs[0].conditions]
    assert all(isinstance(part, tuple) for part in parts)


def test_an_event_without_an_arc_raises_as_the_library_does() -> None:
    """Both paths raise MachineError for an event that the state doesn't know."""
    for machine in (TURN_MACHINE, STOCK["turn"]):
        engine = new_game()
        engine.machines = {**SHARED, "turn": machine}
        with pytest.raises(MachineError, match="Can't trigger event"):
            machine.trigger_event(engine, "end_the_turn")
        assert engine.turn_state == "not_started"


def test_a_client_can_bind_a_model_of_its_own_through_the_library() -> None:
    """A machine of one's own from the same definition takes a model as `transitions` does."""
    machine = CompiledMachine(TURN)
    engine = new_game()

    class Model:
        """Answers and does what the engine does."""

        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

    model = Model()
    machine.add_model(model)
    assert model.turn_state == "not_started"
    assert machine.trigger_event(model, "begin_game")
    assert model.turn_state == "next_phase"


def test_a_game_can_be_pickled_and_copied() -> None:
    """It takes its machines along, and goes on as before."""
    engine = new_game()
    engine.advance()
    for other in (pickle.loads(pickle.dumps(engine)), copy.deepcopy(engine)):
        assert other.state() == engine.state()
        assert other.submit(Pass()) == copy.deepcopy(engine).submit(Pass())


def test_many_arcs_with_guards_of_their_own_make_a_small_table() -> None:
    """Two guards each for forty arcs from one state: the choices among them are shared where nothing else matters."""
    names = [f"guard_{number}" for number in range(80)]
    data: dict[str, Any] = {
        "name": "many",
        "description": "Forty ways out.",
        "model_attribute": "state",
        "initial": "here",
        "states": [
            {"name": "here", "kind": "initial", "description": "Here."},
            *({"name": f"there_{number}", "kind": "final", "description": "There."} for number in range(40)),
        ],
        "arcs": [
            {
                "trigger": "go",
                "source": "here",
                "target": f"there_{number}",
                "guards": names[2 * number : 2 * number + 2],
                "description": "Away.",
            }
            for number in range(40)
        ],
        "guards": [{"name": name, "description": "Whether."} for name in names],
        "callbacks": [],
    }
    answers = dict.fromkeys(names, True) | {names[number]: False for number in range(1, 60, 2)}
    model = SimpleNamespace(state="here", **{name: partial(bool, answer) for name, answer in answers.items()})
    assert CompiledMachine(MachineDefinition.model_validate(data)).trigger_event(model, "go")
    assert model.state == "there_30"


def test_a_thousand_games_share_one_machine() -> None:
    """1,000 games at once: the machine knows none of them, and each is where it was left."""
    games = [new_game() for _ in range(1000)]
    for number, engine in enumerate(games):
        engine.advance()
        for _ in range(number % 7):
            engine.submit(next(engine.legal(engine.decision.player)))  # type: ignore[union-attr]
    assert TURN_MACHINE.models == []
    assert {id(engine.machines) for engine in games} == {id(SHARED)}
    assert len({(engine.turn_state, engine.passed, engine.priority_player) for engine in games}) > 3


def test_the_machine_of_the_library_has_the_states_and_events_of_the_definition_and_no_more() -> None:
    """A state is final where the definition says so, and no event leads to a state from everywhere."""
    for name, machine in SHARED.items():
        definition = MACHINES[name]
        assert set(machine.events) == {arc.trigger for arc in definition.arcs}
        final = {state.name: machine.get_state(state.name).final for state in definition.states}
        assert final == {state.name: state.kind == "final" for state in definition.states}


class Tally:
    """A model of which a method is no Python function, as those of a compiled module are none."""

    __slots__ = ("number",)

    value = as_method(attrgetter("number"))
    constant = partial(int, "4")

    def __init__(self) -> None:
        self.number = 3


def test_what_is_no_function_becomes_a_method() -> None:
    """It is called with the instance, whether by that or by its class, and the dispatch calls it directly."""
    tally = Tally()
    assert (tally.value(), Tally.value(tally)) == (3, 3)
    assert method_of(Tally, "value")(tally) == 3
    assert not isinstance(method_of(Tally, "value"), (Method, methodcaller))


def test_what_is_neither_is_called_by_its_name() -> None:
    """A callable that binds nothing is called as the instance would call it."""
    call = method_of(Tally, "constant")
    assert isinstance(call, methodcaller)
    assert call(Tally()) == 4


def test_a_function_is_a_method_already() -> None:
    """It stays what it is."""

    def number(tally: Tally) -> int:
        return tally.number

    assert as_method(number) is number
    assert number(Tally()) == 3

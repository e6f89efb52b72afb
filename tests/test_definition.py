"""The definition format: every fault is found, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import DefinitionError
from mtg_fsm.machine import MACHINES, PRIORITY, TURN, Arc, CompiledMachine, MachineDefinition, Named, State
from mtg_fsm.words.units import STEPS


def _state(name: str, **keys: Any) -> State:
    return State.model_validate({"name": name, "description": name, "kind": "state", **keys})


def _arc(trigger: str, source: str, target: str | None, **keys: Any) -> Arc:
    return Arc(trigger=trigger, source=source, target=target, description="", **keys)


def _machine(states: list[State], arcs: list[Arc], **keys: Any) -> MachineDefinition:
    parts: dict[str, Any] = {"guards": (), "callbacks": (), "initial": states[0].name, **keys}
    return MachineDefinition(
        name="test", description="", model_attribute="state", states=tuple(states), arcs=tuple(arcs), **parts
    )


@pytest.mark.parametrize("definition", MACHINES.values(), ids=MACHINES)
def test_the_machines_are_sound(definition: MachineDefinition) -> None:
    """No fault in the machines that run, with the engine as their implementation."""
    assert definition.problems(Engine) == []


def test_the_turn_machine_has_the_states_of_the_rules() -> None:
    """Each phase and step of 500-514 is a state, with the junctions, the beginning and the end."""
    steps = {f"{phase}.{step}" for phase, names in STEPS.items() for step in names}
    phases = {"beginning", "precombat_main", "combat", "postcombat_main", "ending"}
    junctions = {"beginning.next_step", "combat.next_step", "ending.next_step", "next_phase"}
    assert {state.name for state in TURN.states} == steps | phases | junctions | {"not_started", "game_over"}
    assert {state.name for state in TURN.states if state.kind == "junction"} == junctions


def test_junctions_do_and_emit_nothing() -> None:
    """500.12: a junction has no entry callbacks and no actions."""
    for state in TURN.states:
        if state.kind == "junction":
            assert (state.on_enter, state.actions) == ((), ())


@pytest.mark.parametrize("definition", MACHINES.values(), ids=MACHINES)
def test_every_state_and_arc_carries_rules_and_a_sentence(definition: MachineDefinition) -> None:
    """Nothing in the definitions is without a rule and a description."""
    parts: list[State | Arc | Named] = [*definition.states, *definition.arcs]
    for part in [*parts, *definition.guards, *definition.callbacks, *definition.actions]:
        assert part.rules, part
        assert part.description.endswith("."), part


def test_all_problems_are_named_at_once() -> None:
    """One error lists every fault of a definition, in its order."""
    definition = _machine(
        [
            _state("one", rules=("999.9",), on_enter=("greet",), actions=("dance",)),
            _state("one.child"),
            _state("two"),
            _state("two"),
            _state("lost"),
            _state("stuck"),
            _state("over", kind="final"),
        ],
        [
            _arc("go", "one.child", "two"),
            _arc("go", "one.child", "stuck", guards=("is_open",)),
            _arc("go", "nowhere", "two"),
            _arc("go", "two", "one"),
            _arc("stop", "two", "over", guards=("not is_shut",)),
            _arc("back", "over", "two", before=("wave",)),
            _arc("go", "lost", "two", rules=("514.3a", "123.45")),
            _arc("go", "two", "missing"),
        ],
        initial="start",
        guards=(Named(name="is_open", description=""), Named(name="unused", description="")),
    )
    with pytest.raises(DefinitionError) as caught:
        definition.validate_for(object)
    assert caught.value.machine == "test"
    assert str(caught.value).startswith(f"machine 'test': {len(caught.value.problems)} problem(s)\n")
    assert caught.value.problems == (
        "state 'two' is defined 2 times",
        "initial state 'start' is not a state",
        "state 'one': entry callback 'greet' is not defined",
        "state 'one': action 'dance' is not defined",
        "arc go: nowhere -> two: source 'nowhere' is not defined",
        "arc go: two -> one: target 'one' has children; name the child that is entered",
        "arc stop: two -> over: guard 'is_shut' is not defined",
        "arc back: over -> two: callback 'wave' is not defined",
        "arc go: two -> missing: target 'missing' is not defined",
        "guard 'unused' is not used",
        "state 'one': rule 999.9 is not in the catalogue",
        "arc go: lost -> two: rule 123.45 is not in the catalogue",
        "arc go: one.child -> stuck: never taken, for arc go: one.child -> two before it has no guard",
        "arc go: two -> missing: never taken, for arc go: two -> one before it has no guard",
        *(f"state {name!r} cannot be reached" for name in ("one.child", "two", "two", "lost", "stuck", "over")),
        "state 'stuck' has no way out",
        "state 'over' is final and has a way out: arc back: over -> two",
        "guard 'is_open' has no implementation in object",
        "guard 'unused' has no implementation in object",
    )


def test_a_definition_is_frozen_and_refuses_unknown_keys() -> None:
    """Definitions are data that cannot be changed or misspelt."""
    with pytest.raises(ValueError, match="frozen"):
        PRIORITY.states[0].name = "other"
    with pytest.raises(ValueError, match="guard\n"):
        Arc.model_validate({"trigger": "go", "source": "a", "target": "b", "description": "", "guard": "x"})


def test_a_state_is_found_by_its_name() -> None:
    """Another name is an error that names it."""
    assert TURN.state("beginning.upkeep").rules == ("503",)
    with pytest.raises(KeyError, match=r"^'tea'$"):
        TURN.state("tea")


def test_guards_callbacks_and_actions_are_named_by_what_they_are() -> None:
    """Twice the same, not used, without implementation: each fault says of what it is."""
    twice = (Named(name="odd", description=""), Named(name="odd", description=""))
    definition = _machine(
        [_state("one")],
        [_arc("stay", "one", None), _arc("stay", "one", None)],
        guards=twice,
        callbacks=twice,
        actions=twice,
    )
    whats = ("guard", "callback", "action")
    assert definition.problems(object) == [
        *(f"{what} 'odd' is defined 2 times" for what in whats),
        *(f"{what} 'odd' is not used" for what in whats for _ in twice),
        "arc stay: one -> (internal): never taken, for arc stay: one -> (internal) before it has no guard",
        "state 'one' has no way out",
        *(f"{what} 'odd' has no implementation in object" for what in whats for _ in twice),
    ]


def test_the_library_knows_which_states_are_final_and_has_no_triggers_of_its_own() -> None:
    """Of the turn machine only the end of the game is final; there is no trigger that goes to any state."""
    machine = CompiledMachine(TURN)
    assert [state.name for state in TURN.states if machine.get_state(state.name).final] == ["game_over"]
    assert set(machine.events) == {arc.trigger for arc in TURN.arcs}

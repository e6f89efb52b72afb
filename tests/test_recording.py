"""A machine that writes down which arcs are taken."""

from __future__ import annotations

from typing import Any

import pytest
from transitions.extensions.nesting import HierarchicalMachine

from mtg_fsm.machine import Arc, MachineDefinition, Named, State
from mtg_fsm.machine.recording import Record, RecordingMachine, Taken, recording


def _named(name: str) -> Named:
    return Named(name=name, description=f"{name}.")


def _arc(trigger: str, source: str, target: str | None, *guards: str) -> Arc:
    return Arc(trigger=trigger, source=source, target=target, guards=guards, rules=("500.1",), description="An arc.")


DOOR = MachineDefinition(
    name="door",
    description="A door.",
    model_attribute="door_state",
    initial="shut",
    states=(
        State(name="shut", kind="initial", rules=("500.1",), description="It is shut."),
        State(name="open", kind="state", rules=("500.1",), description="It is open."),
    ),
    guards=(_named("unlocked"), _named("blocked")),
    callbacks=(),
    actions=(),
    arcs=(
        _arc("push", "shut", "open", "unlocked", "not blocked"),
        _arc("push", "shut", None, "not unlocked"),
        _arc("push", "open", None),
        _arc("pull", "open", "shut"),
    ),
)


class Door:
    """A model of it, whose guards are set from outside."""

    def __init__(self) -> None:
        self.door_state = "shut"
        self.answers = {"unlocked": False, "blocked": False}

    def unlocked(self) -> bool:
        return self.answers["unlocked"]

    def blocked(self) -> bool:
        return self.answers["blocked"]


def test_an_arc_is_written_down_with_its_states_and_the_answers_of_its_guards() -> None:
    """One without a target stays where it is; where no guard holds nothing is written."""
    machine, door = RecordingMachine(DOOR), Door()
    assert machine.trigger_event(door, "push")
    door.answers = {"unlocked": True, "blocked": True}
    assert not machine.trigger_event(door, "push")
    door.answers = {"unlocked": True, "blocked": False}
    assert machine.trigger_event(door, "push")
    assert machine.trigger_event(door, "push")
    assert machine.trigger_event(door, "pull")
    assert machine.way == [
        Taken("door", "push", "shut", "shut", "arc.shut.push.internal", {"unlocked": False, "blocked": False}),
        Taken("door", "push", "shut", "open", "arc.shut.push.open", {"unlocked": True, "blocked": False}),
        Taken("door", "push", "open", "open", "arc.open.push.internal", {}),
        Taken("door", "pull", "open", "shut", "arc.open.pull.shut", {}),
    ]


def test_a_stock_machine_takes_the_path_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all arguments; so do all machines of a game for which that is asked."""
    taken: list[Any] = []

    def trigger_event(*arguments: Any, **keys: Any) -> bool:
        taken.append((*arguments[1:], keys))
        return True

    monkeypatch.setattr(HierarchicalMachine, "trigger_event", trigger_event)
    door = Door()
    door.answers = {"unlocked": True, "blocked": False}
    for machine in (RecordingMachine(DOOR, stock=True), *recording({"door": DOOR}, stock=True)[0].values()):
        assert machine.trigger_event(door, "push", 1, more=2)
    assert taken == [(door, "push", 1, {"more": 2})] * 2
    assert RecordingMachine(DOOR).trigger_event(door, "push")
    assert len(taken) == 2


def test_an_arc_of_a_failed_command_is_forgotten() -> None:
    """As the machine fires for the next one."""
    machine, engine = RecordingMachine(DOOR), _DoorOfEngine()
    engine.attempts = (1, 0)
    machine.trigger_event(engine, "push")
    engine.attempts = (2, 0)
    engine.answers = {"unlocked": True, "blocked": False}
    machine.trigger_event(engine, "push")
    assert [taken.target for taken in machine.way] == ["open"]


class _DoorOfEngine(Door):
    """A door that counts commands as an engine does."""

    attempts: object = (0, 0)


class Attempts:
    """An engine as far as a record looks at it: how many commands began, and how many were carried out."""

    def __init__(self) -> None:
        self.attempts: object = (0, 0)


def test_what_is_of_a_failed_command_is_forgotten_as_the_next_one_begins() -> None:
    """What is of those that were carried out stays."""
    record, engine = Record[str](), Attempts()
    for attempts, thing in (((1, 0), "a"), ((2, 1), "b"), ((3, 1), "c"), ((3, 1), "d")):
        engine.attempts = attempts
        record.follow(engine)
        record.append(thing)
    assert record == ["a", "c", "d"]
    engine.attempts = (4, 2)
    record.follow(engine)
    assert record == ["a", "c", "d"]


@pytest.mark.parametrize("model", [object(), Door()], ids=["nothing", "a model"])
def test_a_record_of_what_is_no_engine_forgets_nothing(model: object) -> None:
    """It cannot take anything back."""
    record = Record[str]()
    record.append("a")
    record.follow(model)
    assert record == ["a"]


def test_machines_of_one_game_write_one_way() -> None:
    """In the order in which their arcs are taken."""
    machines, way = recording({"door": DOOR, "gate": DOOR.model_copy(update={"name": "gate"})})
    door, gate = Door(), Door()
    machines["gate"].trigger_event(gate, "push")
    machines["door"].trigger_event(door, "push")
    assert [taken.machine for taken in way] == ["gate", "door"]

"""What `make foreign` walks: every arc, with what the engine's machines do there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from charts import DEEP
from foreign import explored_ways, step, write_ways

from mtg_fsm import MACHINES, TURN, CompiledMachine, MachineDefinition
from mtg_fsm.machine.definition import arc_ids
from mtg_fsm.machine.recording import RecordingMachine


@pytest.mark.parametrize("definition", [*MACHINES.values(), DEEP], ids=lambda definition: definition.name)
def test_every_arc_is_walked(definition: MachineDefinition) -> None:
    """Exploring a machine takes each of its arcs, and finds states in which none can be taken."""
    machine = RecordingMachine(definition)
    ways = [*explored_ways(machine)]
    assert {taken.arc for taken in machine.way} == {*arc_ids(definition.arcs)}
    assert {way[-1].source for way in ways} == {leaf.name for leaf in definition.leaves if leaf.kind != "final"}
    for way in ways:
        assert [taken.source for taken in way] == [definition.initial, *(taken.state for taken in way[:-1])]


def test_a_step_is_what_the_engine_does() -> None:
    """Callbacks of the arc come first, then those of the states that are entered, outermost first."""
    answers = {"nothing_added_or_skipped": True}
    taken = step(CompiledMachine(TURN, stock=True), "precombat_main", "proceed", answers)
    combat = TURN.state("combat").on_enter, TURN.state("combat.beginning_of_combat").on_enter
    arc = next(arc for arc in TURN.arcs if arc.source == "precombat_main")
    assert taken.state == "combat.beginning_of_combat"
    assert taken.callbacks == (*arc.before, *combat[0], *combat[1])
    between = step(CompiledMachine(DEEP, stock=True), "outer.inner.one", "go", {"early": False})
    assert (between.state, between.callbacks) == ("outer.inner.two", ("enter_two",))


def test_ways_are_written_once(tmp_path: Path) -> None:
    """Each step and each way stands there once; a way that goes nowhere does not."""
    first, second = (step(CompiledMachine(DEEP), "outer.inner.one", "go", {"early": early}) for early in (True, False))
    write_ways(
        tmp_path / "x.json", {"deep": "deep.one"}, [(first, second), (), (first, second), (second,)], prefixed=True
    )
    written = json.loads((tmp_path / "x.json").read_text())
    assert written["ways"] == [[0, 1], [1]]
    assert [(step["event"], step["state"], step["callbacks"]) for step in written["steps"]] == [
        ("deep.go", "deep.outer.inner.one", ["enter_one"]),
        ("deep.go", "deep.outer.inner.two", ["enter_two"]),
    ]

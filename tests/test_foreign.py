"""How `make foreign` compares the engine with others: what it walks, and that it finds what is different."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from charts import DEEP
from foreign import (
    Row,
    explored_ways,
    faults_missed_in_python,
    initial_states,
    played,
    plays,
    step,
    table,
    walked_in_python,
    with_faults,
    write_ways,
)
from scxml_walk import covering

from mtg_fsm import MACHINES, TURN, CompiledMachine, MachineDefinition
from mtg_fsm.diagrams import draw
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


def test_a_library_that_goes_another_way_is_found() -> None:
    """The same games on the machines of `transitions` itself are the same; without an arc some are not."""
    games = [*islice(plays(), 0, 80, 8)]
    here = [played(play, MACHINES, stock=False) for play in games]
    assert [played(play, MACHINES, stock=True) for play in games] == here
    assert all(taken for _, taken in here)
    natural = next(arc for arc in TURN.arcs if arc.source == "precombat_main")
    lacking = TURN.model_copy(update={"arcs": tuple(arc for arc in TURN.arcs if arc is not natural)})
    assert [played(play, {**MACHINES, "turn": lacking}, stock=True) for play in games] != here


def test_faults_in_an_export_are_found() -> None:
    """Each is in the export, and none is missed by who walks it."""
    ways = [*explored_ways(CompiledMachine(TURN, stock=True))]
    whole = draw(TURN, "scxml")
    assert all(export != whole for export in with_faults("scxml").values())
    assert len(with_faults("scxml")) == len(with_faults("xstate")) == 5
    assert faults_missed_in_python(ways) == []


def test_a_fault_is_told_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """A way that the export does not go: which event led where."""
    (way, *_) = explored_ways(CompiledMachine(DEEP, stock=True))
    elsewhere = [way[0]._replace(state="outer.rest")]
    assert walked_in_python({"deep": [way, elsewhere]}) == Row("python-statemachine, SCXML", 2, 2, 1)
    said = capsys.readouterr().out
    assert said == "deep.scxml: go in outer.inner.one: reached outer.inner.two, not outer.rest\n"
    assert initial_states("all")["turn"] == "turn.not_started"


def test_the_ways_that_cover_all_steps_are_few() -> None:
    """Each step of any way is in one of them."""
    ways = [*explored_ways(CompiledMachine(TURN, stock=True))]
    chosen = covering([*ways, *ways])
    assert len(chosen) == len(ways)
    assert covering(chosen[:-1]) == chosen[:-1]


def test_the_table_says_how_much_was_compared() -> None:
    """A line for each of the others."""
    assert table([Row("XState 5", 1_759, 281_018, 0)]).splitlines() == [
        "against                               walks       steps  wrong",
        "XState 5                              1,759     281,018      0",
    ]

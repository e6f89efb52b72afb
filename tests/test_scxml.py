"""SCXML exports: structure, and that an interpreter goes the engine's way. `make foreign` has two walk whole games."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from charts import DEEP, HOSTILE
from foreign import explored_ways, initial_states
from scxml_walk import Walk

from mtg_fsm import MACHINES, TURN, CompiledMachine, DiagramError, MachineDefinition
from mtg_fsm.diagrams import chart, draw
from mtg_fsm.diagrams.scxml import OWN, SCXML
from mtg_fsm.machine.definition import arc_ids

NAMESPACES = {"": SCXML, "own": OWN}


def export(subject: str | MachineDefinition) -> Element:
    """An export, read back."""
    return ElementTree.fromstring(draw(subject, "scxml"))


def own(element: Element, name: str) -> str:
    """An attribute of our namespace."""
    return element.get(f"{{{OWN}}}{name}", "")


def logs(element: Element | None) -> list[str]:
    """The callbacks of an element."""
    return [] if element is None else [log.get("expr", "").strip("'") for log in element.findall("log", NAMESPACES)]


@pytest.mark.parametrize("machine", MACHINES.values(), ids=lambda machine: machine.name)
def test_every_state_and_arc_is_there_once(machine: MachineDefinition) -> None:
    """Ids are the names of states, nested as in the definition; each arc stands on its source, in order."""
    root = export(machine.name)
    parents = {child: parent for parent in root.iter() for child in parent}
    elements = {
        element.get("id", ""): element
        for tag in ("state", "final")
        for element in root.iterfind(f".//{tag}", NAMESPACES)
    }
    assert {name: parents[element].get("id") for name, element in elements.items()} == {
        state.name: state.parent for state in machine.states
    }
    assert {name: logs(element.find("onentry", NAMESPACES)) for name, element in elements.items()} == {
        state.name: [*state.on_enter] for state in machine.states
    }
    found = [
        (own(arc, "arc"), parents[arc].get("id"), arc.get("event"), arc.get("target"), logs(arc), own(arc, "rules"))
        for arc in root.iterfind(".//transition", NAMESPACES)
    ]
    expected = [
        (id_, arc.source, arc.trigger, arc.target, [*arc.before], " ".join(arc.rules))
        for id_, arc in zip(arc_ids(machine.arcs), machine.arcs, strict=True)
    ]
    assert sorted(found, key=lambda item: item[0]) == sorted(expected, key=lambda item: item[0])
    for element in elements.values():
        ids = [own(arc, "arc") for arc in element.findall("transition", NAMESPACES)]
        assert ids == sorted(ids, key=arc_ids(machine.arcs).index)


def test_conditions_read_the_data_of_the_event() -> None:
    """A guard that must not hold has to be false there; one that is not there holds neither way."""
    root = export("turn")
    conditions = {own(arc, "arc"): arc.get("cond") for arc in root.iterfind(".//transition", NAMESPACES)}
    undisturbed = "_event.data.nothing_added_or_skipped"
    assert conditions["arc.combat.declare_attackers.proceed.combat.declare_blockers"] == (
        f"{undisturbed} && _event.data.any_attackers"
    )
    assert conditions["arc.combat.declare_attackers.proceed.combat.end_of_combat"] == (
        f"{undisturbed} && _event.data.any_attackers === false"
    )
    assert conditions["arc.not_started.begin_game.next_phase"] is None


def test_an_arc_into_its_own_source_is_internal() -> None:
    """Else the source would be left and entered again, which the engine does not do."""
    internal = {
        own(arc, "arc") for arc in export("turn").iterfind(".//transition", NAMESPACES) if arc.get("type") == "internal"
    }
    assert internal == {
        *(f"arc.{phase}.end_the_turn.{phase}.next_step" for phase in ("beginning", "combat", "ending")),
        "arc.combat.end_the_combat_phase.combat.next_step",
    }
    inner = export(DEEP).find(".//state[@id='outer.inner']", NAMESPACES)
    assert inner is not None
    assert [arc.get("event") for arc in inner.findall("transition", NAMESPACES)] == ["rest", "go", "go"]


def test_the_chart_of_all_machines_is_parallel() -> None:
    """Each machine is a region; ids and events have its name in front."""
    root = export("all")
    regions = root.findall("parallel/state", NAMESPACES)
    assert [(region.get("id"), region.get("initial")) for region in regions] == [
        (name, f"{name}.{machine.initial}") for name, machine in MACHINES.items()
    ]
    opening = root.find(".//state[@id='priority.closed']/transition", NAMESPACES)
    assert opening is not None
    assert (opening.get("event"), opening.get("target")) == ("priority.open", "priority.state_based_actions")


def test_what_cannot_be_written_is_refused() -> None:
    """Names have to be names in XML, and only full detail is exported."""
    with pytest.raises(DiagramError, match=r"state: SCXML takes a letter, .* not 'a b'"):
        draw(HOSTILE, "scxml")
    with pytest.raises(DiagramError, match="scxml holds a machine that runs: detail has to be full, not phases"):
        draw(chart("turn", detail="phases"), "scxml")


def test_titles_do_not_break_the_comment_that_has_them() -> None:
    """Two hyphens would end it."""
    ElementTree.fromstring(draw("priority", "scxml", title="a --- b -- c -"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"trigger": "go.far"}, "trigger: in SCXML 'go.far' would be a kind of what stands before its dot"),
        ({"guards": ("any-x",)}, "guard: a condition of SCXML takes a letter, .* not 'any-x'"),
    ],
)
def test_names_that_would_mean_something_else_are_refused(change: dict[str, Any], said: str) -> None:
    """A dot in an event and a hyphen in a condition have a meaning."""
    arc = TURN.arcs[0].model_copy(update=change)
    with pytest.raises(DiagramError, match=said):
        draw(TURN.model_copy(update={"arcs": (arc, *TURN.arcs[1:])}), "scxml")


@pytest.mark.parametrize("machine", [*MACHINES.values(), DEEP], ids=lambda machine: machine.name)
def test_an_interpreter_goes_the_way_of_the_engine(machine: MachineDefinition) -> None:
    """Out of every state by every event, with no, one and two guards that hold: the same states and callbacks."""
    walk = Walk(draw(machine, "scxml"))
    ways = [*explored_ways(CompiledMachine(machine, stock=True))]
    assert [walk.fault(way, initial_states(machine.name)) for way in ways] == [None] * len(ways)


@pytest.mark.parametrize(
    "machine", [MACHINES[name] for name in ("attack", "block", "damage")], ids=lambda one: one.name
)
def test_an_interpreter_misses_any_arc(machine: MachineDefinition) -> None:
    """An export without one of the arcs goes another way, whichever it is."""
    ways = [*explored_ways(CompiledMachine(machine, stock=True))]
    for number in range(len(machine.arcs)):
        arcs = (*machine.arcs[:number], *machine.arcs[number + 1 :])
        walk = Walk(draw(machine.model_copy(update={"arcs": arcs}), "scxml"))
        assert any(walk.fault(way, initial_states(machine.name)) for way in ways), machine.arcs[number]

"""XState exports: structure. `make foreign` runs them in XState itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from charts import DEEP

from mtg_fsm import MACHINES, TURN, DiagramError, MachineDefinition
from mtg_fsm.diagrams import chart, draw
from mtg_fsm.machine.definition import arc_ids


def export(subject: str | MachineDefinition) -> dict[str, Any]:
    """An export, read back."""
    return json.loads(draw(subject, "xstate"))  # type: ignore[no-any-return]


def states_of(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every state in a node, by its path."""
    for key, inner in node.get("states", {}).items():
        yield f"{path}{key}", inner
        yield from states_of(inner, f"{path}{key}.")


@pytest.mark.parametrize("machine", MACHINES.values(), ids=lambda machine: machine.name)
def test_every_state_and_arc_is_there_once(machine: MachineDefinition) -> None:
    """States are nested as in the definition; each arc stands on its source, in order, with all of its data."""
    states = dict(states_of(export(machine.name)))
    assert {name: node.get("entry", []) for name, node in states.items()} == {
        state.name: [*state.on_enter] for state in machine.states
    }
    ids = arc_ids(machine.arcs)
    found: dict[str, dict[str, Any]] = {}
    for name, node in states.items():
        for trigger, arcs in node.get("on", {}).items():
            order = [ids.index(arc["meta"]["id"]) for arc in arcs]
            assert order == sorted(order)
            found |= {arc["meta"]["id"]: {**arc, "trigger": trigger, "source": name} for arc in arcs}
    assert found == {
        id_: {
            "trigger": arc.trigger,
            "source": arc.source,
            **({"target": f"#{machine.name}.{arc.target}"} if arc.target else {}),
            **({"reenter": True} if arc.target == arc.source else {}),
            **({"guard": {"type": "all", "params": {"guards": [*arc.guards]}}} if arc.guards else {}),
            **({"actions": [*arc.before]} if arc.before else {}),
            "description": arc.description,
            "meta": {"id": id_, "kind": arc.kind, **({"rules": [*arc.rules]} if arc.rules else {})},
        }
        for id_, arc in zip(ids, machine.arcs, strict=True)
    }


def test_states_say_what_they_are() -> None:
    """The kind is a tag; rules and what happens in a state are in its meta; the end is final."""
    config = export("turn")
    assert (config["id"], config["initial"]) == ("turn", "not_started")
    cleanup = config["states"]["ending"]["states"]["cleanup"]
    state = TURN.state("ending.cleanup")
    assert cleanup["tags"] == ["step"]
    assert cleanup["meta"] == {"id": "state.ending.cleanup", "rules": ["514"], "actions": [*state.actions]}
    assert config["states"]["combat"]["initial"] == "beginning_of_combat"
    assert config["states"]["game_over"]["type"] == "final"
    assert config["meta"]["guards"]["any_attackers"]["rules"] == ["508.8"]


def test_the_chart_of_all_machines_is_parallel() -> None:
    """Each machine is a region; events and targets have its name in front."""
    config = export("all")
    assert (config["type"], [*config["states"]]) == ("parallel", [*MACHINES])
    (opening,) = config["states"]["priority"]["states"]["closed"]["on"]["priority.open"]
    assert opening["target"] == "#all.priority.state_based_actions"


def test_an_arc_two_levels_into_its_source_stands_on_the_state_between_too() -> None:
    """So XState does not leave that state, as the engine does not; all arcs of the trigger come with it, in order."""
    config = export(DEEP)
    outer = config["states"]["outer"]
    inner = outer["states"]["inner"]
    assert [arc["target"] for arc in inner["on"]["go"]] == ["#deep.outer.inner.one", "#deep.outer.inner.two"]
    assert inner["on"]["go"] == outer["on"]["go"]
    assert "rest" not in outer["on"]
    assert "on" not in inner["states"]["one"]
    assert (config["initial"], outer["initial"], inner["initial"]) == ("outer", "inner", "one")


def test_a_part_of_a_machine_is_no_machine() -> None:
    """Only full detail is exported."""
    with pytest.raises(DiagramError, match="xstate holds a machine that runs: detail has to be full, not steps"):
        draw(chart("turn", detail="steps"), "xstate")

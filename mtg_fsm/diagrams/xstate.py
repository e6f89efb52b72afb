"""XState of a chart: the configuration that `createMachine` of XState 5 takes, as JSON.

A machine is loaded with an implementation of the one guard, `all`; an event carries the answers in `data`:

    const answer = (data, name) => (name.startsWith("not ") ? !data[name.slice(4)] : data[name]);
    const all = ({ event }, { guards }) => guards.every((name) => answer(event.data, name));
    const machine = setup({ guards: { all } }).createMachine(JSON.parse(text));
    actor.send({ type: "proceed", data: { nothing_added_or_skipped: true } });

The actions of an arc are its callbacks, those of a state its callbacks on entry, each by its name. What happens in a
state once it is entered stands in its `meta.actions`. In the chart of all machines each is a region, and an event has
the name of its machine in front: `turn.proceed`. XState runs the entry actions of the state in which it starts, too;
the engine does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from mtg_fsm.diagrams.chart import Chart, Part
from mtg_fsm.diagrams.nesting import children, first, leaving
from mtg_fsm.machine import Arc, State
from mtg_fsm.machine.definition import SEPARATOR, Named

GUARD = "all"
"""The type of every guard: all of its parameter `guards` hold, `not x` if x does not."""


def xstate(chart: Chart) -> str:
    """A chart as JSON; it has to be in full detail."""
    machines = {part.name: _machine(chart, part) for part in chart.parts}
    head = {"id": chart.name, "description": chart.description}
    if any(part.prefix for part in chart.parts):
        config = {**head, "type": "parallel", "states": machines}
    else:
        config = {**machines[chart.parts[0].name], **head}
    return json.dumps(config, ensure_ascii=False, indent=2) + "\n"


def _machine(chart: Chart, part: Part) -> dict[str, Any]:
    definition = part.definition
    return {
        "id": f"{chart.name}{SEPARATOR}{part.name}",
        "description": definition.description,
        "meta": _filled(
            guards=_meanings(definition.guards),
            callbacks=_meanings(definition.callbacks),
            actions=_meanings(definition.actions),
        ),
        **_inside(chart, part, None),
    }


def _meanings(named: Iterable[Named]) -> dict[str, Any]:
    return {item.name: {"rules": item.rules, "description": item.description} for item in named}


def _inside(chart: Chart, part: Part, parent: str | None) -> dict[str, Any]:
    states = {_key(state.name): _state(chart, part, state) for state in children(part, parent)}
    return {"initial": _key(first(part, parent)), "states": states} if states else {}


def _state(chart: Chart, part: Part, state: State) -> dict[str, Any]:
    arcs: dict[str, list[dict[str, Any]]] = {}
    for id_, arc in leaving(part, state).items():
        arcs.setdefault(f"{part.prefix}{arc.trigger}", []).append(_arc(chart, part, id_, arc))
    return _filled(
        type="final" if state.kind == "final" else "",
        description=state.description,
        tags=[state.kind],
        meta=_filled(id=part.state_id(state.name), rules=state.rules, actions=state.actions),
        entry=state.on_enter,
        on=arcs,
        **_inside(chart, part, state.name),
    )


def _arc(chart: Chart, part: Part, id_: str, arc: Arc) -> dict[str, Any]:
    return _filled(
        target=f"#{chart.name}{SEPARATOR}{part.prefix}{arc.target}" if arc.target else "",
        reenter=arc.target == arc.source,
        guard={"type": GUARD, "params": {"guards": arc.guards}} if arc.guards else {},
        actions=arc.before,
        description=arc.description,
        meta=_filled(id=id_, kind=arc.kind, rules=arc.rules),
    )


def _key(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]


def _filled(**values: Any) -> dict[str, Any]:
    """What there is; what is empty is left out."""
    return {name: value for name, value in values.items() if value}

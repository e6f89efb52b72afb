"""The tables of states and arcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from mtg_fsm.machine import Arc, MachineDefinition, State

Cell = Sequence[str]
"""Items of a cell: lines on a terminal, else in one line."""


class Rows(NamedTuple):
    """A table: its head and its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


_STATE_HEAD: Final = ("state", "kind", "rules", "on entry", "actions", "description")
_ARC_HEAD: Final = ("trigger", "source", "target", "kind", "rules", "guards", "callbacks", "description")
INTERNAL: Final = "(internal)"
"""Target of an internal arc."""


def state_rows(machine: MachineDefinition) -> Rows:
    """The states, one item a column."""
    return Rows(_STATE_HEAD, [_state_row(state) for state in machine.states])


def narrow_state_rows(machine: MachineDefinition) -> Rows:
    """The states in few columns."""
    rows = [_state_row(state) for state in machine.states]
    narrow = [((*name, *text), (*kind, *rules), entry, actions) for name, kind, rules, entry, actions, text in rows]
    return Rows(("state", "kind, rules", "on entry", "actions"), narrow)


def _state_row(state: State) -> Sequence[Cell]:
    return (state.name,), (state.kind,), state.rules, state.on_enter, state.actions, (state.description,)


def arc_rows(machine: MachineDefinition) -> Rows:
    """The arcs, one item a column."""
    return Rows(_ARC_HEAD, [_arc_row(arc) for arc in machine.arcs])


def narrow_arc_rows(machine: MachineDefinition) -> Rows:
    """The arcs in few columns."""
    rows = [_arc_row(arc) for arc in machine.arcs]
    narrow = [
        ((f"{trigger[0]}:", source[0], f"-> {target[0]}", *text), (*kind, *rules), guards, callbacks)
        for trigger, source, target, kind, rules, guards, callbacks, text in rows
    ]
    return Rows(("arc", "kind, rules", "guards", "callbacks"), narrow)


def _arc_row(arc: Arc) -> Sequence[Cell]:
    ends = (arc.trigger,), (arc.source,), (arc.target or INTERNAL,)
    return *ends, (arc.kind,), arc.rules, arc.guards, arc.before, (arc.description,)


def states_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its states."""
    return [state.model_dump(mode="json") | {"parent": state.parent} for state in machine.states]


def arcs_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its arcs."""
    return [arc.model_dump(mode="json") for arc in machine.arcs]

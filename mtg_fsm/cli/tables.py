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

    def filled(self) -> Rows:
        """The table without columns in which nothing stands."""
        kept = [index for index in range(len(self.head)) if any(any(row[index]) for row in self.rows)]
        return Rows([self.head[index] for index in kept], [[row[index] for index in kept] for row in self.rows])


_STATE_HEAD: Final = ("state", "kind", "rules", "on entry", "actions", "description")
_ARC_HEAD: Final = ("trigger", "source", "target", "kind", "rules", "guards", "callbacks", "description")
ARROW: Final = "->"
"""Before the target of an arc."""
INTERNAL: Final = "(internal)"
"""Target of an internal arc."""


def state_tables(machine: MachineDefinition) -> Sequence[Rows]:
    """The states, one item a column, then in fewer and fewer columns."""
    rows = [_state_row(state) for state in machine.states]
    four = [((*name, *text), (*kind, *rules), entry, actions) for name, kind, rules, entry, actions, text in rows]
    return (
        Rows(_STATE_HEAD, rows),
        Rows(("state", "kind, rules", "on entry", "actions"), four),
        Rows(("state", "kind, rules", "/ on entry, then actions"), [_merged(row, "/ {}", "{}") for row in four]),
    )


def _state_row(state: State) -> Sequence[Cell]:
    return (state.name,), (state.kind,), state.rules, state.on_enter, state.actions, (state.description,)


def arc_tables(machine: MachineDefinition) -> Sequence[Rows]:
    """The arcs, one item a column, then in fewer and fewer columns."""
    rows = [_arc_row(arc) for arc in machine.arcs]
    five = [
        ((f"{trigger[0]}:", source[0], f"{ARROW} {target[0]}"), (*kind, *rules), guards, callbacks, text)
        for trigger, source, target, kind, rules, guards, callbacks, text in rows
    ]
    four = [((*ends, *text), kind, guards, callbacks) for ends, kind, guards, callbacks, text in five]
    return (
        Rows(_ARC_HEAD, rows),
        Rows(("arc", "kind, rules", "guards", "callbacks", "description"), five),
        Rows(("arc", "kind, rules", "guards", "callbacks"), four),
        Rows(("arc", "kind, rules", "[guards], / callbacks"), [_merged(row, "[{}]", "/ {}") for row in four]),
    )


def _arc_row(arc: Arc) -> Sequence[Cell]:
    ends = (arc.trigger,), (arc.source,), (arc.target or INTERNAL,)
    return *ends, (arc.kind,), arc.rules, arc.guards, arc.before, (arc.description,)


def _merged(row: Sequence[Cell], third: str, fourth: str) -> Sequence[Cell]:
    """A row of four cells with the last two in one, each item of them in a format of its own."""
    return row[0], row[1], (*(third.format(item) for item in row[2]), *(fourth.format(item) for item in row[3]))


def states_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its states."""
    return [state.model_dump(mode="json") | {"parent": state.parent} for state in machine.states]


def arcs_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its arcs."""
    return [arc.model_dump(mode="json") for arc in machine.arcs]

"""The tables of states and arcs on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mtg_fsm.diagrams.tables import ARC_HEAD, STATE_HEAD, Cell, Rows, arc_row, state_row
from mtg_fsm.machine import MachineDefinition

ARROW: Final = "->"
"""Before the target of an arc."""


def state_tables(machine: MachineDefinition) -> Sequence[Rows]:
    """The states, one item a column, then in fewer and fewer columns."""
    rows = [state_row(state) for state in machine.states]
    four = [((*name, *text), (*kind, *rules), entry, actions) for name, kind, rules, entry, actions, text in rows]
    return (
        Rows(STATE_HEAD, rows),
        Rows(("state", "kind, rules", "on entry", "actions"), four),
        Rows(("state", "kind, rules", "/ on entry, then actions"), [_merged(row, "/ {}", "{}") for row in four]),
    )


def arc_tables(machine: MachineDefinition) -> Sequence[Rows]:
    """The arcs, one item a column, then in fewer and fewer columns."""
    rows = [arc_row(arc) for arc in machine.arcs]
    five = [
        ((f"{trigger[0]}:", source[0], f"{ARROW} {target[0]}"), (*kind, *rules), guards, callbacks, text)
        for trigger, source, target, kind, rules, guards, callbacks, text in rows
    ]
    four = [((*ends, *text), kind, guards, callbacks) for ends, kind, guards, callbacks, text in five]
    return (
        Rows(ARC_HEAD, rows),
        Rows(("arc", "kind, rules", "guards", "callbacks", "description"), five),
        Rows(("arc", "kind, rules", "guards", "callbacks"), four),
        Rows(("arc", "kind, rules", "[guards], / callbacks"), [_merged(row, "[{}]", "/ {}") for row in four]),
    )


def _merged(row: Sequence[Cell], third: str, fourth: str) -> Sequence[Cell]:
    """A row of four cells with the last two in one, each item of them in a format of its own."""
    return row[0], row[1], (*(third.format(item) for item in row[2]), *(fourth.format(item) for item in row[3]))


def states_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its states."""
    return [state.model_dump(mode="json") | {"parent": state.parent} for state in machine.states]


def arcs_data(machine: MachineDefinition) -> list[dict[str, Any]]:
    """All that the definition says about its arcs."""
    return [arc.model_dump(mode="json") for arc in machine.arcs]

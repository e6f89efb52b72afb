"""Tables of states and arcs, before they are written in one format or another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.machine import Arc, State

Cell = Sequence[str]
"""Items of a cell."""


class Rows(NamedTuple):
    """A table: its head and its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def filled(self) -> Rows:
        """The table without columns in which nothing stands."""
        kept = [index for index in range(len(self.head)) if any(any(row[index]) for row in self.rows)]
        return Rows([self.head[index] for index in kept], [[row[index] for index in kept] for row in self.rows])


STATE_HEAD: Final = ("state", "kind", "rules", "on entry", "actions", "description")
ARC_HEAD: Final = ("trigger", "source", "target", "kind", "rules", "guards", "callbacks", "description")
MARKED: Final = "marked"
"""Column of the marks: only there if something is marked."""
NAMED: Final = frozenset({"state", "trigger", "source", "target", "on entry", "actions", "guards", "callbacks"})
"""Columns in which names of the machine stand."""
INTERNAL: Final = "(internal)"
"""Target of an internal arc."""


def state_row(state: State) -> Sequence[Cell]:
    """What stands below `STATE_HEAD`."""
    return (state.name,), (state.kind,), state.rules, state.on_enter, state.actions, (state.description,)


def arc_row(arc: Arc) -> Sequence[Cell]:
    """What stands below `ARC_HEAD`."""
    ends = (arc.trigger,), (arc.source,), (arc.target or INTERNAL,)
    return *ends, (arc.kind,), arc.rules, arc.guards, arc.before, (arc.description,)


def states(part: Part) -> Rows:
    """The states of a part, and their marks."""
    return Rows(
        (*STATE_HEAD, MARKED), [(*state_row(state), _state_marks(part, state)) for state in part.states]
    ).filled()


def arcs(part: Part) -> Rows:
    """The arcs of a part, and how often a run took each."""
    rows = [(*arc_row(arc), _times(part.marks.taken(id_))) for id_, arc in part.arcs.items()]
    return Rows((*ARC_HEAD, MARKED), rows).filled()


def _state_marks(part: Part, state: State) -> list[str]:
    marks = part.marks
    place = marks.upcoming.get(state.name)
    return [
        *(["active"] if state.name == marks.active else ()),
        *_times(marks.states.get(state.name)),
        *([f"next {place}"] if place else ()),
    ]


def _times(number: int | None) -> list[str]:
    return [f"x{number}"] if number else []

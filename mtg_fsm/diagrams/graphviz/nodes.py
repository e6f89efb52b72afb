"""What stands in the box of a state, and how much room it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.labels import Label, Line, Piece, cell, flowed, plain, soft, table
from mtg_fsm.diagrams.graphviz.style import ARC_LOOKS, BORDER, FILLS, GROUP_SIZE, INK, STATE_SIZE, VISITED_FILL
from mtg_fsm.diagrams.graphviz.words import Words, arc_tooltip
from mtg_fsm.machine.definition import Arc, State

TITLE_WIDTH: Final = 126.0
"""Width of the part of a phase's box or band that names it."""
_PAD: Final = 3
_BORDERS: Final = 4
_LEFT: Final = {"align": "LEFT", "balign": "LEFT"}


class Internal(NamedTuple):
    """An internal arc, its `id` and how often a run took it; None: there was no run."""

    id: str
    arc: Arc
    taken: int | None


class Row(NamedTuple):
    """A row of a box: one or two cells side by side, and what is said of the row as a whole."""

    cells: tuple[Label, ...]
    arc: Internal | None = None


class Content(NamedTuple):
    """The rows of a box, with lines between them if `ruled`; the kind of state and whether a run was in it."""

    rows: tuple[Row, ...]
    ruled: bool
    state: State
    visited: bool

    @property
    def width(self) -> float:
        """The least width of the box, in points."""
        return max(sum(_cell_width(row, index) for index in range(len(row.cells))) for row in self.rows) + _BORDERS

    @property
    def height(self) -> float:
        """The least height of the box, in points."""
        rows = sum(max(label.height for label in row.cells) + 2 * _PAD for row in self.rows)
        return rows + self.ruled * (len(self.rows) - 1) + _BORDERS

    def html(self, width: float = 0, height: float = 0) -> str:
        """The box as an HTML-like label, at least so wide and high."""
        border, rows = 2 if self.state.kind == "final" else 1, list[str]()
        for row in self.rows:
            rows += ["<HR/>"] if self.ruled and rows else []
            rows.append("".join(_cell(row, index, width - 2 * border) for index in range(len(row.cells))))
        return table(
            rows,
            border=f"{border}",
            style="ROUNDED",
            color=BORDER if self.state.kind == "phase" else INK,
            bgcolor=VISITED_FILL if self.visited else FILLS[self.state.kind],
            cellborder="0",
            cellspacing="0",
            cellpadding=str(_PAD),
            width=f"{round(width) or ''}",
            height=f"{round(height) or ''}",
        )


def content(
    state: State, words: Words, internal: Sequence[Internal], visits: int, *, width: float, wide: bool
) -> Content:
    """What stands in a box: name, rules and times visited, what the state does, its internal arcs.

    A `wide` box has its title, and each internal arc, on one line and no lines between them.
    """
    doings: tuple[Line, ...] = tuple((Piece(doing),) for doing in words.doings(state))
    if state.kind == "phase":
        rows = [Row((phase_title(state, visits), Label(doings)))] if doings else [Row((phase_title(state, visits),))]
    else:
        rows = [Row((_title(state, visits, width, wide),))]
        rows += [Row((Label(doings),))] if doings else []
    for arc in internal:
        rows.append(Row((_internal(arc, words, width),), arc))
    return Content(tuple(rows), not wide and state.kind != "phase", state, visits > 0)


def phase_title(state: State, visits: int) -> Label:
    """Name and rules of a phase, in two lines."""
    name = Piece(plain(state.name) + times(visits), bold=True, size=GROUP_SIZE)
    return Label(((name,), *soft(" ".join(("phase", ", ".join(state.rules))), TITLE_WIDTH)))


def times(visits: int) -> str:
    """How often, if more than once."""
    return f" x{visits}" if visits > 1 else ""


def _title(state: State, visits: int, width: float, wide: bool) -> Label:
    name, rules = Piece(plain(state.name) + times(visits), bold=True), soft(", ".join(state.rules), width)
    if wide and len(rules) == 1:
        return Label(((name, *rules[0]),))
    return Label(((name,), *rules))


def _internal(internal: Internal, words: Words, width: float) -> Label:
    arc, count = internal.arc, times(internal.taken or 0).strip()
    colour, pale = ARC_LOOKS[arc.kind].colour, internal.taken == 0
    return flowed(count, words.arc(arc), ", ".join(arc.rules), width, size=STATE_SIZE, colour=colour, pale=pale)


def _cell_width(row: Row, index: int) -> float:
    least = TITLE_WIDTH if index == 0 and len(row.cells) > 1 else 0
    return max(least, row.cells[index].width + 2 * _PAD)


def _cell(row: Row, index: int, width: float) -> str:
    """A cell; an only one is as wide as the box, for the line below a row is no longer than the cells want to be."""
    text, internal, two = row.cells[index].html("LEFT"), row.arc, len(row.cells) > 1
    return cell(
        text,
        id=internal.id if internal else "",
        tooltip=arc_tooltip(internal.arc) if internal else "",
        width=f"{round(width)}" if not two and width > 0 else f"{TITLE_WIDTH:g}" if index == 0 and two else "",
        valign="TOP" if two else "",
        **_LEFT,
    )

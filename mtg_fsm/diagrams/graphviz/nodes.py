"""What stands in the box of a state, and how much room it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.labels import Label, Line, Piece, cell, flowed, table, width_of
from mtg_fsm.diagrams.graphviz.metrics import GROUP_SIZE, TEXT_SIZE, wrapped
from mtg_fsm.diagrams.graphviz.paint import ACTIVE_BORDER, Paint
from mtg_fsm.diagrams.graphviz.words import OPENS, Words, arc_tooltip
from mtg_fsm.machine.definition import Arc, State, plain

PAD: Final = 2
"""Around the text of a cell."""
_BORDERS: Final = 4


class Internal(NamedTuple):
    """An internal arc, its `id` and how often a run took it; None: there was no run."""

    id: str
    arc: Arc
    taken: int | None


class Cell(NamedTuple):
    """A text in a box, and the internal arc that it is of."""

    label: Label
    arc: Internal | None = None


class Mark(NamedTuple):
    """How a state is marked: how often a run was in it, whether a game is, and its place in what comes next."""

    visits: int = 0
    active: bool = False
    place: int | None = None


class Content(NamedTuple):
    """The rows of a box, with lines between them if `ruled`, of the state and its marks."""

    rows: tuple[tuple[Cell, ...], ...]
    ruled: bool
    state: State
    mark: Mark

    @property
    def width(self) -> float:
        """The least width of the box, in points."""
        columns = zip_longest(*([cell.label.width + 2 * PAD for cell in row] for row in self.rows), fillvalue=0)
        return sum(map(max, columns)) + _BORDERS

    @property
    def height(self) -> float:
        """The least height of the box, in points."""
        rows = sum(max(cell.label.height for cell in row) + 2 * PAD for row in self.rows)
        return rows + self.ruled * (len(self.rows) - 1) + _BORDERS

    def html(self, paint: Paint, width: float = 0, height: float = 0) -> str:
        """The box as an HTML-like label, at least so wide and high."""
        theme, rows = paint.theme, list[str]()
        for row in self.rows:
            rows += ["<HR/>"] if self.ruled and rows else []
            rows.append("".join(_cell(part, paint, width if len(row) == 1 else 0) for part in row))
        marked = self.mark.active or self.mark.place is not None
        border = ACTIVE_BORDER if marked else 2 if self.state.kind == "final" else 1
        edge = theme.border if self.state.kind == "phase" else theme.ink
        fill = theme.visited if self.mark.visits else theme.states[self.state.kind]
        return table(
            rows,
            border=f"{border}",
            style="ROUNDED",
            color=theme.upcoming if self.mark.place is not None and not self.mark.active else edge,
            bgcolor=theme.active if self.mark.active else fill,
            cellborder="0",
            cellspacing="0",
            cellpadding=str(PAD),
            width=f"{round(width) or ''}",
            height=f"{round(height) or ''}",
        )


def content(
    state: State, words: Words, internal: Sequence[Internal], mark: Mark, *, width: float, bar: bool, opening: bool
) -> Content:
    """What stands in a box: name, rules and marks, what the state does, its internal arcs; lines no wider than this.

    A `bar` has its texts side by side. If `opening`, actions name the machine that they open.
    """
    title = Cell(title_of(state, mark, width))
    arcs = [Cell(_internal(arc, words, width), arc) for arc in internal]
    if bar:
        cells = [title, *arcs]
        return Content((tuple(cells),), False, state, mark)
    doings = tuple(_doing(doing, opening) for doing in words.doings(state))
    texts = [title, *([Cell(Label(doings))] if doings else []), *arcs]
    return Content(tuple((text,) for text in texts), state.kind != "phase", state, mark)


def title_of(state: State, mark: Mark, width: float) -> Label:
    """Place in what comes next, name and rules: in one line if it is no wider than this; how often instead of rules."""
    size = GROUP_SIZE if state.kind == "phase" else TEXT_SIZE
    rules = ", ".join(state.rules)
    name = (*_place(mark), Piece(f"{plain(state.name)}{times(mark.visits)}", bold=True, size=size))
    second = Piece(f"phase {rules}" if state.kind == "phase" else rules, "soft")
    if mark.visits > 1 or not rules:
        return Label((name,))
    if width_of((*name, second)) <= width:
        return Label(((*name, second),))
    return Label((name, *((Piece(row, "soft"),) for row in wrapped(second.text, width, TEXT_SIZE))))


def _place(mark: Mark) -> Iterator[Piece]:
    if mark.place is not None:
        yield Piece(f"{mark.place}.", "next", bold=True)


def times(visits: int) -> str:
    """How often, if more than once."""
    return f" x{visits}" if visits > 1 else ""


def _doing(doing: str, opening: bool) -> Line:
    opened = OPENS.get(doing.replace(" ", "_")) if opening else None
    return (Piece(doing), *([Piece(f"opens {opened}", "soft")] if opened else []))


def _internal(internal: Internal, words: Words, width: float) -> Label:
    arc, count = internal.arc, times(internal.taken or 0).strip()
    pale = internal.taken == 0
    return flowed(count, words.arc(arc), words.rules(arc), width, size=TEXT_SIZE, tone=arc.kind, pale=pale)


def _cell(part: Cell, paint: Paint, width: float) -> str:
    """A cell; an only one is as wide as the box, for the line below a row is no longer than the cells want to be."""
    internal = part.arc
    url = paint.url(internal.arc.rules) if internal else ""
    return cell(
        part.label.html("LEFT", paint.theme),
        id=internal.id if internal else "",
        tooltip=arc_tooltip(internal.arc) if internal else "",
        href=url,
        target="_blank" if url else "",
        width=f"{round(width - 2)}" if width > 0 else "",
        align="LEFT",
        balign="LEFT",
    )

"""The title and the legend of a diagram: a sample of each line and mark, and what holds for all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import LINE, Label, Piece, cell, table
from mtg_fsm.diagrams.graphviz.metrics import TEXT_SIZE, TITLE_SIZE, text_width, wrapped
from mtg_fsm.diagrams.graphviz.paint import Paint
from mtg_fsm.machine.definition import ArcKind

MarkKind = Literal["active", "next", "taken"]

MEANINGS: Final[Mapping[ArcKind, str]] = {
    "natural": "the printed order",
    "skip": "something is left out",
    "extra": "added, or may be skipped",
    "repeat": "once more",
    "interrupt": "an effect or the game's end",
}
"""What each kind of arc means."""
MARKS: Final[Mapping[MarkKind, str]] = {
    "active": "the state in which the game is",
    "next": "what comes next, in this order",
    "taken": "this run was here; x2: twice; pale: not at all",
}
"""What each mark means."""

_TITLE_WIDTH: Final = 600.0
"""Of the title, if the page is no wider."""
SAMPLE: Final = 30.0
"""Length of a sample."""
ROW: Final = TEXT_SIZE * LINE + 2
"""Height of a sample."""
_GAP: Final = 4.0
"""Between a sample and its text."""
_BETWEEN: Final = 14.0
"""Between two columns."""
_LEAST: Final = 150.0
"""Of a column of notes."""
_COLUMNS: Final = 4
"""Of notes at most."""
_BAR: Final = ("Bar at the left of a phase", "any of its states")


class Item(NamedTuple):
    """A sample of a line or a mark, and what it means."""

    name: ArcKind | MarkKind
    text: str

    @property
    def width(self) -> float:
        """With its text."""
        return SAMPLE + _GAP + text_width(self.text, TEXT_SIZE)


class Column(NamedTuple):
    """Notes one below the other, and the left upper corner."""

    label: Label
    x: float
    y: float


class Legend:
    """What stands around the figures, no wider than a page of this width if that is possible.

    Places are relative to the left upper corner of the legend.
    """

    def __init__(self, figures: Sequence[Figure], title: str, width: float) -> None:
        self._figures = figures
        width = max(width, _LEAST)
        rows = wrapped(title, max(width, _TITLE_WIDTH) * 0.9, TITLE_SIZE)
        self.title = Label(tuple((Piece(row, bold=True, size=TITLE_SIZE),) for row in rows))
        self.items = [*self._kinds(), *self._marks()]
        samples = max((item.width for item in self.items), default=0)
        beside = range(1, int((width - samples) // (_LEAST + _BETWEEN)) + 1)
        ways = [self._in_columns(number, samples + _BETWEEN, 0, width) for number in beside if number <= _COLUMNS]
        ways.append(self._in_columns(1, 0, ROW * len(self.items), width))
        self.columns = min(ways, key=_lower_edge)
        lower = [_lower_edge(self.columns), ROW * len(self.items)]
        self.height = max(lower)
        self.width = max([samples, *(column.x + column.label.width for column in self.columns)])

    @property
    def kinds(self) -> list[ArcKind]:
        """The kinds of arcs that are shown."""
        shown = {arc.kind for figure in self._figures for arc in figure.arcs.values()}
        return [kind for kind in MEANINGS if kind in shown]

    def notes(self) -> dict[str, str]:
        """Headings and texts of what holds for all figures; of the bars of phases if there are any."""
        notes = dict(note for figure in self._figures for note in figure.words.legend())
        whole = [arc for figure in self._figures for arc in figure.arcs.values() if arc.source in figure.parents]
        return notes | dict([_BAR] if whole else [])

    def place(self, item: Item) -> tuple[float, float]:
        """The left end of a sample."""
        return 0, ROW * (self.items.index(item) + 0.5)

    def text_at(self, item: Item) -> tuple[float, float]:
        """The middle of what a sample means."""
        return SAMPLE + _GAP + text_width(item.text, TEXT_SIZE) / 2, self.place(item)[1]

    def html(self, paint: Paint) -> str:
        """Title and notes as one label, for Graphviz to find a place."""
        notes = (Label((_noted(head, text),)) for head, text in self.notes().items())
        left = {"align": "LEFT", "balign": "LEFT"}
        rows = [cell(label.html("LEFT", paint.theme), **left) for label in (self.title, *notes)]
        return table(rows, border="0", cellborder="0", cellspacing="0", cellpadding="2")

    def _kinds(self) -> Iterator[Item]:
        for kind in self.kinds:
            yield Item(kind, f"{kind}: {MEANINGS[kind]}")

    def _marks(self) -> Iterator[Item]:
        marks = [figure.mark(state.name) for figure in self._figures for state in figure.states]
        present: dict[MarkKind, bool] = {
            "active": any(mark.active for mark in marks),
            "next": any(mark.place is not None for mark in marks),
            "taken": any(figure.part.marks.run for figure in self._figures),
        }
        for name, text in MARKS.items():
            if present[name]:
                yield Item(name, text)

    def _in_columns(self, number: int, left: float, top: float, width: float) -> list[Column]:
        """The notes in so many columns, as low as they get in their order."""
        each = (width - left - _BETWEEN * (number - 1)) / number
        notes = [_note(head, text, each) for head, text in self.notes().items()]
        runs = combinations(range(len(notes) + 1), 2)
        lengths = sorted({sum(len(note.lines) for note in notes[start:end]) for start, end in runs})
        columns = next(
            (filled for length in lengths if len(filled := _filled(notes, length)) <= number), list[list[Label]]()
        )
        top += (ROW - TEXT_SIZE * LINE) / 2
        return [
            Column(Label(tuple(line for note in column for line in note.lines)), left + index * (each + _BETWEEN), top)
            for index, column in enumerate(columns)
        ]


def _filled(notes: Sequence[Label], length: int) -> list[list[Label]]:
    """Notes in columns of at most so many lines."""
    columns: list[list[Label]] = []
    for note in notes:
        if columns and sum(len(other.lines) for other in columns[-1]) + len(note.lines) <= length:
            columns[-1].append(note)
        else:
            columns.append([note])
    return columns


def _lower_edge(columns: Sequence[Column]) -> float:
    return max((column.y + column.label.drawn for column in columns), default=0)


def _noted(head: str, text: str) -> tuple[Piece, Piece]:
    return Piece(f"{head}:", bold=True), Piece(text)


def _note(head: str, text: str, width: float) -> Label:
    """A note in lines of at most a width."""
    heading, _ = _noted(head, text)
    indent = text_width(f"{heading.text} ", TEXT_SIZE, bold=True)
    first, *_ = wrapped(text, width - indent, TEXT_SIZE)
    rest = wrapped(text.removeprefix(first), width, TEXT_SIZE)
    return Label(((heading, Piece(first)), *((Piece(row),) for row in rest)))

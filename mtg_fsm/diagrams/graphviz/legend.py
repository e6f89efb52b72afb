"""The heading of a diagram: its title, what holds for all of it, and a sample of each line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mtg_fsm.diagrams.graphviz import style
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import LINE, Label, Piece, cell, table
from mtg_fsm.diagrams.graphviz.metrics import text_width, wrapped
from mtg_fsm.machine.definition import ArcKind

_WIDTH: Final = 700.0
"""Of the title at most."""
_SAMPLE: Final = 46.0
"""Length of a sample."""
_ROW: Final = style.STATE_SIZE * LINE + 3
_GAP: Final = 6.0
"""Between a sample and its text."""
_BESIDE: Final = 40.0
"""Between the notes and the samples."""
_BAR: Final = ("Bar at the left of a phase", "any of its states")
_TAKEN: Final = ("Yellow, xN", "a state in which this run was, an arc that it took, and how often")


class Legend:
    """Title and notes are the label of the graph; samples are edges from nothing to the meaning of the line."""

    def __init__(self, figure: Figure, title: str) -> None:
        whole = {arc.source for arc in figure.arcs.values()} & figure.parents
        notes = [*figure.words.legend(), *([_BAR] if whole else []), *([_TAKEN] if figure.marks.run else [])]
        self._title = Label(
            tuple((Piece(row, bold=True, size=style.TITLE_SIZE),) for row in wrapped(title, _WIDTH, style.TITLE_SIZE))
        )
        self._notes = Label(tuple((Piece(f"{head}:", bold=True), Piece(text)) for head, text in notes))
        shown = {arc.kind for arc in figure.arcs.values()}
        self.kinds: list[ArcKind] = [kind for kind in style.ARC_LOOKS if kind in shown]

    @property
    def width(self) -> float:
        """Of title, notes and samples."""
        return max(self._title.width, *(text + width / 2 for _, (_, _, _, text), width in self._samples()))

    @property
    def height(self) -> float:
        """Of title, notes and samples."""
        return self._below + max(len(self._notes.lines), len(self.kinds)) * _ROW

    @property
    def middle(self) -> tuple[float, float]:
        """Of title and notes."""
        return self._label_width / 2, (self._below + _ROW * len(self._notes.lines)) / 2

    def places(self) -> dict[ArcKind, tuple[float, float, float, float]]:
        """Of each sample: where its line begins and ends, its height, and the middle of its text."""
        return {kind: place for kind, place, _ in self._samples()}

    def html(self) -> str:
        """Title and notes."""
        left = {"align": "LEFT", "balign": "LEFT"}
        rows = [cell(self._title.html("LEFT"), height=f"{self._below:g}", valign="TOP", **left)]
        rows += [cell(Label((line,)).html("LEFT"), height=f"{_ROW:g}", **left) for line in self._notes.lines]
        return table(rows, border="0", cellborder="0", cellspacing="0", cellpadding="0", width=f"{self._label_width:g}")

    @property
    def _below(self) -> float:
        """Lower edge of the title."""
        return self._title.height + _ROW

    @property
    def _label_width(self) -> float:
        return round(max(self._title.width, self._notes.width))

    def _samples(self) -> Iterator[tuple[ArcKind, tuple[float, float, float, float], float]]:
        left = self._notes.width + _BESIDE
        for number, kind in enumerate(self.kinds):
            width = text_width(meaning(kind), style.STATE_SIZE)
            right = left + _SAMPLE
            yield kind, (left, right, self._below + _ROW * (number + 0.5), right + _GAP + width / 2), width


def meaning(kind: ArcKind) -> str:
    """A kind of arc and what it means."""
    return f"{kind}: {style.ARC_LOOKS[kind].meaning}"

"""The sheet that a diagram is drawn on: its title, the pages of its machines and the legend below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Chart
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label, Piece
from mtg_fsm.diagrams.graphviz.ladder_page import ladder_page
from mtg_fsm.diagrams.graphviz.legend import Legend
from mtg_fsm.diagrams.graphviz.metrics import GROUP_SIZE
from mtg_fsm.diagrams.graphviz.page import Page
from mtg_fsm.diagrams.graphviz.turn_page import turn_page
from mtg_fsm.diagrams.graphviz.words import OPENS
from mtg_fsm.machine.definition import plain

PAPER: Final = ((735.0, 538.0), (538.0, 735.0))
"""What A4 and Letter both have inside margins of 10 mm, landscape and portrait."""
_GAP: Final = 5.0
"""Between title and pages."""
_BELOW: Final = 8.0
"""Between pages and legend."""
_BETWEEN: Final = 20.0
"""Between two pages."""


Corner = tuple[float, float]
Size = tuple[float, float]


class Placed(NamedTuple):
    """A figure, its page, the left upper corner of the page, and the heading above it."""

    figure: Figure
    page: Page
    x: float
    y: float
    heading: Label

    @property
    def heading_top(self) -> float:
        """The upper edge of the heading."""
        return self.y - _GAP - self.heading.height


class Sheet(NamedTuple):
    """Everything with its place; without pages Graphviz has to find the places."""

    figures: tuple[Figure, ...]
    placed: tuple[Placed, ...]
    legend: Legend
    width: float
    height: float

    @property
    def legend_top(self) -> float:
        """The upper edge of the legend."""
        return self.height - self.legend.height


def sheet_of(chart: Chart) -> Sheet:
    """The sheet of a chart.

    One machine fits A4 and Letter with 7 points or more in any detail. All machines need A2 for `phases` and `steps`,
    and A1 for `guards` and `full`.
    """
    opening = len(chart.parts) > 1
    figures = tuple(Figure(part, chart.detail, opening=opening) for part in chart.parts)
    pages = [page for figure in figures if (page := page_of(figure)) is not None]
    if len(pages) < len(figures):
        legend = Legend(figures, chart.title, PAPER[0][0])
        return Sheet(figures, (), legend, legend.width, legend.height)
    headings = [Label(tuple(_heading(figure, figures)) if opening else ()) for figure in figures]
    sizes = [
        (max(page.width, heading.width), page.height + heading.height + (_GAP if opening else 0))
        for page, heading in zip(pages, headings, strict=True)
    ]
    corners = _arranged(sizes)
    width = max(x + wide for (x, _), (wide, _) in zip(corners, sizes, strict=True))
    legend = Legend(figures, chart.title, width)
    top = legend.title.height + _GAP
    if not opening and legend.title.width < pages[0].free[0]:
        top = max(0, top - pages[0].free[1])
    placed = [
        Placed(figure, page, x, top + y + high - page.height, heading)
        for figure, page, heading, (x, y), (_, high) in zip(figures, pages, headings, corners, sizes, strict=True)
    ]
    bottom = max(one.y + one.page.height for one in placed) + _BELOW
    return Sheet(figures, tuple(placed), legend, max(width, legend.width, legend.title.width), bottom + legend.height)


def page_of(figure: Figure) -> Page | None:
    """The page of a machine; None if Graphviz has to find the places."""
    return turn_page(figure) or ladder_page(figure)


def _arranged(sizes: Sequence[Size]) -> list[Corner]:
    """Left upper corners of pages side by side, so that all of them get as large on paper as they can."""
    lengths = {
        sum(wide + _BETWEEN for wide, _ in some)
        for number in range(1, len(sizes) + 1)
        for some in combinations(sizes, number)
    }
    ways = [_packed(sizes, limit) for limit in sorted(lengths) if limit >= max(wide for wide, _ in sizes)]
    return min(ways, key=lambda corners: _shrinking(corners, sizes))


def _packed(sizes: Sequence[Size], limit: float) -> list[Corner]:
    """Pages one after the other, each as high up as it gets and then as far left."""
    corners: list[Corner] = []
    for wide, _ in sizes:
        placed = [(x, y, *size) for (x, y), size in zip(corners, sizes, strict=False)]
        lefts = [0.0, *(x + width + _BETWEEN for x, _, width, _ in placed)]
        free = [left for left in lefts if left + wide <= limit]
        corners.append(min(((left, _top(left, wide, placed)) for left in free), key=lambda corner: corner[::-1]))
    return corners


def _top(left: float, wide: float, placed: Sequence[tuple[float, float, float, float]]) -> float:
    """How high up a page gets whose left edge is there."""
    above = [y + high for x, y, width, high in placed if x < left + wide + _BETWEEN and left < x + width + _BETWEEN]
    return max((bottom + _BETWEEN for bottom in above), default=0)


def _shrinking(corners: Sequence[Corner], sizes: Sequence[Size]) -> float:
    """By how much pages have to shrink for the paper."""
    width = max(x + wide for (x, _), (wide, _) in zip(corners, sizes, strict=True))
    height = max(y + high for (_, y), (_, high) in zip(corners, sizes, strict=True))
    return min(max(width / wide, height / high) for wide, high in PAPER)


def _heading(figure: Figure, figures: Sequence[Figure]) -> Iterator[tuple[Piece, ...]]:
    """Name and description of a machine, and the actions that open it."""
    definition = figure.part.definition
    yield Piece(plain(definition.name), bold=True, size=GROUP_SIZE), Piece(definition.description.rstrip("."))
    opened = {
        plain(action): None
        for other in figures
        for state in other.part.definition.states
        for action in state.actions
        if OPENS.get(action) == definition.name
    }
    if opened:
        yield (Piece(f"opened by {', '.join(opened)}", "soft"),)

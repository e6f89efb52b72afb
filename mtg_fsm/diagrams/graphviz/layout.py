"""Attributes that say where things are: of a page that is laid out here, or for Graphviz to find places itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label, cell, html_of, table
from mtg_fsm.diagrams.graphviz.legend import Legend
from mtg_fsm.diagrams.graphviz.nodes import TITLE_WIDTH
from mtg_fsm.diagrams.graphviz.page import ARC_LINE, ARROW, NEAR, Page, Point
from mtg_fsm.diagrams.graphviz.style import ARC_SIZE, VISITED_FILL
from mtg_fsm.machine.definition import ArcKind

Attributes = dict[str, str | float]

_CORNER: Final = 6.0
"""Radius of a corner."""
_INCH: Final = 72
_LABEL_WIDTH: Final = 130.0
_BOX_WIDTH: Final = 300.0
_WEIGHTS: Final[dict[ArcKind, int]] = {"natural": 4, "skip": 1, "extra": 1, "repeat": 2, "interrupt": 0}
"""How strongly an arc pulls its states together."""


class FreeLayout:
    """Graphviz finds the places."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def graph(self) -> Attributes:
        """Attributes of the whole graph."""
        return {"rankdir": "TB", "newrank": "true", "nodesep": 0.5, "ranksep": 0.45}

    def band(self, _phase: str) -> Attributes:
        """Attributes of the cluster of a phase with steps."""
        return {}

    def bar(self, _phase: str) -> Attributes:
        """Attributes of the bar that stands for any state of a phase."""
        return {"width": 0.1, "height": 0.4}

    def state(self, name: str) -> Attributes:
        """Attributes of a state; its label is one."""
        return {"label": self._figure.content(name, _BOX_WIDTH).html()}

    def arc(self, id_: str) -> Attributes:
        """Attributes of an arc; its label is one."""
        label = self._figure.label(id_, _LABEL_WIDTH)
        weight = _WEIGHTS[self._figure.arcs[id_].kind]
        return {**self._label(id_, label, label.width + 2 * NEAR), "weight": weight}

    def sample(self, _kind: ArcKind) -> tuple[Attributes, Attributes, Attributes]:
        """Attributes of the start of a line of the legend, of the line, and of its meaning."""
        return {}, {"constraint": "false"}, {}

    def _label(self, id_: str, label: Label, width: float = 0) -> Attributes:
        """The label of an arc, at least so wide; of one that a run took on yellow."""
        rows = [
            cell(html_of(line, ARC_SIZE), height=f"{math.floor(ARC_LINE)}", valign="BOTTOM") for line in label.lines
        ]
        plain = {"border": "0", "cellborder": "0", "cellspacing": "0", "cellpadding": "0"}
        fill = VISITED_FILL if self._figure.taken(id_) else ""
        return {"label": table(rows, **plain, bgcolor=fill, width=f"{round(width) or ''}")} if rows else {}


class PageLayout(FreeLayout):
    """Everything has a place on a page."""

    def __init__(self, figure: Figure, page: Page, legend: Legend) -> None:
        super().__init__(figure)
        self._page = page
        self._legend = legend

    def graph(self) -> Attributes:
        """The layout engine that changes nothing, the size of the page and the place of the heading."""
        page = self._page
        return {
            "layout": "nop2",
            "bb": f"0,0,{self._point((max(page.width, self._legend.width), 0))}",
            "lp": self._point(self._legend.middle),
        }

    def band(self, phase: str) -> Attributes:
        """The corners, and the place of the title."""
        box = self._page.bands[phase]
        corners = self._point((box.left, box.bottom)), self._point((box.right, box.top))
        return {"bb": ",".join(corners), "lp": self._point((box.left + 2 + TITLE_WIDTH / 2, box.top + 18))}

    def bar(self, phase: str) -> Attributes:
        """Size and place."""
        box = self._page.boxes[phase]
        size: Attributes = {"width": _number(box.width / _INCH), "height": _number(box.height / _INCH)}
        return {**size, "pos": self._point((box.x, box.y))}

    def state(self, name: str) -> Attributes:
        """The label, which makes the size, and the middle."""
        box = self._page.boxes[name]
        label = self._page.contents[name].html(box.width, box.height)
        return {"label": label, "pos": self._point((box.x, box.y))}

    def arc(self, id_: str) -> Attributes:
        """The line, and label and place of the label."""
        route = self._page.routes[id_]
        return {
            **self._label(id_, route.label),
            "pos": self._spline(route.corners),
            "lp": self._point(route.at),
        }

    def sample(self, kind: ArcKind) -> tuple[Attributes, Attributes, Attributes]:
        """The places."""
        left, right, y, text = self._legend.places()[kind]
        start, end = (left, y), (right, y)
        return {"pos": self._point(start)}, {"pos": self._spline((start, end))}, {"pos": self._point((text, y))}

    def _point(self, point: Point) -> str:
        """A point as Graphviz writes it: y grows upwards."""
        return f"{_number(point[0])},{_number(self._page.height - point[1])}"

    def _spline(self, corners: Sequence[Point]) -> str:
        """Straight lines with rounded corners, as Bezier curves with an arrow at the end."""
        end = _toward(corners[-1], corners[-2], ARROW)
        here, points = corners[0], [corners[0]]
        for corner, following in zip(corners[1:-1], (*corners[2:-1], end), strict=False):
            before, after = _toward(corner, here, _CORNER), _toward(corner, following, _CORNER)
            points += [here, before, before, corner, corner, after]
            here = after
        path = (*points, here, end, end)
        return " ".join([f"e,{self._point(corners[-1])}", *(self._point(point) for point in path)])


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _toward(start: Point, goal: Point, distance: float) -> Point:
    """The point at a distance from the start of a horizontal or vertical line."""
    x, y = goal[0] - start[0], goal[1] - start[1]
    part = min(1, distance / (abs(x) + abs(y)))
    return start[0] + x * part, start[1] + y * part

"""Attributes that say where things are: of a page that is laid out here, or for Graphviz to find places itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.nodes import PAD
from mtg_fsm.diagrams.graphviz.page import ARROW, NEAR, Point
from mtg_fsm.diagrams.graphviz.paint import Paint
from mtg_fsm.diagrams.graphviz.sheet import Placed
from mtg_fsm.machine.definition import ArcKind

Attributes = dict[str, str | float]

_CORNER: Final = 5.0
"""Radius of a corner."""
_INCH: Final = 72
_LABEL_WIDTH: Final = 130.0
_BOX_WIDTH: Final = 300.0
_WEIGHTS: Final[dict[ArcKind, int]] = {"natural": 4, "skip": 1, "extra": 1, "repeat": 2, "interrupt": 0}
"""How strongly an arc pulls its states together."""


class FreeLayout:
    """Graphviz finds the places."""

    def __init__(self, figure: Figure, paint: Paint) -> None:
        self.figure = figure
        self._paint = paint

    def band(self, _phase: str) -> Attributes:
        """Attributes of the cluster of a phase with steps."""
        return {}

    def bar(self, _phase: str) -> Attributes:
        """Attributes of the bar that stands for any state of a phase."""
        return {"width": 0.1, "height": 0.4}

    def state(self, name: str) -> Attributes:
        """Attributes of a state; its label is one."""
        return {"label": self.figure.content(name, _BOX_WIDTH).html(self._paint)}

    def arc(self, id_: str) -> Attributes:
        """Attributes of an arc; its label is one."""
        label = self.figure.label(id_, _LABEL_WIDTH)
        weight = _WEIGHTS[self.figure.arcs[id_].kind]
        return {**self._label(id_, label, label.width + 2 * NEAR), "weight": weight}

    def _label(self, id_: str, label: Label, width: float = 0) -> Attributes:
        """The label of an arc, at least so wide; of one that a run took on the colour for that."""
        theme = self._paint.theme
        text = label.table("CENTER", theme, width=width, fill=theme.visited if self.figure.taken(id_) else "")
        return {"label": text} if text else {}


class PageLayout(FreeLayout):
    """Everything has a place on a page, and that on a sheet of this height."""

    def __init__(self, placed: Placed, paint: Paint, height: float) -> None:
        super().__init__(placed.figure, paint)
        self._page = placed.page
        self._corner = placed.x, placed.y
        self._height = height

    def band(self, phase: str) -> Attributes:
        """The corners, and the place of the title."""
        box, title = self._page.bands[phase], self._page.titles[phase]
        corners = self._at((box.left, box.bottom)), self._at((box.right, box.top))
        middle = box.left + 2 * PAD + round(title.width) / 2, box.top + 2 * PAD + title.drawn / 2
        return {"bb": ",".join(corners), "lp": self._at(middle)}

    def bar(self, phase: str) -> Attributes:
        """Size and place."""
        box = self._page.boxes[phase]
        size: Attributes = {"width": number(box.width / _INCH), "height": number(box.height / _INCH)}
        return {**size, "pos": self._at((box.x, box.y))}

    def state(self, name: str) -> Attributes:
        """The label, which makes the size, and the middle."""
        box = self._page.boxes[name]
        label = self._page.contents[name].html(self._paint, box.width, box.height)
        return {"label": label, "pos": self._at((box.x, box.y))}

    def arc(self, id_: str) -> Attributes:
        """The line, and label and place of the label."""
        route = self._page.routes[id_]
        return {
            **self._label(id_, route.label),
            "pos": spline([self._on_sheet(corner) for corner in route.corners], self._height),
            "lp": self._at(route.at),
        }

    def _on_sheet(self, point: Point) -> Point:
        return point[0] + self._corner[0], point[1] + self._corner[1]

    def _at(self, point: Point) -> str:
        return at(self._on_sheet(point), self._height)


def at(point: Point, height: float) -> str:
    """A point of a sheet of this height as Graphviz writes it: y grows upwards."""
    return f"{number(point[0])},{number(height - point[1])}"


def spline(corners: Sequence[Point], height: float) -> str:
    """Straight lines with rounded corners, as Bezier curves with an arrow at the end."""
    end = _toward(corners[-1], corners[-2], ARROW)
    here, points = corners[0], [corners[0]]
    for corner, following in zip(corners[1:-1], (*corners[2:-1], end), strict=False):
        before, after = _toward(corner, here, _CORNER), _toward(corner, following, _CORNER)
        points += [here, before, before, corner, corner, after]
        here = after
    path = (*points, here, end, end)
    return " ".join([f"e,{at(corners[-1], height)}", *(at(point, height) for point in path)])


def number(value: float) -> str:
    """A number as Graphviz reads it."""
    return f"{round(value, 2):g}"


def _toward(start: Point, goal: Point, distance: float) -> Point:
    """The point at a distance from the start of a horizontal or vertical line."""
    x, y = goal[0] - start[0], goal[1] - start[1]
    length = abs(x) + abs(y)
    part = min(1, distance / length) if length else 0
    return start[0] + x * part, start[1] + y * part

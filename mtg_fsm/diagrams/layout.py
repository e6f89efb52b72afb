"""Attributes that say where things are: of a page that is laid out here, or for Graphviz to find places itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mtg_fsm.diagrams.nodes import arc_label
from mtg_fsm.diagrams.places import Places
from mtg_fsm.diagrams.routes import Page, Point
from mtg_fsm.diagrams.words import Words
from mtg_fsm.machine.definition import Arc, ArcKind

Attributes = dict[str, str | float]

_ARROW: Final = 7.0
"""Length of an arrow's head."""
_CORNER: Final = 6.0
"""Radius of a corner."""
_INCH: Final = 72
_LETTERS: Final = 26
_WEIGHTS: Final[dict[ArcKind, int]] = {"natural": 4, "skip": 1, "extra": 1, "repeat": 2, "interrupt": 0}
"""How strongly an arc pulls its states together."""


class FreeLayout:
    """Graphviz finds the places."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def graph(self) -> Attributes:
        """Attributes of the whole graph."""
        return {"rankdir": "TB", "newrank": "true", "nodesep": 0.5, "ranksep": 0.45}

    def band(self, _phase: str) -> Attributes:
        """Attributes of the cluster of a phase with steps."""
        return {}

    def bar(self, _phase: str) -> Attributes:
        """Attributes of the bar that stands for any state of a phase."""
        return {"width": 0.1, "height": 0.4}

    def state(self, _name: str) -> Attributes:
        """Attributes of a state."""
        return {}

    def size(self, _name: str) -> tuple[float, float] | None:
        """Width and height of a state, if they are given."""
        return None

    def arc(self, id_: str, arc: Arc) -> Attributes:
        """Attributes of an arc; its label is one."""
        letters = _LETTERS if arc.source != arc.target else 2 * _LETTERS
        return {"label": arc_label(*self._words.arc(arc, letters), padding=4), "weight": _WEIGHTS[arc.kind]}


class PageLayout(FreeLayout):
    """Everything has a place on a page."""

    def __init__(self, words: Words, page: Page) -> None:
        super().__init__(words)
        self._page = page
        self._places = page.places

    def graph(self) -> Attributes:
        """The layout engine that changes nothing, the size of the page and the place of the heading."""
        at = self._places
        return {
            "layout": "nop2",
            "bb": f"0,0,{_point(at, (at.width, 0))}",
            "lp": _point(at, (at.width / 2, at.head / 2)),
        }

    def band(self, phase: str) -> Attributes:
        """The corners, and the place of the title."""
        at, box = self._places, self._places.bands[phase]
        corners = _point(at, (box.left, box.bottom)), _point(at, (box.right, box.top))
        return {"bb": ",".join(corners), "lp": _point(at, (box.left + 44, box.top + 22))}

    def bar(self, phase: str) -> Attributes:
        """Size and place."""
        box = self._places.boxes[phase]
        return {"width": _number(box.width / _INCH), "height": _number(box.height / _INCH), **self.state(phase)}

    def state(self, name: str) -> Attributes:
        """The middle; the label makes the size."""
        box = self._places.boxes[name]
        return {"pos": _point(self._places, (box.x, box.y))}

    def size(self, name: str) -> tuple[float, float] | None:
        """Width and height in points."""
        box = self._places.boxes[name]
        return box.width, box.height

    def arc(self, id_: str, arc: Arc) -> Attributes:
        """The line and the place of the label."""
        route = self._page.routes[id_]
        return {
            "label": arc_label(route.text, route.rules, padding=0),
            "pos": _spline(self._places, route.corners),
            "lp": _point(self._places, route.label),
        }


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _point(at: Places, point: Point) -> str:
    """A point as Graphviz writes it: y grows upwards."""
    return f"{_number(point[0])},{_number(at.height - point[1])}"


def _spline(at: Places, corners: Sequence[Point]) -> str:
    """Straight lines with rounded corners, as Bezier curves with an arrow at the end."""
    end = _toward(corners[-1], corners[-2], _ARROW)
    here, points = corners[0], [corners[0]]
    for corner, following in zip(corners[1:-1], (*corners[2:-1], end), strict=False):
        before, after = _toward(corner, here, _CORNER), _toward(corner, following, _CORNER)
        points += [here, before, before, corner, corner, after]
        here = after
    path = (*points, here, end, end)
    return " ".join([f"e,{_point(at, corners[-1])}", *(_point(at, point) for point in path)])


def _toward(start: Point, goal: Point, distance: float) -> Point:
    """The point at a distance from the start of a horizontal or vertical line."""
    x, y = goal[0] - start[0], goal[1] - start[1]
    part = min(1, distance / (abs(x) + abs(y)))
    return start[0] + x * part, start[1] + y * part

"""A page on which everything has a place. Lengths are points; y grows downwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, groupby, pairwise
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.nodes import Content

Point = tuple[float, float]
Side = Literal["above", "right", "left"]

ARROW: Final = 7.0
"""Length of an arrow's head."""
NEAR: Final = 4.0
"""Between a label and its arc."""
ABOVE: Final = 2.0
"""Between an arc and the label above it."""
SLOT: Final = 4.0
"""What an arc at the side of a box needs beside its label."""


class Box(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def x(self) -> float:
        """Of the middle."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """Of the middle."""
        return (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def meets(self, other: Box) -> bool:
        """Whether there is a part in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether all of another rectangle is in it."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def grown(self, by: float) -> Box:
        """A rectangle that is larger at each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Route(NamedTuple):
    """The corners of an arc, its label and the middle of the label; an empty label is not drawn."""

    corners: tuple[Point, ...]
    label: Label
    at: Point

    @property
    def around(self) -> Box:
        """The rectangle of the label."""
        (x, y), width, height = self.at, self.label.width / 2, self.label.height / 2
        return Box(x - width, y - height, x + width, y + height)

    @property
    def lines(self) -> list[Box]:
        """The straight parts, as rectangles without width or height."""
        return [Box(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in pairwise(self.corners)]


@dataclass
class Page:
    """Where everything is: the size of the page, bands of phases with steps and their titles, states and arcs.

    The box of a phase with steps is the bar at the band's left edge that the arcs of the whole phase leave. `free` is
    the right lower corner of the part in the left upper corner that has nothing on it.
    """

    width: float = 0
    height: float = 0
    free: tuple[float, float] = (0, 0)
    bands: dict[str, Box] = field(default_factory=dict[str, Box])
    titles: dict[str, Label] = field(default_factory=dict[str, Label])
    boxes: dict[str, Box] = field(default_factory=dict[str, Box])
    contents: dict[str, Content] = field(default_factory=dict[str, Content])
    routes: dict[str, Route] = field(default_factory=dict[str, Route])

    @property
    def is_clear(self) -> bool:
        """Whether no state or label lies on another or beyond the edge, and no arc runs through one."""
        states = [box for name, box in self.boxes.items() if name not in self.bands]
        labels = [route.around for route in self.routes.values() if route.label.lines]
        lines = [line.grown(1) for route in self.routes.values() for line in route.lines]
        through = [*labels, *(state.grown(-1) for state in states)]
        sheet = Box(0, 0, self.width, self.height).grown(0.01)
        return all(sheet.holds(box) for box in (*states, *labels)) and not (
            any(one.meets(other) for one, other in combinations([*states, *labels], 2))
            or any(line.meets(box) for line in lines for box in through)
        )


def route(corners: Iterable[Point], label: Label, at: Point, side: Side = "above") -> Route:
    """A route with its label at a side of a point."""
    (x, y), width, height = at, label.width / 2 + NEAR, label.height / 2 + ABOVE
    middle = {"above": (x, y - height), "right": (x + width, y), "left": (x - width, y)}[side]
    return Route(tuple(corner for corner, _ in groupby(corners)), label, middle)


def slot(label: Label) -> float:
    """How much of a box's side an arc with its label above it needs."""
    return label.height + SLOT


def slots(box: Box, heights: Mapping[str, float]) -> dict[str, float]:
    """Where the arcs at the side of a box meet it: one below the other, spread over its height."""
    spare = (box.height - sum(heights.values())) / (len(heights) + 1)
    places: dict[str, float] = {}
    y = box.top
    for id_, height in heights.items():
        y += spare + height
        places[id_] = y - ABOVE
    return places


class Span(Protocol):
    """Something that runs from one number to another."""

    @property
    def first(self) -> int:
        """The least number that it passes."""
        ...

    @property
    def last(self) -> int:
        """The greatest number that it passes."""
        ...


S = TypeVar("S", bound=Span)


def packed(lanes: Iterable[S]) -> list[list[S]]:
    """Lanes in columns from the states outwards, short ones first; those of a column pass nothing in common."""
    columns: list[list[S]] = []
    for lane in sorted(lanes, key=lambda lane: (lane.last - lane.first, lane.first)):
        free = (column for column in columns if all(lane.last < o.first or o.last < lane.first for o in column))
        column = next(free, None)
        if column is None:
            columns.append([lane])
        else:
            column.append(lane)
    return columns

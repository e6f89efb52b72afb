"""How arcs run on the page: straight, with corners, each by the roles of its source and target."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.places import (
    ARC_LINE,
    BETWEEN,
    HUB_GUTTER,
    LETTER,
    OVER,
    PAD,
    TAIL,
    Box,
    Places,
    Role,
    places_of,
    roles_of,
)
from mtg_fsm.diagrams.style import ARC_SIZE
from mtg_fsm.diagrams.words import Words
from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition

Point = tuple[float, float]
Side = Literal["above", "below", "right", "left"]

LOW: Final = 12.0
"""How far above the bottom of a step the arcs at its sides are: their labels are beside the step."""
UP_AND_DOWN: Final = (20.0, 8.0)
"""How far left of a step's middle the arcs to and from its junction are."""


class Route(NamedTuple):
    """The corners of an arc; its label in lines (text, then rules) and the middle of the label."""

    corners: tuple[Point, ...]
    text: Sequence[str]
    rules: Sequence[str]
    label: Point


class Page(NamedTuple):
    """Where everything is: states, and the routes of arcs by their id."""

    places: Places
    routes: Mapping[str, Route]


class _Trip(NamedTuple):
    """An arc with the boxes of its source and target, and what else is there."""

    arc: Arc
    source: Box
    target: Box
    places: Places
    arcs: Sequence[Arc]
    words: Words

    def route(self, corners: Sequence[Point], at: Point, side: Side, letters: int = 60) -> Route:
        """A route with its label at a side of a point."""
        text, rules = self.words.arc(self.arc, letters)
        width, height = label_size(text, rules)
        x, y = _SHIFTS[side]
        return Route(tuple(corners), text, rules, (at[0] + x * (width / 2 + 4), at[1] + y * (height / 2 + 3)))

    def band(self, step: str | None) -> Box:
        """The band that a step is in."""
        return self.places.bands[(step or "").rpartition(SEPARATOR)[0]]

    def level(self, box: Box) -> tuple[float, Side]:
        """The height at which one of the arcs between these two states meets a box, and the side of its label."""
        ends = {self.arc.source, self.arc.target}
        alike = [arc for arc in self.arcs if {arc.source, arc.target} == ends]
        number = alike.index(self.arc)
        last = len(alike) > 1 and number == len(alike) - 1
        return box.top + box.height * (2 * number + 1) / (2 * len(alike)), "below" if last else "above"


_SHIFTS: Final[dict[Side, Point]] = {"above": (0, -1), "below": (0, 1), "right": (1, 0), "left": (-1, 0)}


def page_of(definition: MachineDefinition, arcs: Mapping[str, Arc], words: Words) -> Page | None:
    """The page of a machine that is built like a turn, None for any other. `arcs` are the arcs to draw, by id."""
    roles = roles_of(definition)
    ends = {id_: (arc.source, arc.target) for id_, arc in arcs.items() if arc.target is not None}
    how = {id_: ROUTES.get((roles[source], roles[target])) for id_, (source, target) in ends.items()}
    if not definition.parents or None in how.values():
        return None
    places, drawn = places_of(definition, arcs, words), [arcs[id_] for id_ in ends]
    routes: dict[str, Route] = {}
    for id_, (source, target) in ends.items():
        if run := how[id_]:
            trip = _Trip(arcs[id_], places.boxes[source], places.boxes[target], places, drawn, words)
            routes[id_] = run(trip)
    return Page(places, routes)


def label_size(text: Sequence[str], rules: Sequence[str]) -> tuple[float, float]:
    """About how wide and high a label is."""
    return max(map(len, (*text, *rules))) * ARC_SIZE * LETTER, (len(text) + len(rules)) * ARC_LINE


def _step_to_step(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    if a == b:
        return _loop(trip)
    if a.top != b.top or b.x < a.x:
        return _around(trip)
    between = any(a.x < box.x < b.x for box in trip.places.boxes.values() if box.top == a.top)
    return _over(trip) if between else _along(trip)


def _along(trip: _Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    letters = int((b.left - a.right) / ARC_SIZE / LETTER) - 1
    return trip.route([(a.right, y), (b.left, y)], ((a.right + b.left) / 2 - 3, y), "above", letters)


def _loop(trip: _Trip) -> Route:
    x, top = trip.source.x, trip.source.top
    left, right, y = x - 16, x + 16, top - 1.5 * ARC_LINE
    return trip.route([(right, top), (right, y), (left, y), (left, top)], (x, y), "above", 26)


def _over(trip: _Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.band(trip.arc.source).top + OVER
    return trip.route([(a.x, a.top), (a.x, y), (b.x, y), (b.x, b.top)], ((a.x + b.x) / 2, y), "above", 90)


def _around(trip: _Trip) -> Route:
    """To another row: out at the right, under the band, up at the left and in from above."""
    a, b = trip.source, trip.target
    start, goal = trip.band(trip.arc.source), trip.band(trip.arc.target)
    right, left, y = a.right + TAIL / 2, start.left - PAD, a.bottom - LOW
    under, over = start.bottom + BETWEEN * 0.75, goal.top - BETWEEN / 2
    corners = [(a.right, y), (right, y), (right, under), (left, under), (left, over), (b.x, over), (b.x, b.top)]
    return trip.route(corners, ((right + left) / 2, under), "above", 140)


def _step_to_band(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    x, y = a.right + TAIL / 2, a.bottom - LOW
    return trip.route([(a.right, y), (x, y), (x, b.top)], (x, b.top - BETWEEN / 2), "left")


def _band_to_step(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    return trip.route([(b.x, a.bottom), (b.x, b.top)], (b.x, a.bottom + BETWEEN / 2), "right")


def _step_to_bar(trip: _Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.source.x - UP_AND_DOWN[0]
    return trip.route([(x, a.bottom), (x, b.top)], (x, (a.bottom + b.top) / 2), "left", 16)._replace(rules=())


def _bar_to_step(trip: _Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.target.x - UP_AND_DOWN[1]
    return trip.route([(x, a.top), (x, b.bottom)], (x, (a.top + b.bottom) / 2), "right", 16)._replace(rules=())


def _to_hub(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    y, side = trip.level(a)
    return trip.route([(a.right, y), (b.left, y)], (b.left - HUB_GUTTER / 2, y), side, 27)


def _from_hub(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    y, side = trip.level(b)
    return trip.route([(a.left, y), (b.right, y)], (a.left - HUB_GUTTER / 2, y), side, 27)


def _group_to_bar(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    y, side = trip.level(a)
    return trip.route([(a.right, y), (b.left, y)], ((a.right + b.left) / 2 - 3, y), side, 23)


def _to_end(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    return trip.route([(a.left, a.y), (b.right, a.y)], ((b.right + a.left - PAD) / 2 + 4, a.y), "above", 20)


def _start_to_hub(trip: _Trip) -> Route:
    a, b = trip.source, trip.target
    return trip.route([(a.right, a.y), (b.left, a.y)], (b.left - HUB_GUTTER / 2, a.y), "above")


def _hub_to_end(trip: _Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    return trip.route([(a.left, y), (b.right, y)], (a.left - HUB_GUTTER / 2, y), "above")


ROUTES: Final[dict[tuple[Role, Role], Callable[[_Trip], Route]]] = {
    ("step", "step"): _step_to_step,
    ("step", "band"): _step_to_band,
    ("band", "step"): _band_to_step,
    ("step", "bar"): _step_to_bar,
    ("bar", "step"): _bar_to_step,
    ("bar", "hub"): _to_hub,
    ("band", "hub"): _to_hub,
    ("hub", "bar"): _from_hub,
    ("hub", "band"): _from_hub,
    ("group", "bar"): _group_to_bar,
    ("group", "end"): _to_end,
    ("band", "end"): _to_end,
    ("start", "end"): _to_end,
    ("start", "hub"): _start_to_hub,
    ("hub", "end"): _hub_to_end,
}
"""How an arc runs, by the roles of its source and target."""

"""How the arcs of a turn run on its page: straight, with corners, each by what its source and target are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.page import ARC_LINE, ARROW, Box, Point, Route, route
from mtg_fsm.machine.definition import State

Role = Literal["start", "band", "group", "step", "bar", "hub", "end"]

PAD: Final = 14.0
TAIL: Final = 20.0
"""Between the last step and the arc that leaves the row, at least."""
LOW: Final = 12.0
"""How far above the bottom of a step the arcs at its sides are: their labels are beside the step."""
LOOP: Final = 1.5 * ARC_LINE
"""Height of an arc from a step to itself."""
UP_AND_DOWN: Final = (20.0, 8.0)
"""How far left of a step's middle the arcs to and from its junction are."""


class Trip(NamedTuple):
    """An arc's label, the boxes of its ends, the bands that these are in, and the height at which it runs."""

    label: Label
    source: Box
    target: Box
    start: Box
    goal: Box
    y: float
    between: float
    """Between two bands."""

    def route(self, *corners: Point, at: Point, side: Literal["above", "right", "left"] = "above") -> Route:
        """A route with its label at a side of a point."""
        return route(corners, self.label, at, side)


class Way(NamedTuple):
    """How an arc runs, and how wide its label may be."""

    run: Callable[[Trip], Route]
    width: float


def roles_of(part: Part) -> dict[str, Role]:
    """What each state is on the page; `hub` is a junction between phases, `bar` one between steps."""
    top: dict[str, Role] = {"junction": "hub", "initial": "start", "final": "end"}

    def role(state: State) -> Role:
        if state.parent is not None:
            return "bar" if state.kind == "junction" else "step"
        return "group" if state.name in part.parents else top.get(state.kind, "band")

    return {state.name: role(state) for state in part.states}


def ways_of(part: Part) -> dict[str, str]:
    """The name of each arc's way, by id; some may not be in `WAYS`."""
    roles = roles_of(part)
    steps = [state.name for state in part.states if roles[state.name] == "step"]
    parents = {state.name: state.parent for state in part.states}

    def way(source: str, target: str) -> str:
        if source not in steps or target not in steps:
            return f"{roles[source]} to {roles[target]}"
        if source == target:
            return "loop"
        distance = steps.index(target) - steps.index(source)
        if parents[source] != parents[target] or distance < 0:
            return "around"
        return "along" if distance == 1 else "over"

    return {id_: way(*ends) for id_, ends in part.edges.items()}


def _along(trip: Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    return trip.route((a.right, y), (b.left, y), at=((a.right + b.left - ARROW) / 2, y))


def _loop(trip: Trip) -> Route:
    x, top = trip.source.x, trip.source.top
    left, right, y = x - 16, x + 16, top - LOOP
    return trip.route((right, top), (right, y), (left, y), (left, top), at=(x, y))


def _over(trip: Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.y
    return trip.route((a.x, a.top), (a.x, y), (b.x, y), (b.x, b.top), at=((a.x + b.x) / 2, y))


def _around(trip: Trip) -> Route:
    """To another row: out at the right, under the band, up at the left and in from above."""
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    right, left = trip.start.right - PAD, trip.start.left - PAD
    under, over = trip.start.bottom + trip.between * 0.75, trip.goal.top - trip.between / 2
    corners = ((a.right, y), (right, y), (right, under), (left, under), (left, over), (b.x, over), (b.x, b.top))
    return trip.route(*corners, at=((right + left) / 2, under))


def _step_to_band(trip: Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    x, middle = trip.start.right - PAD, (trip.start.bottom + b.top) / 2
    return trip.route((a.right, y), (x, y), (x, b.top), at=(x, middle), side="left")


def _band_to_step(trip: Trip) -> Route:
    a, b = trip.source, trip.target
    return trip.route((b.x, a.bottom), (b.x, b.top), at=(b.x, (a.bottom + trip.goal.top) / 2), side="right")


def _step_to_bar(trip: Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.source.x - UP_AND_DOWN[0]
    return trip.route((x, a.bottom), (x, b.top), at=(x, (a.bottom + b.top) / 2), side="left")


def _bar_to_step(trip: Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.target.x - UP_AND_DOWN[1]
    return trip.route((x, a.top), (x, b.bottom), at=(x, (a.top + b.bottom) / 2), side="right")


def _to_bar(trip: Trip) -> Route:
    left, right, y = trip.source.right, trip.target.left, trip.y
    return trip.route((left, y), (right, y), at=((left + right - ARROW) / 2, y))


def _to_hub(trip: Trip) -> Route:
    """Its label is outside of the band."""
    right, y = trip.target.left, trip.y
    return trip.route((trip.source.right, y), (right, y), at=((trip.start.right + right - ARROW) / 2, y))


def _from_hub(trip: Trip) -> Route:
    """Its label is outside of the band."""
    right, y = trip.source.left, trip.y
    return trip.route((right, y), (trip.target.right, y), at=((trip.goal.right + right + ARROW) / 2, y))


def _to_end(trip: Trip) -> Route:
    """Past the arc that runs up beside the bands."""
    left, right = trip.target.right, trip.source.left
    return trip.route((right, trip.y), (left, trip.y), at=((left + right - PAD + ARROW) / 2, trip.y))


def _hub_to_end(trip: Trip) -> Route:
    """Under everything; its label stands near the hub."""
    left, right, y = trip.target.right, trip.source.left, trip.y
    return trip.route((right, y), (left, y), at=(right - trip.label.width, y))


def _start_to_hub(trip: Trip) -> Route:
    left, right, y = trip.source.right, trip.target.left, trip.y
    return trip.route((left, y), (right, y), at=(right - trip.label.width, y))


BESIDE_HUB: Final = ("bar to hub", "band to hub", "hub to bar", "hub to band")
"""Ways that meet a band or its junction at the right."""
TO_END: Final = ("group to end", "band to end", "start to end")
"""Ways that leave a band at the left."""
IN_DROP: Final = ("step to bar", "bar to step")
"""Ways between a row of steps and its junction."""

WAYS: Final = {
    "along": Way(_along, 76),
    "loop": Way(_loop, 180),
    "over": Way(_over, 300),
    "around": Way(_around, 700),
    "step to band": Way(_step_to_band, 240),
    "band to step": Way(_band_to_step, 240),
    "step to bar": Way(_step_to_bar, 62),
    "bar to step": Way(_bar_to_step, 72),
    "group to bar": Way(_to_bar, 116),
    "bar to hub": Way(_to_hub, 168),
    "band to hub": Way(_to_hub, 168),
    "hub to bar": Way(_from_hub, 168),
    "hub to band": Way(_from_hub, 168),
    "group to end": Way(_to_end, 80),
    "band to end": Way(_to_end, 80),
    "start to end": Way(_to_end, 80),
    "start to hub": Way(_start_to_hub, 300),
    "hub to end": Way(_hub_to_end, 300),
}
"""By what the ends of an arc are, or how its two steps lie."""

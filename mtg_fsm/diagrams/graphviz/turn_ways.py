"""How the arcs of a turn run on its page: straight, with corners, each by what its source and target are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.page import ABOVE, ARROW, NEAR, Box, Route, Side, route
from mtg_fsm.machine.definition import State

Role = Literal["start", "band", "group", "step", "bar", "hub", "end"]

LOW: Final = 9.0
"""How far above the bottom of a step the arcs at its sides are: their labels are beside the step."""
TAIL: Final = 8.0
"""How far right of the last step the arc that leaves its row turns down."""
LOOP: Final = 8.0
"""Height of an arc from a step to itself."""
APART: Final = 6.0
"""How far from a step's middle the arcs to and from its junction are."""
EXIT: Final = 10.0
"""How far from the left edge the arc to the end leaves a phase that is not the first of its row."""


class Trip(NamedTuple):
    """An arc's label, the boxes of its ends, the bands that these are in, and where it runs.

    `y` is the height of its part from left to right, `x` the place of its part up or down beside or below the rows.
    """

    label: Label
    source: Box
    target: Box
    start: Box
    goal: Box
    y: float
    x: float


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


def ways_of(part: Part, rows: Sequence[Sequence[State]]) -> dict[str, str]:
    """The name of each arc's way, by id, for phases in these rows; some may not be in `WAYS`."""
    roles = roles_of(part)
    bands = {state.name: state.parent or state.name for state in part.states}
    steps = {band: [name for name in bands if bands[name] == band and roles[name] == "step"] for band in roles}
    row_of = {band.name: number for number, row in enumerate(rows) for band in row}
    first = {row[0].name for row in rows}
    neighbours = {(one.name, other.name) for row in rows for one, other in pairwise(row)}

    def between_bands(source: str, target: str) -> str:
        """Only from the last step of a phase to the first of another."""
        start, goal = bands[source], bands[target]
        if source != [start, *steps[start]][-1] or target != [goal, *steps[goal]][:2][-1]:
            return "within"
        if (start, goal) in neighbours:
            return "beside"
        leaves = "step" if roles[source] == "step" else "band"
        return "under" if leaves == "band" and row_of[start] == row_of[goal] else f"{leaves} around"

    to_bars = Counter((source, target) for source, target in part.edges.values() if roles[source] == "group")

    def way(source: str, target: str) -> str:
        if to_bars[source, target] > 1 and roles[target] == "bar":
            return "group below bar"
        if roles[target] == "end" and source in row_of:
            return "row to end" if source in first else "below to end"
        if {roles[source], roles[target]} - {"step", "band"}:
            return f"{roles[source]} to {roles[target]}"
        if bands[source] != bands[target] or roles[source] == "band":
            return between_bands(source, target)
        distance = steps[bands[source]].index(target) - steps[bands[source]].index(source)
        return "within" if distance < 0 else ("loop", "along")[distance] if distance < 2 else "over"

    return {id_: way(*ends) for id_, ends in part.edges.items()}


def _along(trip: Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.source.bottom - LOW
    return route(((a.right, y), (b.left, y)), trip.label, ((a.right + b.left - ARROW) / 2, y))


def _loop(trip: Trip) -> Route:
    """Its label is left of it if there is room in the phase."""
    x, top = trip.source.x, trip.source.top
    left, right, y = x - 14, x + 14, top - LOOP
    fits = left - trip.label.width - ARROW - NEAR > trip.start.left
    beside: Side = "left" if fits else "right"
    at = (left - ARROW / 2 if fits else right), (y + top) / 2 - ABOVE
    return route(((right, top), (right, y), (left, y), (left, top)), trip.label, at, beside)


def _over(trip: Trip) -> Route:
    a, b, y = trip.source, trip.target, trip.y
    return route(((a.x, a.top), (a.x, y), (b.x, y), (b.x, b.top)), trip.label, ((a.x + b.x) / 2, y))


def _beside(trip: Trip) -> Route:
    """To the next phase in the same row."""
    a, b = trip.source, trip.target
    y = min(a.bottom, b.bottom) - LOW
    return route(((a.right, y), (b.left, y)), trip.label, ((trip.start.right + trip.goal.left - ARROW) / 2, y))


def _under(trip: Trip) -> Route:
    """To a phase before it in the same row."""
    a, b, y = trip.source, trip.target, trip.y
    return route(((a.x, a.bottom), (a.x, y), (b.x, y), (b.x, b.bottom)), trip.label, ((a.x + b.x) / 2, y))


def _step_around(trip: Trip) -> Route:
    """To another row: out at the right, under the row, up or down at the left and in from there."""
    a, b, x, right = trip.source, trip.target, trip.x, trip.source.right + TAIL
    low, end = a.bottom - LOW, b.bottom - LOW
    corners = ((a.right, low), (right, low), (right, trip.y), (x, trip.y), (x, end), (b.left, end))
    return route(corners, trip.label, ((x + right) / 2, trip.y))


def _band_around(trip: Trip) -> Route:
    """To another row: out at the bottom, up or down at the left and in from there."""
    a, b, x, end = trip.source, trip.target, trip.x, trip.target.bottom - LOW
    corners = ((a.x, a.bottom), (a.x, trip.y), (x, trip.y), (x, end), (b.left, end))
    return route(corners, trip.label, ((x + a.x) / 2, trip.y))


def _step_to_bar(trip: Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.source.x - APART
    return route(((x, a.bottom), (x, b.top)), trip.label, (x, (a.bottom + b.top) / 2), "left")


def _bar_to_step(trip: Trip) -> Route:
    a, b, x = trip.source, trip.target, trip.target.x + APART
    return route(((x, a.top), (x, b.bottom)), trip.label, (x, (a.top + b.bottom) / 2), "right")


def _to_bar(trip: Trip) -> Route:
    left, right, y = trip.source.right, trip.target.left, trip.y
    return route(((left, y), (right, y)), trip.label, ((left + right - ARROW) / 2, y))


def _below_bar(trip: Trip) -> Route:
    """Up into the bar, right of its label."""
    left, y, width = trip.source.right, trip.y, trip.label.width + 2 * NEAR
    x = left + max(width, trip.x - left)
    return route(((left, y), (x, y), (x, trip.target.bottom)), trip.label, (left + width / 2, y))


def _to_hub(trip: Trip) -> Route:
    """Its label is near the phase."""
    left, y = trip.source.right, trip.y
    return route(((left, y), (trip.target.left, y)), trip.label, (left + NEAR + trip.label.width / 2, y))


def _from_hub(trip: Trip) -> Route:
    """Its label is near the phase."""
    left, y = trip.target.right, trip.y
    return route(((trip.source.left, y), (left, y)), trip.label, (left + NEAR + ARROW + trip.label.width / 2, y))


def _below_to_hub(trip: Trip) -> Route:
    """Out at the bottom of the bar, where there is room for the label."""
    x, y = trip.x, trip.y
    corners = ((x, trip.source.bottom), (x, y), (trip.target.left, y))
    return route(corners, trip.label, (x + NEAR + trip.label.width / 2, y))


def _hub_to_below(trip: Trip) -> Route:
    """In at the bottom of the bar, where there is room for the label."""
    x, y = trip.x, trip.y
    corners = ((trip.source.left, y), (x, y), (x, trip.target.bottom))
    return route(corners, trip.label, (x + NEAR + trip.label.width / 2, y))


def _row_to_end(trip: Trip) -> Route:
    """Out at the left, up or down and in at the left; its label is left of the arcs between rows."""
    a, b, y = trip.source, trip.target, trip.y
    corners = ((a.left, y), (trip.x, y), (trip.x, b.y), (b.left, b.y))
    return route(corners, trip.label, (trip.x + NEAR + trip.label.width / 2, y))


def _below_to_end(trip: Trip) -> Route:
    """Out at the bottom, under the row, up or down and in at the left; its label is left of the arcs between rows."""
    a, b, y = trip.source, trip.target, trip.y
    out = min(a.x, a.left + EXIT)
    corners = ((out, a.bottom), (out, y), (trip.x, y), (trip.x, b.y), (b.left, b.y))
    return route(corners, trip.label, (trip.x + NEAR + trip.label.width / 2, y))


def _hub_to_end(trip: Trip) -> Route:
    """Under the last row; its label stands near the end."""
    a, b, y = trip.source, trip.target, trip.y
    corners = ((a.left, y), (trip.x, y), (trip.x, b.y), (b.left, b.y))
    return route(corners, trip.label, (b.left + NEAR + trip.label.width / 2, y))


BESIDE_HUB: Final = ("bar to hub", "band to hub", "hub to bar", "hub to band")
"""Ways that meet a band or its junction at the right."""
TO_END: Final = ("start to end", "row to end", "below to end", "hub to end")
"""Ways that share the lane to the end."""
BELOW_BAR: Final = ("bar to hub below", "hub to bar below")
"""Ways between a bar and the hub whose labels do not fit between the last step and the edge of its phase."""
BELOW: Final = ("under", "band around", "step around")
"""Ways that run below the row of their source, from the top to the bottom, each for itself."""
AROUND: Final = ("band around", "step around")
"""Ways that lead to another row."""
IN_DROP: Final = ("step to bar", "bar to step")
"""Ways between a row of steps and its junction."""

WAYS: Final = {
    "along": Way(_along, 56),
    "loop": Way(_loop, 180),
    "over": Way(_over, 320),
    "beside": Way(_beside, 56),
    "under": Way(_under, 320),
    "step around": Way(_step_around, 400),
    "band around": Way(_band_around, 320),
    "step to bar": Way(_step_to_bar, 104),
    "bar to step": Way(_bar_to_step, 56),
    "group to bar": Way(_to_bar, 130),
    "group below bar": Way(_below_bar, 300),
    "bar to hub": Way(_to_hub, 104),
    "band to hub": Way(_to_hub, 150),
    "hub to bar": Way(_from_hub, 104),
    "hub to band": Way(_from_hub, 150),
    "bar to hub below": Way(_below_to_hub, 104),
    "hub to bar below": Way(_hub_to_below, 104),
    "row to end": Way(_row_to_end, 60),
    "below to end": Way(_below_to_end, 60),
    "start to end": Way(_below_to_end, 60),
    "start to hub": Way(_to_hub, 300),
    "hub to end": Way(_hub_to_end, 300),
}
"""By what the ends of an arc are, or how its two states lie."""

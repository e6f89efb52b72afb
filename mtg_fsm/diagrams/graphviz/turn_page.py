"""The page of a machine that is built like a turn: a band for each phase with its steps in a row, one below the other.

Junctions between steps are bars below their row, the junction between phases is at the right, the end at the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.nodes import TITLE_WIDTH, Content
from mtg_fsm.diagrams.graphviz.page import ABOVE, ARROW, NEAR, STATE_LINE, Box, Page, slot, slots
from mtg_fsm.diagrams.graphviz.turn_ways import (
    BESIDE_HUB,
    IN_DROP,
    LOOP,
    LOW,
    PAD,
    TAIL,
    TO_END,
    UP_AND_DOWN,
    WAYS,
    Role,
    Trip,
    roles_of,
    ways_of,
)
from mtg_fsm.machine.definition import State

INFO: Final = TITLE_WIDTH + 14.0
"""Left of the steps in a band."""
HUB_WIDTH: Final = 160.0
END_WIDTH: Final = 84.0
MARKER: Final = 3.0
"""Half the width of the bar that stands for any state of a phase."""
CLEAR: Final = 9.0
"""Between a label and what it must not touch."""


def turn_page(figure: Figure, head: float) -> Page | None:
    """The page, below a heading of this height; None if the machine is built in another way."""
    return _Placing(figure, head).page() if _fits(figure) else None


def _fits(figure: Figure) -> bool:
    """Whether each arc has a way, each phase with states in it has steps, and a junction if arcs meet it as a whole."""
    part, roles = figure.part, roles_of(figure.part)
    within = {(state.parent, roles[state.name]) for state in part.states}
    ends = {name for edge in figure.edges.values() for name in edge}
    return (
        bool(part.parents)
        and set(ways_of(part).values()) <= WAYS.keys()
        and all((phase, "step") in within and (phase not in ends or (phase, "bar") in within) for phase in part.parents)
    )


class _Placing:
    def __init__(self, figure: Figure, head: float) -> None:
        self._figure = figure
        self._states = figure.states
        self._roles = roles_of(figure.part)
        self._ways = ways_of(figure.part)
        self._labels = {id_: figure.label(id_, WAYS[way].width) for id_, way in self._ways.items()}
        self._levels: dict[str, float] = {}
        self._tail = 0.0
        self._page = Page(head)
        self._page.contents = {state.name: self._content(state) for state in self._states if self._is_box(state)}
        down = [self._labels[id_].height for id_ in self._on("step to band", "band to step", "around")]
        self._between = max(down, default=0) + 2 * CLEAR

    def _is_box(self, state: State) -> bool:
        return self._roles[state.name] != "group"

    def _content(self, state: State) -> Content:
        role = self._roles[state.name]
        wide = role == "bar"
        return self._figure.content(state.name, {"hub": HUB_WIDTH - 8, "end": END_WIDTH - 8}.get(role, 600), wide=wide)

    def page(self) -> Page:
        """Places everything, from the top to the bottom."""
        page, boxes = self._page, self._page.boxes
        left = END_WIDTH + self._gutter(*TO_END) + PAD if self._of("end") else PAD + CLEAR
        rows = [self._row(band.name) for band in self._of("group")]
        self._tail = max(self._row_tail(row) for row in rows) + PAD
        right = left + INFO + max(map(self._row_width, rows)) + self._tail
        top = bottom = page.head + PAD
        for start in self._of("start"):
            boxes[start.name] = Box(left, top, left + INFO, top + 3 * STATE_LINE)
            bottom = boxes[start.name].bottom
        for band in self._of("group", "band"):
            bottom = self._place_band(band, left, right, bottom + self._between)
        bottom += self._between + PAD
        for end in self._of("end"):
            boxes[end.name] = Box(0, top, END_WIDTH, bottom)
        for hub in self._of("hub"):
            right += self._gutter(*BESIDE_HUB)
            boxes[hub.name] = Box(right, top, right + HUB_WIDTH, bottom)
            right += HUB_WIDTH
        page.width, page.height = right, bottom
        self._run_arcs()
        return page

    def _run_arcs(self) -> None:
        page, parents = self._page, {state.name: state.parent for state in self._states}
        for id_, (source, target) in self._figure.edges.items():
            start, goal = (page.bands.get(parents[end] or end, page.boxes[end]) for end in (source, target))
            y = self._levels.get(id_, page.boxes[source].y)
            if self._ways[id_] == "hub to end":
                y = page.boxes[source].bottom - LOW
            trip = Trip(self._labels[id_], page.boxes[source], page.boxes[target], start, goal, y, self._between)
            page.routes[id_] = WAYS[self._ways[id_]].run(trip)

    def _of(self, *roles: Role) -> list[State]:
        return [state for state in self._states if self._roles[state.name] in roles]

    def _row(self, band: str) -> list[State]:
        return [state for state in self._of("step") if state.parent == band]

    def _on(self, *ways: str, of: Iterable[str] | None = None) -> dict[str, Label]:
        """The labels of arcs that run in one of these ways, and begin or end at one of these states."""
        states = self._roles.keys() if of is None else set(of)
        edges = self._figure.edges
        return {id_: label for id_, label in self._labels.items() if self._ways[id_] in ways and states & {*edges[id_]}}

    def _gutter(self, *ways: str) -> float:
        """Room for the labels of arcs that run from left to right."""
        return max((label.width for label in self._on(*ways).values()), default=0) + 2 * CLEAR + ARROW

    def _gaps(self, row: Sequence[State]) -> list[float]:
        """Between each two steps."""
        return [self._gap(*ends) for ends in pairwise(state.name for state in row)]

    def _gap(self, source: str, target: str) -> float:
        labels = self._on("along", of=[source]).items()
        widths = [label.width for id_, label in labels if self._figure.edges[id_] == (source, target)]
        return max(widths, default=0) + 2 * NEAR + ARROW

    def _row_tail(self, row: Sequence[State]) -> float:
        """Between the last step and the arc that leaves the row, which passes the label of the arc up to the step."""
        half = self._page.contents[row[-1].name].width / 2
        labels = self._on("bar to step", of=[row[-1].name]).values()
        return max([TAIL, *(label.width + NEAR + CLEAR - UP_AND_DOWN[1] - half for label in labels)])

    def _row_width(self, row: Sequence[State]) -> float:
        return sum(self._page.contents[step.name].width for step in row) + sum(self._gaps(row))

    def _place_band(self, band: State, left: float, right: float, top: float) -> float:
        """Places a phase and what is in it; its lower edge."""
        row = self._row(band.name)
        if not row:
            needed = self._page.contents[band.name].height, self._side(band.name, *BESIDE_HUB)
            box = self._page.boxes[band.name] = Box(left, top, right, top + max(needed))
            self._level(box, band.name, *BESIDE_HUB)
            return box.bottom
        bottom = self._place_row(row, left + INFO, right - self._tail, top)
        for bar in self._of("bar"):
            if bar.parent == band.name:
                bottom = self._place_bar(bar, band, row, Box(left, bottom, right, bottom))
        self._page.bands[band.name] = Box(left, top, right, bottom + PAD)
        return bottom + PAD

    def _place_bar(self, bar: State, band: State, row: Sequence[State], above: Box) -> float:
        """Places a junction below its row, and the bar at the left that stands for any state; its lower edge."""
        labels = self._on(*IN_DROP, of=[step.name for step in row]).values()
        drop = max((label.height for label in labels), default=0) + 2 * CLEAR
        sides = self._side(bar.name, *BESIDE_HUB), self._side(bar.name, "group to bar")
        top, height = above.bottom + drop, max(self._page.contents[bar.name].height, *sides)
        box = self._page.boxes[bar.name] = Box(above.left + INFO, top, above.right - self._tail, top + height)
        self._level(box, bar.name, *BESIDE_HUB)
        self._level(box, bar.name, "group to bar")
        self._page.boxes[band.name] = Box(above.left - MARKER, box.top, above.left + MARKER, box.bottom)
        return box.bottom

    def _side(self, name: str, *ways: str) -> float:
        """The height that the arcs at one side of a box need."""
        return sum(map(slot, self._on(*ways, of=[name]).values())) + 2 * ABOVE

    def _level(self, box: Box, name: str, *ways: str) -> None:
        heights = {id_: slot(label) for id_, label in self._on(*ways, of=[name]).items()}
        self._levels |= slots(box, heights)

    def _place_row(self, row: Sequence[State], left: float, right: float, top: float) -> float:
        """Places steps side by side from edge to edge, below the arcs that run over them; their lower edge."""
        names = [step.name for step in row]
        top += PAD / 2
        for id_, label in self._on("over", of=names).items():
            top += slot(label)
            self._levels[id_] = top
        loops = [label.height for label in self._on("loop", of=names).values()]
        top += max(loops) + LOOP + CLEAR if loops else CLEAR
        spare = (right - left - self._row_width(row)) / max(1, len(row) - 1)
        contents = [self._page.contents[name] for name in names]
        bottom = top + max(content.height for content in contents)
        for name, content, gap in zip(names, contents, (*self._gaps(row), 0), strict=True):
            self._page.boxes[name] = Box(left, top, left + content.width, bottom)
            left += content.width + gap + spare
        return bottom

"""The page of a machine that is built like a turn: a band for each phase with its steps in a row, in rows as in a text.

Junctions between steps are bars below their row, the junction between phases is at the right, the end below at the
left. Arcs to another row run below their own row and up or down at the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.nodes import PAD as CELL_PAD
from mtg_fsm.diagrams.graphviz.nodes import Content, title_of
from mtg_fsm.diagrams.graphviz.page import ABOVE, ARROW, NEAR, Box, Page, packed, slot, slots
from mtg_fsm.diagrams.graphviz.turn_ways import (
    APART,
    AROUND,
    BELOW,
    BELOW_BAR,
    BESIDE_HUB,
    IN_DROP,
    LOOP,
    LOW,
    TAIL,
    TO_END,
    WAYS,
    Role,
    Trip,
    roles_of,
    ways_of,
)
from mtg_fsm.machine.definition import State

ROW: Final = 700.0
"""Phases stand side by side if they are no wider than this, or than the widest of them."""
WIDTHS: Final[dict[Role, float]] = {"hub": 78.0, "end": 110.0, "start": 110.0, "band": 60.0}
"""Of the texts in a state of a role; in others they are as wide as they like."""
WIDE: Final = 600.0
PAD: Final = 4.5
"""Between a band and what is in it."""
CLEAR: Final = 5.0
"""Between things that must not touch."""
LANE: Final = 9.0
"""Between two arcs at the left."""
GUTTER: Final = 14.0
"""Between the bands and the junction at their right, and between two bands, at least."""
SHORT: Final = 30.0
"""Between a phase without steps and the junction at its right, at least."""
DROP: Final = 13.0
"""Between a row of steps and its junction, at least."""
END_LANE: Final = 8.0
"""Where the arcs to the end run down."""
MARKER: Final = 2.5
"""Half the width of the bar that stands for any state of a phase."""


class _Turn(NamedTuple):
    """An arc at the left of the rows, from one gap or row to another; gap 0 is above row 1, which is above gap 2."""

    id: str
    first: int
    last: int


def turn_page(figure: Figure) -> Page | None:
    """The page; None if the machine is built in another way, or if there is not enough room for its texts."""
    if not _fits(figure):
        return None
    page = _Placing(figure).page()
    return page if page.is_clear else None


def _fits(figure: Figure) -> bool:
    """Whether each arc has a way, each phase with states in it has steps, and a junction if arcs meet it as a whole."""
    part, roles = figure.part, roles_of(figure.part)
    within = {(state.parent, roles[state.name]) for state in part.states}
    ends = {name for edge in figure.edges.values() for name in edge}
    return (
        any(state.kind == "phase" for state in part.states)
        and all((phase, "step") in within and (phase not in ends or (phase, "bar") in within) for phase in part.parents)
        and set(ways_of(part, _Placing(figure).rows).values()) <= WAYS.keys()
    )


class _Placing:
    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._states = figure.states
        self._roles = roles_of(figure.part)
        self._page = page = Page()
        boxes = [state.name for state in self._states if self._roles[state.name] != "group"]
        page.contents = {name: self._content(name) for name in boxes}
        page.titles = {band.name: title_of(band, figure.mark(band.name), WIDE) for band in self._of("group")}
        self._labels = {id_: figure.label(id_, WAYS["along"].width) for id_ in figure.edges}
        self.rows = [[band] for band in self._of("group", "band")]
        self._ways = ways_of(figure.part, self.rows)
        self.rows = self._packed_rows()
        self._ways = ways_of(figure.part, self.rows)
        self._labels = {id_: figure.label(id_, WAYS[way].width) for id_, way in self._ways.items() if way in WAYS}
        self._labels |= dict.fromkeys(self._said_already(), Label(()))
        self._ways |= dict(self._turned_below())
        self._levels: dict[str, float] = {}
        self._turning: dict[str, float] = {}
        self._lanes = {turn.id: index for index, lane in enumerate(packed(self._turns())) for turn in lane}

    def page(self) -> Page:
        """Places everything, from the top to the bottom."""
        page, boxes = self._page, self._page.boxes
        left = self._left()
        right = left + max(self._row_width(row) for row in self.rows)
        top, bottom = 0.0, self._place_start(right)
        for row in self.rows:
            bottom = self._place_row(row, left, right, bottom)
            if row is self.rows[-1]:
                bottom = self._place_end(row, left, bottom)
            bottom = self._gap_below(row, bottom)
        for hub in self._of("hub"):
            boxes[hub.name] = Box(right + GUTTER, top, right + GUTTER + page.contents[hub.name].width, bottom)
        page.width, page.height = max([right, *(box.right for box in boxes.values())]), bottom
        self._run_arcs(left)
        return page

    def _place_start(self, right: float) -> float:
        """Places the state in which a game begins near the junction at the right; the upper edge of the rows."""
        bottom = 0.0
        for start in self._of("start"):
            content = self._page.contents[start.name]
            labels = [label.width for label in self._on("start to hub", of=[start.name]).values()]
            right -= max(labels, default=0) + 2 * NEAR
            box = self._page.boxes[start.name] = Box(right - content.width, 0, right, content.height)
            self._page.free = box.left - CLEAR, box.bottom
            bottom = box.bottom + CLEAR
            self._levels |= dict.fromkeys(self._on("start to hub", of=[start.name]), box.bottom - CLEAR)
            for id_, label in self._on("start to end", of=[start.name]).items():
                self._levels[id_] = box.bottom + slot(label)
                bottom += slot(label)
        return bottom

    def _place_end(self, row: Sequence[State], left: float, bottom: float) -> float:
        """Places the state in which a game ends below the first phase of the last row; the lower edge of both."""
        for end in self._of("end"):
            top = (self._page.boxes | self._page.bands)[row[0].name].bottom + CLEAR
            content = self._page.contents[end.name]
            box = self._page.boxes[end.name] = Box(left, top, left + content.width, top + content.height)
            bottom = max(bottom, box.bottom)
        return bottom

    def _content(self, name: str) -> Content:
        role = self._roles[name]
        return self._figure.content(name, WIDTHS.get(role, WIDE), bar=role == "bar")

    def _run_arcs(self, left: float) -> None:
        page, parents = self._page, {state.name: state.parent for state in self._states}
        for id_, (source, target) in self._figure.edges.items():
            way = self._ways[id_]
            start, goal = (page.bands.get(parents[end] or end, page.boxes[end]) for end in (source, target))
            y = self._levels.get(id_, page.boxes[source].y)
            x = END_LANE if way in TO_END else left - LANE * (self._lanes.get(id_, 0) + 1)
            x = self._turning.get(id_, x)
            trip = Trip(self._labels[id_], page.boxes[source], page.boxes[target], start, goal, y, x)
            page.routes[id_] = WAYS[way].run(trip)

    def _of(self, *roles: Role) -> list[State]:
        return [state for state in self._states if self._roles[state.name] in roles]

    def _steps(self, band: str) -> list[State]:
        return [state for state in self._of("step") if state.parent == band]

    def _on(self, *ways: str, of: Iterable[str] | None = None) -> dict[str, Label]:
        """The labels of arcs that run in one of these ways, and begin or end at one of these states."""
        states = self._roles.keys() if of is None else set(of)
        edges = self._figure.edges
        return {id_: label for id_, label in self._labels.items() if self._ways[id_] in ways and states & {*edges[id_]}}

    # Rows, and what is at the left of them.

    def _packed_rows(self) -> list[list[State]]:
        """The phases in rows: as many beside each other as there is room for."""
        bands = self._of("group", "band")
        limit = max([ROW, *map(self._band_width, bands)])
        rows: list[list[State]] = []
        for band in bands:
            if rows and self._row_width([*rows[-1], band]) <= limit:
                rows[-1].append(band)
            else:
                rows.append([band])
        return rows

    def _said_already(self) -> Iterator[str]:
        """Arcs to the end that say no more than one of them, which says it for all."""
        ids = [*self._on("hub to end"), *self._on("start to end", "row to end", "below to end")]
        labels = {id_: self._figure.label(id_, WIDE) for id_ in ids}
        yield from (id_ for id_ in ids[1:] if labels[id_] == labels[ids[0]])

    def _turned_below(self) -> Iterator[tuple[str, str]]:
        """The ways of arcs between bar and hub whose labels do not fit right of the arrows of the last step."""
        for bar in self._of("bar"):
            last = self._steps(bar.parent or "")[-1:]
            room = sum(self._page.contents[step.name].width / 2 - 2 * APART + TAIL for step in last)
            for id_, label in self._on("bar to hub", "hub to bar", of=[bar.name]).items():
                if label.width + 2 * NEAR + ARROW > room and label.lines:
                    yield id_, f"{self._ways[id_]} below"

    def _turns(self) -> Iterator[_Turn]:
        numbers = {band.name: 2 * number + 1 for number, row in enumerate(self.rows) for band in row}
        bands = {state.name: state.parent or state.name for state in self._states}
        for id_, (source, target) in self._figure.edges.items():
            if self._ways[id_] in AROUND:
                gap, row = numbers[bands[source]] + 1, numbers[bands[target]]
                yield _Turn(id_, min(gap, row), max(gap, row))

    def _left(self) -> float:
        """The left edge of the rows."""
        turns = LANE * (max(self._lanes.values(), default=-1) + 1)
        if not self._on(*TO_END):
            return turns
        labels = [label.width + 2 * NEAR for label in self._on("start to end", "row to end", "below to end").values()]
        return END_LANE + max([0, *(width for width in labels if width > 2 * NEAR)]) + turns + LANE

    # Widths.

    def _row_width(self, row: Sequence[State]) -> float:
        gaps = sum(self._beside(one.name, other.name) for one, other in pairwise(row))
        last = row[-1].name
        labels = [label.width for label in self._on("band to hub", "hub to band", of=[last]).values()]
        beside_hub = max([0, *(max(width + 2 * NEAR + ARROW, SHORT) - GUTTER for width in labels)])
        return sum(map(self._band_width, row)) + gaps + beside_hub

    def _beside(self, band: str, following: str) -> float:
        """Between two phases side by side."""
        bands = {state.name: state.parent or state.name for state in self._states}
        ends = {id_: (bands[a], bands[b]) for id_, (a, b) in self._figure.edges.items()}
        labels = [label.width for id_, label in self._labels.items() if ends[id_] == (band, following)]
        return max([GUTTER, *(width + 2 * NEAR + ARROW for width in labels)])

    def _band_width(self, band: State) -> float:
        steps = self._steps(band.name)
        if not steps:
            return self._page.contents[band.name].width
        bars = [
            max(self._bar_left(bar.name) + self._page.contents[bar.name].width, self._below_width(bar.name))
            + self._bar_right(bar.name)
            for bar in self._of("bar")
            if bar.parent == band.name
        ]
        return max(
            self._indent(band) + self._steps_width(steps) + PAD + TAIL,
            self._page.titles[band.name].width + 2 * PAD,
            *bars,
            0,
        )

    def _below_width(self, bar: str) -> float:
        """What the arcs need that come into a bar from below."""
        labels = self._on("group below bar", of=[bar]).values()
        return max((label.width for label in labels), default=0) + 2 * NEAR + 2 * CLEAR * (len(labels) + 1)

    def _indent(self, band: State) -> float:
        """Left of the steps: the arrows from and to the first end at the junction, which is right of its labels."""
        bars = [self._bar_left(bar.name) + 2 * APART for bar in self._of("bar") if bar.parent == band.name]
        first, *_ = self._steps(band.name)
        return max([PAD, *(left - self._page.contents[first.name].width / 2 for left in bars)])

    def _bar_left(self, bar: str) -> float:
        labels = [label.width + 2 * NEAR + ARROW for label in self._on("group to bar", of=[bar]).values()]
        return MARKER + max([GUTTER, *labels])

    def _bar_right(self, bar: str) -> float:
        """Right of a junction: the labels of its arcs are left of the arc that leaves the row."""
        widths = [label.width for label in self._on("bar to hub", "hub to bar", of=[bar]).values()]
        return PAD + TAIL + max([0, *(width + 2 * NEAR + ARROW - TAIL for width in widths if width)])

    def _gaps(self, steps: Sequence[State]) -> list[float]:
        """Between each two steps."""
        return [self._gap(*ends) for ends in pairwise(state.name for state in steps)]

    def _gap(self, source: str, target: str) -> float:
        labels = [label for id_, label in self._labels.items() if self._figure.edges[id_] == (source, target)]
        return max((label.width for label in labels), default=0) + 2 * NEAR + ARROW

    def _steps_width(self, steps: Sequence[State]) -> float:
        return sum(self._page.contents[step.name].width for step in steps) + sum(self._gaps(steps))

    # Places.

    def _place_row(self, row: Sequence[State], left: float, right: float, top: float) -> float:
        """Places phases side by side from edge to edge; their lower edge."""
        groups = [band for band in row if self._roles[band.name] == "group"]
        spare = (right - left - self._row_width(row)) / max(1, len(groups))
        x, raised, bottom, low = left, 0.0, top, top
        for band, following in zip(row, [*row[1:], None], strict=True):
            width = self._band_width(band) + (spare if band in groups else 0)
            if band in groups:
                steps_bottom, band_bottom = self._place_group(band, x, x + width, top + raised)
                bottom, low = max(bottom, band_bottom), max(low, steps_bottom)
            else:
                self._page.boxes[band.name] = Box(x, top, x + width, top)
                raised += self._side(band.name, "band to hub", "hub to band") + CLEAR if following else 0
            x += width + (self._beside(band.name, following.name) if following else 0)
        bands = [band for band in row if band not in groups]
        low = max([low, *(top + self._band_height(band.name) for band in bands)])
        for band in bands:
            self._place_band(band.name, low, raised if band is not row[-1] else 0)
        return max(bottom, low)

    def _band_height(self, name: str) -> float:
        """What a phase without steps needs."""
        return max(self._page.contents[name].height, self._side(name, *BESIDE_HUB) + LOW)

    def _place_band(self, name: str, bottom: float, raised: float) -> None:
        """Gives a phase without steps its height; arcs to the junction are above phases that follow it."""
        box = self._page.boxes[name] = self._page.boxes[name]._replace(bottom=bottom)
        self._level(box._replace(bottom=box.top + raised) if raised else box, name, *BESIDE_HUB)
        self._levels |= dict.fromkeys(self._on("row to end", of=[name]), box.top + LOW)

    def _place_group(self, band: State, left: float, right: float, top: float) -> tuple[float, float]:
        """Places a phase and what is in it; the lower edges of its steps and of itself."""
        steps = self._steps(band.name)
        low = bottom = self._place_steps(band, steps, left + self._indent(band), right - PAD - TAIL, top)
        for bar in self._of("bar"):
            if bar.parent == band.name:
                bottom = self._place_bar(bar, band, steps, Box(left, low, right, low))
        self._page.bands[band.name] = Box(left, top, right, bottom + PAD)
        return low, bottom + PAD

    def _place_bar(self, bar: State, band: State, steps: Sequence[State], above: Box) -> float:
        """Places a junction below its row, and the bar at the left that stands for any state; their lower edge."""
        labels = self._on(*IN_DROP, of=[step.name for step in steps]).values()
        drop = max([DROP, *(label.height + CLEAR for label in labels)])
        sides = self._side(bar.name, *BESIDE_HUB), self._side(bar.name, "group to bar")
        top, height = above.bottom + drop, max(self._page.contents[bar.name].height, *sides)
        left, right = above.left + self._bar_left(bar.name), above.right - self._bar_right(bar.name)
        box = self._page.boxes[bar.name] = Box(left, top, right, top + height)
        self._level(box, bar.name, *BESIDE_HUB)
        self._level(box, bar.name, "group to bar")
        bottom, turning = box.bottom, box.left + CLEAR
        for id_, label in self._on("group below bar", of=[bar.name]).items():
            bottom += slot(label) + ABOVE
            turning = max(turning, above.left + label.width + 2 * NEAR) + 2 * CLEAR
            self._levels[id_], self._turning[id_] = bottom - ABOVE, turning
        bottom = max(bottom, self._place_below_bar(box, bar.name, above.right - PAD, turning))
        marker = self._page.boxes[band.name] = Box(above.left - MARKER, top, above.left + MARKER, bottom)
        self._levels |= dict.fromkeys(self._on("row to end", of=[band.name]), marker.y)
        return bottom

    def _place_below_bar(self, box: Box, bar: str, right: float, turning: float) -> float:
        """Places the arcs between a bar and the hub that run below it, right of others; their lower edge."""
        bottom = box.bottom
        for id_, label in self._on(*BELOW_BAR, of=[bar]).items():
            bottom += slot(label) + ABOVE
            x = max(turning + CLEAR, right - label.width - 2 * NEAR)
            self._levels[id_], self._turning[id_] = bottom - ABOVE, x
        return bottom

    def _side(self, name: str, *ways: str) -> float:
        """The height that the arcs at one side of a box need."""
        return sum(map(slot, self._on(*ways, of=[name]).values())) + 2 * ABOVE

    def _level(self, box: Box, name: str, *ways: str) -> None:
        heights = {id_: slot(label) for id_, label in self._on(*ways, of=[name]).items()}
        self._levels |= slots(box, heights)

    def _place_steps(self, band: State, steps: Sequence[State], left: float, right: float, top: float) -> float:
        """Places steps side by side below the title and the arcs that run over them; their lower edge."""
        names, title = [step.name for step in steps], self._page.titles[band.name].height + 2 * CELL_PAD
        over, loops = self._on("over", of=names), self._on("loop", of=names)
        touching = {end for id_ in (*over, *loops) for end in self._figure.edges[id_]}
        y = top + (title if names[0] in touching else 0)
        for id_, label in over.items():
            y += slot(label)
            self._levels[id_] = y
        y += max((max(label.height, LOOP) + ABOVE for label in loops.values()), default=0) + CLEAR
        top = max(y, top + title)
        spare = (right - left - self._steps_width(steps)) / max(1, len(steps) - 1)
        contents = [self._page.contents[name] for name in names]
        beside = [label.height + LOW + 2 * ABOVE for label in self._on("along", "beside", of=names).values()]
        bottom = top + max([*(content.height for content in contents), *beside])
        for name, content, gap in zip(names, contents, (*self._gaps(steps), 0), strict=True):
            self._page.boxes[name] = Box(left, top, left + content.width, bottom)
            left += content.width + gap + spare
        return bottom

    def _gap_below(self, row: Sequence[State], bottom: float) -> float:
        """Gives the arcs below a row their heights; the upper edge of what follows."""
        within = {band.name for band in row}
        sources = [state.name for state in self._states if (state.parent or state.name) in within]
        ends = self._on("below to end", of=sources) | (self._on("hub to end") if row is self.rows[-1] else {})
        if ends:
            bottom += max(map(slot, ends.values())) + ABOVE
            self._levels |= dict.fromkeys(ends, bottom)
        for way in BELOW:
            for id_, label in self._on(way, of=sources).items():
                if self._figure.edges[id_][0] in sources:
                    bottom += slot(label) + ABOVE
                    self._levels[id_] = bottom
        return bottom + (ABOVE if row is self.rows[-1] else CLEAR + ABOVE)

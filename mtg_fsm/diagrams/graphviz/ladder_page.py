"""The page of a machine without phases: its states one below the other, arcs beside them in lanes.

An arc to the next state runs straight there. Any other leaves its state at a side, runs up or down in a lane and comes
in from that side: arcs that go back up at the left, those that go down or break in at the right. Arcs of one kind,
trigger and target share a lane, and if they say the same, only the first says it. Labels stand between a state and the
lanes: nothing but their own arcs is near them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import Label
from mtg_fsm.diagrams.graphviz.page import ABOVE, ARROW, NEAR, Box, Page, Point, Route, packed, route, slot, slots

Side = Literal["left", "right"]

SIDE_WIDTH: Final = 172.0
"""Of a label beside a state."""
GAP_WIDTH: Final = 130.0
"""Of a label between two states."""
CLEAR: Final = 6.0
"""Between things that must not touch."""
GAP: Final = 18.0
"""Between two states at least."""
LANE: Final = 9.0
"""Between two lanes."""
INNER: Final = 20.0
"""Between a state and the arc that leads from it to itself."""
ENTRY: Final = ARROW + ABOVE
"""Height that an arc needs at the side of a state without its label."""


class Lane(NamedTuple):
    """The arcs that share a lane: their ids, the numbers of their sources in order, and the number of their target."""

    ids: tuple[str, ...]
    sources: tuple[int, ...]
    target: int

    @property
    def down(self) -> bool:
        """Whether it runs down."""
        return self.target > self.sources[0]

    @property
    def first(self) -> int:
        """Number of the uppermost state that it passes."""
        return min(self.target, *self.sources)

    @property
    def last(self) -> int:
        """Number of the lowest state that it passes."""
        return max(self.target, *self.sources)


def ladder_page(figure: Figure) -> Page | None:
    """The page; None if the machine has states in states."""
    return None if figure.parents else _Placing(figure).page()


class _Placing:
    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._names = [state.name for state in figure.states]
        self._page = Page()
        self._page.contents = {name: figure.content(name, 2 * SIDE_WIDTH) for name in self._names}
        number = self._names.index
        self._ends = {id_: (number(source), number(target)) for id_, (source, target) in figure.edges.items()}
        self._loops = [id_ for id_, (source, target) in self._ends.items() if source == target]
        self._alike = Counter(self._like(id_) for id_ in self._ends if id_ not in self._loops)
        self._straight = [id_ for id_ in self._ends if self._is_straight(id_)]
        self._lanes: dict[Side, list[list[Lane]]] = {
            "left": packed(self._lanes_at("left")),
            "right": packed(self._lanes_at("right")),
        }
        self._labels = {
            id_: figure.label(id_, GAP_WIDTH if id_ in self._straight else SIDE_WIDTH) for id_ in self._ends
        }
        self._labels |= dict.fromkeys(self._said_already(), Label(()))

    def page(self) -> Page:
        """Places states from the top to the bottom, then the arcs."""
        page, numbers = self._page, range(len(self._names))
        width = max(*(content.width for content in page.contents.values()), *map(self._straight_width, numbers))
        left = self._gutter("left") + LANE * len(self._lanes["left"])
        top = bottom = 0.0
        for number, name in enumerate(self._names):
            sides = [sum(self._heights(number, side).values()) + 2 * CLEAR for side in self._lanes]
            bottom = top + max(page.contents[name].height, *sides)
            page.boxes[name] = Box(left, top, left + width, bottom)
            labels = [self._labels[id_].height + 2 * CLEAR for id_ in self._between(number)]
            top = bottom + max(labels, default=GAP)
        page.width = left + width + self._gutter("right") + LANE * len(self._lanes["right"])
        page.height = bottom + CLEAR
        self._run_arcs()
        return page

    def _like(self, id_: str) -> tuple[str, str, str | None]:
        arc = self._figure.arcs[id_]
        return arc.kind, arc.trigger, arc.target

    def _is_straight(self, id_: str) -> bool:
        source, target = self._ends[id_]
        return abs(source - target) == 1 and self._alike[self._like(id_)] == 1

    def _lanes_at(self, side: Side) -> list[Lane]:
        groups: dict[tuple[object, ...], list[str]] = {}
        for id_, (source, target) in self._ends.items():
            its = "left" if target < source and self._figure.arcs[id_].kind != "interrupt" else "right"
            if its == side and id_ not in self._straight and id_ not in self._loops:
                groups.setdefault((*self._like(id_), target < source), []).append(id_)
        return [
            Lane(tuple(ids), tuple(self._ends[id_][0] for id_ in ids), self._ends[ids[0]][1]) for ids in groups.values()
        ]

    def _said_already(self) -> Iterator[str]:
        """Arcs that share a lane with one above them which has the same label: that is not said again."""
        for columns in self._lanes.values():
            for lane in (lane for column in columns for lane in column):
                seen = list[Label]()
                for id_ in sorted(lane.ids, key=lambda id_: self._ends[id_]):
                    if self._labels[id_] in seen:
                        yield id_
                    seen.append(self._labels[id_])

    def _gutter(self, side: Side) -> float:
        """Between the states and the lanes at a side, with room for the labels."""
        ids = [id_ for column in self._lanes[side] for lane in column for id_ in lane.ids]
        widths = [self._labels[id_].width + 2 * NEAR for id_ in ids]
        if side == "right":
            widths += [INNER + self._labels[id_].width + 2 * NEAR for id_ in self._loops]
        return max(widths, default=0) + ARROW

    def _between(self, number: int) -> list[str]:
        """The arcs between a state and the next."""
        return [id_ for id_ in self._straight if set(self._ends[id_]) == {number, number + 1}]

    def _straight_width(self, number: int) -> float:
        """What the arcs between a state and the next need."""
        return sum(self._labels[id_].width + 3 * CLEAR for id_ in self._between(number)) + CLEAR

    def _heights(self, number: int, side: Side) -> dict[str, float]:
        """What meets a state at a side, from the top to the bottom so that few lines cross, and the height each needs.

        An arc that leaves has its id; so has a lane that comes in the `_entry` of its first arc.
        """
        lanes = [lane for column in self._lanes[side] for lane in column]
        up, down = [lane for lane in lanes if not lane.down], [lane for lane in lanes if lane.down]
        return {
            **self._leaving(number, up),
            **_coming(number, down),
            **(self._looping(number) if side == "right" else {}),
            **self._leaving(number, reversed(down)),
            **_coming(number, reversed(up)),
        }

    def _leaving(self, number: int, lanes: Iterable[Lane]) -> dict[str, float]:
        arcs = [arc for lane in lanes for arc in zip(lane.ids, lane.sources, strict=True)]
        return {id_: slot(self._labels[id_]) for id_, source in arcs if source == number}

    def _looping(self, number: int) -> dict[str, float]:
        heights: dict[str, float] = {}
        for id_ in self._loops:
            if self._ends[id_][0] == number:
                heights |= {id_: ENTRY, _entry(id_): max(self._labels[id_].height, 2 * ARROW) + ABOVE}
        return heights

    def _run_arcs(self) -> None:
        for number in range(len(self._names)):
            self._run_straight(number)
        for side, columns in self._lanes.items():
            levels = [
                slots(self._page.boxes[name], self._heights(number, side)) for number, name in enumerate(self._names)
            ]
            for index, column in enumerate(columns):
                for lane in column:
                    self._run_lane(side, index, lane, levels)
            for id_ in self._loops if side == "right" else ():
                self._page.routes[id_] = self._loop(id_, levels[self._ends[id_][0]])

    def _run_straight(self, number: int) -> None:
        boxes = [self._page.boxes[name] for name in self._names]
        x = boxes[number].left + 2 * CLEAR
        for id_ in self._between(number):
            source, target = (boxes[end] for end in self._ends[id_])
            y, end = (source.bottom, target.top) if source.top < target.top else (source.top, target.bottom)
            self._page.routes[id_] = route(((x, y), (x, end)), self._labels[id_], (x, (y + end) / 2), "right")
            x += self._labels[id_].width + 3 * CLEAR

    def _loop(self, id_: str, levels: Mapping[str, float]) -> Route:
        edge, y, end = self._page.boxes[self._names[0]].right, levels[id_], levels[_entry(id_)]
        x = edge + INNER
        return route(((edge, y), (x, y), (x, end), (edge, end)), self._labels[id_], (x, (y + end) / 2), "right")

    def _run_lane(self, side: Side, index: int, lane: Lane, levels: list[dict[str, float]]) -> None:
        box, outwards = self._page.boxes[self._names[0]], 1 if side == "right" else -1
        edge = box.right if side == "right" else box.left
        x, end = edge + outwards * (self._gutter(side) + LANE * index), levels[lane.target][_entry(lane.ids[0])]
        for id_, source in zip(lane.ids, lane.sources, strict=True):
            y, label = levels[source][id_], self._labels[id_]
            middle: Point = (edge + outwards * (NEAR + label.width / 2), y)
            self._page.routes[id_] = route(((edge, y), (x, y), (x, end), (edge, end)), label, middle, "above")


def _entry(id_: str) -> str:
    return f"> {id_}"


def _coming(number: int, lanes: Iterable[Lane]) -> dict[str, float]:
    return {_entry(lane.ids[0]): ENTRY for lane in lanes if lane.target == number}

"""Where the states of a turn are on the page: a band for each phase, its steps in a row, junctions as bars beside them.

Lengths are points; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.nodes import NAME_WIDTH, heading_height
from mtg_fsm.diagrams.style import ARC_SIZE, STATE_SIZE
from mtg_fsm.diagrams.words import Words
from mtg_fsm.machine.definition import Arc, MachineDefinition, State

Role = Literal["start", "band", "group", "step", "bar", "hub", "end"]

LINE: Final = STATE_SIZE * 1.2
ARC_LINE: Final = ARC_SIZE * 1.2
LETTER: Final = 0.52
"""Width of a letter, in font sizes."""
INFO: Final = NAME_WIDTH + 8.0
"""Left of the steps in a band."""
GAP: Final = 70.0
"""Between two steps of the longest row."""
TAIL: Final = 40.0
"""Right of the last step, for the arc that leaves the row."""
BETWEEN: Final = 34.0
"""Between two bands."""
DROP: Final = 38.0
"""Between a row of steps and its junction."""
PAD: Final = 14.0
END_WIDTH: Final = 92.0
END_GUTTER: Final = 92.0
HUB_WIDTH: Final = 158.0
HUB_GUTTER: Final = 134.0
OVER: Final = 3 * ARC_LINE
"""Height of an arc over other steps, with its label."""
LOOP: Final = 4.5 * ARC_LINE
"""Height of an arc from a step to itself, with its label."""


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


@dataclass
class Places:
    """The size of the page and of its heading, the bands of phases with steps, and the boxes of all states.

    The box of a phase with steps is the bar at the band's left edge that the arcs of the whole phase leave.
    """

    head: float
    width: float = 0
    height: float = 0
    bands: dict[str, Box] = field(default_factory=dict[str, Box])
    boxes: dict[str, Box] = field(default_factory=dict[str, Box])


def roles_of(definition: MachineDefinition) -> dict[str, Role]:
    """What each state is on the page; `hub` is a junction between phases, `bar` one between steps."""
    top: dict[str, Role] = {"junction": "hub", "initial": "start", "final": "end"}

    def role(state: State) -> Role:
        if state.parent is not None:
            return "bar" if state.kind == "junction" else "step"
        return "group" if state.name in definition.parents else top.get(state.kind, "band")

    return {state.name: role(state) for state in definition.states}


def places_of(definition: MachineDefinition, arcs: Mapping[str, Arc], words: Words) -> Places:
    """Places all states; `arcs` are those that are drawn between them."""
    return _Placing(definition, arcs, words).places()


class _Placing:
    def __init__(self, definition: MachineDefinition, arcs: Mapping[str, Arc], words: Words) -> None:
        self._states = definition.states
        self._roles = roles_of(definition)
        self._pairs = [(arc.source, arc.target) for arc in arcs.values() if arc.target is not None]
        self._words = words
        self._places = Places(heading_height(words))

    def places(self) -> Places:
        """Places everything, from the top to the bottom."""
        page, boxes = self._places, self._places.boxes
        left = END_WIDTH + END_GUTTER if self._of("end") else BETWEEN
        right = left + INFO + max(self._row_width(self._row(band.name)) for band in self._of("group")) + TAIL
        top = bottom = page.head + PAD
        for start in self._of("start"):
            boxes[start.name] = Box(left, bottom, left + INFO, bottom + 3 * LINE)
            bottom += 3 * LINE
        for band in self._of("group", "band"):
            bottom = self._place_band(band, left, right, bottom + BETWEEN)
        bottom += BETWEEN + PAD
        for end in self._of("end"):
            boxes[end.name] = Box(0, top, END_WIDTH, bottom)
        for hub in self._of("hub"):
            boxes[hub.name] = Box(right + HUB_GUTTER, top, right + HUB_GUTTER + HUB_WIDTH, bottom)
            right += HUB_GUTTER + HUB_WIDTH
        page.width, page.height = right, bottom
        return page

    def _of(self, *roles: Role) -> list[State]:
        return [state for state in self._states if self._roles[state.name] in roles]

    def _row(self, band: str) -> list[State]:
        return [state for state in self._of("step") if state.parent == band]

    def _row_width(self, row: Sequence[State]) -> float:
        return sum(map(self._step_width, row)) + GAP * (len(row) - 1)

    def _step_width(self, step: State) -> float:
        name = step.name.removeprefix(f"{step.parent}.")
        return max(map(len, (f"{name}  ", *self._words.doings(step)))) * STATE_SIZE * LETTER + PAD

    def _place_band(self, band: State, left: float, right: float, top: float) -> float:
        """Places a phase and what is in it; its lower edge."""
        row = self._row(band.name)
        if not row:
            at_a_side = max(self._arcs_between(band.name, role) for role in ("hub", "end"))
            box = Box(left, top, right, top + max(3, at_a_side) * 2.4 * ARC_LINE)
            self._places.boxes[band.name] = box
            return box.bottom
        bottom = self._place_row(row, left + INFO, right - TAIL, top + self._room_above(row))
        for bar in self._of("bar"):
            if bar.parent == band.name:
                box = Box(left + INFO, bottom + DROP, right - TAIL, bottom + DROP + 3.4 * LINE)
                self._places.boxes[bar.name] = box
                self._places.boxes[band.name] = Box(left - 3, box.top, left + 3, box.bottom)
                bottom = box.bottom + (2 * PAD if self._arcs_between(band.name, "bar") > 1 else 0)
        self._places.bands[band.name] = Box(left, top, right, bottom + PAD)
        return bottom + PAD

    def _place_row(self, row: Sequence[State], left: float, right: float, top: float) -> float:
        """Places steps side by side from edge to edge; their lower edge."""
        gap = (right - left - self._row_width(row)) / max(1, len(row) - 1) + GAP
        bottom = top + max(len(self._words.doings(step)) for step in row) * LINE + 3 * LINE
        for step in row:
            self._places.boxes[step.name] = Box(left, top, left + self._step_width(step), bottom)
            left += self._step_width(step) + gap
        return bottom

    def _room_above(self, row: Sequence[State]) -> float:
        """What arcs that run over a row need."""
        names = [step.name for step in row]
        inside = [(source, target) for source, target in self._pairs if source in names and target in names]
        jumps = [names.index(target) - names.index(source) for source, target in inside]
        return PAD + (LOOP if 0 in jumps else 0) + (OVER if max(jumps, default=0) > 1 else 0)

    def _arcs_between(self, band: str, role: Role) -> int:
        """How many arcs there are between a phase and states of a role."""
        return sum(band in pair and any(self._roles[end] == role for end in pair) for pair in self._pairs)

"""What Graphviz draws of one machine: its words, and the labels made of them with the marks on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from mtg_fsm.diagrams.chart import Detail, Part
from mtg_fsm.diagrams.graphviz.labels import Label, flowed
from mtg_fsm.diagrams.graphviz.nodes import Content, Internal, Mark, content, times
from mtg_fsm.diagrams.graphviz.words import Words
from mtg_fsm.machine.definition import SEPARATOR, Arc, State


class Figure:
    """A part of a chart as it is drawn. If `opening`, actions name the machine of the chart that they open."""

    def __init__(self, part: Part, detail: Detail, *, opening: bool = False) -> None:
        self.part = part
        self.words = Words(part, detail)
        self._opening = opening

    @property
    def states(self) -> tuple[State, ...]:
        """The states that are shown."""
        return self.part.states

    @property
    def arcs(self) -> Mapping[str, Arc]:
        """The arcs that are shown, by id."""
        return self.part.arcs

    @cached_property
    def edges(self) -> dict[str, tuple[str, str]]:
        """Source and target of each arc that is no internal one, by id."""
        return self.part.edges

    @cached_property
    def parents(self) -> frozenset[str]:
        """States with states in them."""
        return self.part.parents

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of states in what comes next, from 1; of a state that is not shown the one around it has it."""
        coming = sorted(self.part.marks.upcoming, key=self.part.marks.upcoming.__getitem__)
        active = self._shown(self.part.marks.active or "")
        shown = dict.fromkeys(name for state in coming if (name := self._shown(state)) and name != active)
        return {name: number for number, name in enumerate(shown, 1)}

    def label(self, id_: str, width: float) -> Label:
        """The label of an arc, in lines of at most a width in points."""
        arc = self.arcs[id_]
        pale = self.taken(id_) == 0
        return flowed(self._count(id_), self.words.arc(arc), self.words.rules(arc), width, pale=pale)

    def content(self, name: str, width: float, *, bar: bool = False) -> Content:
        """What stands in the box of a state, in lines of at most a width in points; in a `bar` side by side."""
        internal = [Internal(id_, arc, self.taken(id_)) for id_, arc in self.part.internal(name).items()]
        state = next(state for state in self.states if state.name == name)
        return content(state, self.words, internal, self.mark(name), width=width, bar=bar, opening=self._opening)

    def mark(self, name: str) -> Mark:
        """How a state is marked."""
        marks = self.part.marks
        active = marks.active is not None and self._shown(marks.active) == name
        return Mark(marks.states.get(name, 0), active, self.places.get(name))

    def taken(self, id_: str) -> int | None:
        """How often the run took an arc; None if there was no run."""
        return self.part.marks.taken(id_)

    def _shown(self, name: str) -> str | None:
        """A state if it is shown, else the one around it."""
        shown = {state.name for state in self.states}
        return next((around for around in (name, name.rpartition(SEPARATOR)[0]) if around in shown), None)

    def _count(self, id_: str) -> str:
        """How often an arc was taken, if more than once."""
        return times(self.taken(id_) or 0).strip()

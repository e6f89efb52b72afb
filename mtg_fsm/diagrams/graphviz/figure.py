"""What Graphviz draws of one machine: its words, and the labels made of them with the marks of a run."""

from __future__ import annotations

from collections.abc import Mapping

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.diagrams.graphviz.labels import Label, flowed
from mtg_fsm.diagrams.graphviz.nodes import Content, Internal, content
from mtg_fsm.diagrams.graphviz.words import Words
from mtg_fsm.diagrams.marks import Marks
from mtg_fsm.machine.definition import Arc, State


class Figure:
    """A part of a chart as it is drawn."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.words = Words(part.definition, part.arcs.values())

    @property
    def states(self) -> tuple[State, ...]:
        """The states that are shown."""
        return self.part.states

    @property
    def arcs(self) -> Mapping[str, Arc]:
        """The arcs that are shown, by id."""
        return self.part.arcs

    @property
    def edges(self) -> dict[str, tuple[str, str]]:
        """Source and target of each arc that is no internal one, by id."""
        return self.part.edges

    @property
    def parents(self) -> frozenset[str]:
        """States with states in them."""
        return self.part.parents

    @property
    def marks(self) -> Marks:
        """What is marked."""
        return self.part.marks

    def label(self, id_: str, width: float) -> Label:
        """The label of an arc, in lines of at most a width in points."""
        arc = self.arcs[id_]
        pale = self.taken(id_) == 0
        return flowed(self._count(id_), self.words.arc(arc), ", ".join(arc.rules), width, pale=pale)

    def content(self, name: str, width: float, *, wide: bool = False) -> Content:
        """What stands in the box of a state; internal arcs in lines of at most a width in points."""
        internal = [Internal(id_, arc, self.taken(id_)) for id_, arc in self.part.internal(name).items()]
        state = next(state for state in self.states if state.name == name)
        visits = self.marks.states.get(name, 0)
        return content(state, self.words, internal, visits, width=width, wide=wide)

    def taken(self, id_: str) -> int | None:
        """How often the run took an arc; None if there was no run."""
        return self.marks.taken(id_)

    def _count(self, id_: str) -> str:
        """How often an arc was taken, if that is worth a word."""
        number, arc = self.taken(id_) or 0, self.arcs[id_]
        alone = not (self.words.arc(arc) or arc.rules)
        return f"x{number}" if number > 1 or (number and alone) else ""

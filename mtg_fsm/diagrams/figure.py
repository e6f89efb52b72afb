"""What is drawn: the part of a machine that is shown, in its words, with the marks of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from mtg_fsm.diagrams.labels import Label, flowed
from mtg_fsm.diagrams.marks import NO_RUN, Marks, arc_ids, marks_of
from mtg_fsm.diagrams.nodes import Content, Internal, content
from mtg_fsm.diagrams.words import Words
from mtg_fsm.machine.definition import Arc, MachineDefinition

Detail = Literal["steps", "full"]


class Figure:
    """A machine as it is drawn. `arcs` are those that are shown, by id."""

    def __init__(
        self, definition: MachineDefinition, detail: Detail = "full", taken: Mapping[str, int] | None = None
    ) -> None:
        self.definition = shown(definition, detail)
        ids = zip(arc_ids(definition.arcs), definition.arcs, strict=True)
        self.arcs: dict[str, Arc] = {id_: arc for id_, arc in ids if arc in self.definition.arcs}
        self.words = Words(definition, self.arcs.values())
        self.marks: Marks = NO_RUN if taken is None else marks_of(definition, taken)

    @property
    def edges(self) -> dict[str, tuple[str, str]]:
        """Source and target of each arc that is no internal one, by id."""
        return {id_: (arc.source, arc.target) for id_, arc in self.arcs.items() if arc.target is not None}

    def label(self, id_: str, width: float) -> Label:
        """The label of an arc, in lines of at most a width in points."""
        arc = self.arcs[id_]
        pale = self.taken(id_) == 0
        return flowed(self._count(id_), self.words.arc(arc), ", ".join(arc.rules), width, pale=pale)

    def content(self, name: str, width: float, *, wide: bool = False) -> Content:
        """What stands in the box of a state; internal arcs in lines of at most a width in points."""
        internal = [
            Internal(id_, arc, self.taken(id_))
            for id_, arc in self.arcs.items()
            if arc.source == name and arc.target is None
        ]
        state = next(state for state in self.definition.states if state.name == name)
        visits = self.marks.states.get(name, 0)
        return content(state, self.words, internal, visits, width=width, wide=wide)

    def taken(self, id_: str) -> int | None:
        """How often the run took an arc; None if there was no run."""
        return self.marks.arcs.get(id_, 0) if self.marks.run else None

    def _count(self, id_: str) -> str:
        """How often an arc was taken, if that is worth a word."""
        number, arc = self.taken(id_) or 0, self.arcs[id_]
        alone = not (self.words.arc(arc) or arc.rules)
        return f"x{number}" if number > 1 or (number and alone) else ""


def shown(definition: MachineDefinition, detail: Detail) -> MachineDefinition:
    """The part of a machine that a detail shows: of `steps`, arcs from one state in which it rests to another."""
    if detail == "full":
        return definition
    junctions = {state.name for state in definition.states if state.kind == "junction"}
    arcs = [arc for arc in definition.arcs if arc.kind != "interrupt" and not junctions & {arc.source, arc.target}]
    used = {name for arc in arcs for name in (arc.source, arc.target)} | definition.parents
    states = [state for state in definition.states if state.name in used]
    return definition.model_copy(update={"arcs": tuple(arcs), "states": tuple(states)})

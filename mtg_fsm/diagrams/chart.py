"""The intermediate representation of every diagram: what is shown of which machines, and what is marked.

Renderers draw a `Chart` and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from mtg_fsm.diagrams.marks import NO_HIGHLIGHT, NO_MARKS, Highlight, Marks, marks_of
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MACHINES, Arc, MachineDefinition, State
from mtg_fsm.machine.definition import SEPARATOR, arc_ids

Detail = Literal["phases", "steps", "guards", "full"]
DETAILS: Final[tuple[Detail, ...]] = get_args(Detail)
"""How much is shown, from little to everything."""
WHOLE: Final = "all"
"""Name of the chart of all machines."""
SUBJECTS: Final = (*MACHINES, WHOLE)
"""Names of all charts."""
_WHOLE_TITLE: Final = "Turn structure of Magic: The Gathering, with priority, declarations and combat damage"


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown of one machine. `definition` is the whole machine; `arcs` are by id, in its order.

    Ids of states and arcs are unique in a chart: `prefix` stands before each (`priority.` in the chart of all
    machines, else nothing).
    """

    definition: MachineDefinition
    states: tuple[State, ...]
    arcs: Mapping[str, Arc]
    prefix: str = ""
    marks: Marks = NO_MARKS

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.definition.name

    @property
    def parents(self) -> frozenset[str]:
        """Names of shown states that have shown children."""
        return frozenset(state.parent for state in self.states if state.parent)

    @property
    def edges(self) -> dict[str, tuple[str, str]]:
        """Source and target of each arc that is no internal one, by id."""
        return {id_: (arc.source, arc.target) for id_, arc in self.arcs.items() if arc.target is not None}

    def state_id(self, name: str) -> str:
        """The stable id of a state."""
        return f"{self.prefix}state.{name}"

    def internal(self, state: str) -> dict[str, Arc]:
        """The internal arcs of a state, by id."""
        return {id_: arc for id_, arc in self.arcs.items() if arc.source == state and arc.target is None}


@dataclass(frozen=True, slots=True)
class Chart:
    """What one diagram shows: one machine, or all of them side by side (`parts`), in one detail."""

    name: str
    title: str
    detail: Detail
    parts: tuple[Part, ...] = field(default=())

    @property
    def description(self) -> str:
        """The alternative text: one sentence about all that is shown."""
        states = sum(len(part.states) for part in self.parts)
        arcs = sum(len(part.arcs) for part in self.parts)
        return f"{self.title}: a state machine of {states} states and {arcs} arcs."

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows."""
        from mtg_fsm.diagrams.notebook import chart_bundle

        return chart_bundle(self)


def chart(
    subject: str | MachineDefinition,
    *,
    detail: Detail = "full",
    title: str | None = None,
    highlight: Highlight = NO_HIGHLIGHT,
) -> Chart:
    """The chart of a machine, by name or as a definition of one's own, or of `all`.

    What is marked has to be shown, or be in a phase that is.

    `phases` shows the phases and the ways between them; `steps` the printed order with its skips and repeats; `guards`
    everything but callbacks and what breaks in; `full` everything. A machine without phases is shown whole in all of
    them. Raises DiagramError for an unknown subject or detail, and for a mark on a state or arc that does not exist.
    """
    if detail not in DETAILS:
        raise DiagramError(f"detail: must be one of {', '.join(DETAILS)}, not {detail!r}")
    if isinstance(subject, str) and subject not in SUBJECTS:
        raise DiagramError(f"there is no diagram {subject!r}; there are {', '.join(SUBJECTS)}")
    if title is not None and not "".join(title.split()).isprintable():
        raise DiagramError(f"title: must be printable characters, not {title!r}")
    whole = subject == WHOLE
    if isinstance(subject, MachineDefinition):
        definitions = [subject]
    else:
        definitions = [*MACHINES.values()] if whole else [MACHINES[subject]]
    for definition in definitions:
        if not definition.states:
            raise DiagramError(f"the machine {definition.name!r} has no states")
    parts = tuple(
        _part(definition, detail, f"{definition.name}{SEPARATOR}" if whole else "", highlight)
        for definition in definitions
    )
    name = WHOLE if whole else definitions[0].name
    usual = _WHOLE_TITLE if whole else definitions[0].description.rstrip(".")
    return Chart(name, title or usual, detail, parts)


def _part(definition: MachineDefinition, detail: Detail, prefix: str, highlight: Highlight) -> Part:
    arcs = {
        f"{prefix}{id_}": shown
        for id_, arc in zip(arc_ids(definition.arcs), definition.arcs, strict=True)
        if (shown := _shown(definition, arc, detail)) is not None
    }
    names = {name for arc in arcs.values() for name in (arc.source, arc.target)}
    states = tuple(state for state in definition.states if _is_shown(definition, state, detail, names))
    marks = marks_of(definition, highlight, prefix)
    active = marks.active
    if active is not None and not {active, active.partition(SEPARATOR)[0]} & {state.name for state in states}:
        raise DiagramError(f"the state {active!r} is not shown in detail {detail}; more is shown in full")
    return Part(definition, states, arcs, prefix, marks)


def _has_phases(definition: MachineDefinition) -> bool:
    return any(state.kind == "phase" for state in definition.states)


def _is_shown(definition: MachineDefinition, state: State, detail: Detail, ends: set[str | None]) -> bool:
    if detail in ("guards", "full") or not _has_phases(definition):
        return True
    if detail == "phases":
        return state.kind == "phase"
    return state.name in ends or state.name in definition.parents


def _shown(definition: MachineDefinition, arc: Arc, detail: Detail) -> Arc | None:
    """An arc as a detail shows it, None if it leaves it out."""
    if detail == "full" or not _has_phases(definition):
        return arc
    if detail == "guards":
        return None if arc.kind == "interrupt" else arc
    junctions = {state.name for state in definition.states if state.kind == "junction"}
    if arc.kind == "interrupt" or arc.target is None or junctions & {arc.source, arc.target}:
        return None
    if detail == "steps":
        return arc
    source, target = (end.partition(SEPARATOR)[0] for end in (arc.source, arc.target))
    if source == target or not {source, target} <= {state.name for state in definition.states if state.kind == "phase"}:
        return None
    return arc.model_copy(update={"source": source, "target": target})

"""DOT of a machine, from its definition alone: the same definition gives the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from mtg_fsm.diagrams import style
from mtg_fsm.diagrams.labels import attributes, quoted
from mtg_fsm.diagrams.layout import Attributes, FreeLayout, PageLayout
from mtg_fsm.diagrams.nodes import Internal, heading, phase_title, state_label
from mtg_fsm.diagrams.routes import page_of
from mtg_fsm.diagrams.words import Words, arc_tooltip, state_tooltip
from mtg_fsm.machine.definition import Arc, MachineDefinition, State

Detail = Literal["steps", "full"]

_BAR: Final = ("Bar at the left of a phase", "any of its states")
_VISITED: Final = ("Yellow", "visited in this run, xN: N times")


def dot(
    definition: MachineDefinition,
    *,
    detail: Detail = "full",
    title: str | None = None,
    visits: Mapping[str, int] | None = None,
) -> str:
    """The machine as DOT. `steps` leaves out junctions and interrupts; `visits` marks the states of a run.

    Each state has the `id` `state.NAME`, each arc `arc.SOURCE.TRIGGER.TARGET` (`internal` if it has no target; then
    `.2` and so on if there are several). An internal arc is a row of its state, any other an edge.
    """
    return "".join(f"{line}\n" for line in _Writer(definition, detail, title, visits or {}).document())


def arc_ids(arcs: Sequence[Arc]) -> list[str]:
    """The `id` of each arc of a definition."""
    seen: Counter[str] = Counter()
    ids: list[str] = []
    for arc in arcs:
        base = f"arc.{arc.source}.{arc.trigger}.{arc.target or 'internal'}"
        seen[base] += 1
        ids.append(base if seen[base] == 1 else f"{base}.{seen[base]}")
    return ids


def shown(definition: MachineDefinition, detail: Detail) -> MachineDefinition:
    """The part of a machine that a detail shows: of `steps`, arcs from one state in which it rests to another."""
    if detail == "full":
        return definition
    junctions = {state.name for state in definition.states if state.kind == "junction"}
    arcs = [arc for arc in definition.arcs if arc.kind != "interrupt" and not junctions & {arc.source, arc.target}]
    used = {name for arc in arcs for name in (arc.source, arc.target)} | definition.parents
    states = [state for state in definition.states if state.name in used]
    return definition.model_copy(update={"arcs": tuple(arcs), "states": tuple(states)})


class _Writer:
    def __init__(
        self, definition: MachineDefinition, detail: Detail, title: str | None, visits: Mapping[str, int]
    ) -> None:
        self._shown = shown(definition, detail)
        self._title = title or definition.description.rstrip(".")
        self._visits = visits
        ids = zip(arc_ids(definition.arcs), definition.arcs, strict=True)
        self._arcs = {id_: arc for id_, arc in ids if arc in self._shown.arcs}
        self._bars = {arc.source for arc in self._arcs.values()} & definition.parents
        notes = {_BAR: bool(self._bars), _VISITED: bool(visits)}
        self._words = Words(definition, [note for note, needed in notes.items() if needed])
        page = page_of(self._shown, self._arcs, self._words)
        self._layout = PageLayout(self._words, page) if page else FreeLayout(self._words)

    def document(self) -> Iterator[str]:
        """The lines of the document."""
        ink = {"fontname": style.FONT, "fontcolor": style.INK}
        yield f"digraph {quoted(self._shown.name)} {{"
        yield f"  graph {self._graph()};"
        yield f"  node {attributes(shape='plain', fontsize=style.STATE_SIZE, **ink)};"
        yield f"  edge {attributes(fontsize=style.ARC_SIZE, arrowsize=0.7, **ink)};"
        for state in self._shown.states:
            if state.parent is None:
                yield from self._group(state) if state.name in self._shown.parents else self._node(state)
        for id_, arc in self._arcs.items():
            if arc.target is not None:
                yield f"  {quoted(arc.source)} -> {quoted(arc.target)} {self._edge(id_, arc)};"
        yield "}"

    def _graph(self) -> str:
        look: Attributes = {
            "bgcolor": style.PAPER,
            "fontname": style.FONT,
            "fontsize": style.STATE_SIZE,
            "fontcolor": style.INK,
        }
        return attributes(
            id=self._shown.name,
            label=heading(self._title, self._words, self._shown.arcs),
            labelloc="t",
            tooltip=self._title,
            pad=0.2,
            **look,
            **self._layout.graph(),
        )

    def _group(self, state: State) -> Iterator[str]:
        described = attributes(
            id=f"state.{state.name}",
            label=f"<{phase_title(state, self._visits.get(state.name))}>",
            tooltip=state_tooltip(state),
            style="rounded,filled",
            color=style.BORDER,
            fillcolor=style.GROUP_FILL,
            **self._layout.band(state.name),
        )
        yield f"  subgraph {quoted(f'cluster_{state.name}')} {{"
        yield f"    graph {described};"
        if state.name in self._bars:
            yield f"    {quoted(state.name)} {self._bar(state.name)};"
        for child in self._shown.states:
            if child.parent == state.name:
                yield from (f"  {line}" for line in self._node(child))
        yield "  }"

    def _bar(self, phase: str) -> str:
        return attributes(
            shape="box",
            style="filled",
            color=style.ARC_LOOKS["interrupt"].colour,
            label=" ",
            fixedsize="true",
            tooltip=f"{phase}: any of its states",
            **self._layout.bar(phase),
        )

    def _node(self, state: State) -> Iterator[str]:
        arcs = self._arcs.items()
        internal = [Internal(id_, arc) for id_, arc in arcs if arc.source == state.name and arc.target is None]
        size, visits = self._layout.size(state.name), self._visits.get(state.name)
        label, tooltip = state_label(state, self._words, internal, size=size, visits=visits), state_tooltip(state)
        place = self._layout.state(state.name)
        yield f"  {quoted(state.name)} {attributes(id=f'state.{state.name}', label=label, tooltip=tooltip, **place)};"

    def _edge(self, id_: str, arc: Arc) -> str:
        look, tooltip = style.ARC_LOOKS[arc.kind], arc_tooltip(arc)
        return attributes(
            id=id_,
            style=look.style,
            penwidth=look.width,
            color=look.colour,
            arrowhead=look.arrow,
            tooltip=tooltip,
            labeltooltip=tooltip,
            **self._layout.arc(id_, arc),
        )

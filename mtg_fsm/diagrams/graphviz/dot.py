"""DOT of a machine, from its definition alone: the same definition gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mtg_fsm.diagrams.chart import Chart
from mtg_fsm.diagrams.graphviz import style
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.labels import attributes, cell, quoted, table
from mtg_fsm.diagrams.graphviz.ladder_page import ladder_page
from mtg_fsm.diagrams.graphviz.layout import Attributes, FreeLayout, PageLayout
from mtg_fsm.diagrams.graphviz.legend import Legend, meaning
from mtg_fsm.diagrams.graphviz.nodes import TITLE_WIDTH, phase_title
from mtg_fsm.diagrams.graphviz.page import Page
from mtg_fsm.diagrams.graphviz.turn_page import turn_page
from mtg_fsm.diagrams.graphviz.words import arc_tooltip, state_tooltip
from mtg_fsm.machine.definition import ArcKind, State

_TAKEN_WIDER: Final = 1.0
"""By how much an arc that a run took is wider."""


def dot(chart: Chart) -> str:
    """A chart as DOT.

    Each state and arc has its id of the chart. An internal arc is a row of its state, any other an edge.
    """
    figure = Figure(chart.parts[0])
    return "".join(f"{line}\n" for line in _Writer(figure, chart.title).document())


def page_of(figure: Figure, head: float) -> Page | None:
    """The page of a machine, below a heading of this height; None if Graphviz has to find the places."""
    return turn_page(figure, head) or ladder_page(figure, head)


class _Writer:
    def __init__(self, figure: Figure, title: str) -> None:
        self._figure = figure
        self._states = figure.states
        self._title = title
        self._bars = {arc.source for arc in figure.arcs.values()} & figure.parents
        self._legend = Legend(figure, title)
        page = page_of(figure, self._legend.height)
        self._layout = PageLayout(figure, page, self._legend) if page else FreeLayout(figure)

    def document(self) -> Iterator[str]:
        """The lines of the document."""
        ink = {"fontname": style.FONT, "fontcolor": style.INK}
        yield f"digraph {quoted(self._figure.part.name)} {{"
        yield f"  graph {self._graph()};"
        yield f"  node {attributes(shape='plain', fontsize=style.STATE_SIZE, **ink)};"
        yield f"  edge {attributes(fontsize=style.ARC_SIZE, arrowsize=0.7, **ink)};"
        for state in self._states:
            if state.parent is None:
                yield from self._group(state) if state.name in self._figure.parents else self._node(state)
        for id_, (source, target) in self._figure.edges.items():
            yield f"  {quoted(source)} -> {quoted(target)} {self._edge(id_)};"
        for kind in self._legend.kinds:
            yield from self._sample(kind)
        yield "}"

    def _graph(self) -> str:
        look: Attributes = {
            "bgcolor": style.PAPER,
            "fontname": style.FONT,
            "fontsize": style.STATE_SIZE,
            "fontcolor": style.INK,
        }
        return attributes(
            id=self._figure.part.name,
            label=self._legend.html(),
            labelloc="t",
            labeljust="l",
            tooltip=self._title,
            pad=0.2,
            **look,
            **self._layout.graph(),
        )

    def _group(self, state: State) -> Iterator[str]:
        visits = self._figure.marks.states.get(state.name, 0)
        name = cell(phase_title(state, visits).html("LEFT"), align="LEFT", balign="LEFT")
        described = attributes(
            id=self._figure.part.state_id(state.name),
            label=table([name], border="0", cellborder="0", cellspacing="0", width=f"{TITLE_WIDTH:g}"),
            tooltip=state_tooltip(state),
            style="rounded,filled",
            color=style.BORDER,
            fillcolor=style.VISITED_GROUP_FILL if visits else style.GROUP_FILL,
            **self._layout.band(state.name),
        )
        yield f"  subgraph {quoted(f'cluster_{state.name}')} {{"
        yield f"    graph {described};"
        if state.name in self._bars:
            yield f"    {quoted(state.name)} {self._bar(state.name)};"
        for child in self._states:
            if child.parent == state.name:
                yield from (f"  {line}" for line in self._node(child))
        yield "  }"

    def _bar(self, phase: str) -> str:
        leaving = [self._figure.taken(id_) for id_, arc in self._figure.arcs.items() if arc.source == phase]
        return attributes(
            shape="box",
            style="filled",
            color=style.PALE if set(leaving) == {0} else style.ARC_LOOKS["interrupt"].colour,
            label=" ",
            fixedsize="true",
            tooltip=f"{phase}: any of its states",
            **self._layout.bar(phase),
        )

    def _node(self, state: State) -> Iterator[str]:
        tooltip, described = state_tooltip(state), self._layout.state(state.name)
        yield f"  {quoted(state.name)} {attributes(id=f'state.{state.name}', tooltip=tooltip, **described)};"

    def _edge(self, id_: str) -> str:
        arc, taken = self._figure.arcs[id_], self._figure.taken(id_)
        look, tooltip = style.ARC_LOOKS[arc.kind], arc_tooltip(arc)
        return attributes(
            id=id_,
            style=look.style,
            penwidth=look.width + _TAKEN_WIDER if taken else look.width,
            color=look.colour if taken != 0 else style.PALE,
            arrowhead=look.arrow,
            tooltip=tooltip,
            labeltooltip=tooltip,
            **self._layout.arc(id_),
        )

    def _sample(self, kind: ArcKind) -> Iterator[str]:
        """A line of the legend: an edge from a point that is not seen to what the line means."""
        start, line, text = self._layout.sample(kind)
        look, name = style.ARC_LOOKS[kind], f"legend.{kind}"
        ends = quoted(f"{name}.line"), quoted(name)
        drawn = attributes(
            id=name, style=look.style, penwidth=look.width, color=look.colour, arrowhead=look.arrow, **line
        )
        yield f"  {ends[0]} {attributes(shape='point', style='invis', width=0.01, **start)};"
        yield f"  {ends[1]} {attributes(label=meaning(kind), **text)};"
        yield f"  {ends[0]} -> {ends[1]} {drawn};"

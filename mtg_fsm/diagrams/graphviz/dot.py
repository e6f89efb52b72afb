"""DOT of a chart: the same definitions give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mtg_fsm.diagrams.chart import Chart
from mtg_fsm.diagrams.graphviz.labels import Label, attributes, quoted
from mtg_fsm.diagrams.graphviz.layout import Attributes, FreeLayout, PageLayout, at, number, spline
from mtg_fsm.diagrams.graphviz.legend import ROW, SAMPLE, Item
from mtg_fsm.diagrams.graphviz.metrics import FONT, TEXT_SIZE
from mtg_fsm.diagrams.graphviz.nodes import title_of
from mtg_fsm.diagrams.graphviz.paint import ACTIVE_BORDER, Paint
from mtg_fsm.diagrams.graphviz.sheet import Sheet, sheet_of
from mtg_fsm.diagrams.graphviz.words import arc_tooltip, state_tooltip
from mtg_fsm.diagrams.themes import Line
from mtg_fsm.machine.definition import State

PAD: Final = 4.0
"""Around the sheet, in points."""
_TAKEN_WIDER: Final = 1.0
"""By how much an arc that a run took is wider."""
_TITLE_WIDTH: Final = 600.0
"""Of the title of a phase."""
_INCH: Final = 72
_INVISIBLE: Final[Attributes] = {"shape": "point", "style": "invis", "width": 0.01}


def dot(chart: Chart, paint: Paint = Paint()) -> str:  # noqa: B008 - immutable
    """A chart as DOT.

    Each state and arc has its id of the chart. An internal arc is a row of its state, any other an edge.
    """
    return "".join(f"{line}\n" for line in _document(chart, sheet_of(chart), paint))


def _document(chart: Chart, sheet: Sheet, paint: Paint) -> Iterator[str]:
    ink: Attributes = {"fontname": FONT, "fontcolor": paint.theme.ink}
    yield f"digraph {quoted(chart.name)} {{"
    yield f"  graph {_graph(chart, sheet, paint)};"
    yield f"  node {attributes(shape='plain', fontsize=TEXT_SIZE, **ink)};"
    yield f"  edge {attributes(fontsize=TEXT_SIZE, arrowsize=0.6, **ink)};"
    for layout in _layouts(sheet, paint):
        yield from _Writer(layout, paint).lines()
    yield from _surroundings(sheet, paint)
    yield "}"


def _layouts(sheet: Sheet, paint: Paint) -> list[FreeLayout]:
    if sheet.placed:
        return [PageLayout(placed, paint, sheet.height) for placed in sheet.placed]
    return [FreeLayout(figure, paint) for figure in sheet.figures]


def _graph(chart: Chart, sheet: Sheet, paint: Paint) -> str:
    theme, title = paint.theme, sheet.legend.title
    places: Attributes = {"rankdir": "TB", "newrank": "true", "nodesep": 0.5, "ranksep": 0.45}
    label = sheet.legend.html(paint)
    if sheet.placed:
        label = _text(title, paint)
        places = {
            "layout": "nop2",
            "bb": f"0,0,{number(sheet.width)},{number(sheet.height)}",
            "lp": at((round(title.width) / 2, title.drawn / 2), sheet.height),
        }
    look: Attributes = {"fontname": FONT, "fontsize": TEXT_SIZE, "fontcolor": theme.ink, "bgcolor": theme.paper}
    return attributes(
        id=chart.name,
        label=label,
        labelloc="t",
        labeljust="l",
        pad=number(PAD / _INCH),
        **look,
        **places,
    )


def _text(label: Label, paint: Paint) -> str:
    """Lines as a label that is as wide as they are."""
    return label.table("LEFT", paint.theme, width=label.width)


def _surroundings(sheet: Sheet, paint: Paint) -> Iterator[str]:
    """Headings of the pages, notes and samples of the legend."""

    def text(name: str, label: Label, x: float, y: float) -> str:
        middle = x + round(label.width) / 2, y + label.drawn / 2
        return f"  {quoted(name)} {attributes(label=_text(label, paint), pos=at(middle, sheet.height))};"

    legend, top = sheet.legend, sheet.legend_top
    for placed in sheet.placed:
        if placed.heading.lines:
            yield text(f"part.{placed.figure.part.name}", placed.heading, placed.x, placed.heading_top)
    if sheet.placed:
        for index, column in enumerate(legend.columns):
            yield text(f"legend.notes.{index + 1}", column.label, column.x, top + column.y)
    for item in legend.items:
        yield from _sample(item, sheet, paint)


def _sample(item: Item, sheet: Sheet, paint: Paint) -> Iterator[str]:
    """A line of the legend: an edge between points that are not seen, or a box, and what it means."""
    (x, y), (text_x, text_y) = sheet.legend.place(item), sheet.legend.text_at(item)
    top, name = sheet.legend_top, f"legend.{item.name}"

    def place(x: float, y: float) -> Attributes:
        return {"pos": at((x, top + y), sheet.height)} if sheet.placed else {}

    start, text = quoted(f"{name}.sample"), quoted(name)
    yield f"  {text} {attributes(label=item.text, **place(text_x, text_y))};"
    line = _line_of(item, paint)
    if line is None:
        box = attributes(label=" ", fixedsize="true", **_box_of(item, paint), **place(x + SAMPLE / 2, y))
        yield f"  {start} {box};"
    else:
        drawn: Attributes = {}
        if sheet.placed:
            drawn = {"pos": spline(((x, top + y), (x + SAMPLE, top + y)), sheet.height)}
        yield f"  {start} {attributes(**_INVISIBLE, **place(x, y))};"
        yield f"  {start} -> {text} {attributes(id=name, **_look(line), **drawn)};"
    if not sheet.placed:
        yield from _beside(item, sheet)


def _beside(item: Item, sheet: Sheet) -> Iterator[str]:
    """What makes Graphviz put a sample beside its meaning, and below the sample before it."""
    name, unseen = f"legend.{item.name}", attributes(style="invis")
    yield f'  {{ rank="same"; {quoted(f"{name}.sample")} -> {quoted(name)} {unseen}; }}'
    before = sheet.legend.items[: sheet.legend.items.index(item)][-1:]
    yield from (f"  {quoted(f'legend.{other.name}')} -> {quoted(name)} {unseen};" for other in before)


def _line_of(item: Item, paint: Paint) -> Line | None:
    return next((line for kind, line in paint.theme.lines.items() if kind == item.name), None)


def _box_of(item: Item, paint: Paint) -> Attributes:
    """How the sample of a mark looks."""
    theme = paint.theme
    fill, edge, width = {
        "active": (theme.active, theme.ink, ACTIVE_BORDER),
        "next": (theme.states["step"], theme.upcoming, ACTIVE_BORDER),
    }.get(item.name, (theme.visited, theme.ink, 1))
    return {
        "shape": "box",
        "style": "rounded,filled",
        "fillcolor": fill,
        "color": edge,
        "penwidth": width,
        "width": number(SAMPLE / _INCH),
        "height": number((ROW - 4) / _INCH),
    }


def _look(line: Line, *, taken: int | None = None, pale: str = "") -> Attributes:
    """How a line is drawn; `taken` says how often a run took it."""
    return {
        "style": line.style,
        "penwidth": line.width + _TAKEN_WIDER if taken else line.width,
        "color": pale if taken == 0 else line.colour,
        "arrowhead": line.arrow,
    }


class _Writer:
    """The states and arcs of one machine."""

    def __init__(self, layout: FreeLayout, paint: Paint) -> None:
        self._layout = layout
        self._paint = paint
        self._figure = figure = layout.figure
        self._part = figure.part
        self._states = figure.states
        self._bars = {arc.source for arc in figure.arcs.values()} & figure.parents

    def lines(self) -> Iterator[str]:
        """States, then arcs, a line each."""
        for state in self._states:
            if state.parent is None:
                yield from self._group(state) if state.name in self._figure.parents else self._node(state)
        for id_, (source, target) in self._figure.edges.items():
            yield f"  {self._name(source)} -> {self._name(target)} {self._edge(id_)};"

    def _name(self, state: str) -> str:
        return quoted(f"{self._part.prefix}{state}")

    def _group(self, state: State) -> Iterator[str]:
        theme, mark = self._paint.theme, self._figure.mark(state.name)
        marked = mark.active or mark.place is not None
        described = attributes(
            id=self._part.state_id(state.name),
            label=_text(title_of(state, mark, _TITLE_WIDTH), self._paint),
            tooltip=state_tooltip(state),
            style="rounded,filled",
            color=theme.upcoming if mark.place is not None and not mark.active else theme.border,
            fillcolor=theme.active if mark.active else theme.visited_group if mark.visits else theme.group,
            penwidth=ACTIVE_BORDER if marked else 1,
            **self._paint.link(state.rules),
            **self._layout.band(state.name),
        )
        yield f"  subgraph {quoted(f'cluster_{self._part.prefix}{state.name}')} {{"
        yield f"    graph {described};"
        if state.name in self._bars:
            yield f"    {self._name(state.name)} {self._bar(state.name)};"
        for child in self._states:
            if child.parent == state.name:
                yield from (f"  {line}" for line in self._node(child))
        yield "  }"

    def _bar(self, phase: str) -> str:
        leaving = [self._figure.taken(id_) for id_, arc in self._figure.arcs.items() if arc.source == phase]
        theme = self._paint.theme
        return attributes(
            shape="box",
            style="filled",
            color=theme.pale if set(leaving) == {0} else theme.lines["interrupt"].colour,
            label=" ",
            fixedsize="true",
            tooltip=f"{phase}: any of its states",
            **self._layout.bar(phase),
        )

    def _node(self, state: State) -> Iterator[str]:
        described = attributes(
            id=self._part.state_id(state.name),
            tooltip=state_tooltip(state),
            **self._paint.link(state.rules),
            **self._layout.state(state.name),
        )
        yield f"  {self._name(state.name)} {described};"

    def _edge(self, id_: str) -> str:
        arc = self._figure.arcs[id_]
        line, tooltip = self._paint.line(arc.kind), arc_tooltip(arc)
        return attributes(
            id=id_,
            **_look(line, taken=self._figure.taken(id_), pale=self._paint.theme.pale),
            tooltip=tooltip,
            labeltooltip=tooltip,
            **self._paint.link(arc.rules),
            **self._layout.arc(id_),
        )

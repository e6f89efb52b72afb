"""Mermaid of a chart: a state diagram that pages on many sites draw from its source.

What Mermaid cannot draw is said otherwise. It has one style of arcs, so an arc that is not natural has its kind in its
label. It takes no arcs at a state with states in it, so those that leave a phase as a whole start at a state inside it,
`any state of PHASE`. A junction has no text, so its rules and internal arcs stand in a note. A state in which a game
is, or was, or will be, has a class; how often an arc was taken is in its label.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from mtg_fsm.diagrams.chart import Chart, Part
from mtg_fsm.diagrams.identifiers import ANY, identifiers, path
from mtg_fsm.diagrams.nesting import children, start
from mtg_fsm.diagrams.themes import Theme
from mtg_fsm.diagrams.wording import Wording
from mtg_fsm.machine import State
from mtg_fsm.machine.definition import plain

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9 .,/()\[\]+-]")
_INDENT: Final = "  "


def mermaid(chart: Chart, theme: Theme) -> str:
    """A chart as the source of a state diagram."""
    return "".join(f"{line}\n" for line in (*_head(chart, theme), *_indented(_body(chart, theme))))


def _head(chart: Chart, theme: Theme) -> Iterator[str]:
    yield "---"
    yield f"title: {json.dumps(_plain(chart.title), ensure_ascii=False)}"
    yield "config:"
    yield "  theme: base"
    yield "  themeVariables:"
    for name, colour in _variables(theme).items():
        yield f'    {name}: "{colour}"'
    yield "  flowchart:"
    yield "    curve: monotoneY"
    yield "    subGraphTitleMargin:"
    yield "      top: 4"
    yield "      bottom: 12"
    yield "---"
    yield "stateDiagram-v2"


def _plain(text: str) -> str:
    """A text in which Mermaid reads no directive, as `%%{init: ...}%%` is one."""
    return re.sub("%(?=%)", "% ", text)


def _variables(theme: Theme) -> dict[str, str]:
    return {
        "background": theme.paper,
        "primaryColor": theme.states["state"],
        "primaryTextColor": theme.ink,
        "primaryBorderColor": theme.border,
        "lineColor": theme.lines["natural"].colour,
        "transitionColor": theme.lines["natural"].colour,
        "transitionLabelColor": theme.ink,
        "edgeLabelBackground": theme.paper,
        "stateLabelColor": theme.ink,
        "compositeBackground": theme.group,
        "compositeTitleBackground": theme.group,
        "compositeBorder": theme.border,
        "noteBkgColor": theme.paper,
        "noteBorderColor": theme.border,
        "noteTextColor": theme.soft_ink,
        "specialStateColor": theme.ink,
        "titleColor": theme.ink,
    }


def _body(chart: Chart, theme: Theme) -> Iterator[str]:
    yield f"accTitle: {_one_line(_plain(chart.title))}"
    yield f"accDescr: {_one_line(_plain(chart.description))}"
    yield "direction TB"
    yield from _classes(theme)
    machines = [_Machine(chart, part) for part in chart.parts]
    for machine in machines:
        yield from machine.states()
    for machine in machines:
        yield from machine.arcs()
    for machine in machines:
        yield from machine.classes()


def _classes(theme: Theme) -> Iterator[str]:
    looks: dict[str, tuple[str, str, str]] = {
        **{kind: (fill, theme.border, "") for kind, fill in theme.states.items()},
        ANY: (theme.group, theme.lines["interrupt"].colour, ",stroke-dasharray:4"),
        "visited": (theme.visited, theme.ink, ""),
        "visited_group": (theme.visited_group, theme.border, ""),
        "active": (theme.active, theme.ink, ",stroke-width:3px"),
        "upcoming": (theme.paper, theme.upcoming, ",stroke-width:2px"),
    }
    for name, (fill, stroke, more) in looks.items():
        yield f"classDef {name} fill:{fill},stroke:{stroke},color:{theme.ink}{more}"


class _Machine:
    """The lines of one machine."""

    def __init__(self, chart: Chart, part: Part) -> None:
        self._part = part
        self._ids = identifiers(chart)
        self._wording = Wording(chart, part)

    def states(self) -> Iterator[str]:
        """The states, in a chart of several machines inside one for the machine."""
        if self._part.prefix:
            title = _text([self._part.definition.description])
            yield f'state "{title}" as {self._ids[self._part.name]} {{'
            yield from _indented(self._inside(None))
            yield "}"
        else:
            yield from self._inside(None)

    def arcs(self) -> Iterator[str]:
        """The arcs, all outside every state: a state that an arc inside another one names moves there."""
        yield f"[*] --> {self._state_id(start(self._part))}"
        for (source, target), lines in self._edges().items():
            label = f" : {_text(lines)}" if lines else ""
            yield f"{self._source_id(source)} --> {self._state_id(target)}{label}"
        for state in self._part.states:
            if state.kind == "final":
                yield f"{self._state_id(state.name)} --> [*]"

    def classes(self) -> Iterator[str]:
        """The class of each state, outside every state: inside one Mermaid takes no notice of it."""
        for state in self._part.states:
            yield f"class {self._state_id(state.name)} {self._class(state)}"
            if self._is_left(state):
                yield f"class {self._source_id(state.name)} {ANY}"

    def _is_left(self, state: State) -> bool:
        """Whether arcs leave a state as a whole."""
        return state.name in self._part.parents and any(arc.source == state.name for arc in self._part.arcs.values())

    def _edges(self) -> dict[tuple[str, str], list[str]]:
        """What stands on the edge between two states: all their arcs, and nothing on a loop, where labels hide it."""
        edges: dict[tuple[str, str], list[str]] = {}
        for id_, (source, target) in self._part.edges.items():
            lines = edges.setdefault((source, target), [])
            if source != target:
                lines += ["or", *self._wording.arc(id_, self._part.arcs[id_])][not lines :]
        return edges

    def _text_of(self, state: State) -> list[str]:
        """Name, rules, what happens in a state, its internal arcs, and those to itself."""
        loops = (id_ for id_, ends in self._part.edges.items() if ends == (state.name, state.name))
        return [
            self._wording.name(state),
            *self._wording.doings(state),
            *(line for id_ in loops for line in self._wording.arc(id_, self._part.arcs[id_], "loop")),
        ]

    def _inside(self, parent: str | None) -> Iterator[str]:
        for state in children(self._part, parent):
            yield from self._group(state) if state.name in self._part.parents else self._leaf(state)

    def _leaf(self, state: State) -> Iterator[str]:
        id_, lines = self._state_id(state.name), self._text_of(state)
        if state.kind == "junction":
            yield f"state {id_} <<choice>>"
            yield f"note right of {id_}"
            yield from (f"{_INDENT}{_text([line])}" for line in lines)
            yield "end note"
        else:
            yield f'state "{_text(lines)}" as {id_}'

    def _group(self, state: State) -> Iterator[str]:
        id_ = self._state_id(state.name)
        yield f'state "{_text(self._text_of(state), " ")}" as {id_} {{'
        if self._is_left(state):
            yield f'{_INDENT}state "{_text([f"any state of {plain(state.name)}"])}" as {self._source_id(state.name)}'
        yield from _indented(self._inside(state.name))
        yield "}"

    def _class(self, state: State) -> str:
        marks = self._part.marks
        if state.name == marks.active:
            return "active"
        if marks.states.get(state.name):
            return "visited_group" if state.name in self._part.parents else "visited"
        return "upcoming" if state.name in marks.upcoming else state.kind

    def _state_id(self, state: str) -> str:
        return self._ids[path(self._part, state)]

    def _source_id(self, state: str) -> str:
        """The id at which arcs of a state start."""
        return self._ids[path(self._part, state, ANY)] if state in self._part.parents else self._state_id(state)


def _text(lines: Iterable[str], between: str = "<br/>") -> str:
    """Lines of a label; letters that Mermaid could take for its own are their numbers."""
    return between.join(_UNSAFE.sub(lambda letter: f"#{ord(letter[0])};", " ".join(line.split())) for line in lines)


def _one_line(text: str) -> str:
    """A text that ends with its line, in which Mermaid knows no escapes."""
    return " ".join(text.replace(";", ",").split())


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}" for line in lines)

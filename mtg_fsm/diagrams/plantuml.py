"""PlantUML of a chart: a state diagram in which kinds of arcs have the line styles of the theme."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mtg_fsm.diagrams.chart import Chart, Part
from mtg_fsm.diagrams.identifiers import identifiers, path
from mtg_fsm.diagrams.nesting import children, start
from mtg_fsm.diagrams.themes import Theme
from mtg_fsm.diagrams.wording import Wording
from mtg_fsm.machine import Arc, State

# Two of a letter are markup, where one is none.
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9 .,:/()\[\]+-]|(?<=-)-|(?<=/)/|(?<=\[)\[")
_INDENT: Final = "  "


def plantuml(chart: Chart, theme: Theme) -> str:
    """A chart as the source of a state diagram."""
    return "".join(f"{line}\n" for line in _lines(chart, theme))


def _lines(chart: Chart, theme: Theme) -> Iterator[str]:
    yield "@startuml"
    yield f"title {_text([chart.title])}"
    yield "hide empty description"
    for name, value in _look(theme).items():
        yield f"skinparam {name} {value}"
    for part in chart.parts:
        yield from _Machine(chart, part, theme).lines()
    yield "@enduml"


def _look(theme: Theme) -> dict[str, str]:
    return {
        "BackgroundColor": theme.paper,
        "Shadowing": "false",
        "DefaultFontName": "Helvetica",
        "DefaultFontColor": theme.ink,
        "TitleFontColor": theme.ink,
        "ArrowColor": theme.lines["natural"].colour,
        "ArrowFontColor": theme.ink,
        "StateFontColor": theme.ink,
        "StateAttributeFontColor": theme.ink,
        "StateBackgroundColor": theme.states["state"],
        "StateBorderColor": theme.border,
        "StateStartColor": theme.ink,
        "StateEndColor": theme.ink,
        "NoteBackgroundColor": theme.paper,
        "NoteBorderColor": theme.border,
        "NoteFontColor": theme.soft_ink,
    }


class _Machine:
    """The lines of one machine."""

    def __init__(self, chart: Chart, part: Part, theme: Theme) -> None:
        self._part = part
        self._theme = theme
        self._ids = identifiers(chart)
        self._wording = Wording(chart, part)

    def lines(self) -> Iterator[str]:
        """States and arcs, in a chart of several machines inside a state for the machine."""
        if self._part.prefix:
            title = _text([self._part.definition.description])
            yield f'state "{title}" as {self._ids[self._part.name]} {self._theme.paper} {{'
            yield from _indented(self._states(None))
            yield from _indented(self._arcs())
            yield "}"
        else:
            yield from self._states(None)
            yield from self._arcs()

    def _states(self, parent: str | None) -> Iterator[str]:
        for state in children(self._part, parent):
            yield from self._group(state) if state.name in self._part.parents else self._leaf(state)

    def _leaf(self, state: State) -> Iterator[str]:
        id_, name, doings = self._id(state.name), self._wording.name(state), self._wording.doings(state)
        if state.kind == "junction":
            yield f"state {id_} <<choice>>"
            yield f"note right of {id_}"
            yield from (f"{_INDENT}{_text([line])}" for line in (name, *doings))
            yield "end note"
        else:
            yield f'state "{_text([name])}" as {id_} {self._fill(state)}'
            yield from (f"{id_} : {_text([line])}" for line in doings)

    def _group(self, state: State) -> Iterator[str]:
        title = _text([self._wording.name(state), *self._wording.doings(state)])
        yield f'state "{title}" as {self._id(state.name)} {self._fill(state)} {{'
        yield from _indented(self._states(state.name))
        yield "}"

    def _fill(self, state: State) -> str:
        marks, theme = self._part.marks, self._theme
        if state.name == marks.active:
            return theme.active
        if marks.states.get(state.name):
            return theme.visited_group if state.name in self._part.parents else theme.visited
        return theme.states[state.kind]

    def _arcs(self) -> Iterator[str]:
        yield f"[*] --> {self._id(start(self._part))}"
        for id_, (source, target) in self._part.edges.items():
            arc = self._part.arcs[id_]
            arrow = f"-{self._way(source, target)}[{self._line(id_, arc)}]->"
            label = _text(self._wording.arc(id_, arc))
            yield f"{self._id(source)} {arrow} {self._id(target)}{f' : {label}' if label else ''}"
        for state in self._part.states:
            if state.kind == "final":
                yield f"{self._id(state.name)} --> [*]"

    def _way(self, source: str, target: str) -> str:
        """The direction of an arc: up if it leads back in the order of the definition, so that this goes down."""
        names = [state.name for state in self._part.states]
        return "up" if names.index(target) < names.index(source) else ""

    def _line(self, id_: str, arc: Arc) -> str:
        """Colour and style of the line of an arc; PlantUML has no word for a solid one."""
        line = self._theme.lines[arc.kind]
        colour = self._theme.pale if self._part.marks.taken(id_) == 0 else line.colour
        return colour if line.style == "solid" else f"{colour},{line.style}"

    def _id(self, state: str) -> str:
        return self._ids[path(self._part, state)]


def _text(lines: Iterable[str]) -> str:
    r"""Lines with `\n` between them; letters that PlantUML could take for its own are their numbers."""
    return r"\n".join(_UNSAFE.sub(lambda letter: f"<U+{ord(letter[0]):04X}>", " ".join(line.split())) for line in lines)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}" for line in lines)

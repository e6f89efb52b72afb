"""What text formats say about states and arcs, line by line, before each format escapes it in its own way.

Each state and arc says all of itself, with no legend: in `phases` its name and rules, in `steps` what happens in it,
in `guards` its guards, in `full` its callbacks, too.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

from mtg_fsm.diagrams.chart import DETAILS, Chart, Part
from mtg_fsm.machine import Arc, State
from mtg_fsm.machine.definition import plain

_WIDTH: Final = 28
"""Of a line in letters; Mermaid breaks wider ones where it likes."""


class Wording:
    """The texts of a part of a chart."""

    def __init__(self, chart: Chart, part: Part) -> None:
        shown = DETAILS[: DETAILS.index(chart.detail) + 1]
        self._part = part
        self._actions = "steps" in shown
        self._guards = "guards" in shown
        self._callbacks = "full" in shown

    def name(self, state: State) -> str:
        """Name of a state, and the marks on it."""
        marks = self._part.marks
        visits, place = marks.states.get(state.name, 0), marks.upcoming.get(state.name)
        words = (plain(state.name), f"x{visits}" if visits else "", f"(next {place})" if place else "")
        return " ".join(word for word in words if word)

    def doings(self, state: State) -> list[str]:
        """The rules of a state, its callbacks on entry, what happens in it, and its internal arcs."""
        return [
            *_lines([_listed(state.rules), self._does("entry /", state.on_enter)]),
            *_lines([plain(action) for action in state.actions] if self._actions else ()),
            *(line for id_, arc in self._part.internal(state.name).items() for line in self.arc(id_, arc)),
        ]

    def arc(self, id_: str, arc: Arc, head: str = "") -> list[str]:
        """How often an arc was taken, its kind unless it is natural, its trigger, guards, callbacks and rules.

        `head` is the first word.
        """
        taken = self._part.marks.taken(id_)
        words = (
            head,
            f"x{taken}" if taken else "",
            f"({arc.kind})" if arc.kind != "natural" else "",
            plain(arc.trigger) if self._guards else "",
            f"[{_listed(map(plain, arc.guards))}]" if arc.guards and self._guards else "",
        )
        return _lines([" ".join(word for word in words if word), self._does("/", arc.before), _listed(arc.rules)])

    def _does(self, when: str, callbacks: Iterable[str]) -> str:
        return f"{when} {_listed(map(plain, callbacks))}" if callbacks and self._callbacks else ""


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items)


def _lines(texts: Iterable[str]) -> list[str]:
    """Texts in lines of a width; nothing for one that is empty."""
    return [line for text in texts for line in textwrap.wrap(text, _WIDTH, break_long_words=False)]

"""Themes: how states and arcs look. Kinds of arcs differ in line style as well, for print in black and white."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from mtg_fsm.errors import DiagramError
from mtg_fsm.machine.definition import ArcKind, StateKind

Tone = Literal["ink", "soft", "faint", "next"] | ArcKind
"""What a text is drawn in: ink, softer, hardly seen, the colour of what comes next, or that of a kind of arc."""


class Line(NamedTuple):
    """How a kind of arc is drawn: Graphviz' style, width in points and arrowhead, and its colour."""

    style: str
    width: float
    colour: str
    arrow: str


class Theme(NamedTuple):
    """Colours of a diagram, as `#rrggbb`.

    `ink` is for texts, `soft_ink` for rule numbers and other second thoughts, `pale` for what a run did not take.
    `visited` and `visited_group` are behind what a run took, `active` behind the state in which a game is, `upcoming`
    around what comes next.
    """

    description: str
    paper: str
    ink: str
    soft_ink: str
    border: str
    pale: str
    group: str
    visited: str
    visited_group: str
    active: str
    upcoming: str
    states: Mapping[StateKind, str]
    lines: Mapping[ArcKind, Line]

    def colour(self, tone: Tone) -> str:
        """The colour of a text."""
        texts: dict[Tone, str] = {
            "ink": self.ink,
            "soft": self.soft_ink,
            "faint": self.border,
            "next": self.upcoming,
            **{kind: line.colour for kind, line in self.lines.items()},
        }
        return texts[tone]


def _lines(natural: str, skip: str, extra: str, repeat: str, interrupt: str) -> dict[ArcKind, Line]:
    return {
        "natural": Line("solid", 1.4, natural, "normal"),
        "skip": Line("dashed", 1.4, skip, "normal"),
        "extra": Line("dotted", 1.6, extra, "normal"),
        "repeat": Line("bold", 2.4, repeat, "normal"),
        "interrupt": Line("dashed", 0.7, interrupt, "empty"),
    }


def _states(usual: str, phase: str, junction: str, end: str) -> dict[StateKind, str]:
    return {"initial": end, "phase": phase, "step": usual, "junction": junction, "final": end, "state": usual}


THEMES: Final[dict[str, Theme]] = {
    "light": Theme(
        description="Dark on white, for pages on screen and on paper.",
        paper="#ffffff",
        ink="#1b1f24",
        soft_ink="#57606a",
        border="#8c959f",
        pale="#c4cad1",
        group="#f0f4f8",
        visited="#ffe9a3",
        visited_group="#fffaea",
        active="#ffb454",
        upcoming="#0550ae",
        states=_states("#ffffff", "#f0f4f8", "#e4e0f0", "#d8dee4"),
        lines=_lines("#1b1f24", "#a04100", "#0550ae", "#116329", "#a40e26"),
    ),
    "dark": Theme(
        description="Light on nearly black, for pages in a dark mode.",
        paper="#0d1117",
        ink="#e6edf3",
        soft_ink="#b1bac4",
        border="#848d97",
        pale="#3d444d",
        group="#161b22",
        visited="#4a3b0e",
        visited_group="#1f1c12",
        active="#9a5b00",
        upcoming="#79c0ff",
        states=_states("#0d1117", "#161b22", "#272040", "#21262d"),
        lines=_lines("#e6edf3", "#ffa657", "#79c0ff", "#56d364", "#ff7b72"),
    ),
    "print": Theme(
        description="Black and greys on white, for printers without colours.",
        paper="#ffffff",
        ink="#000000",
        soft_ink="#404040",
        border="#707070",
        pale="#c0c0c0",
        group="#f4f4f4",
        visited="#d9d9d9",
        visited_group="#ececec",
        active="#b3b3b3",
        upcoming="#000000",
        states=_states("#ffffff", "#f4f4f4", "#e6e6e6", "#e0e0e0"),
        lines=_lines("#000000", "#000000", "#000000", "#000000", "#000000"),
    ),
}
"""Every theme by its name."""


def theme(name: str) -> Theme:
    """A theme; DiagramError, naming all, if there is none of that name."""
    if name not in THEMES:
        raise DiagramError(f"theme: must be one of {', '.join(THEMES)}, not {name!r}")
    return THEMES[name]

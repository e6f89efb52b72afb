"""How states and arcs look. Kinds of arcs differ in line style as well as in colour, for print in black and white."""

from __future__ import annotations

from typing import Final, NamedTuple

from mtg_fsm.machine.definition import ArcKind, StateKind

FONT: Final = "Helvetica"
INK: Final = "#1b1f24"
SOFT_INK: Final = "#57606a"
BORDER: Final = "#8c959f"
PAPER: Final = "#ffffff"
GROUP_FILL: Final = "#f0f4f8"
VISITED_FILL: Final = "#ffe9a3"
VISITED_GROUP_FILL: Final = "#fffaea"
"""Lighter than the states in it, which are visited or not."""
PALE: Final = "#c4cad1"
"""An arc that a run did not take."""

TITLE_SIZE: Final = 18
GROUP_SIZE: Final = 12
STATE_SIZE: Final = 10
ARC_SIZE: Final = 8.5

FILLS: Final[dict[StateKind, str]] = {
    "initial": "#d8dee4",
    "phase": "#f0f4f8",
    "step": "#ffffff",
    "junction": "#e4e0f0",
    "final": "#d8dee4",
    "state": "#ffffff",
}


class ArcLook(NamedTuple):
    """How a kind of arc is drawn, and what it means."""

    style: str
    width: float
    colour: str
    arrow: str
    meaning: str


ARC_LOOKS: Final[dict[ArcKind, ArcLook]] = {
    "natural": ArcLook("solid", 1.4, INK, "normal", "the printed order"),
    "skip": ArcLook("dashed", 1.4, "#a04100", "normal", "something is left out"),
    "extra": ArcLook("dotted", 1.6, "#0550ae", "normal", "something is added or may be skipped"),
    "repeat": ArcLook("bold", 2.4, "#1a7f37", "vee", "once more"),
    "interrupt": ArcLook("dashed", 0.7, "#a40e26", "empty", "an effect or the end of the game breaks in"),
}

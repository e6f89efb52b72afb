"""Widths of text in Helvetica, by which renderers reckon too: what a label needs is known before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FONT: Final = "Helvetica"
TITLE_SIZE: Final = 14.0
GROUP_SIZE: Final = 10.0
TEXT_SIZE: Final = 8.0
"""Of everything else. A picture that is 840 points wide and 615 high has it in 7 points on A4 and on Letter."""

_REGULAR: Final = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_BOLD: Final = {
    238: "'",
    278: " ,./I\\ijl",
    280: "|",
    333: "!()-:;[]`ft",
    389: "*r{}",
    474: '"',
    500: "z",
    556: "#$0123456789J_aceksvxy",
    584: "+<=>^~",
    611: "?FLTZbdghnopqu",
    667: "EPSVXY",
    722: "&ABCDHKNRU",
    778: "GOQw",
    833: "M",
    889: "%m",
    944: "W",
    975: "@",
}
_OTHER: Final = 1000
"""Of a character that is not in a table: no less than most are."""


def _by_character(widths: Mapping[int, str]) -> dict[str, int]:
    return {character: width for width, characters in widths.items() for character in characters}


_WIDTHS: Final = {False: _by_character(_REGULAR), True: _by_character(_BOLD)}
"""In thousandths of the font size; whether bold."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a line of text, in points."""
    widths = _WIDTHS[bold]
    return sum(widths.get(character, _OTHER) for character in text) * size / 1000


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Text in lines of at most this width; only a single word may be wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(longer := f"{lines[-1]} {word}", size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines

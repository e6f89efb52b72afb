"""Texts of a diagram: pieces in lines, whose size is known, and Graphviz's HTML-like labels made of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.metrics import TEXT_SIZE, text_width, wrapped
from mtg_fsm.diagrams.themes import Theme, Tone

LINE: Final = 1.2
"""Height of a line, in font sizes."""


class Piece(NamedTuple):
    """A piece of a line, in one look."""

    text: str
    tone: Tone = "ink"
    bold: bool = False
    size: float = TEXT_SIZE


Line = tuple[Piece, ...]


class Label(NamedTuple):
    """Lines, one below the other."""

    lines: tuple[Line, ...]

    @property
    def width(self) -> float:
        """Of the widest line, in points."""
        return max(map(width_of, self.lines), default=0)

    @property
    def height(self) -> float:
        """Of all lines, in points."""
        return sum(max(piece.size for piece in line) * LINE for line in self.lines)

    @property
    def drawn(self) -> int:
        """Height of the lines as a table, in points."""
        return sum(map(_drawn, self.lines))

    def html(self, align: str, theme: Theme) -> str:
        """The lines as HTML that goes into a cell."""
        return "".join(f'{_line(line, theme)}<BR ALIGN="{align}"/>' for line in self.lines)

    def table(self, align: str, theme: Theme, *, width: float = 0, fill: str = "") -> str:
        """The lines as a table at least so wide, on a colour, all as far apart as they should be.

        Graphviz sets a line of one look lower than others: among such it gets a second look at its end.
        """
        mixed = len({len(line) > 1 for line in self.lines}) > 1
        texts = [_line(line, theme) + ("<B> </B>" if mixed and len(line) == 1 else "") for line in self.lines]
        rows = [
            cell(text, height=f"{_drawn(line)}", valign="BOTTOM", align=align)
            for text, line in zip(texts, self.lines, strict=True)
        ]
        none = {"border": "0", "cellborder": "0", "cellspacing": "0", "cellpadding": "0"}
        return table(rows, **none, bgcolor=fill, width=f"{round(width) or ''}") if rows else ""


def _drawn(line: Line) -> int:
    return math.floor(max(piece.size for piece in line) * LINE)


def width_of(line: Line) -> float:
    """Width of a line, in points."""
    return sum(text_width(f"{piece.text} ", piece.size, bold=piece.bold) for piece in line)


def _line(line: Line, theme: Theme) -> str:
    return " ".join(_html(piece, theme) for piece in line)


def _html(piece: Piece, theme: Theme) -> str:
    text = html(piece.text)
    if piece.bold:
        text = f"<B>{text}</B>"
    look = {
        "COLOR": theme.colour(piece.tone) if piece.tone != "ink" else "",
        "POINT-SIZE": f"{piece.size:g}" if piece.size != TEXT_SIZE else "",
    }
    written = _written(look)
    return f"<FONT{written}>{text}</FONT>" if written else text


def flowed(
    count: str, text: str, rules: str, width: float, *, size: float = TEXT_SIZE, tone: Tone = "ink", pale: bool = False
) -> Label:
    """A count, a text and its rules in lines of at most a width; rules stay together if they fit on a line."""
    first: Tone = "faint" if pale else tone
    second: Tone = "faint" if pale else "soft"
    rows = wrapped(f"{count} {text}", width, size)
    lines = [[Piece(row, first, size=size)] for row in rows]
    if lines and count:
        rest = rows[0].removeprefix(count).strip()
        lines[0] = [Piece(count, bold=True, size=size), *([Piece(rest, first, size=size)] if rest else [])]
    for number, row in enumerate(wrapped(rules, width, size)):
        piece = Piece(row, second, size=size)
        if lines and number == 0 and width_of((*lines[-1], piece)) <= width and row == rules:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return Label(tuple(map(tuple, lines)))


def quoted(text: str) -> str:
    """A DOT string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def attributes(**values: str | float) -> str:
    """An attribute list; labels that are HTML-like stay as they are."""
    written = (
        f"{name}={value if name == 'label' and str(value).startswith('<<') else quoted(str(value))}"
        for name, value in values.items()
        if value != ""
    )
    return f"[{' '.join(written)}]"


def html(text: str) -> str:
    """Text with the characters that mean something in HTML-like labels escaped; `\\N` would be the name of the node."""
    return escape(text, quote=False).replace("\\", "\\\\")


def cell(content: str, **values: str) -> str:
    """A table cell."""
    return f"<TD{_written(values)}>{content}</TD>"


def table(rows: Iterable[str], **values: str) -> str:
    """A label that is a table; a row is cells, or `<HR/>`."""
    body = "".join(row if row == "<HR/>" else f"<TR>{row}</TR>" for row in rows)
    return f"<<TABLE{_written(values)}>{body}</TABLE>>"


def _written(values: dict[str, str]) -> str:
    return "".join(
        f' {name.upper()}="{escape(value).replace(chr(10), "&#10;")}"' for name, value in values.items() if value
    )


def tooltip(description: str, rules: Sequence[str], **names: Sequence[str]) -> str:
    """Description and rules, then each list of names under its heading."""
    parts = [f"{description} ({', '.join(rules)})" if rules else description]
    parts += [f"{heading.replace('_', ' ')}: {', '.join(values)}" for heading, values in names.items() if values]
    return "\n".join(parts)

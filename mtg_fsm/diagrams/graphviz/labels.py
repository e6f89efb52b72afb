"""Texts of a diagram: pieces in lines, whose size is known, and Graphviz's HTML-like labels made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.metrics import text_width, wrapped
from mtg_fsm.diagrams.graphviz.style import ARC_SIZE, BORDER, INK, SOFT_INK, STATE_SIZE
from mtg_fsm.machine.definition import SEPARATOR

LINE: Final = 1.2
"""Height of a line, in font sizes."""


class Piece(NamedTuple):
    """A piece of a line, in one look."""

    text: str
    colour: str = INK
    bold: bool = False
    size: float = STATE_SIZE


Line = tuple[Piece, ...]


class Label(NamedTuple):
    """Lines, one below the other."""

    lines: tuple[Line, ...]

    @property
    def width(self) -> float:
        """Of the widest line, in points."""
        return max(map(_width, self.lines), default=0)

    @property
    def height(self) -> float:
        """Of all lines, in points."""
        return sum(max(piece.size for piece in line) * LINE for line in self.lines)

    def html(self, align: str, size: float = STATE_SIZE) -> str:
        """The lines as HTML. `size` is the font size around them."""
        return "".join(f'{html_of(line, size)}<BR ALIGN="{align}"/>' for line in self.lines)


def _width(line: Line) -> float:
    return sum(text_width(f"{piece.text} ", piece.size, bold=piece.bold) for piece in line)


def html_of(line: Line, size: float) -> str:
    """A line as HTML. `size` is the font size around it."""
    return " ".join(_html(piece, size) for piece in line)


def _html(piece: Piece, around: float) -> str:
    text = html(piece.text)
    if piece.bold:
        text = f"<B>{text}</B>"
    look = {
        "COLOR": piece.colour if piece.colour != INK else "",
        "POINT-SIZE": f"{piece.size:g}" if piece.size != around else "",
    }
    written = _written(look)
    return f"<FONT{written}>{text}</FONT>" if written else text


def flowed(
    count: str, text: str, rules: str, width: float, *, size: float = ARC_SIZE, colour: str = INK, pale: bool = False
) -> Label:
    """A count, a text and its rules in lines of at most a width; rules stay together if they fit on a line."""
    colour, second = (BORDER, BORDER) if pale else (colour, SOFT_INK)
    rows = wrapped(f"{count} {text}", width, size)
    lines = [[Piece(row, colour, size=size)] for row in rows]
    if lines and count:
        rest = rows[0].removeprefix(count).strip()
        lines[0] = [Piece(count, bold=True, size=size), *([Piece(rest, colour, size=size)] if rest else [])]
    for number, row in enumerate(wrapped(rules, width, size)):
        piece = Piece(row, second, size=size)
        if lines and number == 0 and _width((*lines[-1], piece)) <= width and row == rules:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return Label(tuple(map(tuple, lines)))


def soft(text: str, width: float) -> list[Line]:
    """Text in the second colour, in lines of at most a width."""
    return [(Piece(row, SOFT_INK),) for row in wrapped(text, width, STATE_SIZE)]


def plain(name: str) -> str:
    """A name as words: of a state with dots, its last part."""
    return name.rpartition(SEPARATOR)[2].replace("_", " ")


def quoted(text: str) -> str:
    """A DOT string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def attributes(**values: str | float) -> str:
    """An attribute list; HTML-like labels stay as they are."""
    written = (
        f"{name}={value if isinstance(value, str) and value.startswith('<') else quoted(str(value))}"
        for name, value in values.items()
        if value != ""
    )
    return f"[{' '.join(written)}]"


def html(text: str) -> str:
    """Text with the characters that mean something in HTML-like labels escaped."""
    return escape(text, quote=False)


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

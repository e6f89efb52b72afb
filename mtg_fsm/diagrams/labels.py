"""Texts of a diagram: plain words for names, and Graphviz's HTML-like labels."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from html import escape

from mtg_fsm.diagrams.style import SOFT_INK
from mtg_fsm.machine.definition import SEPARATOR


def plain(name: str) -> str:
    """A name as words: of a state with dots, its last part."""
    return name.rpartition(SEPARATOR)[2].replace("_", " ")


def wrapped(text: str, width: int) -> list[str]:
    """Text in lines of at most `width` characters."""
    return textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)


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


def bold(text: str) -> str:
    """Text, escaped, in bold."""
    return f"<B>{html(text)}</B>"


def coloured(text: str, colour: str) -> str:
    """Text, escaped, in a colour."""
    return f'<FONT COLOR="{colour}">{html(text)}</FONT>'


def soft(text: str) -> str:
    """Text, escaped, in the second colour."""
    return coloured(text, SOFT_INK) if text else ""


def lines(texts: Iterable[str], align: str = "LEFT") -> str:
    """Lines of HTML, one below the other."""
    return "".join(f'{text}<BR ALIGN="{align}"/>' for text in texts)


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

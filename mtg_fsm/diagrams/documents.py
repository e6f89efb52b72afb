"""Documents with the tables of a chart: in Markdown (GitHub's) and in reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Chart
from mtg_fsm.diagrams.tables import INTERNAL, NAMED, Rows, arcs, states

# A letter that is markup anywhere, or a first one after which a line would be an item of a list.
_MARKDOWN_MARKUP: Final = re.compile(r"[\\`*_{}\[\]<>#|~&!]|^[-+=]|(?<=^\d)[.)](?=\s|$)")
_RST_MARKUP: Final = re.compile(r"[\\`*_|]|:(?=:)|^\W|^\w(?=\w*[.)](?:\s|$))")


class _Markup(NamedTuple):
    """How a document is written: a heading of a level from 1, a paragraph, a name, a link, and a table of cells."""

    heading: Callable[[str, int], str]
    text: Callable[[str], str]
    name: Callable[[str], str]
    link: Callable[[str, str], str]
    table: Callable[[Sequence[str], Sequence[Sequence[str]]], Iterable[str]]


def markdown(chart: Chart, rules_url: str) -> str:
    """A chart as a document in GitHub's Markdown."""
    return _document(chart, rules_url, _MARKDOWN)


def rst(chart: Chart, rules_url: str) -> str:
    """A chart as a document in reStructuredText."""
    return _document(chart, rules_url, _RST)


def _document(chart: Chart, rules_url: str, markup: _Markup) -> str:
    blocks = [markup.heading(chart.title, 1), markup.text(chart.description)]
    for part in chart.parts:
        if part.prefix:
            blocks += [markup.heading(part.definition.description.rstrip("."), 2)]
        for what, rows in (("States", states(part)), ("Arcs", arcs(part))):
            title = f"{what} of {part.name}"
            blocks += [markup.heading(title, 3 if part.prefix else 2), _table(rows, rules_url, markup)]
    return "\n\n".join(blocks) + "\n"


def _table(rows: Rows, rules_url: str, markup: _Markup) -> str:
    def written(column: str, item: str) -> str:
        if column == "rules" and rules_url:
            return markup.link(item, rules_url.replace("{rule}", item))
        return markup.name(item) if column in NAMED and item != INTERNAL else markup.text(item)

    cells = [
        [", ".join(written(column, item) for item in cell) for column, cell in zip(rows.head, row, strict=True)]
        for row in rows.rows
    ]
    return "\n".join(markup.table([markup.text(column) for column in rows.head], cells))


def _markdown_heading(text: str, level: int) -> str:
    return f"{'#' * level} {_markdown_text(text)}"


def _markdown_text(text: str) -> str:
    return _MARKDOWN_MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _markdown_name(name: str) -> str:
    """Code; in a table a bar ends a cell even there."""
    return f"`{name}`" if not re.search(r"[`|\\]", name) else _markdown_text(name)


def _markdown_link(text: str, url: str) -> str:
    return f"[{_markdown_text(text)}]({_quoted(url)})"


def _markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def _rst_heading(text: str, level: int) -> str:
    title = _rst_text(text)
    return f"{title}\n{'=-~'[level - 1] * len(title)}"


def _rst_text(text: str) -> str:
    return _RST_MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _rst_name(name: str) -> str:
    return f"``{name}``" if re.fullmatch(r"[\w. -]*\w", name) else _rst_text(name)


def _rst_link(text: str, url: str) -> str:
    return f"`{_rst_text(text)} <{_quoted(url)}>`__"


def _rst_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ".. list-table::"
    yield "   :header-rows: 1"
    yield ""
    for row in (head, *rows):
        for number, cell in enumerate(row):
            yield f"   {'  ' if number else '* '}- {cell}".rstrip()


def _quoted(url: str) -> str:
    """A URL without letters that could end it."""
    return re.sub(r"[\s()<>|`\\]", lambda letter: f"%{ord(letter[0]):02X}", url)


_MARKDOWN: Final = _Markup(
    _markdown_heading,
    _markdown_text,
    _markdown_name,
    _markdown_link,
    _markdown_table,
)
_RST: Final = _Markup(_rst_heading, _rst_text, _rst_name, _rst_link, _rst_table)

"""What the commands print: in colours and fitted to its width on a terminal, as plain text everywhere else."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from typing import Any, Final

import typer
from rich.box import HORIZONTALS
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_fsm.cli.tables import ARROW
from mtg_fsm.diagrams.tables import Rows
from mtg_fsm.telling.trace import Line, Tone, formatted

WIDTH: Final = 76
"""Of the trace where there is no terminal."""
MOST: Final = 100
"""Of the trace at most."""
_WORD: Final = re.compile(rf"(?:{ARROW} )?\S+")
"""What is not broken in a table."""
STYLES: Final[dict[Tone, str]] = {
    "turn": "bold cyan",
    "phase": "bold",
    "step": "",
    "skipped": "yellow",
    "event": "green",
    "quiet": "dim",
}


def terminal() -> Console | None:
    """The terminal that standard output is, None if it is none."""
    return Console(highlight=False) if sys.stdout.isatty() else None


def error(message: object) -> None:
    """Prints to standard error."""
    typer.echo(str(message), err=True)


def print_json(data: Any, *, indent: int | None = None) -> None:
    """Prints JSON, on one line without an indent."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=indent))


def print_trace(lines: Iterable[Line]) -> None:
    """Prints a trace, an empty line between turns."""
    console = terminal()
    width = min(console.width, MOST) if console else WIDTH
    for number, line in enumerate(lines):
        if line.tone == "turn" and number:
            typer.echo("") if console is None else console.print()
        for words, rule in formatted(line, width):
            if console:
                console.print(Text.assemble((words, STYLES[line.tone]), (rule, "dim")), soft_wrap=True)
            else:
                typer.echo(f"{words}{rule}")


def print_table(variants: Iterable[Rows]) -> None:
    """Prints a table without its empty columns; nothing is cut off.

    On a terminal it is the first variant that fits, else the last; everywhere else it is the
    first, a row a line.
    """
    tables = [rows.filled() for rows in variants]
    if console := terminal():
        fitting = (rows for rows in tables if _spare(rows, console.width) >= 0)
        console.print(_drawn(next(fitting, tables[-1]), console.width))
        return
    rows = tables[0]
    cells = [list(rows.head), *([", ".join(cell) for cell in row] for row in rows.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _drawn(rows: Rows, width: int) -> Table:
    table = Table(header_style="bold", box=HORIZONTALS, padding=(0, 1, 0, 0))
    for name, column in zip(rows.head, _widths(rows, width), strict=True):
        table.add_column(Text(name), overflow="fold", width=column)
    for row in rows.rows:
        table.add_row(*(Text("\n".join(cell)) for cell in row), end_section=True)
    return table


def _columns(rows: Rows) -> list[list[str]]:
    """The lines of each column."""
    return [[name, *(line for row in rows.rows for line in row[index])] for index, name in enumerate(rows.head)]


def _least(rows: Rows) -> list[int]:
    """The width of each column that breaks no word and hardly a line more than twice."""
    return [
        max(*(len(word) for line in lines for word in _WORD.findall(line)), max(map(len, lines)) // 3)
        for lines in _columns(rows)
    ]


def _spare(rows: Rows, width: int) -> int:
    """What of a width is left if each column has its least; below 0, what is missing."""
    least = _least(rows)
    return width - sum(least) - 2 * len(least) - 1


def _widths(rows: Rows, width: int) -> list[int]:
    """A width for each column: what is left goes to those first that need least, what is missing is the widest's."""
    widths, longest, spare = _least(rows), [max(map(len, lines)) for lines in _columns(rows)], _spare(rows, width)
    lacking = {index: longest[index] - column for index, column in enumerate(widths)}
    for index in sorted(lacking, key=lacking.__getitem__):
        more = min(lacking[index], max(spare, 0))
        widths[index], spare = widths[index] + more, spare - more
    for _ in range(-spare):
        widths[widths.index(max(widths))] -= 1
    return widths

"""What the commands print: in colours and fitted to its width on a terminal, as plain text everywhere else."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, Final

import typer
from rich.box import HORIZONTALS
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtg_fsm.cli.tables import Rows
from mtg_fsm.cli.trace import Line, Tone, formatted

WIDTH: Final = 76
"""Of the trace where there is no terminal."""
MOST: Final = 100
"""Of the trace at most."""
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
        words, rule = formatted(line, width)
        gap = "\n" if line.tone == "turn" and number else ""
        if console:
            console.print(Text.assemble(gap, (words, STYLES[line.tone]), (rule, "dim")), soft_wrap=True)
        else:
            typer.echo(f"{gap}{words}{rule}")


def print_table(rows: Rows, narrow: Rows) -> None:
    """Prints a table, on a terminal the narrow one; nothing is cut off."""
    if console := terminal():
        console.print(_drawn(narrow))
        return
    cells = [list(rows.head), *([", ".join(cell) for cell in row] for row in rows.rows)]
    kept = [column for column in zip(*cells, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in kept]
    for row in zip(*kept, strict=True):
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _drawn(rows: Rows) -> Table:
    table = Table(header_style="bold", box=HORIZONTALS)
    for name in rows.head:
        table.add_column(name, overflow="fold")
    for row in rows.rows:
        table.add_row(*(Text("\n".join(cell)) for cell in row), end_section=True)
    return table

"""What is measured as rows of a table: each beside what it is compared with, and its goal if it has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple

from rich.console import Console
from rich.table import Table

Unit = Literal["us", "ms", "bytes"]
FACTOR: Final[dict[Unit, float]] = {"us": 1e6, "ms": 1e3, "bytes": 1}
WORSE: Final = 4 / 3
"""So many times its recorded value a ratio may be."""


class Goal(NamedTuple):
    """What a figure must not be above: its ratio, or itself in seconds or bytes."""

    of: Literal["ratio", "value"]
    at_most: float


class Figure(NamedTuple):
    """A cost, in seconds or bytes, beside another; of ratios less is better. A note says what else was found."""

    section: str
    name: str
    value: float
    against: str
    other: float
    unit: Unit = "us"
    goal: Goal | None = None
    note: str = ""

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.section}: {self.name} / {self.against}"

    @property
    def ratio(self) -> float:
        """How many times the other it is."""
        return self.value / self.other

    @property
    def met(self) -> bool | None:
        """Whether its goal is met; None without one."""
        if self.goal is None:
            return None
        return (self.ratio if self.goal.of == "ratio" else self.value) <= self.goal.at_most

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        goal = None if self.goal is None else self.goal._asdict()
        return {**self._asdict(), "goal": goal, "ratio": self.ratio, "met": self.met}


class Left(NamedTuple):
    """What was left out, and why."""

    section: str
    name: str
    why: str


Row = Figure | Left


def figures(rows: Iterable[Row]) -> Iterator[Figure]:
    """What was measured."""
    return (row for row in rows if isinstance(row, Figure))


def tables(rows: Iterable[Row]) -> Iterator[Table]:
    """A table for each section, all with columns of the same widths."""
    for section, found in groupby(rows, key=lambda row: row.section):
        made = Table(title=section, title_justify="left", title_style="bold", show_header=False)
        for width in (40, 15, 62, 15, 8, 14, 6):
            made.add_column(width=width)
        for row in found:
            made.add_row(*_cells(row))
        yield made


def _cells(row: Row) -> Sequence[str]:
    if isinstance(row, Left):
        return row.name, "left out", row.why
    met = "" if row.met is None else "[green]met" if row.met else "[red]missed"
    against = f"{row.against}\n{row.note}" if row.note else row.against
    return (
        row.name,
        shown(row.value, row.unit),
        against,
        shown(row.other, row.unit),
        times(row.ratio),
        _goal(row),
        met,
    )


def show(rows: list[Row], console: Console) -> None:
    """Prints the table, and how many goals are met."""
    for table in tables(rows):
        console.print(table)
    met = [figure.met for figure in figures(rows) if figure.met is not None]
    console.print(f"{sum(met)} of {len(met)} goals met")


def shown(value: float, unit: Unit) -> str:
    """A figure in its unit."""
    return f"{value:,.0f} bytes" if unit == "bytes" else f"{value * FACTOR[unit]:,.2f} {unit}"


def times(ratio: float) -> str:
    """A ratio, below one as a fraction."""
    return f"{ratio:.2f}" if ratio >= 0.5 else f"1/{1 / ratio:.1f}"


def _goal(figure: Figure) -> str:
    goal = figure.goal
    if goal is None:
        return ""
    return f"<= {times(goal.at_most) if goal.of == 'ratio' else shown(goal.at_most, figure.unit)}"


def ratios(rows: Iterable[Row]) -> dict[str, float]:
    """The ratios of a table by the keys of their rows."""
    return {figure.key: round(figure.ratio, 4) for figure in figures(rows)}


def worse(rows: Iterable[Row], recorded: Mapping[str, float]) -> list[Figure]:
    """Figures whose ratio is worse than the recorded one by more than a third."""
    return [
        figure for figure in figures(rows) if figure.key in recorded and figure.ratio > recorded[figure.key] * WORSE
    ]


def better(rows: Iterable[Row], again: Iterable[Row]) -> list[Row]:
    """Of two measurements of the same rows the better of each."""
    second = {figure.key: figure for figure in figures(again)}
    return [min(row, second.get(row.key, row), key=_ratio) if isinstance(row, Figure) else row for row in rows]


def _ratio(figure: Figure) -> float:
    return figure.ratio

"""Identifiers for formats in which states have names of letters, digits and `_` only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mtg_fsm.diagrams.chart import Chart, Part

ANY = "any"
"""What stands behind a state with states in it, where any of these is meant."""


def path(part: Part, state: str, *more: str) -> str:
    """A state, and what is meant of it, in the words of `identifiers`."""
    return " ".join((f"{part.name}.{state}", *more))


def identifiers(chart: Chart) -> dict[str, str]:
    """Identifiers, no two the same: of machines by name, of states and of any state in them by `path`."""
    taken: dict[str, str] = {}
    for name in _paths(chart):
        id_ = re.sub(r"[^A-Za-z0-9]", "_", name)
        while id_ in taken:
            id_ += "_"
        taken[id_] = name
    return {name: id_ for id_, name in taken.items()}


def _paths(chart: Chart) -> Iterable[str]:
    for part in chart.parts:
        yield part.name
        for state in part.states:
            yield path(part, state.name)
            if state.name in part.parents:
                yield path(part, state.name, ANY)

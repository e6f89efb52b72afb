"""Measuring side by side: rounds of all that is compared take turns, and the best of each counts.

On a machine with other work to do the mean of one thing after another compares minutes, not things. pyperf runs each
benchmark in processes of its own, one after another, and pytest-benchmark one test after another; neither takes turns
between what is compared. Times are those of the process, and the garbage collector rests while they are taken.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

Round = Callable[[], float]
"""One round; gives seconds, or bytes, for each of what it did."""


def best_of(rounds: Mapping[str, Round], times: int) -> dict[str, float]:
    """The best of that many rounds of each, which take turns; a round before, which warms up, does not count."""
    return {name: min(found) for name, found in all_of(rounds, times).items()}


def all_of(rounds: Mapping[str, Round], times: int) -> dict[str, list[float]]:
    """Every round of each, which take turns, but for a first one."""
    found: dict[str, list[float]] = {name: [] for name in rounds}
    with _no_collector():
        for one in rounds.values():
            one()
        for _ in range(times):
            for name, one in rounds.items():
                found[name].append(one())
    return found


def repeated(call: Callable[[], Any], times: int) -> Round:
    """A round of that many calls."""

    def timed() -> float:
        start = time.process_time()
        for _ in range(times):
            call()
        return (time.process_time() - start) / times

    return timed


@contextmanager
def _no_collector() -> Generator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def line(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Slope of the straight line that fits points best, and its standard error."""
    number = len(points)
    middle_x, middle_y = sum(x for x, _ in points) / number, sum(y for _, y in points) / number
    width = sum((x - middle_x) ** 2 for x, _ in points)
    slope = sum((x - middle_x) * (y - middle_y) for x, y in points) / width
    left = sum((y - middle_y - slope * (x - middle_x)) ** 2 for x, y in points)
    return slope, (left / (number - 2) / width) ** 0.5

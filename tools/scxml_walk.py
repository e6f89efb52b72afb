"""Walks recorded ways through an SCXML export in the interpreter of python-statemachine."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from statemachine.io.scxml.processor import SCXMLProcessor


class Step(NamedTuple):
    """An event with the answers of guards, and what the engine's machine does then, from which state to which."""

    machine: str
    source: str
    event: str
    data: Mapping[str, bool]
    state: str
    callbacks: tuple[str, ...]


Way = Sequence[Step]


class Walk:
    """An export that is walked; nothing of it is evaluated but conditions of names, `not` and `and`."""

    def __init__(self, export: bytes) -> None:
        self._processor: Any = SCXMLProcessor()
        self._processor.parse_scxml("export", export.decode())

    def fault(self, way: Way, initial: Mapping[str, str], *, prefixed: bool = False) -> str | None:
        """Where a way is another one in the export, None if it is the same. `initial` are the states at first."""
        with redirect_stdout(io.StringIO()):  # entering the first state runs its callbacks
            chart = self._processor.start()
        states = dict(initial)
        for step in way:
            prefix = f"{step.machine}." if prefixed else ""
            states[step.machine] = f"{prefix}{step.state}"
            with redirect_stdout(io.StringIO()) as said:
                chart.send(f"{prefix}{step.event}", **step.data)
            ran = tuple(line.removeprefix("callback: ").strip("'") for line in said.getvalue().splitlines())
            reached = sorted(str(state.value) for state in chart.configuration if not state.states)
            if reached != sorted(states.values()):
                return f"{step.event} in {step.source}: reached {', '.join(reached)}, not {', '.join(states.values())}"
            if ran != step.callbacks:
                return f"{step.event} in {step.source}: ran {', '.join(ran)}, not {', '.join(step.callbacks)}"
        return None


def covering(ways: Iterable[Way]) -> list[Way]:
    """Those of some ways, from the shortest on, that take a step which none before has taken."""
    seen = set[tuple[object, ...]]()
    chosen: list[Way] = []
    for way in sorted(ways, key=len):
        steps = {(step.machine, step.source, step.event, *step.data.items()) for step in way}
        if not steps <= seen:
            chosen.append(way)
            seen |= steps
    return chosen

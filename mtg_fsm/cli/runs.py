"""Finding, loading and running scenarios for the commands that do; what is wrong with a file goes to standard error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path

from mtg_fsm.cli.output import error
from mtg_fsm.engine.events import Event, GameEnded, PhaseBegan, StepBegan
from mtg_fsm.errors import MtgFsmError, ScenarioError
from mtg_fsm.machine import TURN
from mtg_fsm.machine.definition import SEPARATOR
from mtg_fsm.scenario import Run, Scenario, load, run


class Status(IntEnum):
    """Exit status of a command that runs scenarios; the greater one of several counts."""

    HOLDS = 0
    FAILED = 1
    INVALID = 2


class Runs:
    """Runs of scenarios. `status` is what the run so far deserves."""

    def __init__(self) -> None:
        self.status = Status.HOLDS

    def of(self, paths: Iterable[Path]) -> Iterator[Run]:
        """Runs the scenarios of files, and of folders all `*.yaml` in them; an invalid one is passed over."""
        for path in paths:
            for file in self._files(path):
                for scenario in self._load(file):
                    yield from self._run(scenario)

    def _files(self, path: Path) -> list[Path]:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            self._invalid(f"{path}: has no *.yaml files")
        return files

    def _load(self, file: Path) -> list[Scenario]:
        try:
            return load(file)
        except ScenarioError as problem:
            self._invalid(problem)
            return []

    def _run(self, scenario: Scenario) -> Iterator[Run]:
        try:
            done = run(scenario)
        except MtgFsmError as problem:
            self._invalid(f"{scenario.file}: {scenario.id}: {problem}")
            return
        if done.failures:
            self.status = max(self.status, Status.FAILED)
        yield done

    def _invalid(self, problem: object) -> None:
        error(problem)
        self.status = Status.INVALID


def verdict(done: Run) -> str:
    """`ok ID`, or `FAIL ID: what differed`."""
    return f"FAIL {done.scenario.id}: {'; '.join(done.failures)}" if done.failures else f"ok {done.scenario.id}"


def visits(events: Iterable[Event]) -> Counter[str]:
    """How often each state of the turn machine was entered."""
    counts = Counter(name for event in events if (name := _entered(event)))
    return Counter({state.name: counts[state.name] for state in TURN.states if counts[state.name]})


def _entered(event: Event) -> str | None:
    if isinstance(event, GameEnded):
        return "game_over"
    if isinstance(event, PhaseBegan):
        return event.phase
    return f"{event.phase}{SEPARATOR}{event.step}" if isinstance(event, StepBegan) else None

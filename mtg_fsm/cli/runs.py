"""Finding, loading and running scenarios for the commands that do; what is wrong with a file goes to standard error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Final

from mtg_fsm.cli.output import error
from mtg_fsm.diagrams import Recorder
from mtg_fsm.errors import MtgFsmError, ScenarioError
from mtg_fsm.scenario import Run, Scenario, load, run

ENDINGS: Final = (".yaml", ".yml")
"""Of the scenario files in a folder."""


class Status(IntEnum):
    """Exit status of a command that runs scenarios; the greater one of several counts."""

    HOLDS = 0
    FAILED = 1
    INVALID = 2


class Runs:
    """Runs of scenarios, perhaps recorded. `status` is what the run so far deserves."""

    def __init__(self, recorder: Recorder | None = None) -> None:
        self.status = Status.HOLDS
        self._machines = recorder.machines if recorder else None
        self._listeners = (recorder,) if recorder else ()

    def of(self, paths: Iterable[Path]) -> Iterator[Run]:
        """Runs the scenarios of files, and of folders all YAML files in them; an invalid one is passed over."""
        return self.each(self.scenarios(paths))

    def each(self, scenarios: Iterable[Scenario]) -> Iterator[Run]:
        """Runs scenarios."""
        for scenario in scenarios:
            yield from self._run(scenario)

    def scenarios(self, paths: Iterable[Path]) -> Iterator[Scenario]:
        """The scenarios of files and folders, not run."""
        for path in paths:
            for file in self._files(path):
                yield from self._load(file)

    def _files(self, path: Path) -> list[Path]:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in ENDINGS and file.is_file())
        if not files:
            self._invalid(f"{path}: has no {' or '.join(f'*{ending}' for ending in ENDINGS)} files")
        return files

    def _load(self, file: Path) -> list[Scenario]:
        try:
            return load(file)
        except ScenarioError as problem:
            self._invalid(problem)
            return []

    def _run(self, scenario: Scenario) -> Iterator[Run]:
        try:
            done = run(scenario, machines=self._machines, listeners=self._listeners)
        except MtgFsmError as problem:
            self._invalid(f"{scenario.file}: {scenario.id}: {problem}")
            return
        if done.failures:
            self.status = max(self.status, Status.FAILED)
        yield done

    def _invalid(self, problem: object) -> None:
        error(problem)
        self.status = Status.INVALID

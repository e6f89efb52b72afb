"""Every error that mtg_fsm raises on purpose, under one root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class MtgFsmError(Exception):
    """Root of all errors of this package."""


class MissingExtra(MtgFsmError, ImportError):
    """An optional package is not installed; the message holds the `pip install` line that brings it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed; run: pip install 'mtg-fsm[{extra}]'")
        self.package = package
        self.extra = extra


class DefinitionError(MtgFsmError, ValueError):
    """A machine definition is not sound. `problems` names every fault found, in the order of the definition."""

    def __init__(self, machine: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join([f"machine {machine!r}: {len(problems)} problem(s)", *problems]))
        self.machine = machine
        self.problems = tuple(problems)


class FrozenMachineError(MtgFsmError, TypeError):
    """The shared machine serves every game of a process and cannot be changed."""


class SetupError(MtgFsmError, ValueError):
    """A game cannot be set up like this; the message names the field and what would be right."""


class SnapshotError(MtgFsmError, ValueError):
    """Saved data cannot be loaded; the message names the field and what would be right."""


class LogError(MtgFsmError, ValueError):
    """A log cannot be played again; the message names the line and the field."""


class SimulationError(MtgFsmError, RuntimeError):
    """A game of a simulation failed: its number and seed, why, and the log of it up to there."""

    def __init__(self, number: int, seed: int, reason: str, log: Sequence[str] = ()) -> None:
        again = "mtg_fsm.simulate.play plays it again by its seed"
        super().__init__(f"game {number} (seed {seed}): {reason}; {again}")
        self.number = number
        self.seed = seed
        self.reason = reason
        self.log = tuple(log)

    def __reduce__(self) -> tuple[type[SimulationError], tuple[int, int, str, tuple[str, ...]]]:
        """How it comes from another process."""
        return type(self), (self.number, self.seed, self.reason, self.log)


class NotationError(MtgFsmError, ValueError):
    """A text is no command; the message names the column or the field and what would be right."""


class ContractError(MtgFsmError, AssertionError):
    """A game does not do what `mtg_fsm.Game` says; the message names the hook, its contract and what was found."""

    def __init__(self, hook: str, contract: str, found: str) -> None:
        super().__init__(f"{hook}: {contract}; {found}")
        self.hook = hook
        self.contract = contract
        self.found = found


class EndlessLoopError(MtgFsmError, RuntimeError):
    """More happened without a decision, or in one step with passes only, than the configured bound allows (104.4b)."""


class DiagramError(MtgFsmError, ValueError):
    """A diagram cannot be asked for like this; the message names what is wrong and what there is."""


class RuleError(MtgFsmError, ValueError):
    """There is no such rule, or edition of the rules; the message names what is near."""


class RenderError(MtgFsmError, RuntimeError):
    """The renderer failed, or wrote something that is not the picture asked for."""


class Problem(NamedTuple):
    """One fault of a scenario file: its line (from 1), the key and the reason."""

    line: int | None
    key: str
    reason: str


class ScenarioError(MtgFsmError, ValueError):
    """A file is not a valid scenario. `str()` gives `FILE:LINE: KEY: reason`, a line for each problem."""

    def __init__(
        self,
        reason: str = "",
        *,
        file: str = "",
        line: int | None = None,
        key: str = "",
        problems: Sequence[Problem] = (),
    ) -> None:
        self.file = file
        self.problems = tuple(problems) or (Problem(line, key, reason),)
        super().__init__("\n".join(self._line(problem) for problem in self.problems))

    def _line(self, problem: Problem) -> str:
        where = ":".join(str(part) for part in (self.file, problem.line) if part)
        return ": ".join(part for part in (where, problem.key, problem.reason) if part)

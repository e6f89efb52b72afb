"""Exploring: breadth first through all control states in a scope, on one core or by any executor."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from mtg_fsm.explore.bounds import Bounds
from mtg_fsm.explore.canonical import Digest
from mtg_fsm.explore.expansion import ArcKey, Expanded, Explorer, Fault, Found, Saved, expand
from mtg_fsm.explore.invariants import INVARIANTS
from mtg_fsm.explore.untaken import why_not_taken
from mtg_fsm.machine import MACHINES, MachineDefinition
from mtg_fsm.machine.definition import arc_ids
from mtg_fsm.words.commands import Command
from mtg_fsm.words.notation import from_text

CHUNK: Final = 100
"""So many states are expanded as one task."""


class Progress(NamedTuple):
    """How far an exploration is: the depth that is expanded, how much of it is done, and what has been found."""

    depth: int
    done: int
    of: int
    states: int


class Untaken(NamedTuple):
    """An arc that was not taken, and what keeps it from being taken in this scope."""

    machine: str
    arc: str
    why: str


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold, and the shortest way there: commands from the beginning of the set-up."""

    bounds: Bounds
    invariant: str
    rules: tuple[str, ...]
    message: str
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.invariant}{rules}: {self.message}, after {len(self.commands)} command(s)"


@dataclass(frozen=True, slots=True)
class Exploration:
    """What an exploration has found.

    `by_depth` counts the states that take so many commands to reach, `by_state` those in which the turn machine is in a
    state, `by_decision` those in which something is asked. `commands` counts the commands that were tried, `arcs` how
    often each arc was taken by all of them. `complete`: there is nothing left in the bounds. `digest` stands for the
    set of all control states.
    """

    bounds: Bounds
    complete: bool
    states: int
    commands: int
    by_depth: tuple[int, ...]
    by_state: Mapping[str, int]
    by_decision: Mapping[str, int]
    arcs: Mapping[ArcKey, int]
    digest: str
    definitions: Mapping[str, MachineDefinition]
    violation: Violation | None = None

    @property
    def ok(self) -> bool:
        """Whether all invariants hold in all that was explored."""
        return self.violation is None

    @property
    def untaken(self) -> tuple[Untaken, ...]:
        """The arcs that were not taken, each with what keeps it from being taken, in the order of the definitions."""
        return tuple(
            Untaken(name, id_, why_not_taken(self.bounds, name, arc, complete=self.complete))
            for name, definition in self.definitions.items()
            for id_, arc in zip(arc_ids(definition.arcs), definition.arcs, strict=True)
            if not self.arcs.get((name, id_))
        )

    @property
    def unreached(self) -> tuple[tuple[str, str], ...]:
        """The states of machines that were not entered, each with its machine."""
        entered = {(name, definition.initial) for name, definition in self.definitions.items()}
        for name, definition in self.definitions.items():
            for id_, arc in zip(arc_ids(definition.arcs), definition.arcs, strict=True):
                if self.arcs.get((name, id_)) and arc.target is not None:
                    entered.add((name, arc.target))
        return tuple(
            (name, leaf.name)
            for name, definition in self.definitions.items()
            for leaf in definition.leaves
            if (name, leaf.name) not in entered
        )

    def as_data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {
            "bounds": self.bounds.as_data(),
            "complete": self.complete,
            "states": self.states,
            "commands": self.commands,
            "by_depth": list(self.by_depth),
            "by_state": dict(self.by_state),
            "by_decision": dict(self.by_decision),
            "arcs": {
                name: {id_: self.arcs[name, id_] for id_ in arc_ids(definition.arcs) if self.arcs.get((name, id_))}
                for name, definition in self.definitions.items()
            },
            "untaken": [untaken._asdict() for untaken in self.untaken],
            "digest": self.digest,
            "violation": None if self.violation is None else _as_data(self.violation),
        }


def _as_data(violation: Violation) -> dict[str, Any]:
    return {
        "invariant": violation.invariant,
        "rules": list(violation.rules),
        "message": violation.message,
        "commands": [command.brief() for command in violation.commands],
    }


def explore(
    bounds: Bounds | None = None,
    *,
    executor: Executor | None = None,
    definitions: Mapping[str, MachineDefinition] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Exploration:
    """Tries every command in every control state that can be reached, and holds the invariants against each step.

    Stops at the first violation, which is one of those with the shortest way there. With an executor its workers try
    the commands; what is found is the same with any executor and with none. `definitions` are machines of one's own by
    the names of those that they replace, which an executor cannot have. `progress` is told how far it is.
    """
    return _Search(bounds or Bounds(), executor, definitions, progress).run()


class _Search:
    def __init__(
        self,
        bounds: Bounds,
        executor: Executor | None,
        definitions: Mapping[str, MachineDefinition] | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.bounds, self.executor, self.progress = bounds, executor, progress
        self.definitions = {**MACHINES, **(definitions or {})}
        self.explorer = Explorer(bounds, self.definitions)
        self.ways: dict[Digest, tuple[Digest | None, str]] = {}
        """How each state was first reached: from which state, by which command."""
        self.frontier: list[tuple[Digest, Saved]] = []
        self.arcs = Counter[ArcKey]()
        self.by_depth: list[int] = []
        self.by_state, self.by_decision = Counter[str](), Counter[str]()
        self.commands = self.new = 0
        self.violation: Violation | None = None

    def run(self) -> Exploration:
        begun = self.explorer.begin()
        self.arcs.update(self.explorer.arcs)
        self._note(None, begun)
        self.by_depth.append(self.new)
        while self.frontier and self.violation is None and not self._at_a_limit():
            self._go_deeper()
        return Exploration(
            bounds=self.bounds,
            complete=not self.frontier and self.violation is None,
            states=len(self.ways),
            commands=self.commands,
            by_depth=tuple(self.by_depth),
            by_state=dict(sorted(self.by_state.items())),
            by_decision=dict(sorted(self.by_decision.items())),
            arcs=self.arcs,
            digest=hashlib.blake2b(b"".join(sorted(self.ways)), digest_size=16).hexdigest(),
            violation=self.violation,
            definitions=self.definitions,
        )

    def _at_a_limit(self) -> bool:
        depth, states = self.bounds.depth, self.bounds.states
        return (depth is not None and len(self.by_depth) > depth) or (states is not None and len(self.ways) >= states)

    def _go_deeper(self) -> None:
        frontier, self.frontier = self.frontier, []
        done = self.new = 0
        for expanded in self._expanded(frontier):
            for found in expanded.found:
                for one in found:
                    self._note(frontier[done][0], one)
                done += 1
                if self.violation is not None:
                    return
            self.arcs.update(expanded.arcs)
            if self.progress is not None:
                self.progress(Progress(len(self.by_depth), done, len(frontier), len(self.ways)))
        if self.new:
            self.by_depth.append(self.new)

    def _expanded(self, frontier: Sequence[tuple[Digest, Saved]]) -> Iterator[Expanded]:
        """What comes of the states of a depth, in their order."""
        chunks = [frontier[start : start + CHUNK] for start in range(0, len(frontier), CHUNK)]
        if self.executor is None:
            for chunk in chunks:
                for _, saved in chunk:
                    self.explorer.arcs.clear()
                    found = self.explorer.expand(saved, self.ways)
                    yield Expanded((found,), self.explorer.arcs)
            return
        tasks = [self.executor.submit(expand, self.bounds, [saved for _, saved in chunk]) for chunk in chunks]
        for task in tasks:
            yield task.result()

    def _note(self, source: Digest | None, found: Found) -> None:
        """Counts what a command led to, and remembers the way to what is new."""
        self.commands += source is not None
        if found.fault is not None and self.violation is None:
            self.violation = self._violation(source, found.command, found.fault)
        if found.digest in self.ways or found.saved is None:
            return
        self.ways[found.digest] = (source, found.command)
        self.by_state[found.state] += 1
        self.new += 1
        if found.decision:
            self.by_decision[found.decision] += 1
            self.frontier.append((found.digest, found.saved))

    def _violation(self, source: Digest | None, last: str, fault: Fault) -> Violation:
        texts = [last] if last else []
        while source is not None:
            source, text = self.ways[source]
            texts += [text] if text else []
        rules = next((invariant.rules for invariant in INVARIANTS if invariant.name == fault.invariant), ())
        commands = tuple(from_text(text) for text in reversed(texts))
        return Violation(self.bounds, fault.invariant, rules, fault.message, commands)

"""Watches an engine while a test runs: which parts of the machines were used, and which rules were cited in them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import pytest

from mtg_fsm import Engine, Event, IllegalCommand, Pending, Refusal
from mtg_fsm.engine import engine as engine_module
from mtg_fsm.machine import MACHINES, SEPARATOR, Arc, CompiledMachine, MachineDefinition
from mtg_fsm.machine.definition import arc_ids


class Part(NamedTuple):
    """A part of a machine, of which kind (`states`, `arcs` ...); an arc by its id."""

    kind: str
    machine: str
    name: str


class Citation(NamedTuple):
    """That an event, a decision or the guard of a refusal named a rule, and the callback or action that was running."""

    rule: str
    kind: str
    name: str
    part: Part | None


class Seen:
    """What was used and cited in a test."""

    def __init__(self) -> None:
        self.used: set[Part] = set()
        self.cited: set[Citation] = set()
        self.answers: list[tuple[str, dict[str, bool]]] = []
        """For each event of a machine in progress, the innermost last: the machine, and the answers of its guards."""
        self.running: list[Part] = []
        """The callbacks and actions in progress, the innermost last."""

    def cite(self, engine: Engine, rule: str | None, kind: str, name: str) -> None:
        """Something named a rule; what games of the tests' own name is theirs."""
        if rule is not None and type(engine.game).__module__.startswith("mtg_fsm."):
            self.cited.add(Citation(rule, kind, name, self.running[-1] if self.running else None))


class WatchedMachine(CompiledMachine):
    """A compiled machine that notes the arc that was taken, and the states at its ends."""

    def __init__(self, definition: MachineDefinition) -> None:
        super().__init__(definition)
        self.seen: Seen | None = None
        self._arcs = tuple(zip(arc_ids(definition.arcs), definition.arcs, strict=True))

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model and notes what was taken."""
        seen, source = self.seen, str(getattr(model, self.definition.model_attribute))
        if seen is None:
            return super().trigger_event(model, trigger, *args, **kwargs)
        answers: dict[str, bool] = {}
        seen.answers.append((self.definition.name, answers))
        try:
            happened = super().trigger_event(model, trigger, *args, **kwargs)
        finally:
            seen.answers.pop()
        if happened:
            id_, arc = next(
                (id_, arc)
                for id_, arc in self._arcs
                if arc.trigger == trigger and arc.source in _lineage(source) and _held(arc, answers)
            )
            states = {*_lineage(source), *_lineage(arc.target or source)}
            seen.used |= {Part("arcs", self.definition.name, id_)}
            seen.used |= {Part("states", self.definition.name, state) for state in states}
        return happened


WATCHED: Final = {name: WatchedMachine(definition) for name, definition in MACHINES.items()}
"""Machines of their own, so that nothing that is put around guards and callbacks stays in those of other tests."""


def _lineage(state: str) -> list[str]:
    """A state and its ancestors, outermost first."""
    parts = state.split(SEPARATOR)
    return [SEPARATOR.join(parts[:length]) for length in range(1, len(parts) + 1)]


def _held(arc: Arc, answers: dict[str, bool]) -> bool:
    wanted = (*((name, True) for name in arc.conditions), *((name, False) for name in arc.unless))
    return all(answers.get(name) is answer for name, answer in wanted)


@contextmanager
def watching() -> Generator[Seen]:
    """Watches every engine that begins a game from here on with the machines of the package, until it is left."""
    seen = Seen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "SHARED", WATCHED)
        for machine in WATCHED.values():
            patch.setattr(machine, "seen", seen)
        for name, wrapped in _wrapped().items():
            patch.setattr(Engine, name, wrapped)
        for name, wrapped in _citing(seen).items():
            patch.setattr(Engine, name, wrapped)
        yield seen


def _wrapped() -> dict[str, Callable[[Any], Any]]:
    """The guards, callbacks and actions of the engine, each with what notes that it is asked or run."""
    found: dict[str, dict[str, Part]] = {}
    for machine in MACHINES.values():
        for kind, named in (("guards", machine.guards), ("callbacks", machine.callbacks), ("actions", machine.actions)):
            for item in named:
                found.setdefault(item.name, {})[machine.name] = Part(kind, machine.name, item.name)
    return {name: _noting(getattr(Engine, name), parts) for name, parts in found.items()}


def _noting(function: Callable[[Any], Any], parts: dict[str, Part]) -> Callable[[Any], Any]:
    """What calls a function of the engine and notes the part that it is of the machine whose event is in progress.

    An action is run while no event is.
    """

    def call(engine: Engine) -> Any:
        seen = WATCHED["turn"].seen
        if seen is None:
            return function(engine)
        machine, answers = seen.answers[-1] if seen.answers else ("turn", dict[str, bool]())
        part = parts.get(machine)
        if part is None:
            return function(engine)
        seen.used.add(part)
        if part.kind == "guards":
            answers[part.name] = function(engine)
            return answers[part.name]
        seen.running.append(part)
        try:
            return function(engine)
        finally:
            seen.running.pop()

    return call


def _citing(seen: Seen) -> dict[str, Callable[..., Any]]:
    """The methods of the engine through which rules are cited, each with what notes that."""
    emit, ask, submit, why_not, why_not_now = (
        Engine.emit,
        Engine.ask,
        Engine.submit,
        Engine.why_not,
        Engine.why_not_now,
    )

    def noting_event(engine: Engine, event: Event) -> None:
        seen.cite(engine, event.rule, "events", event.name_in_log)
        emit(engine, event)

    def noting_decision(engine: Engine, pending: Pending) -> None:
        seen.cite(engine, pending.rule, "decisions", pending.kind)
        ask(engine, pending)

    def noting_refused(engine: Engine, command: Any) -> Any:
        try:
            return submit(engine, command)
        except IllegalCommand as refused:
            seen.cite(engine, refused.rule, "refusals", refused.guard)
            raise

    def noting_refusal(ask: Callable[[Engine, Any], Refusal | None]) -> Callable[[Engine, Any], Refusal | None]:
        def noting(engine: Engine, asked: Any) -> Refusal | None:
            refusal = ask(engine, asked)
            if refusal is not None:
                seen.cite(engine, refusal.rule, "refusals", refusal.guard)
            return refusal

        return noting

    return {
        "emit": noting_event,
        "ask": noting_decision,
        "submit": noting_refused,
        "why_not": noting_refusal(why_not),
        "why_not_now": noting_refusal(why_not_now),
    }

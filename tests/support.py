"""What the tests share: running a scenario that stands in the test, and naming the obligation that a test proves."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest
from owed import listener

from mtg_fsm.engine.engine import Engine
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.machine.dispatch import COMPILED
from mtg_fsm.scenario import Run, Scenario, loads, run

Test = TypeVar("Test", bound=Callable[..., None])
OwnEngine = TypeVar("OwnEngine", bound=Engine)


of_interpreted_code = pytest.mark.skipif(COMPILED, reason="a compiled function can be neither replaced nor traced")
"""What a test needs that breaks the engine, or stops it, at a place inside."""


def obligation(rule: str, *numbers: int) -> Callable[[Test], Test]:
    """The test proves these obligations (from 1) of a rule in `rules.yaml`, as a run with `--proofs` notes."""

    def mark(test: Test) -> Test:
        if not test.__name__.startswith(f"test_{rule.replace('.', '_')}_"):
            raise ValueError(f"{test.__name__}: a test of rule {rule} is named test_{rule.replace('.', '_')}_...")
        if not numbers:
            raise ValueError(f"{test.__name__}: which obligations of {rule}?")
        marking: Callable[[Test], Test] = pytest.mark.obligation(rule, *numbers)
        return marking(test)

    return mark


def load_one(text: str) -> Scenario:
    """The one scenario of a YAML text; `scenario:` may be left out."""
    text = textwrap.dedent(text).strip()
    if "scenario:" not in text.splitlines()[0]:
        text = f"scenario: test\n{text}"
    (scenario,) = loads(text, file="test")
    return scenario


def play(text: str) -> Run:
    """Runs the one scenario of a YAML text; the expectations in it have to hold, and what the engine owes."""
    result = run(load_one(text), listeners=(listener,))
    assert result.ok, "\n".join(result.failures)
    return result


def as_kind(kind: type[OwnEngine], engine: Engine, machines: Mapping[str, CompiledMachine] | None = None) -> OwnEngine:
    """An engine of a class of one's own that is where another one is, and takes over its game."""
    own = kind(
        engine.game,
        engine.players,
        starting_player=engine.starting_player,
        options=engine.options,
        teams=engine.teams,
        machines=machines or engine.machines,
    )
    own.set_state(engine.state())
    return own

"""What events say, field by field, as recorded in `events.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from recorded_events import line, recorded

from mtg_fsm.engine.events import EVENTS
from mtg_fsm.scenario import Scenario, load, run

SCENARIOS: dict[str, Scenario] = {
    scenario.id: scenario
    for file in sorted((Path(__file__).parent / "scenarios").rglob("*.yaml"))
    for scenario in load(file)
}
OF_A_TABLE = {"answered_automatically", "passed_automatically", "rolled"}
"""Events that no engine emits by itself."""


@pytest.mark.parametrize(("scenario", "examples"), recorded().items(), ids=recorded())
def test_every_field_of_an_event_is_as_recorded(scenario: str, examples: list[dict[str, Any]]) -> None:
    """The scenario emits the same events; the recorded ones agree in all fields."""
    events = run(SCENARIOS[scenario]).events
    now = [json.loads(line(scenario, example["number"], events[int(example["number"])])) for example in examples]
    assert now == examples


def test_every_kind_of_event_is_recorded() -> None:
    """There is an example of each kind that an engine emits."""
    kinds = {example["event"] for examples in recorded().values() for example in examples}
    assert kinds == set(EVENTS) - OF_A_TABLE

"""Every scenario file in `scenarios/` holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from owed import listener
from recorded_events import recorded_streams, stream

from mtg_fsm.scenario import Scenario, load, run

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = [scenario for file in sorted(FOLDER.rglob("*.yaml")) for scenario in load(file)]
STREAMS = recorded_streams()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario expects is so, and all else that happens is as recorded; hooks get what they are to get."""
    result = run(scenario, listeners=(listener,))
    assert result.ok, "\n".join([scenario.title, *result.failures])
    assert stream(result) == STREAMS.get(scenario.id), "something else happens than is recorded; see `make generate`"


def test_ids_are_unique() -> None:
    """No two scenarios of all files share an id."""
    ids = [scenario.id for scenario in SCENARIOS]
    assert len(ids) == len(set(ids))
    assert len(ids) >= 650

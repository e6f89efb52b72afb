"""Every scenario file in `scenarios/` holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from owed import listener

from mtg_fsm.scenario import Scenario, load, run

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = [scenario for file in sorted(FOLDER.rglob("*.yaml")) for scenario in load(file)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario expects is so, and the engine gives hooks what they are to get, and names rules that exist."""
    result = run(scenario, listeners=(listener,))
    assert result.ok, "\n".join([scenario.title, *result.failures])


def test_ids_are_unique() -> None:
    """No two scenarios of all files share an id."""
    ids = [scenario.id for scenario in SCENARIOS]
    assert len(ids) == len(set(ids))
    assert len(ids) >= 650

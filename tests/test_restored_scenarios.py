"""Every scenario is saved and restored at each decision."""

from __future__ import annotations

import pytest
from test_scenarios import SCENARIOS
from test_snapshot import played_with, through_text

from mtg_fsm.scenario import Scenario


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_a_restored_game_goes_on_with_identical_events(scenario: Scenario) -> None:
    """The same commands cause the same events in games that are restored in between."""
    assert played_with(scenario, through_text) == played_with(scenario, lambda engine: engine)

"""Random games go as they went when they were recorded in `games.txt`."""

from __future__ import annotations

import pytest
from recorded_games import SEEDS, game, recorded

RECORDED = recorded()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_goes_as_it_is_recorded(seed: int) -> None:
    """All that is asked, foreseen, refused, told and saved is the same; `make generate` records another way."""
    assert game(seed) == RECORDED[seed]

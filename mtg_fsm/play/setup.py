"""With which game the client begins: the one that it brings, or the set-up of a scenario file."""

from __future__ import annotations

from pathlib import Path

from mtg_fsm.cards import deal
from mtg_fsm.errors import ScenarioError
from mtg_fsm.scenario import load
from mtg_fsm.words.setup import GameSpec


def default_game(seed: int) -> GameSpec:
    """The game that is played without a file: A and B with the sample decks, shuffled by `seed`."""
    return deal(seed=seed)


def game_of(file: Path, scenario: str | None = None) -> GameSpec:
    """The set-up of a scenario of a file, by its id; left out, there has to be only one.

    Raises ScenarioError for what is no scenario file, and if the scenario is not clear.
    """
    found = {each.id: each for each in load(file)}
    if scenario is None and len(found) > 1:
        raise ScenarioError(f"has {len(found)} scenarios; name one of {', '.join(found)}", file=str(file))
    if scenario is not None and scenario not in found:
        raise ScenarioError(f"has no scenario {scenario!r}; it has {', '.join(found)}", file=str(file))
    game = found[scenario or next(iter(found))].game
    return game.model_copy(update={"free_casting": True}) if game.free_casting is None else game

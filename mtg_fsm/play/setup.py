"""With which game the client begins: the one that it brings, or the set-up of a scenario file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from mtg_fsm.errors import ScenarioError
from mtg_fsm.scenario import load
from mtg_fsm.words.effects import (
    Activated,
    AddMana,
    Damage,
    ExtraPhases,
    PermanentSpec,
    Sacrifice,
)
from mtg_fsm.words.setup import GameSpec, PlayerSpec

CARDS: Final = ("acorn", "bell", "candle", "drum", "ember", "feather", "grindstone", "harp", "idol", "jar")
"""Names of the cards in each library of the game that the client brings; there are four of each."""
HAND: Final = 7


def default_game(seed: int) -> GameSpec:
    """The game that is played without a file: A and B with the same permanents, their cards shuffled by `seed`."""
    chance = random.Random(seed)
    return GameSpec(players=(_player("A", "B", chance), _player("B", "A", chance)), free_casting=True)


def _player(player: str, opponent: str, chance: random.Random) -> PlayerSpec:
    cards = [f"{name}-{number}" for name in CARDS for number in range(1, 5)]
    chance.shuffle(cards)
    rally = ExtraPhases(phases=("combat", "main"))
    treasures = (_treasure(f"{player}-treasure-{number}") for number in range(1, 5))
    return PlayerSpec(
        id=player,
        hand=tuple(cards[:HAND]),
        library=tuple(cards[HAND:]),
        battlefield=(
            *treasures,
            PermanentSpec(id=f"{player}-bear"),
            PermanentSpec(id=f"{player}-wolf", power=3, toughness=3, keywords=("trample",)),
            PermanentSpec(id=f"{player}-hawk", power=1, toughness=1, keywords=("flying", "vigilance")),
            PermanentSpec(id=f"{player}-wall", power=0, toughness=4, keywords=("defender",)),
            PermanentSpec(
                id=f"{player}-archer",
                power=1,
                toughness=1,
                keywords=("reach",),
                abilities=(Activated(name="shoot", cost="1", effects=(Damage(amount=1, to=opponent),)),),
            ),
            PermanentSpec(
                id=f"{player}-banner",
                types=("artifact",),
                abilities=(Activated(name="rally", cost="2", effects=(rally,)),),
            ),
        ),
    )


def _treasure(name: str) -> PermanentSpec:
    """An artifact that is sacrificed for mana, so that its ability can be activated once."""
    effects = (AddMana(mana="R"), Sacrifice(permanents=(name,)))
    return PermanentSpec(
        id=name, types=("artifact",), token=True, abilities=(Activated(name="crack", effects=effects),)
    )


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

"""Set-ups: the default one, and cards dealt anew."""

from __future__ import annotations

from typing import Final

import numpy as np

from mtg_fsm.cards import deal
from mtg_fsm.words.effects import PermanentSpec
from mtg_fsm.words.setup import GameSpec, PlayerSpec

CREATURES: Final = (
    PermanentSpec(id="bear", power=2, toughness=2),
    PermanentSpec(id="hound", power=3, toughness=1, keywords=("first_strike",)),
    PermanentSpec(id="drake", power=1, toughness=1, keywords=("flying",)),
    PermanentSpec(id="rhino", power=4, toughness=4, keywords=("trample",)),
    PermanentSpec(id="rat", power=1, toughness=1, keywords=("deathtouch",)),
    PermanentSpec(id="wall", power=0, toughness=5, keywords=("defender", "reach")),
)
"""What each player of a skirmish has."""


def default_setup() -> GameSpec:
    """Two players with the sample decks."""
    return deal(seed=0)


def skirmish() -> GameSpec:
    """Two players without cards who have ten life and the same creatures, for short games of combat alone."""
    return GameSpec(
        players=tuple(
            PlayerSpec(
                id=player,
                life=10,
                hand=0,
                library=20,
                battlefield=tuple(spec.model_copy(update={"id": f"{spec.id}-{number}"}) for spec in CREATURES),
            )
            for number, player in enumerate(("A", "B"), 1)
        )
    )


def dealt(spec: GameSpec, rng: np.random.Generator) -> GameSpec:
    """The same set-up with each player's listed cards of hand and library mixed; a hand keeps its size.

    Cards that are merely counted do not differ, and stay as they are.
    """
    return spec.model_copy(update={"players": tuple(_dealt(player, rng) for player in spec.players)})


def _dealt(player: PlayerSpec, rng: np.random.Generator) -> PlayerSpec:
    if isinstance(player.library, int):
        return player
    hand: tuple[str, ...] = player.hand if isinstance(player.hand, tuple) else ()
    cards: tuple[str, ...] = (*hand, *player.library)
    order: list[int] = rng.permutation(len(cards)).tolist()
    mixed = tuple(cards[place] for place in order)
    return player.model_copy(update={"library": mixed[len(hand) :], **({"hand": mixed[: len(hand)]} if hand else {})})

"""Cards to play with: well-known cards as data in the words of effects, and two decks of them.

What a card does stands in `cards.json` beside this module; a test plays each of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Any, Final

from pydantic import TypeAdapter

from mtg_fsm.errors import SetupError
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.setup import GameSpec, PlayerSpec

__all__ = ["Deck", "cards", "deal", "decks"]

Deck = Mapping[str, int]
"""How many of each card, by name."""

_CARDS: Final = TypeAdapter(tuple[CardSpec, ...])


@cache
def _data() -> Any:
    return json.loads(files("mtg_fsm").joinpath("cards.json").read_text("utf-8"))


@cache
def cards() -> Mapping[str, CardSpec]:
    """All cards, by name."""
    found = {card.name: card for card in _CARDS.validate_python(_data()["cards"])}
    return MappingProxyType(found)


@cache
def decks() -> Mapping[str, Deck]:
    """The sample decks of 40 cards, by name: `assault` and `time`."""
    return MappingProxyType({name: MappingProxyType(deck) for name, deck in _data()["decks"].items()})


def deal(
    seats: Mapping[str, str | Deck] | None = None,
    *,
    seed: int,
    hand: int = 7,
    catalogue: Iterable[CardSpec] | None = None,
) -> GameSpec:
    """The set-up of a game with decks: libraries are shuffled, and hands drawn from them.

    `seats` are the players in turn order, each with a deck or the name of a sample deck; by default A with `assault`
    and B with `time`. `catalogue` are the cards that decks may have, by default `cards()`. More than two players play
    a free-for-all. The same seed gives the same set-up on every machine. Raises SetupError, naming the player, for an
    unknown deck or card, or a deck with fewer cards than a hand.
    """
    known = cards() if catalogue is None else {card.name: card for card in catalogue}
    chosen = {player: _deck(player, deck, known) for player, deck in (seats or _USUAL).items()}
    shuffle, numbers = Random(seed), dict[str, Iterator[int]]()  # nosec B311 # chance by a seed, no secret
    players: list[PlayerSpec] = []
    for player, deck in chosen.items():
        ids = [
            f"{name}-{next(numbers.setdefault(name, count(1)))}" for name, number in deck.items() for _ in range(number)
        ]
        if len(ids) < hand:
            raise SetupError(f"{player}: the deck has {len(ids)} card(s), and a hand {hand}")
        shuffle.shuffle(ids)
        players.append(PlayerSpec(id=player, hand=tuple(ids[:hand]), library=tuple(ids[hand:])))
    used = {name for deck in chosen.values() for name, number in deck.items() if number}
    return GameSpec(
        variant="two_player" if len(players) == 2 else "free_for_all",
        players=tuple(players),
        cards=tuple(card for name, card in known.items() if name in used),
    )


_USUAL: Final = {"A": "assault", "B": "time"}


def _deck(player: str, deck: str | Deck, known: Mapping[str, CardSpec]) -> Deck:
    if isinstance(deck, str):
        if deck not in decks():
            raise SetupError(f"{player}: there is no deck {deck!r}; there are {', '.join(decks())}")
        deck = decks()[deck]
    for name in deck:
        if name not in known:
            raise SetupError(f"{player}: there is no card {name!r}; there are {', '.join(known)}")
    return deck

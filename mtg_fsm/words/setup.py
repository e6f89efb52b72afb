"""`game` of the scenario format: the set-up of a game."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from mtg_fsm.words.base import CardId, Flag, Natural, Number, PlayerId, Word
from mtg_fsm.words.effects import Effect, PermanentSpec

Cards = Natural | tuple[CardId, ...]
"""Cards as a number, or as a list of their ids."""


class PlayerSpec(Word):
    """A player and what belongs to that player."""

    id: PlayerId
    life: Number = 20
    hand: Cards = 7
    library: Cards = 53
    graveyard: Cards = 0
    max_hand_size: Natural | Literal["none"] = 7
    poison: Natural = 0
    battlefield: tuple[PermanentSpec, ...] = ()
    effects: tuple[Effect, ...] = ()


class GameSpec(Word):
    """A game of two players, in turn order; by default A and B with nothing on the battlefield."""

    variant: Literal["two_player"] = "two_player"
    players: tuple[PlayerSpec, ...] = (PlayerSpec(id="A"), PlayerSpec(id="B"))
    starting_player: PlayerId | None = None
    day_night: Literal["day", "night", "neither"] = "neither"
    free_casting: Flag | None = None
    first_draw: Flag | None = None

    @property
    def player_ids(self) -> tuple[str, ...]:
        """Ids of the players, in turn order."""
        return tuple(player.id for player in self.players)

    @model_validator(mode="after")
    def _consistent(self) -> GameSpec:
        players = self.player_ids
        if len(players) != 2:
            raise ValueError(f"players: two are needed, not {len(players)}")
        if len(set(players)) < len(players):
            raise ValueError(f"the ids of the players have to differ: {', '.join(players)}")
        if self.starting_player is not None and self.starting_player not in players:
            raise ValueError(f"starting_player has to be one of {', '.join(players)}, not {self.starting_player!r}")
        permanents = [permanent for player in self.players for permanent in player.battlefield]
        ids = [*players, *(permanent.id for permanent in permanents)]
        for id_ in ids:
            if ids.count(id_) > 1:
                raise ValueError(f"the id {id_!r} is used more than once")
        for permanent in permanents:
            if permanent.owner is not None and permanent.owner not in players:
                raise ValueError(f"permanent {permanent.id!r}: its owner has to be one of {', '.join(players)}")
            if permanent.attached_to is not None and permanent.attached_to not in ids:
                raise ValueError(f"permanent {permanent.id!r}: attached_to names {permanent.attached_to!r}, not there")
        return self

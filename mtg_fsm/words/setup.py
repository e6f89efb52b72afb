"""`game` of the scenario format: the set-up of a game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from mtg_fsm.words.base import Flag, Natural, NewId, NewPlayerId, Number, PlayerId, Word
from mtg_fsm.words.effects import Effect, PermanentSpec

Cards = Natural | tuple[NewId, ...]
"""Cards as a number, or as a list of their ids."""


class PlayerSpec(Word):
    """A player and what belongs to that player."""

    id: NewPlayerId
    life: Number = 20
    hand: Cards = Field(default=7, description="A number, or a list of ids.")
    library: Cards = Field(default=53, description="A number, or a list of ids, the top card first.")
    graveyard: Cards = Field(default=0, description="A number, or a list of ids.")
    max_hand_size: Natural | Literal["none"] = 7
    poison: Natural = Field(default=0, description="Poison counters.")
    battlefield: tuple[PermanentSpec, ...] = Field(default=(), description="Permanents that the player controls.")
    effects: tuple[Effect, ...] = Field(
        default=(), description="In force from the start; abilities among them belong to the player."
    )


class GameSpec(Word):
    """A game of two players, in turn order; by default A and B with nothing on the battlefield."""

    variant: Literal["two_player"] = "two_player"
    players: tuple[PlayerSpec, ...] = Field(
        default=(PlayerSpec(id="A"), PlayerSpec(id="B")), description="Both, in turn order."
    )
    starting_player: PlayerId | None = Field(default=None, description="Left out: the first.")
    day_night: Literal["day", "night", "neither"] = "neither"
    free_casting: Flag | None = Field(
        default=None,
        description="Spells need no card, abilities no permanent. Left out: `true` in scenario files, else `false`.",
    )
    first_draw: Flag | None = Field(
        default=None, description="The starting player draws in the first turn. Left out: not (103.8a)."
    )

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

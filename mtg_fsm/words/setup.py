"""`game` of the scenario format: the set-up of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from mtg_fsm.words.base import MAX_PLAYERS, Flag, Natural, NewId, NewPlayerId, Number, PlayerId, Word, as_mapping
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.effects import Effects, PermanentSpec, SchemeSpec
from mtg_fsm.words.units import DayNight

Cards = Natural | tuple[NewId, ...]
"""Cards as a number, or as a list of their ids."""


class PlayerSpec(Word):
    """A player and what belongs to that player."""

    id: NewPlayerId
    life: Number | None = Field(
        default=None, description="Left out: 20, of a Two-Headed Giant team 30, of an archenemy 40."
    )
    hand: Cards = Field(default=7, description="A number, or a list of ids.")
    library: Cards = Field(default=53, description="A number, or a list of ids, the top card first.")
    graveyard: Cards = Field(default=0, description="A number, or a list of ids.")
    max_hand_size: Natural | Literal["none"] = 7
    poison: Natural = Field(default=0, description="Poison counters.")
    schemes: Natural | tuple[SchemeSpec, ...] = Field(
        default=20,
        description="An archenemy's scheme deck: how many schemes without abilities, or a list, the top one first.",
    )
    battlefield: tuple[PermanentSpec, ...] = Field(default=(), description="Permanents that the player controls.")
    effects: Effects = Field(
        default=(), description="In force from the start; abilities among them belong to the player."
    )

    @property
    def scheme_deck(self) -> tuple[SchemeSpec, ...]:
        """The scheme deck of an archenemy, the top one first; those that are only counted have no abilities."""
        if isinstance(self.schemes, tuple):
            return self.schemes
        return tuple(SchemeSpec(id=f"{self.id}-scheme-{number}") for number in range(1, self.schemes + 1))


def _variant(value: Any) -> Any:
    if value == "grand_melee":
        raise ValueError("Grand Melee (807) is not supported: several turns at once")
    return value


class GameOptions(Word):
    """Options of games with more than two players (801-803)."""

    attack_multiple_players: Flag = Field(default=False, description="All opponents are defending players (802).")
    attack: Literal["left", "right"] | None = Field(
        default=None, description="Only the next player there in turn order can be attacked (803)."
    )

    @model_validator(mode="before")
    @classmethod
    def _refused(cls, value: Any) -> Any:
        if "range_of_influence" in (as_mapping(value) or ()):
            raise ValueError("limited range of influence (801) is not supported; leave range_of_influence out")
        return value


class GameSpec(Word):
    """A game of players in turn order; by default A and B with nothing on the battlefield."""

    variant: Annotated[
        Literal["two_player", "free_for_all", "two_headed_giant", "archenemy", "supervillain_rumble"],
        BeforeValidator(_variant),
    ] = "two_player"
    players: tuple[PlayerSpec, ...] = Field(
        default=tuple(PlayerSpec.model_construct(id=player) for player in "AB"),
        max_length=MAX_PLAYERS,
        description="All, in turn order.",
    )
    cards: tuple[CardSpec, ...] = Field(
        default=(), description="What the cards of hands, libraries and graveyards are; others can do nothing."
    )
    options: GameOptions = Field(
        default=GameOptions.model_construct(), description="Of `free_for_all`; left out: one player defends."
    )
    teams: tuple[tuple[PlayerId, ...], ...] = Field(
        default=(),
        description="Of `two_headed_giant` and `archenemy`, in turn order. Left out: the first half of the players "
        "and the rest; the archenemy and the rest.",
    )
    archenemy: PlayerId | None = Field(default=None, description="The archenemy; left out: the first player.")
    starting_player: PlayerId | None = Field(default=None, description="Left out: the first.")
    day_night: DayNight = "neither"
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

    @property
    def villain(self) -> str | None:
        """The archenemy whom a team opposes, None in other variants."""
        return (self.archenemy or self.player_ids[0]) if self.variant == "archenemy" else None

    @property
    def archenemies(self) -> tuple[str, ...]:
        """Who has a scheme deck, in turn order: the archenemy, in a Supervillain Rumble everybody (904.12)."""
        if self.variant == "supervillain_rumble":
            return self.player_ids
        return () if self.villain is None else (self.villain,)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The teams, in turn order; none in variants without."""
        players = self.player_ids
        if self.teams or self.variant not in ("two_headed_giant", "archenemy"):
            return self.teams
        if self.villain is not None:
            return ((self.villain,), tuple(player for player in players if player != self.villain))
        return (players[: len(players) // 2], players[len(players) // 2 :])

    def _problems_of_teams(self) -> Iterator[str]:
        players, shared = self.player_ids, self.variant in ("two_headed_giant", "archenemy")
        if not shared and (self.teams or self.archenemy):
            yield f"teams and archenemy go with two_headed_giant and archenemy, not with {self.variant}"
        if shared and sorted(player for side in self.sides for player in side) != sorted(players):
            yield "teams: every player has to be in exactly one team"
        if shared and len(self.sides) != 2:
            yield f"teams: two are needed, not {len(self.sides)}"
        if self.variant == "two_headed_giant" and [len(side) for side in self.sides] != [2, 2]:
            yield "two_headed_giant: two teams of two players are needed (810.1)"
        if self.villain is not None and (self.villain,) not in self.sides:
            yield f"archenemy: {self.villain} has to be a team of one (904.2)"

    def _problems_of_cards(self) -> Iterator[str]:
        for name, number in Counter(card.name for card in self.cards).items():
            if number > 1:
                yield f"cards: {name!r} is there more than once"
        for player in self.players:
            if "schemes" in player.model_fields_set and player.id not in self.archenemies:
                yield f"schemes: only an archenemy has a scheme deck, not {player.id}"

    @model_validator(mode="after")
    def _consistent(self) -> GameSpec:
        players = self.player_ids
        if len(players) < 2 or (self.variant == "two_player" and len(players) > 2):
            wanted = "two are" if self.variant == "two_player" else "two or more are"
            raise ValueError(f"players: {wanted} needed, not {len(players)}; variant is {self.variant}")
        if self.variant != "free_for_all" and self.options.model_fields_set:
            raise ValueError("options: are for free_for_all only")
        for problem in (*self._problems_of_teams(), *self._problems_of_cards()):
            raise ValueError(problem)
        if len(set(players)) < len(players):
            raise ValueError(f"the ids of the players have to differ: {', '.join(players)}")
        if self.starting_player is not None and self.starting_player not in players:
            raise ValueError(f"starting_player has to be one of {', '.join(players)}, not {self.starting_player!r}")
        permanents = [permanent for player in self.players for permanent in player.battlefield]
        decks = [player.scheme_deck for player in self.players if player.id in self.archenemies]
        ids = [
            *players,
            *(permanent.id for permanent in permanents),
            *(scheme.id for deck in decks for scheme in deck),
        ]
        known = Counter(ids)
        for id_, number in known.items():
            if number > 1:
                raise ValueError(f"the id {id_!r} is used more than once")
        for permanent in permanents:
            if permanent.owner is not None and permanent.owner not in players:
                raise ValueError(f"permanent {permanent.id!r}: its owner has to be one of {', '.join(players)}")
            if permanent.attached_to is not None and permanent.attached_to not in known:
                raise ValueError(f"permanent {permanent.id!r}: attached_to names {permanent.attached_to!r}, not there")
        return self

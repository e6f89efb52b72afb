"""ACTION of the scenario format as commands: what a player tells the engine to do.

`player` names the player whose decision it is; left out, the player who is asked. `by` names who sends the command, so
that the engine can refuse a sender who doesn't decide for that player (722.5); left out, that is not checked.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from mtg_fsm.words.base import CardId, Cost, Flag, Name, PermanentId, PlayerId, Word
from mtg_fsm.words.effects import Effect

Point = Literal["attackers_declared", "blockers_declared", "combat_damage", "end_of_combat", "combat", "upkeep"]


class CombatOf(Word):
    """The combat phase of a certain player's turn."""

    combat_of: PlayerId


class Only(Word):
    """A timing restriction (503.2, 506.7): before or after a point of the turn, during combat."""

    before: Point | None = None
    after: Point | None = None
    during: Literal["combat"] | CombatOf | None = None


class AnyCommand(Word):
    """What all commands have."""

    player: PlayerId | None = None
    by: PlayerId | None = None


class Cast(AnyCommand):
    """Cast a spell (601). `effects` are applied as it resolves."""

    action: Literal["cast"] = "cast"
    name: Name
    speed: Literal["instant", "sorcery"] = "instant"
    effects: tuple[Effect, ...] = ()
    cost: Cost = ""
    only: Only | None = None


class Activate(AnyCommand):
    """Activate an ability (602), listed on its `source` or free; a mana ability does not use the stack."""

    action: Literal["activate"] = "activate"
    name: Name
    source: PermanentId | None = None
    effects: tuple[Effect, ...] = ()
    cost: Cost = ""
    only: Only | None = None
    mana_ability: Flag = False


class PlayLand(AnyCommand):
    """Play a land (305, 505.6b)."""

    action: Literal["play_land"] = "play_land"
    id: CardId


class Pass(AnyCommand):
    """Pass priority (117.3d)."""

    action: Literal["pass"] = "pass"


class Concede(AnyCommand):
    """Concede the game, possible at any time (104.3a); only the player in person can (722.6)."""

    action: Literal["concede"] = "concede"


class Attack(AnyCommand):
    """Declare attackers and whom each attacks (508.1)."""

    action: Literal["attack"] = "attack"
    attackers: dict[PermanentId, Name] = Field(default_factory=dict)


class DiscardCards(AnyCommand):
    """Discard cards: to hand size (514.1) or by an effect."""

    action: Literal["discard"] = "discard"
    cards: tuple[CardId, ...]


class OrderTriggers(AnyCommand):
    """Put one's waiting abilities on the stack in this order, the first named first (603.3b)."""

    action: Literal["order"] = "order"
    triggers: tuple[Name, ...]


class ChooseUntap(AnyCommand):
    """Choose which permanents untap (502.3)."""

    action: Literal["untap"] = "untap"
    permanents: tuple[PermanentId, ...]


class Choose(AnyCommand):
    """Answer a choice by ids: which legend stays, which skip effect is used up, what was rolled."""

    action: Literal["choose"] = "choose"
    ids: Annotated[tuple[Name | int, ...], Field(min_length=1, max_length=100)]


Command = Annotated[
    Cast | Activate | PlayLand | Pass | Concede | Attack | DiscardCards | OrderTriggers | ChooseUntap | Choose,
    Field(discriminator="action"),
]

COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)
"""Parses and writes commands as JSON."""

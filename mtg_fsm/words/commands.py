"""ACTION of the scenario format as commands: what a player tells the engine to do.

`player` names the player whose decision it is; left out, the player who is asked. `by` names who sends the command, so
that the engine can refuse a sender who doesn't decide for that player (722.5); left out, that is not checked.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import ConfigDict, Field, TypeAdapter

from mtg_fsm.words.base import Amount, CardId, Cost, Flag, Name, Number, PermanentId, PlayerId, Word
from mtg_fsm.words.effects import Effects

Point = Literal["attackers_declared", "blockers_declared", "combat_damage", "end_of_combat", "combat", "upkeep"]


class CombatOf(Word):
    """The combat phase of a certain player's turn."""

    combat_of: PlayerId = Field(description="The player whose turn it is.")


class Only(Word):
    """A timing restriction (503.2, 506.7): before or after a point of the turn, during combat."""

    before: Point | None = Field(default=None, description="Not once this point has begun.")
    after: Point | None = Field(
        default=None, description="Only once this point is over; of a declaration, once its step has begun."
    )
    during: Literal["combat"] | CombatOf | None = Field(
        default=None, description="Only in a combat phase; `before` and `after` are then those of that phase."
    )


class AnyCommand(Word):
    """What all commands have."""

    player: PlayerId | None = Field(default=None, description="Whose action. Left out: whoever is asked.")
    by: PlayerId | None = Field(
        default=None,
        description="Who says so, where another player decides for `player` (722.5). Left out: whoever may.",
    )

    @property
    def actor(self) -> str | None:
        """Whose action it is; None: whoever is asked."""
        return self.player


class Cast(AnyCommand):
    """Cast a spell (601). `effects` are applied as it resolves."""

    action: Literal["cast"] = "cast"
    name: Name = Field(description="Any name; a card of the hand that is called so is used.")
    target: Name | None = Field(default=None, description="Id of the player or permanent that the card targets.")
    speed: Literal["instant", "sorcery"] = Field(
        default="instant",
        description="When it can be cast: `sorcery` only in one's own main phase with an empty stack (117.1a).",
    )
    effects: Effects = Field(default=(), description="Applied in this order as the spell resolves.")
    cost: Cost = Field(default="", description="Generic mana as a number, then symbols, as in `1R`; left out: nothing.")
    only: Only | None = Field(default=None, description="A timing restriction that the card has.")


class Activate(AnyCommand):
    """Activate an ability (602), listed on its `source` or free; a mana ability does not use the stack."""

    action: Literal["activate"] = "activate"
    name: Name = Field(description="Name of the ability; if the source lists it, that brings cost and effects.")
    source: PermanentId | None = Field(
        default=None, description="Id of the permanent. Left out: an ability of nothing, with `free_casting` only."
    )
    target: Name | None = Field(default=None, description="Id of the player or permanent that it targets.")
    effects: Effects = Field(
        default=(), description="Applied in this order as the ability resolves. Left out: those of the listed ability."
    )
    cost: Cost = Field(
        default="",
        description="Generic mana as a number, then symbols, as in `1R`. Left out: that of the listed ability.",
    )
    only: Only | None = Field(default=None, description="A timing restriction that the ability has.")
    mana_ability: Flag = Field(default=False, description="Adds mana at once, without the stack.")


class PlayLand(AnyCommand):
    """Play a land (305, 505.6b)."""

    action: Literal["play_land"] = "play_land"
    id: CardId = Field(description="The card of the hand, and the permanent that it becomes.")


class Pass(AnyCommand):
    """Pass priority (117.3d)."""

    action: Literal["pass"] = "pass"


class Concede(AnyCommand):
    """Concede the game, possible at any time (104.3a); only the player in person can (722.6)."""

    action: Literal["concede"] = "concede"


class Attack(AnyCommand):
    """Declare attackers and whom each attacks (508.1)."""

    action: Literal["attack"] = "attack"
    attackers: dict[PermanentId, Name] = Field(
        default_factory=dict,
        description="Each creature and the player, planeswalker or battle that it attacks: `{bear: B}`.",
    )


class Block(AnyCommand):
    """Declare blockers and which attackers each blocks (509.1)."""

    action: Literal["block"] = "block"
    blockers: dict[PermanentId, tuple[PermanentId, ...]] = Field(
        default_factory=dict, description="Each creature and the attackers that it blocks: `{wall: [bear]}`."
    )


class Assign(AnyCommand):
    """Assign combat damage of one's attacking or blocking creatures (510.1)."""

    action: Literal["assign"] = "assign"
    damage: dict[PermanentId, dict[Name, Amount]] = Field(
        default_factory=dict,
        description="What each creature deals to whom: `{ox: {wall: 1, B: 2}}`; a creature left out does the default.",
    )


class Pay(AnyCommand):
    """Pay the costs of a declaration, or not (508.1g-508.1j, 509.1d-509.1f)."""

    action: Literal["pay"] = "pay"
    pay: Flag = Field(description="`false` undoes the declaration; of an optional cost it only declines that.")


class Defend(AnyCommand):
    """Choose the defending player of this combat phase (507.1); `player` is who that is."""

    action: Literal["defend"] = "defend"
    player: PlayerId = Field(description="The opponent who defends.")  # pyright: ignore[reportIncompatibleVariableOverride]

    @property
    def actor(self) -> str | None:
        """Whoever is asked."""
        return None


class DiscardCards(AnyCommand):
    """Discard cards: to hand size (514.1) or by an effect."""

    action: Literal["discard"] = "discard"
    cards: tuple[CardId, ...]


class OrderTriggers(AnyCommand):
    """Put one's waiting abilities on the stack in this order, the first named first (603.3b)."""

    action: Literal["order"] = "order"
    triggers: tuple[Name, ...] = Field(
        description="Names of all of one's waiting abilities; the first goes on the stack first and resolves last."
    )


class ChooseUntap(AnyCommand):
    """Choose which permanents untap (502.3)."""

    action: Literal["untap"] = "untap"
    permanents: tuple[PermanentId, ...] = Field(description="Those that untap, at most as many as may.")


class Choose(AnyCommand):
    """Answer a choice by ids: which legend stays, who protects a battle, which skip is used up, what was rolled."""

    action: Literal["choose"] = "choose"
    ids: Annotated[
        tuple[Name | Number, ...],
        Field(
            min_length=1,
            max_length=100,
            description="What is chosen: ids of permanents, players or cards, names of effects, or the number rolled.",
        ),
    ]


Command = Annotated[
    Cast
    | Activate
    | PlayLand
    | Pass
    | Concede
    | Defend
    | Attack
    | Block
    | Assign
    | Pay
    | DiscardCards
    | OrderTriggers
    | ChooseUntap
    | Choose,
    Field(discriminator="action"),
]

COMMANDS: TypeAdapter[Command] = TypeAdapter(Command, config=ConfigDict(defer_build=True))
"""Parses and writes commands as JSON."""

MODELS: Final[dict[str, type[AnyCommand]]] = {
    model.model_fields["action"].default: model for model in get_args(get_args(Command)[0])
}
ACTIONS: Final = tuple(MODELS)
"""What commands are called in their texts and in JSON: `cast`, `activate`, `pass` ..."""

"""Permanents and players' belongings of the reference game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, Final, NamedTuple

from pydantic import ConfigDict

from mtg_fsm.engine.events import listed
from mtg_fsm.words.effects import Activated, PermanentSpec, Static, Trigger

STRICT: Final = ConfigDict(extra="forbid", strict=True)

PLUS: Final = "+1/+1"
MINUS: Final = "-1/-1"
LOYALTY: Final = "loyalty"
DEFENSE: Final = "defense"
LORE: Final = "lore"
POISON: Final = "poison"
ATTACHMENTS: Final = ("aura", "equipment", "fortification")


TRANSLATED: Final = frozenset(
    {"id", "types", "subtypes", "counters", "loyalty", "defense", "sick", "phased_out", "owner"}
)
COPIED: Final = tuple(name for name in PermanentSpec.model_fields if name not in TRANSLATED)
"""What a permanent has exactly as its description says."""


class LastKnown(NamedTuple):
    """What a permanent had that left the battlefield, as far as damage by it needs that."""

    controller: str
    keywords: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Permanent:
    """A permanent on the battlefield. Every attribute holds an immutable value and changes through the journal.

    `since` is the number of the turn in which its controller got it, -1 if before the game; `entered` grows with the
    time of entering. `phased_out` is None, or the player under whose control it phased out, `*` once a turn of that
    player was due who has left (702.26n); `phased_with` the permanent that it phased out along with.
    `attached_object` tells what it is attached to from a later object of that id (400.7). `goaded_in` is the number of
    the turn in which `goaded_by` goaded it (701.15a); what a set-up says counts as done in the first turn.
    """

    __pydantic_config__: ClassVar = STRICT

    id: str
    types: tuple[str, ...]
    owner: str
    base_controller: str
    controller: str
    since: int
    entered: int
    subtypes: tuple[str, ...] = ()
    power: int = 2
    toughness: int = 2
    keywords: tuple[str, ...] = ()
    tapped: bool = False
    damage: int = 0
    deathtouched: bool = False
    counters: Mapping[str, int] = field(default_factory=dict[str, int])
    legendary: bool | str = False
    token: bool = False
    chapters: int = 0
    phased_out: str | None = None
    phased_with: str | None = None
    attached_to: str | None = None
    attached_object: int | None = None
    protector: str | None = None
    attacks_if_able: bool = False
    cant_attack: bool = False
    cant_attack_alone: bool = False
    cant_attack_player: str | None = None
    must_attack: str | None = None
    goaded_by: str | None = None
    goaded_in: int = 1
    blocks_if_able: bool = False
    cant_block: bool = False
    cant_block_alone: bool = False
    cant_be_blocked: bool = False
    must_be_blocked: bool = False
    max_blocks: int = 1
    attack_cost: int = 0
    optional_attack_cost: int = 0
    block_cost: int = 0
    abilities: tuple[Trigger | Static | Activated, ...] = ()

    @classmethod
    def from_spec(cls, spec: PermanentSpec, controller: str, since: int, entered: int) -> Permanent:
        """A permanent as a set-up or an effect describes it."""
        counters = {name: count for name, count in spec.counters.items() if count}
        given = {LOYALTY: spec.loyalty, DEFENSE: spec.defense}
        counters |= {name: number for name, number in given.items() if number is not None}
        copied: dict[str, Any] = {name: getattr(spec, name) for name in COPIED}
        return cls(
            id=spec.id,
            types=tuple(dict.fromkeys(kind.lower() for kind in spec.types)),
            subtypes=tuple(dict.fromkeys(kind.lower() for kind in spec.subtypes)),
            counters=counters,
            since=since,
            entered=entered,
            phased_out=controller if spec.phased_out else None,
            goaded_in=max(1, since),
            owner=spec.owner or controller,
            base_controller=controller,
            controller=controller,
            **copied,
        )

    def copy(self) -> Permanent:
        """A permanent that is as this one is now."""
        return Permanent(*_of_permanent(self))

    def is_a(self, kind: str) -> bool:
        """Whether it has a card type or subtype, in lower case."""
        return kind in self.types or kind in self.subtypes

    @property
    def is_attachment(self) -> bool:
        """Whether it is an Aura, Equipment or Fortification."""
        return any(kind in self.subtypes for kind in ATTACHMENTS)

    def as_data(self) -> dict[str, Any]:
        """All of it that is not as usual, as plain JSON data."""
        unusual = ((name, getattr(self, name)) for name, usual in USUAL.items() if getattr(self, name) != usual)
        data = {name: listed(value) for name, value in unusual}
        if self.abilities:
            data["abilities"] = [ability.brief() for ability in self.abilities]
        return data


USUAL: Final[dict[str, Any]] = {
    field.name: {} if field.name == "counters" else None if field.default is MISSING else field.default
    for field in fields(Permanent)
}
"""What a permanent's fields usually are; None for those that have to be given, which never are None."""


@dataclass(slots=True, eq=False)
class Belongings:
    """What belongs to a player. `hand` and `graveyard` are card ids; `library` the listed cards, top first.

    `unlisted` counts the cards of the library below the listed ones; `made` counts the unlisted cards that got an id
    when they were drawn.
    """

    __pydantic_config__: ClassVar = STRICT

    player: str
    life: int
    counters: Mapping[str, int]
    hand: tuple[str, ...]
    library: tuple[str, ...]
    unlisted: int
    graveyard: tuple[str, ...]
    exile: tuple[str, ...]
    max_hand_size: int | None
    drew_from_empty: bool
    made: int

    def copy(self) -> Belongings:
        """Belongings that are as these are now."""
        return Belongings(*_of_belongings(self))

    @property
    def poison(self) -> int:
        """How many poison counters the player has."""
        return self.counters.get(POISON, 0)

    def as_data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {field.name: listed(getattr(self, field.name)) for field in fields(self)}


_of_permanent: Final = attrgetter(*(field.name for field in fields(Permanent)))
_of_belongings: Final = attrgetter(*(field.name for field in fields(Belongings)))

"""`that` of the scenario format: what must be true of a game. Checks and intervening conditions (603.4) share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator

from mtg_fsm.words.base import Flag, Mana, Name, Natural, Number, PermanentId, PlayerId, Word, as_list, as_mapping
from mtg_fsm.words.units import UNIT_NAMES, DayNight


def _nobody(value: Any) -> Any:
    """What is said, if only that it is nothing: left out would mean that it is not looked at."""
    return "none" if value is None else value


class PermanentFacts(Word):
    """What is true of a permanent on the battlefield; what is left out is not looked at."""

    controller: PlayerId | None = None
    owner: PlayerId | None = None
    types: tuple[Name, ...] | None = Field(default=None, description="All of them, in lower case and any order.")
    subtypes: tuple[Name, ...] | None = Field(default=None, description="All of them, in lower case and any order.")
    power: Number | None = Field(default=None, description="With counters and continuous effects.")
    toughness: Number | None = Field(default=None, description="With counters and continuous effects.")
    keywords: tuple[Name, ...] | None = Field(default=None, description="All of them, in any order.")
    tapped: Flag | None = None
    damage: Natural | None = Field(default=None, description="Damage marked on it.")
    counters: dict[Name, Natural] | None = Field(default=None, description="Only those named are looked at; 0 is none.")
    loyalty: Natural | None = None
    defense: Natural | None = None
    legendary: Flag | Name | None = Field(default=None, description="`true`, or the name that it shares with others.")
    token: Flag | None = None
    sick: Flag | None = Field(
        default=None, description="Not under its controller's control since that player's latest turn began (302.6)."
    )
    phased_out: Flag | None = None
    attached_to: Annotated[Name | None, BeforeValidator(_nobody)] = Field(
        default=None, description="Id of the permanent or player; `null` or `none`: nothing."
    )
    protector: Annotated[PlayerId | Literal["none"] | None, BeforeValidator(_nobody)] = Field(
        default=None, description="Who protects it, of a battle; `null` or `none`: nobody."
    )


class MayCast(Word):
    """Who could cast an instant or a sorcery now (117.1a)."""

    instant: tuple[PlayerId, ...] | None = Field(default=None, description="Who could cast an instant; in any order.")
    sorcery: tuple[PlayerId, ...] | None = Field(default=None, description="Who could cast a sorcery; in any order.")


UnitCounts = dict[Annotated[str, Field(json_schema_extra={"enum": list(UNIT_NAMES)})], Natural]


class Condition(Word):
    """Facts of a game, all of which have to hold; what is left out is not looked at."""

    life: dict[PlayerId, Number] | None = None
    hand: dict[PlayerId, Natural] | None = Field(default=None, description="How many cards each of these players has.")
    library: dict[PlayerId, Natural] | None = Field(
        default=None, description="How many cards each of these players has."
    )
    graveyard: dict[PlayerId, Natural] | None = Field(
        default=None, description="How many cards each of these players has."
    )
    poison: dict[PlayerId, Natural] | None = Field(
        default=None, description="How many poison counters each of these players has."
    )
    schemes: dict[PlayerId, tuple[Name, ...]] | None = Field(
        default=None, description="Face-up schemes of each of these players, the one set in motion first in front."
    )
    mana: dict[PlayerId, Mana] | None = Field(
        default=None, description="What is in each of these players' pools, as in `RRG`; empty text for nothing."
    )
    effects: tuple[Name, ...] | None = Field(
        default=None, description="Names of all continuous effects in force, in any order."
    )
    stack: tuple[Name, ...] | None = Field(default=None, description="Names of everything on the stack, the top first.")
    priority: PlayerId | Literal["none"] | None = Field(
        default=None, description="Who has priority; `none` while nobody has."
    )
    active_player: PlayerId | Literal["none"] | None = Field(
        default=None, description="Whose turn it is; `none` after that player has left."
    )
    day_night: DayNight | None = None
    lands_played: dict[PlayerId, Natural] | None = Field(
        default=None, description="How many lands each of these players played this turn."
    )
    attacking: dict[PermanentId, Name | Literal["none"]] | None = Field(
        default=None, description="All attacking creatures and whom each attacks; `none`: nothing any more."
    )
    blocking: dict[PermanentId, tuple[PermanentId, ...]] | None = Field(
        default=None, description="All blocking creatures and the attackers that each blocks, in any order."
    )
    blocked: tuple[PermanentId, ...] | None = Field(default=None, description="All blocked creatures, in any order.")
    unblocked: tuple[PermanentId, ...] | None = Field(
        default=None, description="All unblocked creatures, in any order (509.1h)."
    )
    defending: tuple[PlayerId, ...] | None = Field(
        default=None, description="All defending players, in any order; nobody outside combat."
    )
    had_to_attack: tuple[PermanentId, ...] | None = Field(
        default=None, description="All creatures that had to attack in this combat, in any order (506.6)."
    )
    decided_by: dict[PlayerId, PlayerId] | None = Field(
        default=None, description="Who decides for each of these players (722)."
    )
    players_in_game: tuple[PlayerId, ...] | None = Field(
        default=None, description="All who are in the game, in any order."
    )
    begun_this_turn: UnitCounts | None = Field(
        default=None,
        description="How many phases or steps of each name have begun this turn, the one in progress included.",
    )
    battlefield: dict[PermanentId, PermanentFacts | Literal["absent"]] | None = Field(
        default=None, description="Facts of these permanents, or `absent`."
    )
    may_cast: MayCast | None = Field(default=None, description="Who could cast an instant or a sorcery now (117.1a).")

    @field_validator("begun_this_turn")
    @classmethod
    def _known_units(cls, value: dict[str, int] | None) -> dict[str, int] | None:
        for name in value or ():
            if name not in UNIT_NAMES:
                raise ValueError(f"{name!r} is no phase or step; known are {', '.join(UNIT_NAMES)}")
        return value

    def words(self) -> dict[str, Any]:
        """The facts asked for, as plain data, in the order of the format."""
        return self.model_dump(exclude_none=True, mode="json")


UNORDERED: frozenset[str] = frozenset(
    {
        *("effects", "players_in_game", "keywords", "types", "subtypes", "instant", "sorcery"),
        *("blocked", "unblocked", "defending", "had_to_attack"),
    }
)
"""Words that are compared as sets of names (with how often each occurs), whatever their order."""

EXACT: frozenset[str] = frozenset({"attacking", "blocking"})
"""Mappings that are compared as a whole; of all others only the named keys are looked at."""


def differences(expected: Mapping[str, Any], actual: Mapping[str, Any], path: str = "") -> list[str]:
    """What of `expected` is not so in `actual`, a text for each difference, in the order of `expected`."""
    found: list[str] = []
    for word, wanted in expected.items():
        where = f"{path}.{word}" if path else word
        have: Any = actual.get(word, 0 if path.endswith("counters") else None)
        wanted_facts, facts = as_mapping(wanted), as_mapping(have)
        if wanted_facts is not None and facts is not None and word not in EXACT:
            found += differences(wanted_facts, facts, where)
        elif not _same(word, wanted, have):
            found.append(f"{where}: expected {show(wanted)}, was {show(have)}")
    return found


def _same(word: str, wanted: Any, have: Any) -> bool:
    names, others = as_list(wanted), as_list(have)
    if word == "blocking":
        wanted, have = ({name: sorted(part) for name, part in blocks.items()} for blocks in (wanted, have))
    if names is not None and others is not None:
        return sorted(map(str, names)) == sorted(map(str, others)) if word in UNORDERED else names == others
    return bool(wanted == have) and (isinstance(wanted, bool) == isinstance(have, bool))


def show(value: Any) -> str:
    """A value as scenario files write it."""
    mapping, names = as_mapping(value), as_list(value)
    if mapping is not None and {"controller", "tapped"} <= set(mapping):
        return "there"
    if mapping is not None:
        return "{" + ", ".join(f"{key}: {show(part)}" for key, part in mapping.items()) + "}"
    if names is not None:
        return "[" + ", ".join(map(str, names)) + "]"
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else repr(value) if value == "" else str(value)

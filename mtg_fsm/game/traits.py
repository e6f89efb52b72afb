"""Which permanents have what steps of the turn ask for, so that a step looks only at those that it concerns.

The index is a value: every change gives a new one. A change costs the same however many permanents there are, but for
one copy of a list of their chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from mtg_fsm.game.objects import Permanent
from mtg_fsm.words.effects import Activated

Members = Mapping[int, Mapping[str, int]]
"""Ids of permanents, each with when it entered, in chunks of permanents that entered one after another."""
Index = Mapping[tuple[str, str], Members]
"""Permanents by trait and controller."""

CHUNK: Final = 128


class Trait(NamedTuple):
    """What a permanent may have, and the attributes that decide about it."""

    reads: frozenset[str]
    has: Callable[[Permanent], bool]


def _trait(has: Callable[[Permanent], bool], *reads: str) -> Trait:
    return Trait(frozenset((*reads, "controller")), has)


def _of_type(kind: str) -> Trait:
    return _trait(lambda permanent: permanent.is_a(kind), "types", "subtypes")


TRAITS: Final[Mapping[str, Trait]] = {
    "activated": _trait(
        lambda permanent: any(isinstance(ability, Activated) for ability in permanent.abilities), "abilities"
    ),
    "attached": _trait(lambda permanent: permanent.attached_to is not None, "attached_to"),
    "attraction": _of_type("attraction"),
    "battle": _of_type("battle"),
    "creature": _of_type("creature"),
    "damaged": _trait(lambda permanent: permanent.damage > 0 or permanent.deathtouched, "damage", "deathtouched"),
    "legendary": _trait(lambda permanent: bool(permanent.legendary), "legendary"),
    "phased_out": _trait(lambda permanent: permanent.phased_out is not None, "phased_out"),
    "phasing": _trait(lambda permanent: "phasing" in permanent.keywords, "keywords"),
    "planeswalker": _of_type("planeswalker"),
    "saga": _of_type("saga"),
    "tapped": _trait(lambda permanent: permanent.tapped, "tapped"),
}
"""Traits by name; a permanent has keywords that effects give without having the trait."""
DECIDED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    attribute: tuple(name for name, trait in TRAITS.items() if attribute in trait.reads)
    for attribute in dict.fromkeys(attribute for trait in TRAITS.values() for attribute in sorted(trait.reads))
}
"""Which traits an attribute decides about."""


def keys_of(permanent: Permanent, traits: Iterable[str] = TRAITS) -> tuple[tuple[str, str], ...]:
    """Under which keys of these traits a permanent is found."""
    return tuple((name, permanent.controller) for name in traits if TRAITS[name].has(permanent))


def changed(
    index: Index, permanent: Permanent, before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]
) -> Index:
    """The index with a permanent under other keys than before."""
    made, place = dict(index), permanent.entered // CHUNK
    for key in before:
        if key not in after:
            chunk = {name: entered for name, entered in made[key][place].items() if name != permanent.id}
            others = {number: other for number, other in made[key].items() if number != place}
            made[key] = {**others, place: chunk} if chunk else others
    for key in after:
        if key not in before:
            members = made.get(key, {})
            made[key] = {**members, place: {**members.get(place, {}), permanent.id: permanent.entered}}
    return made


def index_of(permanents: Iterable[Permanent]) -> Index:
    """The index of a whole battlefield."""
    made: dict[tuple[str, str], dict[int, dict[str, int]]] = {}
    for permanent in permanents:
        for key in keys_of(permanent):
            made.setdefault(key, {}).setdefault(permanent.entered // CHUNK, {})[permanent.id] = permanent.entered
    return made


def found(index: Index, trait: str, players: Iterable[str]) -> list[str]:
    """Ids of the permanents of these players that have a trait, by time of entering."""
    chunks = [chunk for player in players for chunk in index.get((trait, player), {}).values()]
    if not chunks:
        return []
    entered = {name: time for chunk in chunks for name, time in chunk.items()}
    return sorted(entered, key=entered.__getitem__)

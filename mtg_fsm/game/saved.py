"""Saving and loading the reference game as plain JSON data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from mtg_fsm.errors import SnapshotError
from mtg_fsm.game.combat import Attacking
from mtg_fsm.game.objects import Belongings, Permanent
from mtg_fsm.words.base import as_list
from mtg_fsm.words.effects import Activated, Static, Trigger

if TYPE_CHECKING:
    from mtg_fsm.game.game import ReferenceGame

VERSION: Final = 1


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SavedPermanent(_Saved):
    """A permanent as it is saved."""

    id: str
    types: list[str]
    subtypes: list[str]
    power: int
    toughness: int
    keywords: list[str]
    tapped: bool
    damage: int
    deathtouched: bool
    counters: dict[str, int]
    legendary: bool | str
    token: bool
    chapters: int
    since: int
    entered: int
    phased_out: str | None
    phased_with: str | None
    owner: str
    base_controller: str
    controller: str
    attached_to: str | None
    attached_object: int | None
    protector: str | None
    attacks_if_able: bool
    cant_attack: bool
    cant_attack_alone: bool
    cant_attack_player: str | None
    must_attack: str | None
    goaded_by: str | None
    blocks_if_able: bool
    cant_block: bool
    cant_block_alone: bool
    cant_be_blocked: bool
    must_be_blocked: bool
    max_blocks: int
    attack_cost: int
    optional_attack_cost: int
    block_cost: int
    abilities: list[Trigger | Static | Activated]


class SavedBelongings(_Saved):
    """What belongs to a player as it is saved."""

    player: str
    life: int
    counters: dict[str, int]
    hand: list[str]
    library: list[str]
    unlisted: int
    graveyard: list[str]
    exile: list[str]
    max_hand_size: int | None
    drew_from_empty: bool
    made: int


class SavedGame(_Saved):
    """The reference game as it is saved."""

    version: int
    free_casting: bool
    belongings: list[SavedBelongings]
    battlefield: list[SavedPermanent]
    attackers: dict[str, tuple[str | None, str, bool | None]]
    blockers: dict[str, list[str]]
    assigned: list[tuple[str, str, int]]
    limbo: list[str]
    to_check: list[str]
    decided: dict[str, str]


def save(game: ReferenceGame) -> dict[str, Any]:
    """The whole state; the same state gives the same data."""
    return {
        "version": VERSION,
        "free_casting": game.free_casting,
        "belongings": [owner.as_data() for owner in game.belongings.values()],
        "battlefield": [permanent.as_data() for permanent in game.battlefield.values()],
        "attackers": {name: list(attack) for name, attack in game.attackers.items()},
        "blockers": {name: list(attackers) for name, attackers in game.blockers.items()},
        "assigned": [list(part) for part in game.assigned],
        "limbo": list(game.limbo),
        "to_check": sorted(game.to_check),
        "decided": dict(game.decided),
    }


def load(game: ReferenceGame, data: Mapping[str, Any]) -> None:
    """Takes over a saved state as a whole or not at all. Raises SnapshotError, naming the field."""
    try:
        saved = SavedGame.model_validate_json(_json(data))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise SnapshotError(f"{where or 'game'}: {first['msg']}") from None
    _refuse_contradictions(saved)
    game.journal.forget()
    game.free_casting = saved.free_casting
    game.belongings = {owner.player: _filled(Belongings(), owner) for owner in saved.belongings}
    game.battlefield = {permanent.id: _filled(Permanent(), permanent) for permanent in saved.battlefield}
    game.attackers = {name: Attacking(*attack) for name, attack in saved.attackers.items()}
    game.blockers = {name: tuple(attackers) for name, attackers in saved.blockers.items()}
    game.assigned = tuple(saved.assigned)
    game.limbo = tuple(saved.limbo)
    game.to_check = frozenset(saved.to_check)
    game.decided = saved.decided


def _json(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise SnapshotError(f"game: is not plain JSON data ({error})") from None


_T = TypeVar("_T", Belongings, Permanent)


def _filled(new: _T, saved: BaseModel) -> _T:
    for name in type(saved).model_fields:
        value: Any = getattr(saved, name)
        entries = as_list(value)
        setattr(new, name, value if entries is None else tuple(entries))
    return new


def _refuse_contradictions(saved: SavedGame) -> None:
    players = [owner.player for owner in saved.belongings]
    permanents = [permanent.id for permanent in saved.battlefield]
    if saved.version != VERSION:
        raise SnapshotError(f"version: {saved.version} is not known; this release reads {VERSION}")
    for where, names in (("belongings", players), ("battlefield", permanents)):
        for name in names:
            if names.count(name) > 1:
                raise SnapshotError(f"{where}: {name!r} is there more than once")
    for permanent in saved.battlefield:
        for field in ("owner", "base_controller", "controller"):
            if getattr(permanent, field) not in players:
                raise SnapshotError(f"battlefield.{permanent.id}.{field}: no player {getattr(permanent, field)!r}")
        for field in ("cant_attack_player", "goaded_by", "protector"):
            if getattr(permanent, field) not in (None, *players):
                raise SnapshotError(f"battlefield.{permanent.id}.{field}: no player {getattr(permanent, field)!r}")
    _refuse_impossible_combat(saved, players, permanents)


def _refuse_impossible_combat(saved: SavedGame, players: list[str], permanents: list[str]) -> None:
    for attacker, (target, defender, _) in saved.attackers.items():
        if attacker not in permanents:
            raise SnapshotError(f"attackers: no permanent {attacker!r}")
        if target not in (None, *players, *permanents):
            raise SnapshotError(f"attackers.{attacker}: no player or permanent {target!r}")
        if defender not in players:
            raise SnapshotError(f"attackers.{attacker}: no player {defender!r}")
    for blocker, attackers in saved.blockers.items():
        if blocker not in permanents:
            raise SnapshotError(f"blockers: no permanent {blocker!r}")
        for attacker in attackers:
            if attacker not in saved.attackers:
                raise SnapshotError(f"blockers.{blocker}: {attacker!r} does not attack")

"""Saving and loading the reference game as plain JSON data."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from mtg_fsm.errors import SnapshotError
from mtg_fsm.game.cards import Catalogue
from mtg_fsm.game.combat import Attacking
from mtg_fsm.game.objects import Belongings, LastKnown, Permanent
from mtg_fsm.game.schemes import FaceUp
from mtg_fsm.game.traits import found, index_of
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.effects import SchemeSpec

if TYPE_CHECKING:
    from mtg_fsm.game.game import ReferenceGame

VERSION: Final = 1


class SavedGame(BaseModel):
    """The reference game as it is saved."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    version: int
    cards: tuple[CardSpec, ...] = ()
    free_casting: bool
    shared_life: dict[str, str]
    scheme_decks: dict[str, tuple[SchemeSpec, ...]]
    face_up: dict[str, FaceUp]
    belongings: list[Belongings]
    battlefield: list[Permanent]
    attackers: dict[str, Attacking]
    blockers: dict[str, tuple[str, ...]]
    left_combat: dict[str, tuple[int, str]] = {}
    last_known: dict[str, LastKnown] = {}
    assigned: tuple[tuple[str, str, int], ...]
    limbo: tuple[str, ...]
    to_check: frozenset[str]
    decided: dict[str, str]
    discarding: tuple[tuple[str, tuple[str, ...]], ...]


def save(game: ReferenceGame) -> dict[str, Any]:
    """The whole state; the same state gives the same data."""
    return {
        "version": VERSION,
        "cards": game.cards.data,
        "belongings": [owner.as_data() for owner in game.belongings.values()],
        "battlefield": [permanent.as_data() for permanent in game.battlefield.values()],
        "left_combat": {name: list(left) for name, left in game.left_combat.items()},
        "last_known": {name: [known.controller, list(known.keywords)] for name, known in game.last_known.items()},
        **_rest(game),
    }


def comparable(game: ReferenceGame) -> dict[str, Any]:
    """The state without the time of entering and the numbers of objects: the same again is the same state (104.4b)."""
    known = game.journal.known
    owners: tuple[Belongings | Permanent, ...] = (*game.belongings.values(), *game.battlefield.values())
    game.journal.known = {owner: known.get(owner) or _digest(owner) for owner in owners}
    attached = [game.battlefield[name] for name in found(game.traits, "attached", game.belongings)]
    return {
        "owners": " ".join(game.journal.known.values()),
        "attached": [
            [other.id, game.object_of(other.attached_to or "") == other.attached_object] for other in attached
        ],
        **_rest(game),
    }


def _digest(owner: Belongings | Permanent) -> str:
    data = {name: value for name, value in owner.as_data().items() if name not in ("entered", "attached_object")}
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()


def _rest(game: ReferenceGame) -> dict[str, Any]:
    """What does not stand with players and permanents."""
    return {
        "free_casting": game.free_casting,
        "shared_life": dict(game.shared_life),
        "scheme_decks": {player: [scheme.brief() for scheme in deck] for player, deck in game.scheme_decks.items()},
        "face_up": {name: [owner, scheme.brief()] for name, (owner, scheme) in game.face_up.items()},
        "attackers": {name: list(attack) for name, attack in game.attackers.items()},
        "blockers": {name: list(attackers) for name, attackers in game.blockers.items()},
        "assigned": [list(part) for part in game.assigned],
        "limbo": list(game.limbo),
        "to_check": sorted(game.to_check),
        "decided": dict(game.decided),
        "discarding": [[player, list(cards)] for player, cards in game.discarding],
    }


def load(game: ReferenceGame, data: Mapping[str, Any]) -> None:
    """Takes over a saved state as a whole or not at all; it can be taken back. SnapshotError, naming the field."""
    try:
        saved = SavedGame.model_validate_json(_json(data))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        unknown = first["type"] in ("extra_forbidden", "unexpected_keyword_argument")
        raise SnapshotError(f"{where or 'game'}: {'unknown key' if unknown else first['msg']}") from None
    _refuse_contradictions(saved)
    taken = {name: getattr(saved, name) for name in SavedGame.model_fields if name != "version"}
    taken["cards"] = Catalogue(saved.cards)
    taken["belongings"] = {owner.player: owner for owner in saved.belongings}
    taken["battlefield"] = {permanent.id: permanent for permanent in saved.battlefield}
    taken["traits"] = index_of(saved.battlefield)
    for name, value in taken.items():
        game.journal.set(game, name, value)


def _json(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise SnapshotError(f"game: is not plain JSON data ({error})") from None


def _refuse_contradictions(saved: SavedGame) -> None:
    players = [owner.player for owner in saved.belongings]
    permanents = [permanent.id for permanent in saved.battlefield]
    if saved.version != VERSION:
        raise SnapshotError(f"version: {saved.version} is not known; this release reads {VERSION}")
    _refuse_duplicates(saved, players, permanents)
    for player, head in saved.shared_life.items():
        for name in (player, head):
            if name not in players:
                raise SnapshotError(f"shared_life.{player}: no player {name!r}")
    _refuse_impossible_schemes(saved, players)
    for permanent in saved.battlefield:
        for field in ("owner", "base_controller", "controller"):
            if getattr(permanent, field) not in players:
                raise SnapshotError(f"battlefield.{permanent.id}.{field}: no player {getattr(permanent, field)!r}")
        for field in ("cant_attack_player", "goaded_by", "protector"):
            if getattr(permanent, field) not in (None, *players):
                raise SnapshotError(f"battlefield.{permanent.id}.{field}: no player {getattr(permanent, field)!r}")
    for name, known in saved.last_known.items():
        if known.controller not in players:
            raise SnapshotError(f"last_known.{name}: no player {known.controller!r}")
    _refuse_impossible_combat(saved, {*players}, {*permanents})


def _refuse_duplicates(saved: SavedGame, players: list[str], permanents: list[str]) -> None:
    for where, names in (("belongings", players), ("battlefield", permanents)):
        for name, number in Counter(names).items():
            if number > 1:
                raise SnapshotError(f"{where}: {name!r} is there more than once")
    if len({permanent.entered for permanent in saved.battlefield}) < len(permanents):
        raise SnapshotError("battlefield: numbers of entering have to differ")


def _refuse_impossible_schemes(saved: SavedGame, players: list[str]) -> None:
    for owner in saved.scheme_decks:
        if owner not in players:
            raise SnapshotError(f"scheme_decks: no player {owner!r}")
    for name, (owner, scheme) in saved.face_up.items():
        if name != scheme.id or owner not in saved.scheme_decks:
            raise SnapshotError(f"face_up.{name}: has to be a scheme of that id, of a player with a scheme deck")
    names = [*saved.face_up, *(scheme.id for deck in saved.scheme_decks.values() for scheme in deck)]
    for name, number in Counter(names).items():
        if number > 1 or name in players:
            raise SnapshotError(f"scheme_decks: {name!r} is there more than once")


def _refuse_impossible_combat(saved: SavedGame, players: set[str], permanents: set[str]) -> None:
    for attacker, (target, defender, _) in saved.attackers.items():
        if attacker not in permanents:
            raise SnapshotError(f"attackers: no permanent {attacker!r}")
        if target is not None and target not in players and target not in permanents:
            raise SnapshotError(f"attackers.{attacker}: no player or permanent {target!r}")
        if defender not in players:
            raise SnapshotError(f"attackers.{attacker}: no player {defender!r}")
    for attacker, (_, defender) in saved.left_combat.items():
        if defender not in players:
            raise SnapshotError(f"left_combat.{attacker}: no player {defender!r}")
    for blocker, attackers in saved.blockers.items():
        if blocker not in permanents:
            raise SnapshotError(f"blockers: no permanent {blocker!r}")
        for attacker in attackers:
            if attacker not in saved.attackers:
                raise SnapshotError(f"blockers.{blocker}: {attacker!r} does not attack")

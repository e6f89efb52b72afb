"""Schemes of archenemies (904): scheme decks, setting in motion, and going away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from mtg_fsm.engine.events import SchemeSetInMotion, SchemeTurnedDown
from mtg_fsm.words.effects import SchemeSpec

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame
    from mtg_fsm.words.setup import PlayerSpec


class FaceUp(NamedTuple):
    """A scheme that was set in motion, and whose it is."""

    owner: str
    scheme: SchemeSpec


def scheme_decks(archenemies: Iterable[PlayerSpec]) -> dict[str, tuple[SchemeSpec, ...]]:
    """Their scheme decks, the top scheme first."""
    return {player.id: player.scheme_deck for player in archenemies}


def names(game: ReferenceGame) -> set[str]:
    """Ids of all schemes, face up or not."""
    return {scheme.id for deck in game.scheme_decks.values() for scheme in deck} | set(game.face_up)


def set_in_motion(engine: Engine, game: ReferenceGame, player: str) -> None:
    """904.9: the top scheme of the deck, if there is one, is turned face up; its abilities are in force from now on."""
    deck = game.scheme_decks.get(player, ())
    if not deck:
        return
    scheme = deck[0]
    game.set(game, "scheme_decks", {**game.scheme_decks, player: deck[1:]})
    game.set(game, "face_up", {**game.face_up, scheme.id: FaceUp(player, scheme)})
    since = engine.next_id()
    for ability in scheme.abilities:
        engine.register_ability(ability, player, scheme.id, since)
    engine.emit(SchemeSetInMotion(engine.position, "904.9", scheme.id, player))
    engine.occur("set_in_motion", scheme.id)


def done_with(engine: Engine, game: ReferenceGame) -> tuple[str, ...]:
    """704.6e: face-up schemes that are not ongoing, once no triggered ability of a scheme waits or is on the stack."""
    own = names(game)
    triggered = (object_ for object_ in (*engine.stack, *engine.waiting) if object_.kind == "triggered")
    if any(object_.source in own for object_ in triggered):
        return ()
    return tuple(name for name, face_up in game.face_up.items() if not face_up.scheme.ongoing)


def turn_down(engine: Engine, game: ReferenceGame, name: str, rule: str) -> None:
    """704.6e, 904.11: a face-up scheme, ongoing or not, goes face down to the bottom of its owner's scheme deck."""
    if name not in game.face_up:
        return
    owner, scheme = game.face_up[name]
    _remove(engine, game, name)
    game.set(game, "scheme_decks", {**game.scheme_decks, owner: (*game.scheme_decks[owner], scheme)})
    engine.emit(SchemeTurnedDown(engine.position, rule, name, owner))


def remove_all_of(engine: Engine, game: ReferenceGame, player: str) -> None:
    """800.4a: the schemes of a player leave the game with that player."""
    if player not in game.scheme_decks:
        return
    for name, (owner, _) in tuple(game.face_up.items()):
        if owner == player:
            _remove(engine, game, name)
    game.set(game, "scheme_decks", {name: deck for name, deck in game.scheme_decks.items() if name != player})


def _remove(engine: Engine, game: ReferenceGame, name: str) -> None:
    game.set(game, "face_up", {other: face_up for other, face_up in game.face_up.items() if other != name})
    engine.unregister_abilities(name)

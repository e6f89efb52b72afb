"""The battlefield: entering, leaving, tapping, counters, control, and what a permanent is now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mtg_fsm.engine import durations, triggers
from mtg_fsm.engine.events import (
    ControlChanged,
    CountersAdded,
    PermanentEntered,
    PermanentLeft,
    PermanentTapped,
    PermanentUntapped,
    Zone,
)
from mtg_fsm.engine.stack import StackObject
from mtg_fsm.engine.triggers import Looker, Occurrence
from mtg_fsm.game import combat, schemes, traits
from mtg_fsm.game.objects import DEFENSE, LORE, LOYALTY, MINUS, PLUS, LastKnown, Permanent
from mtg_fsm.words.effects import Ability, Continuous, GainControl, Modification, PermanentSpec

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


# --- what a permanent is now ---


def power(engine: Engine, permanent: Permanent) -> int:
    """Power with counters and continuous effects."""
    return permanent.power + _counted(permanent) + sum(change.power for change in _modifications(engine, permanent))


def toughness(engine: Engine, permanent: Permanent) -> int:
    """Toughness with counters and continuous effects; damage does not change it (120.3e)."""
    changes = _modifications(engine, permanent)
    return permanent.toughness + _counted(permanent) + sum(change.toughness for change in changes)


OF_DAMAGE: Final = frozenset({"deathtouch", "infect", "lifelink"})
"""Keywords that say what damage by their source does."""


def keywords(engine: Engine, permanent: Permanent) -> set[str]:
    """Keyword abilities with those that continuous effects give."""
    given = {keyword for change in _modifications(engine, permanent) for keyword in change.keywords}
    return {*permanent.keywords, *given}


def _counted(permanent: Permanent) -> int:
    return permanent.counters.get(PLUS, 0) - permanent.counters.get(MINUS, 0)


def _modifications(engine: Engine, permanent: Permanent) -> list[Modification]:
    found = engine.in_force.find(("modifies", permanent.id))
    effects = (entry.effect for entry in found)
    return [effect.modifies for effect in effects if isinstance(effect, Continuous) and effect.modifies is not None]


def is_sick(engine: Engine, permanent: Permanent) -> bool:
    """302.6: its controller has not had it since the beginning of that player's latest turn."""
    return permanent.since >= engine.latest_turn.get(permanent.controller, 0)


def facts(engine: Engine, game: ReferenceGame, name: str) -> Any:
    """What `that` says of a permanent: its facts, or `absent`."""
    permanent = game.battlefield.get(name)
    if permanent is None:
        return "absent"
    return {
        "controller": permanent.controller,
        "owner": permanent.owner,
        "types": list(permanent.types),
        "subtypes": list(permanent.subtypes),
        "power": power(engine, permanent),
        "toughness": toughness(engine, permanent),
        "keywords": sorted(keywords(engine, permanent)),
        "tapped": permanent.tapped,
        "damage": permanent.damage,
        "counters": dict(permanent.counters),
        "loyalty": permanent.counters.get(LOYALTY, 0),
        "defense": permanent.counters.get(DEFENSE, 0),
        "legendary": permanent.legendary,
        "token": permanent.token,
        "sick": is_sick(engine, permanent),
        "phased_out": permanent.phased_out is not None,
        "attached_to": permanent.attached_to or "none",
        "protector": permanent.protector or "none",
    }


# --- entering and leaving ---


def add(engine: Engine, game: ReferenceGame, permanent: Permanent) -> None:
    """Puts a permanent there with its abilities, without anything happening by that."""
    game.set(game, "battlefield", {**game.battlefield, permanent.id: permanent})
    game.note_traits(permanent, (), traits.keys_of(permanent))
    game.check_again(permanent.id)
    if permanent.is_a("battle") and permanent.protector is None:
        game.set(permanent, "protector", _next_opponent(engine, permanent.controller))
    if permanent.attached_to is not None:
        attach(game, permanent, permanent.attached_to)
    for ability in permanent.abilities:
        engine.register_ability(ability, permanent.controller, permanent.id, permanent.entered)
    if permanent.phased_out is not None:
        engine.in_force = engine.in_force.sleeping(engine.in_force.dormant | {permanent.id})


def _next_opponent(engine: Engine, player: str) -> str | None:
    following = engine.player_after(player)
    while following != player and following in engine.team_of(player):
        following = engine.player_after(following)
    return following if following not in engine.team_of(player) else None


def attach(game: ReferenceGame, permanent: Permanent, host: str) -> None:
    """It is attached to what has that id now."""
    game.set(permanent, "attached_to", host)
    game.set(permanent, "attached_object", game.object_of(host))


def enter(
    engine: Engine, game: ReferenceGame, spec: PermanentSpec, player: str, rule: str | None = None
) -> Permanent | None:
    """A permanent enters under a player's control; None if that player has left (800.4b).

    If its id is in use it becomes `ID-2`, `ID-3` and so on. A Saga enters with a lore counter (714.3a). Its own
    abilities look for its entering, too.
    """
    if player not in engine.in_game:
        return None
    taken, number = {*engine.players, *schemes.names(game)}, 2
    new_id = spec.id
    while new_id in game.battlefield or new_id in taken:
        new_id, number = f"{spec.id}-{number}", number + 1
    permanent = Permanent.from_spec(spec, player, engine.position.turn, engine.next_id())
    permanent.id = new_id
    add(engine, game, permanent)
    engine.emit(PermanentEntered(engine.position, rule, permanent.id, player))
    engine.occur("enters", permanent.id)
    if permanent.is_a("saga") and permanent.chapters and not spec.counters.get(LORE):
        add_counters(engine, game, permanent, LORE, 1, "714.3a")
    return permanent


def leave(engine: Engine, game: ReferenceGame, leaving: Iterable[Permanent], to: Zone, rule: str | None) -> None:
    """Permanents leave at the same time, for their owners' graveyards or hands or for exile.

    Which abilities look for it is judged by the game as it was before (603.10), so those that leave together see each
    other; their conditions by the game after it (603.4).
    """
    together = [permanent for permanent in leaving if game.battlefield.get(permanent.id) is permanent]
    combat.remove(engine, game, tuple(permanent.id for permanent in together), "506.4")
    looking: list[Looker] = []
    for permanent in together:
        _note_last_known(engine, game, permanent)
        if permanent.phased_out is not None:
            continue  # nothing looks for it (702.26k)
        if to == "graveyard" and (permanent.is_a("creature") or permanent.is_a("planeswalker")):
            looking += engine.lookers("dies", permanent.id)
        looking += engine.lookers("leaves", permanent.id)
    for permanent in together:
        if game.battlefield.get(permanent.id) is not permanent:
            continue  # exiled as another one of these left, which had given control of it (800.4c)
        engine.emit(PermanentLeft(engine.position, rule, permanent.id, permanent.controller, to))
        _take_away(engine, game, permanent)
        owner = game.belongings[permanent.owner]
        if to == "nowhere":
            continue
        if permanent.token:
            game.journal.set(game, "limbo", (*game.limbo, permanent.id))
        else:
            game.set(owner, to, (*getattr(owner, to), permanent.id))
    engine.trigger_each(looking)


def _note_last_known(engine: Engine, game: ReferenceGame, permanent: Permanent) -> None:
    matters = tuple(sorted(keywords(engine, permanent) & OF_DAMAGE))
    if matters:
        game.set(game, "last_known", {**game.last_known, permanent.id: LastKnown(permanent.controller, matters)})
    elif permanent.id in game.last_known:
        others = {name: known for name, known in game.last_known.items() if name != permanent.id}
        game.set(game, "last_known", others)


def _take_away(engine: Engine, game: ReferenceGame, permanent: Permanent) -> None:
    battlefield = dict(game.battlefield)
    del battlefield[permanent.id]
    game.set(game, "battlefield", battlefield)
    game.note_traits(permanent, traits.keys_of(permanent), ())
    engine.unregister_abilities(permanent.id)
    engine.in_force = engine.in_force.sleeping(engine.in_force.dormant - {permanent.id})
    for key in (("gone", permanent.id), ("leaves", permanent.id)):
        durations.expire(engine, key, "611.2b")
    for key in (("modifies", permanent.id), ("control", permanent.id)):
        for entry in engine.in_force.find_all(key):
            keys = tuple(other for other in entry.keys if other != key)
            engine.in_force = engine.in_force.rekeyed(entry.id, keys)
    check_attached(game, permanent.id)


def check_attached(game: ReferenceGame, host: str) -> None:
    """State-based actions have to look at all that is attached to a permanent or player (704.5m, 704.5n)."""
    for name in traits.found(game.traits, "attached", game.belongings):
        if game.battlefield[name].attached_to == host:
            game.check_again(name)


def remove_all_of(engine: Engine, game: ReferenceGame, player: str) -> None:
    """800.4a: all that a player owns leaves the game, and effects that give them control end."""
    permanents = tuple(game.battlefield.values())
    for permanent in permanents:
        if permanent.protector == player:
            game.set(permanent, "protector", None)
    leave(engine, game, (permanent for permanent in permanents if permanent.owner == player), "nowhere", "800.4a")
    for entry in tuple(engine.in_force.entries.values()):
        if isinstance(entry.effect, GainControl) and (entry.effect.player or entry.controller) == player:
            durations.end(engine, entry, "800.4a")
    check_attached(game, player)
    game.set(game, "assigned", tuple(part for part in game.assigned if part[0] in game.battlefield))


def exile_all_of(engine: Engine, game: ReferenceGame, player: str) -> None:
    """800.4a: what a player who has left still controls is exiled."""
    left = [permanent for permanent in game.battlefield.values() if permanent.controller == player]
    leave(engine, game, left, "exile", "800.4a")


# --- changes of status ---


def tap(engine: Engine, game: ReferenceGame, permanents: Sequence[str], rule: str | None) -> None:
    """Untapped permanents become tapped, all at once."""
    changed = [permanent for permanent in map(game.present, permanents) if permanent and not permanent.tapped]
    for permanent in changed:
        game.set(permanent, "tapped", True)
        engine.emit(PermanentTapped(engine.position, rule, permanent.id, permanent.controller))
    engine.occur_together([Occurrence("tapped", permanent.id) for permanent in changed])


def untap(engine: Engine, game: ReferenceGame, permanents: Sequence[str], rule: str | None) -> None:
    """Tapped permanents become untapped, all at once."""
    changed = [permanent for permanent in map(game.present, permanents) if permanent and permanent.tapped]
    for permanent in changed:
        game.set(permanent, "tapped", False)
        engine.emit(PermanentUntapped(engine.position, rule, permanent.id, permanent.controller))
    engine.occur_together([Occurrence("untapped", permanent.id) for permanent in changed])


def add_counters(
    engine: Engine, game: ReferenceGame, permanent: Permanent, counter: str, count: int, rule: str | None
) -> None:
    """Puts counters on a permanent; lore counters trigger every chapter that they pass (714.2b)."""
    before = permanent.counters.get(counter, 0)
    game.set(permanent, "counters", {**permanent.counters, counter: before + count})
    engine.emit(CountersAdded(engine.position, rule, permanent.id, counter, count))
    if counter == LORE and permanent.is_a("saga"):
        for chapter in range(before + 1, min(before + count, permanent.chapters) + 1):
            _trigger_chapter(engine, permanent, chapter)


def _trigger_chapter(engine: Engine, saga: Permanent, number: int) -> None:
    name = f"{saga.id}-chapter-{number}"
    chapter = StackObject(engine.next_id(), "triggered", name, saga.controller, saga.id, chapter=True)
    triggers.wait(engine, chapter, "714.2b")


def remove_counters(game: ReferenceGame, permanent: Permanent, counter: str, count: int) -> None:
    """Takes counters off, as many as there are at most."""
    left = permanent.counters.get(counter, 0) - count
    counters = {name: number for name, number in permanent.counters.items() if name != counter}
    game.set(
        permanent, "counters", {**counters, counter: left} if left > 0 or counter in (LOYALTY, DEFENSE) else counters
    )


def update_control(engine: Engine, game: ReferenceGame, name: str) -> None:
    """The latest effect in force that gives control of a permanent decides who controls it, else its first controller.

    A new controller has it since this turn (302.6), and it leaves combat (506.4).
    """
    permanent = game.battlefield.get(name)
    if permanent is None:
        return
    controller = permanent.base_controller
    for entry in engine.in_force.find_all(("control", name)):
        if isinstance(entry.effect, GainControl):
            controller = entry.effect.player or entry.controller
    if controller == permanent.controller:
        return
    if controller not in engine.in_game:
        leave(engine, game, (permanent,), "exile", "800.4c")
        return
    combat.remove(engine, game, (name,), "506.4")
    game.set(permanent, "controller", controller)
    game.set(permanent, "since", engine.position.turn)
    engine.emit(ControlChanged(engine.position, None, name, controller))
    for entry in engine.in_force.find_all(("source", name)):
        if isinstance(entry.effect, Ability):
            keys = (*triggers.keys_of(entry.effect, controller, name), ("source", name))
            engine.in_force = engine.in_force.rekeyed(entry.id, keys)

"""Damage and its results (120.3), life and counters of players."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from mtg_fsm.engine.events import CountersAdded, DamageDealt, LifeChanged
from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.game import battlefield
from mtg_fsm.game.objects import DEFENSE, LOYALTY, MINUS, POISON, Permanent

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


class Damage(NamedTuple):
    """Damage that a source deals to a player or permanent."""

    source: str | None
    to: str
    amount: int


def deal(engine: Engine, game: ReferenceGame, together: Iterable[Damage], *, combat: bool) -> None:
    """Damage is dealt at one time, with all its results (120.3); then abilities that look for it trigger.

    All that one source deals is one event of that source: one gain of life by lifelink, one trigger (702.15e, 603.2c).
    """
    happened: list[Occurrence] = []
    for source, parts in groupby(together, key=lambda part: part.source):
        happened += _deal(engine, game, source, list(parts), combat=combat)
    engine.occur_together(happened)


def _deal(
    engine: Engine, game: ReferenceGame, source: str | None, parts: list[Damage], *, combat: bool
) -> list[Occurrence]:
    """One source's damage; 0 damage is none (614.7). What happened by it, for abilities that look."""
    controller, traits = _of_source(engine, game, source)
    happened, total = list[Occurrence](), 0
    for _, to, amount in parts:
        permanent = game.present(to)
        if amount <= 0 or (permanent is None and to not in engine.in_game):
            continue
        total += amount
        engine.emit(DamageDealt(engine.position, "510.2" if combat else None, source, to, amount, combat))
        if permanent is None:
            happened += _to_player(engine, game, to, amount, traits)
        else:
            _to_permanent(engine, game, permanent, amount, traits)
    if "lifelink" in traits and controller is not None:
        happened += _change_life(engine, game, controller, total, "120.3f")
    if combat and source is not None and total:
        happened.append(Occurrence("deals_combat_damage", source))
    return happened


def _of_source(engine: Engine, game: ReferenceGame, source: str | None) -> tuple[str | None, Collection[str]]:
    """Who controls a source of damage, and its keywords: as it is or last was (702.2e, 702.15c, 702.90e)."""
    origin = game.battlefield.get(source) if source is not None else None
    if origin is not None:
        return origin.controller, battlefield.keywords(engine, origin)
    return game.last_known.get(source or "", (None, ()))


def _to_player(
    engine: Engine, game: ReferenceGame, player: str, amount: int, traits: Collection[str]
) -> list[Occurrence]:
    """120.3a, 120.3b."""
    if "infect" in traits:
        add_counters(engine, game, player, POISON, amount, "120.3b")
        return []
    return _change_life(engine, game, player, -amount, "120.3a")


def _to_permanent(
    engine: Engine, game: ReferenceGame, permanent: Permanent, amount: int, traits: Collection[str]
) -> None:
    """120.3c-120.3e, 120.3h: each result that fits its types."""
    if permanent.is_a("creature"):
        if "infect" in traits:
            battlefield.add_counters(engine, game, permanent, MINUS, amount, "120.3d")
        else:
            game.set(permanent, "damage", permanent.damage + amount)
        if "deathtouch" in traits:
            game.set(permanent, "deathtouched", True)
    if permanent.is_a("planeswalker"):
        battlefield.remove_counters(game, permanent, LOYALTY, amount)
    if permanent.is_a("battle"):
        battlefield.remove_counters(game, permanent, DEFENSE, amount)


def change_life(engine: Engine, game: ReferenceGame, players: Iterable[str], amount: int, rule: str | None) -> None:
    """119.3: players gain or lose life at one time; then abilities that look for it trigger."""
    engine.occur_together([part for player in players for part in _change_life(engine, game, player, amount, rule)])


def _change_life(engine: Engine, game: ReferenceGame, player: str, amount: int, rule: str | None) -> list[Occurrence]:
    """One player's life total changes; 0 changes nothing."""
    if amount == 0 or player not in engine.in_game:
        return []
    owner = game.life_of(player)
    game.set(owner, "life", owner.life + amount)
    engine.emit(LifeChanged(engine.position, rule, player, amount, owner.life))
    return [Occurrence("life_lost", player)] if amount < 0 else []


def add_counters(engine: Engine, game: ReferenceGame, player: str, counter: str, count: int, rule: str | None) -> None:
    """A player gets counters."""
    owner = game.belongings[player]
    game.set(owner, "counters", {**owner.counters, counter: owner.counters.get(counter, 0) + count})
    engine.emit(CountersAdded(engine.position, rule, player, counter, count))

"""Damage and its results (120.3), life and poison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtg_fsm.engine.events import CountersAdded, DamageDealt, LifeChanged
from mtg_fsm.game import battlefield
from mtg_fsm.game.objects import DEFENSE, LOYALTY, MINUS, Permanent

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def deal(engine: Engine, game: ReferenceGame, source: str | None, to: str, amount: int, *, combat: bool) -> None:
    """A source deals damage to a player or permanent; 0 damage is none (614.7). All results belong to the event."""
    permanent = game.present(to)
    if amount <= 0 or (permanent is None and to not in engine.in_game):
        return
    origin = game.battlefield.get(source) if source is not None else None
    traits = battlefield.keywords(engine, origin) if origin is not None else set[str]()
    engine.emit(DamageDealt(engine.position, "510.2" if combat else None, source, to, amount, combat))
    if permanent is None:
        _to_player(engine, game, to, amount, traits)
    else:
        _to_permanent(engine, game, permanent, amount, traits)
    if "lifelink" in traits and origin is not None:
        change_life(engine, game, origin.controller, amount, "120.3f")
    if combat and source is not None:
        engine.occur("deals_combat_damage", source)


def _to_player(engine: Engine, game: ReferenceGame, player: str, amount: int, traits: set[str]) -> None:
    """120.3a, 120.3b."""
    if "infect" in traits:
        add_poison(engine, game, player, amount, "120.3b")
    else:
        change_life(engine, game, player, -amount, "120.3a")


def _to_permanent(engine: Engine, game: ReferenceGame, permanent: Permanent, amount: int, traits: set[str]) -> None:
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


def change_life(engine: Engine, game: ReferenceGame, player: str, amount: int, rule: str | None) -> None:
    """119.3: a player gains or loses life; 0 changes nothing."""
    if amount == 0 or player not in engine.in_game:
        return
    owner = game.belongings[player]
    game.set(owner, "life", owner.life + amount)
    engine.emit(LifeChanged(engine.position, rule, player, amount, owner.life))
    if amount < 0:
        engine.occur("life_lost", player)


def add_poison(engine: Engine, game: ReferenceGame, player: str, count: int, rule: str | None) -> None:
    """A player gets poison counters."""
    owner = game.belongings[player]
    game.set(owner, "poison", owner.poison + count)
    engine.emit(CountersAdded(engine.position, rule, player, "poison", count))

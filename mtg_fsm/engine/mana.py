"""Mana pools: adding, paying and emptying (106.4, 500.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mtg_fsm.engine import durations
from mtg_fsm.engine.events import ManaAdded, ManaEmptied, ManaSpent, TurnBasedAction
from mtg_fsm.words.base import SYMBOLS, Symbol, parts_of_cost

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context
    from mtg_fsm.words.effects import AddMana

GENERIC_ORDER: Final = "CWUBRG"
"""In which order generic costs take mana."""


class ManaUnit(NamedTuple):
    """One mana in a pool; `keeper` is the id of the thing in force that keeps it from emptying."""

    symbol: Symbol
    keeper: int | None = None


Pool = tuple[ManaUnit, ...]


def written(pool: Pool) -> str:
    """A pool in the order WUBRGC."""
    return "".join(sorted((unit.symbol for unit in pool), key=SYMBOLS.index)) if pool else ""


def add(engine: Engine, effect: AddMana, context: Context) -> None:
    """Adds mana to a pool; with `keeps` it doesn't empty for that long."""
    player = effect.player or context.controller
    if player not in engine.in_game or not effect.mana:
        return
    keeper = None
    if effect.keeps is not None:
        entry = durations.begin(engine, "kept_mana", "", context.controller, effect, effect.keeps)
        keeper = entry.id if entry else None
    added = tuple(ManaUnit(symbol, keeper) for symbol in effect.mana)
    engine.pools = {**engine.pools, player: (*engine.pools[player], *added)}
    engine.emit(ManaAdded(engine.position, "106.4", player, effect.mana))


def is_kept(engine: Engine, player: str) -> Callable[[ManaUnit], bool]:
    """Whether a mana of the player stays as a step or phase ends: an effect on the mana or on the player keeps it."""
    everything, symbols = False, ""
    for _, rules in engine.statics("keep_mana", (player,)):
        everything = everything or rules.keep_mana == "all"
        symbols += rules.keep_mana or ""
    return lambda unit: everything or unit.symbol in symbols or unit.keeper in engine.in_force.entries


def empty_mana_pools(engine: Engine) -> None:
    """500.4, 703.4q: as a step or phase ends, unspent mana empties from every pool unless an effect keeps it."""
    engine.emit(TurnBasedAction(engine.position, "500.4", "empty_mana_pools"))
    for player, pool in engine.pools.items():
        if not pool:
            continue
        kept = is_kept(engine, player)
        left = tuple(unit for unit in pool if kept(unit))
        if len(left) < len(pool):
            lost = tuple(unit for unit in pool if not kept(unit))
            engine.pools = {**engine.pools, player: left}
            engine.emit(ManaEmptied(engine.position, "500.4", player, written(lost)))


def payment(engine: Engine, players: Sequence[str], cost: str) -> dict[str, tuple[Pool, Pool]] | None:
    """What of these players' pools pays a cost, and what is left, for each who pays; None if there is not enough.

    Coloured symbols take their own mana; generic mana takes C, W, U, B, R, G in this order. Mana that will empty
    goes before mana that is kept, a player's mana before that of the players named later. Raises ValueError for what
    is no cost.
    """
    generic, symbols = parts_of_cost(cost)
    if generic + len(symbols) > sum(len(engine.pools[player]) for player in players):
        return None
    keepers = [is_kept(engine, player) for player in players]
    left = [(place, unit) for place, player in enumerate(players) for unit in engine.pools[player]]
    spent: list[tuple[int, ManaUnit]] = []
    for wanted in (*symbols, *([GENERIC_ORDER] * generic)):
        candidates = [(place, unit) for place, unit in left if unit.symbol in wanted]
        if not candidates:
            return None
        chosen = min(candidates, key=lambda one: (keepers[one[0]](one[1]), one[0], GENERIC_ORDER.index(one[1].symbol)))
        left.remove(chosen)
        spent.append(chosen)
    return {players[place]: (_of(place, spent), _of(place, left)) for place in sorted({place for place, _ in spent})}


def _of(place: int, units: Iterable[tuple[int, ManaUnit]]) -> Pool:
    return tuple(unit for where, unit in units if where == place)


def total(costs: Iterable[str]) -> str:
    """The sum of costs; nothing if it is nothing."""
    parts = [parts_of_cost(cost) for cost in costs]
    generic = sum(number for number, _ in parts)
    return f"{generic or ''}{''.join(symbols for _, symbols in parts)}"


def pay(engine: Engine, players: Sequence[str], cost: str, rule: str = "601.2h") -> None:
    """Pays a cost that can be paid from the pools of these players."""
    paid = payment(engine, players, cost) if cost else None
    for player, (spent, left) in (paid or {}).items():
        engine.pools = {**engine.pools, player: left}
        engine.emit(ManaSpent(engine.position, rule, player, written(spent)))

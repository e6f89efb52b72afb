"""Loops of mandatory actions (104.4b): the same state for the second time, with only passes since, is a draw."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.errors import EndlessLoopError
from mtg_fsm.words.effects import Ability

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.in_force import Bound, InForce
    from mtg_fsm.engine.stack import StackObject
    from mtg_fsm.words.conditions import Condition

_KEPT: Final = 256
"""Of how many values what follows from them is kept; in a loop there are few."""


def watch_for_loop(engine: Engine) -> None:
    """Remembers the state; ends the game in a draw if it was here before since somebody last did more than pass.

    Raises EndlessLoopError if more than the configured number of states went by, as a loop that changes a number does.
    """
    state = _fingerprint(engine)
    if state in engine.passes_only:
        outcomes.draw(engine, "104.4b")
        return
    if len(engine.passes_only) >= engine.options.loop_bound:
        raise EndlessLoopError(
            f"{len(engine.passes_only)} resolutions in one {engine.position.unit} with passes only; "
            "loop_bound of the options sets how many are allowed"
        )
    engine.passes_only |= {state}


def _fingerprint(engine: Engine) -> int:
    """The state of the game without ids, as a number that is the same in every process."""
    in_force = _in_force(_Same(engine.in_force.entries))
    on_stack = (*engine.stack, *engine.waiting)
    bound = (*in_force.bound, *(object_.bound for object_ in on_stack if object_.bound))
    data = [
        [_object(_Same(object_)) for object_ in on_stack],
        in_force.digest,
        [engine.still_meant(objects) for objects in bound],
        {player: [list(unit[:1]) for unit in pool] for player, pool in engine.pools.items()},
        engine.day_night,
        [unit.name for unit in (*engine.schedule.steps, *engine.schedule.phases, *engine.schedule.turns)],
        engine.schedule.begun if in_force.counts_units else {},
        engine.game.comparable(),
    ]
    return int(_digest(data), 16)


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _counts_units(condition: Condition | None) -> bool:
    """Whether a condition looks at how many units have begun; only then does that number make a state another one."""
    return condition is not None and bool(condition.begun_this_turn)


class _Same:
    """A value of which nothing but itself is a copy: what follows from it is worked out once."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value


class _InForce(NamedTuple):
    """Everything in force: a digest of it, the objects that it speaks of, and whether it looks at counts of units."""

    digest: str
    bound: tuple[Bound, ...]
    counts_units: bool


@lru_cache(_KEPT)
def _in_force(entries: _Same) -> _InForce:
    found: tuple[InForce, ...] = tuple(entries.value.values())
    data = [[*entry[1:5], entry.effect.model_dump_json(), bool(entry.bound)] for entry in found]
    conditions = [entry.effect.condition for entry in found if isinstance(entry.effect, Ability)]
    bound = tuple(entry.bound for entry in found if entry.bound)
    return _InForce(_digest(data), bound, any(map(_counts_units, conditions)))


@lru_cache(_KEPT)
def _object(object_: _Same) -> str:
    found: StackObject = object_.value
    effects = [effect.model_dump_json() for effect in found.effects]
    return _digest([*found._replace(id=0, effects=(), bound=()), effects, bool(found.bound)])

"""Loops of mandatory actions (104.4b): the same state for the second time, with only passes since, is a draw."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.errors import EndlessLoopError
from mtg_fsm.words.effects import Ability

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.in_force import InForce
    from mtg_fsm.engine.stack import StackObject


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
    data = [
        [_object(engine, object_) for object_ in (*engine.stack, *engine.waiting)],
        [_entry(engine, entry) for entry in engine.in_force.entries.values()],
        {player: [list(unit[:1]) for unit in pool] for player, pool in engine.pools.items()},
        engine.day_night,
        [unit.name for unit in (*engine.schedule.steps, *engine.schedule.phases, *engine.schedule.turns)],
        engine.schedule.begun if _counts_units(engine) else {},
        engine.game.comparable(),
    ]
    text = json.dumps(data, sort_keys=True, default=str)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "big")


def _counts_units(engine: Engine) -> bool:
    """Whether an ability looks at how many units have begun; only then does that number make a state another one."""
    conditions = [object_.condition for object_ in (*engine.stack, *engine.waiting)]
    effects = (entry.effect for entry in engine.in_force.entries.values())
    conditions += [effect.condition for effect in effects if isinstance(effect, Ability)]
    return any(condition is not None and condition.begun_this_turn for condition in conditions)


def _object(engine: Engine, object_: StackObject) -> list[object]:
    effects = [effect.model_dump_json() for effect in object_.effects]
    same = object_._replace(id=0, effects=(), bound=())
    return [*same, effects, engine.still_meant(object_.bound)]


def _entry(engine: Engine, entry: InForce) -> list[object]:
    return [*entry[1:5], entry.effect.model_dump_json(), engine.still_meant(entry.bound)]

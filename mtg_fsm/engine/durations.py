"""Durations: how long things are in force, and when they expire (500.5, 514.2, 611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtg_fsm.engine.events import EffectBegan, EffectExpired
from mtg_fsm.engine.in_force import Bound, InForce, Key
from mtg_fsm.words.effects import Continuous, ForAsLongAs, Until, UntilEndOf
from mtg_fsm.words.units import names_of_phase

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context
    from mtg_fsm.words.effects import Duration, Effect

ANYBODY = "*"
CLEANUP: Key = ("cleanup",)


def due(engine: Engine, lasts: Duration, controller: str) -> tuple[Key, ...] | None:
    """Keys under which a duration is due; () for ever, None if it would never start (611.2b).

    A player's turns are those of the team (805.4).
    """
    schedule, controller = engine.schedule, engine.head(controller)
    if isinstance(lasts, ForAsLongAs):
        return (("gone", lasts.for_as_long_as),) if engine.game.is_present(lasts.for_as_long_as) else None
    if isinstance(lasts, Until):
        whose, _, unit = lasts.until.rpartition("next_")
        player = controller if whose else ANYBODY
        return (("turn_begins", player),) if unit == "turn" else (("begins_until", unit, player),)
    if lasts == "forever":
        return ()
    end = lasts.until_end_of if isinstance(lasts, UntilEndOf) else "turn"
    if end == "your_next_turn":
        return (("next_turn_of", controller),)
    if end == "combat":
        return (("combat_ends",),)
    if end == "this_step" and schedule.step is not None:
        return (("step_ends", schedule.step.id),)
    if end in ("this_step", "this_phase") and schedule.phase is not None:
        return (("phase_ends", schedule.phase.id),)
    return (CLEANUP,)


def this_turn(engine: Engine) -> tuple[Key, ...]:
    """Keys of a skip or a delayed ability that can happen in this turn only.

    It is gone in the cleanup step (514.2), at the latest as the turn ends without one. Durations "until end of turn"
    are not: what a skipped cleanup step would have ended goes on to the next one (614.10a).
    """
    turn = engine.schedule.turn or engine.schedule.turns[0]
    return (CLEANUP, ("turn_ends", turn.id))


def begin(
    engine: Engine,
    kind: str,
    name: str,
    controller: str,
    effect: Effect,
    lasts: Duration,
    keys: tuple[Key, ...] = (),
    bound: Bound = (),
) -> InForce | None:
    """Puts something in force for a duration, by no permanent; None if the duration never starts (611.2b)."""
    due_keys = due(engine, lasts, controller)
    if due_keys is None:
        return None
    return engine.put_in_force(kind, name, controller, None, effect, (*due_keys, *keys), bound=bound)


def begin_continuous(engine: Engine, effect: Continuous, context: Context) -> None:
    """A continuous effect begins (611.2); what it modifies or lays down applies at once."""
    controller = context.controller
    keys: list[Key] = [("kind", "continuous")]
    touched = effect.modifies.permanent if effect.modifies else None
    if touched is not None and engine.game.is_present(touched):
        keys.append(("modifies", touched))
    if effect.static is not None:
        keys += engine.static_keys(effect.static)
    bound = engine.bind([effect], context.bound)
    if begin(engine, "continuous", effect.name, controller, effect, effect.lasts, tuple(keys), bound) is None:
        return
    engine.emit(EffectBegan(engine.position, "611.2a", effect.name, controller))
    if touched is not None:
        engine.game.effect_changed(engine, touched)


def given(engine: Engine, keyword: str) -> list[str]:
    """Ids of permanents to which continuous effects give a keyword; under an id there may be a new object (400.7)."""
    effects = (entry.effect for entry in engine.in_force.find(("gives", keyword)))
    return [effect.modifies.permanent for effect in effects if isinstance(effect, Continuous) and effect.modifies]


def end(engine: Engine, entry: InForce, rule: str) -> None:
    """Something in force ends; the game hears of it if it concerned a permanent."""
    engine.in_force = engine.in_force.without(entry.id)
    if entry.kind == "continuous":
        engine.emit(EffectExpired(engine.position, rule, entry.name, entry.controller))
    for key in entry.keys:
        if key[0] in ("modifies", "control"):
            engine.game.effect_changed(engine, str(key[1]))


def expire(engine: Engine, key: Key, rule: str) -> None:
    """Everything that is due under the key ends, oldest first."""
    for entry in engine.in_force.find_all(key):
        if entry.id in engine.in_force.entries:
            end(engine, entry, rule)


def expire_until_turn(engine: Engine) -> None:
    """500.5: what lasts until this turn ends; what lasts to the end of it is now due in its cleanup step (514.2)."""
    if not engine.in_force.by_key:
        return
    player = engine.turn_player
    expire(engine, ("turn_begins", ANYBODY), "500.5")
    expire(engine, ("turn_begins", player), "500.5")
    for entry in engine.in_force.find_all(("next_turn_of", player)):
        keys = tuple(CLEANUP if key == ("next_turn_of", player) else key for key in entry.keys)
        engine.in_force = engine.in_force.rekeyed(entry.id, keys)


def expire_with_turn_of(engine: Engine, player: str) -> None:
    """800.4m: what lasts until the next turn of a player who left, or a point in it, ends as that would begin."""
    for entry in tuple(engine.in_force.entries.values()):
        for key in entry.keys:
            if key[0] in ("turn_begins", "next_turn_of", "begins_until") and key[-1] == player:
                end(engine, entry, "800.4m")


def _expire_until_unit(engine: Engine, names: tuple[str, ...]) -> None:
    for name in names:
        expire(engine, ("begins_until", name, ANYBODY), "500.5")
        expire(engine, ("begins_until", name, engine.turn_player), "500.5")


def expire_until_phase(engine: Engine) -> None:
    """500.5: what lasts until this phase ends as it begins."""
    if engine.in_force.by_key:
        _expire_until_unit(engine, names_of_phase(engine.schedule.phase_name or ""))


def expire_until_step(engine: Engine) -> None:
    """500.5: what lasts until this step ends as it begins, before its actions and triggers."""
    if engine.in_force.by_key and engine.schedule.step is not None:
        _expire_until_unit(engine, (engine.schedule.step.name,))


def expire_until_end_of_step(engine: Engine) -> None:
    """500.5: what lasts to the end of this step ends."""
    if engine.in_force.by_key and engine.schedule.step is not None:
        expire(engine, ("step_ends", engine.schedule.step.id), "500.5")


def expire_until_end_of_phase(engine: Engine) -> None:
    """500.5: what lasts to the end of this phase ends; with a combat phase also "until end of combat" (511.2)."""
    phase = engine.schedule.phase
    if engine.in_force.by_key and phase is not None:
        expire(engine, ("phase_ends", phase.id), "500.5")
        if phase.name == "combat":
            expire(engine, ("combat_ends",), "500.5")

"""Applying effects: those of the engine by a table, all others by the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mtg_fsm.engine import durations, mana, skips, triggers, turn_based_actions
from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.engine.schedule import Origin
from mtg_fsm.engine.stack import Context, leave_stack
from mtg_fsm.machine import CLOSED
from mtg_fsm.words.effects import (
    AddMana,
    Continuous,
    ControlPlayer,
    CounterTop,
    Custom,
    DelayedTrigger,
    Effect,
    EndCombat,
    EndTurn,
    ExtraPhases,
    ExtraSteps,
    ExtraTurn,
    Lose,
    Nothing,
    SetDayNight,
    Skip,
    Static,
    Trigger,
    Win,
    without_permanents,
)

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


def apply(engine: Engine, effect: Effect, context: Context) -> None:
    """Applies one effect. It may leave a decision open; it raises nothing on its own account."""
    meant = _still_meant(engine, effect, context)
    if meant is None:
        return
    effect, handler = meant, APPLY.get(type(meant))
    if isinstance(effect, Custom):
        effect = effect.model_copy(deep=True)  # its arguments are the game's to change
    if handler is None:
        engine.game.apply(engine, effect, context)
    else:
        handler(engine, effect, context)


def _still_meant(engine: Engine, effect: Effect, context: Context) -> Effect | None:
    """The effect without permanents that left since it was said which are meant; None if nothing of it is left.

    A permanent of the same id that came back is a new object (400.7, 603.7c).
    """
    gone = {name for name, same in engine.still_meant(context.bound) if not same}
    return without_permanents(effect, gone) if gone else effect


def apply_all(engine: Engine, effects: tuple[Effect, ...], context: Context) -> None:
    """Applies effects in order, up to one that ends the turn; behind one that asks they wait for the answer."""
    for number, effect in enumerate(effects):
        if engine.interruption is not None or engine.outcome is not None:
            return
        if engine.pending is not None:
            engine.effects_left, engine.context = (*engine.effects_left, *effects[number:]), context
            return
        apply(engine, effect, context)


def apply_next_effect(engine: Engine) -> None:
    """608.2: the next instruction of what is being carried out."""
    effect, engine.effects_left = engine.effects_left[0], engine.effects_left[1:]
    assert engine.context is not None  # nosec B101 # for type checkers
    apply(engine, effect, engine.context)


# --- what changes the turn ---


def _extra_turn(engine: Engine, effect: ExtraTurn, context: Context) -> None:
    """500.7: one by one in APNAP order, each directly behind the named turn, so the newest is taken first."""
    origin = Origin(context.name, context.controller, effect.then, context.bound)
    for player in engine.one_of_each_team(engine.recipients(effect.player, context.controller)):
        if effect.after is None:
            engine.schedule = engine.schedule.with_extra_turn(player, origin)
        else:
            engine.schedule = engine.schedule.with_turn_behind(engine.head(effect.after.next_turn_of), player, origin)


def _extra_phases(engine: Engine, effect: ExtraPhases, context: Context) -> None:
    """500.8; nothing in somebody else's turn if "you get" it (500.10a)."""
    if not effect.you_get or engine.is_active(context.controller):
        origin = Origin(context.name, context.controller, effect.then, context.bound)
        engine.schedule = engine.schedule.with_phases(effect.phases, effect.after, origin)


def _extra_steps(engine: Engine, effect: ExtraSteps, context: Context) -> None:
    """500.9, after a phase 500.10; nothing in somebody else's turn if "you get" it (500.10a)."""
    if effect.you_get and not engine.is_active(context.controller):
        return
    origin = Origin(context.name, context.controller)
    if effect.after_phase is not None:
        engine.schedule = engine.schedule.with_phases_for_steps(effect.steps, effect.after_phase, origin)
    else:
        engine.schedule = engine.schedule.with_steps(
            effect.steps, after=effect.after, before=effect.before, origin=origin
        )


def _end_turn(engine: Engine, _effect: EndTurn, _context: Context) -> None:
    """723.1: the process begins at once; what is left of the resolving object is not carried out."""
    _end_early(engine, "end_the_turn")


def _end_combat(engine: Engine, _effect: EndCombat, _context: Context) -> None:
    """723.2: as above; outside a combat phase nothing happens (723.2g)."""
    if engine.schedule.phase_name == "combat":
        _end_early(engine, "end_the_combat_phase")


def _end_early(engine: Engine, trigger: str) -> None:
    engine.interruption = trigger
    engine.effects_left = ()
    engine.then_act = False
    if engine.priority_state == CLOSED:
        engine.fire("priority", "end_early")


def _control_player(engine: Engine, effect: ControlPlayer, _context: Context) -> None:
    """722.1: during the player's next turn; the latest such effect overwrites the others (722.1a)."""
    if effect.player in engine.in_game and effect.by in engine.in_game:
        engine.control_next = {**engine.control_next, engine.head(effect.player): effect.by}


def _set_day_night(engine: Engine, effect: SetDayNight, _context: Context) -> None:
    turn_based_actions.set_day_night(engine, effect.to, "730.1")


# --- the stack and the end of the game ---


def exile_stack(engine: Engine) -> None:
    """723.1b, 723.2b: every object on the stack is exiled, the resolving one included."""
    rule = "723.1b" if engine.interruption == "end_the_turn" else "723.2b"
    for object_ in reversed(engine.stack):
        leave_stack(engine, object_, rule, "exile")
    engine.context = engine.resolving = None


def _counter_top(engine: Engine, _effect: CounterTop, _context: Context) -> None:
    """The object directly below the resolving one leaves the stack without resolving."""
    below = [object_ for object_ in engine.stack if object_ is not engine.resolving]
    if engine.priority_state == "resolving" and below:
        leave_stack(engine, below[-1], None, countered=True)


def _win(engine: Engine, effect: Win, context: Context) -> None:
    outcomes.win(engine, effect.player or context.controller)


def _lose(engine: Engine, effect: Lose, context: Context) -> None:
    outcomes.lose(engine, {effect.player or context.controller: "104.3e"})


def _static(engine: Engine, effect: Static, context: Context) -> None:
    """A static effect that resolves, or that a player has from the start, is in force for ever."""
    engine.put_in_force("static", context.name, context.controller, None, effect, engine.static_keys(effect))


def _continuous(engine: Engine, effect: Continuous, context: Context) -> None:
    durations.begin_continuous(engine, effect, context)


def _nothing(_engine: Engine, _effect: Nothing, _context: Context) -> None:
    """It does nothing."""


APPLY: Final[dict[type, Callable[[Engine, Any, Context], None]]] = {
    ExtraTurn: _extra_turn,
    ExtraPhases: _extra_phases,
    ExtraSteps: _extra_steps,
    Skip: skips.add,
    EndTurn: _end_turn,
    EndCombat: _end_combat,
    Continuous: _continuous,
    Static: _static,
    Trigger: triggers.add_trigger,
    DelayedTrigger: triggers.add_delayed_trigger,
    AddMana: mana.add,
    ControlPlayer: _control_player,
    SetDayNight: _set_day_night,
    CounterTop: _counter_top,
    Win: _win,
    Lose: _lose,
    Nothing: _nothing,
}

"""What the state of an engine is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


STATE: Final = (
    "turn_state",
    "priority_state",
    "attack_state",
    "block_state",
    "damage_state",
    "declaration",
    "schedule",
    "position",
    "facts",
    "in_force",
    "stack",
    "waiting",
    "pools",
    "pending",
    "actions_left",
    "actors",
    "effects_left",
    "context",
    "resolving",
    "then_act",
    "unresolved",
    "priority_player",
    "priority_rule",
    "passed",
    "passes_only",
    "last_check_performed",
    "skip_candidates",
    "skip_choice",
    "interruption",
    "day_night",
    "spells_last_turn",
    "latest_turn",
    "starting_turn",
    "control",
    "control_next",
    "in_game",
    "outcome",
    "serial",
    "set_up",
)
"""The names of the attributes that change as a game goes on, in the order of `read_state`."""


def read_state(engine: Engine) -> tuple[Any, ...]:
    """The values of these attributes; each is immutable.

    They are read before each command, and this is the fastest way.
    """
    return (
        engine.turn_state,
        engine.priority_state,
        engine.attack_state,
        engine.block_state,
        engine.damage_state,
        engine.declaration,
        engine.schedule,
        engine.position,
        engine.facts,
        engine.in_force,
        engine.stack,
        engine.waiting,
        engine.pools,
        engine.pending,
        engine.actions_left,
        engine.actors,
        engine.effects_left,
        engine.context,
        engine.resolving,
        engine.then_act,
        engine.unresolved,
        engine.priority_player,
        engine.priority_rule,
        engine.passed,
        engine.passes_only,
        engine.last_check_performed,
        engine.skip_candidates,
        engine.skip_choice,
        engine.interruption,
        engine.day_night,
        engine.spells_last_turn,
        engine.latest_turn,
        engine.starting_turn,
        engine.control,
        engine.control_next,
        engine.in_game,
        engine.outcome,
        engine.serial,
        engine.set_up,
    )

"""What the state of an engine is made of."""

from __future__ import annotations

from typing import Final

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
"""Attributes of an engine that change as a game goes on; each holds an immutable value."""

"""Proof by exploration: all control states of the turn in a scope, and perft counts.

`explore` tries every command in every control state that can be reached from a set-up within `Bounds`, on the engine
itself, and holds `INVARIANTS` against each step. `perft` counts the sequences of commands from a position.
"""

from mtg_fsm.explore.bounds import Bounds
from mtg_fsm.explore.canonical import control_state, digest
from mtg_fsm.explore.counterexample import scenario_data, scenario_text
from mtg_fsm.explore.counting import divide, perft
from mtg_fsm.explore.invariants import INVARIANTS, Invariant, Observation
from mtg_fsm.explore.positions import position
from mtg_fsm.explore.search import Exploration, Progress, Untaken, Violation, explore

__all__ = [
    "INVARIANTS",
    "Bounds",
    "Exploration",
    "Invariant",
    "Observation",
    "Progress",
    "Untaken",
    "Violation",
    "control_state",
    "digest",
    "divide",
    "explore",
    "perft",
    "position",
    "scenario_data",
    "scenario_text",
]

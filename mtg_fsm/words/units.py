"""Names of turns, phases and steps (500.1, 501.1, 506.1, 512.1) in the rules' own words."""

from __future__ import annotations

from typing import Final, Literal

StepName = Literal[
    "untap",
    "upkeep",
    "draw",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "end",
    "cleanup",
]
MainName = Literal["precombat_main", "postcombat_main"]
PhaseName = Literal["beginning", "precombat_main", "combat", "postcombat_main", "ending"]
PhaseKind = Literal["beginning", "main", "combat", "ending"]
DayNight = Literal["day", "night", "neither"]

STEPS: Final[dict[str, tuple[str, ...]]] = {
    "beginning": ("untap", "upkeep", "draw"),
    "combat": ("beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat"),
    "ending": ("end", "cleanup"),
}
"""Steps of each phase that has steps, in the order of the rules."""

PHASE_OF: Final[dict[str, str]] = {step: phase for phase, steps in STEPS.items() for step in steps}
"""The phase that normally holds a step (500.10)."""

PHASES: Final[tuple[str, ...]] = ("beginning", "main", "combat", "main", "ending")
"""Kinds of the five phases of a turn, in order (500.1)."""

MAIN_PHASES: Final[tuple[str, ...]] = ("precombat_main", "postcombat_main")

PHASE_NAMES: Final[tuple[str, ...]] = ("beginning", "precombat_main", "combat", "postcombat_main", "ending")

UNIT_NAMES: Final[tuple[str, ...]] = (
    *(name for phase in PHASE_NAMES for name in (phase, *STEPS.get(phase, ()))),
    "main",
)
"""Every name of a phase or step that an effect, a duration or a trigger may use; `main` is any main phase (505.1)."""


def names_of_phase(name: str) -> tuple[str, ...]:
    """All names by which effects may speak of a phase: a main phase is also `main` (505.1)."""
    return (name, "main") if name in MAIN_PHASES else (name,)

"""Assigning combat damage (510.1): player after player in APNAP order."""

from __future__ import annotations

from typing import Final

from mtg_fsm.machine.declarations import END, PLAYER_LEFT, broken_off, departed, on, step
from mtg_fsm.machine.definition import CLOSED, Arc, MachineDefinition, Named, State

STATES: Final = (
    State(name=CLOSED, kind="initial", rules=("510.1",), description="No combat damage is being assigned."),
    step("next_player", ("510.1", "802.5"), "The players announce in APNAP order."),
    step(
        "announce_assignment",
        ("510.1a", "510.1b", "510.1c", "510.1d"),
        "The player announces what each of their creatures deals to whom.",
        "ask_for_assignment",
    ),
    step("check_assignment", ("510.1e",), "It was legal as a whole; else it was refused.", "assign_damage"),
)

DAMAGE: Final = MachineDefinition(
    name="damage",
    description="Assigning combat damage, rules 510.1a-510.1e.",
    model_attribute="damage_state",
    initial=CLOSED,
    states=STATES,
    arcs=(
        Arc(
            trigger="open",
            source=CLOSED,
            target="next_player",
            rules=("510.1", "703.4k"),
            description="A combat damage step has begun.",
        ),
        Arc(
            trigger="proceed",
            source="next_player",
            target="announce_assignment",
            rules=("510.1",),
            guards=("player_left",),
            before=("next_player_assigns",),
            description="The next player has damage to assign.",
        ),
        on("next_player", CLOSED, ("510.2",), "All have announced.", "not player_left"),
        Arc(
            trigger="declare",
            source="announce_assignment",
            target="check_assignment",
            rules=("510.1e",),
            description="The player has announced all of it.",
        ),
        on("check_assignment", "next_player", ("510.1", "802.5"), "The next player announces."),
        *departed(("announce_assignment",), "next_player", ("800.4a", "802.5")),
        *broken_off(STATES, "510.1"),
    ),
    guards=(PLAYER_LEFT,),
    callbacks=(
        END,
        Named(name="next_player_assigns", rules=("510.1", "802.5"), description="It is the next player's turn."),
        Named(name="ask_for_assignment", rules=("510.1",), description="The player is asked to assign damage."),
        Named(name="assign_damage", rules=("510.1e",), description="The player's whole assignment stands."),
    ),
)

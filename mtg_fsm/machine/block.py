"""Declaring blockers (509.1): the lettered steps as states, once for each defending player (802.4)."""

from __future__ import annotations

from typing import Final

from mtg_fsm.machine.declarations import (
    COST_CALLBACKS,
    COST_GUARD,
    END,
    PLAYER_LEFT,
    broken_off,
    costs,
    departed,
    on,
    step,
)
from mtg_fsm.machine.definition import CLOSED, Arc, MachineDefinition, Named, State

STATES: Final = (
    State(name=CLOSED, kind="initial", rules=("509.1",), description="No blockers are being declared."),
    step("next_defender", ("509.1", "802.4"), "The defending players declare one after another, in APNAP order."),
    step(
        "choose_blockers",
        ("509.1a",),
        "The defending player picks which creatures block whom; what is illegal by 509.1a-509.1c is refused.",
        "ask_for_blockers",
    ),
    step("check_restrictions", ("509.1b",), "No restriction and no evasion ability is violated."),
    step("check_requirements", ("509.1c",), "As many requirements are obeyed as can be without a cost."),
    step("determine_total_cost", ("509.1d",), "The total cost is fixed.", "determine_block_cost"),
    step("activate_mana_abilities", ("509.1e",), "Mana abilities may be activated.", "ask_to_pay"),
    step("pay_costs", ("509.1f",), "The total cost is paid in full.", "pay_costs"),
    step("become_blockers", ("509.1g",), "What is still controlled becomes blocking.", "become_blockers"),
    step("become_blocked", ("509.1h",), "Each attacker becomes blocked or unblocked.", "become_blocked"),
    step("trigger_blocks", ("509.1i",), "Abilities that look for blocks trigger.", "trigger_blocks"),
)

ARCS: Final = (
    Arc(
        trigger="open",
        source=CLOSED,
        target="next_defender",
        rules=("509.1", "703.4j"),
        description="The declare blockers step has begun.",
    ),
    Arc(
        trigger="proceed",
        source="next_defender",
        target="choose_blockers",
        rules=("509.1", "802.4"),
        guards=("player_left",),
        before=("next_defender_declares",),
        description="The next defending player declares blockers.",
    ),
    on("next_defender", "become_blocked", ("509.1h",), "All have declared.", "not player_left"),
    Arc(
        trigger="declare",
        source="choose_blockers",
        target="check_restrictions",
        rules=("509.1a", "509.1b"),
        description="The player has said who blocks whom.",
    ),
    on("check_restrictions", "check_requirements", ("509.1c",), "Then the requirements."),
    on("check_requirements", "determine_total_cost", ("509.1d",), "The declaration is legal."),
    *costs(
        declaring="509.1",
        total="509.1d",
        mana="509.1e",
        pay="509.1f",
        stands="become_blockers",
        asked_again="choose_blockers",
    ),
    on("become_blockers", "next_defender", ("802.4",), "The player's declaration is complete."),
    on("become_blocked", "trigger_blocks", ("509.1i",), "Then the triggers, of all declarations at one time."),
    on("trigger_blocks", CLOSED, ("509.2",), "The active player gets priority next."),
    *departed(("choose_blockers", "activate_mana_abilities"), "next_defender", ("800.4a", "802.4")),
    *broken_off(STATES, "509.1"),
)

BLOCK: Final = MachineDefinition(
    name="block",
    description="Declaring blockers, rules 509.1a-509.1i.",
    model_attribute="block_state",
    initial=CLOSED,
    states=STATES,
    arcs=ARCS,
    guards=(
        PLAYER_LEFT,
        COST_GUARD,
    ),
    callbacks=(
        END,
        Named(name="next_defender_declares", rules=("509.1", "802.4"), description="It is the next player's turn."),
        Named(name="ask_for_blockers", rules=("509.1a",), description="The player is asked for blockers."),
        Named(name="determine_block_cost", rules=("509.1d",), description="The costs to block are added up."),
        *COST_CALLBACKS,
        Named(
            name="become_blockers",
            rules=("509.1g",),
            description="Chosen creatures that the player still controls are blocking.",
        ),
        Named(
            name="become_blocked",
            rules=("509.1h",),
            description="Attackers with a blocker become blocked, all others unblocked.",
        ),
        Named(
            name="trigger_blocks",
            rules=("509.1i", "509.3"),
            description="All abilities that look for the declarations trigger at one time.",
        ),
    ),
)

"""Declaring attackers (508.1): the lettered steps as states."""

from __future__ import annotations

from typing import Final

from mtg_fsm.machine.declarations import COST_CALLBACKS, COST_GUARD, END, broken_off, costs, on, step
from mtg_fsm.machine.definition import CLOSED, Arc, MachineDefinition, Named, State

STATES: Final = (
    State(name=CLOSED, kind="initial", rules=("508.1",), description="No attackers are being declared."),
    step(
        "choose_attackers",
        ("508.1a",),
        "The active player picks which creatures attack; what is illegal by 508.1a-508.1d is refused.",
        "ask_for_attackers",
    ),
    step("choose_attacked", ("508.1b",), "Each of them attacks a player, planeswalker or battle."),
    step("check_restrictions", ("508.1c",), "No restriction is violated."),
    step(
        "check_requirements",
        ("508.1d", "506.6"),
        "As many requirements are obeyed as can be without a cost.",
        "note_required_attackers",
    ),
    step("announce_bands", ("508.1e",), "Bands are announced, if a creature has banding.", "announce_bands"),
    step("tap_attackers", ("508.1f",), "The chosen creatures tap.", "tap_attackers"),
    step(
        "choose_optional_costs",
        ("508.1g",),
        "The player decides on optional costs, one creature after another.",
        "note_optional_costs",
    ),
    step("determine_total_cost", ("508.1h",), "The total cost is fixed.", "determine_attack_cost"),
    step("activate_mana_abilities", ("508.1i",), "Mana abilities may be activated.", "ask_to_pay"),
    step("pay_costs", ("508.1j",), "The total cost is paid in full.", "pay_costs"),
    step("become_attackers", ("508.1k",), "What is still controlled becomes attacking.", "become_attackers"),
    step("trigger_attacks", ("508.1m",), "Abilities that look for attacks trigger.", "trigger_attacks"),
)

ARCS: Final = (
    Arc(
        trigger="open",
        source=CLOSED,
        target="choose_attackers",
        rules=("508.1", "703.4i"),
        description="The active player declares attackers.",
    ),
    Arc(
        trigger="declare",
        source="choose_attackers",
        target="choose_attacked",
        rules=("508.1a", "508.1b"),
        description="The player has said who attacks whom.",
    ),
    on("choose_attacked", "check_restrictions", ("508.1c",), "Then the restrictions."),
    on("check_restrictions", "check_requirements", ("508.1d",), "Then the requirements."),
    on("check_requirements", "announce_bands", ("508.1e",), "The declaration is legal."),
    on("announce_bands", "tap_attackers", ("508.1f",), "Then they tap."),
    on("tap_attackers", "choose_optional_costs", ("508.1g",), "Then the costs."),
    Arc(
        trigger="proceed",
        source="choose_optional_costs",
        target=None,
        kind="repeat",
        rules=("508.1g",),
        guards=("optional_cost_left",),
        before=("ask_for_optional_cost",),
        description="The next optional cost is asked.",
    ),
    on("choose_optional_costs", "determine_total_cost", ("508.1h",), "None is left.", "not optional_cost_left"),
    *costs(
        declaring="508.1",
        total="508.1h",
        mana="508.1i",
        pay="508.1j",
        stands="become_attackers",
        asked_again="choose_attackers",
    ),
    on("become_attackers", "trigger_attacks", ("508.1m",), "The declaration is complete."),
    on("trigger_attacks", CLOSED, ("508.2",), "The active player gets priority next."),
    *broken_off(STATES, "508.1"),
)

ATTACK: Final = MachineDefinition(
    name="attack",
    description="Declaring attackers, rules 508.1a-508.1m.",
    model_attribute="attack_state",
    initial=CLOSED,
    states=STATES,
    arcs=ARCS,
    guards=(
        Named(name="optional_cost_left", rules=("508.1g",), description="An optional cost has not been decided yet."),
        COST_GUARD,
    ),
    callbacks=(
        END,
        Named(name="ask_for_attackers", rules=("508.1a", "508.1b"), description="The player is asked for attackers."),
        Named(
            name="note_required_attackers",
            rules=("506.6",),
            description="Which creatures had to attack is fixed for this combat.",
        ),
        Named(name="announce_bands", rules=("508.1e",), description="A game with banding asks the player for bands."),
        Named(name="tap_attackers", rules=("508.1f",), description="The chosen creatures tap."),
        Named(name="note_optional_costs", rules=("508.1g",), description="The optional costs that there are."),
        Named(name="ask_for_optional_cost", rules=("508.1g",), description="The player is asked for one cost."),
        Named(
            name="determine_attack_cost",
            rules=("508.1h",),
            description="Required costs and chosen optional ones are added up.",
        ),
        *COST_CALLBACKS,
        Named(
            name="become_attackers",
            rules=("508.1k",),
            description="Chosen creatures that the player still controls are attacking.",
        ),
        Named(
            name="trigger_attacks",
            rules=("508.1m", "508.3"),
            description="All abilities that look for the declaration trigger at one time.",
        ),
    ),
)

"""The turn machine: every phase and step of rules 500-514 as a state, one arc a line."""

from __future__ import annotations

from typing import Final

from mtg_fsm.machine.definition import Arc, MachineDefinition, Named, State, plain
from mtg_fsm.words.units import MAIN_PHASES, STEPS

STEP_ENDS: Final = ("expire_until_end_of_step", "empty_mana_pools", "end_step")
COMBAT_STEP_ENDS: Final = ("expire_until_end_of_step", "empty_mana_pools", "remove_all_from_combat", "end_step")
PHASE_ENDS: Final = ("expire_until_end_of_phase", "empty_mana_pools", "end_phase")
COMBAT_PHASE_ENDS: Final = ("expire_until_end_of_phase", "empty_mana_pools", "remove_all_from_combat", "end_phase")
TURN_ENDS: Final = ("end_turn",)

TURN_BEGINS: Final = ("begin_turn", "expire_until_turn", "apply_riders", "trigger_beginning_of_turn")
PHASE_BEGINS: Final = ("begin_phase", "expire_until_phase", "apply_riders", "trigger_beginning_of_phase")
STEP_BEGINS: Final = ("begin_step", "expire_until_step", "trigger_beginning_of_step")


def _phase(name: str, rules: tuple[str, ...], description: str, actions: tuple[str, ...] = ()) -> State:
    return State(name=name, kind="phase", rules=rules, description=description, on_enter=PHASE_BEGINS, actions=actions)


def _step(name: str, rules: tuple[str, ...], description: str, *actions: str) -> State:
    return State(name=name, kind="step", rules=rules, description=description, on_enter=STEP_BEGINS, actions=actions)


def _next_step(phase: str) -> State:
    return State(
        name=f"{phase}.next_step",
        kind="junction",
        rules=("500.9", "500.11", "500.12"),
        description=f"Junction: which step of this {phase} phase comes next, or none.",
    )


STATES: Final = (
    State(name="not_started", kind="initial", rules=("103.8",), description="The game has not begun."),
    _phase("beginning", ("501.1",), "Beginning phase."),
    _step("beginning.untap", ("502",), "Untap step.", "phasing", "check_day_and_night", "untap_permanents"),
    _step("beginning.upkeep", ("503",), "Upkeep step.", "give_priority"),
    _step("beginning.draw", ("504",), "Draw step.", "draw_card", "give_priority"),
    _next_step("beginning"),
    _phase(
        "precombat_main",
        ("505.1a",),
        "First main phase of the turn.",
        ("set_scheme_in_motion", "add_lore_counters", "roll_to_visit_attractions", "give_priority"),
    ),
    _phase("combat", ("506.1",), "Combat phase."),
    _step(
        "combat.beginning_of_combat", ("507",), "Beginning of combat step.", "choose_defending_player", "give_priority"
    ),
    _step("combat.declare_attackers", ("508",), "Declare attackers step.", "declare_attackers", "give_priority"),
    _step("combat.declare_blockers", ("509",), "Declare blockers step.", "declare_blockers", "give_priority"),
    _step(
        "combat.combat_damage",
        ("510",),
        "Combat damage step.",
        "assign_combat_damage",
        "deal_combat_damage",
        "give_priority",
    ),
    _step("combat.end_of_combat", ("511",), "End of combat step.", "give_priority"),
    _next_step("combat"),
    _phase("postcombat_main", ("505.1a",), "Any main phase after the first of the turn.", ("give_priority",)),
    _phase("ending", ("512.1",), "Ending phase."),
    _step("ending.end", ("513",), "End step.", "give_priority"),
    _step(
        "ending.cleanup",
        ("514",),
        "Cleanup step.",
        "discard_to_hand_size",
        "remove_damage_and_end_effects",
        "check_state_based_actions",
        "give_priority_if_needed",
    ),
    _next_step("ending"),
    State(
        name="next_phase",
        kind="junction",
        rules=("500.7", "500.8", "500.11", "500.12"),
        description="Junction: which phase comes next, in this turn or the next one.",
    ),
    State(
        name="game_over",
        kind="final",
        rules=("104.1",),
        description="The game has ended.",
        on_enter=("end_game",),
    ),
)

_UNDISTURBED: Final = "nothing_added_or_skipped"


def _natural(source: str, target: str, rules: tuple[str, ...], ends: tuple[str, ...], *guards: str) -> Arc:
    """An arc of the printed order."""
    return Arc(
        trigger="proceed",
        source=source,
        target=target,
        rules=rules,
        guards=(_UNDISTURBED, *guards),
        before=ends,
        description=f"After {plain(source)} comes {plain(target)}.",
    )


_TURN_CHANGES: Final = (*STEP_ENDS, *PHASE_ENDS, *TURN_ENDS, *TURN_BEGINS)

NATURAL: Final = (
    _natural("beginning.untap", "beginning.upkeep", ("501.1", "502.4"), STEP_ENDS),
    _natural("beginning.upkeep", "beginning.draw", ("501.1",), STEP_ENDS),
    _natural("beginning.draw", "precombat_main", ("500.1",), (*STEP_ENDS, *PHASE_ENDS)),
    _natural("precombat_main", "combat.beginning_of_combat", ("500.1", "505.2"), PHASE_ENDS),
    _natural("combat.beginning_of_combat", "combat.declare_attackers", ("506.1",), STEP_ENDS),
    _natural("combat.declare_attackers", "combat.declare_blockers", ("506.1",), STEP_ENDS, "any_attackers"),
    Arc(
        trigger="proceed",
        source="combat.declare_attackers",
        target="combat.end_of_combat",
        kind="skip",
        rules=("508.8",),
        guards=(_UNDISTURBED, "not any_attackers"),
        before=(*STEP_ENDS, "skip_blockers_and_damage"),
        description="Without attackers declare blockers and combat damage are left out.",
    ),
    _natural("combat.declare_blockers", "combat.combat_damage", ("506.1",), STEP_ENDS),
    Arc(
        trigger="proceed",
        source="combat.combat_damage",
        target="combat.combat_damage",
        kind="repeat",
        rules=("510.4",),
        guards=(_UNDISTURBED, "second_combat_damage_step"),
        before=STEP_ENDS,
        description="With first or double strike there is a second combat damage step.",
    ),
    _natural("combat.combat_damage", "combat.end_of_combat", ("506.1",), STEP_ENDS, "not second_combat_damage_step"),
    _natural("combat.end_of_combat", "postcombat_main", ("500.1", "511.3"), (*COMBAT_STEP_ENDS, *PHASE_ENDS)),
    _natural("postcombat_main", "ending.end", ("500.1", "505.2"), PHASE_ENDS),
    _natural("ending.end", "ending.cleanup", ("512.1",), STEP_ENDS),
    Arc(
        trigger="proceed",
        source="ending.cleanup",
        target="ending.cleanup",
        kind="repeat",
        rules=("514.3a",),
        guards=(_UNDISTURBED, "another_cleanup_step"),
        before=STEP_ENDS,
        description="After a cleanup step with priority another one begins.",
    ),
    _natural("ending.cleanup", "beginning.untap", ("500.1",), _TURN_CHANGES, "not another_cleanup_step"),
)


def _disturbed(source: str, target: str, ends: tuple[str, ...]) -> Arc:
    """The way into a junction, if an effect adds or skips something here."""
    return Arc(
        trigger="proceed",
        source=source,
        target=target,
        kind="extra",
        rules=("500.7", "500.8", "500.9", "500.11") if target == "next_phase" else ("500.9", "500.11"),
        guards=(f"not {_UNDISTURBED}",),
        before=ends,
        description=f"Something is added or skipped after {plain(source)}.",
    )


DISTURBED: Final = (
    *(
        _disturbed(f"{phase}.{step}", f"{phase}.next_step", COMBAT_STEP_ENDS if step == "end_of_combat" else STEP_ENDS)
        for phase, steps in STEPS.items()
        for step in steps
    ),
    _disturbed("precombat_main", "next_phase", PHASE_ENDS),
    _disturbed("postcombat_main", "next_phase", PHASE_ENDS),
)


def _step_junction(phase: str) -> tuple[Arc, ...]:
    junction = f"{phase}.next_step"
    return (
        Arc(
            trigger="proceed",
            source=junction,
            target=None,
            kind="skip",
            rules=("500.11", "614.10"),
            guards=("next_step_is_skipped",),
            before=("skip_step",),
            description="The step that would begin is skipped.",
        ),
        *(
            Arc(
                trigger="proceed",
                source=junction,
                target=f"{phase}.{step}",
                kind="extra",
                rules=("500.9",),
                guards=(f"{step}_is_next",),
                description=f"The next step is {plain(step)}.",
            )
            for step in STEPS[phase]
        ),
        Arc(
            trigger="proceed",
            source=junction,
            target="next_phase",
            rules=("500.8",),
            guards=("no_step_left",),
            before=COMBAT_PHASE_ENDS if phase == "combat" else PHASE_ENDS,
            description=f"No step is left: the {phase} phase ends.",
        ),
    )


def _at_next_phase(guard: str, kind: str, rules: tuple[str, ...], before: tuple[str, ...], description: str) -> Arc:
    return Arc.model_validate(
        {
            "trigger": "proceed",
            "source": "next_phase",
            "target": None,
            "kind": kind,
            "rules": rules,
            "guards": (guard,),
            "before": before,
            "description": description,
        }
    )


_FIRST_STATE: Final = {
    "beginning": "beginning.next_step",
    "precombat_main": "precombat_main",
    "combat": "combat.next_step",
    "postcombat_main": "postcombat_main",
    "ending": "ending.next_step",
}

JUNCTIONS: Final = (
    *(arc for phase in STEPS for arc in _step_junction(phase)),
    _at_next_phase("no_phase_left", "natural", ("500.1",), TURN_ENDS, "No phase is left: the turn ends."),
    _at_next_phase(
        "next_turn_is_skipped", "skip", ("500.11", "614.10", "800.4k"), ("skip_turn",), "The next turn is skipped."
    ),
    _at_next_phase("next_turn_begins", "natural", ("500.7",), TURN_BEGINS, "The next turn of the agenda begins."),
    _at_next_phase(
        "next_phase_is_skipped", "skip", ("500.11", "614.10"), ("skip_phase",), "The phase that would begin is skipped."
    ),
    *(
        Arc(
            trigger="proceed",
            source="next_phase",
            target=target,
            kind="extra",
            rules=("500.8", "505.1a") if phase in MAIN_PHASES else ("500.8",),
            guards=(f"{phase}_is_next",),
            description=f"The next phase is {plain(phase)}.",
        )
        for phase, target in _FIRST_STATE.items()
    ),
)


def _end_the_turn(source: str, target: str | None, ends: tuple[str, ...], *guards: str) -> Arc:
    return Arc(
        trigger="end_the_turn",
        source=source,
        target=target,
        kind="interrupt",
        rules=("723.1d",),
        guards=guards,
        before=("skip_to_cleanup", *ends),
        description="An effect ends the turn: straight to the cleanup step.",
    )


def _game_ends(source: str) -> Arc:
    return Arc(
        trigger="game_ends",
        source=source,
        target="game_over",
        kind="interrupt",
        rules=("104.1",),
        description="The game ends at once.",
    )


INTERRUPTS: Final = (
    _end_the_turn("beginning", "beginning.next_step", STEP_ENDS, "step_in_progress"),
    _end_the_turn("precombat_main", "next_phase", PHASE_ENDS),
    _end_the_turn("combat", "combat.next_step", COMBAT_STEP_ENDS, "step_in_progress"),
    _end_the_turn("postcombat_main", "next_phase", PHASE_ENDS),
    _end_the_turn("ending", "ending.next_step", STEP_ENDS, "step_in_progress"),
    *(_end_the_turn(f"{phase}.next_step", None, (), "not step_in_progress") for phase in STEPS),
    _end_the_turn("next_phase", None, ()),
    Arc(
        trigger="end_the_combat_phase",
        source="combat",
        target="combat.next_step",
        kind="interrupt",
        rules=("723.2d",),
        guards=("step_in_progress",),
        before=("skip_rest_of_combat", *COMBAT_STEP_ENDS),
        description="An effect ends the combat phase: the next phase begins.",
    ),
    Arc(
        trigger="end_the_combat_phase",
        source="combat.next_step",
        target=None,
        kind="interrupt",
        rules=("723.2d",),
        guards=("not step_in_progress",),
        before=("skip_rest_of_combat",),
        description="An effect ends the combat phase as it begins.",
    ),
    *(_game_ends(source) for source in ("not_started", *_FIRST_STATE, "next_phase")),
)

GUARDS: Final = (
    Named(
        name=_UNDISTURBED,
        rules=("500.7", "500.8", "500.9", "500.11"),
        description="What comes next is what the printed order says, and no effect could skip it.",
    ),
    Named(name="any_attackers", rules=("508.8",), description="A creature was declared or put in attacking."),
    Named(
        name="second_combat_damage_step",
        rules=("510.4",),
        description="First or double strike was there as this combat damage step began, and it was the first.",
    ),
    Named(
        name="another_cleanup_step",
        rules=("514.3a",),
        description="Players got priority in this cleanup step.",
    ),
    Named(
        name="next_step_is_skipped",
        rules=("500.11", "614.10", "500.10", "508.8", "103.8a", "103.8b", "723.1d"),
        description="A rule or an effect skips the step that would begin.",
    ),
    *(
        Named(
            name=f"{step}_is_next",
            rules=("500.9",),
            description=f"The schedule names {plain(step)} as the next step, and nothing skips it.",
        )
        for steps in STEPS.values()
        for step in steps
    ),
    Named(
        name="step_in_progress",
        rules=("500.12", "723.1d"),
        description="A step has begun and not ended; between steps nothing ends.",
    ),
    Named(name="no_step_left", rules=("500.8",), description="No step of this phase is left."),
    Named(name="no_phase_left", rules=("500.1",), description="No phase of this turn is left."),
    Named(
        name="next_turn_is_skipped",
        rules=("500.11", "614.10", "800.4k"),
        description="Between turns: an effect skips the turn that would begin, or its player has left.",
    ),
    Named(name="next_turn_begins", rules=("500.7",), description="Between turns: the next turn is not skipped."),
    Named(
        name="next_phase_is_skipped",
        rules=("500.11", "614.10", "723.1d"),
        description="A rule or an effect skips the phase that would begin.",
    ),
    *(
        Named(
            name=f"{phase}_is_next",
            rules=("500.8",),
            description=f"The schedule names {plain(phase)} as the next phase, and nothing skips it.",
        )
        for phase in _FIRST_STATE
    ),
)

CALLBACKS: Final = (
    Named(name="begin_turn", rules=("500.7", "722.1"), description="The turn begins."),
    Named(name="expire_until_turn", rules=("500.5",), description='Effects "until" this turn end.'),
    Named(
        name="apply_riders",
        rules=("500.7", "614.10a"),
        description="What was to happen as this very turn or phase begins is applied.",
    ),
    Named(
        name="trigger_beginning_of_turn",
        rules=("500.6", "603.2b"),
        description="Abilities that look for the beginning of the turn trigger and wait.",
    ),
    Named(name="begin_phase", rules=("500.8", "505.1a"), description="The phase begins; its steps are scheduled."),
    Named(name="expire_until_phase", rules=("500.5",), description='Effects "until" this phase end.'),
    Named(
        name="trigger_beginning_of_phase",
        rules=("500.6", "603.2b"),
        description="Abilities that look for the beginning of the phase trigger and wait.",
    ),
    Named(name="begin_step", rules=("500.9",), description="The step begins."),
    Named(name="expire_until_step", rules=("500.5",), description='Effects "until" this step end.'),
    Named(
        name="trigger_beginning_of_step",
        rules=("500.6", "603.2b"),
        description="Abilities that look for the beginning of the step trigger and wait.",
    ),
    Named(
        name="expire_until_end_of_step", rules=("500.5",), description="Effects that last to the end of this step end."
    ),
    Named(
        name="empty_mana_pools",
        rules=("500.4", "703.4q"),
        description="Unspent mana empties from every pool, unless an effect keeps it.",
    ),
    Named(
        name="remove_all_from_combat",
        rules=("511.3", "508.1k", "723.1d", "723.2d"),
        description="All creatures, battles and planeswalkers leave combat.",
    ),
    Named(name="end_step", rules=("500.2", "500.3"), description="The step ends."),
    Named(
        name="expire_until_end_of_phase",
        rules=("500.5",),
        description="Effects that last to the end of this phase, or until end of combat, end.",
    ),
    Named(name="end_phase", rules=("500.2",), description="The phase ends."),
    Named(
        name="end_turn",
        rules=("500.1",),
        description="The turn ends, and with it what could happen in it only.",
    ),
    Named(name="skip_step", rules=("500.11", "614.10"), description="The step is passed over."),
    Named(name="skip_phase", rules=("500.11", "614.10"), description="The phase is passed over."),
    Named(name="skip_turn", rules=("500.11", "614.10", "800.4k"), description="The turn is passed over."),
    Named(
        name="skip_blockers_and_damage",
        rules=("508.8",),
        description="Declare blockers and combat damage are passed over.",
    ),
    Named(
        name="skip_to_cleanup",
        rules=("723.1d",),
        description="Everything of this turn but its cleanup step will be skipped.",
    ),
    Named(
        name="skip_rest_of_combat",
        rules=("723.2d",),
        description="The remaining steps of this combat phase will be skipped.",
    ),
    Named(name="end_game", rules=("104.1",), description="The game is over."),
)

ACTIONS: Final = (
    Named(name="phasing", rules=("502.1", "703.4a"), description="Permanents phase in and out, all at once."),
    Named(name="check_day_and_night", rules=("502.2", "703.4b"), description="It may become night or day."),
    Named(name="untap_permanents", rules=("502.3", "703.4c"), description="The active player's permanents untap."),
    Named(name="draw_card", rules=("504.1", "703.4d"), description="The active player draws a card."),
    Named(
        name="set_scheme_in_motion",
        rules=("505.3", "904.9", "703.4e"),
        description="An archenemy sets the top scheme in motion.",
    ),
    Named(
        name="add_lore_counters", rules=("505.4", "703.4f"), description="Each Saga with chapters gets a lore counter."
    ),
    Named(
        name="roll_to_visit_attractions",
        rules=("505.5", "703.4g"),
        description="With an Attraction the active player rolls to visit.",
    ),
    Named(
        name="choose_defending_player",
        rules=("507.1", "506.2a", "703.4h"),
        description="With several opponents the active player chooses the defending player.",
    ),
    Named(name="declare_attackers", rules=("508.1", "703.4i"), description="The active player declares attackers."),
    Named(name="declare_blockers", rules=("509.1", "703.4j"), description="The defending player declares blockers."),
    Named(
        name="assign_combat_damage",
        rules=("510.1", "510.4", "703.4k"),
        description="Combat damage is assigned; who strikes first is fixed.",
    ),
    Named(name="deal_combat_damage", rules=("510.2", "703.4m"), description="All combat damage is dealt at once."),
    Named(
        name="discard_to_hand_size",
        rules=("514.1", "703.4n"),
        description="The active player discards down to maximum hand size.",
    ),
    Named(
        name="remove_damage_and_end_effects",
        rules=("514.2", "703.4p"),
        description='Damage is removed and "until end of turn" effects end, simultaneously.',
    ),
    Named(
        name="give_priority",
        rules=("117.3a",),
        description="The priority machine opens for the active player.",
    ),
    Named(
        name="check_state_based_actions",
        rules=("514.3a", "704.3"),
        description="State-based actions that apply are performed.",
    ),
    Named(
        name="give_priority_if_needed",
        rules=("514.3", "514.3a"),
        description="It opens only if one was performed or an ability waits.",
    ),
)

TURN: Final = MachineDefinition(
    name="turn",
    description="Turn structure of Magic: The Gathering, rules 500-514.",
    model_attribute="turn_state",
    initial="not_started",
    states=STATES,
    arcs=(
        Arc(
            trigger="begin_game",
            source="not_started",
            target="next_phase",
            rules=("103.8",),
            description="The starting player takes the first turn.",
        ),
        *NATURAL,
        *DISTURBED,
        *JUNCTIONS,
        *INTERRUPTS,
    ),
    guards=GUARDS,
    callbacks=CALLBACKS,
    actions=ACTIONS,
)

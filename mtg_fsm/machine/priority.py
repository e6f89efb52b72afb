"""The priority machine: timing and priority (117) with state-based actions (704.3) and triggers (603.3)."""

from __future__ import annotations

from typing import Final

from mtg_fsm.machine.definition import CLOSED, Arc, MachineDefinition, Named, State

STATES: Final = (
    State(
        name=CLOSED,
        kind="initial",
        rules=("117.2", "500.3"),
        description="No player has or gets priority.",
    ),
    State(
        name="state_based_actions",
        kind="state",
        rules=("117.5", "704.3"),
        description="A player would get priority: state-based actions are checked.",
        on_enter=("perform_state_based_actions",),
    ),
    State(
        name="waiting_triggers",
        kind="state",
        rules=("603.3", "603.3b"),
        description="Abilities that have triggered are put on the stack.",
    ),
    State(
        name="player_has_priority",
        kind="state",
        rules=("117.1", "117.3"),
        description="A player has priority.",
        on_enter=("receive_priority",),
    ),
    State(
        name="resolving",
        kind="state",
        rules=("117.4", "608.2n"),
        description="The top object of the stack resolves.",
        on_enter=("begin_resolution",),
    ),
    State(
        name="ending_early",
        kind="state",
        rules=("723.1c", "723.2c"),
        description="The turn or combat phase is being ended: state-based actions, no priority.",
        on_enter=("perform_state_based_actions",),
    ),
)

ARCS: Final = (
    Arc(
        trigger="open",
        source=CLOSED,
        target="state_based_actions",
        rules=("117.3a", "703.3"),
        before=("active_player_first",),
        description="A step or phase with priority: the active player would get it.",
    ),
    Arc(
        trigger="proceed",
        source="state_based_actions",
        target="state_based_actions",
        kind="repeat",
        rules=("704.3",),
        guards=("state_based_action_performed",),
        description="State-based actions were performed: check again.",
    ),
    Arc(
        trigger="proceed",
        source="state_based_actions",
        target="waiting_triggers",
        rules=("117.5", "603.3"),
        guards=("not state_based_action_performed", "triggers_wait"),
        description="None applies and abilities wait: they go on the stack.",
    ),
    Arc(
        trigger="proceed",
        source="state_based_actions",
        target="player_has_priority",
        rules=("117.5",),
        guards=("not state_based_action_performed", "not triggers_wait"),
        description="Nothing applies and nothing waits: the player gets priority.",
    ),
    Arc(
        trigger="proceed",
        source="waiting_triggers",
        target=None,
        rules=("603.3b", "101.4"),
        guards=("triggers_wait",),
        before=("put_triggers_on_stack",),
        description="The next player in APNAP order puts abilities on the stack.",
    ),
    Arc(
        trigger="proceed",
        source="waiting_triggers",
        target="state_based_actions",
        kind="repeat",
        rules=("603.3b", "704.3"),
        guards=("not triggers_wait",),
        description="All are on the stack: state-based actions are checked again.",
    ),
    Arc(
        trigger="act",
        source="player_has_priority",
        target="state_based_actions",
        rules=("117.3c",),
        before=("same_player_next",),
        description="After an action the same player would get priority.",
    ),
    Arc(
        trigger="pass",
        source="player_has_priority",
        target="state_based_actions",
        rules=("117.3d",),
        guards=("not all_others_passed",),
        before=("pass_priority", "next_player"),
        description="The next player in turn order would get priority.",
    ),
    Arc(
        trigger="pass",
        source="player_has_priority",
        target="resolving",
        rules=("117.4", "500.2"),
        guards=("all_others_passed", "object_on_stack"),
        before=("pass_priority",),
        description="All players passed in succession: the top object resolves.",
    ),
    Arc(
        trigger="pass",
        source="player_has_priority",
        target=CLOSED,
        rules=("117.4", "500.2"),
        guards=("all_others_passed", "not object_on_stack"),
        before=("pass_priority",),
        description="All players passed with an empty stack: the step or phase ends.",
    ),
    Arc(
        trigger="depart",
        source="player_has_priority",
        target="state_based_actions",
        kind="interrupt",
        rules=("800.4a",),
        before=("next_player", "take_back_pass"),
        description="The player with priority leaves: the next player in turn order would get it, even after a pass.",
    ),
    Arc(
        trigger="proceed",
        source="resolving",
        target=None,
        rules=("117.2e",),
        guards=("has_effects_left",),
        before=("apply_next_effect",),
        description="The next instruction is carried out.",
    ),
    Arc(
        trigger="proceed",
        source="resolving",
        target="state_based_actions",
        rules=("117.3b", "608.2n"),
        guards=("not has_effects_left",),
        before=("finish_resolution", "active_player_first"),
        description="The object leaves the stack; the active player would get priority.",
    ),
    *(
        Arc(
            trigger="end_early",
            source=source,
            target="ending_early",
            kind="interrupt",
            rules=("723.1a", "723.1b", "723.2a", "723.2b"),
            before=("drop_waiting_triggers", "exile_stack"),
            description=description,
        )
        for source, description in (
            ("resolving", "An effect ends the turn or combat phase: waiting abilities are gone, the stack is exiled."),
            ("player_has_priority", "A mana ability does so."),
        )
    ),
    Arc(
        trigger="end_early",
        source=CLOSED,
        target="ending_early",
        kind="interrupt",
        rules=("723.1a", "723.2a"),
        before=("drop_waiting_triggers",),
        description="It is ended as it begins, with an empty stack.",
    ),
    Arc(
        trigger="proceed",
        source="ending_early",
        target="ending_early",
        kind="repeat",
        rules=("723.1c", "723.2c", "704.3"),
        guards=("state_based_action_performed",),
        description="State-based actions were performed: check again.",
    ),
    Arc(
        trigger="proceed",
        source="ending_early",
        target=CLOSED,
        rules=("723.1f", "723.2f"),
        guards=("not state_based_action_performed",),
        description="Nobody gets priority.",
    ),
    *(
        Arc(
            trigger="game_ends",
            source=source,
            target=CLOSED,
            kind="interrupt",
            rules=("104.1", "117.5"),
            description="The game has ended: nobody gets priority.",
        )
        for source in (
            "state_based_actions",
            "waiting_triggers",
            "player_has_priority",
            "resolving",
            "ending_early",
        )
    ),
)

GUARDS: Final = (
    Named(
        name="state_based_action_performed",
        rules=("704.3",),
        description="The last check performed a state-based action.",
    ),
    Named(name="triggers_wait", rules=("603.3",), description="A triggered ability waits to be put on the stack."),
    Named(
        name="all_others_passed",
        rules=("117.4",),
        description="With this pass all players have passed in succession.",
    ),
    Named(name="object_on_stack", rules=("117.4",), description="The stack is not empty."),
    Named(name="has_effects_left", rules=("608.2n",), description="The resolving object has instructions left."),
)

CALLBACKS: Final = (
    Named(
        name="active_player_first",
        rules=("117.3a", "117.3b", "800.4j"),
        description="The active player is the one who would get priority; after it left, the next in turn order.",
    ),
    Named(name="same_player_next", rules=("117.3c",), description="The player who acted would get priority."),
    Named(name="next_player", rules=("117.3d",), description="The next player in turn order would get priority."),
    Named(
        name="take_back_pass",
        rules=("800.4a", "117.4"),
        description="Who would get priority once more has to pass once more.",
    ),
    Named(
        name="perform_state_based_actions",
        rules=("704.3",),
        description="All state-based actions that apply are performed as one event.",
    ),
    Named(
        name="put_triggers_on_stack",
        rules=("603.3b",),
        description="One player's abilities of the first round, or if none is left of the second.",
    ),
    Named(name="receive_priority", rules=("117.3",), description="The player gets priority and is asked."),
    Named(
        name="pass_priority", rules=("117.3d", "106.4b"), description="The player passes and announces unspent mana."
    ),
    Named(name="begin_resolution", rules=("603.4",), description="An intervening condition is checked again."),
    Named(name="apply_next_effect", rules=("608.2n",), description="The next instruction is carried out."),
    Named(name="finish_resolution", rules=("608.2n",), description="The object leaves the stack."),
    Named(
        name="drop_waiting_triggers",
        rules=("723.1a", "723.2a"),
        description="Abilities that wait to be put on the stack cease to exist.",
    ),
    Named(name="exile_stack", rules=("723.1b", "723.2b"), description="Every object on the stack is exiled."),
)

PRIORITY: Final = MachineDefinition(
    name="priority",
    description="Timing and priority, rule 117, with state-based actions (704.3) and triggers (603.3).",
    model_attribute="priority_state",
    initial=CLOSED,
    states=STATES,
    arcs=ARCS,
    guards=GUARDS,
    callbacks=CALLBACKS,
)

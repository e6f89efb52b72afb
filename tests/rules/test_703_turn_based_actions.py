"""Rule 703: turn-based actions, in the order of the turn."""

from __future__ import annotations

from support import obligation, play

RICH = """
        game:
          day_night: night
          players:
            - id: A
              library: 5
              hand: 9
              effects:
                - {effect: trigger, name: dawn, when: {beginning_of: upkeep}, effects: []}
                - {effect: trigger, name: noon, when: {beginning_of: precombat_main}, effects: []}
                - {effect: trigger, name: draws, when: {beginning_of: draw}, effects: []}
              battlefield:
                - {id: saga, types: [enchantment], subtypes: [saga], chapters: 4}
                - {id: fair, types: [artifact], subtypes: [attraction]}
                - {id: ghost, phased_out: true}
                - {id: bear, tapped: true}
                - {id: wolf}
            - {id: B, battlefield: [{id: ox}]}
"""
"""Something to do for nearly every turn-based action of A's turns."""


@obligation("703.1", 1)
def test_703_1_an_untapping_and_a_draw_use_no_stack_and_nobody_can_respond() -> None:
    """Between the beginning of the untap step and its end nobody gets priority; the draw comes before anybody does."""
    run = play(RICH + "        until: {turn: 3, step: precombat_main}")
    of_turn_3 = [event.as_dict() for event in run.events if event.turn == 3]
    untap = [event["event"] for event in of_turn_3 if event["step"] == "untap"]
    draw = [event["event"] for event in of_turn_3 if event["step"] == "draw"]
    assert not {"put_on_stack", "priority_received"} & set(untap)
    assert draw.index("card_drawn") < draw.index("priority_received")
    assert [event["name"] for event in of_turn_3 if event["event"] == "put_on_stack"][:2] == ["dawn", "draws"]


@obligation("703.1a", 1)
def test_703_1a_an_upkeep_trigger_is_on_the_stack_and_can_be_answered() -> None:
    """B acts while it waits to resolve; the draw of the turn leaves no such moment."""
    play(
        RICH
        + """
        script:
          - at: {turn: 3, step: upkeep, player: B}
            do: [{action: cast, name: bolt, effects: [{effect: damage, to: A, amount: 3}]}]
        expect:
          checks:
            - {at: {turn: 3, step: upkeep, player: B}, that: {stack: [dawn]}}
            - {at: {turn: 3, step: upkeep, player: B, nth: 2}, that: {stack: [bolt, dawn]}}
            - {at: {turn: 3, step: draw}, that: {stack: [draws]}}
          events:
            - {event: turn_based_action, action: draw, turn: 3}
            - {event: card_drawn, turn: 3}
            - {event: priority_received, step: draw, turn: 3}
        """
    )


@obligation("703.3", 1)
def test_703_3_durations_expire_and_abilities_trigger_then_actions_then_the_gate_then_priority() -> None:
    """In a draw step: the effect until it, the trigger, the draw, the state-based action, the stack, priority."""
    play("""
        game:
          players:
            - {id: B}
            - id: A
              library: 3
              effects: [{effect: trigger, name: draws, when: {beginning_of: draw}, effects: []}]
              battlefield: [{id: bear, power: 2, toughness: 0}]
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: shield
                effects:
                  - effect: continuous
                    name: shield
                    lasts: {until: next_draw}
                    modifies: {permanent: cat, toughness: 1}
                  - {effect: create, permanent: {id: cat, power: 1, toughness: 0}}
        expect:
          events:
            - {event: step_began, step: draw, turn: 2}
            - {event: effect_expired, name: shield}
            - {event: ability_triggered, name: draws}
            - {event: turn_based_action, action: draw}
            - {event: card_drawn, turn: 2}
            - {event: put_on_stack, name: draws}
            - {event: priority_received, step: draw}
        """)


@obligation("703.3", 2)
def test_703_3_between_two_actions_of_a_step_no_state_based_action_is_performed() -> None:
    """What phases in with no toughness is still there as the permanents untap, and dies in the upkeep."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: ghost, toughness: 0, phased_out: true, tapped: true}]}
            - {id: B}
        expect:
          events:
            - {event: phased_in, permanent: ghost, step: untap}
            - {event: permanent_untapped, permanent: ghost, step: untap}
            - {event: state_based_action, subject: ghost, step: upkeep}
        """)


def actions(text: str, turn: int, *steps: str) -> list[str]:
    """The events of these steps or phases of a turn: of turn-based actions the action, of others their kind."""
    found = [event.as_dict() for event in play(text).events]
    return [
        event.get("action") or event["event"]
        for event in found
        if event["turn"] == turn and (event["step"] or event["phase"]) in steps
    ]


UNTAP = RICH + "        until: {turn: 3, step: upkeep}"


@obligation("703.4a", 1)
def test_703_4a_phasing_is_the_first_action_of_the_untap_step() -> None:
    """Nothing but the beginning of the step comes before it."""
    assert actions(UNTAP, 1, "untap")[:3] == ["step_began", "phasing", "phased_in"]


@obligation("703.4b", 1)
def test_703_4b_day_and_night_are_checked_after_phasing_and_before_untapping() -> None:
    """Two spells of the turn before make it day."""
    text = (
        RICH
        + """
        script:
          - {at: {turn: 2, step: precombat_main}, do: [{action: cast, name: one}, {action: cast, name: two}]}
        until: {turn: 3, step: upkeep}
        """
    )
    untap = actions(text, 3, "untap")
    assert untap.index("phasing") < untap.index("day_night") < untap.index("day_night_changed") < untap.index("untap")


@obligation("703.4c", 1)
def test_703_4c_untapping_is_the_last_action_of_the_untap_step() -> None:
    """Behind it is the end of the step."""
    untap = actions(UNTAP, 1, "untap")
    assert untap[untap.index("untap") :] == ["untap", "permanent_untapped", "empty_mana_pools", "step_ended"]


@obligation("703.4d", 1)
def test_703_4d_one_card_is_drawn_before_triggers_are_stacked_and_anybody_has_priority() -> None:
    """A draws once."""
    draw = actions(RICH + "        until: {turn: 3, step: precombat_main}", 3, "draw")
    assert draw.count("card_drawn") == 1
    assert draw.index("card_drawn") < draw.index("put_on_stack") < draw.index("priority_received")


SCHEMES = """
        game:
          variant: archenemy
          players:
            - id: A
              schemes: 3
              battlefield:
                - {id: saga, types: [enchantment], subtypes: [saga], chapters: 4}
                - {id: fair, types: [artifact], subtypes: [attraction]}
            - {id: B}
            - {id: C}
        script:
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main]}]}]
        until: {turn: 2, step: upkeep}
"""


@obligation("703.4e", 1)
def test_703_4e_a_scheme_is_set_in_motion_before_lore_counters_and_the_roll() -> None:
    """All three are actions of A's precombat main phase."""
    main = actions(SCHEMES, 1, "precombat_main")
    assert (
        main.index("set_scheme_in_motion") < main.index("add_lore_counters") < main.index("roll_to_visit_attractions")
    )


@obligation("703.4f", 1)
def test_703_4f_lore_counters_come_once_a_turn() -> None:
    """Neither the postcombat main phase nor an added one brings any."""
    text = SCHEMES
    assert actions(text, 1, "precombat_main", "postcombat_main").count("add_lore_counters") == 1
    assert "add_lore_counters" not in actions(text, 1, "postcombat_main")


@obligation("703.4g", 1)
def test_703_4g_the_roll_is_the_last_action_of_the_precombat_main_phase() -> None:
    """Behind it come the gate and priority."""
    main = actions(SCHEMES, 1, "precombat_main")
    behind = main[main.index("roll_to_visit_attractions") + 1 : main.index("priority_received")]
    assert behind[0] == "rolled"
    assert set(behind[1:]) == {"state_based_action", "scheme_turned_down", "put_on_stack"}


@obligation("703.4h", 1)
def test_703_4h_the_defending_player_is_chosen_before_priority() -> None:
    """In a game of three in which not all opponents defend."""
    text = """
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script: [{at: {turn: 1, decision: choose_defending_player}, do: [{action: defend, player: C}]}]
        expect: {checks: [{at: {turn: 1, step: beginning_of_combat}, that: {defending: [C]}}]}
        """
    begun = actions(text, 1, "beginning_of_combat")
    assert begun.index("choose_defending_player") < begun.index("priority_received")


COMBAT = """
        game:
          players:
            - {id: A, battlefield: [{id: bear, power: 2, toughness: 2}]}
            - {id: B, battlefield: [{id: ox, power: 2, toughness: 2}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {ox: [bear]}}]}
        until: {turn: 1, step: end}
"""


@obligation("703.4i", 1)
def test_703_4i_attackers_are_declared_before_priority() -> None:
    """It is the first thing in the declare attackers step."""
    step = actions(COMBAT, 1, "declare_attackers")
    assert step.index("declare_attackers") < step.index("attacker_declared") < step.index("priority_received")


@obligation("703.4j", 1)
def test_703_4j_blockers_are_declared_before_priority() -> None:
    """It is the first thing in the declare blockers step."""
    step = actions(COMBAT, 1, "declare_blockers")
    assert step.index("declare_blockers") < step.index("blocker_declared") < step.index("priority_received")


@obligation("703.4k", 1)
def test_703_4k_the_active_player_assigns_damage_first_then_defending_players_in_turn_order() -> None:
    """A attacks B and C, and both block."""
    run = play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B, battlefield: [{id: ox}]}
            - {id: C, battlefield: [{id: elk}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: C}}]}
          - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {ox: [bear]}}]}
          - {at: {turn: 1, decision: declare_blockers, player: C}, do: [{action: block, blockers: {elk: [wolf]}}]}
        until: {turn: 1, step: end_of_combat}
        """)
    told = [event.as_dict() for event in run.events]
    assigning = [event["player"] for event in told if event.get("action") == "assign_combat_damage"]
    assert assigning == ["A", "B", "C"]


@obligation("703.4m", 1)
def test_703_4m_no_state_based_action_comes_between_assigning_and_dealing() -> None:
    """Both creatures deal their damage; then both die."""
    step = actions(COMBAT, 1, "combat_damage")
    assigned, dealt = step.index("assign_combat_damage"), step.index("damage_dealt")
    assert "state_based_action" not in step[assigned:dealt]
    assert step.count("damage_dealt") == 2
    assert step.index("state_based_action") > dealt


CLEANUP = """
        game:
          players:
            - {id: A, hand: 9, battlefield: [{id: bear, power: 2, toughness: 5, damage: 2}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: growth, lasts: this_turn, modifies: {permanent: bear, power: 1}}
        until: {turn: 2, step: upkeep}
"""


@obligation("703.4n", 1)
def test_703_4n_the_discard_to_hand_size_comes_before_damage_wears_off() -> None:
    """In the cleanup step of a player with nine cards."""
    step = actions(CLEANUP, 1, "cleanup")
    assert (
        step.index("discard_to_hand_size") < step.index("card_discarded") < step.index("remove_damage_and_end_effects")
    )


@obligation("703.4p", 1)
def test_703_4p_damage_is_removed_and_effects_end_in_one_action() -> None:
    """Nothing is checked and nobody is asked between the two."""
    run = play("""
        game: {players: [{id: A, battlefield: [{id: bear, power: 2, toughness: 2}]}, {id: B}]}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: growth, lasts: this_turn, modifies: {permanent: bear, toughness: 3}}
                  - {effect: damage, to: bear, amount: 3}
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {battlefield: {bear: {damage: 3, toughness: 5}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {battlefield: {bear: {damage: 0, toughness: 2}}}}
          never: [{event: permanent_left, permanent: bear}]
        """)
    told = [event.as_dict() for event in run.events if event.step == "cleanup"]
    kinds = [event.get("action") or event["event"] for event in told]
    ends = kinds.index("remove_damage_and_end_effects")
    assert kinds[ends : ends + 2] == ["remove_damage_and_end_effects", "effect_expired"]


@obligation("703.4q", 1)
def test_703_4q_emptying_mana_pools_is_the_only_action_as_steps_and_phases_end() -> None:
    """Every step and phase of a rich turn: what happens between an ending and what ended is durations and mana."""
    run = play(RICH + "        until: {turn: 4, step: upkeep}")
    told = [event.as_dict() for event in run.events]
    endings = 0
    for number, event in enumerate(told):
        if event["event"] in ("step_ended", "phase_ended"):
            endings += 1
            before = told[number - 1]
            assert before["event"] in ("turn_based_action", "mana_emptied", "removed_from_combat")
            assert before.get("action", "empty_mana_pools") == "empty_mana_pools"
    assert endings > 30

"""Rule 702.26: phasing, as far as the turn is concerned."""

from __future__ import annotations

from support import obligation, play

AURA = "types: [enchantment], subtypes: [aura]"
EQUIPMENT = "types: [artifact], subtypes: [equipment]"


@obligation("702.26a", 1)
def test_702_26a_both_directions_use_the_state_before() -> None:
    """At once what has phasing goes out and what is out comes in, ahead of untapping; nothing does both."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - {id: drake, keywords: [phasing], tapped: true}
                - {id: ghost, keywords: [phasing], tapped: true, phased_out: true}
                - {id: shade, tapped: true, phased_out: true}
                - {id: bear, tapped: true}
        expect:
          checks:
            - at: {turn: 2, step: upkeep}
              that:
                battlefield:
                  drake: {phased_out: true, tapped: true}
                  ghost: {phased_out: false, tapped: false}
                  shade: {phased_out: false, tapped: false}
                  bear: {phased_out: false, tapped: false}
            - at: {turn: 4, step: upkeep}
              that:
                battlefield:
                  drake: {phased_out: false, tapped: false}
                  ghost: {phased_out: true}
                  shade: {phased_out: false}
          events:
            - {event: turn_based_action, action: phasing, turn: 2, step: untap, player: B}
            - {event: phased_out, permanent: drake, turn: 2, step: untap}
            - {event: turn_based_action, action: untap, turn: 2, step: untap}
          counts:
            - {event: phased_out, turn: 2, is: 1}
            - {event: phased_in, turn: 2, is: 2}
            - {event: phased_out, turn: 1, is: 0}
            - {event: phased_in, turn: 1, is: 0}
            - {event: phased_in, turn: 3, is: 0}
            - {event: phased_out, turn: 3, is: 0}
    """)


@obligation("702.26b", 1)
def test_702_26b_what_is_phased_out_is_treated_as_nonexistent() -> None:
    """It is not damaged, destroyed, tapped, counted or given counters and can't attack; its damage goes in 514.2."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: ghost, toughness: 5, damage: 1,
                   abilities: [{effect: trigger, name: grief, when: {event: life_lost, of: A}},
                               {effect: static, max_hand_size: 2}]}
            - id: B
              battlefield:
                - {id: idol, types: [artifact], legendary: Idol}
                - {id: shadow-idol, types: [artifact], legendary: Idol, phased_out: true}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: vanish, effects: [{effect: phase_out, permanents: [ghost]}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do:
              - {action: activate, name: haunt, source: ghost, effects: [{effect: nothing}], rejected: true}
              - action: cast
                name: assault
                effects:
                  - {effect: lose_life, count: 1}
                  - {effect: damage, amount: 5, to: ghost}
                  - {effect: destroy, permanents: [ghost]}
                  - {effect: tap, permanents: [ghost]}
                  - {effect: add_counters, permanent: ghost, counter: -1/-1, count: 5}
                  - {effect: become, permanent: ghost, power: 9}
                  - {effect: gain_control, permanent: ghost, player: B}
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {ghost: B}, rejected: true}]
        expect:
          checks:
            - at: {turn: 1, step: end}
              that: {life: {A: 19}, battlefield: {ghost: {phased_out: true, damage: 1, tapped: false, toughness: 5,
                                                          power: 2, controller: A, counters: {-1/-1: 0}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {hand: {A: 7}, battlefield: {ghost: {damage: 0}}}}
          never:
            - {event: ability_triggered}
            - {event: state_based_action}
            - {event: permanent_left}
            - {event: damage_dealt}
    """)


@obligation("702.26b", 1)
def test_702_26b_phasing_out_removes_from_combat_and_is_no_leaving() -> None:
    """An attacker that phases out leaves combat and deals no damage; the other attacker still does."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: gone, when: {event: leaves}},
                                         {effect: trigger, name: vanished, when: {event: phases_out}}]}
                - {id: wolf, power: 3}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B, wolf: B}}]
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: vanish, effects: [{effect: phase_out, permanents: [bear]}]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {attacking: {wolf: B}, stack: [vanished]}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 17}}}
          events:
            - {event: removed_from_combat, permanent: bear, step: declare_attackers}
          never:
            - {event: ability_triggered, name: gone}
            - {event: permanent_left}
    """)


@obligation("702.26b", 2)
def test_702_26b_its_upkeep_ability_does_not_trigger_while_it_is_phased_out() -> None:
    """In the upkeep of each turn the ability of the phased-in permanent triggers and that of the other does not."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: ghost, phased_out: true,
                   abilities: [{effect: trigger, name: haunt, when: {beginning_of: upkeep}, whose: each}]}
                - {id: bear, abilities: [{effect: trigger, name: growl, when: {beginning_of: upkeep}, whose: each}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: vanish, effects: [{effect: phase_out, permanents: [ghost]}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {stack: [growl, haunt]}}
            - {at: {turn: 2, step: upkeep}, that: {stack: [growl], battlefield: {ghost: {phased_out: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {stack: [growl, haunt], battlefield: {ghost: {phased_out: false}}}}
          counts:
            - {event: ability_triggered, name: haunt, is: 2}
            - {event: ability_triggered, name: growl, is: 3}
    """)


@obligation("702.26c", 1)
def test_702_26c_what_phased_in_untaps_and_triggers_normally() -> None:
    """It phases in before untapping, untaps with the others, and its abilities trigger from then on."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - id: ghost
                  tapped: true
                  phased_out: true
                  abilities: [{effect: trigger, name: return, when: {event: phases_in}},
                              {effect: trigger, name: haunt, when: {beginning_of: upkeep}}]
        expect:
          checks:
            - at: {turn: 2, step: upkeep}
              that: {stack: [haunt, return], battlefield: {ghost: {phased_out: false, tapped: false}}}
          events:
            - {event: phased_in, permanent: ghost, turn: 2, step: untap}
            - {event: ability_triggered, name: return, turn: 2, step: untap}
            - {event: permanent_untapped, permanent: ghost, turn: 2, step: untap}
            - {event: ability_triggered, name: haunt, turn: 2, step: upkeep}
    """)


@obligation("702.26d", 1)
def test_702_26d_phasing_in_brings_no_new_summoning_sickness() -> None:
    """A creature had since before the turn attacks in the turn in which it phases in; one that is sick still cannot."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: ghost, token: true, counters: {+1/+1: 1}, phased_out: true,
                             abilities: [{effect: trigger, name: arrival, when: {event: enters}}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: summon
                effects:
                  - {effect: create, permanent: {id: newt}}
                  - {effect: phase_out, permanents: [newt]}
                  - {effect: phase_in, permanents: [newt]}
          - at: {turn: 1, decision: declare_attackers}
            do:
              - {action: attack, attackers: {newt: B}, rejected: true}
              - {action: attack, attackers: {ghost: B}}
        expect:
          checks:
            - at: {turn: 1, step: upkeep}
              that: {battlefield: {ghost: {sick: false, phased_out: false, token: true, counters: {+1/+1: 1}}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 17}}}
          never:
            - {event: ability_triggered, name: arrival}
            - {event: permanent_entered, permanent: ghost}
    """)


@obligation("702.26e", 1)
def test_702_26e_an_effect_does_not_include_what_is_phased_out_as_it_resolves() -> None:
    """A bonus and a change of control leave the phased-out creature alone, also when it is back."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: ghost, phased_out: true}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: anthem
                effects:
                  - {effect: continuous, name: big, lasts: forever, modifies: {permanent: ghost, power: 3}}
                  - {effect: continuous, name: tall, lasts: forever, modifies: {permanent: bear, power: 3}}
                  - {effect: gain_control, permanent: ghost, player: A}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {power: 5}}}}
            - at: {turn: 2, step: upkeep}
              that: {battlefield: {ghost: {power: 2, controller: B, phased_out: false}}}
    """)


@obligation("702.26f", 1)
def test_702_26f_an_effect_until_end_of_turn_runs_out_on_a_phased_out_permanent() -> None:
    """A bonus until end of turn ends in cleanup while the creature is out; one for ever is still there."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: bear}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: {until_end_of: turn},
                     modifies: {permanent: bear, power: 3}}
                  - {effect: continuous, name: fed, lasts: forever, modifies: {permanent: bear, power: 1}}
                  - {effect: phase_out, permanents: [bear]}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [grown, fed]}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [fed],
               battlefield: {bear: {phased_out: true}}}}
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {phased_out: false, power: 3}}}}
    """)


def test_702_26f_control_that_ran_out_while_phased_out_comes_back_with_its_first_controller() -> None:
    """Control until end of turn ends while the creature is out; it phases in with the one under whom it phased out."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: bear}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: treason
                effects:
                  - {effect: gain_control, permanent: bear, player: A, lasts: {until_end_of: turn}}
                  - {effect: phase_out, permanents: [bear]}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {phased_out: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {phased_out: false, controller: B}}}}
          events:
            - {event: phased_out, permanent: bear, controller: A, turn: 1}
            - {event: phased_in, permanent: bear, turn: 3, step: untap}
    """)


@obligation("702.26g", 1)
def test_702_26g_attachments_come_back_with_their_host_whoever_controls_them() -> None:
    """Attachments of both players go out with the host, stay out in the opponent's untap step and return with it."""
    play(f"""
        game:
          players:
            - id: A
              battlefield:
                - {{id: bear}}
                - {{id: sword, {EQUIPMENT}, attached_to: bear, tapped: true}}
            - id: B
              battlefield: [{{id: bond, {AURA}, attached_to: bear}}]
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: vanish, effects: [{{effect: phase_out, permanents: [bear]}}]}}]
        expect:
          checks:
            - at: {{turn: 2, step: upkeep}}
              that: {{battlefield: {{bear: {{phased_out: true}}, sword: {{phased_out: true}},
                     bond: {{phased_out: true}}}}}}
            - at: {{turn: 3, step: upkeep}}
              that:
                battlefield:
                  bear: {{phased_out: false}}
                  sword: {{phased_out: false, attached_to: bear, tapped: false}}
                  bond: {{phased_out: false, attached_to: bear, controller: B}}
          counts:
            - {{event: phased_out, turn: 1, is: 3}}
            - {{event: phased_in, turn: 2, is: 0}}
            - {{event: phased_in, turn: 3, step: untap, is: 3}}
            - {{event: state_based_action, is: 0}}
    """)


def test_702_26g_what_went_out_indirectly_does_not_phase_in_alone() -> None:
    """An effect that would phase in an Aura which went out along with its host does nothing to it."""
    play(f"""
        game:
          players:
            - id: A
              battlefield: [{{id: bear}}, {{id: bond, {AURA}, attached_to: bear}}]
            - {{id: B}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: vanish, effects: [{{effect: phase_out, permanents: [bear]}}]}}]
          - at: {{turn: 1, step: precombat_main}}
            do: [{{action: cast, name: reappear, effects: [{{effect: phase_in, permanents: [bond]}}]}}]
        expect:
          checks:
            - at: {{turn: 1, step: end}}
              that: {{battlefield: {{bear: {{phased_out: true}}, bond: {{phased_out: true}}}}}}
            - at: {{turn: 3, step: upkeep}}
              that: {{battlefield: {{bear: {{phased_out: false}}, bond: {{phased_out: false, attached_to: bear}}}}}}
          never:
            - {{event: state_based_action}}
            - {{event: phased_in, turn: 1}}
    """)


def test_702_26g_host_and_attachment_named_together_phase_in_once() -> None:
    """If an effect names host and attachment, each of them phases in exactly once."""
    play(f"""
        game:
          players:
            - id: A
              battlefield: [{{id: bear}}, {{id: bond, {AURA}, attached_to: bear}}]
            - {{id: B}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - action: cast
                name: blink
                effects: [{{effect: phase_out, permanents: [bond, bear]}},
                          {{effect: phase_in, permanents: [bond, bear]}}]
        expect:
          checks:
            - at: {{turn: 1, step: precombat_main}}
              that: {{battlefield: {{bear: {{phased_out: false}}, bond: {{phased_out: false, attached_to: bear}}}}}}
          counts:
            - {{event: phased_out, permanent: bear, is: 1}}
            - {{event: phased_out, permanent: bond, is: 1}}
            - {{event: phased_in, permanent: bear, is: 1}}
            - {{event: phased_in, permanent: bond, is: 1}}
    """)


def test_702_26h_what_would_go_out_directly_and_indirectly_goes_indirectly() -> None:
    """An Equipment with phasing on a creature with phasing comes back with it, once, and still attached."""
    play(f"""
        game:
          players:
            - {{id: A}}
            - id: B
              battlefield:
                - {{id: drake, keywords: [phasing]}}
                - {{id: sword, {EQUIPMENT}, keywords: [phasing], attached_to: drake}}
        expect:
          checks:
            - {{at: {{turn: 2, step: upkeep}}, that: {{battlefield: {{drake: {{phased_out: true}},
               sword: {{phased_out: true}}}}}}}}
            - at: {{turn: 4, step: upkeep}}
              that: {{battlefield: {{drake: {{phased_out: false}}, sword: {{phased_out: false, attached_to: drake}}}}}}
          counts:
            - {{event: phased_out, turn: 2, is: 2}}
            - {{event: phased_in, turn: 4, is: 2}}
            - {{event: phased_out, turn: 4, is: 0}}
    """)


@obligation("702.26i", 1)
def test_702_26i_an_aura_whose_host_has_gone_phases_in_unattached_and_dies_in_the_upkeep_gate() -> None:
    """It comes back in the untap step, attached to nothing, and goes in the first check of the upkeep step."""
    play(f"""
        game:
          players:
            - {{id: A}}
            - id: B
              battlefield:
                - {{id: bear}}
                - {{id: ox}}
                - {{id: bond, {AURA}, attached_to: bear}}
                - {{id: leash, {AURA}, attached_to: ox}}
                - {{id: sword, {EQUIPMENT}, attached_to: bear}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: vanish, effects: [{{effect: phase_out, permanents: [bond, leash, sword]}}]}}]
          - at: {{turn: 1, step: precombat_main}}
            do: [{{action: cast, name: murder, effects: [{{effect: destroy, permanents: [bear]}}]}}]
        expect:
          checks:
            - {{at: {{turn: 1, step: end}}, that: {{battlefield: {{bond: {{phased_out: true}},
               leash: {{phased_out: true}}}}}}}}
            - at: {{turn: 2, step: upkeep}}
              that: {{battlefield: {{bond: absent, leash: {{attached_to: ox, phased_out: false}},
                     sword: {{phased_out: false}}}}}}
          events:
            - {{event: phased_in, permanent: bond, turn: 2, step: untap}}
            - {{event: state_based_action, rule: "704.5m", subject: bond, turn: 2, step: upkeep}}
            - {{event: priority_received, turn: 2, step: upkeep}}
          never:
            - {{event: state_based_action, subject: bond, turn: 1}}
            - {{event: permanent_left, permanent: sword}}
    """)


def test_702_26i_a_new_object_of_the_hosts_name_does_not_get_the_aura_back() -> None:
    """If the host left and another of that name came while the Aura was out, the Aura phases in unattached."""
    play(f"""
        game:
          players:
            - {{id: A}}
            - id: B
              battlefield: [{{id: bear}}, {{id: bond, {AURA}, attached_to: bear}}]
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - action: cast
                name: swap
                effects:
                  - {{effect: phase_out, permanents: [bond]}}
                  - {{effect: destroy, permanents: [bear]}}
                  - {{effect: create, permanent: {{id: bear}}}}
        expect:
          checks:
            - {{at: {{turn: 2, step: upkeep}}, that: {{battlefield: {{bear: {{controller: A}}, bond: absent}}}}}}
    """)


@obligation("702.26m", 1)
def test_702_26m_in_a_skipped_untap_step_nothing_phases() -> None:
    """If B's untap step is skipped, nothing phases in or out in that turn; in B's next one it does."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: drake, keywords: [phasing]}, {id: ghost, phased_out: true}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: hold, effects: [{effect: skip, what: untap, player: B}]}]
        expect:
          checks:
            - at: {turn: 2, step: end}
              that: {battlefield: {drake: {phased_out: false}, ghost: {phased_out: true}}}
            - at: {turn: 4, step: upkeep}
              that: {battlefield: {drake: {phased_out: true}, ghost: {phased_out: false}}}
          never:
            - {event: phased_in, turn: 2}
            - {event: phased_out, turn: 2}
            - {event: turn_based_action, action: phasing, turn: 2}
    """)


def test_702_26m_an_ended_extra_turn_has_no_untap_step_and_no_phasing() -> None:
    """In an extra turn that is ended as it begins nothing phases; in the next untap step of that player it does."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: drake, keywords: [phasing]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: blink, effects: [{effect: extra_turn, then: [{effect: end_turn}]}]}]
        expect:
          turns:
            - {turn: 2, player: A, steps: [cleanup]}
            - {turn: 3, player: B}
          checks:
            - {at: {turn: 1, step: upkeep}, that: {battlefield: {drake: {phased_out: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {drake: {phased_out: true}}}}
            - {at: {turn: 4, step: upkeep}, that: {battlefield: {drake: {phased_out: false}}}}
          counts:
            - {event: phased_out, turn: 1, is: 1}
            - {event: phased_in, turn: 2, is: 0}
            - {event: phased_in, turn: 4, is: 1}
    """)


def test_702_26b_a_skip_of_a_phased_out_permanent_is_not_in_force() -> None:
    """A static ability that skips each upkeep does so while its permanent is phased in, and not while it is out."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: stasis, types: [enchantment],
                            abilities: [{effect: static, skip: {what: upkeep, player: each}}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: vanish, effects: [{effect: phase_out, permanents: [stasis]}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, precombat_main, beginning_of_combat, declare_attackers, end_of_combat, postcombat_main,
                      end,
                      cleanup]
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 3
              player: A
              steps: [untap, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main,
                      end, cleanup]
    """)


def test_702_26a_an_untap_step_added_to_the_beginning_phase_phases_again() -> None:
    """A beginning phase added in the same turn has an untap step of its own: what went out comes back in it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: drake, keywords: [phasing]}, {id: ghost, phased_out: true}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: new-dawn, effects: [{effect: extra_phases, phases: [beginning]}]}]
        expect:
          checks:
            - at: {turn: 1, step: upkeep, occurrence: 1}
              that: {battlefield: {drake: {phased_out: true}, ghost: {phased_out: false}}}
            - at: {turn: 1, step: upkeep, occurrence: 2}
              that: {battlefield: {drake: {phased_out: false}, ghost: {phased_out: false}}}
          counts:
            - {event: turn_based_action, action: phasing, turn: 1, is: 2}
    """)


def test_702_26f_a_regeneration_shield_comes_back_with_the_creature() -> None:
    """A shield for this turn is no "for as long as" duration: after phasing out and in it still saves the creature."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: troll}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: mend
                effects: [{effect: regenerate, permanents: [troll]}, {effect: phase_out, permanents: [troll]},
                          {effect: phase_in, permanents: [troll]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: murder, effects: [{effect: destroy, permanents: [troll]}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {troll: {tapped: true}}}}
          never:
            - {event: permanent_left, permanent: troll}
    """)


STOLEN = """
        game:
          variant: {variant}
          players:
            - {{id: A}}
            - {{id: B, battlefield: [{{id: bear}}]}}
            - {{id: C}}
            - {{id: D}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - action: cast
                name: treason
                effects:
                  - {{effect: gain_control, permanent: bear, player: {thief}, lasts: forever}}
                  - {{effect: phase_out, permanents: [bear]}}
"""


@obligation("702.26n", 1)
def test_702_26n_comes_back_in_the_first_untap_step_after_the_turn_that_the_departed_player_was_due() -> None:
    """Not in the untap step of its owner before that, but in the next one, which is nobody's whom it ever had."""
    play(
        STOLEN.format(variant="free_for_all", thief="C")
        + """
          - {at: {turn: 1, step: end}, do: [{action: concede, player: C}]}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {phased_out: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {controller: B}}}}
          events:
            - {event: phased_out, permanent: bear, controller: C, turn: 1}
            - {event: phased_in, permanent: bear, controller: B, turn: 3, step: untap, rule: "502.1"}
          counts:
            - {event: phased_in, is: 1}
    """
    )


def test_702_26n_a_skipped_untap_step_does_not_bring_it_back_but_the_next_one_does() -> None:
    """The untap step after the departed player's turn is skipped, so it comes back a turn later."""
    play(
        STOLEN.format(variant="free_for_all", thief="C")
        + """
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, player: B, name: haze, effects: [{effect: skip, what: untap, player: D}]}]
          - {at: {turn: 2, step: end}, do: [{action: concede, player: C}]}
        expect:
          checks:
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {phased_out: true}}}}
          events:
            - {event: phased_in, permanent: bear, controller: B, turn: 4, step: untap}
    """
    )


def test_702_26n_the_turn_of_a_team_is_that_of_a_member_who_left() -> None:
    """It comes back in the untap step of the team, though the member under whom it phased out is not there."""
    play(
        STOLEN.format(variant="archenemy", thief="C")
        + """
          - {at: {turn: 1, step: end}, do: [{action: concede, player: C}]}
        expect:
          events:
            - {event: phased_in, permanent: bear, controller: B, turn: 2, active_player: B, step: untap}
    """
    )


def test_702_26a_what_an_effect_gives_phasing_phases_out() -> None:
    """The drake has it until end of turn, the bear for ever; what had it and lost it stays."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: drake}, {id: bear}, {id: ox}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: haze
                effects:
                  - {effect: continuous, name: brief, lasts: this_turn,
                     modifies: {permanent: drake, keywords: [phasing]}}
                  - {effect: continuous, name: lasting, lasts: forever,
                     modifies: {permanent: bear, keywords: [haste, phasing]}}
                  - {effect: continuous, name: other, lasts: forever,
                     modifies: {permanent: ox, power: 1, keywords: [haste]}}
        until: {turn: 5, step: upkeep}
        expect:
          checks:
            - at: {turn: 3, step: upkeep}
              that: {battlefield: {drake: {phased_out: false}, bear: {phased_out: true}, ox: {phased_out: false}}}
            - at: {turn: 5, step: upkeep}
              that: {battlefield: {drake: {phased_out: false}, bear: {phased_out: false}, ox: {phased_out: false}}}
    """)


def test_702_26k_what_is_phased_out_leaves_with_its_owner_unnoticed() -> None:
    """C leaves with a phased-out creature and another one: only the other's leaving is looked for."""
    play("""
        game:
          variant: free_for_all
          players:
            - id: A
              effects:
                - {effect: trigger, name: saw, when: {event: leaves, of: ghost}, effects: [{effect: nothing}]}
                - {effect: trigger, name: met, when: {event: leaves, of: live}, effects: [{effect: nothing}]}
            - {id: B}
            - {id: C, battlefield: [{id: ghost, phased_out: true}, {id: live}]}
        script:
          - at: {turn: 1, step: end}
            do: [{action: concede, player: C}]
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 2}, that: {battlefield: {ghost: absent, live: absent}}}
          counts:
            - {event: ability_triggered, name: met, is: 1}
            - {event: ability_triggered, name: saw, is: 0}
    """)

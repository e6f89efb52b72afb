"""Rule 614.10: skipping replaces an event with nothing, one skip for one occurrence."""

from __future__ import annotations

from support import obligation, play


@obligation("614.10", 1)
def test_614_10_a_skip_that_arises_in_the_draw_step_waits_for_the_following_one() -> None:
    """Made in B's draw step, "skip your next draw step" lets this step go on and takes the one of turn 4."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: dawn, when: {beginning_of: draw}}]}
        script:
          - at: {turn: 2, step: draw}
            do: [{action: cast, name: fast, effects: [{effect: skip, what: draw}]}]
        expect:
          checks:
            - {at: {turn: 2, step: draw, nth: 3}, that: {hand: {B: 8}, stack: [dawn], priority: B}}
            - {at: {turn: 4, step: precombat_main}, that: {hand: {B: 7}}}
            - {at: {turn: 6, step: draw}, that: {hand: {B: 8}}}
          events:
            - {event: resolved, name: dawn, turn: 2, step: draw}
            - {event: step_ended, turn: 2, step: draw}
            - {event: step_skipped, turn: 4, step: draw, rule: "614.10"}
            - {event: step_began, turn: 6, step: draw}
          counts: [{event: step_skipped, step: draw, rule: "614.10", is: 1}]
        """)


@obligation("614.10", 2)
def test_614_10_a_skip_that_is_gone_as_the_step_would_begin_skips_nothing() -> None:
    """One effect skips draw steps while the upkeep lasts, the source of another is destroyed in it: B draws."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield: [{id: cell, types: [enchantment], abilities: [{effect: static, skip: {what: draw}}]}]
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: escape
                effects:
                  - {effect: continuous, name: haste, lasts: {until_end_of: this_step},
                     static: {skip: {what: draw, player: B}}}
                  - {effect: destroy, permanents: [cell]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 2, step: draw}, that: {hand: {B: 8}, effects: []}}]
        """)


@obligation("614.10", 2)
def test_614_10_a_skip_that_is_there_as_the_step_would_begin_skips_it_however_new() -> None:
    """A permanent that enters in the upkeep skips the draw step directly after it."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: jail
                effects:
                  - effect: create
                    permanent: {id: cell, types: [enchantment], abilities: [{effect: static, skip: {what: draw}}]}
        expect:
          checks: [{at: {turn: 2, step: precombat_main}, that: {hand: {B: 7}}}]
          events: [{event: step_skipped, step: draw, turn: 2, name: cell}]
        """)


@obligation("614.10", 2)
def test_614_10_a_source_that_phases_in_the_untap_step_decides_about_the_upkeep() -> None:
    """What skips upkeeps phases out in turn 2's untap step, so there is an upkeep; in turn 4 it phases in: none."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - id: haze
                  types: [enchantment]
                  keywords: [phasing]
                  abilities: [{effect: static, skip: {what: upkeep}}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 4
              player: B
              steps: [untap, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
        """)


@obligation("614.10a", 1)
def test_614_10a_two_skips_of_the_next_untap_step_skip_two_of_them() -> None:
    """The untap steps of turns 2 and 4 are skipped and the golem stays tapped; in turn 6 it untaps."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: golem, tapped: true}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: one, effects: [{effect: skip, what: untap, player: B}]}
              - {action: cast, name: two, effects: [{effect: skip, what: untap, player: B}]}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 4, step: upkeep}, that: {battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 6, step: upkeep}, that: {battlefield: {golem: {tapped: false}}}}
          events:
            - {event: step_skipped, step: untap, turn: 2}
            - {event: step_skipped, step: untap, turn: 4}
            - {event: step_began, step: untap, turn: 6}
          counts: [{event: step_skipped, step: untap, is: 2}]
        """)


@obligation("614.10a", 2)
def test_614_10a_a_next_upkeep_ability_waits_for_an_upkeep_that_begins() -> None:
    """B's upkeep of turn 2 is skipped; the delayed ability triggers in that of turn 4, once."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: skip, what: upkeep}
                - {effect: delayed_trigger, name: promise, when: {beginning_of: upkeep}}
        expect:
          checks:
            - {at: {turn: 2, step: draw}, that: {stack: []}}
            - {at: {turn: 4, step: upkeep}, that: {stack: [promise]}}
            - {at: {turn: 6, step: upkeep}, that: {stack: []}}
          counts: [{event: ability_triggered, name: promise, is: 1}]
        """)


@obligation("614.10a", 3)
def test_614_10a_what_belongs_to_one_specific_turn_is_lost_with_it() -> None:
    """A rider of the extra turn is never applied as that turn is skipped, not even in A's next turn."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: bargain
                effects:
                  - {effect: extra_turn, then: [{effect: lose_life, count: 5}]}
                  - {effect: skip, what: turn}
        expect:
          turns: [{turn: 2, player: B}, {turn: 3, player: A}]
          checks: [{at: {turn: 3, step: end}, that: {life: {A: 20}}}]
          events: [{event: turn_skipped, player: A, turn: 1}]
        """)


@obligation("614.10a", 3)
def test_614_10a_a_rider_of_a_skipped_phase_is_lost_too() -> None:
    """The added combat is skipped and its rider with it; the natural combat, which takes place, does not have it."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: bargain
                effects:
                  - {effect: extra_phases, phases: [combat], then: [{effect: lose_life, count: 5}]}
                  - {effect: skip, what: combat}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: end}, that: {life: {A: 20}}}]
        """)


@obligation("614.10a", 3)
def test_614_10a_an_ability_of_this_turns_end_step_is_lost_if_that_is_skipped() -> None:
    """Limited to this turn, the delayed ability does not wait for the end step of the next turn."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: bargain
                effects:
                  - {effect: delayed_trigger, name: price, when: {beginning_of: end}, whose: each, this_turn: true}
                  - {effect: delayed_trigger, name: debt, when: {beginning_of: end}, whose: each}
                  - {effect: skip, what: end}
        expect:
          checks: [{at: {turn: 2, step: end}, that: {stack: [debt]}}]
          never: [{event: ability_triggered, name: price}]
        """)


# --- interplay ---


def test_614_10_a_skip_made_as_an_added_phase_begins_takes_the_next_one() -> None:
    """The rider of an added combat skips the next combat: that is the natural one, for the added one has begun."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: haste
                effects: [{effect: extra_phases, phases: [combat], then: [{effect: skip, what: combat}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: phase_began, phase: combat, name: haste}
            - {event: phase_skipped, phase: combat, name: haste}
        """)


def test_614_10_a_skip_made_as_an_added_phase_begins_takes_its_first_step() -> None:
    """The rider of an added beginning phase skips the untap step this turn: the first step has not begun yet."""
    play("""
        game:
          players: [{id: A}, {id: B, battlefield: [{id: golem}]}]
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: dim dawn
                effects:
                  - {effect: tap, permanents: [golem]}
                  - effect: extra_phases
                    phases: [beginning]
                    then: [{effect: skip, what: untap, this_turn: true}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, upkeep, draw, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 2, step: end}, that: {battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 4, step: upkeep}, that: {battlefield: {golem: {tapped: false}}}}
        """)


def test_614_10_the_untap_step_of_an_extra_turn_alone_is_skipped() -> None:
    """A rider skips the untap step of the extra turn; the untap step of the regular turn after it takes place."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: golem, tapped: true}]}, {id: B}]
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: savor
                effects:
                  - {effect: tap, permanents: [golem]}
                  - {effect: extra_turn, then: [{effect: skip, what: untap, this_turn: true}]}
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}]
          checks:
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 4, step: upkeep}, that: {battlefield: {golem: {tapped: false}}}}
          events:
            - {event: step_skipped, step: untap, turn: 2}
            - {event: step_began, step: untap, turn: 4}
        """)


def test_614_10_a_skip_of_this_turn_does_not_reach_the_extra_turn() -> None:
    """Made after combat, "skip your combat phase this turn" is over with the turn: the extra turn has its combat."""
    play("""
        script:
          - at: {turn: 1, step: postcombat_main}
            do:
              - action: cast
                name: late peace
                effects: [{effect: skip, what: combat, this_turn: true}, {effect: extra_turn}]
        expect:
          turns:
            - turn: 2
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          never: [{event: phase_skipped}]
        """)


def test_614_10_a_static_skip_is_never_used_up_and_stands_beside_one_that_is() -> None:
    """The one-shot skip takes turn 2's upkeep, the static one turn 4's, and once its source has gone there is one."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects: [{effect: skip, what: upkeep}]
              battlefield: [{id: haze, types: [enchantment], abilities: [{effect: static, skip: {what: upkeep}}]}]
        script:
          - at: {turn: 4, step: draw}
            do: [{action: cast, name: clear, effects: [{effect: destroy, permanents: [haze]}]}]
        expect:
          events:
            - {event: step_skipped, step: upkeep, turn: 2, name: skip of B}
            - {event: step_skipped, step: upkeep, turn: 4, name: haze}
            - {event: step_began, step: upkeep, turn: 6}
        """)


def test_614_10a_a_skip_of_a_turn_is_not_used_up_by_a_turn_of_the_opponent() -> None:
    """B skips the next turn; A's extra turn comes first and is taken, then B's regular turn is the one skipped."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: greed
                effects: [{effect: skip, what: turn, player: B}, {effect: extra_turn}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: A}, {turn: 4, player: B}]
          events:
            - {event: turn_began, turn: 2, player: A, rule: "500.7"}
            - {event: turn_skipped, turn: 2, player: B}
            - {event: turn_began, turn: 3, player: A, rule: "500.1"}
        """)


def test_614_10a_a_skip_of_an_extra_turn_waits_for_an_extra_turn() -> None:
    """ "Skip your next extra turn" leaves the regular turns alone and takes the extra one that is made later."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: calm, effects: [{effect: skip, what: extra_turn}]}]
          - at: {turn: 3, step: upkeep}
            do: [{action: cast, name: time walk, effects: [{effect: extra_turn}]}]
        expect:
          turns: [{turn: 2, player: B}, {turn: 3, player: A}, {turn: 4, player: B}]
          events: [{event: turn_skipped, turn: 3, player: A, name: calm}]
          counts: [{event: turn_skipped, is: 1}]
        """)


def test_614_10a_ending_the_turn_uses_up_no_skip() -> None:
    """The phases left out by an ended turn are not skipped by the waiting skips: they take those of the next turn."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: stop
                effects: [{effect: skip, what: combat}, {effect: skip, what: end}, {effect: end_turn}]
        expect:
          turns:
            - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, postcombat_main, cleanup]
            - turn: 5
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d", name: null}
            - {event: phase_skipped, phase: combat, turn: 3, rule: "614.10", name: stop}
        """)


@obligation("614.7", 1)
def test_614_7_what_would_skip_a_step_is_there_still_after_a_turn_without_that_step() -> None:
    """Nobody attacks in A's first turn; in the second one combat damage is skipped, in the third it is not."""
    attack = "{at: {turn: TURN, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}"
    play(f"""
        game:
          players:
            - {{id: A, battlefield: [{{id: bear, power: 2}}], effects: [{{effect: skip, what: combat_damage}}]}}
            - {{id: B}}
        script:
          - {attack.replace("TURN", "3")}
          - {attack.replace("TURN", "5")}
        expect:
          checks:
            - {{at: {{turn: 3, step: end_of_combat}}, that: {{life: {{B: 20}}}}}}
            - {{at: {{turn: 5, step: end_of_combat}}, that: {{life: {{B: 18}}}}}}
          counts: [{{event: step_skipped, step: combat_damage, rule: "614.10", is: 1}}]
        """)


@obligation("614.7", 2)
def test_614_7_no_damage_is_no_event() -> None:
    """A creature without power in combat deals nothing: no damage, nothing that looks for it triggers."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: bear
                  power: 0
                  keywords: [lifelink]
                  abilities: [{effect: trigger, name: hit, when: {event: deals_combat_damage}, effects: []}]
            - {id: B}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
        expect:
          checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {A: 20, B: 20}}}]
          never: [{event: damage_dealt}, {event: ability_triggered, name: hit}]
        """)

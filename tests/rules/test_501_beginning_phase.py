"""Rule 501: the beginning phase."""

from __future__ import annotations

from support import obligation, play


@obligation("501.1", 1)
def test_501_1_the_steps_are_untap_upkeep_draw() -> None:
    """A beginning phase that nothing shortens has the untap, the upkeep and the draw step, in this order, once each."""
    play("""
    until: {turn: 2, step: precombat_main}
    expect:
      events:
        - {event: phase_began, phase: beginning, turn: 2}
        - {event: step_began, step: untap, turn: 2}
        - {event: step_ended, step: untap, turn: 2}
        - {event: step_began, step: upkeep, turn: 2}
        - {event: step_ended, step: upkeep, turn: 2}
        - {event: step_began, step: draw, turn: 2}
        - {event: step_ended, step: draw, turn: 2}
        - {event: phase_ended, phase: beginning, turn: 2}
        - {event: phase_began, phase: precombat_main, turn: 2}
      counts:
        - {event: step_began, phase: beginning, turn: 2, is: 3}
        - {event: phase_began, phase: beginning, turn: 2, is: 1}
        - {event: step_skipped, turn: 2, is: 0}
    """)


def test_501_1_an_extra_beginning_phase_of_the_first_turn_has_a_draw_step() -> None:
    """Only the printed draw step of the first turn is left out; an added beginning phase has all three steps."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: dawn, effects: [{effect: extra_phases, phases: [beginning]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, end, cleanup]
      events:
        - {event: step_skipped, step: draw, rule: "103.8a"}
        - {event: phase_ended, phase: beginning}
        - {event: phase_began, phase: beginning, name: dawn}
        - {event: step_began, step: untap}
        - {event: card_drawn, player: A, step: draw}
      counts:
        - {event: card_drawn, turn: 1, is: 1}
        - {event: phase_ended, phase: beginning, turn: 1, is: 2}
    """)


def test_501_1_a_beginning_phase_after_a_beginning_phase_is_another_phase() -> None:
    """What lasts to the end of this phase ends between two beginning phases that follow each other directly."""
    play("""
    script:
      - at: {turn: 2, step: draw}
        do:
          - action: cast
            name: dawn
            effects:
              - {effect: extra_phases, phases: [beginning]}
              - {effect: continuous, name: glow, lasts: {until_end_of: this_phase}}
    expect:
      turns:
        - turn: 2
          player: B
          steps: [untap, upkeep, draw, untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: draw, nth: 3}, that: {effects: [glow]}}
        - {at: {turn: 2, step: draw, when: ended}, that: {effects: [glow]}}
        - {at: {turn: 2, step: untap, occurrence: 2, when: ended}, that: {effects: []}}
      events:
        - {event: step_ended, step: draw, turn: 2}
        - {event: effect_expired, name: glow, turn: 2}
        - {event: phase_ended, phase: beginning, turn: 2}
        - {event: phase_began, phase: beginning, turn: 2}
    """)


def test_501_1_a_phase_left_with_no_step_still_begins_and_ends() -> None:
    """If each of its steps is skipped by an effect of its own, the beginning phase is there, empty, and the main
    follows."""
    play("""
    game:
      players:
        - id: A
          effects: [{effect: skip, what: untap, player: B}, {effect: skip, what: upkeep, player: B},
                    {effect: skip, what: draw, player: B},
                    {effect: trigger, name: first-light, whose: each, when: {beginning_of: beginning}, effects: []}]
        - {id: B}
    expect:
      turns:
        - turn: 2
          player: B
          steps: [precombat_main, beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, end, cleanup]
        - turn: 4
          player: B
          steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: precombat_main}, that: {stack: [first-light], priority: B}}
      events:
        - {event: phase_began, phase: beginning, turn: 2}
        - {event: ability_triggered, name: first-light, turn: 2}
        - {event: step_skipped, step: untap, turn: 2}
        - {event: step_skipped, step: upkeep, turn: 2}
        - {event: step_skipped, step: draw, turn: 2}
        - {event: phase_ended, phase: beginning, turn: 2}
        - {event: put_on_stack, name: first-light, turn: 2, step: precombat_main}
    """)


def test_501_1_ending_the_turn_in_a_beginning_phase_behind_the_ending_phase_brings_another_cleanup_step() -> None:
    """A turn that is ended in an upkeep after its cleanup step goes to a new cleanup step, without the draw step."""
    play("""
    game:
      players: [{id: A, hand: 7}, {id: B}]
    script:
      - at: {turn: 1, step: end}
        do: [{action: cast, name: dawn, effects: [{effect: extra_phases, phases: [beginning, main]}]}]
      - at: {turn: 1, step: upkeep, occurrence: 2}
        do:
          - {action: cast, name: insight, effects: [{effect: draw}, {effect: continuous, name: glow, lasts: this_turn}]}
          - {action: pass}
          - {action: cast, name: time-stop, effects: [{effect: end_turn}]}
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup, untap, upkeep, cleanup]
        - {turn: 2, player: B}
      checks:
        - {at: {turn: 1, step: upkeep, occurrence: 2, when: ended}, that: {effects: [glow], hand: {A: 8}}}
        - {at: {turn: 2, step: upkeep}, that: {effects: [], hand: {A: 7}}}
      events:
        - {event: step_skipped, step: draw, rule: 723.1d}
        - {event: phase_ended, phase: beginning}
        - {event: phase_skipped, phase: postcombat_main, rule: 723.1d}
        - {event: step_began, step: cleanup}
        - {event: card_discarded, player: A}
        - {event: effect_expired, name: glow}
    """)


def test_501_1_steps_that_a_rule_leaves_out_end_no_duration_and_trigger_nothing() -> None:
    """The first draw step (103.8a) and the untap step of an added upkeep (500.10) are no "next" draw or untap step."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: omen
            effects:
              - {effect: continuous, name: draw-wait, lasts: {until: next_draw}}
              - {effect: continuous, name: untap-wait, lasts: {until: next_untap}}
              - {effect: delayed_trigger, name: due, when: {beginning_of: draw}, effects: []}
              - {effect: delayed_trigger, name: rise, when: {beginning_of: untap}, whose: each, effects: []}
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_steps, steps: [upkeep], after_phase: this_phase}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, upkeep, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: upkeep, occurrence: 2}, that: {effects: [draw-wait, untap-wait], stack: []}}
        - {at: {turn: 1, step: end}, that: {effects: [draw-wait, untap-wait]}}
        - {at: {turn: 2, step: upkeep}, that: {effects: [draw-wait], stack: [rise]}}
        - {at: {turn: 2, step: draw}, that: {effects: [], stack: []}}
        - {at: {turn: 3, step: draw}, that: {stack: [due]}}
      counts:
        - {event: step_skipped, turn: 1, step: draw, is: 2}
        - {event: step_skipped, turn: 1, step: untap, rule: "500.10", is: 1}
    """)

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
    """If each of its steps is skipped by an effect of its own, the beginning phase is there, empty, and the main follows."""
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

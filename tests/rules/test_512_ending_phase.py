"""Rule 512: the ending phase is an end step and then a cleanup step."""

from __future__ import annotations

from support import obligation, play


@obligation("512.1", 1)
def test_512_1_the_end_step_and_then_the_cleanup_step_follow_the_postcombat_main_phase() -> None:
    """After the postcombat main phase comes the end step, then the cleanup step, and both are of one ending phase."""
    play("""
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: phase_ended, phase: postcombat_main, turn: 2}
            - {event: phase_began, phase: ending, turn: 2}
            - {event: step_began, step: end, phase: ending, turn: 2}
            - {event: step_ended, step: end, phase: ending, turn: 2}
            - {event: step_began, step: cleanup, phase: ending, turn: 2}
            - {event: step_ended, step: cleanup, phase: ending, turn: 2}
            - {event: phase_ended, phase: ending, turn: 2}
            - {event: turn_ended, player: B, turn: 2}
          counts:
            - {event: phase_began, phase: ending, turn: 2, is: 1}
    """)


def test_512_1_an_added_ending_phase_has_both_steps_too() -> None:
    """An ending phase that an effect adds has an end step and a cleanup step of its own (500.8)."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: dusk, speed: sorcery, effects: [{effect: extra_phases, phases: [ending]}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, end, cleanup, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          counts:
            - {event: turn_ended, turn: 1, is: 1}
            - {event: phase_began, phase: ending, turn: 1, is: 2}
    """)


def test_512_1_until_end_of_turn_ends_in_the_first_cleanup_step_and_not_with_the_turn() -> None:
    """With an ending phase in mid-turn, effects until end of turn end in its cleanup step, and new ones in the last."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: blessing,
                 effects: [{effect: continuous, name: blessed, lasts: {until_end_of: turn}}]}
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: dusk, speed: sorcery, effects: [{effect: extra_phases, phases: [ending]}]}]
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - {action: cast, name: war-cry,
                 effects: [{effect: continuous, name: fury, lasts: {until_end_of: turn}}]}
        expect:
          checks:
            - {at: {turn: 1, step: end, occurrence: 1}, that: {effects: [blessed]}}
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {effects: []}}
            - {at: {turn: 1, step: end, occurrence: 2}, that: {effects: [fury]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {effects: []}}
    """)


def test_512_1_a_skipped_ending_phase_takes_both_steps_with_it() -> None:
    """If the ending phase is skipped, neither an end step nor a cleanup step happens in that turn (500.11)."""
    play("""
        game:
          players:
            - {id: A, hand: 9}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: endless-day, effects: [{effect: skip, what: ending}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main]
            - turn: 2
              player: B
          checks:
            - {at: {turn: 2, step: upkeep}, that: {hand: {A: 9}}}
          events:
            - {event: phase_skipped, phase: ending, turn: 1}
            - {event: turn_ended, turn: 1}
          never:
            - {event: card_discarded, turn: 1}
    """)


def test_512_1_what_is_limited_to_this_turn_ends_with_it_even_without_a_cleanup_step() -> None:
    """A skip and a delayed ability limited to "this turn" are gone in the next turn, though no cleanup step came."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: strange-day,
                 effects: [{effect: skip, what: ending},
                           {effect: skip, what: draw, player: B, this_turn: true},
                           {effect: delayed_trigger, name: late, when: {beginning_of: upkeep}, whose: each,
                            this_turn: true, effects: [{effect: gain_life, count: 5}]}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 2, step: draw}, that: {life: {A: 20}}}
          never:
            - {event: ability_triggered, name: late}
    """)

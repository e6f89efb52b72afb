"""Rule 513: the end step has no action of its own, gives priority and does not back up."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.errors import ScenarioError


@obligation("513.1", 1)
def test_513_1_begin_triggers_are_stacked_and_the_active_player_gets_priority() -> None:
    """As the end step begins its abilities trigger, are put on the stack, and then the active player gets priority."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: bell
                  types: [artifact]
                  abilities: [{effect: trigger, name: toll, when: {beginning_of: end}, effects: [{effect: nothing}]}]
            - {id: B}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {stack: [toll], priority: A}}
            - {at: {turn: 1, step: end, nth: 2}, that: {stack: [], priority: A}}
            - {at: {turn: 2, step: end}, that: {stack: [], priority: B}}
          events:
            - {event: step_began, step: end, turn: 1}
            - {event: ability_triggered, name: toll, step: end, turn: 1}
            - {event: put_on_stack, name: toll, step: end, turn: 1}
            - {event: priority_received, player: A, step: end, turn: 1}
            - {event: resolved, name: toll, step: end, turn: 1}
            - {event: step_ended, step: end, turn: 1}
          counts:
            - {event: ability_triggered, is: 1}
            - {event: turn_based_action, step: end, turn: 1, is: 1}
            - {event: turn_based_action, action: empty_mana_pools, step: end, turn: 1, is: 1}
    """)


def test_513_1_triggers_of_both_players_are_stacked_in_turn_order() -> None:
    """The active player's end step abilities are put on the stack first, so the other player's resolve first."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: mine, when: {beginning_of: end}, whose: each}]
            - id: B
              effects: [{effect: trigger, name: yours, when: {beginning_of: end}, whose: each}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {stack: [yours, mine], priority: A}}
            - {at: {turn: 2, step: end}, that: {stack: [mine, yours], priority: B}}
    """)


@obligation("513.1a", 1)
def test_513_1a_at_end_of_turn_is_the_beginning_of_the_end_step() -> None:
    """An "at end of turn" ability triggers as the end step begins, and there is no such moment in the cleanup step."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: dusk, when: {beginning_of: end}}]}
            - {id: B}
        expect:
          events:
            - {event: step_began, step: end, turn: 1}
            - {event: ability_triggered, name: dusk, step: end, turn: 1}
            - {event: resolved, name: dusk, step: end, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
          never:
            - {event: ability_triggered, step: cleanup}
            - {event: priority_received, step: cleanup}
          counts:
            - {event: ability_triggered, name: dusk, turn: 1, is: 1}
    """)
    with pytest.raises(ScenarioError, match="end_of_turn"):
        play("""
            game:
              players:
                - {id: A, effects: [{effect: trigger, name: dusk, when: {beginning_of: end_of_turn}}]}
                - {id: B}
        """)


def test_513_1a_without_an_end_step_it_does_not_move_into_the_cleanup_step() -> None:
    """If the end step is skipped, a delayed "at end of turn" ability waits for the next end step that occurs."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: long-promise
                effects:
                  - {effect: skip, what: end, this_turn: true}
                  - {effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, cleanup]
          events:
            - {event: step_skipped, step: end, turn: 1}
            - {event: ability_triggered, name: payment, step: end, turn: 2}
          never:
            - {event: ability_triggered, name: payment, turn: 1}
    """)


@obligation("513.2", 1)
def test_513_2_a_delayed_trigger_made_in_the_end_step_waits_for_the_next_end_step() -> None:
    """A "next end step" ability made during the end step does not trigger in it; it does as the next one begins."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: promise
                effects: [{effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each}]
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {stack: []}}
            - {at: {turn: 2, step: end}, that: {stack: [payment]}}
          counts:
            - {event: step_began, step: end, turn: 1, is: 1}
            - {event: ability_triggered, name: payment, turn: 1, is: 0}
            - {event: ability_triggered, name: payment, turn: 2, is: 1}
            - {event: ability_triggered, name: payment, turn: 3, is: 0}
    """)


@obligation("513.2", 1)
def test_513_2_a_permanent_that_arrives_in_the_end_step_waits_for_the_next_turn() -> None:
    """An end step ability of a permanent that enters during the end step triggers first in the next end step."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: bell-maker
                effects:
                  - effect: create
                    permanent:
                      id: bell
                      types: [artifact]
                      abilities: [{effect: trigger, name: toll, when: {beginning_of: end}, whose: each}]
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {stack: [], battlefield: {bell: {controller: A}}}}
            - {at: {turn: 2, step: end}, that: {stack: [toll]}}
          never:
            - {event: ability_triggered, name: toll, turn: 1}
    """)


@obligation("513.2", 2)
def test_513_2_an_effect_until_end_of_turn_made_in_the_end_step_ends_in_this_turn() -> None:
    """Effects "until end of turn" and "this turn" that begin in the end step end in the same turn's cleanup step."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: {until_end_of: turn},
                     modifies: {permanent: bear, power: 3}}
                  - {effect: continuous, name: veiled, lasts: this_turn}
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {effects: [grown, veiled], battlefield: {bear: {power: 5}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [], battlefield: {bear: {power: 2}}}}
          events:
            - {event: effect_expired, name: grown, turn: 1, step: cleanup, rule: "514.2"}
            - {event: effect_expired, name: veiled, turn: 1, step: cleanup, rule: "514.2"}
    """)


def test_513_2_an_added_end_step_of_the_same_turn_is_a_next_end_step() -> None:
    """The delayed ability made in the end step triggers in an end step that is added to the same turn (500.9)."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: second-dusk
                effects:
                  - {effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each}
                  - {effect: extra_steps, steps: [end]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, end, cleanup]
          checks:
            - {at: {turn: 1, step: end, occurrence: 1, nth: 3}, that: {stack: []}}
            - {at: {turn: 1, step: end, occurrence: 2}, that: {stack: [payment]}}
          counts:
            - {event: ability_triggered, name: payment, is: 1}
    """)


def test_513_2_a_chain_of_delayed_triggers_triggers_once_in_each_end_step() -> None:
    """A next-end-step ability that makes another one as it resolves never makes the same end step trigger twice."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: echo
                effects:
                  - effect: delayed_trigger
                    name: first
                    when: {beginning_of: end}
                    whose: each
                    effects:
                      - {effect: delayed_trigger, name: second, when: {beginning_of: end}, whose: each}
        expect:
          events:
            - {event: ability_triggered, name: first, turn: 1, step: end}
            - {event: ability_triggered, name: second, turn: 2, step: end}
          counts:
            - {event: ability_triggered, turn: 1, is: 1}
            - {event: ability_triggered, turn: 2, is: 1}
    """)


def test_513_2_a_trigger_held_over_a_skipped_end_step_is_stacked_in_cleanup() -> None:
    """What triggers as the ending phase begins waits, with the end step skipped, for the cleanup step (514.3a)."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: dusk, when: {beginning_of: ending}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: no-dusk, effects: [{effect: skip, what: end}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, cleanup, cleanup]
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1}, that: {stack: [dusk], priority: A}}
          events:
            - {event: phase_began, phase: ending, turn: 1}
            - {event: ability_triggered, name: dusk, turn: 1}
            - {event: step_skipped, step: end, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
            - {event: put_on_stack, name: dusk, turn: 1}
    """)

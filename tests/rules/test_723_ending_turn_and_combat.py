"""Rule 723: effects that end the turn or the combat phase."""

from __future__ import annotations

from support import obligation, play

from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Cast
from mtg_fsm.words.effects import EndTurn, ExtraPhases, ExtraTurn
from mtg_fsm.words.setup import GameSpec


@obligation("723.1", 1)
def test_723_1_the_procedure_runs_at_once_during_the_resolution() -> None:
    """What the spell did before is done, nobody gets priority in between, and the spell itself never has resolved."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: time-stop
                effects: [{effect: gain_life, count: 1}, {effect: end_turn}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {life: {A: 21}}}
          events:
            - {event: priority_passed, player: B, turn: 1, step: precombat_main}
            - {event: life_changed, player: A, turn: 1}
            - {event: left_stack, name: time-stop, turn: 1, step: precombat_main, rule: "723.1b"}
            - {event: phase_ended, phase: precombat_main, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
          never:
            - {event: resolved, name: time-stop}
          counts:
            - {event: priority_received, turn: 1, step: precombat_main, is: 3}
    """)


def test_723_1_what_the_effect_would_do_afterwards_is_not_done() -> None:
    """The resolving object is exiled with the process, so instructions behind "end the turn" are not carried out."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: time-stop
                effects: [{effect: gain_life, count: 1}, {effect: end_turn}, {effect: gain_life, count: 10}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {life: {A: 21}}}
    """)


@obligation("723.1a", 1)
def test_723_1a_abilities_that_triggered_before_cease_to_exist() -> None:
    """A trigger of the same resolution is lost if it came before the process, and is kept if the process caused it."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}
              effects: [{effect: trigger, name: pain, when: {event: life_lost, of: A}}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: bleak-end
                effects: [{effect: lose_life, count: 1}, {effect: damage, amount: 2, to: bear}, {effect: end_turn}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup}, that: {stack: [mourn], life: {A: 19}}}
          events:
            - {event: ability_triggered, name: pain, turn: 1, step: precombat_main}
            - {event: ability_triggered, name: mourn, turn: 1, step: precombat_main}
            - {event: put_on_stack, name: mourn, turn: 1, step: cleanup}
          never:
            - {event: put_on_stack, name: pain}
    """)


def test_723_1a_a_dropped_chapter_ability_lets_the_saga_go() -> None:
    """If the last chapter ability ceases to exist with the process, the check of 723.1c sacrifices the Saga."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: tale, types: [enchantment], subtypes: [saga], chapters: 2}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: hasty-end
                effects: [{effect: add_counters, permanent: tale, counter: lore, count: 2}, {effect: end_turn}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, cleanup]
          events:
            - {event: ability_triggered, name: tale-chapter-2, turn: 1, step: upkeep}
            - {event: state_based_action, rule: "704.5s", subject: tale, turn: 1, step: upkeep}
            - {event: step_began, step: cleanup, turn: 1}
          never:
            - {event: put_on_stack, name: tale-chapter-2}
            - {event: priority_received, step: cleanup}
    """)


@obligation("723.1b", 1)
def test_723_1b_everything_on_the_stack_is_exiled() -> None:
    """Spells and abilities of both players and the resolving object leave the stack, for no graveyard."""
    play("""
        game:
          players:
            - {id: A, hand: [hymn, time-stop], battlefield: [{id: dial, types: [artifact]}]}
            - {id: B, hand: [answer]}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: hymn, effects: [{effect: gain_life, count: 5}]}
              - {action: activate, name: turn-dial, source: dial, effects: [{effect: gain_life, count: 5}]}
          - at: {turn: 1, step: precombat_main, player: B}
            do: [{action: cast, name: answer, effects: [{effect: gain_life, count: 5}]}]
          - at: {turn: 1, step: precombat_main, nth: 4}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 5}, that: {stack: [time-stop, answer, turn-dial, hymn]}}
            - at: {turn: 1, step: precombat_main, when: ended}
              that: {stack: [], hand: {A: 0, B: 0}, graveyard: {A: 0, B: 0}}
            - {at: {turn: 2, step: upkeep}, that: {stack: [], life: {A: 20, B: 20}}}
          events:
            - {event: left_stack, name: time-stop, turn: 1, step: precombat_main, rule: "723.1b"}
            - {event: left_stack, name: answer, turn: 1, step: precombat_main, rule: "723.1b"}
            - {event: left_stack, name: turn-dial, turn: 1, step: precombat_main, rule: "723.1b"}
            - {event: left_stack, name: hymn, turn: 1, step: precombat_main, rule: "723.1b"}
          never:
            - {event: resolved}
    """)


@obligation("723.1c", 1)
def test_723_1c_state_based_actions_are_performed_and_their_triggers_wait() -> None:
    """All that applies is performed, repeatedly and without priority; what triggers is not stacked before cleanup."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}
                - {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_turn}]}
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, when: ended},
               that: {stack: [], battlefield: {bear: absent, bond: absent}}}
          events:
            - {event: left_stack, name: bleak-end, turn: 1, step: precombat_main}
            - {event: state_based_action, rule: "704.5g", subject: bear, turn: 1, step: precombat_main}
            - {event: ability_triggered, name: mourn, turn: 1, step: precombat_main}
            - {event: state_based_action, rule: "704.5m", subject: bond, turn: 1, step: precombat_main}
            - {event: phase_ended, phase: precombat_main, turn: 1}
            - {event: put_on_stack, name: mourn, turn: 1, step: cleanup}
          counts:
            - {event: priority_received, turn: 1, step: precombat_main, is: 3}
    """)


def test_723_1c_a_legend_is_chosen_during_the_process() -> None:
    """The choice that a state-based action needs is asked in the process, before the phase ends."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: hero, legendary: Hero}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: strange-end
                effects: [{effect: create, permanent: {id: twin, legendary: Hero}}, {effect: end_turn}]
          - at: {turn: 1, step: precombat_main, decision: choose_legend}
            do: [{action: choose, ids: [twin]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
          checks:
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {hero: absent, twin: {controller: A}}}}
          events:
            - {event: left_stack, name: strange-end, turn: 1, step: precombat_main}
            - {event: state_based_action, rule: "704.5j", subject: hero, turn: 1, step: precombat_main}
            - {event: phase_ended, phase: precombat_main, turn: 1}
          never:
            - {event: priority_received, step: cleanup}
    """)


def test_723_1c_a_player_who_loses_in_the_process_ends_the_game() -> None:
    """A loss found by the check of the process ends the game before any cleanup step."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: bitter-end, effects: [{effect: lose_life, count: 20}, {effect: end_turn}]}
        expect:
          events:
            - {event: left_stack, name: bitter-end, turn: 1}
            - {event: state_based_action, rule: "704.5a", subject: A, turn: 1, step: precombat_main}
            - {event: game_ended, winners: [B]}
          never:
            - {event: step_began, step: cleanup}
          outcome: {winners: [B]}
    """)


@obligation("723.1d", 1)
def test_723_1d_from_the_first_main_phase_the_game_goes_straight_to_cleanup() -> None:
    """No combat, no second main phase, no end step: each is passed over by this rule, and the cleanup step is next."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
            - {turn: 2, player: B}
          events:
            - {event: phase_ended, phase: precombat_main, turn: 1}
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d"}
            - {event: phase_skipped, phase: postcombat_main, turn: 1, rule: "723.1d"}
            - {event: phase_began, phase: ending, turn: 1}
            - {event: step_skipped, step: end, turn: 1, rule: "723.1d"}
            - {event: step_began, step: cleanup, turn: 1}
            - {event: turn_ended, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
    """)


@obligation("723.1d", 1)
def test_723_1d_from_combat_the_creatures_leave_combat() -> None:
    """Ended while creatures attack, step and phase end, the creatures leave combat by this rule, cleanup is next."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B, wolf: B}}]
          - at: {turn: 1, step: declare_blockers}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers, cleanup]
          checks:
            - {at: {turn: 1, step: declare_blockers, nth: 2}, that: {attacking: {bear: B, wolf: B}}}
            - {at: {turn: 1, step: combat, when: ended}, that: {attacking: {}, life: {B: 20}}}
          events:
            - {event: removed_from_combat, permanent: bear, turn: 1, rule: "723.1d"}
            - {event: removed_from_combat, permanent: wolf, turn: 1, rule: "723.1d"}
            - {event: phase_ended, phase: combat, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
          never:
            - {event: damage_dealt}
    """)


@obligation("723.1d", 1)
def test_723_1d_in_a_cleanup_step_a_new_cleanup_step_begins() -> None:
    """Ended in a cleanup step, that step ends and exactly one new cleanup step begins, discard and 514.2 included."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do:
              - action: cast
                name: time-stop
                effects:
                  - {effect: draw, count: 2}
                  - {effect: continuous, name: blessed, lasts: {until_end_of: turn}}
                  - {effect: end_turn}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {stack: [], effects: [blessed]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {hand: {A: 7}, effects: []}}
          events:
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: step_began, step: cleanup, turn: 1, rule: "723.1d"}
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1}
            - {event: turn_ended, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
            - {event: step_began, step: cleanup, turn: 2, is: 1}
            - {event: step_skipped, step: cleanup, is: 0}
    """)


def test_723_1d_in_a_cleanup_step_triggers_of_the_process_bring_a_third_cleanup_step() -> None:
    """Ended in a cleanup step with something dying in the process: new cleanup step, priority there, and one more."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}]
              effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_turn}]}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 2}, that: {stack: [mourn], priority: A}}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 3}
            - {event: resolved, name: sweep, is: 0}
            - {event: resolved, name: mourn, is: 1}
    """)


@obligation("723.1d", 2)
def test_723_1d_phases_and_steps_added_before_cleanup_are_skipped_and_extra_turns_stay() -> None:
    """Added phases and steps of this turn are passed over, too; an extra turn after this turn is taken."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: plans
                effects:
                  - {effect: extra_phases, phases: [combat, main], after: precombat_main}
                  - {effect: extra_phases, phases: [combat], after: postcombat_main}
                  - {effect: extra_steps, steps: [upkeep, draw]}
                  - {effect: extra_turn}
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, cleanup]
            - turn: 2
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 3, player: B}
          events:
            - {event: step_skipped, step: upkeep, turn: 1, rule: "723.1d"}
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d"}
            - {event: step_began, step: cleanup, turn: 1}
          counts:
            - {event: phase_skipped, phase: combat, turn: 1, is: 3}
            - {event: step_began, step: cleanup, turn: 1, is: 1}
    """)


@obligation("723.1d", 3)
def test_723_1d_mana_empties_as_the_step_or_phase_ends() -> None:
    """Mana of both players is lost with the phase in which the turn was ended; mana kept until end of turn stays."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: wasteful-end
                effects:
                  - {effect: add_mana, mana: RR}
                  - {effect: add_mana, mana: G, player: B}
                  - {effect: add_mana, mana: U, keeps: {until_end_of: turn}}
                  - {effect: end_turn}
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, when: ended}, that: {mana: {A: U, B: ""}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {mana: {A: "", B: ""}}}
          events:
            - {event: mana_emptied, player: A, mana: RR, turn: 1, step: precombat_main}
            - {event: mana_emptied, player: B, mana: G, turn: 1, step: precombat_main}
            - {event: phase_ended, phase: precombat_main, turn: 1}
            - {event: mana_emptied, player: A, mana: U, turn: 1, step: cleanup}
    """)


@obligation("723.1e", 1)
def test_723_1e_end_step_abilities_do_not_trigger_and_delayed_ones_wait() -> None:
    """A permanent's end step ability doesn't trigger in the ended turn; a delayed one waits for the next end step."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bell, types: [artifact],
                             abilities: [{effect: trigger, name: toll, when: {beginning_of: end}, whose: each}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: promise
                effects: [{effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each}]
          - at: {turn: 1, step: precombat_main, nth: 3}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          checks:
            - {at: {turn: 2, step: end}, that: {stack: [toll, payment]}}
          counts:
            - {event: ability_triggered, turn: 1, is: 0}
            - {event: ability_triggered, name: toll, turn: 2, is: 1}
            - {event: ability_triggered, name: payment, turn: 2, is: 1}
            - {event: ability_triggered, name: payment, turn: 3, is: 0}
    """)


def test_723_1e_a_next_end_step_ability_limited_to_this_turn_is_lost() -> None:
    """Limited to this turn, the delayed ability is gone with the ended turn and never triggers."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: promise
                effects:
                  - {effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each, this_turn: true}
                  - {effect: end_turn}
        expect:
          turns:
            - {turn: 3, player: A}
          never:
            - {event: ability_triggered, name: payment}
    """)


@obligation("723.1f", 1)
def test_723_1f_triggers_of_the_process_are_stacked_after_discard_and_514_2() -> None:
    """In cleanup discard and 514.2 happen, then the triggers are stacked, then the active player gets priority."""
    play("""
        game:
          players:
            - id: A
              hand: 9
              battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_turn}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup, cleanup]
          events:
            - {event: ability_triggered, name: mourn, turn: 1, step: precombat_main}
            - {event: step_began, step: cleanup, turn: 1}
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1, step: cleanup}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, step: cleanup}
            - {event: put_on_stack, name: mourn, turn: 1, step: cleanup}
            - {event: priority_received, player: A, turn: 1, step: cleanup}
            - {event: resolved, name: mourn, turn: 1, step: cleanup}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a"}
            - {event: turn_ended, turn: 1}
    """)


@obligation("723.1f", 1)
def test_723_1f_without_triggers_cleanup_gives_no_priority() -> None:
    """If nothing triggered in the process there is one cleanup step and nobody gets priority after the resolution."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_turn}]}
        expect:
          events:
            - {event: state_based_action, subject: bear, turn: 1, step: precombat_main}
            - {event: turn_ended, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
            - {event: priority_received, turn: 1, step: cleanup, is: 0}
            - {event: priority_received, turn: 1, step: precombat_main, is: 3}
    """)


@obligation("723.2", 1)
def test_723_2_the_combat_phase_ends_at_once_during_the_resolution() -> None:
    """What came before in the resolution is done, what stands behind is not, and the step ends without priority."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: mandate
                effects: [{effect: gain_life, count: 1}, {effect: end_combat}, {effect: gain_life, count: 10}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, postcombat_main, end,
                      cleanup]
          checks:
            - {at: {turn: 1, step: postcombat_main}, that: {life: {A: 21, B: 20}, attacking: {}, priority: A}}
          never:
            - {event: resolved, name: mandate}
          counts:
            - {event: priority_received, turn: 1, step: declare_attackers, is: 3}
    """)


@obligation("723.2a", 1)
def test_723_2a_abilities_that_triggered_before_cease_to_exist() -> None:
    """A trigger of the same resolution is lost, one that the process causes is stacked in the next phase."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}]
              effects: [{effect: trigger, name: pain, when: {event: life_lost, of: A}}]
            - {id: B}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - action: cast
                name: mandate
                effects: [{effect: lose_life, count: 1}, {effect: damage, amount: 2, to: bear}, {effect: end_combat}]
        expect:
          checks:
            - {at: {turn: 1, step: postcombat_main}, that: {stack: [mourn]}}
          events:
            - {event: ability_triggered, name: pain, turn: 1, step: beginning_of_combat}
          never:
            - {event: put_on_stack, name: pain}
    """)


@obligation("723.2b", 1)
def test_723_2b_everything_on_the_stack_is_exiled() -> None:
    """The stack is empty afterwards, what was on it has not resolved, and its cards are in no graveyard."""
    play("""
        game:
          players:
            - {id: A, hand: [hymn]}
            - {id: B, hand: [mandate]}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: hymn, effects: [{effect: gain_life, count: 5}]}]
          - at: {turn: 1, step: beginning_of_combat, player: B}
            do: [{action: cast, name: mandate, effects: [{effect: end_combat}]}]
        expect:
          checks:
            - {at: {turn: 1, step: beginning_of_combat, when: ended}, that: {stack: []}}
            - {at: {turn: 1, step: postcombat_main}, that: {stack: [], life: {A: 20}, graveyard: {A: 0, B: 0}}}
          events:
            - {event: left_stack, name: mandate, turn: 1, rule: "723.2b"}
            - {event: left_stack, name: hymn, turn: 1, rule: "723.2b"}
          never:
            - {event: resolved, name: hymn}
            - {event: resolved, name: mandate}
    """)


@obligation("723.2c", 1)
def test_723_2c_state_based_actions_are_performed_and_their_triggers_wait() -> None:
    """The check happens in the process and nobody gets priority; what triggers is not stacked in the combat phase."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - {action: cast, name: mandate, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_combat}]}
        expect:
          checks:
            - {at: {turn: 1, step: combat, when: ended}, that: {stack: [], battlefield: {bear: absent}}}
          events:
            - {event: left_stack, name: mandate, turn: 1, step: beginning_of_combat}
            - {event: state_based_action, rule: "704.5g", subject: bear, turn: 1, step: beginning_of_combat}
            - {event: ability_triggered, name: mourn, turn: 1, step: beginning_of_combat}
            - {event: phase_ended, phase: combat, turn: 1}
            - {event: put_on_stack, name: mourn, turn: 1, phase: postcombat_main}
          counts:
            - {event: priority_received, turn: 1, step: beginning_of_combat, is: 3}
    """)


@obligation("723.2d", 1)
def test_723_2d_the_phase_ends_with_all_that_its_ending_does_and_an_added_phase_is_next() -> None:
    """Creatures leave combat, effects until end of combat stop, steps are skipped, and the phase added behind comes."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: mandate
                effects:
                  - {effect: extra_phases, phases: [combat, main]}
                  - {effect: continuous, name: fury, lasts: {until_end_of: combat}}
                  - {effect: continuous, name: blessed, lasts: {until_end_of: turn}}
                  - {effect: add_mana, mana: R}
                  - {effect: end_combat}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, postcombat_main, end,
                      cleanup]
          checks:
            - {at: {turn: 1, step: declare_attackers, when: ended}, that: {effects: [fury, blessed], mana: {A: ""}}}
            - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {effects: [blessed], attacking: {}}}
          events:
            - {event: removed_from_combat, permanent: bear, turn: 1, rule: "723.2d"}
            - {event: step_skipped, step: declare_blockers, turn: 1, rule: "723.2d"}
            - {event: step_skipped, step: combat_damage, turn: 1, rule: "723.2d"}
            - {event: step_skipped, step: end_of_combat, turn: 1, rule: "723.2d"}
            - {event: effect_expired, name: fury, turn: 1}
            - {event: phase_ended, phase: combat, turn: 1}
            - {event: phase_began, phase: combat, turn: 1}
          never:
            - {event: damage_dealt}
    """)


@obligation("723.2e", 1)
def test_723_2e_end_of_combat_abilities_do_not_trigger_and_delayed_ones_wait() -> None:
    """A delayed "at end of combat" ability waits for the next end of combat step, here in an added combat phase."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - action: cast
                name: mandate
                effects:
                  - {effect: delayed_trigger, name: aftermath, when: {beginning_of: end_of_combat}, whose: each}
                  - {effect: extra_phases, phases: [combat]}
                  - {effect: end_combat}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {stack: []}}
            - {at: {turn: 1, step: end_of_combat, occurrence: 1}, that: {stack: [aftermath]}}
          counts:
            - {event: ability_triggered, name: aftermath, is: 1}
    """)


@obligation("723.2f", 1)
def test_723_2f_triggers_of_the_process_are_stacked_in_the_first_gate_of_the_next_phase() -> None:
    """They stand on the stack together with what triggers as the next phase begins, before its first priority."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}]
              effects: [{effect: trigger, name: second-wind, when: {beginning_of: postcombat_main}}]
            - {id: B}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - {action: cast, name: mandate, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_combat}]}
        expect:
          checks:
            - {at: {turn: 1, step: postcombat_main}, that: {stack: [second-wind, mourn], priority: A}}
          events:
            - {event: ability_triggered, name: mourn, turn: 1, step: beginning_of_combat}
            - {event: phase_began, phase: postcombat_main, turn: 1}
            - {event: ability_triggered, name: second-wind, turn: 1, phase: postcombat_main}
            - {event: put_on_stack, name: mourn, turn: 1, phase: postcombat_main}
            - {event: put_on_stack, name: second-wind, turn: 1, phase: postcombat_main}
            - {event: priority_received, player: A, turn: 1, phase: postcombat_main}
          counts:
            - {event: priority_received, turn: 1, phase: combat, is: 3}
    """)


@obligation("723.2g", 1)
def test_723_2g_outside_a_combat_phase_nothing_happens() -> None:
    """In a main phase the effect leaves stack and schedule as they are; the rest of its spell is carried out."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: hymn, effects: [{effect: gain_life, count: 5}]}]
          - at: {turn: 1, step: precombat_main, player: B}
            do: [{action: cast, name: mandate, effects: [{effect: end_combat}, {effect: gain_life, count: 1}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {stack: [mandate, hymn], life: {B: 20}}}
            - {at: {turn: 1, step: precombat_main, nth: 4}, that: {stack: [hymn], life: {B: 21}}}
            - {at: {turn: 1, step: precombat_main, nth: 5}, that: {stack: [], life: {A: 25}}}
          events:
            - {event: resolved, name: mandate, turn: 1}
            - {event: resolved, name: hymn, turn: 1}
    """)


# --- interplay ---


def test_723_1d_a_skip_of_a_passed_over_phase_is_not_used_up() -> None:
    """Units passed over by ending the turn use up no skip effect: it takes the next combat phase that would come."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: peace, effects: [{effect: skip, what: combat}, {effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, postcombat_main, end, cleanup]
            - turn: 5
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d"}
            - {event: phase_skipped, phase: combat, turn: 3, rule: "614.10"}
    """)


def test_723_1d_an_added_step_that_a_skip_would_take_is_passed_over_by_the_ending() -> None:
    """An added upkeep and a skip of the next upkeep: the ended turn passes the step over, the skip waits for turn 3."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: muddle
                effects: [{effect: extra_steps, steps: [upkeep]}, {effect: skip, what: upkeep}, {effect: end_turn}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, cleanup]
            - turn: 3
              player: A
              steps: [untap, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: step_skipped, step: upkeep, turn: 1, rule: "723.1d"}
            - {event: step_skipped, step: upkeep, turn: 3, rule: "614.10"}
          counts:
            - {event: step_skipped, step: upkeep, is: 2}
    """)


def test_723_1d_with_the_next_cleanup_step_skipped_the_ended_turn_has_none() -> None:
    """Ending the turn leads to the cleanup step, and a pending skip still applies to it (500.11)."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mess, effects: [{effect: skip, what: cleanup}, {effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep]
            - {turn: 2, player: B}
          events:
            - {event: step_skipped, step: cleanup, turn: 1, rule: "614.10"}
            - {event: turn_ended, turn: 1}
    """)


def test_723_1d_an_extra_turn_may_be_ended_as_it_begins() -> None:
    """An extra turn whose rider ends the turn has a cleanup step only, and the natural order goes on behind it."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: blink, effects: [{effect: extra_turn, then: [{effect: end_turn}]}]}]
        expect:
          turns:
            - {turn: 1, player: A}
            - turn: 2
              player: A
              steps: [cleanup]
            - turn: 3
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: phase_skipped, phase: beginning, turn: 2, rule: "723.1d"}
            - {event: phase_skipped, phase: precombat_main, turn: 2, rule: "723.1d"}
            - {event: phase_skipped, phase: combat, turn: 2, rule: "723.1d"}
            - {event: phase_skipped, turn: 2, rule: "723.1d"}
            - {event: step_skipped, step: end, turn: 2, rule: "723.1d"}
            - {event: step_began, step: cleanup, turn: 2}
    """)


def test_723_1_riders_behind_the_ending_are_not_applied() -> None:
    """A rider that ends the turn as it begins ends the list, as with a resolving object; earlier ones are applied."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: blink
                effects:
                  - effect: extra_turn
                    then: [{effect: gain_life, count: 1}, {effect: end_turn}, {effect: gain_life, count: 10}]
        expect:
          checks:
            - {at: {turn: 3, step: upkeep}, that: {life: {A: 21}}}
    """)


def test_723_1d_an_added_phase_may_end_the_turn_as_it_begins() -> None:
    """A rider on an added combat phase that ends the turn: the phase begins and ends without a step, then cleanup."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: ambush
                effects: [{effect: extra_phases, phases: [combat, main], then: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
          events:
            - {event: phase_began, phase: combat, turn: 1}
            - {event: phase_ended, phase: combat, turn: 1}
            - {event: phase_skipped, phase: postcombat_main, turn: 1, rule: "723.1d"}
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d"}
            - {event: phase_skipped, phase: postcombat_main, turn: 1, rule: "723.1d"}
            - {event: step_began, step: cleanup, turn: 1}
          counts:
            - {event: priority_received, phase: combat, is: 0}
    """)


def test_723_1d_an_added_main_phase_may_end_the_turn_as_it_begins() -> None:
    """A rider on an added main phase that ends the turn: nobody gets priority in that phase, then cleanup."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: stillness
                effects: [{effect: extra_phases, phases: [main], then: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, postcombat_main, cleanup]
          counts:
            - {event: priority_received, phase: postcombat_main, turn: 1, is: 0}
    """)


def test_723_1d_an_added_ending_phase_may_end_the_turn_as_it_begins() -> None:
    """An ending phase added in mid-turn that ends the turn: the turn's last cleanup step is the one that happens."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: nightfall
                effects: [{effect: extra_phases, phases: [ending], then: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
            - {turn: 2, player: B}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
            - {event: step_began, step: end, turn: 1, is: 0}
    """)


def test_723_1d_after_the_last_ending_phase_a_cleanup_step_still_comes() -> None:
    """Ended in a combat phase added behind the ending phase, the turn gets a cleanup step, for all ends go to one."""
    play("""
        game:
          players:
            - {id: A, hand: 9}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: night-raid, effects: [{effect: extra_phases, phases: [combat, main]}]}]
          - at: {turn: 1, step: beginning_of_combat, occurrence: 2}
            do:
              - action: cast
                name: time-stop
                effects: [{effect: continuous, name: blessed, lasts: {until_end_of: turn}}, {effect: draw},
                          {effect: end_turn}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, beginning_of_combat, cleanup]
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {hand: {A: 7}, effects: []}}
    """)


def test_723_1d_the_end_step_may_be_ended_with_steps_added_behind_it() -> None:
    """Ended in the end step, an added end step is passed over and exactly one cleanup step comes."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - {action: cast, name: time-stop, effects: [{effect: extra_steps, steps: [end, cleanup, end]},
                                                          {effect: end_turn}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 2, player: B}
    """)


def test_723_1d_a_trigger_of_an_added_upkeep_may_end_the_turn() -> None:
    """A delayed ability of an upkeep that 500.10 added in the middle of the turn ends the turn from there."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: time-bomb
                effects:
                  - {effect: extra_steps, steps: [upkeep, upkeep], after_phase: this_phase}
                  - {effect: delayed_trigger, name: boom, when: {beginning_of: upkeep}, effects: [{effect: end_turn}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, upkeep, cleanup]
            - {turn: 2, player: B}
          events:
            - {event: put_on_stack, name: boom, turn: 1, step: upkeep}
            - {event: left_stack, name: boom, turn: 1, rule: "723.1b"}
            - {event: phase_skipped, phase: beginning, turn: 1, rule: "723.1d"}
    """)


def test_723_1_a_mana_ability_that_ends_the_turn_does_it_at_once() -> None:
    """An effect ends the turn wherever it is carried out; after a mana ability nobody gets priority either."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: activate
                name: last-light
                mana_ability: true
                effects: [{effect: add_mana, mana: R}, {effect: end_turn}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
          events:
            - {event: mana_added, player: A, turn: 1}
            - {event: mana_emptied, player: A, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
          counts:
            - {event: priority_received, turn: 1, step: precombat_main, is: 1}
    """)


def test_723_1b_a_mana_ability_that_ends_the_turn_exiles_the_stack() -> None:
    """The spell under which such a mana ability was activated is exiled and never resolves."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: hymn, effects: [{effect: gain_life, count: 5}]}
              - action: activate
                name: last-light
                mana_ability: true
                effects: [{effect: add_mana, mana: R}, {effect: end_turn}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {stack: [], life: {A: 20}}}
          never:
            - {event: resolved, name: hymn}
    """)


def test_723_1a_begin_triggers_of_a_turn_that_is_ended_at_once() -> None:
    """In an extra turn ended as it begins, upkeep abilities never trigger and until-next-turn effects have ended."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: morning, when: {beginning_of: upkeep}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep, nth: 2}
            do:
              - action: cast
                name: blink
                effects:
                  - {effect: continuous, name: veil, lasts: {until: your_next_turn}}
                  - {effect: extra_turn, then: [{effect: end_turn}]}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [veil]}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: []}}
          counts:
            - {event: ability_triggered, name: morning, turn: 2, is: 0}
            - {event: ability_triggered, name: morning, turn: 1, is: 1}
    """)


def test_723_2d_an_added_combat_phase_may_end_as_it_begins() -> None:
    """A rider that ends the combat phase leaves it without a step; the next phase of its group follows."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: feint
                effects: [{effect: extra_phases, phases: [combat, main], then: [{effect: end_combat}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, postcombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: phase_began, phase: combat, turn: 1}
            - {event: step_skipped, step: beginning_of_combat, turn: 1, rule: "723.2d"}
            - {event: phase_ended, phase: combat, turn: 1}
    """)


def test_723_2d_steps_added_to_the_ended_combat_phase_are_skipped_and_use_up_no_skip() -> None:
    """An added end of combat step is passed over, and a skip of the next such step waits for another combat."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - action: cast
                name: mandate
                effects:
                  - {effect: extra_steps, steps: [end_of_combat, beginning_of_combat]}
                  - {effect: skip, what: end_of_combat}
                  - {effect: end_combat}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, postcombat_main, end, cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, postcombat_main,
                      end, cleanup]
          counts:
            - {event: step_skipped, step: end_of_combat, turn: 1, rule: "723.2d", is: 2}
            - {event: step_skipped, step: end_of_combat, turn: 3, rule: "614.10", is: 1}
    """)


def test_723_2d_ending_the_first_of_two_damage_steps_leaves_out_the_second() -> None:
    """Ended in the first-strike combat damage step, the second one does not happen; damage already dealt stays."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: knight, keywords: [first_strike]}, {id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {knight: B, bear: B}}]
          - at: {turn: 1, step: combat_damage}
            do: [{action: cast, name: mandate, effects: [{effect: end_combat}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: postcombat_main}, that: {life: {B: 18}, attacking: {}}}
          counts:
            - {event: damage_dealt, is: 1}
    """)


def test_723_2_then_723_1_in_one_turn() -> None:
    """The trigger of an ended combat is on the stack of the next phase when the turn is ended: it is exiled there."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: bear
                  abilities: [{effect: trigger, name: mourn, when: {event: dies},
                               effects: [{effect: gain_life, count: 5}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - {action: cast, name: mandate, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_combat}]}
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, postcombat_main, cleanup]
          checks:
            - {at: {turn: 2, step: upkeep}, that: {life: {A: 20}}}
          events:
            - {event: left_stack, name: time-stop, rule: "723.1b", turn: 1}
            - {event: left_stack, name: mourn, rule: "723.1b", turn: 1}
    """)


def test_723_2g_a_trigger_of_combat_that_resolves_too_late_ends_nothing() -> None:
    """A "next upkeep" ability that would end the combat phase does nothing in that upkeep, and combat comes later."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: early, when: {beginning_of: upkeep},
                                 effects: [{effect: end_combat}, {effect: gain_life, count: 1}]}]}
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {life: {A: 21}}}
    """)


def test_723_1d_upcoming_shows_extra_turns_but_no_phase_of_the_ended_turn() -> None:
    """In the cleanup step of an ended turn, what comes next is the extra turn; nothing added to the turn is left."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    effects = (ExtraPhases(phases=("combat",)), ExtraTurn(), EndTurn())
    engine.submit(Cast(name="time-stop", effects=effects))
    while engine.position.turn == 1 and engine.decision is not None:
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.position.turn == 2
    assert engine.position.active_player == "A"
    turns = [unit.player for unit in engine.upcoming(2) if unit.unit == "turn"]
    assert turns == ["B", "A"]


def test_723_1d_a_cleanup_step_added_in_mid_turn_may_be_ended() -> None:
    """Ended in a cleanup step that 500.10 put after the first main phase: a new cleanup step, and the turn is over."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: early-sweep
                effects:
                  - {effect: extra_steps, steps: [cleanup], after_phase: this_phase}
                  - {effect: delayed_trigger, name: stop, when: {beginning_of: cleanup}, effects: [{effect: end_turn}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup, cleanup]
            - {turn: 2, player: B}
          counts:
            - {event: phase_skipped, phase: combat, turn: 1, rule: "723.1d", is: 1}
    """)


def test_723_1_instructions_that_ask_come_first_and_then_the_turn_ends() -> None:
    """Both players discard by choice in the same resolution, then the turn is ended; later instructions are lost."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: hard-end
                effects: [{effect: discard, count: 2, player: each}, {effect: end_turn}, {effect: gain_life, count: 5}]
          - at: {turn: 1, decision: choose_discard, player: B}
            do: [{action: choose, ids: [B-card-6, B-card-7]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup]
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {hand: {A: 5, B: 5}, life: {A: 20}}}
          events:
            - {event: card_discarded, player: A, step: precombat_main}
            - {event: card_discarded, player: B, card: B-card-6}
            - {event: card_discarded, player: B, card: B-card-7}
            - {event: left_stack, name: hard-end, rule: "723.1b"}
    """)


def test_723_1_a_rider_that_asks_and_one_that_ends_the_turn() -> None:
    """As the extra turn begins its player discards by choice, then it is ended, and the rest is not applied."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: hard-blink
                effects:
                  - effect: extra_turn
                    then: [{effect: discard, count: 2}, {effect: end_turn}, {effect: gain_life, count: 5}]
        expect:
          turns:
            - {turn: 2, player: A, steps: [cleanup]}
            - {turn: 3, player: B}
          checks:
            - {at: {turn: 2, decision: choose_discard}, that: {hand: {A: 7}, active_player: A}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {hand: {A: 5}, life: {A: 20}}}
    """)


def test_723_1f_an_ability_of_the_turn_that_triggers_in_the_process_is_stacked_in_cleanup() -> None:
    """Riders come before begin triggers: in a turn ended by one, "at the beginning of the turn" waits for cleanup."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: dawn, when: {beginning_of: turn}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: blink, effects: [{effect: extra_turn, then: [{effect: end_turn}]}]}]
        expect:
          turns:
            - {turn: 2, player: A, steps: [cleanup, cleanup]}
            - {turn: 3, player: B}
          checks:
            - {at: {turn: 2, step: cleanup}, that: {stack: [dawn], priority: A}}
    """)


def test_723_1f_a_trigger_of_the_process_may_end_the_turn_once_more() -> None:
    """The dead creature's ability ends the turn in the cleanup step: the new cleanup step is the last one."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: bear
                  abilities: [{effect: trigger, name: boom, when: {event: dies}, effects: [{effect: end_turn}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: end_turn}]}
        expect:
          turns:
            - {turn: 1, player: A, steps: [untap, upkeep, cleanup, cleanup]}
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: left_stack, name: boom, turn: 1, step: cleanup, rule: "723.1b"}
            - {event: step_began, step: cleanup, turn: 1, rule: "723.1d"}
    """)


def test_723_1d_which_skip_takes_the_last_ending_phase_is_chosen_in_the_process() -> None:
    """Two different skips of the ending phase: the player chooses which is used up, and there is no cleanup step."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: long-day, effects: [{effect: skip, what: ending}]}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: no-night, effects: [{effect: skip, what: ending, this_turn: true}]}]
          - at: {turn: 1, step: upkeep, nth: 5}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - {turn: 1, player: A, steps: [untap, upkeep]}
            - {turn: 2, player: B}
          checks:
            - {at: {turn: 1, decision: choose_skip, player: A}, that: {stack: [], active_player: A}}
          counts:
            - {event: phase_skipped, phase: ending, turn: 1, is: 1}
    """)


def test_723_2f_begin_triggers_of_a_combat_phase_ended_as_it_begins_wait_for_the_next_phase() -> None:
    """In a combat phase ended by its rider, "at the beginning of combat" is stacked in the following phase."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: horns, when: {beginning_of: combat}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: feint
                effects: [{effect: extra_phases, phases: [combat, main], then: [{effect: end_combat}]}]
        expect:
          checks:
            - {at: {turn: 1, step: postcombat_main, occurrence: 1}, that: {stack: [horns], priority: A}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {stack: [horns]}}
          counts:
            - {event: ability_triggered, name: horns, turn: 1, is: 2}
    """)


def test_723_2_a_mana_ability_that_ends_the_combat_phase_does_it_at_once() -> None:
    """Carried out by a mana ability, the effect ends the combat phase without giving priority again in it."""
    play("""
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: activate
                name: flee
                mana_ability: true
                effects: [{effect: add_mana, mana: R}, {effect: end_combat}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, postcombat_main, end,
                      cleanup]
          checks:
            - {at: {turn: 1, step: declare_attackers, when: ended}, that: {mana: {A: ""}}}
          counts:
            - {event: priority_received, turn: 1, step: declare_attackers, is: 1}
    """)


def test_723_1_a_turn_that_is_ended_while_an_attack_is_to_be_paid_ends_without_that_attack() -> None:
    """By a mana ability that ends the turn: nothing attacks, nothing is paid, and the cleanup step comes next."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear, attack_cost: 1}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, decision: pay}
            do: [{action: activate, name: halt, mana_ability: true,
                  effects: [{effect: add_mana, mana: R}, {effect: end_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, cleanup]
          never: [{event: attacker_declared}, {event: mana_spent}, {event: declaration_taken_back}]
    """)


def test_723_1d_and_723_2d_step_and_phase_end_by_what_ends_them() -> None:
    """The events of the ends name the rule, and after that everything ends as usual."""
    play("""
        game: {players: [{id: A}, {id: B}]}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: peace, effects: [{effect: end_combat}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: time, effects: [{effect: end_turn}]}]
        expect:
          events:
            - {event: step_ended, step: beginning_of_combat, rule: "723.2d"}
            - {event: step_skipped, step: end_of_combat, rule: "723.2d"}
            - {event: phase_ended, phase: postcombat_main, rule: "723.1d"}
            - {event: step_ended, step: cleanup, rule: "500.3"}
            - {event: phase_ended, phase: ending, rule: "500.2"}
    """)


def test_723_1d_what_would_come_behind_the_cleanup_step_is_skipped_too() -> None:
    """A step added behind it, and a phase behind an added ending phase, of which only the cleanup step takes place."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: stop, effects: [
                  {effect: extra_steps, steps: [end], after: cleanup}, {effect: end_turn}]}]
          - at: {turn: 2, step: end}
            do: [{action: cast, name: stop, effects: [
                  {effect: extra_phases, phases: [ending, main]}, {effect: end_turn}]}]
        until: {turn: 3, step: upkeep}
        expect:
          events:
            - {event: step_began, step: cleanup, turn: 1}
            - {event: step_skipped, step: end, turn: 1, rule: 723.1d}
            - {event: phase_skipped, phase: postcombat_main, turn: 2, rule: 723.1d}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
            - {event: step_began, step: cleanup, turn: 2, is: 1}
    """)

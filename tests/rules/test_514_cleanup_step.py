"""Rule 514: the cleanup step, its two actions, and the exception that gives priority in it."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import DiscardCards, Pass
from mtg_fsm.words.setup import GameSpec, PlayerSpec


@obligation("514.1", 1)
def test_514_1_only_the_active_player_discards_down_to_maximum_hand_size() -> None:
    """The active player's hand is at most the maximum afterwards; the other player keeps what is above it."""
    play("""
        game:
          players:
            - {id: A, hand: 9}
            - {id: B, hand: 9}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {hand: {A: 7, B: 9}, graveyard: {A: 2, B: 0}}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {hand: {A: 7, B: 7}, graveyard: {A: 2, B: 3}}}
          events:
            - {event: step_began, step: cleanup, turn: 1}
            - {event: turn_based_action, action: discard_to_hand_size, player: A, step: cleanup, turn: 1, rule: "514.1"}
            - {event: card_discarded, player: A, step: cleanup, turn: 1}
            - {event: card_discarded, player: A, step: cleanup, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1}
          never:
            - {event: put_on_stack}
            - {event: card_discarded, player: B, turn: 1}
            - {event: card_discarded, player: A, turn: 2}
    """)


@obligation("514.1", 1)
def test_514_1_the_maximum_may_be_changed_and_is_looked_at_before_durations_end() -> None:
    """A maximum hand size of four until end of turn still counts in 514.1, and seven counts in the next turn."""
    play("""
        game:
          players:
            - {id: A, hand: 6}
            - {id: B, hand: 6}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: narrow-mind
                effects:
                  - {effect: continuous, name: narrow, lasts: {until_end_of: turn}, static: {max_hand_size: 4}}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {hand: {A: 4, B: 6}, effects: []}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {hand: {A: 4, B: 7}, graveyard: {B: 0}}}
          events:
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1}
            - {event: effect_expired, name: narrow, turn: 1, step: cleanup}
    """)


def test_514_1_a_second_cleanup_step_has_the_maximum_that_holds_by_then() -> None:
    """ "No maximum hand size this turn" ends in the first cleanup step, so the second one discards down to seven."""
    play("""
        game:
          players:
            - id: A
              hand: 10
              effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: open-mind
                effects: [{effect: continuous, name: open, lasts: this_turn, static: {max_hand_size: none}}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1}, that: {hand: {A: 10}, effects: []}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {hand: {A: 7}, graveyard: {A: 3}}}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


@obligation("514.1", 1)
def test_514_1_the_number_of_discards_is_exact_and_asked_of_the_active_player() -> None:
    """The decision is the active player's alone; one card too few, one too many or the same card twice is refused."""
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", hand=9), PlayerSpec(id="B", hand=9))))
    engine.advance()
    while engine.decision is not None and engine.decision.kind != "discard_to_hand_size":
        engine.submit(next(engine.legal(engine.decision.player)))
    decision = engine.decision
    assert decision is not None
    assert (engine.position.step, decision.player, decision.count) == ("cleanup", "A", 2)
    hand = decision.choices
    assert len(hand) == 9
    for cards in (hand[:1], hand[:3], (hand[0], hand[0]), ()):
        with pytest.raises(IllegalCommand) as refused:
            engine.submit(DiscardCards(player="A", cards=cards))
        assert refused.value.rule == "514.1"
    assert engine.why_not(Pass(player="A")) is not None
    assert engine.why_not(DiscardCards(player="B", cards=hand[:2])) is not None
    engine.submit(DiscardCards(player="A", cards=hand[3:5]))
    assert engine.observe("hand", ("A", "B")) == {"A": 7, "B": 9}


@obligation("514.1", 2)
def test_514_1_a_discard_trigger_waits_and_brings_a_priority_window() -> None:
    """A discard trigger caused by 514.1 is stacked only after 514.2, and the active player gets priority (514.3a)."""
    play("""
        game:
          players:
            - {id: A, hand: 8, battlefield: [{id: bear, damage: 1}]}
            - id: B
              effects: [{effect: trigger, name: spite, when: {event: discards, of: A},
                         effects: [{effect: gain_life, count: 1}]}]
        expect:
          checks:
            - at: {turn: 1, step: cleanup}
              that: {stack: [spite], priority: A, hand: {A: 7}, life: {B: 20}, battlefield: {bear: {damage: 0}}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {life: {B: 21}}}
          events:
            - {event: card_discarded, player: A, step: cleanup, turn: 1}
            - {event: ability_triggered, name: spite, step: cleanup, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, step: cleanup, turn: 1}
            - {event: put_on_stack, name: spite, step: cleanup, turn: 1}
            - {event: priority_received, player: A, step: cleanup, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


@obligation("514.1", 3)
def test_514_1_an_additional_cleanup_step_discards_again() -> None:
    """Two cards drawn in the priority window of a cleanup step are discarded again in the next one."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: delayed_trigger, name: insight, when: {beginning_of: cleanup},
                         effects: [{effect: draw, count: 2}]}]
            - {id: B}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {hand: {A: 9}, graveyard: {A: 0}}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {hand: {A: 7}, graveyard: {A: 2}}}
          counts:
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1, is: 1}
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


def test_514_1_discards_that_trigger_again_and_again_bring_as_many_cleanup_steps() -> None:
    """A discard trigger that draws keeps cleanup going until its condition fails; a quiet cleanup step ends it."""
    play("""
        game:
          players:
            - id: A
              hand: 8
              effects: [{effect: trigger, name: greed, when: {event: discards, of: A}, if: {life: {A: 20}},
                         effects: [{effect: draw}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup, occurrence: 3}
            do: [{action: cast, name: bleed, effects: [{effect: lose_life, count: 1}]}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 3, when: ended}, that: {hand: {A: 7}, life: {A: 19}}}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 4}
            - {event: card_discarded, turn: 1, is: 3}
            - {event: resolved, name: greed, turn: 1, is: 2}
          outcome: {unfinished: true}
    """)


@obligation("514.2", 1)
def test_514_2_damage_goes_at_the_same_instant_as_a_toughness_bonus() -> None:
    """A creature kept alive by a bonus until end of turn survives cleanup; one whose bonus ended before does not."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B}
        script:
          - at: {turn: 1, step: postcombat_main}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: {until_end_of: turn},
                     modifies: {permanent: bear, toughness: 3}}
                  - {effect: continuous, name: shortly, lasts: {until_end_of: this_phase},
                     modifies: {permanent: wolf, toughness: 3}}
                  - {effect: damage, amount: 4, to: bear}
                  - {effect: damage, amount: 4, to: wolf}
        expect:
          checks:
            - {at: {turn: 1, step: postcombat_main, nth: 3}, that: {battlefield: {bear: {damage: 4},
               wolf: {damage: 4}}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {damage: 4, toughness: 5}, wolf: absent}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {battlefield: {bear: {damage: 0, toughness: 2}}}}
          never:
            - {event: state_based_action, subject: bear}
            - {event: priority_received, step: cleanup}
    """)


@obligation("514.2", 2)
def test_514_2_damage_is_removed_from_all_permanents_phased_out_ones_included() -> None:
    """Damage goes from permanents of both players, and from a phased-out one, which comes back without it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: mine, toughness: 5, damage: 2}]}
            - {id: B, battlefield: [{id: yours, toughness: 5, damage: 3}, {id: ghost, toughness: 5, damage: 4}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: vanish, effects: [{effect: phase_out, permanents: [ghost]}]}]
        expect:
          checks:
            - at: {turn: 1, step: end}
              that: {battlefield: {mine: {damage: 2}, yours: {damage: 3}, ghost: {damage: 4, phased_out: true}}}
            - at: {turn: 1, step: cleanup, when: ended}
              that: {battlefield: {mine: {damage: 0}, yours: {damage: 0}, ghost: {damage: 0, phased_out: true}}}
            - at: {turn: 2, step: upkeep}
              that: {battlefield: {ghost: {damage: 0, phased_out: false}}}
          events:
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, step: cleanup, rule: "514.2"}
    """)


@obligation("514.2", 3)
def test_514_2_nothing_is_checked_between_discarding_and_removing_damage() -> None:
    """A creature whose bonus ended with the end step has lethal damage as 514.1 is done, and 514.2 still saves it."""
    play("""
        game:
          players:
            - {id: A, hand: 8, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: {until_end_of: this_step},
                     modifies: {permanent: bear, toughness: 3}}
                  - {effect: damage, amount: 4, to: bear}
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {battlefield: {bear: {damage: 4, toughness: 5}}}}
            - {at: {turn: 1, decision: discard_to_hand_size}, that: {battlefield: {bear: {damage: 4, toughness: 2}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {battlefield: {bear: {damage: 0, toughness: 2}}}}
          never:
            - {event: state_based_action}
            - {event: priority_received, step: cleanup}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
    """)


def test_514_2_control_and_a_legend_come_back_together() -> None:
    """As control until end of turn ends, its first controller has two legends of a name and chooses in cleanup."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: hero, legendary: Hero}, {id: other, legendary: Hero, phased_out: true}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: treason
                effects: [{effect: gain_control, permanent: hero, player: A, lasts: {until_end_of: turn}},
                          {effect: phase_in, permanents: [other]}]
          - at: {turn: 1, decision: choose_legend}
            do: [{action: choose, player: B, ids: [other]}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {hero: {controller: A}, other: {controller: B}}}}
            - {at: {turn: 1, step: cleanup}, that: {priority: A, battlefield: {hero: absent, other: {controller: B}}}}
          events:
            - {event: control_changed, permanent: hero, controller: B, step: cleanup}
            - {event: state_based_action, rule: "704.5j", subject: hero, step: cleanup}
            - {event: priority_received, player: A, step: cleanup}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


@obligation("514.3", 1)
def test_514_3_with_nothing_pending_step_and_turn_end_without_priority() -> None:
    """After discarding and 514.2 nobody is asked anything: the step, the phase and the turn end."""
    play("""
        game:
          players:
            - {id: A, hand: 8}
            - {id: B}
        expect:
          events:
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1, step: cleanup}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, step: cleanup}
            - {event: turn_based_action, action: empty_mana_pools, turn: 1, step: cleanup}
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: phase_ended, phase: ending, turn: 1}
            - {event: turn_ended, turn: 1}
            - {event: turn_began, turn: 2}
          never:
            - {event: priority_received, step: cleanup}
            - {event: priority_passed, step: cleanup}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
    """)


@obligation("514.3", 1)
def test_514_3_nobody_can_do_anything_in_a_quiet_cleanup_step() -> None:
    """In eight turns of passing no decision is ever open in a cleanup step."""
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", hand=0), PlayerSpec(id="B", hand=0))))
    engine.advance()
    asked: set[str | None] = set()
    while engine.decision is not None and engine.position.turn <= 8:
        asked.add(engine.position.unit)
        engine.submit(next(engine.legal(engine.decision.player)))
    assert asked == {
        "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat",
        "postcombat_main", "end",
    }  # fmt: skip


@obligation("514.3a", 1)
def test_514_3a_a_state_based_action_alone_repeats_cleanup() -> None:
    """A creature that dies as its bonus ends gives the active player priority, and a new cleanup step follows."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: frail, toughness: 1}]}
            - {id: B, battlefield: [{id: idle}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: prop
                effects:
                  - {effect: continuous, name: propped, lasts: {until_end_of: turn},
                     modifies: {permanent: frail, toughness: 2}}
                  - {effect: add_counters, permanent: frail, counter: -1/-1}
          - at: {turn: 1, step: cleanup, occurrence: 1}
            do: [{action: cast, name: study, effects: [{effect: draw, count: 3},
                 {effect: damage, amount: 1, to: idle}]}]
        expect:
          checks:
            - at: {turn: 1, step: cleanup, occurrence: 1}
              that: {stack: [], priority: A, battlefield: {frail: absent}}
            - at: {turn: 1, step: cleanup, occurrence: 1, when: ended}
              that: {hand: {A: 10}, battlefield: {idle: {damage: 1}}}
            - at: {turn: 1, step: cleanup, occurrence: 2, when: ended}
              that: {hand: {A: 7}, battlefield: {idle: {damage: 0}}}
          events:
            - {event: effect_expired, name: propped, step: cleanup, turn: 1}
            - {event: state_based_action, rule: "704.5f", subject: frail, step: cleanup, turn: 1}
            - {event: priority_received, player: A, step: cleanup, turn: 1}
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a"}
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1}
            - {event: turn_ended, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
            - {event: ability_triggered, is: 0}
    """)


@obligation("514.3a", 1)
def test_514_3a_a_trigger_alone_repeats_cleanup_until_a_check_finds_nothing() -> None:
    """A chain of "next cleanup step" abilities brings a cleanup step each, and a last one that finds nothing."""
    play("""
        game:
          players:
            - id: A
              effects:
                - effect: delayed_trigger
                  name: first
                  when: {beginning_of: cleanup}
                  effects:
                    - effect: delayed_trigger
                      name: second
                      when: {beginning_of: cleanup}
                      effects: [{effect: delayed_trigger, name: third, when: {beginning_of: cleanup}}]
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, cleanup, cleanup, cleanup]
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1}, that: {stack: [first]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2}, that: {stack: [second]}}
            - {at: {turn: 1, step: cleanup, occurrence: 3}, that: {stack: [third]}}
          counts:
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, is: 4}
            - {event: priority_received, player: A, step: cleanup, turn: 1, is: 6}
            - {event: state_based_action, is: 0}
    """)


@obligation("514.3a", 2)
def test_514_3a_the_new_cleanup_step_comes_even_if_nobody_did_anything() -> None:
    """Both players just pass in the window that a state-based action opened, and another cleanup step begins."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: frail, toughness: 1}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: prop
                effects:
                  - {effect: continuous, name: propped, lasts: {until_end_of: turn},
                     modifies: {permanent: frail, toughness: 2}}
                  - {effect: add_counters, permanent: frail, counter: -1/-1}
        expect:
          events:
            - {event: priority_received, player: A, step: cleanup, turn: 1}
            - {event: priority_passed, player: A, step: cleanup, turn: 1}
            - {event: priority_received, player: B, step: cleanup, turn: 1}
            - {event: priority_passed, player: B, step: cleanup, turn: 1}
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: step_began, step: cleanup, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, step: cleanup, turn: 1}
            - {event: turn_ended, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
            - {event: priority_received, step: cleanup, turn: 1, is: 2}
    """)


@obligation("514.3a", 3)
def test_514_3a_an_effect_until_end_of_turn_made_in_the_window_ends_in_the_next_cleanup_step() -> None:
    """It is in force to the end of the cleanup step in which it was made, and ends in the next one of the same turn."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup, occurrence: 1, nth: 2}
            do:
              - action: cast
                name: late-blessing
                effects: [{effect: continuous, name: blessed, lasts: {until_end_of: turn}},
                          {effect: continuous, name: veiled, lasts: this_turn}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {effects: [blessed, veiled]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {effects: []}}
          events:
            - {event: effect_began, name: blessed, turn: 1, step: cleanup}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a"}
            - {event: effect_expired, name: blessed, turn: 1, step: cleanup, rule: "514.2"}
            - {event: effect_expired, name: veiled, turn: 1, step: cleanup, rule: "514.2"}
    """)


@obligation("514.3a", 4)
def test_514_3a_the_end_step_is_not_repeated() -> None:
    """A repeated cleanup step comes without an end step, and end step abilities made in it wait for the next turn."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}
                - {effect: trigger, name: toll, when: {beginning_of: end}, whose: each}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup, occurrence: 1}
            do:
              - action: cast
                name: promise
                effects: [{effect: delayed_trigger, name: payment, when: {beginning_of: end}, whose: each}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, cleanup]
          counts:
            - {event: step_began, step: end, turn: 1, is: 1}
            - {event: ability_triggered, name: toll, turn: 1, is: 1}
            - {event: ability_triggered, name: payment, turn: 1, is: 0}
            - {event: ability_triggered, name: payment, turn: 2, is: 1}
    """)


def test_514_3a_an_extra_turn_made_in_the_window_comes_after_the_last_cleanup_step() -> None:
    """An extra turn made in a cleanup step begins after the new cleanup step; the natural order goes on behind it."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do: [{action: cast, name: time-walk, effects: [{effect: extra_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, cleanup]
            - {turn: 2, player: A}
            - {turn: 3, player: B}
    """)


def test_514_3a_a_skip_of_the_next_cleanup_step_made_in_the_window_takes_the_repeated_one() -> None:
    """A skip of the next cleanup step, made in a cleanup step with priority, is used up on the repeated one."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do: [{action: cast, name: mess, effects: [{effect: skip, what: cleanup}, {effect: draw, count: 2}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 2, player: B}
          checks:
            - {at: {turn: 2, step: upkeep}, that: {hand: {A: 9}}}
          events:
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: step_skipped, step: cleanup, name: mess, turn: 1}
          counts:
            - {event: step_began, step: cleanup, turn: 2, is: 1}
            - {event: step_began, step: cleanup, turn: 3, is: 1}
    """)


def test_514_3a_phases_added_in_the_window_come_after_the_repeated_cleanup_step() -> None:
    """A combat phase added in the cleanup step comes after the ending phase, when the repeated one is over, too."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do:
              - action: cast
                name: night-raid
                effects: [{effect: extra_phases, phases: [combat, ending]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, cleanup, beginning_of_combat, declare_attackers, end_of_combat,
                      end, cleanup]
            - {turn: 2, player: B}
    """)


def test_514_3a_a_cleanup_step_added_in_the_window_does_not_replace_the_repeated_one() -> None:
    """A cleanup step added after this one (500.9) comes besides the one of 514.3a: three in all."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do: [{action: cast, name: tidy, effects: [{effect: extra_steps, steps: [cleanup]}]}]
        expect:
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 3}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, is: 3}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a", is: 1}
            - {event: step_began, step: cleanup, turn: 1, rule: "500.9", is: 1}
            - {event: step_began, step: cleanup, turn: 2, is: 1}
    """)


def test_514_3a_mana_made_in_the_window_is_lost_before_the_new_cleanup_step() -> None:
    """The window's step ends like any other, so mana empties; mana kept until end of turn goes one step later."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: cleanup}
            do:
              - action: cast
                name: ritual
                effects: [{effect: add_mana, mana: RR}, {effect: add_mana, mana: G, keeps: {until_end_of: turn}}]
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, nth: 3}, that: {mana: {A: RRG}}}
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {mana: {A: G}}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {mana: {A: ""}}}
          events:
            - {event: mana_emptied, player: A, mana: RR, turn: 1, step: cleanup}
            - {event: step_began, step: cleanup, turn: 1, rule: "514.3a"}
            - {event: mana_emptied, player: A, mana: G, turn: 1, step: cleanup}
    """)


def test_514_3a_a_trigger_of_an_effect_that_ends_in_cleanup_waits_there() -> None:
    """A death caused by an expiring effect triggers in the same check, so window and second cleanup come just once."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: frail, toughness: 1}]}
            - {id: B, effects: [{effect: trigger, name: mourn, when: {event: dies, of: any},
                                 effects: [{effect: gain_life, count: 1}]}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: prop
                effects:
                  - {effect: continuous, name: propped, lasts: {until_end_of: turn},
                     modifies: {permanent: frail, toughness: 2}}
                  - {effect: add_counters, permanent: frail, counter: -1/-1}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup}, that: {stack: [mourn], priority: A}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {life: {B: 21}}}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


def test_514_3a_a_player_who_loses_in_the_cleanup_check_ends_the_game_there() -> None:
    """A state-based action in cleanup that makes a player lose ends the game without priority (104.1)."""
    play("""
        game:
          players:
            - {id: A, hand: 8}
            - {id: B, life: 1, effects: [{effect: trigger, name: grief, when: {event: discards, of: A},
                                          effects: [{effect: lose_life, count: 1}]}]}
        expect:
          events:
            - {event: priority_received, player: A, step: cleanup, turn: 1}
            - {event: resolved, name: grief, step: cleanup, turn: 1}
            - {event: state_based_action, rule: "704.5a", subject: B, step: cleanup, turn: 1}
            - {event: game_ended, winners: [A], turn: 1}
          never:
            - {event: turn_ended}
          outcome: {winners: [A]}
    """)


def test_514_3a_a_cleanup_step_that_500_10_puts_in_mid_turn_repeats_too() -> None:
    """A phase with a cleanup step only, after the first main phase: discard, priority, one more, then combat comes."""
    play("""
        game:
          players:
            - {id: A, hand: 9}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: early-sweep
                effects: [{effect: extra_steps, steps: [cleanup], after_phase: this_phase},
                          {effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, cleanup, cleanup, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: cleanup}, that: {stack: [sweep], hand: {A: 7}, priority: A}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {priority: A}}
          counts:
            - {event: step_skipped, step: end, turn: 1, rule: "500.10", is: 1}
            - {event: turn_ended, turn: 1, is: 1}
    """)

"""Rules 500.7-500.10a: turns, phases and steps that effects add."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import StepBegan, TurnBasedAction
from mtg_fsm.engine.upcoming import Upcoming
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Cast, Pass
from mtg_fsm.words.effects import Effect, ExtraPhases, ExtraSteps, ExtraTurn, NextTurnOf, Skip
from mtg_fsm.words.setup import GameSpec


def game_at(turn: int, unit: str) -> Engine:
    """A game in which nobody has done anything, at the first priority of this step or phase of this turn."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    go_to(engine, turn, unit)
    return engine


def go_to(engine: Engine, turn: int, unit: str) -> None:
    """Everybody passes until the first priority of this step or phase of this turn."""
    while (engine.position.turn, engine.position.unit) != (turn, unit):
        decision = engine.decision
        assert decision is not None
        engine.submit(next(iter(engine.legal(decision.player))))


def resolve(engine: Engine, *effects: Effect) -> None:
    """Who has priority casts a spell with these effects, and it resolves."""
    engine.submit(Cast(name="spell", effects=effects))
    engine.submit(Pass())
    engine.submit(Pass())


def coming_turns(engine: Engine, count: int) -> list[Upcoming]:
    """The next turns of the agenda, so many that are not skipped and what is skipped before them."""
    return [unit for unit in engine.upcoming(count) if unit.unit == "turn"]


# --- extra turns ---


@obligation("500.7", 1)
def test_500_7_the_extra_turn_created_last_is_taken_first() -> None:
    """In A's turn an extra turn for A is created, then one for B: B's comes first, then A's, then B's regular one."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: older, effects: [{effect: extra_turn, player: A}]}]
          - at: {turn: 1, step: end}
            do: [{action: cast, name: newer, effects: [{effect: extra_turn, player: B}]}]
        expect:
          turns:
            - {turn: 2, player: B}
            - {turn: 3, player: A}
            - {turn: 4, player: B}
            - {turn: 5, player: A}
          events:
            - {event: turn_began, turn: 2, player: B, rule: "500.7"}
            - {event: turn_began, turn: 3, player: A, rule: "500.7"}
            - {event: turn_began, turn: 4, player: B, rule: "500.1"}
        """)


@obligation("500.7", 2)
def test_500_7_of_extra_turns_for_both_players_the_nonactive_players_is_taken_first() -> None:
    """They are created in APNAP order, whoever controls the effect: the nonactive player's last, so it is first."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: time for all, effects: [{effect: extra_turn, player: each}]}]
        expect:
          turns: [{turn: 2, player: B}, {turn: 3, player: A}, {turn: 4, player: B}, {turn: 5, player: A}]
          events:
            - {event: turn_began, turn: 2, player: B, rule: "500.7"}
            - {event: turn_began, turn: 3, player: A, rule: "500.7"}
            - {event: turn_began, turn: 4, player: B, rule: "500.1"}
        """)


@obligation("500.7", 2)
def test_500_7_apnap_order_is_that_of_the_turn_in_which_the_effect_resolves() -> None:
    """In B's turn the same effect gives A, who is not active then, the first of the two extra turns."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: time for all, effects: [{effect: extra_turn, player: [A, B]}]}]
        expect:
          turns: [{turn: 3, player: A}, {turn: 4, player: B}, {turn: 5, player: A}, {turn: 6, player: B}]
          events:
            - {event: turn_began, turn: 3, player: A, rule: "500.7"}
            - {event: turn_began, turn: 4, player: B, rule: "500.7"}
            - {event: turn_began, turn: 5, player: A, rule: "500.1"}
        """)


@obligation("500.7", 3)
def test_500_7_after_extra_turns_the_player_is_next_who_was_due() -> None:
    """Two extra turns for B after A's turn: B's regular turn still comes, then A's; the seats are not shifted."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: gifts
                effects: [{effect: extra_turn, player: B}, {effect: extra_turn, player: B}]
        expect:
          turns:
            - {turn: 2, player: B}
            - {turn: 3, player: B}
            - {turn: 4, player: B}
            - {turn: 5, player: A}
            - {turn: 6, player: B}
          counts: [{event: turn_began, is: 2, rule: "500.7"}]
        """)


@obligation("500.7", 4)
def test_500_7_an_extra_turn_made_in_an_extra_turn_comes_before_those_that_wait() -> None:
    """A has two extra turns to come; in the first of them B gets one: B's comes before A's second."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: two, effects: [{effect: extra_turn}, {effect: extra_turn}]}]
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: gift, effects: [{effect: extra_turn, player: B}]}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}, {turn: 5, player: B}]
          events:
            - {event: turn_began, turn: 3, player: B, rule: "500.7"}
            - {event: turn_began, turn: 4, player: A, rule: "500.7"}
            - {event: turn_began, turn: 5, player: B, rule: "500.1"}
        """)


# --- extra phases ---


@obligation("500.8", 1)
def test_500_8_the_group_of_phases_added_last_comes_first_and_stays_together() -> None:
    """Two effects add combat and main behind this main phase: the second effect's, the first one's, then the rest."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: cast, name: first, effects: [{effect: extra_phases, phases: [combat, main]}]}
              - {action: pass}
              - {action: cast, name: second, effects: [{effect: extra_phases, phases: [combat, main]}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: phase_ended, phase: precombat_main}
            - {event: phase_began, phase: combat, name: second, rule: "500.8"}
            - {event: phase_began, phase: postcombat_main, name: second}
            - {event: phase_began, phase: combat, name: first}
            - {event: phase_began, phase: postcombat_main, name: first}
            - {event: phase_began, phase: combat, name: null}
            - {event: phase_began, phase: postcombat_main, name: null}
            - {event: phase_began, phase: ending}
          counts: [{event: phase_began, turn: 1, is: 9}]
        """)


@obligation("500.8", 1)
def test_500_8_the_order_of_unlike_groups_shows_that_the_newer_goes_first() -> None:
    """First an effect adds a beginning phase, then another a main and an ending phase: main, ending, then beginning."""
    play("""
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - {action: cast, name: first, effects: [{effect: extra_phases, phases: [beginning]}]}
              - {action: pass}
              - {action: cast, name: second, effects: [{effect: extra_phases, phases: [main, ending]}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, postcombat_main, end, cleanup, untap, upkeep, draw,
                      beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, end, cleanup]
        """)


@obligation("500.8", 2)
def test_500_8_the_phases_that_were_still_to_come_remain() -> None:
    """An added combat phase behind the combat phase takes nobody's place: both combats, the natural main and ending."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear, keywords: [vigilance]}]}, {id: B}]
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat]}]}]
          - at: {turn: 1, step: declare_attackers, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main,
                      beginning_of_combat, declare_attackers, declare_blockers, combat_damage, end_of_combat,
                      beginning_of_combat, declare_attackers, declare_blockers, combat_damage, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: postcombat_main}, that: {life: {B: 16}}}]
        """)


@obligation("500.8", 3)
def test_500_8_an_added_beginning_phase_has_its_steps_actions_and_triggers() -> None:
    """It untaps, triggers abilities of its upkeep and draws a card, like the beginning phase of the turn itself."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: trigger, name: of phase, when: {beginning_of: beginning}}
                - {effect: trigger, name: of upkeep, when: {beginning_of: upkeep}}
              battlefield: [{id: golem}]
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: dawn
                effects: [{effect: tap, permanents: [golem]}, {effect: extra_phases, phases: [beginning]}]
        expect:
          checks:
            - {at: {turn: 2, step: precombat_main, nth: 3}, that: {hand: {B: 8}, battlefield: {golem: {tapped: true}}}}
            - at: {turn: 2, step: upkeep, occurrence: 2}
              that: {stack: [of upkeep, of phase], battlefield: {golem: {tapped: false}}}
            - {at: {turn: 2, step: draw, occurrence: 2}, that: {hand: {B: 9}}}
          events:
            - {event: phase_began, phase: beginning, name: dawn}
            - {event: ability_triggered, name: of phase}
            - {event: turn_based_action, action: phasing}
            - {event: turn_based_action, action: untap}
            - {event: step_ended, step: untap}
            - {event: ability_triggered, name: of upkeep}
            - {event: card_drawn, player: B}
            - {event: step_ended, step: draw}
            - {event: phase_ended, phase: beginning}
            - {event: phase_began, phase: combat}
        """)


@obligation("500.8", 3)
def test_500_8_an_added_combat_phase_has_all_of_its_steps() -> None:
    """In it attackers are declared, blockers may be, and damage is dealt; its beginning triggers abilities."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: war cry, when: {beginning_of: combat}}]
              battlefield: [{id: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat]}]}]
          - at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, beginning_of_combat, declare_attackers, declare_blockers, combat_damage,
                      end_of_combat, end, cleanup]
          checks:
            - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {stack: [war cry]}}
            - {at: {turn: 1, step: end}, that: {life: {B: 18}, attacking: {}}}
          events:
            - {event: phase_began, phase: combat, name: assault}
            - {event: turn_based_action, action: declare_attackers}
            - {event: turn_based_action, action: declare_blockers}
            - {event: turn_based_action, action: deal_combat_damage}
            - {event: removed_from_combat, permanent: bear, step: end_of_combat}
            - {event: phase_ended, phase: combat}
        """)


@obligation("500.8", 3)
def test_500_8_an_added_ending_phase_has_end_step_and_cleanup() -> None:
    """Its end step triggers abilities and its cleanup discards to hand size, as the natural one does later."""
    play("""
        game:
          players:
            - id: A
              hand: 8
              effects: [{effect: trigger, name: dusk, when: {beginning_of: end}, effects: [{effect: draw}]}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: evening, effects: [{effect: extra_phases, phases: [ending]}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, end, cleanup, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: end}, that: {stack: [dusk]}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {hand: {A: 7}}}
            - {at: {turn: 1, step: end, occurrence: 2}, that: {stack: [dusk]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {hand: {A: 7}}}
          counts: [{event: card_discarded, player: A, is: 3}]
        """)


# --- extra steps ---


@obligation("500.9", 1)
def test_500_9_of_two_steps_added_after_this_one_the_newer_is_run_first() -> None:
    """In an upkeep two effects each add an upkeep after it: the second effect's is run first, then the first one's."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, name: older, effects: [{effect: extra_steps, steps: [upkeep], after: this_step}]}
              - {action: pass}
              - {action: cast, name: newer, effects: [{effect: extra_steps, steps: [upkeep], after: this_step}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, upkeep, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: step_began, step: upkeep, turn: 2, name: null}
            - {event: step_began, step: upkeep, turn: 2, name: newer, rule: "500.9"}
            - {event: step_began, step: upkeep, turn: 2, name: older, rule: "500.9"}
            - {event: step_began, step: draw, turn: 2}
        """)


@obligation("500.9", 1)
def test_500_9_the_newer_step_goes_first_behind_a_later_step_too() -> None:
    """In the upkeep two effects add steps behind the draw step: the second effect's draw step, then the untap step."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, name: older, effects: [{effect: extra_steps, steps: [untap], after: draw}]}
              - {action: pass}
              - {action: cast, name: newer, effects: [{effect: extra_steps, steps: [upkeep], after: draw}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, upkeep, untap, precombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
        """)


@obligation("500.9", 2)
def test_500_9_a_step_added_before_a_step_is_finished_when_that_begins() -> None:
    """A second beginning of combat step is put before combat damage: it ends, then the combat damage step begins."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: feint
                effects: [{effect: extra_steps, steps: [beginning_of_combat], before: combat_damage}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      beginning_of_combat, combat_damage, end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: step_ended, step: declare_blockers}
            - {event: step_began, step: beginning_of_combat, name: feint}
            - {event: step_ended, step: beginning_of_combat}
            - {event: step_began, step: combat_damage}
          checks:
            - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {attacking: {bear: B}, life: {B: 20}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 18}}}
        """)


@obligation("500.9", 3)
def test_500_9_an_extra_step_has_its_action_triggers_priority_and_loss_of_mana() -> None:
    """An extra draw step: its ability triggers, a card is drawn, both players get priority, mana is lost at its end."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: dawn, when: {beginning_of: draw}}]}
        script:
          - at: {turn: 2, step: draw}
            do: [{action: cast, name: insight, effects: [{effect: extra_steps, steps: [draw], after: this_step}]}]
          - at: {turn: 2, step: draw, occurrence: 2}
            do: [{action: activate, name: float, mana_ability: true, effects: [{effect: add_mana, mana: U}]}]
        expect:
          checks:
            - {at: {turn: 2, step: draw, occurrence: 2}, that: {stack: [dawn], hand: {B: 9}, priority: B}}
            - {at: {turn: 2, step: draw, occurrence: 2, when: ended}, that: {mana: {B: ""}}}
          events:
            - {event: step_began, step: draw, name: insight}
            - {event: ability_triggered, name: dawn}
            - {event: card_drawn, player: B}
            - {event: put_on_stack, name: dawn}
            - {event: priority_received, player: B}
            - {event: priority_received, player: A}
            - {event: mana_emptied, player: B, mana: U, step: draw}
            - {event: step_ended, step: draw}
            - {event: phase_ended, phase: beginning}
        """)


# --- steps after a phase ---


@obligation("500.10", 1)
def test_500_10_steps_added_after_a_phase_are_phases_of_one_step_each() -> None:
    """Two upkeep steps after the precombat main phase: two beginning phases, each with its upkeep only."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: dawn, when: {beginning_of: upkeep}}]}
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: aeon
                effects: [{effect: extra_steps, steps: [upkeep, upkeep], after_phase: this_phase}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, upkeep, upkeep, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: phase_ended, phase: precombat_main, turn: 2}
            - {event: phase_began, phase: beginning, rule: "500.10", name: aeon}
            - {event: step_began, step: upkeep}
            - {event: phase_ended, phase: beginning}
            - {event: phase_began, phase: beginning, rule: "500.10", name: aeon}
            - {event: step_began, step: upkeep}
            - {event: phase_ended, phase: beginning}
            - {event: phase_began, phase: combat}
          counts:
            - {event: phase_began, phase: beginning, turn: 2, is: 3}
            - {event: ability_triggered, name: dawn, turn: 2, is: 3}
            - {event: step_skipped, phase: beginning, turn: 2, rule: "500.10", is: 4}
        """)


@obligation("500.10", 2)
def test_500_10_the_phase_of_an_added_upkeep_has_no_untap_phasing_day_night_check_or_draw() -> None:
    """Everything that an untap and a draw step would do is left out, although all of it has something to do."""
    play("""
        game:
          day_night: day
          players:
            - {id: A}
            - id: B
              battlefield: [{id: golem}, {id: ghost, keywords: [phasing]}]
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: candle}]
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: aeon
                effects:
                  - {effect: tap, permanents: [golem]}
                  - {effect: extra_steps, steps: [upkeep], after_phase: this_phase}
        expect:
          checks:
            - at: {turn: 2, step: upkeep, occurrence: 2}
              that:
                hand: {B: 8}
                day_night: day
                battlefield: {golem: {tapped: true}, ghost: {phased_out: true}}
            - at: {turn: 2, step: beginning_of_combat}
              that: {hand: {B: 8}, battlefield: {golem: {tapped: true}, ghost: {phased_out: true}}}
          counts:
            - {event: turn_based_action, action: phasing, turn: 2, is: 1}
            - {event: turn_based_action, action: untap, turn: 2, is: 1}
            - {event: turn_based_action, action: day_night, turn: 2, is: 1}
            - {event: card_drawn, turn: 2, is: 1}
            - {event: step_began, step: untap, turn: 2, is: 1}
            - {event: step_began, step: draw, turn: 2, is: 1}
        """)


@obligation("500.10", 3)
def test_500_10_what_waits_for_the_next_draw_step_is_not_used_up_by_the_one_left_out() -> None:
    """A delayed ability of the next draw step and a skip of it outlive an added phase that has no draw step."""
    play("""
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: aeon
                effects:
                  - {effect: extra_steps, steps: [upkeep], after_phase: this_phase}
                  - {effect: delayed_trigger, name: promise, when: {beginning_of: draw}}
                  - {effect: skip, what: draw}
        expect:
          turns:
            - turn: 4
              player: B
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 6, step: draw}, that: {stack: [promise]}}]
          events:
            - {event: step_skipped, step: draw, turn: 2, rule: "500.10"}
            - {event: step_skipped, step: draw, turn: 4, rule: "614.10"}
            - {event: step_began, step: draw, turn: 6}
            - {event: ability_triggered, name: promise, turn: 6}
        """)


@obligation("500.10a", 1)
def test_500_10a_you_get_adds_nothing_in_an_opponents_turn_and_nothing_later() -> None:
    """B gets phases and steps in A's turn: turns 1 to 3 are as printed, and the schedule does not change at all."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do:
              - action: cast
                name: greed
                effects:
                  - {effect: extra_phases, phases: [combat, main], you_get: true}
                  - {effect: extra_phases, phases: [beginning], after: postcombat_main, you_get: true}
                  - {effect: extra_steps, steps: [upkeep], you_get: true}
                  - {effect: extra_steps, steps: [upkeep], after_phase: this_phase, you_get: true}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
        """)
    engine = game_at(1, "upkeep")
    engine.submit(Pass())
    before = engine.schedule
    engine.submit(Cast(player="B", name="greed", effects=(ExtraPhases(phases=("combat",), you_get=True),)))
    engine.submit(Pass())
    engine.submit(Pass())
    assert not engine.stack
    assert engine.schedule == before


@obligation("500.10a", 1)
def test_500_10a_you_get_adds_in_the_turn_of_the_one_who_gets_it() -> None:
    """The same words in the controller's own turn do add the phase and the step."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: greed
                effects:
                  - {effect: extra_phases, phases: [combat], after: postcombat_main, you_get: true}
                  - {effect: extra_steps, steps: [upkeep], you_get: true}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, beginning_of_combat, declare_attackers, end_of_combat, end,
                      cleanup]
        """)


@obligation("500.10a", 2)
def test_500_10a_without_you_get_a_phase_is_added_in_anybodys_turn() -> None:
    """B's effect "there is an additional combat phase after this phase" adds it in A's turn, and it is A's combat."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wolf}]}]
        script:
          - at: {turn: 1, step: postcombat_main, player: B}
            do: [{action: cast, name: provoke, effects: [{effect: extra_phases, phases: [combat]}]}]
          - at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers, player: A}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, beginning_of_combat, declare_attackers, declare_blockers, combat_damage,
                      end_of_combat, end, cleanup]
          checks: [{at: {turn: 1, step: end}, that: {life: {B: 18}}}]
        """)


# --- interplay: turns ---


def test_500_7_an_extra_turn_after_a_players_next_turn_waits_for_a_turn_that_is_taken() -> None:
    """B's next turn is skipped: the extra turn of A comes after the first turn that B takes."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: oath
                effects: [{effect: extra_turn, after: {next_turn_of: B}}, {effect: skip, what: turn, player: B}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}, {turn: 5, player: A}]
          events:
            - {event: turn_skipped, player: B, turn: 1}
            - {event: turn_began, turn: 2, player: A, rule: "500.1"}
            - {event: turn_began, turn: 3, player: B, rule: "500.1"}
            - {event: turn_began, turn: 4, player: A, rule: "500.7"}
            - {event: turn_began, turn: 5, player: A, rule: "500.1"}
        """)


def test_500_7_a_skip_takes_the_extra_turn_that_comes_first_and_the_rotation_stays() -> None:
    """A has two extra turns to come and skips a turn: the newer is skipped, the older taken, then it is B's turn."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: older, effects: [{effect: extra_turn}]}
              - {action: pass}
              - {action: cast, name: newer, effects: [{effect: extra_turn, then: [{effect: gain_life, count: 5}]}]}
              - {action: pass}
              - {action: cast, name: price, effects: [{effect: skip, what: turn}]}
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}]
          checks: [{at: {turn: 4, step: upkeep}, that: {life: {A: 20}}}]
          events:
            - {event: turn_ended, turn: 1}
            - {event: turn_skipped, player: A, turn: 1, rule: "614.10"}
            - {event: turn_began, turn: 2, player: A, rule: "500.7"}
            - {event: turn_began, turn: 3, player: B, rule: "500.1"}
          counts: [{event: turn_skipped, is: 1}]
        """)


def test_500_7_an_extra_turn_made_in_the_cleanup_step_is_the_next_turn() -> None:
    """An extra turn made with priority in cleanup comes after the cleanup step that follows, before B's turn."""
    play("""
        game:
          players: [{id: A, effects: [{effect: delayed_trigger, name: late, when: {beginning_of: cleanup}}]}, {id: B}]
        script:
          - at: {turn: 1, step: cleanup}
            do: [{action: cast, name: time walk, effects: [{effect: extra_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, cleanup]
            - {turn: 2, player: A}
            - {turn: 3, player: B}
        """)


def test_500_7_an_extra_turn_created_as_an_extra_turn_begins_comes_after_it() -> None:
    """A rider of A's extra turn gives B one: it is taken behind that very turn, before A's older extra turn."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: older, effects: [{effect: extra_turn}]}
              - {action: pass}
              - action: cast
                name: newer
                effects: [{effect: extra_turn, then: [{effect: extra_turn, player: B}]}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}, {turn: 5, player: B}]
          events:
            - {event: turn_began, turn: 2, rule: "500.7"}
            - {event: turn_began, turn: 3, rule: "500.7"}
            - {event: turn_began, turn: 4, rule: "500.7"}
            - {event: turn_began, turn: 5, rule: "500.1"}
        """)


def test_500_7_a_player_who_is_controlled_in_a_turn_that_is_ended_is_free_in_the_extra_turn() -> None:
    """A controls B in B's next turn, which is ended and repeats its cleanup; in B's extra turn B decides again."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: enslave, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: stop
                effects:
                  - {effect: extra_turn}
                  - {effect: delayed_trigger, name: late, when: {beginning_of: cleanup}}
                  - {effect: end_turn}
        expect:
          turns:
            - {turn: 2, player: B, steps: [untap, upkeep, cleanup, cleanup]}
            - {turn: 3, player: B}
            - {turn: 4, player: A}
          checks:
            - {at: {turn: 2, step: cleanup}, that: {decided_by: {B: A}, active_player: B, stack: [late]}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {B: B}, active_player: B}}
        """)


def test_500_7_what_is_said_to_come_is_what_comes() -> None:
    """`upcoming` foresees extra turns newest first, the skip, and the rotation; then the game takes those turns."""
    engine = game_at(1, "upkeep")
    resolve(engine, ExtraTurn(player="each"), ExtraTurn(player="B"), Skip(what="turn", player="B"))
    foreseen = [(unit.player, unit.rule, unit.skipped_by is not None) for unit in coming_turns(engine, 4)]
    assert foreseen == [
        ("B", "500.7", True),
        ("B", "500.7", False),
        ("A", "500.7", False),
        ("B", "500.1", False),
        ("A", "500.1", False),
    ]
    taken: list[str] = []
    for turn in (2, 3, 4, 5):
        go_to(engine, turn, "upkeep")
        taken.append(str(engine.position.active_player))
    assert taken == [player for player, _, skipped in foreseen if not skipped]


def test_500_7_a_turn_that_will_be_skipped_is_not_foreseen_as_the_next_turn_of_its_player() -> None:
    """`upcoming` puts A's extra turn behind the turn that B will take, not behind the one that will be skipped."""
    engine = game_at(1, "upkeep")
    resolve(engine, ExtraTurn(after=NextTurnOf(next_turn_of="B")), Skip(what="turn", player="B"))
    foreseen = [(unit.player, unit.rule, unit.skipped_by is not None) for unit in coming_turns(engine, 4)]
    assert foreseen == [
        ("B", "500.1", True),
        ("A", "500.1", False),
        ("B", "500.1", False),
        ("A", "500.7", False),
        ("A", "500.1", False),
    ]


# --- interplay: phases ---


def test_500_8_phases_added_in_an_added_phase_come_directly_behind_it() -> None:
    """In the first of an added combat and main a further combat is added: it comes before the main of its group."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: outer, effects: [{effect: extra_phases, phases: [combat, main]}]}]
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: inner, effects: [{effect: extra_phases, phases: [combat]}]}]
        expect:
          events:
            - {event: phase_began, phase: combat, name: outer}
            - {event: phase_began, phase: combat, name: inner}
            - {event: phase_began, phase: postcombat_main, name: outer}
            - {event: phase_began, phase: combat, name: null}
            - {event: phase_began, phase: postcombat_main, name: null}
          counts: [{event: phase_began, turn: 1, phase: combat, is: 3}]
        """)


def test_500_8_phases_added_by_a_rider_come_behind_the_phase_that_has_just_begun() -> None:
    """As an added combat phase begins, its rider adds a main phase: it comes after that combat, not before it."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: outer
                effects:
                  - effect: extra_phases
                    phases: [combat, beginning]
                    then: [{effect: extra_phases, phases: [main]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, untap, upkeep, draw, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
        """)


def test_500_8_a_main_phase_added_to_the_beginning_phase_is_the_precombat_main() -> None:
    """It is the first main phase of the turn, so the printed first one is a postcombat main, and no ability of 505.1a
    triggers twice."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: first light, when: {beginning_of: precombat_main}}]}
        script:
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: early, effects: [{effect: extra_phases, phases: [main]}]}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, postcombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: phase_began, phase: precombat_main, name: early}
            - {event: ability_triggered, name: first light}
          counts: [{event: ability_triggered, name: first light, is: 1}]
        """)


def test_500_8_phases_added_in_the_end_step_come_behind_cleanup() -> None:
    """Combat and main behind the ending phase: cleanup, then they, then the next turn without a further cleanup."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: night watch
                effects:
                  - {effect: continuous, name: glow, lasts: {until_end_of: turn}}
                  - {effect: extra_phases, phases: [combat, main]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main]
            - {turn: 2, player: B}
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {effects: [glow]}}
            - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {effects: []}}
        """)


def test_500_8_a_delayed_trigger_in_an_end_step_adds_phases_to_that_turn() -> None:
    """Made in A's turn, the ability triggers in the next end step, here of A's extra turn, and adds a combat there."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: plan
                effects:
                  - {effect: extra_turn}
                  - effect: delayed_trigger
                    name: strike
                    when: {beginning_of: end}
                    whose: each
                    effects: [{effect: extra_phases, phases: [combat]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 2
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, beginning_of_combat, declare_attackers, end_of_combat]
            - {turn: 3, player: B}
        """)


def test_500_8_ending_the_turn_in_an_added_phase_drops_the_others_and_keeps_extra_turns() -> None:
    """In the first of two added combats the turn is ended: the rest is left out but for one cleanup step."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: rush
                effects: [{effect: extra_phases, phases: [combat, combat, ending]}, {effect: extra_turn}]
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat, cleanup]}
            - {turn: 2, player: A}
            - {turn: 3, player: B}
          counts: [{event: step_began, step: cleanup, turn: 1, is: 1}]
        """)


def test_500_8_a_rider_that_asks_a_player_is_carried_out_before_abilities_trigger() -> None:
    """As an added combat begins, its rider has A discard; an ability of that beginning sees the smaller hand."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: trigger, name: lighter, when: {beginning_of: combat}, if: {hand: {A: 6}}}
                - {effect: trigger, name: heavy, when: {beginning_of: combat}, if: {hand: {A: 7}}}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: toll
                effects: [{effect: extra_phases, phases: [combat], then: [{effect: discard, count: 1}]}]
        expect:
          checks: [{at: {turn: 1, step: beginning_of_combat}, that: {stack: [lighter]}}]
          events:
            - {event: phase_began, phase: combat}
            - {event: card_discarded, player: A}
            - {event: ability_triggered, name: lighter}
            - {event: step_began, step: beginning_of_combat}
          never: [{event: ability_triggered, name: heavy}]
        """)


def test_500_8_every_player_named_by_a_rider_is_asked() -> None:
    """As an added combat begins, each player discards a card, and then the rest of the rider is applied."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: toll
                effects:
                  - effect: extra_phases
                    phases: [combat]
                    then: [{effect: discard, count: 1, player: each}, {effect: gain_life, count: 1}]
        expect:
          checks: [{at: {turn: 1, step: beginning_of_combat}, that: {hand: {A: 6, B: 6}, life: {A: 21}}}]
          events:
            - {event: card_discarded, player: A}
            - {event: card_discarded, player: B}
            - {event: life_changed, player: A, life: 21}
            - {event: step_began, step: beginning_of_combat}
        """)


def test_500_8_a_rider_that_ends_the_turn_leaves_only_the_cleanup_step() -> None:
    """As an added combat begins, its rider ends the turn: no step of it, no other phase, one cleanup step."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: trap
                effects: [{effect: extra_phases, phases: [combat, main], then: [{effect: end_turn}]}]
        expect:
          turns: [{turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}, {turn: 2, player: B}]
          events:
            - {event: phase_began, phase: combat, name: trap}
            - {event: phase_ended, phase: combat}
            - {event: phase_skipped, rule: "723.1d"}
            - {event: step_began, step: cleanup}
        """)


# --- interplay: steps ---


def test_500_9_of_two_extra_steps_one_is_skipped_and_in_the_other_the_turn_is_ended() -> None:
    """The skip takes the first extra upkeep; ending the turn in the second leaves out the draw step, and a skip of the
    draw step waits for the next turn."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: knot
                effects:
                  - {effect: extra_steps, steps: [upkeep, upkeep], after: this_step}
                  - {effect: skip, what: upkeep}
                  - {effect: skip, what: draw}
          - at: {turn: 2, step: upkeep, occurrence: 2}
            do: [{action: cast, name: stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - {turn: 2, player: B, steps: [untap, upkeep, upkeep, cleanup]}
            - turn: 4
              player: B
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: step_skipped, step: upkeep, turn: 2, rule: "614.10", name: knot}
            - {event: step_began, step: upkeep, turn: 2, name: knot}
            - {event: step_skipped, step: draw, turn: 2, rule: "723.1d"}
            - {event: step_skipped, step: draw, turn: 4, rule: "614.10", name: knot}
        """)


def test_500_9_a_step_added_in_the_cleanup_step_comes_before_the_next_cleanup_step() -> None:
    """With priority in cleanup an end step is added after this step: end step, then the cleanup step of 514.3a."""
    play("""
        game:
          players: [{id: A, effects: [{effect: delayed_trigger, name: late, when: {beginning_of: cleanup}}]}, {id: B}]
        script:
          - at: {turn: 1, step: cleanup}
            do:
              - action: cast
                name: encore
                effects:
                  - {effect: extra_steps, steps: [end], after: this_step}
                  - {effect: continuous, name: glow, lasts: {until_end_of: turn}}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup, end, cleanup]
            - {turn: 2, player: B}
          checks:
            - {at: {turn: 1, step: end, occurrence: 2}, that: {effects: [glow], priority: A}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {effects: []}}
        """)


def test_500_9_an_extra_combat_damage_step_deals_damage_again() -> None:
    """Added behind the combat damage step it is a full one: the attacker assigns and deals its damage once more."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: combat_damage}
            do: [{action: cast, name: again, effects: [{effect: extra_steps, steps: [combat_damage]}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, combat_damage, end_of_combat, postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {B: 16}}}]
        """)


def test_500_9_attackers_declared_behind_the_end_of_combat_step_stop_attacking_with_the_phase() -> None:
    """A declare attackers step is added as the last step of combat: after the phase nobody is attacking (508.1k)."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
        script:
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: ambush, effects: [{effect: extra_steps, steps: [declare_attackers]}]}]
          - at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, occurrence: 2}, that: {attacking: {bear: B}}}
            - {at: {turn: 1, step: combat, when: ended}, that: {attacking: {}}}
            - {at: {turn: 1, step: postcombat_main}, that: {attacking: {}, life: {B: 20}}}
        """)


def test_500_10_a_phase_whose_only_step_is_skipped_begins_and_ends_without_a_step() -> None:
    """A skip takes the upkeep of the added phase: the phase itself is not skipped, and its beginning triggers."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: dawn, when: {beginning_of: beginning}}]}
        script:
          - at: {turn: 2, step: precombat_main}
            do:
              - action: cast
                name: aeon
                effects:
                  - {effect: extra_steps, steps: [upkeep], after_phase: this_phase}
                  - {effect: skip, what: upkeep}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 4
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 2, step: beginning_of_combat}, that: {stack: [dawn]}}]
          events:
            - {event: phase_began, phase: beginning, name: aeon}
            - {event: ability_triggered, name: dawn}
            - {event: step_skipped, step: untap, rule: "500.10"}
            - {event: step_skipped, step: upkeep, rule: "614.10"}
            - {event: step_skipped, step: draw, rule: "500.10"}
            - {event: phase_ended, phase: beginning}
        """)


def test_500_10_a_step_added_in_such_a_phase_is_not_among_those_left_out() -> None:
    """In the added phase with an upkeep only, a draw step is added: it takes place, the one of the phase does not."""
    play("""
        script:
          - at: {turn: 2, step: precombat_main}
            do: [{action: cast, name: aeon, effects: [{effect: extra_steps, steps: [upkeep], after_phase: this_phase}]}]
          - at: {turn: 2, step: upkeep, occurrence: 2}
            do: [{action: cast, name: more, effects: [{effect: extra_steps, steps: [draw]}]}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, upkeep, draw, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          checks: [{at: {turn: 2, step: beginning_of_combat}, that: {hand: {B: 9}}}]
        """)


def test_500_10_an_end_step_added_after_a_phase_brings_no_cleanup_step() -> None:
    """The ending phase made for it has an end step only: "until end of turn" goes on and no card is discarded there."""
    play("""
        game:
          players:
            - id: A
              hand: 8
              effects: [{effect: trigger, name: dusk, when: {beginning_of: end}}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: false dusk
                effects:
                  - {effect: extra_steps, steps: [end], after_phase: this_phase}
                  - {effect: continuous, name: glow, lasts: {until_end_of: turn}}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, end, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: beginning_of_combat}, that: {effects: [glow], hand: {A: 8}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [], hand: {A: 7}}}
          counts: [{event: ability_triggered, name: dusk, is: 2}]
        """)


def test_500_10a_you_get_asks_whose_turn_it_is_not_who_decides() -> None:
    """A controls B in B's turn: a "you get" effect of B adds its step, one of A adds nothing."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: enslave, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, name: of B, effects: [{effect: extra_steps, steps: [upkeep], you_get: true}]}
              - {action: cast, name: of A, player: A, effects: [{effect: extra_steps, steps: [draw], you_get: true}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          events: [{event: resolved, name: of A}, {event: resolved, name: of B}]
        """)


def test_500_10a_the_schedule_takes_steps_after_a_phase_without_you_get() -> None:
    """An opponent's "additional upkeep step after this phase" adds a phase to the active player's turn."""
    engine = game_at(2, "upkeep")
    engine.submit(Pass())
    resolve(engine, ExtraSteps(steps=("upkeep",), after_phase="this_phase"))
    added = [(unit.name, unit.source, unit.skipped_by) for unit in engine.upcoming(0) if unit.rule == "500.10"]
    assert added == [
        ("beginning", "spell", None),
        ("untap", None, "500.10"),
        ("upkeep", None, None),
        ("draw", None, "500.10"),
    ]


@obligation("500.9", 3)
@pytest.mark.parametrize(
    ("step", "at", "after"),
    [
        ("untap", "upkeep", "this_step"),
        ("upkeep", "upkeep", "this_step"),
        ("draw", "upkeep", "this_step"),
        ("beginning_of_combat", "beginning_of_combat", "this_step"),
        ("declare_attackers", "beginning_of_combat", "declare_attackers"),
        ("declare_blockers", "beginning_of_combat", "declare_blockers"),
        ("combat_damage", "beginning_of_combat", "combat_damage"),
        ("end_of_combat", "beginning_of_combat", "end_of_combat"),
        ("end", "end", "this_step"),
        ("cleanup", "end", "cleanup"),
    ],
)
def test_500_9_each_step_can_be_added_to_its_phase(step: str, at: str, after: str) -> None:
    """Directly after the step that is named, with the turn-based actions that it always has."""
    run = play(f"""
        game:
          first_draw: true
          players: [{{id: A, hand: 0, library: 9, battlefield: [{{id: bear, attacks_if_able: true}}]}}, {{id: B}}]
        script:
          - at: {{turn: 1, step: {at}}}
            do: [{{action: cast, name: more, effects: [{{effect: extra_steps, steps: [{step}], after: {after}}}]}}]
        until: {{turn: 2, step: upkeep}}
        """)
    begun = [str(event.step) for event in run.events if isinstance(event, StepBegan) and event.turn == 1]
    assert begun.count(step) == 2
    place = begun.index(at if after == "this_step" else after)
    assert begun[place + 1] == step
    of_turn = [event for event in run.events if isinstance(event, TurnBasedAction) and event.turn == 1]
    done = [event.action for event in of_turn if event.step == step]
    assert done.count("empty_mana_pools") >= 2
    at_beginning = [action for action in done if action != "empty_mana_pools"]
    half = at_beginning[: len(at_beginning) // 2]
    assert at_beginning == [*half, *half]


def test_500_8_what_happens_as_an_added_phase_begins_is_for_whoever_added_it() -> None:
    """B adds a phase to A's turn: as it begins B gains the life, not A."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: feast, effects: [
                  {effect: extra_phases, phases: [main, main], then: [{effect: gain_life, count: 3}]}]}]
        until: {turn: 1, step: end}
        expect:
          checks: [{at: {turn: 1, step: end}, that: {life: {A: 20, B: 23}}}]
          counts: [{event: life_changed, is: 1}]
    """)


def test_500_8_phases_behind_a_phase_that_was_skipped_are_not_added() -> None:
    """There is no combat phase any more behind which they could come."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: peace, effects: [{effect: skip, what: combat}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: rally, effects: [{effect: extra_phases, phases: [main], after: combat}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, postcombat_main, end, cleanup]
    """)


def test_500_9_a_step_behind_one_that_does_not_come_again_is_not_added() -> None:
    """In the end step there is no later end step behind which it could come."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: dusk, effects: [{effect: extra_steps, steps: [end], after: end}]}]
        until: {turn: 2, step: upkeep}
        expect:
          counts: [{event: step_began, step: end, turn: 1, is: 1}, {event: step_began, step: cleanup, turn: 1, is: 1}]
    """)


def test_500_7_what_happens_as_an_extra_turn_begins_is_for_whoever_added_it() -> None:
    """B gives A a turn: as it begins B gains the life, not A."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: feast, effects: [
                  {effect: extra_turn, player: A, then: [{effect: gain_life, count: 3}]}]}]
        until: {turn: 2, step: upkeep}
        expect:
          turns: [{turn: 2, player: A}]
          checks: [{at: {turn: 2, step: upkeep}, that: {life: {A: 20, B: 23}}}]
    """)


def test_500_9_a_step_before_the_one_in_progress_is_not_added() -> None:
    """It is too late for that."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: dawn, effects: [{effect: extra_steps, steps: [upkeep], before: this_step}]}]
        until: {turn: 1, step: precombat_main}
        expect: {counts: [{event: step_began, step: upkeep, is: 1}]}
    """)

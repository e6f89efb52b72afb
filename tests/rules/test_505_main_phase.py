"""Rule 505: the main phases."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import Code
from mtg_fsm.engine.events import StepBegan, StepEnded
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Cast, Pass, PlayLand
from mtg_fsm.words.setup import GameSpec, PlayerSpec


@obligation("505.1", 1)
def test_505_1_both_kinds_are_main_phases() -> None:
    """What looks for a main phase finds the precombat and the postcombat main phase: abilities, durations, skips,
    timing."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: gong, when: {beginning_of: main}, effects: []},
                            {effect: skip, what: main, player: B, count: 2}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: spell, effects: [{effect: continuous, name: first, lasts: {until: next_main}}]}]
      - at: {turn: 1, step: end_of_combat}
        do: [{action: cast, name: spell, effects: [{effect: continuous, name: second, lasts: {until: next_main}}]}]
    expect:
      turns:
        - turn: 2
          player: B
          steps: [untap, upkeep, draw, beginning_of_combat, declare_attackers, end_of_combat, end, cleanup]
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {effects: [first]}}
        - at: {turn: 1, step: precombat_main}
          that: {stack: [gong], effects: [], begun_this_turn: {main: 1, precombat_main: 1, postcombat_main: 0}}
        - {at: {turn: 1, step: precombat_main, nth: 2}, that: {stack: [], may_cast: {sorcery: [A]}}}
        - {at: {turn: 1, step: end_of_combat, nth: 3}, that: {effects: [second], may_cast: {sorcery: []}}}
        - at: {turn: 1, step: postcombat_main}
          that: {stack: [gong], effects: [], begun_this_turn: {main: 2, precombat_main: 1, postcombat_main: 1}}
        - {at: {turn: 1, step: postcombat_main, nth: 2}, that: {stack: [], may_cast: {sorcery: [A]}}}
      counts:
        - {event: ability_triggered, name: gong, turn: 1, is: 2}
    """)


@obligation("505.1a", 1)
def test_505_1a_every_later_main_phase_is_postcombat() -> None:
    """A main phase added before the turn's combat is a postcombat main, though a combat is still to follow."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: before, when: {beginning_of: precombat_main}, effects: []},
                            {effect: trigger, name: after, when: {beginning_of: postcombat_main}, effects: []}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main, nth: 2}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main, main]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, postcombat_main, postcombat_main, beginning_of_combat,
                  declare_attackers, end_of_combat, postcombat_main, end, cleanup]
      counts:
        - {event: ability_triggered, name: before, turn: 1, is: 1}
        - {event: ability_triggered, name: after, turn: 1, is: 3}
        - {event: phase_began, phase: precombat_main, turn: 1, is: 1}
    """)


@obligation("505.1a", 2)
def test_505_1a_the_main_phase_after_a_skipped_combat_is_postcombat() -> None:
    """Without any combat phase the second main phase of the turn still is the postcombat main phase."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: skip, what: combat}]}
        - {id: B}
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, postcombat_main, end, cleanup]}
      checks:
        - {at: {turn: 1, step: postcombat_main}, that: {begun_this_turn: {combat: 0, main: 2, precombat_main: 1}}}
      events:
        - {event: phase_ended, phase: precombat_main}
        - {event: phase_skipped, phase: combat}
        - {event: phase_began, phase: postcombat_main}
    """)


@obligation("505.1a", 3)
def test_505_1a_actions_of_the_precombat_main_happen_once_a_turn() -> None:
    """However many main phases a turn has, Sagas get a counter and Attractions are visited in the first of them
    only."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 5},
                        {id: ride, types: [artifact], subtypes: [Attraction]}]
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main, combat, main]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, postcombat_main, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: end}, that: {battlefield: {epic: {counters: {lore: 1}}}}}
      counts:
        - {event: turn_based_action, action: add_lore_counters, turn: 1, is: 1}
        - {event: turn_based_action, action: roll_to_visit_attractions, turn: 1, is: 1}
        - {event: turn_based_action, action: add_lore_counters, phase: precombat_main, is: 1}
    """)


def test_505_1a_a_main_phase_added_in_the_upkeep_is_the_precombat_main() -> None:
    """The added main phase comes first, so it is precombat and has the Saga's action; the printed first one is
    postcombat."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 5}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: early, effects: [{effect: extra_phases, phases: [main]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, postcombat_main, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: end}, that: {battlefield: {epic: {counters: {lore: 1}}}}}
      events:
        - {event: phase_began, phase: precombat_main, name: early}
        - {event: counters_added, on: epic, counter: lore}
        - {event: phase_ended, phase: precombat_main}
        - {event: phase_began, phase: postcombat_main}
      counts:
        - {event: counters_added, turn: 1, is: 1}
    """)


def test_505_1a_with_the_first_main_skipped_the_next_one_is_precombat() -> None:
    """If the first main phase is skipped, the first that occurs, after combat, is the precombat main and has its
    actions."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 5}]
          effects: [{effect: skip, what: precombat_main},
                    {effect: trigger, name: before, when: {beginning_of: precombat_main}, effects: []},
                    {effect: trigger, name: after, when: {beginning_of: postcombat_main}, effects: []}]
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, beginning_of_combat, declare_attackers, end_of_combat, precombat_main,
                  postcombat_main, end, cleanup]
      events:
        - {event: phase_skipped, phase: precombat_main}
        - {event: phase_began, phase: combat}
        - {event: counters_added, on: epic, phase: precombat_main}
        - {event: put_on_stack, name: before, phase: precombat_main}
        - {event: put_on_stack, name: after, phase: postcombat_main}
      counts:
        - {event: counters_added, turn: 1, is: 1}
        - {event: ability_triggered, name: before, turn: 1, is: 1}
        - {event: ability_triggered, name: after, turn: 1, is: 1}
    """)


@obligation("505.1b", 1)
def test_505_1b_an_inserted_main_phase_is_the_second_and_the_printed_one_the_third() -> None:
    """ "Second main phase" is the main phase inserted before the printed postcombat main, which is the third."""
    play("""
    game:
      players:
        - id: A
          effects:
            - {effect: trigger, name: second, when: {beginning_of: main}, if: {begun_this_turn: {main: 2}}, effects: []}
            - {effect: trigger, name: third, when: {beginning_of: main}, if: {begun_this_turn: {main: 3}}, effects: []}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [combat, main]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {stack: []}}
        - {at: {turn: 1, step: postcombat_main}, that: {stack: [second]}}
        - {at: {turn: 1, step: postcombat_main, occurrence: 2}, that: {stack: [third]}}
      events:
        - {event: phase_began, phase: postcombat_main, name: more}
        - {event: resolved, name: second}
        - {event: phase_began, phase: combat, turn: 1}
        - {event: resolved, name: third}
      counts:
        - {event: ability_triggered, turn: 1, is: 2}
    """)


@obligation("505.1b", 2)
def test_505_1b_each_turn_counts_from_zero() -> None:
    """Main phases of the turn before don't count, in a regular turn and in an extra turn of the same player."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: first, when: {beginning_of: main}, whose: each,
                             if: {begun_this_turn: {main: 1}}, effects: []}]}
        - {id: B}
    script:
      - at: {turn: 1, step: end}
        do: [{action: cast, name: time-walk, effects: [{effect: extra_turn}]}]
    expect:
      turns: [{turn: 2, player: A}, {turn: 3, player: B}]
      checks:
        - {at: {turn: 1, step: end}, that: {begun_this_turn: {main: 2}}}
        - {at: {turn: 2, step: upkeep}, that: {begun_this_turn: {main: 0, precombat_main: 0, postcombat_main: 0}}}
        - {at: {turn: 2, step: precombat_main}, that: {stack: [first]}}
        - {at: {turn: 3, step: upkeep}, that: {begun_this_turn: {main: 0}}}
        - {at: {turn: 3, step: precombat_main}, that: {stack: [first], begun_this_turn: {main: 1}}}
        - {at: {turn: 3, step: postcombat_main}, that: {stack: [], begun_this_turn: {main: 2}}}
    """)


def test_505_1b_skipped_main_phases_do_not_count() -> None:
    """Only main phases that occurred are counted: with the first one skipped, the one after combat is the first."""
    play("""
    game:
      players:
        - id: A
          effects: [{effect: skip, what: main},
                    {effect: trigger, name: first, when: {beginning_of: main}, if: {begun_this_turn: {main: 1}},
                     effects: []}]
        - {id: B}
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, beginning_of_combat, declare_attackers, end_of_combat, precombat_main, end, cleanup]
      events:
        - {event: phase_ended, phase: combat}
        - {event: ability_triggered, name: first, phase: precombat_main}
    """)


@obligation("505.2", 1)
def test_505_2_a_main_phase_ends_as_a_phase() -> None:
    """All players pass on an empty stack and the phase ends; there is no step in it, neither beginning nor ending."""
    run = play("""
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: one}]
    expect:
      events:
        - {event: resolved, name: one, phase: precombat_main}
        - {event: priority_passed, player: A, phase: precombat_main}
        - {event: priority_passed, player: B, phase: precombat_main}
        - {event: phase_ended, phase: precombat_main, step: precombat_main}
        - {event: phase_began, phase: combat}
        - {event: priority_passed, player: A, phase: postcombat_main}
        - {event: priority_passed, player: B, phase: postcombat_main}
        - {event: phase_ended, phase: postcombat_main}
      counts:
        - {event: phase_ended, phase: precombat_main, is: 1}
        - {event: priority_passed, phase: precombat_main, is: 4}
        - {event: priority_passed, phase: postcombat_main, is: 2}
    """)
    mains = [event for event in run.events if event.phase in ("precombat_main", "postcombat_main")]
    assert not any(isinstance(event, (StepBegan, StepEnded)) for event in mains)
    assert {event.step for event in mains} == {None}


# --- 505.4, 505.5: turn-based actions of the precombat main phase -----------------------------------------------------


@obligation("505.4", 1)
def test_505_4_each_saga_gets_one_counter_and_the_chapters_wait() -> None:
    """Each of the player's Sagas has one more counter; chapters are stacked with other triggers of the beginning."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: epic, types: [enchantment], subtypes: [saga], chapters: 3, counters: {lore: 1}}
            - {id: ode, types: [enchantment], subtypes: [Saga], chapters: 5}
            - {id: ride, types: [artifact], subtypes: [Attraction]}
          effects: [{effect: trigger, name: gong, when: {beginning_of: main}, effects: []}]
        - id: B
          battlefield: [{id: theirs, types: [enchantment], subtypes: [Saga], chapters: 3}]
    script:
      - at: {turn: 1, step: precombat_main, decision: order_triggers}
        do: [{action: order, triggers: [ode-chapter-1, gong, epic-chapter-2]}]
    expect:
      checks:
        - at: {turn: 1, step: precombat_main, decision: roll}
          that: {stack: [], priority: none,
                 battlefield: {epic: {counters: {lore: 2}}, ode: {counters: {lore: 1}}, theirs: {counters: {lore: 0}}}}
        - {at: {turn: 1, step: precombat_main}, that: {stack: [epic-chapter-2, gong, ode-chapter-1], priority: A}}
        - {at: {turn: 2, step: precombat_main}, that: {battlefield: {epic: {counters: {lore: 2}}}}}
      counts:
        - {event: counters_added, counter: lore, turn: 1, is: 2}
        - {event: counters_added, on: theirs, turn: 2, is: 1}
        - {event: turn_based_action, action: add_lore_counters, turn: 1, is: 1}
    """)


@obligation("505.4", 2)
def test_505_4_an_extra_main_phase_adds_no_counter() -> None:
    """A postcombat main phase, printed or added, brings no lore counter."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 4}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {battlefield: {epic: {counters: {lore: 0}}}}}
        - {at: {turn: 1, step: precombat_main}, that: {battlefield: {epic: {counters: {lore: 1}}}}}
        - {at: {turn: 1, step: postcombat_main}, that: {stack: [], battlefield: {epic: {counters: {lore: 1}}}}}
        - {at: {turn: 1, step: postcombat_main, occurrence: 2}, that: {battlefield: {epic: {counters: {lore: 1}}}}}
        - {at: {turn: 3, step: precombat_main}, that: {battlefield: {epic: {counters: {lore: 2}}}}}
      never: [{event: turn_based_action, action: add_lore_counters, phase: postcombat_main}]
    """)


@obligation("505.4", 3)
def test_505_4_a_saga_without_chapters_gets_none() -> None:
    """A Saga without chapter abilities gets no counter, alone or beside one that has chapters."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: blank, types: [enchantment], subtypes: [Saga]},
                        {id: epic, types: [enchantment], subtypes: [Saga], chapters: 2}]
        - {id: B, battlefield: [{id: empty, types: [enchantment], subtypes: [Saga]}]}
    expect:
      checks:
        - {at: {turn: 1, step: end}, that: {battlefield: {blank: {counters: {lore: 0}}, epic: {counters: {lore: 1}}}}}
        - {at: {turn: 2, step: end}, that: {battlefield: {empty: {counters: {lore: 0}}}}}
      never:
        - {event: turn_based_action, action: add_lore_counters, turn: 2}
    """)


def test_505_4_a_saga_that_came_in_this_main_phase_waits_for_the_next_turn() -> None:
    """A Saga created in the upkeep enters with a counter and gets its second in the main phase; in that one another
    doesn't."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: early
            effects: [{effect: create, permanent: {id: epic, types: [enchantment], subtypes: [Saga], chapters: 3}}]
      - at: {turn: 1, step: precombat_main, nth: 2}
        do:
          - action: cast
            name: late
            speed: sorcery
            effects: [{effect: create, permanent: {id: ode, types: [enchantment], subtypes: [Saga], chapters: 3}}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [epic-chapter-1]}}
        - {at: {turn: 1, step: precombat_main}, that: {stack: [epic-chapter-2]}}
        - {at: {turn: 1, step: end}, that: {battlefield: {epic: {counters: {lore: 2}}, ode: {counters: {lore: 1}}}}}
        - {at: {turn: 3, step: precombat_main}, that: {battlefield: {epic: {counters: {lore: 3}},
                                                                      ode: {counters: {lore: 2}}}}}
    """)


def test_505_4_a_phased_out_saga_gets_no_counter_and_a_stolen_one_does() -> None:
    """Only Sagas that the active player controls and that are there get counters, whoever owns them."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 5}]}
        - {id: B, battlefield: [{id: ode, types: [enchantment], subtypes: [Saga], chapters: 5}]}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: swap
            effects: [{effect: phase_out, permanents: [epic]}, {effect: gain_control, permanent: ode}]
    expect:
      checks:
        - {at: {turn: 1, step: end}, that: {battlefield: {epic: {counters: {lore: 0}}, ode: {counters: {lore: 1}}}}}
        - {at: {turn: 2, step: end}, that: {battlefield: {epic: {counters: {lore: 0}}, ode: {counters: {lore: 1}}}}}
        - {at: {turn: 3, step: end}, that: {battlefield: {epic: {counters: {lore: 1}}, ode: {counters: {lore: 2}}}}}
    """)


def test_505_4_the_turn_ended_with_the_last_chapter_on_the_stack_ends_the_saga() -> None:
    """The final chapter is exiled as the turn ends, so the Saga is sacrificed in that process, before the cleanup
    step."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 1}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {stack: [epic-chapter-1],
            battlefield: {epic: {counters: {lore: 1}}}}}
        - {at: {turn: 2, step: upkeep}, that: {battlefield: {epic: absent}}}
      events:
        - {event: left_stack, name: epic-chapter-1}
        - {event: state_based_action, rule: 704.5s, subject: epic, phase: precombat_main}
        - {event: phase_ended, phase: precombat_main}
        - {event: step_began, step: cleanup}
      never:
        - {event: resolved, name: epic-chapter-1}
        - {event: priority_received, step: cleanup}
    """)


@obligation("505.5", 1)
def test_505_5_one_roll_after_the_counters_and_before_priority() -> None:
    """With two Attractions there is one roll, after the lore counters, while all triggers wait; then the gate comes."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: ride, types: [artifact], subtypes: [Attraction]},
                        {id: booth, types: [artifact], subtypes: [attraction]},
                        {id: epic, types: [enchantment], subtypes: [Saga], chapters: 3}]
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main, decision: roll}
        do:
          - {action: choose, ids: [7], rejected: true}
          - {action: cast, name: ping, rejected: true}
          - {action: choose, ids: [4]}
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main, decision: roll}, that: {stack: [], priority: none}}
        - {at: {turn: 1, step: precombat_main}, that: {stack: [epic-chapter-1], priority: A}}
      events:
        - {event: turn_based_action, action: add_lore_counters, player: A}
        - {event: turn_based_action, action: roll_to_visit_attractions, player: A}
        - {event: rolled, player: A, result: 4}
        - {event: put_on_stack, name: epic-chapter-1}
        - {event: priority_received, player: A, phase: precombat_main}
      counts:
        - {event: rolled, turn: 1, is: 1}
    """)


@obligation("505.5", 2)
def test_505_5_without_an_attraction_there_is_no_roll() -> None:
    """Neither without any Attraction nor with one of the other player's is there a roll."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, battlefield: [{id: ride, types: [artifact], subtypes: [Attraction]}]}
    expect:
      counts:
        - {event: rolled, turn: 1, is: 0}
        - {event: turn_based_action, action: roll_to_visit_attractions, turn: 1, is: 0}
        - {event: rolled, turn: 2, is: 1}
        - {event: turn_based_action, action: roll_to_visit_attractions, turn: 3, is: 0}
    """)


# --- 505.6: priority, sorceries and lands ----------------------------------------------------------------------------


@obligation("505.6", 1)
def test_505_6_after_the_actions_the_gate_and_the_active_player_has_priority() -> None:
    """The Saga's counter, the roll, then state-based actions, triggers and priority of the active player."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: epic, types: [enchantment], subtypes: [Saga], chapters: 3},
                        {id: ride, types: [artifact], subtypes: [Attraction]},
                        {id: husk}]
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: prop
            effects: [{effect: become, permanent: husk, toughness: 0},
                      {effect: continuous, name: crutch, lasts: {until: next_main},
                       modifies: {permanent: husk, toughness: 1}}]
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main, decision: roll}, that: {battlefield: {husk: {toughness: 0}}}}
        - {at: {turn: 1, step: precombat_main}, that: {priority: A, stack: [epic-chapter-1],
            battlefield: {husk: absent}}}
      events:
        - {event: turn_based_action, action: add_lore_counters}
        - {event: turn_based_action, action: roll_to_visit_attractions}
        - {event: state_based_action, subject: husk, phase: precombat_main}
        - {event: put_on_stack, name: epic-chapter-1}
        - {event: priority_received, player: A, phase: precombat_main, rule: 117.3a}
    """)


@obligation("505.6a", 1)
def test_505_6a_no_sorcery_outside_a_main_phase() -> None:
    """In every step that gives priority, of the own and of another's turn, a sorcery is refused by rule."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    seen: dict[tuple[str | None, str], bool] = {}
    while engine.position.turn <= 2:
        decision = engine.decision
        assert decision is not None
        if decision.kind == "priority":
            refusal = engine.why_not(Cast(player=decision.player, name="sermon", speed="sorcery"))
            key = (engine.position.unit, "own" if decision.player == engine.position.active_player else "other")
            seen[key] = seen.get(key, True) and refusal is None
            if refusal is not None:
                assert refusal.code is Code.WRONG_TIME
                assert refusal.rule in ("117.1a", "505.6a")
        engine.submit(next(engine.legal(decision.player)))
    assert {key for key, legal in seen.items() if legal} == {("precombat_main", "own"), ("postcombat_main", "own")}
    units = {unit for unit, _ in seen}
    assert units == {
        "upkeep",
        "draw",
        "precombat_main",
        "beginning_of_combat",
        "declare_attackers",
        "end_of_combat",
        "postcombat_main",
        "end",
    }


@obligation("505.6a", 2)
def test_505_6a_in_a_main_phase_it_needs_the_active_player_priority_and_an_empty_stack() -> None:
    """In a main phase a sorcery is refused to the other player, without priority and on a stack that is not empty."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    while engine.position.unit != "precombat_main":
        engine.submit(Pass())

    def guards() -> list[str | None]:
        refusals = [engine.why_not(Cast(player=player, name="sermon", speed="sorcery")) for player in ("A", "B")]
        return [refusal and refusal.guard for refusal in refusals]

    assert guards() == [None, "is_asked"]
    assert engine.observe("may_cast") == {"instant": ["A"], "sorcery": ["A"]}
    engine.submit(Cast(name="sermon", speed="sorcery"))
    assert guards() == ["stack_is_empty", "is_asked"]
    engine.submit(Pass())
    assert guards() == ["is_asked", "is_active_player"]
    engine.submit(Pass())
    assert engine.observe("stack") == []
    assert guards() == [None, "is_asked"]
    engine.submit(Pass())
    assert guards() == ["is_asked", "is_active_player"]
    assert engine.observe("may_cast") == {"instant": ["B"], "sorcery": []}


@obligation("505.6b", 1)
def test_505_6b_a_land_uses_no_stack_and_keeps_priority() -> None:
    """After a land is played the stack is as before, A has priority again and A's count of the turn is one higher."""
    play("""
    game:
      players:
        - {id: A, hand: [plains], battlefield: [{id: sentry, abilities: [
             {effect: trigger, name: seen, when: {event: enters, of: any}, effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: play_land, id: plains}]
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {hand: {A: 1}, lands_played: {A: 0, B: 0}}}
        - at: {turn: 1, step: precombat_main, nth: 2}
          that: {hand: {A: 0}, lands_played: {A: 1, B: 0}, stack: [seen], priority: A,
                 battlefield: {plains: {types: [land], controller: A}}}
      events:
        - {event: land_played, player: A, card: plains}
        - {event: permanent_entered, permanent: plains}
        - {event: priority_received, player: A, rule: 117.3c}
      never: [{event: put_on_stack, name: plains}, {event: resolved, name: plains}]
    """)


@obligation("505.6b", 2)
def test_505_6b_one_land_a_turn_unless_an_effect_allows_more() -> None:
    """A second land is refused in the same and in an added main phase, until an effect raises the allowance by one."""
    play("""
    game:
      players: [{id: A, hand: [plains, island, swamp]}, {id: B}]
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: play_land, id: plains}
          - {action: play_land, id: island, rejected: true}
          - {action: cast, name: more, effects: [{effect: extra_phases, phases: [main]}]}
      - at: {turn: 1, step: postcombat_main}
        do:
          - {action: play_land, id: island, rejected: true}
          - action: cast
            name: explore
            effects: [{effect: continuous, name: path, lasts: this_turn, static: {extra_lands: 1}}]
          - {action: pass}
          - {action: play_land, id: island}
          - {action: play_land, id: swamp, rejected: true}
      - at: {turn: 3, step: precombat_main}
        do: [{action: play_land, id: swamp}, {action: play_land, id: mountain, rejected: true}]
    expect:
      checks:
        - {at: {turn: 1, step: end}, that: {lands_played: {A: 2}}}
        - {at: {turn: 3, step: upkeep}, that: {lands_played: {A: 0}}}
        - {at: {turn: 3, step: end}, that: {lands_played: {A: 1}}}
      counts:
        - {event: land_played, is: 3}
    """)


@obligation("505.6b", 3)
def test_505_6b_no_land_at_another_time_or_for_another_player() -> None:
    """A land play is refused in each step, on a stack that is not empty, without priority and to the nonactive
    player."""
    spec = GameSpec(
        players=(PlayerSpec(id="A", hand=("plains",)), PlayerSpec(id="B", hand=("island",))), free_casting=True
    )
    engine = new_game(spec)
    engine.advance()
    legal: set[tuple[str | None, str]] = set()
    while engine.position.turn == 1:
        decision = engine.decision
        assert decision is not None
        for player, land in (("A", "plains"), ("B", "island")):
            refusal = engine.why_not(PlayLand(player=player, id=land))
            if refusal is None:
                assert decision.kind == "priority"
                assert decision.player == player
                legal.add((engine.position.unit, player))
            elif player == decision.player and decision.kind == "priority":
                assert refusal.rule == "505.6b"
        engine.submit(next(engine.legal(decision.player)))
    assert legal == {("precombat_main", "A"), ("postcombat_main", "A")}
    play("""
    game:
      players: [{id: A, hand: [plains]}, {id: B}]
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: cast, name: ping}
          - {action: play_land, id: plains, rejected: true}
          - {action: pass}
          - {action: play_land, id: plains}
    expect:
      counts: [{event: land_played, is: 1}]
    """)


def test_505_6b_a_land_cannot_be_answered() -> None:
    """Between playing a land and A's next priority B gets none, so nothing can be done in response or counter it."""
    spec = GameSpec(players=(PlayerSpec(id="A", hand=("plains",)), PlayerSpec(id="B")), free_casting=True)
    engine = new_game(spec)
    engine.advance()
    while engine.position.unit != "precombat_main":
        engine.submit(Pass())
    events = engine.submit(PlayLand(player="A", id="plains"))
    assert [event.name_in_log for event in events] == ["land_played", "permanent_entered", "priority_received"]
    assert engine.decision is not None
    assert engine.decision.player == "A"
    assert engine.observe("stack") == []


@pytest.mark.parametrize("decider", ["A", "B"])
def test_505_6b_an_ended_turn_gives_no_second_land_but_an_extra_turn_does(decider: str) -> None:
    """The count belongs to the turn: the turn that ended early keeps its land, the extra turn after it allows another
    one."""
    play(f"""
    game:
      players: [{{id: A, hand: [plains, island]}}, {{id: B}}]
    script:
      - at: {{turn: 1, step: precombat_main}}
        do:
          - {{action: play_land, id: plains}}
          - {{action: pass}}
      - at: {{turn: 1, step: precombat_main, player: B}}
        do:
          - action: cast
            name: time-stop
            effects: [{{effect: extra_turn, player: {decider}}}, {{effect: end_turn}}]
      - at: {{turn: 2, step: precombat_main}}
        do: [{{action: play_land, id: {"island" if decider == "A" else "mountain"}}}]
    expect:
      turns:
        - {{turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}}
        - {{turn: 2, player: {decider}}}
        - {{turn: 3, player: B}}
      checks:
        - {{at: {{turn: 2, step: end}}, that: {{lands_played: {{{decider}: 1}}}}}}
    """)


def test_505_2_a_trigger_of_the_beginning_may_end_the_main_phase_at_once() -> None:
    """A trigger that ends the turn as the main phase began: no other object resolves, no combat, the phase has
    ended."""
    play("""
    game:
      players:
        - id: A
          effects: [{effect: trigger, name: curfew, when: {beginning_of: precombat_main},
            effects: [{effect: end_turn}]},
                    {effect: trigger, name: gong, when: {beginning_of: precombat_main},
                     effects: [{effect: gain_life, count: 1}]}]
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main, decision: order_triggers}
        do: [{action: order, triggers: [gong, curfew]}]
      - at: {turn: 3, step: precombat_main, decision: order_triggers}
        do: [{action: order, triggers: [curfew, gong]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}
        - {turn: 3, player: A, steps: [untap, upkeep, draw, precombat_main, cleanup]}
      checks:
        - {at: {turn: 2, step: upkeep}, that: {life: {A: 20}, stack: []}}
        - {at: {turn: 4, step: upkeep}, that: {life: {A: 21}, stack: []}}
    """)


def test_305_2_an_effect_allows_more_lands_to_its_controller_or_to_whom_it_names() -> None:
    """A's map is for A, A's compass for B, who may play one more than usual as well."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: map, types: [artifact], abilities: [{effect: static, extra_lands: 1}]}
                - {id: compass, types: [artifact], abilities: [{effect: static, extra_lands: 2, player: B}]}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - {action: play_land, id: one}
              - {action: play_land, id: two}
              - {action: play_land, id: three, rejected: true}
          - at: {turn: 2, step: precombat_main}
            do:
              - {action: play_land, id: four}
              - {action: play_land, id: five}
              - {action: play_land, id: six}
              - {action: play_land, id: seven, rejected: true}
        until: {turn: 2, step: beginning_of_combat}
        expect: {counts: [{event: land_played, is: 5}]}
    """)


def test_505_6b_no_more_lands_are_no_more_lands() -> None:
    """An effect that allows 0 additional lands leaves it at one."""
    play("""
    game: {players: [{id: A, hand: [plains, island]}, {id: B}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: stray
            effects: [{effect: continuous, name: path, lasts: this_turn, static: {extra_lands: 0}}]
          - {action: pass}
          - {action: play_land, id: plains}
          - {action: play_land, id: island, rejected: true}
    """)


def test_505_5_the_roll_is_one_number_by_this_rule() -> None:
    """One of six numbers is asked for; the action and the roll name the rule."""
    engine = new_game(
        GameSpec.model_validate(
            {"players": [{"id": "A", "battlefield": [{"id": "ride", "subtypes": ["attraction"]}]}, {"id": "B"}]}
        )
    )
    engine.advance()
    while engine.pending is not None and engine.pending.kind != "roll":
        engine.submit(Pass())
    assert engine.pending is not None
    assert (engine.pending.choices, engine.pending.how_many) == (("1", "2", "3", "4", "5", "6"), 1)
    events = engine.submit(next(engine.legal("A")))
    assert [(event.name_in_log, event.rule) for event in events[:2]] == [
        ("turn_based_action", "505.5"),
        ("rolled", "505.5"),
    ]

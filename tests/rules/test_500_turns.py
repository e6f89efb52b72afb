"""Rules 500.1-500.3 and 500.12: the phases of a turn, how a step or phase ends, and that nothing happens in between."""

from __future__ import annotations

from support import obligation, play

from mtg_fsm.engine.events import (
    Event,
    ManaEmptied,
    PhaseBegan,
    PhaseEnded,
    PhaseSkipped,
    PriorityReceived,
    StepBegan,
    StepEnded,
    StepSkipped,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)

MAINS = ("precombat_main", "postcombat_main")
ENDINGS = (StepEnded, PhaseEnded, TurnEnded)
BOUNDARIES = (TurnBegan, PhaseBegan, StepBegan, *ENDINGS)
EVERY_PHASE_AND_STEP = """
game:
  players:
    - id: A
      battlefield: [{id: bear}]
    - {id: B}
script:
  - at: {turn: 3, decision: declare_attackers}
    do: [{action: attack, attackers: {bear: B}}]
expect:
  turns:
    - turn: 3
      player: A
      steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
              combat_damage, end_of_combat, postcombat_main, end, cleanup]
"""


@obligation("500.1", 1)
def test_500_1_a_turn_without_attackers_visits_its_phases_and_steps_in_order() -> None:
    """Nobody does anything: five phases in the fixed order; only declare blockers and combat damage are left out."""
    play("""
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: turn_began, turn: 2, player: B}
            - {event: phase_began, phase: beginning}
            - {event: phase_ended, phase: beginning}
            - {event: phase_began, phase: precombat_main}
            - {event: phase_ended, phase: precombat_main}
            - {event: phase_began, phase: combat}
            - {event: phase_ended, phase: combat}
            - {event: phase_began, phase: postcombat_main}
            - {event: phase_ended, phase: postcombat_main}
            - {event: phase_began, phase: ending}
            - {event: phase_ended, phase: ending}
            - {event: turn_ended, turn: 2, player: B}
            - {event: turn_began, turn: 3, player: A}
          counts:
            - {event: phase_began, turn: 2, is: 5}
            - {event: phase_ended, turn: 2, is: 5}
        """)


@obligation("500.1", 2)
def test_500_1_a_phase_in_which_nobody_acts_begins_triggers_gives_priority_and_ends() -> None:
    """Every phase without an action has its begin triggers, priority for both players and the emptying of mana."""
    run = play("""
        game:
          players:
            - id: A
              battlefield:
                - id: clock
                  types: [artifact]
                  abilities:
                    - {effect: trigger, name: first, when: {beginning_of: beginning}, whose: each}
                    - {effect: trigger, name: second, when: {beginning_of: precombat_main}, whose: each}
                    - {effect: trigger, name: third, when: {beginning_of: combat}, whose: each}
                    - {effect: trigger, name: fourth, when: {beginning_of: postcombat_main}, whose: each}
                    - {effect: trigger, name: fifth, when: {beginning_of: ending}, whose: each}
            - {id: B}
        until: {turn: 2, step: cleanup, when: ended}
        expect:
          never: [{event: phase_skipped}]
        """)
    triggers = {
        "beginning": "first",
        "precombat_main": "second",
        "combat": "third",
        "postcombat_main": "fourth",
        "ending": "fifth",
    }
    for phase, name in triggers.items():
        log = [event.as_dict() for event in run.events if (event.turn, event.phase) == (2, phase)]
        kinds = [event["event"] for event in log]
        assert [event["name"] for event in log if event["event"] == "ability_triggered"] == [name]
        assert {event["player"] for event in log if event["event"] == "priority_received"} == {"A", "B"}
        assert "empty_mana_pools" in [event.get("action") for event in log]
        assert kinds[0] == "phase_began"
        assert (kinds[-1] == "phase_ended") is (phase != "ending")


@obligation("500.1", 2)
def test_500_1_a_phase_is_absent_only_if_it_is_skipped() -> None:
    """The same phase in which nobody acts does not begin at all once an effect skips it."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: postcombat_main}]}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      end, cleanup]
          events: [{event: phase_skipped, phase: postcombat_main, turn: 2, rule: "614.10"}]
          never: [{event: phase_began, phase: postcombat_main, turn: 2}]
        """)


@obligation("500.1", 3)
def test_500_1_no_step_is_in_progress_during_a_main_phase() -> None:
    """Whatever happens in a main phase happens in no step; in the other phases priority is given in steps only."""
    run = play(EVERY_PHASE_AND_STEP)
    assert {event.step for event in run.events if event.phase in MAINS} == {None}
    given = [event for event in run.events if isinstance(event, PriorityReceived)]
    assert {event.phase for event in given if event.step is None} == set(MAINS)


@obligation("500.2", 1)
def test_500_2_after_the_last_object_has_resolved_a_new_round_of_passes_is_needed() -> None:
    """An empty stack alone ends nothing: the active player gets priority, may act again, and all have to pass again."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: spark}]
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: late spark}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [], priority: A}}
            - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [], priority: A}}
          events:
            - {event: resolved, name: spark}
            - {event: priority_received, player: A, rule: "117.3b", step: upkeep}
            - {event: put_on_stack, name: late spark, step: upkeep}
            - {event: resolved, name: late spark}
            - {event: priority_received, player: A, rule: "117.3b", step: upkeep}
            - {event: priority_passed, player: A}
            - {event: priority_received, player: B}
            - {event: priority_passed, player: B}
            - {event: step_ended, step: upkeep, turn: 1}
          counts:
            - {event: step_began, step: upkeep, turn: 1, is: 1}
            - {event: priority_passed, step: upkeep, turn: 1, player: A, is: 3}
            - {event: priority_passed, step: upkeep, turn: 1, player: B, is: 3}
        """)


@obligation("500.2", 2)
def test_500_2_an_action_after_a_pass_asks_the_player_who_passed_again() -> None:
    """A passed, B casts and passes: that is the first of a new round, so A gets priority before the spell resolves."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: spark}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 2}, that: {stack: [spark], priority: A}}
          events:
            - {event: priority_passed, player: A, step: upkeep}
            - {event: put_on_stack, name: spark}
            - {event: priority_received, player: B, rule: "117.3c"}
            - {event: priority_passed, player: B}
            - {event: priority_received, player: A, rule: "117.3d"}
            - {event: priority_passed, player: A}
            - {event: resolved, name: spark}
        """)


@obligation("500.2", 2)
def test_500_2_an_action_without_the_stack_restarts_the_count_of_passes_too() -> None:
    """A passed, B makes mana with a mana ability and passes: the step goes on until A has passed again."""
    play("""
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: activate, name: tap for red, mana_ability: true, effects: [{effect: add_mana, mana: R}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 2}, that: {stack: [], mana: {B: R}}}
          events:
            - {event: priority_passed, player: A, step: upkeep}
            - {event: mana_added, player: B}
            - {event: priority_passed, player: B, step: upkeep}
            - {event: priority_received, player: A, step: upkeep}
            - {event: priority_passed, player: A, step: upkeep}
            - {event: step_ended, step: upkeep}
          counts: [{event: priority_passed, step: upkeep, turn: 1, is: 3}]
        """)


@obligation("500.2", 3)
def test_500_2_when_all_pass_only_the_top_object_resolves_and_the_step_goes_on() -> None:
    """With two objects on the stack one round of passes resolves the upper one; the other stays, in the same step."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: lower}, {action: cast, name: upper}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [upper, lower]}}
            - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [lower], priority: A}}
            - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [], priority: A}}
          events:
            - {event: resolved, name: upper, step: upkeep}
            - {event: priority_received, player: A, rule: "117.3b"}
            - {event: priority_passed, player: B}
            - {event: resolved, name: lower, step: upkeep}
            - {event: priority_passed, player: B}
            - {event: step_ended, step: upkeep}
          counts: [{event: step_began, step: upkeep, turn: 1, is: 1}]
        """)


@obligation("500.3", 1)
def test_500_3_the_untap_step_ends_when_its_actions_are_done() -> None:
    """After untapping the step ends although an ability waits: nobody gets priority and nothing goes on the stack."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: golem
                  tapped: true
                  abilities: [{effect: trigger, name: awake, when: {event: untapped}}]
            - {id: B}
        expect:
          events:
            - {event: turn_based_action, action: untap, step: untap}
            - {event: ability_triggered, name: awake, step: untap}
            - {event: step_ended, step: untap}
            - {event: step_began, step: upkeep}
            - {event: put_on_stack, name: awake, step: upkeep}
            - {event: priority_received, player: A, step: upkeep}
          never:
            - {event: priority_received, step: untap}
            - {event: put_on_stack, step: untap}
        """)


@obligation("500.3", 2)
def test_500_3_a_cleanup_step_that_finds_nothing_ends_without_priority() -> None:
    """No state-based action and no waiting ability: cleanup ends by itself; with one waiting, players get priority."""
    play("""
        game:
          players:
            - {id: A, hand: 9}
            - {id: B, effects: [{effect: delayed_trigger, name: late, when: {beginning_of: cleanup}}]}
        expect:
          events:
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1, step: cleanup}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, step: cleanup}
            - {event: step_ended, step: cleanup, turn: 1}
            - {event: turn_began, turn: 2}
            - {event: priority_received, step: cleanup, turn: 2, player: B}
          never: [{event: priority_received, step: cleanup, turn: 1}]
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 1}
            - {event: step_began, step: cleanup, turn: 2, is: 2}
        """)


@obligation("500.3", 1, 2)
def test_500_3_in_every_other_step_and_in_both_main_phases_players_get_priority() -> None:
    """Only untap and an undisturbed cleanup are without priority."""
    run = play(EVERY_PHASE_AND_STEP)
    begun = {event.step for event in run.events if isinstance(event, StepBegan) and event.turn == 3}
    given = {event.at.unit for event in run.events if isinstance(event, PriorityReceived) and event.turn == 3}
    assert begun - given == {"untap", "cleanup"}
    assert given - begun == set(MAINS)


@obligation("500.12", 1)
def test_500_12_no_state_based_action_is_checked_between_the_end_step_and_cleanup() -> None:
    """A bonus ends with the end step and leaves lethal damage, which cleanup removes before anything is checked."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: shelter
                effects:
                  - {effect: continuous, name: shelter, lasts: {until_end_of: this_step},
                     modifies: {permanent: bear, toughness: 3}}
                  - {effect: damage, amount: 3, to: bear}
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {battlefield: {bear: {damage: 3, toughness: 5}}}}
            - {at: {turn: 1, step: end, when: ended}, that: {battlefield: {bear: {damage: 3, toughness: 2}}}}
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {damage: 0, toughness: 2}}}}
          never:
            - {event: state_based_action}
            - {event: priority_received, step: cleanup}
        """)


@obligation("500.12", 1)
def test_500_12_the_state_based_action_comes_once_the_next_step_gives_priority() -> None:
    """The same bonus ending with the upkeep kills in the draw step, after its draw, and not between the two steps."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: farewell, when: {event: dies}}]}
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: shelter
                effects:
                  - {effect: continuous, name: shelter, lasts: {until_end_of: this_step},
                     modifies: {permanent: bear, toughness: 3}}
                  - {effect: damage, amount: 3, to: bear}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, when: ended}, that: {battlefield: {bear: {damage: 3}}, stack: []}}
            - {at: {turn: 2, step: draw}, that: {battlefield: {bear: absent}, stack: [farewell]}}
          events:
            - {event: effect_expired, name: shelter, step: upkeep}
            - {event: step_ended, step: upkeep}
            - {event: step_began, step: draw}
            - {event: card_drawn, step: draw, player: B}
            - {event: state_based_action, subject: bear, step: draw}
            - {event: put_on_stack, name: farewell, step: draw}
          never: [{event: state_based_action, step: upkeep}]
        """)


@obligation("500.12", 1, 2)
def test_500_12_everything_that_happens_belongs_to_the_end_or_the_beginning_of_a_unit() -> None:
    """Between the end of a step, phase or turn and the beginning of the next no event is logged, skips aside.

    The game has what could slip into a gap: durations of every kind, mana, waiting abilities, extra and skipped units.
    """
    run = play("""
        game:
          players:
            - id: A
              effects:
                - {effect: trigger, name: tick, when: {beginning_of: upkeep}, whose: each}
                - {effect: skip, what: postcombat_main}
              battlefield:
                - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: much
                effects:
                  - {effect: continuous, name: step, lasts: {until_end_of: this_step}}
                  - {effect: continuous, name: phase, lasts: {until_end_of: this_phase}}
                  - {effect: continuous, name: combat, lasts: {until_end_of: combat}}
                  - {effect: continuous, name: turn, lasts: {until_end_of: turn}}
                  - {effect: continuous, name: until main, lasts: {until: next_main}}
                  - {effect: continuous, name: until untap, lasts: {until: next_untap}}
                  - {effect: continuous, name: until turn, lasts: {until: next_turn}}
                  - {effect: add_mana, mana: R}
                  - {effect: add_mana, mana: G, keeps: {until_end_of: this_phase}}
                  - {effect: add_mana, mana: U, keeps: {until_end_of: turn}}
                  - {effect: add_mana, mana: W, player: B, keeps: {until: your_next_turn}}
                  - {effect: extra_steps, steps: [upkeep], after: this_step}
                  - {effect: extra_phases, phases: [combat]}
                  - {effect: extra_turn}
        expect:
          counts: [{event: effect_expired, is: 7}]
        until: {turn: 3, step: upkeep}
        """)
    assert sum(isinstance(event, ManaEmptied) for event in run.events) == 4
    skips = (TurnSkipped, PhaseSkipped, StepSkipped)
    last: Event = run.events[0]
    for place, event in enumerate(run.events):
        if isinstance(event, BOUNDARIES):
            last = event
        elif isinstance(last, ENDINGS):
            following = next(later for later in run.events[place:] if isinstance(later, BOUNDARIES))
            phase_ends = isinstance(last, StepEnded) and isinstance(following, PhaseEnded)
            assert isinstance(event, skips) or phase_ends, event


def test_500_12_ending_the_turn_as_a_phase_begins_empties_the_pools_with_that_phase_only() -> None:
    """A rider ends the turn before the first step of an added combat: mana is lost as the phase ends, no step does."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: trap
                effects:
                  - effect: extra_phases
                    phases: [combat]
                    then: [{effect: add_mana, mana: R}, {effect: end_turn}]
        expect:
          events:
            - {event: phase_began, phase: combat, name: trap}
            - {event: step_skipped, step: end_of_combat, rule: "723.1d"}
            - {event: mana_emptied, player: A, mana: R, phase: combat}
            - {event: phase_ended, phase: combat}
          counts: [{event: turn_based_action, action: empty_mana_pools, turn: 1, phase: combat, is: 1}]
        """)


@obligation("500.3", 1)
@obligation("500.3", 2)
def test_500_3_and_500_2_each_step_ends_by_its_rule() -> None:
    """Untap and a quiet cleanup end by 500.3, a cleanup with priority and all other steps by 500.2."""
    play("""
        game: {players: [{id: A}, {id: B}]}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: bell
                effects: [{effect: delayed_trigger, name: ring, when: {beginning_of: cleanup}}]
        expect:
          events:
            - {event: step_ended, turn: 1, step: untap, rule: "500.3"}
            - {event: step_ended, turn: 1, step: upkeep, rule: "500.2"}
            - {event: step_ended, turn: 1, step: end, rule: "500.2"}
            - {event: step_ended, turn: 1, step: cleanup, rule: "500.2"}
            - {event: step_ended, turn: 1, step: cleanup, rule: "500.3"}
            - {event: phase_ended, turn: 1, phase: ending, rule: "500.2"}
    """)

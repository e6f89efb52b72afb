"""Rule 503: the upkeep step."""

from __future__ import annotations

from support import obligation, play

from mtg_fsm.engine.events import PriorityReceived, StepBegan, TurnBasedAction


@obligation("503.1", 1)
def test_503_1_the_first_thing_is_the_gate_for_the_active_player() -> None:
    """No turn-based action: the step begins, its abilities trigger, then state-based actions, triggers, priority of
    A."""
    run = play("""
    game:
      players:
        - id: A
          battlefield: [{id: husk, toughness: 0}]
          effects: [{effect: trigger, name: bell, when: {beginning_of: upkeep}, effects: []},
                    {effect: trigger, name: toll, when: {event: dies, of: husk}, effects: []}]
        - {id: B}
    until: {turn: 1, step: upkeep, player: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [toll, bell], priority: A, battlefield: {husk: absent}}}
      events:
        - {event: step_began, step: upkeep}
        - {event: ability_triggered, name: bell, step: upkeep}
        - {event: state_based_action, rule: 704.5f, subject: husk, step: upkeep}
        - {event: ability_triggered, name: toll}
        - {event: put_on_stack, name: bell}
        - {event: put_on_stack, name: toll}
        - {event: priority_received, player: A, step: upkeep, rule: 117.3a}
    """)
    began = next(n for n, event in enumerate(run.events) if isinstance(event, StepBegan) and event.step == "upkeep")
    received = next(n for n, event in enumerate(run.events) if isinstance(event, PriorityReceived))
    assert not any(isinstance(event, TurnBasedAction) for event in run.events[began:received])


def test_503_1_a_player_who_has_lost_gets_no_upkeep_priority() -> None:
    """A player with no life loses in the gate of the first upkeep, before triggers are stacked, and nobody gets
    priority."""
    play("""
    game:
      players:
        - {id: A, life: 0, effects: [{effect: trigger, name: mercy, when: {beginning_of: upkeep},
                                      effects: [{effect: gain_life, count: 5}]}]}
        - {id: B}
    expect:
      events:
        - {event: step_ended, step: untap}
        - {event: ability_triggered, name: mercy, step: upkeep}
        - {event: player_lost, player: A, step: upkeep}
      never: [{event: priority_received}, {event: put_on_stack}]
      outcome: {winners: [B]}
    """)


@obligation("503.1a", 1)
def test_503_1a_untap_and_upkeep_triggers_are_one_batch() -> None:
    """Abilities of the untap step and of the upkeep are ordered together: A before B, each player as the player
    likes."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, tapped: true}]
          effects: [{effect: trigger, name: a-untap, when: {event: untapped, of: golem}, effects: []},
                    {effect: trigger, name: a-upkeep, when: {beginning_of: upkeep}, effects: []}]
        - id: B
          effects: [{effect: trigger, name: b-untap, when: {event: untapped, of: golem}, effects: []},
                    {effect: trigger, name: b-upkeep, when: {beginning_of: upkeep}, whose: each, effects: []}]
    script:
      - at: {turn: 1, step: upkeep, decision: order_triggers, player: A}
        do:
          - {action: order, triggers: [a-upkeep], rejected: true}
          - {action: order, triggers: [a-upkeep, b-untap], rejected: true}
          - {action: order, triggers: [a-upkeep, a-untap]}
      - at: {turn: 1, step: upkeep, decision: order_triggers, player: B}
        do: [{action: order, triggers: [b-untap, b-upkeep]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, decision: order_triggers, player: A}, that: {stack: []}}
        - {at: {turn: 1, step: upkeep, decision: order_triggers, player: B}, that: {stack: [a-untap, a-upkeep]}}
        - {at: {turn: 1, step: upkeep}, that: {stack: [b-upkeep, b-untap, a-untap, a-upkeep], priority: A}}
      events:
        - {event: ability_triggered, name: a-untap, step: untap}
        - {event: ability_triggered, name: b-untap, step: untap}
        - {event: ability_triggered, name: a-upkeep, step: upkeep}
        - {event: put_on_stack, name: a-upkeep}
        - {event: put_on_stack, name: a-untap}
    """)


def test_503_1a_a_reaction_to_the_triggering_in_the_untap_step_still_comes_in_the_second_round() -> None:
    """What triggered on another ability's triggering, a step earlier, is stacked above all others of the upkeep's
    batch."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, tapped: true}]
          effects: [{effect: trigger, name: awake, when: {event: untapped, of: golem}, effects: []},
                    {effect: trigger, name: echo, when: {event: triggers, of: awake}, effects: []}]
        - id: B
          effects: [{effect: trigger, name: bell, when: {beginning_of: upkeep}, whose: each, effects: []}]
    until: {turn: 1, step: precombat_main}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [echo, bell, awake]}}
      events:
        - {event: ability_triggered, name: echo, step: untap}
        - {event: ability_triggered, name: bell, step: upkeep}
    """)


@obligation("503.2", 1)
def test_503_2_after_the_first_upkeep_step_has_ended() -> None:
    """A spell "only after upkeep" is refused in the first upkeep step and legal in a second one, and later."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: cast, name: flood, only: {after: upkeep}, rejected: true}
          - {action: cast, name: again, effects: [{effect: extra_steps, steps: [upkeep]}]}
          - {action: cast, name: flood, only: {after: upkeep}, rejected: true}
      - at: {turn: 1, step: upkeep, occurrence: 2}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
      - at: {turn: 2, step: upkeep, player: A}
        do: [{action: cast, name: flood, only: {after: upkeep}, rejected: true}]
    expect:
      counts:
        - {event: resolved, name: flood, turn: 1, step: upkeep, is: 1}
        - {event: resolved, name: flood, turn: 1, is: 2}
        - {event: resolved, name: flood, turn: 2, is: 0}
    """)


def test_503_2_a_pending_later_upkeep_does_not_matter() -> None:
    """Between two upkeep steps, in a draw step and in a main phase with another upkeep to come, the spell is legal."""
    play("""
    script:
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: again, effects: [{effect: extra_steps, steps: [upkeep], after: draw}]}]
      - at: {turn: 2, step: draw}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
      - at: {turn: 2, step: precombat_main}
        do:
          - {action: cast, name: more, effects: [{effect: extra_steps, steps: [upkeep], after_phase: this_phase}]}
          - {action: cast, name: flood, only: {after: upkeep}}
      - at: {turn: 2, step: upkeep, occurrence: 3}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
    expect:
      turns:
        - turn: 2
          player: B
          steps: [untap, upkeep, draw, upkeep, precombat_main, upkeep, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, end, cleanup]
      counts:
        - {event: resolved, name: flood, is: 3}
    """)


def test_503_2_a_skipped_upkeep_step_has_not_ended() -> None:
    """If the printed upkeep is skipped, the first upkeep step is an added one, and "after upkeep" is after that."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: skip, what: upkeep}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: cast, name: flood, only: {after: upkeep}, rejected: true}
          - {action: cast, name: more, effects: [{effect: extra_steps, steps: [upkeep], after_phase: this_phase}]}
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: flood, only: {after: upkeep}, rejected: true}]
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, precombat_main, upkeep, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      counts:
        - {event: resolved, name: flood, is: 1}
    """)


def test_503_2_an_upkeep_step_that_was_cut_short_has_ended() -> None:
    """If the turn is ended in its upkeep, the step has ended: with priority in the cleanup step the spell is legal."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: husk, toughness: 0, counters: {"+1/+1": 1}}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: time-stop
            effects: [{effect: become, permanent: husk, counters: {}}, {effect: trigger, name: toll,
                       when: {event: dies, of: husk}, effects: []}, {effect: end_turn}]
      - at: {turn: 1, step: cleanup}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, cleanup, cleanup]}
      checks:
        - {at: {turn: 1, step: cleanup}, that: {stack: [toll], priority: A}}
      counts:
        - {event: resolved, name: flood, step: cleanup, is: 1}
    """)


def test_503_2_the_limit_looks_at_this_turn_only() -> None:
    """An upkeep of the turn before doesn't count: with this turn's upkeep skipped the spell is refused until an upkeep
    ends."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, effects: [{effect: skip, what: upkeep}]}
    script:
      - at: {turn: 1, step: end}
        do: [{action: cast, name: flood, only: {after: upkeep}}]
      - at: {turn: 2, step: end, player: A}
        do: [{action: cast, name: flood, only: {after: upkeep}, rejected: true}]
    expect:
      counts:
        - {event: resolved, name: flood, is: 1}
    """)


def test_503_1_an_upkeep_trigger_that_adds_a_beginning_phase_works_once() -> None:
    """A delayed upkeep ability that adds a beginning phase is gone: the second upkeep of the turn doesn't trigger
    it."""
    play("""
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: vow
            effects:
              - {effect: delayed_trigger, name: new-dawn, when: {beginning_of: upkeep}, whose: each,
                 effects: [{effect: extra_phases, phases: [beginning],
                            then: [{effect: delayed_trigger, name: dusk, when: {beginning_of: upkeep}, whose: each,
                                    effects: [{effect: skip, what: draw, player: B, this_turn: true}]}]}]}
    expect:
      turns:
        - turn: 2
          player: B
          steps: [untap, upkeep, draw, untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                  end_of_combat, postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: upkeep}, that: {stack: [new-dawn]}}
        - {at: {turn: 2, step: upkeep, occurrence: 2}, that: {stack: [dusk]}}
        - {at: {turn: 4, step: upkeep}, that: {stack: []}}
        - {at: {turn: 4, step: draw}, that: {hand: {B: 8}, stack: []}}
    """)

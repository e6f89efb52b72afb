"""Rule 504: the draw step."""

from __future__ import annotations

from support import obligation, play


@obligation("504.1", 1)
def test_504_1_one_card_before_any_trigger_or_priority() -> None:
    """The active player draws exactly one card; only then are abilities of the draw step stacked and priority is
    given."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: muse, when: {beginning_of: draw}, whose: each, effects: []}]}
        - {id: B, hand: 3, library: [top, second]}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {hand: {A: 7, B: 3}, library: {B: 2}}}
        - {at: {turn: 2, step: draw}, that: {hand: {A: 7, B: 4}, library: {B: 1}, stack: [muse], priority: B}}
      events:
        - {event: step_began, step: draw, turn: 2}
        - {event: ability_triggered, name: muse, turn: 2}
        - {event: turn_based_action, action: draw, player: B, turn: 2}
        - {event: card_drawn, player: B, card: top, turn: 2}
        - {event: put_on_stack, name: muse, turn: 2}
        - {event: priority_received, player: B, turn: 2, step: draw}
      counts:
        - {event: card_drawn, turn: 2, is: 1}
    """)


@obligation("504.1", 2)
def test_504_1_drawing_from_an_empty_library_loses_before_priority() -> None:
    """The loss comes in the gate of the same draw step: nothing is stacked and nobody gets priority in it."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, library: 0, effects: [{effect: trigger, name: muse, when: {beginning_of: draw}, effects: []}]}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {players_in_game: [A, B], library: {B: 0}}}
      events:
        - {event: turn_based_action, action: draw, player: B, turn: 2}
        - {event: state_based_action, rule: 704.5b, subject: B, turn: 2, step: draw}
        - {event: player_lost, player: B, turn: 2, step: draw}
      never:
        - {event: priority_received, step: draw}
        - {event: put_on_stack, name: muse}
        - {event: card_drawn, player: B}
      outcome: {winners: [A]}
    """)


@obligation("504.2", 1)
def test_504_2_then_the_gate_and_the_active_player_has_priority() -> None:
    """After the draw come state-based actions and triggers of the draw, then priority of the active player."""
    play("""
    game:
      players:
        - {id: A}
        - id: B
          battlefield: [{id: husk}]
          effects: [{effect: trigger, name: insight, when: {event: draws}, effects: []}]
    script:
      - at: {turn: 2, step: upkeep}
        do:
          - action: cast
            name: prop
            effects:
              - {effect: become, permanent: husk, toughness: 0}
              - {effect: continuous, name: prop, lasts: {until: your_next_draw},
                 modifies: {permanent: husk, toughness: 1}}
      - at: {turn: 2, step: draw}
        do: [{action: cast, name: reply}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep, nth: 3}, that: {battlefield: {husk: {toughness: 1}}}}
        - {at: {turn: 2, step: draw}, that: {priority: B, stack: [insight], battlefield: {husk: absent}}}
        - {at: {turn: 2, step: draw, player: A}, that: {priority: A, stack: [reply, insight]}}
      events:
        - {event: turn_based_action, action: draw, turn: 2}
        - {event: card_drawn, player: B}
        - {event: ability_triggered, name: insight}
        - {event: state_based_action, subject: husk, turn: 2, step: draw}
        - {event: put_on_stack, name: insight}
        - {event: priority_received, player: B, turn: 2, step: draw, rule: 117.3a}
    """)


def test_504_1_each_draw_step_draws_and_a_skip_takes_one() -> None:
    """With two added draw steps and one skip the player draws twice; the skip takes the first that would begin."""
    play("""
    script:
      - at: {turn: 2, step: upkeep}
        do:
          - action: cast
            name: flow
            effects: [{effect: extra_steps, steps: [draw, draw]}, {effect: skip, what: draw}]
    expect:
      turns:
        - turn: 2
          player: B
          steps: [untap, upkeep, draw, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: precombat_main}, that: {hand: {B: 9}}}
      events:
        - {event: step_skipped, step: draw, turn: 2}
        - {event: step_began, step: draw, turn: 2}
      counts:
        - {event: step_skipped, step: draw, turn: 2, is: 1}
    """)


def test_504_1_an_extra_draw_step_of_the_first_turn_is_not_left_out() -> None:
    """103.8a leaves out the printed draw step; draw steps that effects add before it and after the phase take place."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: flow
            effects:
              - {effect: extra_steps, steps: [draw]}
              - {effect: extra_steps, steps: [draw], after_phase: this_phase}
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, draw, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {hand: {A: 9}}}
      counts:
        - {event: phase_began, phase: beginning, is: 2}
        - {event: step_skipped, step: draw, rule: "103.8a", is: 1}
    """)


def test_504_1_without_a_draw_step_an_empty_library_is_no_harm() -> None:
    """Who skips the draw step with an empty library does not lose, and loses in the first draw step that takes
    place."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, library: 0, effects: [{effect: skip, what: draw}]}
    expect:
      checks:
        - {at: {turn: 3, step: upkeep}, that: {players_in_game: [A, B]}}
      events:
        - {event: player_lost, player: B, turn: 4, step: draw}
      outcome: {winners: [A]}
    """)


def test_504_1_ending_the_turn_in_the_upkeep_takes_the_draw_and_no_skip() -> None:
    """A turn ended in its upkeep has no draw step; that uses up no "skip your next draw step", which waits for the
    next."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, hand: 0, effects: [{effect: skip, what: draw}]}
    script:
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
    expect:
      turns:
        - {turn: 2, player: B, steps: [untap, upkeep, cleanup]}
      checks:
        - {at: {turn: 4, step: precombat_main}, that: {hand: {B: 0}}}
        - {at: {turn: 6, step: precombat_main}, that: {hand: {B: 1}}}
    """)


def test_504_2_both_kinds_of_draw_triggers_form_one_batch() -> None:
    """Abilities of the beginning of the draw step and of the draw are ordered together, in APNAP order."""
    play("""
    game:
      players:
        - id: A
          effects: [{effect: trigger, name: a-begin, when: {beginning_of: draw}, whose: each, effects: []}]
        - id: B
          effects: [{effect: trigger, name: b-draw, when: {event: draws}, effects: []},
                    {effect: trigger, name: b-begin, when: {beginning_of: draw}, effects: []}]
    script:
      - at: {turn: 2, step: draw, decision: order_triggers}
        do: [{action: order, triggers: [b-draw, b-begin]}]
    expect:
      checks:
        - {at: {turn: 2, step: draw}, that: {stack: [a-begin, b-begin, b-draw], priority: B}}
    """)


def test_504_2_what_ends_as_the_draw_step_begins_is_judged_after_the_draw() -> None:
    """An effect of the set-up that keeps a creature alive until the draw step ends before the draw; the gate comes
    after."""
    play("""
    game:
      players:
        - {id: A}
        - id: B
          battlefield: [{id: husk, toughness: 0}]
          effects: [{effect: continuous, name: crutch, lasts: {until: your_next_draw},
                     modifies: {permanent: husk, toughness: 1}}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {effects: [crutch], battlefield: {husk: {toughness: 1}}}}
        - {at: {turn: 2, step: draw}, that: {effects: [], battlefield: {husk: absent}}}
      events:
        - {event: effect_expired, name: crutch, turn: 2, step: draw}
        - {event: card_drawn, player: B, turn: 2}
        - {event: state_based_action, subject: husk, turn: 2, step: draw}
    """)

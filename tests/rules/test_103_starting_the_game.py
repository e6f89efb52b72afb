"""Rule 103.8: who takes the first turn, and its draw step."""

from __future__ import annotations

from support import obligation, play


@obligation("103.8", 1)
def test_103_8_the_starting_player_takes_the_first_turn() -> None:
    """B is the starting player: the first turn is B's, the second A's; by default it is the first player's."""
    play("""
        game: {starting_player: B}
        expect:
          turns: [{turn: 1, player: B}, {turn: 2, player: A}, {turn: 3, player: B}]
        """)
    play("""
        expect:
          turns: [{turn: 1, player: A}, {turn: 2, player: B}]
        """)


@obligation("103.8a", 1)
def test_103_8a_after_the_first_upkeep_comes_the_precombat_main() -> None:
    """The first turn has no draw step: nothing is drawn and no ability of a draw step triggers."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: dawn, when: {beginning_of: draw}, whose: each}]}
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: precombat_main}, that: {hand: {A: 7}, library: {A: 53}, stack: []}}]
          events:
            - {event: step_ended, step: upkeep, turn: 1}
            - {event: step_skipped, step: draw, turn: 1, rule: "103.8a"}
            - {event: phase_ended, phase: beginning, turn: 1}
            - {event: phase_began, phase: precombat_main, turn: 1}
          never:
            - {event: card_drawn, turn: 1}
            - {event: ability_triggered, turn: 1}
            - {event: step_began, step: draw, turn: 1}
        """)


@obligation("103.8a", 1)
def test_103_8a_the_starting_player_draws_in_the_second_turn_of_their_own() -> None:
    """Only the first turn is without its draw step: in turn 3 the starting player draws."""
    play("""
        expect:
          checks: [{at: {turn: 3, step: draw}, that: {hand: {A: 8}, library: {A: 52}}}]
        """)


@obligation("103.8a", 2)
def test_103_8a_the_opponents_first_turn_has_a_draw_step() -> None:
    """In turn 2 the opponent draws a card in a draw step, with priority for both players."""
    play("""
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 2, step: draw}, that: {hand: {B: 8}, library: {B: 52}, priority: B}}]
          never: [{event: step_skipped, step: draw, turn: 2}]
        """)


@obligation("103.8a", 3)
def test_103_8a_what_waits_for_the_next_draw_step_is_not_used_up_by_the_first_turns() -> None:
    """A delayed ability of A's next draw step, and an effect until it, wait for A's draw step in turn 3."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: delayed_trigger, name: promise, when: {beginning_of: draw}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ward
                effects: [{effect: continuous, name: ward, lasts: {until: your_next_draw}}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {effects: [ward], stack: []}}
            - {at: {turn: 2, step: draw}, that: {effects: [ward], stack: []}}
            - {at: {turn: 3, step: draw}, that: {effects: [], stack: [promise]}}
        """)


# --- interplay ---


def test_103_8a_an_extra_turn_directly_after_the_first_has_a_draw_step() -> None:
    """The starting player's second turn in a row is not the first one: there is a draw."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: time walk, effects: [{effect: extra_turn}]}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}]
          checks: [{at: {turn: 2, step: draw}, that: {hand: {A: 8}}}, {at: {turn: 3, step: draw}, that: {hand: {B: 8}}}]
        """)


def test_103_8a_a_step_added_behind_the_missing_draw_step_is_there() -> None:
    """In the first upkeep an upkeep step is added behind the draw step: it comes although the draw step does not."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: linger, effects: [{effect: extra_steps, steps: [upkeep], after: draw}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
        """)


def test_103_8a_the_opponent_draws_although_the_starting_players_first_turn_is_skipped() -> None:
    """A's first turn is skipped: the first turn taken is B's, and B is not the one who is without a draw step."""
    play("""
        game:
          players: [{id: A, effects: [{effect: skip, what: turn}]}, {id: B}]
        until: {turn: 1, step: precombat_main}
        expect:
          turns: [{turn: 1, player: B, steps: [untap, upkeep, draw, precombat_main]}]
          checks: [{at: {turn: 1, step: precombat_main}, that: {hand: {B: 8}}}]
        """)


def test_103_8a_the_starting_players_first_turn_is_the_first_that_they_take() -> None:
    """A's first turn is skipped, so A's first turn is turn 2: the draw step of that one is left out."""
    play("""
        game:
          players: [{id: A, effects: [{effect: skip, what: turn}]}, {id: B}]
        expect:
          turns:
            - turn: 2
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 4, step: draw}, that: {active_player: A, hand: {A: 8}}}]
          events: [{event: step_skipped, step: draw, turn: 2, rule: "103.8a"}]
        """)

"""Rule 502: the untap step."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import Code, IllegalCommand
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Activate, Cast, ChooseUntap, Command, Pass, PlayLand
from mtg_fsm.words.effects import ControlPlayer, PermanentSpec, Static
from mtg_fsm.words.setup import GameSpec, PlayerSpec

# --- 502.1: phasing --------------------------------------------------------------------------------------------------


@obligation("502.1", 1)
def test_502_1_a_permanent_phases_out_or_in_once_in_a_step() -> None:
    """What phased in just now does not phase out in the same step though it has phasing, and the other way round."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: mist, keywords: [phasing]}, {id: haze, keywords: [phasing], phased_out: true}]}
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {battlefield: {mist: {phased_out: true}, haze: {phased_out: false}}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {mist: {phased_out: false}, haze: {phased_out: true}}}}
      counts:
        - {event: phased_out, turn: 1, is: 1}
        - {event: phased_in, turn: 1, is: 1}
        - {event: phased_out, permanent: mist, turn: 1, is: 1}
        - {event: phased_in, permanent: haze, turn: 1, is: 1}
    """)


@obligation("502.1", 2)
def test_502_1_what_an_effect_phased_out_comes_back_without_having_phasing() -> None:
    """A creature that a spell phased out returns in its controller's untap step; the Aura on it only along with it."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: leash, types: [enchantment], subtypes: [Aura], attached_to: bear}]}
    script:
      - at: {turn: 1, step: end}
        do: [{action: cast, name: fade, effects: [{effect: phase_out, permanents: [bear]}]}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {phased_out: true}, leash: {phased_out: true}}}}
        - at: {turn: 3, step: upkeep}
          that: {battlefield: {bear: {phased_out: false, keywords: []}, leash: {phased_out: false, attached_to: bear}}}
      never:
        - {event: phased_in, turn: 2}
        - {event: phased_out, turn: 3}
    """)


@obligation("502.1", 3)
def test_502_1_what_phased_in_untaps_and_what_phased_out_does_not() -> None:
    """Phasing comes before untapping: who is there after it untaps, who has gone stays tapped."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: mist, keywords: [phasing], tapped: true}
            - {id: ghost, phased_out: true, tapped: true}
        - {id: B}
    expect:
      checks:
        - at: {turn: 1, step: upkeep}
          that: {battlefield: {mist: {phased_out: true, tapped: true}, ghost: {phased_out: false, tapped: false}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {mist: {phased_out: false, tapped: false}}}}
      events:
        - {event: turn_based_action, action: phasing, turn: 1}
        - {event: phased_out, permanent: mist}
        - {event: phased_in, permanent: ghost}
        - {event: turn_based_action, action: untap, turn: 1}
        - {event: permanent_untapped, permanent: ghost}
      never:
        - {event: permanent_untapped, permanent: mist, turn: 1}
    """)


@obligation("502.1", 4)
def test_502_1_only_the_active_players_permanents_phase() -> None:
    """In A's untap step nothing of B's phases out or in; it does in B's."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: mist, keywords: [phasing]}]}
        - {id: B, battlefield: [{id: haze, keywords: [phasing]}, {id: ghost, phased_out: true}]}
    expect:
      checks:
        - at: {turn: 1, step: upkeep}
          that: {battlefield: {mist: {phased_out: true}, haze: {phased_out: false}, ghost: {phased_out: true}}}
        - at: {turn: 2, step: upkeep}
          that: {battlefield: {mist: {phased_out: true}, haze: {phased_out: true}, ghost: {phased_out: false}}}
      counts:
        - {event: phased_out, turn: 1, is: 1}
        - {event: phased_in, turn: 1, is: 0}
        - {event: phased_out, turn: 2, is: 1}
        - {event: phased_in, turn: 2, is: 1}
    """)


def test_502_1_what_phased_out_under_a_player_comes_in_in_that_players_untap_step() -> None:
    """B's bear that phased out while A controlled it for the turn comes back in A's untap step, to B, and stays
    tapped."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, battlefield: [{id: bear}]}
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: abduct
            effects:
              - {effect: gain_control, permanent: bear, player: A, lasts: {until_end_of: turn}}
              - {effect: tap, permanents: [bear]}
              - {effect: phase_out, permanents: [bear]}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {phased_out: true, controller: B}}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {phased_out: false, controller: B, tapped: true}}}}
        - {at: {turn: 4, step: upkeep}, that: {battlefield: {bear: {phased_out: false, controller: B, tapped: false}}}}
    """)


def test_502_1_phasing_waits_with_a_skipped_untap_step() -> None:
    """If the untap step is skipped nothing phases; the next untap step makes up for nothing, each goes one way once."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: mist, keywords: [phasing]}, {id: ghost, phased_out: true}]
          effects: [{effect: skip, what: untap}]
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {battlefield: {mist: {phased_out: false}, ghost: {phased_out: true}}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {mist: {phased_out: true}, ghost: {phased_out: false}}}}
      never:
        - {event: turn_based_action, action: phasing, turn: 1}
    """)


def test_502_1_an_extra_untap_step_phases_and_untaps_again() -> None:
    """Each untap step has its actions: what phased out in the first one is back, and untaps, in an extra one."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: mist, keywords: [phasing], tapped: true}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: again, effects: [{effect: extra_steps, steps: [untap]}]}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, untap, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: upkeep}, that: {battlefield: {mist: {phased_out: true, tapped: true}}}}
        - {at: {turn: 1, step: precombat_main}, that: {battlefield: {mist: {phased_out: false, tapped: false}}}}
      never:
        - {event: priority_received, step: untap}
    """)


# --- 502.2: day and night --------------------------------------------------------------------------------------------


@obligation("502.2", 1)
def test_502_2_a_day_turn_without_a_spell_of_its_player_makes_it_night() -> None:
    """Whatever the other player casts, it becomes night if the active player casts nothing; with one spell it stays
    day."""
    play("""
    game: {day_night: day}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: one}]
      - at: {turn: 2, step: upkeep, player: A}
        do: [{action: cast, name: two}, {action: cast, name: three}]
    expect:
      checks:
        - {at: {turn: 1, step: end}, that: {day_night: day}}
        - {at: {turn: 2, step: upkeep}, that: {day_night: day}}
        - {at: {turn: 2, step: end}, that: {day_night: day}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
      events:
        - {event: turn_based_action, action: phasing, turn: 3}
        - {event: turn_based_action, action: day_night, turn: 3}
        - {event: day_night_changed, to: night, turn: 3, step: untap}
        - {event: turn_based_action, action: untap, turn: 3}
    """)


@obligation("502.2", 2)
def test_502_2_night_needs_two_spells_in_one_turn_to_become_day() -> None:
    """After exactly one spell of the active player it stays night, however many the other cast; after two it is day."""
    play(
        """
    game: {day_night: night}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: one}]
      - at: {turn: 1, step: end, player: B}
        do: [{action: cast, name: reply}, {action: cast, name: answer}]
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: two}, {action: cast, name: three}]
    until: {turn: 3, step: upkeep}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: night}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: day}}
    """.replace("step: draw, player: B", "step: end, player: B")
    )


@obligation("502.2", 3)
def test_502_2_at_most_one_change_in_an_untap_step() -> None:
    """The check looks once at what it is: no spells make day night, and night stays night in the same and the next
    check."""
    play("""
    game: {day_night: day}
    script:
      - at: {turn: 3, step: upkeep}
        do: [{action: cast, name: one}, {action: cast, name: two}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: night}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
        - {at: {turn: 4, step: upkeep}, that: {day_night: day}}
        - {at: {turn: 5, step: upkeep}, that: {day_night: night}}
      counts:
        - {event: day_night_changed, turn: 2, is: 1}
        - {event: day_night_changed, turn: 3, is: 0}
        - {event: day_night_changed, turn: 4, is: 1}
        - {event: turn_based_action, action: day_night, turn: 4, is: 1}
    """)


@obligation("502.2", 4)
def test_502_2_the_previous_turn_is_the_one_taken_before() -> None:
    """An extra turn counts as the previous turn and a skipped one does not."""
    play("""
    game: {day_night: day}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: time-walk, effects: [{effect: extra_turn}, {effect: skip, what: turn, player: B}]}]
      - at: {turn: 3, step: upkeep}
        do: [{action: cast, name: lantern}, {action: cast, name: torch}]
    expect:
      turns:
        - {turn: 1, player: A}
        - {turn: 2, player: A}
        - {turn: 3, player: A}
        - {turn: 4, player: B}
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: day}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
        - {at: {turn: 4, step: upkeep}, that: {day_night: day}}
      counts:
        - {event: turn_skipped, player: B, is: 1}
    """)


def test_502_2_without_a_designation_there_is_no_check() -> None:
    """A game with neither day nor night has no check, and one as soon as a spell has made it day."""
    play("""
    script:
      - at: {turn: 2, step: upkeep, player: A}
        do: [{action: cast, name: sunrise, effects: [{effect: set_day_night, to: day}]}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: neither}}
        - {at: {turn: 2, step: draw}, that: {day_night: day}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
      counts:
        - {event: turn_based_action, action: day_night, turn: 1, is: 0}
        - {event: turn_based_action, action: day_night, turn: 2, is: 0}
        - {event: turn_based_action, action: day_night, turn: 3, is: 1}
    """)


def test_502_2_an_extra_untap_step_checks_the_same_previous_turn_again() -> None:
    """In an extra untap step the previous turn is still the turn before this one, and what it is now decides."""
    play("""
    game: {day_night: day}
    script:
      - at: {turn: 2, step: upkeep}
        do:
          - {action: cast, name: sunrise, effects: [{effect: set_day_night, to: day}]}
          - {action: cast, name: again, effects: [{effect: extra_steps, steps: [untap]}]}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: night}}
        - {at: {turn: 2, step: draw}, that: {day_night: night}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: day}}
      events:
        - {event: day_night_changed, to: night, turn: 2, step: untap}
        - {event: day_night_changed, to: day, turn: 2, step: upkeep}
        - {event: day_night_changed, to: night, turn: 2, step: untap}
        - {event: day_night_changed, to: day, turn: 3, step: untap}
    """)


def test_502_2_the_spell_that_ends_the_turn_counts() -> None:
    """Two spells of a turn that the second one ended in its upkeep make night day; a countered spell was cast, too."""
    play("""
    game: {day_night: night}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: cast, name: one}
          - {action: pass}
          - {action: cast, name: time-stop, effects: [{effect: end_turn}]}
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: deny, effects: [{effect: counter_top}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, cleanup]}
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: day}}
      never:
        - {event: resolved, name: one}
    """)


def test_502_2_a_skipped_untap_step_drops_the_check_for_good() -> None:
    """The check of a skipped untap step is not made up for: the next one looks at its own previous turn only."""
    play("""
    game:
      day_night: day
      players:
        - {id: A}
        - {id: B, effects: [{effect: skip, what: untap}]}
    script:
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: lantern}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: day}}
        - {at: {turn: 3, step: upkeep}, that: {day_night: day}}
        - {at: {turn: 4, step: upkeep}, that: {day_night: night}}
    """)


def test_502_2_abilities_and_lands_are_no_spells() -> None:
    """Activating abilities and playing lands does not keep it day."""
    play("""
    game: {day_night: day}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: play_land, id: plains}
          - {action: activate, name: scry}
          - {action: activate, name: tap-plains, source: plains, mana_ability: true,
             effects: [{effect: add_mana, mana: W}]}
    expect:
      checks:
        - {at: {turn: 2, step: upkeep}, that: {day_night: night}}
    """)


# --- 502.3: untapping ------------------------------------------------------------------------------------------------


@obligation("502.3", 1)
def test_502_3_everything_of_the_active_player_untaps_that_no_effect_holds() -> None:
    """All of A's permanents untap but the one an effect holds, and nothing of B's does."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, tapped: true}
            - {id: wolf, tapped: true}
            - {id: forest, types: [land], tapped: true}
            - {id: elk}
        - id: B
          battlefield:
            - {id: ogre, tapped: true}
            - {id: ice, types: [enchantment], abilities: [{effect: static, dont_untap: [wolf]}]}
    expect:
      checks:
        - at: {turn: 1, step: untap, when: ended}
          that: {battlefield: {bear: {tapped: false}, forest: {tapped: false}, elk: {tapped: false},
                               wolf: {tapped: true}, ogre: {tapped: true}}}
        - {at: {turn: 2, step: untap, when: ended}, that: {battlefield: {wolf: {tapped: true}, ogre: {tapped: false}}}}
      counts:
        - {event: permanent_untapped, turn: 1, is: 2}
        - {event: permanent_untapped, turn: 2, is: 1}
    """)


@obligation("502.3", 2)
def test_502_3_the_choice_is_made_before_anything_untaps() -> None:
    """Under a limit the player chooses while all are still tapped; the chosen ones untap, the others don't."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, tapped: true}
            - {id: wolf, tapped: true}
            - {id: elk, tapped: true}
            - {id: orb, types: [artifact], abilities: [{effect: static, untap_at_most: 2}]}
        - {id: B}
    script:
      - at: {turn: 1, step: untap, decision: choose_untap}
        do:
          - {action: untap, permanents: [bear, wolf, elk], rejected: true}
          - {action: untap, permanents: [bear, bear], rejected: true}
          - {action: untap, permanents: [orb], rejected: true}
          - {action: untap, permanents: [wolf, elk]}
    expect:
      checks:
        - at: {turn: 1, step: untap, decision: choose_untap}
          that: {battlefield: {bear: {tapped: true}, wolf: {tapped: true}, elk: {tapped: true}}, priority: none}
        - at: {turn: 1, step: upkeep}
          that: {battlefield: {bear: {tapped: true}, wolf: {tapped: false}, elk: {tapped: false}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {tapped: false}}}}
      counts:
        - {event: permanent_untapped, turn: 1, is: 2}
    """)


@obligation("502.3", 3)
def test_502_3_triggers_of_untapping_wait_for_the_next_gate() -> None:
    """Abilities that trigger on untapping go on the stack in the upkeep, when A would receive priority."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                effects: []}]}
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: untap, when: ended}, that: {stack: [], battlefield: {golem: {tapped: false}}}}
        - {at: {turn: 1, step: upkeep}, that: {stack: [awake], priority: A}}
      events:
        - {event: permanent_untapped, permanent: golem, step: untap}
        - {event: ability_triggered, name: awake, step: untap}
        - {event: step_ended, step: untap}
        - {event: put_on_stack, name: awake, step: upkeep}
    """)


def test_502_3_they_untap_together() -> None:
    """An ability that looks for an untapped creature sees all that untap in this step as untapped already."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, tapped: true}
            - {id: wolf, tapped: true}
            - id: drum
              types: [artifact]
              abilities:
                - {effect: trigger, name: rally, when: {event: untapped, of: bear},
                   if: {battlefield: {wolf: {tapped: false}}}, effects: []}
                - {effect: trigger, name: lonely, when: {event: untapped, of: wolf},
                   if: {battlefield: {bear: {tapped: true}}}, effects: []}
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [rally]}}
      never:
        - {event: ability_triggered, name: lonely}
    """)


def test_502_3_a_hold_until_the_next_upkeep_lasts_through_a_skipped_one() -> None:
    """An effect that holds a creature until B's next upkeep outlives B's skipped upkeep and holds a second time."""
    play("""
    game:
      players:
        - {id: A}
        - {id: B, battlefield: [{id: bear, tapped: true}]}
    script:
      - at: {turn: 1, step: upkeep, player: B}
        do:
          - action: cast
            name: frost
            effects:
              - {effect: continuous, name: ice, lasts: {until: your_next_upkeep}, static: {dont_untap: [bear]}}
              - {effect: skip, what: upkeep}
    expect:
      checks:
        - {at: {turn: 2, step: draw}, that: {effects: [ice], battlefield: {bear: {tapped: true}}}}
        - {at: {turn: 4, step: upkeep}, that: {effects: [], battlefield: {bear: {tapped: true}}}}
        - {at: {turn: 6, step: upkeep}, that: {battlefield: {bear: {tapped: false}}}}
    """)


def test_502_3_a_hold_until_the_next_untap_step_does_not_hold_in_it() -> None:
    """ "Until" the untap step ends as that step begins, before the untapping, and so does a limit."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, tapped: true}, {id: wolf, tapped: true}]}
        - {id: B}
    script:
      - at: {turn: 2, step: end, player: A}
        do:
          - action: cast
            name: frost
            effects:
              - {effect: tap, permanents: [bear, wolf]}
              - {effect: continuous, name: ice, lasts: {until: next_untap}, static: {dont_untap: [bear]}}
              - {effect: continuous, name: orb, lasts: {until: your_next_untap}, static: {untap_at_most: 0}}
    expect:
      checks:
        - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: [ice, orb]}}
        - {at: {turn: 3, step: upkeep}, that: {effects: [], battlefield: {bear: {tapped: false},
            wolf: {tapped: false}}}}
      events:
        - {event: step_began, step: untap, turn: 3}
        - {event: effect_expired, name: ice, turn: 3}
        - {event: turn_based_action, action: phasing, turn: 3}
    """)


def test_502_3_a_hold_on_a_creature_that_left_does_not_hold_the_one_that_came_back() -> None:
    """An effect that keeps one creature from untapping means that object: exiled and returned tapped, it untaps."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear, tapped: true}, {id: wolf}]}, {id: B}]
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: frost
            effects:
              - {effect: tap, permanents: [bear, wolf]}
              - {effect: continuous, name: ice, lasts: forever, static: {dont_untap: [bear, wolf]}}
          - {action: pass}
          - {action: cast, name: flicker, effects: [{effect: exile, permanents: [bear]},
                                                    {effect: create, permanent: {id: bear, tapped: true}}]}
    expect:
      checks:
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {tapped: false}, wolf: {tapped: true}}}}
    """)


def test_502_3_conceding_while_the_untapping_is_chosen_ends_the_game() -> None:
    """B concedes while A is asked what untaps: A wins in the untap step, and nothing has untapped."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, tapped: true}], effects: [{effect: static, untap_at_most: 0}]}
        - {id: B}
    script:
      - at: {turn: 1, step: untap, decision: choose_untap}
        do: [{action: concede, player: B}]
    expect:
      outcome: {winners: [A]}
      events:
        - {event: player_lost, player: B, step: untap, rule: 104.3a}
        - {event: game_ended, step: untap}
      never: [{event: permanent_untapped}, {event: priority_received}, {event: step_ended}]
    """)


def test_502_3_who_controls_the_player_chooses_what_untaps() -> None:
    """In a turn of A that B controls A is asked what untaps and B decides; A's own answer is refused."""
    spec = GameSpec(
        players=(
            PlayerSpec(
                id="A",
                battlefield=(PermanentSpec(id="bear", tapped=True), PermanentSpec(id="wolf", tapped=True)),
                effects=(Static(untap_at_most=1),),
            ),
            PlayerSpec(id="B", effects=(ControlPlayer(player="A", by="B"),)),
        ),
        free_casting=True,
    )
    engine = new_game(spec)
    engine.advance()
    decision = engine.decision
    assert decision is not None
    assert (decision.kind, decision.player, decision.decided_by) == ("choose_untap", "A", "B")
    with pytest.raises(IllegalCommand) as caught:
        engine.submit(ChooseUntap(player="A", by="A", permanents=("bear",)))
    assert caught.value.code is Code.NOT_DECIDER
    engine.submit(ChooseUntap(player="A", by="B", permanents=("wolf",)))
    facts = engine.observe("battlefield", ("bear", "wolf"))
    assert (facts["bear"]["tapped"], facts["wolf"]["tapped"]) == (True, False)


# --- 502.4: no priority ----------------------------------------------------------------------------------------------


@obligation("502.4", 1)
def test_502_4_the_stack_is_empty_until_the_gate_of_the_upkeep() -> None:
    """Abilities of the beginning of the step, of phasing and of untapping all wait, and nobody gets priority."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, tapped: true}
            - {id: mist, keywords: [phasing]}
            - {id: ghost, phased_out: true}
            - {id: orb, types: [artifact], abilities: [{effect: static, untap_at_most: 0}]}
          effects:
            - {effect: trigger, name: dusk, when: {beginning_of: untap}, effects: []}
            - {effect: trigger, name: gone, when: {event: phases_out, of: mist}, effects: []}
            - {effect: trigger, name: back, when: {event: phases_in, of: ghost}, effects: []}
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: untap, decision: choose_untap}, that: {stack: [], priority: none}}
        - {at: {turn: 1, step: untap, when: ended}, that: {stack: []}}
        - {at: {turn: 1, step: upkeep}, that: {stack: [back, gone, dusk], priority: A}}
      counts:
        - {event: ability_triggered, step: untap, turn: 1, is: 3}
        - {event: put_on_stack, step: untap, is: 0}
        - {event: priority_received, step: untap, is: 0}
        - {event: put_on_stack, step: upkeep, turn: 1, is: 3}
    """)


@obligation("502.4", 2)
def test_502_4_held_triggers_pass_over_every_skipped_step() -> None:
    """With upkeep, draw and precombat main skipped, what triggered in the untap step is stacked as combat begins."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                effects: []}]}
          effects: [{effect: skip, what: upkeep}, {effect: skip, what: precombat_main}]
        - {id: B}
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, beginning_of_combat, declare_attackers, end_of_combat, precombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: beginning_of_combat}, that: {stack: [awake], priority: A}}
      counts:
        - {event: put_on_stack, is: 1}
    """)


@obligation("502.4", 3)
def test_502_4_any_action_in_the_untap_step_is_refused() -> None:
    """While A chooses what untaps, neither player may cast, activate, play a land or pass; conceding stays possible."""
    spec = GameSpec(
        players=(
            PlayerSpec(
                id="A",
                hand=("plains",),
                battlefield=(PermanentSpec(id="bear", tapped=True), PermanentSpec(id="wolf", tapped=True)),
                effects=(Static(untap_at_most=1),),
            ),
            PlayerSpec(id="B", hand=("island",)),
        ),
        free_casting=True,
    )
    engine = new_game(spec)
    engine.advance()
    assert engine.position.step == "untap"
    before = engine.state()
    for player, land in (("A", "plains"), ("B", "island")):
        attempts: tuple[Command, ...] = (
            Cast(player=player, name="ping"),
            Activate(player=player, name="tick"),
            Activate(player=player, name="mana", mana_ability=True),
            PlayLand(player=player, id=land),
            Pass(player=player),
        )
        for command in attempts:
            with pytest.raises(IllegalCommand):
                engine.submit(command)
    assert engine.state() == before
    assert [command.action for command in engine.legal("B")] == ["concede"]
    assert {command.action for command in engine.legal("A")} == {"untap", "concede"}


def test_502_4_with_every_step_skipped_the_cleanup_step_takes_the_held_triggers() -> None:
    """If all other units with priority are skipped, held triggers open priority in the cleanup step, and one more
    follows."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                                                     effects: [{effect: gain_life, count: 1}]}]}
          effects: [{effect: skip, what: upkeep}, {effect: skip, what: main, count: 2}, {effect: skip, what: combat},
                    {effect: skip, what: end}]
        - {id: B}
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, cleanup, cleanup]}
      checks:
        - {at: {turn: 1, step: cleanup}, that: {stack: [awake], priority: A}}
        - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {stack: [], life: {A: 21}}}
      counts:
        - {event: priority_received, step: cleanup, player: A, turn: 1, is: 2}
    """)


def test_502_4_triggers_of_an_untap_step_after_the_cleanup_step_wait_for_the_next_turn() -> None:
    """An untap step added behind the ending phase gives no priority: A's trigger is stacked in B's upkeep, above
    B's."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, abilities: [{effect: trigger, name: awake, when: {event: untapped}, effects: []}]}]
        - id: B
          effects: [{effect: trigger, name: bell, when: {beginning_of: upkeep}, effects: []}]
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: late-rise
            effects:
              - {effect: tap, permanents: [golem]}
              - {effect: extra_steps, steps: [untap], after_phase: this_phase}
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup, untap]
        - {turn: 2, player: B}
      checks:
        - {at: {turn: 2, step: upkeep}, that: {stack: [awake, bell], priority: B}}
      events:
        - {event: step_began, step: cleanup, turn: 1}
        - {event: ability_triggered, name: awake, turn: 1, step: untap}
        - {event: turn_ended, turn: 1}
        - {event: put_on_stack, name: bell, turn: 2}
        - {event: put_on_stack, name: awake, turn: 2}
    """)


def test_502_4_held_triggers_go_into_an_extra_turn_whose_steps_a_rider_skips() -> None:
    """In an extra turn whose rider skips its upkeep and draw step, what triggered in its untap step is stacked in the
    main."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, abilities: [{effect: trigger, name: awake, when: {event: untapped}, effects: []}]}]
        - {id: B}
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: time-walk
            effects:
              - {effect: tap, permanents: [golem]}
              - {effect: extra_turn, then: [{effect: skip, what: upkeep}, {effect: skip, what: draw}]}
    expect:
      turns:
        - turn: 2
          player: A
          steps: [untap, precombat_main, beginning_of_combat, declare_attackers, end_of_combat, postcombat_main, end,
                  cleanup]
        - {turn: 3, player: B}
        - turn: 4
          player: A
          steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: precombat_main}, that: {stack: [awake], priority: A}}
    """)


def test_502_4_ending_the_turn_exiles_what_the_untap_step_had_triggered() -> None:
    """An untap trigger that is on the stack as the turn is ended is gone for good, it is not held over again."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                                                     effects: [{effect: gain_life, count: 1}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, cleanup]}
      checks:
        - {at: {turn: 2, step: upkeep}, that: {stack: [], life: {A: 20}}}
      counts:
        - {event: ability_triggered, name: awake, is: 1}
        - {event: put_on_stack, name: awake, is: 1}
        - {event: resolved, name: awake, is: 0}
        - {event: priority_received, step: cleanup, turn: 1, is: 0}
    """)


def test_502_4_no_state_based_action_is_performed_in_the_untap_step() -> None:
    """A creature whose toughness became 0 as the untap step began untaps in it and dies in the gate of the upkeep."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: shade, toughness: 0, counters: {"+1/+1": 1}, tapped: true}]}
        - {id: B}
    script:
      - at: {turn: 2, step: end, player: A}
        do:
          - action: cast
            name: prop
            effects:
              - {effect: continuous, name: crutch, lasts: {until: your_next_untap},
                 modifies: {permanent: shade, toughness: 3}}
              - {effect: become, permanent: shade, counters: {}, tapped: true}
    expect:
      checks:
        - {at: {turn: 2, step: end, player: A, nth: 2}, that: {battlefield: {shade: {toughness: 1}}}}
        - {at: {turn: 2, step: cleanup, when: ended}, that: {battlefield: {shade: {toughness: 3}}}}
        - {at: {turn: 3, step: untap, when: ended}, that: {battlefield: {shade: {toughness: 0, tapped: false}}}}
        - {at: {turn: 3, step: upkeep}, that: {battlefield: {shade: absent}}}
      events:
        - {event: effect_expired, name: crutch, turn: 3, step: untap}
        - {event: permanent_untapped, permanent: shade, turn: 3}
        - {event: step_began, step: upkeep, turn: 3}
        - {event: state_based_action, rule: 704.5f, subject: shade, turn: 3}
        - {event: priority_received, player: A, turn: 3, step: upkeep}
    """)

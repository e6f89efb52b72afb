"""Rules 611.2a-c: how long continuous effects of resolving spells and abilities last, and what they affect."""

from __future__ import annotations

import pytest
from support import obligation, play


@obligation("611.2a", 1)
def test_611_2a_an_effect_without_a_stated_duration_still_applies_after_cleanup() -> None:
    """What is for ever applies in the next turns, too, beside an effect until end of turn that has ended."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: forever, modifies: {permanent: bear, power: 1}}
                  - {effect: continuous, name: fed, lasts: {until_end_of: turn}, modifies: {permanent: bear, power: 2}}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [grown, fed], battlefield: {bear: {power: 5}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [grown], battlefield: {bear: {power: 3}}}}
            - {at: {turn: 4, step: end}, that: {effects: [grown], battlefield: {bear: {power: 3}}}}
          never:
            - {event: effect_expired, name: grown}
    """)


@obligation("611.2a", 1)
def test_611_2a_control_without_a_stated_duration_stays() -> None:
    """Control of a creature without a stated duration is there after the cleanup steps of both players."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: bear}, {id: wolf}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: annex
                effects: [{effect: gain_control, permanent: bear, player: A},
                          {effect: gain_control, permanent: wolf, player: A, lasts: {until_end_of: turn}}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {controller: A}, wolf: {controller: A}}}}
            - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: {controller: A}, wolf: {controller: B}}}}
            - {at: {turn: 3, step: upkeep}, that: {battlefield: {bear: {controller: A}, wolf: {controller: B}}}}
    """)


@obligation("611.2a", 2)
def test_611_2a_an_effect_until_end_of_turn_ends_in_514_2() -> None:
    """It applies to the end of the end step and no longer once 514.2 is done, in the same cleanup step."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: blessing
                effects: [{effect: continuous, name: blessed, lasts: {until_end_of: turn}}]
        expect:
          checks:
            - {at: {turn: 1, step: end, when: ended}, that: {effects: [blessed]}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: []}}
          events:
            - {event: step_began, step: cleanup, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1}
            - {event: effect_expired, name: blessed, turn: 1, step: cleanup, rule: "514.2"}
          counts:
            - {event: effect_expired, is: 1}
    """)


@obligation("611.2b", 1)
def test_611_2b_a_for_as_long_as_duration_that_never_starts_makes_no_effect() -> None:
    """If the permanent is gone or phased out as the spell resolves, nothing begins, also not later when it is back."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: lamp, types: [artifact]}, {id: lens, types: [artifact]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: glow
                effects:
                  - {effect: continuous, name: lit, lasts: {for_as_long_as: lamp},
                     modifies: {permanent: bear, power: 1}}
                  - {effect: continuous, name: seen, lasts: {for_as_long_as: lens},
                     modifies: {permanent: bear, power: 1}}
          - at: {turn: 1, step: upkeep, player: B}
            do:
              - action: cast
                name: shatter
                effects: [{effect: destroy, permanents: [lamp]}, {effect: phase_out, permanents: [lens]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 4}, that: {effects: [], battlefield: {bear: {power: 2}}}}
            - at: {turn: 3, step: upkeep}
              that: {effects: [], battlefield: {bear: {power: 2}, lens: {phased_out: false}}}
          events:
            - {event: resolved, name: glow, turn: 1}
          never:
            - {event: effect_began}
    """)


@obligation("611.2b", 1)
def test_611_2b_one_that_ends_within_the_resolution_does_nothing_afterwards() -> None:
    """If the permanent leaves in the same resolution, the effect is over; the same effect with it there applies."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: lamp, types: [artifact]}, {id: lens, types: [artifact]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: glow
                effects:
                  - {effect: sacrifice, permanents: [lamp]}
                  - {effect: continuous, name: lit, lasts: {for_as_long_as: lamp},
                     modifies: {permanent: bear, power: 1}}
                  - {effect: continuous, name: seen, lasts: {for_as_long_as: lens},
                     modifies: {permanent: bear, power: 1}}
                  - {effect: create, permanent: {id: lamp, types: [artifact]}}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {effects: [seen], battlefield: {bear: {power: 3}}}}
          never:
            - {event: effect_began, name: lit}
    """)


@obligation("611.2c", 1)
def test_611_2c_what_enters_later_is_not_in_the_affected_set() -> None:
    """A bonus fixes its creature as it begins: neither a later creature of that name nor the returned one has it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: anthem
                effects:
                  - {effect: continuous, name: big, lasts: {until_end_of: turn}, modifies: {permanent: bear, power: 1}}
                  - {effect: continuous, name: new, lasts: {until_end_of: turn}, modifies: {permanent: wolf, power: 1}}
          - at: {turn: 1, step: upkeep, nth: 3}
            do:
              - action: cast
                name: arrivals
                effects: [{effect: create, permanent: {id: wolf}}, {effect: exile, permanents: [bear]},
                          {effect: create, permanent: {id: bear}}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {effects: [big, new], battlefield: {bear: {power: 3}}}}
            - at: {turn: 1, step: upkeep, nth: 5}
              that: {effects: [big, new], battlefield: {bear: {power: 2}, wolf: {power: 2}}}
    """)


@obligation("611.2c", 2)
def test_611_2c_an_effect_that_changes_the_rules_covers_what_comes_later() -> None:
    """ "Permanents don't untap" binds one that enters and taps later, and ends as an effect of one turn cycle does."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: winter
                effects:
                  - {effect: continuous, name: frozen, lasts: {until_end_of: your_next_turn}, static: {dont_untap: all}}
          - at: {turn: 1, step: upkeep, nth: 3}
            do: [{action: cast, name: arrival, effects: [{effect: create, permanent: {id: wolf, tapped: true}}]}]
        expect:
          checks:
            - {at: {turn: 3, step: upkeep}, that: {effects: [frozen], battlefield: {wolf: {tapped: true}}}}
            - {at: {turn: 5, step: upkeep}, that: {effects: [], battlefield: {wolf: {tapped: false}}}}
    """)


@obligation("611.2c", 2)
def test_611_2c_a_mixed_effect_is_judged_part_by_part() -> None:
    """One effect raises power and forbids attacking: only the ban is for what comes later, too."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: taming
                effects:
                  - effect: continuous
                    name: tame
                    lasts: {until_end_of: turn}
                    modifies: {permanent: wolf, power: 5}
                    static: {cant_attack: [wolf]}
                  - {effect: create, permanent: {id: wolf, keywords: [haste]}}
          - at: {turn: 1, decision: declare_attackers}
            do:
              - {action: attack, attackers: {wolf: B}, rejected: true}
              - {action: attack, attackers: {bear: B}}
        expect:
          checks:
            - {at: {turn: 1, step: beginning_of_combat}, that: {effects: [tame], battlefield: {wolf: {power: 2}}}}
            - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B}}}
    """)


# --- interplay ---


def test_611_2a_this_step_and_this_phase_end_where_they_began_with_steps_added() -> None:
    """In an added upkeep, "until end of this step" ends with that very step, "this phase" with the beginning phase."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: long-morning, effects: [{effect: extra_steps, steps: [upkeep, upkeep]}]}]
          - at: {turn: 1, step: upkeep, occurrence: 2}
            do:
              - action: cast
                name: dew
                effects: [{effect: continuous, name: wet, lasts: {until_end_of: this_step}},
                          {effect: continuous, name: fresh, lasts: {until_end_of: this_phase}}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, occurrence: 2, nth: 3}, that: {effects: [wet, fresh]}}
            - {at: {turn: 1, step: upkeep, occurrence: 3}, that: {effects: [fresh]}}
            - {at: {turn: 1, step: precombat_main}, that: {effects: []}}
    """)


def test_611_2a_until_end_of_turn_made_behind_the_last_cleanup_step_ends_in_the_next_one() -> None:
    """Only a cleanup step ends it (514.2): made in a combat phase behind the ending phase it lasts to the next one."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: night-raid, effects: [{effect: extra_phases, phases: [combat]}]}]
          - at: {turn: 1, step: beginning_of_combat, occurrence: 2}
            do:
              - action: cast
                name: growth
                effects:
                  - {effect: continuous, name: grown, lasts: {until_end_of: turn},
                     modifies: {permanent: bear, power: 3}}
        expect:
          checks:
            - {at: {turn: 1, step: end_of_combat, occurrence: 2}, that: {effects: [grown]}}
            - {at: {turn: 2, step: end}, that: {effects: [grown], battlefield: {bear: {power: 5}}}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: [], battlefield: {bear: {power: 2}}}}
    """)


def test_611_2a_until_end_of_combat_made_before_combat_waits_over_a_skipped_combat() -> None:
    """Made before a combat phase that is skipped, "until end of combat" lasts to the end of the next real one."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: war-cry
                effects: [{effect: continuous, name: fury, lasts: {until_end_of: combat}}, {effect: skip, what: combat}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [fury]}}
            - {at: {turn: 2, step: end_of_combat}, that: {effects: [fury]}}
            - {at: {turn: 2, step: postcombat_main}, that: {effects: []}}
    """)


def test_611_2a_until_your_next_turn_ends_with_an_extra_turn() -> None:
    """An extra turn is the next turn of its player: "until your next turn" ends as it begins."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: shelter
                effects: [{effect: continuous, name: safe, lasts: {until: your_next_turn}}, {effect: extra_turn}]
        expect:
          turns:
            - {turn: 2, player: A}
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [safe]}}
            - {at: {turn: 2, step: untap, when: ended}, that: {effects: []}}
    """)


def test_611_2a_until_your_next_turn_waits_over_a_skipped_turn() -> None:
    """A skipped turn is not the next turn: the effect lasts until the one that is really taken (614.10a)."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: shelter
                effects: [{effect: continuous, name: safe, lasts: {until: your_next_turn}}, {effect: skip, what: turn}]
        expect:
          turns:
            - {turn: 3, player: B}
            - {turn: 4, player: A}
          checks:
            - {at: {turn: 3, step: end}, that: {effects: [safe]}}
            - {at: {turn: 4, step: untap, when: ended}, that: {effects: []}}
    """)


def test_611_2a_until_end_of_your_next_turn_lasts_through_a_turn_that_is_ended() -> None:
    """It ends in the cleanup step of that turn, however short the turn was."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: shelter
                effects: [{effect: continuous, name: safe, lasts: {until_end_of: your_next_turn}}]
          - at: {turn: 3, step: upkeep}
            do: [{action: cast, name: time-stop, effects: [{effect: end_turn}]}]
        expect:
          checks:
            - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: [safe]}}
            - {at: {turn: 3, step: upkeep, when: ended}, that: {effects: [safe]}}
            - {at: {turn: 3, step: cleanup, when: ended}, that: {effects: []}}
    """)


def test_611_2b_a_duration_that_ended_does_not_begin_again() -> None:
    """An effect for as long as a permanent is there ends as it phases out and does not come back with it (702.26f)."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: lamp, types: [artifact]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: glow
                effects:
                  - {effect: continuous, name: lit, lasts: {for_as_long_as: lamp},
                     modifies: {permanent: bear, power: 1}}
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: flicker
                effects: [{effect: phase_out, permanents: [lamp]}, {effect: phase_in, permanents: [lamp]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {effects: [lit], battlefield: {bear: {power: 3}}}}
            - at: {turn: 1, step: precombat_main, nth: 3}
              that: {effects: [], battlefield: {bear: {power: 2}, lamp: {phased_out: false}}}
    """)


def test_611_2c_a_delayed_ability_watches_the_object_and_not_its_name() -> None:
    """It does not look at a new creature of the same name (400.7), only at the one that it was about."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: vengeance
                effects:
                  - {effect: delayed_trigger, name: avenge-bear, when: {event: dies, of: bear}}
                  - {effect: delayed_trigger, name: avenge-wolf, when: {event: dies, of: wolf}}
                  - {effect: exile, permanents: [bear]}
                  - {effect: create, permanent: {id: bear}}
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: murder, effects: [{effect: destroy, permanents: [bear, wolf]}]}]
        expect:
          events:
            - {event: permanent_left, permanent: bear, to: graveyard}
            - {event: ability_triggered, name: avenge-wolf}
          never:
            - {event: ability_triggered, name: avenge-bear}
    """)


@obligation("611.3", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: exile, permanents: [shrine]}",
        "{effect: phase_out, permanents: [shrine]}",
        "{effect: become, permanent: shrine, abilities: []}",
    ],
    ids=["leaves", "phases out", "loses the ability"],
)
def test_611_3_what_a_static_ability_does_is_over_as_soon_as_its_source_is_gone(effect: str) -> None:
    """In the end step the hand has no limit any more; without the shrine A discards in the same turn."""
    shrine = "{id: shrine, types: [enchantment], abilities: [{effect: static, max_hand_size: none}]}"
    play(f"""
        game: {{players: [{{id: A, hand: 9, battlefield: [{shrine}]}}, {{id: B}}]}}
        script: [{{at: {{turn: 1, step: end}}, do: [{{action: cast, name: spell, effects: [{effect}]}}]}}]
        expect: {{counts: [{{event: card_discarded, turn: 1, is: 2}}]}}
        """)

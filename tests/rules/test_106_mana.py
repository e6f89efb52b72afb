"""Rule 106.4: mana pools, and what is lost from them as steps and phases end."""

from __future__ import annotations

import pytest
from support import obligation, play

STEPS_WITH_PRIORITY = (
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "postcombat_main",
    "end",
    "cleanup",
)


@pytest.mark.parametrize("step", STEPS_WITH_PRIORITY)
@obligation("106.4", 1)
def test_106_4_the_pool_is_empty_after_every_step_and_phase(step: str) -> None:
    """Mana of either player that was added in a step or main phase is there until it ends, and gone then."""
    play(f"""
        game:
          players:
            - {{id: A}}
            - id: B
              battlefield: [{{id: bear}}]
              effects: [{{effect: delayed_trigger, name: sweep, when: {{beginning_of: cleanup}}}}]
        script:
          - at: {{turn: 2, step: {step}}}
            do:
              - action: cast
                name: ritual
                effects: [{{effect: add_mana, mana: R}}, {{effect: add_mana, mana: GG, player: A}}]
          - at: {{turn: 2, decision: declare_attackers}}
            do: [{{action: attack, attackers: {{bear: A}}}}]
        expect:
          checks:
            - {{at: {{turn: 2, step: {step}, nth: 3}}, that: {{mana: {{A: GG, B: R}}}}}}
            - {{at: {{turn: 2, step: {step}, when: ended}}, that: {{mana: {{A: "", B: ""}}}}}}
          events:
            - {{event: mana_emptied, player: A, mana: GG, turn: 2, step: {step}, rule: "500.4"}}
            - {{event: mana_emptied, player: B, mana: R, turn: 2, step: {step}, rule: "500.4"}}
          counts:
            - {{event: mana_emptied, is: 2}}
    """)


@obligation("106.4", 1)
def test_106_4_an_effect_keeps_mana_for_as_long_as_it_says() -> None:
    """Kept mana stays over steps and phases until its effect is over; what is not kept is lost beside it."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: well, types: [artifact], abilities: [{effect: static, keep_mana: G}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ritual
                effects:
                  - {effect: add_mana, mana: RRG}
                  - {effect: add_mana, mana: U, keeps: {until_end_of: combat}}
                  - {effect: add_mana, mana: G, player: B}
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: shatter, effects: [{effect: destroy, permanents: [well]}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, when: ended}, that: {mana: {A: UG, B: ""}}}
            - {at: {turn: 1, step: precombat_main, when: ended}, that: {mana: {A: UG}}}
            - {at: {turn: 1, step: end_of_combat, when: ended}, that: {mana: {A: UG}}}
            - {at: {turn: 1, step: combat, when: ended}, that: {mana: {A: G}}}
            - {at: {turn: 1, step: postcombat_main, nth: 3}, that: {mana: {A: G}}}
            - {at: {turn: 1, step: postcombat_main, when: ended}, that: {mana: {A: ""}}}
    """)


@obligation("106.4", 2)
def test_106_4_losing_mana_costs_no_life() -> None:
    """There is no mana burn: both players lose mana and no life."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: ritual
                effects: [{effect: add_mana, mana: RRRRR}, {effect: add_mana, mana: GGG, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, when: ended}, that: {mana: {A: "", B: ""}, life: {A: 20, B: 20}}}
            - {at: {turn: 1, step: end}, that: {life: {A: 20, B: 20}}}
          events:
            - {event: mana_emptied, player: A, mana: RRRRR}
            - {event: mana_emptied, player: B, mana: GGG}
          never:
            - {event: life_changed}
    """)


@obligation("106.4b", 1)
def test_106_4b_a_pass_with_floating_mana_makes_it_known_and_loses_nothing() -> None:
    """The pass tells what mana is in the passing player's pool; it stays until the step ends and can still be spent."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: activate, name: tap-for-mana, mana_ability: true, effects: [{effect: add_mana, mana: RG}]}
              - {action: pass}
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: answer}]
          - at: {turn: 1, step: upkeep, nth: 4}
            do: [{action: cast, name: bolt, cost: R}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, player: B}, that: {mana: {A: RG}}}
            - {at: {turn: 1, step: upkeep, nth: 5}, that: {mana: {A: G}}}
            - {at: {turn: 1, step: upkeep, when: ended}, that: {mana: {A: ""}}}
          events:
            - {event: priority_passed, player: A, mana: RG}
            - {event: priority_passed, player: B, mana: ""}
            - {event: put_on_stack, name: bolt}
            - {event: priority_passed, player: A, mana: G}
            - {event: mana_emptied, player: A, mana: G, step: upkeep}
    """)


# --- interplay ---


def test_106_4_mana_kept_until_a_skipped_step_waits_for_the_next_such_step() -> None:
    """Mana kept until A's next draw step stays over a skipped draw step and goes in the one that happens."""
    play("""
        script:
          - at: {turn: 2, step: end, player: A}
            do:
              - action: cast
                name: patient-ritual
                effects: [{effect: add_mana, mana: R, keeps: {until: your_next_draw}}, {effect: skip, what: draw}]
        expect:
          checks:
            - {at: {turn: 3, step: precombat_main}, that: {mana: {A: R}}}
            - {at: {turn: 5, step: upkeep, when: ended}, that: {mana: {A: R}}}
            - {at: {turn: 5, step: draw}, that: {mana: {A: R}}}
            - {at: {turn: 5, step: draw, when: ended}, that: {mana: {A: ""}}}
    """)


def test_106_4_mana_kept_until_end_of_turn_goes_in_the_cleanup_step_of_an_added_ending_phase() -> None:
    """With an ending phase added in mid-turn, mana kept until end of turn is lost as its cleanup step ends."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: ritual
                effects: [{effect: extra_phases, phases: [ending]},
                          {effect: add_mana, mana: R, keeps: {until_end_of: turn}}]
        expect:
          checks:
            - {at: {turn: 1, step: end, occurrence: 1, when: ended}, that: {mana: {A: R}}}
            - {at: {turn: 1, step: cleanup, occurrence: 1, when: ended}, that: {mana: {A: ""}}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {mana: {A: ""}}}
    """)


def test_106_4_mana_kept_this_turn_outlives_a_skipped_cleanup_step() -> None:
    """Kept for "this turn" in a turn without its ending phase, the mana stays to the next cleanup step (614.10a)."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ritual
                effects: [{effect: skip, what: ending}, {effect: add_mana, mana: R, keeps: this_turn}]
        expect:
          checks:
            - {at: {turn: 1, step: postcombat_main, when: ended}, that: {mana: {A: R}}}
            - {at: {turn: 2, step: end}, that: {mana: {A: R}}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {mana: {A: ""}}}
    """)


def test_106_4_mana_is_lost_between_two_added_steps_of_one_name() -> None:
    """Two upkeep steps in a row are two steps: mana of the first one is not there in the second."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: long-morning
                effects: [{effect: extra_steps, steps: [upkeep]}, {effect: add_mana, mana: R}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, occurrence: 1, nth: 3}, that: {mana: {A: R}}}
            - {at: {turn: 1, step: upkeep, occurrence: 1, when: ended}, that: {mana: {A: ""}}}
            - {at: {turn: 1, step: upkeep, occurrence: 2}, that: {mana: {A: ""}}}
    """)


def test_106_4_mana_of_a_trigger_held_over_a_skipped_step_lasts_for_the_step_in_which_it_resolves() -> None:
    """A trigger of the untap step, held over a skipped upkeep, makes mana in the draw step; it is lost with that."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - id: bear
                  tapped: true
                  abilities: [{effect: trigger, name: spark, when: {event: untapped},
                               effects: [{effect: add_mana, mana: R}]}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: hush, effects: [{effect: skip, what: upkeep, player: B}]}]
        expect:
          checks:
            - {at: {turn: 2, step: draw}, that: {stack: [spark], mana: {B: ""}}}
            - {at: {turn: 2, step: draw, nth: 2}, that: {mana: {B: R}}}
            - {at: {turn: 2, step: precombat_main}, that: {mana: {B: ""}}}
          events:
            - {event: ability_triggered, name: spark, turn: 2, step: untap}
            - {event: put_on_stack, name: spark, turn: 2, step: draw}
            - {event: mana_emptied, player: B, mana: R, turn: 2, step: draw}
    """)


@pytest.mark.parametrize(
    ("pool", "kept", "cost", "spent"),
    [
        ("WU", "", "1", "W"),
        ("UC", "", "1", "C"),
        ("GRBUWC", "", "3", "WUC"),
        ("RG", "R", "1", "G"),
        ("RG", "RG", "1", "R"),
        ("RRG", "R", "1R", "RG"),
        ("WR", "all", "1", "W"),
    ],
)
def test_601_2h_generic_mana_takes_colourless_then_colours_in_order_and_what_is_kept_last(
    pool: str, kept: str, cost: str, spent: str
) -> None:
    """Of the pool this is spent for the cost."""
    keep = f"[{{effect: static, keep_mana: {kept}}}]" if kept else "[]"
    play(f"""
        game: {{players: [{{id: A, effects: {keep}}}, {{id: B}}]}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - {{action: activate, name: well, mana_ability: true, effects: [{{effect: add_mana, mana: "{pool}"}}]}}
              - {{action: cast, name: dart, cost: "{cost}"}}
        until: {{turn: 1, step: draw, when: ended}}
        expect: {{events: [{{event: mana_spent, player: A, mana: "{spent}", rule: 601.2h}}]}}
    """)


def test_500_4_several_effects_keep_the_mana_that_any_of_them_names() -> None:
    """One keeps red, one green: white alone is lost."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: static, keep_mana: R}, {effect: static, keep_mana: G}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: activate, name: well, mana_ability: true, effects: [{effect: add_mana, mana: WRG}]}]
        until: {turn: 1, step: precombat_main}
        expect:
          checks: [{at: {turn: 1, step: precombat_main}, that: {mana: {A: RG}}}]
          events: [{event: mana_emptied, player: A, mana: W}]
    """)


def test_611_2b_mana_that_would_be_kept_for_as_long_as_something_gone_is_there_is_ordinary_mana() -> None:
    """The duration never starts; the mana is added, and lost at the end of the step."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: activate, name: well, mana_ability: true,
                  effects: [{effect: add_mana, mana: RG, keeps: {for_as_long_as: ghost}}]}]
        until: {turn: 1, step: precombat_main}
        expect: {events: [{event: mana_added, mana: RG}, {event: mana_emptied, mana: RG, step: upkeep}]}
    """)

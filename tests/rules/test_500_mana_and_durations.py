"""Rules 500.4-500.6: what a step or phase ends and begins with: mana, durations, abilities that trigger."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.events import ManaEmptied, PhaseEnded, StepBegan, StepEnded


@obligation("500.4", 1)
def test_500_4_after_every_step_and_phase_with_priority_both_pools_are_empty() -> None:
    """Both players make mana in each step and main phase; as it has ended nothing of it is left."""
    steps = ["beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat"]
    units = ["upkeep", "draw", "precombat_main", *steps, "postcombat_main", "end"]
    float_mana = "{action: activate, name: float, mana_ability: true, effects: [{effect: add_mana, mana: RG}]}"
    entries = "\n".join(
        f"          - {{at: {{turn: 1, step: {unit}, player: {player}}}, do: [{float_mana}]}}"
        for unit in units
        for player in "AB"
    )
    checks = "\n".join(
        f"            - {{at: {{turn: 1, step: {unit}, when: ended}}, that: {{mana: {{A: '', B: ''}}}}}}"
        for unit in units
    )
    run = play(f"""
        game:
          first_draw: true
          players: [{{id: A, battlefield: [{{id: bear}}]}}, {{id: B}}]
        script:
          - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
{entries}
        expect:
          checks:
{checks}
        """)
    lost = [(event.at.unit, event.player, event.mana) for event in run.events if isinstance(event, ManaEmptied)]
    assert lost == [(unit, player, "RG") for unit in units for player in "AB"]


@obligation("500.4", 1)
def test_500_4_mana_is_lost_at_the_end_of_the_untap_step_and_of_the_cleanup_step_too() -> None:
    """What kept the mana ends as the untap step begins, or within cleanup: it is lost as that very step ends."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: jar
                effects:
                  - {effect: add_mana, mana: R, keeps: {until_end_of: turn}}
                  - {effect: add_mana, mana: G, player: B, keeps: {until: next_untap}}
        expect:
          checks:
            - {at: {turn: 1, step: end, when: ended}, that: {mana: {A: R, B: G}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {mana: {A: "", B: G}}}
            - {at: {turn: 2, step: untap, when: ended}, that: {mana: {A: "", B: ""}}}
          events:
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1, step: cleanup}
            - {event: mana_emptied, player: A, mana: R, turn: 1, step: cleanup, rule: "500.4"}
            - {event: turn_based_action, action: untap, turn: 2, step: untap}
            - {event: mana_emptied, player: B, mana: G, turn: 2, step: untap}
            - {event: step_ended, turn: 2, step: untap}
          counts: [{event: mana_emptied, is: 2}]
        """)


@obligation("500.4", 1)
def test_500_4_mana_is_lost_again_at_the_end_of_the_phase() -> None:
    """Mana kept to the end of the phase survives its steps, the last one included, and is lost as the phase ends."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: jar
                effects:
                  - {effect: add_mana, mana: RR, keeps: {until_end_of: this_phase}}
                  - {effect: add_mana, mana: U}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, when: ended}, that: {mana: {B: RR}}}
            - {at: {turn: 2, step: draw, when: ended}, that: {mana: {B: RR}}}
            - {at: {turn: 2, step: beginning, when: ended}, that: {mana: {B: ""}}}
          events:
            - {event: mana_emptied, player: B, mana: U, step: upkeep}
            - {event: step_ended, step: draw}
            - {event: mana_emptied, player: B, mana: RR, phase: beginning, step: null}
            - {event: phase_ended, phase: beginning}
        """)


@obligation("500.4", 1)
def test_500_4_only_the_player_whom_an_effect_tells_to_keep_mana_keeps_it() -> None:
    """An effect keeps the controller's red mana: the other colour and the opponent's red mana are lost."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: furnace, types: [artifact], abilities: [{effect: static, keep_mana: R}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: fires
                effects: [{effect: add_mana, mana: RG}, {effect: add_mana, mana: R, player: B}]
          - at: {turn: 1, step: end}
            do: [{action: cast, name: quench, effects: [{effect: destroy, permanents: [furnace]}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, when: ended}, that: {mana: {A: R, B: ""}}}
            - {at: {turn: 1, step: end}, that: {mana: {A: R}}}
            - {at: {turn: 1, step: end, when: ended}, that: {mana: {A: ""}}}
        """)


@obligation("500.4", 2)
def test_500_4_losing_mana_uses_no_stack_and_gives_nobody_priority() -> None:
    """From the loss of mana to the beginning of the next step nothing goes on the stack and nobody gets priority."""
    run = play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: jar, effects: [{effect: add_mana, mana: R}]}]
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: jar, effects: [{effect: add_mana, mana: R}]}]
        expect:
          checks: [{at: {turn: 1, step: declare_attackers}, that: {stack: [], priority: A}}]
          counts: [{event: mana_emptied, turn: 1, is: 2}]
        """)
    for place, event in enumerate(run.events):
        if isinstance(event, ManaEmptied):
            following = [type(later) for later in run.events[place + 1 :]]
            assert following[0] is StepEnded
            until = min(following.index(kind) for kind in (StepBegan, PhaseEnded))
            kinds = {later.name_in_log for later in run.events[place + 1 :][:until]}
            assert kinds <= {"step_ended", "step_skipped", "turn_based_action"}


def test_500_4_mana_of_the_beginning_of_combat_step_is_gone_before_attackers_are_declared() -> None:
    """Mana made in the beginning of combat step is lost with that step: it is not there as attackers are declared."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: activate, name: float, mana_ability: true, effects: [{effect: add_mana, mana: RRR}]}]
        expect:
          checks:
            - {at: {turn: 1, step: beginning_of_combat, nth: 2}, that: {mana: {A: RRR}}}
            - {at: {turn: 1, decision: declare_attackers}, that: {mana: {A: ""}}}
        """)


@obligation("500.5", 1)
def test_500_5_until_end_of_combat_lasts_through_the_end_of_combat_step() -> None:
    """The effect applies in the end of combat step and as that step has ended; with the combat phase it is gone."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: rage, effects: [{effect: continuous, name: rage, lasts: {until_end_of: combat}}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end_of_combat}, that: {effects: [rage]}}
            - {at: {turn: 1, step: end_of_combat, when: ended}, that: {effects: [rage]}}
            - {at: {turn: 1, step: combat, when: ended}, that: {effects: []}}
            - {at: {turn: 1, step: postcombat_main}, that: {effects: []}}
          events:
            - {event: step_ended, step: end_of_combat}
            - {event: effect_expired, name: rage, phase: combat, step: null}
            - {event: phase_ended, phase: combat}
        """)


@obligation("500.5", 2)
def test_500_5_until_a_step_is_over_before_its_begin_triggers_and_its_actions() -> None:
    """The intervening condition of an ability of the draw step finds the effect gone; then comes the draw."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - effect: trigger
                  name: free
                  when: {beginning_of: draw}
                  if: {effects: []}
                - effect: trigger
                  name: bound
                  when: {beginning_of: draw}
                  if: {effects: [chains]}
        script:
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: chains, effects: [{effect: continuous, name: chains, lasts: {until: next_draw}}]}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, when: ended}, that: {effects: [chains]}}
            - {at: {turn: 2, step: draw}, that: {effects: [], stack: [free]}}
          events:
            - {event: step_began, step: draw}
            - {event: effect_expired, name: chains, step: draw, rule: "500.5"}
            - {event: ability_triggered, name: free, step: draw}
            - {event: turn_based_action, action: draw, step: draw}
          never: [{event: ability_triggered, name: bound}]
        """)


@obligation("500.5", 2)
def test_500_5_until_the_untap_step_no_longer_holds_what_is_to_untap_in_it() -> None:
    """ "Doesn't untap until your next untap step" has ended as that step untaps, and not in an opponent's one."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: golem, tapped: true}]}, {id: B}]
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: ice
                effects:
                  - {effect: tap, permanents: [golem]}
                  - {effect: continuous, name: ice, lasts: {until: your_next_untap}, static: {dont_untap: [golem]}}
        expect:
          checks:
            - {at: {turn: 2, step: end}, that: {effects: [ice], battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {effects: [], battlefield: {golem: {tapped: false}}}}
        """)


@obligation("500.5", 3)
def test_500_5_until_end_of_turn_does_not_end_with_the_end_step() -> None:
    """As the end step has ended the effect is still there; it ends within cleanup, with the removal of damage."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: glow, effects: [{effect: continuous, name: glow, lasts: {until_end_of: turn}}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end, when: ended}, that: {effects: [glow]}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: []}}
          events:
            - {event: step_began, step: cleanup}
            - {event: turn_based_action, action: remove_damage_and_end_effects, step: cleanup}
            - {event: effect_expired, name: glow, step: cleanup, rule: "514.2"}
        """)


@obligation("500.5a", 1)
def test_500_5a_until_end_of_combat_is_there_in_the_last_step_and_not_after_the_phase() -> None:
    """A bonus until end of combat still counts in the end of combat step, and not in the next main phase."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: rage
                effects:
                  - {effect: continuous, name: rage, lasts: {until_end_of: combat},
                     modifies: {permanent: bear, power: 2}}
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {battlefield: {bear: {power: 4}}}}
            - {at: {turn: 1, step: end_of_combat}, that: {battlefield: {bear: {power: 4}}}}
            - {at: {turn: 1, step: postcombat_main}, that: {battlefield: {bear: {power: 2}}}}
        """)


@obligation("500.5b", 1)
def test_500_5b_until_end_of_turn_applies_after_the_end_step_and_not_after_514_2() -> None:
    """A discard in cleanup (514.1) still sees the effect; the ability that triggers is stacked after it has ended."""
    play("""
        game:
          players:
            - id: A
              hand: 8
              effects:
                - {effect: trigger, name: aglow, when: {event: discards}, if: {effects: [glow]}}
                - {effect: trigger, name: dark, when: {event: discards}, if: {effects: []}}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: glow, effects: [{effect: continuous, name: glow, lasts: {until_end_of: turn}}]}]
        expect:
          checks:
            - {at: {turn: 1, decision: discard_to_hand_size}, that: {effects: [glow]}}
            - {at: {turn: 1, step: cleanup}, that: {effects: [], stack: [aglow]}}
          events:
            - {event: ability_triggered, name: aglow, step: cleanup}
            - {event: effect_expired, name: glow, step: cleanup}
            - {event: put_on_stack, name: aglow}
            - {event: left_stack, name: aglow, rule: "603.4"}
          never: [{event: ability_triggered, name: dark}, {event: resolved, name: aglow}]
        """)


@obligation("500.6", 1)
def test_500_6_begin_triggers_wait_while_the_actions_of_the_step_are_carried_out() -> None:
    """The ability triggers as the draw step begins, the card is drawn, and only then the ability goes on the stack."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects: [{effect: trigger, name: dawn, when: {beginning_of: draw}, if: {stack: [], hand: {B: 7}}}]
        expect:
          checks: [{at: {turn: 2, step: draw}, that: {stack: [dawn], hand: {B: 8}}}]
          events:
            - {event: step_began, step: draw, turn: 2}
            - {event: ability_triggered, name: dawn, step: draw}
            - {event: turn_based_action, action: draw}
            - {event: card_drawn, player: B}
            - {event: put_on_stack, name: dawn, step: draw}
            - {event: priority_received, player: B, step: draw}
        """)


@obligation("500.6", 2)
def test_500_6_begin_triggers_and_triggers_of_the_draw_are_stacked_together_in_apnap_order() -> None:
    """The active player's two abilities go on the stack first, in the order of choice, then the other player's two."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: trigger, name: A begins, when: {beginning_of: draw}, whose: each}
                - {effect: trigger, name: A sees draw, when: {event: draws, of: B}}
            - id: B
              effects:
                - {effect: trigger, name: B begins, when: {beginning_of: draw}, whose: each}
                - {effect: trigger, name: B sees draw, when: {event: draws, of: B}}
        script:
          - at: {turn: 2, decision: order_triggers, player: B}
            do: [{action: order, triggers: [B sees draw, B begins]}]
        expect:
          checks:
            - {at: {turn: 2, step: draw}, that: {stack: [A sees draw, A begins, B begins, B sees draw], priority: B}}
          events:
            - {event: card_drawn, player: B, turn: 2}
            - {event: put_on_stack, name: B sees draw}
            - {event: put_on_stack, name: B begins}
            - {event: put_on_stack, name: A begins}
            - {event: put_on_stack, name: A sees draw}
            - {event: priority_received, player: B}
          never: [{event: put_on_stack, turn: 2, step: upkeep}]
        """)


@obligation("500.6", 3)
def test_500_6_a_permanent_that_enters_after_the_step_began_does_not_trigger_in_it() -> None:
    """A permanent with an upkeep ability enters in an upkeep: it triggers in the next upkeep only."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: late
                effects:
                  - effect: create
                    permanent:
                      id: shrine
                      types: [enchantment]
                      abilities: [{effect: trigger, name: dawn, when: {beginning_of: upkeep}, whose: each}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [], battlefield: {shrine: {controller: A}}}}
            - {at: {turn: 2, step: upkeep}, that: {stack: [dawn]}}
          never: [{event: ability_triggered, turn: 1}]
        """)


@obligation("500.6", 3)
def test_500_6_a_permanent_that_gains_the_ability_after_the_step_began_does_not_trigger_in_it() -> None:
    """A permanent gets an upkeep ability in an upkeep: it triggers in the next upkeep only."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: golem}]}, {id: B}]
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: teach
                effects:
                  - effect: become
                    permanent: golem
                    abilities: [{effect: trigger, name: dawn, when: {beginning_of: upkeep}, whose: each}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: []}}
            - {at: {turn: 2, step: upkeep}, that: {stack: [dawn]}}
          never: [{event: ability_triggered, turn: 1}]
        """)


# --- interplay ---


def test_500_4_what_keeps_mana_ends_before_the_same_unit_empties_the_pools() -> None:
    """Kept "until end of combat", mana outlives the end of combat step and not the combat phase."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do:
              - action: cast
                name: war chest
                effects:
                  - {effect: continuous, name: chest, lasts: {until_end_of: combat}, static: {keep_mana: all}}
                  - {effect: add_mana, mana: RR}
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: bolt, cost: R}]
        expect:
          checks:
            - {at: {turn: 1, step: end_of_combat, when: ended}, that: {mana: {A: R}, effects: [chest]}}
            - {at: {turn: 1, step: combat, when: ended}, that: {mana: {A: ""}, effects: []}}
          events:
            - {event: step_ended, step: end_of_combat}
            - {event: effect_expired, name: chest, phase: combat}
            - {event: mana_emptied, player: A, mana: R, phase: combat, step: null}
            - {event: phase_ended, phase: combat}
        """)


def test_500_4_mana_made_in_a_cleanup_window_is_gone_before_the_next_cleanup_step() -> None:
    """Mana made with priority in cleanup is lost as this cleanup step ends, before the next one begins."""
    play("""
        game:
          players: [{id: A, effects: [{effect: delayed_trigger, name: late, when: {beginning_of: cleanup}}]}, {id: B}]
        script:
          - at: {turn: 1, step: cleanup}
            do: [{action: cast, name: jar, effects: [{effect: add_mana, mana: G}]}]
        expect:
          checks: [{at: {turn: 1, step: cleanup, when: ended}, that: {mana: {A: ""}}}]
          events:
            - {event: mana_emptied, player: A, mana: G, step: cleanup}
            - {event: step_ended, step: cleanup}
            - {event: step_began, step: cleanup}
            - {event: turn_began, turn: 2}
        """)


def test_500_5_until_end_of_combat_ends_with_the_combat_in_which_it_was_made() -> None:
    """With two combat phases in a turn the effect ends with the first; one made between them lasts for the second."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat, main]}]}]
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: one, effects: [{effect: continuous, name: one, lasts: {until_end_of: combat}}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: two, effects: [{effect: continuous, name: two, lasts: {until_end_of: combat}}]}]
        expect:
          checks:
            - {at: {turn: 1, step: combat, when: ended}, that: {effects: []}}
            - {at: {turn: 1, step: end_of_combat, occurrence: 2}, that: {effects: [two]}}
            - {at: {turn: 1, step: combat, occurrence: 2, when: ended}, that: {effects: []}}
        """)


def test_500_5_until_end_of_combat_made_before_a_skipped_combat_waits_for_one_that_ends() -> None:
    """The natural combat is skipped, so nothing ends in it; the effect lasts to the end of the combat added later."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: delay
                effects:
                  - {effect: continuous, name: rage, lasts: {until_end_of: combat}}
                  - {effect: skip, what: combat}
                  - {effect: extra_phases, phases: [combat], after: postcombat_main}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, postcombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, end, cleanup]
          checks:
            - {at: {turn: 1, step: postcombat_main}, that: {effects: [rage]}}
            - {at: {turn: 1, step: combat, when: ended}, that: {effects: []}}
        """)


def test_500_5_until_end_of_combat_ends_as_the_combat_phase_is_ended_by_an_effect() -> None:
    """The end of combat step never comes; the combat phase still ends, and the effect with it."""
    play("""
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: rage, effects: [{effect: continuous, name: rage, lasts: {until_end_of: combat}}]}]
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: truce, effects: [{effect: end_combat}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, postcombat_main, end,
                      cleanup]
          checks:
            - {at: {turn: 1, step: declare_attackers, when: ended}, that: {effects: [rage]}}
            - {at: {turn: 1, step: combat, when: ended}, that: {effects: []}}
        """)


def test_500_5_a_duration_until_a_skipped_step_waits_for_one_that_begins() -> None:
    """It ends neither with a skipped upkeep nor with the opponent's upkeep, but with the next own one."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ward
                effects:
                  - {effect: continuous, name: ward, lasts: {until: your_next_upkeep}}
                  - {effect: skip, what: upkeep}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {effects: [ward]}}
            - {at: {turn: 3, step: draw}, that: {effects: [ward]}}
            - {at: {turn: 5, step: upkeep}, that: {effects: []}}
          events:
            - {event: step_skipped, step: upkeep, turn: 3}
            - {event: step_began, step: upkeep, turn: 5}
            - {event: effect_expired, name: ward, turn: 5, step: upkeep}
        """)


def test_500_5_to_the_end_of_this_step_is_this_very_step_and_not_an_added_one_of_the_same_name() -> None:
    """In the extra upkeep what lasts to the end of the first one is gone, what lasts to the end of the phase isn't."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: dusk
                effects:
                  - {effect: extra_steps, steps: [upkeep], after: this_step}
                  - {effect: continuous, name: step, lasts: {until_end_of: this_step}}
                  - {effect: continuous, name: phase, lasts: {until_end_of: this_phase}}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, when: ended}, that: {effects: [phase]}}
            - {at: {turn: 2, step: upkeep, occurrence: 2}, that: {effects: [phase]}}
            - {at: {turn: 2, step: draw, when: ended}, that: {effects: [phase]}}
            - {at: {turn: 2, step: beginning, when: ended}, that: {effects: []}}
        """)


def test_500_5_until_end_of_turn_ends_in_the_cleanup_of_an_added_ending_phase() -> None:
    """An ending phase added behind the precombat main has a cleanup step: the effect ends there, amid the turn."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: twilight
                effects:
                  - {effect: continuous, name: glow, lasts: {until_end_of: turn}}
                  - {effect: damage, amount: 1, to: bear}
                  - {effect: extra_phases, phases: [ending]}
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: again, effects: [{effect: continuous, name: again, lasts: this_turn}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, end, cleanup, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [glow], battlefield: {bear: {damage: 1}}}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {effects: [], battlefield: {bear: {damage: 0}}}}
            - {at: {turn: 1, step: end, occurrence: 2}, that: {effects: [again]}}
            - {at: {turn: 1, step: cleanup, occurrence: 2, when: ended}, that: {effects: []}}
        """)


def test_500_5_until_end_of_turn_outlives_a_skipped_cleanup_step() -> None:
    """Without a cleanup step nothing ends it: it is there in the next turn and ends in that turn's cleanup."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: glow
                effects:
                  - {effect: continuous, name: glow, lasts: {until_end_of: turn}}
                  - {effect: skip, what: cleanup}
        expect:
          checks:
            - {at: {turn: 2, step: end}, that: {effects: [glow]}}
            - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: []}}
          events: [{event: step_skipped, step: cleanup, turn: 1}]
        """)


def test_500_6_a_trigger_held_over_skipped_steps_and_phases_is_stacked_at_the_next_priority() -> None:
    """Upkeep, draw and main phase are skipped: what triggered in the untap step waits for the beginning of combat."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: skip, what: upkeep}
                - {effect: skip, what: draw}
                - {effect: skip, what: precombat_main}
              battlefield:
                - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped}}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, beginning_of_combat, declare_attackers, end_of_combat, precombat_main, end, cleanup]
          checks: [{at: {turn: 2, step: beginning_of_combat}, that: {stack: [awake]}}]
          events:
            - {event: ability_triggered, name: awake, turn: 2, step: untap}
            - {event: phase_skipped, phase: precombat_main, turn: 2}
            - {event: put_on_stack, name: awake, turn: 2, step: beginning_of_combat}
          counts: [{event: put_on_stack, name: awake, is: 1}]
        """)


def test_500_6_a_trigger_held_to_the_cleanup_step_opens_it() -> None:
    """All else is skipped: what triggered in the untap step is stacked in cleanup, after which another one begins."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: skip, what: upkeep}
                - {effect: skip, what: draw}
                - {effect: skip, what: main, count: 2}
                - {effect: skip, what: combat}
                - {effect: skip, what: end}
              battlefield:
                - {id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped}}]}
        expect:
          turns: [{turn: 2, player: B, steps: [untap, cleanup, cleanup]}]
          checks: [{at: {turn: 2, step: cleanup}, that: {stack: [awake], priority: B}}]
        """)


def test_500_6_a_permanent_that_phases_in_is_too_late_for_the_beginning_of_the_untap_step() -> None:
    """Abilities are looked at before the step's actions: the phased-out one misses it, the one phasing out does not."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              battlefield:
                - id: comes
                  phased_out: true
                  abilities: [{effect: trigger, name: of coming, when: {beginning_of: untap}}]
                - id: goes
                  keywords: [phasing]
                  abilities: [{effect: trigger, name: of going, when: {beginning_of: untap}}]
        expect:
          checks:
            - at: {turn: 2, step: upkeep}
              that: {stack: [of going], battlefield: {comes: {phased_out: false}, goes: {phased_out: true}}}
            - {at: {turn: 4, step: upkeep}, that: {stack: [of coming]}}
        """)


def test_500_6_abilities_that_trigger_together_are_created_by_the_time_their_permanents_entered() -> None:
    """The golem entered first and got its ability last: its ability is still the first to be put on the stack."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: golem}
                - id: shrine
                  types: [enchantment]
                  abilities: [{effect: trigger, name: of shrine, when: {beginning_of: upkeep}, whose: each}]
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: teach
                effects:
                  - effect: become
                    permanent: golem
                    abilities: [{effect: trigger, name: of golem, when: {beginning_of: upkeep}, whose: each}]
        expect:
          checks: [{at: {turn: 2, step: upkeep}, that: {stack: [of shrine, of golem]}}]
        """)


def test_500_5_to_the_end_of_this_step_is_to_the_end_of_a_main_phase_which_has_no_steps() -> None:
    """It is still there in the main phase, and ends with it."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: glow,
                  effects: [{effect: continuous, name: glow, lasts: {until_end_of: this_step}}]}]
        until: {turn: 1, step: beginning_of_combat}
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main, nth: 3}, that: {effects: [glow]}}
            - {at: {turn: 1, step: beginning_of_combat}, that: {effects: []}}
          events:
            - {event: effect_expired, name: glow, rule: "500.5", phase: precombat_main}
            - {event: phase_ended, phase: precombat_main}
    """)


@pytest.mark.parametrize(("lasts", "turn"), [("next_turn", 2), ("your_next_turn", 3)])
def test_500_5_until_a_turn_ends_as_that_turn_begins_before_its_first_step(lasts: str, turn: int) -> None:
    """Of anybody's next turn or of the player's own."""
    play(f"""
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: glow,
                  effects: [{{effect: continuous, name: glow, lasts: {{until: {lasts}}}}}]}}]
        until: {{turn: {turn}, step: upkeep}}
        expect:
          checks: [{{at: {{turn: {turn - 1}, step: end}}, that: {{effects: [glow]}}}}]
          events:
            - {{event: turn_ended, turn: {turn - 1}}}
            - {{event: effect_expired, name: glow, rule: "500.5"}}
            - {{event: step_began, step: untap, turn: {turn}}}
    """)

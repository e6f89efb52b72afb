"""Rule 500.11: a skipped step, phase or turn is passed over as though it were not there."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.events import PhaseBegan, PhaseSkipped, StepBegan, StepEnded, StepSkipped
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import COMMANDS, Cast, Pass
from mtg_fsm.words.effects import Skip
from mtg_fsm.words.setup import GameSpec
from mtg_fsm.words.units import STEPS


@obligation("500.11", 1)
def test_500_11_nothing_of_a_skipped_step_happens() -> None:
    """A skipped draw step: no card, no trigger, no priority, no mana lost and no duration ended in its name."""
    run = play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: skip, what: draw}
                - {effect: trigger, name: dawn, when: {beginning_of: draw}}
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: wait
                effects:
                  - {effect: continuous, name: until draw, lasts: {until: next_draw}}
                  - {effect: add_mana, mana: G, keeps: {until: next_draw}}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - at: {turn: 2, step: precombat_main}
              that: {hand: {B: 7}, stack: [], effects: [until draw], mana: {B: G}}
          counts: [{event: step_skipped, step: draw, turn: 2, rule: "614.10", is: 1}]
        """)
    at_draw = [event for event in run.events if (event.turn, event.step) == (2, "draw")]
    assert [type(event) for event in at_draw] == [StepSkipped]
    place = run.events.index(at_draw[0])
    assert isinstance(run.events[place - 1], StepEnded)


@obligation("500.11", 1)
def test_500_11_a_skipped_cleanup_step_neither_discards_nor_ends_anything() -> None:
    """Without its cleanup step a turn keeps a hand of nine cards, damage and "until end of turn" effects."""
    play("""
        game:
          players:
            - {id: A, hand: 9, effects: [{effect: skip, what: cleanup}], battlefield: [{id: bear, damage: 1}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: glow, effects: [{effect: continuous, name: glow, lasts: {until_end_of: turn}}]}]
        expect:
          checks:
            - at: {turn: 2, step: upkeep}
              that: {hand: {A: 9}, effects: [glow], battlefield: {bear: {damage: 1}}}
            - at: {turn: 3, step: upkeep}
              that: {hand: {A: 9}, effects: [], battlefield: {bear: {damage: 0}}}
          never:
            - {event: turn_based_action, action: discard_to_hand_size, turn: 1}
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1}
        """)


@obligation("500.11", 2)
def test_500_11_nothing_of_a_skipped_phase_happens() -> None:
    """A skipped combat phase: no step of it, no ability, no loss of mana, nothing until end of combat expires."""
    run = play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: war cry, when: {beginning_of: combat}}]
              battlefield: [{id: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: peace
                effects:
                  - {effect: skip, what: combat}
                  - {effect: continuous, name: rage, lasts: {until_end_of: combat}}
                  - {effect: continuous, name: calm, lasts: {until: next_beginning_of_combat}}
                  - {effect: add_mana, mana: G, keeps: {until_end_of: combat}}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: postcombat_main}, that: {effects: [rage, calm], mana: {A: G}, stack: []}}]
        """)
    names = [event.name_in_log for event in run.events if (event.turn, event.phase) == (1, "combat")]
    assert names == ["phase_skipped"]


@obligation("500.11", 3)
def test_500_11_after_a_skipped_turn_the_next_in_the_schedule_begins_directly() -> None:
    """B's turn is skipped: A takes the second turn, and nothing but the skip itself is between the two turns of A."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: turn}]}]
        expect:
          turns:
            - {turn: 1, player: A}
            - turn: 2
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 3, player: B}
          events:
            - {event: turn_ended, turn: 1, player: A}
            - {event: turn_skipped, turn: 1, player: B}
            - {event: turn_began, turn: 2, player: A}
          counts: [{event: turn_skipped, is: 1}]
        """)


@obligation("500.11", 3)
def test_500_11_a_skipped_turn_is_not_the_previous_turn() -> None:
    """A casts a spell in turn 1, B's turn is skipped: the check in turn 2 looks at turn 1, so it stays day."""
    play("""
        game:
          day_night: day
          players: [{id: A}, {id: B, effects: [{effect: skip, what: turn}]}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: candle}]
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}]
          checks:
            - {at: {turn: 2, step: upkeep}, that: {day_night: day}}
            - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
        """)


@obligation("500.11", 3)
def test_500_11_a_skipped_turn_is_nobodys_next_turn() -> None:
    """Until B's next turn, to the end of it, control in it, an extra turn after it: all wait for the turn B takes."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: turn}]}]
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do:
              - action: cast
                name: wait
                effects:
                  - {effect: continuous, name: until, lasts: {until: your_next_turn}}
                  - {effect: continuous, name: to end of, lasts: {until_end_of: your_next_turn}}
                  - {effect: control_player, player: B, by: A}
                  - {effect: extra_turn, player: A, after: {next_turn_of: B}}
        expect:
          turns: [{turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}, {turn: 5, player: A}]
          checks:
            - {at: {turn: 2, step: end}, that: {effects: [until, to end of], decided_by: {B: B}}}
            - {at: {turn: 3, step: upkeep}, that: {effects: [to end of], decided_by: {B: A}}}
            - {at: {turn: 3, step: cleanup, when: ended}, that: {effects: []}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {B: B}}}
          events: [{event: turn_began, turn: 4, player: A, rule: "500.7"}]
        """)


# --- interplay ---


def test_500_11_without_an_end_of_combat_step_nobody_attacks_after_the_combat_phase() -> None:
    """The step is skipped, the phase still ends: no creature goes on attacking (508.1k), nor in the next combat."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: skip, what: end_of_combat}], battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: wolf}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 2, decision: declare_attackers}
            do: [{action: attack, attackers: {wolf: A}}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: combat, when: ended}, that: {attacking: {}}}
            - {at: {turn: 1, step: postcombat_main}, that: {attacking: {}, life: {B: 18}}}
            - {at: {turn: 2, step: declare_attackers}, that: {attacking: {wolf: A}}}
            - {at: {turn: 2, step: postcombat_main}, that: {life: {A: 18, B: 18}}}
        """)


def test_500_11_without_a_declare_attackers_step_nobody_can_attack_or_block() -> None:
    """The step is skipped, so there are no attackers: blockers and damage are left out, end of combat is not."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: skip, what: declare_attackers}], battlefield: [{id: bear}]}
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: step_skipped, step: declare_attackers, rule: "614.10"}
            - {event: step_skipped, step: declare_blockers, rule: "508.8"}
            - {event: step_skipped, step: combat_damage, rule: "508.8"}
            - {event: step_began, step: end_of_combat}
        """)


def test_500_11_a_phase_all_of_whose_steps_are_skipped_still_begins_and_ends() -> None:
    """Five skips take the five steps of combat; the phase itself was not skipped, so its beginning triggers and
    "until end of combat" ends with it."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: skip, what: beginning_of_combat}
                - {effect: skip, what: declare_attackers}
                - {effect: skip, what: declare_blockers}
                - {effect: skip, what: combat_damage}
                - {effect: skip, what: end_of_combat}
                - {effect: trigger, name: war cry, when: {beginning_of: combat}}
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: rage, effects: [{effect: continuous, name: rage, lasts: {until_end_of: combat}}]}]
        expect:
          turns: [{turn: 1, player: A, steps: [untap, upkeep, precombat_main, postcombat_main, end, cleanup]}]
          checks: [{at: {turn: 1, step: postcombat_main}, that: {effects: [], stack: [war cry]}}]
          events:
            - {event: phase_began, phase: combat}
            - {event: ability_triggered, name: war cry}
            - {event: phase_ended, phase: combat}
            - {event: put_on_stack, name: war cry, phase: postcombat_main}
        """)


def test_500_11_after_skipped_main_phases_the_phases_with_steps_follow_one_another() -> None:
    """The beginning phase runs into combat and combat into the ending phase; each phase still ends by itself."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: main, count: 2}]}]
        script:
          - at: {turn: 2, step: draw}
            do: [{action: activate, name: float, mana_ability: true, effects: [{effect: add_mana, mana: G}]}]
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, draw, beginning_of_combat, declare_attackers, end_of_combat, end, cleanup]
            - turn: 4
              player: B
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events:
            - {event: mana_emptied, player: B, step: draw}
            - {event: phase_ended, phase: beginning, turn: 2}
            - {event: phase_skipped, phase: precombat_main, turn: 2}
            - {event: phase_began, phase: combat, turn: 2}
            - {event: phase_ended, phase: combat, turn: 2}
            - {event: phase_skipped, phase: precombat_main, turn: 2}
            - {event: phase_began, phase: ending, turn: 2}
        """)


def test_500_11_both_players_skipping_turns_get_on_with_the_first_who_has_no_skip_left() -> None:
    """A skips the next turn, B the next two: after turn 1 three turns are passed over, then A's comes, then B's."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: stasis
                effects: [{effect: skip, what: turn}, {effect: skip, what: turn, player: B, count: 2}]
        expect:
          turns: [{turn: 1, player: A}, {turn: 2, player: A}, {turn: 3, player: B}, {turn: 4, player: A}]
          events:
            - {event: turn_skipped, player: B, turn: 1}
            - {event: turn_skipped, player: A, turn: 1}
            - {event: turn_skipped, player: B, turn: 1}
            - {event: turn_began, turn: 2, player: A}
          counts: [{event: turn_skipped, is: 3}]
        """)


def test_500_11_a_skip_limited_to_this_turn_is_not_foreseen_for_a_later_turn() -> None:
    """`upcoming` does not say that a skip of this turn's combat, which is over, takes the combat of the next turn."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    while engine.position.phase != "postcombat_main":
        assert engine.decision is not None
        engine.submit(next(iter(engine.legal(engine.decision.player))))
    engine.submit(Cast(name="peace", effects=(Skip(what="combat", this_turn=True),)))
    engine.submit(Pass())
    engine.submit(Pass())
    combats = [unit for unit in engine.upcoming(2) if (unit.unit, unit.name) == ("phase", "combat")]
    assert [(unit.player, unit.skipped_by) for unit in combats] == [("B", None), ("A", None)]


FIGHT = """
        game:
          players:
            - {id: A, effects: [{effect: skip, what: STEP}], battlefield: [{id: bear, attacks_if_able: true}]}
            - {id: B}
"""


@obligation("500.11", 1)
@pytest.mark.parametrize("step", [step for steps in STEPS.values() for step in steps])
def test_500_11_each_step_of_a_turn_can_be_skipped(step: str) -> None:
    """Nothing of it happens; the next one that A has of it is there."""
    run = play(FIGHT.replace("STEP", step) + "        until: {turn: 6, step: upkeep}")
    of_a = [event for event in run.events if event.turn % 2]
    skipped = [event for event in of_a if isinstance(event, StepSkipped) and event.rule == "614.10"]
    assert [event.step for event in skipped] == [step]
    turn = skipped[0].turn
    assert [event for event in of_a if event.turn == turn and event.step == step] == skipped
    assert turn + 2 in [event.turn for event in of_a if isinstance(event, StepBegan) and event.step == step]


@obligation("500.11", 2)
@pytest.mark.parametrize("phase", ["beginning", "precombat_main", "combat", "postcombat_main", "ending"])
def test_500_11_each_phase_of_a_turn_can_be_skipped(phase: str) -> None:
    """With all of its steps; after a skipped precombat main phase the next main phase is the precombat one."""
    run = play(FIGHT.replace("STEP", phase) + "        until: {turn: 2, step: upkeep}")
    skipped = [event.phase for event in run.events if isinstance(event, PhaseSkipped)]
    others = {event.phase for event in run.events if not isinstance(event, PhaseSkipped) and event.turn == 1}
    assert skipped == [phase]
    assert (phase in others) is (phase == "precombat_main")
    assert sum(isinstance(event, PhaseBegan) for event in run.events if event.turn == 1) == 4


def test_514_2_a_skip_of_this_turn_is_gone_with_the_turn_though_it_had_no_cleanup_step() -> None:
    """The end step of the next turn takes place: what would skip one in the first turn found none."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: rush
                effects: [{effect: skip, what: end, player: each, this_turn: true}, {effect: skip, what: cleanup}]
        until: {turn: 3, step: upkeep}
        expect:
          events: [{event: step_skipped, step: cleanup, turn: 1}, {event: step_began, step: end, turn: 2}]
          never: [{event: step_skipped, step: end}]
    """)


def test_614_10_of_two_permanents_that_skip_a_step_the_older_one_is_named() -> None:
    """The harp was there first, though it got the ability later."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: harp, types: [artifact]}
                - {id: drum, types: [artifact], abilities: [{effect: static, skip: {what: draw}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: tune, effects: [
                  {effect: become, permanent: harp, abilities: [{effect: static, skip: {what: draw}}]}]}]
        until: {turn: 3, step: precombat_main}
        expect: {events: [{event: step_skipped, step: draw, turn: 3, name: harp, rule: "614.10"}]}
    """)


def test_500_11_a_skipped_beginning_phase_of_the_next_turn_has_none_of_its_steps() -> None:
    """The turn begins with its main phase."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: haste, effects: [{effect: skip, what: beginning, player: B}]}]
        until: {turn: 2, step: beginning_of_combat}
        expect:
          events:
            - {event: turn_began, turn: 2}
            - {event: phase_skipped, phase: beginning, turn: 2, rule: "614.10", name: haste}
            - {event: phase_began, phase: precombat_main, turn: 2}
          never: [{event: step_began, step: untap, turn: 2}]
    """)


def test_614_10_skips_of_one_name_are_told_apart_by_number() -> None:
    """Two abilities of one permanent and a spell would skip the draw step: B is asked by three different names."""
    orb = [{"effect": "static", "skip": {"what": "draw"}}, {"effect": "static", "skip": {"what": "draw"}}]
    spec = {
        "free_casting": True,
        "players": [{"id": "A"}, {"id": "B", "battlefield": [{"id": "orb", "types": ["artifact"], "abilities": orb}]}],
    }
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    trance = {"effect": "skip", "what": "draw", "player": "B"}
    engine.submit(COMMANDS.validate_python({"action": "cast", "name": "trance", "effects": [trance]}))
    while engine.pending is not None and engine.pending.kind != "choose_skip":
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert engine.pending is not None
    assert (engine.pending.player, engine.pending.choices) == ("B", ("trance", "orb", "orb-2"))


def test_508_1k_without_an_end_of_combat_step_the_end_of_the_phase_removes_from_combat() -> None:
    """With the step it is by 511.3, and without it, skipped, by 508.1k, which lets nothing attack longer."""
    play("""
        game:
          players: [{id: A, battlefield: [{id: bear, keywords: [vigilance]}]}, {id: B}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - at: {turn: 1, step: combat_damage}
            do: [{action: cast, name: rush, effects: [{effect: skip, what: end_of_combat, player: A}]}]
          - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
        expect:
          events:
            - {event: removed_from_combat, permanent: bear, turn: 1, rule: "508.1k"}
            - {event: removed_from_combat, permanent: bear, turn: 3, rule: "511.3"}
    """)

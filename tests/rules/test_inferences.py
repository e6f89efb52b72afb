"""What no rule states literally and this engine has settled: inferences of the rules notes, by their numbers."""

from __future__ import annotations

from support import play

from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Choose
from mtg_fsm.words.effects import PermanentSpec, Skip, SkipAll, Static
from mtg_fsm.words.setup import GameSpec, PlayerSpec


def test_inference_1_the_rotation_resumes_with_the_player_who_was_due() -> None:
    """Extra turns of whomever, in turns of whomever, leave the order of regular turns A, B, A, B."""
    run = play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: one, effects: [{effect: extra_turn, player: B}, {effect: extra_turn}]}]
          - at: {turn: 4, step: upkeep}
            do: [{action: cast, name: two, effects: [{effect: extra_turn}]}]
        until: {turn: 8, step: untap, when: ended}
        expect:
          turns:
            - {turn: 2, player: A}
            - {turn: 3, player: B}
            - {turn: 4, player: B}
            - {turn: 5, player: B}
            - {turn: 6, player: A}
            - {turn: 7, player: B}
        """)
    regular = [event.as_dict() for event in run.events if event.name_in_log == "turn_began"]
    assert [turn["player"] for turn in regular if turn["name"] is None] == ["A", "B", "A", "B", "A"]


def test_inference_2_abilities_are_taken_from_the_instant_before_the_actions_of_the_step() -> None:
    """In the untap step a permanent phases out that has triggered already and one phases in that has not."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: goes
                  keywords: [phasing]
                  abilities: [{effect: trigger, name: of going, when: {beginning_of: untap}}]
                - id: comes
                  phased_out: true
                  abilities: [{effect: trigger, name: of coming, when: {beginning_of: untap}}]
            - {id: B}
        expect:
          checks: [{at: {turn: 1, step: upkeep}, that: {stack: [of going]}}]
          events:
            - {event: step_began, step: untap}
            - {event: ability_triggered, name: of going}
            - {event: turn_based_action, action: phasing}
          never: [{event: ability_triggered, name: of coming, turn: 1}]
        """)


def test_inference_2_an_intervening_condition_is_looked_at_before_the_draw() -> None:
    """A draw-step ability "if you have seven cards in hand" triggers with seven, although an eighth is drawn then."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              effects:
                - {effect: trigger, name: seven, when: {beginning_of: draw}, if: {hand: {B: 7}}}
                - {effect: trigger, name: eight, when: {beginning_of: draw}, if: {hand: {B: 8}}}
        expect:
          events:
            - {event: ability_triggered, name: seven, turn: 2}
            - {event: card_drawn, turn: 2}
          never: [{event: ability_triggered, name: eight, turn: 2}]
        """)


def test_inference_3_until_your_next_turn_ends_before_the_untap_step_untaps() -> None:
    """ "Doesn't untap until your next turn" has ended as that turn untaps; abilities of its beginning see it gone."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: thaw, when: {beginning_of: turn}, if: {effects: []}}]
              battlefield: [{id: golem, tapped: true}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: ice
                effects:
                  - {effect: tap, permanents: [golem]}
                  - {effect: continuous, name: ice, lasts: {until: your_next_turn}, static: {dont_untap: [golem]}}
        expect:
          checks:
            - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: [ice], battlefield: {golem: {tapped: true}}}}
            - {at: {turn: 3, step: upkeep}, that: {effects: [], stack: [thaw], battlefield: {golem: {tapped: false}}}}
          events:
            - {event: turn_began, turn: 3}
            - {event: effect_expired, name: ice, turn: 3, step: null}
            - {event: ability_triggered, name: thaw, turn: 3}
            - {event: step_began, step: untap, turn: 3}
            - {event: permanent_untapped, permanent: golem, turn: 3}
        """)


def test_inference_3_an_extra_turn_is_your_next_turn() -> None:
    """An effect until A's next turn ends as A's extra turn begins, and not only with the regular one."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ward
                effects: [{effect: continuous, name: ward, lasts: {until: your_next_turn}}, {effect: extra_turn}]
        expect:
          turns: [{turn: 2, player: A}]
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [ward]}}
            - {at: {turn: 2, step: untap, when: ended}, that: {effects: []}}
        """)


def test_inference_4_of_steps_added_before_a_step_the_newest_is_nearest_to_it() -> None:
    """First an untap, then an upkeep step is put before the draw step: untap, upkeep, draw."""
    play("""
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, name: older, effects: [{effect: extra_steps, steps: [untap], before: draw}]}
              - {action: pass}
              - {action: cast, name: newer, effects: [{effect: extra_steps, steps: [upkeep], before: draw}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers,
                      end_of_combat, postcombat_main, end, cleanup]
        """)


def test_inference_5_the_first_untap_step_of_the_game_changes_neither_day_nor_night() -> None:
    """Before turn 1 there was no turn: it stays day; after a turn without spells it becomes night."""
    play("""
        game: {day_night: day}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {day_night: day}}
            - {at: {turn: 2, step: upkeep}, that: {day_night: night}}
          never: [{event: day_night_changed, turn: 1}]
        """)
    play("""
        game: {day_night: night}
        expect:
          checks: [{at: {turn: 1, step: upkeep}, that: {day_night: night}}]
          never: [{event: day_night_changed}]
        """)


def test_inference_6_a_next_end_step_ability_made_in_an_end_step_fires_in_an_extra_one() -> None:
    """The extra end step of the same turn is the next end step; in the one in which it was made it does not trigger."""
    play("""
        script:
          - at: {turn: 1, step: end}
            do:
              - action: cast
                name: encore
                effects:
                  - {effect: delayed_trigger, name: bow, when: {beginning_of: end}, whose: each}
                  - {effect: extra_steps, steps: [end], after: this_step}
        expect:
          checks:
            - {at: {turn: 1, step: end, nth: 3}, that: {stack: []}}
            - {at: {turn: 1, step: end, occurrence: 2}, that: {stack: [bow]}}
            - {at: {turn: 2, step: end}, that: {stack: []}}
          counts: [{event: ability_triggered, name: bow, is: 1}]
        """)


def test_inference_8_steps_left_out_by_a_rule_use_up_no_skip() -> None:
    """Neither A's missing first draw step (103.8a), nor those that an added upkeep phase lacks (500.10), nor blockers
    and damage without attackers (508.8) use up a skip: each takes the first such step that would have begun."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: skip, what: draw}, {effect: skip, what: combat_damage}]
              battlefield: [{id: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: aeon, effects: [{effect: extra_steps, steps: [upkeep], after_phase: this_phase}]}]
          - at: {turn: 3, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 5, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
        expect:
          turns:
            - turn: 3
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      end_of_combat, postcombat_main, end, cleanup]
            - turn: 5
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, end_of_combat, postcombat_main, end, cleanup]
          events:
            - {event: step_skipped, step: draw, turn: 1, rule: "103.8a"}
            - {event: step_skipped, step: draw, turn: 1, rule: "500.10"}
            - {event: step_skipped, step: combat_damage, turn: 1, rule: "508.8"}
            - {event: step_skipped, step: draw, turn: 3, rule: "614.10"}
            - {event: step_skipped, step: combat_damage, turn: 3, rule: "614.10"}
        """)


def _game_with_two_kinds_of_skip() -> Engine:
    """B's next upkeep is skipped by an effect that is used up and by a static ability that is not."""
    haze = PermanentSpec(id="haze", types=("enchantment",), abilities=(Static(skip=SkipAll(what="upkeep")),))
    players = (PlayerSpec(id="A"), PlayerSpec(id="B", effects=(Skip(what="upkeep"),), battlefield=(haze,)))
    engine = new_game(GameSpec(players=players))
    engine.advance()
    _go_to_skip_decision(engine)
    return engine


def _go_to_skip_decision(engine: Engine) -> None:
    while engine.decision is not None and engine.decision.kind != "choose_skip":
        engine.submit(next(iter(engine.legal(engine.decision.player))))


def test_inference_9_the_affected_player_chooses_which_of_two_skips_applies() -> None:
    """B, whose upkeep it is, is asked; of one occurrence only the chosen skip is used."""
    for number, chosen in enumerate(("skip of B", "haze")):
        engine = _game_with_two_kinds_of_skip()
        decision = engine.decision
        assert decision is not None
        assert (decision.player, decision.count, len(decision.choices)) == ("B", 1, 2)
        label = decision.choices[number]
        assert label.startswith(chosen)
        happened = [event.as_dict() for event in engine.submit(Choose(ids=(label,)))]
        skips = [event for event in happened if event["event"] == "step_skipped"]
        assert [(event["step"], event["name"]) for event in skips] == [("upkeep", chosen)]


def test_inference_9_the_skip_that_was_not_chosen_is_left() -> None:
    """After the static one both could apply in turn 4 again; after the other there is nothing left to choose."""
    kept, used = _game_with_two_kinds_of_skip(), _game_with_two_kinds_of_skip()
    for engine, number in ((kept, 1), (used, 0)):
        assert engine.decision is not None
        engine.submit(Choose(ids=(engine.decision.choices[number],)))
    _go_to_skip_decision(kept)
    assert kept.position.turn == 4
    while used.position.turn < 5:
        assert used.decision is not None
        assert used.decision.kind != "choose_skip"
        used.submit(next(iter(used.legal(used.decision.player))))


def test_inference_9_of_skips_that_are_alike_one_is_used_up_without_a_question() -> None:
    """Two skips of the same kind are the same to the player: one is used up for one upkeep."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: upkeep}, {effect: skip, what: upkeep}]}]
        expect:
          events:
            - {event: step_skipped, step: upkeep, turn: 2}
            - {event: step_skipped, step: upkeep, turn: 4}
            - {event: step_began, step: upkeep, turn: 6}
          counts: [{event: step_skipped, step: upkeep, is: 2}]
        """)


def test_inference_11_mana_empties_for_the_last_step_and_again_for_its_phase() -> None:
    """Pools are emptied as the end of combat step ends and as the phase ends; a duration in between shows it."""
    play("""
        script:
          - at: {turn: 1, step: end_of_combat}
            do:
              - action: cast
                name: jar
                effects:
                  - {effect: add_mana, mana: R}
                  - {effect: add_mana, mana: G, keeps: {until_end_of: combat}}
        expect:
          events:
            - {event: turn_based_action, action: empty_mana_pools, step: end_of_combat}
            - {event: mana_emptied, player: A, mana: R, step: end_of_combat}
            - {event: step_ended, step: end_of_combat}
            - {event: turn_based_action, action: empty_mana_pools, phase: combat, step: null}
            - {event: mana_emptied, player: A, mana: G, phase: combat, step: null}
            - {event: phase_ended, phase: combat}
          counts:
            - {event: turn_based_action, action: empty_mana_pools, turn: 1, phase: combat, is: 4}
            - {event: turn_based_action, action: empty_mana_pools, turn: 1, phase: precombat_main, is: 1}
        """)


def test_inference_12_extra_turns_outlive_an_ended_turn_and_extra_phases_in_it_do_not() -> None:
    """After the turn is ended its added phases never come; the extra turn that was created in it does."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: plans
                effects:
                  - {effect: extra_turn}
                  - {effect: extra_phases, phases: [combat, main], after: postcombat_main}
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: stop, effects: [{effect: end_turn}]}]
        expect:
          turns:
            - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, cleanup]}
            - turn: 2
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 3, player: B}
          events: [{event: turn_began, turn: 2, player: A, rule: "500.7"}]
        """)


def test_inference_14_with_the_first_main_skipped_the_next_that_occurs_is_the_precombat_main() -> None:
    """The main phase behind combat is then the first of the turn: it triggers as precombat main and as nothing else."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: skip, what: precombat_main}
                - {effect: trigger, name: first light, when: {beginning_of: precombat_main}}
                - {effect: trigger, name: late light, when: {beginning_of: postcombat_main}}
              battlefield: [{id: saga, types: [enchantment], subtypes: [Saga], chapters: 3}]
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, beginning_of_combat, declare_attackers, end_of_combat, precombat_main, end,
                      cleanup]
          checks: [{at: {turn: 1, step: end}, that: {battlefield: {saga: {counters: {lore: 1}}}}}]
          events: [{event: ability_triggered, name: first light, turn: 1}]
          never: [{event: ability_triggered, name: late light, turn: 1}]
        """)


def test_inference_14_a_second_skip_of_the_precombat_main_takes_that_one_too() -> None:
    """Two skips of the precombat main leave no main phase in this turn; the next turn has both."""
    play("""
        game:
          players: [{id: A, effects: [{effect: skip, what: precombat_main, count: 2}]}, {id: B}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, beginning_of_combat, declare_attackers, end_of_combat, end, cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          counts: [{event: phase_skipped, phase: precombat_main, turn: 1, is: 2}]
        """)


def test_inference_14_a_skip_of_the_postcombat_main_does_not_touch_it() -> None:
    """With the first main skipped there is no postcombat main in this turn: a skip of it waits for the next turn."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: skip, what: precombat_main}, {effect: skip, what: postcombat_main}]
            - {id: B}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, beginning_of_combat, declare_attackers, end_of_combat, precombat_main, end,
                      cleanup]
            - turn: 3
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat, end,
                      cleanup]
        """)

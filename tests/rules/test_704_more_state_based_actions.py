"""Rules 704.1, 704.4, 704.5g and v-x with battles in combat (310.8c, 310.10): who protects them, and until when."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm import Cast, Choose, GameSpec, Pass, new_game


@obligation("704.1", 1)
def test_704_1_state_based_actions_make_no_object_on_the_stack() -> None:
    """Five of them happen after one spell with nothing but the spell put on the stack, and nobody can respond."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: bond, types: [enchantment], subtypes: [aura], attached_to: bear}
                - {id: ox, toughness: 5, counters: {+1/+1: 1}}
                - {id: hero, legendary: Hero}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 1}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: storm
                effects:
                  - {effect: damage, to: bear, amount: 2}
                  - {effect: add_counters, permanent: ox, counter: -1/-1}
                  - {effect: create, permanent: {id: twin, legendary: Hero}}
                  - {effect: damage, to: walker, amount: 1}
        expect:
          checks:
            - at: {turn: 1, decision: choose_legend}
              that: {stack: [], priority: none, battlefield: {bear: {damage: 2}}}
            - at: {turn: 1, step: upkeep, nth: 3}
              that:
                stack: []
                battlefield: {bear: absent, bond: absent, twin: absent, walker: absent, ox: {counters: {+1/+1: 0}}}
          events:
            - {event: resolved, name: storm}
            - {event: state_based_action, rule: "704.5g", subject: bear}
            - {event: state_based_action, rule: "704.5m", subject: bond}
            - {event: priority_received, player: A}
          counts:
            - {event: put_on_stack, is: 1}
            - {event: left_stack, is: 1}
            - {event: state_based_action, is: 5}
            - {event: priority_received, step: upkeep, turn: 1, is: 5}
    """)


@obligation("704.4", 1)
def test_704_4_toughness_0_in_the_middle_of_a_resolution_kills_nothing_but_what_triggered_goes_on_the_stack() -> None:
    """An ability saw toughness 0 and triggered; the creature survives, and the ability is put on the stack."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}, {id: ox, toughness: 1}]
              effects:
                - {effect: trigger, name: saw-zero, when: {event: life_lost, of: B},
                   if: {battlefield: {bear: {toughness: 0}}}, effects: [{effect: lose_life, player: B, count: 5}]}
                - {effect: trigger, name: saw-loss, when: {event: life_lost, of: B}, effects: [{effect: gain_life}]}
                - {effect: trigger, name: saw-two, when: {event: life_lost, of: B},
                   if: {battlefield: {bear: {toughness: 2}}}}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ebb-and-flow
                effects:
                  - {effect: continuous, name: ebb, lasts: this_turn, modifies: {permanent: bear, toughness: -2}}
                  - {effect: add_counters, permanent: ox, counter: -1/-1, count: 2}
                  - {effect: lose_life, player: B}
                  - {effect: continuous, name: flow, lasts: this_turn, modifies: {permanent: bear, toughness: 3}}
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {stack: [saw-loss, saw-zero], battlefield: {bear: {toughness: 3}, ox: absent}, life: {B: 19}}
            - at: {turn: 1, step: upkeep, when: ended}
              that: {life: {A: 21, B: 19}, battlefield: {bear: {toughness: 3}}}
          events:
            - {event: ability_triggered, name: saw-zero}
            - {event: resolved, name: ebb-and-flow}
            - {event: state_based_action, rule: "704.5f", subject: ox}
            - {event: put_on_stack, name: saw-zero}
          never:
            - {event: state_based_action, subject: bear}
            - {event: permanent_left, permanent: bear}
            - {event: ability_triggered, name: saw-two}
            - {event: resolved, name: saw-zero}
        until: {turn: 1, step: precombat_main}
    """)


@obligation("704.4", 1)
def test_704_4_no_other_state_that_is_over_by_the_end_of_the_resolution_counts() -> None:
    """0 life, a planeswalker without loyalty, lethal damage and a second legend are all put right in one resolution."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: clink, when: {event: tapped}}]}
                - {id: hero, legendary: Hero}
            - {id: B, life: 3, battlefield: [{id: walker, types: [planeswalker], loyalty: 2}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: near-miss
                effects:
                  - {effect: lose_life, player: B, count: 3}
                  - {effect: damage, to: walker, amount: 2}
                  - {effect: damage, to: bear, amount: 2}
                  - {effect: tap, permanents: [bear]}
                  - {effect: create, permanent: {id: twin, legendary: Hero}}
                  - {effect: sacrifice, permanents: [hero]}
                  - {effect: become, permanent: bear, toughness: 3}
                  - {effect: add_counters, permanent: walker, counter: loyalty}
                  - {effect: gain_life, player: B}
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that:
                stack: [clink]
                life: {B: 1}
                battlefield: {bear: {damage: 2, tapped: true}, walker: {loyalty: 1}, twin: {}, hero: absent}
          events:
            - {event: life_changed, player: B, life: 0}
            - {event: resolved, name: near-miss}
            - {event: put_on_stack, name: clink}
          never:
            - {event: state_based_action}
            - {event: player_lost}
    """)


@obligation("704.5g", 1)
def test_704_5g_lethal_combat_damage_destroys_in_the_first_gate_of_each_combat_damage_step() -> None:
    """Who died of first strike deals no damage; two blockers kill together; both who trade die as one event."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: knight, keywords: [first_strike]}
                - {id: ox, power: 3, toughness: 4}
                - {id: fox, abilities: [{effect: trigger, name: fox-saw, when: {event: dies, of: cat}}]}
            - id: B
              battlefield:
                - {id: elf, abilities: [{effect: trigger, name: mourn, when: {event: dies}}]}
                - {id: hen, toughness: 4}
                - {id: goose, toughness: 4}
                - {id: cat, abilities: [{effect: trigger, name: cat-saw, when: {event: dies, of: fox}}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {knight: B, ox: B, fox: B}}]
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {elf: [knight], hen: [ox], goose: [ox], cat: [fox]}}]
        expect:
          checks:
            - at: {turn: 1, step: combat_damage}
              that:
                stack: [mourn]
                battlefield: {elf: absent, knight: {damage: 0}, ox: {damage: 0}, fox: {damage: 0}, cat: {damage: 0}}
            - at: {turn: 1, step: combat_damage, occurrence: 2}
              that:
                stack: [cat-saw, fox-saw]
                attacking: {knight: B}
                blocking: {hen: [], goose: []}
                battlefield: {ox: absent, fox: absent, cat: absent, knight: {damage: 0}, hen: {damage: 3},
                              goose: {damage: 0}}
          events:
            - {event: turn_based_action, action: deal_combat_damage}
            - {event: state_based_action, rule: "704.5g", subject: elf}
            - {event: permanent_left, permanent: elf, to: graveyard}
            - {event: priority_received, player: A, step: combat_damage}
            - {event: turn_based_action, action: deal_combat_damage}
            - {event: state_based_action, rule: "704.5g", subject: ox}
            - {event: priority_received, player: A, step: combat_damage}
          never:
            - {event: damage_dealt, source: elf}
          counts:
            - {event: state_based_action, rule: "704.5g", is: 4}
            - {event: state_based_action, is: 4}
    """)


@obligation("704.5g", 1)
def test_704_5g_damage_of_both_combat_damage_steps_and_of_before_adds_up() -> None:
    """Double strike kills toughness 4 in the second step only; with 2 damage marked before, in the first."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: duelist, keywords: [double_strike]}, {id: fencer, keywords: [double_strike]}]}
            - {id: B, battlefield: [{id: wall, power: 0, toughness: 4}, {id: hurt, power: 0, toughness: 4},
                                    {id: safe, power: 0, toughness: 4}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: shock
                effects: [{effect: damage, to: hurt, amount: 2}, {effect: damage, to: safe, amount: 3}]
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {duelist: B, fencer: B}}]}
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {wall: [duelist], hurt: [fencer]}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {battlefield: {hurt: {damage: 2}, safe: {damage: 3}}}}
            - {at: {turn: 1, step: combat_damage}, that: {battlefield: {wall: {damage: 2}, hurt: absent}}}
            - at: {turn: 1, step: combat_damage, occurrence: 2}
              that: {battlefield: {wall: absent, safe: {damage: 3}}}
          counts:
            - {event: state_based_action, is: 2}
    """)


@obligation("704.5g", 2)
def test_704_5g_a_creature_with_no_damage_marked_is_not_destroyed_by_combat() -> None:
    """0 power deals no damage, even with deathtouch; 0 toughness without damage is a matter of 704.5f."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: mouse, power: 0, toughness: 1, keywords: [deathtouch]}, {id: ape}]}
            - {id: B, battlefield: [{id: moth, power: 0, toughness: 1}, {id: troll, power: 0, toughness: 2}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: shield, effects: [{effect: regenerate, permanents: [troll, moth]}]}]
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {mouse: B, ape: B}}]}
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {moth: [mouse], troll: [ape]}}]
          - at: {turn: 1, step: combat_damage}
            do:
              - action: cast
                name: wither
                effects:
                  - {effect: continuous, name: frail, lasts: this_turn, modifies: {permanent: troll, toughness: -1}}
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: rot, effects: [{effect: add_counters, permanent: moth, counter: -1/-1}]}]
        expect:
          checks:
            - at: {turn: 1, step: combat_damage}
              that: {battlefield: {mouse: {damage: 0}, moth: {damage: 0, tapped: false},
                                   troll: {damage: 0, tapped: true}}}
            - {at: {turn: 1, step: end_of_combat}, that: {battlefield: {troll: {toughness: 1, damage: 0}, mouse: {}}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {moth: absent, troll: {toughness: 1}, mouse: {}}}}
          events:
            - {event: state_based_action, rule: "704.5f", subject: moth, step: end_of_combat}
          counts:
            - {event: state_based_action, is: 1}
            - {event: permanent_left, is: 1}
    """)


@obligation("704.5v", 1)
def test_704_5v_a_siege_goes_in_the_gate_after_combat_damage_took_its_last_defense() -> None:
    """An ability of another permanent on the stack does not hold it; its attackers go on attacking, but nothing."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: knight, keywords: [first_strike], abilities: [{effect: trigger, name: hit,
                   when: {event: deals_combat_damage}}]}
                - {id: bear}
                - {id: siege, types: [battle], subtypes: [siege], defense: 2}
                - {id: fort, types: [battle], subtypes: [siege], defense: 3}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {knight: siege, bear: siege}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {battlefield: {siege: {defense: 2}}}}
            - at: {turn: 1, step: combat_damage}
              that:
                stack: [hit]
                battlefield: {siege: absent, fort: {defense: 3}}
                attacking: {knight: none, bear: none}
                graveyard: {A: 1, B: 0}
            - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 20}, attacking: {knight: none, bear: none}}}
          events:
            - {event: damage_dealt, source: knight, to: siege, amount: 2}
            - {event: state_based_action, rule: "704.5v", subject: siege}
            - {event: permanent_left, permanent: siege, to: graveyard}
            - {event: put_on_stack, name: hit}
          counts:
            - {event: state_based_action, is: 1}
            - {event: damage_dealt, is: 1}
    """)


@obligation("704.5v", 1)
def test_704_5v_a_battle_stays_while_its_own_ability_waits_or_is_on_the_stack_and_goes_as_it_is_countered() -> None:
    """Its ability triggered as it lost its last defense: it stays until that has left the stack, even unresolved."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: siege, types: [battle], subtypes: [siege], defense: 2,
                   abilities: [{effect: trigger, name: fall, when: {event: deals_combat_damage, of: bear}}]}
            - {id: B}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
          - at: {turn: 1, step: combat_damage, player: B}
            do: [{action: cast, name: stifle, effects: [{effect: counter_top}]}]
        expect:
          checks:
            - at: {turn: 1, step: combat_damage}
              that: {stack: [fall], battlefield: {siege: {defense: 0}}, attacking: {bear: siege}}
            - {at: {turn: 1, step: combat_damage, nth: 2}, that: {stack: [stifle, fall], battlefield: {siege: {}}}}
            - {at: {turn: 1, step: combat_damage, nth: 3}, that: {stack: [], battlefield: {siege: absent}}}
          events:
            - {event: left_stack, name: fall}
            - {event: state_based_action, rule: "704.5v", subject: siege}
            - {event: priority_received, player: A}
          never:
            - {event: resolved, name: fall}
          counts:
            - {event: state_based_action, is: 1}
    """)


def test_704_5w_a_permanent_that_becomes_a_battle_gets_the_next_opponent_by_default() -> None:
    """It has no protector, so its controller is asked before anybody has priority; by default it is the opponent."""
    play("""
        game: {players: [{id: A, battlefield: [{id: relic, types: [artifact]}]}, {id: B}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: lay-siege
                effects: [{effect: become, permanent: relic, types: [artifact, battle], defense: 4}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {battlefield: {relic: {protector: null}}}}
            - {at: {turn: 1, decision: choose_protector}, that: {stack: [], priority: none,
               battlefield: {relic: {types: [artifact, battle], protector: null, defense: 4}}}}
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {relic: {protector: B}}}}
          events:
            - {event: resolved, name: lay-siege}
            - {event: state_based_action, rule: "704.5w", subject: relic}
            - {event: protector_chosen, permanent: relic, player: B, rule: "704.5w"}
            - {event: priority_received, player: A}
          counts:
            - {event: state_based_action, is: 1}
            - {event: protector_chosen, is: 1}
            - {event: permanent_left, is: 0}
    """)


def test_704_5w_its_controller_alone_chooses_and_anybody_may_protect_a_battle_that_is_no_siege() -> None:
    """Another player's answer and answers that name no player are refused; the controller may choose themselves."""
    play("""
        game: {players: [{id: A, battlefield: [{id: relic, types: [artifact]}, {id: bear}]}, {id: B}]}
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - action: cast
                name: lay-siege
                effects: [{effect: become, permanent: relic, types: [battle], defense: 4}]
          - at: {turn: 2, decision: choose_protector}
            do:
              - {action: choose, player: B, ids: [A], rejected: true}
              - {action: choose, ids: [relic], rejected: true}
              - {action: choose, ids: [bear], rejected: true}
              - {action: choose, ids: [A, B], rejected: true}
              - {action: pass, player: A, rejected: true}
              - {action: choose, player: A, ids: [A]}
          - at: {turn: 3, decision: declare_attackers}
            do:
              - {action: attack, attackers: {bear: relic}, rejected: true}
        until: {turn: 3, step: end}
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, nth: 3}, that: {battlefield: {relic: {protector: A, controller: A}}}}
            - {at: {turn: 3, step: end}, that: {battlefield: {relic: {protector: A, defense: 4}}}}
          events:
            - {event: state_based_action, rule: "704.5w", subject: relic, turn: 2, step: upkeep}
            - {event: protector_chosen, permanent: relic, player: A}
          counts:
            - {event: state_based_action, is: 1}
    """)


def test_704_5w_of_a_siege_only_an_opponent_can_be_chosen() -> None:
    """A permanent that becomes a Siege: its controller cannot choose themselves, and the opponent can be attacked."""
    play("""
        game: {players: [{id: A, battlefield: [{id: relic, types: [artifact]}, {id: bear}]}, {id: B}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: lay-siege
                effects: [{effect: become, permanent: relic, types: [battle], subtypes: [Siege], defense: 4}]
          - at: {turn: 1, decision: choose_protector}
            do:
              - {action: choose, ids: [A], rejected: true}
              - {action: choose, ids: [B]}
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: relic}}]}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {relic: {protector: B}}}}
            - {at: {turn: 1, step: combat_damage}, that: {battlefield: {relic: {defense: 2}}, life: {B: 20}}}
          events:
            - {event: state_based_action, rule: "704.5w", subject: relic}
          never:
            - {event: state_based_action, rule: "704.5x"}
    """)


def test_704_5w_while_the_battle_is_attacked_the_choice_waits_for_the_end_of_combat() -> None:
    """An attacked planeswalker becomes a battle without a protector; it gets one in the first gate after combat."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - id: B
              battlefield:
                - {id: walker, types: [planeswalker], loyalty: 5}
                - {id: relic, types: [artifact]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: fortify
                effects:
                  - {effect: become, permanent: walker, types: [planeswalker, battle], subtypes: [siege], defense: 5}
                  - {effect: become, permanent: relic, types: [battle], subtypes: [siege], defense: 5}
          - at: {turn: 1, step: postcombat_main, decision: choose_protector}
            do:
              - {action: choose, player: B, ids: [B], rejected: true}
              - {action: choose, player: A, ids: [A], rejected: true}
              - {action: choose, player: B, ids: [A]}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {bear: walker}, battlefield: {walker: {protector: null}, relic: {protector: A}}}
            - {at: {turn: 1, step: combat_damage}, that: {attacking: {bear: walker},
               battlefield: {walker: {protector: null, loyalty: 3, defense: 3}}}}
            - {at: {turn: 1, step: end_of_combat, player: B}, that: {battlefield: {walker: {protector: null}}}}
            - {at: {turn: 1, step: combat, when: ended}, that: {battlefield: {walker: {protector: null}}}}
            - {at: {turn: 1, step: postcombat_main, decision: choose_protector}, that: {priority: none, attacking: {}}}
            - {at: {turn: 1, step: postcombat_main}, that: {battlefield: {walker: {protector: A}}}}
          events:
            - {event: protector_chosen, permanent: relic, player: A, step: declare_attackers}
            - {event: removed_from_combat, permanent: walker, rule: "511.3"}
            - {event: state_based_action, rule: "704.5w", subject: walker, step: postcombat_main}
            - {event: protector_chosen, permanent: walker, player: A}
            - {event: priority_received, player: A, step: postcombat_main}
          counts:
            - {event: state_based_action, is: 2}
    """)


@pytest.mark.parametrize(
    ("effect", "removed"),
    [
        ("{effect: remove_from_combat, permanents: [wolf]}", "wolf"),
        ("{effect: damage, to: wolf, amount: 2}", "wolf"),
        ("{effect: reselect_attack, attacker: wolf, to: B}", "nobody"),
        pytest.param(
            "{effect: remove_from_combat, permanents: [walker]}",
            "walker",
        ),
    ],
    ids=["removed", "dies", "reselected", "battle-removed"],
)
def test_704_5w_the_choice_comes_in_the_gate_after_the_last_attacker_has_gone(effect: str, removed: str) -> None:
    """With one of two attackers gone it still waits; when nothing attacks the battle, it is asked within combat."""
    play(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: walker, wolf: walker}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: fortify
                effects: [{effect: become, permanent: walker, types: [planeswalker, battle], defense: 5}]
          - at: {turn: 1, step: declare_attackers, nth: 3}
            do: [{action: cast, name: first, effects: [{effect: remove_from_combat, permanents: [bear]}]}]
          - at: {turn: 1, step: declare_attackers, nth: 5}
            do: [{action: cast, name: last, effects: [EFFECT]}]
          - at: {turn: 1, step: declare_attackers, decision: choose_protector}
            do: [{action: choose, player: B, ids: [B]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {battlefield: {walker: {protector: null}}}}
            - at: {turn: 1, step: declare_attackers, nth: 5}
              that: {attacking: {wolf: walker}, battlefield: {walker: {protector: null}}}
            - {at: {turn: 1, step: declare_attackers, nth: 7}, that: {stack: [], battlefield: {walker: {protector: B}}}}
          events:
            - {event: left_stack, name: last}
            - {event: state_based_action, rule: "704.5w", subject: walker, step: declare_attackers}
            - {event: protector_chosen, permanent: walker, player: B}
            - {event: priority_received, player: A, step: declare_attackers}
          counts:
            - {event: state_based_action, rule: "704.5w", is: 1}
            - {event: removed_from_combat, permanent: REMOVED, step: declare_attackers, is: NUMBER}
        """.replace("EFFECT", effect)
        .replace("REMOVED", removed)
        .replace("NUMBER", "0" if removed == "nobody" else "1")
    )


def test_704_5w_a_battle_that_is_no_battle_any_more_needs_no_protector() -> None:
    """If the attacked permanent has lost the type before combat is over, nobody is asked."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: fortify
                effects: [{effect: become, permanent: walker, types: [planeswalker, battle], defense: 5}]
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: raze, effects: [{effect: become, permanent: walker, types: [planeswalker]}]}]
        expect:
          checks: [{at: {turn: 1, step: end}, that: {battlefield: {walker: {loyalty: 3, protector: null}}}}]
          never: [{event: state_based_action}, {event: protector_chosen}]
    """)


def test_704_5w_all_choices_come_first_and_then_everything_is_one_event() -> None:
    """Two battles and a dying creature: while protectors are chosen it still lives, then all happens at one time."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: relic, types: [artifact]}, {id: idol, types: [artifact]}, {id: bear}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: war
                effects:
                  - {effect: become, permanent: relic, types: [battle], defense: 4}
                  - {effect: become, permanent: idol, types: [battle], subtypes: [siege], defense: 4}
                  - {effect: damage, to: bear, amount: 2}
          - {at: {turn: 1, decision: choose_protector}, do: [{action: choose, ids: [A]}]}
          - at: {turn: 1, decision: choose_protector, nth: 2}
            do: [{action: choose, ids: [A], rejected: true}, {action: choose, ids: [B]}]
        expect:
          checks:
            - {at: {turn: 1, decision: choose_protector}, that: {battlefield: {bear: {damage: 2}}}}
            - at: {turn: 1, decision: choose_protector, nth: 2}
              that: {battlefield: {bear: {damage: 2}, relic: {protector: null}, idol: {protector: null}}}
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {bear: absent, relic: {protector: A}, idol: {protector: B}}}
          counts:
            - {event: state_based_action, rule: "704.5w", is: 2}
            - {event: state_based_action, is: 3}
            - {event: priority_received, turn: 1, step: upkeep, is: 5}
    """)


@pytest.mark.parametrize(
    ("active", "order"),
    [
        ("A", ["A", "B"]),
        pytest.param(
            "B",
            ["B", "A"],
        ),
    ],
)
def test_704_5w_the_decision_names_the_battle_its_controller_and_all_who_may_protect_it(
    active: str, order: list[str]
) -> None:
    """A client reads off the decision what to ask: first the active player (101.4), the next opponent as default."""
    relics = {"A": "relic", "B": "idol"}
    spec = GameSpec.model_validate(
        {
            "free_casting": True,
            "starting_player": active,
            "players": [
                {"id": player, "battlefield": [{"id": name, "types": ["artifact"]}]} for player, name in relics.items()
            ],
        }
    )
    engine = new_game(spec)
    engine.advance()
    become = [{"effect": "become", "permanent": name, "types": ["battle"], "defense": 4} for name in relics.values()]
    engine.submit(Cast.model_validate({"player": active, "name": "war", "effects": become}))
    engine.submit(Pass(player=order[0]))
    engine.submit(Pass(player=order[1]))
    for player in order:
        decision = engine.decision
        assert decision is not None
        assert (decision.kind, decision.player, decision.subject) == ("choose_protector", player, relics[player])
        assert list(decision.choices) == [other for other in ("A", "B") if other != player] + [player]
        engine.submit(Choose(player=player, ids=(player,)))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("priority", active)


@obligation("704.5x", 1)
def test_704_5x_a_siege_whose_protector_gains_control_of_it_gets_an_opponent_as_protector() -> None:
    """The new controller is asked at once; choosing themselves is refused, and so is an answer of the old one."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: siege, types: [battle], subtypes: [siege], defense: 5}]}
            - {id: B, battlefield: [{id: bear}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: seize, effects: [{effect: gain_control, permanent: siege}]}]
          - at: {turn: 1, decision: choose_protector, player: B}
            do:
              - {action: choose, player: B, ids: [B], rejected: true}
              - {action: choose, player: B, ids: [bear], rejected: true}
              - {action: choose, player: A, ids: [A], rejected: true}
              - {action: choose, player: B, ids: [A]}
          - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
        until: {turn: 2, step: end}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {battlefield: {siege: {controller: A, protector: B}}}}
            - at: {turn: 1, decision: choose_protector, player: B}
              that: {stack: [], priority: none, battlefield: {siege: {controller: B, protector: B}}}
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {siege: {controller: B, protector: A}}}}
            - {at: {turn: 2, step: combat_damage}, that: {battlefield: {siege: {defense: 3}}, defending: [A]}}
          events:
            - {event: control_changed, permanent: siege, controller: B}
            - {event: state_based_action, rule: "704.5x", subject: siege}
            - {event: protector_chosen, permanent: siege, player: A, rule: "704.5x"}
            - {event: priority_received, player: A}
          counts:
            - {event: state_based_action, is: 1}
            - {event: protector_chosen, is: 1}
            - {event: put_on_stack, is: 1}
            - {event: permanent_left, is: 0}
    """)


@obligation("704.5x", 1)
def test_704_5x_by_default_it_is_the_next_opponent_and_again_when_control_goes_back() -> None:
    """Control ends in the cleanup step: the Siege is protected by its controller again, and 514.3a gives priority."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: siege, types: [battle], subtypes: [siege], defense: 5}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: borrow, effects: [{effect: gain_control, permanent: siege, lasts: this_turn}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {siege: {controller: B, protector: A}}}}
            - {at: {turn: 1, step: cleanup}, that: {battlefield: {siege: {controller: A, protector: B}}}}
          events:
            - {event: protector_chosen, permanent: siege, player: A, rule: "704.5x", step: upkeep}
            - {event: control_changed, permanent: siege, controller: A, step: cleanup}
            - {event: state_based_action, rule: "704.5x", subject: siege, step: cleanup}
            - {event: protector_chosen, permanent: siege, player: B, rule: "704.5x", step: cleanup}
            - {event: priority_received, player: A, turn: 1, step: cleanup}
          counts:
            - {event: state_based_action, is: 2}
            - {event: step_began, step: cleanup, turn: 1, is: 2}
    """)


@obligation("704.5x", 1)
def test_704_5x_an_attacked_siege_that_its_protector_takes_over_leaves_combat_and_gets_another() -> None:
    """Nothing attacks it any more (506.4), the protector is chosen within combat, and no damage is dealt to it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: siege, types: [battle], subtypes: [siege], defense: 5}]}
            - {id: B}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
          - at: {turn: 1, step: declare_blockers, player: B}
            do: [{action: cast, name: seize, effects: [{effect: gain_control, permanent: siege}]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers, nth: 3}
              that: {attacking: {bear: none}, battlefield: {siege: {controller: B, protector: A}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {siege: {defense: 5}}, life: {A: 20, B: 20}}}
          events:
            - {event: removed_from_combat, permanent: siege, rule: "506.4"}
            - {event: control_changed, permanent: siege, controller: B}
            - {event: state_based_action, rule: "704.5x", subject: siege, step: declare_blockers}
          never:
            - {event: damage_dealt}
    """)


@obligation("704.5x", 1)
def test_704_5x_a_battle_that_its_controller_protects_may_become_no_siege() -> None:
    """A plain battle is protected by its controller and stays so; as it becomes a Siege an opponent is chosen."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: fort, types: [battle], defense: 5, protector: A},
                                    {id: keep, types: [battle], defense: 5, protector: A}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: besiege
                effects:
                  - {effect: become, permanent: keep, subtypes: [siege]}
                  - {effect: create, permanent: {id: new, types: [battle], subtypes: [siege], defense: 3, protector: A}}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {battlefield: {fort: {protector: A}, keep: {protector: A}}}}
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {fort: {protector: A}, keep: {protector: B}, new: {protector: B}}}
          events:
            - {event: resolved, name: besiege}
            - {event: state_based_action, rule: "704.5x", subject: keep, step: upkeep}
            - {event: priority_received, player: A, step: upkeep}
          never:
            - {event: state_based_action, subject: fort}
          counts:
            - {event: state_based_action, rule: "704.5x", is: 2}
            - {event: state_based_action, is: 2}
    """)


def test_704_5x_what_was_settled_stays_settled() -> None:
    """A Siege that an opponent protects needs nothing, whatever happens to it, also as its controller changes twice."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: back-and-forth
                effects:
                  - {effect: damage, to: siege, amount: 1}
                  - {effect: gain_control, permanent: siege, player: B}
                  - {effect: gain_control, permanent: siege, player: A}
                  - {effect: tap, permanents: [siege]}
        expect:
          checks:
            - at: {turn: 1, step: upkeep, nth: 3}
              that: {battlefield: {siege: {controller: A, protector: B, defense: 4}}}
          never: [{event: state_based_action}, {event: protector_chosen}]
    """)


@obligation("310.8c", 1)
def test_310_8c_the_protector_of_a_siege_may_block_what_its_controller_attacks_it_with() -> None:
    """The Siege's controller attacks it, its protector blocks one attacker, and the other one hits the Siege."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf, power: 3},
                                    {id: siege, types: [battle], subtypes: [siege], defense: 9}]}
            - {id: B, battlefield: [{id: wall, power: 0, toughness: 5}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege, wolf: siege}}]}
          - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {wall: [bear]}}]}
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers}
              that:
                attacking: {bear: siege, wolf: siege}
                blocking: {wall: [bear]}
                blocked: [bear]
                unblocked: [wolf]
                battlefield: {siege: {controller: A, protector: B}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 20},
               battlefield: {siege: {defense: 6}, wall: {damage: 2}}}}
          counts:
            - {event: turn_based_action, action: declare_blockers, player: B, is: 1}
            - {event: turn_based_action, action: declare_blockers, is: 1}
    """)


@obligation("310.8c", 2)
def test_310_8c_nobody_but_the_protector_blocks_not_even_the_controller_of_the_battle() -> None:
    """Blocks by the attacking controller's own creature are refused, and an effect cannot have it block either."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: ape}, {id: siege, types: [battle], subtypes: [siege], defense: 9}]}
            - {id: B, battlefield: [{id: wall, power: 0, toughness: 5}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: guard
                effects: [{effect: create, blocking: bear, permanent: {id: guard}},
                          {effect: enter_combat, blocking: bear, permanent: ape}]
          - at: {turn: 1, decision: declare_blockers}
            do:
              - {action: block, player: A, blockers: {ape: [bear]}, rejected: true}
              - {action: block, player: B, blockers: {ape: [bear]}, rejected: true}
              - {action: block, player: B, blockers: {wall: [bear], guard: [bear]}, rejected: true}
              - {action: block, player: B, blockers: {}}
          - at: {turn: 1, step: declare_blockers, player: B}
            do: [{action: cast, name: save, effects: [{effect: create, blocking: bear, permanent: {id: late}}]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {blocking: {}, blocked: [], battlefield: {guard: {}}}
            - {at: {turn: 1, step: declare_blockers}, that: {blocking: {}, unblocked: [bear]}}
            - {at: {turn: 1, step: declare_blockers, nth: 3}, that: {blocking: {late: [bear]}, blocked: [bear]}}
            - {at: {turn: 1, step: end}, that: {battlefield: {siege: {defense: 9}}}}
          counts:
            - {event: blocker_declared, is: 1}
    """)


@obligation("310.8c", 1, 2)
def test_310_8c_a_creature_that_changes_sides_may_block_for_the_protector() -> None:
    """In the turn of the new controller of a Siege the former one protects it and blocks, with what is theirs now."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: ape, power: 0, toughness: 5},
                                    {id: siege, types: [battle], subtypes: [siege], defense: 9}]}
            - {id: B, battlefield: [{id: bear}, {id: wall, power: 0, toughness: 5}, {id: hen}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: seize, effects: [{effect: gain_control, permanent: siege}]}]
          - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
          - at: {turn: 2, step: declare_attackers, player: A}
            do: [{action: cast, name: bribe, effects: [{effect: gain_control, permanent: wall}]}]
          - at: {turn: 2, decision: declare_blockers, player: A}
            do:
              - {action: block, player: A, blockers: {hen: [bear]}, rejected: true}
              - {action: block, player: B, blockers: {hen: [bear]}, rejected: true}
              - {action: block, player: A, blockers: {wall: [bear], ape: [bear]}}
        until: {turn: 2, step: end}
        expect:
          checks:
            - at: {turn: 2, step: declare_blockers}
              that: {attacking: {bear: siege}, blocking: {wall: [bear], ape: [bear]}, defending: [A]}
            - {at: {turn: 2, step: end}, that: {battlefield: {siege: {controller: B, protector: A, defense: 9}}}}
    """)


def test_310_10_while_a_creature_that_was_put_in_attacks_the_battle_the_choice_waits() -> None:
    """The declared attacker goes, the one put in stays: the battle waits until that has left combat at its end."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: fortify
                effects:
                  - {effect: become, permanent: walker, types: [planeswalker, battle], subtypes: [siege], defense: 9}
                  - {effect: create, attacking: walker, permanent: {id: wolf, power: 1}}
                  - {effect: remove_from_combat, permanents: [bear]}
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: retreat, effects: [{effect: remove_from_combat, permanents: [wolf]}]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {wolf: walker}, battlefield: {walker: {protector: null}}}
            - {at: {turn: 1, step: end_of_combat}, that: {battlefield: {walker: {protector: null, defense: 8}}}}
            - {at: {turn: 1, step: end_of_combat, nth: 3}, that: {battlefield: {walker: {protector: A}}}}
          counts:
            - {event: state_based_action, rule: "704.5w", is: 1}
            - {event: state_based_action, step: end_of_combat, is: 1}
    """)


@obligation("310.10", 2)
@pytest.mark.parametrize(
    ("subtypes", "answer", "protector"),
    [("[siege]", "[B]", "B"), ("[]", "[B]", "B"), ("[]", "[A]", "A")],
    ids=["siege-opponent", "plain-opponent", "plain-oneself"],
)
@pytest.mark.parametrize("step", ["upkeep", "beginning_of_combat", "end"])
def test_310_10_after_the_gate_a_battle_has_a_protector_that_its_type_allows(
    step: str, subtypes: str, answer: str, protector: str
) -> None:
    """In every step with priority outside an attack the choice is made in the very gate, and never again."""
    play(
        """
        game: {players: [{id: A, battlefield: [{id: relic, types: [artifact]}]}, {id: B}]}
        script:
          - at: {turn: 1, step: STEP}
            do:
              - action: cast
                name: besiege
                effects: [{effect: become, permanent: relic, types: [battle], subtypes: SUBTYPES, defense: 4}]
          - {at: {turn: 1, step: STEP, decision: choose_protector}, do: [{action: choose, ids: ANSWER}]}
        until: {turn: 2, step: end}
        expect:
          checks:
            - {at: {turn: 1, step: STEP, nth: 3}, that: {stack: [], battlefield: {relic: {protector: PROTECTOR}}}}
            - {at: {turn: 2, step: end}, that: {battlefield: {relic: {protector: PROTECTOR, defense: 4}}}}
          counts:
            - {event: protector_chosen, permanent: relic, player: PROTECTOR, rule: "704.5w", is: 1}
            - {event: state_based_action, is: 1}
        """.replace("STEP", step)
        .replace("SUBTYPES", subtypes)
        .replace("ANSWER", answer)
        .replace("PROTECTOR", protector)
    )

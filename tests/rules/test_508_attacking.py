"""Rules 508.4-508.8: creatures put in attacking, who is attacked, attacks that are reselected, no attackers at all."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm import Cast, GameSpec, Pass, new_game
from mtg_fsm.words.commands import Attack


@obligation("508.4", 1)
def test_508_4_what_enters_attacking_is_attacking_untapped_and_triggers_no_attack_ability() -> None:
    """Of the declared creature every attack ability triggers once, of the one put in none; it deals its damage."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}]
              effects:
                - {effect: trigger, name: any-attacks, when: {event: attacks, of: any}}
                - {effect: trigger, name: any-alone, when: {event: attacks_alone, of: any}}
                - {effect: trigger, name: raid, when: {event: player_attacks, of: A}}
                - {effect: trigger, name: clink, when: {event: tapped, of: any}}
            - {id: B, effects: [{effect: trigger, name: alarm, when: {event: is_attacked, of: B}}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: declare_attackers, nth: 6}
            do:
              - action: cast
                name: ambush
                effects:
                  - effect: create
                    attacking: B
                    permanent:
                      {id: wolf, power: 3, abilities: [{effect: trigger, name: howl, when: {event: attacks}},
                       {effect: trigger, name: howl-alone, when: {event: attacks_alone}}]}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 6}
              that: {stack: [], attacking: {bear: B}, battlefield: {bear: {tapped: true}, wolf: absent}}
            - at: {turn: 1, step: declare_attackers, nth: 8}
              that: {stack: [], attacking: {bear: B, wolf: B}, battlefield: {wolf: {tapped: false, sick: true}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 15}, battlefield: {wolf: {tapped: false}}}}
          never:
            - {event: ability_triggered, name: howl}
            - {event: ability_triggered, name: howl-alone}
            - {event: permanent_tapped, permanent: wolf}
          counts:
            - {event: ability_triggered, name: any-attacks, is: 1}
            - {event: ability_triggered, name: any-alone, is: 1}
            - {event: ability_triggered, name: raid, is: 1}
            - {event: ability_triggered, name: clink, is: 1}
            - {event: ability_triggered, name: alarm, is: 1}
    """)


@obligation("508.4", 1)
def test_508_4_it_enters_tapped_only_if_the_effect_says_so() -> None:
    """With an effect that says tapped and attacking it is tapped as it enters, and that is no becoming tapped."""
    play("""
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: charge
                effects:
                  - {effect: create, attacking: B, permanent: {id: goblin, power: 1, tapped: true, token: true}}
                  - {effect: create, attacking: B, permanent: {id: wolf, power: 4}}
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers}
              that:
                attacking: {goblin: B, wolf: B}
                battlefield: {goblin: {tapped: true}, wolf: {tapped: false}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 15}}}
          never:
            - {event: permanent_tapped}
    """)


@obligation("508.4", 1)
def test_508_4_its_controller_chooses_what_it_attacks_as_it_enters() -> None:
    """The choice is among the opponent, a planeswalker of the opponent and a battle that the opponent protects."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: mine, types: [planeswalker], loyalty: 3}
                - {id: siege, types: [battle], subtypes: [siege], defense: 5}
            - id: B
              battlefield:
                - {id: ox}
                - {id: walker, types: [planeswalker], loyalty: 4}
                - {id: other-siege, types: [battle], subtypes: [siege], defense: 5}
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: call
                effects:
                  - {effect: create, attacking: any, permanent: {id: wolf, power: 3}}
                  - {effect: create, attacking: any, permanent: {id: fox, power: 1}}
                  - {effect: create, attacking: any, permanent: {id: cat, power: 1}}
          - at: {turn: 1, decision: choose_attacked}
            do:
              - {action: choose, ids: [A], rejected: true}
              - {action: choose, ids: [mine], rejected: true}
              - {action: choose, ids: [ox], rejected: true}
              - {action: choose, ids: [other-siege], rejected: true}
              - {action: choose, ids: [B, walker], rejected: true}
              - {action: choose, ids: [B], player: B, rejected: true}
              - {action: choose, ids: [siege]}
          - at: {turn: 1, decision: choose_attacked, nth: 2}
            do: [{action: choose, ids: [walker]}]
        expect:
          checks:
            - {at: {turn: 1, decision: choose_attacked}, that: {attacking: {}, battlefield: {wolf: absent}}}
            - at: {turn: 1, decision: choose_attacked, nth: 2}
              that: {attacking: {wolf: siege}, battlefield: {fox: absent}}
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {wolf: siege, fox: walker, cat: B}, defending: [B]}
            - at: {turn: 1, step: combat_damage}
              that: {life: {B: 19}, battlefield: {siege: {defense: 2}, walker: {loyalty: 3}}}
    """)


@obligation("508.4", 1)
def test_508_4_an_existing_creature_that_is_stated_to_attack_is_attacking_without_tapping_or_triggers() -> None:
    """Nothing triggers and nothing taps as an effect states that a creature attacks a chosen planeswalker."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: ape, power: 3, abilities: [{effect: trigger, name: roar, when: {event: attacks}}]}
              effects: [{effect: trigger, name: raid, when: {event: player_attacks, of: A}}]
            - id: B
              battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]
              effects: [{effect: trigger, name: alarm, when: {event: is_attacked, of: walker}}]
        script:
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: order, effects: [{effect: enter_combat, attacking: any, permanent: ape}]}]
          - at: {turn: 1, decision: choose_attacked}
            do: [{action: choose, ids: [walker]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {stack: [], attacking: {ape: walker}, battlefield: {ape: {tapped: false}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 20}, battlefield: {walker: {loyalty: 1}}}}
          never:
            - {event: ability_triggered}
            - {event: permanent_tapped}
    """)


@obligation("508.4", 2)
def test_508_4_what_was_put_in_attacking_has_not_attacked_so_a_declared_creature_attacks_alone() -> None:
    """A creature put in before the declaration does not count: the one that is declared attacks alone, and is free."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: lonely, when: {event: attacks_alone, against: B}}]}
              effects: [{effect: trigger, name: any-alone, when: {event: attacks_alone, of: any}}]
            - {id: B}
        script:
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: ambush, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
          - at: {turn: 1, decision: declare_attackers}
            do:
              - {action: attack, attackers: {bear: B, wolf: B}, rejected: true}
              - {action: attack, attackers: {bear: B}}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers}
              that: {attacking: {wolf: B, bear: B}, battlefield: {wolf: {tapped: false}, bear: {tapped: true}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 16}}}
          counts:
            - {event: ability_triggered, name: lonely, is: 1}
            - {event: ability_triggered, name: any-alone, is: 1}
    """)


@obligation("508.4", 2)
def test_508_4_only_the_declared_attacks_of_a_turn_with_two_combats_are_attacks() -> None:
    """A creature that enters attacking in one combat has not attacked; declared in the next combat it attacks once."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, effects: [{effect: trigger, name: alarm, when: {event: is_attacked, of: B}}]}
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: ambush
                effects:
                  - effect: create
                    attacking: B
                    permanent: {id: wolf, keywords: [haste],
                                abilities: [{effect: trigger, name: howl, when: {event: attacks}}]}
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: onslaught, effects: [{effect: extra_phases, phases: [combat]}]}]
          - at: {turn: 1, decision: declare_attackers, nth: 2}
            do: [{action: attack, attackers: {wolf: B}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {stack: [], attacking: {wolf: B}}}
            - at: {turn: 1, step: declare_attackers, occurrence: 2}
              that: {attacking: {wolf: B}, battlefield: {wolf: {tapped: true}}}
            - {at: {turn: 1, step: end}, that: {life: {B: 16}}}
          events:
            - {event: damage_dealt, source: wolf, to: B, amount: 2}
            - {event: phase_began, phase: combat, name: onslaught}
            - {event: ability_triggered, name: howl}
            - {event: damage_dealt, source: wolf, to: B, amount: 2}
          counts:
            - {event: ability_triggered, name: howl, is: 1}
            - {event: ability_triggered, name: alarm, is: 1}
    """)


GONE = {
    "planeswalker-left": ("walker", "{effect: exile, permanents: [walker]}", "walker: absent", "none"),
    "planeswalker-no-longer-one": (
        "walker",
        "{effect: become, permanent: walker, types: [artifact]}",
        "walker: {}",
        "none",
    ),
    "planeswalker-no-longer-theirs": (
        "walker",
        "{effect: gain_control, permanent: walker}",
        "walker: {controller: A}",
        "none",
    ),
    "planeswalker-phased-out": (
        "walker",
        "{effect: phase_out, permanents: [walker]}",
        "walker: {phased_out: true}",
        "none",
    ),
    "battle-left": ("siege", "{effect: exile, permanents: [siege]}", "siege: absent", "none"),
    "battle-no-longer-one": ("siege", "{effect: become, permanent: siege, types: [enchantment]}", "siege: {}", "none"),
    "battle-no-longer-protected": (
        "fort",
        "{effect: become, permanent: fort, protector: A}",
        "fort: {protector: A}",
        "fort",
    ),
}
"""How what is named stops being something that can be attacked.

What, by which effect, what is so afterwards, and what an attacker of it attacks then: a battle whose protector changed
stays in combat (506.4).
"""

GONE_BOARD = """
    game:
      players:
        - {{id: A, battlefield: [{{id: siege, types: [battle], subtypes: [siege], defense: 5}}, {{id: ape}}]}}
        - id: B
          battlefield:
            - {{id: walker, types: [planeswalker], loyalty: 4}}
            - {{id: fort, types: [battle], defense: 5, protector: B}}
"""


@obligation("508.4a", 1)
@pytest.mark.parametrize(("target", "effect", "after", "left"), GONE.values(), ids=GONE)
def test_508_4a_what_enters_attacking_something_that_is_gone_is_outside_combat(
    target: str, effect: str, after: str, left: str
) -> None:
    """In response the target stops being one: the second creature enters and attacks neither that nor its player."""
    play(
        (
            GONE_BOARD
            + """
    script:
      - at: {{turn: 1, step: declare_attackers}}
        do:
          - {{action: cast, name: late, effects: [{{effect: create, attacking: {target}, permanent: {{id: wolf}}}}]}}
          - {{action: cast, name: answer, effects: [{effect}]}}
          - {{action: cast, name: early, effects: [{{effect: create, attacking: {target}, permanent: {{id: fox}}}}]}}
    expect:
      checks:
        - at: {{turn: 1, step: declare_attackers, nth: 5}}
          that: {{stack: [answer, late], attacking: {{fox: {target}}}}}
        - at: {{turn: 1, step: declare_attackers, nth: 7}}
          that: {{stack: [], attacking: {{fox: {left}}}, battlefield: {{wolf: {{controller: A, power: 2}}, {after}}}}}
        - {{at: {{turn: 1, step: combat_damage}}, that: {{unblocked: [fox]}}}}
        - {{at: {{turn: 1, step: end}}, that: {{life: {{A: 20, B: 20}}}}}}
      never:
        - {{event: attacker_declared, permanent: wolf}}
        - {{event: damage_dealt, source: wolf}}
        - {{event: damage_dealt, to: B}}
      counts:
        - {{event: permanent_entered, permanent: wolf, is: 1}}
    """
        ).format(target=target, effect=effect, after=after, left=left)
    )


@obligation("508.4b", 1)
@pytest.mark.parametrize(("target", "effect", "after", "left"), GONE.values(), ids=GONE)
def test_508_4b_what_is_stated_to_attack_something_that_is_gone_stays_outside_combat(
    target: str, effect: str, after: str, left: str
) -> None:
    """The same statement makes one creature attack, and after the target has gone leaves the other as it was."""
    play(
        (
            GONE_BOARD
            + """
    script:
      - at: {{turn: 1, step: beginning_of_combat}}
        do:
          - {{action: cast, name: den, effects: [{{effect: create, permanent: {{id: fox}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do:
          - {{action: cast, name: late, effects: [{{effect: enter_combat, attacking: {target}, permanent: ape}}]}}
          - {{action: cast, name: answer, effects: [{effect}]}}
          - {{action: cast, name: early, effects: [{{effect: enter_combat, attacking: {target}, permanent: fox}}]}}
    expect:
      checks:
        - at: {{turn: 1, step: declare_attackers, nth: 5}}
          that: {{stack: [answer, late], attacking: {{fox: {target}}}}}
        - at: {{turn: 1, step: declare_attackers, nth: 7}}
          that: {{stack: [], attacking: {{fox: {left}}}, battlefield: {{ape: {{tapped: false}}, {after}}}}}
        - {{at: {{turn: 1, step: end}}, that: {{life: {{A: 20, B: 20}}}}}}
      never:
        - {{event: attacker_declared, permanent: ape}}
        - {{event: removed_from_combat, permanent: ape}}
        - {{event: damage_dealt, source: ape}}
        - {{event: damage_dealt, to: B}}
    """
        ).format(target=target, effect=effect, after=after, left=left)
    )


def test_508_4b_an_attacker_that_is_stated_to_attack_something_gone_goes_on_with_its_attack() -> None:
    """A creature that attacks the player already keeps doing that, as the statement about the planeswalker fails."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: ape, power: 3}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {ape: B}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - {action: cast, name: order, effects: [{effect: enter_combat, attacking: walker, permanent: ape}]}
              - {action: cast, name: answer, effects: [{effect: exile, permanents: [walker]}]}
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 5}, that: {stack: [], attacking: {ape: B}}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 17}}}
          counts:
            - {event: attacker_declared, is: 1}
    """)


@obligation("508.4c", 1)
def test_508_4c_no_restriction_keeps_a_creature_from_entering_attacking() -> None:
    """Creatures of every kind that can't attack enter attacking, more of them than may attack in a combat."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - id: B
              battlefield:
                - {id: moat, types: [artifact], abilities: [{effect: static, max_attackers: 0},
                                                            {effect: static, cant_attack: [bear]}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}, rejected: true}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: parade
                effects:
                  - {effect: create, attacking: B, permanent: {id: pacified, power: 1, cant_attack: true}}
                  - {effect: create, attacking: B, permanent: {id: wall, power: 1, keywords: [defender, haste]}}
                  - {effect: create, attacking: B, permanent: {id: shy, power: 1, cant_attack_alone: true}}
                  - {effect: create, attacking: B, permanent: {id: friend, power: 1, cant_attack_player: B}}
                  - {effect: create, attacking: B, permanent: {id: dear, power: 1, attack_cost: 3}}
                  - {effect: enter_combat, attacking: B, permanent: bear}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {pacified: B, wall: B, shy: B, friend: B, dear: B, bear: B}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 13}}}
          never:
            - {event: mana_spent}
    """)


@obligation("508.4c", 1)
def test_508_4c_a_creature_that_cannot_attack_alone_enters_as_the_only_attacker() -> None:
    """Nobody else attacks, and it is attacking all the same."""
    play("""
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: summon
                effects: [{effect: create, attacking: B, permanent: {id: shy, cant_attack_alone: true}}]
        expect:
          checks:
            - {at: {turn: 1, step: combat_damage}, that: {attacking: {shy: B}, life: {B: 18}}}
    """)


def test_508_4c_no_requirement_binds_what_enters_attacking() -> None:
    """A goaded creature and one that has to attack the player may be put in attacking a planeswalker."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
        script:
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: summon
                effects:
                  - {effect: create, attacking: any, permanent: {id: wolf, must_attack: B}}
                  - {effect: create, attacking: B, permanent: {id: fox, goaded_by: B, must_attack: walker}}
          - at: {turn: 1, decision: choose_attacked}
            do: [{action: choose, ids: [walker]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {wolf: walker, fox: B}, had_to_attack: []}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 18}, battlefield: {walker: {loyalty: 3}}}}
    """)


@obligation("508.4c", 2)
def test_508_4c_tapped_and_sick_creatures_may_be_put_in_attacking() -> None:
    """What could not be declared, as it is tapped or lacks haste, may enter attacking or be stated to be attacking."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: sleeper}, {id: novice, sick: true}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: doze, effects: [{effect: tap, permanents: [sleeper]}]}]
          - at: {turn: 1, decision: declare_attackers}
            do:
              - {action: attack, attackers: {sleeper: B}, rejected: true}
              - {action: attack, attackers: {novice: B}, rejected: true}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: parade
                effects:
                  - {effect: create, attacking: B, permanent: {id: wolf, tapped: true}}
                  - {effect: create, attacking: B, permanent: {id: fox}}
                  - {effect: enter_combat, attacking: B, permanent: sleeper}
                  - {effect: enter_combat, attacking: B, permanent: novice}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that:
                attacking: {wolf: B, fox: B, sleeper: B, novice: B}
                battlefield:
                  wolf: {tapped: true, sick: true}
                  fox: {tapped: false, sick: true}
                  sleeper: {tapped: true}
                  novice: {tapped: false, sick: true}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 12}}}
    """)


@obligation("508.4d", 1)
def test_508_4d_after_the_declaration_of_blockers_it_is_unblocked_at_once() -> None:
    """It enters in the declare blockers step: unblocked although B has a blocker, and it hits what it attacks."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - id: B
              battlefield: [{id: wall, toughness: 5}, {id: spare, toughness: 5},
                            {id: walker, types: [planeswalker], loyalty: 5}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
          - at: {turn: 1, step: declare_blockers}
            do:
              - action: cast
                name: ambush
                effects: [{effect: create, attacking: walker, permanent: {id: wolf, power: 3}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {blocked: [bear], unblocked: []}}
            - at: {turn: 1, step: declare_blockers, nth: 3}
              that: {attacking: {bear: B, wolf: walker}, blocked: [bear], unblocked: [wolf], blocking: {wall: [bear]}}
            - at: {turn: 1, step: combat_damage}
              that: {life: {B: 20}, unblocked: [wolf], battlefield: {walker: {loyalty: 2}, wall: {damage: 2},
                     spare: {damage: 0}}}
          counts:
            - {event: became_unblocked, permanent: wolf, is: 1}
            - {event: turn_based_action, action: declare_blockers, is: 1}
    """)


@obligation("508.4d", 1)
def test_508_4d_between_two_combat_damage_steps_it_assigns_its_damage_in_the_second() -> None:
    """Put in after the first strike it is unblocked and deals its damage once, in the second combat damage step."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: knight, power: 1, keywords: [first_strike]}]}
            - {id: B, battlefield: [{id: wall, toughness: 5}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {knight: B}}]}
          - at: {turn: 1, step: combat_damage}
            do:
              - action: cast
                name: ambush
                effects: [{effect: create, attacking: B, permanent: {id: wolf, power: 3}}]
        expect:
          checks:
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 19}, unblocked: [knight]}}
            - {at: {turn: 1, step: combat_damage, nth: 3}, that: {life: {B: 19}, unblocked: [knight, wolf]}}
            - {at: {turn: 1, step: combat_damage, occurrence: 2}, that: {life: {B: 16}, unblocked: [knight, wolf]}}
          counts:
            - {event: damage_dealt, source: wolf, is: 1}
            - {event: damage_dealt, source: knight, is: 1}
            - {event: turn_based_action, action: declare_blockers, is: 1}
    """)


@obligation("508.4d", 1)
def test_508_4d_it_stays_unblocked_until_an_effect_blocks_it_or_combat_is_over() -> None:
    """Of three that enter late one is blocked by an effect, one is removed, and one is unblocked to the very end."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - at: {turn: 1, step: declare_blockers}
            do:
              - action: cast
                name: ambush
                effects:
                  - {effect: create, attacking: B, permanent: {id: wolf, power: 4, toughness: 5}}
                  - {effect: create, attacking: B, permanent: {id: fox, power: 8}}
                  - {effect: create, attacking: B, permanent: {id: cat, power: 1}}
          - at: {turn: 1, step: declare_blockers, player: B, nth: 2}
            do:
              - action: cast
                name: shield
                effects:
                  - {effect: create, blocking: wolf, permanent: {id: wall, power: 1, toughness: 9}}
                  - {effect: remove_from_combat, permanents: [fox]}
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers, nth: 3}, that: {blocked: [], unblocked: [bear, wolf, fox, cat]}}
            - at: {turn: 1, step: declare_blockers, nth: 5}
              that: {blocked: [wolf], unblocked: [bear, cat], blocking: {wall: [wolf]}, attacking: {bear: B, wolf: B,
                     cat: B}}
            - at: {turn: 1, step: combat_damage}
              that: {life: {B: 17}, battlefield: {wall: {damage: 4}, wolf: {damage: 1}}}
            - {at: {turn: 1, step: end_of_combat}, that: {blocked: [wolf], unblocked: [bear, cat]}}
            - {at: {turn: 1, step: postcombat_main}, that: {attacking: {}, unblocked: [], blocked: []}}
    """)


@obligation("508.4d", 1)
def test_508_4d_even_in_the_end_of_combat_step_it_is_unblocked() -> None:
    """In that step it becomes unblocked too, in the declare attackers step it is neither (509.1h)."""
    play("""
        script:
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: ambush, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: ambush, effects: [{effect: create, attacking: B, permanent: {id: fox}}]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {attacking: {wolf: B}, unblocked: []}}
            - {at: {turn: 1, step: declare_blockers}, that: {unblocked: [wolf]}}
            - {at: {turn: 1, step: end_of_combat, nth: 3}, that: {unblocked: [wolf, fox], blocked: []}}
            - {at: {turn: 1, step: end}, that: {life: {B: 18}}}
    """)


@obligation("508.4d", 2)
def test_508_4d_attacks_and_isnt_blocked_looks_at_the_declaration_of_blockers_only() -> None:
    """It triggers for the declared creature and for one put in before the declaration, not for two put in later."""
    sly = "abilities: [{effect: trigger, name: NAME, when: {event: attacks_and_isnt_blocked}}]"
    play(
        """
        game:
          players:
            - id: A
              battlefield: [{id: knight, keywords: [first_strike]}]
              effects: [{effect: trigger, name: any-sly, when: {event: attacks_and_isnt_blocked, of: any}}]
            - {id: B}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {knight: B}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - {action: cast, name: first, effects: [{effect: create, attacking: B, permanent: {id: fox, SLY1}}]}
          - at: {turn: 1, step: declare_blockers, nth: 4}
            do:
              - {action: cast, name: second, effects: [{effect: create, attacking: B, permanent: {id: cat, SLY2}}]}
          - at: {turn: 1, step: combat_damage}
            do:
              - {action: cast, name: third, effects: [{effect: create, attacking: B, permanent: {id: owl, SLY3}}]}
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers, nth: 4}, that: {stack: [], unblocked: [knight, fox]}}
            - {at: {turn: 1, step: declare_blockers, nth: 6}, that: {stack: [], unblocked: [knight, fox, cat]}}
            - {at: {turn: 1, step: combat_damage, nth: 3}, that: {stack: [], unblocked: [knight, fox, cat, owl]}}
            - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 12}}}
          never:
            - {event: ability_triggered, name: late}
            - {event: ability_triggered, name: later}
          counts:
            - {event: ability_triggered, name: any-sly, is: 2}
            - {event: ability_triggered, name: early, is: 1}
        """.replace("SLY1", sly.replace("NAME", "early"))
        .replace("SLY2", sly.replace("NAME", "late"))
        .replace("SLY3", sly.replace("NAME", "later"))
    )


@pytest.mark.parametrize(
    "effect", ["{effect: gain_control, permanent: walker, player: A}", "{effect: exile, permanents: [walker]}"]
)
def test_508_5_whose_planeswalker_was_attacked_last_is_still_the_defending_player(effect: str) -> None:
    """An attacker that attacks nothing any more is blocked by the player to whom its last target was related."""
    play(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: ape}]}
            - {id: B, battlefield: [{id: ox, power: 0, toughness: 5}, {id: walker, types: [planeswalker], loyalty: 3}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - {at: {turn: 1, step: declare_attackers}, do: [{action: cast, name: seize, effects: [EFFECT]}]}
          - at: {turn: 1, decision: declare_blockers}
            do:
              - {action: block, blockers: {ape: [bear]}, rejected: true}
              - {action: block, blockers: {ox: [bear]}}
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {attacking: {bear: none}, defending: [B]}}
            - at: {turn: 1, step: combat_damage}
              that: {blocking: {ox: [bear]}, life: {A: 20, B: 20}, battlefield: {ox: {damage: 2}}}
        """.replace("EFFECT", effect)
    )


@obligation("508.6", 1)
def test_508_6_a_creature_put_in_attacking_makes_its_controller_attacking_but_no_attack_on_the_player() -> None:
    """The planeswalker was attacked and the player was not, though a creature is attacking both; declared, both are."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}]
              effects:
                - {effect: trigger, name: raid-on-b, when: {event: player_attacks, of: A, against: B}}
            - id: B
              battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]
              effects:
                - {effect: trigger, name: b-alarm, when: {event: is_attacked, of: B}}
                - {effect: trigger, name: walker-alarm, when: {event: is_attacked, of: walker, against: A}}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_attackers, nth: 2}
            do: [{action: cast, name: ambush, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
          - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {wolf: B}}]}
        until: {turn: 3, step: end}
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 4}, that: {stack: [], attacking: {bear: walker, wolf: B}}}
            - {at: {turn: 1, step: end}, that: {life: {B: 18}, battlefield: {walker: {loyalty: 7}}}}
          events:
            - {event: ability_triggered, name: walker-alarm, turn: 1}
            - {event: ability_triggered, name: raid-on-b, turn: 3}
            - {event: ability_triggered, name: b-alarm, turn: 3}
          counts:
            - {event: ability_triggered, is: 3}
    """)


@obligation("508.6", 1)
def test_508_6_an_attack_that_is_reselected_to_the_player_is_no_attack_on_the_player() -> None:
    """A creature that was declared against a planeswalker is attacking the player then, who was not attacked."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - id: B
              battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]
              effects: [{effect: trigger, name: b-alarm, when: {event: is_attacked, of: B}},
                        {effect: trigger, name: walker-alarm, when: {event: is_attacked, of: walker}}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: turn-on, effects: [{effect: reselect_attack, attacker: bear, to: B}]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers}, that: {stack: [walker-alarm]}}
            - {at: {turn: 1, step: declare_attackers, nth: 4}, that: {stack: [], attacking: {bear: B}}}
            - {at: {turn: 1, step: end}, that: {life: {B: 18}, battlefield: {walker: {loyalty: 9}}}}
          counts:
            - {event: ability_triggered, is: 1}
    """)


@obligation("508.7a", 1)
def test_508_7a_after_reselection_blocked_and_unblocked_are_as_they_were_and_nothing_attacks_again() -> None:
    """A blocked creature stays blocked by its blocker, an unblocked one hits its new target; no trigger, no removal."""
    play(
        """
        game:
          players:
            - id: A
              battlefield:
                - {id: bear, abilities: [{effect: trigger, name: growl, when: {event: attacks}}]}
                - {id: wolf, power: 3, abilities: [{effect: trigger, name: howl, when: {event: attacks}}]}
              effects: [{effect: trigger, name: sly, when: {event: attacks_and_isnt_blocked, of: any}},
                        {effect: trigger, name: raid, when: {event: player_attacks, of: A}},
                        {effect: trigger, name: halted, when: {event: becomes_blocked, of: any}}]
            - id: B
              battlefield: [{id: wall, toughness: 5}, {id: walker, types: [planeswalker], loyalty: 9}]
              effects: [{effect: trigger, name: walker-alarm, when: {event: is_attacked, of: walker}}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
          - at: {turn: 1, step: declare_blockers, nth: 3}
            do:
              - action: cast
                name: misdirect
                effects: [{effect: reselect_attack, attacker: bear, to: walker},
                          {effect: reselect_attack, attacker: wolf, to: walker}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers, nth: 3}, that: {stack: [], attacking: {bear: B, wolf: B}}}
            - at: {turn: 1, step: declare_blockers, nth: 5}
              that:
                stack: []
                attacking: {bear: walker, wolf: walker}
                blocked: [bear]
                unblocked: [wolf]
                blocking: {wall: [bear]}
                battlefield: {bear: {tapped: true}, wolf: {tapped: true}}
            - at: {turn: 1, step: combat_damage}
              that: {life: {B: 20}, battlefield: {walker: {loyalty: 6}, wall: {damage: 2}, bear: absent}}
          events:
            - {event: attack_reselected, permanent: bear, attacking: walker, rule: "508.7a"}
            - {event: attack_reselected, permanent: wolf, attacking: walker, rule: "508.7a"}
          never:
            - {event: removed_from_combat, step: declare_blockers}
            - {event: ability_triggered, name: walker-alarm}
          counts:
            - {event: ability_triggered, name: growl, is: 1}
            - {event: ability_triggered, name: howl, is: 1}
            - {event: ability_triggered, name: raid, is: 1}
            - {event: ability_triggered, name: sly, is: 1}
            - {event: ability_triggered, name: halted, is: 1}
            - {event: became_blocked, is: 1}
            - {event: became_unblocked, is: 1}
            - {event: attacker_declared, is: 2}
    """
    )


@obligation("508.7a", 1)
def test_508_7a_a_blocked_creature_whose_blocker_left_stays_blocked_after_reselection() -> None:
    """It deals no damage to the new target; one with trample deals all of its damage to that."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: rhino, power: 4, keywords: [trample]}]}
            - id: B
              battlefield: [{id: wall}, {id: fence}, {id: siege, types: [battle], defense: 9, protector: B}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, rhino: B}}]}
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {wall: [bear], fence: [rhino]}}]
          - at: {turn: 1, step: declare_blockers}
            do:
              - action: cast
                name: upheaval
                effects: [{effect: bounce, permanents: [wall, fence]},
                          {effect: reselect_attack, attacker: bear, to: siege},
                          {effect: reselect_attack, attacker: rhino, to: siege}]
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers, nth: 3}
              that: {attacking: {bear: siege, rhino: siege}, blocked: [bear, rhino], unblocked: [], blocking: {}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 20}, battlefield: {siege: {defense: 5}}}}
          counts:
            - {event: damage_dealt, is: 1}
    """)


def test_508_7a_reselected_before_blockers_it_is_neither_and_can_be_blocked_by_the_same_player() -> None:
    """Before the declaration it is neither blocked nor unblocked, then the defending player may block it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: wolf}]}
            - {id: B, battlefield: [{id: wall, toughness: 5}, {id: walker, types: [planeswalker], loyalty: 9}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: walker}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: swap
                effects: [{effect: reselect_attack, attacker: bear, to: walker},
                          {effect: reselect_attack, attacker: wolf, to: B}]
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [wolf]}}]}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {bear: walker, wolf: B}, blocked: [], unblocked: []}
            - {at: {turn: 1, step: declare_blockers}, that: {blocked: [wolf], unblocked: [bear]}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 20}, battlefield: {walker: {loyalty: 7}}}}
    """)


def test_508_7a_what_attacks_nothing_any_more_attacks_its_new_target() -> None:
    """A creature whose planeswalker left is still attacking, so it may be reselected, and deals damage again."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 1}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_blockers}
            do: [{action: cast, name: bolt, effects: [{effect: damage, to: walker, amount: 3}]}]
          - at: {turn: 1, step: declare_blockers, nth: 3}
            do: [{action: cast, name: turn-on, effects: [{effect: reselect_attack, attacker: bear, to: B}]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers, nth: 3}, that: {attacking: {bear: none}, unblocked: [bear]}}
            - {at: {turn: 1, step: declare_blockers, nth: 5}, that: {attacking: {bear: B}, unblocked: [bear]}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 18}}}
    """)


@obligation("508.7b", 1)
def test_508_7b_no_restriction_and_no_requirement_binds_a_reselection() -> None:
    """Each attacks what its declaration could not have: that is shown first, then they are reselected there."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: friend, cant_attack_player: B}
                - {id: hunter, must_attack: walker}
                - {id: loyal, must_attack: B}
                - {id: bear}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do:
              - {action: attack, attackers: {friend: B, hunter: walker, loyal: B, bear: B}, rejected: true}
              - {action: attack, attackers: {friend: walker, hunter: B, loyal: B, bear: B}, rejected: true}
              - {action: attack, attackers: {friend: walker, hunter: walker, loyal: walker, bear: B}, rejected: true}
              - {action: attack, attackers: {friend: walker, hunter: walker, loyal: B, bear: B}}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: chaos
                effects:
                  - {effect: continuous, name: peace, lasts: this_turn, static: {cant_attack: [bear], max_attackers: 0}}
                  - {effect: become, permanent: bear, keywords: [defender]}
                  - {effect: reselect_attack, attacker: friend, to: B}
                  - {effect: reselect_attack, attacker: hunter, to: B}
                  - {effect: reselect_attack, attacker: loyal, to: walker}
                  - {effect: reselect_attack, attacker: bear, to: walker}
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers}
              that: {attacking: {friend: walker, hunter: walker, loyal: B, bear: B}}
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {effects: [peace], attacking: {friend: B, hunter: B, loyal: walker, bear: walker}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {B: 16}, battlefield: {walker: {loyalty: 5}}}}
          counts:
            - {event: attack_reselected, is: 4}
    """)


@obligation("508.7c", 1)
@pytest.mark.parametrize("target", ["A", "mine", "their-siege", "kept", "ox", "relic", "away", "nowhere"])
def test_508_7c_a_reselection_to_oneself_or_to_what_no_opponent_has_changes_nothing(target: str) -> None:
    """The controller, their own planeswalker, battles they protect, and what cannot be attacked are all refused."""
    play(
        """
        game:
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: mine, types: [planeswalker], loyalty: 5}
                - {id: kept, types: [battle], defense: 5, protector: A}
            - id: B
              battlefield:
                - {id: ox}
                - {id: relic, types: [artifact]}
                - {id: walker, types: [planeswalker], loyalty: 5}
                - {id: their-siege, types: [battle], subtypes: [siege], defense: 5}
                - {id: away, types: [planeswalker], loyalty: 5, phased_out: true}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker}}]}
          - at: {turn: 1, step: declare_blockers}
            do:
              - action: cast
                name: misdirect
                effects: [{effect: reselect_attack, attacker: bear, to: TARGET}, {effect: gain_life, count: 1}]
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers, nth: 3}
              that: {attacking: {bear: walker}, unblocked: [bear], life: {A: 21}}
            - at: {turn: 1, step: combat_damage}
              that: {life: {A: 21, B: 20}, battlefield: {walker: {loyalty: 3}, mine: {loyalty: 5}, kept: {defense: 5},
                     their-siege: {defense: 5}}}
          never:
            - {event: attack_reselected}
        """.replace("TARGET", target)
    )


@obligation("508.7c", 1)
def test_508_7c_an_opponent_their_planeswalker_and_any_battle_they_protect_are_legal() -> None:
    """Each of four attackers changes over to one of them, also to a Siege that the attacking player controls."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: a}, {id: b}, {id: c}, {id: d},
                            {id: siege, types: [battle], subtypes: [siege], defense: 5}]
            - id: B
              battlefield: [{id: walker, types: [planeswalker], loyalty: 5},
                            {id: fort, types: [battle], defense: 5, protector: B}]
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {a: B, b: B, c: B, d: walker}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: chaos
                effects:
                  - {effect: reselect_attack, attacker: a, to: siege}
                  - {effect: reselect_attack, attacker: b, to: walker}
                  - {effect: reselect_attack, attacker: c, to: fort}
                  - {effect: reselect_attack, attacker: d, to: B}
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {attacking: {a: siege, b: walker, c: fort, d: B}}}
            - at: {turn: 1, step: combat_damage}
              that: {life: {B: 18}, battlefield: {siege: {defense: 3}, walker: {loyalty: 3}, fort: {defense: 3}}}
          counts:
            - {event: attack_reselected, is: 4}
    """)


@obligation("508.7c", 1)
def test_508_7c_a_creature_that_is_not_attacking_cannot_be_reselected() -> None:
    """Neither a creature outside combat nor a removed attacker nor a blocker attacks by that."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: ape}, {id: wolf}]}
            - {id: B, battlefield: [{id: wall}, {id: walker, types: [planeswalker], loyalty: 5}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
          - at: {turn: 1, step: declare_blockers}
            do:
              - action: cast
                name: chaos
                effects:
                  - {effect: remove_from_combat, permanents: [wolf]}
                  - {effect: reselect_attack, attacker: wolf, to: walker}
                  - {effect: reselect_attack, attacker: ape, to: walker}
                  - {effect: reselect_attack, attacker: wall, to: walker}
        expect:
          checks:
            - at: {turn: 1, step: declare_blockers, nth: 3}
              that: {attacking: {bear: B}, blocking: {wall: [bear]}}
          never: [{event: attack_reselected}]
    """)


@obligation("508.8", 1)
def test_508_8_without_attackers_the_end_of_combat_step_follows_with_all_that_belongs_to_it() -> None:
    """Declare blockers and combat damage are left out; at end of combat abilities trigger and players have priority."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: bear}]
              effects:
                - {effect: trigger, name: muster, when: {beginning_of: declare_blockers}}
                - {effect: trigger, name: strike, when: {beginning_of: combat_damage}}
                - {effect: trigger, name: retreat, when: {beginning_of: end_of_combat}}
            - {id: B, battlefield: [{id: wall}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: declare_attackers}, that: {priority: A, attacking: {}}}
            - {at: {turn: 1, step: declare_attackers, player: B}, that: {priority: B}}
            - {at: {turn: 1, step: end_of_combat}, that: {priority: A, stack: [retreat]}}
            - {at: {turn: 1, step: end_of_combat, player: B}, that: {priority: B}}
          events:
            - {event: step_ended, step: declare_attackers, turn: 1}
            - {event: step_skipped, step: declare_blockers, turn: 1, rule: "508.8"}
            - {event: step_skipped, step: combat_damage, turn: 1, rule: "508.8"}
            - {event: step_began, step: end_of_combat, turn: 1}
            - {event: ability_triggered, name: retreat, turn: 1}
          never:
            - {event: ability_triggered, name: muster}
            - {event: ability_triggered, name: strike}
            - {event: turn_based_action, action: declare_blockers}
            - {event: turn_based_action, action: deal_combat_damage}
    """)


@obligation("508.8", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: create, attacking: A, permanent: {id: wolf}}",
        "{effect: create, attacking: kept, permanent: {id: wolf}}",
        "{effect: create, attacking: B, permanent: {id: relic, types: [artifact]}}",
        "{effect: create, permanent: {id: wolf}}",
        "{effect: enter_combat, attacking: A, permanent: bear}",
    ],
)
def test_508_8_what_fails_to_be_put_in_attacking_brings_no_steps(effect: str) -> None:
    """A creature or a permanent that enters without becoming an attacker leaves it at no attackers at all."""
    play(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: kept, types: [battle], defense: 3, protector: A}]}
            - {id: B}
        script:
          - {at: {turn: 1, step: declare_attackers}, do: [{action: cast, name: ambush, effects: [EFFECT]}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          events: [{event: resolved, name: ambush}, {event: step_skipped, step: declare_blockers, rule: "508.8"}]
        """.replace("EFFECT", effect)
    )


@obligation("508.8", 1)
def test_508_8_an_attack_in_an_earlier_combat_of_the_turn_does_not_count() -> None:
    """Each combat phase is looked at for itself: the second one without attackers goes to its end at once."""
    play("""
        game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - at: {turn: 1, step: end_of_combat}
            do:
              - action: cast
                name: again
                effects: [{effect: extra_phases, phases: [combat, combat]}, {effect: untap, permanents: [bear]}]
          - {at: {turn: 1, decision: declare_attackers, nth: 3}, do: [{action: attack, attackers: {bear: B}}]}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main,
                      beginning_of_combat, declare_attackers, declare_blockers, combat_damage, end_of_combat,
                      beginning_of_combat, declare_attackers, end_of_combat,
                      beginning_of_combat, declare_attackers, declare_blockers, combat_damage, end_of_combat,
                      postcombat_main, end, cleanup]
          checks: [{at: {turn: 1, step: end}, that: {life: {B: 16}}}]
    """)


def test_508_8_a_creature_put_in_during_end_of_combat_is_too_late_for_the_steps() -> None:
    """The step to leave out has been decided: the creature is attacking, but no damage is dealt in this combat."""
    play("""
        script:
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: late, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: end_of_combat, nth: 3}, that: {attacking: {wolf: B}}}
            - {at: {turn: 1, step: end}, that: {life: {B: 20}, attacking: {}}}
    """)


REMOVALS = {
    "removed": "{effect: remove_from_combat, permanents: [bear, wolf]}",
    "destroyed": "{effect: destroy, permanents: [bear, wolf]}",
    "phased-out": "{effect: phase_out, permanents: [bear, wolf]}",
    "bounced": "{effect: bounce, permanents: [bear, wolf]}",
}


@obligation("508.8", 2)
@pytest.mark.parametrize("effect", REMOVALS.values(), ids=REMOVALS)
def test_508_8_all_attackers_removed_before_the_step_ended_skip_nothing(effect: str) -> None:
    """Attackers were declared, so both steps take place with their abilities and priority, though nobody attacks."""
    play(
        """
        game:
          players:
            - id: A
              battlefield: [{id: bear}, {id: wolf}]
              effects: [{effect: trigger, name: muster, when: {beginning_of: declare_blockers}},
                        {effect: trigger, name: strike, when: {beginning_of: combat_damage}}]
            - {id: B, battlefield: [{id: wall}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: fog, effects: [EFFECT]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: declare_attackers, nth: 3}, that: {attacking: {}}}
            - {at: {turn: 1, step: declare_blockers}, that: {attacking: {}, priority: A, stack: [muster]}}
            - {at: {turn: 1, step: combat_damage}, that: {attacking: {}, priority: A, stack: [strike]}}
            - {at: {turn: 1, step: end}, that: {life: {B: 20}}}
          never:
            - {event: step_skipped, rule: "508.8"}
            - {event: damage_dealt}
        """.replace("EFFECT", effect)
    )


@obligation("508.8", 2)
def test_508_8_attackers_that_another_player_took_over_skip_nothing() -> None:
    """A change of control removes the only attacker from combat; the blockers and damage steps come all the same."""
    play("""
        game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - at: {turn: 1, step: declare_attackers, player: B}
            do: [{action: cast, name: seize, effects: [{effect: gain_control, permanent: bear}]}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {attacking: {}, battlefield: {bear: {controller: B}}}}
            - {at: {turn: 1, step: combat_damage}, that: {attacking: {}, life: {A: 20, B: 20}}}
          never: [{event: step_skipped, rule: "508.8"}]
    """)


@obligation("508.8", 3)
@pytest.mark.parametrize("step", ["beginning_of_combat", "declare_attackers"])
@pytest.mark.parametrize(
    "then", ["{effect: nothing}", "{effect: sacrifice, permanents: [wolf]}"], ids=["stays", "goes"]
)
def test_508_8_a_creature_put_in_attacking_in_time_brings_both_steps(step: str, then: str) -> None:
    """Nobody was declared: both steps take place for the creature put in, even if it is gone again at once."""
    play(
        """
        script:
          - at: {turn: 1, step: STEP}
            do: [{action: cast, name: ambush, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
          - at: {turn: 1, step: STEP, nth: 3}
            do: [{action: cast, name: then, effects: [THEN]}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, end_of_combat, postcombat_main, end, cleanup]
          checks:
            - {at: {turn: 1, step: STEP, nth: 3}, that: {attacking: {wolf: B}}}
            - {at: {turn: 1, step: combat_damage}, that: {attacking: ATTACKING, life: {B: LIFE}}}
          never: [{event: step_skipped, rule: "508.8"}]
        """.replace("STEP", step)
        .replace("THEN", then)
        .replace("ATTACKING", "{wolf: B}" if "nothing" in then else "{}")
        .replace("LIFE", "18" if "nothing" in then else "20")
    )


def test_508_8_a_creature_that_is_stated_to_attack_brings_both_steps_too() -> None:
    """An existing creature that an effect has attack is like one put in: it is blocked and combat damage is dealt."""
    play("""
        game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: ox, power: 0, toughness: 5}]}]}
        script:
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: order, effects: [{effect: enter_combat, attacking: B, permanent: bear}]}]
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {ox: [bear]}}]}
        expect:
          checks: [{at: {turn: 1, step: combat_damage}, that: {blocked: [bear], battlefield: {ox: {damage: 2}}}}]
          never: [{event: step_skipped, rule: "508.8"}]
    """)


@obligation("508.4", 1)
def test_508_4_a_client_reads_off_the_decision_what_the_creature_can_attack() -> None:
    """The decision names the creature, its controller and all that can be attacked, in order; the opponent has none."""
    spec = GameSpec.model_validate(
        {
            "free_casting": True,
            "players": [
                {"id": "A", "battlefield": [{"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 5}]},
                {"id": "B", "battlefield": [{"id": "walker", "types": ["planeswalker"], "loyalty": 4}]},
            ],
        }
    )
    engine = new_game(spec)
    engine.advance()

    def summon(player: str, name: str) -> None:
        create = {"effect": "create", "attacking": "any", "permanent": {"id": name}}
        engine.submit(Cast.model_validate({"player": player, "name": name, "effects": [create]}))

    while engine.turn_state != "combat.declare_attackers":
        decision = engine.decision
        assert decision is not None
        engine.submit(Pass(player=decision.player))
        if engine.decision is not None and engine.decision.kind == "declare_attackers":
            engine.submit(Attack(player="A", attackers={}))
    summon("A", "wolf")
    engine.submit(Pass(player="A"))
    summon("B", "fox")
    engine.submit(Pass(player="B"))
    engine.submit(Pass(player="A"))
    assert engine.observe("battlefield", ["fox"])["fox"]["controller"] == "B"
    assert engine.observe("attacking") == {}
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("priority", "A")
    engine.submit(Pass(player="A"))
    engine.submit(Pass(player="B"))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player, engine.decision.subject) == ("choose_attacked", "A", "wolf")
    assert list(engine.decision.choices) == ["B", "walker", "siege"]

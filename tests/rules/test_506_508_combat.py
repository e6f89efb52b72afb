"""Rules 506 and 508, as far as attacks on players go."""

from __future__ import annotations

import pytest
from support import play


def test_508_4_a_creature_put_onto_the_battlefield_attacking_never_attacked() -> None:
    """It is attacking and deals damage, no ability that looks for attacks triggers, and it is not tapped (508.4a)."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}]
          effects: [{effect: trigger, name: cheer, when: {event: attacks, of: any}, effects: []}]
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: ally, effects: [{effect: create, permanent: {id: wolf, power: 3}, attacking: B}]}]
    expect:
      counts: [{event: ability_triggered, name: cheer, is: 1}]
      checks:
        - {at: {turn: 1, step: declare_attackers, nth: 4}, that: {attacking: {bear: B, wolf: B}}}
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 15}, battlefield: {wolf: {tapped: false}}}}
    """)


def test_508_4_outside_combat_or_at_nobody_it_is_just_there() -> None:
    """Created attacking in a main phase, or attacking its controller, it enters and is not attacking."""
    play("""
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: early, effects: [{effect: create, permanent: {id: wolf}, attacking: B}]}]
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: odd, effects: [{effect: create, permanent: {id: fox}, attacking: A}]}]
    expect:
      never: [{event: attacker_declared}]
      checks: [{at: {turn: 1, step: postcombat_main}, that: {battlefield: {wolf: {}, fox: {}}, attacking: {}}}]
    """)


def test_506_7c_during_combat_means_the_combat_phase_in_progress() -> None:
    """Outside combat, or in another player's, it is refused; after blockers counts within this combat phase."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: early, only: {before: attackers_declared, during: combat}, rejected: true}]
      - at: {turn: 1, step: beginning_of_combat}
        do:
          - {action: cast, name: theirs, only: {during: {combat_of: B}}, rejected: true}
          - {action: cast, name: too-soon, only: {after: blockers_declared, during: combat}, rejected: true}
          - {action: cast, name: now, only: {before: attackers_declared, during: {combat_of: A}}}
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: after, only: {after: blockers_declared, during: combat}}]
      - at: {turn: 1, step: end_of_combat}
        do: [{action: cast, name: late, only: {before: attackers_declared, during: combat}, rejected: true}]
    expect: {events: [{event: resolved, name: now}, {event: resolved, name: after}]}
    """)


def test_506_7e_a_point_whose_step_is_skipped_does_not_come() -> None:
    """Without a combat phase nothing can be cast before attackers are declared, once the phase has been skipped."""
    play("""
    game: {players: [{id: A, effects: [{effect: skip, what: combat, player: A}]}, {id: B}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: early, only: {before: attackers_declared}}]
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: late, only: {before: attackers_declared}, rejected: true},
             {action: cast, name: after, only: {after: attackers_declared}, rejected: true}]
    expect: {events: [{event: resolved, name: early}, {event: phase_skipped}]}
    """)


def test_508_1c_what_cannot_attack_alone_attacks_with_another() -> None:
    """A declaration is judged as a whole: each of two is refused alone, both together are legal."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: wolf, cant_attack_alone: true}, {id: fox, cant_attack_alone: true}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {wolf: B}, rejected: true}
          - {action: attack, attackers: {fox: B}, rejected: true}
          - {action: attack, attackers: {wolf: B, fox: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {wolf: B, fox: B}}}]}
    """)


def test_508_1c_no_more_attack_than_may() -> None:
    """Two static limits: the smaller one counts, and it binds the requirements too; the default takes the earliest."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: a, attacks_if_able: true}, {id: b, attacks_if_able: true}, {id: c, attacks_if_able: true}]
        - id: B
          battlefield:
            - {id: gate, types: [artifact], abilities: [{effect: static, max_attackers: 2}]}
            - {id: wall, types: [artifact], abilities: [{effect: static, max_attackers: 3, player: A}]}
            - {id: moat, types: [artifact], abilities: [{effect: static, max_attackers: 0, player: B}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {a: B, b: B, c: B}, rejected: true}
          - {action: attack, attackers: {c: B}, rejected: true}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {a: B, b: B}}}]}
    """)


def test_508_1d_a_declaration_that_obeys_fewer_requirements_is_refused() -> None:
    """Nobody, or the one that need not, is refused; what is tapped, sick or held back need not attack."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: berserker, attacks_if_able: true}
            - {id: sleeper, attacks_if_able: true, tapped: true}
            - {id: novice, attacks_if_able: true, sick: true}
            - {id: tied, attacks_if_able: true, cant_attack: true}
            - {id: shy, attacks_if_able: true, cant_attack_player: B}
            - {id: wall, attacks_if_able: true, keywords: [defender]}
            - {id: bear}
        - {id: B, effects: [{effect: static, dont_untap: [sleeper]}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {}, rejected: true}
          - {action: attack, attackers: {bear: B}, rejected: true}
          - {action: attack, attackers: {berserker: B, shy: B}, rejected: true}
          - {action: attack, attackers: {berserker: B, bear: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {berserker: B, bear: B}}}]}
    """)


def test_508_1d_a_requirement_applies_to_every_combat_of_the_turn() -> None:
    """Untapped for a second combat phase it has to attack again; the default declares it both times."""
    play("""
    game: {players: [{id: A, battlefield: [{id: berserker, attacks_if_able: true}]}, {id: B}]}
    script:
      - at: {turn: 1, step: postcombat_main}
        do:
          - action: cast
            name: assault
            effects: [{effect: untap, permanents: [berserker]}, {effect: extra_phases, phases: [combat]}]
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do: [{action: attack, attackers: {}, rejected: true}]
    expect: {counts: [{event: attacker_declared, permanent: berserker, turn: 1, is: 2}]}
    """)


def test_508_1d_what_must_attack_and_cannot_alone_takes_the_earliest_along() -> None:
    """The requirement can be obeyed with a second creature, so it has to be."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: pack, must_attack: B, cant_attack_alone: true}]
        - {id: B}
    script: [{at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {}, rejected: true}]}]
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B, pack: B}}}]}
    """)


def test_701_15b_a_goaded_creature_attacks_even_who_goaded_it_if_nobody_else_is_there() -> None:
    """With two players the second requirement drops out, and the first holds; so it does in the next turns."""
    play("""
    game: {players: [{id: A, battlefield: [{id: ox, goaded_by: B}]}, {id: B}]}
    script: [{at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {}, rejected: true}]}]
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {ox: B}}}]}
    """)


def test_508_1d_become_gives_and_takes_a_requirement() -> None:
    """A requirement is a value of the permanent as any other."""
    play("""
    game: {players: [{id: A, battlefield: [{id: ox}, {id: cow, attacks_if_able: true}]}, {id: B}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: swap, effects: [{effect: become, permanent: ox, attacks_if_able: true},
                                                  {effect: become, permanent: cow, attacks_if_able: false}]}]
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {ox: B}}}]}
    """)


def test_508_1b_creatures_attack_the_player_or_planeswalkers_of_the_player() -> None:
    """Each may attack something else; one's own planeswalker, another permanent or nothing known is refused."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}, {id: mine, types: [planeswalker], loyalty: 3}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}, {id: wall, keywords: [defender]}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: mine}, rejected: true}
          - {action: attack, attackers: {bear: wall}, rejected: true}
          - {action: attack, attackers: {bear: nowhere}, rejected: true}
          - {action: attack, attackers: {bear: walker, wolf: B}}
    expect:
      events:
        - {event: attacker_declared, permanent: bear, attacking: walker, rule: 508.1k}
        - {event: attacker_declared, permanent: wolf, attacking: B, rule: 508.1k}
        - {event: turn_based_action, action: declare_blockers, player: B}
        - {event: damage_dealt, source: bear, to: walker, amount: 2, combat: true}
        - {event: removed_from_combat, permanent: bear, rule: "511.3"}
        - {event: removed_from_combat, permanent: wolf, rule: "511.3"}
        - {event: removed_from_combat, permanent: walker, rule: "511.3"}
      checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {B: 18}, battlefield: {walker: {loyalty: 3}}}}]
    """)


@pytest.mark.parametrize(
    "effect",
    [
        "{effect: destroy, permanents: [walker]}",
        "{effect: phase_out, permanents: [walker]}",
        "{effect: gain_control, permanent: walker, player: A}",
        "{effect: become, permanent: walker, types: [artifact]}",
        "{effect: remove_from_combat, permanents: [walker]}",
    ],
)
def test_506_4c_what_attacks_a_planeswalker_that_is_removed_attacks_nothing(effect: str) -> None:
    """It stays attacking, and its damage goes nowhere, not to the player (510.1b)."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}]}}
        - {{id: B, battlefield: [{{id: walker, types: [planeswalker], loyalty: 5}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: walker}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: ruse, effects: [{effect}]}}]
    expect:
      events: [{{event: removed_from_combat, permanent: walker, rule: "506.4"}}]
      never: [{{event: damage_dealt}}]
      checks:
        - {{at: {{turn: 1, step: declare_blockers}}, that: {{attacking: {{bear: none}}}}}}
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 20}}}}}}
    """)


def test_506_4d_an_attacked_planeswalker_creature_that_stops_being_a_creature_is_still_attacked() -> None:
    """It keeps the role of the type that it still has; so does one that regenerates (506.4)."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: gideon, types: [planeswalker, creature], loyalty: 5, toughness: 9}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: gideon}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: still
            effects: [{effect: regenerate, permanents: [gideon]}, {effect: destroy, permanents: [gideon]},
                      {effect: become, permanent: gideon, types: [planeswalker]}]
    expect: {checks: [{at: {turn: 1, step: combat_damage},
                       that: {attacking: {bear: gideon}, battlefield: {gideon: {loyalty: 3, tapped: true}}}}]}
    """)


def test_508_3_a_planeswalker_that_is_attacked_is_not_its_player() -> None:
    """Its own ability triggers; "attacks that player" does not, "attacks" does (508.3b, 508.3d, 508.3e)."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf}]
          effects:
            - {effect: trigger, name: raid, when: {event: player_attacks, of: A}, effects: []}
            - {effect: trigger, name: duel, when: {event: player_attacks, of: A, against: B}, effects: []}
        - id: B
          battlefield:
            - id: walker
              types: [planeswalker]
              loyalty: 5
              abilities: [{effect: trigger, name: alarm, when: {event: is_attacked, of: walker}, effects: []}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker, wolf: walker}}]}
    expect:
      counts:
        - {event: ability_triggered, name: raid, is: 1}
        - {event: ability_triggered, name: alarm, is: 1}
        - {event: ability_triggered, name: duel, is: 0}
    """)


def test_508_4a_a_creature_put_in_attacking_a_planeswalker_that_has_left_is_outside_combat() -> None:
    """While the planeswalker is there, it attacks it."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: ambush
            effects: [{effect: create, permanent: {id: cat}, attacking: walker},
                      {effect: destroy, permanents: [walker]},
                      {effect: create, permanent: {id: dog}, attacking: walker}]
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B, cat: none}}}]}
    """)


def test_508_8_attackers_of_an_added_declare_attackers_step_are_blocked_and_deal_damage() -> None:
    """Nobody attacked in the first one."""
    play("""
        game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
        script:
          - at: {turn: 1, step: declare_attackers}
            do: [{action: cast, name: rally, effects: [{effect: extra_steps, steps: [declare_attackers]}]}]
          - at: {turn: 1, decision: declare_attackers, nth: 2}
            do: [{action: attack, attackers: {bear: B}}]
        until: {turn: 1, step: postcombat_main}
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_attackers,
                      declare_blockers, combat_damage, end_of_combat, postcombat_main]
          checks: [{at: {turn: 1, step: postcombat_main}, that: {life: {B: 18}}}]
          never: [{event: step_skipped, step: combat_damage}]
    """)


def test_508_8_a_creature_put_in_attacking_after_the_declare_attackers_step_brings_no_damage_step() -> None:
    """Nobody attacked before that step ended; the combat damage step that is added is left out by that rule."""
    play("""
        script:
          - at: {turn: 1, step: end_of_combat}
            do: [{action: cast, name: ambush, effects: [
                  {effect: create, permanent: {id: scout, token: true}, attacking: B},
                  {effect: extra_steps, steps: [combat_damage]}]}]
        until: {turn: 1, step: postcombat_main}
        expect:
          events: [{event: step_ended, step: end_of_combat}, {event: step_skipped, step: combat_damage, rule: "508.8"}]
          never: [{event: step_began, step: combat_damage}]
    """)

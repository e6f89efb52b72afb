"""Rules 506 and 508, as far as attacks on players go."""

from __future__ import annotations

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

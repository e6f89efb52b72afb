"""Rules 506, 507 and 511: the combat phase, who is in combat, how that ends, and when spells may be cast in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support import obligation, play

from mtg_fsm import Attack, Engine, GameSpec, new_game
from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.events import TurnBasedAction


def game(a: list[dict[str, Any]], b: list[dict[str, Any]]) -> Engine:
    """A game of two players with these permanents at its first decision."""
    players = [{"id": "A", "battlefield": a}, {"id": "B", "battlefield": b}]
    engine = new_game(GameSpec.model_validate({"players": players}))
    engine.advance()
    return engine


def decisions(engine: Engine, turns: int) -> Iterator[Decision]:
    """Each decision of the first turns; answered with the first legal command once it has been looked at."""
    while engine.position.turn <= turns and (decision := engine.decision) is not None:
        yield decision
        engine.submit(next(engine.legal(decision.player)))


def attack_of(engine: Engine, turn: int) -> None:
    """Goes on to the declaration of attackers of a turn."""
    asked = decisions(engine, turn)
    next(decision for decision in asked if decision.kind == "declare_attackers" and engine.position.turn == turn)


# --- 506.1: the steps of the phase ---


@obligation("506.1", 1)
def test_506_1_without_attackers_end_of_combat_follows_at_once() -> None:
    """Nobody attacks in the first combat, though one could, and a creature put in makes the second one complete."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wall}]}]}
    script:
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: crate, effects: [{effect: create, permanent: {id: box, types: [artifact]},
                                                    attacking: B}]}]
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: again, effects: [{effect: extra_phases, phases: [combat]}]}]
      - at: {turn: 1, step: declare_attackers, occurrence: 2}
        do: [{action: cast, name: ally, effects: [{effect: create, permanent: {id: wolf}, attacking: B}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                                       end_of_combat, postcombat_main, beginning_of_combat, declare_attackers,
                                       declare_blockers, combat_damage, end_of_combat, end, cleanup]}
      events:
        - {event: step_ended, step: declare_attackers}
        - {event: step_skipped, step: declare_blockers, rule: "508.8"}
        - {event: step_skipped, step: combat_damage, rule: "508.8"}
        - {event: step_began, step: end_of_combat}
        - {event: priority_received, player: A, step: end_of_combat}
      counts: [{event: step_skipped, step: declare_blockers, is: 1}, {event: damage_dealt, combat: true, is: 1}]
    """)


@obligation("506.1", 2)
@pytest.mark.parametrize(
    ("attacker", "blocker", "steps"),
    [
        ("", "", 1),
        ("first_strike", "", 2),
        ("", "first_strike", 2),
        ("double_strike", "", 2),
        ("", "double_strike", 2),
        ("first_strike", "first_strike", 2),
    ],
)
def test_506_1_first_or_double_strike_of_either_side_gives_two_combat_damage_steps(
    attacker: str, blocker: str, steps: int
) -> None:
    """The second one comes before end of combat, also if all that fight had first strike; without any there is one."""
    damage = ", ".join(["combat_damage"] * steps)
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, toughness: 9, keywords: [{attacker}]}}]}}
        - {{id: B, battlefield: [{{id: wall, toughness: 9, keywords: [{blocker}]}},
                                 {{id: idle, keywords: [first_strike]}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers, player: B}}, do: [{{action: block, blockers: {{wall: [bear]}}}}]}}
    expect:
      turns:
        - {{turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                                        declare_blockers, {damage}, end_of_combat, postcombat_main, end, cleanup]}}
      counts: [{{event: turn_based_action, action: deal_combat_damage, is: {steps}}}]
    """)


# --- 506.2: who attacks and who defends ---


@obligation("506.2", 1)
def test_506_2_only_the_active_player_attacks() -> None:
    """A request of the nonactive player is refused and nothing comes of it; in the other turn it is the other way."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wolf}]}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, player: B, attackers: {wolf: A}, rejected: true}
          - {action: attack, player: B, attackers: {bear: A}, rejected: true}
          - {action: attack, attackers: {wolf: B}, rejected: true}
          - {action: attack, attackers: {bear: A}, rejected: true}
          - {action: attack, attackers: {bear: B}}
      - at: {turn: 2, decision: declare_attackers}
        do:
          - {action: attack, player: A, attackers: {bear: B}, rejected: true}
          - {action: attack, attackers: {wolf: A}}
    expect:
      events:
        - {event: attacker_declared, permanent: bear, attacking: B, turn: 1}
        - {event: attacker_declared, permanent: wolf, attacking: A, turn: 2}
      counts: [{event: attacker_declared, is: 2}]
    """)
    engine = game([{"id": "bear"}], [{"id": "wolf"}])
    attack_of(engine, 1)
    assert engine.why_not(Attack(player="B", attackers={"wolf": "A"})) is not None
    assert engine.why_not(Attack(player="A", attackers={"bear": "B"})) is None


@obligation("506.2", 2)
def test_506_2_the_defending_player_of_two_is_the_other_one_without_a_choice() -> None:
    """From the beginning of combat step on the nonactive player defends; nobody is asked, and outside nobody does."""
    play("""
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {defending: []}}
        - {at: {turn: 1, step: beginning_of_combat}, that: {defending: [B], priority: A}}
        - {at: {turn: 1, step: end_of_combat}, that: {defending: [B]}}
        - {at: {turn: 1, step: postcombat_main}, that: {defending: []}}
        - {at: {turn: 2, step: beginning_of_combat}, that: {defending: [A], priority: B}}
    """)
    asked = {decision.kind for decision in decisions(game([{"id": "bear"}], []), 2)}
    assert asked == {"priority", "declare_attackers", "discard_to_hand_size"}


@obligation("506.2", 3)
def test_506_2_a_battle_is_attacked_by_its_protector_not_its_controller() -> None:
    """Battles that the defending player protects can be attacked, whoever controls them; others cannot."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: wolf}
            - {id: fox}
            - {id: mine-theirs, types: [battle], subtypes: [siege], defense: 5}
            - {id: mine-mine, types: [battle], defense: 5, protector: A}
        - id: B
          battlefield:
            - {id: theirs-theirs, types: [battle], defense: 5, protector: B}
            - {id: theirs-mine, types: [battle], subtypes: [siege], defense: 5}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: mine-mine}, rejected: true}
          - {action: attack, attackers: {bear: theirs-mine}, rejected: true}
          - {action: attack, attackers: {bear: mine-theirs, wolf: theirs-theirs, fox: B}}
    expect:
      checks:
        - at: {turn: 1, step: declare_attackers}
          that:
            attacking: {bear: mine-theirs, wolf: theirs-theirs, fox: B}
            battlefield: {mine-theirs: {controller: A, protector: B}, theirs-mine: {controller: B, protector: A}}
        - at: {turn: 1, step: end_of_combat}
          that:
            life: {A: 20, B: 18}
            battlefield: {mine-theirs: {defense: 3}, theirs-theirs: {defense: 3}, theirs-mine: {defense: 5}}
    """)
    engine = game(
        [{"id": "bear"}, {"id": "mine", "types": ["battle"], "subtypes": ["siege"], "defense": 5}],
        [{"id": "theirs", "types": ["battle"], "subtypes": ["siege"], "defense": 5}, {"id": "rock", "types": ["land"]}],
    )
    attack_of(engine, 1)
    legal = [command.attackers for command in engine.legal("A") if isinstance(command, Attack)]
    assert legal == [{}, {"bear": "B"}, {"bear": "mine"}]


@obligation("506.2a", 2)
def test_506_2a_with_two_players_no_defending_player_is_chosen() -> None:
    """In the beginning of combat step nothing is done before priority, and no choice is ever logged."""
    result = play("""
    script: [{at: {turn: 2, step: beginning_of_combat}, do: [{action: cast, name: wait}]}]
    expect:
      events:
        - {event: step_began, step: beginning_of_combat, turn: 2}
        - {event: priority_received, player: B, step: beginning_of_combat, turn: 2}
      never: [{event: turn_based_action, action: choose_defending_player}]
      checks: [{at: {turn: 2, step: beginning_of_combat}, that: {defending: [A]}}]
    """)
    steps = [event for event in result.events if event.step == "beginning_of_combat"]
    names = [event.as_dict()["event"] for event in steps if event.turn == 2]
    assert names[:2] == ["step_began", "priority_received"]


# --- 506.3: what can attack, block and be attacked ---


@obligation("506.3", 1)
def test_506_3_only_creatures_attack_and_only_players_planeswalkers_and_battles_are_attacked() -> None:
    """Each other kind of permanent is refused as an attacker and as what is attacked, one among legal ones as well."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: rock, types: [artifact]}
            - {id: isle, types: [land]}
            - {id: jace, types: [planeswalker], loyalty: 4}
            - {id: car, types: [artifact, creature], power: 3}
            - {id: siege, types: [battle], subtypes: [siege], defense: 5}
        - id: B
          battlefield:
            - {id: wall}
            - {id: field, types: [land]}
            - {id: relic, types: [artifact]}
            - {id: aura, types: [enchantment]}
            - {id: liliana, types: [planeswalker], loyalty: 4}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {rock: B}, rejected: true}
          - {action: attack, attackers: {isle: B}, rejected: true}
          - {action: attack, attackers: {jace: B}, rejected: true}
          - {action: attack, attackers: {siege: B}, rejected: true}
          - {action: attack, attackers: {bear: B, rock: B}, rejected: true}
          - {action: attack, attackers: {bear: wall}, rejected: true}
          - {action: attack, attackers: {bear: field}, rejected: true}
          - {action: attack, attackers: {bear: relic}, rejected: true}
          - {action: attack, attackers: {bear: aura}, rejected: true}
          - {action: attack, attackers: {bear: jace}, rejected: true}
          - {action: attack, attackers: {bear: liliana, car: siege}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: liliana, car: siege}}}]}
    """)


@obligation("506.3", 1)
def test_506_3_only_creatures_block() -> None:
    """A land, an artifact or a planeswalker is refused as a blocker; an artifact that is a creature is not."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: idle}]}
        - id: B
          battlefield:
            - {id: wall}
            - {id: field, types: [land]}
            - {id: relic, types: [artifact]}
            - {id: liliana, types: [planeswalker], loyalty: 4}
            - {id: golem, types: [artifact, creature], toughness: 5}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, decision: declare_blockers, player: B}
        do:
          - {action: block, blockers: {field: [bear]}, rejected: true}
          - {action: block, blockers: {relic: [bear]}, rejected: true}
          - {action: block, blockers: {liliana: [bear]}, rejected: true}
          - {action: block, blockers: {wall: [bear], relic: [bear]}, rejected: true}
          - {action: block, blockers: {wall: [idle]}, rejected: true}
          - {action: block, blockers: {golem: [bear]}}
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {golem: [bear]}, blocked: [bear]}}]}
    """)


@obligation("506.3a", 1)
def test_506_3a_a_noncreature_put_in_attacking_or_blocking_is_outside_combat() -> None:
    """It enters, but does not attack or block, blocks nothing off and does not fight once it is a creature."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: crate
            effects:
              - {effect: create, permanent: {id: box, types: [artifact], power: 5}, attacking: B}
              - {effect: create, permanent: {id: isle, types: [land]}, attacking: B}
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: fence
            effects: [{effect: create, permanent: {id: rail, types: [artifact], toughness: 9}, blocking: bear}]
      - at: {turn: 1, step: declare_blockers, nth: 2}
        do: [{action: cast, name: life, effects: [{effect: become, permanent: box, types: [artifact, creature]},
                                                  {effect: become, permanent: rail, types: [artifact, creature]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B}, battlefield: {box: {tapped: false},
                                                         isle: {}}}}
        - at: {turn: 1, step: combat_damage}
          that: {attacking: {bear: B}, blocking: {}, blocked: [], unblocked: [bear], life: {B: 18},
                 battlefield: {box: {types: [artifact, creature]}, rail: {controller: B, damage: 0}}}
      counts: [{event: attacker_declared, is: 1}, {event: blocker_declared, is: 0}, {event: became_blocked, is: 0},
               {event: damage_dealt, is: 1}]
    """)


@obligation("506.3b", 1)
def test_506_3b_a_creature_of_the_nonactive_player_put_in_attacking_is_outside_combat() -> None:
    """Whomever it is to attack, it enters and does not, and the same spell of the active player is different."""
    play("""
    game: {players: [{id: A}, {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]}]}
    script:
      - at: {turn: 1, step: declare_attackers, player: B}
        do:
          - action: cast
            name: revolt
            effects: [{effect: create, permanent: {id: rebel}, attacking: A},
                      {effect: create, permanent: {id: fool}, attacking: B},
                      {effect: create, permanent: {id: thug}, attacking: walker},
                      {effect: create, permanent: {id: stray}, attacking: any}]
      - at: {turn: 2, step: declare_attackers}
        do: [{action: cast, name: rally, effects: [{effect: create, permanent: {id: rider}, attacking: A}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                                       end_of_combat, postcombat_main, end, cleanup]}
      checks:
        - at: {turn: 1, step: declare_attackers, nth: 3}
          that: {attacking: {}, blocking: {}, battlefield: {rebel: {controller: B}, fool: {controller: B},
                                                            thug: {controller: B}, stray: {controller: B}}}
        - {at: {turn: 1, step: end_of_combat}, that: {attacking: {}, life: {A: 20, B: 20}}}
        - {at: {turn: 2, step: declare_blockers}, that: {attacking: {rider: A}}}
      never: [{event: attacker_declared, turn: 1}]
    """)


@obligation("506.3c", 1)
def test_506_3c_a_creature_put_in_attacking_what_cannot_be_attacked_is_outside_combat() -> None:
    """What has left, has phased out, is no planeswalker any more or never was anything to attack."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - id: B
          battlefield:
            - {id: gone, types: [planeswalker], loyalty: 4}
            - {id: away, types: [planeswalker], loyalty: 4}
            - {id: stone, types: [planeswalker], loyalty: 4}
            - {id: ruin, types: [battle], defense: 4, protector: B}
            - {id: wall}
            - {id: field, types: [land]}
            - {id: there, types: [planeswalker], loyalty: 4}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: ambush
            effects:
              - {effect: exile, permanents: [gone]}
              - {effect: phase_out, permanents: [away]}
              - {effect: become, permanent: stone, types: [artifact]}
              - {effect: become, permanent: ruin, types: [artifact]}
              - {effect: create, permanent: {id: c1}, attacking: gone}
              - {effect: create, permanent: {id: c2}, attacking: away}
              - {effect: create, permanent: {id: c3}, attacking: stone}
              - {effect: create, permanent: {id: c4}, attacking: ruin}
              - {effect: create, permanent: {id: c5}, attacking: wall}
              - {effect: create, permanent: {id: c6}, attacking: field}
              - {effect: create, permanent: {id: c7}, attacking: there}
              - {effect: phase_in, permanents: [away]}
              - {effect: become, permanent: stone, types: [planeswalker]}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {attacking: {bear: B, c7: there}, battlefield: {c1: {}, c2: {}, c3: {}, c4: {}, c5: {}, c6: {}}}
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 18}, battlefield: {there: {loyalty: 2}, away: {loyalty: 4}, stone: {loyalty: 4}}}
      counts: [{event: attacker_declared, is: 2}]
    """)


@obligation("506.3d", 1)
def test_506_3d_a_creature_put_in_blocking_for_the_wrong_player_is_not_blocking() -> None:
    """What attacks B, B's planeswalker or B's battle is not blocked by a creature of A, nor is an idle one by B."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}, {id: fox}, {id: idle},
                                {id: siege, types: [battle], subtypes: [siege], defense: 5}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: walker, fox: siege}}]
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: shield
            effects: [{effect: create, permanent: {id: s1}, blocking: bear},
                      {effect: create, permanent: {id: s2}, blocking: wolf},
                      {effect: create, permanent: {id: s3}, blocking: fox}]
      - at: {turn: 1, step: declare_blockers, player: B, nth: 2}
        do: [{action: cast, name: lost, effects: [{effect: create, permanent: {id: s4}, blocking: idle}]}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {attacking: {bear: B, wolf: walker, fox: siege}, blocking: {}, blocked: [],
                 unblocked: [bear, wolf, fox], life: {B: 18},
                 battlefield: {s1: {controller: A}, s2: {}, s3: {}, s4: {controller: B}, walker: {loyalty: 3},
                               siege: {defense: 3}}}
      never: [{event: blocker_declared}, {event: became_blocked}]
    """)


@obligation("506.3d", 1)
def test_506_3d_one_put_in_by_the_player_who_defends_does_block() -> None:
    """Creatures of B block what attacks B, B's planeswalker and A's battle that B protects; then no damage wanders."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}, {id: fox},
                                {id: siege, types: [battle], subtypes: [siege], defense: 5}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: walker, fox: siege}}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: shield
            effects: [{effect: create, permanent: {id: s1, power: 0, toughness: 9}, blocking: bear},
                      {effect: create, permanent: {id: s2, power: 0, toughness: 9}, blocking: wolf},
                      {effect: create, permanent: {id: s3, power: 0, toughness: 9}, blocking: fox}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {blocking: {s1: [bear], s2: [wolf], s3: [fox]}, blocked: [bear, wolf, fox], unblocked: [],
                 life: {B: 20}, battlefield: {walker: {loyalty: 5}, siege: {defense: 5}}}
    """)


@obligation("506.3e", 1)
def test_506_3e_a_creature_that_is_a_battle_put_into_combat_is_outside_it() -> None:
    """It enters under either player's control and neither attacks nor blocks, though it is a creature."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: march
            effects: [{effect: create, permanent: {id: fort, types: [creature, battle], power: 4, defense: 3},
                       attacking: B}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: bar
            effects: [{effect: create, blocking: bear,
                       permanent: {id: gate, types: [creature, battle], toughness: 9, defense: 3}}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {attacking: {bear: B}, blocking: {}, blocked: [], unblocked: [bear], life: {B: 18},
                 battlefield: {fort: {controller: A, types: [creature, battle]}, gate: {controller: B, defense: 3}}}
      counts: [{event: attacker_declared, is: 1}, {event: blocker_declared, is: 0}, {event: damage_dealt, is: 1}]
    """)


BATTLE_STAYS_OUT = """
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: fort, types: [creature, battle], power: 4, defense: 3},
                                {id: wolf, power: 3}]}
        - {id: B, battlefield: [{id: gate, types: [creature, battle], toughness: 9, defense: 3, protector: A}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, fort: B}, rejected: true}, {action: attack, attackers: {bear: B}}]
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: charge
            effects: [{effect: enter_combat, permanent: fort, attacking: B}, {effect: gain_life, count: 3},
                      {effect: enter_combat, permanent: wolf, attacking: B}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: bar
            effects: [{effect: enter_combat, permanent: gate, blocking: bear}, {effect: tap, permanents: [gate]}]
    expect:
      checks:
        - {at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B, wolf: B}, life: {A: 23}}}
        - at: {turn: 1, step: combat_damage}
          that: {attacking: {bear: B, wolf: B}, blocking: {}, blocked: [], unblocked: [bear, wolf], life: {B: 15},
                 battlefield: {gate: {tapped: true, damage: 0}, fort: {tapped: false}}}
      never: [{event: attacker_declared, permanent: fort}, {event: blocker_declared}]
"""


@obligation("506.3f", 1)
def test_506_3f_no_effect_makes_a_battle_attack_or_block_but_the_rest_applies() -> None:
    """Life is gained, the other creature attacks and the battle is tapped; only the role in combat is not given."""
    play(BATTLE_STAYS_OUT)


@obligation("506.3g", 1)
def test_506_3g_a_battle_is_made_neither_an_attacking_nor_a_blocking_creature() -> None:
    """The newer number of the same rule: both battles stay outside combat."""
    play(BATTLE_STAYS_OUT)


# --- 506.4: leaving combat ---

LEAVES_COMBAT = [
    (
        "{effect: bounce, permanents: [ID]}",
        "{effect: create, permanent: {id: ID, power: 5, toughness: 9}}, "
        "{effect: gain_control, permanent: ID, player: OWNER}",
    ),
    ("{effect: phase_out, permanents: [ID]}", "{effect: phase_in, permanents: [ID]}"),
    ("{effect: gain_control, permanent: ID, player: OTHER}", "{effect: gain_control, permanent: ID, player: OWNER}"),
    (
        "{effect: gain_control, permanent: ID, player: OTHER, lasts: {until_end_of: this_step}}",
        "{effect: nothing}",
    ),
    ("{effect: remove_from_combat, permanents: [ID]}", "{effect: nothing}"),
]
"""What removes any permanent from combat, and what undoes it."""
CREATURE_LEAVES_COMBAT = [
    *LEAVES_COMBAT,
    (
        "{effect: regenerate, permanents: [ID]}, {effect: destroy, permanents: [ID]}",
        "{effect: untap, permanents: [ID]}",
    ),
    ("{effect: become, permanent: ID, types: [artifact]}", "{effect: become, permanent: ID, types: [creature]}"),
    (
        "{effect: become, permanent: ID, types: [creature, battle], defense: 3}",
        "{effect: become, permanent: ID, types: [creature]}",
    ),
]


def of(text: str, name: str, owner: str) -> str:
    """An effect on a permanent of a player."""
    return text.replace("ID", name).replace("OWNER", owner).replace("OTHER", "AB".replace(owner, ""))


@obligation("506.4", 1, 3)
@pytest.mark.parametrize(("cause", "undo"), CREATURE_LEAVES_COMBAT)
def test_506_4_a_removed_attacker_is_out_of_combat_even_if_that_is_undone(cause: str, undo: str) -> None:
    """It is not attacking, blocked or unblocked for the rest of the phase and deals and is dealt no combat damage."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, power: 5, toughness: 9}}, {{id: wolf, power: 3}}]}}
        - {{id: B, battlefield: [{{id: wall, power: 1, toughness: 9}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B, wolf: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers, player: B}}, do: [{{action: block, blockers: {{wall: [bear]}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: cause, effects: [{of(cause, "bear", "A")}]}}]
      - at: {{turn: 1, step: declare_blockers, nth: 3}}
        do: [{{action: cast, name: undo, effects: [{of(undo, "bear", "A")}]}}]
    expect:
      events:
        - {{event: removed_from_combat, permanent: bear, rule: "506.4", step: declare_blockers}}
        - {{event: resolved, name: undo}}
        - {{event: removed_from_combat, permanent: wolf, rule: "511.3"}}
      never: [{{event: damage_dealt, source: bear}}, {{event: damage_dealt, to: bear}},
              {{event: damage_dealt, source: wall}}, {{event: removed_from_combat, permanent: bear, rule: "511.3"}}]
      checks:
        - at: {{turn: 1, step: declare_blockers}}
          that: {{attacking: {{bear: B, wolf: B}}, blocked: [bear], unblocked: [wolf], blocking: {{wall: [bear]}}}}
        - {{at: {{turn: 1, step: declare_blockers, nth: 3}}, that: {{attacking: {{wolf: B}}, blocked: []}}}}
        - at: {{turn: 1, step: combat_damage}}
          that: {{attacking: {{wolf: B}}, blocked: [], unblocked: [wolf], blocking: {{wall: []}}, life: {{B: 17}},
                  battlefield: {{bear: {{controller: A, phased_out: false, types: [creature]}}}}}}
        - {{at: {{turn: 1, step: end_of_combat}}, that: {{attacking: {{wolf: B}}, life: {{A: 20, B: 17}}}}}}
    """)


@obligation("506.4", 1, 2)
@pytest.mark.parametrize(("cause", "undo"), CREATURE_LEAVES_COMBAT)
def test_506_4_a_removed_blocker_is_out_of_combat_and_its_attacker_stays_blocked(cause: str, undo: str) -> None:
    """The blocker is in no role again though the cause is undone; the attacker is blocked and damages nobody."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}, {{id: ox, power: 4, keywords: [trample]}}]}}
        - {{id: B, battlefield: [{{id: wall, toughness: 9, max_blocks: 2}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B, ox: B}}}}]}}
      - at: {{turn: 1, decision: declare_blockers, player: B}}
        do: [{{action: block, blockers: {{wall: [bear, ox]}}}}]
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: cause, effects: [{of(cause, "wall", "B")}]}}]
      - at: {{turn: 1, step: declare_blockers, nth: 3}}
        do: [{{action: cast, name: undo, effects: [{of(undo, "wall", "B")}]}}]
    expect:
      events:
        - {{event: removed_from_combat, permanent: wall, rule: "506.4", step: declare_blockers}}
        - {{event: damage_dealt, source: ox, to: B, amount: 4, combat: true}}
      never: [{{event: damage_dealt, source: bear}}, {{event: damage_dealt, to: wall}},
              {{event: damage_dealt, source: wall}}, {{event: became_unblocked}}]
      checks:
        - {{at: {{turn: 1, step: declare_blockers}}, that: {{blocking: {{wall: [bear, ox]}}, blocked: [bear, ox]}}}}
        - at: {{turn: 1, step: declare_blockers, nth: 3}}
          that: {{attacking: {{bear: B, ox: B}}, blocking: {{}}, blocked: [bear, ox], unblocked: []}}
        - at: {{turn: 1, step: end_of_combat}}
          that: {{attacking: {{bear: B, ox: B}}, blocking: {{}}, blocked: [bear, ox], unblocked: [], life: {{B: 16}},
                  battlefield: {{wall: {{controller: B, damage: 0, phased_out: false, types: [creature]}}}}}}
    """)


@obligation("506.4", 1)
@pytest.mark.parametrize(
    ("cause", "undo"),
    [
        *LEAVES_COMBAT,
        ("{effect: become, permanent: ID, types: [artifact]}", "{effect: become, permanent: ID, types: [TYPE]}"),
    ],
)
@pytest.mark.parametrize(
    ("kind", "owner", "more"),
    [("planeswalker", "B", "loyalty: 6"), ("battle", "B", "defense: 6, protector: B"), ("battle", "A", "defense: 6")],
)
def test_506_4_a_removed_planeswalker_or_battle_is_not_attacked_even_if_that_is_undone(
    cause: str, undo: str, kind: str, owner: str, more: str
) -> None:
    """What attacked it attacks nothing for the rest of the phase; it is there again and loses no counters."""
    back = f"{{effect: create, permanent: {{id: goal, types: [{kind}], {more}}}}}"
    back += f", {{effect: gain_control, permanent: goal, player: {owner}}}"
    undo = back if "create" in undo else of(undo, "goal", owner).replace("TYPE", kind)
    counters = more.split(",", maxsplit=1)[0]
    mine, theirs = (f", {{id: goal, types: [{kind}], {more}}}" if owner == player else "" for player in "AB")
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}, {{id: wolf, power: 3}}{mine}]}}
        - {{id: B, battlefield: [{{id: rock, types: [artifact]}}{theirs}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: goal, wolf: B}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: cause, effects: [{of(cause, "goal", owner)}]}}]
      - at: {{turn: 1, step: declare_attackers, nth: 3, player: A}}
        do: [{{action: cast, name: undo, effects: [{undo}]}}]
    expect:
      events:
        - {{event: attacker_declared, permanent: bear, attacking: goal}}
        - {{event: removed_from_combat, permanent: goal, rule: "506.4", step: declare_attackers}}
        - {{event: resolved, name: undo}}
      counts: [{{event: damage_dealt, is: 1}}, {{event: removed_from_combat, permanent: goal, is: 1}}]
      checks:
        - {{at: {{turn: 1, step: declare_attackers}}, that: {{attacking: {{bear: goal, wolf: B}}}}}}
        - {{at: {{turn: 1, step: declare_attackers, nth: 3}}, that: {{attacking: {{bear: none, wolf: B}}}}}}
        - at: {{turn: 1, step: end_of_combat}}
          that: {{attacking: {{bear: none, wolf: B}}, unblocked: [bear, wolf], life: {{A: 20, B: 17}},
                  battlefield: {{goal: {{controller: {owner}, phased_out: false, types: [{kind}], {counters}}}}}}}
    """)


@obligation("506.4", 1, 3)
def test_506_4_a_creature_that_regenerates_in_first_strike_damage_is_out_for_the_second_step() -> None:
    """Regenerated attacker and its double striking blocker do nothing to each other in the regular step."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: troll, power: 5}, {id: bear}]}
        - {id: B, battlefield: [{id: duelist, power: 3, toughness: 9, keywords: [double_strike]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {troll: B, bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {duelist: [troll]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: save, effects: [{effect: regenerate, permanents: [troll]}]}]
    expect:
      events:
        - {event: damage_dealt, source: duelist, to: troll, amount: 3}
        - {event: removed_from_combat, permanent: troll, rule: "506.4", step: combat_damage}
        - {event: damage_dealt, source: bear, to: B, amount: 2}
      counts: [{event: damage_dealt, is: 2}]
      checks:
        - {at: {turn: 1, step: combat_damage}, that: {attacking: {bear: B}, battlefield: {troll: {tapped: true}}}}
        - at: {turn: 1, step: combat_damage, occurrence: 2}
          that: {attacking: {bear: B}, blocking: {duelist: []}, battlefield: {troll: {damage: 0}, duelist: {damage: 0}}}
    """)


@obligation("506.4", 1)
@pytest.mark.parametrize(("before", "after"), [("planeswalker", "battle"), ("battle", "planeswalker")])
def test_506_4_an_attacked_planeswalker_or_battle_that_turns_into_the_other_leaves_combat(
    before: str, after: str
) -> None:
    """It stops being what was attacked; 506.4e does not help it, as it never was both."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}]}}
        - {{id: B, battlefield: [{{id: goal, types: [{before}], loyalty: 6, defense: 6, protector: B}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: goal}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: change, effects: [{{effect: become, permanent: goal, types: [{after}]}}]}}]
    expect:
      checks: [{{at: {{turn: 1, step: declare_blockers}}, that: {{attacking: {{bear: none}}}}}}]
      never: [{{event: damage_dealt}}]
    """)


@obligation("506.4", 1)
@pytest.mark.parametrize(
    "cause",
    [
        pytest.param(
            "{effect: regenerate, permanents: [gideon]}, {effect: destroy, permanents: [gideon]}",
        ),
        pytest.param(
            "{effect: become, permanent: gideon, types: [planeswalker, creature, battle], defense: 5, protector: B}",
        ),
        "{effect: remove_from_combat, permanents: [gideon]}",
    ],
)
def test_506_4_a_blocking_creature_that_is_an_attacked_planeswalker_leaves_combat_as_a_whole(cause: str) -> None:
    """Regenerating, or turning into a battle, a blocking creature leaves combat; 506.4d is about lost types only."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, power: 1}}, {{id: wolf, power: 1}}]}}
        - {{id: B, battlefield: [{{id: gideon, types: [planeswalker, creature], loyalty: 5, toughness: 9}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B, wolf: gideon}}}}]}}
      - at: {{turn: 1, decision: declare_blockers, player: B}}
        do: [{{action: block, blockers: {{gideon: [bear]}}}}]
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: cause, effects: [{cause}]}}]
    expect:
      events: [{{event: removed_from_combat, permanent: gideon, rule: "506.4"}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{attacking: {{bear: B, wolf: none}}, blocking: {{}}}}}}
      never: [{{event: damage_dealt}}]
    """)


# --- 506.4a, 506.4b: what does not remove from combat ---


@obligation("506.4a", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: continuous, name: calm, lasts: this_turn, static: {cant_attack: [bear]}}",
        "{effect: continuous, name: calm, lasts: this_turn, static: {max_attackers: 0}}",
        "{effect: become, permanent: bear, cant_attack: true}",
        "{effect: become, permanent: bear, cant_attack_player: B}",
        "{effect: become, permanent: bear, cant_attack_alone: true}",
        "{effect: become, permanent: bear, keywords: [defender]}",
        "{effect: become, permanent: bear, sick: true}",
    ],
)
def test_506_4a_what_would_have_stopped_an_attack_is_too_late(effect: str) -> None:
    """The attacker stays attacking and deals its damage; in a second combat the same effect counts."""
    play(f"""
    game: {{players: [{{id: A, battlefield: [{{id: bear, keywords: [vigilance]}}]}}, {{id: B}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: peace, effects: [{effect}, {{effect: extra_phases, phases: [combat]}}]}}]
      - at: {{turn: 1, decision: declare_attackers, nth: 2}}
        do: [{{action: attack, attackers: {{bear: B}}, rejected: true}}]
    expect:
      checks:
        - {{at: {{turn: 1, step: declare_attackers, nth: 3}}, that: {{attacking: {{bear: B}}}}}}
        - at: {{turn: 1, step: combat_damage}}
          that: {{attacking: {{bear: B}}, life: {{B: 18}}, battlefield: {{bear: {{tapped: false}}}}}}
      never: [{{event: removed_from_combat, rule: "506.4"}}]
    """)


@obligation("506.4a", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: become, permanent: wall, cant_block: true}",
        "{effect: become, permanent: wall, cant_block_alone: true}",
        "{effect: become, permanent: wall, max_blocks: 0}",
        "{effect: become, permanent: bear, cant_be_blocked: true}",
        "{effect: become, permanent: bear, keywords: [flying, menace]}",
        "{effect: continuous, name: calm, lasts: this_turn, static: {max_blockers: 0}}",
    ],
)
def test_506_4a_what_would_have_stopped_a_block_is_too_late(effect: str) -> None:
    """The blocker stays blocking and both deal damage; in a second combat the same effect refuses the block."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, toughness: 9, keywords: [vigilance]}}]}}
        - {{id: B, battlefield: [{{id: wall, toughness: 9}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers, player: B}}, do: [{{action: block, blockers: {{wall: [bear]}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: peace, effects: [{effect}, {{effect: extra_phases, phases: [combat]}}]}}]
      - {{at: {{turn: 1, decision: declare_attackers, nth: 2}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
      - at: {{turn: 1, decision: declare_blockers, player: B, nth: 2}}
        do: [{{action: block, blockers: {{wall: [bear]}}, rejected: true}}]
    expect:
      checks:
        - at: {{turn: 1, step: combat_damage}}
          that: {{blocking: {{wall: [bear]}}, blocked: [bear], life: {{B: 20}},
                  battlefield: {{bear: {{damage: 2}}, wall: {{damage: 2, tapped: false}}}}}}
        - {{at: {{turn: 1, step: combat_damage, occurrence: 2}}, that: {{unblocked: [bear], life: {{B: 18}}}}}}
      never: [{{event: removed_from_combat, rule: "506.4"}}]
    """)


@obligation("506.4b", 1)
def test_506_4b_tapped_or_untapped_a_declared_creature_stays_and_deals_its_damage() -> None:
    """A tapped blocker, a tapped attacker with vigilance and an untapped attacker all fight on."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, toughness: 9}, {id: knight, power: 3, keywords: [vigilance]}]}
        - {id: B, battlefield: [{id: wall, power: 4, toughness: 9}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, knight: B}}]}
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: twist, effects: [{effect: tap, permanents: [wall, knight]},
                                                   {effect: untap, permanents: [bear]}]}]
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {attacking: {bear: B, knight: B}, blocking: {wall: [bear]}, blocked: [bear], unblocked: [knight],
                 battlefield: {bear: {tapped: false}, wall: {tapped: true}, knight: {tapped: true}}}
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 17}, battlefield: {bear: {damage: 4}, wall: {damage: 2}}}
      never: [{event: removed_from_combat, rule: "506.4"}]
    """)


# --- 506.4c-506.4e: what is attacked leaves combat ---


@obligation("506.4c", 1)
@pytest.mark.parametrize(
    "target", ["{types: [planeswalker], loyalty: 3}", "{types: [battle], defense: 3, protector: B}"]
)
def test_506_4c_after_its_target_died_an_attacker_attacks_nothing_and_can_be_blocked(target: str) -> None:
    """It stays attacking, the player is asked for blockers, and attacker and blocker fight."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, toughness: 9}}]}}
        - {{id: B, battlefield: [{{id: goal, {target[1:-1]}}}, {{id: wall, power: 1, toughness: 9}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: goal}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: bolt, effects: [{{effect: damage, to: goal, amount: 3}}]}}]
      - {{at: {{turn: 1, decision: declare_blockers, player: B}}, do: [{{action: block, blockers: {{wall: [bear]}}}}]}}
    expect:
      events:
        - {{event: removed_from_combat, permanent: goal, rule: "506.4"}}
        - {{event: permanent_left, permanent: goal, to: graveyard}}
        - {{event: blocker_declared, permanent: wall, blocking: bear}}
      checks:
        - at: {{turn: 1, step: declare_attackers, nth: 3}}
          that: {{attacking: {{bear: none}}, defending: [B], battlefield: {{goal: absent}}}}
        - at: {{turn: 1, step: combat_damage}}
          that: {{attacking: {{bear: none}}, blocking: {{wall: [bear]}}, blocked: [bear], life: {{B: 20}},
                  battlefield: {{bear: {{damage: 1}}, wall: {{damage: 2}}}}}}
    """)


@obligation("506.4c", 2)
def test_506_4c_unblocked_it_assigns_no_damage_and_nobody_is_asked() -> None:
    """Neither the player nor the other planeswalker takes it, not even from a creature with trample."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox, power: 4, keywords: [trample]}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 3},
                                {id: other, types: [planeswalker], loyalty: 3}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker, ox: walker}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: bolt, effects: [{effect: damage, to: walker, amount: 3}]}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {attacking: {bear: none, ox: none}, unblocked: [bear, ox], life: {A: 20, B: 20},
                 battlefield: {walker: absent, other: {loyalty: 3}}}
      never: [{event: damage_dealt, combat: true}, {event: turn_based_action, action: assign_combat_damage}]
    """)


@obligation("506.4c", 2)
def test_506_4c_trample_of_a_blocked_creature_that_attacks_nothing_gives_the_player_nothing() -> None:
    """All of its damage goes to the blocker; an assignment to the player or to the planeswalker is refused."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 6, keywords: [trample]}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 3}, {id: wall}, {id: shed}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: walker}}]}
      - at: {turn: 1, decision: declare_blockers, player: B}
        do: [{action: block, blockers: {wall: [ox], shed: [ox]}}]
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: calm, effects: [{effect: remove_from_combat, permanents: [walker]}]}]
      - at: {turn: 1, decision: assign_combat_damage, player: A}
        do:
          - {action: assign, damage: {ox: {wall: 2, shed: 2, B: 2}}, rejected: true}
          - {action: assign, damage: {ox: {wall: 2, shed: 2, walker: 2}}, rejected: true}
          - {action: assign, damage: {ox: {wall: 2, shed: 2}}, rejected: true}
    expect:
      events:
        - {event: damage_dealt, source: ox, to: wall, amount: 2}
        - {event: damage_dealt, source: ox, to: shed, amount: 4}
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {B: 20}, battlefield: {walker: {loyalty: 3}}}}]
    """)


@obligation("506.4d", 1)
@pytest.mark.parametrize(
    ("types", "attacking", "blocking"),
    [
        ("[planeswalker]", "{bear: B, wolf: gideon}", "{}"),
        ("[creature]", "{bear: B, wolf: none}", "{gideon: [bear]}"),
        ("[artifact]", "{bear: B, wolf: none}", "{}"),
        ("[planeswalker, artifact, creature]", "{bear: B, wolf: gideon}", "{gideon: [bear]}"),
    ],
)
def test_506_4d_a_blocking_creature_that_is_an_attacked_planeswalker_keeps_the_role_of_its_type(
    types: str, attacking: str, blocking: str
) -> None:
    """Only with neither type it leaves combat; the role of a lost type does not come back with the type."""
    loyalty, damage = (5 - 1) if "wolf: gideon" in attacking else 5, 2 if blocking != "{}" else 0
    out = 1 if types == "[artifact]" else 0
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, power: 2, toughness: 9}}, {{id: wolf, power: 1}}]}}
        - {{id: B, battlefield: [{{id: gideon, types: [planeswalker, creature], loyalty: 5, power: 3, toughness: 9}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B, wolf: gideon}}}}]}}
      - at: {{turn: 1, decision: declare_blockers, player: B}}
        do: [{{action: block, blockers: {{gideon: [bear]}}}}]
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: change, effects: [{{effect: become, permanent: gideon, types: {types}}}]}}]
      - at: {{turn: 1, step: declare_blockers, nth: 3}}
        do:
          - action: cast
            name: back
            effects: [{{effect: become, permanent: gideon, types: [planeswalker, creature]}},
                      {{effect: continuous, name: mute, lasts: this_turn}}]
    expect:
      counts: [{{event: removed_from_combat, permanent: gideon, rule: "506.4", is: {out}}}]
      checks:
        - at: {{turn: 1, step: declare_blockers, nth: 3}}
          that: {{attacking: {attacking}, blocking: {blocking}, blocked: [bear], unblocked: [wolf]}}
        - at: {{turn: 1, step: combat_damage}}
          that: {{attacking: {attacking}, blocking: {blocking}, blocked: [bear], life: {{B: 20}},
                  battlefield: {{bear: {{damage: {3 if damage else 0}}},
                                 gideon: {{loyalty: {loyalty - damage}, damage: {5 - loyalty + damage}}}}}}}
    """)


HYBRID = [
    # controller, protector, what it becomes, still attacked
    ("B", "B", "[planeswalker]", True),
    ("A", "B", "[planeswalker]", False),
    ("B", "A", "[planeswalker]", False),
    ("B", "B", "[battle]", True),
    ("A", "B", "[battle]", True),
    ("B", "B", "[artifact]", False),
    ("A", "B", "[artifact]", False),
    ("B", "B", "[planeswalker, battle, artifact]", True),
]


@obligation("506.4e", 1)
@pytest.mark.parametrize(("controller", "protector", "types", "attacked"), HYBRID)
def test_506_4e_an_attacked_planeswalker_battle_stays_attacked_by_the_type_that_it_keeps(
    controller: str, protector: str, types: str, *, attacked: bool
) -> None:
    """Without the battle type it stays if its protector controls it, without the other type it always does."""
    hybrid = f", {{id: hybrid, types: [planeswalker, battle], loyalty: 7, defense: 7, protector: {protector}}}"
    goal = "hybrid" if attacked else "none"
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}{hybrid if controller == "A" else ""}]}}
        - {{id: B, battlefield: [{{id: rock, types: [artifact]}}{hybrid if controller == "B" else ""}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: hybrid}}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do: [{{action: cast, name: change, effects: [{{effect: become, permanent: hybrid, types: {types}}}]}}]
    expect:
      checks:
        - {{at: {{turn: 1, step: declare_attackers}}, that: {{attacking: {{bear: hybrid}}}}}}
        - {{at: {{turn: 1, step: declare_blockers}}, that: {{attacking: {{bear: {goal}}}}}}}
        - {{at: {{turn: 1, step: end_of_combat}}, that: {{attacking: {{bear: {goal}}}, life: {{A: 20, B: 20}}}}}}
      counts:
        - {{event: damage_dealt, source: bear, to: hybrid, amount: 2, is: {int(attacked)}}}
        - {{event: removed_from_combat, permanent: hybrid, rule: "506.4", is: {int(not attacked)}}}
    """)


# --- 506.5, 506.6: alone, and had to ---


@obligation("506.5", 1)
@pytest.mark.parametrize("step", ["beginning_of_combat", "declare_attackers"])
def test_506_5_it_attacked_alone_but_is_not_attacking_alone_beside_one_put_in(step: str) -> None:
    """One ability looks at the declaration, another at the creatures that attack at present."""
    play(f"""
    game:
      players:
        - id: A
          battlefield:
            - id: bear
              abilities:
                - {{effect: trigger, name: attacked-alone, when: {{event: attacks_alone}}}}
                - {{effect: trigger, name: now-alone, when: {{beginning_of: declare_blockers}},
                   if: {{attacking: {{bear: B}}}}}}
          effects: [{{effect: trigger, name: any-alone, when: {{event: attacks_alone, of: any}}}}]
        - {{id: B}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
      - at: {{turn: 1, step: {step}}}
        do: [{{action: cast, name: ally, effects: [{{effect: create, permanent: {{id: wolf}}, attacking: B}}]}}]
    expect:
      checks: [{{at: {{turn: 1, step: declare_blockers}}, that: {{attacking: {{bear: B, wolf: B}}}}}}]
      counts:
        - {{event: ability_triggered, name: attacked-alone, is: 1}}
        - {{event: ability_triggered, name: any-alone, is: 1}}
        - {{event: ability_triggered, name: now-alone, is: 0}}
    """)


@obligation("506.5", 1)
def test_506_5_it_is_attacking_alone_but_did_not_attack_alone_after_the_other_left() -> None:
    """The other way round; and the only creature of a combat that was put in never attacked alone."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, keywords: [vigilance]}, {id: wolf}]
          effects:
            - {effect: trigger, name: attacked-alone, when: {event: attacks_alone, of: any}}
            - {effect: trigger, name: now-alone, when: {beginning_of: declare_blockers}, if: {attacking: {bear: B}}}
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: bolt, effects: [{effect: damage, to: wolf, amount: 2},
                                                  {effect: extra_phases, phases: [combat]}]}]
      - at: {turn: 1, step: declare_attackers, occurrence: 2}
        do: [{action: cast, name: call, effects: [{effect: enter_combat, permanent: bear, attacking: B}]}]
    expect:
      checks:
        - {at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B}}}
        - {at: {turn: 1, step: declare_blockers, occurrence: 2}, that: {attacking: {bear: B}}}
      counts:
        - {event: ability_triggered, name: attacked-alone, is: 0}
        - {event: ability_triggered, name: now-alone, is: 2}
    """)


@obligation("506.6", 1)
def test_506_6_who_had_to_attack_is_recorded_as_attackers_are_declared() -> None:
    """Each kind of requirement counts, also of one that left; one that had to come along or came later did not."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: berserker, attacks_if_able: true}
            - {id: hunter, must_attack: B}
            - {id: goaded, goaded_by: B}
            - {id: bear}
            - {id: freed, attacks_if_able: true}
            - {id: wolf}
        - {id: B, battlefield: [{id: enemy, attacks_if_able: true}]}
    script:
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: mercy, effects: [{effect: become, permanent: freed, attacks_if_able: false}]}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {berserker: B, hunter: B, goaded: B, bear: B, freed: B}}]
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: late
            effects: [{effect: become, permanent: berserker, attacks_if_able: false},
                      {effect: become, permanent: bear, attacks_if_able: true},
                      {effect: create, permanent: {id: recruit, attacks_if_able: true}, attacking: B},
                      {effect: remove_from_combat, permanents: [hunter]}]
    expect:
      checks:
        - {at: {turn: 1, step: beginning_of_combat, nth: 3}, that: {had_to_attack: []}}
        - {at: {turn: 1, step: declare_attackers}, that: {had_to_attack: [berserker, hunter, goaded]}}
        - at: {turn: 1, step: end_of_combat}
          that: {had_to_attack: [berserker, hunter, goaded],
                 attacking: {berserker: B, goaded: B, bear: B, freed: B, recruit: B}}
        - {at: {turn: 2, step: declare_attackers}, that: {had_to_attack: [enemy]}}
    """)


@obligation("506.6", 1)
def test_506_6_a_creature_without_an_effect_did_not_have_to_though_no_other_attack_was_legal() -> None:
    """One that must attack and cannot alone needs the bear; only both is legal, and the bear is free."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: pack, must_attack: B, cant_attack_alone: true}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {}, rejected: true}
          - {action: attack, attackers: {pack: B}, rejected: true}
          - {action: attack, attackers: {bear: B}, rejected: true}
          - {action: attack, attackers: {bear: B, pack: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {had_to_attack: [pack]}}]}
    """)


@obligation("506.6", 1)
def test_506_6_the_record_is_that_of_the_combat_phase_in_progress() -> None:
    """In a second combat phase nobody had to before attackers are declared, and then only who has to in that one."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, attacks_if_able: true, keywords: [vigilance]}, {id: cow}]}
        - {id: B}
    script:
      - at: {turn: 1, step: postcombat_main}
        do:
          - action: cast
            name: swap
            effects: [{effect: become, permanent: ox, attacks_if_able: false},
                      {effect: become, permanent: cow, attacks_if_able: true},
                      {effect: extra_phases, phases: [combat]}]
    expect:
      checks:
        - {at: {turn: 1, step: end_of_combat}, that: {had_to_attack: [ox], attacking: {ox: B}}}
        - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {had_to_attack: []}}
        - {at: {turn: 1, step: end_of_combat, occurrence: 2}, that: {had_to_attack: [cow], attacking: {cow: B}}}
    """)


# --- 506.7: before and after points of combat ---

Tries = list[tuple[str, str, bool]]
"""Moments, a restriction, and whether a spell or ability with it is allowed then."""


def tried(
    tries: Tries, action: str, script: str = "", players: str = "[{id: A, battlefield: [{id: bear}]}, {id: B}]"
) -> None:
    """At each moment a spell (or ability) with that restriction is allowed or refused; those allowed resolve."""
    entries, counts = "", ""
    for number, (moment, only, allowed) in enumerate(tries):
        entries += f"\n- {{at: {{turn: 1, {moment}}}, do: [{{action: {action}, name: n{number}, only: {{{only}}}"
        entries += "}]}" if allowed else ", rejected: true}]}"
        step = moment.split(",")[0]
        counts += f"{{event: put_on_stack, name: n{number}, {step}, is: {int(allowed)}}}, "
        counts += f"{{event: resolved, name: n{number}, is: {int(allowed)}}}, "
    text = f"scenario: test\ngame: {{players: {players}}}\nscript:{entries}{script}\nexpect: {{counts: [{counts}]}}"
    play(text)


ATTACK = "\n- {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}"
ATTACK_TWICE = (
    "\n- {at: {turn: 1, step: declare_attackers, occurrence: 1, decision: declare_attackers},"
    " do: [{action: attack, attackers: {bear: B}}]}"
    "\n- {at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers},"
    " do: [{action: attack, attackers: {bear: B}}]}"
)
ATTACK_SECOND = (
    "\n- {at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers},"
    " do: [{action: attack, attackers: {bear: B}}]}"
)
AGAIN = (
    "\n- {at: {turn: 1, step: end_of_combat, player: B},"
    " do: [{action: cast, name: again, effects: [{effect: extra_phases, phases: [main, combat]}]}]}"
)
VIGILANT = "[{id: A, battlefield: [{id: bear, keywords: [vigilance]}]}, {id: B}]"

NO_ATTACKERS: Tries = [
    ("step: upkeep", "before: attackers_declared", True),
    ("step: upkeep", "after: attackers_declared", False),
    ("step: beginning_of_combat", "after: attackers_declared", False),
    ("step: beginning_of_combat", "before: attackers_declared", True),
    ("step: declare_attackers", "before: attackers_declared", False),
    ("step: declare_attackers", "after: attackers_declared", True),
    ("step: end_of_combat", "before: attackers_declared", False),
    ("step: end_of_combat", "after: attackers_declared", True),
    ("step: end", "before: attackers_declared", False),
    ("step: end", "after: attackers_declared", True),
]
NO_BLOCKERS: Tries = [
    ("step: beginning_of_combat", "after: blockers_declared", False),
    ("step: declare_attackers", "after: blockers_declared", False),
    ("step: declare_attackers", "before: blockers_declared", True),
    ("step: declare_blockers", "before: blockers_declared", False),
    ("step: declare_blockers", "after: blockers_declared", True),
    ("step: combat_damage", "before: blockers_declared", False),
    ("step: combat_damage", "after: blockers_declared", True),
    ("step: end", "before: blockers_declared", False),
    ("step: end", "after: blockers_declared", True),
]
EACH_COMBAT: Tries = [
    ("step: precombat_main", "before: blockers_declared, during: combat", False),
    ("step: beginning_of_combat", "before: blockers_declared, during: combat", True),
    ("step: beginning_of_combat", "before: blockers_declared, during: {combat_of: B}", False),
    ("step: declare_blockers", "before: blockers_declared, during: combat", False),
    ("step: declare_blockers", "after: blockers_declared, during: combat", True),
    ("step: end_of_combat", "before: blockers_declared, during: combat", False),
    ("step: postcombat_main", "before: blockers_declared, during: combat", False),
    ("step: postcombat_main", "after: blockers_declared, during: combat", False),
    ("step: beginning_of_combat, occurrence: 2", "before: blockers_declared, during: combat", True),
    ("step: beginning_of_combat, occurrence: 2", "after: blockers_declared, during: combat", False),
    ("step: beginning_of_combat, occurrence: 2", "after: end_of_combat, during: combat", False),
    ("step: declare_attackers, occurrence: 2", "before: blockers_declared, during: {combat_of: A}", True),
    ("step: declare_blockers, occurrence: 2", "before: blockers_declared, during: combat", False),
    ("step: declare_blockers, occurrence: 2", "after: blockers_declared, during: {combat_of: A}", True),
    ("step: end_of_combat, occurrence: 2", "before: blockers_declared, during: {combat_of: A}", False),
]
FIRST_COMBAT_ONLY: Tries = [
    ("step: precombat_main", "before: attackers_declared", True),
    ("step: beginning_of_combat", "before: attackers_declared", True),
    ("step: beginning_of_combat", "after: attackers_declared", False),
    ("step: declare_attackers", "before: attackers_declared", False),
    ("step: declare_blockers", "before: attackers_declared", False),
    ("step: postcombat_main", "before: attackers_declared", False),
    ("step: postcombat_main", "after: attackers_declared", True),
    ("step: postcombat_main", "after: combat", True),
    ("step: postcombat_main", "before: combat", False),
    ("step: beginning_of_combat, occurrence: 2", "before: attackers_declared", False),
    ("step: beginning_of_combat, occurrence: 2", "before: blockers_declared", False),
    ("step: beginning_of_combat, occurrence: 2", "before: combat_damage", False),
    ("step: beginning_of_combat, occurrence: 2", "before: end_of_combat", False),
    ("step: beginning_of_combat, occurrence: 2", "after: attackers_declared", True),
    ("step: beginning_of_combat, occurrence: 2", "after: blockers_declared", True),
    ("step: beginning_of_combat, occurrence: 2", "after: combat_damage", True),
    ("step: declare_attackers, occurrence: 2", "before: attackers_declared", False),
    ("step: end", "before: attackers_declared", False),
    ("step: end", "after: attackers_declared", True),
]
NO_BLOCKS_STEP: Tries = [
    ("step: declare_attackers", "before: blockers_declared", True),
    ("step: declare_attackers, player: B", "before: combat_damage", True),
    ("step: end_of_combat", "before: blockers_declared", False),
    ("step: end_of_combat", "before: combat_damage", False),
    ("step: end_of_combat", "before: end_of_combat", False),
    ("step: postcombat_main", "before: blockers_declared", False),
    ("step: end", "before: blockers_declared", False),
]
NO_COMBAT: Tries = [
    ("step: upkeep", "before: blockers_declared", True),
    ("step: precombat_main", "before: attackers_declared", True),
    ("step: precombat_main", "before: blockers_declared", True),
    ("step: precombat_main", "before: combat_damage", True),
    ("step: postcombat_main", "before: attackers_declared", False),
    ("step: postcombat_main", "before: blockers_declared", False),
    ("step: postcombat_main", "before: combat_damage", False),
    ("step: postcombat_main", "before: combat", False),
    ("step: end", "before: attackers_declared", False),
    ("step: end", "before: blockers_declared", False),
]
NO_BLOCKS_AT_FIRST: Tries = [
    ("step: beginning_of_combat", "after: blockers_declared, during: combat", False),
    ("step: declare_attackers", "after: blockers_declared, during: combat", False),
    ("step: end_of_combat", "after: blockers_declared, during: combat", False),
    ("step: beginning_of_combat, occurrence: 2", "after: blockers_declared, during: combat", False),
    ("step: declare_attackers, occurrence: 2", "after: blockers_declared, during: combat", False),
    ("step: declare_blockers", "after: blockers_declared, during: combat", True),
    ("step: end_of_combat, occurrence: 2", "after: blockers_declared, during: combat", True),
]
NO_BLOCKS_AT_SECOND: Tries = [
    ("step: declare_blockers", "after: blockers_declared, during: combat", True),
    ("step: end_of_combat", "after: blockers_declared, during: combat", True),
    ("step: beginning_of_combat, occurrence: 2", "after: blockers_declared, during: combat", False),
    ("step: declare_attackers, occurrence: 2", "after: blockers_declared, during: combat", False),
    ("step: end_of_combat, occurrence: 2", "after: blockers_declared, during: combat", False),
]
NO_COMBAT_PLAYERS = "[{id: A, effects: [{effect: skip, what: combat, player: A}]}, {id: B}]"


@obligation("506.7a", 1)
def test_506_7a_attackers_are_declared_as_their_step_begins_though_nobody_attacks() -> None:
    """From there on "before" is refused and "after" allowed for the rest of the turn, and not a step sooner."""
    tried(NO_ATTACKERS, "cast")


@obligation("506.7b", 1)
def test_506_7b_blockers_are_declared_as_their_step_begins_though_nobody_blocks() -> None:
    """From there on "before" is refused and "after" allowed, and not a step sooner."""
    tried(NO_BLOCKERS, "cast", ATTACK)


@obligation("506.7c", 1)
def test_506_7c_during_combat_each_combat_phase_has_its_own_point() -> None:
    """In a second combat phase "before" is legal again until its own step, and "after" not before that."""
    tried(EACH_COMBAT, "cast", ATTACK_TWICE + AGAIN, VIGILANT)


@obligation("506.7d", 1, 2)
def test_506_7d_without_during_combat_only_the_first_combat_phase_counts() -> None:
    """Once the first point has passed, "before" is refused and "after" allowed, in a second combat too."""
    tried(FIRST_COMBAT_ONLY, "cast", ATTACK_TWICE + AGAIN, VIGILANT)


@obligation("506.7d", 1)
def test_506_7d_a_first_combat_without_its_point_leaves_none_to_the_second() -> None:
    """Blockers are declared only in the second combat; that is no point of the first, so "after" stays refused."""
    tries: Tries = [
        ("step: end_of_combat", "after: blockers_declared", False),
        ("step: beginning_of_combat, occurrence: 2", "before: blockers_declared", False),
        ("step: declare_blockers", "after: blockers_declared, during: combat", True),
        ("step: declare_blockers", "after: blockers_declared", False),
        ("step: end", "after: blockers_declared", False),
    ]
    tried(tries, "cast", ATTACK_SECOND + AGAIN, VIGILANT)


@obligation("506.7e", 1)
def test_506_7e_without_blockers_before_is_over_with_the_declare_attackers_step() -> None:
    """In that step it is legal still, for either player; from end of combat on it is refused."""
    tried(NO_BLOCKS_STEP, "cast")


@obligation("506.7e", 1)
def test_506_7e_the_second_combat_does_not_bring_the_missing_point_back() -> None:
    """No attackers in the first combat, then in the second; a plain "before" is refused in all of that."""
    tries: Tries = [
        ("step: declare_attackers", "before: blockers_declared", True),
        ("step: postcombat_main", "before: blockers_declared", False),
        ("step: beginning_of_combat, occurrence: 2", "before: blockers_declared", False),
        ("step: beginning_of_combat, occurrence: 2", "before: blockers_declared, during: combat", True),
        ("step: declare_attackers, occurrence: 2", "before: blockers_declared", False),
    ]
    tried(tries, "cast", ATTACK_SECOND + AGAIN, VIGILANT)


@obligation("506.7e", 2)
def test_506_7e_without_combat_before_is_over_with_the_precombat_main_phase() -> None:
    """In that phase each point of combat is still to come; afterwards each is refused."""
    tried(NO_COMBAT, "cast", "", NO_COMBAT_PLAYERS)


@obligation("506.7e", 2)
def test_506_7e_without_combat_a_main_phase_added_before_it_is_too_late() -> None:
    """The precombat main phase has ended, so in another one before the skipped combat it is refused already."""
    tries: Tries = [
        ("step: upkeep", "before: blockers_declared", True),
        ("step: postcombat_main", "before: blockers_declared", False),
        ("step: end", "before: blockers_declared", False),
    ]
    more = (
        "\n- {at: {turn: 1, step: precombat_main},"
        " do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [main]}]}]}"
    )
    tried(tries, "cast", more, NO_COMBAT_PLAYERS)


@obligation("506.7f", 1)
@pytest.mark.parametrize(
    ("tries", "attack"), [(NO_BLOCKS_AT_FIRST, ATTACK_SECOND), (NO_BLOCKS_AT_SECOND, ATTACK)], ids=["first", "second"]
)
def test_506_7f_after_blockers_is_refused_in_a_combat_without_their_step(tries: Tries, attack: str) -> None:
    """Refused in its end of combat step too, also after another combat phase of the turn that had blockers."""
    tried(tries, "cast", attack + AGAIN, VIGILANT)


@obligation("506.7g", 1)
@pytest.mark.parametrize(
    ("tries", "script", "players"),
    [
        (NO_ATTACKERS, "", VIGILANT),
        (NO_BLOCKERS, ATTACK, VIGILANT),
        (EACH_COMBAT, ATTACK_TWICE + AGAIN, VIGILANT),
        (FIRST_COMBAT_ONLY, ATTACK_TWICE + AGAIN, VIGILANT),
        (NO_BLOCKS_STEP, "", VIGILANT),
        (NO_COMBAT, "", NO_COMBAT_PLAYERS),
        (NO_BLOCKS_AT_FIRST, ATTACK_SECOND + AGAIN, VIGILANT),
        (NO_BLOCKS_AT_SECOND, ATTACK + AGAIN, VIGILANT),
    ],
    ids=["506.7a", "506.7b", "506.7c", "506.7d", "506.7e-1", "506.7e-2", "506.7f-1", "506.7f-2"],
)
def test_506_7g_abilities_are_restricted_at_the_same_moments_as_spells(tries: Tries, script: str, players: str) -> None:
    """Each moment at which a spell was tried is tried with an activated ability of the same restriction."""
    tried(tries, "activate", script, players)


# --- 507: beginning of combat ---


@obligation("507.1", 2)
def test_507_1_with_two_players_there_is_nothing_to_choose() -> None:
    """The step has no turn-based action but the emptying of mana, and nobody is asked but for priority."""
    engine = game([{"id": "bear"}], [{"id": "wolf"}])
    asked = [
        (decision.kind, decision.player)
        for decision in decisions(engine, 2)
        if engine.position.step == "beginning_of_combat"
    ]
    assert asked == [("priority", "A"), ("priority", "B"), ("priority", "B"), ("priority", "A")]
    result = play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wolf}]}]}
    expect: {checks: [{at: {turn: 2, step: beginning_of_combat}, that: {defending: [A]}}]}
    """)
    actions = [
        event.action
        for event in result.events
        if isinstance(event, TurnBasedAction) and event.step == "beginning_of_combat"
    ]
    assert set(actions) == {"empty_mana_pools"}


@obligation("507.2", 1)
def test_507_2_triggers_are_stacked_and_the_active_player_has_priority() -> None:
    """Those of the active player lie below; with them on the stack the active player is the first to act."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: ours, when: {beginning_of: beginning_of_combat}}]}
        - {id: B, effects: [{effect: trigger, name: theirs, when: {beginning_of: combat}, whose: opponent}]}
    script:
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: sorcerous, speed: sorcery, rejected: true}, {action: cast, name: reply}]
    expect:
      checks:
        - at: {turn: 1, step: beginning_of_combat}
          that: {stack: [theirs, ours], priority: A, defending: [B], may_cast: {instant: [A], sorcery: []}}
        - {at: {turn: 1, step: beginning_of_combat, player: B}, that: {stack: [reply, theirs, ours]}}
      events:
        - {event: step_began, step: beginning_of_combat}
        - {event: put_on_stack, name: ours}
        - {event: put_on_stack, name: theirs}
        - {event: priority_received, player: A, step: beginning_of_combat}
        - {event: put_on_stack, name: reply}
        - {event: resolved, name: reply}
        - {event: resolved, name: theirs}
        - {event: resolved, name: ours}
        - {event: step_ended, step: beginning_of_combat}
      counts: [{event: ability_triggered, turn: 1, is: 2}]
    """)


# --- 511: end of combat ---

FIGHT = """
    game:
      players:
        - {id: A, battlefield: [{id: bear, toughness: 9}, {id: wolf}, {id: fox}]AEFFECTS}
        - {id: B, battlefield: [{id: wall, toughness: 9}, {id: walker, types: [planeswalker], loyalty: 9},
                                {id: fort, types: [battle], defense: 9, protector: B}]BEFFECTS}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: walker, fox: fort}}]
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {wall: [bear]}}]}
"""


def fight(rest: str, a: str = "", b: str = "") -> None:
    """A fight in which all survive, with more of a script and expectations."""
    play(FIGHT.replace("AEFFECTS", a).replace("BEFFECTS", b) + rest)


@obligation("511.1", 1)
def test_511_1_triggers_are_stacked_the_active_player_has_priority_and_all_are_still_in_combat() -> None:
    """Between the beginning of the step and priority lie the triggers only; there is no turn-based action."""
    fight(
        """
    expect:
      checks:
        - at: {turn: 1, step: end_of_combat}
          that: {stack: [theirs, ours], priority: A, attacking: {bear: B, wolf: walker, fox: fort},
                 blocking: {wall: [bear]}, blocked: [bear], unblocked: [wolf, fox],
                 may_cast: {instant: [A], sorcery: []}}
      events:
        - {event: step_began, step: end_of_combat}
        - {event: ability_triggered, name: ours}
        - {event: put_on_stack, name: ours}
        - {event: put_on_stack, name: theirs}
        - {event: priority_received, player: A, step: end_of_combat}
        - {event: resolved, name: theirs}
        - {event: resolved, name: ours}
        - {event: removed_from_combat, permanent: bear, rule: "511.3"}
      counts: [{event: turn_based_action, step: end_of_combat, turn: 1, is: 1},
               {event: turn_based_action, step: end_of_combat, action: empty_mana_pools, turn: 1, is: 1}]
    """,
        ", effects: [{effect: trigger, name: ours, when: {beginning_of: end_of_combat}}]",
        ", effects: [{effect: trigger, name: theirs, when: {beginning_of: end_of_combat}, whose: opponent}]",
    )


@obligation("511.2", 1)
def test_511_2_at_end_of_combat_triggers_while_until_end_of_combat_still_applies() -> None:
    """The ability is on the stack in the step and the effect lasts through it; only with the phase it ends."""
    fight("""
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: rally
            effects:
              - {effect: continuous, name: fury, lasts: {until_end_of: combat}, modifies: {permanent: bear, power: 3}}
              - {effect: delayed_trigger, name: dusk, when: {beginning_of: end_of_combat}}
    expect:
      checks:
        - at: {turn: 1, step: end_of_combat}
          that: {stack: [dusk], effects: [fury], battlefield: {bear: {power: 5}, wall: {damage: 5}}}
        - {at: {turn: 1, step: end_of_combat, nth: 2}, that: {stack: [], effects: [fury]}}
        - {at: {turn: 1, step: end_of_combat, when: ended}, that: {effects: [fury], battlefield: {bear: {power: 5}}}}
        - {at: {turn: 1, step: combat, when: ended}, that: {effects: [], battlefield: {bear: {power: 2}}}}
      counts: [{event: ability_triggered, name: dusk, is: 1}]
    """)


@obligation("511.2", 2)
def test_511_2_a_trigger_made_in_the_step_waits_for_the_next_end_of_combat() -> None:
    """It does not trigger in the step in which it is made, but in that of the next combat phase, and once."""
    play("""
    game: {players: [{id: A}, {id: B}]}
    script:
      - at: {turn: 1, step: end_of_combat}
        do:
          - action: cast
            name: plan
            effects: [{effect: delayed_trigger, name: next, when: {beginning_of: end_of_combat}, whose: each}]
      - at: {turn: 2, step: end_of_combat}
        do:
          - action: cast
            name: again
            effects: [{effect: delayed_trigger, name: same-turn, when: {beginning_of: end_of_combat}, whose: each},
                      {effect: extra_phases, phases: [combat]}]
    until: {turn: 4, step: end}
    expect:
      checks:
        - {at: {turn: 1, step: end_of_combat, nth: 3}, that: {stack: []}}
        - {at: {turn: 2, step: end_of_combat}, that: {stack: [next]}}
        - {at: {turn: 2, step: end_of_combat, nth: 3}, that: {stack: [next]}}
        - {at: {turn: 2, step: end_of_combat, occurrence: 2}, that: {stack: [same-turn]}}
      counts:
        - {event: ability_triggered, name: next, is: 1}
        - {event: ability_triggered, name: next, turn: 1, is: 0}
        - {event: ability_triggered, name: same-turn, is: 1}
    """)


@obligation("511.3", 1)
def test_511_3_with_priority_in_the_step_creatures_still_attack_and_block() -> None:
    """They do for both players, and after a spell has resolved; one removed there is out by 506.4, not by 511.3."""
    fight("""
      - at: {turn: 1, step: end_of_combat}
        do: [{action: cast, name: calm, effects: [{effect: remove_from_combat, permanents: [fox]}]}]
    expect:
      checks:
        - at: {turn: 1, step: end_of_combat, player: B}
          that: {attacking: {bear: B, wolf: walker, fox: fort}, blocking: {wall: [bear]}}
        - at: {turn: 1, step: end_of_combat, player: B, nth: 2}
          that: {attacking: {bear: B, wolf: walker}, blocking: {wall: [bear]}, blocked: [bear], unblocked: [wolf]}
      events:
        - {event: removed_from_combat, permanent: fox, rule: "506.4"}
        - {event: removed_from_combat, permanent: bear, rule: "511.3", step: end_of_combat}
      counts: [{event: removed_from_combat, permanent: fox, is: 1}]
    """)


@obligation("511.3", 2)
def test_511_3_as_the_step_ends_all_leave_combat_and_then_the_phase_ends_with_its_effects() -> None:
    """Every role is gone before the step has ended, and the effect ends after that, with the phase."""
    fight("""
      - at: {turn: 1, step: end_of_combat}
        do: [{action: cast, name: rally, effects: [{effect: continuous, name: fury, lasts: {until_end_of: combat}}]}]
    expect:
      checks:
        - at: {turn: 1, step: end_of_combat, when: ended}
          that: {attacking: {}, blocking: {}, blocked: [], unblocked: [], effects: [fury]}
        - at: {turn: 1, step: combat, when: ended}
          that: {attacking: {}, blocking: {}, blocked: [], unblocked: [], effects: []}
      events:
        - {event: priority_passed, player: B, step: end_of_combat}
        - {event: removed_from_combat, permanent: bear, rule: "511.3"}
        - {event: step_ended, step: end_of_combat}
        - {event: effect_expired, name: fury}
        - {event: phase_ended, phase: combat}
        - {event: phase_began, phase: postcombat_main}
      counts:
        - {event: removed_from_combat, is: 6}
        - {event: removed_from_combat, permanent: walker, rule: "511.3", is: 1}
        - {event: removed_from_combat, permanent: fort, rule: "511.3", is: 1}
        - {event: removed_from_combat, permanent: wall, rule: "511.3", is: 1}
        - {event: removed_from_combat, rule: "511.3", step: end_of_combat, is: 6}
    """)


@obligation("511.3", 3)
def test_511_3_a_phase_added_after_this_one_comes_before_the_postcombat_main_phase() -> None:
    """The added combat follows at once, with nobody in combat, and the main phase after that."""
    fight("""
      - at: {turn: 1, step: end_of_combat}
        do: [{action: cast, name: more, effects: [{effect: extra_phases, phases: [combat]}]}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers,
                                       declare_blockers, combat_damage, end_of_combat, beginning_of_combat,
                                       declare_attackers, end_of_combat, postcombat_main, end, cleanup]}
      checks:
        - {at: {turn: 1, step: end_of_combat}, that: {attacking: {bear: B, wolf: walker, fox: fort}}}
        - at: {turn: 1, step: beginning_of_combat, occurrence: 2}
          that: {attacking: {}, blocking: {}, battlefield: {bear: {tapped: true}}}
      events:
        - {event: phase_ended, phase: combat}
        - {event: phase_began, phase: combat, name: more}
        - {event: phase_ended, phase: combat}
        - {event: phase_began, phase: postcombat_main}
    """)


def test_506_7d_a_skipped_combat_phase_is_not_the_first() -> None:
    """The natural combat is skipped and an added one takes place: its declare attackers step is the point (500.11)."""
    play("""
        game: {players: [{id: A}, {id: B}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: plan
                effects: [{effect: extra_phases, phases: [combat]}, {effect: skip, what: combat, player: A}]
          - at: {turn: 1, step: beginning_of_combat}
            do: [{action: cast, name: early, only: {before: attackers_declared}}]
          - at: {turn: 1, step: declare_attackers}
            do:
              - {action: cast, name: late, only: {before: attackers_declared}, rejected: true}
              - {action: cast, name: after, only: {after: attackers_declared}}
        expect:
          events: [{event: resolved, name: early}, {event: resolved, name: after}]
    """)


def test_506_7e_before_attackers_is_not_over_in_an_added_main_phase_ahead_of_combat() -> None:
    """Combat is still to come there; in the next turn, in which an effect is going to skip it, it is over by then."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: plan, effects: [{effect: extra_phases, phases: [main]}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: feint, only: {before: attackers_declared}}]
          - at: {turn: 2, step: precombat_main}
            do: [{action: cast, name: plan, effects: [{effect: extra_phases, phases: [main]},
                                                      {effect: skip, what: combat}]}]
          - at: {turn: 2, step: postcombat_main}
            do: [{action: cast, name: feint, only: {before: attackers_declared}, rejected: true}]
        until: {turn: 2, step: end}
        expect: {counts: [{event: resolved, name: feint, is: 1}]}
    """)


def test_506_7e_before_attackers_is_over_once_the_combat_phase_was_skipped_though_another_one_comes() -> None:
    """506.7d: what counts is the first combat phase of the turn."""
    play("""
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: plan, effects: [
                  {effect: skip, what: combat}, {effect: extra_phases, phases: [combat], after: postcombat_main}]}]
          - at: {turn: 1, step: postcombat_main}
            do: [{action: cast, name: feint, only: {before: attackers_declared}, rejected: true}]
        until: {turn: 1, step: end}
        expect: {never: [{event: resolved, name: feint}]}
    """)


def test_506_7e_before_the_upkeep_step_is_over_once_that_was_skipped() -> None:
    """In the draw step it is too late."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: haste, effects: [{effect: skip, what: upkeep, player: B}]}]
          - at: {turn: 2, step: draw}
            do: [{action: cast, name: early, only: {before: upkeep}, rejected: true}]
        until: {turn: 2, step: precombat_main}
        expect: {events: [{event: step_skipped, step: upkeep, turn: 2}], never: [{event: resolved, name: early}]}
    """)


def test_506_7e_is_about_points_of_combat_only() -> None:
    """In a turn without beginning phase and combat "before attackers are declared" is over; no upkeep has been."""
    play("""
        game:
          players: [{id: A}, {id: B, effects: [{effect: skip, what: beginning}, {effect: skip, what: combat}]}]
        script:
          - at: {turn: 2, step: end}
            do:
              - {action: cast, name: late, only: {before: attackers_declared}, rejected: true}
              - {action: cast, name: early, only: {before: upkeep}}
        expect: {events: [{event: resolved, name: early}]}
    """)

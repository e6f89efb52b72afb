"""Rules 702: what deathtouch, defender, double and first strike, haste, lifelink, trample, vigilance and infect do."""

from __future__ import annotations

import pytest
from support import load_one, obligation, play

from mtg_fsm import Attack, Engine, IllegalCommand, new_game
from mtg_fsm.words.commands import Assign, Block

Damage = dict[str, dict[str, int]]
STEPS = "[untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers, {}end_of_combat, \
postcombat_main, end, cleanup]"
ONE, TWO = STEPS.format("combat_damage, "), STEPS.format("combat_damage, combat_damage, ")
GONE = [
    "{effect: destroy, permanents: [GONE]}",
    "{effect: bounce, permanents: [GONE]}",
    "{effect: phase_out, permanents: [GONE]}",
    "{effect: remove_from_combat, permanents: [GONE]}",
    "{effect: become, permanent: GONE, types: [artifact]}",
    "{effect: gain_control, permanent: GONE, player: A}",
]
"""Every way in which B's permanent leaves combat (506.4)."""


def assigning(text: str, attackers: dict[str, str], blockers: dict[str, tuple[str, ...]], *, player: str) -> Engine:
    """A game of this set-up in which a player is asked to assign combat damage; all else is done as by default."""
    engine = new_game(load_one(text).game)
    engine.advance()
    for _ in range(50):
        decision = engine.decision
        assert decision is not None
        if decision.kind == "declare_attackers":
            engine.submit(Attack(attackers=attackers))
        elif decision.kind == "declare_blockers":
            engine.submit(Block(blockers=blockers))
        elif (decision.kind, decision.player) == ("assign_combat_damage", player):
            return engine
        else:
            engine.submit(next(engine.legal(decision.player)))
    raise AssertionError(f"{player} was never asked")


def refused(engine: Engine, damage: Damage, creature: str, rule: str) -> None:
    """The assignment is refused, the reason names the creature and the rule, and nothing has changed."""
    before, decision = (engine.state(), engine.game.save()), engine.decision
    refusal = engine.why_not(Assign(damage=damage))
    assert refusal is not None, damage
    assert (creature in refusal.message, refusal.rule) == (True, rule), refusal
    with pytest.raises(IllegalCommand, match=creature):
        engine.submit(Assign(damage=damage))
    assert (engine.state(), engine.game.save(), engine.decision) == (*before, decision)


def legal(engine: Engine, damage: Damage) -> bool:
    """Whether an assignment is legal; `legal` has to list it exactly then."""
    allowed = engine.why_not(Assign(damage=damage)) is None
    player = engine.decision.player if engine.decision is not None else ""
    positive = {name: {to: part for to, part in parts.items() if part} for name, parts in damage.items()}
    listed = [command.damage for command in engine.legal(player) if isinstance(command, Assign)]
    assert listed.count(positive) == int(allowed)
    return allowed


# --- 702.2 deathtouch ---


@obligation("702.2b", 1)
def test_702_2b_any_damage_by_it_destroys_in_the_next_gate() -> None:
    """1 damage, by combat in either direction or not, destroys a 9/9; none does not, nor damage by anything else."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: asp, power: 1, toughness: 9, keywords: [deathtouch]}
            - {id: nil, power: 0, toughness: 9, keywords: [deathtouch]}
            - {id: ox, power: 4, toughness: 9}
            - {id: elk, power: 1, toughness: 9}
        - id: B
          battlefield:
            - {id: w1, power: 0, toughness: 9}
            - {id: w2, power: 0, toughness: 9}
            - {id: w3, power: 1, toughness: 9, keywords: [deathtouch]}
            - {id: w4, power: 0, toughness: 9}
            - {id: w5, power: 0, toughness: 9}
            - {id: w6, power: 0, toughness: 9, keywords: [indestructible]}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: sting, effects: [{effect: damage, amount: 1, to: w5, source: asp},
                                                   {effect: damage, amount: 1, to: w6, source: asp},
                                                   {effect: damage, amount: 0, to: w4, source: asp},
                                                   {effect: damage, amount: 1, to: B, source: asp}]}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {asp: B, nil: B, ox: B, elk: B}}]
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {w1: [asp], w2: [nil], w3: [ox], w4: [elk]}}]
    expect:
      checks:
        - at: {turn: 1, step: upkeep, nth: 3}
          that: {stack: [], life: {B: 19}, battlefield: {w5: absent, w6: {damage: 1}, w4: {damage: 0}}}
        - at: {turn: 1, step: combat_damage}
          that:
            battlefield:
              {asp: {}, nil: {}, ox: absent, elk: {}, w1: absent, w2: {damage: 0}, w3: {damage: 4}, w4: {damage: 1}}
      events:
        - {event: damage_dealt, source: asp, to: w1, amount: 1}
        - {event: state_based_action, rule: "704.5h", subject: w1, step: combat_damage}
        - {event: priority_received, player: A, step: combat_damage}
      counts:
        - {event: state_based_action, rule: "704.5h", is: 3}
        - {event: state_based_action, is: 3}
    """)


@obligation("702.2b", 1)
def test_702_2b_what_it_kills_in_the_first_step_strikes_no_more() -> None:
    """With first strike the gate between the steps destroys the blocker; one that gains deathtouch later kills not."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: asp, power: 1, toughness: 1, keywords: [deathtouch, first_strike]}
            - {id: fox, power: 1, keywords: [first_strike]}
        - {id: B, battlefield: [{id: giant, power: 9, toughness: 9}, {id: ogre, power: 1, toughness: 9}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {asp: B, fox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {giant: [asp], ogre: [fox]}}]}
      - at: {turn: 1, step: combat_damage}
        do: [{action: cast, name: late, effects: [{effect: become, permanent: fox, keywords: [deathtouch]}]}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {battlefield: {asp: {damage: 0}, giant: absent, ogre: {damage: 1}}}
        - {at: {turn: 1, step: end}, that: {battlefield: {asp: {}, ogre: {damage: 1}, fox: {damage: 1}}}}
      never: [{event: damage_dealt, source: giant}]
    """)


@obligation("702.2c", 1)
def test_702_2c_one_damage_to_each_blocker_is_lethal_for_trample() -> None:
    """1 to each and the rest to B is legal and is the default; a blocker without any is refused."""
    text = """
    game:
      players:
        - {id: A, battlefield: [{id: asp, power: 5, toughness: 9, keywords: [trample, deathtouch]}]}
        - id: B
          battlefield:
            - {id: wall, power: 0, toughness: 9}
            - {id: hedge, power: 0, toughness: 4, keywords: [indestructible]}
    """
    engine = assigning(text, {"asp": "B"}, {"wall": ("asp",), "hedge": ("asp",)}, player="A")
    default = next(engine.legal("A"))
    assert isinstance(default, Assign)
    assert default.damage == {"asp": {"wall": 1, "hedge": 1, "B": 3}}
    refused(engine, {"asp": {"wall": 4, "B": 1}}, "asp", "702.19b")
    refused(engine, {"asp": {"hedge": 4, "wall": 0, "B": 1}}, "asp", "702.19b")
    refused(engine, {"asp": {"B": 5}}, "asp", "702.19b")
    assert legal(engine, {"asp": {"wall": 1, "hedge": 1, "B": 3}})
    assert legal(engine, {"asp": {"wall": 3, "hedge": 1, "B": 1}})
    assert legal(engine, {"asp": {"wall": 5}})
    engine.submit(Assign(damage={"asp": {"wall": 1, "hedge": 1, "B": 3}}))
    assert engine.observe("life", ["B"]) == {"B": 17}
    assert set(engine.game.permanents()) == {"asp", "hedge"}


@obligation("702.2c", 1)
def test_702_2c_deathtouch_of_another_attacker_counts_for_a_trampler() -> None:
    """1 damage by a creature with deathtouch, without trample, makes the shared blocker lethally damaged for the ox."""
    text = """
    game:
      players:
        - id: A
          battlefield:
            - {id: ox, power: 3, toughness: 9, keywords: [trample]}
            - {id: asp, power: 1, toughness: 9, keywords: [deathtouch]}
        - id: B
          battlefield: [{id: wall, power: 0, toughness: 9, max_blocks: 2}, {id: hedge, power: 0, toughness: 9}]
    """
    engine = assigning(text, {"ox": "B", "asp": "B"}, {"wall": ("ox", "asp"), "hedge": ("asp",)}, player="A")
    assert legal(engine, {"ox": {"B": 3}, "asp": {"wall": 1}})
    assert not legal(engine, {"ox": {"B": 3}, "asp": {"hedge": 1}})
    refused(engine, {"ox": {"wall": 2, "B": 1}, "asp": {"hedge": 1}}, "ox", "702.19b")
    refused(engine, {"ox": {"wall": 3}, "asp": {"wall": 0, "B": 1}}, "asp", "510.1c")


# --- 702.3 defender ---


@obligation("702.3", 1)
def test_702_3_a_declaration_with_a_defender_is_refused_as_a_whole() -> None:
    """Alone or with others, also if it gained defender; without it the same declaration is legal."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: wall, power: 3, keywords: [defender]}, {id: bear}, {id: ox}, {id: ex}]}
        - {id: B}
    script:
      - at: {turn: 1, step: beginning_of_combat}
        do:
          - action: cast
            name: bind
            effects:
              - {effect: continuous, name: bound, lasts: this_turn, modifies: {permanent: ox, keywords: [defender]}}
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {wall: B}, rejected: true}
          - {action: attack, attackers: {bear: B, wall: B}, rejected: true}
          - {action: attack, attackers: {bear: B, ox: B}, rejected: true}
          - {action: attack, attackers: {bear: B, ex: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B, ex: B},
                                                                      battlefield: {wall: {tapped: false}}}}]}
    """)
    engine = new_game(
        load_one("""
        game: {players: [{id: A, battlefield: [{id: wall, keywords: [defender]}, {id: bear}]}, {id: B}]}
        """).game
    )
    engine.advance()
    while engine.decision is not None and engine.decision.kind != "declare_attackers":
        engine.submit(next(engine.legal(engine.decision.player)))
    refusal = engine.why_not(Attack(attackers={"bear": "B", "wall": "B"}))
    assert refusal is not None
    assert "wall" in refusal.message
    listed = [command.attackers for command in engine.legal("A") if isinstance(command, Attack)]
    assert sorted(map(len, listed)) == [0, 1]
    assert {"bear": "B"} in listed


@obligation("702.3", 2)
def test_702_3_a_requirement_does_not_overcome_it() -> None:
    """Defenders that must attack are not counted: nobody may attack, and besides a third only that one has to."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: wall, keywords: [defender], attacks_if_able: true}
            - {id: keep, keywords: [defender], must_attack: B}
            - {id: moat, keywords: [defender], goaded_by: B}
            - {id: bear}
        - id: B
          battlefield:
            - {id: hut, keywords: [defender], attacks_if_able: true}
            - {id: ox, attacks_if_able: true}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {wall: B, keep: B, moat: B}, rejected: true},
             {action: attack, attackers: {wall: B}, rejected: true}, {action: attack, attackers: {}}]
      - at: {turn: 2, decision: declare_attackers}
        do: [{action: attack, attackers: {}, rejected: true},
             {action: attack, attackers: {hut: A, ox: A}, rejected: true},
             {action: attack, attackers: {hut: A}, rejected: true}, {action: attack, attackers: {ox: A}}]
    expect:
      checks:
        - {at: {turn: 1, step: end_of_combat}, that: {attacking: {}}}
        - {at: {turn: 2, step: declare_attackers}, that: {attacking: {ox: A}}}
    """)


@obligation("702.3", 3)
def test_702_3_it_blocks_and_stays_attacking_however_it_came_to_attack() -> None:
    """Put in attacking, or gained after the declaration, it is attacking and deals damage; a defender blocks."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox, power: 4}]}
        - {id: B, battlefield: [{id: wall, toughness: 5, keywords: [defender]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: trick
            effects: [{effect: create, permanent: {id: totem, power: 8, keywords: [defender]}, attacking: B},
                      {effect: become, permanent: ox, keywords: [defender]}]
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {attacking: {bear: B, ox: B, totem: B}, blocking: {wall: [bear]},
                 battlefield: {ox: {keywords: [defender]}}}
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 8}, battlefield: {wall: {damage: 2}, bear: absent}}}
    """)


# --- 702.4 double strike, 702.7 first strike ---


@obligation("702.4b", 1)
def test_702_4b_a_double_striker_assigns_in_both_steps() -> None:
    """Attacking and blocking: twice its power, others once and only in the second; it may divide anew each time."""
    play(
        """
    game:
      players:
        - {id: A, battlefield: [{id: x, power: 3, toughness: 99, keywords: [double_strike]}, {id: y, power: 10}]}
        - id: B
          life: 100
          battlefield:
            - {id: wall, power: 7, toughness: 99, keywords: [double_strike]}
            - {id: hedge, power: 1, toughness: 99}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {x: B, y: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [x], hedge: [x]}}]}
      - at: {turn: 1, decision: assign_combat_damage, player: A}
        do: [{action: assign, damage: {y: {B: 10}}, rejected: true}, {action: assign, damage: {x: {hedge: 3}}}]
      - at: {turn: 1, decision: assign_combat_damage, player: B}
        do: [{action: assign, damage: {hedge: {x: 1}}, rejected: true}]
      - at: {turn: 1, decision: assign_combat_damage, player: A, nth: 2}
        do: [{action: assign, damage: {x: {wall: 2, hedge: 1}, y: {B: 10}}}]
    expect:
      turns: [{turn: 1, player: A, steps: STEPS}]
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 100}, battlefield: {x: {damage: 7}, wall: {damage: 0}, hedge: {damage: 3}}}
        - at: {turn: 1, step: combat_damage, occurrence: 2}
          that: {life: {B: 90}, battlefield: {x: {damage: 15}, wall: {damage: 2}, hedge: {damage: 4}}}
    """.replace("STEPS", TWO)
    )


@obligation("702.4c", 1)
@pytest.mark.parametrize("left", ["", "first_strike"])
def test_702_4c_without_double_strike_it_has_dealt_damage_once(left: str) -> None:
    """Attacker and blocker that lose it in the first step do not assign in the second, even with first strike left."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: x, power: 3, toughness: 99, keywords: [double_strike]}}]}}
        - id: B
          battlefield: [{{id: wall, power: 7, toughness: 99, keywords: [double_strike]}}]
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{wall: [x]}}}}]}}
      - at: {{turn: 1, step: combat_damage}}
        do: [{{action: cast, name: calm, effects: [{{effect: become, permanent: x, keywords: [{left}]}},
                                                   {{effect: become, permanent: wall, keywords: [{left}]}}]}}]
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: end_of_combat}}, that: {{battlefield: {{x: {{damage: 7}}, wall: {{damage: 3}}}}}}}}
      counts: [{{event: damage_dealt, is: 2}}, {{event: damage_dealt, source: x, is: 1}}]
    """)


@obligation("702.4d", 1)
def test_702_4d_a_first_striker_that_gains_double_strike_assigns_again() -> None:
    """Attacker and blocker that gain it between the steps deal damage twice; with it until the step ends, once."""
    play(
        """
    game:
      players:
        - id: A
          battlefield:
            - {id: x, power: 3, toughness: 99, keywords: [first_strike]}
            - {id: y, power: 10, keywords: [first_strike]}
        - {id: B, life: 100, battlefield: [{id: wall, power: 7, toughness: 99, keywords: [first_strike]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {x: B, y: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [x]}}]}
      - at: {turn: 1, step: combat_damage}
        do:
          - action: cast
            name: frenzy
            effects:
              - {effect: continuous, name: f1, lasts: this_turn, modifies: {permanent: x, keywords: [double_strike]}}
              - {effect: become, permanent: wall, keywords: [double_strike]}
              - effect: continuous
                name: brief
                lasts: {until_end_of: this_step}
                modifies: {permanent: y, keywords: [double_strike]}
    expect:
      turns: [{turn: 1, player: A, steps: STEPS}]
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 90}, battlefield: {x: {damage: 7}, wall: {damage: 3}}}
        - at: {turn: 1, step: end_of_combat}
          that: {life: {B: 90}, battlefield: {x: {damage: 14}, wall: {damage: 6}}}
    """.replace("STEPS", TWO)
    )


@obligation("702.7b", 1)
@pytest.mark.parametrize("keyword", ["first_strike", "double_strike"])
@pytest.mark.parametrize("side", ["attacker", "blocker"])
def test_702_7b_either_keyword_on_either_side_makes_two_steps(keyword: str, side: str) -> None:
    """What is killed in the first step deals no damage in the second; without either both die in one step."""
    strikes = {"attacker": (keyword, ""), "blocker": ("", keyword), "nobody": ("", "")}

    def combat(side: str, steps: str, survivors: str) -> None:
        attacker, blocker = strikes[side]
        play(f"""
        game:
          players:
            - {{id: A, battlefield: [{{id: x, keywords: [{attacker}]}}, {{id: y, power: 10}}]}}
            - {{id: B, battlefield: [{{id: wall, keywords: [{blocker}]}}]}}
        script:
          - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B, y: B}}}}]}}
          - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{wall: [x]}}}}]}}
        expect:
          turns: [{{turn: 1, player: A, steps: {steps}}}]
          checks:
            - {{at: {{turn: 1, step: end_of_combat}}, that: {{life: {{B: 10}}, battlefield: {survivors}}}}}
          counts: [{{event: damage_dealt, source: y, is: 1}}]
        """)

    combat(side, TWO, {"attacker": "{x: {damage: 0}, wall: absent}", "blocker": "{x: absent, wall: {damage: 0}}"}[side])
    combat("nobody", ONE, "{x: absent, wall: absent}")


@obligation("702.7c", 1)
def test_702_7c_the_second_step_is_of_those_without_either_at_first_and_those_with_double_strike_now() -> None:
    """All nine changes between none, first and double strike, in one combat; each creature has a power of its own."""
    words = {"n": "", "f": "first_strike", "d": "double_strike"}
    kits = [old + new for old in words for new in words]
    powers = {kit: 2**number for number, kit in enumerate(kits)}
    first = sum(powers[kit] for kit in kits if kit[0] in "fd")
    second = sum(powers[kit] for kit in kits if kit[0] == "n" or kit[1] == "d")
    life, after = 10000, 10000 - first
    creatures = ", ".join(f"{{id: {kit}x, power: {powers[kit]}, keywords: [{words[kit[0]]}]}}" for kit in kits)
    changes = ", ".join(f"{{effect: become, permanent: {kit}x, keywords: [{words[kit[1]]}]}}" for kit in kits)
    attackers = ", ".join(f"{kit}x: B" for kit in kits)
    play(f"""
    game: {{players: [{{id: A, battlefield: [{creatures}]}}, {{id: B, life: {life}}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{{attackers}}}}}]}}
      - {{at: {{turn: 1, step: combat_damage}}, do: [{{action: cast, name: change, effects: [{changes}]}}]}}
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: {after}}}}}}}
        - {{at: {{turn: 1, step: combat_damage, occurrence: 2}}, that: {{life: {{B: {after - second}}}}}}}
    """)


# --- 702.10 haste ---


@obligation("702.10", 1)
def test_702_10_a_creature_that_came_this_turn_attacks_with_haste() -> None:
    """Created, stolen or given haste as late as beginning of combat it attacks; without or with haste lost it can't."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: new, power: 1, sick: true}, {id: slow, sick: true}]}
        - {id: B, battlefield: [{id: prize, power: 4, keywords: [haste]}, {id: loot}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: raid
            effects:
              - {effect: create, permanent: {id: imp, power: 2, keywords: [haste]}}
              - {effect: create, permanent: {id: ex, keywords: [haste]}}
              - {effect: create, permanent: {id: toad}}
              - {effect: gain_control, permanent: prize}
              - {effect: gain_control, permanent: loot}
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: rush, effects: [{effect: become, permanent: ex, keywords: []},
                                                  {effect: become, permanent: new, keywords: [haste]}]}]
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {imp: B, slow: B}, rejected: true}
          - {action: attack, attackers: {imp: B, ex: B}, rejected: true}
          - {action: attack, attackers: {imp: B, toad: B}, rejected: true}
          - {action: attack, attackers: {imp: B, loot: B}, rejected: true}
          - {action: attack, attackers: {imp: B, prize: B, new: B}}
    expect:
      checks:
        - at: {turn: 1, step: declare_attackers}
          that: {attacking: {imp: B, prize: B, new: B}, battlefield: {imp: {sick: true}, new: {sick: true}}}
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 13}}}
    """)


@obligation("702.10", 2)
def test_702_10_losing_haste_after_the_declaration_leaves_it_attacking() -> None:
    """It goes on attacking and deals its damage; in the next combat phase of the turn it can't attack."""
    play("""
    game: {players: [{id: A, battlefield: [{id: imp, sick: true, keywords: [haste, vigilance]}]}, {id: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {imp: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: tire, effects: [{effect: become, permanent: imp, keywords: [vigilance]},
                                                  {effect: extra_phases, phases: [combat]}]}]
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do: [{action: attack, attackers: {imp: B}, rejected: true}]
    expect:
      checks:
        - {at: {turn: 1, step: declare_blockers}, that: {attacking: {imp: B}, battlefield: {imp: {sick: true}}}}
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 18}, attacking: {imp: B}}}
      counts: [{event: removed_from_combat, permanent: imp, is: 1}, {event: step_began, step: declare_attackers, is: 2}]
    """)


# --- 702.15 lifelink ---


@obligation("702.15", 1)
def test_702_15_life_is_gained_before_the_next_check() -> None:
    """B, dealt more damage than life left, stays in the game by a lifelinker that dies too; nothing is on the stack."""
    result = play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 5}, {id: elk, power: 4}]}
        - {id: B, life: 2, battlefield: [{id: cat, power: 4, toughness: 1, keywords: [lifelink]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B, elk: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {cat: [elk]}}]}
    expect:
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {A: 20, B: 1}, stack: [], players_in_game: [A, B]}}]
      events:
        - {event: life_changed, player: B, amount: 4}
        - {event: state_based_action, subject: cat}
      never: [{event: ability_triggered}, {event: put_on_stack}, {event: player_lost}]
      outcome: {unfinished: true}
    """)
    gained = [event.as_dict() for event in result.events if event.as_dict()["event"] == "life_changed"]
    assert sorted(event["amount"] for event in gained) == [-5, 4]


@obligation("702.15", 1)
def test_702_15_the_controller_of_the_source_gains_by_any_damage() -> None:
    """Damage outside combat counts, and a stolen lifelinker is its controller's; at 0 life it is too late."""
    play("""
    game:
      players:
        - {id: A, life: 10, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: cat, power: 3, keywords: [lifelink]}]}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: theft
            effects: [{effect: gain_control, permanent: cat}, {effect: damage, amount: 2, to: B, source: cat},
                      {effect: damage, amount: 1, to: bear, source: cat},
                      {effect: damage, amount: 0, to: B, source: cat}, {effect: lose_life, player: B}]
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: late, effects: [{effect: damage, amount: 3, to: B, source: cat}]},
             {action: cast, name: loss, effects: [{effect: lose_life, count: 13}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {life: {A: 13, B: 17}, battlefield: {bear: {damage: 1}}}}
      outcome: {winners: [B]}
    """)


@obligation("702.15", 2)
def test_702_15_several_lifelinkers_give_one_gain_each() -> None:
    """Three that deal damage at one time, one of them with nothing else to deal it to: three gains, not one of 7."""
    result = play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: x, power: 1, keywords: [lifelink]}
            - {id: y, power: 2, keywords: [lifelink]}
            - {id: z, power: 4, keywords: [lifelink]}
            - {id: nil, power: 0, keywords: [lifelink]}
            - {id: ox, power: 8}
        - {id: B, life: 50, battlefield: [{id: wall, power: 0, toughness: 1}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {x: B, y: B, z: B, nil: B, ox: B}}]
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [z]}}]}
    expect: {checks: [{at: {turn: 1, step: combat_damage}, that: {life: {A: 27, B: 39}}}]}
    """)
    gained = [
        event["amount"]
        for event in (event.as_dict() for event in result.events)
        if event["event"] == "life_changed" and event["player"] == "A"
    ]
    assert sorted(gained) == [1, 2, 4]


def test_702_15_one_lifelinker_gives_one_gain_however_it_divides() -> None:
    """Damage of one source dealt at one time to two creatures and a player is one life gain event (702.15e, 119.9)."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 5, keywords: [trample, lifelink]}]}
        - {id: B, battlefield: [{id: p, power: 0, toughness: 1}, {id: q, power: 0}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {p: [ox], q: [ox]}}]}
    expect:
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {A: 25, B: 18}}}]
      counts: [{event: life_changed, player: A, is: 1}, {event: life_changed, player: A, amount: 5, is: 1}]
    """)


def test_702_19b_dealing_damage_to_several_at_one_time_is_dealing_damage_once() -> None:
    """ "Whenever this creature deals combat damage" triggers once as it tramples over two blockers (603.2c)."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - id: ox
              power: 5
              keywords: [trample]
              abilities: [{effect: trigger, name: hit, when: {event: deals_combat_damage}}]
        - {id: B, battlefield: [{id: p, power: 0, toughness: 1}, {id: q, power: 0}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {p: [ox], q: [ox]}}]}
    expect:
      counts: [{event: damage_dealt, source: ox, is: 3}, {event: ability_triggered, name: hit, is: 1}]
    """)


@obligation("702.15", 3)
def test_702_15_the_amount_is_the_damage_whatever_the_recipient() -> None:
    """More than a creature's toughness or a planeswalker's loyalty, by infect, to what survives: all of it."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: v, power: 1, keywords: [lifelink]}
            - {id: w, power: 20, keywords: [lifelink]}
            - {id: x, power: 300, keywords: [lifelink]}
            - {id: y, power: 4, keywords: [lifelink, infect]}
            - {id: z, power: 5000, keywords: [lifelink]}
        - id: B
          battlefield:
            - {id: walker, types: [planeswalker], loyalty: 2}
            - {id: p, power: 0, toughness: 1}
            - {id: q, power: 0, toughness: 9000}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {v: B, w: walker, x: B, y: B, z: B}}]
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {p: [x], q: [z]}}]}
    expect:
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {A: 5345, B: 19}, poison: {B: 4},
                                                          battlefield: {walker: absent, p: absent, q: {}}}}]
    """)


# --- 702.19 trample ---


@obligation("702.19a", 1)
def test_702_19a_a_blocking_trampler_assigns_only_to_what_it_blocks() -> None:
    """All of it goes to the one attacker, or is divided among two; none to A, who attacks. Nor does a spell spill."""
    text = """
    game:
      players:
        - {id: A, battlefield: [{id: p, power: 0, toughness: 1}, {id: q, power: 0, toughness: 1}]}
        - {id: B, battlefield: [{id: ox, power: 5, keywords: [trample, deathtouch], max_blocks: 2}]}
    """
    for blocked in (("p",), ("p", "q")):
        engine = assigning(text, {"p": "B", "q": "B"}, {"ox": blocked}, player="B")
        refused(engine, {"ox": {"p": 1, "A": 4}}, "ox", "510.1d")
        refused(engine, {"ox": {"A": 5}}, "ox", "510.1d")
        refused(engine, {"ox": {"p": 1, "B": 4}}, "ox", "510.1d")
        assert legal(engine, {"ox": {"p": 5}})
        assert legal(engine, {"ox": {"p": 1, "q": 4}}) is (len(blocked) == 2)
        engine.submit(Assign(damage={"ox": {"p": 5}}))
        assert engine.observe("life") == {"A": 20, "B": 20}
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, keywords: [trample]}]}
        - {id: B, battlefield: [{id: imp, toughness: 1}]}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: bite, effects: [{effect: damage, amount: 5, to: imp, source: ox}]}]
    expect: {checks: [{at: {turn: 1, step: precombat_main}, that: {life: {B: 20}, battlefield: {imp: absent}}}]}
    """)


@obligation("702.19b", 1)
def test_702_19b_the_attacked_player_gets_something_only_after_lethal_damage_to_every_blocker() -> None:
    """Each blocker needs all of its lethal damage, from whichever attacker; the excess may go back to the blockers."""
    text = """
    game:
      players:
        - id: A
          battlefield:
            - {id: ox, power: 7, toughness: 99, keywords: [trample]}
            - {id: elk, power: 2, toughness: 99}
        - id: B
          battlefield:
            - {id: p, power: 0, toughness: 2}
            - {id: q, power: 0, toughness: 3, max_blocks: 2}
    """
    engine = assigning(text, {"ox": "B", "elk": "B"}, {"p": ("ox",), "q": ("ox", "elk")}, player="A")
    default = next(engine.legal("A"))
    assert isinstance(default, Assign)
    assert default.damage == {"ox": {"p": 2, "q": 3, "B": 2}, "elk": {"q": 2}}
    for p in range(8):
        for q in range(8 - p):
            damage = {"ox": {"p": p, "q": q, "B": 7 - p - q}, "elk": {"q": 2}}
            enough = (p >= 2 and q + 2 >= 3) or p + q == 7
            assert legal(engine, damage) is enough, damage
    refused(engine, {"ox": {"p": 1, "q": 3, "B": 3}}, "ox", "702.19b")
    refused(engine, {"ox": {"p": 6, "q": 0, "B": 1}}, "ox", "702.19b")
    refused(engine, {"ox": {"p": 2, "q": 3, "B": 2}, "elk": {"B": 2}}, "elk", "510.1c")
    refused(engine, {"ox": {"p": 2, "q": 3, "A": 2}}, "ox", "510.1c")
    engine.submit(Assign(damage={"ox": {"p": 2, "q": 1, "B": 4}}))
    assert engine.observe("life", ["B"]) == {"B": 16}
    assert set(engine.game.permanents()) == {"ox", "elk"}


@obligation("702.19b", 3)
def test_702_19b_marked_damage_counts_and_indestructible_does_not() -> None:
    """3 marked of 5, and two -1/-1 counters of 4, leave 2 each; what can't be destroyed needs its toughness."""
    text = """
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 9, toughness: 99, keywords: [trample]}]}
        - id: B
          battlefield:
            - {id: p, power: 0, toughness: 5, damage: 3}
            - {id: q, power: 0, toughness: 4, counters: {-1/-1: 2}}
            - {id: r, power: 0, toughness: 3, keywords: [indestructible]}
            - {id: s, power: 0, toughness: 3, damage: 4, keywords: [indestructible]}
    """
    engine = assigning(text, {"ox": "B"}, dict.fromkeys("pqrs", ("ox",)), player="A")
    assert legal(engine, {"ox": {"p": 2, "q": 2, "r": 3, "B": 2}})
    refused(engine, {"ox": {"p": 1, "q": 2, "r": 3, "B": 3}}, "ox", "702.19b")
    refused(engine, {"ox": {"p": 2, "q": 1, "r": 3, "B": 3}}, "ox", "702.19b")
    refused(engine, {"ox": {"p": 2, "q": 2, "r": 2, "B": 3}}, "ox", "702.19b")
    engine.submit(next(engine.legal("A")))
    assert engine.observe("life", ["B"]) == {"B": 18}


@obligation("702.19b", 3)
def test_702_19b_damage_of_the_first_step_counts_in_the_second() -> None:
    """A double striker tramples over a blocker with 4 toughness: 3 in the first step, and 1 is enough in the second."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 3, toughness: 9, keywords: [trample, double_strike]}]}
        - {id: B, battlefield: [{id: wall, power: 0, toughness: 4}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [ox]}}]}
      - at: {turn: 1, decision: assign_combat_damage}
        do: [{action: assign, damage: {ox: {wall: 2, B: 1}}, rejected: true}, {action: assign, damage: {ox: {wall: 3}}}]
      - at: {turn: 1, decision: assign_combat_damage, nth: 2}
        do: [{action: assign, damage: {ox: {B: 3}}, rejected: true},
             {action: assign, damage: {ox: {wall: 1, B: 2}}}]
    expect: {checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {B: 18}, battlefield: {wall: absent}}}]}
    """)


def test_702_19b_a_planeswalker_that_blocks_its_own_attacker_gets_all_the_damage() -> None:
    """A planeswalker creature blocks the trampler that attacks it: only it can get the damage, and gets all 3 of it."""
    text = """
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 3, toughness: 9, keywords: [trample]}]}
        - id: B
          battlefield: [{id: gideon, types: [planeswalker, creature], loyalty: 9, power: 1, toughness: 2}]
    """
    engine = assigning(text, {"ox": "gideon"}, {"gideon": ("ox",)}, player="A")
    listed = [command.damage for command in engine.legal("A") if isinstance(command, Assign)]
    assert listed == [{"ox": {"gideon": 3}}]
    engine.submit(Assign(damage=listed[0]))
    engine.submit(Assign(damage={}))
    assert engine.game.permanents() == ("ox",)


@obligation("702.19d", 1)
@pytest.mark.parametrize("effect", GONE)
def test_702_19d_without_blockers_a_trampler_assigns_all_to_what_it_attacks(effect: str) -> None:
    """Its only blocker gone, 5 go to B, 3 of another to the planeswalker; one with a blocker left needs lethal to that.

    It stays blocked, and nothing can be assigned to the creature that left.
    """
    play(f"""
    game:
      players:
        - id: A
          battlefield:
            - {{id: ox, power: 5, toughness: 9, keywords: [trample]}}
            - {{id: elk, power: 3, toughness: 9, keywords: [trample]}}
            - {{id: yak, power: 7, toughness: 9, keywords: [trample]}}
        - id: B
          battlefield:
            - {{id: wall, power: 0, toughness: 6, max_blocks: 3}}
            - {{id: hedge, power: 0, toughness: 4}}
            - {{id: walker, types: [planeswalker], loyalty: 8}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do: [{{action: attack, attackers: {{ox: B, elk: walker, yak: B}}}}]
      - at: {{turn: 1, decision: declare_blockers}}
        do: [{{action: block, blockers: {{wall: [ox, elk, yak], hedge: [yak]}}}}]
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{effect.replace("GONE", "wall")}]}}]
      - at: {{turn: 1, decision: assign_combat_damage}}
        do:
          - {{action: assign, damage: {{ox: {{wall: 2, B: 3}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{B: 4}}}}, rejected: true}}
          - {{action: assign, damage: {{elk: {{B: 3}}}}, rejected: true}}
          - {{action: assign, damage: {{yak: {{hedge: 3, B: 4}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{B: 5}}, elk: {{walker: 3}}, yak: {{hedge: 4, B: 3}}}}}}
    expect:
      checks:
        - {{at: {{turn: 1, step: combat_damage}},
            that: {{life: {{B: 12}}, blocked: [ox, elk, yak], battlefield: {{walker: {{loyalty: 5}}, hedge: absent}}}}}}
      counts: [{{event: damage_dealt, source: ox, is: 1}}, {{event: damage_dealt, to: wall, is: 0}}]
    """)


@obligation("702.19f", 1)
def test_702_19f_trample_spills_only_onto_the_planeswalker() -> None:
    """Beyond lethal damage and beyond loyalty nothing goes to B, blocked or unblocked; all goes to the planeswalker."""
    text = """
    game:
      players:
        - id: A
          battlefield:
            - {id: ox, power: 9, toughness: 99, keywords: [trample]}
            - {id: elk, power: 6, toughness: 99, keywords: [trample]}
        - id: B
          battlefield:
            - {id: walker, types: [planeswalker], loyalty: 2}
            - {id: wall, power: 0, toughness: 3}
    """
    engine = assigning(text, {"ox": "walker", "elk": "walker"}, {"wall": ("ox",)}, player="A")
    refused(engine, {"ox": {"wall": 3, "walker": 2, "B": 4}}, "ox", "510.1c")
    refused(engine, {"ox": {"wall": 3, "B": 6}}, "ox", "510.1c")
    refused(engine, {"elk": {"walker": 2, "B": 4}}, "elk", "510.1b")
    refused(engine, {"ox": {"wall": 2, "walker": 7}}, "ox", "702.19b")
    assert legal(engine, {"ox": {"wall": 3, "walker": 6}, "elk": {"walker": 6}})
    assert legal(engine, {"ox": {"wall": 9}, "elk": {"walker": 6}})
    happened = engine.submit(next(engine.legal("A")))
    dealt = [event.as_dict() for event in happened if event.as_dict()["event"] == "damage_dealt"]
    assert sorted((event["to"], event["amount"]) for event in dealt) == [("walker", 6), ("walker", 6), ("wall", 3)]
    assert engine.observe("life", ["B"]) == {"B": 20}
    assert set(engine.game.permanents()) == {"ox", "elk"}


@obligation("702.19f", 1)
@pytest.mark.parametrize("effect", GONE)
def test_702_19f_nothing_goes_to_the_player_after_the_planeswalker_has_left(effect: str) -> None:
    """All goes to the blocker then, however little it needs; without a blocker, and unblocked, nothing is assigned."""
    play(f"""
    game:
      players:
        - id: A
          battlefield:
            - {{id: ox, power: 9, keywords: [trample]}}
            - {{id: elk, power: 6, keywords: [trample]}}
            - {{id: yak, power: 7, keywords: [trample]}}
        - id: B
          battlefield:
            - {{id: walker, types: [planeswalker], loyalty: 2}}
            - {{id: wall, power: 0, toughness: 1}}
            - {{id: hedge, power: 0}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do: [{{action: attack, attackers: {{ox: walker, elk: walker, yak: walker}}}}]
      - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{wall: [ox], hedge: [elk]}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{{effect: destroy, permanents: [hedge]}},
                                                   {effect.replace("GONE", "walker")}]}}]
      - at: {{turn: 1, decision: assign_combat_damage}}
        do:
          - {{action: assign, damage: {{ox: {{wall: 1, B: 8}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{wall: 1, walker: 8}}}}, rejected: true}}
          - {{action: assign, damage: {{elk: {{B: 6}}}}, rejected: true}}
          - {{action: assign, damage: {{yak: {{B: 7}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{wall: 9}}}}}}
    expect:
      checks: [{{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 20}}}}}}]
      counts: [{{event: damage_dealt, is: 1}}, {{event: damage_dealt, source: ox, to: wall, amount: 9, is: 1}}]
    """)


# --- 702.20 vigilance ---


@obligation("702.20b", 1)
def test_702_20b_vigilance_matters_as_attackers_are_declared_and_not_later() -> None:
    """With it untapped and without tapped; one that gains it stays tapped, one that loses it stays untapped."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: cat, keywords: [vigilance]}, {id: ex, keywords: [vigilance]}, {id: bear}, {id: late}]
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers},
         do: [{action: attack, attackers: {cat: B, ex: B, bear: B, late: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: swap, effects: [{effect: become, permanent: ex, keywords: []},
                                                  {effect: become, permanent: late, keywords: [vigilance]}]}]
    expect:
      checks:
        - at: {turn: 1, step: declare_attackers}
          that: {battlefield: {cat: {tapped: false}, ex: {tapped: false}, bear: {tapped: true}, late: {tapped: true}}}
        - at: {turn: 1, step: end}
          that:
            battlefield:
              cat: {tapped: false}
              ex: {tapped: false, keywords: []}
              bear: {tapped: true}
              late: {tapped: true, keywords: [vigilance]}
            life: {B: 12}
      counts:
        - {event: permanent_tapped, rule: "508.1f", is: 2}
        - {event: permanent_tapped, is: 2}
        - {event: permanent_untapped, turn: 1, is: 0}
    """)


# --- 702.90 infect ---


@obligation("702.90", 1)
@pytest.mark.parametrize(("power", "lost"), [(2, False), (3, True)])
def test_702_90_a_player_gets_poison_and_keeps_life(power: int, lost: bool) -> None:
    """In combat and outside it poison grows by the amount and life is unchanged; the tenth counter loses the game."""
    play(f"""
    game:
      players:
        - id: A
          effects: [{{effect: trigger, name: ouch, when: {{event: life_lost, of: any}}}}]
          battlefield: [{{id: rat, power: {power}, keywords: [infect]}}]
        - {{id: B, life: 5, poison: 1}}
    script:
      - at: {{turn: 1, step: upkeep}}
        do: [{{action: cast, name: bite, effects: [{{effect: damage, amount: 6, to: B, source: rat}}]}}]
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{rat: B}}}}]}}
    until: {{turn: 1, step: combat_damage}}
    expect:
      checks: [{{at: {{turn: 1, step: declare_attackers}}, that: {{life: {{B: 5}}, poison: {{A: 0, B: 7}}}}}}]
      never: [{{event: life_changed}}, {{event: ability_triggered}}, {{event: state_based_action, rule: "704.5a"}}]
      counts:
        - {{event: damage_dealt, to: B, amount: {power}, is: 1}}
        - {{event: counters_added, on: B, count: {power}, is: 1}}
        - {{event: state_based_action, rule: "704.5c", subject: B, is: {int(lost)}}}
      outcome: {"{winners: [A]}" if lost else "{unfinished: true}"}
    """)


@obligation("702.90", 2)
def test_702_90_a_creature_gets_counters_that_stay_and_no_marked_damage() -> None:
    """Attacking, blocking and outside combat; after cleanup the counters are still there; toughness 0 is 704.5f."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: rat, power: 2, toughness: 9, keywords: [infect]}, {id: ox, toughness: 9}]}
        - id: B
          battlefield:
            - {id: wall, power: 0, toughness: 9}
            - {id: toad, power: 1, toughness: 9, keywords: [infect]}
            - {id: imp, toughness: 3, keywords: [indestructible]}
            - {id: walker, types: [planeswalker], loyalty: 5}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: bite, effects: [{effect: damage, amount: 3, to: imp, source: rat},
                                                  {effect: damage, amount: 3, to: walker, source: rat}]}]
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {rat: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [rat], toad: [ox]}}]}
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that:
            battlefield:
              wall: {damage: 0, counters: {-1/-1: 2}, power: -2, toughness: 7}
              ox: {damage: 0, counters: {-1/-1: 1}}
              toad: {damage: 2}
              imp: absent
              walker: {loyalty: 2, counters: {-1/-1: 0}}
        - at: {turn: 2, step: upkeep}
          that:
            battlefield:
              wall: {counters: {-1/-1: 2}, toughness: 7}
              ox: {counters: {-1/-1: 1}, power: 1, toughness: 8}
              toad: {damage: 0, toughness: 9}
      counts: [{event: state_based_action, rule: "704.5f", subject: imp, is: 1}, {event: state_based_action, is: 1}]
    """)


@obligation("702.90", 3)
def test_702_90_it_is_still_damage() -> None:
    """Abilities that look for damage trigger, lifelink gains, and with deathtouch 1 destroys; trample counts it too."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - id: rat
              power: 4
              keywords: [infect, lifelink, trample]
              abilities: [{effect: trigger, name: hit, when: {event: deals_combat_damage}}]
            - {id: asp, power: 1, keywords: [infect, deathtouch]}
            - id: eel
              power: 2
              keywords: [infect, lifelink]
              abilities: [{effect: trigger, name: bite, when: {event: deals_combat_damage}}]
        - id: B
          battlefield: [{id: imp, power: 0, toughness: 3}, {id: giant, power: 0, toughness: 9}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {rat: B, asp: B, eel: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {imp: [rat], giant: [asp]}}]}
      - at: {turn: 1, decision: assign_combat_damage}
        do: [{action: assign, damage: {rat: {imp: 2, B: 2}}, rejected: true},
             {action: assign, damage: {rat: {imp: 4}}}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {life: {A: 26, B: 20}, poison: {B: 2}, stack: [bite, hit], battlefield: {imp: absent, giant: absent}}
      counts:
        - {event: state_based_action, rule: "704.5h", subject: giant, is: 1}
        - {event: state_based_action, rule: "704.5f", subject: imp, is: 1}
        - {event: ability_triggered, name: hit, is: 1}
        - {event: ability_triggered, name: bite, is: 1}
        - {event: damage_dealt, source: asp, to: giant, amount: 1, combat: true, is: 1}
    """)


def test_702_15_and_702_90_what_the_source_last_had_counts() -> None:
    """A lifelink infect creature has died, and its ability deals damage: poison counters and a gain of life."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: imp
                  power: 1
                  toughness: 1
                  keywords: [lifelink, infect]
                  abilities:
                    - {effect: trigger, name: burst, when: {event: dies}, effects: [{effect: damage, amount: 2, to: B}]}
            - {id: B, battlefield: [{id: knight, keywords: [first_strike]}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {imp: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {knight: [imp]}}]}
        expect:
          checks:
            - {at: {turn: 1, step: combat_damage}, that: {stack: [burst], battlefield: {imp: absent}}}
            - {at: {turn: 1, step: combat_damage, occurrence: 2}, that: {life: {A: 22, B: 20}, poison: {B: 2}}}
    """)


def test_702_15_the_last_controller_gains_by_what_effects_had_given_the_source() -> None:
    """B's creature, under A's control, has lifelink by an effect as it is sacrificed: A gains, and B does not."""
    play("""
        game: {players: [{id: A}, {id: B, battlefield: [{id: cleric}]}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: fling
                effects:
                  - {effect: gain_control, permanent: cleric, player: A}
                  - {effect: continuous, name: oath, lasts: this_turn,
                     modifies: {permanent: cleric, keywords: [lifelink]}}
                  - {effect: sacrifice, permanents: [cleric]}
                  - {effect: damage, amount: 2, to: B, source: cleric}
        expect:
          checks: [{at: {turn: 1, step: end}, that: {life: {A: 22, B: 18}}}]
    """)


def test_702_15_a_later_object_without_lifelink_leaves_nothing_of_it() -> None:
    """What left last under that id had no lifelink, so that nobody gains."""
    play("""
        game: {players: [{id: A, battlefield: [{id: cleric, keywords: [lifelink], token: true}]}, {id: B}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do:
              - action: cast
                name: fling
                effects:
                  - {effect: sacrifice, permanents: [cleric]}
                  - {effect: create, permanent: {id: cleric}}
                  - {effect: sacrifice, permanents: [cleric]}
                  - {effect: damage, amount: 2, to: B, source: cleric}
        expect:
          checks: [{at: {turn: 1, step: end}, that: {life: {A: 20, B: 18}}}]
    """)


def test_702_2e_damage_by_what_had_deathtouch_destroys() -> None:
    """A deathtouch creature has died, and its ability deals 1 damage to a creature with toughness 4."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: snake
                  power: 1
                  toughness: 1
                  keywords: [deathtouch]
                  abilities:
                    - effect: trigger
                      name: bite
                      when: {event: dies}
                      effects: [{effect: damage, amount: 1, to: ogre}]
            - {id: B, battlefield: [{id: knight, keywords: [first_strike]}, {id: ogre, power: 4, toughness: 4}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {snake: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {knight: [snake]}}]}
        expect:
          events: [{event: state_based_action, rule: "704.5h", subject: ogre}]
          checks: [{at: {turn: 1, step: end}, that: {battlefield: {ogre: absent}}}]
    """)

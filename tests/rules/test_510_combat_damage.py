"""Rule 510: assigning combat damage, dealing it at once, the gate afterwards, and the second step of first strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import load_one, obligation, play

from mtg_fsm import Attack, Engine, Event, IllegalCommand, PermanentSpec, new_game
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.words.commands import Assign, Block
from mtg_fsm.words.setup import GameSpec, PlayerSpec

Damage = dict[str, dict[str, int]]
GONE = [
    "{effect: destroy, permanents: [GONE]}",
    "{effect: bounce, permanents: [GONE]}",
    "{effect: phase_out, permanents: [GONE]}",
    "{effect: remove_from_combat, permanents: [GONE]}",
    "{effect: become, permanent: GONE, types: [artifact]}",
    "{effect: gain_control, permanent: GONE, player: OTHER}",
]
"""Every way in which a creature leaves combat (506.4)."""


def fight(spec: GameSpec, attackers: Mapping[str, str], blockers: Mapping[str, Sequence[str]]) -> Engine:
    """The first decision after blockers have been declared that is not priority: who assigns damage, or what is next.

    Everything else is done as by default.
    """
    engine = new_game(spec)
    engine.advance()
    declared = False
    while (decision := engine.decision) is not None:
        if decision.kind == "declare_attackers" and not declared:
            engine.submit(Attack(attackers=dict(attackers)))
            declared = True
        elif decision.kind == "declare_blockers":
            engine.submit(Block(blockers={name: tuple(blocked) for name, blocked in blockers.items()}))
        elif decision.kind == "assign_combat_damage" or engine.position.step == "end_of_combat":
            return engine
        else:
            engine.submit(next(engine.legal(decision.player)))
    raise AssertionError("the game ended before combat damage")


def board(text: str) -> GameSpec:
    """The set-up of a scenario."""
    return load_one(text).game


def refused(engine: Engine, damage: Damage, creature: str, rule: str) -> None:
    """The assignment is refused, the reason names the creature and the rule, and nothing has changed."""
    before, decision = (engine.state(), engine.game.save()), engine.decision
    refusal = engine.why_not(Assign(damage=damage))
    assert refusal is not None, damage
    assert (creature in refusal.message, refusal.rule) == (True, rule), refusal
    with pytest.raises(IllegalCommand, match=creature) as caught:
        engine.submit(Assign(damage=damage))
    assert caught.value.rule == rule
    assert (engine.state(), engine.game.save()) == before
    assert engine.decision == decision
    assert engine.events == []


def listed(engine: Engine, player: str) -> list[Damage]:
    """What `legal` lists of assignments."""
    return [command.damage for command in engine.legal(player) if isinstance(command, Assign)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.as_dict()["event"] for event in events]


# --- 510.1 ---


@obligation("510.1", 1)
def test_510_1_the_attackers_damage_is_known_before_the_blockers_damage_is_assigned() -> None:
    """A's announcement stands, undealt, as B is asked; each is asked once, the active player first, also in turn 2."""
    engine = fight(
        board("""
        game:
          players:
            - {id: A, battlefield: [{id: ox, power: 4, toughness: 9}]}
            - {id: B, battlefield: [{id: wall, power: 1, toughness: 9}, {id: hedge, power: 1, toughness: 9}]}
        """),
        {"ox": "B"},
        {"wall": ["ox"], "hedge": ["ox"]},
    )
    assert engine.decision is not None
    assert (engine.decision.player, engine.decision.choices) == ("A", ("ox",))
    assert engine.why_not(Assign(player="B", damage={})) is not None
    happened = engine.submit(Assign(damage={"ox": {"hedge": 3, "wall": 1}}))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("assign_combat_damage", "B")
    assert isinstance(engine.game, ReferenceGame)
    assert sorted(engine.game.assigned) == [("ox", "hedge", 3), ("ox", "wall", 1)]
    assert "damage_dealt" not in kinds(happened)
    assert engine.observe("battlefield", ["wall", "hedge"])["hedge"]["damage"] == 0
    engine.submit(Assign(damage={}))
    assert engine.observe("battlefield", ["hedge"])["hedge"]["damage"] == 3
    play("""
    game: {players: [{id: A, battlefield: [{id: wall}]}, {id: B, battlefield: [{id: bear}]}]}
    script:
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {bear: A}}]}
      - {at: {turn: 2, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
    expect:
      events:
        - {event: turn_based_action, action: assign_combat_damage, player: B, rule: "510.1"}
        - {event: turn_based_action, action: assign_combat_damage, player: A, rule: "510.1"}
        - {event: turn_based_action, action: deal_combat_damage, rule: "510.2"}
      counts: [{event: turn_based_action, action: assign_combat_damage, is: 2}]
    """)


@obligation("510.1", 2)
def test_510_1_nobody_can_act_between_announcing_and_dealing() -> None:
    """Until damage is dealt nobody has priority, and a spell, an ability or a pass is refused."""
    result = play("""
    game: {players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wall}]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: assign_combat_damage, player: A}
        do: [{action: cast, name: save, rejected: true}, {action: pass, rejected: true},
             {action: cast, name: save, player: B, rejected: true}]
      - at: {turn: 1, decision: assign_combat_damage, player: B}
        do: [{action: activate, name: save, rejected: true}, {action: pass, rejected: true},
             {action: activate, name: dark, mana_ability: true, effects: [{effect: add_mana, mana: B}],
              rejected: true}, {action: cast, name: save, player: A, rejected: true}]
    expect:
      checks:
        - {at: {turn: 1, decision: assign_combat_damage, player: A}, that: {priority: none}}
        - {at: {turn: 1, decision: assign_combat_damage, player: B}, that: {priority: none}}
        - {at: {turn: 1, step: combat_damage}, that: {battlefield: {bear: absent, wall: absent}}}
    """)
    step = [event for event in result.events if event.as_dict()["step"] == "combat_damage"]
    until = kinds(step)
    first = until.index("priority_received")
    assert until[:first].count("damage_dealt") == 2
    assert not {"priority_passed", "put_on_stack", "mana_added"} & set(until[:first])


# --- 510.1a ---


@obligation("510.1a", 1)
def test_510_1a_power_0_or_less_assigns_nothing_and_others_assign_the_power_that_they_have_then() -> None:
    """Shrunk to 0 or below 0 by effect or counter, attackers and blockers cause no damage; what grew assigns it all."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: zero, power: 2, keywords: [deathtouch, lifelink]}
            - {id: minus, power: 2, toughness: 9, counters: {-1/-1: 1}}
            - {id: shy, power: 1, toughness: 9}
            - {id: grown, power: 1}
        - {id: B, battlefield: [{id: wall, power: 0, toughness: 9}, {id: imp, power: -1, toughness: 9}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {zero: B, minus: B, shy: B, grown: B}}]
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [zero], imp: [shy]}}]
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: shrink
            effects:
              - {effect: continuous, name: s1, lasts: this_turn, modifies: {permanent: zero, power: -2}}
              - {effect: continuous, name: s2, lasts: this_turn, modifies: {permanent: minus, power: -3}}
              - {effect: continuous, name: s3, lasts: this_turn, modifies: {permanent: grown, power: 4}}
              - {effect: add_counters, permanent: shy, counter: -1/-1}
      - at: {turn: 1, decision: assign_combat_damage}
        do:
          - {action: assign, damage: {zero: {wall: 2}}, rejected: true}
          - {action: assign, damage: {minus: {B: 1}}, rejected: true}
          - {action: assign, damage: {grown: {B: 1}}, rejected: true}
          - {action: assign, damage: {grown: {B: 5}}}
    expect:
      counts:
        - {event: damage_dealt, is: 1}
        - {event: damage_dealt, source: grown, to: B, amount: 5, is: 1}
        - {event: turn_based_action, action: assign_combat_damage, is: 1}
        - {event: life_changed, is: 1}
      checks:
        - {at: {turn: 1, step: combat_damage},
           that: {life: {A: 20, B: 15}, battlefield: {wall: {damage: 0}, shy: {damage: 0}, minus: {power: -2}}}}
    """)


def test_510_1a_the_refusal_names_the_creature_and_its_power() -> None:
    """Too little, too much, nothing at all, what has no power, what is not in combat and what is another player's."""
    engine = fight(
        board("""
        game:
          players:
            - {id: A, battlefield: [{id: ox, power: 3}, {id: mouse, power: 0}, {id: idle, power: 3}]}
            - {id: B, battlefield: [{id: wall, power: 1, toughness: 9}, {id: hedge, power: 1, toughness: 9}]}
        """),
        {"ox": "B", "mouse": "B"},
        {"wall": ["ox"], "hedge": ["ox"]},
    )
    assert engine.decision is not None
    assert engine.decision.choices == ("ox",)
    for parts in ({"wall": 2}, {"wall": 2, "hedge": 2}, {}, {"wall": 0, "hedge": 0}):
        refused(engine, {"ox": parts}, "ox", "510.1a")
    refused(engine, {"mouse": {"B": 1}}, "mouse", "510.1a")
    refused(engine, {"mouse": {"B": 0}}, "mouse", "510.1a")
    refused(engine, {"ox": {"wall": 3}, "idle": {"B": 3}}, "idle", "510.1a")
    refused(engine, {"wall": {"ox": 1}}, "wall", "510.1a")
    refused(engine, {"nobody": {"ox": 1}}, "nobody", "510.1a")


# --- 510.1b ---


@obligation("510.1b", 1)
@pytest.mark.parametrize("effect", [effect.replace("OTHER", "A") for effect in GONE])
def test_510_1b_an_unblocked_attacker_of_a_planeswalker_that_is_gone_assigns_nothing(effect: str) -> None:
    """What attacks the player beside it assigns there; the other can assign neither to the player nor anywhere else."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, keywords: [trample]}}, {{id: wolf, power: 1}}]}}
        - {{id: B, battlefield: [{{id: walker, types: [planeswalker], loyalty: 5}}, {{id: wall}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: walker, wolf: B}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{effect.replace("GONE", "walker")}]}}]
      - at: {{turn: 1, decision: assign_combat_damage}}
        do:
          - {{action: assign, damage: {{bear: {{B: 2}}}}, rejected: true}}
          - {{action: assign, damage: {{bear: {{walker: 2}}}}, rejected: true}}
          - {{action: assign, damage: {{bear: {{wall: 2}}}}, rejected: true}}
          - {{action: assign, damage: {{wolf: {{walker: 1}}}}, rejected: true}}
    expect:
      checks: [{{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 19}}, unblocked: [bear, wolf]}}}}]
      counts: [{{event: damage_dealt, is: 1}}, {{event: damage_dealt, source: wolf, to: B, is: 1}}]
    """)


def test_510_1b_the_refusal_names_the_unblocked_creature() -> None:
    """It assigns to what it attacks and to nobody else, not even to the player of the planeswalker."""
    engine = fight(
        board("""
        game:
          players:
            - {id: A, battlefield: [{id: ox, power: 3, keywords: [trample]}, {id: elk, power: 2}]}
            - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 1}, {id: wall}]}
        """),
        {"ox": "walker", "elk": "B"},
        {},
    )
    refused(engine, {"ox": {"walker": 1, "B": 2}}, "ox", "510.1b")
    refused(engine, {"ox": {"B": 3}}, "ox", "510.1b")
    refused(engine, {"elk": {"walker": 2}}, "elk", "510.1b")
    refused(engine, {"elk": {"wall": 2}}, "elk", "510.1b")
    refused(engine, {"elk": {"A": 2}}, "elk", "510.1b")
    assert listed(engine, "A") == [{"ox": {"walker": 3}, "elk": {"B": 2}}]


# --- 510.1c ---


@obligation("510.1c", 1)
def test_510_1c_every_split_among_blockers_is_legal() -> None:
    """Of 4 damage among three blockers all 15 splits and no others, none of which need be lethal or in any order."""
    spec = board("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 4, toughness: 9}]}
        - {id: B, battlefield: [{id: x, toughness: 3}, {id: y, toughness: 3}, {id: z, toughness: 5}]}
    """)
    blocks = {"x": ["ox"], "y": ["ox"], "z": ["ox"]}
    splits = [(x, y, 4 - x - y) for x in range(5) for y in range(5 - x)]
    assert len(splits) == 15
    for split in splits:
        engine = fight(spec, {"ox": "B"}, blocks)
        assert engine.why_not(Assign(damage={"ox": dict(zip("xyz", split, strict=True))})) is None
        happened = engine.submit(Assign(damage={"ox": dict(zip("xyz", split, strict=True))}))
        happened += engine.submit(Assign(damage={}))
        dealt = {
            event["to"]: event["amount"]
            for event in (event.as_dict() for event in happened)
            if event["event"] == "damage_dealt" and event["source"] == "ox"
        }
        assert dealt == {name: part for name, part in zip("xyz", split, strict=True) if part}
    engine = fight(spec, {"ox": "B"}, blocks)
    everything = listed(engine, "A")
    assert len(everything) == 15
    assert _values(everything) == {_value({"ox": dict(zip("xyz", split, strict=True))}) for split in splits}
    refused(engine, {"ox": {"x": 3, "B": 1}}, "ox", "510.1c")
    refused(engine, {"ox": {"x": 1, "y": 1, "z": 1, "ox": 1}}, "ox", "510.1c")
    refused(engine, {"ox": {"x": 2, "y": 1}}, "ox", "510.1a")


@obligation("510.1c", 1)
def test_510_1c_a_single_blocker_gets_all_of_it() -> None:
    """One blocker gets all the damage, however much more than lethal; of three, only the one that is still there."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 5, toughness: 9}]}
        - {id: B, battlefield: [{id: x, toughness: 1}, {id: y, toughness: 1}, {id: z, toughness: 1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {x: [ox], y: [ox], z: [ox]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: ruse, effects: [{effect: remove_from_combat, permanents: [x]},
                                                  {effect: destroy, permanents: [z]}]}]
      - at: {turn: 1, decision: assign_combat_damage}
        do:
          - {action: assign, damage: {ox: {y: 1, x: 4}}, rejected: true}
          - {action: assign, damage: {ox: {y: 1}}, rejected: true}
          - {action: assign, damage: {ox: {y: 1, B: 4}}, rejected: true}
          - {action: assign, damage: {ox: {y: 5}}}
    expect:
      counts: [{event: damage_dealt, source: ox, is: 1}, {event: damage_dealt, source: ox, to: y, amount: 5, is: 1}]
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {B: 20}, battlefield: {x: {damage: 0}, y: absent}}}]
    """)


@obligation("510.1c", 2)
@pytest.mark.parametrize("effect", [effect.replace("OTHER", "A") for effect in GONE])
def test_510_1c_a_blocked_creature_without_blockers_assigns_nothing(effect: str) -> None:
    """Whatever took its only blocker out of combat, it stays blocked, is not asked about and deals nothing to B."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: ox, power: 5}}, {{id: elk, power: 1}}]}}
        - {{id: B, battlefield: [{{id: wall}}, {{id: hedge}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{ox: B, elk: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{wall: [ox]}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{effect.replace("GONE", "wall")}]}}]
      - at: {{turn: 1, decision: assign_combat_damage}}
        do:
          - {{action: assign, damage: {{ox: {{B: 5}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{wall: 5}}}}, rejected: true}}
          - {{action: assign, damage: {{ox: {{hedge: 5}}}}, rejected: true}}
    expect:
      checks: [{{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 19}}, blocked: [ox], unblocked: [elk]}}}}]
      counts: [{{event: damage_dealt, is: 1}}, {{event: damage_dealt, source: elk, to: B, is: 1}}]
    """)


# --- 510.1d ---


@obligation("510.1d", 1)
def test_510_1d_a_blocker_of_two_may_put_all_on_either() -> None:
    """All splits among the two that it blocks, whichever was declared first; never to others or to a player."""
    spec = board("""
    game:
      players:
        - {id: A, battlefield: [{id: x, toughness: 9}, {id: y, toughness: 9}, {id: z, toughness: 9}]}
        - {id: B, battlefield: [{id: wall, power: 3, toughness: 9, max_blocks: 2}]}
    """)
    for parts in ({"x": 3}, {"y": 3}, {"x": 1, "y": 2}, {"x": 2, "y": 1}, {"x": 0, "y": 3}):
        engine = fight(spec, {"x": "B", "y": "B", "z": "B"}, {"wall": ["x", "y"]})
        engine.submit(Assign(damage={}))
        assert engine.decision is not None
        assert (engine.decision.player, engine.decision.choices) == ("B", ("wall",))
        refused(engine, {"wall": {"z": 3}}, "wall", "510.1d")
        refused(engine, {"wall": {"x": 2, "A": 1}}, "wall", "510.1d")
        refused(engine, {"wall": {"x": 2, "y": 2}}, "wall", "510.1a")
        assert _values(listed(engine, "B")) == _values(
            [{"wall": {"x": part, "y": 3 - part}} for part in range(4)],
        )
        engine.submit(Assign(damage={"wall": parts}))
        marked = {name: facts["damage"] for name, facts in engine.observe("battlefield", ["x", "y", "z"]).items()}
        assert marked == {"x": 0, "y": 0, "z": 0, **parts}


@obligation("510.1d", 1)
@pytest.mark.parametrize("effect", [effect.replace("OTHER", "B") for effect in GONE])
def test_510_1d_what_it_no_longer_blocks_gets_nothing(effect: str) -> None:
    """Of two attackers one left combat: all goes to the other; a blocker whose only attacker left assigns nothing."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: x, toughness: 9}}, {{id: y, toughness: 9}}]}}
        - id: B
          battlefield: [{{id: wall, power: 3, toughness: 9, max_blocks: 2}}, {{id: hedge, power: 4, toughness: 9}}]
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B, y: B}}}}]}}
      - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{wall: [x, y], hedge: [x]}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{effect.replace("GONE", "x")}]}}]
      - at: {{turn: 1, decision: assign_combat_damage, player: B}}
        do:
          - {{action: assign, damage: {{hedge: {{y: 4}}}}, rejected: true}}
          - {{action: assign, damage: {{hedge: {{A: 4}}}}, rejected: true}}
          - {{action: assign, damage: {{wall: {{x: 3}}}}, rejected: true}}
          - {{action: assign, damage: {{wall: {{x: 1, y: 2}}}}, rejected: true}}
          - {{action: assign, damage: {{wall: {{y: 3}}}}}}
    expect:
      checks: [{{at: {{turn: 1, step: combat_damage}}, that: {{life: {{A: 20}}, battlefield: {{y: {{damage: 3}}}}}}}}]
      counts:
        - {{event: damage_dealt, is: 2}}
        - {{event: damage_dealt, source: wall, to: y, is: 1}}
        - {{event: damage_dealt, source: y, to: wall, is: 1}}
    """)


# --- 510.1e ---


@obligation("510.1e", 1)
def test_510_1e_only_the_illegal_announcement_is_repeated() -> None:
    """A's legal one stands while B's is refused again and again; A is not asked again, and it is dealt as announced."""
    engine = fight(
        board("""
        game:
          players:
            - {id: A, battlefield: [{id: ox, power: 4, toughness: 9}, {id: elk, power: 2, toughness: 9}]}
            - id: B
              battlefield:
                - {id: wall, power: 2, toughness: 9, max_blocks: 2}
                - {id: hedge, power: 2, toughness: 9}
        """),
        {"ox": "B", "elk": "B"},
        {"wall": ["ox", "elk"], "hedge": ["ox"]},
    )
    refused(engine, {"ox": {"wall": 4}, "elk": {"hedge": 2}}, "elk", "510.1c")
    refused(engine, {"elk": {"wall": 2}, "ox": {"wall": 3}}, "ox", "510.1a")
    happened = engine.submit(Assign(damage={"ox": {"wall": 1, "hedge": 3}}))
    for _ in range(2):
        refused(engine, {"wall": {"ox": 2}, "hedge": {"elk": 2}}, "hedge", "510.1d")
        refused(engine, {"hedge": {"ox": 2}, "wall": {"ox": 1}}, "wall", "510.1a")
        assert engine.decision is not None
        assert engine.decision.player == "B"
    refusal = engine.why_not(Assign(player="A", damage={"ox": {"wall": 4}}))
    assert refusal is not None
    happened += engine.submit(Assign(damage={"wall": {"elk": 2}}))
    dealt = [
        (event["source"], event["to"], event["amount"])
        for event in (event.as_dict() for event in happened)
        if event["event"] == "damage_dealt"
    ]
    assert sorted(dealt) == [
        ("elk", "wall", 2),
        ("hedge", "ox", 2),
        ("ox", "hedge", 3),
        ("ox", "wall", 1),
        ("wall", "elk", 2),
    ]
    asked = [event.as_dict() for event in happened if event.as_dict().get("action") == "assign_combat_damage"]
    assert [event["player"] for event in asked] == ["B"]


@obligation("510.1e", 2)
def test_510_1e_lethal_damage_for_trample_is_that_of_all_creatures_together() -> None:
    """Two tramplers share a blocker: neither gives it lethal damage, both do; one too little and both are refused."""
    engine = fight(
        board("""
        game:
          players:
            - id: A
              battlefield:
                - {id: ox, power: 3, toughness: 9, keywords: [trample]}
                - {id: elk, power: 3, toughness: 9, keywords: [trample]}
                - {id: cow, power: 1, toughness: 9}
            - {id: B, battlefield: [{id: wall, power: 1, toughness: 5, max_blocks: 3}]}
        """),
        {"ox": "B", "elk": "B", "cow": "B"},
        {"wall": ["ox", "elk", "cow"]},
    )
    refused(engine, {"ox": {"wall": 1, "B": 2}, "elk": {"wall": 2, "B": 1}}, "ox", "702.19b")
    refused(engine, {"ox": {"B": 3}, "elk": {"wall": 3}}, "ox", "702.19b")
    refused(engine, {"ox": {"wall": 3}, "elk": {"B": 3}}, "elk", "702.19b")
    assert engine.why_not(Assign(damage={"ox": {"wall": 1, "B": 2}, "elk": {"wall": 3}})) is None
    assert engine.why_not(Assign(damage={"ox": {"wall": 3}, "elk": {"wall": 1, "B": 2}})) is None
    happened = engine.submit(Assign(damage={"elk": {"wall": 2, "B": 1}, "ox": {"wall": 2, "B": 1}}))
    happened += engine.submit(Assign(damage={}))
    assert engine.observe("life", ["B"]) == {"B": 18}
    assert "wall" not in engine.game.permanents()


# --- what `legal` lists, against brute force ---


class Fighter(NamedTuple):
    """A creature of a small board, with the attackers that it blocks if it is a blocker."""

    name: str
    power: int
    toughness: int = 9
    damage: int = 0
    keywords: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()

    def spec(self) -> PermanentSpec:
        """It as a permanent."""
        return PermanentSpec.model_validate(
            {
                "id": self.name,
                "power": self.power,
                "toughness": self.toughness,
                "damage": self.damage,
                "keywords": self.keywords,
                "max_blocks": 3,
            }
        )


class Small(NamedTuple):
    """A small board: all attackers attack B."""

    attackers: tuple[Fighter, ...]
    blockers: tuple[Fighter, ...]

    def play(self) -> Engine:
        """The first decision after blocks."""
        spec = GameSpec(
            players=(
                PlayerSpec(id="A", battlefield=tuple(attacker.spec() for attacker in self.attackers)),
                PlayerSpec(id="B", battlefield=tuple(blocker.spec() for blocker in self.blockers)),
            )
        )
        blocks = {blocker.name: blocker.blocks for blocker in self.blockers if blocker.blocks}
        return fight(spec, {attacker.name: "B" for attacker in self.attackers}, blocks)

    def blocking(self, attacker: str) -> list[Fighter]:
        """Who blocks it."""
        return [blocker for blocker in self.blockers if attacker in blocker.blocks]

    def can(self, attacker: Fighter) -> list[str]:
        """To whom it can assign damage at most."""
        blocked = [blocker.name for blocker in self.blocking(attacker.name)]
        return blocked + ["B"] * (not blocked or "trample" in attacker.keywords)

    def legal(self, damage: Damage) -> bool:
        """Whether a full assignment of A obeys 510.1a-510.1c, 702.2c and 702.19b."""
        for attacker in self.attackers:
            parts = {to: part for to, part in damage.get(attacker.name, {}).items() if part}
            if sum(parts.values()) != attacker.power or not set(parts) <= set(self.can(attacker)):
                return False
            blockers = self.blocking(attacker.name)
            if blockers and "B" in parts and not all(self._lethally(blocker, damage) for blocker in blockers):
                return False
        return True

    def _lethally(self, blocker: Fighter, damage: Damage) -> bool:
        given = {attacker: damage.get(attacker.name, {}).get(blocker.name, 0) for attacker in self.attackers}
        touched = any(part and "deathtouch" in attacker.keywords for attacker, part in given.items())
        return touched or blocker.damage + sum(given.values()) >= blocker.toughness


def _parts(total: int, among: Sequence[str]) -> Iterator[dict[str, int]]:
    """Every way to give so much."""
    for parts in product(range(total + 1), repeat=len(among)):
        if sum(parts) == total:
            yield {to: part for to, part in zip(among, parts, strict=True) if part}


def _value(damage: Damage) -> frozenset[tuple[str, str, int]]:
    return frozenset((name, to, part) for name, parts in damage.items() for to, part in parts.items() if part)


def _values(assignments: Sequence[Damage]) -> set[frozenset[tuple[str, str, int]]]:
    return {_value(damage) for damage in assignments}


def compare(small: Small, *, slack: int) -> None:
    """Everything that could be said, with up to `slack` damage too little or too much, is legal as brute force says."""
    engine = small.play()
    able = [attacker for attacker in small.attackers if attacker.power > 0]
    assert engine.decision is not None
    if not able:
        assert (engine.decision.kind, engine.decision.player) != ("assign_combat_damage", "A")
        return
    assert (engine.decision.kind, engine.decision.player) == ("assign_combat_damage", "A")
    assert engine.decision.choices == tuple(attacker.name for attacker in able)
    everywhere = ["A", "B", *(fighter.name for fighter in (*small.attackers, *small.blockers))] if slack else None
    said = [
        [
            parts
            for total in range(max(0, attacker.power - slack), attacker.power + slack + 1)
            for parts in _parts(total, everywhere or [*(blocker.name for blocker in small.blockers), "B"])
        ]
        for attacker in able
    ]
    before, expected = (engine.state(), engine.game.save()), list[Damage]()
    for parts in product(*said):
        damage = {attacker.name: part for attacker, part in zip(able, parts, strict=True)}
        refusal = engine.why_not(Assign(damage=damage))
        assert (refusal is None) is small.legal(damage), (small, damage, refusal)
        if refusal is None:
            expected.append(damage)
        else:
            assert any(attacker.name in refusal.message for attacker in able)
            assert refusal.rule in ("510.1a", "510.1b", "510.1c", "702.19b")
    found = listed(engine, "A")
    assert _values(found) == _values(expected)
    assert len(found) == len(expected)
    assert (engine.state(), engine.game.save()) == before
    assert listed(engine, "B") == []


TRAMPLE, TOUCH = ("trample",), ("trample", "deathtouch")
BOARDS = {
    "trample": Small((Fighter("x", 3, keywords=TRAMPLE),), (Fighter("p", 1, 2, blocks=("x",)),)),
    "deathtouch": Small(
        (Fighter("x", 3, keywords=TOUCH),), (Fighter("p", 1, 5, blocks=("x",)), Fighter("q", 1, 1, blocks=("x",)))
    ),
    "marked": Small((Fighter("x", 2, keywords=TRAMPLE),), (Fighter("p", 1, 4, damage=3, blocks=("x",)),)),
    "satisfied": Small(
        (Fighter("x", 2, keywords=TRAMPLE),),
        (Fighter("p", 1, 2, damage=2, keywords=("indestructible",), blocks=("x",)),),
    ),
    "shared": Small(
        (Fighter("x", 2, keywords=TRAMPLE), Fighter("y", 2, keywords=TRAMPLE)), (Fighter("p", 1, 3, blocks=("x", "y")),)
    ),
    "helped": Small(
        (Fighter("x", 2, keywords=TRAMPLE), Fighter("y", 1, keywords=("deathtouch",))),
        (Fighter("p", 1, 5, blocks=("x", "y")), Fighter("q", 1, 5, blocks=("y",))),
    ),
    "unblocked": Small((Fighter("x", 2), Fighter("y", 0)), (Fighter("p", 1, 5),)),
}


@pytest.mark.parametrize("name", BOARDS)
def test_510_1e_everything_that_can_be_said_is_legal_or_refused_as_the_rules_say(name: str) -> None:
    """Any damage to any player or creature: `why_not` and `legal` of brute force, each assignment listed once."""
    compare(BOARDS[name], slack=1)


@settings(max_examples=150, deadline=None)
@given(
    attackers=st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from([(), ("trample",), ("deathtouch",), TRAMPLE, TOUCH])),
        min_size=1,
        max_size=3,
    ),
    blockers=st.lists(
        st.tuples(st.integers(1, 4), st.integers(0, 3), st.sets(st.sampled_from(["x", "y", "z"]))), max_size=2
    ),
)
def test_510_1e_legal_lists_exactly_the_legal_assignments(
    attackers: list[tuple[int, tuple[str, ...]]], blockers: list[tuple[int, int, set[str]]]
) -> None:
    """On random small boards with trample, deathtouch and marked damage, against brute force over all divisions."""
    names = [name for name, _ in zip("xyz", attackers, strict=False)]
    compare(
        Small(
            tuple(Fighter(name, power, 9, 0, has) for name, (power, has) in zip(names, attackers, strict=True)),
            tuple(
                Fighter(name, 1, hard, min(marked, hard - 1), (), tuple(sorted(blocked & set(names))))
                for name, (hard, marked, blocked) in zip("pq", blockers, strict=False)
            ),
        ),
        slack=0,
    )


# --- 510.2 ---


@obligation("510.2", 1)
def test_510_2_creatures_that_kill_each_other_have_both_dealt_their_damage() -> None:
    """Attacker and blocker die together in one check, in either player's turn."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf, power: 1, toughness: 1}]}
        - {id: B, battlefield: [{id: wall, power: 3}, {id: imp, power: 1, toughness: 1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {imp: A}}]}
      - {at: {turn: 2, decision: declare_blockers}, do: [{action: block, blockers: {wolf: [imp]}}]}
    expect:
      counts:
        - {event: damage_dealt, source: bear, to: wall, amount: 2, combat: true, rule: "510.2", turn: 1, is: 1}
        - {event: damage_dealt, source: wall, to: bear, amount: 3, combat: true, rule: "510.2", turn: 1, is: 1}
        - {event: damage_dealt, source: imp, to: wolf, turn: 2, is: 1}
        - {event: damage_dealt, source: wolf, to: imp, turn: 2, is: 1}
        - {event: permanent_left, to: graveyard, step: combat_damage, is: 4}
        - {event: turn_based_action, action: deal_combat_damage, is: 2}
      checks:
        - {at: {turn: 1, step: combat_damage}, that: {battlefield: {bear: absent, wall: absent}}}
        - {at: {turn: 2, step: combat_damage}, that: {battlefield: {imp: absent, wolf: absent}}}
    """)


@obligation("510.2", 2)
def test_510_2_nothing_is_checked_between_one_damage_and_another() -> None:
    """B, below 0 for a moment, is saved by a lifelinker that dies; a lethal first hit removes nothing of a second."""
    result = play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, power: 5}, {id: x, power: 1, toughness: 1}, {id: y, power: 4}]}
        - id: B
          life: 3
          battlefield:
            - {id: imp, power: 4, toughness: 1, keywords: [lifelink], max_blocks: 2}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: B, x: B, y: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {imp: [x, y]}}]}
      - at: {turn: 1, decision: assign_combat_damage, player: B}
        do: [{action: assign, damage: {imp: {y: 4}}}]
    expect:
      counts:
        - {event: damage_dealt, source: x, to: imp, amount: 1, is: 1}
        - {event: damage_dealt, source: y, to: imp, amount: 4, is: 1}
        - {event: damage_dealt, source: imp, to: y, amount: 4, is: 1}
        - {event: state_based_action, is: 2}
      checks:
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 2}, battlefield: {imp: absent, y: absent, x: {}}}}
      outcome: {unfinished: true}
    """)
    names = kinds(result.events)
    dealt = [number for number, name in enumerate(names) if name == "damage_dealt"]
    assert len(dealt) == 4
    between = set(names[dealt[0] : dealt[-1] + 1])
    assert between == {"damage_dealt", "life_changed"}


# --- 510.3 ---


@obligation("510.3", 1)
def test_510_3_after_damage_the_gate_and_the_active_player_has_priority() -> None:
    """In both combat damage steps of B's turn: damage, deaths, triggers on the stack, then B and not A."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: x, toughness: 1, power: 0, abilities: [{effect: trigger, name: x-dies, when: {event: dies}}]}
            - {id: y, toughness: 1, power: 0, abilities: [{effect: trigger, name: y-dies, when: {event: dies}}]}
        - {id: B, battlefield: [{id: fox, keywords: [first_strike]}, {id: ox}]}
    script:
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {fox: A, ox: A}}]}
      - {at: {turn: 2, decision: declare_blockers}, do: [{action: block, blockers: {x: [fox], y: [ox]}}]}
    expect:
      checks:
        - at: {turn: 2, step: combat_damage, player: B, nth: 1}
          that: {stack: [x-dies], priority: B, battlefield: {x: absent, y: {damage: 0}}}
        - at: {turn: 2, step: combat_damage, occurrence: 2, player: B, nth: 1}
          that: {stack: [y-dies], priority: B, battlefield: {y: absent}}
      events:
        - {event: step_began, step: combat_damage, turn: 2}
        - {event: damage_dealt, source: fox, to: x}
        - {event: state_based_action, subject: x, rule: "704.5g"}
        - {event: ability_triggered, name: x-dies}
        - {event: put_on_stack, name: x-dies}
        - {event: priority_received, player: B, rule: "117.3a", step: combat_damage}
        - {event: priority_received, player: A, step: combat_damage}
        - {event: step_began, step: combat_damage, turn: 2}
        - {event: damage_dealt, source: ox, to: y}
        - {event: state_based_action, subject: y, rule: "704.5g"}
        - {event: put_on_stack, name: y-dies}
        - {event: priority_received, player: B, rule: "117.3a", step: combat_damage}
      counts:
        - {event: priority_received, rule: "117.3a", step: combat_damage, turn: 2, is: 2}
        - {event: priority_received, rule: "117.3a", step: combat_damage, turn: 2, player: B, is: 2}
    """)


@obligation("510.3a", 1)
def test_510_3a_triggers_of_damage_and_of_deaths_are_one_batch() -> None:
    """A orders hit and death, the later one below; B's damage trigger, the earlier one, is above A's death trigger."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - id: bear
              abilities: [{effect: trigger, name: bear-hits, when: {event: deals_combat_damage}},
                          {effect: trigger, name: bear-dies, when: {event: dies}}]
        - id: B
          battlefield:
            - id: wall
              abilities: [{effect: trigger, name: wall-hits, when: {event: deals_combat_damage}},
                          {effect: trigger, name: wall-dies, when: {event: dies}}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: order_triggers, player: A}
        do: [{action: order, triggers: [bear-dies], rejected: true},
             {action: order, triggers: [bear-dies, bear-hits]}]
      - {at: {turn: 1, decision: order_triggers, player: B}, do: [{action: order, triggers: [wall-dies, wall-hits]}]}
    expect:
      checks:
        - {at: {turn: 1, decision: order_triggers, player: A}, that: {stack: [], priority: none}}
        - at: {turn: 1, step: combat_damage}
          that: {stack: [wall-hits, wall-dies, bear-hits, bear-dies], priority: A,
                 battlefield: {bear: absent, wall: absent}}
      events:
        - {event: ability_triggered, name: wall-hits, step: combat_damage}
        - {event: state_based_action, step: combat_damage}
        - {event: ability_triggered, name: bear-dies, step: combat_damage}
        - {event: put_on_stack, name: bear-dies}
        - {event: put_on_stack, name: bear-hits}
        - {event: put_on_stack, name: wall-dies}
        - {event: put_on_stack, name: wall-hits}
        - {event: priority_received, player: A, step: combat_damage}
      counts: [{event: ability_triggered, step: combat_damage, is: 4}]
    """)


# --- 510.4 ---

STEPS = "[untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, declare_blockers, {}end_of_combat, \
postcombat_main, end, cleanup]"
ONE, TWO = STEPS.format("combat_damage, "), STEPS.format("combat_damage, combat_damage, ")


def change(old: str, new: str, *, during: str, more: str = "") -> str:
    """`x` and `y`, with keywords, attack B; during a step x gets other keywords. Damage: 1 of x, 10 of y."""
    return f"""
    game:
      players:
        - id: A
          battlefield: [{{id: x, power: 1, keywords: [{old}]}}, {{id: y, power: 10, keywords: [{more}]}}]
        - {{id: B, life: 100}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B, y: B}}}}]}}
      - at: {{turn: 1, step: {during}}}
        do: [{{action: cast, name: change, effects: [{{effect: become, permanent: x, keywords: [{new}]}}]}}]
    """


@obligation("510.4", 1)
def test_510_4_who_struck_first_is_fixed_as_the_first_step_begins() -> None:
    """Two that exchange first strike in the first step deal damage once each; what gets it before the step counts."""
    play(
        """
    game:
      players:
        - id: A
          battlefield: [{id: x, power: 1, keywords: [first_strike]}, {id: y, power: 10}, {id: late, power: 40}]
        - {id: B, life: 100, battlefield: [{id: wall, power: 3, toughness: 90}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {x: B, y: B, late: B}}]
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [y]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: haste, effects: [{effect: become, permanent: late, keywords: [first_strike]}]}]
      - at: {turn: 1, step: combat_damage}
        do:
          - action: cast
            name: exchange
            effects: [{effect: become, permanent: x, keywords: []},
                      {effect: become, permanent: late, keywords: []},
                      {effect: become, permanent: wall, keywords: [first_strike]},
                      {effect: become, permanent: y, keywords: [first_strike]}]
      - at: {turn: 1, decision: assign_combat_damage, player: A, nth: 2}
        do: [{action: assign, damage: {x: {B: 1}}, rejected: true},
             {action: assign, damage: {late: {B: 40}}, rejected: true},
             {action: assign, damage: {y: {wall: 10}}}]
    expect:
      turns: [{turn: 1, player: A, steps: STEPS}]
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 59}, battlefield: {wall: {damage: 0}, y: {damage: 0}}}
        - {at: {turn: 1, step: combat_damage, occurrence: 2}, that: {life: {B: 59}, battlefield: {wall: {damage: 10}}}}
      counts: [{event: damage_dealt, is: 4}, {event: damage_dealt, source: wall, to: y, is: 1}]
    """.replace("STEPS", TWO)
    )


@obligation("510.4", 2)
def test_510_4_losing_first_strike_does_not_let_it_assign_again() -> None:
    """It dealt damage in the first step, and has no keyword in the second, in which only the other one deals it."""
    play(f"""
    {change("first_strike", "", during="combat_damage").strip()}
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 99}}}}}}
        - at: {{turn: 1, step: combat_damage, occurrence: 2}}
          that: {{life: {{B: 89}}, battlefield: {{x: {{keywords: []}}}}}}
    """)


@obligation("510.4", 3)
@pytest.mark.parametrize("gained", ["first_strike", "double_strike", "first_strike, double_strike"])
def test_510_4_what_gains_it_during_the_first_step_still_assigns_in_the_second(gained: str) -> None:
    """Having had neither as the first step began, it deals damage in the second, once, and no third step comes."""
    play(f"""
    {change("", gained, during="combat_damage", more="first_strike").strip()}
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 90}}}}}}
        - {{at: {{turn: 1, step: combat_damage, occurrence: 2}}, that: {{life: {{B: 89}}}}}}
      counts: [{{event: damage_dealt, source: x, is: 1}}]
    """)


@obligation("510.4", 4)
@pytest.mark.parametrize(
    ("old", "new", "times"),
    [
        ("first_strike", "double_strike", 2),
        ("first_strike", "first_strike, double_strike", 2),
        ("double_strike", "", 1),
        ("double_strike", "first_strike", 1),
        ("double_strike", "double_strike", 2),
        ("first_strike, double_strike", "first_strike", 1),
    ],
)
def test_510_4_who_has_double_strike_as_the_second_step_begins_assigns_again(old: str, new: str, times: int) -> None:
    """What got it after dealing damage with first strike does; what lost it does not."""
    play(f"""
    {change(old, new, during="combat_damage").strip()}
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 99}}}}}}
        - {{at: {{turn: 1, step: combat_damage, occurrence: 2}}, that: {{life: {{B: {90 - times}}}}}}}
      counts: [{{event: damage_dealt, source: x, is: {times}}}]
    """)


@obligation("510.4", 5)
@pytest.mark.parametrize("gained", ["first_strike", "double_strike"])
def test_510_4_what_gains_it_in_an_ordinary_step_adds_no_second_one(gained: str) -> None:
    """The step began without any; the same gained one step earlier gives two steps."""
    play(f"""
    {change("", gained, during="combat_damage").strip()}
    expect:
      turns: [{{turn: 1, player: A, steps: {ONE}}}]
      checks: [{{at: {{turn: 1, step: end_of_combat}}, that: {{life: {{B: 89}}}}}}]
    """)
    play(f"""
    {change("", gained, during="declare_blockers").strip()}
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
    """)


@obligation("510.4", 6)
@pytest.mark.parametrize("effect", [*(effect.replace("OTHER", "B") for effect in GONE), "lost"])
def test_510_4_without_a_first_striker_in_combat_there_is_one_step(effect: str) -> None:
    """The only one left combat, or lost first strike, before the step; one at home does not count."""
    effect = "{effect: become, permanent: GONE, keywords: []}" if effect == "lost" else effect
    play(f"""
    game:
      players:
        - id: A
          battlefield:
            - {{id: x, power: 1, keywords: [first_strike]}}
            - {{id: y, power: 10}}
            - {{id: home, keywords: [first_strike, double_strike]}}
        - {{id: B, life: 100, battlefield: [{{id: theirs, keywords: [double_strike]}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B, y: B}}}}]}}
      - at: {{turn: 1, step: declare_blockers}}
        do: [{{action: cast, name: ruse, effects: [{effect.replace("GONE", "x")}]}}]
    expect:
      turns: [{{turn: 1, player: A, steps: {ONE}}}]
      counts: [{{event: damage_dealt, source: y, is: 1}}]
    """)


@obligation("510.4", 6)
def test_510_4_a_first_striker_that_assigns_nothing_makes_two_steps_all_the_same() -> None:
    """With power 0 it deals nothing in the first step, in which nobody assigns; others deal theirs in the second."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: x, power: 0, keywords: [first_strike]}}, {{id: y, power: 10}}]}}
        - {{id: B, life: 100}}
    script: [{{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{x: B, y: B}}}}]}}]
    expect:
      turns: [{{turn: 1, player: A, steps: {TWO}}}]
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 100}}}}}}
        - {{at: {{turn: 1, step: combat_damage, occurrence: 2}}, that: {{life: {{B: 90}}}}}}
      counts: [{{event: turn_based_action, action: assign_combat_damage, is: 1}}]
    """)


def test_510_4_two_steps_in_each_combat_phase_are_counted_anew() -> None:
    """What struck first in one combat phase deals damage in the only step of the next, having lost it."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: x, power: 1, keywords: [first_strike, vigilance]}]}
        - {id: B, life: 100}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {x: B}}]}
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: again, effects: [{effect: extra_phases, phases: [combat]},
                                                   {effect: become, permanent: x, keywords: [vigilance]}]}]
      - {at: {turn: 1, decision: declare_attackers, nth: 2}, do: [{action: attack, attackers: {x: B}}]}
    expect:
      counts: [{event: step_began, step: combat_damage, is: 3}, {event: damage_dealt, source: x, is: 2}]
    """)


def test_510_4_a_new_object_under_an_old_id_has_not_struck_first() -> None:
    """A creature that enters attacking after the first step assigns in the second, also if its id struck first."""
    play("""
    game: {players: [{id: A, battlefield: [{id: fox, power: 1, keywords: [first_strike]}]}, {id: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {fox: B}}]}
      - at: {turn: 1, step: combat_damage}
        do:
          - action: cast
            name: blink
            effects: [{effect: exile, permanents: [fox]},
                      {effect: create, permanent: {id: fox, power: 4}, attacking: B}]
    expect:
      checks:
        - {at: {turn: 1, step: combat_damage, nth: 3}, that: {life: {B: 19}, attacking: {fox: B}}}
        - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 15}}}
    """)

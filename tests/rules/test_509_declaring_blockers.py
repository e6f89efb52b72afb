"""Rule 509, the declare blockers step, and the abilities that matter for it: 702.9, 702.17 and 702.111."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from support import load_one, obligation, play

from mtg_fsm import Activate, Attack, Cast, Engine, IllegalCommand, Pass, new_game
from mtg_fsm.scenario import Run
from mtg_fsm.words.commands import Block, Pay


def _asked_to_block(text: str, attackers: Sequence[str]) -> Engine:
    """The engine as B is asked for blockers in turn 1; these creatures of A attack B."""
    spec = load_one(text).game.model_copy(update={"free_casting": True})
    engine = new_game(spec)
    engine.advance()
    while (decision := engine.decision) is not None and decision.kind != "declare_blockers":
        if decision.kind == "declare_attackers":
            engine.submit(Attack(attackers=dict.fromkeys(attackers, "B")))
        else:
            engine.submit(Pass())
    return engine


def _mana(name: str, *effects: Mapping[str, Any]) -> Activate:
    """A mana ability that does this, too."""
    return Activate.model_validate({"name": name, "mana_ability": True, "effects": effects})


def _block(**blockers: str) -> Block:
    """Each creature blocks the attackers that are named, with spaces between."""
    return Block(blockers={name: tuple(attackers.split()) for name, attackers in blockers.items()})


def _whole(engine: Engine) -> tuple[Any, str]:
    """Everything there is: what the engine knows, and the game as text."""
    return engine.state(), json.dumps(engine.game.save())


def _log(result: Run) -> list[tuple[str, str]]:
    """What happened in the first declare blockers step after it had begun: events and whom or what they name."""
    listed = [event.as_dict() for event in result.events if event.as_dict()["step"] == "declare_blockers"]
    begun = next(number for number, event in enumerate(listed) if event["event"] == "step_began")
    ended = next(number for number, event in enumerate(listed) if event["event"] == "step_ended")
    keys = ("name", "permanent", "player", "subject", "source")
    return [
        (event["event"], next((event[key] for key in keys if event.get(key) is not None), ""))
        for event in listed[begun + 1 : ended]
    ]


# --- 509.1: legal as a whole, or nothing of it ------------------------------------------------------------------------


COSTLY = """
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - id: B
          battlefield:
            - {id: wall, block_cost: 2, max_blocks: 2}
            - {id: elf, block_cost: 1}
            - {id: guard}
            - {id: mox, types: [artifact]}
          effects: [{effect: trigger, name: hum, when: {event: tapped, of: mox}, effects: [{effect: draw}]},
                    {effect: trigger, name: step-in, when: {event: blocks, of: wall}}]
"""


@obligation("509.1", 1)
def test_509_1_a_declaration_that_is_partly_illegal_leaves_nothing_behind() -> None:
    """The legal half of an illegal declaration does not stand either; another one has to be made."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: wall}, {id: guard, cant_block: true}, {id: elf}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do:
          - {action: block, blockers: {wall: [bear], guard: [ox]}, rejected: true}
          - {action: pass, player: B, rejected: true}
          - {action: block, blockers: {elf: [ox]}}
    expect:
      counts: [{event: blocker_declared, is: 1}, {event: turn_based_action, action: declare_blockers, is: 1}]
      checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {elf: [ox]}, blocked: [ox], unblocked: [bear]}}]
    """)


@obligation("509.1", 1)
def test_509_1_not_paying_restores_the_moment_before_byte_for_byte() -> None:
    """Choices, mana abilities used, what those did, and triggers that wait are undone; a new declaration is asked."""
    engine = _asked_to_block(COSTLY, ("bear", "ox"))
    before, decision, offered = _whole(engine), engine.decision, list(engine.legal_blocks)
    engine.submit(_block(wall="bear", elf="ox", guard="ox"))
    engine.submit(_mana("first", {"effect": "add_mana", "mana": "RG"}, {"effect": "tap", "permanents": ["mox"]}))
    engine.submit(
        _mana(
            "second",
            {"effect": "add_mana", "mana": "W", "keeps": "this_turn"},
            {"effect": "gain_control", "permanent": "bear"},
            {"effect": "create", "permanent": {"id": "imp", "token": True}},
            {"effect": "damage", "to": "ox", "amount": 1},
            {"effect": "lose_life", "count": 3},
            {"effect": "draw", "count": 2},
            {
                "effect": "continuous",
                "name": "glow",
                "lasts": "this_turn",
                "modifies": {"permanent": "elf", "power": 1},
            },
            {"effect": "become", "permanent": "wall", "types": ["artifact"], "block_cost": 7},
            {"effect": "remove_from_combat", "permanents": ["ox"]},
        )
    )
    assert engine.observe("mana", ["B"]) == {"B": "WRG"}
    assert engine.observe("attacking") == {}
    assert [ability.name for ability in engine.waiting] == ["hum"]
    assert _whole(engine) != before
    happened = engine.submit(Pay(pay=False))
    assert [event.as_dict()["event"] for event in happened] == ["declaration_taken_back"]
    assert _whole(engine) == before
    assert repr(engine.state()) == repr(before[0])
    assert engine.decision == decision
    assert list(engine.legal_blocks) == offered
    engine.submit(_block(guard="ox"))
    assert engine.observe("blocking") == {"guard": ["ox"]}
    assert engine.stack == engine.waiting == ()


@obligation("509.1", 1)
def test_509_1_a_declaration_taken_back_leaves_no_trace_in_the_one_that_is_made_then() -> None:
    """After taking back twice the same commands lead to the very state that they lead to at once."""
    taken_back, at_once = _asked_to_block(COSTLY, ("bear", "ox")), _asked_to_block(COSTLY, ("bear", "ox"))
    before = _whole(taken_back)
    assert before == _whole(at_once)
    for declared in (_block(wall="ox"), _block(elf="bear", wall="bear")):
        taken_back.submit(declared)
        taken_back.submit(
            _mana("spring", {"effect": "add_mana", "mana": "GG"}, {"effect": "tap", "permanents": ["mox"]})
        )
        taken_back.submit(Pay(pay=False))
        assert _whole(taken_back) == before
    for engine in (taken_back, at_once):
        engine.submit(_block(elf="bear"))
        engine.submit(_mana("spring", {"effect": "add_mana", "mana": "G"}, {"effect": "tap", "permanents": ["mox"]}))
        engine.submit(Pay(pay=True))
    assert _whole(taken_back) == _whole(at_once)
    assert at_once.observe("blocking") == {"elf": ["bear"]}
    assert [object_.name for object_ in at_once.stack] == ["hum"]


@obligation("509.1", 2)
def test_509_1_triggers_wait_for_the_gate_and_state_based_actions_come_first() -> None:
    """A blocker that died of the payment has blocked; its trigger is stacked after the state-based action."""
    result = play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - id: B
          battlefield:
            - id: wall
              block_cost: 1
              abilities: [{effect: trigger, name: shout, when: {event: blocks}, effects: [{effect: gain_life}]}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: pay}
        do:
          - {action: activate, name: pain, mana_ability: true,
             effects: [{effect: add_mana, mana: R}, {effect: damage, to: wall, amount: 2}]}
          - {action: pay, pay: true}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {battlefield: {wall: absent}, stack: [shout], blocking: {}, blocked: [bear], priority: A}
        - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 21}}}
    """)
    order = [event for event, _ in _log(result)]
    at = [
        order.index(event)
        for event in (
            "damage_dealt",
            "mana_spent",
            "blocker_declared",
            "became_blocked",
            "ability_triggered",
            "state_based_action",
            "permanent_left",
            "put_on_stack",
            "priority_received",
        )
    ]
    assert at == sorted(at)


# --- 509.1a: who can be chosen ----------------------------------------------------------------------------------------


@obligation("509.1a", 1)
def test_509_1a_a_creature_blocks_one_attacker_unless_it_can_block_more() -> None:
    """Two attackers need max_blocks 2, three are too many for that; several creatures may block the same attacker."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}, {id: elk}]}
        - {id: B, battlefield: [{id: wall}, {id: hydra, max_blocks: 2}, {id: stump, max_blocks: 0}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B, elk: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do:
          - {action: block, blockers: {wall: [bear, ox]}, rejected: true}
          - {action: block, blockers: {hydra: [bear, ox, elk]}, rejected: true}
          - {action: block, blockers: {hydra: [bear, bear]}, rejected: true}
          - {action: block, blockers: {stump: [bear]}, rejected: true}
          - {action: block, blockers: {wall: [ox], hydra: [bear, ox]}}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers},
                that: {blocking: {wall: [ox], hydra: [bear, ox]}, blocked: [bear, ox], unblocked: [elk]}}]
    """)


@obligation("509.1a", 2)
def test_509_1a_a_creature_that_came_this_turn_blocks() -> None:
    """Neither one that is sick from the set-up nor one that entered in this very combat is held back."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: novice, sick: true}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - at: {turn: 1, step: declare_attackers, player: B}
        do: [{action: cast, name: call, effects: [{effect: create, permanent: {id: wolf}}]}]
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {novice: [bear], wolf: [ox]}}]
    expect:
      checks:
        - {at: {turn: 1, decision: declare_blockers}, that: {battlefield: {novice: {sick: true}, wolf: {sick: true}}}}
        - {at: {turn: 1, step: declare_blockers}, that: {blocking: {novice: [bear], wolf: [ox]}}}
    """)


@obligation("509.1a", 2)
def test_509_1a_sickness_is_the_only_state_of_these_that_does_not_matter() -> None:
    """Tapped, no creature, a battle, phased out, the opponent's, or no attacker to block: each is refused by 509.1a."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bear}, {id: idler}]}
            - id: B
              battlefield:
                - {id: novice, sick: true}
                - {id: sleeper, tapped: true}
                - {id: rock, types: [artifact]}
                - {id: siege, types: [battle, creature], defense: 3, protector: B}
                - {id: ghost, phased_out: true}
        """,
        ("bear",),
    )
    assert list(engine.legal_blocks) == [Block(player="B"), Block(player="B", blockers={"novice": ("bear",)})]
    for name in ("sleeper", "rock", "siege", "ghost", "idler", "nobody"):
        refusal = engine.legal_blocks.why_not({name: ["bear"]})
        assert refusal is not None, name
        assert refusal.rule in ("509.1a", "506.3"), name
    for attacker in ("idler", "novice", "B", "nobody"):
        refusal = engine.legal_blocks.why_not({"novice": [attacker]})
        assert refusal is not None, attacker
        assert refusal.rule == "509.1a", attacker


@obligation("509.1a", 2)
def test_509_1a_attackers_of_a_planeswalker_or_a_protected_battle_can_be_blocked() -> None:
    """What attacks B's planeswalker or a battle that B protects is B's to block, even a battle of A."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: ox}, {id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}]
        - id: B
          battlefield: [{id: walker, types: [planeswalker], loyalty: 5}, {id: wall, sick: true}, {id: elf, sick: true}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker, ox: siege}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], elf: [ox]}}]}
    expect:
      checks:
        - {at: {turn: 1, step: declare_blockers}, that: {blocking: {wall: [bear], elf: [ox]}}}
        - {at: {turn: 1, step: combat_damage}, that: {battlefield: {walker: {loyalty: 5}, siege: {defense: 5}}}}
    """)


# --- 509.1b: restrictions ---------------------------------------------------------------------------------------------


@obligation("509.1b", 1)
def test_509_1b_evasion_abilities_add_up() -> None:
    """An attacker with flying and menace is blocked by two creatures that both can block flyers, or by none."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: dragon, keywords: [flying, menace]}]}
            - id: B
              battlefield:
                - {id: bird, keywords: [flying]}
                - {id: spider, keywords: [reach]}
                - {id: wall}
                - {id: ox}
        """,
        ("dragon",),
    )
    legal = [set(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)]
    assert sorted(legal, key=len) == [set(), {"bird", "spider"}]
    for names, rule in (
        (("bird",), "702.111"),
        (("wall", "ox"), "702.9"),
        (("bird", "wall"), "702.9"),
        (("bird", "spider", "ox"), "702.9"),
    ):
        refusal = engine.legal_blocks.why_not({name: ["dragon"] for name in names})
        assert refusal is not None, names
        assert refusal.rule == rule, names
    engine.submit(_block(bird="dragon", spider="dragon"))
    assert engine.observe("blocking") == {"bird": ["dragon"], "spider": ["dragon"]}


@obligation("509.1b", 1)
def test_509_1b_an_evasion_ability_does_not_lift_a_restriction_of_the_blocker() -> None:
    """Reach helps neither what can't block, nor what can't block alone, nor against what can't be blocked."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bird, keywords: [flying]}, {id: ghost, keywords: [flying], cant_be_blocked: true}]}
        - id: B
          battlefield:
            - {id: bound, keywords: [reach], cant_block: true}
            - {id: shy, keywords: [reach], cant_block_alone: true}
            - {id: spider, keywords: [reach]}
            - {id: hawk, keywords: [flying]}
            - {id: gate, types: [artifact], abilities: [{effect: static, max_blockers: 2, player: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bird: B, ghost: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do:
          - {action: block, blockers: {bound: [bird]}, rejected: true}
          - {action: block, blockers: {shy: [bird]}, rejected: true}
          - {action: block, blockers: {spider: [ghost]}, rejected: true}
          - {action: block, blockers: {shy: [bird], spider: [bird], hawk: [bird]}, rejected: true}
          - {action: block, blockers: {shy: [bird], spider: [bird]}}
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {shy: [bird], spider: [bird]}}}]}
    """)


@obligation("509.1b", 2)
def test_509_1b_evasion_gained_after_the_declaration_leaves_the_block() -> None:
    """Flying, menace and being unblockable come too late; the blocker deals and is dealt damage."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, toughness: 5}]}
        - {id: B, battlefield: [{id: wall, power: 1, toughness: 5}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: wings
            effects:
              - {effect: continuous, name: wings, lasts: this_turn,
                 modifies: {permanent: bear, keywords: [flying, menace]}}
              - {effect: become, permanent: bear, cant_be_blocked: true}
              - {effect: become, permanent: wall, cant_block: true, tapped: true}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocking: {wall: [bear]}, blocked: [bear], battlefield: {bear: {keywords: [flying, menace]}}}
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 20}, battlefield: {wall: {damage: 2}, bear: {damage: 1}}}
    """)


@obligation("509.1b", 2)
def test_509_1b_evasion_gained_or_lost_before_the_declaration_counts() -> None:
    """One attacker that gains flying can't be blocked from the ground any more, one that loses it can."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: bird, keywords: [flying]}]}
        - {id: B, battlefield: [{id: wall}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, bird: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: swap
            effects:
              - {effect: continuous, name: wings, lasts: this_turn, modifies: {permanent: bear, keywords: [flying]}}
              - {effect: become, permanent: bird, keywords: []}
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [bear]}, rejected: true}, {action: block, blockers: {wall: [bird]}}]
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocked: [bird], unblocked: [bear]}}]}
    """)


# --- 509.1c: requirements ---------------------------------------------------------------------------------------------


@obligation("509.1c", 1)
def test_509_1c_a_requirement_takes_along_a_second_creature_against_menace() -> None:
    """The only attacker has menace: nobody, or the required creature alone, is illegal; two or all three are not."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: brute, keywords: [menace]}]}
            - {id: B, battlefield: [{id: elf}, {id: guard, blocks_if_able: true}, {id: ox}]}
        """,
        ("brute",),
    )
    legal = [tuple(sorted(block.blockers)) for block in engine.legal_blocks if isinstance(block, Block)]
    assert sorted(legal) == [("elf", "guard"), ("elf", "guard", "ox"), ("guard", "ox")]
    refusal = engine.legal_blocks.why_not({"elf": ["brute"], "ox": ["brute"]})
    assert refusal is not None
    assert refusal.rule == "509.1c"
    refusal = engine.legal_blocks.why_not({})
    assert refusal is not None
    assert refusal.rule == "509.1c"


@obligation("509.1c", 1)
def test_509_1c_a_requirement_of_the_attacker_with_menace_takes_two_if_two_can() -> None:
    """With two able creatures both have to block it; with one, or one that costs mana, nobody has to."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: lure, keywords: [menace], must_be_blocked: true}]}
        - {id: B, battlefield: [{id: elf}, {id: ox}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {lure: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {}, rejected: true}, {action: block, blockers: {ox: [lure]}, rejected: true}]
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {elf: [lure], ox: [lure]}}}]}
    """)
    for second in ("tapped: true", "cant_block: true", "block_cost: 1"):
        play(f"""
        game:
          players:
            - {{id: A, battlefield: [{{id: lure, keywords: [menace], must_be_blocked: true}}]}}
            - {{id: B, battlefield: [{{id: elf}}, {{id: ox, {second}}}]}}
        script:
          - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{lure: B}}}}]}}
          - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {{}}}}]}}
        expect: {{checks: [{{at: {{turn: 1, step: declare_blockers}}, that: {{blocking: {{}}, unblocked: [lure]}}}}]}}
        """)


@obligation("509.1c", 1)
def test_509_1c_the_most_requirements_that_can_be_obeyed_are() -> None:
    """One that can block two lures blocks both; what can't block alone and has to block takes another along."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: lure, must_be_blocked: true}, {id: bait, must_be_blocked: true}, {id: bear}]}
            - {id: B, battlefield: [{id: hydra, max_blocks: 2}]}
        """,
        ("lure", "bait", "bear"),
    )
    assert list(engine.legal_blocks) == [Block(player="B", blockers={"hydra": ("lure", "bait")})]
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: shy, blocks_if_able: true, cant_block_alone: true}, {id: elf}]}
        """,
        ("bear",),
    )
    assert list(engine.legal_blocks) == [Block(player="B", blockers={"shy": ("bear",), "elf": ("bear",)})]


@obligation("509.1c", 1)
def test_509_1c_a_requirement_applies_in_every_combat_of_the_turn() -> None:
    """In a second combat the same creatures have to block again; the turn after no attack, no block."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: brute, toughness: 9, keywords: [menace, vigilance]}]}
        - {id: B, battlefield: [{id: guard, toughness: 9, blocks_if_able: true}, {id: elf, toughness: 9}]}
    script:
      - {at: {turn: 1, step: precombat_main}, do: [{action: cast, name: rush, effects: [{effect: extra_phases,
         phases: [combat], after: combat}]}]}
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {brute: B}}]}
      - {at: {turn: 1, decision: declare_attackers, nth: 2}, do: [{action: attack, attackers: {brute: B}}]}
      - {at: {turn: 1, decision: declare_blockers, nth: 2},
         do: [{action: block, blockers: {}, rejected: true},
              {action: block, blockers: {guard: [brute]}, rejected: true}]}
    expect:
      counts: [{event: blocker_declared, permanent: guard, is: 2}, {event: blocker_declared, permanent: elf, is: 2}]
    """)


@obligation("509.1c", 2)
def test_509_1c_no_block_that_costs_is_demanded() -> None:
    """A required creature that costs mana may stay out even with the mana there; without the cost it may not."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: lure, must_be_blocked: true}]}
        - id: B
          battlefield: [{id: guard, block_cost: 1, blocks_if_able: true}]
          effects: [{effect: static, keep_mana: all}]
    script:
      - at: {turn: 1, step: precombat_main, player: B}
        do: [{action: cast, name: ritual, effects: [{effect: add_mana, mana: WW}]}]
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {lure: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {}}]}
    expect:
      never: [{event: mana_spent}]
      checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {}, unblocked: [lure], mana: {B: WW}}}]
    """)
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: lure, must_be_blocked: true}]}
        - {id: B, battlefield: [{id: guard, block_cost: 1, blocks_if_able: true}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: gift, effects: [{effect: become, permanent: guard, block_cost: 0}]}]
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {lure: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {}, rejected: true}]}
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {guard: [lure]}}}]}
    """)


@obligation("509.1c", 2)
def test_509_1c_a_free_creature_is_demanded_where_one_that_costs_would_do_too() -> None:
    """The lure has to be blocked by elf; guard may do so instead for its cost, and then elf need not."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: lure, must_be_blocked: true}]}
            - {id: B, battlefield: [{id: guard, block_cost: 1}, {id: elf}]}
        """,
        ("lure",),
    )
    legal = [sorted(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)]
    assert legal[0] == ["elf"]
    assert sorted(legal) == [["elf"], ["elf", "guard"], ["guard"]]
    assert {} not in engine.legal_blocks


# --- 509.1d-509.1f: costs ---------------------------------------------------------------------------------------------


@obligation("509.1d", 1)
def test_509_1d_the_total_is_the_sum_of_the_chosen_creatures_costs() -> None:
    """Only chosen creatures count; several attackers blocked by one creature cost once; nothing is asked for 0."""
    for declared, cost in (
        (_block(guard="ox"), None),
        (_block(elf="ox", guard="ox"), "1"),
        (_block(wall="bear ox"), "2"),
        (_block(wall="bear", elf="bear", guard="ox"), "3"),
    ):
        engine = _asked_to_block(COSTLY, ("bear", "ox"))
        engine.submit(declared)
        assert engine.decision is not None
        assert (engine.decision.kind, engine.decision.player, engine.decision.cost) == (
            ("priority", "A", "") if cost is None else ("pay", "B", cost)
        )


@obligation("509.1d", 1)
@pytest.mark.parametrize(
    "change",
    [
        {"effect": "become", "permanent": "wall", "block_cost": 9},
        {"effect": "become", "permanent": "wall", "block_cost": 0},
        {"effect": "destroy", "permanents": ["wall"]},
        {"effect": "gain_control", "permanent": "wall", "player": "A"},
        {"effect": "become", "permanent": "guard", "block_cost": 4},
    ],
    ids=["dearer", "free", "gone", "taken", "another"],
)
def test_509_1d_the_fixed_total_does_not_change_any_more(change: dict[str, Any]) -> None:
    """Two of three mana are paid whatever becomes of the creature or its cost during the payment."""
    engine = _asked_to_block(COSTLY, ("bear", "ox"))
    engine.submit(_block(wall="bear", guard="ox"))
    engine.submit(_mana("spring", {"effect": "add_mana", "mana": "GGG"}, change))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.cost) == ("pay", "2")
    happened = [event.as_dict() for event in engine.submit(Pay(pay=True))]
    assert [(event["player"], event["mana"]) for event in happened if event["event"] == "mana_spent"] == [("B", "GG")]
    assert engine.observe("mana", ["B"]) == {"B": "G"}


@obligation("509.1e", 1)
def test_509_1e_only_mana_abilities_of_the_defending_player_are_accepted() -> None:
    """Nobody has priority: spells, other abilities, lands, passing and anything of A are refused."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - id: B
          hand: [plains]
          battlefield:
            - {id: wall, block_cost: 1,
               abilities: [{effect: activated, name: pump, effects: [{effect: gain_life, count: 1}]}]}
            - {id: mox, types: [artifact],
               abilities: [{effect: activated, name: shine, effects: [{effect: add_mana, mana: W}]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: pay}
        do:
          - {action: cast, name: bolt, rejected: true}
          - {action: activate, name: pump, source: wall, rejected: true}
          - {action: activate, name: pump, source: wall, mana_ability: true, rejected: true}
          - {action: activate, name: shine, source: mox, rejected: true}
          - {action: play_land, id: plains, rejected: true}
          - {action: pass, rejected: true}
          - {action: block, blockers: {}, rejected: true}
          - {action: activate, name: theirs, player: A, mana_ability: true, effects: [{effect: add_mana, mana: R}],
             rejected: true}
          - {action: activate, name: shine, source: mox, mana_ability: true}
          - {action: cast, name: bolt, rejected: true}
          - {action: pay, pay: true}
    expect:
      never: [{event: put_on_stack}]
      events:
        - {event: turn_based_action, action: declare_blockers, player: B}
        - {event: mana_added, player: B, mana: W}
        - {event: mana_spent, player: B, mana: W, rule: 509.1f}
        - {event: blocker_declared, permanent: wall, rule: 509.1g}
        - {event: priority_received, player: A, step: declare_blockers}
      checks:
        - {at: {turn: 1, decision: pay}, that: {priority: none, blocking: {}, may_cast: {instant: [], sorcery: []}}}
        - {at: {turn: 1, step: declare_blockers}, that: {mana: {B: ""}, blocking: {wall: [bear]}}}
    """)


@obligation("509.1f", 1)
def test_509_1f_a_total_that_is_not_there_in_full_cannot_be_paid() -> None:
    """Two of three mana: paying is refused, nothing is paid in part, and taking back gives the choice again."""
    engine = _asked_to_block(COSTLY, ("bear", "ox"))
    before = _whole(engine)
    engine.submit(_block(wall="bear", elf="bear", guard="ox"))
    engine.submit(_mana("spring", {"effect": "add_mana", "mana": "GG"}))
    refusal = engine.why_not(Pay(pay=True))
    assert refusal is not None
    with pytest.raises(IllegalCommand):
        engine.submit(Pay(pay=True))
    assert engine.observe("mana", ["B"]) == {"B": "GG"}
    engine.submit(Pay(pay=False))
    assert _whole(engine) == before
    assert engine.observe("mana", ["B"]) == {"B": ""}
    with pytest.raises(IllegalCommand):
        engine.submit(Cast(name="bolt"))
    engine.submit(_block(wall="ox"))
    engine.submit(_mana("spring", {"effect": "add_mana", "mana": "GG"}))
    engine.submit(Pay(pay=True))
    assert engine.observe("mana", ["B"]) == {"B": ""}
    assert engine.observe("blocking") == {"wall": ["ox"]}


@obligation("509.1f", 1)
def test_509_1f_an_unpaid_declaration_is_rolled_back_by_default_with_its_free_part() -> None:
    """The script is silent and the mana too little: guard does not block either, no trigger comes of it."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - id: B
          battlefield: [{id: wall, block_cost: 3}, {id: guard}]
          effects:
            - {effect: static, keep_mana: all}
            - {effect: trigger, name: shout, when: {event: blocks, of: any}}
    script:
      - at: {turn: 1, step: precombat_main, player: B}
        do: [{action: cast, name: ritual, effects: [{effect: add_mana, mana: WB}]}]
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], guard: [ox]}}]}
    expect:
      events: [{event: declaration_taken_back, player: B}, {event: became_unblocked}, {event: became_unblocked}]
      never: [{event: blocker_declared}, {event: became_blocked}, {event: mana_spent}, {event: ability_triggered}]
      checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {}, unblocked: [bear, ox], mana: {B: WB}}}]
    """)


# --- 509.1g: blocking -------------------------------------------------------------------------------------------------


@obligation("509.1g", 1)
@pytest.mark.parametrize(
    "loss",
    [
        {"effect": "gain_control", "permanent": "wall", "player": "A"},
        {"effect": "sacrifice", "permanents": ["wall"]},
        {"effect": "phase_out", "permanents": ["wall"]},
    ],
    ids=["taken", "gone", "phased-out"],
)
def test_509_1g_what_is_no_longer_controlled_does_not_become_a_blocker(loss: dict[str, Any]) -> None:
    """The cost is paid, the other chosen creature blocks, and no ability sees the lost one block."""
    engine = _asked_to_block(COSTLY, ("bear", "ox"))
    engine.submit(_block(wall="bear", guard="bear"))
    engine.submit(_mana("price", {"effect": "add_mana", "mana": "GG"}, loss))
    happened = [event.as_dict() for event in engine.submit(Pay(pay=True))]
    assert "ability_triggered" not in {event["event"] for event in happened}
    declared = [(event["permanent"], event["blocking"]) for event in happened if event["event"] == "blocker_declared"]
    assert declared == [("guard", "bear")]
    assert engine.observe("blocking") == {"guard": ["bear"]}
    assert set(engine.observe("blocked")) == {"bear"}
    assert engine.observe("mana", ["B"]) == {"B": ""}


@obligation("509.1g", 2)
def test_509_1g_a_switch_of_evasion_or_target_does_not_undo_the_block() -> None:
    """The attacker flies and attacks a planeswalker now; wall blocks it until the combat phase is over."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, toughness: 5}]}
        - id: B
          battlefield: [{id: wall, toughness: 5}, {id: walker, types: [planeswalker], loyalty: 4}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: swerve
            effects:
              - {effect: reselect_attack, attacker: bear, to: walker}
              - {effect: become, permanent: bear, keywords: [flying]}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {attacking: {bear: walker}, blocking: {wall: [bear]}, blocked: [bear], unblocked: []}
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 20}, battlefield: {walker: {loyalty: 4}, wall: {damage: 2}, bear: {damage: 2}}}
        - {at: {turn: 1, step: end_of_combat}, that: {blocking: {wall: [bear]}}}
        - {at: {turn: 1, step: end_of_combat, when: ended}, that: {blocking: {}, blocked: [], attacking: {}}}
    """)


@obligation("509.1g", 2)
def test_509_1g_a_blocker_stays_until_it_leaves_combat() -> None:
    """A change of control takes it out of combat, tapping does not; an attacker that is gone leaves it blocking."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: wall}, {id: guard}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], guard: [ox]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: turmoil
            effects:
              - {effect: tap, permanents: [guard]}
              - {effect: gain_control, permanent: wall, player: A}
              - {effect: reselect_attack, attacker: ox, to: B}
              - {effect: exile, permanents: [ox]}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocking: {guard: []}, attacking: {bear: B}, blocked: [bear]}
        - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 20}}}
    """)


# --- 509.1h: blocked and unblocked ------------------------------------------------------------------------------------


@obligation("509.1h", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: destroy, permanents: [wall, elf]}",
        "{effect: bounce, permanents: [wall, elf]}",
        "{effect: phase_out, permanents: [wall, elf]}",
        "{effect: remove_from_combat, permanents: [wall, elf]}",
        "{effect: gain_control, permanent: wall, player: A}, {effect: gain_control, permanent: elf, player: A}",
        "{effect: become, permanent: wall, types: [artifact]}, {effect: become, permanent: elf, types: [land]}",
    ],
    ids=["destroyed", "bounced", "phased-out", "removed", "taken", "no-creatures"],
)
def test_509_1h_without_its_blockers_an_attacker_stays_blocked_and_deals_no_damage(effect: str) -> None:
    """Only what tramples or was never blocked deals damage to the player."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}, {{id: rhino, power: 4, keywords: [trample]}}, {{id: rat, power: 1}}]}}
        - {{id: B, battlefield: [{{id: wall}}, {{id: elf}}]}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do: [{{action: attack, attackers: {{bear: B, rhino: B, rat: B}}}}]
      - at: {{turn: 1, decision: declare_blockers}}
        do: [{{action: block, blockers: {{wall: [bear], elf: [rhino]}}}}]
      - {{at: {{turn: 1, step: declare_blockers}}, do: [{{action: cast, name: clear, effects: [{effect}]}}]}}
    expect:
      never: [{{event: damage_dealt, source: bear}}, {{event: became_unblocked, permanent: bear}}]
      checks:
        - at: {{turn: 1, step: declare_blockers, nth: 3}}
          that: {{blocking: {{}}, blocked: [bear, rhino], unblocked: [rat], attacking: {{bear: B, rhino: B, rat: B}}}}
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 15}}, blocked: [bear, rhino]}}}}
        - {{at: {{turn: 1, step: end_of_combat, when: ended}}, that: {{blocked: [], unblocked: []}}}}
    """)


@obligation("509.1h", 2)
def test_509_1h_before_the_declaration_attackers_are_neither() -> None:
    """Neither in the declare attackers step, nor as blockers are asked for, nor while costs are paid; then they are."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: wall, block_cost: 1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: pay}
        do: [{action: activate, name: s, mana_ability: true, effects: [{effect: add_mana, mana: W}]},
             {action: pay, pay: true}]
    expect:
      counts: [{event: became_blocked, is: 1}, {event: became_unblocked, is: 1}]
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B, ox: B}, blocked: [], unblocked: []}}
        - {at: {turn: 1, decision: declare_blockers}, that: {attacking: {bear: B, ox: B}, blocked: [], unblocked: []}}
        - {at: {turn: 1, decision: pay}, that: {blocking: {}, blocked: [], unblocked: []}}
        - {at: {turn: 1, step: declare_blockers}, that: {blocked: [bear], unblocked: [ox]}}
    """)


# --- 509.1i, 509.2: triggers and priority -----------------------------------------------------------------------------


@obligation("509.1i", 1)
def test_509_1i_all_triggers_arise_at_one_time_after_the_complete_declaration() -> None:
    """Even the first blocker's ability sees all blockers and what is unblocked; nothing comes in between."""
    result = play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: ox}, {id: rat}]
          effects:
            - {effect: trigger, name: caught, when: {event: becomes_blocked, of: any}}
            - {effect: trigger, name: free, when: {event: attacks_and_isnt_blocked, of: any}}
        - id: B
          battlefield:
            - id: wall
              abilities:
                - {effect: trigger, name: all, when: {event: blocks},
                   if: {blocking: {wall: [bear], elf: [ox]}, blocked: [bear, ox], unblocked: [rat]}}
                - {effect: trigger, name: alone, when: {event: blocks}, if: {blocking: {wall: [bear]}}}
            - {id: elf, abilities: [{effect: trigger, name: late, when: {event: blocks_a_creature}}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B, rat: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], elf: [ox]}}]}
    expect:
      counts: [{event: ability_triggered, is: 5}, {event: ability_triggered, name: alone, is: 0}]
    """)
    log = [(event, name) for event, name in _log(result) if event != "turn_based_action"]
    assert sorted(log[:5]) == [
        ("became_blocked", "bear"),
        ("became_blocked", "ox"),
        ("became_unblocked", "rat"),
        ("blocker_declared", "elf"),
        ("blocker_declared", "wall"),
    ]
    assert sorted(log[5:10]) == [("ability_triggered", name) for name in ("all", "caught", "caught", "free", "late")]
    assert log[10][0] == "put_on_stack"


@obligation("509.1i", 1)
def test_509_1i_what_comes_or_changes_after_that_instant_is_too_late() -> None:
    """An ability gained while the blocker's trigger is on the stack does not look back at the declaration."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}]}
        - id: B
          battlefield: [{id: wall, abilities: [{effect: trigger, name: shout, when: {event: blocks}}]}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: late
            effects: [{effect: trigger, name: echo, when: {event: blocks, of: any}},
                      {effect: trigger, name: groan, when: {event: becomes_blocked, of: bear}}]
    expect:
      counts: [{event: ability_triggered, is: 1}, {event: ability_triggered, name: shout, is: 1}]
      events: [{event: put_on_stack, name: shout}, {event: put_on_stack, name: late}, {event: resolved, name: late}]
    """)


@obligation("509.2", 1)
def test_509_2_the_active_player_gets_priority_first_even_without_blockers() -> None:
    """With and without a block the first to receive priority in the step is A, then B."""
    for blockers in ("{}", "{wall: [bear]}"):
        result = play(f"""
        game: {{players: [{{id: A, battlefield: [{{id: bear}}]}}, {{id: B, battlefield: [{{id: wall}}]}}]}}
        script:
          - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: B}}}}]}}
          - {{at: {{turn: 1, decision: declare_blockers}}, do: [{{action: block, blockers: {blockers}}}]}}
        expect: {{checks: [{{at: {{turn: 1, step: declare_blockers}}, that: {{priority: A}}}}]}}
        """)
        received = [name for event, name in _log(result) if event == "priority_received"]
        assert received == ["A", "B"]


@obligation("509.2", 1)
def test_509_2_the_gate_runs_before_the_priority() -> None:
    """What the price of the payment kills dies before A gets priority, but not before blockers are declared."""
    result = play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: wall, block_cost: 1}, {id: imp, toughness: 1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: pay}
        do:
          - {action: activate, name: pain, mana_ability: true,
             effects: [{effect: add_mana, mana: B}, {effect: add_counters, permanent: imp, counter: "-1/-1"}]}
          - {action: activate, name: look, mana_ability: true, effects: [{effect: add_mana, mana: B}]}
          - {action: pay, pay: true}
    expect:
      events:
        - {event: counters_added, on: imp}
        - {event: mana_added}
        - {event: mana_spent}
        - {event: blocker_declared, permanent: wall}
        - {event: permanent_left, permanent: imp}
        - {event: priority_received, player: A}
      checks: [{at: {turn: 1, step: declare_blockers}, that: {priority: A, battlefield: {imp: absent}}}]
    """)
    log = [event for event, _ in _log(result)]
    assert log.index("permanent_left") < log.index("priority_received")


@obligation("509.2a", 1)
def test_509_2a_triggers_of_the_declaration_and_its_process_are_one_batch() -> None:
    """A's are put on the stack first, then B's in an order of B's choice, the one from the payment among them."""
    result = play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, abilities: [{effect: trigger, name: growl, when: {event: becomes_blocked}}]}]
        - id: B
          battlefield:
            - {id: wall, block_cost: 1, abilities: [{effect: trigger, name: shout, when: {event: blocks}}]}
            - {id: mox, types: [artifact], abilities: [{effect: trigger, name: hum, when: {event: tapped}}]}
          effects: [{effect: trigger, name: omen, when: {event: triggers, of: hum}}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, decision: pay}
        do:
          - {action: activate, name: shine, mana_ability: true,
             effects: [{effect: add_mana, mana: W}, {effect: tap, permanents: [mox]}]}
          - {action: pay, pay: true}
      - {at: {turn: 1, decision: order_triggers, player: B}, do: [{action: order, triggers: [shout, hum]}]}
    expect:
      events:
        - {event: ability_triggered, name: hum}
        - {event: mana_spent}
        - {event: blocker_declared}
        - {event: ability_triggered, name: shout}
        - {event: put_on_stack, name: growl}
        - {event: put_on_stack, name: shout}
        - {event: put_on_stack, name: hum}
        - {event: put_on_stack, name: omen}
        - {event: priority_received, player: A, step: declare_blockers}
      checks:
        - {at: {turn: 1, decision: order_triggers}, that: {stack: [growl], priority: none}}
        - {at: {turn: 1, step: declare_blockers}, that: {stack: [omen, hum, shout, growl], priority: A}}
    """)
    log = [event for event, _ in _log(result)]
    assert "priority_received" not in log[: log.index("put_on_stack") + 4]


# --- 509.3: forms of triggers -----------------------------------------------------------------------------------------

TWO = """
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}, {id: elk}]}
        - id: B
          battlefield:
            - id: hydra
              max_blocks: 2
              abilities:
                - {effect: trigger, name: once, when: {event: blocks}}
                - {effect: trigger, name: each, when: {event: blocks_a_creature}}
            - {id: elf}
          effects: [{effect: trigger, name: any, when: {event: blocks, of: any}}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B, elk: B}}]}
"""


@obligation("509.3a", 1)
def test_509_3a_blocks_triggers_once_for_a_creature_that_blocks_two() -> None:
    """Once for each creature, not for each attacker."""
    play(
        TWO
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear, ox], elf: [ox]}}]}
    expect:
      counts:
        - {event: blocker_declared, permanent: hydra, is: 2}
        - {event: ability_triggered, name: once, is: 1}
        - {event: ability_triggered, name: any, is: 2}
    """
    )


@obligation("509.3a", 2)
def test_509_3a_a_further_attacker_by_an_effect_does_not_trigger_it_again() -> None:
    """What blocks already does not begin to block; what did not block does by the same effect."""
    play(
        TWO
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: drag
            effects:
              - {effect: enter_combat, permanent: hydra, blocking: elk}
              - {effect: enter_combat, permanent: hydra, blocking: bear}
              - {effect: enter_combat, permanent: elf, blocking: ox}
    expect:
      counts:
        - {event: ability_triggered, name: once, is: 1}
        - {event: ability_triggered, name: any, is: 2}
        - {event: ability_triggered, name: each, is: 2}
      checks: [{at: {turn: 1, step: declare_blockers, when: ended},
                that: {blocking: {hydra: [bear, elk], elf: [ox]}}}]
    """
    )


@obligation("509.3a", 2)
def test_509_3a_a_blocker_whose_attacker_is_gone_still_blocks_and_does_not_begin_again() -> None:
    """It stays a blocking creature (509.1g), so that a further attacker by an effect does not trigger it."""
    play(
        TWO
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: drag
            effects:
              - {effect: exile, permanents: [bear]}
              - {effect: enter_combat, permanent: hydra, blocking: elk}
    expect:
      counts: [{event: ability_triggered, name: once, is: 1}, {event: ability_triggered, name: each, is: 2}]
    """
    )


@obligation("509.3a", 2)
def test_509_3a_one_that_left_combat_and_blocks_by_an_effect_does_begin_again() -> None:
    """It was not blocking at that time."""
    play(
        TWO
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: drag
            effects:
              - {effect: remove_from_combat, permanents: [hydra]}
              - {effect: enter_combat, permanent: hydra, blocking: bear}
    expect:
      counts: [{event: ability_triggered, name: once, is: 2}, {event: ability_triggered, name: each, is: 2}]
    """
    )


@obligation("509.3b", 1)
def test_509_3b_blocks_a_creature_triggers_for_each_attacker() -> None:
    """Twice for two attackers; once more for a third by an effect, not for one that it blocks already."""
    play(
        TWO
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear, ox], elf: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: again, effects: [{effect: enter_combat, permanent: hydra, blocking: ox}]}]
      - at: {turn: 1, step: declare_blockers, nth: 3}
        do: [{action: cast, name: more, effects: [{effect: enter_combat, permanent: hydra, blocking: elk}]}]
    expect:
      counts: [{event: ability_triggered, name: each, is: 3}]
      events:
        - {event: ability_triggered, name: each}
        - {event: ability_triggered, name: each}
        - {event: resolved, name: again}
        - {event: put_on_stack, name: more}
        - {event: ability_triggered, name: each}
        - {event: resolved, name: more}
    """
    )


MOB = """
    game:
      players:
        - id: A
          battlefield:
            - id: bear
              toughness: 9
              abilities:
                - {effect: trigger, name: caught, when: {event: becomes_blocked}}
                - {effect: trigger, name: by-one, when: {event: becomes_blocked_by_a_creature}}
                - {effect: trigger, name: by-four, when: {event: becomes_blocked_by_a_creature, at_least: 4}}
        - {id: B, battlefield: [{id: wall}, {id: elf}, {id: guard}, {id: ox}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
"""


@obligation("509.3c", 1)
def test_509_3c_becomes_blocked_triggers_once_for_three_blockers() -> None:
    """Once for the attacker, and not at all for one that nobody blocks."""
    play(
        MOB
        + """
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [bear], elf: [bear], ox: [bear]}}]
    expect: {counts: [{event: ability_triggered, name: caught, is: 1}, {event: blocker_declared, is: 3}]}
    """
    )
    play(f"{MOB}\n    expect: {{never: [{{event: ability_triggered}}]}}")


@obligation("509.3c", 2)
def test_509_3c_a_further_blocker_of_a_blocked_attacker_does_not_trigger_it() -> None:
    """Neither entering nor by an effect, nor after the first blocker is gone: blocked it stays."""
    play(
        MOB
        + """
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: help
            effects:
              - {effect: enter_combat, permanent: elf, blocking: bear}
              - {effect: remove_from_combat, permanents: [wall, elf]}
              - {effect: enter_combat, permanent: guard, blocking: bear}
      - at: {turn: 1, step: declare_blockers, player: B}
        do: [{action: cast, name: ambush, effects: [{effect: create, permanent: {id: cat}, blocking: bear}]}]
    expect:
      counts: [{event: ability_triggered, name: caught, is: 1}, {event: became_blocked, is: 1}]
      checks: [{at: {turn: 1, step: declare_blockers, when: ended}, that: {blocking: {guard: [bear], cat: [bear]}}}]
    """
    )


@obligation("509.3c", 2)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: create, permanent: {id: a}, blocking: bear}, {effect: create, permanent: {id: b}, blocking: bear}",
        "{effect: enter_combat, permanent: elf, blocking: bear}, {effect: enter_combat, permanent: ox, blocking: bear}",
    ],
    ids=["entering", "by-an-effect"],
)
def test_509_3c_the_first_blocker_of_an_unblocked_attacker_does_trigger_it(effect: str) -> None:
    """Then it was unblocked at that time; the second one finds it blocked."""
    play(
        MOB
        + f"""
      - at: {{turn: 1, step: declare_blockers, player: B}}
        do: [{{action: cast, name: ambush, effects: [{effect}]}}]
    expect:
      events: [{{event: became_unblocked, permanent: bear}}, {{event: became_blocked, permanent: bear}}]
      counts: [{{event: ability_triggered, name: caught, is: 1}}, {{event: ability_triggered, name: by-one, is: 2}}]
    """
    )


@obligation("509.3d", 1)
def test_509_3d_becomes_blocked_by_a_creature_triggers_for_each() -> None:
    """Three times for three blockers, once more for one that an effect adds and for one that enters."""
    play(
        MOB
        + """
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [bear], elf: [bear], ox: [bear]}}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: help
            effects: [{effect: enter_combat, permanent: elf, blocking: bear},
                      {effect: enter_combat, permanent: guard, blocking: bear},
                      {effect: create, permanent: {id: cat}, blocking: bear}]
    expect:
      counts: [{event: ability_triggered, name: by-one, is: 5}]
      checks: [{at: {turn: 1, step: declare_blockers}, that: {stack: [by-one, by-one, by-one, caught]}}]
    """
    )


@obligation("509.3e", 1)
def test_509_3e_an_effect_that_adds_the_blocker_that_was_missing_triggers_it() -> None:
    """Three by the declaration are too few; the fourth triggers it once, a fifth does not again."""
    for fourth in (
        "{effect: enter_combat, permanent: guard, blocking: bear}",
        "{effect: create, permanent: {id: cat}, blocking: bear}",
    ):
        play(
            MOB
            + f"""
      - {{at: {{turn: 1, decision: declare_blockers}},
         do: [{{action: block, blockers: {{wall: [bear], elf: [bear], ox: [bear]}}}}]}}
      - at: {{turn: 1, step: declare_blockers, player: B}}
        do: [{{action: cast, name: help,
               effects: [{fourth}, {{effect: create, permanent: {{id: dog}}, blocking: bear}}]}}]
    expect:
      counts: [{{event: ability_triggered, name: by-four, is: 1}}]
      events: [{{event: put_on_stack, name: help}}, {{event: ability_triggered, name: by-four}},
               {{event: resolved, name: help}}]
        """
        )


@obligation("509.3e", 1)
def test_509_3e_the_number_is_looked_for_in_the_declaration_and_each_time_it_is_reached() -> None:
    """All four declared trigger it once; after one is removed, one that is added triggers it again."""
    play(
        MOB
        + """
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [bear], elf: [bear], ox: [bear], guard: [bear]}}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do: [{action: cast, name: out, effects: [{effect: remove_from_combat, permanents: [elf]}]},
             {action: pass},
             {action: cast, name: in, effects: [{effect: enter_combat, permanent: elf, blocking: bear}]}]
    expect:
      events:
        - {event: ability_triggered, name: by-four}
        - {event: put_on_stack, name: by-four}
        - {event: resolved, name: out}
        - {event: put_on_stack, name: in}
        - {event: ability_triggered, name: by-four}
        - {event: resolved, name: in}
      counts: [{event: ability_triggered, name: by-four, is: 2}]
    """
    )


@obligation("509.3e", 1)
def test_509_3e_the_number_of_attackers_that_a_creature_blocks_counts_the_same_way() -> None:
    """A second attacker by an effect triggers "blocks at least two creatures"; the first has not."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}, {id: elk}]}
        - id: B
          battlefield:
            - {id: hydra, toughness: 9,
               abilities: [{effect: trigger, name: feast, when: {event: blocks_a_creature, at_least: 2}}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B, elk: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {hydra: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: drag, effects: [{effect: enter_combat, permanent: hydra, blocking: ox},
                                                  {effect: enter_combat, permanent: hydra, blocking: elk}]}]
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {stack: []}},
               {at: {turn: 1, step: declare_blockers, nth: 3}, that: {stack: [feast]}}]
      counts: [{event: ability_triggered, name: feast, is: 1}]
    """)


@obligation("509.3f", 1)
def test_509_3f_characteristics_are_looked_at_as_the_creature_blocks_only() -> None:
    """A blocker, and an attacker, that become green after the declaration trigger nothing; what was green did."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, subtypes: [red], toughness: 9}, {id: ox}]
          effects:
            - {effect: trigger, name: by-green, when: {event: becomes_blocked_by_a_creature, of: bear},
               if: {battlefield: {wall: {subtypes: [green]}}}}
            - {effect: trigger, name: red-caught, when: {event: becomes_blocked, of: bear},
               if: {battlefield: {bear: {subtypes: [red]}}}}
            - {effect: trigger, name: green-caught, when: {event: becomes_blocked, of: bear},
               if: {battlefield: {bear: {subtypes: [green]}}}}
        - id: B
          battlefield: [{id: wall, subtypes: [red]}, {id: elf}]
          effects:
            - {effect: trigger, name: green-blocks, when: {event: blocks, of: wall},
               if: {battlefield: {wall: {subtypes: [green]}}}}
            - {effect: trigger, name: blocks-green, when: {event: blocks_a_creature, of: wall},
               if: {battlefield: {bear: {subtypes: [green]}}}}
            - {effect: trigger, name: red-blocks, when: {event: blocks, of: wall},
               if: {battlefield: {wall: {subtypes: [red]}}}}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers, nth: 3}
        do: [{action: cast, name: paint, effects: [{effect: become, permanent: wall, subtypes: [green]},
                                                   {effect: become, permanent: bear, subtypes: [green]}]}]
    expect:
      counts: [{event: ability_triggered, is: 2}]
      events:
        - {event: ability_triggered, name: red-caught}
        - {event: ability_triggered, name: red-blocks}
        - {event: resolved, name: paint}
        - {event: step_ended, step: declare_blockers}
      checks:
        - {at: {turn: 1, step: combat_damage},
           that: {battlefield: {wall: absent, bear: {subtypes: [green]}}, stack: []}}
    """)


@obligation("509.3f", 1)
def test_509_3f_what_it_is_as_an_effect_makes_it_block_counts() -> None:
    """Declared while weak it triggers nothing, nor as it grows; a second one that blocks later does."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}]
          effects:
            - {effect: trigger, name: alarm, when: {event: becomes_blocked_by_a_creature, of: bear},
               if: {battlefield: {wall: {power: 5}}}}
        - {id: B, battlefield: [{id: wall}, {id: elf}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: growth, effects: [{effect: become, permanent: wall, power: 5}]}]
      - at: {turn: 1, step: declare_blockers, nth: 3}
        do: [{action: cast, name: drag, effects: [{effect: enter_combat, permanent: elf, blocking: bear}]}]
    expect:
      counts: [{event: ability_triggered, name: alarm, is: 1}]
      events: [{event: resolved, name: growth}, {event: put_on_stack, name: drag},
               {event: ability_triggered, name: alarm}]
    """)


@obligation("509.3g", 1)
def test_509_3g_a_creature_that_entered_attacking_and_is_unblocked_triggers_it() -> None:
    """Never declared as an attacker, it does; blocked it does not, also after its blocker is gone."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: ox}]
          effects: [{effect: trigger, name: raid, when: {event: attacks_and_isnt_blocked, of: wolf}},
                    {effect: trigger, name: cheer, when: {event: attacks, of: any}},
                    {effect: trigger, name: free, when: {event: attacks_and_isnt_blocked, of: any}}]
        - {id: B, battlefield: [{id: wall}, {id: elf}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: ally, effects: [{effect: create, permanent: {id: wolf}, attacking: B},
                                                  {effect: create, permanent: {id: fox}, attacking: B}]}]
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], elf: [fox]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: clear, effects: [{effect: destroy, permanents: [wall, elf]},
                                                   {effect: create, permanent: {id: late}, attacking: B}]}]
    expect:
      counts:
        - {event: ability_triggered, name: cheer, is: 2}
        - {event: ability_triggered, name: raid, is: 1}
        - {event: ability_triggered, name: free, is: 2}
      events:
        - {event: became_unblocked, permanent: wolf}
        - {event: ability_triggered, name: raid}
        - {event: priority_received, player: A, step: declare_blockers}
        - {event: resolved, name: clear}
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocked: [bear, fox], unblocked: [ox, wolf, late], stack: [free, free, raid]}
    """)


@obligation("509.3g", 1)
def test_509_3g_one_that_was_blocked_before_the_declaration_does_not() -> None:
    """Two enter attacking; an effect has wall block one and removes wall: that one was blocked and stays so."""
    play("""
    game:
      players:
        - id: A
          effects: [{effect: trigger, name: free, when: {event: attacks_and_isnt_blocked, of: any}}]
        - {id: B, battlefield: [{id: wall}]}
    script:
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: cast, name: ally, effects: [{effect: create, permanent: {id: wolf}, attacking: B},
                                                  {effect: create, permanent: {id: fox}, attacking: B}]}]
      - at: {turn: 1, step: declare_attackers, player: B}
        do: [{action: cast, name: drag, effects: [{effect: enter_combat, permanent: wall, blocking: fox},
                                                  {effect: remove_from_combat, permanents: [wall]}]}]
    expect:
      counts: [{event: ability_triggered, name: free, is: 1}, {event: became_unblocked, permanent: fox, is: 0}]
      checks: [{at: {turn: 1, step: declare_blockers}, that: {blocked: [fox], unblocked: [wolf], stack: [free]}},
               {at: {turn: 1, step: end_of_combat}, that: {life: {B: 18}}}]
    """)


@obligation("509.3g", 1)
def test_509_3g_one_that_left_combat_before_the_declaration_does_not() -> None:
    """A creature that entered attacking and was removed is not attacking as blockers are declared."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}]
          effects: [{effect: trigger, name: free, when: {event: attacks_and_isnt_blocked, of: any}}]
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: ally, effects: [{effect: create, permanent: {id: wolf}, attacking: B},
                                                  {effect: create, permanent: {id: fox}, attacking: B},
                                                  {effect: remove_from_combat, permanents: [bear, fox]}]}]
    expect: {counts: [{event: ability_triggered, name: free, is: 1}, {event: became_unblocked, permanent: wolf, is: 1}]}
    """)


# --- 509.4: put onto the battlefield blocking -------------------------------------------------------------------------

AMBUSH = """
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, toughness: 5, keywords: [vigilance]}
            - id: ox
              toughness: 5
              abilities:
                - {effect: trigger, name: caught, when: {event: becomes_blocked}}
                - {effect: trigger, name: by-one, when: {event: becomes_blocked_by_a_creature}}
            - {id: idler}
        - id: B
          battlefield: [{id: wall}]
          effects:
            - {effect: trigger, name: any-blocks, when: {event: blocks, of: any}}
            - {effect: trigger, name: any-each, when: {event: blocks_a_creature, of: any}}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
"""


@obligation("509.4", 1)
def test_509_4_entering_blocking_is_no_block_but_the_attacker_becomes_blocked() -> None:
    """No ability sees the cat block, its own neither; the attacker's abilities see it."""
    play(
        AMBUSH
        + """
      - at: {turn: 1, step: declare_blockers, player: B}
        do:
          - action: cast
            name: ambush
            effects:
              - effect: create
                blocking: ox
                permanent:
                  id: cat
                  abilities:
                    - {effect: trigger, name: own, when: {event: blocks}}
                    - {effect: trigger, name: own-each, when: {event: blocks_a_creature}}
                    - {effect: trigger, name: own-many, when: {event: blocks_a_creature, at_least: 1}}
    expect:
      counts:
        - {event: ability_triggered, is: 2}
        - {event: ability_triggered, name: caught, is: 1}
        - {event: ability_triggered, name: by-one, is: 1}
      events:
        - {event: became_unblocked, permanent: ox}
        - {event: permanent_entered, permanent: cat}
        - {event: became_blocked, permanent: ox}
        - {event: ability_triggered, name: caught}
        - {event: damage_dealt, source: cat, to: ox, combat: true}
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocking: {cat: [ox]}, blocked: [ox], unblocked: [bear], stack: [by-one, caught]}
        - {at: {turn: 1, step: combat_damage}, that: {life: {B: 18}}}
    """
    )


@obligation("509.4", 1)
def test_509_4_its_controller_chooses_which_attacker_it_blocks() -> None:
    """B is asked as it enters, and only attacking creatures can be chosen; still nothing blocked."""
    play(
        AMBUSH
        + """
      - at: {turn: 1, step: declare_blockers, player: B}
        do: [{action: cast, name: ambush, effects: [{effect: create, permanent: {id: cat}, blocking: any}]}]
      - at: {turn: 1, decision: choose_blocked, player: B}
        do:
          - {action: choose, ids: [idler], rejected: true}
          - {action: choose, ids: [wall], rejected: true}
          - {action: choose, ids: [bear, ox], rejected: true}
          - {action: choose, ids: [ox]}
    expect:
      never: [{event: ability_triggered, name: any-blocks}, {event: ability_triggered, name: any-each}]
      counts: [{event: ability_triggered, name: caught, is: 1}, {event: ability_triggered, name: by-one, is: 1}]
      checks:
        - {at: {turn: 1, decision: choose_blocked}, that: {blocking: {}, priority: none}}
        - {at: {turn: 1, step: declare_blockers, when: ended}, that: {blocking: {cat: [ox]}, blocked: [ox]}}
    """
    )


@obligation("509.4", 1)
def test_509_4_what_an_effect_states_to_be_blocking_does_block() -> None:
    """The contrast: a creature that was there already triggers both forms (509.3a, 509.3b)."""
    play(
        AMBUSH
        + """
      - at: {turn: 1, step: declare_blockers, player: B}
        do: [{action: cast, name: drag, effects: [{effect: enter_combat, permanent: wall, blocking: ox}]}]
    expect:
      counts:
        - {event: ability_triggered, name: any-blocks, is: 1}
        - {event: ability_triggered, name: any-each, is: 1}
        - {event: ability_triggered, name: caught, is: 1}
    """
    )


@obligation("509.4a", 1)
@pytest.mark.parametrize("when", ["removed", "gone", "phased-out", "not-attacking"])
def test_509_4a_an_attacker_that_is_no_longer_attacking_is_not_blocked(when: str) -> None:
    """The creature enters, is not in combat, and does not come into it later."""
    gone = {
        "removed": "{effect: remove_from_combat, permanents: [ox]}, ",
        "gone": "{effect: exile, permanents: [ox]}, ",
        "phased-out": "{effect: phase_out, permanents: [ox]}, ",
        "not-attacking": "",
    }[when]
    target = "idler" if when == "not-attacking" else "ox"
    attackers = "{bear: B}" if gone else "{bear: B, ox: B}"
    play(
        AMBUSH
        + f"""
      - at: {{turn: 1, step: declare_blockers, player: B}}
        do:
          - action: cast
            name: ambush
            effects: [{gone}{{effect: create, permanent: {{id: cat}}, blocking: {target}}}]
    expect:
      never: [{{event: became_blocked}}, {{event: ability_triggered}}, {{event: removed_from_combat, permanent: cat}},
              {{event: blocker_declared}}, {{event: damage_dealt, source: cat}}]
      checks:
        - {{at: {{turn: 1, step: declare_blockers, nth: 3}},
           that: {{blocking: {{}}, blocked: [], attacking: {attackers}, battlefield: {{cat: {{controller: B}}}}}}}}
        - {{at: {{turn: 1, step: combat_damage}}, that: {{blocking: {{}}, battlefield: {{cat: {{damage: 0}}}}}}}}
    """
    )


@obligation("509.4a", 1)
def test_509_4a_a_creature_of_a_player_who_does_not_defend_enters_outside_combat() -> None:
    """A's own effect can't have A's creature block A's attacker; `any` then asks nobody."""
    play(
        AMBUSH
        + """
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: odd, effects: [{effect: create, permanent: {id: cat}, blocking: ox},
                                                 {effect: create, permanent: {id: dog}, blocking: any}]}]
    expect:
      never: [{event: became_blocked}, {event: ability_triggered}, {event: blocker_declared}]
      checks: [{at: {turn: 1, step: declare_blockers, nth: 3},
                that: {blocking: {}, unblocked: [bear, ox], battlefield: {cat: {controller: A}, dog: {controller: A}}}}]
    """
    )


@obligation("509.4b", 1)
@pytest.mark.parametrize(
    ("cat", "attacker", "limit", "refused"),
    [
        ("tapped: true", "", 9, True),
        ("cant_block: true", "", 9, True),
        ("cant_block_alone: true", "", 9, True),
        ("max_blocks: 0", "", 9, True),
        ("block_cost: 3", "", 9, False),
        ("power: 2", "", 0, True),
        ("power: 2", "keywords: [flying]", 9, True),
        ("power: 2", "keywords: [menace]", 9, True),
        ("power: 2", "cant_be_blocked: true", 9, True),
        ("tapped: true, cant_block: true", "keywords: [flying, menace], cant_be_blocked: true", 0, True),
    ],
)
def test_509_4b_restrictions_and_costs_of_declaring_do_not_matter(
    cat: str, attacker: str, limit: int, *, refused: bool
) -> None:
    """The like of it can't be declared, or not unpaid; put onto the battlefield it blocks all the same."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: ox, toughness: 9, {attacker}}}]}}
        - {{id: B, battlefield: [{{id: kin, {cat}}}], effects: [{{effect: static, max_blockers: {limit}}}]}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{ox: B}}}}]}}
      - at: {{turn: 1, decision: declare_blockers}}
        do: [{{action: block, blockers: {{kin: [ox]}}, rejected: {str(refused).lower()}}}]
      - at: {{turn: 1, step: declare_blockers, player: B}}
        do: [{{action: cast, name: ambush, effects: [{{effect: create, permanent: {{id: cat, {cat}}}, blocking: ox}}]}}]
    expect:
      never: [{{event: mana_spent}}, {{event: damage_dealt, to: B}}]
      checks:
        - at: {{turn: 1, step: declare_blockers, nth: 3}}
          that: {{blocking: {{cat: [ox]}}, blocked: [ox], unblocked: []}}
        - {{at: {{turn: 1, step: combat_damage}}, that: {{battlefield: {{ox: {{damage: 2}}}}}}}}
    """)


@obligation("509.4b", 1)
def test_509_4b_each_restriction_alone_would_stop_a_declaration() -> None:
    """The contrast, without the limit: the same creatures can't be declared, and enter blocking all the same."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bird, keywords: [flying]}, {id: lure, must_be_blocked: true, cant_be_blocked: true}]
        - {id: B, battlefield: [{id: kin, blocks_if_able: true}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bird: B, lure: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {kin: [bird]}, rejected: true},
             {action: block, blockers: {kin: [lure]}, rejected: true},
             {action: block, blockers: {}}]
      - at: {turn: 1, step: declare_blockers, player: B}
        do: [{action: cast, name: ambush, effects: [
               {effect: create, permanent: {id: cat, tapped: true, blocks_if_able: true}, blocking: bird},
               {effect: create, permanent: {id: dog}, blocking: lure}]}]
    expect:
      checks: [{at: {turn: 1, step: declare_blockers, when: ended}, that: {blocking: {cat: [bird], dog: [lure]}}},
               {at: {turn: 1, step: combat_damage}, that: {life: {B: 20}}}]
    """)


# --- 702.9, 702.17, 702.111 -------------------------------------------------------------------------------------------


@obligation("702.9", 1)
def test_702_9_a_flyer_is_blocked_by_flyers_and_reach_only() -> None:
    """Of four creatures two can block it; a flyer also blocks what does not fly; twice is as once."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bird, keywords: [flying, flying]}, {id: bear}]}
            - id: B
              battlefield:
                - {id: wall, keywords: [defender, first_strike]}
                - {id: hawk, keywords: [flying]}
                - {id: spider, keywords: [reach]}
        """,
        ("bird", "bear"),
    )
    refusal = engine.legal_blocks.why_not({"wall": ["bird"]})
    assert refusal is not None
    assert refusal.rule == "702.9"
    assert {"hawk": ["bird"], "wall": ["bird"]} not in engine.legal_blocks
    for name, attacker in (
        ("hawk", "bird"),
        ("hawk", "bear"),
        ("spider", "bird"),
        ("wall", "bear"),
    ):
        assert {name: [attacker]} in engine.legal_blocks, (name, attacker)
    before = _whole(engine)
    with pytest.raises(IllegalCommand):
        engine.submit(_block(wall="bird"))
    assert _whole(engine) == before


@obligation("702.9", 1)
def test_702_9_a_second_instance_by_an_effect_makes_no_difference() -> None:
    """A flyer that gains flying once more is still blocked by one with reach, and not from the ground."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bird, keywords: [flying]}]}
        - {id: B, battlefield: [{id: wall}, {id: spider}]}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: winds
            effects:
              - {effect: continuous, name: up, lasts: this_turn, modifies: {permanent: bird, keywords: [flying]}}
              - {effect: continuous, name: webs, lasts: this_turn, modifies: {permanent: spider, keywords: [reach]}}
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bird: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [bird]}, rejected: true}, {action: block, blockers: {spider: [bird]}}]
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {spider: [bird]}}}]}
    """)


@obligation("702.9", 2)
def test_702_9_flying_gained_after_blocks_leaves_the_block() -> None:
    """And so does reach or flying that the blocker loses."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, toughness: 9}, {id: bird, toughness: 9, keywords: [flying]}]}
        - {id: B, battlefield: [{id: wall, toughness: 9}, {id: spider, toughness: 9, keywords: [reach]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, bird: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [bear], spider: [bird]}}]}
      - at: {turn: 1, step: declare_blockers}
        do:
          - action: cast
            name: winds
            effects:
              - {effect: continuous, name: up, lasts: this_turn, modifies: {permanent: bear, keywords: [flying]}}
              - {effect: become, permanent: spider, keywords: []}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocking: {wall: [bear], spider: [bird]}, blocked: [bear, bird]}
        - at: {turn: 1, step: combat_damage}
          that:
            life: {B: 20}
            battlefield: {wall: {damage: 2}, bear: {damage: 2}, spider: {damage: 2}, bird: {damage: 2}}
    """)


@obligation("702.17", 1)
def test_702_17_reach_blocks_what_flies_and_what_does_not() -> None:
    """Each alone is legal, and one that can block two blocks both at once."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: bird, keywords: [flying]}, {id: bear}]}
            - {id: B, battlefield: [{id: spider, keywords: [reach], max_blocks: 2}, {id: wall, max_blocks: 2}]}
        """,
        ("bird", "bear"),
    )
    for attackers in (["bird"], ["bear"], ["bird", "bear"]):
        assert {"spider": attackers} in engine.legal_blocks, attackers
        assert ({"wall": attackers} in engine.legal_blocks) is (attackers == ["bear"]), attackers
    engine.submit(_block(spider="bird bear"))
    assert engine.observe("blocking") == {"spider": ["bird", "bear"]}


@obligation("702.17", 2)
def test_702_17_an_attacker_with_reach_is_blocked_by_anything() -> None:
    """Ground creatures, flyers and reach can all block it; reach is no evasion."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: spider, keywords: [reach]}]}
        - {id: B, battlefield: [{id: wall}, {id: bird, keywords: [flying]}, {id: kin, keywords: [reach]}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {spider: B}}]}
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {wall: [spider], bird: [spider], kin: [spider]}}]
    expect:
      checks: [{at: {turn: 1, step: declare_blockers},
                that: {blocking: {wall: [spider], bird: [spider], kin: [spider]}}}]
    """)
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: spider, keywords: [reach]}]}
            - {id: B, battlefield: [{id: wall}, {id: bird, keywords: [flying]}, {id: kin, keywords: [reach]}]}
        """,
        ("spider",),
    )
    for name in ("wall", "bird", "kin"):
        assert {name: ["spider"]} in engine.legal_blocks, name


@obligation("702.111", 1)
def test_702_111_one_blocker_is_illegal_none_two_or_three_are_legal() -> None:
    """Also beside another attacker, with one creature that could block both, and with menace twice."""
    engine = _asked_to_block(
        """
        game:
          players:
            - {id: A, battlefield: [{id: brute, keywords: [menace, menace]}, {id: bear}]}
            - {id: B, battlefield: [{id: wall, max_blocks: 2}, {id: elf}, {id: ox}]}
        """,
        ("brute", "bear"),
    )
    for declared in (
        {"wall": ["brute"]},
        {"wall": ["brute", "bear"]},
        {"wall": ["brute", "bear"], "elf": ["bear"]},
        {"elf": ["brute"], "ox": ["bear"]},
    ):
        refusal = engine.legal_blocks.why_not(declared)
        assert refusal is not None, declared
        assert refusal.rule == "702.111", declared
    for declared in (
        {},
        {"elf": ["bear"]},
        {"elf": ["brute"], "ox": ["brute"]},
        {"wall": ["brute", "bear"], "elf": ["brute"]},
        {"wall": ["brute"], "elf": ["brute"], "ox": ["brute"]},
    ):
        assert declared in engine.legal_blocks, declared
    engine.submit(_block(wall="brute bear", elf="brute"))
    assert engine.observe("blocking") == {"wall": ["brute", "bear"], "elf": ["brute"]}


@obligation("702.111", 2)
def test_702_111_after_one_of_two_blockers_has_left_the_other_still_blocks() -> None:
    """The attacker stays blocked, fights the one that is left, and deals nothing to the player."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: brute, power: 3, toughness: 9, keywords: [menace]}]}
        - {id: B, battlefield: [{id: wall, toughness: 9}, {id: elf, power: 1, toughness: 9}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {brute: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [brute], elf: [brute]}}]}
      - at: {turn: 1, step: declare_blockers}
        do: [{action: cast, name: clear, effects: [{effect: bounce, permanents: [wall]}]}]
    expect:
      never: [{event: damage_dealt, to: B}, {event: removed_from_combat, permanent: elf, rule: "506.4"}]
      checks:
        - at: {turn: 1, step: declare_blockers, nth: 3}
          that: {blocking: {elf: [brute]}, blocked: [brute], unblocked: []}
        - at: {turn: 1, step: combat_damage}
          that: {life: {B: 20}, battlefield: {elf: {damage: 3}, brute: {damage: 1}}}
    """)

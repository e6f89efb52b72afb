"""Rules 508.1-508.3: declaring attackers, its costs and what it triggers; 117.1d and 500.4 in the payment window."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import load_one, obligation, play

from mtg_fsm import COMMANDS, Code, Engine, new_game


def declaring(game: str) -> Engine:
    """A game, run by defaults to the first declaration of attackers."""
    engine = new_game(load_one(f"game: {game}").game.model_copy(update={"free_casting": True}))
    engine.advance()
    return to_declaration(engine)


def to_declaration(engine: Engine) -> Engine:
    """Runs a game by defaults until somebody is asked for attackers."""
    while engine.decision is not None and engine.decision.kind != "declare_attackers":
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None
    return engine


def do(engine: Engine, action: str, **keys: Any) -> list[dict[str, Any]]:
    """A command as scenarios write it; what happened."""
    command = COMMANDS.validate_python({"action": action, **keys})
    return [event.as_dict() for event in engine.submit(command)]


def make(engine: Engine, mana: str, *effects: dict[str, Any]) -> list[dict[str, Any]]:
    """A mana ability of nothing, with further effects."""
    added = {"effect": "add_mana", "mana": mana}
    return do(engine, "activate", name="ritual", mana_ability=True, effects=[added, *effects])


def refused(engine: Engine, action: str, **keys: Any) -> tuple[Code, str] | None:
    """Code and rule by which a command is refused now."""
    refusal = engine.why_not(COMMANDS.validate_python({"action": action, **keys}))
    return None if refusal is None else (refusal.code, refusal.rule)


def everything(engine: Engine) -> tuple[Any, str]:
    """All of the engine and, as text, all of the game."""
    return engine.state(), json.dumps(engine.game.save())


def asked(engine: Engine) -> tuple[str, str, str | None, str, bool]:
    """The open decision: kind, player, subject, cost, whether it is optional."""
    decision = engine.decision
    assert decision is not None
    return decision.kind, decision.player, decision.subject, decision.cost, decision.optional


def all_attacks(engine: Engine) -> list[dict[str, str]]:
    """Every legal declaration of attackers."""
    return [command.model_dump()["attackers"] for command in engine.legal_attacks]


def same(found: list[dict[str, str]], expected: list[dict[str, str]]) -> bool:
    """The same declarations, each once, in any order."""
    return sorted(sorted(one.items()) for one in found) == sorted(sorted(one.items()) for one in expected)


# --- 508.1: the whole procedure, and the way back ---

RICH = """
  players:
    - id: A
      hand: [plains, bolt, shock]
      library: [first, second]
      battlefield:
        - {id: bear, attack_cost: 2, counters: {"+1/+1": 1}}
        - {id: wolf, optional_attack_cost: 1}
        - {id: knight, keywords: [vigilance], attack_cost: 1}
        - {id: clan, types: [artifact]}
        - {id: plate, types: [artifact], subtypes: [equipment], attached_to: bear}
      effects:
        - {effect: trigger, name: strain, when: {event: tapped, of: any}, effects: [{effect: draw}]}
        - {effect: delayed_trigger, name: once, when: {event: life_lost}, effects: [{effect: draw}]}
    - {id: B, effects: [{effect: trigger, name: glee, when: {event: life_lost, of: A}}]}
"""
UPHEAVAL: list[dict[str, Any]] = [
    {"effect": "sacrifice", "permanents": ["clan"]},
    {"effect": "lose_life", "count": 3},
    {"effect": "draw"},
    {"effect": "damage", "to": "knight", "amount": 1},
    {"effect": "add_counters", "permanent": "wolf", "counter": "+1/+1"},
    {"effect": "create", "permanent": {"id": "thopter", "token": True}},
    {"effect": "gain_control", "permanent": "bear", "player": "B"},
    {"effect": "become", "permanent": "knight", "attack_cost": 7},
    {"effect": "continuous", "name": "glow", "lasts": "this_turn", "modifies": {"permanent": "wolf", "power": 2}},
    {"effect": "skip", "what": "end"},
    {"effect": "extra_turn"},
    {"effect": "set_day_night", "to": "night"},
]


@obligation("508.1", 1)
def test_508_1_a_declaration_that_is_not_paid_leaves_no_trace() -> None:
    """Taps, choices, mana and all that mana abilities did are undone, byte for byte, and the same question is open."""
    engine = declaring(RICH)
    before, decision = everything(engine), engine.decision
    do(engine, "attack", attackers={"bear": "B", "wolf": "B", "knight": "B"})
    do(engine, "pay", pay=True)
    assert asked(engine) == ("pay", "A", None, "4", False)
    make(engine, "RRRRR", *UPHEAVAL)
    assert engine.observe("life", ["A"]) == {"A": 17}
    assert engine.observe("mana", ["A"]) == {"A": "RRRRR"}
    assert len(engine.waiting) == 4
    assert everything(engine) != before
    happened = do(engine, "pay", pay=False)
    assert [(event["event"], event["player"]) for event in happened] == [("declaration_taken_back", "A")]
    assert (everything(engine), engine.decision) == (before, decision)


@obligation("508.1", 1)
def test_508_1_after_a_way_back_the_game_goes_on_as_if_nothing_had_been_declared() -> None:
    """Two games, one with a declaration taken back twice, do the same from there, event by event."""
    once, twice = declaring(RICH), declaring(RICH)
    for _ in range(2):
        do(twice, "attack", attackers={"knight": "B", "wolf": "B"})
        do(twice, "pay", pay=True)
        make(twice, "GG", *UPHEAVAL)
        do(twice, "pay", pay=False)
    traces: list[list[dict[str, Any]]] = []
    for engine in (once, twice):
        trace = do(engine, "attack", attackers={"wolf": "B"})
        assert asked(engine) == ("pay", "A", "wolf", "1", True)
        trace += do(engine, "pay", pay=False)
        while engine.decision is not None and engine.position.turn < 3:
            trace += [event.as_dict() for event in engine.submit(next(engine.legal(engine.decision.player)))]
        traces.append(trace)
    assert traces[0] == traces[1]
    assert everything(once) == everything(twice)


@obligation("508.1", 1)
def test_508_1_a_declaration_taken_back_does_not_settle_which_creatures_had_to_attack() -> None:
    """With a requirement there, too, everything is as it was before the declaration (506.6)."""
    engine = declaring(
        "{players: [{id: A, battlefield: [{id: hound, attacks_if_able: true}, {id: ox, attack_cost: 1}]}, {id: B}]}"
    )
    before = everything(engine)
    do(engine, "attack", attackers={"hound": "B", "ox": "B"})
    do(engine, "pay", pay=False)
    assert everything(engine) == before


@obligation("508.1", 1)
def test_508_1_mana_from_before_the_declaration_is_back_and_what_was_made_for_it_is_not() -> None:
    """Kept mana pays in part; taken back, exactly the kept mana is there, and pays for another declaration."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, attack_cost: 2}, {id: wolf, attack_cost: 1}],
           effects: [{effect: static, keep_mana: all}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "G"}]}]
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - {action: pay, pay: true, rejected: true}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "R"}]}
          - {action: pay, pay: false}
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do: [{action: attack, attackers: {wolf: B}}, {action: pay, pay: true}]
    expect:
      checks:
        - at: {turn: 1, decision: declare_attackers, nth: 2}
          that: {mana: {A: "G"}, attacking: {}, priority: none, battlefield: {bear: {tapped: false}}}
        - at: {turn: 1, step: declare_attackers}
          that: {mana: {A: ""}, attacking: {wolf: B}, battlefield: {bear: {tapped: false}, wolf: {tapped: true}}}
      events:
        - {event: permanent_tapped, permanent: bear}
        - {event: mana_added, mana: "R"}
        - {event: declaration_taken_back, player: A, step: declare_attackers, rule: "732.1"}
        - {event: permanent_tapped, permanent: wolf}
        - {event: mana_spent, mana: "G", rule: 508.1j}
        - {event: attacker_declared, permanent: wolf}
      counts: [{event: declaration_taken_back, is: 1}, {event: mana_spent, is: 1}]
      never: [{event: attacker_declared, permanent: bear}]
    """)


@obligation("508.1", 2)
def test_508_1_triggers_wait_until_the_declaration_is_over_and_state_based_actions_come_first() -> None:
    """Nothing is stacked or destroyed in the payment window, although abilities have triggered and damage is lethal."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, attack_cost: 1}, {id: imp, toughness: 1}]
          effects:
            - {effect: trigger, name: strain, when: {event: tapped, of: bear}}
            - {effect: trigger, name: charge, when: {event: attacks, of: bear}}
            - {effect: trigger, name: wail, when: {event: dies, of: imp}}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - action: activate
            name: rite
            mana_ability: true
            effects: [{effect: add_mana, mana: "R"}, {effect: damage, to: imp, amount: 1}]
          - {action: pay, pay: true}
      - {at: {turn: 1, decision: order_triggers}, do: [{action: order, triggers: [wail, strain, charge]}]}
    expect:
      checks:
        - {at: {turn: 1, decision: pay}, that: {stack: [], priority: none, attacking: {}}}
        - at: {turn: 1, step: declare_attackers}
          that: {stack: [charge, strain, wail], priority: A, battlefield: {imp: absent}}
      events:
        - {event: ability_triggered, name: strain}
        - {event: damage_dealt, to: imp}
        - {event: mana_spent}
        - {event: attacker_declared, permanent: bear}
        - {event: ability_triggered, name: charge}
        - {event: state_based_action, subject: imp}
        - {event: ability_triggered, name: wail}
        - {event: put_on_stack, name: wail}
        - {event: put_on_stack, name: strain}
        - {event: put_on_stack, name: charge}
        - {event: priority_received, player: A, step: declare_attackers}
      counts: [{event: state_based_action, is: 1}, {event: put_on_stack, is: 3}]
    """)


@obligation("508.1", 3)
def test_508_1_nobody_has_to_attack_without_a_requirement() -> None:
    """No attackers is the default and legal, and no longer legal once a single creature has to attack."""
    engine = declaring("{players: [{id: A, battlefield: [{id: bear}, {id: wolf}]}, {id: B}]}")
    assert all_attacks(engine)[0] == {}
    assert {} in engine.legal_attacks
    happened = do(engine, "attack", attackers={})
    assert asked(engine)[:2] == ("priority", "A")
    assert engine.position.step == "declare_attackers"
    assert [event["event"] for event in happened] == ["priority_received"]
    engine = declaring("{players: [{id: A, battlefield: [{id: bear}, {id: wolf, attacks_if_able: true}]}, {id: B}]}")
    assert refused(engine, "attack", attackers={}) == (Code.ILLEGAL_CHOICE, "508.1d")


# --- 508.1a: which creatures ---


@obligation("508.1a", 1)
def test_508_1a_what_came_under_control_this_turn_cannot_attack_without_haste() -> None:
    """Entered, taken over, or given away and back: each is refused; haste of an effect helps, and so does a turn."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}, {id: wolf}]}, {id: B, battlefield: [{id: ox}]}]
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: tumult
            effects:
              - {effect: create, permanent: {id: cub}}
              - {effect: create, permanent: {id: pup}}
              - {effect: gain_control, permanent: ox}
              - {effect: gain_control, permanent: wolf, player: B}
              - {effect: gain_control, permanent: wolf, player: A}
              - {effect: continuous, name: zeal, lasts: this_turn, modifies: {permanent: pup, keywords: [haste]}}
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {cub: B}, rejected: true}
          - {action: attack, attackers: {ox: B}, rejected: true}
          - {action: attack, attackers: {wolf: B}, rejected: true}
          - {action: attack, attackers: {bear: B, pup: B, cub: B}, rejected: true}
          - {action: attack, attackers: {bear: B, pup: B}}
      - at: {turn: 2, step: end}
        do: [{action: cast, player: A, name: ambush, effects: [{effect: create, permanent: {id: asp}}]}]
      - at: {turn: 3, decision: declare_attackers}
        do: [{action: attack, attackers: {asp: B, bear: B, cub: B, ox: B, pup: B, wolf: B}}]
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B, pup: B}}}
        - {at: {turn: 3, step: declare_attackers},
           that: {attacking: {asp: B, bear: B, cub: B, ox: B, pup: B, wolf: B}}}
    """)


@obligation("508.1a", 1)
def test_508_1a_what_counts_is_control_not_how_long_it_is_a_creature() -> None:
    """A land of before that becomes a creature can attack at once, a land of this turn cannot."""
    play("""
    game:
      players: [{id: A, hand: [glade], battlefield: [{id: grove, types: [land]}]}, {id: B}]
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: play_land, id: glade}
          - action: cast
            name: wake
            effects:
              - {effect: become, permanent: grove, types: [land, creature], power: 2, toughness: 2}
              - {effect: become, permanent: glade, types: [land, creature], power: 2, toughness: 2}
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {glade: B}, rejected: true}
          - {action: attack, attackers: {grove: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {grove: B}}}]}
    """)


@obligation("508.1a", 2)
def test_508_1a_a_creature_untapped_between_two_combats_can_be_chosen_again() -> None:
    """A tapped creature is refused in both combats; of those that attacked only the untapped one and the vigilant."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}, {id: knight, keywords: [vigilance]}, {id: cat, tapped: true}],
           effects: [{effect: static, dont_untap: [cat]}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, cat: B}, rejected: true}
          - {action: attack, attackers: {bear: B, wolf: B, knight: B}}
      - at: {turn: 1, step: postcombat_main}
        do:
          - action: cast
            name: assault
            effects: [{effect: untap, permanents: [bear]}, {effect: extra_phases, phases: [combat]}]
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do:
          - {action: attack, attackers: {wolf: B}, rejected: true}
          - {action: attack, attackers: {cat: B}, rejected: true}
          - {action: attack, attackers: {bear: B, knight: B}}
    expect:
      checks: [{at: {turn: 1, step: declare_attackers, occurrence: 2}, that: {attacking: {bear: B, knight: B}}}]
      counts: [{event: attacker_declared, turn: 1, is: 5}]
    """)


@obligation("508.1a", 1, 2)
def test_508_1a_each_permanent_that_cannot_be_chosen_is_refused_for_its_own_reason() -> None:
    """Only the bear is offered; what is no creature, a battle too, or another player's is refused."""
    engine = declaring("""
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: fresh, sick: true}
            - {id: tired, tapped: true}
            - {id: mox, types: [artifact]}
            - {id: front, types: [creature, battle], defense: 3, protector: B}
          effects: [{effect: static, dont_untap: [tired]}]
        - {id: B, battlefield: [{id: theirs}]}
    """)
    reasons = {
        name: refused(engine, "attack", attackers={name: "B"})
        for name in ("fresh", "tired", "mox", "front", "theirs", "nobody")
    }
    assert reasons == {
        "fresh": (Code.ILLEGAL_CHOICE, "302.6"),
        "tired": (Code.ILLEGAL_CHOICE, "508.1a"),
        "mox": (Code.ILLEGAL_CHOICE, "506.3"),
        "front": (Code.ILLEGAL_CHOICE, "508.1a"),
        "theirs": (Code.NOT_YOURS, "508.1a"),
        "nobody": (Code.NO_SUCH_OBJECT, "508.1a"),
    }
    assert engine.decision is not None
    assert engine.decision.choices == ("bear",)


# --- 508.1b: whom they attack ---


@obligation("508.1b", 1)
def test_508_1b_with_the_defending_player_only_nothing_is_asked() -> None:
    """Each attacker can attack that player only, not its own, and priority comes right after the declaration."""
    engine = declaring("""
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: wolf}
            - {id: mine, types: [planeswalker], loyalty: 3}
            - {id: siege, types: [battle], defense: 3, protector: A}
        - {id: B, battlefield: [{id: wall}]}
    """)
    expected = [{}, {"bear": "B"}, {"wolf": "B"}, {"bear": "B", "wolf": "B"}]
    assert same(all_attacks(engine), expected)
    for target in ("A", "mine", "siege", "wall", "bear"):
        assert refused(engine, "attack", attackers={"bear": target}) == (Code.ILLEGAL_CHOICE, "508.1b")
    happened = do(engine, "attack", attackers={"bear": "B", "wolf": "B"})
    assert asked(engine)[:2] == ("priority", "A")
    declared = [(event["permanent"], event["attacking"]) for event in happened if event["event"] == "attacker_declared"]
    assert declared == [("bear", "B"), ("wolf", "B")]


@obligation("508.1b", 2)
def test_508_1b_attackers_go_for_a_player_a_planeswalker_and_a_battle_at_once() -> None:
    """Each deals its damage to what it attacks: a battle that its attacker controls and another protects included."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: wolf, power: 3}
            - {id: cat, power: 1}
            - {id: fox, power: 1}
            - {id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: siege, wolf: walker, cat: B, fox: siege}}]
    expect:
      checks:
        - at: {turn: 1, step: declare_attackers}
          that: {attacking: {bear: siege, wolf: walker, cat: B, fox: siege}, defending: [B]}
        - at: {turn: 1, step: combat_damage}
          that: {life: {A: 20, B: 19}, battlefield: {walker: {loyalty: 2}, siege: {defense: 2}}}
    """)


# --- 508.1c: restrictions ---


@obligation("508.1c", 1)
@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (3, ["", "x", "cx", "dx", "cd", "cdx"]),
        (2, ["", "x", "cx", "dx", "cd"]),
        (1, ["", "x"]),
        (0, [""]),
    ],
)
def test_508_1c_a_declaration_is_judged_as_a_whole(most: int, expected: list[str]) -> None:
    """Of two that can't attack alone each needs any companion; a limit on attackers binds them together."""
    engine = declaring(f"""
      players:
        - id: A
          battlefield: [{{id: c, cant_attack_alone: true}}, {{id: d, cant_attack_alone: true}}, {{id: x}}]
        - {{id: B, effects: [{{effect: static, max_attackers: {most}}}]}}
    """)
    assert same(all_attacks(engine), [dict.fromkeys(names, "B") for names in expected])
    for names in ("c", "d", "cd", "cdx"):
        rule = None if names in expected else (Code.ILLEGAL_CHOICE, "508.1c")
        assert refused(engine, "attack", attackers=dict.fromkeys(names, "B")) == rule


@obligation("508.1c", 1)
def test_508_1c_restrictions_hold_for_one_target_or_while_their_source_is_there() -> None:
    """What can't attack B can attack B's planeswalker; what a prison holds can attack once the prison is gone."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: shy, cant_attack_player: B}, {id: bear}, {id: wall, keywords: [defender]},
                                {id: oath, cant_attack: true}]}
        - id: B
          battlefield:
            - {id: walker, types: [planeswalker], loyalty: 9}
            - {id: prison, types: [artifact], abilities: [{effect: static, cant_attack: [bear]}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {shy: B}, rejected: true}
          - {action: attack, attackers: {shy: walker, bear: walker}, rejected: true}
          - {action: attack, attackers: {shy: walker, wall: B}, rejected: true}
          - {action: attack, attackers: {shy: walker, oath: B}, rejected: true}
          - {action: attack, attackers: {shy: walker}}
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: free, effects: [{effect: destroy, permanents: [prison]}]}]
      - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {shy: walker, bear: B}}]}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {shy: walker}}}
        - {at: {turn: 3, step: declare_attackers}, that: {attacking: {shy: walker, bear: B}}}
    """)


# --- 508.1d: requirements ---

REQUIREMENTS: dict[str, tuple[str, int, list[dict[str, str]]]] = {
    "two requirements of one creature, obeyed by one target only": (
        "{id: c, attacks_if_able: true, must_attack: walker}",
        9,
        [{"c": "walker"}],
    ),
    "a target that the creature can't attack": (
        "{id: c, must_attack: B, cant_attack_player: B}",
        9,
        [{}, {"c": "walker"}],
    ),
    "the heavier of two, with room for one": (
        "{id: c, attacks_if_able: true}, {id: d, attacks_if_able: true, must_attack: B}",
        1,
        [{"d": "B"}],
    ),
    "either of two, with room for one": (
        "{id: c, must_attack: walker}, {id: d, must_attack: walker}",
        1,
        [{"c": "walker"}, {"d": "walker"}],
    ),
    "one that can't attack alone, and a companion that need not": (
        "{id: c, must_attack: B, cant_attack_alone: true}, {id: d, cant_attack_player: B}",
        9,
        [{"c": "B", "d": "walker"}],
    ),
    "one that can't attack alone, with room for one": (
        "{id: c, must_attack: B, cant_attack_alone: true}, {id: d, cant_attack_player: B}",
        1,
        [{}, {"d": "walker"}],
    ),
    "one that can't attack alone, without a companion": (
        "{id: c, attacks_if_able: true, cant_attack_alone: true}, {id: d, keywords: [defender]}",
        9,
        [{}],
    ),
    "two that can't attack alone, one of them has to": (
        "{id: c, must_attack: B, cant_attack_alone: true}, "
        "{id: d, must_attack: walker, cant_attack_alone: true, cant_attack_player: B}",
        9,
        [{"c": "B", "d": "walker"}],
    ),
    "goaded by its own controller: a planeswalker is no player": (
        "{id: c, goaded_by: A}",
        9,
        [{"c": "B"}],
    ),
    "goaded by the only one who can be attacked": (
        "{id: c, goaded_by: B}",
        9,
        [{"c": "B"}, {"c": "walker"}],
    ),
}


@obligation("508.1d", 1)
@pytest.mark.parametrize("case", REQUIREMENTS)
def test_508_1d_the_largest_number_of_requirements_has_to_be_obeyed(case: str) -> None:
    """Exactly the declarations are legal that obey as many as can be obeyed without breaking a restriction."""
    creatures, most, expected = REQUIREMENTS[case]
    engine = declaring(f"""
      players:
        - {{id: A, battlefield: [{creatures}]}}
        - id: B
          battlefield: [{{id: walker, types: [planeswalker], loyalty: 9}}]
          effects: [{{effect: static, max_attackers: {most}}}]
    """)
    assert same(all_attacks(engine), expected)
    if {} not in expected:
        assert refused(engine, "attack", attackers={}) == (Code.ILLEGAL_CHOICE, "508.1d")


@obligation("508.1d", 1)
def test_508_1d_a_declaration_with_a_lower_count_is_refused_even_with_more_attackers() -> None:
    """Two others attacking do not make up for the one that has to; obeying both of two requirements is needed."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: ox, attacks_if_able: true}, {id: hound, must_attack: walker}, {id: bear},
                                {id: wolf}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, wolf: B}, rejected: true}
          - {action: attack, attackers: {ox: B, bear: B, wolf: B}, rejected: true}
          - {action: attack, attackers: {ox: B, hound: B, bear: B, wolf: B}, rejected: true}
          - {action: attack, attackers: {hound: walker, bear: B, wolf: B}, rejected: true}
          - {action: attack, attackers: {ox: walker, hound: walker, wolf: B}}
    expect: {checks: [{at: {turn: 1, step: declare_attackers},
                       that: {attacking: {ox: walker, hound: walker, wolf: B}, had_to_attack: [ox, hound]}}]}
    """)


@obligation("508.1d", 2)
def test_508_1d_no_requirement_demands_that_a_cost_is_paid() -> None:
    """With mana in the pool, too, the creature may stay home; it may attack, and may be kept home after all."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: hound, attacks_if_able: true, must_attack: B, goaded_by: A, attack_cost: 1}],
           effects: [{effect: static, keep_mana: all}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "G"}]}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {hound: B}}, {action: pay, pay: false}]
      - {at: {turn: 1, decision: declare_attackers, nth: 2}, do: [{action: attack, attackers: {}}]}
      - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {hound: B}}]}
    until: {turn: 5, step: cleanup, when: ended}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {}, mana: {A: "G"}}}
        - {at: {turn: 3, step: declare_attackers}, that: {attacking: {hound: B}, mana: {A: ""}}}
        - {at: {turn: 5, step: declare_attackers}, that: {attacking: {}}}
      counts: [{event: attacker_declared, is: 1}, {event: declaration_taken_back, is: 1}]
    """)


COSTS = {
    "only what costs nothing is demanded": (
        "{id: c, attacks_if_able: true, attack_cost: 1}, {id: d, attacks_if_able: true}",
        ["d", "cd"],
        [""],
    ),
    "with room for one the free creature, though the other has more requirements": (
        "{id: c, attacks_if_able: true, must_attack: B, attack_cost: 1, "
        "abilities: [{effect: static, max_attackers: 1}]}, {id: d, attacks_if_able: true}",
        ["d", "c"],
        ["", "cd"],
    ),
    "a companion with a cost is not demanded": (
        "{id: c, attack_cost: 1}, {id: d, attacks_if_able: true, cant_attack_alone: true}",
        ["", "c", "cd"],
        ["d"],
    ),
    "a companion that has to attack itself, at a cost, is not": (
        "{id: c, attacks_if_able: true, attack_cost: 1}, {id: d, attacks_if_able: true, cant_attack_alone: true}",
        ["", "c", "cd"],
        ["d"],
    ),
    "an optional cost is none that attacking needs": (
        "{id: c, attacks_if_able: true, optional_attack_cost: 3}",
        ["c"],
        [""],
    ),
    "nor is one of a companion": (
        "{id: c, optional_attack_cost: 3}, {id: d, attacks_if_able: true, cant_attack_alone: true}",
        ["cd"],
        ["", "c", "d"],
    ),
}


@obligation("508.1d", 2)
@pytest.mark.parametrize("case", COSTS)
def test_508_1d_what_is_demanded_is_what_can_be_obeyed_without_costs(case: str) -> None:
    """More than that is legal, and less is not; the default, first of the legal ones, costs nothing."""
    creatures, legal, illegal = COSTS[case]
    engine = declaring(f"{{players: [{{id: A, battlefield: [{creatures}]}}, {{id: B}}]}}")
    assert all_attacks(engine)[0] == dict.fromkeys(legal[0], "B")
    for names in legal:
        assert refused(engine, "attack", attackers=dict.fromkeys(names, "B")) is None, names
    for names in illegal:
        refusal = refused(engine, "attack", attackers=dict.fromkeys(names, "B"))
        assert refusal is not None, names
        assert refusal[0] == Code.ILLEGAL_CHOICE


@obligation("508.1d", 3)
def test_508_1d_a_requirement_holds_in_every_combat_of_the_turn_for_what_is_able() -> None:
    """In the second combat the untapped one has to attack again, the tapped one cannot, the freed one need not."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: a, attacks_if_able: true}, {id: b, attacks_if_able: true},
                                {id: c, must_attack: B, keywords: [vigilance]}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {a: B, c: B}, rejected: true}
          - {action: attack, attackers: {a: B, b: B, c: B}}
      - at: {turn: 1, step: postcombat_main}
        do:
          - action: cast
            name: assault
            effects:
              - {effect: untap, permanents: [a]}
              - {effect: become, permanent: c, must_attack: A}
              - {effect: extra_phases, phases: [combat, combat]}
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do:
          - {action: attack, attackers: {}, rejected: true}
          - {action: attack, attackers: {c: B}, rejected: true}
          - {action: attack, attackers: {a: B, b: B}, rejected: true}
          - {action: attack, attackers: {a: B}}
      - {at: {turn: 1, decision: declare_attackers, nth: 3}, do: [{action: attack, attackers: {}}]}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers, occurrence: 2}, that: {attacking: {a: B}}}
        - {at: {turn: 1, step: declare_attackers, occurrence: 3}, that: {attacking: {}}}
    """)


# --- 508.1f: tapping ---


@obligation("508.1f", 1)
def test_508_1f_attackers_tap_before_anything_is_paid_but_those_with_vigilance() -> None:
    """Vigilance by an effect and by itself counts as the attack is declared; who gains it later stays tapped."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, attack_cost: 1}, {id: knight, keywords: [vigilance]}, {id: wolf}, {id: idle}]
          effects: [{effect: trigger, name: strain, when: {event: tapped, of: any}}]
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: watch
            effects: [{effect: continuous, name: alert, lasts: this_turn,
                       modifies: {permanent: wolf, keywords: [vigilance]}}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, knight: B, wolf: B}}]
      - at: {turn: 1, decision: pay}
        do:
          - action: activate
            name: rite
            mana_ability: true
            effects: [{effect: add_mana, mana: "G"},
                      {effect: continuous, name: late, lasts: this_turn,
                       modifies: {permanent: bear, keywords: [vigilance]}}]
          - {action: pay, pay: true}
    expect:
      checks:
        - at: {turn: 1, decision: pay}
          that:
            battlefield:
              {bear: {tapped: true}, knight: {tapped: false}, wolf: {tapped: false}, idle: {tapped: false}}
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B, knight: B, wolf: B}, stack: [strain],
            battlefield: {bear: {tapped: true}, knight: {tapped: false}, wolf: {tapped: false},
                          idle: {tapped: false}}}}
      counts: [{event: permanent_tapped, is: 1}, {event: permanent_tapped, rule: 508.1f, is: 1}]
    """)


# --- 508.1g: optional costs ---


@obligation("508.1g", 1)
def test_508_1g_each_optional_cost_is_asked_once_per_chosen_creature_and_may_be_declined() -> None:
    """Declining all three leaves an attack with all of them, for nothing; the creature that stays home is not asked."""
    engine = declaring("""
      players:
        - id: A
          battlefield:
            - {id: bear, optional_attack_cost: 1}
            - {id: wolf, optional_attack_cost: 2}
            - {id: idle, optional_attack_cost: 4}
            - {id: ox}
            - {id: cat, optional_attack_cost: 1, attacks_if_able: true}
        - {id: B}
    """)
    do(engine, "attack", attackers={"cat": "B", "ox": "B", "bear": "B", "wolf": "B"})
    subjects: list[str | None] = []
    happened: list[dict[str, Any]] = []
    for cost in ("1", "2", "1"):
        kind, player, subject, asked_cost, optional = asked(engine)
        assert (kind, player, asked_cost, optional) == ("pay", "A", cost, True)
        assert engine.decision is not None
        assert engine.decision.rule == "508.1g"
        subjects.append(subject)
        happened += do(engine, "pay", pay=False)
    assert subjects == ["bear", "wolf", "cat"]
    assert asked(engine)[:2] == ("priority", "A")
    assert engine.observe("attacking") == {"bear": "B", "wolf": "B", "ox": "B", "cat": "B"}
    assert not [event for event in happened if event["event"] in ("mana_spent", "declaration_taken_back")]


@obligation("508.1g", 1)
@pytest.mark.parametrize(
    ("bear", "wolf", "total"), [(False, False, "3"), (True, False, "4"), (False, True, "5"), (True, True, "6")]
)
def test_508_1g_what_is_chosen_is_added_to_what_has_to_be_paid(bear: bool, wolf: bool, total: str) -> None:
    """The total is the required costs with the chosen optional ones, and exactly that is spent."""
    engine = declaring("""
      players:
        - id: A
          battlefield: [{id: bear, attack_cost: 3, optional_attack_cost: 1}, {id: wolf, optional_attack_cost: 2}]
        - {id: B}
    """)
    do(engine, "attack", attackers={"bear": "B", "wolf": "B"})
    assert refused(engine, "activate", name="x", mana_ability=True, effects=[{"effect": "add_mana", "mana": "G"}]) == (
        Code.WRONG_TIME,
        "117.1d",
    )
    do(engine, "pay", pay=bear)
    do(engine, "pay", pay=wolf)
    assert asked(engine) == ("pay", "A", None, total, False)
    make(engine, "G" * (int(total) - 1))
    assert refused(engine, "pay", pay=True) == (Code.NOT_ENOUGH_MANA, "508.1i")
    make(engine, "R")
    assert refused(engine, "pay", pay=True) is None
    happened = do(engine, "pay", pay=True)
    assert [event["mana"] for event in happened if event["event"] == "mana_spent"] == ["R" + "G" * (int(total) - 1)]
    assert engine.observe("attacking") == {"bear": "B", "wolf": "B"}


@obligation("508.1g", 1)
def test_508_1g_a_chosen_optional_cost_that_is_then_not_paid_takes_the_declaration_back() -> None:
    """Once chosen it is part of the total; declared anew, it is asked anew and can be declined."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear, optional_attack_cost: 2}]}, {id: B}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - {action: pay, pay: true}
          - {action: pay, pay: true, rejected: true}
          - {action: pay, pay: false}
          - {action: attack, attackers: {bear: B}}
          - {action: pay, pay: false}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: B}, battlefield: {bear: {tapped: true}}}}
      events: [{event: declaration_taken_back}, {event: attacker_declared, permanent: bear}]
      counts: [{event: declaration_taken_back, is: 1}, {event: attacker_declared, is: 1},
               {event: permanent_tapped, is: 2}]
      never: [{event: mana_spent}]
    """)


# --- 508.1h: the total is fixed ---


@obligation("508.1h", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: become, permanent: bear, attack_cost: 9, optional_attack_cost: 9}",
        "{effect: become, permanent: bear, attack_cost: 0, optional_attack_cost: 0}",
        "{effect: become, permanent: wolf, attack_cost: 5, optional_attack_cost: 5}",
        "{effect: sacrifice, permanents: [bear]}",
    ],
)
def test_508_1h_what_changes_during_the_payment_changes_nothing(effect: str) -> None:
    """The total of 2 + 1 is paid to the last mana, no more and no less, whatever the costs are by then."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear, attack_cost: 2, optional_attack_cost: 1}}, {{id: wolf}}],
           effects: [{{effect: static, keep_mana: all}}]}}
        - {{id: B}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do:
          - {{action: attack, attackers: {{bear: B, wolf: B}}}}
          - {{action: pay, pay: true}}
          - action: activate
            name: rite
            mana_ability: true
            effects: [{{effect: add_mana, mana: "GG"}}, {effect}]
          - {{action: pay, pay: true, rejected: true}}
          - {{action: activate, name: more, mana_ability: true, effects: [{{effect: add_mana, mana: "GG"}}]}}
          - {{action: pay, pay: true}}
    expect:
      events: [{{event: mana_spent, player: A, mana: "GGG", rule: 508.1j}}]
      counts: [{{event: mana_spent, is: 1}}, {{event: attacker_declared, permanent: wolf, is: 1}}]
      checks: [{{at: {{turn: 1, step: declare_attackers}}, that: {{mana: {{A: "G"}}}}}}]
    """)


# --- 508.1i, 117.1d: the payment window ---


@obligation("508.1i", 1)
def test_508_1i_only_mana_abilities_are_accepted_and_nobody_has_priority() -> None:
    """Spells, other abilities, lands and passes are refused, the opponent may do nothing, and nothing is changed."""
    engine = declaring("""
      players:
        - id: A
          hand: [plains, bolt]
          battlefield:
            - {id: bear, attack_cost: 1, abilities: [{effect: activated, name: pump, effects: [{effect: draw}]}]}
        - {id: B, hand: [shock]}
    """)
    do(engine, "attack", attackers={"bear": "B"})
    assert engine.observe("priority") == "none"
    assert engine.observe("may_cast") == {"instant": [], "sorcery": []}
    before = everything(engine)
    adding = [{"effect": "add_mana", "mana": "G"}]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("cast", {"name": "bolt"}),
        ("cast", {"name": "rite", "effects": adding}),
        ("activate", {"name": "pump", "source": "bear"}),
        ("activate", {"name": "spring", "effects": adding}),
        ("activate", {"name": "no-mana", "mana_ability": True, "effects": [{"effect": "draw"}]}),
        ("play_land", {"id": "plains"}),
        ("pass", {}),
        ("attack", {"attackers": {}}),
        ("pay", {"pay": True}),
    ]
    for action, keys in wrong:
        assert refused(engine, action, **keys) is not None, action
        if action != "activate":
            assert refused(engine, action, player="A", **keys) is not None, action
    theirs: list[tuple[str, dict[str, Any]]] = [
        ("cast", {"name": "shock"}),
        ("activate", {"name": "spring", "mana_ability": True, "effects": adding}),
        ("pass", {}),
        ("pay", {"pay": False}),
    ]
    for action, keys in theirs:
        assert refused(engine, action, player="B", **keys) == (Code.NOT_ASKED, "117.1"), action
    assert everything(engine) == before
    assert refused(engine, "activate", name="spring", mana_ability=True, effects=adding) is None
    assert refused(engine, "pay", pay=False) is None


@obligation("508.1i", 1)
def test_508_1i_several_mana_abilities_one_after_another_some_with_costs_some_that_ask() -> None:
    """A mana ability may turn mana into more mana, and is finished before the next command even if it asks."""
    engine = declaring("""
      players:
        - {id: A, hand: [plains, bolt, shock], battlefield: [{id: bear, attack_cost: 3}]}
        - {id: B}
    """)
    do(engine, "attack", attackers={"bear": "B"})
    make(engine, "G")
    grow = {"name": "grow", "mana_ability": True, "cost": "1", "effects": [{"effect": "add_mana", "mana": "RR"}]}
    do(engine, "activate", **grow)
    assert engine.observe("mana", ["A"]) == {"A": "RR"}
    make(engine, "U", {"effect": "discard"})
    assert asked(engine)[:2] == ("choose_discard", "A")
    assert refused(engine, "pay", pay=True) is not None
    assert engine.observe("stack") == []
    do(engine, "discard", cards=["bolt"])
    assert asked(engine) == ("pay", "A", None, "3", False)
    do(engine, "pay", pay=True)
    assert engine.observe("mana", ["A"]) == {"A": ""}
    assert engine.observe("attacking") == {"bear": "B"}


@obligation("508.1i", 1)
def test_508_1i_without_a_cost_there_is_no_such_window() -> None:
    """A cost of an attacker that stays home, or an optional one that is declined, opens none."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}, {id: ox, attack_cost: 1}, {id: cat, optional_attack_cost: 1}]},
                     {id: B}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, cat: B}}
          - {action: pay, pay: false}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "G"}]}
    expect:
      events: [{event: attacker_declared, permanent: bear}, {event: priority_received, player: A},
               {event: mana_added, mana: "G"}]
      never: [{event: mana_spent}, {event: declaration_taken_back}]
    """)


@obligation("117.1d", 1, 2)
def test_117_1d_a_mana_ability_is_accepted_in_the_payment_windows_of_attackers_and_blockers() -> None:
    """Neither player has priority; the stack stays empty, nobody passes or receives priority, and the cost is paid."""
    engine = declaring("""
      players: [{id: A, battlefield: [{id: bear, attack_cost: 1}]}, {id: B, battlefield: [{id: wall, block_cost: 1}]}]
    """)
    do(engine, "attack", attackers={"bear": "B"})
    for player, other in (("A", "B"), ("B", "A")):
        assert asked(engine)[:2] == ("pay", player)
        assert engine.observe("priority") == "none"
        assert refused(
            engine,
            "activate",
            name="x",
            player=other,
            mana_ability=True,
            effects=[{"effect": "add_mana", "mana": "G"}],
        ) == (Code.NOT_ASKED, "117.1")
        passes = engine.passed
        happened = make(engine, "G")
        assert [event["event"] for event in happened] == ["mana_added"]
        assert (engine.stack, engine.passed, engine.observe("priority")) == ((), passes, "none")
        assert asked(engine)[:2] == ("pay", player)
        happened = do(engine, "pay", pay=True)
        received = [event["player"] for event in happened if event["event"] == "priority_received"]
        assert received == ["A"]
        assert asked(engine)[:2] == ("priority", "A")
        if player == "A":
            do(engine, "pass")
            do(engine, "pass")
            assert asked(engine)[:2] == ("declare_blockers", "B")
            do(engine, "block", blockers={"wall": ["bear"]})
    assert engine.observe("blocking") == {"wall": ["bear"]}


@obligation("117.1d", 2)
def test_117_1d_what_a_mana_ability_in_the_payment_window_triggers_is_stacked_only_at_the_next_priority() -> None:
    """Until then nothing is on the stack, and state-based actions wait as well, so 0 life is not the end."""
    play("""
    game:
      players:
        - {id: A, life: 1, battlefield: [{id: bear, attack_cost: 1}],
           effects: [{effect: trigger, name: mercy, when: {event: player_attacks, of: A}}]}
        - {id: B, effects: [{effect: trigger, name: glee, when: {event: life_lost, of: A}}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - action: activate
            name: pain
            mana_ability: true
            effects: [{effect: add_mana, mana: "R"}, {effect: lose_life}]
          - {action: activate, name: relief, mana_ability: true,
             effects: [{effect: add_mana, mana: "R"}, {effect: gain_life, count: 1}]}
          - {action: pay, pay: true}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {life: {A: 1}, stack: [glee, mercy], attacking: {bear: B}}}
      events:
        - {event: life_changed, player: A, life: 0}
        - {event: ability_triggered, name: glee}
        - {event: life_changed, player: A, life: 1}
        - {event: mana_spent, mana: "R", rule: 508.1j}
        - {event: attacker_declared, permanent: bear}
        - {event: ability_triggered, name: mercy}
        - {event: put_on_stack, name: mercy}
        - {event: put_on_stack, name: glee}
        - {event: priority_received, player: A, step: declare_attackers}
      counts: [{event: put_on_stack, is: 2}]
      outcome: {unfinished: true}
    """)


@obligation("500.4", 3)
def test_500_4_an_attack_cost_is_not_paid_with_mana_of_the_beginning_of_combat() -> None:
    """That mana is gone as the step ends; the cost needs mana of the payment window, or mana that an effect keeps."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, attack_cost: 1}], effects: [{effect: static, keep_mana: "U"}]}
        - {id: B}
    script:
      - at: {turn: 1, step: beginning_of_combat}
        do: [{action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "GG"}]}]
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - {action: pay, pay: true, rejected: true}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "R"}]}
          - {action: pay, pay: true}
      - at: {turn: 3, step: beginning_of_combat}
        do: [{action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "UG"}]}]
      - at: {turn: 3, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B}}, {action: pay, pay: true}]
    expect:
      checks:
        - {at: {turn: 1, step: beginning_of_combat, nth: 2}, that: {mana: {A: "GG"}}}
        - {at: {turn: 1, decision: declare_attackers}, that: {mana: {A: ""}}}
        - {at: {turn: 3, decision: declare_attackers}, that: {mana: {A: "U"}}}
      events:
        - {event: mana_emptied, player: A, mana: "GG", step: beginning_of_combat}
        - {event: mana_added, mana: "R", step: declare_attackers}
        - {event: mana_spent, mana: "R", step: declare_attackers}
        - {event: attacker_declared, turn: 1}
        - {event: mana_emptied, player: A, mana: "G", turn: 3}
        - {event: mana_spent, mana: "U", turn: 3}
    """)


# --- 508.1j: paying in full ---


@obligation("508.1j", 1)
def test_508_1j_a_total_that_is_not_there_in_full_is_not_paid_at_all() -> None:
    """With 2 of 3 mana nothing is spent and no creature attacks, not even the one that costs nothing."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, attack_cost: 1}, {id: wolf, attack_cost: 2}, {id: cat}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, wolf: B, cat: B}}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "RG"}]}
          - {action: pay, pay: true, rejected: true}
    expect:
      checks:
        - at: {turn: 1, decision: declare_attackers, nth: 2}
          that:
            mana: {A: ""}
            battlefield: {bear: {tapped: false}, wolf: {tapped: false}, cat: {tapped: false}}
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {}, mana: {A: ""}}}
      events: [{event: mana_added, mana: "RG"}, {event: declaration_taken_back, player: A},
               {event: priority_received, player: A}, {event: step_skipped, step: declare_blockers}]
      never: [{event: mana_spent}, {event: attacker_declared}]
    """)


@obligation("508.1j", 1)
def test_508_1j_nobody_is_forced_to_pay_what_could_be_paid_and_what_is_left_over_stays() -> None:
    """With the mana there the player may still go back; paid, exactly the total is gone and the rest is in the pool."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear, attack_cost: 2}]}, {id: B}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "GGG"}]}
          - {action: pay, pay: false}
          - {action: attack, attackers: {bear: B}}
          - {action: activate, name: rite, mana_ability: true, effects: [{effect: add_mana, mana: "RRR"}]}
          - {action: pay, pay: true}
    expect:
      checks: [{at: {turn: 1, step: declare_attackers}, that: {mana: {A: "R"}, attacking: {bear: B}}}]
      events:
        - {event: declaration_taken_back}
        - {event: mana_spent, mana: "RR", rule: 508.1j}
        - {event: attacker_declared, permanent: bear}
        - {event: mana_emptied, mana: "R", step: declare_attackers}
      counts: [{event: mana_spent, is: 1}]
    """)


# --- 508.1k: becoming attacking creatures ---


@obligation("508.1k", 1)
@pytest.mark.parametrize(
    "effect",
    [
        "{effect: sacrifice, permanents: [bear]}",
        "{effect: exile, permanents: [bear]}",
        "{effect: gain_control, permanent: bear, player: B}",
        "{effect: phase_out, permanents: [bear]}",
    ],
)
def test_508_1k_what_is_no_longer_controlled_after_the_payment_does_not_attack(effect: str) -> None:
    """It was chosen and tapped, yet never attacks, triggers nothing and deals no damage; the other one attacks."""
    play(f"""
    game:
      players:
        - id: A
          battlefield: [{{id: bear, power: 5}}, {{id: wolf, attack_cost: 1}}]
          effects: [{{effect: trigger, name: charge, when: {{event: attacks, of: any}}}}]
        - {{id: B}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do:
          - {{action: attack, attackers: {{bear: B, wolf: B}}}}
          - action: activate
            name: rite
            mana_ability: true
            effects: [{{effect: add_mana, mana: "G"}}, {effect}]
          - {{action: pay, pay: true}}
    expect:
      checks:
        - {{at: {{turn: 1, decision: pay}}, that: {{attacking: {{}}}}}}
        - {{at: {{turn: 1, step: declare_attackers}}, that: {{attacking: {{wolf: B}}, stack: [charge]}}}}
        - {{at: {{turn: 1, step: end_of_combat}}, that: {{life: {{B: 18}}}}}}
      never: [{{event: attacker_declared, permanent: bear}}, {{event: removed_from_combat, permanent: bear}}]
      events: [{{event: permanent_tapped, permanent: bear}}, {{event: attacker_declared, permanent: wolf}}]
    """)


@obligation("508.1k", 1)
def test_508_1k_a_new_object_of_the_same_name_was_not_chosen() -> None:
    """The chosen creature is sacrificed and another of its name enters in the payment window (400.7): no attack."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear}, {id: wolf, attack_cost: 1}]}, {id: B}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, wolf: B}}
          - action: activate
            name: rite
            mana_ability: true
            effects: [{effect: add_mana, mana: "G"}, {effect: sacrifice, permanents: [bear]},
                      {effect: create, permanent: {id: bear}}]
          - {action: pay, pay: true}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {wolf: B}, battlefield: {bear: {tapped: false}}}}
      never: [{event: attacker_declared, permanent: bear}]
    """)


@obligation("508.1k", 1)
def test_508_1k_if_none_is_left_nobody_attacked() -> None:
    """The only chosen creature is sacrificed for its own cost: paid, no attacker, and 508.8 skips the next steps."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, attack_cost: 1}]
          effects:
            - {effect: trigger, name: raid, when: {event: player_attacks, of: A}}
            - {effect: trigger, name: wail, when: {event: dies, of: bear}}
        - {id: B, effects: [{effect: trigger, name: alarm, when: {event: is_attacked}}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - action: activate
            name: altar
            mana_ability: true
            effects: [{effect: add_mana, mana: "G"}, {effect: sacrifice, permanents: [bear]}]
          - {action: pay, pay: true}
    expect:
      checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {}, stack: [wail], priority: A}}]
      events: [{event: mana_spent, mana: "G"}, {event: put_on_stack, name: wail},
               {event: step_skipped, step: declare_blockers, rule: "508.8"},
               {event: step_skipped, step: combat_damage, rule: "508.8"}]
      never: [{event: attacker_declared}, {event: ability_triggered, name: raid},
              {event: ability_triggered, name: alarm}, {event: declaration_taken_back}]
    """)


@obligation("508.1k", 1)
def test_508_1k_a_creature_attacks_even_if_what_it_was_to_attack_is_gone() -> None:
    """The rule asks only who controls the creature: a battle sacrificed for mana leaves it attacking nothing."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear, attack_cost: 1},
                                {id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: siege}}
          - action: activate
            name: altar
            mana_ability: true
            effects: [{effect: add_mana, mana: "G"}, {effect: sacrifice, permanents: [siege]}]
          - {action: pay, pay: true}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: none}}}
        - {at: {turn: 1, step: end_of_combat}, that: {attacking: {bear: none}, life: {B: 20}}}
    """)


@obligation("508.1k", 2)
def test_508_1k_attackers_are_attacking_until_the_combat_phase_has_ended() -> None:
    """Still in the end of combat step, not after it, not in the next combat of the turn, nor after an ended combat."""
    play("""
    game: {players: [{id: A, battlefield: [{id: bear, keywords: [vigilance]}, {id: wolf}]}, {id: B}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
      - at: {turn: 1, step: combat_damage}
        do: [{action: cast, name: recall, effects: [{effect: remove_from_combat, permanents: [wolf]}]}]
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat]}]}]
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do: [{action: attack, attackers: {bear: B}}]
      - at: {turn: 1, step: declare_attackers, occurrence: 2}
        do: [{action: cast, name: peace, effects: [{effect: end_combat}]}]
    expect:
      checks:
        - {at: {turn: 1, step: end_of_combat}, that: {attacking: {bear: B}}}
        - {at: {turn: 1, step: postcombat_main}, that: {attacking: {}, defending: []}}
        - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {attacking: {}}}
        - {at: {turn: 1, step: declare_attackers, occurrence: 2}, that: {attacking: {bear: B}}}
        - {at: {turn: 1, step: end}, that: {attacking: {}}}
      events:
        - {event: attacker_declared, permanent: bear}
        - {event: attacker_declared, permanent: wolf}
        - {event: removed_from_combat, permanent: wolf}
        - {event: removed_from_combat, permanent: bear, rule: "511.3", step: end_of_combat}
        - {event: attacker_declared, permanent: bear}
        - {event: removed_from_combat, permanent: bear}
        - {event: phase_began, phase: ending}
    """)


# --- 508.1m, 508.2: what triggers, and priority ---


@obligation("508.1m", 1)
def test_508_1m_attack_triggers_see_the_finished_set_of_attackers() -> None:
    """Conditions that ask for all three attackers hold for the first one, too, and none attacks alone."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, abilities: [{effect: trigger, name: first, when: {event: attacks},
                                      if: {attacking: {bear: B, wolf: B, cat: walker}}}]}
            - {id: wolf, abilities: [{effect: trigger, name: lone, when: {event: attacks_alone}}]}
            - {id: cat, abilities: [{effect: trigger, name: last, when: {event: attacks},
                                     if: {attacking: {bear: B, wolf: B, cat: walker}}}]}
            - {id: ox, abilities: [{effect: trigger, name: idle, when: {event: attacks}}]}
          effects: [{effect: trigger, name: not-yet, when: {event: attacks, of: any}, if: {attacking: {bear: B}}}]
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 9}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {cat: walker, bear: B, wolf: B}}]
    expect:
      events:
        - {event: attacker_declared, permanent: bear, attacking: B}
        - {event: attacker_declared, permanent: wolf, attacking: B}
        - {event: attacker_declared, permanent: cat, attacking: walker}
        - {event: ability_triggered, name: first}
        - {event: ability_triggered, name: last}
        - {event: put_on_stack, name: first}
        - {event: put_on_stack, name: last}
      counts: [{event: ability_triggered, is: 2}, {event: put_on_stack, is: 2}]
    """)


@obligation("508.1m", 1)
def test_508_1m_an_ability_of_a_creature_that_attacks_looks_at_all_that_attack_with_it() -> None:
    """One that looks for any attacker triggers once for each of them, whether it stands first or last."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, abilities: [{effect: trigger, name: early, when: {event: attacks, of: any}}]}
            - {id: wolf}
            - {id: cat, abilities: [{effect: trigger, name: late, when: {event: attacks, of: any}}]}
        - id: B
          battlefield: [{id: wall, abilities: [{effect: trigger, name: watch, when: {event: attacks, of: any}}]}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B, cat: B}}]}
    expect:
      counts:
        - {event: ability_triggered, name: early, controller: A, is: 3}
        - {event: ability_triggered, name: late, controller: A, is: 3}
        - {event: ability_triggered, name: watch, controller: B, is: 3}
    """)


@obligation("508.2", 1)
@pytest.mark.parametrize("attackers", ["{bear: B}", "{}"])
def test_508_2_the_active_player_gets_priority_after_the_declaration(attackers: str) -> None:
    """First state-based actions, then triggers, then priority for the active player: with attackers and without."""
    play(f"""
    game:
      players:
        - {{id: A, battlefield: [{{id: bear}}],
           effects: [{{effect: trigger, name: muster, when: {{beginning_of: declare_attackers}}}},
                     {{effect: trigger, name: wail, when: {{event: dies, of: bear}}}}]}}
        - {{id: B}}
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {attackers}}}]}}
      - at: {{turn: 1, step: declare_attackers, player: B}}
        do: [{{action: cast, name: bolt, effects: [{{effect: damage, to: bear, amount: 3}}]}}]
    expect:
      checks:
        - {{at: {{turn: 1, decision: declare_attackers}}, that: {{priority: none, stack: []}}}}
        - {{at: {{turn: 1, step: declare_attackers}},
           that: {{priority: A, stack: [muster], attacking: {attackers}, may_cast: {{instant: [A], sorcery: []}}}}}}
        - {{at: {{turn: 1, step: declare_attackers, player: B}}, that: {{priority: B, stack: [muster]}}}}
        - {{at: {{turn: 1, step: declare_attackers, nth: 3}},
           that: {{priority: A, stack: [wail, muster], battlefield: {{bear: absent}}}}}}
      events:
        - {{event: turn_based_action, action: declare_attackers, player: A, rule: "508.1"}}
        - {{event: put_on_stack, name: muster}}
        - {{event: priority_received, player: A, step: declare_attackers}}
        - {{event: priority_received, player: B, step: declare_attackers}}
      counts: [{{event: turn_based_action, action: declare_attackers, is: 1}}]
    """)


@obligation("508.2", 1)
def test_508_2_an_attacker_that_dies_in_the_gate_still_attacked() -> None:
    """The mana ability dealt it lethal damage: declared, destroyed, its attack trigger stacked, then priority."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: imp, toughness: 1, attack_cost: 1,
                                 abilities: [{effect: trigger, name: spite, when: {event: attacks},
                                              effects: [{effect: lose_life, player: B}]}]}]}
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {imp: B}}
          - action: activate
            name: rite
            mana_ability: true
            effects: [{effect: add_mana, mana: "R"}, {effect: damage, to: imp, amount: 1}]
          - {action: pay, pay: true}
    expect:
      events:
        - {event: attacker_declared, permanent: imp}
        - {event: ability_triggered, name: spite}
        - {event: state_based_action, subject: imp}
        - {event: removed_from_combat, permanent: imp}
        - {event: put_on_stack, name: spite}
        - {event: priority_received, player: A}
        - {event: resolved, name: spite}
        - {event: step_began, step: declare_blockers}
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {}, battlefield: {imp: absent}, stack: [spite]}}
        - {at: {turn: 1, step: end_of_combat}, that: {life: {B: 19}}}
    """)


@obligation("508.2a", 1)
def test_508_2a_what_changes_after_the_declaration_triggers_nothing() -> None:
    """The bear grows, the ox gains an ability, the cat turns on the planeswalker: too late; the wolf was in time."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf, power: 4}, {id: ox}, {id: cat}]
          effects:
            - {effect: trigger, name: big-bear, when: {event: attacks, of: bear}, if: {battlefield: {bear: {power: 4}}}}
            - {effect: trigger, name: big-wolf, when: {event: attacks, of: wolf}, if: {battlefield: {wolf: {power: 4}}}}
        - id: B
          battlefield:
            - id: walker
              types: [planeswalker]
              loyalty: 9
              abilities: [{effect: trigger, name: alarm, when: {event: is_attacked, of: walker}}]
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: B, ox: B, cat: B}}]
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: change
            effects:
              - {effect: become, permanent: bear, power: 4}
              - {effect: become, permanent: ox, abilities: [{effect: trigger, name: horn, when: {event: attacks}}]}
              - {effect: reselect_attack, attacker: cat, to: walker}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {stack: [big-wolf]}}
        - at: {turn: 1, step: declare_blockers}
          that: {attacking: {bear: B, wolf: B, ox: B, cat: walker}, battlefield: {bear: {power: 4}}}
      counts: [{event: ability_triggered, is: 1}, {event: ability_triggered, name: big-wolf, is: 1}]
    """)


@obligation("508.2b", 1)
def test_508_2b_all_that_waits_is_one_batch_in_apnap_order() -> None:
    """What triggered as the step began, by tapping, by the payment and by the attack, each player orders freely."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, attack_cost: 1}]
          effects:
            - {effect: trigger, name: a-step, when: {beginning_of: declare_attackers}}
            - {effect: trigger, name: a-tap, when: {event: tapped, of: bear}}
            - {effect: trigger, name: a-pay, when: {event: life_lost}}
            - {effect: trigger, name: a-attack, when: {event: player_attacks}}
        - id: B
          effects:
            - {effect: trigger, name: b-step, when: {beginning_of: declare_attackers}, whose: each}
            - {effect: trigger, name: b-tap, when: {event: tapped, of: bear}}
            - {effect: trigger, name: b-pay, when: {event: life_lost, of: A}}
            - {effect: trigger, name: b-attack, when: {event: is_attacked}}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}}
          - action: activate
            name: pain
            mana_ability: true
            effects: [{effect: add_mana, mana: "R"}, {effect: lose_life}]
          - {action: pay, pay: true}
      - at: {turn: 1, decision: order_triggers, player: A}
        do:
          - {action: order, triggers: [a-attack, a-pay, a-tap], rejected: true}
          - {action: order, triggers: [a-attack, a-pay, a-tap, a-step]}
      - at: {turn: 1, decision: order_triggers, player: B}
        do: [{action: order, triggers: [b-pay, b-attack, b-step, b-tap]}]
    expect:
      checks:
        - {at: {turn: 1, decision: order_triggers, player: A}, that: {stack: [], priority: none}}
        - {at: {turn: 1, decision: order_triggers, player: B}, that: {priority: none}}
        - at: {turn: 1, step: declare_attackers}
          that: {priority: A, stack: [b-tap, b-step, b-attack, b-pay, a-step, a-tap, a-pay, a-attack]}
      events:
        - {event: ability_triggered, name: b-step}
        - {event: ability_triggered, name: b-tap}
        - {event: ability_triggered, name: b-pay}
        - {event: attacker_declared}
        - {event: ability_triggered, name: a-attack}
        - {event: put_on_stack, name: a-attack}
        - {event: put_on_stack, name: b-tap}
        - {event: priority_received, player: A, step: declare_attackers}
      counts: [{event: put_on_stack, is: 8}]
    """)


# --- 508.3: the forms of attack triggers ---


@obligation("508.3a", 1)
def test_508_3a_a_creature_that_enters_attacking_did_not_attack() -> None:
    """Its own ability, one for any creature and one for its name do not trigger; declared in its next turn they do."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: idle}]
          effects:
            - {effect: trigger, name: any, when: {event: attacks, of: any}}
            - {effect: trigger, name: named, when: {event: attacks, of: wolf}}
            - {effect: trigger, name: at-player, when: {event: attacks, of: any, against: B}}
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: pack
            effects:
              - effect: create
                attacking: B
                permanent: {id: wolf, abilities: [{effect: trigger, name: own, when: {event: attacks}}]}
              - {effect: enter_combat, permanent: idle, attacking: B}
      - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {wolf: B}}]}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B, idle: B, wolf: B}}}]
      counts:
        - {event: ability_triggered, turn: 1, is: 2}
        - {event: ability_triggered, turn: 1, name: any, is: 1}
        - {event: ability_triggered, turn: 1, name: at-player, is: 1}
        - {event: ability_triggered, turn: 3, is: 4}
        - {event: ability_triggered, turn: 3, name: own, source: wolf, is: 1}
    """)


@obligation("508.3a", 1)
def test_508_3a_with_a_named_target_only_a_declared_attack_on_that_counts() -> None:
    """An attack on the player's planeswalker, one that turns on the player and a creature that enters are none."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf}, {id: cat}]
          effects:
            - {effect: trigger, name: at-player, when: {event: attacks, of: any, against: B}}
            - {effect: trigger, name: bear-at-player, when: {event: attacks, of: bear, against: B}}
            - {effect: trigger, name: wolf-at-player, when: {event: attacks, of: wolf, against: B}}
            - {effect: trigger, name: asp-at-player, when: {event: attacks, of: asp, against: B}}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 20}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: walker, cat: walker}}]
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: ambush
            effects: [{effect: create, attacking: B, permanent: {id: asp}},
                      {effect: reselect_attack, attacker: wolf, to: B}]
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B, wolf: B, cat: walker, asp: B}}}]
      counts:
        - {event: ability_triggered, is: 2}
        - {event: ability_triggered, name: at-player, is: 1}
        - {event: ability_triggered, name: bear-at-player, is: 1}
    """)


@obligation("508.3b", 1)
def test_508_3b_however_many_attack_a_player_it_is_attacked_once() -> None:
    """Once for each that is attacked and for each declaration, not for what only a creature put in attacks."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: a, keywords: [vigilance]}, {id: b}, {id: c}, {id: d}]}
        - id: B
          battlefield:
            - {id: walker, types: [planeswalker], loyalty: 20,
               abilities: [{effect: trigger, name: walker-attacked, when: {event: is_attacked, of: walker}}]}
            - {id: other, types: [planeswalker], loyalty: 20,
               abilities: [{effect: trigger, name: other-attacked, when: {event: is_attacked, of: other}}]}
          effects:
            - {effect: trigger, name: player-attacked, when: {event: is_attacked}}
            - {effect: trigger, name: by-a, when: {event: is_attacked, of: B, against: A}}
            - {effect: trigger, name: by-b, when: {event: is_attacked, of: B, against: B}}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {a: B, b: B, c: B, d: walker}}]}
      - at: {turn: 1, step: declare_attackers}
        do:
          - action: cast
            name: ambush
            effects: [{effect: create, attacking: other, permanent: {id: asp}},
                      {effect: create, attacking: B, permanent: {id: adder}}]
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat]}]}]
      - {at: {turn: 1, decision: declare_attackers, nth: 2}, do: [{action: attack, attackers: {a: B}}]}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers},
                that: {attacking: {a: B, b: B, c: B, d: walker, asp: other, adder: B}}}]
      counts:
        - {event: ability_triggered, name: player-attacked, is: 2}
        - {event: ability_triggered, name: by-a, is: 2}
        - {event: ability_triggered, name: by-b, is: 0}
        - {event: ability_triggered, name: walker-attacked, is: 1}
        - {event: ability_triggered, name: other-attacked, is: 0}
    """)


@obligation("508.3c", 1)
def test_508_3c_attacking_with_a_certain_creature_means_that_it_is_declared() -> None:
    """Each player's ability looks for the wolf: not as it is put in or another attacks, once as it is declared."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}],
           effects: [{effect: trigger, name: with-wolf, when: {event: attacks, of: wolf}}]}
        - {id: B, effects: [{effect: trigger, name: against-wolf, when: {event: attacks, of: wolf}}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: B}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: pack, effects: [{effect: create, attacking: B, permanent: {id: wolf}}]}]
      - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B, ox: B, wolf: B}}}]
      counts:
        - {event: ability_triggered, is: 2}
        - {event: ability_triggered, name: with-wolf, controller: A, turn: 3, step: declare_attackers, is: 1}
        - {event: ability_triggered, name: against-wolf, controller: B, turn: 3, step: declare_attackers, is: 1}
    """)


@obligation("508.3d", 1)
def test_508_3d_a_player_attacks_once_with_however_many_creatures() -> None:
    """Once per declaration, whomever they attack; not with none, not by what is put in, not as the other attacks."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, keywords: [vigilance]}, {id: wolf}, {id: cat}]
          effects:
            - {effect: trigger, name: raid, when: {event: player_attacks}}
            - {effect: trigger, name: alert, when: {event: player_attacks, of: B}}
        - {id: B, battlefield: [{id: ox}, {id: walker, types: [planeswalker], loyalty: 20}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: B, cat: walker}}]
      - at: {turn: 1, step: postcombat_main}
        do: [{action: cast, name: assault, effects: [{effect: extra_phases, phases: [combat, combat]}]}]
      - {at: {turn: 1, decision: declare_attackers, nth: 2}, do: [{action: attack, attackers: {}}]}
      - at: {turn: 1, step: declare_attackers, occurrence: 2}
        do: [{action: cast, name: pack, effects: [{effect: create, attacking: B, permanent: {id: asp}}]}]
      - {at: {turn: 1, decision: declare_attackers, nth: 3}, do: [{action: attack, attackers: {bear: B}}]}
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {ox: A}}]}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers, occurrence: 2}, that: {attacking: {asp: B}}}]
      counts:
        - {event: ability_triggered, name: raid, turn: 1, is: 2}
        - {event: ability_triggered, name: alert, turn: 1, is: 0}
        - {event: ability_triggered, name: raid, turn: 2, is: 0}
        - {event: ability_triggered, name: alert, turn: 2, is: 1}
      events:
        - {event: step_began, step: declare_attackers}
        - {event: ability_triggered, name: raid}
        - {event: step_began, step: declare_attackers}
        - {event: step_began, step: declare_attackers}
        - {event: ability_triggered, name: raid}
    """)


@obligation("508.3e", 1)
@pytest.mark.parametrize(
    ("attackers", "times"),
    [
        ("{bear: walker, wolf: walker}", 0),
        ("{bear: siege, wolf: walker}", 0),
        ("{bear: walker, wolf: B}", 1),
        ("{bear: B, wolf: B}", 1),
        ("{}", 0),
    ],
)
def test_508_3e_a_player_attacks_a_player_only_in_person(attackers: str, times: int) -> None:
    """Attacks on planeswalkers and battles do not count, nor does what is put in attacking or turns on the player."""
    play(f"""
    game:
      players:
        - id: A
          battlefield:
            - {{id: bear}}
            - {{id: wolf}}
            - {{id: siege, types: [battle], subtypes: [siege], defense: 20, protector: B}}
          effects: [{{effect: trigger, name: duel, when: {{event: player_attacks, of: A, against: B}}}}]
        - id: B
          battlefield: [{{id: walker, types: [planeswalker], loyalty: 20}}]
          effects: [{{effect: trigger, name: turned, when: {{event: player_attacks, of: A, against: A}}}}]
    script:
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {attackers}}}]}}
      - at: {{turn: 1, step: declare_attackers}}
        do:
          - action: cast
            name: pack
            effects: [{{effect: create, attacking: B, permanent: {{id: asp}}}},
                      {{effect: reselect_attack, attacker: bear, to: B}}]
    expect:
      events: [{{event: attacker_declared, permanent: asp, attacking: B}}]
      counts: [{{event: ability_triggered, name: duel, is: {times}}}, {{event: ability_triggered, name: turned, is: 0}}]
    """)


@obligation("508.3f", 1)
def test_508_3f_attacks_and_is_not_blocked_triggers_with_the_blocks() -> None:
    """In the declare attackers step nothing has triggered; in the next only what nobody blocks does."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, abilities: [{effect: trigger, name: bear-through, when: {event: attacks_and_isnt_blocked}}]}
            - {id: wolf, abilities: [{effect: trigger, name: wolf-through, when: {event: attacks_and_isnt_blocked}}]}
            - {id: idle, abilities: [{effect: trigger, name: idle-through, when: {event: attacks_and_isnt_blocked}}]}
        - {id: B, battlefield: [{id: wall, toughness: 9}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [wolf]}}]}
    expect:
      checks:
        - {at: {turn: 1, step: declare_attackers}, that: {stack: [], attacking: {bear: B, wolf: B}}}
        - {at: {turn: 1, step: declare_blockers}, that: {stack: [bear-through], blocked: [wolf], unblocked: [bear]}}
      events:
        - {event: step_began, step: declare_blockers}
        - {event: blocker_declared, permanent: wall}
        - {event: ability_triggered, name: bear-through, step: declare_blockers}
      counts: [{event: ability_triggered, is: 1}]
      never: [{event: ability_triggered, step: declare_attackers}]
    """)


@obligation("508.3f", 1)
def test_508_3f_an_attacker_that_is_gone_before_blocks_never_triggers_it() -> None:
    """It attacked and was not blocked, but the moment that counts is the declaration of blockers."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}],
           effects: [{effect: trigger, name: through, when: {event: attacks_and_isnt_blocked, of: any}}]}
        - {id: B}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
      - at: {turn: 1, step: declare_attackers, player: B}
        do: [{action: cast, name: recall, effects: [{effect: remove_from_combat, permanents: [bear]}]}]
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {wolf: B}, stack: [through]}}]
      counts: [{event: ability_triggered, is: 1}]
    """)

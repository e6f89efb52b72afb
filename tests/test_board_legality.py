"""Declarations on boards of permanents against a judge that tries them all, written from the rules' words alone."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mtg_fsm import Attack, Block, Engine, GameSpec, new_game

Spec = dict[str, Any]
Attacks = dict[str, str]
Blocks = dict[str, tuple[str, ...]]

FLAG = st.sampled_from((True, False, False, False))
ATTACKER = st.fixed_dictionaries(
    {
        "tapped": FLAG,
        "sick": FLAG,
        "keywords": st.sets(st.sampled_from(["haste", "defender", "flying", "vigilance"]), max_size=2).map(sorted),
        "attacks_if_able": st.booleans(),
        "cant_attack": FLAG,
        "cant_attack_alone": FLAG,
        "cant_attack_player": st.sampled_from((None, None, "B")),
        "must_attack": st.sampled_from((None, None, "B", "walker", "siege")),
        "goaded_by": st.sampled_from((None, None, "A", "B")),
        "attack_cost": st.sampled_from((0, 0, 0, 1)),
        "types": st.sampled_from((["creature"], ["creature"], ["creature"], ["artifact"], ["creature", "battle"])),
    }
)
LIMIT = st.sampled_from((None, None, 0, 1, 2, 3))
TARGETS: list[Spec] = [
    {"id": "walker", "types": ["planeswalker"], "loyalty": 3},
    {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 3, "protector": "B"},
]


def _named(letter: str, specs: list[Spec]) -> list[Spec]:
    """Permanents with ids; what is None is left out."""
    return [
        {"id": f"{letter}{number}", **{key: value for key, value in spec.items() if value is not None}}
        for number, spec in enumerate(specs, 1)
    ]


def _at(kind: str, mine: list[Spec], theirs: list[Spec], rules: Spec, attack: Attacks | None = None) -> Engine:
    """A game in which a declaration is asked; what comes before is done by default, or attacks as they are given."""
    siege = [{**spec, "id": "siege"} for spec in theirs if spec["id"] == "siege"]
    players = [
        {"id": "A", "battlefield": [*mine, *siege]},
        {"id": "B", "battlefield": [spec for spec in theirs if spec["id"] != "siege"], "effects": [rules]},
    ]
    engine = new_game(GameSpec.model_validate({"free_casting": True, "players": players}))
    engine.advance()
    while engine.decision is not None and engine.decision.kind != kind:
        if engine.decision.kind == "declare_attackers":
            engine.submit(Attack(attackers=attack or {}))
        else:
            engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None
    return engine


def _obeyed_by_attack(spec: Spec, target: str) -> int:
    goaded = spec.get("goaded_by")
    return int(
        spec["attacks_if_able"]
        + (spec.get("must_attack") == target)
        + (goaded is not None)
        + (goaded not in (None, target) and target == "B")
    )


def _can_attack(spec: Spec, target: str) -> bool:
    waits = spec["sick"] and "haste" not in spec["keywords"]
    unable = spec["tapped"] or waits or spec["cant_attack"] or "defender" in spec["keywords"]
    return spec["types"] == ["creature"] and not unable and spec.get("cant_attack_player") != target


@settings(max_examples=400, deadline=None)
@given(
    specs=st.lists(ATTACKER, max_size=4),
    theirs=st.sampled_from((TARGETS, TARGETS[:1], [])),
    most=LIMIT,
)
def test_508_1_legal_attacks_of_a_board_are_those_of_the_rules(
    specs: list[Spec], theirs: list[Spec], most: int | None
) -> None:
    """All declarations are tried: those that 508.1a-508.1d allow are listed, once, and no others are accepted."""
    mine, targets = _named("a", specs), ["B", *(spec["id"] for spec in theirs)]
    rules = {"effect": "static", "dont_untap": "all", **({} if most is None else {"max_attackers": most})}
    engine = _at("declare_attackers", mine, theirs, rules)
    known = {spec["id"]: spec for spec in mine}
    declared: list[Attacks] = [
        {name: target for name, target in zip(known, chosen, strict=True) if target is not None}
        for chosen in product((None, *targets), repeat=len(known))
    ]
    within = [
        attack
        for attack in declared
        if all(_can_attack(known[name], target) for name, target in attack.items())
        and (most is None or len(attack) <= most)
        and not (len(attack) == 1 and known[next(iter(attack))]["cant_attack_alone"])
    ]
    obeyed = [sum(_obeyed_by_attack(known[name], target) for name, target in attack.items()) for attack in within]
    free = [not any(known[name]["attack_cost"] for name in attack) for attack in within]
    best = max(number for number, costless in zip(obeyed, free, strict=True) if costless)
    legal = [attack for attack, number in zip(within, obeyed, strict=True) if number >= best]
    listed = [command.attackers for command in engine.legal_attacks if isinstance(command, Attack)]
    assert sorted(map(str, listed)) == sorted(map(str, legal))
    assert [attack for attack in declared if attack in engine.legal_attacks] == legal


BLOCKED = st.fixed_dictionaries(
    {
        "keywords": st.sets(st.sampled_from(["flying", "menace", "reach"]), max_size=2).map(sorted),
        "cant_be_blocked": FLAG,
        "must_be_blocked": st.booleans(),
    }
)
BLOCKER = st.fixed_dictionaries(
    {
        "tapped": FLAG,
        "sick": st.booleans(),
        "keywords": st.sets(st.sampled_from(["flying", "reach", "defender"]), max_size=1).map(sorted),
        "blocks_if_able": st.booleans(),
        "cant_block": FLAG,
        "cant_block_alone": FLAG,
        "block_cost": st.sampled_from((0, 0, 0, 1)),
        "types": st.sampled_from((["creature"], ["creature"], ["creature"], ["artifact"], ["creature", "battle"])),
    }
)


def _can_block(blocker: Spec, attacker: Spec) -> bool:
    able = blocker["types"] == ["creature"] and not blocker["tapped"] and not blocker["cant_block"]
    evaded = "flying" in attacker["keywords"] and not {"flying", "reach"} & set(blocker["keywords"])
    return able and not evaded and not attacker["cant_be_blocked"]


@settings(max_examples=400, deadline=None)
@given(
    specs=st.lists(BLOCKED, min_size=1, max_size=3),
    theirs=st.lists(BLOCKER, max_size=4),
    two=st.integers(0, 3),
    most=LIMIT,
)
def test_509_1_legal_blocks_of_a_board_are_those_of_the_rules(
    specs: list[Spec], theirs: list[Spec], two: int, most: int | None
) -> None:
    """All declarations are tried: those that 509.1a-509.1c allow are listed, once, and no others are accepted."""
    mine, blockers = _named("a", specs), _named("b", theirs)
    if two < len(blockers):
        blockers[two]["max_blocks"] = 2
    rules = {"effect": "static", **({} if most is None else {"max_blockers": most})}
    engine = _at("declare_blockers", mine, blockers, rules, {spec["id"]: "B" for spec in mine})
    attackers, known = {spec["id"]: spec for spec in mine}, {spec["id"]: spec for spec in blockers}
    choices = [
        [chosen for number in range(spec.get("max_blocks", 1) + 1) for chosen in combinations(attackers, number)]
        for spec in blockers
    ]
    declared: list[Blocks] = [
        {name: blocked for name, blocked in zip(known, chosen, strict=True) if blocked} for chosen in product(*choices)
    ]
    within: list[tuple[int, bool, Blocks]] = []
    for block in declared:
        numbers = {name: sum(name in blocked for blocked in block.values()) for name in attackers}
        if (
            all(_can_block(known[name], attackers[other]) for name, blocked in block.items() for other in blocked)
            and (most is None or len(block) <= most)
            and not (len(block) == 1 and known[next(iter(block))]["cant_block_alone"])
            and not any(numbers[name] == 1 and "menace" in spec["keywords"] for name, spec in attackers.items())
        ):
            obeyed = sum(known[name]["blocks_if_able"] for name in block)
            obeyed += sum(spec["must_be_blocked"] and numbers[name] > 0 for name, spec in attackers.items())
            within.append((obeyed, not any(known[name]["block_cost"] for name in block), block))
    best = max(obeyed for obeyed, free, _ in within if free)
    legal = [block for obeyed, _, block in within if obeyed >= best]
    listed = [command.blockers for command in engine.legal_blocks if isinstance(command, Block)]
    assert sorted(map(str, (sorted(block.items()) for block in listed))) == sorted(
        map(str, (sorted(block.items()) for block in legal))
    )
    assert [block for block in declared if block in engine.legal_blocks] == legal

"""Combat at its edges: big numbers and boards, objects that change under one id, commands that are changed later."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from pydantic import ValidationError

from mtg_fsm import (
    Activate,
    Assign,
    Attack,
    BlankGame,
    Block,
    Cast,
    Choose,
    Command,
    Concede,
    Engine,
    GameSpec,
    IllegalCommand,
    MtgFsmError,
    Pass,
    Pay,
    new_game,
)

Specs = list[dict[str, Any]]


def board(mine: Specs, theirs: Specs | None = None) -> Engine:
    """A game of A with these permanents and B with those, in which anything can be cast."""
    players = [{"id": "A", "battlefield": mine}, {"id": "B", "battlefield": theirs or []}]
    engine = new_game(GameSpec.model_validate({"free_casting": True, "players": players}))
    engine.advance()
    return engine


def reach(engine: Engine, kind: str) -> None:
    """On to the next decision of a kind, by default answers."""
    while engine.decision is not None and engine.decision.kind != kind:
        engine.submit(next(engine.legal(engine.decision.player)))


def do(engine: Engine, kind: str, command: Command) -> None:
    """On to the next decision of a kind, and its answer."""
    reach(engine, kind)
    engine.submit(command)


def mana(engine: Engine, *effects: dict[str, Any]) -> None:
    """A mana ability that has these effects, too."""
    added = {"effect": "add_mana", "mana": "R"}
    engine.submit(Activate.model_validate({"name": "m", "mana_ability": True, "effects": [added, *effects]}))


def resolve(engine: Engine, *effects: dict[str, Any]) -> None:
    """A spell with these effects resolves."""
    engine.submit(Cast.model_validate({"name": "spell", "effects": effects}))
    while engine.stack:
        assert engine.decision is not None
        engine.submit(Pass(player=engine.decision.player))


def test_510_1a_any_power_can_be_assigned() -> None:
    """More than a million, by default and divided."""
    engine = board([{"id": "ox", "power": 2_000_000}], [{"id": "w1"}, {"id": "w2"}])
    do(engine, "declare_attackers", Attack(attackers={"ox": "B"}))
    do(engine, "declare_blockers", Block(blockers={"w1": ("ox",), "w2": ("ox",)}))
    reach(engine, "assign_combat_damage")
    first = next(engine.legal("A"))
    assert isinstance(first, Assign)
    assert first.damage == {"ox": {"w1": 2, "w2": 1_999_998}}
    assert engine.why_not(Assign(damage={"ox": {"w1": 1_000_001, "w2": 999_999}})) is None


def test_508_1h_any_cost_can_be_asked() -> None:
    """More than six digits, added up: it is asked, and cannot be paid without the mana."""
    engine = board([{"id": "a", "attack_cost": 600_000}, {"id": "b", "attack_cost": 600_000}])
    do(engine, "declare_attackers", Attack(attackers={"a": "B", "b": "B"}))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.cost) == ("pay", "1200000")
    refusal = engine.why_not(Pay(pay=True))
    assert refusal is not None
    assert refusal.rule == "508.1i"


def test_509_1g_an_attacker_is_blocked_once_by_one_creature() -> None:
    """An effect has the creature block it while the block is being paid for."""
    engine = board([{"id": "bear"}], [{"id": "wall", "block_cost": 1}])
    do(engine, "declare_attackers", Attack(attackers={"bear": "B"}))
    do(engine, "declare_blockers", Block(blockers={"wall": ("bear",)}))
    mana(engine, {"effect": "enter_combat", "permanent": "wall", "blocking": "bear"})
    engine.submit(Pay(pay=True))
    assert engine.observe("blocking") == {"wall": ["bear"]}


def test_509_1g_another_attacker_of_the_same_name_is_not_blocked() -> None:
    """The one that was chosen is exiled while the block is paid for, and another one attacks (400.7)."""
    engine = board([{"id": "bear"}], [{"id": "wall", "block_cost": 1}])
    do(engine, "declare_attackers", Attack(attackers={"bear": "B"}))
    do(engine, "declare_blockers", Block(blockers={"wall": ("bear",)}))
    mana(
        engine,
        {"effect": "exile", "permanents": ["bear"]},
        {"effect": "create", "permanent": {"id": "bear"}},
    )
    mana(engine, {"effect": "gain_control", "permanent": "bear", "player": "A"})
    mana(engine, {"effect": "enter_combat", "permanent": "bear", "attacking": "B"})
    engine.submit(Pay(pay=True))
    assert engine.observe("blocking") == {"wall": []}
    assert engine.observe("unblocked") == ["bear"]


def test_508_1k_another_planeswalker_of_the_same_name_is_not_attacked() -> None:
    """What was to be attacked is exiled while the attack is paid for (400.7, 506.4c)."""
    walker: dict[str, Any] = {"id": "walker", "types": ["planeswalker"], "loyalty": 3}
    engine = board([{"id": "bear", "attack_cost": 1}], [walker])
    do(engine, "declare_attackers", Attack(attackers={"bear": "walker"}))
    mana(engine, {"effect": "exile", "permanents": ["walker"]}, {"effect": "create", "permanent": walker})
    mana(engine, {"effect": "gain_control", "permanent": "walker", "player": "B"})
    engine.submit(Pay(pay=True))
    assert engine.observe("attacking") == {"bear": "none"}


@pytest.mark.parametrize("effect", ["reselect_attack", "enter_combat", "create"])
def test_508_7_effects_mean_the_object_that_was_there(effect: str) -> None:
    """In response the planeswalker is exiled and another one of its id enters (400.7)."""
    walker: dict[str, Any] = {"id": "walker", "types": ["planeswalker"], "loyalty": 3}
    engine = board([{"id": "bear"}, {"id": "wolf"}], [walker])
    do(engine, "declare_attackers", Attack(attackers={"bear": "B"}))
    effects: dict[str, dict[str, Any]] = {
        "reselect_attack": {"effect": "reselect_attack", "attacker": "bear", "to": "walker"},
        "enter_combat": {"effect": "enter_combat", "permanent": "wolf", "attacking": "walker"},
        "create": {"effect": "create", "permanent": {"id": "elf"}, "attacking": "walker"},
    }
    reach(engine, "priority")
    engine.submit(Cast.model_validate({"name": "late", "effects": [effects[effect]]}))
    engine.submit(Pass(player="A"))
    swap: Specs = [{"effect": "exile", "permanents": ["walker"]}, {"effect": "create", "permanent": walker}]
    resolve(engine, *swap)
    assert engine.observe("attacking") == {"bear": "B"}
    assert engine.game.is_present("elf") == (effect == "create")


def test_508_1_commands_that_are_changed_later_change_nothing() -> None:
    """The mapping of a command is emptied while its costs are paid."""
    engine = board([{"id": "bear", "attack_cost": 1}])
    command = Attack(attackers={"bear": "B"})
    do(engine, "declare_attackers", command)
    command.attackers.clear()
    mana(engine)
    engine.submit(Pay(pay=True))
    assert engine.observe("attacking") == {"bear": "B"}


def test_508_1c_limits_hold_for_a_combat() -> None:
    """In an added declare attackers or declare blockers step what has been declared counts (509.1b)."""
    arbiter: dict[str, Any] = {"id": "arbiter", "types": ["artifact"]}
    arbiter |= {"abilities": [{"effect": "static", "max_attackers": 1, "max_blockers": 1}]}
    engine = board([{"id": "bear"}, {"id": "ox"}, arbiter], [{"id": "w1"}, {"id": "w2"}])
    do(engine, "declare_attackers", Attack(attackers={"bear": "B"}))
    resolve(engine, {"effect": "extra_steps", "steps": ["declare_attackers"]})
    reach(engine, "declare_attackers")
    assert {"ox": "B"} not in engine.legal_attacks
    do(engine, "declare_blockers", Block(blockers={"w1": ("bear",)}))
    resolve(engine, {"effect": "extra_steps", "steps": ["declare_blockers"]})
    reach(engine, "declare_blockers")
    assert {"w2": ("bear",)} not in engine.legal_blocks


def test_506_6_had_to_attack_is_kept_for_the_combat() -> None:
    """A second declaration adds to it."""
    engine = board([{"id": "bear", "attacks_if_able": True}, {"id": "ox"}])
    do(engine, "declare_attackers", Attack(attackers={"bear": "B"}))
    resolve(
        engine,
        {"effect": "become", "permanent": "bear", "attacks_if_able": False},
        {"effect": "become", "permanent": "ox", "attacks_if_able": True},
        {"effect": "extra_steps", "steps": ["declare_attackers"]},
    )
    do(engine, "declare_attackers", Attack(attackers={"ox": "B"}))
    assert engine.observe("had_to_attack") == ["bear", "ox"]


def test_702_19b_the_only_legal_assignment_of_many_tramplers_is_found_at_once() -> None:
    """Twelve tramplers, each of which needs all of its damage for its blocker."""
    mine: Specs = [{"id": f"a{n}", "power": 5, "keywords": ["trample"]} for n in range(12)]
    theirs: Specs = [{"id": f"b{n}", "toughness": 5} for n in range(12)]
    engine = board(mine, theirs)
    do(engine, "declare_attackers", Attack(attackers={f"a{n}": "B" for n in range(12)}))
    do(engine, "declare_blockers", Block(blockers={f"b{n}": (f"a{n}",) for n in range(12)}))
    reach(engine, "assign_combat_damage")
    legal = list(engine.legal("A"))
    assert [type(command) for command in legal] == [Assign, Concede]


def test_117_1_answers_are_listed_without_recursion() -> None:
    """More than a thousand creatures that can attack, block one attacker, or be dealt damage."""
    many: Specs = [{"id": f"b{n}"} for n in range(1100)]
    engine = board([*({**spec, "id": f"a{n}"} for n, spec in enumerate(many))], many)
    reach(engine, "declare_attackers")
    assert len(list(islice(engine.legal_attacks, 5))) == 5
    engine.submit(Attack(attackers={"a0": "B"}))
    reach(engine, "declare_blockers")
    assert len(list(islice(engine.legal_blocks, 3))) == 3
    engine.submit(Block(blockers={spec["id"]: ("a0",) for spec in many}))
    reach(engine, "assign_combat_damage")
    assert len(list(islice(engine.legal("A"), 5))) == 5


@pytest.mark.parametrize("id_", ["any", "none"])
def test_words_of_the_format_are_no_ids(id_: str) -> None:
    """A permanent of that name could not be told from what the word means."""
    with pytest.raises(ValidationError, match="is a word of the format"):
        board([{"id": id_}])


def test_a_choice_is_a_name_or_a_number_that_can_be() -> None:
    """A number with thousands of digits is no command."""
    with pytest.raises(ValidationError):
        Choose(ids=(10**5000,))


class Duel(BlankGame):
    """A game of one's own with two creatures that fight, and costs as a test wants them."""

    cost = ""
    fighting: tuple[str, ...] = ()

    def possible_attackers(self, engine: Engine, player: str) -> tuple[str, ...]:
        return ("x", "y")

    def attack_cost(self, engine: Engine, attackers: Any) -> str:
        return self.cost

    def become_attackers(self, engine: Engine, player: str, attackers: Any) -> Any:
        self.fighting = tuple(attackers)
        return attackers

    def in_combat_with(self, engine: Engine, *keywords: str) -> frozenset[str]:
        return frozenset({"x"} & set(self.fighting)) if "first_strike" in keywords else frozenset()

    def damage_sources(self, engine: Engine, player: str) -> tuple[str, ...]:
        from mtg_fsm.engine.turn_based_actions import strikes_now

        return tuple(filter(strikes_now(engine), self.fighting)) if player == "A" else ()


def test_a_game_of_ones_own_attacks_and_strikes_first() -> None:
    """By default nobody attacks; nobody is asked for blocks; x strikes first and y after it (510.4)."""
    engine = Engine(Duel(), ("A", "B"))
    engine.advance()
    reach(engine, "declare_attackers")
    assert [type(command) for command in engine.legal("A")] == [Attack, Concede]
    asked = list[tuple[str, tuple[str, ...]]]()
    engine.submit(Attack(attackers={"x": "B", "y": "B"}))
    while engine.decision is not None and engine.position.turn == 1:
        if engine.decision.kind != "priority":
            asked.append((engine.decision.kind, engine.decision.choices))
        engine.submit(next(engine.legal(engine.decision.player)))
    assert asked == [("assign_combat_damage", ("x",)), ("assign_combat_damage", ("y",))]


def test_a_cost_that_is_none_names_the_hook() -> None:
    """What a game gives as a cost has to be one; the game is as it was."""
    game = Duel()
    game.cost = "{1}"
    engine = Engine(game, ("A", "B"))
    engine.advance()
    reach(engine, "declare_attackers")
    before = engine.state()
    with pytest.raises(MtgFsmError, match="attack_cost: a cost is a number") as caught:
        engine.submit(Attack(attackers={"x": "B"}))
    assert not isinstance(caught.value, IllegalCommand)
    assert engine.state() == before


def test_members_of_the_views_are_what_they_list() -> None:
    """Conceding is legal, too, but no declaration; what cannot be one is not in it."""
    engine = board([{"id": "bear"}])
    reach(engine, "declare_attackers")
    assert engine.why_not(Concede(player="A")) is None
    assert Concede(player="A") not in engine.legal_attacks
    assert {"bear": 3} not in engine.legal_attacks
    assert {"wall": ("bear",)} not in engine.legal_blocks
    assert all(command in engine.legal_attacks for command in engine.legal_attacks)
    assert list(engine.legal_blocks) == []

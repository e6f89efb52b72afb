"""What players are told that they may do, in order and as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from owed import check_hooks
from test_refusals import (
    command,
    declaring,
    defending,
    discarding,
    duel,
    ordering,
    own_at,
    paying,
    shop,
    skipping,
    three,
    untapping,
    until,
    with_mana,
)

from mtg_fsm import Attack, Block, Engine, GameSpec, as_text, new_game


def in_main_phase(*, mana: bool) -> Engine:
    """A has a wand and cards in the first main phase, and maybe a green and a white mana."""
    engine = shop("precombat_main")
    if mana:
        engine.submit(command("activate", name="glow", source="wand", mana_ability=True))
    return engine


def paying_with_lands() -> Engine:
    """A is asked for the cost of an attack, and has a land and what is no mana ability."""
    grow = {"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "GG"}]}
    hum = {"effect": "activated", "name": "hum", "effects": [{"effect": "nothing"}]}
    grove = {"id": "grove", "types": ["land"], "abilities": [grow, hum]}
    engine = until(duel({"id": "bear", "attack_cost": 2}, grove), "declare_attackers", "declare_attackers")
    engine.submit(command("attack", attackers={"bear": "B"}))
    return engine


def paid() -> Engine:
    """A has made the mana for it."""
    engine = paying_with_lands()
    engine.submit(command("activate", name="grow", source="grove", mana_ability=True))
    return engine


def rolling() -> Engine:
    """A is asked what was rolled to visit an Attraction."""
    ride = {"id": "ride", "types": ["artifact"], "subtypes": ["attraction"]}
    return until(duel(ride), "precombat_main", "roll")


def teammate() -> Engine:
    """C has the priority of the team of B and C, and a land of its own."""
    grow = {"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "G"}]}
    groves = [[{"id": f"grove-{player}", "types": ["land"], "abilities": [grow]}] for player in "abc"]
    players = [{"id": player, "hand": 0, "battlefield": grove} for player, grove in zip("ABC", groves, strict=True)]
    engine = new_game(GameSpec.model_validate({"variant": "archenemy", "players": players}))
    engine.advance()
    engine.submit(command("pass"))
    return engine


ZAPS = ["activate zap source=wand target=A", "activate zap source=wand target=B"]
WAND = ["activate hum source=wand", "activate glow source=wand mana_ability=true", "activate brew source=wand"]
LISTED: dict[str, tuple[Callable[[], Engine], str, list[str]]] = {
    "attackers": (declaring, "A", ["attack", "attack ox>B", "attack bear>B", "attack bear>B ox>B"]),
    "an optional cost": (lambda: paying("ox"), "A", ["pay no", "pay yes"]),
    "a cost without mana": (lambda: paying("bear"), "A", ["pay no"]),
    "a cost with a land": (
        paying_with_lands,
        "A",
        ["pay no", "activate grow source=grove mana_ability=true"],
    ),
    "a cost with mana": (paid, "A", ["pay yes", "pay no", "activate grow source=grove mana_ability=true"]),
    "an order": (ordering, "A", ["order dawn toll", "order toll dawn"]),
    "a skip": (skipping, "A", ["choose trance", "choose orb"]),
    "a number that was rolled": (rolling, "A", [f'choose "{number}"' for number in range(1, 7)]),
    "what untaps": (untapping, "A", ["untap bear", "untap ox", "untap"]),
    "discards": (discarding, "A", ["discard fog fog-2", "discard fog fog-3", "discard fog-2 fog-3"]),
    "priority without mana": (
        lambda: in_main_phase(mana=False),
        "A",
        ["pass", "play_land field", "play_land field-2", *WAND],
    ),
    "priority with mana, each target once": (
        lambda: in_main_phase(mana=True),
        "A",
        [
            *("pass", "play_land field", "play_land field-2", "cast rest"),
            *ZAPS,
            *WAND,
        ],
    ),
    "priority in the upkeep step": (with_mana, "A", ["pass", *ZAPS, *WAND[:2]]),
    "priority of a teammate": (teammate, "C", ["pass", "activate grow source=grove-c mana_ability=true"]),
    "priority of somebody else": (three, "B", []),
}


@pytest.mark.parametrize("name", LISTED)
def test_what_a_player_may_do_is_listed(name: str) -> None:
    """Each command once and in this order, by the player; conceding comes last."""
    make, player, listed = LISTED[name]
    engine = make()
    check_hooks(engine)
    assert [as_text(each) for each in engine.legal(player)] == [f"{player}: {text}" for text in (*listed, "concede")]


def test_who_defends_is_listed_in_turn_order() -> None:
    """The command names the defending player."""
    engine = defending()
    check_hooks(engine)
    assert [as_text(each) for each in engine.legal("A")] == ["defend B", "defend C", "A: concede"]


def test_what_a_game_of_ones_own_lists_is_listed() -> None:
    """As the game gives it."""
    engine = own_at("declare_attackers")
    check_hooks(engine)
    assert [as_text(each) for each in engine.legal("A")] == ["attack bear>B", "A: concede"]


def test_what_is_put_on_the_stack_is_told_with_its_target() -> None:
    """Of a spell and of an ability."""
    engine = with_mana()
    events = engine.submit(command("activate", name="zap", source="wand", target="B"))
    told = [event.as_dict() for event in events if event.name_in_log == "put_on_stack"]
    assert [(event["name"], event["source"], event["target"]) for event in told] == [("zap", "wand", "B")]
    assert engine.observe("mana") == {"A": "G", "B": ""}


def test_declarations_are_listed_and_judged_while_they_are_asked_and_only_then() -> None:
    """As commands and as plain data; what is no declaration at all is none."""
    engine = declaring()
    bear = Attack(attackers={"bear": "B"})
    assert list(engine.legal_attacks) == [*engine.legal("A")][:-1]
    assert bear in engine.legal_attacks
    assert {"bear": "B"} in engine.legal_attacks
    for wrong in ({"bear": "Z"}, {"bear": 7}, ["bear"], "bear", None, Block(), command("pass"), {"wall": ["bear"]}):
        assert wrong not in engine.legal_attacks
    assert engine.legal_attacks.why_not({"bear": "B"}) is engine.legal_attacks.why_not(bear) is None
    refusal = engine.legal_attacks.why_not({"bear": "Z"})
    assert refusal is not None
    assert refusal == engine.why_not(Attack(attackers={"bear": "Z"}))
    assert (list(engine.legal_blocks), {} in engine.legal_blocks) == ([], False)
    for elsewhere in (new_game(), shop()):
        assert (list(elsewhere.legal_attacks), {} in elsewhere.legal_attacks, bear in elsewhere.legal_attacks) == (
            [],
            False,
            False,
        )


def test_a_mana_ability_has_its_source_and_means_the_objects_that_are_there_as_it_is_activated() -> None:
    """The ghost that comes back meanwhile is another one (400.7) and is not tapped; the damage is of the lamp."""
    wisp = {
        "effect": "activated",
        "name": "wisp",
        "effects": [
            {"effect": "add_mana", "mana": "R"},
            {"effect": "damage", "amount": 1, "to": "B"},
            {"effect": "exile", "permanents": ["ghost"]},
            {"effect": "create", "permanent": {"id": "ghost", "token": True}},
            {"effect": "tap", "permanents": ["ghost", "bear"]},
        ],
    }
    lamp = {"id": "lamp", "types": ["artifact"], "abilities": [wisp]}
    engine = until(duel(lamp, {"id": "bear"}, theirs=({"id": "ghost"},)), "upkeep")
    events = engine.submit(command("activate", name="wisp", source="lamp", mana_ability=True))
    dealt = [event.as_dict() for event in events if event.name_in_log == "damage_dealt"]
    assert [(event["source"], event["to"]) for event in dealt] == [("lamp", "B")]
    tapped = [event.as_dict()["permanent"] for event in events if event.name_in_log == "permanent_tapped"]
    assert tapped == ["bear"]


def test_505_5_one_number_is_rolled_and_told_by_the_rule() -> None:
    """Two numbers are refused."""
    engine = rolling()
    refusal = engine.why_not(command("choose", ids=[1, 2]))
    assert refusal is not None
    assert refusal.message == "1 choice(s) have to be chosen, not 2"
    events = engine.submit(command("choose", ids=[4]))
    told = [(event.name_in_log, event.rule) for event in events[:2]]
    assert told == [("turn_based_action", "505.5"), ("rolled", "505.5")]

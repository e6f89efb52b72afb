"""Cards: each does what it says, targets are checked, and two decks make a game that ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from mtg_fsm import (
    Activate,
    Attack,
    CardSpec,
    Cast,
    Command,
    Concede,
    Engine,
    Event,
    GameSpec,
    Pass,
    PermanentSpec,
    PlayerSpec,
    PlayLand,
    SetupError,
    effects,
    events,
    new_game,
    restore,
)
from mtg_fsm.cards import cards, deal, decks
from mtg_fsm.words.base import as_mapping

MOX = PermanentSpec(
    id="mox",
    types=("artifact",),
    abilities=(effects.Activated(name="make", effects=(effects.AddMana(mana="WWWUUURRRRGGG"),)),),
)
BEAR, OX = PermanentSpec(id="bear"), PermanentSpec(id="ox", power=3, toughness=3)


def begun(*hand: str, players: str = "AB", other_hand: tuple[str, ...] = (), **of_player: Any) -> Engine:
    """A's first main phase with mana of every colour, A with a bear and B with an ox."""
    spec = GameSpec(
        variant="two_player" if len(players) == 2 else "free_for_all",
        cards=tuple(cards().values()),
        players=tuple(
            PlayerSpec.model_validate(
                {"id": "A", "hand": hand, "battlefield": (MOX, BEAR), **of_player}
                if player == "A"
                else {"id": player, "hand": other_hand if player == "B" else 7, "battlefield": (OX,) * (player == "B")}
            )
            for player in players
        ),
    )
    engine = new_game(spec)
    engine.advance()
    to(engine, "precombat_main")
    return engine


def to(engine: Engine, state: str, turn: int = 1) -> None:
    """By the default answers on to a state."""
    while engine.decision is not None and (engine.turn_state, engine.position.turn) != (state, turn):
        engine.submit(next(engine.legal(engine.decision.player)))


def do(engine: Engine, *commands: Command) -> list[Event]:
    """Commands of A one after another, with mana for each, and all that they put on the stack resolves."""
    happened: list[Event] = []
    for command in commands:
        if isinstance(command, Cast | Activate):
            engine.submit(Activate(source="mox", name="make", mana_ability=True))
        happened += engine.submit(command)
        while engine.stack and engine.decision is not None:
            happened += engine.submit(Pass())
    return happened


PLAYED: dict[str, tuple[str | None, Mapping[str, Any]]] = {
    "plains": (None, {"battlefield": {"ID": {"types": ["land"], "subtypes": ["plains"], "tapped": False}}}),
    "island": (None, {"lands_played": {"A": 1}}),
    "mountain": (None, {"lands_played": {"A": 1}}),
    "forest": (None, {"lands_played": {"A": 1}}),
    "reliquary-tower": (None, {"battlefield": {"ID": {"types": ["land"]}}}),
    "savannah-lions": (
        None,
        {"battlefield": {"ID": {"power": 2, "toughness": 1, "sick": True}}, "graveyard": {"A": 0}},
    ),
    "youthful-knight": (None, {"battlefield": {"ID": {"power": 2, "toughness": 1, "keywords": ["first_strike"]}}}),
    "serra-angel": (None, {"battlefield": {"ID": {"power": 4, "keywords": ["flying", "vigilance"]}}}),
    "prodigal-sorcerer": (None, {"battlefield": {"ID": {"power": 1, "toughness": 1}}}),
    "sphinx-of-the-second-sun": (None, {"battlefield": {"ID": {"power": 6, "keywords": ["flying"]}}}),
    "silent-arbiter": (None, {"battlefield": {"ID": {"toughness": 5, "types": ["artifact", "creature"]}}}),
    "raging-goblin": (None, {"battlefield": {"ID": {"power": 1, "keywords": ["haste"]}}}),
    "llanowar-elves": (None, {"battlefield": {"ID": {"power": 1, "toughness": 1}}}),
    "grizzly-bears": (None, {"battlefield": {"ID": {"power": 2, "toughness": 2, "subtypes": ["bear"]}}}),
    "giant-spider": (None, {"battlefield": {"ID": {"power": 2, "toughness": 4, "keywords": ["reach"]}}}),
    "cudgel-troll": (None, {"battlefield": {"ID": {"power": 4, "toughness": 3}}}),
    "colossal-dreadmaw": (None, {"battlefield": {"ID": {"power": 6, "toughness": 6, "keywords": ["trample"]}}}),
    "shivan-dragon": (None, {"battlefield": {"ID": {"power": 5, "toughness": 5, "keywords": ["flying"]}}}),
    "eon-hub": (None, {"battlefield": {"ID": {"types": ["artifact"]}}, "graveyard": {"A": 0}}),
    "exploration": (None, {"battlefield": {"ID": {"types": ["enchantment"]}}}),
    "upwelling": (None, {"battlefield": {"ID": {"types": ["enchantment"]}}}),
    "aggravated-assault": (None, {"battlefield": {"ID": {"types": ["enchantment"]}}}),
    "giant-growth": ("bear", {"battlefield": {"bear": {"power": 5, "toughness": 5}}, "graveyard": {"A": 1}}),
    "vitalize": (None, {"battlefield": {"bear": {"tapped": False}, "ox": {"tapped": False}}, "graveyard": {"A": 1}}),
    "lightning-bolt": ("ox", {"battlefield": {"ox": "absent"}, "graveyard": {"A": 1, "B": 1}}),
    "brute-strength": ("bear", {"battlefield": {"bear": {"power": 5, "toughness": 3, "keywords": ["trample"]}}}),
    "act-of-treason": ("ox", {"battlefield": {"ox": {"controller": "A", "keywords": ["haste"], "tapped": False}}}),
    "final-fortune": (None, {"graveyard": {"A": 1}}),
    "unsummon": ("ox", {"battlefield": {"ox": "absent"}, "hand": {"B": 1}}),
    "time-walk": (None, {"graveyard": {"A": 1}}),
    "time-warp": ("B", {"graveyard": {"A": 1}}),
    "savor-the-moment": (None, {"graveyard": {"A": 1}}),
    "time-stop": (None, {"graveyard": {"A": 0}, "stack": []}),
    "meditate": (None, {"hand": {"A": 4}}),
    "divination": (None, {"hand": {"A": 2}}),
    "angels-mercy": (None, {"life": {"A": 27}}),
    "day-of-judgment": (None, {"battlefield": {"bear": "absent", "ox": "absent", "mox": {"tapped": False}}}),
}
"""What each card targets, and what is true once it has been played; ID is the id of the card."""


def _ids(data: Any, id_: str) -> Any:
    mapping = as_mapping(data)
    return data if mapping is None else {id_ if key == "ID" else key: _ids(part, id_) for key, part in mapping.items()}


def _like(actual: Any, wanted: Any) -> Any:
    """Of mappings only what is wanted."""
    here, there = as_mapping(actual), as_mapping(wanted)
    return actual if here is None or there is None else {key: _like(here[key], there[key]) for key in there}


def test_every_card_is_played() -> None:
    """The table below has a row for each."""
    assert list(PLAYED) == list(cards())


@pytest.mark.parametrize("name", PLAYED)
def test_a_card_does_what_it_says(name: str) -> None:
    """From the hand, paid for and resolved, it does what the table says, and costs what it says."""
    (target, expected), id_, card = PLAYED[name], f"{name}-7", cards()[name]
    engine = begun(id_)
    command = PlayLand(id=id_) if card.is_land else Cast(name=id_, target=target)
    if card.cost:
        refused = engine.why_not(command)
        assert refused is not None
        assert (refused.code, refused.message) == (
            "not_enough_mana",
            f"the cost is {card.cost}, in the pool is no mana",
        )
    do(engine, command)
    for word, facts in _ids(expected, id_).items():
        actual = _like(engine.observe(word, tuple(facts)), facts)
        assert actual == facts, word


# --- what the cards that change the turn do to it ---


def turns(engine: Engine, upto: int) -> list[tuple[int, str, tuple[str, ...]]]:
    """Number, player, and the steps and main phases of each turn that begins from now on."""
    found: list[tuple[int, str, list[str]]] = []
    while engine.decision is not None and engine.position.turn <= upto:
        for event in engine.submit(next(engine.legal(engine.decision.player))):
            if isinstance(event, events.TurnBegan):
                found.append((event.turn, event.player, []))
            elif found and isinstance(event, events.StepBegan):
                found[-1][2].append(event.step or "")
            elif (
                found and isinstance(event, events.PhaseBegan) and event.phase in ("precombat_main", "postcombat_main")
            ):
                found[-1][2].append(event.phase)
    return [(number, player, tuple(steps)) for number, player, steps in found if number <= upto]


def test_500_7_time_walk_and_time_warp_give_turns_to_whom_they_say() -> None:
    """Time Walk to its controller; Time Warp to its target; the newest is taken first."""
    engine = begun("time-warp-1", "time-walk-1")
    do(engine, Cast(name="time-warp-1", target="B"), Cast(name="time-walk-1"))
    assert [player for _, player, _ in turns(engine, 4)] == ["A", "B", "B"]


def test_502_savor_the_moment_skips_the_untap_step_of_that_very_turn() -> None:
    """The extra turn has none, the next turn of the same player has one again."""
    engine = begun("savor-the-moment-1")
    do(engine, Cast(name="savor-the-moment-1"))
    (_, first, steps), _, (_, third, later) = turns(engine, 4)
    assert (first, "untap" in steps, third, "untap" in later) == ("A", False, "A", True)


def test_513_final_fortune_loses_the_game_at_the_end_step_of_that_turn() -> None:
    """Not at the end step of the turn in which it is cast."""
    engine = begun("final-fortune-1")
    do(engine, Cast(name="final-fortune-1"))
    to(engine, "game_over")
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.position.turn, engine.position.step) == (("B",), 2, "end")


def test_500_11_meditate_skips_the_next_turn_of_its_controller() -> None:
    """B has two turns in a row."""
    engine = begun("meditate-1")
    do(engine, Cast(name="meditate-1"))
    assert [player for _, player, _ in turns(engine, 4)] == ["B", "B", "A"]


def test_723_1_time_stop_ends_the_turn_and_is_exiled() -> None:
    """The cleanup step comes at once, and the card does not go to the graveyard."""
    engine = begun("time-stop-1")
    happened = do(engine, Cast(name="time-stop-1"))
    assert [event.step for event in happened if isinstance(event, events.StepBegan)][:1] == ["cleanup"]
    assert "time-stop-1" in engine.game.save()["belongings"][0]["exile"]


def test_500_8_aggravated_assault_gives_another_attack_with_untapped_creatures() -> None:
    """In a main phase only, as often as it is paid for; the bear attacks twice."""
    engine = begun("aggravated-assault-1")
    do(engine, Cast(name="aggravated-assault-1"))
    assault = Activate(source="aggravated-assault-1", name="assault")
    to(engine, "combat.declare_attackers")
    engine.submit(Attack(attackers={"bear": "B"}))
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    refused = engine.why_not(assault)
    assert refused is not None
    assert (refused.rule, refused.message) == ("602.5d", "assault is activated only in a main phase of A's own turn")
    to(engine, "postcombat_main")
    do(engine, assault)
    to(engine, "combat.declare_attackers")
    engine.submit(Attack(attackers={"bear": "B"}))
    to(engine, "postcombat_main")
    assert engine.observe("life", ("B",)) == {"B": 16}
    assert engine.observe("begun_this_turn", ("combat",)) == {"combat": 2}


def test_505_the_second_sun_gives_a_beginning_phase_after_each_later_main_phase_of_ones_own() -> None:
    """It untaps and draws again; B's turn has no such phase."""
    engine = begun("sphinx-of-the-second-sun-1")
    do(engine, Cast(name="sphinx-of-the-second-sun-1"))
    found = turns(engine, 3)
    assert [steps.count("draw") for _, _, steps in found] == [1, 2]
    assert found[1][2][-5:] == ("untap", "upkeep", "draw", "end", "cleanup")


def test_503_eon_hub_skips_every_upkeep() -> None:
    """Of every player."""
    engine = begun("eon-hub-1")
    do(engine, Cast(name="eon-hub-1"))
    assert not any("upkeep" in steps for _, _, steps in turns(engine, 3))


def test_500_4_upwelling_keeps_the_mana_of_everybody() -> None:
    """Without it what is left is gone as the phase ends."""
    engine = begun("upwelling-1")
    do(engine, Cast(name="upwelling-1"))
    left = engine.observe("mana", ("A",))["A"]
    to(engine, "combat.beginning_of_combat")
    assert engine.observe("mana", ("A",)) == {"A": left}
    assert {rules.player for _, rules in engine.statics("keep_mana", ("B",))} == {"each"}


def test_514_1_reliquary_tower_is_for_its_controller_only() -> None:
    """A keeps nine cards; B discards as usual."""
    engine = begun("reliquary-tower-1", *(f"plains-{number}" for number in range(1, 10)), other_hand=("x",) * 8)
    do(engine, PlayLand(id="reliquary-tower-1"))
    to(engine, "ending.cleanup", 2)
    assert engine.observe("hand", ("A", "B")) == {"A": 9, "B": 9}
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player, engine.decision.count) == ("discard_to_hand_size", "B", 2)


def test_305_2_exploration_allows_a_second_land() -> None:
    """And no third."""
    engine = begun("exploration-1", "plains-1", "plains-2", "plains-3")
    do(engine, Cast(name="exploration-1"), PlayLand(id="plains-1"), PlayLand(id="plains-2"))
    assert engine.why_not(PlayLand(id="plains-3")) is not None


def test_508_1_silent_arbiter_lets_one_creature_attack() -> None:
    """Two are refused."""
    engine = begun("silent-arbiter-1", battlefield=(MOX, BEAR, PermanentSpec(id="wolf")))
    do(engine, Cast(name="silent-arbiter-1"))
    to(engine, "combat.declare_attackers")
    assert {"bear": "B"} in engine.legal_attacks
    assert {"bear": "B", "wolf": "B"} not in engine.legal_attacks


def test_701_19_cudgel_troll_survives_once() -> None:
    """A shield holds Day of Judgment off."""
    engine = begun("cudgel-troll-1", "day-of-judgment-1", "day-of-judgment-2")
    do(engine, Cast(name="cudgel-troll-1"), Activate(source="cudgel-troll-1", name="regenerate"))
    do(engine, Cast(name="day-of-judgment-1"))
    assert engine.observe("battlefield", ("cudgel-troll-1", "bear"))["bear"] == "absent"
    assert engine.observe("battlefield", ("cudgel-troll-1",))["cudgel-troll-1"]["tapped"] is True
    do(engine, Cast(name="day-of-judgment-2"))
    assert engine.observe("battlefield", ("cudgel-troll-1",)) == {"cudgel-troll-1": "absent"}


def test_514_2_firebreathing_ends_with_the_turn() -> None:
    """Each activation adds one to the dragon itself."""
    engine = begun("shivan-dragon-1")
    breath = Activate(source="shivan-dragon-1", name="firebreathing")
    do(engine, Cast(name="shivan-dragon-1"), breath, breath)
    assert engine.observe("battlefield", ("shivan-dragon-1",))["shivan-dragon-1"]["power"] == 7
    to(engine, "beginning.upkeep", 2)
    assert engine.observe("battlefield", ("shivan-dragon-1",))["shivan-dragon-1"]["power"] == 5


# --- targets ---


def test_601_2c_every_target_is_listed_and_no_other_is_taken() -> None:
    """Creatures by time of entering, then players; what is none is refused with what would be right."""
    engine = begun("lightning-bolt-1")
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    listed = [command.target for command in engine.legal("A") if isinstance(command, Cast)]
    assert listed == ["bear", "ox", "A", "B"]
    for target in (None, "mox", "moon"):
        refused = engine.why_not(Cast(name="lightning-bolt-1", target=target))
        assert refused is not None
        assert (refused.rule, refused.message) == (
            "601.2c",
            "lightning-bolt-1 targets one of bear, ox, A, B",
        )


def test_601_2c_what_targets_nothing_takes_no_target() -> None:
    """Nor does a spell of which nobody knows what it does."""
    engine = begun("divination-1", "junk")
    for name in ("divination-1", "junk"):
        refused = engine.why_not(Cast(name=name, target="bear", speed="sorcery"))
        assert refused is not None
        assert refused.message == f"{name} targets nothing"


def test_601_2c_without_a_target_a_spell_is_not_cast() -> None:
    """It is not listed, and refused by what is missing."""
    engine = begun("giant-growth-1", battlefield=(MOX,), players="AB")
    do(engine)
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    assert [command.target for command in engine.legal("A") if isinstance(command, Cast)] == ["ox"]


def in_response(engine: Engine, first: Cast, second: Cast) -> list[Event]:
    """The second is cast in response to the first, and both leave the stack."""
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    engine.submit(first)
    return do(engine, second)


def test_608_2b_a_spell_whose_target_is_gone_does_not_resolve() -> None:
    """It leaves the stack by that rule, its card goes to the graveyard, and nothing else of it happens."""
    engine = begun("act-of-treason-1", "unsummon-1")
    happened = in_response(engine, Cast(name="act-of-treason-1", target="ox"), Cast(name="unsummon-1", target="ox"))
    left = {event.name: event.rule for event in happened if isinstance(event, events.LeftStack)}
    assert left == {"unsummon-1": "608.2n", "act-of-treason-1": "608.2b"}
    assert [event.name for event in happened if isinstance(event, events.Resolved)] == ["unsummon-1"]
    assert (engine.observe("effects"), engine.observe("graveyard", ("A",))) == ([], {"A": 2})


def test_400_7_608_2b_what_came_back_is_another_object() -> None:
    """A target that left and came back under its name is not the target any more."""
    blink = CardSpec(
        name="blink",
        speed="instant",
        target="creature",
        effects=(
            effects.Exile(permanents=("$target",)),
            effects.Create(permanent=PermanentSpec(id="ox", power=3, toughness=3)),
        ),
    )
    spec = GameSpec(
        cards=(cards()["lightning-bolt"], blink),
        players=(
            PlayerSpec(id="A", hand=("lightning-bolt-1", "blink"), battlefield=(MOX,)),
            PlayerSpec(id="B", battlefield=(OX,)),
        ),
    )
    engine = new_game(spec)
    engine.advance()
    happened = in_response(engine, Cast(name="lightning-bolt-1", target="ox"), Cast(name="blink", target="ox"))
    assert engine.observe("battlefield", ("ox",))["ox"]["damage"] == 0
    assert [event.rule for event in happened if isinstance(event, events.LeftStack)] == ["608.2n", "608.2b"]


def test_800_4_608_2b_a_player_who_left_is_no_target() -> None:
    """A bolt at a player who concedes in response does not resolve."""
    engine = begun("lightning-bolt-1", players="ABC")
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    engine.submit(Cast(name="lightning-bolt-1", target="C"))
    engine.submit(Concede(player="C"))
    happened = [event for _ in "AB" for event in engine.submit(Pass())]
    assert [event.rule for event in happened if isinstance(event, events.LeftStack)] == ["608.2b"]


def test_the_log_says_what_is_targeted() -> None:
    """`put_on_stack` has the target."""
    engine = begun("lightning-bolt-1")
    (put,) = [
        event for event in do(engine, Cast(name="lightning-bolt-1", target="B")) if isinstance(event, events.PutOnStack)
    ]
    assert (put.name, put.target) == ("lightning-bolt-1", "B")


# --- costs with the tap symbol ---


def test_118_3_602_5a_302_6_a_tap_ability_needs_an_untapped_creature_that_is_not_sick() -> None:
    """Newly come it is refused; a turn later it works once, by its source; a land works at once."""
    engine = begun("prodigal-sorcerer-1", "forest-1")
    do(engine, Cast(name="prodigal-sorcerer-1"), PlayLand(id="forest-1"))
    ping = Activate(source="prodigal-sorcerer-1", name="ping", target="B")
    assert engine.why_not(ping).rule == "302.6"  # type: ignore[union-attr]
    engine.submit(Activate(source="forest-1", name="tap", mana_ability=True))
    assert engine.why_not(Activate(source="forest-1", name="tap", mana_ability=True)).rule == "118.3"  # type: ignore[union-attr]
    to(engine, "precombat_main", 3)
    assert ping.model_copy(update={"player": "A"}) in list(engine.legal("A"))
    happened = do(engine, ping)
    assert engine.observe("life", ("B",)) == {"B": 19}
    assert [event.source for event in happened if isinstance(event, events.DamageDealt)] == ["prodigal-sorcerer-1"]
    assert engine.why_not(ping).message == "prodigal-sorcerer-1 is tapped"  # type: ignore[union-attr]


def test_302_6_haste_lets_a_tap_ability_be_activated_at_once() -> None:
    """Given by an effect, too."""
    engine = begun("llanowar-elves-1", "act-of-treason-1")
    do(engine, Cast(name="llanowar-elves-1"), Cast(name="act-of-treason-1", target="llanowar-elves-1"))
    assert engine.why_not(Activate(source="llanowar-elves-1", name="tap", mana_ability=True)) is None


# --- cards in their zones ---


def test_305_9_lands_are_played_and_all_else_is_cast() -> None:
    """Each other way is refused and not listed."""
    engine = begun("forest-1", "grizzly-bears-1")
    assert engine.why_not(Cast(name="forest-1", speed="sorcery")).rule == "305.9"  # type: ignore[union-attr]
    assert engine.why_not(PlayLand(id="grizzly-bears-1")).rule == "305.1"  # type: ignore[union-attr]


def test_the_command_brings_nothing_that_the_card_says() -> None:
    """A cost, effects or timing of one's own are refused; what speed it says does not matter."""
    engine = begun("divination-1")
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    for more in ({"cost": "U"}, {"effects": (effects.GainLife(),)}, {"only": {"during": "combat"}}):
        command = Cast.model_validate({"name": "divination-1", "speed": "sorcery", **more})
        assert engine.why_not(command) is not None
    assert engine.why_not(Cast(name="divination-1")) is None


def test_117_1a_a_creature_is_cast_when_a_sorcery_could_be() -> None:
    """Not in an upkeep, whatever speed the command says."""
    engine = begun("grizzly-bears-1")
    to(engine, "combat.beginning_of_combat")
    engine.submit(Activate(source="mox", name="make", mana_ability=True))
    assert engine.why_not(Cast(name="grizzly-bears-1", speed="instant")).rule == "117.1a"  # type: ignore[union-attr]


def test_608_3_a_permanent_spell_becomes_a_permanent_and_can_come_back() -> None:
    """It enters by that rule; returned to the hand it is cast again, and dying it is in the graveyard."""
    engine = begun("grizzly-bears-1", "unsummon-1", "lightning-bolt-1")
    happened = do(engine, Cast(name="grizzly-bears-1"))
    (entered,) = [event for event in happened if isinstance(event, events.PermanentEntered)]
    assert (entered.permanent, entered.rule) == ("grizzly-bears-1", "608.3")
    do(engine, Cast(name="unsummon-1", target="grizzly-bears-1"), Cast(name="grizzly-bears-1"))
    do(engine, Cast(name="lightning-bolt-1", target="grizzly-bears-1"))
    zones = engine.game.save()["belongings"][0]
    assert (zones["hand"], sorted(zones["graveyard"])) == (
        [],
        ["grizzly-bears-1", "lightning-bolt-1", "unsummon-1"],
    )


def test_723_1b_a_permanent_spell_that_is_exiled_from_the_stack_is_no_permanent() -> None:
    """Ending the turn exiles the card."""
    engine = begun("grizzly-bears-1", "time-stop-1")
    in_response(engine, Cast(name="grizzly-bears-1"), Cast(name="time-stop-1"))
    assert engine.observe("battlefield", ("grizzly-bears-1",)) == {"grizzly-bears-1": "absent"}
    assert sorted(engine.game.save()["belongings"][0]["exile"]) == ["grizzly-bears-1", "time-stop-1"]


# --- card files of one's own ---


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": "two words"}, "name: 'two words' has a space in it"),
        ({"name": "x", "cost": "{R}"}, "cost"),
        ({"name": "x", "permanent": {"id": "x"}}, "permanent.id: has to be $this, not 'x'"),
        ({"name": "x", "permanent": {"id": "$this", "types": ["Land"]}, "cost": "1"}, "cost: a land has none"),
        ({"name": "x", "permanent": {"id": "$this"}, "target": "creature"}, "a permanent has no effects or target"),
        (
            {"name": "x", "effects": [{"effect": "draw", "player": "$target"}]},
            "effects: '$target' is not known here; there are $creatures, $this, $your_creatures",
        ),
        (
            {
                "name": "x",
                "permanent": {
                    "id": "$this",
                    "abilities": [
                        {"effect": "activated", "name": "y", "effects": [{"effect": "tap", "permanents": ["$target"]}]}
                    ],
                },
            },
            "permanent.abilities.activated: '$target' is not known here",
        ),
        ({"name": "x", "effects": [{"effect": "tap", "permanents": ["$creaturs"]}]}, "'$creaturs' is not known here"),
    ],
)
def test_an_impossible_card_is_refused(data: Mapping[str, Any], message: str) -> None:
    """The error names the field and what would be right."""
    with pytest.raises(ValidationError, match=re.escape(message)):
        CardSpec.model_validate(data)


def test_a_card_is_there_once() -> None:
    """Two cards of one name are refused."""
    card = CardSpec(name="x")
    with pytest.raises(ValidationError, match="cards: 'x' is there more than once"):
        GameSpec(cards=(card, card))


# --- decks ---


def test_the_same_seed_deals_the_same_cards() -> None:
    """Another one deals others; all 40 cards are there, and no id twice."""
    first, again, other = deal(seed=1), deal(seed=1), deal(seed=2)
    assert first == again
    assert first != other
    for spec in (first, other):
        piles = [pile for player in spec.players for pile in (player.hand, player.library) if isinstance(pile, tuple)]
        ids = [id_ for pile in piles for id_ in pile]
        assert (len(ids), len(set(ids))) == (80, 80)
        assert {id_.rpartition("-")[0] for id_ in ids} == {card.name for card in spec.cards}


def test_decks_have_forty_cards_that_exist() -> None:
    """Both sample decks, and between them every card."""
    assert [sum(deck.values()) for deck in decks().values()] == [40, 40]
    assert {name for deck in decks().values() for name in deck} == set(cards())


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({"A": "assault", "B": "tempo"}, "B: there is no deck 'tempo'; there are assault, time"),
        ({"A": {"moon": 7}, "B": "time"}, "A: there is no card 'moon'; there are plains, "),
        ({"A": {"plains": 3}, "B": "time"}, "A: the deck has 3 card(s), and a hand 7"),
    ],
)
def test_an_impossible_deck_is_refused(seats: Any, message: str) -> None:
    """The error names the player and what would be right."""
    with pytest.raises(SetupError, match=re.escape(message)):
        deal(seats, seed=0)


@pytest.mark.parametrize("seed", range(6))
def test_two_decks_make_a_game_that_ends(seed: int) -> None:
    """Played at random it ends, by the rules; saved and restored on the way it goes on alike."""
    seats = {"A": "assault", "B": "time", "C": "assault"} if seed % 3 == 2 else None
    engine, choice = new_game(deal(seats, seed=seed)), Random(seed)
    engine.advance()
    number = 0
    while engine.decision is not None:
        legal = list(islice(engine.legal(engine.decision.player), 100))
        command = choice.choice(legal[:-1] or legal)
        number += 1
        if number % 97 == 0:
            other = restore(engine.snapshot())
            assert [*other.legal(engine.decision.player)][:100] == legal
            assert other.submit(command) == engine.submit(command)
            engine = other
        else:
            engine.submit(command)
    assert engine.outcome is not None
    assert engine.outcome.rule.startswith("104.")

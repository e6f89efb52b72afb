"""Decisions as sequences of small choices: they reach every legal command and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import MOVES, play_moves, random_game

from mtg_fsm import COMMANDS, Activate, Attack, Cast, Command, Concede, Engine, GameSpec, Pass, PlayLand, new_game, view
from mtg_fsm.cards import deal
from mtg_fsm.rl.choices import MORE, Choice, Next, Token, Way, first_choice
from mtg_fsm.rl.numbering import Numbering, Rows, Sizes
from mtg_fsm.words.commands import AnyCommand

TINY: Final = Sizes(hand=1, permanents=2, stack=1, options=2)
"""Most of what can be named has no row, and most options are on a later page."""
MANY: Final = 400
"""Decisions with more legal commands than this are not compared."""


def _written(command: Command | AnyCommand) -> str:
    return json.dumps(command.model_dump(mode="json"), sort_keys=True)


def _tokens(engine: Engine, player: str, choice: Choice, sizes: Sizes) -> list[Token]:
    """What can be named, page by page, by a number of its own each."""
    viewer = engine.decider(player)
    rows = Rows.of(view(engine, viewer), player, sizes)
    numbering = Numbering(len(engine.players), sizes)
    found: dict[Token, None] = {}
    for page in count():
        legal = numbering.numbered(choice, rows, page, concede=False)
        assert all(0 <= number < len(numbering.names) for number in legal)
        shown = [token for token in legal.values() if token != MORE]
        if (page and MORE not in legal.values()) or set(shown) <= set(found):
            return list(found)
        found |= dict.fromkeys(shown)
    raise AssertionError


def _reached(engine: Engine, player: str, way: Next | Way, sizes: Sizes) -> Iterator[str]:
    """Every command that the choices lead to."""
    if isinstance(way, Choice):
        tokens = _tokens(engine, player, way, sizes)
        assert sorted(tokens) == sorted(way.ways)
        for token in tokens:
            yield from _reached(engine, player, way.ways[token], sizes)
    elif isinstance(way, AnyCommand):
        yield _written(way)
    else:
        assert way is not None
        yield from _reached(engine, player, way(), sizes)


def check(engine: Engine, sizes: Sizes = TINY) -> None:
    """Holds what is reached against what is legal, for whoever is asked."""
    assert engine.decision is not None
    for player in engine.asked_now:
        legal = [command for command in islice(engine.legal(player), MANY) if not isinstance(command, Concede)]
        if len(legal) < MANY - 1:
            reached = list(_reached(engine, player, first_choice(engine, player), sizes))
            assert set(reached) == set(map(_written, legal))
            assert engine.decision.kind == "discard_to_hand_size" or len(set(reached)) == len(reached)


@settings(max_examples=150, deadline=None)
@given(st.lists(MOVES, max_size=25))
def test_choices_reach_exactly_the_legal_commands_of_random_games(moves: list[dict[str, Any]]) -> None:
    """At each decision of games with attackers, blockers, damage, costs, mana, triggers and discards."""
    engine = random_game()
    engine.advance()
    for move in moves:
        play_moves(engine, [move])
        if engine.decision is None:
            return
        check(engine)


@pytest.mark.parametrize("seed", range(4))
def test_choices_reach_exactly_the_legal_commands_of_games_with_cards(seed: int) -> None:
    """At the first 250 decisions of random games with the sample decks: lands, spells with targets, abilities."""
    engine, rng = new_game(deal(seed=seed)), Random(seed)
    engine.advance()
    kinds = set[type[AnyCommand]]()
    for _ in range(250):
        if engine.decision is None:
            break
        check(engine)
        legal = list(islice(engine.legal(engine.decision.player), MANY))[:-1]
        kinds |= {type(command) for command in legal}
        engine.submit(rng.choice(legal))
    assert {Activate, Attack, Cast, Pass, PlayLand} <= kinds


def _creatures(owner: str, most: int, keywords: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, Any]]]:
    creature = st.fixed_dictionaries(
        {
            "power": st.integers(0, 4),
            "toughness": st.integers(1, 3),
            "keywords": st.lists(st.sampled_from(keywords), max_size=2, unique=True),
            "max_blocks": st.integers(1, 2),
            "attacks_if_able": st.booleans(),
            "cant_attack_alone": st.sampled_from((False, False, True)),
            "blocks_if_able": st.sampled_from((False, False, True)),
            "cant_block_alone": st.sampled_from((False, False, True)),
            "must_be_blocked": st.sampled_from((False, False, True)),
        }
    )
    listed = st.lists(creature, min_size=1, max_size=most)
    return listed.map(lambda them: [{"id": f"{owner}{number}", **it} for number, it in enumerate(them)])


@settings(max_examples=150, deadline=None)
@given(
    mine=_creatures("a", 3, ("trample", "deathtouch", "menace", "flying", "first_strike")),
    theirs=_creatures("b", 3, ("deathtouch", "reach", "first_strike")),
    pick=st.integers(0, 1000),
)
def test_choices_reach_exactly_the_legal_commands_of_a_combat(
    mine: list[dict[str, Any]], theirs: list[dict[str, Any]], pick: int
) -> None:
    """With a planeswalker to attack, evasion, blocks of two, trample, deathtouch and first strike."""
    walker = {"id": "walker", "types": ["planeswalker"], "loyalty": 3}
    players = [{"id": "A", "battlefield": mine}, {"id": "B", "battlefield": [walker, *theirs]}]
    engine = new_game(GameSpec.model_validate({"players": players}))
    engine.advance()
    while engine.decision is not None and engine.position.turn == 1:
        command: Command = Pass()
        if engine.decision.kind != "priority":
            check(engine)
            legal = list(islice(engine.legal(engine.decision.player), 60))[:-1]
            command = legal[-1 - pick % len(legal)]
        engine.submit(command)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"effect": "draw", "count": 3, "player": "A"}, "discard_to_hand_size"),
        ({"effect": "discard", "count": 2, "player": "B"}, "choose_discard"),
        ({"effect": "create", "permanent": {"id": "legend", "legendary": True}}, "choose_legend"),
        ({"effect": "create", "permanent": {"id": "scout", "token": True}, "attacking": "any"}, "choose_attacked"),
    ],
)
def test_choices_reach_exactly_the_legal_commands_after_an_effect(keys: dict[str, Any], expected: str) -> None:
    """Discards, legends and what a creature that enters attacks, each asked at least once."""
    players = [
        {"id": "A", "battlefield": [{"id": "king", "legendary": True}, {"id": "bear"}]},
        {"id": "B", "battlefield": [{"id": "walker", "types": ["planeswalker"], "loyalty": 3}]},
    ]
    engine = new_game(GameSpec.model_validate({"free_casting": True, "players": players}))
    engine.advance()
    kinds, attacked = set[str](), False
    while engine.decision is not None and engine.position.turn == 1:
        kinds.add(engine.decision.kind)
        check(engine)
        command = next(engine.legal(engine.decision.player))
        if engine.decision.kind == "declare_attackers":
            command = Attack(attackers={"bear": "B"})
        elif attacked and engine.decision.kind == "priority":
            attacked = False
            command = COMMANDS.validate_python({"action": "cast", "name": "spell", "player": "A", "effects": [keys]})
        attacked |= engine.decision.kind == "declare_attackers"
        engine.submit(command)
    assert expected in kinds

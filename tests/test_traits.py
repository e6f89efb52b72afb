"""The index of what permanents have: it says what looking at every permanent says, however a game went."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import MOVES, SETUP, play_moves

from mtg_fsm import (
    Cast,
    Engine,
    GameSpec,
    Pass,
    PermanentSpec,
    PlayerSpec,
    ReferenceGame,
    SnapshotError,
    new_game,
    restore,
)
from mtg_fsm.game.objects import Permanent
from mtg_fsm.game.traits import TRAITS, found, index_of
from mtg_fsm.words import effects


def _game(engine: Engine) -> ReferenceGame:
    assert isinstance(engine.game, ReferenceGame)
    return engine.game


def _by_looking(game: ReferenceGame, trait: str, player: str) -> list[str]:
    def has(permanent: Permanent) -> bool:
        return permanent.controller == player and TRAITS[trait].has(permanent)

    return [name for name, permanent in game.battlefield.items() if has(permanent)]


def check_index(game: ReferenceGame) -> None:
    """Each permanent is found under what it has, in the order of the battlefield, and under nothing else."""
    for trait in TRAITS:
        for player in game.belongings:
            assert found(game.traits, trait, (player,)) == _by_looking(game, trait, player), (trait, player)


@given(st.lists(MOVES, max_size=12))
def test_the_index_is_that_of_the_battlefield(moves: list[dict[str, Any]]) -> None:
    """After random moves, and after all of them are taken back, the index holds what is on the battlefield."""
    engine = new_game(SETUP)
    game = _game(engine)
    before, mark = game.save(), game.mark()
    engine.keeps_marks = True
    play_moves(engine, moves)
    check_index(game)
    loaded = _loaded(game)
    assert all(found(loaded.traits, trait, "AB") == found(game.traits, trait, "AB") for trait in TRAITS)
    game.undo_to(mark)
    check_index(game)
    assert game.save() == before


@given(st.lists(MOVES, max_size=8))
def test_what_is_compared_is_never_that_of_an_earlier_state(moves: list[dict[str, Any]]) -> None:
    """104.4b: what was compared before does not show: a game compares as one that is loaded, also after an undo."""
    engine = new_game(SETUP)
    game = _game(engine)
    before, mark = game.comparable(), game.mark()
    engine.keeps_marks = True
    for move in moves:
        play_moves(engine, [move])
        assert game.comparable() == _loaded(game).comparable()
    game.undo_to(mark)
    assert game.comparable() == before


def _loaded(game: ReferenceGame) -> ReferenceGame:
    other = ReferenceGame(())
    other.load(game.save())
    return other


def test_every_attribute_of_a_trait_is_one_of_permanents() -> None:
    """What is said to decide about a trait is there to be set."""
    attributes = set(Permanent.__dataclass_fields__)
    assert {attribute for trait in TRAITS.values() for attribute in trait.reads} <= attributes


def test_chunks_do_not_show() -> None:
    """Permanents of several chunks are found in the order of entering."""
    specs = tuple(PermanentSpec(id=f"bear{number}", tapped=number % 3 == 0) for number in range(300))
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=specs), PlayerSpec(id="B"))))
    game = _game(engine)
    assert found(game.traits, "tapped", ("A",)) == [spec.id for spec in specs if spec.tapped]
    assert len(game.traits["creature", "A"]) > 2
    assert index_of(game.battlefield.values()) == game.traits
    engine.advance()
    assert not found(game.traits, "tapped", "AB")


def test_phasing_that_an_effect_gives_counts() -> None:
    """502.1: a permanent to which an effect gives phasing phases out, and one that came back under its id does not."""
    spec = GameSpec(
        free_casting=True,
        players=(PlayerSpec(id="A", battlefield=(PermanentSpec(id="bear"),)), PlayerSpec(id="B")),
    )
    engine = new_game(spec)
    engine.advance()
    give = effects.Continuous(
        name="mist", lasts="forever", modifies=effects.Modification(permanent="bear", keywords=("phasing", "phasing"))
    )
    engine.submit(Cast(name="mist", effects=(give,)))
    while engine.position.turn < 3:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert engine.observe("battlefield", ["bear"])["bear"]["phased_out"]
    while engine.position.turn < 5:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    back = effects.Create(permanent=PermanentSpec(id="bear"))
    engine.submit(Cast(name="swap", effects=(effects.Bounce(permanents=("bear",)), back)))
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.observe("battlefield", ["bear"])["bear"]["keywords"] == []
    while engine.position.turn < 7:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert not engine.observe("battlefield", ["bear"])["bear"]["phased_out"]


def test_a_snapshot_in_which_permanents_entered_at_one_time_is_refused() -> None:
    """Which permanent is older has to be known, and the message says so."""
    specs = (PermanentSpec(id="bear"), PermanentSpec(id="ox"))
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=specs), PlayerSpec(id="B"))))
    engine.advance()
    data = engine.snapshot()
    data["game"]["battlefield"][1]["entered"] = data["game"]["battlefield"][0]["entered"]
    with pytest.raises(SnapshotError, match="numbers of entering have to differ"):
        restore(data)

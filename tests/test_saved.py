"""The reference game as plain JSON data, and data that are no saved game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mtg_fsm import (
    Attack,
    Cast,
    GameSpec,
    Pass,
    PermanentSpec,
    PlayerSpec,
    ReferenceGame,
    SnapshotError,
    effects,
    new_game,
    restore,
)


def _saved() -> dict[str, Any]:
    bear = PermanentSpec(id="bear")
    data = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=(bear,)), PlayerSpec(id="B")))).game.save()
    assert json.loads(json.dumps(data)) == data
    return data


def test_a_saved_game_loads_as_it_was() -> None:
    """What is loaded saves to the same data."""
    data = _saved()
    other = new_game(GameSpec()).game
    assert other.save() != data
    other.load(data)
    assert other.save() == data


BROKEN: dict[str, tuple[list[str | int], Any, str]] = {
    "another version": (["version"], 99, "version: 99 is not known; this release reads 1"),
    "a wrong type": (["belongings", 0, "life"], "many", "belongings.0.life: Input should be a valid integer"),
    "an unknown key": (["belongings", 0, "gold"], 1, "belongings.0.gold: unknown key"),
    "a player twice": (["belongings", 1, "player"], "A", "belongings: 'A' is there more than once"),
    "an unknown owner": (["battlefield", 0, "owner"], "Z", "battlefield.bear.owner: no player 'Z'"),
    "an unknown attacker": (["attackers"], {"wolf": ["B", "B", None]}, "attackers: no permanent 'wolf'"),
    "an unknown defending player": (["left_combat"], {"bear": [1, "Z"]}, "left_combat.bear: no player 'Z'"),
    "an unknown last controller": (["last_known"], {"ox": ["Z", []]}, "last_known.ox: no player 'Z'"),
    "an attack on nothing there": (
        ["attackers"],
        {"bear": ["elf", "B", None]},
        "attackers.bear: no player or permanent",
    ),
    "a defender who is not there": (["attackers"], {"bear": ["B", "Z", None]}, "attackers.bear: no player 'Z'"),
    "an unknown blocker": (["blockers"], {"wall": []}, "blockers: no permanent 'wall'"),
    "a block of nothing": (["blockers"], {"bear": ["ox"]}, "blockers.bear: 'ox' does not attack"),
    "no data": (["limbo"], {1, 2}, "game: is not plain JSON data"),
}


@pytest.mark.parametrize(("path", "value", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_saved_game_is_refused_whole(path: list[str | int], value: object, message: str) -> None:
    """One error names the field; the game is as before."""
    data: Any = _saved()
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    game = new_game(GameSpec()).game
    before = game.save()
    with pytest.raises(SnapshotError) as caught:
        game.load(data)
    assert str(caught.value).startswith(message)
    assert game.save() == before


def test_who_defended_against_what_left_combat_is_saved() -> None:
    """508.5: the loaded game still knows it."""
    setup = {"players": [{"id": "A", "battlefield": [{"id": "bear"}]}, {"id": "B"}], "free_casting": True}
    engine = new_game(GameSpec.model_validate(setup))
    engine.advance()
    while engine.decision is not None and engine.decision.kind != "declare_attackers":
        engine.submit(next(engine.legal(engine.decision.player)))
    engine.submit(Attack(player="A", attackers={"bear": "B"}))
    engine.submit(Cast(player="A", name="away", effects=(effects.RemoveFromCombat(permanents=("bear",)),)))
    for player in ("A", "B"):
        engine.submit(Pass(player=player))
    assert engine.observe("attacking") == {}
    loaded = restore(engine.snapshot()).game
    assert isinstance(loaded, ReferenceGame)
    assert loaded.defending_player(engine, "bear") == "B"
    assert loaded.save() == engine.game.save()


def test_what_a_source_last_had_is_saved() -> None:
    """702.15c: damage in the loaded game gives life, for the creature that died had lifelink."""
    cleric = {"id": "cleric", "keywords": ["lifelink"]}
    setup = {"players": [{"id": "A", "battlefield": [cleric]}, {"id": "B"}], "free_casting": True}
    engine = new_game(GameSpec.model_validate(setup))
    engine.advance()
    for name, effect in (
        ("end", effects.Sacrifice(permanents=("cleric",))),
        ("zap", effects.Damage(amount=2, to="B", source="cleric")),
    ):
        assert json.loads(json.dumps(engine.game.save())) == engine.game.save()
        engine = restore(engine.snapshot())
        engine.submit(Cast(player="A", name=name, effects=(effect,)))
        for player in ("A", "B"):
            engine.submit(Pass(player=player))
    assert engine.observe("life") == {"A": 22, "B": 18}

"""The reference game as plain JSON data, and data that are no saved game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mtg_fsm import GameSpec, PermanentSpec, PlayerSpec, SnapshotError, new_game


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

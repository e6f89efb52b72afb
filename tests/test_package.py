"""The package as it is imported and first used."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest
from random_games import SETUP
from test_whole_or_nothing import Trap, play_plain, play_with_faults, rich_game

import mtg_fsm
from mtg_fsm import GameSpec, ReferenceGame, SetupError, new_game
from mtg_fsm.testing import CopyingMarks

EXTRAS = {
    *("typer", "rich", "yaml", "click", "graphviz", "hypothesis", "pytest", "jsonschema", "sphinx", "docutils"),
    *("gymnasium", "numpy", "pettingzoo", "textual", "distributed"),
}


def test_importing_the_package_imports_no_extra() -> None:
    """The core needs transitions and pydantic only."""
    script = "import mtg_fsm, sys; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not EXTRAS & set(shown)
    assert {"transitions", "pydantic"} <= set(shown)


def test_the_example_of_the_package_docstring_is_so() -> None:
    """What the docstring shows is what happens."""
    assert doctest.testmod(mtg_fsm).failed == 0
    assert doctest.testmod(mtg_fsm).attempted > 0


def test_everything_public_is_there_once() -> None:
    """`__all__` names what exists, in order."""
    assert all(hasattr(mtg_fsm, name) for name in mtg_fsm.__all__)
    assert len(set(mtg_fsm.__all__)) == len(mtg_fsm.__all__)


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ({"players": [{"id": "A"}]}, "two are needed, not 1"),
        ({"players": [{"id": "A"}, {"id": "A"}]}, "have to differ"),
        ({"players": [{"id": "A"}, {"id": "each"}]}, "a word of the format"),
        ({"starting_player": "C"}, "starting_player"),
        ({"variant": "emperor"}, "variant"),
        ({"variant": "grand_melee"}, "807"),
        ({"variant": "free_for_all", "options": {"range_of_influence": 1}}, "801"),
        ({"options": {"attack": "left"}}, "options: are for free_for_all only"),
        ({"players": [{"id": "A"}, {"id": "B"}, {"id": "C"}]}, "two are needed, not 3"),
        ({"day_night": "dusk"}, "day_night"),
        ({"players": [{"id": "A", "battlefield": [{"id": "B"}]}, {"id": "B"}]}, "used more than once"),
        ({"players": [{"id": "A", "battlefield": [{"id": "x", "owner": "C"}]}, {"id": "B"}]}, "its owner"),
        ({"players": [{"id": "A", "battlefield": [{"id": "x", "attached_to": "y"}]}, {"id": "B"}]}, "attached_to"),
        ({"players": [{"id": "A", "hand": -1}, {"id": "B"}]}, "hand"),
        ({"players": [{"id": "A", "lief": 20}, {"id": "B"}]}, "lief"),
    ],
)
def test_an_impossible_set_up_names_the_field(keys: dict[str, object], field: str) -> None:
    """A wrong set-up is one clear error that names what is wrong."""
    with pytest.raises(ValueError, match=field):
        GameSpec.model_validate(keys)


@pytest.mark.parametrize(
    ("players", "keys", "field"),
    [
        (("A",), {}, "players"),
        (("A", "A"), {}, "players"),
        (("A", "B"), {"starting_player": "C"}, "starting_player"),
        (("A", "B"), {"day_night": "dusk"}, "day_night"),
    ],
)
def test_an_engine_refuses_impossible_players(players: tuple[str, ...], keys: dict[str, str], field: str) -> None:
    """The engine checks what it is given, whatever game it is for."""
    with pytest.raises(SetupError, match=field):
        mtg_fsm.Engine(new_game().game, players, **keys)  # type: ignore[arg-type]


class CopiedGame(CopyingMarks, ReferenceGame):
    """The reference game, set back by copies."""


def test_the_copying_fallback_sets_a_game_back_as_the_journal_does() -> None:
    """With faults at every listener call the copied game goes on as the journalled one."""
    spec, commands = rich_game()
    engine, trap = new_game(spec, game_class=CopiedGame), Trap()
    engine.listeners = (lambda _engine, _event: trap.spring(),)
    events, faults = play_with_faults(engine, commands, trap)
    assert faults == len(events)
    assert events == play_plain(spec, commands)


def test_begin_with_is_for_the_start_only() -> None:
    """Effects from the start can't be slipped in later."""
    engine = new_game(SETUP)
    engine.advance()
    with pytest.raises(SetupError, match="before the game begins"):
        engine.begin_with(mtg_fsm.effects.EndTurn(), "A")

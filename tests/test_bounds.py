"""What comes from outside is bounded, and nothing of it is evaluated: hostile documents and messages give one error."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from random_games import SETUP
from test_fuzz import boards

import mtg_fsm
from mtg_fsm import (
    COMMANDS,
    Cast,
    GameSpec,
    History,
    LogError,
    MtgFsmError,
    NotationError,
    ReferenceGame,
    SnapshotError,
    Table,
    as_text,
    effects,
    from_text,
    new_game,
    replay,
    restore,
)
from mtg_fsm.errors import ScenarioError
from mtg_fsm.play import session
from mtg_fsm.play.session import Session
from mtg_fsm.scenario import loads
from mtg_fsm.words.base import MAX_DEPTH, MAX_PLAYERS, MAX_VALUES

PACKAGE = Path(mtg_fsm.__file__).parent
DEEPEST = MAX_DEPTH // 2 - 1
"""So many effects may be nested: each is an object in a list."""


def nested(times: int) -> dict[str, Any]:
    """An effect within so many others."""
    effect: dict[str, Any] = {"effect": "nothing"}
    for _ in range(times):
        effect = {"effect": "extra_turn", "then": [effect]}
    return effect


def cast(*what: dict[str, Any]) -> dict[str, Any]:
    return {"action": "cast", "name": "x", "player": "A", "effects": list(what)}


def test_the_deepest_effects_can_be_sent_saved_and_logged() -> None:
    """By each way in and out of the process; nothing that is accepted is lost for being too deep."""
    command = COMMANDS.validate_json(json.dumps(cast(nested(DEEPEST))))
    assert from_text(as_text(command)) == command
    history = History(new_game(SETUP))
    history.submit(command)
    assert restore(json.dumps(history.engine.snapshot())).state() == history.engine.state()
    assert replay(history.log(), ReferenceGame(())).events() == history.events()
    table = Table(history)
    assert Table.restore(json.loads(json.dumps(table.snapshot())), restore).engine.state() == history.engine.state()


@pytest.mark.parametrize("times", [DEEPEST + 1, 100, 200, 400, 5_000])
def test_effects_that_are_nested_deeper_are_refused(times: int) -> None:
    """As Python data, as JSON and as text, at whatever depth the parsers give up themselves."""
    with pytest.raises(ValidationError, match=r"nested deeper than 64|recursion"):
        COMMANDS.validate_python(cast(nested(times)))
    text = '{"effect":"extra_turn","then":[' * times + '{"effect":"nothing"}' + "]}" * times
    with pytest.raises(ValidationError, match=r"nested deeper than 64|recursion limit exceeded"):
        COMMANDS.validate_json(f'{{"action":"cast","name":"x","effects":[{text}]}}')
    with pytest.raises(NotationError, match=r"nested deeper than 64|recursion|200000 characters"):
        from_text(f"cast x effects=[{text}]")


def test_the_number_of_effects_is_bounded() -> None:
    """2,000 values are read, one more is not."""
    draws = [effects.Nothing()] * ((MAX_VALUES - 1) // 2)
    assert len(Cast(name="x", effects=tuple(draws)).effects) == len(draws)
    with pytest.raises(ValidationError, match="more than 2,000 values"):
        COMMANDS.validate_python(cast(*[{"effect": "draw", "count": 2}] * MAX_VALUES))


def test_the_number_of_players_is_bounded() -> None:
    """In a set-up and in a snapshot."""
    players = [{"id": f"p{number}"} for number in range(MAX_PLAYERS + 1)]
    spec = GameSpec.model_validate({"variant": "free_for_all", "players": players[:-1]})
    assert len(new_game(spec).advance()) > 0
    with pytest.raises(ValidationError, match="at most 100 items"):
        GameSpec.model_validate({"variant": "free_for_all", "players": players})
    names = [player["id"] for player in players]
    data = {**new_game().snapshot(), "players": names, "teams": [[name] for name in names], "starting_player": "p0"}
    with pytest.raises(SnapshotError, match="players: two or more different players are needed, 100 at most"):
        restore(data)


def deep(times: int = 100_000) -> Any:
    """A list in lists."""
    data: Any = []
    for _ in range(times):
        data = [data]
    return data


HOSTILE: dict[str, tuple[Callable[[], object], type[MtgFsmError]]] = {
    "deep snapshot": (lambda: restore("[" * 100_000), SnapshotError),
    "deep data": (lambda: restore({**new_game().snapshot(), "game": deep()}), SnapshotError),
    "long number": (lambda: restore('{"version": ' + "9" * 100_000 + "}"), SnapshotError),
    "not a number": (lambda: restore({**new_game().snapshot(), "version": float("nan")}), SnapshotError),
    "deep table": (
        lambda: Table.restore({"version": 2, "seats": {}, "rests": [], "log": deep()}, restore),
        SnapshotError,
    ),
    "deep line": (lambda: replay(["[" * 100_000], ReferenceGame(())), LogError),
    "long number in a line": (lambda: replay(['{"mtg_fsm": ' + "9" * 100_000 + "}"], ReferenceGame(())), LogError),
    "long text": (lambda: from_text("x" * 10_000_000), NotationError),
    "long word": (lambda: from_text("x" * 200_000), NotationError),
    "long key": (lambda: from_text("cast x " + "y" * 199_000), NotationError),
    "aliases": (lambda: loads("a: &a [x, x]\nb: [*a, *a]\n"), ScenarioError),
    "objects": (lambda: loads("!!python/object/apply:os.system ['exit 1']\n"), ScenarioError),
    "merge keys": (lambda: loads("scenario: x\n<<: {title: y}\n"), ScenarioError),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gives_one_short_error(name: str) -> None:
    """One of our own, in a line that a person can read."""
    read, error = HOSTILE[name]
    with pytest.raises(error) as raised:
        read()
    assert len(str(raised.value).splitlines()) == 1
    assert len(str(raised.value)) < 500


def test_large_boards_are_checked_in_proportion() -> None:
    """Looking for ids that are there twice compares each with a table, not with all others."""
    many = [{"id": f"p{number}"} for number in range(3_000)]
    spec = GameSpec.model_validate({"players": [{"id": "A", "battlefield": many}, {"id": "B"}]})
    engine = new_game(spec)
    engine.advance()
    assert restore(engine.snapshot()).state() == engine.state()
    with pytest.raises(ValidationError, match="the id 'p7' is used more than once"):
        GameSpec.model_validate({"players": [{"id": "A", "battlefield": [*many, {"id": "p7"}]}, {"id": "B"}]})


def test_a_saved_game_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is refused before it is parsed."""
    monkeypatch.setattr(session, "MAX_BYTES", 10)
    (tmp_path / "game.json").write_text("[" * 11)
    with pytest.raises(LogError, match=r"game\.json: has more than 10 bytes, which is the most that is read"):
        Session.load(tmp_path / "game.json")


def test_what_is_restored_is_what_was_checked() -> None:
    """Boards in the middle of something are read back from their text as they were."""
    for engine in boards():
        assert restore(json.dumps(engine.snapshot()).encode()).state() == engine.state()


def called(tree: ast.AST) -> set[str]:
    """What is called in a module, as it is written there."""
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def test_nothing_is_evaluated() -> None:
    """No module evaluates text or loads objects; `exec` is called once, on the fields of events."""
    calls = {
        path.relative_to(PACKAGE).as_posix(): called(ast.parse(path.read_text())) for path in PACKAGE.rglob("*.py")
    }
    forbidden = {"eval", "compile", "__import__", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "os.system"}
    for name, found in calls.items():
        assert not found & forbidden, name
        assert not {one for one in found if one.startswith(("pickle.", "marshal.", "shelve."))}, name
    assert [name for name, found in calls.items() if "exec" in found] == ["engine/events.py"]

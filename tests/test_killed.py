"""A process that is killed as it writes leaves the old file or the new one; a log loses its last line at most."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from random_games import SETUP
from typer.testing import CliRunner

from mtg_fsm import Engine, History, LogFile, ReferenceGame, Table, new_game, restore, write
from mtg_fsm.cli.app import app
from mtg_fsm.play.session import Session

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed in forks")

SCENARIO = Path(__file__).parent.parent / "examples" / "added-combat.yaml"


def played(times: int) -> Engine:
    """A game in which priority was passed so many times."""
    engine = new_game(SETUP)
    engine.advance()
    for _ in range(times):
        _pass(engine, engine)
    return engine


def _pass(game: Engine | History, engine: Engine) -> None:
    decision = engine.decision
    assert decision is not None
    game.submit(next(engine.legal(decision.player)))


def save_snapshot(times: int, folder: Path) -> None:
    write(folder / "game.json", json.dumps(played(times).snapshot()).encode())


def save_session(times: int, folder: Path) -> None:
    session = Session(Table(History(new_game(SETUP))))
    for _ in range(times):
        decision = session.engine.decision
        assert decision is not None
        session.submit(next(session.engine.legal(decision.player)))
    session.save(folder / "game.json")


def keep_log(times: int, folder: Path) -> None:
    log = LogFile(folder / "game.jsonl", History(new_game(SETUP)))
    for _ in range(times):
        _pass(log.history, log.history.engine)
        log.update()


def go_on_with_log(folder: Path) -> None:
    log = LogFile.load(folder / "game.jsonl", ReferenceGame(()))
    _pass(log.history, log.history.engine)
    log.update()


def command(*arguments: str, folder: Path) -> None:
    shown = CliRunner().invoke(app, [argument.replace("FOLDER", str(folder)) for argument in arguments])
    assert shown.exit_code == 0, shown.output


def old_file(name: str, folder: Path) -> None:
    (folder / name).write_text("old")


PICTURES = ("--diagram", "FOLDER/file.mmd", "--timeline", "FOLDER/file.json")
Step = Callable[[Path], object]
WRITERS: dict[str, tuple[Step, Step]] = {
    "snapshot": (partial(save_snapshot, 3), partial(save_snapshot, 9)),
    "session": (partial(save_session, 2), partial(save_session, 5)),
    "log": (lambda _folder: None, partial(keep_log, 3)),
    "log, gone on with": (partial(keep_log, 2), go_on_with_log),
    "run": (lambda _folder: None, lambda folder: command("run", str(SCENARIO), *PICTURES, folder=folder)),
    "render": (
        partial(old_file, "file.mmd"),
        lambda folder: command("render", "damage", "--out", "FOLDER/file.mmd", folder=folder),
    ),
}
"""What is there, and what is written then, in a process that is killed at each point."""


def killed(name: str, folder: Path) -> list[Path]:
    """What a process leaves that was killed at each point in turn; last the folder of one that came to its end."""
    done = subprocess.run(
        [sys.executable, "-c", f"import killed; killed.main('test_killed', {name!r}, {str(folder / 'killed')!r})"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [*map(Path, json.loads(done.stdout))]


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without those that were never finished."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}


def is_game(folder: Path) -> bool:
    return restore((folder / "game.json").read_bytes()).decision is not None


def is_session(folder: Path) -> bool:
    saved = json.loads((folder / "game.json").read_bytes())
    return bool(Session.load(folder / "game.json").table.snapshot() == saved)


def is_diagram(folder: Path) -> bool:
    return (folder / "file.mmd").read_text().startswith(("old", "---\n"))


@pytest.mark.parametrize(("name", "is_whole"), [("snapshot", is_game), ("session", is_session), ("render", is_diagram)])
def test_a_file_is_the_old_one_or_the_new_one(name: str, is_whole: Callable[[Path], bool], tmp_path: Path) -> None:
    """At whatever point it is killed: first the old one is there, from some point on the new one; both can be read."""
    (tmp_path / "old").mkdir()
    WRITERS[name][0](tmp_path / "old")
    left = killed(name, tmp_path)
    assert all(map(is_whole, left))
    *cut, whole = map(files, left)
    old = files(tmp_path / "old")
    assert old != whole
    renamed = cut.index(whole)
    assert 5 < renamed < len(cut)
    assert cut == [old] * renamed + [whole] * (len(cut) - renamed)


def test_several_files_are_whole_one_after_another(tmp_path: Path) -> None:
    """Each one that is there is as it is at the end."""
    *cut, whole = [files(folder) for folder in killed("run", tmp_path)]
    assert all(there.items() <= whole.items() for there in cut)
    numbers = [len(there) for there in cut]
    assert numbers == sorted(numbers)
    assert {*numbers} == {0, 1, 2}


@pytest.mark.parametrize("name", ["log", "log, gone on with"])
def test_a_log_loses_its_last_line_at_most(name: str, tmp_path: Path) -> None:
    """What is left is the beginning of the whole log, down to a part of a line, and is gone on with."""
    *cut, whole = killed(name, tmp_path)
    lines = (whole / "game.jsonl").read_bytes()
    depths = list[int]()
    for folder in cut:
        left = files(folder).get("game.jsonl")
        if left is None:
            assert not depths
            continue
        loaded = LogFile.load(folder / "game.jsonl", ReferenceGame(()))
        depths.append(loaded.history.node.depth)
        assert lines.startswith(left) or name != "log"
        _pass(loaded.history, loaded.history.engine)
        loaded.update()
        assert LogFile.load(folder / "game.jsonl", ReferenceGame(())).history.node.depth == depths[-1] + 1
    assert depths == sorted(depths)
    assert {*depths} == ({0, 1, 2, 3} if name == "log" else {2, 3})

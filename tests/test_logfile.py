"""A log in a file that grows with its history."""

from __future__ import annotations

from collections.abc import Iterable
from errno import ENOSPC
from pathlib import Path
from typing import BinaryIO

import pytest
from random_games import SETUP

import mtg_fsm.history
import mtg_fsm.logfile
from mtg_fsm import Cast, History, LogError, LogFile, ReferenceGame, new_game, replay


def log_file(path: Path, commands: int = 0) -> LogFile:
    """The log of a game in which so many times priority was passed."""
    log = LogFile(path / "game.jsonl", History(new_game(SETUP)))
    for _ in range(commands):
        pass_on(log.history)
        log.update()
    return log


def pass_on(history: History) -> None:
    """The default answer."""
    decision = history.engine.decision
    assert decision is not None
    history.submit(next(history.engine.legal(decision.player)))


def loads_as_it_is(log: LogFile) -> LogFile:
    """The file leads to the same place of the same game; from then on it is as a log is written at once."""
    loaded = LogFile.load(log.path, ReferenceGame(()))
    assert loaded.history.commands() == log.history.commands()
    assert loaded.history.events() == log.history.events()
    assert loaded.history.engine.state() == log.history.engine.state()
    assert loaded.path.read_text().splitlines() == [*loaded.history.log()]
    return loaded


def entries(lines: Iterable[str]) -> list[str]:
    """The lines of a log that do not say where the game is."""
    return [line for line in lines if not line.startswith('{"here"')]


def test_it_grows_and_is_played_again(tmp_path: Path) -> None:
    """What is appended after each command is the log that the history gives."""
    log = log_file(tmp_path, 20)
    assert entries(log.path.read_text().splitlines()) == entries(log.history.log())
    assert loads_as_it_is(log).history.node.depth == 20


def test_branches_come_in_the_order_in_which_they_were_tried(tmp_path: Path) -> None:
    """Undo, another command, back into the first branch: where the game is holds until a command follows."""
    log = log_file(tmp_path, 4)
    first = log.history.node
    log.history.undo()
    log.history.undo()
    log.update()
    assert log.path.read_text().splitlines()[-1] == '{"here": 2}'
    loads_as_it_is(log)
    log = LogFile(log.path, log.history)
    asked = log.history.engine.decision
    assert asked is not None
    log.history.submit(Cast(player=asked.player, name="bolt"))
    log.update()
    assert '"node": 5, "after": 2' in log.path.read_text()
    loads_as_it_is(log)
    log = LogFile(log.path, log.history)
    log.history.go_to(first)
    log.update()
    size = log.path.stat().st_size
    log.update()
    assert log.path.stat().st_size == size
    assert loads_as_it_is(log).history.node.depth == 4


def test_several_commands_are_appended_at_once(tmp_path: Path) -> None:
    """As those that a table gives by itself after one."""
    log = log_file(tmp_path)
    for _ in range(5):
        pass_on(log.history)
    log.update()
    assert loads_as_it_is(log).history.node.depth == 5


def test_a_log_that_ends_anywhere_is_gone_on_with(tmp_path: Path) -> None:
    """Cut off behind any byte of the last two commands it loses what is not whole; the game goes on from there."""
    log = log_file(tmp_path, 6)
    whole = log.path.read_bytes()
    depths = list[int]()
    begin = whole.index(b'{"node": 5')
    for end in range(begin, len(whole) + 1):
        log.path.write_bytes(whole[:end])
        loaded = LogFile.load(log.path, ReferenceGame(()))
        depths.append(loaded.history.node.depth)
        assert log.history.events()[: len(loaded.history.events())] == loaded.history.events()
    assert depths == sorted(depths)
    assert (depths[0], depths[-1]) == (4, 6)


def test_only_the_end_may_be_unfinished(tmp_path: Path) -> None:
    """A broken line in the middle, and an event that is another one, are refused with file and line."""
    log = log_file(tmp_path, 3)
    lines = log.path.read_text().splitlines()
    for place, changed, said in (
        (2, lines[2][:-3], "line 3: is no JSON"),
        (len(lines) - 1, lines[-1].replace("117.", "118."), f"line {len(lines)}: event: "),
        (0, "", "line 1: a log begins with a snapshot|line 2: mtg_fsm: version None"),
    ):
        log.path.write_text("\n".join([*lines[:place], changed, *lines[place + 1 :]]))
        with pytest.raises(LogError, match=rf"game\.jsonl: ({said})"):
            LogFile.load(log.path, ReferenceGame(()))
    with pytest.raises(LogError, match="line 3: is no JSON"):
        replay([*lines[:2], lines[2][:-3]], ReferenceGame(()))


def test_what_cannot_be_read_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file, a file that is too large, and a line that is too long."""
    with pytest.raises(LogError, match=r"none\.jsonl cannot be read: "):
        LogFile.load(tmp_path / "none.jsonl", ReferenceGame(()))
    log = log_file(tmp_path, 3)
    monkeypatch.setattr(mtg_fsm.logfile, "MAX_BYTES", 100)
    with pytest.raises(LogError, match=r"game\.jsonl: has more than 100 bytes, which is the most that is read"):
        LogFile.load(log.path, ReferenceGame(()))
    monkeypatch.setattr(mtg_fsm.history, "MAX_BYTES", 100)
    with pytest.raises(LogError, match=r"line 1: has \d+ characters; at most 100 are read"):
        replay(log.path.read_text().splitlines(), ReferenceGame(()))


def test_what_a_full_disk_kept_out_is_written_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line that is left there is overwritten."""
    log = log_file(tmp_path, 3)

    def full(file: BinaryIO, data: bytes) -> None:
        file.write(data[:20])
        raise OSError(ENOSPC, "No space left on device")

    before = log.path.read_bytes()
    pass_on(log.history)
    with monkeypatch.context() as patch:
        patch.setattr(mtg_fsm.logfile, "put", full)
        with pytest.raises(OSError, match=r"game\.jsonl cannot be written: No space left on device"):
            log.update()
    assert log.path.read_bytes()[:-20] == before
    log.update()
    assert loads_as_it_is(log).history.node.depth == 4


def test_a_log_file_needs_its_folder(tmp_path: Path) -> None:
    """It says so in one line."""
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*none"):
        LogFile(tmp_path / "none" / "game.jsonl", History(new_game(SETUP)))
    assert not [*tmp_path.iterdir()]

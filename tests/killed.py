"""A process that is killed as it writes: runs what writes again and again, and kills it at each point in turn.

A point is the opening of a file to write, each piece that is written to it, and each time that it is flushed, synced
or renamed. The one who kills is a fork of this process, so nothing is left to chance or to the clock.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

PIECES: Final = 3
"""In so many pieces each write is done."""
REAL_OPEN: Final = Path.open


class Killer:
    """Kills the process at the point of the given number, from 1; 0 never."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.points = 0

    def point(self) -> None:
        """Counts a point, and ends the process if it is the one."""
        self.points += 1
        if self.points == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


class File:
    """A file that is opened to write, whose data goes out piece by piece."""

    def __init__(self, file: Any, killer: Killer) -> None:
        self._file = file
        self._killer = killer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        """Each piece is handed over at once, as the system may do it."""
        step = max(1, -(-len(data) // PIECES))
        for start in range(0, len(data), step):
            self._file.write(data[start : start + step])
            self._file.flush()
            self._killer.point()

    def flush(self) -> None:
        self._file.flush()
        self._killer.point()


def watch(killer: Killer) -> None:
    """From now on the killer counts what this process writes."""

    def opened(path: Path, mode: str = "r", *arguments: Any, **keys: Any) -> Any:
        file = REAL_OPEN(path, mode, *arguments, **keys)
        if not set("wxa+") & set(mode):
            return file
        killer.point()
        return File(file, killer)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def then(*arguments: Any, **keys: Any) -> Any:
            answer = call(*arguments, **keys)
            killer.point()
            return answer

        return then

    changed: Any = os
    for name in ("fsync", "replace"):
        setattr(changed, name, counted(getattr(os, name)))
    changed = Path
    changed.open = opened


def in_a_fork(act: Callable[[], object], at: int) -> tuple[int, int]:
    """Does something in a process of its own: by which signal that ended, and how many points there were."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        killer = Killer(at)
        status = 1
        try:
            watch(killer)
            act()
            status = 0
        finally:
            os.write(writing, killer.points.to_bytes(4, "big"))
            os._exit(status)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    points = int.from_bytes(os.read(reading, 4), "big")
    os.close(reading)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("what was to be killed failed by itself")
    return (os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0), points


def at_each_point(folder: Path, prepare: Callable[[Path], object], act: Callable[[Path], object]) -> list[str]:
    """Kills what writes into a folder at each point; the folders that it leaves, the last one of which it finished."""
    left: list[str] = []
    for at in range(1, 1_000):
        there = folder / str(at)
        there.mkdir()
        prepare(there)
        ended, points = in_a_fork(lambda there=there: act(there), at)  # type: ignore[misc]
        left.append(str(there))
        if ended != signal.SIGKILL:
            assert points == at - 1
            return left
    raise AssertionError


def main(module: str, name: str, folder: str) -> None:
    """Runs the two functions `prepare` and `act` that a test module has under a name, and prints what is left."""
    prepare, act = __import__(module).WRITERS[name]
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir()
    json.dump(at_each_point(Path(folder), prepare, act), sys.stdout)

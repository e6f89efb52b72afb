"""A log in a file that grows with its history."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

from mtg_fsm.engine.protocol import Game
from mtg_fsm.engine.snapshot import MAX_BYTES
from mtg_fsm.errors import LogError
from mtg_fsm.files import put, read, write
from mtg_fsm.history import History, Node, entry_lines, here_line, replay


class LogFile:
    """A log that is written as the game goes on, so that a crash takes nothing of it away.

    Call `update` after each command. A process that is killed as it writes loses the last line at most; `load` goes on
    with the rest.
    """

    def __init__(self, path: Path, history: History) -> None:
        """Writes the whole log up to now, in the place of a file that is there. Raises OSError that names the file."""
        self.path = path
        self.history = history
        self._numbers = {node: number for number, node in enumerate(history.root.walk())}
        self._here = history.node
        data = _bytes(history.log())
        write(path, data)
        self._size = len(data)

    @classmethod
    def load(cls, path: Path, game: Game) -> LogFile:
        """Plays the log of a file again, and goes on with it; `game` takes over the game of the snapshot.

        What a killed process left unfinished at the end is left out. Raises LogError, naming the file and the line, for
        what is no log and where the game goes another way.
        """
        try:
            data = read(path, MAX_BYTES)
            if data is None:
                raise LogError(f"has more than {MAX_BYTES} bytes, which is the most that is read")
            history = replay(data.decode(errors="replace").split("\n"), game, unfinished=True)
        except OSError as error:
            raise LogError(f"{path} cannot be read: {error.strerror or error}") from None
        except LogError as error:
            raise LogError(f"{path}: {error}") from None
        return cls(path, history)

    def update(self) -> None:
        """Appends what the log does not have yet: the commands that led to where the game is, and that it is there.

        Raises OSError that names the file; what could not be written then is written the next time.
        """
        here = self.history.node
        if here is self._here:
            return
        node, new = here, list[Node]()
        while node not in self._numbers and node.parent is not None:
            new.append(node)
            node = node.parent
        numbers = {**self._numbers, **dict(zip(reversed(new), count(len(self._numbers)), strict=False))}
        lines = [line for node in reversed(new) for line in entry_lines(node, numbers)]
        self._append(_bytes(lines or [here_line(numbers[here])]))
        self._numbers, self._here = numbers, here

    def _append(self, data: bytes) -> None:
        try:
            with self.path.open("r+b") as file:
                file.seek(self._size)
                file.truncate()  # what a write that failed has left
                put(file, data)
        except OSError as error:
            raise OSError(f"{self.path} cannot be written: {error.strerror or error}") from error
        self._size += len(data)


def _bytes(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()

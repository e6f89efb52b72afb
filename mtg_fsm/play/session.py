"""A game at one keyboard, without its looks: what is said, taken back and saved, and who has to say something next."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.snapshot import MAX_BYTES
from mtg_fsm.errors import LogError, MtgFsmError
from mtg_fsm.files import read, write
from mtg_fsm.game import restore
from mtg_fsm.history import History
from mtg_fsm.machine import MACHINES
from mtg_fsm.machine.recording import Taken, recording
from mtg_fsm.passing import VERSION, Table
from mtg_fsm.play.bots import Bot
from mtg_fsm.words.base import as_list, as_mapping
from mtg_fsm.words.commands import Command

OLD: Final = "mtg_fsm_play"
"""What only files of version 1 have: seats, the numbers of the decisions that people were asked, and the log."""


class Session:
    """A game with its history, the wishes of its seats, and the bots that play some of them.

    Undo and redo go from one decision that a person was asked to another.
    """

    def __init__(self, table: Table, bots: Mapping[str, Bot] | None = None) -> None:
        """Starts the game if it has not begun; of the bots those play who are in the game.

        Raises MtgFsmError for a table without a history.
        """
        if table.history is None:
            raise MtgFsmError("game: has no history")
        self.table = table
        self.history: History = table.history
        self.engine: Engine = table.engine
        self.bots = dict(bots or {})
        self.unsaved = False
        self._machines, self._way = recording(MACHINES)
        table.begin()

    @property
    def players(self) -> tuple[str, ...]:
        """Those who sit at the keyboard, in turn order."""
        return tuple(player for player in self.engine.players if player not in self.bots)

    @property
    def deciders(self) -> tuple[str, ...]:
        """Those at the keyboard who can answer the open decision, for themselves or for another player (722)."""
        deciders = (self.engine.decider(player) for player in self.engine.asked_now)
        return tuple(dict.fromkeys(player for player in deciders if player not in self.bots))

    @property
    def bot_is_next(self) -> bool:
        """Whether only bots can answer the open decision."""
        return self.engine.decision is not None and not self.deciders

    def asked_through(self, decider: str) -> tuple[str, ...]:
        """The players for whom somebody can answer the open decision."""
        return tuple(player for player in self.engine.asked_now if self.engine.decider(player) == decider)

    # --- what is said ---

    def submit(self, command: Command) -> None:
        """Carries out a command, and passes on as the seats want. Raises what `Engine.submit` does."""
        self._carry(lambda: self.table.submit(command))

    def pass_until(self, player: str, until: str) -> None:
        """Passes on, as `Table.pass_until` does."""
        self._carry(lambda: self.table.pass_until(player, until))

    def wish(self, player: str, **wishes: Any) -> None:
        """Changes what a seat wants, as `Table.change` does."""
        self._carry(lambda: self.table.change(player, **wishes))

    def let_bot_answer(self) -> None:
        """Has the bot that is next answer the open decision."""
        player = next(player for player in self.engine.asked_now if self.engine.decider(player) in self.bots)
        bot = self.bots[self.engine.decider(player)]
        command = bot(self.engine, player, self.history.node.depth)
        self._carry(lambda: self.table.submit(command))

    def _carry(self, change: Callable[[], object]) -> None:
        change()
        self.unsaved = True

    # --- what is taken back ---

    def undo(self) -> None:
        """Goes back to the last decision that a person was asked. Raises MtgFsmError if there is none."""
        self._carry(lambda: self.table.undo(*self.players))

    def redo(self) -> None:
        """Goes on to the next decision that a person was asked. Raises MtgFsmError if there is none."""
        self._carry(lambda: self.table.redo(*self.players))

    def way(self) -> tuple[Taken, ...]:
        """The arcs that all machines took since a person was asked last, in order; none where the game began."""
        here, engine = self.history.node, self.engine
        start = self.table.last_asked(*self.players) or self.history.root
        del self._way[:]
        if start is here:
            return ()
        usual = engine.machines
        self.history.go_to(start)
        engine.machines = self._machines
        try:
            self.history.go_to(here)
        finally:
            engine.machines = usual
        return tuple(self._way)

    # --- what is saved ---

    def save(self, path: Path) -> None:
        """Writes the game to a file, whole or not at all. Raises OSError that names it."""
        write(path, f"{json.dumps(self.table.snapshot())}\n".encode())
        self.unsaved = False

    @classmethod
    def load(cls, path: Path, bots: Mapping[str, Bot] | None = None) -> Session:
        """The game of a file that `save` wrote.

        Raises LogError, naming the file and what is wrong in it, if it cannot be played again.
        """
        try:
            content = read(path, MAX_BYTES)
            if content is None:
                raise LogError(f"has more than {MAX_BYTES} bytes, which is the most that is read")
            data = as_mapping(json.loads(content)) or {}
            return cls(Table.restore(_current(data) if OLD in data else data, restore), bots)
        except OSError as error:
            raise LogError(f"{path} cannot be read: {error.strerror or error}") from None
        except MtgFsmError as error:
            raise LogError(f"{path}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise LogError(f"{path}: is no JSON ({error})") from None


def _current(data: Mapping[str, Any]) -> dict[str, Any]:
    """The snapshot of a table of what a file of version 1 has: everybody was asked at its rests, with these seats."""
    if data[OLD] != 1:
        raise LogError(f"{OLD}: {data[OLD]!r} is not known; this release reads 1")
    seats = as_mapping(data.get("seats")) or {}
    rests = [{"node": node, "asked": list(seats), "seats": seats} for node in as_list(data.get("rests")) or ()]
    return {**{key: value for key, value in data.items() if key != OLD}, "version": VERSION, "rests": rests}

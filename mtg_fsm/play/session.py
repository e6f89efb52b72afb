"""A game at one keyboard, without its looks: what is said, taken back and saved, and who has to say something next."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from mtg_fsm.diagrams.files import write
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import AttackerDeclared, Event, PlayerControlled, PutOnStack
from mtg_fsm.errors import LogError, MtgFsmError
from mtg_fsm.game import ReferenceGame
from mtg_fsm.history import History, Node, replay
from mtg_fsm.machine import MACHINES
from mtg_fsm.machine.recording import Taken, recording
from mtg_fsm.passing import Seat, Table
from mtg_fsm.play.bots import Bot
from mtg_fsm.words.base import Word
from mtg_fsm.words.commands import Command

VERSION: Final = 1
"""Of the files that this release saves."""
DECLARING: Final = ("declare_attackers", "declare_blockers")
SURPRISES: Final = (PutOnStack, AttackerDeclared, PlayerControlled)
"""What happens to nobody by a declaration of nothing."""


class Session:
    """A game with its history, the wishes of its seats, and the bots that play some of them.

    A rest is a decision that a person was asked for; undo and redo go from one to another. A declaration for which no
    creature can be chosen is nothing that a person is asked for, except with full control.
    """

    def __init__(
        self,
        history: History,
        *,
        seats: Mapping[str, Seat] | None = None,
        bots: Mapping[str, Bot] | None = None,
        rests: Iterable[Node] = (),
    ) -> None:
        """Starts the game if it has not begun. Raises MtgFsmError for a seat of an unknown player.

        Of the bots those play who are in the game.
        """
        self.history = history
        self.engine: Engine = history.engine
        self.table = Table(history, seats)
        self.bots = dict(bots or {})
        self.rests = set(rests)
        self.unsaved = False
        self._machines, self._way = recording(MACHINES)
        if history.node not in self.rests:
            self._carry(self.table.begin)
        self.unsaved = False

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
        self._carry(lambda: self.table.pass_until(player, until), {player: until})

    def wish(self, player: str, **wishes: Any) -> None:
        """Changes what a seat wants, as `Table.change` does."""
        self._carry(lambda: self.table.change(player, **wishes))

    def let_bot_answer(self) -> None:
        """Has the bot that is next answer the open decision."""
        player = next(player for player in self.engine.asked_now if self.engine.decider(player) in self.bots)
        bot = self.bots[self.engine.decider(player)]
        command = bot(self.engine, player, self.history.node.depth)
        self._carry(lambda: self.table.submit(command))

    def _carry(self, change: Callable[[], tuple[Event, ...]], goals: Mapping[str, str] | None = None) -> None:
        """Does something and goes on to what somebody has to decide.

        The table ends the goals of who is asked to declare; where nothing can be declared they go on.
        """
        before = {player: seat.goal for player, seat in self.table.seats.items()}
        turn = self.engine.position.turn
        events = change()
        while self._nothing_to_declare():
            wanted = {**before, **{player: {"until": until, "turn": turn} for player, until in (goals or {}).items()}}
            if not any(isinstance(event, SURPRISES) for event in events):
                self.table.seats = {
                    player: Seat.model_validate({**dict(seat), "goal": wanted[player]})
                    for player, seat in self.table.seats.items()
                }
            before, goals = {player: seat.goal for player, seat in self.table.seats.items()}, None
            events = self.table.submit(next(self.engine.legal(self.engine.asked_now[0])))
        self.unsaved = True
        if not self.bot_is_next:
            self.rests.add(self.history.node)

    def _nothing_to_declare(self) -> bool:
        decision = self.engine.decision
        if decision is None or decision.kind not in DECLARING or decision.choices:
            return False
        return not any(self.table.seats[player].full_control for player in self.deciders)

    # --- what is taken back ---

    def undo(self) -> None:
        """Goes back to the rest before. Raises MtgFsmError if there is none."""
        self._go_to(self._rest_before(), "there is no earlier decision to go back to")

    def redo(self) -> None:
        """Goes on to the rest that followed. Raises MtgFsmError if there is none."""
        node = self.history.node.latest
        while node is not None and node not in self.rests:
            node = node.latest
        self._go_to(node, "there is nothing to do again")

    def _go_to(self, node: Node | None, otherwise: str) -> None:
        if node is None:
            raise MtgFsmError(otherwise)
        self.history.go_to(node)
        self.table.seats = {player: seat.model_copy(update={"goal": None}) for player, seat in self.table.seats.items()}
        self.unsaved = True

    def _rest_before(self) -> Node | None:
        return next((node for node in self.history.node.line()[-2::-1] if node in self.rests), None)

    def way(self) -> tuple[Taken, ...]:
        """The arcs that all machines took since the rest before, in order; none where the game began."""
        here, engine, start = self.history.node, self.engine, self._rest_before() or self.history.root
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
        numbers = {node: number for number, node in enumerate(self.history.root.walk())}
        saved = Saved(
            mtg_fsm_play=VERSION,
            seats=dict(self.table.seats),
            rests=tuple(sorted(numbers[node] for node in self.rests)),
            log=tuple(json.loads(line) for line in self.history.log()),
        )
        write(path, f"{saved.model_dump_json()}\n".encode())
        self.unsaved = False

    @classmethod
    def load(cls, path: Path, bots: Mapping[str, Bot] | None = None) -> Session:
        """The game of a file that `save` wrote.

        Raises LogError, naming the file and what is wrong in it, if it cannot be played again.
        """
        try:
            saved = Saved.model_validate_json(path.read_bytes())
            history = replay(map(json.dumps, saved.log), ReferenceGame(()))
            return cls(history, seats=saved.seats, bots=bots, rests=saved.rests_in(history))
        except OSError as error:
            raise LogError(f"{path} cannot be read: {error.strerror or error}") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the file"
            raise LogError(f"{path}: {where}: {first['msg']}") from None
        except MtgFsmError as error:
            raise LogError(f"{path}: {error}") from None


class Saved(Word):
    """What a file of a game has: its version, the seats, the numbers of the rests in the log, and the log."""

    mtg_fsm_play: Literal[1]
    seats: dict[str, Seat]
    rests: tuple[Annotated[int, Field(strict=True)], ...]
    log: tuple[dict[str, Any], ...]

    def rests_in(self, history: History) -> list[Node]:
        """The rests of a history of this log. Raises LogError for a number that no decision of it has."""
        nodes = dict(enumerate(history.root.walk()))
        for number in self.rests:
            if number not in nodes:
                raise LogError(f"rests: {number} is no number of a decision; the last one is {len(nodes) - 1}")
        return [nodes[number] for number in self.rests]

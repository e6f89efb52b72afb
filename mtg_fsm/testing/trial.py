"""A game that is tried, and random play on it by a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import count, islice
from random import Random
from typing import Any, Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.engine.protocol import HOOKS, Game
from mtg_fsm.errors import ContractError, MtgFsmError
from mtg_fsm.testing.watched import unwatched
from mtg_fsm.words.commands import Command, Concede
from mtg_fsm.words.notation import as_text

MOST_LISTED: Final = 24
"""How many of the commands that a player may give are looked at in one decision."""
MOST_COMMANDS: Final = 300
"""How many commands are played at most, however long the turns are."""
SPREAD: Final = 20
"""At how many decisions at least, all over a play, something is looked at that takes time."""
PLAYS_ON: Final = "the game goes on, whatever is done of what is listed as legal"


def no_more(_engine: Engine) -> Iterable[Command]:
    """Nothing but what the engine lists."""
    return ()


class Trial:
    """How a game is tried: what makes a new one, commands beyond those that are listed, the seed and how many turns.

    `make_engine` gives a new engine with a new game, the same each time. `more_commands` gives what else may be tried
    at a decision: cards that `legal_actions` does not list; what is illegal is left out.
    """

    def __init__(
        self,
        make_engine: Callable[[], Engine],
        more_commands: Callable[[Engine], Iterable[Command]] = no_more,
        *,
        seed: int = 0,
        turns: int,
    ) -> None:
        self.make_engine = make_engine
        self.more_commands = more_commands
        self.seed = seed
        self.turns = turns

    def random(self) -> Random:
        """A source of chance that is the same each time."""
        return Random(self.seed)  # nosec B311 # chance by a seed, no secret

    def begin(self, engine: Engine | None = None) -> Engine:
        """A game at its first decision, a new one if none is given."""
        engine = self.make_engine() if engine is None else engine
        with holding(engine.game, PLAYS_ON, "as the game begins"):
            engine.advance()
        return engine

    @cached_property
    def played(self) -> tuple[tuple[Command, tuple[Event, ...]], ...]:
        """What is played, each command with the events that it caused."""
        return tuple(self.play(self.begin()))

    def play(self, engine: Engine) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """Plays legal commands at random for some turns, then all players concede, one after the other."""
        chance = self.random()
        for number in count():
            if engine.decision is None:
                return
            with holding(engine.game, PLAYS_ON, f"{at(engine)}, as it is asked what is legal"):
                done = number >= MOST_COMMANDS or engine.position.turn > self.turns
                command = Concede(player=engine.in_game[0]) if done else self._pick(engine, chance)
            with holding(engine.game, PLAYS_ON, f"{at(engine)}, by {as_text(command)}"):
                happened = engine.submit(command)
            yield command, happened

    def _pick(self, engine: Engine, chance: Random) -> Command:
        """Mostly what is done by default or is listed, so that turns go by; seldom a concession that ends nothing."""
        if len(engine.one_of_each_team(engine.in_game)) > 2 and chance.random() < 0.01:
            return Concede(player=chance.choice(engine.in_game))
        listed, more = self._listed(engine), self._more(engine)
        if more and chance.random() < 0.1:
            return chance.choice(more)
        return listed[0] if chance.random() < 0.5 else chance.choice(listed)

    def listed(self, engine: Engine) -> list[Command]:
        """What can be done at a decision, except to concede; what is done by default is first."""
        return [*self._listed(engine), *self._more(engine)]

    def _listed(self, engine: Engine) -> list[Command]:
        listed: list[Command] = [
            command
            for player in engine.asked_now
            for command in islice(engine.legal(player), MOST_LISTED)
            if not isinstance(command, Concede)
        ]
        if not listed:
            contract = "gives an answer to every decision, the default first"
            raise ContractError("possible_answers", contract, f"none {at(engine)}")
        return listed

    def _more(self, engine: Engine) -> list[Command]:
        return [command for command in self.more_commands(engine) if engine.why_not(command) is None]

    def walk(self, engine: Engine) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """Plays all commands on an engine: each one, and what it caused."""
        for command, _ in self.played:
            yield command, self.submit(engine, command)

    def visit(self, often: int) -> Iterator[tuple[Engine, int]]:
        """A game at the first few decisions of each kind and at others all over the play, with how many were before."""
        engine, seen, step = self.begin(), Counter[str](), max(1, len(self.played) // SPREAD)
        for place, (command, _) in enumerate(self.played):
            kind = engine.decision.kind if engine.decision is not None else ""
            seen[kind] += 1
            if seen[kind] <= often or place % step == 0:
                yield engine, place
            self.submit(engine, command)

    def submit(self, engine: Engine, command: Command) -> tuple[Event, ...]:
        """Carries out one of the commands. It is legal, unless the game is not the same each time."""
        contract = "the same commands are legal and cause the same events each time"
        with holding(engine.game, contract, f"{at(engine)}, by {as_text(command)}"):
            return engine.submit(command)


def at(engine: Engine) -> str:
    """Where a game is, in words."""
    decision = engine.decision
    asked = f" as {decision.player} is asked: {decision.kind}" if decision is not None else ""
    return f"in turn {engine.position.turn}, {engine.turn_state}{asked}"


def lister(engine: Engine) -> str:
    """The hook that lists what can be done at a decision."""
    with_actions = engine.decision is not None and engine.decision.kind in ("priority", "pay")
    return "legal_actions" if with_actions else "possible_answers"


@contextmanager
def holding(game: Game, contract: str, where: str, *, hook: str = "") -> Generator[None]:
    """Whatever is raised breaks the contract; of the innermost hook in which it was, if it is not said of which."""
    try:
        yield
    except ContractError:
        raise
    except Exception as error:
        raise ContractError(hook or _hook_of(error, unwatched(game)), contract, f"{shown(error)} {where}") from error


def shown(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _hook_of(error: Exception, game: Any) -> str:
    """The innermost hook of the game in which an error came up, else its class."""
    hook, traceback = type(game).__name__, error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code.co_name in HOOKS and frame.f_locals.get("self") is game:
            hook = frame.f_code.co_name
        traceback = traceback.tb_next
    return hook


class Taken(MtgFsmError):
    """What was tried is taken back."""


def taken_back(engine: Engine, command: Command) -> None:
    """Carries out a command and takes it back."""

    def attempt() -> None:
        engine.submit(command)
        raise Taken

    with suppress(Taken):
        engine.as_one(attempt)

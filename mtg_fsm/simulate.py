"""Any number of games, played by policies on any executor; the same seed gives the same games on any number of workers.

    >>> from mtg_fsm.simulate import simulate, summarized
    >>> results = list(simulate(games=3, seed=1))
    >>> [result.number for result in results], summarized(results).games
    ([0, 1, 2], 3)

A game has a seed of its own, which follows from the seed of all and its number. `play` plays one game by its seed, so
that any of a million can be looked at alone.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from statistics import quantiles
from typing import Any, Final, NamedTuple, Protocol

from mtg_fsm.cards import Deck, deal
from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import SetupError, SimulationError
from mtg_fsm.game.start import new_game
from mtg_fsm.history import History
from mtg_fsm.words.commands import Command, Concede
from mtg_fsm.words.setup import GameSpec

__all__ = [
    "Dealt",
    "GamePolicy",
    "GameResult",
    "OnProgress",
    "Summary",
    "at_random",
    "by_default",
    "play",
    "seed_of",
    "simulate",
    "summarized",
]


class GamePolicy(Protocol):
    """What a player answers who is asked; all that is random comes from the generator, so that the seed repeats it."""

    def __call__(self, engine: Engine, player: str, rng: random.Random, /) -> Command:
        """The answer of a player to the open decision."""
        ...


NewGame = Callable[[int], Engine]
"""What makes the game of a seed, not begun; for processes something that can be pickled, as a function of a module."""
OnProgress = Callable[[int, int], None]
"""What is told after each game how many of how many are done."""

FROM: Final = 200
"""Of so many legal commands a random player chooses at most; of attacks and blocks there may be too many to list."""
AHEAD: Final = 64
"""So many chunks are begun before the results of the first are taken."""


class GameResult(NamedTuple):
    """How a game went. `rule` is that of its end; None: it was broken off at `max_turns` or `max_decisions`."""

    number: int
    seed: int
    winners: tuple[str, ...]
    rule: str | None
    turns: int
    decisions: int
    events: int

    @property
    def drawn(self) -> bool:
        """Whether it ended without a winner."""
        return self.rule is not None and not self.winners


class Summary(NamedTuple):
    """Many results together. `turns` and `decisions` are the least, the three quartiles and the most of a game."""

    games: int
    wins: Mapping[str, int]
    draws: int
    broken_off: int
    turns: tuple[float, ...]
    decisions: tuple[float, ...]
    events: int


def at_random(engine: Engine, player: str, rng: random.Random) -> Command:
    """Anything legal but conceding, each as likely as the others."""
    listed = islice(engine.legal(player), FROM)
    return rng.choice([command for command in listed if not isinstance(command, Concede)])


def by_default(engine: Engine, player: str, _rng: random.Random) -> Command:
    """What happens by default: with priority a pass."""
    return next(engine.legal(player))


@dataclass(frozen=True)
class Dealt:
    """Makes games with decks, shuffled anew for each seed; `seats` are those of `mtg_fsm.cards.deal`."""

    seats: Mapping[str, str | Deck] | None = None

    def __call__(self, seed: int) -> Engine:
        """The game of a seed."""
        return new_game(deal(self.seats, seed=seed))


@dataclass(frozen=True)
class _Plan:
    """What is played, and how long at most."""

    make_game: NewGame | GameSpec
    policy: GamePolicy
    policies: Mapping[str, GamePolicy]
    max_turns: int
    max_decisions: int

    def begin(self, seed: int) -> Engine:
        """The game of a seed, not begun. Raises SetupError for the policy of a player who is not there."""
        engine = new_game(self.make_game) if isinstance(self.make_game, GameSpec) else self.make_game(seed)
        for player in self.policies:
            if player not in engine.players:
                raise SetupError(f"policies: there is no player {player!r}; there are {', '.join(engine.players)}")
        return engine


@dataclass
class _Played:
    """A game as it is played: what was said so far, and how much has happened."""

    commands: list[Command] = field(default_factory=list[Command])
    events: int = 0


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of many, from their seed and its number from 0 on."""
    return int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=6).digest(), "big")


def play(
    seed: int,
    game: NewGame | GameSpec | None = None,
    policy: GamePolicy = at_random,
    *,
    policies: Mapping[str, GamePolicy] | None = None,
    number: int = 0,
    max_turns: int = 1_000,
    max_decisions: int = 100_000,
) -> GameResult:
    """Plays the one game of a seed, as `simulate` does. Raises SimulationError if anything in it fails."""
    return _play(_plan(game, policy, policies, max_turns, max_decisions), number, seed)


def simulate(
    game: NewGame | GameSpec | None = None,
    policy: GamePolicy = at_random,
    *,
    policies: Mapping[str, GamePolicy] | None = None,
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    chunk_size: int | None = None,
    max_turns: int = 1_000,
    max_decisions: int = 100_000,
    progress: OnProgress | bool = False,
) -> Iterator[GameResult]:
    """Plays games and gives their results in the order of their numbers, each as soon as it is known.

    `game` makes the game of a seed, or is the set-up of all; left out, A plays the sample deck `assault` against B with
    `time`, shuffled anew in each game. `policy` is that of all players but for those whom `policies` names.
    `executor` is any of `concurrent.futures`; left out, the games are played here. For processes the game and the
    policies have to be picklable.
    `chunk_size` games go to a worker at a time. `progress` true shows a bar on a terminal, if rich is installed.

    Raises SetupError for a number that cannot be, and SimulationError if anything in a game fails, after the results
    of the games before; it names the game and holds the log by which it is played again.
    """
    for name, value, least in (("games", games, 0), ("chunk_size", chunk_size, 1), ("max_turns", max_turns, 1)):
        if value is not None and value < least:
            raise SetupError(f"{name}: has to be at least {least}, not {value}")
    plan = _plan(game, policy, policies, max_turns, max_decisions)
    size = chunk_size or max(1, min(50, games // AHEAD))
    chunks = [(number, min(number + size, games)) for number in range(0, games, size)]
    return _told(_results(plan, seed, chunks, executor), games, progress)


def _plan(
    game: NewGame | GameSpec | None,
    policy: GamePolicy,
    policies: Mapping[str, GamePolicy] | None,
    max_turns: int,
    max_decisions: int,
) -> _Plan:
    made: NewGame | GameSpec = game if game is not None else Dealt()
    return _Plan(made, policy, policies or {}, max_turns, max_decisions)


def _told(results: Iterator[GameResult], games: int, progress: OnProgress | bool) -> Iterator[GameResult]:
    """The same results, with progress told after each."""
    shown: AbstractContextManager[OnProgress | None]
    shown = (_bar() if progress else nullcontext()) if isinstance(progress, bool) else nullcontext(progress)
    with shown as tell:
        for done, result in enumerate(results, 1):
            if tell is not None:
                tell(done, games)
            yield result


@contextmanager
def _bar() -> Generator[OnProgress | None]:
    """A bar on the terminal that standard error is; nothing anywhere else, or without rich."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
    except ImportError:
        yield None
        return
    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games")
        yield lambda done, games: bar.update(task, completed=done, total=games)


_Chunk = tuple[list[GameResult], SimulationError | None]
"""Results of games one after another, and why the next one has none."""


def _results(
    plan: _Plan, seed: int, chunks: Iterable[tuple[int, int]], executor: Executor | None
) -> Iterator[GameResult]:
    for results, failure in _chunks(plan, seed, chunks, executor):
        yield from results
        if failure is not None:
            raise failure


def _chunks(plan: _Plan, seed: int, chunks: Iterable[tuple[int, int]], executor: Executor | None) -> Iterator[_Chunk]:
    """Chunks in their order; what was begun and is no longer wanted is cancelled."""
    if executor is None:
        for chunk in chunks:
            yield from (_play_chunk(plan, seed, number, number + 1) for number in range(*chunk))
        return
    waiting, left = deque[Future[_Chunk]](), iter(chunks)
    try:
        waiting.extend(executor.submit(_play_chunk, plan, seed, *chunk) for chunk in islice(left, AHEAD))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(executor.submit(_play_chunk, plan, seed, *chunk) for chunk in islice(left, 1))
            yield done
    finally:
        for future in waiting:
            future.cancel()


def _play_chunk(plan: _Plan, seed: int, first: int, end: int) -> _Chunk:
    results: list[GameResult] = []
    for number in range(first, end):
        try:
            results.append(_play(plan, number, seed_of(seed, number)))
        except SimulationError as failure:
            return results, failure
    return results, None


def _play(plan: _Plan, number: int, seed: int) -> GameResult:
    played = _Played()
    try:
        engine = _play_on(plan, seed, played)
    except SetupError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise SimulationError(number, seed, reason, _log(plan, seed, played)) from error
    outcome = engine.outcome
    winners, rule = (outcome.winners, outcome.rule) if outcome is not None else ((), None)
    return GameResult(number, seed, winners, rule, engine.position.turn, len(played.commands), played.events)


def _play_on(plan: _Plan, seed: int, played: _Played) -> Engine:
    """Plays a game to its end, or up to where it is broken off."""
    engine, rng = plan.begin(seed), random.Random(f"policy {seed}")  # nosec B311 # chance by a seed, no secret
    played.events += len(engine.advance())
    while (decision := engine.decision) is not None:
        if len(played.commands) >= plan.max_decisions or engine.position.turn > plan.max_turns:
            break
        policy = plan.policies.get(decision.decided_by, plan.policy)
        command = policy(engine, decision.player, rng)
        played.events += len(engine.submit(command))
        played.commands.append(command)
    return engine


def _log(plan: _Plan, seed: int, played: _Played) -> tuple[str, ...]:
    """The log of a game up to where it failed; empty if it cannot be played again so far."""
    try:
        history = History(plan.begin(seed))
        for command in played.commands:
            history.submit(command)
        return tuple(history.log())
    except Exception:
        return ()


def summarized(results: Iterable[GameResult]) -> Summary:
    """Results of many games together; of none at all zeros."""
    found = list(results)
    wins = Counter(winner for result in found for winner in result.winners)
    return Summary(
        games=len(found),
        wins=dict(sorted(wins.items())),
        draws=sum(result.drawn for result in found),
        broken_off=sum(result.rule is None for result in found),
        turns=_spread([result.turns for result in found]),
        decisions=_spread([result.decisions for result in found]),
        events=sum(result.events for result in found),
    )


def _spread(numbers: list[int]) -> tuple[float, ...]:
    """The least, the quartiles and the most."""
    if not numbers:
        return (0.0,) * 5
    middle: Any = quantiles(numbers, method="inclusive") if len(numbers) > 1 else numbers * 3
    return (float(min(numbers)), *map(float, middle), float(max(numbers)))

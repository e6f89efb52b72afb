"""The command that plays many games."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from mtg_fsm.cards import decks as sample_decks
from mtg_fsm.cli.output import error, print_json
from mtg_fsm.diagrams import write
from mtg_fsm.errors import SimulationError
from mtg_fsm.simulate import Dealt, GameResult, Summary, simulate, summarized

_SEATS: Final = "ABCDEFGH"


def _seats(text: str) -> dict[str, str]:
    names = text.split(",")
    unknown = next((name for name in names if name not in sample_decks()), None)
    if unknown is not None or not 2 <= len(names) <= len(_SEATS):
        known = ", ".join(sample_decks())
        raise typer.BadParameter(
            f"must be two to {len(_SEATS)} of {known}, with commas, not {text!r}", param_hint="--decks"
        )
    return dict(zip(_SEATS, names, strict=False))


def play_games(
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Shuffles cards, and decides what players do.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="In so many processes.")] = 1,
    decks: Annotated[
        str, typer.Option(metavar="NAME,NAME...", help="The decks of players A, B and so on.")
    ] = "assault,time",
    max_turns: Annotated[int, typer.Option(metavar="N", min=1, help="Break a game off after so many turns.")] = 1_000,
    as_json: Annotated[
        bool, typer.Option("--json", help="The result of each game, one a line, and then the summary, as JSON.")
    ] = False,
) -> None:
    """Play games in which all players do anything legal at random, and print who won how many.

    The same seed gives the same games, whatever the number of processes. If a game fails, its log is written to
    failed-game-NUMBER.jsonl, from which mtg_fsm.history plays it again.

    Example: mtg-fsm simulate --games 100 --seed 7 --jobs 2

    Exit status: 0; 1 if a game failed; 2 if an argument is not valid.
    """
    seats, begun = _seats(decks), time.perf_counter()
    results: list[GameResult] = []
    with _workers(jobs) as executor:
        try:
            played = simulate(
                Dealt(seats), games=games, seed=seed, executor=executor, max_turns=max_turns, progress=not as_json
            )
            for result in played:
                results.append(result)
                if as_json:
                    print_json(result._asdict())
        except SimulationError as failure:
            error(failure)
            _save(failure)
            raise typer.Exit(1) from None
    summary = summarized(results)
    if as_json:
        print_json({"summary": summary._asdict()})
        return
    for line in _lines(summary, seats):
        typer.echo(line)
    seconds = time.perf_counter() - begun
    typer.echo(f"{games / seconds:.1f} games a second, {summary.events / seconds:.0f} events a second")


@contextmanager
def _workers(jobs: int) -> Generator[Executor | None]:
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs) as executor:
        yield executor


def _save(failure: SimulationError) -> None:
    if failure.log:
        path = Path(f"failed-game-{failure.number}.jsonl")
        write(path, "".join(f"{line}\n" for line in failure.log).encode())
        error(f"wrote {path}")


def _lines(summary: Summary, seats: dict[str, str]) -> Iterator[str]:
    yield f"{summary.games} games"
    for player, deck in seats.items():
        wins = summary.wins.get(player, 0)
        yield f"  {player} ({deck}) won {wins}, {wins / summary.games:.1%}"
    yield f"  drawn {summary.draws}, broken off {summary.broken_off}"
    yield f"  turns      {_spread(summary.turns)}"
    yield f"  decisions  {_spread(summary.decisions)}"


def _spread(numbers: Sequence[float]) -> str:
    least, low, middle, high, most = numbers
    return f"{middle:g} in the median, half of the games {low:g} to {high:g}, all {least:g} to {most:g}"

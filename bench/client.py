"""Measures what a client asks of a game at turn 100, on an empty board and on one of 200 permanents.

Absolute figures differ from machine to machine; each stands beside a pass through the public API on the same board.
"""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

from mtg_fsm import Cast, Engine, GameSpec, History, Pass, PermanentSpec, PlayerSpec, new_game, restore, view

TURN: Final = 100
TIMES: Final = 200
ROUNDS: Final = 5


def _board(permanents: int) -> GameSpec:
    half = permanents // 2
    players = (
        PlayerSpec(id=player, library=1_000, battlefield=tuple(PermanentSpec(id=f"{player}{n}") for n in range(half)))
        for player in "AB"
    )
    return GameSpec(players=tuple(players))


def _at_turn_100(permanents: int) -> History:
    """A game in which everybody has passed and nobody has attacked, at a priority of turn 100."""
    history = History(new_game(_board(permanents)))
    engine = history.engine
    while engine.position.turn < TURN or engine.pending is None or engine.pending.kind != "priority":
        assert engine.pending is not None
        history.submit(next(engine.legal(engine.pending.player)))
    return history


def _best(call: Callable[[], Any], times: int = TIMES) -> float:
    """Seconds a call, the best of several rounds."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            call()
        rounds.append((time.perf_counter() - start) / times)
    return min(rounds)


def _passed_and_undone(history: History) -> tuple[float, float]:
    """Seconds of a pass and of taking it back."""
    passes, undos = list[float](), list[float]()
    for _ in range(ROUNDS * TIMES):
        start = time.perf_counter()
        history.submit(Pass())
        between = time.perf_counter()
        history.undo()
        passes.append(between - start)
        undos.append(time.perf_counter() - between)
    return min(passes), min(undos)


def _bytes(permanents: int) -> int:
    tracemalloc.start()
    engine = new_game(_board(permanents))
    engine.advance()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert engine.pending is not None
    return used


def _measure(permanents: int) -> None:
    history = _at_turn_100(permanents)
    engine: Engine = history.engine
    player = engine.asked_now[0]
    text = json.dumps(engine.snapshot())
    refused = Cast(player=player, name="no such card")
    passing, undoing = _passed_and_undone(history)
    figures = {
        "submit(pass)": passing,
        "legal, all of it": _best(lambda: list(engine.legal(player))),
        "why_not, refused": _best(lambda: engine.why_not(refused)),
        "decision": _best(lambda: engine.decision),
        "view": _best(lambda: view(engine, player), 50),
        "snapshot": _best(engine.snapshot, 20),
        "restore of its text": _best(lambda: restore(text), 20),
        "undo": undoing,
        "undo to turn 1": _to_the_start_and_back(history),
    }
    print(f"\nAt turn {TURN}, {permanents} permanents")
    for name, seconds in figures.items():
        print(f"  {name:<20} {seconds * 1e6:10.1f} us  {seconds / passing:8.2f} passes")
    print(f"  snapshot             {len(text):10} bytes as text")
    print(f"  game in memory       {_bytes(permanents):10} bytes as it begins")


def _to_the_start_and_back(history: History) -> float:
    here = history.node
    start = time.perf_counter()
    history.go_to(history.root)
    seconds = time.perf_counter() - start
    history.go_to(here)
    return seconds


def main() -> None:
    """Prints every figure, with its ratio to a pass."""
    for permanents in (0, 200):
        _measure(permanents)


if __name__ == "__main__":
    main()

"""Measures what an event, a turn and a game cost, each beside what it is compared with, in one run.

Absolute figures differ from machine to machine and from minute to minute; the ratios are what counts. Runs of the
things compared take turns, and the best of each is taken.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import new_game
from mtg_fsm.machine import MACHINES, SHARED, TURN, CompiledMachine
from mtg_fsm.words.commands import Pass
from mtg_fsm.words.effects import PermanentSpec, Static
from mtg_fsm.words.setup import GameSpec, PlayerSpec

ROUNDS = 7
TURNS = 40
GAMES = 1000

STOCK = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
TURN_MACHINE, STOCK_TURN = SHARED[TURN.name], STOCK[TURN.name]


class Walker:
    """A model whose guards let one natural turn follow another, and whose callbacks do nothing."""

    __slots__ = ("turn_state",)

    def __init__(self) -> None:
        self.turn_state = "beginning.untap"


def _answer(value: bool) -> Callable[[Walker], bool]:
    return lambda _walker: value


def _nothing(_walker: Walker) -> None:
    return None


for _guard in TURN.guards:
    setattr(Walker, _guard.name, _answer(_guard.name == "nothing_added_or_skipped"))
for _callback in TURN.callbacks:
    setattr(Walker, _callback.name, _nothing)

HAND_WRITTEN = {
    "beginning.untap": "beginning.upkeep",
    "beginning.upkeep": "beginning.draw",
    "beginning.draw": "precombat_main",
    "precombat_main": "combat.beginning_of_combat",
    "combat.beginning_of_combat": "combat.declare_attackers",
    "combat.declare_attackers": "combat.end_of_combat",
    "combat.end_of_combat": "postcombat_main",
    "postcombat_main": "ending.end",
    "ending.end": "ending.cleanup",
    "ending.cleanup": "beginning.untap",
}


def hand_written(walker: Walker) -> None:
    """The same step, written by hand for this one walk, without guards or callbacks."""
    walker.turn_state = HAND_WRITTEN[walker.turn_state]


def _walk(step: Callable[[Walker], Any], events: int) -> Callable[[], float]:
    def timed() -> float:
        walker = Walker()
        start = time.perf_counter()
        for _ in range(events):
            step(walker)
        return (time.perf_counter() - start) / events

    return timed


def _turns(machines: dict[str, CompiledMachine] | None = None) -> Callable[[], tuple[float, int]]:
    """Seconds for a number of turns in which both players always pass, and how many passes they took."""

    def timed() -> tuple[float, int]:
        engine: Engine = new_game(machines=machines)
        engine.advance()
        passes = 0
        start = time.perf_counter()
        while engine.position.turn <= TURNS:
            pending = engine.pending
            assert pending is not None
            if pending.kind == "priority":
                engine.submit(Pass())
                passes += 1
            else:
                engine.submit(next(engine.legal(pending.player)))
        return time.perf_counter() - start, passes

    return timed


def _judged(kind: str) -> float:
    """Seconds for refusing an empty declaration on a big board, which says what would be legal, and accepting that."""
    mine = tuple(
        PermanentSpec(
            id=f"a{number}",
            attacks_if_able=number % 2 == 0,
            must_be_blocked=number % 2 == 0,
            cant_attack_alone=number % 3 == 0,
            attack_cost=int(number % 11 == 0),
            keywords=("menace",) if number % 5 == 0 else ("flying",) if number % 7 == 0 else (),
            abilities=(Static(max_attackers=30, max_blockers=30),) if number == 0 else (),
        )
        for number in range(40)
    )
    theirs = tuple(
        PermanentSpec(
            id=f"b{number}",
            blocks_if_able=number % 4 == 0,
            cant_block_alone=number % 9 == 0,
            block_cost=int(number % 11 == 0),
            max_blocks=2 if number % 13 == 0 else 1,
            keywords=("reach",) if number % 3 == 0 else (),
        )
        for number in range(40)
    )
    players = (PlayerSpec(id="A", battlefield=mine), PlayerSpec(id="B", battlefield=theirs))
    engine = new_game(GameSpec(players=players))
    engine.advance()
    while engine.pending is not None and engine.pending.kind != kind:
        engine.submit(next(engine.legal(engine.pending.player)))
    start = time.perf_counter()
    if kind == "declare_attackers":
        assert {} not in engine.legal_attacks
        assert next(iter(engine.legal_attacks)) in engine.legal_attacks
    else:
        assert {} not in engine.legal_blocks
        assert next(iter(engine.legal_blocks)) in engine.legal_blocks
    return time.perf_counter() - start


def _bytes_a_game() -> float:
    """Memory of a waiting game with its reference game, beyond what all games share."""
    new_game().advance()
    gc.collect()
    tracemalloc.start()
    games: list[Engine] = []
    for _ in range(GAMES):
        engine = new_game()
        engine.advance()
        games.append(engine)
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert all(engine.machines is SHARED for engine in games)
    return used / GAMES


def main() -> None:
    """Prints every figure, with its ratio."""
    walks = {
        "hand-written step": _walk(hand_written, 20_000),
        "compiled dispatch": _walk(lambda walker: TURN_MACHINE.trigger_event(walker, "proceed"), 20_000),
        "stock transitions": _walk(lambda walker: STOCK_TURN.trigger_event(walker, "proceed"), 400),
    }
    print(f"An event of the turn machine (best of {ROUNDS} rounds that take turns)")
    best = dict.fromkeys(walks, float("inf"))
    for _ in range(ROUNDS):
        for name, walk in walks.items():
            best[name] = min(best[name], walk())
    for name, seconds in best.items():
        print(f"  {name:<20} {seconds * 1e6:8.2f} us")
    print(f"  compiled is {best['stock transitions'] / best['compiled dispatch']:.0f} times as fast as stock")
    print(f"  compiled takes {best['compiled dispatch'] / best['hand-written step']:.1f} times a hand-written step")

    print(f"\nWhole turns of two players who always pass, through the public API, events included ({TURNS} turns)")
    games = {
        "compiled dispatch": _turns(),
        "stock transitions": _turns(STOCK),
    }
    fastest = {name: min((game() for _ in range(3)), key=lambda result: result[0]) for name, game in games.items()}
    for name, (seconds, passes) in fastest.items():
        print(f"  {name:<20} {TURNS / seconds:8.0f} turns a second, {passes / seconds:8.0f} passes a second")
    ratio = fastest["stock transitions"][0] / fastest["compiled dispatch"][0]
    print(f"  compiled is {ratio:.1f} times as fast as stock")

    print("\nA declaration with 40 possible attackers, 20 requirements and several restrictions, judged (best of 3)")
    for name, what in (("attackers (508.1c-d)", "declare_attackers"), ("blockers (509.1b-c)", "declare_blockers")):
        seconds = min(_judged(what) for _ in range(3))
        print(f"  {name:<20} {seconds * 1e3:8.1f} ms")

    print(f"\nMemory of {GAMES} waiting games that share one machine")
    print(f"  {_bytes_a_game():.0f} bytes a game, its reference game included")


if __name__ == "__main__":
    main()

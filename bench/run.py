"""Measures what an event, a turn and a game cost, each beside what it is compared with, in one run.

Absolute figures differ from machine to machine and from minute to minute; the ratios are what counts. Times are CPU
times; runs of the things compared take turns, many of them, and the best of each is taken.

`MANABOT_PYTHON` names a Python in which manabot is installed, whose engine in Rust is then measured, too.
"""

from __future__ import annotations

import gc
import os
import subprocess
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

ROUNDS = 25
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

NEXT = {
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
LAST = {state for state, after in NEXT.items() if state.partition(".")[0] != after.partition(".")[0]}
"""States with which a phase ends."""
FIRST = {NEXT[state] for state in LAST}


def hand_written(walker: Any) -> None:
    """The same step, written by hand for this one walk: the same guards and callbacks in the same order."""
    state = walker.turn_state
    if not walker.nothing_added_or_skipped():
        return
    if (state == "combat.declare_attackers" and walker.any_attackers()) or (
        state == "ending.cleanup" and walker.another_cleanup_step()
    ):
        return
    if "." in state:
        walker.expire_until_end_of_step()
        walker.empty_mana_pools()
        if state == "combat.end_of_combat":
            walker.remove_all_from_combat()
        walker.end_step()
    if state in LAST:
        walker.expire_until_end_of_phase()
        walker.empty_mana_pools()
        walker.end_phase()
    if state == "combat.declare_attackers":
        walker.skip_blockers_and_damage()
    elif state == "ending.cleanup":
        walker.end_turn()
        walker.begin_turn()
        walker.expire_until_turn()
        walker.apply_riders()
        walker.trigger_beginning_of_turn()
    state = walker.turn_state = NEXT[state]
    if state in FIRST:
        walker.begin_phase()
        walker.expire_until_phase()
        walker.apply_riders()
        walker.trigger_beginning_of_phase()
    if "." in state:
        walker.begin_step()
        walker.expire_until_step()
        walker.trigger_beginning_of_step()


def _walk(step: Callable[[Walker], Any], events: int) -> Callable[[], float]:
    def timed() -> float:
        walker = Walker()
        start = time.process_time()
        for _ in range(events):
            step(walker)
        return (time.process_time() - start) / events

    return timed


def _turns(machines: dict[str, CompiledMachine] | None = None) -> Callable[[], tuple[float, int]]:
    """Seconds for a number of turns in which both players always pass, and how many passes they took."""

    def timed() -> tuple[float, int]:
        engine: Engine = new_game(machines=machines)
        engine.advance()
        passes = 0
        start = time.process_time()
        while engine.position.turn <= TURNS:
            pending = engine.pending
            assert pending is not None
            if pending.kind == "priority":
                engine.submit(Pass())
                passes += 1
            else:
                engine.submit(next(engine.legal(pending.player)))
        return time.process_time() - start, passes

    return timed


MANABOT = """
import sys, time, types, importlib.util
package = importlib.util.find_spec("manabot")  # which is not imported whole: that needs PyTorch
sys.modules["manabot"] = module = types.ModuleType("manabot")
module.__path__ = list(package.submodule_search_locations)
from manabot import managym
env = managym.Env(seed=1, skip_trivial=False)
shown, _ = env.reset([managym.PlayerConfig(player, {"Forest": 40}) for player in "AB"])
passes, start = 0, time.process_time()
while not shown.game_over:
    actions = [str(action.action_type).upper() for action in shown.action_space.actions]
    shown, *_ = env.step(next((place for place, name in enumerate(actions) if "PASS" in name), 0))
    passes += 1
print(time.process_time() - start, shown.turn.turn_number, passes)
"""


def _managym(python: str) -> tuple[float, float]:
    """Turns and passes a second of manabot's engine, run with that Python, both players always passing."""
    ran = subprocess.run([python, "-c", MANABOT], capture_output=True, text=True, check=True)
    seconds, turns, passes = map(float, ran.stdout.split())
    return turns / seconds, passes / seconds


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
    start = time.process_time()
    if kind == "declare_attackers":
        assert {} not in engine.legal_attacks
        assert next(iter(engine.legal_attacks)) in engine.legal_attacks
    else:
        assert {} not in engine.legal_blocks
        assert next(iter(engine.legal_blocks)) in engine.legal_blocks
    return time.process_time() - start


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
        "hand-written step": _walk(hand_written, 5_000),
        "compiled dispatch": _walk(lambda walker: TURN_MACHINE.trigger_event(walker, "proceed"), 5_000),
        "stock transitions": _walk(lambda walker: STOCK_TURN.trigger_event(walker, "proceed"), 200),
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
        "compiled dispatch": (_turns(), ROUNDS),
        "stock transitions": (_turns(STOCK), 3),
    }
    fastest = {name: min(game() for _ in range(rounds)) for name, (game, rounds) in games.items()}
    speeds = {name: (TURNS / seconds, passes / seconds) for name, (seconds, passes) in fastest.items()}
    python = os.environ.get("MANABOT_PYTHON")
    if python:
        speeds["managym (Rust)"] = max(_managym(python) for _ in range(3))
    for name, (turns, passes_a_second) in speeds.items():
        print(f"  {name:<20} {turns:8.0f} turns a second, {passes_a_second:8.0f} passes a second")
    ours, stock = speeds["compiled dispatch"], speeds["stock transitions"]
    print(f"  compiled is {ours[0] / stock[0]:.1f} times as fast as stock")
    if python:
        theirs = speeds["managym (Rust)"]
        print(f"  and {ours[0] / theirs[0]:.2f} times as fast as managym by turns, {ours[1] / theirs[1]:.2f} by passes")
    else:
        print("  managym is left out: MANABOT_PYTHON names no Python that has it")

    print("\nA declaration with 40 possible attackers, 20 requirements and several restrictions, judged (best of 3)")
    for name, what in (("attackers (508.1c-d)", "declare_attackers"), ("blockers (509.1b-c)", "declare_blockers")):
        seconds = min(_judged(what) for _ in range(3))
        print(f"  {name:<20} {seconds * 1e3:8.1f} ms")

    print(f"\nMemory of {GAMES} waiting games that share one machine")
    print(f"  {_bytes_a_game():.0f} bytes a game, its reference game included")


if __name__ == "__main__":
    main()

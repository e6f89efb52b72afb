"""Faults at every point of a command: engine and game are as they were to the last object, and the game goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest
from support import load_one, of_interpreted_code
from test_whole_or_nothing import FaultyEngine, FaultyGame, Trap, play_plain, rich_game

import mtg_fsm
from mtg_fsm import Command, Engine, Event, GameSpec, History, Seat, Table, new_game
from mtg_fsm.engine.protocol import Game
from mtg_fsm.machine import MACHINES
from mtg_fsm.scenario import run

LEAVING = """
    scenario: leaving
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield: [{id: bear, power: 3, keywords: [first_strike]}, {id: ox, power: 4}, {id: cub}]
        - id: B
          life: 3
          battlefield:
            - {id: wall, toughness: 4}
            - {id: clock, types: [artifact],
               abilities: [{effect: trigger, name: chime, when: {beginning_of: upkeep}, whose: each},
                           {effect: trigger, name: toll, when: {beginning_of: end}, whose: each}]}
        - id: C
          battlefield: [{id: imp}, {id: cloak, types: [artifact], subtypes: [equipment], attached_to: cub}]
        - id: D
          battlefield: [{id: mule, abilities: [{effect: trigger, name: bray, when: {event: attacks}}]}]
    script:
      - at: {turn: 1, step: upkeep, player: C}
        do: [{action: cast, name: oath, effects: [{effect: extra_turn}, {effect: control_player, player: D, by: C},
                                                  {effect: gain_control, permanent: mule, lasts: forever}]}]
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: theft, effects: [{effect: gain_control, permanent: imp, lasts: forever},
                                                   {effect: extra_phases, phases: [combat]},
                                                   {effect: skip, what: draw, player: each}]}]
      - at: {turn: 1, step: beginning_of_combat, player: C}
        do: [{action: cast, name: doom, effects: [{effect: draw}]}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, ox: C, cub: D}}]
      - at: {turn: 1, step: declare_attackers, player: C}
        do: [{action: cast, name: last, effects: [{effect: draw}]}]
      - at: {turn: 1, decision: declare_blockers, player: C}
        do: [{action: concede}]
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: mist, effects: [{effect: end_turn}]}]
    until: {turn: 3, step: upkeep}
    expect:
      events:
        - {event: player_left, player: C}
        - {event: player_lost, player: B}
        - {event: phase_ended, phase: combat}
        - {event: phase_ended, phase: combat}
        - {event: step_skipped, step: draw}
"""
"""Four players: an attack on three of them, of whom one concedes before blocking and one dies by first strike."""

ERRORS = (OSError, MemoryError, KeyboardInterrupt)
SETTING_BACK = ("undo_to", "return_to", "save", "load")
"""Hooks by which a game is set back or saved, which must not fail."""


@cache
def leaving_game() -> tuple[GameSpec, tuple[Command, ...]]:
    scenario = load_one(LEAVING)
    result = run(scenario)
    assert result.ok, result.failures
    return scenario.game.model_copy(update={"free_casting": True}), result.commands


GAMES = {"rich": cache(rich_game), "leaving": leaving_game}
"""A whole turn with triggers, skips, added units and combat with costs and first strike; and players who leave."""


class AnyTrap(Trap):
    """Raises errors of one class."""

    def __init__(self, error: type[BaseException]) -> None:
        super().__init__()
        self.error = error

    def spring(self) -> None:
        """Counts a call, and raises if it is the one."""
        self.calls += 1
        if self.calls == self.at:
            raise self.error


class AnyFaultyGame(FaultyGame):
    """A game of which every hook fails that may, also where the engine takes and forgets marks."""

    UNTOUCHED = SETTING_BACK


def trap_hooks(engine: Engine, trap: Trap) -> None:
    """Each hook fails as it is called, and once more before it answers."""
    for after in (False, True):
        engine.game = cast("Game", AnyFaultyGame(engine.game, trap, after=after))


def trap_callbacks(engine: Engine, trap: Trap) -> None:
    """Each guard, callback and action of the machines fails before and after its work."""
    engine.__class__ = FaultyEngine
    cast("FaultyEngine", engine).trap = trap


def trap_listeners(engine: Engine, trap: Trap) -> None:
    """Each listener fails: to events, and to states as they are entered and left."""
    engine.listeners = (lambda _engine, _event: trap.spring(),)
    for name, machine in MACHINES.items():
        for state in machine.states:
            for listen in (engine.on_enter, engine.on_exit):
                listen(f"{name}.{state.name}", lambda _engine, _state: trap.spring())


TRAPS = (trap_hooks, trap_callbacks, trap_listeners)


def trapped_game(spec: GameSpec) -> Engine:
    """A game whose class can be made one with traps."""
    plain = new_game(spec)
    engine = FaultyEngine.__new__(FaultyEngine)
    for name in Engine.__slots__:
        setattr(engine, name, getattr(plain, name))
    engine.trap = Trap()
    return engine


def exactly(engine: Engine) -> tuple[Any, ...]:
    """Everything of a game that a command could change."""
    return engine.state(), engine.game.save(), engine.events, engine.running, engine.keeps_marks, engine.seats


def assert_unchanged(engine: Engine, before: tuple[Any, ...]) -> None:
    """Everything is equal, and the values of the engine are the same objects."""
    assert exactly(engine) == before
    assert all(now is then for now, then in zip(engine.state(), before[0], strict=True))


def until_nothing_fails(engine: Engine, trap: AnyTrap, act: Callable[[], Sequence[Event]]) -> tuple[list[Event], int]:
    """Does something with the trap at each point in turn until none is left: what happened, and how many points."""
    points = 0
    while True:
        before = exactly(engine)
        trap.arm(points + 1)
        try:
            happened = act()
        except trap.error:
            trap.arm(0)
            assert_unchanged(engine, before)
            points += 1
        else:
            trap.arm(0)
            return [*happened], points


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("set_traps", TRAPS)
def test_an_error_at_any_point_undoes_the_command(
    name: str, error: type[BaseException], set_traps: Callable[[Engine, Trap], None]
) -> None:
    """At every call of a hook, callback, guard, action or listener in turn; then the same command does the same."""
    spec, commands = GAMES[name]()
    engine, trap = trapped_game(spec), AnyTrap(error)
    set_traps(engine, trap)
    events, points = until_nothing_fails(engine, trap, engine.advance)
    for command in commands:
        happened, more = until_nothing_fails(engine, trap, lambda command=command: engine.submit(command))  # type: ignore[misc]
        events += happened
        points += more
    assert points > 500
    assert events == play_plain(spec, commands)


@pytest.mark.parametrize("set_traps", [trap_hooks, trap_listeners])
def test_an_error_at_any_point_leaves_a_history_as_it_was(set_traps: Callable[[Engine, Trap], None]) -> None:
    """Also as the history keeps what has happened: the tree has no node more, and its log is the same."""
    spec, commands = GAMES["rich"]()
    engine, trap = trapped_game(spec), AnyTrap(MemoryError)
    history = History(engine)
    set_traps(engine, trap)
    events = [*history.events()]
    for command in commands:
        node, size = history.node, len([*history.root.walk()])

        def act(command: Command = command) -> Sequence[Event]:
            assert history.node is node  # noqa: B023 - called in this round
            assert (len([*history.root.walk()]), node.latest) == (size, None)  # noqa: B023
            return history.submit(command)

        events += until_nothing_fails(engine, trap, act)[0]
    assert events == play_plain(spec, commands)


@pytest.mark.parametrize("over", [Engine, History])
def test_an_error_at_any_point_leaves_a_table_as_it_was(over: type[Engine | History]) -> None:
    """Seats, and who has been asked, are as before the command and all that follows by itself."""
    spec, commands = GAMES["leaving"]()
    engine, trap = trapped_game(spec), AnyTrap(MemoryError)
    asked_all = {player.id: Seat(full_control=True) for player in spec.players}
    table = Table(engine if over is Engine else History(engine), asked_all)
    table.begin()
    table.change("A", full_control=False)
    trap_listeners(engine, trap)
    for command in commands[:40]:
        if engine.why_not(command) is not None:
            continue
        seats, saved = table.seats, table.snapshot()

        def act(command: Command = command) -> Sequence[Event]:
            assert table.seats is seats  # noqa: B023 - called in this round
            assert over is History or table.snapshot() == saved  # noqa: B023
            return table.submit(command)

        until_nothing_fails(engine, trap, act)


# --- memory ---


CODE = str(Path(mtg_fsm.__file__).parent)


@contextmanager
def failing_at_line(number: int) -> Generator[list[int]]:
    """Raises MemoryError as the line of that number of this package would be run, from 1; tells how many were."""
    lines, before = [0], sys.gettrace()

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if not frame.f_code.co_filename.startswith(CODE):
            return None
        if event == "line":
            lines[0] += 1
            if lines[0] == number:
                raise MemoryError(f"at line {number}")
        return trace

    sys.settrace(trace)
    try:
        yield lines
    finally:
        sys.settrace(before)


def until_no_line_fails(engine: Engine, act: Callable[[], Sequence[Event]], places: int) -> tuple[list[Event], int]:
    """Does something with no memory left at about so many lines all over it, until it is done: what happened."""
    with failing_at_line(0) as lines, suppress(_TakenBack):
        engine.as_one(lambda: _take_back(act()))
    step = max(1, lines[0] // places)
    for failed, number in enumerate(count(1, step)):
        before = exactly(engine)
        try:
            with failing_at_line(number):
                return [*act()], failed
        except (MemoryError, UserWarning):  # pydantic warns of what it could not make
            assert_unchanged(engine, before)
    raise AssertionError


class _TakenBack(Exception):
    """What was tried is taken back."""


def _take_back(_happened: object) -> None:
    raise _TakenBack


@of_interpreted_code
@pytest.mark.parametrize("name", GAMES)
def test_no_memory_at_a_line_undoes_the_command(name: str) -> None:
    """At lines of the package all over each command; then the game goes on as if nothing had been."""
    spec, commands = GAMES[name]()
    engine = new_game(spec)
    events, failed = [*engine.advance()], 0
    for command in commands:
        happened, more = until_no_line_fails(engine, lambda command=command: engine.submit(command), 12)  # type: ignore[misc]
        events += happened
        failed += more
    assert failed > 500
    assert events == play_plain(spec, commands)


def until_no_allocation_fails(name: str, step: int) -> None:
    """Plays a game and has each `step`th allocation of each command fail; prints how many that were."""
    memory: Any = import_module("_testcapi")
    spec, commands = GAMES[name]()
    engine = new_game(spec)
    events, failed = [*engine.advance()], 0
    for command in commands:
        for number in count(1, step):
            before = exactly(engine)
            try:
                memory.set_nomemory(number, number + 1)
                try:
                    happened = engine.submit(command)
                finally:
                    memory.remove_mem_hooks()
            except BaseException:  # also what pydantic makes of it
                assert_unchanged(engine, before)
                failed += 1
            else:
                events += happened
                break
    assert events == play_plain(spec, commands)
    sys.stdout.write(f"{failed}")


@pytest.mark.skipif(find_spec("_testcapi") is None, reason="this Python has no module to make allocations fail")
@pytest.mark.parametrize("name", GAMES)
def test_an_allocation_that_fails_undoes_the_command(name: str) -> None:
    """In Python itself: every fifth allocation that a command makes; in a process of its own, which must not crash."""
    done = subprocess.run(
        [sys.executable, "-c", f"from test_faults import *; until_no_allocation_fails({name!r}, 5)"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1_000

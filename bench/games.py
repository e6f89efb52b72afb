"""What whole games cost: turns, passes, what a client asks, memory, and how that grows with a game."""

from __future__ import annotations

import copy
import gc
import json
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rounds import Round, repeated

from mtg_fsm import (
    BlankGame,
    Cast,
    Engine,
    GameSpec,
    History,
    Pass,
    PermanentSpec,
    PlayerSpec,
    effects,
    new_game,
    restore,
    view,
)
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.words.effects import Effect, Static

GAMES: Final = 500
COPIES: Final = 50
"""So many games are made, since tables that all games share may grow as one is."""
LIBRARY: Final = 100_000


def begun(spec: GameSpec | None = None, machines: Mapping[str, CompiledMachine] | None = None) -> Engine:
    """A game at its first decision."""
    engine = new_game(spec, machines=machines)
    engine.advance()
    return engine


def answer(engine: Engine) -> None:
    """What happens by default; with priority a pass."""
    pending = engine.pending
    assert pending is not None
    engine.submit(Pass() if pending.kind == "priority" else next(engine.legal(pending.player)))


def play_to(engine: Engine, turn: int) -> None:
    """Plays on until a turn with that number begins."""
    while engine.position.turn < turn:
        answer(engine)


class Costs(NamedTuple):
    """Seconds of a turn, and of a pass after which the other player has priority in the same step."""

    turn: float
    pass_: float


def turns(engine: Engine, number: int) -> Costs:
    """What turns cost in which everybody passes."""
    end, spent, passes = engine.position.turn + number, 0, 0
    start = time.process_time()
    while engine.position.turn < end:
        if engine.pending is not None and engine.pending.kind == "priority" and not engine.passed:
            begin = time.process_time_ns()
            engine.submit(Pass())
            spent, passes = spent + time.process_time_ns() - begin, passes + 1
        else:
            answer(engine)
    return Costs((time.process_time() - start) / number, spent / 1e9 / passes)


def turns_of(engine: Engine) -> Round:
    """Rounds of some turns of a game that goes on: seconds a turn."""
    return lambda: turns(engine, 5).turn


def whole_turns(make: Callable[[], Engine], number: int) -> tuple[Round, Round]:
    """Rounds of turns from the beginning of a game: seconds a turn, and seconds a pass, all else included."""

    def played() -> tuple[float, int]:
        engine, passes = make(), 0
        start = time.process_time()
        while engine.position.turn <= number:
            passes += engine.pending is not None and engine.pending.kind == "priority"
            answer(engine)
        return time.process_time() - start, passes

    def a_pass() -> float:
        seconds, passes = played()
        return seconds / passes

    return lambda: played()[0] / number, a_pass


# --- what does not concern a step ---


def _players(battlefield: int = 0, in_force: tuple[Effect, ...] = ()) -> GameSpec:
    """A set-up by code that is trusted: documents may not bring so many effects."""
    lands = (tuple(PermanentSpec(id=f"{name}{n}", types=("land",)) for n in range(battlefield // 2)) for name in "AB")
    return GameSpec(
        free_casting=True,
        players=tuple(
            PlayerSpec(id=name, library=LIBRARY, battlefield=there).model_copy(
                update={"effects": in_force if name == "A" else ()}
            )
            for name, there in zip("AB", lands, strict=True)
        ),
    )


def with_permanents(number: int) -> GameSpec:
    """Lands that nobody does anything with."""
    return _players(number)


def with_effects(number: int) -> GameSpec:
    """Continuous effects that modify nothing and never end."""
    return _players(in_force=tuple(effects.Continuous(name=f"e{n}", lasts="forever") for n in range(number)))


def with_abilities(number: int) -> GameSpec:
    """Abilities that look for the death of creatures that are not there."""
    looks = (
        effects.Trigger.model_validate({"name": "a", "when": {"event": "dies", "of": f"x{n}"}}) for n in range(number)
    )
    return _players(in_force=tuple(looks))


UNCONCERNED: Final[Mapping[str, Callable[[int], GameSpec]]] = {
    "permanents": with_permanents,
    "effects in force": with_effects,
    "abilities": with_abilities,
}


def resolving(permanents: int) -> Round:
    """Rounds of a resolution above another object: after it, it is looked whether the game is in a loop (104.4b)."""
    engine = begun(with_permanents(permanents))
    for number in range(60):
        engine.submit(Cast(name=f"s{number}", effects=(effects.Nothing(),)))
    history = History(engine)

    def timed() -> float:
        here = history.node
        start = time.process_time()
        for _ in range(80):
            history.submit(Pass())
        spent = time.process_time() - start
        history.go_to(here)
        return spent / 40

    return timed


# --- what a client asks ---


def _creatures(number: int) -> GameSpec:
    return GameSpec(
        players=tuple(
            PlayerSpec(
                id=name, library=1_000, battlefield=tuple(PermanentSpec(id=f"{name}{n}") for n in range(number // 2))
            )
            for name in "AB"
        )
    )


def client(permanents: int, turn: int) -> dict[str, Round]:
    """Rounds of all that a client asks of a game at a priority of a turn; the first is a pass."""
    history = History(new_game(_creatures(permanents)))
    engine = history.engine
    while engine.position.turn < turn or engine.pending is None or engine.pending.kind != "priority":
        history.submit(next(engine.legal(engine.asked_now[0])))
    player = engine.asked_now[0]
    refused, text = Cast(player=player, name="no such card"), json.dumps(engine.snapshot())

    def passed_and_undone(number: int) -> Round:
        def timed() -> float:
            spent = [0.0, 0.0]
            for _ in range(100):
                start = time.process_time()
                history.submit(Pass())
                between = time.process_time()
                history.undo()
                spent[0] += between - start
                spent[1] += time.process_time() - between
            return spent[number] / 100

        return timed

    def to_the_start() -> float:
        here = history.node
        start = time.process_time()
        history.go_to(history.root)
        spent = time.process_time() - start
        history.go_to(here)
        return spent

    return {
        "a pass": passed_and_undone(0),
        "to undo it": passed_and_undone(1),
        "all that is legal": repeated(lambda: list(engine.legal(player)), 100),
        "why not, of what is refused": repeated(lambda: engine.why_not(refused), 200),
        "what one player may see": repeated(lambda: view(engine, player), 30),
        "a snapshot": repeated(engine.snapshot, 20),
        "to restore its text": repeated(lambda: restore(text), 10),
        f"to undo all {turn} turns": to_the_start,
    }


def small_calls() -> dict[str, Round]:
    """Rounds of what has a goal of its own, on an empty board."""
    engine = begun()
    calls: dict[str, Round] = {
        "who decides what now": repeated(lambda: engine.decision, 2_000),
        "construction of a game": repeated(new_game, 300),
    }
    if hasattr(engine, "copy"):
        calls["a copy of a game"] = repeated(lambda: copy.copy(engine), 500)
    return calls


# --- declarations ---


def judged(kind: str) -> float:
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
    engine = begun(GameSpec(players=players))
    while engine.pending is not None and engine.pending.kind != kind:
        answer(engine)
    declarations = engine.legal_attacks if kind == "declare_attackers" else engine.legal_blocks
    start = time.process_time()
    assert {} not in declarations
    assert next(iter(declarations)) in declarations
    return time.process_time() - start


# --- memory, and long games ---


def bytes_a_game() -> float:
    """Memory of a waiting game with its reference game, beyond what all games share."""
    begun()
    return _traced(lambda: [begun() for _ in range(GAMES)]) / GAMES


def bytes_with(permanents: int) -> tuple[int, float]:
    """The text of a snapshot of a game as it begins, and its memory, with so many permanents."""
    spec = _creatures(permanents)
    text = json.dumps(begun(spec).snapshot())
    return len(text), _traced(lambda: begun(spec))


def _traced(make: Callable[[], Any]) -> float:
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return used


def at_turn(make: Callable[[], Engine], turn: int) -> Engine:
    """A game in which everybody has passed up to a turn."""
    engine = make()
    play_to(engine, turn)
    return engine


def bytes_of(engine: Engine, saved: Callable[[Engine], Engine]) -> float:
    """How large a game is that is made of a snapshot of this one."""
    saved(engine)  # what is made once for all games does not count
    return _traced(lambda: [saved(engine) for _ in range(COPIES)]) / COPIES


def blank() -> Engine:
    """A game without cards, at its first decision: nothing of what happened stays."""
    engine = Engine(BlankGame(), ("A", "B"))
    engine.advance()
    return engine


def blank_again(engine: Engine) -> Engine:
    """The same game, made of its snapshot."""
    return Engine.restore(engine.snapshot(), BlankGame())


def with_cards() -> Engine:
    """A reference game with libraries that last, at its first decision."""
    return begun(_players())


def with_cards_again(engine: Engine) -> Engine:
    """The same game, made of its snapshot."""
    return restore(engine.snapshot())

"""Perft: how many sequences of commands there are from a position, as known numbers prove a move generator in chess.

Every listed answer to every decision counts (`Engine.legal`); conceding, which is always possible, does not. A sequence
that ends the game has no longer ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.words.commands import Command, Concede
from mtg_fsm.words.notation import as_text


def choices(engine: Engine) -> Iterator[Command]:
    """All that counts at the open decision, in a stable order; nothing once the game is over."""
    for player in engine.asked_now:
        for command in engine.legal(player):
            if not isinstance(command, Concede):
                yield command


def perft(engine: Engine, depth: int) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` commands there are from the open decision.

    The engine is afterwards as it was; one that has not begun begins. Raises MtgFsmError for a depth below 1.
    """
    counts = [0] * _checked(depth)
    _in_place(engine, lambda: _count(engine, 0, counts))
    return tuple(counts)


def divide(engine: Engine, depth: int) -> Mapping[str, int]:
    """How many sequences of `depth` commands begin with each command, by its text; otherwise like `perft`."""
    found: dict[str, int] = {}

    def count() -> None:
        state, mark = engine.state(), engine.game.mark()
        for command in tuple(choices(engine)):
            counts = [0] * (depth - 1)
            if counts:
                engine.submit(command)
                _count(engine, 0, counts)
                engine.set_state(state)
                engine.game.undo_to(mark)
            found[as_text(command)] = counts[-1] if counts else 1

    _checked(depth)
    _in_place(engine, count)
    return found


def _checked(depth: int) -> int:
    if depth < 1:
        raise MtgFsmError(f"depth: has to be 1 or more, not {depth}")
    return depth


def _in_place(engine: Engine, count: Any) -> None:
    """Counts, with marks kept, and goes back."""
    engine.advance()
    kept, engine.keeps_marks = engine.keeps_marks, True
    state, mark = engine.state(), engine.game.mark()
    try:
        count()
    finally:
        engine.set_state(state)
        engine.game.undo_to(mark)
        engine.keeps_marks = kept


def _count(engine: Engine, level: int, counts: list[int]) -> None:
    """Adds the sequences from here. The last commands are only listed: whatever is listed can be carried out."""
    here = tuple(choices(engine))
    counts[level] += len(here)
    if level == len(counts) - 1:
        return
    state, mark = engine.state(), engine.game.mark()
    for command in here:
        engine.submit(command)
        _count(engine, level + 1, counts)
        engine.set_state(state)
        engine.game.undo_to(mark)

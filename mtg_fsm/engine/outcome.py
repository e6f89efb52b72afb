"""Ending the game: losing, leaving, winning and drawing (104)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mtg_fsm.engine import leaving
from mtg_fsm.engine.events import GameEnded, PlayerLost

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


class Outcome(NamedTuple):
    """How a game ended: who won, or that it is a draw, and by which rule."""

    winners: tuple[str, ...]
    draw: bool
    rule: str


def lose(engine: Engine, players: Sequence[str], rule: str) -> None:
    """These players lose simultaneously and leave (104.3, 104.5); the game may end by that (104.2a, 104.4a)."""
    losing = [player for player in players if player in engine.in_game]
    if not losing or engine.outcome is not None:
        return
    for player in losing:
        engine.emit(PlayerLost(engine.position, rule, player))
    leaving.leave(engine, losing)
    if len(engine.in_game) <= 1:
        winners = engine.in_game
        engine.outcome = Outcome(winners, not winners, "104.2a" if winners else "104.4a")
        engine.pending = None


def win(engine: Engine, player: str) -> None:
    """104.2b: an effect says that the player wins."""
    if engine.outcome is None and player in engine.in_game:
        engine.outcome = Outcome((player,), False, "104.2b")


def draw(engine: Engine, rule: str) -> None:
    """104.4: the game is a draw."""
    if engine.outcome is None:
        engine.outcome = Outcome((), True, rule)


def end_game(engine: Engine) -> None:
    """104.1: the game is over; nothing is processed any more."""
    result = engine.outcome
    assert result is not None
    engine.pending = None
    engine.actions_left = ()
    engine.effects_left = ()
    engine.emit(GameEnded(engine.position, result.rule, result.winners, result.draw))

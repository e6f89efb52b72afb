"""Ending the game: losing, leaving, winning and drawing (104)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mtg_fsm.engine.events import GameEnded, PlayerLeft, PlayerLost
from mtg_fsm.engine.stack import leave_stack

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
    engine.in_game = tuple(player for player in engine.in_game if player not in losing)
    for player in losing:
        _leave(engine, player)
    if len(engine.in_game) <= 1:
        winners = engine.in_game
        engine.outcome = Outcome(winners, not winners, "104.2a" if winners else "104.4a")


def _leave(engine: Engine, player: str) -> None:
    """800.4a: what the player owns and controls goes; effects that give them control end."""
    engine.emit(PlayerLeft(engine.position, "104.5", player))
    engine.game.leave(engine, player)
    for object_ in engine.stack:
        if object_.controller == player:
            leave_stack(engine, object_, "800.4a", "nowhere")
    engine.control_next = {who: by for who, by in engine.control_next.items() if player not in (who, by)}
    engine.control = {who: by for who, by in engine.control.items() if player not in (who, by)}


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

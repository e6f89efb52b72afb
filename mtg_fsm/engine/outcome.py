"""Ending the game: losing, leaving, winning and drawing (104)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from mtg_fsm.engine import declarations, leaving
from mtg_fsm.engine.events import GameEnded, PlayerLost

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


class Outcome(NamedTuple):
    """How a game ended: who won, or that it is a draw, and by which rule."""

    winners: tuple[str, ...]
    draw: bool
    rule: str


def lose(engine: Engine, rules: Mapping[str, str]) -> None:
    """Players lose simultaneously, each by a rule, and leave (104.3, 104.5); the game may end (104.2, 104.4).

    With `lose_together` their teams do (810.8).
    """
    if engine.options.lose_together:
        rules = {member: rules.get(member, rules[player]) for player in rules for member in engine.team_of(player)}
    losing = [player for player in rules if player in engine.in_game]
    if not losing or engine.outcome is not None:
        return
    for player in losing:
        engine.emit(PlayerLost(engine.position, rules[player], player))
    leaving.leave(engine, losing)
    left = engine.one_of_each_team(engine.in_game)
    if len(left) <= 1:
        winners = engine.team_of(left[0]) if left else ()
        won, drawn = ("104.2c", "104.4d") if len(engine.teams) < len(engine.players) else ("104.2a", "104.4a")
        engine.outcome = Outcome(winners, not winners, won if winners else drawn)
        engine.pending = None


def concede(engine: Engine, player: str) -> None:
    """104.3a: a player concedes and leaves at once, perhaps while a declaration can be taken back.

    One's own is taken back (732.1). Somebody else's goes on, and the moment to which it goes back is one without that
    player: what it would be like then is found by going there and back again, of which nobody is told.
    """
    declaration = engine.declaration
    if declaration is None or declaration.before is None:
        lose(engine, {player: "104.3a"})
        return
    if player in engine.team_of(declaration.player):
        declarations.undo_declaration(engine)
        lose(engine, {player: "104.3a"})
        return
    now, listeners, events = (engine.state(), engine.game.mark()), engine.listeners, engine.events
    engine.listeners, engine.events = (), []
    try:
        engine.return_to(*declaration.before)
        lose(engine, {player: "104.3a"})
        without = (engine.state(), engine.game.mark())
        engine.return_to(*now)
    finally:
        engine.listeners, engine.events = listeners, events
    engine.declaration = declaration._replace(before=without)
    lose(engine, {player: "104.3a"})


def win(engine: Engine, player: str) -> None:
    """104.2b: an effect says that the player wins."""
    if engine.outcome is None and player in engine.in_game:
        engine.outcome = Outcome(engine.team_of(player), False, "104.2b")


def draw(engine: Engine, rule: str) -> None:
    """104.4: the game is a draw."""
    if engine.outcome is None:
        engine.outcome = Outcome((), True, rule)


def end_game(engine: Engine) -> None:
    """104.1: the game is over; nothing is processed any more."""
    result = engine.outcome
    assert result is not None  # nosec B101 # for type checkers
    engine.pending = None
    engine.actions_left = ()
    engine.effects_left = ()
    engine.emit(GameEnded(engine.position, result.rule, result.winners, result.draw))

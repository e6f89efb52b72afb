"""A game of one's own in the place of the reference game."""

from __future__ import annotations

import pytest

from mtg_fsm import BlankGame, Cast, Context, Effect, Engine, Game, Pass, Refusal, SetupError, effects
from mtg_fsm.engine.protocol import HOOKS


class Duel(BlankGame):
    """Each player has ten points; the one spell takes some from the opponent."""

    def __init__(self) -> None:
        self.points = {"A": 10, "B": 10}

    def save(self) -> dict[str, object]:
        return dict(self.points)

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        return None if command.name == "bolt" else super().why_not_cast(engine, player, command)

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        assert isinstance(effect, effects.Custom)
        target = engine.seat_after(context.controller)
        self.points = {**self.points, target: self.points[target] - int(str(effect.arguments["points"]))}

    def state_based_actions(self, engine: Engine) -> bool:
        beaten = [player for player, points in self.points.items() if points <= 0 and player in engine.in_game]
        engine.lose(beaten, "104.3b")
        return bool(beaten)


BOLT = Cast(name="bolt", effects=(effects.Custom(name="hit", arguments={"points": 6}),))


def _resolve(engine: Engine, player: str) -> None:
    while engine.decision is not None and engine.decision.player != player:
        engine.submit(Pass())
    engine.submit(BOLT)
    while engine.stack and engine.decision is not None:
        engine.submit(Pass())


def test_a_small_game_runs_on_the_same_turn() -> None:
    """Spells with effects of its own, and a loss by its own state-based action, end the game by the rules."""
    game = Duel()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    _resolve(engine, "A")
    assert (game.points, engine.turn_state) == ({"A": 10, "B": 4}, "beginning.upkeep")
    _resolve(engine, "A")
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.turn_state) == (("A",), "game_over")


def test_a_failing_hook_sets_the_small_game_back() -> None:
    """The copying fallback is enough: the game is as before, and the command works afterwards."""
    game = Duel()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    engine.submit(Cast(name="bolt", effects=(*BOLT.effects, effects.Custom(name="hit", arguments={"points": "x"}))))
    engine.submit(Pass())
    before = engine.state()
    with pytest.raises(ValueError, match="invalid literal"):
        engine.submit(Pass())
    assert (engine.state(), game.points) == (before, {"A": 10, "B": 10})


def test_a_blank_game_has_every_hook_and_whole_turns_pass() -> None:
    """Without cards the turn goes on all the same."""
    game: Game = BlankGame()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    while engine.position.turn < 3:
        engine.submit(Pass())
    assert set(HOOKS) <= set(dir(BlankGame))


def test_missing_hooks_are_named_at_once() -> None:
    """An object that is no game is refused when the engine is made."""

    class Half:
        """Has one hook."""

        def mark(self) -> int:
            return 0

    with pytest.raises(SetupError, match=r"Half has no undo_to, forget_marks.*BlankGame has all hooks"):
        Engine(Half(), ("A", "B"))  # type: ignore[arg-type]

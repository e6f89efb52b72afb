"""A game whose hooks are called by somebody who watches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.protocol import HOOKS, Game

Watch = Callable[[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]
"""Gets the name of a hook, the hook, and what it is called with; gives what the engine gets."""


class Watched:
    """Stands for a game, also for `isinstance`."""

    __slots__ = ("_game", "_watch")
    _game: Game
    _watch: Watch

    def __init__(self, game: Game, watch: Watch) -> None:
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_watch", watch)

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return type(self._game)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._game, name)
        return partial(self._watched, name, found) if name in HOOKS else found

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._game, name, value)

    def _watched(self, name: str, hook: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return self._watch(name, hook, args, kwargs)


def watch(engine: Engine, by: Watch) -> None:
    """Has the game of an engine watched from now on."""
    engine.game = cast("Game", Watched(engine.game, by))


def unwatched(game: Game) -> Any:
    """The game itself."""
    kind: type = type(game)
    return object.__getattribute__(game, "_game") if kind is Watched else game

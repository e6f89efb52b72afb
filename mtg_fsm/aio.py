"""A game in asyncio: commands one after another, events for any number of subscribers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, Final

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.history import History
from mtg_fsm.passing import Table
from mtg_fsm.words.commands import Command

BACKLOG: Final = 1_000
"""Events that a subscriber may be behind before commands wait."""


class Subscription:
    """The events of a game for one subscriber: an asynchronous iterator, and a context manager that ends it."""

    def __init__(self, game: AsyncGame) -> None:
        self._game = game
        self._left: deque[Event] = deque()
        self._closed = False

    @property
    def behind(self) -> int:
        """How many events have happened that were not taken yet."""
        return len(self._left)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Event:
        async with self._game.changed:
            await self._game.changed.wait_for(lambda: self._left or self._closed or self._game.ended)
            if not self._left:
                raise StopAsyncIteration
            event = self._left.popleft()
            self._game.changed.notify_all()
            return event

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Takes no more events, and ends whoever iterates; commands that waited for this subscriber go on."""
        self._closed = True
        self._left.clear()
        await self._game.unsubscribe(self)

    def tell(self, happened: Iterable[Event]) -> None:
        """What happened, for whenever it is taken."""
        self._left.extend(happened)


class AsyncGame:
    """Carries out commands of any tasks and threads one after another and hands the events to subscribers, in order.

    A command waits while a subscriber is more than `backlog` events behind; then it is carried out whole. All of it
    runs in the loop in which the game was begun. Play by this object only. `changed` is notified of everything.
    """

    def __init__(self, game: Engine | History | Table, *, backlog: int = BACKLOG) -> None:
        """`game` may have begun. Raises MtgFsmError if `backlog` is less than 1."""
        if backlog < 1:
            raise MtgFsmError(f"backlog: must be at least 1, not {backlog}")
        self.game = game
        self.engine = game if isinstance(game, Engine) else game.engine
        self._backlog = backlog
        self._subscriptions: list[Subscription] = []
        self.changed = asyncio.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def begin(self) -> tuple[Event, ...]:
        """Starts the game if it has not begun; what happened. Subscribers from before are told."""
        self._loop = asyncio.get_running_loop()
        async with self.changed:
            happened = self._opening()
            self._tell(happened)
        return happened

    async def submit(self, command: Command) -> tuple[Event, ...]:
        """Carries out a command in its turn; what happened. Raises what `submit` of the game does, and is closed."""
        async with self.changed:
            await self.changed.wait_for(self._has_room)
            if self._closed:
                raise MtgFsmError("the game is closed: no more commands are taken")
            happened = self.game.submit(command)
            self._tell(happened)
        return happened

    def submit_from_thread(self, command: Command) -> Future[tuple[Event, ...]]:
        """The same from another thread than that of the loop: a future.

        Raises MtgFsmError before `begin`, and once the loop is closed.
        """
        if self._loop is None:
            raise MtgFsmError("the game has not begun: await begin() first, in the loop")
        submitting: Coroutine[Any, Any, tuple[Event, ...]] = self.submit(command)
        try:
            return asyncio.run_coroutine_threadsafe(submitting, self._loop)
        except RuntimeError:
            submitting.close()
            raise MtgFsmError("the loop in which the game was begun is closed: no more commands are taken") from None

    def events(self) -> Subscription:
        """Everything that happens from now on, in order, until the game is over or closed.

        Leave it by `async with`, or close it (`aclose`): one that is not taken from holds up the commands.
        """
        subscription = Subscription(self)
        self._subscriptions.append(subscription)
        return subscription

    async def unsubscribe(self, subscription: Subscription) -> None:
        """No more events for a subscriber; nothing happens if that is so already."""
        async with self.changed:
            self._subscriptions = [other for other in self._subscriptions if other is not subscription]
            self.changed.notify_all()

    async def decision(self, player: str) -> Decision | None:
        """Waits until a player has to decide something, for whomever; None once the game is over or closed.

        Raises MtgFsmError if there is no such player.
        """
        if player not in self.engine.players:
            raise MtgFsmError(f"there is no player {player!r}; the players are {', '.join(self.engine.players)}")
        async with self.changed:
            await self.changed.wait_for(lambda: self.ended or self._decides(player))
            return None if self.ended else self.engine.decision

    async def close(self) -> None:
        """Takes no more commands; who waits for events or decisions is told that there are no more."""
        async with self.changed:
            self._closed = True
            self.changed.notify_all()

    @property
    def ended(self) -> bool:
        """Whether no more will happen: the game is over or closed."""
        return self._closed or self.engine.turn_state == "game_over"

    def _opening(self) -> tuple[Event, ...]:
        if isinstance(self.game, Table):
            return self.game.begin()
        if isinstance(self.game, History) and self.game.node is self.game.root:
            return self.game.root.events
        return self.engine.advance()

    def _tell(self, happened: tuple[Event, ...]) -> None:
        for subscription in self._subscriptions:
            subscription.tell(happened)
        self.changed.notify_all()

    def _has_room(self) -> bool:
        return self._closed or all(subscription.behind <= self._backlog for subscription in self._subscriptions)

    def _decides(self, player: str) -> bool:
        return any(self.engine.decider(asked) == player for asked in self.engine.asked_now)

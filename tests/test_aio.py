"""A game in asyncio: any interleaving of tasks and threads gives one order, and nobody misses or repeats an event."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Coroutine
from random import Random
from typing import Any, TypeVar

import pytest
from test_passing import Quiet

from mtg_fsm import (
    AsyncGame,
    Concede,
    Engine,
    Event,
    History,
    IllegalCommand,
    MtgFsmError,
    Pass,
    Subscription,
    Table,
    new_game,
)

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs it, and fails instead of hanging."""
    return asyncio.run(asyncio.wait_for(coroutine, 60))


def quiet() -> AsyncGame:
    return AsyncGame(Engine(Quiet(), ("A", "B")))


async def all_of(game: AsyncGame) -> list[Event]:
    return [event async for event in game.events()]


async def passing(game: AsyncGame, player: str, times: int, chance: Random) -> int:
    """A player who passes whenever asked, with random pauses; how often."""
    done = 0
    while done < times and await game.decision(player) is not None:
        for _ in range(chance.randrange(3)):
            await asyncio.sleep(0)
        await game.submit(Pass(player=player))
        done += 1
    return done


async def one_game(seed: int) -> tuple[list[list[Event]], list[Event]]:
    """Two players and three subscribers, one of them slow; what each was told, and what the engine says happened."""
    chance, game, recorded = Random(seed), quiet(), list[Event]()
    game.engine.listeners = (lambda _, event: recorded.append(event),)

    async def slow() -> list[Event]:
        told: list[Event] = []
        async for event in game.events():
            told.append(event)
            if chance.randrange(4) == 0:
                await asyncio.sleep(0)
        return told

    subscribers = [asyncio.create_task(all_of(game)), asyncio.create_task(all_of(game)), asyncio.create_task(slow())]
    await asyncio.sleep(0)
    await game.begin()
    assert await asyncio.gather(*(passing(game, player, 12, chance) for player in "AB")) == [12, 12]
    await game.submit(Concede(player=chance.choice("AB")))
    return list(await asyncio.gather(*subscribers)), recorded


def test_every_subscriber_is_told_everything_in_order_under_any_interleaving() -> None:
    """Two hundred games with random pauses."""
    for seed in range(200):
        told, happened = run(one_game(seed))
        assert told == [happened] * 3, seed


def test_two_threads_send_commands() -> None:
    """Each sends as soon as it is asked; every command is carried out whole, in one order."""

    async def play() -> tuple[list[Event], list[Event], list[str]]:
        game, recorded, errors = quiet(), list[Event](), list[str]()
        game.engine.listeners = (lambda _, event: recorded.append(event),)
        told = asyncio.create_task(all_of(game))
        await asyncio.sleep(0)
        await game.begin()

        def send(player: str) -> None:
            sent = 0
            while sent < 100:
                try:
                    game.submit_from_thread(Pass(player=player)).result(30)
                    sent += 1
                except IllegalCommand as error:
                    errors.append(error.refusal.code.value)

        threads = [threading.Thread(target=send, args=(player,)) for player in "AB"]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            await asyncio.sleep(0.001)
        await game.submit(Concede(player="A"))
        return await told, recorded, errors

    told, happened, errors = run(play())
    assert told == happened
    assert sum(event.name_in_log == "priority_passed" for event in told) == 200
    assert set(errors) <= {"not_asked"}


def test_a_command_waits_for_a_slow_subscriber() -> None:
    """With a backlog of one it waits until the events before are taken, and then is carried out."""

    async def play() -> None:
        game = AsyncGame(Engine(Quiet(), ("A", "B")), backlog=1)
        events = game.events()
        await game.begin()
        waiting = asyncio.create_task(game.submit(Pass(player="A")))
        for _ in range(20):
            await asyncio.sleep(0)
        before = game.engine.state()
        while events.behind > 1:
            assert not waiting.done()
            assert game.engine.state() == before
            await anext(events)
        await waiting
        assert game.engine.decision is not None
        assert game.engine.decision.player == "B"

    run(play())


def test_a_subscriber_that_goes_holds_nobody_up() -> None:
    """Closing the iterator in the middle lets a waiting command go on."""

    async def play() -> None:
        game = AsyncGame(Engine(Quiet(), ("A", "B")), backlog=1)
        async with game.events() as events:
            await game.begin()
            waiting = asyncio.create_task(game.submit(Pass(player="A")))
            async for _ in events:
                break
            assert not waiting.done()
        await waiting
        await events.aclose()

    run(play())


def test_a_cancelled_sender_leaves_nothing_half_done() -> None:
    """Cancelled while it waits the command is not carried out, and the next one is."""

    async def play() -> None:
        game = AsyncGame(Engine(Quiet(), ("A", "B")), backlog=1)
        events = game.events()
        await game.begin()
        waiting = asyncio.create_task(game.submit(Pass(player="A")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert game.engine.decision is not None
        assert game.engine.decision.player == "A"
        await events.aclose()
        await game.submit(Pass(player="A"))
        assert game.engine.decision.player == "B"

    run(play())


def test_an_illegal_command_is_told_to_nobody_but_its_sender() -> None:
    """The error is the engine's, and the game goes on."""

    async def play() -> None:
        game = quiet()
        await game.begin()
        before = game.engine.state()
        with pytest.raises(IllegalCommand):
            await game.submit(Pass(player="B"))
        assert game.engine.state() == before
        assert await game.submit(Pass(player="A"))

    run(play())


def test_a_closed_game_takes_no_commands() -> None:
    """Who waits for events or for a decision is told that there are no more."""

    async def play() -> None:
        game = quiet()
        await game.begin()
        told = asyncio.create_task(all_of(game))
        asked = asyncio.create_task(game.decision("B"))
        await asyncio.sleep(0)
        await game.close()
        assert await asked is None
        assert await told == []
        with pytest.raises(MtgFsmError, match="closed"):
            await game.submit(Pass())

    run(play())


def test_a_history_and_a_table_are_played_alike() -> None:
    """Undo goes on below; the automatic passes of a table are told."""

    async def play() -> None:
        history = History(new_game())
        game = AsyncGame(history)
        await game.begin()
        await game.submit(Pass())
        assert len(history.commands()) == 1
        table = AsyncGame(Table(Engine(Quiet(), ("A", "B"))))
        assert "passed_automatically" in [event.name_in_log for event in await table.begin()]
        assert await table.decision("A") == table.engine.decision

    run(play())


def test_what_cannot_be_is_refused() -> None:
    """A backlog of nothing, and a thread before the game has begun."""
    with pytest.raises(MtgFsmError, match="backlog: must be at least 1, not 0"):
        AsyncGame(new_game(), backlog=0)
    with pytest.raises(MtgFsmError, match="has not begun"):
        quiet().submit_from_thread(Pass())


def test_a_thread_that_comes_after_the_loop_is_told_so() -> None:
    """The command is refused, the game stays as it was, and nothing is left that was never awaited."""
    game = quiet()
    run(game.begin())
    before = game.engine.state()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(MtgFsmError, match="the loop in which the game was begun is closed"):
            game.submit_from_thread(Pass())
        gc.collect()
    assert [str(warning.message) for warning in warned] == []
    assert game.engine.state() == before


def test_a_closed_subscription_is_over() -> None:
    """What was not taken is gone, and whoever waits on it ends."""

    async def play() -> None:
        game = quiet()
        events = game.events()
        await game.begin()
        assert events.behind > 0
        await events.aclose()
        await events.aclose()
        assert [event async for event in events] == []
        waiting = game.events()
        reading = asyncio.create_task(_rest(waiting))
        await asyncio.sleep(0)
        await waiting.aclose()
        assert await reading == []
        with pytest.raises(MtgFsmError, match="there is no player 'Z'"):
            await game.decision("Z")

    run(play())


async def _rest(events: Subscription) -> list[Event]:
    return [event async for event in events]


def test_the_opening_of_a_history_is_told() -> None:
    """Its game began before; who subscribes first is told how."""

    async def play() -> None:
        for game in (AsyncGame(History(new_game())), AsyncGame(Table(History(new_game())))):
            events = game.events()
            await game.begin()
            assert (await anext(events)).name_in_log == "turn_began"

    run(play())

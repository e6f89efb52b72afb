"""A table served by asyncio: each player is a task with a queue of its own, the engine is called in between."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from mtg_fsm import Attack, Command, Decision, Engine, Event, GameSpec, PermanentSpec, PlayerSpec, events, new_game


class Asked(NamedTuple):
    """A decision, and every command that answers it, the default first."""

    decision: Decision
    legal: tuple[Command, ...]


class Seat:
    """A player's connection: what the table tells the player, and what the player answers."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Asked | tuple[Event, ...]] = asyncio.Queue()
        self.answers: asyncio.Queue[Command] = asyncio.Queue()


async def serve(engine: Engine, seats: dict[str, Seat], last_turn: int) -> None:
    """Runs a game: asks whoever decides, carries out the answer, tells everybody what happened."""
    _tell_all(seats, engine.advance())
    while (decision := engine.decision) is not None and engine.position.turn <= last_turn:
        seat = seats[decision.decided_by]
        seat.inbox.put_nowait(Asked(decision, tuple(engine.legal(decision.player))))
        answer = await seat.answers.get()
        if engine.why_not(answer) is not None:  # a client that breaks the rules gets the default
            answer = next(engine.legal(decision.player))
        _tell_all(seats, engine.submit(answer))


def _tell_all(seats: dict[str, Seat], happened: tuple[Event, ...]) -> None:
    for seat in seats.values():
        seat.inbox.put_nowait(happened)


async def play(name: str, seat: Seat) -> None:
    """A player who attacks with everything and passes otherwise."""
    while True:
        told = await seat.inbox.get()
        if isinstance(told, Asked):
            attacks = [command for command in told.legal if isinstance(command, Attack)]
            await seat.answers.put(attacks[-1] if attacks else told.legal[0])
            continue
        for event in told:
            if isinstance(event, events.LifeChanged) and event.player == name:
                print(f"turn {event.turn}: {name} is at {event.life}")


async def main() -> None:
    """Two players with a bear each, for four turns."""
    players = [
        PlayerSpec(id=name, battlefield=(PermanentSpec(id=f"bear-of-{name}", power=2, toughness=2),)) for name in "AB"
    ]
    seats = {player.id: Seat() for player in players}
    clients = [asyncio.create_task(play(name, seat)) for name, seat in seats.items()]
    await serve(new_game(GameSpec(players=tuple(players))), seats, last_turn=4)
    await asyncio.sleep(0)  # the clients read what is left in their inboxes
    for client in clients:
        client.cancel()


if __name__ == "__main__":
    asyncio.run(main())

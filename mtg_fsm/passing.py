"""Stops and passing on: a client's policy over the engine, outside the rules, by which priority is passed by itself.

A seat says where its player wants to be asked. It passes priority only: no other decision is ever answered by it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import AttackerDeclared, Event, PassedAutomatically, PlayerControlled, PutOnStack
from mtg_fsm.errors import MtgFsmError, SnapshotError
from mtg_fsm.history import History
from mtg_fsm.words.base import Flag, Word
from mtg_fsm.words.commands import Command, Pass
from mtg_fsm.words.units import MainName, StepName

VERSION: Final = 1
"""Of the snapshots of tables that this release writes."""
AT_ONCE: Final = 1_000
"""So many times in a row priority is passed by itself at most; then somebody is asked."""

Place = Literal[StepName, MainName]
"""Where players may receive priority: a step, or a main phase."""
PLACES: Final[tuple[str, ...]] = get_args(Place)
Moment = Literal["end_of_turn", "my_next_turn", "my_next_main", "something_happens", "stack_empty"]
MOMENTS: Final[tuple[str, ...]] = get_args(Moment)


class Stop(Word):
    """A step or main phase of one's own turns, of others' turns or of any, in which a player wants to be asked."""

    at: Place
    whose: Literal["mine", "others", "any"] = "any"


class Goal(Word):
    """How long a player passes on: to a step or main phase of this turn (`beginning_of_combat`, `end`), or a moment.

    `turn` is the number of the turn in which the goal was set.
    """

    until: Literal[Place, Moment]
    turn: int = Field(strict=True, ge=0)


class Seat(Word):
    """What a player wants: stops, how long to pass on, to keep priority after acting, and to be asked everywhere.

    A goal counts for more than all others.
    """

    stops: tuple[Stop, ...] = (
        Stop(at="precombat_main", whose="mine"),
        Stop(at="postcombat_main", whose="mine"),
        Stop(at="declare_attackers", whose="others"),
        Stop(at="end", whose="others"),
    )
    goal: Goal | None = None
    hold_priority: Flag = False
    full_control: Flag = False


class Table:
    """A game whose seats pass priority by themselves where they have nothing to say.

    After each command, priority is passed as long as the seat of whoever decides wants it; in a team, as long as all
    of its members do. Each such pass is an event that says why. A goal ends as it is reached, and at once when its
    owner could be surprised: somebody else puts an object on the stack, attacks, or decides for a player from now on;
    its owner has to decide anything but priority; a turn of which the goal was a step is over.
    """

    def __init__(self, game: Engine | History, seats: Mapping[str, Seat] | None = None) -> None:
        """`seats` by player; whoever is left out has an ordinary one. Raises MtgFsmError for an unknown player."""
        self._game = game
        self.engine = game.engine if isinstance(game, History) else game
        unknown = set(seats or ()) - set(self.engine.players)
        if unknown:
            known = ", ".join(self.engine.players)
            raise MtgFsmError(f"seats: there is no player {sorted(unknown)[0]!r}; the players are {known}")
        self.seats: Mapping[str, Seat] = {player: (seats or {}).get(player, Seat()) for player in self.engine.players}

    def begin(self) -> tuple[Event, ...]:
        """Starts the game if it has not begun, and passes on as the seats want; what happened.

        Over a history these are first the events of its root.
        """
        game = self._game
        opening = game.root.events if isinstance(game, History) and game.node is game.root else ()
        return self._as_one(lambda: self._settled((*opening, *self.engine.advance())))

    def submit(self, command: Command) -> tuple[Event, ...]:
        """Carries out a command and passes on; all that happened, in order.

        Raises what `Engine.submit` does; if it is raised in an automatic pass, the command is undone as well.
        """
        return self._as_one(lambda: self._settled(self._submit(command)))

    def change(self, player: str, **wishes: Any) -> tuple[Event, ...]:
        """Changes what a player wants (`stops`, `hold_priority`, `full_control`) and passes on; what happened.

        Raises MtgFsmError, naming the field, for a wish or a player that does not exist.
        """
        if player not in self.seats:
            raise MtgFsmError(f"there is no player {player!r}; the players are {', '.join(self.seats)}")
        try:
            seat = Seat.model_validate({**dict(self.seats[player]), **wishes})
        except ValidationError as error:
            first = error.errors()[0]
            raise MtgFsmError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        before = self.seats
        self.seats = {**before, player: seat}
        try:
            return self._as_one(lambda: self._settled(()))
        except BaseException:
            self.seats = before
            raise

    def pass_until(self, player: str, until: str) -> tuple[Event, ...]:
        """The player passes on until a moment, or a step or main phase of this turn; what happened.

        Raises MtgFsmError for another word, and if somebody else is asked, or anything but priority.
        """
        if until not in (*PLACES, *MOMENTS):
            raise MtgFsmError(f"until: must be one of {', '.join((*MOMENTS, *PLACES))}, not {until!r}")
        decision = self.engine.decision
        deciders = [self.engine.decider(asked) for asked in self.engine.asked_now]
        if decision is None or decision.kind != "priority" or player not in deciders:
            raise MtgFsmError(f"{player} does not decide about priority now, and so cannot pass it")
        goal = {"until": until, "turn": self.engine.position.turn}
        return self.change(player, goal=goal)

    def _as_one(self, change: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...]:
        """A command with the passes after it: game and seats are as before if anything raises."""
        seats, game = self.seats, self._game
        here = game.node if isinstance(game, History) else None
        try:
            return change() if isinstance(game, History) else game.as_one(change)
        except BaseException:
            self.seats = seats
            if isinstance(game, History) and here is not None:
                game.go_to(here)
            raise

    def _submit(self, command: Command) -> tuple[Event, ...]:
        happened = self._game.submit(command)
        self._end_goals(happened)
        return happened

    def _settled(self, happened: Iterable[Event]) -> tuple[Event, ...]:
        events = [*happened]
        for _ in range(AT_ONCE):
            decision = self.engine.decision
            if decision is None:
                break
            why = self._why_pass(decision)
            if why is None:
                break
            passed = PassedAutomatically(self.engine.position, None, decision.player, why, decision.decided_by)
            events += (passed, *self._submit(Pass(player=decision.player)))
        return tuple(events)

    # --- why and why not ---

    def _why_pass(self, decision: Decision) -> str | None:
        """Why priority is passed by itself; None: the player is asked. The goals of who is asked anything else end."""
        asked = self.engine.asked_now
        if decision.kind != "priority":
            self._forget(self.engine.decider(player) for player in asked)
            return None
        reasons = [self._reason(player, self.engine.decider(player)) for player in asked]
        return None if None in reasons else reasons[0]

    def _reason(self, asked: str, player: str) -> str | None:
        """Why a player passes for who is asked, mostly for themselves."""
        seat = self.seats[player]
        if seat.goal is not None:
            if self._reached(player, seat.goal):
                self._forget([player])
                return None
            return f"until {seat.goal.until}"
        if seat.full_control:
            return None
        if self.engine.stack:
            own = self.engine.stack[-1].controller in self.engine.team_of(asked)
            return "own object on the stack" if own and not seat.hold_priority else None
        place = self.engine.position.unit
        whose = ("any", "mine" if self.engine.is_active(player) else "others")
        return None if any(stop.at == place and stop.whose in whose for stop in seat.stops) else "no stop here"

    def _reached(self, player: str, goal: Goal) -> bool:
        reached = _REACHED.get(goal.until)
        if reached is not None:
            return reached(self.engine, player, goal)
        position = self.engine.position
        return position.turn != goal.turn or (position.unit == goal.until and not self.engine.stack)

    # --- what ends goals ---

    def _end_goals(self, happened: Iterable[Event]) -> None:
        for player, seat in self.seats.items():
            if seat.goal is not None and any(self._surprises(player, event) for event in happened):
                self._forget([player])

    def _surprises(self, player: str, event: Event) -> bool:
        team = self.engine.team_of(player)
        match event:
            case PutOnStack():
                return event.controller not in team
            case AttackerDeclared():
                return event.at.active_player not in team
            case PlayerControlled():
                return player in (event.player, event.by)
            case _:
                return False

    def _forget(self, players: Iterable[str]) -> None:
        gone = {player: self.seats[player].model_copy(update={"goal": None}) for player in players}
        self.seats = {**self.seats, **gone}

    # --- saving ---

    def snapshot(self) -> dict[str, Any]:
        """The game and its seats as plain JSON data."""
        seats = {player: seat.brief() for player, seat in self.seats.items()}
        return {"version": VERSION, "seats": seats, "game": self.engine.snapshot()}

    @classmethod
    def restore(cls, data: Mapping[str, Any], restore: Callable[[Any], Engine]) -> Table:
        """The table of a snapshot; `restore` makes the engine of the game's part, as `mtg_fsm.restore` does.

        Raises SnapshotError, naming the field, if it is no snapshot of a table.
        """
        if set(data or ()) != {"version", "seats", "game"} or data["version"] != VERSION:
            raise SnapshotError(f"version: a table has version, which is {VERSION}, seats and game")
        engine = restore(data["game"])
        try:
            seats = TypeAdapter(dict[str, Seat]).validate_json(json.dumps(data["seats"]))
        except ValidationError as error:
            first = error.errors()[0]
            raise SnapshotError(f"{'.'.join(map(str, ('seats', *first['loc'])))}: {first['msg']}") from None
        except (TypeError, ValueError) as error:
            raise SnapshotError(f"seats: is not plain JSON data ({error})") from None
        try:
            return cls(engine, seats)
        except MtgFsmError as error:
            raise SnapshotError(str(error)) from None


def _turn_is_over(engine: Engine, _player: str, goal: Goal) -> bool:
    return engine.position.turn != goal.turn


def _my_next_turn(engine: Engine, player: str, goal: Goal) -> bool:
    return engine.position.turn != goal.turn and engine.is_active(player)


def _my_next_main(engine: Engine, player: str, goal: Goal) -> bool:
    return _my_next_turn(engine, player, goal) and engine.position.phase == "precombat_main"


def _something_happens(engine: Engine, _player: str, _goal: Goal) -> bool:
    return bool(engine.stack)


def _stack_is_empty(engine: Engine, _player: str, _goal: Goal) -> bool:
    return not engine.stack


_REACHED: Final[dict[str, Callable[[Engine, str, Goal], bool]]] = {
    "end_of_turn": _turn_is_over,
    "my_next_turn": _my_next_turn,
    "my_next_main": _my_next_main,
    "something_happens": _something_happens,
    "stack_empty": _stack_is_empty,
}
"""When the goals that are moments are reached."""

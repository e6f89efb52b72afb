"""Stops and passing on: a client's policy over the engine, outside the rules, by which players are asked less.

A seat says where its player wants to be asked for priority. A decision with one possible answer is answered by itself;
none with a choice ever is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from pydantic import Field, ValidationError

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import OF_EACH_MEMBER, Engine
from mtg_fsm.engine.events import (
    AnsweredAutomatically,
    AttackerDeclared,
    Event,
    PassedAutomatically,
    PlayerControlled,
    PutOnStack,
)
from mtg_fsm.engine.snapshot import read_json
from mtg_fsm.errors import LogError, MtgFsmError, SnapshotError
from mtg_fsm.game.blank import lists_all
from mtg_fsm.history import History, Node, replayed
from mtg_fsm.words.base import Flag, Natural, Word
from mtg_fsm.words.commands import Command, Concede, Pass
from mtg_fsm.words.mistakes import mistake, near
from mtg_fsm.words.units import MainName, StepName

VERSION: Final = 2
"""Of the snapshots of tables that this release writes."""
AT_ONCE: Final = 1_000
"""So many answers in a row are given by themselves at most; then somebody is asked."""

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
    """What a player wants: stops, how long to pass on, to keep priority after acting, and to be asked everything.

    Left out, `stops` are the usual ones: one's own main phases, and others' declare attackers and end steps;
    `Seat(stops=())` has none. A goal counts for more than all others. With `full_control` decisions with one possible
    answer are asked, too.
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


Result = TypeVar("Result")


class _Step(NamedTuple):
    """An answer that is given by itself, and the event that says why."""

    said: Event
    command: Command


class _Rest(NamedTuple):
    """A decision that somebody was asked: who of those who could answer wanted to be, and the seats as they were."""

    asked: tuple[str, ...]
    seats: Mapping[str, Seat]


class _SavedRest(Word):
    node: Natural
    asked: tuple[str, ...]
    seats: dict[str, Seat]


class _Saved(Word):
    """The snapshot of a table: of an engine it has the game, of a history the log."""

    version: Literal[2]
    seats: dict[str, Seat]
    rests: tuple[_SavedRest, ...]
    game: dict[str, Any] | None = None
    log: tuple[dict[str, Any], ...] | None = None


class Table:
    """A game whose seats pass priority by themselves where they have nothing to say.

    After each command, priority is passed as long as the seat of whoever decides wants it; in a team, as long as all
    of its members do. A decision with one possible answer, besides conceding, is answered likewise: a declaration of
    attackers by a player without creatures, the order of abilities that share a name. Each such pass and answer is an
    event that says why; costs are never paid or declined like that, since what is free is not among the listed answers.

    A goal ends as it is reached, and at once when its owner could be surprised: somebody else puts an object on the
    stack, attacks, or decides for a player from now on; its owner has a choice in anything but priority; a turn of
    which the goal was a step is over. `history` is that of the game, None if the table is over an engine.
    """

    def __init__(self, game: Engine | History, seats: Mapping[str, Seat] | None = None) -> None:
        """`seats` by player; whoever is left out has an ordinary one. Raises MtgFsmError for an unknown player."""
        self.history = game if isinstance(game, History) else None
        self.engine = game.engine if isinstance(game, History) else game
        self._game = game
        self._rests: dict[Node | None, _Rest] = {}
        self.seats = self._whole("seats", seats or {})

    def begin(self) -> tuple[Event, ...]:
        """Starts the game if it has not begun, and passes on as the seats want; what happened.

        Over a history these are first the events of its root.
        """
        history = self.history
        opening = history.root.events if history is not None and history.node is history.root else ()
        if self._asked:
            return opening
        return self._as_one(lambda: self._settled((*opening, *self.engine.advance())))

    def submit(self, command: Command) -> tuple[Event, ...]:
        """Carries out a command and passes on; all that happened, in order.

        Raises what `Engine.submit` does; if it is raised in an automatic pass, the command is undone as well.
        """
        return self._as_one(lambda: self._settled(self._submit(command)))

    def change(self, player: str, **wishes: Any) -> tuple[Event, ...]:
        """Changes what a player wants (`stops`, `hold_priority`, `full_control`); what happened.

        Passes on if it was this player's wish to be asked here and no longer is, and never for another player who is
        asked. Raises MtgFsmError, naming the field, for a wish or a player that does not exist.
        """
        self._refuse_strangers((player,))
        for name in wishes:
            if name not in Seat.model_fields:
                raise MtgFsmError(f"{name}: no seat has that; {near(name, Seat.model_fields)}")
        wanted = {**dict(self.seats[player]), **wishes}
        try:
            seat = Seat.model_validate(wanted)
        except ValidationError as error:
            raise MtgFsmError(mistake(error, wanted)) from None
        waiting = tuple(asked for asked in self._asked if asked != player or not self._lets_go(player, seat))
        before = self.seats
        try:
            self.seats = {**before, player: seat}
            if not waiting:
                return self._as_one(lambda: self._settled(()))
            self._rests[self._here] = _Rest(waiting, self.seats)
            return ()
        except BaseException:
            self.seats = before
            raise

    def pass_until(self, player: str, until: str) -> tuple[Event, ...]:
        """The player passes on until a moment, or a step or main phase of this turn; what happened.

        It can be said at any time: if somebody else is asked, or the player anything but priority, the goal holds from
        then on. Raises MtgFsmError for another word, and for who does not decide: before the game and after its end,
        once the player has left it, and while another player decides for that one (722).
        """
        if until not in (*PLACES, *MOMENTS):
            raise MtgFsmError(f"until: must be one of {', '.join((*MOMENTS, *PLACES))}, not {until!r}")
        self._refuse_strangers((player,))
        why_not = self._why_no_goal(player)
        if why_not is not None:
            raise MtgFsmError(why_not)
        return self.change(player, goal={"until": until, "turn": self.engine.position.turn})

    def _why_no_goal(self, player: str) -> str | None:
        """Why a player cannot pass on by a goal, None if the player can."""
        engine = self.engine
        if engine.turn_state == "not_started":
            return "the game has not begun; call begin first"
        if engine.outcome is not None:
            return "the game is over"
        if player not in engine.in_game:
            return f"{player} has left the game"
        by = engine.decider(player)
        return None if by == player else f"{by} decides for {player} now, and passes by a goal of {by}"

    # --- undo ---

    def undo(self, *players: str) -> Node:
        """Goes back to the last earlier decision that one of these players was asked; of no names, that anybody was.

        What was answered by itself is taken back with it, and the seats are as they were then. A player who decides for
        another is the one who is asked. Raises MtgFsmError if there is none, and without a history.
        """
        return self._go_to(self.last_asked(*players), players, "there is no earlier decision{} to go back to")

    def redo(self, *players: str) -> Node:
        """Goes on to the next decision that one of these players was asked, or to the end of the game, as `undo` does.

        It takes the way that was taken last.
        """
        history = self._needed_history()
        self._refuse_strangers(players)
        node = history.node.latest
        while node is not None and not self._is_rest(node, players):
            node = node.latest
        return self._go_to(node, players, "there is nothing to do again{}")

    def last_asked(self, *players: str) -> Node | None:
        """To where `undo` goes, None if there is no such decision."""
        node = self._needed_history().node.parent
        self._refuse_strangers(players)
        while node is not None and not self._is_rest(node, players):
            node = node.parent
        return node

    def _is_rest(self, node: Node, players: Sequence[str]) -> bool:
        rest = self._rests.get(node)
        return rest is not None and (not players or not rest.asked or not set(players).isdisjoint(rest.asked))

    def _go_to(self, node: Node | None, players: Sequence[str], otherwise: str) -> Node:
        if node is None:
            raise MtgFsmError(otherwise.format(f" of {' or '.join(players)}" if players else ""))
        history = self._needed_history()
        self._as_one(lambda: history.go_to(node))
        self.seats = self._rests[node].seats
        return node

    def _needed_history(self) -> History:
        if self.history is None:
            raise MtgFsmError("this table is over an engine, which cannot go back; make it over a History(engine)")
        return self.history

    # --- passing on ---

    @property
    def _here(self) -> Node | None:
        """Under which the rest of now is kept: the decision of a history; an engine has only one."""
        return self.history.node if self.history is not None else None

    @property
    def _deciders(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.engine.decider(player) for player in self.engine.asked_now))

    @property
    def _asked(self) -> tuple[str, ...]:
        """Who has been asked the open decision; nobody as long as it has not been settled who is."""
        rest = self._rests.get(self._here)
        return tuple(player for player in self._deciders if player in rest.asked) if rest is not None else ()

    def _refuse_strangers(self, players: Iterable[str]) -> None:
        for player in players:
            if player not in self.engine.players:
                raise MtgFsmError(f"there is no player {player!r}; the players are {', '.join(self.engine.players)}")

    def _whole(self, field: str, seats: Mapping[str, Seat]) -> Mapping[str, Seat]:
        """Seats of all players. Raises MtgFsmError for one of an unknown player."""
        try:
            self._refuse_strangers(sorted(seats))
        except MtgFsmError as error:
            raise MtgFsmError(f"{field}: {error}") from None
        return {player: seats.get(player, Seat()) for player in self.engine.players}

    def _as_one(self, change: Callable[[], Result]) -> Result:
        """A command with what follows by itself: game and seats are as before if anything raises."""
        seats, history, here = self.seats, self.history, self._here
        rest = self._rests.get(here)
        try:
            return change() if history is not None else self.engine.as_one(change)
        except BaseException:
            self.seats = seats
            if rest is not None:
                self._rests[here] = rest
            if history is not None and here is not None:
                history.go_to(here)
            raise

    def _submit(self, command: Command) -> tuple[Event, ...]:
        happened = self._game.submit(command)
        self._end_goals(happened)
        return happened

    def _settled(self, happened: Iterable[Event]) -> tuple[Event, ...]:
        """Goes on to what somebody has to be asked, and notes who that is."""
        events, asked = [*happened], self._deciders
        for _ in range(AT_ONCE):
            found = self._next()
            if not isinstance(found, _Step):
                asked = found
                break
            events += (found.said, *self._submit(found.command))
        else:
            asked = self._deciders
        self._rests[self._here] = _Rest(asked, self.seats)
        return tuple(events)

    # --- why and why not ---

    def _next(self) -> _Step | tuple[str, ...]:
        """What is answered by itself now, or who is asked. The goals of who has a choice, or has reached them, end."""
        engine, decision = self.engine, self.engine.decision
        if decision is None:
            return ()
        if decision.kind == "priority":
            reasons = {self.engine.decider(asked): self._reason(asked) for asked in engine.asked_now}
            self._forget(player for player in reasons if self._reached(player))
            who = tuple(player for player, reason in reasons.items() if reason is None)
            why = next(iter(reasons.values())) or ""
            passed = PassedAutomatically(engine.position, None, decision.player, why, decision.decided_by)
            return who or _Step(passed, Pass(player=decision.player))
        only = self._only_answer(decision)
        who = tuple(player for player in self._deciders if only is None or self.seats[player].full_control)
        if only is None or who:
            self._forget(who)
            return who
        why = "only one answer"
        said = AnsweredAutomatically(engine.position, None, decision.player, decision.kind, why, decision.decided_by)
        return _Step(said, only)

    def _only_answer(self, decision: Decision) -> Command | None:
        """The one answer there is to a decision, None if there may be more.

        A game that lists only what happens by default does not say whether there are.
        """
        if decision.kind in OF_EACH_MEMBER or (decision.choices and not lists_all(self.engine.game)):
            return None
        legal = islice(self.engine.legal(self.engine.asked_now[0]), 2)
        answers = [command for command in legal if not isinstance(command, Concede)]
        return answers[0] if len(answers) == 1 else None

    def _lets_go(self, player: str, wanted: Seat) -> bool:
        """Whether a player who is asked may not be with another seat: by a new goal, or since the old one asked."""
        decision, seat = self.engine.decision, self.seats[player]
        if decision is None or decision.kind != "priority":
            gives_up = seat.full_control and not wanted.full_control
            return decision is not None and gives_up and self._only_answer(decision) is not None
        new_goal = wanted.goal is not None and wanted.goal != seat.goal
        through = (asked for asked in self.engine.asked_now if self.engine.decider(asked) == player)
        return new_goal or any(self._reason(asked) is None for asked in through)

    def _reason(self, asked: str) -> str | None:
        """Why priority is passed by the seat of who decides for a player, mostly that player; None: it is not."""
        player = self.engine.decider(asked)
        seat = self.seats[player]
        if seat.goal is not None:
            if not self._reached(player):
                return f"until {seat.goal.until}"
            if seat.goal.until != "end_of_turn":
                return None
        if seat.full_control:
            return None
        if self.engine.stack:
            own = self.engine.stack[-1].controller in self.engine.team_of(asked)
            return "own object on the stack" if own and not seat.hold_priority else None
        place = self.engine.position.unit
        whose = ("any", "mine" if self.engine.is_active(player) else "others")
        return None if any(stop.at == place and stop.whose in whose for stop in seat.stops) else "no stop here"

    def _reached(self, player: str) -> bool:
        goal = self.seats[player].goal
        if goal is None:
            return False
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
        if gone:
            self.seats = {**self.seats, **gone}

    # --- saving ---

    def snapshot(self) -> dict[str, Any]:
        """The game and its seats as plain JSON data; over a history all of it, and where players were asked."""
        history, seats = self.history, _brief(self.seats)
        if history is None:
            numbers: dict[Node | None, int] = {None: 0}
            game: dict[str, Any] = {"game": self.engine.snapshot()}
        else:
            numbers = {node: number for number, node in enumerate(history.root.walk())}
            game = {"log": [json.loads(line) for line in history.log()]}
        noted = sorted(((numbers[node], rest) for node, rest in self._rests.items()), key=lambda pair: pair[0])
        rests = [{"node": node, "asked": [*rest.asked], "seats": _brief(rest.seats)} for node, rest in noted]
        return {"version": VERSION, "seats": seats, "rests": rests, **game}

    @classmethod
    def restore(cls, data: Mapping[str, Any] | str | bytes, restore: Callable[[Any], Engine]) -> Table:
        """The table of a snapshot, as data or JSON text; `restore` makes the engine, as `mtg_fsm.restore` does.

        If it was over a history, that is played again from its start: `restore` gets the root. Raises SnapshotError,
        naming the field, if it is no snapshot of a table.
        """
        saved = _saved(data)
        if saved.log is None:
            game: Engine | History = restore(saved.game)
        else:
            try:
                game = replayed(map(json.dumps, saved.log), restore)
            except LogError as error:
                raise SnapshotError(f"log: {error}") from None
        try:
            table = cls(game, saved.seats)
            table._take_rests(saved.rests)
        except MtgFsmError as error:
            raise SnapshotError(str(error)) from None
        return table

    def _take_rests(self, rests: Sequence[_SavedRest]) -> None:
        nodes = [None] if self.history is None else [*self.history.root.walk()]
        for number, rest in enumerate(rests):
            if rest.node >= len(nodes):
                last = len(nodes) - 1
                raise MtgFsmError(f"rests.{number}.node: no decision has the number {rest.node}; the last is {last}")
            seats = self._whole(f"rests.{number}.seats", rest.seats)
            self._rests[nodes[rest.node]] = _Rest(rest.asked, seats)


def _brief(seats: Mapping[str, Seat]) -> dict[str, Any]:
    return {player: seat.brief() for player, seat in seats.items()}


def _saved(data: Mapping[str, Any] | str | bytes) -> _Saved:
    if isinstance(data, str | bytes):
        data = read_json(data)
    version = data.get("version") if isinstance(data, dict) else None
    if version not in (1, VERSION):
        raise SnapshotError(f"version: {version!r} is not known; this release reads 1, {VERSION}")
    added: dict[str, Any] = {"version": VERSION, "rests": []} if version == 1 else {}
    current: dict[str, Any] = {**data, **added}
    try:
        saved = _Saved.model_validate_json(json.dumps(current))
    except ValidationError as error:
        raise SnapshotError(mistake(error, current)) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise SnapshotError(f"version: what has it is no plain JSON data ({error})") from None
    if (saved.game is None) == (saved.log is None):
        raise SnapshotError("game: a table has a game, or the log of its history instead")
    return saved


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

"""Recording a game for diagrams: what the machines were like at each event, and the way that led there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mtg_fsm.diagrams.marks import Highlight, highlight_of, taken_of
from mtg_fsm.engine.events import Event, PlayerLeft
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MACHINES, TURN, CompiledMachine
from mtg_fsm.machine.recording import Record, RecordingMachine, Taken

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


class Moment(NamedTuple):
    """An event, and what the machines were like then.

    `done` arcs of the way had been taken to their end; `during` says whether it happened in the course of the next one.
    `states` are the active states by names of machines, `upcoming` those of the turn machine to come in this turn.
    """

    event: Event
    done: int
    during: bool
    states: Mapping[str, str]
    upcoming: tuple[str, ...]

    @property
    def reached(self) -> int:
        """How many arcs of the way had at least been begun."""
        return self.done + self.during


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run, or a part of it: its moments, the whole way, and the teams that share turns (805)."""

    moments: tuple[Moment, ...]
    way: tuple[Taken, ...]
    teams: tuple[tuple[str, ...], ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(moment.event for moment in self.moments)

    @property
    def highlight(self) -> Highlight:
        """The way as marks, with the states at the last moment and what came next then."""
        taken = {TURN.name: Counter[str](), **taken_of(self.way)}
        if not self.moments:
            return Highlight(taken=taken)
        return Highlight(self.moments[-1].states, taken, self.moments[-1].upcoming)

    def of_turn(self, number: int) -> RecordedRun:
        """The part in a turn, with the arc by which it began. Raises DiagramError if there is no such turn."""
        moments = [moment for moment in self.moments if moment.event.turn == number]
        if not moments:
            turns = sorted({moment.event.turn for moment in self.moments})
            known = f"it has {', '.join(map(str, turns))}" if turns else "it has none"
            raise DiagramError(f"turn: this run has no turn {number}; {known}")
        start, end = moments[0].done, moments[-1].reached
        moved = tuple(moment._replace(done=moment.done - start) for moment in moments)
        before = self.moments[: self.moments.index(moments[0])]
        left = {moment.event.player for moment in before if isinstance(moment.event, PlayerLeft)}
        teams = (tuple(player for player in team if player not in left) for team in self.teams)
        return RecordedRun(moved, self.way[start:end], tuple(team for team in teams if team))


class Recorder:
    """Records a game: `machines` are for its `Engine`, the recorder itself is one of its listeners.

    recorder = Recorder()
    engine = new_game(machines=recorder.machines)
    engine.listeners = (recorder,)
    """

    def __init__(self) -> None:
        self._way = Record[Taken]()
        self._moments = Record[Moment]()
        self._teams: tuple[tuple[str, ...], ...] = ()
        self._watched = {name: _Watched(definition, way=self._way) for name, definition in MACHINES.items()}

    @property
    def machines(self) -> Mapping[str, CompiledMachine]:
        """The machines that the game has to run on, by name."""
        return self._watched

    @property
    def run(self) -> RecordedRun:
        """Everything up to now."""
        return RecordedRun(tuple(self._moments), tuple(self._way), self._teams)

    def __call__(self, engine: Engine, event: Event) -> None:
        """Notes an event; those of a command that failed are forgotten as the next one begins."""
        for record in (self._way, self._moments):
            record.follow(engine)
        self._teams, marks = engine.teams, highlight_of(engine)
        during = any(machine.under_way for machine in self._watched.values())
        self._moments.append(Moment(event, len(self._way), during, marks.active, marks.upcoming))


class _Watched(RecordingMachine):
    """A recording machine that says whether it is just taking an arc."""

    under_way = False

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        self.under_way = True
        try:
            return super().trigger_event(model, trigger, *args, **kwargs)
        finally:
            self.under_way = False

"""Expanding control states: every command that is tried there, what it leads to, and whether the invariants hold."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.explore.bounds import Bounds, moves, set_up
from mtg_fsm.explore.canonical import Digest, digest
from mtg_fsm.explore.invariants import Invariant, Observation, Was, at
from mtg_fsm.explore.machines import asking
from mtg_fsm.game import new_game
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.machine import MACHINES, MachineDefinition
from mtg_fsm.words.commands import Command
from mtg_fsm.words.notation import as_text

Saved = tuple[tuple[Any, ...], ReferenceGame]
"""An engine as it was at a decision: its state, and a copy of its game, which nobody plays on."""
ArcKey = tuple[str, str]
"""The name of a machine and the id of one of its arcs."""


class Fault(NamedTuple):
    """An invariant that does not hold, and what is wrong."""

    invariant: str
    message: str


RUNS_ON: Final = "runs_on"
"""Stands for an engine that raises an error."""


class Found(NamedTuple):
    """What a command led to: what stands for the control state, and, if nobody had found it yet, the state itself.

    `state` and `decision` say where the turn is and what is asked there; `fault` is None if all invariants hold.
    """

    command: str
    digest: Digest
    saved: Saved | None
    state: str
    decision: str
    fault: Fault | None


class Expanded(NamedTuple):
    """What came of several states: of each, in their order, what its commands led to, and how often arcs were taken."""

    found: tuple[tuple[Found, ...], ...]
    arcs: Mapping[ArcKey, int]


_AT_ARC, _AT_EVENT, _AT_COMMAND, _AT_DECISION = at("arc"), at("event"), at("command"), at("decision")


class Explorer:
    """An engine that goes to any saved state and tries all commands there."""

    def __init__(self, bounds: Bounds, definitions: Mapping[str, MachineDefinition] = MACHINES) -> None:
        self.bounds = bounds
        self.arcs = Counter[ArcKey]()
        self.engine = new_game(set_up(bounds), machines=asking(definitions, self._enabled))
        self.engine.keeps_marks = True
        self.engine.listeners = (self._happened,)
        self._fault: Fault | None = None
        self._look = Observation(self.engine, Was.read(self.engine))

    # --- being told ---

    def _enabled(self, machine: MachineDefinition, trigger: str, state: str, enabled: tuple[str, ...]) -> None:
        self._look.enabled = enabled
        if len(enabled) != 1:
            self._look.where = f"{machine.name}, {trigger} in {state}"
            self._hold(_AT_ARC)
        for arc in enabled[:1]:
            self.arcs[machine.name, arc] += 1

    def _happened(self, _engine: Engine, event: Event) -> None:
        self._look.event = event
        self._hold(_AT_EVENT)

    def _hold(self, invariants: tuple[Invariant, ...]) -> None:
        for invariant in invariants:
            message = invariant.fault(self._look)
            if message is not None:
                self._note(Fault(invariant.name, message))

    def _note(self, fault: Fault) -> None:
        """Remembers the first fault of a command."""
        if self._fault is None:
            self._fault = fault

    # --- going on ---

    def begin(self, known: Container[Digest] = ()) -> Found:
        """Begins the game and goes to its first decision."""
        return self._after(None, known)

    def expand(self, saved: Saved, known: Container[Digest] = ()) -> tuple[Found, ...]:
        """What the commands that are tried in a state lead to, in their order."""
        self._go_to(saved)
        engine, state, mark = self.engine, self.engine.state(), self.engine.game.mark()
        self._look.was = Was.read(engine)
        found: list[Found] = []
        for command in tuple(moves(engine, self.bounds)):
            found.append(self._after(command, known))
            engine.set_state(state)
            engine.game.undo_to(mark)
        return tuple(found)

    def play(self, saved: Saved, command: Command) -> None:
        """Goes to a state and carries out a command there."""
        self._go_to(saved)
        self.engine.submit(command)

    def _after(self, command: Command | None, known: Container[Digest]) -> Found:
        engine, look = self.engine, self._look
        self._fault, look.command, look.event = None, command, None
        try:
            look.events = engine.advance() if command is None else engine.submit(command)
            self._hold(_AT_COMMAND if command is not None else ())
            self._hold(_AT_DECISION)
        except Exception as error:
            self._note(Fault(RUNS_ON, f"{type(error).__name__}: {error}"))
        stands_for = digest(engine)
        return Found(
            "" if command is None else as_text(command),
            stands_for,
            None if stands_for in known else self._save(),
            engine.turn_state,
            engine.pending.kind if engine.pending is not None else "",
            self._fault,
        )

    def _save(self) -> Saved:
        return self.engine.state(), self._game.copy(marks=False)

    def _go_to(self, saved: Saved) -> None:
        state, game = saved
        self.engine.game = game.copy(marks=False)
        self.engine.set_state(state)

    @property
    def _game(self) -> ReferenceGame:
        return cast("ReferenceGame", self.engine.game)


class _OfThread(threading.local):
    """The explorer of a thread, made for the bounds that it was last asked to explore."""

    def __init__(self) -> None:
        self._explorer: Explorer | None = None

    def explorer(self, bounds: Bounds) -> Explorer:
        if self._explorer is None or self._explorer.bounds != bounds:
            self._explorer = Explorer(bounds)
        return self._explorer


_HERE: Final = _OfThread()


def expand(bounds: Bounds, states: Sequence[Saved]) -> Expanded:
    """Expands states, wherever that is. Of several commands that lead to one state the first has the state itself."""
    explorer = _HERE.explorer(bounds)
    explorer.arcs.clear()
    known, found = set[Digest](), list[tuple[Found, ...]]()
    for saved in states:
        there = explorer.expand(saved, known)
        known.update(one.digest for one in there)
        found.append(there)
    return Expanded(tuple(found), dict(explorer.arcs))

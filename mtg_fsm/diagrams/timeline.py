"""Timelines: the turns of a run with their phases and steps in the order in which they came, from events alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from mtg_fsm.engine.events import Event, GameEnded, TurnSkipped
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import TURN
from mtg_fsm.machine.definition import SEPARATOR
from mtg_fsm.telling.members import Members
from mtg_fsm.telling.sentences import REPEATS, sentence

Origin = Literal["regular", "added", "repeated", "skipped"]
End = Literal["whole", "early", "open"]
Mark = Literal["added", "repeated", "skipped", "ended early", "in progress"]

MEANINGS: Final[dict[Mark, str]] = {
    "added": "by an effect",
    "repeated": "once more, by a rule",
    "skipped": "by a rule or an effect",
    "ended early": "by an effect",
    "in progress": "when the run or the game ended",
}
"""What is told of a turn, phase or step beyond its name."""
_LEVELS: Final = ("turn", "phase", "step")
_EARLY: Final = ("723.1", "723.2")
"""The rules by which the turn and the combat phase are ended."""


class Note(NamedTuple):
    """What is told of a unit: in which respect, in words, and the rule."""

    mark: Mark
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A turn, phase or step that began or was skipped, because of `rule`; `parts` are the phases or steps of it.

    `by` is the effect that added or skipped it, `ended_by` the rule that ended it before its time or with the game.
    """

    name: str
    origin: Origin
    rule: str | None
    by: str | None = None
    end: End = "whole"
    ended_by: str | None = None
    parts: tuple[Unit, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is told of it, nothing if it came and went as printed."""
        by, notes = f" by {self.by}" if self.by else "", list[Note]()
        if self.origin == "added":
            notes.append(Note("added", f"added{by}", self.rule or ""))
        elif self.origin == "repeated":
            notes.append(Note("repeated", "again", self.rule or ""))
        elif self.origin == "skipped":
            notes.append(Note("skipped", f"skipped{by}", self.rule or ""))
        if self.end == "early":
            notes.append(Note("ended early", "ended early", self.ended_by or ""))
        elif self.end == "open":
            notes.append(Note("in progress", "game over" if self.ended_by else "in progress", self.ended_by or ""))
        return tuple(notes)

    def as_dict(self) -> dict[str, Any]:
        """The unit as plain data, in a fixed order of keys."""
        return {
            "name": self.name,
            "origin": self.origin,
            "rule": self.rule,
            "by": self.by,
            "end": self.end,
            "ended_by": self.ended_by,
            "parts": [part.as_dict() for part in self.parts],
        }


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its number, None if it was skipped, who has it, and itself as a unit whose parts are phases."""

    number: int | None
    players: tuple[str, ...]
    unit: Unit

    @property
    def name(self) -> str:
        """What it is called."""
        return "Turn" if self.number is None else f"Turn {self.number}"

    @property
    def whose(self) -> str:
        """Its player, or the members of its team."""
        return " and ".join(self.players)

    def as_dict(self) -> dict[str, Any]:
        """The turn as plain data, in a fixed order of keys."""
        unit = self.unit.as_dict()
        return {
            "number": self.number,
            "players": list(self.players),
            **{key: unit[key] for key in ("origin", "rule", "by", "end", "ended_by")},
            "phases": unit["parts"],
        }


@dataclass(frozen=True, slots=True)
class Timeline:
    """Turns in their order, and how the game ended, if it did."""

    title: str
    turns: tuple[Turn, ...]
    outcome: str = ""

    @property
    def description(self) -> str:
        """The alternative text: one sentence about all that is shown."""
        begun = [turn.number for turn in self.turns if turn.number is not None]
        told = [note.mark for unit in self.units() for note in unit.notes]
        counted = [f"{told.count(mark)} {mark}" for mark in MEANINGS if mark in told]
        turns = f"turn {begun[0]}" if len(begun) == 1 else f"turns {begun[0]} to {begun[-1]}" if begun else "no turn"
        return f"{self.title}: {turns} with phases and steps{''.join(f', {part}' for part in counted)}."

    @property
    def marks(self) -> list[Mark]:
        """What is told of some unit of it, each once."""
        told = {note.mark for unit in self.units() for note in unit.notes}
        return [mark for mark in MEANINGS if mark in told]

    def units(self) -> Iterable[Unit]:
        """Every turn, phase and step, parents first."""
        for turn in self.turns:
            yield turn.unit
            for phase in turn.unit.parts:
                yield phase
                yield from phase.parts

    def as_dict(self) -> dict[str, Any]:
        """The timeline as plain data, in a fixed order of keys."""
        return {"title": self.title, "turns": [turn.as_dict() for turn in self.turns], "outcome": self.outcome}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows."""
        from mtg_fsm.diagrams.notebook import timeline_bundle

        return timeline_bundle(self)


def timeline(events: Iterable[Event], teams: Sequence[Sequence[str]] = (), *, title: str = "Turns") -> Timeline:
    """The timeline of a run, or of a part of one; a team that shares turns (805) is named by who is still there.

    Raises DiagramError if no turn began or was skipped in it.
    """
    reading = _Reading(teams)
    for event in events:
        reading.read(event)
    if not reading.turns:
        raise DiagramError("events: no turn began or was skipped in them, so there is nothing to show")
    return Timeline(title, tuple(turn.frozen() for turn in reading.turns), reading.outcome)


def rules_of(phase: str, step: str | None = None) -> tuple[str, ...]:
    """The rules of a phase or step, as the turn machine has them."""
    names = {state.name: state.rules for state in TURN.states}
    return names.get(f"{phase}{SEPARATOR}{step}" if step else phase, ())


@dataclass
class _Unit:
    """A unit that is still being read."""

    name: str
    origin: Origin
    rule: str | None
    by: str | None
    end: End
    ended_by: str | None = None
    parts: list[_Unit] = field(default_factory=list["_Unit"])

    def frozen(self) -> Unit:
        parts = tuple(part.frozen() for part in self.parts)
        return Unit(self.name, self.origin, self.rule, self.by, self.end, self.ended_by, parts)


@dataclass
class _Turn:
    number: int | None
    players: tuple[str, ...]
    unit: _Unit

    def frozen(self) -> Turn:
        return Turn(self.number, self.players, self.unit.frozen())


class _Reading:
    def __init__(self, teams: Sequence[Sequence[str]]) -> None:
        self.turns: list[_Turn] = []
        self.outcome = ""
        self._members = Members(teams)
        self._path: list[_Unit] = []
        """The turn, phase and step in progress."""

    def read(self, event: Event) -> None:
        self._members.read(event)
        level, _, what = event.name_in_log.partition("_")
        if level in _LEVELS and what in ("began", "ended", "skipped"):
            self._enter(event, _LEVELS.index(level) + (what == "ended"))
            if what == "ended":
                self._end()
            else:
                self._add(event, level, skipped=what == "skipped")
        elif isinstance(event, GameEnded):
            self.outcome = f"{sentence(event)} {event.rule or ''}".strip()
            for unit in self._path:
                unit.ended_by = unit.ended_by or event.rule
        elif self._path and (event.rule or "").startswith(_EARLY):
            self._path[-1].end, self._path[-1].ended_by = "early", (event.rule or "")[: len(_EARLY[0])]

    def _enter(self, event: Event, depth: int) -> None:
        """Begins what the events do not tell, for they may be a part of a run, and leaves what is too deep."""
        del self._path[depth:]
        for level in _LEVELS[len(self._path) : depth]:
            name = event.at.active_player if level == "turn" else getattr(event, level)
            self._begin(level, _Unit(name or "none", "regular", None, None, "open"), event)

    def _add(self, event: Event, level: str, *, skipped: bool) -> None:
        values = event.as_dict()
        name, by = str(values["player"] if level == "turn" else values[level]), values["name"]
        if skipped:
            unit = _Unit(name, "skipped", event.rule, by, "whole")
        else:
            origin: Origin = "added" if by is not None else "repeated" if event.rule in REPEATS else "regular"
            unit = _Unit(name, origin, event.rule, by, "open")
        self._begin(level, unit, event)
        if skipped:
            self._path.pop()

    def _begin(self, level: str, unit: _Unit, event: Event) -> None:
        if level == "turn":
            number = None if isinstance(event, TurnSkipped) else event.turn
            self.turns.append(_Turn(number, self._members.of(unit.name), unit))
        else:
            self._path[-1].parts.append(unit)
        self._path.append(unit)

    def _end(self) -> None:
        unit = self._path.pop()
        if unit.end == "open":
            unit.end = "whole"

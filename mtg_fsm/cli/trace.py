"""The trace of a run: turns, phases and steps as headings, under each what happened and the rule that caused it.

What is not worth a line is folded: priority without anything on the stack, a turn-based action that its details already
tell, units that are skipped together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from mtg_fsm.cli.sentences import plain, sentence
from mtg_fsm.engine.events import (
    Event,
    LeftStack,
    PriorityPassed,
    PutOnStack,
    Resolved,
    TurnBasedAction,
)
from mtg_fsm.machine import TURN
from mtg_fsm.machine.definition import SEPARATOR

Tone = Literal["turn", "phase", "step", "skipped", "event", "quiet"]

DETAILS: Final[dict[str, tuple[str, ...]]] = {
    "phasing": ("phased_out", "phased_in"),
    "day_night": ("day_night_changed",),
    "untap": ("permanent_untapped",),
    "draw": ("card_drawn",),
    "add_lore_counters": ("counters_added",),
    "roll_to_visit_attractions": ("rolled",),
    "declare_attackers": ("attacker_declared", "permanent_tapped"),
    "deal_combat_damage": ("damage_dealt",),
    "discard_to_hand_size": ("card_discarded",),
    "remove_damage_and_end_effects": ("effect_expired",),
    "empty_mana_pools": ("mana_emptied",),
}
"""Events that tell a turn-based action, which then has no line itself."""
NOT_ALONE: Final = frozenset({"empty_mana_pools"})
"""Turn-based actions that are not shown if nothing came of them."""
HEADINGS: Final = ("turn", "phase", "step")
SILENT: Final = frozenset({"turn_ended", "phase_ended", "step_ended", "priority_received"})
TONES: Final[dict[str, Tone]] = {
    "turn_began": "turn",
    "turn_skipped": "skipped",
    "phase_began": "phase",
    "phase_skipped": "skipped",
    "step_began": "step",
    "step_skipped": "skipped",
    "priority_passed": "quiet",
    "turn_based_action": "quiet",
}
DEPTHS: Final[dict[str, int]] = {
    "turn_began": 0,
    "turn_skipped": 0,
    "phase_began": 1,
    "phase_skipped": 1,
    "step_began": 2,
    "step_skipped": 2,
}
"""How deep headings are indented; anything else is beneath the unit in which it happens."""
PLURAL: Final = (" passes", " pass")
_RULES: Final = {state.name: ", ".join(state.rules) for state in TURN.states}
_USUAL: Final = frozenset(rule for arc in TURN.arcs if arc.kind == "natural" for rule in arc.rules) - {"500.7", "500.8"}


@dataclass
class Line:
    """A line of the trace: subjects and what is said of them; of a heading its unit and what is added in short."""

    depth: int
    tone: Tone
    text: str
    rule: str
    unit: str = ""
    subjects: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])

    @property
    def words(self) -> str:
        """The whole text."""
        added = f": {', '.join(self.added)}" if self.added and self.added != [self.unit] else ""
        text = self.text.replace(*PLURAL, 1) if len(self.subjects) > 1 and self.tone == "quiet" else self.text
        return f"{', '.join(self.subjects)}{text}{added}"

    def joins(self, other: Line) -> bool:
        """Whether the other line says the same of other subjects."""
        mine, its = (self.depth, self.tone, self.text, self.rule), (other.depth, other.tone, other.text, other.rule)
        return bool(self.subjects and other.subjects) and mine == its


def trace(events: Iterable[Event]) -> list[Line]:
    """The lines of a run."""
    tracing = _Tracing()
    for event in events:
        tracing.tell(event)
    tracing.settle()
    return tracing.lines


class _Tracing:
    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._waiting: TurnBasedAction | None = None
        self._resolved: Resolved | None = None
        self._on_stack = 0

    def tell(self, event: Event) -> None:
        """Adds the line of an event, if it is worth one."""
        self.settle(event)
        if isinstance(event, TurnBasedAction):
            self._waiting = event
        elif event.name_in_log not in SILENT and not self._is_folded(event):
            self._add(_line(event))
        self._on_stack += isinstance(event, PutOnStack) - isinstance(event, LeftStack)
        self._resolved = event if isinstance(event, Resolved) else None

    def settle(self, event: Event | None = None) -> None:
        """Tells the turn-based action that waits for its details, unless this event is one."""
        action, self._waiting = self._waiting, None
        if action is None or (event is not None and event.name_in_log in DETAILS.get(action.action, ())):
            return
        if action.action in NOT_ALONE:
            return
        if self.lines and self.lines[-1].tone in HEADINGS:
            self.lines[-1].added.append(sentence(action))
        else:
            self._add(_line(action))

    def _is_folded(self, event: Event) -> bool:
        if isinstance(event, PriorityPassed):
            return not self._on_stack and not event.mana
        return isinstance(event, LeftStack) and self._resolved is not None and event.name == self._resolved.name

    def _add(self, line: Line) -> None:
        if self.lines and self.lines[-1].joins(line):
            self.lines[-1].subjects += line.subjects
        else:
            self.lines.append(line)


def _line(event: Event) -> Line:
    tone = TONES.get(event.name_in_log, "event")
    line = Line(_depth(event), tone, sentence(event), _rule(event, tone), plain(event.at.unit or ""))
    subject = SUBJECTS.get(event.name_in_log)
    if subject is not None:
        line.subjects = [subject(event)]
        line.text = line.text.removeprefix(line.subjects[0])
    return line


def _depth(event: Event) -> int:
    place = event.at
    return DEPTHS.get(event.name_in_log, 3 if place.step else 2 if place.phase else 1 if place.turn else 0)


def _rule(event: Event, tone: Tone) -> str:
    """The rule of the unit that begins as usual, else the rule that caused the event."""
    if tone in HEADINGS and event.rule in _USUAL and event.at.unit:
        name = SEPARATOR.join(part for part in (event.phase, event.step) if part)
        return _RULES.get(name, event.rule or "")
    return event.rule or ""


def _unit(kind: str) -> Callable[[Event], str]:
    return lambda event: f"{plain(event.at.unit or '')} {kind}"


def _player(event: Event) -> str:
    return event.player if isinstance(event, PriorityPassed) else ""


SUBJECTS: Final[dict[str, Callable[[Event], str]]] = {
    "phase_skipped": _unit("phase"),
    "step_skipped": _unit("step"),
    "priority_passed": _player,
}
"""What several events in a row are about that one line tells."""


def formatted(line: Line, width: int) -> tuple[str, str]:
    """The words, indented, and the rule with the spaces before it, right-aligned if there is room."""
    words = f"{'  ' * line.depth}{line.words}"
    return words, line.rule and line.rule.rjust(max(width - len(words), len(line.rule) + 2))

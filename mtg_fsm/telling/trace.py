"""The trace of a run: turns, phases and steps as headings, under each what happened and the rule that caused it.

What is not worth a line is folded: priority without anything on the stack, a turn-based action that its details already
tell, units that are skipped together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Final, Literal

from mtg_fsm.engine.events import (
    Event,
    LeftStack,
    PriorityPassed,
    PutOnStack,
    Resolved,
    TurnBasedAction,
    TurnBegan,
    TurnSkipped,
)
from mtg_fsm.machine.definition import plain
from mtg_fsm.telling.members import Members
from mtg_fsm.telling.sentences import sentence

Tone = Literal["turn", "phase", "step", "skipped", "event", "quiet"]

DETAILS: Final[dict[str, tuple[str, ...]]] = {
    "phasing": ("phased_out", "phased_in"),
    "day_night": ("day_night_changed",),
    "untap": ("permanent_untapped",),
    "draw": ("card_drawn",),
    "set_scheme_in_motion": ("scheme_set_in_motion",),
    "add_lore_counters": ("counters_added",),
    "roll_to_visit_attractions": ("rolled",),
    "declare_attackers": ("attacker_declared", "permanent_tapped", "mana_spent"),
    "declare_blockers": ("blocker_declared", "mana_spent"),
    "deal_combat_damage": ("damage_dealt",),
    "discard_to_hand_size": ("card_discarded",),
    "remove_damage_and_end_effects": ("effect_expired",),
    "empty_mana_pools": ("mana_emptied",),
}
"""Events that tell a turn-based action, which then has no line itself."""
NOT_ALONE: Final = frozenset({"empty_mana_pools", "assign_combat_damage"})
"""Turn-based actions that are not shown if nothing came of them."""
HEADINGS: Final = ("turn", "phase", "step")
SILENT: Final = frozenset({"turn_ended", "phase_ended", "step_ended", "priority_received"})
"""Events that have no line."""
TONES: Final[dict[str, Tone]] = {
    "turn_began": "turn",
    "turn_skipped": "skipped",
    "phase_began": "phase",
    "phase_skipped": "skipped",
    "step_began": "step",
    "step_skipped": "skipped",
    "priority_passed": "quiet",
    "turn_based_action": "quiet",
    "passed_automatically": "quiet",
    "answered_automatically": "quiet",
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
RESOLVED: Final = "608.2n"
"""The rule by which what has resolved leaves the stack."""
EXTRA_TURNS: Final = frozenset({"500.7"})
"""The rule of a turn that began and is no regular one."""
PLURAL: Final = {
    " passes": " pass",
    " attacks": " attack",
    " blocks": " block",
    " is ": " are ",
    " leaves": " leave",
    " deals": " deal",
}
"""What is said of several things, by what is said of one."""
_RULE_COLUMN: Final = 8
"""Width of the longest rule, with two spaces before it."""
_HANGING: Final = "    "
"""Indent of the second line and those after it."""


@dataclass
class Line:
    """A line of the trace: subjects and what is said of them; of a heading its unit and actions added to it in short.

    Each thing has the rule of its own event: the line in its column, an added action in brackets.
    """

    depth: int
    tone: Tone
    text: str
    rule: str
    unit: str = ""
    subjects: list[str] = field(default_factory=list[str])
    added: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def words(self) -> str:
        """The whole text."""
        shown = [f"{action} ({rule})" if rule else action for action, rule in self.added]
        added = f": {', '.join(shown)}" if shown and [action for action, _ in self.added] != [self.unit] else ""
        of_several = next((verb for verb in PLURAL if self.text.startswith(verb)), None) if self.subjects[1:] else None
        text = self.text if of_several is None else PLURAL[of_several] + self.text.removeprefix(of_several)
        return f"{', '.join(self.subjects)}{text}{added}"

    def joins(self, other: Line) -> bool:
        """Whether the other line says the same of other subjects."""
        mine, its = (self.depth, self.tone, self.text, self.rule), (other.depth, other.tone, other.text, other.rule)
        return bool(self.subjects and other.subjects) and mine == its


def is_detail(event: Event) -> bool:
    """Whether people who play need not be told of an event: the game only goes on by it, or other events tell it.

    These are the ends of turns, phases and steps, priority, turn-based actions, whose details follow, what players
    answer by themselves, and that what has resolved leaves the stack.
    """
    name = event.name_in_log
    resolved = isinstance(event, LeftStack) and event.rule == RESOLVED
    return name in SILENT or TONES.get(name) == "quiet" or resolved


def trace(events: Iterable[Event], teams: Sequence[Sequence[str]] = ()) -> list[Line]:
    """The lines of a run; of teams that share turns and priority (805) they name all members who are still there."""
    tracing = _Tracing(teams)
    for event in events:
        tracing.tell(event)
    tracing.settle()
    return tracing.lines


class _Tracing:
    def __init__(self, teams: Sequence[Sequence[str]]) -> None:
        self.lines: list[Line] = []
        self._members = Members(teams)
        self._waiting: TurnBasedAction | None = None
        self._resolved: Resolved | None = None
        self._latest_regular: str | None = None
        self._on_stack = 0

    def tell(self, event: Event) -> None:
        """Adds the line of an event, if it is worth one."""
        self.settle(event)
        if isinstance(event, TurnBasedAction):
            self._waiting = event
        elif event.name_in_log not in SILENT and not self._is_folded(event):
            self._add(self._line_of_team(event, extra=self._is_extra(event)))
        self._members.read(event)
        self._on_stack += isinstance(event, PutOnStack) - isinstance(event, LeftStack)
        self._resolved = event if isinstance(event, Resolved) else None

    def _line_of_team(self, event: Event, *, extra: bool) -> Line:
        """The line of an event; of a team's turn or pass, whose event names one member, with all of them."""
        if isinstance(event, TurnBegan | TurnSkipped):
            return _line(replace(event, player=" and ".join(self._members.of(event.player))), extra=extra)
        line = _line(event)
        if isinstance(event, PriorityPassed):
            line.subjects = list(self._members.of(event.player))
        return line

    def _is_extra(self, event: Event) -> bool:
        """Whether a skipped turn was surely an extra turn: no regular turn follows a regular turn of its own player."""
        extra = isinstance(event, TurnSkipped) and event.player == self._latest_regular
        if isinstance(event, TurnBegan) and event.rule not in EXTRA_TURNS:
            self._latest_regular = event.player
        elif isinstance(event, TurnSkipped) and not extra:
            self._latest_regular = None
        return extra

    def settle(self, event: Event | None = None) -> None:
        """Tells the turn-based action that waits for its details, unless this event is one."""
        action, self._waiting = self._waiting, None
        if action is None or (event is not None and event.name_in_log in DETAILS.get(action.action, ())):
            return
        if action.action in NOT_ALONE:
            return
        if self.lines and self.lines[-1].tone in HEADINGS:
            self.lines[-1].added.append((sentence(action), action.rule or ""))
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


def _line(event: Event, **known: bool) -> Line:
    tone = TONES.get(event.name_in_log, "event")
    line = Line(_depth(event), tone, sentence(event, **known), event.rule or "", plain(event.at.unit or ""))
    subject = SUBJECTS.get(event.name_in_log)
    if subject is not None:
        line.subjects = [subject(event)]
        line.text = line.text.removeprefix(line.subjects[0])
    return line


def _depth(event: Event) -> int:
    place = event.at
    return DEPTHS.get(event.name_in_log, 3 if place.step else 2 if place.phase else 1 if place.turn else 0)


def _unit(kind: str) -> Callable[[Event], str]:
    return lambda event: f"{plain(event.at.unit or '')} {kind}"


def _player(event: Event) -> str:
    return event.player if isinstance(event, PriorityPassed) else ""


def _permanent(event: Event) -> str:
    return str(event.as_dict()["permanent"])


SUBJECTS: Final[dict[str, Callable[[Event], str]]] = {
    "phase_skipped": _unit("phase"),
    "step_skipped": _unit("step"),
    "priority_passed": _player,
    **dict.fromkeys(
        ("permanent_tapped", "permanent_untapped", "attacker_declared", "blocker_declared", "became_blocked"),
        _permanent,
    ),
    **dict.fromkeys(("became_unblocked", "removed_from_combat", "permanent_left"), _permanent),
}
"""What several events in a row are about that one line tells."""


def formatted(line: Line, width: int) -> list[tuple[str, str]]:
    """The words, indented, in lines that leave room for the rule; the rule, right-aligned, stands on the first."""
    indent = "  " * line.depth
    rows = wrap(
        line.words,
        width - _RULE_COLUMN,
        initial_indent=indent,
        subsequent_indent=indent + _HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent]
    rule = line.rule and line.rule.rjust(max(width - len(rows[0]), len(line.rule) + 2))
    return [(rows[0], rule), *((row, "") for row in rows[1:])]

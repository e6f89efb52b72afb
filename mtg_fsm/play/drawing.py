"""A machine drawn with characters, from the chart that all diagrams are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.machine import Arc, State
from mtg_fsm.machine.definition import SEPARATOR, plain
from mtg_fsm.machine.recording import Taken

Tone = Literal["active", "entered", "next", "plain", "quiet", "heading"]
ARROW: Final = "\N{RIGHTWARDS ARROW}"
ACTIVE: Final = "\N{BLACK RIGHT-POINTING TRIANGLE}"
ENTERED: Final = "\N{CHECK MARK}"
LINE: Final = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
TOP: Final = "\N{BOX DRAWINGS LIGHT DOWN AND RIGHT}{}\N{BOX DRAWINGS LIGHT DOWN AND LEFT}"
SIDES: Final = "\N{BOX DRAWINGS LIGHT VERTICAL} {} \N{BOX DRAWINGS LIGHT VERTICAL}"
BOTTOM: Final = "\N{BOX DRAWINGS LIGHT UP AND RIGHT}{}\N{BOX DRAWINGS LIGHT UP AND LEFT}"
LEGEND: Final = (
    f"{ACTIVE} the active state   {ENTERED} entered since the last decision   (1) comes next   "
    "\N{WHITE DIAMOND} a junction: the game never rests there"
)
_SIGNS: Final = {"junction": "\N{WHITE DIAMOND}", "initial": "\N{BLACK CIRCLE}", "final": "\N{FISHEYE}"}


class Drawn(NamedTuple):
    """A line of a drawing, and what it shows."""

    text: str
    tone: Tone = "plain"


def states(part: Part, width: int) -> list[Drawn]:
    """The states: each phase a box with its steps in it, others one below the other."""
    children = {state.name: [other for other in part.states if other.parent == state.name] for state in part.states}
    lines: list[Drawn] = []
    for state in part.states:
        if state.parent is not None:
            continue
        if children[state.name]:
            lines += _box(part, state, children[state.name], width)
        else:
            lines.append(_state(part, state, width, "  "))
    return lines


def _box(part: Part, phase: State, inside: Sequence[State], width: int) -> Iterator[Drawn]:
    place = part.marks.upcoming.get(phase.name)
    title = f" {plain(phase.name)}{f' ({place})' if place else ''}, {', '.join(phase.rules)} "
    yield Drawn(TOP.format(title.ljust(width - 2, LINE)), "quiet")
    for state in inside:
        line = _state(part, state, width - 4, "")
        yield Drawn(SIDES.format(line.text.ljust(width - 4)), line.tone)
    yield Drawn(BOTTOM.format(LINE * (width - 2)), "quiet")


def _state(part: Part, state: State, width: int, indent: str) -> Drawn:
    """A state with its marks in front and, at the right, as many of its rules as there is room for."""
    marks = part.marks
    active, entered, place = state.name == marks.active, marks.states.get(state.name), marks.upcoming.get(state.name)
    tone: Tone = "active" if active else "entered" if entered else "next" if place else "plain"
    front = ACTIVE if active else ENTERED if entered else " "
    times = f" x{entered}" if entered and entered > 1 else ""
    words = f"{indent}{front} {_SIGNS.get(state.kind, ' ')} {plain(state.name)}{times}{f' ({place})' if place else ''}"
    fitting = (", ".join(state.rules[:number]) for number in range(len(state.rules), 0, -1))
    rules = next((rules for rules in fitting if len(words) + 1 + len(rules) <= width), "")
    return Drawn(f"{words}{rules:>{max(width - len(words), 0)}}", tone)


def ways_out(part: Part, width: int) -> list[Drawn]:
    """The arcs out of the active state: trigger, target, kind, guards and rules."""
    active = part.marks.active
    if active is None:
        return []
    lines = [Drawn(f"Ways out of {plain(active)}", "heading")]
    for arc in part.arcs.values():
        if f"{active}{SEPARATOR}".startswith(f"{arc.source}{SEPARATOR}"):
            lines += _arc(arc, width)
    return lines


def _arc(arc: Arc, width: int) -> Iterator[Drawn]:
    target = plain(arc.target) if arc.target is not None else "(stays)"
    kind = f" ({arc.kind})" if arc.kind != "natural" else ""
    guards = ", ".join(
        [*(f"if {plain(guard)}" for guard in arc.conditions), *(f"unless {plain(guard)}" for guard in arc.unless)]
    )
    yield from _wrapped(f"{plain(arc.trigger)} {ARROW} {target}{kind}", width, "  ", "plain")
    yield from _wrapped(f"{guards or 'always'}; rule {', '.join(arc.rules)}", width, "      ", "quiet")


def way(taken: Iterable[Taken], machine: str, width: int) -> list[Drawn]:
    """The arcs of a machine that were just taken, in order."""
    names = [(plain(step.source), plain(step.target)) for step in taken if step.machine == machine]
    if not names:
        return [Drawn("Just taken: nothing in this machine", "heading")]
    line = f" {ARROW} ".join([names[0][0], *(target for _, target in names)])
    return [
        Drawn(f"Just taken: {len(names)} arc{'' if len(names) == 1 else 's'}", "heading"),
        *_wrapped(line, width, "  ", "plain"),
    ]


def _wrapped(text: str, width: int, indent: str, tone: Tone) -> Iterator[Drawn]:
    for line in wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  "):
        yield Drawn(line, tone)

"""The formats of timelines: pictures by Graphviz, plain text and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from mtg_fsm.diagrams.graphviz.executable import render
from mtg_fsm.diagrams.graphviz.svg import accessible
from mtg_fsm.diagrams.renderers import Look
from mtg_fsm.diagrams.themes import theme
from mtg_fsm.diagrams.timeline import Timeline, Unit
from mtg_fsm.diagrams.timeline_dot import timeline_dot
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine.definition import plain

_WIDTH: Final = 100
"""Characters on a line of the plain text."""


class TimelineFormat(NamedTuple):
    """A format: its name, how files of it end, what it is in a sentence, and what makes it."""

    name: str
    ending: str
    description: str
    draw: Callable[[Timeline, Look], bytes]
    media_type: str


def _dot(shown: Timeline, look: Look) -> bytes:
    return timeline_dot(shown, theme(look.theme)).encode()


def _svg(shown: Timeline, look: Look) -> bytes:
    picture = render(timeline_dot(shown, theme(look.theme)), "svg")
    return accessible(picture, "timeline", shown.title, timeline_text(shown))


def _png(shown: Timeline, look: Look) -> bytes:
    return render(timeline_dot(shown, theme(look.theme)), "png", dpi=look.dpi)


def _json(shown: Timeline, _look: Look) -> bytes:
    return f"{json.dumps(shown.as_dict(), ensure_ascii=False, indent=2)}\n".encode()


def _text(shown: Timeline, _look: Look) -> bytes:
    return timeline_text(shown).encode()


TIMELINE_FORMATS: Final[dict[str, TimelineFormat]] = {
    found.name: found
    for found in (
        TimelineFormat("svg", ".svg", "SVG picture", _svg, "image/svg+xml"),
        TimelineFormat("png", ".png", "PNG picture", _png, "image/png"),
        TimelineFormat("dot", ".dot", "Graphviz DOT", _dot, "text/vnd.graphviz"),
        TimelineFormat("text", ".txt", "plain text", _text, "text/plain"),
        TimelineFormat("json", ".json", "the units as data", _json, "application/json"),
    )
}
"""Every format of timelines by its name."""


def timeline_format_for(path: Path) -> TimelineFormat:
    """The format of files that end like a path; DiagramError, naming all endings, if there is none."""
    for found in TIMELINE_FORMATS.values():
        if path.name.endswith(found.ending):
            return found
    endings = ", ".join(found.ending for found in TIMELINE_FORMATS.values())
    raise DiagramError(f"{str(path)!r} has to end in {endings}")


def draw_timeline(shown: Timeline, format: str = "svg", *, look: Look = Look()) -> bytes:  # noqa: A002, B008 - as `draw`
    """Draws a timeline in a format.

    Raises DiagramError for an unknown format or theme, RenderError if Graphviz fails, and MissingExtra if it is not
    installed.
    """
    if format not in TIMELINE_FORMATS:
        raise DiagramError(f"format: must be one of {', '.join(TIMELINE_FORMATS)}, not {format!r}")
    look.check()
    return TIMELINE_FORMATS[format].draw(shown, look)


def timeline_text(shown: Timeline) -> str:
    """A timeline as plain text: a line for each turn, and under it one for each phase."""
    return "".join(f"{line}\n" for line in _lines(shown))


def _lines(shown: Timeline) -> Iterator[str]:
    yield shown.title
    for turn in shown.turns:
        yield ""
        yield from _wrapped(_told(f"{turn.name} · {turn.whose}", turn.unit), 0)
        for phase in turn.unit.parts:
            steps = ", ".join(_told(plain(step.name), step) for step in phase.parts)
            head = _told(plain(phase.name), phase)
            yield from _wrapped(f"{head}: {steps}" if steps else head, 1)
    if shown.outcome:
        yield ""
        yield shown.outcome


def _told(name: str, unit: Unit) -> str:
    """A name with what is told of the unit; that one is in progress is told of the innermost."""
    notes = [f"{note.text} {note.rule}".strip() for note in unit.notes if note.mark != "in progress" or not unit.parts]
    return f"{name} ({', '.join(notes)})" if notes else name


def _wrapped(line: str, depth: int) -> list[str]:
    indent = "  " * depth
    return wrap(
        line,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )

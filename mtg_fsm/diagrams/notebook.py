"""What notebooks show: a picture where one can be drawn, and a text always.

Nothing here raises because something is not installed or Graphviz fails: then there is the text, and Mermaid if there
is a renderer of that name. IPython chooses among the media types itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from mtg_fsm.diagrams.chart import Chart, chart
from mtg_fsm.diagrams.marks import highlight_of
from mtg_fsm.diagrams.renderers import draw
from mtg_fsm.diagrams.timeline import Timeline, timeline
from mtg_fsm.diagrams.timeline_formats import draw_timeline, timeline_text
from mtg_fsm.errors import DiagramError, MtgFsmError
from mtg_fsm.machine import TURN, MachineDefinition
from mtg_fsm.machine.definition import plain

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.scenario import Run

Bundle = dict[str, str]
"""Representations by media type."""

_SVG: Final = "image/svg+xml"
_MERMAID: Final = "text/vnd.mermaid"
_PLAIN: Final = "text/plain"
_COMING: Final = 3
"""Units to come that the line about a game names."""


def machine_bundle(definition: MachineDefinition) -> Bundle:
    """The whole machine; of one that cannot be drawn what it is."""
    try:
        return chart_bundle(chart(definition))
    except DiagramError:
        return {_PLAIN: definition.description}


def chart_bundle(shown: Chart) -> Bundle:
    """The chart, and what it shows in a sentence."""
    return _with_picture(shown.description, lambda: draw(shown), lambda: draw(shown, "mermaid"))


def engine_bundle(engine: Engine) -> Bundle:
    """The turn machine with the active state and what comes next, and a line about the game."""
    definition = engine.machines[TURN.name].definition
    shown = chart(definition, detail="steps", highlight=highlight_of(engine))
    return {**chart_bundle(shown), _PLAIN: engine_line(engine)}


def run_bundle(run: Run) -> Bundle:
    """The timeline of a scenario and whether its expectations held."""
    title = f"{run.scenario.title or run.scenario.id}: {'ok' if run.ok else 'FAIL'}"
    try:
        shown = timeline(run.events, run.scenario.game.sides, title=title)
    except DiagramError:
        return {_PLAIN: run.verdict}
    return {**timeline_bundle(shown), _PLAIN: run.verdict}


def timeline_bundle(shown: Timeline) -> Bundle:
    """The timeline."""
    return _with_picture(timeline_text(shown).rstrip(), lambda: draw_timeline(shown))


def engine_line(engine: Engine) -> str:
    """Where a game is, who decides and what comes next, in one line."""
    return " · ".join(_engine_parts(engine))


def _engine_parts(engine: Engine) -> Iterator[str]:
    yield f"game of {', '.join(engine.players)}"
    if engine.outcome is not None:
        won = "a draw" if engine.outcome.draw else f"{', '.join(engine.outcome.winners)} won"
        yield f"over: {won} ({engine.outcome.rule})"
    elif engine.position.turn == 0:
        yield "not started"
    else:
        yield f"turn {engine.position.turn} of {' and '.join(engine.active_players) or 'nobody'}"
        yield plain(engine.position.unit or "between steps")
    if engine.decision is not None:
        yield f"{engine.decision.decided_by} decides: {plain(engine.decision.kind)} ({engine.decision.rule})"
    coming = [unit for unit in engine.upcoming(0) if unit.skipped_by is None and unit.name not in TURN.parents]
    if coming:
        yield f"next: {', '.join(plain(unit.name) for unit in coming[:_COMING])}"


def _with_picture(text: str, picture: Callable[[], bytes], mermaid: Callable[[], bytes] | None = None) -> Bundle:
    """A text with a picture, or with Mermaid if there can be none."""
    for type_, make in ((_SVG, picture), *([(_MERMAID, mermaid)] if mermaid is not None else [])):
        try:
            return {_PLAIN: text, type_: make().decode()}
        except (MtgFsmError, OSError):
            continue
    return {_PLAIN: text}

"""What has happened, with the rule that caused it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mtg_fsm.game.view import seen_by
from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import clean
from mtg_fsm.telling.trace import Line, Tone, formatted, trace

STYLES: Final[dict[Tone, str]] = {
    "turn": "bold reverse",
    "phase": "bold",
    "step": "bold",
    "skipped": "italic",
    "event": "",
    "quiet": "dim",
}
LEAST: Final = 24
"""Columns; in a narrower panel lines are cut off."""


class Chronicle(ScrollView, can_focus=True):
    """The trace of the game up to now; whenever something happens, the latest line is shown."""

    BORDER_TITLE = "Log"

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Line] = []
        self._rows: list[tuple[str, str, Tone]] = []

    def show(self, shown: Shown) -> None:
        """Shows what has happened, without what is hidden from the viewer."""
        engine = shown.session.engine
        happened = shown.session.history.events()
        if not shown.open_hands:
            happened = tuple(seen_by(engine, shown.viewer, event) for event in happened)
        self._told = trace(happened, engine.teams)
        self._lay_out()

    def on_resize(self, _event: events.Resize) -> None:
        """Breaks the lines anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = max(self.scrollable_content_region.width, LEAST)
        self._rows = [(clean(words), rule, line.tone) for line in self._told for words, rule in formatted(line, width)]
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()
        self.call_after_refresh(self.scroll_end, animate=False)

    def render_line(self, y: int) -> Strip:
        """A row of the log."""
        place = y + self.scroll_offset.y
        rows: Sequence[tuple[str, str, Tone]] = self._rows[place : place + 1]
        segments = [
            segment
            for words, rule, tone in rows
            for segment in (Segment(words, Style.parse(STYLES[tone])), Segment(rule, Style(dim=True)))
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style).apply_style(self.rich_style)

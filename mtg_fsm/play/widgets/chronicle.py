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

from mtg_fsm.engine.events import Event, PlayerLeft, TurnBegan
from mtg_fsm.game.view import seen_by
from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import clean
from mtg_fsm.telling.trace import EXTRA_TURNS, Line, Tone, formatted, trace

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


Row = tuple[str, str, Tone]
"""Words, rule and tone."""


class Part:
    """A part of the log: what happened, the lines that tell it, and their rows in the width of the panel."""

    def __init__(self, events: tuple[Event, ...] = (), lines: Sequence[Line] = ()) -> None:
        self.events, self._lines = events, lines
        self._rows: tuple[int, list[Row]] = (0, [])

    def rows(self, width: int) -> list[Row]:
        """The rows; they are laid out anew if the width is another one."""
        if self._rows[0] != width:
            laid_out: list[Row] = [
                (clean(words), rule, line.tone) for line in self._lines for words, rule in formatted(line, width)
            ]
            self._rows = (width, laid_out)
        return self._rows[1]


def _last_regular_turn(happened: Sequence[Event]) -> int:
    """Where the last turn that is no extra turn began: what follows can be told without what was before."""
    for place in range(len(happened) - 1, 0, -1):
        event = happened[place]
        if isinstance(event, TurnBegan) and event.rule not in EXTRA_TURNS:
            return place
    return 0


class Chronicle(ScrollView, can_focus=True):
    """The trace of the game up to now; whenever something happens, the latest line is shown."""

    BORDER_TITLE = "Log"

    def __init__(self) -> None:
        super().__init__()
        self._earlier = Part()
        self._latest = Part()

    @property
    def parts(self) -> tuple[Part, Part]:
        """What was before the latest turn, and that turn."""
        return self._earlier, self._latest

    def show(self, shown: Shown) -> None:
        """Shows what has happened, without what is hidden from the viewer."""
        engine, happened = shown.session.engine, shown.session.history.events()
        if not shown.open_hands:
            happened = tuple(seen_by(engine, shown.viewer, event) for event in happened)
        cut = _last_regular_turn(happened)
        earlier = happened[:cut]
        if earlier != self._earlier.events:  # a long game is not told anew for each command
            self._earlier = Part(earlier, trace(earlier, engine.teams))
        left = {event.player for event in earlier if isinstance(event, PlayerLeft)}
        teams = [[player for player in team if player not in left] for team in engine.teams]
        self._latest = Part(happened[cut:], trace(happened[cut:], teams))
        self._lay_out()

    def on_resize(self, _event: events.Resize) -> None:
        """Breaks the lines anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = max(self.scrollable_content_region.width, LEAST)
        rows = sum(len(part.rows(width)) for part in self.parts)
        self.virtual_size = Size(width, rows)
        self.refresh()
        self.call_after_refresh(self.scroll_end, animate=False)

    def render_line(self, y: int) -> Strip:
        """A row of the log."""
        place, width = y + self.scroll_offset.y, self.virtual_size.width
        before = self._earlier.rows(width)
        rows = before[place : place + 1] or self._latest.rows(width)[place - len(before) :][:1]
        segments = [
            segment
            for words, rule, tone in rows
            for segment in (Segment(words, Style.parse(STYLES[tone])), Segment(rule, Style(dim=True)))
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style).apply_style(self.rich_style)

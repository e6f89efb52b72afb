"""What comes next and why."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import coming

INDENT = {"turn": "", "phase": "  ", "step": "    "}


class Coming(VerticalScroll):
    """The rest of this turn and the whole next one, as the engine foresees it."""

    BORDER_TITLE = "What comes next"

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(id="coming", markup=False)

    def show(self, shown: Shown) -> None:
        """Shows the list; what is not as usual in bold."""
        lines = [
            Content.assemble(
                (
                    f"{INDENT[unit.unit]}{coming(unit)}  {unit.rule}",
                    "bold" if unit.source or unit.skipped_by else "",
                )
            )
            for unit in shown.session.engine.upcoming(1)
        ]
        self.query_one("#coming", Static).update(Content("\n").join(lines or [Content("nothing")]))

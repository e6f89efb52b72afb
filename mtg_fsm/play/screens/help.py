"""The help screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

SIGNS: Final = (
    ("\N{BLACK RIGHT-POINTING TRIANGLE}", "the active step or phase, and the active player"),
    ("?", "a player who is asked"),
    ("me opp all", "below a step: a stop in your own turns, in others' or in all turns"),
    ("skip", "below a step: it will be skipped"),
)
"""What the signs of the table mean."""


class HelpScreen(ModalScreen[None]):
    """All keys, and what the signs mean."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q", "dismiss(None)", "Back", priority=True)]

    def __init__(self, sections: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """`sections` are keys and what they do, by where they do it."""
        super().__init__()
        self._sections = {**sections, "Signs": SIGNS}

    def compose(self) -> ComposeResult:
        """The sections, one below the other."""
        with VerticalScroll(classes="page"):
            width = max(len(keys) for rows in self._sections.values() for keys, _ in rows)
            for title, rows in self._sections.items():
                lines = [Content.assemble((f"  {keys:<{width}}", "bold"), f"  {what}") for keys, what in rows]
                yield Static(Content("\n").join([Content.styled(title, "bold underline"), *lines]), classes="section")
        yield Footer(show_command_palette=False)

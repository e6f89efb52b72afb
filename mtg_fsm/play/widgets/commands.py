"""The list of all that is legal now."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import grouped, label
from mtg_fsm.words.commands import Command

TIMES: Final = "  \N{MULTIPLICATION SIGN}{}"
MOST: Final = 500
"""So many commands are listed at most; any other can be typed."""


class Commands(OptionList):
    """All legal commands in the order of the engine, the default first, perhaps only those with a text in them."""

    class Said(Message):
        """A command was chosen."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "carry out the command", show=False),
        *(Binding(str(digit), f"say({digit - 1})", "carry out that command", show=False) for digit in range(1, 10)),
    ]

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._all: list[tuple[Command, str]] = []
        self._listed: list[Command] = []
        self._filter = ""

    def show(self, shown: Shown) -> None:
        """Lists what the viewer can do; nothing while somebody else decides."""
        engine, asked = shown.session.engine, shown.session.asked_through(shown.viewer)
        first = asked[0] if asked else shown.viewer
        legal = [command for player in asked for command in islice(engine.legal(player), MOST)]
        self._all = [
            (command, f"{label(command, first)}{TIMES.format(number) if number > 1 else ''}")
            for command, number in grouped(legal, shown.seen)
        ]
        self.narrow("")

    def narrow(self, text: str) -> None:
        """Lists only commands that have each word of a text in them, in any case."""
        self._filter = text
        words = text.casefold().split()
        found = [(command, said) for command, said in self._all if all(word in said.casefold() for word in words)]
        self._listed = [command for command, _ in found]
        self.clear_options()
        self.add_options(Content(f"{place if place < 10 else ' '} {said}") for place, (_, said) in enumerate(found, 1))
        self.highlighted = 0 if found else None

    def action_say(self, place: int) -> None:
        """Carries out the command of that number."""
        if place < len(self._listed):
            self.post_message(self.Said(self._listed[place]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Carries out the command that was chosen."""
        event.stop()
        self.action_say(event.option_index)

"""Short questions: yes or no, one of several, a path, and whether the next player sits at the keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static


class Confirm(ModalScreen[bool]):
    """A question that is answered by yes or no; escape is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes", priority=True),
        Binding("n,escape", "dismiss(False)", "No", priority=True),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, and how to answer it."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Static("y yes   n no", classes="hint")


class Choice(ModalScreen[str | None]):
    """One of several things, each with a letter; escape takes none. `choices` has letter, value and description."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back", priority=True)]

    def __init__(self, title: str, choices: Mapping[str, tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="title", markup=False)
            yield OptionList(
                *(Content(f"{letter}  {description}") for letter, (_, description) in self._choices.items())
            )
            yield Static("letter, or arrows and enter; escape goes back", classes="hint")

    def on_key(self, event: events.Key) -> None:
        """Takes the thing of a letter."""
        chosen = self._choices.get(event.character or "")
        if chosen is not None:
            event.stop()  # the table has keys of its own
            self.dismiss(chosen[0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Takes the thing that was chosen."""
        self.dismiss([*self._choices.values()][event.option_index][0])


class PathPrompt(ModalScreen[str | None]):
    """Asks for the path of a file; escape takes none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back", priority=True)]

    def __init__(self, title: str, path: str) -> None:
        super().__init__()
        self._title, self._path = title, path

    def compose(self) -> ComposeResult:
        """The field."""
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="title", markup=False)
            yield Input(self._path)
            yield Static("enter takes it; escape goes back", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Takes the path."""
        self.dismiss(event.value.strip() or None)


class HandOver(ModalScreen[None]):
    """Covers the table until the next player sits at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss(None)", "Show the table", priority=True)]

    def __init__(self, player: str) -> None:
        super().__init__()
        self._player = player

    def compose(self) -> ComposeResult:
        """Who is next."""
        with Vertical(classes="dialog"):
            yield Static(f"Hand over to {self._player}", classes="title", markup=False)
            yield Static("press enter to show the table", classes="hint")

"""The panel in which an answer is put together."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from mtg_fsm.play.drafts import Draft
from mtg_fsm.play.texts import clean
from mtg_fsm.words.commands import Command


class Drafting(OptionList):
    """The rows of a draft. It says how the draft has changed, and when it is done."""

    class Changed(Message):
        """The draft is another command now."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    class Done(Changed):
        """The draft is what the player says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "declare", "declare what is marked", show=False),
        Binding("space", "mark", "mark: attacks, blocks, is chosen", show=False),
        Binding("right", "turn(1)", "next value: whom, how much, later", show=False),
        Binding("left", "turn(-1)", "value before: whom, how much, earlier", show=False),
        Binding("a", "mark_all(True)", "mark all", show=False),
        Binding("x", "mark_all(False)", "mark none", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._draft: Draft | None = None

    def begin(self, draft: Draft | None) -> None:
        """Takes up a draft, or none."""
        self._draft = draft
        self.clear_options()
        if draft is not None:
            self.add_options(Content(clean(row)) for row in draft.rows())
            self.highlighted = 0
            self.post_message(self.Changed(draft.command()))

    def _changed(self) -> None:
        if self._draft is not None:
            for place, row in enumerate(self._draft.rows()):
                self.replace_option_prompt_at_index(place, Content(clean(row)))
            self.post_message(self.Changed(self._draft.command()))

    def action_mark(self) -> None:
        """Marks the row, or takes the mark away."""
        if self._draft is not None and self.highlighted is not None:
            self._draft.mark(self.highlighted)
            self._changed()

    def action_turn(self, by: int) -> None:
        """Takes another value for the row."""
        if self._draft is not None and self.highlighted is not None:
            self.highlighted = self._draft.turn(self.highlighted, by)
            self._changed()

    def action_mark_all(self, marked: bool) -> None:
        """Marks all rows, or none."""
        if self._draft is not None:
            self._draft.mark_all(marked)
            self._changed()

    def action_declare(self) -> None:
        """Says the draft."""
        if self._draft is not None:
            self.post_message(self.Done(self._draft.command()))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Marks the row that was clicked."""
        event.stop()
        self.action_mark()

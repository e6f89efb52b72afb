"""The battlefield of each player, the stack, and the hands that may be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import board, card, clean

LINE: Final = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * 2
"""Before the name of whose permanents follow."""
WIDE: Final = 56
"""From so many columns on the battlefield is a table."""
NAMES: Final = 20
"""Columns of the names of permanents; longer ones are folded where there is no room."""


class Board(Vertical):
    """The stack on top, then the battlefields, the viewer's last, then hands. What does not fit scrolls."""

    _shown: Shown | None = None

    def compose(self) -> ComposeResult:
        """The three parts."""
        with VerticalScroll(id="stack-panel"):
            yield Static(id="stack", markup=False)
        with VerticalScroll(id="battlefield-panel"):
            yield Static(id="battlefield", markup=False)
        with VerticalScroll(id="hand-panel"):
            yield Static(id="hand", markup=False)

    def on_mount(self) -> None:
        """Gives the parts their titles."""
        for part, title in (("stack", "Stack, top first"), ("battlefield", "Battlefield"), ("hand", "Hand")):
            self.query_one(f"#{part}-panel").border_title = title

    def on_resize(self, _event: events.Resize) -> None:
        """Lays the battlefield out for the new width."""
        if self._shown is not None:
            self._lay_out(self._shown)

    def show(self, shown: Shown) -> None:
        """Shows the table."""
        self._shown = shown
        self._lay_out(shown)

    def _lay_out(self, shown: Shown) -> None:
        self.query_one("#stack-panel").display = bool(shown.seen.stack)
        self.query_one("#stack", Static).update(Content("\n").join(_stack(shown)))
        lay_out = _table if self.size.width >= WIDE else _list
        self.query_one("#battlefield", Static).update(lay_out(shown))
        tell = _told if self.size.width >= WIDE else _listed
        self.query_one("#hand", Static).update(Content("\n").join(_hands(shown, tell)))


def _stack(shown: Shown) -> Iterator[Content]:
    for place, object_ in enumerate(shown.seen.stack, 1):
        source = f" of {object_.source}" if object_.source else ""
        target = f", targeting {object_.target}" if object_.target else ""
        yield Content(clean(f"{place}. {object_.name}{source}{target} ({object_.kind}, {object_.controller})"))


def _sides(shown: Shown) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The players, the viewer last, with names and lines of what they control."""
    players = [player.id for player in shown.seen.players]
    for player in (*(other for other in players if other != shown.viewer), shown.viewer):
        yield f"{LINE} {clean(player)}", board(shown.seen, player)


def _list(shown: Shown) -> Text:
    """One permanent after the other, for a narrow panel."""
    text = Text()
    for player, rows in _sides(shown):
        text.append(f"{player}\n" if rows else f"{player}: nothing\n", "bold")
        for number, (name, line) in enumerate(rows, 1):
            text.append(name, "bold").append(f" {line}{'; ' if number < len(rows) else chr(10)}")
    return text


def _table(shown: Shown) -> Table:
    """Names at the left, and what is to be known beside them."""
    table = Table.grid(padding=(0, 1))
    table.add_column(style="bold", overflow="fold", min_width=NAMES)
    table.add_column(overflow="fold")
    for player, rows in _sides(shown):
        table.add_row(Text(player), Text("" if rows else "nothing"))
        for name, line in rows:
            table.add_row(Text(f" {name}"), Text(line))
    return table


def _hands(shown: Shown, tell: Callable[[Shown, tuple[str, ...]], str]) -> Iterator[Content]:
    for player, hand in shown.hands.items():
        name = f"{clean(player)}: " if len(shown.hands) > 1 else ""
        yield Content(f"{name}{tell(shown, hand) or 'no cards'}")


def _listed(shown: Shown, hand: tuple[str, ...]) -> str:
    """One card after the other with its cost, for a narrow panel."""
    return ", ".join(card(shown.session.engine, name) for name in hand)


def _told(shown: Shown, hand: tuple[str, ...]) -> str:
    """A line for each card, with what it does."""
    return "".join(f"\n {card(shown.session.engine, name, told=True)}" for name in hand)

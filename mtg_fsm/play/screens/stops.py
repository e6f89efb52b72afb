"""The screen on which the stops of a seat are chosen."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from mtg_fsm.machine.definition import plain
from mtg_fsm.passing import Seat
from mtg_fsm.play.widgets.phases import PLACES, next_stops, whose_stop

SAID: Final = {None: "-", "mine": "in my turns", "others": "in others' turns", "any": "in all turns"}


class StopsScreen(ModalScreen[Seat]):
    """All places with their stops; gives back the seat with the stops that were chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter",
            "turn",
            "Change",
            tooltip="no stop, in my turns, in others' turns, in all turns",
            priority=True,
        ),
        Binding("escape,s", "leave", "Back", tooltip="back to the table, with these stops", priority=True),
    ]

    def __init__(self, player: str, seat: Seat) -> None:
        super().__init__()
        self._player, self._seat = player, seat

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog"):
            yield Static(f"Where {self._player} is asked with an empty stack", classes="title", markup=False)
            yield OptionList(*map(self._row, PLACES))
            yield Static("space or enter: no stop, my turns, others' turns, all; escape goes back", classes="hint")

    def _row(self, place: str) -> Content:
        return Content(f"{plain(place):<22}{SAID[whose_stop(self._seat, place)]}")

    def action_turn(self) -> None:
        """Takes the next kind of stop for the highlighted place."""
        places = self.query_one(OptionList)
        if places.highlighted is not None:
            self._turn(places.highlighted)

    def _turn(self, number: int) -> None:
        stops: Any = next_stops(self._seat, PLACES[number])
        self._seat = Seat.model_validate({**dict(self._seat), "stops": stops})
        self.query_one(OptionList).replace_option_prompt_at_index(number, self._row(PLACES[number]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Takes the next kind of stop for the place that was chosen."""
        self._turn(event.option_index)

    def action_leave(self) -> None:
        """Gives back the seat."""
        self.dismiss(self._seat)

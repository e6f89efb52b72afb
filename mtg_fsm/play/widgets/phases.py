"""The bar at the top: all phases and steps of a turn, where the game is, stops, and what comes next."""

from __future__ import annotations

from itertools import chain
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from mtg_fsm.engine.upcoming import Upcoming
from mtg_fsm.machine.definition import plain
from mtg_fsm.passing import Seat
from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import clean, coming
from mtg_fsm.words.units import PHASE_NAMES, STEPS

PHASES: Final = tuple(STEPS.get(phase, (phase,)) for phase in PHASE_NAMES)
"""Phases as their steps; a main phase is its own."""
PLACES: Final = tuple(chain.from_iterable(PHASES))
"""All places in the order of the turn."""
SHORT: Final = {
    "precombat_main": "main1",
    "postcombat_main": "main2",
    "beginning_of_combat": "begin",
    "declare_attackers": "attack",
    "declare_blockers": "block",
    "combat_damage": "damage",
    "end_of_combat": "end",
}
"""Names that are too long for the bar."""
WHOSE: Final[tuple[str | None, ...]] = (None, "mine", "others", "any")
"""What a click on a place takes in turn: no stop, one in one's own turns, in others', in all."""
IN_SHORT: Final = {"mine": "me", "others": "opp", "any": "all"}
ACTIVE: Final = "\N{BLACK RIGHT-POINTING TRIANGLE}"


def whose_stop(seat: Seat, place: str) -> str | None:
    """In whose turns a seat stops at a place, None if it does not."""
    found = {stop.whose for stop in seat.stops if stop.at == place}
    if found >= {"mine", "others"}:
        return "any"
    return next(iter(found), None)


def next_stops(seat: Seat, place: str) -> tuple[dict[str, str], ...]:
    """The stops of a seat once the stop at a place is the next one in turn."""
    now = whose_stop(seat, place)
    wanted = WHOSE[(WHOSE.index(now) + 1) % len(WHOSE)]
    stops = {other: whose_stop(seat, other) for other in PLACES} | {place: wanted}
    return tuple({"at": at, "whose": whose} for at, whose in stops.items() if whose is not None)


class Place(Static):
    """A step or main phase in the bar."""

    class Chosen(Message):
        """A place was clicked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, place: str) -> None:
        super().__init__(classes="place")
        self.place = place
        self.tooltip = f"{plain(place)}: click to change the stop"

    def on_click(self) -> None:
        """Asks for the next kind of stop."""
        self.post_message(self.Chosen(self.place))

    def show(self, *, active: bool, stop: str | None, skipped: bool) -> None:
        """Shows whether the game is there, the stop, and whether it will be skipped."""
        self.set_class(active, "-active")
        name = SHORT.get(self.place, self.place)
        below = "skip" if skipped else IN_SHORT.get(stop or "", "")
        self.update(Content(f"{ACTIVE if active else ' '}{name}\n{f' {below}':<{len(name) + 1}}"))


class PhaseBar(Widget):
    """Turn number and player, the places with their stops, and what comes next."""

    def compose(self) -> ComposeResult:
        """The lines of the bar."""
        yield Static(id="where", markup=False)
        with Horizontal(id="places"):
            for number, phase in enumerate(PHASES):
                if number:
                    yield Static("\N{BOX DRAWINGS LIGHT VERTICAL}\n\N{BOX DRAWINGS LIGHT VERTICAL}", classes="between")
                for place in phase:
                    yield Place(place)
        yield Static(id="next", markup=False)

    def show(self, shown: Shown) -> None:
        """Shows where the game is."""
        engine, seat = shown.session.engine, shown.session.table.seats[shown.viewer]
        position, upcoming = engine.position, engine.upcoming(0)
        self.query_one("#where", Static).update(_where(shown))
        skipped = _skipped(upcoming)
        for place in self.query(Place):
            active = place.place == position.unit and engine.outcome is None
            place.show(active=active, stop=whose_stop(seat, place.place), skipped=place.place in skipped)
        self.query_one("#next", Static).update(f"next: {', '.join(map(coming, _notable(upcoming))) or 'nothing'}")


def _where(shown: Shown) -> Content:
    """Turn, place and who has to decide."""
    engine, position, decision = shown.session.engine, shown.session.engine.position, shown.seen.decision
    place = f"Turn {position.turn} \N{MIDDLE DOT} {clean(position.active_player or 'nobody')}'s turn"
    unit = plain(position.unit or "between steps")
    if engine.outcome is not None:
        won = ", ".join(map(clean, engine.outcome.winners))
        return Content.assemble((place, "bold"), "  ", (f"Game over: {f'{won} wins' if won else 'a draw'}", "bold"))
    asked = f"{clean(decision.decided_by)} decides: {plain(decision.kind)}" if decision is not None else ""
    seat = shown.session.table.seats[shown.viewer]
    wishes = [
        "full control" if seat.full_control else "",
        "holds priority" if seat.hold_priority else "",
        f"passes until {plain(seat.goal.until)}" if seat.goal is not None else "",
    ]
    said = "".join(f" [{wish}]" for wish in wishes if wish)
    return Content.assemble((place, "bold"), " \N{MIDDLE DOT} ", (unit, "bold"), "  ", asked, said)


def _skipped(upcoming: list[Upcoming]) -> set[str]:
    """The places of which the next one to come in this turn will be skipped."""
    first = {unit.name: unit for unit in reversed(upcoming)}
    phases = {name for name, unit in first.items() if unit.unit == "phase" and unit.skipped_by}
    steps = chain.from_iterable(STEPS.get(name, (name,)) for name in phases)
    return {*steps, *(name for name, unit in first.items() if unit.unit == "step" and unit.skipped_by)}


def _notable(upcoming: list[Upcoming]) -> list[Upcoming]:
    """What to say in one line: the step or phase that comes first, then all that is not as usual."""
    units = [unit for unit in upcoming if unit.unit == "step" or unit.name not in STEPS or unit.source]
    return [unit for place, unit in enumerate(units) if place == 0 or unit.source or unit.skipped_by]

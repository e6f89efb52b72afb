"""The teams that share turns, as a run goes on."""

from __future__ import annotations

from collections.abc import Sequence

from mtg_fsm.engine.events import Event, PlayerLeft


class Members:
    """Who of the teams that share turns (805) is still there, as events are read one after the other."""

    def __init__(self, teams: Sequence[Sequence[str]]) -> None:
        self._teams = [list(team) for team in teams]

    def read(self, event: Event) -> None:
        """Takes note of a player who leaves."""
        if isinstance(event, PlayerLeft):
            self._teams = [[member for member in team if member != event.player] for team in self._teams]

    def of(self, player: str) -> tuple[str, ...]:
        """The members of a player's team, at least the player."""
        return tuple(next((team for team in self._teams if player in team), [player]))

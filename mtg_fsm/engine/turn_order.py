"""Players and teams in turn order (101.4, 805): whose turn it is, who comes next, who is on whose side.

What follows from the teams and from who is in the game alone is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mtg_fsm.engine.events import Position
from mtg_fsm.engine.schedule import Schedule

Players = tuple[str, ...]
_KEPT: Final = 4_096
"""So many answers are remembered, for all games of a process together."""


@lru_cache(_KEPT)
def _team_of(teams: tuple[Players, ...], player: str) -> Players:
    return next(team for team in teams if player in team)


@lru_cache(_KEPT)
def _members_of(teams: tuple[Players, ...], in_game: Players, player: str) -> Players:
    return tuple(member for member in _team_of(teams, player) if member in in_game)


@lru_cache(_KEPT)
def _teams_from(teams: tuple[Players, ...], player: str) -> tuple[Players, ...]:
    start = teams.index(_team_of(teams, player))
    return (*teams[start:], *teams[:start])


@lru_cache(_KEPT)
def _apnap(teams: tuple[Players, ...], in_game: Players, player: str) -> Players:
    return tuple(member for team in _teams_from(teams, player) for member in team if member in in_game)


@lru_cache(_KEPT)
def _next_holder(teams: tuple[Players, ...], in_game: Players, player: str) -> str:
    _, *others = _teams_from(teams, player)
    return next(member for team in (*others, _team_of(teams, player)) for member in team if member in in_game)


class TurnOrder:
    """What an engine knows of players and teams."""

    __slots__ = ()

    players: Players
    teams: tuple[Players, ...]
    in_game: Players
    position: Position
    schedule: Schedule

    @property
    def turn_player(self) -> str:
        """Whose turn it is, even if that player has left; between turns, whose it was."""
        turn = self.schedule.turn
        return turn.name if turn is not None else self.position.active_player or self.players[0]

    def is_active(self, player: str) -> bool:
        """Whether it is the turn of this player's team."""
        active = self.position.active_player
        return active is not None and player in self.team_of(active)

    @property
    def active_players(self) -> Players:
        """805.4a: the members of the active team who are in the game; without teams the active player."""
        active = self.position.active_player
        return self.members_of(active) if active is not None else ()

    def team_of(self, player: str) -> Players:
        """The players who share turns with a player, who is one of them; whether or not still in the game."""
        return _team_of(self.teams, player)

    def members_of(self, player: str) -> Players:
        """The members of a player's team who are in the game."""
        return _members_of(self.teams, self.in_game, player)

    def head(self, player: str) -> str:
        """The first member of a player's team, by whom its turns are named."""
        return self.team_of(player)[0]

    def team_after(self, player: str) -> str:
        """The head of the next team in turn order, whether or not still in the game."""
        return _teams_from(self.teams, player)[1 % len(self.teams)][0]

    def player_after(self, player: str) -> str:
        """The next player in turn order who is in the game."""
        place = self.players.index(player)
        following = (*self.players[place + 1 :], *self.players[: place + 1])
        return next(other for other in following if other in self.in_game)

    def next_in_turn_order(self, player: str) -> str:
        """117.3d, 805.5b: who stands for the next team in turn order that is in the game."""
        return _next_holder(self.teams, self.in_game, player)

    def apnap(self) -> Players:
        """Players in the game, the active team first, then team by team in turn order (101.4, 805.6)."""
        return _apnap(self.teams, self.in_game, self.turn_player)

    def teams_in_order(self) -> tuple[Players, ...]:
        """All teams, the active one first, then in turn order."""
        return _teams_from(self.teams, self.turn_player)

    def one_of_each_team(self, players: Iterable[str]) -> Players:
        """805.8: the teams of these players, by their heads, each once."""
        return tuple(dict.fromkeys(self.head(player) for player in players))

    def opponents_of(self, player: str) -> Players:
        """The players of other teams in the game, in APNAP order."""
        return tuple(other for other in self.apnap() if other not in self.team_of(player))

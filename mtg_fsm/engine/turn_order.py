"""Players and teams in turn order (101.4, 805): whose turn it is, who comes next, who is on whose side.

What follows from the teams and from who is in the game alone is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mtg_fsm.engine.events import Position
from mtg_fsm.engine.schedule import Schedule

Players = tuple[str, ...]
_KEPT: Final = 256
"""For so many tables what follows is remembered, for all games of a process together."""


@dataclass(frozen=True, slots=True)
class Seats:
    """What follows from the teams and from who is in the game, of each player.

    `holders` stand for the teams that are in the game (805.5), `next_holder` for the next of them. `team` are those who
    share turns, `members` those of them in the game; `teams` are all teams from the player's on, `apnap` the players in
    the game in that order, `opponents` those of them in other teams.
    """

    holders: Players
    team: Mapping[str, Players]
    members: Mapping[str, Players]
    teams: Mapping[str, tuple[Players, ...]]
    apnap: Mapping[str, Players]
    opponents: Mapping[str, Players]
    next_holder: Mapping[str, str]


@lru_cache(_KEPT)
def seats_of(teams: tuple[Players, ...], in_game: Players) -> Seats:
    """The seats of teams, of whose players some may have left."""
    team = {player: players for players in teams for player in players}
    members = {player: tuple(member for member in players if member in in_game) for player, players in team.items()}
    places = {player: teams.index(players) for player, players in team.items()}
    from_there = {player: (*teams[place:], *teams[:place]) for player, place in places.items()}
    apnap = {
        player: tuple(member for players in order for member in members[players[0]])
        for player, order in from_there.items()
    }
    opponents = {
        player: tuple(other for other in order if other not in team[player]) for player, order in apnap.items()
    }
    holders = tuple(members[players[0]][0] for players in teams if members[players[0]])
    following = {
        player: next((members[other[0]][0] for other in (*order[1:], order[0]) if members[other[0]]), player)
        for player, order in from_there.items()
    }
    return Seats(holders, team, members, from_there, apnap, opponents, following)


class TurnOrder:
    """What an engine knows of players and teams."""

    __slots__ = ()

    players: Players
    teams: tuple[Players, ...]
    in_game: Players
    position: Position
    schedule: Schedule
    seats: Seats
    """What follows from `teams` and `in_game`."""

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
        return self.seats.team[player]

    def members_of(self, player: str) -> Players:
        """The members of a player's team who are in the game."""
        return self.seats.members[player]

    def head(self, player: str) -> str:
        """The first member of a player's team, by whom its turns are named."""
        return self.team_of(player)[0]

    def team_after(self, player: str) -> str:
        """The head of the next team in turn order, whether or not still in the game."""
        return self.seats.teams[player][1 % len(self.teams)][0]

    def player_after(self, player: str) -> str:
        """The next player in turn order who is in the game."""
        place = self.players.index(player)
        following = (*self.players[place + 1 :], *self.players[: place + 1])
        return next(other for other in following if other in self.in_game)

    def next_in_turn_order(self, player: str) -> str:
        """117.3d, 805.5b: who stands for the next team in turn order that is in the game."""
        return self.seats.next_holder[player]

    def apnap(self) -> Players:
        """Players in the game, the active team first, then team by team in turn order (101.4, 805.6)."""
        return self.seats.apnap[self.turn_player]

    def teams_in_order(self) -> tuple[Players, ...]:
        """All teams, the active one first, then in turn order."""
        return self.seats.teams[self.turn_player]

    def one_of_each_team(self, players: Iterable[str]) -> Players:
        """805.8: the teams of these players, by their heads, each once."""
        return tuple(dict.fromkeys(self.head(player) for player in players))

    def opponents_of(self, player: str) -> Players:
        """The players of other teams in the game, in APNAP order."""
        if player == self.turn_player:
            return self.seats.opponents[player]
        team = self.team_of(player)
        return tuple(other for other in self.apnap() if other not in team)

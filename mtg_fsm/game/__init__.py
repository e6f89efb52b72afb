"""The reference game: players, permanents and combat, enough to play the turn with."""

from mtg_fsm.game.blank import BlankGame
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.game.start import new_game, restore

__all__ = ["BlankGame", "ReferenceGame", "new_game", "restore"]

"""For tests of games of one's own: does a game do what `mtg_fsm.Game` says, and setting back without a journal."""

from mtg_fsm.errors import ContractError
from mtg_fsm.game.copying import CopyingMarks
from mtg_fsm.testing.conformance import GameConformance, check_game, unreached_hooks

__all__ = ["ContractError", "CopyingMarks", "GameConformance", "check_game", "unreached_hooks"]

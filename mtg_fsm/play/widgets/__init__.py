"""The panels of the table."""

from mtg_fsm.play.widgets.board import Board
from mtg_fsm.play.widgets.chronicle import Chronicle
from mtg_fsm.play.widgets.coming import Coming
from mtg_fsm.play.widgets.commands import Commands
from mtg_fsm.play.widgets.drafting import Drafting
from mtg_fsm.play.widgets.phases import PhaseBar
from mtg_fsm.play.widgets.players import Players

__all__ = ["Board", "Chronicle", "Coming", "Commands", "Drafting", "PhaseBar", "Players"]

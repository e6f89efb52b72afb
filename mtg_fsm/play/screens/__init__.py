"""The screens above the table."""

from mtg_fsm.play.screens.diagram import DiagramScreen
from mtg_fsm.play.screens.dialogs import Choice, Confirm, HandOver, PathPrompt
from mtg_fsm.play.screens.help import HelpScreen
from mtg_fsm.play.screens.stops import StopsScreen

__all__ = ["Choice", "Confirm", "DiagramScreen", "HandOver", "HelpScreen", "PathPrompt", "StopsScreen"]

"""The client for a terminal: `mtg-fsm play`, for two or more players at one keyboard, or with bots."""

from importlib.util import find_spec

from mtg_fsm.errors import MissingExtra

if find_spec("textual") is None:
    raise MissingExtra("textual", "play")

from mtg_fsm.play.app import PlayApp
from mtg_fsm.play.bots import BOTS
from mtg_fsm.play.client import client, run_client
from mtg_fsm.play.session import Session
from mtg_fsm.play.setup import default_game, game_of

__all__ = ["BOTS", "PlayApp", "Session", "client", "default_game", "game_of", "run_client"]

"""The client from the command line: which game it begins with."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Final

from mtg_fsm.errors import MtgFsmError
from mtg_fsm.game import new_game
from mtg_fsm.history import History
from mtg_fsm.passing import Table
from mtg_fsm.play.app import PlayApp
from mtg_fsm.play.bots import BOTS
from mtg_fsm.play.session import Session
from mtg_fsm.play.setup import default_game, game_of

SAVED: Final = ".json"
"""How files of saved games end."""


def client(
    file: Path | None = None,
    *,
    scenario: str | None = None,
    bots: Mapping[str, str] | None = None,
    seed: int = 0,
    open_hands: bool = False,
    light: bool = False,
) -> PlayApp:
    """The client with its game, not running yet. `bots` are kinds of bots by players.

    A new game without a file has the next seed. Raises MtgFsmError for a file or player that is not there.
    """
    saved = file is not None and file.suffix == SAVED
    if scenario is not None and (file is None or saved):
        raise MtgFsmError("--scenario goes with a scenario file")
    seeds = count(seed)
    players = {player: BOTS[kind](seed) for player, kind in (bots or {}).items()}

    def start() -> Session:
        number = next(seeds)
        spec = default_game(number) if file is None or saved else game_of(file, scenario)
        return Session(Table(History(new_game(spec))), players)

    session = Session.load(file, players) if file is not None and saved else start()
    for player in players:
        if player not in session.engine.players:
            raise MtgFsmError(
                f"--bot: there is no player {player!r}; the players are {', '.join(session.engine.players)}"
            )
    return PlayApp(session, start, path=file if saved else None, open_hands=open_hands, light=light)


def run_client(app: PlayApp) -> None:
    """Runs a client until somebody quits. Raises MtgFsmError where there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MtgFsmError("play needs a terminal for its input and output")
    app.run()

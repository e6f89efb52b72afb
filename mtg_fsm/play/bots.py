"""Seats that play by themselves."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.words.commands import Command, Concede

Bot = Callable[[Engine, str, int], Command]
"""What a bot says for a player in the decision that so many commands have led to."""
FROM: Final = 200
"""So many legal commands a bot chooses from at most; of attacks and blocks there may be too many to look at."""


def default_answer(engine: Engine, player: str, _depth: int) -> Command:
    """What happens by default: with priority a pass."""
    return next(engine.legal(player))


def random_by(seed: int) -> Bot:
    """A bot that says anything legal but concede; at the same place of the same game always the same."""

    def choose(engine: Engine, player: str, depth: int) -> Command:
        legal = [command for command in islice(engine.legal(player), FROM) if not isinstance(command, Concede)]
        return random.Random(f"{seed} {player} {depth}").choice(legal)  # nosec B311 # chance by a seed, no secret

    return choose


BOTS: Final[dict[str, Callable[[int], Bot]]] = {"default": lambda _seed: default_answer, "random": random_by}
"""What makes a bot of each kind from a seed."""

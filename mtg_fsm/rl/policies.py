"""Policies for the players who do not learn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mtg_fsm.rl.match import Mask
from mtg_fsm.rl.observation import Vector

Policy = Callable[[Vector, Mask, np.random.Generator], int]
"""Chooses an action by observation and mask; what is random comes from the generator, so that a seed repeats it."""


def first_legal(_observation: Vector, mask: Mask, _rng: np.random.Generator) -> int:
    """The legal action of the lowest number: it passes, attacks and blocks with nothing, and takes what comes first."""
    return int(mask.argmax())


def random_legal(_observation: Vector, mask: Mask, rng: np.random.Generator) -> int:
    """Any legal action, each as likely as the others."""
    return int(rng.choice(np.flatnonzero(mask)))

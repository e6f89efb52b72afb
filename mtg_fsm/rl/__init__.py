"""Environments for reinforcement learning: the players as agents of PettingZoo, or one learner in Gymnasium.

Needs the extra `rl`. Importing this registers `mtg_fsm/Game-v0` with Gymnasium.
"""

from importlib.util import find_spec

from mtg_fsm.errors import MissingExtra

if find_spec("gymnasium") is None:
    raise MissingExtra("gymnasium", "rl")
if find_spec("pettingzoo") is None:
    raise MissingExtra("pettingzoo", "rl")

from gymnasium.envs.registration import register  # pyright: ignore[reportUnknownVariableType]

from mtg_fsm.rl.learner import LearnerEnv
from mtg_fsm.rl.match import IllegalAction, Match, Shaping
from mtg_fsm.rl.numbering import Sizes
from mtg_fsm.rl.players import PlayersEnv, env
from mtg_fsm.rl.policies import Policy, first_legal, random_legal
from mtg_fsm.rl.setups import default_setup, skirmish

__all__ = [
    "IllegalAction",
    "LearnerEnv",
    "Match",
    "PlayersEnv",
    "Policy",
    "Shaping",
    "Sizes",
    "default_setup",
    "env",
    "first_legal",
    "random_legal",
    "skirmish",
]

register("mtg_fsm/Game-v0", "mtg_fsm.rl:LearnerEnv")

"""The PettingZoo environment: the players are the agents, and whoever has to decide is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from mtg_fsm.passing import Seat
from mtg_fsm.rl.match import Match, Shaping
from mtg_fsm.rl.numbering import Sizes
from mtg_fsm.rl.text import render
from mtg_fsm.words.setup import GameSpec


class PlayersEnv(AECEnv[str, Any, Any]):
    """A game for PettingZoo: an agent for each player, and `agent_selection` is who decides now.

    Observations have `observation`, a vector whose numbers are called `names`, and `action_mask`, which is in the
    infos, too; actions are numbers, called `action_names`. An agent is rewarded with 1, 0 or -1 as its player wins,
    draws or loses, and with what `shaping` adds after each action. It is terminated as its team is out of the game, and
    all are truncated after `max_turns` or `max_steps`. `infos` say which `decision` is open, how many were `answered`
    by themselves since the agent was asked last, and why the game was `cut` short.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as in the base)
        "name": "mtg_fsm_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        spec: GameSpec | None = None,
        *,
        seats: Mapping[str, Seat] | None = None,
        sizes: Sizes | None = None,
        concede: bool = False,
        shuffle: bool = True,
        max_turns: int = 100,
        max_steps: int = 10_000,
        shaping: Shaping | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The arguments are those of `Match`; SetupError, naming the field, for one that cannot be."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.match = Match(
            spec,
            seats=seats,
            sizes=sizes,
            concede=concede,
            shuffle=shuffle,
            max_turns=max_turns,
            max_steps=max_steps,
        )
        self.render_mode = render_mode
        self._shaping = shaping
        self._rng: np.random.Generator | None = None
        match = self.match
        self.names = match.observer.names
        self.action_names = match.numbering.names
        self.possible_agents = list(match.players)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(len(self.action_names)) for agent in match.players}
        low, high = match.observer.low, match.observer.high
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.action_names),), np.int8),
                }
            )
            for agent in match.players
        }
        several = len(match.players)
        self.state_space = spaces.Box(np.tile(low, several), np.tile(high, several), dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; the same seed gives the same games from then on."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.match.begin(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.match.actor
        self._go_on()

    def step(self, action: int | None) -> None:
        """Takes the action of `agent_selection`; None for an agent that is terminated or truncated.

        Raises IllegalAction if the mask forbids it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.act(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: self.match.shaped(each, self._shaping) for each in self.agents}
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Who has to decide now, and who is out of the game."""
        match = self.match
        for agent in self.agents:
            if match.is_out(agent) and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] += match.result(agent)
            self.truncations[agent] = match.cut is not None and not self.terminations[agent]
        self.infos = {agent: match.info(agent) for agent in self.agents}
        if not match.over and match.cut is None:
            self.agent_selection = match.actor
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent's player sees; the mask of an agent that is not asked is empty."""
        return {"observation": self.match.observe(agent), "action_mask": self.match.mask(agent)}

    def state(self) -> npt.NDArray[np.float32]:
        """What all players see, one after another."""
        return np.concatenate([self.match.observe(agent) for agent in self.possible_agents])

    def render(self) -> str | None:
        """The board as whoever has to decide sees it: as text, or printed."""
        return render(self.match, self.match.actor, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def env(**arguments: Any) -> AECEnv[str, Any, Any]:
    """A `PlayersEnv` in PettingZoo's usual wrappers: an illegal action ends the game with -1 for who took it."""
    wrapped = wrappers.TerminateIllegalWrapper(PlayersEnv(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))

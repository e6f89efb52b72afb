"""The Gymnasium environment: one player learns, the others follow policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from mtg_fsm.errors import SetupError
from mtg_fsm.passing import Seat
from mtg_fsm.rl.match import IllegalAction, Match, Shaping
from mtg_fsm.rl.numbering import Sizes
from mtg_fsm.rl.observation import Vector
from mtg_fsm.rl.policies import Policy, random_legal
from mtg_fsm.rl.text import render
from mtg_fsm.words.setup import GameSpec


class LearnerEnv(gymnasium.Env[Vector, np.int64]):
    """A game for Gymnasium, in which `learner` takes the steps; between them the others act by their policies.

    Observations are vectors whose numbers are called `names`; actions are numbers, called `action_names`. Which are
    legal is in `info["action_mask"]` and in `action_masks()`; one that is not ends the game with `illegal_reward`, or
    raises IllegalAction if that is None. The reward is 1, 0 or -1 as the learner wins, draws or loses, and what
    `shaping` adds for each action since the learner's last. The episode is terminated as the learner's team is out of
    the game, and truncated after `max_turns` or `max_steps`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 (as in the base)

    def __init__(
        self,
        spec: GameSpec | None = None,
        *,
        learner: str | None = None,
        others: Policy | Mapping[str, Policy] = random_legal,
        seats: Mapping[str, Seat] | None = None,
        sizes: Sizes | None = None,
        concede: bool = False,
        shuffle: bool = True,
        max_turns: int = 100,
        max_steps: int = 10_000,
        shaping: Shaping | None = None,
        illegal_reward: float | None = -1,
        render_mode: str | None = None,
    ) -> None:
        """`learner` left out is the first player; `others` is a policy of all others, or of each by name.

        All else is as for `Match`. Raises SetupError, naming the field, for an argument that cannot be.
        """
        self.match = Match(
            spec,
            seats=seats,
            sizes=sizes,
            concede=concede,
            shuffle=shuffle,
            max_turns=max_turns,
            max_steps=max_steps,
        )
        players = self.match.players
        self.learner = learner if learner is not None else players[0]
        if self.learner not in players:
            raise SetupError(f"learner: has to be one of {', '.join(players)}, not {learner!r}")
        rest = [player for player in players if player != self.learner]
        self._policies = dict.fromkeys(rest, others) if callable(others) else others
        if set(self._policies) != set(rest):
            raise SetupError(f"others: has to have {', '.join(rest)}, not {', '.join(self._policies) or 'nobody'}")
        self.render_mode = render_mode
        self.names = self.match.observer.names
        self.action_names = self.match.numbering.names
        self._shaping, self._illegal_reward = shaping, illegal_reward
        self.action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = spaces.Box(self.match.observer.low, self.match.observer.high, dtype=np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Begins a new game and lets the others act until the learner is asked."""
        super().reset(seed=seed, options=options)
        self.match.begin(self.np_random)
        self._others_act()
        self._show()
        return self.match.observe(self.learner), self.match.info(self.learner)

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and lets the others act until the learner is asked again.

        If the learner was not asked before the game ended, any first action ends the episode.
        """
        match, reward, illegal = self.match, 0.0, False
        if not self._done:
            try:
                match.act(int(action))
            except IllegalAction:
                if self._illegal_reward is None:
                    raise
                reward, illegal = float(self._illegal_reward), True
        if not illegal:
            reward = match.shaped(self.learner, self._shaping) + self._others_act()
            reward += match.result(self.learner)
        self._show()
        terminated = illegal or match.is_out(self.learner)
        truncated = match.cut is not None and not terminated
        return match.observe(self.learner), reward, terminated, truncated, match.info(self.learner)

    @property
    def _done(self) -> bool:
        return self.match.is_out(self.learner) or self.match.cut is not None

    def _others_act(self) -> float:
        """Until the learner is asked or it is over; what the learner is rewarded with for it besides the result."""
        match, reward = self.match, 0.0
        while not self._done and match.actor != self.learner:
            policy = self._policies[match.actor]
            match.act(policy(match.observe(match.actor), match.mask(match.actor), self.np_random))
            reward += match.shaped(self.learner, self._shaping)
        return reward

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self.match.mask(self.learner).astype(np.bool_)

    def render(self) -> str | None:
        """The board as the learner sees it: as text, or printed."""
        return render(self.match, self.learner, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

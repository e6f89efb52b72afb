"""Random self-play with PettingZoo, and a learner in Gymnasium that gets better at combat than its random opponent."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

import numpy as np
import numpy.typing as npt

from mtg_fsm import GameSpec, PermanentSpec, PlayerSpec
from mtg_fsm.rl import LearnerEnv, PlayersEnv

Table = defaultdict[str, npt.NDArray[np.float64]]
"""For each kind of decision how much each sort of action is preferred."""

SETUP: Final = GameSpec(
    players=tuple(
        PlayerSpec(
            id=player,
            life=6,
            hand=0,
            library=15,
            battlefield=(
                PermanentSpec(id=f"bear-{number}", power=2, toughness=2),
                PermanentSpec(id=f"hound-{number}", power=3, toughness=1, keywords=("first_strike",)),
                PermanentSpec(id=f"rhino-{number}", power=4, toughness=4, keywords=("trample",)),
            ),
        )
        for number, player in enumerate(("A", "B"), 1)
    )
)


def self_play(games: int, seed: int) -> Counter[str]:
    """Who won how many games in which all choose at random between what is legal."""
    env, rng, won = PlayersEnv(SETUP), np.random.default_rng(seed), Counter[str]()
    for number in range(games):
        env.reset(seed=seed + number)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last(observe=False)
            if reward > 0:
                won[agent] += 1
            over = terminated or truncated
            env.step(None if over else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return won


class Learner:
    """Prefers sorts of actions by the kind of decision: attack or not, block or not, play a card or pass.

    After each game what was done becomes likelier if it was won, and less likely if it was lost (REINFORCE).
    """

    def __init__(self, env: LearnerEnv, seed: int) -> None:
        self.env = env
        self.rng = np.random.default_rng(seed)
        sorts = [name.partition(" ")[0] for name in env.action_names]
        self.sorts = sorted(set(sorts))
        self._sort_of = np.array([self.sorts.index(sort) for sort in sorts])
        self.table = self._empty()

    def _empty(self) -> Table:
        return defaultdict(lambda: np.zeros(len(self.sorts)))

    def play(self, seed: int) -> tuple[float, Table]:
        """Plays a game; its result, and in which direction the table makes what was done likelier."""
        _, info = self.env.reset(seed=seed)
        direction, reward, over = self._empty(), 0.0, False
        while not over:
            kind, legal = info["decision"], np.flatnonzero(info["action_mask"])
            sorts = self._sort_of[legal]
            likely = np.exp(self.table[kind][sorts])
            likely /= likely.sum()
            chosen = self.rng.choice(len(legal), p=likely)
            direction[kind][sorts[chosen]] += 1
            np.subtract.at(direction[kind], sorts, likely)
            _, reward, terminated, truncated, info = self.env.step(legal[chosen])
            over = terminated or truncated
        return reward, direction

    def learn(self, games: int, rate: float) -> None:
        """Plays games with the seeds from 0 on and moves the table after each."""
        for seed in range(games):
            result, direction = self.play(seed)
            for kind, way in direction.items():
                self.table[kind] += rate * result * way

    def wins(self, games: int) -> int:
        """How many games with other seeds it wins as it is."""
        return sum(self.play(20_000 + seed)[0] > 0 for seed in range(games))


def main() -> None:
    """Twenty games of self-play; then a hundred games to learn, and a hundred before and after it to measure."""
    print("self-play:", ", ".join(f"{player} won {number}" for player, number in sorted(self_play(20, seed=1).items())))
    learner = Learner(LearnerEnv(SETUP), seed=1)
    print(f"before: {learner.wins(100)} of 100 won")
    learner.learn(100, rate=0.1)
    print(f"after:  {learner.wins(100)} of 100 won")


if __name__ == "__main__":
    main()

"""A game as its players are asked: who chooses next, between what, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from mtg_fsm.engine.engine import OF_EACH_MEMBER, Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.errors import EndlessLoopError, MtgFsmError, SetupError
from mtg_fsm.game.start import new_game
from mtg_fsm.game.view import View, view
from mtg_fsm.passing import Seat, Table
from mtg_fsm.rl.choices import CONCEDE, MORE, PASS, Choice, Next, Token, Way, first_choice
from mtg_fsm.rl.numbering import Numbering, Rows, Sizes
from mtg_fsm.rl.observation import Observer, Vector, vocabulary_of
from mtg_fsm.rl.setups import dealt, default_setup
from mtg_fsm.words.commands import Command, Concede
from mtg_fsm.words.setup import GameSpec

Mask = npt.NDArray[np.int8]
Shaping = Callable[[Engine, tuple[Event, ...], str], float]
"""What a player is rewarded with besides the result, for what has happened by an action."""


class IllegalAction(MtgFsmError, ValueError):
    """A number that the mask forbids; the game is exactly as it was, and the message has the legal ones."""


class Match:
    """Games of one set-up, one after another, in which `actor` chooses by numbers until `over` or `cut`.

    `player` is whose decision it is: the actor's own, or of a player for whom the actor decides (722). A decision with
    one possible command is answered by itself; `answered` counts these since a player was asked last. In a team its
    members are asked one after another, where each may act in person; the last one's pass is the team's.
    `happened` are the events of the latest action. `cut` is why the game was given up: `max_turns`, `max_steps`
    or `endless_loop`.
    """

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
    ) -> None:
        """Without `seats` nothing is passed but by a player. Raises SetupError, naming the field, for wrong limits."""
        for name, limit in (("max_turns", max_turns), ("max_steps", max_steps)):
            if limit < 1:
                raise SetupError(f"{name}: has to be at least 1, not {limit}")
        self.spec = spec if spec is not None else default_setup()
        self.sizes = sizes if sizes is not None else Sizes()
        self.sizes.check(self.spec)
        self.players = self.spec.player_ids
        self.numbering = Numbering(len(self.players), self.sizes)
        self.observer = Observer(self.players, vocabulary_of(self.spec), self.sizes)
        self._seats, self._concede, self._shuffle = seats, concede, shuffle
        self._max_turns, self._max_steps = max_turns, max_steps
        self._set_up(self.spec)

    def _set_up(self, spec: GameSpec) -> None:
        self.engine: Engine = new_game(spec)
        self._table = Table(self.engine, self._seats) if self._seats is not None else None
        self.actor = self.player = self.players[0]
        self.choice: Choice | None = None
        self.legal: Mapping[int, Token] = {}
        self.cut: str | None = None
        self.answered: Counter[str] = Counter()
        self.happened: list[Event] = []
        self._member = self._page = self._steps = 0
        self._views: dict[str, View] = {}

    def begin(self, rng: np.random.Generator) -> None:
        """A new game, with the cards dealt anew unless `shuffle` is false, up to the first choice."""
        self._set_up(dealt(self.spec, rng) if self._shuffle else self.spec)
        self.happened += self._table.begin() if self._table is not None else self.engine.advance()
        self._settle(self._opened(), chosen=False)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.outcome is not None

    def is_out(self, player: str) -> bool:
        """Whether it is settled how the game ended for a player: it has, or nobody of the player's team is left."""
        return self.over or not self.engine.members_of(player)

    def result(self, player: str) -> int:
        """1 for who has won, 0 in a draw and while it is open, -1 for who has lost."""
        outcome = self.engine.outcome
        if outcome is None:
            return -1 if self.is_out(player) else 0
        return 0 if outcome.draw else 1 if player in outcome.winners else -1

    def shaped(self, player: str, shaping: Shaping | None) -> float:
        """What a player is rewarded with for the latest action, besides the result; nothing where nothing happened."""
        return float(shaping(self.engine, tuple(self.happened), player)) if shaping and self.happened else 0.0

    def info(self, player: str) -> dict[str, Any]:
        """The mask, the kind of the open decision, how many were answered by themselves, and why the game was cut."""
        decision = self.engine.decision
        return {
            "action_mask": self.mask(player),
            "decision": decision.kind if decision is not None else "",
            "answered": self.answered[player],
            "cut": self.cut or "",
        }

    def mask(self, player: str) -> Mask:
        """Which actions are legal, as 0 and 1; none for a player who is not asked."""
        mask = np.zeros(len(self.numbering.names), np.int8)
        if player == self.actor:
            mask[list(self.legal)] = 1
        return mask

    def observe(self, player: str) -> Vector:
        """What a player sees, as numbers."""
        choice = self.choice if player == self.actor else None
        return self.observer.observe(self._view(player), self._rows(player), choice, self._page if choice else 0)

    def act(self, action: int) -> None:
        """Takes an action. Raises IllegalAction if the mask forbids it."""
        token = self.legal.get(int(action))
        if token is None:
            legal = ", ".join(f"{number} ({self.numbering.names[number]})" for number in sorted(self.legal)) or "none"
            raise IllegalAction(f"action: {action} is not legal; legal are {legal}")
        self.happened = []
        self.answered[self.actor] = 0
        self._steps += 1
        if token == MORE:
            self._page += 1
            self._number()
        elif token == CONCEDE:
            self._submit(Concede(player=self.actor))
            self._settle(self._opened(), chosen=False)
        elif self.choice is not None:
            self._settle(self.choice.ways[token], chosen=True)
        if self._steps >= self._max_steps and not self.over:
            self._give_up("max_steps")

    def _settle(self, way: Way | Choice, *, chosen: bool) -> None:
        """Goes on to the next choice between several ways; `chosen`: something of the command was chosen already."""
        while not self.over and self.cut is None:
            if way is None:
                self._member += 1
                way, chosen = self._opened(), False
            elif isinstance(way, Choice):
                if len(way.ways) > 1:
                    self.choice, self._page = way, 0
                    self._number()
                    return
                way = next(iter(way.ways.values()))
            elif callable(way):
                way = way()
            else:
                if not chosen:
                    self.answered[self.actor] += 1
                self._submit(way)
                way, chosen = self._opened(), False
        self.choice, self.legal = None, {}

    def _submit(self, command: Command) -> None:
        self._views.clear()
        self._member = 0
        try:
            self.happened += (self._table or self.engine).submit(command)
        except EndlessLoopError:
            self._give_up("endless_loop")
        if self.engine.position.turn > self._max_turns:
            self._give_up("max_turns")

    def _give_up(self, why: str) -> None:
        self.cut, self.choice, self.legal = why, None, {}

    def _opened(self) -> Next | None:
        """The first choice of who is asked now; all members of a team but the last may leave it to the next."""
        decision = self.engine.decision
        if decision is None:
            return None
        members = self.engine.asked_now if decision.kind in OF_EACH_MEMBER else (decision.player,)
        self.player = members[self._member]
        self.actor = self.engine.decider(self.player)
        first = first_choice(self.engine, self.player)
        if self._member == len(members) - 1:
            return first
        return first._replace(ways={**first.ways, PASS: None}) if isinstance(first, Choice) else None

    def _number(self) -> None:
        assert self.choice is not None  # nosec B101 # for type checkers
        self.legal = self.numbering.numbered(self.choice, self._rows(self.actor), self._page, concede=self._concede)

    def _view(self, player: str) -> View:
        if player not in self._views:
            self._views[player] = view(self.engine, player)
        return self._views[player]

    def _rows(self, player: str) -> Rows:
        hand_of = self.player if player == self.actor else player
        return Rows.of(self._view(player), hand_of, self.sizes)

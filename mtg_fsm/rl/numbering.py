"""Actions as numbers: each names a word or a row of the observation, and so means the same in every decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mtg_fsm.errors import SetupError
from mtg_fsm.game.view import PermanentView, PlayerView, StackView, View
from mtg_fsm.rl.choices import CONCEDE, MORE, NO, PASS, YES, Choice, Token
from mtg_fsm.words.setup import GameSpec

WORDS: Final = (PASS, YES, NO, CONCEDE)


class Sizes(NamedTuple):
    """How many rows there are: cards of a hand, permanents of each player, objects on the stack, and options.

    What has no row is chosen as an option, and what is more than the options by `more`, so that a size never forbids
    anything. The observation does not show it but counts it.
    """

    hand: int = 10
    permanents: int = 20
    stack: int = 6
    options: int = 8

    def check(self, spec: GameSpec) -> None:
        """Raises SetupError, naming what is exceeded, for a size below one or a set-up that does not fit."""
        for name, size in self._asdict().items():
            if size < 1:
                raise SetupError(f"sizes.{name}: has to be at least 1, not {size}")
        for player in spec.players:
            if len(player.battlefield) > self.permanents:
                number = len(player.battlefield)
                raise SetupError(f"sizes.permanents: {player.id} begins with {number}, and {self.permanents} fit")
            hand = player.hand if isinstance(player.hand, int) else len(player.hand)
            if hand > self.hand:
                raise SetupError(f"sizes.hand: {player.id} begins with {hand} cards, and {self.hand} fit")


class Rows(NamedTuple):
    """What a viewer sees, in rows: players from the viewer on in turn order, each one's permanents, stack, and hand.

    `hand_of` is whose hand it is: the viewer's, or of whom the viewer decides for.
    """

    players: tuple[PlayerView, ...]
    permanents: tuple[tuple[PermanentView, ...], ...]
    stack: tuple[StackView, ...]
    hand: tuple[str, ...]
    hand_of: str

    @classmethod
    def of(cls, view: View, hand_of: str, sizes: Sizes) -> Rows:
        """The rows of a view, as many as there are sizes for."""
        names = [player.id for player in view.players]
        place = names.index(view.viewer)
        players = (*view.players[place:], *view.players[:place])
        permanents: dict[str, list[PermanentView]] = {player.id: [] for player in players}
        for permanent in view.battlefield:
            permanents[permanent.controller].append(permanent)
        hand = view.players[names.index(hand_of)].hand or ()
        return cls(
            players,
            tuple(tuple(part[: sizes.permanents]) for part in permanents.values()),
            view.stack[: sizes.stack],
            hand[: sizes.hand],
            hand_of,
        )


class Numbering:
    """The numbers of actions: words, rows of players, hand, permanents and stack, options, and `more` at the end."""

    def __init__(self, players: int, sizes: Sizes) -> None:
        self._sizes = sizes
        self._cards = len(WORDS) + players
        self._permanents = self._cards + sizes.hand
        self._objects = self._permanents + players * sizes.permanents
        self._options = self._objects + sizes.stack
        self.names: tuple[str, ...] = (
            *(word.name for word in WORDS),
            *(f"player {number}" for number in range(players)),
            *(f"card {number}" for number in range(sizes.hand)),
            *(f"permanent {player}.{number}" for player in range(players) for number in range(sizes.permanents)),
            *(f"object {number}" for number in range(sizes.stack)),
            *(f"option {number}" for number in range(sizes.options)),
            "more",
        )

    def numbered(self, choice: Choice, rows: Rows, page: int, *, concede: bool) -> dict[int, Token]:
        """What each legal action names; `page` says which options are shown, and counts on without end."""
        places = self._places(rows)
        found = {places[token]: token for token in choice.ways if token in places}
        options = self._option_places([token for token in choice.ways if token not in places])
        pages = sorted({place // self._sizes.options for place in options})
        if pages:
            shown = pages[page % len(pages)] * self._sizes.options
            found |= {
                self._options + place - shown: token
                for place, token in options.items()
                if 0 <= place - shown < self._sizes.options
            }
        if len(pages) > 1:
            found[len(self.names) - 1] = MORE
        if concede:
            found[WORDS.index(CONCEDE)] = CONCEDE
        return found

    def _places(self, rows: Rows) -> Mapping[Token, int]:
        """The numbers of all that has one whatever the choice."""
        places = {word: number for number, word in enumerate(WORDS)}
        for number, player in enumerate(rows.players):
            places[Token("player", player.id)] = len(WORDS) + number
        for number, card in enumerate(rows.hand):
            places[Token("card", card, number)] = self._cards + number
        for side, permanents in enumerate(rows.permanents):
            for number, permanent in enumerate(permanents):
                places[Token("permanent", permanent.id)] = self._permanents + side * self._sizes.permanents + number
        for number, object_ in enumerate(rows.stack):
            places[Token("object", object_.name, number)] = self._objects + number
        return places

    @staticmethod
    def _option_places(tokens: Sequence[Token]) -> dict[int, Token]:
        """Options by their own numbers; what has none, or one that is taken, comes where there is room."""
        own = {token.place: token for token in reversed(tokens) if token.kind == "option"}
        others = [token for token in tokens if own.get(token.place) != token]
        free = (place for place in range(len(tokens) + len(own)) if place not in own)
        return own | dict(zip(free, others, strict=False))

"""Cards in the reference game: what they are, what they become, and what can be targeted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from mtg_fsm.engine.stack import Context, Printed
from mtg_fsm.words.base import GROUPS
from mtg_fsm.words.cards import THIS, CardSpec, filled
from mtg_fsm.words.commands import Cast
from mtg_fsm.words.effects import Create, PermanentSpec

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame
    from mtg_fsm.game.objects import Permanent


class Catalogue:
    """What the cards of a game are, by name. It never changes, and is shared by what is saved and gone back to."""

    def __init__(self, cards: Iterable[CardSpec] = ()) -> None:
        self._by_name = {card.name: card for card in cards}
        self._spells: dict[str, Printed] = {}

    def find(self, id_: str) -> CardSpec | None:
        """The card of an id, which is its name, or its name with a number, such as `bear-2`; None if unknown."""
        found = self._by_name.get(id_)
        if found is None:
            name, _, number = id_.rpartition("-")
            return self._by_name.get(name) if number.isdecimal() else None
        return found

    def spell(self, id_: str) -> Printed | None:
        """What the card of an id says as a spell; of a permanent, that it is put onto the battlefield (608.3)."""
        card = self.find(id_)
        if card is not None and id_ not in self._spells:
            permanent = self.permanent(id_)
            own = filled(card, {THIS: id_}).effects if permanent is None else (Create(permanent=permanent),)
            self._spells[id_] = Printed(own, card.cost, card.speed, card.only, card.target)
        return self._spells.get(id_)

    def permanent(self, id_: str) -> PermanentSpec | None:
        """The permanent that the card of an id becomes; None for an instant, a sorcery or an unknown card."""
        card = self.find(id_)
        return None if card is None or card.permanent is None else filled(card.permanent, {THIS: id_})

    @cached_property
    def data(self) -> list[dict[str, Any]]:
        """All cards as plain JSON data."""
        return [card.brief() for card in self._by_name.values()]


def is_free(command: Cast) -> bool:
    """Whether a command itself says what the spell costs or does."""
    return bool(command.effects or command.cost or command.only)


def became_permanent(game: ReferenceGame, id_: str) -> bool:
    """608.3: whether a card is on the battlefield by now."""
    return id_ in game.battlefield and game.cards.permanent(id_) is not None


def is_spell_of(game: ReferenceGame, id_: str, context: Context) -> bool:
    """Whether what enters is the card of the spell that resolves."""
    return context.source is None and context.name == id_ and game.cards.permanent(id_) is not None


def _creatures(game: ReferenceGame) -> list[Permanent]:
    return [permanent for permanent in _present(game) if permanent.is_a("creature")]


def _present(game: ReferenceGame) -> list[Permanent]:
    return [permanent for permanent in game.battlefield.values() if permanent.phased_out is None]


_IN_GROUP: Final[dict[str, Callable[[Permanent, str], bool]]] = {
    "$creatures": lambda _permanent, _player: True,
    "$your_creatures": lambda permanent, player: permanent.controller == player,
}
"""Whether a creature is one of a group, for the controller of an effect."""


def members(game: ReferenceGame, names: Sequence[str], player: str) -> tuple[str, ...]:
    """Ids of permanents, with those of groups in their place, by time of entering."""
    if not any(name in GROUPS for name in names):
        return tuple(names)
    return tuple(
        member
        for name in names
        for member in (
            [creature.id for creature in _creatures(game) if _IN_GROUP[name](creature, player)]
            if name in GROUPS
            else [name]
        )
    )


_ANY_TARGET: Final = ("creature", "planeswalker", "battle")
_PERMANENTS: Final[dict[str, Callable[[Permanent], bool]]] = {
    "permanent": lambda _permanent: True,
    "creature": lambda permanent: permanent.is_a("creature"),
    "any": lambda permanent: any(map(permanent.is_a, _ANY_TARGET)),
}
"""Which permanents are of a kind that can be targeted; of kinds that are missing here none."""
_PLAYERS: Final[dict[str, Callable[[Engine, str], Sequence[str]]]] = {
    "player": lambda engine, _player: engine.in_game,
    "any": lambda engine, _player: engine.in_game,
    "opponent": lambda engine, player: [other for other in engine.in_game if other not in engine.team_of(player)],
}


def targets(engine: Engine, game: ReferenceGame, player: str, kind: str) -> tuple[str, ...]:
    """115.4: what a player can target with a spell or ability: permanents by time of entering, then players."""
    fits = _PERMANENTS.get(kind)
    permanents = [permanent.id for permanent in _present(game) if fits(permanent)] if fits is not None else []
    players = _PLAYERS.get(kind)
    return (*permanents, *(players(engine, player) if players is not None else ()))

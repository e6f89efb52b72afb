"""What a player sees as a vector of numbers, each with a name and bounds.

It is made from `mtg_fsm.view` alone, and of a choice in progress from what that player is asked and has said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from mtg_fsm.engine.answers import ANSWERS
from mtg_fsm.game.objects import DEFENSE, LORE, LOYALTY, MINUS, PLUS
from mtg_fsm.game.view import PermanentView, PlayerView, StackView, View
from mtg_fsm.machine import MACHINES
from mtg_fsm.rl.choices import Choice, Token
from mtg_fsm.rl.numbering import Rows, Sizes
from mtg_fsm.words.base import SYMBOLS, as_list, as_mapping
from mtg_fsm.words.cards import THIS
from mtg_fsm.words.effects import Keyword
from mtg_fsm.words.setup import GameSpec

Vector = npt.NDArray[np.float32]
LARGE: Final = 999
"""Numbers without bounds, such as life, are clipped to this, and to its negative."""
TYPES: Final = ("creature", "land", "artifact", "enchantment", "planeswalker", "battle")
COUNTERS: Final = (PLUS, MINUS, LOYALTY, DEFENSE, LORE)
STACK_KINDS: Final = ("spell", "activated", "triggered")
_NUMBERED: Final = re.compile(r"[-_ #.]*\d+$")
_NOTHING: Final = Choice({})


@lru_cache(maxsize=1024)
def kind_of(name: str) -> str:
    """What the same cards have in common: the id without the number at its end."""
    return _NUMBERED.sub("", name) or name


def vocabulary_of(spec: GameSpec) -> tuple[str, ...]:
    """The kinds of all cards, permanents, abilities and effects that a set-up names, in alphabetical order.

    Cards that are merely counted are one kind for each player.
    """
    named = {kind_of(name) for name in _names(spec.model_dump(mode="json"))} - {THIS, *spec.player_ids}
    counted = {f"{player.id}-card" for player in spec.players if int in (type(player.hand), type(player.library))}
    return tuple(sorted(named | counted))


def _names(data: object) -> Iterator[str]:
    """What is called `id` or `name`, and what a hand, library or graveyard lists, anywhere in plain data."""
    for key, value in (as_mapping(data) or {}).items():
        if key in ("id", "name") and isinstance(value, str):
            yield value
        elif key in ("hand", "library", "graveyard"):
            yield from (name for name in as_list(value) or () if isinstance(name, str))
        yield from _names(value)
    for part in as_list(data) or ():
        yield from _names(part)


class Seen(NamedTuple):
    """What numbers are read from: a view in rows, and of the viewer's own choice what it is about and what was said."""

    view: View
    rows: Rows
    choice: Choice
    places: Mapping[str, int]
    kinds: Mapping[str, int]
    page: int

    def kind(self, name: str) -> int:
        """The place of a name's kind in the vocabulary, from 1; one more than all for what is not in it."""
        return self.kinds.get(kind_of(name), len(self.kinds) + 1)

    def said(self, token: Token) -> int:
        """How often, or how much, something was named in the choice."""
        return self.choice.said.get(token, 0)

    def asked(self, token: Token, place: int) -> bool:
        """Whether it is what the choice is about (0), or to whom the damage goes (1)."""
        return self.choice.asked[place : place + 1] == (token,)


@dataclass(frozen=True, slots=True)
class Number:
    """One number of something: its name, how it is read, and its bounds."""

    name: str
    read: Callable[[Any, Seen], float]
    low: float = 0
    high: float = 1


def _count(name: str, read: Callable[[Any, Seen], float]) -> Number:
    return Number(name, read, 0, LARGE)


def _signed(name: str, read: Callable[[Any, Seen], float]) -> Number:
    return Number(name, read, -LARGE, LARGE)


@dataclass(frozen=True, slots=True)
class Marks:
    """A number for each of several words: 1 for those that are read, else 0."""

    names: tuple[str, ...]
    places: Mapping[str | int, int]
    read: Callable[[Any, Seen], Iterable[Any]]


def _any_of(words: Sequence[str | int], read: Callable[[Any, Seen], Iterable[Any]], prefix: str = "") -> Marks:
    return Marks(tuple(f"{prefix}{word}" for word in words), {word: place for place, word in enumerate(words)}, read)


def _one_of(name: str, words: Sequence[str | int], read: Callable[[Any, Seen], Any]) -> Marks:
    return _any_of(words, lambda it, seen: (read(it, seen),), f"{name} ")


_Layout = tuple[Number | Marks, ...]


def _decision(seen: Seen, field: str) -> Any:
    return getattr(seen.view.decision, field, None)


def _cost(symbol: str) -> Number:
    return _count(f"cost {symbol}", lambda _, seen: str(_decision(seen, "cost") or "").count(symbol))


def _generic(_: None, seen: Seen) -> int:
    return int("".join(filter(str.isdigit, _decision(seen, "cost") or "")) or 0)


def _of_game(players: int) -> _Layout:
    seats = range(players)
    return (
        *map(_state, MACHINES),
        _count("turn", lambda _, seen: seen.view.turn),
        _one_of("active player", seats, lambda _, seen: seen.places.get(seen.view.active_player or "")),
        _one_of("it is", ("day", "night"), lambda _, seen: seen.view.day_night),
        _one_of("decision", tuple(ANSWERS), lambda _, seen: _decision(seen, "kind")),
        _one_of("decision of player", seats, lambda _, seen: seen.places.get(_decision(seen, "player") or "")),
        _one_of("hand of player", seats, lambda _, seen: seen.places[seen.rows.hand_of]),
        _count("decision count", lambda _, seen: _decision(seen, "count") or 0),
        Number("decision optional", lambda _, seen: bool(_decision(seen, "optional"))),
        _count("cost generic", _generic),
        *map(_cost, SYMBOLS),
        Number("choice is mine", lambda _, seen: seen.choice is not _NOTHING),
        _count("choice page", lambda _, seen: seen.page),
        _count("stack size", lambda _, seen: len(seen.view.stack)),
    )


def _state(machine: str) -> Marks:
    definition = MACHINES[machine]
    leaves = [state.name for state in definition.leaves]
    return _one_of(definition.model_attribute, leaves, lambda _, seen: seen.view.states[machine])


def _mana(symbol: str) -> Number:
    return _count(f"mana {symbol}", lambda player, _: player.mana.count(symbol))


def _controls(player: PlayerView, seen: Seen) -> int:
    return sum(permanent.controller == player.id for permanent in seen.view.battlefield)


OF_PLAYER: Final = (
    Number("in game", lambda player, _: player.in_game),
    _signed("life", lambda player, _: player.life),
    _count("poison", lambda player, _: player.poison),
    _count("hand", lambda player, _: player.hand_size),
    _count("library", lambda player, _: player.library),
    _count("graveyard", lambda player, _: len(player.graveyard)),
    _count("exile", lambda player, _: len(player.exile)),
    _count("permanents", _controls),
    _count("lands played", lambda player, _: player.lands_played),
    _count("schemes", lambda player, _: len(player.schemes)),
    *map(_mana, SYMBOLS),
    Number("decided by me", lambda player, seen: player.decided_by == seen.view.viewer),
    Number("to", lambda player, seen: seen.asked(Token("player", player.id), 1)),
    _count("said", lambda player, seen: seen.said(Token("player", player.id))),
)
"""The numbers of a player."""


def _own(permanent: PermanentView) -> Token:
    return Token("permanent", permanent.id)


def _counter(name: str) -> Number:
    return _count(f"{name} counters", lambda permanent, _: dict(permanent.counters).get(name, 0))


def _of_permanent(players: int, kind: int) -> _Layout:
    return (
        Number("there", lambda _, __: 1),
        Number("kind", lambda permanent, seen: seen.kind(permanent.id), 0, kind),
        _any_of(TYPES, lambda permanent, _: permanent.types),
        _signed("power", lambda permanent, _: permanent.power),
        _signed("toughness", lambda permanent, _: permanent.toughness),
        _count("damage", lambda permanent, _: permanent.damage),
        _any_of(get_args(Keyword), lambda permanent, _: permanent.keywords),
        Number("tapped", lambda permanent, _: permanent.tapped),
        Number("sick", lambda permanent, _: permanent.sick),
        Number("token", lambda permanent, _: permanent.token),
        Number("legendary", lambda permanent, _: bool(permanent.legendary)),
        Number("phased out", lambda permanent, _: permanent.phased_out),
        Number("attached", lambda permanent, _: permanent.attached_to is not None),
        *map(_counter, COUNTERS),
        Number("attacking", lambda permanent, _: permanent.attacking is not None or permanent.blocked is not None),
        _one_of("attacking player", range(players), lambda it, seen: seen.places.get(it.attacking or "")),
        Number("blocked", lambda permanent, _: bool(permanent.blocked)),
        _count("blocking", lambda permanent, _: len(permanent.blocking)),
        Number("asked", lambda permanent, seen: seen.asked(_own(permanent), 0)),
        Number("to", lambda permanent, seen: seen.asked(_own(permanent), 1)),
        _count("said", lambda permanent, seen: seen.said(_own(permanent))),
    )


def _of_object(players: int, kind: int) -> _Layout:
    return (
        Number("there", lambda _, __: 1),
        Number("kind", lambda it, seen: seen.kind(it[1].name), 0, kind),
        _one_of("is", STACK_KINDS, lambda it, _: it[1].kind),
        _one_of("of player", range(players), lambda it, seen: seen.places.get(it[1].controller)),
        _count("said", lambda it, seen: seen.said(Token("object", it[1].name, it[0]))),
    )


def _of_card(kind: int) -> _Layout:
    return (
        Number("there", lambda _, __: 1),
        Number("kind", lambda it, seen: seen.kind(it[1]), 0, kind),
        Number("asked", lambda it, seen: seen.asked(Token("card", it[1], it[0]), 0)),
        _count("said", lambda it, seen: seen.said(Token("card", it[1], it[0]))),
    )


class _Block:
    """The rows of one sort: how their names begin, their numbers, and how what is in them is listed."""

    def __init__(self, rows: tuple[str, ...], layout: _Layout, listed: Callable[[Seen], Sequence[Any]]) -> None:
        self.rows, self.listed = rows, listed
        self.numbers = tuple(number for part in layout for number in _laid_out(part))
        begins = list(accumulate((len(_laid_out(part)) for part in layout), initial=0))
        self._numbers = [part for part in layout if isinstance(part, Number)]
        self._at = [begin for part, begin in zip(layout, begins, strict=False) if isinstance(part, Number)]
        self._marks = [(part, begin) for part, begin in zip(layout, begins, strict=False) if isinstance(part, Marks)]

    def fill(self, row: Vector, it: Any, seen: Seen) -> None:
        """Writes the numbers of one thing into its row, which is empty."""
        row[self._at] = [number.read(it, seen) for number in self._numbers]
        for marks, begin in self._marks:
            for word in marks.read(it, seen):
                place = marks.places.get(word)
                if place is not None:
                    row[begin + place] = 1


def _laid_out(part: Number | Marks) -> tuple[tuple[str, float, float], ...]:
    """Names and bounds."""
    return (
        ((part.name, part.low, part.high),) if isinstance(part, Number) else tuple((name, 0, 1) for name in part.names)
    )


def _side(number: int) -> Callable[[Seen], Sequence[PermanentView]]:
    return lambda seen: seen.rows.permanents[number]


def _stack(seen: Seen) -> list[tuple[int, StackView]]:
    return list(enumerate(seen.rows.stack))


class Observer:
    """The layout of the vector: `names` of all numbers with their bounds `low` and `high`; `observe` fills it."""

    def __init__(self, players: Sequence[str], vocabulary: Sequence[str], sizes: Sizes) -> None:
        number, kind = len(players), len(vocabulary) + 1
        self.players = tuple(players)
        self.vocabulary = tuple(vocabulary)
        self._kinds = {name: place for place, name in enumerate(self.vocabulary, 1)}
        of_permanent = _of_permanent(number, kind)
        self._blocks = (
            _Block(("",), _of_game(number), lambda _: (None,)),
            _Block(_rows("player", number), OF_PLAYER, lambda seen: seen.rows.players),
            *(
                _Block(_rows("permanent", sizes.permanents, f"{side}."), of_permanent, _side(side))
                for side in range(number)
            ),
            _Block(_rows("object", sizes.stack), _of_object(number, kind), _stack),
            _Block(_rows("card", sizes.hand), _of_card(kind), lambda seen: list(enumerate(seen.rows.hand))),
        )
        laid_out = [(row, number) for block in self._blocks for row in block.rows for number in block.numbers]
        self.names = tuple(f"{row}{name}" for row, (name, _, _) in laid_out)
        self.low: Vector = np.array([low for _, (_, low, _) in laid_out], np.float32)
        self.high: Vector = np.array([high for _, (_, _, high) in laid_out], np.float32)

    def observe(self, view: View, rows: Rows, choice: Choice | None, page: int) -> Vector:
        """The numbers of a view; `choice` is what its viewer is choosing, None if somebody else is asked."""
        places = {player.id: place for place, player in enumerate(rows.players)}
        seen = Seen(view, rows, choice if choice is not None else _NOTHING, places, self._kinds, page)
        vector, begin = np.zeros(len(self.names), np.float32), 0
        for block in self._blocks:
            width = len(block.numbers)
            for place, it in enumerate(block.listed(seen)):
                row = begin + place * width
                block.fill(vector[row : row + width], it, seen)
            begin += width * len(block.rows)
        return np.clip(vector, self.low, self.high, out=vector)


def _rows(name: str, number: int, side: str = "") -> tuple[str, ...]:
    return tuple(f"{name} {side}{place} " for place in range(number))

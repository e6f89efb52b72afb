"""Cards as data: what a card costs, targets and does, and the permanent that it is on the battlefield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, TypeVar

from pydantic import Field, model_validator

from mtg_fsm.words.base import GROUPS, TARGET, Cost, Name, Word, as_list, as_mapping
from mtg_fsm.words.commands import Only
from mtg_fsm.words.effects import Activated, Effect, Effects, PermanentSpec, TargetKind

THIS: Final = "$this"
"""Stands for the id of a card in what the card says of itself."""

SomeWord = TypeVar("SomeWord", bound=Word)


class CardSpec(Word):
    """A card. In a hand, library or graveyard `NAME`, or `NAME-2` with any number, is one.

    A card with a `permanent` is a land, or a spell that becomes the permanent as it resolves; any other is an instant
    or a sorcery with effects. In what it says `$this` is its own id, `$target` what it targets.
    """

    name: Name = Field(description="Its name, without spaces: `lightning-bolt`.")
    text: str = Field(default="", description="What it does, for people.")
    cost: Cost = Field(default="", description="Generic mana as a number, then symbols, as in `1R`; of a land nothing.")
    speed: Literal["instant", "sorcery"] = Field(
        default="sorcery",
        description="When it can be cast: `sorcery` only in one's own main phase with an empty stack (117.1a).",
    )
    only: Only | None = Field(default=None, description="A timing restriction.")
    target: TargetKind | None = Field(default=None, description="What it targets. Left out: nothing.")
    effects: Effects = Field(default=(), description="Applied in this order as it resolves.")
    permanent: PermanentSpec | None = Field(
        default=None, description="What it is on the battlefield; its `id` `$this`."
    )

    @property
    def is_land(self) -> bool:
        """Whether it is played and not cast (305.1)."""
        return self.permanent is not None and "land" in map(str.lower, self.permanent.types)

    @model_validator(mode="after")
    def _consistent(self) -> CardSpec:
        if any(character.isspace() for character in self.name):
            raise ValueError(f"name: {self.name!r} has a space in it")
        if self.permanent is not None:
            if self.effects or self.target is not None:
                raise ValueError("a permanent has no effects or target of its own; its abilities have them")
            if self.permanent.id != THIS:
                raise ValueError(f"permanent.id: has to be {THIS}, not {self.permanent.id!r}")
        if self.is_land and self.cost:
            raise ValueError("cost: a land has none")
        for where, known, part in self._parts():
            for word in _placeholders(part):
                if word not in known:
                    raise ValueError(f"{where}: {word!r} is not known here; there are {', '.join(sorted(known))}")
        return self

    def _parts(self) -> Iterator[tuple[str, frozenset[str], Any]]:
        """Where placeholders may stand, and which."""
        known = frozenset({THIS, *GROUPS})
        data = self.brief()
        targeting = known | {TARGET} if self.target is not None else known
        yield "effects", targeting, data.get("effects")
        for ability in self.permanent.abilities if self.permanent is not None else ():
            targets = isinstance(ability, Activated) and ability.target is not None
            yield f"permanent.abilities.{ability.effect}", known | {TARGET} if targets else known, ability.brief()


def filled(word: SomeWord, values: Mapping[str, str]) -> SomeWord:
    """A word with these placeholders filled in."""
    return type(word).model_validate(_filled(word.brief(), values))


def at_target(effects: Iterable[Effect], target: str) -> tuple[Effect, ...]:
    """Effects with what they target filled in."""
    return tuple(filled(effect, {TARGET: target}) for effect in effects)


def _filled(data: Any, values: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return values.get(data, data)
    mapping, parts = as_mapping(data), as_list(data)
    if mapping is not None:
        return {key: _filled(part, values) for key, part in mapping.items()}
    return [_filled(part, values) for part in parts] if parts is not None else data


def _placeholders(data: Any) -> Iterator[str]:
    """Every text that begins as a placeholder does."""
    if isinstance(data, str) and data.startswith("$"):
        yield data
    for part in (*(as_mapping(data) or {}).values(), *(as_list(data) or ())):
        yield from _placeholders(part)

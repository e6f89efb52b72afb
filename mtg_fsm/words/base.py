"""Common ground of all models of the scenario format: frozen, strict about unknown keys and about types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Annotated, Any, Final, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, WithJsonSchema

SYMBOLS: Final = "WUBRGC"
TARGET: Final = "$target"
"""Stands for what a spell or ability targets in what it does."""
GROUPS: Final = ("$creatures", "$your_creatures")
"""Stand for all creatures, and for those of an effect's controller, as the effect is applied."""


def as_mapping(value: object) -> Mapping[str, Any] | None:
    """Plain data as a mapping, None if it is none."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else None


def as_list(value: object) -> Sequence[Any] | None:
    """Plain data as a list, None if it is none."""
    return cast("Sequence[Any]", value) if isinstance(value, list) else None


_TAGS: Final = ("action", "effect")
"""Fields that say which model it is."""


def _require_tags(schema: dict[str, Any]) -> None:
    """In JSON a tag cannot be left out, since models with one always stand in unions."""
    tags = [tag for tag in _TAGS if tag in schema["properties"]]
    if tags:
        schema["required"] = [*tags, *schema.get("required", ())]


class Word(BaseModel):
    """A model of the scenario format: immutable, and any key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=_require_tags, defer_build=True)

    def brief(self) -> dict[str, Any]:
        """Plain JSON data from which an equal model is made: what is not as usual, and what says which model it is."""
        data: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name in _TAGS or value != field.get_default(call_default_factory=True):
                data[field.alias or name] = _brief(value)
        return data


def _brief(value: object) -> Any:
    if isinstance(value, Word):
        return value.brief()
    if isinstance(value, tuple):
        return [_brief(part) for part in cast("Any", value)]
    if isinstance(value, Mapping):
        return {name: _brief(part) for name, part in cast("Any", value).items()}
    return value


MAX_DEPTH: Final = 64
"""How deep effects, and lists and mappings of scenario files, may be nested."""
MAX_VALUES: Final = 2_000
"""The most lists, mappings and values of the effects of one spell or ability, those in it included."""
MAX_PLAYERS: Final = 100
"""Of a game."""


def bounded(effects: tuple[Word, ...]) -> tuple[Word, ...]:
    """Effects that can be carried out, saved and read. Raises ValueError for what is nested too deep or too much."""
    left: list[tuple[object, int]] = [(effects, 0)]
    for number in count(1):
        value, depth = left.pop()
        if depth > MAX_DEPTH:
            raise ValueError(f"nested deeper than {MAX_DEPTH}")
        if number > MAX_VALUES:
            raise ValueError(f"more than {MAX_VALUES:,} values")
        left += [(part, depth + 1) for part in _parts(value)]
        if not left:
            break
    return effects


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Word):
        return [getattr(value, name) for name in value.model_fields_set]
    if isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).values()
    return cast("Sequence[object]", value) if isinstance(value, tuple | list) else ()


Flag = Annotated[bool, Field(strict=True)]
Number = Annotated[int, Field(strict=True, ge=-1_000_000_000, le=1_000_000_000)]
Count = Annotated[int, Field(strict=True, ge=1, le=1000)]
Natural = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Amount = Annotated[int, Field(strict=True, ge=0)]
"""What creatures deal, whose power effects may raise without limit."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
_NO_PLAYERS: Final = ("each", "opponents", "opponent", "you", "none", "any")
_NO_IDS: Final = ("any", "none", TARGET, *GROUPS)


def _text(limit: int, refused: Sequence[str]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "minLength": 1, "maxLength": limit, "not": {"enum": list(refused)}})


def _player_id(value: str, info: ValidationInfo) -> str:
    context = cast("Mapping[str, Any]", info.context or {})
    players: Sequence[str] | None = context.get("players")
    if value == "you":
        raise ValueError("'you' is said by leaving the key out: the controller is the default")
    if players is not None and value not in players:
        known = ", ".join(player for player in players if player != TARGET)
        raise ValueError(f"there is no player {value!r}; the players are {known}")
    if value in _NO_PLAYERS:
        raise ValueError(f"{value!r} is a word of the format and no id of a player")
    return value


KnownPlayer = Annotated[str, _text(200, _NO_PLAYERS)]
"""Id of a player as the engine gives it."""
PlayerId = Annotated[Name, AfterValidator(_player_id), _text(200, _NO_PLAYERS)]
"""Id of a player; with `players` in the validation context it has to be one of them."""


def _no_word(value: str) -> str:
    if value in _NO_IDS:
        raise ValueError(f"{value!r} is a word of the format and no id")
    return value


NewId = Annotated[str, Field(min_length=1, max_length=150), AfterValidator(_no_word), _text(150, _NO_IDS)]
"""Id of something new: short enough for the names that are made of it, as `ID-2` and `ID-chapter-1`."""
NewPlayerId = Annotated[NewId, AfterValidator(_player_id), _text(150, _NO_PLAYERS)]
PermanentId = Name
CardId = Name
Recipients = PlayerId | tuple[PlayerId, ...] | Literal["each", "opponents"]
"""One player, several, every player in the game, or the controller's opponents; several are one effect (500.7)."""

_MANA = re.compile(rf"[{SYMBOLS}]*")
_COST = re.compile(rf"([0-9]{{0,18}})([{SYMBOLS}]*)")


def _mana(value: str) -> str:
    if not _MANA.fullmatch(value) or len(value) > 1000:
        raise ValueError(f"mana is written with the letters {SYMBOLS} only, as in 'RRG'")
    return "".join(sorted(value, key=SYMBOLS.index))


def parts_of_cost(value: str) -> tuple[int, str]:
    """How much generic mana a cost takes, and its other symbols. Raises ValueError if it is no cost."""
    match = _COST.fullmatch(value)
    if match is None or len(value) > 1000:
        raise ValueError(f"a cost is a number and then the letters {SYMBOLS}, as in '1R', not {value!r}")
    return int(match[1] or 0), match[2]


def _cost(value: str) -> str:
    parts_of_cost(value)
    return value


def _written(pattern: re.Pattern[str]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^{pattern.pattern}$", "maxLength": 1000})


Symbol = Annotated[str, Field(pattern=f"^[{SYMBOLS}]$")]
"""One mana."""
Mana = Annotated[str, AfterValidator(_mana), _written(_MANA)]
"""Mana in the order WUBRGC, `""` for none."""
Cost = Annotated[str, AfterValidator(_cost), _written(_COST)]
"""A mana cost: generic mana as a number, then coloured or colourless symbols."""

"""Names for what JSON Schemas would else repeat: unions of models, sets of names, texts of a certain form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, TypeAdapter

from mtg_fsm.machine import MACHINES
from mtg_fsm.words.base import Cost, Mana, PlayerId, as_list, as_mapping
from mtg_fsm.words.commands import Command, Point
from mtg_fsm.words.effects import Duration, Effect, EventWord, Keyword, Skippable, TargetKind, When
from mtg_fsm.words.units import DayNight, MainName, PhaseKind, PhaseName, StepName

STATES: Final[dict[str, Any]] = {
    name: Annotated[str, Field(json_schema_extra={"enum": [leaf.name for leaf in definition.leaves]})]
    for name, definition in MACHINES.items()
}
"""In which state a machine of this package is, by its name; a machine of one's own may have others."""


class Alias(NamedTuple):
    """A type with what it is."""

    type: Any
    description: str


ALIASES: Final = {
    "PlayerId": Alias(PlayerId, "Id of a player."),
    "Mana": Alias(Mana, "Mana as symbols, as in `RRG`; empty for none."),
    "Cost": Alias(Cost, "A mana cost: generic mana as a number, then symbols, as in `1R`; empty for none."),
    "StepName": Alias(StepName, "Name of a step."),
    "MainName": Alias(MainName, "Name of a main phase."),
    "PhaseName": Alias(PhaseName, "Name of a phase."),
    "PhaseKind": Alias(PhaseKind, "A kind of phase; `main` is either main phase."),
    "DayNight": Alias(DayNight, "Whether it is day or night (730.1)."),
    "Keyword": Alias(Keyword, "A keyword ability."),
    "Skippable": Alias(Skippable, "What can be skipped: a turn, phase or step."),
    "TargetKind": Alias(TargetKind, "What a spell or ability can target (115.4)."),
    "EventWord": Alias(EventWord, "What an ability can wait for."),
    "Point": Alias(Point, "A point of the turn that timing restrictions know (503.2, 506.7)."),
    "Duration": Alias(Duration, "How long a continuous effect lasts (611.2)."),
    "When": Alias(When, "What an ability triggers on."),
    "Effect": Alias(Effect, "Any effect, told apart by `effect`."),
    "Command": Alias(Command, "Any command, told apart by `action`."),
    **{f"{name.title()}State": Alias(states, f"A state of the {name} machine.") for name, states in STATES.items()},
}
"""Those that others are made of come first."""
_REMARKS: Final = frozenset({"title", "description", "default"})
_REFERENCE: Final = "#/$defs/{model}"


class _Known(NamedTuple):
    """The name of each alias by its schema as text, and the definitions of aliases and of the models in them."""

    names: dict[str, str]
    definitions: dict[str, Any]

    def having(self, aliases: Mapping[str, Alias]) -> _Known:
        """With more aliases, made of these."""
        names, definitions = dict(self.names), dict(self.definitions)
        for name, alias in aliases.items():
            made = TypeAdapter[Any](alias.type).json_schema(ref_template=_REFERENCE)
            definitions |= _referring(made.pop("$defs", {}), names)
            content = _referring(made, names)
            names[_text(content)] = name
            definitions[name] = {**content, "description": alias.description}
        return _Known(names, definitions)


@cache
def _usual() -> _Known:
    return _Known({}, {}).having(ALIASES)


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps({key: part for key, part in content.items() if key not in _REMARKS}, sort_keys=True)


def _referring(part: Any, names: Mapping[str, str]) -> Any:
    """The same with a reference in the place of what has a name."""
    listed, mapping = as_list(part), as_mapping(part)
    if listed is not None:
        return [_referring(one, names) for one in listed]
    if mapping is None:
        return part
    content = {key: one if key == "default" else _referring(one, names) for key, one in mapping.items()}
    name = names.get(_text(content))
    if name is None:
        return content
    remarks = {key: one for key, one in content.items() if key in _REMARKS}
    return {"$ref": _REFERENCE.format(model=name), **remarks}


def with_aliases(schema: Mapping[str, Any], more: Mapping[str, Alias] | None = None) -> dict[str, Any]:
    """The same schema with a reference to an alias wherever it says what that says; definitions sorted by name.

    `more` are aliases besides the usual ones.
    """
    names, aliases = _usual().having(more or {})
    made = {key: _referring(part, names) for key, part in schema.items()}
    definitions: dict[str, Any] = made.pop("$defs", {})
    while missing := _references((made, definitions)) - definitions.keys():
        definitions |= {name: aliases[name] for name in missing}
    return {**made, "$defs": dict(sorted(definitions.items()))} if definitions else made


def _references(part: Any) -> set[str]:
    """Names of the definitions that a schema refers to."""
    return set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(part)))

"""The rules that the machine, the events and the errors name by number, each with a summary in our own words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the Comprehensive Rules, under its number in the edition of 2025-09-19."""

    number: str
    topic: str
    summary: str


@cache
def catalogue() -> Mapping[str, Rule]:
    """Every known rule by its number.

    The order is that of the catalogue's source: by section, but not strictly by number. It is read on the first call.
    """
    entries: dict[str, dict[str, str]] = json.loads((files("mtg_fsm") / "rules.json").read_bytes())
    return MappingProxyType(
        {number: Rule(number, entry["topic"], entry["summary"]) for number, entry in entries.items()}
    )

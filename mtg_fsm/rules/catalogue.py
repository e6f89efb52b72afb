"""The rules that the machine, the events and the errors name by number, each with a summary in our own words."""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from mtg_fsm.errors import RuleError

NUMBER: Final = re.compile(r"(\d{3})(?:\.(\d+)([a-z]?))?")
"""The number of a section, a rule or a lettered rule."""
NEAR: Final = 3
"""How many rules on each side are named where a number is none."""


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
    entries: dict[str, dict[str, str]] = json.loads((files("mtg_fsm.rules") / "rules.json").read_bytes())
    return MappingProxyType(
        {number: Rule(number, entry["topic"], entry["summary"]) for number, entry in entries.items()}
    )


def sort_key(number: str) -> tuple[int, int, str]:
    """Sorts rules and sections by number: 500, 500.2, 500.10, 500.10a. RuleError for what is no number."""
    found = NUMBER.fullmatch(number)
    if found is None:
        raise RuleError(f"{number!r} is no number of a rule, such as 514.3a, or of a section, such as 514")
    return int(found[1]), int(found[2] or 0), found[3] or ""


def section_of(number: str) -> str:
    """The number of the section that a rule is in, or of a section itself."""
    return number.partition(".")[0]


def above(number: str) -> list[str]:
    """The rule and the section that a rule is below, as far as they are in the catalogue: of 514.3a 514.3 and 514."""
    names = (number.rstrip("abcdefghijklmnopqrstuvwxyz"), section_of(number))
    return [name for name in dict.fromkeys(names) if name != number and (name in catalogue() or "." not in name)]


def is_within(number: str, part: str) -> bool:
    """Whether a rule is a section or rule, or one of those below it: 514.3a is within 514.3a, 514.3 and 514."""
    return part == number or part in (number.rstrip("abcdefghijklmnopqrstuvwxyz"), section_of(number))


@cache
def by_section() -> Mapping[str, Sequence[str]]:
    """Numbers of the rules of the catalogue, in order, by the number of their section."""
    sections: dict[str, list[str]] = {}
    for rule in sorted(catalogue(), key=sort_key):
        sections.setdefault(section_of(rule), []).append(rule)
    return MappingProxyType({section: tuple(rules) for section, rules in sections.items()})


def nearest(number: str, known: Iterable[str]) -> str:
    """Names the numbers around one that is not among them, of its section if that has any.

    RuleError for what is no number at all.
    """
    key, ordered = sort_key(number), sorted(known, key=sort_key)
    ordered = [other for other in ordered if section_of(other) == section_of(number)] or ordered
    place = bisect(ordered, key, key=sort_key)
    return ", ".join(ordered[max(0, place - NEAR) : place + NEAR])

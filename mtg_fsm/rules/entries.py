"""All that is known of each rule: what it demands, which tests prove that, what carries it and what cites it.

What is proved and carried was gathered by running the tests; it is about the package as it was released.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from mtg_fsm.errors import RuleError
from mtg_fsm.rules.carriers import Carrier, carriers, places
from mtg_fsm.rules.catalogue import Rule, above, by_section, catalogue, nearest
from mtg_fsm.rules.sections import SECTIONS

__all__ = ["Carried", "Entry", "Obligation", "entries", "entry"]

CITING: Final = ("events", "decisions", "refusals")
"""What can cite a rule."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that a rule demands: its number from 1, a sentence, and the tests that prove it.

    `tests` are ids for pytest. `waits` says why there is none.
    """

    number: int
    text: str
    tests: tuple[str, ...] = ()
    waits: str | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """A part of a machine that carries a rule.

    `declared`: the definition names the rule there. `used`: and it was entered, taken, asked or run in a test that
    proves the rule or one below it. `cited_by`: events and decisions that cited the rule while it ran.
    """

    carrier: Carrier
    declared: bool
    used: bool
    cited_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """All about a rule, or about a section as far as it is not about one of its rules.

    `events`, `decisions` and `refusals` cite it: the first two by their kind, refusals by the guard that refused.
    """

    rule: Rule
    obligations: tuple[Obligation, ...]
    edition_note: str | None
    carriers: tuple[Carried, ...]
    events: tuple[str, ...]
    decisions: tuple[str, ...]
    refusals: tuple[str, ...]

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that prove anything of the rule, each once."""
        return tuple(dict.fromkeys(test for obligation in self.obligations for test in obligation.tests))

    @property
    def part_of(self) -> str | None:
        """Where nothing carries the rule by itself: the rule or section above it that something carries."""
        carried = (number for number in above(self.rule.number) if entry(number).carriers)
        return None if self.carriers else next(carried, None)

    @property
    def unproved(self) -> tuple[Obligation, ...]:
        """What of the rule no test proves."""
        return tuple(obligation for obligation in self.obligations if not obligation.tests)


@cache
def entries() -> Mapping[str, Entry]:
    """The entry of each rule of the catalogue, in the order of the numbers. It is read on the first call."""
    return MappingProxyType({rule: _entry(catalogue()[rule]) for rules in by_section().values() for rule in rules})


@cache
def entry(number: str) -> Entry:
    """The entry of a rule or section; RuleError that says what is near if there is none."""
    if number in SECTIONS:
        return _entry(Rule(number, SECTIONS[number], ""))
    if number not in entries():
        known = SECTIONS if number.isdecimal() else entries()
        raise RuleError(f"there is no rule {number} here; near it are {nearest(number, known)}")
    return entries()[number]


@cache
def _data(name: str) -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads((files("mtg_fsm.rules") / name).read_bytes())
    return MappingProxyType(data)


def _entry(rule: Rule) -> Entry:
    owed, found = _data("obligations.json").get(rule.number, {}), _data("proofs.json").get(rule.number, {})
    tests, waits, cited = found.get("tests", {}), owed.get("waits", {}), found.get("cited", {})
    return Entry(
        rule,
        tuple(
            Obligation(number, text, tuple(_ids(tests.get(str(number), {}))), waits.get(str(number)))
            for number, text in enumerate(owed.get("obligations", ()), 1)
        ),
        owed.get("edition_note"),
        tuple(_carried(rule.number, found.get("used", {}), cited)),
        *(tuple(cited.get(kind, ())) for kind in CITING),
    )


def _ids(files_: Mapping[str, Sequence[str]]) -> Iterator[str]:
    return (f"{file}::{test}" for file, tests in files_.items() for test in tests)


def _carried(rule: str, used: Mapping[str, Any], cited: Mapping[str, Any]) -> Iterator[Carried]:
    """What carries a rule, in the order of the definitions."""
    citing: dict[Carrier, dict[str, None]] = {}
    for kind in CITING:
        for what, machines in cited.get(kind, {}).items():
            for machine, kinds in machines.items():
                for part, names in kinds.items():
                    for name in names:
                        citing.setdefault(Carrier(part, machine, name), {})[what] = None
    declared = frozenset(carriers().get(rule, ()))
    for carrier in sorted({*declared, *citing}, key=places().__getitem__):
        is_used = carrier.name in used.get(carrier.machine, {}).get(carrier.kind, ())
        yield Carried(carrier, carrier in declared, is_used, tuple(citing.get(carrier, ())))

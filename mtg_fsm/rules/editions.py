"""The numbers that rules have in later editions of the Comprehensive Rules than the one whose numbers are used here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mtg_fsm.errors import RuleError
from mtg_fsm.rules.catalogue import catalogue, section_of

__all__ = ["BASE", "CHANGES", "EDITIONS", "Change", "numbers", "rules_numbered"]

BASE: Final = "2025-09-19"
"""The edition whose numbers are used, by the day on which it took effect."""


class Change(NamedTuple):
    """What an edition renumbered.

    `sections` moved with all their rules. `rules` moved by themselves, or were divided or joined: each with all its
    numbers in that edition. `new` are rules that have a number from that edition on and none before.
    """

    sections: Mapping[str, str] = {}
    rules: Mapping[str, tuple[str, ...]] = {}
    new: Mapping[str, tuple[str, ...]] = {}


CHANGES: Final[Mapping[str, Change]] = {
    "2025-11-14": Change(
        rules={
            "500.4": ("500.5",),
            "500.5": ("500.4", "500.5", "500.5a", "500.5b"),
            "603.2e": ("603.2d",),
            "603.2f": ("603.2e",),
            "603.2g": ("603.2f",),
            "603.2h": ("603.2g",),
            "603.2i": ("603.2h",),
        },
        new={"500.5a": ("500.5a",), "500.5b": ("500.5b",)},
    ),
    "2026-02-27": Change(
        rules={"506.3d": ("506.3e",), "506.3e": ("506.3f",), "506.3f": ("506.3g",)},
        new={"506.3g": ("506.3g",), "508.4d": ("508.4d", "506.3d")},
    ),
    "2026-04-17": Change(
        sections={str(section): str(section + 1) for section in range(722, 733)},
        rules={"714.3b": ("714.3c",)},
    ),
}
"""What each later edition changed, the oldest first; all numbers on the left are those used here."""
EDITIONS: Final = (BASE, *CHANGES)
"""The editions whose numbers are known, the oldest first."""


def check(edition: str) -> str:
    """The edition itself; RuleError if its numbers are not known."""
    if edition not in EDITIONS:
        raise RuleError(f"edition {edition!r} is not known; there are {', '.join(EDITIONS)}")
    return edition


def numbers(rule: str, edition: str) -> tuple[str, ...]:
    """The numbers in an edition of a rule or section that is called `rule` here; none if it is not in that edition."""
    found: tuple[str, ...] = () if any(rule in change.new for change in CHANGES.values()) else (rule,)
    for change in _up_to(edition):
        section = section_of(rule)
        if section in change.sections:
            found = (change.sections[section] + rule.removeprefix(section),)
        found = change.new.get(rule, change.rules.get(rule, found))
    return found


def rules_numbered(number: str, edition: str) -> tuple[str, ...]:
    """The rules, or the section, that have a number in an edition, by what they are called here."""
    known = (*catalogue(), *dict.fromkeys(map(section_of, catalogue())))
    return tuple(rule for rule in known if number in numbers(rule, edition))


def _up_to(edition: str) -> list[Change]:
    return [change for day, change in CHANGES.items() if day <= check(edition)]

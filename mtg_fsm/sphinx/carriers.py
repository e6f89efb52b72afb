"""Which parts of the machines carry a rule, read off their definitions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from mtg_fsm.machine import MACHINES, Arc, MachineDefinition
from mtg_fsm.rules import catalogue


class Carrier(NamedTuple):
    """A part of a machine that carries a rule: of which kind (`states`, `arcs` ...), of which machine, and its name."""

    kind: str
    machine: str
    name: str


def _of(machine: MachineDefinition) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Kind, name and rules of every part."""
    yield from (("states", state.name, state.rules) for state in machine.states)
    yield from (("arcs", _ends(arc), arc.rules) for arc in machine.arcs)
    for kind, named in (("guards", machine.guards), ("callbacks", machine.callbacks), ("actions", machine.actions)):
        yield from ((kind, part.name, part.rules) for part in named)


def _ends(arc: Arc) -> str:
    return f"{arc.source} → {arc.target}" if arc.target else f"{arc.source} (internal, {arc.trigger})"


@cache
def carriers() -> dict[str, tuple[Carrier, ...]]:
    """All parts that carry a rule, by its number, in the order of the definitions; each once."""
    found: dict[str, dict[Carrier, None]] = {}
    for machine in MACHINES.values():
        for kind, name, rules in _of(machine):
            for rule in rules:
                found.setdefault(rule, {})[Carrier(kind, machine.name, name)] = None
    return {rule: tuple(parts) for rule, parts in found.items()}


def sort_key(rule: str) -> tuple[int, int, str]:
    """Sorts rules by number: 500.2, 500.10, 500.10a."""
    section, _, rest = rule.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section), int(digits or 0), rest.removeprefix(digits)


@cache
def by_section() -> dict[str, tuple[str, ...]]:
    """Numbers of the rules of the catalogue, in order, by the number of their section."""
    sections: dict[str, list[str]] = {}
    for rule in sorted(catalogue(), key=sort_key):
        sections.setdefault(rule.partition(".")[0], []).append(rule)
    return {section: tuple(rules) for section, rules in sections.items()}

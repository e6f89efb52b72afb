"""Which parts of the machines carry a rule, read off their definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from mtg_fsm.machine import MACHINES, Arc, MachineDefinition
from mtg_fsm.machine.definition import arc_ids

__all__ = ["Carrier", "carriers"]


class Carrier(NamedTuple):
    """A part of a machine that carries a rule: of which kind (`states`, `arcs` ...), of which machine, and its name."""

    kind: str
    machine: str
    name: str


class Declared(NamedTuple):
    """A part of a machine, its id in the machine (of an arc that of `arc_ids`, else its name), and its rules."""

    carrier: Carrier
    id: str
    rules: Sequence[str]


def parts(machine: MachineDefinition) -> Iterator[Declared]:
    """Every state, arc, guard, callback and action of a machine, in the order of its definition."""
    for state in machine.states:
        yield Declared(Carrier("states", machine.name, state.name), state.name, state.rules)
    for id_, arc in zip(arc_ids(machine.arcs), machine.arcs, strict=True):
        yield Declared(Carrier("arcs", machine.name, ends(arc)), id_, arc.rules)
    for kind, named in (("guards", machine.guards), ("callbacks", machine.callbacks), ("actions", machine.actions)):
        for part in named:
            yield Declared(Carrier(kind, machine.name, part.name), part.name, part.rules)


def ends(arc: Arc) -> str:
    """What an arc is called: where it leads from and to."""
    return f"{arc.source} → {arc.target}" if arc.target else f"{arc.source} (internal, {arc.trigger})"


@cache
def places() -> Mapping[Carrier, int]:
    """The place of each part in the order of the definitions."""
    everything = dict.fromkeys(part.carrier for machine in MACHINES.values() for part in parts(machine))
    return MappingProxyType({carrier: place for place, carrier in enumerate(everything)})


@cache
def carriers() -> Mapping[str, tuple[Carrier, ...]]:
    """All parts whose definition names a rule, by its number, in the order of the definitions; each once."""
    found: dict[str, dict[Carrier, None]] = {}
    for machine in MACHINES.values():
        for carrier, _, rules in parts(machine):
            for rule in rules:
                found.setdefault(rule, {})[carrier] = None
    return MappingProxyType({rule: tuple(named) for rule, named in found.items()})

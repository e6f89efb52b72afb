"""What a run leaves on a diagram: how often each arc was taken, and by that how often each state was entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition, State


class Marks(NamedTuple):
    """How often a run took arcs, by id, and entered states; those of `NO_RUN` mark nothing."""

    arcs: Mapping[str, int]
    states: Mapping[str, int]
    run: bool = True


NO_RUN = Marks({}, {}, run=False)


def arc_ids(arcs: Sequence[Arc]) -> list[str]:
    """The `id` of each arc of a definition."""
    seen: Counter[str] = Counter()
    ids: list[str] = []
    for arc in arcs:
        base = f"arc.{arc.source}.{arc.trigger}.{arc.target or 'internal'}"
        seen[base] += 1
        ids.append(base if seen[base] == 1 else f"{base}.{seen[base]}")
    return ids


def marks_of(definition: MachineDefinition, taken: Mapping[str, int]) -> Marks:
    """The marks of a run that took these arcs so often."""
    arcs = [
        (arc, taken[id_])
        for id_, arc in zip(arc_ids(definition.arcs), definition.arcs, strict=True)
        if taken.get(id_) and arc.target is not None
    ]
    states = {state.name: _entered(state, arcs) for state in definition.states}
    return Marks(taken, {name: number for name, number in states.items() if number})


def _entered(state: State, arcs: Sequence[tuple[Arc, int]]) -> int:
    """How often a state was entered: from itself counts unless an arc goes on inside it. A run begins in the first."""
    inside = f"{state.name}{SEPARATOR}"
    entered = sum(
        number
        for arc, number in arcs
        if arc.target == state.name
        or (str(arc.target).startswith(inside) and arc.source != state.name and not arc.source.startswith(inside))
    )
    left = sum(number for arc, number in arcs if arc.source == state.name)
    return max(entered, left) if state.kind == "initial" else entered

"""What is marked on a diagram: where a game is, which arcs a run took, what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mtg_fsm.errors import DiagramError
from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition, State, arc_ids
from mtg_fsm.words.units import PHASE_OF

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.upcoming import Upcoming
    from mtg_fsm.machine.recording import Taken


@dataclass(frozen=True, slots=True)
class Highlight:
    """What to mark, by names of machines: the active state of each, how often a run took arcs (by id), what comes next.

    A machine that is not in `taken` is drawn without a run. `upcoming` are states of the turn machine, in order.
    """

    active: Mapping[str, str] = field(default_factory=dict[str, str])
    taken: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    upcoming: tuple[str, ...] = ()


NO_HIGHLIGHT = Highlight()


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on one machine. `arcs` (by id) and `states` count how often a run took and entered them.

    `run` says whether there was one. `active` is the state in which a game is; `upcoming` numbers the states to come
    from 1.
    """

    arcs: Mapping[str, int] = field(default_factory=dict[str, int])
    states: Mapping[str, int] = field(default_factory=dict[str, int])
    run: bool = False
    active: str | None = None
    upcoming: Mapping[str, int] = field(default_factory=dict[str, int])

    def taken(self, id_: str) -> int | None:
        """How often the run took an arc; None if there was no run."""
        return self.arcs.get(id_, 0) if self.run else None


NO_MARKS = Marks()


def highlight_of(engine: Engine, way: Iterable[Taken] = ()) -> Highlight:
    """Where a game is, the way that it took (as a `RecordingMachine` recorded it) and what comes next in this turn."""
    way = tuple(way)
    active = {
        name: str(getattr(engine, machine.definition.model_attribute)) for name, machine in engine.machines.items()
    }
    coming = (_state_of(unit) for unit in engine.upcoming(0) if unit.skipped_by is None)
    rests = {state.name for state in engine.machines["turn"].definition.states if state.kind in ("step", "phase")}
    return Highlight(active, taken_of(way), tuple(name for name in coming if name in rests))


def _state_of(unit: Upcoming) -> str:
    """The state of a phase or step to come."""
    return f"{PHASE_OF[unit.name]}{SEPARATOR}{unit.name}" if unit.unit == "step" else unit.name


def taken_of(way: Iterable[Taken]) -> dict[str, Counter[str]]:
    """How often each arc was taken, by machine and id."""
    taken: dict[str, Counter[str]] = {}
    for step in way:
        taken.setdefault(step.machine, Counter())[step.arc] += 1
    return taken


def marks_of(definition: MachineDefinition, highlight: Highlight, prefix: str = "") -> Marks:
    """The marks on a machine; ids of arcs get the prefix of the chart.

    Raises DiagramError for a state or an arc that the machine does not have.
    """
    states = {state.name for state in definition.states}
    ids = arc_ids(definition.arcs)
    active, taken = highlight.active.get(definition.name), highlight.taken.get(definition.name)
    upcoming = highlight.upcoming if definition.name == "turn" else ()
    for name in (*((active,) if active is not None else ()), *upcoming):
        if name not in states:
            known = ", ".join(state.name for state in definition.states)
            raise DiagramError(f"the machine {definition.name!r} has no state {name!r}; it has {known}")
    for id_ in taken or ():
        if id_ not in ids:
            raise DiagramError(f"the machine {definition.name!r} has no arc {id_!r}")
    arcs = [
        (arc, (taken or {})[id_])
        for id_, arc in zip(ids, definition.arcs, strict=True)
        if (taken or {}).get(id_) and arc.target is not None
    ]
    entered = {state.name: _entered(state, arcs) for state in definition.states}
    places = {name: upcoming.index(name) + 1 for name in dict.fromkeys(upcoming)}
    return Marks(
        {f"{prefix}{id_}": number for id_, number in (taken or {}).items()},
        {name: number for name, number in entered.items() if number},
        taken is not None,
        active,
        places,
    )


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

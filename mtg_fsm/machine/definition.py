"""The format in which machines are defined: states and arcs as data, with their rules.

From one definition come the machine that runs, the tables of the command line and every diagram.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from mtg_fsm.errors import DefinitionError
from mtg_fsm.rules import catalogue

SEPARATOR: Final = "."
NOT: Final = "not "
CLOSED: Final = "closed"
"""The initial state of a machine that has nothing to do for most of a turn."""

RuleNumber = Annotated[str, Field(pattern=r"^\d{3}(\.\d+[a-z]?)?$")]
StateKind = Literal["initial", "phase", "step", "junction", "final", "state"]
ArcKind = Literal["natural", "skip", "extra", "repeat", "interrupt"]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class Named(_Data):
    """A guard, callback or action: its name on the model, the rules it carries and one sentence."""

    name: str
    rules: tuple[RuleNumber, ...] = ()
    description: str


class State(_Data):
    """A state. A name with dots is a child of the state before its last dot."""

    name: str
    kind: StateKind
    rules: tuple[RuleNumber, ...] = ()
    description: str
    on_enter: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    """What happens in the state once it is entered, in this order, before the arc that leaves it."""

    @property
    def parent(self) -> str | None:
        """Name of the parent state, None at the top."""
        return self.name.rpartition(SEPARATOR)[0] or None


class Arc(_Data):
    """An arc: on `trigger`, if all guards hold (`not x`: x does not hold), from `source` to `target`.

    Without a target it is an internal transition. `before` are the arc's callbacks, carried out while the model is
    still in the source.
    """

    trigger: str
    source: str
    target: str | None
    kind: ArcKind = "natural"
    rules: tuple[RuleNumber, ...] = ()
    guards: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    description: str

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """Names of the guards that have to hold."""
        return tuple(guard for guard in self.guards if not guard.startswith(NOT))

    @cached_property
    def unless(self) -> tuple[str, ...]:
        """Names of the guards that must not hold."""
        return tuple(guard.removeprefix(NOT) for guard in self.guards if guard.startswith(NOT))


class MachineDefinition(_Data):
    """A whole machine. `model_attribute` is where the model keeps its state."""

    name: str
    description: str
    model_attribute: str
    initial: str
    states: tuple[State, ...]
    arcs: tuple[Arc, ...]
    guards: tuple[Named, ...]
    callbacks: tuple[Named, ...]
    actions: tuple[Named, ...] = ()

    @cached_property
    def parents(self) -> frozenset[str]:
        """Names of the states that have children."""
        return frozenset(state.parent for state in self.states if state.parent)

    @cached_property
    def leaves(self) -> tuple[State, ...]:
        """States without children, in the order of the definition."""
        return tuple(state for state in self.states if state.name not in self.parents)

    def state(self, name: str) -> State:
        """The state of that name; KeyError if there is none."""
        for state in self.states:
            if state.name == name:
                return state
        raise KeyError(name)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows."""
        from mtg_fsm.diagrams.notebook import machine_bundle

        return machine_bundle(self)

    def problems(self, implementation: type | None = None) -> list[str]:
        """Every fault of the definition, in its order.

        `implementation` is the class of the models: each guard, callback and action has to be a method of it.
        """
        return [
            *self._duplicates(),
            *self._unknown_names(),
            *self._unknown_rules(),
            *self._dead_arcs(),
            *self._unreachable(),
            *self._dead_ends(),
            *(self._unimplemented(implementation) if implementation else ()),
        ]

    def validate_for(self, implementation: type | None = None) -> None:
        """Raises DefinitionError with all problems at once, if there are any."""
        if problems := self.problems(implementation):
            raise DefinitionError(self.name, problems)

    def _duplicates(self) -> Iterable[str]:
        for what, names in (
            ("state", [state.name for state in self.states]),
            ("guard", [guard.name for guard in self.guards]),
            ("callback", [callback.name for callback in self.callbacks]),
            ("action", [action.name for action in self.actions]),
        ):
            for name in dict.fromkeys(name for name in names if names.count(name) > 1):
                yield f"{what} {name!r} is defined {names.count(name)} times"

    def _unknown_names(self) -> Iterable[str]:
        states = {state.name for state in self.states}
        guards = {guard.name for guard in self.guards}
        callbacks = {callback.name for callback in self.callbacks}
        actions = {action.name for action in self.actions}
        if self.initial not in states:
            yield f"initial state {self.initial!r} is not a state"
        used: set[str] = set()
        for state in self.states:
            if state.parent and state.parent not in states:
                yield f"state {state.name!r}: its parent {state.parent!r} is not a state"
            yield from _unknown(f"state {state.name!r}: entry callback", state.on_enter, callbacks)
            yield from _unknown(f"state {state.name!r}: action", state.actions, actions)
            used |= {*state.on_enter, *state.actions}
        for arc in self.arcs:
            where = _show(arc)
            yield from _unknown(f"{where}: source", (arc.source,), states)
            if arc.target is not None:
                yield from _unknown(f"{where}: target", (arc.target,), states)
                if arc.target in self.parents:
                    yield f"{where}: target {arc.target!r} has children; name the child that is entered"
            yield from _unknown(f"{where}: guard", (*arc.conditions, *arc.unless), guards)
            yield from _unknown(f"{where}: callback", arc.before, callbacks)
            used |= {*arc.conditions, *arc.unless, *arc.before}
        for what, named in (("guard", self.guards), ("callback", self.callbacks), ("action", self.actions)):
            for item in named:
                if item.name not in used:
                    yield f"{what} {item.name!r} is not used"

    def _unknown_rules(self) -> Iterable[str]:
        known = {number for rule in catalogue() for number in (rule, rule.partition(".")[0])}
        for where, rules in (
            *((f"state {state.name!r}", state.rules) for state in self.states),
            *((_show(arc), arc.rules) for arc in self.arcs),
            *((f"{item.name!r}", item.rules) for item in (*self.guards, *self.callbacks, *self.actions)),
        ):
            for rule in rules:
                if rule not in known:
                    yield f"{where}: rule {rule} is not in the catalogue"

    def _dead_arcs(self) -> Iterable[str]:
        unguarded: dict[tuple[str, str], Arc] = {}
        for arc in self.arcs:
            key = (arc.source, arc.trigger)
            if key in unguarded:
                yield f"{_show(arc)}: never taken, for {_show(unguarded[key])} before it has no guard"
            elif not arc.guards:
                unguarded[key] = arc

    def _sources(self, name: str) -> list[Arc]:
        """Arcs that leave a leaf: its own and its ancestors'."""
        return [arc for arc in self.arcs if name == arc.source or name.startswith(arc.source + SEPARATOR)]

    def _unreachable(self) -> Iterable[str]:
        seen = {self.initial}
        queue = deque(seen)
        while queue:
            for arc in self._sources(queue.popleft()):
                if arc.target is not None and arc.target not in seen:
                    seen.add(arc.target)
                    queue.append(arc.target)
        for state in self.leaves:
            if state.name not in seen:
                yield f"state {state.name!r} cannot be reached"

    def _dead_ends(self) -> Iterable[str]:
        for state in self.leaves:
            ways_out = [arc for arc in self._sources(state.name) if arc.target not in (None, state.name)]
            if state.kind == "final" and ways_out:
                yield f"state {state.name!r} is final and has a way out: {_show(ways_out[0])}"
            if state.kind != "final" and not ways_out:
                yield f"state {state.name!r} has no way out"

    def _unimplemented(self, implementation: type) -> Iterable[str]:
        for what, named in (("guard", self.guards), ("callback", self.callbacks), ("action", self.actions)):
            for item in named:
                if not callable(getattr(implementation, item.name, None)):
                    yield f"{what} {item.name!r} has no implementation in {implementation.__name__}"


def plain(name: str) -> str:
    """A name as words: of a state with dots, its last part."""
    return name.rpartition(SEPARATOR)[2].replace("_", " ")


def arc_ids(arcs: Sequence[Arc]) -> list[str]:
    """The id of each arc of a definition: `arc.SOURCE.TRIGGER.TARGET`.

    The target of an internal arc is `internal`; the second of several with the same ends has `.2` behind it and so on.
    """
    seen: Counter[str] = Counter()
    ids: list[str] = []
    for arc in arcs:
        base = f"arc.{arc.source}.{arc.trigger}.{arc.target or 'internal'}"
        seen[base] += 1
        ids.append(base if seen[base] == 1 else f"{base}.{seen[base]}")
    return ids


def _unknown(where: str, names: Sequence[str], known: set[str]) -> Iterable[str]:
    for name in names:
        if name not in known:
            yield f"{where} {name!r} is not defined"


def _show(arc: Arc) -> str:
    return f"arc {arc.trigger}: {arc.source} -> {arc.target or '(internal)'}"

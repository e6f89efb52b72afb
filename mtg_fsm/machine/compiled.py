"""The `transitions` machine of a definition, with a compiled dispatch.

`transitions` declares and defines; a table that is built once from the machine's own states, events, conditions and
callbacks dispatches. One machine serves all games of a process: a game is the model, and is never added to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from operator import methodcaller
from typing import Any, NamedTuple

from transitions import MachineError
from transitions.extensions.nesting import HierarchicalMachine, NestedState

from mtg_fsm.errors import FrozenMachineError
from mtg_fsm.machine.definition import SEPARATOR, MachineDefinition, State


class DottedState(NestedState):
    """A state whose full name has dots: with the default `_`, `declare_attackers` would be two states."""

    separator = SEPARATOR


Call = Callable[[Any], Any]


class Route(NamedTuple):
    """One compiled arc: guards with the answer each needs, callbacks in the library's order, the state to set."""

    guards: tuple[tuple[Call, bool], ...]
    before: tuple[Call, ...]
    target: str | None
    enter: tuple[Call, ...]


def machine_arguments(definition: MachineDefinition) -> dict[str, Any]:
    """The arguments of `transitions` for a machine of this definition, but for the model.

    They are for a `HierarchicalMachine` whose `state_cls` is `DottedState`. Guards and callbacks are names of methods
    of the model.
    """
    return {
        "states": [_nested(definition, state) for state in definition.states if state.parent is None],
        "initial": definition.initial,
        "transitions": [
            {
                "trigger": arc.trigger,
                "source": arc.source,
                "dest": arc.target,
                "conditions": list(arc.conditions),
                "unless": list(arc.unless),
                "before": list(arc.before),
            }
            for arc in definition.arcs
        ],
        "auto_transitions": False,
        "send_event": False,
        "model_attribute": definition.model_attribute,
        "name": definition.name,
    }


class CompiledMachine(HierarchicalMachine):
    """A frozen `HierarchicalMachine`; `trigger_event` is a table look-up and the callbacks.

    With `stock=True` events take the library's own path, which is the oracle for the compiled one. A model with a
    dictionary `state_listeners` takes the compiled one; they are called where the library calls callbacks that are
    added to a state, after the state's own.
    """

    state_cls = DottedState
    _frozen = False

    def __init__(self, definition: MachineDefinition, *, stock: bool = False) -> None:
        """Builds the machine; raises DefinitionError with every fault of the definition."""
        definition.validate_for()
        self.definition = definition
        self.actions_of = {state.name: state.actions for state in definition.states}
        super().__init__(model=None, **machine_arguments(definition))
        self._stock = stock
        self._table = self._compile(tells=False)
        self._freeze()

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model: True if an arc was taken, False if no guard held.

        Raises MachineError if the state has no arc for the event, and whatever a guard or callback raises; the
        caller sets the model back then. Guards of an arc are asked in order and must return a `bool`.
        """
        told = getattr(model, "state_listeners", None)
        tells = isinstance(told, dict) and told != {}  # a model that has every name has no listeners by that
        if self._stock and not tells:
            return bool(super().trigger_event(model, trigger, *args, **kwargs))
        table = self._telling if tells else self._table
        routes = table.get((getattr(model, self.model_attribute), trigger))
        if routes is None:
            state = getattr(model, self.model_attribute)
            raise MachineError(f"Can't trigger event {trigger!r} from state {state!r} of machine {self.name!r}")
        for guards, before, target, enter in routes:
            for guard, wanted in guards:
                if guard(model) != wanted:
                    break
            else:
                for call in before:
                    call(model)
                if target is not None:
                    setattr(model, self.model_attribute, target)
                    for call in enter:
                        call(model)
                return True
        return False

    def enabled(self, model: Any, trigger: str) -> list[Any]:
        """The library's transitions of a trigger whose guards all hold in the model's state, in order."""
        state = getattr(model, self.model_attribute)
        return [
            transition
            for source in _lineage(state)
            for transition in self.events[trigger].transitions.get(source, ())
            if all(getattr(model, str(condition.func))() == condition.target for condition in transition.conditions)
        ]

    @cached_property
    def _telling(self) -> dict[tuple[str, str], tuple[Route, ...]]:
        """The table for models that have listeners."""
        return self._compile(tells=True)

    def _compile(self, *, tells: bool) -> dict[tuple[str, str], tuple[Route, ...]]:
        """The table (leaf, trigger) -> routes, in the order in which the library would try them."""
        table: dict[tuple[str, str], tuple[Route, ...]] = {}
        for leaf in self.definition.leaves:
            for trigger, event in self.events.items():
                routes = [
                    self._route(leaf.name, transition, tells=tells)
                    for source in _lineage(leaf.name)
                    for transition in event.transitions.get(source, ())
                ]
                if routes:
                    table[leaf.name, trigger] = tuple(routes)
        return table

    def _route(self, leaf: str, transition: Any, *, tells: bool) -> Route:
        guards = tuple((methodcaller(str(condition.func)), condition.target) for condition in transition.conditions)
        before = _calls(transition.before)
        after = _calls(transition.after)
        if not transition.dest:
            return Route(guards, (*before, *after), None, ())
        left, entered = _path_difference(leaf, transition.dest)
        exits = [call for name in left for call in self._at(name, "exit", tells=tells)]
        enters = [call for name in entered for call in self._at(name, "enter", tells=tells)]
        return Route(guards, (*before, *exits), transition.dest, (*enters, *after))

    def _at(self, name: str, moment: str, *, tells: bool) -> tuple[Call, ...]:
        """What is called as a state is entered or left: its own callbacks, then the listeners of the model."""
        own = _calls(getattr(self.get_state(name), f"on_{moment}"))
        if not tells:
            return own
        place, state = (moment, self.definition.name, name), self.definition.state(name)

        def tell(model: Any) -> None:
            for listener in model.state_listeners.get(place, ()):
                listener(model, state)

        return (*own, tell)

    def _freeze(self) -> None:
        for state in self.definition.states:
            nested = self.get_state(state.name)
            for part in ("on_enter", "on_exit"):
                setattr(nested, part, tuple(getattr(nested, part)))
        for event in self.events.values():
            for transitions in event.transitions.values():
                for transition in transitions:
                    for part in ("prepare", "before", "after", "conditions"):
                        setattr(transition, part, tuple(getattr(transition, part)))
        self._frozen = True

    def _refuse(self, *_args: Any, **_kwargs: Any) -> None:
        raise FrozenMachineError(
            f"the machine {self.definition.name!r} is shared by all games and cannot be changed; "
            "build one of your own: CompiledMachine(definition)"
        )

    def _change(self, method: str, *args: Any, **kwargs: Any) -> Any:
        if self._frozen:
            self._refuse()
        return getattr(super(), method)(*args, **kwargs)

    def add_states(self, *args: Any, **kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._change("add_states", *args, **kwargs)

    def add_transition(self, *args: Any, **kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._change("add_transition", *args, **kwargs)

    def remove_transition(self, *args: Any, **kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._change("remove_transition", *args, **kwargs)

    def on_enter(self, *args: Any, **kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._change("on_enter", *args, **kwargs)

    def on_exit(self, *args: Any, **kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._change("on_exit", *args, **kwargs)


def _nested(definition: MachineDefinition, state: State) -> dict[str, Any]:
    children = [_nested(definition, child) for child in definition.states if child.parent == state.name]
    nested: dict[str, Any] = {
        "name": state.name.rpartition(SEPARATOR)[2],
        "on_enter": list(state.on_enter),
        "final": state.kind == "final",
    }
    return {**nested, "children": children} if children else nested


def _lineage(name: str) -> list[str]:
    """A state and its ancestors, innermost first: the order in which the library looks for arcs."""
    parts = name.split(SEPARATOR)
    return [SEPARATOR.join(parts[:length]) for length in range(len(parts), 0, -1)]


def _path_difference(leaf: str, target: str) -> tuple[list[str], list[str]]:
    """States left (innermost first) and entered (outermost first) on the way from a leaf to another or the same."""
    common = set(_lineage(leaf)) & set(_lineage(target))
    if leaf == target:
        common.discard(leaf)
    left = [name for name in _lineage(leaf) if name not in common]
    entered = [name for name in reversed(_lineage(target)) if name not in common]
    return left, entered


def _calls(names: Iterable[object]) -> tuple[Call, ...]:
    return tuple(methodcaller(str(name)) for name in names)

"""The `transitions` machine of a definition, with a compiled dispatch.

`transitions` declares and defines; a table that is built once from the machine's own states, events, conditions and
callbacks dispatches. One machine serves all games of a process: a game is the model, and is never added to it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from operator import methodcaller
from types import FunctionType
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


Table = dict[str, dict[str, tuple[Route, ...]]]
"""Routes by leaf and trigger, in the order in which the library would try them."""


class CompiledMachine(HierarchicalMachine):
    """A frozen `HierarchicalMachine`; `trigger_event` is a table look-up and the callbacks.

    With `stock=True` events take the library's own path, which is the oracle for the compiled one.
    """

    state_cls = DottedState
    _frozen = False

    def __init__(self, definition: MachineDefinition, *, stock: bool = False) -> None:
        """Builds the machine; raises DefinitionError with every fault of the definition."""
        definition.validate_for()
        self.definition = definition
        self.actions_of = {state.name: state.actions for state in definition.states}
        super().__init__(
            model=None,
            states=[_nested(definition, state) for state in definition.states if state.parent is None],
            initial=definition.initial,
            transitions=[
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
            auto_transitions=False,
            send_event=False,
            model_attribute=definition.model_attribute,
            name=definition.name,
        )
        self._stock = stock
        self._tables: dict[type, Table] = {}
        self._freeze()

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model: True if an arc was taken, False if no guard held.

        Raises MachineError if the state has no arc for the event, and whatever a guard or callback raises; the
        caller sets the model back then. Guards of an arc are asked in order and must return a `bool`.
        """
        if self._stock:
            return bool(super().trigger_event(model, trigger, *args, **kwargs))
        state = getattr(model, self.model_attribute)
        table = self._tables.get(type(model)) or self._compile(type(model))
        try:
            routes = table[state][trigger]
        except KeyError:
            problem = f"Can't trigger event {trigger!r} from state {state!r} of machine {self.name!r}"
            raise MachineError(problem) from None
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

    def _compile(self, model_class: type) -> Table:
        """The table for models of a class, worked out once for each class that comes along."""
        table = {leaf.name: self._routes_from(leaf.name, model_class) for leaf in self.definition.leaves}
        self._tables[model_class] = table
        return table

    def _routes_from(self, leaf: str, model_class: type) -> dict[str, tuple[Route, ...]]:
        routes = {
            trigger: tuple(
                self._route(leaf, transition, model_class)
                for source in _lineage(leaf)
                for transition in event.transitions.get(source, ())
            )
            for trigger, event in self.events.items()
        }
        return {trigger: found for trigger, found in routes.items() if found}

    def _route(self, leaf: str, transition: Any, model_class: type) -> Route:
        def calls(names: Iterable[Any]) -> tuple[Call, ...]:
            return tuple(_method(model_class, str(name)) for name in names)

        guards = tuple((_method(model_class, str(guard.func)), guard.target) for guard in transition.conditions)
        before, after = calls(transition.before), calls(transition.after)
        if not transition.dest:
            return Route(guards, before + after, None, ())
        left, entered = _path_difference(leaf, transition.dest)
        exits = calls(callback for name in left for callback in self.get_state(name).on_exit)
        enters = calls(callback for name in entered for callback in self.get_state(name).on_enter)
        return Route(guards, before + exits, transition.dest, enters + after)

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


def _method(model_class: type, name: str) -> Call:
    """What calls a method of a model: the function of its class, where no model can have another one of its own."""
    function = inspect.getattr_static(model_class, name, None)
    is_fixed = model_class.__dictoffset__ == 0 and model_class.__getattribute__ is object.__getattribute__
    return function if isinstance(function, FunctionType) and is_fixed else methodcaller(name)

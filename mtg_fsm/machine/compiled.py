"""The `transitions` machine of a definition, with a compiled dispatch.

`transitions` declares and defines; a table that is built once from the machine's own states, events, conditions and
callbacks dispatches. One machine serves all games of a process: a game is the model, and is never added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from transitions import MachineError
from transitions.extensions.nesting import HierarchicalMachine, NestedState

from mtg_fsm.errors import FrozenMachineError
from mtg_fsm.machine.definition import SEPARATOR, MachineDefinition, State
from mtg_fsm.machine.dispatch import Call, Choice, Dispatcher, Path, Tables, are_listeners, method_of


class DottedState(NestedState):
    """A state whose full name has dots: with the default `_`, `declare_attackers` would be two states."""

    separator = SEPARATOR


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
        self._set_way()
        self._freeze()

    def _set_way(self) -> None:
        """`carry_out` carries out an event; it passes `trigger_event` by where that would do just the same."""
        own = type(self).trigger_event is not CompiledMachine.trigger_event
        self._fire = Dispatcher(self.definition.model_attribute, self._choice).fire
        self.carry_out = self.trigger_event if own or self._stock else self._fire

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model: True if an arc was taken, False if no guard held.

        Raises MachineError if the state has no arc for the event, and whatever a guard or callback raises; the
        caller sets the model back then. Guards are asked in the order of the arcs, each once, and must return a `bool`.
        Guards and callbacks are the methods that the model's class has as its first model comes along.
        """
        if self._stock and not are_listeners(getattr(model, "state_listeners", None)):
            return bool(super().trigger_event(model, trigger, *args, **kwargs))
        return self._fire(model, trigger)

    def enabled(self, model: Any, trigger: str) -> list[Any]:
        """The library's transitions of a trigger whose guards all hold in the model's state, in order."""
        state = getattr(model, self.model_attribute)
        return [
            transition
            for source in _lineage(state)
            for transition in self.events[trigger].transitions.get(source, ())
            if all(getattr(model, str(condition.func))() == condition.target for condition in transition.conditions)
        ]

    def _choice(self, tables: Tables, model: object, state: str, trigger: str, tells: bool) -> Choice:
        """The choice for models of a class, whose table is worked out once."""
        model_class = type(model)
        if model_class not in tables:
            leaves = (leaf.name for leaf in self.definition.leaves)
            tables[model_class] = {leaf: self._choices(model_class, leaf, tells=tells) for leaf in leaves}
        try:
            return tables[model_class][state][trigger]
        except KeyError:
            problem = f"Can't trigger event {trigger!r} from state {state!r} of machine {self.definition.name!r}"
            raise MachineError(problem) from None

    def _choices(self, model_class: type, leaf: str, *, tells: bool) -> dict[str, Choice]:
        """The choice for each trigger that a leaf has an arc for; arcs in the order in which the library tries them."""
        arcs = {
            trigger: [arc for source in _lineage(leaf) for arc in event.transitions.get(source, ())]
            for trigger, event in self.events.items()
        }
        return {
            trigger: self._choose(model_class, leaf, there, tells=tells) for trigger, there in arcs.items() if there
        }

    def _choose(self, model_class: type, leaf: str, arcs: Sequence[Any], *, tells: bool) -> Choice:
        """The choice among arcs: the first one whose guards all give the answers that it needs is taken."""
        guards = [[(str(condition.func), condition.target) for condition in arc.conditions] for arc in arcs]
        made: dict[tuple[int, frozenset[tuple[str, bool]]], Choice] = {}

        def choose(number: int, answers: frozenset[tuple[str, bool]]) -> Choice:
            """The choice from an arc on, made once for the same answers as far as they still matter."""
            matter = {name for later in guards[number:] for name, _ in later}
            known = frozenset(answer for answer in answers if answer[0] in matter)
            if (number, known) not in made:
                made[number, known] = look_at(number, known)
            return made[number, known]

        def look_at(number: int, known: frozenset[tuple[str, bool]]) -> Choice:
            if number == len(arcs):
                return None, None, None
            for name, wanted in guards[number]:
                if (name, not wanted) in known:
                    return choose(number + 1, known)
                if (name, wanted) not in known:
                    if_so, if_not = (choose(number, known | {(name, answer)}) for answer in (True, False))
                    return method_of(model_class, name), if_so, if_not
            return None, self._path(model_class, leaf, arcs[number], tells=tells), None

        return choose(0, frozenset())

    def _path(self, model_class: type, leaf: str, arc: Any, *, tells: bool) -> Path:
        before, after = _calls(model_class, arc.before), _calls(model_class, arc.after)
        if not arc.dest:
            return before + after, None, ()
        left, entered = _path_difference(leaf, arc.dest)
        exits = [call for name in left for call in self._at(model_class, name, "exit", tells=tells)]
        enters = [call for name in entered for call in self._at(model_class, name, "enter", tells=tells)]
        return (*before, *exits), arc.dest, (*enters, *after)

    def _at(self, model_class: type, name: str, moment: str, *, tells: bool) -> tuple[Call, ...]:
        """What is called as a state is entered or left: its own callbacks, then the listeners of the model."""
        own = _calls(model_class, getattr(self.get_state(name), f"on_{moment}"))
        if not tells:
            return own
        place, state = (moment, self.definition.name, name), self.definition.state(name)

        def tell(model: Any) -> None:
            for listener in model.state_listeners.get(place, ()):
                listener(model, state)

        return (*own, tell)

    def __getstate__(self) -> dict[str, Any]:
        """All but the tables, which are worked out again where the machine is used."""
        return {name: value for name, value in vars(self).items() if name not in ("_fire", "carry_out")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._set_way()

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

    def _refuse(self) -> None:
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

    def remove_transition(self, *_args: Any, **_kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._refuse()

    def on_enter(self, *_args: Any, **_kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._refuse()

    def on_exit(self, *_args: Any, **_kwargs: Any) -> None:
        """Raises FrozenMachineError once the machine is built."""
        self._refuse()


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


def _calls(model_class: type, names: Iterable[object]) -> tuple[Call, ...]:
    return tuple(method_of(model_class, str(name)) for name in names)

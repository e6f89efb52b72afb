"""Listeners to the states of the machines: one game's functions that are told when a state is entered or left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, TypeAlias

from mtg_fsm.errors import MtgFsmError
from mtg_fsm.machine import SEPARATOR, CompiledMachine, State

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine

StateListener: TypeAlias = "Callable[[Engine, State], None]"
"""What is told that a state is entered or left, with the engine as it is then and the state as it is defined."""
Place = tuple[Literal["enter", "exit"], str, str]
"""Whether it is about entering or leaving, the name of the machine and that of the state."""


def listen(engine: Engine, moment: Literal["enter", "exit"], where: str, listener: StateListener) -> Callable[[], None]:
    """Adds a listener behind those that are there, and gives what removes it again."""
    places: list[Place] = [(moment, *found) for found in _states(engine.machines, where)]

    def tell(engine: Engine, state: State) -> None:  # one object for each time that a listener is added
        listener(engine, state)

    def remove() -> None:
        for place in places:
            left = tuple(other for other in engine.state_listeners.get(place, ()) if other is not tell)
            engine.state_listeners = {**engine.state_listeners, place: left}
        engine.state_listeners = {place: told for place, told in engine.state_listeners.items() if told}

    for place in places:
        told = (*engine.state_listeners.get(place, ()), tell)
        engine.state_listeners = {**engine.state_listeners, place: told}
    return remove


def _states(machines: Mapping[str, CompiledMachine], where: str) -> list[tuple[str, str]]:
    """The states that a name or rule number means, each with its machine.

    Raises MtgFsmError with what is near if there is none, and if several machines have a state of that name.
    """
    states = [(name, state) for name, machine in machines.items() for state in machine.definition.states]
    if where[:1].isdigit():
        return _of_rule(states, where)
    full = {f"{machine}{SEPARATOR}{state.name}": (machine, state.name) for machine, state in states}
    found = [full[where]] if where in full else [place for place in full.values() if place[1] == where]
    found = found or [place for place in full.values() if place[1].endswith(f"{SEPARATOR}{where}")]
    if not found:
        raise MtgFsmError(f"no state is called {where!r}; {_near(where, full)}")
    if len(found) > 1:
        several = " or ".join(SEPARATOR.join(place) for place in found)
        raise MtgFsmError(f"several machines have a state {where!r}; say {several}")
    return found


def _near(wanted: str, full: Mapping[str, tuple[str, str]]) -> str:
    """Which states have a name, a full name or a last part like the wanted one."""
    count = Counter(name for _, name in full.values())
    shown: dict[str, str] = {}
    for long, (_, name) in full.items():
        for spelling in (name.rpartition(SEPARATOR)[2], name, long):
            shown.setdefault(spelling, name if count[name] == 1 else long)
    near = dict.fromkeys(shown[spelling] for spelling in get_close_matches(wanted, shown))
    return f"near is {', '.join(near)}" if near else "`mtg-fsm states` lists them"


def _of_rule(states: list[tuple[str, State]], rule: str) -> list[tuple[str, str]]:
    found = [(machine, state.name) for machine, state in states if rule in state.rules]
    if not found:
        known = sorted({known for _, state in states for known in state.rules})
        near = [other for other in known if other[:3] == rule[:3]]
        hint = f"near is {', '.join(near)}" if near else f"there are {', '.join(known)}"
        raise MtgFsmError(f"no state has the rule {rule!r}; {hint}")
    return found

"""How states are nested, for text formats; where statecharts differ from the engine, the engine is right."""

from __future__ import annotations

from mtg_fsm.diagrams.chart import Part
from mtg_fsm.machine.definition import SEPARATOR, Arc, State


def is_inside(name: str, outer: str) -> bool:
    """Whether a state is inside another."""
    return name.startswith(f"{outer}{SEPARATOR}")


def children(part: Part, parent: str | None) -> list[State]:
    """The states directly in a state, or at the top."""
    return [state for state in part.states if state.parent == parent]


def first(part: Part, parent: str | None) -> str:
    """Name of the child that is entered with a state, or first of all: the one on the way to the initial state, if any.

    No arc of a sound machine leads to a state with children, so that is the only way on which it is asked.
    """
    initial, names = part.definition.initial, [state.name for state in children(part, parent)]
    return next((name for name in names if initial == name or is_inside(initial, name)), names[0])


def start(part: Part) -> str:
    """Name of the initial state; if that is not shown, of the first state that is and has none in it."""
    names = [state.name for state in part.states if state.name not in part.parents]
    return part.definition.initial if part.definition.initial in names else names[0]


def leaving(part: Part, state: State) -> dict[str, Arc]:
    """The arcs to write on a state, by id, in the order in which they are tried: its own, and some of those around it.

    A statechart leaves every state inside the source of an arc, the engine none that holds both leaf and target. So an
    arc that leads two levels into its source stands on the state between, too, with all others of its trigger.
    """
    own = {id_: arc for id_, arc in part.arcs.items() if arc.source == state.name}
    around = [(id_, arc) for id_, arc in part.arcs.items() if is_inside(state.name, arc.source)]
    inward = {arc.trigger for _, arc in around if arc.target is not None and is_inside(arc.target, state.name)}
    around.sort(key=lambda item: -len(item[1].source))
    return own | {id_: arc for id_, arc in around if arc.trigger in inward}

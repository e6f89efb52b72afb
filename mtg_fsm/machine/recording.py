"""A machine that records the way a game takes: each arc, with the answers of the guards that were asked there.

Events do not tell that, for a junction may lead to the very step that would have come without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, cast

from mtg_fsm.machine.compiled import CompiledMachine
from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition, arc_ids

Thing = TypeVar("Thing")


class Taken(NamedTuple):
    """An arc that was taken: of which machine, on which trigger, from which leaf to which, and its id.

    `guards` has the answer of every guard of the arcs that this trigger could have taken there. The target of an
    internal arc is its source.
    """

    machine: str
    trigger: str
    source: str
    target: str
    arc: str
    guards: Mapping[str, bool]


class Record(list[Thing]):
    """What happened in a game, in order. What is of a command that failed is forgotten as the next one begins."""

    def __init__(self) -> None:
        super().__init__()
        self._attempt = (0, 0)
        self._start = 0

    def follow(self, model: Any) -> None:
        """Looks whether the model has begun a command since, and whether the one before failed."""
        attempts: object = getattr(model, "attempts", None)
        if not isinstance(attempts, tuple):
            return  # no engine, which cannot take anything back
        attempt = cast("tuple[int, int]", attempts)
        if attempt != self._attempt:
            if attempt[1] == self._attempt[1]:
                del self[self._start :]
            self._attempt, self._start = attempt, len(self)


class RecordingMachine(CompiledMachine):
    """A compiled machine that writes down in `way` each arc that was taken to its end, in order."""

    def __init__(self, definition: MachineDefinition, *, way: Record[Taken] | None = None, stock: bool = False) -> None:
        """`way` may be shared by several machines of one game; `stock` is that of `CompiledMachine`."""
        super().__init__(definition, stock=stock)
        self.way = Record[Taken]() if way is None else way
        self._arcs = tuple(zip(arc_ids(definition.arcs), definition.arcs, strict=True))

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model and records the arc."""
        self.way.follow(model)
        source = str(getattr(model, self.definition.model_attribute))
        candidates = [(id_, arc) for id_, arc in self._arcs if arc.trigger == trigger and _leaves(arc, source)]
        names = dict.fromkeys(name for _, arc in candidates for name in (*arc.conditions, *arc.unless))
        answers = {name: bool(getattr(model, name)()) for name in names}
        happened = super().trigger_event(model, trigger, *args, **kwargs)
        if happened:
            id_, arc = next((id_, arc) for id_, arc in candidates if _holds(arc, answers))
            target = source if arc.target is None else arc.target
            self.way.append(Taken(self.definition.name, trigger, source, target, id_, answers))
        return happened


def _leaves(arc: Arc, leaf: str) -> bool:
    return f"{leaf}{SEPARATOR}".startswith(f"{arc.source}{SEPARATOR}")


def _holds(arc: Arc, answers: Mapping[str, bool]) -> bool:
    return all(answers[name] for name in arc.conditions) and not any(answers[name] for name in arc.unless)


def recording(
    machines: Mapping[str, MachineDefinition], *, stock: bool = False
) -> tuple[dict[str, CompiledMachine], Record[Taken]]:
    """Recording machines for a game, by name, and the one way that they all write, in order."""
    way = Record[Taken]()
    return {name: RecordingMachine(definition, way=way, stock=stock) for name, definition in machines.items()}, way

"""Machines that ask all arcs at each event which of them are enabled, not only up to the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mtg_fsm.machine.compiled import CompiledMachine
from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition, arc_ids

Enabled = Callable[[MachineDefinition, str, str, tuple[str, ...]], None]
"""Is told of an event: the machine, the trigger, the state, and the ids of the arcs whose guards all hold."""
_Candidate = tuple[str, tuple[tuple[str, bool], ...]]


class AskingMachine(CompiledMachine):
    """A compiled machine that tells of each event, before it is carried out, which arcs are enabled."""

    def __init__(self, definition: MachineDefinition, tell: Enabled) -> None:
        super().__init__(definition)
        self._tell = tell
        arcs = tuple(zip(arc_ids(definition.arcs), definition.arcs, strict=True))
        self._candidates = {
            (leaf.name, trigger): tuple((id_, _wanted(arc)) for id_, arc in arcs if _starts(arc, leaf.name, trigger))
            for leaf in definition.leaves
            for trigger in {arc.trigger for arc in definition.arcs}
        }

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Asks, tells and fires."""
        state = str(getattr(model, self.definition.model_attribute))
        answers: dict[str, bool] = {}
        enabled = tuple(
            id_ for id_, guards in self._candidates.get((state, trigger), ()) if _hold(model, guards, answers)
        )
        self._tell(self.definition, trigger, state, enabled)
        return super().trigger_event(model, trigger, *args, **kwargs)


def _starts(arc: Arc, leaf: str, trigger: str) -> bool:
    return arc.trigger == trigger and f"{leaf}{SEPARATOR}".startswith(f"{arc.source}{SEPARATOR}")


def _wanted(arc: Arc) -> tuple[tuple[str, bool], ...]:
    return (*((name, True) for name in arc.conditions), *((name, False) for name in arc.unless))


def _hold(model: Any, guards: tuple[tuple[str, bool], ...], answers: dict[str, bool]) -> bool:
    """Whether guards give the answers that an arc wants; each is asked once."""
    for name, wanted in guards:
        if name not in answers:
            answers[name] = bool(getattr(model, name)())
        if answers[name] is not wanted:
            return False
    return True


def asking(definitions: Mapping[str, MachineDefinition], tell: Enabled) -> dict[str, CompiledMachine]:
    """Asking machines for a game, by name."""
    return {name: AskingMachine(definition, tell) for name, definition in definitions.items()}

"""A turn machine that counts the arcs that runs take.

Events do not tell that, for a junction may lead to the very step that would have come without it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mtg_fsm.diagrams import arc_ids
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.machine.definition import SEPARATOR, Arc, MachineDefinition


class CountingMachine(CompiledMachine):
    """Counts arcs that are taken to their end: `taken` is by the ids of the diagrams."""

    def __init__(self, definition: MachineDefinition) -> None:
        super().__init__(definition)
        self.taken = Counter[str]()
        self._arcs = dict(zip(arc_ids(definition.arcs), definition.arcs, strict=True))

    def trigger_event(self, model: Any, trigger: str, *args: Any, **kwargs: Any) -> bool:
        """Fires an event on a model and counts its arc."""
        id_ = next((id_ for id_, arc in self._arcs.items() if self._is_enabled(arc, model, trigger)), "")
        happened = super().trigger_event(model, trigger, *args, **kwargs)
        self.taken[id_] += happened
        return happened

    def _is_enabled(self, arc: Arc, model: Any, trigger: str) -> bool:
        state = getattr(model, self.definition.model_attribute)
        return (
            arc.trigger == trigger
            and f"{state}{SEPARATOR}".startswith(f"{arc.source}{SEPARATOR}")
            and all(getattr(model, guard)() for guard in arc.conditions)
            and not any(getattr(model, guard)() for guard in arc.unless)
        )

"""What a diagram says about each state and arc of one machine, and what its legend says once for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final

from mtg_fsm.diagrams.graphviz.labels import plain, tooltip
from mtg_fsm.machine.definition import NOT, Arc, MachineDefinition, State

_FREQUENT: Final = 6
"""A guard of more arcs than this stands on them as `G` and a number, and in the legend with its name."""


class Words:
    """The texts of one machine. What nearly all arcs or states have in common stands in the legend only.

    `shown` are the arcs that are drawn: the legend explains what stands on these.
    """

    def __init__(self, definition: MachineDefinition, shown: Collection[Arc]) -> None:
        self._definition = definition
        self._shown = shown

    @cached_property
    def trigger(self) -> str:
        """The trigger of most arcs; they do not name it."""
        return Counter(arc.trigger for arc in self._definition.arcs).most_common(1)[0][0]

    @cached_property
    def short(self) -> dict[str, str]:
        """The guards that are abbreviated on their arcs, in the order of the definition."""
        counts = Counter(guard.removeprefix(NOT) for arc in self._definition.arcs for guard in arc.guards)
        frequent = [guard.name for guard in self._definition.guards if counts[guard.name] > _FREQUENT]
        return {name: f"G{number}" for number, name in enumerate(frequent, 1)}

    @cached_property
    def shared(self) -> dict[str, tuple[str, ...]]:
        """The callbacks with which each state of a kind begins, and ends on the usual trigger."""
        states = {
            kind: [state for state in self._definition.states if state.kind == kind] for kind in ("phase", "step")
        }
        found: dict[str, tuple[str, ...]] = {}
        for kind, alike in states.items():
            names = {state.name for state in alike}
            ends = [arc.before for arc in self._definition.arcs if arc.source in names and arc.trigger == self.trigger]
            found[f"Each {kind} begins"] = _common([state.on_enter for state in alike])
            found[f"Each {kind} ends"] = _common(ends)
        return {when: callbacks for when, callbacks in found.items() if callbacks}

    def _own(self, callbacks: Iterable[str], when: str) -> list[str]:
        """Callbacks without those that the legend names for all that `begins` or `ends`."""
        shared = {callback for heading, alike in self.shared.items() if heading.endswith(when) for callback in alike}
        return [plain(callback) for callback in callbacks if callback not in shared]

    def doings(self, state: State) -> list[str]:
        """What a state does: callbacks of its own on entry, then its actions."""
        return [
            *(f"entry / {callback}" for callback in self._own(state.on_enter, "begins")),
            *map(plain, state.actions),
        ]

    def arc(self, arc: Arc) -> str:
        """`trigger [guards] / callbacks`."""
        callbacks = ", ".join(self._own(arc.before, "ends"))
        parts = (
            plain(arc.trigger) if arc.trigger != self.trigger else "",
            f"[{', '.join(map(self._guard, arc.guards))}]" if arc.guards else "",
            f"/ {callbacks}" if callbacks else "",
        )
        return " ".join(part for part in parts if part)

    def _guard(self, guard: str) -> str:
        name = guard.removeprefix(NOT)
        return f"{NOT if guard != name else ''}{self.short.get(name, plain(name))}"

    def legend(self) -> list[tuple[str, str]]:
        """What holds for all arcs and states that are shown, and how to read them: heading and text."""
        used = {guard.removeprefix(NOT) for arc in self._shown for guard in arc.guards}
        short = {guard.name: guard for guard in self._definition.guards if guard.name in used & self.short.keys()}
        return [
            *((self.short[name], f"{plain(name)}: {guard.description}") for name, guard in short.items()),
            *((when, ", ".join(map(plain, callbacks))) for when, callbacks in self.shared.items()),
            ("In a state", "entry / callbacks, what happens in it, its internal arcs"),
            ("On an arc", f"trigger [guards] / callbacks, and its rules; without a trigger it is {self.trigger!r}"),
        ]


def _common(callbacks: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Callbacks that are in every one of several lists, in order; none if there are fewer than two."""
    if len(callbacks) < 2:
        return ()
    return tuple(name for name in callbacks[0] if all(name in others for others in callbacks))


def state_tooltip(state: State) -> str:
    """All that the definition says about a state."""
    return f"{state.name}\n{tooltip(state.description, state.rules, on_entry=state.on_enter, actions=state.actions)}"


def arc_tooltip(arc: Arc) -> str:
    """All that the definition says about an arc."""
    where = f"{arc.trigger}: {arc.source} -> {arc.target or '(internal)'}"
    return f"{where}\n{tooltip(arc.description, arc.rules, guards=arc.guards, callbacks=arc.before)}"

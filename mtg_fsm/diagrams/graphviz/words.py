"""What a diagram says about each state and arc of one machine, and what its legend says once for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Detail, Part
from mtg_fsm.diagrams.graphviz.labels import tooltip
from mtg_fsm.machine.definition import NOT, SEPARATOR, Arc, State, plain

OPENS: Final[Mapping[str, str]] = {
    "give_priority": "priority",
    "give_priority_if_needed": "priority",
    "declare_attackers": "attack",
    "declare_blockers": "block",
    "assign_combat_damage": "damage",
}
"""Actions of the turn that open another machine, and its name."""

_COMMON_TO: Final = 2
"""Of so many arcs at least the legend says what they have in common."""
_ITS_TARGET: Final = "its target_"


class Common(NamedTuple):
    """What arcs of a group have in common."""

    guards: tuple[str, ...] = ()
    callbacks: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Words:
    """The texts of one machine in one detail. What many arcs or states have in common stands in the legend only."""

    def __init__(self, part: Part, detail: Detail) -> None:
        self._definition = part.definition
        self._shown = part.arcs.values()
        self._shows_actions = detail != "phases"
        self._shows_guards = detail in ("guards", "full")
        self._shows_callbacks = detail == "full"

    @cached_property
    def trigger(self) -> str:
        """The trigger of most arcs; they do not name it."""
        return next(
            (trigger for trigger, _ in Counter(arc.trigger for arc in self._definition.arcs).most_common(1)), ""
        )

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

    @cached_property
    def common(self) -> dict[str, Common]:
        """What the arcs of each group have in common besides their rules, by what the legend calls the group."""
        groups: dict[str, list[Arc]] = {}
        for arc in self._shown if self._shows_guards and self._definition.parents else ():
            for group in self.groups(arc):
                groups.setdefault(group, []).append(arc)
        found: dict[str, Common] = {}
        for heading in sorted(groups, key=lambda heading: ", " in heading):
            arcs = groups[heading]
            said = [_joined(found[group] for group in self.groups(arc) if group in found) for arc in arcs]
            common = Common(
                _common([_without(self._guards(arc), of.guards) for arc, of in zip(arcs, said, strict=True)]),
                _common([_without(self._callbacks(arc), of.callbacks) for arc, of in zip(arcs, said, strict=True)]),
                _common([_without(arc.rules, of.rules) for arc, of in zip(arcs, said, strict=True)]),
            )
            if len(arcs) >= _COMMON_TO and (common.guards or common.callbacks):
                found[heading] = common
        return found

    def doings(self, state: State) -> list[str]:
        """What a state does: callbacks of its own on entry, then its actions."""
        entry = self._own(state.on_enter, "begins") if self._shows_callbacks else ()
        actions = state.actions if self._shows_actions else ()
        return [*(f"entry / {plain(callback)}" for callback in entry), *map(plain, actions)]

    def arc(self, arc: Arc) -> str:
        """`trigger [guards] / callbacks`, without what its groups have in common."""
        said = self._said(arc)
        asked = zip(arc.guards, self._guards(arc), strict=True) if self._shows_guards else ()
        guards = [guard for guard, alike in asked if alike not in said.guards]
        trigger = plain(arc.trigger) if arc.trigger != self.trigger else ""
        own = _conditional(guards, _without(self._callbacks(arc), said.callbacks))
        return " ".join(part for part in (trigger, own) if part)

    def rules(self, arc: Arc) -> str:
        """The rules of an arc, without those that its groups have in common."""
        return ", ".join(_without(arc.rules, self._said(arc).rules))

    def legend(self) -> list[tuple[str, str]]:
        """What holds for all arcs and states that are shown, and how to read them: heading and text."""
        parts = ["trigger"] if {arc.trigger for arc in self._shown} - {self.trigger} else []
        parts += ["[guards]"] if self._shows_guards else []
        parts += ["/ callbacks"] if self._shows_callbacks else []
        how = ("On an arc", f"{' '.join(parts)}, its rules") if parts else ("Numbers", "rules of the game")
        usual = f"; without a trigger it is {plain(self.trigger)!r}" if "trigger" in parts else ""
        common = ((heading, (_conditional(*of[:2]), ", ".join(of.rules))) for heading, of in self.common.items())
        shared = self.shared.items() if self._shows_callbacks else ()
        return [
            *((heading, " ".join(part for part in texts if part)) for heading, texts in common),
            *((when, ", ".join(map(plain, callbacks))) for when, callbacks in shared),
            (how[0], f"{how[1]}{usual}"),
        ]

    def _said(self, arc: Arc) -> Common:
        """What the legend says about an arc, for all of its groups."""
        return _joined(self.common[group] for group in self.groups(arc) if group in self.common)

    def _callbacks(self, arc: Arc) -> tuple[str, ...]:
        """The callbacks of an arc that are shown and not the same for all states of a kind."""
        return self._own(arc.before, "ends") if self._shows_callbacks else ()

    def groups(self, arc: Arc) -> tuple[str, ...]:
        """What the legend calls the arcs that are like one: by trigger, and by the junctions at its ends."""
        source, target = self._end(arc.source), self._end(arc.target or arc.source)
        where = f"{arc.kind}, {source} to {target}" if arc.target else f"{arc.kind}, in {source}"
        if arc.trigger != self.trigger:
            return plain(arc.trigger), where
        if not arc.target:
            return ()
        return (where if {"junction"} & self._kinds(arc) else "Between steps and phases",)

    def _kinds(self, arc: Arc) -> set[str]:
        return {state.kind for state in self._definition.states if state.name in (arc.source, arc.target)}

    def _end(self, name: str) -> str:
        """What the legend calls an end of an arc: a junction by its name, others by their kind."""
        state = self._definition.state(name)
        return plain(name) if state.kind == "junction" else state.kind

    def _guards(self, arc: Arc) -> tuple[str, ...]:
        """The guards of an arc; in those that name its target, `its target` stands for it."""
        ends = sorted((arc.target or "").split(SEPARATOR), key=len, reverse=True)
        named = [f"{end}_" for end in ends if end]
        return tuple(
            next((guard.replace(name, _ITS_TARGET, 1) for name in named if guard.startswith(name)), guard)
            for guard in arc.guards
        )

    def _own(self, callbacks: Iterable[str], when: str) -> tuple[str, ...]:
        """Callbacks without those that the legend names for all that `begins` or `ends`."""
        shared = {callback for heading, alike in self.shared.items() if heading.endswith(when) for callback in alike}
        return _without(callbacks, shared)


def _conditional(guards: Collection[str], callbacks: Collection[str]) -> str:
    """`[guards] / callbacks`."""
    asked = f"[{', '.join(map(_guard, guards))}]" if guards else ""
    done = f"/ {', '.join(map(plain, callbacks))}" if callbacks else ""
    return " ".join(part for part in (asked, done) if part)


def _guard(guard: str) -> str:
    name = guard.removeprefix(NOT)
    return f"{NOT if guard != name else ''}{plain(name)}"


def _without(names: Iterable[str], others: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in others)


def _joined(several: Iterable[Common]) -> Common:
    """What any of several groups have in common."""
    return Common(*(tuple(name for names in of for name in names) for of in zip(*several, strict=True)))


def _common(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What is in every one of several lists, in order; nothing if there are fewer than two."""
    if len(lists) < 2:
        return ()
    return tuple(name for name in lists[0] if all(name in others for others in lists))


def state_tooltip(state: State) -> str:
    """All that the definition says about a state."""
    return f"{state.name}\n{tooltip(state.description, state.rules, on_entry=state.on_enter, actions=state.actions)}"


def arc_tooltip(arc: Arc) -> str:
    """All that the definition says about an arc."""
    where = f"{arc.trigger}: {arc.source} -> {arc.target or '(internal)'}"
    return f"{where}\n{tooltip(arc.description, arc.rules, guards=arc.guards, callbacks=arc.before)}"

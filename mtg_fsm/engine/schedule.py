"""The schedule: which turn, phase and step are in progress and which come next (500.7-500.10).

It is a value: every change gives a new schedule. Each turn, phase and step is an instance with an id, so that
durations, anchors and riders bind to the very thing and not to its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from mtg_fsm.engine.in_force import Bound
from mtg_fsm.engine.records import maker
from mtg_fsm.words.effects import Effect
from mtg_fsm.words.units import MAIN_PHASES, PHASE_OF, PHASES, STEPS, MainName, PhaseName, StepName

_RULE_OF_STEPS: Final = {"beginning": "501.1", "combat": "506.1", "ending": "512.1"}


class Scheduled(NamedTuple):
    """A turn, phase or step, pending or in progress.

    `name` is a player for a turn, a kind for a phase (`main` stands for both main phases), a step's name for a step.
    `source` names what added it; None: the printed order. `only` are the steps a phase has by 500.10. `omitted` is
    the rule that will skip it. `then` are the riders of `controller`: effects applied as this very unit begins, which
    speak of the objects in `bound`.
    """

    id: int
    name: str
    rule: str
    source: str | None = None
    only: tuple[str, ...] | None = None
    omitted: str | None = None
    then: tuple[Effect, ...] = ()
    controller: str | None = None
    bound: Bound = ()

    @property
    def extra(self) -> bool:
        """Whether an effect added it."""
        return self.source is not None

    @property
    def step_name(self) -> StepName:
        """The name of a step."""
        return cast("StepName", self.name)


class Origin(NamedTuple):
    """Who adds units and by what: for the record, and for what is to happen as the first of them begins."""

    source: str
    controller: str
    then: tuple[Effect, ...] = ()
    bound: Bound = ()


class Schedule(NamedTuple):
    """The agenda of a game. Pending units are in the order in which they will come."""

    turns: tuple[Scheduled, ...] = ()
    phases: tuple[Scheduled, ...] = ()
    steps: tuple[Scheduled, ...] = ()
    turn: Scheduled | None = None
    phase: Scheduled | None = None
    step: Scheduled | None = None
    number: int = 0
    """How many turns have begun."""
    begun: Mapping[str, int] = {}
    """How often each phase and step has begun in this turn."""
    behind: tuple[tuple[str, Scheduled], ...] = ()
    """Extra turns that wait for the next turn of a player to begin, behind which they belong."""
    serial: int = 0

    # --- adding turns, phases and steps ---

    def with_natural_turn(self, player: str) -> Schedule:
        """The player's regular turn, at the end of the agenda."""
        turns, *others, serial = self
        return _schedule(((*turns, _printed(serial, player, "500.1")), *others, serial + 1))

    def with_extra_turn(self, player: str, origin: Origin) -> Schedule:
        """An extra turn directly after the turn in progress, before older ones (500.7)."""
        turn, serial = self._unit(player, "500.7", origin)
        return self._replace(turns=(turn, *self.turns), serial=serial)

    def with_turn_behind(self, of: str, player: str, origin: Origin) -> Schedule:
        """An extra turn directly after the next turn that `of` takes (500.7)."""
        turn, serial = self._unit(player, "500.7", origin)
        return self._replace(behind=(*self.behind, (of, turn)), serial=serial)

    def with_phases(self, kinds: Sequence[str], anchor: str, origin: Origin) -> Schedule:
        """Phases directly after the anchor, in this order, before older ones (500.8); no change if it is over."""
        place = self.place_after(anchor)
        if place is None:
            return self
        added: list[Scheduled] = []
        serial = self.serial
        for number, kind in enumerate(kinds):
            phase = Scheduled(serial, kind, "500.8", origin.source, controller=origin.controller)
            added.append(phase._replace(then=origin.then, bound=origin.bound) if number == 0 else phase)
            serial += 1
        return self._replace(phases=(*self.phases[:place], *added, *self.phases[place:]), serial=serial)

    def with_phases_for_steps(self, steps: Sequence[str], anchor: str, origin: Origin) -> Schedule:
        """For each step a phase of the kind that holds it, with no other step, after the anchor (500.10)."""
        place = self.place_after(anchor)
        if place is None:
            return self
        added: list[Scheduled] = []
        serial = self.serial
        for step in steps:
            added.append(Scheduled(serial, PHASE_OF[step], "500.10", origin.source, only=(step,)))
            serial += 1
        return self._replace(phases=(*self.phases[:place], *added, *self.phases[place:]), serial=serial)

    def with_steps(self, steps: Sequence[str], *, after: str | None, before: str | None, origin: Origin) -> Schedule:
        """Steps of the phase in progress, after or before a step (500.9); no change without such a place."""
        place = self._place_of_step(after, before)
        fitting = [step for step in steps if self.phase is not None and PHASE_OF[step] == self.phase.name]
        if place is None or not fitting:
            return self
        added = [Scheduled(self.serial + number, step, "500.9", origin.source) for number, step in enumerate(fitting)]
        return self._replace(steps=(*self.steps[:place], *added, *self.steps[place:]), serial=self.serial + len(added))

    def with_repeated_step(self, name: str, rule: str) -> Schedule:
        """A further step directly after the one in progress, that a rule demands (510.4, 514.3a)."""
        step = Scheduled(self.serial, name, rule)
        return self._replace(steps=(step, *self.steps), serial=self.serial + 1)

    def place_after(self, anchor: str) -> int | None:
        """Index among the pending phases directly after the anchor, None if the anchor is over or never comes.

        A named anchor is the first phase of that name of this turn, the one in progress included.
        """
        if self.turn is None or (anchor == "this_phase" and self.phase is None):
            return None
        if anchor == "this_phase" or (anchor == self.phase_name and self.begun.get(anchor) == 1):
            return 0
        if self.begun.get(anchor, 0):
            return None
        kind = "main" if anchor in MAIN_PHASES else anchor
        pending = [index for index, phase in enumerate(self.phases) if phase.name == kind]
        nth = 1 if anchor == "postcombat_main" and not self.begun.get("main", 0) else 0
        return pending[nth] + 1 if len(pending) > nth else None

    def _place_of_step(self, after: str | None, before: str | None) -> int | None:
        anchor = after or before or "this_step"
        if anchor == "this_step":
            return None if self.step is None or before else 0
        for index, step in enumerate(self.steps):
            if step.name == anchor:
                return index if before else index + 1
        return None

    def _unit(self, name: str, rule: str, origin: Origin) -> tuple[Scheduled, int]:
        unit = Scheduled(
            self.serial, name, rule, origin.source, None, None, origin.then, origin.controller, origin.bound
        )
        return unit, self.serial + 1

    # --- leaving out by rule ---

    def omitting_steps(self, names: Sequence[str], rule: str) -> Schedule:
        """Pending steps of these names will be skipped by the rule."""
        return self._replace(
            steps=tuple(
                step._replace(omitted=step.omitted or rule) if step.name in names else step for step in self.steps
            )
        )

    def omitting_all_before_cleanup(self, rule: str) -> Schedule:
        """Everything of this turn will be skipped but one cleanup step (723.1d).

        That is a new cleanup step if one is in progress, else the last one scheduled, else one in a new phase.
        """
        steps = tuple(step._replace(omitted=rule) for step in self.steps if step.rule != "514.3a")
        phases = tuple(phase._replace(omitted=rule) for phase in self.phases)
        serial = self.serial
        endings = [index for index, phase in enumerate(phases) if phase.name == "ending"]
        cleanups = [index for index, step in enumerate(steps) if step.name == "cleanup"]
        if self.step is not None and self.step.name == "cleanup":
            steps, serial = (*steps, Scheduled(serial, "cleanup", rule)), serial + 1
        elif endings:
            phase = phases[endings[-1]]._replace(omitted=None, only=("cleanup",), rule=rule)
            phases = (*phases[: endings[-1]], phase, *phases[endings[-1] + 1 :])
        elif cleanups:
            steps = (*steps[: cleanups[-1]], steps[cleanups[-1]]._replace(omitted=None), *steps[cleanups[-1] + 1 :])
        else:
            phases, serial = (*phases, Scheduled(serial, "ending", rule, only=("cleanup",))), serial + 1
        return self._replace(steps=steps, phases=phases, serial=serial)

    # --- beginning and ending ---

    def begin_turn(self) -> Schedule:
        """The first pending turn begins with its five phases (500.1); turns that belong behind it line up."""
        turn, *rest = self.turns
        follow = [unit for of, unit in self.behind if of == turn.name]
        turns = (*reversed(follow), *rest)
        behind = tuple(item for item in self.behind if item[0] != turn.name) if self.behind else ()
        phases = tuple([_printed(self.serial + number, kind, "500.1") for number, kind in enumerate(PHASES)])
        serial = self.serial + len(phases)
        return _schedule((turns, phases, self.steps, turn, self.phase, self.step, self.number + 1, {}, behind, serial))

    def end_turn(self) -> Schedule:
        """No turn is in progress any more."""
        turns, phases, steps, _, *rest = self
        return _schedule((turns, phases, steps, None, *rest))

    def begin_phase(self) -> Schedule:
        """The first pending phase begins; the steps that it normally has are scheduled (501.1, 506.1, 512.1)."""
        turns, phases, _, turn, _, step, number, before, behind, serial = self
        phase, begun = phases[0], {**before}
        kind, only = phase.name, phase.only
        for name in (self.next_main, "main") if kind == "main" else (kind,):
            begun[name] = begun.get(name, 0) + 1
        steps: tuple[Scheduled, ...] = ()
        if kind in STEPS:
            rule = _RULE_OF_STEPS[kind] if only is None else phase.rule
            steps = tuple([_printed(serial + place, name, rule) for place, name in enumerate(STEPS[kind])])
        if only is not None:
            steps = tuple(step if step.name in only else step._replace(omitted=phase.rule) for step in steps)
        serial += len(steps)
        return _schedule((turns, phases[1:], steps, turn, phase, step, number, begun, behind, serial))

    def begin_step(self) -> Schedule:
        """The first pending step begins."""
        turns, phases, steps, turn, phase, _, number, before, behind, serial = self
        step = steps[0]
        begun = {**before, step.name: before.get(step.name, 0) + 1}
        return _schedule((turns, phases, steps[1:], turn, phase, step, number, begun, behind, serial))

    def end_step(self) -> Schedule:
        """No step is in progress any more."""
        return self._with(self.steps, self.phase, None)

    def end_phase(self) -> Schedule:
        """No phase is in progress any more."""
        return self._with(self.steps, None, self.step)

    def skip_step(self) -> Schedule:
        """The first pending step is passed over."""
        return self._with(self.steps[1:], self.phase, self.step)

    def _with(self, steps: tuple[Scheduled, ...], phase: Scheduled | None, step: Scheduled | None) -> Schedule:
        turns, phases, _, turn, _, _, number, begun, behind, serial = self
        return _schedule((turns, phases, steps, turn, phase, step, number, begun, behind, serial))

    @property
    def next_main(self) -> MainName:
        """What the next main phase to begin will be: only the first of a turn is precombat (505.1a)."""
        return "postcombat_main" if self.begun.get("main", 0) else "precombat_main"

    @property
    def phase_name(self) -> PhaseName | None:
        """Name of the phase in progress; a main phase is named by 505.1a."""
        phase = self.phase
        name = phase.name if phase is not None else None
        if name == "main":
            return "postcombat_main" if self.begun["main"] > 1 else "precombat_main"
        return cast("PhaseName | None", name)

    def name_if_next(self, phase: Scheduled) -> PhaseName:
        """What a pending phase would be called if it began now."""
        return self.next_main if phase.name == "main" else cast("PhaseName", phase.name)


_scheduled: Final = maker(Scheduled)
_schedule: Final = maker(Schedule)


def _printed(id_: int, name: str, rule: str) -> Scheduled:
    """A unit of the printed order."""
    return _scheduled((id_, name, rule, None, None, None, (), None, ()))

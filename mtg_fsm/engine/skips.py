"""Skipping (500.11, 614.10): decided in one place, at the moment at which a turn, phase or step would begin."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mtg_fsm.engine import durations
from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.durations import this_turn
from mtg_fsm.engine.events import PhaseSkipped, Position, StepSkipped, TurnSkipped
from mtg_fsm.engine.in_force import InForce, Key, in_game_order, static_rules
from mtg_fsm.engine.schedule import Scheduled
from mtg_fsm.words.effects import Skip, SkipAll
from mtg_fsm.words.units import PHASE_NAMES, PHASE_OF, STEPS, names_of_phase

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context

REPEATS: Final = ("510.4", "514.3a")
"""Rules that have a step repeated."""


def add(engine: Engine, effect: Skip, context: Context) -> None:
    """Skips of the next `count` such units, for each player of their own; each is used up by one (614.10a)."""
    keys: tuple[Key, ...] = (("skip", effect.what), *(this_turn(engine) if effect.this_turn else ()))
    for player in engine.one_of_each_team(engine.recipients(effect.player, context.controller)):
        for _ in range(effect.count):
            engine.put_in_force("skip", context.name, player, None, effect, keys)


def applying(engine: Engine, player: str | None, names: tuple[str, ...]) -> list[InForce]:
    """What could skip a unit of these names of this player's, in game order."""
    if not engine.in_force.by_key or player is None:
        return []
    team, found = engine.team_of(player), list[InForce]()
    for name in names:
        found += [entry for entry in engine.in_force.find(("skip", name)) if entry.controller in team]
        for entry in engine.in_force.find(("skip_all", name)):
            skip = _skip_all(entry)
            controller = engine.controller_of(entry)
            if controller is not None and not set(team).isdisjoint(engine.recipients(skip.player, controller)):
                found.append(entry)
    return in_game_order(found)


def _skip_all(entry: InForce) -> SkipAll:
    rules = static_rules(entry)
    assert rules is not None  # nosec B101 # for type checkers
    assert rules.skip is not None  # nosec B101 # for type checkers
    return rules.skip


def names_of_turn(turn: Scheduled) -> tuple[str, ...]:
    """All names by which effects may speak of a turn."""
    return ("turn", "extra_turn") if turn.extra else ("turn",)


def _could_skip(engine: Engine, names: tuple[str, ...]) -> bool:
    """Whether anything in force, of whomever, skips units of these names."""
    index = engine.in_force.by_key
    return bool(index) and any((kind, name) in index for name in names for kind in ("skip", "skip_all"))


def omitted_by(engine: Engine, unit: Scheduled) -> str | None:
    """The rule that leaves a unit out, whatever effects there are; such a unit uses up no skip."""
    if unit.omitted is None and unit.name in ("declare_blockers", "combat_damage") and not any_attackers(engine):
        return "508.8"
    return unit.omitted


# --- guards ---


def next_step_is_skipped(engine: Engine) -> bool:
    """A rule or an effect skips the step that would begin."""
    steps = engine.schedule.steps
    return bool(steps) and (
        omitted_by(engine, steps[0]) is not None
        or bool(applying(engine, engine.position.active_player, (steps[0].name,)))
    )


def next_phase_is_skipped(engine: Engine) -> bool:
    """A rule or an effect skips the phase that would begin."""
    schedule = engine.schedule
    if schedule.turn is None or not schedule.phases:
        return False
    names = names_of_phase(schedule.name_if_next(schedule.phases[0]))
    return schedule.phases[0].omitted is not None or bool(applying(engine, engine.position.active_player, names))


def next_turn_is_skipped(engine: Engine) -> bool:
    """Between turns: an effect skips the turn that would begin, or its player has left (800.4k)."""
    if engine.schedule.turn is not None:
        return False
    turn = engine.schedule.turns[0]
    return not engine.members_of(turn.name) or bool(applying(engine, turn.name, names_of_turn(turn)))


def next_turn_begins(engine: Engine) -> bool:
    """Between turns: nothing skips the turn that would begin."""
    return engine.schedule.turn is None and not next_turn_is_skipped(engine)


def step_in_progress(engine: Engine) -> bool:
    """A step has begun and not ended."""
    return engine.schedule.step is not None


def no_step_left(engine: Engine) -> bool:
    """No step of the phase is left."""
    return not engine.schedule.steps


def no_phase_left(engine: Engine) -> bool:
    """No phase of the turn in progress is left."""
    return engine.schedule.turn is not None and not engine.schedule.phases


def is_next_step(engine: Engine, name: str) -> bool:
    """The next step has this name and nothing skips it."""
    steps = engine.schedule.steps
    return bool(steps) and steps[0].name == name and not next_step_is_skipped(engine)


def is_next_phase(engine: Engine, name: str) -> bool:
    """The next phase of the turn in progress has this name and nothing skips it."""
    schedule = engine.schedule
    return (
        schedule.turn is not None
        and bool(schedule.phases)
        and schedule.name_if_next(schedule.phases[0]) == name
        and not next_phase_is_skipped(engine)
    )


def nothing_added_or_skipped(engine: Engine) -> bool:
    """What comes next is what the printed order says, and nothing in force could skip it, whoever's it is.

    Asked while the unit is still in progress; what is doubtful then is decided in the junction after it has ended.
    """
    schedule = engine.schedule
    step = schedule.step
    if step is not None and schedule.steps:
        return _natural_step_next(engine, step.name)
    if step is not None and step.name in _STEP_AFTER:
        return False
    return _natural_phase_next(engine) if schedule.phases else _natural_turn_next(engine)


_STEP_AFTER: Final = {step: after for steps in STEPS.values() for step, after in pairwise(steps)}


def _natural_step_next(engine: Engine, current: str) -> bool:
    steps = engine.schedule.steps
    if steps[0].rule in REPEATS:
        expected = current
    elif current == "declare_attackers" and not any_attackers(engine):
        if [step.name for step in steps[:2]] != ["declare_blockers", "combat_damage"] or any(map(_added, steps[:2])):
            return False
        steps, expected = steps[2:], "end_of_combat"
    else:
        expected = _STEP_AFTER.get(current, "")
    return bool(steps) and steps[0].name == expected and not _added(steps[0]) and not _could_skip(engine, (expected,))


def _added(unit: Scheduled) -> bool:
    """Whether a unit is not just there because of the printed order."""
    return unit.source is not None or unit.omitted is not None or unit.only is not None


_AFTER: Final = {
    "beginning": "precombat_main",
    "precombat_main": "combat",
    "combat": "postcombat_main",
    "postcombat_main": "ending",
}
_BEGINS_WITH: Final = {phase: (*names_of_phase(phase), *STEPS.get(phase, ())[:1]) for phase in PHASE_NAMES}
"""The names of what begins with a phase: its own and that of its first step."""


def _natural_phase_next(engine: Engine) -> bool:
    schedule = engine.schedule
    phase = schedule.phases[0]
    expected = _AFTER.get(schedule.phase_name or "")
    return (
        expected is not None
        and schedule.name_if_next(phase) == expected
        and not _added(phase)
        and not _could_skip(engine, _BEGINS_WITH[expected])
    )


def _natural_turn_next(engine: Engine) -> bool:
    turn = engine.schedule.turns[0]
    return (
        engine.schedule.phase_name == "ending"
        and not turn.extra
        and bool(engine.members_of(turn.name))
        and not _could_skip(engine, ("turn", "beginning", "untap"))
    )


def any_attackers(engine: Engine) -> bool:
    """508.8: in this combat a creature was declared or put in attacking before the declare attackers step ended."""
    facts = engine.facts
    declaring = engine.schedule.step is not None and engine.schedule.step.name == "declare_attackers"
    return bool(facts.attacked if declaring or facts.attacked_in_time is None else facts.attacked_in_time)


# --- callbacks ---


def skip_step(engine: Engine) -> None:
    """500.11: the step is passed over as though it were not there."""
    step = engine.schedule.steps[0]
    used = _use_up(engine, step, (step.name,))
    if used is None:
        return
    engine.schedule = engine.schedule.skip_step()
    engine.facts = engine.facts.skipping(step.name)
    turn, player, phase, _ = engine.position
    engine.emit(StepSkipped(Position(turn, player, phase, step.step_name), *used))


def skip_phase(engine: Engine) -> None:
    """500.11: the phase is passed over with all of its steps."""
    phase = engine.schedule.phases[0]
    name = engine.schedule.name_if_next(phase)
    used = _use_up(engine, phase, names_of_phase(name))
    if used is None:
        return
    engine.schedule = engine.schedule._replace(phases=engine.schedule.phases[1:])
    engine.facts = engine.facts.skipping(name)
    engine.emit(PhaseSkipped(engine.position._replace(phase=name), *used))


def skip_turn(engine: Engine) -> None:
    """500.11: the turn is passed over; what was tied to this very turn is lost (614.10a).

    A turn of a player who has left does not begin (800.4k): that is no skipping, and is not logged as such.
    """
    turn = engine.schedule.turns[0]
    left = not engine.members_of(turn.name)
    used = None if left else _use_up(engine, turn, names_of_turn(turn))
    if used is None and not left:
        return
    engine.schedule = engine.schedule._replace(turns=engine.schedule.turns[1:])
    engine.continue_rotation(turn)
    if used is None:
        durations.expire_with_turn_of(engine, turn.name)
        for player in engine.team_of(turn.name):
            engine.game.turn_passed_over(engine, player)
    else:
        engine.emit(TurnSkipped(engine.position, used[0], engine.members_of(turn.name)[0], used[1]))


def _use_up(engine: Engine, unit: Scheduled, names: tuple[str, ...]) -> tuple[str, str | None] | None:
    """The rule and the effect that skip a unit; a one-shot skip is used up. None: the player is asked first (616.1)."""
    if (rule := omitted_by(engine, unit)) is not None:
        return rule, None
    player = engine.members_of(unit.name)[0] if engine.schedule.turn is None else engine.position.active_player
    candidates = applying(engine, player, names)
    chosen = engine.skip_choice if engine.skip_choice in {entry.id for entry in candidates} else None
    if chosen is None and len({_kind_of_skip(entry) for entry in candidates}) > 1 and player is not None:
        engine.skip_candidates = tuple(entry.id for entry in candidates)
        engine.ask(Pending("choose_skip", player, "614.10", _labels(candidates), 1))
        return None
    entry = next((entry for entry in candidates if entry.id == chosen), candidates[0])
    engine.skip_choice = None
    if entry.kind == "skip":
        engine.in_force = engine.in_force.without(entry.id)
    return "614.10", entry.name or entry.source


def _kind_of_skip(entry: InForce) -> tuple[object, ...]:
    """What tells two skips apart: which is used up matters only if they differ in this."""
    effect = entry.effect
    return (effect.what, effect.this_turn) if isinstance(effect, Skip) else ("static",)


def _labels(candidates: list[InForce]) -> tuple[str, ...]:
    """Names of skips to choose from; of those that share a name the second is `NAME-2` and so on."""
    labels: list[str] = []
    for entry in candidates:
        name = entry.name or entry.source or "skip"
        same = sum((other.name or other.source or "skip") == name for other in candidates[: len(labels)])
        labels.append(f"{name}-{same + 1}" if same else name)
    return tuple(labels)


def choose(engine: Engine, number: int) -> None:
    """Remembers which of the skips asked about is used up, until the junction asks again."""
    engine.skip_choice = engine.skip_candidates[number]


def is_next_guards() -> dict[str, Callable[[Engine], bool]]:
    """The guards `upkeep_is_next`, `combat_is_next` and so on, one for each step and phase."""

    def step_guard(name: str) -> Callable[[Engine], bool]:
        return lambda engine: is_next_step(engine, name)

    def phase_guard(name: str) -> Callable[[Engine], bool]:
        return lambda engine: is_next_phase(engine, name)

    return {
        **{f"{step}_is_next": step_guard(step) for step in PHASE_OF},
        **{f"{phase}_is_next": phase_guard(phase) for phase in PHASE_NAMES},
    }


def second_combat_damage_step(engine: Engine) -> bool:
    """510.4: this was the first of two combat damage steps."""
    steps = engine.schedule.steps
    return bool(steps) and steps[0].rule == "510.4"


def another_cleanup_step(engine: Engine) -> bool:
    """514.3a: players got priority in this cleanup step, so another one follows."""
    steps = engine.schedule.steps
    return bool(steps) and steps[0].rule == "514.3a"


def skip_blockers_and_damage(engine: Engine) -> None:
    """508.8: without attackers declare blockers and combat damage are left out."""
    while engine.schedule.steps and engine.schedule.steps[0].name in ("declare_blockers", "combat_damage"):
        skip_step(engine)


def skip_to_cleanup(engine: Engine) -> None:
    """723.1d: everything of this turn before its cleanup step will be skipped."""
    engine.schedule = engine.schedule.omitting_all_before_cleanup("723.1d")


def skip_rest_of_combat(engine: Engine) -> None:
    """723.2d: the remaining steps of this combat phase will be skipped."""
    engine.schedule = engine.schedule.omitting_steps(STEPS["combat"], "723.2d")

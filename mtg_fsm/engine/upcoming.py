"""What will come next and why, without running it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from mtg_fsm.engine import skips
from mtg_fsm.engine.durations import ANYBODY, CLEANUP
from mtg_fsm.engine.in_force import InForce
from mtg_fsm.engine.schedule import Schedule, Scheduled
from mtg_fsm.words.units import names_of_phase

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


class Upcoming(NamedTuple):
    """A turn, phase or step to come: whose, why (`rule`, and `source` if an effect added it) and what skips it.

    `skipped_by` is the rule or the name of the effect that will skip it. `unless` is the rule whose condition is open
    yet: 508.8 leaves the step out if nobody attacks.
    """

    unit: Literal["turn", "phase", "step"]
    name: str
    player: str
    rule: str
    source: str | None = None
    skipped_by: str | None = None
    unless: str | None = None


_OPEN: Final = {"declare_blockers": "508.8", "combat_damage": "508.8"}


def upcoming(engine: Engine, turns: int) -> Iterator[Upcoming]:
    """The rest of the turn in progress, then the following turns, `turns` of them that are not skipped.

    What has not been decided yet (attackers, effects that end the turn, more cleanup steps) is not foreseen.
    """
    schedule, used = engine.schedule, frozenset[int]()
    player = engine.position.active_player
    if schedule.turn is not None:
        yield from _rest_of_turn(engine, schedule, player, used)
        used = _used_in_turn(engine, schedule, player, used)
    used |= {entry.id for entry in engine.in_force.find_all(CLEANUP)}
    left = turns
    while left > 0 and schedule.turns:
        turn = schedule.turns[0]
        by, entry = _skipped_by(engine, turn, turn.name, skips.names_of_turn(turn), used)
        if not engine.members_of(turn.name):
            by = "800.4k"
        yield Upcoming("turn", turn.name, turn.name, turn.rule, turn.source, by)
        schedule = schedule.begin_turn() if by is None else schedule._replace(turns=schedule.turns[1:])
        if not turn.extra:
            schedule = schedule.with_natural_turn(engine.team_after(turn.name))
        if by is None:
            for whose in (turn.name, ANYBODY):
                used |= {entry.id for entry in engine.in_force.find_all(("turn_begins", whose))}
            schedule = schedule._replace(phase=None, step=None, steps=())
            yield from _rest_of_turn(engine, schedule, turn.name, used)
            used = _used_in_turn(engine, schedule, turn.name, used)
            left -= 1
        elif entry is not None and entry.kind == "skip":
            used |= {entry.id}


def _skipped_by(
    engine: Engine, unit: Scheduled, player: str | None, names: tuple[str, ...], used: frozenset[int]
) -> tuple[str | None, InForce | None]:
    if unit.omitted is not None:
        return unit.omitted, None
    for entry in skips.applying(engine, player, names):
        if entry.id not in used:
            return entry.name or entry.source or "an effect", entry
    return None, None


def _walk(
    engine: Engine, schedule: Schedule, player: str | None, used: frozenset[int]
) -> Iterator[tuple[Upcoming, InForce | None]]:
    whose = player or "none"
    for step in schedule.steps:
        by, entry = _skipped_by(engine, step, player, (step.name,), used)
        used = used | {entry.id} if entry and entry.kind == "skip" else used
        yield _step(engine, schedule, step, whose, by), entry
    for _ in schedule.phases:
        phase = schedule.phases[0]
        name = schedule.name_if_next(phase)
        by, entry = _skipped_by(engine, phase, player, names_of_phase(name), used)
        used = used | {entry.id} if entry and entry.kind == "skip" else used
        yield Upcoming("phase", name, whose, phase.rule, phase.source, by), entry
        if by is not None:
            schedule = schedule._replace(phases=schedule.phases[1:])
            continue
        schedule = engine.first_turn_draw(schedule.begin_phase())
        for step in schedule.steps:
            by, entry = _skipped_by(engine, step, player, (step.name,), used)
            used = used | {entry.id} if entry and entry.kind == "skip" else used
            yield _step(engine, schedule, step, whose, by), entry


def _step(engine: Engine, schedule: Schedule, step: Scheduled, player: str, by: str | None) -> Upcoming:
    in_progress = schedule.phase is not None and schedule.phase == engine.schedule.phase
    settled = in_progress and (engine.facts.attacked or engine.facts.attacked_in_time is not None)
    unless = None if by or settled else _OPEN.get(step.name)
    if by is None and settled and step.name in _OPEN and not skips.any_attackers(engine):
        by = "508.8"
    return Upcoming("step", step.name, player, step.rule, step.source, by, unless)


def _rest_of_turn(engine: Engine, schedule: Schedule, player: str | None, used: frozenset[int]) -> Iterator[Upcoming]:
    for unit, _ in _walk(engine, schedule, player, used):
        yield unit


def _used_in_turn(engine: Engine, schedule: Schedule, player: str | None, used: frozenset[int]) -> frozenset[int]:
    walked = _walk(engine, schedule, player, used)
    return used | {entry.id for _, entry in walked if entry is not None and entry.kind == "skip"}

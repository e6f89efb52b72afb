"""The scope of an exploration: how large it is, with which game it begins, and which commands are tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.schedule import Scheduled
from mtg_fsm.engine.skips import REPEATS
from mtg_fsm.errors import SetupError
from mtg_fsm.words.commands import Activate, Cast, Command, Concede, PlayLand
from mtg_fsm.words.effects import (
    AddMana,
    BeginningOf,
    DelayedTrigger,
    Effect,
    EndCombat,
    EndTurn,
    ExtraPhases,
    ExtraSteps,
    ExtraTurn,
    Nothing,
    PermanentSpec,
    Skip,
    Skippable,
)
from mtg_fsm.words.setup import GameSpec, PlayerSpec
from mtg_fsm.words.units import PHASE_OF, UNIT_NAMES, PhaseKind, StepName

NAMES: Final = "ABCDEFGH"
CREATURE: Final = "creature-of-"
MANA_ABILITY: Final = "mana"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far an exploration goes.

    `added`: pending extra turns, phases and steps, so many of each; `skips`: pending skips; `waiting`: abilities that
    have not resolved yet, delayed or triggered; `mana`: mana in all pools; `spells`: spells on the stack; `leaving`:
    players who leave. `together`: all that is pending at one time, mana and spells too. `units`: of which phases and
    steps things are added, skipped and awaited. `depth`: how many commands; `states`: the exploration stops with the
    depth in which it has found so many.
    """

    players: int = 2
    added: int = 1
    skips: int = 1
    waiting: int = 1
    mana: int = 1
    spells: int = 1
    leaving: int = 1
    together: int = 1
    units: Literal["some", "all"] = "some"
    depth: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        """Raises SetupError, naming the field, for what is no bound."""
        if self.units not in UNITS:
            raise SetupError(f"units: has to be one of {', '.join(UNITS)}, not {self.units!r}")
        for field in fields(self):
            value, least = getattr(self, field.name), 2 if field.name == "players" else 0
            if field.name != "units" and value is not None and value < least:
                raise SetupError(f"{field.name}: has to be {least} or more, not {value}")
        if self.players > len(NAMES):
            raise SetupError(f"players: has to be {len(NAMES)} or less, not {self.players}")

    def as_data(self) -> dict[str, int | str | None]:
        """The bounds by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def of(self, kind: str) -> int:
        """How much of a kind may be pending."""
        return int(getattr(self, BOUND_OF[kind]))


BOUND_OF: Final = {
    "turns": "added",
    "phases": "added",
    "steps": "added",
    "skips": "skips",
    "waiting": "waiting",
    "mana": "mana",
    "ends": "spells",
    "none": "spells",
}
"""The bound of each kind of what can be pending."""


def set_up(bounds: Bounds) -> GameSpec:
    """The game with which an exploration begins, the same for every player.

    Creatures strike first, never tap by attacking, and survive; life and libraries last for ever, and hands may be of
    any size.
    """
    players = tuple(
        PlayerSpec(
            id=name,
            life=1_000_000,
            hand=0,
            library=1_000_000,
            max_hand_size="none",
            battlefield=(
                PermanentSpec(
                    id=f"{CREATURE}{name}",
                    power=1,
                    toughness=1,
                    keywords=("first_strike", "vigilance", "indestructible"),
                ),
            ),
        )
        for name in NAMES[: bounds.players]
    )
    return GameSpec(variant="two_player" if len(players) == 2 else "free_for_all", players=players, free_casting=True)


class Addition(NamedTuple):
    """What can be brought in: the kind of what will be pending by it, a name that names no player, and what it does."""

    kind: str
    name: str
    effect: Effect


class Units(NamedTuple):
    """Of which turns, phases and steps things are brought in: phases, steps as phases of their own (500.10), steps."""

    phases: tuple[PhaseKind, ...]
    alone: tuple[StepName, ...]
    steps: tuple[StepName, ...]
    skips: tuple[Skippable, ...]
    delayed: tuple[str, ...]


UNITS: Final[Mapping[str, Units]] = {
    "some": Units(
        phases=("combat",),
        alone=("upkeep",),
        steps=("draw", "cleanup"),
        skips=("turn", "combat_damage", "cleanup"),
        delayed=("cleanup",),
    ),
    "all": Units(
        phases=get_args(PhaseKind),
        alone=get_args(StepName),
        steps=get_args(StepName),
        skips=get_args(Skippable),
        delayed=("turn", *UNIT_NAMES),
    ),
}
"""What `units` of the bounds stands for."""


def _delayed(unit: str) -> DelayedTrigger:
    return DelayedTrigger(name=f"at {unit}", when=BeginningOf(beginning_of=unit), whose="each")


@cache
def additions(units: Units, players: tuple[str, ...], phase: str | None) -> tuple[Addition, ...]:
    """All that can be brought in, in a fixed order; what would do nothing in this phase is left out."""
    return (
        *(Addition("turns", "extra turn", ExtraTurn(player=player)) for player in players),
        *(Addition("phases", f"extra {kind}", ExtraPhases(phases=(kind,))) for kind in units.phases),
        *(
            Addition("phases", f"{step} alone", ExtraSteps(steps=(step,), after_phase="this_phase"))
            for step in units.alone
        ),
        *(
            Addition("steps", f"extra {step}", ExtraSteps(steps=(step,)))
            for step in units.steps
            if PHASE_OF[step] == phase
        ),
        *(
            Addition("skips", f"skip {what}", Skip(what=what, player=player))
            for what in units.skips
            for player in players
        ),
        *(Addition("waiting", f"at {unit}", _delayed(unit)) for unit in units.delayed),
        *ends(phase),
    )


@cache
def ends(phase: str | None) -> tuple[Addition, ...]:
    """What ends the turn, or the combat phase."""
    return (
        Addition("ends", "end the turn", EndTurn()),
        *((Addition("ends", "end combat", EndCombat()),) if phase == "combat" else ()),
    )


NOTHING: Final = Addition("none", "nothing", Nothing())


def pending(engine: Engine) -> Counter[str]:
    """How much of each kind is pending.

    Steps that are to be repeated (514.3a, 510.4) count from the second on: where steps are added, too, they pile up.
    """
    schedule = engine.schedule
    found = Counter[str](
        turns=_added(schedule.turns),
        phases=_added(schedule.phases),
        steps=_added(schedule.steps) + max(0, sum(step.rule in REPEATS for step in schedule.steps) - 1),
        mana=sum(map(len, engine.pools.values())),
    )
    for entry in engine.in_force.entries.values():
        found["skips" if entry.kind == "skip" else "waiting"] += 1
    for object_ in engine.stack:
        found["none" if object_.kind == "spell" else "waiting"] += 1
    return found


def _added(units: Iterable[Scheduled]) -> int:
    return sum(unit.extra for unit in units)


def moves(engine: Engine, bounds: Bounds) -> Iterator[Command]:
    """The commands that are tried at a decision, in a fixed order: every answer, what can be brought in, and leaving.

    Cards of the hand are only drawn and discarded.
    """
    for player in engine.asked_now:
        for command in engine.legal(player):
            if not isinstance(command, (Concede, Cast, PlayLand)):
                yield command
    decision = engine.pending
    if decision is not None and decision.kind == "priority":
        yield from _with_priority(engine, bounds, decision.player)
    if decision is not None and len(engine.players) - len(engine.in_game) < bounds.leaving:
        yield from (Concede(player=player) for player in engine.in_game)


def _with_priority(engine: Engine, bounds: Bounds, player: str) -> Iterator[Command]:
    """Mana; what is brought in, at once and by the first player in turn order from the active one; and spells.

    What is brought in does not depend on whose ability brings it. A mana ability may do anything besides, and does it
    at once (117.1d), so that nothing but what is pending tells the states apart. What the stack adds to that is seen
    with spells that do nothing, or end something.
    """
    room, phase = _room(pending(engine), bounds), engine.position.phase
    if room["mana"]:
        yield _at_once(player, "mana", AddMana(mana="R"))
    if player == engine.apnap()[0]:
        for kind, name, effect in additions(UNITS[bounds.units], engine.in_game, phase):
            if room[kind]:
                yield _at_once(player, name, NO_MANA, effect)
    if sum(object_.kind == "spell" for object_ in engine.stack) < bounds.spells:
        for _, name, effect in (NOTHING, *ends(phase)) if room["none"] else ():
            yield Cast(player=player, name=name, effects=(effect,))


NO_MANA: Final = AddMana(mana="")
"""Makes an ability a mana ability."""


def _at_once(player: str, name: str, *effects: Effect) -> Command:
    return Activate(player=player, name=name, effects=effects, mana_ability=True)


def _room(found: Counter[str], bounds: Bounds) -> Mapping[str, bool]:
    """Of what kinds something can be brought in; what ends something leaves nothing pending."""
    full = found.total() >= bounds.together
    return {kind: kind == "ends" or (not full and found[kind] < bounds.of(kind)) for kind in BOUND_OF}

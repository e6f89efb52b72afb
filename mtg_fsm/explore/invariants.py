"""What must be true of every step of every game, with the rules that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import (
    AbilityTriggered,
    Event,
    PhaseBegan,
    PhaseEnded,
    PhaseSkipped,
    PriorityReceived,
    Resolved,
    StateBasedAction,
    StepBegan,
    StepEnded,
    StepSkipped,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from mtg_fsm.engine.in_force import InForce
from mtg_fsm.engine.schedule import Schedule
from mtg_fsm.engine.skips import REPEATS
from mtg_fsm.engine.stack import StackObject
from mtg_fsm.words.commands import Activate, Cast, Command, Concede, Pass
from mtg_fsm.words.effects import BeginningOf, DelayedTrigger, Skip
from mtg_fsm.words.units import PHASES, STEPS, names_of_phase

At = Literal["arc", "event", "command", "decision"]


class Was(NamedTuple):
    """What an engine was like at the decision before a command."""

    pending: Pending | None
    schedule: Schedule
    stack: tuple[StackObject, ...]
    in_force: Mapping[int, InForce]
    in_game: tuple[str, ...]
    passed: frozenset[str]
    turn_player: str

    @classmethod
    def read(cls, engine: Engine) -> Was:
        """As an engine is now."""
        return cls(
            engine.pending,
            engine.schedule,
            engine.stack,
            engine.in_force.entries,
            engine.in_game,
            engine.passed,
            engine.turn_player,
        )


@dataclass(slots=True)
class Observation:
    """What an invariant looks at: the engine as it is now, what led there, and what it was like before.

    `enabled` are the ids of the arcs that are enabled as a machine proceeds, `where` says which that is; `event` is the
    event that has just happened, `events` are all of the command.
    """

    engine: Engine
    was: Was
    command: Command | None = None
    enabled: tuple[str, ...] = ()
    where: str = ""
    event: Event | None = None
    events: Sequence[Event] = field(default_factory=tuple[Event, ...])

    @property
    def had_priority(self) -> str | None:
        """Who had priority before the command, None if something else was decided."""
        pending = self.was.pending
        return pending.player if pending is not None and pending.kind == "priority" else None

    @property
    def last_pass(self) -> bool:
        """Whether the command is a pass with which all players have passed in succession."""
        holder = self.had_priority
        return isinstance(self.command, Pass) and set(self.was.in_game) <= {*self.was.passed, holder}

    def happened(self, *kinds: type[Event]) -> Iterator[Event]:
        """The events of the command that are of these kinds, in order."""
        return (event for event in self.events if isinstance(event, kinds))


class Invariant(NamedTuple):
    """What must be true: its name, the rules that it comes from, one sentence, and when it is looked at.

    `at`: an arc, before it is taken; an event, as it happens; a command, once it has been carried out to the next
    decision; a decision. `fault` says what is wrong, None if nothing is.
    """

    name: str
    at: At
    rules: tuple[str, ...]
    description: str
    fault: Callable[[Observation], str | None]


# --- arcs ---


def _one_arc(look: Observation) -> str | None:
    if len(look.enabled) == 1:
        return None
    return f"{look.where}: {', '.join(look.enabled) or 'no arc'} enabled"


# --- events ---


def _no_priority_in_untap(look: Observation) -> str | None:
    event = look.event
    return (
        f"{event.player} received priority" if isinstance(event, PriorityReceived) and event.step == "untap" else None
    )


def _priority_in_cleanup(look: Observation) -> str | None:
    event = look.event
    if not isinstance(event, PriorityReceived) or event.step != "cleanup":
        return None
    events = look.engine.events
    if not any(isinstance(earlier, StepBegan) for earlier in events):
        return None  # players had priority there already
    ended = [number for number, earlier in enumerate(events) if isinstance(earlier, (StepEnded, PhaseEnded))]
    since = events[ended[-1] :] if ended else events
    if any(isinstance(earlier, (StateBasedAction, AbilityTriggered)) for earlier in since):
        return None
    return f"{event.player} received priority, and no state-based action was performed and no ability triggered"


def _checks_before_priority(look: Observation) -> str | None:
    engine = look.engine
    if not isinstance(look.event, PriorityReceived):
        return None
    if engine.last_check_performed:
        return "the last check of state-based actions performed one"
    return f"{engine.waiting[0].name} waits to be put on the stack" if engine.waiting else None


def _actions_before_priority(look: Observation) -> str | None:
    engine = look.engine
    if not isinstance(look.event, PriorityReceived):
        return None
    if engine.declaration is not None:
        return f"a declaration is in progress ({engine.declaration.machine})"
    return f"{engine.actions_left[0]} has not been done yet" if engine.actions_left else None


def _mana_empties(look: Observation) -> str | None:
    if isinstance(look.event, (StepEnded, PhaseEnded)):
        for player, pool in look.engine.pools.items():
            if pool:
                return f"{player} has {len(pool)} mana as the {look.event.at.unit} has ended"
    return None


def _skips_apply(look: Observation) -> str | None:
    engine, event = look.engine, look.event
    active = engine.position.active_player
    match event:
        case TurnBegan():
            turn = engine.schedule.turn
            names: tuple[str, ...] = ("turn", "extra_turn") if turn is not None and turn.extra else ("turn",)
        case PhaseBegan():
            names = names_of_phase(str(event.phase))
        case StepBegan():
            names = (str(event.step),)
        case _:
            return None
    for entry in engine.in_force.entries.values():
        if isinstance(entry.effect, Skip) and entry.effect.what in names and entry.controller == active:
            return f"{names[0]} began, and {entry.name} of {entry.controller} was in force"
    return None


# --- commands ---


def _nesting(look: Observation) -> str | None:
    """Turns hold phases and phases hold steps, and each ends before the next begins."""
    schedule = look.was.schedule
    units = (("turn", schedule.turn), ("phase", schedule.phase), ("step", schedule.step))
    inside = [level for level, unit in units if unit is not None]
    for event in look.events:
        for level, began, ended in LEVELS:
            outer = list(_OUTER[level])
            if isinstance(event, began):
                if inside != outer:
                    return f"a {level} began in {' of '.join(inside[::-1]) or 'no turn'}"
                inside.append(level)
            elif isinstance(event, ended):
                if inside != [*outer, level]:
                    return f"a {level} ended in {' of '.join(inside[::-1]) or 'no turn'}"
                inside.pop()
    return None


LEVELS: Final = (("turn", TurnBegan, TurnEnded), ("phase", PhaseBegan, PhaseEnded), ("step", StepBegan, StepEnded))
_OUTER: Final[dict[str, tuple[str, ...]]] = {"turn": (), "phase": ("turn",), "step": ("turn", "phase")}


def _passing_goes_around(look: Observation) -> str | None:
    holder, pending = look.had_priority, look.engine.pending
    if holder is None or not isinstance(look.command, Pass) or look.last_pass:
        return None
    following = _next_player(look.engine, holder)
    if pending is None or (pending.kind, pending.player) != ("priority", following):
        return f"{holder} passed, and {following} did not get priority"
    return None


def _next_player(engine: Engine, player: str) -> str:
    place = engine.players.index(player)
    order = (*engine.players[place + 1 :], *engine.players[: place + 1])
    return next(other for other in order if other in engine.in_game)


def _top_resolves(look: Observation) -> str | None:
    if not look.last_pass or not look.was.stack:
        return None
    top, left = look.was.stack[-1], {object_.id for object_ in look.engine.stack}
    if top.id in left:
        return f"all have passed, and {top.name} is still on the stack"
    interrupted = bool(list(look.happened(StepEnded, PhaseEnded)))
    gone = [below.name for below in look.was.stack[:-1] if below.id not in left]
    return f"{gone[0]} left the stack as {top.name} resolved" if gone and not interrupted else None


def _active_player_after_resolving(look: Observation) -> str | None:
    engine, pending = look.engine, look.engine.pending
    resolved = next(look.happened(Resolved), None)
    if resolved is None or pending is None or pending.kind != "priority":
        return None
    if list(look.happened(TurnBegan, PhaseBegan, StepBegan)):
        return None
    first = engine.apnap()[0]
    if (pending.player, engine.passed) != (first, frozenset()):
        return f"{resolved.as_dict()['name']} resolved, and not {first} has priority as the first"
    return None


def _all_pass_ends_unit(look: Observation) -> str | None:
    if not look.last_pass or look.was.stack:
        return None
    ended = next(look.happened(StepEnded, PhaseEnded), None)
    unit = look.was.schedule.step or look.was.schedule.phase
    if ended is None or unit is None:
        return "all have passed with an empty stack, and nothing ended"
    return None


def _only_passing_ends_unit(look: Observation) -> str | None:
    ended = next(look.happened(StepEnded, PhaseEnded), None)
    if ended is None or look.had_priority is None or look.last_pass or isinstance(look.command, Concede):
        return None
    if isinstance(look.command, Activate):  # an ability may end the turn (723.1) or the combat phase (723.2)
        return None
    return f"the {ended.at.unit} ended before all had passed"


def _acting_resets_passes(look: Observation) -> str | None:
    holder, engine = look.had_priority, look.engine
    if holder is None or not isinstance(look.command, (Cast, Activate)) or list(look.happened(StepEnded, PhaseEnded)):
        return None
    pending = engine.pending
    if pending is None or (pending.kind, pending.player) != ("priority", holder):
        return f"{holder} acted, and does not have priority again"
    return f"{holder} acted, and {', '.join(sorted(engine.passed))} has still passed" if engine.passed else None


def _turns_as_scheduled(look: Observation) -> str | None:
    """Turns begin or are skipped in the order of the agenda, whose last turn is the regular one of the next player."""
    players, in_game = look.engine.players, look.engine.in_game
    agenda = [(turn.name, turn.extra) for turn in look.was.schedule.turns]

    def take() -> str:
        player, extra = agenda.pop(0)
        if not extra:
            agenda.append((players[(players.index(player) + 1) % len(players)], False))
        return player

    for event in look.happened(TurnBegan, TurnSkipped):
        while agenda[0][0] not in in_game:  # 800.4k
            take()
        expected = take()
        if event.as_dict()["player"] != expected:
            return f"the turn of {event.as_dict()['player']} came, and that of {expected} was next"
    regular, pending = agenda[-1][0], next(turn.name for turn in look.engine.schedule.turns if not turn.extra)
    return None if pending == regular else f"the regular turn of {pending} is pending, not that of {regular}"


def _skips_are_used_once(look: Observation) -> str | None:
    lost = [
        entry.name
        for id_, entry in look.was.in_force.items()
        if entry.kind == "skip" and id_ not in look.engine.in_force.entries
    ]
    used = sum(event.rule == "614.10" for event in look.happened(TurnSkipped, PhaseSkipped, StepSkipped))
    return None if len(lost) == used else f"{used} unit(s) were skipped, and {len(lost)} skip(s) used up"


def _delayed_triggers_once(look: Observation) -> str | None:
    begun = {name for event in look.happened(TurnBegan, PhaseBegan, StepBegan) for name in _begun(event)}
    for id_, entry in look.was.in_force.items():
        effect = entry.effect
        if (
            isinstance(effect, DelayedTrigger)
            and isinstance(effect.when, BeginningOf)
            and effect.when.beginning_of in begun
            and id_ in look.engine.in_force.entries
        ):
            return f"{effect.when.beginning_of} began, and {entry.name} still waits for it"
    return None


def _begun(event: Event) -> tuple[str, ...]:
    if isinstance(event, TurnBegan):
        return ("turn",)
    return (str(event.step),) if isinstance(event, StepBegan) else names_of_phase(str(event.phase))


# --- decisions ---


def _somebody_decides(look: Observation) -> str | None:
    engine = look.engine
    if engine.outcome is not None:
        return None
    if engine.pending is None:
        return "nobody decides anything, and the game is not over"
    for player in engine.asked_now:
        if any(not isinstance(command, Concede) for command in engine.legal(player)):
            return None
    return f"{engine.pending.player} is asked {engine.pending.kind}, and no answer is legal"


def _asked_are_in_game(look: Observation) -> str | None:
    pending = look.engine.pending
    gone = pending is not None and pending.player not in look.engine.in_game
    return f"{pending.player} has left and is asked {pending.kind}" if pending is not None and gone else None


def _game_ends(look: Observation) -> str | None:
    engine = look.engine
    over, left = engine.turn_state == "game_over", len(engine.in_game)
    if over != (left < 2):
        return f"{left} player(s) are left, and the game is {'over' if over else 'not over'}"
    return None


def _active_player_decides(look: Observation) -> str | None:
    pending, engine = look.engine.pending, look.engine
    if pending is None or pending.kind not in OF_ACTIVE_PLAYER:
        return None
    first = engine.apnap()[0]
    return None if pending.player == first else f"{pending.player} is asked {pending.kind} in the turn of {first}"


OF_ACTIVE_PLAYER: Final = frozenset({"declare_attackers", "choose_defending_player", "discard_to_hand_size"})
"""Decisions of the active player; if that player has left, of the next one in turn order (800.4h)."""


def _passes_are_open(look: Observation) -> str | None:
    pending, engine = look.engine.pending, look.engine
    if pending is None or pending.kind != "priority":
        return None
    return f"{pending.player} has passed and has priority" if pending.player in engine.passed else None


def _newest_first(look: Observation) -> str | None:
    """Extra turns, phases and steps come before printed ones, the newest first."""
    schedule = look.engine.schedule
    for level, units in (("turn", schedule.turns), ("phase", schedule.phases), ("step", schedule.steps)):
        counted = [unit for unit in units if unit.rule not in REPEATS]
        extra = [unit.id for unit in counted if unit.extra]
        if extra != sorted(extra, reverse=True):
            return f"an older extra {level} comes before a newer one"
        if any(unit.extra for unit in counted[len(extra) :]):
            return f"a printed {level} comes before an extra one"
    return None


def _printed_order(look: Observation) -> str | None:
    """Pending phases and steps that no effect added are in the printed order."""
    schedule = look.engine.schedule
    phases = [unit.name for unit in schedule.phases if unit.rule == "500.1"]
    if phases != list(PHASES[len(PHASES) - len(phases) :]):
        return f"the phases {', '.join(phases)} are pending"
    if schedule.phase is not None:
        steps = [unit.name for unit in schedule.steps if unit.rule in _PRINTED and not unit.extra]
        printed = STEPS.get(schedule.phase.name, ())
        if steps != list(printed[len(printed) - len(steps) :]):
            return f"the steps {', '.join(steps)} are pending"
    return None


_PRINTED: Final = ("501.1", "506.1", "512.1", "500.10")


def _combat_in_combat(look: Observation) -> str | None:
    engine = look.engine
    fighting: Any = engine.observe("attacking")
    if fighting and engine.position.phase != "combat" and engine.outcome is None:
        return f"{', '.join(fighting)} attacks outside the combat phase"
    return None


INVARIANTS: Final[tuple[Invariant, ...]] = (
    Invariant("one_arc", "arc", ("500.1",), "Exactly one arc is enabled as a machine proceeds.", _one_arc),
    Invariant(
        "untap_without_priority",
        "event",
        ("502.4",),
        "Nobody receives priority in the untap step.",
        _no_priority_in_untap,
    ),
    Invariant(
        "cleanup_without_priority",
        "event",
        ("514.3", "514.3a"),
        "Players receive priority in a cleanup step only after a state-based action or for an ability.",
        _priority_in_cleanup,
    ),
    Invariant(
        "checks_before_priority",
        "event",
        ("117.5", "704.3", "603.3"),
        "A player receives priority only once no state-based action applies and no ability waits.",
        _checks_before_priority,
    ),
    Invariant(
        "actions_before_priority",
        "event",
        ("703.3",),
        "Turn-based actions are done before players get priority.",
        _actions_before_priority,
    ),
    Invariant("mana_empties", "event", ("500.4",), "All mana is gone as a step or phase has ended.", _mana_empties),
    Invariant("skips_apply", "event", ("500.11", "614.10"), "What an effect skips does not begin.", _skips_apply),
    Invariant(
        "nesting",
        "command",
        ("500.1", "500.12"),
        "Turns, phases and steps begin and end one inside the other.",
        _nesting,
    ),
    Invariant(
        "passing_goes_around",
        "command",
        ("117.3d",),
        "Who passes gives priority to the next player in turn order.",
        _passing_goes_around,
    ),
    Invariant(
        "top_resolves",
        "command",
        ("117.4", "608.1"),
        "When all have passed, the top object of the stack resolves.",
        _top_resolves,
    ),
    Invariant(
        "active_player_after_resolving",
        "command",
        ("117.3b",),
        "After a resolution the active player has priority, and nobody has passed.",
        _active_player_after_resolving,
    ),
    Invariant(
        "all_pass_ends_unit",
        "command",
        ("117.4", "500.2"),
        "When all have passed with an empty stack, the step or phase ends.",
        _all_pass_ends_unit,
    ),
    Invariant(
        "only_passing_ends_unit",
        "command",
        ("500.2",),
        "Nothing else ends a step or phase with priority.",
        _only_passing_ends_unit,
    ),
    Invariant(
        "acting_resets_passes",
        "command",
        ("117.3c",),
        "Who acts has priority again, and all have to pass anew.",
        _acting_resets_passes,
    ),
    Invariant(
        "turns_as_scheduled",
        "command",
        ("500.7", "800.4k"),
        "Turns come in the order of the agenda, and regular turns go around the table.",
        _turns_as_scheduled,
    ),
    Invariant("skips_are_used_once", "command", ("614.10a",), "One skip is used up by one unit.", _skips_are_used_once),
    Invariant(
        "delayed_triggers_once",
        "command",
        ("603.7b",),
        "A delayed ability triggers the next time that its unit begins.",
        _delayed_triggers_once,
    ),
    Invariant(
        "asked_are_in_game", "decision", ("800.4a", "800.4j"), "Nobody is asked who has left.", _asked_are_in_game
    ),
    Invariant(
        "somebody_decides", "decision", ("117.1",), "Somebody can decide, or the game is over.", _somebody_decides
    ),
    Invariant(
        "game_ends",
        "decision",
        ("104.1", "104.2a"),
        "The game is over once one player is left, and not before.",
        _game_ends,
    ),
    Invariant(
        "active_player_decides",
        "decision",
        ("507.1", "508.1", "514.1", "800.4h"),
        "The active player makes the decisions of the turn.",
        _active_player_decides,
    ),
    Invariant(
        "passes_are_open",
        "decision",
        ("117.4",),
        "Who has priority has not passed since somebody acted.",
        _passes_are_open,
    ),
    Invariant(
        "newest_first",
        "decision",
        ("500.7", "500.8", "500.9"),
        "Of added turns, phases and steps the newest comes first, before all printed ones.",
        _newest_first,
    ),
    Invariant(
        "printed_order",
        "decision",
        ("500.1", "501.1", "506.1", "512.1"),
        "What no effect added comes in the printed order.",
        _printed_order,
    ),
    Invariant(
        "combat_in_combat",
        "decision",
        ("506.4", "511.3"),
        "Nobody attacks outside the combat phase.",
        _combat_in_combat,
    ),
)
"""All invariants, in the order in which they are looked at."""


def at(moment: At) -> tuple[Invariant, ...]:
    """The invariants that are looked at at such a moment."""
    return tuple(invariant for invariant in INVARIANTS if invariant.at == moment)

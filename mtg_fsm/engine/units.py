"""Beginning and ending of turns, phases and steps: callbacks of the turn machine (500)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mtg_fsm.engine import durations
from mtg_fsm.engine.effects import apply_all
from mtg_fsm.engine.events import (
    PhaseBegan,
    PhaseEnded,
    PlayerControlled,
    Position,
    StepBegan,
    StepEnded,
    TurnBegan,
    TurnEnded,
)
from mtg_fsm.engine.facts import Facts
from mtg_fsm.engine.loops import watch_for_loop
from mtg_fsm.engine.records import maker
from mtg_fsm.engine.skips import another_cleanup_step
from mtg_fsm.engine.stack import Context
from mtg_fsm.words.units import MAIN_PHASES

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine

_position: Final = maker(Position)
_EARLY: Final[dict[str | None, str]] = {"end_the_turn": "723.1d", "end_the_combat_phase": "723.2d"}


def begin_turn(engine: Engine) -> None:
    """500.1: a turn begins; who controls its player does so from now on (722.1)."""
    turn = engine.schedule.turns[0]
    engine.schedule = engine.schedule.begin_turn()
    engine.continue_rotation(turn)
    engine.position = Position(engine.schedule.number, engine.members_of(turn.name)[0], None, None)
    engine.facts = Facts()
    engine.latest_turn = {**engine.latest_turn, **dict.fromkeys(engine.team_of(turn.name), engine.schedule.number)}
    if engine.starting_turn is None and turn.name == engine.head(engine.starting_player):
        engine.starting_turn = engine.schedule.number
    engine.emit(TurnBegan(engine.position, turn.rule, engine.active_players[0], turn.source))
    engine.control = {}
    by = engine.control_next.get(turn.name)
    if by is not None:
        engine.control_next = {player: who for player, who in engine.control_next.items() if player != turn.name}
        team = engine.team_of(turn.name)
        engine.control = {} if by in team else dict.fromkeys(team, by)
        engine.emit(PlayerControlled(engine.position, "722.1", engine.active_players[0], by))


def apply_riders(engine: Engine) -> None:
    """What is tied to this very turn or phase is applied, after expiries and before triggers (500.7, 614.10a)."""
    unit = engine.schedule.phase or engine.schedule.turn
    if unit is not None and unit.then:
        apply_all(
            engine, unit.then, Context(unit.controller or engine.turn_player, None, unit.source or "", unit.bound)
        )


def end_turn(engine: Engine) -> None:
    """500.1: the turn ends, and with it what could happen in it only.

    What its player cast is kept for the next check of day and night (502.2).
    """
    player, turn = engine.turn_player, engine.schedule.turn
    assert turn is not None  # nosec B101 # for type checkers
    durations.expire(engine, ("turn_ends", turn.id), "514.2")
    engine.emit(TurnEnded(engine.position, "500.1", player))
    engine.spells_last_turn = max(engine.facts.spells.get(member, 0) for member in engine.team_of(player))
    engine.schedule = engine.schedule.end_turn()


def begin_phase(engine: Engine) -> None:
    """500.8: a phase begins; its steps are scheduled, a first draw step perhaps left out (103.8a-b)."""
    schedule = engine.schedule = engine.first_turn_draw(engine.schedule.begin_phase())
    phase, name = schedule.phase, schedule.phase_name
    assert phase is not None  # nosec B101 # for type checkers
    engine.position = _position((schedule.number, engine.position.active_player, name, None))
    if name == "combat":
        engine.facts = engine.facts.beginning_combat()
    engine.actions_left = engine.machines["turn"].actions_of[engine.turn_state]
    engine.passes_only = frozenset()
    source = phase.source
    rule = phase.rule if source is not None or name not in MAIN_PHASES else "505.1a"
    engine.emit(PhaseBegan(engine.position, rule, source))


def begin_step(engine: Engine) -> None:
    """500.9: a step begins."""
    schedule = engine.schedule = engine.schedule.begin_step()
    step = schedule.step
    assert step is not None  # nosec B101 # for type checkers
    name, rule = step.step_name, step.rule
    turn, player, phase, _ = engine.position
    engine.position = _position((turn, player, phase, name))
    engine.actions_left = engine.machines["turn"].actions_of[engine.turn_state]
    if phase == "combat":
        engine.facts = engine.facts.beginning(name)
    engine.emit(StepBegan(engine.position, rule, step.source))
    if rule == "514.3a":
        watch_for_loop(engine)
    else:
        engine.passes_only = frozenset()


def end_step(engine: Engine) -> None:
    """500.2, 500.3: the step has ended, with all that its ending does."""
    step = engine.schedule.step
    assert step is not None  # nosec B101 # for type checkers
    name = step.name
    open_ = name != "untap" and (name != "cleanup" or another_cleanup_step(engine))
    engine.emit(StepEnded(engine.position, _EARLY.get(engine.interruption, "500.2" if open_ else "500.3")))
    if name == "declare_attackers":
        engine.facts = engine.facts._replace(attacked_in_time=engine.facts.attacked)
    engine.facts = engine.facts.ending(name)
    engine.schedule = engine.schedule.end_step()
    turn, player, phase, _ = engine.position
    engine.position = _position((turn, player, phase, None))


def end_phase(engine: Engine) -> None:
    """500.2: the phase has ended."""
    name = engine.schedule.phase_name
    assert name is not None  # nosec B101 # for type checkers
    regular = "505.2" if name in MAIN_PHASES else "500.2"
    engine.emit(PhaseEnded(engine.position, _EARLY.get(engine.interruption, regular)))
    engine.facts = engine.facts.ending(name)
    engine.schedule = engine.schedule.end_phase()
    turn, player, _, within = engine.position
    engine.position = _position((turn, player, None, within))


def remove_all_from_combat(engine: Engine) -> None:
    """511.3, 723.1d, 723.2d: all creatures, battles and planeswalkers leave combat.

    That happens as the end of combat step ends, at the latest as the phase ends without one (508.1k).
    """
    regular = "511.3" if engine.schedule.step is not None else "508.1k"
    engine.game.remove_all_from_combat(engine, _EARLY.get(engine.interruption, regular))

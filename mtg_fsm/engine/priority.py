"""Priority (117): guards and callbacks of the priority machine, and resolving (608)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.events import PriorityPassed, PriorityReceived, Resolved
from mtg_fsm.engine.loops import watch_for_loop
from mtg_fsm.engine.mana import written
from mtg_fsm.engine.records import maker
from mtg_fsm.engine.stack import Context, StackObject, leave_stack

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine

_pending: Final = maker(Pending)


def state_based_action_performed(engine: Engine) -> bool:
    """704.3: the last check performed a state-based action."""
    return engine.last_check_performed


def all_others_passed(engine: Engine) -> bool:
    """117.4, 805.5: with one more pass those who stand for the teams in the game have passed in succession."""
    player, passed = engine.priority_player, engine.passed
    for holder in engine.seats.holders:  # noqa: SIM110 (asked at every pass; a generator costs as much as all the rest)
        if holder != player and holder not in passed:
            return False
    return True


def object_on_stack(engine: Engine) -> bool:
    """117.4: the stack is not empty."""
    return bool(engine.stack)


def has_effects_left(engine: Engine) -> bool:
    """608.2: the resolving object has instructions left."""
    return bool(engine.effects_left)


def active_player_first(engine: Engine) -> None:
    """117.3a, 117.3b: the active player would get priority, or the next player in turn order (800.4j)."""
    engine.priority_player = engine.apnap()[0]
    engine.priority_rule = "117.3b" if engine.priority_state == "resolving" else "117.3a"
    engine.passed = frozenset()


def same_player_next(engine: Engine) -> None:
    """117.3c: the player who acted would get priority again; passes are counted from zero."""
    engine.priority_rule = "117.3c"
    engine.passed = frozenset()
    engine.passes_only = frozenset()


def next_player(engine: Engine) -> None:
    """117.3d: the next player in turn order would get priority."""
    assert engine.priority_player is not None  # nosec B101 # for type checkers
    engine.priority_player = engine.next_in_turn_order(engine.priority_player)
    engine.priority_rule = "117.3d"


def take_back_pass(engine: Engine) -> None:
    """800.4a, 117.4: who would get priority once more has to pass once more."""
    engine.passed = engine.passed.difference((engine.priority_player,))


def perform_state_based_actions(engine: Engine) -> None:
    """704.3: all that apply are performed as one event; a choice that one needs is asked first (704.5j)."""
    engine.last_check_performed = False
    performed = engine.game.state_based_actions(engine)
    engine.last_check_performed = performed and engine.pending is None


def receive_priority(engine: Engine) -> None:
    """117.3: the player has priority and is asked; after a resolution it is looked for loops (104.4b)."""
    player = engine.priority_player
    assert player is not None  # nosec B101 # for type checkers
    if player not in engine.in_game:
        players = engine.members_of(player) or (engine.next_in_turn_order(player),)
        player = engine.priority_player = players[0]
    if engine.priority_rule == "117.3b" and engine.stack:
        watch_for_loop(engine)
        if engine.outcome is not None:
            return
    engine.emit(PriorityReceived(engine.position, engine.priority_rule, player))
    engine.ask(_pending(("priority", player, engine.priority_rule, (), None, None, "", False)))


def pass_priority(engine: Engine) -> None:
    """117.3d, 106.4b: the player passes and announces what mana is left in the pool."""
    player = engine.priority_player
    assert player is not None  # nosec B101 # for type checkers
    engine.emit(PriorityPassed(engine.position, "117.3d", player, written(engine.pools[player])))
    engine.passed |= {player}


def begin_resolution(engine: Engine) -> None:
    """608.2: the top object resolves; it does nothing if its condition no longer holds or its target is illegal."""
    object_ = engine.resolving = engine.stack[-1]
    target = object_.target.id if object_.target is not None else None
    engine.context = Context(object_.controller, object_.source, object_.name, object_.bound, target)
    engine.unresolved = _why_unresolved(engine, object_)
    engine.effects_left = () if engine.unresolved else object_.effects


def _why_unresolved(engine: Engine, object_: StackObject) -> str | None:
    """The rule by which an object leaves the stack without resolving (603.4, 608.2b); None if it resolves."""
    if not engine.holds(object_.condition):
        return "603.4"
    target = object_.target
    if target is None:
        return None
    same = dict(engine.still_meant(object_.bound)).get(target.id, True)
    return None if same and target.id in engine.game.targets(engine, object_.controller, target.kind) else "608.2b"


def finish_resolution(engine: Engine) -> None:
    """608.2n: as the last part of its resolution the object leaves the stack, unless it left with its player."""
    object_, engine.resolving, engine.context = engine.resolving, None, None
    rule, engine.unresolved = engine.unresolved, None
    if object_ is None or all(other.id != object_.id for other in engine.stack):
        return
    if rule is None:
        engine.emit(Resolved(engine.position, "608.2n", object_.name, object_.controller, object_.source))
    leave_stack(engine, object_, rule or "608.2n")

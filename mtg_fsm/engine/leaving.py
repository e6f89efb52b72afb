"""Leaving the game (800.4): what goes with a player, and what becomes of decisions that are open.

Nobody is ever asked who has left: what was asked is dropped, asked of the next one (800.4a, 800.4h) or asked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from mtg_fsm.engine import declarations, durations
from mtg_fsm.engine.events import PlayerLeft
from mtg_fsm.engine.stack import leave_stack

if TYPE_CHECKING:
    from mtg_fsm.engine.decisions import Pending
    from mtg_fsm.engine.engine import Engine


def leave(engine: Engine, players: Sequence[str]) -> None:
    """800.4a: players leave at one time, with what they own and control; open decisions are settled."""
    engine.leave_only(player for player in engine.in_game if player not in players)
    for player in players:
        _take_along(engine, player)
    if len(engine.one_of_each_team(engine.in_game)) > 1:
        _settle(engine, players)


def _take_along(engine: Engine, player: str) -> None:
    """What the player owns goes, effects that give them control end, then goes what they still control."""
    engine.emit(PlayerLeft(engine.position, "104.5", player))
    if engine.position.active_player == player:
        engine.position = engine.position._replace(active_player=next(iter(engine.members_of(player)), None))
    for entry in tuple(engine.in_force.entries.values()):
        if entry.source is None and entry.controller == player and entry.id <= engine.set_up:
            durations.end(engine, entry, "800.4a")
    engine.game.leave(engine, player)
    for object_ in engine.stack:
        if object_.controller == player:
            leave_stack(engine, object_, "800.4a", "nowhere")
    engine.game.exile_all_of(engine, player)
    engine.pools = {**engine.pools, player: ()}
    stays = bool(engine.members_of(player))
    engine.control_next = {
        who: by for who, by in engine.control_next.items() if by != player and (stays or who != engine.head(player))
    }
    engine.control = {who: by for who, by in engine.control.items() if player not in (who, by)}


def _settle(engine: Engine, gone: Sequence[str]) -> None:
    pending = engine.pending
    if pending is None:
        if engine.declaration is not None and engine.declaration.player in gone:
            _break_off(engine)
        return
    if pending.player in gone and pending.player not in engine.asked(pending) and engine.asked(pending):
        _pass_to_teammate(engine, pending)
    elif pending.player in gone:
        engine.pending = None
        GONE.get(pending.kind, _drop)(engine)
    elif pending.kind in STAYING:
        engine.pending = None
        STAYING[pending.kind](engine)


def _pass_to_teammate(engine: Engine, pending: Pending) -> None:
    """805.5a: another member of the team makes the team's decision."""
    member = engine.asked(pending)[0]
    engine.pending = pending._replace(player=member)
    if pending.kind == "priority":
        engine.priority_player = member
    elif engine.declaration is not None:
        engine.declaration = engine.declaration._replace(player=member)
    if pending.kind in STAYING:
        engine.pending = None
        STAYING[pending.kind](engine)


def _drop(_engine: Engine) -> None:
    """What was asked is not done; or the machine, which goes on, asks again by itself."""


def _break_off(engine: Engine) -> None:
    """A declaration of attackers ends without one; any other goes on with the next player."""
    declaration, engine.then_act = engine.declaration, False
    assert declaration is not None  # nosec B101 # for type checkers
    engine.fire(declaration.machine, "break_off" if declaration.machine == "attack" else "depart")


def _next_has_priority(engine: Engine) -> None:
    engine.fire("priority", "depart")


def _check_again(engine: Engine) -> None:
    """State-based actions are checked anew."""
    engine.last_check_performed = True


def _drop_effect(engine: Engine) -> None:
    """800.4a: the creature that would have entered combat is gone with the player."""
    engine.effects_left = engine.effects_left[1:]


def _again(action: str, engine: Engine) -> None:
    """A turn-based action whose choice is not made yet is done again."""
    engine.actions_left = (action, *engine.actions_left)


def _assign_again(engine: Engine) -> None:
    """510.1e: what there is to assign may have changed; with nothing left the next player announces."""
    declaration = engine.declaration
    if declaration is not None and engine.game.damage_sources(engine, declaration.player):
        declarations.ask_for_assignment(engine)
    else:
        _break_off(engine)


GONE: Final[dict[str, Callable[[Engine], None]]] = {
    "priority": _next_has_priority,
    "declare_attackers": _break_off,
    "declare_blockers": _break_off,
    "assign_combat_damage": _break_off,
    "pay": _break_off,
    "choose_legend": _check_again,
    "choose_protector": _check_again,
    "choose_attacked": _drop_effect,
    "choose_blocked": _drop_effect,
    "choose_defending_player": partial(_again, "choose_defending_player"),
    "choose_untap": _drop,
    "choose_discard": _drop,
    "choose_skip": _drop,
    "discard_to_hand_size": _drop,
    "order_triggers": _drop,
    "roll": _drop,
}
"""What is done with a decision of a player who has left, by its kind; one of the client's own game is dropped."""

STAYING: Final[dict[str, Callable[[Engine], None]]] = {
    "declare_attackers": declarations.ask_for_attackers,
    "declare_blockers": declarations.ask_for_blockers,
    "assign_combat_damage": _assign_again,
    "choose_legend": _check_again,
    "choose_protector": _check_again,
    "choose_attacked": _drop,
    "choose_blocked": _drop,
    "choose_defending_player": partial(_again, "choose_defending_player"),
    "choose_untap": partial(_again, "untap_permanents"),
    "choose_skip": _drop,
    "order_triggers": _drop,
}
"""What is done with a decision of somebody else, whose choices may have gone with the player; all others stay."""

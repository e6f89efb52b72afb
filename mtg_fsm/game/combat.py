"""Who is in combat: attacking, blocking, being attacked (506), and how creatures get there and leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from mtg_fsm.engine.events import (
    AttackerDeclared,
    AttackReselected,
    BecameBlocked,
    BecameUnblocked,
    BlockerDeclared,
    RemovedFromCombat,
)
from mtg_fsm.game import combat_events
from mtg_fsm.game.objects import Permanent

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame

Role = Literal["attacking", "blocking", "attacked"]
"""What a permanent can be in combat (506.4)."""
ROLES: Final[tuple[Role, ...]] = ("attacking", "blocking", "attacked")
FIGHTING: Final[tuple[Role, ...]] = ("attacking", "blocking")
AFTER_BLOCKS: Final = ("declare_blockers", "combat_damage", "end_of_combat")
"""Steps in which what enters attacking is unblocked from the start (508.4d)."""


class Attacking(NamedTuple):
    """What an attacking creature attacks; None: nothing any more (506.4c).

    `defender` is the defending player as it began to attack that (508.5). `blocked` is None until blockers have been
    declared (509.1h).
    """

    target: str | None
    defender: str
    blocked: bool | None = None


# --- who can be attacked ---


def attackable(engine: Engine, game: ReferenceGame) -> dict[str, str]:
    """508.1b: what can be attacked, and the defending player of each.

    First the defending players in turn order, then planeswalkers, then battles in game order (506.2).
    """
    attacking = engine.turn_player
    players = [player for player in engine.defending_players() if game.can_attack(engine, attacking, player)]
    found = {player: player for player in players}
    for kind in ("planeswalker", "battle"):
        for permanent in game.having(kind):
            player = _defends(permanent, kind)
            if player in players and permanent.id not in found:
                found[permanent.id] = player
    return found


def _defends(permanent: Permanent, kind: str) -> str | None:
    """Who defends a permanent as a planeswalker (its controller) or as a battle (its protector)."""
    if not permanent.is_a(kind):
        return None
    return permanent.protector if kind == "battle" else permanent.controller


def defenders(engine: Engine, game: ReferenceGame) -> dict[str, str]:
    """508.5: the defending player of each attacking creature, by what it attacks now, else by what it attacked last."""
    targets = attackable(engine, game)
    return {name: targets.get(attack.target or "", attack.defender) for name, attack in game.attackers.items()}


def defending_player(engine: Engine, game: ReferenceGame, attacker: str) -> str | None:
    """508.5: the defending player of a creature that attacks or has left combat since it did."""
    if attacker in game.attackers:
        return defenders(engine, game)[attacker]
    object_, defender = game.left_combat.get(attacker, (None, None))
    return defender if game.object_of(attacker) in (None, object_) else None


def choices(engine: Engine, game: ReferenceGame, player: str, *, attacking: bool) -> tuple[str, ...]:
    """508.4, 509.4: what a creature that the player has enter combat can attack, or which attackers it can block."""
    if attacking:
        return tuple(attackable(engine, game)) if engine.is_active(player) else ()
    return tuple(name for name, defender in defenders(engine, game).items() if defender in engine.team_of(player))


# --- getting into combat ---


def begin_attacking(engine: Engine, game: ReferenceGame, attackers: Mapping[str, str | None], rule: str) -> None:
    """Creatures become attacking creatures (508.1k, 508.4); what cannot be attacked any more is nothing (506.4c).

    Then the first defending player counts as the defending player, for no rule says who is.
    """
    targets = attackable(engine, game)
    if not game.attackers and game.left_combat:
        game.set(game, "left_combat", {})
    first = (*engine.defending_players(), *engine.opponents_of(engine.turn_player))[0]
    new: dict[str, Attacking] = {}
    for name, target in attackers.items():
        there = target in targets
        new[name] = Attacking(target if there else None, targets.get(target or "", first))
    game.set(game, "attackers", {**game.attackers, **new})
    for name, attack in new.items():
        engine.emit(AttackerDeclared(engine.position, rule, name, attack.target))


def put_in_attacking(engine: Engine, game: ReferenceGame, permanent: Permanent, target: str) -> None:
    """508.4: it is attacking and never attacked. If it can't be attacking that, nothing happens (506.3a-506.3f).

    From the declare blockers step on it is unblocked from the start (508.4d).
    """
    if (
        not engine.is_active(permanent.controller)
        or not can_begin_fighting(game, permanent)
        or permanent.id in game.blockers
        or target not in attackable(engine, game)
    ):
        return
    begin_attacking(engine, game, {permanent.id: target}, "508.4")
    engine.facts = engine.facts._replace(attacked=True)
    if engine.position.step in AFTER_BLOCKS:
        _set_blocked(engine, game, {permanent.id: False}, "508.4d")


def put_in_blocking(engine: Engine, game: ReferenceGame, permanent: Permanent, attacker: str, *, enters: bool) -> None:
    """509.4: it blocks an attacker, if it can, which becomes blocked by that (509.1h).

    One that enters blocking never blocked; one that an effect states to be blocking did (509.3a-509.3d).
    """
    attack, blocks = game.attackers.get(attacker), game.blockers.get(permanent.id, ())
    if (
        attack is None
        or defenders(engine, game)[attacker] not in engine.team_of(permanent.controller)
        or not can_begin_fighting(game, permanent)
        or attacker in blocks
    ):
        return
    new, began = {permanent.id: (attacker,)}, () if permanent.id in game.blockers else (permanent.id,)
    begin_blocking(engine, game, new, "509.4")
    became = become_blocked(engine, game, (attacker,))
    engine.occur_together(combat_events.of_block_by_effect(game, new, began, became, enters=enters))


def can_begin_fighting(game: ReferenceGame, permanent: Permanent) -> bool:
    """506.3, 506.3a, 506.3e, 506.3f: it is a creature and no battle, and does not attack already."""
    return permanent.is_a("creature") and not permanent.is_a("battle") and permanent.id not in game.attackers


def begin_blocking(engine: Engine, game: ReferenceGame, blockers: Mapping[str, Sequence[str]], rule: str) -> None:
    """Creatures become blocking creatures (509.1g, 509.4); a creature may block further attackers."""
    new = {name: (*game.blockers.get(name, ()), *attackers) for name, attackers in blockers.items()}
    game.set(game, "blockers", {**game.blockers, **new})
    for name, attackers in blockers.items():
        for attacker in attackers:
            engine.emit(BlockerDeclared(engine.position, rule, name, attacker))


def become_blocked(engine: Engine, game: ReferenceGame, attackers: Iterable[str]) -> tuple[str, ...]:
    """509.1h: these become blocked if they are not; which that are."""
    new = tuple(name for name in attackers if name in game.attackers and not game.attackers[name].blocked)
    _set_blocked(engine, game, dict.fromkeys(new, True), "509.1h")
    return new


def become_unblocked(engine: Engine, game: ReferenceGame) -> None:
    """509.1h: attackers for which no blocker was declared become unblocked."""
    undecided = [name for name, attack in game.attackers.items() if attack.blocked is None]
    _set_blocked(engine, game, dict.fromkeys(undecided, False), "509.1h")


def _set_blocked(engine: Engine, game: ReferenceGame, statuses: Mapping[str, bool], rule: str) -> None:
    changed = {name: game.attackers[name]._replace(blocked=blocked) for name, blocked in statuses.items()}
    if changed:
        game.set(game, "attackers", {**game.attackers, **changed})
    for name, blocked in statuses.items():
        event = BecameBlocked if blocked else BecameUnblocked
        engine.emit(event(engine.position, rule, name))


def reselect(engine: Engine, game: ReferenceGame, attacker: str, target: str) -> None:
    """508.7: it attacks something else from now on, without attacking again; blocked or unblocked it stays.

    An illegal choice changes nothing (508.7c, 508.7d).
    """
    attack, targets = game.attackers.get(attacker), attackable(engine, game)
    if attack is None or target not in targets or target == attack.target:
        return
    left = attack.target
    new = attack._replace(target=target, defender=targets[target])
    game.set(game, "attackers", {**game.attackers, attacker: new})
    _check_unattacked(game, left)
    engine.emit(AttackReselected(engine.position, "508.7a", attacker, target))


# --- leaving combat ---


def blockers_of(game: ReferenceGame, attacker: str) -> tuple[str, ...]:
    """The creatures that block an attacker, in the order in which they began to."""
    return tuple(name for name, attackers in game.blockers.items() if attacker in attackers)


def attacked_permanents(game: ReferenceGame) -> list[str]:
    """The planeswalkers and battles that are being attacked, in the order in which they first were."""
    targets = dict.fromkeys(attack.target for attack in game.attackers.values())
    return [target for target in targets if target is not None and target in game.battlefield]


def everybody(game: ReferenceGame) -> tuple[str, ...]:
    """Every permanent in combat."""
    return tuple(dict.fromkeys((*game.attackers, *game.blockers, *attacked_permanents(game))))


def remove(
    engine: Engine, game: ReferenceGame, names: Sequence[str], rule: str, *, roles: Sequence[Role] = ROLES
) -> None:
    """506.4, 511.3: these permanents leave combat, perhaps in some roles only (506.4d).

    What attacks a permanent that is removed goes on attacking, but nothing (506.4c); an attacker whose blockers are
    removed stays blocked (509.1h); what blocked an attacker that is removed goes on blocking, but not that.
    """
    leaving = [name for name in names if name in everybody(game)]
    if not leaving:
        return
    attackers = [name for name in leaving if name in game.attackers and "attacking" in roles]
    blockers = [name for name in leaving if name in game.blockers and "blocking" in roles]
    attacked = [name for name in attacked_permanents(game) if name in leaving and "attacked" in roles]
    if attackers or attacked:
        _remove_from_attack(engine, game, attackers, attacked)
    if attackers or blockers:
        left = {
            name: tuple(attacker for attacker in blocked if attacker not in attackers)
            for name, blocked in game.blockers.items()
            if name not in blockers
        }
        game.set(game, "blockers", left)
    still = everybody(game)
    for name in dict.fromkeys((*attackers, *blockers, *attacked)):
        if name not in still:
            engine.emit(RemovedFromCombat(engine.position, rule, name))


def _remove_from_attack(engine: Engine, game: ReferenceGame, attackers: list[str], attacked: list[str]) -> None:
    left, defending = dict[str, Attacking](), defenders(engine, game)
    if attackers:
        gone = {name: (game.battlefield[name].entered, defending[name]) for name in attackers}
        game.set(game, "left_combat", {**game.left_combat, **gone})
    for name, attack in game.attackers.items():
        if name in attackers:
            _check_unattacked(game, attack.target)
        elif attack.target in attacked:
            _check_unattacked(game, attack.target)
            left[name] = attack._replace(target=None, defender=defending[name])
        else:
            left[name] = attack
    game.set(game, "attackers", left)


def _check_unattacked(game: ReferenceGame, target: str | None) -> None:
    """704.5w waits until nothing attacks a battle any more."""
    if target is not None and target in game.battlefield:
        game.check_again(target)


def fights(game: ReferenceGame, permanent: Permanent) -> bool:
    """Whether it is an attacking or blocking creature."""
    return permanent.id in game.attackers or permanent.id in game.blockers


def attacked_as(permanent: Permanent) -> frozenset[str]:
    """As what a permanent can be attacked by its types."""
    return frozenset(kind for kind in ("planeswalker", "battle") if permanent.is_a(kind))


def lose_roles(engine: Engine, game: ReferenceGame, permanent: Permanent, before: frozenset[str]) -> None:
    """506.4: what a permanent is no longer by its types, it no longer is in combat; `before`: as what it was attacked.

    A creature that becomes a battle leaves altogether; one that is no creature any more may still be attacked (506.4d).
    An attacked planeswalker that was a battle, too, stays attacked if its protector controls it (506.4e).
    """
    now = attacked_as(permanent)
    if fights(game, permanent) and "battle" in now - before:
        remove(engine, game, (permanent.id,), "506.4")
    if not permanent.is_a("creature"):
        remove(engine, game, (permanent.id,), "506.4", roles=FIGHTING)
    kept = before & now
    if not kept or (kept < before and "battle" not in kept and permanent.protector != permanent.controller):
        remove(engine, game, (permanent.id,), "506.4", roles=("attacked",))

"""Combat of the reference game: creatures attack a player, and unblocked they deal their damage (508-511)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from mtg_fsm.engine.decisions import Code, Refusal
from mtg_fsm.engine.events import AttackerDeclared, RemovedFromCombat, TurnBasedAction
from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.engine.turn_based_actions import strikes_now
from mtg_fsm.game import battlefield, damage
from mtg_fsm.game.attack_legality import AttackOptions, Candidate
from mtg_fsm.game.objects import Permanent
from mtg_fsm.words.commands import Attack, Command

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


Role = Literal["attacking", "attacked"]
"""What a permanent can be in combat (506.4)."""


def defenders(engine: Engine) -> tuple[str, ...]:
    """506.2: the players who can be attacked, in turn order."""
    return tuple(player for player in engine.apnap() if not engine.is_active(player))


def attackable(engine: Engine, game: ReferenceGame) -> tuple[str, ...]:
    """508.1b: the defending players in turn order, then their planeswalkers in game order."""
    players = defenders(engine)
    return (*players, *(other for player in players for other in _planeswalkers(game, player)))


def _planeswalkers(game: ReferenceGame, player: str) -> list[str]:
    return [permanent.id for permanent in game.permanents_of(player) if permanent.is_a("planeswalker")]


def possible_attackers(engine: Engine, game: ReferenceGame, player: str) -> list[Permanent]:
    """508.1a, 508.1c: the player's creatures that may be chosen."""
    return [
        permanent
        for permanent in game.permanents_of(player)
        if why_not_attacker(engine, game, player, permanent.id) is None
    ]


def why_not_attacker(engine: Engine, game: ReferenceGame, player: str, name: str) -> Refusal | None:
    """Why a permanent may not attack at all."""
    permanent = game.present(name)
    if permanent is None:
        return Refusal(Code.NO_SUCH_OBJECT, "on_battlefield", "508.1a", f"no permanent {name!r} on the battlefield")
    if permanent.controller != player:
        return Refusal(Code.NOT_YOURS, "controls_attacker", "508.1a", f"{name} is controlled by {permanent.controller}")
    if not permanent.is_a("creature"):
        return _illegal("is_creature", "506.3", f"{name} is not a creature")
    if permanent.is_a("battle"):
        return _illegal("is_no_battle", "508.1a", f"{name} is a battle")
    if permanent.tapped:
        return _illegal("is_untapped", "508.1a", f"{name} is tapped")
    traits = battlefield.keywords(engine, permanent)
    if "haste" not in traits and battlefield.is_sick(engine, permanent):
        return _illegal("under_control_since_turn_began", "302.6", f"{name} came under {player}'s control this turn")
    if "defender" in traits:
        return _illegal("has_no_defender", "702.3", f"{name} has defender")
    held = (engine.meant(entry, rules.cant_attack or ()) for entry, rules in engine.statics("cant_attack"))
    if permanent.cant_attack or any(name in names for names in held):
        return _illegal("can_attack", "508.1c", f"an effect says that {name} can't attack")
    return None


def attack_options(engine: Engine, game: ReferenceGame, player: str) -> AttackOptions:
    """508.1a-508.1d: which creatures of the player may attack whom, and what the declaration has to obey."""
    able = possible_attackers(engine, game, player)
    limits = [
        rules.max_attackers
        for _, rules in engine.statics("max_attackers")
        if rules.max_attackers is not None and rules.player in (None, player)
    ]
    candidates = tuple(_candidate(engine, permanent, attackable(engine, game)) for permanent in able)
    return AttackOptions(candidates, min(limits, default=None))


def _candidate(engine: Engine, permanent: Permanent, targets: Iterable[str]) -> Candidate:
    """What a creature may attack, and how many requirements it obeys by that (508.1d, 701.15b)."""
    obeyed = {
        target: permanent.attacks_if_able
        + (permanent.must_attack == target)
        + (permanent.goaded_by is not None)
        + (permanent.goaded_by not in (None, target) and target in engine.players)
        for target in targets
        if target != permanent.cant_attack_player
    }
    return Candidate(permanent.id, obeyed, alone=not permanent.cant_attack_alone)


def _illegal(guard: str, rule: str, message: str) -> Refusal:
    return Refusal(Code.ILLEGAL_CHOICE, guard, rule, message)


def why_not_attack(engine: Engine, game: ReferenceGame, player: str, command: Attack) -> Refusal | None:
    """508.1: why a declaration is illegal; it names the creature, the rule and what would be legal."""
    for name, target in command.attackers.items():
        refusal = why_not_attacker(engine, game, player, name)
        if refusal is not None:
            return refusal
        if target not in attackable(engine, game):
            message = f"{name} can attack {', '.join(attackable(engine, game))}, not {target!r}"
            return _illegal("can_be_attacked", "508.1b", message)
        if target == game.battlefield[name].cant_attack_player:
            return _illegal("can_attack", "508.1c", f"an effect says that {name} can't attack {target}")
    return attack_options(engine, game, player).why_not(command.attackers)


def possible_attacks(engine: Engine, game: ReferenceGame, player: str) -> Iterator[Command]:
    """Every legal declaration of attackers, lazily: the one with the fewest creatures first."""
    for attackers in attack_options(engine, game, player).all():
        yield Attack(player=player, attackers=attackers)


def attack(engine: Engine, game: ReferenceGame, player: str, command: Attack) -> None:
    """508.1f-508.1m: the creatures tap and attack; then everything that looks for it triggers at one time."""
    engine.emit(TurnBasedAction(engine.position, "508.1", "declare_attackers", player))
    attackers = {name: command.attackers[name] for name in game.battlefield if name in command.attackers}
    tapping = [name for name in attackers if "vigilance" not in battlefield.keywords(engine, game.battlefield[name])]
    battlefield.tap(engine, game, tapping, "508.1f")
    _put_into_combat(engine, game, attackers, "508.1k")
    engine.occur_together(_occurrences(engine, game, player, attackers))


def _occurrences(engine: Engine, game: ReferenceGame, player: str, attackers: dict[str, str]) -> Iterator[Occurrence]:
    """508.3: what a declaration is for abilities that look for attacks."""
    attacked = frozenset(attackers.values())
    for name, target in attackers.items():
        yield Occurrence("attacks", name, frozenset({target}))
        if len(attackers) == 1:
            yield Occurrence("attacks_alone", name, attacked)
    for target in attackable(engine, game):
        if target in attacked:
            yield Occurrence("is_attacked", target, frozenset({player}))
    if attackers:
        yield Occurrence("player_attacks", player, attacked)


def _put_into_combat(engine: Engine, game: ReferenceGame, attackers: dict[str, str], rule: str) -> None:
    if not attackers:
        return
    game.set(game, "attackers", {**game.attackers, **attackers})
    engine.facts = engine.facts._replace(attacked=True)
    for name, target in attackers.items():
        engine.emit(AttackerDeclared(engine.position, rule, name, target))


def put_in_attacking(engine: Engine, game: ReferenceGame, permanent: Permanent, target: str) -> None:
    """508.4: it is attacking and never attacked; outside combat, or if it can't be attacking, it just is there."""
    if (
        engine.position.phase == "combat"
        and engine.is_active(permanent.controller)
        and permanent.is_a("creature")
        and not permanent.is_a("battle")
        and target in attackable(engine, game)
    ):
        _put_into_combat(engine, game, {permanent.id: target}, "508.4")


def declare_blockers(engine: Engine) -> None:
    """509.1: the defending players declare blockers; nobody can in this game yet."""
    for player in defenders(engine):
        engine.emit(TurnBasedAction(engine.position, "509.1", "declare_blockers", player))


def assign_damage(engine: Engine, game: ReferenceGame) -> None:
    """510.1a, 510.1b: each attacker that strikes now assigns damage equal to its power to what it attacks."""
    assigned: list[tuple[str, str, int]] = []
    strikes = strikes_now(engine)
    for name, target in game.attackers.items():
        amount = battlefield.power(engine, game.battlefield[name])
        if target is not None and amount > 0 and strikes(name):
            assigned.append((name, target, amount))
    if assigned:
        player = engine.position.active_player
        engine.emit(TurnBasedAction(engine.position, "510.1", "assign_combat_damage", player))
    game.set(game, "assigned", tuple(assigned))


def deal_damage(engine: Engine, game: ReferenceGame) -> None:
    """510.2: all of it is dealt at once; state-based actions look at it afterwards."""
    assigned = game.assigned
    game.set(game, "assigned", ())
    damage.deal(engine, game, (damage.Damage(*part) for part in assigned), combat=True)


def attacked_permanents(game: ReferenceGame) -> list[str]:
    """The planeswalkers that are being attacked, in the order in which they first were."""
    return [target for target in dict.fromkeys(game.attackers.values()) if target and target in game.battlefield]


def remove(
    engine: Engine,
    game: ReferenceGame,
    names: Sequence[str],
    rule: str,
    *,
    role: Role | None = None,
) -> None:
    """506.4, 511.3: these permanents leave combat, perhaps in one role only (506.4d).

    What attacks a permanent that is removed goes on attacking, but nothing (506.4c).
    """
    attacked = [name for name in attacked_permanents(game) if name in names and role != "attacking"]
    leaving = [name for name in names if name in game.attackers and role != "attacked"]
    if not leaving and not attacked:
        return
    left = {
        name: None if target in attacked else target for name, target in game.attackers.items() if name not in leaving
    }
    game.set(game, "attackers", left)
    for name in (*leaving, *attacked):
        engine.emit(RemovedFromCombat(engine.position, rule, name))

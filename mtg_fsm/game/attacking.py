"""Declaring attackers (508.1): who may attack, what is legal, what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mtg_fsm.engine import mana
from mtg_fsm.engine.decisions import Code, Refusal, illegal
from mtg_fsm.game import battlefield, combat
from mtg_fsm.game.attack_legality import Attacker, AttackOptions
from mtg_fsm.game.objects import Permanent
from mtg_fsm.words.commands import Attack

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def possible_attackers(engine: Engine, game: ReferenceGame, player: str) -> tuple[str, ...]:
    """508.1a, 508.1c: the player's creatures that may be chosen."""
    return tuple(
        permanent.id
        for permanent in game.having("creature", engine.team_of(player))
        if why_not_attacker(engine, game, player, permanent.id) is None
    )


def why_not_attacker(engine: Engine, game: ReferenceGame, player: str, name: str) -> Refusal | None:
    """Why a permanent may not attack at all."""
    permanent = game.present(name)
    if permanent is None:
        return Refusal(Code.NO_SUCH_OBJECT, "on_battlefield", "508.1a", f"no permanent {name!r} on the battlefield")
    if permanent.controller not in engine.team_of(player):
        return Refusal(Code.NOT_YOURS, "controls_attacker", "508.1a", f"{name} is controlled by {permanent.controller}")
    if not permanent.is_a("creature"):
        return illegal("is_creature", "506.3", f"{name} is not a creature")
    if permanent.is_a("battle"):
        return illegal("is_no_battle", "508.1a", f"{name} is a battle")
    if permanent.id in game.attackers:
        return illegal("attacks_not_yet", "508.1a", f"{name} is attacking already")
    if permanent.tapped:
        return illegal("is_untapped", "508.1a", f"{name} is tapped")
    traits = battlefield.keywords(engine, permanent)
    if "haste" not in traits and battlefield.is_sick(engine, permanent):
        return illegal("under_control_since_turn_began", "302.6", f"{name} came under {player}'s control this turn")
    if "defender" in traits:
        return illegal("has_no_defender", "702.3", f"{name} has defender")
    held = (engine.meant(entry, rules.cant_attack or ()) for entry, rules in engine.statics("cant_attack"))
    if permanent.cant_attack or any(name in names for names in held):
        return illegal("can_attack", "508.1c", f"an effect says that {name} can't attack")
    return None


def required_attackers(engine: Engine, game: ReferenceGame, player: str) -> tuple[str, ...]:
    """506.6: the player's creatures under a requirement to attack, able or not."""
    return tuple(
        permanent.id
        for permanent in game.having("creature", engine.team_of(player))
        if permanent.attacks_if_able or permanent.must_attack is not None or _goader(engine, permanent) is not None
    )


def _goader(engine: Engine, permanent: Permanent) -> str | None:
    """701.15a: who goaded it, until that player's next turn begins."""
    goader = permanent.goaded_by
    return goader if goader is not None and engine.latest_turn.get(goader, 0) <= permanent.goaded_in else None


def end_goad(game: ReferenceGame, player: str) -> None:
    """701.15a, 800.4m: the next turn of a player who has left was due."""
    for permanent in game.battlefield.values():
        if permanent.goaded_by == player:
            game.set(permanent, "goaded_by", None)


def options(engine: Engine, game: ReferenceGame, player: str) -> AttackOptions:
    """508.1a-508.1d: which creatures of the player may attack whom, and what the declaration has to obey."""
    targets = combat.attackable(engine, game)
    able = (game.battlefield[name] for name in possible_attackers(engine, game, player))
    candidates = tuple(_candidate(engine, permanent, targets) for permanent in able)
    return AttackOptions(candidates, engine.limit("max_attackers", player))


def _candidate(engine: Engine, permanent: Permanent, targets: Mapping[str, str]) -> Attacker:
    """What a creature may attack, and how many requirements it obeys by that (508.1d, 701.15b)."""
    goader = _goader(engine, permanent)
    obeyed = {
        target: permanent.attacks_if_able
        + (permanent.must_attack == target)
        + (goader is not None)
        + (goader not in (None, target) and target in engine.players)
        for target in targets
        if target != permanent.cant_attack_player
    }
    return Attacker(permanent.id, obeyed, alone=not permanent.cant_attack_alone, free=not permanent.attack_cost)


def why_not(engine: Engine, game: ReferenceGame, player: str, attackers: Mapping[str, str]) -> Refusal | None:
    """508.1: why a declaration is illegal; it names the creature, the rule and what would be legal."""
    targets = combat.attackable(engine, game)
    for name, target in attackers.items():
        refusal = why_not_attacker(engine, game, player, name)
        if refusal is not None:
            able = ", ".join(possible_attackers(engine, game, player)) or "no creature"
            return refusal._replace(message=f"{refusal.message}; able to attack: {able}")
        if target not in targets:
            message = f"{name} can attack {', '.join(targets) or 'nobody now'}, not {target!r}"
            return illegal("can_be_attacked", "508.1b", message)
        if target == game.battlefield[name].cant_attack_player:
            return illegal("can_attack", "508.1c", f"an effect says that {name} can't attack {target}")
    return options(engine, game, player).why_not(attackers)


def declarations(engine: Engine, game: ReferenceGame, player: str) -> Iterator[Attack]:
    """Every legal declaration of attackers, lazily: the one with the fewest creatures first."""
    for attackers in options(engine, game, player).all():
        yield Attack(player=player, attackers=attackers)


def tap_attackers(engine: Engine, game: ReferenceGame, attackers: Mapping[str, str]) -> None:
    """508.1f, 702.20b: the chosen creatures tap, but for those with vigilance."""
    tapping = [
        permanent.id
        for permanent in game.in_order(attackers)
        if "vigilance" not in battlefield.keywords(engine, permanent)
    ]
    battlefield.tap(engine, game, tapping, "508.1f")


def optional_attack_costs(game: ReferenceGame, attackers: Mapping[str, str]) -> dict[str, str]:
    """508.1g: the optional costs of chosen creatures, in game order."""
    return {
        permanent.id: str(permanent.optional_attack_cost)
        for permanent in game.in_order(attackers)
        if permanent.optional_attack_cost
    }


def attack_cost(game: ReferenceGame, attackers: Mapping[str, str]) -> str:
    """508.1h: the sum of the costs to attack of the chosen creatures."""
    return mana.total(str(game.battlefield[name].attack_cost) for name in attackers)


def become_attackers(
    engine: Engine, game: ReferenceGame, player: str, attackers: Mapping[str, str | None]
) -> dict[str, str | None]:
    """508.1k: those that the player still controls are attacking from now on, in game order; which that are.

    What attacks something that left meanwhile attacks nothing.
    """
    team = engine.team_of(player)
    still = {
        permanent.id: attackers[permanent.id]
        for permanent in game.in_order(attackers)
        if permanent.controller in team and combat.can_begin_fighting(game, permanent)
    }
    if still:
        combat.begin_attacking(engine, game, still, "508.1k")
    return still

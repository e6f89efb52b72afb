"""Assigning combat damage (510.1): whom creatures can deal it to, what is legal, and what is default."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mtg_fsm.engine.decisions import Code, Refusal, illegal
from mtg_fsm.engine.turn_based_actions import strikes_now
from mtg_fsm.game import battlefield, combat
from mtg_fsm.words.commands import Assign

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame

Shares = Mapping[str, Mapping[str, int]]
"""Who deals how much to whom."""


def damage_sources(engine: Engine, game: ReferenceGame, player: str) -> tuple[str, ...]:
    """510.1a, 510.4: the player's creatures that have damage to assign in this step, attackers first."""
    strikes = strikes_now(engine)
    return tuple(
        name
        for name in (*game.attackers, *game.blockers)
        if game.battlefield[name].controller in engine.team_of(player)
        and strikes(name)
        and battlefield.power(engine, game.battlefield[name]) > 0
        and recipients(engine, game, name)
    )


def recipients(engine: Engine, game: ReferenceGame, name: str) -> tuple[str, ...]:
    """510.1b-510.1d, 702.19b, 702.19d: to whom a creature can assign damage; what it attacks comes last."""
    attack = game.attackers.get(name)
    if attack is None:
        return game.blockers[name]
    there = attack.target in game.battlefield or attack.target in engine.in_game
    target = (attack.target,) if attack.target is not None and there else ()
    if not attack.blocked:
        return target
    blockers = combat.blockers_of(game, name)
    tramples = "trample" in battlefield.keywords(engine, game.battlefield[name])
    return (*blockers, *(target if tramples and attack.target not in blockers else ()))


def why_not(engine: Engine, game: ReferenceGame, player: str, damage: Shares) -> Refusal | None:
    """510.1e: why an assignment is illegal as a whole; it names the creature and what would be legal."""
    able = damage_sources(engine, game, player)
    for name, parts in damage.items():
        if name not in able:
            message = f"{name} assigns no damage; {', '.join(able)} of {player}'s creatures do"
            return Refusal(Code.ILLEGAL_CHOICE, "assigns_damage", "510.1a", message)
        refusal = _why_not_parts(engine, game, name, parts)
        if refusal is not None:
            return refusal
    return _why_not_trample(engine, game, complete(engine, game, player, damage))


def _why_not_parts(engine: Engine, game: ReferenceGame, name: str, parts: Mapping[str, int]) -> Refusal | None:
    can = recipients(engine, game, name)
    rule = "510.1d" if name in game.blockers else "510.1c" if game.attackers[name].blocked else "510.1b"
    wrong = next((to for to in parts if to not in can), None)
    if wrong is not None:
        return illegal("can_be_assigned", rule, f"{name} can assign damage to {', '.join(can)}, not to {wrong!r}")
    power = battlefield.power(engine, game.battlefield[name])
    if sum(parts.values()) != power:
        return illegal("assigns_its_power", "510.1a", f"{name} assigns {power} damage, not {sum(parts.values())}")
    return None


def _why_not_trample(
    engine: Engine, game: ReferenceGame, damage: Shares, open_: Collection[str] = ()
) -> Refusal | None:
    """702.19b: damage goes beyond the blockers only if each gets lethal damage by the combined assignment.

    To those in the open more may be assigned yet.
    """
    for name, parts in damage.items():
        attack, blockers = game.attackers.get(name), combat.blockers_of(game, name)
        beyond = attack is not None and attack.target not in blockers and parts.get(attack.target or "")
        if attack is None or not attack.blocked or not beyond:
            continue
        for blocker in blockers:
            missing = lethal(engine, game, blocker, damage, name)
            if missing and blocker not in open_:
                message = f"{name} assigns damage to {attack.target}, and {blocker} lacks {missing} of lethal damage"
                return illegal("lethal_to_blockers", "702.19b", message)
    return None


def lethal(engine: Engine, game: ReferenceGame, name: str, damage: Shares, source: str | None = None) -> int:
    """702.19b, 702.2c: how much is missing of lethal damage to a creature beside what is assigned to it already.

    Damage marked on it counts. Any damage by a creature with deathtouch is enough; a `source` that has it assigns one.
    """
    permanent = game.battlefield[name]
    assigned = sum(parts.get(name, 0) for parts in damage.values())
    missing = max(0, battlefield.toughness(engine, permanent) - permanent.damage - assigned)
    if any(parts.get(name) and _has_deathtouch(engine, game, other) for other, parts in damage.items()):
        return 0
    return min(missing, 1) if source is not None and _has_deathtouch(engine, game, source) else missing


def _has_deathtouch(engine: Engine, game: ReferenceGame, name: str) -> bool:
    return "deathtouch" in battlefield.keywords(engine, game.battlefield[name])


def complete(engine: Engine, game: ReferenceGame, player: str, damage: Shares) -> dict[str, dict[str, int]]:
    """The whole assignment: creatures that are left out assign what is default, one after another.

    That is lethal damage to each in the order of declaration, and what is left to the last, or with trample to what
    is attacked.
    """
    able = damage_sources(engine, game, player)
    whole = {name: {to: part for to, part in damage[name].items() if part} for name in able if name in damage}
    for name in able:
        if name not in whole:
            whole[name] = _default(engine, game, name, whole)
    return {name: whole[name] for name in able}


def _default(engine: Engine, game: ReferenceGame, name: str, assigned: Shares) -> dict[str, int]:
    left, parts = battlefield.power(engine, game.battlefield[name]), dict[str, int]()
    *others, last = recipients(engine, game, name)
    for other in others:
        parts[other] = min(left, lethal(engine, game, other, assigned, name))
        left -= parts[other]
    return {to: part for to, part in {**parts, last: left}.items() if part}


def assign_damage(engine: Engine, game: ReferenceGame, player: str, damage: Shares) -> None:
    """510.1: a player's assignment stands; it is dealt once all have assigned (510.2)."""
    whole = complete(engine, game, player, damage)
    parts = tuple((name, to, part) for name, shares in whole.items() for to, part in shares.items())
    game.set(game, "assigned", (*game.assigned, *parts))


def assignments(engine: Engine, game: ReferenceGame, player: str) -> Iterator[Assign]:
    """Every legal assignment, lazily: the default first, then all divisions, creature by creature."""
    able = damage_sources(engine, game, player)
    default = complete(engine, game, player, {})
    yield Assign(player=player, damage=default)
    for damage in _divided(engine, game, able):
        if damage != default:
            yield Assign(player=player, damage=damage)


def _divided(engine: Engine, game: ReferenceGame, able: Sequence[str]) -> Iterator[dict[str, dict[str, int]]]:
    """What creatures can assign, one after another, as long as later ones can still make up for lethal damage."""
    later = [
        {to for other in able[place + 1 :] for to in recipients(engine, game, other)} for place in range(len(able))
    ]
    ways = [iter([dict[str, dict[str, int]]()])]
    while ways:
        damage = next(ways[-1], None)
        if damage is None:
            ways.pop()
        elif not damage or _why_not_trample(engine, game, damage, later[len(damage) - 1]) is None:
            if len(damage) == len(able):
                yield damage
            else:
                ways.append(_ways_on(engine, game, damage, able[len(damage)]))


def _ways_on(
    engine: Engine, game: ReferenceGame, damage: dict[str, dict[str, int]], name: str
) -> Iterator[dict[str, dict[str, int]]]:
    power = battlefield.power(engine, game.battlefield[name])
    for shares in _divisions(power, recipients(engine, game, name)):
        yield {**damage, name: shares}


def _divisions(amount: int, among: Sequence[str]) -> Iterator[dict[str, int]]:
    """Every way to divide an amount, as much as possible to the first ones first; nobody is named who gets nothing."""
    parts = [amount, *[0] * (len(among) - 1)]
    while True:
        yield {to: part for to, part in zip(among, parts, strict=True) if part}
        place = next((place for place in range(len(parts) - 2, -1, -1) if parts[place]), None)
        if place is None:
            return
        rest = sum(parts[place + 1 :]) + 1
        parts[place] -= 1
        parts[place + 1 :] = [rest, *[0] * (len(parts) - place - 2)]

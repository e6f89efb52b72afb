"""Declaring blockers (509.1): who may block whom, what is legal, what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mtg_fsm.engine import mana
from mtg_fsm.engine.decisions import Code, Refusal, illegal
from mtg_fsm.game import battlefield, combat
from mtg_fsm.game.block_legality import Blockable, Blocker, BlockOptions
from mtg_fsm.game.objects import Permanent
from mtg_fsm.words.commands import Block

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def possible_blockers(engine: Engine, game: ReferenceGame, player: str) -> tuple[str, ...]:
    """509.1a, 509.1b: the player's creatures that may be chosen."""
    return tuple(
        permanent.id
        for permanent in game.having("creature", engine.team_of(player))
        if why_not_blocker(engine, game, player, permanent.id) is None
    )


def why_not_blocker(engine: Engine, game: ReferenceGame, player: str, name: str) -> Refusal | None:
    """Why a permanent may not block at all."""
    permanent = game.present(name)
    if permanent is None:
        return Refusal(Code.NO_SUCH_OBJECT, "on_battlefield", "509.1a", f"no permanent {name!r} on the battlefield")
    if permanent.controller not in engine.team_of(player):
        return Refusal(Code.NOT_YOURS, "controls_blocker", "509.1a", f"{name} is controlled by {permanent.controller}")
    if not permanent.is_a("creature"):
        return illegal("is_creature", "506.3", f"{name} is not a creature")
    if permanent.is_a("battle"):
        return illegal("is_no_battle", "509.1a", f"{name} is a battle")
    if permanent.tapped:
        return illegal("is_untapped", "509.1a", f"{name} is tapped")
    if permanent.cant_block:
        return illegal("can_block", "509.1b", f"an effect says that {name} can't block")
    return None


def _why_not_blocked(
    engine: Engine, game: ReferenceGame, blocker: Permanent, attacker: str, defender: str | None
) -> Refusal | None:
    """Why a creature that may block cannot block that attacker of a defender: evasion abilities add up (509.1b)."""
    name = blocker.id
    if defender is None:
        return illegal("is_attacking", "509.1a", f"{name} can block attackers only, and {attacker!r} is none")
    if defender not in engine.team_of(blocker.controller):
        return illegal("attacks_the_player", "509.1a", f"{name} cannot block {attacker}, which {defender} defends")
    if attacker in game.blockers.get(name, ()):
        return illegal("blocks_it_not_yet", "509.1a", f"{name} blocks {attacker} already")
    attacking = game.battlefield[attacker]
    if attacking.cant_be_blocked:
        return illegal("can_be_blocked", "509.1b", f"{attacker} can't be blocked")
    if _flies(engine, attacking) and not _reaches_flyers(engine, blocker):
        return illegal("can_block_flyers", "702.9", f"{attacker} has flying; {name} has neither flying nor reach")
    return None


def _flies(engine: Engine, attacker: Permanent) -> bool:
    return "flying" in battlefield.keywords(engine, attacker)


def _reaches_flyers(engine: Engine, blocker: Permanent) -> bool:
    return bool({"flying", "reach"} & battlefield.keywords(engine, blocker))


def options(engine: Engine, game: ReferenceGame, player: str) -> BlockOptions:
    """509.1a-509.1c: which creatures of the player may block whom, and what the declaration has to obey."""
    defenders = combat.defenders(engine, game)
    attackers = [game.battlefield[name] for name in game.attackers if defenders[name] in engine.team_of(player)]
    grounded = tuple(
        attacker.id for attacker in attackers if not attacker.cant_be_blocked and not _flies(engine, attacker)
    )
    every = tuple(attacker.id for attacker in attackers if not attacker.cant_be_blocked)
    able = (game.battlefield[name] for name in possible_blockers(engine, game, player))
    blockers = tuple(
        _blocker(game, permanent, every if _reaches_flyers(engine, permanent) else grounded) for permanent in able
    )
    blockables = tuple(_blockable(engine, game, attacker) for attacker in attackers)
    return BlockOptions(blockables, blockers, engine.limit("max_blockers", player))


def _blockable(engine: Engine, game: ReferenceGame, attacker: Permanent) -> Blockable:
    """An attacker that is blocked already has got what it asks for."""
    blocked = combat.blockers_of(game, attacker.id)
    required = attacker.must_be_blocked and not blocked
    menace = "menace" in battlefield.keywords(engine, attacker) and not blocked
    return Blockable(attacker.id, required, menace)


def _blocker(game: ReferenceGame, blocker: Permanent, can_block: tuple[str, ...]) -> Blocker:
    """A creature with what it can block by evasion; what it blocks already it blocks once."""
    blocks = game.blockers.get(blocker.id, ())
    return Blocker(
        blocker.id,
        tuple(name for name in can_block if name not in blocks) if blocks else can_block,
        max(0, blocker.max_blocks - len(blocks)),
        required=blocker.blocks_if_able and not blocks,
        alone=not blocker.cant_block_alone,
        free=not blocker.block_cost,
    )


def why_not(engine: Engine, game: ReferenceGame, player: str, blockers: Mapping[str, Sequence[str]]) -> Refusal | None:
    """509.1: why a declaration is illegal; it names the creature, the rule and what would be legal."""
    defenders = combat.defenders(engine, game)
    for name, attackers in blockers.items():
        refusal = why_not_blocker(engine, game, player, name)
        if refusal is not None:
            able = ", ".join(possible_blockers(engine, game, player)) or "no creature"
            return refusal._replace(message=f"{refusal.message}; able to block: {able}")
        blocker = game.battlefield[name]
        for attacker in attackers:
            refusal = _why_not_blocked(engine, game, blocker, attacker, defenders.get(attacker))
            if refusal is not None:
                can = [
                    other
                    for other, defender in defenders.items()
                    if _why_not_blocked(engine, game, blocker, other, defender) is None
                ]
                return refusal._replace(message=f"{refusal.message}; {name} can block: {', '.join(can) or 'nothing'}")
        if len(set(attackers)) < len(attackers):
            return illegal("names_each_once", "509.1a", f"{name} blocks an attacker once, not {', '.join(attackers)}")
        most = blocker.max_blocks - len(game.blockers.get(name, ()))
        if len(attackers) > most:
            return illegal(
                "few_enough_attackers", "509.1a", f"{name} can block {most} attacker(s), not {len(attackers)}"
            )
    return options(engine, game, player).why_not({name: blocked for name, blocked in blockers.items() if blocked})


def declarations(engine: Engine, game: ReferenceGame, player: str) -> Iterator[Block]:
    """Every legal declaration of blockers, lazily: the one with the fewest creatures first."""
    for blockers in options(engine, game, player).all():
        yield Block(player=player, blockers=blockers)


def block_cost(game: ReferenceGame, blockers: Mapping[str, Sequence[str]]) -> str:
    """509.1d: the sum of the costs to block of the chosen creatures."""
    return mana.total(str(game.battlefield[name].block_cost) for name in blockers)


def become_blockers(
    engine: Engine, game: ReferenceGame, player: str, blockers: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """509.1g: those that the player still controls are blocking from now on, in the order of the declaration.

    An attacker that left combat meanwhile is not blocked by that.
    """
    still: dict[str, tuple[str, ...]] = {}
    for name, attackers in blockers.items():
        permanent = game.present(name)
        blocks = game.blockers.get(name, ())
        there = tuple(attacker for attacker in attackers if attacker in game.attackers and attacker not in blocks)
        if (
            permanent is not None
            and permanent.controller in engine.team_of(player)
            and combat.can_begin_fighting(game, permanent)
        ):
            still[name] = there
    combat.begin_blocking(engine, game, still, "509.1g")
    return still


def become_blocked(engine: Engine, game: ReferenceGame, blockers: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """509.1h: attackers with a blocker become blocked, if they are not, all others unblocked; which become blocked."""
    named = dict.fromkeys(name for attackers in blockers.values() for name in attackers)
    blocked = combat.become_blocked(engine, game, named)
    combat.become_unblocked(engine, game)
    return blocked

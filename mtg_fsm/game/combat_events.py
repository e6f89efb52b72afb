"""What happens in combat for abilities that look for it (508.3, 509.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.game import combat

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def of_attack(engine: Engine, game: ReferenceGame, attackers: Mapping[str, str | None]) -> Iterator[Occurrence]:
    """508.3: what a declaration of attackers is; each player attacks with their own creatures."""
    players = {name: game.battlefield[name].controller for name in attackers}
    attacked = {name: frozenset({target} if target is not None else ()) for name, target in attackers.items()}
    for name, targets in attacked.items():
        yield Occurrence("attacks", name, targets)
        if len(attackers) == 1:
            yield Occurrence("attacks_alone", name, targets)
    for target in combat.attackable(engine, game):
        by = frozenset(players[name] for name, targets in attacked.items() if target in targets)
        if by:
            yield Occurrence("is_attacked", target, by)
    for player in dict.fromkeys(players.values()):
        whom = [targets for name, targets in attacked.items() if players[name] == player]
        yield Occurrence("player_attacks", player, frozenset().union(*whom))


def of_blocks(
    game: ReferenceGame, blockers: Mapping[str, Sequence[str]], became_blocked: Sequence[str]
) -> Iterator[Occurrence]:
    """509.3: what the declarations of blockers are."""
    yield from _blocks(game, blockers, tuple(blockers))
    yield from _blocked(game, blockers, became_blocked)
    for name, attack in game.attackers.items():
        if attack.blocked is False:
            yield Occurrence("attacks_and_isnt_blocked", name, frozenset({attack.target or ""}))


def _blocks(game: ReferenceGame, blockers: Mapping[str, Sequence[str]], began: Sequence[str]) -> Iterator[Occurrence]:
    """509.3a, 509.3b, 509.3e: of those that block by a declaration or an effect, not by entering.

    `began` are those that did not block before, or were declared.
    """
    for name, attackers in blockers.items():
        if name not in game.blockers:
            continue  # it has left with its player
        now = len(game.blockers[name])
        before = now - len(attackers)
        if name in began and not before:
            yield Occurrence("blocks", name)
        yield from [Occurrence("blocks_a_creature", name)] * len(attackers)
        yield Occurrence("blocks_a_creature", name, number=(before, now))


def _blocked(
    game: ReferenceGame, blockers: Mapping[str, Sequence[str]], became_blocked: Sequence[str]
) -> Iterator[Occurrence]:
    """509.3c, 509.3d, 509.3e: of attackers that have new blockers, by a declaration, an effect or entering."""
    there = (attackers for name, attackers in blockers.items() if name in game.blockers)
    for name, new in Counter(attacker for attackers in there for attacker in attackers).items():
        now = len(combat.blockers_of(game, name))
        if name in became_blocked:
            yield Occurrence("becomes_blocked", name)
        yield from [Occurrence("becomes_blocked_by_a_creature", name)] * new
        yield Occurrence("becomes_blocked_by_a_creature", name, number=(now - new, now))


def of_block_by_effect(
    game: ReferenceGame,
    blockers: Mapping[str, Sequence[str]],
    began: Sequence[str],
    became_blocked: Sequence[str],
    *,
    enters: bool,
) -> Iterator[Occurrence]:
    """509.3, 509.4: what it is that an effect has a creature block; one that enters blocking never blocked."""
    if not enters:
        yield from _blocks(game, blockers, began)
    yield from _blocked(game, blockers, became_blocked)

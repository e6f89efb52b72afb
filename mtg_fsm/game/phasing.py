"""Phasing (502.1, 702.26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtg_fsm.engine import durations
from mtg_fsm.engine.events import PhasedIn, PhasedOut
from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.game import battlefield, combat, traits
from mtg_fsm.game.objects import Permanent

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def untap_step(engine: Engine, game: ReferenceGame, player: str) -> None:
    """502.1: permanents with phasing go out and what phased out under the player comes in, by the state before.

    What phased out along with something else comes back with it and not by itself (702.26g). This is the turn of
    teammates who have left, too, and the first untap step after that of others who have (702.26n).
    """
    gone = (member for member in engine.team_of(player) if member not in engine.in_game)
    under = {player, durations.ANYBODY, *gone}
    named = [permanent.id for permanent in game.having("phasing", (player,))]
    out = [
        permanent
        for permanent in game.in_order(dict.fromkeys((*named, *durations.given(engine, "phasing"))))
        if permanent.controller == player and "phasing" in battlefield.keywords(engine, permanent)
    ]
    back = [
        permanent
        for permanent in map(game.battlefield.__getitem__, traits.found(game.traits, "phased_out", game.belongings))
        if permanent.phased_out in under and permanent.phased_with is None
    ]
    phase_out(engine, game, out, "502.1")
    phase_in(engine, game, back, "502.1")


def turn_passed_over(game: ReferenceGame, player: str) -> None:
    """702.26n: what phased out under a player who has left comes back in the next untap step, whoever's it is."""
    for name in traits.found(game.traits, "phased_out", game.belongings):
        permanent = game.battlefield[name]
        if permanent.phased_out == player:
            game.set(permanent, "phased_out", durations.ANYBODY)


def _with_attachments(game: ReferenceGame, permanents: Sequence[Permanent]) -> list[tuple[Permanent, str | None]]:
    """Permanents, each with what it phases along with; what is attached goes indirectly only (702.26g, 702.26h)."""
    going: dict[str, tuple[Permanent, str | None]] = {permanent.id: (permanent, None) for permanent in permanents}
    hosts = [permanent.id for permanent in permanents]
    while hosts:
        host = hosts.pop(0)
        for other in game.having("attached"):
            if other.attached_to == host and other.is_attachment:
                if other.id not in going:
                    hosts.append(other.id)
                going[other.id] = (other, host)
    return list(going.values())


def phase_out(engine: Engine, game: ReferenceGame, permanents: Sequence[Permanent], rule: str) -> None:
    """Permanents phase out with what is attached to them; abilities are judged by the state before (603.10b)."""
    going = _with_attachments(game, [permanent for permanent in permanents if permanent.phased_out is None])
    if not going:
        return
    names = tuple(permanent.id for permanent, _ in going)
    combat.remove(engine, game, names, "506.4")
    looking = [looker for name in names for looker in engine.lookers("phases_out", name)]
    for permanent, host in going:
        engine.emit(PhasedOut(engine.position, rule, permanent.id, permanent.controller))
        game.set(permanent, "phased_out", permanent.controller)
        game.set(permanent, "phased_with", host)
    engine.in_force = engine.in_force.sleeping(engine.in_force.dormant | set(names))
    for name in names:
        durations.expire(engine, ("gone", name), "702.26f")
    engine.trigger_each(looking)


def phase_in(engine: Engine, game: ReferenceGame, permanents: Sequence[Permanent], rule: str) -> None:
    """Permanents phase in, and with each what phased out along with it; nothing enters by that (702.26d).

    What phased out indirectly does not come alone (702.26g).
    """
    direct = [permanent for permanent in permanents if permanent.phased_out is not None and not permanent.phased_with]
    if not direct:
        return
    coming = list({permanent.id: permanent for permanent in direct}.values())
    for permanent in coming:
        others = map(game.battlefield.__getitem__, traits.found(game.traits, "phased_out", game.belongings))
        coming += [other for other in others if other.phased_with == permanent.id]
    for permanent in coming:
        game.set(permanent, "phased_out", None)
        game.set(permanent, "phased_with", None)
    names = frozenset(permanent.id for permanent in coming)
    engine.in_force = engine.in_force.sleeping(engine.in_force.dormant - names)
    for permanent in coming:
        engine.emit(PhasedIn(engine.position, rule, permanent.id, permanent.controller))
    engine.occur_together([Occurrence("phases_in", permanent.id) for permanent in coming])

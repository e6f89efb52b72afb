"""When players may act: spells, abilities and lands (117.1, 505.6), and timing restrictions (503.2, 506.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mtg_fsm.engine import skips
from mtg_fsm.engine.decisions import Code, Refusal
from mtg_fsm.engine.facts import Passed
from mtg_fsm.words.commands import CombatOf, Only
from mtg_fsm.words.units import MAIN_PHASES

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine

STARTS_AS: Final = {
    "attackers_declared": "declare_attackers",
    "blockers_declared": "declare_blockers",
    "combat_damage": "combat_damage",
    "end_of_combat": "end_of_combat",
    "combat": "combat",
    "upkeep": "upkeep",
}
"""The unit whose beginning is the end of "before" a point (506.7a, 506.7b)."""

_IN_COMBAT: Final = STARTS_AS.keys() - {"combat", "upkeep"}
_DECLARATIONS: Final = ("attackers_declared", "blockers_declared")


def why_not_sorcery(engine: Engine, player: str, what: str, rule: str) -> Refusal | None:
    """117.1a, 505.6a: only the active player, in a main phase, with an empty stack."""
    if engine.position.phase not in MAIN_PHASES:
        return Refusal(Code.WRONG_TIME, "in_main_phase", rule, f"{what} only in a main phase of {player}'s own turn")
    if not engine.is_active(player):
        return Refusal(Code.WRONG_TIME, "is_active_player", rule, f"{what} only in {player}'s own turn")
    if engine.stack:
        return Refusal(Code.WRONG_TIME, "stack_is_empty", rule, f"{what} only while the stack is empty")
    return None


def why_not_land(engine: Engine, player: str) -> Refusal | None:
    """505.6b, 305.2: sorcery timing, and the lands played this turn are compared with the allowance."""
    refusal = why_not_sorcery(engine, player, "a land is played", "505.6b")
    if refusal is None and engine.facts.lands.get(player, 0) >= land_allowance(engine, player):
        return Refusal(
            Code.LIMIT_REACHED,
            "land_play_left",
            "305.2",
            f"{player} has played {engine.facts.lands.get(player, 0)} land(s) this turn, as many as are allowed",
        )
    return refusal


def land_allowance(engine: Engine, player: str) -> int:
    """305.2: one land a turn, and as many more as effects of the player allow."""
    return 1 + sum(rules.extra_lands or 0 for _, rules in engine.statics("extra_lands", (player,)))


def why_not_only(engine: Engine, only: Only | None) -> Refusal | None:
    """503.2, 506.7: whether a timing restriction allows a spell or ability now.

    Without `during`, the point is that of the first combat phase of the turn (506.7d); with it, that of the combat
    phase in progress (506.7c).
    """
    if only is None:
        return None
    in_combat = engine.position.phase == "combat"
    if only.during is not None and not in_combat:
        return _restricted("in_combat_phase", "506.7c", "only during combat")
    if isinstance(only.during, CombatOf) and not engine.is_active(only.during.combat_of):
        return _restricted("in_combat_phase", "506.7c", f"only during combat of {only.during.combat_of}'s turn")
    if only.before is not None and _has_started(engine, only.before, this_combat=only.during is not None):
        return _restricted("before_point", "506.7", f"only before {only.before.replace('_', ' ')}")
    if only.after is not None and not _is_over(engine, only.after, this_combat=only.during is not None):
        rule = "503.2" if only.after == "upkeep" else "506.7"
        return _restricted("after_point", rule, f"only after {only.after.replace('_', ' ')}")
    return None


def _passed(engine: Engine, point: str, *, this_combat: bool) -> Passed:
    """What has passed of the units among which a point is: of this combat phase, of the first (506.7d), of the turn."""
    facts = engine.facts
    if point not in _IN_COMBAT:
        return Passed(frozenset(engine.schedule.begun), facts.ended, facts.skipped)
    return (facts.combat if this_combat else facts.first_combat or facts.combat) or Passed()


def _has_started(engine: Engine, point: str, *, this_combat: bool) -> bool:
    """506.7e: a point that does not come is past once its step, or the whole combat phase, has been skipped."""
    passed = _passed(engine, point, this_combat=this_combat)
    missing = not this_combat and point != "upkeep" and _combat_is_missing(engine)
    return STARTS_AS[point] in passed.begun or STARTS_AS[point] in passed.skipped or missing


def _combat_is_missing(engine: Engine) -> bool:
    """506.7e: the combat phase was skipped; as the precombat main phase has ended, also if it is going to be.

    Once another combat phase has begun, that is the first one of the turn: what is skipped is not there (500.11).
    """
    facts, schedule = engine.facts, engine.schedule
    if facts.combat is not None:
        return False
    if "combat" in facts.skipped:
        return True
    if "precombat_main" not in facts.ended:
        return False
    coming = next((phase for phase in schedule.phases if phase.name == "combat"), None)
    skipped = skips.applying(engine, engine.position.active_player, ("combat",))
    return coming is None or coming.omitted is not None or bool(skipped)


def _is_over(engine: Engine, point: str, *, this_combat: bool) -> bool:
    """After a declaration is from the beginning of its step (506.7a, 506.7b); after a step is once it has ended."""
    passed = _passed(engine, point, this_combat=this_combat)
    return STARTS_AS[point] in (passed.begun if point in _DECLARATIONS else passed.ended)


def _restricted(guard: str, rule: str, message: str) -> Refusal:
    return Refusal(Code.WRONG_TIME, guard, rule, message)


def may_cast(engine: Engine) -> dict[str, list[str]]:
    """117.1a: who could cast an instant, and who a sorcery, now."""
    pending = engine.pending
    holder = list(engine.asked(pending)) if pending is not None and pending.kind == "priority" else []
    sorcery = [player for player in holder if why_not_sorcery(engine, player, "", "117.1a") is None]
    return {"instant": holder, "sorcery": sorcery}

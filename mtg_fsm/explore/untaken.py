"""Why arcs were not taken: the bound that keeps each from being taken, or what the scope leaves out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mtg_fsm.explore.bounds import UNITS, Bounds
from mtg_fsm.machine.definition import Arc

STOPPED: Final = "the exploration was stopped before its end"
UNEXPLAINED: Final = "nothing in the scope leads there"


class Reason(NamedTuple):
    """Which arcs something keeps from being taken: of which machines, and with which bounds."""

    machines: tuple[str, ...]
    keeps: Callable[[Bounds, Arc], bool]
    why: str


_ALL: Final = ("turn", "priority", "attack", "block", "damage")
_COMBAT: Final = ("attack", "block", "damage")
_COSTS: Final = frozenset({"activate_mana_abilities", "pay_costs"})
_ASKED: Final = frozenset({"choose_attackers", "choose_blockers", "announce_assignment"})
"""States of the machines of declarations in which somebody decides, without costs."""
_STAYING: Final = frozenset({"player_has_priority", "waiting_triggers"})
"""States of the priority machine in which somebody decides."""


def _costs(_bounds: Bounds, arc: Arc) -> bool:
    return bool(_COSTS & {arc.source, arc.target}) or "optional_cost_left" in arc.conditions


def _between_decisions(_bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger == "break_off" and arc.source not in _ASKED


def _between_decisions_of_priority(_bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger == "game_ends" and arc.source not in _STAYING


def _not_begun(_bounds: Bounds, arc: Arc) -> bool:
    return arc.source == "not_started" and arc.trigger == "game_ends"


def _riders(_bounds: Bounds, arc: Arc) -> bool:
    at_junction = arc.source.endswith("next_step") or arc.source == "next_phase"
    return arc.trigger in ("end_the_turn", "end_the_combat_phase") and at_junction


def _begins_with_an_end(_bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger == "end_early" and arc.source == "closed"


def _state_based_actions(_bounds: Bounds, arc: Arc) -> bool:
    return "state_based_action_performed" in arc.conditions


def _leaving(bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger in ("depart", "break_off", "game_ends") and bounds.leaving == 0


def _nobody_goes_on(bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger == "depart" and bounds.players == 2


def _game_goes_on(bounds: Bounds, arc: Arc) -> bool:
    return arc.trigger in ("game_ends", "break_off") and bounds.players - bounds.leaving > 1


def _no_waiting(bounds: Bounds, arc: Arc) -> bool:
    return bounds.waiting == 0 and (
        "waiting_triggers" in (arc.source, arc.target) or "another_cleanup_step" in arc.guards
    )


def _asked_to_order(bounds: Bounds, arc: Arc) -> bool:
    return arc.source == "waiting_triggers" and arc.trigger == "game_ends" and min(bounds.waiting, bounds.together) < 2


def _asked_which_skip(bounds: Bounds, arc: Arc) -> bool:
    two = min(bounds.skips, bounds.together) >= 2 and bounds.units == "all"
    return arc.source == "next_phase" and arc.trigger == "game_ends" and not two


def _no_spells(bounds: Bounds, arc: Arc) -> bool:
    return bounds.spells == 0 and bounds.waiting == 0 and "resolving" in (arc.source, arc.target)


def _nothing_added(bounds: Bounds, arc: Arc) -> bool:
    return bounds.added == 0 and arc.kind in ("extra", "repeat", "natural", "skip")


def _no_skips(bounds: Bounds, arc: Arc) -> bool:
    return bounds.skips == 0 and arc.kind in ("extra", "skip")


def _some_units(bounds: Bounds, arc: Arc) -> bool:
    return UNITS[bounds.units] != UNITS["all"] and arc.trigger == "proceed"


REASONS: Final = (
    Reason(("turn",), _not_begun, "players leave only once the game has begun"),
    Reason(("attack", "block"), _costs, "no declaration costs anything in the scope"),
    Reason(
        _COMBAT, _between_decisions, "players leave, and games end, only while somebody decides, and nobody does there"
    ),
    Reason(
        ("priority",),
        _between_decisions_of_priority,
        "players leave, and games end, only while somebody decides, and nobody does there",
    ),
    Reason(("turn",), _riders, "nothing in the scope ends a turn or a combat phase as it begins (`then`)"),
    Reason(
        ("priority",), _begins_with_an_end, "nothing in the scope ends a turn or a combat phase as it begins (`then`)"
    ),
    Reason(("priority",), _state_based_actions, "no state-based action applies in the scope"),
    Reason(_ALL, _leaving, "leaving: 0"),
    Reason(_ALL, _nobody_goes_on, "players: 2; the game is over once one has left"),
    Reason(("turn", "priority"), _game_goes_on, "leaving: more players stay than the one who wins"),
    Reason(("block", "damage"), _game_goes_on, "leaving: more players stay than the one who wins"),
    Reason(("turn", "priority"), _no_waiting, "waiting: 0"),
    Reason(("priority",), _asked_to_order, "waiting, together: two abilities that wait at one time are needed"),
    Reason(
        ("turn",), _asked_which_skip, "skips, together, units: two skips of one phase, by different names, are needed"
    ),
    Reason(("priority",), _no_spells, "spells: 0"),
    Reason(("turn",), _nothing_added, "added: 0"),
    Reason(("turn",), _no_skips, "skips: 0"),
    Reason(("turn",), _some_units, "units: some"),
)
"""What keeps arcs from being taken; the first that applies is named."""


def why_not_taken(bounds: Bounds, machine: str, arc: Arc, *, complete: bool) -> str:
    """What keeps an arc that was not taken from being taken."""
    for reason in REASONS:
        if machine in reason.machines and reason.keeps(bounds, arc):
            return reason.why
    return UNEXPLAINED if complete else STOPPED

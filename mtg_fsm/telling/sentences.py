"""A sentence for each kind of event."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mtg_fsm.engine.events import Event, LifeChanged, PermanentLeft, StateBasedAction
from mtg_fsm.game.state_based_actions import WHY
from mtg_fsm.machine import TURN
from mtg_fsm.machine.definition import plain

SENTENCES: Final[dict[str, str]] = {
    "turn_began": "Turn {turn} · {player}[, extra turn added by {name}]",
    "turn_ended": "the turn of {player} ends",
    "turn_skipped": "Turn of {player}[, {extra} turn]: skipped[ by {name}]",
    "phase_began": "{phase} phase[, {again}][, added by {name}]",
    "phase_ended": "the {phase} phase ends",
    "phase_skipped": "{phase} phase: skipped[ by {name}]",
    "step_began": "{step} step[, {again}][, added by {name}]",
    "step_ended": "the {step} step ends",
    "step_skipped": "{step} step: skipped[ by {name}]",
    "turn_based_action": "{action}",
    "state_based_action": "{subject} {why}",
    "ability_triggered": "{name}[ of {source}] triggers",
    "put_on_stack": "{controller} puts {name}[ of {source}] on the stack[, targeting {target}]",
    "resolved": "{name} has resolved",
    "left_stack": "{name} leaves the stack[, {countered}]",
    "priority_received": "{player} receives priority",
    "priority_passed": "{player} passes[ with {mana}]",
    "mana_added": "{player} gets {mana}",
    "mana_spent": "{player} pays {mana}",
    "mana_emptied": "{player} loses unspent {mana}",
    "effect_began": "{name} begins",
    "effect_expired": "{name} ends",
    "card_drawn": "{player} draws {card}",
    "card_discarded": "{player} discards {card}",
    "land_played": "{player} plays {card}",
    "damage_dealt": "{to} is dealt {amount}[ {combat}] damage[ by {source}]",
    "life_changed": "{player} {changes} {size} life, now {life}",
    "counters_added": "{on} gets {counter} counters: {count}",
    "permanent_tapped": "{permanent} is tapped",
    "permanent_untapped": "{permanent} is untapped",
    "permanent_entered": "{permanent} enters under {controller}",
    "permanent_left": "{permanent} leaves {zone}",
    "phased_out": "{permanent} phases out",
    "phased_in": "{permanent} phases in",
    "control_changed": "{permanent} comes under {controller}",
    "attacker_declared": "{permanent} attacks[ {attacking}]",
    "blocker_declared": "{permanent} blocks {blocking}",
    "became_blocked": "{permanent} is blocked",
    "became_unblocked": "{permanent} is unblocked",
    "attack_reselected": "{permanent} attacks {attacking} from now on",
    "declaration_taken_back": "{player} does not pay: the declaration is taken back",
    "protector_chosen": "{player} protects {permanent} from now on",
    "removed_from_combat": "{permanent} is removed from combat",
    "day_night_changed": "it becomes {to}",
    "rolled": "{player} rolls {result}",
    "scheme_set_in_motion": "{player} turns the scheme {scheme} face up",
    "scheme_turned_down": "{scheme} goes under the scheme deck of {player}",
    "player_controlled": "{by} decides for {player} from now on",
    "passed_automatically": "{player} passes by a stop setting: {why}",
    "answered_automatically": "{player} has {why}: {kind}",
    "player_lost": "{player} loses the game",
    "player_left": "{player} leaves the game",
    "game_ended": "the game ends[: {winners} wins][ in a {draw}]",
}
"""By the name in the log. What stands in brackets is left out if a value in it is missing; a true value is its name."""

REPEATS: Final = frozenset(rule for arc in TURN.arcs if arc.kind == "repeat" for rule in arc.rules)
"""Rules by which a step comes once more."""
_IN_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_FIELD: Final = re.compile(r"\{(\w+)")
_UNITS: Final = ("phase", "step", "action", "kind")
_ZONES: Final = {"exile": "for exile", "nowhere": "the game"}
"""How it is said where a permanent goes as it leaves; any other zone has an article."""


def sentence(event: Event, **known: bool) -> str:
    """What happened, in words, without its rule, which is `event.rule`.

    Every kind of event has a sentence; an event of a game of one's own is told by its name and fields. `known` is what
    the events before it tell and the event itself does not: `extra=True` of a turn that was skipped.
    """
    values = {**{name: _shown(name, value) for name, value in known.items()}, **_values(event)}
    template = SENTENCES.get(event.name_in_log)
    if template is None:
        return ", ".join(
            [event.name_in_log, *(f"{name}: {value}" for name, value in list(event.as_dict().items())[6:])]
        )
    return _IN_BRACKETS.sub(lambda found: _if_there(found[1], values), template).format_map(values)


def _if_there(part: str, values: Mapping[str, Any]) -> str:
    return part if all(values.get(name) for name in _FIELD.findall(part)) else ""


def _values(event: Event) -> dict[str, Any]:
    values = {name: _shown(name, value) for name, value in event.as_dict().items()}
    values["again"] = "again" if event.rule in REPEATS else ""
    if isinstance(event, PermanentLeft):
        values["zone"] = _ZONES.get(event.to, f"for the {event.to}")
    if isinstance(event, StateBasedAction):
        values["why"] = WHY.get(event.rule or "", "is subject to a state-based action")
    if isinstance(event, LifeChanged):
        values |= {"changes": "loses" if event.amount < 0 else "gains", "size": abs(event.amount)}
    return values


def _shown(name: str, value: Any) -> Any:
    if value is True:
        return name
    if isinstance(value, list):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return plain(value) if name in _UNITS and value is not None else value

"""Control states: what of an engine's state decides how the turn goes on, in a form that tells no more than that.

Two engines with the same control state behave alike in the scope of an exploration: the same commands are legal, but
for the names of players, and lead to the same control states again.

* Players are named by their seat, counted from the player whose turn it is. The rules know no other order, and the
  set-up is the same for all.
* Turns, phases and steps in progress or pending are named by their place in the schedule, not by their ids. What is in
  force has no id; its order matters only for the order in which choices are listed, so it is sorted.
* `LEFT_OUT` lists what does not count, each with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from operator import attrgetter
from types import NoneType
from typing import Any, Final, cast

from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.declarations import Declaration
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.facts import Facts
from mtg_fsm.engine.in_force import InForce, Register
from mtg_fsm.engine.schedule import Schedule, Scheduled
from mtg_fsm.engine.skips import REPEATS
from mtg_fsm.engine.stack import Context, StackObject, Target
from mtg_fsm.engine.state import STATE
from mtg_fsm.explore.bounds import CREATURE
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.game.objects import Belongings, Permanent
from mtg_fsm.machine import CLOSED
from mtg_fsm.words.base import Word
from mtg_fsm.words.commands import Command

Digest = bytes
"""Stands for a control state."""

_EVENTS_ONLY: Final = "tells events who did it, and nothing else"
_NO_ONLY: Final = "is for timing restrictions (503.2, 506.7), and no command of the scope has one"
_NO_CHANGE: Final = "nothing in the scope changes it"

LEFT_OUT: Final[Mapping[type, Mapping[str, str]]] = {
    Engine: {
        "serial": "the number of the next object; objects have no numbers here",
        "set_up": "nothing is in force from the set-up",
        "latest_turn": "is for creatures that came this turn, and none comes",
        "spells_last_turn": "is for day and night (502.2), and it is neither",
        "starting_turn": "is for the draw step of the first beginning phase (103.8a), which has begun before the first "
        "decision",
        "passes_only": "is for loops of mandatory actions (104.4b); in the scope whatever resolves uses itself up, so "
        "that nothing comes back by itself",
    },
    Schedule: {
        "number": "turns are not counted in the scope",
        "serial": "the id of the next unit; units have no ids here",
    },
    Scheduled: {"id": "units have no ids here", "controller": "is for riders (`then`), and no unit has one"},
    Facts: {
        "spells": "is for day and night (502.2), and it is neither",
        "lands": "no land is played",
        "ended": _NO_ONLY,
        "skipped": _NO_ONLY,
        "combat": _NO_ONLY,
        "first_combat": _NO_ONLY,
        "declared": "is for limits of attackers and blockers, and there are none",
    },
    InForce: {"id": "what is in force has no id here", "since": "is for the order among what is in force"},
    StackObject: {"id": "objects have no numbers here"},
    Pending: {"rule": "is the rule that demands the decision, which the kind and the state of the machines imply"},
    Declaration: {
        "before": "no declaration costs anything, so none rests where it could be taken back",
        "objects": "no permanent comes back as a new object",
    },
    ReferenceGame: {
        "cards": _NO_CHANGE,
        "free_casting": _NO_CHANGE,
        "shared_life": _NO_CHANGE,
        "scheme_decks": _NO_CHANGE,
        "face_up": _NO_CHANGE,
        "journal": "how to go back",
        "traits": "follows from the battlefield",
        "last_known": "is for damage by what has left, and nothing leaves but with its player",
        "left_combat": "is for effects about the defending player of what has left combat (508.5), and there are none",
    },
    Belongings: {
        "life": "sinks by at most one for each creature and combat, and never near to nothing",
        "library": _NO_CHANGE,
        "hand": "may be of any size, and its cards are not played",
        "unlisted": "sinks by one for each draw, and never near to nothing",
        "graveyard": "nothing comes back from it",
        "exile": "nothing comes back from it",
        "counters": _NO_CHANGE,
        "max_hand_size": _NO_CHANGE,
        "made": "numbers the next card that is drawn",
    },
    Permanent: {
        "entered": "nothing enters, and none of the set-up is told from another by it",
        "damage": "creatures are indestructible (702.12b), and each fights one other at most",
        **{
            name: _NO_CHANGE
            for name in (field.name for field in fields(Permanent))
            if name not in ("id", "controller", "tapped", "phased_out", "damage", "entered")
        },
    },
}
"""What of each kind of record does not count in a control state, and why."""

FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    Engine: STATE,
    Schedule: Schedule._fields,
    Scheduled: Scheduled._fields,
    Facts: Facts._fields,
    InForce: InForce._fields,
    StackObject: StackObject._fields,
    Pending: Pending._fields,
    Declaration: Declaration._fields,
    Context: Context._fields,
    Target: Target._fields,
    ReferenceGame: tuple(ReferenceGame.__slots__),
    Belongings: tuple(field.name for field in fields(Belongings)),
    Permanent: tuple(field.name for field in fields(Permanent)),
}
COUNTED: Final[Mapping[type, tuple[str, ...]]] = {
    kind: tuple(name for name in names if name not in LEFT_OUT.get(kind, {})) for kind, names in FIELDS.items()
}
"""What of each kind of record counts in a control state."""


def digest(engine: Engine) -> Digest:
    """What stands for the control state of an engine: the same in every process and on every machine."""
    return hashlib.blake2b(repr(control_state(engine)).encode(), digest_size=16).digest()


def control_state(engine: Engine) -> tuple[Any, ...]:
    """The control state of an engine at a decision or at the end of its game, as nested tuples of plain values."""
    return _Reader(engine).read()


def seats(engine: Engine) -> Mapping[str, str]:
    """The name of each player and creature by its seat, counted from the player whose turn it is."""
    return _seats(engine.players, engine.turn_player)


@lru_cache
def _seats(players: tuple[str, ...], active: str) -> Mapping[str, str]:
    place = players.index(active)
    names = {player: f"#{(number - place) % len(players)}" for number, player in enumerate(players)}
    return {**names, **{f"{CREATURE}{player}": f"{CREATURE}{seat}" for player, seat in names.items()}}


def canonical_command(engine: Engine, command: Command) -> str:
    """A command with players named by their seats."""
    return _text(command, seats(engine))


def _text(word: Word, names: Mapping[str, str]) -> str:
    return json.dumps(_renamed(word.brief(), names), sort_keys=True)


@lru_cache(16_384)
def _text_once(word: Any, players: tuple[str, ...], active: str) -> str:
    """The text of an effect or a condition, remembered."""
    return _text(word, _seats(players, active))


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, list):
        return [_renamed(part, names) for part in cast("Any", data)]
    if isinstance(data, dict):
        return {names.get(name, name): _renamed(part, names) for name, part in cast("Any", data).items()}
    return data


class _Reader:
    """Reads the control state of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.names = seats(engine)
        self.units = _places(engine.schedule)

    def read(self) -> tuple[Any, ...]:
        engine = self.engine
        if engine.turn_state == "game_over":
            return (engine.turn_state, self.plain(engine.outcome))
        return (*self.record(Engine, engine), *self.record(ReferenceGame, engine.game))

    def plain(self, value: Any) -> Any:
        """A value without ids and with players named by their seats; collections without an order are sorted."""
        return _reader_of(cast("Any", type(value)))(self, value)

    def record(self, kind: type, value: Any) -> tuple[Any, ...]:
        """What counts of a record."""
        read, ways = _plan(kind)
        return tuple([way(self, part) for way, part in zip(ways, read(value), strict=True)])

    def name(self, value: str) -> str:
        return self.names.get(value, value)

    def same(self, value: Any) -> Any:
        return value

    def word(self, value: Word) -> str:
        return _text_once(cast("Any", value), self.engine.players, self.engine.turn_player)

    def mapping(self, values: Mapping[Any, Any]) -> tuple[Any, ...]:
        return tuple(sorted((self.names.get(key, key), self.plain(part)) for key, part in values.items()))

    def plain_set(self, values: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(sorted(map(self.plain, values), key=repr))

    def sequence(self, values: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(map(self.plain, values))

    def of_register(self, register: Register) -> Any:
        """What is in force; by what it is found follows from that, and nothing phases out."""
        return self.plain_set(register.entries.values())

    def of_units(self, keys: Any) -> Any:
        """Keys of what is in force, in which the ids of units have become their places."""
        return tuple(
            (key[0], self.units.get(key[1], "over"))
            if str(key[0]).endswith("_ends") and len(key) > 1
            else self.plain(key)
            for key in keys
        )

    def of_entries(self, ids: Any) -> Any:
        """Things in force, by what they are."""
        entries = self.engine.in_force.entries
        return self.plain_set(entries[id_] for id_ in ids if id_ in entries)

    def of_entry(self, id_: Any) -> Any:
        return self.of_entries(() if id_ is None else (id_,))

    def of_keeper(self, pools: Any) -> Any:
        return self.plain({player: tuple(unit.symbol for unit in pool) for player, pool in pools.items()})

    def of_begun(self, begun: Mapping[str, int]) -> Any:
        """505.1a asks whether a main phase has begun, and whether one had before."""
        return tuple(min(begun.get(name, 0), 2) for name in ("main",))

    def of_rule_of_unit(self, rule: str) -> Any:
        """Only that of a repeated step is asked for."""
        return rule if rule in REPEATS else None

    def of_unit_in_progress(self, unit: Scheduled | None) -> Any:
        """Only its name is asked for once it has begun, and whether it is a repeated step."""
        return None if unit is None else (self.plain(unit.name), self.of_rule_of_unit(unit.rule))

    def of_facts(self, facts: Facts) -> Any:
        """Those that count are of combat, and the next combat phase begins without them."""
        if self.engine.position.phase != "combat":
            return None
        return self.record(Facts, facts)

    def of_context(self, context: Context | None) -> Any:
        """For whom effects are applied; it stays behind when none is left."""
        return self.plain(context) if self.engine.effects_left else None

    def of_choices(self, choices: Any) -> Any:
        """What can be chosen, sorted: in which order it is listed is no matter of control."""
        return tuple(sorted(map(self.plain, choices)))

    def of_players(self, players: Any) -> Any:
        """Players in the game, with what belongs to them; what belonged to others is gone."""
        return self.plain({player: owner for player, owner in players.items() if player in self.engine.in_game})

    def of_presence(self, value: str | None) -> Any:
        return value is not None

    def of_rule(self, rule: str) -> Any:
        """It is set anew before it is read again, but while state-based actions and triggers are in progress."""
        return None if self.engine.priority_state in ("player_has_priority", CLOSED) else rule

    def of_strikers(self, strikers: Any) -> Any:
        """510.4: they are asked for as damage is assigned, in this step or in a second one that is still to come."""
        engine = self.engine
        if engine.priority_state != CLOSED and all(step.rule != "510.4" for step in engine.schedule.steps):
            return None
        return self.plain(frozenset(name for name, _ in strikers))


_Special = Callable[[_Reader, Any], Any]
SPECIAL: Final[Mapping[tuple[type, str], _Special]] = {
    (Engine, "in_force"): _Reader.of_register,
    (Engine, "waiting"): _Reader.plain_set,
    (Engine, "in_game"): _Reader.plain_set,
    (Engine, "position"): lambda reader, position: reader.plain(
        (position.active_player, position.phase, position.step)
    ),
    (Engine, "pools"): _Reader.of_keeper,
    (Engine, "priority_rule"): _Reader.of_rule,
    (Engine, "skip_candidates"): _Reader.of_entries,
    (Engine, "skip_choice"): _Reader.of_entry,
    (Engine, "facts"): _Reader.of_facts,
    (Engine, "context"): _Reader.of_context,
    (Schedule, "begun"): _Reader.of_begun,
    (Facts, "struck_first"): _Reader.of_strikers,
    (Schedule, "turn"): _Reader.of_unit_in_progress,
    (Schedule, "phase"): _Reader.of_unit_in_progress,
    (Schedule, "step"): _Reader.of_unit_in_progress,
    (Scheduled, "source"): _Reader.of_presence,
    (Scheduled, "omitted"): _Reader.of_presence,
    (Scheduled, "rule"): _Reader.of_rule_of_unit,
    (InForce, "keys"): _Reader.of_units,
    (Pending, "choices"): _Reader.of_choices,
    (ReferenceGame, "belongings"): _Reader.of_players,
}
"""How what is not plain is read."""


_Plan = tuple[Callable[[Any], tuple[Any, ...]], tuple[_Special, ...]]


@cache
def _plan(kind: type) -> _Plan:
    """How what counts of a kind of record is read."""
    names = COUNTED[kind]
    return attrgetter(*names), tuple(SPECIAL.get((kind, name), _Reader.plain) for name in names)


@cache
def _reader_of(kind: type) -> _Special:
    """How values of a type are read where nothing special is said of them."""
    if kind in COUNTED:
        return lambda reader, value: reader.record(kind, value)
    ways: tuple[tuple[tuple[type, ...], _Special], ...] = (
        ((str,), _Reader.name),
        ((bool, int, NoneType), _Reader.same),
        ((Word,), _Reader.word),
        ((Mapping,), _Reader.mapping),
        ((frozenset,), _Reader.plain_set),
    )
    return next((way for types, way in ways if issubclass(kind, types)), _Reader.sequence)


def _places(schedule: Schedule) -> Mapping[int, str]:
    """The place of each unit in the schedule by its id."""
    found: dict[int, str] = {}
    for name in ("turn", "phase", "step"):
        now, coming = getattr(schedule, name), getattr(schedule, f"{name}s")
        for place, unit in enumerate((*(() if now is None else (now,)), *coming)):
            found[unit.id] = f"{name} {place}"
    return found

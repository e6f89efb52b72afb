"""Snapshots: a whole game at a decision as versioned plain JSON data, and the game made of it again.

What stays stable is written in docs/guides/history.md: a snapshot of an earlier version is migrated step by step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from mtg_fsm.engine.declarations import Declaration
from mtg_fsm.engine.in_force import InForce, Register
from mtg_fsm.engine.state import STATE
from mtg_fsm.errors import EndlessLoopError, SnapshotError
from mtg_fsm.machine import CLOSED, MACHINES, MachineDefinition
from mtg_fsm.machine.definition import SEPARATOR
from mtg_fsm.words.aliases import STATES, with_aliases
from mtg_fsm.words.base import MAX_PLAYERS, Word, as_mapping
from mtg_fsm.words.records import RecordSchema

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.protocol import Game
    from mtg_fsm.machine import CompiledMachine

VERSION: Final = 3
"""Of the snapshots that this release writes."""


def _with_rule_of_what_does_not_resolve(data: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: which rule keeps an object from resolving stands where it said whether 603.4 did."""
    for engine in _engines(data):
        if isinstance(engine.pop("condition_failed", None), bool):
            engine["unresolved"] = None
    return {**data, "version": 2}


def _with_target_of_what_resolves(data: dict[str, Any]) -> dict[str, Any]:
    """From 2 to 3: what the resolving object targets stands with what else is known for its effects."""
    for engine in _engines(data):
        resolving, context = as_mapping(engine.get("resolving")), as_mapping(engine.get("context"))
        target = as_mapping((resolving or {}).get("target"))
        if target is not None and context is not None:
            engine["context"] = {**context, "target": target.get("id")}
    return {**data, "version": 3}


def _engines(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The state of the engine, and that of the moment before a declaration."""
    for moment in (as_mapping(data), as_mapping(data.get("before"))):
        engine = cast("dict[str, Any] | None", as_mapping((moment or {}).get("engine")))
        if engine is not None:
            yield engine


MIGRATIONS: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    1: _with_rule_of_what_does_not_resolve,
    2: _with_target_of_what_resolves,
}
"""What makes a snapshot of the next version of one of this version."""
MAX_BYTES: Final = 64_000_000
"""Of a snapshot as text; a larger one is refused before it is read."""


# --- writing ---


def snapshot(engine: Engine) -> dict[str, Any]:
    """The whole game as plain JSON data; the same game gives the same data."""
    declaration = engine.declaration
    data: dict[str, Any] = {
        "version": VERSION,
        "players": list(engine.players),
        "teams": [list(team) for team in engine.teams],
        "starting_player": engine.starting_player,
        "options": _plain(engine.options),
        "engine": _state(engine.state()),
        "game": engine.game.save(),
    }
    if declaration is not None and declaration.before is not None:
        state, mark = declaration.before
        data["before"] = {"engine": _state(state), "game": _game_at(engine, mark)}
    return data


def _game_at(engine: Engine, mark: Any) -> dict[str, Any]:
    """The game as it was at a mark; it stays as it is."""
    here = engine.game.mark()
    engine.game.return_to(mark)
    try:
        return engine.game.save()
    finally:
        engine.game.undo_to(here)


def _state(state: tuple[Any, ...]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in zip(STATE, state, strict=True)}


def _plain(value: object) -> Any:
    """An immutable value as plain JSON data: of a record only the fields that are not as usual."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Word):
        return value.brief()
    if isinstance(value, Register):
        return {"entries": _plain(tuple(value.entries.values())), "dormant": _plain(value.dormant)}
    if isinstance(value, Declaration):
        return _record(value._replace(before=None))
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in cast("Any", value).items()}
    if isinstance(value, frozenset):
        return sorted(map(_plain, cast("Any", value)), key=json.dumps)
    if hasattr(cast("Any", value), "_field_defaults"):
        return _record(value)
    return [_plain(part) for part in cast("Any", value)]


def _record(record: Any) -> dict[str, Any]:
    usual = record._field_defaults
    fields = ((name, getattr(record, name)) for name in record._fields)
    return {name: _plain(value) for name, value in fields if name not in usual or value != usual[name]}


# --- reading ---


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class SavedRegister(_Saved):
    """Everything in force, in the order of beginning. `dormant` are phased-out sources (702.26b)."""

    entries: tuple[InForce, ...]
    dormant: frozenset[str]


_WHOLE: Final = "A whole game at a decision; `game` is as the game saved it."
_BEFORE: Final = "Engine and game as they were before the declaration in progress, which may be taken back."
_STATE: Final = "What changes as a game goes on, but for what the game saved."


class _Readers(NamedTuple):
    """What reads a snapshot, and what it says of the moment before a declaration."""

    whole: TypeAdapter[Any]
    before: TypeAdapter[Any]


@cache
def _readers() -> _Readers:
    """Made of the annotations of the engine: a field for each attribute of its state."""
    from mtg_fsm.engine.engine import Engine, Options

    states = {definition.model_attribute: STATES[name] for name, definition in MACHINES.items()}
    hints: dict[str, Any] = {**get_type_hints(Engine, include_extras=True), **states, "in_force": SavedRegister}
    fields: dict[str, Any] = {name: (hints[name], ...) for name in STATE}
    state = create_model("EngineState", __base__=_Saved, __doc__=_STATE, **fields)
    moment: dict[str, Any] = {"engine": (state, ...), "game": (dict[str, Any], ...)}
    before = create_model("Before", __base__=_Saved, __doc__=_BEFORE, **moment)
    version: Any = Literal[VERSION]
    rest: dict[str, Any] = {
        "version": (version, ...),
        "players": (Annotated[tuple[str, ...], Field(json_schema_extra={"minItems": 2, "uniqueItems": True})], ...),
        "teams": (tuple[tuple[str, ...], ...], ...),
        "starting_player": (str, ...),
        "options": (Options, ...),
        **moment,
    }
    return _Readers(TypeAdapter(create_model("Snapshot", __base__=_Saved, __doc__=_WHOLE, **rest)), TypeAdapter(before))


def snapshot_schema() -> dict[str, Any]:
    """JSON Schema of snapshots on the machines of this package; `game` is as the game saved it."""
    readers = _readers()
    whole = readers.whole.json_schema(schema_generator=RecordSchema)
    before = readers.before.json_schema(schema_generator=RecordSchema)
    definitions = {**before.pop("$defs"), **whole.pop("$defs")}
    properties = {**whole["properties"], "before": {"$ref": "#/$defs/Before"}}
    return with_aliases({**whole, "properties": properties, "$defs": {**definitions, "Before": before}})


def _parse(data: Mapping[str, Any] | str | bytes, definitions: Mapping[str, MachineDefinition]) -> tuple[Any, Any]:
    """A snapshot as a checked record, and the moment before a declaration if there is one.

    Raises SnapshotError that names the field and what would be right.
    """
    plain = _migrated(read_json(data))
    before = plain.pop("before", None)
    saved = _checked(_readers().whole, plain, "")
    earlier = _checked(_readers().before, before, "before") if before is not None else None
    for problem in _contradictions(saved, earlier, definitions):
        raise SnapshotError(problem)
    return saved, earlier


def _checked(reader: TypeAdapter[Any], data: Any, where: str) -> Any:
    try:
        return reader.validate_json(json.dumps(data))
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(part for part in (where, *map(str, first["loc"])) if part)
        unknown = first["type"] in ("extra_forbidden", "unexpected_keyword_argument")
        raise SnapshotError(f"{path or 'snapshot'}: {'unknown key' if unknown else first['msg']}") from None


def read_json(data: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
    """A snapshot, as data or JSON text, as plain JSON data; SnapshotError if it is none."""
    if isinstance(data, (str, bytes)):
        if len(data) > MAX_BYTES:
            raise SnapshotError(f"snapshot: has {len(data)} bytes; at most {MAX_BYTES} are read")
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise SnapshotError(f"snapshot: is no JSON ({error})") from None
    if not isinstance(data, Mapping):
        raise SnapshotError("snapshot: has to be a JSON object")
    try:
        return cast("dict[str, Any]", json.loads(json.dumps(dict(data))))
    except (TypeError, ValueError, RecursionError) as error:
        raise SnapshotError(f"snapshot: is not plain JSON data ({error})") from None


def _migrated(data: dict[str, Any]) -> dict[str, Any]:
    """Brings a snapshot of an earlier version up to this one."""
    version = data.get("version")
    while version != VERSION:
        if type(version) is not int or version not in MIGRATIONS:
            known = ", ".join(map(str, sorted((*MIGRATIONS, VERSION))))
            raise SnapshotError(f"version: {version!r} is not known; this release reads {known}")
        data = MIGRATIONS[version](data)
        version = data.get("version")
    return data


def restore(
    engine_class: type[Engine],
    data: Mapping[str, Any] | str | bytes,
    game: Game,
    machines: Mapping[str, CompiledMachine] | None,
) -> Engine:
    """The engine of a snapshot; the game first goes to where a declaration in progress can be taken back to."""
    definitions = {**MACHINES, **{name: machine.definition for name, machine in (machines or {}).items()}}
    saved, earlier = _parse(data, definitions)
    engine = engine_class(
        game,
        saved.players,
        starting_player=saved.starting_player,
        options=saved.options,
        teams=saved.teams,
        machines=machines,
    )
    state = _attributes(saved.engine)
    if earlier is not None:
        game.load(earlier.game)
        game.forget_marks()
        before = _attributes(earlier.engine), game.mark()
        place = STATE.index("declaration")
        state = (*state[:place], state[place]._replace(before=before), *state[place + 1 :])
    game.load(saved.game)
    if earlier is None:
        game.forget_marks()
    engine.set_state(state)
    _try(engine)
    return engine


class _Tried(Exception):
    """The default answer was carried out; it is taken back."""


def _try(engine: Engine) -> None:
    """Carries out the default answer and takes it back: what contradicts itself comes to light by that.

    Raises SnapshotError if that fails in a way in which no game does.
    """
    pending = engine.pending
    if pending is None:
        return

    def answer() -> None:
        engine.submit(next(engine.legal(pending.player)))
        raise _Tried

    try:
        engine.as_one(answer)
    except (_Tried, EndlessLoopError):
        engine.attempts = (0, 0)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SnapshotError(f"engine.pending: the default answer to {pending.kind} fails ({reason})") from None


def _attributes(state: Any) -> tuple[Any, ...]:
    """The state of an engine, in the order of its attributes, of a checked record."""
    values = {name: getattr(state, name) for name in STATE}
    register = Register(dormant=values["in_force"].dormant)
    for entry in sorted(values["in_force"].entries, key=lambda entry: entry.id):
        register = register.having(entry)
    return tuple({**values, "in_force": register}.values())


# --- what cannot be ---


def _contradictions(saved: Any, earlier: Any, definitions: Mapping[str, MachineDefinition]) -> Iterator[str]:
    """Why a snapshot whose every field is well-formed is no game all the same, each with its field."""
    players = saved.players
    if not 2 <= len(players) <= MAX_PLAYERS or len(set(players)) < len(players):
        yield f"players: two or more different players are needed, {MAX_PLAYERS} at most"
    if sorted(player for team in saved.teams for player in team) != sorted(players):
        yield "teams: every player has to be in one team"
    if saved.starting_player not in players:
        yield f"starting_player: no player {saved.starting_player!r}"
    for player in saved.options.archenemies:
        if player not in players:
            yield f"options.archenemies: no player {player!r}"
    yield from _of_state(saved.engine, players, "engine", definitions)
    if earlier is not None:
        yield from _of_state(earlier.engine, players, "before.engine", definitions)
        if saved.engine.declaration is None:
            yield "before: there is no declaration that could be taken back"


def _of_state(
    state: Any, players: tuple[str, ...], where: str, definitions: Mapping[str, MachineDefinition]
) -> Iterator[str]:
    for problem in (
        *_machines(state, definitions),
        *_references(state, players),
        *_decision(state),
        *_turn(state, definitions["turn"]),
    ):
        yield f"{where}.{problem}"


def _machines(state: Any, definitions: Mapping[str, MachineDefinition]) -> Iterator[str]:
    """States, callbacks and triggers are those of the machines, and a declaration is open where one is."""
    turn = definitions["turn"]
    for definition in definitions.values():
        name = getattr(state, definition.model_attribute)
        if name not in {leaf.name for leaf in definition.leaves}:
            yield f"{definition.model_attribute}: the machine {definition.name!r} has no state {name!r}"
    callable_ = {named.name for named in (*turn.actions, *turn.callbacks)}
    for action in state.actions_left:
        if action not in callable_:
            yield f"actions_left: no action {action!r}"
    triggers = {arc.trigger for arc in turn.arcs if arc.kind == "interrupt"}
    if state.interruption is not None and state.interruption not in triggers:
        yield f"interruption: no trigger {state.interruption!r}"
    declares = state.declaration.machine if state.declaration is not None else None
    for machine in (definitions[name] for name in ("attack", "block", "damage")):
        if (getattr(state, machine.model_attribute) != CLOSED) != (declares == machine.name):
            yield f"{machine.model_attribute}: contradicts declaration"


def _references(state: Any, players: tuple[str, ...]) -> Iterator[str]:
    """Players exist, and numbers of objects are not above the last one given."""
    for name, value in _named_players(state):
        if value not in players:
            yield f"{name}: no player {value!r}"
    if len(set(state.in_game)) < len(state.in_game):
        yield "in_game: players have to differ"
    if set(state.pools) != set(players):
        yield "pools: needs a pool for each player"
    for name, ids in (
        ("in_force.entries", [entry.id for entry in state.in_force.entries]),
        ("stack", [object_.id for object_ in (*state.stack, *state.waiting)]),
    ):
        if len(set(ids)) < len(ids) or max(ids, default=0) > state.serial:
            yield f"{name}: ids have to differ and to be at most serial, which is {state.serial}"


def _decision(state: Any) -> Iterator[str]:
    """Somebody in the game is asked exactly while the game goes on."""
    over = state.turn_state == "game_over"
    if over and state.outcome is None:
        yield "outcome: the game is over, so there has to be one"
    if (state.pending is None) != (over or state.turn_state == "not_started"):
        yield "pending: somebody is asked exactly while the game goes on"
    if state.pending is not None and state.pending.player not in state.in_game:
        yield f"pending.player: {state.pending.player!r} is not in the game"
    if state.pending is not None and state.pending.kind == "priority" and state.priority_state == CLOSED:
        yield "pending.kind: contradicts priority_state"


def _turn(state: Any, turn: MachineDefinition) -> Iterator[str]:
    """Position, schedule and state of the turn machine say the same."""
    if state.position.turn != state.schedule.number:
        yield f"position.turn: contradicts schedule.number, which is {state.schedule.number}"
    for unit in (state.schedule.phase, state.schedule.step):
        if unit is not None and unit.name not in state.schedule.begun:
            yield f"schedule.begun: {unit.name} is in progress, so it has to be there"
    rests = turn.state(state.turn_state) if state.turn_state in {leaf.name for leaf in turn.leaves} else None
    if rests is not None and rests.kind in ("step", "phase"):
        phase, _, step = rests.name.partition(SEPARATOR)
        if (state.position.phase, state.position.step) != (phase, step or None):
            yield f"position: contradicts turn_state, which is {rests.name}"


def _named_players(state: Any) -> Iterator[tuple[str, str]]:
    """Every player whom the state names outside effects, with the field."""
    for name in ("control", "control_next"):
        yield from ((name, player) for pair in getattr(state, name).items() for player in pair)
    for name in ("in_game", "actors", "passed", "latest_turn", "control"):
        yield from ((name, player) for player in sorted(getattr(state, name)))
    for name, player in (
        ("priority_player", state.priority_player),
        ("position.active_player", state.position.active_player),
        ("pending.player", state.pending and state.pending.player),
        ("declaration.player", state.declaration and state.declaration.player),
        ("facts.defending", state.facts.defending),
    ):
        if player is not None:
            yield name, player
    for name in ("stack", "waiting"):
        yield from ((f"{name}.{object_.name}.controller", object_.controller) for object_ in getattr(state, name))
    yield from ((f"in_force.entries.{entry.name}.controller", entry.controller) for entry in state.in_force.entries)
    turns = (*state.schedule.turns, *((state.schedule.turn,) if state.schedule.turn is not None else ()))
    yield from (("schedule.turns", turn.name) for turn in turns)

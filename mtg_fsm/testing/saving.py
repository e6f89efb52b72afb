"""Saving and loading: plain data that covers the game, and garbage that is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final, cast

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.protocol import Game
from mtg_fsm.errors import ContractError, SnapshotError
from mtg_fsm.testing.trial import Trial, at, holding, shown
from mtg_fsm.words.notation import as_text

REFUSES: Final = "refuses by SnapshotError what is no saved game"
UNKNOWN: Final = "no such field"
WRONG: Final = (None, "no such value", -0.5, ["no such value"], {"no such value": None})
"""What nearly no field of a saved game can be; a field that takes all of them checks nothing."""


# --- plain data ---


def saved_states_are_plain(trial: Trial) -> None:
    """`save` and `comparable` are plain JSON data, the same each time for the same state, and stay as they are."""
    engine, other = trial.begin(), trial.begin()
    _check_plain(engine, other)
    for command, _ in trial.walk(engine):
        trial.submit(other, command)
        _check_plain(engine, other)


def _check_plain(engine: Engine, other: Engine) -> None:
    for hook in ("save", "comparable"):
        again, elsewhere = (getattr(game, hook)() for game in (engine.game, other.game))
        data = deepcopy(getattr(engine.game, hook)())
        try:
            back = json.loads(json.dumps(data, allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            raise ContractError(hook, "gives plain JSON data", f"{shown(error)} {at(engine)}") from None
        if back != data:
            raise ContractError(hook, "gives plain JSON data", f"as JSON, {difference(data, back, hook)} {at(engine)}")
        for same in (again, elsewhere):
            if same != data:
                contract = "gives the same data for the same state"
                raise ContractError(hook, contract, f"{difference(data, same, hook)} {at(engine)}")
        _spoil(again)
        if getattr(engine.game, hook)() != data:
            raise ContractError(hook, "gives data of its own, not what the game goes on with", f"not {at(engine)}")


def _spoil(data: object) -> None:
    """Empties what can be changed of data, in place."""
    if isinstance(data, (dict, list)):
        parts = cast("dict[str, object] | list[object]", data)
        for part in parts.values() if isinstance(parts, dict) else parts:
            _spoil(part)
        parts.clear()


def saved_now(game: Game) -> dict[str, Any]:
    """The saved state as it is now."""
    return deepcopy(game.save())


def difference(before: object, now: object, where: str = "save") -> str:
    """The first place in which two saved states differ, in words."""
    for key, one, other in _parts(before, now):
        if one != other:
            return difference(one, other, f"{where}.{key}")
    return f"{where} was {before!r} and is {now!r}"


def _parts(before: object, now: object) -> Iterator[tuple[object, object, object]]:
    """What is in the same place of both, if they are built alike."""
    if isinstance(before, dict) and isinstance(now, dict):
        one, other = cast("dict[object, object]", before), cast("dict[object, object]", now)
        if one.keys() == other.keys():
            yield from ((key, one[key], other[key]) for key in one)
    elif isinstance(before, list) and isinstance(now, list):
        first, second = cast("list[object]", before), cast("list[object]", now)
        if len(first) == len(second):
            yield from zip(range(len(first)), first, second, strict=True)


# --- loading ---


def saved_games_go_on(trial: Trial) -> None:
    """A saved game, loaded into another one, goes on with the same events, wherever that one was."""
    for engine, place in trial.visit(often=3):
        _go_on(trial, engine, place)


def _go_on(trial: Trial, engine: Engine, place: int) -> None:
    """Loads the game in the place of another one, and plays what is left of the commands."""
    snapshot, where = deepcopy(engine.snapshot()), at(engine)
    game = _another(trial)
    with holding(game, "takes over what `save` gave", where):
        restored = type(engine).restore(snapshot, game, machines=engine.machines)
    if game.save() != snapshot["game"]:
        found = difference(snapshot["game"], game.save())
        raise ContractError("load", "takes over all that `save` gave", f"{found} {where}")
    for command, events in trial.played[place:]:
        if trial.submit(restored, command) != events:
            contract = "covers whatever matters, so that a loaded game goes on with the same events"
            raise ContractError("save", contract, f"saved {where}, it goes another way by {as_text(command)}")


def _another(trial: Trial) -> Game:
    """A game in the middle of the play."""
    engine = trial.begin()
    for command, _ in trial.played[: len(trial.played) // 2]:
        trial.submit(engine, command)
    return engine.game


def loading_is_taken_back(trial: Trial) -> None:
    """A mark taken before a game is loaded leads back to the game from before, and the data is not kept."""
    engine, game = trial.begin(), _another(trial)
    saved, mark, data = saved_now(game), game.mark(), saved_now(engine.game)
    with holding(game, "takes over what `save` gave", at(engine)):
        game.load(data)
    loaded = saved_now(game)
    _spoil(data)
    if game.save() != loaded:
        raise ContractError("load", "copies what it takes of the data", difference(loaded, game.save()))
    game.undo_to(mark)
    if game.save() != saved:
        raise ContractError("load", "is taken back by `undo_to`", difference(saved, game.save()))


def garbage_is_refused(trial: Trial) -> None:
    """What is no saved game is a SnapshotError that names the field, and leaves the game as it was.

    A field that is missing may be refused or taken as usual.
    """
    game = _another(trial)
    saved = saved_now(game)
    if not _refuses(game, {**saved, UNKNOWN: 1}, UNKNOWN):
        raise ContractError("load", REFUSES, f"it took a field {UNKNOWN!r}")
    if saved and not _refuses(game, {}, ""):
        raise ContractError("load", REFUSES, "it took no data at all")
    for field in saved:
        _refuses(game, {name: value for name, value in saved.items() if name != field}, field)
        refused = [value for value in WRONG if _refuses(game, {**saved, field: value}, field)]
        if not refused:
            raise ContractError("load", REFUSES, f"it took anything for {field!r}, even {WRONG[-1]!r}")


def _refuses(game: Game, data: dict[str, Any], field: str) -> bool:
    """Whether the game refuses data of which this field is wrong, and does so in the right way."""
    before, mark, what = saved_now(game), game.mark(), f"{data.get(field, 'nothing')!r} for {field or 'all fields'!r}"
    try:
        game.load(deepcopy(data))
    except SnapshotError as error:
        if field not in str(error):
            raise ContractError("load", "names the field that is wrong", f"of {field!r} it said: {error}") from None
        if game.save() != before:
            contract = "leaves the game as it was when it refuses"
            raise ContractError("load", contract, f"{difference(before, game.save())} by {what}") from None
        return True
    except Exception as error:
        raise ContractError("load", REFUSES, f"{shown(error)} by {what}") from error
    game.undo_to(mark)
    return False

"""The same happens each time, and in another process, in which sets of texts have another order."""

from __future__ import annotations

import json
import os
import subprocess  # nosec B404 # to run this Python, without a shell
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getfile
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, cast

from mtg_fsm.errors import ContractError, MtgFsmError
from mtg_fsm.testing.going_back import WHOLE_OR_NOTHING
from mtg_fsm.testing.trial import Trial, at, lister, shown
from mtg_fsm.testing.watched import unwatched, watch
from mtg_fsm.words.notation import as_text

_CHILD: Final = "from mtg_fsm.testing.everywhere import child; child()"

_MARK: Final = "MTG_FSM_TESTING_OTHER_PROCESS"
"""The variable of the environment by which the other process, and whatever it starts, knows itself."""
_UNGUARDED: Final = 'guard your script with `if __name__ == "__main__":`, for another process has to import it: {file}'

Line = list[str]
"""Of an account: which hook, or what of the engine; where; and what it gave."""


def the_same_happens_each_time(trial: Trial) -> None:
    """The same commands cause the same events and saved states, and every hook gives the same."""
    again = Trial(trial.make_engine, trial.more_commands, seed=trial.seed, turns=trial.turns)
    _compare(account(trial), account(again), "is the same each time: no clock, no chance, nothing kept between games")


def the_same_happens_in_another_process(trial: Trial) -> None:
    """A process in which texts have other hashes comes to the same commands, events and saved states.

    Left out for a game that is made by what no other process can import: a function within a function.
    """
    places = [_place(trial.make_engine), _place(trial.more_commands)]
    if None in places:
        return
    job = json.dumps({"places": places, "seed": trial.seed, "turns": trial.turns})
    there = _account_elsewhere(job, hash_seed=str(trial.seed + 1))
    _compare(account(trial), there, "is the same in every process: nothing goes by the order of a set")


def _compare(one: list[Line], other: list[Line], contract: str) -> None:
    for (hook, where, first), (_, _, second) in zip(one, other, strict=False):
        if first != second:
            raise ContractError(hook, contract, f"{first}, then {second} {where}")


def account(trial: Trial) -> list[Line]:
    """What every hook gives and emits, what can be done, what happens and what is saved, in order."""
    lines: list[Line] = []
    engine = trial.make_engine()

    def log(name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        emitted = len(engine.events)
        answer = hook(*args, **kwargs)
        if name not in WHOLE_OR_NOTHING:
            happened = [event.as_dict() for event in engine.events[emitted:]]
            lines.append([name, at(engine), f"{_text(answer)} {happened or ''}".strip()])
        return answer

    watch(engine, log)
    trial.begin(engine)
    for command, _ in trial.played:
        where = at(engine)
        lines.append([lister(engine), where, ", ".join(map(as_text, trial.listed(engine)))])
        events = trial.submit(engine, command)
        lines.append(["events", where, f"by {as_text(command)} {[event.as_dict() for event in events]}"])
        lines.append(["save", where, json.dumps(unwatched(engine.game).save())])
    return lines


def _text(answer: object) -> str:
    """An answer in words; a set is the same in any order, and what is yet to come is left out."""
    if isinstance(answer, Iterator):
        return ""
    return repr(sorted(cast("frozenset[str]", answer)) if isinstance(answer, frozenset) else answer)


def _place(maker: Callable[..., Any]) -> dict[str, str] | None:
    """Where another process finds a function, or a method of a class; None if it cannot."""
    owner: object = getattr(maker, "__self__", None)
    found: Any = maker if owner is None else owner.__class__
    name = getattr(found, "__qualname__", "<nameless>")
    file = getfile(found) if "<" not in name else ""
    if not Path(file).is_file():
        return None
    return {"module": found.__module__, "file": file, "name": name, "method": maker.__name__ if owner else ""}


class Unguarded(BaseException):
    """A script tries its game as the other process imports it; code that catches every Exception lets this pass."""


def refuse_in_the_other_process() -> None:
    """Raises Unguarded in the other process, which plays a game and tries none."""
    if _MARK in os.environ:
        raise Unguarded


def _account_elsewhere(job: str, *, hash_seed: str) -> list[Line]:
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(  # nosec B603 # this Python, without a shell
        [sys.executable, "-c", _CHILD],
        input=job,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, _MARK: "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        reason = done.stderr.strip() or f"exit status {done.returncode}"
        raise MtgFsmError(f"another process could not play the game: {reason.splitlines()[-1]}")
    return cast("list[Line]", json.loads(done.stdout.splitlines()[-1]))


def child() -> None:
    """In the other process: reads what is to be tried, and writes the account as the last line."""
    job = json.load(sys.stdin)
    make_engine, more_commands = map(_found, job["places"])
    trial = Trial(make_engine, more_commands, seed=job["seed"], turns=job["turns"])
    sys.stdout.write(f"\n{json.dumps(account(trial))}\n")


def _found(place: dict[str, str]) -> Any:
    name = place["module"] if place["module"] != "__main__" else "tried"
    if name not in sys.modules:
        _import(name, place["file"])
    found = attrgetter(place["name"])(sys.modules[name])
    return getattr(found(), place["method"]) if place["method"] else found


def _import(name: str, file: str) -> None:
    """Imports a file under a name; exits with the reason as the last line of the errors if that fails."""
    spec = spec_from_file_location(name, file)
    assert spec is not None  # nosec B101 # for type checkers
    assert spec.loader is not None  # nosec B101 # for type checkers
    sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(sys.modules[name])
    except Unguarded:
        sys.exit(_UNGUARDED.format(file=file))
    except (Exception, SystemExit) as error:
        sys.exit(f"{shown(error)}, as it imports {file}")

"""Whole or nothing: marks, questions that change nothing, refusals, and exceptions in hooks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple, cast

from pydantic import ValidationError

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.engine.protocol import Game
from mtg_fsm.errors import ContractError
from mtg_fsm.testing.saving import difference, saved_now
from mtg_fsm.testing.trial import Trial, at, holding, lister
from mtg_fsm.testing.watched import watch
from mtg_fsm.words.commands import COMMANDS, Activate, Cast, Command, PlayLand
from mtg_fsm.words.notation import as_text

WINDOW: Final = 12
"""How many decisions are gone back at most."""
_HOOKS: Final[dict[type[Command], str]] = {
    Cast: "why_not_cast",
    Activate: "why_not_activate",
    PlayLand: "why_not_play_land",
}
BACK: Final = "sets everything back to what it was at the mark"
WHOLE_OR_NOTHING: Final = frozenset({"mark", "undo_to", "return_to", "forget_marks", "copy", "save", "load"})
"""Hooks by which a game is set back, copied or saved: these must not fail."""


# --- marks ---


class Moment(NamedTuple):
    """A decision to which one can go back."""

    state: tuple[Any, ...]
    mark: Any
    saved: dict[str, Any]


def marks_go_back(trial: Trial) -> None:
    """A game goes back to any mark, and back and forth between marks, and everything is as it was."""
    engine, chance = trial.begin(), trial.random()
    engine.keeps_marks = True
    line = [_moment(engine)]
    happened: list[tuple[Command, tuple[Event, ...]]] = []
    for command, events in trial.walk(engine):
        happened.append((command, events))
        line.append(_moment(engine))
        if chance.random() < 0.3:
            _there_and_back(engine, line, chance)
            _undo(trial, engine, line, happened, chance)
        if len(line) > WINDOW and (engine.declaration is None or engine.declaration.before is None):
            engine.game.forget_marks()
            _hold(engine.game, line[-1].saved, "forget_marks", "changes nothing", at(engine))
            line[:], happened[:] = [_moment(engine)], []


def _moment(engine: Engine) -> Moment:
    saved = saved_now(engine.game)
    mark = engine.game.mark()
    _hold(engine.game, saved, "mark", "changes nothing", at(engine))
    return Moment(engine.state(), mark, saved)


def _hold(game: Game, saved: dict[str, Any], hook: str, contract: str, where: str) -> None:
    """The game is as it was saved."""
    now = game.save()
    if now != saved:
        raise ContractError(hook, contract, f"{difference(saved, now)} {where}")


def _go(engine: Engine, moment: Moment, hook: str, contract: str) -> None:
    with holding(engine.game, contract, at(engine), hook=hook):
        engine.set_state(moment.state)
        getattr(engine.game, hook)(moment.mark)
    _hold(engine.game, moment.saved, hook, contract, at(engine))


def _there_and_back(engine: Engine, line: list[Moment], chance: Random) -> None:
    """From the last moment to earlier ones and forth again, by `return_to`."""
    for _ in range(3):
        _go(engine, chance.choice(line), "return_to", BACK)
    _go(engine, line[-1], "return_to", "leaves marks taken later good")


def _undo(
    trial: Trial, engine: Engine, line: list[Moment], happened: list[tuple[Command, tuple[Event, ...]]], chance: Random
) -> None:
    """Back to an earlier moment and from there to a still earlier one, by `undo_to`, and the same commands again."""
    place = chance.randrange(len(line))
    for nearer in (place, chance.randint(0, place)):
        place = nearer
        _go(engine, line[place], "undo_to", BACK)
    del line[place + 1 :]
    for command, events in happened[place:]:
        if trial.submit(engine, command) != events:
            contract = "sets everything back, so that the same command causes the same events again"
            raise ContractError("undo_to", contract, f"{as_text(command)} did not, {at(engine)}")
        line.append(_moment(engine))


# --- questions and refusals ---


def questions_change_nothing(trial: Trial) -> None:
    """Asking whether anything is legal, and what is, changes nothing, and what is refused has not happened."""
    asked: dict[str, Command] = {}
    for engine, _ in trial.visit(often=5):
        saved = saved_now(engine.game)
        for listed in trial.listed(engine):
            asked[listed.action] = max(listed, asked.get(listed.action, listed), key=lambda one: len(as_text(one)))
        _hold(engine.game, saved, lister(engine), "changes nothing", at(engine))
        for command in _anything(engine, list(asked.values())):
            _ask(engine, command, saved)


def _ask(engine: Engine, command: Command, saved: dict[str, Any]) -> None:
    state, where = engine.state(), f"{at(engine)}, of {as_text(command)}"
    with holding(engine.game, "gives None or why a command is not legal, for any command", where):
        refusal = engine.why_not(command)
    hook = _HOOKS.get(type(command), "why_not")
    if refusal is not None:
        try:
            engine.submit(command)
        except IllegalCommand:
            pass
        else:
            raise ContractError(hook, "gives the same answer as long as nothing happens", f"no more {where}")
    if engine.state() != state:
        raise ContractError(hook, "changes nothing", f"the state of the engine is another {where}")
    _hold(engine.game, saved, hook, "changes nothing", where)


def _anything(engine: Engine, known: list[Command]) -> Iterator[Command]:
    """Commands of all kinds seen so far and of all that are always there, right and wrong ones."""
    names = [*engine.players, *islice(engine.game.permanents(), 2), "no such thing"]
    always = (Cast(name="no such thing"), Activate(name="no such thing"), PlayLand(id="no such thing"))
    for command in (*always, *known):
        yield command
        yield from _changed(command, names)


def _changed(command: Command, names: list[str]) -> Iterator[Command]:
    """The command with each of its parts, in turn, about each name."""
    data = command.brief()
    for key, value in data.items():
        for other in (about for name in names for about in _about(value, name) if key not in ("action", "effects")):
            with suppress(ValidationError):
                yield COMMANDS.validate_json(json.dumps({**data, key: other}))


def _about(value: object, name: str) -> Iterator[object]:
    """Data of the same kind that is about a name: a text, a list with one more, a mapping from or to it."""
    if isinstance(value, str):
        yield name
    elif isinstance(value, Mapping):
        pairs = cast("Mapping[str, object]", value)
        yield {**pairs, name: next(iter(pairs.values()), name)}
        yield from ({**pairs, key: to} for key, inner in pairs.items() for to in _about(inner, name))
    elif isinstance(value, Sequence):
        yield [*cast("Sequence[object]", value), name]


# --- exceptions ---


class Fault(BaseException):
    """Raised in place of a hook, or after it; hooks that catch every Exception let it pass."""

    def __init__(self, hook: str, when: str) -> None:
        super().__init__(f"{when} {hook}")
        self.hook = hook


class Faults:
    """Raises once before and once after each hook for each kind of command."""

    def __init__(self) -> None:
        self.kind = ""
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def __call__(self, name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self._fail(name, "before")
        answer = hook(*args, **kwargs)
        self._fail(name, "after")
        return answer

    def _fail(self, name: str, when: str) -> None:
        place = (name, when, self.kind)
        if self.kind and name not in WHOLE_OR_NOTHING and not self._seen[place]:
            self._seen[place] += 1
            raise Fault(name, when)


def failing_hooks_are_taken_back(trial: Trial) -> None:
    """An exception in any hook, before it did anything or after, leaves the game as it was before the command."""
    engine, faults = trial.make_engine(), Faults()
    watch(engine, faults)
    _until_nothing_fails(engine, faults, "advance", engine.advance)
    for command, events in trial.played:
        where = f"{at(engine)}, by {as_text(command)}"
        if _until_nothing_fails(engine, faults, command.action, partial(trial.submit, engine, command)) != events:
            contract = "sets everything back, so that the command causes the same events after an exception"
            raise ContractError("undo_to", contract, f"others {where}")


def _until_nothing_fails(
    engine: Engine, faults: Faults, kind: str, act: Callable[[], tuple[Event, ...]]
) -> tuple[Event, ...]:
    """Does something again and again until no hook fails, and holds the game to how it was; what happened at last."""
    saved, where = saved_now(engine.game), at(engine)
    while True:
        faults.kind = kind
        try:
            return act()
        except Fault as fault:
            _hold(engine.game, saved, "undo_to", BACK, f"after an exception {fault} by {kind} {where}")
        finally:
            faults.kind = ""

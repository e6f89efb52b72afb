"""What comes from outside, mutated: snapshots, commands, logs, command texts and scenarios give only our own errors."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError
from support import load_one
from test_random_tables import random_table
from test_scenarios import FOLDER
from test_snapshot import DECLARATIONS, started

from mtg_fsm import (
    COMMANDS,
    Engine,
    History,
    IllegalCommand,
    LogError,
    MtgFsmError,
    NotationError,
    ReferenceGame,
    ScenarioError,
    SnapshotError,
    as_text,
    from_text,
    replay,
    restore,
)
from mtg_fsm.scenario import loads, run
from mtg_fsm.words.base import as_list, as_mapping

TIMES = 2_000
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1, 10**30, 1.5, float("nan"), "", "A", "B", "Z", "each", "bear", "\x00", "x" * 300, [], {}, [[]],
    {"A": 1}, ["A", "A"], {"effect": "draw"}, "combat.declare_attackers", "506.1",
)  # fmt: skip
"""Values that are put in the place of others."""


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in plain data but the whole."""
    mapping, listed = as_mapping(data), as_list(data)
    items: Any = mapping.items() if mapping is not None else enumerate(listed or ())
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def mutated(data: Any, chance: Random) -> Any:
    """A copy with one to three values exchanged, left out, doubled or renamed."""
    data = copy.deepcopy(data)
    for _ in range(chance.randrange(1, 4)):
        paths = [*places(data)]
        if not paths:
            return chance.choice(ODD)
        *way, last = chance.choice(paths)
        part = data
        for key in way:
            part = part[key]
        kind = chance.randrange(5)
        if kind == 0:
            del part[last]
        elif kind == 1 and isinstance(last, str):
            part[str(chance.choice(ODD))[:50]] = part.pop(last)
        elif kind == 2 and isinstance(last, int):
            part.insert(last, copy.deepcopy(part[last]))
        elif kind == 3:
            part[last] = copy.deepcopy(_other(data, chance))
        else:
            part[last] = copy.deepcopy(chance.choice(ODD))
    return data


def _other(data: Any, chance: Random) -> Any:
    """Some other value of the data."""
    part = data
    for key in chance.choice([*places(data)]):
        part = part[key]
    return part


def boards() -> list[Engine]:
    """Games in the middle of something: a priority with a stack, a declaration half paid, a table of four teammates."""
    paying = started(load_one(DECLARATIONS))
    for command in run(load_one(DECLARATIONS)).commands:
        if paying.decision is not None and paying.decision.kind == "pay":
            break
        paying.submit(command)
    teams = random_table("two_headed_giant", 4, {})
    archenemy = random_table("archenemy", 3, {})
    for engine in (teams, archenemy):
        engine.advance()
        for _ in range(12):
            assert engine.decision is not None
            engine.submit(next(engine.legal(engine.decision.player)))
    return [paying, teams, archenemy]


def test_mutated_snapshots() -> None:
    """Each is refused by SnapshotError, or is a game that goes on or says that it cannot; the next one is untouched."""
    chance, refused = Random(1), list[str]()
    originals = [engine.snapshot() for engine in boards()]
    for number in range(TIMES):
        data = mutated(originals[number % len(originals)], chance)
        try:
            engine = restore(data)
        except SnapshotError as error:
            refused.append(str(error))
            continue
        _goes_on(engine)
    assert len(refused) > TIMES // 2
    assert all(len(said.splitlines()) == 1 for said in refused)
    assert originals == [restore(data).snapshot() for data in originals]


def _goes_on(engine: Engine) -> None:
    """A few default answers: they are carried out, or refused with the game as before."""
    for _ in range(3):
        if engine.decision is None:
            return
        before = engine.state()
        try:
            engine.submit(next(engine.legal(engine.decision.player)))
        except MtgFsmError:
            assert engine.state() == before
            return


def test_mutated_commands() -> None:
    """Each is no command, or is refused or carried out; what is refused leaves the game as it was."""
    chance, done = Random(2), 0
    originals = [
        {
            "action": "cast",
            "name": "x",
            "effects": [{"effect": "extra_turn", "then": [{"effect": "skip", "what": "untap"}]}],
        },
        {"action": "cast", "name": "y", "player": "A", "effects": [{"effect": "damage", "to": "B", "amount": 3}]},
        {"action": "activate", "name": "grow", "source": "grove", "mana_ability": True},
        {"action": "attack", "attackers": {"bear": "B"}},
        {"action": "block", "blockers": {"wall": ["bear"]}},
        {"action": "assign", "damage": {"bear": {"B": 2}}},
        {"action": "choose", "ids": ["B"]},
        {"action": "pass"},
    ]
    engine = started(load_one(DECLARATIONS))
    snapshot = engine.snapshot()
    for number in range(TIMES):
        data = mutated(originals[number % len(originals)], chance)
        before = engine.state(), engine.game.save()
        try:
            command = COMMANDS.validate_python(data)
            engine.submit(command)
            done += 1
        except (ValidationError, IllegalCommand):
            assert (engine.state(), engine.game.save()) == before
        if engine.decision is None or number % 50 == 0:
            engine = restore(snapshot)
    assert done > TIMES // 50


def test_mutated_logs() -> None:
    """Each is refused by LogError that names a line, or is played again."""
    chance, refused = Random(3), list[str]()
    history = History(started(load_one(DECLARATIONS)))
    for command in run(load_one(DECLARATIONS)).commands[:12]:
        history.submit(command)
    lines = [json.loads(line) for line in history.log()]
    for _ in range(TIMES):
        changed = copy.deepcopy(lines)
        place = chance.randrange(len(changed))
        changed[place] = mutated(changed[place], chance)
        if chance.randrange(3) == 0:
            changed.insert(chance.randrange(len(changed)), changed[chance.randrange(len(changed))])
        try:
            replay([json.dumps(line) for line in changed], ReferenceGame(()))
        except LogError as error:
            refused.append(str(error))
    assert len(refused) > TIMES // 8
    assert all(said.startswith("line ") for said in refused)


def test_mutated_command_texts() -> None:
    """Letters left out, doubled and exchanged: NotationError, or a command that parses back."""
    chance = Random(4)
    texts = ["A by B: cast bolt cost=1R", "attack bear>B wolf>C", "assign ox>wall=1,B=2", 'choose 3 "3"', "block w>b,c"]
    for number in range(TIMES * 2):
        letters = list(texts[number % len(texts)])
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(letters))
            letters[place : place + 1] = chance.choice([[], [letters[place]] * 2, [chance.choice('A:>=,"{}[] \n1é')]])
            letters = letters or ["x"]
        try:
            command = from_text("".join(letters))
        except NotationError:
            continue
        assert from_text(as_text(command)) == command


FILES = sorted(FOLDER.rglob("*.yaml"))


PIECES = ("", ":", "\t", "- ", "{", "&a ", "*a", "!!python/object", "\x00", "é")


def _by_letters(text: str, chance: Random) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(PIECES) + text[place + 1 :]


def _by_lines(text: str, chance: Random) -> str:
    lines = text.splitlines(keepends=True)
    place, other = chance.randrange(len(lines)), chance.choice(lines)
    lines[place : place + 1] = chance.choice([[], [lines[place]] * 2, [f" {lines[place]}"], [other]])
    return "".join(lines)


@pytest.mark.parametrize("change", [_by_letters, _by_lines])
def test_mutated_scenario_files(change: Callable[[str, Random], str]) -> None:
    """Each is refused by ScenarioError that names file and line, or is a file of scenarios."""
    chance, refused = Random(5), list[str]()
    texts = [file.read_text(encoding="utf-8") for file in FILES[::9]]
    parts = [part for text in texts for part in text.split("\n---\n")][:150]
    for number in range(TIMES):
        text = change(parts[number % len(parts)], chance)
        try:
            loads(text, file="fuzz")
        except ScenarioError as error:
            refused.append(str(error))
    assert len(refused) > TIMES // 20
    assert all(said.startswith("fuzz") for said in refused)


def test_mutated_scenarios_run() -> None:
    """A scenario that is still valid runs to its end and says what did not hold, or gives one of our own errors."""
    chance, ran = Random(6), 0
    scenario = {**_data(DECLARATIONS), "scenario": "fuzz"}
    for _ in range(TIMES):
        try:
            (changed,) = loads(json.dumps(mutated(scenario, chance)), file="fuzz")
            run(changed)
            ran += 1
        except MtgFsmError:
            continue
    assert ran > TIMES // 80


def _data(text: str) -> dict[str, Any]:
    import yaml

    return dict(yaml.safe_load(text))

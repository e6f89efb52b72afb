"""JSON Schemas: what the engine gives fits them, and what it refuses does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import jsonschema
import pytest
import yaml
from pydantic import ValidationError
from test_fuzz import boards, mutated
from test_scenarios import FOLDER as SCENARIO_FOLDER
from test_scenarios import SCENARIOS
from test_snapshot import started
from typescript import document

import mtg_fsm
from mtg_fsm import COMMANDS, MtgFsmError, restore, view
from mtg_fsm.engine.decisions import DecisionKind
from mtg_fsm.engine.events import EVENTS
from mtg_fsm.scenario import loads, run, scenario_schema
from mtg_fsm.schema import DECLARATIONS, SCHEMAS, schema, typescript

FOLDER = Path(mtg_fsm.__file__).parent / "schemas"


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one_and_is_in_the_package(name: str) -> None:
    """The file in the wheel is what the models give."""
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")) == schema(name)
    assert schema(name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_there_is_no_other_schema() -> None:
    """Neither among the files nor by another name."""
    assert {path.name for path in FOLDER.iterdir()} == {*(f"{name}.schema.json" for name in SCHEMAS), DECLARATIONS}
    with pytest.raises(MtgFsmError, match="there is no schema 'tea'; there are scenario, command"):
        schema("tea")


def test_all_that_crosses_the_border_fits_its_schema() -> None:
    """Commands, events, decisions, views and snapshots of every eleventh scenario."""
    checks = {name: validator(name) for name in SCHEMAS}
    seen = set[str]()
    for scenario in SCENARIOS[::11]:
        engine = started(scenario)
        for number, command in enumerate(run(scenario).commands[:-1]):
            checks["command"].validate(command.brief())
            for event in engine.submit(command):
                if event.name_in_log not in seen or number % 10 == 0:
                    checks["event"].validate(event.as_dict())
                seen.add(event.name_in_log)
            if engine.decision is not None and number % 10 == 0:
                checks["decision"].validate(json.loads(engine.decision.model_dump_json()))
                checks["view"].validate(view(engine, engine.players[0]).as_dict())
                checks["snapshot"].validate(engine.snapshot())
    assert len(seen) > 30


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("command", {"action": "dance"}),
        ("command", {"action": "attack", "attackers": ["bear"]}),
        ("event", {"event": "turn_began", "turn": 1}),
        ("decision", {"kind": "priority"}),
        ("view", {}),
        ("snapshot", {"version": 1}),
        ("scenario", {"scenario": "x", "tea": 1}),
    ],
)
def test_what_is_wrong_does_not_fit(name: str, wrong: dict[str, Any]) -> None:
    """A schema that everything fits would say nothing."""
    assert not validator(name).is_valid(wrong)


def test_every_event_is_told_apart_by_its_name() -> None:
    """The schema is a union with `event` as discriminator, so that types made of it narrow."""
    made = schema("event")
    assert made["discriminator"]["propertyName"] == "event"
    assert set(made["discriminator"]["mapping"]) == set(EVENTS)
    assert schema("scenario")["$defs"].keys() == scenario_schema()["$defs"].keys()


# --- the schemas and the code agree ---

REASONS = re.compile(
    "there is no player|no player ['\"]|player: '.*' is not one of"  # ids that have to exist
    "|attached_to names|its owner has to be"
    "|is used more than once|have to differ|ids have to|it has to be there|needs a pool for each player"
    "|players: two|every player has to be|teams: two|two teams of two|team of one|teams and archenemy"
    "|only an archenemy|are for free_for_all only|starting_player"
    "|only one of|exactly one of|one of .* has to be given|at_least goes with"  # keys that need or exclude each other
    "|at most 18 digits"  # of a number in a file
    "|`when: ended`|nobody decides right after|is a phase; only"
    "|contradicts|the default answer to|somebody is asked|is not in the game|no action|no trigger|could be taken back"
)
"""What the code refuses and no schema can say: that depends on ids, or on several keys."""


class Border(NamedTuple):
    """Real data that crosses the border, and what reads it; `within` puts a mutated part back into its place."""

    parts: list[Any]
    read: Callable[[Any], object]
    within: Callable[[int, Any], Any] = lambda _, part: part


def commands() -> Border:
    """Commands of every seventh scenario, one of each shape."""
    shapes: dict[tuple[str, ...], Any] = {}
    for scenario in SCENARIOS[::7]:
        for command in (command.brief() for command in run(scenario).commands):
            effects = (effect["effect"] for effect in command.get("effects", ()))
            shapes[(command["action"], *sorted(command), *effects)] = command
    return Border(list(shapes.values()), COMMANDS.validate_python)


def scenarios() -> Border:
    """The first few scenarios of each file."""
    files = [path for path in sorted(SCENARIO_FOLDER.rglob("*.yaml")) if path.stem != "random-interplay"]
    documents = (list(yaml.safe_load_all(path.read_text(encoding="utf-8")))[:5] for path in files)

    def read(data: Any) -> object:
        return loads(json.dumps(data), file="test")

    return Border([document for some in documents for document in some], read)


def snapshots() -> Border:
    """The engine's part of snapshots; what the game saved is its own matter."""
    whole = [engine.snapshot() for engine in boards()]

    def within(number: int, engine: Any) -> Any:
        return {**whole[number], "engine": engine}

    return Border([data["engine"] for data in whole], restore, within)


@pytest.mark.parametrize(
    ("name", "made", "times"), [("command", commands, 500), ("scenario", scenarios, 500), ("snapshot", snapshots, 500)]
)
def test_the_schemas_accept_what_the_code_accepts(name: str, made: Callable[[], Border], times: int) -> None:
    """Mutated real data is accepted by both or by neither, but for reasons that no schema can give."""
    chance, check, border = Random(7), validator(name), made()
    agreed = dict.fromkeys((True, False), 0)
    for number in range(times):
        place = number % len(border.parts)
        try:
            text = json.dumps(border.within(place, mutated(border.parts[place], chance)), allow_nan=False)
        except ValueError:
            continue  # JSON has no such number
        data = json.loads(text)
        try:
            border.read(data)
            error = ""
        except (ValidationError, MtgFsmError) as refused:
            error = str(refused)
        accepted = check.is_valid(data)
        if error and accepted:
            assert REASONS.search(error), f"the schema accepts what is refused: {error}"
        else:
            assert accepted is not bool(error), f"the schema refuses what is accepted: {text}"
            agreed[accepted] += 1
    assert min(agreed.values()) > times // 20


# --- types for TypeScript ---


def test_every_model_of_the_schemas_is_declared_once() -> None:
    """With every name of an event, command, effect and kind of decision; what nobody may add to has no other keys."""
    declared = re.findall(r"^export (?:type|interface) (\w+)", typescript(), re.MULTILINE)
    made = document()
    assert sorted(declared) == sorted([*made["$defs"], made["title"]])
    for union, tag in (("MtgEvent", "event"), ("Command", "action"), ("Effect", "effect")):
        for reference in (one["$ref"] for one in made["$defs"][union]["oneOf"]):
            name = reference.rpartition("/")[2]
            said = made["$defs"][name]["properties"][tag]["const"]
            body = re.search(rf"^export interface {name} {{\n(.*?)^}}", typescript(), re.MULTILINE | re.DOTALL)
            assert body, name
            assert f'  {tag}: "{said}";\n' in body[1]
            assert "\n  [k: string]" not in body[1]
    assert set(made["$defs"]["Decision"]["properties"]["kind"]["enum"]) == {"priority", *get_args(DecisionKind)}


def test_one_name_for_two_things_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Types of one name in two schemas have to be the same."""

    def other() -> dict[str, Any]:
        return {"$defs": {"Cost": {"type": "integer"}}}

    monkeypatch.setitem(SCHEMAS, "view", other)
    with pytest.raises(ValueError, match="view: another Cost than in the schemas before"):
        document()

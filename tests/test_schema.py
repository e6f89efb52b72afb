"""JSON Schemas: what the engine gives fits them, and what it refuses does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from test_scenarios import SCENARIOS
from test_snapshot import started

import mtg_fsm
from mtg_fsm import MtgFsmError, view
from mtg_fsm.engine.events import EVENTS
from mtg_fsm.scenario import run, scenario_schema
from mtg_fsm.schema import SCHEMAS, schema

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
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.schema.json" for name in SCHEMAS}
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

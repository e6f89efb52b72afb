"""Loading scenario files: every problem with file, line and key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from mtg_fsm.errors import ScenarioError
from mtg_fsm.scenario.model import Scenario, scenario_schema
from mtg_fsm.scenario.source import Document, errors_from, parse_documents, read_documents
from mtg_fsm.words.base import TARGET, as_list, as_mapping

DEFAULT_PLAYERS: Final = ("A", "B")


def load(path: Path | str) -> list[Scenario]:
    """All scenarios of a file, in its order. Raises ScenarioError with every problem of the first faulty document."""
    return _scenarios(read_documents(path))


def loads(text: str, *, file: str = "scenario") -> list[Scenario]:
    """All scenarios of a text; `file` names it in errors."""
    return _scenarios(parse_documents(text, file=file))


def _scenarios(documents: list[Document]) -> list[Scenario]:
    scenarios: list[Scenario] = []
    lines: dict[str, int] = {}
    for document in documents:
        scenario = _scenario(document)
        if scenario.id in lines:
            reason = f"{scenario.id!r} is the id of a scenario in line {lines[scenario.id]}, too"
            line = document.line_of(("scenario",))
            raise ScenarioError(reason, file=document.file, line=line, key="scenario")
        lines[scenario.id] = document.line
        scenarios.append(scenario)
    return scenarios


def _scenario(document: Document) -> Scenario:
    data = as_mapping(document.data)
    if data is None:
        raise ScenarioError("a scenario is a mapping of keys to values", file=document.file, line=document.line)
    try:
        scenario = Scenario.model_validate(data, context={"players": _players(data)})
    except ValidationError as error:
        raise errors_from(document, error, _known_keys) from None
    return scenario.from_file(document.file)


def _players(data: Mapping[str, Any]) -> Sequence[str]:
    """What may stand for a player: ids as the file has them, and a target; whether they are right is seen later."""
    game = as_mapping(data.get("game")) or {}
    players = as_list(game.get("players"))
    if players is None:
        return DEFAULT_PLAYERS
    ids = [(as_mapping(player) or {}).get("id") for player in players]
    return [*(player for player in ids if isinstance(player, str)), TARGET]


@cache
def _schema() -> dict[str, Any]:
    return scenario_schema()


def _known_keys(location: Sequence[str | int]) -> Sequence[str]:
    """Keys that the mapping at a location may have, looked up in the JSON Schema; a union tag leads into its member."""
    node = _schema()
    for part in location:
        node = _step(node, part)
    return tuple(_resolved(node).get("properties", ()))


def _resolved(node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        node = _schema()["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _step(node: dict[str, Any], part: str | int) -> dict[str, Any]:
    node = _resolved(node)
    if isinstance(part, int):
        lists = [option for option in map(_resolved, _options(node)) if "items" in option]
        return lists[0]["items"] if lists else {}
    tagged = node.get("discriminator", {}).get("mapping", {}).get(part)
    if tagged is not None:
        return {"$ref": tagged}
    for option in _options(node):
        resolved = _resolved(option)
        if part in resolved.get("properties", ()):
            return dict(resolved["properties"][part])
        if isinstance(resolved.get("additionalProperties"), dict):
            return dict(resolved["additionalProperties"])
    return node


def _options(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *node.get("anyOf", ()), *node.get("oneOf", ())]

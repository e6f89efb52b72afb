"""What the scenarios emit, as it is recorded: an example of each event in `tests/events.jsonl`, with all its fields,
and in `tests/streams.txt` a digest of all that happens in each of them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from mtg_fsm.engine.events import Event
from mtg_fsm.scenario import Run, Scenario, load, run

ROOT: Final = Path(__file__).resolve().parent.parent
FILE: Final = ROOT / "tests" / "events.jsonl"
STREAMS: Final = ROOT / "tests" / "streams.txt"


def scenarios() -> list[Scenario]:
    """All scenario files, in order."""
    return [scenario for file in sorted((ROOT / "tests/scenarios").rglob("*.yaml")) for scenario in load(file)]


def content() -> bytes:
    """The file: one event a line, the first of its kind that cites its rule and has values in the same fields."""
    found: dict[tuple[str, ...], str] = {}
    for scenario in scenarios():
        for number, event in enumerate(run(scenario).events):
            fields = event.as_dict()
            kind = (fields["event"], fields["rule"] or "", *(name for name, value in fields.items() if value))
            if kind not in found:
                found[kind] = line(scenario.id, number, event)
    return "".join(found[kind] for kind in sorted(found)).encode()


def line(scenario: str, number: int, event: Event) -> str:
    """An event as it is recorded; the number is its place among the events of the scenario."""
    return f"{json.dumps({'scenario': scenario, 'number': number, **event.as_dict()})}\n"


def recorded() -> dict[str, list[dict[str, Any]]]:
    """What is recorded, by scenario."""
    found: dict[str, list[dict[str, Any]]] = {}
    for text in FILE.read_text(encoding="utf-8").splitlines():
        entry = json.loads(text)
        found.setdefault(entry["scenario"], []).append(entry)
    return found


def stream(result: Run) -> str:
    """A digest of all that was commanded and happened in a run, field by field and in order."""
    digest = hashlib.blake2b(digest_size=8)
    for command in result.commands:
        digest.update(command.model_dump_json().encode())
    for event in result.events:
        digest.update(json.dumps(event.as_dict()).encode())
    return digest.hexdigest()


def streams() -> bytes:
    """The file of digests: a scenario a line."""
    return "".join(f"{scenario.id} {stream(run(scenario))}\n" for scenario in scenarios()).encode()


def recorded_streams() -> dict[str, str]:
    """The recorded digests, by scenario."""
    lines = STREAMS.read_text(encoding="utf-8").splitlines()
    return {name: digest for name, _, digest in (line.partition(" ") for line in lines)}

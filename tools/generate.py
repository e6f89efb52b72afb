"""Writes the files of this repository that are made from others, or says with `--check` which are out of date."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import recorded_events
import recorded_games
import yaml
from obligations import report, shipped

from mtg_fsm.files import write
from mtg_fsm.schema import SCHEMAS, schema

ROOT = Path(__file__).resolve().parent.parent


def rule_catalogue() -> bytes:
    """The number, topic and summary of each rule of `tests/rules.yaml`, one rule a line, in the order of that file.

    The package reads this, so that it needs no YAML reader.
    """
    rules: dict[str, dict[str, str]] = {}
    for entry in yaml.safe_load((ROOT / "tests/rules.yaml").read_text(encoding="utf-8")):
        number = entry["id"]
        if not isinstance(number, str):
            raise SystemExit(f"tests/rules.yaml: the id {number!r} must be quoted")
        if number in rules:
            raise SystemExit(f"tests/rules.yaml: the id {number} is there twice")
        rules[number] = {"topic": entry["topic"], "summary": entry["summary"]}
    lines = (f"{json.dumps(number)}: {json.dumps(rule)}" for number, rule in rules.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")


def _schema(name: str) -> Callable[[], bytes]:
    def text() -> bytes:
        return f"{json.dumps(schema(name), indent=1)}\n".encode()

    return text


GENERATORS: Mapping[str, Callable[[], bytes]] = {
    **{f"mtg_fsm/schemas/{name}.schema.json": _schema(name) for name in SCHEMAS},
    "mtg_fsm/rules/rules.json": rule_catalogue,
    "mtg_fsm/rules/obligations.json": shipped,
    "tests/rules/README.md": report,
    "tests/events.jsonl": recorded_events.content,
    "tests/games.txt": recorded_games.content,
    "tests/streams.txt": recorded_events.streams,
}


def is_current(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file is out of date")
    check = parser.parse_args().check
    stale = False
    for name, generate in GENERATORS.items():
        path, content = ROOT / name, generate()
        if is_current(path, content):
            continue
        stale = True
        if check:
            print(f"{name} is out of date; run: make generate")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, content)
            print(f"wrote {name}")
    return int(check and stale)


if __name__ == "__main__":
    sys.exit(main())

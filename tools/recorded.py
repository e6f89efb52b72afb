"""Explores and counts again what is recorded in tests/explore and tests/perft, and compares; `--write` records it."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mtg_fsm.explore import Bounds, explore, perft, position

ROOT: Final = Path(__file__).resolve().parent.parent
JOBS: Final = 2


def command_of(bounds: Bounds) -> str:
    """The command that explores with these bounds."""
    usual = Bounds().as_data()
    options = [f"--{name} {value}" for name, value in bounds.as_data().items() if value != usual[name]]
    return " ".join(("mtg-fsm explore", *options, "--json"))


def _explored(record: Mapping[str, Any]) -> dict[str, Any]:
    bounds = Bounds(**record["found"]["bounds"])
    with ProcessPoolExecutor(JOBS) as executor:
        found = explore(bounds, executor=executor)
    return {"command": command_of(bounds), "small": record["small"], "found": found.as_data()}


def _counted(record: Mapping[str, Any]) -> dict[str, Any]:
    counts = perft(position_of(record), len(record["sequences"]))
    return {**record, "sequences": list(counts)}


def position_of(record: Mapping[str, Any]) -> Any:
    """The position of a perft record, an engine at a decision."""
    arguments = shlex.split(record["command"])
    files = [argument for argument in arguments[2:] if argument.startswith("tests/")]
    return position(ROOT / files[0] if files else None)


@dataclass(frozen=True)
class Records:
    """A folder of records, and how one is made again."""

    folder: Path
    again: Callable[[Mapping[str, Any]], dict[str, Any]]

    def all(self) -> list[Path]:
        """All records, in order."""
        return sorted(self.folder.glob("*.json"))

    def small(self) -> list[Path]:
        """Those that take seconds."""
        return [file for file in self.all() if json.loads(file.read_text(encoding="utf-8"))["small"]]


EXPLORATIONS: Final = Records(ROOT / "tests/explore", _explored)
PERFT: Final = Records(ROOT / "tests/perft", _counted)


def text(record: Mapping[str, Any]) -> str:
    """A record as it is written."""
    return f"{json.dumps(record, indent=1)}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("explore", "perft"))
    parser.add_argument("files", nargs="*", type=Path, help="left out: all")
    parser.add_argument("--write", action="store_true", help="record what is found")
    arguments = parser.parse_args()
    records = {"explore": EXPLORATIONS, "perft": PERFT}[arguments.which]
    differ = False
    for file in arguments.files or records.all():
        before = file.read_text(encoding="utf-8")
        now = text(records.again(json.loads(before)))
        differ = differ or now != before
        print(f"{file.name}: {'as recorded' if now == before else 'recorded' if arguments.write else 'DIFFERS'}")
        if arguments.write:
            file.write_text(now, encoding="utf-8")
    return int(differ and not arguments.write)


if __name__ == "__main__":
    sys.exit(main())

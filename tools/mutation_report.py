"""The report of mutation testing in tests/mutation: counts by module, and why each survivor that was read survives."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "mutation"


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Counts(_Data):
    """How many mutants a module has, and what came of them."""

    killed: NonNegativeInt = 0
    timeout: NonNegativeInt = 0
    """Killed, too: a test ran out of time."""
    survived: NonNegativeInt = 0
    unread: NonNegativeInt = 0
    """Of those that survived: nobody has read why."""
    untested: NonNegativeInt = 0
    """No test came by the change."""
    not_run: NonNegativeInt = 0

    @property
    def run(self) -> int:
        """How many were tried."""
        return self.killed + self.timeout + self.survived + self.untested

    def __add__(self, other: Counts) -> Counts:
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in Counts.model_fields})


Verdict = Literal["equivalent", "speed", "wording", "unreachable"]
"""equivalent: nothing can tell it; speed: only slower or faster; wording: a text for people, which no test repeats;
unreachable: it differs only where no game can come."""


class Survivor(_Data):
    """A mutant that survived, and why."""

    function: str
    was: str
    change: str
    number: PositiveInt = 1
    verdict: Verdict
    why: Annotated[str, Field(min_length=10)]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What names the mutant."""
        return self.function, self.was, self.change, self.number


class Report(_Data):
    """What a file of the report holds: modules and survivors in the order of their names."""

    modules: dict[str, Counts]
    survivors: tuple[Survivor, ...]


def load() -> dict[str, Report]:
    """The report by package."""
    return {file.stem: read(file) for file in sorted(FOLDER.glob("*.yaml"))}


def read(file: Path) -> Report:
    """One file of the report; raises ValidationError if it has another form."""
    return Report.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))


def text(command: str, report: Report) -> str:
    """A file of the report as it is written."""
    modules = (f"  {name}: {_in_line(counts.model_dump())}" for name, counts in sorted(report.modules.items()))
    survivors = listed(each.model_dump() for each in sorted(report.survivors, key=lambda each: each.key))
    head = f"# Written by `{command}`, but for `verdict` and `why`."
    return "\n".join((head, "modules:", *modules, f"survivors:\n{survivors}" if survivors else "survivors: []\n"))


def listed(entries: Iterable[Mapping[str, object]]) -> str:
    """Survivors as they stand in a file; a key is left out where it says the usual."""
    return "".join(
        f"{'  ' if number else '- '}{name}: {json.dumps(value, ensure_ascii=False)}\n"
        for entry in entries
        for number, (name, value) in enumerate(entry.items())
        if (name, value) != ("number", 1)
    )


def _in_line(data: Mapping[str, int]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in data.items()) + "}"


def score(reports: Iterable[Report]) -> str:
    """The score of each module and of all: of the mutants that were tried, how many were killed."""
    modules = {name: counts for report in reports for name, counts in report.modules.items()}
    everything = sum(modules.values(), Counts())
    names = ("killed", "timeout", "survived", "unread", "untested", "not_run")
    lines = [f"{'module':32}{'score':>7}" + "".join(f"{name:>10}" for name in names)]
    for module, counts in [*modules.items(), ("all", everything)]:
        share = f"{100 * (counts.killed + counts.timeout) / counts.run:.1f}%" if counts.run else "-"
        lines.append(f"{module:32}{share:>7}" + "".join(f"{getattr(counts, name):>10}" for name in names))
    return "\n".join(lines)

"""Gathers from the reports of tests what proves and carries each rule, as the package ships it.

Each test that proves obligations reports what it used and what was cited in it. The reports are put together where
they arrive, with several workers in the process that started them, so that neither their number nor the order of the
tests plays a part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest
from watching import Citation, Part, Seen

from mtg_fsm.machine import MACHINES
from mtg_fsm.rules.carriers import parts
from mtg_fsm.rules.catalogue import is_within, sort_key

MARK: Final = "obligation"
"""The mark of a test that proves obligations: the rule, then their numbers."""

Tree = dict[str, Any]


def reported(item: pytest.Item, seen: Seen) -> tuple[str, str]:
    """What a report says of a test, as JSON: what it proves, what it used and what was cited in it."""
    proves = sorted((mark.args[0], number) for mark in item.iter_markers(MARK) for number in mark.args[1:])
    cited = sorted(seen.cited, key=lambda citation: (*citation[:3], citation.part or ()))
    return MARK, json.dumps({"proves": proves, "used": sorted(seen.used), "cited": cited})


class Gathering:
    """What the tests of a run reported."""

    def __init__(self) -> None:
        self.reports: dict[str, list[Any]] = {}
        """What was reported of each test function, by its node id without parameters."""
        self.failed: set[str] = set()
        """Test functions that did not pass with all their parameters, or were skipped."""

    def add(self, report: pytest.TestReport) -> None:
        """Takes in the report of a part of a test: of setting it up, of itself, of cleaning up."""
        test = report.nodeid.partition("[")[0]
        if not report.passed or hasattr(report, "wasxfail"):
            self.failed.add(test)
        elif report.when == "call":
            told = (json.loads(str(text)) for name, text in report.user_properties if name == MARK)
            self.reports.setdefault(test, []).extend(told)

    def content(self) -> bytes:
        """The file: one rule a line."""
        lines = (f"{json.dumps(rule)}: {json.dumps(entry, ensure_ascii=False)}" for rule, entry in self._rules())
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()

    def _rules(self) -> Iterable[tuple[str, Tree]]:
        gathered = {"tests": self._proofs(), "used": self._used(), "cited": self._cited()}
        for rule in sorted({rule for found in gathered.values() for rule in found}, key=sort_key):
            yield rule, {name: found[rule] for name, found in gathered.items() if rule in found}

    def _passed(self) -> Mapping[str, list[Any]]:
        return {test: self.reports[test] for test in sorted(self.reports) if test not in self.failed}

    def _proofs(self) -> dict[str, Tree]:
        """The tests that prove each obligation, by rule, number and file."""
        found: dict[str, Tree] = {}
        for test, reports in self._passed().items():
            file, _, name = test.partition("::")
            for rule, number in sorted({(rule, number) for report in reports for rule, number in report["proves"]}):
                numbers = found.setdefault(rule, {})
                numbers.setdefault(str(number), {}).setdefault(file, []).append(name)
        return {rule: dict(sorted(numbers.items())) for rule, numbers in found.items()}

    def _used(self) -> dict[str, Tree]:
        """The parts whose definition names a rule and that were used in tests of it or of a rule below it."""
        by_rule: dict[str, set[Part]] = {}
        for reports in self._passed().values():
            for report in reports:
                for rule, _ in report["proves"]:
                    by_rule.setdefault(rule, set()).update(Part(*part) for part in report["used"])
        found: dict[str, Tree] = {}
        everything = (part for definition in MACHINES.values() for part in parts(definition))
        for (kind, machine, name), id_, rules in everything:
            for rule in rules:
                if any((kind, machine, id_) in used for proved, used in by_rule.items() if is_within(proved, rule)):
                    names = found.setdefault(rule, {}).setdefault(machine, {}).setdefault(kind, [])
                    names += [name] if name not in names else []
        return found

    def _cited(self) -> dict[str, Tree]:
        """What cited each rule, kind by kind, each with the callbacks and actions that were running."""
        everything = {
            Citation(rule, kind, name, Part(*part) if part else None)
            for reports in self._passed().values()
            for report in reports
            for rule, kind, name, part in report["cited"]
        }
        found: dict[str, Tree] = {}
        for citation in sorted(everything, key=lambda citation: (*citation[:3], citation.part or ())):
            names = found.setdefault(citation.rule, {}).setdefault(citation.kind, {}).setdefault(citation.name, {})
            if citation.part is not None:
                kind, machine, name = citation.part
                names.setdefault(machine, {}).setdefault(kind, []).append(name)
        return found

"""Which test proves which obligation of `tests/rules.yaml`, read off the tests' source, and what waits for later."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = frozenset(
    {
        "103.8",
        "104",
        "117",
        "500",
        "501",
        "502",
        "503",
        "504",
        "505",
        "506",
        "507",
        "508",
        "509",
        "510",
        "511",
        "512",
        "513",
        "514",
        "614.10",
        "702.2",
        "702.4",
        "702.7",
        "702.19",
        "704",
        "722",
        "723",
        "800",
        "802",
        "803",
        "805",
        "810",
        "904",
    }
)
"""Rules whose obligations must each have a test, or an entry in `waiting.yaml`."""


class Obligation(NamedTuple):
    """One obligation: its rule, its number from 1 and its text in our own words."""

    rule: str
    number: int
    text: str


class Waiting(NamedTuple):
    """What cannot be expressed yet: the issue that takes it, and why it has to wait."""

    issue: str
    reason: str


def obligations() -> list[Obligation]:
    """Every obligation of the rules, in the order of the file."""
    rules: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/rules.yaml").read_text(encoding="utf-8"))
    return [
        Obligation(rule["id"], number, " ".join(text.split()))
        for rule in rules
        for number, text in enumerate(rule["obligations"], 1)
    ]


def required(rule: str) -> bool:
    """Whether every obligation of a rule must be proved or wait."""
    return bool(SECTIONS & {rule, rule.rstrip(ascii_lowercase), rule.partition(".")[0]})


def proofs() -> dict[tuple[str, int], list[str]]:
    """Names of the tests that prove each obligation, by `@obligation(rule, numbers...)` above them."""
    found: dict[tuple[str, int], list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for rule, number in _marked(node):
                    found.setdefault((rule, number), []).append(f"{file.stem}::{node.name}")
    return found


def proofs_by_rule() -> dict[str, list[str]]:
    """Names of the tests that prove anything of a rule, by its number; each once."""
    found: dict[str, dict[str, None]] = {}
    for (rule, _), tests in sorted(proofs().items()):
        found.setdefault(rule, {}).update((name.partition("::")[2], None) for name in tests)
    return {rule: list(tests) for rule, tests in found.items()}


def _marked(test: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    for decorator in test.decorator_list:
        if (
            isinstance(decorator, ast.Call)
            and isinstance(decorator.func, ast.Name)
            and decorator.func.id == "obligation"
        ):
            rule, *numbers = [ast.literal_eval(argument) for argument in decorator.args]
            yield from ((rule, number) for number in numbers)


def waiting() -> Mapping[tuple[str, int], Waiting]:
    """What waits, from `tests/rules/waiting.yaml`."""
    entries: dict[str, dict[int, dict[str, str]]] = yaml.safe_load(
        (ROOT / "tests/rules/waiting.yaml").read_text(encoding="utf-8")
    )
    return {
        (rule, number): Waiting(entry["issue"], entry["why"])
        for rule, numbers in entries.items()
        for number, entry in numbers.items()
    }


def problems() -> list[str]:
    """What is wrong: an obligation without a test that does not wait, a name that doesn't exist, both at once."""
    known = {(item.rule, item.number) for item in obligations()}
    proved, later = proofs(), waiting()
    return [
        *(
            f"{rule} obligation {number}: no test and not in waiting.yaml"
            for rule, number in _open(known, proved, later)
        ),
        *(
            f"{rule} has no obligation {number}, but a test or waiting.yaml names it"
            for rule, number in sorted({*proved, *later} - known)
        ),
        *(f"{rule} obligation {number} has a test and waits" for rule, number in sorted({*proved} & {*later})),
    ]


def _open(known: set[tuple[str, int]], *answered: Mapping[tuple[str, int], Any]) -> list[tuple[str, int]]:
    return sorted(key for key in known if required(key[0]) and not any(key in part for part in answered))


def report() -> bytes:
    """The page `tests/rules/README.md`: what waits for which issue, and which tests prove what."""
    proved, later = proofs(), waiting()
    items = [item for item in obligations() if required(item.rule) or (item.rule, item.number) in proved]
    done = [item for item in items if (item.rule, item.number) in proved]
    rest = [item for item in items if (item.rule, item.number) in later]
    lines = [
        "# Obligations of the rules",
        "",
        "Generated by `make generate` from the tests and from `waiting.yaml`. Each rule of `../rules.yaml` lists what",
        "an implementation owes; the numbers count that list from 1.",
        "",
        f"{len(done)} obligations have a test; {len(rest)} of those that every turn engine owes wait.",
        "",
        "## Waiting",
        "",
        "| rule | obligation | issue that takes it | why it waits |",
        "| --- | --- | --- | --- |",
    ]
    for item in rest:
        entry = later[item.rule, item.number]
        lines.append(f"| {item.rule} | {item.number}: {item.text} | {entry.issue} | {entry.reason} |")
    lines += ["", "## Tested", "", "| rule | obligation | tests |", "| --- | --- | --- |"]
    for item in done:
        tests = ", ".join(f"`{name.partition('::')[2]}`" for name in proved[item.rule, item.number])
        lines.append(f"| {item.rule} | {item.number} | {tests} |")
    return ("\n".join(lines) + "\n").encode()

"""The report of mutation testing is whole, and speaks of the code as it is."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from mutation_report import Report, Survivor, load, read, score, text

ROOT = Path(__file__).parent.parent
REPORTS = load()


def _functions(module: str) -> dict[str, str]:
    """The functions and methods of a module, and the lines of each without their indentation, joined."""
    source = (ROOT / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    places: list[tuple[str, ast.AST]] = [(module, ast.parse(source))]
    while places:
        name, place = places.pop()
        for node in ast.iter_child_nodes(place):
            if isinstance(node, ast.ClassDef):
                places.append((f"{name}.{node.name}", node))
            elif isinstance(node, ast.FunctionDef):
                lines = source.splitlines()[node.lineno - 1 : node.end_lineno]
                found[f"{name}.{node.name}"] = " ".join(line.strip() for line in lines)
    return found


@pytest.mark.parametrize("package", ["engine", "machine"])
def test_each_module_is_counted(package: str) -> None:
    """Every module has a line; the survivors are those that are listed and those that nobody read."""
    report = REPORTS[package]
    files = (ROOT / "mtg_fsm" / package).glob("*.py")
    assert set(report.modules) == {f"mtg_fsm.{package}.{file.stem}" for file in files if file.stem != "__init__"}
    listed = Counter(survivor.function.rsplit(".", 1)[0] for survivor in report.survivors)
    for module, counts in report.modules.items():
        of_module = sum(number for name, number in listed.items() if f"{name}.".startswith(f"{module}."))
        assert counts.survived == of_module + counts.unread, module


@pytest.mark.parametrize("package", ["engine", "machine"])
def test_each_survivor_is_a_change_of_code_that_is_there(package: str) -> None:
    """It names a function and text of it, once, and has a reason."""
    report = REPORTS[package]
    assert len({survivor.key for survivor in report.survivors}) == len(report.survivors)
    functions = {name: source for module in report.modules for name, source in _functions(module).items()}
    for survivor in report.survivors:
        assert survivor.function in functions
        assert not survivor.was or survivor.was.split(" ")[0] in functions[survivor.function]


@pytest.mark.parametrize("package", ["engine", "machine"])
def test_a_report_is_written_as_it_is_read(package: str, tmp_path: Path) -> None:
    """What is written again has the same modules and survivors, reasons included."""
    file = tmp_path / f"{package}.yaml"
    file.write_text(text("make mutate", REPORTS[package]), encoding="utf-8")
    assert read(file) == REPORTS[package]


def test_the_score_is_that_of_what_was_run() -> None:
    """A test that runs out of time kills; what was not run does not count."""
    report = Report.model_validate(
        {
            "modules": {
                "m.a": {"killed": 6, "timeout": 1, "survived": 2, "unread": 1, "untested": 1, "not_run": 90},
                "m.b": {"not_run": 5},
            },
            "survivors": [],
        }
    )
    lines = [line.split()[:2] for line in score([report]).splitlines()]
    assert lines == [["module", "score"], ["m.a", "70.0%"], ["m.b", "-"], ["all", "70.0%"]]


def test_a_survivor_needs_a_reason() -> None:
    """An empty one is none."""
    with pytest.raises(ValueError, match="why"):
        Survivor.model_validate({"function": "f", "was": "a", "change": "b", "verdict": "equivalent", "why": ""})

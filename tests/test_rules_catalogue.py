"""The rule catalogue that ships with the package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from mtg_fsm.rules import Rule, catalogue

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "rules.yaml"
GENERATED = ROOT / "mtg_fsm" / "rules" / "rules.json"


def source_ids() -> list[object]:
    return [entry["id"] for entry in yaml.safe_load(SOURCE.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("number", "topic"),
    [
        ("500.1", "turn-phase-order"),
        ("500.10", "step-after-a-phase"),
        ("514.3a", "cleanup-priority-exception"),
    ],
)
def test_a_rule_is_found_by_its_number(number: str, topic: str) -> None:
    """A number is text: 500.1 and 500.10 are two rules."""
    rule = catalogue()[number]
    assert (rule.number, rule.topic) == (number, topic)


def test_every_number_has_the_form_of_a_rule_number() -> None:
    """A rule number is a section, a dot, a number and perhaps a letter; `l` and `o` are never used."""
    assert [n for n in catalogue() if not re.fullmatch(r"\d{3}(\.\d+[a-km-np-z]?)?", n)] == []


def test_every_rule_says_something() -> None:
    """No topic or summary is empty or spans lines, and a topic is in kebab case."""
    assert [r for r in catalogue().values() if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", r.topic)] == []
    assert [r for r in catalogue().values() if r.summary != " ".join(r.summary.split()) or not r.summary] == []


def test_no_number_is_listed_twice() -> None:
    """Neither the source nor the generated file drops a rule by giving its number to another."""
    ids = source_ids()
    pairs = json.loads(GENERATED.read_bytes(), object_pairs_hook=list)
    assert len(set(ids)) == len(ids)
    assert [number for number, _ in pairs] == ids


def test_the_catalogue_keeps_the_order_of_its_source() -> None:
    """Tables made from the catalogue come out in the order in which the rules were written down."""
    assert list(catalogue()) == source_ids()


def test_the_catalogue_cannot_be_changed() -> None:
    """All users of the process share one catalogue."""
    with pytest.raises(TypeError):
        catalogue()["500.1"] = Rule("500.1", "", "")  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    assert catalogue() is catalogue()


def test_the_generated_files_are_up_to_date() -> None:
    """`make generate` has been run since its sources changed."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_catalogue_needs_no_yaml_reader() -> None:
    """The core reads its rules with PyYAML, an extra, out of reach."""
    code = "import sys; sys.modules['yaml'] = None; from mtg_fsm.rules import catalogue; print(len(catalogue()))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(catalogue())

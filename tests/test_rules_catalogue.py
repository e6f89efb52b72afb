"""The rule catalogue that ships with the package: what it holds, and what `mtg-fsm rules` shows of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from typer.testing import CliRunner

from mtg_fsm.cli.app import app
from mtg_fsm.errors import RuleError
from mtg_fsm.machine import MACHINES
from mtg_fsm.rules import Rule, catalogue
from mtg_fsm.rules.carriers import carriers
from mtg_fsm.rules.catalogue import by_section, is_within
from mtg_fsm.rules.editions import BASE, CHANGES, EDITIONS, numbers, rules_numbered
from mtg_fsm.rules.entries import entries, entry

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "rules.yaml"
GENERATED = ROOT / "mtg_fsm" / "rules" / "rules.json"


def source() -> list[dict[str, Any]]:
    """The rules as they are written down."""
    found: list[dict[str, Any]] = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    return found


def source_ids() -> list[object]:
    return [one["id"] for one in source()]


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


# --- entries ---


def test_an_entry_has_all_that_is_known_of_a_rule() -> None:
    """What it demands with the tests that prove it, what carries it and how that is known, and what cited it."""
    found = entry("514.3a")
    assert found.rule is catalogue()["514.3a"]
    assert [obligation.number for obligation in found.obligations] == [1, 2, 3, 4]
    assert found.unproved == ()
    assert found.obligations[1].tests == (
        "tests/rules/test_514_cleanup_step.py::test_514_3a_the_new_cleanup_step_comes_even_if_nobody_did_anything",
    )
    assert [(*carried.carrier, carried.declared, carried.used, carried.cited_by) for carried in found.carriers] == [
        ("arcs", "turn", "ending.cleanup → ending.cleanup", True, True, ()),
        ("guards", "turn", "another_cleanup_step", True, True, ()),
        ("callbacks", "turn", "begin_step", False, False, ("step_began",)),
        ("actions", "turn", "check_state_based_actions", True, True, ()),
        ("actions", "turn", "give_priority_if_needed", True, True, ()),
    ]
    assert (found.events, found.decisions, found.refusals) == (("step_began",), (), ())


def test_every_rule_has_its_obligations_and_notes_in_the_words_of_the_source() -> None:
    """None is left out, and every test that is named exists."""
    for one in source():
        found = entries()[one["id"]]
        assert [obligation.text for obligation in found.obligations] == [
            " ".join(t.split()) for t in one["obligations"]
        ]
        assert found.edition_note == one.get("edition_note")
        for test in found.tests:
            file, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_every_declared_part_carries_its_rule() -> None:
    """Whether a test used it or not; what only cited the rule stands beside."""
    for number, declared in carriers().items():
        shown = {carried.carrier for carried in entry(number).carriers if carried.declared}
        assert shown == set(declared)
    observed = [carried for one in entries().values() for carried in one.carriers if not carried.declared]
    assert all(carried.cited_by and not carried.used for carried in observed)


def test_nothing_else_of_the_walk_through_a_turn_carries_a_rule() -> None:
    """The tests of 514.3a pass the draw step, which has no part in it."""
    (drawing,) = (action for action in MACHINES["turn"].actions if action.name == "draw_card")
    carrying = {
        one.rule.number for one in entries().values() for part in one.carriers if part.carrier.name == "draw_card"
    }
    assert {"504.1", *drawing.rules} <= carrying
    assert "514.3a" not in carrying


def test_all_that_cites_a_rule_cites_one_that_is_known() -> None:
    """Whatever events, decisions and refusals of the tests name is in the catalogue."""
    gathered = json.loads((ROOT / "mtg_fsm" / "rules" / "proofs.json").read_bytes())
    assert gathered.keys() <= catalogue().keys() | by_section().keys()


def test_the_package_is_imported_without_what_only_look_ups_need() -> None:
    """Obligations and proofs are read on the first question."""
    code = "import sys, mtg_fsm; print('mtg_fsm.rules.entries' in sys.modules, 'mtg_fsm.rules.editions' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("514.9", "there is no rule 514.9 here; near it are 514.2, 514.3, 514.3a"),
        ("515", "there is no rule 515 here; near it are 512, 513, 514, 601, 602, 603"),
        ("500.4x", "there is no rule 500.4x here; near it are 500.2, 500.3, 500.4, 500.5"),
        ("cleanup", "'cleanup' is no number of a rule, such as 514.3a, or of a section, such as 514"),
    ],
)
def test_a_number_that_is_none_is_one_error_that_says_what_is_near(number: str, message: str) -> None:
    """Of the same section, if it has rules."""
    with pytest.raises(RuleError, match=f"^{re.escape(message)}"):
        entry(number)


# --- editions ---

CITED = re.compile(r"(\d{3}\.\d+[a-z]?) from (20\d\d-\d\d-\d\d)")


def test_the_concordance_is_what_the_notes_of_the_rules_say() -> None:
    """Where a note says a number from an edition on, the concordance gives it there, and another one before."""
    said = 0
    for one in source():
        for number, edition in CITED.findall(one.get("edition_note", "")):
            said += 1
            before = EDITIONS[EDITIONS.index(edition) - 1]
            assert number in numbers(one["id"], edition)
            assert number not in numbers(one["id"], before)
    assert said > 30


def test_what_an_edition_renumbered_has_a_note() -> None:
    """And what is said to be newer has no number in the edition that is used here."""
    for one in source():
        is_newer = one.get("edition_note", "").startswith("Newer-only number")
        assert (numbers(one["id"], BASE) == ()) is is_newer
        moved = any(numbers(one["id"], edition) != (one["id"],) for edition in EDITIONS)
        assert "edition_note" in one or not moved
    assert {rule for change in CHANGES.values() for rule in (*change.rules, *change.new)} <= catalogue().keys()


@pytest.mark.parametrize(
    ("rule", "edition", "there"),
    [
        ("722.5a", "2026-04-17", ("723.5a",)),
        ("732.1", "2026-04-17", ("733.1",)),
        ("723", "2026-04-17", ("724",)),
        ("723.1", "2026-02-27", ("723.1",)),
        ("701", "2026-04-17", ("701",)),
        ("500.4", "2025-11-14", ("500.5",)),
        ("500.5", "2026-04-17", ("500.4", "500.5", "500.5a", "500.5b")),
        ("506.3d", "2025-11-14", ("506.3d",)),
        ("506.3d", "2026-04-17", ("506.3e",)),
        ("508.4d", BASE, ()),
        ("508.4d", "2026-04-17", ("508.4d", "506.3d")),
        ("514.3a", "2026-04-17", ("514.3a",)),
    ],
)
def test_a_rule_has_its_numbers_in_an_edition(rule: str, edition: str, there: tuple[str, ...]) -> None:
    """Sections move with their rules; a rule may be divided, joined with another, or new; later editions keep that."""
    assert numbers(rule, edition) == there
    assert all(rule in rules_numbered(number, edition) for number in there)


def test_an_edition_that_is_not_known_is_refused() -> None:
    """The error lists those that are."""
    with pytest.raises(RuleError, match="edition '2011-07-15' is not known; there are 2025-09-19, 2025-11-14"):
        numbers("500.4", "2011-07-15")


# --- mtg-fsm rules ---


class Shown(NamedTuple):
    """What the command printed, and its status."""

    status: int
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def shown(*arguments: str) -> Shown:
    """Runs `mtg-fsm rules` with its output in no terminal."""
    done = CliRunner().invoke(app, ["rules", *arguments], prog_name="mtg-fsm")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Shown(done.exit_code, done.output)


def first_words(text: Shown) -> list[str]:
    return [line.split()[0] for line in text.lines[1:]]


def test_the_table_has_every_rule_in_order_below_its_section() -> None:
    """Number, topic, how many tests, how much is proved, and what carries it."""
    everything = shown()
    assert everything.status == 0
    assert first_words(everything) == [
        number for section, rules in by_section().items() for number in (section, *rules)
    ]
    (line,) = (line for line in everything.lines if line.startswith("514.1 "))
    assert line.split("  ")[0] == "514.1"
    assert re.fullmatch(r"514\.1 +cleanup discard +\d+ +3/3 +discard_to_hand_size", line)


@pytest.mark.parametrize(
    ("parts", "numbers_"),
    [
        (["514"], ["514", *by_section()["514"]]),
        (
            ["512-513", "117.3"],
            ["117", *[r for r in by_section()["117"] if is_within(r, "117.3")], "512", "512.1", "513"],
        ),
        (["500.1"], ["500", "500.1"]),
        (["514.3a"], ["514", "514.3a"]),
    ],
)
def test_sections_ranges_and_rules_with_those_below_can_be_chosen(parts: list[str], numbers_: list[str]) -> None:
    """500.10 is not below 500.1."""
    assert first_words(shown(*parts))[: len(numbers_)] == numbers_


def test_one_rule_shows_all_about_it() -> None:
    """Its obligations with their tests or why there is none, its carriers and how they are known, what cites it."""
    text = shown("--rule", "514.3a").text
    assert text.startswith("514.3a: cleanup priority exception\n")
    assert "Obligations, 4 of 4 proved" in text
    assert "         test_514_3a_the_end_step_is_not_repeated\n" in text
    assert "    guards     another_cleanup_step              used\n" in text
    assert "    callbacks  begin_step                        cited by step_began\n" in text
    assert "Cited by\n  events step_began\n" in text
    assert all(len(line) <= 76 or "test_" in line for line in text.splitlines())
    waits = shown("--rule", "704.5t").text
    assert "Obligations, 0 of 1 proved" in waits
    assert "no test: needs dungeons" in waits


def test_a_rule_that_nothing_carries_by_itself_shows_what_carries_the_rule_above_it() -> None:
    """Of the kinds of attack triggers that is the callback of all of them."""
    assert entry("508.3a").part_of == "508.3"
    assert (
        "\nCarried as a part of 508.3 by\n  attack\n    callbacks  trigger_attacks  used"
        in shown("--rule", "508.3a").text
    )
    endings = {line.split()[0]: line for line in shown("508.3", "505.6").lines}
    assert endings["508.3a"].endswith("as a part of 508.3")
    assert "refusals by in_main_phase" in endings["505.6b"]
    assert (entry("514.3a").part_of, entry("505.6b").part_of) == (None, None)


def test_a_section_shows_what_carries_it_and_its_rules() -> None:
    """Without an obligation of its own."""
    assert shown("--rule", "514").text == (
        "514: cleanup step\n\nCarried by\n  turn\n    states     ending.cleanup  used\n\n"
        "Rules\n  514.1, 514.2, 514.3, 514.3a\n"
    )


def test_json_has_all_of_it() -> None:
    """Of the chosen rules a list; the numbers in every edition."""
    (data,) = json.loads(shown("--json", "--rule", "722.1").text)
    assert data["rule"] == "722.1"
    assert data["numbers"] == {edition: ["723.1" if edition == "2026-04-17" else "722.1"] for edition in EDITIONS}
    assert data["obligations"][0]["tests"]
    assert {"kind": "callbacks", "machine": "turn", "name": "begin_turn"}.items() <= data["carriers"][0].items()
    assert [one["rule"] for one in json.loads(shown("--json", "514").text)] == list(by_section()["514"])


def test_nothing_of_the_turn_and_of_priority_is_uncovered() -> None:
    """500-514 and 117: nothing is printed, and the status says so."""
    assert shown("--uncovered", "500-514", "117") == (0, "")


def test_what_no_test_proves_is_listed_with_the_reason_and_a_status() -> None:
    """A line for each obligation."""
    found = shown("--uncovered", "704.5")
    assert found.status == 1
    assert (
        "704.5t (1): After the last room ability has left the stack, the dungeon is gone in the next gate. "
        in found.text
    )
    assert "No test: needs dungeons" in found.text
    every = [(one.rule.number, part.number) for one in entries().values() for part in one.unproved]
    assert [tuple(re.findall(r"^(\S+) \((\d+)\)", line)[0]) for line in shown("--uncovered").lines] == [
        (rule, str(number)) for rule, number in every
    ]


def test_an_edition_gives_its_numbers_and_those_used_here() -> None:
    """A number of that edition is meant, else one that is used here."""
    table = shown("722-723", "--edition", "2026-04-17")
    assert re.split(r" {2,}", table.lines[0])[:2] == ["rule", "here"]
    assert table.lines[2].split()[:2] == ["723.1", "722.1"]
    for number in ("723.1", "722.1"):
        title = "723.1 in 2026-04-17, 722.1 here: control player next turn"
        assert shown("--rule", number, "--edition", "2026-04-17").lines[0] == title
    two = shown("--rule", "500.5", "--edition", "2026-04-17").text
    assert "500.5 in 2026-04-17, 500.4 here: mana pool empties" in two
    assert "500.4, 500.5, 500.5a, 500.5b in 2026-04-17, 500.5 here: step phase durations" in two
    assert shown("--rule", "514.1", "--edition", "2026-04-17").lines[0].startswith("514.1 in 2026-04-17 and here: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rule", "514.9"], "there is no rule 514.9 here; near it are 514.2, 514.3, 514.3a"),
        (["515"], "there is no rule 515 here; near it are 512, 513, 514, 601, 602, 603"),
        (["516-520"], "there is no section from 516 to 520 here; near are 512, 513, 514, 601, 602, 603"),
        (["cleanup"], "'cleanup' is no number of a rule, such as 514.3a, or of a section, such as 514"),
        (["--rule", "734.1", "--edition", "2026-04-17"], "there is no rule 734.1 here; near it are "),
        (
            ["--edition", "2011"],
            "edition '2011' is not known; there are 2025-09-19, 2025-11-14, 2026-02-27, 2026-04-17",
        ),
    ],
)
def test_what_is_no_rule_is_one_error(arguments: list[str], message: str) -> None:
    """It says what would be right."""
    with pytest.raises(RuleError, match=f"^{re.escape(message)}"):
        shown(*arguments)


def test_one_rule_and_a_choice_of_rules_do_not_go_together() -> None:
    """Nor does what is uncovered."""
    assert (shown("--rule", "514.1", "514").status, shown("--rule", "514.1", "--uncovered").status) == (2, 2)

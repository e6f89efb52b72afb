"""Every obligation has a test that passed or a reason why there is none, and only what passed counts as a proof."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import obligations
import pytest

ROOT: Final = Path(__file__).parent.parent
PATHS: Final = os.pathsep.join((str(ROOT / "tests"), str(ROOT)))

CONFTEST: Final = """
from pathlib import Path
from proofs import ProofsPlugin

def pytest_configure(config):
    config.addinivalue_line("markers", "obligation(rule, *numbers): the test proves these")
    plugin = ProofsPlugin(config, Path(__file__).with_name("found.json"), write=WRITE)
    config.pluginmanager.register(plugin, "proofs")

def pytest_sessionfinish(session):
    plugin = session.config.pluginmanager.getplugin("proofs")
    if not hasattr(session.config, "workerinput"):
        Path(__file__).with_name("gathered.json").write_bytes(plugin.gathering.content())
"""
TESTS: Final = """
import pytest
from support import obligation
from mtg_fsm import Cast, Code, ReferenceGame, Refusal, new_game

def play(steps=30):
    engine = new_game()
    engine.advance()
    for _ in range(steps):
        engine.submit(next(engine.legal(engine.decision.player)))

@obligation("500.4", 2)
def test_500_4_passes():
    play()

@obligation("500.4", 1)
@pytest.mark.parametrize("steps", [2, 30])
def test_500_4_passes_twice(steps):
    play(steps)

def test_nothing_is_proved():
    play()

class OwnGame(ReferenceGame):
    def why_not_cast(self, engine, player, command):
        return Refusal(Code.ILLEGAL_CHOICE, "own_guard", "601.2h", "no")

@obligation("601.2h", 1)
def test_601_2h_in_a_game_of_its_own():
    engine = new_game(game_class=OwnGame)
    engine.advance()
    assert engine.why_not(Cast(name="spell")).guard == "own_guard"
"""
FAILING: Final = """
@pytest.fixture
def broken():
    raise ValueError

@pytest.fixture
def breaks_later():
    yield
    raise ValueError

@obligation("500.5", 1)
def test_500_5_fails():
    play()
    assert 0

@obligation("500.5", 1)
@pytest.mark.parametrize("steps", [2, 30])
def test_500_5_fails_once(steps):
    play(steps)
    assert steps == 2

@obligation("500.5", 1)
@pytest.mark.skip(reason="later")
def test_500_5_is_left_out():
    play()

@obligation("500.5", 1)
def test_500_5_leaves_itself_out():
    play()
    pytest.skip("later")

@obligation("500.5", 1)
@pytest.mark.xfail(strict=False)
def test_500_5_is_expected_to_fail_and_passes():
    play()

@obligation("500.5", 1)
@pytest.mark.xfail
def test_500_5_is_expected_to_fail():
    play()
    assert 0

@obligation("500.5", 1)
def test_500_5_is_not_set_up(broken):
    play()

@obligation("500.5", 1)
def test_500_5_does_not_clean_up(breaks_later):
    play()
"""


def run(folder: Path, tests: str, *arguments: str, write: bool = False) -> tuple[int, str, dict[str, Any]]:
    """Runs tests of their own with the plugin: exit status, output, and what was gathered."""
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = .\n", encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST.replace("WRITE", str(write)), encoding="utf-8")
    (folder / "test_them.py").write_text(tests, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PATHS},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, json.loads((folder / "gathered.json").read_bytes())


def test_every_obligation_is_proved_or_waits() -> None:
    """No obligation is forgotten, and none has a test and a reason why there is none."""
    assert obligations.problems() == []


def test_what_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An obligation with neither, one that does not exist, and one with both."""
    monkeypatch.setattr(obligations, "proofs", lambda: {"500.1": {1: ("a::b",), 9: ("a::c",)}})
    monkeypatch.setattr(obligations, "waiting", lambda: {"500.1": {1: "later"}})
    problems = obligations.problems()
    assert "500.1 obligation 2: no test and not in waiting.yaml" in problems
    assert "500.1 has no obligation 9, but a test or waiting.yaml names it" in problems
    assert "500.1 obligation 1 has a test and waits" in problems


def test_only_tests_that_passed_prove_anything(tmp_path: Path) -> None:
    """A test that fails, is skipped, is expected to fail, or is not set up or cleaned up, proves nothing.

    One that fails with one of its parameters proves nothing with the others.
    """
    status, _, gathered = run(tmp_path, TESTS + FAILING)
    assert status == 1
    proved = {rule: entry["tests"] for rule, entry in gathered.items() if "tests" in entry}
    assert proved == {
        "500.4": {
            "1": {"test_them.py": ["test_500_4_passes_twice"]},
            "2": {"test_them.py": ["test_500_4_passes"]},
        },
        "601.2h": {"1": {"test_them.py": ["test_601_2h_in_a_game_of_its_own"]}},
    }


def test_carriers_are_what_the_tests_of_a_rule_used_and_what_cited_it(tmp_path: Path) -> None:
    """A test walks through whole turns, but only the parts whose definition or events name its rule carry that."""
    *_, gathered = run(tmp_path, TESTS)
    assert gathered["500.4"]["used"] == {"turn": {"callbacks": ["empty_mana_pools"]}}
    assert gathered["601.2h"].keys() == {"tests"}  # what the test's own game refuses is not the package's
    assert "used" not in gathered["504.1"]
    assert gathered["504.1"]["cited"]["events"] == {
        "card_drawn": {"turn": {"actions": ["draw_card"]}},
        "turn_based_action": {"turn": {"actions": ["draw_card"]}},
    }


def test_the_number_of_workers_plays_no_part(tmp_path: Path) -> None:
    """What several processes gathered is what one does."""
    assert run(tmp_path, TESTS, "-n", "2")[2] == run(tmp_path, TESTS)[2]


def test_a_run_of_all_tests_fails_where_the_file_is_out_of_date(tmp_path: Path) -> None:
    """It says so and what to do; once written it passes, and a run of some tests is not compared."""
    status, out, _ = run(tmp_path, TESTS)
    assert (status, "found.json is not what the tests prove now; run: make generate" in out) == (1, True)
    assert run(tmp_path, TESTS, "-k", "twice")[0] == 0
    assert run(tmp_path, TESTS, "test_them.py")[0] == 0
    status, out, _ = run(tmp_path, TESTS, write=True)
    assert (status, "wrote found.json" in out, "1 deselected" in out) == (0, True, True)
    assert run(tmp_path, TESTS)[0] == 0
    assert run(tmp_path, TESTS.replace('"500.4", 2', '"500.4", 3'))[0] == 1

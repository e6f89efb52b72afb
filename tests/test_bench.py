"""The benchmark's own parts: its table, goals, and the check that finds a ratio that became worse."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import StringIO
from typing import Any

import figures
import games
import pytest
import rounds
import run
import walkers
from figures import Figure, Goal, Left, Row
from other_engines import FOLDER, OTHERS, Other, speed
from rich.console import Console

FAST = Figure("calls", "a pass", 2e-6, "a step", 1e-6, goal=Goal("ratio", 4))
SLOW = Figure("calls", "a turn", 9e-3, "a step", 1e-6, "ms", Goal("value", 8e-3))
BARE = Figure("memory", "a game", 1_000, "a list", 4_000, "bytes")


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        (None, None),
        (Goal("ratio", 2), True),
        (Goal("ratio", 1.9), False),
        (Goal("value", 3e-6), True),
        (Goal("value", 1e-6), False),
    ],
)
def test_goals_are_of_a_ratio_or_of_the_figure_itself(goal: Goal | None, met: bool | None) -> None:
    """A figure of twice another, and of two microseconds; what is just at the goal meets it."""
    assert FAST._replace(goal=goal).met is met


def test_the_table_says_what_is_met_and_what_was_left_out() -> None:
    """Each row has its figure, what it is compared with and the ratio; under all it says how many goals are met."""
    out = Console(file=StringIO(), width=190, no_color=True)
    figures.show([FAST, SLOW, Left("calls", "an engine", "it is not installed"), BARE], out)
    text = out.file.getvalue() if isinstance(out.file, StringIO) else ""
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if "│" in line]
    assert lines == [
        ["a pass", "2.00 us", "a step", "1.00 us", "2.00", "<= 4.00", "met"],
        ["a turn", "9.00 ms", "a step", "0.00 ms", "9000.00", "<= 8.00 ms", "missed"],
        ["an engine", "left out", "it is not installed", "", "", "", ""],
        ["a game", "1,000 bytes", "a list", "4,000 bytes", "1/4.0", "", ""],
    ]
    assert text.rstrip().endswith("1 of 2 goals met")


def test_rows_are_plain_data() -> None:
    """For `--json`: the row with its ratio and whether its goal is met."""
    data = json.loads(json.dumps(FAST.as_data()))
    assert (data["ratio"], data["met"], data["goal"]) == (2, True, {"of": "ratio", "at_most": 4})


@pytest.mark.parametrize(("recorded", "found"), [(2.0, False), (1.51, False), (1.49, True), (9.0, False)])
def test_a_ratio_is_worse_from_a_third_on(recorded: float, found: bool) -> None:
    """A ratio of 2 is worse than 1.49, and not than 1.51; what is not recorded is not compared."""
    assert bool(figures.worse([FAST, BARE], {FAST.key: recorded})) is found


def _section(*ratios: float) -> Callable[[], list[Row]]:
    """A section that measures these ratios, one after another."""
    left = list(ratios)
    return lambda: [FAST._replace(value=left.pop(0), other=1.0), Left("calls", "an engine", "not there")]


@pytest.mark.parametrize(
    ("ratios", "failed"),
    [((2.0,), False), ((9.0, 2.1), False), ((9.0, 8.0, 2.0), False), ((9.0, 8.0, 7.0), True)],
)
def test_a_worse_ratio_is_measured_again(
    monkeypatch: pytest.MonkeyPatch, ratios: tuple[float, ...], failed: bool
) -> None:
    """Only what is worse in three tries fails, and the best of them is told."""
    monkeypatch.setattr(run, "SECTIONS", {"calls": _section(*ratios)})
    console = Console(file=StringIO())
    rows = run.measure(["calls"], console)
    worse = run.check(rows, {FAST.key: 2.0}, console)
    assert [figure.ratio for figure in worse] == ([min(ratios)] if failed else [])


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    return run.main()


def test_a_regression_fails_the_check_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    """Recorded at 2, then 3: status 1 and a line that names it; at 2 again: status 0."""
    monkeypatch.setattr(run, "BASELINE", tmp_path / "baseline.json")
    monkeypatch.setattr(run, "SECTIONS", {"calls": _section(2.0, 3.0, 3.0, 3.0, 2.0)})
    assert _run(monkeypatch, "--record") == 0
    recorded = json.loads((tmp_path / "baseline.json").read_text(encoding="utf-8"))
    assert recorded["ratios"] == {FAST.key: 2.0}
    assert (recorded["command"], recorded["left_out"]) == (run.COMMAND, ["an engine"])
    assert _run(monkeypatch, "--check", "--json", str(tmp_path / "rows.json")) == 1
    assert "worse: calls: a pass / a step: 3.00, recorded 2.00" in capsys.readouterr().out
    assert json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))[0]["ratio"] == 3
    assert _run(monkeypatch, "--check") == 0


def test_the_recorded_ratios_are_whole() -> None:
    """There is one for each goal that needs no other engine, with the command and the versions that made them."""
    data = json.loads(run.BASELINE.read_text(encoding="utf-8"))
    assert data["command"] == run.COMMAND
    assert {"python", "transitions", "pydantic", "mtg-fsm"} <= set(data["versions"])
    assert len(data["ratios"]) > 30
    assert all(ratio > 0 for ratio in data["ratios"].values())


def test_rounds_take_turns_after_one_that_warms_up() -> None:
    """Each thing once to warm up, then all in turn; the best of each counts."""
    order: list[str] = []

    def one(name: str) -> rounds.Round:
        def timed() -> float:
            order.append(name)
            return len(order)

        return timed

    assert rounds.best_of({"a": one("a"), "b": one("b")}, 2) == {"a": 3, "b": 4}
    assert "".join(order) == "ababab"


def test_a_line_is_fitted_with_its_error() -> None:
    """Points on a line have its slope and no error; of points beside it the error is that of the textbook."""
    assert rounds.line([(0, 1), (1, 3), (2, 5)]) == (2, 0)
    slope, spread = rounds.line([(0, 0), (1, 1), (2, 1), (3, 2)])
    assert (round(slope, 6), round(spread, 6)) == (0.6, 0.141421)


def test_all_machines_walk_the_same_way() -> None:
    """Ours, by hand, flat and with python-statemachine: ten events through the ten states, and back to the first."""
    flat: Any = walkers.flat_machine().model
    other: Any = walkers.statemachine_machine()
    by_hand = walkers.Walker()
    ways: dict[str, list[str]] = {"flat": [], "statemachine": [], "by hand": []}
    for _ in range(10):
        flat.proceed()
        other.proceed()
        walkers.hand_written(by_hand)
        ways["flat"].append(flat.turn_state)
        ways["statemachine"].append(other.model.turn_state)
        ways["by hand"].append(by_hand.turn_state)
    assert set(map(tuple, ways.values())) == {tuple(walkers.NEXT.values())}


def test_every_walk_runs() -> None:
    """A round of each gives a time."""
    assert all(seconds >= 0 for seconds in (walk() for walk in walkers.walks().values()))


@pytest.mark.parametrize("what", games.UNCONCERNED)
def test_what_is_not_concerned_is_there(what: str) -> None:
    """The set-ups with so many of each thing have them, and turns are played with them."""
    engine = games.begun(games.UNCONCERNED[what](10))
    there = len(engine.game.permanents()) + len(engine.in_force.entries)
    assert there == 10
    assert all(cost >= 0 for cost in games.turns(engine, 1))


def test_an_engine_that_is_not_there_is_left_out_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names the variable by which one says where it is."""
    monkeypatch.setenv("NONE_PYTHON", sys.executable)
    why = speed(Other("nothing", "managym.py", "NONE_PYTHON", True, 1))
    assert str(why).endswith("NONE_PYTHON names no Python with nothing")
    assert all((FOLDER / other.script).exists() for other in OTHERS)

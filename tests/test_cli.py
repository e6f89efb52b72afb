"""The command line: what it prints, and the status with which it exits."""

from __future__ import annotations

import builtins
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import MISSING, fields
from importlib.metadata import distributions
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from diagram_support import needs_renderer
from rich.console import Console

from mtg_fsm.cli import main, output, runs
from mtg_fsm.diagrams import Highlight, taken_of
from mtg_fsm.diagrams.marks import marks_of
from mtg_fsm.engine.events import (
    EVENTS,
    Event,
    LifeChanged,
    PermanentLeft,
    PhaseBegan,
    Position,
    StateBasedAction,
    StepBegan,
    TurnBegan,
    TurnSkipped,
)
from mtg_fsm.errors import EndlessLoopError
from mtg_fsm.machine import MACHINES, TURN
from mtg_fsm.machine.dispatch import COMPILED
from mtg_fsm.machine.recording import recording
from mtg_fsm.scenario import Run, Scenario, load, loads, run, scenario_schema
from mtg_fsm.schema import typescript
from mtg_fsm.telling.sentences import SENTENCES, sentence
from mtg_fsm.telling.trace import DETAILS, SILENT, SUBJECTS, formatted, is_detail, trace

SCENARIOS = Path(__file__).parent / "scenarios"

HOLDS = """
scenario: holds
title: Nothing happens in the first turn
expect: {turns: [{turn: 1, player: A, steps: [untap, upkeep, precombat_main, beginning_of_combat,
  declare_attackers, end_of_combat, postcombat_main, end, cleanup]}]}
"""
FAILS = """
scenario: fails
until: {turn: 1, step: upkeep}
expect: {checks: [{at: {turn: 1, step: upkeep}, that: {life: {A: 7}}}]}
"""
INVALID = "scenario: invalid\nscritp: []\n"


class Result(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `mtg-fsm` with arguments; what it does about signals is left out, since it would last."""

    def ignore(*_: object) -> None: ...

    monkeypatch.setattr(signal, "signal", ignore)

    def call(*arguments: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["mtg-fsm", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        code = stop.value.code
        assert isinstance(code, int)
        return Result(code, printed.out, printed.err)

    return call


def file(folder: Path, name: str, *documents: str) -> Path:
    """A file with YAML documents."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n---\n".join(text.strip() for text in documents) + "\n", encoding="utf-8")
    return path


# --- check ---


def test_check_says_one_line_a_scenario_and_how_many_passed(command: Command, tmp_path: Path) -> None:
    """Status 1 if an expectation failed, with what differed and where."""
    holds, both = file(tmp_path, "holds.yaml", HOLDS), file(tmp_path, "both.yaml", FAILS, HOLDS)
    assert command("check", holds) == (0, "ok holds\n1 passed, 0 failed\n", "")
    result = command("check", both)
    assert result.status == 1
    failed, passed, last = result.out.splitlines()
    assert re.fullmatch(r"FAIL fails: .*turn 1.*upkeep.*\b20\b.*", failed)
    assert (passed, last) == ("ok holds", "1 passed, 1 failed")


def test_check_goes_on_after_an_invalid_file(command: Command, tmp_path: Path) -> None:
    """Status 2 in the end; file, line, key and reason are on standard error."""
    invalid = file(tmp_path, "a.yaml", INVALID)
    result = command("check", invalid, file(tmp_path, "b.yaml", FAILS, HOLDS))
    assert result.status == 2
    assert result.out.splitlines()[1:] == ["ok holds", "1 passed, 1 failed"]
    assert result.err.startswith(f"{invalid}:2: scritp: unknown key")
    assert len(result.err.splitlines()) == 1


def test_check_searches_folders_in_sorted_order(command: Command, tmp_path: Path) -> None:
    """Every `*.yaml` and `*.yml` at any depth, nothing else."""
    for name in ("b/late.yaml", "a/deep/first.yml", "c.yaml"):
        file(tmp_path, name, HOLDS.replace("scenario: holds", f"scenario: {Path(name).stem}"))
    file(tmp_path, "notes.txt", "not a scenario")
    assert command("check", tmp_path).out.splitlines() == ["ok first", "ok late", "ok c", "3 passed, 0 failed"]


def test_check_of_nothing_is_an_error(command: Command, tmp_path: Path) -> None:
    """An empty folder and a missing file are named."""
    empty, missing = command("check", tmp_path), command("check", tmp_path / "missing.yaml")
    assert (empty.status, empty.err) == (2, f"{tmp_path}: has no *.yaml or *.yml files\n")
    assert missing.status == 2
    assert missing.err.startswith(f"{tmp_path / 'missing.yaml'}: ")


def test_check_of_all_scenarios_of_the_project(command: Command) -> None:
    """As many lines as there are scenarios, and one more."""
    result = command("check", SCENARIOS)
    *scenarios, last = result.out.splitlines()
    assert (result.status, result.err, last) == (0, "", f"{len(scenarios)} passed, 0 failed")


def test_a_set_up_that_cannot_be_played_is_invalid(command: Command, tmp_path: Path) -> None:
    """What is only found as the game is set up is said in one line, too, with status 2."""
    text = "scenario: one-player\ngame: {players: [{id: A}]}\n"
    result = command("check", file(tmp_path, "one.yaml", text))
    assert (result.status, result.out) == (2, "0 passed, 0 failed\n")
    assert len(result.err.splitlines()) == 1


def test_a_run_that_cannot_end_is_invalid(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An error of the engine names the file and the scenario; the others are run all the same."""

    def fail_once(scenario: Scenario, **keywords: Any) -> Run:
        if scenario.id == "fails":
            raise EndlessLoopError("no end")
        return run(scenario, **keywords)

    monkeypatch.setattr(runs, "run", fail_once)
    path = file(tmp_path, "both.yaml", FAILS, HOLDS)
    assert command("check", path) == (2, "ok holds\n1 passed, 0 failed\n", f"{path}: fails: no end\n")


# --- run ---

TRACED = """
scenario: traced
title: A turn in which much is folded
game:
  players:
    - {id: A, hand: 7}
    - {id: B}
script:
  - at: {turn: 1, step: upkeep}
    do:
      - {action: cast, name: stay, effects: [{effect: extra_steps, steps: [upkeep]}]}
      - {action: cast, name: hurry, effects: [{effect: extra_turn, player: A}]}
  - at: {turn: 1, step: precombat_main}
    do:
      - action: cast
        name: ritual
        effects: [{effect: add_mana, mana: BBB}, {effect: lose_life, player: B, count: 2}]
      - {action: cast, name: peace, effects: [{effect: skip, what: combat, this_turn: true}]}
  - at: {turn: 1, step: end}
    do:
      - action: cast
        name: prepare
        effects:
          - effect: delayed_trigger
            name: sweep
            when: {beginning_of: cleanup}
            effects: [{effect: gain_life, count: 1}]
until: {turn: 2, step: upkeep}
"""

TRACE = """\
Turn 1 · A                                                             500.1
  beginning phase                                                      500.1
    untap step: phasing (502.1), untap (502.3)                         501.1
    upkeep step                                                        501.1
      A puts stay on the stack                                        601.2a
      A puts hurry on the stack                                       601.2a
      A, B pass                                                       117.3d
      hurry has resolved                                              608.2n
      A, B pass                                                       117.3d
      stay has resolved                                               608.2n
    upkeep step, added by stay                                         500.9
    draw step: skipped                                                103.8a
  precombat main phase                                                505.1a
    A puts ritual on the stack                                        601.2a
    A puts peace on the stack                                         601.2a
    A, B pass                                                         117.3d
    peace has resolved                                                608.2n
    A, B pass                                                         117.3d
    A gets BBB                                                         106.4
    B loses 2 life, now 18                                             119.3
    ritual has resolved                                               608.2n
    A passes with BBB                                                 117.3d
    A loses unspent BBB                                                500.4
  combat phase: skipped by peace                                      614.10
  postcombat main phase                                               505.1a
  ending phase                                                         500.1
    end step                                                           512.1
      A puts prepare on the stack                                     601.2a
      A, B pass                                                       117.3d
      prepare has resolved                                            608.2n
    cleanup step                                                       512.1
      sweep triggers                                                  603.2b
      remove damage and end effects                                    514.2
      A puts sweep on the stack                                        603.3
      A, B pass                                                       117.3d
      A gains 1 life, now 21                                           119.3
      sweep has resolved                                              608.2n
    cleanup step, again: remove damage and end effects (514.2)        514.3a

Turn 2 · A, extra turn added by hurry                                  500.7
  beginning phase                                                      500.1
    untap step: phasing (502.1), untap (502.3)                         501.1
    upkeep step                                                        501.1
"""


def test_run_prints_the_trace(command: Command, tmp_path: Path) -> None:
    """Headings, what happened with its rule, and nothing that is not worth a line."""
    result = command("run", file(tmp_path, "traced.yaml", TRACED))
    title = "traced: A turn in which much is folded\n\n"
    assert (result.status, result.err) == (0, "")
    assert result.out == f"{title}{TRACE}\nok traced\n"


def test_run_names_all_members_of_a_team(command: Command, tmp_path: Path) -> None:
    """A turn and a pass are the whole team's, in the trace of a Two-Headed Giant game as in a duel; gone members go."""
    text = (
        "scenario: teams\n"
        "game: {variant: archenemy, players: [{id: T}, {id: Ann}, {id: Ben}]}\n"
        "script:\n"
        "  - {at: {turn: 1, step: upkeep}, do: [{action: cast, name: wait}]}\n"
        "  - {at: {turn: 2, step: end}, do: [{action: concede, player: Ann}]}\n"
        "until: {turn: 5, step: upkeep}\n"
    )
    shown = command("run", file(tmp_path, "teams.yaml", text)).out
    for said in ("Turn 1 · T ", "T, Ann, Ben pass", "Turn 2 · Ann and Ben ", "Turn 4 · Ben "):
        assert said in shown, shown


def test_run_says_what_failed_after_the_trace(command: Command, tmp_path: Path) -> None:
    """Status 1; the other scenarios are run all the same."""
    result = command("run", file(tmp_path, "both.yaml", FAILS, HOLDS))
    assert result.status == 1
    failed = next(line for line in result.out.splitlines() if line.startswith("FAIL"))
    assert failed.startswith("FAIL fails: ")
    assert result.out.index("Turn 1") < result.out.index("FAIL fails") < result.out.index("holds: Nothing happens")
    assert result.out.endswith("ok holds\n")


def test_run_of_an_invalid_file(command: Command, tmp_path: Path) -> None:
    """Status 2, one line, no trace."""
    result = command("run", file(tmp_path, "invalid.yaml", INVALID))
    assert (result.status, result.out) == (2, "")
    assert "invalid.yaml:2: scritp: unknown key" in result.err


def test_run_json_is_one_event_a_line(command: Command, tmp_path: Path) -> None:
    """Each is the event's own data with its scenario; failures do not disturb it."""
    (expected,) = loads(FAILS)
    result = command("run", "--json", file(tmp_path, "fails.yaml", FAILS))
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert lines == [{"scenario": "fails", **event.as_dict()} for event in run(expected).events]
    assert result.status == 1
    assert result.err.startswith("FAIL fails: ")


# --- diagrams ---


def test_run_draws_the_way_that_it_took(command: Command, tmp_path: Path) -> None:
    """States and arcs have the number of times if there are several; that the file was written is said."""
    path = tmp_path / "turn.dot"
    result = command("run", file(tmp_path, "traced.yaml", TRACED), "--diagram", path)
    assert (result.status, result.err) == (0, f"wrote {path}\n")
    text = path.read_text(encoding="utf-8")
    assert "run of traced" in text
    for visited in ("upkeep x3", "cleanup x2", "beginning x2", "draw"):
        assert f"<B>{visited}</B>" in text
    lines = {found[1]: line for line in text.splitlines() if (found := re.search(r'id="(arc\.\S+)"', line))}
    assert "<B>x2</B>" in lines["arc.beginning.untap.proceed.beginning.upkeep"]
    assert 'color="#c4cad1"' in lines["arc.combat.declare_blockers.proceed.combat.combat_damage"]


def test_with_json_the_file_is_told_on_standard_error(command: Command, tmp_path: Path) -> None:
    """Standard output has events only."""
    result = command("run", "--json", file(tmp_path, "holds.yaml", HOLDS), "--diagram", tmp_path / "turn.dot")
    assert (result.status, result.err) == (0, f"wrote {tmp_path / 'turn.dot'}\n")
    assert all("event" in json.loads(line) for line in result.out.splitlines())
    assert (tmp_path / "turn.dot").exists()


def test_the_title_of_a_picture_names_few_scenarios(command: Command, tmp_path: Path) -> None:
    """Of more than three it gives the number."""
    names = [file(tmp_path, f"{n}.yaml", HOLDS.replace("scenario: holds", f"scenario: s{n}")) for n in range(4)]
    for files, said in ((names[:3], "run of s0, s1, s2<"), (names, "run of 4 scenarios<")):
        assert command("run", *files, "--diagram", tmp_path / "turn.dot").status == 0
        assert said in (tmp_path / "turn.dot").read_text(encoding="utf-8")


@needs_renderer
@pytest.mark.parametrize(("name", "start"), [("turn.svg", b"<?xml"), ("turn.png", b"\x89PNG")])
def test_the_ending_chooses_the_format(command: Command, tmp_path: Path, name: str, start: bytes) -> None:
    """No file is written under another format's name."""
    assert command("run", file(tmp_path, "holds.yaml", HOLDS), "--diagram", tmp_path / name).status == 0
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["turn", "turn.jpg", "turn.SVG.txt"])
def test_other_endings_are_refused(command: Command, tmp_path: Path, name: str) -> None:
    """Nothing is run, and the error names the endings that there are."""
    result = command("run", file(tmp_path, "holds.yaml", HOLDS), "--diagram", tmp_path / name)
    assert (result.status, result.out) == (2, "")
    assert ".dot, .svg, .png" in " ".join(result.err.split())
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_not_there(command: Command, tmp_path: Path) -> None:
    """Nothing is run, and one line names the folder."""
    missing = tmp_path / "nowhere"
    said = f"cannot be written: there is no folder {missing}\n"
    result = command("run", file(tmp_path, "holds.yaml", HOLDS), "--diagram", missing / "turn.dot")
    assert result == (2, "", f"mtg-fsm: {missing / 'turn.dot'} {said}")
    assert command("schema", "scenario", "--out", missing / "s.json") == (
        2,
        "",
        f"mtg-fsm: {missing / 's.json'} {said}",
    )


def test_run_draws_a_timeline_and_writes_a_page(command: Command, tmp_path: Path) -> None:
    """Each in the format that its path ends in, in the order of the options; the title is that of the scenario."""
    traced, paths = file(tmp_path, "traced.yaml", TRACED), [tmp_path / name for name in ("turns.json", "turns.txt")]
    for path in paths:
        result = command("run", traced, "--timeline", path)
        assert (result.status, result.err) == (0, f"wrote {path}\n")
    assert json.loads(paths[0].read_text(encoding="utf-8"))["turns"][0]["players"] == ["A"]
    assert paths[1].read_text(encoding="utf-8").startswith("A turn in which much is folded\n\nTurn 1 · A\n")
    assert command("run", traced, "--timeline", paths[1]).out == command("run", traced).out


@needs_renderer
def test_run_writes_a_page_to_step_through(command: Command, tmp_path: Path) -> None:
    """It has the title and as many events as happened."""
    traced, path = file(tmp_path, "traced.yaml", TRACED), tmp_path / "run.html"
    result = command("run", "--json", traced, "--step-through", path)
    text = path.read_text(encoding="utf-8")
    assert (result.status, result.err) == (0, f"wrote {path}\n")
    assert "<h1>A turn in which much is folded</h1>" in text
    assert text.count(' data-step="') == len(result.out.splitlines())


def test_one_turn_is_drawn_alone(command: Command, tmp_path: Path) -> None:
    """The diagram has the way of that turn, by the arc that led there, and the timeline only its row."""
    traced, drawn, turns = file(tmp_path, "traced.yaml", TRACED), tmp_path / "turn.dot", tmp_path / "turns.json"
    assert command("run", traced, "--turn", 2, "--diagram", drawn, "--timeline", turns).status == 0
    text = drawn.read_text(encoding="utf-8")
    assert "Turn structure: turn 2 of traced" in text
    assert "<B>upkeep</B>" in text
    assert [turn["number"] for turn in json.loads(turns.read_text(encoding="utf-8"))["turns"]] == [2]
    result = command("run", traced, "--turn", 9, "--timeline", turns)
    assert (result.status, result.err.splitlines()) == (2, ["mtg-fsm: turn: this run has no turn 9; it has 1, 2"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--timeline", "turns.pdf"), "has to end in .svg, .png, .dot, .txt, .json"),
        (("--timeline", "turns.SVG"), "has to end in .svg"),
        (("--step-through", "run.htm"), "has to end in .html"),
        (("--turn", "1"), "goes with --diagram, --timeline or --step-through"),
        (("--turn", "0", "--timeline", "turns.txt"), "Invalid value for '--turn'"),
    ],
)
def test_options_of_run_that_cannot_be_met(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """Nothing is run."""
    result = command("run", file(tmp_path, "holds.yaml", HOLDS), *arguments)
    assert (result.status, result.out) == (2, "")
    assert said in " ".join(result.err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["holds.yaml"]


@pytest.mark.parametrize("option", ["--timeline turns.txt", "--step-through run.html", "--turn 1 --diagram turn.dot"])
def test_what_shows_one_run_is_refused_for_several(command: Command, tmp_path: Path, option: str) -> None:
    """Nothing is run, and the scenarios are named."""
    both = file(tmp_path, "both.yaml", HOLDS, FAILS)
    result = command("run", both, *option.split())
    said = "mtg-fsm: --timeline, --step-through and --turn show one run; there are 2 scenarios: holds, fails\n"
    assert result == (2, "", said)


@needs_renderer
def test_docs_writes_all_diagrams_and_checks_them(command: Command, tmp_path: Path) -> None:
    """If all is well nothing more is said; a file that differs is named, with what mends it."""
    folder = tmp_path / "docs"
    assert command("docs", "--out", folder) == (0, "", f"wrote the diagrams and {folder / 'README.md'}\n")
    assert command("docs", "--out", folder, "--check") == (0, "", "")
    (folder / "turn.dot").write_bytes(b"digraph {}")
    said = f"{folder / 'turn.dot'} differs from the machines; run: mtg-fsm docs --out {folder}\n"
    assert command("docs", "--out", folder, "--check") == (1, said, "")


@pytest.mark.parametrize("subject", ["turn", "all"])
def test_render_marks_the_active_state(command: Command, subject: str) -> None:
    """Of the turn, if all machines are drawn."""
    result = command("render", subject, "-f", "dot", "--highlight", "combat.declare_attackers")
    assert result.status == 0
    assert "the state in which the game is" in result.out


def test_arcs_that_runs_of_the_project_took() -> None:
    """What the arcs say of how often states were entered is what the events say."""
    (machines, way), began = recording({"turn": TURN}), Counter[str]()
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        for scenario in loads(path.read_text(encoding="utf-8")):
            done = run(scenario, machines=machines)
            assert done.ok, scenario.id
            began.update(event.phase for event in done.events if isinstance(event, PhaseBegan) and event.phase)
            began.update(f"{event.phase}.{event.step}" for event in done.events if isinstance(event, StepBegan))
    visits = marks_of(TURN, Highlight(taken=taken_of(way))).states
    assert {state.name: visits[state.name] for state in TURN.states if state.kind in ("phase", "step")} == began


# --- the trace ---


def test_every_event_has_a_sentence() -> None:
    """And there is none for an event that does not exist."""
    assert set(SENTENCES) == set(EVENTS)
    assert set(EVENTS) >= SILENT
    assert {name for names in DETAILS.values() for name in names} <= set(EVENTS)
    assert set(SUBJECTS) <= set(EVENTS)


def example(kind: type[Event], *, empty: bool) -> Event:
    """An event of a kind with the least in it, or with something in every field."""
    at = Position(3, "A", "combat", "combat_damage")
    given: dict[str, Any] = {
        "str": "thing",
        "int": 2,
        "bool": not empty,
        "KnownPlayer": "A",
        "Mana": "RG",
        "Zone": "graveyard",
        "Literal['day', 'night']": "day",
        "tuple[str, ...]": () if empty else ("A", "B"),
    }
    values: dict[str, Any] = {}
    for field in fields(kind)[2:]:
        annotation = str(kind.__annotations__[field.name])
        if not empty:
            values[field.name] = given[annotation.removesuffix(" | None")]
        elif annotation.endswith(" | None"):
            values[field.name] = None
        elif field.default is MISSING:
            values[field.name] = given[annotation]
    return kind(at, "510.2", **values)


@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize("name", SENTENCES)
def test_sentences_hold_with_and_without_what_is_optional(name: str, empty: bool) -> None:
    """No placeholder, bracket or `None` is ever printed."""
    text = sentence(example(EVENTS[name], empty=empty))
    assert text
    assert not re.search(r"[\[\]{}_]|None|True|False", text)


def test_permanents_leave_for_a_zone_or_with_their_player() -> None:
    """800.4a: what a player owns leaves the game with them."""
    at = Position(1, "A", "precombat_main", None)
    assert sentence(PermanentLeft(at, "704.5f", "bear", "A", "graveyard")) == "bear leaves for the graveyard"
    assert sentence(PermanentLeft(at, None, "bear", "A", "exile")) == "bear leaves for exile"
    assert sentence(PermanentLeft(at, "800.4a", "bear", "A", "nowhere")) == "bear leaves the game"


def test_people_are_told_what_changes_the_game_and_no_details() -> None:
    """In every scenario; the same resolution is told once, what leaves the stack otherwise is told."""
    told, left = set[str](), set[str]()
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        for event in (event for scenario in load(path) for event in run(scenario).events):
            (left if is_detail(event) else told).add(event.name_in_log)
    assert left & told == {"left_stack"}
    assert {"priority_received", "priority_passed", "step_ended", "turn_based_action"} <= left
    assert {"turn_began", "put_on_stack", "resolved", "life_changed", "attacker_declared", "player_lost"} <= told


def test_life_is_gained_and_lost() -> None:
    """The sign is said in words."""
    at = Position(1, "A", "precombat_main", None)
    assert sentence(LifeChanged(at, "119.3", "A", 2, 22)) == "A gains 2 life, now 22"
    assert sentence(LifeChanged(at, "119.3", "A", -2, 18)) == "A loses 2 life, now 18"


def test_an_event_of_a_client_is_told_by_its_fields() -> None:
    """An event without a sentence is not lost."""

    class Shuffled(Event):
        name_in_log = "shuffled"

    assert sentence(Shuffled(Position(1, "A", None, None), "103.3")) == "shuffled"


def test_names_may_hold_braces_and_brackets() -> None:
    """What a file says is never taken for a template."""
    name = "{player} [x] {0}"
    text = f"""
    scenario: odd
    script:
      - at: {{turn: 1, step: upkeep}}
        do: [{{action: cast, name: {json.dumps(name)}, effects: [{{effect: nothing}}]}}]
    """
    (scenario,) = loads(textwrap.dedent(text))
    words = [line.words for line in trace(run(scenario).events)]
    assert f"A puts {name} on the stack" in words
    assert f"{name} has resolved" in words


def test_all_traces_of_the_project_fit() -> None:
    """Words leave the column of the rules free; there the rule of an event stands on the first line, right-aligned."""
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        for scenario in loads(path.read_text(encoding="utf-8")):
            events = run(scenario).events
            for line in trace(events):
                (words, rule), *rest = formatted(line, 76)
                assert len(words) <= 68
                assert not rule or (rule.startswith("  ") and len(words + rule) == 76)
                assert all(len(more) <= 68 and more.startswith("    ") and not none for more, none in rest)
                assert rule.strip() in {event.rule or "" for event in events}


def test_a_long_line_is_broken_before_the_column_of_the_rules() -> None:
    """Between words, and further in from the second line on; a word that is too long is not broken."""
    at = Position(1, "A", None, None)
    (line,) = trace([StateBasedAction(at, "704.5f", "a creature with a name of many words")])
    assert formatted(line, 40) == [
        ("  a creature with a name of many", "704.5f".rjust(8)),
        ("      words has no toughness", ""),
        ("      left", ""),
    ]
    (line,) = trace([StateBasedAction(at, "704.5f", "x" * 40)])
    assert formatted(line, 40) == [(f"  {'x' * 40}", "  704.5f"), ("      has no toughness left", "")]


def test_a_rule_of_the_trace_is_the_rule_of_its_event(command: Command, tmp_path: Path) -> None:
    """What the trace says of a step can be copied into what a scenario expects."""
    step, added = re.findall(r"upkeep step.* (\S+)$", TRACE, re.MULTILINE)[:2]
    phasing = re.findall(r"phasing \((\S+)\)", TRACE)[0]
    events = [
        {"event": "turn_based_action", "action": "phasing", "rule": phasing},
        {"event": "step_began", "step": "upkeep", "rule": step},
        {"event": "step_began", "step": "upkeep", "rule": added},
    ]
    path = file(tmp_path, "copied.yaml", f"{TRACED}expect: {json.dumps({'events': events})}")
    assert command("check", path) == (0, "ok traced\n1 passed, 0 failed\n", "")


@pytest.mark.parametrize(
    ("player", "name", "said"),
    [
        ("A", "price", "Turn of A, extra turn: skipped by price"),
        ("B", "price", "Turn of B: skipped by price"),
        ("B", None, "Turn of B: skipped"),
    ],
)
def test_a_skipped_turn_is_an_extra_turn_if_that_is_certain(player: str, name: str | None, said: str) -> None:
    """No regular turn follows a regular turn of its own player; after anything else it may be either."""
    began = TurnBegan(Position(1, "A", None, None), "500.1", "A")
    skipped = TurnSkipped(Position(1, "A", None, None), "614.10", player, name)
    assert trace([began, skipped])[1].words == said
    extra = TurnBegan(Position(1, "B", None, None), "500.7", "B", "haste")
    assert trace([began, extra, skipped])[2].words == said
    other = TurnSkipped(Position(1, "A", None, None), "614.10", "B")
    assert trace([began, other, skipped])[2].words == said.replace(", extra turn", "")


def test_the_words_on_a_terminal_are_the_same(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Colours and width differ, words do not."""
    path = file(tmp_path, "traced.yaml", TRACED)
    plain = command("run", path).out
    screen = StringIO()
    monkeypatch.setattr(
        output, "terminal", lambda: Console(file=screen, force_terminal=True, width=90, highlight=False)
    )
    rest = command("run", path).out
    coloured = screen.getvalue()
    assert "\x1b[" in coloured
    shown = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert max(map(len, shown.splitlines())) == 90
    assert "".join(shown.split()) == "".join(TRACE.split())
    assert sorted((shown + rest).split()) == sorted(plain.split())


# --- tables ---


@pytest.mark.parametrize("machine", MACHINES)
def test_tables_have_a_line_for_each_state_and_arc(command: Command, machine: str) -> None:
    """Plain text, aligned, with nothing cut off."""
    definition = MACHINES[machine]
    states, arcs = command("states", "--machine", machine), command("arcs", "--machine", machine)
    assert (states.status, arcs.status) == (0, 0)
    head, *lines = states.out.splitlines()
    assert [line.split()[0] for line in lines] == [state.name for state in definition.states]
    assert all(
        line[head.index("description") :] == state.description
        for line, state in zip(lines, definition.states, strict=True)
    )
    head, *lines = arcs.out.splitlines()
    assert [tuple(line.split()[:3]) for line in lines] == [
        (arc.trigger, arc.source, arc.target or "(internal)") for arc in definition.arcs
    ]
    assert all(", ".join(arc.guards) in line for line, arc in zip(lines, definition.arcs, strict=True))


def test_json_has_all_that_the_definition_says(command: Command) -> None:
    """The data reads back as the definition."""
    states = json.loads(command("states", "--json").out)
    arcs = json.loads(command("arcs", "--machine", "turn", "--json").out)
    assert arcs == [arc.model_dump(mode="json") for arc in TURN.arcs]
    parents = [state.pop("parent") for state in states]
    assert parents == [state.parent for state in TURN.states]
    assert states == [state.model_dump(mode="json") for state in TURN.states]


@pytest.mark.parametrize("width", [80, 100, 120, 160])
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("table", ["states", "arcs"])
def test_tables_fit_the_terminal(
    command: Command, monkeypatch: pytest.MonkeyPatch, table: str, machine: str, width: int
) -> None:
    """On a terminal no line is longer than it is wide, and no name is broken."""
    screen = StringIO()
    monkeypatch.setattr(output, "terminal", lambda: Console(file=screen, force_terminal=True, width=width))
    command(table, "--machine", machine)
    shown = re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue())
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    words, definition = set(re.findall(r"[\w.>-]+", shown)), MACHINES[machine]
    assert {state.name for state in definition.states} - {"not_started"} <= words | definition.parents
    items = [*definition.callbacks, *definition.actions] if table == "states" else definition.guards
    assert {
        item.name for item in items if table == "arcs" or any(item.name in s.actions for s in definition.states)
    } <= words
    for arc in definition.arcs if table == "arcs" else ():
        assert f"-> {arc.target}" in shown or arc.target in words or arc.target is None


def test_a_narrow_terminal_breaks_what_it_has_to(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut off at any width."""
    screen = StringIO()
    monkeypatch.setattr(output, "terminal", lambda: Console(file=screen, force_terminal=True, width=50))
    command("states")
    shown = re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue())
    assert max(map(len, shown.splitlines())) <= 50
    assert "…" not in shown


# --- schema and the rest ---


def test_schema(command: Command, tmp_path: Path) -> None:
    """Printed, or written to a file."""
    printed = command("schema", "scenario")
    written = command("schema", "scenario", "--out", tmp_path / "scenario.schema.json")
    assert (printed.status, written) == (0, (0, "", ""))
    assert json.loads(printed.out) == scenario_schema()
    assert (tmp_path / "scenario.schema.json").read_text(encoding="utf-8") == printed.out


def test_types_for_typescript(command: Command, tmp_path: Path) -> None:
    """The file of the package, printed or written as it is."""
    assert command("schema", "typescript", "--out", tmp_path / "mtg_fsm.d.ts") == (0, "", "")
    assert (tmp_path / "mtg_fsm.d.ts").read_text(encoding="utf-8") == typescript()
    assert command("schema", "typescript") == (0, typescript(), "")
    assert "export type MtgEvent =" in typescript()


@pytest.mark.skipif(not list(distributions(name="mtg-fsm")), reason="the package is not installed")
def test_version(command: Command) -> None:
    """The version of the installed package."""
    result = command("--version")
    assert result.status == 0
    compiled = r" \(compiled\)" if COMPILED else ""
    assert re.fullmatch(rf"mtg-fsm \d+\.\d+\.\d+\S*{compiled}\n", result.out)


@pytest.mark.parametrize("name", ["", "states", "arcs", "run", "check", "schema", "explore", "perft"])
def test_help_has_an_example(command: Command, name: str) -> None:
    """Each command's example names the command itself."""
    result = command(*name.split(), "--help")
    assert result.status == 0
    assert f"Example: mtg-fsm {name}".rstrip() in result.out


@pytest.mark.parametrize(
    "arguments", [["bogus"], ["run"], ["check"], ["arcs", "--machine", "x"], ["schema", "x"], ["states", "--bogus"]]
)
def test_wrong_arguments(command: Command, arguments: list[str]) -> None:
    """Status 2 and an error that says what is wrong."""
    result = command(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "Error" in result.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arcs", "--machine", "foo"], "'--machine': must be one of turn, priority, attack, block, damage, not 'foo'"),
        (
            ["states", "--machine", "foo"],
            "'--machine': must be one of turn, priority, attack, block, damage, not 'foo'",
        ),
        (
            ["schema", "foo"],
            "'[scenario|command|decision|event|view|snapshot|typescript]': must be one of scenario, command, decision, "
            "event, view, snapshot, typescript, not 'foo'",
        ),
    ],
)
def test_a_wrong_name_is_told_the_right_ones(command: Command, arguments: list[str], said: str) -> None:
    """In the last line of the error, without the words of a library."""
    assert command(*arguments).err.splitlines()[-1] == f"Error: Invalid value for {said}"


@pytest.mark.parametrize(("module", "package"), [("typer", "typer"), ("rich", "rich"), ("yaml", "PyYAML")])
def test_a_missing_extra_is_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    """Status 2, with the command that installs it."""
    importing = builtins.__import__

    def fail(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == module:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
        return importing(name, *rest, **named)

    for name in [name for name in sys.modules if name.startswith(("mtg_fsm.cli.", "mtg_fsm.scenario"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", fail)
    result = command("states")
    assert result == (2, "", f"mtg-fsm: {package} is not installed; run: pip install 'mtg-fsm[cli]'\n")


def test_any_other_import_error_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is not taken for a missing package."""
    monkeypatch.setitem(sys.modules, "mtg_fsm.cli.app", None)
    with pytest.raises(ImportError, match=r"mtg_fsm\.cli\.app"):
        main()


def test_the_same_output_under_any_hash_seed(tmp_path: Path) -> None:
    """Two processes print the same bytes."""
    path = file(tmp_path, "traced.yaml", TRACED)
    code = "import sys; from mtg_fsm.cli import main; sys.argv[0] = 'mtg-fsm'; main()"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code, "run", str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert TRACE.encode().splitlines() == next(iter(printed)).splitlines()[2:-2]


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there is no such signal")
def test_a_reader_that_stops_reading(tmp_path: Path) -> None:
    """As with `head`: the command ends without a word, by the signal that is meant for that."""
    code = "import sys; from mtg_fsm.cli import main; sys.argv[0] = 'mtg-fsm'; main()"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, "run", str(file(tmp_path, "traced.yaml", TRACED))],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


def test_an_encoding_without_the_characters(tmp_path: Path) -> None:
    """A name that the terminal cannot show is escaped; nothing fails."""
    path = file(tmp_path, "holds.yaml", HOLDS.replace("Nothing", '"\N{SNOWMAN} nothing').replace("turn\n", 'turn"\n'))
    code = "import sys; from mtg_fsm.cli import main; sys.argv[0] = 'mtg-fsm'; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "run", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u2603 nothing" in done.stdout


@needs_renderer
def test_docs_leaves_a_page_of_ones_own_alone(command: Command, tmp_path: Path) -> None:
    """A folder with another README, no folder, and a file are refused, and nothing is written."""
    (tmp_path / "README.md").write_text("# Mine", encoding="utf-8")
    said = f"mtg-fsm: {tmp_path / 'README.md'} is there and is no page of diagrams; name another folder\n"
    assert command("docs", "--out", tmp_path) == (2, "", said)
    for out in ("", tmp_path / "README.md"):
        assert command("docs", "--out", out).status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-f", "png", "-o", "turn.svg"], "turn.svg ends like svg, but the format is png"),
        (["-o", "turn.gif"], "'turn.gif' has to end in .dot"),
        (["-o", "missing/turn.svg"], "cannot be written: there is no folder missing"),
        (["-f", "svg", "-o", "."], "cannot be written: it is a folder"),
        (["--rules-url", "x"], "rules_url: must contain {rule}"),
        (["--rules-url", "{rule}/{x}"], "and no other braces"),
        (["--rules-url", "javascript:x({rule})"], "rules_url: must begin with http:"),
        (["--highlight", "tea"], "the machine 'turn' has no state 'tea'"),
        (["--highlight", "next_phase", "--detail", "steps"], "'next_phase' is not shown in detail steps"),
        (["--title", "a\x01b"], "title: must be printable characters"),
        (["--title", "\udcff"], "title: must be printable characters"),
        (["--dpi", "0"], "dpi: must be from 36 to 1200, not 0"),
    ],
)
def test_render_refuses_in_one_line(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    """Nothing is written."""
    monkeypatch.chdir(tmp_path)
    result = command("render", "turn", *arguments, *(() if "-f" in arguments or "-o" in arguments else ("-f", "dot")))
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert said in result.err
    assert [*tmp_path.iterdir()] == []


def test_a_pipe_is_written_to(command: Command, tmp_path: Path) -> None:
    """What is no ordinary file stays what it is; `-` is the standard output."""
    pipe, read = tmp_path / "turn.dot", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    assert command("render", "turn", "-o", pipe).status == 0
    reader.join(30)
    assert pipe.is_fifo()
    assert command("render", "turn", "-f", "dot", "-o", "-").out.encode() == read[0]


def test_two_pictures_of_a_run_need_two_files(command: Command, tmp_path: Path) -> None:
    """Else one would be lost."""
    same = tmp_path / "turn.dot"
    result = command("run", file(tmp_path, "holds.yaml", HOLDS), "--diagram", same, "--timeline", same)
    assert (result.status, result.out) == (2, "")
    assert not same.exists()

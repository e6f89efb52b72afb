"""Perft: known numbers of sequences of commands, as the strictest test of what is legal and of going back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from recorded import PERFT, position_of

from mtg_fsm import Concede, Engine, Pass, as_text, from_text, new_game, restore
from mtg_fsm.cli import main
from mtg_fsm.errors import MtgFsmError, ScenarioError, SnapshotError
from mtg_fsm.explore import divide, perft, position

FILES: Final = PERFT.all()
POSITIONS: Final = Path(__file__).parent / "perft" / "positions"


def _record(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_perft_counts_what_was_recorded(file: Path) -> None:
    """To the depth that is quick, the numbers are those of the data file."""
    record = _record(file)
    assert list(perft(position_of(record), record["quick"])) == record["sequences"][: record["quick"]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_records_name_the_command_that_made_them(file: Path) -> None:
    """It counts to the depth that is recorded."""
    record = _record(file)
    assert record["command"].startswith("mtg-fsm perft")
    assert record["command"].endswith(f" --depth {len(record['sequences'])}")


def test_every_position_is_recorded() -> None:
    """No file lies there without its numbers."""
    assert {file.stem for file in POSITIONS.iterdir()} | {"start"} == {file.stem for file in FILES}


def _replayed(snapshot: Any, depth: int, way: tuple[str, ...] = ()) -> int:
    """The same number by brute force: each sequence is played from the beginning, by the texts of its commands."""
    engine = restore(snapshot)
    for text in way:
        engine.submit(from_text(text))
    if len(way) == depth:
        return 1
    legal = [command for player in engine.players for command in engine.legal(player)]
    texts = [as_text(command) for command in legal if not isinstance(command, Concede)]
    return sum(_replayed(snapshot, depth, (*way, text)) for text in texts)


@pytest.mark.parametrize(
    ("file", "depth"),
    [
        (None, 3),
        ("combat.yaml", 3),
        ("stack.yaml", 6),
        ("choices.yaml", 2),
        ("decks.json", 4),
        ("added-units.yaml", 8),
    ],
)
def test_playing_every_sequence_again_gives_the_same_number(file: str | None, depth: int) -> None:
    """Counting with going back agrees with counting without."""
    engine = position(POSITIONS / file if file else None)
    assert _replayed(engine.snapshot(), depth) == perft(engine, depth)[-1]


def test_divide_adds_up() -> None:
    """The numbers of the first commands make the whole."""
    engine = position(POSITIONS / "combat.yaml")
    parts = divide(engine, 4)
    assert sum(parts.values()) == perft(engine, 4)[-1]
    assert next(iter(parts)) == "A: attack"
    assert divide(engine, 1) == dict.fromkeys(parts, 1)


def test_counting_leaves_the_engine_as_it_was() -> None:
    """Afterwards the game goes on as if nothing had been counted."""
    engine, other = position(POSITIONS / "stack.yaml"), position(POSITIONS / "stack.yaml")
    perft(engine, 4)
    divide(engine, 2)
    assert engine.snapshot() == other.snapshot()
    assert engine.submit(Pass()) == other.submit(Pass())
    assert not engine.keeps_marks


def test_a_game_that_is_over_has_no_sequences() -> None:
    """Nobody decides anything there, and those that end the game have no longer ones."""
    engine = new_game()
    engine.advance()
    engine.submit(Concede(player="A"))
    assert perft(engine, 2) == (0, 0)


@pytest.mark.parametrize("count", [perft, divide])
def test_depths_below_one_are_refused(count: Any) -> None:
    """There is nothing to count."""
    with pytest.raises(MtgFsmError, match="depth: has to be 1 or more, not 0"):
        count(new_game(), 0)


def test_positions_are_scenarios_at_their_end_or_snapshots(tmp_path: Path) -> None:
    """Of a scenario with `until` it is that moment, else the beginning; of a snapshot the game that was saved."""
    combat = position(POSITIONS / "combat.yaml")
    assert (combat.turn_state, combat.decision and combat.decision.kind) == (
        "combat.declare_attackers",
        "declare_attackers",
    )
    begun = tmp_path / "begun.yaml"
    begun.write_text("scenario: begun\n---\nscenario: other\nuntil: {turn: 1, step: upkeep, when: ended}\n")
    assert position(begun, scenario="begun").turn_state == "beginning.upkeep"
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps(combat.snapshot()))
    assert position(saved).snapshot() == combat.snapshot()
    with pytest.raises(ScenarioError, match="has 2 scenarios; name one of begun, other"):
        position(begun)
    with pytest.raises(ScenarioError, match="has no scenario 'third'"):
        position(begun, scenario="third")
    with pytest.raises(ScenarioError, match="nobody decides right after a step has ended"):
        position(begun, scenario="other")
    saved.write_text("{}")
    with pytest.raises(SnapshotError):
        position(saved)


def test_a_position_where_nobody_decides_is_refused(tmp_path: Path) -> None:
    """A game that is over is none, nor a scenario that does not hold."""
    engine: Engine = new_game()
    engine.advance()
    engine.submit(Concede(player="A"))
    file = tmp_path / "over.json"
    file.write_text(json.dumps(engine.snapshot()))
    with pytest.raises(MtgFsmError, match="nobody decides anything there"):
        position(file)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "scenario: wrong\nuntil: {turn: 1, step: draw}\n"
        "expect: {checks: [{at: {turn: 1, step: upkeep}, that: {life: {A: 7}}}]}\n"
    )
    with pytest.raises(ScenarioError, match="FAIL wrong"):
        position(wrong)


def _run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["mtg-fsm", "perft", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


def test_the_command_prints_a_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each depth, or for each first command and all of them."""
    assert _run(["--depth", "2"], monkeypatch) == 0
    assert capsys.readouterr().out.split() == ["depth", "sequences", "1", "8", "2", "57"]
    assert _run(["--depth", "2", "--divide"], monkeypatch) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["A:", "pass", "8"]


def test_the_command_gives_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers as a list, or by the first command."""
    file = str(POSITIONS / "stack.yaml")
    assert _run([file, "--depth", "3", "--json"], monkeypatch) == 0
    assert json.loads(capsys.readouterr().out) == [2, 7, 9]
    assert _run([file, "--depth", "3", "--json", "--divide"], monkeypatch) == 0
    assert sum(json.loads(capsys.readouterr().out).values()) == 9


def test_a_file_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 2, with one line."""
    assert _run(["no-such-file.yaml"], monkeypatch) == 2
    assert "no-such-file.yaml" in capsys.readouterr().err

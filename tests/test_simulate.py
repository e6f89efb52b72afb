"""Many games: the same results on any executor, errors that name their game, and the command that plays them."""

from __future__ import annotations

import doctest
import json
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mtg_fsm.simulate
from mtg_fsm import BlankGame, Command, Engine, GameSpec, PermanentSpec, PlayerSpec, SetupError, SimulationError, replay
from mtg_fsm.cli.app import app
from mtg_fsm.simulate import (
    Dealt,
    GameResult,
    at_random,
    by_default,
    play,
    seed_of,
    simulate,
    summarized,
)

SKIRMISH = GameSpec(
    players=tuple(
        PlayerSpec(
            id=player,
            life=3,
            hand=0,
            library=8,
            battlefield=tuple(PermanentSpec(id=f"{player}{number}", power=number) for number in range(1, 4)),
        )
        for player in ("A", "B")
    )
)
GAMES = 14
EXECUTORS: dict[str, Callable[[], Executor]] = {
    "a thread": lambda: ThreadPoolExecutor(1),
    "three threads": lambda: ThreadPoolExecutor(3),
    "a process": lambda: ProcessPoolExecutor(1),
    "two processes": lambda: ProcessPoolExecutor(2),
    "three processes": lambda: ProcessPoolExecutor(3),
}


def blank(_seed: int) -> Engine:
    """A game in which nothing happens."""
    return Engine(BlankGame(), ("A", "B"))


def fails_late(engine: Engine, player: str, rng: random.Random) -> Command:
    """Plays on at random, but fails in turn 3 of some games."""
    if engine.position.turn == 3 and rng.random() < 0.2:
        raise ZeroDivisionError("no answer")
    return at_random(engine, player, rng)


def _alone() -> list[GameResult]:
    return list(simulate(SKIRMISH, games=GAMES, seed=5))


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
@pytest.mark.parametrize("chunk_size", [None, 1, 4, 50])
def test_the_results_are_the_same_on_any_executor(make: Callable[[], Executor], chunk_size: int | None) -> None:
    """The seed alone decides: not the kind of executor, not the number of workers, not the size of the chunks."""
    with make() as executor:
        assert list(simulate(SKIRMISH, games=GAMES, seed=5, executor=executor, chunk_size=chunk_size)) == _alone()


def test_games_differ_and_come_in_order() -> None:
    """Each game has its number and a seed of its own; another seed of all gives other games."""
    results = _alone()
    assert [result.number for result in results] == list(range(GAMES))
    assert [result.seed for result in results] == [seed_of(5, number) for number in range(GAMES)]
    assert len({result[2:] for result in results}) > GAMES // 2
    assert results != list(simulate(SKIRMISH, games=GAMES, seed=6))


def test_a_game_of_many_is_played_alone_by_its_seed() -> None:
    """`play` gives the result that it had among the others."""
    for result in _alone()[::5]:
        assert play(result.seed, SKIRMISH, number=result.number) == result


def test_decks_are_shuffled_by_the_seed_of_the_game() -> None:
    """Left out, the sample decks play; the games of two seeds are dealt differently, those of one alike."""
    hands = [Dealt()(seed).snapshot()["game"]["belongings"][0]["hand"] for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]
    assert next(simulate(games=1, seed=3, policy=by_default)) == play(seed_of(3, 0), policy=by_default)


def test_players_may_have_policies_of_their_own() -> None:
    """Who always passes loses to one who attacks at random, whichever of the two that is."""
    for passive, winner in (("A", "B"), ("B", "A")):
        results = list(simulate(SKIRMISH, games=6, policies={passive: by_default}))
        assert {result.winners for result in results} == {(winner,)}


def test_a_game_that_goes_on_for_ever_is_broken_off() -> None:
    """Nobody wins, no rule ended it, and it is no draw."""
    (result,) = simulate(blank, by_default, games=1, max_turns=4)
    assert (result.turns, result.rule, result.winners, result.drawn) == (5, None, (), False)
    (result,) = simulate(blank, by_default, games=1, max_decisions=7)
    assert result.decisions == 7


@pytest.mark.parametrize("make", [None, *EXECUTORS.values()], ids=["here", *EXECUTORS])
def test_a_failing_game_is_named_and_can_be_played_again(make: Callable[[], Executor] | None) -> None:
    """The results before it come; the error has number, seed and the log up to there, and the seed fails again."""
    executor = make() if make is not None else None
    results: list[GameResult] = []
    with pytest.raises(SimulationError, match="ZeroDivisionError: no answer") as caught:
        results.extend(simulate(SKIRMISH, fails_late, games=GAMES, seed=5, executor=executor, chunk_size=3))
    if executor is not None:
        executor.shutdown()
    failure = caught.value
    assert f"game {failure.number} (seed {failure.seed})" in str(failure)
    assert failure.seed == seed_of(5, failure.number)
    assert results == _alone_but_failing(failure.number)
    engine = replay(failure.log, Dealt()(0).game).engine
    assert engine.position.turn == 3
    with pytest.raises(SimulationError) as again:
        play(failure.seed, SKIRMISH, fails_late, number=failure.number)
    assert (str(again.value), again.value.log) == (str(failure), failure.log)


def _alone_but_failing(games: int) -> list[GameResult]:
    return list(simulate(SKIRMISH, fails_late, games=games, seed=5))


def test_the_error_travels_between_processes() -> None:
    """Pickled and read again it says the same."""
    error = SimulationError(7, 12, "KeyError: 'x'", ["a", "b"])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.number, again.seed, again.log) == (str(error), 7, 12, ("a", "b"))


def test_a_game_that_cannot_be_saved_fails_without_a_log() -> None:
    """The error of the game counts, not that of its log."""

    class Unsaved(BlankGame):
        def save(self) -> dict[str, object]:
            raise RuntimeError("not saved")

    with pytest.raises(SimulationError, match="ZeroDivisionError") as caught:
        play(8, lambda _seed: Engine(Unsaved(), ("A", "B")), _never)
    assert caught.value.log == ()


def _never(_engine: Engine, _player: str, _rng: random.Random) -> Command:
    raise ZeroDivisionError


def test_progress_is_told_after_each_game() -> None:
    """A function hears how many of how many are done; a bar is shown on a terminal only."""
    told: list[tuple[int, int]] = []

    def tell(done: int, games: int) -> None:
        told.append((done, games))

    results = list(simulate(blank, by_default, games=4, max_turns=1, progress=tell))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert results == list(simulate(blank, by_default, games=4, max_turns=1, progress=True))


def test_a_bar_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It names how many games there are, on standard error, and nothing is printed elsewhere."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert len(list(simulate(blank, by_default, games=3, max_turns=1, progress=True))) == 3
    shown = capsys.readouterr()
    assert "3/3" in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"games": -1}, "games: has to be at least 0, not -1"),
        ({"games": 1, "chunk_size": 0}, "chunk_size: has to be at least 1, not 0"),
        ({"games": 1, "max_turns": 0}, "max_turns: has to be at least 1, not 0"),
    ],
)
def test_a_number_that_cannot_be_is_refused_at_once(keys: dict[str, int], message: str) -> None:
    """Before any game is played, and with what would be right."""
    with pytest.raises(SetupError, match=message):
        simulate(SKIRMISH, **keys)  # type: ignore[arg-type]


def test_a_policy_of_nobody_is_refused() -> None:
    """The message names who there is."""
    with pytest.raises(SetupError, match="policies: there is no player 'C'; there are A, B"):
        next(simulate(SKIRMISH, games=1, policies={"C": by_default}))


def test_results_are_summed_up() -> None:
    """Wins by player, draws, games broken off, and quartiles."""
    made = [
        GameResult(0, 1, ("A",), "104.2a", 10, 100, 5),
        GameResult(1, 2, ("B",), "104.2a", 20, 200, 5),
        GameResult(2, 3, (), "104.4a", 30, 300, 5),
        GameResult(3, 4, (), None, 40, 400, 5),
        GameResult(4, 5, ("A",), "104.2a", 50, 500, 5),
    ]
    found = summarized(made)
    assert (found.games, found.wins, found.draws, found.broken_off, found.events) == (5, {"A": 2, "B": 1}, 1, 1, 25)
    assert list(found.turns) == [10, 20, 30, 40, 50]
    assert list(summarized(made[:1]).decisions) == [100] * 5
    assert summarized([]).games == 0


def test_the_example_of_the_module_is_so() -> None:
    """What the docstring shows is what happens."""
    found = doctest.testmod(mtg_fsm.simulate)
    assert (found.failed, found.attempted > 0) == (0, True)


# --- the command ---


def _run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["simulate", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_the_command_prints_who_won() -> None:
    """A line for each player with the deck, and the quartiles; no bar where there is no terminal."""
    status, out, err = _run("--games", "2", "--max-turns", "3", "--decks", "time,time")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == ["2 games", "  A (time) won 0, 0.0%", "  B (time) won 0, 0.0%", "  drawn 0, broken off 2"]
    assert lines[4] == "  turns      4 in the median, half of the games 4 to 4, all 4 to 4"
    assert lines[-1].endswith("events a second")


def test_the_command_prints_json_whatever_the_number_of_processes() -> None:
    """A result a line, then the summary; two processes print the same as one."""
    arguments = ("--games", "3", "--seed", "4", "--max-turns", "4", "--json")
    one, two = _run(*arguments), _run(*arguments, "--jobs", "2")
    assert one == two
    *results, summary = map(json.loads, one[1].splitlines())
    assert [result["number"] for result in results] == [0, 1, 2]
    assert results[1]["seed"] == seed_of(4, 1)
    assert summary["summary"]["games"] == 3


def test_the_command_refuses_a_deck_that_is_not_there() -> None:
    """The message names the decks there are."""
    status, _, err = _run("--decks", "time,lightning")
    assert status == 2
    assert "--decks: must be two to 8 of assault, time, with commas, not 'time,lightning'" in err


def test_the_command_saves_a_game_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Exit status 1, the number and seed of the game, and a log that is played again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mtg_fsm.cli.simulate.simulate", partial(simulate, policy=_fails_with_an_attack))
    status, out, err = _run("--games", "2", "--seed", "9")
    assert (status, out) == (1, "")
    assert f"game 0 (seed {seed_of(9, 0)}): LookupError: attack; " in err
    assert "wrote failed-game-0.jsonl" in err
    log = (tmp_path / "failed-game-0.jsonl").read_text(encoding="utf-8").splitlines()
    assert replay(log, Dealt()(0).game).engine.pending is not None


def _fails_with_an_attack(engine: Engine, player: str, rng: random.Random) -> Command:
    command = next(engine.legal(player))
    if command.action == "attack":
        raise LookupError(command.action)
    return command

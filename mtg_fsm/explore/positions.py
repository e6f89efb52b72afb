"""Positions from files: set-ups, moments of scenarios, and saved games."""

from __future__ import annotations

from pathlib import Path

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import MtgFsmError, ScenarioError
from mtg_fsm.game import new_game, restore


def position(path: Path | None = None, *, scenario: str | None = None) -> Engine:
    """A game at a decision: of a snapshot, if the file ends in .json, else of a scenario, by id if there are several.

    A scenario with `until` is played to that moment; of one without it is the beginning. Without a path it is the
    beginning of the reference game of two players. Raises ScenarioError or SnapshotError for what is no such file, and
    MtgFsmError if nobody decides anything there.
    """
    if path is None:
        engine = new_game()
        engine.advance()
    elif path.suffix == ".json":
        engine = restore(path.read_text(encoding="utf-8"))
        engine.advance()
    else:
        engine = _of_scenario(path, scenario)
    if engine.decision is None:
        raise MtgFsmError(f"{path}: nobody decides anything there")
    return engine


def _of_scenario(path: Path, id_: str | None) -> Engine:
    from mtg_fsm.scenario import load, run

    found = {scenario.id: scenario for scenario in load(path)}
    if id_ is None and len(found) > 1:
        raise ScenarioError(f"has {len(found)} scenarios; name one of {', '.join(found)}", file=str(path))
    if id_ is not None and id_ not in found:
        raise ScenarioError(f"has no scenario {id_!r}; it has {', '.join(found)}", file=str(path))
    scenario = found[id_ or next(iter(found))]
    game = scenario.game
    if scenario.until is None:
        engine = new_game(game)
        engine.advance()
        return engine
    if scenario.until.when is not None:
        raise ScenarioError("nobody decides right after a step has ended", file=str(path), key="until.when")
    done = run(scenario)
    if done.failures:
        raise ScenarioError(done.verdict, file=str(path))
    engine = new_game(game.model_copy(update={"free_casting": True}) if game.free_casting is None else game)
    engine.advance()
    for command in done.commands:
        engine.submit(command)
    return engine

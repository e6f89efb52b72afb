"""The history of a game: undo and redo at every decision, branches, and the log from which it is played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import load_one
from test_own_game import BOLT, Duel
from test_scenarios import SCENARIOS
from test_snapshot import DECLARATIONS, started

from mtg_fsm import (
    COMMANDS,
    Cast,
    Engine,
    Game,
    GameSpec,
    History,
    IllegalCommand,
    LogError,
    MtgFsmError,
    Outcome,
    Pass,
    ReferenceGame,
    effects,
    new_game,
    replay,
)
from mtg_fsm.engine.state import STATE
from mtg_fsm.scenario import Scenario, run


def state_of(engine: Engine) -> Any:
    """All of a game, but for the marks of a declaration in progress, which depend on the way there."""
    state = dict(zip(STATE, engine.state(), strict=True))
    declaration = state["declaration"]
    return {**state, "declaration": declaration and declaration._replace(before=None)}, engine.game.save()


def undone_and_redone(scenario: Scenario) -> History:
    """A scenario's commands, after each of which one to five decisions are taken back and made again."""
    history = History(started(scenario))
    for number, command in enumerate(run(scenario).commands[:-1]):
        history.submit(command)
        there, state, back = history.node, state_of(history.engine), min(number % 5 + 1, number + 1)
        for _ in range(back):
            history.undo()
        assert history.node.children
        for _ in range(back):
            history.redo()
        assert history.node is there
        assert state_of(history.engine) == state
    return history


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_what_is_undone_and_redone_is_as_it_was(scenario: Scenario) -> None:
    """Every scenario, with undo and redo at each decision; the way that is left gives the events of the run."""
    history = undone_and_redone(scenario)
    plain, events = started(scenario), list[Any]()
    for command in run(scenario).commands[:-1]:
        events += plain.submit(command)
    assert list(history.events()) == events
    assert state_of(history.engine) == state_of(plain)


def test_declarations_are_undone_half_way() -> None:
    """Between declaring and paying, and after a declaration was taken back (732.1)."""
    history = undone_and_redone(load_one(DECLARATIONS))
    again = replay(history.log(), ReferenceGame(()))
    assert again.events() == history.events()
    assert state_of(again.engine) == state_of(history.engine)


def duel() -> History:
    return History(Engine(Duel(), ("A", "B")))


def test_undo_goes_back_to_a_decision_of_a_player() -> None:
    """Without a player to the one before; with a player past those of others."""
    history = duel()
    root = history.node
    history.submit(BOLT)
    history.submit(Pass())
    assert history.undo("A").decision == history.engine.decision
    assert history.node.command == BOLT
    assert history.undo() is history.root is root
    with pytest.raises(MtgFsmError, match="no earlier decision to go back to"):
        history.undo()
    with pytest.raises(MtgFsmError, match="no earlier decision of B"):
        history.undo("B")


def test_another_command_begins_a_branch() -> None:
    """The first branch stays; redo goes the way that was gone last, and the same command leads to the same node."""
    history = duel()
    history.submit(BOLT)
    first = history.submit(Pass())
    bolted = history.node
    history.go_to(history.root)
    history.submit(Pass())
    passed = history.node
    assert [child.command for child in history.root.children] == [BOLT, Pass()]
    history.undo()
    assert history.redo() is passed
    assert history.go_to(bolted) is bolted
    assert history.commands() == (BOLT, Pass())
    assert history.events()[-len(first) :] == first
    history.go_to(history.root)
    assert history.submit(BOLT) == history.node.events
    assert len(history.root.children) == 2
    assert history.redo() is bolted


def test_an_illegal_command_changes_nothing_in_the_history() -> None:
    """The error is that of the engine."""
    history = duel()
    with pytest.raises(IllegalCommand):
        history.submit(Cast(name="ritual"))
    assert history.node is history.root
    assert history.root.children == []
    with pytest.raises(MtgFsmError, match="nothing to do again"):
        history.redo()
    with pytest.raises(MtgFsmError, match="history of another game"):
        history.go_to(duel().root)


def test_undo_in_a_long_game_plays_nothing_again() -> None:
    """After a hundred turns going back one decision and to the start calls no guard and no callback."""
    history = History(new_game())
    while history.engine.position.turn < 100:
        history.submit(next(history.engine.legal(str(history.engine.decision and history.engine.decision.player))))
    told: list[object] = []
    history.engine.listeners = (lambda _, event: told.append(event),)
    history.undo()
    history.go_to(history.root)
    assert history.engine.position.turn == 1
    assert told == []


# --- the log ---


def branched() -> History:
    """A history with two branches, in the middle of one."""
    history = History(new_game())
    for _ in range(6):
        history.submit(Pass())
    history.undo()
    history.undo()
    history.submit(COMMANDS.validate_python({"action": "concede", "player": "B"}))
    history.go_to(history.root.children[0])
    return history


def test_a_log_is_played_again_with_its_branches() -> None:
    """The tree, its events and the place in it are the same, and the log of the copy is the same text."""
    history = branched()
    lines = [*history.log()]
    again = replay(lines, ReferenceGame(()))
    assert [*again.log()] == lines
    assert [node.events for node in again.root.walk()] == [node.events for node in history.root.walk()]
    assert again.commands() == history.commands()
    assert sum("event" in json.loads(line) for line in lines) == sum(len(n.events) for n in history.root.walk())


def test_a_log_is_played_up_to_an_event() -> None:
    """It stops at the last decision up to which no more events had happened."""
    lines = [*branched().log()]
    at = [len(replay(lines, ReferenceGame(()), events=number).commands()) for number in range(15)]
    assert at == sorted(at)
    assert at[0] == 0
    root = replay(lines, ReferenceGame(()), events=0)
    events = len(root.root.events) + len(branched().root.children[0].events)
    assert len(replay(lines, ReferenceGame(()), events=events - 1).commands()) == 0
    assert len(replay(lines, ReferenceGame(()), events=events).commands()) == 1


class Loaded(Duel):
    def load(self, data: dict[str, Any]) -> None:
        self.points = dict(data)


def test_a_log_of_a_game_of_ones_own() -> None:
    """The game takes over its part of the snapshot."""
    history = History(Engine(Loaded(), ("A", "B")))
    for command in (BOLT, Pass(), Pass()):
        history.submit(command)
    game: Game = Loaded()
    assert replay(history.log(), game).events() == history.events()
    assert game.save() == {"A": 10, "B": 4}


def changed(line: int, **data: Any) -> list[str]:
    """A log in which a line has other values."""
    lines = [*branched().log()]
    return [*lines[: line - 1], json.dumps({**json.loads(lines[line - 1]), **data}), *lines[line:]]


def test_a_log_of_version_1_is_played_again() -> None:
    """What events have got since is taken as it was then."""
    lines = (Path(__file__).parent / "snapshots" / "log-version-1.jsonl").read_text("utf-8").splitlines()
    history = replay(lines, ReferenceGame(()))
    assert history.engine.outcome == Outcome(("A",), False, "104.2a")
    assert [command.action for command in history.commands()] == ["cast", "pass", "concede"]


def test_a_log_of_version_2_is_played_again() -> None:
    """What left the stack by no rule was countered."""
    history = History(new_game(GameSpec(free_casting=True)))
    deny = Cast(name="deny", effects=(effects.CounterTop(),))
    for command in (Cast(name="spell", effects=(effects.Nothing(),)), deny, Pass(), Pass()):
        history.submit(command)
    lines = [json.loads(line) for line in history.log()]
    countered = [line.pop("countered") for line in lines if line.get("event") == "left_stack"]
    lines[0]["mtg_fsm"] = 2
    assert countered == [True, False]
    assert replay(map(json.dumps, lines), ReferenceGame(())).events() == history.events()


COMMAND = next(number for number, line in enumerate(branched().log(), 1) if '"command"' in line)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: a log begins with a snapshot"),
        (["{"], "line 1: is no JSON"),
        (["[1]"], "line 1: has to be a JSON object"),
        (changed(1, mtg_fsm=9), "line 1: mtg_fsm: version 9 is not known; this release reads 1, 2"),
        (changed(1, snapshot=3), "line 1: snapshot: is required"),
        (changed(1, snapshot={"version": 1}), "line 1: snapshot: "),
        (changed(2, rule="100.1"), "line 2: event: "),
        (changed(COMMAND, command={"action": "dance"}), f"line {COMMAND}: command.action: no action 'dance'"),
        (changed(COMMAND, command={"action": "pass", "player": "B"}), f"line {COMMAND}: command: "),
        (changed(COMMAND, after=7), f"line {COMMAND}: after: has to be the number of an earlier command"),
        (changed(COMMAND, node=7), f"line {COMMAND}: a command has node, which is 1 here"),
        (changed(COMMAND, hour=7), f"line {COMMAND}: a command has node"),
        ([*branched().log(), '{"here": 99}'], "has to be a command, an event, or where the game is"),
        ([*branched().log(), '{"tea": 1}'], "has to be a command, an event, or where the game is"),
    ],
)
def test_what_is_no_log_is_refused_by_its_line(lines: list[str], message: str) -> None:
    """The error names the line and what would be right."""
    with pytest.raises(LogError) as caught:
        replay(lines, ReferenceGame(()))
    assert message in str(caught.value)
    assert str(caught.value).startswith("line ")


def test_a_teammates_decision_is_ones_own() -> None:
    """805.5a: priority is any member's to use, so undo finds it for each."""
    spec = GameSpec.model_validate({"variant": "two_headed_giant", "players": [{"id": name} for name in "ABCD"]})
    history = History(new_game(spec))
    history.submit(Pass(player="B"))
    assert history.undo("B") is history.root


def test_no_listener_begins_a_command_or_goes_back() -> None:
    """Both are refused while a command is in progress, and change nothing."""
    history = duel()
    said: list[str] = []

    def meddle(engine: Engine, _: object) -> None:
        for call in (lambda: engine.submit(Pass()), history.undo, engine.advance):
            try:
                call()
            except MtgFsmError as error:
                said.append(str(error))

    history.engine.listeners = (meddle,)
    happened = history.submit(BOLT)
    plain = duel()
    assert happened == plain.submit(BOLT)
    assert any("in progress" in text for text in said)
    assert history.engine.state() == plain.engine.state()

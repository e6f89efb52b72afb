"""Copies of a game: each of the two goes on by itself."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import MOVES, play_moves, random_game
from support import load_one

from mtg_fsm import (
    BlankGame,
    Cast,
    Engine,
    Event,
    GameSpec,
    History,
    MtgFsmError,
    Pass,
    PermanentSpec,
    PlayerSpec,
    effects,
    events,
    new_game,
)
from mtg_fsm.engine.state import STATE, read_state, write_state
from mtg_fsm.machine import State
from mtg_fsm.words.commands import Attack, Command, Pay


def _as_saved(engine: Engine) -> tuple[Any, ...]:
    return engine.state(), engine.game.save()


@settings(max_examples=30, deadline=None)
@given(st.lists(MOVES, min_size=4, max_size=12), st.integers(0, 11))
def test_the_same_commands_cause_the_same_events_in_a_copy(moves: list[dict[str, Any]], at: int) -> None:
    """A random game is copied somewhere on the way; both are played to the end, one after the other."""
    engine = random_game()
    commands, _ = play_moves(engine, moves)
    original = random_game()
    original.advance()
    place = min(at, len(commands))
    for command in commands[:place]:
        original.submit(command)
    copied = original.copy()
    before = _as_saved(copied)
    happened = [original.submit(command) for command in commands[place:]]
    assert _as_saved(copied) == before
    assert [copied.submit(command) for command in commands[place:]] == happened
    assert _as_saved(copied) == _as_saved(original)


def _with_cost() -> Engine:
    """A game in which the attack was declared and its cost is asked for."""
    attackers = (PermanentSpec(id="ox", attack_cost=1), PermanentSpec(id="bear"))
    player = PlayerSpec(id="A", battlefield=attackers)
    engine = new_game(GameSpec(players=(player, PlayerSpec(id="B")), free_casting=True))
    engine.advance()
    while engine.decision is not None and engine.decision.kind != "declare_attackers":
        engine.submit(Pass())
    engine.submit(Attack(attackers={"ox": "B", "bear": "B"}))
    assert engine.decision is not None
    assert engine.decision.kind == "pay"
    return engine


def test_what_is_declared_can_be_taken_back_in_a_copy_alone() -> None:
    """The cost of an attack is not paid in the copy: its creatures untap, those of the original stay as they are."""
    engine = _with_cost()
    before = _as_saved(engine)
    copied = engine.copy()
    again = copied.copy()
    copied.submit(Pay(pay=False))
    assert copied.observe("battlefield", ("bear",))["bear"]["tapped"] is False
    assert _as_saved(engine) == before
    assert isinstance(engine.submit(Pay(pay=False))[0], events.DeclarationTakenBack)
    assert _as_saved(copied) == _as_saved(engine)
    again.submit(Pay(pay=False))
    assert _as_saved(again) == _as_saved(engine)


def test_listeners_are_not_copied() -> None:
    """Whoever listens to a game is told nothing of what is tried on a copy of it."""
    engine = new_game()
    told: list[object] = []

    def listener(_engine: Engine, event: Event) -> None:
        told.append(event)

    def entered(_engine: Engine, state: State) -> None:
        told.append(state)

    engine.listeners = (listener,)
    engine.on_enter("upkeep", entered)
    copied = engine.copy()
    assert copied.advance()
    assert told == []
    assert engine.advance() == new_game().advance()
    assert told


def test_a_copy_of_a_game_with_a_history_has_none() -> None:
    """The copy is told to forget its marks like any game; the history of the original still goes back."""
    engine = new_game()
    engine.advance()
    history = History(engine)
    start = _as_saved(engine)
    history.submit(Pass())
    copied = engine.copy()
    copied.submit(Pass())
    assert copied.keeps_marks is False
    history.undo()
    assert _as_saved(engine) == start


def test_copy_copy_and_deepcopy_give_the_same_as_copy() -> None:
    """The functions of the module `copy` give what `Engine.copy` gives, with the machines that all games share."""
    engine = new_game()
    engine.advance()
    for copied in (copy.copy(engine), copy.deepcopy(engine)):
        assert copied.machines is engine.machines
        assert copied.game is not engine.game
        assert copied.submit(Pass()) == engine.copy().submit(Pass())


def test_a_game_in_the_middle_of_a_command_is_not_copied() -> None:
    """A listener that copies the game makes the command fail, and nothing has happened."""
    engine = new_game()

    def listener(engine: Engine, _event: Event) -> None:
        engine.copy()

    engine.listeners = (listener,)
    before = _as_saved(engine)
    with pytest.raises(MtgFsmError, match="a command is in progress"):
        engine.advance()
    assert _as_saved(engine) == before


class Counting(BlankGame):
    """Writes down who would draw."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def draw(self, engine: Engine, player: str) -> None:
        """Nothing is there to draw."""
        self.drawn.append(player)


def test_a_blank_game_copies_what_is_added_to_it() -> None:
    """A list that a game of one's own keeps is another list in the copy."""
    engine = Engine(Counting(), ("A", "B"))
    engine.advance()
    copied = engine.copy()
    while copied.position.turn < 4:
        copied.submit(Pass())
    mine, other = engine.game, copied.game
    assert isinstance(mine, Counting)
    assert isinstance(other, Counting)
    assert (mine.drawn, other.drawn) == ([], ["B", "A"])


def test_effects_that_wait_come_in_the_copy_too() -> None:
    """An extra turn that was added before the copy was made is taken in both."""
    engine = new_game(load_one("game: {free_casting: true}\nscript: []").game)
    engine.advance()
    spell: Command = Cast(name="walk", effects=(effects.ExtraTurn(),))
    for command in (spell, Pass(), Pass()):
        engine.submit(command)
    copied = engine.copy()
    assert copied.upcoming(3) == engine.upcoming(3)
    assert [turn.source for turn in copied.upcoming(3) if turn.unit == "turn"][:1] == ["walk"]


def test_the_state_is_read_and_written_in_the_order_of_its_names() -> None:
    """`read_state` gives each attribute of `STATE` at its place, and `write_state` puts it there."""
    engine, other = new_game(), new_game(GameSpec(starting_player="B"))
    engine.advance()
    assert read_state(engine) == tuple(getattr(engine, name) for name in STATE)
    assert read_state(other) != read_state(engine)
    write_state(other, read_state(engine))
    assert all(getattr(other, name) is getattr(engine, name) for name in STATE)

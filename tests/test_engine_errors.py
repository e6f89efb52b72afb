"""What the engine says, word for word, where it is made or asked wrongly; the game is as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mtg_fsm import (
    BlankGame,
    Concede,
    Context,
    EndlessLoopError,
    Engine,
    Event,
    GameSpec,
    MtgFsmError,
    Options,
    Pass,
    Pending,
    SetupError,
    effects,
    new_game,
)
from mtg_fsm.engine.protocol import HOOKS
from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.machine import ATTACK, TURN, CompiledMachine, MachineDefinition, State
from mtg_fsm.words.conditions import Condition

MADE: dict[str, tuple[tuple[Any, ...], Mapping[str, Any], str]] = {
    "nobody": ((), {}, "players: two or more different players are needed, not []"),
    "one player": (("A",), {}, "players: two or more different players are needed, not ['A']"),
    "a player twice": (("A", "B", "A"), {}, "players: two or more different players are needed, not ['A', 'B', 'A']"),
    "another starting player": (
        ("A", "B"),
        {"starting_player": "Z"},
        "starting_player: must be one of A, B, not 'Z'",
    ),
    "a player in no team": (
        ("A", "B", "C"),
        {"teams": (("A",), ("B",))},
        "teams: every player has to be in one team, not [['A'], ['B']]",
    ),
    "a player in two teams": (
        ("A", "B"),
        {"teams": (("A", "B"), ("B",))},
        "teams: every player has to be in one team, not [['A', 'B'], ['B']]",
    ),
    "neither day nor night": (
        ("A", "B"),
        {"day_night": "dusk"},
        "day_night: must be day, night or neither, not 'dusk'",
    ),
    "a machine that is none": (
        ("A", "B"),
        {"machines": {"tea": CompiledMachine(ATTACK)}},
        "machines: no machine is called 'tea'; there are turn, priority, attack, block, damage",
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_an_engine_that_cannot_be_made_says_which_field_is_wrong_and_what_would_be_right(name: str) -> None:
    """One SetupError."""
    players, settings, message = MADE[name]
    with pytest.raises(SetupError) as caught:
        Engine(BlankGame(), players, **settings)
    assert str(caught.value) == message


def test_a_game_without_hooks_is_told_which_and_where_they_are() -> None:
    """In the order of the Protocol."""

    there = {hook: getattr(BlankGame, hook) for hook in HOOKS if hook not in ("draw", "untap")}
    half: Any = type("Half", (), there)()
    with pytest.raises(SetupError) as caught:
        Engine(half, ("A", "B"))
    assert str(caught.value) == "game: Half has no untap, draw; mtg_fsm.BlankGame has all hooks"


def _ask_again(engine: Engine) -> None:
    engine.ask(Pending("roll", "A", "505.5"))


ASKED: dict[str, tuple[Callable[[Engine], object], str]] = {
    "an unknown player": (lambda engine: engine.legal("Z"), "there is no player 'Z'; the players are A, B"),
    "no command": (
        lambda engine: engine.submit("pass"),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        "'pass' is no command; plain data becomes one by COMMANDS.validate_python",
    ),
    "an unknown fact": (
        lambda engine: engine.observe("weather"),
        f"no fact 'weather'; there are {', '.join(Condition.model_fields)}",
    ),
    "a second question": (
        _ask_again,
        "A has priority; nothing else can be asked before that is answered",
    ),
    "an effect once the game has begun": (
        lambda engine: engine.begin_with(effects.GainLife(), "A"),
        "effects: can be given only before the game begins",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_wrongly_is_an_error_that_says_what_there_is(name: str) -> None:
    """The game is as it was."""
    ask, message = ASKED[name]
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    before = engine.state()
    with pytest.raises(MtgFsmError) as caught:
        ask(engine)
    assert str(caught.value) == message
    assert engine.state() == before


@pytest.mark.parametrize(
    ("effect", "name"),
    [
        (effects.EndTurn(), "end_turn"),
        (effects.Win(player="A"), "win"),
        (effects.Discard(player="A"), "discard"),
    ],
)
def test_an_effect_that_ends_or_asks_something_is_none_to_begin_with(effect: effects.Effect, name: str) -> None:
    """It has not been carried out then."""
    engine = new_game(GameSpec.model_validate({"players": [{"id": "A", "hand": ["fog", "bear"]}, {"id": "B"}]}))
    before = (engine.state(), engine.game.save())
    with pytest.raises(SetupError) as caught:
        engine.begin_with(effect, "A")
    assert str(caught.value) == f"effects: {name} cannot be carried out before the game begins"
    assert (engine.state(), engine.game.save(), engine.events) == (*before, [])


class Noting(BlankGame):
    """A game that notes by what its effects are said to be applied."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def apply(self, engine: Engine, effect: effects.Effect, context: Context) -> None:
        self.names.append(context.name)


def test_an_effect_to_begin_with_is_called_by_its_name_or_by_what_it_is_and_whose() -> None:
    """In force and for the game."""
    game = Noting()
    engine = Engine(game, ("A", "B"))
    engine.begin_with(effects.Skip(what="draw"), "B")
    engine.begin_with(effects.Custom(name="hit"), "A")
    engine.begin_with(effects.GainLife(), "B")
    assert [entry.name for entry in engine.in_force.entries.values()] == ["skip of B"]
    assert game.names == ["hit", "gain_life of B"]
    assert engine.events == []


def test_what_is_in_progress_takes_no_command_and_no_copy() -> None:
    """Neither from a listener, whatever it does; the command goes on."""
    engine = new_game()
    engine.advance()
    told: list[str] = []

    def interfere(engine: Engine, _event: Event) -> None:
        for act in (engine.copy, lambda: engine.submit(Concede(player="A"))):
            try:
                act()
            except MtgFsmError as error:
                told.append(str(error))

    engine.listeners = (interfere,)
    engine.submit(Pass())
    assert set(told) == {
        "a command is in progress: the game can be copied when that is done",
        "the command before is still in progress (rule 117.1)",
    }
    assert engine.pending is not None
    assert engine.pending.player == "B"


def test_a_game_that_decides_nothing_says_where_it_was_stopped() -> None:
    """And which option sets how far it goes."""
    engine = Engine(BlankGame(), ("A", "B"), options=Options(step_bound=3))
    with pytest.raises(EndlessLoopError) as caught:
        engine.advance()
    assert str(caught.value) == (
        "3 steps without a decision, in turn 1; step_bound of the options sets how many are allowed"
    )
    assert engine.turn_state == "not_started"


def test_an_event_without_an_enabled_arc_says_machine_event_and_state() -> None:
    """The guards of every arc of the event are asked."""
    definition = TURN.model_dump()
    for arc in definition["arcs"]:
        if arc["trigger"] == "begin_game":
            arc["guards"] = ("any_attackers",)
    machine = CompiledMachine(MachineDefinition.model_validate(definition))
    engine = Engine(BlankGame(), ("A", "B"), machines={"turn": machine})
    with pytest.raises(MtgFsmError) as caught:
        engine.advance()
    assert str(caught.value) == "no arc of the machine 'turn' is enabled for begin_game in not_started"


def test_what_happens_to_nobody_whom_abilities_look_for_triggers_nothing() -> None:
    """An engine without abilities takes in what a game says that happened."""
    engine = Engine(BlankGame(), ("A", "B"))
    engine.occur("draws", "A")
    engine.occur_together([Occurrence("draws", "A"), Occurrence("draws", "B")])
    assert (engine.waiting, engine.lookers("draws", "A"), engine.events) == ((), [], [])


def test_what_is_told_that_the_game_begins_cannot_begin_it() -> None:
    """The game has not begun then, and begins without such a listener."""
    engine = new_game()

    def begin(engine: Engine, _state: State) -> None:
        engine.advance()

    remove = engine.on_exit("not_started", begin)
    with pytest.raises(MtgFsmError) as caught:
        engine.advance()
    assert str(caught.value) == "a command is in progress: a listener or hook cannot begin another"
    assert engine.turn_state == "not_started"
    remove()
    assert engine.advance() != ()

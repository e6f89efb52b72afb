"""Invariants that hold in every game, whatever effects are thrown at it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_games import MOVES, commands_for, play_moves, random_game

from mtg_fsm.engine import mana
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import (
    EffectBegan,
    EffectExpired,
    Event,
    PhaseBegan,
    PhaseEnded,
    PriorityReceived,
    StepBegan,
    StepEnded,
    TurnBegan,
    TurnEnded,
)
from mtg_fsm.words.units import STEPS

GAMES = st.lists(MOVES, min_size=6, max_size=24)
CAREFUL = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Watcher:
    """Listens to a game and holds every invariant against each event."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.natural: list[str] = []
        self.cleaned_up = False
        self.alive: list[str] = []

    def __call__(self, engine: Engine, event: Event) -> None:
        if isinstance(event, PriorityReceived):
            assert event.step != "untap", "502.4: nobody has priority in the untap step"
            assert not engine.last_check_performed, "117.5: priority only after a check that performed nothing"
            assert not engine.waiting, "117.5: priority only when no ability waits"
        self._nesting(event)
        self._order_of_steps(event)
        self._mana(engine, event)
        self._effects(engine, event)

    def _nesting(self, event: Event) -> None:
        """Turns, phases and steps begin and end one inside the other."""
        match event:
            case TurnBegan():
                assert self.open == []
                self.open.append("turn")
            case PhaseBegan():
                assert self.open == ["turn"]
                self.open.append(str(event.phase))
            case StepBegan():
                assert self.open == ["turn", event.phase]
                self.open.append(str(event.step))
            case StepEnded():
                assert self.open.pop() == event.step
            case PhaseEnded():
                assert self.open.pop() == event.phase
            case TurnEnded():
                assert self.open.pop() == "turn"
            case _:
                assert event.turn == 0 or self.open or event.as_dict()["event"] in ("turn_skipped", "game_ended")

    def _order_of_steps(self, event: Event) -> None:
        """The printed steps of a phase come in their order; added and repeated ones may come anywhere."""
        if isinstance(event, PhaseBegan):
            self.natural = []
        if isinstance(event, StepBegan) and event.name is None and event.rule not in ("510.4", "514.3a", "723.1d"):
            order = STEPS[str(event.phase)]
            assert event.step in order
            assert all(order.index(earlier) < order.index(event.step) for earlier in self.natural)
            self.natural.append(event.step)

    def _mana(self, engine: Engine, event: Event) -> None:
        """500.4: as a unit has ended every pool is empty but for mana that an effect keeps."""
        if isinstance(event, (StepEnded, PhaseEnded)):
            for player, pool in engine.pools.items():
                assert all(map(mana.is_kept(engine, player), pool))

    def _effects(self, engine: Engine, event: Event) -> None:
        """What should have expired has, and `effects` is what began and did not expire."""
        if isinstance(event, EffectBegan):
            self.alive.append(event.name)
        if isinstance(event, EffectExpired):
            self.alive.remove(event.name)
        if isinstance(event, (StepBegan, StepEnded, TurnEnded)):
            assert sorted(engine.observe("effects")) == sorted(self.alive)
        if isinstance(event, TurnBegan):
            self.cleaned_up = False
        if isinstance(event, StepEnded) and event.step == "cleanup":
            self.cleaned_up = True
        for entry in engine.in_force.entries.values():
            lasts: Any = getattr(entry.effect, "lasts", None)
            lasts = getattr(lasts, "until_end_of", lasts)
            if isinstance(event, TurnEnded) and self.cleaned_up:
                assert lasts not in ("turn", "this_turn"), f"514.2: {entry.name} should be over"
                assert not getattr(entry.effect, "this_turn", False), f"514.2: {entry.name} should be over"
            if isinstance(event, StepEnded) and event.phase is not None:
                assert (
                    lasts != "this_step"
                    or engine.schedule.step is None
                    or entry.keys[0][0] != "step_ends"
                    or (entry.keys[0][1] != engine.schedule.step.id)
                ), f"500.5: {entry.name} should be over"
            if isinstance(event, PhaseEnded) and event.phase == "combat":
                assert lasts != "combat", f"511.2: {entry.name} should be over"


class StrictEngine(Engine):
    """An engine that makes sure that exactly one arc is enabled whenever a unit or junction is left."""

    __slots__ = ()

    def fire(self, machine: str, trigger: str) -> None:
        enabled = self.machines[machine].enabled(self, trigger)
        assert len(enabled) == 1, f"{machine}, {trigger}: {[(arc.source, arc.dest) for arc in enabled]}"
        super().fire(machine, trigger)


@CAREFUL
@given(GAMES)
def test_invariants_hold_in_random_games(moves: list[dict[str, Any]]) -> None:
    """Mana, priority, order, nesting and expiry are right in every game, and no decision is stranded."""
    engine = random_game()
    engine.listeners = (Watcher(),)
    play_moves(engine, moves)
    assert (engine.decision is None) == (engine.turn_state == "game_over")


@CAREFUL
@given(GAMES)
def test_exactly_one_arc_is_enabled_in_random_games(moves: list[dict[str, Any]]) -> None:
    """The guards exclude each other and leave no gap."""
    engine = random_game()
    engine.__class__ = StrictEngine
    play_moves(engine, moves)


@CAREFUL
@given(GAMES)
def test_replaying_the_commands_gives_the_same_bytes(moves: list[dict[str, Any]]) -> None:
    """The same set-up and the same commands give the same events, byte for byte."""
    commands, events = play_moves(random_game(), moves)
    engine = random_game()
    again = [*engine.advance(), *(event for command in commands for event in engine.submit(command))]
    assert _bytes(again) == _bytes(events)


@CAREFUL
@given(GAMES)
def test_a_refused_command_changes_nothing_in_random_games(moves: list[dict[str, Any]]) -> None:
    """`why_not` changes nothing, and everything that `legal` lists is accepted."""
    engine = random_game()
    play_moves(engine, moves)
    before = (engine.state(), engine.game.save())
    for player in engine.players:
        for number, command in enumerate(engine.legal(player)):
            assert engine.why_not(command) is None
            if number > 20:
                break
    for move in moves:
        if engine.decision is not None:
            commands_for(engine, move)
    engine.upcoming(3)
    assert (engine.state(), engine.game.save()) == before


@CAREFUL
@given(GAMES)
def test_a_saved_game_loads_as_it_was(moves: list[dict[str, Any]]) -> None:
    """The reference game's save, through JSON, is the same game again."""
    engine = random_game()
    play_moves(engine, moves)
    data = json.loads(json.dumps(engine.game.save()))
    other = random_game()
    other.game.load(data)
    assert other.game.save() == engine.game.save() == data


def _bytes(events: list[Event]) -> bytes:
    return "\n".join(json.dumps(event.as_dict()) for event in events).encode()

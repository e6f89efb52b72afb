"""A command is whole or nothing: whatever raises, engine and game are exactly as before, and the command works then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from support import as_kind, load_one
from test_compiled_dispatch import NAMES

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.engine.protocol import Game
from mtg_fsm.game import new_game
from mtg_fsm.scenario import run
from mtg_fsm.words.commands import Command
from mtg_fsm.words.setup import GameSpec

RICH = """
    scenario: rich
    game:
      variant: archenemy
      day_night: day
      players:
        - id: A
          life: 20
          schemes: 1
          hand: [bolt, plains, a1, a2, a3, a4, a5, a6, a7, a8]
          battlefield:
            - {id: bear, tapped: true, keywords: [lifelink, first_strike],
               abilities: [{effect: trigger, name: charge, when: {event: attacks}, effects: [{effect: draw}]},
                           {effect: trigger, name: hit, when: {event: deals_combat_damage}},
                           {effect: trigger, name: stir, when: {event: untapped}}]}
            - {id: ghost, keywords: [phasing]}
            - {id: saga, types: [enchantment], subtypes: [saga], chapters: 1}
            - {id: park, types: [artifact], subtypes: [attraction]}
            - {id: king, legendary: true}
            - {id: rat, keywords: [menace, trample], power: 5, attack_cost: 1, optional_attack_cost: 1}
            - {id: siege, types: [battle], subtypes: [siege], defense: 3}
            - {id: mox, types: [artifact],
               abilities: [{effect: activated, name: tap-mox, effects: [{effect: add_mana, mana: RG}]}]}
            - {id: wand, types: [artifact],
               abilities: [{effect: activated, name: zap, tap: true, target: opponent,
                            effects: [{effect: lose_life, player: $target}]}]}
          effects:
            - {effect: delayed_trigger, name: sweep, when: {beginning_of: cleanup}, effects: [{effect: discard}]}
            - {effect: trigger, name: calm, when: {beginning_of: end}, if: {life: {A: 23}}}
            - {effect: skip, what: combat, this_turn: true}
            - {effect: skip, what: combat}
        - id: B
          battlefield:
            - {id: imp, toughness: 1,
               abilities: [{effect: trigger, name: wail, when: {event: dies},
                            effects: [{effect: extra_turn, then: [{effect: skip, what: untap}]}]}]}
            - {id: guard, block_cost: 1, max_blocks: 2, toughness: 3, keywords: [deathtouch],
               abilities: [{effect: trigger, name: halt, when: {event: blocks}, effects: [{effect: gain_life}]}]}
            - {id: wall, power: 0, toughness: 4}
            - {id: field, types: [land],
               abilities: [{effect: activated, name: shine, effects: [{effect: add_mana, mana: W}]}]}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: activate, name: tap-mox, source: mox, mana_ability: true}
          - {action: activate, name: zap, source: wand, target: B}
          - {action: cast, name: bolt, cost: "R", effects: [{effect: damage, amount: 1, to: imp, source: bear}]}
      - at: {turn: 1, step: precombat_main, nth: 2}
        do:
          - {action: play_land, id: plains}
          - {action: cast, name: heir, effects: [{effect: create, permanent: {id: prince, legendary: true}},
                                                 {effect: extra_phases, phases: [combat, combat]},
                                                 {effect: continuous, name: glow, lasts: {until_end_of: combat},
                                                  modifies: {permanent: king, power: 2}},
                                                 {effect: gain_control, permanent: imp, lasts: this_turn}]}
      - at: {turn: 1, decision: choose_legend}
        do: [{action: choose, ids: [prince]}]
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, rat: B}}]
      - at: {turn: 1, decision: pay}
        do:
          - {action: pay, pay: true}
          - {action: activate, name: tap-mox, source: mox, mana_ability: true}
          - {action: pay, pay: false}
      - at: {turn: 1, decision: declare_attackers, nth: 2}
        do: [{action: attack, attackers: {bear: siege, rat: B}}]
      - at: {turn: 1, decision: pay, nth: 3}
        do:
          - {action: pay, pay: false}
          - {action: activate, name: tap-mox, source: mox, mana_ability: true}
          - {action: pay, pay: true}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: feint, effects: [{effect: create, permanent: {id: elf}, attacking: any},
                                                   {effect: reselect_attack, attacker: bear, to: B}]}]
      - at: {turn: 1, decision: declare_blockers}
        do: [{action: block, blockers: {guard: [rat, bear], wall: [rat]}}]
      - at: {turn: 1, step: declare_blockers, decision: pay}
        do:
          - {action: activate, name: shine, source: field, mana_ability: true}
          - {action: pay, pay: true}
      - at: {turn: 1, decision: assign_combat_damage, player: A, nth: 2}
        do: [{action: assign, damage: {rat: {guard: 3, wall: 2}}}]
      - at: {turn: 2, step: precombat_main, player: B}
        do: [{action: cast, name: stop, effects: [{effect: control_player, player: A, by: B}, {effect: end_turn}]}]
    until: {turn: 3, step: upkeep}
    expect:
      events:
        - {event: phase_skipped, phase: combat}
        - {event: phase_skipped, phase: combat}
        - {event: declaration_taken_back}
        - {event: attacker_declared}
        - {event: blocker_declared}
        - {event: resolved, name: calm}
"""


def rich_game() -> tuple[GameSpec, tuple[Command, ...]]:
    scenario = load_one(RICH)
    result = run(scenario)
    assert result.ok, result.failures
    spec = scenario.game.model_copy(update={"free_casting": True})
    return spec, result.commands


ELSEWHERE = ("legal_actions", "possible_answers", "permanents", "leave", "exile_all_of", "turn_passed_over")
"""Hooks that no command of the rich game needs: the views, and what happens when somebody leaves."""


class Fault(Exception):
    """What goes wrong."""


class Trap:
    """Raises Fault at the call of the given number, from 1; 0 never."""

    def __init__(self) -> None:
        self.calls = 0
        self.at = 0

    def spring(self) -> None:
        """Counts a call, and raises if it is the one."""
        self.calls += 1
        if self.calls == self.at:
            raise Fault

    def arm(self, at: int) -> None:
        """Sets the trap for one of the next calls."""
        self.calls, self.at = 0, at


class FaultyGame:
    """A game whose hooks raise, before or after they did their work."""

    UNTOUCHED: tuple[str, ...] = ("mark", "undo_to", "return_to", "forget_marks", "copy", "save", "load")

    def __init__(self, game: Any, trap: Trap, *, after: bool) -> None:
        self._game = game
        self._trap = trap
        self._after = after
        self.reached: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        hook = getattr(self._game, name)
        if name in self.UNTOUCHED or not callable(hook):
            return hook

        def guarded(*args: Any, **kwargs: Any) -> Any:
            self.reached.add(name)
            if not self._after:
                self._trap.spring()
            answer = hook(*args, **kwargs)
            if self._after:
                self._trap.spring()
            return answer

        return guarded


def _attempt(engine: Engine, trap: Trap, act: Callable[[], tuple[Event, ...]]) -> tuple[tuple[Event, ...], int]:
    """Does something with the trap at each call in turn until none is left: what happened, how many faults."""
    at = 1
    while True:
        before = (engine.state(), engine.game.save())
        trap.arm(at)
        try:
            happened = act()
        except Fault:
            assert (engine.state(), engine.game.save()) == before
            assert engine.events == []
            at += 1
        else:
            return happened, at - 1
        finally:
            trap.arm(0)


def play_with_faults(engine: Engine, commands: tuple[Command, ...], trap: Trap) -> tuple[list[Event], int]:
    happened, faults = _attempt(engine, trap, engine.advance)
    events = list(happened)
    for command in commands:
        happened, more = _attempt(engine, trap, lambda command=command: engine.submit(command))  # type: ignore[misc]
        events += happened
        faults += more
    return events, faults


def play_plain(spec: GameSpec, commands: tuple[Command, ...]) -> list[Event]:
    engine = new_game(spec)
    return [*engine.advance(), *(event for command in commands for event in engine.submit(command))]


@pytest.mark.parametrize("after", [False, True])
def test_an_exception_in_any_hook_at_any_point_undoes_the_command(after: bool) -> None:
    """Each hook of a game raises once at every call in a rich game; each time the same command works afterwards."""
    spec, commands = rich_game()
    engine, trap = new_game(spec), Trap()
    game = FaultyGame(engine.game, trap, after=after)
    engine.game = cast("Game", game)
    events, faults = play_with_faults(engine, commands, trap)
    assert faults > 100
    assert events == play_plain(spec, commands)
    hooks = {name for name, hook in vars(Game).items() if callable(hook) and not name.startswith("_")}
    assert hooks - game.reached == {*FaultyGame.UNTOUCHED, *ELSEWHERE}


def test_an_exception_in_a_listener_undoes_the_command() -> None:
    """A listener that raises at any event: the command has not happened."""
    spec, commands = rich_game()
    engine, trap = new_game(spec), Trap()
    engine.listeners = (lambda _engine, _event: trap.spring(),)
    events, faults = play_with_faults(engine, commands, trap)
    assert faults == len(events)
    assert events == play_plain(spec, commands)


class FaultyEngine(Engine):
    """An engine whose guards, callbacks and actions raise."""

    __slots__ = ("trap",)
    trap: Trap


def _faulty(name: str) -> Callable[[FaultyEngine], Any]:
    def call(engine: FaultyEngine) -> Any:
        engine.trap.spring()
        answer = getattr(Engine, name)(engine)
        engine.trap.spring()
        return answer

    return call


for _name in NAMES:
    setattr(FaultyEngine, _name, _faulty(_name))


def test_an_exception_in_any_callback_of_the_machines_undoes_the_command() -> None:
    """Each guard, callback and action raises once before and once after its work, at every point of the game."""
    spec, commands = rich_game()
    plain, trap = new_game(spec), Trap()
    engine = as_kind(FaultyEngine, plain)
    engine.trap = trap
    events, faults = play_with_faults(engine, commands, trap)
    assert faults > 1000
    assert events == play_plain(spec, commands)

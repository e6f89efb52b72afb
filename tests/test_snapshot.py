"""Snapshots: a game goes on from them as it would have, whatever moment it is, and what is none is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from support import load_one
from test_own_cards import Aiming
from test_own_game import BOLT, Duel
from test_whole_or_nothing import RICH

from mtg_fsm import (
    COMMANDS,
    PRIORITY,
    Attack,
    Cast,
    Choose,
    Command,
    CompiledMachine,
    Context,
    Effect,
    Engine,
    Event,
    GameSpec,
    MachineDefinition,
    Pass,
    Pay,
    Pending,
    SnapshotError,
    effects,
    new_game,
    restore,
)
from mtg_fsm.engine import snapshot as snapshots
from mtg_fsm.engine.state import STATE
from mtg_fsm.history import ADDED
from mtg_fsm.scenario import Scenario, run
from mtg_fsm.schema import schema
from mtg_fsm.words.base import MAX_PLAYERS

DECLARATIONS = """
game:
  players:
    - id: A
      battlefield:
        - {id: bear, attack_cost: 2, abilities: [{effect: trigger, name: roar, when: {event: attacks}}]}
        - id: grove
          types: [land]
          abilities: [{effect: activated, name: grow, effects: [{effect: add_mana, mana: GG}]}]
    - {id: B, battlefield: [{id: wall, toughness: 4}]}
script:
  - at: {turn: 1, decision: declare_attackers}
    do: [{action: attack, attackers: {bear: B}}]
  - at: {turn: 1, decision: pay}
    do: [{action: activate, name: grow, source: grove, mana_ability: true}, {action: pay, pay: false}]
  - at: {turn: 1, decision: declare_attackers, nth: 2}
    do: [{action: attack, attackers: {bear: B}}]
  - at: {turn: 1, decision: pay, nth: 2}
    do: [{action: activate, name: grow, source: grove, mana_ability: true}, {action: pay, pay: true}]
  - at: {turn: 1, decision: declare_blockers}
    do: [{action: block, blockers: {wall: [bear]}}]
until: {turn: 2, step: upkeep}
expect: {events: [{event: declaration_taken_back}, {event: became_blocked}]}
"""


DEFENDERS = """
game:
  variant: free_for_all
  options: {attack_multiple_players: true}
  day_night: night
  players:
    - {id: A, battlefield: [{id: bear}, {id: wolf}]}
    - {id: B, battlefield: [{id: wall}, {id: dog, block_cost: 1}]}
    - {id: C, battlefield: [{id: ox}, {id: elk}]}
script:
  - at: {turn: 1, step: upkeep, player: C}
    do:
      - {action: cast, name: glow, effects: [{effect: continuous, name: glow, lasts: {until: your_next_turn}},
                                             {effect: extra_turn, after: {next_turn_of: B}},
                                             {effect: delayed_trigger, name: echo, when: {beginning_of: draw},
                                              whose: each}]}
  - at: {turn: 1, decision: declare_attackers}
    do: [{action: attack, attackers: {bear: B, wolf: C}}]
  - at: {turn: 1, decision: declare_blockers, player: B}
    do: [{action: block, blockers: {wall: [bear], dog: [bear]}}]
  - at: {turn: 1, decision: pay, player: B}
    do:
      - {action: activate, name: glow, mana_ability: true, effects: [{effect: add_mana, mana: R, keeps: this_turn}]}
      - {action: pay, pay: true}
  - at: {turn: 1, decision: declare_blockers, player: C}
    do: [{action: block, blockers: {ox: [wolf], elk: [wolf]}}]
until: {turn: 4, step: upkeep}
expect:
  turns: [{turn: 2, player: B}, {turn: 3, player: C}, {turn: 4, player: C}]
  events: [{event: became_blocked, permanent: bear}, {event: became_blocked, permanent: wolf}]
"""


TEAMS = """
game:
  variant: archenemy
  archenemy: B
  players: [{id: A, battlefield: [{id: bear}]}, {id: B, battlefield: [{id: wall}]}, {id: C, battlefield: [{id: ox}]}]
script:
  - at: {turn: 2, decision: declare_attackers}
    do: [{action: attack, attackers: {bear: B, ox: B}}]
until: {turn: 3, step: upkeep}
expect: {turns: [{turn: 1, player: B}, {turn: 2, player: A}, {turn: 3, player: B}]}
"""


def started(scenario: Scenario) -> Engine:
    """The game of a scenario at its first decision."""
    game = scenario.game
    engine = new_game(game.model_copy(update={"free_casting": True}) if game.free_casting is None else game)
    engine.advance()
    return engine


def played_with(scenario: Scenario, change: Callable[[Engine], Engine]) -> tuple[Event, ...]:
    """All events of a scenario's commands, on a game that is changed for another at each decision.

    The last command is left out: a run may stop in the middle of it.
    """
    engine, events = started(scenario), list[Event]()
    for command in run(scenario).commands[:-1]:
        engine = change(engine)
        events += engine.submit(command)
    return tuple(events)


def _without_marks(engine: Engine) -> tuple[Any, ...]:
    """The state, but for the mark of a declaration that can be taken back, which each game makes by itself."""
    declaration = engine.declaration
    before = declaration.before if declaration is not None else None
    if declaration is None or before is None:
        return engine.state()
    return tuple(
        value._replace(before=before[0]) if name == "declaration" else value
        for name, value in zip(STATE, engine.state(), strict=True)
    )


def through_text(engine: Engine) -> Engine:
    """The game saved as JSON text and restored; saving it again gives the same text."""
    text = json.dumps(engine.snapshot())
    other = restore(text)
    assert json.dumps(other.snapshot()) == text
    assert _without_marks(other) == _without_marks(engine)
    assert (other.decision, other.attempts) == (engine.decision, (0, 0))
    assert (other.teams, other.starting_player, other.options) == (engine.teams, engine.starting_player, engine.options)
    return other


@pytest.mark.parametrize(
    "text", [DECLARATIONS, DEFENDERS, TEAMS, RICH], ids=["declarations", "defenders", "teams", "rich"]
)
def test_a_game_goes_on_after_restoring_at_each_decision(text: str) -> None:
    """With identical events; 732.1: the moment before a declaration is in the snapshot, mana abilities included."""
    scenario = load_one(text)
    assert run(scenario).ok
    assert played_with(scenario, through_text) == played_with(scenario, lambda engine: engine)


def test_a_game_of_ones_own_is_restored() -> None:
    """Its part of the snapshot is what its `save` gave."""

    class SavedDuel(Duel):
        def load(self, data: dict[str, Any]) -> None:
            self.points = dict(data)

    engine = Engine(SavedDuel(), ("A", "B"))
    engine.advance()
    for command in (BOLT, Pass(), Pass()):
        engine.submit(command)
    other = Engine.restore(engine.snapshot(), SavedDuel())
    assert other.game.save() == {"A": 10, "B": 4}
    for command in (BOLT, Pass(), Pass()):
        assert other.submit(command) == engine.submit(command)
    assert other.outcome == engine.outcome


def test_a_game_that_has_not_begun_and_one_that_is_over_are_saved() -> None:
    """Nobody is asked in either; the first begins with the same events."""
    engine = new_game()
    assert restore(engine.snapshot()).advance() == engine.advance()
    while engine.outcome is None:
        engine.submit(next(iter(reversed([*engine.legal("A")]))))  # conceding comes last
    assert restore(engine.snapshot()).outcome == engine.outcome


# --- what is refused ---


def saved() -> dict[str, Any]:
    """A game in its first upkeep."""
    return started(load_one("until: {turn: 1, step: upkeep}")).snapshot()


ENTRY: dict[str, Any] = {
    "id": 1,
    "kind": "continuous",
    "name": "glow",
    "controller": "A",
    "source": None,
    "effect": {"effect": "continuous", "name": "glow", "lasts": "forever"},
    "keys": [["kind", "continuous"]],
    "since": 1,
    "origin": None,
    "bound": [],
}
"""Something in force, as it is saved."""
BROKEN: dict[str, tuple[list[str | int], Any, str]] = {
    "another version": (["version"], 99, "version: 99 is not known; this release reads 1, 2, 3"),
    "no version": (["version"], None, "version: None is not known; this release reads 1, 2, 3"),
    "a wrong type": (["engine", "serial"], "many", "engine.serial: Input should be a valid integer"),
    "an unknown key": (["engine", "gold"], 1, "engine.gold: unknown key"),
    "a key within": (["engine", "position", "hour"], 1, "engine.position.hour: unknown key"),
    "one player": (["players"], ["A"], "players: two or more different players are needed, 100 at most"),
    "a player in no team": (["teams"], [["A"]], "teams: every player has to be in one team"),
    "an unknown starting player": (["starting_player"], "Z", "starting_player: no player 'Z'"),
    "an unknown archenemy": (["options", "archenemies"], ["Z"], "options.archenemies: no player 'Z'"),
    "an unknown state": (
        ["engine", "turn_state"],
        "combat.tea",
        "engine.turn_state: the machine 'turn' has no state 'combat.tea'",
    ),
    "a state with states in it": (
        ["engine", "turn_state"],
        "combat",
        "engine.turn_state: the machine 'turn' has no state 'combat'",
    ),
    "another state": (
        ["engine", "turn_state"],
        "beginning.draw",
        "engine.position: contradicts turn_state, which is beginning.draw",
    ),
    "a phase that has not begun": (
        ["engine", "schedule", "begun"],
        {},
        "engine.schedule.begun: beginning is in progress, so it has to be there",
    ),
    "another turn": (
        ["engine", "position", "turn"],
        7,
        "engine.position.turn: contradicts schedule.number, which is 1",
    ),
    "a declaration without one": (
        ["engine", "attack_state"],
        "choose_attackers",
        "engine.attack_state: contradicts declaration",
    ),
    "an unknown callback": (["engine", "actions_left"], ["snapshot"], "engine.actions_left: no action 'snapshot'"),
    "an unknown trigger": (["engine", "interruption"], "tea", "engine.interruption: no trigger 'tea'"),
    "nobody asked": (["engine", "pending"], None, "engine.pending: somebody is asked exactly while the game goes on"),
    "somebody asked who left": (["engine", "in_game"], ["B"], "engine.pending.player: 'A' is not in the game"),
    "another decision": (["engine", "priority_state"], "closed", "engine.pending.kind: contradicts priority_state"),
    "over without an end": (
        ["engine", "turn_state"],
        "game_over",
        "engine.outcome: the game is over, so there has to be one",
    ),
    "an unknown controller": (["engine", "control"], {"A": "Z"}, "engine.control: no player 'Z'"),
    "a missing pool": (["engine", "pools"], {"A": []}, "engine.pools: needs a pool for each player"),
    "an unknown owner": (["game", "belongings", 0, "player"], "Z", "game.belongings: have to be those of A, B"),
    "before nothing": (["before"], {"engine": {}, "game": {}}, "before.engine.turn_state: Field required"),
    "a player twice": (["engine", "in_game"], ["A", "A", "B"], "engine.in_game: players have to differ"),
    "neither day nor night": (
        ["engine", "day_night"],
        "dusk",
        "engine.day_night: Input should be 'day', 'night' or 'neither'",
    ),
    "no direction": (["options"], {"attack": "sideways"}, "options.attack: Input should be 'left' or 'right'"),
    "no bound": (["options"], {"step_bound": 0}, "options.step_bound: Input should be greater than or equal to 1"),
    "a payment of nothing": (
        ["engine", "pending", "kind"],
        "pay",
        "engine.pending: the default answer to pay fails (AssertionError: )",
    ),
    "an action that is none": (
        ["engine", "then_act"],
        True,
        "engine.pending: the default answer to priority fails (MachineError: \"Can't trigger event 'act' from "
        "state 'state_based_actions' of machine 'priority'\")",
    ),
    "nobody with priority": (
        ["engine", "priority_player"],
        None,
        "engine.pending: the default answer to priority fails (AssertionError: )",
    ),
    "no belongings": (["game", "belongings"], [], "game.belongings: have to be those of A, B"),
    "asked before the game": (
        ["engine", "turn_state"],
        "not_started",
        "engine.pending: somebody is asked exactly while the game goes on",
    ),
    "an effect of nobody": (
        ["engine", "in_force"],
        {"entries": [ENTRY | {"controller": "Z"}], "dormant": []},
        "engine.in_force.entries.glow.controller: no player 'Z'",
    ),
    "a number that nothing has got": (
        ["engine", "in_force"],
        {"entries": [ENTRY], "dormant": []},
        "engine.in_force.entries: ids have to differ and to be at most serial, which is 0",
    ),
    "a turn of nobody": (["engine", "schedule", "turns", 0, "name"], "Z", "engine.schedule.turns: no player 'Z'"),
    "nobody's turn": (["engine", "schedule", "turn", "name"], "Z", "engine.schedule.turns: no player 'Z'"),
    "an unknown active player": (
        ["engine", "position", "active_player"],
        "Z",
        "engine.position.active_player: no player 'Z'",
    ),
    "an unknown player with priority": (
        ["engine", "priority_player"],
        "Z",
        "engine.priority_player: no player 'Z'",
    ),
    "an unknown player asked": (["engine", "pending", "player"], "Z", "engine.pending.player: no player 'Z'"),
    "an unknown defender": (["engine", "facts", "defending"], "Z", "engine.facts.defending: no player 'Z'"),
    "too many players": (
        ["players"],
        [f"P{number}" for number in range(101)],
        "players: two or more different players are needed, 100 at most",
    ),
    "no data": (["game"], {1, 2}, "snapshot: is not plain JSON data (Object of type set is not JSON serializable)"),
}


@pytest.mark.parametrize(("path", "value", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_snapshot_is_refused(path: list[str | int], value: object, message: str) -> None:
    """One error names the field and what would be right."""
    data: Any = saved()
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(SnapshotError) as caught:
        restore(data)
    assert str(caught.value) == message


def _in_main_phase() -> dict[str, Any]:
    engine = started(load_one("until: {turn: 1, step: upkeep}"))
    while engine.turn_state != "precombat_main":
        engine.submit(Pass())
    return engine.snapshot()


def _with_a_spell() -> dict[str, Any]:
    engine = started(load_one("until: {turn: 1, step: upkeep}"))
    engine.submit(Cast(name="dart"))
    return engine.snapshot()


def _amid_a_declaration() -> dict[str, Any]:
    engine = started(load_one(DECLARATIONS))
    while engine.declaration is None or engine.declaration.before is None:
        if engine.decision is not None and engine.decision.kind == "declare_attackers":
            engine.submit(Attack(attackers={"bear": "B"}))
        else:
            engine.submit(Pass())
    return engine.snapshot()


BROKEN_ELSEWHERE: dict[str, tuple[Callable[[], dict[str, Any]], list[str], Any, str]] = {
    "a step in a main phase": (
        _in_main_phase,
        ["engine", "position", "step"],
        "upkeep",
        "engine.position: contradicts turn_state, which is precombat_main",
    ),
    "a spell with a number to come": (
        _with_a_spell,
        ["engine", "serial"],
        0,
        "engine.stack: ids have to differ and to be at most serial, which is 0",
    ),
    "nobody asked before a declaration": (
        _amid_a_declaration,
        ["before", "engine", "pending"],
        None,
        "before.engine.pending: somebody is asked exactly while the game goes on",
    ),
    "an unknown player declares": (
        _amid_a_declaration,
        ["engine", "declaration", "player"],
        "Z",
        "engine.declaration.player: no player 'Z'",
    ),
    "a moment before nothing": (
        saved,
        ["before"],
        _amid_a_declaration,
        "before: there is no declaration that could be taken back",
    ),
}


@pytest.mark.parametrize("name", BROKEN_ELSEWHERE)
def test_what_contradicts_itself_at_another_moment_is_refused(name: str) -> None:
    """The field is that of the moment."""
    make, path, value, message = BROKEN_ELSEWHERE[name]
    data: Any = make()
    if value is _amid_a_declaration:
        value = _amid_a_declaration()["before"]
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(SnapshotError) as caught:
        restore(data)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "snapshot: is no JSON (Expecting value: line 1 column 1 (char 0))"),
        ("[]", "snapshot: has to be a JSON object"),
        ("null", "snapshot: has to be a JSON object"),
        ("{}", "version: None is not known; this release reads 1, 2, 3"),
        ('{"version": 3}', "players: Field required"),
    ],
)
def test_text_that_is_no_snapshot_is_refused(text: str, message: str) -> None:
    """It says what is wrong first."""
    with pytest.raises(SnapshotError) as caught:
        restore(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"version": 1}'])
def test_whatever_is_no_snapshot_is_an_error_of_our_own(text: str) -> None:
    """Text that is cut off, too deep or too little."""
    with pytest.raises(SnapshotError):
        restore(text)


def test_too_much_text_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is in bytes."""
    monkeypatch.setattr(snapshots, "MAX_BYTES", 10)
    text = json.dumps(saved())
    with pytest.raises(SnapshotError) as caught:
        restore(text)
    assert str(caught.value) == f"snapshot: has {len(text)} bytes; at most 10 are read"
    monkeypatch.setattr(snapshots, "MAX_BYTES", len(text))
    assert restore(text).snapshot() == json.loads(text)


def test_an_earlier_version_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each migration makes the next version of one; the last one is read."""

    def second(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "version": snapshots.VERSION, "starting_player": data["starting_player"].upper()}

    def first(data: dict[str, Any]) -> dict[str, Any]:
        starter = data.pop("starter")
        return {**data, "version": 0, "starting_player": starter}

    monkeypatch.setattr(snapshots, "MIGRATIONS", {-1: first, 0: second})
    data = saved()
    old = {**data, "version": -1, "starter": "a"}
    del old["starting_player"]
    assert restore(old).snapshot() == data
    with pytest.raises(SnapshotError, match=f"version: -2 is not known; this release reads -1, 0, {snapshots.VERSION}"):
        restore({**old, "version": -2})


def test_a_snapshot_of_version_1_goes_on_as_it_did_then() -> None:
    """A game saved by the release that wrote version 1, in the middle of a declaration, has the same events."""
    old = json.loads((Path(__file__).parent / "snapshots" / "version-1.json").read_text("utf-8"))
    engine = restore(old["snapshot"])
    commands = [COMMANDS.validate_python(command) for command in old["commands"]]
    expected = [{**ADDED[1](event), **event} for event in old["events"]]
    assert [event.as_dict() for command in commands for event in engine.submit(command)] == expected
    saved = restore(old["snapshot"]).snapshot()
    assert (saved["version"], saved["engine"]["unresolved"]) == (snapshots.VERSION, None)


def test_a_snapshot_of_version_2_knows_the_target_of_what_resolves() -> None:
    """Version 2 had it with the object only, and not for its effects."""

    class Asking(Aiming):
        def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
            engine.ask(Pending("choose_colour", context.controller, "608.2d", ("red", "blue"), 1))

        def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
            return [Choose(player=pending.player, ids=(colour,)) for colour in pending.choices]

    engine = Engine(Asking(), ("A", "B"))
    engine.advance()
    for command in (Cast(name="bolt", target="B"), Pass(), Pass()):
        engine.submit(command)
    data = engine.snapshot()
    old: dict[str, Any] = {**json.loads(json.dumps(data)), "version": 2}
    assert old["engine"]["context"].pop("target") == "B"
    assert Engine.restore(old, Asking()).snapshot() == data
    older: dict[str, Any] = {**json.loads(json.dumps(old)), "version": 1}
    assert older["engine"].pop("unresolved") is None
    older["engine"]["condition_failed"] = False
    assert Engine.restore(older, Asking()).snapshot() == data
    old["engine"]["resolving"]["target"] = None
    assert Engine.restore(old, Asking()).context == Context("A", None, "bolt")


def test_a_game_on_machines_of_ones_own_is_restored_on_them() -> None:
    """States and actions are looked for in those machines; without them the snapshot is refused."""
    text = PRIORITY.model_dump_json().replace("player_has_priority", "somebody_has_priority")
    renamed = MachineDefinition.model_validate_json(text)
    machines = {"priority": CompiledMachine(renamed)}
    engine = new_game(machines=machines)
    engine.advance()
    assert engine.priority_state == "somebody_has_priority"
    other = restore(engine.snapshot(), machines=machines)
    assert other.priority_state == "somebody_has_priority"
    with pytest.raises(SnapshotError, match=r"engine\.priority_state: the machine 'priority' has no state"):
        restore(engine.snapshot())


def test_the_shipped_schema_of_snapshots_is_that_of_the_models() -> None:
    """With every description."""
    vars(snapshots)["_readers"].cache_clear()  # they are made anew of the models
    shipped = files("mtg_fsm.schemas") / "snapshot.schema.json"
    assert schema("snapshot") == json.loads(shipped.read_text(encoding="utf-8"))


def test_the_moment_before_a_declaration_is_saved_with_the_game_as_it_was_then() -> None:
    """The attacker has been tapped since (508.1f), and is untapped again once the attack is not paid for."""
    data = _amid_a_declaration()
    tapped = [
        {permanent["id"]: permanent.get("tapped", False) for permanent in game["battlefield"]}["bear"]
        for game in (data["before"]["game"], data["game"])
    ]
    assert tapped == [False, True]
    engine = restore(data)
    engine.submit(Pay(pay=False))
    assert engine.observe("battlefield", ("bear",))["bear"]["tapped"] is False


def test_the_moment_before_a_declaration_is_not_that_of_an_earlier_mark() -> None:
    """With all marks kept, what happened before the declaration has happened in both states that are saved."""
    engine = started(load_one(DECLARATIONS))
    engine.keeps_marks = True
    engine.submit(Cast(name="rest", effects=(effects.Tap(permanents=("wall",)),)))
    while engine.decision is not None and engine.decision.kind != "declare_attackers":
        engine.submit(Pass())
    engine.submit(Attack(attackers={"bear": "B"}))
    assert engine.declaration is not None
    data = engine.snapshot()
    for game in (data["before"]["game"], data["game"]):
        assert [permanent["id"] for permanent in game["battlefield"] if permanent.get("tapped")][-1] == "wall"


def test_an_interruption_is_a_trigger_that_interrupts_the_turn() -> None:
    """What ends the turn may be under way; what the turn goes on by may not."""
    engine = started(load_one(DECLARATIONS))
    data = engine.snapshot()
    data["engine"]["interruption"] = "end_the_turn"
    assert restore(data).interruption == "end_the_turn"
    data["engine"]["interruption"] = "proceed"
    with pytest.raises(SnapshotError, match=r"^engine.interruption: no trigger 'proceed'$"):
        restore(data)


def test_as_many_players_as_there_may_be_are_restored() -> None:
    """A table of a hundred."""
    players = [{"id": f"p{number}"} for number in range(MAX_PLAYERS)]
    engine = new_game(GameSpec.model_validate({"variant": "free_for_all", "players": players}))
    engine.advance()
    assert restore(engine.snapshot()).players == engine.players

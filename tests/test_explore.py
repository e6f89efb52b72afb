"""Exploration: what it finds is what was recorded, merged states behave alike, and every invariant can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from pydantic import BaseModel
from recorded import EXPLORATIONS, command_of
from support import of_interpreted_code

from mtg_fsm import Engine
from mtg_fsm.cli import main
from mtg_fsm.engine import declarations, leaving
from mtg_fsm.engine.callbacks import CALLBACKS
from mtg_fsm.engine.schedule import Origin, Schedule
from mtg_fsm.errors import SetupError
from mtg_fsm.explore import INVARIANTS, Bounds, Violation, explore, scenario_text
from mtg_fsm.explore.bounds import moves
from mtg_fsm.explore.canonical import (
    COUNTED,
    FIELDS,
    LEFT_OUT,
    SPECIAL,
    canonical_command,
    control_state,
)
from mtg_fsm.explore.expansion import RUNS_ON, Explorer, Saved
from mtg_fsm.explore.untaken import STOPPED, UNEXPLAINED
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.machine import MACHINES, PRIORITY, TURN, CompiledMachine, MachineDefinition
from mtg_fsm.scenario import loads, run
from mtg_fsm.words.notation import from_text

SMALL: Final = Bounds(added=0, skips=0)


# --- what is found ---


@pytest.mark.parametrize("file", EXPLORATIONS.small(), ids=lambda file: file.stem)
def test_an_exploration_finds_what_was_recorded(file: Path) -> None:
    """The states, their number by depth, and how often each arc is taken are those of the data file."""
    recorded = json.loads(file.read_text(encoding="utf-8"))
    found = explore(Bounds(**recorded["found"]["bounds"]))
    assert found.as_data() == recorded["found"]


@pytest.mark.parametrize("file", EXPLORATIONS.all(), ids=lambda file: file.stem)
def test_recorded_explorations_are_whole_and_name_their_command(file: Path) -> None:
    """Each is complete and found no violation; every arc that was not taken has its reason."""
    recorded = json.loads(file.read_text(encoding="utf-8"))
    found = recorded["found"]
    assert recorded["command"] == command_of(Bounds(**found["bounds"]))
    assert found["complete"]
    assert found["violation"] is None
    assert sum(found["by_depth"]) == sum(found["by_state"].values()) == found["states"]
    assert not [arc for arc in found["untaken"] if arc["why"] in (STOPPED, UNEXPLAINED)]


def test_every_arc_of_turn_and_priority_is_taken_in_a_recorded_exploration() -> None:
    """Left are those that only what the scope leaves out could take, or a bound that is named."""
    found = [json.loads(file.read_text(encoding="utf-8"))["found"] for file in EXPLORATIONS.all()]
    left: dict[tuple[str, str], set[str]] = {}
    for untaken in (untaken for one in found for untaken in one["untaken"]):
        machine, arc = untaken["machine"], untaken["arc"]
        if machine in ("turn", "priority") and not any(arc in one["arcs"][machine] for one in found):
            left.setdefault((machine, arc), set()).add(untaken["why"])
    assert [arc for arc, why in left.items() if not why & OUT_OF_SCOPE] == [
        ("turn", "arc.next_phase.game_ends.game_over")
    ]
    assert NEEDS_MORE in left["turn", "arc.next_phase.game_ends.game_over"]


OUT_OF_SCOPE: Final = {
    "players leave only once the game has begun",
    "players leave, and games end, only while somebody decides, and nobody does there",
    "nothing in the scope ends a turn or a combat phase as it begins (`then`)",
    "no state-based action applies in the scope",
}
NEEDS_MORE: Final = "skips, together, units: two skips of one phase, by different names, are needed"


@contextmanager
def _dask() -> Generator[Executor]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


EXECUTORS: Final[dict[str, Callable[[], Any]]] = {
    "processes": lambda: ProcessPoolExecutor(2),
    "threads": lambda: ThreadPoolExecutor(3),
    "dask": _dask,
}


@pytest.mark.filterwarnings("ignore")  # those of what is not ours
@pytest.mark.parametrize("name", EXECUTORS)
def test_any_executor_finds_the_same(name: str) -> None:
    """Processes, threads and the workers of a Dask cluster find what one core finds."""
    with EXECUTORS[name]() as executor:
        assert explore(SMALL, executor=executor).as_data() == explore(SMALL).as_data()


def test_limits_stop_an_exploration() -> None:
    """It stops with the depth, or with the depth in which so many states are known, and says that it is not whole."""
    shallow, few = explore(Bounds(depth=3)), explore(Bounds(states=40))
    assert (shallow.complete, len(shallow.by_depth)) == (False, 4)
    assert (few.complete, few.states >= 40, sum(few.by_depth[:-1]) < 40) == (False, True, True)
    assert any(untaken.why == STOPPED for untaken in shallow.untaken)


def test_progress_is_told() -> None:
    """Whoever wants to know hears of each depth, and of all states in the end."""
    told: list[Any] = []
    found = explore(Bounds(depth=3), progress=told.append)
    assert [progress.depth for progress in told if progress.done == progress.of] == [1, 2, 3]
    assert told[-1].states == found.states


@pytest.mark.parametrize(
    ("field", "value"), [("players", 1), ("players", 9), ("added", -1), ("depth", -1), ("units", "many")]
)
def test_bounds_that_cannot_be_name_the_field(field: str, value: Any) -> None:
    """What is no bound is refused."""
    with pytest.raises(SetupError, match=field):
        Bounds(**{field: value})


# --- control states ---


def test_every_field_counts_or_has_a_reason_why_not() -> None:
    """No field of the engine or the game is forgotten, and none is named that does not exist."""
    for kind, names in FIELDS.items():
        assert set(LEFT_OUT.get(kind, {})) <= set(names)
        assert {*COUNTED[kind], *LEFT_OUT.get(kind, {})} == set(names)
    assert all(name in COUNTED[kind] for kind, name in SPECIAL)


WALKS: Final = Bounds(players=3, added=2, skips=2, waiting=2, spells=2, leaving=1, together=4, units="all")


def _walk(explorer: Explorer, random: Random, length: int) -> Iterator[tuple[bytes, Saved]]:
    """States on a random way, each with what stands for its control state."""
    found = explorer.begin() if explorer.engine.turn_state == "not_started" else None
    saved = found.saved if found is not None else None
    for _ in range(length):
        assert saved is not None
        there = [one for one in explorer.expand(saved) if one.state != "game_over"]
        assert not [one.fault for one in there if one.fault is not None]
        passing = [one for one in there if one.command.endswith("pass")]
        one = random.choice(passing if passing and random.random() < 0.6 else there)
        saved = one.saved
        assert saved is not None
        yield one.digest, saved


def _successors(explorer: Explorer, saved: Saved) -> list[tuple[str, bytes]]:
    found = explorer.expand(saved)
    return sorted((canonical_command(explorer.engine, from_text(one.command)), one.digest) for one in found)


@pytest.mark.parametrize("seed", range(4))
def test_states_that_are_merged_behave_alike(seed: int) -> None:
    """Different states with one control state: the same commands, by seats, lead to the same control states."""
    random, first, compared = Random(seed), dict[bytes, Saved](), 0
    bounds = Bounds(players=3, added=1, skips=1, together=2) if seed % 2 else Bounds(players=2, together=2)
    for _ in range(12):
        explorer = Explorer(bounds)
        for digest, saved in _walk(explorer, random, 60):
            other = first.setdefault(digest, saved)
            if other != saved and compared < 60:
                assert _successors(explorer, saved) == _successors(explorer, other)
                compared += 1
    assert compared >= 30


def test_random_ways_through_a_large_scope_hold_all_invariants() -> None:
    """Far beyond what can be explored whole nothing is found wrong either."""
    for seed in range(6):
        assert sum(1 for _ in _walk(Explorer(WALKS), Random(seed), 80)) == 80


def test_what_is_said_to_be_never_changed_is_not() -> None:
    """Fields that are left out because nothing changes them are on a long way as they were at the beginning."""
    explorer = Explorer(WALKS)
    before: dict[str, Any] | None = None
    for _, _ in _walk(explorer, Random(1), 80):
        game = explorer.engine.game
        assert isinstance(game, ReferenceGame)
        now = {
            f"{name}.{field}": getattr(record, field)
            for kind, records in ((ReferenceGame, {"game": game}), *_records(game))
            for name, record in records.items()
            for field, why in LEFT_OUT[kind].items()
            if why == "nothing in the scope changes it"
        }
        before = now if before is None else before
        assert {name: now[name] for name in now} == {name: before[name] for name in now}


def _records(game: ReferenceGame) -> Iterator[tuple[type, dict[str, Any]]]:
    for records in (game.battlefield, game.belongings):
        yield type(next(iter(records.values()))), dict(records)


def test_control_states_tell_no_names() -> None:
    """Whose turn it is does not show: after a turn the control state is that of the turn before, of another player."""
    explorer = Explorer(Bounds(added=0, skips=0, waiting=0, mana=0, spells=0, leaving=0))
    explorer.begin()
    engine, states = explorer.engine, dict[int, Any]()
    while engine.position.turn < 4:
        if engine.turn_state == "beginning.draw":
            states.setdefault(engine.position.turn, control_state(engine))
        engine.submit(next(moves(engine, explorer.bounds)))
    assert list(states) == [2, 3]
    assert states[2] == states[3]


# --- invariants that fail ---


@pytest.fixture
def machines_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine keeps the methods that a class had as it was first used; so what is broken gets new ones."""
    new = {name: CompiledMachine(definition) for name, definition in MACHINES.items()}
    monkeypatch.setattr("mtg_fsm.engine.engine.SHARED", new)


Break = Callable[[pytest.MonkeyPatch], dict[str, MachineDefinition] | None]
"""Breaks the engine, or gives machines that are wrong."""


def _changed(model: BaseModel, **changes: Any) -> Any:
    """A model with other fields, made anew: a copy would keep what it has remembered."""
    return type(model)(**{name: getattr(model, name) for name in type(model).model_fields} | changes)


def _machine(
    definition: MachineDefinition,
    *,
    arcs: Callable[[Any], Any] = lambda arc: arc,
    states: Callable[[Any], Any] = lambda state: state,
) -> dict[str, MachineDefinition]:
    """A machine whose arcs and states are changed; an arc that becomes None is left out."""
    kept = tuple(arc for arc in map(arcs, definition.arcs) if arc is not None)
    return {definition.name: _changed(definition, arcs=kept, states=tuple(map(states, definition.states)))}


def _arc(source: str, target: str, **changes: Any) -> Callable[[Any], Any]:
    return lambda arc: _changed(arc, **changes) if (arc.source, arc.target) == (source, target) else arc


def _on(trigger: str, to: str, **changes: Any) -> Callable[[Any], Any]:
    return lambda arc: _changed(arc, **changes) if (arc.trigger, arc.target) == (trigger, to) else arc


def _without(source: str, target: str) -> Callable[[Any], Any]:
    return lambda arc: None if (arc.source, arc.target) == (source, target) else arc


def _acts(state: str, *actions: str) -> Callable[[Any], Any]:
    return lambda found: _changed(found, actions=actions) if found.name == state else found


def _does(name: str, function: Callable[..., Any], owner: Any = Engine) -> Break:
    """Another callback or function in the place of one."""

    def broken(patch: pytest.MonkeyPatch) -> None:
        if isinstance(owner, str):
            patch.setattr(f"{owner}.{name}", function)
        else:
            patch.setattr(owner, name, function)

    return broken


def _nothing(_engine: Engine) -> None:
    """It does nothing."""


def _never(_engine: Engine) -> bool:
    return False


def _fails(_engine: Engine) -> None:
    raise ZeroDivisionError


def _same_player(engine: Engine) -> None:
    engine.priority_rule = "117.3d"


def _last_player_first(engine: Engine) -> None:
    engine.priority_player, engine.passed = engine.apnap()[-1], frozenset()


def _passes_stay(engine: Engine) -> None:
    engine.priority_player = engine.apnap()[0]


def _rotation_stops(engine: Engine, turn: Any) -> None:
    engine.schedule = engine.schedule.with_natural_turn(turn.name)


def _extra_turn_last(schedule: Schedule, player: str, origin: Origin) -> Schedule:
    return Schedule.with_natural_turn(schedule, player)._replace(
        turns=(*schedule.turns, schedule.turns[0]._replace(id=schedule.serial, name=player, source=origin.source))
    )


def _others_attack(engine: Engine) -> None:
    declarations.begin(engine, "attack", engine.apnap()[-1])


def _lose_only(engine: Engine, rules: Any) -> None:
    pending = engine.pending
    leaving.leave(engine, list(rules))
    assert pending is not None
    engine.priority_player = engine.in_game[0]
    engine.pending = pending._replace(player=engine.in_game[0])


BROKEN: Final[list[tuple[str, Break, Bounds]]] = [
    (
        "one_arc",
        lambda _: _machine(TURN, arcs=_arc("beginning.upkeep", "beginning.next_step", guards=())),
        SMALL,
    ),
    ("one_arc", lambda _: _machine(TURN, arcs=_without("postcombat_main", "ending.end")), SMALL),
    (
        "untap_without_priority",
        lambda _: _machine(
            TURN, states=_acts("beginning.untap", *TURN.state("beginning.untap").actions, "give_priority")
        ),
        SMALL,
    ),
    ("cleanup_without_priority", _does("give_priority_if_needed", CALLBACKS["give_priority"]), SMALL),
    ("checks_before_priority", _does("triggers_wait", _never), SMALL),
    (
        "actions_before_priority",
        lambda _: _machine(TURN, states=_acts("beginning.draw", "give_priority", "draw_card")),
        SMALL,
    ),
    ("mana_empties", _does("empty_mana_pools", _nothing), SMALL),
    ("skips_apply", _does("applying", lambda *_: [], "mtg_fsm.engine.skips"), Bounds(added=0)),
    ("nesting", _does("end_phase", _nothing), SMALL),
    ("passing_goes_around", _does("next_player", _same_player), SMALL),
    ("top_resolves", _does("finish_resolution", _nothing), SMALL),
    ("active_player_after_resolving", _does("active_player_first", _last_player_first), SMALL),
    (
        "all_pass_ends_unit",
        lambda _: _machine(
            PRIORITY,
            arcs=_on("pass", "closed", target="state_based_actions", before=("pass_priority", "active_player_first")),
        ),
        SMALL,
    ),
    (
        "only_passing_ends_unit",
        lambda _: _machine(PRIORITY, arcs=_on("act", "state_based_actions", target="closed")),
        SMALL,
    ),
    ("acting_resets_passes", _does("same_player_next", _nothing), SMALL),
    ("turns_as_scheduled", _does("continue_rotation", _rotation_stops), SMALL),
    ("skips_are_used_once", _does("_use_up", lambda *_: ("614.10", "skip"), "mtg_fsm.engine.skips"), Bounds(added=0)),
    ("delayed_triggers_once", _does("trigger_beginning_of_step", _nothing), SMALL),
    ("somebody_decides", _does("declarations", lambda *_: iter(()), "mtg_fsm.game.attacking"), SMALL),
    (
        "asked_are_in_game",
        _does("_settle", lambda *_: None, "mtg_fsm.engine.leaving"),
        Bounds(players=3, added=0, skips=0),
    ),
    ("game_ends", _does("lose", _lose_only, "mtg_fsm.engine.outcome"), SMALL),
    ("active_player_decides", _does("declare_attackers", _others_attack), SMALL),
    ("passes_are_open", _does("active_player_first", _passes_stay), SMALL),
    ("newest_first", _does("with_extra_turn", _extra_turn_last, Schedule), Bounds()),
    (
        "printed_order",
        _does("PHASES", ("beginning", "main", "combat", "ending", "main"), "mtg_fsm.engine.schedule"),  # type: ignore[arg-type]
        SMALL,
    ),
    ("combat_in_combat", _does("remove_all_from_combat", _nothing), SMALL),
    (RUNS_ON, _does("draw_card", _fails), SMALL),
]


@of_interpreted_code
@pytest.mark.usefixtures("machines_of_its_own")
@pytest.mark.parametrize(
    ("invariant", "broken", "bounds"), BROKEN, ids=[f"{number}-{row[0]}" for number, row in enumerate(BROKEN)]
)
def test_each_invariant_fails_where_the_engine_is_wrong(
    invariant: str, broken: Break, bounds: Bounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is broken on purpose is found, by the invariant that speaks of it, with the commands that lead there."""
    definitions = broken(monkeypatch)
    found = explore(bounds, definitions=definitions)
    assert found.violation is not None
    assert found.violation.invariant == invariant, found.violation
    assert not found.complete
    assert not found.ok


def test_every_invariant_is_broken_once() -> None:
    """None is only believed to be able to fail."""
    assert {name for name, _, _ in BROKEN} == {*(invariant.name for invariant in INVARIANTS), RUNS_ON}


# --- counterexamples ---


def _violated(bounds: Bounds, definitions: dict[str, MachineDefinition] | None = None) -> Violation:
    violation = explore(bounds, definitions=definitions).violation
    assert violation is not None
    return violation


@pytest.mark.usefixtures("machines_of_its_own")
def test_a_counterexample_is_the_shortest_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mana that stays is found by adding some and ending the turn."""
    monkeypatch.setattr(Engine, "empty_mana_pools", _nothing)
    violation = _violated(SMALL)
    assert [command.action for command in violation.commands] == ["activate", "activate"]
    assert "500.4" in violation.rules
    assert str(violation) == "mana_empties (500.4): A has 1 mana as the upkeep has ended, after 2 command(s)"


@of_interpreted_code
@pytest.mark.usefixtures("machines_of_its_own")
@pytest.mark.parametrize(
    ("broken", "bounds"),
    [
        (broken, bounds)
        for name, broken, bounds in BROKEN
        if name in ("mana_empties", "skips_apply", "combat_in_combat")
    ],
)
def test_a_counterexample_is_a_scenario_that_goes_the_same_way(
    broken: Break, bounds: Bounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is valid, and what is run of it begins with the commands of the counterexample."""
    broken(monkeypatch)
    violation = _violated(bounds)
    (scenario,) = loads(scenario_text(violation))
    done = run(scenario)
    assert done.ok
    assert done.commands[: len(violation.commands)] == violation.commands
    assert scenario.title.startswith(violation.invariant)


def test_a_counterexample_on_machines_of_ones_own() -> None:
    """It is written by a game on the machines on which it was found, which may stop where it is wrong."""
    definitions = _machine(TURN, arcs=_without("postcombat_main", "ending.end"))
    violation = _violated(SMALL, definitions)
    machines = {name: CompiledMachine(definition) for name, definition in definitions.items()}
    (scenario,) = loads(scenario_text(violation, machines=machines))
    assert len(scenario.script) >= 1
    assert scenario.script[-1].at.step == "postcombat_main"


# --- the command ---


def _run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["mtg-fsm", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


FEW: Final = ["explore", "--added", "0", "--skips", "0", "--waiting", "0", "--spells", "0", "--leaving", "0"]


def test_the_command_prints_counts_and_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """States by depth and by state of the turn, arcs that were not taken with their reasons, and the verdict."""
    assert _run(FEW, monkeypatch) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "all invariants hold" in printed.out
    assert "combat.declare_blockers" in printed.out
    assert "waiting: 0" in printed.out


def test_the_command_gives_json_from_several_processes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is what the API gives."""
    assert _run([*FEW, "--json", "--jobs", "2"], monkeypatch) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == explore(Bounds(added=0, skips=0, waiting=0, spells=0, leaving=0)).as_data()


@pytest.mark.usefixtures("machines_of_its_own")
def test_the_command_shows_a_counterexample(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The exit status is 1, and the scenario is printed, or written to a file."""
    monkeypatch.setattr(Engine, "empty_mana_pools", _nothing)
    assert _run([*FEW], monkeypatch) == 1
    assert "scenario: counterexample-mana-empties" in capsys.readouterr().out
    file = tmp_path / "found.yaml"
    assert _run([*FEW, "--counterexample", str(file)], monkeypatch) == 1
    assert str(file) in capsys.readouterr().err
    assert loads(file.read_text(encoding="utf-8"))[0].id == "counterexample-mana-empties"


def test_bounds_that_cannot_be_are_refused_by_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 2, and the field is named."""
    assert _run(["explore", "--units", "many"], monkeypatch) == 2
    assert "units: has to be one of some, all" in capsys.readouterr().err

"""`python tools/foreign.py`: proves that others do as the engine does, and read what it writes.

The same games are played on the compiled machines and on those of `transitions` itself: the same arcs, answers of
guards and events. XState and two interpreters of SCXML walk the ways of these games through the exports, and out of
every state with many answers of guards; then they walk exports with a fault, which they have to find. Mermaid, and
PlantUML if it is installed, read every diagram. With `--all` the slowest one walks every game whole. Exit status: 0; 1
if anything was wrong; 2 if node or its packages are not there.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from charts import DEEP, HOSTILE, NASTY
from scxml_walk import Step, Walk, Way, covering
from test_random_tables import random_table

from mtg_fsm import MACHINES, TURN, Command, CompiledMachine, Event, MachineDefinition, MtgFsmError
from mtg_fsm.diagrams import DETAILS, RENDERERS, SUBJECTS, chart, draw
from mtg_fsm.diagrams.chart import WHOLE
from mtg_fsm.machine.recording import Taken, recording
from mtg_fsm.scenario import Scenario, load, run
from mtg_fsm.testing.trial import Trial

ROOT: Final = Path(__file__).parent.parent
SCRIPTS: Final = ROOT / "tests" / "foreign"
WALKERS: Final = {"xstate": "XState 5", "scxml": "SCION, SCXML"}
"""By the format that they walk, with node."""
SHOWN: Final = 5
"""So many faults of a walker are told."""
FAULTS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "xstate": {
        "wrong target": ('"#turn.combat.declare_blockers"', '"#turn.combat.combat_damage"'),
        "missing guard": ('"any_attackers"\n', '"nothing_added_or_skipped"\n'),
        "missing callback": ('"end_step"\n', '"empty_mana_pools"\n'),
        "not entered again": ('"reenter": true', '"reenter": false'),
    },
    "scxml": {
        "wrong target": ('target="combat.declare_blockers"', 'target="combat.combat_damage"'),
        "missing guard": (" &amp;&amp; _event.data.any_attackers", ""),
        "missing callback": ('<log label="callback" expr="\'end_step\'" />', ""),
        "parent left": (' type="internal"', ""),
    },
}
"""What is put in the place of what in the export of the turn machine, for each walker to find."""


class Row(NamedTuple):
    """What was compared: with whom, how many walks and steps, and how many of the walks were wrong."""

    against: str
    walks: int
    steps: int
    wrong: int


class Model:
    """A model for a machine: it gives the answers that it was given, and notes its callbacks."""

    def __init__(self, attribute: str, state: str, answers: Mapping[str, bool]) -> None:
        setattr(self, attribute, state)
        self.answers = answers
        self.ran: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name in self.answers:
            return lambda: self.answers[name]
        return lambda: self.ran.append(name)


def step(machine: CompiledMachine, source: str, trigger: str, answers: Mapping[str, bool]) -> Step:
    """What a machine does; the library's own dispatch does it."""
    attribute = machine.definition.model_attribute
    model = Model(attribute, source, answers)
    machine.trigger_event(model, trigger)
    return Step(machine.definition.name, source, trigger, answers, getattr(model, attribute), tuple(model.ran))


# --- games on the compiled machines and on those of the library ---


Play = Callable[[Mapping[str, CompiledMachine]], Sequence[Event]]
"""Plays a game, the same each time, on some machines; what happened."""
TABLES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("two_player", 2, {}),
    ("free_for_all", 3, {}),
    ("free_for_all", 4, {"attack_multiple_players": True}),
    ("two_headed_giant", 4, {}),
    ("archenemy", 3, {}),
    ("supervillain_rumble", 3, {}),
)
SEEDS: Final = range(8)
"""So many random games are played at each table."""


def plays() -> Iterator[Play]:
    """Every scenario, and random games at tables of all variants, in which players leave, too."""
    for file in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")):
        yield from (partial(_scenario, scenario) for scenario in load(file))
    for table in TABLES:
        for seed in SEEDS:
            trial = Trial(partial(random_table, *table), seed=seed, turns=3)
            yield partial(_commands, table, [command for command, _ in trial.played])


def _scenario(scenario: Scenario, machines: Mapping[str, CompiledMachine]) -> Sequence[Event]:
    done = run(scenario, machines=machines)
    if not done.ok:
        raise SystemExit(done.verdict)
    return done.events


def _commands(
    table: tuple[str, int, dict[str, Any]], commands: Iterable[Command], machines: Mapping[str, CompiledMachine]
) -> Sequence[Event]:
    engine = random_table(*table)
    engine.machines = {**machines}
    return [*engine.advance(), *(event for command in commands for event in engine.submit(command))]


def played(
    play: Play, definitions: Mapping[str, MachineDefinition], *, stock: bool
) -> tuple[Sequence[Event], list[Taken]]:
    """What happened in a game, and which way it took through its machines; no more than up to where it failed."""
    machines, way = recording(definitions, stock=stock)
    try:
        return play(machines), [*way]
    except MtgFsmError:
        return (), [*way]


def game_ways(machines: Mapping[str, CompiledMachine]) -> tuple[list[Way], Row]:
    """The way of every game through all machines, as the library goes from state to state; and how many it took."""
    ways: list[Way] = []
    known: dict[tuple[Any, ...], Step] = {}
    wrong = 0
    for play in plays():
        happened, taken = played(play, MACHINES, stock=False)
        wrong += (happened, taken) != played(play, MACHINES, stock=True)
        way: list[Step] = []
        for name, trigger, source, target, _, guards in taken:
            key = (name, trigger, source, *guards.items())
            if key not in known:
                known[key] = step(machines[name], source, trigger, guards)
            assert known[key].state == target
            way.append(known[key])
        ways.append(way)
    return ways, Row("transitions, whole games", len(ways), sum(map(len, ways)), wrong)


# --- ways through the exports ---


def explored_ways(machine: CompiledMachine) -> Iterator[Way]:
    """To each state on a shortest way, and on by each trigger, with no, one and two guards that hold."""
    first: dict[str, Way] = {machine.definition.initial: ()}
    queue = [machine.definition.initial]
    for source in queue:
        for trigger, guards in _triggers(machine.definition, source).items():
            for holding in (set(held) for size in range(3) for held in combinations(guards, size)):
                taken = step(machine, source, trigger, {guard: guard in holding for guard in guards})
                way = (*first[source], taken)
                yield way
                if taken.state not in first:
                    first[taken.state] = way
                    queue.append(taken.state)


def _triggers(definition: MachineDefinition, source: str) -> dict[str, list[str]]:
    """The triggers of the arcs that leave a state, with all of their guards."""
    triggers: dict[str, dict[str, None]] = {}
    for arc in definition.arcs:
        if f"{source}.".startswith(f"{arc.source}."):
            triggers.setdefault(arc.trigger, {}).update(dict.fromkeys((*arc.conditions, *arc.unless)))
    return {trigger: [*guards] for trigger, guards in triggers.items()}


def write_ways(path: Path, initial: Mapping[str, str], ways: Iterable[Way], *, prefixed: bool = False) -> None:
    """Writes ways for `walk.mjs`: each step once, each way once as the numbers of its steps."""
    numbers: dict[tuple[Any, ...], int] = {}
    steps: list[dict[str, Any]] = []
    written: dict[tuple[int, ...], None] = {}
    for way in ways:
        walked: list[int] = []
        for taken in way:
            key = (taken.machine, taken.source, taken.event, *taken.data.items())
            if key not in numbers:
                numbers[key] = len(steps)
                prefix = f"{taken.machine}." if prefixed else ""
                event, state = f"{prefix}{taken.event}", f"{prefix}{taken.state}"
                steps.append({**taken._asdict(), "event": event, "state": state})
            walked.append(numbers[key])
        written[tuple(walked)] = None
    path.write_text(json.dumps({"initial": initial, "steps": steps, "ways": [way for way in written if way]}))


def write_export(folder: Path, subject: str | MachineDefinition, walker: str) -> Path:
    """Writes an export where `walk.mjs` looks for it."""
    name = subject if isinstance(subject, str) else subject.name
    path = folder / f"{name}{RENDERERS[walker].ending}"
    path.write_bytes(draw(subject, walker))
    return path


def write_walks(folder: Path, ways: Mapping[str, Sequence[Way]]) -> None:
    """Writes the exports of all machines with the ways to walk through them."""
    subjects: list[str | MachineDefinition] = [*SUBJECTS, DEEP]
    for subject in subjects:
        for walker in WALKERS:
            write_export(folder, subject, walker)
    for name, walked in ways.items():
        write_ways(folder / f"{name}.ways.json", initial_states(name), walked, prefixed=name == WHOLE)


def initial_states(subject: str) -> dict[str, str]:
    """The state of each machine of a subject at first, as its export calls it."""
    if subject == WHOLE:
        return {name: f"{name}.{definition.initial}" for name, definition in MACHINES.items()}
    return {subject: {**MACHINES, DEEP.name: DEEP}[subject].initial}


def ways_by_subject(games: Sequence[Way], machines: Mapping[str, CompiledMachine]) -> dict[str, list[Way]]:
    """The ways to walk through each export: those of the games, and of one machine also out of every state."""
    own = {
        name: [*([taken for taken in way if taken.machine == name] for way in games), *explored_ways(machine)]
        for name, machine in {**machines, DEEP.name: CompiledMachine(DEEP, stock=True)}.items()
    }
    return {**own, WHOLE: [*games]}


def walked_in_python(ways: Mapping[str, Sequence[Way]]) -> Row:
    """Has python-statemachine walk all ways."""
    walks = steps = wrong = 0
    for name, walked in ways.items():
        walk = Walk(draw(DEEP if name == DEEP.name else name, "scxml"))
        for way in walked:
            fault = walk.fault(way, initial_states(name), prefixed=name == WHOLE)
            walks, steps, wrong = walks + 1, steps + len(way), wrong + (fault is not None)
            if fault is not None and wrong <= SHOWN:
                print(f"{name}.scxml: {fault}")
    return Row("python-statemachine, SCXML", walks, steps, wrong)


def walked_in_node(folder: Path, walker: str, label: str) -> Row:
    """Has a script walk all ways that are written in a folder; it prints what it found wrong."""
    done = script("walk.mjs", walker, folder)
    *said, last = done.stdout.splitlines() or [""]
    print("\n".join(said), end="\n" if said else "", flush=True)
    numbers = [int(number) for number in re.findall(r"\d+", last)]
    return Row(label, *numbers) if len(numbers) == 3 else Row(label, 0, 0, 1)


def script(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a script with node."""
    return subprocess.run(["node", *arguments], cwd=SCRIPTS, check=False, stdout=subprocess.PIPE, text=True)


def with_faults(walker: str) -> dict[str, bytes]:
    """Exports of the turn machine with a fault each, by what it is: one arc less, and what stands in `FAULTS`."""
    text = draw(TURN, walker).decode()
    lacking = TURN.model_copy(update={"arcs": tuple(arc for arc in TURN.arcs if arc.target != "combat.combat_damage")})
    faulty = {"missing arc": draw(lacking, walker)}
    for fault, (old, new) in FAULTS[walker].items():
        assert old in text
        faulty[fault] = text.replace(old, new).encode()
    return faulty


def missed_faults(walker: str, ways: Sequence[Way]) -> list[str]:
    """The faults that a script does not find."""
    missed: list[str] = []
    for fault, export in with_faults(walker).items():
        with tempfile.TemporaryDirectory() as name:
            write_ways(Path(name) / "turn.ways.json", initial_states(TURN.name), ways)
            (Path(name) / f"turn{RENDERERS[walker].ending}").write_bytes(export)
            if script("walk.mjs", walker, name).returncode == 0:
                missed.append(fault)
    return missed


def faults_missed_in_python(ways: Sequence[Way]) -> list[str]:
    """The faults that python-statemachine does not find."""
    initial = initial_states(TURN.name)
    return [
        fault
        for fault, export in with_faults("scxml").items()
        if not any(map(partial(Walk(export).fault, initial=initial), ways))
    ]


def write_diagrams(folder: Path, format_: str) -> list[Path]:
    """Writes every diagram in a format, and those of machines that are hard to draw."""
    charts = [chart(subject, detail=detail) for subject in SUBJECTS for detail in DETAILS]
    charts += [chart(DEEP), chart(HOSTILE, title=NASTY)]
    paths = [folder / f"{shown.name}-{shown.detail}{RENDERERS[format_].ending}" for shown in charts]
    for path, shown in zip(paths, charts, strict=True):
        path.write_bytes(draw(shown, format_))
    return paths


def plantuml_reads(paths: Sequence[Path]) -> bool:
    """Whether PlantUML takes the syntax of all sources; if it is not installed that is said."""
    if (executable := shutil.which("plantuml")) is None:
        print("plantuml: not installed, its sources were not checked")
        return True
    command = [executable, "-failfast2", "-checkonly", *map(str, paths)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    good = done.returncode == 0
    print(f"plantuml: {len(paths)} sources, {'0 wrong' if good else done.stdout}")
    return good


def table(rows: Sequence[Row]) -> str:
    """Rows as text."""
    head = ("against", "walks", "steps", "wrong")
    cells = [head, *((row.against, f"{row.walks:,}", f"{row.steps:,}", f"{row.wrong:,}") for row in rows)]
    return "\n".join(f"{name:<34}{walks:>9}{steps:>12}{wrong:>7}" for name, walks, steps, wrong in cells)


def main() -> int:
    """Runs everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="python-statemachine walks every game whole")
    whole = parser.parse_args().all
    if shutil.which("node") is None or not (SCRIPTS / "node_modules").is_dir():
        print("node and its packages are needed: install nodejs and npm, then run: make foreign", file=sys.stderr)
        return 2
    machines = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
    games, against_the_library = game_ways(machines)
    ways = ways_by_subject(games, machines)
    rows = [against_the_library]
    with tempfile.TemporaryDirectory() as name:
        write_walks(Path(name), ways)
        with ThreadPoolExecutor() as beside:
            in_node = [beside.submit(walked_in_node, Path(name), walker, label) for walker, label in WALKERS.items()]
            rows.append(walked_in_python(ways if whole else {name: covering(walked) for name, walked in ways.items()}))
        rows += [walked.result() for walked in in_node]
    print(table(rows))
    explored = [*explored_ways(machines[TURN.name])]
    missed = {walker: missed_faults(walker, explored) for walker in WALKERS}
    missed["python-statemachine"] = faults_missed_in_python(explored)
    for walker, faults in missed.items():
        print(f"{walker}: {len(FAULTS['scxml']) + 1} faults put in, {len(faults)} missed {faults or ''}".rstrip())
    with tempfile.TemporaryDirectory() as name:
        write_diagrams(Path(name), "mermaid")
        read = script("mermaid.mjs", name)
        print(read.stdout, end="", flush=True)
        plantuml = plantuml_reads(write_diagrams(Path(name), "plantuml"))
    compared = not any(row.wrong or not row.walks for row in rows) and not any(missed.values())
    return 0 if compared and read.returncode == 0 and plantuml else 1


if __name__ == "__main__":
    sys.exit(main())

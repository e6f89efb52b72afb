"""`python tools/foreign.py`: proves that other programs read the text formats, and run the exports as the engine does.

XState and an interpreter of SCXML walk the way of every scenario, and out of every state with many answers of guards;
then they walk exports with a fault, which they have to find. Mermaid, and PlantUML if it is installed, read every
diagram. Exit status: 0; 1 if anything was wrong; 2 if node or its packages are not there.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from charts import DEEP, HOSTILE, NASTY

from mtg_fsm import MACHINES, CompiledMachine, MachineDefinition
from mtg_fsm.diagrams import DETAILS, RENDERERS, SUBJECTS, chart, draw
from mtg_fsm.machine.recording import recording
from mtg_fsm.scenario import load, run

ROOT: Final = Path(__file__).parent.parent
SCRIPTS: Final = ROOT / "tests" / "foreign"
WALKERS: Final = ("xstate", "scxml")
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


class Step(NamedTuple):
    """An event with the answers of guards, and what the engine's machine does then, from which state to which."""

    machine: str
    source: str
    event: str
    data: Mapping[str, bool]
    state: str
    callbacks: tuple[str, ...]


Way = Sequence[Step]


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


def scenario_ways(machines: Mapping[str, CompiledMachine]) -> list[Way]:
    """The way of every scenario, through all machines."""
    ways: list[Way] = []
    known: dict[tuple[Any, ...], Step] = {}
    for file in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")):
        for scenario in load(file):
            recorders, taken = recording(MACHINES)
            if not (done := run(scenario, machines=recorders)).ok:
                raise SystemExit(done.verdict)
            way: list[Step] = []
            for name, trigger, source, target, _, guards in taken:
                key = (name, trigger, source, *guards.items())
                if key not in known:
                    known[key] = step(machines[name], source, trigger, guards)
                assert known[key].state == target
                way.append(known[key])
            ways.append(way)
    return ways


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


def write_walks(folder: Path) -> None:
    """Writes the exports of all machines with the ways to walk through them."""
    machines = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
    ways = scenario_ways(machines)
    subjects: list[str | MachineDefinition] = [*SUBJECTS, DEEP]
    for subject in subjects:
        for walker in WALKERS:
            write_export(folder, subject, walker)
    for name, machine in {**machines, DEEP.name: CompiledMachine(DEEP, stock=True)}.items():
        own = [[taken for taken in way if taken.machine == name] for way in ways]
        initial = {name: machine.definition.initial}
        write_ways(folder / f"{name}.ways.json", initial, [*own, *explored_ways(machine)])
    initial = {name: f"{name}.{definition.initial}" for name, definition in MACHINES.items()}
    write_ways(folder / "all.ways.json", initial, ways, prefixed=True)


def script(*arguments: str | Path, quiet: bool = False) -> bool:
    """Whether a script found nothing wrong; it prints itself what it found."""
    done = subprocess.run(["node", *arguments], cwd=SCRIPTS, check=False, stdout=subprocess.PIPE if quiet else None)
    return done.returncode == 0


def faults_are_found(folder: Path, walker: str) -> bool:
    """Whether a walker finds each fault in the export of the turn machine."""
    machine = CompiledMachine(MACHINES["turn"], stock=True)
    write_ways(folder / "turn.ways.json", {"turn": machine.definition.initial}, explored_ways(machine))
    missed: list[str] = []
    for fault, (old, new) in FAULTS[walker].items():
        export = write_export(folder, "turn", walker)
        text = export.read_text()
        assert old in text
        export.write_text(text.replace(old, new))
        if script("walk.mjs", walker, folder, quiet=True):
            missed.append(fault)
    print(f"{walker}: {len(FAULTS[walker])} faults, {len(missed)} missed {missed or ''}".rstrip(), flush=True)
    return not missed


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


def main() -> int:
    """Runs everything."""
    if shutil.which("node") is None or not (SCRIPTS / "node_modules").is_dir():
        print("node and its packages are needed: install nodejs and npm, then run: make foreign", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_walks(folder)
        good = [script("walk.mjs", walker, folder) for walker in WALKERS]
    for walker in WALKERS:
        with tempfile.TemporaryDirectory() as name:
            good.append(faults_are_found(Path(name), walker))
    with tempfile.TemporaryDirectory() as name:
        write_diagrams(Path(name), "mermaid")
        good += [script("mermaid.mjs", name), plantuml_reads(write_diagrams(Path(name), "plantuml"))]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())

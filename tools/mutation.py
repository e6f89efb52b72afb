"""Tests the tests: changes one thing at a time in the engine and the machines, and sees whether a test fails.

`run` tries mutants and keeps what came of each in `.mutation/`; what was tried is not tried again unless its function
is another one. `anew` tries those whose code runs at import, in new processes. `report` writes tests/mutation from all
that, and keeps the reasons that stand there. `score` prints it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from mutants import PACKAGES, ROOT, Mutant, files, mutants
from mutation_report import FOLDER, Counts, Report, Survivor, listed, load, score, text
from mutation_run import AT_IMPORT, KILLED, SURVIVED, TIMEOUT, UNTESTED, Result, Runner, run_anew

RESULTS: Final = ROOT / ".mutation" / "results.jsonl"
TESTS: Final = (
    "tests/rules",
    "tests/test_branches.py",
    "tests/test_combat_limits.py",
    "tests/test_compiled_dispatch.py",
    "tests/test_copy.py",
    "tests/test_definition.py",
    "tests/test_engine.py",
    "tests/test_engine_errors.py",
    "tests/test_events.py",
    "tests/test_facts.py",
    "tests/test_history.py",
    "tests/test_listed.py",
    "tests/test_listeners.py",
    "tests/test_notebook.py",
    "tests/test_one_arc.py",
    "tests/test_own_cards.py",
    "tests/test_own_game.py",
    "tests/test_recorded_events.py",
    "tests/test_recorded_games.py",
    "tests/test_recording.py",
    "tests/test_refusals.py",
    "tests/test_scenarios.py",
    "tests/test_snapshot.py",
    "tests/test_turn_order.py",
    "tests/test_upcoming.py",
    "tests/test_view.py",
)
"""Strong and fast: the others are tried against what survives these."""


ANEW_TESTS: Final = (
    "tests/test_definition.py",
    "tests/test_diagram_files.py::test_the_committed_diagrams_are_those_of_the_machines",
    "tests/test_compiled_dispatch.py",
    "tests/test_copy.py",
    "tests/test_recording.py",
    "tests/test_events.py",
    "tests/test_recorded_events.py",
    "tests/test_recorded_games.py",
    "tests/test_scenarios.py",
    "tests/test_snapshot.py",
)
"""For what runs at import, which is mostly what defines the machines."""


class Results:
    """What came of mutants, in a file to which each is added as it is done."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: dict[str, dict[str, Any]] = {}
        if file.is_file():
            for line in file.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.found[entry["mutant"]] = entry

    def of(self, mutant: Mutant) -> dict[str, Any] | None:
        """What came of it, if it was tried."""
        return self.found.get(_digest(mutant))

    def add(self, result: Result) -> None:
        """Takes in what came of one."""
        digest = _digest(result.mutant)
        entry = {"mutant": digest, "status": result.status, "by": result.by, "tests": result.tests}
        self.found[digest] = entry
        self.file.parent.mkdir(exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(entry)}\n")


def _digest(mutant: Mutant) -> str:
    """Names a mutant together with the whole function that it is in."""
    return hashlib.sha256("\0".join((mutant.module, mutant.function, mutant.source)).encode()).hexdigest()[:16]


def _chosen(arguments: argparse.Namespace, results: Results) -> Iterator[Mutant]:
    everything = [mutant for module, file in files(arguments.parts).items() for mutant in mutants(module, file)]
    if arguments.sample:
        everything = random.Random(arguments.seed).sample(everything, min(arguments.sample, len(everything)))
    for mutant in everything:
        before = results.of(mutant)
        if before is None or before["status"] in arguments.again:
            yield mutant


def _teller(results: Results, chosen: Sequence[Mutant], count: Counter[str]) -> Callable[[Result], None]:
    """What keeps each result, and prints what survives and how far it has come."""

    def tell(result: Result) -> None:
        results.add(result)
        count[result.status] += 1
        if result.status in (SURVIVED, TIMEOUT):
            mutant = result.mutant
            print(f"{result.status}: {mutant.module}.{mutant.function} ({result.tests} tests)")
            print(f"  - {mutant.was}\n  + {mutant.change}", flush=True)
        if count.total() % 100 == 0:
            print(f"{count.total()} of {len(chosen)}: {dict(count)}", flush=True)

    return tell


def run(arguments: argparse.Namespace) -> int:
    """Tries the mutants of a part that were not tried."""
    results, count = Results(RESULTS), Counter[str]()
    chosen = list(_chosen(arguments, results))
    modules = {mutant.module for mutant in chosen}
    concerned = {module: file for module, file in files().items() if module in modules}
    runner = Runner(chosen, concerned, limit=arguments.limit, jobs=arguments.jobs)
    status = runner.run(arguments.tests or TESTS, _teller(results, chosen, count)) if chosen else 0
    print(f"{count.total()} of {len(chosen)}: {dict(count)}")
    return status


def anew(arguments: argparse.Namespace) -> int:
    """Tries the mutants of a part whose code had run before it was changed."""
    results, count = Results(RESULTS), Counter[str]()
    arguments.again.append(AT_IMPORT)
    chosen = [mutant for mutant in _chosen(arguments, results) if results.of(mutant) is not None]
    run_anew(chosen, files(), arguments.tests or ANEW_TESTS, _teller(results, chosen, count))
    print(f"{count.total()} of {len(chosen)}: {dict(count)}")
    return 0


def report(arguments: argparse.Namespace) -> int:
    """Writes the report, and prints as YAML the survivors of a part that nobody has read."""
    results, before = Results(RESULTS), load()
    unread: list[dict[str, Any]] = []
    for package in PACKAGES:
        reasons = {survivor.key: survivor for survivor in before[package].survivors} if package in before else {}
        modules: dict[str, Counts] = {}
        survivors: list[Survivor] = []
        for module, file in files([package]).items():
            count: Counter[str] = Counter()
            for mutant in mutants(module, file):
                entry = results.of(mutant)
                status = entry["status"] if entry else "not_run"
                count[status if status in (KILLED, TIMEOUT, SURVIVED, UNTESTED) else "not_run"] += 1
                if status != SURVIVED:
                    continue
                if (survivor := reasons.get(mutant.key)) is not None:
                    survivors.append(survivor)
                    continue
                count["unread"] += 1
                if module in files(arguments.parts):
                    unread.append({**_named(mutant), "verdict": "", "why": ""})
            modules[module] = Counts(**count)
        FOLDER.mkdir(exist_ok=True)
        content = text("make mutate", Report(modules=modules, survivors=tuple(survivors)))
        (FOLDER / f"{package}.yaml").write_text(content, encoding="utf-8")
    if unread:
        print(listed(unread))
    return print_score()


def _named(mutant: Mutant) -> dict[str, Any]:
    return {
        "function": f"{mutant.module}.{mutant.function}",
        "was": mutant.was,
        "change": mutant.change,
        "number": mutant.number,
    }


def print_score() -> int:
    """Prints the score that stands in the report."""
    print(score(load().values()))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("run", "anew", "report", "score"))
    parser.add_argument("parts", nargs="*", help="engine, machine, engine.stack ...; left out: all")
    parser.add_argument("--sample", type=int, default=0, help="only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the random choice")
    parser.add_argument("--tests", action="append", help="which tests to run, as for pytest")
    parser.add_argument("--limit", type=float, default=60, help="seconds of tests for one mutant")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--again", action="append", default=[], help="try again those of this status: survived ...")
    arguments = parser.parse_args()
    if arguments.what == "score":
        return print_score()
    return {"run": run, "anew": anew, "report": report}[arguments.what](arguments)


if __name__ == "__main__":
    sys.exit(main())

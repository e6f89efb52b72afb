"""Measures what this package costs, each figure beside what it is compared with, and says which goals are met.

    python bench/run.py [--json FILE] [--record] [--check] [--only SECTION]

`--record` writes the ratios to baseline.json; `--check` fails, with status 1, if a ratio is worse than the recorded one
by more than a third, also when it is measured again. Absolute figures differ from machine to machine and from minute to
minute; the ratios are what counts. `other_engines.py` lists the variables that name Pythons with other engines.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import games
from figures import Figure, Goal, Left, Row, better, ratios, show, times, worse
from importing import OURS, THEIRS, folder, importing
from other_engines import OTHERS, speed
from rich.console import Console
from rich.progress import Progress
from rounds import all_of, best_of, line
from walkers import hand_written_round, small_round, walks

from mtg_fsm.machine import MACHINES, CompiledMachine

BASELINE: Final = Path(__file__).parent / "baseline.json"
COMMAND: Final = "python bench/run.py --record"
VERSIONS: Final = ("mtg-fsm", "transitions", "pydantic", "python-statemachine")
TRIES: Final = 3
"""So often a section is measured before a ratio in it counts as worse: machines are noisy."""
TURNS: Final = 30
WIDTH: Final = 190
"""Of the tables where there is no terminal."""
SIZES: Final = (0, 10, 100, 1_000, 10_000)
FLAT: Final = Goal("ratio", 1.15)
"""No difference but noise."""
MANAGYM_TURNS, MANAGYM_PASSES, HAND_WRITTEN = 3_766, 75_389, 0.17e-6
"""Turns and passes a second of managym on a machine where a step with one guard and one callback takes so long."""


def _event() -> list[Row]:
    goals = {"a hand-written step": Goal("ratio", 4), "transitions, hierarchical": Goal("ratio", 1 / 40)}
    found = best_of(walks(), 25)
    ours = found.pop("an event")
    section = "An event of the turn machine"
    return [Figure(section, "an event", ours, name, other, goal=goals.get(name)) for name, other in found.items()]


def _turn() -> list[Row]:
    """Twice as many turns and passes as managym, or half its time."""
    section, half = "A turn in which everybody passes, through the public API", Goal("ratio", 0.5)
    stock = {name: CompiledMachine(definition, stock=True) for name, definition in MACHINES.items()}
    turn, a_pass = games.whole_turns(games.begun, TURNS)
    stock_turn, _ = games.whole_turns(lambda: games.begun(machines=stock), 4)
    found = best_of({"turn": turn, "pass": a_pass, "stock": stock_turn, "step": small_round()}, 15)
    then = found["step"] / HAND_WRITTEN
    recorded = "managym, as recorded, by a small step"
    rows: list[Row] = [
        Figure(section, "a turn", found["turn"], "the same on stock transitions", found["stock"]),
        Figure(section, "a turn", found["turn"], recorded, then / MANAGYM_TURNS, goal=half),
        Figure(section, "a pass, all else included", found["pass"], recorded, then / MANAGYM_PASSES, goal=half),
    ]
    for other in OTHERS:
        theirs = speed(other)
        if isinstance(theirs, str):
            rows.append(Left(section, other.package, theirs))
            continue
        goal, note = (half, "") if other.package == "manabot" else (None, "")
        if not other.every_priority:
            note = f"{other.package} does not open every priority"
        rows.append(Figure(section, "a turn", found["turn"], other.package, theirs.turn, goal=goal, note=note))
        if other.every_priority:
            rows.append(
                Figure(section, "a pass, all else included", found["pass"], other.package, theirs.pass_, goal=goal)
            )
    return rows


def _calls() -> list[Row]:
    section = "Calls that have a goal"
    goals = {"who decides what now": 2e-6, "construction of a game": 50e-6, "a copy of a game": 5e-6}
    calls = games.small_calls()
    found = best_of({**calls, "step": hand_written_round()}, 15)
    step = found["step"]
    rows: list[Row] = [
        Figure(section, name, found[name], "a hand-written step", step, goal=Goal("value", goals[name]))
        for name in calls
    ]
    rows += [Left(section, name, "there is no such call yet") for name in goals if name not in calls]
    size = games.bytes_a_game()
    rows.append(Figure(section, "a waiting game", size, "8 kB", 8_000, "bytes", Goal("value", 8_000)))
    return rows


def _import() -> list[Row]:
    with folder() as cache:
        found = best_of({"ours": importing(OURS, cache), "theirs": importing(THEIRS, cache)}, 9)
    against = "transitions' nesting, and pydantic with one model"
    return [Figure("Importing", "import mtg_fsm", found["ours"], against, found["theirs"], "ms", Goal("ratio", 1.5))]


def _unconcerned(what: str) -> Callable[[], list[Row]]:
    """What passes and turns cost with more and more that does not concern them."""

    def measured() -> list[Row]:
        engines = {size: games.begun(games.UNCONCERNED[what](size)) for size in SIZES}
        found: dict[int, list[games.Costs]] = {size: [] for size in SIZES}

        def played(size: int) -> Callable[[], float]:
            def timed() -> float:
                costs = games.turns(engines[size], 4)
                found[size].append(costs)
                return costs.turn

            return timed

        all_of({str(size): played(size) for size in SIZES}, 9)
        section = f"With {SIZES[-1]:,} {what} that are not concerned"
        rows: list[Row] = []
        for name, place in (("a turn", 0), ("a pass", 1)):
            best = {size: min(costs[place] for costs in found[size][1:]) for size in SIZES}
            slope, spread = line([(size, best[size]) for size in SIZES if size])
            most, few, none = best[SIZES[-1]], best[SIZES[1]], best[0]
            note = f"slope {slope * 1e9:+.2f} ns for each, standard error {spread * 1e9:.2f} ns"
            rows.append(Figure(section, name, most, "the same with none", none))
            rows.append(Figure(section, name, most, f"the same with {SIZES[1]}", few, goal=FLAT, note=note))
        return rows

    return measured


def _age() -> list[Row]:
    section, rows = "At turn 10,000", list[Row]()
    for name, make, saved in (
        ("without cards", games.blank, games.blank_again),
        ("with graveyards that grow", games.with_cards, games.with_cards_again),
    ):
        young, old = games.at_turn(make, 10), games.at_turn(make, 10_000)
        sizes = games.bytes_of(old, saved), games.bytes_of(young, saved)
        found = best_of({"old": games.turns_of(old), "young": games.turns_of(young)}, 15)
        rows.append(Figure(section, f"a turn, {name}", found["old"], "at turn 10", found["young"], goal=FLAT))
        goal = FLAT if make is games.blank else None
        rows.append(Figure(section, f"memory, {name}", sizes[0], "at turn 10", sizes[1], "bytes", goal))
    return rows


def _loops() -> list[Row]:
    sizes = (0, 100, 1_000)
    found = best_of({str(size): games.resolving(size) for size in sizes}, 7)
    section = "A resolution above another object, with the watch for loops (104.4b)"
    return [
        Figure(section, f"with {size:,} permanents", found[str(size)], "with none", found["0"]) for size in sizes[1:]
    ]


def _declarations() -> list[Row]:
    section = "A declaration with 40 possible attackers, 20 requirements and several restrictions, judged"
    turn, _ = games.whole_turns(games.begun, TURNS)
    found = best_of(
        {
            "attackers (508.1c-d)": lambda: games.judged("declare_attackers"),
            "blockers (509.1b-c)": lambda: games.judged("declare_blockers"),
            "turn": turn,
        },
        3,
    )
    a_turn = found.pop("turn")
    return [Figure(section, name, seconds, "a turn on an empty board", a_turn, "ms") for name, seconds in found.items()]


def _client(permanents: int) -> Callable[[], list[Row]]:
    def measured() -> list[Row]:
        calls = games.client(permanents, 100)
        found = best_of(calls, 5)
        a_pass = found.pop("a pass")
        section = f"What a client asks at turn 100, with {permanents} permanents"
        text, memory = games.bytes_with(permanents)
        return [
            *(Figure(section, name, seconds, "a pass", a_pass) for name, seconds in found.items()),
            Figure(section, "a snapshot as text", text, "8 kB", 8_000, "bytes"),
            Figure(section, "a game as it begins, in memory", memory, "8 kB", 8_000, "bytes"),
        ]

    return measured


SECTIONS: Final[dict[str, Callable[[], list[Row]]]] = {
    "event": _event,
    "turn": _turn,
    "calls": _calls,
    "import": _import,
    **{what.split()[0]: _unconcerned(what) for what in games.UNCONCERNED},
    "age": _age,
    "loops": _loops,
    "declarations": _declarations,
    "client": _client(0),
    "client-200": _client(200),
}


def measure(names: list[str], console: Console) -> dict[str, list[Row]]:
    """The rows of these sections, with a bar on a terminal."""
    rows: dict[str, list[Row]] = {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=len(names))
        for name in names:
            progress.update(task, description=name)
            rows[name] = SECTIONS[name]()
            progress.advance(task)
    return rows


def check(rows: dict[str, list[Row]], recorded: dict[str, float], console: Console) -> list[Figure]:
    """What is worse than recorded in each of several tries; the rows become the best that was measured."""
    for _ in range(TRIES - 1):
        suspicious = [name for name, found in rows.items() if worse(found, recorded)]
        if not suspicious:
            break
        console.print(f"measured again: {', '.join(suspicious)}")
        for name, again in measure(suspicious, console).items():
            rows[name] = better(rows[name], again)
    return [figure for found in rows.values() for figure in worse(found, recorded)]


def _record(rows: list[Row]) -> None:
    data: dict[str, Any] = {
        "command": COMMAND,
        "versions": {"python": platform.python_version(), **{name: version(name) for name in VERSIONS}},
        "left_out": [row.name for row in rows if isinstance(row, Left)],
        "ratios": ratios(rows),
    }
    BASELINE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Measures, prints, and checks if asked; the exit status."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rows there, too")
    parser.add_argument("--record", action="store_true", help=f"write the ratios to {BASELINE.name}")
    parser.add_argument("--check", action="store_true", help="fail if a ratio is worse than recorded by over a third")
    parser.add_argument("--only", action="append", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    wanted = parser.parse_args()
    terminal = Console(stderr=True)
    rows = measure(wanted.only or list(SECTIONS), terminal)
    recorded: dict[str, float] = {}
    if wanted.check:
        recorded = json.loads(BASELINE.read_text(encoding="utf-8"))["ratios"]
    failed = check(rows, recorded, terminal) if wanted.check else []
    every = [row for found in rows.values() for row in found]
    show(every, Console(width=None if sys.stdout.isatty() else WIDTH))
    if wanted.json:
        wanted.json.write_text(json.dumps([_data(row) for row in every], indent=2) + "\n", encoding="utf-8")
    if wanted.record:
        _record(every)
    for figure in failed:
        print(f"worse: {figure.key}: {times(figure.ratio)}, recorded {times(recorded[figure.key])}")
    return 1 if failed else 0


def _data(row: Row) -> dict[str, Any]:
    return row.as_data() if isinstance(row, Figure) else row._asdict()


if __name__ == "__main__":
    sys.exit(main())

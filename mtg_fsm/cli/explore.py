"""The commands `explore` and `perft`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, cast

import typer

from mtg_fsm.cli.output import error, print_json, print_table
from mtg_fsm.cli.runs import Status
from mtg_fsm.diagrams import write
from mtg_fsm.diagrams.tables import Rows
from mtg_fsm.explore import (
    Bounds,
    Exploration,
    Progress,
    divide,
    perft,
    position,
    scenario_text,
)
from mtg_fsm.explore import explore as explored
from mtg_fsm.explore.bounds import UNITS

_USUAL: Final = Bounds()
"""What bounds are left out stand for."""


def explore(
    players: Annotated[int, typer.Option(metavar="N", help="How many players there are.")] = _USUAL.players,
    added: Annotated[
        int, typer.Option(metavar="N", help="Extra turns, phases and steps that are pending: so many of each.")
    ] = _USUAL.added,
    skips: Annotated[int, typer.Option(metavar="N", help="Skips that are pending.")] = _USUAL.skips,
    waiting: Annotated[
        int, typer.Option(metavar="N", help="Abilities that wait for their moment or are on the stack.")
    ] = _USUAL.waiting,
    mana: Annotated[int, typer.Option(metavar="N", help="Mana in all pools.")] = _USUAL.mana,
    spells: Annotated[int, typer.Option(metavar="N", help="Spells on the stack.")] = _USUAL.spells,
    leaving: Annotated[int, typer.Option(metavar="N", help="Players who leave.")] = _USUAL.leaving,
    together: Annotated[
        int, typer.Option(metavar="N", help="How much of all that may be pending at one time.")
    ] = _USUAL.together,
    units: Annotated[
        str, typer.Option(metavar=f"[{'|'.join(UNITS)}]", help="Of which phases and steps things are added or skipped.")
    ] = _USUAL.units,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="Go no further than so many commands.", show_default=False)
    ] = None,
    states: Annotated[
        int | None,
        typer.Option(metavar="N", help="Stop with the depth in which so many states are known.", show_default=False),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes work at it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="All that was found, as JSON.")] = False,
    counterexample: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where a counterexample is written; left out, it is printed."),
    ] = None,
) -> None:
    """Try every command in every state of the turn with priority that can be reached, and check every step.

    At each decision every answer is tried, and, as far as the bounds allow, extra turns, phases and steps, skips,
    delayed abilities, mana, spells, ending the turn or the combat phase, and leaving. Each player has one creature, so
    that there is combat. After each step the invariants must hold; one of them is that exactly one arc is enabled.

    A violation is shown as a scenario file with the shortest way there: `mtg-fsm run` plays it.

    Example: mtg-fsm explore --players 3 --jobs 4

    Exit status: 0; 1 if an invariant does not hold; 2 if an argument is not valid.
    """
    bounds = Bounds(players, added, skips, waiting, mana, spells, leaving, together, cast("Any", units), depth, states)
    with _progress() as progress:
        if jobs == 1:
            found = explored(bounds, progress=progress)
        else:
            with ProcessPoolExecutor(jobs) as executor:
                found = explored(bounds, executor=executor, progress=progress)
    if as_json:
        print_json(found.as_data(), indent=2)
    else:
        _print(found)
    if found.violation is None:
        return
    text = scenario_text(found.violation)
    if counterexample is not None:
        write(counterexample, text.encode())
        error(f"wrote {counterexample}")
    elif not as_json:
        typer.echo(f"\n{text}", nl=False)
    raise typer.Exit(Status.FAILED)


@contextmanager
def _progress() -> Generator[Callable[[Progress], None] | None]:
    """What shows progress as a bar, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("exploring")

        def show(progress: Progress) -> None:
            said = f"depth {progress.depth}, {progress.states:,} states"
            bar.update(task, description=said, completed=progress.done, total=progress.of)

        yield show


def _print(found: Exploration) -> None:
    """Counts, arcs, and the verdict."""
    print_table([_rows(("depth", "states"), enumerate(found.by_depth))])
    typer.echo()
    print_table([_rows(("turn", "states"), found.by_state.items())])
    typer.echo()
    print_table([_rows(("decision", "states"), found.by_decision.items())])
    typer.echo()
    taken = {name: sum(machine == name for machine, _ in found.arcs) for name in found.definitions}
    for name, definition in found.definitions.items():
        typer.echo(f"{name}: {taken[name]} of {len(definition.arcs)} arcs taken")
    if found.untaken:
        typer.echo()
        print_table([_rows(("machine", "not taken", "what keeps it from being taken"), found.untaken)])
    for machine, state in found.unreached:
        typer.echo(f"not reached: {state} ({machine})")
    typer.echo()
    extent = "all of them" if found.complete else "not all of them"
    typer.echo(f"{found.states} states, {extent}; {found.commands} commands were tried; digest {found.digest}")
    typer.echo("all invariants hold" if found.violation is None else f"VIOLATED {found.violation}")


def _rows(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Rows:
    return Rows(head, [[(str(cell),) for cell in row] for row in rows])


def count(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="POSITION",
            help="A scenario file, played to its `until`, or a snapshot, which ends in .json.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="Of how many commands sequences are.")] = 4,
    divided: Annotated[bool, typer.Option("--divide", help="Count for each first command.")] = False,
    scenario: Annotated[
        str | None, typer.Option(metavar="ID", help="Which scenario, if POSITION has several.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The counts as JSON.")] = False,
) -> None:
    """Count the sequences of commands that are possible from a position, as perft does for moves in chess.

    Every listed answer to every decision counts; conceding does not. Without POSITION it is the beginning of the
    reference game of two players.

    Example: mtg-fsm perft tests/perft/combat.yaml --depth 3 --divide

    Exit status: 0; 2 if a file or an argument is not valid.
    """
    engine = position(file, scenario=scenario)
    if divided:
        parts = divide(engine, depth)
        if as_json:
            print_json(dict(parts), indent=2)
            return
        print_table([_rows(("command", "sequences"), [*parts.items(), ("all", sum(parts.values()))])])
        return
    counts = perft(engine, depth)
    if as_json:
        print_json(list(counts))
    else:
        print_table([_rows(("depth", "sequences"), enumerate(counts, 1))])

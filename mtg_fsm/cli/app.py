"""The commands."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final, cast

import typer

from mtg_fsm.cli.explore import count, explore
from mtg_fsm.cli.output import error, print_json, print_table, print_trace
from mtg_fsm.cli.rules import rules
from mtg_fsm.cli.runs import Runs
from mtg_fsm.cli.simulate import play_games
from mtg_fsm.cli.tables import arc_tables, arcs_data, state_tables, states_data
from mtg_fsm.diagrams import (
    DETAILS,
    RENDERERS,
    SUBJECTS,
    Highlight,
    Look,
    RecordedRun,
    Recorder,
    draw,
    draw_timeline,
    renderer_for,
    require_folder,
    step_through,
    timeline,
    timeline_format_for,
    write,
)
from mtg_fsm.diagrams.chart import Detail
from mtg_fsm.diagrams.gallery import PAGE, faults, write_gallery
from mtg_fsm.diagrams.graphviz.executable import portable_renderer
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MACHINES, TURN
from mtg_fsm.machine.dispatch import COMPILED
from mtg_fsm.scenario import Run, Scenario
from mtg_fsm.schema import SCHEMAS, schema, typescript
from mtg_fsm.telling.trace import trace

app = typer.Typer(
    name="mtg-fsm",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

TITLES: Final = 3
"""Scenarios that the title of a picture names; of more it says how many."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mtg-fsm {version('mtg-fsm')}{' (compiled)' if COMPILED else ''}")
        raise typer.Exit


def _written(ending: Callable[[Path], object]) -> Callable[[Path | None], Path | None]:
    """What reads the path of a file to be written; `ending` raises DiagramError if it ends wrongly."""

    def read(path: Path | None) -> Path | None:
        if path is not None:
            try:
                ending(path)
            except DiagramError as problem:
                raise typer.BadParameter(str(problem)) from None
            require_folder(path)
        return path

    return read


def _page(path: Path) -> None:
    if path.suffix != ".html":
        raise DiagramError(f"{str(path)!r} has to end in .html")


def _folder(path: Path) -> Path:
    if path == Path() or path.is_file():
        raise typer.BadParameter(f"{str(path)!r} has to be a folder of its own")
    return path


def _one_of(names: Iterable[str]) -> Callable[[str], str]:
    """What reads an argument that has to be one of these names."""
    known = list(names)

    def read(name: str) -> str:
        if name not in known:
            one_of = "one of " if len(known) > 1 else ""
            raise typer.BadParameter(f"must be {one_of}{', '.join(known)}, not {name!r}")
        return name

    return read


_MACHINE: Final = typer.Option(
    "--machine", metavar=f"[{'|'.join(MACHINES)}]", parser=_one_of(MACHINES), help="Which machine."
)
_AS_JSON: Final = typer.Option("--json", help="All that the definition says, as JSON.")
_FILES: Final = typer.Argument(metavar="FILE", help="One or more scenario files.", show_default=False)
_PATHS: Final = typer.Argument(
    metavar="FILE-OR-FOLDER", help="One or more files, or folders with *.yaml or *.yml files in them."
)


@app.callback()
def mtg_fsm(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """The turn structure of Magic: The Gathering as an explicit finite-state machine.

    Shows the machines as tables, runs scenario files and checks what they expect.

    Example: mtg-fsm run added-combat.yaml --diagram turn.svg

    Exit status: 0; 1 if an expectation failed; 2 if a file or an argument is not valid.
    """


@app.command(short_help="Show the states of a machine.")
def states(machine: Annotated[str, _MACHINE] = TURN.name, as_json: Annotated[bool, _AS_JSON] = False) -> None:
    """Show the states of a machine: what they come from in the rules and what happens in them.

    Example: mtg-fsm states --machine priority
    """
    definition = MACHINES[machine]
    if as_json:
        print_json(states_data(definition), indent=2)
    else:
        print_table(state_tables(definition))


@app.command(short_help="Show the arcs of a machine.")
def arcs(machine: Annotated[str, _MACHINE] = TURN.name, as_json: Annotated[bool, _AS_JSON] = False) -> None:
    """Show the arcs of a machine: when each is taken and what it does.

    Example: mtg-fsm arcs --json
    """
    definition = MACHINES[machine]
    if as_json:
        print_json(arcs_data(definition), indent=2)
    else:
        print_table(arc_tables(definition))


app.command(short_help="Show the rules, what proves and what carries each.")(rules)


@app.command(short_help="Run scenarios and print what happened.")
def run(
    files: Annotated[list[Path], _FILES],
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, as JSON.")] = False,
    diagram: Annotated[
        Path | None,
        typer.Option(
            callback=_written(renderer_for),
            metavar="PATH",
            help="Also draw the turn machine with the way that was taken, in the format that PATH ends in.",
        ),
    ] = None,
    timeline_path: Annotated[
        Path | None,
        typer.Option(
            "--timeline",
            callback=_written(timeline_format_for),
            metavar="PATH",
            help="Also draw the turns with their phases and steps, in the format that PATH ends in.",
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--step-through",
            callback=_written(_page),
            metavar="PATH",
            help="Also write a page, PATH.html, on which one steps through the run.",
        ),
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Show only this turn in what is drawn or written.")
    ] = None,
) -> None:
    """Run scenarios and print what happened, each thing with the rule that caused it.

    Example: mtg-fsm run added-combat.yaml --diagram turn.svg

    Exit status: 0; 1 if an expectation failed; 2 if a file is not a valid scenario.
    """
    makers = ((diagram, _diagram), (timeline_path, _timeline), (page, _steps))
    shown = [(path, make) for path, make in makers if path]
    if len({path.resolve() for path, _ in shown}) < len(shown):
        raise typer.BadParameter("--diagram, --timeline and --step-through need files of their own")
    if turn is not None and not shown:
        raise typer.BadParameter("goes with --diagram, --timeline or --step-through", param_hint="--turn")
    recorder = Recorder() if shown else None
    runs, done_ones = Runs(recorder), list[Run]()
    scenarios: Iterable[Scenario] = runs.scenarios(files)
    if timeline_path or page or turn is not None:
        scenarios = _only([*scenarios])
    for done in runs.each(scenarios):
        (_print_events if as_json else _print_trace)(done)
        done_ones.append(done)
    if recorder and done_ones:
        recorded = recorder.run if turn is None else recorder.run.of_turn(turn)
        for path, make in shown:
            write(path, make(path, done_ones, recorded, turn))
            error(f"wrote {path}")
    raise typer.Exit(runs.status)


def _only(scenarios: Sequence[Scenario]) -> Sequence[Scenario]:
    """What shows one run is refused before several are made."""
    if len(scenarios) > 1:
        raise DiagramError(
            f"--timeline, --step-through and --turn show one run; there are {len(scenarios)} scenarios: "
            + ", ".join(scenario.id for scenario in scenarios[:TITLES])
            + (", ..." if len(scenarios) > TITLES else "")
        )
    return scenarios


def _print_events(done: Run) -> None:
    for event in done.events:
        print_json({"scenario": done.scenario.id, **event.as_dict()})
    if done.failures:
        error(done.verdict)


def _print_trace(done: Run) -> None:
    typer.echo(": ".join(part for part in (done.scenario.id, done.scenario.title) if part))
    typer.echo()
    print_trace(trace(done.events, done.scenario.game.sides))
    typer.echo()
    typer.echo(done.verdict)


def _diagram(path: Path, runs: Sequence[Run], recorded: RecordedRun, turn: int | None) -> bytes:
    titles = [done.scenario.id for done in runs]
    named = ", ".join(titles) if len(titles) <= TITLES else f"{len(titles)} scenarios"
    title = f"Turn structure: run of {named}" if turn is None else f"Turn structure: turn {turn} of {named}"
    marks = recorded.highlight if turn is not None else Highlight(taken=recorded.highlight.taken)
    return draw(TURN.name, renderer_for(path).name, title=title, highlight=marks)


def _timeline(path: Path, runs: Sequence[Run], recorded: RecordedRun, _turn: int | None) -> bytes:
    shown = timeline(recorded.events, recorded.teams, title=_title(runs[0]))
    return draw_timeline(shown, timeline_format_for(path).name)


def _steps(_path: Path, runs: Sequence[Run], recorded: RecordedRun, _turn: int | None) -> bytes:
    return step_through(recorded, title=_title(runs[0])).encode()


def _title(done: Run) -> str:
    return done.scenario.title or done.scenario.id


@app.command(short_help="Draw a machine.")
def render(
    subject: Annotated[
        str,
        typer.Argument(metavar=f"[{'|'.join(SUBJECTS)}]", parser=_one_of(SUBJECTS), help="Which machine, or all."),
    ] = TURN.name,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar=f"[{'|'.join(RENDERERS)}]",
            parser=_one_of(RENDERERS),
            help="Left out: the one that FILE ends in, else svg.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Left out, or -: the standard output.")
    ] = None,
    detail: Annotated[
        str, typer.Option(metavar=f"[{'|'.join(DETAILS)}]", parser=_one_of(DETAILS), help="How much is shown.")
    ] = "full",
    highlight: Annotated[
        str | None,
        typer.Option(
            metavar="STATE",
            help="Mark a state as the active one (of all: of the turn), such as combat.end_of_combat.",
        ),
    ] = None,
    theme: Annotated[
        str, typer.Option(metavar=f"[{'|'.join(THEMES)}]", parser=_one_of(THEMES), help="The colours.")
    ] = "light",
    rules_url: Annotated[
        str, typer.Option(metavar="URL", help="Where rules stand, with {rule} for the number: states link there.")
    ] = "",
    dpi: Annotated[int, typer.Option(metavar="NUMBER", help="Pixels per inch of a PNG, 36 to 1200.")] = Look().dpi,
    title: Annotated[str | None, typer.Option(help="Left out: what the machine is.", show_default=False)] = None,
) -> None:
    """Draw a machine, as a picture or in a format that other programs read.

    Example: mtg-fsm render turn -f png -o turn.png --detail steps
    """
    out = None if out == Path("-") else out
    name = format_ or (renderer_for(out).name if out else "svg")
    if out:
        _fits(name, out)
        require_folder(out)
    elif RENDERERS[name].binary and sys.stdout.isatty():
        raise DiagramError(f"{name} is not for a terminal; name a file with --out")
    active = {} if highlight is None else {subject if subject in MACHINES else TURN.name: highlight}
    data = draw(
        subject,
        name,
        detail=cast("Detail", detail),
        title=title,
        highlight=Highlight(active=active),
        look=Look(theme, rules_url, dpi),
    )
    if out:
        write(out, data)
        error(f"wrote {out}")
    else:
        typer.echo(data, nl=False)


def _fits(name: str, path: Path) -> None:
    """Raises DiagramError if a file ends like one of another format."""
    other = next((found for found in RENDERERS.values() if path.name.endswith(found.ending)), None)
    if other is not None and other.name != name:
        raise DiagramError(f"{path} ends like {other.name}, but the format is {name}")


@app.command(short_help="Write all diagrams and a page that shows them.")
def docs(
    out: Annotated[Path, typer.Option(metavar="FOLDER", callback=_folder, help="Where the files go.")],
    only_check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name the files that differ from the machines.")
    ] = False,
) -> None:
    """Write the diagrams of all machines as pictures and as text, and a page that shows them.

    Example: mtg-fsm docs --out diagrams

    Exit status: 0; with --check 1 if a file differs; 2 if a diagram cannot be made.
    """
    if not only_check:
        write_gallery(out)
        error(f"wrote the diagrams and {out / PAGE}")
        return
    pictures = portable_renderer() is not None
    found = faults(out, pictures=pictures)
    if not pictures:
        error("graphviz-pure is not installed: pictures are not compared")
    for fault in found:
        typer.echo(f"{fault}; run: mtg-fsm docs --out {out}")
    raise typer.Exit(1 if found else 0)


@app.command(short_help="Run scenarios and check what they expect.")
def check(paths: Annotated[list[Path], _PATHS]) -> None:
    """Run scenarios and compare with what they expect: one line a scenario, and how many passed.

    Example: mtg-fsm check tests/scenarios

    Exit status: 0 if all hold; 1 if an expectation failed; 2 if a file is not a valid scenario.
    """
    runs, failed = Runs(), Counter[bool]()
    for done in runs.of(paths):
        typer.echo(done.verdict)
        failed[bool(done.failures)] += 1
    typer.echo(f"{failed[False]} passed, {failed[True]} failed")
    raise typer.Exit(runs.status)


_TYPESCRIPT: Final = "typescript"
_DESCRIBED: Final = (*SCHEMAS, _TYPESCRIPT)


@app.command(name="schema", short_help="Print a JSON Schema, or types for TypeScript.")
def print_schema(
    which: Annotated[
        str,
        typer.Argument(
            metavar=f"[{'|'.join(_DESCRIBED)}]", parser=_one_of(_DESCRIBED), help="Of what.", show_default=False
        ),
    ],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there instead of printing it.")] = None,
) -> None:
    """Print the JSON Schema of scenario files, or of what a client and a game send each other.

    Editors complete and check scenario files by it. `typescript` gives the declarations of all of them as types.

    Example: mtg-fsm schema scenario --out scenario.schema.json
    """
    text = typescript() if which == _TYPESCRIPT else f"{json.dumps(schema(which), indent=2)}\n"
    if out:
        write(out, text.encode())
    else:
        typer.echo(text, nl=False)


def _bots(texts: Sequence[str]) -> dict[str, str]:
    """Players and the kinds of their bots, of texts such as `B` and `B=random`."""
    from mtg_fsm.play import BOTS

    found: dict[str, str] = {}
    for text in texts:
        player, _, kind = text.partition("=")
        if (kind or "default") not in BOTS or not player or player in found:
            raise typer.BadParameter(
                f"must be PLAYER or PLAYER=KIND, each player once, and KIND one of {', '.join(BOTS)}, not {text!r}",
                param_hint="--bot",
            )
        found[player] = kind or "default"
    return found


@app.command(short_help="Play a game in the terminal.")
def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A scenario file, whose set-up is played, or a saved game, which ends in .json.",
            show_default=False,
        ),
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="ID", help="Which scenario, if FILE has several.", show_default=False)
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER[=KIND]",
            help="A player who plays alone: `default` does what happens by default, `random` anything legal.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Shuffles cards, and decides what random bots do.")] = 0,
    open_hands: Annotated[
        bool, typer.Option("--open", help="Show all hands, and never ask to hand over the keyboard.")
    ] = False,
    light: Annotated[bool, typer.Option("--light", help="Begin with light colours.")] = False,
) -> None:
    """Play a game in the terminal: two or more players at one keyboard, or against bots.

    Without FILE A and B play with two decks of well-known cards. Press ? for all keys.

    Example: mtg-fsm play --bot B=random --seed 7

    Exit status: 0; 2 if a file or an argument is not valid, or if there is no terminal.
    """
    from mtg_fsm.play import client, run_client

    bots = _bots(bot or ())
    run_client(client(file, scenario=scenario, bots=bots, seed=seed, open_hands=open_hands, light=light))


app.command(short_help="Explore all states of the turn and check every step.")(explore)
app.command(name="perft", short_help="Count the sequences of commands from a position.")(count)
app.command(name="simulate", short_help="Play many games, and print who won.")(play_games)

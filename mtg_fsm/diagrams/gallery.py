"""All diagrams as files, with a page that shows them: what `mtg-fsm docs` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Chart, Detail, chart
from mtg_fsm.diagrams.graphviz.executable import portable_renderer
from mtg_fsm.diagrams.renderers import RENDERERS, Renderer, draw
from mtg_fsm.errors import MissingExtra
from mtg_fsm.files import write

PAGE: Final = "README.md"
"""Name of the page."""
PICTURE: Final = "svg"
"""The format that the page shows."""
SOURCES: Final = ("dot", "mermaid")
"""The formats of text that are written, as far as there are renderers of these names."""


class Exhibit(NamedTuple):
    """A diagram: the name of its files, its heading, what it shows in a sentence, and how that looks."""

    name: str
    subject: str
    detail: Detail
    heading: str
    sentence: str
    looks: str

    @property
    def chart(self) -> Chart:
        """What is drawn."""
        return chart(self.subject, detail=self.detail)


EXHIBITS: Final = (
    Exhibit(
        "turn-phases",
        "turn",
        "phases",
        "The phases of a turn",
        "The five phases, and the way from each to the next.",
        "five boxes in a row, an arrow from each to the next and one from the last back to the first",
    ),
    Exhibit(
        "turn-steps",
        "turn",
        "steps",
        "The turn as the rules print it",
        "Phases, their steps and what happens in each, with the skip of 508.8 and the repeats of 510.4 and 514.3a.",
        "phases in three rows that read like a text, their steps side by side",
    ),
    Exhibit(
        "turn-guards",
        "turn",
        "guards",
        "What decides the way",
        "With the junctions that decide what comes next if something is added or skipped, and the guards of each arc.",
        "the same rows; under each row of steps a junction, at the right the junction between phases",
    ),
    Exhibit(
        "turn",
        "turn",
        "full",
        "The whole turn machine",
        "Everything: callbacks, ending the turn or the combat phase (723), and the end of the game (104).",
        "the same rows with junctions; at the left the lane to the end of the game",
    ),
    Exhibit(
        "priority",
        "priority",
        "full",
        "Priority",
        "Who gets priority when, with state-based actions and triggered abilities.",
        "six states, one below the other; at the left the arcs that lead back up, at the right what breaks in",
    ),
    Exhibit(
        "attack",
        "attack",
        "full",
        "Declaring attackers",
        "The lettered steps of 508.1, with costs and the way back.",
        "the steps of 508.1, one below the other; at the right the way past the costs and what breaks it off",
    ),
    Exhibit(
        "block",
        "block",
        "full",
        "Declaring blockers",
        "The lettered steps of 509.1, for each defending player.",
        "the steps of 509.1, one below the other; at the left the arc back to the next defending player",
    ),
    Exhibit(
        "damage",
        "damage",
        "full",
        "Assigning combat damage",
        "510.1, player after player.",
        "four states, one below the other; at the left the arc back to the next player",
    ),
    Exhibit(
        "all",
        "all",
        "full",
        "All machines",
        "A poster: the turn, and every machine that an action of it opens.",
        "the turn at the top, the other four machines below it",
    ),
)
"""Every diagram, in the order of the page."""

_HEAD: Final = """\
# Diagrams

Drawn from the definitions in `mtg_fsm/machine/`, and from nothing else. `mtg-fsm docs --out FOLDER` writes these files
anew; with `--check` it says which of them differ.

Every state and arc has an `id` (`state.combat.combat_damage`, `arc.ending.end.proceed.ending.cleanup`) and a tooltip
with all that the definition says about it. Where things are is reckoned, not left to Graphviz. Each machine fits a page
of A4 or Letter with text of 7 points or more; the poster of all of them needs A1.

`mtg-fsm render` draws them in other colours and formats, with links to the rules or with a state marked;
`mtg-fsm run FILE --diagram PATH` draws the turn machine with the way that a scenario took.
"""


def sources() -> list[Renderer]:
    """The renderers of text that are there."""
    return [RENDERERS[name] for name in SOURCES if name in RENDERERS]


def contents(*, pictures: bool = True) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file. Pictures are by `graphviz-pure` only, since others draw other bytes.

    Raises MissingExtra if it is not installed.
    """
    if pictures and portable_renderer() is None:
        raise MissingExtra("graphviz-pure", "diagrams")
    drawn = [*sources(), *([RENDERERS[PICTURE]] if pictures else [])]
    for exhibit in EXHIBITS:
        shown = exhibit.chart
        yield from ((f"{exhibit.name}{to.ending}", draw(shown, to.name)) for to in drawn)
    yield PAGE, page().encode()


def page() -> str:
    """The page, as Markdown."""
    return "\n".join([_HEAD, *map(_section, EXHIBITS)])


def _section(exhibit: Exhibit) -> str:
    picture = f"{exhibit.name}{RENDERERS[PICTURE].ending}"
    links = ", ".join(f"[{source.description}]({exhibit.name}{source.ending})" for source in sources())
    alternative = f"{exhibit.chart.description.rstrip('.')}: {exhibit.looks}"
    return f"## {exhibit.heading}\n\n{exhibit.sentence} Source: {links}.\n\n![{alternative}]({picture})\n"


def write_gallery(folder: Path) -> None:
    """Writes all files; nothing if one of them cannot be made. Other files of the folder stay.

    Raises OSError if the folder cannot be made, or has a page of that name which is another one.
    """
    made = [*contents()]
    page_there = folder / PAGE
    heading = _HEAD.partition(",")[0]
    if page_there.exists() and not page_there.read_text(encoding="utf-8", errors="replace").startswith(heading):
        raise FileExistsError(f"{page_there} is there and is no page of diagrams; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"{folder} cannot be made: {error.strerror}") from error
    for name, data in made:
        write(folder / name, data)


def faults(folder: Path, *, pictures: bool = True) -> list[str]:
    """What is not as it would be written: a sentence for each file that differs or does not belong there.

    Raises FileNotFoundError if there is no such folder.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}; --out names another one")
    made = dict(contents(pictures=pictures))
    endings = tuple(renderer.ending for renderer in (*sources(), *([RENDERERS[PICTURE]] if pictures else [])))
    there = sorted(path.name for path in folder.iterdir() if path.name.endswith(endings))
    differ = [name for name, data in made.items() if not _holds(folder / name, data)]
    return [
        *(f"{folder / name} differs from the machines" for name in differ),
        *(f"{folder / name} is no diagram of the machines" for name in there if name not in made),
    ]


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data

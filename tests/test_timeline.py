"""Timelines: what is told of each turn, phase and step of a run, and that the pictures of it are legible."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from support import play

from mtg_fsm import Concede, DiagramError, GameSpec, new_game
from mtg_fsm.diagrams import (
    TIMELINE_FORMATS,
    Look,
    Recorder,
    Timeline,
    draw_timeline,
    timeline,
    timeline_format_for,
)
from mtg_fsm.diagrams.graphviz.executable import portable_renderer
from mtg_fsm.diagrams.graphviz.metrics import text_width
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.diagrams.timeline import MEANINGS, Turn, Unit
from mtg_fsm.diagrams.timeline_page import BORDERS, SHEET, SMALL, WIDTH, folded, page_of
from mtg_fsm.engine.events import PhaseSkipped, StepBegan, StepSkipped, TurnBegan, TurnSkipped
from mtg_fsm.scenario import Run, load, run

HERE = Path(__file__).parent
SVG = "{http://www.w3.org/2000/svg}"

needs_renderer = pytest.mark.skipif(portable_renderer() is None, reason="graphviz-pure has no wheel for this machine")


def scenario(path: str, name: str = "") -> Run:
    """A scenario of a file; the first one without a name."""
    return run(next(found for found in load(HERE.parent / path) if name in ("", found.id)))


def shown(done: Run) -> Timeline:
    """Its timeline."""
    return timeline(done.events, done.scenario.game.sides, title=done.scenario.title)


RUNS = {
    "plain": ("tests/scenarios/core/natural-turns.yaml", ""),
    "added-combat": ("examples/added-combat.yaml", ""),
    "skips-and-extra-phases": ("tests/scenarios/combat/random-interplay.yaml", "random-34"),
    "game-over": ("tests/scenarios/combat/random-interplay.yaml", "random-57"),
    "ended-early-with-teams": ("tests/scenarios/table/random-interplay.yaml", "random-121"),
    "extra-turns": ("tests/scenarios/core/guide-examples.yaml", "guide-time-warp-five-times"),
    "cleanups": ("tests/scenarios/core/cleanup.yaml", "cleanup-repeats-after-a-trigger"),
    "all-marks": ("tests/scenarios/combat/random-interplay.yaml", "random-134"),
}
each_run = pytest.mark.parametrize(("path", "name"), RUNS.values(), ids=RUNS)


def told(found: Timeline) -> list[tuple[str, str, str]]:
    """Name, note and rule of everything of which something is told."""
    units = [(unit.name, note.text, note.rule) for unit in found.units() for note in unit.notes]
    return [unit for unit in units if unit[1:] != ("skipped", "508.8")]


# --- what is told ---


def test_an_added_combat_phase_says_what_added_it() -> None:
    """The effect and the rule stand at the added phases, and both second combat damage steps are repeats."""
    found = shown(scenario("examples/added-combat.yaml"))
    assert told(found) == [
        ("draw", "skipped", "103.8a"),
        ("combat_damage", "again", "510.4"),
        ("combat", "added by relentless-assault", "500.8"),
        ("combat_damage", "again", "510.4"),
        ("postcombat_main", "added by relentless-assault", "500.8"),
    ]
    (turn,) = found.turns
    assert (turn.number, turn.players) == (1, ("A",))
    assert [phase.name for phase in turn.unit.parts] == [
        *("beginning", "precombat_main", "combat", "postcombat_main", "combat", "postcombat_main", "ending")
    ]


def test_extra_turns_are_named_by_what_added_them() -> None:
    """The last of several extra turns comes first (500.7)."""
    found = shown(scenario(*RUNS["extra-turns"]))
    turns = [(turn.number, turn.whose, turn.unit.by) for turn in found.turns]
    assert turns == [(1, "A", None), *((n, "A", f"warp-{7 - n}") for n in range(2, 7)), (7, "B", None)]
    assert {turn.unit.rule for turn in found.turns if turn.unit.origin == "added"} == {"500.7"}


def test_what_is_skipped_is_shown_where_it_would_have_been() -> None:
    """A skipped turn has no number and no phases."""
    found = shown(scenario(*RUNS["skips-and-extra-phases"]))
    skipped = [turn for turn in found.turns if turn.number is None]
    assert [(turn.name, turn.whose, turn.unit.by, turn.unit.parts) for turn in skipped] == [("Turn", "A", "cast-2", ())]
    assert [turn.number for turn in found.turns][:4] == [1, 2, None, 3]


def test_a_step_in_which_an_effect_ends_the_turn_ended_early() -> None:
    """The step is marked with the rule, what is skipped after it too, and the cleanup step comes all the same."""
    done = play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: end-it, effects: [{effect: end_turn}]}]
    """)
    (turn,) = shown(done).turns
    beginning, *rest = turn.unit.parts
    assert [(step.name, step.end, step.ended_by) for step in beginning.parts][1] == ("upkeep", "early", "723.1")
    assert [(phase.name, phase.origin) for phase in rest[:-1]] == [
        ("precombat_main", "skipped"),
        ("combat", "skipped"),
        ("precombat_main", "skipped"),
    ]
    assert [(step.name, step.origin) for step in rest[-1].parts][-1] == ("cleanup", "regular")


def test_cleanup_steps_are_repeated() -> None:
    """Another cleanup step of the same turn (514.3a)."""
    assert ("cleanup", "again", "514.3a") in told(shown(scenario(*RUNS["cleanups"])))


def test_what_is_in_progress_when_a_run_stops_is_open() -> None:
    """Of a run that stops in a step the step, its phase and its turn have not ended."""
    found = shown(play("until: {turn: 2, step: upkeep}"))
    assert [unit.name for unit in found.units() if unit.end == "open"] == ["B", "beginning", "upkeep"]
    assert found.description == ": turns 1 to 2 with phases and steps, 3 skipped, 3 in progress."


def test_the_end_of_the_game_is_told() -> None:
    """What was in progress was ended by the game, and the outcome is there."""
    found = shown(scenario(*RUNS["game-over"]))
    assert found.outcome == "the game ends: A wins 104.2a"
    assert [(unit.name, unit.notes[-1].text) for unit in found.units() if unit.end == "open"] == [
        ("A", "game over"),
        ("combat", "game over"),
        ("combat_damage", "game over"),
    ]


def test_a_team_is_named_by_its_members() -> None:
    """Teams share turns (805)."""
    found = shown(scenario(*RUNS["ended-early-with-teams"]))
    assert [turn.whose for turn in found.turns] == ["A and B", "C and D"] * 3


def test_a_part_of_a_run_has_what_it_began_in() -> None:
    """Events from the middle of a run begin in a turn and phase that are shown; their own beginning is not known."""
    done = scenario("examples/added-combat.yaml")
    start = next(n for n, event in enumerate(done.events) if isinstance(event, StepBegan) and event.step == "end")
    (turn,) = timeline(done.events[start:]).turns
    assert (turn.number, turn.unit.rule) == (1, None)
    (ending,) = turn.unit.parts
    assert (ending.name, ending.rule, [step.name for step in ending.parts]) == ("ending", None, ["end", "cleanup"])


def test_events_without_a_turn_are_refused() -> None:
    """There is nothing to show."""
    with pytest.raises(DiagramError, match="no turn"):
        timeline([])


@pytest.mark.parametrize("path", ["core/extra-turns.yaml", "core/skips.yaml", "core/ending-the-turn-and-combat.yaml"])
def test_every_unit_is_there_once(path: str) -> None:
    """As many turns, phases and steps are shown as began and were skipped, in the order of the events."""
    for one in load(HERE / "scenarios" / path):
        events = run(one).events
        found = timeline(events)
        names = [
            str(event.as_dict()["player"] if isinstance(event, TurnBegan | TurnSkipped) else event.at.unit)
            for event in events
            if re.fullmatch("(turn|phase|step)_(began|skipped)", event.name_in_log)
        ]
        assert [unit.name for unit in found.units()] == names, one.id
        skipped = sum(isinstance(event, TurnSkipped | PhaseSkipped | StepSkipped) for event in events)
        assert Counter(unit.origin for unit in found.units())["skipped"] == skipped, one.id


# --- formats ---


def test_plain_text() -> None:
    """A line for each turn and phase, with what is told in brackets."""
    text = draw_timeline(shown(scenario("examples/added-combat.yaml")), "text").decode()
    assert text.splitlines()[:4] == [
        "Relentless Assault gives the attackers of a turn a second combat phase",
        "",
        "Turn 1 · A",
        "  beginning: untap, upkeep, draw (skipped 103.8a)",
    ]
    assert "  postcombat main (added by relentless-assault 500.8)" in text.splitlines()


def test_json_has_everything() -> None:
    """The data are those of the timeline."""
    found = shown(scenario(*RUNS["game-over"]))
    data = json.loads(draw_timeline(found, "json"))
    assert data == found.as_dict()
    assert data["turns"][2]["by"] == "cast-3"
    assert data["turns"][0]["phases"][0]["parts"][2] == {
        "name": "draw",
        "origin": "skipped",
        "rule": "103.8a",
        "by": None,
        "end": "whole",
        "ended_by": None,
        "parts": [],
    }


def test_an_ending_names_its_format() -> None:
    """Every format has an ending of its own; any other is refused with all of them."""
    assert [timeline_format_for(Path(f"x{found.ending}")) for found in TIMELINE_FORMATS.values()] == [
        *TIMELINE_FORMATS.values()
    ]
    with pytest.raises(DiagramError, match=r"'x.pdf' has to end in .svg, .png, .dot, .txt, .json"):
        timeline_format_for(Path("x.pdf"))


def test_unknown_formats_and_themes_are_refused() -> None:
    """The error names the field and what there is."""
    found = shown(play("title: Any"))
    with pytest.raises(DiagramError, match="format: must be one of svg, png, dot, text, json, not 'gif'"):
        draw_timeline(found, "gif")
    with pytest.raises(DiagramError, match="theme: must be one of light, dark, print"):
        draw_timeline(found, "dot", look=Look("sepia"))


def test_the_bytes_are_the_same_under_every_hash_seed() -> None:
    """Two processes draw the same."""
    script = (
        "import sys; from pathlib import Path; from mtg_fsm.scenario import load, run; "
        "from mtg_fsm.diagrams import draw_timeline, timeline; "
        "done = run(load(Path(sys.argv[1]))[0]); sys.stdout.buffer.write(draw_timeline(timeline(done.events), 'dot'))"
    )
    example = HERE.parent / "examples" / "added-combat.yaml"
    drawn = [
        subprocess.run(
            [sys.executable, "-c", script, example], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawn[0] == drawn[1] == draw_timeline(timeline(scenario("examples/added-combat.yaml").events), "dot")


# --- pictures ---


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether they have a part in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box, by: float) -> bool:
        """Whether the other lies inside, but for so much."""
        return (
            self.left <= other.left + by
            and other.right <= self.right + by
            and self.top <= other.top + by
            and other.bottom <= self.bottom + by
        )


class Seen(NamedTuple):
    """An SVG as it is seen: its size, its texts with their owners, and the outlines of boxes."""

    page: Box
    texts: list[tuple[str, str, Box]]
    outlines: dict[str, Box]
    sizes: list[float]


def seen(svg: bytes) -> Seen:
    """Reads an SVG by Graphviz."""
    root = ElementTree.fromstring(svg)
    width, height = (float(root.attrib[name].removesuffix("pt")) for name in ("width", "height"))
    page, texts, sizes = Box(0, 0, width, height), list[tuple[str, str, Box]](), list[float]()
    outlines: dict[str, Box] = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") != "node":
            continue
        owner = group.attrib["id"]
        for text in group.iter(f"{SVG}text"):
            words, size = (text.text or "").strip(), float(text.attrib["font-size"])
            if words:
                left, base = float(text.attrib["x"]), height + float(text.attrib["y"])
                across = text_width(words, size, bold=text.get("font-weight") == "bold")
                texts.append((owner, words, Box(left, base - 0.72 * size, left + across, base + 0.2 * size)))
                sizes.append(size)
        for polygon in group.iter(f"{SVG}polygon"):
            points = [tuple(map(float, point.split(","))) for point in polygon.attrib["points"].split()]
            xs, ys = [x for x, _ in points], [height + y for _, y in points]
            outlines[owner] = Box(min(xs), min(ys), max(xs), max(ys))
    return Seen(page, texts, outlines, sizes)


def check_legible(found: Timeline) -> Seen:
    """No text lies on another or leaves its box or the page; nothing is too small or across the end of a sheet."""
    picture = seen(draw_timeline(found))
    assert picture.page.right <= WIDTH
    assert min(picture.sizes) >= SMALL
    for (one, words, box), (other, others, other_box) in combinations(picture.texts, 2):
        assert not box.meets(other_box), f"{words!r} of {one} on {others!r} of {other}"
    for owner, words, box in picture.texts:
        assert picture.page.holds(box, 0), words
        assert picture.outlines[owner].holds(box, 1), f"{words!r} leaves {owner}"
    steps = {id_: box for id_, box in picture.outlines.items() if ".step." in id_}
    for (one, box), (other, other_box) in combinations(steps.items(), 2):
        assert not box.meets(other_box), f"{one} and {other}"
    for id_, box in picture.outlines.items():
        if id_.startswith("turn."):
            assert box.top // SHEET == (box.bottom - 0.5) // SHEET, f"{id_} lies across the end of a sheet"
    return picture


@needs_renderer
@each_run
def test_the_picture_is_legible(path: str, name: str) -> None:
    """Everything of the run is in the picture, and can be read."""
    found = shown(scenario(path, name))
    picture = check_legible(found)
    ids = [
        *(f"turn.{n}" for n, _ in enumerate(found.turns, 1)),
        *(f"turn.{n}.phase.{m}" for n, turn in enumerate(found.turns, 1) for m, _ in enumerate(turn.unit.parts, 1)),
        *(
            f"turn.{n}.phase.{m}.step.{k}"
            for n, turn in enumerate(found.turns, 1)
            for m, phase in enumerate(turn.unit.parts, 1)
            for k, _ in enumerate(phase.parts, 1)
        ),
    ]
    assert set(ids) <= set(picture.outlines)
    samples = {id_.split(".")[1].replace("-", " ") for id_ in picture.outlines if id_.startswith("legend.")}
    assert samples == set(found.marks)


@needs_renderer
def test_eight_turns_fit_on_a_sheet_and_more_go_on_below() -> None:
    """A4 landscape holds eight turns; a long run is as wide and as legible, only higher."""
    turns = shown(scenario(*RUNS["plain"])).turns[1:2]
    assert check_legible(Timeline("Eight turns", turns * 8)).page.bottom <= SHEET
    many = check_legible(Timeline("Forty turns", turns * 40))
    assert many.page.bottom > 4 * SHEET
    assert many.page.right == WIDTH


def long_phase(steps: int) -> Turn:
    """A turn with a combat phase of so many steps."""
    step = Unit("combat_damage", "repeated", "510.4")
    return Turn(
        1, ("A",), Unit("A", "regular", "500.1", parts=(Unit("combat", "regular", "500.1", parts=(step,) * steps),))
    )


@needs_renderer
@pytest.mark.parametrize("steps", [13, 14, 26, 40])
def test_a_phase_that_is_too_long_goes_on_in_the_next_line(steps: int) -> None:
    """No step is lost, and the name of the phase stands on each line."""
    picture = check_legible(Timeline("Long", (long_phase(steps),)))
    assert sum(".step." in id_ for id_ in picture.outlines) == steps
    continued = [words for owner, words, _ in picture.texts if ".from." in owner]
    assert "".join(continued).count("continued") == (steps - 1) // 13


@needs_renderer
def test_names_of_any_kind_are_drawn_as_they_are() -> None:
    """Long words are broken, and what means something in DOT, HTML or XML is only text."""
    name = '<B>&amp;"\\N{x}|</TABLE>' + "w" * 60
    unit = Unit(
        name, "added", "500.7", by=f"{name} and-some-more-of-that-very-long-name", parts=long_phase(3).unit.parts
    )
    picture = check_legible(Timeline(name, (Turn(1, (name, "B"), unit),), outcome=f"{name} wins"))
    of_turn = "".join(words for owner, words, _ in picture.texts if owner == "turn.1")
    assert name in of_turn
    assert "and-some-more-of-that-very-long-name" in of_turn


@pytest.mark.parametrize("theme", THEMES)
def test_marks_differ_without_colour(theme: str) -> None:
    """Style and width of the border, or the filling, tell what is told of a unit."""
    found = shown(scenario(*RUNS["all-marks"]))
    text = draw_timeline(found, "dot", look=Look(theme)).decode()
    samples = re.findall(r'id="legend\.([\w-]+)".*? style="([\w,]+)" penwidth="([\d.]+)"', text)
    looks = [look[1:] for look in samples if look[0].replace("-", " ") in BORDERS]
    assert len(looks) == len(set(looks)) == len([mark for mark in found.marks if mark in BORDERS]) >= 3
    assert THEMES[theme].paper in text


def test_all_marks_have_a_meaning_and_a_border_of_their_own() -> None:
    """What is in progress is told by its filling."""
    assert set(BORDERS) == set(MEANINGS) - {"in progress"}
    assert len(set(BORDERS.values())) == len(BORDERS)


def lines_of(found: Timeline) -> Iterator[float]:
    """Height of each row of the page."""
    for item in page_of(found).items:
        if re.fullmatch(r"turn\.\d+", item.id):
            yield item.box.height


def test_plain_turns_are_all_alike() -> None:
    """Rows of the same turn are of the same height and their steps stand below each other."""
    turns = shown(scenario(*RUNS["plain"])).turns[1:2]
    found = Timeline("Alike", turns * 3)
    assert len(set(lines_of(found))) == 1
    places = [
        [(item.box.left, item.box.right) for item in page_of(found).items if item.id.startswith(f"turn.{n}.")]
        for n in (1, 2, 3)
    ]
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("combat damage", ["combat", "damage"]),
        ("relentless-assault 500.8", ["relentless-", "assault", "500.8"]),
        ("mmmmmmmmmmmm", ["mmmmmm", "mmmmmm"]),
        ("", []),
    ],
)
def test_text_is_folded_at_spaces_hyphens_and_else_anywhere(text: str, rows: list[str]) -> None:
    """No line is wider than it may be."""
    assert folded(text, 40, 7) == rows
    assert all(text_width(row, 7) <= 40 for row in rows)


def test_who_left_before_a_turn_is_not_named_in_it() -> None:
    """A part of a run knows of what came before it who is still there."""
    recorder = Recorder()
    spec = GameSpec.model_validate({"variant": "archenemy", "players": [{"id": name} for name in "ABC"]})
    engine = new_game(spec, machines=recorder.machines)
    engine.listeners = (recorder,)
    engine.advance()
    engine.submit(Concede(player="B"))
    while engine.position.turn < 3:
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    part = recorder.run.of_turn(2)
    assert timeline(part.events, part.teams).turns[0].players == ("C",)

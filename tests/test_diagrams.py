"""Diagrams: everything of a definition is drawn, readably, in the same bytes everywhere."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from mtg_fsm.diagrams import Chart, Detail, Highlight, chart, write
from mtg_fsm.diagrams.__main__ import DIAGRAMS, main
from mtg_fsm.diagrams.graphviz.dot import dot as dot_of
from mtg_fsm.diagrams.graphviz.dot import page_of
from mtg_fsm.diagrams.graphviz.executable import portable_renderer, render
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.legend import Legend
from mtg_fsm.diagrams.graphviz.metrics import text_width, wrapped
from mtg_fsm.diagrams.graphviz.page import Box, Page, Route
from mtg_fsm.diagrams.graphviz.style import ARC_LOOKS
from mtg_fsm.diagrams.marks import marks_of
from mtg_fsm.errors import MissingExtra, RenderError
from mtg_fsm.machine import MACHINES, PRIORITY, TURN, Arc, MachineDefinition, State
from mtg_fsm.machine.definition import arc_ids

COMMITTED = Path(__file__).parent.parent / "diagrams"
PNG = b"\x89PNG\r\n\x1a\n"

needs_renderer = pytest.mark.skipif(portable_renderer() is None, reason="graphviz-pure has no wheel for this machine")
each_machine = pytest.mark.parametrize("definition", MACHINES.values(), ids=MACHINES)


def chart_of(
    definition: MachineDefinition,
    detail: Detail = "full",
    taken: Mapping[str, int] | None = None,
    title: str | None = None,
) -> Chart:
    """A machine in a detail, with the arcs that a run took."""
    highlight = Highlight(taken={} if taken is None else {definition.name: taken})
    return chart(definition, detail=detail, title=title, highlight=highlight)


def dot(
    definition: MachineDefinition,
    detail: Detail = "full",
    taken: Mapping[str, int] | None = None,
    title: str | None = None,
) -> str:
    """The DOT of that."""
    return dot_of(chart_of(definition, detail, taken, title))


def ids_of(definition: MachineDefinition) -> list[str]:
    """The ids of all states and arcs."""
    return [*(f"state.{state.name}" for state in definition.states), *arc_ids(definition.arcs)]


# --- DOT ---


@each_machine
def test_every_state_and_arc_is_drawn_once(definition: MachineDefinition) -> None:
    """The DOT has each state and each arc of the definition under its id, and nothing else."""
    found = Counter(re.findall(r'\bid="((?:state|arc)\.[^"]+)"', dot(definition), re.IGNORECASE))
    assert found == Counter(ids_of(definition))


@each_machine
def test_edges_are_the_arcs_of_the_definition(definition: MachineDefinition) -> None:
    """Every edge goes from the source to the target of its arc; internal arcs are no edges."""
    edges = re.findall(r'^  "([^"]+)" -> "([^"]+)" \[id="arc', dot(definition), re.MULTILINE)
    assert edges == [(arc.source, arc.target) for arc in definition.arcs if arc.target is not None]


@each_machine
def test_everything_said_of_an_arc_is_in_its_tooltip(definition: MachineDefinition) -> None:
    """Names of guards and callbacks stand unshortened in the tooltip."""
    text = dot(definition)
    for arc in definition.arcs:
        for name in (*arc.guards, *arc.before, arc.description.replace('"', '\\"')):
            assert name in text or name.replace("&", "&amp;").replace('"', "&quot;") in text


def looks_of(text: str, ids: Iterable[str]) -> list[str]:
    """Style, width and arrow of edges."""
    look = r'(style="\w+" penwidth="[\d.]+") color="\S+" (\S+)'
    return [" ".join(re.findall(rf'id="{re.escape(id_)}" {look}', text)[0]) for id_ in ids]


def test_kinds_of_arcs_differ_without_colour() -> None:
    """Style, width and arrow alone tell the kinds of arcs apart."""
    edges = {id_: arc.kind for id_, arc in zip(arc_ids(TURN.arcs), TURN.arcs, strict=True) if arc.target is not None}
    looks = dict(zip(edges.values(), looks_of(dot(TURN), edges), strict=True))
    assert len(looks) == len(set(looks.values())) == 5


@each_machine
def test_the_legend_draws_a_line_for_each_kind(definition: MachineDefinition) -> None:
    """A sample looks like the arcs of its kind, and no other kind is explained."""
    text, kinds = dot(definition), {arc.kind for arc in definition.arcs}
    assert set(re.findall(r'id="legend\.(\w+)"', text)) == kinds
    edges = {id_: arc.kind for id_, arc in Figure(chart_of(definition).parts[0]).arcs.items() if arc.target is not None}
    samples = looks_of(text, [f"legend.{kind}" for kind in edges.values()])
    assert samples == looks_of(text, edges)
    assert all(f"{kind}: {look.meaning}" in text for kind, look in ARC_LOOKS.items() if kind in kinds)


def test_frequent_guards_are_abbreviated() -> None:
    """Not to the name of a player, and the legend explains what stands on the arcs that are drawn, nothing else."""
    abbreviated: dict[Detail, list[str]] = {"full": ["G1", "G2"], "steps": ["G1"]}
    for detail, marks in abbreviated.items():
        figure = Figure(chart_of(TURN, detail).parts[0])
        headings = [heading for heading, _ in figure.words.legend()]
        assert [heading for heading in headings if heading.startswith("G")] == marks
        texts = " ".join(figure.words.arc(arc) for arc in figure.arcs.values())
        assert sorted(set(re.findall(r"\bG\d+\b", texts))) == marks
        assert not set(headings) & {"A", "B"}


def test_detail_steps_leaves_out_junctions_and_interrupts() -> None:
    """What is left is the turn as the rules print it: arcs from step to step or main phase."""
    part = chart_of(TURN, "steps").parts[0]
    assert {arc.kind for arc in part.arcs.values()} == {"natural", "skip", "repeat"}
    assert {state.kind for state in part.states} == {"phase", "step"}
    found = re.findall(r'\bid="((?:state|arc)\.[^"]+)"', dot(TURN, detail="steps"), re.IGNORECASE)
    assert Counter(found) == Counter([*(f"state.{state.name}" for state in part.states), *part.arcs])


def test_the_same_bytes_under_any_hash_seed() -> None:
    """The DOT does not depend on the order of sets."""
    code = "from mtg_fsm.diagrams import draw; print(draw('turn', 'dot').decode())"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


UNTAP_TO_UPKEEP = "arc.beginning.untap.proceed.beginning.upkeep"
SKIP_STEP = "arc.beginning.next_step.proceed.internal"
TO_UNTAP = "arc.beginning.next_step.proceed.beginning.untap"
TAKEN = {
    "arc.not_started.begin_game.next_phase": 1,
    "arc.next_phase.proceed.beginning.next_step": 3,
    TO_UNTAP: 3,
    UNTAP_TO_UPKEEP: 3,
    "arc.beginning.end_the_turn.beginning.next_step": 2,
    SKIP_STEP: 4,
}


def test_visits_follow_from_the_arcs_that_were_taken() -> None:
    """A state counts arcs to it; a phase with steps counts arcs into it, not those inside; a game begins once."""
    assert marks_of(TURN, Highlight(taken={"turn": TAKEN})).states == {
        "not_started": 1,
        "beginning": 3,
        "beginning.untap": 3,
        "beginning.upkeep": 3,
        "beginning.next_step": 5,
        "next_phase": 1,
    }
    again = "arc.combat.combat_damage.proceed.combat.combat_damage"
    assert marks_of(TURN, Highlight(taken={"turn": {again: 2}})).states == {"combat.combat_damage": 2}
    assert marks_of(TURN, Highlight(taken={"turn": {}})).states == {}


def test_a_run_is_marked() -> None:
    """States, bands and arcs of the run are yellow, with how often if several times; arcs that it left out are pale."""
    text = dot(TURN, title='Run of "<x>" & y', taken=TAKEN)
    assert "Run of &quot;" not in text
    assert 'Run of "&lt;x&gt;" &amp; y' in text
    for visited in ("untap x3", "next step x5", "beginning x3", "next phase", "not started"):
        assert f"<B>{visited}</B>" in text
    yellow = 'BGCOLOR="#ffe9a3"'
    lines = {found[1]: line for line in text.splitlines() if (found := re.search(r'\bid="((?:state|arc)\.\S+)"', line))}
    taken = {id_ for id_, line in lines.items() if id_.startswith("arc") and yellow in line}
    assert taken == TAKEN.keys() - {SKIP_STEP}
    assert {id_ for id_, line in lines.items() if id_.startswith("arc") and "#c4cad1" not in line} == taken
    assert "<B>x3</B> [G1]" in lines[UNTAP_TO_UPKEEP]
    entered = {id_ for id_, line in lines.items() if id_.startswith("state") and (yellow in line or "#fffaea" in line)}
    assert entered == {f"state.{name}" for name in marks_of(TURN, Highlight(taken={"turn": TAKEN})).states}
    assert "<B>x4</B> <FONT" in lines["state.beginning.next_step"]
    assert "an arc that it took" in text


def test_without_a_run_nothing_is_marked() -> None:
    """Neither yellow nor pale, and the legend does not speak of it; a run that took nothing is all pale."""
    text = dot(TURN)
    assert not any(word in text for word in ("#ffe9a3", "#fffaea", "#c4cad1", "this run"))
    assert dot(TURN, taken={}).count('color="#c4cad1"') >= sum(arc.target is not None for arc in TURN.arcs)


def test_names_with_any_characters_are_escaped() -> None:
    """Descriptions may hold what means something in DOT and in HTML-like labels."""
    states = (
        State(name="a", kind="initial", description='Says "x\\n" <b> & ends\\'),
        State(name="b", kind="final", description="line\nbreak"),
    )
    arc = Arc(trigger="go", source="a", target="b", description='<&"\\')
    machine = MachineDefinition(
        name='m"1',
        description="A & B <C>",
        model_attribute="s",
        initial="a",
        states=states,
        arcs=(arc,),
        guards=(),
        callbacks=(),
    )
    text = dot(machine)
    assert "A &amp; B &lt;C&gt;" in text
    if portable_renderer():
        ElementTree.fromstring(render(text, "svg"))


# --- the page ---


def figure_and_page(
    definition: MachineDefinition, detail: Detail = "full", taken: Mapping[str, int] | None = None
) -> tuple[Figure, Page]:
    """What is drawn of a machine, and its page."""
    figure = Figure(chart_of(definition, detail, taken).parts[0])
    page = page_of(figure, Legend(figure, "Title").height)
    assert page is not None
    return figure, page


FIGURES = {
    "turn": (TURN, "full", None),
    "turn-steps": (TURN, "steps", None),
    "turn-run": (TURN, "full", dict.fromkeys(arc_ids(TURN.arcs), 123)),
    "priority": (PRIORITY, "full", None),
    "priority-run": (PRIORITY, "full", dict.fromkeys(arc_ids(PRIORITY.arcs), 123)),
}
each_figure = pytest.mark.parametrize(("definition", "detail", "taken"), FIGURES.values(), ids=FIGURES)


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles have a part in common."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def label_of(route: Route) -> Box:
    """The rectangle of an arc's label."""
    width, height, (x, y) = route.label.width, route.label.height, route.at
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def lines_of(route: Route) -> list[Box]:
    """The straight parts of an arc, as thin rectangles."""
    return [
        Box(min(a, c) - 1, min(b, d) - 1, max(a, c) + 1, max(b, d) + 1) for (a, b), (c, d) in pairwise(route.corners)
    ]


def check_page(figure: Figure, page: Page) -> None:
    """Nothing lies on anything else, no arc runs through a label or a state, and arcs run straight to their states."""
    bars = page.bands.keys() & page.boxes.keys()
    boxes = {name: box for name, box in page.boxes.items() if name not in bars}
    things = boxes | {id_: label_of(route) for id_, route in page.routes.items() if route.label.lines}
    for (one, box), (other, other_box) in combinations(things.items(), 2):
        assert not overlap(box, other_box), f"{one} and {other}"
    for name, box in things.items():
        assert 0 <= box.left < box.right <= page.width, name
        assert page.head <= box.top < box.bottom <= page.height, name
    for id_, route in page.routes.items():
        for line in lines_of(route):
            for other, box in things.items():
                inside = Box(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1) if other in boxes else box
                assert not overlap(line, inside), f"{id_} through {other}"
        for (x, y), (other_x, other_y) in pairwise(route.corners):
            assert x == other_x or y == other_y, id_
        for (x, y), state in zip((route.corners[0], route.corners[-1]), figure.edges[id_], strict=True):
            box = page.boxes[state]
            assert x in (box.left, box.right) or y in (box.top, box.bottom), f"{id_} at {state}"
            assert box.left <= x <= box.right, f"{id_} at {state}"
            assert box.top <= y <= box.bottom, f"{id_} at {state}"


@each_figure
def test_everything_has_a_place_of_its_own(
    definition: MachineDefinition, detail: Detail, taken: Mapping[str, int] | None
) -> None:
    """States and labels do not overlap, and arcs run straight from state to state without touching any of them."""
    figure, page = figure_and_page(definition, detail, taken)
    assert page.routes.keys() == figure.edges.keys()
    check_page(figure, page)


def flat_machine(seed: int) -> MachineDefinition:
    """A machine without phases, with arcs at random."""
    dice = Random(seed)
    names = [f"state_{'x' * dice.randrange(20)}{number}" for number in range(dice.randint(1, 7))]
    arcs = tuple(
        Arc(
            trigger=dice.choice(("proceed", "break_in", "go_on_with_a_long_name")),
            source=dice.choice(names),
            target=dice.choice((*names, None)),
            kind=dice.choice(tuple(ARC_LOOKS)),
            rules=tuple(dice.choices(("117.3a", "500.1", "704.3"), k=dice.randrange(4))),
            description="Any.",
        )
        for _ in range(dice.randrange(25))
    )
    states = tuple(State(name=name, kind="state", description=name) for name in names)
    return MachineDefinition(
        name="flat",
        description="Flat",
        model_attribute="s",
        initial=names[0],
        states=states,
        arcs=(*arcs, Arc(trigger="proceed", source=names[0], target=names[0], description="Any.")),
        guards=(),
        callbacks=(),
    )


@pytest.mark.parametrize("seed", range(40))
def test_any_machine_without_phases_is_drawn_clearly(seed: int) -> None:
    """However its arcs run: up, down, to the next state or back to the same, several alike or one of a kind."""
    check_page(*figure_and_page(flat_machine(seed)))


def test_arcs_that_are_alike_share_their_way_in() -> None:
    """All arcs for the end of the game come to the state without priority in one lane."""
    figure, page = figure_and_page(PRIORITY)
    ends = [page.routes[id_].corners[-3:] for id_, arc in figure.arcs.items() if arc.trigger == "game_ends"]
    assert len(ends) == 5
    assert {(corners[0][0], *corners[1:]) for corners in ends} == {(ends[0][0][0], *ends[0][1:])}


def test_steps_lie_in_their_phase_from_left_to_right() -> None:
    """A row of steps reads in the order of the rules."""
    _, page = figure_and_page(TURN)
    for phase, band in page.bands.items():
        boxes = [page.boxes[state.name] for state in TURN.states if state.parent == phase]
        steps = [page.boxes[s.name] for s in TURN.states if s.parent == phase and s.kind == "step"]
        assert all(band.left < box.left and box.right < band.right for box in boxes)
        assert all(band.top < box.top and box.bottom < band.bottom for box in boxes)
        assert steps == sorted(steps)
        assert len({step.top for step in steps}) == 1


def test_main_phases_are_no_higher_than_they_need_to_be() -> None:
    """A band without steps has the height of what stands in it, or of the arcs beside it."""
    _, page = figure_and_page(TURN, "steps")
    for name in ("precombat_main", "postcombat_main"):
        assert page.boxes[name].height <= page.contents[name].height + 8


STEPS = {"start": "initial", "p": "phase", "p.a": "step", "p.b": "step", "over": "final"}
ODD = {
    "a-step-to-the-end": (STEPS, [("start", "p.a"), ("p.a", "p.b"), ("p.b", "over"), ("p", "over")]),
    "a-phase-without-a-junction": (STEPS, [("start", "over"), ("p.a", "p.b"), ("p", "over")]),
    "a-phase-without-steps": (
        {"start": "initial", "p": "phase", "p.j": "junction", "next": "junction", "over": "final"},
        [("start", "next"), ("next", "p.j"), ("p.j", "next"), ("next", "over")],
    ),
}


@pytest.mark.parametrize(("names", "ends"), ODD.values(), ids=ODD)
def test_phases_that_do_not_fit_the_page_are_left_to_graphviz(
    names: Mapping[str, str], ends: list[tuple[str, str]]
) -> None:
    """Everything is drawn wherever it is placed; arcs of a phase as a whole leave its bar."""
    machine = MachineDefinition(
        name="other",
        description="Other",
        model_attribute="s",
        initial="start",
        states=tuple(State.model_validate({"name": n, "kind": k, "description": n}) for n, k in names.items()),
        arcs=tuple(Arc(trigger="go", source=a, target=b, description=f"{a} {b}") for a, b in ends),
        guards=(),
        callbacks=(),
    )
    text = dot(machine)
    assert 'layout="nop2"' not in text
    assert 'subgraph "cluster_p"' in text
    assert ('"p" [shape="box"' in text) == (("p", "over") in ends)
    if portable_renderer():
        found = {
            element.get("id", "").removeprefix("a_") for element in ElementTree.fromstring(render(text, "svg")).iter()
        }
        assert set(ids_of(machine)) <= found


# --- pictures ---


@needs_renderer
@each_machine
def test_the_picture_has_every_state_and_arc(definition: MachineDefinition) -> None:
    """The SVG is well-formed and holds everything under its id."""
    root = ElementTree.fromstring(render(dot(definition), "svg"))
    found = {element.get("id", "").removeprefix("a_") for element in root.iter()}
    assert set(ids_of(definition)) <= found


def test_widths_of_text() -> None:
    """Of Helvetica, in points; what is bold is wider, and lines are broken between words only."""
    assert text_width("beginning of combat is next", 10) == pytest.approx(121.73)
    assert text_width("next", 10, bold=True) > text_width("next", 10)
    assert wrapped("end the turn", text_width("end the", 10), 10) == ["end the", "turn"]
    assert wrapped("indivisible", 1, 10) == ["indivisible"]
    assert wrapped("", 100, 10) == []


class Picture(NamedTuple):
    """What is seen of an SVG: texts, outlines of states and bands, and points along each arc with its arrow."""

    texts: list[tuple[str, Box]]
    outlines: dict[str, Box]
    lines: dict[str, list[tuple[float, float]]]
    page: Box


SVG = "{http://www.w3.org/2000/svg}"


def numbers(text: str) -> list[float]:
    """All numbers of an attribute."""
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


def points(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Points of a polygon, or along a path of Bezier curves."""
    values = numbers(element.get("points") or element.get("d") or "")
    corners = list(zip(values[::2], values[1::2], strict=True))
    return corners if element.tag == f"{SVG}polygon" else [*along(corners)]


def along(corners: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points along Bezier curves, one behind the other."""
    for start in range(0, len(corners) - 3, 3):
        parts = corners[start : start + 4]
        for step in range(201):
            t = step / 200
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            yield (
                sum(weight * x for weight, (x, _) in zip(weights, parts, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, parts, strict=True)),
            )


def bounds(places: list[tuple[float, float]]) -> Box:
    """The rectangle around points."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Box(min(xs), min(ys), max(xs), max(ys))


def text_box(element: ElementTree.Element) -> Box:
    """The rectangle of a text: its letters from about the top of an A to the bottom of a g."""
    size = float(element.get("font-size", ""))
    text, bold = element.text or "", element.get("font-weight") == "bold"
    x, y, width = float(element.get("x", "")), float(element.get("y", "")), text_width(text.rstrip(), size, bold=bold)
    left = x if element.get("text-anchor") == "start" else x - width / 2
    indent = text_width(text, size, bold=bold) - text_width(text.lstrip(), size, bold=bold)
    return Box(left + indent, y - 0.72 * size, left + width, y + 0.2 * size)


def picture(text: str) -> Picture:
    """What is seen of a DOT document."""
    root = ElementTree.fromstring(render(text, "svg"))
    seen = Picture([], {}, {}, bounds(points(next(root.iter(f"{SVG}polygon")))))
    seen.texts.extend((element.text or "", text_box(element)) for element in root.iter(f"{SVG}text"))
    for group in root.iter(f"{SVG}g"):
        paths = [*group.iter(f"{SVG}path")]
        if group.get("class") in ("node", "cluster") and paths:
            seen.outlines[group.get("id", "")] = bounds(points(paths[-1]))
        if group.get("class") == "edge":
            drawn = [*paths, *group.iter(f"{SVG}polygon")]
            seen.lines[group.get("id", "")] = [point for element in drawn for point in points(element)]
    return seen


def holds(box: Box, point: tuple[float, float], margin: float = 0) -> bool:
    """Whether a point lies in a rectangle, by more than a margin."""
    x, y = point
    return box.left + margin < x < box.right - margin and box.top + margin < y < box.bottom - margin


def within(inner: Box, outer: Box) -> bool:
    """Whether one rectangle lies in another."""
    return (
        outer.left <= inner.left
        and inner.right <= outer.right
        and outer.top <= inner.top
        and inner.bottom <= outer.bottom
    )


@needs_renderer
@each_figure
def test_the_picture_is_legible(definition: MachineDefinition, detail: Detail, taken: Mapping[str, int] | None) -> None:
    """As it is drawn, no text lies on another, on an arc, on its arrow or on a border, and no arc runs through a state.

    States are as large as the page has them.
    """
    seen, (figure, page) = (
        picture(dot(definition, detail=detail, taken=taken)),
        figure_and_page(definition, detail, taken),
    )
    assert seen.lines.keys() >= figure.edges.keys()
    for (one, box), (other, other_box) in combinations(seen.texts, 2):
        assert not overlap(box, other_box), f"{one!r} on {other!r}"
    for text, box in seen.texts:
        assert within(box, seen.page), text
        for name, outline in seen.outlines.items():
            assert within(box, outline) or not overlap(box, outline), f"{text!r} on the border of {name}"
    for id_, line in seen.lines.items():
        for text, box in seen.texts:
            assert not any(holds(box, point) for point in line), f"{id_} through {text!r}"
        for name, outline in seen.outlines.items():
            inside = name.startswith("state.") and name.removeprefix("state.") not in definition.parents
            assert not inside or not any(holds(outline, point, 1.5) for point in line), f"{id_} through {name}"
    for name in page.contents:
        box, outline = page.boxes[name], seen.outlines[f"state.{name}"]
        assert (outline.width, outline.height) == pytest.approx((box.width, box.height), abs=2.5), name


@needs_renderer
def test_png() -> None:
    """A PNG is one."""
    assert render(dot(PRIORITY), "png").startswith(PNG)


def fake(path: Path, script: str) -> Path:
    """An executable that does what the shell script says."""
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'Error: syntax error in line 1' >&2; exit 1", "failed: Error: syntax error in line 1"),
        ("exit 3", "failed: exit status 3"),
        ("echo '<svg></svg>'; echo 'Error: lost a b edge' >&2", "failed: Error: lost a b edge"),
        ("echo nothing of the kind", "wrote something that is not SVG"),
        (r"printf '\211PNG\r\n\032\n'", "wrote something that is not SVG"),
    ],
)
def test_what_the_renderer_does_wrong_is_one_error(tmp_path: Path, script: str, message: str) -> None:
    """Failures, arcs that are left out and other formats are refused."""
    with pytest.raises(RenderError, match=re.escape(message)):
        render("digraph {}", "svg", by=fake(tmp_path / "dot", f"cat >/dev/null; {script}"))


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
def test_warnings_are_no_errors(tmp_path: Path) -> None:
    """A renderer may warn, of fonts for example."""
    by = fake(tmp_path / "dot", "cat >/dev/null; echo 'Warning: a font' >&2; echo '<svg></svg>'")
    assert render("digraph {}", "svg", by=by) == b"<svg></svg>\n"


def test_a_renderer_that_cannot_be_run(tmp_path: Path) -> None:
    """The error names it."""
    with pytest.raises(RenderError, match="nothing-here cannot be run"):
        render("digraph {}", "svg", by=tmp_path / "nothing-here")


def without_renderer(monkeypatch: pytest.MonkeyPatch, path: Path | None = None) -> None:
    """No `graphviz-pure` in this environment, and a path that holds one folder or nothing."""

    def nowhere(_name: str) -> str:
        return os.devnull

    monkeypatch.setattr("sysconfig.get_path", nowhere)
    monkeypatch.setenv("PATH", str(path or os.devnull))


def test_without_a_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says how to install one."""
    without_renderer(monkeypatch)
    with pytest.raises(MissingExtra, match=r"pip install 'mtg-fsm\[diagrams\]'"):
        render("digraph {}", "svg")


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
def test_a_system_dot_does_the_work_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`dot` on the path is used if `graphviz-pure` is not there."""
    fake(tmp_path / "dot", f"{shutil.which('cat')} >/dev/null; echo '<svg>system</svg>'")
    without_renderer(monkeypatch, tmp_path)
    assert render("digraph {}", "svg") == b"<svg>system</svg>\n"


# --- files ---


def test_write_replaces_only_its_file(tmp_path: Path) -> None:
    """Nothing else in the folder is touched, and nothing is left there."""
    (tmp_path / "other").write_bytes(b"stays")
    (tmp_path / "turn.svg").write_bytes(b"old")
    (tmp_path / "turn.svg").chmod(0o640)
    write(tmp_path / "turn.svg", b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"other": b"stays", "turn.svg": b"new"}
    if os.name != "nt":
        assert (tmp_path / "turn.svg").stat().st_mode & 0o777 == 0o640


def test_a_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays whole if the new one cannot take its place."""
    (tmp_path / "turn.svg").write_bytes(b"old")

    def fail(*_paths: object) -> None:
        raise PermissionError(errno.EACCES, "not allowed", "some other path")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match=r"turn\.svg cannot be written: not allowed$"):
        write(tmp_path / "turn.svg", b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"turn.svg": b"old"}


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_write_follows_a_link(tmp_path: Path) -> None:
    """A link stays one, and the file that it leads to is written."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_the_committed_diagrams_are_those_of_the_machines(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m mtg_fsm.diagrams` has been run since the machines were last changed."""
    assert main(["--out", str(COMMITTED), "--check"]) == 0, capsys.readouterr().out


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` has nothing to compare with, and a file has no place to go to."""
    missing = tmp_path / "diagrams"
    assert main(["--out", str(missing), "--check"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"there is no folder {missing}; --out names another one\n")
    with pytest.raises(OSError, match=rf"there is no folder {re.escape(str(missing))}$"):
        write(missing / "turn.svg", b"new")


@needs_renderer
def test_check_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed file and a missing one are named, a picture no less than its text."""
    assert main(["--out", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in DIAGRAMS for kind in ("dot", "svg")
    }
    assert main(["--out", str(tmp_path), "--check"]) == 0
    (tmp_path / "turn.dot").unlink()
    (tmp_path / "priority.svg").write_bytes(b"<svg></svg>")
    capsys.readouterr()
    assert main(["--out", str(tmp_path), "--check"]) == 1
    said = capsys.readouterr().out
    assert [Path(line.split()[0]).name for line in said.splitlines()] == ["turn.dot", "priority.svg"]


def test_without_graphviz_pure_only_texts_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checking goes on without pictures; writing them does not."""
    without_renderer(monkeypatch)
    for name, (subject, detail) in DIAGRAMS.items():
        (tmp_path / f"{name}.dot").write_bytes(dot_of(chart(subject, detail=detail)).encode())
    assert main(["--out", str(tmp_path), "--check"]) == 0
    assert main(["--out", str(tmp_path)]) == 2
    assert "pip install 'mtg-fsm[diagrams]'" in capsys.readouterr().err

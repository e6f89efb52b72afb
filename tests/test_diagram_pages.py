"""Pages of diagrams: everything has a place of its own, and what is drawn there can be read, on screen and on paper."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations, pairwise
from random import Random
from typing import get_args
from xml.etree import ElementTree

import pytest
from diagram_support import (
    SVG,
    Picture,
    dot,
    each_case,
    each_machine,
    figure_of,
    ids_of,
    needs_renderer,
    picture,
)

from mtg_fsm.diagrams import DETAILS, Detail, Highlight, chart
from mtg_fsm.diagrams.graphviz.dot import dot as dot_of
from mtg_fsm.diagrams.graphviz.executable import portable_renderer, render
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.metrics import text_width, wrapped
from mtg_fsm.diagrams.graphviz.page import Box, Page, Route
from mtg_fsm.diagrams.graphviz.sheet import page_of
from mtg_fsm.machine import PRIORITY, TURN, Arc, MachineDefinition, State
from mtg_fsm.machine.definition import ArcKind, StateKind

PAPERS = {"A4": (538.6, 785.2), "Letter": (555.3, 735.3)}
"""Points between margins of 10 mm, upright."""


def figure_and_page(
    definition: MachineDefinition, detail: Detail = "full", taken: Mapping[str, int] | None = None
) -> tuple[Figure, Page]:
    """What is drawn of a machine, and its page."""
    figure = figure_of(definition, detail, taken)
    page = page_of(figure)
    assert page is not None
    return figure, page


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
        assert 0 <= box.left < box.right <= page.width + 0.01, name
        assert 0 <= box.top < box.bottom <= page.height + 0.01, name
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


@each_case
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
            kind=dice.choice(get_args(ArcKind)),
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


def turn_machine(seed: int) -> MachineDefinition:
    """A machine that is built like a turn, more or less, with arcs at random."""
    dice = Random(seed)
    kinds: dict[str, StateKind] = {"start": "initial", "over": "final", "hub": "junction"}
    ends: list[tuple[str, str | None]] = [("start", "hub"), ("start", "over"), ("hub", "over")]
    phases = [f"phase_{'x' * dice.randrange(10)}{number}" for number in range(dice.randint(1, 5))]
    steps = {phase: [f"{phase}.step_{number}" for number in range(dice.choice((0, 1, 2, 3, 6)))] for phase in phases}
    for phase, following in zip(phases, [*phases[1:], phases[0]], strict=True):
        within, junction = steps[phase], f"{phase}.junction"
        kinds[phase] = "phase"
        kinds |= dict.fromkeys(within, "step")
        kinds |= dict.fromkeys([junction] if within else [], "junction")
        ends += pairwise(within)
        ends += [(within[0], within[-1])] if len(within) > 2 else []
        ends += [((within or [phase])[-1], (steps[following] or [following])[0])] if following != phase else []
        ends += [end for step in within for end in ((step, junction), (junction, step))]
        ends += [(phase, junction)] * dice.randrange(3) if within else []
        ends += [(junction, None), (junction, "hub"), ("hub", junction)] if within else [(phase, "hub"), ("hub", phase)]
        ends += [(phase, "over")]
    arcs = tuple(
        Arc(
            trigger=dice.choice(("proceed", "proceed", "break_in")),
            source=source,
            target=target,
            kind=dice.choice(get_args(ArcKind)),
            rules=tuple(dice.choices(("500.1", "500.2"), k=dice.randrange(3))),
            guards=tuple(dice.choices(("any_guard", "a_second_one_is_true"), k=dice.randrange(2))),
            description="Any.",
        )
        for source, target in ends
        if dice.random() < 0.8
    )
    states = tuple(State(name=name, kind=kind, description=name) for name, kind in kinds.items())
    return MachineDefinition(
        name="m",
        description="M",
        model_attribute="s",
        initial="start",
        states=states,
        arcs=arcs,
        guards=(),
        callbacks=(),
    )


@pytest.mark.parametrize("seed", range(60))
def test_any_machine_like_a_turn_is_drawn_clearly_or_left_to_graphviz(seed: int) -> None:
    """Whatever stands on its arcs: a page on which something lies on something else is not drawn."""
    machine = turn_machine(seed)
    figure = figure_of(machine)
    page = page_of(figure)
    assert ('layout="nop2"' in dot(machine)) == (page is not None)
    if page is not None:
        check_page(figure, page)


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


def test_phases_stand_in_rows_like_a_text() -> None:
    """Each phase is right of the one before it, or below all of the row that this one is in."""
    for detail in DETAILS:
        _, page = figure_and_page(TURN, detail)
        bands = page.boxes | page.bands
        phases = [bands[state.name] for state in TURN.states if state.kind == "phase"]
        for one, following in pairwise(phases):
            assert following.left > one.right or following.top > one.bottom


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


def check_picture(seen: Picture, bands: Collection[str], prefix: str = "state.") -> None:
    """No text lies on another, on an arc, on its arrow or on a border, and no arc runs through a state."""
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
            inside = "state." in name and name.removeprefix(prefix) not in bands
            assert not inside or not any(holds(outline, point, 1.5) for point in line), f"{id_} through {name}"


@needs_renderer
@each_case
def test_the_picture_is_legible(definition: MachineDefinition, detail: Detail, taken: Mapping[str, int] | None) -> None:
    """As it is drawn, nothing lies on anything else; states are as large as the page has them."""
    seen = picture(dot(definition, detail, taken))
    figure, page = figure_and_page(definition, detail, taken)
    assert seen.lines.keys() >= figure.edges.keys()
    check_picture(seen, definition.parents)
    for name in page.contents:
        box, outline = page.boxes[name], seen.outlines[f"state.{name}"]
        assert (outline.width, outline.height) == pytest.approx((box.width, box.height), abs=2.5), name


def shrunk(size: tuple[float, float], paper: tuple[float, float]) -> float:
    """By how much a picture is scaled for a paper, upright or not; it is never enlarged."""
    wide, high = size
    return min(1, max(min(across / wide, up / high) for across, up in (paper, paper[::-1])))


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("detail", DETAILS)
@each_machine
def test_every_machine_fits_a_page(definition: MachineDefinition, detail: Detail, paper: tuple[float, float]) -> None:
    """In any detail, with the active state marked or not, its smallest letters have 7 points on the paper."""
    for active in (None, definition.initial if definition.name != "turn" else "beginning.untap"):
        highlight = Highlight(active={definition.name: active} if active else {})
        seen = picture(dot_of(chart(definition, detail=detail, highlight=highlight)))
        assert seen.smallest * shrunk(seen.size, paper) >= 7


@needs_renderer
@pytest.mark.parametrize(("detail", "sheets"), [("phases", 4), ("steps", 4), ("guards", 8), ("full", 8)])
def test_all_machines_fit_a_poster(detail: Detail, sheets: int) -> None:
    """Of so many times A4: A2 has four, A1 has eight. Nothing lies on anything else there either."""
    seen = picture(dot_of(chart("all", detail=detail)))
    wide, high = PAPERS["A4"]
    poster = {4: (2 * wide, 2 * high), 8: (2 * high, 4 * wide)}[sheets]
    assert seen.smallest * shrunk(seen.size, poster) >= 7
    check_picture(seen, {state.name for state in TURN.states if state.name in TURN.parents}, "turn.state.")


@needs_renderer
def test_widths_of_text_are_those_of_the_renderer() -> None:
    """A text begins where the one before it ends."""
    for words, bold in (("beginning of combat", False), ("declare attackers", True), ("[not G] / 508.1a", False)):
        first = f"<B>{words}</B>" if bold else words
        root = ElementTree.fromstring(
            render(f'digraph {{ a [fontname="Helvetica" shape="plain" label=<{first}<I>x</I>>] }}', "svg")
        )
        start, end = (float(text.get("x", "")) for text in root.iter(f"{SVG}text"))
        assert end - start == pytest.approx(text_width(words, 14, bold=bold), rel=0.01)

"""Charts for tests of diagrams, and what is seen of a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from xml.etree import ElementTree

import pytest

from mtg_fsm.diagrams import DETAILS, Chart, Detail, Highlight, chart
from mtg_fsm.diagrams.graphviz.dot import dot as dot_of
from mtg_fsm.diagrams.graphviz.executable import portable_renderer, render
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.metrics import text_width
from mtg_fsm.diagrams.graphviz.page import Box
from mtg_fsm.machine import MACHINES, MachineDefinition
from mtg_fsm.machine.definition import arc_ids

needs_renderer = pytest.mark.skipif(portable_renderer() is None, reason="graphviz-pure has no wheel for this machine")
each_machine = pytest.mark.parametrize("definition", MACHINES.values(), ids=MACHINES)

Case = tuple[MachineDefinition, Detail, Mapping[str, int] | None]


def _cases() -> Iterator[tuple[str, Case]]:
    for name, machine in MACHINES.items():
        for detail in DETAILS:
            yield f"{name}-{detail}", (machine, detail, None)
            if detail in ("steps", "full"):
                yield f"{name}-{detail}-run", (machine, detail, dict.fromkeys(arc_ids(machine.arcs), 8))


CASES: Final = dict(_cases())
"""Every machine in every detail, and with a run that took each arc eight times."""
each_case = pytest.mark.parametrize(("definition", "detail", "taken"), CASES.values(), ids=CASES)


def chart_of(
    definition: MachineDefinition,
    detail: Detail = "full",
    taken: Mapping[str, int] | None = None,
    title: str | None = None,
) -> Chart:
    """A machine in a detail, with the arcs that a run took."""
    highlight = Highlight(taken={} if taken is None else {definition.name: taken})
    return chart(definition, detail=detail, title=title, highlight=highlight)


def figure_of(definition: MachineDefinition, detail: Detail = "full", taken: Mapping[str, int] | None = None) -> Figure:
    """What is drawn of that."""
    return Figure(chart_of(definition, detail, taken).parts[0], detail)


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


class Picture(NamedTuple):
    """What is seen of an SVG: texts, outlines of states and bands, and points along each arc with its arrow.

    `size` is width and height, `smallest` the size of the smallest letters.
    """

    texts: list[tuple[str, Box]]
    outlines: dict[str, Box]
    lines: dict[str, list[tuple[float, float]]]
    page: Box
    size: tuple[float, float]
    smallest: float


SVG: Final = "{http://www.w3.org/2000/svg}"


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
    size = numbers(root.get("width", ""))[0], numbers(root.get("height", ""))[0]
    written = [element for element in root.iter(f"{SVG}text") if (element.text or "").strip()]
    smallest = min(float(element.get("font-size", "")) for element in written)
    seen = Picture([], {}, {}, bounds(points(next(root.iter(f"{SVG}polygon")))), size, smallest)
    seen.texts.extend((element.text or "", text_box(element)) for element in written)
    for group in root.iter(f"{SVG}g"):
        paths = [*group.iter(f"{SVG}path")]
        if group.get("class") in ("node", "cluster") and paths:
            seen.outlines[group.get("id", "")] = bounds(points(paths[-1]))
        if group.get("class") == "edge":
            drawn = [*paths, *group.iter(f"{SVG}polygon")]
            seen.lines[group.get("id", "")] = [point for element in drawn for point in points(element)]
    return seen

"""DOT of a timeline: everything has its place, Graphviz only draws."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from mtg_fsm.diagrams.graphviz.labels import attributes, cell, html, quoted, table
from mtg_fsm.diagrams.graphviz.page import Box
from mtg_fsm.diagrams.themes import Theme
from mtg_fsm.diagrams.timeline import Timeline
from mtg_fsm.diagrams.timeline_page import SMALL, USUAL, Item, Text, TimelinePage, page_of

_FONT: Final = "Helvetica"
_INCH: Final = 72
_THIN: Final = 0.8
"""Width of a usual border."""


def timeline_dot(shown: Timeline, theme: Theme) -> str:
    """A timeline as DOT."""
    return "".join(f"{line}\n" for line in _document(shown, page_of(shown), theme))


def _document(shown: Timeline, page: TimelinePage, theme: Theme) -> Iterator[str]:
    look = attributes(shape="box", fontname=_FONT, fontsize=USUAL, fontcolor=theme.ink, fixedsize="true", margin=0)
    graph = attributes(
        tooltip=shown.description,
        id="timeline",
        layout="nop2",
        bgcolor=theme.paper,
        pad=0,
    )
    yield f"digraph {quoted(shown.title)} {{"
    yield f"  graph {graph};"
    yield f"  node {look};"
    whole = Item("page", Box(0, 0, page.width, page.height))
    for item in (whole, *page.items):
        yield f"  {quoted(item.id)} {attributes(tooltip=item.tooltip or ' ', id=item.id, **_drawn(item, page, theme))};"
    yield "}"


def _drawn(item: Item, page: TimelinePage, theme: Theme) -> dict[str, str | float]:
    box = item.box
    return {
        "pos": f"{_number(box.x)},{_number(page.height - box.y)}",
        "width": _number(box.width / _INCH),
        "height": _number(box.height / _INCH),
        "label": _label(item, theme),
        **_border(item, theme),
    }


def _border(item: Item, theme: Theme) -> dict[str, str | float]:
    fills = {"none": "", "group": theme.group, "paper": theme.paper, "active": theme.active}
    fill = fills[item.fill]
    filled = ["filled"] if fill else []
    if item.border == "none":
        return {"style": ",".join(filled) or "solid", "penwidth": 0, "fillcolor": fill}
    if item.border == "plain":
        return {"style": ",".join(("solid", *filled)), "penwidth": _THIN, "color": theme.border, "fillcolor": fill}
    line = theme.lines[item.border]
    style = ",".join((line.style, *filled))
    return {"style": style, "penwidth": line.width, "color": line.colour, "fillcolor": fill}


def _label(item: Item, theme: Theme) -> str:
    """The lines at the upper left of the box."""
    if not item.texts:
        return " "
    width, height = (math.floor(size - 2 * item.inset) for size in (item.box.width, item.box.height))
    spare = height - sum(text.height for text in item.texts)
    look = {"align": "LEFT", "valign": "BOTTOM", "width": f"{width}"}
    rows = [cell(_line(text, theme), height=f"{text.height}", **look) for text in item.texts]
    filler = [cell("", height=f"{spare}")] if spare > 0 else []
    return table([*rows, *filler], border="0", cellborder="0", cellspacing="0", cellpadding="0", height=f"{height}")


def _line(text: Text, theme: Theme) -> str:
    shown = html(text.text)
    for tag, wanted in (("B", text.bold), ("S", text.struck)):
        shown = f"<{tag}>{shown}</{tag}>" if wanted else shown
    rule = f' <FONT COLOR="{theme.soft_ink}" POINT-SIZE="{SMALL:g}">{html(text.rule)}</FONT>' if text.rule else ""
    colour = theme.soft_ink if text.soft else theme.ink
    return f'<FONT COLOR="{colour}" POINT-SIZE="{text.size:g}">{shown}</FONT>{rule}'


def _number(value: float) -> str:
    return f"{round(value, 3):g}"

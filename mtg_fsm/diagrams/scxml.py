"""SCXML (W3C) of a chart.

The data model is ECMAScript. An event carries the answers of the guards in its data, and the condition of a transition
reads them there: `_event.data.any_attackers`. A callback is a `<log>` with its name, so that a run shows them in order.
Kinds, rules and what happens in a state are attributes of the namespace `urn:mtg-fsm`. In the chart of all machines
each is a region of a `<parallel>`, and ids and events have the name of their machine in front: `turn.proceed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree  # nosec B405 # reads and makes documents of this package only
from xml.etree.ElementTree import Element, SubElement  # nosec B405 # reads and makes documents of this package only

from mtg_fsm.diagrams.chart import Chart, Part
from mtg_fsm.diagrams.nesting import children, first, is_inside, leaving
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import Arc, State
from mtg_fsm.machine.definition import NOT, SEPARATOR

SCXML: Final = "http://www.w3.org/2005/07/scxml"
"""Namespace of the elements."""
OWN: Final = "urn:mtg-fsm"
"""Namespace of what SCXML has no word for."""
CALLBACK: Final = "callback"
"""Label of the log of a callback."""
_NAME: Final = re.compile(r"[^\W\d][\w.-]*")


def scxml(chart: Chart) -> str:
    """A chart as a document; it has to be in full detail.

    Raises DiagramError for the name of a state, trigger or guard that SCXML does not take.
    """
    root = Element(
        "scxml", {"xmlns": SCXML, "xmlns:mtg": OWN, "version": "1.0", "name": chart.name, "datamodel": "ecmascript"}
    )
    root.append(ElementTree.Comment(f" {re.sub('-(?=-)', '- ', chart.description)} "))
    if any(part.prefix for part in chart.parts):
        whole = SubElement(root, "parallel", id=chart.name)
        root.set("initial", chart.name)
        for part in chart.parts:
            _inside(SubElement(whole, "state", id=_name("machine", part.name)), part, None)
    else:
        _inside(root, chart.parts[0], None)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _inside(element: Element, part: Part, parent: str | None) -> None:
    states = children(part, parent)
    if states:
        element.set("initial", _id(part, first(part, parent)))
    for state in states:
        _state(element, part, state)


def _state(outer: Element, part: Part, state: State) -> None:
    element = SubElement(outer, "final" if state.kind == "final" else "state", id=_id(part, state.name))
    _explain(element, kind=state.kind, rules=state.rules, actions=state.actions, description=state.description)
    if state.on_enter:
        _log(SubElement(element, "onentry"), state.on_enter)
    for id_, arc in leaving(part, state).items():
        _arc(element, part, state, id_, arc)
    _inside(element, part, state.name)


def _arc(outer: Element, part: Part, source: State, id_: str, arc: Arc) -> None:
    if SEPARATOR in arc.trigger:
        raise DiagramError(f"trigger: in SCXML {arc.trigger!r} would be a kind of what stands before its dot")
    element = SubElement(outer, "transition", event=f"{part.prefix}{_name('trigger', arc.trigger)}")
    if arc.guards:
        element.set("cond", " && ".join(map(_condition, arc.guards)))
    if arc.target is not None:
        element.set("target", _id(part, arc.target))
    if arc.target is not None and is_inside(arc.target, source.name):
        element.set("type", "internal")
    _explain(element, arc=id_, kind=arc.kind, rules=arc.rules, description=arc.description)
    _log(element, arc.before)


def _condition(guard: str) -> str:
    name = guard.removeprefix(NOT)
    if not name.isidentifier():
        raise DiagramError(f"guard: a condition of SCXML takes a letter, then letters, digits and '_', not {name!r}")
    return f"_event.data.{name}{' === false' if name != guard else ''}"


def _log(element: Element, callbacks: Iterable[str]) -> None:
    for callback in callbacks:
        SubElement(element, "log", label=CALLBACK, expr=f"'{_name('callback', callback)}'")


def _explain(element: Element, **values: str | tuple[str, ...]) -> None:
    for name, value in values.items():
        if value:
            element.set(f"mtg:{name}", value if isinstance(value, str) else " ".join(value))


def _id(part: Part, state: str) -> str:
    return f"{part.prefix}{_name('state', state)}"


def _name(what: str, name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DiagramError(f"{what}: SCXML takes a letter, then letters, digits, '.', '-' and '_', not {name!r}")
    return name

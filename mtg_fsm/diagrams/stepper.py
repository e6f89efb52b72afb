"""A page on which one steps through a run: the machines, the active states, the arcs just taken, and the log.

It is one HTML file that needs nothing else, not even the network.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final
from xml.dom import minidom  # nosec B408 # reads pictures of this package only

from mtg_fsm.diagrams.chart import Chart, Detail, chart
from mtg_fsm.diagrams.recorder import RecordedRun
from mtg_fsm.diagrams.renderers import Look, draw
from mtg_fsm.diagrams.themes import THEMES, Theme
from mtg_fsm.engine.events import Event, PriorityPassed, PriorityReceived, TurnBegan, TurnSkipped
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MACHINES, TURN
from mtg_fsm.machine.definition import SEPARATOR, plain
from mtg_fsm.telling.members import Members
from mtg_fsm.telling.sentences import sentence
from mtg_fsm.telling.trace import DEPTHS, PLURAL, TONES

ENDINGS: Final = {
    "turn_ended": "turn {turn} ends",
    "phase_ended": "{phase} phase ends",
    "step_ended": "{step} step ends",
    "priority_received": "{player} has priority",
}
"""What is told here and nowhere else."""
_PLURAL: Final = {**PLURAL, " has priority": " have priority"}
_REFERENCES: Final = ("id", "aria-labelledby", "aria-describedby")
"""Attributes that name ids."""
_READABLE: Final = 1.15
"""CSS pixels to a point, at least: wider pictures are scrolled."""


def step_through(run: RecordedRun, *, title: str = "Run", detail: Detail = "full") -> str:
    """The page of a run that a `Recorder` recorded, as HTML.

    The arcs of `detail` are shown; of the others one sees the states that they lead to. Raises DiagramError if nothing
    happened in the run, RenderError if Graphviz fails, and MissingExtra if it is not installed.
    """
    if not run.moments:
        raise DiagramError("run: nothing happened in it, so there is nothing to step through")
    moved = {TURN.name, *(taken.machine for taken in run.way)}
    drawn = [_Picture(name, chart(name, detail=detail)) for name in MACHINES if name in moved]
    script = _asset("stepper.js")
    return Template(_asset("stepper.html")).substitute(
        title=escape(title),
        policy=_policy(script),
        style=f"{_colours()}\n{_asset('stepper.css')}",
        last=len(run.moments),
        figures="\n".join(_figures(drawn)),
        events="\n".join(_log(run)),
        run=_embedded(_data(run, drawn)),
        script=script,
    )


class _Picture:
    """The picture of a machine, its ids with the name of the machine before them."""

    def __init__(self, machine: str, shown: Chart) -> None:
        self.machine = machine
        document = minidom.parseString(draw(shown, "svg", look=Look()))  # nosec B318 # a picture that was drawn here
        root = document.documentElement
        assert root is not None  # nosec B101 # for type checkers
        self._ids = set[str]()
        for element in (root, *root.getElementsByTagName("*")):
            for name in _REFERENCES:
                if element.hasAttribute(name):
                    ids = [f"{machine}{SEPARATOR}{id_}" for id_ in element.getAttribute(name).split()]
                    element.setAttribute(name, " ".join(ids))
                    self._ids.update(ids)
        self.width = float(root.getAttribute("viewBox").split()[2])
        for name in ("width", "height"):
            root.removeAttribute(name)
        root.setAttribute("role", "img")
        if not root.hasAttribute("aria-labelledby"):
            root.setAttribute("aria-label", shown.description)
        self.svg = root.toxml()

    def id(self, name: str) -> str | None:
        """The id of a state or arc in the page; None if it is not shown. An internal arc is a link in a table."""
        of_page = (f"{self.machine}{SEPARATOR}{prefix}{name}" for prefix in ("", "a_"))
        return next((id_ for id_ in of_page if id_ in self._ids), None)


def _figures(pictures: Sequence[_Picture]) -> Iterator[str]:
    for number, picture in enumerate(pictures):
        name, width = escape(picture.machine), f"{picture.width * _READABLE:g}px"
        if number == 1 and pictures[2:]:
            tabs = (
                f'<button type="button" data-show="{other.machine}">{other.machine}</button>' for other in pictures[1:]
            )
            yield f'<div class="tabs" role="group" aria-label="Machine below">{"".join(tabs)}</div>'
        yield f'<figure data-machine="{name}"><figcaption><b>{name}</b>: <output></output></figcaption>'
        yield f'<div class="picture" tabindex="0" role="group" aria-label="Picture: {name}" style="--natural: {width}">'
        yield f"{picture.svg}</div></figure>"


def _log(run: RecordedRun) -> Iterator[str]:
    members = Members(run.teams)
    for number, event in enumerate(run.events, 1):
        members.read(event)
        tone, depth = _tone(event), DEPTHS.get(event.name_in_log, 3 if event.step else 2 if event.phase else 1)
        place = " · ".join(part for part in (f"Turn {event.turn}", plain(event.at.unit or "")) if part)
        yield (
            f'<li class="{tone}"><button type="button" data-step="{number}" data-place="{escape(place)}"'
            f' style="--depth: {depth}"><span class="what">{escape(_told(event, members))}</span>'
            f' <span class="rule">{escape(event.rule or "")}</span></button></li>'
        )


def _tone(event: Event) -> str:
    return "quiet" if event.name_in_log in ENDINGS else TONES.get(event.name_in_log, "event")


def _told(event: Event, members: Members) -> str:
    """An event in a sentence; of what a team does together all members are named."""
    if not isinstance(event, TurnBegan | TurnSkipped | PriorityPassed | PriorityReceived):
        return _sentence(event)
    together = members.of(event.player)
    names = " and ".join(together)
    text = _sentence(replace(event, player=names))
    said = text.removeprefix(names)
    verb = next((verb for verb in _PLURAL if said.startswith(verb)), None) if together[1:] else None
    return text if verb is None else f"{names}{_PLURAL[verb]}{said.removeprefix(verb)}"


def _sentence(event: Event) -> str:
    if event.name_in_log not in ENDINGS:
        return sentence(event)
    values = event.as_dict()
    words = {name: plain(value) if name in ("phase", "step") and value else value for name, value in values.items()}
    return ENDINGS[event.name_in_log].format_map(words)


def _data(run: RecordedRun, pictures: Sequence[_Picture]) -> dict[str, Any]:
    """What the script shows: of each event the arcs taken since the one before, active states and what is to come.

    They are numbers of things, which have their id in the page, None if they are not shown, and their name in words.
    """
    by_machine = {picture.machine: picture for picture in pictures}
    things: dict[tuple[str | None, str], int] = {}

    def listed(names: Iterable[tuple[str, str]]) -> list[int]:
        found = [(by_machine[machine].id(name), plain(name.rpartition(SEPARATOR)[2])) for machine, name in names]
        return [things.setdefault(thing, len(things)) for thing in found]

    steps: list[dict[str, list[int]]] = []
    told = 0
    for moment in run.moments:
        start = moment.done if moment.during and moment.reached == told else told
        told = moment.reached
        coming = dict.fromkeys(name for name in moment.upcoming if name not in TURN.parents)
        steps.append(
            {
                "taken": listed((taken.machine, taken.arc) for taken in run.way[start:told]),
                "active": listed((name, f"state.{moment.states[name]}") for name in by_machine),
                "next": listed((TURN.name, f"state.{name}") for name in coming),
            }
        )
    return {"things": list(things), "steps": steps}


def _embedded(data: dict[str, Any]) -> str:
    """JSON that cannot end the script element that it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _asset(name: str) -> str:
    return (files("mtg_fsm.diagrams") / "assets" / name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    """Nothing is loaded, and no other script runs."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _colours() -> str:
    """The themes as variables; in a dark page each colour of the pictures is that of the dark theme."""
    light, dark = THEMES["light"], THEMES["dark"]
    pairs = dict(reversed([*zip(_all_colours(light), _all_colours(dark), strict=True)]))
    changed = (
        f'.picture svg [{name}="{colour}"] {{ {name}: {other}; }}'
        for colour, other in pairs.items()
        for name in ("fill", "stroke")
    )
    rules = "\n".join([f":root {{ {_variables(dark)} --blend: screen; }}", *changed])
    in_dark = f"@media screen and (prefers-color-scheme: dark) {{\n{rules}\n}}"
    return f":root {{ {_variables(light)} --blend: multiply; }}\n{in_dark}"


def _variables(theme: Theme) -> str:
    plain_colours = {
        name: value for name, value in theme._asdict().items() if isinstance(value, str) and value[0] == "#"
    }
    shown = {**plain_colours, "now": theme.lines["interrupt"].colour}
    return " ".join(f"--{name.replace('_', '-')}: {value};" for name, value in shown.items())


def _all_colours(theme: Theme) -> list[str]:
    """Every colour of a theme, in the same order for all themes."""
    plain_colours = [value for value in theme[1:] if isinstance(value, str)]
    return [*plain_colours, *theme.states.values(), *(line.colour for line in theme.lines.values())]

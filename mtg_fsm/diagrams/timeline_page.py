"""Where everything of a timeline is: a page as wide as A4 landscape, a row for each turn, more rows downwards.

Lengths are points; y grows downwards. Texts have their final size: the page is not to be scaled down.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from mtg_fsm.diagrams.graphviz.metrics import text_width
from mtg_fsm.diagrams.graphviz.page import Box
from mtg_fsm.diagrams.timeline import MEANINGS, Mark, Timeline, Turn, Unit, rules_of
from mtg_fsm.machine.definition import ArcKind, plain

WIDTH: Final = 785.0
"""Of the page: A4 landscape with margins of 10 mm."""
SHEET: Final = 538.0
"""Height of such a sheet: no row lies across the end of one."""
SMALL: Final = 7.0
USUAL: Final = 7.5
LARGE: Final = 9.0
TITLE: Final = 14.0
"""Sizes of texts."""
_LINE: Final = 1.2
"""Height of a line, in font sizes; whole points, for that is what cells of tables have."""
_MARGIN: Final = 8.0
_HEADING: Final = 78.0
"""Width of the heading of a turn."""
_STEP: Final = 48.0
"""Width of a step."""
_MAIN: Final = 54.0
"""Width of a phase without steps."""
_PAD: Final = 3.0
"""Between a border and what is in it."""
_INSET: Final = 2.0
"""Between the border of a step and its text."""
_APART: Final = 2.0
"""Between steps, and between the lines of a turn."""
_BETWEEN: Final = 4.0
"""Between phases."""
_BELOW: Final = 8.0
"""Between turns."""
_SAMPLE: Final = 22.0
"""Width of a sample of the legend."""
_MOST: Final = int((WIDTH - 2 * _MARGIN - _HEADING - _BETWEEN - 2 * _PAD + _APART) // (_STEP + _APART))
"""Steps of a phase on one line."""
_PARTS: Final = re.compile(r"[^-_/]+[-_/]*|[-_/]+")
"""Of a word, behind which it may be broken."""

Border = Literal["none", "plain"] | ArcKind
Fill = Literal["none", "group", "paper", "active"]

BORDERS: Final[dict[Mark, ArcKind]] = {
    "added": "extra",
    "repeated": "repeat",
    "skipped": "skip",
    "ended early": "interrupt",
}
"""Units are drawn in the lines of the arcs that lead to them."""


class Text(NamedTuple):
    """A line of text in one look; `rule` stands small and softly behind it."""

    text: str
    size: float = USUAL
    bold: bool = False
    soft: bool = False
    struck: bool = False
    rule: str = ""

    @property
    def height(self) -> float:
        """Of the line."""
        return math.ceil(self.size * _LINE)

    @property
    def width(self) -> float:
        """Of the line."""
        return text_width(self.text, self.size, bold=self.bold) + text_width(self.rule and f" {self.rule}", SMALL)


class Item(NamedTuple):
    """Something drawn: its id, its place, the lines at its upper left, how it is drawn and what is said of it."""

    id: str
    box: Box
    texts: tuple[Text, ...] = ()
    border: Border = "none"
    fill: Fill = "none"
    tooltip: str = ""
    inset: float = 0
    """Between the sides of the box and the lines."""


@dataclass
class TimelinePage:
    """Everything on the page, what lies behind first."""

    width: float = WIDTH
    height: float = 0
    items: list[Item] = field(default_factory=list[Item])

    def put(self, items: Iterable[Item]) -> None:
        """Adds items; the page is as high as they need."""
        for item in items:
            self.items.append(item)
            self.height = max(self.height, item.box.bottom + _MARGIN)


def page_of(shown: Timeline) -> TimelinePage:
    """The page of a timeline."""
    page = TimelinePage()
    page.put(_head(shown))
    top = page.height - _MARGIN
    for number, turn in enumerate(shown.turns, 1):
        top += _BELOW
        for line in _lines(turn, f"turn.{number}"):
            end_of_sheet = (top // SHEET + 1) * SHEET
            if top + line.height > end_of_sheet and line.height < SHEET - _MARGIN:
                top = end_of_sheet + _MARGIN
            page.put(line.at(top))
            top += line.height + _APART
    if shown.outcome:
        page.put([_text("outcome", _flow(shown.outcome, WIDTH - 2 * _MARGIN, LARGE, bold=True), top + _BELOW)])
    return page


def _head(shown: Timeline) -> Iterator[Item]:
    """The title, and under it a sample of each look with its meaning."""
    title = _text("title", _flow(shown.title, WIDTH - 2 * _MARGIN, TITLE, bold=True), _MARGIN, shown.description)
    yield title
    left, top, height = _MARGIN, title.box.bottom + _BETWEEN, Text("", SMALL).height + 2
    for mark in shown.marks:
        text = Text(f"{mark}: {MEANINGS[mark]}", SMALL)
        if left + _SAMPLE + 3 * _PAD + text.width > WIDTH - _MARGIN:
            left, top = _MARGIN, top + height + _BETWEEN
        sample = Box(left, top, left + _SAMPLE, top + height)
        beside = Box(sample.right + _PAD, top, sample.right + 3 * _PAD + text.width, top + height)
        id_ = f"legend.{mark.replace(' ', '-')}"
        yield Item(id_, sample, (), BORDERS.get(mark, "plain"), "active" if mark == "in progress" else "paper")
        yield Item(f"{id_}.meaning", beside, (text,))
        left = beside.right + _BELOW


def _text(id_: str, texts: tuple[Text, ...], top: float, tooltip: str = "") -> Item:
    """Lines across the page."""
    return Item(id_, Box(_MARGIN, top, WIDTH - _MARGIN, top + _height(texts)), texts, tooltip=tooltip)


class _Step(NamedTuple):
    """A step of a block."""

    id: str
    unit: Unit
    texts: tuple[Text, ...]


class _Block(NamedTuple):
    """A phase, or as many of its steps as there is room for on a line."""

    id: str
    unit: Unit
    name: str
    head: tuple[Text, ...]
    steps: tuple[_Step, ...]

    @property
    def width(self) -> float:
        """Of the border."""
        return _width(len(self.steps)) + 2 * _PAD if self.steps else _MAIN

    @property
    def step_height(self) -> float:
        """Of its highest step."""
        return max((_height(step.texts) + 2 * _INSET for step in self.steps), default=0)


class _Line(NamedTuple):
    """Phases side by side, behind the heading of their turn, which only the first line has."""

    turn: Item | None
    blocks: tuple[_Block, ...]

    @property
    def head(self) -> float:
        """Height of the names of phases that have steps."""
        return max((_height(block.head) for block in self.blocks if block.steps), default=0)

    @property
    def height(self) -> float:
        """Of everything in it."""
        steps = max((block.step_height for block in self.blocks), default=0)
        alone = [_height(block.head) + 2 * _PAD for block in self.blocks if not block.steps]
        turn = [self.turn.box.height] if self.turn else []
        return max((self.head + steps + 3 * _PAD, *alone, *turn) if steps else (0, *alone, *turn))

    def at(self, top: float) -> Iterator[Item]:
        """Everything in it, from a height downwards."""
        bottom, left = top + self.height, _MARGIN + _HEADING + _BETWEEN
        if self.turn:
            yield self.turn._replace(box=Box(_MARGIN, top, _MARGIN + _HEADING, bottom))
        for block in self.blocks:
            outer = Box(left, top, left + block.width, bottom)
            yield _unit(block.id, block.unit, outer, block.name, fill="group")
            name = Box(outer.left + _PAD, top + _PAD, outer.right - _PAD, top + _PAD + _height(block.head))
            yield Item(f"{block.id}.name", name, block.head)
            inner = outer.left + _PAD
            for step in block.steps:
                box = Box(inner, top + self.head + 2 * _PAD, inner + _STEP, bottom - _PAD)
                yield _unit(step.id, step.unit, box, plain(step.unit.name), step.texts, fill="paper")
                inner = box.right + _APART
            left = outer.right + _BETWEEN


def _lines(turn: Turn, id_: str) -> Iterator[_Line]:
    """A turn in lines, each as full as may be."""
    unit, width = turn.unit, _HEADING - 2 * _PAD
    name = _flow(turn.name, width, LARGE, bold=True, struck=unit.origin == "skipped")
    texts = (*name, *_flow(turn.whose, width, USUAL), *_notes(unit, width))
    box = Box(0, 0, _HEADING, _height(texts) + 2 * _PAD)
    heading: Item | None = _unit(id_, unit, box, f"{turn.name} of {turn.whose}", texts, fill="none")
    blocks, room = list[_Block](), WIDTH - 2 * _MARGIN - _HEADING
    for block in _blocks(turn, id_):
        if blocks and sum(_BETWEEN + other.width for other in (*blocks, block)) > room:
            yield _Line(heading, tuple(blocks))
            heading, blocks = None, []
        blocks.append(block)
    yield _Line(heading, tuple(blocks))


def _blocks(turn: Turn, turn_id: str) -> Iterator[_Block]:
    for number, phase in enumerate(turn.unit.parts, 1):
        id_, name, rules = f"{turn_id}.phase.{number}", plain(phase.name), rules_of(phase.name)
        if not phase.parts:
            yield _Block(id_, phase, name, _named(name, rules, phase, _MAIN - 2 * _PAD, bold=True), ())
        steps = [
            _Step(f"{id_}.step.{place}", step, _named(plain(step.name), rules_of(phase.name, step.name), step))
            for place, step in enumerate(phase.parts, 1)
        ]
        for start in range(0, len(steps), _MOST):
            some = tuple(steps[start : start + _MOST])
            width, part = _width(len(some)), f".from.{start + 1}" if start else ""
            shown = _with_rules(_flow(f"{name}, continued" if start else name, width, USUAL, bold=True), rules, width)
            head = (*shown, *_notes(phase, width, leaf=False))
            yield _Block(f"{id_}{part}", phase, name, head, some)


def _unit(id_: str, unit: Unit, box: Box, name: str, texts: tuple[Text, ...] = (), *, fill: Fill) -> Item:
    """The box of a turn, phase or step."""
    marks = [note.mark for note in unit.notes]
    borders: list[Border] = [BORDERS[mark] for mark in marks if mark in BORDERS]
    border = borders[0] if borders else "none" if fill == "none" else "plain"
    notes = (f"{note.text} ({note.rule})" if note.rule else note.text for note in unit.notes)
    inset = 0 if border == "none" else _PAD if fill == "none" else _INSET
    if "skipped" in marks:
        fill = "none"
    elif "in progress" in marks and not unit.parts:
        fill = "active"
    return Item(id_, box, texts, border, fill, ", ".join((name, *notes)), inset)


def _named(
    name: str, rules: tuple[str, ...], unit: Unit, width: float = _STEP - 2 * _INSET, *, bold: bool = False
) -> tuple[Text, ...]:
    """The name of a unit and what is told of it, or else its rules."""
    texts = _flow(name, width, USUAL, bold=bold, struck=unit.origin == "skipped")
    return (*texts, *(_notes(unit, width) or _flow(", ".join(rules), width, SMALL, soft=True)))


def _with_rules(texts: tuple[Text, ...], rules: tuple[str, ...], width: float) -> tuple[Text, ...]:
    """Lines with rules at the end of the last one, if there is room."""
    longer = texts[-1]._replace(rule=", ".join(rules))
    return (*texts[:-1], longer) if longer.width <= width else texts


def _notes(unit: Unit, width: float, *, leaf: bool = True) -> tuple[Text, ...]:
    """What is told of a unit. That one is in progress is told of the innermost, the `leaf`."""
    notes = [note for note in unit.notes if note.mark != "in progress" or (leaf and not unit.parts)]
    return tuple(text for note in notes for text in _flow(f"{note.text} {note.rule}".strip(), width, SMALL))


def _width(steps: int) -> float:
    """Of steps side by side."""
    return steps * (_STEP + _APART) - _APART


def _height(texts: Iterable[Text]) -> float:
    return sum(text.height for text in texts)


def _flow(
    text: str, width: float, size: float, *, bold: bool = False, soft: bool = False, struck: bool = False
) -> tuple[Text, ...]:
    return tuple(Text(row, size, bold, soft, struck) for row in folded(text, width, size, bold=bold))


def folded(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Text in lines of at most a width; a word that is wider is broken, behind a hyphen if there is one."""
    rows: list[str] = []
    for word in text.split():
        glue = " "
        for part in _pieces(word, width, size, bold=bold):
            if rows and text_width(longer := f"{rows[-1]}{glue}{part}", size, bold=bold) <= width:
                rows[-1] = longer
            else:
                rows.append(part)
            glue = ""
    return rows


def _pieces(word: str, width: float, size: float, *, bold: bool) -> list[str]:
    """Where a word may be broken: nowhere if it is narrow enough, else behind hyphens, else behind any character."""
    if text_width(word, size, bold=bold) <= width:
        return [word]
    parts = _PARTS.findall(word)
    return [piece for part in parts for piece in ([part] if text_width(part, size, bold=bold) <= width else list(part))]

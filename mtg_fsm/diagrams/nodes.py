"""What stands in the box of a state, and the heading of a diagram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mtg_fsm.diagrams.labels import bold, cell, coloured, html, lines, plain, soft, table, wrapped
from mtg_fsm.diagrams.style import ARC_LOOKS, BORDER, FILLS, GROUP_SIZE, INK, STATE_SIZE, TITLE_SIZE, VISITED_FILL
from mtg_fsm.diagrams.words import Words, arc_tooltip
from mtg_fsm.machine.definition import Arc, State

NAME_WIDTH: Final = 110
"""Width of the part of a phase's box or band that names it."""
_ONE_LINE: Final = 240
"""A box from this width on has its title, and each internal arc, on one line."""
_LETTER: Final = STATE_SIZE * 0.46
_NO_BORDER: Final = {"border": "0", "cellborder": "0", "cellspacing": "0", "cellpadding": "1"}


class Internal(NamedTuple):
    """An internal arc and its `id`."""

    id: str
    arc: Arc


def phase_title(state: State, visits: int | None) -> str:
    """Name and rules of a phase, in two lines."""
    name = bold(plain(state.name) + _times(visits))
    return lines([f'<FONT POINT-SIZE="{GROUP_SIZE}">{name}</FONT>', soft(_rules(state, "phase"))])


def state_label(
    state: State, words: Words, internal: Sequence[Internal], *, size: tuple[float, float] | None, visits: int | None
) -> str:
    """The box of a state: name, rules and times visited, what it does, its internal arcs. `size` is in points."""
    wide = size is not None and size[0] >= _ONE_LINE
    letters = int(size[0] / _LETTER) if size else 60
    rows = _phase_rows(state, words, visits) if state.kind == "phase" else _rows(state, words, letters, wide, visits)
    for index, arc in internal:
        rows += [*([] if wide else ["<HR/>"]), _internal_row(index, arc, words, letters, wide)]
    return table(
        rows,
        border="2" if state.kind == "final" else "1",
        style="ROUNDED",
        color=BORDER if state.kind == "phase" else INK,
        bgcolor=FILLS[state.kind] if visits is None else VISITED_FILL,
        cellborder="0",
        cellspacing="0",
        cellpadding="3",
        width=str(round(size[0])) if size else "",
        height=str(round(size[1])) if size else "",
    )


def heading_height(words: Words) -> float:
    """About how high the heading is, in points."""
    return TITLE_SIZE * 1.2 + 3 * STATE_SIZE * 1.2 + len(words.legend()) * (STATE_SIZE * 1.2 + 2)


def arc_label(text: Sequence[str], rules: Sequence[str], *, padding: int) -> str:
    """The lines of an arc's label."""
    content = lines([*map(html, text), *map(soft, rules)], "CENTER")
    return table([cell(content)], **_NO_BORDER | {"cellpadding": str(padding)})


def heading(title: str, words: Words, arcs: Sequence[Arc]) -> str:
    """Title and legend."""
    looks = [look for kind, look in ARC_LOOKS.items() if any(arc.kind == kind for arc in arcs)]
    notes = [cell(f"{bold(head)}: {html(text)}", align="LEFT") for head, text in words.legend()]
    samples = "".join(cell(f"{coloured(look.sample, look.colour)} {html(look.meaning)}") for look in looks)
    return table(
        [
            cell(f'<FONT POINT-SIZE="{TITLE_SIZE}">{bold(title)}</FONT>'),
            cell(table([samples], **_NO_BORDER | {"cellspacing": "8"})[1:-1]),
            cell(table(notes, **_NO_BORDER)[1:-1]),
        ],
        **_NO_BORDER,
    )


def _rules(state: State, before: str = "") -> str:
    return " ".join(part for part in (before, ", ".join(state.rules)) if part)


def _times(visits: int | None) -> str:
    return f" x{visits}" if visits is not None and visits > 1 else ""


def _phase_rows(state: State, words: Words, visits: int | None) -> list[str]:
    doings = lines(map(html, words.doings(state)))
    name = cell(phase_title(state, visits), align="LEFT", balign="LEFT", valign="TOP", width=str(NAME_WIDTH))
    return [name + cell(doings, align="LEFT", balign="LEFT", valign="TOP")]


def _rows(state: State, words: Words, letters: int, wide: bool, visits: int | None) -> list[str]:
    name = bold(plain(state.name) + _times(visits))
    title = f"{name} {soft(_rules(state))}" if wide else lines([name, *map(soft, wrapped(_rules(state), letters))])
    rows = [cell(title, align="LEFT", balign="LEFT")]
    if doings := words.doings(state):
        rows += ["<HR/>", cell(lines(map(html, doings)), align="LEFT", balign="LEFT")]
    return rows


def _internal_row(index: str, arc: Arc, words: Words, letters: int, wide: bool) -> str:
    text, rules = words.arc(arc, 200 if wide else letters)
    colour = ARC_LOOKS[arc.kind].colour
    shown = [*(coloured(line, colour) for line in text), *map(soft, rules)]
    content = " ".join(shown) if wide else lines(shown)
    return cell(content, id=index, tooltip=arc_tooltip(arc), align="LEFT", balign="LEFT")

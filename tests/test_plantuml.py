"""PlantUML of charts: everything is in the text, with the line styles of the theme."""

from __future__ import annotations

import re

import pytest
from charts import HOSTILE

from mtg_fsm.diagrams import DETAILS, SUBJECTS, Detail, Highlight, Look, chart, draw
from mtg_fsm.diagrams.themes import THEMES

EDGE = re.compile(r" *(\w+) -(?:up)?\[(#\w+)(?:,(\w+))?\]-> (\w+)(?: : (.*))?")
STATE = re.compile(r' *state (?:"(.*)" as )?(\w+)(?: <<choice>>| #\w+(?: \{)?)')


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_state_and_arc_is_in_the_text(subject: str, detail: Detail) -> None:
    """Each state is declared once under its path; each arc is an edge of its own or a line of its state."""
    shown = chart(subject, detail=detail)
    source = draw(shown, "plantuml").decode()
    lines, theme = source.splitlines(), THEMES["light"]
    declared = [found[2] for found in map(STATE.fullmatch, lines) if found]
    edges = [found.groups() for found in map(EDGE.fullmatch, lines) if found]
    expected: list[tuple[str, str, str | None, str]] = []
    for part in shown.parts:
        ids = {state.name: f"{part.name}_{state.name.replace('.', '_')}" for state in part.states}
        assert set(ids.values()) <= set(declared)
        for arc in part.arcs.values():
            line = theme.lines[arc.kind]
            style = None if line.style == "solid" else line.style
            if arc.target is None:
                assert ", ".join(arc.rules) in source
            else:
                expected.append((ids[arc.source], line.colour, style, ids[arc.target]))
    assert [edge[:4] for edge in edges] == expected
    assert len(declared) == len(set(declared))


def test_markup_in_names_and_texts_is_escaped() -> None:
    """No letter of a name is markup, and states with like names have different ids."""
    lines = draw(HOSTILE, "plantuml", title="[[a]] --b-- //c//").decode().splitlines()
    declared = {found[2]: found[1] for found in map(STATE.fullmatch, lines) if found}
    assert list(declared) == ["end_a_b", "end_a_b_", "end___b____"]
    assert declared["end___b____"] == "<U+007C><U+003C>b<U+003E><U+003B>:<U+0060>"
    assert lines[1] == "title [<U+005B>a]] -<U+002D>b-<U+002D> /<U+002F>c/<U+002F>"


def test_the_order_of_the_definition_goes_down() -> None:
    """What leads back to an earlier state leads up."""
    lines = draw("turn", "plantuml", detail="phases").decode().splitlines()
    ways = [re.sub(r"\[.*?\]| : .*", "", line) for line in lines if "]->" in line]
    assert ways[-2:] == ["turn_postcombat_main --> turn_ending", "turn_ending -up-> turn_beginning"]


def test_themes_and_marks_are_colours() -> None:
    """Colours are those of the theme; what a run did not take is pale, and where a game is stands out."""
    taken = {"turn": {"arc.precombat_main.proceed.combat.beginning_of_combat": 2}}
    highlight = Highlight(active={"turn": "beginning.draw"}, taken=taken, upcoming=("postcombat_main",))
    lines = draw("turn", "plantuml", detail="steps", highlight=highlight, look=Look("print")).decode().splitlines()
    theme = THEMES["print"]
    assert f"skinparam BackgroundColor {theme.paper}" in lines
    assert f'  state "draw" as turn_beginning_draw {theme.active}' in lines
    assert f'  state "beginning of combat x2" as turn_combat_beginning_of_combat {theme.visited}' in lines
    assert f'state "postcombat main (next 1)" as turn_postcombat_main {theme.states["phase"]}' in lines
    ink = theme.lines["natural"].colour
    assert rf"turn_precombat_main -[{ink}]-> turn_combat_beginning_of_combat : x2\n500.1, 505.2" in lines
    assert f"turn_beginning_upkeep -[{theme.pale}]-> turn_beginning_draw : 501.1" in lines

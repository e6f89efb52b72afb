"""Mermaid of charts: everything is in the text, and nothing that Mermaid could misread."""

from __future__ import annotations

import re

import pytest
from charts import HOSTILE

from mtg_fsm import MACHINES, TURN
from mtg_fsm.diagrams import DETAILS, SUBJECTS, Detail, Highlight, Look, chart, draw
from mtg_fsm.diagrams.themes import THEMES

EDGE = re.compile(r"  (\w+|\[\*\]) --> (\w+|\[\*\])(?: : (.*))?")
STATE = re.compile(r' +state (?:"(.*)" as )?(\w+)(?: <<choice>>| \{)?')


def text_of(source: str) -> str:
    """A source with its escapes and line breaks undone."""
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), source).replace("<br/>", " ")


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_state_and_arc_is_in_the_text(subject: str, detail: Detail) -> None:
    """Each state is declared once under its path, each arc stands on the edge between its ends or in its state."""
    shown = chart(subject, detail=detail)
    lines = draw(shown, "mermaid").decode().splitlines()
    declared = [found[2] for found in map(STATE.fullmatch, lines) if found]
    assert len(declared) == len(set(declared))
    edges = {(found[1], found[2]): text_of(found[3] or "") for found in map(EDGE.fullmatch, lines) if found}
    for part in shown.parts:
        ids = {state.name: f"{part.name}_{state.name.replace('.', '_')}" for state in part.states}
        assert set(ids.values()) <= set(declared)
        for arc in part.arcs.values():
            rules = ", ".join(arc.rules)
            if arc.target in (None, arc.source):
                assert rules in text_of("\n".join(lines))
            else:
                start = f"{ids[arc.source]}_any" if arc.source in part.parents else ids[arc.source]
                assert rules in edges[start, ids[arc.target]]


def test_no_edge_touches_a_state_with_states_in_it() -> None:
    """Mermaid does not draw such edges; an arc of a whole phase starts at a state in it that says so."""
    source = draw("turn", "mermaid").decode()
    ends = {end for line in source.splitlines() if (found := EDGE.fullmatch(line)) for end in found.groups()[:2]}
    assert not ends & {"turn_beginning", "turn_combat", "turn_ending"}
    assert 'state "any state of combat" as turn_combat_any' in source
    assert text_of(source).count("(interrupt) game ends 104.1") == sum(arc.trigger == "game_ends" for arc in TURN.arcs)


def test_details_say_more_and_more() -> None:
    """Guards stand in `guards` and `full`, callbacks in `full` only, rules always."""
    sources = [draw("turn", "mermaid", detail=detail).decode() for detail in DETAILS]
    assert ["500.1" in source for source in sources] == [True] * 4
    assert ["give priority" in source for source in sources] == [False, True, True, True]
    assert ["[not another cleanup" in text_of(source) for source in sources] == [False] * 4
    assert ["not another cleanup" in text_of(source) for source in sources] == [False, False, True, True]
    assert ["skip step" in source for source in sources] == [False, False, False, True]


def test_junctions_initial_and_final_states_have_their_signs() -> None:
    """A junction is a choice with a note, the initial state and the end have their dots."""
    source = draw("turn", "mermaid").decode()
    assert source.count(" <<choice>>\n") == source.count("  note right of ") == 4
    assert "\n  [*] --> turn_not_started\n" in source
    assert "\n  turn_game_over --> [*]\n" in source
    assert "\n  [*] --> turn_beginning_untap\n" in draw("turn", "mermaid", detail="steps").decode()


def test_the_chart_of_all_machines_has_a_state_for_each() -> None:
    """Their states are inside it, and ids do not clash."""
    lines = draw("all", "mermaid").decode().splitlines()
    outermost = [found[2] for line in lines if (found := STATE.fullmatch(line)) and not line.startswith("    ")]
    assert outermost == list(MACHINES)
    assert lines.count("  [*] --> priority_closed") == lines.count("  [*] --> attack_closed") == 1


def test_markup_in_names_and_texts_is_escaped() -> None:
    """No letter of a name ends a label, and states with like names have different ids."""
    lines = draw(HOSTILE, "mermaid").decode().splitlines()
    body = lines[lines.index("stateDiagram-v2") + 1 :]
    declared = {found[2]: found[1] for found in map(STATE.fullmatch, body) if found}
    assert list(declared) == ["end_a_b", "end_a_b_", "end___b____"]
    assert text_of(declared["end___b____"]) == "|<b>;:`"
    assert not re.search(r"[`|<>]", "".join(declared.values()).replace("<br/>", ""))
    assert [line for line in body if line.startswith("  acc") and ";" in line] == []


def test_themes_and_marks_are_classes() -> None:
    """Colours are those of the theme; the active, visited and coming states have classes of their own."""
    taken = {"turn": {"arc.precombat_main.proceed.combat.beginning_of_combat": 2}}
    highlight = Highlight(active={"turn": "beginning.draw"}, taken=taken, upcoming=("postcombat_main",))
    source = draw("turn", "mermaid", detail="steps", highlight=highlight, look=Look("dark")).decode()
    dark = THEMES["dark"]
    assert f"classDef active fill:{dark.active},stroke:{dark.ink},color:{dark.ink}" in source
    for state, kind in (
        ("combat", "visited_group"),
        ("beginning_draw", "active"),
        ("combat_beginning_of_combat", "visited"),
        ("postcombat_main", "upcoming"),
        ("ending", "phase"),
    ):
        assert f"\n  class turn_{state} {kind}\n" in source
    assert '"beginning of combat x2<br/>' in source
    assert '"postcombat main (next 1)<br/>' in source
    assert "turn_precombat_main --> turn_combat_beginning_of_combat : x2<br/>500.1, 505.2" in source


def test_a_title_is_no_directive() -> None:
    """Mermaid would obey `%%{init}%%` wherever it stands."""
    source = draw("priority", "mermaid", title="%%{init: {'theme': 'forest'}}%% a").decode()
    assert "%%" not in source
    assert "% %{init" in source

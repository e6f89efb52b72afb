"""DOT of charts: everything of a definition is drawn, with its marks, in the same bytes everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from typing import get_args
from xml.etree import ElementTree

import pytest
from diagram_support import chart_of, dot, each_machine, figure_of, ids_of, needs_renderer

from mtg_fsm.diagrams import DETAILS, Detail, Highlight, Look, chart, draw
from mtg_fsm.diagrams.graphviz.dot import dot as dot_of
from mtg_fsm.diagrams.graphviz.executable import portable_renderer, render
from mtg_fsm.diagrams.graphviz.figure import Figure
from mtg_fsm.diagrams.graphviz.legend import MEANINGS
from mtg_fsm.diagrams.graphviz.words import OPENS
from mtg_fsm.diagrams.marks import marks_of
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MACHINES, TURN, Arc, MachineDefinition, State
from mtg_fsm.machine.definition import ArcKind, arc_ids


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
    arcs = zip(arc_ids(definition.arcs), definition.arcs, strict=True)
    edges = {id_: arc.kind for id_, arc in arcs if arc.target is not None}
    samples = looks_of(text, [f"legend.{kind}" for kind in edges.values()])
    assert samples == looks_of(text, edges)
    assert all(f"{kind}: {meaning}" in text for kind, meaning in MEANINGS.items() if kind in kinds)


def test_what_arcs_have_in_common_stands_in_the_legend_only() -> None:
    """Guards, callbacks and rules of a group of arcs are said once, and all that is said is true of each of them."""
    words = figure_of(TURN).words
    notes = dict(words.legend())
    assert notes["Between steps and phases"] == "[nothing added or skipped]"
    assert notes["extra, step to next step"] == "[not nothing added or skipped] 500.9, 500.11"
    assert notes["extra, next step to step"] == "[its target is next] 500.9"
    assert notes["end the turn"] == "/ skip to cleanup 723.1d"
    arcs = dict(zip(arc_ids(TURN.arcs), TURN.arcs, strict=True))
    to_untap, upkeep = arcs[TO_UNTAP], arcs[UNTAP_TO_UPKEEP]
    assert (words.arc(to_untap), words.rules(to_untap)) == ("", "")
    assert (words.arc(upkeep), words.rules(upkeep)) == ("", "501.1, 502.4")
    assert "untap_is_next" in dot(TURN)


def test_nothing_that_the_definition_says_of_an_arc_is_lost() -> None:
    """What stands on an arc and what the legend says of its groups are together its guards, callbacks and rules."""
    words = figure_of(TURN).words
    ends = {name for callbacks in words.shared.values() for name in callbacks}
    for arc in TURN.arcs:
        said = [words.common[group] for group in words.groups(arc) if group in words.common]
        text = f"{words.arc(arc)} {words.rules(arc)}"
        for guard in arc.guards:
            general = {"its target_is_next"} if guard.endswith("_is_next") else {guard}
            assert guard.replace("_", " ") in text or any(general & {*of.guards} for of in said), guard
        for callback in {*arc.before} - ends:
            assert callback.replace("_", " ") in text or any(callback in of.callbacks for of in said), callback
        for rule in arc.rules:
            assert rule in text or any(rule in of.rules for of in said), rule


@pytest.mark.parametrize("detail", DETAILS)
def test_texts_follow_the_detail(detail: Detail) -> None:
    """Guards are on arcs in `guards` and `full`, callbacks in `full` only, and actions in all but `phases`."""
    for name, state, arc in (
        ("turn", "combat.combat_damage", "combat.combat_damage.proceed.combat.end_of_combat"),
        ("priority", "resolving", "resolving.proceed.state_based_actions"),
    ):
        figure = figure_of(MACHINES[name], detail)
        arcs = [figure.words.arc(shown) for id_, shown in figure.arcs.items() if id_ == f"arc.{arc}"]
        assert all(("[" in text) == (detail in ("guards", "full")) for text in arcs)
        doings = figure.words.doings(MACHINES[name].state(state))
        assert ("deal combat damage" in doings) == (name == "turn" and detail != "phases")
        assert ("entry / begin resolution" in doings) == (name == "priority" and detail == "full")
    texts = " ".join(" ".join(note) for note in figure_of(TURN, detail).words.legend())
    assert ("/" in texts) == (detail == "full")


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
    light = THEMES["light"]
    lines = {found[1]: line for line in text.splitlines() if (found := re.search(r'\bid="((?:state|arc)\.\S+)"', line))}
    assert {id_ for id_, line in lines.items() if id_.startswith("arc") and light.pale not in line} == TAKEN.keys() - {
        SKIP_STEP
    }
    assert f'BGCOLOR="{light.visited}"' in lines[UNTAP_TO_UPKEEP]
    assert "<B>x3</B>" in lines[UNTAP_TO_UPKEEP]
    entered = {
        id_
        for id_, line in lines.items()
        if id_.startswith("state") and (light.visited in line or light.visited_group in line)
    }
    assert entered == {f"state.{name}" for name in marks_of(TURN, Highlight(taken={"turn": TAKEN})).states}
    assert "<B>x4</B> <FONT" in lines["state.beginning.next_step"]
    assert "this run was here" in text


def test_without_a_run_nothing_is_marked() -> None:
    """Neither yellow nor pale, and the legend does not speak of it; a run that took nothing is all pale."""
    text, light = dot(TURN), THEMES["light"]
    assert not any(word in text for word in (light.visited, light.visited_group, light.pale, "this run"))
    assert dot(TURN, taken={}).count(f'color="{light.pale}"') >= sum(arc.target is not None for arc in TURN.arcs)


def test_the_active_state_and_what_comes_next_are_marked() -> None:
    """The active state is filled, the next ones are numbered and have a border; the legend says so of what is there."""
    light = THEMES["light"]
    highlight = Highlight(active={"turn": "beginning.upkeep"}, upcoming=("beginning.draw", "precombat_main"))
    text = dot_of(chart("turn", detail="steps", highlight=highlight))
    lines = {found[1]: line for line in text.splitlines() if (found := re.search(r'\bid="(state\.\S+)"', line))}
    assert [id_ for id_, line in lines.items() if light.active in line] == ["state.beginning.upkeep"]
    assert [id_ for id_, line in lines.items() if f'COLOR="{light.upcoming}"' in line] == [
        "state.beginning.draw",
        "state.precombat_main",
    ]
    assert "<B>2.</B>" in lines["state.precombat_main"]
    assert "the state in which the game is" in text
    assert "what comes next, in this order" in text
    only_active = draw("turn", "dot", highlight=Highlight(active={"turn": "beginning.upkeep"})).decode()
    assert "what comes next" not in only_active


def test_marks_on_states_that_are_not_shown_are_on_those_around_them() -> None:
    """In the detail of phases a step marks its phase; the active one is not numbered."""
    highlight = Highlight(active={"turn": "beginning.untap"}, upcoming=("beginning.draw", "combat.end_of_combat"))
    figure = Figure(chart("turn", detail="phases", highlight=highlight).parts[0], "phases")
    assert figure.mark("beginning").active
    assert figure.places == {"combat": 1}


# --- looks ---


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_draws_its_colours(name: str) -> None:
    """Paper, ink and lines are those of the theme, and of no other."""
    text = draw("turn", "dot", look=Look(theme=name)).decode()
    used = {colour.lower() for colour in re.findall(r"#[0-9a-fA-F]{6}", text)}
    chosen = THEMES[name]
    of_theme = {
        *(value for value in chosen if isinstance(value, str) and value.startswith("#")),
        *chosen.states.values(),
        *(line.colour for line in chosen.lines.values()),
    }
    assert used <= of_theme
    assert {chosen.paper, chosen.ink, chosen.soft_ink} <= used


def brightness(colour: str) -> float:
    """The relative luminance of a colour, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How much two colours differ, from 1 to 21."""
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_read(name: str) -> None:
    """Texts have the contrast of 4.5 that guidelines ask for, on whatever they stand; lines have 3."""
    chosen = THEMES[name]
    for behind in (chosen.paper, chosen.group, chosen.visited, chosen.visited_group, *chosen.states.values()):
        assert contrast(chosen.ink, behind) >= 4.5
        assert contrast(chosen.soft_ink, behind) >= 4.5
    assert contrast(chosen.ink, chosen.active) >= 4.5
    for line in chosen.lines.values():
        assert contrast(line.colour, chosen.group) >= 3
        assert contrast(line.colour, chosen.states["junction"]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_kinds_of_arcs_differ_in_every_theme(name: str) -> None:
    """By style, width and arrow, whatever the colours."""
    lines = THEMES[name].lines.values()
    assert len({(line.style, line.width, line.arrow) for line in lines}) == len(lines) == len(get_args(ArcKind))


def test_states_and_arcs_link_to_their_first_rule() -> None:
    """Also a phase with steps and an internal arc; without a template nothing links."""
    text = draw("turn", "dot", look=Look(rules_url="https://example.org/#R{rule}")).decode()
    lines = {found[1]: line for line in text.splitlines() if (found := re.search(r'\bid="((?:state|arc)\.\S+)"', line))}
    assert 'URL="https://example.org/#R508" target="_blank"' in lines["state.combat.declare_attackers"]
    assert 'URL="https://example.org/#R506.1" target="_blank"' in lines["state.combat"]
    assert 'URL="https://example.org/#R508.8"' in lines["arc.combat.declare_attackers.proceed.combat.end_of_combat"]
    assert 'HREF="https://example.org/#R500.11" TARGET="_blank"' in lines["state.combat.next_step"]
    assert "URL" not in dot(TURN)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (Look(theme="sepia"), "theme: must be one of light, dark, print, not 'sepia'"),
        (Look(rules_url="https://example.org"), "rules_url: must contain {rule} where"),
        (Look(dpi=0), "dpi: must be from 36 to 1200, not 0"),
    ],
)
def test_a_look_that_there_is_not_is_refused(look: Look, message: str) -> None:
    """The message names the field and what would be right."""
    with pytest.raises(DiagramError, match=re.escape(message)):
        draw("turn", "dot", look=look)


# --- all machines ---


def test_actions_name_the_machine_that_they_open() -> None:
    """Beside the machine that is opened stands which actions do; alone, the turn does not speak of others."""
    text = draw("all", "dot", detail="steps").decode()
    for opened in ("priority", "attack", "block", "damage"):
        assert f"opens {opened}" in text
    assert "opened by give priority, give priority if needed" in text
    assert "opens" not in dot(TURN)
    actions = {action.name for action in TURN.actions}
    assert OPENS.keys() <= actions
    assert set(OPENS.values()) == MACHINES.keys() - {"turn"}


def test_the_picture_of_all_machines_has_everything_of_each() -> None:
    """Each state and arc is there once, under its id with the name of its machine."""
    found = Counter(re.findall(r'\bid="(\w+\.(?:state|arc)\.[^"]+)"', draw("all", "dot").decode(), re.IGNORECASE))
    assert found == Counter(f"{name}.{id_}" for name, machine in MACHINES.items() for id_ in ids_of(machine))


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


@needs_renderer
@pytest.mark.parametrize("title", ["<x>", "<<TABLE></TABLE>>", r"a\N b\G c\\", 'say "yes" & <no>'])
def test_a_title_is_only_text(title: str) -> None:
    """Whatever it looks like to Graphviz, it stands in the picture as it is."""
    root = ElementTree.fromstring(draw("turn", "svg", detail="phases", title=title))
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == title
    assert root[0].text == title

"""Diagrams: everything of a definition is drawn, readably, in the same bytes everywhere."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mtg_fsm.diagrams import dot, render, write
from mtg_fsm.diagrams.__main__ import DIAGRAMS, main
from mtg_fsm.diagrams.dot import Detail, arc_ids, shown
from mtg_fsm.diagrams.places import Box
from mtg_fsm.diagrams.render import portable_renderer
from mtg_fsm.diagrams.routes import Page, Route, label_size, page_of
from mtg_fsm.diagrams.words import Words
from mtg_fsm.errors import MissingExtra, RenderError
from mtg_fsm.machine import MACHINES, PRIORITY, TURN, Arc, MachineDefinition, State

COMMITTED = Path(__file__).parent.parent / "diagrams"
PNG = b"\x89PNG\r\n\x1a\n"

needs_renderer = pytest.mark.skipif(portable_renderer() is None, reason="graphviz-pure has no wheel for this machine")
each_machine = pytest.mark.parametrize("definition", MACHINES.values(), ids=MACHINES)


def ids_of(definition: MachineDefinition) -> list[str]:
    """The ids of all states and arcs."""
    return [*(f"state.{state.name}" for state in definition.states), *arc_ids(definition.arcs)]


# --- DOT ---


@each_machine
def test_every_state_and_arc_is_drawn_once(definition: MachineDefinition) -> None:
    """The DOT has each state and each arc of the definition under its id, and nothing else."""
    found = Counter(re.findall(r'\bid="((?:state|arc)\.[^"]+)"', dot(definition), re.IGNORECASE))
    assert found == Counter(ids_of(definition))


@each_machine
def test_edges_are_the_arcs_of_the_definition(definition: MachineDefinition) -> None:
    """Every edge goes from the source to the target of its arc; internal arcs are no edges."""
    edges = re.findall(r'^  "([^"]+)" -> "([^"]+)" \[', dot(definition), re.MULTILINE)
    assert edges == [(arc.source, arc.target) for arc in definition.arcs if arc.target is not None]


@each_machine
def test_everything_said_of_an_arc_is_in_its_tooltip(definition: MachineDefinition) -> None:
    """Names of guards and callbacks stand unshortened in the tooltip."""
    text = dot(definition)
    for arc in definition.arcs:
        for name in (*arc.guards, *arc.before, arc.description.replace('"', '\\"')):
            assert name in text or name.replace("&", "&amp;").replace('"', "&quot;") in text


def test_kinds_of_arcs_differ_without_colour() -> None:
    """Style, width and arrow alone tell the kinds of arcs apart, and the legend names each."""
    text = dot(TURN)
    looks = {
        arc.kind: re.findall(rf'id="{re.escape(id_)}" (style="\w+" penwidth="[\d.]+") color="\S+" (\S+)', text)[0]
        for id_, arc in zip(arc_ids(TURN.arcs), TURN.arcs, strict=True)
        if arc.target is not None
    }
    assert len(looks) == len(set(looks.values())) == 5
    assert all(f"{kind}: " in text for kind in looks)


def test_detail_steps_leaves_out_junctions_and_interrupts() -> None:
    """What is left is the turn as the rules print it: arcs from step to step or main phase."""
    part = shown(TURN, "steps")
    assert {arc.kind for arc in part.arcs} == {"natural", "skip", "repeat"}
    assert {state.kind for state in part.states} == {"phase", "step"}
    found = re.findall(r'\bid="((?:state|arc)\.[^"]+)"', dot(TURN, detail="steps"), re.IGNORECASE)
    ids = dict(zip(TURN.arcs, arc_ids(TURN.arcs), strict=True))
    assert Counter(found) == Counter([*(f"state.{state.name}" for state in part.states), *map(ids.get, part.arcs)])


def test_the_same_bytes_under_any_hash_seed() -> None:
    """The DOT does not depend on the order of sets."""
    code = "from mtg_fsm.diagrams import dot; from mtg_fsm.machine import TURN; print(dot(TURN))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


def test_title_and_visits() -> None:
    """States of a run are marked with the number of times if there are several."""
    text = dot(TURN, title='Run of "<x>" & y', visits={"beginning.untap": 3, "precombat_main": 1, "combat": 2})
    assert "Run of &quot;" not in text
    assert 'Run of "&lt;x&gt;" &amp; y' in text
    assert "<B>untap x3</B>" in text
    assert "<B>combat x2</B>" in text
    assert "<B>precombat main</B>" in text
    assert text.count("#fff3c4") == 2
    assert "visited in this run" in text
    assert "visited in this run" not in dot(TURN)


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


# --- the page ---


def page(detail: Detail) -> tuple[MachineDefinition, Mapping[str, Arc], Page]:
    """The page of the turn machine."""
    part = shown(TURN, detail)
    arcs = {id_: arc for id_, arc in zip(arc_ids(TURN.arcs), TURN.arcs, strict=True) if arc in part.arcs}
    made = page_of(part, arcs, Words(TURN))
    assert made is not None
    return part, arcs, made


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles have a part in common."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def label_of(route: Route) -> Box:
    """The rectangle of an arc's label."""
    (width, height), (x, y) = label_size(route.text, route.rules), route.label
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def lines_of(route: Route) -> list[Box]:
    """The straight parts of an arc, as thin rectangles."""
    pairs = zip(route.corners, route.corners[1:], strict=False)
    return [Box(min(a, c) - 1, min(b, d) - 1, max(a, c) + 1, max(b, d) + 1) for (a, b), (c, d) in pairs]


@pytest.mark.parametrize("detail", ["full", "steps"])
def test_no_arc_runs_through_a_label_or_a_step(detail: Detail) -> None:
    """Each label is legible, and no arc hides what a step does."""
    part, arcs, made = page(detail)
    boxes = {state.name: made.places.boxes[state.name] for state in part.states if state.kind in ("step", "junction")}
    for id_, route in made.routes.items():
        ends = {arcs[id_].source, arcs[id_].target}
        for line in lines_of(route):
            for other, labelled in made.routes.items():
                assert not overlap(line, label_of(labelled)), f"{id_} through the label of {other}"
            for name, box in boxes.items():
                assert name in ends or not overlap(line, box), f"{id_} through {name}"


@pytest.mark.parametrize("detail", ["full", "steps"])
def test_nothing_lies_on_anything_else(detail: Detail) -> None:
    """Boxes and labels of arcs do not overlap, and all are on the page below the heading."""
    _, _, made = page(detail)
    places = made.places
    bars = {name for name in places.bands if name in places.boxes}
    things = {name: box for name, box in places.boxes.items() if name not in bars}
    things |= {id_: label_of(route) for id_, route in made.routes.items()}
    for (one, box), (other, other_box) in combinations(things.items(), 2):
        assert not overlap(box, other_box), f"{one} and {other}"
    for name, box in things.items():
        assert 0 <= box.left < box.right <= places.width, name
        assert places.head <= box.top < box.bottom <= places.height, name


def test_steps_lie_in_their_phase_from_left_to_right() -> None:
    """A row of steps reads in the order of the rules."""
    part, _, made = page("full")
    for phase, band in made.places.bands.items():
        boxes = [made.places.boxes[state.name] for state in part.states if state.parent == phase]
        steps = [made.places.boxes[s.name] for s in part.states if s.parent == phase and s.kind == "step"]
        assert all(band.left < box.left and box.right < band.right for box in boxes)
        assert all(band.top < box.top and box.bottom < band.bottom for box in boxes)
        assert steps == sorted(steps)
        assert len({step.top for step in steps}) == 1


def test_arcs_run_straight_between_their_states() -> None:
    """Each part of an arc is horizontal or vertical; it begins at its source and ends at its target."""
    _, arcs, made = page("full")
    for id_, route in made.routes.items():
        for (x, y), (other_x, other_y) in zip(route.corners, route.corners[1:], strict=False):
            assert x == other_x or y == other_y, id_
        for (x, y), state in ((route.corners[0], arcs[id_].source), (route.corners[-1], arcs[id_].target)):
            box = made.places.boxes[state or ""]
            on_edge = x in (box.left, box.right) or y in (box.top, box.bottom)
            assert on_edge, f"{id_} at {state}"
            assert box.left <= x <= box.right, f"{id_} at {state}"
            assert box.top <= y <= box.bottom, f"{id_} at {state}"


def test_a_machine_of_another_shape_is_left_to_graphviz() -> None:
    """The priority machine has no phases."""
    arcs = dict(zip(arc_ids(PRIORITY.arcs), PRIORITY.arcs, strict=True))
    assert page_of(PRIORITY, arcs, Words(PRIORITY)) is None
    assert 'layout="nop2"' in dot(TURN)
    assert 'layout="nop2"' not in dot(PRIORITY)


def test_phases_that_do_not_fit_the_page_are_left_to_graphviz() -> None:
    """Arcs of a phase as a whole leave its bar wherever it is placed."""
    names = {"start": "initial", "p": "phase", "p.a": "step", "p.b": "step", "over": "final"}
    ends = [("start", "p.a"), ("p.a", "p.b"), ("p.b", "over"), ("p", "over")]
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
    assert '"p" [shape="box"' in text
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


@needs_renderer
def test_png() -> None:
    """A PNG is one."""
    assert render(dot(PRIORITY), "png").startswith(PNG)


def fake(path: Path, script: str) -> Path:
    """An executable that does what the shell script says."""
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'Error: syntax error in line 1' >&2; exit 1", "failed: Error: syntax error in line 1"),
        ("exit 3", "failed: exit status 3"),
        ("echo '<svg></svg>'; echo 'Error: lost a b edge' >&2", "failed: Error: lost a b edge"),
        ("echo nothing of the kind", "wrote something that is not SVG"),
        (r"printf '\211PNG\r\n\032\n'", "wrote something that is not SVG"),
    ],
)
def test_what_the_renderer_does_wrong_is_one_error(tmp_path: Path, script: str, message: str) -> None:
    """Failures, arcs that are left out and other formats are refused."""
    with pytest.raises(RenderError, match=re.escape(message)):
        render("digraph {}", "svg", by=fake(tmp_path / "dot", f"cat >/dev/null; {script}"))


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
def test_warnings_are_no_errors(tmp_path: Path) -> None:
    """A renderer may warn, of fonts for example."""
    by = fake(tmp_path / "dot", "cat >/dev/null; echo 'Warning: a font' >&2; echo '<svg></svg>'")
    assert render("digraph {}", "svg", by=by) == b"<svg></svg>\n"


def test_a_renderer_that_cannot_be_run(tmp_path: Path) -> None:
    """The error names it."""
    with pytest.raises(RenderError, match="nothing-here cannot be run"):
        render("digraph {}", "svg", by=tmp_path / "nothing-here")


def without_renderer(monkeypatch: pytest.MonkeyPatch, path: Path | None = None) -> None:
    """No `graphviz-pure` in this environment, and a path that holds one folder or nothing."""

    def nowhere(_name: str) -> str:
        return os.devnull

    monkeypatch.setattr("sysconfig.get_path", nowhere)
    monkeypatch.setenv("PATH", str(path or os.devnull))


def test_without_a_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says how to install one."""
    without_renderer(monkeypatch)
    with pytest.raises(MissingExtra, match=r"pip install 'mtg-fsm\[diagrams\]'"):
        render("digraph {}", "svg")


@pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for renderers")
def test_a_system_dot_does_the_work_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`dot` on the path is used if `graphviz-pure` is not there."""
    fake(tmp_path / "dot", f"{shutil.which('cat')} >/dev/null; echo '<svg>system</svg>'")
    without_renderer(monkeypatch, tmp_path)
    assert render("digraph {}", "svg") == b"<svg>system</svg>\n"


# --- files ---


def test_write_replaces_only_its_file(tmp_path: Path) -> None:
    """Nothing else in the folder is touched, and nothing is left there."""
    (tmp_path / "other").write_bytes(b"stays")
    (tmp_path / "turn.svg").write_bytes(b"old")
    (tmp_path / "turn.svg").chmod(0o640)
    write(tmp_path / "turn.svg", b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"other": b"stays", "turn.svg": b"new"}
    if os.name != "nt":
        assert (tmp_path / "turn.svg").stat().st_mode & 0o777 == 0o640


def test_a_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays whole if the new one cannot take its place."""
    (tmp_path / "turn.svg").write_bytes(b"old")

    def fail(*_paths: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no"):
        write(tmp_path / "turn.svg", b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"turn.svg": b"old"}


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_write_follows_a_link(tmp_path: Path) -> None:
    """A link stays one, and the file that it leads to is written."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_the_committed_diagrams_are_those_of_the_machines(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m mtg_fsm.diagrams` has been run since the machines were last changed."""
    assert main(["--out", str(COMMITTED), "--check"]) == 0, capsys.readouterr().out


@needs_renderer
def test_check_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed file and a missing one are named, a picture no less than its text."""
    assert main(["--out", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in DIAGRAMS for kind in ("dot", "svg")
    }
    assert main(["--out", str(tmp_path), "--check"]) == 0
    (tmp_path / "turn.dot").unlink()
    (tmp_path / "priority.svg").write_bytes(b"<svg></svg>")
    capsys.readouterr()
    assert main(["--out", str(tmp_path), "--check"]) == 1
    said = capsys.readouterr().out
    assert [Path(line.split()[0]).name for line in said.splitlines()] == ["turn.dot", "priority.svg"]


def test_without_graphviz_pure_only_texts_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checking goes on without pictures; writing them does not."""
    without_renderer(monkeypatch)
    for name, (definition, detail) in DIAGRAMS.items():
        (tmp_path / f"{name}.dot").write_bytes(dot(definition, detail=detail).encode())
    assert main(["--out", str(tmp_path), "--check"]) == 0
    assert main(["--out", str(tmp_path)]) == 2
    assert "pip install 'mtg-fsm[diagrams]'" in capsys.readouterr().err

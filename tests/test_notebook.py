"""What notebooks show of machines, charts, games, runs and timelines."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from diagram_support import needs_renderer
from support import load_one, play

from mtg_fsm import TURN, BlankGame, Concede, Engine, MachineDefinition, MissingExtra, Pass, new_game
from mtg_fsm.diagrams import Chart, chart, timeline
from mtg_fsm.diagrams.notebook import engine_line
from mtg_fsm.errors import RenderError
from mtg_fsm.scenario import run

SVG = "image/svg+xml"
MERMAID = "text/vnd.mermaid"


def started() -> Engine:
    """A game in which the first player has priority."""
    engine = new_game()
    engine.advance()
    return engine


SHOWN: dict[str, tuple[Callable[[], Any], str]] = {
    "machine": (lambda: TURN, "Turn structure of Magic: The Gathering"),
    "chart": (lambda: chart("priority"), "Timing and priority"),
    "engine": (started, "game of A, B · turn 1 of A · upkeep · A decides: priority (117.3a) · next: precombat main"),
    "run": (lambda: play("until: {turn: 1, step: upkeep}"), "ok test"),
    "timeline": (lambda: timeline(play("until: {turn: 1, step: upkeep}").events), "Turns\n\nTurn 1 · A\n"),
}
each_kind = pytest.mark.parametrize(("make", "text"), SHOWN.values(), ids=SHOWN)


@needs_renderer
@each_kind
def test_a_picture_and_a_text(make: Callable[[], Any], text: str) -> None:
    """The picture is SVG."""
    bundle = make()._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"text/plain", SVG}
    assert ElementTree.fromstring(bundle[SVG]).tag == "{http://www.w3.org/2000/svg}svg"
    assert bundle["text/plain"].startswith(text)


@pytest.mark.parametrize(
    "error",
    [MissingExtra("graphviz-pure", "diagrams"), RenderError("dot failed: no"), PermissionError("not allowed")],
    ids=lambda error: type(error).__name__,
)
@each_kind
def test_without_a_picture_there_is_text(
    make: Callable[[], Any], text: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is raised, whatever is missing or fails; machines have their Mermaid, which notebooks draw themselves."""

    def fail(*_: object) -> Path:
        raise error

    monkeypatch.setattr("mtg_fsm.diagrams.graphviz.executable.renderer", fail)
    shown = make()
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"].startswith(text)
    if isinstance(shown, MachineDefinition | Chart | Engine):
        assert set(bundle) == {"text/plain", MERMAID}
        assert "stateDiagram-v2" in bundle[MERMAID]
    else:
        assert set(bundle) == {"text/plain"}


def test_a_game_is_told_in_a_line() -> None:
    """Before its start, while a game goes on and after its end."""
    engine = Engine(BlankGame(), ("A", "B"))
    assert engine_line(engine) == "game of A, B · not started"
    engine.advance()
    engine.submit(Pass(player="A"))
    assert engine_line(engine).startswith("game of A, B · turn 1 of A · upkeep · B decides: priority (117.3d) · next:")
    engine.submit(Concede(player="B"))
    assert engine_line(engine) == "game of A, B · over: A won (104.2a)"


def test_a_run_that_failed_says_so() -> None:
    """The text is the verdict."""
    done: Any = run(load_one("expect: {turns: [{turn: 1, player: B}]}"))
    text = done._repr_mimebundle_()["text/plain"]
    assert text == done.verdict == "FAIL test: turn 1: expected B, was A"


@needs_renderer
@pytest.mark.parametrize("kind", SHOWN)
def test_ipython_shows_both(kind: str) -> None:
    """The display machinery of IPython takes them, and those alone that are asked for."""
    formatters = pytest.importorskip("IPython.core.formatters", reason="ipython is not installed")
    shown = SHOWN[kind][0]()
    data, _ = formatters.DisplayFormatter().format(shown)
    assert set(data) == {"text/plain", SVG}
    only, _ = formatters.DisplayFormatter().format(shown, include={"text/plain"})
    assert set(only) == {"text/plain"}


def test_importing_the_package_imports_no_diagrams() -> None:
    """What draws is imported when something is to be drawn, and is no part of the machines."""
    script = (
        "import mtg_fsm, mtg_fsm.machine, sys; before = set(sys.modules); mtg_fsm.TURN._repr_mimebundle_();"
        "print(*sorted(before)); print(*sorted(set(sys.modules)))"
    )
    before, after = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert not re.search(r"mtg_fsm\.(diagrams|cli|scenario)", before)
    assert "mtg_fsm.diagrams.notebook" in after.split()
    assert not {"typer", "rich", "yaml"} & set(after.split())

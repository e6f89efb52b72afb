"""What the README shows is so."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from mtg_fsm.scenario import loads, run

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_python_example_prints_what_its_comments_say() -> None:
    """Every comment line behind a print is what is printed."""
    example = "\n".join(_blocks("python"))
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(example, "README.md", "exec"), {})
    comments = [line.removeprefix("# ") for line in example.splitlines() if line.startswith("# ")]
    assert shown.getvalue().splitlines() == comments


def test_the_scenario_example_holds() -> None:
    """The scenario in the README is a valid one, and its expectations hold."""
    (example,) = _blocks("yaml")
    (scenario,) = loads(example, file="README.md")
    assert run(scenario).failures == ()


def test_the_readme_is_short() -> None:
    """Under 200 lines, and every file that it links to is there."""
    assert len(README.splitlines()) < 200
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parent.parent / link).exists(), link

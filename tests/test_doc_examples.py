"""What the README and the pages of the documentation show is so: Python, scenarios, transcripts and whole examples."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shlex
import shutil
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

import pytest

from mtg_fsm.cli import main
from mtg_fsm.scenario import loads, run

ROOT: Final = Path(__file__).parent.parent
SCENARIOS: Final = "docs/scenarios.md"
"""Has tests of its own: `test_docs.py`."""
PAGES: Final = sorted(
    str(file.relative_to(ROOT))
    for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    if "_build" not in file.parts and file != ROOT / SCENARIOS
)
PLACEHOLDER: Final = re.compile(r"\b[A-Z]{4,}\b")
"""In a command what the reader has to put there."""


class Block(NamedTuple):
    """A fenced block: its language or directive, what follows that on the first line, its text, and its first line."""

    language: str
    argument: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    fences = re.finditer(r"^( *)```([\w{}-]+) ?(.*?)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [Block(found[2], found[3], dedent(found[4]), text[: found.start()].count("\n") + 1) for found in fences]


def _with(language: str) -> list[str]:
    return [page for page in PAGES if any(block.language == language for block in blocks(page))]


def _shown(block: Block, following: Block | None) -> str:
    """What a block says is printed: its comments at the start of a line, or the block `text` that follows it."""
    if following is not None and following.language == "text":
        return following.text
    return "".join(f"{line[2:]}\n" for line in block.text.splitlines() if line.startswith("# "))


@pytest.mark.parametrize("page", _with("python"))
def test_python_prints_what_is_shown(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other; each prints what stands in its comments or below it."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block, following in pairwise([*blocks(page), None]):
        if block is not None and block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * block.line + block.text, page, "exec"), names)
            assert printed.getvalue() == _shown(block, following), f"{page}:{block.line}"


def _included() -> list[tuple[str, str, str]]:
    """Page, example and what the page says that it prints."""
    return [
        (page, block.argument, following.text)
        for page in PAGES
        for block, following in pairwise(blocks(page))
        if block.language == "{literalinclude}" and block.argument.endswith(".py")
    ]


@pytest.mark.parametrize(("page", "example", "shown"), _included(), ids=lambda value: Path(value).name[:20])
def test_an_example_prints_what_is_shown(
    page: str, example: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An example that a page includes runs as a program, and prints what stands below it."""
    runpy.run_path(str((ROOT / page).parent / example), run_name="__main__")
    assert capsys.readouterr().out == shown


def test_every_example_stands_in_a_page() -> None:
    """No program in `examples` is unexplained, and so none is untested."""
    explained = {((ROOT / page).parent / example).resolve() for page, example, _ in _included()}
    assert explained == set((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("page", _with("yaml"))
def test_scenarios_hold(page: str) -> None:
    """A scenario that a page shows is valid, and what it expects is so."""
    for block in blocks(page):
        if block.language == "yaml":
            (scenario,) = loads(block.text, file=page)
            assert run(scenario).failures == (), f"{page}:{block.line}"


def _commands(page: str) -> Iterator[tuple[list[str], str, str]]:
    """Each command `mtg-fsm` of a page without placeholders, what it is said to print, and the scenario above it."""
    scenario = ""
    for block in blocks(page):
        scenario = block.text if block.language == "yaml" else scenario
        parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:] if block.language == "console" else []
        for line, _, shown in (part.partition("\n") for part in parts):
            if line.startswith("mtg-fsm ") and not PLACEHOLDER.search(line):
                yield shlex.split(line, comments=True), shown, scenario


@pytest.mark.parametrize("page", [page for page in PAGES if any(_commands(page))])
def test_transcripts_are_what_is_printed(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands print what is shown below them, if anything is; `...` stands for any lines.

    A file that a command reads is one of the repository, or holds the scenario that the page shows above.
    """
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for arguments, shown, scenario in _commands(page):
        for name in (name for name in arguments if name.endswith(".yaml") and not Path(name).exists()):
            Path(name).write_text(scenario, encoding="utf-8")
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr().out
        assert not stop.value.code, f"{page}: {arguments}"
        pattern = re.escape(shown).replace(re.escape("...\n"), r"(?:.*\n)*")
        assert not shown or re.fullmatch(pattern, printed), f"{page}: {arguments}\n{printed}"

"""Pictures by Graphviz, and the files of the gallery."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from diagram_support import SVG, dot, needs_renderer

from mtg_fsm.cli import main as command_line
from mtg_fsm.diagrams import Look, draw, write
from mtg_fsm.diagrams.gallery import EXHIBITS, PAGE, contents, page, sources
from mtg_fsm.diagrams.graphviz.executable import render
from mtg_fsm.diagrams.graphviz.pdf import pdf_of
from mtg_fsm.diagrams.graphviz.svg import accessible
from mtg_fsm.errors import MissingExtra, RenderError
from mtg_fsm.machine import PRIORITY

COMMITTED = Path(__file__).parent.parent / "diagrams"
PNG = b"\x89PNG\r\n\x1a\n"


def main(arguments: list[str]) -> int:
    """Exit status of `mtg-fsm docs`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["mtg-fsm", "docs", *arguments])
        with pytest.raises(SystemExit) as stopped:
            command_line()
    return int(stopped.value.code or 0)


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
        raise PermissionError(errno.EACCES, "not allowed", "some other path")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match=r"turn\.svg cannot be written: not allowed$"):
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
    """`make diagrams` has been run since the machines were last changed."""
    assert main(["--out", str(COMMITTED), "--check"]) == 0, capsys.readouterr().out


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` has nothing to compare with, and a file has no place to go to."""
    missing = tmp_path / "diagrams"
    assert main(["--out", str(missing), "--check"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"mtg-fsm: there is no folder {missing}; --out names another one\n")
    with pytest.raises(OSError, match=rf"there is no folder {re.escape(str(missing))}$"):
        write(missing / "turn.svg", b"new")


@needs_renderer
def test_check_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed file, a missing one and one too many are named, a picture no less than its text."""
    assert main(["--out", str(tmp_path)]) == 0
    endings = [".svg", *(source.ending for source in sources())]
    assert {path.name for path in tmp_path.iterdir()} == {
        PAGE,
        *(f"{exhibit.name}{ending}" for exhibit in EXHIBITS for ending in endings),
    }
    (tmp_path / "notes.txt").write_text("not ours", encoding="utf-8")
    assert main(["--out", str(tmp_path), "--check"]) == 0
    (tmp_path / "turn.dot").unlink()
    (tmp_path / "priority.svg").write_bytes(b"<svg></svg>")
    (tmp_path / "old.svg").write_bytes(b"<svg></svg>")
    capsys.readouterr()
    assert main(["--out", str(tmp_path), "--check"]) == 1
    said = [line.removeprefix(f"{tmp_path}{os.sep}").partition(";")[0] for line in capsys.readouterr().out.splitlines()]
    assert said == [
        "turn.dot differs from the machines",
        "priority.svg differs from the machines",
        "old.svg is no diagram of the machines",
    ]


def test_without_graphviz_pure_only_texts_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checking goes on without pictures; writing them does not, and writes nothing."""
    without_renderer(monkeypatch)
    for name, data in contents(pictures=False):
        (tmp_path / name).write_bytes(data)
    assert main(["--out", str(tmp_path), "--check"]) == 0
    assert main(["--out", str(tmp_path / "new")]) == 2
    assert "pip install 'mtg-fsm[diagrams]'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_page_shows_every_diagram_with_an_alternative_text() -> None:
    """Each picture is of a file that is written, and says what it looks like."""
    shown = {name: text for text, name in re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", page())}
    assert [*shown] == [f"{exhibit.name}.svg" for exhibit in EXHIBITS]
    assert all(exhibit.looks in shown[f"{exhibit.name}.svg"] for exhibit in EXHIBITS)
    links = set(re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", page()))
    assert links == {f"{exhibit.name}{source.ending}" for exhibit in EXHIBITS for source in sources()}


def test_the_same_files_under_any_hash_seed() -> None:
    """No byte depends on the order of sets."""
    code = "from mtg_fsm.diagrams.gallery import contents; print([*contents(pictures=False)])"
    written = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(written) == 1


# --- alternative text ---


@needs_renderer
@pytest.mark.parametrize("subject", ["turn", "all"])
def test_a_picture_says_what_it_is(subject: str) -> None:
    """Title and description come first, for readers that do not see; everything else is as Graphviz wrote it."""
    root = ElementTree.fromstring(draw(subject, "svg", title="A < B & C"))
    first, second, *_ = root
    assert (first.tag, first.text) == (f"{SVG}title", "A < B & C")
    assert second.tag == f"{SVG}desc"
    assert (second.text or "").startswith("A < B & C: a state machine of ")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{first.get('id')} {second.get('id')}"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_alternative_text_needs_a_picture() -> None:
    """What is no SVG is refused."""
    with pytest.raises(RenderError, match="no svg element"):
        accessible(b"<html></html>", "x", "X", "An x.")


# --- other formats ---


@needs_renderer
def test_png_in_any_resolution() -> None:
    """Twice the points to an inch is twice as wide."""
    small, large = (draw("damage", "png", look=Look(dpi=dpi)) for dpi in (72, 144))
    widths = [int.from_bytes(data[16:20], "big") for data in (small, large)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)


@needs_renderer
def test_a_pdf_shows_what_the_svg_shows() -> None:
    """Every text and outline of the picture is on the page, which has its size; the tables of the file are right."""
    svg, data = ElementTree.fromstring(draw("damage", "svg")), draw("damage", "pdf", title="a (b) \\ c")
    assert data.startswith(b"%PDF-1.4\n")
    width, height = (str(svg.get(side)).removesuffix("pt") for side in ("width", "height"))
    assert f"/MediaBox [0 0 {width} {height}]".encode() in data
    assert b"/Title (a \\(b\\) \\\\ c)" in data
    texts = re.findall(rb"\((.*)\) Tj", data)
    shown = [element.text or "" for element in svg.iter(f"{SVG}text")]
    assert len(texts) == len(shown)
    assert b"next player" in texts
    outlines = [*svg.iter(f"{SVG}polygon"), *svg.iter(f"{SVG}path")]
    assert len(re.findall(rb"^[^(\n]* m [^\n]* [BfSn]$", data, re.MULTILINE)) == len(outlines)
    places = [int(place) for place in re.findall(rb"^(\d{10}) 00000 n", data, re.MULTILINE)]
    assert [data[place:].split(b"\n", 1)[0] for place in places] == [b"%d 0 obj" % n for n in range(1, len(places) + 1)]
    assert data[int(re.findall(rb"startxref\n(\d+)", data)[0]) :].startswith(b"xref")
    assert draw("damage", "pdf", title="a (b) \\ c") == data


def test_a_colour_that_a_pdf_cannot_have_is_refused() -> None:
    """Graphviz knows names of colours that mean nothing here."""
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt"><g transform="translate(4 5)">%s</g></svg>'
    with pytest.raises(RenderError, match="'mauve' is no colour"):
        pdf_of(svg % b'<polygon fill="mauve" stroke="none" points="0,0 1,1 2,0"/>', "x")

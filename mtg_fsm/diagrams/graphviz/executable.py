"""Pictures from DOT, by the `graphviz-pure` executable or else a system `dot`."""

from __future__ import annotations

import shutil
import subprocess  # nosec B404 # to run a renderer, without a shell
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from mtg_fsm.errors import MissingExtra, RenderError

Format = Literal["svg", "png"]

TIMEOUT: Final = 60
"""Seconds that a picture may take."""

_IS_FORMAT: Final[dict[Format, Callable[[bytes], bool]]] = {
    "svg": lambda data: data.lstrip().startswith(b"<") and b"<svg" in data and data.rstrip().endswith(b"</svg>"),
    "png": lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"),
}


def portable_renderer() -> Path | None:
    """`graphviz-pure`, which writes the same bytes everywhere: of this environment, else on the path."""
    found = shutil.which("graphviz-pure", path=sysconfig.get_path("scripts")) or shutil.which("graphviz-pure")
    return Path(found) if found else None


def renderer() -> Path:
    """`graphviz-pure`, else a system `dot`. Raises MissingExtra if there is neither."""
    found = portable_renderer() or shutil.which("dot")
    if found is None:
        raise MissingExtra("graphviz-pure", "diagrams")
    return Path(found)


def render(dot: str, format: Format, *, by: Path | None = None, dpi: int | None = None) -> bytes:  # noqa: A002
    """The picture of a DOT document, with so many points to the inch if it has points.

    Raises RenderError, and MissingExtra without a renderer.

    A renderer that leaves something out says so as an error and still ends well; that is refused, too.
    """
    executable = by or renderer()
    try:
        with tempfile.TemporaryFile() as document:  # no pipe, which the renderer could leave unread
            document.write(dot.encode())
            document.seek(0)
            done = subprocess.run(  # nosec B603 # a renderer that is installed, without a shell
                [executable, f"-T{format}", *([f"-Gdpi={dpi}"] if dpi else [])],
                stdin=document,
                capture_output=True,
                timeout=TIMEOUT,
                check=False,
            )
    except subprocess.TimeoutExpired as error:
        raise RenderError(f"{executable.name} took longer than {TIMEOUT} seconds") from error
    except OSError as error:
        raise RenderError(f"{executable.name} cannot be run: {error.strerror}") from error
    said = done.stderr.decode(errors="replace").splitlines()
    errors = [line for line in said if line.startswith("Error")]
    if done.returncode or errors:
        reason = (errors or said or [f"exit status {done.returncode}"])[0]
        raise RenderError(f"{executable.name} failed: {reason}")
    if not _IS_FORMAT[format](done.stdout):
        raise RenderError(f"{executable.name} wrote something that is not {format.upper()}")
    return done.stdout

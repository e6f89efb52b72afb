"""The command line `mtg-fsm`."""

from __future__ import annotations

import signal
import sys
from io import TextIOWrapper
from typing import Final, NoReturn

from mtg_fsm.errors import MissingExtra, MtgFsmError

__all__ = ["main"]

_EXTRA: Final = {"typer": "typer", "rich": "rich", "yaml": "PyYAML"}
"""Modules of the extra `cli`, and their packages."""


def main() -> None:
    """Runs the command line and exits: with 2 if it cannot do what it is asked, or an extra is missing."""
    if hasattr(signal, "SIGPIPE"):  # whoever reads may stop reading, as `head` does
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        from mtg_fsm.cli.app import app
    except ImportError as error:
        _stop(_missing(error))
    try:
        app()
    except (MtgFsmError, OSError) as error:
        _stop(error)


def _missing(error: ImportError) -> MissingExtra:
    """The package of the extra that is missing; any other import error is raised again."""
    package = _EXTRA.get((error.name or "").partition(".")[0])
    if isinstance(error, MissingExtra):
        return error
    if package is None:
        raise error
    return MissingExtra(package, "cli")


def _stop(error: Exception) -> NoReturn:
    print(f"mtg-fsm: {error}", file=sys.stderr)  # noqa: T201 - typer may be what is missing
    sys.exit(2)

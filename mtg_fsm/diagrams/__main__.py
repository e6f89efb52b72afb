"""`python -m mtg_fsm.diagrams`: writes the diagrams of all machines, or says with `--check` which files differ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mtg_fsm.diagrams.chart import Detail, chart
from mtg_fsm.diagrams.files import write
from mtg_fsm.diagrams.graphviz.dot import dot
from mtg_fsm.diagrams.graphviz.executable import portable_renderer, render
from mtg_fsm.errors import MissingExtra, MtgFsmError

DIAGRAMS: Final[dict[str, tuple[str, Detail]]] = {
    "turn": ("turn", "full"),
    "turn-steps": ("turn", "steps"),
    "priority": ("priority", "full"),
    "attack": ("attack", "full"),
    "block": ("block", "full"),
    "damage": ("damage", "full"),
}
"""What each diagram shows: subject and detail."""


def contents(*, pictures: bool) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file. Pictures are by `graphviz-pure` only, since others draw other bytes."""
    by = portable_renderer()
    if pictures and by is None:
        raise MissingExtra("graphviz-pure", "diagrams")
    for name, (subject, detail) in DIAGRAMS.items():
        text = dot(chart(subject, detail=detail))
        yield f"{name}.dot", text.encode()
        if pictures:
            yield f"{name}.svg", render(text, "svg", by=by)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0, 1 if a file differs, 2 if a diagram cannot be made or written."""
    parser = argparse.ArgumentParser(prog="python -m mtg_fsm.diagrams", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("diagrams"), help="the folder; default: diagrams")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file differs")
    chosen = parser.parse_args(arguments)
    try:
        return _check(chosen.out) if chosen.check else _write(chosen.out)
    except (MtgFsmError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _write(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in [*contents(pictures=True)]:
        write(folder / name, data)
    return 0


def _check(folder: Path) -> int:
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}; --out names another one")
    pictures = portable_renderer() is not None
    if not pictures:
        print("graphviz-pure is not installed: only the .dot files are compared", file=sys.stderr)
    differ = [name for name, data in contents(pictures=pictures) if not _holds(folder / name, data)]
    for name in differ:
        print(f"{folder / name} differs from the machine; run: python -m mtg_fsm.diagrams --out {folder}")
    return 1 if differ else 0


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())

"""`python -m mtg_fsm.diagrams`: writes the diagrams of all machines, or says with `--check` which files differ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mtg_fsm.diagrams.gallery import faults, write_gallery
from mtg_fsm.diagrams.graphviz.executable import portable_renderer
from mtg_fsm.errors import MtgFsmError


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
    write_gallery(folder)
    return 0


def _check(folder: Path) -> int:
    pictures = portable_renderer() is not None
    found = faults(folder, pictures=pictures)
    if not pictures:
        print("graphviz-pure is not installed: pictures are not compared", file=sys.stderr)
    for fault in found:
        print(f"{fault}; run: python -m mtg_fsm.diagrams --out {folder}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

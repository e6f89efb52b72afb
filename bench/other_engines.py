"""Engines on PyPI that can play a turn of two players in which everybody passes, each run by a Python that has it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "others"


class Other(NamedTuple):
    """An engine: its package, its script, the variable that names a Python which has it, and what it is."""

    package: str
    script: str
    variable: str
    every_priority: bool
    rounds: int

    @property
    def python(self) -> str:
        """The Python that runs it; without the variable this one."""
        return os.environ.get(self.variable) or sys.executable


OTHERS: Final = (
    Other("manabot", "managym.py", "MANABOT_PYTHON", True, 6),
    Other("phase-python", "phase_rs.py", "PHASE_PYTHON", True, 2),
    Other("python-mtg", "python_mtg.py", "PYTHON_MTG_PYTHON", False, 2),
    Other("ptg", "ptg_engine.py", "PTG_PYTHON", False, 3),
)


class Speed(NamedTuple):
    """CPU seconds of a turn, and of a pass."""

    turn: float
    pass_: float


def speed(other: Other) -> Speed | str:
    """What it takes, in the best of its rounds; or why it was left out."""
    found: list[Speed] = []
    for _ in range(other.rounds):
        ran = subprocess.run(
            [other.python, str(FOLDER / other.script)], capture_output=True, text=True, check=False, timeout=120
        )
        if ran.returncode:
            last = (ran.stderr.strip().splitlines() or ["it failed"])[-1]
            return f"{last}; {other.variable} names no Python with {other.package}"
        seconds, turns, passes = map(float, ran.stdout.split())
        found.append(Speed(seconds / turns, seconds / passes))
    return min(found)

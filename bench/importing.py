"""What importing costs, each time in a new process."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Final

OURS: Final = "import mtg_fsm"
THEIRS: Final = """
import transitions.extensions.nesting, pydantic
class One(pydantic.BaseModel):
    number: int
    name: str = ""
"""


def importing(code: str, cache: str) -> Callable[[], float]:
    """Rounds of user CPU seconds of a new process, with compiled modules kept in a folder of their own."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def timed() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    return timed


def folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for compiled modules."""
    return tempfile.TemporaryDirectory(prefix="mtg-fsm-bench-")

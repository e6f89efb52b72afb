"""The README as a document; what it shows is tested with the pages of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short() -> None:
    """Under 200 lines, and every file that it links to is there."""
    assert len(README.splitlines()) < 200
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parent.parent / link).exists(), link

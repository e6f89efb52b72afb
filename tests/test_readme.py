"""The README as a document; what it shows is tested with the pages of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from mtg_fsm.diagrams.gallery import EXHIBITS

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short() -> None:
    """Under 200 lines, and every file that it links to is there."""
    assert len(README.splitlines()) < 200
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (Path(__file__).parent.parent / link).exists(), link


def test_its_picture_is_one_of_the_committed_diagrams() -> None:
    """It has an alternative text and its Mermaid beside it, which `make foreign` has the real Mermaid read."""
    (picture,) = re.findall(r"!\[([^\]]{30,})\]\(diagrams/([^)]+)\.svg\)", README)
    assert picture[1] in {exhibit.name for exhibit in EXHIBITS}
    mermaid = Path(__file__).parent.parent / "diagrams" / f"{picture[1]}.mmd"
    assert "stateDiagram-v2" in mermaid.read_text(encoding="utf-8")

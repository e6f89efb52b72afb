"""The documentation site: which names the API reference lists, and the check of its links."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import links
import pytest
import site_reference

API = Path(__file__).parent.parent / "docs" / "reference" / "api"


def test_every_public_name_has_an_entry() -> None:
    """On the page of the first package that exports it; modules among them have pages of their own."""
    pages = re.findall(r"public-api:: (\S+)", "".join(page.read_text(encoding="utf-8") for page in API.glob("*.md")))
    modules = [import_module(page) for page in pages]
    entries = [getattr(module, name) for module in modules for name in site_reference.listed(module)]
    for package in site_reference.PACKAGES:
        for name in import_module(package).__all__:
            value = getattr(import_module(package), name)
            assert any(value is entry for entry in (modules if inspect.ismodule(value) else entries)), name


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ('<a href="other.html#here">', []),
        ('<a href="other.html"><img src="picture.svg">', []),
        ('<a href="#top" id="top">', []),
        ('<a href="https://example.org/none#none">', []),
        ('<a href="none.html">', ["index.html:1: none.html: there is no such file"]),
        ('\n<img src="none.png">', ["index.html:2: none.png: there is no such file"]),
        ('<a href="other.html#there">', ["index.html:1: other.html#there: the file has no such anchor"]),
        ('<a href="#there">', ["index.html:1: #there: the file has no such anchor"]),
    ],
)
def test_links_that_lead_nowhere_are_named(tmp_path: Path, page: str, found: list[str]) -> None:
    """Files and anchors of the site; other sites are not looked at. Links within pictures count."""
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "other.html").write_text('<p id="here">', encoding="utf-8")
    (tmp_path / "picture.svg").write_text('<svg><a xlink:href="other.html#here"/></svg>', encoding="utf-8")
    assert list(links.broken(tmp_path)) == found

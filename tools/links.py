"""Checks a built site: every link within it leads to a file, and to an anchor of it if it names one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LINKS: Final = frozenset({"href", "src", "xlink:href"})
ENDINGS: Final = frozenset({".html", ".svg"})
"""Of the files that have links and anchors."""


class _Reader(HTMLParser):
    """Notes the links and the anchors of a file."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[int, str]] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Of a tag its id, and what it leads to; `<a name>` is an anchor, too."""
        for name, value in attrs:
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.anchors.add(value)
            if value and name in LINKS:
                self.links.append((self.getpos()[0], value))


@cache
def _read(file: Path) -> _Reader:
    reader = _Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader


def broken(site: Path) -> Iterator[str]:
    """Every link that leads nowhere, as `FILE:LINE: LINK: why`; those to other sites are left out."""
    files = sorted(path for path in site.rglob("*") if path.suffix in ENDINGS)
    if not files:
        yield f"{site}: there is no page"
    for file in files:
        for line, link in _read(file).links:
            if reason := _why_broken(site, file, link):
                yield f"{file.relative_to(site)}:{line}: {link}: {reason}"


def _why_broken(site: Path, file: Path, link: str) -> str | None:
    try:
        parts = urlsplit(link)
    except ValueError as error:
        return str(error)
    if parts.scheme or parts.netloc:
        return None
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_relative_to(site):
        return "it leads out of the site"
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "there is no such file"
    if parts.fragment and target.suffix in ENDINGS and unquote(parts.fragment) not in _read(target.resolve()).anchors:
        return "the file has no such anchor"
    return None


def main() -> int:
    """Exit status: 0, or 1 if a link leads nowhere."""
    problems = list(broken(Path(sys.argv[1]).resolve()))
    print(*problems, sep="\n", end="\n" if problems else "")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())

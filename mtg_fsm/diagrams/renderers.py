"""The registry of renderers: what draws a chart in which format."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from mtg_fsm.diagrams.chart import Chart, Detail, chart
from mtg_fsm.diagrams.documents import markdown, rst
from mtg_fsm.diagrams.graphviz.dot import dot
from mtg_fsm.diagrams.graphviz.executable import render
from mtg_fsm.diagrams.graphviz.paint import Paint
from mtg_fsm.diagrams.graphviz.pdf import pdf_of
from mtg_fsm.diagrams.graphviz.svg import accessible
from mtg_fsm.diagrams.marks import NO_HIGHLIGHT, Highlight
from mtg_fsm.diagrams.mermaid import mermaid
from mtg_fsm.diagrams.plantuml import plantuml
from mtg_fsm.diagrams.scxml import scxml
from mtg_fsm.diagrams.themes import theme
from mtg_fsm.diagrams.xstate import xstate
from mtg_fsm.errors import DiagramError
from mtg_fsm.machine import MachineDefinition

RULE: Final = "{rule}"
MIN_DPI: Final = 36
MAX_DPI: Final = 1200
_ADDRESS: Final = re.compile(r"https?:|file:|[^:]*([/?#]|$)", re.IGNORECASE)
"""Where a page of rules can be: not `javascript:` and the like."""


class Look(NamedTuple):
    """How a chart is drawn, as far as it is a matter of taste.

    `theme` is the name of a theme; `rules_url` where rules stand, with `{rule}` for the number: states and arcs link
    there. `dpi` is the resolution of pictures that are made of points. Formats without such things leave them out.
    """

    theme: str = "light"
    rules_url: str = ""
    dpi: int = 144

    def check(self) -> None:
        """Raises DiagramError for the first field that cannot be drawn, with what would be right."""
        theme(self.theme)
        if self.rules_url and (RULE not in self.rules_url or set("{}") & set(self.rules_url.replace(RULE, ""))):
            raise DiagramError(f"rules_url: must contain {RULE} where the number of a rule goes, and no other braces")
        if not _ADDRESS.match(self.rules_url):
            raise DiagramError(f"rules_url: must begin with http:, https: or file:, or be relative: {self.rules_url!r}")
        if not MIN_DPI <= self.dpi <= MAX_DPI:
            raise DiagramError(f"dpi: must be from {MIN_DPI} to {MAX_DPI}, not {self.dpi}")


class Renderer(NamedTuple):
    """A format: its name, how files of it end, what it is in a sentence, and what makes it.

    `executable` formats hold a whole machine that other programs run; they are made in full detail only. `binary` ones
    are no text.
    """

    name: str
    ending: str
    description: str
    draw: Callable[[Chart, Look], bytes]
    media_type: str = "text/plain"
    executable: bool = False
    binary: bool = False


def _dot(shown: Chart, look: Look) -> bytes:
    return _text(shown, look).encode()


def _svg(shown: Chart, look: Look) -> bytes:
    return accessible(render(_text(shown, look), "svg"), escape(shown.name), shown.title, shown.description)


def _png(shown: Chart, look: Look) -> bytes:
    return render(_text(shown, look), "png", dpi=look.dpi)


def _pdf(shown: Chart, look: Look) -> bytes:
    return pdf_of(render(_text(shown, look), "svg"), shown.title)


def _text(shown: Chart, look: Look) -> str:
    return dot(shown, Paint(theme(look.theme), look.rules_url))


def _mermaid(shown: Chart, look: Look) -> bytes:
    return mermaid(shown, theme(look.theme)).encode()


def _plantuml(shown: Chart, look: Look) -> bytes:
    return plantuml(shown, theme(look.theme)).encode()


def _markdown(shown: Chart, look: Look) -> bytes:
    return markdown(shown, look.rules_url).encode()


def _rst(shown: Chart, look: Look) -> bytes:
    return rst(shown, look.rules_url).encode()


def _xstate(shown: Chart, _look: Look) -> bytes:
    return xstate(shown).encode()


def _scxml(shown: Chart, _look: Look) -> bytes:
    return scxml(shown).encode()


RENDERERS: Final[dict[str, Renderer]] = {
    renderer.name: renderer
    for renderer in (
        Renderer("dot", ".dot", "Graphviz DOT", _dot, "text/vnd.graphviz"),
        Renderer("svg", ".svg", "SVG picture", _svg, "image/svg+xml"),
        Renderer("png", ".png", "PNG picture", _png, "image/png", binary=True),
        Renderer("pdf", ".pdf", "PDF picture", _pdf, "application/pdf", binary=True),
        Renderer("mermaid", ".mmd", "Mermaid state diagram", _mermaid, "text/vnd.mermaid"),
        Renderer("plantuml", ".puml", "PlantUML state diagram", _plantuml, "text/vnd.plantuml"),
        Renderer("markdown", ".md", "Tables in Markdown", _markdown, "text/markdown"),
        Renderer("rst", ".rst", "Tables in reStructuredText", _rst, "text/prs.fallenstein.rst"),
        Renderer("xstate", ".xstate.json", "XState 5 machine", _xstate, "application/json", executable=True),
        Renderer("scxml", ".scxml", "SCXML document", _scxml, "application/scxml+xml", executable=True),
    )
}
"""Every renderer by the name of its format."""


def renderer(name: str) -> Renderer:
    """The renderer of a format; DiagramError, naming all formats, if there is none."""
    if name not in RENDERERS:
        raise DiagramError(f"format: must be one of {', '.join(RENDERERS)}, not {name!r}")
    return RENDERERS[name]


def renderer_for(path: Path) -> Renderer:
    """The renderer for files that end like a path; DiagramError, naming all endings, if there is none."""
    for found in RENDERERS.values():
        if path.name.endswith(found.ending):
            return found
    endings = ", ".join(found.ending for found in RENDERERS.values())
    raise DiagramError(f"{str(path)!r} has to end in {endings}")


def draw(
    subject: str | MachineDefinition | Chart,
    format: str = "svg",  # noqa: A002 - the word for it
    *,
    detail: Detail = "full",
    title: str | None = None,
    highlight: Highlight = NO_HIGHLIGHT,
    look: Look = Look(),  # noqa: B008 - immutable
) -> bytes:
    """Draws a machine, all of them (`all`) or a chart; `chart` says what the keywords mean.

    Raises DiagramError for an unknown format, subject, detail or mark and for a look that there is not, RenderError if
    Graphviz fails, and MissingExtra if something is not installed.
    """
    if not isinstance(subject, Chart):
        subject = chart(subject, detail=detail, title=title, highlight=highlight)
    chosen = renderer(format)
    look.check()
    if chosen.executable and subject.detail != "full":
        raise DiagramError(f"{format} holds a machine that runs: detail has to be full, not {subject.detail}")
    return chosen.draw(subject, look)

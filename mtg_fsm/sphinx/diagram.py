"""The directive `mtg-diagram`: a machine drawn as the pages are written, in the format that the builder takes best."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.languages import get_language
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.builders import Builder

from mtg_fsm.diagrams import (
    DETAILS,
    RENDERERS,
    SUBJECTS,
    Chart,
    Detail,
    Highlight,
    Look,
    Renderer,
    chart,
    draw,
    taken_of,
    write,
)
from mtg_fsm.diagrams.chart import WHOLE
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.machine import MACHINES
from mtg_fsm.machine.recording import recording
from mtg_fsm.sphinx.directive import BadArgument, MtgDirective, logger, one_of

BUILDERS_WITH_MODES: Final = frozenset({"html", "dirhtml", "singlehtml"})
"""Builders of pages with a light and a dark mode."""
MODES: Final = ("only-light", "only-dark")
"""Classes of the two pictures, of which HTML themes with modes show one."""
LANGUAGES: Final = {
    "application/json": "json",
    "application/xml": "xml",
    "application/scxml+xml": "xml",
    "text/html": "html",
    "text/markdown": "markdown",
    "text/prs.fallenstein.rst": "rst",
    "text/vnd.graphviz": "dot",
}
"""By which names Pygments knows the languages of formats."""
_WIDTH: Final = re.compile(rb'<svg[^>]*?\swidth="([\d.]+(?:pt|px)?)"')


class Diagram(nodes.General, nodes.Element):
    """A chart to be drawn, in each of some looks: the first for light pages and paper, the second for dark pages."""


class DiagramDirective(MtgDirective):
    """`.. mtg-diagram:: turn`: a picture of a machine or of `all`; formats of text are shown as text."""

    required_arguments = 1
    option_spec = dict.fromkeys(
        (
            *("detail", "theme", "title", "highlight", "scenario"),
            *("format", "rules-url", "alt", "caption", "name"),
        ),
        directives.unchanged,
    )

    def made(self) -> list[nodes.Node]:
        """A figure, or a block of text."""
        subject, detail = self.arguments[0], self.option("detail", "full")
        one_of("diagram", subject, dict.fromkeys(SUBJECTS))
        one_of("detail", detail, dict.fromkeys(DETAILS))
        format_ = one_of("format", self.option("format", "svg"), RENDERERS)
        shown = chart(
            subject,
            detail=cast("Detail", detail),
            title=self.option("title") or None,
            highlight=self._highlight(subject),
        )
        looks = self._looks()
        if format_.media_type.startswith("image/") or format_.media_type == "application/pdf":
            return [self._figure(shown, format_, looks)]
        return self._text(shown, format_, looks[0])

    def _looks(self) -> list[Look]:
        url = self.option("rules-url", self.config.mtg_fsm_rules_url)
        option = "theme" if self.option("theme") else "mtg_fsm_themes"
        themes = (self.option("theme"),) if option == "theme" else tuple(self.config.mtg_fsm_themes)
        for name in themes:
            one_of(option, name, THEMES)
        if not 1 <= len(themes) <= len(MODES):
            raise BadArgument(f"mtg_fsm_themes: one theme or two are needed, not {len(themes)}")
        return [Look(theme, url) for theme in themes]

    def _highlight(self, subject: str) -> Highlight:
        state = self.option("highlight")
        if state and subject == WHOLE:
            raise BadArgument(f"highlight: needs the diagram of one machine, not {subject!r}")
        if state:
            one_of("highlight", state, {known.name: known for known in MACHINES[subject].states})
        return Highlight({subject: state} if state else {}, self._taken())

    def _taken(self) -> dict[str, Mapping[str, int]]:
        """How often the run of the scenarios in a file took each arc; nothing without one."""
        name = self.option("scenario")
        if not name:
            return {}
        from mtg_fsm.scenario import load, run

        relative, path = self.env.relfn2path(name)
        self.env.note_dependency(relative)
        machines, way = recording(MACHINES)
        for scenario in load(Path(path)):
            if failures := run(scenario, machines=machines).failures:
                raise BadArgument(f"scenario: {scenario.id}: {'; '.join(failures)}")
        counts: dict[str, Mapping[str, int]] = {name: {} for name in MACHINES}
        return counts | taken_of(way)

    def _figure(self, shown: Chart, format_: Renderer, looks: Sequence[Look]) -> nodes.Node:
        alt = self.option("alt", shown.description)
        drawn = Diagram(chart=shown, looks=looks, format=format_.name, alt=alt)
        figure = nodes.figure("", drawn, classes=["mtg-diagram"])
        self.set_source_info(drawn)
        self.set_source_info(figure)
        if caption := self.option("caption"):
            inline, messages = self.parse_inline(caption)
            figure += [nodes.caption(caption, "", *inline), *messages]
        self.add_name(figure)
        return figure

    def _text(self, shown: Chart, format_: Renderer, look: Look) -> list[nodes.Node]:
        try:
            text = draw(shown, format_.name, look=look).decode()
        except UnicodeDecodeError:
            raise BadArgument(f"format: {format_.name} is neither a picture nor text") from None
        english: Any = get_language("en")
        own = directives.directive(format_.name, english, self.state.document)[0]
        if own is not None:  # an extension that draws this format, as sphinxcontrib-mermaid does
            lines = StringList(text.splitlines(), self.get_source_info()[0])
            place = (self.lineno, self.content_offset, self.block_text, self.state, self.state_machine)
            return list(own(format_.name, [], {}, lines, *place).run())
        block = nodes.literal_block(text, text, language=LANGUAGES.get(format_.media_type, "text"))
        self.set_source_info(block)
        self.add_name(block)
        return [block]


def draw_diagrams(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Puts pictures in the place of a page's charts, for the builder in use; what cannot be drawn is a warning."""
    for node in list(doctree.findall(Diagram)):
        try:
            node.replace_self(_images(app, docname, node))
        except MtgFsmError as error:
            logger.warning("mtg-diagram: %s", error, location=node, type="mtg_fsm")
            node.replace_self([])


def _images(app: Sphinx, docname: str, node: Diagram) -> list[nodes.Node]:
    format_ = best_format(app.builder, RENDERERS[node["format"]])
    if format_ is None:  # words only
        return [nodes.image(uri=node["chart"].name, alt=node["alt"], candidates={"?": node["chart"].name})]
    looks: Sequence[Look] = node["looks"]
    if app.builder.name not in BUILDERS_WITH_MODES or len(looks) == 1:
        return [_image(app, docname, node, format_, looks[0])]
    return [_image(app, docname, node, format_, look, mode) for look, mode in zip(looks, MODES, strict=True)]


def _image(app: Sphinx, docname: str, node: Diagram, format_: Renderer, look: Look, *classes: str) -> nodes.Node:
    """A picture in a file that is named by what is in it, which Sphinx copies to the other images."""
    shown: Chart = node["chart"]
    data = draw(shown, format_.name, look=look)
    folder = Path(app.doctreedir) / "mtg-diagrams"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{shown.name}-{shown.detail}-{hashlib.sha256(data).hexdigest()[:16]}{format_.ending}"
    if not file.exists():
        write(file, data)
    uri = Path(os.path.relpath(file, app.srcdir)).as_posix()
    app.env.images.add_file(docname, uri)
    image = nodes.image(uri=uri, alt=node["alt"], candidates={format_.media_type: uri}, classes=list(classes))
    image.source, image.line = node.source, node.line
    if app.builder.format == "html" and (width := _WIDTH.search(data)):
        image["width"] = width[1].decode()  # Sphinx then links to the picture in its own size
    return image


def best_format(builder: Builder, wanted: Renderer) -> Renderer | None:
    """The wanted format if the builder takes it, else the one that it likes best; None if it takes no picture."""
    takes = builder.supported_image_types
    if wanted.media_type in takes:
        return wanted
    by_type = {renderer.media_type: renderer for renderer in RENDERERS.values()}
    return next((by_type[media_type] for media_type in takes if media_type in by_type), None)

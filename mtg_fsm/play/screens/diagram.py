"""The screen that draws a machine: where it is, the way just taken, and the ways out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from mtg_fsm.diagrams import Highlight, draw, highlight_of, renderer_for, write
from mtg_fsm.diagrams.chart import chart
from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.machine import MACHINES
from mtg_fsm.machine.recording import Taken
from mtg_fsm.play.drawing import LEGEND, Drawn, Tone, states, way, ways_out
from mtg_fsm.play.screens.dialogs import PathPrompt
from mtg_fsm.play.texts import clean

STYLES: Final[dict[Tone, str]] = {
    "active": "bold reverse",
    "entered": "bold",
    "next": "italic",
    "plain": "",
    "quiet": "dim",
    "heading": "bold underline",
}


class DiagramScreen(ModalScreen[None]):
    """One machine at a time, the turn machine first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m,right", "machine(1)", "Next machine", tooltip="the next machine", priority=True),
        Binding("M,left", "machine(-1)", "Machine before", tooltip="the machine before", priority=True),
        Binding(
            "w",
            "write",
            "Write",
            tooltip="write this diagram as a picture or text, by the ending of the file",
            priority=True,
        ),
        Binding("escape,d,q", "dismiss(None)", "Back", tooltip="back to the table", priority=True),
    ]

    def __init__(self, engine: Engine, taken: Sequence[Taken]) -> None:
        """`taken` is the way that the game took since the decision before."""
        super().__init__()
        self._engine, self._taken = engine, taken
        self._marks = highlight_of(engine, taken)
        self._names = [*MACHINES]
        self._place = 0

    def compose(self) -> ComposeResult:
        """States at the left, ways at the right."""
        yield Static(id="machine", classes="title", markup=False)
        with Horizontal():
            with VerticalScroll(id="states-panel"):
                yield Static(id="states", markup=False)
            with VerticalScroll(id="ways-panel"):
                yield Static(id="ways", markup=False)
        yield Static(LEGEND, id="legend", markup=False)
        yield Static(id="written", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Draws once the size is known."""
        self.call_after_refresh(self._draw)

    def on_resize(self, _event: events.Resize) -> None:
        """Draws anew."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        name = self._names[self._place]
        (part,) = chart(name, highlight=self._marks).parts
        self.query_one("#machine", Static).update(
            f"{part.definition.description} ({self._place + 1} of {len(self._names)})"
        )
        left, right = self.query_one("#states-panel"), self.query_one("#ways-panel")
        drawn = states(part, max(left.scrollable_content_region.width, 30))
        width = max(right.scrollable_content_region.width, 30)
        self.query_one("#states", Static).update(_content(drawn))
        ways = [*way(self._taken, name, width), Drawn(""), *ways_out(part, width)]
        self.query_one("#ways", Static).update(_content(ways))
        active = next((row for row, line in enumerate(drawn) if line.tone == "active"), 0)
        left.scroll_to(y=max(active - left.size.height // 2, 0), animate=False)

    def action_machine(self, by: int) -> None:
        """Shows the next machine, or the one before."""
        self._place = (self._place + by) % len(self._names)
        self._draw()

    def action_write(self) -> None:
        """Asks where the diagram goes, and writes it."""
        name = self._names[self._place]
        prompt = PathPrompt(f"Write the {name} machine to", f"{name}.svg")
        self.app.push_screen(prompt, self._write)  # pyright: ignore[reportUnknownMemberType]

    def _write(self, path: str | None) -> None:
        if path is not None:
            self._say(f"drawing {path} ...")
            self._draw_file(self._names[self._place], Path(path))

    @work(exclusive=True)
    async def _draw_file(self, name: str, path: Path) -> None:
        """Draws in a thread of its own, since a picture takes its time."""
        try:
            await asyncio.to_thread(_write, name, path, self._marks)
        except (MtgFsmError, OSError) as error:
            self._say(f"not written: {error}")
        else:
            self._say(f"wrote {path}")

    def _say(self, text: str) -> None:
        self.query_one("#written", Static).update(clean(text))


def _write(name: str, path: Path, marks: Highlight) -> None:
    write(path, draw(name, renderer_for(path).name, highlight=marks))


def _content(lines: Iterable[Drawn]) -> Content:
    return Content("\n").join([Content.styled(line.text, STYLES[line.tone]) for line in lines])

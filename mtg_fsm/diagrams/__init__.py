"""Diagrams of the machines: a chart from a definition, every format from the chart."""

from mtg_fsm.diagrams.chart import DETAILS, SUBJECTS, Chart, Detail, Part, chart
from mtg_fsm.diagrams.files import require_folder, write
from mtg_fsm.diagrams.marks import Highlight, highlight_of, taken_of
from mtg_fsm.diagrams.renderers import RENDERERS, Look, Renderer, draw, renderer, renderer_for

__all__ = [
    "DETAILS",
    "RENDERERS",
    "SUBJECTS",
    "Chart",
    "Detail",
    "Highlight",
    "Look",
    "Part",
    "Renderer",
    "chart",
    "draw",
    "highlight_of",
    "renderer",
    "renderer_for",
    "require_folder",
    "taken_of",
    "write",
]

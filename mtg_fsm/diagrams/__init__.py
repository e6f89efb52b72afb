"""Diagrams of the machines: a chart from a definition, every format from the chart."""

from mtg_fsm.diagrams.chart import DETAILS, SUBJECTS, Chart, Detail, Part, chart
from mtg_fsm.diagrams.marks import Highlight, highlight_of, taken_of
from mtg_fsm.diagrams.recorder import Moment, RecordedRun, Recorder
from mtg_fsm.diagrams.renderers import RENDERERS, Look, Renderer, draw, renderer, renderer_for
from mtg_fsm.diagrams.stepper import step_through
from mtg_fsm.diagrams.timeline import Timeline, timeline
from mtg_fsm.diagrams.timeline_formats import TIMELINE_FORMATS, draw_timeline, timeline_format_for
from mtg_fsm.files import require_folder, write

__all__ = [
    "DETAILS",
    "RENDERERS",
    "SUBJECTS",
    "TIMELINE_FORMATS",
    "Chart",
    "Detail",
    "Highlight",
    "Look",
    "Moment",
    "Part",
    "RecordedRun",
    "Recorder",
    "Renderer",
    "Timeline",
    "chart",
    "draw",
    "draw_timeline",
    "highlight_of",
    "renderer",
    "renderer_for",
    "require_folder",
    "step_through",
    "taken_of",
    "timeline",
    "timeline_format_for",
    "write",
]

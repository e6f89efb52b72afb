"""Diagrams of the machines: DOT from a definition, pictures from DOT, files from pictures."""

from mtg_fsm.diagrams.dot import dot
from mtg_fsm.diagrams.figure import Detail
from mtg_fsm.diagrams.marks import arc_ids
from mtg_fsm.diagrams.render import Format, render, require_folder, write

__all__ = ["Detail", "Format", "arc_ids", "dot", "render", "require_folder", "write"]

"""Diagrams of the machines: DOT from a definition, pictures from DOT, files from pictures."""

from mtg_fsm.diagrams.dot import Detail, dot
from mtg_fsm.diagrams.render import Format, render, write

__all__ = ["Detail", "Format", "dot", "render", "write"]

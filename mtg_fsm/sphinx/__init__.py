"""The Sphinx extension: diagrams, tables and rules in pages, made from the machines as the pages are built."""

from importlib.util import find_spec

from mtg_fsm.errors import MissingExtra

if find_spec("sphinx") is None:
    raise MissingExtra("Sphinx", "sphinx")

from mtg_fsm.sphinx.extension import setup

__all__ = ["setup"]

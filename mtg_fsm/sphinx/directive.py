"""What the directives have in common: a bad argument is a warning at its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from mtg_fsm.errors import MtgFsmError

Value = TypeVar("Value")

logger = logging.getLogger(__name__)


class BadArgument(MtgFsmError, ValueError):
    """A directive cannot be carried out like this; the message names the option and what would be right."""


def one_of(option: str, name: str, known: Mapping[str, Value]) -> Value:
    """What has this name; BadArgument, naming all, if there is none."""
    if name not in known:
        raise BadArgument(f"{option}: must be one of {', '.join(known)}, not {name!r}")
    return known[name]


class MtgDirective(SphinxDirective, ABC):
    """A directive that makes its nodes in `made`; what it raises on purpose is a warning with file and line."""

    def run(self) -> list[nodes.Node]:
        """The nodes, or none after a warning."""
        try:
            return self.made()
        except (MtgFsmError, OSError) as error:
            logger.warning("%s: %s", self.name, error, location=self.get_location(), type="mtg_fsm")
            return []

    @abstractmethod
    def made(self) -> list[nodes.Node]:
        """The nodes; MtgFsmError or OSError if the arguments are not right."""

    def option(self, name: str, default: str = "") -> str:
        """The text of an option, without space around it."""
        return str(self.options.get(name) or default).strip()

"""What a picture looks like: its colours, and where the rules link to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mtg_fsm.diagrams.themes import THEMES, Line, Theme
from mtg_fsm.machine.definition import ArcKind

ACTIVE_BORDER: Final = 2
"""Width of the border of the state in which a game is, and of one that comes next."""


class Paint(NamedTuple):
    """A theme, and where rules stand, with `{rule}` for the number; nothing links if it is empty."""

    theme: Theme = THEMES["light"]
    rules_url: str = ""

    def line(self, kind: ArcKind) -> Line:
        """How arcs of a kind are drawn."""
        return self.theme.lines[kind]

    def url(self, rules: Sequence[str]) -> str:
        """Where the first of some rules stands."""
        return self.rules_url.replace("{rule}", rules[0]) if rules and self.rules_url else ""

    def link(self, rules: Sequence[str]) -> dict[str, str]:
        """The attributes of a state or an arc that lead to its first rule."""
        url = self.url(rules)
        return {"URL": url, "target": "_blank"} if url else {}

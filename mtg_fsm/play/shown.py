"""What the panels show of a game: as one player at the keyboard may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from mtg_fsm.game.view import View, view
from mtg_fsm.play.session import Session
from mtg_fsm.play.texts import hands


class Shown(NamedTuple):
    """A game as `viewer` sees it; with open hands `hands` has those of all."""

    session: Session
    viewer: str
    seen: View
    hands: Mapping[str, tuple[str, ...]]
    open_hands: bool

    @property
    def is_asked(self) -> bool:
        """Whether the viewer can answer the open decision."""
        return self.viewer in self.session.deciders


class Panel(Protocol):
    """A widget that shows a part of the table."""

    def show(self, shown: Shown) -> None:
        """Shows the game as it is now."""


def shown(session: Session, viewer: str, *, open_hands: bool) -> Shown:
    """What there is to show now."""
    seen = view(session.engine, viewer)
    visible = hands(seen)
    if open_hands:
        visible = {player: hands(view(session.engine, player))[player] for player in session.engine.players}
    return Shown(session, viewer, seen, visible, open_hands)

"""The players and their numbers."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from mtg_fsm.play.shown import Shown
from mtg_fsm.play.texts import clean, player_line


class Players(Static):
    """A line for each player; the active one and who decides are marked by signs."""

    def show(self, shown: Shown) -> None:
        """Shows the players."""
        session, decision = shown.session, shown.seen.decision
        width = max(len(clean(player.id)) for player in shown.seen.players)
        lines: list[Content] = []
        for player in shown.seen.players:
            signs = (
                "\N{BLACK RIGHT-POINTING TRIANGLE}" if session.engine.is_active(player.id) else " ",
                "?" if decision is not None and player.id in session.engine.asked_now else " ",
            )
            name = f"{''.join(signs)}{clean(player.id):<{width}}"
            role = " (bot)" if player.id in session.bots else ""
            by = f"  decided by {clean(player.decided_by)}" if player.decided_by != player.id else ""
            style = "bold" if player.id == shown.viewer else ""
            lines.append(Content.assemble((f"{name}{role}", style), f"  {player_line(player)}{by}"))
        self.update(Content("\n").join(lines))

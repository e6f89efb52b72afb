"""The board as text, for `render`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from mtg_fsm.game.view import PermanentView, PlayerView, View, view
from mtg_fsm.machine.definition import plain
from mtg_fsm.rl.match import Match


def render(match: Match, viewer: str, mode: str | None) -> str | None:
    """The board as a player sees it: given back for `ansi`, printed for `human`, nothing without a mode."""
    if mode is None:
        return None
    choices = _choices(match) if viewer == match.actor else ()
    text = "\n".join([*board(view(match.engine, viewer)), *choices])
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    return None


def board(seen: View) -> Iterator[str]:
    """A line for where the turn is, for each player and permanent, for the stack and the open decision."""
    where = plain(seen.step or seen.phase or "before the game")
    yield f"turn {seen.turn}, {seen.active_player}: {where}"
    for player in seen.players:
        yield _player(player)
        yield from (f"  {_permanent(it)}" for it in seen.battlefield if it.controller == player.id)
    if seen.stack:
        yield f"stack: {', '.join(f'{it.name} ({it.controller})' for it in seen.stack)}"
    if seen.draw or seen.winners:
        yield f"game over: {'a draw' if seen.draw else ' and '.join(seen.winners) + ' won'}"
    if seen.decision is not None:
        yield f"{seen.decision.decided_by} decides: {plain(seen.decision.kind)} ({seen.decision.rule})"


def _player(player: PlayerView) -> str:
    hand = ", ".join(player.hand) if player.hand else f"{player.hand_size} cards"
    mana = f", mana {player.mana}" if player.mana else ""
    gone = "" if player.in_game else ", has left"
    return f"{player.id}: {player.life} life, hand: {hand}, library: {player.library} cards{mana}{gone}"


def _permanent(permanent: PermanentView) -> str:
    fights = "creature" in permanent.types
    marks = [
        f"{permanent.power}/{permanent.toughness}" if fights else "",
        " ".join(map(plain, permanent.keywords)),
        "tapped" if permanent.tapped else "",
        f"damage {permanent.damage}" if permanent.damage else "",
        f"attacking {permanent.attacking}" if permanent.attacking else "",
        "blocked" if permanent.blocked else "",
        f"blocking {' '.join(permanent.blocking)}" if permanent.blocking else "",
    ]
    return f"{permanent.id}: {', '.join(filter(None, marks))}" if any(marks) else permanent.id


def _choices(match: Match) -> Iterator[str]:
    if match.choice is None:
        return
    asked = ", ".join(token.name for token in match.choice.asked)
    yield f"{match.actor} chooses{f' for {asked}' if asked else ''}:"
    for number, token in sorted(match.legal.items()):
        yield f"  {number}: {token.name}"

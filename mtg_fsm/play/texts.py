"""What panels say, as plain text: names from outside are shown without what a terminal would obey."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final, cast

from mtg_fsm.engine.decisions import Decision, Refusal
from mtg_fsm.engine.upcoming import Upcoming
from mtg_fsm.game.view import PermanentView, PlayerView, View
from mtg_fsm.machine.definition import plain
from mtg_fsm.words.commands import Activate, Command, Defend
from mtg_fsm.words.notation import as_text

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game import ReferenceGame

INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
"""Of a character that cannot be printed."""


def clean(text: object) -> str:
    """A text in which each character has a place on the screen."""
    return "".join(each if each.isprintable() else INSTEAD for each in str(text))


# --- cards ---


def card(engine: Engine, id_: str, *, told: bool = False) -> str:
    """A card of a hand with its cost, and what it does if that is wanted."""
    found = cast("ReferenceGame", engine.game).cards.find(id_)
    if found is None:
        return clean(id_)
    cost = f" ({found.cost})" if found.cost else ""
    return clean(f"{id_}{cost}{f': {found.text}' if told and found.text else ''}")


# --- commands ---


def label(command: Command, player: str) -> str:
    """A command in short: what `player` does is said without the name, and of an ability its permanent stands apart."""
    shown = command if isinstance(command, Defend) else command.model_copy(update={"by": None})
    if shown.player == player and not isinstance(shown, Defend):
        shown = shown.model_copy(update={"player": None})
    if isinstance(shown, Activate) and shown.source is not None:
        ability = shown.model_copy(update={"source": None, "mana_ability": False})
        return clean(f"{shown.source}: {as_text(ability)}")
    return clean(as_text(shown))


def grouped(commands: Iterable[Command], seen: View) -> list[tuple[Command, int]]:
    """Commands in their order, each with how many there are of it: abilities of permanents that look alike are one."""
    looks = {permanent.id: _looks(permanent) for permanent in seen.battlefield}
    found: dict[str, tuple[Command, int]] = {}
    for command in commands:
        key = as_text(command)
        if isinstance(command, Activate) and command.source in looks:
            key = f"{as_text(command.model_copy(update={'source': None}))} {looks[command.source]}"
        first, number = found.get(key, (command, 0))
        found[key] = (first, number + 1)
    return list(found.values())


def _looks(permanent: PermanentView) -> tuple[str, str]:
    """All that is shown of a permanent, but for the number at the end of its id."""
    return permanent.id.rstrip("0123456789"), permanent_line(permanent)


def question(decision: Decision) -> str:
    """What is asked: its kind, what it is about, and its rule."""
    about = [
        f"about {decision.subject}" if decision.subject else "",
        f"cost {decision.cost}" if decision.cost else "",
        f"choose {decision.count}" if decision.count is not None and decision.kind != "choose_untap" else "",
        f"at most {decision.count}" if decision.count is not None and decision.kind == "choose_untap" else "",
        "optional" if decision.optional else "",
    ]
    return clean(
        " \N{MIDDLE DOT} ".join(part for part in (plain(decision.kind), *about, f"rule {decision.rule}") if part)
    )


def refused(refusal: Refusal) -> str:
    """Why a command is not legal: the message, and behind it code, guard and rule."""
    return clean(f"{refusal.message} [{refusal.code}, guard {refusal.guard}, rule {refusal.rule}]")


# --- the table ---


def player_line(player: PlayerView) -> str:
    """A player's numbers."""
    parts = [
        f"life {player.life}",
        f"poison {player.poison}",
        f"hand {player.hand_size}",
        f"library {player.library}",
        f"graveyard {len(player.graveyard)}",
        f"lands {player.lands_played}",
        f"mana {player.mana or '-'}",
    ]
    return "  ".join(parts) if player.in_game else "has left the game"


def permanent_line(permanent: PermanentView) -> str:
    """What is to be known of a permanent, without its name."""
    creature = "creature" in permanent.types
    parts = [
        f"{permanent.power}/{permanent.toughness}" if creature else " ".join(permanent.types),
        *(plain(keyword) for keyword in permanent.keywords),
        "TAPPED" if permanent.tapped else "",
        "sick" if creature and permanent.sick and "haste" not in permanent.keywords else "",
        f"damage {permanent.damage}" if permanent.damage else "",
        *(f"{name} {number}" for name, number in permanent.counters.items()),
        f"on {permanent.attached_to}" if permanent.attached_to else "",
        f"protected by {permanent.protector}" if permanent.protector not in (None, "none") else "",
        "PHASED OUT" if permanent.phased_out else "",
        *_in_combat(permanent),
    ]
    return clean(", ".join(part for part in parts if part))


def _in_combat(permanent: PermanentView) -> list[str]:
    found: list[str] = []
    if permanent.attacking is not None or permanent.blocked is not None:
        found.append(f"ATTACKS {permanent.attacking or 'nothing'}")
    if permanent.blocked is not None:
        found.append("blocked" if permanent.blocked else "unblocked")
    if permanent.blocking:
        found.append(f"BLOCKS {' '.join(permanent.blocking)}")
    return found


def board(seen: View, player: str) -> list[tuple[str, str]]:
    """The permanents of a player, name and line; those beside each other that look alike are one line."""
    mine = [permanent for permanent in seen.battlefield if permanent.controller == player]
    rows: list[tuple[str, str]] = []
    for _, group in groupby(mine, key=_looks):
        first, *others = group
        kind, _ = _looks(first)
        rows.append(
            (clean(",".join([first.id, *(other.id.removeprefix(kind) for other in others)])), permanent_line(first))
        )
    return rows


def hands(seen: View) -> Mapping[str, tuple[str, ...]]:
    """The hands that may be seen, by their players."""
    return {player.id: tuple(map(clean, player.hand)) for player in seen.players if player.hand is not None}


# --- the turn ---


def coming(unit: Upcoming) -> str:
    """A unit to come, and why it comes, is skipped, or comes on a condition only."""
    why = [
        f"added by {unit.source}" if unit.source else "",
        f"SKIPPED by {unit.skipped_by}" if unit.skipped_by else "",
        f"unless {unit.unless} applies" if unit.unless else "",
    ]
    name = f"turn of {unit.player}" if unit.unit == "turn" else plain(unit.name)
    reasons = ", ".join(part for part in why if part)
    return clean(f"{name} ({reasons})" if reasons else name)

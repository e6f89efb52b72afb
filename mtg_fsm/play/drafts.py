"""Answers that are put together step by step: whom to attack, block, damage, discard, and in which order.

A draft is a list of rows that one marks and turns. At any time it is a command, and the engine says whether that is
legal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final, cast

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import ReferenceGame
from mtg_fsm.game.assignment import recipients
from mtg_fsm.game.combat import attackable, defenders
from mtg_fsm.words.commands import Assign, Attack, Block, ChooseUntap, Command, DiscardCards, OrderTriggers


class Draft(ABC):
    """An answer in the making."""

    keys: str = ""
    """What the keys do, for the line above the rows."""

    @abstractmethod
    def rows(self) -> list[str]:
        """A line for each thing that can be chosen."""

    def mark(self, row: int) -> None:  # noqa: B027 (where nothing is taken in or out, the key does nothing)
        """Takes a row in or out."""

    def turn(self, row: int, by: int) -> int:
        """Takes the next value (`by` 1) or the one before (-1) for a row; where that row is now."""
        return row

    def mark_all(self, marked: bool) -> None:  # noqa: B027 (likewise)
        """Takes all rows in, or all out."""

    @abstractmethod
    def command(self) -> Command:
        """The answer as it is now."""


class AttackDraft(Draft):
    """Attackers (508.1), each with what it attacks. It begins with the default declaration."""

    keys = "space attack, \N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} whom, a all, x none"

    def __init__(self, engine: Engine, decision: Decision) -> None:
        self._player = decision.player
        self._targets = tuple(attackable(engine, _game(engine)))
        self._creatures = decision.choices if self._targets else ()
        default = cast("Attack", next(engine.legal(decision.player)))
        self._attackers = dict(default.attackers)
        self._aims = {name: self._attackers.get(name, self._targets[0]) for name in self._creatures}

    def rows(self) -> list[str]:
        """Each creature, and what it attacks or would attack."""
        return [
            f"{_box(name in self._attackers)} {name} \N{RIGHTWARDS ARROW} {self._aims[name]}"
            for name in self._creatures
        ]

    def mark(self, row: int) -> None:
        """The creature attacks, or not."""
        name = self._creatures[row]
        if name in self._attackers:
            del self._attackers[name]
        else:
            self._attackers[name] = self._aims[name]

    def turn(self, row: int, by: int) -> int:
        """The creature attacks the next one who can be attacked."""
        name = self._creatures[row]
        aim = self._targets[(self._targets.index(self._aims[name]) + by) % len(self._targets)]
        self._aims[name] = aim
        if name in self._attackers:
            self._attackers[name] = aim
        return row

    def mark_all(self, marked: bool) -> None:
        """All attack, or none."""
        self._attackers = dict(self._aims) if marked else {}

    def command(self) -> Attack:
        """The declaration, in the order of the rows."""
        chosen = {name: self._attackers[name] for name in self._creatures if name in self._attackers}
        return Attack(player=self._player, attackers=chosen)


class BlockDraft(Draft):
    """Blockers (509.1), each with the attackers that it blocks. It begins with the default declaration."""

    keys = "space block, \N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} whom, x none"

    def __init__(self, engine: Engine, decision: Decision) -> None:
        self._player, team, game = decision.player, engine.team_of(decision.player), _game(engine)
        self._attackers = tuple(name for name, defender in defenders(engine, game).items() if defender in team)
        self._creatures = decision.choices if self._attackers else ()
        self._most = {name: game.battlefield[name].max_blocks for name in self._creatures}
        default = cast("Block", next(engine.legal(decision.player)))
        self._blocks: dict[str, tuple[str, ...]] = {name: default.blockers.get(name, ()) for name in self._creatures}
        self._aims = {name: (*self._blocks[name], *self._attackers)[0] for name in self._creatures}

    def rows(self) -> list[str]:
        """Each creature, what it blocks, and what `mark` would add or take out."""
        return [self._row(name) for name in self._creatures]

    def _row(self, name: str) -> str:
        blocks, aim = self._blocks[name], self._aims[name]
        said = ", ".join(blocks) or aim
        other = f" ({aim}?)" if blocks and aim not in blocks else ""
        return f"{_box(bool(blocks))} {name} \N{RIGHTWARDS ARROW} {said}{other}"

    def mark(self, row: int) -> None:
        """The creature blocks the attacker at which it aims, or not."""
        name = self._creatures[row]
        blocks, aim = self._blocks[name], self._aims[name]
        without = tuple(other for other in blocks if other != aim)
        self._blocks[name] = without if aim in blocks else (*blocks, aim)

    def turn(self, row: int, by: int) -> int:
        """The creature aims at the next attacker; if it can block but one, it blocks that one instead."""
        name = self._creatures[row]
        aim = self._attackers[(self._attackers.index(self._aims[name]) + by) % len(self._attackers)]
        self._aims[name] = aim
        if self._blocks[name] and self._most[name] == 1:
            self._blocks[name] = (aim,)
        return row

    def mark_all(self, marked: bool) -> None:
        """Each blocks the attacker at which it aims, or none blocks."""
        self._blocks = {name: (self._aims[name],) if marked else () for name in self._creatures}

    def command(self) -> Block:
        """The declaration, in the order of the rows."""
        return Block(player=self._player, blockers={name: blocks for name, blocks in self._blocks.items() if blocks})


class AssignDraft(Draft):
    """Combat damage (510.1): how much each creature deals to whom. It begins with the default assignment."""

    keys = "\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} less, more"

    def __init__(self, engine: Engine, decision: Decision) -> None:
        self._player = decision.player
        default = cast("Assign", next(engine.legal(decision.player)))
        game = _game(engine)
        self._pairs = [(name, to) for name in decision.choices for to in recipients(engine, game, name)]
        self._amounts = {pair: default.damage.get(pair[0], {}).get(pair[1], 0) for pair in self._pairs}
        self._powers = {name: sum(default.damage.get(name, {}).values()) for name in decision.choices}

    def rows(self) -> list[str]:
        """Each creature with each of those to whom it can deal damage, and how much of its damage is assigned."""
        return [
            f"{amount:>3}  {name} \N{RIGHTWARDS ARROW} {to} (of {self._assigned(name)}/{self._powers[name]})"
            for (name, to), amount in self._amounts.items()
        ]

    def _assigned(self, name: str) -> int:
        return sum(amount for (other, _), amount in self._amounts.items() if other == name)

    def turn(self, row: int, by: int) -> int:
        """One damage more or less."""
        pair = self._pairs[row]
        self._amounts[pair] = max(0, self._amounts[pair] + by)
        return row

    def command(self) -> Assign:
        """The whole assignment."""
        damage: dict[str, dict[str, int]] = {name: {} for name, _ in self._pairs}
        for (name, to), amount in self._amounts.items():
            if amount:
                damage[name][to] = amount
        return Assign(player=self._player, damage=damage)


class OrderDraft(Draft):
    """Abilities in the order in which they go on the stack (603.3b)."""

    keys = "\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW} earlier, later; the last resolves first"

    def __init__(self, _engine: Engine, decision: Decision) -> None:
        self._player, self._names = decision.player, list(decision.choices)

    def rows(self) -> list[str]:
        """The abilities, the one that goes on the stack first in front."""
        return [f"{place:>3}. {name}" for place, name in enumerate(self._names, 1)]

    def turn(self, row: int, by: int) -> int:
        """The ability changes places with the one beside it."""
        other = min(max(row + by, 0), len(self._names) - 1)
        self._names[row], self._names[other] = self._names[other], self._names[row]
        return other

    def command(self) -> OrderTriggers:
        """The order."""
        return OrderTriggers(player=self._player, triggers=tuple(self._names))


class SubsetDraft(Draft):
    """Some of what is listed. It begins with the default choice."""

    keys = "space choose, x none"

    def __init__(self, engine: Engine, decision: Decision, make: Callable[..., Command], field: str) -> None:
        self._player, self._choices = decision.player, decision.choices
        self._make, self._field = make, field
        left: list[str] = list(getattr(next(engine.legal(decision.player)), field))
        self._marked: list[bool] = []
        for name in self._choices:
            self._marked.append(name in left)
            if name in left:
                left.remove(name)

    def rows(self) -> list[str]:
        """All that can be chosen."""
        return [f"{_box(marked)} {name}" for name, marked in zip(self._choices, self._marked, strict=True)]

    def mark(self, row: int) -> None:
        """It is chosen, or not."""
        self._marked[row] = not self._marked[row]

    def mark_all(self, marked: bool) -> None:
        """All are chosen, or none."""
        self._marked = [marked] * len(self._choices)

    def command(self) -> Command:
        """The choice, in the order of the rows."""
        chosen = tuple(name for name, marked in zip(self._choices, self._marked, strict=True) if marked)
        return self._make(player=self._player, **{self._field: chosen})


def _discard(engine: Engine, decision: Decision) -> Draft:
    return SubsetDraft(engine, decision, DiscardCards, "cards")


def _untap(engine: Engine, decision: Decision) -> Draft:
    return SubsetDraft(engine, decision, ChooseUntap, "permanents")


DRAFTS: Final[Mapping[str, Callable[[Engine, Decision], Draft]]] = {
    "declare_attackers": AttackDraft,
    "declare_blockers": BlockDraft,
    "assign_combat_damage": AssignDraft,
    "order_triggers": OrderDraft,
    "discard_to_hand_size": _discard,
    "choose_discard": _discard,
    "choose_untap": _untap,
}
"""What begins an answer, by the kind of decision; any other is chosen from the list of what is legal."""


def draft_for(engine: Engine, decision: Decision) -> Draft | None:
    """A draft of an answer, if the decision has something to put together."""
    make = DRAFTS.get(decision.kind)
    draft = make(engine, decision) if make is not None else None
    return draft if draft is not None and draft.rows() else None


def _game(engine: Engine) -> ReferenceGame:
    return cast("ReferenceGame", engine.game)


def _box(marked: bool) -> str:
    return "[x]" if marked else "[ ]"

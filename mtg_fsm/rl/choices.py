"""A decision as a sequence of small choices: every legal command is reached by them, and no illegal one.

There can be 2^n declarations of n attackers. Asked creature by creature, each choice is between a few things, and only
what can still become a legal command is offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import assignment, attacking, battlefield, blocking
from mtg_fsm.game.objects import Permanent
from mtg_fsm.words.commands import (
    Activate,
    Assign,
    Attack,
    Block,
    Cast,
    Choose,
    ChooseUntap,
    Command,
    Concede,
    Defend,
    DiscardCards,
    OrderTriggers,
    Pass,
    Pay,
    PlayLand,
)
from mtg_fsm.words.effects import Activated
from mtg_fsm.words.notation import as_text

Kind = Literal["word", "player", "card", "permanent", "object", "option"]


class Token(NamedTuple):
    """What a small choice names: a word, or a thing by its kind and name.

    `place` tells things of one name apart: of a card its place in the hand, of an object its place on the stack from
    the top, of an option its number.
    """

    kind: Kind
    name: str
    place: int = 0


PASS: Final = Token("word", "pass")
YES: Final = Token("word", "yes")
NO: Final = Token("word", "no")
CONCEDE: Final = Token("word", "concede")
MORE: Final = Token("word", "more")


class Choice(NamedTuple):
    """A small choice: its ways, what it is about, and what was named before, with how often or how much.

    A way is a command, or what gives the next choice, or None: a teammate decides. `asked` is the permanent or card
    that it is about; of combat damage the second is to whom.
    """

    ways: Mapping[Token, Way]
    asked: tuple[Token, ...] = ()
    said: Mapping[Token, int] = {}


Next = Choice | Command
Way = Command | Callable[[], Next] | None


def first_choice(engine: Engine, player: str) -> Next:
    """What a player who is asked chooses first, or the command if nothing is to be chosen; conceding is left out."""
    decision = engine.decision
    assert decision is not None  # nosec B101 # for type checkers
    return CHOICES.get(decision.kind, _listed)(engine, decision, player)


# --- what is named ---


def _permanent(name: str) -> Token:
    return Token("permanent", name)


def _thing(engine: Engine, name: str, place: int = 0) -> Token:
    """What a name means, an option of that number if it is none of the things."""
    if engine.game.object_of(name) is not None:
        return _permanent(name)
    if name in engine.players:
        return Token("player", name)
    objects = [object_.name for object_ in reversed(engine.stack)]
    if name in objects:
        return Token("object", name, objects.index(name))
    return Token("option", name, place)


def _card(engine: Engine, player: str, name: str) -> Token:
    game: Any = engine.game
    hand: tuple[str, ...] = game.belongings[player].hand
    return Token("card", name, hand.index(name)) if name in hand else Token("option", name)


def _ability(engine: Engine, command: Activate) -> tuple[Token, ...]:
    """The permanent and which of its abilities."""
    if command.source is None:
        return (Token("option", command.name),)
    game: Any = engine.game
    permanent: Permanent = game.present(command.source)
    names = [ability.name for ability in permanent.abilities if isinstance(ability, Activated)]
    return _permanent(command.source), Token("option", command.name, names.index(command.name))


def _path(engine: Engine, decision: Decision, player: str, command: Command) -> tuple[Token, ...]:
    """What a command names, in the order in which it is chosen: which object, then its target."""
    match command:
        case Pass():
            return (PASS,)
        case Pay():
            return (YES if command.pay else NO,)
        case PlayLand():
            return (_card(engine, player, command.id),)
        case Cast():
            return (_card(engine, player, command.name), *_target(engine, command.target))
        case Activate():
            return (*_ability(engine, command), *_target(engine, command.target))
        case Defend():
            return (Token("player", command.player),)
        case Choose():
            places = {name: place for place, name in enumerate(decision.choices)}
            return tuple(_thing(engine, name, places.get(name, 0)) for name in map(str, command.ids))
        case _:
            return ()


def _target(engine: Engine, name: str | None) -> tuple[Token, ...]:
    return () if name is None else (_thing(engine, name),)


# --- what is listed ---

_Paths = Sequence[tuple[tuple[Token, ...], Command]]


def _listed(engine: Engine, decision: Decision, player: str) -> Next:
    """Between all legal commands, or a pass if that is all."""
    commands = [command for command in engine.legal(player) if not isinstance(command, Concede)]
    if len(commands) == 1 and isinstance(commands[0], Pass):
        return commands[0]
    return _between([(_path(engine, decision, player, command), command) for command in commands], ())


def _between(paths: _Paths, said: tuple[Token, ...]) -> Choice:
    """Between commands by what they name next; those that name nothing more are options."""
    groups: dict[Token, list[tuple[tuple[Token, ...], Command]]] = {}
    for place, (path, command) in enumerate(paths):
        token = path[0] if path else Token("option", as_text(command), place)
        groups.setdefault(token, []).append((path[1:], command))
    ways: dict[Token, Way] = {
        token: group[0][1] if len(group) == 1 else partial(_between, group, (*said, token))
        for token, group in groups.items()
    }
    return Choice(ways, said[:1], Counter(said))


# --- several of what is listed, and their order ---


def _some(
    names: Sequence[Token],
    least: int,
    most: int,
    command: Callable[[tuple[str, ...]], Command],
    chosen: tuple[int, ...] = (),
) -> Next:
    """So many of these, in their order."""
    begin = chosen[-1] + 1 if chosen else 0
    said = tuple(names[place] for place in chosen)
    if len(chosen) == most or begin == len(names):
        return command(tuple(token.name for token in said))
    end = len(names) - max(0, least - len(chosen) - 1)
    ways: dict[Token, Way] = {}
    if len(chosen) >= least:
        ways[NO] = command(tuple(token.name for token in said))
    for place in range(begin, end):
        ways[names[place]] = partial(_some, names, least, most, command, (*chosen, place))
    return Choice(ways, said=Counter(said))


def _discard(_engine: Engine, decision: Decision, player: str) -> Next:
    """514.1, 701.9: as many cards as have to be discarded."""
    cards = [Token("card", name, place) for place, name in enumerate(decision.choices)]
    count = decision.count or 0
    return _some(cards, count, count, lambda names: DiscardCards(player=player, cards=names))


def _untap(_engine: Engine, decision: Decision, player: str) -> Next:
    """502.3: up to as many as may untap."""
    permanents = [_permanent(name) for name in decision.choices]
    return _some(permanents, 0, decision.count or 0, lambda names: ChooseUntap(player=player, permanents=names))


def _order(_engine: Engine, decision: Decision, player: str) -> Next:
    """603.3b: what goes on the stack next, until one name is left."""
    return _next_trigger(decision.choices, player, ())


def _next_trigger(names: tuple[str, ...], player: str, order: tuple[int, ...]) -> Next:
    left = [place for place in range(len(names)) if place not in order]
    first: dict[str, int] = {}
    for place in left:
        first.setdefault(names[place], place)
    if len(first) == 1:
        return OrderTriggers(player=player, triggers=tuple(names[place] for place in (*order, *left)))
    ways: dict[Token, Way] = {
        Token("option", name, place): partial(_next_trigger, names, player, (*order, place))
        for name, place in first.items()
    }
    return Choice(ways, said=Counter(Token("option", names[place], place) for place in order))


# --- declarations ---


def _attack(engine: Engine, _decision: Decision, player: str) -> Next:
    """508.1: creature by creature, what each attacks."""
    game: Any = engine.game
    options = attacking.options(engine, game, player)

    def after(said: tuple[str | None, ...]) -> Next:
        names = (candidate.name for candidate in options.candidates)
        attackers = {name: target for name, target in zip(names, said, strict=False) if target is not None}
        following = options.ways_on(said)
        if following is None:
            return Attack(player=player, attackers=attackers)
        name, targets = following
        ways: dict[Token, Way] = {
            NO if target is None else _thing(engine, target): partial(after, (*said, target)) for target in targets
        }
        return Choice(ways, (_permanent(name),), Counter(map(_permanent, attackers)))

    return after(())


def _block(engine: Engine, _decision: Decision, player: str) -> Next:
    """509.1: creature by creature, which attackers each blocks."""
    game: Any = engine.game
    options = blocking.options(engine, game, player)

    def after(said: tuple[tuple[str, str | None], ...]) -> Next:
        following = options.ways_on([attacker for _, attacker in said])
        blockers: dict[str, tuple[str, ...]] = {}
        for name, attacker in said:
            if attacker is not None:
                blockers[name] = (*blockers.get(name, ()), attacker)
        if following is None:
            return Block(player=player, blockers=blockers)
        name, attackers = following
        ways: dict[Token, Way] = {
            NO if attacker is None else _permanent(attacker): partial(after, (*said, (name, attacker)))
            for attacker in attackers
        }
        named = (*blockers, *(attacker for blocked in blockers.values() for attacker in blocked))
        return Choice(ways, (_permanent(name),), Counter(map(_permanent, named)))

    return after(())


# --- combat damage ---

_Shares = Mapping[str, Mapping[str, int]]


class _Assigning(NamedTuple):
    """An assignment of combat damage (510.1): whose, and what each creature deals to whom at most."""

    engine: Engine
    player: str
    powers: Mapping[str, int]
    recipients: Mapping[str, tuple[str, ...]]

    def command(self, damage: _Shares) -> Assign:
        """The command; nobody is named who gets nothing."""
        dealt = {name: {to: part for to, part in parts.items() if part} for name, parts in damage.items()}
        return Assign(player=self.player, damage=dealt)

    def after(self, damage: _Shares) -> Next:
        """How much the next creature deals to the next one, once this is settled; the last one gets what is left."""
        open_ = next((name for name in self.powers if not self._is_whole(damage, name)), None)
        if open_ is None:
            return self.command(damage)
        parts = damage.get(open_, {})
        to = self.recipients[open_][len(parts)]
        left = self.powers[open_] - sum(parts.values())
        several = len(self.recipients[open_]) > len(parts) + 1
        ways: dict[Token, Way] = {}
        for part in range(left + 1) if several else (left,):
            then = {**damage, open_: {**parts, to: part}}
            if self._reaches(then):
                ways[Token("option", str(part), part)] = partial(self.after, then)
        return Choice(ways, (_permanent(open_), _thing(self.engine, to)), self._said(damage))

    def _is_whole(self, damage: _Shares, name: str) -> bool:
        parts = damage.get(name, {})
        return sum(parts.values()) == self.powers[name] or len(parts) == len(self.recipients[name])

    def _said(self, damage: _Shares) -> Counter[Token]:
        said: Counter[Token] = Counter()
        for parts in damage.values():
            for to, part in parts.items():
                said[_thing(self.engine, to)] += part
        return said

    def _reaches(self, damage: _Shares) -> bool:
        """Whether it can become a legal assignment; what is left open is by default, where that is legal."""
        open_ = next((name for name in damage if not self._is_whole(damage, name)), None)
        if open_ is not None:
            return any(self._reaches({**damage, open_: parts}) for parts in self._divisions(open_, damage[open_]))
        if self.engine.why_not(self.command(damage)) is None:
            return True
        helper = next((name for name in self.powers if name not in damage and self._shares(name)), None)
        return helper is not None and any(
            self._reaches({**damage, helper: parts}) for parts in self._divisions(helper, {})
        )

    def _shares(self, name: str) -> bool:
        """Whether another creature can deal damage to the same ones, so that one's lethal damage counts for both."""
        others = (self.recipients[other] for other in self.powers if other != name)
        return any(set(self.recipients[name]) & set(to) for to in others)

    def _divisions(self, name: str, parts: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
        """Every way to divide what is left, as much as possible to the first ones first."""
        left = self.powers[name] - sum(parts.values())
        if left == 0 or len(parts) == len(self.recipients[name]):
            yield parts
            return
        to = self.recipients[name][len(parts)]
        several = len(self.recipients[name]) > len(parts) + 1
        for part in range(left, -1, -1) if several else (left,):
            yield from self._divisions(name, {**parts, to: part})


def _assign(engine: Engine, _decision: Decision, player: str) -> Next:
    """510.1: creature by creature and recipient by recipient, how much."""
    game: Any = engine.game
    sources: Iterable[str] = assignment.damage_sources(engine, game, player)
    powers = {name: battlefield.power(engine, game.battlefield[name]) for name in sources}
    recipients = {name: assignment.recipients(engine, game, name) for name in powers}
    return _Assigning(engine, player, powers, recipients).after({})


CHOICES: Final[dict[str, Callable[[Engine, Decision, str], Next]]] = {
    "declare_attackers": _attack,
    "declare_blockers": _block,
    "assign_combat_damage": _assign,
    "discard_to_hand_size": _discard,
    "choose_discard": _discard,
    "choose_untap": _untap,
    "order_triggers": _order,
}
"""The first choice of each kind of decision whose commands are too many to list; of all others they are listed."""

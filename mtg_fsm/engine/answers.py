"""What answers a decision: for each kind of decision and command the check and what is done, in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import ValidationError

from mtg_fsm.engine import declarations, mana, skips, timing, triggers, turn_based_actions
from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.engine.decisions import Code, Pending, Refusal
from mtg_fsm.engine.events import LandPlayed, PutOnStack
from mtg_fsm.engine.stack import Context, Printed, StackObject, Target
from mtg_fsm.words.cards import at_target
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
from mtg_fsm.words.effects import AddMana

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class Answer:
    """How a command answers a decision: why it may not, what it does, and every answer of its kind there is."""

    why_not: Callable[[Engine, Pending, Any], Refusal | None]
    carry_out: Callable[[Engine, Pending, Any], None]
    possible: Callable[[Engine, Pending], Iterator[Command]]


# --- with priority (117.1) ---


def _why_not_pass(_engine: Engine, _pending: Pending, _command: Pass) -> Refusal | None:
    return None


def _pass(engine: Engine, _pending: Pending, _command: Pass) -> None:
    engine.fire("priority", "pass")


def _possible_with_priority(engine: Engine, pending: Pending) -> Iterator[Command]:
    yield Pass(player=pending.player)
    for command in engine.game.legal_actions(engine, pending.player):
        for targeted in _with_each_target(engine, pending.player, command):
            if engine.why_not(targeted) is None:
                yield targeted


def _with_each_target(engine: Engine, player: str, command: Command) -> Iterator[Command]:
    """The command once for each target that its spell or ability may have; itself if it has none or names one."""
    kind = None
    if isinstance(command, (Cast, Activate)) and command.target is None:
        kind = _printed(engine, player, command).target
    if kind is None:
        yield command
        return
    for target in engine.game.targets(engine, player, kind):
        yield command.model_copy(update={"target": target})


def _printed(engine: Engine, player: str, command: Cast | Activate) -> Printed:
    if isinstance(command, Cast):
        return engine.game.spell(engine, player, command)
    return engine.game.ability(engine, command)


def _why_not_cast(engine: Engine, pending: Pending, command: Cast) -> Refusal | None:
    player, refusal = pending.player, None
    printed = engine.game.spell(engine, player, command)
    if printed.speed == "sorcery":
        refusal = timing.why_not_sorcery(engine, player, "a sorcery is cast", "117.1a")
    return (
        refusal
        or timing.why_not_only(engine, printed.only)
        or engine.game.why_not_cast(engine, player, command)
        or _why_not_own(command, printed, "601.2a")
        or _why_not_target(engine, player, command, printed, "601.2c")
        or _why_not_afford(engine, (player,), printed.cost, "601.2h")
    )


def _why_not_own(command: Cast | Activate, printed: Printed, rule: str) -> Refusal | None:
    """What a command brings of its own may repeat what the card or permanent says, and nothing else."""
    for name in ("effects", "cost", "only"):
        brought, own = getattr(command, name), getattr(printed, name)
        if brought and brought != own:
            message = f"{name}: what {command.name} costs and does is what its card says; leave it out"
            return Refusal(Code.ILLEGAL_CHOICE, "effects_of_card", rule, message)
    return None


def _why_not_target(
    engine: Engine, player: str, command: Cast | Activate, printed: Printed, rule: str
) -> Refusal | None:
    """601.2c, 602.2b: what targets something names something that it can target; nothing else names anything."""
    if printed.target is None:
        if command.target is None:
            return None
        return Refusal(Code.ILLEGAL_CHOICE, "has_a_target", rule, f"{command.name} targets nothing")
    there = engine.game.targets(engine, player, printed.target)
    if command.target in there:
        return None
    message = (
        f"{command.name} targets one of {', '.join(there)}" if there else f"there is no {printed.target} to target"
    )
    return Refusal(Code.ILLEGAL_CHOICE, "can_be_targeted", rule, message)


def _why_not_afford(engine: Engine, players: Sequence[str], cost: str, rule: str) -> Refusal | None:
    if cost and mana.payment(engine, players, cost) is None:
        have = mana.written(tuple(unit for player in players for unit in engine.pools[player])) or "no mana"
        return Refusal(Code.NOT_ENOUGH_MANA, "cost_can_be_paid", rule, f"the cost is {cost}, in the pool is {have}")
    return None


def _cast(engine: Engine, pending: Pending, command: Cast) -> None:
    """601.2a: the spell goes onto the stack and its cost is paid."""
    player = pending.player
    printed = engine.game.spell(engine, player, command)
    object_ = _object(engine, player, "spell", command, printed)
    object_ = object_._replace(card=engine.game.take_spell(engine, player, command))
    mana.pay(engine, (player,), printed.cost)
    spells = engine.facts.spells
    engine.facts = engine.facts._replace(spells={**spells, player: spells.get(player, 0) + 1})
    _put_on_stack(engine, object_, "601.2a")
    engine.fire("priority", "act")


def _object(
    engine: Engine, player: str, kind: Literal["spell", "activated"], command: Cast | Activate, printed: Printed
) -> StackObject:
    """What goes onto the stack, bound to the objects of which its effects speak and to what it targets."""
    source = command.source if isinstance(command, Activate) else None
    target = Target(printed.target, command.target) if printed.target and command.target else None
    effects = at_target(printed.effects, target.id) if target else printed.effects
    bound = engine.bind(effects, also=(target.id,) if target else ())
    return StackObject(engine.next_id(), kind, command.name, player, source, effects, bound=bound, target=target)


def _put_on_stack(engine: Engine, object_: StackObject, rule: str) -> None:
    engine.stack = (*engine.stack, object_)
    target = object_.target.id if object_.target is not None else None
    engine.emit(PutOnStack(engine.position, rule, object_.name, object_.controller, object_.source, target))


def _why_not_activate(engine: Engine, pending: Pending, command: Activate) -> Refusal | None:
    player = pending.player
    refusal = engine.game.why_not_activate(engine, player, command)
    if refusal is not None:
        return refusal
    printed = engine.game.ability(engine, command)
    refusal = _why_not_own(command, printed, "602.2")
    if refusal is not None:
        return refusal
    if command.mana_ability and not any(isinstance(effect, AddMana) for effect in printed.effects):
        message = f"{command.name} adds no mana and so is no mana ability"
        return Refusal(Code.ILLEGAL_CHOICE, "adds_mana", "117.1d", message)
    if printed.speed == "sorcery":
        what, rule = ("taken", "117.1c") if printed.special_action else ("activated", "602.5d")
        refusal = timing.why_not_sorcery(engine, player, f"{command.name} is {what}", rule)
    return (
        refusal
        or timing.why_not_only(engine, printed.only)
        or _why_not_target(engine, player, command, printed, "602.2b")
        or _why_not_afford(engine, (player,), printed.cost, "601.2h")
    )


def _activate(engine: Engine, pending: Pending, command: Activate) -> None:
    """602.2: the ability goes onto the stack and its cost is paid.

    A mana ability resolves at once (117.1d), and a special action is carried out at once (117.2c).
    """
    player, printed = pending.player, engine.game.ability(engine, command)
    if command.mana_ability or printed.special_action:
        bound = engine.bind(printed.effects)
        mana.pay(engine, (player,), printed.cost)
        engine.game.pay_costs(engine, player, command)
        engine.effects_left = printed.effects
        engine.context = Context(player, command.source, command.name, bound)
        engine.then_act = True
        return
    object_ = _object(engine, player, "activated", command, printed)
    mana.pay(engine, (player,), printed.cost)
    engine.game.pay_costs(engine, player, command)
    _put_on_stack(engine, object_, "602.2")
    engine.fire("priority", "act")


def _why_not_play_land(engine: Engine, pending: Pending, command: PlayLand) -> Refusal | None:
    return timing.why_not_land(engine, pending.player) or engine.game.why_not_play_land(engine, pending.player, command)


def _play_land(engine: Engine, pending: Pending, command: PlayLand) -> None:
    """505.6b: a special action; the stack is not used."""
    player, lands = pending.player, engine.facts.lands
    engine.facts = engine.facts._replace(lands={**lands, player: lands.get(player, 0) + 1})
    engine.emit(LandPlayed(engine.position, "505.6b", player, command.id))
    engine.game.play_land(engine, player, command.id)
    engine.fire("priority", "act")


# --- choices among what is listed ---


def _why_not_listed(pending: Pending, chosen: tuple[str, ...], what: str) -> Refusal | None:
    """Chosen have to be different ones of the listed, as many as are asked for."""
    there = Counter(pending.choices)
    for name, number in Counter(chosen).items():
        if number > there[name]:
            listed = ", ".join(pending.choices) or "none"
            return Refusal(
                Code.ILLEGAL_CHOICE,
                "is_a_choice",
                pending.rule,
                f"{what} {name!r} cannot be chosen; there are {listed}",
            )
    if pending.how_many is not None and len(chosen) != pending.how_many:
        message = f"{pending.how_many} {what}(s) have to be chosen, not {len(chosen)}"
        return Refusal(Code.WRONG_NUMBER, "number_is_right", pending.rule, message)
    return None


def _why_not_untap(_engine: Engine, pending: Pending, command: ChooseUntap) -> Refusal | None:
    count = pending.how_many or 0
    if len(command.permanents) > count:
        message = f"at most {count} permanent(s) untap, not {len(command.permanents)}"
        return Refusal(Code.WRONG_NUMBER, "number_is_right", pending.rule, message)
    return _why_not_listed(pending._replace(how_many=None), command.permanents, "permanent")


def _untap(engine: Engine, pending: Pending, command: ChooseUntap) -> None:
    chosen = tuple(permanent for permanent in pending.choices if permanent in command.permanents)
    turn_based_actions.untap(engine, pending.player, chosen)


def _possible_untap(_engine: Engine, pending: Pending) -> Iterator[Command]:
    for count in range(pending.how_many or 0, -1, -1):
        for chosen in combinations(pending.choices, count):
            yield ChooseUntap(player=pending.player, permanents=chosen)


def _why_not_discard(_engine: Engine, pending: Pending, command: DiscardCards) -> Refusal | None:
    return _why_not_listed(pending, command.cards, "card")


def _discard_to_hand_size(engine: Engine, pending: Pending, command: DiscardCards) -> None:
    turn_based_actions.discard(engine, pending.player, command.cards)


def _possible_discard(_engine: Engine, pending: Pending) -> Iterator[Command]:
    for chosen in combinations(pending.choices, pending.how_many or 0):
        yield DiscardCards(player=pending.player, cards=chosen)


def _why_not_order(engine: Engine, pending: Pending, command: OrderTriggers) -> Refusal | None:
    if triggers.ordered(engine, command.triggers) is None:
        named = ", ".join(command.triggers) or "none"
        message = f"all waiting abilities have to be named, {', '.join(pending.choices)}, in any order, not {named}"
        return Refusal(Code.ILLEGAL_CHOICE, "names_each_once", pending.rule, message)
    return None


def _order(engine: Engine, _pending: Pending, command: OrderTriggers) -> None:
    triggers.stack_in_order(engine, triggers.ordered(engine, command.triggers) or ())


def _possible_orders(_engine: Engine, pending: Pending) -> Iterator[Command]:
    for order in orders(pending.choices):
        yield OrderTriggers(player=pending.player, triggers=order)


def orders(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every order of names, once: those that share a name are not told apart. The given one is first."""
    yield names
    known = tuple(dict.fromkeys(names))
    order = sorted(map(known.index, names))
    while True:
        following = tuple(known[place] for place in order)
        if following != names:
            yield following
        falls = next((at for at in range(len(order) - 1, 0, -1) if order[at - 1] < order[at]), 0)
        if falls == 0:
            return
        larger = max(at for at in range(falls, len(order)) if order[at] > order[falls - 1])
        order[falls - 1], order[larger] = order[larger], order[falls - 1]
        order[falls:] = reversed(order[falls:])


def _why_not_defend(_engine: Engine, pending: Pending, command: Defend) -> Refusal | None:
    return _why_not_listed(pending, (command.player,), "opponent who can be attacked")


def _defend(engine: Engine, _pending: Pending, command: Defend) -> None:
    engine.facts = engine.facts._replace(defending=command.player)


def _possible_defenders(_engine: Engine, pending: Pending) -> Iterator[Command]:
    for player in pending.choices:
        yield Defend(player=player)


def _ids(command: Choose) -> tuple[str, ...]:
    return tuple(map(str, command.ids))


def _why_not_choose(_engine: Engine, pending: Pending, command: Choose) -> Refusal | None:
    return _why_not_listed(pending, _ids(command), "choice")


def _possible_choices(_engine: Engine, pending: Pending) -> Iterator[Command]:
    for chosen in combinations(pending.choices, pending.how_many or 1):
        yield Choose(player=pending.player, ids=chosen)


def _choose_skip(engine: Engine, pending: Pending, command: Choose) -> None:
    skips.choose(engine, pending.choices.index(_ids(command)[0]))


def _roll(engine: Engine, pending: Pending, command: Choose) -> None:
    turn_based_actions.roll(engine, pending.player, int(_ids(command)[0]))


def _nothing_more(_engine: Engine, _pending: Pending) -> Iterator[Command]:
    """What another command of the table lists already is not listed again."""
    yield from ()


# --- conceding (104.3a) ---


def why_not_concede(engine: Engine, pending: Pending, command: Concede) -> Refusal | None:
    """104.3a, 722.6: whoever is in the game can, in person."""
    player = command.player or pending.player
    if player not in engine.in_game:
        return Refusal(Code.NOT_ASKED, "is_in_game", "104.3a", f"{player} has left the game")
    if command.by not in (None, player):
        return Refusal(Code.NOT_DECIDER, "concedes_in_person", "722.6", f"only {player} can concede for {player}")
    return None


def _concede(engine: Engine, pending: Pending, command: Concede) -> None:
    """104.3a: it answers no decision, so that the one that was open still is."""
    engine.pending = pending
    outcomes.concede(engine, command.player or pending.player)


# --- costs of declarations (508.1g-508.1j, 509.1d-509.1f) ---


def _why_not_pay(engine: Engine, pending: Pending, command: Pay) -> Refusal | None:
    """Optional costs are only chosen now; the total has to be in the pool."""
    if pending.optional or not command.pay:
        return None
    return _why_not_afford(engine, engine.members_of(pending.player), pending.cost, pending.rule)


def _pay(engine: Engine, pending: Pending, command: Pay) -> None:
    declaration = engine.declaration
    assert declaration is not None  # nosec B101 # for type checkers
    if pending.optional:
        declarations.decide_optional_cost(engine, accepted=command.pay)
    else:
        engine.fire(declaration.machine, "pay" if command.pay else "take_back")


def _possible_payments(engine: Engine, pending: Pending) -> Iterator[Command]:
    """Optional costs are declined by default; the total is paid if that is possible."""
    for pay in (False, True) if pending.optional else (True, False):
        command = Pay(player=pending.player, pay=pay)
        if _why_not_pay(engine, pending, command) is None:
            yield command


def _why_not_mana_ability(engine: Engine, pending: Pending, command: Activate) -> Refusal | None:
    """508.1i, 509.1e: only mana abilities, and only once optional costs are chosen."""
    if pending.optional or not command.mana_ability:
        what = "optional costs are chosen first" if pending.optional else f"{command.name} is no mana ability"
        message = f"only mana abilities can be activated while the total cost is paid; {what}"
        return Refusal(Code.WRONG_TIME, "is_mana_ability", "117.1d", message)
    return _why_not_activate(engine, pending, command)


def _possible_mana_abilities(engine: Engine, pending: Pending) -> Iterator[Command]:
    for command in engine.game.legal_actions(engine, pending.player):
        if isinstance(command, Activate) and engine.why_not(command) is None:
            yield command


# --- what the game answers ---


def _game_why_not(engine: Engine, pending: Pending, command: Command) -> Refusal | None:
    return engine.game.why_not(engine, pending, command)


def _game_answer(engine: Engine, pending: Pending, command: Command) -> None:
    engine.game.answer(engine, pending, command)


def _game_possible(engine: Engine, pending: Pending) -> Iterator[Command]:
    yield from engine.game.possible_answers(engine, pending)


def _why_not_attack(engine: Engine, pending: Pending, command: Attack) -> Refusal | None:
    """508.1a, 508.1b: of what the game lets through, attackers are of the choices and attack what is there."""
    return (
        _game_why_not(engine, pending, command)
        or _why_not_listed(pending, tuple(command.attackers), "attacker")
        or _why_not_there(engine, pending, command.attackers.values(), engine.in_game)
    )


def _why_not_block(engine: Engine, pending: Pending, command: Block) -> Refusal | None:
    """509.1a: likewise, blockers are of the choices and block what is there."""
    blocked = (attacker for attackers in command.blockers.values() for attacker in attackers)
    return (
        _game_why_not(engine, pending, command)
        or _why_not_listed(pending, tuple(command.blockers), "blocker")
        or _why_not_there(engine, pending, blocked, ())
    )


def _why_not_there(engine: Engine, pending: Pending, named: Iterable[str], players: Collection[str]) -> Refusal | None:
    for name in named:
        if name not in players and engine.game.controller_of(name) is None:
            kind = "player or permanent" if players else "permanent"
            return Refusal(Code.NO_SUCH_OBJECT, "is_there", pending.rule, f"there is no {kind} {name!r}")
    return None


_GAME: Final = Answer(_game_why_not, _game_answer, _game_possible)
CONCEDE: Final = Answer(why_not_concede, _concede, _nothing_more)
"""Answers whatever is asked."""
ANSWERS: Final[dict[str, dict[type[Command], Answer]]] = {
    "priority": {
        Pass: Answer(_why_not_pass, _pass, _possible_with_priority),
        Cast: Answer(_why_not_cast, _cast, _nothing_more),
        Activate: Answer(_why_not_activate, _activate, _nothing_more),
        PlayLand: Answer(_why_not_play_land, _play_land, _nothing_more),
    },
    "order_triggers": {OrderTriggers: Answer(_why_not_order, _order, _possible_orders)},
    "choose_untap": {ChooseUntap: Answer(_why_not_untap, _untap, _possible_untap)},
    "discard_to_hand_size": {DiscardCards: Answer(_why_not_discard, _discard_to_hand_size, _possible_discard)},
    "choose_discard": {
        DiscardCards: Answer(_why_not_discard, _game_answer, _possible_discard),
        Choose: Answer(_why_not_choose, _game_answer, _nothing_more),
    },
    "choose_skip": {Choose: Answer(_why_not_choose, _choose_skip, _possible_choices)},
    "roll": {Choose: Answer(_why_not_choose, _roll, _possible_choices)},
    "choose_defending_player": {Defend: Answer(_why_not_defend, _defend, _possible_defenders)},
    "declare_attackers": {Attack: Answer(_why_not_attack, declarations.attackers_chosen, _game_possible)},
    "declare_blockers": {Block: Answer(_why_not_block, declarations.blockers_chosen, _game_possible)},
    "assign_combat_damage": {Assign: Answer(_game_why_not, declarations.damage_announced, _game_possible)},
    "pay": {
        Pay: Answer(_why_not_pay, _pay, _possible_payments),
        Activate: Answer(_why_not_mana_ability, _activate, _possible_mana_abilities),
    },
    "choose_legend": {Choose: _GAME},
    "choose_protector": {Choose: _GAME},
    "choose_attacked": {Choose: _GAME},
    "choose_blocked": {Choose: _GAME},
}
"""Which commands answer which kind of decision."""
COMMAND_TYPES: Final = frozenset(kind for answers in ANSWERS.values() for kind in answers) | {Concede}
"""What is a command for sure."""


DECLARATIONS: Final[dict[str, tuple[type[Attack | Block], str]]] = {
    "declare_attackers": (Attack, "attackers"),
    "declare_blockers": (Block, "blockers"),
}
"""The command that declares something, and its field that says what, by the kind of decision."""


def answer_to(pending: Pending, command: Command) -> Answer | None:
    """How a command answers a decision, None if it is of another kind.

    What answers a kind of decision that only the game knows is the game's matter.
    """
    answers = ANSWERS.get(pending.kind)
    return _GAME if answers is None else answers.get(type(command))


def what_it_answers(command: Command) -> str:
    """In words, which kinds of decision a command answers."""
    kinds = [kind.replace("_", " ") for kind, answers in ANSWERS.items() if type(command) in answers]
    return f"answers only: {', '.join(kinds)}" if kinds else "is no answer"


def possible(engine: Engine, pending: Pending) -> Iterator[Command]:
    """Every legal answer, lazily and in a stable order; what is free (`free_casting`) is not listed."""
    answers = tuple(ANSWERS[pending.kind].values()) if pending.kind in ANSWERS else (_GAME,)
    for answer in answers:
        yield from answer.possible(engine, pending)


class LegalAnswers:
    """The legal answers to a kind of decision: test with `in`, iterate lazily, ask `why_not`.

    A view of the game as it is whenever it is asked. Members are commands, or what they declare as plain data:
    `{"bear": "B"} in engine.legal_attacks`.
    """

    def __init__(self, engine: Engine, kind: str) -> None:
        self._engine = engine
        self._kind = kind

    @property
    def _open(self) -> bool:
        pending = self._engine.pending
        return pending is not None and pending.kind == self._kind

    def __iter__(self) -> Iterator[Command]:
        """Each legal answer once, in a stable order; the first is what happens by default."""
        pending = self._engine.pending
        return possible(self._engine, pending) if pending is not None and self._open else iter(())

    def __contains__(self, declared: object) -> bool:
        """Whether it would be accepted now; what is no such declaration is not."""
        model, _ = DECLARATIONS[self._kind]
        try:
            command = self._command(declared)
        except ValidationError:
            return False
        return self._open and isinstance(command, model) and self._engine.why_not(command) is None

    def why_not(self, declared: Command | Mapping[str, Any]) -> Refusal | None:
        """Why it would be refused now: the creature, the rule and what would be legal; None if it would not.

        Raises pydantic's ValidationError for a mapping that is no such declaration at all.
        """
        return self._engine.why_not(self._command(declared))

    def _command(self, declared: Any) -> Any:
        model, field = DECLARATIONS[self._kind]
        return model.model_validate({field: declared}) if isinstance(declared, Mapping) else declared

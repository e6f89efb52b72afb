"""Declaring attackers and blockers and assigning damage (508.1, 509.1, 510.1): guards and callbacks of their machines.

What creatures there are and what is legal is the game's matter; the order of the steps, costs and the way back are
the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast

from pydantic import AfterValidator

from mtg_fsm.engine import mana
from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.events import DeclarationTakenBack, TurnBasedAction
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.words.base import Cost
from mtg_fsm.words.commands import Assign, Attack, Block

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


def _immutable(value: object) -> Any:
    """What was read from JSON, as it is kept: lists as tuples."""
    return tuple(cast("Any", value)) if isinstance(value, list) else value


Said = Annotated[Any, AfterValidator(_immutable)]
"""What a creature attacks (a name), blocks (a tuple of names) or deals (damage by names)."""


class Declaration(NamedTuple):
    """A declaration or an assignment of damage in progress, and the machine that it runs on.

    `player` is who declares, `left` who will after that player. `chosen` is what was said: attackers with what each
    attacks, blockers with what they block, damage; `objects` tells what it names from later ones of the same id.
    `complete` is what the players before have declared, `became_blocked` the attackers that became blocked by all that.
    `optional` are creatures with an optional cost that is not decided yet, `accepted` the optional costs that will be
    paid, `cost` the total. `before` is engine and game as they were when the player was asked, until the declaration
    stands.
    """

    machine: str
    player: str
    left: tuple[str, ...] = ()
    chosen: Mapping[str, Said] = {}
    objects: tuple[tuple[str, int | None], ...] = ()
    complete: Mapping[str, Said] = {}
    became_blocked: tuple[str, ...] = ()
    optional: Mapping[str, Cost] = {}
    accepted: tuple[str, ...] = ()
    cost: Cost = ""
    before: tuple[tuple[Any, ...], Any] | None = None


def _open(engine: Engine) -> Declaration:
    assert engine.declaration is not None  # nosec B101 # for type checkers
    return engine.declaration


def _rule(engine: Engine) -> str:
    """The rule of the step that the process is in."""
    definition = engine.machines[_open(engine).machine].definition
    return definition.state(getattr(engine, definition.model_attribute)).rules[0]


def begin(engine: Engine, machine: str, *players: str) -> None:
    """A process begins, in which these players decide one after another; it runs until one has to."""
    engine.declaration = Declaration(machine, players[0], players)
    engine.fire(machine, "open")


def end_process(engine: Engine) -> None:
    """Nothing is being declared any more."""
    engine.declaration = None


def _declare(engine: Engine, pending: Pending, chosen: Mapping[str, Any], against: Iterable[str] = ()) -> None:
    """The player has said what is declared, against what. It can be taken back to the moment before (508.1, 509.1)."""
    engine.pending = pending
    before = (engine.state(), engine.game.mark())
    engine.pending = None
    objects = tuple((name, engine.game.object_of(name)) for name in dict.fromkeys((*chosen, *against)))
    engine.declaration = _open(engine)._replace(chosen=chosen, objects=objects, before=before)
    engine.fire(_open(engine).machine, "declare")


def attackers_chosen(engine: Engine, pending: Pending, command: Attack) -> None:
    """508.1a, 508.1b: who attacks whom."""
    _declare(engine, pending, dict(command.attackers), command.attackers.values())


def blockers_chosen(engine: Engine, pending: Pending, command: Block) -> None:
    """509.1a: who blocks whom; a creature that blocks nothing is not declared."""
    chosen = {name: blocked for name, blocked in command.blockers.items() if blocked}
    _declare(engine, pending, chosen, (attacker for blocked in chosen.values() for attacker in blocked))


def damage_announced(engine: Engine, pending: Pending, command: Assign) -> None:
    """510.1: what each creature deals to whom."""
    _declare(engine, pending, {name: dict(parts) for name, parts in command.damage.items()})


def _gone(engine: Engine) -> set[str]:
    """What has left since it was named; one that came back under the same id is another one (400.7)."""
    return {name for name, object_ in _open(engine).objects if engine.game.object_of(name) != object_}


def _stands(engine: Engine, chosen: Mapping[str, Any]) -> None:
    """The declaration can no longer be taken back; this is what came of it."""
    declaration = _open(engine)
    engine.declaration = declaration._replace(chosen=chosen, before=None)


# --- attackers ---


def ask_for_attackers(engine: Engine) -> None:
    """508.1a: the player is asked."""
    player = _open(engine).player
    choices = tuple(engine.game.possible_attackers(engine, player) or ())
    engine.ask(Pending("declare_attackers", player, "508.1", choices))


def note_required_attackers(engine: Engine) -> None:
    """506.6: which creatures an effect requires to attack is fixed now."""
    required = engine.game.required_attackers(engine, _open(engine).player)
    if required:
        noted = dict.fromkeys((*engine.facts.had_to_attack, *required))
        engine.facts = engine.facts._replace(had_to_attack=tuple(noted))


def announce_bands(engine: Engine) -> None:
    """508.1e: the player announces bands, in a game that has them."""
    engine.game.announce_bands(engine, _open(engine).player, _open(engine).chosen)


def tap_attackers(engine: Engine) -> None:
    """508.1f: the chosen creatures tap."""
    engine.game.tap_attackers(engine, _open(engine).chosen)


def note_optional_costs(engine: Engine) -> None:
    """508.1g: which optional costs there are to decide about."""
    declaration = _open(engine)
    costs = engine.game.optional_attack_costs(engine, declaration.chosen)
    optional = {name: cost for name, cost in costs.items() if cost}
    if optional != declaration.optional:
        engine.declaration = declaration._replace(optional=optional)


def optional_cost_left(engine: Engine) -> bool:
    """508.1g: an optional cost is not decided yet."""
    return bool(_open(engine).optional)


def ask_for_optional_cost(engine: Engine) -> None:
    """508.1g: whether the next optional cost will be paid."""
    name, cost = next(iter(_open(engine).optional.items()))
    engine.ask(Pending("pay", _open(engine).player, "508.1g", subject=name, cost=cost, optional=True))


def decide_optional_cost(engine: Engine, *, accepted: bool) -> None:
    """508.1g: it will be paid or not."""
    declaration = _open(engine)
    (_, cost), *left = declaration.optional.items()
    engine.declaration = declaration._replace(
        optional=dict(left), accepted=(*declaration.accepted, cost) if accepted else declaration.accepted
    )


def determine_attack_cost(engine: Engine) -> None:
    """508.1h: the total is fixed; later changes do not matter."""
    declaration = _open(engine)
    required = engine.game.attack_cost(engine, declaration.chosen)
    cost = _total("attack_cost", required, *declaration.accepted)
    if cost != declaration.cost:
        engine.declaration = declaration._replace(cost=cost)


def become_attackers(engine: Engine) -> None:
    """508.1k: what is still controlled becomes attacking; whether any did decides about 508.8."""
    declaration = _open(engine)
    gone = _gone(engine)
    chosen = {
        name: None if target in gone else target for name, target in declaration.chosen.items() if name not in gone
    }
    attackers = engine.game.become_attackers(engine, declaration.player, chosen)
    _stands(engine, attackers)
    if attackers:
        engine.facts = engine.facts.declaring(declaration.player, len(attackers))._replace(attacked=True)


def trigger_attacks(engine: Engine) -> None:
    """508.1m: all abilities that look for the declaration trigger at one time."""
    engine.game.trigger_attacks(engine, _open(engine).player, _open(engine).chosen)


# --- blockers ---


def player_left(engine: Engine) -> bool:
    """802.4, 802.5: a player has not declared blockers, or assigned what damage there is to assign, yet."""
    return bool(_left(engine))


def _left(engine: Engine) -> tuple[str, ...]:
    declaration = _open(engine)
    players = tuple(player for player in declaration.left if player in engine.in_game)
    if declaration.machine != "damage":
        return players
    return tuple(player for player in players if engine.game.damage_sources(engine, player))


def _next_player(engine: Engine, rule: str, action: str) -> None:
    player, *left = _left(engine)
    engine.declaration = _open(engine)._replace(player=player, left=tuple(left))
    engine.emit(TurnBasedAction(engine.position, rule, action, player))


def next_defender_declares(engine: Engine) -> None:
    """509.1, 802.4: the next defending player in APNAP order declares blockers."""
    _next_player(engine, "509.1", "declare_blockers")


def ask_for_blockers(engine: Engine) -> None:
    """509.1a: the player is asked."""
    player = _open(engine).player
    choices = tuple(engine.game.possible_blockers(engine, player) or ())
    engine.ask(Pending("declare_blockers", player, "509.1", choices))


def determine_block_cost(engine: Engine) -> None:
    """509.1d: the total is fixed; later changes do not matter."""
    declaration = _open(engine)
    required = engine.game.block_cost(engine, declaration.chosen)
    engine.declaration = declaration._replace(cost=_total("block_cost", required))


def become_blockers(engine: Engine) -> None:
    """509.1g: what is still controlled becomes blocking."""
    declaration = _open(engine)
    gone = _gone(engine)
    chosen = {
        name: tuple(attacker for attacker in attackers if attacker not in gone)
        for name, attackers in declaration.chosen.items()
        if name not in gone
    }
    blockers = engine.game.become_blockers(engine, declaration.player, chosen)
    engine.facts = engine.facts.declaring(declaration.player, len(blockers))
    _stands(engine, {})
    engine.declaration = _open(engine)._replace(complete={**declaration.complete, **blockers})


def become_blocked(engine: Engine) -> None:
    """509.1h: each attacker becomes blocked or unblocked."""
    became = engine.game.become_blocked(engine, _open(engine).complete)
    engine.declaration = _open(engine)._replace(became_blocked=tuple(became))


def trigger_blocks(engine: Engine) -> None:
    """509.1i: all abilities that look for the declarations trigger at one time."""
    declaration = _open(engine)
    engine.game.trigger_blocks(engine, declaration.complete, declaration.became_blocked)


# --- costs of both ---


def _total(hook: str, *costs: str) -> str:
    """The sum of costs that a game gave. Raises MtgFsmError, naming the hook, for what is no cost."""
    try:
        return mana.total(costs)
    except ValueError as error:
        raise MtgFsmError(f"{hook}: {error}") from None


def cost_to_pay(engine: Engine) -> bool:
    """508.1h, 509.1d: the total is more than nothing."""
    return bool(_open(engine).cost)


def ask_to_pay(engine: Engine) -> None:
    """508.1i, 509.1e: mana abilities may be activated, and the player says whether the total is paid."""
    declaration = _open(engine)
    engine.ask(Pending("pay", declaration.player, _rule(engine), cost=declaration.cost))


def pay_costs(engine: Engine) -> None:
    """508.1j, 509.1f: the total is paid in full, by a team from the pools of its members (805.10b, 805.10d)."""
    declaration = _open(engine)
    mana.pay(engine, engine.members_of(declaration.player), declaration.cost, _rule(engine))


def undo_declaration(engine: Engine) -> None:
    """732.1: engine and game are as they were when the player was asked, and that decision is open."""
    before = _open(engine).before
    assert before is not None  # nosec B101 # for type checkers
    engine.emit(DeclarationTakenBack(engine.position, "732.1", _open(engine).player))
    engine.return_to(*before)


def take_back_declaration(engine: Engine) -> None:
    """732.1: the declaration is undone, and its first step asks again."""
    undo_declaration(engine)
    engine.pending = None


# --- combat damage ---


def next_player_assigns(engine: Engine) -> None:
    """510.1, 802.5: the next player in APNAP order announces."""
    _next_player(engine, "510.1", "assign_combat_damage")


def ask_for_assignment(engine: Engine) -> None:
    """510.1a-510.1d: the player is asked what each creature deals to whom."""
    player = _open(engine).player
    choices = tuple(engine.game.damage_sources(engine, player))
    engine.ask(Pending("assign_combat_damage", player, "510.1", choices))


def assign_damage(engine: Engine) -> None:
    """510.1e: the whole assignment was legal and stands."""
    declaration = _open(engine)
    engine.game.assign_damage(engine, declaration.player, declaration.chosen)
    _stands(engine, {})

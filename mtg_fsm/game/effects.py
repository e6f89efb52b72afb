"""Applying the effects that concern cards and permanents, by a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mtg_fsm.engine import durations
from mtg_fsm.engine.decisions import Code, Pending, Refusal
from mtg_fsm.engine.events import Zone
from mtg_fsm.engine.stack import Context
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.game import battlefield, combat, damage, phasing, schemes, state_based_actions
from mtg_fsm.game.cards import is_spell_of, members
from mtg_fsm.game.objects import COPIED, DEFENSE, LOYALTY, Permanent
from mtg_fsm.words.effects import (
    Abandon,
    AddCounters,
    Become,
    Bounce,
    Create,
    Custom,
    Damage,
    Destroy,
    Discard,
    Draw,
    Effect,
    EnterCombat,
    Exile,
    GainControl,
    GainLife,
    IntoCombat,
    LoseLife,
    OnPermanents,
    PhaseIn,
    PhaseOut,
    Regenerate,
    RemoveFromCombat,
    ReselectAttack,
    Sacrifice,
    Tap,
    UntapPermanents,
    with_inner,
)

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


def apply(engine: Engine, game: ReferenceGame, effect: Effect, context: Context) -> None:
    """Applies one effect; what it names and is not there is left alone."""
    if isinstance(effect, OnPermanents):
        effect = effect.model_copy(update={"permanents": members(game, effect.permanents, context.controller)})
    APPLY[type(effect)](engine, game, effect, context)


def why_not(listed: Iterable[Effect]) -> Refusal | None:
    """Why effects cannot be applied: the reference game knows none of other games."""
    for effect in with_inner(listed):
        if isinstance(effect, Custom):
            message = f"the reference game has no effect {effect.name!r}; a game of your own applies it"
            return Refusal(Code.ILLEGAL_CHOICE, "effect_is_known", "601.2a", message)
    return None


def _present(game: ReferenceGame, names: Sequence[str]) -> list[Permanent]:
    return [permanent for name in dict.fromkeys(names) if (permanent := game.present(name)) is not None]


def _draw(engine: Engine, game: ReferenceGame, effect: Draw, context: Context) -> None:
    for player in engine.recipients(effect.player, context.controller):
        game.draw_cards(engine, player, effect.count, None)


def _discard(engine: Engine, game: ReferenceGame, effect: Discard, context: Context) -> None:
    """One player after another in APNAP order chooses; then all discard (101.4). Who has no choice is not asked."""
    players = engine.recipients(effect.player, context.controller)
    for number, player in enumerate(players):
        hand = game.belongings[player].hand
        if len(hand) > effect.count:
            others = effect.model_copy(update={"player": players[number + 1 :]})
            engine.effects_left, engine.context = (others, *engine.effects_left), context
            engine.ask(Pending("choose_discard", player, "101.4", hand, effect.count))
            return
        choose_discard(game, player, hand)
    discarding = game.discarding
    game.set(game, "discarding", ())
    for player, cards in discarding:
        if player in engine.in_game:
            game.discard(engine, player, cards, None)


def choose_discard(game: ReferenceGame, player: str, cards: tuple[str, ...]) -> None:
    """A player's cards are chosen; they are discarded once all have chosen."""
    game.set(game, "discarding", (*game.discarding, (player, cards)))


def _gain_life(engine: Engine, game: ReferenceGame, effect: GainLife, context: Context) -> None:
    players = engine.recipients(effect.player, context.controller)
    damage.change_life(engine, game, players, effect.count, "119.3")


def _lose_life(engine: Engine, game: ReferenceGame, effect: LoseLife, context: Context) -> None:
    players = engine.recipients(effect.player, context.controller)
    damage.change_life(engine, game, players, -effect.count, "119.3")


def _damage(engine: Engine, game: ReferenceGame, effect: Damage, context: Context) -> None:
    part = damage.Damage(effect.source or context.source, effect.to, effect.amount)
    damage.deal(engine, game, [part], combat=False)


def _create(engine: Engine, game: ReferenceGame, effect: Create, context: Context) -> None:
    if _asks_for_combat(engine, game, effect, context, context.controller, effect.permanent.id):
        return
    rule = "608.3" if is_spell_of(game, effect.permanent.id, context) else None
    permanent = battlefield.enter(engine, game, effect.permanent, context.controller, rule)
    if permanent is not None:
        _into_combat(engine, game, permanent, effect, enters=True)


def _enter_combat(engine: Engine, game: ReferenceGame, effect: EnterCombat, context: Context) -> None:
    permanent = game.present(effect.permanent)
    if permanent is not None and not _asks_for_combat(
        engine, game, effect, context, permanent.controller, permanent.id
    ):
        _into_combat(engine, game, permanent, effect, enters=False)


def _into_combat(
    engine: Engine, game: ReferenceGame, permanent: Permanent, effect: IntoCombat, *, enters: bool
) -> None:
    if effect.attacking is not None:
        combat.put_in_attacking(engine, game, permanent, effect.attacking)
    elif effect.blocking is not None:
        combat.put_in_blocking(engine, game, permanent, effect.blocking, enters=enters)


def _asks_for_combat(
    engine: Engine, game: ReferenceGame, effect: Create | EnterCombat, context: Context, player: str, subject: str
) -> bool:
    """508.4, 509.4: whether the player chooses first what is attacked or blocked; the effect waits for that then."""
    if "any" not in (effect.attacking, effect.blocking):
        return False
    choices = combat.choices(engine, game, player, attacking=effect.attacking is not None)
    if choices:
        kind, rule = ("choose_attacked", "508.4") if effect.attacking else ("choose_blocked", "509.4")
        engine.effects_left, engine.context = (effect, *engine.effects_left), context
        engine.ask(Pending(kind, player, rule, choices, 1, subject))
    return bool(choices)


def choose_for_combat(engine: Engine, chosen: str) -> None:
    """508.4, 509.4: it is chosen what a creature attacks or blocks; the effect that waits specifies that now."""
    effect, *others = engine.effects_left
    assert isinstance(effect, IntoCombat)  # nosec B101 # for type checkers
    role = "attacking" if effect.attacking is not None else "blocking"
    engine.effects_left = (effect.model_copy(update={role: chosen}), *others)


def _reselect_attack(engine: Engine, game: ReferenceGame, effect: ReselectAttack, _context: Context) -> None:
    combat.reselect(engine, game, effect.attacker, effect.to)


def _destroy(engine: Engine, game: ReferenceGame, effect: Destroy, _context: Context) -> None:
    """Indestructible permanents stay, and a regeneration shield is used instead (702.12, 701.19a)."""
    leaving = [
        permanent
        for permanent in _present(game, effect.permanents)
        if "indestructible" not in battlefield.keywords(engine, permanent)
        and not state_based_actions.regenerate(engine, game, permanent)
    ]
    battlefield.leave(engine, game, leaving, "graveyard", None)


def _leave(to: Zone) -> Callable[[Engine, ReferenceGame, Any, Context], None]:
    def leave(engine: Engine, game: ReferenceGame, effect: Any, _context: Context) -> None:
        battlefield.leave(engine, game, _present(game, effect.permanents), to, None)

    return leave


def _tap(engine: Engine, game: ReferenceGame, effect: Tap, _context: Context) -> None:
    battlefield.tap(engine, game, effect.permanents, None)


def _untap(engine: Engine, game: ReferenceGame, effect: UntapPermanents, _context: Context) -> None:
    battlefield.untap(engine, game, effect.permanents, None)


def _phase_out(engine: Engine, game: ReferenceGame, effect: PhaseOut, _context: Context) -> None:
    phasing.phase_out(engine, game, _present(game, effect.permanents), "702.26b")


def _phase_in(engine: Engine, game: ReferenceGame, effect: PhaseIn, _context: Context) -> None:
    named = [game.battlefield[name] for name in effect.permanents if name in game.battlefield]
    phasing.phase_in(engine, game, named, "702.26c")


def _regenerate(engine: Engine, game: ReferenceGame, effect: Regenerate, context: Context) -> None:
    state_based_actions.shield(engine, game, effect, context.controller)


def _remove_from_combat(engine: Engine, game: ReferenceGame, effect: RemoveFromCombat, _context: Context) -> None:
    combat.remove(engine, game, effect.permanents, "506.4")


def _gain_control(engine: Engine, game: ReferenceGame, effect: GainControl, context: Context) -> None:
    """Control for a duration; nothing comes under the control of a player who has left (800.4b)."""
    if game.is_present(effect.permanent) and (effect.player or context.controller) in engine.in_game:
        keys = (("control", effect.permanent),)
        durations.begin(engine, "control", context.name, context.controller, effect, effect.lasts, keys)
        game.effect_changed(engine, effect.permanent)


def _add_counters(engine: Engine, game: ReferenceGame, effect: AddCounters, _context: Context) -> None:
    if effect.permanent is not None:
        permanent = game.present(effect.permanent)
        if permanent is not None:
            battlefield.add_counters(engine, game, permanent, effect.counter, effect.count, None)
    elif effect.player in engine.in_game:
        damage.add_counters(engine, game, effect.player, effect.counter, effect.count, None)


def _become(engine: Engine, game: ReferenceGame, effect: Become, _context: Context) -> None:
    """Base values change; lists replace; loyalty and defense are the number of those counters."""
    permanent = game.present(effect.permanent)
    if permanent is None:
        return
    before = combat.attacked_as(permanent)
    for name, set_value in _BECOME.items():
        value = getattr(effect, name)
        if value is not None:
            set_value(engine, game, permanent, name, value)
    combat.lose_roles(engine, game, permanent, before)


def _set(_engine: Engine, game: ReferenceGame, permanent: Permanent, name: str, value: Any) -> None:
    game.set(permanent, name, value)


def _set_lower(_engine: Engine, game: ReferenceGame, permanent: Permanent, name: str, value: Any) -> None:
    """Types and subtypes are in lower case; what is attached may have to come off (704.5n)."""
    game.set(permanent, name, tuple(dict.fromkeys(part.lower() for part in value)))
    battlefield.check_attached(game, permanent.id)


def _set_attached_to(_engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    battlefield.attach(game, permanent, value)


def _set_tapped(engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    (battlefield.tap if value else battlefield.untap)(engine, game, (permanent.id,), None)


def _set_counters(_engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    game.set(permanent, "counters", {name: count for name, count in value.items() if count})


def _set_number_of(counter: str) -> Callable[[Engine, ReferenceGame, Permanent, str, Any], None]:
    def set_number(_engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
        game.set(permanent, "counters", {**permanent.counters, counter: value})

    return set_number


def _set_sick(engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    game.set(permanent, "since", engine.position.turn if value else -1)


def _set_phased_out(engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    if value:
        phasing.phase_out(engine, game, [permanent], "702.26b")


def _set_goaded_by(engine: Engine, game: ReferenceGame, permanent: Permanent, name: str, value: Any) -> None:
    game.set(permanent, name, value)
    game.set(permanent, "goaded_in", engine.position.turn)


def _set_abilities(engine: Engine, game: ReferenceGame, permanent: Permanent, _name: str, value: Any) -> None:
    engine.unregister_abilities(permanent.id)
    game.set(permanent, "abilities", value)
    for ability in value:
        engine.register_ability(ability, permanent.controller, permanent.id, permanent.entered)


_BECOME: Final[dict[str, Callable[[Engine, ReferenceGame, Permanent, str, Any], None]]] = {
    **dict.fromkeys((*COPIED, "owner"), _set),
    "types": _set_lower,
    "subtypes": _set_lower,
    "attached_to": _set_attached_to,
    "tapped": _set_tapped,
    "counters": _set_counters,
    "loyalty": _set_number_of(LOYALTY),
    "defense": _set_number_of(DEFENSE),
    "sick": _set_sick,
    "phased_out": _set_phased_out,
    "abilities": _set_abilities,
    "goaded_by": _set_goaded_by,
}


def _custom(_engine: Engine, _game: ReferenceGame, effect: Custom, _context: Context) -> None:
    """The reference game knows no effects of other games."""
    raise MtgFsmError(f"the reference game has no custom effect {effect.name!r}; a game of your own applies it")


APPLY: Final[dict[type, Callable[[Engine, ReferenceGame, Any, Context], None]]] = {
    Draw: _draw,
    Discard: _discard,
    GainLife: _gain_life,
    LoseLife: _lose_life,
    Damage: _damage,
    Create: _create,
    Destroy: _destroy,
    Sacrifice: _leave("graveyard"),
    Exile: _leave("exile"),
    Bounce: _leave("hand"),
    Tap: _tap,
    UntapPermanents: _untap,
    PhaseOut: _phase_out,
    PhaseIn: _phase_in,
    Regenerate: _regenerate,
    RemoveFromCombat: _remove_from_combat,
    EnterCombat: _enter_combat,
    ReselectAttack: _reselect_attack,
    Abandon: lambda engine, game, effect, _context: schemes.turn_down(engine, game, effect.scheme, "904.11"),
    GainControl: _gain_control,
    AddCounters: _add_counters,
    Become: _become,
    Custom: _custom,
}

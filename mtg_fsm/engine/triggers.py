"""Triggered abilities: triggering (603.2), waiting, and being put on the stack in two rounds (603.3b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.durations import this_turn
from mtg_fsm.engine.events import AbilityTriggered, PutOnStack
from mtg_fsm.engine.in_force import InForce, Key, game_order, in_game_order
from mtg_fsm.engine.stack import Context, StackObject
from mtg_fsm.errors import EndlessLoopError
from mtg_fsm.words.effects import Ability, BeginningOf, DelayedTrigger, Happening, Trigger
from mtg_fsm.words.units import names_of_phase

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine

OF_PLAYERS: Final = frozenset({"draws", "life_lost", "discards", "is_attacked", "player_attacks"})
"""Events that happen to a player: `of` left out is the ability's controller, not its source."""


def keys_of(ability: Ability, controller: str, source: str | None) -> tuple[Key, ...]:
    """Under which keys an ability is found when its event happens."""
    when = ability.when
    if isinstance(when, BeginningOf):
        return (("begins", when.beginning_of),)
    subject = when.of or (controller if when.event in OF_PLAYERS else source)
    return (("event", when.event, subject),)


def add_trigger(engine: Engine, effect: Trigger, context: Context) -> None:
    """An ability that belongs to its controller for the rest of the game."""
    keys = keys_of(effect, context.controller, None)
    engine.put_in_force("trigger", effect.name, context.controller, None, effect, keys)


def add_delayed_trigger(engine: Engine, effect: DelayedTrigger, context: Context) -> None:
    """603.7: a delayed triggered ability; limited to this turn it is gone in the cleanup step."""
    keys = keys_of(effect, context.controller, context.source)
    bound = engine.bind(effect.effects, context.bound)
    if isinstance(effect.when, Happening) and effect.when.of is not None:
        object_ = engine.game.object_of(effect.when.of)
        bound = (*bound, *([(effect.when.of, object_)] if object_ is not None else ()))
    if effect.this_turn:
        keys = (*keys, *this_turn(engine))
    engine.put_in_force(
        "delayed_trigger", effect.name, context.controller, None, effect, keys, origin=context.source, bound=bound
    )


class Occurrence(NamedTuple):
    """Something that happened to a player or permanent, and what it was directed against, if anything.

    `number` is how many there were before and are now of what `at_least` counts (509.3e), else None.
    """

    event: str
    of: str
    against: frozenset[str] = frozenset()
    number: tuple[int, int] | None = None


class Looker(NamedTuple):
    """An ability that looks for something that happens, and who controlled it as that happened (603.3a)."""

    entry: InForce
    controller: str
    second_round: bool


def lookers(
    engine: Engine,
    event: str,
    of: str,
    against: frozenset[str] = frozenset(),
    number: tuple[int, int] | None = None,
) -> list[Looker]:
    """Abilities that look for an event of `of`, as the game is now, in game order.

    What looks back in time (603.10) is found before something leaves or phases out and triggers afterwards.
    """
    if not engine.in_force.by_key:
        return []
    found = (*engine.in_force.find(("event", event, of)), *engine.in_force.find(("event", event, "any")))
    looking: list[Looker] = []
    object_ = engine.game.object_of(of)
    for entry in in_game_order(found):
        when, controller = _ability(entry).when, engine.controller_of(entry)
        meant = all(name != of or bound == object_ for name, bound in entry.bound)
        if meant and isinstance(when, Happening) and _fits(when, against, number) and controller is not None:
            looking.append(Looker(entry, controller, event == "triggers"))
    return looking


def _fits(when: Happening, against: frozenset[str], number: tuple[int, int] | None) -> bool:
    """Whether it was directed against whom an ability names, and the number that it names is reached by it (509.3e)."""
    if when.against is not None and when.against not in against:
        return False
    if when.at_least is None or number is None:
        return when.at_least is None and number is None
    return number[0] < when.at_least <= number[1]


def trigger_each(engine: Engine, looking: Iterable[Looker]) -> None:
    """These abilities trigger at one time (603.2), in game order; conditions are judged by the game now (603.4)."""
    for looker in sorted(looking, key=lambda looker: game_order(looker.entry)):
        _trigger(engine, looker, "603.2")


def occur(engine: Engine, occurrences: Iterable[Occurrence]) -> None:
    """All this happened at one time: abilities that look for it trigger, in game order."""
    if not engine.in_force.by_key:
        return
    trigger_each(engine, [looker for occurrence in occurrences for looker in lookers(engine, *occurrence)])


def _ability(entry: InForce) -> Ability:
    assert isinstance(entry.effect, Ability)  # nosec B101 # for type checkers
    return entry.effect


def _trigger(engine: Engine, looker: Looker, rule: str) -> None:
    """An ability triggers by a rule, if it does, and waits."""
    if _triggers(engine, looker):
        wait(engine, _triggered(engine, looker), rule, looker.entry.id)


def _triggers(engine: Engine, looker: Looker) -> bool:
    """Whether an ability triggers: its intervening condition holds (603.4), a delayed one has not yet (603.7b)."""
    entry = looker.entry
    if entry.kind != "delayed_trigger":
        return engine.holds(_ability(entry).condition)
    if entry.id not in engine.in_force.entries or not engine.holds(_ability(entry).condition):
        return False
    engine.in_force = engine.in_force.without(entry.id)
    return True


def _triggered(engine: Engine, looker: Looker) -> StackObject:
    entry, ability = looker.entry, _ability(looker.entry)
    return StackObject(
        engine.next_id(),
        "triggered",
        entry.name,
        looker.controller,
        entry.source or entry.origin,
        ability.effects,
        ability.condition,
        second_round=looker.second_round,
        bound=entry.bound or engine.bind(ability.effects),
    )


def wait(engine: Engine, ability: StackObject, rule: str, of: int | None = None) -> None:
    """An ability has triggered by a rule and waits for the next time a player would get priority (603.3).

    Other abilities may look for that, and others for those; `of` is the thing in force whose ability it is, which does
    not look at itself. Raises EndlessLoopError if abilities trigger one another without end.
    """
    new = [(ability, rule, of)]
    for number, (waiting, by_rule, entry) in enumerate(new):
        if number >= engine.options.loop_bound:
            raise EndlessLoopError(f"{number} abilities triggered one another, and there is no end to it")
        engine.waiting = (*engine.waiting, waiting)
        engine.emit(AbilityTriggered(engine.position, by_rule, waiting.name, waiting.controller, waiting.source))
        others = [looker for looker in lookers(engine, "triggers", waiting.name) if looker.entry.id != entry]
        new += [(_triggered(engine, other), "603.2", other.entry.id) for other in others if _triggers(engine, other)]


def _trigger_beginning(engine: Engine, names: tuple[str, ...]) -> None:
    """500.6, 603.2b: fixed from the abilities that are there at this instant."""
    found = [entry for name in names for entry in engine.in_force.find(("begins", name))]
    for entry in in_game_order(found):
        controller = engine.controller_of(entry)
        if controller is not None and entry.id in engine.in_force.entries and _is_whose(engine, entry, controller):
            _trigger(engine, Looker(entry, controller, False), "603.2b")


def _is_whose(engine: Engine, entry: InForce, controller: str) -> bool:
    """Whether the turn in progress is one that the ability speaks of: yours, an opponent's, a player's, each."""
    whose = _ability(entry).whose
    active = engine.position.active_player
    if whose == "each" or active is None:
        return whose == "each"
    if whose == "you":
        return engine.is_active(controller)
    return not engine.is_active(controller) if whose == "opponent" else engine.is_active(whose)


def _waits_for_riders(engine: Engine, callback: str) -> bool:
    """Puts a callback off until what is tied to this turn or phase, and asks somebody, has been carried out."""
    if engine.pending is None and not engine.effects_left:
        return False
    engine.actions_left = (callback, *engine.actions_left)
    return True


def trigger_beginning_of_turn(engine: Engine) -> None:
    """603.2b for the turn."""
    if not _waits_for_riders(engine, "trigger_beginning_of_turn") and engine.in_force.by_key:
        _trigger_beginning(engine, ("turn",))


def trigger_beginning_of_phase(engine: Engine) -> None:
    """603.2b for the phase; a main phase is both "main" and precombat or postcombat main (505.1)."""
    if not _waits_for_riders(engine, "trigger_beginning_of_phase") and engine.in_force.by_key:
        _trigger_beginning(engine, names_of_phase(engine.schedule.phase_name or ""))


def trigger_beginning_of_step(engine: Engine) -> None:
    """603.2b for the step."""
    if engine.in_force.by_key and engine.schedule.step is not None:
        _trigger_beginning(engine, (engine.schedule.step.name,))


# --- guards and callbacks of the priority machine ---


def triggers_wait(engine: Engine) -> bool:
    """603.3: an ability waits to be put on the stack."""
    return bool(engine.waiting)


def put_triggers_on_stack(engine: Engine) -> None:
    """603.3b: the next player in APNAP order puts abilities on the stack, from two on in an order that is asked for.

    All players' abilities of the first round come before any of the second.
    """
    batch = _next_batch(engine)
    if len(batch) > 1:
        player = engine.members_of(batch[0].controller)[0]
        engine.ask(Pending("order_triggers", player, "603.3b", tuple(ability.name for ability in batch)))
    else:
        stack_in_order(engine, batch)


def _next_batch(engine: Engine) -> tuple[StackObject, ...]:
    for second in (False, True):
        for team in engine.teams_in_order():
            batch = tuple(
                ability
                for ability in engine.waiting
                if ability.controller in team
                and ability.controller in engine.in_game
                and ability.second_round is second
            )
            if batch:
                return batch
    return engine.waiting[:1]


def stack_in_order(engine: Engine, batch: tuple[StackObject, ...]) -> None:
    """Puts waiting abilities on the stack, the first first; what a player controls who has left is dropped (800.4d)."""
    taken = {ability.id for ability in batch}
    engine.waiting = tuple(ability for ability in engine.waiting if ability.id not in taken)
    for ability in batch:
        if ability.controller in engine.in_game:
            engine.stack = (*engine.stack, ability)
            engine.emit(PutOnStack(engine.position, "603.3", ability.name, ability.controller, ability.source))


def ordered(engine: Engine, names: tuple[str, ...]) -> tuple[StackObject, ...] | None:
    """The abilities of the batch that is asked about in the order of these names, None if they don't match it."""
    left = list(_next_batch(engine))
    chosen: list[StackObject] = []
    for name in names:
        ability = next((ability for ability in left if ability.name == name), None)
        if ability is None:
            return None
        left.remove(ability)
        chosen.append(ability)
    return None if left else tuple(chosen)


def drop_waiting_triggers(engine: Engine) -> None:
    """723.1a, 723.2a: abilities that triggered before the process cease to exist."""
    dropped, engine.waiting = engine.waiting, ()
    for ability in dropped:
        engine.game.left_stack(engine, ability, to="nowhere")

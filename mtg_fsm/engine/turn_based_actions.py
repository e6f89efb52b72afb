"""Turn-based actions (703.4): actions of the turn machine's states, in the order in which the states list them.

In a turn whose player has left they are logged with nothing under them and ask nobody (800.4j).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mtg_fsm.engine import declarations, durations
from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.events import DayNightChanged, Rolled, TurnBasedAction
from mtg_fsm.engine.priority import perform_state_based_actions

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


def _log(engine: Engine, rule: str, action: str, player: str | None = None) -> None:
    engine.emit(TurnBasedAction(engine.position, rule, action, player))


def phasing(engine: Engine) -> None:
    """502.1: permanents with phasing phase out and phased-out ones phase in, all at once."""
    _log(engine, "502.1", "phasing", engine.position.active_player)
    for player in engine.active_players:
        engine.game.phasing(engine, player)


def _one_by_one(engine: Engine, action: str) -> str | None:
    """The next member of the active team who has something to do in an action, which comes again for those left."""
    players = tuple(player for player in engine.actors if player in engine.in_game) or engine.active_players
    if not players:
        return None
    engine.actors = players[1:]
    if engine.actors:
        engine.actions_left = (action, *engine.actions_left)
    return players[0]


def check_day_and_night(engine: Engine) -> None:
    """502.2: day and night change by the spells that the last turn's player cast in it; without either no check."""
    if engine.day_night == "neither":
        return
    _log(engine, "502.2", "day_night")
    if engine.spells_last_turn is None:
        return
    if engine.day_night == "day" and engine.spells_last_turn == 0:
        set_day_night(engine, "night", "730.2a")
    elif engine.day_night == "night" and engine.spells_last_turn >= 2:
        set_day_night(engine, "day", "730.2b")


def set_day_night(engine: Engine, to: Literal["day", "night"], rule: str) -> None:
    """730.1a: it becomes day or night; nothing happens if it is so already."""
    if engine.day_night != to:
        engine.day_night = to
        engine.emit(DayNightChanged(engine.position, rule, to))


def untap_permanents(engine: Engine) -> None:
    """502.3: the active player's permanents untap; if a limit binds, the player chooses which."""
    player = _one_by_one(engine, "untap_permanents")
    if player is None:
        _log(engine, "502.3", "untap")
        return
    choice = engine.game.untap_choice(engine, player)
    if choice.at_most is not None and choice.at_most < len(choice.permanents):
        engine.ask(Pending("choose_untap", player, "502.3", choice.permanents, choice.at_most))
    else:
        untap(engine, player, choice.permanents)


def untap(engine: Engine, player: str, permanents: tuple[str, ...]) -> None:
    """502.3: these permanents untap together."""
    if player == engine.position.active_player:
        _log(engine, "502.3", "untap", player)
    engine.game.untap(engine, player, permanents)


def draw_card(engine: Engine) -> None:
    """504.1, 805.4b: the active player, or each member of the active team, draws a card."""
    _log(engine, "504.1", "draw", engine.position.active_player)
    for player in engine.active_players:
        engine.game.draw(engine, player)


def set_scheme_in_motion(engine: Engine) -> None:
    """505.3, 904.9: an archenemy sets the top scheme in motion."""
    for player in engine.active_players:
        if player in engine.options.archenemies:
            _log(engine, "505.3", "set_scheme_in_motion", player)
            engine.game.set_scheme_in_motion(engine, player)


def add_lore_counters(engine: Engine) -> None:
    """505.4: each Saga with a chapter ability gets a lore counter."""
    players = [player for player in engine.active_players if engine.game.controls_sagas(engine, player)]
    if players:
        _log(engine, "505.4", "add_lore_counters", players[0])
    for player in players:
        engine.game.add_lore_counters(engine, player)


def roll_to_visit_attractions(engine: Engine) -> None:
    """505.5: with an Attraction the player rolls; who drives the game says what was rolled."""
    player = _one_by_one(engine, "roll_to_visit_attractions")
    if player is not None and engine.game.controls_attraction(engine, player):
        engine.ask(Pending("roll", player, "505.5", tuple(map(str, range(1, 7))), 1))


def roll(engine: Engine, player: str, result: int) -> None:
    """505.5: the roll is made."""
    _log(engine, "505.5", "roll_to_visit_attractions", player)
    engine.emit(Rolled(engine.position, "505.5", player, result))
    engine.game.visit_attractions(engine, player, result)


def choose_defending_player(engine: Engine) -> None:
    """507.1: with several opponents who do not all defend, the active player chooses one.

    If that player has left, the next player in turn order does (800.4h).
    """
    defenders = engine.possible_defenders()
    if len(engine.teams) > 2 and not engine.options.attack_multiple_players and defenders:
        player = engine.apnap()[0]
        _log(engine, "507.1", "choose_defending_player", player)
        engine.ask(Pending("choose_defending_player", player, "507.1", defenders, 1))


def declare_attackers(engine: Engine) -> None:
    """508.1: the active player declares attackers, unless it is a game without creatures."""
    player = engine.position.active_player
    _log(engine, "508.1", "declare_attackers", player)
    if player is not None and engine.game.possible_attackers(engine, player) is not None:
        declarations.begin(engine, "attack", player)


def declare_blockers(engine: Engine) -> None:
    """509.1: the defending players declare blockers."""
    defenders = [
        engine.members_of(head)[0]
        for head in engine.one_of_each_team(engine.defending_players())
        if engine.game.possible_blockers(engine, engine.members_of(head)[0]) is not None
    ]
    if defenders:
        declarations.begin(engine, "block", *defenders)


def assign_combat_damage(engine: Engine) -> None:
    """510.4, then 510.1: who has first or double strike now is fixed and adds a second step; damage is assigned."""
    step = engine.schedule.step
    if step is not None and step.rule != "510.4":
        strikers = engine.game.in_combat_with(engine, "first_strike", "double_strike")
        engine.facts = engine.facts._replace(struck_first=frozenset(map(_identity(engine), strikers)))
        if strikers:
            engine.schedule = engine.schedule.with_repeated_step("combat_damage", "510.4")
    players = (engine.members_of(head)[0] for head in engine.one_of_each_team(engine.apnap()))
    assigning = tuple(player for player in players if engine.game.damage_sources(engine, player))
    if assigning:
        declarations.begin(engine, "damage", *assigning)


def deal_combat_damage(engine: Engine) -> None:
    """510.2: all assigned damage is dealt at once."""
    _log(engine, "510.2", "deal_combat_damage")
    engine.game.deal_combat_damage(engine)


def _identity(engine: Engine) -> Callable[[str], tuple[str, int | None]]:
    """What tells a creature from another one of the same id (400.7)."""
    return lambda creature: (creature, engine.game.object_of(creature))


def strikes_now(engine: Engine) -> Callable[[str], bool]:
    """510.4: which creatures assign damage in this step.

    In the first of two steps: who had first or double strike as it began. In the second: who had neither then, and
    who has double strike now. In an only step: everybody.
    """
    step, first = engine.schedule.step, engine.facts.struck_first
    identity = _identity(engine)
    if step is not None and step.rule == "510.4":
        again = engine.game.in_combat_with(engine, "double_strike")
        return lambda creature: identity(creature) not in first or creature in again
    return lambda creature: not first or identity(creature) in first


def discard_to_hand_size(engine: Engine) -> None:
    """514.1: the active player discards down to maximum hand size."""
    player = _one_by_one(engine, "discard_to_hand_size")
    if player is None:
        return
    hand, excess = engine.game.excess_cards(engine, player)
    if excess > 0:
        engine.ask(Pending("discard_to_hand_size", player, "514.1", hand, excess))


def discard(engine: Engine, player: str, cards: tuple[str, ...]) -> None:
    """514.1: these cards are discarded."""
    _log(engine, "514.1", "discard_to_hand_size", player)
    engine.game.discard(engine, player, cards, "514.1")


def remove_damage_and_end_effects(engine: Engine) -> None:
    """514.2: at one instant damage is removed and "until end of turn" and "this turn" effects end."""
    _log(engine, "514.2", "remove_damage_and_end_effects")
    engine.game.remove_damage(engine)
    durations.expire(engine, durations.CLEANUP, "514.2")


def check_state_based_actions(engine: Engine) -> None:
    """514.3a: it is looked whether a state-based action applies; if so it is performed."""
    perform_state_based_actions(engine)


def give_priority(engine: Engine) -> None:
    """117.3a: the active player would get priority."""
    engine.fire("priority", "open")


def give_priority_if_needed(engine: Engine) -> None:
    """514.3a: only if a state-based action was performed or an ability waits; then another cleanup step follows."""
    if engine.last_check_performed or engine.waiting:
        engine.schedule = engine.schedule.with_repeated_step("cleanup", "514.3a")
        engine.fire("priority", "open")

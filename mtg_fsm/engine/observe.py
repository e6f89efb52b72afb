"""Facts of a game in the words of `that`: for checks and intervening conditions (603.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mtg_fsm.engine import timing
from mtg_fsm.engine.mana import written
from mtg_fsm.words.base import as_mapping
from mtg_fsm.words.conditions import Condition, differences

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


def observe(engine: Engine, word: str, names: Sequence[str] = ()) -> Any:
    """The answer to one word of `that`; for words about several things, for these names only."""
    answer = WORDS.get(word)
    return answer(engine, names) if answer else engine.game.observe(engine, word, names)


def compare(engine: Engine, condition: Condition) -> list[str]:
    """What of a condition does not hold now, a text for each difference."""
    expected = condition.words()
    actual = {word: observe(engine, word, tuple(as_mapping(wanted) or ())) for word, wanted in expected.items()}
    for word in ("priority", "active_player"):
        if actual.get(word) in engine.players and expected[word] in engine.members_of(actual[word]):
            actual[word] = expected[word]  # any member stands for the team
    return differences(expected, actual)


def holds(engine: Engine, condition: Condition | None) -> bool:
    """Whether a condition holds now; no condition always does."""
    return condition is None or not compare(engine, condition)


def _priority(engine: Engine, _names: Sequence[str]) -> str:
    pending = engine.pending
    return pending.player if pending is not None and pending.kind == "priority" else "none"


def _effects(engine: Engine, _names: Sequence[str]) -> list[str]:
    return [entry.name for entry in engine.in_force.find_all(("kind", "continuous"))]


WORDS: Final[dict[str, Callable[[Engine, Sequence[str]], Any]]] = {
    "mana": lambda engine, names: {player: written(engine.pools.get(player, ())) for player in names},
    "effects": _effects,
    "stack": lambda engine, _: [object_.name for object_ in reversed(engine.stack)],
    "priority": _priority,
    "active_player": lambda engine, _: engine.position.active_player or "none",
    "day_night": lambda engine, _: engine.day_night,
    "lands_played": lambda engine, names: {player: engine.facts.lands.get(player, 0) for player in names},
    "decided_by": lambda engine, names: {player: engine.decider(player) for player in names},
    "players_in_game": lambda engine, _: list(engine.in_game),
    "begun_this_turn": lambda engine, names: {name: engine.schedule.begun.get(name, 0) for name in names},
    "defending": lambda engine, _: list(engine.defending_players()),
    "had_to_attack": lambda engine, _: list(engine.facts.had_to_attack if engine.position.phase == "combat" else ()),
    "may_cast": lambda engine, _: timing.may_cast(engine),
}
"""Words of `that` which the engine answers; all others are the game's."""

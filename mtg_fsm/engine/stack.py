"""Objects on the stack, and abilities that wait to be put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from mtg_fsm.engine.events import LeftStack
from mtg_fsm.engine.in_force import Bound
from mtg_fsm.words.commands import Only
from mtg_fsm.words.conditions import Condition
from mtg_fsm.words.effects import Effect

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine


class Printed(NamedTuple):
    """What a card or permanent says of a spell or ability; `target` is the kind of what it targets, None: nothing.

    `special_action` (116): what is activated is no ability; it is carried out at once, without the stack.
    """

    effects: tuple[Effect, ...] = ()
    cost: str = ""
    speed: Literal["instant", "sorcery"] = "instant"
    only: Only | None = None
    target: str | None = None
    special_action: bool = False


class Target(NamedTuple):
    """What a spell or ability targets: the kind that it has to be, and the id of a player or permanent."""

    kind: str
    id: str


class StackObject(NamedTuple):
    """A spell or ability. `card` is the card that a spell is; a spell without one came from nowhere.

    `chapter` marks a chapter ability (714.2b); `second_round` an ability that triggered on another ability
    triggering (603.3b). `bound` are the objects that its effects speak of: one that left and came back is another.
    """

    id: int
    kind: Literal["spell", "activated", "triggered"]
    name: str
    controller: str
    source: str | None = None
    effects: tuple[Effect, ...] = ()
    condition: Condition | None = None
    card: str | None = None
    chapter: bool = False
    second_round: bool = False
    bound: Bound = ()
    target: Target | None = None


def leave_stack(
    engine: Engine, object_: StackObject, rule: str | None, to: str = "graveyard", *, countered: bool = False
) -> None:
    """An object leaves the stack for a zone; an ability, which is in none elsewhere, ceases to exist."""
    engine.stack = tuple(other for other in engine.stack if other.id != object_.id)
    engine.emit(LeftStack(engine.position, rule, object_.name, object_.controller, object_.source, countered))
    engine.game.left_stack(engine, object_, to=to if object_.kind == "spell" else "nowhere")


class Context(NamedTuple):
    """For whom and by what an effect is applied, which objects it speaks of, and what the spell or ability targets."""

    controller: str
    source: str | None
    name: str
    bound: Bound = ()
    target: str | None = None

"""What happens in a game, as typed records; each carries where in the turn it happened and the rule that caused it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, cast

from pydantic import Field

from mtg_fsm.machine.dispatch import COMPILED
from mtg_fsm.words.base import KnownPlayer, Mana
from mtg_fsm.words.units import PhaseName, StepName

Zone = Literal["graveyard", "hand", "exile", "nowhere"]
"""Where a permanent goes as it leaves; `nowhere` with its owner (800.4a)."""


def listed(value: object) -> Any:
    """A tuple as the list that JSON knows, a mapping as a new dict, anything else as it is."""
    if isinstance(value, Mapping):
        return dict(cast("Any", value))
    return list(cast("Iterable[Any]", value)) if isinstance(value, tuple) else value


class Position(NamedTuple):
    """Where in the game something happens: the turn's number (from 1), its player, the phase and the step in progress.

    `step` is None in a main phase and between steps; `active_player` is None when that player has left and
    the game goes on (800.4j).
    """

    turn: Annotated[int, Field(ge=0)]
    active_player: str | None
    phase: PhaseName | None
    step: StepName | None

    @property
    def unit(self) -> str | None:
        """Name of the step, or of the phase if no step is in progress."""
        return self.step or self.phase


class Named:
    """What is named in logs and scenario files like its class, in lower case: `TurnBegan` is `turn_began`."""

    __slots__ = ()

    name_in_log: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name_in_log = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class Event(Named):
    """One thing that happened, at `at`, because of `rule` (None: because of an effect that names no rule)."""

    at: Position
    rule: str | None

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return self.at.turn

    @property
    def phase(self) -> PhaseName | None:
        """Name of the phase in progress."""
        return self.at.phase

    @property
    def step(self) -> StepName | None:
        """Name of the step in progress."""
        return self.at.step

    def as_dict(self) -> dict[str, Any]:
        """The event as flat plain data, in a fixed order of keys: `event`, the position, `rule`, its own fields."""
        flat: dict[str, Any] = {
            "event": self.name_in_log,
            "turn": self.at.turn,
            "active_player": self.at.active_player or "none",
            "phase": self.at.phase,
            "step": self.at.step,
            "rule": self.rule,
        }
        for field in fields(self)[2:]:
            value: Any = getattr(self, field.name)
            flat[field.name] = listed(value)
        return flat


def _with_quick_init(cls: type[Event]) -> None:
    """Has a class of events of this module fill its slots directly, which makes an event three times as fast.

    What `dataclass` makes of a frozen class looks up each field by its name. Parameters and all else stay the same.
    """
    names = [field.name for field in fields(cls)]
    usual = {f"usual_{field.name}": field.default for field in fields(cls) if field.default is not MISSING}
    setters = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    parameters = [f"{name}=usual_{name}" if f"usual_{name}" in usual else name for name in names]
    body = "; ".join(f"set_{name}(self, {name})" for name in names)
    made: dict[str, Any] = {**setters, **usual}
    code = f"def __init__(self, {', '.join(parameters)}): {body}"
    exec(code, made)  # nosec B102 # made of the names of fields
    quick, slow = made["__init__"], cls.__init__
    quick.__qualname__, quick.__annotations__ = slow.__qualname__, slow.__annotations__
    cls.__init__ = quick  # type: ignore[method-assign]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn began; `name` is what added it, if it is an extra turn (500.7)."""

    player: KnownPlayer
    name: str | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn ended."""

    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """A turn was skipped; `turn` is the number of the turn before it, `name` what skipped it."""

    player: KnownPlayer
    name: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase began; `name` is what added it, if it is an extra phase (500.8)."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseEnded(Event):
    """A phase ended, with all that its ending does."""


@dataclass(frozen=True, slots=True)
class PhaseSkipped(Event):
    """A phase was skipped; `name` is the effect that did it, None if a rule did."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """A step began; `name` is what added it, if it is an extra step (500.9)."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class StepEnded(Event):
    """A step ended, with all that its ending does."""


@dataclass(frozen=True, slots=True)
class StepSkipped(Event):
    """A step was skipped; `name` is the effect that did it, None if a rule did."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class TurnBasedAction(Event):
    """A turn-based action was performed (703.4); its details follow."""

    action: str
    player: KnownPlayer | None = None


@dataclass(frozen=True, slots=True)
class StateBasedAction(Event):
    """A state-based action was performed on `subject`, a permanent or player (704.5)."""

    subject: str


@dataclass(frozen=True, slots=True)
class AbilityTriggered(Event):
    """An ability triggered and waits (603.2)."""

    name: str
    controller: KnownPlayer
    source: str | None = None


@dataclass(frozen=True, slots=True)
class PutOnStack(Event):
    """A spell or ability was put on the stack; `target` is what it targets."""

    name: str
    controller: KnownPlayer
    source: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """A spell or ability has resolved; its effects come before this event."""

    name: str
    controller: KnownPlayer
    source: str | None = None


@dataclass(frozen=True, slots=True)
class LeftStack(Event):
    """An object left the stack: resolved, countered by an effect, exiled (723.1b) or removed (603.4, 608.2b)."""

    name: str
    controller: KnownPlayer
    source: str | None = None
    countered: bool = False


@dataclass(frozen=True, slots=True)
class PriorityReceived(Event):
    """A player received priority (117.3)."""

    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class PriorityPassed(Event):
    """A player passed priority and announced the unspent mana (117.3d, 106.4b)."""

    player: KnownPlayer
    mana: Mana = ""


@dataclass(frozen=True, slots=True)
class ManaAdded(Event):
    """Mana was added to a player's pool (106.4)."""

    player: KnownPlayer
    mana: Mana


@dataclass(frozen=True, slots=True)
class ManaSpent(Event):
    """Mana was paid from a player's pool."""

    player: KnownPlayer
    mana: Mana


@dataclass(frozen=True, slots=True)
class ManaEmptied(Event):
    """Unspent mana was lost as a step or phase ended (500.4)."""

    player: KnownPlayer
    mana: Mana


@dataclass(frozen=True, slots=True)
class EffectBegan(Event):
    """A continuous effect began (611.2)."""

    name: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class EffectExpired(Event):
    """A continuous effect ended."""

    name: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A player drew a card; `decided_by` decided for that player then and sees it, too (722)."""

    player: KnownPlayer
    card: str
    decided_by: KnownPlayer


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A player discarded a card."""

    player: KnownPlayer
    card: str


@dataclass(frozen=True, slots=True)
class LandPlayed(Event):
    """A player played a land (505.6b)."""

    player: KnownPlayer
    card: str


@dataclass(frozen=True, slots=True)
class DamageDealt(Event):
    """A source dealt damage to a player or permanent (120.3)."""

    source: str | None
    to: str
    amount: int
    combat: bool


@dataclass(frozen=True, slots=True)
class LifeChanged(Event):
    """A player's life total changed by `amount` to `life` (119.3)."""

    player: KnownPlayer
    amount: int
    life: int


@dataclass(frozen=True, slots=True)
class CountersAdded(Event):
    """Counters were put on a permanent or player."""

    on: str
    counter: str
    count: int


@dataclass(frozen=True, slots=True)
class PermanentTapped(Event):
    """A permanent became tapped."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class PermanentUntapped(Event):
    """A permanent became untapped."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class PermanentEntered(Event):
    """A permanent entered the battlefield."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class PermanentLeft(Event):
    """A permanent left the battlefield; `to` is the zone it went to."""

    permanent: str
    controller: KnownPlayer
    to: Zone


@dataclass(frozen=True, slots=True)
class PhasedOut(Event):
    """A permanent phased out (702.26)."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class PhasedIn(Event):
    """A permanent phased in (702.26)."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    """A permanent came under a player's control."""

    permanent: str
    controller: KnownPlayer


@dataclass(frozen=True, slots=True)
class AttackerDeclared(Event):
    """A creature was declared as an attacker, or an effect has it attack (508.1k, 508.4)."""

    permanent: str
    attacking: str | None


@dataclass(frozen=True, slots=True)
class BlockerDeclared(Event):
    """A creature was declared as a blocker of an attacker, or an effect has it block that (509.1g, 509.4)."""

    permanent: str
    blocking: str


@dataclass(frozen=True, slots=True)
class BecameBlocked(Event):
    """An attacking creature became blocked (509.1h)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class BecameUnblocked(Event):
    """An attacking creature became unblocked (509.1h, 508.4d)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class AttackReselected(Event):
    """An attacking creature attacks something else from now on (508.7a)."""

    permanent: str
    attacking: str


@dataclass(frozen=True, slots=True)
class DeclarationTakenBack(Event):
    """A player did not pay: everything since the declaration is undone and it is asked for again (732.1)."""

    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class ProtectorChosen(Event):
    """A player protects a battle from now on (704.5w, 704.5x)."""

    permanent: str
    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class RemovedFromCombat(Event):
    """A permanent left combat (506.4, 511.3)."""

    permanent: str


@dataclass(frozen=True, slots=True)
class DayNightChanged(Event):
    """It became day or night (730.1a)."""

    to: Literal["day", "night"]


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A player rolled to visit their Attractions (505.5)."""

    player: KnownPlayer
    result: int


@dataclass(frozen=True, slots=True)
class SchemeSetInMotion(Event):
    """A scheme was turned face up (904.9)."""

    scheme: str
    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class SchemeTurnedDown(Event):
    """A face-up scheme went to the bottom of its owner's scheme deck (904.10, 904.11)."""

    scheme: str
    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class PlayerControlled(Event):
    """From now on `by` decides for `player` (722.1)."""

    player: KnownPlayer
    by: KnownPlayer


@dataclass(frozen=True, slots=True)
class PassedAutomatically(Event):
    """A client's seat, that of `decided_by`, passes priority by itself, and why; the pass itself comes next.

    No rule knows of it.
    """

    player: KnownPlayer
    why: str
    decided_by: KnownPlayer


@dataclass(frozen=True, slots=True)
class AnsweredAutomatically(Event):
    """A client's table answers a decision of this kind by itself, and why: there is only one answer; it comes next.

    No rule knows of it.
    """

    player: KnownPlayer
    kind: str
    why: str
    decided_by: KnownPlayer


@dataclass(frozen=True, slots=True)
class PlayerLost(Event):
    """A player lost the game (104.3)."""

    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player left the game (104.5)."""

    player: KnownPlayer


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended (104.1): who won, or that it is a draw."""

    winners: tuple[str, ...]
    draw: bool


EVENTS: Final[dict[str, type[Event]]] = {
    cls.name_in_log: cls
    for cls in list(globals().values())
    if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event
}
if not COMPILED:  # pragma: no branch # compiled classes fill their slots directly anyway
    for _cls in EVENTS.values():
        _with_quick_init(_cls)
EVENT_NAMES: Final = tuple(EVENTS)
"""Names of all events, in the order of this module."""
EVENT_FIELDS: Final = tuple(
    dict.fromkeys(
        [
            "event",
            "turn",
            "active_player",
            "phase",
            "step",
            "rule",
            *(field.name for cls in EVENTS.values() for field in fields(cls)[2:]),
        ]
    )
)
"""Names of all fields that some event has, in the order of this module."""

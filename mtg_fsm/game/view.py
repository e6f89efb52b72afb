"""What one player may see of a reference game, and of what happens: hidden cards are in neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import Field, TypeAdapter, WithJsonSchema

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.events import CardDrawn, Event, PassedAutomatically
from mtg_fsm.engine.mana import written
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.game import battlefield
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.words.aliases import STATES
from mtg_fsm.words.base import KnownPlayer, Mana
from mtg_fsm.words.records import plain
from mtg_fsm.words.units import DayNight, PhaseName, StepName

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.objects import Permanent

Value = TypeVar("Value")

HIDDEN: Final = "hidden"
"""What stands for a card that one may not see."""
OF_CARDS: Final = frozenset({"discard_to_hand_size", "choose_discard"})
"""Decisions whose choices are cards of a hand."""


class Frozen(Mapping[str, Value]):
    """A mapping that nobody can change, so that it has a hash."""

    __slots__ = ("_data",)

    def __init__(self, data: Mapping[str, Value]) -> None:
        self._data: Final = dict(data)

    def __getitem__(self, key: str) -> Value:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __eq__(self, other: object) -> bool:
        return bool(self._data == getattr(other, "_data", other))

    def __hash__(self) -> int:
        return hash(frozenset(self._data.items()))

    def __repr__(self) -> str:
        return repr(self._data)


States = Annotated[
    Mapping[str, str],
    WithJsonSchema(
        {
            "type": "object",
            "properties": {name: TypeAdapter(states).json_schema() for name, states in STATES.items()},
            "required": list(STATES),
            "additionalProperties": False,
        }
    ),
]
"""In which state each machine is, by its name."""


class PlayerView(NamedTuple):
    """A player as another one sees them; `hand` is None if its cards are hidden, `hand_size` how many there are.

    `library` counts the cards of the library. `mana` is what is in the pool, as in `RRG`.
    """

    id: KnownPlayer
    in_game: bool
    life: int
    poison: int
    hand: tuple[str, ...] | None
    hand_size: int
    library: int
    graveyard: tuple[str, ...]
    exile: tuple[str, ...]
    mana: Mana
    lands_played: int
    schemes: tuple[str, ...]
    decided_by: KnownPlayer


class PermanentView(NamedTuple):
    """A permanent on the battlefield, with counters and continuous effects; `attacking` and `blocking` in combat."""

    id: str
    controller: KnownPlayer
    owner: KnownPlayer
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: int
    toughness: int
    keywords: tuple[str, ...]
    tapped: bool
    damage: int
    counters: Mapping[str, int]
    legendary: bool | str
    token: bool
    sick: bool
    phased_out: bool
    attached_to: str | None
    protector: KnownPlayer | None
    attacking: str | None
    blocked: bool | None
    blocking: tuple[str, ...]


class StackView(NamedTuple):
    """A spell or ability on the stack; `target` is what it targets."""

    name: str
    kind: Literal["spell", "activated", "triggered"]
    controller: KnownPlayer
    source: str | None
    target: str | None


class View(NamedTuple):
    """All that `viewer` may see of a game, immutable and with a hash. The stack has the top first.

    `states` are those of the machines, by their names. `decision` is None if nobody is asked; the choices of somebody
    else's decision about hidden cards are `hidden`.
    """

    viewer: KnownPlayer
    turn: Annotated[int, Field(ge=0)]
    active_player: KnownPlayer | None
    phase: PhaseName | None
    step: StepName | None
    states: States
    decision: Decision | None
    day_night: DayNight
    players: tuple[PlayerView, ...]
    battlefield: tuple[PermanentView, ...]
    stack: tuple[StackView, ...]
    effects: tuple[str, ...]
    winners: tuple[KnownPlayer, ...]
    draw: bool

    def as_dict(self) -> dict[str, Any]:
        """The view as plain JSON data, in the order of its fields."""
        decision = self.decision.model_dump(mode="json") if self.decision is not None else None
        return {**plain(self._replace(decision=None)), "decision": decision}


def view(engine: Engine, viewer: str) -> View:
    """What a player may see of a reference game. Raises MtgFsmError if there is no such player, and for another game.

    The cards of a hand are seen by its player and by whoever decides for that player (722).
    """
    if not isinstance(engine.game, ReferenceGame):
        kind = type(engine.game).__name__
        raise MtgFsmError(f"view is for the reference game; what a player may see of a {kind} is for your game to say")
    _refuse_stranger(engine, viewer)
    game, position, outcome = engine.game, engine.position, engine.outcome
    return View(
        viewer=viewer,
        turn=position.turn,
        active_player=position.active_player,
        phase=position.phase,
        step=position.step,
        states=Frozen(
            {name: getattr(engine, machine.definition.model_attribute) for name, machine in engine.machines.items()}
        ),
        decision=_decision(engine, viewer),
        day_night=engine.day_night,
        players=tuple(_player(engine, game, player, viewer) for player in engine.players),
        battlefield=tuple(_permanent(engine, game, permanent) for permanent in game.battlefield.values()),
        stack=tuple(
            StackView(
                name=object_.name,
                kind=object_.kind,
                controller=object_.controller,
                source=object_.source,
                target=object_.target.id if object_.target is not None else None,
            )
            for object_ in reversed(engine.stack)
        ),
        effects=tuple(engine.observe("effects")),
        winners=outcome.winners if outcome is not None else (),
        draw=outcome is not None and outcome.draw,
    )


def seen_by(engine: Engine, viewer: str | None, event: Event) -> Event:
    """An event as a player, or somebody who only watches (None), may see it.

    What others drew, and why they pass by themselves, is `hidden`. Who decided for a player as it happened (722) sees
    that, whenever the event is looked at. Raises MtgFsmError if there is no such player.
    """
    if viewer is not None:
        _refuse_stranger(engine, viewer)
    if not isinstance(event, CardDrawn | PassedAutomatically) or viewer in (event.player, event.decided_by):
        return event
    return replace(event, card=HIDDEN) if isinstance(event, CardDrawn) else replace(event, why=HIDDEN)


def _refuse_stranger(engine: Engine, viewer: str) -> None:
    if viewer not in engine.players:
        raise MtgFsmError(f"there is no player {viewer!r}; the players are {', '.join(engine.players)}")


def _sees_hand(engine: Engine, player: str, viewer: str) -> bool:
    return viewer in (player, engine.decider(player))


def _decision(engine: Engine, viewer: str) -> Decision | None:
    decision = engine.decision
    if decision is None or decision.kind not in OF_CARDS or _sees_hand(engine, decision.player, viewer):
        return decision
    return decision.model_copy(update={"choices": (HIDDEN,) * len(decision.choices)})


def _player(engine: Engine, game: ReferenceGame, player: str, viewer: str) -> PlayerView:
    owner = game.belongings[player]
    return PlayerView(
        id=player,
        in_game=player in engine.in_game,
        life=game.life_of(player).life,
        poison=game.poison_of(player),
        hand=owner.hand if _sees_hand(engine, player, viewer) else None,
        hand_size=len(owner.hand),
        library=len(owner.library) + owner.unlisted,
        graveyard=owner.graveyard,
        exile=owner.exile,
        mana=written(engine.pools[player]),
        lands_played=engine.facts.lands.get(player, 0),
        schemes=tuple(name for name, scheme in game.face_up.items() if scheme.owner == player),
        decided_by=engine.decider(player),
    )


def _permanent(engine: Engine, game: ReferenceGame, permanent: Permanent) -> PermanentView:
    name, attack = permanent.id, game.attackers.get(permanent.id)
    return PermanentView(
        id=name,
        controller=permanent.controller,
        owner=permanent.owner,
        types=permanent.types,
        subtypes=permanent.subtypes,
        power=battlefield.power(engine, permanent),
        toughness=battlefield.toughness(engine, permanent),
        keywords=tuple(sorted(battlefield.keywords(engine, permanent))),
        tapped=permanent.tapped,
        damage=permanent.damage,
        counters=Frozen(permanent.counters),
        legendary=permanent.legendary,
        token=permanent.token,
        sick=battlefield.is_sick(engine, permanent),
        phased_out=permanent.phased_out is not None,
        attached_to=permanent.attached_to,
        protector=permanent.protector,
        attacking=attack.target if attack is not None else None,
        blocked=attack.blocked if attack is not None else None,
        blocking=game.blockers.get(name, ()),
    )

"""What one player may see of a reference game, and of what happens: hidden cards are in neither."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.events import CardDrawn, Event, PassedAutomatically
from mtg_fsm.engine.mana import written
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.game import battlefield

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame

HIDDEN: Final = "hidden"
"""What stands for a card that one may not see."""
OF_CARDS: Final = frozenset({"discard_to_hand_size", "choose_discard"})
"""Decisions whose choices are cards of a hand."""


class _Seen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerView(_Seen):
    """A player as another one sees them; `hand` is None if its cards are hidden, `hand_size` how many there are.

    `library` counts the cards of the library. `mana` is what is in the pool, as in `RRG`.
    """

    id: str
    in_game: bool
    life: int
    poison: int
    hand: tuple[str, ...] | None
    hand_size: int
    library: int
    graveyard: tuple[str, ...]
    exile: tuple[str, ...]
    mana: str
    lands_played: int
    schemes: tuple[str, ...]
    decided_by: str


class PermanentView(_Seen):
    """A permanent on the battlefield, with counters and continuous effects; `attacking` and `blocking` in combat."""

    id: str
    controller: str
    owner: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: int
    toughness: int
    keywords: tuple[str, ...]
    tapped: bool
    damage: int
    counters: dict[str, int]
    legendary: bool | str
    token: bool
    sick: bool
    phased_out: bool
    attached_to: str | None
    protector: str | None
    attacking: str | None
    blocked: bool | None
    blocking: tuple[str, ...]


class StackView(_Seen):
    """A spell or ability on the stack."""

    name: str
    kind: Literal["spell", "activated", "triggered"]
    controller: str
    source: str | None


class View(_Seen):
    """All that `viewer` may see of a game, frozen and with `==`. The stack has the top first.

    `decision` is None if nobody is asked; the choices of somebody else's decision about hidden cards are `hidden`.
    """

    viewer: str
    turn: int
    active_player: str | None
    phase: str | None
    step: str | None
    states: dict[str, str]
    decision: Decision | None
    day_night: str
    players: tuple[PlayerView, ...]
    battlefield: tuple[PermanentView, ...]
    stack: tuple[StackView, ...]
    effects: tuple[str, ...]
    winners: tuple[str, ...]
    draw: bool


def view(engine: Engine, viewer: str) -> View:
    """What a player may see of a reference game. Raises MtgFsmError if there is no such player.

    The cards of a hand are seen by its player and by whoever decides for that player (722).
    """
    if viewer not in engine.players:
        raise MtgFsmError(f"there is no player {viewer!r}; the players are {', '.join(engine.players)}")
    game, position, outcome = cast("ReferenceGame", engine.game), engine.position, engine.outcome
    return View(
        viewer=viewer,
        turn=position.turn,
        active_player=position.active_player,
        phase=position.phase,
        step=position.step,
        states={name: getattr(engine, machine.definition.model_attribute) for name, machine in engine.machines.items()},
        decision=_decision(engine, viewer),
        day_night=engine.day_night,
        players=tuple(_player(engine, game, player, viewer) for player in engine.players),
        battlefield=tuple(_permanent(engine, game, name) for name in game.battlefield),
        stack=tuple(
            StackView(name=object_.name, kind=object_.kind, controller=object_.controller, source=object_.source)
            for object_ in reversed(engine.stack)
        ),
        effects=tuple(engine.observe("effects")),
        winners=outcome.winners if outcome is not None else (),
        draw=outcome is not None and outcome.draw,
    )


def seen_by(engine: Engine, viewer: str, event: Event) -> Event:
    """An event as a player may see it: what others drew, and why they pass by themselves, is `hidden`."""
    if isinstance(event, CardDrawn) and not _sees_hand(engine, event.player, viewer):
        return replace(event, card=HIDDEN)
    if isinstance(event, PassedAutomatically) and not _sees_hand(engine, event.player, viewer):
        return replace(event, why=HIDDEN)
    return event


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


def _permanent(engine: Engine, game: ReferenceGame, name: str) -> PermanentView:
    facts: dict[str, Any] = battlefield.facts(engine, game, name)
    attack = game.attackers.get(name)
    seen: dict[str, Any] = {field: facts[field] for field in PermanentView.model_fields if field in facts}
    seen["id"], seen["protector"] = name, game.battlefield[name].protector
    seen["attacking"] = attack.target if attack is not None else None
    seen["blocked"] = attack.blocked if attack is not None else None
    seen["blocking"] = game.blockers.get(name, ())
    return PermanentView(**seen)

"""A game with cards of its own: decks, hands, creatures that attack, a triggered ability and an extra turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mtg_fsm import (
    Attack,
    BlankGame,
    Cast,
    Code,
    Command,
    Context,
    Effect,
    Engine,
    Pending,
    Printed,
    Refusal,
    SnapshotError,
    UntapChoice,
    effects,
    events,
)
from mtg_fsm.telling import sentence

POWER = {"wolf": 2, "ox": 3, "drummer": 1}
"""The creatures, and how much life each takes."""
DRUMS = effects.Trigger(
    name="drums",
    when=effects.BeginningOf(beginning_of="upkeep"),
    whose="you",
    effects=(effects.Custom(name="drain"),),
)
CARDS = {
    **{name: Printed((effects.Custom(name=name),), speed="sorcery") for name in POWER},
    "haste": Printed((effects.ExtraTurn(),), speed="sorcery"),
}
"""What each card says. None costs anything."""


class Creature(BaseModel):
    """A creature on the battlefield. It enters tapped."""

    name: str
    controller: str
    number: int
    tapped: bool = True


class Board(BaseModel):
    """All that changes in a game, and so what is saved."""

    model_config = ConfigDict(extra="forbid", strict=True)

    life: dict[str, int]
    decks: dict[str, list[str]]
    hands: dict[str, list[str]]
    creatures: dict[str, Creature] = {}
    attackers: list[str] = []


class Skirmish(BlankGame):
    """Cards cost nothing, creatures do not block; whoever is at 0 life or has to draw from an empty deck loses."""

    def __init__(self, decks: Mapping[str, Sequence[str]]) -> None:
        self.board = Board(
            life=dict.fromkeys(decks, 7),
            decks={player: list(deck[1:]) for player, deck in decks.items()},
            hands={player: list(deck[:1]) for player, deck in decks.items()},
        )

    def save(self) -> dict[str, Any]:
        return self.board.model_dump()

    def load(self, data: dict[str, Any]) -> None:
        try:
            self.board = Board.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            raise SnapshotError(f"game.{'.'.join(map(str, first['loc']))}: {first['msg']}") from None

    # --- facts ---

    def permanents(self) -> Sequence[str]:
        return tuple(self.board.creatures)

    def controller_of(self, permanent: str) -> str | None:
        return self.board.creatures[permanent].controller if self.is_present(permanent) else None

    def object_of(self, permanent: str) -> int | None:
        return self.board.creatures[permanent].number if self.is_present(permanent) else None

    def is_present(self, permanent: str) -> bool:
        return permanent in self.board.creatures

    def _creatures(self, player: str, *, tapped: bool) -> tuple[str, ...]:
        creatures = self.board.creatures.items()
        return tuple(id_ for id_, creature in creatures if (creature.controller, creature.tapped) == (player, tapped))

    # --- cards ---

    def draw(self, engine: Engine, player: str) -> None:
        if not self.board.decks[player]:
            engine.lose((player,), "104.3c")
            return
        card = self.board.decks[player].pop(0)
        self.board.hands[player].append(card)
        engine.emit(events.CardDrawn(engine.position, "504.1", player, card, engine.decider(player)))

    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        return [Cast(player=player, name=card) for card in dict.fromkeys(self.board.hands[player])]

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return CARDS.get(command.name, Printed())

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        if command.name not in self.board.hands[player]:
            return Refusal(Code.NO_SUCH_OBJECT, "card_in_hand", "601.2a", f"{player} has no card {command.name!r}")
        return None

    def take_spell(self, engine: Engine, player: str, command: Cast) -> str | None:
        self.board.hands[player].remove(command.name)
        return command.name

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        if isinstance(effect, effects.Custom) and effect.name == "drain":
            self._lose_life(engine, engine.player_after(context.controller), 1)
        elif isinstance(effect, effects.Custom) and effect.name in POWER:
            number = engine.next_id()
            id_ = f"{effect.name}-{number}"
            self.board.creatures[id_] = Creature(name=effect.name, controller=context.controller, number=number)
            engine.emit(events.PermanentEntered(engine.position, "608.3a", id_, context.controller))
            if effect.name == "drummer":
                engine.register_ability(DRUMS, context.controller, id_, number)
        else:
            super().apply(engine, effect, context)

    def _lose_life(self, engine: Engine, player: str, amount: int) -> None:
        self.board.life[player] -= amount
        engine.emit(events.LifeChanged(engine.position, "119.3", player, -amount, self.board.life[player]))

    def state_based_actions(self, engine: Engine) -> bool:
        beaten = [player for player in engine.in_game if self.board.life[player] <= 0]
        engine.lose(beaten, "704.5a")
        return bool(beaten)

    # --- combat ---

    def untap_choice(self, engine: Engine, player: str) -> UntapChoice:
        return UntapChoice(self._creatures(player, tapped=True))

    def untap(self, engine: Engine, player: str, permanents: Sequence[str]) -> None:
        for id_ in permanents:
            self.board.creatures[id_].tapped = False

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        return self._creatures(player, tapped=False)

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        """All creatures attack, or fewer."""
        target = engine.player_after(pending.player)
        for number in range(len(pending.choices), -1, -1):
            for attackers in combinations(pending.choices, number):
                yield Attack(player=pending.player, attackers=dict.fromkeys(attackers, target))

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        if isinstance(command, Attack):
            for attacker, target in command.attackers.items():
                if attacker not in pending.choices or target not in engine.defending_players():
                    message = f"{attacker} cannot attack {target}; there are {', '.join(pending.choices) or 'none'}"
                    return Refusal(Code.ILLEGAL_CHOICE, "can_attack", "508.1a", message)
        return None

    def tap_attackers(self, engine: Engine, attackers: Mapping[str, str]) -> None:
        for id_ in attackers:
            self.board.creatures[id_].tapped = True

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> Mapping[str, str | None]:
        self.board.attackers = list(attackers)
        for id_, target in attackers.items():
            engine.emit(events.AttackerDeclared(engine.position, "508.1k", id_, target))
        return attackers

    def deal_combat_damage(self, engine: Engine) -> None:
        for id_ in self.board.attackers:
            attacker = self.board.creatures[id_]
            self._lose_life(engine, engine.player_after(attacker.controller), POWER[attacker.name])

    def remove_all_from_combat(self, engine: Engine, rule: str) -> None:
        self.board.attackers = []


DECKS = {"A": ("wolf", "haste", "drummer", "ox"), "B": ("drummer", "ox", "wolf", "wolf")}


TOLD = (events.TurnBegan, events.PutOnStack, events.AttackerDeclared, events.LifeChanged, events.PlayerLost)


def main() -> None:
    """Both play what they can and attack with all that they have."""
    engine = Engine(Skirmish(DECKS), tuple(DECKS))
    engine.listeners = (lambda _, event: print(sentence(event)) if isinstance(event, TOLD) else None,)
    engine.advance()
    while engine.decision is not None:
        legal = list(engine.legal(engine.decision.player))
        casts = [command for command in legal if isinstance(command, Cast)]
        engine.submit(casts[0] if casts else legal[0])


if __name__ == "__main__":
    main()

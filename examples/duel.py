"""A game of one's own on the turn: ten points each, and one spell that takes six from the opponent."""

from __future__ import annotations

from collections.abc import Sequence

from mtg_fsm import (
    BlankGame,
    Cast,
    Code,
    Command,
    Context,
    Effect,
    Engine,
    Pass,
    Printed,
    Refusal,
    SnapshotError,
    effects,
)

CARDS = {"bolt": Printed((effects.Custom(name="hit", arguments={"points": 6}),))}
"""What each card costs and does. Here it costs nothing."""
BOLT = Cast(name="bolt")
"""A client says only which card is cast."""


class Duel(BlankGame):
    """Overrides seven hooks: save and load, what may be cast and what it does, and when somebody has lost."""

    def __init__(self) -> None:
        self.points = {"A": 10, "B": 10}

    def save(self) -> dict[str, object]:
        return dict(self.points)

    def load(self, data: dict[str, object]) -> None:
        points = {player: value for player, value in data.items() if isinstance(value, int)}
        if points.keys() != self.points.keys() or points != data:
            raise SnapshotError(f"game: has to be the points of A and B, not {data}")
        self.points = points

    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        return [Cast(player=player, name=name) for name in CARDS]

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return CARDS.get(command.name, Printed())

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        if command.name in CARDS:
            return None
        message = f"there is no spell {command.name!r}, only {', '.join(CARDS)}"
        return Refusal(Code.NO_SUCH_OBJECT, "known_spell", "601.2a", message)

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        if isinstance(effect, effects.Custom) and effect.name == "hit":
            target = engine.player_after(context.controller)
            self.points[target] -= int(str(effect.arguments["points"]))
        else:
            super().apply(engine, effect, context)

    def state_based_actions(self, engine: Engine) -> bool:
        beaten = [player for player in engine.in_game if self.points[player] <= 0]
        engine.lose(beaten, "104.3b")
        return bool(beaten)


def main() -> None:
    """A casts the bolt in each of the first two turns and wins; B passes."""
    game = Duel()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    last_cast = 0
    while (decision := engine.decision) is not None:
        if decision.player == "A" and engine.position.turn > last_cast:
            last_cast = engine.position.turn
            engine.submit(BOLT)
            print(f"turn {last_cast}, {engine.turn_state}: A casts bolt")
        else:
            before = dict(game.points)
            engine.submit(Pass(player=decision.player))
            if game.points != before:
                print(f"points: {game.points}")
    if engine.outcome is not None:
        print(f"{engine.turn_state}: {', '.join(engine.outcome.winners)} wins")


if __name__ == "__main__":
    main()

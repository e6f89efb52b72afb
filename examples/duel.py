"""A game of one's own on the turn: ten points each, and one spell that takes six from the opponent."""

from __future__ import annotations

from mtg_fsm import BlankGame, Cast, Code, Context, Effect, Engine, Pass, Refusal, SnapshotError, effects

BOLT = Cast(name="bolt", effects=(effects.Custom(name="hit", arguments={"points": 6}),))


class Duel(BlankGame):
    """Overrides five hooks: what is saved and loaded, what may be cast, what effects do, and when somebody has lost."""

    def __init__(self) -> None:
        self.points = {"A": 10, "B": 10}

    def save(self) -> dict[str, object]:
        return dict(self.points)

    def load(self, data: dict[str, object]) -> None:
        points = {player: value for player, value in data.items() if isinstance(value, int)}
        if points.keys() != self.points.keys() or points != data:
            raise SnapshotError(f"game: has to be the points of A and B, not {data}")
        self.points = points

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        if command.name == "bolt":
            return None
        return Refusal(Code.NO_SUCH_OBJECT, "known_spell", "601.2a", f"there is no spell {command.name!r}, only bolt")

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

"""A game of one's own in the place of the reference game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from mtg_fsm import (
    Activate,
    Attack,
    BlankGame,
    Block,
    Cast,
    Choose,
    Code,
    Command,
    Context,
    Effect,
    Engine,
    Game,
    GameSpec,
    IllegalCommand,
    MtgFsmError,
    Options,
    Pass,
    Pending,
    Printed,
    Refusal,
    SetupError,
    StackObject,
    effects,
    new_game,
)
from mtg_fsm.engine.protocol import HOOKS
from mtg_fsm.errors import DefinitionError
from mtg_fsm.machine import TURN, CompiledMachine, MachineDefinition

CARDS = {
    "bolt": Printed((effects.Custom(name="hit", arguments={"points": 6}),)),
    "misprint": Printed(
        (
            effects.Custom(name="hit", arguments={"points": 6}),
            effects.Custom(name="hit", arguments={"points": "x"}),
        )
    ),
}


class Duel(BlankGame):
    """Each player has ten points; the one spell takes some from the opponent."""

    def __init__(self) -> None:
        self.points = {"A": 10, "B": 10}

    def save(self) -> dict[str, object]:
        return dict(self.points)

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return CARDS.get(command.name, Printed())

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        return None if command.name in CARDS else super().why_not_cast(engine, player, command)

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        assert isinstance(effect, effects.Custom)
        target = engine.player_after(context.controller)
        self.points = {**self.points, target: self.points[target] - int(str(effect.arguments["points"]))}

    def state_based_actions(self, engine: Engine) -> bool:
        beaten = [player for player, points in self.points.items() if points <= 0 and player in engine.in_game]
        engine.lose(beaten, "104.3b")
        return bool(beaten)


BOLT = Cast(name="bolt")


def _resolve(engine: Engine, player: str) -> None:
    while engine.decision is not None and engine.decision.player != player:
        engine.submit(Pass())
    engine.submit(BOLT)
    while engine.stack and engine.decision is not None:
        engine.submit(Pass())


def test_a_small_game_runs_on_the_same_turn() -> None:
    """Spells with effects of its own, and a loss by its own state-based action, end the game by the rules."""
    game = Duel()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    _resolve(engine, "A")
    assert (game.points, engine.turn_state) == ({"A": 10, "B": 4}, "beginning.upkeep")
    _resolve(engine, "A")
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.turn_state) == (("A",), "game_over")


def test_a_failing_hook_sets_the_small_game_back() -> None:
    """The copying fallback is enough: the game is as before, and the command works afterwards."""
    game = Duel()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    engine.submit(Cast(name="misprint"))
    engine.submit(Pass())
    before = engine.state()
    with pytest.raises(ValueError, match="invalid literal"):
        engine.submit(Pass())
    assert (engine.state(), game.points) == (before, {"A": 10, "B": 10})


def test_a_blank_game_has_every_hook_and_whole_turns_pass() -> None:
    """Without cards the turn goes on all the same."""
    game: Game = BlankGame()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    while engine.position.turn < 3:
        engine.submit(Pass())
    assert set(HOOKS) <= set(dir(BlankGame))


def test_missing_hooks_are_named_at_once() -> None:
    """An object that is no game is refused when the engine is made."""

    class Half:
        """Has one hook."""

        def mark(self) -> int:
            return 0

    with pytest.raises(SetupError, match=r"Half has no undo_to, return_to, forget_marks.*BlankGame has all hooks"):
        Engine(Half(), ("A", "B"))  # type: ignore[arg-type]


class Painter(BlankGame):
    """Asks a question that no other game has. Spells do what their players say."""

    def __init__(self) -> None:
        self.colour = ""
        self.painted = 0

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return Printed(command.effects)

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        return None

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        assert isinstance(effect, effects.Custom)
        if effect.name == "paint":
            engine.ask(Pending("choose_colour", context.controller, "601.2a", ("red", "blue"), 1))
        else:
            effect.arguments["count"] = int(str(effect.arguments["count"])) + 1
            self.painted = int(str(effect.arguments["count"]))
            if self.colour == "fail":
                raise OSError("no more paint")

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        if isinstance(command, Choose) and command.ids[0] in pending.choices:
            return None
        return Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", pending.rule, "red or blue")

    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        assert isinstance(command, Choose)
        self.colour = str(command.ids[0])

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        return [Choose(player=pending.player, ids=(colour,)) for colour in pending.choices]


def test_a_game_may_ask_a_question_of_its_own() -> None:
    """The engine passes the question on, lists the answers and hands over the one that is given."""
    game = Painter()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    engine.submit(Cast(name="brush", effects=(effects.Custom(name="paint"),)))
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.choices) == ("choose_colour", ("red", "blue"))
    assert [command.action for command in engine.legal("A")] == ["choose", "choose", "concede"]
    with pytest.raises(IllegalCommand, match="red or blue"):
        engine.submit(Choose(ids=("green",)))
    engine.submit(Choose(ids=("blue",)))
    assert (game.colour, engine.decision.kind) == ("blue", "priority")


def test_a_hook_that_changes_the_arguments_of_its_effect_changes_a_copy() -> None:
    """If it fails afterwards the same command finds the arguments as they were."""
    game = Painter()
    game.colour = "fail"
    engine = Engine(game, ("A", "B"))
    engine.advance()
    engine.submit(Cast(name="can", effects=(effects.Custom(name="spray", arguments={"count": 1}),)))
    engine.submit(Pass())
    for _ in range(2):
        with pytest.raises(OSError, match="no more paint"):
            engine.submit(Pass())
    game.colour = ""
    engine.submit(Pass())
    assert game.painted == 2


def test_a_cost_that_is_none_is_an_error() -> None:
    """A game that gives an ability a cost in other words hears of it; the ability is not free."""

    class Braces(BlankGame):
        def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
            return None

        def ability(self, engine: Engine, command: Activate) -> Printed:
            return Printed(cost="{R}")

    engine = Engine(Braces(), ("A", "B"))
    engine.advance()
    with pytest.raises(ValueError, match=r"not '\{R\}'"):
        engine.submit(Activate(name="spark"))


def test_a_machine_of_ones_own_runs_its_own_actions_and_has_to_fit() -> None:
    """Without `draw_card` in the draw step nobody draws; an action that the engine lacks is named."""
    turn = TURN
    data = turn.model_dump()
    data["actions"] = [action for action in data["actions"] if action["name"] != "draw_card"]
    for state in data["states"]:
        state["actions"] = [action for action in state["actions"] if action != "draw_card"]
    quiet = CompiledMachine(MachineDefinition.model_validate(data))
    engine = Engine(new_game(GameSpec(first_draw=True)).game, ("A", "B"), options=Options(first_draw=True))
    own = Engine(
        new_game(GameSpec(first_draw=True)).game, ("A", "B"), options=Options(first_draw=True), machines={"turn": quiet}
    )
    for each, drawn in ((engine, 8), (own, 7)):
        each.advance()
        while each.turn_state != "precombat_main":
            each.submit(Pass())
        assert each.observe("hand") == {"A": drawn, "B": 7}
    data["states"][1]["actions"].append("dance")
    data["actions"].append({"name": "dance", "description": "", "rules": []})
    with pytest.raises(DefinitionError, match="'dance' has no implementation in Engine"):
        Engine(BlankGame(), ("A", "B"), machines={"turn": CompiledMachine(MachineDefinition.model_validate(data))})
    data["states"][1]["actions"].append("sing")
    with pytest.raises(DefinitionError, match="action 'sing' is not defined"):
        CompiledMachine(MachineDefinition.model_validate(data))


class Leaving(Duel):
    """Notes what leaves the stack, and where to."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[tuple[int, str, str]] = []

    def left_stack(self, engine: Engine, object_: StackObject, *, to: str) -> None:
        self.left.append((id(engine), object_.name, to))

    def ability(self, engine: Engine, command: Activate) -> Printed:
        return Printed()

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        return None


def test_a_game_is_told_where_what_leaves_the_stack_goes() -> None:
    """A spell goes to the graveyard (608.2n), an ability nowhere (113.7a)."""
    game = Leaving()
    engine = Engine(game, ("A", "B"))
    engine.advance()
    while engine.turn_state != "precombat_main":
        engine.submit(Pass())
    engine.submit(BOLT)
    engine.submit(Activate(source="lamp", name="glow"))
    while engine.stack:
        engine.submit(Pass())
    assert game.left == [(id(engine), "glow", "nowhere"), (id(engine), "bolt", "graveyard")]


class Costly(BlankGame):
    """A game whose costs of one declaration are none."""

    def __init__(self, which: str) -> None:
        self.which = which

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        return ("bear",)

    def possible_blockers(self, engine: Engine, player: str) -> Sequence[str]:
        return ("wall",)

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        return None

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        attack = Attack(attackers={"bear": "B"})
        return [attack if pending.kind == "declare_attackers" else Block()]

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> Mapping[str, str | None]:
        return {"bear": "B"}

    def attack_cost(self, engine: Engine, attackers: Mapping[str, str]) -> str:
        return "two" if self.which == "attack_cost" else ""

    def block_cost(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> str:
        return "two" if self.which == "block_cost" else ""


@pytest.mark.parametrize("which", ["attack_cost", "block_cost"])
def test_a_cost_of_a_declaration_that_is_none_names_the_hook(which: str) -> None:
    """The declaration has not happened then."""
    engine = Engine(Costly(which), ("A", "B"))
    engine.advance()
    kind = "declare_attackers" if which == "attack_cost" else "declare_blockers"
    while engine.pending is not None and engine.pending.kind != kind:
        engine.submit(next(engine.legal(engine.pending.player)))
    with pytest.raises(MtgFsmError, match=f"^{which}: .*not 'two'"):
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert engine.pending is not None
    assert engine.pending.kind == kind


class Losing(BlankGame):
    """A game in which players lose in the first check of state-based actions."""

    def __init__(self, *losing: Any) -> None:
        self.losing = losing

    def state_based_actions(self, engine: Engine) -> bool:
        if engine.outcome is not None or not self.losing:
            return False
        losing, self.losing = self.losing, ()
        engine.lose(*losing)
        return True


@pytest.mark.parametrize(
    ("losing", "together", "lost"),
    [
        ((["A"], "104.3f"), False, {"A": "104.3f"}),
        ((["A", "C"], "104.3d"), False, {"A": "104.3d", "C": "104.3d"}),
        (({"A": "104.3b", "C": "104.3d"},), False, {"A": "104.3b", "C": "104.3d"}),
        (({"A": "104.3b"},), True, {"A": "104.3b", "B": "104.3b"}),
        (({"A": "104.3b", "B": "104.3d"},), True, {"A": "104.3b", "B": "104.3d"}),
        (({"B": "104.3d", "C": "104.3c"},), True, {"A": "104.3d", "B": "104.3d", "C": "104.3c", "D": "104.3c"}),
    ],
)
def test_a_game_says_by_which_rule_each_player_loses(losing: Any, together: bool, lost: dict[str, str]) -> None:
    """One rule for all or one for each; a teammate who loses along does so by the same rule (810.8)."""
    options = Options(lose_together=together)
    engine = Engine(Losing(*losing), "ABCD", options=options, teams=("AB", "CD") if together else ())
    events = [event.as_dict() for event in engine.advance()]
    assert {event["player"]: event["rule"] for event in events if event["event"] == "player_lost"} == lost

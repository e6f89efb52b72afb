"""Cards of a game of one's own: they do what the game says, aim where the game allows, and leave the stack."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mtg_fsm import (
    Activate,
    BlankGame,
    Cast,
    Command,
    Context,
    Effect,
    Engine,
    Event,
    IllegalCommand,
    Only,
    Pass,
    Printed,
    Refusal,
    as_text,
    effects,
    events,
)

HIT = effects.Custom(name="hit", arguments={"player": "$target", "points": 6})
SPELLS = {
    "bolt": Printed((HIT,), target="player"),
    "hymn": Printed((effects.Nothing(),), only=Only(before="combat")),
    "deny": Printed((effects.CounterTop(),)),
}


class Aiming(BlankGame):
    """Spells that anybody can cast, and an ability of nothing; what was hit is written down."""

    hits: tuple[tuple[str | None, dict[str, object]], ...] = ()
    immune: frozenset[str] = frozenset()

    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        return [Cast(player=player, name=name) for name in SPELLS]

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        return SPELLS.get(command.name, Printed())

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        return None

    def ability(self, engine: Engine, command: Activate) -> Printed:
        return SPELLS["bolt"]

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        return None

    def targets(self, engine: Engine, player: str, kind: str) -> Sequence[str]:
        return [name for name in engine.in_game if kind == "player" and name not in self.immune]

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        assert isinstance(effect, effects.Custom)
        self.hits = (*self.hits, (context.target, dict(effect.arguments)))


def begun(game: BlankGame) -> Engine:
    engine = Engine(game, ("A", "B"))
    engine.advance()
    return engine


def resolve(engine: Engine) -> list[Event]:
    """Both pass until the stack is empty."""
    happened: list[Event] = []
    while engine.stack:
        happened += engine.submit(Pass())
    return happened


# --- what a command brings of its own ---

MORE = effects.Custom(name="hit", arguments={"player": "B", "points": 1000})


@pytest.mark.parametrize(
    ("command", "field", "rule"),
    [
        (Cast(name="bolt", target="B", effects=(MORE,)), "effects", "601.2a"),
        (Cast(name="bolt", target="B", cost="1"), "cost", "601.2a"),
        (Cast(name="bolt", target="B", only=Only(before="combat")), "only", "601.2a"),
        (Activate(name="zap", target="B", effects=(MORE,)), "effects", "602.2"),
        (Activate(name="zap", target="B", cost="1"), "cost", "602.2"),
    ],
    ids=lambda value: value if isinstance(value, str) else as_text(value),
)
def test_what_a_card_does_is_not_the_commands_to_say(command: Cast | Activate, field: str, rule: str) -> None:
    """Effects, costs and timing that differ from those of the card are refused, and named."""
    refusal = begun(Aiming()).why_not(command)
    assert refusal is not None
    assert (refusal.code, refusal.guard, refusal.rule) == ("illegal_choice", "effects_of_card", rule)
    assert refusal.message == f"{field}: what {command.name} costs and does is what its card says; leave it out"


def test_a_command_may_repeat_what_its_card_says() -> None:
    """Then it is the same command."""
    engine = begun(Aiming())
    said = SPELLS["hymn"]
    assert engine.why_not(Cast(name="hymn", effects=said.effects, cost=said.cost, only=said.only)) is None


def test_spells_of_a_blank_game_do_nothing() -> None:
    """A game that lets a spell through and does not say what it does is not told by the command."""

    class Open(BlankGame):
        def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
            return None

        def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
            return None

    engine = begun(Open())
    for command in (Cast(name="win", effects=(effects.Win(),)), Activate(name="win", effects=(effects.Win(),))):
        with pytest.raises(IllegalCommand, match="effects: what win costs and does is what its card says"):
            engine.submit(command)
    engine.submit(Cast(name="win"))
    resolve(engine)
    assert engine.outcome is None


# --- targets ---


def test_601_2c_each_target_is_listed_once() -> None:
    """The game lists the spell, the engine its targets."""
    engine = begun(Aiming())
    listed = [as_text(command) for command in engine.legal("A") if isinstance(command, Cast)]
    assert listed == ["A: cast bolt target=A", "A: cast bolt target=B", "A: cast hymn", "A: cast deny"]


def test_601_2c_a_game_may_list_targets_itself() -> None:
    """Then no other is added."""

    class Listing(Aiming):
        def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
            return [Cast(player=player, name="bolt", target="B")]

    listed = [as_text(command) for command in begun(Listing()).legal("A") if isinstance(command, Cast)]
    assert listed == ["A: cast bolt target=B"]


@pytest.mark.parametrize("command", [Cast(name="bolt", target="B"), Activate(name="zap", target="B")])
def test_608_2_effects_know_the_target(command: Cast | Activate) -> None:
    """It is filled in for `$target`, and the context has it, too."""
    game = Aiming()
    engine = begun(game)
    engine.submit(command)
    resolve(engine)
    assert game.hits == (("B", {"player": "B", "points": 6}),)


def test_608_2_what_targets_nothing_has_no_target() -> None:
    """The target of the spell before is forgotten."""

    class Humming(Aiming):
        def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
            return Printed((effects.Custom(name="hum"),)) if command.name == "hum" else SPELLS[command.name]

    game = Humming()
    engine = begun(game)
    for command in (Cast(name="bolt", target="B"), Cast(name="hum")):
        engine.submit(command)
        resolve(engine)
    assert [target for target, _ in game.hits] == ["B", None]


def test_608_2b_a_target_that_is_none_any_more_is_not_hit() -> None:
    """`targets` is asked again as the spell resolves."""
    game = Aiming()
    engine = begun(game)
    engine.submit(Cast(name="bolt", target="B"))
    game.immune = frozenset("B")
    left = [event for event in resolve(engine) if isinstance(event, events.LeftStack)]
    assert [(event.rule, event.countered) for event in left] == [("608.2b", False)]
    assert game.hits == ()


# --- countering ---


def test_a_countered_spell_is_told_from_one_that_resolved() -> None:
    """`left_stack` says so."""
    engine = begun(Aiming())
    engine.submit(Cast(name="bolt", target="B"))
    engine.submit(Cast(name="deny"))
    left = [event for event in resolve(engine) if isinstance(event, events.LeftStack)]
    assert [(event.name, event.countered) for event in left] == [("bolt", True), ("deny", False)]


# --- losing ---


class Doomed(BlankGame):
    """In the first check of state-based actions players lose by these rules."""

    def __init__(self, *calls: dict[str, str]) -> None:
        self.calls = calls

    def state_based_actions(self, engine: Engine) -> bool:
        before = len(engine.in_game)
        for rules in self.calls:
            engine.lose(rules)
        return len(engine.in_game) < before


def test_104_4a_players_who_lose_by_different_rules_at_once_draw() -> None:
    """One call says by which rule each one loses; nobody wins."""
    engine = Engine(Doomed({"A": "704.5a", "B": "704.5b"}), ("A", "B"))
    lost = [(event.player, event.rule) for event in engine.advance() if isinstance(event, events.PlayerLost)]
    assert lost == [("A", "704.5a"), ("B", "704.5b")]
    assert engine.outcome is not None
    assert (engine.outcome.draw, engine.outcome.rule) == (True, "104.4a")


def test_104_2a_who_loses_in_a_second_call_has_won_already() -> None:
    """One call after the other is one loss after the other."""
    engine = Engine(Doomed({"A": "704.5a"}, {"B": "704.5b"}), ("A", "B"))
    engine.advance()
    assert engine.outcome is not None
    assert engine.outcome.winners == ("B",)

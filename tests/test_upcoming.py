"""`upcoming()` says what will come, and then that comes."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import PLAYERS, SKIPPABLE, STEPS

from mtg_fsm import Engine, Pass, Upcoming, new_game
from mtg_fsm.engine.events import StepBegan, TurnBegan
from mtg_fsm.words.commands import COMMANDS
from mtg_fsm.words.setup import GameSpec

COUNTS = st.integers(1, 2)
FREE = GameSpec(free_casting=True)
TURN_EFFECTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"effect": st.just("extra_turn"), "player": PLAYERS}),
    st.fixed_dictionaries(
        {"effect": st.just("extra_turn"), "player": PLAYERS, "after": PLAYERS.map(lambda who: {"next_turn_of": who})}
    ),
    st.fixed_dictionaries(
        {
            "effect": st.just("extra_phases"),
            "phases": st.lists(st.sampled_from(["beginning", "main", "combat", "ending"]), min_size=1, max_size=3),
            "after": st.sampled_from(["this_phase", "combat", "postcombat_main"]),
        }
    ),
    st.fixed_dictionaries({"effect": st.just("extra_steps"), "steps": st.lists(STEPS, min_size=1, max_size=2)}),
    st.fixed_dictionaries(
        {"effect": st.just("extra_steps"), "steps": st.lists(STEPS, min_size=1), "after_phase": st.just("this_phase")}
    ),
    st.fixed_dictionaries({"effect": st.just("skip"), "what": SKIPPABLE, "player": PLAYERS, "count": COUNTS}),
)


def _cast(engine: Engine, effects: list[dict[str, Any]]) -> None:
    engine.submit(COMMANDS.validate_python({"action": "cast", "name": "spell", "effects": effects}))
    while engine.stack:
        engine.submit(Pass())


def _to(engine: Engine, passes: int) -> None:
    for _ in range(passes):
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 45), st.lists(st.lists(TURN_EFFECTS, min_size=1, max_size=3), min_size=1, max_size=3))
def test_what_is_upcoming_comes(passes: int, spells: list[list[dict[str, Any]]]) -> None:
    """With players who only pass, exactly the upcoming turns, phases and steps begin that nothing skips."""
    engine = new_game(FREE)
    engine.advance()
    _to(engine, passes)
    while engine.decision is not None and engine.decision.kind != "priority":
        _to(engine, 1)
    for effects in spells:
        _cast(engine, effects)
    expected = [
        (unit.unit, unit.name)
        for unit in engine.upcoming(2)
        if unit.unit in ("turn", "step") and unit.skipped_by is None and unit.unless is None
    ]
    began: list[tuple[str, str]] = []
    while len(began) < len(expected) + 1 and engine.decision is not None:
        decision = engine.decision
        for event in engine.submit(next(engine.legal(decision.player))):
            if isinstance(event, StepBegan):
                began.append(("step", str(event.step)))
            elif isinstance(event, TurnBegan):
                began.append(("turn", event.player))
    assert began[: len(expected)] == expected


def test_upcoming_says_why() -> None:
    """Each unit has its rule; what an effect adds names it, what is skipped names by what, what is open the rule."""
    engine = new_game(FREE)
    engine.advance()
    _cast(engine, [{"effect": "extra_turn"}, {"effect": "skip", "what": "end"}])
    units = engine.upcoming()
    assert units[0] == Upcoming("step", "draw", "A", "501.1", None, "103.8a")
    assert Upcoming("step", "declare_blockers", "A", "506.1", None, None, "508.8") in units
    assert Upcoming("step", "end", "A", "512.1", None, "spell") in units
    assert Upcoming("turn", "A", "A", "500.7", "spell") in units
    assert [unit.name for unit in engine.upcoming(3) if unit.unit == "turn"] == ["A", "B", "A"]


def test_upcoming_changes_nothing() -> None:
    """It only looks."""
    engine = new_game(FREE)
    engine.advance()
    _cast(engine, [{"effect": "skip", "what": "draw", "player": "each"}])
    before = engine.state()
    engine.upcoming(5)
    assert engine.state() == before

"""`upcoming()` says what will come, and then that comes."""

from __future__ import annotations

from typing import Any

import pytest
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


def _skipped(engine: Engine, name: str, turns: int = 2) -> list[tuple[str, str | None]]:
    """Whose the units of a name are that will come, and by what each will be skipped."""
    return [(unit.player, unit.skipped_by) for unit in engine.upcoming(turns) if unit.name == name]


def test_a_skip_is_used_up_by_the_first_unit_of_its_kind() -> None:
    """A turn, a phase, a step of a phase to come and one of the phase in progress: the second is not skipped."""
    engine = new_game(FREE)
    engine.advance()
    _cast(engine, [{"effect": "skip", "what": "turn", "player": "B"}])
    assert _skipped(engine, "B", 3) == [("B", "spell"), ("B", None)]
    _cast(engine, [{"effect": "skip", "what": "combat"}, {"effect": "extra_phases", "phases": ["combat", "combat"]}])
    assert _skipped(engine, "combat", 1) == [("A", "spell"), ("A", None), ("A", None), ("A", None)]
    _cast(engine, [{"effect": "skip", "what": "end"}, {"effect": "extra_phases", "phases": ["ending", "ending"]}])
    assert _skipped(engine, "end", 1) == [("A", "spell"), ("A", None), ("A", None), ("A", None)]
    _cast(engine, [{"effect": "skip", "what": "upkeep"}, {"effect": "extra_steps", "steps": ["upkeep", "upkeep"]}])
    assert _skipped(engine, "upkeep", 1) == [("A", "spell"), ("A", None), ("A", None)]


def test_what_lasts_until_a_turn_skips_nothing_in_it() -> None:
    """B's upkeep will be skipped, and A's next one, until which the effect lasts, will not; a permanent is named."""
    setup = {"players": [{"id": "A"}, {"id": "B", "battlefield": [STASIS]}], "free_casting": True}
    engine = new_game(GameSpec.model_validate(setup))
    engine.advance()
    fog = {"effect": "continuous", "name": "fog", "lasts": {"until": "your_next_turn"}}
    _cast(engine, [{**fog, "static": {"skip": {"what": "upkeep", "player": "each"}}}])
    assert _skipped(engine, "upkeep") == [("B", "fog"), ("A", None)]
    assert _skipped(engine, "end") == [("A", "stasis"), ("B", "stasis"), ("A", "stasis")]


STASIS = {
    "id": "stasis",
    "types": ["enchantment"],
    "abilities": [{"effect": "static", "skip": {"what": "end", "player": "each"}}],
}


@pytest.mark.parametrize("attackers", [{}, {"bear": "B"}])
def test_whether_blockers_are_declared_is_open_until_somebody_attacks(attackers: dict[str, str]) -> None:
    """508.8: open before; if nobody attacks open still, for one may be put in attacking; settled if one does."""
    engine = _in_combat("declare_attackers")
    assert _unless(engine) == ["508.8", "508.8"]
    engine.submit(COMMANDS.validate_python({"action": "attack", "attackers": attackers}))
    assert _unless(engine) == ([None, None] if attackers else ["508.8", "508.8"])


def test_without_attackers_blocks_that_are_added_later_are_left_out() -> None:
    """508.8: as the declare attackers step has ended without any, it is settled."""
    engine = _in_combat("end_of_combat")
    _cast(engine, [{"effect": "extra_steps", "steps": ["declare_blockers", "combat_damage"]}])
    found = [(unit.name, unit.skipped_by, unit.unless) for unit in engine.upcoming(0) if unit.unit == "step"]
    assert found[:2] == [("declare_blockers", "508.8", None), ("combat_damage", "508.8", None)]


def _in_combat(step: str) -> Engine:
    """A has a creature, does not attack with it, and this step has begun."""
    setup = {"players": [{"id": "A", "battlefield": [{"id": "bear"}]}, {"id": "B"}], "free_casting": True}
    engine = new_game(GameSpec.model_validate(setup))
    engine.advance()
    while engine.position.step != step:
        _to(engine, 1)
    return engine


def _unless(engine: Engine) -> list[str | None]:
    return [unit.unless for unit in engine.upcoming(0) if unit.name in ("declare_blockers", "combat_damage")]

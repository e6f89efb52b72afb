"""Events as records."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import MISSING, FrozenInstanceError, astuple, fields, replace
from typing import get_type_hints

import pytest

from mtg_fsm import Cast, GameSpec, Pass, effects, new_game
from mtg_fsm.engine.events import EVENTS, Event, LeftStack, PhaseEnded, Position, PriorityPassed, StepEnded

AT = Position(1, "A", "beginning", "upkeep")


def _value(name: str, kind: object) -> object:
    """A value of a field that no other field has; of its type, for compiled events take no other."""
    values: dict[object, object] = {Position: AT, int: len(name), bool: True, tuple[str, ...]: (name,)}
    return values.get(kind, f"value of {name}")


@pytest.mark.parametrize("cls", EVENTS.values(), ids=EVENTS)
def test_an_event_takes_its_fields_in_order_or_by_name(cls: type[Event]) -> None:
    """Each class takes what its fields say, with their defaults, and keeps it."""
    values = [_value(field.name, get_type_hints(cls)[field.name]) for field in fields(cls)]
    named = dict(zip((field.name for field in fields(cls)), values, strict=True))
    event = cls(*values)  # type: ignore[arg-type]
    assert event == cls(**named)  # type: ignore[arg-type]
    assert astuple(event) == tuple(values)
    parameters = inspect.signature(cls).parameters.values()
    defaults = [MISSING if parameter.default is parameter.empty else parameter.default for parameter in parameters]
    assert [parameter.name for parameter in parameters] == list(named)
    assert defaults == [field.default for field in fields(cls)]


def test_what_is_missing_or_too_much_is_an_error() -> None:
    """Fields without a default have to be given, and there are no others."""
    with pytest.raises(TypeError, match="player"):
        PriorityPassed(AT, "117.3d")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="who"):
        PriorityPassed(AT, "117.3d", "A", who="B")  # type: ignore[call-arg]


def test_events_are_immutable_and_equal_to_their_like_only() -> None:
    """A field cannot be set; an event of another kind with the same fields is another one."""
    event = PriorityPassed(AT, "117.3d", "A")
    with pytest.raises(FrozenInstanceError):
        event.player = "B"  # type: ignore[misc]
    assert event == PriorityPassed(AT, "117.3d", "A", "")
    assert hash(event) == hash(PriorityPassed(AT, "117.3d", "A", ""))
    phase: Event = PhaseEnded(AT, "500.2")
    assert phase != StepEnded(AT, "500.2")


def test_events_can_be_copied_changed_pickled_and_matched() -> None:
    """They are dataclasses in every way."""
    event = PriorityPassed(AT, "117.3d", "A", "R")
    assert copy.deepcopy(event) == pickle.loads(pickle.dumps(event)) == replace(event) == event
    assert replace(event, mana="").mana == ""
    assert repr(event) == f"PriorityPassed(at={AT!r}, rule='117.3d', player='A', mana='R')"
    match event:
        case PriorityPassed(at, rule, player, mana):
            assert (at, rule, player, mana) == (AT, "117.3d", "A", "R")
        case _:
            pytest.fail("no match")


def test_what_leaves_the_stack_says_whether_it_was_countered() -> None:
    """The spell above it resolves and counters it."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    engine.submit(Cast(player="A", name="dart"))
    engine.submit(Pass(player="A"))
    engine.submit(Cast(player="B", name="no", effects=(effects.CounterTop(),)))
    happened = (*engine.submit(Pass(player="B")), *engine.submit(Pass(player="A")))
    left = [(event.name, event.controller, event.countered) for event in happened if isinstance(event, LeftStack)]
    assert left == [("dart", "A", True), ("no", "B", False)]

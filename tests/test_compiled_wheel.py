"""What the hook that builds compiled wheels gives mypyc."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest
from compiled_wheel import NOT_COMPILED, prepared

import mtg_fsm
from mtg_fsm.engine.events import EVENTS, Event

ENGINE = Path(mtg_fsm.__file__).parent / "engine"
MODULES = [module for module in sorted(ENGINE.glob("*.py")) if module.name not in NOT_COMPILED]


def _classes(source: str) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def test_events_get_constructors_that_take_what_their_fields_say() -> None:
    """Each class of events gets one that takes its fields, in order, and sets each."""
    made = _classes(prepared((ENGINE / "events.py").read_text(), events=True))
    classes: tuple[type[Event], ...] = (Event, *EVENTS.values())
    for cls in classes:
        (constructor,) = (
            part for part in made[cls.__name__].body if isinstance(part, ast.FunctionDef) and part.name == "__init__"
        )
        names = [field.name for field in fields(cls)]
        assert [argument.arg for argument in constructor.args.args] == ["self", *names]
        assert [ast.unparse(part) for part in constructor.body] == [f"self.{name} = {name}" for name in names]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_nothing_is_taken_from_a_module_but_slots_of_dataclasses(module: Path) -> None:
    """Every line of a source is there, in its order; classes keep the text and the annotations that they have."""
    source = module.read_text()
    rest = iter(prepared(source, events=module.name == "events.py").splitlines())
    assert all(line in rest for line in source.replace(", slots=True)", ")").splitlines())
    for name, node in _classes(source).items():
        assert f"setattr({name}, '__doc__', {ast.get_docstring(node, clean=False)!r})" in rest
        rest = iter(prepared(source, events=module.name == "events.py").splitlines())

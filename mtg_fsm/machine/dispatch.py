"""Carrying out events of a machine: a look-up in a table, and the calls that stand there."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import methodcaller
from types import FunctionType, MethodType
from typing import Any, Final

Call = Callable[[Any], Any]

Path = tuple[tuple[Call, ...], str | None, tuple[Call, ...]]
"""What an arc does: callbacks in the library's order up to the state to set, that state, the callbacks behind it."""
Choice = tuple[Call | None, Any, Any]
"""Which arc is taken: a guard, the choice that is left if it holds, and the one if it doesn't.

Without a guard the choice is made: the path of the arc that is taken, None if none is."""
Table = dict[str, dict[str, Choice]]
"""The choice for each leaf and trigger."""
Tables = dict[type, Table]
"""The table for each class of models that has come along."""


class Method:
    """Has a function that is no `FunctionType`, and so binds to no instance, be a method of a class."""

    __slots__ = ("function",)

    def __init__(self, function: Call) -> None:
        self.function = function

    def __call__(self, model: Any) -> Any:
        return self.function(model)

    def __get__(self, model: Any, owner: type | None = None) -> Any:
        return self if model is None else MethodType(self.function, model)


def are_listeners(told: object) -> bool:
    """Whether a model's `state_listeners` are any: a model that has every name has no dictionary by that."""
    return bool(told) and isinstance(told, dict)


COMPILED: Final = not isinstance(are_listeners, FunctionType)
"""Whether this is a wheel whose hot modules are compiled: then functions are no `FunctionType`."""


def as_method(function: Call) -> Call:
    """What makes a function a method of the class whose attribute it becomes."""
    return function if isinstance(function, FunctionType) else Method(function)


def method_of(model_class: type, name: str) -> Call:
    """What calls a method of a model: the function of its class, where no model can have another one of its own."""
    function = inspect.getattr_static(model_class, name, None)
    looks_up: object = model_class.__getattribute__
    if model_class.__dictoffset__ == 0 and looks_up is object.__getattribute__:
        if isinstance(function, FunctionType):
            return function
        if isinstance(function, Method):
            return function.function
    return methodcaller(name)


class Dispatcher:
    """Carries out events on models, by a table for those with listeners to states and by one for the others.

    `choice_of` works out the choice for a model's class, a state and a trigger, and whether listeners are told, where
    the tables have none yet; it adds it, or raises.
    """

    __slots__ = ("attribute", "choice_of", "plain", "telling")

    def __init__(self, attribute: str, choice_of: Callable[[Tables, object, str, str, bool], Choice]) -> None:
        self.attribute = attribute
        self.choice_of = choice_of
        self.plain: Tables = {}
        self.telling: Tables = {}

    def fire(self, model: Any, trigger: str) -> bool:
        """Takes the arc whose guards hold and calls what it calls; False if none does."""
        told = getattr(model, "state_listeners", None)
        tables = self.telling if told and are_listeners(told) else self.plain
        state = getattr(model, self.attribute)
        guard: Call | None
        try:
            guard, chosen, other = tables[type(model)][state][trigger]
        except KeyError:
            guard, chosen, other = self.choice_of(tables, model, state, trigger, tables is self.telling)
        while guard is not None:
            guard, chosen, other = chosen if guard(model) else other
        if chosen is None:
            return False
        path: Path = chosen
        before, target, enter = path
        for call in before:
            call(model)
        if target is not None:
            setattr(model, self.attribute, target)
            for call in enter:
                call(model)
        return True

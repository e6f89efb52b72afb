"""What the engine owes a game and whoever is told of rules, checked while a game runs.

`listener` is one for an engine or a run of a scenario: from the first event on every hook has to be given what
`mtg_fsm.Game` says, every rule that an event, a decision or a hook names has to be one that there is, and every turn,
phase and step has to be an instance of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from types import GenericAlias
from typing import Any, Final, get_type_hints

from pydantic import TypeAdapter

from mtg_fsm.engine import decisions, protocol, stack
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event, PhaseBegan, StepBegan
from mtg_fsm.engine.protocol import HOOKS, Game
from mtg_fsm.engine.schedule import Schedule
from mtg_fsm.rules import catalogue
from mtg_fsm.testing.watched import unwatched, watch
from mtg_fsm.words import commands, effects

RULES: Final = frozenset(catalogue())
ZONES: Final = ("graveyard", "exile", "nowhere")


def listener(engine: Engine, event: Event) -> None:
    """Checks the rule of an event and the numbers of the units, and has the hooks of the game watched."""
    assert event.rule is None or event.rule in RULES, event
    if isinstance(event, (PhaseBegan, StepBegan)):
        _check_units(engine.schedule)
    if unwatched(engine.game) is engine.game:
        check_hooks(engine)


def _check_units(schedule: Schedule) -> None:
    """Each turn, phase and step has a number that no other one has, or will get."""
    pending = (*schedule.turns, *schedule.phases, *schedule.steps, *(unit for _, unit in schedule.behind))
    in_progress = (schedule.turn, schedule.phase, schedule.step)
    ids = [unit.id for unit in (*pending, *in_progress) if unit is not None]
    assert len(set(ids)) == len(ids), schedule
    assert max(ids) < schedule.serial, schedule


def check_hooks(engine: Engine) -> None:
    """Has every hook checked that the engine calls from now on."""

    def check(name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        said, kinds = TAKEN[name]
        for parameter, value in said.bind(*args, **kwargs).arguments.items():
            where = f"{name}({parameter}={value!r})"
            if parameter in kinds:
                kinds[parameter].validate_python(value, strict=True)
            assert parameter not in MEANT or MEANT[parameter](engine, value), where
        if engine.pending is not None:
            assert engine.pending.rule in RULES, engine.pending
        return hook(*args, **kwargs)

    watch(engine, check)


def _taken() -> dict[str, tuple[Signature, dict[str, TypeAdapter[Any]]]]:
    """What each hook takes: its parameters, and what checks them; of a mark only the game knows what it is."""
    namespace: dict[str, object] = {}
    for module in (decisions, stack, commands, effects, protocol):
        namespace |= vars(module)
    namespace["Engine"] = object
    taken: dict[str, tuple[Signature, dict[str, TypeAdapter[Any]]]] = {}
    for name in HOOKS:
        hook = getattr(Game, name)
        said = signature(hook)
        hints = get_type_hints(hook, namespace)
        _, *parameters = said.parameters.values()
        kinds = {one.name: _kind(one, hints[one.name]) for one in parameters if one.name != "engine"}
        taken[name] = (said.replace(parameters=parameters), kinds)
    return taken


def _kind(parameter: Parameter, hint: Any) -> TypeAdapter[Any]:
    kind: Any = GenericAlias(tuple, (hint, ...)) if parameter.kind is Parameter.VAR_POSITIONAL else hint
    return TypeAdapter(kind)


TAKEN: Final = _taken()
MEANT: Final[dict[str, Callable[[Engine, Any], bool]]] = {
    "engine": lambda engine, value: value is engine,
    "player": lambda engine, value: value in engine.players,
    "pending": lambda engine, value: value.rule in RULES and value.player in engine.players,
    "context": lambda engine, value: value.controller in engine.players,
    "object_": lambda engine, value: value.controller in engine.players,
    "rule": lambda _, value: value is None or value in RULES,
    "to": lambda _, value: value in ZONES,
}
"""What a parameter of a name means, whichever hook has it."""

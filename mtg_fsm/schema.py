"""JSON Schemas of everything that crosses the border: scenarios, commands, decisions, events, views and snapshots.

The wheel has them as files in `mtg_fsm/schemas`, and declarations for TypeScript beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from typing import Any, Final, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, RootModel, TypeAdapter, create_model

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.events import EVENTS, Event
from mtg_fsm.engine.snapshot import snapshot_schema
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.game.view import View
from mtg_fsm.words.aliases import ALIASES, with_aliases
from mtg_fsm.words.base import KnownPlayer
from mtg_fsm.words.commands import COMMANDS
from mtg_fsm.words.records import RecordSchema
from mtg_fsm.words.units import PhaseName, StepName

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DECLARATIONS: Final = "mtg_fsm.d.ts"


_EVENT: Final = "Something that happened, told apart by `event`."


class _Record(BaseModel):
    """An event as a log has it: what happened, where in the game, and the rule that made it happen."""

    model_config = ConfigDict(extra="forbid")

    turn: int = Field(ge=0, description="Number of the turn, from 1; 0 before the first.")
    active_player: KnownPlayer | Literal["none"] = Field(
        description="Whose turn it is; `none` after that player has left (800.4j)."
    )
    phase: PhaseName | None
    step: StepName | None = Field(description="None in a main phase and between steps.")
    rule: str | None = Field(description="None: an effect that names none.")


def _event_model(name: str, event: type[Event]) -> type[BaseModel]:
    hints = get_type_hints(event, include_extras=True)
    own: dict[str, Any] = {field.name: (hints[field.name], ...) for field in fields(event)[2:]}
    kind: Any = Literal[name]
    return create_model(event.__name__, __base__=_Record, __doc__=event.__doc__, event=(kind, ...), **own)


def _command() -> dict[str, Any]:
    return with_aliases({**COMMANDS.json_schema(), "description": ALIASES["Command"].description})


def _decision() -> dict[str, Any]:
    return with_aliases(Decision.model_json_schema(mode="serialization"))


def _event() -> dict[str, Any]:
    union: Any = None
    for name, event in EVENTS.items():
        union = _event_model(name, event) if union is None else union | _event_model(name, event)
    root: Any = (union, Field(discriminator="event"))
    any_event: Any = create_model("AnyEvent", __base__=RootModel, __doc__=_EVENT, root=root)
    return with_aliases(any_event.model_json_schema(mode="serialization"))


def _view() -> dict[str, Any]:
    return with_aliases(TypeAdapter(View).json_schema(mode="serialization", schema_generator=RecordSchema))


def _scenario() -> dict[str, Any]:
    from mtg_fsm.scenario.model import scenario_schema

    return scenario_schema()


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "scenario": _scenario,
    "command": _command,
    "decision": _decision,
    "event": _event,
    "view": _view,
    "snapshot": snapshot_schema,
}
"""What makes each schema."""


def schema(name: str) -> dict[str, Any]:
    """A JSON Schema (2020-12) by name. Raises MtgFsmError, naming all, if there is none."""
    if name not in SCHEMAS:
        raise MtgFsmError(f"there is no schema {name!r}; there are {', '.join(SCHEMAS)}")
    made = SCHEMAS[name]()
    title = {"title": f"mtg_fsm {name}, version 1"}
    return {"$schema": DIALECT, **made, **title}


def typescript() -> str:
    """Declarations of all of these for TypeScript, which are made of the schemas."""
    return (files("mtg_fsm") / "schemas" / DECLARATIONS).read_text(encoding="utf-8")

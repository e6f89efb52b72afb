"""Scenario files, version 1, as models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PrivateAttr,
    ValidationInfo,
    model_validator,
)

from mtg_fsm.engine.decisions import DecisionKind
from mtg_fsm.engine.events import EVENT_FIELDS, EVENT_NAMES
from mtg_fsm.words.aliases import Alias, with_aliases
from mtg_fsm.words.base import Flag, Name, PlayerId, Word, as_mapping
from mtg_fsm.words.commands import Command
from mtg_fsm.words.conditions import Condition
from mtg_fsm.words.setup import GameSpec
from mtg_fsm.words.units import MAIN_PHASES, PHASE_NAMES, PHASE_OF, MainName, PhaseName, StepName

Turn = Annotated[int, Field(strict=True, ge=1, le=100_000)]
Nth = Annotated[int, Field(strict=True, ge=1, le=100_000)]


class Moment(Word):
    """A moment of the game: when a player receives priority, is asked a decision, or a step or phase has ended."""

    turn: Turn = Field(description="The Nth turn that is taken; skipped ones don't count.")
    step: StepName | MainName | PhaseName | None = Field(
        default=None, description="A step or main phase. Left out: anywhere in the turn."
    )
    occurrence: Nth = Field(default=1, description="The kth step of that name in the turn.")
    player: PlayerId | None = Field(
        default=None,
        description="Whose priority or decision. Left out: the active player's priority, anybody's decision.",
    )
    nth: Nth = Field(
        default=1,
        description="The nth time that the player receives priority there, or that the decision is asked.",
    )
    decision: DecisionKind | None = Field(default=None, description="A decision other than priority.")
    when: Literal["ended"] | None = Field(
        default=None, description="`ended`: right after the step or phase; for checks and `until` only."
    )

    @model_validator(mode="after")
    def _possible(self) -> Moment:
        if self.when is not None and (self.decision is not None or self.step is None):
            raise ValueError("`when: ended` needs a step or phase, and goes with no decision")
        if self.when is None and self.step in ("beginning", "combat", "ending"):
            raise ValueError(f"{self.step!r} is a phase; only `when: ended` can name one that has steps")
        return self

    def __str__(self) -> str:
        parts = [f"turn {self.turn}"]
        if self.step:
            parts.append(self.step if self.occurrence == 1 else f"{self.step} {self.occurrence}")
        parts += [part for part in (self.decision, self.player, self.when) if part]
        return ", ".join(parts if self.nth == 1 else [*parts, f"nth {self.nth}"])


class Action(Word):
    """A command of a script; with `rejected` the engine has to refuse it."""

    command: Command
    rejected: Flag = False


def _split_rejected(value: Any) -> Any:
    action = as_mapping(value)
    if action is None or "command" in action:
        return value
    rest = {key: part for key, part in action.items() if key != "rejected"}
    return {"command": rest, **({"rejected": action["rejected"]} if "rejected" in action else {})}


def _not_empty(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    if not actions:
        raise ValueError("at least one action is needed")
    return actions


ScriptAction = Annotated[Action, BeforeValidator(_split_rejected)]


class Entry(Word):
    """What is done at a moment."""

    at: Moment
    do: Annotated[tuple[ScriptAction, ...], AfterValidator(_not_empty)] = Field(
        description="Taken one by one, each as its player is next asked for that kind of thing.",
        json_schema_extra={"minItems": 1},
    )

    @model_validator(mode="after")
    def _at_a_decision(self) -> Entry:
        if self.at.when is not None:
            raise ValueError("nobody decides right after a step has ended; name the next priority or decision")
        return self


class Check(Word):
    """What has to be true at a moment."""

    at: Moment
    that: Condition


class TurnSteps(Word):
    """A turn as it has to be: whose, and its steps and main phases in order."""

    turn: Turn
    player: PlayerId | None = Field(default=None, description="Whose turn it is; of a team any member.")
    team: tuple[PlayerId, ...] | None = Field(default=None, description="Whose turn it is: all members of the team.")
    steps: tuple[StepName | MainName, ...] | None = Field(
        default=None, description="All steps and main phases that begin, in order; skipped ones do not appear."
    )

    @model_validator(mode="after")
    def _whose(self) -> TurnSteps:
        if (self.player is None) == (self.team is None):
            raise ValueError("exactly one of player and team has to be given")
        return self


def _event_pattern(value: Any, info: ValidationInfo) -> Mapping[str, Any]:
    pattern = as_mapping(value)
    if pattern is None or "event" not in pattern:
        raise ValueError("an event is a mapping with the key `event`")
    players: Sequence[str] | None = cast("Mapping[str, Any]", info.context or {}).get("players")
    known: dict[str, Sequence[str] | None] = {
        "event": EVENT_NAMES,
        "step": (*PHASE_OF, *MAIN_PHASES),
        "phase": PHASE_NAMES,
        "player": players,
    }
    for key, wanted in pattern.items():
        if key not in EVENT_FIELDS:
            raise ValueError(f"no event has a field {key!r}; fields are {', '.join(EVENT_FIELDS)}")
        values = known.get(key)
        if values is not None and wanted not in values and (wanted is not None or key == "event"):
            raise ValueError(f"{key}: {wanted!r} is not one of {', '.join(values)}")
    return pattern


_FIELDS: Final[dict[str, JsonValue]] = {
    **{key: {"description": "What this field of the event has to be."} for key in EVENT_FIELDS},
    "event": {"enum": list(EVENT_NAMES)},
    "step": {"enum": [*PHASE_OF, *MAIN_PHASES, None]},
    "phase": {"enum": [*PHASE_NAMES, None]},
    "player": {"type": ["string", "null"]},
}
"""What a pattern may say of the fields of events, as JSON Schema."""

Pattern = Annotated[
    dict[str, JsonValue],
    BeforeValidator(_event_pattern),
    Field(json_schema_extra={"required": ["event"], "properties": _FIELDS, "additionalProperties": False}),
]
"""A partial match of an event: every key that is named has to be as named."""


def _counted(value: Any, info: ValidationInfo) -> Mapping[str, Any]:
    counted = dict(as_mapping(value) or {})
    number = counted.pop("is", None)
    _event_pattern(counted, info)
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError("`is` has to be the exact number of such events, 0 or more")
    return {**counted, "is": number}


CountPattern = Annotated[
    dict[str, JsonValue],
    BeforeValidator(_counted),
    Field(
        json_schema_extra={
            "required": ["event", "is"],
            "properties": {**_FIELDS, "is": {"type": "integer", "minimum": 0}},
            "additionalProperties": False,
        }
    ),
]


class ExpectedOutcome(Word):
    """How the game ended, or that it has not; exactly one of these."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    winners: tuple[PlayerId, ...] | None = None
    draw: Flag | None = None
    unfinished: Flag | None = Field(default=None, description="The game goes on.")

    @model_validator(mode="after")
    def _one(self) -> ExpectedOutcome:
        if len(self.model_fields_set) != 1:
            raise ValueError("exactly one of winners, draw and unfinished has to be given")
        return self


class Expectations(Word):
    """What has to be true of a run."""

    turns: tuple[TurnSteps, ...] = Field(
        default=(), description="Whose each of these turns is, and what it consists of."
    )
    checks: tuple[Check, ...] = Field(default=(), description="What is true at moments, before anything is done there.")
    events: tuple[Pattern, ...] = Field(default=(), description="Happen in this order, with any others between them.")
    never: tuple[Pattern, ...] = Field(default=(), description="Do not happen.")
    counts: tuple[CountPattern, ...] = Field(default=(), description="Happen exactly as often as `is` says.")
    outcome: ExpectedOutcome | None = Field(default=None, description="How the game ends.")


class Scenario(Word):
    """A set-up, what the players do, and what must be true."""

    scenario: Annotated[
        Name, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="The id: small letters, digits and hyphens.")
    ]
    title: Annotated[str, Field(max_length=1000, description="One sentence.")] = ""
    rules: tuple[Annotated[str, Field(pattern=r"^\d{3}(\.\d+[a-z]?)?$")], ...] = Field(
        default=(), description="Numbers of the rules that it is about, in quotes."
    )
    game: GameSpec = Field(default=GameSpec(), description="The set-up. Left out: players A and B.")
    script: tuple[Entry, ...] = Field(default=(), description="What the players do; else they do what is default.")
    until: Moment | None = Field(
        default=None, description="Where the run stops. Left out: at the end of the last turn that is named."
    )
    expect: Expectations = Field(default=Expectations(), description="What must be true of the run.")
    _file: str = PrivateAttr("")

    @property
    def file(self) -> str:
        """The file it comes from, empty if none."""
        return self._file

    def from_file(self, file: str) -> Scenario:
        """The same scenario, with the file it comes from."""
        copy = self.model_copy()
        copy._file = file
        return copy

    @property
    def id(self) -> str:
        """The unique id."""
        return self.scenario

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of the players, in turn order."""
        return self.game.player_ids

    def last_turn(self) -> int:
        """The last turn that `script` or `expect` names; 1 if none is named."""
        moments = [entry.at.turn for entry in self.script] + [check.at.turn for check in self.expect.checks]
        patterns = (*self.expect.events, *self.expect.never, *self.expect.counts)
        named = [turn for pattern in patterns if isinstance(turn := pattern.get("turn"), int)]
        return max([*moments, *named, *(turn.turn for turn in self.expect.turns)], default=1)


_ALIASES: Final = {
    "EventPattern": Alias(Pattern, "An event of which every field that is named has to be as named."),
    "EventCount": Alias(CountPattern, "The same, and how often it happens: exactly `is` times."),
    "DecisionKind": Alias(DecisionKind, "What somebody is asked other than priority."),
}


def with_commands() -> dict[str, Any]:
    """JSON Schema of a scenario in which an action is a command beside `rejected`."""
    return with_aliases(Scenario.model_json_schema(), _ALIASES)


def scenario_schema() -> dict[str, Any]:
    """JSON Schema of a scenario file's document, for editors that complete and check."""
    schema = with_commands()
    definitions = schema["$defs"]
    commands = definitions.pop("Command")
    for reference in commands["discriminator"]["mapping"].values():
        name = reference.rpartition("/")[2]
        definitions[name] = {
            **definitions[name],
            "properties": {
                **definitions[name]["properties"],
                "rejected": {
                    "type": "boolean",
                    "default": False,
                    "description": "It has to be refused.",
                },
            },
        }
    definitions["Action"] = {**commands, "description": definitions["Action"]["description"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "mtg_fsm scenario, version 1",
        "$defs": dict(sorted(definitions.items())),
    }

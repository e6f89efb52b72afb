"""Decisions: what a player is asked, what answers it, and why an answer is refused."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from mtg_fsm.errors import MtgFsmError
from mtg_fsm.words.base import Cost, KnownPlayer

DecisionKind = Literal[
    "choose_defending_player",
    "declare_attackers",
    "declare_blockers",
    "assign_combat_damage",
    "pay",
    "discard_to_hand_size",
    "order_triggers",
    "choose_untap",
    "choose_legend",
    "choose_protector",
    "choose_attacked",
    "choose_blocked",
    "choose_discard",
    "choose_skip",
    "roll",
]
"""What somebody is asked other than priority; a game of one's own may ask more."""


class Pending(NamedTuple):
    """An open decision: of which kind, whose, and the rule that demands it.

    `choices` are what can be chosen, in game order; `how_many` is how many have to be chosen, None if that is free.
    `subject` is the permanent that it is about, if it is about one; `cost` what would be paid, and `optional` whether
    the declaration stands without (508.1g).
    """

    kind: str
    player: str
    rule: str
    choices: tuple[str, ...] = ()
    how_many: int | None = None
    subject: str | None = None
    cost: Cost = ""
    optional: bool = False


class Decision(BaseModel):
    """What somebody must decide before the game goes on.

    `player` is whose decision it is; `decided_by` who makes it, another player only under 722. `choices` are ids in
    game order, of which `count` have to be chosen (None: any number). `subject` is the permanent that it is about, if
    it is about one; of costs `cost` is what would be paid, and `optional` says that it may be declined (508.1g).
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_serialization_defaults_required=True, defer_build=True
    )

    kind: str = Field(
        description="What is asked by the engine and the reference game; a game of one's own may ask more.",
        json_schema_extra={"enum": ["priority", *get_args(DecisionKind)]},
    )
    player: KnownPlayer
    decided_by: KnownPlayer
    rule: str
    choices: tuple[str, ...] = ()
    count: int | None = None
    subject: str | None = None
    cost: Cost = ""
    optional: bool = False


@lru_cache(1_024)
def decision_of(pending: Pending, decided_by: str) -> Decision:
    """What is shown of an open decision; the same for the same, so that asking again costs nothing."""
    return Decision(
        kind=pending.kind,
        player=pending.player,
        decided_by=decided_by,
        rule=pending.rule,
        choices=pending.choices,
        count=pending.how_many,
        subject=pending.subject,
        cost=pending.cost,
        optional=pending.optional,
    )


class Code(StrEnum):
    """Why a command is refused; the set is closed."""

    GAME_OVER = "game_over"
    NOT_STARTED = "not_started"
    IN_PROGRESS = "in_progress"
    UNKNOWN_PLAYER = "unknown_player"
    NOT_ASKED = "not_asked"
    WRONG_KIND = "wrong_kind"
    NOT_DECIDER = "not_decider"
    WRONG_TIME = "wrong_time"
    NO_SUCH_OBJECT = "no_such_object"
    NOT_YOURS = "not_yours"
    NOT_ENOUGH_MANA = "not_enough_mana"
    WRONG_NUMBER = "wrong_number"
    LIMIT_REACHED = "limit_reached"
    ILLEGAL_CHOICE = "illegal_choice"


class Refusal(NamedTuple):
    """Why a command is not legal now: code, the guard that forbids it, the rule, and what would be right."""

    code: Code
    guard: str
    rule: str
    message: str


def illegal(guard: str, rule: str, message: str) -> Refusal:
    """A choice that a rule forbids."""
    return Refusal(Code.ILLEGAL_CHOICE, guard, rule, message)


class IllegalCommand(MtgFsmError, ValueError):
    """A command was refused; the game is exactly as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} (rule {refusal.rule})")
        self.refusal = refusal
        self.code = refusal.code
        self.guard = refusal.guard
        self.rule = refusal.rule

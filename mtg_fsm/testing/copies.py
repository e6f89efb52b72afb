"""Copying: a game and its copy go on by themselves."""

from __future__ import annotations

from typing import Any, Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import ContractError
from mtg_fsm.testing.saving import difference, saved_now
from mtg_fsm.testing.trial import Trial, at, holding
from mtg_fsm.words.notation import as_text

WINDOW: Final = 12
"""How many commands a copy is played on."""
_APART: Final = "shares nothing that changes: whatever happens in one of the two, the other stays as it is"


def copies_go_on_by_themselves(trial: Trial) -> None:
    """A copy is as the game is, the same commands cause the same events in it, and neither changes with the other."""
    last: tuple[Engine, dict[str, Any]] | None = None
    for engine, place in trial.visit(often=2):
        if last is not None:
            _hold(last[0], last[1], _APART, f"the game went on to {at(engine)}")
        saved = saved_now(engine.game)
        played, kept = _copied(engine), _copied(engine)
        _hold(played, saved, "gives a game that is as this one is now", at(engine))
        for command, events in trial.played[place : place + WINDOW]:
            if trial.submit(played, command) != events:
                contract = "covers whatever matters, so that a copy goes on with the same events"
                raise ContractError("copy", contract, f"copied {at(engine)}, it goes another way by {as_text(command)}")
        _hold(engine, saved, _APART, f"its copy went on from {at(engine)}")
        last = kept, saved


def _copied(engine: Engine) -> Engine:
    with holding(engine.game, "gives a game of this kind", at(engine), hook="copy"):
        return engine.copy()


def _hold(engine: Engine, saved: dict[str, Any], contract: str, where: str) -> None:
    now = engine.game.save()
    if now != saved:
        raise ContractError("copy", contract, f"{difference(saved, now)} {where}")

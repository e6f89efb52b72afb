"""What players do where a script is silent."""

from __future__ import annotations

from mtg_fsm.engine.engine import Engine
from mtg_fsm.words.commands import Command, Pass


def default_command(engine: Engine) -> Command:
    """The default answer to the open decision.

    Who has priority passes; nobody attacks, or where that is illegal the fewest creatures that may (508.1d); the first
    cards are discarded; triggers keep the order in which they were created; as many as may untap do, the first ones;
    the first legend is kept; a roll shows 1.
    """
    decision = engine.decision
    assert decision is not None  # nosec B101 # for type checkers
    if decision.kind == "priority":
        return Pass(player=decision.player)
    return next(engine.legal(decision.player))

"""Playing on, and that what is listed is legal."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mtg_fsm.errors import ContractError
from mtg_fsm.testing.trial import Trial, at, holding, taken_back
from mtg_fsm.words.commands import Command
from mtg_fsm.words.notation import as_text

OFTEN: Final = 20
"""At how many decisions of a kind everything that is listed is tried."""


def legal_play_goes_on(trial: Trial) -> None:
    """Any legal commands can be given for some turns, and every player can concede."""
    if not trial.played:
        raise ContractError(type(trial.make_engine().game).__name__, "the game asks somebody something", "it is over")


def what_is_listed_is_legal(trial: Trial) -> None:
    """Commands are listed in the same order each time; each is accepted and can be carried out."""
    engine, other, seen = trial.begin(), trial.begin(), Counter[str]()
    for command, _ in trial.played:
        kind = engine.decision.kind if engine.decision is not None else ""
        seen[kind] += 1
        hook = "legal_actions" if kind in ("priority", "pay") else "possible_answers"
        listed = trial.listed(engine)
        for again in (trial.listed(engine), trial.listed(other)):
            if again != listed:
                found = f"{_texts(listed)}, then {_texts(again)} {at(engine)}"
                raise ContractError(hook, "lists the same commands in the same order each time", found)
        for legal in listed if seen[kind] <= OFTEN else ():
            refusal = engine.why_not(legal)
            if refusal is not None:
                found = f"{as_text(legal)} is refused {at(engine)}: {refusal.message}"
                raise ContractError(hook, "lists only what is legal", found)
            with holding(engine.game, "whatever is listed can be carried out", f"{at(engine)}, by {as_text(legal)}"):
                taken_back(engine, legal)
        trial.submit(engine, command)
        trial.submit(other, command)


def _texts(commands: list[Command]) -> str:
    return ", ".join(map(as_text, commands))

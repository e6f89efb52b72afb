"""Playing on, and that what is listed is legal."""

from __future__ import annotations

from itertools import islice
from typing import Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import ContractError
from mtg_fsm.testing.trial import MOST_LISTED, Trial, at, holding, lister, taken_back
from mtg_fsm.words.commands import Activate, Cast, Command
from mtg_fsm.words.effects import Custom
from mtg_fsm.words.notation import as_text

FOREIGN: Final = Custom(name="no such effect")
"""An effect that no card has."""


def legal_play_goes_on(trial: Trial) -> None:
    """Any legal commands can be given for some turns, and every player can concede."""
    if not trial.played:
        raise ContractError(type(trial.make_engine().game).__name__, "the game asks somebody something", "it is over")


def what_is_listed_is_legal(trial: Trial) -> None:
    """Commands are listed in the same order each time; each is accepted and can be carried out."""
    other, there = trial.begin(), 0
    for engine, place in trial.visit(often=20):
        for command, _ in trial.played[there:place]:
            trial.submit(other, command)
        there = place
        _check_listed(trial, engine, other)


def _check_listed(trial: Trial, engine: Engine, other: Engine) -> None:
    hook = lister(engine)
    listed = trial.listed(engine)
    for again in (trial.listed(engine), trial.listed(other)):
        if again != listed:
            found = f"{_texts(listed)}, then {_texts(again)} {at(engine)}"
            raise ContractError(hook, "lists the same commands in the same order each time", found)
    _check_once(engine, hook)
    for command in listed:
        refusal = engine.why_not(command)
        if refusal is not None:
            found = f"{as_text(command)} is refused {at(engine)}: {refusal.message}"
            raise ContractError(hook, "lists only what is legal", found)
        with holding(engine.game, "whatever is listed can be carried out", f"{at(engine)}, by {as_text(command)}"):
            taken_back(engine, command)


def _check_once(engine: Engine, hook: str) -> None:
    for player in engine.asked_now:
        listed = list(islice(engine.legal(player), MOST_LISTED))
        for number, command in enumerate(listed):
            if command in listed[:number]:
                raise ContractError(hook, "lists each command once", f"{as_text(command)} is there twice {at(engine)}")


def cards_do_what_they_say(trial: Trial) -> None:
    """A spell or ability does what its card says: a command that brings another effect is refused."""
    for engine, _ in trial.visit(often=5):
        for command in trial.listed(engine):
            if isinstance(command, (Cast, Activate)):
                _check_own_effects(engine, command)


def _check_own_effects(engine: Engine, command: Cast | Activate) -> None:
    foreign = command.model_copy(update={"effects": (*command.effects, FOREIGN)})
    if engine.why_not(foreign) is None:
        hook = "spell" if isinstance(command, Cast) else "ability"
        found = f"{as_text(foreign)} is legal {at(engine)}"
        raise ContractError(hook, "gives what a card does, whatever effects the command brings", found)


def _texts(commands: list[Command]) -> str:
    return ", ".join(map(as_text, commands))

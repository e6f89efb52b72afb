"""Playing on, and that what is listed is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import ContractError
from mtg_fsm.game.blank import lists_all
from mtg_fsm.testing.hooks import NOBODY
from mtg_fsm.testing.trial import MOST_LISTED, Trial, at, holding, lister, taken_back
from mtg_fsm.words.commands import Activate, Assign, Attack, Block, Cast, Choose, Command
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


def other_answers_are_judged(trial: Trial) -> None:
    """An answer that names what does not exist is refused; every other one that is legal is listed."""
    for engine, _ in trial.visit(often=8):
        pending = engine.pending
        if pending is None or lister(engine) != "possible_answers":
            continue
        listed = trial.listed(engine)
        for answer in islice(_unknown(listed), MOST_LISTED):
            if _judged(engine, answer):
                contract = "refuses what names something that does not exist"
                raise ContractError("why_not", contract, f"{as_text(answer)} is legal {at(engine)}")
        if lists_all(engine.game) and len(listed) < MOST_LISTED:
            for answer in islice(_altered(engine, pending, listed), MOST_LISTED):
                if answer not in listed and _judged(engine, answer):
                    found = f"{as_text(answer)} is legal {at(engine)}, and listed are {_texts(listed)}"
                    raise ContractError("possible_answers", "gives every legal answer", found)


def _judged(engine: Engine, answer: Command) -> bool:
    """Whether an answer is legal; if it is, it can be carried out."""
    where = f"{at(engine)}, by {as_text(answer)}"
    with holding(engine.game, "judges any answer", where, hook="why_not"):
        legal = engine.why_not(answer) is None
    if legal:
        with holding(engine.game, "whatever is legal can be carried out", where):
            taken_back(engine, answer)
    return legal


def _unknown(listed: list[Command]) -> Iterator[Command]:
    """Answers like those that are listed, in which one name is of nothing."""
    for command in listed:
        match command:
            case Attack(attackers=attackers):
                for name, target in attackers.items():
                    yield command.model_copy(update={"attackers": {**attackers, NOBODY: target}})
                    yield command.model_copy(update={"attackers": {**attackers, name: NOBODY}})
            case Block(blockers=blockers):
                for name, blocked in blockers.items():
                    yield command.model_copy(update={"blockers": {**blockers, NOBODY: blocked}})
                    yield command.model_copy(update={"blockers": {**blockers, name: (NOBODY,)}})
            case Assign(damage=damage):
                for name, parts in damage.items():
                    yield command.model_copy(update={"damage": {**damage, NOBODY: parts}})
                    yield command.model_copy(update={"damage": {**damage, name: {NOBODY: sum(parts.values())}}})
            case Choose(ids=ids):
                yield command.model_copy(update={"ids": (*ids[:-1], NOBODY)})
            case _:
                pass


def _altered(engine: Engine, pending: Pending, listed: list[Command]) -> Iterator[Command]:
    """Declarations that might be legal, too: with one creature less, one more, or against another one."""
    there = (*engine.in_game, *engine.game.permanents())
    for command in listed:
        match command:
            case Attack(attackers=attackers):
                for name in attackers:
                    less = {one: target for one, target in attackers.items() if one != name}
                    yield command.model_copy(update={"attackers": less})
                for name in pending.choices:
                    for target in there:
                        yield command.model_copy(update={"attackers": {**attackers, name: target}})
            case Block(blockers=blockers):
                for name in blockers:
                    rest = {one: blocked for one, blocked in blockers.items() if one != name}
                    yield command.model_copy(update={"blockers": rest})
                for name in pending.choices:
                    for attacker in there[len(engine.in_game) :]:
                        yield command.model_copy(update={"blockers": {**blockers, name: (attacker,)}})
            case _:
                pass


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

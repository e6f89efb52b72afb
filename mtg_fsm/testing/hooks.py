"""What hooks take and give: their signatures, their answers, and facts that agree with one another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from inspect import Parameter, Signature, signature
from typing import Any, Final, get_type_hints

from pydantic import TypeAdapter, ValidationError

from mtg_fsm.engine import decisions, protocol, stack
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.protocol import HOOKS, Game
from mtg_fsm.errors import ContractError
from mtg_fsm.testing.trial import Trial, at, holding
from mtg_fsm.testing.watched import watch
from mtg_fsm.words import commands, effects

NOBODY: Final = "no such permanent"


# --- what they take ---


def hooks_take_what_the_engine_gives(trial: Trial) -> None:
    """Every hook can be called as `mtg_fsm.Game` says."""
    game = trial.make_engine().game
    for name in HOOKS:
        said, taken = signature(getattr(Game, name)), signature(getattr(game, name))
        said = said.replace(parameters=list(said.parameters.values())[1:], return_annotation=Signature.empty)
        try:
            _call(taken, said)
        except TypeError as error:
            raise ContractError(name, f"takes {_names(said)}", f"it takes {_names(taken)}: {error}") from None


def _call(taken: Signature, said: Signature) -> None:
    """Binds one argument for each parameter, two for `*names`; TypeError if that does not fit."""
    parameters = said.parameters.values()
    named = {one.name: one for one in parameters if one.kind is Parameter.KEYWORD_ONLY}
    single = [one for one in parameters if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    several = [one for one in parameters if one.kind is Parameter.VAR_POSITIONAL]
    taken.bind(*single, *several, *several, **named)


def _names(of: Signature) -> str:
    bare = [one.replace(annotation=Parameter.empty) for one in of.parameters.values()]
    return str(Signature(bare))


# --- what they give ---


def answers_are_what_the_engine_expects(trial: Trial) -> None:
    """Every hook that is called gives what `mtg_fsm.Game` says."""
    engine = trial.make_engine()

    def check(name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        answer = hook(*args, **kwargs)
        _check_kind(name, answer)
        if name in SOUND:
            contract, holds = SOUND[name]
            if not holds(engine, args, answer):
                raise ContractError(name, contract, f"it gave {answer!r} {at(engine)}")
        return answer

    watch(engine, check)
    for _ in trial.play(trial.begin(engine)):
        pass


def _kinds() -> dict[str, tuple[str, TypeAdapter[Any]]]:
    """What each hook gives, in words and as what checks it.

    A mark is for the game alone, which may give anything; what a copy has to be is a contract of its own.
    """
    namespace: dict[str, object] = {}
    for module in (decisions, stack, commands, effects, protocol):
        namespace |= vars(module)
    kinds: dict[str, tuple[str, TypeAdapter[Any]]] = {}
    for name in HOOKS:
        text = getattr(Game, name).__annotations__["return"]
        kind = get_type_hints(type("Answer", (), {"__annotations__": {"answer": text}}), namespace)["answer"]
        if kind not in (Hashable, Game):
            kinds[name] = (text, TypeAdapter(kind))
    return kinds


KINDS: Final = _kinds()


def _check_kind(name: str, answer: object) -> None:
    if name in KINDS:
        text, adapter = KINDS[name]
        try:
            adapter.validate_python(answer, strict=True)
        except ValidationError as error:
            first = error.errors()[0]["msg"]
            raise ContractError(name, f"gives {text}", f"it gave {answer!r} ({first})") from None


def _own(engine: Engine, args: tuple[Any, ...], answer: Iterable[str] | None) -> bool:
    """Whether all are permanents that the player of a hook or a teammate controls."""
    return all(engine.game.controller_of(one) in engine.team_of(args[1]) for one in answer or ())


def _permanents(engine: Engine, _args: tuple[Any, ...], answer: Iterable[str]) -> bool:
    return set(answer) <= set(engine.game.permanents())


def _chosen(_engine: Engine, args: tuple[Any, ...], answer: Iterable[str]) -> bool:
    return set(answer) <= set(args[2])


Sound = Callable[[Engine, tuple[Any, ...], Any], bool]
_CONTROLLED: Final = "gives permanents that the player controls"
_OF_THOSE: Final = "gives some of those that were chosen"
SOUND: Final[dict[str, tuple[str, Sound]]] = {
    "controller_of": (
        "gives a player of the game, or None",
        lambda engine, _, answer: answer in (None, *engine.players),
    ),
    "untap_choice": (
        f"{_CONTROLLED}, and how many of them at most",
        lambda engine, args, answer: _own(engine, args, answer[0]) and (answer[1] or 0) >= 0,
    ),
    "possible_attackers": (_CONTROLLED, _own),
    "possible_blockers": (_CONTROLLED, _own),
    "required_attackers": (_CONTROLLED, _own),
    "become_attackers": (_OF_THOSE, _chosen),
    "become_blockers": (_OF_THOSE, _chosen),
    "become_blocked": (
        "gives some of the attackers that have a blocker",
        lambda _, args, answer: set(answer) <= {attacker for blocked in args[1].values() for attacker in blocked},
    ),
    "damage_sources": ("gives permanents", _permanents),
    "in_combat_with": ("gives permanents", _permanents),
    "excess_cards": (
        "gives a hand and no more than how many cards it has",
        lambda _, __, answer: 0 <= answer[1] <= len(answer[0]),
    ),
}
"""What of an answer is checked beside its kind: the contract, and whether it holds."""


# --- facts ---


def facts_agree(trial: Trial) -> None:
    """Whatever is on the battlefield has a controller and a number of its own; what is not there has neither."""
    engine = trial.begin()
    known: dict[str, int] = {}
    gone: dict[str, set[int]] = {}
    _check_unknown(engine.game)
    _check_facts(engine, known, gone)
    for _ in trial.walk(engine):
        _check_facts(engine, known, gone)


def _check_unknown(game: Game) -> None:
    for hook, answer in (("is_present", False), ("controller_of", None), ("object_of", None)):
        contract = f"gives {answer} for what is not on the battlefield"
        with holding(game, contract, f"for {NOBODY!r}"):
            given = getattr(game, hook)(NOBODY)
        if given is not answer:
            raise ContractError(hook, contract, f"it gave {given!r}")


def _check_facts(engine: Engine, known: dict[str, int], gone: dict[str, set[int]]) -> None:
    """`known` are the numbers of what was there at the decision before, `gone` those of what has left, by id."""
    game, there = engine.game, tuple(engine.game.permanents())
    if len(set(there)) < len(there):
        raise ContractError("permanents", "gives each permanent once", f"it gave {there} {at(engine)}")
    numbers: dict[str, int] = {}
    for one in there:
        controller, number = game.controller_of(one), game.object_of(one)
        if controller not in engine.in_game and engine.outcome is None:
            found = f"of {one!r} it gave {controller!r} {at(engine)}"
            raise ContractError("controller_of", "gives a player in the game for each of `permanents`", found)
        if number is None or number in numbers.values() or number in gone.get(one, ()):
            contract = "gives each permanent a number of its own, and another one if it comes back"
            raise ContractError("object_of", contract, f"of {one!r} it gave {number!r} {at(engine)}")
        numbers[one] = number
    for one in known.keys() - numbers.keys():
        gone.setdefault(one, set()).add(known[one])
        if game.is_present(one):
            raise ContractError("is_present", "is True only for `permanents`", f"{one!r} has left {at(engine)}")
    known.clear()
    known.update(numbers)

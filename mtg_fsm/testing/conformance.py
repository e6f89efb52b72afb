"""The conformance kit: everything that a game has to do, as tests for pytest and as one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.protocol import HOOKS
from mtg_fsm.errors import ContractError, SetupError
from mtg_fsm.game.blank import BlankGame
from mtg_fsm.testing import copies, everywhere, going_back, hooks, playing, saving
from mtg_fsm.testing.trial import Trial, no_more
from mtg_fsm.testing.watched import watch
from mtg_fsm.words.commands import Command

TURNS: Final = 8
"""How many turns are played, unless one says otherwise."""
ASKED_ANYWAY: Final = frozenset(
    {"save", "comparable", "load", "permanents", "is_present", "controller_of", "object_of"}
)
"""Hooks that the contracts call themselves, whatever is played."""
CONTRACTS: Final[tuple[Callable[[Trial], None], ...]] = (
    hooks.hooks_take_what_the_engine_gives,
    hooks.answers_are_what_the_engine_expects,
    playing.legal_play_goes_on,
    hooks.facts_agree,
    saving.saved_states_are_plain,
    everywhere.the_same_happens_each_time,
    everywhere.the_same_happens_in_another_process,
    playing.what_is_listed_is_legal,
    playing.other_answers_are_judged,
    playing.cards_do_what_they_say,
    going_back.questions_change_nothing,
    going_back.marks_go_back,
    going_back.failing_hooks_are_taken_back,
    copies.copies_go_on_by_themselves,
    saving.saved_games_go_on,
    saving.loading_is_taken_back,
    saving.garbage_is_refused,
)
"""What is checked, each on a trial; what others build on comes first."""


def check_game(
    make_engine: Callable[[], Engine],
    more_commands: Callable[[Engine], Iterable[Command]] = no_more,
    *,
    seed: int = 0,
    turns: int = TURNS,
) -> None:
    """Tries a game in every way and raises ContractError, an AssertionError, for the first contract that is broken.

    `make_engine` gives a new engine with a new game, set up the same each time. `more_commands` gives commands to try
    at a decision that `legal_actions` does not list; those that are illegal are left out. What is played is random by
    `seed`, for so many turns. Another process imports the file that has `make_engine`: a script calls this under
    `if __name__ == "__main__":`.
    """
    trial = Trial(make_engine, more_commands, seed=seed, turns=turns)
    for contract in CONTRACTS:
        _check(contract, trial)


def unreached_hooks(
    make_engine: Callable[[], Engine],
    more_commands: Callable[[Engine], Iterable[Command]] = no_more,
    *,
    seed: int = 0,
    turns: int = TURNS,
) -> tuple[str, ...]:
    """The hooks of a game's own that the play of `check_game` never calls, or only with nothing, as `become_attackers`
    if nobody attacks; in the order of `mtg_fsm.Game`.

    What no play reaches nothing has tried: more turns, another seed or `more_commands` may reach it.
    """
    engine, reached = make_engine(), set[str]()
    game = type(engine.game)

    def note(name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if all(argument or not isinstance(argument, (Mapping, Sequence)) for argument in args):
            reached.add(name)
        return hook(*args, **kwargs)

    watch(engine, note)
    trial = Trial(make_engine, more_commands, seed=seed, turns=turns)
    for _ in trial.play(trial.begin(engine)):
        pass
    own = (name for name in HOOKS if getattr(game, name) is not getattr(BlankGame, name))
    return tuple(name for name in own if name not in reached and name not in ASKED_ANYWAY)


def _check(contract: Callable[[Trial], None], trial: Trial) -> None:
    everywhere.refuse_in_the_other_process()
    try:
        contract(trial)
    except ContractError as error:
        error.add_note(f"found by {contract.__name__} with seed={trial.seed}, turns={trial.turns}")
        raise


class GameConformance:
    """Tests of everything that a game has to do. Subclass it in a test file, and say how a game is made:

        class TestDuel(GameConformance):
            def make_engine(self) -> Engine:
                return Engine(Duel(), ("A", "B"))

    Each contract is a test of its own, with every seed of `seeds`.
    """

    seeds: ClassVar[Iterable[int]] = range(2)
    turns: ClassVar[int] = TURNS

    def make_engine(self) -> Engine:
        """A new engine with a new game, set up the same each time."""
        raise SetupError(f"{type(self).__name__} needs make_engine(self), which gives a new engine")

    def more_commands(self, engine: Engine) -> Iterable[Command]:
        """What else may be tried at a decision: what `legal_actions` does not list. What is illegal is left out."""
        return no_more(engine)

    def check(self, contract: Callable[[Trial], None]) -> None:
        """Holds the game to one contract, with every seed."""
        for seed in self.seeds:
            _check(contract, Trial(self.make_engine, self.more_commands, seed=seed, turns=self.turns))


def _test(contract: Callable[[Trial], None]) -> Callable[[GameConformance], None]:
    def test(self: GameConformance) -> None:
        self.check(contract)

    test.__doc__ = contract.__doc__
    return test


for _contract in CONTRACTS:
    setattr(GameConformance, f"test_{_contract.__name__}", _test(_contract))

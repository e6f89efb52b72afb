"""The conformance kit: games that do what they have to pass, and each way to break a contract is found."""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Any, ClassVar, Final, NamedTuple, Self, cast

import pytest
from duel import Duel
from random_games import random_game
from skirmish import DECKS, Board, Creature, Skirmish

from mtg_fsm import (
    Activate,
    Assign,
    Attack,
    BlankGame,
    Block,
    Cast,
    Choose,
    Command,
    Context,
    Effect,
    Engine,
    Game,
    GameSpec,
    MtgFsmError,
    Pending,
    PermanentSpec,
    PlayerSpec,
    Printed,
    Refusal,
    SetupError,
    UntapChoice,
    effects,
    events,
    new_game,
)
from mtg_fsm.engine.protocol import HOOKS
from mtg_fsm.testing import (
    ContractError,
    GameConformance,
    check_game,
    copies,
    everywhere,
    going_back,
    hooks,
    playing,
    saving,
    unreached_hooks,
)
from mtg_fsm.testing.conformance import CONTRACTS
from mtg_fsm.testing.trial import PLAYS_ON, Trial
from mtg_fsm.testing.watched import watch

# --- games that keep all contracts ---


class TestBlankGame(GameConformance):
    """A game without cards."""

    def make_engine(self) -> Engine:
        return Engine(BlankGame(), ("A", "B"))


class TestBlankGameOfTeams(GameConformance):
    """Two teams of two."""

    seeds = (7,)

    def make_engine(self) -> Engine:
        return Engine(BlankGame(), ("A", "B", "C", "D"), teams=(("A", "B"), ("C", "D")))


class TestDuel(GameConformance):
    """The example with one card."""

    def make_engine(self) -> Engine:
        return Engine(Duel(), ("A", "B"))


class TestSkirmish(GameConformance):
    """The example with cards, creatures, a trigger and an extra turn."""

    turns = 6

    def make_engine(self) -> Engine:
        return Engine(Skirmish(DECKS), tuple(DECKS))


EFFECTS: tuple[Effect, ...] = (
    effects.ExtraPhases(phases=("combat", "main")),
    effects.ExtraTurn(),
    effects.EndTurn(),
    effects.Draw(count=2),
    effects.Destroy(permanents=("ox",)),
    effects.Create(permanent=PermanentSpec(id="wolf", token=True)),
    effects.PhaseOut(permanents=("bear",)),
    effects.Damage(amount=1, to="B"),
)
SPELLS = tuple(Cast(name=effect.effect, effects=(effect,)) for effect in EFFECTS)


class TestReferenceGame(GameConformance):
    """The reference game with much on the battlefield, and spells that change the turn."""

    turns = 4

    def make_engine(self) -> Engine:
        return random_game()

    def more_commands(self, engine: Engine) -> Iterable[Command]:
        return SPELLS


class TestReferenceGameOfThree(GameConformance):
    """Three players with cards and creatures, of whom some leave before the end."""

    seeds = (7,)

    def make_engine(self) -> Engine:
        players = tuple(
            PlayerSpec(id=id_, hand=("plains", f"bolt-{id_}"), battlefield=(PermanentSpec(id=f"bear-{id_}"),))
            for id_ in "ABC"
        )
        return new_game(GameSpec(players=players, variant="free_for_all"))


def test_faults_are_raised_in_every_hook_that_is_reached() -> None:
    """Two plays of the reference game reach nearly all hooks, and each has raised before and after its work."""
    reached, failed = set[str](), set[tuple[str, str]]()

    class Noted(going_back.Faults):
        def __call__(self, name: str, hook: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            try:
                answer = super().__call__(name, hook, args, kwargs)
            except going_back.Fault as fault:
                failed.add((fault.hook, str(fault).split()[0]))
                raise
            reached.add(name)
            return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(going_back, "Faults", Noted)
        for seed in range(2):
            going_back.failing_hooks_are_taken_back(Trial(random_game, lambda _: SPELLS, seed=seed, turns=4))
    reached -= going_back.WHOLE_OR_NOTHING
    assert len(reached) > 38
    assert failed == {(hook, when) for hook in reached for when in ("before", "after")}


# --- games that break one ---


class Fighting(Skirmish):
    """Creatures block, too: the first one the first attacker; whoever is in combat with another dies."""

    def possible_blockers(self, engine: Engine, player: str) -> Sequence[str]:
        return self.possible_attackers(engine, player)

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        if pending.kind == "declare_blockers":
            if pending.choices:
                yield Block(player=pending.player, blockers={pending.choices[0]: (self.board.attackers[0],)})
            yield Block(player=pending.player)
        elif pending.kind == "assign_combat_damage":
            yield Assign(player=pending.player)
        else:
            yield from super().possible_answers(engine, pending)

    def damage_sources(self, engine: Engine, player: str) -> Sequence[str]:
        return [id_ for id_ in self.board.attackers if self.controller_of(id_) == player]


class Broken(NamedTuple):
    """A game that breaks a contract, which check finds it, and what that says."""

    check: Callable[[Trial], None]
    game: type[Skirmish]
    hook: str
    message: str


BROKEN: list[Broken] = []


def breaks(check: Callable[[Trial], None], hook: str, message: str) -> Callable[[type[Skirmish]], type[Skirmish]]:
    def note(game: type[Skirmish]) -> type[Skirmish]:
        BROKEN.append(Broken(check, game, hook, message))
        return game

    return note


def returning(check: Callable[[Trial], None], hook: str, message: str, answer: object) -> None:
    """A game in which a hook always gives this."""

    def give(*_: object, **__: object) -> object:
        return answer

    game = type(f"Returning{hook.title()}", (Fighting,), {hook: give})
    BROKEN.append(Broken(check, cast("type[Skirmish]", game), hook, message))


@breaks(hooks.hooks_take_what_the_engine_gives, "draw", r"takes \(engine, player\); it takes \(engine\)")
class DrawForAll(Skirmish):
    def draw(self, engine: Engine) -> None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """Takes too little."""


@breaks(hooks.hooks_take_what_the_engine_gives, "left_stack", r"takes \(engine, object_, \*, to\); it takes")
class LeftStackByPosition(Skirmish):
    def left_stack(self, engine: Engine, object_: object, zone: str) -> None:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """Names its argument otherwise."""


@breaks(hooks.hooks_take_what_the_engine_gives, "in_combat_with", r"takes \(engine, \*keywords\); it takes")
class OneKeyword(Skirmish):
    def in_combat_with(self, engine: Engine, keyword: str) -> frozenset[str]:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return frozenset()


@breaks(playing.legal_play_goes_on, "apply", r"the game goes on, .*; KeyError: 'ox' in turn \d+, .* by [AB]: pass")
class NoOx(Skirmish):
    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        if isinstance(effect, effects.Custom) and effect.name == "ox":
            raise KeyError(effect.name)
        super().apply(engine, effect, context)


@breaks(playing.legal_play_goes_on, "leave", "the game goes on, .*; NotImplementedError: nobody leaves .* concede")
class NobodyLeaves(Skirmish):
    def leave(self, engine: Engine, player: str) -> None:
        raise NotImplementedError("nobody leaves")


@breaks(playing.legal_play_goes_on, "phasing", "the game goes on, .*; AttributeError: .* as the game begins")
class NoBeginning(Skirmish):
    def phasing(self, engine: Engine, player: str) -> None:
        raise AttributeError(player)


@breaks(playing.legal_play_goes_on, "OverAtOnce", "the game asks somebody something; it is over")
class OverAtOnce(Skirmish):
    def untap_choice(self, engine: Engine, player: str) -> UntapChoice:
        engine.lose((player,), "104.3e")
        return UntapChoice(())


KINDS = hooks.answers_are_what_the_engine_expects
returning(KINDS, "permanents", r"gives Sequence\[str\]; it gave \{'wolf'\}", {"wolf"})
returning(KINDS, "damage_sources", r"gives Sequence\[str\]; it gave 'wolf'", "wolf")
returning(KINDS, "state_based_actions", "gives bool; it gave None", None)
returning(KINDS, "untap", "gives None; it gave 'done'", "done")
returning(KINDS, "why_not_cast", r"gives Refusal \| None; it gave 'no'", "no")
returning(KINDS, "legal_actions", r"gives Sequence\[Command\]; it gave \['pass'\]", ["pass"])
returning(KINDS, "controller_of", "gives a player of the game, or None; it gave 'C'", "C")
returning(KINDS, "untap_choice", "permanents that the player controls, and how many", UntapChoice(("ox-0",)))
returning(KINDS, "untap_choice", "permanents that the player controls, and how many", UntapChoice((), -1))
returning(KINDS, "possible_attackers", "gives permanents that the player controls; it gave", ["ox-0"])
returning(KINDS, "possible_blockers", "gives permanents that the player controls; it gave", ["ox-0"])
returning(KINDS, "required_attackers", "gives permanents that the player controls; it gave", ["ox-0"])
returning(KINDS, "become_attackers", "gives some of those that were chosen; it gave", {"ox-0": "A"})
returning(KINDS, "become_blockers", "gives some of those that were chosen; it gave", {"ox-0": ("ox-1",)})
returning(KINDS, "become_blocked", "gives some of the attackers that have a blocker; it gave", ("ox-0",))
returning(KINDS, "damage_sources", "gives permanents; it gave", ("ox-0",))
returning(KINDS, "in_combat_with", "gives permanents; it gave", frozenset({"ox-0"}))
returning(KINDS, "excess_cards", "gives a hand and no more than how many cards it has; it gave", (("ox",), 2))


FACTS = hooks.facts_agree
returning(FACTS, "controller_of", "gives None for what is not on the battlefield; it gave 'A'", "A")
returning(FACTS, "object_of", "gives None for what is not on the battlefield; it gave 1", 1)
returning(FACTS, "is_present", "gives False for what is not on the battlefield; it gave True", True)
returning(FACTS, "permanents", "gives each permanent once; it gave", ("wolf", "wolf"))
returning(FACTS, "permanents", "", ("wolf",))
BROKEN[-1] = BROKEN[-1]._replace(hook="controller_of", message="a player in the game for each of `permanents`")


@breaks(FACTS, "controller_of", "gives None for what is not on the battlefield; KeyError: 'no such permanent'")
class ControllerOfAll(Skirmish):
    def controller_of(self, permanent: str) -> str | None:
        return self.board.creatures[permanent].controller


@breaks(FACTS, "object_of", "gives each permanent a number of its own, and another one if it comes back; of")
class OneNumber(Skirmish):
    def object_of(self, permanent: str) -> int | None:
        return 1 if self.is_present(permanent) else None


class Blinking(Skirmish):
    """Creatures leave in each cleanup step and come back in the next untap step."""

    def __init__(self, decks: Mapping[str, Sequence[str]]) -> None:
        super().__init__(decks)
        self.away: dict[str, Creature] = {}

    def remove_damage(self, engine: Engine) -> None:
        self.away, self.board.creatures = self.board.creatures, {}

    def draw(self, engine: Engine, player: str) -> None:
        super().draw(engine, player)
        self.board.creatures, self.away = {**self.away, **self.board.creatures}, {}


@breaks(FACTS, "object_of", "gives each permanent a number of its own, and another one if it comes back; of")
class SameNumberAgain(Blinking):
    pass


@breaks(FACTS, "is_present", "is True only for `permanents`; .* has left in turn")
class StillThere(Blinking):
    def is_present(self, permanent: str) -> bool:
        return permanent in {**self.board.creatures, **self.away}

    def controller_of(self, permanent: str) -> str | None:
        return {**self.board.creatures, **self.away}[permanent].controller if self.is_present(permanent) else None

    def object_of(self, permanent: str) -> int | None:
        return {**self.board.creatures, **self.away}[permanent].number if self.is_present(permanent) else None


PLAIN = saving.saved_states_are_plain


@breaks(PLAIN, "save", r"gives plain JSON data; TypeError: Object of type set is not JSON serializable")
class SavesASet(Skirmish):
    def save(self) -> dict[str, Any]:
        return {**super().save(), "names": set(self.board.creatures)}


@breaks(PLAIN, "save", r"gives plain JSON data; as JSON, save.names was \(\) and is \[\]")
class SavesATuple(Skirmish):
    def save(self) -> dict[str, Any]:
        return {**super().save(), "names": tuple(self.board.creatures)}


@breaks(PLAIN, "comparable", r"gives plain JSON data; as JSON, comparable was \{1: 2\} and is \{'1': 2\}")
class ComparesNumbers(Skirmish):
    def comparable(self) -> Any:
        return {1: 2}


@breaks(PLAIN, "save", "gives plain JSON data; ValueError: Out of range float")
class SavesNoNumber(Skirmish):
    def save(self) -> dict[str, Any]:
        return {**super().save(), "chance": float("nan")}


TICKS = count()


@breaks(PLAIN, "save", r"gives the same data for the same state; save.time was \d+ and is \d+ in turn 1")
class SavesTheTime(Skirmish):
    def save(self) -> dict[str, Any]:
        return {**super().save(), "time": next(TICKS)}


@breaks(PLAIN, "save", r"gives the same data for the same state; save.game was \d+ and is \d+")
class SavesItsNumber(Skirmish):
    def __init__(self, decks: Mapping[str, Sequence[str]]) -> None:
        super().__init__(decks)
        self.game = next(TICKS)

    def save(self) -> dict[str, Any]:
        return {**super().save(), "game": self.game}


@breaks(PLAIN, "save", "gives data of its own, not what the game goes on with; not in turn")
class SavesItself(Skirmish):
    def save(self) -> dict[str, Any]:
        return self.board.__dict__ | {"creatures": {}}


EACH_TIME = everywhere.the_same_happens_each_time


@breaks(EACH_TIME, "draw", "is the same each time: no clock, no chance, nothing kept between games; .*card_drawn")
class DrawsByChance(Skirmish):
    def draw(self, engine: Engine, player: str) -> None:
        engine.emit(events.CardDrawn(engine.position, "504.1", player, f"card-{next(TICKS)}", player))


@breaks(EACH_TIME, "excess_cards", "is the same each time: no clock, no chance, nothing kept between games; ")
class ExcessByChance(Skirmish):
    def excess_cards(self, engine: Engine, player: str) -> tuple[tuple[str, ...], int]:
        return (str(next(TICKS)),), 0


@breaks(EACH_TIME, "possible_answers", "is the same each time: .*; A: choose colour-.*, then A: choose colour-")
class AsksByChance(Skirmish):
    def phasing(self, engine: Engine, player: str) -> None:
        engine.ask(Pending("choose_colour", player, "601.2a", (f"colour-{next(TICKS)}",)))

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        if pending.kind == "choose_colour":
            yield Choose(player=pending.player, ids=pending.choices)
        else:
            yield from super().possible_answers(engine, pending)


LISTED = playing.what_is_listed_is_legal


@breaks(
    LISTED, "possible_answers", "lists the same commands in the same order each time; .*, then .* declare_attackers"
)
class TakesTurns(Skirmish):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        answers = list(super().possible_answers(engine, pending))
        return answers if next(TICKS) % 2 else answers[::-1]


@breaks(LISTED, "legal_actions", "lists each command once; A: cast wolf is there twice in turn 1")
class ListsTwice(Skirmish):
    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        return [*super().legal_actions(engine, player)] * 2


SAYS = playing.cards_do_what_they_say


@breaks(SAYS, "spell", "gives what a card does, whatever effects the command brings; A: cast wolf effects=.* is legal")
class DoesAsItIsTold(Skirmish):
    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        printed = super().spell(engine, player, command)
        return printed._replace(effects=command.effects or printed.effects)


@breaks(LISTED, "possible_answers", "gives an answer to every decision, the default first; none in turn")
class SaysNothing(Skirmish):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        return () if engine.position.turn > 2 else super().possible_answers(engine, pending)


@breaks(LISTED, "possible_answers", "lists only what is legal; A: attack ghost>B is refused in turn 1.*cannot attack")
class ListsGhosts(Skirmish):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        yield from super().possible_answers(engine, pending)
        yield Attack(player=pending.player, attackers={"ghost": engine.player_after(pending.player)})


@breaks(LISTED, "take_spell", "whatever is listed can be carried out; RuntimeError: no ox in turn .*by [AB]: cast ox")
class ListsAnOx(Skirmish):
    def take_spell(self, engine: Engine, player: str, command: Cast) -> str | None:
        if command.name == "ox":
            raise RuntimeError("no ox")
        return super().take_spell(engine, player, command)


JUDGED = playing.other_answers_are_judged


@breaks(JUDGED, "possible_answers", "gives every legal answer; [AB]: block is legal .*, and listed are [AB]: block .*>")
class HasToBlock(Fighting):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        answers = list(super().possible_answers(engine, pending))
        return answers[:1] if pending.kind == "declare_blockers" else answers


@breaks(JUDGED, "possible_answers", "gives every legal answer; [AB]: attack .* is legal .*, and listed are [AB]:")
class ListsLess(Skirmish):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        return list(super().possible_answers(engine, pending))[-1:]


@breaks(JUDGED, "why_not", "judges any answer; KeyError: 'no such permanent' in turn .*, by [AB]: attack")
class JudgesItsOwn(Skirmish):
    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        tapped = isinstance(command, Attack) and any(self.board.creatures[id_].tapped for id_ in command.attackers)
        return super().why_not(engine, pending, command) if not tapped else None


class Moody(Skirmish):
    """Whoever has drawn a card chooses a mood."""

    def draw(self, engine: Engine, player: str) -> None:
        super().draw(engine, player)
        engine.ask(Pending("mood", player, "504.1", ("calm", "wild")))

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        if pending.kind != "mood":
            return super().possible_answers(engine, pending)
        return [Choose(player=pending.player, ids=(mood,)) for mood in pending.choices]


@breaks(JUDGED, "why_not", "refuses what names something that does not exist; .*choose .*no such permanent.* is legal")
class AnyMood(Moody):
    pass


@breaks(JUDGED, "answer", "whatever is legal can be carried out; KeyError: .*, by [AB]: choose")
class FewMoods(Moody):
    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        if isinstance(command, Choose):
            _ = {"calm": 1, "wild": 2}[str(command.ids[0])]


ASKED = going_back.questions_change_nothing


@breaks(ASKED, "why_not_cast", r"changes nothing; save.life.A was 7 and is 5 in turn 1.*of cast \"no such thing\"")
class CastingCosts(Skirmish):
    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        self.board.life[player] -= command.name not in self.board.hands[player]
        return super().why_not_cast(engine, player, command)


@breaks(ASKED, "legal_actions", r"changes nothing; save.life.A was 7 and is 6 in turn 1")
class AskingCosts(Skirmish):
    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        self.board.life[player] -= 1
        return super().legal_actions(engine, player)


@breaks(ASKED, "possible_answers", r"changes nothing; save.attackers was \[\] and is \['ghost'\] in turn 1")
class AnswersHaunt(Skirmish):
    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        self.board.attackers = ["ghost"]
        return super().possible_answers(engine, pending)


@breaks(ASKED, "why_not", "changes nothing; the state of the engine is another in turn .* attack")
class CountsQuestions(Skirmish):
    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        engine.next_id()
        return super().why_not(engine, pending, command)


@breaks(ASKED, "why_not", "gives None or why a command is not legal, for any command; KeyError: .* of A: attack")
class KnowsAll(Skirmish):
    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        if isinstance(command, Attack):
            assert all(self.board.creatures[attacker] for attacker in command.attackers)
        return super().why_not(engine, pending, command)


@breaks(ASKED, "why_not_activate", "gives the same answer as long as nothing happens; no more in turn 1.* of activate")
class ChangesItsMind(Skirmish):
    asked = 0

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        self.asked += 1
        return super().why_not_activate(engine, player, command) if self.asked % 2 else None


MARKS = going_back.marks_go_back
BACK = "sets everything back to what it was at the mark; save"


@breaks(MARKS, "mark", r"changes nothing; save.life.A was \d+ and is \d+")
class MarksGive(Skirmish):
    def mark(self) -> Any:
        self.board.life["A"] += 1
        return super().mark()


@breaks(MARKS, "undo_to", BACK)
class ShallowMarks(Skirmish):
    def mark(self) -> Any:
        return dict(vars(self))

    def undo_to(self, mark: Any) -> None:
        vars(self).update(mark)


@breaks(MARKS, "undo_to", BACK)
class UndoesNothing(Skirmish):
    def undo_to(self, mark: Any) -> None:
        """Does nothing."""

    def return_to(self, mark: Any) -> None:
        super().undo_to(mark)


@breaks(MARKS, "return_to", BACK)
class ReturnsNothing(Skirmish):
    def return_to(self, mark: Any) -> None:
        """Does nothing."""


@breaks(MARKS, "return_to", "leaves marks taken later good; KeyError")
class OnlyBack(Skirmish):
    """Marks are numbers of copies; whatever is later than the one that is gone to is dropped."""

    def __init__(self, decks: Mapping[str, Sequence[str]]) -> None:
        super().__init__(decks)
        self.copies: dict[int, Board] = {}

    def mark(self) -> Any:
        number = max(self.copies, default=0) + 1
        self.copies[number] = self.board.model_copy(deep=True)
        return number

    def undo_to(self, mark: Any) -> None:
        self.board = self.copies[mark].model_copy(deep=True)
        self.copies = {number: board for number, board in self.copies.items() if number <= mark}


@breaks(MARKS, "forget_marks", r"changes nothing; save.life.A was \d+ and is \d+")
class ForgettingGives(Skirmish):
    def forget_marks(self) -> None:
        self.board.life["A"] += 1


class Hidden(Skirmish):
    """Draws are counted, which nobody sees but in the name of the card that is drawn."""

    def __init__(self, decks: Mapping[str, Sequence[str]]) -> None:
        super().__init__(decks)
        self.draws = 0

    def draw(self, engine: Engine, player: str) -> None:
        self.draws += 1
        engine.emit(events.CardDrawn(engine.position, "504.1", player, f"card-{self.draws}", player))


class HiddenFromMarks(Hidden):
    def mark(self) -> Any:
        return copy.deepcopy(self.board)

    def undo_to(self, mark: Any) -> None:
        self.board = copy.deepcopy(mark)


BROKEN.extend(
    (
        Broken(
            MARKS, HiddenFromMarks, "undo_to", "sets everything back, so that the same command causes the same events"
        ),
        Broken(
            going_back.failing_hooks_are_taken_back,
            HiddenFromMarks,
            "undo_to",
            "so that the command causes the same events after an exception; others in turn .*, by A: pass",
        ),
        Broken(going_back.failing_hooks_are_taken_back, ShallowMarks, "undo_to", f"{BACK}.* after an exception after "),
        Broken(going_back.failing_hooks_are_taken_back, UndoesNothing, "undo_to", f"{BACK}.* after an exception "),
        Broken(
            saving.saved_games_go_on,
            Hidden,
            "save",
            "covers whatever matters, so that a loaded game goes on with the same events; saved in turn",
        ),
    )
)


COPIES = copies.copies_go_on_by_themselves


@breaks(COPIES, "copy", r"gives a game that is as this one is now; save.*was.*and is")
class CopiesItsStart(Skirmish):
    def copy(self, *, marks: bool) -> Self:
        return type(self)(DECKS)


@breaks(COPIES, "copy", "shares nothing that changes: whatever happens in one of the two, the other stays as it is")
class CopiesNothing(Skirmish):
    def copy(self, *, marks: bool) -> Self:
        return self


@breaks(COPIES, "copy", "gives a game of this kind; TypeError")
class CopiesOtherwise(Skirmish):
    def copy(self) -> Self:  # type: ignore[override]
        return self


GOES_ON = saving.saved_games_go_on


@breaks(GOES_ON, "load", "takes over what `save` gave; SnapshotError: game: a blank game has no life, decks")
class LoadsNothing(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        BlankGame.load(self, data)


@breaks(GOES_ON, "load", r"takes over all that `save` gave; save.life.A was \d+ and is \d+|save\.")
class LoadsHalf(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        hands = self.board.hands
        super().load(data)
        self.board.hands = hands


@breaks(saving.loading_is_taken_back, "load", "copies what it takes of the data; save.hands was")
class KeepsTheData(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.board.hands = data["hands"]


@breaks(saving.loading_is_taken_back, "load", "is taken back by `undo_to`; save.")
class LoadsForGood(Skirmish):
    loaded: ClassVar[set[int]] = set()

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.loaded.add(id(self))

    def undo_to(self, mark: Any) -> None:
        if id(self) not in self.loaded:
            super().undo_to(mark)


GARBAGE = saving.garbage_is_refused
REFUSES = "refuses by SnapshotError what is no saved game; "


@breaks(GARBAGE, "load", f"{REFUSES}it took a field 'no such field'")
class TakesMore(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        super().load({name: value for name, value in data.items() if name in Board.model_fields})


@breaks(GARBAGE, "load", f"{REFUSES}it took no data at all")
class TakesNothing(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        super().load(data or self.save())


@breaks(GARBAGE, "load", f"{REFUSES}KeyError: 'life' by 'nothing' for 'all fields'")
class RaisesAnother(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        if len(data) < len(Board.model_fields):
            assert data["life"]
        super().load(data)


@breaks(GARBAGE, "load", f"{REFUSES}it took anything for 'attackers', even")
class TakesAnything(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        super().load({**data, "attackers": []} if data else data)


@breaks(GARBAGE, "load", "names the field that is wrong; of 'no such field' it said: no")
class SaysNo(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        try:
            super().load(data)
        except MtgFsmError as error:
            error.args = ("no",)
            raise


@breaks(GARBAGE, "load", r"leaves the game as it was when it refuses; save.attackers.* is .*half")
class LoadsHalfway(Skirmish):
    def load(self, data: dict[str, Any]) -> None:
        self.board.attackers = ["half"]
        super().load(data)


def _maker(game: type[Skirmish]) -> Callable[[], Engine]:
    return lambda: Engine(game(DECKS), tuple(DECKS))


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.game.__name__)
def test_a_broken_contract_is_found_and_named(broken: Broken) -> None:
    """Each broken game is found by the check that is for it, which names the hook and says what would be right."""
    found = next(filter(None, (_found(broken, seed) for seed in range(20))))
    assert found.hook == broken.hook
    assert re.search(broken.message, str(found))


def _found(broken: Broken, seed: int) -> ContractError | None:
    """What the check finds, unless the random play comes to the fault before; `check_game` finds it in any case."""
    trial = Trial(_maker(broken.game), seed=seed, turns=5)
    try:
        broken.check(trial)
    except ContractError as error:
        with pytest.raises(ContractError):
            check_game(trial.make_engine, seed=seed, turns=5)
        plays = broken.check in (hooks.answers_are_what_the_engine_expects, playing.legal_play_goes_on)
        return None if error.contract == PLAYS_ON and not plays else error
    return None


def test_every_check_is_proven_by_a_broken_game() -> None:
    """There is no check that nothing could fail."""
    assert {broken.check for broken in BROKEN} | {everywhere.the_same_happens_in_another_process} == set(CONTRACTS)


def test_hooks_that_no_play_reaches_are_named() -> None:
    """In one turn nobody draws or attacks; in eight somebody does, and blocks. What BlankGame does is not named."""

    def make_engine() -> Engine:
        return Engine(Fighting(DECKS), tuple(DECKS))

    early = unreached_hooks(make_engine, turns=1)
    assert early == tuple(name for name in HOOKS if name in early)
    assert {"draw", "become_attackers", "deal_combat_damage"} <= set(early)
    assert not {"apply", "phasing", "load"} & set(early)
    assert unreached_hooks(make_engine, seed=1) == ()


def make_disorderly_engine() -> Engine:
    return Engine(Disorderly(DECKS), tuple(DECKS))


class Disorderly(Skirmish):
    """Draws in the order of a set."""

    def draw(self, engine: Engine, player: str) -> None:
        card = " ".join(set("abcdefghijklmnopqrstuvwxyz"))
        engine.emit(events.CardDrawn(engine.position, "504.1", player, card, player))


def test_the_order_of_a_set_is_found_in_another_process() -> None:
    """What hashes of texts decide is the same twice in one process, and not in another."""
    trial = Trial(make_disorderly_engine, turns=3)
    everywhere.the_same_happens_each_time(trial)
    with pytest.raises(ContractError, match="draw: is the same in every process: nothing goes by the order of a set; "):
        everywhere.the_same_happens_in_another_process(trial)
    with pytest.raises(ContractError, match="draw: is the same in every process"):
        check_game(make_disorderly_engine)


def no_engine() -> Engine:
    """Fails where it is the other process that calls it."""
    if os.environ.get("PYTHONHASHSEED") == "1":
        raise RuntimeError("not here")
    return make_disorderly_engine()


def test_another_process_that_cannot_play_is_an_error_that_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of what went wrong there is passed on."""
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    with pytest.raises(MtgFsmError, match="another process could not play the game: RuntimeError: not here"):
        everywhere.the_same_happens_in_another_process(Trial(no_engine, turns=3))


SCRIPT: Final = """
    from mtg_fsm import BlankGame, Engine
    from mtg_fsm.testing import check_game

    def make():
        return Engine(BlankGame(), ("A", "B"))
"""


def run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """A script that makes a game, then does that."""
    file = folder / "my_game.py"
    file.write_text(dedent(SCRIPT) + dedent(text), encoding="utf-8")
    return subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "call",
    [
        "check_game(make)",
        """
        try:
            check_game(make)
        except Exception as error:
            raise SystemExit(f"mtg_fsm.errors.{type(error).__name__}: {error}")
        """,
    ],
    ids=["bare", "all caught"],
)
def test_a_script_without_a_guard_is_told_to_have_one(call: str, tmp_path: Path) -> None:
    """The process that imports it tries nothing and starts none; the first one says what to do, and for which file."""
    done = run_script(tmp_path, call)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "mtg_fsm.errors.MtgFsmError: another process could not play the game: guard your script with "
        f'`if __name__ == "__main__":`, for another process has to import it: {tmp_path / "my_game.py"}'
    )


def test_a_script_with_a_guard_tries_its_game(tmp_path: Path) -> None:
    """Both processes play it."""
    done = run_script(tmp_path, 'if __name__ == "__main__":\n    check_game(make)\n    print("whole")\n')
    assert (done.returncode, done.stdout, done.stderr) == (0, "whole\n", "")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("exit()", "SystemExit: None"),
    ],
)
def test_a_script_that_cannot_be_imported_is_told_why(statement: str, error: str, tmp_path: Path) -> None:
    """What the import raises is told as what it is, with the file."""
    done = run_script(tmp_path, f'if __name__ != "__main__":\n    {statement}\ncheck_game(make)\n')
    told = f"another process could not play the game: {error}, as it imports {tmp_path / 'my_game.py'}"
    assert done.stderr.splitlines()[-1] == f"mtg_fsm.errors.MtgFsmError: {told}"


def test_a_missing_hook_is_named_before_anything_is_checked() -> None:
    """The engine itself refuses such a game."""

    class Half:
        """Has none."""

    with pytest.raises(SetupError, match="Half has no mark, undo_to"):
        check_game(lambda: Engine(cast("Game", Half()), ("A", "B")))


def test_a_test_class_says_what_it_needs() -> None:
    """Without `make_engine` each of its tests says so."""
    with pytest.raises(SetupError, match=r"GameConformance needs make_engine\(self\)"):
        GameConformance().check(hooks.facts_agree)


def test_what_was_found_can_be_found_again() -> None:
    """A note says which check found it, and with which seed."""

    class TestLoadsHalf(GameConformance):
        seeds = (4,)

        def make_engine(self) -> Engine:
            return _maker(LoadsHalf)()

    with pytest.raises(ContractError) as found:
        TestLoadsHalf().check(saving.saved_games_go_on)
    assert found.value.__notes__ == ["found by saved_games_go_on with seed=4, turns=8"]


def test_each_contract_is_a_test_of_the_class() -> None:
    """Their sentences are those of the contracts."""
    tests = {name: getattr(GameConformance, name).__doc__ for name in dir(GameConformance) if name.startswith("test_")}
    assert tests == {f"test_{contract.__name__}": contract.__doc__ for contract in CONTRACTS}


def test_a_watched_game_is_still_of_its_class() -> None:
    """Code of the client that looks at `engine.game` finds the game, with all its attributes, and can set them."""
    engine = make_disorderly_engine()
    game = engine.game
    watch(engine, lambda name, hook, args, kwargs: "heard" if name == "draw" else hook(*args, **kwargs))
    assert isinstance(engine.game, Skirmish)
    engine.game.board = Board(life={"A": 1}, decks={}, hands={})
    assert game.save() == engine.game.save() == engine.game.board.model_dump()
    assert engine.game.draw(engine, "A") == "heard"  # type: ignore[func-returns-value]

"""Running a scenario: its script against the engine, and its expectations against what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mtg_fsm.engine.answers import ANSWERS
from mtg_fsm.engine.decisions import Decision, IllegalCommand
from mtg_fsm.engine.engine import Engine, Listener
from mtg_fsm.engine.events import (
    Event,
    GameEnded,
    PhaseBegan,
    PhaseEnded,
    PhaseSkipped,
    PriorityReceived,
    StepBegan,
    StepEnded,
    StepSkipped,
    TurnBegan,
)
from mtg_fsm.game import new_game
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.scenario.defaults import default_command
from mtg_fsm.scenario.model import Action, Check, Entry, Moment, Scenario
from mtg_fsm.words.commands import Activate, Command, Concede
from mtg_fsm.words.conditions import show
from mtg_fsm.words.units import MAIN_PHASES

ANSWERS_KINDS: Final = {
    command.model_fields["action"].default: tuple(kind for kind, answers in ANSWERS.items() if command in answers)
    for answers in ANSWERS.values()
    for command in answers
}
"""At which kinds of decision an action of a script is taken."""


@dataclass(frozen=True, slots=True)
class Run:
    """A scenario that was run: everything that happened, and which expectations did not hold (none: all did)."""

    scenario: Scenario
    events: tuple[Event, ...]
    commands: tuple[Command, ...]
    failures: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether every expectation held."""
        return not self.failures

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of the players, in turn order."""
        return self.scenario.players

    @property
    def verdict(self) -> str:
        """`ok ID`, or `FAIL ID: what differed`."""
        return f"FAIL {self.scenario.id}: {'; '.join(self.failures)}" if self.failures else f"ok {self.scenario.id}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows."""
        from mtg_fsm.diagrams.notebook import run_bundle

        return run_bundle(self)


def run(
    scenario: Scenario,
    *,
    machines: Mapping[str, CompiledMachine] | None = None,
    listeners: Sequence[Listener] = (),
) -> Run:
    """Runs a scenario to its end and compares with its expectations. `machines` and `listeners` are for its engine."""
    return _Runner(scenario, machines, listeners).run()


class _Stop(Exception):
    """The run is over; the command in progress is of no interest any more."""


@dataclass
class _Queue:
    """Actions of an entry that are still to be taken, by whom and at which kind of decision."""

    engine: Engine
    entry: Entry
    player: str
    kind: str
    left: list[Action]

    def fits(self, decision: Decision) -> bool:
        """Whether the next action is taken at this decision; what is to be refused is tried whoever it names."""
        action = self.left[0]
        kinds = ANSWERS_KINDS.get(action.command.action, ())
        if isinstance(action.command, Concede):
            return True
        asked = self.engine.asked_now
        team = not set(self.engine.team_of(self.player)).isdisjoint(asked)
        if action.rejected:
            return team and decision.kind in (*kinds, self.kind)
        return (team if action.command.actor is None else action.command.actor in asked) and decision.kind in kinds


class _Runner:
    def __init__(
        self, scenario: Scenario, machines: Mapping[str, CompiledMachine] | None, listeners: Sequence[Listener]
    ) -> None:
        self.scenario = scenario
        game = scenario.game
        if game.free_casting is None:
            game = game.model_copy(update={"free_casting": True})
        self.engine = new_game(game, machines=machines)
        self.engine.listeners = (self._listen, *listeners)
        self.events: list[Event] = []
        self.commands: list[Command] = []
        self.failures: list[str] = []
        self.seen: Counter[tuple[Any, ...]] = Counter()
        self.queues: list[_Queue] = []
        self.checks_left = list(scenario.expect.checks)
        self.entries_left = list(scenario.script)
        self.last_turn = scenario.last_turn()
        self.asked_again = self.refused = False

    def run(self) -> Run:
        try:
            self.engine.advance()
            while self.engine.decision is not None:
                self._at_decision(self.engine.decision)
        except _Stop:
            pass
        if not self.refused:
            self._judge()
        return Run(self.scenario, tuple(self.events), tuple(self.commands), tuple(self.failures))

    # --- the engine speaks ---

    def _listen(self, engine: Engine, event: Event) -> None:
        if isinstance(event, TurnBegan) and self.scenario.until is None and event.turn > self.last_turn:
            raise _Stop
        self.events.append(event)
        if isinstance(event, (StepEnded, PhaseEnded)):
            self._ended(engine, event)

    def _ended(self, engine: Engine, event: Event) -> None:
        name = event.step if isinstance(event, StepEnded) else event.phase
        occurrence = engine.schedule.begun.get(name or "", 0)

        def is_it(moment: Moment) -> bool:
            at = (moment.turn, moment.step, moment.occurrence, moment.when)
            return at == (event.turn, name, occurrence, "ended")

        self._look(is_it)
        if self.scenario.until is not None and is_it(self.scenario.until):
            raise _Stop

    # --- somebody decides ---

    def _at_decision(self, decision: Decision) -> None:
        if not self.asked_again:
            self._arrive(decision)
        self.asked_again = False
        for queue in self.queues:
            if queue.left and queue.fits(decision):
                self._take(queue, decision)
                return
        self._submit(default_command(self.engine))

    def _arrive(self, decision: Decision) -> None:
        """Counts this moment, looks at the checks that are due and wakes the entries whose moment it is."""
        position = self.engine.position
        unit = position.unit
        occurrence = self.engine.schedule.begun.get(unit or "", 0)
        asked_priority = decision.kind == "priority"
        whose = {*self.engine.asked_now, *(() if asked_priority else (decision.decided_by,))}
        keys = [
            (moment_step, moment_occurrence, kind, player)
            for moment_step, moment_occurrence in ((unit, occurrence), (None, None))
            for kind in (None if asked_priority else decision.kind,)
            for player in (*sorted(whose), None)
        ]
        for key in keys:
            self.seen[(position.turn, *key)] += 1

        def is_it(moment: Moment) -> bool:
            if moment.when is not None or moment.turn != position.turn:
                return False
            if moment.step is not None and (moment.step, moment.occurrence) != (unit, occurrence):
                return False
            place = (None, None) if moment.step is None else (unit, occurrence)
            if asked_priority:
                player = moment.player or position.active_player
                return (
                    moment.decision is None
                    and player in whose
                    and self.seen[(position.turn, *place, None, player)] == moment.nth
                )
            return (
                moment.decision == decision.kind
                and (moment.player is None or moment.player in whose)
                and self.seen[(position.turn, *place, decision.kind, moment.player)] == moment.nth
            )

        self._look(is_it)
        if self.scenario.until is not None and is_it(self.scenario.until):
            raise _Stop
        for entry in [entry for entry in self.entries_left if is_it(entry.at)]:
            self.entries_left.remove(entry)
            player = entry.at.player if entry.at.player in self.engine.asked_now else decision.player
            self.queues.append(_Queue(self.engine, entry, player, decision.kind, list(entry.do)))

    def _look(self, is_it: Any) -> None:
        for check in [check for check in self.checks_left if is_it(check.at)]:
            self.checks_left.remove(check)
            self._check(check)

    def _check(self, check: Check) -> None:
        for difference in self.engine.differences(check.that):
            self.failures.append(f"at {check.at}: {difference}")

    def _take(self, queue: _Queue, decision: Decision) -> None:
        action = queue.left.pop(0)
        command = action.command
        if command.player is None:
            command = command.model_copy(
                update={"player": queue.player if queue.player in self.engine.asked_now else decision.player}
            )
        if not action.rejected:
            self._submit(command, queue.entry.at)
            return
        before = _state(self.engine)
        refusal = self.engine.why_not(command)
        try:
            self.engine.submit(command)
        except IllegalCommand:
            self.asked_again = True
        if refusal is None:
            self.failures.append(f"at {queue.entry.at}: {command.action} should have been refused")
        elif _state(self.engine) != before:
            self.failures.append(f"at {queue.entry.at}: the refused {command.action} changed the game")

    def _submit(self, command: Command, at: Moment | None = None) -> None:
        try:
            self.engine.submit(command)
        except IllegalCommand as error:
            self.failures.append(f"at {at}: {command.action} was refused, and the run stopped there: {error}")
            self.refused = True
            raise _Stop from None
        self.commands.append(command)
        decision = self.engine.decision
        paying = decision is not None and decision.kind == "pay" and not decision.optional
        self.asked_again = paying and isinstance(command, Activate)

    # --- expectations ---

    def _judge(self) -> None:
        for entry in self.entries_left:
            self._never_reached(entry.at, "script")
        for queue in self.queues:
            for action in queue.left:
                self.failures.append(
                    f"never reached: {action.command.action} of the script's entry at {queue.entry.at}"
                )
        for check in self.checks_left:
            self._never_reached(check.at, "check")
        log = [event.as_dict() for event in self.events]
        expect = self.scenario.expect
        self._judge_turns(log)
        self._judge_events(log, expect.events)
        for pattern in expect.never:
            for number, event in enumerate(log):
                if _matches(event, pattern):
                    self.failures.append(f"never {show(pattern)}: it is event {number + 1}")
                    break
        for pattern in expect.counts:
            wanted = {key: value for key, value in pattern.items() if key != "is"}
            found = sum(_matches(event, wanted) for event in log)
            if found != pattern["is"]:
                self.failures.append(f"counts {show(wanted)}: expected {pattern['is']}, were {found}")
        self._judge_outcome()

    def _never_reached(self, moment: Moment, what: str) -> None:
        if self.scenario.until == moment and what == "script":
            return
        self.failures.append(f"never reached: {what} at {moment}{self._why_not_reached(moment)}")

    def _why_not_reached(self, moment: Moment) -> str:
        """What the log says about why a moment never came, as far as it does."""
        there = [event for event in self.events if event.turn == moment.turn]
        if not there:
            return f" (turn {moment.turn} never began)"
        if moment.step == "untap" and moment.decision is None and moment.when is None:
            return " (nobody receives priority in the untap step, 502.4)"
        for event in there:
            if isinstance(event, StepSkipped | PhaseSkipped) and moment.step in (event.step, event.phase):
                by = f"by {event.name}, " if event.name else ""
                return f" (skipped {by}{event.rule})"
        begun = sum(isinstance(event, StepBegan | PhaseBegan) and event.at.unit == moment.step for event in there)
        if moment.step is not None and begun < moment.occurrence:
            return f" (it began {begun} time(s) in that turn)"
        received = sum(isinstance(event, PriorityReceived) and event.at.unit == moment.step for event in there)
        return f" (players received priority there {received} time(s) in all)" if moment.decision is None else ""

    def _judge_turns(self, log: Sequence[dict[str, Any]]) -> None:
        for turn in self.scenario.expect.turns:
            events = [event for event in log if event["turn"] == turn.turn]
            began = next((event for event in events if event["event"] == "turn_began"), None)
            if began is None:
                self.failures.append(f"turn {turn.turn}: it never began")
                continue
            team = self.engine.team_of(began["player"])
            wanted = turn.team or (turn.player or "",)
            if not set(wanted) <= set(team) or (turn.team is not None and len(wanted) != len(team)):
                self.failures.append(f"turn {turn.turn}: expected {', '.join(wanted)}, was {', '.join(team)}")
            steps = list(_units(events))
            if turn.steps is not None and steps != list(turn.steps):
                self.failures.append(
                    f"turn {turn.turn}: expected steps [{', '.join(turn.steps)}], were [{', '.join(steps)}]"
                )

    def _judge_events(self, log: Sequence[dict[str, Any]], patterns: Sequence[dict[str, Any]]) -> None:
        place = 0
        for number, pattern in enumerate(patterns, 1):
            found = next((index for index in range(place, len(log)) if _matches(log[index], pattern)), None)
            if found is None:
                earlier = any(_matches(event, pattern) for event in log[:place])
                where = (
                    f"only before event {place}, at which expectation {number - 1} was found" if earlier else "never"
                )
                self.failures.append(f"events {number}: {show(pattern)} happened {where}")
                return
            place = found + 1

    def _judge_outcome(self) -> None:
        expected = self.scenario.expect.outcome
        if expected is None:
            return
        ended = next((event for event in self.events if isinstance(event, GameEnded)), None)
        was = "the game went on" if ended is None else "a draw" if ended.draw else f"won by {', '.join(ended.winners)}"
        holds = (
            ended is None
            if expected.unfinished
            else ended is not None
            and (ended.draw if expected.draw else sorted(ended.winners) == sorted(expected.winners or ()))
        )
        if not holds:
            self.failures.append(
                f"outcome: expected {show(expected.model_dump(mode='json', exclude_unset=True))}, was: {was}"
            )


def _units(events: Iterable[dict[str, Any]]) -> Iterable[str]:
    for event in events:
        if event["event"] == "step_began":
            yield event["step"]
        elif event["event"] == "phase_began" and event["phase"] in MAIN_PHASES:
            yield event["phase"]


def _matches(event: dict[str, Any], pattern: dict[str, Any]) -> bool:
    return all(
        value == event.get(key) or (key == "step" and _is_in_main(event, value)) for key, value in pattern.items()
    )


def _is_in_main(event: dict[str, Any], name: str) -> bool:
    """A main phase has no step, and is named instead."""
    return event["step"] is None and event["phase"] == name and name in MAIN_PHASES


def _state(engine: Engine) -> tuple[Any, ...]:
    return engine.state(), engine.game.save()

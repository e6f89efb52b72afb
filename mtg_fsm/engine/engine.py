"""The engine: the model of the turn machine and the priority machine, and what clients call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeVar, cast, overload

from pydantic import Field, ValidationError

from mtg_fsm.engine import answers, effects, mana, observe, timing, triggers
from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.engine import snapshot as snapshots
from mtg_fsm.engine.answers import COMMAND_TYPES, Answer, LegalAnswers
from mtg_fsm.engine.callbacks import CALLBACKS
from mtg_fsm.engine.decisions import Code, Decision, IllegalCommand, Pending, Refusal, decision_of
from mtg_fsm.engine.declarations import Declaration
from mtg_fsm.engine.events import Event, Position
from mtg_fsm.engine.facts import Facts
from mtg_fsm.engine.in_force import Bound, InForce, Key, Register, static_rules
from mtg_fsm.engine.listening import Place, StateListener, listen
from mtg_fsm.engine.outcome import Outcome
from mtg_fsm.engine.protocol import HOOKS, Game
from mtg_fsm.engine.schedule import Schedule
from mtg_fsm.engine.stack import Context, StackObject
from mtg_fsm.engine.state import STATE, read_state, write_state
from mtg_fsm.engine.turn_order import TurnOrder, seats_of
from mtg_fsm.engine.upcoming import Upcoming, upcoming
from mtg_fsm.errors import EndlessLoopError, MtgFsmError, SetupError
from mtg_fsm.machine import CLOSED, SHARED, CompiledMachine
from mtg_fsm.machine.dispatch import as_method
from mtg_fsm.words.base import Word
from mtg_fsm.words.commands import COMMANDS, Activate, AnyCommand, Cast, Command, Concede, Only
from mtg_fsm.words.conditions import Condition
from mtg_fsm.words.effects import Effect, Static, StaticRules, Trigger, named_permanents, with_inner
from mtg_fsm.words.mistakes import mistake
from mtg_fsm.words.units import DayNight

Result = TypeVar("Result")
Listener = Callable[["Engine", Event], None]
"""What is told every event as it happens, with the engine as it is then."""


class Options(NamedTuple):
    """How a game is played.

    `first_draw`: the starting player has a draw step in the first turn; None: as 103.8 says, not with two players.
    `attack_multiple_players`: all opponents are defending players (802). `attack`: `left` or `right`: only the player
    there can be attacked (803). `lose_together`: a team leaves with any of its members (810.8). `archenemies`: who set
    schemes in motion (904.9, 904.12).
    `loop_bound`: how many states may go by within a step in which nobody does more than pass, and how many abilities
    may trigger one another. `step_bound`: how many steps of the machines may go by without a decision.
    """

    first_draw: bool | None = None
    attack_multiple_players: bool = False
    attack: Literal["left", "right"] | None = None
    lose_together: bool = False
    archenemies: tuple[str, ...] = ()
    loop_bound: Annotated[int, Field(ge=1)] = 3_000
    step_bound: Annotated[int, Field(ge=1)] = 100_000


OF_EACH_MEMBER: Final = frozenset({"priority", "pay"})
"""Decisions in which any member of a team acts in person (805.5a): with their own cards, permanents and mana."""
OF_TEAMS: Final = OF_EACH_MEMBER | {
    *("choose_defending_player", "declare_attackers", "declare_blockers", "assign_combat_damage", "order_triggers"),
}
"""Decisions that any member of a team makes for it (805.5a, 805.7, 805.10)."""

BRINGING_EFFECTS: Final = frozenset({"cast", "activate"})
"""Commands that can bring effects."""
NOT_PLAYING: Final = frozenset({"not_started", "game_over"})
"""States of the turn machine in which nobody can do anything."""


class Engine(TurnOrder):
    """One game in progress: who decides what now, what happened, what may be done.

    `advance` starts it and `submit` carries out commands; both run on until somebody has to decide and return all that
    happened, in order. Every attribute of `STATE` holds an immutable value, so that a command is whole or nothing:
    if anything raises, engine and game are exactly as before. No clock, no randomness: the same set-up and commands
    give the same events.

    `listeners` is a tuple of functions that are called with the engine and each event as it happens; one that raises
    makes the command fail, and none may submit commands. `attempts` counts the commands that were begun, and those that
    were carried out to their end. With `keeps_marks` the game is not told to forget its marks: a `History` goes back to
    them. An engine is not shared by threads; the machines are, by all engines of a process.
    """

    __slots__ = (
        *STATE,
        "attempts",
        "events",
        "game",
        "keeps_marks",
        "listeners",
        "machines",
        "options",
        "players",
        "running",
        "seats",
        "starting_player",
        "state_listeners",
        "teams",
    )

    turn_state: str
    priority_state: str
    attack_state: str
    block_state: str
    damage_state: str
    declaration: Declaration | None
    schedule: Schedule
    position: Position
    facts: Facts
    in_force: Register
    stack: tuple[StackObject, ...]
    """From the bottom to the top: the last one resolves first. `observe("stack")` has the top first."""
    waiting: tuple[StackObject, ...]
    pools: Mapping[str, mana.Pool]
    pending: Pending | None
    actions_left: tuple[str, ...]
    actors: tuple[str, ...]
    effects_left: tuple[Effect, ...]
    context: Context | None
    resolving: StackObject | None
    then_act: bool
    unresolved: str | None
    priority_player: str | None
    priority_rule: str
    passed: frozenset[str]
    passes_only: frozenset[int]
    last_check_performed: bool
    skip_candidates: tuple[int, ...]
    skip_choice: int | None
    interruption: str | None
    day_night: DayNight
    spells_last_turn: int | None
    latest_turn: Mapping[str, int]
    starting_turn: int | None
    control: Mapping[str, str]
    control_next: Mapping[str, str]
    in_game: tuple[str, ...]
    outcome: Outcome | None
    serial: int
    set_up: int

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        *,
        starting_player: str | None = None,
        day_night: DayNight = "neither",
        options: Options | None = None,
        teams: Sequence[Sequence[str]] = (),
        machines: Mapping[str, CompiledMachine] | None = None,
    ) -> None:
        """Sets up a game of two or more players, in turn order.

        `teams` are those that share their turns (805), in turn order, and together all players; left out, every player
        is a team.
        `machines` are machines of one's own by the names of those that they replace (`mtg_fsm.MACHINES`). Raises
        SetupError, naming the field, if there are not two or more different players, if `starting_player` is none of
        them, or for a machine of another name; DefinitionError if a machine has guards, callbacks or actions that
        this class lacks.
        """
        if len(players) < 2 or len(set(players)) < len(players):
            raise SetupError(f"players: two or more different players are needed, not {list(players)}")
        if starting_player is not None and starting_player not in players:
            raise SetupError(f"starting_player: must be one of {', '.join(players)}, not {starting_player!r}")
        if teams and sorted(player for team in teams for player in team) != sorted(players):
            raise SetupError(f"teams: every player has to be in one team, not {[list(team) for team in teams]}")
        missing = [hook for hook in HOOKS if not callable(getattr(game, hook, None))]
        if missing:
            raise SetupError(
                f"game: {type(game).__name__} has no {', '.join(missing)}; mtg_fsm.BlankGame has all hooks"
            )
        if day_night not in ("day", "night", "neither"):
            raise SetupError(f"day_night: must be day, night or neither, not {day_night!r}")
        own = machines or {}
        for name, machine in own.items():
            if name not in SHARED:
                raise SetupError(f"machines: no machine is called {name!r}; there are {', '.join(SHARED)}")
            machine.definition.validate_for(type(self))
        self.game = game
        self.players = tuple(players)
        self.teams = tuple(tuple(team) for team in teams) or tuple((player,) for player in players)
        self.options = options or Options()
        self.machines = {**SHARED, **own} if own else SHARED
        self.listeners: tuple[Listener, ...] = ()
        self.state_listeners: dict[Place, tuple[StateListener, ...]] = {}
        self.events: list[Event] = []
        self.attempts: tuple[int, int] = (0, 0)
        self.starting_player = starting_player or self.players[0]
        self.in_game = self.players
        self.seats = seats_of(self.teams, self.in_game)
        self.turn_state = self.machines["turn"].definition.initial
        self.priority_state = self.attack_state = self.block_state = self.damage_state = CLOSED
        self.declaration = None
        self.schedule = Schedule().with_natural_turn(self.head(self.starting_player))
        self.position = Position(0, self.starting_player, None, None)
        self.facts = Facts()
        self.in_force = Register()
        self.stack = self.waiting = ()
        self.pools = dict.fromkeys(self.players, ())
        self.pending = None
        self.actions_left = self.actors = self.effects_left = self.skip_candidates = ()
        self.context = self.resolving = None
        self.then_act = self.last_check_performed = self.keeps_marks = self.running = False
        self.priority_rule = "117.3a"
        self.passed = frozenset()
        self.passes_only = frozenset()
        self.day_night = day_night
        self.latest_turn = {}
        self.control = self.control_next = {}
        self.outcome = self.priority_player = self.skip_choice = self.interruption = self.unresolved = None
        self.spells_last_turn = self.starting_turn = None
        self.serial = self.set_up = 0

    # --- what clients call ---

    def advance(self) -> tuple[Event, ...]:
        """Starts the game and runs on to the first decision; once started, does nothing.

        Returns what happened, in order. Raises EndlessLoopError if nothing is ever decided.
        """
        if self.turn_state != "not_started":
            return ()
        return self._whole_or_nothing(_begin, None, None)

    def submit(self, command: Command) -> tuple[Event, ...]:
        """Carries out a command and runs on to the next decision; returns what happened, in order.

        Raises IllegalCommand with code, guard, rule and what would be legal if it is refused, and whatever a hook of
        the game or a listener raises; the game is exactly as it was then.
        """
        found = self._answer(command)
        if isinstance(found, Refusal):
            raise IllegalCommand(found)
        answer, pending = found
        return self._whole_or_nothing(answer.carry_out, pending, command)

    @property
    def decision(self) -> Decision | None:
        """What somebody has to decide now; None before the start and after the end."""
        pending = self.pending
        return None if pending is None else decision_of(pending, self.decider(pending.player))

    def legal(self, player: str) -> Iterator[Command]:
        """Everything the player may do now, lazily and in a stable order; the first is what happens by default.

        Conceding is always possible and comes last. What is free (`free_casting`) is legal but not listed. Raises
        MtgFsmError if there is no such player.
        """
        if player not in self.players:
            raise MtgFsmError(f"there is no player {player!r}; the players are {', '.join(self.players)}")
        return self._legal(player)

    def _legal(self, player: str) -> Iterator[Command]:
        if player not in self.in_game or self.turn_state in NOT_PLAYING:
            return
        if self.pending is not None and player in self.asked(self.pending):
            own = self.pending.kind in OF_EACH_MEMBER
            yield from answers.possible(self, self.pending._replace(player=player) if own else self.pending)
        yield Concede(player=player)

    def why_not(self, command: Command) -> Refusal | None:
        """Why a command is not legal now; None if it is. Changes nothing.

        Raises MtgFsmError for what is no command at all; plain data becomes one by `COMMANDS.validate_python`.
        """
        found = self._answer(command)
        return found if isinstance(found, Refusal) else None

    def _answer(self, command: Command) -> tuple[Answer, Pending] | Refusal:
        """How a command answers the decision that is open, as the player who acts is asked it; or why it does not."""
        if type(command) not in COMMAND_TYPES and not isinstance(cast("object", command), AnyCommand):
            raise MtgFsmError(f"{command!r} is no command; plain data becomes one by COMMANDS.validate_python")
        pending = self.pending
        if pending is None or self.running or self.turn_state in NOT_PLAYING:
            return self._why_not_yet()
        asked = pending.player
        player = command.actor or asked
        if player not in self.players:
            return Refusal(
                Code.UNKNOWN_PLAYER,
                "is_a_player",
                "117.1",
                f"no player {player!r}; there are {', '.join(self.players)}",
            )
        if command.action == "concede":
            return answers.why_not_concede(self, pending, command) or (answers.CONCEDE, pending)
        if player != asked and player not in self.asked(pending):
            return Refusal(Code.NOT_ASKED, "is_asked", "117.1", f"{self._asked(pending)}, not {player}")
        if command.by is not None and command.by != self.decider(player):
            message = f"{self.decider(player)} decides for {player}, not {command.by}"
            return Refusal(Code.NOT_DECIDER, "decides", "722.5", message)
        if command.action in BRINGING_EFFECTS and (unknown := self._unknown_player(command)) is not None:
            return unknown
        answer = answers.answer_to(pending, command)
        if answer is None:
            message = f"{self._asked(pending)}; {command.action} {answers.what_it_answers(command)}"
            return Refusal(Code.WRONG_KIND, "answers_the_decision", pending.rule, message)
        if player != asked and pending.kind in OF_EACH_MEMBER:
            pending = pending._replace(player=player)
        return answer.why_not(self, pending, command) or (answer, pending)

    def _why_not_yet(self) -> Refusal:
        """Why no command is legal while nobody is asked."""
        if self.turn_state == "not_started":
            return Refusal(Code.NOT_STARTED, "game_has_begun", "103.8", "the game has not begun; call advance first")
        if self.turn_state == "game_over":
            return Refusal(Code.GAME_OVER, "game_goes_on", "104.1", "the game has ended")
        return Refusal(Code.IN_PROGRESS, "somebody_is_asked", "117.1", "the command before is still in progress")

    @property
    def legal_attacks(self) -> LegalAnswers:
        """Every legal declaration of attackers, while that is what is asked; else none (508.1)."""
        return LegalAnswers(self, "declare_attackers")

    @property
    def legal_blocks(self) -> LegalAnswers:
        """Every legal declaration of blockers of the player who is asked for one; else none (509.1)."""
        return LegalAnswers(self, "declare_blockers")

    def why_not_now(self, only: Only) -> Refusal | None:
        """Why a timing restriction forbids casting or activating now (503.2, 506.7); None if it allows it."""
        return timing.why_not_only(self, only)

    def on_enter(self, where: str, listener: StateListener) -> Callable[[], None]:
        """Tells a listener whenever a state of a machine is entered; what this gives back removes it again.

        `where` is a state by name (`combat`, `combat.declare_attackers`, `attack.pay_costs` with its machine where
        several have it), or all states that have a rule number (`508`). On the way from a state to another: the
        callbacks of the arc, then exit listeners, the innermost state first, with the machine still in the old state,
        then for each state that is entered, the outermost first, its own callbacks and its entry listeners; last the
        actions of the state. Of one state the listener first added is the first. What holds for `listeners` holds for
        these: one that raises makes the command fail, and none may submit commands. Raises MtgFsmError that says
        what is near if there is no such state.
        """
        return listen(self, "enter", where, listener)

    def on_exit(self, where: str, listener: StateListener) -> Callable[[], None]:
        """Tells a listener whenever a state is left; otherwise like `on_enter`."""
        return listen(self, "exit", where, listener)

    def upcoming(self, turns: int = 1) -> list[Upcoming]:
        """What comes next and why: the rest of this turn and `turns` more turns, without running anything.

        After the end of the game nothing does.
        """
        return [] if self.outcome is not None else list(upcoming(self, turns))

    def observe(self, word: str, names: Sequence[str] = ()) -> Any:
        """A fact of the game in a word of the scenario format's `that`, about these names.

        Without names about all players, permanents or units there are. `stack` is from the top to the bottom, the
        other way round than the attribute. Raises MtgFsmError for an unknown word.
        """
        if word not in Condition.model_fields:
            raise MtgFsmError(f"no fact {word!r}; there are {', '.join(Condition.model_fields)}")
        return observe.observe(self, word, names or self._all_names(word))

    def _all_names(self, word: str) -> Sequence[str]:
        if word == "battlefield":
            return self.game.permanents()
        return tuple(self.schedule.begun) if word == "begun_this_turn" else self.players

    def differences(self, condition: Condition) -> list[str]:
        """What of a condition does not hold now, a text for each difference; empty if it holds."""
        return observe.compare(self, condition)

    def begin_with(self, effect: Effect, player: str) -> None:
        """Puts an effect in force that `player` has from the start.

        Raises SetupError once the game has begun, and for an effect that asks somebody or ends something.
        """
        if self.turn_state != "not_started":
            raise SetupError("effects: can be given only before the game begins")
        state, mark = read_state(self), self.game.mark()
        name = getattr(effect, "name", "") or f"{effect.effect} of {player}"
        try:
            effects.apply(self, effect, Context(player, None, name))
            if self.pending is not None or self.interruption is not None or self.outcome is not None:
                raise SetupError(f"effects: {effect.effect} cannot be carried out before the game begins")
            self.events = []
        except BaseException:
            self._set_back(state, mark)
            raise

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows."""
        from mtg_fsm.diagrams.notebook import engine_bundle

        return engine_bundle(self)

    def as_one(self, change: Callable[[], Result]) -> Result:
        """Carries out several commands as one: if anything raises, engine and game are as before all of them."""
        state, mark, kept = read_state(self), self.game.mark(), self.keeps_marks
        try:
            self.keeps_marks = True
            result = change()
            self.keeps_marks = kept
            return result
        except BaseException:
            self.keeps_marks = kept
            self.set_state(state)
            self.game.undo_to(mark)
            raise

    def copy(self) -> Self:
        """A game that goes on from here by itself: whatever happens in one of the two, the other stays as it is.

        The same commands cause the same events in both. Listeners, to events and to states, are not copied, and a
        `History` of this game is none of the copy. What a subclass adds is its own to copy. Raises MtgFsmError while a
        command is in progress.
        """
        if self.running:
            raise MtgFsmError("a command is in progress: the game can be copied when that is done")
        copied = type(self).__new__(type(self))
        write_state(copied, read_state(self))
        copied.game = self.game.copy(marks=self.declaration is not None and self.declaration.before is not None)
        copied.players, copied.teams, copied.seats = self.players, self.teams, self.seats
        copied.starting_player, copied.options, copied.machines = self.starting_player, self.options, self.machines
        copied.listeners, copied.state_listeners, copied.events = (), {}, []
        copied.attempts, copied.keeps_marks, copied.running = self.attempts, False, False
        return copied

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def state(self) -> tuple[Any, ...]:
        """Everything that the engine knows of the game, as one immutable value; equal values are equal states."""
        return read_state(self)

    def snapshot(self) -> dict[str, Any]:
        """The whole game as plain JSON data, `restore` of which goes on with identical events.

        The same game gives the same data. Listeners and machines of one's own are not in it.
        """
        return snapshots.snapshot(self)

    @classmethod
    def restore(
        cls, data: Mapping[str, Any] | str | bytes, game: Game, *, machines: Mapping[str, CompiledMachine] | None = None
    ) -> Engine:
        """The engine of a snapshot, as data or JSON text; `game` takes over the game's part of it.

        Raises SnapshotError, naming the field, if it is no snapshot, of an unknown version or contradicts itself;
        `game` may have been changed then.
        """
        return snapshots.restore(cls, data, game, machines)

    # --- for games: what hooks call ---

    def emit(self, event: Event) -> None:
        """Records that something happened and tells the listeners, in the order in which they were added."""
        self.events.append(event)
        if self.listeners:
            for listener in self.listeners:
                listener(self, event)

    def occur(self, event: str, of: str, against: frozenset[str] = frozenset()) -> None:
        """Something happened to `of` that abilities may look for (603.2)."""
        triggers.occur(self, (triggers.Occurrence(event, of, against),))

    def occur_together(self, occurrences: Iterable[triggers.Occurrence]) -> None:
        """All this happened at one time; the abilities that look for it trigger in game order (603.2)."""
        triggers.occur(self, occurrences)

    def lookers(self, event: str, of: str) -> list[triggers.Looker]:
        """Abilities that look for an event of `of` as the game is now, for an event that they look back on (603.10)."""
        return triggers.lookers(self, event, of)

    def trigger_each(self, looking: Iterable[triggers.Looker]) -> None:
        """These abilities trigger, now that the event has happened."""
        triggers.trigger_each(self, looking)

    @overload
    def lose(self, players: Sequence[str], rule: str) -> None: ...
    @overload
    def lose(self, players: Mapping[str, str]) -> None: ...
    def lose(self, players: Sequence[str] | Mapping[str, str], rule: str = "") -> None:
        """These players lose at one time and leave (104.3, 104.5); the game may end by that.

        A mapping says by which rule each one loses. Who loses in the same check of state-based actions has to be in one
        call (704.3): after a first call the game may be over, and nobody loses any more. If all lose it is a draw
        (104.4a).
        """
        outcomes.lose(self, players if isinstance(players, Mapping) else dict.fromkeys(players, rule))

    def ask(self, pending: Pending) -> None:
        """Opens a decision; nothing goes on before it is answered."""
        if self.pending is not None:
            raise MtgFsmError(f"{self._asked(self.pending)}; nothing else can be asked before that is answered")
        self.pending = pending

    def bind(self, effects: Sequence[Effect], known: Bound = (), also: Sequence[str] = ()) -> Bound:
        """The objects of which effects speak, and others (400.7): those known already, else what has the id now."""
        named = [*also, *(name for effect in with_inner(effects) for name in named_permanents(effect))]
        if not named:
            return ()
        objects = {name: self.game.object_of(name) for name in named} | dict(known)
        return tuple((name, object_) for name in dict.fromkeys(named) if (object_ := objects[name]) is not None)

    def meant(self, entry: InForce, names: Iterable[str]) -> list[str]:
        """Of permanents that something in force names those which are still the objects that it means (400.7)."""
        gone = {name for name, same in self.still_meant(entry.bound) if not same}
        return [name for name in names if name not in gone]

    def still_meant(self, bound: Bound) -> list[tuple[str, bool]]:
        """Whether under each id the object still is that is meant; one that came back is a new object (400.7)."""
        return [(name, self.game.object_of(name) == object_) for name, object_ in bound]

    def put_in_force(
        self,
        kind: str,
        name: str,
        controller: str,
        source: str | None,
        effect: Effect,
        keys: tuple[Key, ...],
        since: int | None = None,
        origin: str | None = None,
        bound: Bound = (),
    ) -> InForce:
        """Puts something in force from now on, found by these keys; `InForce` says what the rest means."""
        id_ = self.next_id()
        since = id_ if since is None else since
        entry = InForce(id_, kind, name, controller, source, effect, keys, since, origin, bound)
        self.in_force = self.in_force.having(entry)
        return entry

    def statics(self, kind: str, players: Collection[str] | None = None) -> list[tuple[InForce, StaticRules]]:
        """What is laid down of this kind by static abilities and continuous effects in force, oldest first.

        With `players` only what binds one of them.
        """
        found = self.in_force.find(("static", kind))
        if not found:
            return []
        return [
            (entry, rules)
            for entry, rules in ((entry, static_rules(entry)) for entry in found)
            if rules is not None and (players is None or self._binds(entry, rules, kind, players))
        ]

    def _binds(self, entry: InForce, rules: StaticRules, kind: str, players: Collection[str]) -> bool:
        whom = rules.player or ("you" if kind in ("keep_mana", "extra_lands") else "each")
        return whom == "each" or (self.controller_of(entry) if whom == "you" else whom) in players

    def limit(self, kind: str, player: str) -> int | None:
        """The smallest limit of a kind that binds a player; None if none does.

        Of attackers and blockers it is what is left of it in this combat.
        """
        limits = [getattr(rules, kind) for _, rules in self.statics(kind, self.team_of(player))]
        if limits and kind in ("max_attackers", "max_blockers"):
            limits = [max(0, limit - self.facts.declared.get(player, 0)) for limit in limits]
        return min(limits, default=None)

    @staticmethod
    def static_keys(rules: StaticRules) -> tuple[Key, ...]:
        """Keys under which what a static ability lays down is found."""
        kinds = [("static", kind) for kind in StaticRules.model_fields if getattr(rules, kind) is not None]
        skip: list[Key] = [("skip_all", rules.skip.what)] if rules.skip is not None else []
        return (*kinds, *skip)

    def register_ability(self, ability: Word, controller: str, source: str, since: int) -> None:
        """An ability of a permanent or scheme is in force from now on (603.2, 611.3b).

        `since`: when the permanent entered or the scheme was turned face up.
        """
        if isinstance(ability, Static):
            keys = (*self.static_keys(ability), ("source", source))
            self.put_in_force("static", "", controller, source, ability, keys, since)
        elif isinstance(ability, Trigger):
            keys = (*triggers.keys_of(ability, controller, source), ("source", source))
            self.put_in_force("trigger", ability.name, controller, source, ability, keys, since)

    def unregister_abilities(self, source: str) -> None:
        """The abilities of a permanent or scheme that left, or lost them, are no longer in force."""
        for entry in self.in_force.find_all(("source", source)):
            self.in_force = self.in_force.without(entry.id)

    def controller_of(self, entry: InForce) -> str | None:
        """Who controls something in force now: the controller of its source, else who controlled it as it began."""
        return entry.controller if entry.source is None else self.game.controller_of(entry.source)

    def next_id(self) -> int:
        """A number that no other object of this game has had; they grow with time."""
        self.serial += 1
        return self.serial

    # --- who is asked, and who defends ---

    def asked(self, pending: Pending) -> tuple[str, ...]:
        """Who can answer a decision: any member of the team for those of a team (805.5a), else who is asked."""
        return self.members_of(pending.player) if pending.kind in OF_TEAMS else (pending.player,)

    @property
    def asked_now(self) -> tuple[str, ...]:
        """Who can answer the open decision; nobody if none is open."""
        return self.asked(self.pending) if self.pending is not None else ()

    def defending_players(self) -> tuple[str, ...]:
        """506.2: who can be attacked in the combat phase in progress, in turn order; nobody outside combat."""
        if self.position.phase != "combat":
            return ()
        if len(self.teams) == 2 or self.options.attack_multiple_players:
            return self.possible_defenders()
        chosen = self.facts.defending
        return (chosen,) if chosen is not None and chosen in self.in_game else ()

    def possible_defenders(self) -> tuple[str, ...]:
        """506.2a, 803.1: the opponents whom the active player could attack, in turn order.

        Seats of players who have left are not there any more.
        """
        active = self.turn_player
        opponents = self.opponents_of(active)
        if self.options.attack is None:
            return opponents
        seated = tuple(player for player in self.players if player == active or player in self.in_game)
        step = 1 if self.options.attack == "left" else -1
        neighbour = seated[(seated.index(active) + step) % len(seated)]
        return tuple(player for player in opponents if player == neighbour)

    def recipients(self, players: str | Sequence[str] | None, controller: str) -> tuple[str, ...]:
        """Whom an effect names, by default its controller: a player, several, `each`, `opponents`; in APNAP order."""
        if players == "each":
            return self.apnap()
        if players == "opponents":
            return self.opponents_of(controller)
        named = (controller,) if players is None else (players,) if isinstance(players, str) else players
        return tuple(player for player in self.apnap() if player in named)

    def decider(self, player: str) -> str:
        """Who decides for a player: another one only under 722."""
        return self.control.get(player, player)

    def continue_rotation(self, turn: Any) -> None:
        """After a regular turn has begun or been skipped, the regular turn of the next seat joins the agenda."""
        if not turn.extra:
            self.schedule = self.schedule.with_natural_turn(self.team_after(turn.name))

    def first_turn_draw(self, schedule: Schedule) -> Schedule:
        """103.8a-b: in the first turn of who begins the natural draw step is left out, if the options say so."""
        if self.starting_turn not in (None, schedule.number):
            return schedule
        turn, phase = schedule.turn, schedule.phase
        first = turn is not None and turn.name == self.head(self.starting_player)
        draws = len(self.players) > 2 if self.options.first_draw is None else self.options.first_draw
        if first and not draws and phase is not None and not phase.extra:
            return schedule.omitting_steps(("draw",), "103.8b" if self.options.lose_together else "103.8a")
        return schedule

    def holds(self, condition: Condition | None) -> bool:
        """Whether an intervening condition holds now (603.4)."""
        return observe.holds(self, condition)

    def leave_only(self, players: Iterable[str]) -> None:
        """Only these players are left in the game."""
        self.in_game = tuple(players)
        self.seats = seats_of(self.teams, self.in_game)

    # --- running to completion ---

    def fire(self, machine: str, trigger: str) -> None:
        """Fires an event of a machine; MtgFsmError if no arc is enabled."""
        if not self.machines[machine].carry_out(self, trigger):
            state = getattr(self, f"{machine}_state")
            raise MtgFsmError(f"no arc of the machine {machine!r} is enabled for {trigger} in {state}")

    def _run(self) -> None:
        """Runs to completion: on to the next decision, or to the end of the game."""
        for _ in range(self.options.step_bound):
            if self.pending is not None or (self.outcome is not None and self.turn_state == "game_over"):
                return
            self._take_one_step()
        raise EndlessLoopError(
            f"{self.options.step_bound} steps without a decision, in turn {self.position.turn}; "
            "step_bound of the options sets how many are allowed"
        )

    def _take_one_step(self) -> None:
        process = self.declaration.machine if self.declaration is not None else None
        if self.outcome is not None:
            if process is not None:
                self.fire(process, "break_off")
            if self.priority_state != CLOSED:
                self.fire("priority", "game_ends")
            self.fire("turn", "game_ends")
        elif self.interruption is not None and self.priority_state in ("resolving", "player_has_priority"):
            self.fire("priority", "end_early")
        elif self.effects_left and self.priority_state != "resolving":
            effects.apply_next_effect(self)
        elif self.then_act:
            self.then_act = False
            self.fire(process or "priority", "act")
        elif self.priority_state != CLOSED:
            self.fire("priority", "proceed")
        elif self.interruption is not None:
            if process is not None:
                self.fire(process, "break_off")
            self.actions_left = ()
            self.fire("turn", self.interruption)
            self.interruption = None
        elif process is not None:
            self.fire(process, "proceed")
        elif self.actions_left:
            action, self.actions_left = self.actions_left[0], self.actions_left[1:]
            getattr(self, action)()
        else:
            self.fire("turn", "proceed")

    def _whole_or_nothing(
        self, carry_out: Callable[[Engine, Any, Any], None], pending: Pending | None, command: Command | None
    ) -> tuple[Event, ...]:
        """Carries out a command that answers a decision, and runs on to the next one."""
        if self.running:
            raise MtgFsmError("a command is in progress: a listener or hook cannot begin another")
        if not self.keeps_marks and (self.declaration is None or self.declaration.before is None):
            self.game.forget_marks()  # here, and not once it is carried out: nothing may fail behind that
        state, mark, (begun, done) = read_state(self), self.game.mark(), self.attempts
        failed, succeeded = (begun + 1, done), (begun + 1, done + 1)
        try:
            self.running = True
            self.attempts = failed
            self.events = []
            self.pending = None
            carry_out(self, pending, command)
            self._run()
            happened, self.events = tuple(self.events), []
            self.attempts = succeeded
            self.running = False
            return happened
        except BaseException:
            self.running = False
            self.attempts = failed
            self._set_back(state, mark)
            raise

    def _set_back(self, state: tuple[Any, ...], mark: Any) -> None:
        self.set_state(state)
        self.game.undo_to(mark)
        self.events = []

    def return_to(self, state: tuple[Any, ...], mark: Any) -> None:
        """Goes back to a state and a mark; what has happened since stays recorded in `events`, and can be undone."""
        self.set_state(state)
        self.game.return_to(mark)

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Takes over what `state` gave; the game has to be set to the same moment."""
        write_state(self, state)
        self.seats = seats_of(self.teams, self.in_game)

    def _unknown_player(self, command: Command) -> Refusal | None:
        """Why effects that come with a command are refused: they name a player who doesn't exist."""
        if not isinstance(command, (Cast, Activate)) or not command.effects:
            return None
        data = command.model_dump(by_alias=True)
        try:
            COMMANDS.validate_python(data, context={"players": self.players})
        except ValidationError as error:
            return Refusal(Code.UNKNOWN_PLAYER, "is_a_player", "117.1", mistake(error, data))
        return None

    @staticmethod
    def _asked(pending: Pending) -> str:
        if pending.kind == "priority":
            return f"{pending.player} has priority"
        if pending.kind == "pay":
            return f"{pending.player} is asked to pay {pending.cost}"
        return f"{pending.player} is asked: {pending.kind.replace('_', ' ')}"


def _begin(engine: Engine, _pending: None, _command: None) -> None:
    """103.8: the game begins; what it was set up with has the numbers up to here."""
    engine.set_up = engine.serial
    engine.fire("turn", "begin_game")


for _name, _function in CALLBACKS.items():
    setattr(Engine, _name, as_method(_function))
for _machine in SHARED.values():
    _machine.definition.validate_for(Engine)

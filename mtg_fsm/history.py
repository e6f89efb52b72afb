"""The history of a game as a tree: undo, redo, branches, and a log from which it is played again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final, cast

from pydantic import ValidationError

from mtg_fsm.engine.decisions import Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.engine.protocol import Game
from mtg_fsm.engine.snapshot import MAX_BYTES
from mtg_fsm.errors import LogError, MtgFsmError
from mtg_fsm.words.commands import COMMANDS, Command
from mtg_fsm.words.mistakes import mistake

VERSION: Final = 3
"""Of the logs that this release writes."""


def _of_version_2(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """What events have got since: whether what left the stack was countered, for which they had no rule."""
    return {"countered": event.get("rule") is None} if event.get("event") == "left_stack" else {}


def _of_version_1(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """What events have got since: targets, and who decided for a player, of which version 1 knows nothing."""
    match event.get("event"):
        case "put_on_stack":
            return {"target": None}
        case "card_drawn" | "passed_automatically":
            return {"decided_by": event.get("player")}
        case _:
            return _of_version_2(event)


ADDED: Final[Mapping[int, Callable[[Mapping[str, Any]], Mapping[str, Any]]]] = {
    1: _of_version_1,
    2: _of_version_2,
    VERSION: lambda _event: {},
}
"""What the events of a log lack, for each version that is read."""


@dataclass(slots=True, eq=False)
class Node:
    """A decision in the tree of a game: the command that led there, what it caused, and what is decided there.

    `children` are in the order in which they were first tried. The root has no command and no parent; `depth` is how
    many commands lead from it to here. `asked` are the players whose decision it is, and who decides for them.
    """

    parent: Node | None
    command: Command | None
    events: tuple[Event, ...]
    decision: Decision | None
    depth: int = 0
    asked: frozenset[str] = frozenset()
    children: list[Node] = field(default_factory=list["Node"])
    latest: Node | None = None
    """The child that was visited last, to which `redo` goes."""

    def line(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes: list[Node] = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each before its children, in the order of the tree."""
        left: list[Node] = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))


class History:
    """Plays on an engine and keeps every decision that was made, in all branches.

    Going back costs what has changed since, however long the game is: nothing is played again. Going forward plays the
    commands again. Play on the engine by `submit` of the history only.
    """

    def __init__(self, engine: Engine) -> None:
        """Begins with the decision at which the game is; a game that has not begun does."""
        self._snapshot = engine.snapshot()
        events = engine.advance()
        engine.keeps_marks = True
        self.engine = engine
        self.root = Node(None, None, events, engine.decision, asked=_asked(engine))
        self._line = [(self.root, engine.state(), engine.game.mark())]

    @property
    def node(self) -> Node:
        """Where the game is."""
        return self._line[-1][0]

    def commands(self) -> tuple[Command, ...]:
        """The commands from the root to where the game is."""
        return tuple(node.command for node, _, _ in self._line if node.command is not None)

    def events(self) -> tuple[Event, ...]:
        """What happened from the root on to where the game is, in order."""
        return tuple(event for node, _, _ in self._line for event in node.events)

    def submit(self, command: Command) -> tuple[Event, ...]:
        """Carries out a command; if it was tried here before, goes that way again. Raises what `Engine.submit` does."""
        return self._forward(command).events

    def undo(self, player: str | None = None) -> Node:
        """Goes back to the decision before this one, or to the last earlier one that was a player's to decide.

        Raises MtgFsmError if there is none.
        """
        for node, _, _ in reversed(self._line[:-1]):
            if player is None or player in node.asked:
                return self.go_to(node)
        whose = f" of {player}" if player is not None else ""
        raise MtgFsmError(f"there is no earlier decision{whose} to go back to")

    def redo(self) -> Node:
        """Goes to the decision that followed when one was last here. Raises MtgFsmError if there is none."""
        if self.node.latest is None:
            raise MtgFsmError("there is nothing to do again")
        return self.go_to(self.node.latest)

    def go_to(self, node: Node) -> Node:
        """Goes to a decision anywhere in the tree. Raises MtgFsmError for one of another tree."""
        if self.engine.running:
            raise MtgFsmError("a command is in progress: a listener or hook cannot go back or forth")
        ahead: list[Command] = []
        while not self._is_on_line(node):
            if node.parent is None or node.command is None:
                raise MtgFsmError("that decision is in the history of another game")
            ahead.append(node.command)
            node = node.parent
        if node is not self.node:
            self._stand_at(node.depth)
        for command in reversed(ahead):
            self._forward(command)
        return self.node

    def _is_on_line(self, node: Node) -> bool:
        """Whether a decision is on the way from the root to where the game is."""
        return node.depth < len(self._line) and self._line[node.depth][0] is node

    def _stand_at(self, depth: int) -> None:
        """Goes back to a decision on the way from the root to where the game is."""
        _, state, mark = self._line[depth]
        self.engine.set_state(state)
        self.engine.game.undo_to(mark)
        del self._line[depth + 1 :]

    def _forward(self, command: Command) -> Node:
        here, done = self.node, self.engine.attempts
        tried, latest = len(here.children), here.latest
        try:
            events = self.engine.submit(command)
            node = next((child for child in here.children if child.command == command), None)
            if node is None:
                node = Node(here, command, events, self.engine.decision, here.depth + 1, _asked(self.engine))
                here.children.append(node)
            here.latest = node
            self._line.append((node, self.engine.state(), self.engine.game.mark()))
            return node
        except BaseException:
            if self.engine.attempts[1] > done[1]:  # it was carried out, but could not be kept
                del here.children[tried:]
                here.latest = latest
                self._stand_at(here.depth)
            raise

    def log(self) -> Iterator[str]:
        """The whole tree as JSON Lines: how it began as a snapshot, then the commands; each followed by its events.

        A command has its number (`node`, from 1) and that of the one it follows (`after`, 0 for the root). The last
        line says where the game is. `LogFile` writes such a log as the game goes on.
        """
        numbers = {node: number for number, node in enumerate(self.root.walk())}
        yield _line(mtg_fsm=VERSION, snapshot=self._snapshot)
        for node in numbers:
            yield from entry_lines(node, numbers)
        yield here_line(numbers[self.node])


def _asked(engine: Engine) -> frozenset[str]:
    return frozenset(name for player in engine.asked_now for name in (player, engine.decider(player)))


def entry_lines(node: Node, numbers: Mapping[Node, int]) -> Iterator[str]:
    """A decision in a log, whose decisions have these numbers: the command that led there, and what it caused."""
    if node.command is not None and node.parent is not None:
        yield _line(node=numbers[node], after=numbers[node.parent], command=node.command.brief())
    yield from (_line(**event.as_dict()) for event in node.events)


def here_line(number: int) -> str:
    """Where the game is, in a log; it holds as long as no command follows."""
    return _line(here=number)


def _line(**data: Any) -> str:
    return json.dumps(data)


# --- playing a log again ---


@dataclass(slots=True)
class _Entry:
    """A command of a log, none as the game begins, and the events that it caused, each with the number of its line."""

    line: int
    after: int
    command: Command | None
    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list[tuple[int, dict[str, Any]]])


def replay(lines: Iterable[str], game: Game, *, events: int | None = None, unfinished: bool = False) -> History:
    """Plays a log again, and holds what happens against what it says.

    `game` takes over the game of the snapshot. `events`: stops at the last decision up to which no more than so many
    events of the log had happened. `unfinished`: the log may end within a line, which is left out, or within the events
    of its last command, as that of a process that was killed. Raises LogError, naming the line, for what is no log and
    where the game goes another way.
    """
    return replayed(lines, lambda snapshot: Engine.restore(snapshot, game), events=events, unfinished=unfinished)


def replayed(
    lines: Iterable[str], restore: Callable[[Any], Engine], *, events: int | None = None, unfinished: bool = False
) -> History:
    """Plays a log again, as `replay` does, on the engine that `restore` makes of its snapshot."""
    snapshot, entries, here = _read(lines, unfinished=unfinished)
    try:
        history = History(restore(snapshot))
    except MtgFsmError as error:
        raise LogError(f"line 1: snapshot: {error}") from None
    nodes, happened = list[Node](), 0
    for entry in entries:
        happened += len(entry.events)
        if nodes and events is not None and happened > events:
            return history
        if entry.command is not None:
            history.go_to(nodes[entry.after])
            _play(history, entry.line, entry.command)
        _hold(entry, history.node.events, unfinished=unfinished and entry is entries[-1])
        nodes.append(history.node)
    if here is not None:
        history.go_to(nodes[here])
    return history


def _play(history: History, line: int, command: Command) -> None:
    try:
        history.submit(command)
    except MtgFsmError as error:
        raise LogError(f"line {line}: command: {error}") from None


def _hold(entry: _Entry, happened: tuple[Event, ...], *, unfinished: bool) -> None:
    """Raises LogError for the first event that is not as the log has it; at an unfinished end some may be missing."""
    came = [json.loads(_line(**event.as_dict())) for event in happened]
    if unfinished:
        del came[len(entry.events) :]
    for (line, expected), event in zip_longest(entry.events, came, fillvalue=(entry.line, None)):
        if expected != event:
            raise LogError(f"line {line}: event: {expected} is in the log, but {event} happened")


def _read(lines: Iterable[str], *, unfinished: bool) -> tuple[dict[str, Any], list[_Entry], int | None]:
    """Snapshot, entries and the number of the last node of a log."""
    snapshot: dict[str, Any] | None = None
    entries: list[_Entry] = []
    here: int | None = None
    version = VERSION
    for number, data in _objects(lines, unfinished=unfinished):
        if snapshot is None:
            snapshot = _head(number, data)
            version = int(data["mtg_fsm"])
            entries.append(_Entry(number, 0, None))
        elif "command" in data:
            entries.append(_entry(number, data, len(entries)))
            here = None
        elif "event" in data:
            entries[-1].events.append((number, {**ADDED[version](data), **data}))
        elif data.keys() == {"here"} and type(data["here"]) is int and 0 <= data["here"] < len(entries):
            here = data["here"]
        else:
            raise LogError(f"line {number}: has to be a command, an event, or where the game is")
    if snapshot is None:
        raise LogError("line 1: a log begins with a snapshot")
    return snapshot, entries, here


def _objects(lines: Iterable[str], *, unfinished: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a log with the numbers of their lines, at an unfinished end without what is none."""
    broken: LogError | None = None
    for number, line in enumerate(lines, 1):
        if broken is not None:
            raise broken
        if not line:
            continue
        try:
            data = _parsed(number, line)
        except LogError as error:
            if not unfinished:
                raise
            broken = error
        else:
            yield number, data


def _parsed(number: int, line: str) -> dict[str, Any]:
    if len(line) > MAX_BYTES:
        raise LogError(f"line {number}: has {len(line)} characters; at most {MAX_BYTES} are read")
    try:
        data = json.loads(line)
    except (TypeError, ValueError, RecursionError) as error:
        raise LogError(f"line {number}: is no JSON ({error})") from None
    if not isinstance(data, dict):
        raise LogError(f"line {number}: has to be a JSON object")
    return cast("dict[str, Any]", data)


def _head(number: int, data: dict[str, Any]) -> dict[str, Any]:
    version = data.get("mtg_fsm")
    if type(version) is not int or version not in ADDED:
        known = ", ".join(map(str, ADDED))
        raise LogError(f"line {number}: mtg_fsm: version {version!r} is not known; this release reads {known}")
    snapshot = data.get("snapshot")
    if not isinstance(snapshot, dict):
        raise LogError(f"line {number}: snapshot: is required")
    return cast("dict[str, Any]", snapshot)


def _entry(number: int, data: dict[str, Any], node: int) -> _Entry:
    after = data.get("after")
    if data.keys() != {"node", "after", "command"} or data["node"] != node:
        raise LogError(f"line {number}: a command has node, which is {node} here, after and command")
    if type(after) is not int or not 0 <= after < node:
        raise LogError(f"line {number}: after: has to be the number of an earlier command, 0 for the root")
    try:
        return _Entry(number, after, COMMANDS.validate_json(json.dumps(data["command"])))
    except ValidationError as error:
        raise LogError(f"line {number}: command.{mistake(error, data['command'])}") from None

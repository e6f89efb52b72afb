"""Counterexamples as scenario files, which `mtg-fsm run` plays again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mtg_fsm.engine.engine import Engine
from mtg_fsm.errors import MissingExtra, MtgFsmError
from mtg_fsm.explore.bounds import set_up
from mtg_fsm.explore.search import Violation
from mtg_fsm.game import new_game
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.words.commands import Command, Pass
from mtg_fsm.words.units import MAIN_PHASES, PHASE_OF


def scenario_text(violation: Violation, *, machines: Mapping[str, CompiledMachine] | None = None) -> str:
    """A scenario file that goes the way to a violation; `machines` are those on which it was found.

    Raises MissingExtra without PyYAML.
    """
    try:
        import yaml
    except ImportError:
        raise MissingExtra("PyYAML", "cli") from None
    data = scenario_data(violation, machines=machines)
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=120)  # pyright: ignore[reportUnknownMemberType]
    return text


def scenario_data(violation: Violation, *, machines: Mapping[str, CompiledMachine] | None = None) -> dict[str, Any]:
    """The scenario as plain data. What players do by default is left out, but for the last command."""
    game = set_up(violation.bounds)
    engine = new_game(game, machines=machines)
    script = _script(engine, violation.commands)
    turn = engine.position.turn
    named = script[-1]["at"]["turn"] if script else 1
    return {
        "scenario": f"counterexample-{violation.invariant.replace('_', '-')}",
        "title": f"{violation.invariant}: {violation.message}",
        **({"rules": list(violation.rules)} if violation.rules else {}),
        "game": game.brief(),
        "script": script,
        # A run ends with the last turn that is named.
        **({"expect": {"turns": [{"turn": turn, "player": engine.turn_player}]}} if turn > named else {}),
    }


def _script(engine: Engine, commands: tuple[Command, ...]) -> list[dict[str, Any]]:
    """What of the commands has to be said; they are carried out, up to one that cannot be."""
    entries: list[dict[str, Any]] = []
    moments, last = _Moments(), len(commands) - 1
    engine.advance()
    for number, command in enumerate(commands):
        at = moments.arrive(engine)
        if number == last or command != _default(engine):
            entries.append({"at": at, "do": [command.brief()]})
        try:
            engine.submit(command)
        except MtgFsmError:
            break
    return entries


def _default(engine: Engine) -> Command:
    """What a scenario does where its script is silent."""
    pending = engine.pending
    assert pending is not None  # nosec B101 # for type checkers
    return Pass(player=pending.player) if pending.kind == "priority" else next(engine.legal(pending.player))


class _Moments:
    """Counts decisions as scenarios do, and so knows by which moment one is named."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[Any, ...]]()

    def arrive(self, engine: Engine) -> dict[str, Any]:
        """The moment of the open decision."""
        pending, position = engine.pending, engine.position
        assert pending is not None  # nosec B101 # for type checkers
        unit = position.unit if position.unit in (*PHASE_OF, *MAIN_PHASES) else None
        occurrence = engine.schedule.begun.get(unit, 0) if unit else 0
        asked = {"player": pending.player} if pending.kind == "priority" else {"decision": pending.kind}
        place = (position.turn, unit, occurrence, *asked.values())
        self._seen[place] += 1
        return {
            "turn": position.turn,
            **({"step": unit} if unit else {}),
            **({"occurrence": occurrence} if occurrence > 1 else {}),
            **asked,
            **({"nth": self._seen[place]} if self._seen[place] > 1 else {}),
        }

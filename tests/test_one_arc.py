"""At every event of a machine one arc is enabled, and that is the one which is taken."""

from __future__ import annotations

from support import as_kind
from test_whole_or_nothing import play_plain, rich_game

from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import new_game
from mtg_fsm.machine import MACHINES, SEPARATOR


class StrictEngine(Engine):
    """An engine that makes sure that the arc which is taken is the only one whose guards hold."""

    __slots__ = ()

    def fire(self, machine: str, trigger: str) -> None:
        model_attribute = MACHINES[machine].model_attribute
        before = getattr(self, model_attribute)
        (arc,) = self.machines[machine].enabled(self, trigger)
        assert before == arc.source or before.startswith(f"{arc.source}{SEPARATOR}")
        super().fire(machine, trigger)
        assert getattr(self, model_attribute) == (arc.dest or before)


def test_of_the_arcs_of_an_event_one_is_enabled_and_taken() -> None:
    """At every event of a rich game, whichever machine it is of."""
    spec, commands = rich_game()
    engine = as_kind(StrictEngine, new_game(spec))
    events = [*engine.advance(), *(event for command in commands for event in engine.submit(command))]
    assert events == play_plain(spec, commands)

"""The turn machine on a model of one's own, with ordinary callbacks of `transitions`: a turn tracker for real cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from transitions.extensions.nesting import HierarchicalMachine

from mtg_fsm import TURN
from mtg_fsm.machine import DottedState, machine_arguments


class TurnMachine(HierarchicalMachine):
    """A machine of `transitions` whose states have names with dots."""

    state_cls = DottedState


class PrintedTurn:
    """A model for which everything comes as printed: no guard but one holds, and no callback does anything."""

    if TYPE_CHECKING:  # `transitions` adds these
        turn_state: str
        proceed: Callable[[], bool]

    def no(self) -> bool:
        return False

    def nothing(self) -> None:
        pass

    def nothing_added_or_skipped(self) -> bool:
        return True


for guard in TURN.guards:
    if not hasattr(PrintedTurn, guard.name):
        setattr(PrintedTurn, guard.name, PrintedTurn.no)
for callback in TURN.callbacks:
    setattr(PrintedTurn, callback.name, PrintedTurn.nothing)


class Tracker(PrintedTurn):
    """Follows a turn at a table: somebody says `proceed`, and notes what was drawn and how many creatures attack."""

    def __init__(self) -> None:
        self.drawn = False
        self.attackers = 0
        self.first_strike = False

    def any_attackers(self) -> bool:
        """508.8: a guard of the definition."""
        return self.attackers > 0

    def second_combat_damage_step(self) -> bool:
        """510.4: another one."""
        return self.first_strike

    def end_step(self) -> None:
        """A callback of the definition, of every arc that ends a step."""
        if self.turn_state == "combat.combat_damage":
            self.first_strike = False

    def attack(self) -> None:
        """Added to the entry of a state in `main`."""
        self.attackers, self.first_strike = 2, True
        print("  two creatures attack, one with first strike")

    def remind(self) -> None:
        """Of an arc that is added in `main`."""
        self.drawn = True
        print("  draw a card first")

    def say(self) -> None:
        print(self.turn_state)


def main() -> None:
    """Walks through one turn."""
    arguments = machine_arguments(TURN)
    arguments["transitions"].insert(
        0, {"trigger": "proceed", "source": "beginning.draw", "dest": None, "unless": "drawn", "before": "remind"}
    )
    arguments |= {"initial": "beginning.untap", "after_state_change": "say"}
    tracker = Tracker()
    machine = TurnMachine(tracker, **arguments)
    machine.on_enter("combat", lambda: print("  combat begins"))
    machine.on_enter("combat.declare_attackers", "attack")
    machine.on_exit("combat", lambda: print("  combat is over"))
    while tracker.turn_state != "ending.cleanup":
        tracker.proceed()


if __name__ == "__main__":
    main()

"""Machines: the definition format, the turn machine, the priority machine and the compiled dispatch."""

from typing import Final

from mtg_fsm.machine.compiled import CompiledMachine
from mtg_fsm.machine.definition import Arc, MachineDefinition, Named, State
from mtg_fsm.machine.priority import PRIORITY
from mtg_fsm.machine.turn import TURN

__all__ = [
    "MACHINES",
    "PRIORITY",
    "PRIORITY_MACHINE",
    "TURN",
    "TURN_MACHINE",
    "Arc",
    "CompiledMachine",
    "MachineDefinition",
    "Named",
    "State",
]

TURN_MACHINE: Final = CompiledMachine(TURN)
"""The turn machine that all games of the process share."""
PRIORITY_MACHINE: Final = CompiledMachine(PRIORITY)
"""The priority machine that all games of the process share."""
MACHINES: Final = {TURN.name: TURN, PRIORITY.name: PRIORITY}
"""Every machine definition by its name."""

"""Machines: the definition format, the machines of the turn, of priority and of combat, and the compiled dispatch."""

from typing import Final

from mtg_fsm.machine.attack import ATTACK
from mtg_fsm.machine.block import BLOCK
from mtg_fsm.machine.compiled import CompiledMachine, DottedState, machine_arguments
from mtg_fsm.machine.damage import DAMAGE
from mtg_fsm.machine.definition import CLOSED, SEPARATOR, Arc, MachineDefinition, Named, State
from mtg_fsm.machine.priority import PRIORITY
from mtg_fsm.machine.turn import TURN

__all__ = [
    "ATTACK",
    "BLOCK",
    "CLOSED",
    "DAMAGE",
    "MACHINES",
    "PRIORITY",
    "SEPARATOR",
    "SHARED",
    "TURN",
    "Arc",
    "CompiledMachine",
    "DottedState",
    "MachineDefinition",
    "Named",
    "State",
    "machine_arguments",
]

MACHINES: Final = {machine.name: machine for machine in (TURN, PRIORITY, ATTACK, BLOCK, DAMAGE)}
"""Every machine definition by its name."""
SHARED: Final = {name: CompiledMachine(definition) for name, definition in MACHINES.items()}
"""The machines that all games of the process share, by name."""

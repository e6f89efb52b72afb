"""The turn structure of Magic: The Gathering as an explicit finite-state machine.

A game runs until somebody has to decide; a command answers and gives back everything that happened:

    >>> from mtg_fsm import Pass, new_game
    >>> engine = new_game()
    >>> events = engine.advance()
    >>> engine.decision.kind, engine.decision.player, engine.turn_state
    ('priority', 'A', 'beginning.upkeep')
    >>> for event in engine.submit(Pass(player="A")):
    ...     print(event.as_dict()["event"], event.rule)
    priority_passed 117.3d
    priority_received 117.3d

`machine` holds the definitions of the machines, `engine` the model that they run on, `game` a reference game, `words`
the models of effects and commands, `scenario` (with the extra `cli`) scenario files.
"""

from mtg_fsm.aio import AsyncGame, Subscription
from mtg_fsm.engine import events
from mtg_fsm.engine.answers import LegalAnswers
from mtg_fsm.engine.decisions import Code, Decision, IllegalCommand, Pending, Refusal
from mtg_fsm.engine.engine import Engine, Options
from mtg_fsm.engine.events import Event, Position
from mtg_fsm.engine.outcome import Outcome
from mtg_fsm.engine.protocol import Game, UntapChoice
from mtg_fsm.engine.stack import Context, Printed, StackObject, Target
from mtg_fsm.engine.upcoming import Upcoming
from mtg_fsm.errors import (
    DefinitionError,
    DiagramError,
    EndlessLoopError,
    FrozenMachineError,
    LogError,
    MissingExtra,
    MtgFsmError,
    NotationError,
    ScenarioError,
    SetupError,
    SimulationError,
    SnapshotError,
)
from mtg_fsm.files import write
from mtg_fsm.game import BlankGame, ReferenceGame, new_game, restore
from mtg_fsm.game.view import View, seen_by, view
from mtg_fsm.history import History, Node, replay
from mtg_fsm.logfile import LogFile
from mtg_fsm.machine import ATTACK, BLOCK, DAMAGE, MACHINES, PRIORITY, TURN, CompiledMachine, MachineDefinition
from mtg_fsm.machine.dispatch import COMPILED
from mtg_fsm.passing import Goal, Seat, Stop, Table
from mtg_fsm.words import effects
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.commands import (
    ACTIONS,
    COMMANDS,
    Activate,
    Assign,
    Attack,
    Block,
    Cast,
    Choose,
    ChooseUntap,
    Command,
    Concede,
    Defend,
    DiscardCards,
    Only,
    OrderTriggers,
    Pass,
    Pay,
    PlayLand,
)
from mtg_fsm.words.conditions import Condition
from mtg_fsm.words.effects import Effect, PermanentSpec
from mtg_fsm.words.notation import as_text, from_text
from mtg_fsm.words.setup import GameSpec, PlayerSpec

__all__ = [
    "ACTIONS",
    "ATTACK",
    "BLOCK",
    "COMMANDS",
    "COMPILED",
    "DAMAGE",
    "MACHINES",
    "PRIORITY",
    "TURN",
    "Activate",
    "Assign",
    "AsyncGame",
    "Attack",
    "BlankGame",
    "Block",
    "CardSpec",
    "Cast",
    "Choose",
    "ChooseUntap",
    "Code",
    "Command",
    "CompiledMachine",
    "Concede",
    "Condition",
    "Context",
    "Decision",
    "Defend",
    "DefinitionError",
    "DiagramError",
    "DiscardCards",
    "Effect",
    "EndlessLoopError",
    "Engine",
    "Event",
    "FrozenMachineError",
    "Game",
    "GameSpec",
    "Goal",
    "History",
    "IllegalCommand",
    "LegalAnswers",
    "LogError",
    "LogFile",
    "MachineDefinition",
    "MissingExtra",
    "MtgFsmError",
    "Node",
    "NotationError",
    "Only",
    "Options",
    "OrderTriggers",
    "Outcome",
    "Pass",
    "Pay",
    "Pending",
    "PermanentSpec",
    "PlayLand",
    "PlayerSpec",
    "Position",
    "Printed",
    "ReferenceGame",
    "Refusal",
    "ScenarioError",
    "Seat",
    "SetupError",
    "SimulationError",
    "SnapshotError",
    "StackObject",
    "Stop",
    "Subscription",
    "Table",
    "Target",
    "UntapChoice",
    "Upcoming",
    "View",
    "as_text",
    "effects",
    "events",
    "from_text",
    "new_game",
    "replay",
    "restore",
    "seen_by",
    "view",
    "write",
]

"""One walk through the ten states of a turn in which nothing happens, on five engines.

Each asks the same guards and runs the same callbacks, in the same order, at every event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rounds import Round, repeated
from statemachine import State, StateMachine
from transitions import Machine

from mtg_fsm.machine import SHARED, TURN, CompiledMachine

EVENTS: Final = 2_000


class Walker:
    """A model whose guards let one natural turn follow another, and whose callbacks do nothing."""

    __slots__ = ("turn_state",)

    def __init__(self) -> None:
        self.turn_state = "beginning.untap"


class OpenWalker(Walker):
    """The same for libraries that write more attributes on their model."""


def _answer(value: bool) -> Callable[[Walker], bool]:
    return lambda _walker: value


def _nothing(_walker: Walker) -> None:
    return None


for _guard in TURN.guards:
    setattr(Walker, _guard.name, _answer(_guard.name == "nothing_added_or_skipped"))
for _callback in TURN.callbacks:
    setattr(Walker, _callback.name, _nothing)

NEXT: Final = {
    "beginning.untap": "beginning.upkeep",
    "beginning.upkeep": "beginning.draw",
    "beginning.draw": "precombat_main",
    "precombat_main": "combat.beginning_of_combat",
    "combat.beginning_of_combat": "combat.declare_attackers",
    "combat.declare_attackers": "combat.end_of_combat",
    "combat.end_of_combat": "postcombat_main",
    "postcombat_main": "ending.end",
    "ending.end": "ending.cleanup",
    "ending.cleanup": "beginning.untap",
}
LAST: Final = {state for state, after in NEXT.items() if state.partition(".")[0] != after.partition(".")[0]}
"""States with which a phase ends."""
FIRST: Final = {NEXT[state] for state in LAST}


def hand_written(walker: Any) -> None:
    """The same step, written by hand for this one walk."""
    state = walker.turn_state
    if not walker.nothing_added_or_skipped():
        return
    if (state == "combat.declare_attackers" and walker.any_attackers()) or (
        state == "ending.cleanup" and walker.another_cleanup_step()
    ):
        return
    if "." in state:
        walker.expire_until_end_of_step()
        walker.empty_mana_pools()
        if state == "combat.end_of_combat":
            walker.remove_all_from_combat()
        walker.end_step()
    if state in LAST:
        walker.expire_until_end_of_phase()
        walker.empty_mana_pools()
        walker.end_phase()
    if state == "combat.declare_attackers":
        walker.skip_blockers_and_damage()
    elif state == "ending.cleanup":
        walker.end_turn()
        walker.begin_turn()
        walker.expire_until_turn()
        walker.apply_riders()
        walker.trigger_beginning_of_turn()
    state = walker.turn_state = NEXT[state]
    if state in FIRST:
        walker.begin_phase()
        walker.expire_until_phase()
        walker.apply_riders()
        walker.trigger_beginning_of_phase()
    if "." in state:
        walker.begin_step()
        walker.expire_until_step()
        walker.trigger_beginning_of_step()


class _Recorder:
    """Notes what the hand-written step calls; what it answers is a walker's answer."""

    def __init__(self, state: str) -> None:
        self.turn_state = state
        self.called: list[str] = []

    def __getattr__(self, name: str) -> Callable[[], Any]:
        def call() -> Any:
            self.called.append(name)
            return getattr(Walker(), name)()

        return call


def called_from(state: str) -> tuple[list[str], list[str], list[str]]:
    """Guards that have to hold and guards that must not, and callbacks, of the event in a state."""
    recorder = _Recorder(state)
    hand_written(recorder)
    guards = {guard.name for guard in TURN.guards}
    asked = [name for name in recorder.called if name in guards]
    holding = [name for name in asked if getattr(Walker(), name)()]
    return holding, [name for name in asked if name not in holding], [n for n in recorder.called if n not in guards]


def flat_machine() -> Machine:
    """`transitions` without hierarchy; its model is a walker."""
    made = Machine(
        OpenWalker(), states=[*NEXT], initial="beginning.untap", model_attribute="turn_state", auto_transitions=False
    )
    for source, target in NEXT.items():
        holding, not_holding, callbacks = called_from(source)
        made.add_transition(
            "proceed", source, target, conditions=[*holding], unless=[*not_holding], before=[*callbacks]
        )
    return made


def statemachine_machine() -> StateMachine:
    """python-statemachine with ten flat states; guards and callbacks are found by name on the model."""
    states = {name: State(name, value=name, initial=name == "beginning.untap") for name in NEXT}
    arcs: Any = None
    for source, target in NEXT.items():
        holding, not_holding, callbacks = called_from(source)
        arc = states[source].to(states[target], cond=holding, unless=not_holding, on=callbacks)
        arcs = arc if arcs is None else arcs | arc
    names = {name.replace(".", "_"): state for name, state in states.items()}
    kind: Any = type("Turn", (StateMachine,), {**names, "proceed": arcs})
    made: StateMachine = kind(OpenWalker(), state_field="turn_state")
    return made


def _walk(step: Callable[[Any], Any], times: int) -> Round:
    walker = Walker()
    return repeated(lambda: step(walker), times)


class _Small:
    """A model with one guard and one callback."""

    __slots__ = ("state",)

    def __init__(self) -> None:
        self.state = "a"

    def holds(self) -> bool:
        return True

    def call(self) -> None:
        return None


_OTHER: Final = {"a": "b", "b": "a"}


def _small_step(model: _Small) -> None:
    if model.holds():
        model.call()
        model.state = _OTHER[model.state]


def small_round() -> Round:
    """Rounds of a step written by hand with one guard and one callback, by which machines are compared."""
    model = _Small()
    return repeated(lambda: _small_step(model), EVENTS)


def hand_written_round() -> Round:
    """Rounds of the step written by hand."""
    return _walk(hand_written, EVENTS)


def walks() -> dict[str, Round]:
    """Rounds of the walk on each engine; ours first."""
    compiled, stock = SHARED[TURN.name], CompiledMachine(TURN, stock=True)
    flat: Any = flat_machine().model
    other: Any = statemachine_machine()
    return {
        "an event": _walk(lambda walker: compiled.trigger_event(walker, "proceed"), EVENTS),
        "a hand-written step": hand_written_round(),
        "transitions, hierarchical": _walk(lambda walker: stock.trigger_event(walker, "proceed"), EVENTS // 10),
        "transitions, flat": repeated(flat.proceed, EVENTS // 10),
        "python-statemachine": repeated(other.proceed, EVENTS // 20),
    }

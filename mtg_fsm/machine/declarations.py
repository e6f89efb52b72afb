"""What the machines of declarations and of assigning damage share: costs, and being broken off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mtg_fsm.machine.definition import CLOSED, Arc, Named, State


def step(name: str, rules: tuple[str, ...], description: str, *on_enter: str) -> State:
    """A state that is a lettered step of a process."""
    return State(name=name, kind="state", rules=rules, description=description, on_enter=on_enter)


def on(source: str, target: str, rules: tuple[str, ...], description: str, *guards: str) -> Arc:
    """The way on from one step to the next; the last one ends the process."""
    ends = ("end_process",) if target == CLOSED else ()
    return Arc(
        trigger="proceed",
        source=source,
        target=target,
        rules=rules,
        guards=guards,
        before=ends,
        description=description,
    )


def costs(*, declaring: str, total: str, mana: str, pay: str, stands: str, asked_again: str) -> tuple[Arc, ...]:
    """The arcs around the costs of a declaration: by the rules of its steps, to the state in which it stands.

    If it is taken back the player is asked again in the other state.
    """
    window = "activate_mana_abilities"
    return (
        on("determine_total_cost", window, (total, mana), "Something has to be paid.", "cost_to_pay"),
        on("determine_total_cost", stands, (total,), "Nothing has to be paid.", "not cost_to_pay"),
        Arc(
            trigger="act",
            source=window,
            target=window,
            kind="repeat",
            rules=(mana, "117.1d"),
            description="A mana ability was activated.",
        ),
        Arc(
            trigger="pay",
            source=window,
            target="pay_costs",
            rules=(pay,),
            description="The player pays.",
        ),
        Arc(
            trigger="take_back",
            source=window,
            target=asked_again,
            kind="interrupt",
            rules=(declaring, pay, "732.1"),
            before=("take_back_declaration",),
            description="The player does not pay: the game is put back to just before the declaration.",
        ),
        on("pay_costs", stands, (pay,), "All costs are paid in full."),
    )


def departed(sources: Iterable[str], target: str, rules: tuple[str, ...]) -> tuple[Arc, ...]:
    """The player who is asked leaves the game: the next one is."""
    return tuple(
        Arc(
            trigger="depart",
            source=source,
            target=target,
            kind="interrupt",
            rules=rules,
            description="The player leaves the game.",
        )
        for source in sources
    )


def broken_off(states: Iterable[State], rule: str) -> tuple[Arc, ...]:
    """The process ends early: the game or the turn does, or its player leaves."""
    return tuple(
        Arc(
            trigger="break_off",
            source=state.name,
            target=CLOSED,
            kind="interrupt",
            rules=("104.1", "723.1d", "723.2d", rule),
            before=("end_process",),
            description="The game, the turn or the combat phase ends.",
        )
        for state in states
        if state.name != CLOSED
    )


END: Final = Named(
    name="end_process", rules=("508.2", "509.2", "510.2"), description="Nothing is being declared or assigned any more."
)
PLAYER_LEFT: Final = Named(
    name="player_left", rules=("802.4", "802.5"), description="A player has not declared, or announced damage, yet."
)
COST_GUARD: Final = Named(
    name="cost_to_pay", rules=("508.1h", "509.1d"), description="The total cost that was fixed is more than nothing."
)
COST_CALLBACKS: Final = (
    Named(
        name="ask_to_pay",
        rules=("508.1i", "509.1e"),
        description="The player may activate mana abilities, and says whether the total is paid.",
    ),
    Named(name="pay_costs", rules=("508.1j", "509.1f"), description="The total is paid from the player's pool."),
    Named(
        name="take_back_declaration",
        rules=("508.1", "509.1", "732.1"),
        description="Everything since the declaration, mana abilities included, is undone.",
    ),
)

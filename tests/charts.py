"""Machines that charts of text formats have to cope with."""

from __future__ import annotations

from mtg_fsm.machine import Arc, MachineDefinition, State
from mtg_fsm.machine.definition import Named

NASTY = "1. *a* _b_ `c` [d](e) | <b>; :: %% \\ # \"f\" 'g' {h} ~ //i// --j--\n- k __l__ é"
"""A text with what is markup somewhere."""


def _named(*names: str) -> tuple[Named, ...]:
    return tuple(Named(name=name, description=NASTY) for name in names)


HOSTILE = MachineDefinition(
    name="end",
    description=NASTY,
    model_attribute="end_state",
    initial="a b",
    states=(
        State(name="a b", kind="initial", description=NASTY),
        State(name="a_b", kind="state", description=NASTY, on_enter=("greet",)),
        State(name="|<b>;:`", kind="final", description=NASTY),
    ),
    arcs=(
        Arc(trigger="note", source="a b", target="a_b", rules=("500.1",), description=NASTY),
        Arc(trigger="note", source="a_b", target="a_b", guards=("ready",), description=NASTY),
        Arc(
            trigger="note", source="a_b", target="|<b>;:`", guards=("not ready",), before=("greet",), description=NASTY
        ),
    ),
    guards=_named("ready"),
    callbacks=_named("greet"),
)
"""Names and texts full of markup, and two states whose names differ in what identifiers leave out."""

DEEP = MachineDefinition(
    name="deep",
    description="States in three levels.",
    model_attribute="deep_state",
    initial="outer.inner.one",
    states=(
        State(name="outer", kind="phase", description="Outer.", on_enter=("enter_outer",)),
        State(name="outer.rest", kind="step", description="Rest.", on_enter=("enter_rest",)),
        State(name="outer.inner", kind="phase", description="Inner.", on_enter=("enter_inner",)),
        State(name="outer.inner.one", kind="step", description="One.", on_enter=("enter_one",)),
        State(name="outer.inner.two", kind="step", description="Two.", on_enter=("enter_two",)),
    ),
    arcs=(
        Arc(trigger="go", source="outer", target="outer.inner.one", guards=("early",), description="To one."),
        Arc(trigger="go", source="outer", target="outer.inner.two", description="To two."),
        Arc(trigger="rest", source="outer.inner", target="outer.rest", before=("stop",), description="To rest."),
    ),
    guards=_named("early"),
    callbacks=_named("enter_outer", "enter_rest", "enter_inner", "enter_one", "enter_two", "stop"),
)
"""Arcs that lead two levels into their source: the engine stays in the state between, if it is there."""

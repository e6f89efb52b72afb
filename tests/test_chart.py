"""Charts: what of the machines a diagram shows, what is marked on it, and the registry of renderers."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from charts import DEEP
from support import load_one

from mtg_fsm import MACHINES, TURN, DiagramError, Engine, Event, Pass, new_game
from mtg_fsm.diagrams import RENDERERS, SUBJECTS, Highlight, Recorder, chart, draw, highlight_of, renderer_for, taken_of
from mtg_fsm.diagrams.notebook import machine_bundle
from mtg_fsm.machine.definition import arc_ids
from mtg_fsm.machine.recording import recording
from mtg_fsm.scenario import run


def kinds(detail: Any) -> set[str]:
    return {arc.kind for arc in chart("turn", detail=detail).parts[0].arcs.values()}


def test_details_show_more_and_more_of_the_turn() -> None:
    """Each detail has the arcs of the one before and more; only the full one has everything."""
    parts = {detail: chart("turn", detail=detail).parts[0] for detail in ("phases", "steps", "guards", "full")}
    ids = [set(part.arcs) for part in parts.values()]
    assert ids[0] < ids[1] < ids[2] < ids[3] == set(arc_ids(TURN.arcs))
    assert [state.kind for state in parts["phases"].states] == ["phase"] * 5
    assert kinds("phases") == {"natural"}
    assert kinds("steps") == {"natural", "skip", "repeat"}
    assert kinds("guards") == {"natural", "skip", "repeat", "extra"}
    assert parts["guards"].states == parts["full"].states == TURN.states


def test_detail_phases_leads_from_phase_to_phase() -> None:
    """An arc from a last step to a first one is shown between their phases, under its own id."""
    part = chart("turn", detail="phases").parts[0]
    assert [(arc.source, arc.target) for arc in part.arcs.values()] == [
        ("beginning", "precombat_main"),
        ("precombat_main", "combat"),
        ("combat", "postcombat_main"),
        ("postcombat_main", "ending"),
        ("ending", "beginning"),
    ]
    assert part.arcs.keys() <= set(arc_ids(TURN.arcs))


@pytest.mark.parametrize("detail", ["phases", "steps", "guards"])
def test_a_machine_without_phases_is_shown_whole(detail: Any) -> None:
    """There is nothing in it that could be left out."""
    part = chart("priority", detail=detail).parts[0]
    assert (part.states, tuple(part.arcs.values())) == (MACHINES["priority"].states, MACHINES["priority"].arcs)


def test_the_chart_of_all_machines_has_unique_ids() -> None:
    """Each id has the name of its machine in front; without that `closed` would be there four times."""
    whole = chart("all")
    assert [part.name for part in whole.parts] == list(MACHINES)
    ids = [id_ for part in whole.parts for id_ in (*map(part.state_id, (s.name for s in part.states)), *part.arcs)]
    assert len(ids) == len(set(ids)) == sum(len(m.states) + len(m.arcs) for m in MACHINES.values())
    assert "priority.state.closed" in ids


def test_a_game_is_highlighted_with_its_way_and_what_comes_next() -> None:
    """The active states are those of the machines, the way is what was recorded, and skipped steps do not come."""
    machines, way = recording(MACHINES)
    engine = new_game(machines=machines)
    engine.advance()
    marks = {part.name: part.marks for part in chart("all", highlight=highlight_of(engine, way)).parts}
    assert (marks["turn"].active, marks["priority"].active) == ("beginning.upkeep", "player_has_priority")
    assert marks["turn"].states["beginning.untap"] == 1
    assert marks["turn"].arcs["turn.arc.beginning.untap.proceed.beginning.upkeep"] == 1
    upcoming = list(marks["turn"].upcoming)
    assert upcoming[:2] == ["precombat_main", "combat"]  # the first draw step is skipped (103.8a)
    assert not marks["attack"].run


def test_the_way_has_every_guard_that_was_asked() -> None:
    """Of a trigger with several arcs from a state the answers of all guards are recorded, and one arc fits them."""
    machines, way = recording(MACHINES)
    scenario = load_one("until: {turn: 2, step: upkeep}")
    run(scenario, machines=machines)
    leaving = next(taken for taken in way if taken.source == "combat.declare_attackers")
    assert leaving.target == "combat.end_of_combat"
    assert leaving.guards["any_attackers"] is False
    assert leaving.guards["nothing_added_or_skipped"] is True
    assert sum(taken_of(way)["turn"].values()) == sum(taken.machine == "turn" for taken in way)


def test_a_run_on_recording_machines_is_the_same_run() -> None:
    """Events do not depend on whether anybody records."""
    scenario = load_one("until: {turn: 3, step: upkeep}")
    assert run(scenario, machines=recording(MACHINES)[0]).events == run(scenario).events


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"subject": "turns"}, "there is no diagram 'turns'; there are turn, priority"),
        ({"subject": "turn", "detail": "most"}, "detail: must be one of phases, steps, guards, full, not 'most'"),
        (
            {"subject": "turn", "highlight": Highlight(active={"turn": "upkeep"})},
            "the machine 'turn' has no state 'upkeep'; it has not_started, beginning, beginning.untap",
        ),
        ({"subject": "turn", "highlight": Highlight(upcoming=("end",))}, "no state 'end'"),
        ({"subject": "turn", "highlight": Highlight(taken={"turn": {"arc.x": 1}})}, "no arc 'arc.x'"),
        ({"subject": "turn", "format": "gif"}, "format: must be one of dot, svg, png"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, Any], named: str) -> None:
    """The message names what is wrong and what there is."""
    with pytest.raises(DiagramError, match=named):
        draw(**arguments)


def test_every_renderer_is_found_by_the_ending_of_a_file() -> None:
    """Endings are unique, and a file that ends in none is refused."""
    assert [renderer_for(Path(f"turn{found.ending}")) for found in RENDERERS.values()] == list(RENDERERS.values())
    with pytest.raises(DiagramError, match=r"'turn.gif' has to end in .dot, .svg"):
        renderer_for(Path("turn.gif"))
    assert (*MACHINES, "all") == SUBJECTS


def test_a_command_that_fails_leaves_nothing_in_the_way() -> None:
    """An exception in a hook undoes it; what was recorded of it is forgotten as the next command begins."""
    machines, way = recording(MACHINES)
    engine, plain = new_game(machines=machines), new_game()
    recorder = Recorder()
    watched = new_game(machines=recorder.machines)

    def trip(_: Engine, event: Event) -> None:
        if event.name_in_log == "phase_began" and trips:
            trips.pop()
            raise RuntimeError("not now")

    trips: list[int] = []
    engine.listeners, watched.listeners = (trip,), (recorder, trip)
    for each in (engine, plain, watched):
        each.advance()
        each.submit(Pass())
    for each in (engine, watched):
        trips.append(1)
        with pytest.raises(RuntimeError):
            each.submit(Pass())
    happened = [each.submit(Pass()) for each in (engine, plain, watched)]
    assert happened[0] == happened[1] == happened[2]
    assert recorder.run.events[-len(happened[0]) :] == happened[0]
    assert list(recorder.run.way) == list(way)
    turn = [taken for taken in way if taken.machine == "turn"]
    assert all(one.target == following.source for one, following in pairwise(turn))


@pytest.mark.parametrize("detail", ["phases", "steps"])
def test_states_in_states_that_are_no_phases_are_shown_whole(detail: Any) -> None:
    """Only a turn has phases that stand for what is in them."""
    plain = DEEP.model_copy(update={"states": tuple(s.model_copy(update={"kind": "state"}) for s in DEEP.states)})
    part = chart(plain, detail=detail).parts[0]
    assert part.states == plain.states
    assert draw(plain, "dot", detail=detail)


def test_a_machine_without_states_is_refused() -> None:
    """By our own error."""
    empty = DEEP.model_copy(update={"states": (), "arcs": ()})
    with pytest.raises(DiagramError, match="has no states"):
        chart(empty)
    assert set(machine_bundle(empty)) == {"text/plain"}

"""Ways through the engine that games seldom take: who leaves or wins in the middle of something, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from test_fuzz import boards

from mtg_fsm import (
    COMMANDS,
    MACHINES,
    TURN,
    Choose,
    CompiledMachine,
    Concede,
    DefinitionError,
    Engine,
    GameSpec,
    MtgFsmError,
    Pass,
    ReferenceGame,
    SetupError,
    SnapshotError,
    new_game,
    restore,
)
from mtg_fsm.engine import outcome, skips
from mtg_fsm.engine.in_force import Register
from mtg_fsm.engine.schedule import Schedule
from mtg_fsm.machine.recording import recording


def begun(players: list[dict[str, Any]], **keys: Any) -> Engine:
    """A game at its first decision, in which anything can be cast."""
    engine = new_game(GameSpec.model_validate({"free_casting": True, "players": players, **keys}))
    engine.advance()
    return engine


def go_to(engine: Engine, kind: str, turn: int = 1) -> None:
    """Default answers up to a decision of a kind, in a turn or later."""
    while engine.decision is not None and (engine.decision.kind != kind or engine.position.turn < turn):
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None


def names(engine: Engine, command: dict[str, Any]) -> list[str]:
    """What happens by a command, by name."""
    return [event.name_in_log for event in engine.submit(COMMANDS.validate_python(command))]


# --- who leaves ---


@pytest.mark.parametrize("kind", ["priority", "declare_attackers"])
def test_a_teammate_decides_for_who_has_left(kind: str) -> None:
    """805.5a: the decision of a team is made by another of its members, and is the same."""
    heroes = [{"id": name, "battlefield": [{"id": f"{name}-bear"}]} for name in ("B", "C")]
    engine = begun([*heroes, {"id": "A"}], variant="archenemy", archenemy="A", teams=[["A"], ["B", "C"]])
    go_to(engine, kind, turn=2)
    while engine.decision is not None and engine.decision.player != "B":
        engine.submit(next(engine.legal(engine.decision.player)))
        go_to(engine, kind)
    engine.submit(Concede(player="B"))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == (kind, "C")
    assert engine.decision.choices == (("C-bear",) if kind == "declare_attackers" else ())


def declaring(effect: dict[str, Any], count: int) -> Engine:
    """A game in which the cost of an attack is to be paid, with a mana ability that does something else as well."""
    ability = {"effect": "activated", "name": "pact", "effects": [{"effect": "add_mana", "mana": "R"}, effect]}
    ox = {"id": "ox", "attack_cost": 1}
    player = {"id": "A", "battlefield": [ox, {"id": "altar", "types": ["artifact"], "abilities": [ability]}]}
    variant = {"variant": "free_for_all", "options": {"attack_multiple_players": True}} if count > 2 else {}
    engine = begun([player, *({"id": name} for name in "BCD"[: count - 1])], **variant)
    go_to(engine, "declare_attackers")
    engine.submit(COMMANDS.validate_python({"action": "attack", "attackers": {"ox": "B"}}))
    assert engine.decision is not None
    assert engine.decision.kind == "pay"
    return engine


PACT = {"action": "activate", "name": "pact", "source": "altar", "mana_ability": True}


def test_who_loses_while_paying_declares_nothing() -> None:
    """800.4a, 506.1: the declaration is broken off, and the turn goes on without its player."""
    engine = declaring({"effect": "lose"}, 3)
    happened = names(engine, PACT)
    assert "player_left" in happened
    assert engine.declaration is None
    assert engine.attack_state == "closed"
    assert engine.in_game == ("B", "C")


def test_who_wins_while_paying_ends_the_game() -> None:
    """104.1: it ends at once, in the middle of a declaration."""
    engine = declaring({"effect": "win"}, 2)
    assert names(engine, PACT)[-1] == "game_ended"
    assert (engine.turn_state, engine.attack_state, engine.decision) == ("game_over", "closed", None)


def test_an_added_untap_step_of_who_has_left_untaps_nothing() -> None:
    """800.4j: the step takes place, without an active player."""
    engine = begun([{"id": name} for name in "ABC"], variant="free_for_all")
    names(engine, {"action": "cast", "name": "x", "effects": [{"effect": "extra_steps", "steps": ["untap"]}]})
    for player in "ABC":
        engine.submit(Pass(player=player))
    happened = [event.as_dict() for event in engine.submit(Concede(player="A"))]
    while engine.position.phase == "beginning":
        happened += [event.as_dict() for event in engine.submit(Pass())]
    assert [event for event in happened if event["event"] == "turn_based_action" and event["action"] == "untap"] != []
    assert not [event for event in happened if event["event"] == "untapped"]


def test_nobody_wins_or_draws_a_game_that_is_over() -> None:
    """104.1: the first outcome counts."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    outcome.win(engine, "A")
    decided = engine.outcome
    outcome.win(engine, "B")
    outcome.draw(engine, "104.4b")
    assert engine.outcome is decided
    assert decided is not None
    assert decided.winners == ("A",)


# --- what is listed, and what comes ---


def test_all_choices_are_listed() -> None:
    """Each legend that may stay is one, then nothing is left but to concede."""
    kings = [{"id": name, "legendary": "king"} for name in ("one", "two", "three")]
    engine = begun([{"id": "A", "battlefield": kings}, {"id": "B"}])
    go_to(engine, "choose_legend")
    choices = [Choose(player="A", ids=(name,)) for name in ("one", "two", "three")]
    assert [*engine.legal("A")] == [*choices, Concede(player="A")]


def test_before_the_game_nothing_comes_by_itself() -> None:
    """The first turn is foreseen; the guard of the natural arcs does not hold."""
    engine = new_game()
    assert not skips.nothing_added_or_skipped(engine)
    assert [unit.unit for unit in engine.upcoming()][:2] == ["turn", "phase"]
    assert Schedule().place_after("combat") is None


def test_the_turn_of_who_has_left_is_foreseen_as_skipped() -> None:
    """800.4k, and a turn that an effect skips is not counted among those that come."""
    engine = begun([{"id": name} for name in "ABC"], variant="free_for_all")
    names(engine, {"action": "cast", "name": "x", "effects": [{"effect": "skip", "what": "turn", "player": "B"}]})
    for player in "ABC":
        engine.submit(Pass(player=player))
    names(engine, {"action": "cast", "name": "y", "effects": [{"effect": "extra_turn", "player": "C"}]})
    for player in "ABC":
        engine.submit(Pass(player=player))
    engine.submit(Concede(player="C"))
    turns = [(unit.name, unit.skipped_by) for unit in engine.upcoming(2) if unit.unit == "turn"]
    assert turns == [("C", "800.4k"), ("B", "x"), ("C", "800.4k"), ("A", None), ("B", None)]


# --- what ends or is not there ---


class Dispelling(ReferenceGame):
    """As one effect on a permanent ends, all others end."""

    def effect_changed(self, engine: Engine, permanent: str) -> None:
        """The others are gone at once."""
        super().effect_changed(engine, permanent)
        if engine.position.step == "cleanup":
            for entry in engine.in_force.find_all(("modifies", permanent)):
                engine.in_force = engine.in_force.without(entry.id)


def test_what_a_hook_has_ended_does_not_end_again() -> None:
    """Of two effects that are due at one time the second is gone as the first has ended."""
    spec = {"free_casting": True, "players": [{"id": "A", "battlefield": [{"id": "bear"}]}, {"id": "B"}]}
    engine = new_game(GameSpec.model_validate(spec), game_class=Dispelling)
    engine.advance()
    glow = {"effect": "continuous", "name": "glow", "lasts": "this_turn", "modifies": {"permanent": "bear", "power": 1}}
    names(engine, {"action": "cast", "name": "x", "effects": [glow, glow]})
    happened: list[str] = []
    while engine.position.turn == 1 and engine.decision is not None:
        happened += [event.name_in_log for event in engine.submit(next(engine.legal(engine.decision.player)))]
    assert happened.count("effect_expired") == 1


def test_what_is_not_in_force_is_not_taken_out() -> None:
    """The register stays the same object."""
    register = Register()
    assert register.without(7) is register


# --- what cannot be ---


def test_an_engine_refuses_teams_and_machines_that_do_not_fit() -> None:
    """It names the field."""
    game = new_game().game
    with pytest.raises(SetupError, match="teams: every player has to be in one team"):
        Engine(game, ("A", "B"), teams=(("A",),))
    with pytest.raises(SetupError, match="machines: no machine is called 'trun'; there are turn, priority"):
        Engine(game, ("A", "B"), machines={"trun": CompiledMachine(TURN)})


def test_a_machine_that_stops_is_an_error() -> None:
    """A turn machine of one's own without a way on: the command is undone, and it is said where it stopped."""
    natural = next(arc for arc in TURN.arcs if arc.source == "precombat_main")
    machine = CompiledMachine(TURN.model_copy(update={"arcs": tuple(arc for arc in TURN.arcs if arc is not natural)}))
    engine = new_game(machines={"turn": machine})
    engine.advance()
    while engine.turn_state != "precombat_main":
        engine.submit(Pass())
    engine.submit(Pass(player="A"))
    with pytest.raises(MtgFsmError, match="no arc of the machine 'turn' is enabled for proceed in precombat_main"):
        engine.submit(Pass(player="B"))
    assert engine.decision is not None
    assert (engine.turn_state, engine.decision.player) == ("precombat_main", "B")


def test_a_definition_knows_its_states() -> None:
    """Another name is a KeyError, and one that begins nowhere is not sound."""
    with pytest.raises(KeyError, match="no such state"):
        TURN.state("no such state")
    with pytest.raises(DefinitionError, match="initial state 'nowhere' is not a state"):
        TURN.model_copy(update={"initial": "nowhere"}).validate_for()


def test_machines_that_record_share_one_way() -> None:
    """All arcs of a game, in order, with the machine of each."""
    machines, way = recording(MACHINES)
    engine = new_game(machines=machines)
    engine.advance()
    assert [taken.machine for taken in way][:2] == ["turn", "turn"]
    assert {taken.machine for taken in way} == {"turn", "priority"}


def test_a_moment_before_nothing_is_refused() -> None:
    """A snapshot with a declaration that could be taken back, but that is not open."""
    paying, others, _ = boards()
    before = {**paying.snapshot()["before"], "engine": others.snapshot()["engine"]}
    with pytest.raises(SnapshotError, match="before: there is no declaration that could be taken back"):
        restore({**others.snapshot(), "before": before})

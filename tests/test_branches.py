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
    EndlessLoopError,
    Engine,
    GameSpec,
    MtgFsmError,
    Only,
    Options,
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
from mtg_fsm.machine import SHARED, State
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


def test_a_turn_that_ends_while_paying_has_no_attack() -> None:
    """723.1d: the declaration is broken off, and the cleanup step comes."""
    engine = declaring({"effect": "end_turn"}, 2)
    names(engine, PACT)
    assert (engine.declaration, engine.attack_state) == (None, "closed")
    assert engine.position.turn == 2


def test_nobody_orders_the_abilities_of_who_has_left() -> None:
    """800.4a, 603.3b: they are gone with their player, and the game goes on with a teammate."""
    dawn = {"effect": "trigger", "name": "dawn", "when": {"beginning_of": "upkeep"}}
    heroes: list[dict[str, Any]] = [{"id": "B", "effects": [dawn, {**dawn, "name": "dew"}]}, {"id": "C"}]
    engine = begun([*heroes, {"id": "A"}], variant="archenemy", archenemy="A", teams=[["A"], ["B", "C"]])
    go_to(engine, "order_triggers")
    engine.submit(Concede(player="B"))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.stack, engine.in_game) == ("priority", (), ("C", "A"))


def test_what_would_attack_for_who_has_left_does_not_enter() -> None:
    """800.4a: the player who was to choose what it attacks is gone, and the creature with the player."""
    options = {"attack_multiple_players": True}
    bear = {"id": "A", "battlefield": [{"id": "bear"}]}
    engine = begun([bear, {"id": "B"}, {"id": "C"}], variant="free_for_all", options=options)
    go_to(engine, "declare_attackers")
    names(engine, {"action": "attack", "attackers": {"bear": "B"}})
    scout = {"effect": "create", "permanent": {"id": "scout", "token": True}, "attacking": "any"}
    names(engine, {"action": "cast", "name": "x", "effects": [scout]})
    go_to(engine, "choose_attacked")
    engine.submit(Concede(player="A"))
    assert engine.observe("battlefield", ()) == {}
    assert engine.in_game == ("B", "C")


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


def test_all_skips_are_listed_from_which_one_is_chosen() -> None:
    """614.10: which of two effects is used up is the player's choice."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    for name, this_turn in (("fog", True), ("mist", False)):
        skip = {"effect": "skip", "what": "combat", "this_turn": this_turn}
        names(engine, {"action": "cast", "name": name, "effects": [skip]})
    go_to(engine, "choose_skip")
    assert len([*engine.legal("A")]) == 3


def test_nothing_is_countered_on_an_empty_stack() -> None:
    """Below the spell that would counter is none."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    names(engine, {"action": "cast", "name": "x", "effects": [{"effect": "counter_top"}]})
    engine.submit(Pass(player="A"))
    happened = engine.submit(Pass(player="B"))
    left = [event.as_dict() for event in happened if event.name_in_log == "left_stack"]
    assert [(event["name"], event["countered"]) for event in left] == [("x", False)]


def test_a_timing_restriction_is_asked_for_by_itself() -> None:
    """506.7: in the upkeep it is not combat, and before combat."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    refusal = engine.why_not_now(Only(during="combat"))
    assert refusal is not None
    assert refusal.rule.startswith("506.7")
    assert engine.why_not_now(Only(before="combat")) is None


def test_blockers_without_attackers_are_foreseen_as_skipped() -> None:
    """508.8: a declare blockers step that is added behind the end of combat does not take place either."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    while engine.position.step != "end_of_combat":
        engine.submit(next(engine.legal(engine.asked_now[0])))
    more = {"effect": "extra_steps", "steps": ["declare_blockers"], "after": "this_step"}
    names(engine, {"action": "cast", "name": "x", "effects": [more]})
    for player in "AB":
        engine.submit(Pass(player=player))
    assert next((unit.name, unit.skipped_by) for unit in engine.upcoming(0)) == ("declare_blockers", "508.8")
    happened = names(engine, {"action": "pass", "player": "A"}) + names(engine, {"action": "pass", "player": "B"})
    assert "step_skipped" in happened


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


def test_abilities_that_trigger_one_another_without_end_are_an_error() -> None:
    """104.4b: so many may do so as the options say."""
    trigger = {"effect": "trigger", "when": {"beginning_of": "draw"}}
    echoes = [
        {"effect": "trigger", "name": one, "when": {"event": "triggers", "of": other}}
        for one, other in (("call", "echo"), ("echo", "call"))
    ]
    spec = {"players": [{"id": "A", "effects": [*echoes, {**trigger, "name": "call"}]}, {"id": "B"}]}
    engine = new_game(GameSpec.model_validate(spec), options=Options(loop_bound=20, first_draw=True))
    engine.advance()
    engine.submit(Pass(player="A"))
    with pytest.raises(EndlessLoopError, match="20 abilities triggered one another"):
        engine.submit(Pass(player="B"))


def begin_again(engine: Engine, _state: State) -> None:
    """What no listener may do."""
    engine.advance()


def test_no_other_command_begins_as_the_game_does() -> None:
    """Not even the start itself, by a listener to the state that is left."""
    engine = new_game()
    remove = engine.on_exit("not_started", begin_again)
    with pytest.raises(MtgFsmError, match="a command is in progress: a listener or hook cannot begin another"):
        engine.advance()
    remove()
    assert engine.turn_state == "not_started"
    assert len(engine.advance()) > 0


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
    orphan = State(name="lost.child", kind="step", description="Whose parent is not there.")
    with pytest.raises(DefinitionError, match=r"state 'lost\.child': its parent 'lost' is not a state"):
        TURN.model_copy(update={"states": (*TURN.states, orphan)}).validate_for()


def test_the_arcs_that_are_enabled_can_be_asked_for() -> None:
    """As the library has them, with all guards that hold."""
    (arc,) = SHARED["turn"].enabled(new_game(), "begin_game")
    assert (arc.source, arc.dest) == ("not_started", "next_phase")


def test_a_snapshot_of_version_1_at_a_decision_is_read() -> None:
    """Where nothing resolves there is nothing to migrate but its version."""
    engine = begun([{"id": "A"}, {"id": "B"}])
    assert restore({**engine.snapshot(), "version": 1}).state() == engine.state()


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

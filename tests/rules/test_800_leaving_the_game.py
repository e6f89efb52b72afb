"""Rule 800.4 and the rules about it: players leave a game of three or more, which goes on without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import Decision, IllegalCommand, Pending
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.game import BlankGame, new_game
from mtg_fsm.words.commands import COMMANDS, Concede
from mtg_fsm.words.effects import ControlPlayer
from mtg_fsm.words.setup import GameSpec

# --- playing by hand ---


def started(*players: dict[str, Any], **settings: Any) -> Engine:
    """A free-for-all of these players, and of A, B, C, D who are not among them, up to its first decision."""
    given = {player["id"]: player for player in players}
    all_players = [given.get(name, {"id": name}) for name in "ABCD"]
    spec = {"variant": "free_for_all", "free_casting": True, "players": all_players, **settings}
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    return engine


def asked(engine: Engine) -> Decision:
    """The open decision."""
    decision = engine.decision
    assert decision is not None
    return decision


def who(engine: Engine) -> tuple[str, str]:
    """What is asked, and whom."""
    return asked(engine).kind, asked(engine).player


def do(engine: Engine, action: str, **fields: Any) -> tuple[Event, ...]:
    """Submits a command."""
    return engine.submit(COMMANDS.validate_python({"action": action, **fields}))


def play_until(engine: Engine, kind: str, step: str | None = None) -> list[Event]:
    """Plays on with the first legal commands until a decision of this kind is open, in a step if one is named."""
    happened: list[Event] = []
    for _ in range(300):
        if asked(engine).kind == kind and step in (None, engine.position.unit):
            return happened
        happened += engine.submit(next(engine.legal(asked(engine).player)))
    raise AssertionError(f"nobody was asked for {kind} in {step}")


def named(events: Sequence[Event], name: str, field: str) -> list[Any]:
    """One field of all events of a name."""
    return [getattr(event, field) for event in events if event.name_in_log == name]


def creature(id_: str, **more: Any) -> dict[str, Any]:
    """A creature of the set-up."""
    return {"id": id_, **more}


# --- 104: the end, with more than two players ---


@obligation("104.2a", 1)
def test_104_2a_the_game_ends_as_the_last_of_several_opponents_leaves_amid_a_resolution() -> None:
    """B's loss within the resolution ends nothing; C's does at once, and the rest of the spell is not carried out."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: doom
                effects:
                  - {effect: lose, player: B}
                  - {effect: gain_life, count: 1}
                  - {effect: lose, player: C}
                  - {effect: gain_life, count: 10}
        expect:
          outcome: {winners: [A]}
          events:
            - {event: player_left, player: B}
            - {event: life_changed, player: A, life: 21}
            - {event: player_left, player: C}
            - {event: game_ended, winners: [A], draw: false, rule: "104.2a", step: upkeep, turn: 1}
          never:
            - {event: life_changed, life: 31}
            - {event: resolved, name: doom}
            - {event: step_ended, step: upkeep}
          counts:
            - {event: game_ended, is: 1}
    """)


@obligation("104.2a", 1)
def test_104_2a_the_game_ends_in_the_middle_of_a_declaration() -> None:
    """As the last opponents concede while a third player is asked for blocks, that player has won and is not asked."""
    engine = started({"id": "A", "battlefield": [creature("bear")]}, {"id": "B", "battlefield": [creature("wall")]})
    play_until(engine, "declare_attackers")
    do(engine, "attack", attackers={"bear": "B"})
    play_until(engine, "declare_blockers")
    for player in "AD":
        do(engine, "concede", player=player)
        assert engine.outcome is None
    events = do(engine, "concede", player="C")
    assert named(events, "game_ended", "winners") == [("B",)]
    assert engine.decision is None
    assert (engine.position.turn, engine.position.unit) == (1, "declare_blockers")


@obligation("104.4a", 1)
def test_104_4a_if_all_of_several_remaining_players_lose_at_once_it_is_a_draw() -> None:
    """A, B and D lose in one check, C has left before: a draw that nobody wins, though C has not lost in that check."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B, poison: 9}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: concede, player: C}
              - action: cast
                name: ruin
                effects:
                  - {effect: lose_life, count: 20, player: [A, D]}
                  - {effect: add_counters, player: B, counter: poison}
        expect:
          outcome: {draw: true}
          events:
            - {event: state_based_action, rule: "704.5a", subject: A}
            - {event: player_left}
            - {event: player_left}
            - {event: player_left}
            - {event: game_ended, draw: true, winners: [], rule: "104.4a"}
          counts:
            - {event: player_lost, is: 4}
          never:
            - {event: priority_received, step: draw}
    """)


@obligation("104.4a", 1)
def test_104_4a_if_one_of_several_players_does_not_lose_with_the_others_it_is_no_draw() -> None:
    """A, B and D lose in one check, and C, who does not, has won."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C, life: 21}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: quake, effects: [{effect: lose_life, count: 20, player: each}]}]
        expect:
          outcome: {winners: [C]}
          counts: [{event: player_lost, is: 3}, {event: game_ended, rule: "104.2a", is: 1}]
    """)


@obligation("104.5", 1)
def test_104_5_who_loses_is_removed_and_the_others_play_on() -> None:
    """After B has lost in a check B is gone with what B owns, and A and C go on in the same step and the next turns."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A}
            - {id: B, life: 2, battlefield: [{id: bear}]}
            - {id: C}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: bolt, effects: [{effect: damage, to: B, amount: 3}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {players_in_game: [A, C], battlefield: {bear: absent}}}
            - {at: {turn: 3, step: upkeep}, that: {active_player: A, players_in_game: [A, C]}}
          turns: [{turn: 2, player: C}, {turn: 3, player: A}]
          events:
            - {event: state_based_action, rule: "704.5a", subject: B}
            - {event: player_lost, player: B}
            - {event: player_left, player: B, rule: "104.5"}
            - {event: priority_received, player: A, step: upkeep, turn: 1}
            - {event: step_ended, step: upkeep, turn: 1}
          never: [{event: game_ended}]
          outcome: {unfinished: true}
    """)


@obligation("104.5", 1)
def test_104_5_who_has_lost_can_do_nothing_any_more() -> None:
    """A player who has left has no legal command, not even to concede again, and the game does not care."""
    engine = started()
    do(engine, "concede", player="C")
    assert list(engine.legal("C")) == []
    before = engine.state()
    for command in ({"action": "concede", "player": "C"}, {"action": "pass", "player": "C"}):
        with pytest.raises(IllegalCommand):
            engine.submit(COMMANDS.validate_python(command))
    assert engine.state() == before


# --- 800.4, 800.4a: what goes with a player ---


@obligation("800.4", 1)
@pytest.mark.parametrize("gone", ["A", "B", "C", "D", "AB", "BC", "CD", "DA"])
def test_800_4_with_two_or_more_players_left_the_game_goes_on(gone: str) -> None:
    """Whoever leaves, whole turns of all the others follow one another in turn order."""
    engine = started()
    for player in gone:
        do(engine, "concede", player=player)
    events: list[Event] = []
    while engine.position.turn < 6:
        assert asked(engine).player not in gone
        events += engine.submit(next(engine.legal(asked(engine).player)))
    left = [player for player in "BCDA" if player not in gone]
    assert named(events, "turn_began", "player") == (left * 3)[:5]
    assert engine.outcome is None
    assert named(events, "game_ended", "draw") == []


@obligation("800.4a", 1)
def test_800_4a_all_that_the_player_owns_or_controls_goes_in_this_order() -> None:
    """Own objects go, control by the player ends, abilities cease to exist; what is still controlled is exiled."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, battlefield: [{id: ring, types: [artifact]}]}
            - id: B
              battlefield:
                - {id: bear}
                - {id: loan, types: [artifact], owner: C}
                - {id: away, types: [artifact], phased_out: true}
            - {id: C, battlefield: [{id: pet, owner: B}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: seize, effects: [{effect: gain_control, permanent: bear}]}
          - at: {turn: 1, step: draw, player: B}
            do:
              - {action: cast, name: borrow, effects: [{effect: gain_control, permanent: ring}]}
          - at: {turn: 1, step: precombat_main, player: B}
            do:
              - {action: activate, name: hum, source: loan, effects: [{effect: gain_life, count: 1, player: C}]}
              - {action: cast, name: later, effects: [{effect: gain_life, count: 2, player: C}]}
          - at: {turn: 1, step: precombat_main, player: C}
            do:
              - {action: cast, name: own, effects: [{effect: gain_life, count: 4}]}
              - {action: concede, player: B}
        expect:
          checks:
            - at: {turn: 1, step: draw, player: C, nth: 2}
              that: {battlefield: {bear: {controller: A}, ring: {controller: B}}}
            - at: {turn: 1, step: precombat_main, nth: 2}
              that:
                stack: [own]
                battlefield: {bear: absent, loan: absent, away: absent, pet: absent, ring: {controller: A}}
            - at: {turn: 1, step: beginning_of_combat}
              that: {life: {C: 24}}
          events:
            - {event: player_left, player: B}
            - {event: permanent_left, permanent: bear, controller: A}
            - {event: control_changed, permanent: ring, controller: A}
            - {event: permanent_left, permanent: loan, to: exile}
          never:
            - {event: resolved, name: hum}
            - {event: resolved, name: later}
            - {event: permanent_left, permanent: ring}
            - {event: permanent_left, to: graveyard}
            - {event: state_based_action}
          counts: [{event: left_stack, name: hum, is: 1}, {event: left_stack, name: later, is: 1}]
    """)


@obligation("800.4a", 1)
def test_800_4a_abilities_on_the_stack_cease_to_exist_before_the_rest_is_exiled() -> None:
    """The departed player's ability leaves the stack before another player's permanent that they control leaves."""
    engine = started({"id": "B", "battlefield": [creature("loan", owner="C")]})
    do(engine, "pass")
    do(engine, "activate", name="hum", source="loan")
    events = do(engine, "concede", player="B")
    order = [event.name_in_log for event in events if event.name_in_log in ("left_stack", "permanent_left")]
    assert order == ["left_stack", "permanent_left"]


@obligation("800.4a", 1)
def test_800_4a_control_of_another_player_ends_too() -> None:
    """A decides for B until A leaves, then B does; a control of C's next turn that was to come is gone as well."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: charm, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 1, step: draw}
            do: [{action: cast, name: charm, effects: [{effect: control_player, player: C, by: A}]}]
          - at: {turn: 2, step: draw}
            do: [{action: concede, player: A}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {B: A}}}
            - {at: {turn: 2, step: precombat_main}, that: {decided_by: {B: B}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {C: C}}}
          events: [{event: player_controlled, player: B, by: A}]
          never: [{event: player_controlled, player: C, by: A}]
    """)


def test_800_4a_control_of_a_turn_to_come_goes_only_with_one_of_the_two() -> None:
    """It stays as D leaves, and is gone with B, whose turn it would be, or with A, who would decide."""
    for gone, left in {"A": {}, "B": {}, "D": {"B": "A"}}.items():
        engine = started()
        charm = {"effect": "control_player", "player": "B", "by": "A"}
        do(engine, "cast", player="A", name="charm", effects=[charm])
        for player in "ABCD":
            do(engine, "pass", player=player)
        assert engine.control_next == {"B": "A"}
        do(engine, "concede", player=gone)
        assert engine.control_next == left, gone


@obligation("800.4a", 1)
def test_800_4a_effects_of_resolved_spells_stay() -> None:
    """A continuous effect is no object: that of B's spell on A's bear lasts until end of turn without B."""
    play("""
        game: {variant: free_for_all, players: [{id: A, battlefield: [{id: bear}]}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do:
              - action: cast
                name: growth
                effects:
                  - effect: continuous
                    name: growth
                    lasts: this_turn
                    modifies: {permanent: bear, power: 3, toughness: 3}
          - at: {turn: 1, step: draw}
            do: [{action: concede, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [growth], battlefield: {bear: {power: 5}}}}
            - {at: {turn: 2, step: upkeep}, that: {effects: [], battlefield: {bear: {power: 2}}}}
    """)


def test_800_4a_effects_that_a_player_had_from_the_start_end() -> None:
    """D's own effect is gone by that rule; those of the others, and what their permanents do, stay."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, effects: [{effect: continuous, name: grace, lasts: forever}]}
            - id: B
              battlefield: [{id: bell, types: [artifact], abilities: [
                {effect: trigger, name: toll, when: {beginning_of: draw}, whose: each}]}]
            - {id: C}
            - {id: D, effects: [{effect: continuous, name: curse, lasts: forever}]}
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: concede, player: D}]}
        until: {turn: 1, step: precombat_main}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {effects: [grace, curse]}}
            - {at: {turn: 1, step: precombat_main}, that: {effects: [grace]}}
          events:
            - {event: player_left, player: D}
            - {event: effect_expired, name: curse, rule: 800.4a}
            - {event: ability_triggered, name: toll, step: draw}
          never: [{event: effect_expired, name: grace}]
    """)


def test_800_4a_the_card_of_a_spell_leaves_with_its_player() -> None:
    """The spell of the conceding player goes to no graveyard."""
    engine = started({"id": "A", "hand": ["fog"]})
    do(engine, "cast", player="A", name="fog")
    events = do(engine, "concede", player="A")
    assert named(events, "left_stack", "rule") == ["800.4a"]
    assert engine.observe("graveyard", ("A",)) == {"A": 0}


@obligation("800.4a", 2)
def test_800_4a_priority_goes_to_the_next_player_by_way_of_the_gate() -> None:
    """B has priority and leaves; C's Aura on B's creature is put into the graveyard, and only then C has priority."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A}
            - {id: B, battlefield: [{id: bear}]}
            - {id: C, battlefield: [{id: halo, types: [enchantment], subtypes: [aura], attached_to: bear}]}
            - {id: D}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: concede, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, player: C}, that: {priority: C, graveyard: {C: 1}}}
          events:
            - {event: priority_received, player: B, step: upkeep}
            - {event: player_left, player: B}
            - {event: state_based_action, rule: "704.5m", subject: halo}
            - {event: permanent_left, permanent: halo, to: graveyard}
            - {event: priority_received, player: C, step: upkeep}
            - {event: priority_received, player: D, step: upkeep}
            - {event: step_ended, step: upkeep}
          counts:
            - {event: priority_received, player: A, turn: 1, step: upkeep, is: 1}
    """)


@obligation("800.4a", 2)
def test_800_4a_priority_skips_seats_that_are_empty() -> None:
    """With C gone before, priority goes from B, who leaves, to D, and after D has passed the step is over."""
    engine = started()
    do(engine, "concede", player="C")
    assert who(engine) == ("priority", "A")
    do(engine, "pass")
    do(engine, "concede", player="B")
    assert who(engine) == ("priority", "D")
    do(engine, "pass")
    assert (who(engine), engine.position.unit) == (("priority", "A"), "draw")


@obligation("800.4a", 2)
def test_800_4a_priority_of_another_player_stays_with_that_player() -> None:
    """While A has priority the others leave one by one; A keeps it, is not given it anew, and what A did counts."""
    engine = started()
    do(engine, "cast", name="salve", effects=[{"effect": "gain_life", "count": 1}])
    for player in "BD":
        events = do(engine, "concede", player=player)
        assert who(engine) == ("priority", "A")
        assert named(events, "priority_received", "player") == []
    do(engine, "pass")
    assert who(engine) == ("priority", "C")
    events = do(engine, "pass")
    assert named(events, "resolved", "name") == ["salve"]


@obligation("800.4a", 2)
def test_800_4a_a_player_who_has_passed_and_leaves_is_not_waited_for() -> None:
    """A has passed and leaves while B has priority: B, C and D have to pass, and nobody twice."""
    engine = started()
    do(engine, "pass")
    do(engine, "concede", player="A")
    passing: list[Any] = []
    while engine.position.unit == "upkeep":
        passing.append(asked(engine).player)
        do(engine, "pass")
    assert passing == ["B", "C", "D"]


def test_800_4a_if_all_others_have_passed_before_the_last_one_leaves_the_top_object_resolves() -> None:
    """All who are left have passed in succession (117.4), so that D's leaving instead of a pass resolves the spell."""
    engine = started()
    do(engine, "cast", name="salve", effects=[{"effect": "gain_life", "count": 1}])
    for _ in "ABC":
        do(engine, "pass")
    assert who(engine) == ("priority", "D")
    do(engine, "concede", player="D")
    while engine.observe("stack"):
        assert asked(engine).player == "A"
        do(engine, "pass")
    assert (who(engine), engine.position.unit) == (("priority", "A"), "upkeep")
    assert engine.observe("life", ("A",)) == {"A": 21}


@obligation("800.4a", 3)
def test_800_4a_a_removed_blocker_leaves_combat_and_the_attacker_stays_blocked() -> None:
    """C's creature blocks for B; as C leaves it leaves combat (506.4), and the bear deals no damage (510.1c)."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, battlefield: [{id: bear}]}
            - {id: B, battlefield: [{id: wall, power: 1, owner: C}]}
            - {id: C}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {wall: [bear]}}]
          - at: {turn: 1, step: declare_blockers}
            do: [{action: concede, player: C}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_blockers}, that: {blocking: {wall: [bear]}, blocked: [bear]}}
            - {at: {turn: 1, step: combat_damage}, that: {blocking: {}, blocked: [bear], attacking: {bear: B}}}
          events:
            - {event: player_left, player: C}
            - {event: removed_from_combat, permanent: wall, rule: "506.4", step: declare_blockers}
          never: [{event: damage_dealt}]
    """)


@obligation("800.4a", 3)
def test_800_4a_a_removed_attacker_leaves_combat_and_the_blocker_blocks_nothing() -> None:
    """C's creature attacks for A; as C leaves it is no attacker any more, and what blocked it deals no damage."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, battlefield: [{id: bear, owner: C}, {id: wolf}]}
            - {id: B, battlefield: [{id: wall, power: 1}]}
            - {id: C}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B, wolf: B}}]
          - at: {turn: 1, decision: declare_blockers}
            do: [{action: block, blockers: {wall: [bear]}}]
          - at: {turn: 1, step: declare_blockers}
            do: [{action: concede, player: C}]
        expect:
          checks:
            - at: {turn: 1, step: combat_damage}
              that: {blocking: {wall: []}, attacking: {wolf: B}, unblocked: [wolf], blocked: [], life: {B: 18}}
          events:
            - {event: player_left, player: C}
            - {event: removed_from_combat, permanent: bear, rule: "506.4", step: declare_blockers}
            - {event: damage_dealt, source: wolf, to: B, amount: 2}
          counts: [{event: damage_dealt, is: 1}]
    """)


# --- 800.4b to 800.4f: what is not done any more ---


@obligation("800.4b", 1)
def test_800_4b_effects_give_a_departed_player_nothing() -> None:
    """Control of a permanent or player does not go to B, who has left, nor life, mana or cards; the rest is done."""
    play("""
        game: {variant: free_for_all, players: [{id: A, battlefield: [{id: bear}]}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: concede, player: B}
              - action: cast
                name: gift
                effects:
                  - {effect: gain_control, permanent: bear, player: B}
                  - {effect: control_player, player: C, by: B}
                  - {effect: gain_life, player: B}
                  - {effect: add_mana, player: B, mana: R}
                  - {effect: draw, player: B}
                  - {effect: extra_turn, player: B}
                  - {effect: gain_life, player: C}
        expect:
          checks:
            - {at: {turn: 1, step: draw}, that: {battlefield: {bear: {controller: A}}, life: {C: 21}}}
            - {at: {turn: 2, step: upkeep}, that: {active_player: C, decided_by: {C: C}}}
          events: [{event: resolved, name: gift}]
          never:
            - {event: control_changed}
            - {event: player_controlled}
            - {event: life_changed, player: B}
            - {event: mana_added}
            - {event: card_drawn, player: B}
            - {event: turn_began, player: B}
            - {event: permanent_left, permanent: bear}
    """)


@obligation("800.4b", 1)
def test_800_4b_no_token_is_made_for_a_controller_who_leaves_while_the_spell_resolves() -> None:
    """A's spell makes A lose and goes on resolving: its token is not made, what it does to others is done (608.2m)."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: pact
                effects:
                  - {effect: lose}
                  - {effect: create, permanent: {id: imp, token: true}}
                  - {effect: gain_life, count: 3, player: B}
        expect:
          checks:
            - {at: {turn: 1, step: draw, player: B}, that: {battlefield: {imp: absent}, life: {B: 23}, stack: []}}
          events: [{event: player_left, player: A}, {event: life_changed, player: B, life: 23}]
          never: [{event: permanent_entered}]
    """)


@obligation("800.4c", 1)
def test_800_4c_as_control_ends_in_cleanup_the_object_is_exiled_at_that_moment() -> None:
    """B had C's bear; A has it until end of turn as B leaves: as A's control ends in 514.2 it is exiled."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A}
            - {id: B, battlefield: [{id: bear, owner: C}]}
            - {id: C}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: seize
                effects: [{effect: gain_control, permanent: bear, lasts: this_turn}]
          - at: {turn: 1, step: draw}
            do: [{action: concede, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {controller: A, owner: C}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {battlefield: {bear: absent}, graveyard: {C: 0}}}
          events:
            - {event: turn_based_action, action: remove_damage_and_end_effects, step: cleanup}
            - {event: permanent_left, permanent: bear, to: exile, rule: "800.4c", step: cleanup}
            - {event: turn_began, turn: 2, player: C}
          never:
            - {event: state_based_action}
            - {event: priority_received, step: cleanup}
            - {event: control_changed, controller: C}
    """)


@obligation("800.4c", 1)
def test_800_4c_while_another_effect_gives_control_the_object_stays() -> None:
    """After A's control of the bear has ended D's older one is the latest, so nothing is exiled."""
    play("""
        game:
          variant: free_for_all
          players: [{id: A}, {id: B, battlefield: [{id: bear, owner: C}]}, {id: C}, {id: D}]
        script:
          - at: {turn: 1, step: upkeep, player: D}
            do: [{action: cast, name: keep, effects: [{effect: gain_control, permanent: bear}]}]
          - at: {turn: 1, step: draw}
            do: [{action: cast, name: seize, effects: [{effect: gain_control, permanent: bear, lasts: this_turn}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: concede, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {controller: A}}}}
            - {at: {turn: 2, step: upkeep}, that: {active_player: C, battlefield: {bear: {controller: D}}}}
          never: [{event: permanent_left}]
    """)


@obligation("800.4d", 1)
def test_800_4d_delayed_abilities_of_a_departed_player_trigger_and_are_not_stacked() -> None:
    """Both B and C wait for the end step; B has left, so only C's ability gets onto the stack, and nothing crashes."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do:
              - action: cast
                name: omen
                effects:
                  - {effect: delayed_trigger, name: gone, when: {beginning_of: end}, whose: each,
                     effects: [{effect: lose_life, count: 5, player: C}]}
          - at: {turn: 1, step: upkeep, player: C}
            do:
              - action: cast
                name: omen
                effects:
                  - {effect: delayed_trigger, name: here, when: {beginning_of: end}, whose: each,
                     effects: [{effect: lose_life, count: 1, player: A}]}
          - at: {turn: 1, step: precombat_main}
            do: [{action: concede, player: B}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {stack: [here]}}
            - {at: {turn: 2, step: end}, that: {life: {A: 19, C: 20}, stack: []}}
          events: [{event: ability_triggered, name: gone, step: end, turn: 1}]
          never:
            - {event: put_on_stack, name: gone}
            - {event: ability_triggered, name: gone, turn: 2}
    """)


@obligation("800.4d", 1)
def test_800_4d_what_triggers_as_the_player_leaves_is_not_stacked() -> None:
    """Of two abilities that look for B's bear leaving, B's own is never stacked, and C's is."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A}
            - id: B
              battlefield: [{id: bear, abilities: [{effect: trigger, name: mine, when: {event: leaves}}]}]
            - id: C
              battlefield:
                - id: eye
                  types: [artifact]
                  abilities: [{effect: trigger, name: seen, when: {event: leaves, of: any}}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: concede, player: B}, {action: cast, name: wait}]
        expect:
          events: [{event: ability_triggered, name: seen}, {event: put_on_stack, name: seen, controller: C}]
          never: [{event: put_on_stack, name: mine}]
    """)


@obligation("800.4e", 1)
def test_800_4e_no_damage_is_assigned_to_an_attacked_player_who_has_left() -> None:
    """The bear that attacks B stays attacking and assigns nothing, the trampling wolf that attacks C does."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players:
            - {id: A, battlefield: [{id: bear, keywords: [lifelink]}, {id: wolf, keywords: [trample]}]}
            - {id: B}
            - {id: C}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B, wolf: C}}]
          - at: {turn: 1, step: declare_blockers}
            do: [{action: concede, player: B}]
          - at: {turn: 1, decision: assign_combat_damage}
            do:
              - {action: assign, damage: {bear: {B: 2}}, rejected: true}
              - {action: assign, damage: {bear: {C: 2}}, rejected: true}
              - {action: assign, damage: {wolf: {C: 2}}}
        expect:
          checks:
            - {at: {turn: 1, decision: assign_combat_damage}, that: {unblocked: [bear, wolf]}}
            - {at: {turn: 1, step: combat_damage}, that: {life: {A: 20, C: 18}}}
            - {at: {turn: 1, step: combat_damage}, that: {unblocked: [bear, wolf]}}
          counts: [{event: damage_dealt, is: 1}]
    """)


@obligation("800.4e", 1)
def test_800_4e_with_nothing_else_to_assign_nobody_is_asked() -> None:
    """The only attacked player has left between two combat damage steps: the second step takes place without damage."""
    play("""
        game:
          variant: free_for_all
          players: [{id: A, battlefield: [{id: bear, keywords: [double_strike]}]}, {id: B}, {id: C}]
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: B}}]
          - at: {turn: 1, step: combat_damage}
            do: [{action: concede, player: B}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, declare_blockers,
                      combat_damage, combat_damage, end_of_combat, postcombat_main, end, cleanup]
          events: [{event: damage_dealt, to: B, amount: 2}, {event: player_left, player: B}]
          counts:
            - {event: damage_dealt, is: 1}
            - {event: turn_based_action, action: assign_combat_damage, is: 1}
    """)


# --- 800.4h, 800.4i ---


@obligation("800.4h", 1)
def test_800_4h_the_next_player_chooses_the_defending_player() -> None:
    """A left before combat: B, next in turn order, makes the choice of 507.1; nobody attacks in such a turn."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B, battlefield: [{id: bear}]}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: concede, player: A}]
          - at: {turn: 1, decision: choose_defending_player, player: B}
            do: [{action: defend, player: D}]
        expect:
          checks:
            - {at: {turn: 1, step: beginning_of_combat, player: B}, that: {defending: [D]}}
          events: [{event: turn_based_action, action: choose_defending_player, player: B, turn: 1}]
          never:
            - {event: attacker_declared}
            - {event: turn_based_action, action: choose_defending_player, player: A}
          counts: [{event: turn_based_action, action: choose_defending_player, turn: 1, is: 1}]
    """)


@obligation("800.4h", 1)
def test_800_4h_an_open_choice_of_the_defending_player_moves_on_from_everybody_who_leaves() -> None:
    """A leaves while choosing, then B does: the choice falls to C, and only players in the game can be chosen."""
    engine = started()
    play_until(engine, "choose_defending_player")
    assert (who(engine)[1], asked(engine).choices) == ("A", ("B", "C", "D"))
    do(engine, "concede", player="A")
    assert who(engine) == ("choose_defending_player", "B")
    do(engine, "concede", player="B")
    assert who(engine) == ("choose_defending_player", "C")
    assert set(asked(engine).choices) <= {"C", "D"}
    do(engine, "defend", player="D")
    assert (who(engine), engine.position.unit) == (("priority", "C"), "beginning_of_combat")


@obligation("800.4i", 1)
@pytest.mark.parametrize(("before", "spells", "after"), [("night", 2, "day"), ("day", 1, "day"), ("day", 0, "night")])
def test_800_4i_day_and_night_look_at_what_the_departed_player_cast(before: str, spells: int, after: str) -> None:
    """A casts spells and leaves in the same turn; as B's turn begins the check counts them, and only those."""
    engine = started(day_night=before)
    for _ in range(spells):
        do(engine, "cast", name="spell")
    play_until(engine, "priority", "draw")
    do(engine, "concede", player="A")
    do(engine, "cast", name="other")
    do(engine, "cast", name="other")
    play_until(engine, "priority", "upkeep")
    assert (engine.position.turn, engine.position.active_player) == (2, "B")
    assert engine.observe("day_night") == after


# --- 800.4j: a turn without an active player ---


@obligation("800.4j", 1)
def test_800_4j_all_the_rest_of_the_turn_takes_place_without_the_players_actions() -> None:
    """A leaves in the upkeep: all later steps but blocks and damage come, without draw, attack or discard."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, hand: 9, battlefield: [{id: bear}]}
            - {id: B, hand: 9, battlefield: [{id: wolf}]}
            - {id: C}
            - {id: D}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: concede, player: A}]
        expect:
          turns:
            - turn: 1
              player: A
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
            - {turn: 2, player: B}
          checks:
            - {at: {turn: 1, step: draw, player: B}, that: {active_player: none, hand: {B: 9, C: 7, D: 7}}}
            - {at: {turn: 1, step: end, player: B}, that: {active_player: none, may_cast: {sorcery: []}}}
            - {at: {turn: 2, step: upkeep}, that: {active_player: B, hand: {B: 9}}}
          events:
            - {event: step_skipped, step: declare_blockers, rule: "508.8"}
            - {event: turn_ended, turn: 1}
          never:
            - {event: card_drawn, turn: 1}
            - {event: attacker_declared, turn: 1}
            - {event: card_discarded, turn: 1}
            - {event: priority_received, player: A, step: draw}
    """)


@obligation("800.4j", 1)
def test_800_4j_nobody_untaps_after_the_player_has_left_amid_the_untap_step() -> None:
    """A leaves as A is asked what untaps: no permanent of anybody untaps, not even one that only A controlled."""
    engine = started(
        {"id": "A", "battlefield": [creature("ox", tapped=True), creature("cow", tapped=True, owner="B")]},
        {"id": "B", "battlefield": [creature("bear", tapped=True)]},
        {
            "id": "C",
            "battlefield": [
                {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 1}]}
            ],
        },
    )
    assert who(engine) == ("choose_untap", "A")
    events = do(engine, "concede", player="A")
    assert named(events, "permanent_untapped", "permanent") == []
    assert (who(engine), engine.position.unit) == (("priority", "B"), "upkeep")
    assert engine.observe("battlefield")["bear"]["tapped"] is True
    assert "cow" not in engine.observe("battlefield")


@obligation("800.4j", 2)
def test_800_4j_priority_begins_with_the_next_player_in_every_step() -> None:
    """A has left: in each step B is first, then C and D; three passes resolve a spell, after which B is first again."""
    engine = started()
    do(engine, "concede", player="A")
    assert who(engine) == ("priority", "B")
    while engine.position.turn == 1:
        step = engine.position.unit
        order: list[str] = []
        while engine.position.turn == 1 and engine.position.unit == step and asked(engine).kind == "priority":
            order.append(asked(engine).player)
            if order == ["B", "C"]:
                do(engine, "cast", name="salve", effects=[{"effect": "gain_life", "count": 1}])
                order.append("C")
            do(engine, "pass")
        assert "".join(order) == "BCC" + "DB" + "BCD"
        if asked(engine).kind == "choose_defending_player":
            do(engine, "defend", player="C")
    assert engine.observe("life", ("C",)) == {"C": 28}


@obligation("800.4j", 3)
def test_800_4j_abilities_of_others_trigger_and_damage_and_effects_end() -> None:
    """In the end step "each end step" of C triggers, "your end step" of B and C does not, and 514.2 happens."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A, effects: [{effect: trigger, name: of-a, when: {beginning_of: end}}]}
            - id: B
              battlefield: [{id: ox, toughness: 4}]
              effects: [{effect: trigger, name: of-b, when: {beginning_of: end}}]
            - {id: C, effects: [{effect: trigger, name: every, when: {beginning_of: end}, whose: each}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: concede, player: A}]
          - at: {turn: 1, step: precombat_main, player: B}
            do:
              - action: cast
                name: sting
                effects: [{effect: damage, amount: 1, to: ox}, {effect: continuous, name: glow, lasts: this_turn}]
        expect:
          checks:
            - at: {turn: 1, step: end, player: B}
              that: {stack: [every], effects: [glow], battlefield: {ox: {damage: 1}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {effects: [], battlefield: {ox: {damage: 0}}}}
          events:
            - {event: turn_based_action, action: remove_damage_and_end_effects, turn: 1}
            - {event: effect_expired, name: glow, rule: "514.2", turn: 1}
          never:
            - {event: put_on_stack, name: of-a}
            - {event: put_on_stack, name: of-b, turn: 1}
    """)


# --- 800.4k, 800.4m ---


@obligation("800.4k", 1)
def test_800_4k_regular_and_extra_turns_of_a_departed_player_do_not_begin() -> None:
    """B has left with an extra turn to come and a skip that waits: C is next, and nothing of B's turns happens."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: time
                effects:
                  - {effect: extra_turn, player: B, then: [{effect: lose_life, count: 7, player: C}]}
                  - {effect: extra_turn, player: C}
                  - {effect: delayed_trigger, name: wait, when: {beginning_of: untap}, whose: B}
          - at: {turn: 1, step: draw}
            do: [{action: concede, player: B}]
        expect:
          turns: [{turn: 2, player: C}, {turn: 3, player: C}, {turn: 4, player: A}, {turn: 5, player: C}]
          checks: [{at: {turn: 5, step: upkeep}, that: {life: {C: 20}}}]
          never:
            - {event: turn_began, player: B}
            - {event: turn_skipped}
            - {event: ability_triggered, name: wait}
            - {event: turn_based_action, player: B}
    """)


@obligation("800.4k", 1)
def test_800_4k_what_skips_a_turn_is_not_used_up_by_one_that_does_not_begin() -> None:
    """An effect that skips everybody's next turn skips C's and A's; B's place, which is empty, uses up neither."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: concede, player: B}
              - {action: cast, name: halt, effects: [{effect: skip, what: turn, player: [A, B, C]}]}
        expect:
          turns: [{turn: 2, player: C}, {turn: 3, player: A}]
          counts:
            - {event: turn_skipped, is: 2}
            - {event: turn_skipped, player: B, is: 0}
    """)


@obligation("800.4m", 1)
@pytest.mark.parametrize(
    "lasts",
    [
        "{until: your_next_turn}",
        "{until: your_next_upkeep}",
        "{until: your_next_end}",
        "{until_end_of: your_next_turn}",
    ],
)
def test_800_4m_effects_until_the_players_next_turn_end_as_its_place_comes_up(lasts: str) -> None:
    """B's effect stays through the turns of A, C and D, and is gone as B's place has come up, before C's next turn."""
    play(f"""
        game: {{variant: free_for_all, players: [{{id: A}}, {{id: B}}, {{id: C}}, {{id: D}}]}}
        script:
          - at: {{turn: 2, step: precombat_main}}
            do:
              - action: cast
                name: vow
                effects: [{{effect: continuous, name: vow, lasts: {lasts}}}]
          - at: {{turn: 3, step: upkeep}}
            do: [{{action: concede, player: B}}]
        expect:
          turns: [{{turn: 4, player: D}}, {{turn: 5, player: A}}, {{turn: 6, player: C}}]
          checks:
            - {{at: {{turn: 3, step: draw}}, that: {{effects: [{"" if "end}" in lasts else "vow"}]}}}}
            - {{at: {{turn: 5, step: end}}, that: {{effects: [{"" if "end}" in lasts else "vow"}]}}}}
            - {{at: {{turn: 6, step: untap, when: ended}}, that: {{effects: []}}}}
    """)


def test_800_4m_effects_until_the_next_turn_of_another_player_stay() -> None:
    """As B's place comes up only B's effects end: D's, and C's until the end of C's turn, go on."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: vow, effects: [{effect: continuous, name: of-b, lasts: {until: your_next_turn}}]}]
          - at: {turn: 1, step: upkeep, player: C}
            do: [{action: cast, name: vow,
                  effects: [{effect: continuous, name: of-c, lasts: {until_end_of: your_next_turn}}]}]
          - at: {turn: 1, step: upkeep, player: D}
            do: [{action: cast, name: vow, effects: [{effect: continuous, name: of-d, lasts: {until: your_next_end}}]}]
          - {at: {turn: 1, step: end}, do: [{action: concede, player: B}]}
        until: {turn: 2, step: draw}
        expect:
          turns: [{turn: 2, player: C}]
          checks: [{at: {turn: 2, step: upkeep}, that: {effects: [of-c, of-d]}}]
          events: [{event: effect_expired, name: of-b, rule: 800.4m}, {event: turn_began, turn: 2}]
    """)


@obligation("800.4m", 1)
def test_800_4m_the_extra_turn_that_does_not_begin_is_the_place_too() -> None:
    """B's extra turn comes up first, right after A's turn, so the effect is gone before C's turn."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: vow, effects: [{effect: continuous, name: vow, lasts: {until: your_next_turn}}]}]
          - at: {turn: 1, step: draw}
            do:
              - action: cast
                name: time
                effects: [{effect: extra_turn, player: D}, {effect: extra_turn, player: B}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: concede, player: B}]
        expect:
          turns: [{turn: 2, player: D}, {turn: 3, player: C}]
          checks:
            - {at: {turn: 1, step: end}, that: {effects: [vow]}}
            - {at: {turn: 2, step: upkeep}, that: {effects: []}}
    """)


# --- a protector who leaves ---

SIEGE = """
        game:
          variant: free_for_all
          players:
            - id: A
              battlefield:
                - {id: bear}
                - {id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}
            - {id: B}
            - {id: C}
            - {id: D}
        script:
          - at: {turn: 1, decision: choose_defending_player}
            do: [{action: defend, player: B}]
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: siege}}]
          - at: {turn: 1, step: declare_attackers}
            do: [{action: concede, player: B}]
"""


@obligation("704.5w", 1)
def test_704_5w_after_the_protector_left_the_choice_waits_until_nothing_attacks_the_battle() -> None:
    """The bear goes on attacking and damages the siege; only in the gate after combat A chooses, among C and D."""
    play(f"""{SIEGE}
          - at: {{turn: 1, decision: choose_protector}}
            do:
              - {{action: choose, ids: [A], rejected: true}}
              - {{action: choose, ids: [B], rejected: true}}
              - {{action: choose, ids: [D]}}
        expect:
          checks:
            - at: {{turn: 1, step: declare_blockers}}
              that: {{attacking: {{bear: siege}}, battlefield: {{siege: {{protector: none}}}}}}
            - at: {{turn: 1, step: end_of_combat}}
              that: {{attacking: {{bear: siege}}, battlefield: {{siege: {{protector: none, defense: 3}}}}}}
            - at: {{turn: 1, step: postcombat_main}}
              that: {{battlefield: {{siege: {{protector: D, defense: 3}}}}}}
          events:
            - {{event: damage_dealt, source: bear, to: siege, amount: 2}}
            - {{event: step_ended, step: end_of_combat}}
            - {{event: state_based_action, rule: "704.5w", subject: siege}}
            - {{event: protector_chosen, permanent: siege, player: D, phase: postcombat_main}}
          counts: [{{event: protector_chosen, is: 1}}]
          never: [{{event: permanent_left, permanent: siege}}]
    """)


@obligation("310.10", 1)
def test_310_10_while_the_battle_is_attacked_the_choice_waits_even_without_a_protector() -> None:
    """Gates pass without a choice; once the bear is removed from combat A is asked in the next gate, amid combat."""
    play(f"""{SIEGE}
          - at: {{turn: 1, step: declare_blockers}}
            do: [{{action: cast, name: call-off, effects: [{{effect: remove_from_combat, permanents: [bear]}}]}}]
          - at: {{turn: 1, decision: choose_protector}}
            do: [{{action: choose, ids: [C]}}]
        expect:
          checks:
            - {{at: {{turn: 1, step: declare_blockers}}, that: {{battlefield: {{siege: {{protector: none}}}}}}}}
          events:
            - {{event: removed_from_combat, permanent: bear, step: declare_blockers}}
            - {{event: resolved, name: call-off}}
            - {{event: protector_chosen, permanent: siege, player: C, step: declare_blockers}}
            - {{event: priority_received, player: A, step: declare_blockers}}
          never: [{{event: protector_chosen, step: declare_attackers}}, {{event: damage_dealt}}]
    """)


# --- leaving while a decision is open ---


def with_attackers(*attackers: str, **settings: Any) -> Engine:
    """A and B have creatures; A's attack B or C, and the engine asks for the attackers."""
    engine = started(
        {"id": "A", "battlefield": [creature("bear"), creature("wolf"), creature("pup", owner="C")]},
        {"id": "B", "battlefield": [creature("wall", toughness=5), creature("dog", owner="D")]},
        {"id": "C", "battlefield": [creature("ox", toughness=5)]},
        options={"attack_multiple_players": True},
        **settings,
    )
    play_until(engine, "declare_attackers")
    if attackers:
        do(engine, "attack", attackers=dict(pair.split(":") for pair in attackers))
    return engine


def test_800_4a_the_attacking_player_leaves_amid_the_declaration() -> None:
    """A turn without an active player has no attack (800.4j): nobody else is asked, and 508.8 skips the next steps."""
    engine = with_attackers()
    do(engine, "concede", player="A")
    assert (who(engine), engine.position.unit) == (("priority", "B"), "declare_attackers")
    assert engine.observe("attacking") == {}
    events = play_until(engine, "priority", "end_of_combat")
    assert named(events, "step_skipped", "rule") == ["508.8", "508.8"]
    assert named(events, "attacker_declared", "permanent") == []


def test_800_4a_an_opponent_leaves_amid_the_declaration_of_attackers() -> None:
    """A is still asked, but neither C nor what C owned takes part any more."""
    engine = with_attackers()
    do(engine, "concede", player="C")
    assert who(engine) == ("declare_attackers", "A")
    assert asked(engine).choices == ("bear", "wolf")
    for attackers in ({"bear": "C"}, {"pup": "B"}):
        with pytest.raises(IllegalCommand):
            do(engine, "attack", attackers=attackers)
    do(engine, "attack", attackers={"bear": "B", "wolf": "D"})
    assert engine.observe("attacking") == {"bear": "B", "wolf": "D"}


def test_800_4h_the_defending_player_leaves_amid_the_declaration_of_blockers() -> None:
    """B has no creatures any more, so C, the next defending player, is asked; the bear that attacked B is unblocked."""
    engine = with_attackers("bear:B", "wolf:C")
    play_until(engine, "declare_blockers")
    assert who(engine) == ("declare_blockers", "B")
    do(engine, "concede", player="B")
    assert who(engine) == ("declare_blockers", "C")
    with pytest.raises(IllegalCommand):
        do(engine, "block", blockers={"ox": ["bear"]})
    do(engine, "block", blockers={"ox": ["wolf"]})
    while who(engine)[0] == "declare_blockers":
        do(engine, "block", blockers={})
    assert (engine.observe("unblocked"), engine.observe("blocked")) == (["bear"], ["wolf"])


def test_800_4a_the_attacking_player_leaves_amid_the_declaration_of_blockers() -> None:
    """No attacker is left, so nobody can block or assign damage; the turn goes on to its end."""
    engine = with_attackers("bear:B", "wolf:C")
    play_until(engine, "declare_blockers")
    do(engine, "concede", player="A")
    assert engine.observe("attacking") == {}
    events: list[Event] = []
    while engine.position.turn == 1:
        assert asked(engine).kind != "assign_combat_damage"
        events += engine.submit(next(engine.legal(asked(engine).player)))
    assert named(events, "blocker_declared", "permanent") == []
    assert named(events, "damage_dealt", "to") == []
    assert engine.position.active_player == "B"


def test_800_4a_the_owner_of_a_possible_blocker_leaves_amid_the_declaration_of_blockers() -> None:
    """B is still asked, and D's dog can no longer be chosen."""
    engine = with_attackers("bear:B")
    play_until(engine, "declare_blockers")
    assert asked(engine).choices == ("wall", "dog")
    do(engine, "concede", player="D")
    assert who(engine) == ("declare_blockers", "B")
    assert asked(engine).choices == ("wall",)
    with pytest.raises(IllegalCommand):
        do(engine, "block", blockers={"dog": ["bear"]})
    do(engine, "block", blockers={"wall": ["bear"]})
    assert engine.observe("blocking") == {"wall": ["bear"]}


def blocked_twice() -> Engine:
    """A's bear is blocked by B's wall and dog, A's wolf attacks C; A is asked to assign damage."""
    engine = with_attackers("bear:B", "wolf:C")
    play_until(engine, "declare_blockers")
    do(engine, "block", blockers={"wall": ["bear"], "dog": ["bear"]})
    play_until(engine, "assign_combat_damage")
    assert who(engine) == ("assign_combat_damage", "A")
    return engine


def test_800_4a_the_player_who_assigns_damage_leaves() -> None:
    """A's creatures are gone, so B's blockers have nothing to deal damage to: nobody is asked, nothing is dealt."""
    engine = blocked_twice()
    events = do(engine, "concede", player="A")
    assert named(events, "damage_dealt", "to") == []
    assert (who(engine), engine.position.unit) == (("priority", "B"), "combat_damage")


def test_800_4e_an_attacked_player_leaves_while_damage_is_assigned() -> None:
    """A is asked anew: the wolf, whose player has left, assigns nothing (800.4e), the bear still does."""
    engine = blocked_twice()
    do(engine, "concede", player="C")
    assert who(engine) == ("assign_combat_damage", "A")
    assert asked(engine).choices == ("bear",)
    with pytest.raises(IllegalCommand):
        do(engine, "assign", damage={"wolf": {"C": 2}})
    do(engine, "assign", damage={"bear": {"dog": 2}})
    events = play_until(engine, "priority", "combat_damage")
    assert named(events, "damage_dealt", "source").count("bear") == 1
    assert "wolf" not in named(events, "damage_dealt", "source")


def test_800_4a_the_owner_of_a_blocker_leaves_while_damage_is_assigned() -> None:
    """D's dog is out of combat, and the bear, still blocked, can assign damage to the wall only."""
    engine = blocked_twice()
    events = list(do(engine, "concede", player="D"))
    assert named(events, "removed_from_combat", "permanent") == ["dog"]
    assert who(engine) == ("assign_combat_damage", "A")
    for wrong in ({"dog": 2}, {"B": 2}):
        with pytest.raises(IllegalCommand):
            do(engine, "assign", damage={"bear": wrong})
    events = list(do(engine, "assign", damage={"bear": {"wall": 2}, "wolf": {"C": 2}}))
    events += play_until(engine, "priority", "combat_damage")
    dealt = set(zip(named(events, "damage_dealt", "source"), named(events, "damage_dealt", "to"), strict=True))
    assert dealt == {("bear", "wall"), ("wolf", "C"), ("wall", "bear")}


def test_800_4a_nothing_to_assign_is_left_while_damage_is_assigned() -> None:
    """As the only attacked player leaves, A has nothing to assign, is not asked, and the step goes on."""
    engine = with_attackers("bear:D")
    play_until(engine, "assign_combat_damage")
    events = do(engine, "concede", player="D")
    assert named(events, "damage_dealt", "to") == []
    assert (who(engine), engine.position.unit) == (("priority", "A"), "combat_damage")


def costly_attack() -> Engine:
    """A attacks B with a creature that costs 1, made the mana, and is asked to pay."""
    engine = started(
        {"id": "A", "battlefield": [creature("bear", attack_cost=1)]}, options={"attack_multiple_players": True}
    )
    play_until(engine, "declare_attackers")
    do(engine, "attack", attackers={"bear": "B"})
    do(engine, "activate", name="ritual", mana_ability=True, effects=[{"effect": "add_mana", "mana": "R"}])
    assert who(engine) == ("pay", "A")
    return engine


def test_800_4a_the_player_who_is_asked_to_pay_for_an_attack_leaves() -> None:
    """The attack is off, nothing is paid by or asked of A or anybody else, and the step goes on (800.4j)."""
    engine = costly_attack()
    events = do(engine, "concede", player="A")
    assert named(events, "mana_spent", "player") == []
    assert (who(engine), engine.position.unit) == (("priority", "B"), "declare_attackers")
    assert engine.observe("attacking") == {}
    assert engine.observe("mana", ("A",)) == {"A": ""}


def test_800_4a_the_attacked_player_leaves_while_the_attack_is_to_be_paid() -> None:
    """A's declaration goes on without B: in the end nothing attacks B, and C can be attacked if A is asked again."""
    engine = costly_attack()
    do(engine, "concede", player="B")
    assert asked(engine).player == "A"
    if asked(engine).kind == "declare_attackers":
        with pytest.raises(IllegalCommand):
            do(engine, "attack", attackers={"bear": "B"})
        do(engine, "attack", attackers={"bear": "C"})
        do(engine, "activate", name="ritual", mana_ability=True, effects=[{"effect": "add_mana", "mana": "R"}])
    do(engine, "pay", pay=True)
    assert engine.observe("attacking").get("bear") in ("C", "none")
    assert (who(engine), engine.position.unit) == (("priority", "A"), "declare_attackers")


def test_800_4a_a_bystander_who_leaves_does_not_undo_an_attack_that_is_to_be_paid() -> None:
    """C has nothing to do with the attack on B, and no rule takes it back: A is asked to pay for it as before."""
    engine = costly_attack()
    do(engine, "concede", player="C")
    assert who(engine) == ("pay", "A")
    do(engine, "pay", pay=True)
    assert engine.observe("attacking") == {"bear": "B"}


def test_800_4a_the_player_who_is_asked_to_pay_for_a_block_leaves() -> None:
    """B's block is off with B's creature; D, attacked too, is asked next, and the bear that attacks B is unblocked."""
    engine = started(
        {"id": "A", "battlefield": [creature("bear"), creature("wolf")]},
        {"id": "B", "battlefield": [creature("wall", block_cost=1)]},
        {"id": "D", "battlefield": [creature("ox")]},
        options={"attack_multiple_players": True},
    )
    play_until(engine, "declare_attackers")
    do(engine, "attack", attackers={"bear": "B", "wolf": "D"})
    play_until(engine, "declare_blockers")
    do(engine, "block", blockers={"wall": ["bear"]})
    assert who(engine) == ("pay", "B")
    do(engine, "concede", player="B")
    while who(engine) == ("declare_blockers", "C"):
        do(engine, "block", blockers={})
    assert who(engine) == ("declare_blockers", "D")
    do(engine, "block", blockers={"ox": ["wolf"]})
    assert (engine.observe("blocked"), engine.observe("unblocked")) == (["wolf"], ["bear"])
    assert engine.observe("blocking") == {"ox": ["wolf"]}


def relics(player: str, *names: str) -> dict[str, Any]:
    """A player with legendary artifacts of one name."""
    return {
        "id": player,
        "battlefield": [{"id": name, "types": ["artifact"], "legendary": f"relic of {player}"} for name in names],
    }


def test_800_4a_the_player_who_chooses_a_legend_leaves() -> None:
    """A's relics are gone with A, B still has to choose among B's, and B's choice alone is carried out."""
    engine = started(relics("A", "a1", "a2"), relics("B", "b1", "b2"))
    assert who(engine) == ("choose_legend", "A")
    do(engine, "concede", player="A")
    assert (who(engine), asked(engine).choices) == (("choose_legend", "B"), ("b1", "b2"))
    events = do(engine, "choose", ids=["b2"])
    assert named(events, "permanent_left", "permanent") == ["b1"]
    assert (who(engine), engine.position.unit) == (("priority", "B"), "upkeep")


def test_800_4a_another_player_leaves_while_a_legend_is_chosen() -> None:
    """D owned one of A's three relics: A chooses among two now; as the second one's owner leaves, nothing is chosen."""
    mine = relics("A", "a1", "a2", "a3")
    mine["battlefield"][1]["owner"] = "C"
    mine["battlefield"][2]["owner"] = "D"
    engine = started(mine)
    do(engine, "concede", player="D")
    assert (who(engine), asked(engine).choices) == (("choose_legend", "A"), ("a1", "a2"))
    do(engine, "concede", player="C")
    assert who(engine) == ("priority", "A")
    assert list(engine.observe("battlefield")) == ["a1"]


def with_siege() -> Engine:
    """A's battle lost its protector B, and A is asked for another."""
    siege = {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 5, "protector": "B"}
    engine = started({"id": "A", "battlefield": [siege]})
    do(engine, "pass")
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("choose_protector", "A"), ("C", "D"))
    return engine


def test_800_4a_the_player_who_chooses_a_protector_leaves() -> None:
    """The battle leaves with A, nobody chooses, and priority goes on with C."""
    engine = with_siege()
    do(engine, "concede", player="A")
    assert engine.observe("battlefield") == {}
    assert who(engine) == ("priority", "C")


def test_800_4a_a_possible_protector_leaves_while_a_protector_is_chosen() -> None:
    """C leaves: D is the only opponent of A and protects the battle, whether or not A is asked; never C."""
    engine = with_siege()
    do(engine, "concede", player="C")
    if asked(engine).kind == "choose_protector":
        assert asked(engine).choices == ("D",)
        do(engine, "choose", ids=["D"])
    assert asked(engine).kind == "priority"
    assert engine.observe("battlefield")["siege"]["protector"] == "D"


def bells(player: str, *names: str, owner: str | None = None) -> dict[str, Any]:
    """A player with an artifact for each name, with an ability of that name in every upkeep; the last is of `owner`."""
    permanents: list[dict[str, Any]] = [
        {
            "id": f"bell-{name}",
            "types": ["artifact"],
            "abilities": [{"effect": "trigger", "name": name, "when": {"beginning_of": "upkeep"}, "whose": "each"}],
        }
        for name in names
    ]
    if owner is not None:
        permanents[-1]["owner"] = owner
    return {"id": player, "battlefield": permanents}


def test_800_4d_the_player_who_orders_abilities_leaves() -> None:
    """A's waiting abilities are never stacked; B orders B's next, and these alone are on the stack."""
    engine = started(bells("A", "a1", "a2"), bells("B", "b1", "b2"), bells("C", "c"))
    assert who(engine) == ("order_triggers", "A")
    do(engine, "concede", player="A")
    assert (who(engine), asked(engine).choices) == (("order_triggers", "B"), ("b1", "b2"))
    do(engine, "order", triggers=["b2", "b1"])
    assert who(engine) == ("priority", "B")
    assert engine.observe("stack") == ["c", "b1", "b2"]


def test_800_4d_another_player_leaves_while_abilities_are_ordered() -> None:
    """A still orders A's, also the one whose source left with its owner C (603.3a); C's own are never stacked."""
    engine = started(bells("A", "a1", "a2", owner="C"), bells("C", "c1", "c2"))
    events = do(engine, "concede", player="C")
    assert (who(engine), asked(engine).choices) == (("order_triggers", "A"), ("a1", "a2"))
    events = do(engine, "order", triggers=["a2", "a1"])
    assert named(events, "put_on_stack", "name") == ["a2", "a1"]
    assert who(engine) == ("priority", "A")


def with_orb(*tapped: dict[str, Any]) -> Engine:
    """A may untap one of the tapped permanents because of C's artifact."""
    orb = {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 1}]}
    engine = started({"id": "A", "battlefield": list(tapped)}, {"id": "C", "battlefield": [orb]})
    assert who(engine) == ("choose_untap", "A")
    return engine


def test_800_4a_a_limit_of_untapping_leaves_with_its_owner() -> None:
    """As C leaves the artifact that limits A is gone, and all that A still has untaps at once."""
    engine = with_orb(
        creature("ox", tapped=True), creature("cow", tapped=True), creature("pup", tapped=True, owner="C")
    )
    events = do(engine, "concede", player="C")
    assert named(events, "permanent_untapped", "permanent") == ["ox", "cow"]
    assert (who(engine), engine.position.unit) == (("priority", "A"), "upkeep")


def test_800_4a_the_owner_of_a_tapped_permanent_leaves_while_it_is_chosen_what_untaps() -> None:
    """D's tapped permanent is gone, so A is asked about two; as B leaves with one nothing is left to choose."""
    engine = with_orb(
        creature("ox", tapped=True), creature("cow", tapped=True, owner="B"), creature("pup", tapped=True, owner="D")
    )
    do(engine, "concede", player="D")
    assert (who(engine), asked(engine).choices) == (("choose_untap", "A"), ("ox", "cow"))
    events = do(engine, "concede", player="B")
    assert named(events, "permanent_untapped", "permanent") == ["ox"]
    assert engine.position.unit == "upkeep"


def discarding(*effects: dict[str, Any]) -> Engine:
    """A's spell with these effects resolves, and somebody is asked to discard."""
    engine = started()
    do(engine, "cast", name="rot", effects=list(effects))
    play_until(engine, "choose_discard")
    return engine


def test_800_4a_the_player_who_discards_leaves() -> None:
    """B's hand is gone with B; the spell goes on with C's discard and the rest of its effects."""
    engine = discarding({"effect": "discard", "player": ["B", "C"]}, {"effect": "gain_life", "count": 5})
    assert who(engine) == ("choose_discard", "B")
    do(engine, "concede", player="B")
    assert who(engine) == ("choose_discard", "C")
    events = do(engine, "discard", cards=["C-card-2"])
    assert named(events, "card_discarded", "card") == ["C-card-2"]
    assert named(events, "resolved", "name") == ["rot"]
    assert engine.observe("life", ("A",)) == {"A": 25}
    assert who(engine) == ("priority", "A")


def test_800_4a_a_bystander_leaves_while_a_card_is_discarded() -> None:
    """D leaves while B is asked: B is still asked, and of C and D only C discards after that."""
    engine = discarding({"effect": "discard", "player": ["B", "C", "D"]})
    do(engine, "concede", player="D")
    do(engine, "discard", cards=["B-card-3"])
    assert who(engine) == ("choose_discard", "C")
    events = do(engine, "discard", cards=["C-card-1"])
    assert named(events, "resolved", "name") == ["rot"]
    assert who(engine) == ("priority", "A")


def test_800_4a_the_controller_leaves_while_another_player_discards() -> None:
    """What has begun to resolve goes on without its controller (608.2m): B discards and gains life, and all goes on."""
    engine = discarding({"effect": "discard", "player": "B"}, {"effect": "gain_life", "count": 5, "player": "B"})
    do(engine, "concede", player="A")
    assert who(engine) == ("choose_discard", "B")
    events = do(engine, "discard", cards=["B-card-1"])
    assert named(events, "card_discarded", "card") == ["B-card-1"]
    assert engine.observe("life", ("B",)) == {"B": 25}
    assert (who(engine), engine.position.unit, engine.observe("stack")) == (("priority", "B"), "upkeep", [])


def test_800_4a_what_is_below_a_spell_whose_controller_leaves_amid_its_resolution_is_untouched() -> None:
    """A's spell resolves above D's; as A leaves, the end of the resolution must not take D's off the stack."""
    engine = started()
    for _ in "ABC":
        do(engine, "pass")
    do(engine, "cast", name="salve", effects=[{"effect": "gain_life", "count": 3}])
    do(engine, "pass")
    do(engine, "cast", name="rot", effects=[{"effect": "discard", "player": "B"}])
    play_until(engine, "choose_discard")
    do(engine, "concede", player="A")
    events = do(engine, "discard", cards=["B-card-1"])
    assert named(events, "resolved", "name") in ([], ["rot"])
    assert engine.observe("stack") == ["salve"]
    play_until(engine, "priority", "draw")
    assert engine.observe("life", ("D",)) == {"D": 23}


def test_800_4j_the_player_who_discards_to_hand_size_leaves() -> None:
    """Nobody discards, the step goes on to its end without priority, and B's turn begins."""
    engine = started({"id": "A", "hand": 9}, {"id": "B", "hand": 9})
    play_until(engine, "discard_to_hand_size")
    assert who(engine)[1] == "A"
    events = do(engine, "concede", player="A")
    assert named(events, "card_discarded", "card") == []
    assert "remove_damage_and_end_effects" in named(events, "turn_based_action", "action")
    assert (who(engine), engine.position.turn, engine.position.unit) == (("priority", "B"), 2, "upkeep")
    assert engine.observe("hand", ("B",)) == {"B": 9}


def test_800_4a_another_player_leaves_while_a_player_discards_to_hand_size() -> None:
    """A is still asked for three cards; B's place in turn order is passed over after that."""
    engine = started({"id": "A", "hand": 9})
    play_until(engine, "discard_to_hand_size")
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).count) == (("discard_to_hand_size", "A"), 3)
    events = do(engine, "discard", cards=["A-card-1", "A-card-2", "A-card-3"])
    assert len(named(events, "card_discarded", "card")) == 3
    assert (engine.position.turn, engine.position.active_player) == (2, "C")


def with_two_skips() -> Engine:
    """A's spell and C's artifact both skip A's draw step, and A is asked which does."""
    skip = {"what": "draw", "player": "A"}
    orb = {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "skip": skip}]}
    engine = started({"id": "C", "battlefield": [orb]})
    do(engine, "cast", name="trance", effects=[{"effect": "skip", **skip}])
    play_until(engine, "choose_skip")
    assert (who(engine)[1], asked(engine).choices) == ("A", ("trance", "orb"))
    return engine


def test_800_4j_the_player_who_chooses_a_skip_leaves() -> None:
    """The draw step of the turn without its player takes place: both skips were for A; nobody draws in it."""
    engine = with_two_skips()
    events = do(engine, "concede", player="A")
    assert named(events, "step_skipped", "name") == []
    assert named(events, "card_drawn", "player") == []
    assert (who(engine), engine.position.unit) == (("priority", "B"), "draw")


def test_800_4a_one_of_two_skips_leaves_with_its_owner() -> None:
    """As C leaves only A's own skip is there: it is used up without asking, and A draws in the next turn."""
    engine = with_two_skips()
    events = do(engine, "concede", player="C")
    assert named(events, "step_skipped", "name") == ["trance"]
    assert (who(engine), engine.position.unit) == (("priority", "A"), "precombat_main")
    later: list[Event] = []
    while engine.position.turn < 4 or engine.position.unit != "draw":
        later += engine.submit(next(engine.legal(asked(engine).player)))
    assert named(later, "card_drawn", "player") == ["B", "D", "A"]


def test_800_4a_a_bystander_leaves_while_a_skip_is_chosen() -> None:
    """A is asked as before, and the effect that A chooses is used up."""
    engine = with_two_skips()
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("choose_skip", "A"), ("trance", "orb"))
    events = do(engine, "choose", ids=["orb"])
    assert named(events, "step_skipped", "name") == ["orb"]


@pytest.mark.parametrize("gone", ["B", "C", "D"])
def test_800_4a_a_concession_leaves_the_asked_player_a_legal_answer(gone: str) -> None:
    """In each decision of a turn with combat a bystander leaves: what A is asked then has a legal answer."""
    for number in range(40):
        engine = with_attackers()
        do(engine, "attack", attackers={"bear": "B", "wolf": "C"})
        for _ in range(number):
            engine.submit(next(engine.legal(asked(engine).player)))
        engine.submit(Concede(player=gone))
        while engine.position.turn < 3:
            assert asked(engine).player != gone
            assert set(asked(engine).choices).isdisjoint({gone})
            engine.submit(next(engine.legal(asked(engine).player)))


def test_732_1_an_attack_that_is_not_paid_goes_back_to_a_moment_without_who_left() -> None:
    """C leaves while A is to pay for an attack; A declines, is asked again, and C is still gone."""
    engine = costly_attack()
    events = do(engine, "concede", player="C")
    assert named(events, "player_lost", "rule") == ["104.3a"]
    assert (who(engine), engine.in_game) == (("pay", "A"), ("A", "B", "D"))
    do(engine, "pay", pay=False)
    assert (who(engine), engine.in_game) == (("declare_attackers", "A"), ("A", "B", "D"))
    with pytest.raises(IllegalCommand):
        do(engine, "attack", attackers={"bear": "C"})
    do(engine, "attack", attackers={"bear": "D"})
    assert who(engine) == ("pay", "A")


def test_732_1_who_leaves_while_the_own_attack_is_to_be_paid_loses_by_a_concession() -> None:
    """First the declaration is taken back, then A has lost (104.3a)."""
    engine = costly_attack()
    events = do(engine, "concede", player="A")
    assert [event.name_in_log for event in events[:2]] == ["declaration_taken_back", "player_lost"]
    assert named(events, "player_lost", "rule") == ["104.3a"]


def test_509_1_the_blocks_of_a_player_stand_as_the_next_one_leaves() -> None:
    """B has blocked; C, who is asked then, leaves: B is not asked again."""
    engine = with_attackers("bear:B", "wolf:C")
    play_until(engine, "declare_blockers")
    do(engine, "block", blockers={"wall": ["bear"]})
    assert who(engine) == ("declare_blockers", "C")
    events = do(engine, "concede", player="C")
    assert named(events, "declaration_taken_back", "player") == []
    assert who(engine) == ("priority", "A")
    assert engine.observe("blocking") == {"wall": ["bear"]}


def test_800_4a_a_spell_whose_controller_leaves_as_it_resolves_has_not_resolved() -> None:
    """It leaves the stack with its player, once, and goes to no graveyard; the rest of it is carried out (608.2)."""
    engine = started({"id": "A", "hand": ["doom"]})
    do(engine, "cast", player="A", name="doom", effects=[{"effect": "lose", "player": "A"}])
    events = [event for player in "ABCD" for event in do(engine, "pass", player=player)]
    assert named(events, "left_stack", "rule") == ["800.4a"]
    assert named(events, "resolved", "name") == []
    assert engine.observe("graveyard", ("A",)) == {"A": 0}
    assert who(engine) == ("priority", "B")


# --- in the middle of something ---


@pytest.mark.parametrize(("gone", "asks"), [("A", "priority"), ("C", "pay")])
def test_104_5_a_player_who_loses_by_a_mana_ability_breaks_off_only_an_own_declaration(gone: str, asks: str) -> None:
    """A pays for an attack with an ability that makes somebody lose: without A there is no attack, else it goes on."""
    engine = costly_attack()
    effects = [{"effect": "add_mana", "mana": "R"}, {"effect": "lose", "player": gone}]
    do(engine, "activate", name="pact", mana_ability=True, effects=effects)
    assert who(engine) == (asks, "B" if gone == "A" else "A")
    assert (engine.declaration is None) == (gone == "A")
    play_until(engine, "priority", "declare_attackers")
    assert engine.observe("attacking") == ({} if gone == "A" else {"bear": "B"})


@pytest.mark.parametrize("kind", ["attacking", "blocking"])
def test_800_4a_who_leaves_does_not_choose_what_a_creature_attacks_or_blocks(kind: str) -> None:
    """B's scout would enter combat, but is gone with B; the rest of the spell is carried out."""
    engine = with_attackers("bear:B", "wolf:B")
    if kind == "blocking":
        play_until(engine, "priority", "declare_blockers")
    scout = {"effect": "create", "permanent": {"id": "scout", "token": True}, kind: "any"}
    effects = [scout, {"effect": "lose_life", "player": "C"}, {"effect": "lose_life", "player": "D"}]
    player = "A" if kind == "attacking" else "B"
    while who(engine) != ("priority", player):
        do(engine, "pass")
    do(engine, "cast", player=player, name="call", effects=effects)
    while engine.stack and asked(engine).kind == "priority":
        do(engine, "pass")
    assert who(engine) == ("choose_attacked" if kind == "attacking" else "choose_blocked", player)
    events = do(engine, "concede", player=player)
    assert named(events, "life_changed", "player") == ["C", "D"]
    assert engine.observe("battlefield", ("scout",)) == {"scout": "absent"}


class Wishing(BlankGame):
    """A game of one's own that asks the active player something as the draw step begins."""

    def draw(self, engine: Engine, player: str) -> None:
        engine.ask(Pending("wish", player, "504.1"))


def test_800_4a_what_a_game_of_ones_own_asked_of_who_left_is_dropped() -> None:
    """The turn goes on as though it had been answered."""
    engine = Engine(Wishing(), "ABC")
    engine.advance()
    play_until(engine, "wish", "draw")
    do(engine, "concede", player="A")
    assert (who(engine), engine.position.unit) == (("priority", "B"), "draw")


def test_104_2a_nothing_else_happens_as_the_last_opponent_leaves() -> None:
    """Nobody gets the priority of who left, in any state of the machines: the game is over."""
    engine = new_game(GameSpec())
    engine.advance()
    entered: list[str] = []
    for where in ("117.1", "117.2", "117.3", "117.4", "117.5"):
        engine.on_enter(where, lambda _engine, state: entered.append(state.name))
    events = do(engine, "concede", player="A")
    assert [event.name_in_log for event in events] == ["player_lost", "player_left", "game_ended"]
    assert entered == ["closed"]


# --- teams: a member leaves, and another one decides for the team (805.5a) ---


def heroes(*players: dict[str, Any], turn: int = 2, step: str = "upkeep", kind: str = "priority") -> Engine:
    """B and C, a team, against the archenemy A, at a decision of a step; the team has the second turn."""
    given = {player["id"]: player for player in players}
    spec = {"variant": "archenemy", "free_casting": True, "players": [given.get(name, {"id": name}) for name in "ABC"]}
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    while (engine.position.turn, engine.position.unit, asked(engine).kind) != (turn, step, kind):
        engine.submit(next(engine.legal(asked(engine).player)))
    return engine


@obligation("800.4a", 1)
def test_800_4a_a_teammate_has_the_priority_of_who_left() -> None:
    """B had it for the team; now C has it, whose turn it is as well, and nobody passed by that."""
    engine = heroes()
    assert who(engine) == ("priority", "B")
    events = do(engine, "concede", player="B")
    assert [event.name_in_log for event in events] == ["player_lost", "player_left"]
    assert who(engine) == ("priority", "C")
    assert (engine.observe("priority"), engine.observe("active_player")) == ("C", "C")
    events = do(engine, "pass", player="C")
    assert named(events, "priority_passed", "player") == ["C"]
    assert who(engine) == ("priority", "A")


def test_800_4a_a_teammate_keeps_the_priority_of_the_team() -> None:
    """C leaves while B has it: B still does."""
    engine = heroes()
    do(engine, "concede", player="C")
    assert (who(engine), engine.observe("active_player")) == (("priority", "B"), "B")


def test_800_4a_a_teammate_declares_the_attack_of_who_left() -> None:
    """B was asked; C is, with what is left, and attacks as the attacking player."""
    elk = creature("elk", owner="B")
    roused = {"effect": "trigger", "name": "roused", "when": {"event": "attacks"}}
    engine = heroes(
        {"id": "B", "battlefield": [creature("bear")]},
        {"id": "C", "battlefield": [creature("ox", abilities=[roused]), elk]},
        step="declare_attackers",
        kind="declare_attackers",
    )
    assert (who(engine), asked(engine).choices) == (("declare_attackers", "B"), ("bear", "ox", "elk"))
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("declare_attackers", "C"), ("ox",))
    with pytest.raises(IllegalCommand):
        do(engine, "attack", attackers={"elk": "A"})
    events = do(engine, "attack", attackers={"ox": "A"})
    assert named(events, "attacker_declared", "permanent") == ["ox"]
    assert named(events, "put_on_stack", "controller") == ["C"]
    assert who(engine) == ("priority", "C")


def test_800_4a_a_teammate_declares_the_blocks_of_who_left() -> None:
    """The archenemy attacks; B was asked for blockers, and C is."""
    engine = heroes(
        {"id": "A", "battlefield": [creature("giant")]},
        {"id": "B", "battlefield": [creature("bear")]},
        {"id": "C", "battlefield": [creature("ox")]},
        turn=1,
        step="declare_attackers",
        kind="declare_attackers",
    )
    do(engine, "attack", attackers={"giant": "C"})
    play_until(engine, "declare_blockers")
    assert (who(engine), asked(engine).choices) == (("declare_blockers", "B"), ("bear", "ox"))
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("declare_blockers", "C"), ("ox",))
    do(engine, "block", blockers={"ox": ["giant"]})
    assert engine.observe("blocking") == {"ox": ["giant"]}


def test_800_4a_a_teammate_assigns_the_damage_of_who_left() -> None:
    """Both have an attacker with a choice; B is gone with the bear, and C is asked for the ox."""
    engine = heroes(
        {"id": "A", "battlefield": [creature(name) for name in ("one", "two", "three", "four")]},
        {"id": "B", "battlefield": [creature("bear")]},
        {"id": "C", "battlefield": [creature("ox")]},
        step="declare_attackers",
        kind="declare_attackers",
    )
    do(engine, "attack", attackers={"bear": "A", "ox": "A"})
    play_until(engine, "declare_blockers")
    do(engine, "block", blockers={"one": ["bear"], "two": ["bear"], "three": ["ox"], "four": ["ox"]})
    play_until(engine, "assign_combat_damage")
    assert (who(engine), asked(engine).choices) == (("assign_combat_damage", "B"), ("bear", "ox"))
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("assign_combat_damage", "C"), ("ox",))
    do(engine, "assign", damage={"ox": {"four": 2}})
    events = play_until(engine, "priority", "combat_damage")
    dealt = list(zip(named(events, "damage_dealt", "source"), named(events, "damage_dealt", "to"), strict=True))
    assert ("ox", "four") in dealt
    assert "bear" not in [source for source, _ in dealt]


def test_732_1_the_unpaid_attack_of_a_team_is_taken_back_as_the_asked_member_leaves() -> None:
    """B was asked to pay for the attack of both; C is asked to attack anew, with what is left."""
    engine = heroes(
        {"id": "B", "battlefield": [creature("bear", attack_cost=1)]},
        {"id": "C", "battlefield": [creature("ox")]},
        step="declare_attackers",
        kind="declare_attackers",
    )
    do(engine, "attack", attackers={"bear": "A", "ox": "A"})
    assert who(engine) == ("pay", "B")
    events = do(engine, "concede", player="B")
    assert [event.name_in_log for event in events[:2]] == ["declaration_taken_back", "player_lost"]
    assert (who(engine), asked(engine).choices) == (("declare_attackers", "C"), ("ox",))
    do(engine, "attack", attackers={"ox": "A"})
    assert engine.observe("attacking") == {"ox": "A"}


def test_800_4d_a_teammate_orders_the_abilities_that_are_left() -> None:
    """Of three abilities of the team one is B's, who is asked and leaves; C orders the other two."""
    engine = heroes(
        {"id": "B", "effects": [_dawn("one")]},
        {"id": "C", "effects": [_dawn("two"), _dawn("three")]},
        kind="order_triggers",
    )
    assert (who(engine), asked(engine).choices) == (("order_triggers", "B"), ("one", "two", "three"))
    do(engine, "concede", player="B")
    assert (who(engine), asked(engine).choices) == (("order_triggers", "C"), ("two", "three"))
    do(engine, "order", triggers=["three", "two"])
    assert engine.observe("stack") == ["two", "three"]


def _dawn(name: str) -> dict[str, Any]:
    return {"effect": "trigger", "name": name, "when": {"beginning_of": "upkeep"}}


@pytest.mark.parametrize(("gone", "stays"), [("B", True), ("C", True), ("A", False)])
def test_800_4a_control_of_a_team_to_come_stays_while_one_of_it_and_who_decides_are_there(
    gone: str, stays: bool
) -> None:
    """A decides in the team's next turn; that goes with A only, since the team still has one."""
    engine = Engine(BlankGame(), "ABCD", teams=("A", "BC", "D"))
    engine.begin_with(ControlPlayer(player="C", by="A"), "A")
    engine.advance()
    assert engine.control_next == {"B": "A"}
    do(engine, "concede", player=gone)
    assert engine.control_next == ({"B": "A"} if stays else {})


def test_800_4a_the_turn_of_a_team_goes_on_with_its_members_actions() -> None:
    """B leaves in the team's upkeep; C draws, attacks and discards in that turn."""
    play("""
        game:
          variant: archenemy
          players: [{id: A}, {id: B}, {id: C, hand: 8, battlefield: [{id: ox}]}]
        script:
          - {at: {turn: 2, step: upkeep}, do: [{action: concede, player: B}]}
          - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {ox: A}}]}
        until: {turn: 3, step: upkeep}
        expect:
          checks: [{at: {turn: 2, step: draw}, that: {active_player: C, priority: C}}]
          events:
            - {event: player_left, player: B, step: upkeep}
            - {event: card_drawn, player: C}
            - {event: attacker_declared, permanent: ox}
            - {event: card_discarded, player: C}
            - {event: card_discarded, player: C}
            - {event: turn_ended, turn: 2}
            - {event: turn_began, turn: 3, player: A}
    """)


@obligation("800.4a", 2)
def test_800_4a_the_next_player_has_priority_though_all_others_have_passed() -> None:
    """A and B have passed and C leaves with priority: A has priority once more and has to pass, B need not."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep, player: C}
            do: [{action: concede, player: C}]
        expect:
          events:
            - {event: player_left, player: C, turn: 1, step: upkeep}
            - {event: priority_received, player: A, turn: 1, step: upkeep, rule: "117.3d"}
            - {event: priority_passed, player: A, turn: 1, step: upkeep}
            - {event: step_ended, turn: 1, step: upkeep}
          counts:
            - {event: priority_received, player: A, turn: 1, step: upkeep, is: 2}
            - {event: priority_received, player: B, turn: 1, step: upkeep, is: 1}
    """)


@obligation("800.4a", 2)
def test_800_4a_who_has_priority_once_more_may_answer_what_is_on_the_stack() -> None:
    """All others have passed on A's spell as C leaves: A may cast another one before it resolves, and B passes anew."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: first, effects: [{effect: gain_life, count: 1}]}]
          - at: {turn: 1, step: upkeep, player: C}
            do: [{action: concede, player: C}]
          - at: {turn: 1, step: upkeep, player: A, nth: 3}
            do: [{action: cast, name: second, effects: [{effect: gain_life, count: 1}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, player: B, nth: 2}, that: {stack: [second, first]}}
          events:
            - {event: player_left, player: C}
            - {event: priority_received, player: A, turn: 1, step: upkeep}
            - {event: priority_passed, player: B}
            - {event: resolved, name: second}
            - {event: resolved, name: first}
    """)


@obligation("800.4a", 2)
def test_800_4a_state_based_actions_come_before_that_priority() -> None:
    """C's effect kept a creature alive: it dies in the same step, before A has priority once more (117.5)."""
    play("""
        game:
          variant: free_for_all
          players:
            - {id: A}
            - {id: B, battlefield: [{id: wisp, toughness: 0}]}
            - id: C
              effects: [{effect: continuous, name: up, lasts: forever, modifies: {permanent: wisp, toughness: 2}}]
        script:
          - at: {turn: 1, step: upkeep, player: C}
            do: [{action: concede, player: C}]
        expect:
          events:
            - {event: player_left, player: C}
            - {event: state_based_action, rule: "704.5f", subject: wisp, turn: 1, step: upkeep}
            - {event: priority_received, player: A, turn: 1, step: upkeep}
    """)


def test_803_1a_the_seat_of_a_player_who_left_is_not_there_any_more() -> None:
    """With attack left A attacks C once B has left, and D still not."""
    play("""
        game:
          variant: free_for_all
          options: {attack: left}
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}, {id: C}, {id: D}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: concede, player: B}]
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {bear: D}, rejected: true}, {action: attack, attackers: {bear: C}}]
        expect:
          checks:
            - {at: {turn: 1, step: combat_damage}, that: {life: {C: 18, D: 20}}}
    """)


def test_701_15b_goad_by_a_player_who_left_ends_as_their_turn_was_due() -> None:
    """The creature still has to attack in turn 1, and no more after the place of C, who left (800.4m)."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players: [{id: A, battlefield: [{id: bear, goaded_by: C, keywords: [vigilance]}]}, {id: B}, {id: C}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: concede, player: C}]
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {}, rejected: true}, {action: attack, attackers: {bear: B}}]
          - at: {turn: 3, decision: declare_attackers}
            do: [{action: attack, attackers: {}}]
        expect:
          checks:
            - {at: {turn: 3, step: declare_attackers}, that: {attacking: {}, had_to_attack: [], active_player: A}}
    """)

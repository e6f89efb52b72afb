"""Rule 104: how the game ends, for two players and for teams; more in `test_800_leaving_the_game.py`."""

from __future__ import annotations

from typing import Any

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.engine.engine import Engine, Options
from mtg_fsm.engine.outcome import Outcome
from mtg_fsm.errors import EndlessLoopError
from mtg_fsm.game import BlankGame, new_game
from mtg_fsm.words.commands import Cast, Concede, Pass
from mtg_fsm.words.effects import AddCounters, Discard, GainLife, Lose, PermanentSpec, Trigger
from mtg_fsm.words.setup import GameSpec, PlayerSpec


def until(engine: Engine, kind: str, step: str) -> None:
    """Plays on with the first legal command until a decision of this kind is open in a step."""
    engine.advance()
    for _ in range(1000):
        decision = engine.decision
        assert decision is not None
        if (decision.kind, engine.position.unit) == (kind, step):
            return
        engine.submit(next(engine.legal(decision.player)))
    raise AssertionError(f"nobody was asked for {kind} in {step}")


def play_on(engine: Engine) -> None:
    """Plays a thousand decisions on with the first legal command."""
    for _ in range(1000):
        decision = engine.decision
        assert decision is not None
        engine.submit(next(engine.legal(decision.player)))


@obligation("104.1", 1)
def test_104_1_nothing_is_processed_after_the_end() -> None:
    """The end of the game is the last event: no resolution, trigger, priority, step or turn comes after it."""
    result = play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: grief, when: {event: life_lost, of: B}}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: later, effects: [{effect: gain_life, count: 5}]}
              - {action: cast, name: bolt, effects: [{effect: lose_life, player: B, count: 20}]}
        expect:
          outcome: {winners: [A]}
          events:
            - {event: ability_triggered, name: grief, turn: 1}
            - {event: resolved, name: bolt, turn: 1}
            - {event: player_lost, player: B, turn: 1, step: upkeep}
            - {event: game_ended, winners: [A], draw: false, turn: 1, step: upkeep}
          never:
            - {event: put_on_stack, name: grief}
            - {event: resolved, name: later}
            - {event: step_ended, step: upkeep}
            - {event: turn_ended}
    """)
    assert result.events[-1].name_in_log == "game_ended"
    assert sum(event.name_in_log == "game_ended" for event in result.events) == 1


@obligation("104.1", 1)
def test_104_1_after_the_end_nobody_is_asked_and_every_command_is_refused() -> None:
    """No decision is open, nothing is legal, advancing does nothing, and the state does not change any more."""
    engine = new_game()
    engine.advance()
    events = engine.submit(Concede(player="A"))
    assert events[-1].name_in_log == "game_ended"
    before = engine.state()
    assert engine.decision is None
    assert [*engine.legal("A"), *engine.legal("B")] == []
    assert engine.advance() == ()
    for command in (Pass(player="B"), Concede(player="B"), Cast(player="B", name="late")):
        with pytest.raises(IllegalCommand) as refused:
            engine.submit(command)
        assert refused.value.rule == "104.1"
    assert engine.state() == before


@obligation("104.2a", 1)
def test_104_2a_the_last_player_wins_in_the_middle_of_a_resolution() -> None:
    """As the opponent concedes while a spell resolves, the rest of it is not carried out and the other one has won."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    engine.submit(Cast(player="A", name="mind-rot", effects=(Discard(player="B"), GainLife(count=5))))
    engine.submit(Pass(player="A"))
    engine.submit(Pass(player="B"))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("choose_discard", "B")
    events = [event.name_in_log for event in engine.submit(Concede(player="B"))]
    assert events == ["player_lost", "player_left", "game_ended"]
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.outcome.draw) == (("A",), False)
    assert engine.observe("life", ("A",)) == {"A": 20}


@obligation("104.2a", 1)
def test_104_2a_the_last_player_wins_in_the_middle_of_a_step() -> None:
    """The game ends during the combat damage step in which the opponent lost; that step does not end any more."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: giant, power: 20}]}
            - {id: B}
        script:
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {giant: B}}]
        expect:
          outcome: {winners: [A]}
          events:
            - {event: damage_dealt, to: B, amount: 20, step: combat_damage}
            - {event: state_based_action, rule: "704.5a", subject: B, step: combat_damage}
            - {event: player_left, player: B}
            - {event: game_ended, winners: [A], step: combat_damage, rule: "104.2a"}
          never:
            - {event: priority_received, step: combat_damage}
            - {event: step_ended, step: combat_damage}
            - {event: removed_from_combat, permanent: giant}
    """)


@obligation("104.2b", 1)
def test_104_2b_an_effect_that_says_so_wins_the_game() -> None:
    """The game ends as the effect applies; what stands behind it, even a loss of all life, no longer counts."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: triumph
                effects: [{effect: win}, {effect: lose_life, count: 20}, {effect: gain_life, player: B}]
        expect:
          outcome: {winners: [A]}
          events:
            - {event: game_ended, winners: [A], draw: false, rule: "104.2b", turn: 1, step: upkeep}
          never:
            - {event: life_changed}
            - {event: resolved, name: triumph}
            - {event: state_based_action}
    """)


def test_104_2b_another_player_may_win_by_it() -> None:
    """The effect names who wins, whoever controls it."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: gift, effects: [{effect: win, player: B}]}]
        expect:
          outcome: {winners: [B]}
    """)


@obligation("104.3a", 1)
@pytest.mark.parametrize(
    ("kind", "step"),
    [("choose_untap", "untap"), ("discard_to_hand_size", "cleanup"), ("declare_attackers", "declare_attackers")],
)
def test_104_3a_a_concession_is_accepted_without_priority(kind: str, step: str) -> None:
    """Either player may concede in the untap and cleanup steps and amid a declaration; the other one wins at once."""
    winter = PermanentSpec.model_validate(
        {"id": "winter", "tapped": True, "abilities": [{"effect": "static", "untap_at_most": 0}]}
    )
    for player, winner in (("A", "B"), ("B", "A")):
        engine = new_game(GameSpec(players=(PlayerSpec(id="A", hand=8, battlefield=(winter,)), PlayerSpec(id="B"))))
        until(engine, kind, step)
        assert engine.position.active_player == "A"
        assert Concede(player=player) in list(engine.legal(player))
        events = [event.name_in_log for event in engine.submit(Concede(player=player))]
        assert [name for name in events if name != "permanent_left"] == ["player_lost", "player_left", "game_ended"]
        assert engine.outcome is not None
        assert engine.outcome.winners == (winner,)
        assert engine.decision is None


@obligation("104.3a", 1)
def test_104_3a_a_concession_is_accepted_in_the_middle_of_a_resolution() -> None:
    """The controller of a resolving spell concedes while the opponent is asked, and the opponent has won."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    engine.submit(Cast(player="A", name="mind-rot", effects=(Discard(player="B"),)))
    engine.submit(Pass(player="A"))
    engine.submit(Pass(player="B"))
    assert engine.decision is not None
    assert engine.decision.kind == "choose_discard"
    engine.submit(Concede(player="A"))
    assert engine.outcome is not None
    assert engine.outcome.winners == ("B",)


@obligation("104.3b", 1)
def test_104_3b_a_life_total_of_0_counts_only_as_the_game_looks_at_it() -> None:
    """Who falls to 0 and rises again within one resolution goes on; who is at 0 as it ends loses in the next gate."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: near-death
                effects: [{effect: lose_life, count: 20}, {effect: gain_life, count: 1}]
          - at: {turn: 2, step: upkeep, player: A}
            do: [{action: cast, name: death, effects: [{effect: gain_life, count: 1}, {effect: lose_life, count: 2}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {life: {A: 1}, players_in_game: [A, B]}}
          events:
            - {event: life_changed, player: A, life: 0, turn: 1}
            - {event: life_changed, player: A, life: 1, turn: 1}
            - {event: resolved, name: death, turn: 2}
            - {event: state_based_action, rule: "704.5a", subject: A, turn: 2, step: upkeep}
            - {event: game_ended, winners: [B], turn: 2}
          never:
            - {event: player_lost, turn: 1}
          outcome: {winners: [B]}
    """)


@obligation("104.3c", 1)
def test_104_3c_who_has_to_draw_more_cards_than_there_are_loses_in_the_next_gate() -> None:
    """The cards that are there are drawn, the rest of the resolution happens, and then the player loses."""
    play("""
        game:
          players:
            - {id: A, library: 2}
            - {id: B, library: 2}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: all-of-it, effects: [{effect: draw, count: 2, player: B}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: too-much, effects: [{effect: draw, count: 3}, {effect: gain_life, count: 1}]}]
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {library: {B: 0}, hand: {B: 9}, players_in_game: [A, B]}}
          events:
            - {event: card_drawn, player: A, turn: 1, phase: precombat_main}
            - {event: card_drawn, player: A, turn: 1, phase: precombat_main}
            - {event: life_changed, player: A, life: 21}
            - {event: resolved, name: too-much}
            - {event: state_based_action, rule: "704.5b", subject: A}
            - {event: game_ended, winners: [B], turn: 1}
          counts:
            - {event: card_drawn, player: A, is: 2}
          outcome: {winners: [B]}
    """)


@obligation("104.3d", 1)
def test_104_3d_ten_poison_counters_lose_and_nine_do_not() -> None:
    """Nine poison counters leave the player in the game; with the tenth the player has lost after the gate."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, poison: 9}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: venom, effects: [{effect: add_counters, player: B, counter: poison}]}]
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {poison: {B: 9}, players_in_game: [A, B]}}
          events:
            - {event: resolved, name: venom}
            - {event: state_based_action, rule: "704.5c", subject: B}
            - {event: player_lost, player: B, phase: precombat_main}
          outcome: {winners: [A]}
    """)


@obligation("104.3e", 1)
def test_104_3e_an_effect_that_says_so_makes_a_player_lose_at_once() -> None:
    """The player has lost in mid-resolution: no state-based action is needed, and the rest is not applied."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: doom
                effects: [{effect: gain_life, count: 1}, {effect: lose, player: B}, {effect: gain_life, count: 10}]
        expect:
          outcome: {winners: [A]}
          events:
            - {event: life_changed, player: A, life: 21}
            - {event: player_lost, player: B, rule: "104.3e", turn: 1, step: upkeep}
            - {event: player_left, player: B}
            - {event: game_ended, winners: [A]}
          never:
            - {event: state_based_action}
            - {event: resolved, name: doom}
            - {event: life_changed, life: 31}
    """)


@obligation("104.4a", 1)
def test_104_4a_if_all_players_lose_at_the_same_time_the_game_is_a_draw() -> None:
    """Both players at 0 life, one by life and one by poison as well: one state-based event, and nobody wins."""
    play("""
        game:
          players:
            - {id: A, life: 1}
            - {id: B, poison: 9}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ruin
                effects: [{effect: lose_life, count: 1}, {effect: add_counters, player: B, counter: poison}]
        expect:
          events:
            - {event: state_based_action, rule: "704.5a", subject: A}
            - {event: state_based_action, rule: "704.5c", subject: B}
            - {event: player_lost, player: A}
            - {event: player_lost, player: B}
            - {event: game_ended, draw: true, winners: [], rule: "104.4a"}
          outcome: {draw: true}
    """)


def test_104_4a_one_without_life_and_one_without_a_card_to_draw_lose_at_once() -> None:
    """Each loses by a rule of its own in the same check: it is a draw."""
    play("""
        game: {players: [{id: A, life: 1}, {id: B, library: 0}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: ruin
                effects: [{effect: lose_life, count: 1}, {effect: draw, player: B}]
        expect:
          events:
            - {event: state_based_action, rule: "704.5a", subject: A}
            - {event: state_based_action, rule: "704.5b", subject: B}
            - {event: game_ended, draw: true, winners: [], rule: "104.4a"}
          outcome: {draw: true}
    """)


@obligation("104.4a", 1)
def test_104_4a_players_who_lose_one_after_the_other_make_no_draw() -> None:
    """Of two players whom effects make lose in turn, the first loses and the other one has won."""
    engine = new_game(GameSpec(free_casting=True))
    engine.advance()
    engine.submit(Cast(player="A", name="doom", effects=(Lose(player="A"), Lose(player="B"))))
    engine.submit(Pass(player="A"))
    engine.submit(Pass(player="B"))
    assert engine.outcome is not None
    assert (engine.outcome.winners, engine.outcome.draw) == (("B",), False)


ENDLESS_CLEANUP = """
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: sweep, when: {beginning_of: cleanup}, whose: each}]}
            - {id: B}
"""


@obligation("104.4b", 1)
def test_104_4b_endless_cleanup_steps_without_a_choice_are_a_draw() -> None:
    """An ability that triggers in every cleanup step brings the same cleanup step again: the game is a draw."""
    play(f"""{ENDLESS_CLEANUP}
        expect:
          outcome: {{draw: true}}
          events:
            - {{event: step_began, step: cleanup, turn: 1}}
            - {{event: step_began, step: cleanup, turn: 1, rule: "514.3a"}}
            - {{event: game_ended, draw: true, rule: "104.4b", turn: 1}}
    """)


@obligation("104.4b", 1)
def test_104_4b_two_abilities_that_trigger_each_other_are_a_draw() -> None:
    """Tapping and untapping one permanent for ever within one step is a loop of mandatory actions."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - id: wheel
                  types: [artifact]
                  abilities:
                    - {effect: trigger, name: off, when: {event: tapped},
                       effects: [{effect: untap, permanents: [wheel]}]}
                    - {effect: trigger, name: on, when: {event: untapped},
                       effects: [{effect: tap, permanents: [wheel]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: push, effects: [{effect: tap, permanents: [wheel]}]}]
        expect:
          outcome: {draw: true}
          events:
            - {event: game_ended, draw: true, rule: "104.4b", turn: 1, step: upkeep}
    """)


@obligation("104.4b", 1)
def test_104_4b_a_player_who_acts_in_every_round_keeps_the_game_going() -> None:
    """While somebody acts each time the same cleanup step may come again without a draw, until one stops it."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: broom, types: [artifact], abilities: [
                {effect: trigger, name: sweep, when: {beginning_of: cleanup}, whose: each}]}]}
            - {id: B}
        script:
          - {at: {turn: 1, step: cleanup, occurrence: 1, player: B}, do: [{action: cast, name: wait}]}
          - {at: {turn: 1, step: cleanup, occurrence: 2, player: B}, do: [{action: cast, name: wait}]}
          - {at: {turn: 1, step: cleanup, occurrence: 3, player: B}, do: [{action: cast, name: wait}]}
          - {at: {turn: 1, step: cleanup, occurrence: 4, player: B},
             do: [{action: cast, name: stop, effects: [{effect: destroy, permanents: [broom]}]}]}
        expect:
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 5}
          outcome: {unfinished: true}
    """)


def test_104_4b_a_loop_that_comes_to_an_end_by_itself_is_no_draw() -> None:
    """Cleanup steps that repeat while a library runs out are no such loop: in the end its player loses."""
    play("""
        game:
          players:
            - id: A
              library: 3
              effects: [{effect: trigger, name: study, when: {beginning_of: cleanup}, effects: [{effect: draw}]}]
            - {id: B}
        expect:
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 4}
            - {event: card_drawn, player: A, is: 3}
          outcome: {winners: [B]}
    """)


def test_104_4b_abilities_that_count_cleanup_steps_make_no_loop() -> None:
    """Cleanup steps that differ only in their number are not the same state if an ability looks at that number."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: trigger, name: sweep, when: {beginning_of: cleanup}, if: {begun_this_turn: {cleanup: 1}}}
                - {effect: trigger, name: sweep, when: {beginning_of: cleanup}, if: {begun_this_turn: {cleanup: 2}}}
                - {effect: trigger, name: sweep, when: {beginning_of: cleanup}, if: {begun_this_turn: {cleanup: 3}}}
            - {id: B}
        expect:
          turns:
            - {turn: 2, player: B}
          counts:
            - {event: step_began, step: cleanup, turn: 1, is: 4}
          outcome: {unfinished: true}
    """)


def test_104_4b_a_loop_that_changes_a_number_is_an_error_and_no_draw() -> None:
    """A mandatory loop that makes a number grow never repeats a state; it is stopped at the configured bound."""
    grow = {
        "effect": "trigger",
        "name": "grow",
        "when": {"beginning_of": "cleanup"},
        "effects": [AddCounters(permanent="tree", counter="age").model_dump()],
    }
    tree = PermanentSpec.model_validate({"id": "tree", "types": ["artifact"], "abilities": [grow]})
    engine = new_game(
        GameSpec(players=(PlayerSpec(id="A", battlefield=(tree,)), PlayerSpec(id="B"))), options=Options(loop_bound=30)
    )
    engine.advance()
    with pytest.raises(EndlessLoopError):
        play_on(engine)
    assert engine.outcome is None
    assert engine.decision is not None


def test_104_2a_a_player_who_leaves_in_the_process_of_ending_the_turn_ends_the_game() -> None:
    """Conceding while the process of ending the turn asks for a legend ends the game before any cleanup step."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: hero, legendary: Hero}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: strange-end
                effects: [{effect: create, permanent: {id: twin, legendary: Hero}}, {effect: end_turn}]
          - at: {turn: 1, decision: choose_legend}
            do: [{action: concede, player: A}]
        expect:
          outcome: {winners: [B]}
          never:
            - {event: step_began, step: cleanup}
            - {event: step_ended, step: upkeep}
    """)


def test_104_3c_a_failed_draw_as_the_turn_is_ended_loses_in_the_process() -> None:
    """The failed draw comes before the turn is ended in the same resolution; the check of 723.1c finds it."""
    play("""
        game:
          players:
            - {id: A}
            - {id: B, library: 0}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: last-page, effects: [{effect: draw, player: B}, {effect: end_turn}]}]
        expect:
          events:
            - {event: left_stack, name: last-page, step: upkeep}
            - {event: state_based_action, rule: "704.5b", subject: B, step: upkeep}
          never:
            - {event: step_began, step: cleanup}
          outcome: {winners: [A]}
    """)


def test_104_3e_a_rider_may_end_the_game_as_its_turn_begins() -> None:
    """A rider that makes the player lose as an extra turn begins ends the game in that turn, before any step."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: last-turn, effects: [{effect: extra_turn, then: [{effect: lose}]}]}]
        expect:
          events:
            - {event: turn_began, player: A, turn: 2}
            - {event: player_lost, player: A, turn: 2, rule: "104.3e"}
            - {event: game_ended, winners: [B], turn: 2}
          never:
            - {event: step_began, turn: 2}
            - {event: phase_began, turn: 2}
          outcome: {winners: [B]}
    """)


def test_104_3a_a_concession_between_turns_is_accepted() -> None:
    """While it is asked which of two skips is used up on the next turn, its player may concede."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: lost-time
                effects: [{effect: extra_turn}, {effect: skip, what: extra_turn}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: lost-turn, effects: [{effect: skip, what: turn}]}]
          - at: {turn: 1, decision: choose_skip}
            do: [{action: concede, player: A}]
        expect:
          events:
            - {event: turn_ended, turn: 1}
            - {event: player_lost, player: A, rule: "104.3a"}
            - {event: game_ended, winners: [B]}
          never:
            - {event: turn_began, turn: 2}
          outcome: {winners: [B]}
    """)


def test_104_4b_an_object_that_comes_back_is_the_same_state_whatever_its_number() -> None:
    """What enters is exiled and made again: each time it is a new object (400.7), and the state is the same."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: trigger, name: flicker, when: {event: enters, of: ghost},
                                 effects: [{effect: exile, permanents: [ghost]},
                                           {effect: create, permanent: {id: ghost, token: true}}]},
                                {effect: trigger, name: echo, when: {event: enters, of: ghost}, effects: []}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: call, effects: [{effect: create, permanent: {id: ghost, token: true}}]}]
        expect:
          outcome: {draw: true}
          events: [{event: game_ended, draw: true, rule: "104.4b", turn: 1, step: upkeep}]
    """)


def test_104_4b_abilities_of_one_name_that_do_different_things_are_different_states() -> None:
    """The clock goes through four abilities of one name, of which the last ends it; no state comes twice."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: hand, types: [artifact]}
                - id: clock
                  types: [artifact]
                  abilities:
                    - {effect: trigger, name: tick, when: {event: tapped, of: clock},
                       effects: [{effect: untap, permanents: [clock]}]}
                    - {effect: trigger, name: tick, when: {event: untapped, of: clock},
                       effects: [{effect: tap, permanents: [hand]}]}
                    - {effect: trigger, name: tick, when: {event: tapped, of: hand},
                       effects: [{effect: untap, permanents: [hand]}]}
                    - {effect: trigger, name: tick, when: {event: untapped, of: hand},
                       effects: [{effect: gain_life}, {effect: untap, permanents: [hand]}]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, name: base}
              - {action: cast, name: wind, effects: [{effect: tap, permanents: [clock]}]}
        until: {turn: 1, step: precombat_main}
        expect:
          checks: [{at: {turn: 1, step: precombat_main}, that: {life: {A: 21}}}]
          counts: [{event: resolved, name: tick, is: 4}]
    """)


def test_104_4b_mana_is_the_same_whatever_keeps_it() -> None:
    """In every cleanup step a mana is made that stays to its end: the second one is the same state as the first."""
    play("""
        game:
          players:
            - id: A
              effects:
                - {effect: trigger, name: rest, when: {beginning_of: cleanup}, whose: each}
                - {effect: trigger, name: glow, when: {beginning_of: cleanup}, whose: each,
                   effects: [{effect: add_mana, mana: R, keeps: {until_end_of: this_step}}]}
            - {id: B}
        expect:
          outcome: {draw: true}
          counts: [{event: step_began, step: cleanup, turn: 1, is: 2}, {event: mana_added, is: 2}]
    """)


class Turning(BlankGame):
    """A game that tells its state in another order each time."""

    def __init__(self) -> None:
        self.told = 0

    def comparable(self) -> Any:
        self.told += 1
        parts = [("cards", 1), ("life", 20)]
        return dict(parts if self.told % 2 else reversed(parts))


def test_104_4b_the_order_in_which_a_game_tells_its_state_makes_no_other_state() -> None:
    """What is the same under the same names is one state."""
    sweep = Trigger.model_validate({"effect": "trigger", "name": "sweep", "when": {"beginning_of": "cleanup"}})
    engine = Engine(Turning(), ("A", "B"))
    engine.begin_with(sweep, "A")
    engine.advance()
    while engine.outcome is None:
        engine.submit(next(engine.legal(engine.asked_now[0])))
    assert engine.outcome == Outcome((), True, "104.4b")
    assert engine.schedule.begun["cleanup"] == 3


def test_104_2b_who_has_left_does_not_win_by_an_effect() -> None:
    """B loses by the spell that then says that B wins: the game of the others goes on."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: irony, effects: [{effect: lose, player: B}, {effect: win, player: B}]}]
        until: {turn: 1, step: precombat_main}
        expect:
          outcome: {unfinished: true}
          checks: [{at: {turn: 1, step: draw}, that: {players_in_game: [A, C]}}]
    """)


# --- teams ---


@obligation("104.2c", 1)
def test_104_2c_the_last_team_wins_with_members_who_lost_before() -> None:
    """B loses in turn 1 and C, the archenemy, in turn 2: B has won with A."""
    play("""
        game: {variant: archenemy, archenemy: C, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: concede, player: B}]}
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: doom, effects: [{effect: lose, player: C}, {effect: gain_life, count: 1}]}]
        expect:
          checks: [{at: {turn: 2, step: upkeep}, that: {players_in_game: [A, C], active_player: A}}]
          events:
            - {event: player_lost, player: B, turn: 1}
            - {event: player_lost, player: C, turn: 2}
            - {event: game_ended, turn: 2, rule: 104.2c}
          never: [{event: life_changed}]
          outcome: {winners: [A, B]}
    """)


@obligation("104.3g", 1)
def test_104_3g_a_team_has_lost_with_its_last_member() -> None:
    """A's loss leaves B against the archenemy, whose turn follows B's; with B's the archenemy has won."""
    play("""
        game: {variant: archenemy, archenemy: C, players: [{id: A, life: 1}, {id: B, life: 2}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: jab, effects: [{effect: lose_life, count: 1, player: [A, B]}]}]
          - at: {turn: 3, step: upkeep}
            do: [{action: cast, name: jab, effects: [{effect: lose_life, count: 1, player: B}]}]
        expect:
          turns: [{turn: 2, player: B}, {turn: 3, player: C}]
          checks: [{at: {turn: 2, step: upkeep}, that: {players_in_game: [B, C], life: {B: 1}}}]
          events:
            - {event: player_lost, player: A, turn: 1}
            - {event: player_lost, player: B, turn: 3}
            - {event: game_ended, turn: 3}
          outcome: {winners: [C]}
    """)


@obligation("104.4d", 1)
def test_104_4d_all_teams_losing_at_once_is_a_draw() -> None:
    """Both teams of two run out of life in one check; so do the archenemy and the last member of the other team."""
    play("""
        game: {variant: two_headed_giant, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: quake, effects: [{effect: lose_life, count: 15, player: each}]}]
        expect:
          events: [{event: game_ended, draw: true, winners: [], rule: 104.4d}]
          counts: [{event: player_lost, is: 4}, {event: game_ended, is: 1}]
          outcome: {draw: true}
    """)
    play("""
        game: {variant: archenemy, players: [{id: A, life: 20}, {id: B}, {id: C}]}
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: concede, player: B}]}
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: quake, effects: [{effect: lose_life, count: 20, player: each}]}]
        expect: {outcome: {draw: true}}
    """)

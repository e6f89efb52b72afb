"""Rule 722: one player decides for another during that player's next turn."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.engine.engine import Engine
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import Activate, Attack, Cast, Concede, DiscardCards, Pass
from mtg_fsm.words.effects import AddMana, ControlPlayer, Effect, PermanentSpec
from mtg_fsm.words.setup import GameSpec, PlayerSpec


def until(engine: Engine, kind: str, player: str, *, turn: int) -> None:
    """Plays on with the first legal command until a player is asked for a decision in a turn."""
    engine.advance()
    for _ in range(1000):
        decision = engine.decision
        assert decision is not None
        if (decision.kind, decision.player, engine.position.turn) == (kind, player, turn):
            return
        engine.submit(next(engine.legal(decision.player)))
    raise AssertionError(f"{player} was never asked for {kind} in turn {turn}")


def controlled(*b_permanents: PermanentSpec, hand: int = 7, effects: tuple[Effect, ...] = ()) -> Engine:
    """A game in which A decides for B in B's first turn, turn 2."""
    return new_game(
        GameSpec(
            players=(
                PlayerSpec(id="A", effects=(ControlPlayer(player="B", by="A"), *effects)),
                PlayerSpec(id="B", hand=hand, battlefield=b_permanents),
            ),
            free_casting=True,
        )
    )


@obligation("722.1", 1)
def test_722_1_decisions_go_to_the_controller_until_the_next_turn_begins() -> None:
    """From the untap step to the last cleanup step of the controlled turn A decides for B; before and after B does."""
    play("""
        game:
          players:
            - {id: A}
            - id: B
              hand: 8
              battlefield:
                - {id: bear, tapped: true}
                - id: winter
                  types: [artifact]
                  abilities: [{effect: static, untap_at_most: 1, player: B}]
                - {id: wolf, tapped: true}
              effects:
                - {effect: trigger, name: sweep, when: {beginning_of: cleanup}, if: {begun_this_turn: {cleanup: 1}}}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mind-slaver, effects: [{effect: control_player, player: B, by: A}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end, player: B}, that: {decided_by: {A: A, B: B}}}
            - {at: {turn: 2, decision: choose_untap, player: A}, that: {decided_by: {A: A, B: A}}}
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {A: A, B: A}}}
            - {at: {turn: 2, decision: declare_attackers, player: A}, that: {decided_by: {B: A}}}
            - {at: {turn: 2, decision: discard_to_hand_size, player: A}, that: {decided_by: {B: A}}}
            - {at: {turn: 2, step: cleanup, occurrence: 1}, that: {decided_by: {B: A}, stack: [sweep]}}
            - {at: {turn: 2, step: cleanup, occurrence: 2, when: ended}, that: {decided_by: {B: A}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {A: A, B: B}}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {B: B}}}
          counts:
            - {event: player_controlled, is: 1}
    """)


@obligation("722.1a", 1)
def test_722_1a_the_latest_of_several_effects_works() -> None:
    """Of two effects on A's next turn the one created last decides who decides, whatever its player's place in turn."""
    play("""
        script:
          - at: {turn: 2, step: upkeep, player: A}
            do: [{action: cast, name: free-will, effects: [{effect: control_player, player: A, by: A}]}]
          - at: {turn: 2, step: precombat_main}
            do: [{action: cast, name: mind-slaver, effects: [{effect: control_player, player: A, by: B}]}]
        expect:
          checks:
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {A: B}}}
            - {at: {turn: 5, step: upkeep}, that: {decided_by: {A: A}}}
    """)


@obligation("722.1b", 1)
def test_722_1b_the_effect_waits_until_the_player_takes_a_turn() -> None:
    """If B's next turn is skipped, A decides in the turn that B really takes."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: mind-slaver
                effects: [{effect: control_player, player: B, by: A}, {effect: skip, what: turn, player: B}]
        expect:
          turns:
            - {turn: 2, player: A}
            - {turn: 3, player: B}
            - {turn: 5, player: B}
          checks:
            - {at: {turn: 2, step: end}, that: {decided_by: {A: A, B: B}}}
            - {at: {turn: 3, step: end}, that: {decided_by: {A: A, B: A}}}
            - {at: {turn: 5, step: end}, that: {decided_by: {A: A, B: B}}}
          events:
            - {event: turn_skipped, player: B}
            - {event: player_controlled, player: B, by: A, turn: 3}
    """)


@obligation("722.3", 1)
def test_722_3_active_player_order_and_control_of_objects_stay() -> None:
    """B is the active player of the controlled turn, stacks abilities first, and controls B's permanents and spells."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A},
                                {effect: trigger, name: a-morning, when: {beginning_of: upkeep}, whose: each}]}
            - {id: B, battlefield: [{id: bear}],
               effects: [{effect: trigger, name: b-morning, when: {beginning_of: upkeep}, whose: each}]}
        script:
          - at: {turn: 2, step: draw}
            do: [{action: cast, name: hymn, effects: [{effect: gain_life, count: 3}]}]
        expect:
          turns:
            - {turn: 2, player: B}
          checks:
            - at: {turn: 2, step: upkeep}
              that: {active_player: B, priority: B, stack: [a-morning, b-morning], battlefield: {bear: {controller: B}},
                     decided_by: {B: A}, may_cast: {instant: [B], sorcery: []}}
            - {at: {turn: 2, step: precombat_main}, that: {life: {A: 20, B: 23}, may_cast: {sorcery: [B]}}}
          events:
            - {event: put_on_stack, name: b-morning, controller: B, turn: 2}
            - {event: put_on_stack, name: a-morning, controller: A, turn: 2}
            - {event: priority_received, player: B, turn: 2, step: upkeep}
            - {event: card_drawn, player: B, turn: 2}
            - {event: put_on_stack, name: hymn, controller: B, turn: 2}
    """)


@obligation("722.5", 1)
def test_722_5_every_decision_of_the_controlled_player_is_the_controllers() -> None:
    """Untapping, passing, attacking and discarding are asked for B and decided by A; the same sent by B is refused."""
    engine = controlled(
        PermanentSpec(id="bear", tapped=True),
        PermanentSpec.model_validate(
            {"id": "winter", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 0}]}
        ),
        hand=8,
    )
    for kind in ("choose_untap", "priority", "declare_attackers", "discard_to_hand_size"):
        until(engine, kind, "B", turn=2)
        decision = engine.decision
        assert decision is not None
        assert (decision.player, decision.decided_by) == ("B", "A")
        command = next(engine.legal("B"))
        refusal = engine.why_not(command.model_copy(update={"by": "B"}))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("not_decider", "722.5")
        engine.submit(command.model_copy(update={"by": "A"}))
    until(engine, "priority", "A", turn=3)
    assert engine.decision is not None
    assert engine.decision.decided_by == "A"
    until(engine, "priority", "B", turn=4)
    assert engine.decision.decided_by == "B"
    refusal = engine.why_not(Pass(player="B", by="A"))
    assert refusal is not None
    assert refusal.code == "not_decider"


@obligation("722.5", 1)
def test_722_5_the_controllers_choice_is_carried_out() -> None:
    """A attacks with B's creature, casts for B, and discards the card of B's hand that A names."""
    engine = controlled(PermanentSpec(id="bear"), hand=8)
    until(engine, "priority", "B", turn=2)
    engine.submit(Cast(player="B", by="A", name="folly"))
    assert engine.observe("stack") == ["folly"]
    assert engine.stack[-1].controller == "B"
    until(engine, "declare_attackers", "B", turn=2)
    engine.submit(Attack(player="B", by="A", attackers={"bear": "A"}))
    until(engine, "discard_to_hand_size", "B", turn=2)
    decision = engine.decision
    assert decision is not None
    assert engine.observe("life", ("A",)) == {"A": 18}
    engine.submit(DiscardCards(player="B", by="A", cards=decision.choices[-2:]))
    assert engine.observe("hand", ("B",)) == {"B": 7}
    assert engine.observe("graveyard", ("A", "B")) == {"A": 0, "B": 2}


@obligation("722.5a", 1)
def test_722_5a_only_the_controlled_players_mana_pays() -> None:
    """A spell that A casts for B is paid from B's pool; A's mana cannot be used, and A's spells not with B's."""
    engine = controlled()
    until(engine, "priority", "B", turn=2)
    mana_for = {"A": (AddMana(mana="RRR", player="A"),), "B": (AddMana(mana="G", player="B"),)}
    engine.submit(Activate(player="B", by="A", name="gift", mana_ability=True, effects=mana_for["A"]))
    assert engine.observe("mana", ("A", "B")) == {"A": "RRR", "B": ""}
    with pytest.raises(IllegalCommand) as refused:
        engine.submit(Cast(player="B", by="A", name="folly", cost="1"))
    assert refused.value.code == "not_enough_mana"
    engine.submit(Activate(player="B", by="A", name="own", mana_ability=True, effects=mana_for["B"]))
    engine.submit(Cast(player="B", by="A", name="folly", cost="1"))
    assert engine.observe("mana", ("A", "B")) == {"A": "RRR", "B": ""}
    engine.submit(Pass(player="B", by="A"))
    assert engine.why_not(Cast(player="A", name="own-folly", cost="G")) is not None
    engine.submit(Cast(player="A", name="own-folly", cost="2R"))
    assert engine.observe("mana", ("A",)) == {"A": ""}


@obligation("722.5a", 1)
def test_722_5a_only_the_controlled_players_permanents_are_activated() -> None:
    """For B, A cannot activate an ability of A's own permanent, but can one of B's."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: forge, types: [artifact]}],
               effects: [{effect: control_player, player: B, by: A}]}
            - {id: B, battlefield: [{id: dial, types: [artifact]}]}
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - {action: activate, player: B, name: strike, source: forge, effects: [{effect: nothing}], rejected: true}
              - {action: activate, player: B, name: turn-dial, source: dial, effects: [{effect: nothing}]}
        expect:
          events:
            - {event: put_on_stack, name: turn-dial, controller: B, turn: 2}
    """)


@obligation("722.6", 1)
def test_722_6_only_the_player_in_person_concedes() -> None:
    """A cannot make B concede; B can, even while A decides everything else for B."""
    engine = controlled()
    until(engine, "priority", "B", turn=2)
    refusal = engine.why_not(Concede(player="B", by="A"))
    assert refusal is not None
    assert refusal.rule == "722.6"
    with pytest.raises(IllegalCommand):
        engine.submit(Concede(player="B", by="A"))
    assert engine.turn_state != "game_over"
    engine.submit(Concede(player="B", by="B"))
    assert engine.outcome is not None
    assert engine.outcome.winners == ("A",)


def test_722_6_the_controller_may_concede_during_the_controlled_turn() -> None:
    """Controlling B takes nothing from A: A concedes in person while a decision of B is open, and B wins."""
    engine = controlled()
    until(engine, "declare_attackers", "B", turn=2)
    refusal = engine.why_not(Concede(player="A", by="B"))
    assert refusal is not None
    engine.submit(Concede(player="A", by="A"))
    assert engine.outcome is not None
    assert engine.outcome.winners == ("B",)


@obligation("722.8", 1)
def test_722_8_the_controller_makes_their_own_decisions_too() -> None:
    """In the controlled turn decisions of B and of A come in turn, A decides both, and A's stay A's own."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A}]}
            - {id: B}
        script:
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, name: folly, player: B, effects: [{effect: lose_life, count: 2}]}]
          - at: {turn: 2, step: upkeep, player: A}
            do: [{action: cast, name: cunning, player: A, effects: [{effect: gain_life, count: 3}]}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep, nth: 2}, that: {priority: B, decided_by: {A: A, B: A}}}
            - {at: {turn: 2, step: upkeep, player: A}, that: {priority: A, decided_by: {A: A, B: A}}}
            - {at: {turn: 2, step: draw}, that: {life: {A: 23, B: 18}}}
          events:
            - {event: put_on_stack, name: folly, controller: B, turn: 2}
            - {event: put_on_stack, name: cunning, controller: A, turn: 2}
    """)


@obligation("722.9", 1)
def test_722_9_control_given_to_the_player_returns_the_decisions() -> None:
    """A later effect that gives B control of B overwrites A's control; an earlier one is overwritten by it."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: mind-slaver, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: free-will, effects: [{effect: control_player, player: B, by: B}]}]
          - at: {turn: 3, step: upkeep}
            do: [{action: cast, name: free-will, effects: [{effect: control_player, player: B, by: B}]}]
          - at: {turn: 3, step: precombat_main}
            do: [{action: cast, name: mind-slaver, effects: [{effect: control_player, player: B, by: A}]}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {B: B}}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {B: A}}}
    """)


# --- interplay ---


def test_722_1_an_ended_turn_is_still_controlled_in_all_its_cleanup_steps() -> None:
    """If the controlled turn is ended, A still decides in its cleanup steps, and the turn after it is B's no more."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A}]}
            - {id: B, hand: 9, battlefield: [{id: bear, abilities: [{effect: trigger, name: mourn,
               when: {event: dies}}]}]}
        script:
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, name: bleak-end, effects: [{effect: damage, amount: 2, to: bear}, {effect: extra_turn},
                                                          {effect: end_turn}]}
        expect:
          turns:
            - turn: 2
              player: B
              steps: [untap, upkeep, cleanup, cleanup]
            - {turn: 3, player: B}
            - {turn: 4, player: A}
          checks:
            - {at: {turn: 2, decision: discard_to_hand_size, player: A}, that: {decided_by: {B: A}}}
            - {at: {turn: 2, step: cleanup}, that: {stack: [mourn], decided_by: {B: A}}}
            - {at: {turn: 2, step: cleanup, occurrence: 2, when: ended}, that: {decided_by: {B: A}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {B: B}}}
    """)


def test_722_1_a_turn_ended_as_it_begins_was_the_controlled_one() -> None:
    """An extra turn of B that ends as it begins is the next turn that B takes: the control effect is used up by it."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: cruel-plan
                effects:
                  - {effect: control_player, player: B, by: A}
                  - {effect: extra_turn, player: B, then: [{effect: end_turn}]}
        expect:
          turns:
            - {turn: 2, player: B, steps: [cleanup]}
            - {turn: 3, player: B}
          checks:
            - {at: {turn: 2, step: cleanup, when: ended}, that: {decided_by: {B: A}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {B: B}}}
    """)


def test_722_1_an_extra_turn_is_the_next_turn_and_the_natural_one_is_free() -> None:
    """An extra turn of B that comes first is the controlled one; B's natural turn behind it is not controlled."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: cruel-gift
                effects: [{effect: extra_turn, player: B}, {effect: control_player, player: B, by: A}]
        expect:
          turns:
            - {turn: 2, player: B}
            - {turn: 3, player: B}
            - {turn: 4, player: A}
          checks:
            - {at: {turn: 2, step: end}, that: {decided_by: {B: A}}}
            - {at: {turn: 3, step: untap, when: ended}, that: {decided_by: {B: B}}}
    """)


def test_722_1b_a_skipped_extra_turn_leaves_control_for_the_natural_turn() -> None:
    """Control, an extra turn and a skip of that extra turn: the natural turn of B is the one that A controls."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: cruel-joke
                effects:
                  - {effect: control_player, player: B, by: A}
                  - {effect: extra_turn, player: B}
                  - {effect: skip, what: extra_turn, player: B}
        expect:
          turns:
            - {turn: 2, player: B}
            - {turn: 3, player: A}
          checks:
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {B: A}}}
          counts:
            - {event: turn_skipped, player: B, is: 1}
            - {event: player_controlled, is: 1}
    """)


def test_722_1_both_players_may_control_each_others_next_turn() -> None:
    """A's control of B's turn and B's control of A's turn hold one after the other, never at the same time."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: slaver-of-a, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 1, step: precombat_main, player: B}
            do: [{action: cast, name: slaver-of-b, effects: [{effect: control_player, player: A, by: B}]}]
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {decided_by: {A: A, B: B}}}
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {A: A, B: A}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {A: B, B: B}}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {A: A, B: B}}}
    """)


def test_722_1_control_made_in_a_controlled_turn_is_for_the_one_after() -> None:
    """Control made during the controlled turn, its cleanup step included, begins with that player's next turn."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A}]}
            - {id: B, effects: [{effect: trigger, name: sweep, when: {beginning_of: cleanup},
                                 if: {begun_this_turn: {cleanup: 1}}}]}
        script:
          - at: {turn: 2, step: cleanup}
            do: [{action: cast, name: mind-slaver, effects: [{effect: control_player, player: B, by: A}]}]
        expect:
          checks:
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {A: A, B: B}}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {A: A, B: A}}}
            - {at: {turn: 6, step: upkeep}, that: {decided_by: {A: A, B: B}}}
    """)


def test_722_1_control_made_by_a_rider_as_the_turn_begins_comes_too_late() -> None:
    """A rider of B's extra turn that gives A control of B is for B's next turn: this one has begun already."""
    play("""
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: late-plan
                effects: [{effect: extra_turn, player: B, then: [{effect: control_player, player: B, by: A}]}]
        expect:
          turns:
            - {turn: 2, player: B}
            - {turn: 3, player: B}
          checks:
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {B: B}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {B: A}}}
    """)


def test_722_5_choices_called_for_by_rules_and_abilities_are_the_controllers() -> None:
    """Order of B's triggers, the legend that B keeps, and B's discard to an effect are decided by A."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A}]}
            - id: B
              battlefield: [{id: hero, legendary: Hero}]
              effects:
                - {effect: trigger, name: first, when: {beginning_of: upkeep}}
                - {effect: trigger, name: second, when: {beginning_of: upkeep}}
        script:
          - at: {turn: 2, step: upkeep, decision: order_triggers, player: A}
            do: [{action: order, triggers: [second, first]}]
          - at: {turn: 2, step: draw, player: A}
            do: [{action: cast, name: mind-rot, effects: [{effect: discard, player: B, count: 2}]}]
          - at: {turn: 2, step: precombat_main}
            do: [{action: cast, name: twin, effects: [{effect: create, permanent: {id: twin, legendary: Hero}}]}]
          - at: {turn: 2, decision: choose_legend, player: A}
            do: [{action: choose, ids: [twin]}]
        expect:
          checks:
            - {at: {turn: 2, step: upkeep}, that: {stack: [first, second]}}
            - {at: {turn: 2, step: draw, decision: choose_discard, player: A},
               that: {decided_by: {B: A}, priority: none}}
            - {at: {turn: 2, step: beginning_of_combat}, that: {hand: {B: 6},
               battlefield: {hero: absent, twin: {controller: B}}}}
    """)


def test_722_5_which_skip_is_used_up_in_the_controlled_turn_is_the_controllers_choice() -> None:
    """If two different skips could take B's upkeep (616.1), A chooses for B in the turn that A controls."""
    play("""
        game:
          players:
            - {id: A, effects: [{effect: control_player, player: B, by: A}]}
            - {id: B}
        script:
          - at: {turn: 1, step: end}
            do:
              - {action: cast, name: haste, effects: [{effect: skip, what: main, player: B}]}
          - at: {turn: 1, step: end, nth: 3}
            do:
              - {action: cast, name: waste, effects: [{effect: skip, what: precombat_main, player: B}]}
        expect:
          checks:
            - {at: {turn: 2, decision: choose_skip, player: A}, that: {decided_by: {A: A, B: A}}}
    """)


# --- more players and teams ---


def test_722_1_control_of_a_player_is_control_of_the_team() -> None:
    """B's effect on D is one on C and D (805.8): B decides for both, but only in that turn."""
    play("""
        game:
          variant: two_headed_giant
          players:
            - {id: A}
            - {id: B}
            - {id: C, battlefield: [{id: rat}]}
            - {id: D, battlefield: [{id: wolf}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - {action: cast, player: B, name: mind-slaver, effects: [{effect: control_player, player: D, by: B}]}
          - at: {turn: 2, step: upkeep}
            do:
              - {action: cast, player: C, by: C, name: own, rejected: true}
              - {action: cast, player: C, by: B, name: theirs}
          - at: {turn: 2, decision: declare_attackers}
            do:
              - {action: attack, by: A, attackers: {rat: A}, rejected: true}
              - {action: attack, by: B, attackers: {rat: A, wolf: B}}
        until: {turn: 4, step: upkeep}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {decided_by: {C: C, D: D}}}
            - {at: {turn: 2, step: upkeep}, that: {decided_by: {A: A, C: B, D: B}}}
            - {at: {turn: 2, step: declare_attackers}, that: {attacking: {rat: A, wolf: B}}}
            - {at: {turn: 3, step: upkeep}, that: {decided_by: {C: C, D: D}}}
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {C: C, D: D}}}
    """)


def test_722_1_several_players_control_and_are_controlled_at_once() -> None:
    """A's next turn is B's and B's is C's, C's is A's, of three created in one turn: each works in its own."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: roundelay
                effects:
                  - {effect: control_player, player: A, by: B}
                  - {effect: control_player, player: B, by: C}
                  - {effect: control_player, player: C, by: A}
        expect:
          checks:
            - {at: {turn: 1, step: end}, that: {decided_by: {A: A, B: B, C: C}}}
            - {at: {turn: 2, step: end}, that: {decided_by: {A: A, B: C, C: C}}}
            - {at: {turn: 3, step: end}, that: {decided_by: {A: A, B: B, C: A}}}
            - {at: {turn: 4, step: end}, that: {decided_by: {A: B, B: B, C: C}}}
            - {at: {turn: 5, step: end}, that: {decided_by: {A: A, B: B, C: C}}}
    """)


def test_722_1a_an_overwritten_effect_does_not_come_back_as_its_rival_leaves() -> None:
    """C's effect on B overwrote A's; as C leaves in B's turn, B decides, and in a skipped turn no effect is used up."""
    play("""
        game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: first, effects: [{effect: control_player, player: B, by: A}]}]
          - at: {turn: 1, step: draw}
            do:
              - action: cast
                name: second
                effects: [{effect: control_player, player: B, by: C}, {effect: skip, what: turn, player: B}]
          - at: {turn: 4, step: draw, player: B}
            do: [{action: concede, player: C}]
        expect:
          turns: [{turn: 2, player: C}, {turn: 3, player: A}, {turn: 4, player: B}]
          checks:
            - {at: {turn: 4, step: upkeep}, that: {decided_by: {B: C}}}
            - {at: {turn: 4, step: precombat_main}, that: {decided_by: {B: B}}}
            - {at: {turn: 6, step: upkeep}, that: {decided_by: {B: B}}}
    """)

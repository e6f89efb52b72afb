"""Rule 603: triggered abilities, as far as the turn is concerned."""

from __future__ import annotations

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import OrderTriggers, Pass
from mtg_fsm.words.effects import BeginningOf, ControlPlayer, Trigger
from mtg_fsm.words.setup import GameSpec, PlayerSpec

# --- 603.2: triggering ------------------------------------------------------------------------------------------------


@obligation("603.2", 1)
def test_603_2_after_the_event_the_ability_waits_and_the_stack_is_unchanged() -> None:
    """As the main phase begins abilities trigger; while the roll is asked they wait, and the stack is empty."""
    engine = new_game(
        GameSpec.model_validate(
            {
                "players": (
                    {
                        "id": "A",
                        "battlefield": ({"id": "ride", "types": ("artifact",), "subtypes": ("attraction",)},),
                        "effects": ({"effect": "trigger", "name": "gong", "when": {"beginning_of": "main"}},),
                    },
                    {"id": "B"},
                )
            }
        )
    )
    engine.advance()
    engine.submit(Pass())
    events = engine.submit(Pass())
    assert "ability_triggered" in [event.name_in_log for event in events]
    assert engine.decision is not None
    assert engine.decision.kind == "roll"
    assert ([ability.name for ability in engine.waiting], engine.observe("stack")) == (["gong"], [])
    engine.submit(next(engine.legal("A")))
    assert ([ability.name for ability in engine.waiting], engine.observe("stack")) == ([], ["gong"])


def test_603_2_the_log_names_the_rule_of_the_triggering() -> None:
    """A beginning triggers by 603.2b, any other event by 603.2."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: bear}],
           effects: [{effect: trigger, name: roar, when: {event: tapped, of: bear}, effects: []},
                     {effect: trigger, name: bell, when: {beginning_of: upkeep}, effects: []}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [bear]}]}]
    expect:
      events:
        - {event: ability_triggered, name: bell, rule: 603.2b}
        - {event: ability_triggered, name: roar, rule: "603.2"}
    """)


def test_603_2_an_ability_on_any_other_ability_triggering_does_not_trigger_on_itself() -> None:
    """ "Whenever another ability triggers" triggers once for each other ability and not for its own triggering."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: watch, when: {event: triggers, of: any}, effects: []},
                            {effect: trigger, name: bell, when: {beginning_of: upkeep}, effects: []}]}
        - {id: B, effects: [{effect: trigger, name: gong, when: {beginning_of: upkeep}, whose: each, effects: []}]}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [watch, watch, gong, bell]}}
      counts:
        - {event: ability_triggered, name: watch, turn: 1, is: 2}
    """)


@obligation("603.2a", 1)
def test_603_2a_abilities_trigger_while_nobody_can_act() -> None:
    """In the untap step, in which no one can cast or activate anything, abilities of both players trigger."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, tapped: true, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                                                               effects: []}]}]
        - {id: B, effects: [{effect: trigger, name: dawn, when: {beginning_of: untap}, whose: opponent, effects: []}]}
    expect:
      events:
        - {event: ability_triggered, name: dawn, step: untap}
        - {event: ability_triggered, name: awake, step: untap}
        - {event: step_ended, step: untap}
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [dawn, awake]}}
      never: [{event: priority_received, step: untap}]
    """)


@obligation("603.2b", 1)
def test_603_2b_only_abilities_of_that_instant_trigger() -> None:
    """What phases in by the step's own action is too late; what phases out by it was in time, and so was what left
    later."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: ghost, phased_out: true, abilities: [{effect: trigger, name: ghost-dawn, when: {beginning_of: untap},
                                                         effects: []}]}
            - {id: mist, keywords: [phasing], abilities: [{effect: trigger, name: mist-dawn,
                                                           when: {beginning_of: untap}, effects: []}]}
            - {id: lamp, types: [artifact], abilities: [{effect: trigger, name: glow, when: {beginning_of: upkeep},
                                                         effects: [{effect: gain_life, count: 1}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: smash
            effects:
              - {effect: destroy, permanents: [lamp]}
              - {effect: create, permanent: {id: lantern, abilities: [
                  {effect: trigger, name: shine, when: {beginning_of: upkeep}, effects: []}]}}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, decision: order_triggers}, that: {stack: []}}
        - {at: {turn: 1, step: upkeep}, that: {stack: [glow, mist-dawn]}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 21}}}
        - {at: {turn: 3, step: upkeep}, that: {stack: [shine, ghost-dawn]}}
      counts:
        - {event: ability_triggered, turn: 1, is: 2}
        - {event: ability_triggered, turn: 3, is: 2}
    """)


@obligation("603.2c", 1)
def test_603_2c_once_for_each_creature_that_dies_at_once() -> None:
    """Three creatures die at the same time: an ability triggers three times, also the one of a creature among them."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf}, {id: seer, abilities: [
            {effect: trigger, name: omen, when: {event: dies, of: any}, effects: []}]}]
        - id: B
          effects: [{effect: trigger, name: feast, when: {event: dies, of: any}, effects: [{effect: gain_life,
            count: 1}]}]
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: wrath, effects: [{effect: destroy, permanents: [seer, bear, wolf]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [feast, feast, feast, omen, omen, omen]}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 20, B: 23}}}
      counts:
        - {event: ability_triggered, name: feast, is: 3}
        - {event: ability_triggered, name: omen, is: 3}
    """)


@obligation("603.2f", 1)
def test_603_2f_entering_tapped_is_not_becoming_tapped() -> None:
    """A creature that enters tapped has not become tapped; tapping it does once, tapping it again does not."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: creak, when: {event: tapped, of: any}, effects: []},
                            {effect: trigger, name: stretch, when: {event: untapped, of: any}, effects: []}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: cast, name: call, effects: [{effect: create, permanent: {id: ox, tapped: true}},
                                                 {effect: create, permanent: {id: elk}}]}
          - {action: pass}
          - {action: cast, name: chill, effects: [{effect: tap, permanents: [ox, elk]}, {effect: tap,
              permanents: [elk]}]}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [], battlefield: {ox: {tapped: true}}}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [creak], battlefield: {elk: {tapped: true}}}}
      counts:
        - {event: ability_triggered, name: creak, turn: 1, is: 1}
        - {event: ability_triggered, name: stretch, turn: 1, is: 0}
        - {event: ability_triggered, name: stretch, turn: 3, is: 2}
    """)


@obligation("603.2h", 2)
def test_603_2h_a_skipped_step_triggers_nothing() -> None:
    """Nobody's abilities of the beginning of a skipped upkeep trigger; those of the next upkeep do."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: skip, what: upkeep}, {effect: trigger, name: bell, when: {beginning_of: upkeep},
                                                           effects: []}]}
        - {id: B, effects: [{effect: trigger, name: gong, when: {beginning_of: upkeep}, whose: each, effects: []}]}
    expect:
      counts:
        - {event: ability_triggered, turn: 1, is: 0}
        - {event: ability_triggered, turn: 2, is: 1}
        - {event: ability_triggered, turn: 3, is: 2}
    """)


@obligation("603.3", 1)
def test_603_3_waiting_abilities_go_above_what_is_there() -> None:
    """What triggers while objects are on the stack goes above them the next time somebody would get priority, and stays
    until it has resolved."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}]},
                {id: B, effects: [{effect: trigger, name: roar, when: {event: tapped, of: bear}, effects: []}]}]
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: cast, name: slow}
          - {action: cast, name: chill, effects: [{effect: tap, permanents: [bear]}]}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [chill, slow]}}
        - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [roar, slow]}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [slow]}}
      events:
        - {event: put_on_stack, name: roar, controller: B}
        - {event: priority_received, player: A}
    """)


@obligation("603.3a", 1)
def test_603_3a_the_ability_stays_with_who_controlled_its_source_as_it_triggered() -> None:
    """B takes the shrine with its ability on the stack: A still gains the life; the next one is B's."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: shrine, types: [enchantment], abilities: [
             {effect: trigger, name: grace, when: {beginning_of: upkeep}, effects: [{effect: gain_life, count: 3}]}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: theft, effects: [{effect: gain_control, permanent: shrine}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [grace], battlefield: {shrine: {controller: B}}}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 23, B: 20}}}
        - {at: {turn: 2, step: precombat_main}, that: {life: {A: 23, B: 23}}}
        - {at: {turn: 3, step: precombat_main}, that: {life: {A: 23, B: 23}}}
    """)


def test_603_3a_a_waiting_ability_keeps_its_controller_in_the_batch() -> None:
    """A spell taps A's golem, whose ability triggers, and then gives it to B: the ability is stacked with A's, below
    B's."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: golem, abilities: [{effect: trigger, name: creak, when: {event: tapped},
                                                         effects: [{effect: gain_life, count: 1}]}]}]}
        - {id: B, effects: [{effect: trigger, name: grin, when: {event: tapped, of: golem}, effects: []}]}
    script:
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: theft, effects: [{effect: tap, permanents: [golem]},
                                                   {effect: gain_control, permanent: golem}]}]
    expect:
      checks:
        - {at: {turn: 2, step: upkeep, nth: 3}, that: {stack: [creak, grin]}}
        - {at: {turn: 2, step: draw}, that: {life: {A: 21, B: 20}}}
    """)


# --- 603.3b: putting on the stack -------------------------------------------------------------------------------------


@obligation("603.3b", 1)
def test_603_3b_the_active_players_abilities_are_lowest() -> None:
    """In A's turn A's abilities are below B's, in B's turn B's are below A's; the upper ones resolve first."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: a1, when: {beginning_of: upkeep}, whose: each, effects: []},
                            {effect: trigger, name: a2, when: {beginning_of: upkeep}, whose: each, effects: []}]}
        - {id: B, effects: [{effect: trigger, name: b1, when: {beginning_of: upkeep}, whose: each, effects: []},
                            {effect: trigger, name: b2, when: {beginning_of: upkeep}, whose: each, effects: []}]}
    script:
      - at: {turn: 1, step: upkeep, decision: order_triggers, player: B}
        do: [{action: order, triggers: [b2, b1]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, decision: order_triggers, player: A}, that: {stack: []}}
        - {at: {turn: 1, step: upkeep, decision: order_triggers, player: B}, that: {stack: [a2, a1]}}
        - {at: {turn: 1, step: upkeep}, that: {stack: [b1, b2, a2, a1]}}
        - {at: {turn: 2, step: upkeep, decision: order_triggers, player: A}, that: {stack: [b2, b1]}}
        - {at: {turn: 2, step: upkeep}, that: {stack: [a2, a1, b2, b1]}}
      events:
        - {event: resolved, name: b1, turn: 1}
        - {event: resolved, name: b2, turn: 1}
        - {event: resolved, name: a2, turn: 1}
        - {event: resolved, name: a1, turn: 1}
    """)


@obligation("603.3b", 2)
def test_603_3b_abilities_on_an_ability_triggering_are_above_all_others() -> None:
    """The second part comes after all players' first part: the active player's reaction is above the other's
    ability."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: a-echo, when: {event: triggers, of: b-bell}, effects: []},
                            {effect: trigger, name: a-bell, when: {beginning_of: upkeep}, whose: each, effects: []}]}
        - {id: B, effects: [{effect: trigger, name: b-bell, when: {beginning_of: upkeep}, whose: each, effects: []},
                            {effect: trigger, name: b-echo, when: {event: triggers, of: a-bell}, effects: []}]}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [b-echo, a-echo, b-bell, a-bell]}}
        - {at: {turn: 2, step: upkeep}, that: {stack: [a-echo, b-echo, a-bell, b-bell]}}
      events:
        - {event: resolved, name: b-echo, turn: 1}
        - {event: resolved, name: a-echo, turn: 1}
        - {event: resolved, name: b-bell, turn: 1}
        - {event: resolved, name: a-bell, turn: 1}
    """)


@obligation("603.3b", 3)
def test_603_3b_when_they_triggered_plays_no_role() -> None:
    """Abilities of the untap step, of the beginning of the upkeep and of the gate's own actions are one batch of
    A's."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: golem, tapped: true}, {id: husk, toughness: 0}]
          effects:
            - {effect: trigger, name: one, when: {event: untapped, of: golem}, effects: []}
            - {effect: trigger, name: two, when: {beginning_of: upkeep}, effects: []}
            - {effect: trigger, name: three, when: {event: dies, of: husk}, effects: []}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep, decision: order_triggers}
        do: [{action: order, triggers: [three, one, two]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [two, one, three]}}
      events:
        - {event: ability_triggered, name: one, step: untap}
        - {event: ability_triggered, name: two, step: upkeep}
        - {event: ability_triggered, name: three, step: upkeep}
        - {event: put_on_stack, name: three}
        - {event: put_on_stack, name: one}
        - {event: put_on_stack, name: two}
    """)


def test_603_3b_each_wrong_order_is_refused() -> None:
    """An order that leaves one out, names one twice, a foreign one or the other player's is refused; all good ones are
    listed once each."""
    bells = tuple(Trigger(name=name, when=BeginningOf(beginning_of="upkeep")) for name in ("x", "y", "y"))
    theirs = Trigger(name="z", when=BeginningOf(beginning_of="upkeep"), whose="each")
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", effects=bells), PlayerSpec(id="B", effects=(theirs,)))))
    engine.advance()
    for names in (("x", "y"), ("x", "x", "y"), ("x", "y", "y", "z"), ("x", "y", "z"), ()):
        assert engine.why_not(OrderTriggers(triggers=names)) is not None
    assert engine.why_not(OrderTriggers(player="B", triggers=("z",))) is not None
    orders = [command.triggers for command in engine.legal("A") if isinstance(command, OrderTriggers)]
    assert sorted(orders) == [("x", "y", "y"), ("y", "x", "y"), ("y", "y", "x")]
    engine.submit(OrderTriggers(triggers=("y", "x", "y")))
    assert engine.observe("stack") == ["z", "y", "x", "y"]


def test_603_3b_equal_abilities_have_one_order() -> None:
    """Nine abilities of the same name can be stacked in one order only, which is listed once."""
    bells = tuple(Trigger(name="x", when=BeginningOf(beginning_of="upkeep")) for _ in range(30))
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", effects=bells), PlayerSpec(id="B"))))
    engine.advance()
    orders = [command for command in engine.legal("A") if isinstance(command, OrderTriggers)]
    assert [command.triggers for command in orders] == [("x",) * 30]
    engine.submit(orders[0])
    assert engine.observe("stack") == ["x"] * 30


def test_603_3b_who_controls_the_player_orders_that_players_abilities() -> None:
    """In a turn of A that B controls B decides in which order A's abilities are stacked; they stay A's, below B's
    own."""
    bells = tuple(Trigger(name=name, when=BeginningOf(beginning_of="upkeep")) for name in ("x", "y"))
    theirs = Trigger(name="z", when=BeginningOf(beginning_of="upkeep"), whose="each")
    control = ControlPlayer(player="A", by="B")
    engine = new_game(
        GameSpec(players=(PlayerSpec(id="A", effects=bells), PlayerSpec(id="B", effects=(theirs, control))))
    )
    engine.advance()
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player, engine.decision.decided_by) == ("order_triggers", "A", "B")
    with pytest.raises(IllegalCommand):
        engine.submit(OrderTriggers(player="A", by="A", triggers=("x", "y")))
    engine.submit(OrderTriggers(player="A", by="B", triggers=("y", "x")))
    assert engine.observe("stack") == ["z", "x", "y"]
    assert {ability.name: ability.controller for ability in engine.stack} == {"x": "A", "y": "A", "z": "B"}


def test_603_3b_a_new_gate_is_a_new_first_part() -> None:
    """A reaction to an ability that triggered in a resolution is stacked in that gate; a later ability goes above
    it."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf}]
          effects: [{effect: trigger, name: roar, when: {event: tapped, of: bear},
                     effects: [{effect: tap, permanents: [wolf]}]},
                    {effect: trigger, name: echo, when: {event: triggers, of: roar},
                     effects: [{effect: tap, permanents: [wolf]}]},
                    {effect: trigger, name: howl, when: {event: tapped, of: wolf}, effects: []}]
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [bear]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [echo, roar]}}
        - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [howl, roar]}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [roar]}}
        - {at: {turn: 1, step: upkeep, nth: 6}, that: {stack: []}}
    """)


# --- 603.4: intervening conditions ------------------------------------------------------------------------------------


@obligation("603.4", 1)
def test_603_4_the_condition_is_tested_as_the_step_begins() -> None:
    """In the draw step the hand is counted before the draw: what wants 7 cards triggers, what wants 8 does not; and
    what triggered is removed on resolution, as there are 8 now."""
    play("""
    game:
      players:
        - {id: A}
        - id: B
          effects:
            - {effect: trigger, name: seven, when: {beginning_of: draw}, if: {hand: {B: 7}},
               effects: [{effect: gain_life, count: 1}]}
            - {effect: trigger, name: eight, when: {beginning_of: draw}, if: {hand: {B: 8}},
               effects: [{effect: gain_life, count: 10}]}
    expect:
      checks:
        - {at: {turn: 2, step: draw}, that: {stack: [seven], hand: {B: 8}}}
        - {at: {turn: 2, step: precombat_main}, that: {life: {B: 20}}}
      events:
        - {event: ability_triggered, name: seven, turn: 2}
        - {event: card_drawn, player: B, turn: 2}
        - {event: left_stack, name: seven, turn: 2, rule: "603.4"}
      never:
        - {event: ability_triggered, name: eight, turn: 2}
        - {event: resolved, name: seven}
    """)


def test_603_4_a_condition_of_the_untap_step_looks_before_its_actions() -> None:
    """An ability of the beginning of the untap step sees the creature still tapped and the ghost still phased out."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear, tapped: true}, {id: ghost, phased_out: true}]
          effects:
            - {effect: trigger, name: asleep, when: {beginning_of: untap}, effects: [],
               if: {battlefield: {bear: {tapped: true}, ghost: {phased_out: true}}}}
            - {effect: trigger, name: awake, when: {beginning_of: untap}, effects: [],
               if: {battlefield: {bear: {tapped: false}}}}
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [asleep], battlefield: {bear: {tapped: false}}}}
      events:
        - {event: left_stack, name: asleep, rule: "603.4"}
      never: [{event: ability_triggered, name: awake, turn: 1}, {event: resolved, name: asleep}]
    """)


def test_603_4_the_condition_of_a_death_sees_the_game_after_the_death() -> None:
    """When a creature dies the condition is tested with the card in the graveyard and the creature gone."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}]
          effects:
            - {effect: trigger, name: buried, when: {event: dies, of: bear}, if: {graveyard: {A: 1}}, effects: []}
            - {effect: trigger, name: alone, when: {event: leaves, of: bear}, if: {battlefield: {bear: absent}},
               effects: []}
            - {effect: trigger, name: still-there, when: {event: dies, of: bear}, if: {graveyard: {A: 0}}, effects: []}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: doom, effects: [{effect: destroy, permanents: [bear]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [alone, buried], graveyard: {A: 1}}}
      never: [{event: ability_triggered, name: still-there}]
    """)


def test_603_4_the_condition_of_phasing_out_sees_it_phased_out() -> None:
    """When a creature phases out the condition is tested after that, and again on resolution."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: mist, keywords: [phasing]}]
          effects: [{effect: trigger, name: gone, when: {event: phases_out, of: mist},
                     if: {battlefield: {mist: {phased_out: true}}}, effects: [{effect: gain_life, count: 1}]}]
        - {id: B}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {stack: [gone]}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 21}}}
    """)


def test_603_4_the_condition_sees_all_of_a_simultaneous_event() -> None:
    """Two attackers deal their damage at once, each player loses life at once: each condition sees all of it."""
    play("""
    game:
      players:
        - id: A
          battlefield: [{id: bear}, {id: wolf}]
          effects: [{effect: trigger, name: hit, when: {event: deals_combat_damage, of: any}, if: {life: {B: 16}},
                     effects: []}]
        - {id: B}
    script:
      - at: {turn: 1, step: declare_attackers, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: B}}]
    expect:
      checks:
        - {at: {turn: 1, step: combat_damage}, that: {stack: [hit, hit], life: {B: 16}}}
    """)
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: ouch, when: {event: life_lost, of: any},
                             if: {life: {A: 19, B: 19}}, effects: []}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: drain, effects: [{effect: lose_life, player: each}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [ouch, ouch]}}
    """)


def test_603_4_a_condition_that_becomes_true_again_is_true_on_resolution() -> None:
    """Only the two moments count: true as it triggers, false in between, true again as it would resolve."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: trigger, name: full, when: {beginning_of: upkeep}, if: {life: {A: 20}},
                             effects: [{effect: gain_life, count: 5}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: sting, effects: [{effect: lose_life, count: 1, player: A}]}]
      - at: {turn: 1, step: upkeep, nth: 3}
        do: [{action: cast, name: balm, effects: [{effect: gain_life, count: 1}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [full], life: {A: 19}}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [full], life: {A: 20}}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 25}}}
    """)


# --- 603.7: delayed triggered abilities -------------------------------------------------------------------------------


@obligation("603.7a", 1)
def test_603_7a_made_in_an_end_step_it_waits_for_the_next_one() -> None:
    """A delayed ability for the next end step that is made in an end step does not trigger in it, but in the next
    turn's."""
    play("""
    script:
      - at: {turn: 1, step: end}
        do: [{action: cast, name: vow, effects: [{effect: delayed_trigger, name: due, when: {beginning_of: end},
                                                  whose: each, effects: [{effect: gain_life, count: 1}]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: end, nth: 3}, that: {stack: []}}
        - {at: {turn: 2, step: end}, that: {stack: [due]}}
        - {at: {turn: 3, step: end}, that: {stack: [], life: {A: 21}}}
      counts: [{event: ability_triggered, name: due, is: 1}]
    """)


@obligation("603.7a", 2)
def test_603_7a_an_event_just_before_it_was_made_does_not_count() -> None:
    """A spell taps a creature and then makes an ability that waits for its tapping: that waits for the next tapping."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: snare, effects: [
               {effect: tap, permanents: [bear]},
               {effect: delayed_trigger, name: snap, when: {event: tapped, of: bear}, effects: []}]}]
      - at: {turn: 3, step: upkeep}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [bear]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [], battlefield: {bear: {tapped: true}}}}
        - {at: {turn: 3, step: upkeep, nth: 3}, that: {stack: [snap]}}
      counts: [{event: ability_triggered, name: snap, is: 1}]
    """)


def test_603_7b_without_a_duration_it_triggers_once() -> None:
    """After it has triggered it is gone, even if the event happened twice at once; limited to a turn it is gone with
    it."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}, {id: wolf}, {id: elk}]}, {id: B}]
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: vow
            effects:
              - {effect: delayed_trigger, name: grief, when: {event: dies, of: any}, effects: []}
              - {effect: delayed_trigger, name: brief, when: {event: tapped, of: elk}, this_turn: true, effects: []}
          - {action: pass}
          - {action: cast, name: wrath, effects: [{effect: destroy, permanents: [bear, wolf]}]}
          - {action: pass}
          - {action: pass}
          - {action: cast, name: doom, effects: [{effect: destroy, permanents: [elk]}]}
      - at: {turn: 2, step: upkeep}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [elk]}]}]
    expect:
      counts:
        - {event: ability_triggered, name: grief, is: 1}
        - {event: ability_triggered, name: brief, is: 0}
        - {event: permanent_left, is: 3}
    """)


@obligation("603.7c", 1)
def test_603_7c_it_does_nothing_to_a_new_object() -> None:
    """The creature was exiled and came back: the ability that would exile it triggers, resolves and does nothing to
    it."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}]}, {id: B}]
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: loan
            effects: [{effect: delayed_trigger, name: return, when: {beginning_of: end}, whose: each,
                       effects: [{effect: exile, permanents: [bear]}]}]
          - {action: pass}
          - {action: cast, name: flicker, effects: [{effect: exile, permanents: [bear]},
                                                    {effect: create, permanent: {id: bear}}]}
    expect:
      events:
        - {event: permanent_left, to: exile, step: upkeep}
        - {event: permanent_entered, step: upkeep}
        - {event: ability_triggered, name: return, step: end}
        - {event: resolved, name: return, step: end}
      counts:
        - {event: permanent_left, turn: 1, is: 1}
    """)


@pytest.mark.parametrize(
    "effect",
    [
        "{effect: delayed_trigger, name: first, when: {beginning_of: end}, effects: [{effect: delayed_trigger,"
        " name: return, when: {beginning_of: upkeep}, whose: each, effects: [{effect: exile, permanents: [bear]}]}]}",
        "{effect: extra_phases, phases: [combat], then: [{effect: delayed_trigger, name: return,"
        " when: {beginning_of: combat}, effects: [{effect: exile, permanents: [bear]}]}]}",
        "{effect: extra_turn, then: [{effect: exile, permanents: [bear]},"
        " {effect: delayed_trigger, name: return, when: {beginning_of: upkeep}, effects: []}]}",
    ],
)
def test_603_7c_what_it_makes_later_means_the_same_object(effect: str) -> None:
    """A delayed ability made by a delayed ability or a rider, and a rider, speak of the creature that the spell
    named."""
    play(f"""
    game:
      players: [{{id: A, battlefield: [{{id: bear}}]}}, {{id: B}}]
    script:
      - at: {{turn: 1, step: precombat_main}}
        do:
          - {{action: cast, name: loan, effects: [{effect}]}}
          - {{action: pass}}
          - {{action: cast, name: flicker, effects: [{{effect: exile, permanents: [bear]}},
                                                     {{effect: create, permanent: {{id: bear}}}}]}}
    until: {{turn: 3, step: upkeep}}
    expect:
      events: [{{event: permanent_entered}}, {{event: resolved, name: return}}]
      counts: [{{event: permanent_left, is: 1}}]
    """)


def test_603_7c_it_affects_the_object_though_it_has_changed() -> None:
    """A creature that became an artifact of another player is still the one that is sacrificed; one that died is
    not."""
    play("""
    game:
      players: [{id: A, battlefield: [{id: bear}, {id: wolf}]}, {id: B}]
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: loan
            effects: [{effect: delayed_trigger, name: return, when: {beginning_of: end}, whose: each,
                       effects: [{effect: exile, permanents: [bear, wolf]}]}]
          - {action: pass}
          - action: cast
            name: change
            effects:
              - {effect: become, permanent: bear, types: [artifact], keywords: [indestructible]}
              - {effect: gain_control, permanent: bear, player: B}
              - {effect: destroy, permanents: [wolf]}
    expect:
      checks:
        - {at: {turn: 1, step: end}, that: {stack: [return], battlefield: {bear: {controller: B}, wolf: absent}}}
        - {at: {turn: 2, step: upkeep}, that: {battlefield: {bear: absent}, graveyard: {A: 1}}}
      events:
        - {event: permanent_left, permanent: bear, controller: B, to: exile, step: end}
        - {event: resolved, name: return}
    """)


def test_603_7e_a_delayed_ability_has_the_source_of_what_made_it() -> None:
    """A creature's ability makes a delayed one: that looks at this creature, and its damage is this creature's
    damage."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: imp, keywords: [lifelink], abilities: [
             {effect: trigger, name: plot, when: {beginning_of: upkeep}, effects: [
               {effect: delayed_trigger, name: spite, when: {event: tapped},
                effects: [{effect: damage, amount: 1, to: B}]}]}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [imp]}]}]
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main, nth: 3}, that: {stack: [spite]}}
        - {at: {turn: 1, step: end}, that: {life: {A: 21, B: 19}}}
      events:
        - {event: damage_dealt, source: imp, to: B, amount: 1}
    """)


# --- interplay --------------------------------------------------------------------------------------------------------


def test_603_7a_the_next_upkeep_is_the_next_that_takes_place() -> None:
    """A delayed ability for A's next upkeep outlasts a skipped upkeep and a turn of A ended as it began, and works
    once."""
    play("""
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: vow
            effects:
              - {effect: delayed_trigger, name: due, when: {beginning_of: upkeep}, effects: []}
              - {effect: skip, what: upkeep}
              - {effect: extra_turn, then: [{effect: end_turn}]}
    expect:
      turns:
        - {turn: 2, player: A, steps: [cleanup]}
        - {turn: 3, player: B}
        - turn: 4
          player: A
          steps: [untap, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
        - {turn: 5, player: B}
      checks:
        - {at: {turn: 6, step: upkeep}, that: {stack: [due]}}
        - {at: {turn: 8, step: upkeep}, that: {stack: []}}
    """)


def test_603_3_abilities_held_over_a_turns_end_cease_to_exist_if_the_next_turn_is_ended() -> None:
    """What triggered in an untap step behind the ending phase still waits as the extra turn begins, whose rider ends
    it."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: golem, abilities: [{effect: trigger, name: awake, when: {event: untapped},
                                                         effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: odd-night
            effects:
              - {effect: tap, permanents: [golem]}
              - {effect: extra_turn, then: [{effect: end_turn}]}
              - {effect: extra_steps, steps: [untap], after_phase: this_phase}
    expect:
      turns:
        - {turn: 2, player: A, steps: [cleanup]}
        - {turn: 3, player: B}
      checks:
        - {at: {turn: 3, step: upkeep}, that: {stack: [], battlefield: {golem: {tapped: false}}}}
      events:
        - {event: ability_triggered, name: awake, turn: 1, step: untap}
        - {event: turn_began, turn: 2}
      never: [{event: put_on_stack, name: awake}, {event: priority_received, turn: 2}]
    """)


@pytest.mark.parametrize(
    ("unit", "added", "moment"),
    [
        ("postcombat_main", "{effect: extra_phases, phases: [main], then: [{effect: discard}]}",
         "{turn: 1, step: postcombat_main}"),
        ("combat", "{effect: extra_phases, phases: [combat], then: [{effect: discard}]}",
         "{turn: 1, step: beginning_of_combat}"),
        ("beginning", "{effect: extra_phases, phases: [beginning], then: [{effect: discard}]}",
         "{turn: 1, step: upkeep, occurrence: 2}"),
        ("turn", "{effect: extra_turn, then: [{effect: discard}]}", "{turn: 2, step: upkeep}"),
    ],
)  # fmt: skip
def test_603_4_a_rider_is_finished_before_the_beginning_triggers(unit: str, added: str, moment: str) -> None:
    """A rider has its player choose a discard as the phase or turn begins: the conditions of the abilities of that
    beginning are tested after it."""
    play(f"""
    game:
      players:
        - {{id: A, hand: 6, effects: [
             {{effect: trigger, name: five, when: {{beginning_of: {unit}}}, if: {{hand: {{A: 5}}}}, effects: []}},
             {{effect: trigger, name: six, when: {{beginning_of: {unit}}}, if: {{hand: {{A: 6}},
                                                                            begun_this_turn: {{main: 2}}}},
                                                                              effects: []}}]}}
        - {{id: B}}
    script:
      - at: {{turn: 1, step: precombat_main}}
        do: [{{action: cast, name: more, effects: [{added}]}}]
    expect:
      checks:
        - {{at: {moment}, that: {{stack: [five], hand: {{A: 5}}}}}}
      never: [{{event: ability_triggered, name: six}}]
    """)


def test_603_2b_what_lasts_until_the_step_has_ended_before_its_abilities_trigger() -> None:
    """The conditions of abilities of the beginning of an upkeep and of a main phase see no effect that lasts until
    it."""
    play("""
    game:
      players:
        - id: A
          effects:
            - {effect: trigger, name: calm, when: {beginning_of: upkeep}, if: {effects: []}, effects: []}
            - {effect: trigger, name: ward-seen, when: {beginning_of: upkeep}, if: {effects: [ward]}, effects: []}
            - {effect: trigger, name: still, when: {beginning_of: main}, if: {effects: []}, effects: []}
        - {id: B}
    script:
      - at: {turn: 2, step: end, player: A}
        do: [{action: cast, name: spell, effects: [{effect: continuous, name: ward, lasts: {until: next_upkeep}}]}]
      - at: {turn: 3, step: draw}
        do: [{action: cast, name: spell, effects: [{effect: continuous, name: veil, lasts: {until: your_next_main}}]}]
    expect:
      checks:
        - {at: {turn: 2, step: cleanup, when: ended}, that: {effects: [ward]}}
        - {at: {turn: 3, step: upkeep}, that: {stack: [calm]}}
        - {at: {turn: 3, step: draw, when: ended}, that: {effects: [veil]}}
        - {at: {turn: 3, step: precombat_main}, that: {stack: [still]}}
      never: [{event: ability_triggered, name: ward-seen}]
    """)


def test_603_2b_what_a_rider_creates_triggers_at_that_very_beginning() -> None:
    """A rider comes before the triggers of the beginning: what it creates, and a delayed ability, trigger at once."""
    play("""
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: more
            effects:
              - effect: extra_phases
                phases: [main]
                then:
                  - {effect: create, permanent: {id: drum, types: [artifact], abilities: [
                      {effect: trigger, name: beat, when: {beginning_of: main}, effects: []}]}}
                  - {effect: delayed_trigger, name: once, when: {beginning_of: main}, effects: []}
    expect:
      checks:
        - {at: {turn: 1, step: postcombat_main}, that: {stack: [beat, once]}}
        - {at: {turn: 1, step: postcombat_main, occurrence: 2}, that: {stack: [beat]}}
    """)


def test_603_7b_a_delayed_ability_that_makes_the_next_one_adds_a_phase_each_time() -> None:
    """Delayed abilities that each add a combat phase and the next such ability: one phase a resolution, then it
    stops."""
    play("""
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - action: cast
            name: frenzy
            effects:
              - effect: delayed_trigger
                name: again
                when: {beginning_of: end_of_combat}
                effects:
                  - {effect: extra_phases, phases: [combat]}
                  - effect: delayed_trigger
                    name: once-more
                    when: {beginning_of: end_of_combat}
                    effects: [{effect: extra_phases, phases: [combat]}, {effect: end_combat}]
    expect:
      turns:
        - turn: 1
          player: A
          steps: [untap, upkeep, precombat_main,
                  beginning_of_combat, declare_attackers, end_of_combat,
                  beginning_of_combat, declare_attackers, end_of_combat,
                  beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 1, step: end_of_combat}, that: {stack: [again]}}
        - {at: {turn: 1, step: end_of_combat, occurrence: 2}, that: {stack: [once-more]}}
        - {at: {turn: 1, step: end_of_combat, occurrence: 3}, that: {stack: []}}
    """)


def test_603_7a_a_skip_and_a_trigger_of_the_same_upkeep_meet_the_extra_turn() -> None:
    """ "Skip the next upkeep" and "at the next upkeep" made together: the extra turn's upkeep is skipped, the ability
    works in the upkeep that an effect adds to that very turn."""
    play("""
    script:
      - at: {turn: 1, step: end}
        do:
          - action: cast
            name: bargain
            effects:
              - {effect: skip, what: upkeep}
              - {effect: delayed_trigger, name: due, when: {beginning_of: upkeep}, effects: [{effect: end_turn}]}
              - {effect: extra_turn}
      - at: {turn: 2, step: precombat_main}
        do: [{action: cast, name: more, effects: [{effect: extra_steps, steps: [upkeep, upkeep],
                                                   after_phase: this_phase}]}]
    expect:
      turns:
        - {turn: 2, player: A, steps: [untap, draw, precombat_main, upkeep, cleanup]}
        - {turn: 3, player: B}
        - turn: 4
          player: A
          steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
      checks:
        - {at: {turn: 2, step: upkeep}, that: {stack: [due]}}
    """)


def test_603_3b_a_countered_trigger_is_gone_and_the_batch_goes_on() -> None:
    """B counters A's delayed ability on the stack: it doesn't come back at the next upkeep, the others resolve."""
    play("""
    game:
      players:
        - {id: A, effects: [{effect: delayed_trigger, name: due, when: {beginning_of: upkeep},
                             effects: [{effect: gain_life, count: 1}]},
                            {effect: trigger, name: bell, when: {beginning_of: upkeep},
                             effects: [{effect: gain_life, count: 10}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep, decision: order_triggers}
        do: [{action: order, triggers: [bell, due]}]
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: deny, effects: [{effect: counter_top}]}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [bell]}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 30}}}
        - {at: {turn: 3, step: upkeep}, that: {stack: [bell], life: {A: 30}}}
      never: [{event: resolved, name: due}]
    """)


def test_603_3_what_the_end_of_a_step_leaves_behind_is_seen_in_the_next_gate() -> None:
    """An effect that ends with the upkeep step leaves a creature with toughness 0: it dies in the gate of the next
    phase, where its ability is stacked, and not between the two."""
    play("""
    game:
      players:
        - {id: A, battlefield: [{id: husk, abilities: [{effect: trigger, name: toll, when: {event: dies},
                                                        effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: prop
            effects:
              - {effect: become, permanent: husk, toughness: 0}
              - {effect: continuous, name: crutch, lasts: {until_end_of: this_step},
                 modifies: {permanent: husk, toughness: 1}}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {husk: {toughness: 1}}}}
        - {at: {turn: 1, step: upkeep, when: ended}, that: {battlefield: {husk: {toughness: 0}}, stack: []}}
        - {at: {turn: 1, step: precombat_main}, that: {battlefield: {husk: absent}, stack: [toll], priority: A}}
      never: [{event: state_based_action, step: upkeep}]
    """)


def test_603_2_abilities_of_one_declaration_trigger_in_game_order_whatever_each_looks_for() -> None:
    """The elder's ability looks for the player's attack, the younger's for its own: the elder's is first."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - id: elder
              abilities: [{effect: trigger, name: horn, when: {event: player_attacks, of: A}, effects: []}]
            - id: younger
              abilities: [{effect: trigger, name: fang, when: {event: attacks}, effects: []}]
        - {id: B}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {younger: B}}]
    expect:
      events:
        - {event: ability_triggered, name: horn, rule: "603.2"}
        - {event: ability_triggered, name: fang, rule: "603.2"}
        - {event: put_on_stack, name: horn}
        - {event: put_on_stack, name: fang}
    """)


def test_603_7b_a_delayed_ability_triggers_once() -> None:
    """At the first of two losses of life."""
    once = "{effect: delayed_trigger, name: once, when: {event: life_lost, of: B}, effects: []}"
    loss = "[{action: cast, name: hit, effects: [{effect: lose_life, player: B}]}]"
    play(f"""
        script:
          - {{at: {{turn: 1, step: upkeep}}, do: [{{action: cast, name: spell, effects: [{once}]}}]}}
          - {{at: {{turn: 1, step: precombat_main}}, do: {loss}}}
          - {{at: {{turn: 1, step: end}}, do: {loss}}}
        expect: {{counts: [{{event: ability_triggered, name: once, is: 1}}]}}
        """)


OUT = "{effect: trigger, name: NAME, when: {event: phases_out, of: bear}, effects: []}"


@obligation("603.10b", 1, 2)
def test_603_10b_what_phases_out_has_triggered_and_so_has_what_phases_out_with_it() -> None:
    """Both abilities look for the bear, which phases out together with the owl."""
    play(f"""
        game:
          players:
            - id: A
              battlefield:
                - {{id: bear, abilities: [{OUT.replace("NAME", "own")}]}}
                - {{id: owl, abilities: [{OUT.replace("NAME", "watching")}]}}
            - {{id: B}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: spell, effects: [{{effect: phase_out, permanents: [bear, owl]}}]}}]
        expect:
          checks: [{{at: {{turn: 1, step: upkeep, nth: 3}}, that: {{battlefield: {{bear: {{phased_out: true}}}}}}}}]
          counts:
            - {{event: ability_triggered, name: own, is: 1}}
            - {{event: ability_triggered, name: watching, is: 1}}
        """)


@obligation("603.10b", 3)
def test_603_10b_phasing_in_is_judged_by_the_game_after_it() -> None:
    """The bear that phases in sees itself; the owl that is phased out still does not."""
    phases_in = "{effect: trigger, name: NAME, when: {event: phases_in, of: bear}, effects: []}"
    play(f"""
        game:
          players:
            - id: A
              battlefield:
                - {{id: bear, phased_out: true, abilities: [{phases_in.replace("NAME", "own")}]}}
                - {{id: owl, phased_out: true, abilities: [{phases_in.replace("NAME", "other")}]}}
            - {{id: B}}
        script:
          - at: {{turn: 2, step: upkeep}}
            do: [{{action: cast, name: out, effects: [{{effect: phase_out, permanents: [bear, owl]}}]}}]
          - at: {{turn: 2, step: end}}
            do: [{{action: cast, name: in, effects: [{{effect: phase_in, permanents: [bear]}}]}}]
        expect:
          counts:
            - {{event: ability_triggered, name: own, turn: 2, is: 1}}
            - {{event: ability_triggered, name: other, turn: 2, is: 0}}
        """)


def test_603_2_an_ability_that_looks_for_what_happens_to_a_player_looks_at_its_controller() -> None:
    """A's idol triggers as A draws, and not as B does, though it names nobody."""
    play("""
        game:
          players:
            - id: A
              battlefield: [{id: idol, types: [artifact], abilities: [
                {effect: trigger, name: glee, when: {event: draws}}]}]
            - {id: B}
        until: {turn: 3, step: precombat_main}
        expect:
          events: [{event: card_drawn, player: A, turn: 3}, {event: ability_triggered, name: glee, turn: 3}]
          counts: [{event: card_drawn, is: 2}, {event: ability_triggered, name: glee, is: 1}]
    """)


def test_608_2_an_effect_on_a_player_is_not_for_one_whose_name_is_part_of_that_name() -> None:
    """Ann loses life, and An does not."""
    play("""
        game: {players: [{id: An}, {id: Ann}]}
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: jab, effects: [{effect: lose_life, count: 2, player: Ann}]}]
        until: {turn: 1, step: precombat_main}
        expect: {checks: [{at: {turn: 1, step: precombat_main}, that: {life: {An: 20, Ann: 18}}}]}
    """)


def test_603_4_a_delayed_ability_whose_condition_does_not_hold_waits_for_the_next_time() -> None:
    """A's life is 20 as the draw step begins, so it does not trigger; 15 in the next one, and it does, once."""
    play("""
        game: {players: [{id: A}, {id: B}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: plan
                effects:
                  - {effect: delayed_trigger, name: late, when: {beginning_of: end}, whose: each, if: {life: {A: 15}}}
          - at: {turn: 2, step: upkeep}
            do: [{action: cast, player: A, name: pain, effects: [{effect: lose_life, count: 5}]}]
        until: {turn: 3, step: cleanup, when: ended}
        expect:
          events:
            - {event: ability_triggered, name: late, turn: 2, step: end}
          counts:
            - {event: ability_triggered, name: late, is: 1}
    """)

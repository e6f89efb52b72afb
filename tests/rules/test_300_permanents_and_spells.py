"""Rules 118, 302-306, 402, 601, 602 and 608: permanents, lands, and how spells and abilities come and go."""

from __future__ import annotations

from typing import Any

import pytest
from support import load_one, obligation, play

from mtg_fsm import COMMANDS, Engine, Refusal, new_game


def cards(game: str, *, step: str = "precombat_main") -> Engine:
    """A game with real cards, run by defaults to A's priority in a step of the first turn."""
    engine = new_game(load_one(f"game: {game}").game.model_copy(update={"free_casting": False}))
    engine.advance()
    while (engine.position.step or engine.position.phase) != step or engine.asked_now != ("A",):
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    return engine


def do(engine: Engine, action: str, **keys: Any) -> None:
    engine.submit(COMMANDS.validate_python({"action": action, **keys}))


def refused(engine: Engine, action: str, **keys: Any) -> tuple[str, str] | None:
    """Guard and rule by which a command is refused."""
    refusal: Refusal | None = engine.why_not(COMMANDS.validate_python({"action": action, **keys}))
    return None if refusal is None else (refusal.guard, refusal.rule)


BOLT = "{name: bolt, cost: R, speed: instant, target: any, effects: [{effect: damage, amount: 3, to: $target}]}"
BEAR = "{name: bear, cost: '', permanent: {id: $this, power: 2, toughness: 2}}"
FIELD = """{name: field, permanent: {id: $this, types: [land],
             abilities: [{effect: activated, name: tap, tap: true, effects: [{effect: add_mana, mana: R}]}]}}"""
ELF = """{id: elf, abilities: [{effect: activated, name: ping, cost: '1', tap: true, target: player,
             effects: [{effect: lose_life, player: $target}]},
            {effect: activated, name: slow, speed: sorcery, effects: [{effect: draw}]}]}"""


# --- summoning sickness, lands, loyalty, hands ---


@obligation("302.6", 1)
def test_302_6_what_one_controls_as_an_extra_turn_begins_can_attack_in_it() -> None:
    """A creature that entered in turn 1 attacks in the extra turn that follows."""
    play("""
        game: {players: [{id: A}, {id: B}]}
        script:
          - at: {turn: 1, step: precombat_main}
            do: [{action: cast, name: spell, effects: [{effect: create, permanent: {id: cat}}, {effect: extra_turn}]}]
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {cat: B}, rejected: true}]
          - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {cat: B}}]}
        expect: {checks: [{at: {turn: 2, step: declare_attackers}, that: {attacking: {cat: B}}}]}
        """)


@obligation("302.6", 2)
def test_302_6_the_turn_and_not_the_untapping_is_what_counts() -> None:
    """With A's untap steps skipped the cat, there since B's turn, can attack."""
    play("""
        game: {players: [{id: A, effects: [{effect: skip, what: untap, count: 2}]}, {id: B}]}
        script:
          - at: {turn: 2, step: upkeep, player: A}
            do: [{action: cast, name: spell, effects: [{effect: create, permanent: {id: cat}}]}]
          - {at: {turn: 3, decision: declare_attackers}, do: [{action: attack, attackers: {cat: B}}]}
        expect: {checks: [{at: {turn: 3, step: declare_attackers}, that: {attacking: {cat: B}}}]}
        """)


@obligation("305.2", 1)
def test_305_2_after_as_many_lands_as_are_allowed_no_further_one_can_be_played() -> None:
    """One, and one more by an effect; the number is counted through the turn."""
    extra = "{effect: static, extra_lands: 1}"
    play(f"""
        game: {{players: [{{id: A, effects: [{extra}]}}, {{id: B}}]}}
        script:
          - at: {{turn: 1, step: precombat_main}}
            do:
              - {{action: play_land, id: one}}
              - {{action: play_land, id: two}}
              - {{action: play_land, id: three, rejected: true}}
          - {{at: {{turn: 1, step: postcombat_main}}, do: [{{action: play_land, id: three, rejected: true}}]}}
          - {{at: {{turn: 3, step: precombat_main}}, do: [{{action: play_land, id: three}}]}}
        """)


@obligation("305.1", 1)
def test_305_1_a_land_is_played_from_the_hand_without_the_stack() -> None:
    """Nobody can respond; it is on the battlefield at once, and the player has priority again."""
    engine = cards(f"{{cards: [{FIELD}], players: [{{id: A, hand: [field]}}, {{id: B}}]}}")
    assert refused(engine, "cast", name="field") == ("is_no_land", "305.9")
    do(engine, "play_land", id="field")
    assert (engine.observe("stack"), engine.asked_now) == ([], ("A",))
    assert engine.observe("battlefield", ["field"])["field"]["types"] == ["land"]


@obligation("305.1", 2)
def test_305_1_what_is_no_land_cannot_be_played_as_one() -> None:
    """It is cast."""
    engine = cards(f"{{cards: [{BEAR}], players: [{{id: A, hand: [bear]}}, {{id: B}}]}}")
    assert refused(engine, "play_land", id="bear") == ("is_land", "305.1")


@obligation("305.9", 1)
def test_305_9_a_land_that_is_a_creature_too_is_played_and_never_cast() -> None:
    """Whatever else it is."""
    dryad = "{name: dryad, permanent: {id: $this, types: [land, creature], power: 1, toughness: 1}}"
    engine = cards(f"{{cards: [{dryad}], players: [{{id: A, hand: [dryad]}}, {{id: B}}]}}")
    assert refused(engine, "cast", name="dryad") == ("is_no_land", "305.9")
    do(engine, "play_land", id="dryad")
    assert engine.observe("battlefield", ["dryad"])["dryad"]["controller"] == "A"


@obligation("306.5", 1)
def test_306_5_loyalty_is_the_number_of_loyalty_counters() -> None:
    """After damage, and after counters are added."""
    play("""
        game: {players: [{id: A, battlefield: [{id: walker, types: [planeswalker], loyalty: 5}]}, {id: B}]}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: spell
                effects:
                  - {effect: damage, to: walker, amount: 2}
                  - {effect: add_counters, permanent: walker, counter: loyalty, count: 1}
        expect:
          checks: [{at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {walker: {counters: {loyalty: 4}}}}}]
        """)


@obligation("402.2", 1)
def test_402_2_a_player_keeps_any_number_of_cards_at_the_end_of_anothers_turn() -> None:
    """B has nine cards as A's turn ends, and discards, with a tenth one, only in B's own turn."""
    play("""
        game: {players: [{id: A}, {id: B, hand: 9}]}
        expect:
          checks: [{at: {turn: 1, step: cleanup, when: ended}, that: {hand: {B: 9}}}]
          never: [{event: card_discarded, turn: 1}]
          counts: [{event: card_discarded, turn: 2, is: 3}]
        """)


# --- costs, casting, activating ---


@obligation("118.3", 1)
def test_118_3_what_is_tapped_cannot_be_tapped_as_a_cost() -> None:
    """Nor can a creature that is sick; once it is untapped and has been there it can."""
    engine = cards(f"{{cards: [{FIELD}], players: [{{id: A, hand: [field]}}, {{id: B}}]}}")
    do(engine, "play_land", id="field")
    do(engine, "activate", source="field", name="tap", mana_ability=True)
    assert refused(engine, "activate", source="field", name="tap", mana_ability=True) == ("is_untapped", "118.3")


@obligation("601.2a", 1)
def test_601_2a_a_card_that_is_cast_leaves_the_hand_and_is_on_top_of_the_stack() -> None:
    """Over what is there; the stack is not empty any more."""
    engine = cards(f"{{cards: [{BOLT}, {BEAR}], players: [{{id: A, hand: [bolt, bear]}}, {{id: B}}]}}")
    do(engine, "cast", name="bear")
    assert (engine.observe("stack"), engine.observe("hand", ["A"])) == (["bear"], {"A": 1})
    assert refused(engine, "cast", name="bolt", target="B") == ("cost_can_be_paid", "601.2h")


@obligation("601.2a", 2)
def test_601_2a_a_card_that_cannot_be_cast_is_where_it_was() -> None:
    """It stays in the hand, and nothing is on the stack."""
    engine = cards(f"{{cards: [{BOLT}], players: [{{id: A, hand: [bolt]}}, {{id: B}}]}}")
    before = engine.state(), engine.game.save()
    with pytest.raises(ValueError, match="the cost is R"):
        do(engine, "cast", name="bolt", target="B")
    assert (engine.state(), engine.game.save()) == before


@obligation("601.2c", 1)
@pytest.mark.parametrize("target", [None, "nobody", "field"])
def test_601_2c_a_spell_with_a_target_names_one_that_is_legal(target: str | None) -> None:
    """A bolt can target players and creatures, not a land, and not nothing."""
    field = "{id: field, types: [land]}"
    engine = cards(f"{{cards: [{BOLT}], players: [{{id: A, hand: [bolt], battlefield: [{field}]}}, {{id: B}}]}}")
    assert refused(engine, "cast", name="bolt", target=target) == ("can_be_targeted", "601.2c")


@obligation("601.2h", 1)
def test_601_2h_the_whole_cost_is_paid_from_the_pool() -> None:
    """Without the mana the spell is refused; with it the mana is gone."""
    engine = cards(f"{{cards: [{BOLT}, {FIELD}], players: [{{id: A, hand: [bolt, field]}}, {{id: B}}]}}")
    do(engine, "play_land", id="field")
    assert refused(engine, "cast", name="bolt", target="B") == ("cost_can_be_paid", "601.2h")
    do(engine, "activate", source="field", name="tap", mana_ability=True)
    do(engine, "cast", name="bolt", target="B")
    assert (engine.observe("mana", ["A"]), engine.observe("stack")) == ({"A": ""}, ["bolt"])


@obligation("602.2", 1)
def test_602_2_an_ability_on_the_stack_needs_its_source_no_more() -> None:
    """The elf is sacrificed in response; B still loses the life."""
    ping = "{effect: activated, name: ping, effects: [{effect: lose_life, player: B, count: 2}]}"
    play(f"""
        game: {{players: [{{id: A, battlefield: [{{id: elf, abilities: [{ping}]}}]}}, {{id: B}}]}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - {{action: activate, source: elf, name: ping}}
              - {{action: cast, name: spell, effects: [{{effect: sacrifice, permanents: [elf]}}]}}
        expect:
          checks:
            - {{at: {{turn: 1, step: upkeep, nth: 2}}, that: {{stack: [ping]}}}}
            - {{at: {{turn: 1, step: upkeep, nth: 4}}, that: {{stack: [ping], battlefield: {{elf: absent}}}}}}
            - {{at: {{turn: 1, step: upkeep, nth: 5}}, that: {{stack: [], life: {{B: 18}}}}}}
        """)


@obligation("602.2", 2)
def test_602_2_an_ability_that_cannot_be_paid_changes_nothing() -> None:
    """The elf is not tapped for a ping without mana."""
    engine = cards(f"{{players: [{{id: A, battlefield: [{ELF}]}}, {{id: B}}]}}")
    before = engine.state(), engine.game.save()
    with pytest.raises(ValueError, match="the cost is 1"):
        do(engine, "activate", source="elf", name="ping", target="B")
    assert (engine.state(), engine.game.save()) == before


@obligation("602.2", 3)
def test_602_2_only_the_controller_activates_an_ability() -> None:
    """B's elf is not A's to use."""
    engine = cards(f"{{players: [{{id: A}}, {{id: B, battlefield: [{ELF}]}}]}}")
    assert refused(engine, "activate", source="elf", name="ping", target="B") == ("controls_source", "602.2")


@obligation("602.2b", 1)
def test_602_2b_the_target_of_an_ability_is_named_and_its_costs_are_paid_as_it_is_activated() -> None:
    """A permanent is no player; the elf is tapped while the ability is on the stack."""
    engine = cards(f"{{cards: [{FIELD}], players: [{{id: A, hand: [field], battlefield: [{ELF}]}}, {{id: B}}]}}")
    assert refused(engine, "activate", source="elf", name="ping", target="elf") == ("can_be_targeted", "602.2b")
    do(engine, "play_land", id="field")
    do(engine, "activate", source="field", name="tap", mana_ability=True)
    do(engine, "activate", source="elf", name="ping", target="B")
    assert engine.observe("stack") == ["ping"]
    assert engine.observe("battlefield", ["elf"])["elf"]["tapped"] is True


@obligation("602.5d", 1)
def test_602_5d_what_is_activated_only_as_a_sorcery_has_the_timing_of_one() -> None:
    """In the main phase, with an empty stack."""
    engine = cards(f"{{players: [{{id: A, battlefield: [{ELF}]}}, {{id: B}}]}}", step="upkeep")
    assert refused(engine, "activate", source="elf", name="slow") == ("in_main_phase", "602.5d")
    engine = cards(f"{{players: [{{id: A, battlefield: [{ELF}]}}, {{id: B}}]}}")
    do(engine, "activate", source="elf", name="slow")
    assert refused(engine, "activate", source="elf", name="slow") == ("stack_is_empty", "602.5d")


# --- resolving ---


@obligation("608.2b", 1)
def test_608_2b_a_spell_whose_target_is_gone_leaves_the_stack_and_does_nothing() -> None:
    """The bear is sacrificed in response to a bolt that also would have drawn a card."""
    bolt = BOLT.replace("to: $target}", "to: $target}, {effect: draw}").replace("cost: R", "cost: ''")
    play(f"""
        game:
          cards: [{bolt}]
          players: [{{id: A, hand: [bolt], library: 5, battlefield: [{{id: bear}}]}}, {{id: B}}]
        script:
          - at: {{turn: 1, step: upkeep}}
            do:
              - {{action: cast, name: bolt, target: bear}}
              - {{action: cast, name: spell, effects: [{{effect: sacrifice, permanents: [bear]}}]}}
        expect:
          checks: [{{at: {{turn: 1, step: upkeep, nth: 5}}, that: {{stack: [], hand: {{A: 0}}, graveyard: {{A: 2}}}}}}]
          never: [{{event: resolved, name: bolt}}, {{event: damage_dealt}}]
          events: [{{event: left_stack, name: bolt, rule: "608.2b"}}]
        """)


@obligation("608.2n", 1)
def test_608_2n_a_spell_is_on_the_stack_until_all_its_instructions_are_carried_out() -> None:
    """It leaves the stack after the last one; only then are state-based actions and triggers dealt with."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: loss, when: {event: life_lost, of: B}, effects: []}]
              battlefield: [{id: bear, toughness: 2}]
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: spell
                effects: [{effect: damage, to: bear, amount: 2}, {effect: lose_life, player: B, count: 1}]
        expect:
          events:
            - {event: damage_dealt}
            - {event: ability_triggered, name: loss}
            - {event: left_stack, name: spell, rule: "608.2n"}
            - {event: state_based_action, subject: bear}
            - {event: put_on_stack, name: loss}
            - {event: priority_received, player: A}
        """)


@obligation("608.2n", 2)
def test_608_2n_a_spell_that_ends_the_turn_is_exiled_by_that() -> None:
    """It does not come to the end of its resolution, and is no card of the graveyard."""
    play("""
        game: {players: [{id: A, hand: [hush]}, {id: B}]}
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: cast, name: hush, effects: [{effect: end_turn}]}]}
        expect:
          checks: [{at: {turn: 2, step: upkeep}, that: {graveyard: {A: 0}}}]
          events: [{event: left_stack, name: hush, rule: "723.1b"}]
          never: [{event: left_stack, rule: "608.2n"}]
        """)


@obligation("608.3", 1)
def test_608_3_a_permanent_spell_that_resolves_enters_under_its_controllers_control() -> None:
    """It is on the battlefield and not in the graveyard."""
    play(f"""
        game: {{cards: [{BEAR}], players: [{{id: A, hand: [bear]}}, {{id: B}}]}}
        script: [{{at: {{turn: 1, step: precombat_main}}, do: [{{action: cast, name: bear}}]}}]
        expect:
          checks:
            - at: {{turn: 1, step: precombat_main, nth: 3}}
              that: {{stack: [], graveyard: {{A: 0}}, battlefield: {{bear: {{controller: A, power: 2}}}}}}
          events: [{{event: permanent_entered, permanent: bear, rule: "608.3"}}]
        """)


# --- illegal actions ---


@obligation("732.1", 1)
@pytest.mark.parametrize("paid", [True, False])
def test_732_1_a_declaration_that_is_not_paid_leaves_all_as_it_was(paid: bool) -> None:
    """With a mana ability for it or without: tapping, mana and the declaration are undone, and it is asked again."""
    engine = new_game(
        load_one("game: {players: [{id: A, battlefield: [{id: bear, attack_cost: 1}]}, {id: B}]}").game.model_copy(
            update={"free_casting": True}
        )
    )
    engine.advance()
    while engine.decision is None or engine.decision.kind != "declare_attackers":
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    before = engine.state(), engine.game.save()
    do(engine, "attack", attackers={"bear": "B"})
    assert engine.observe("battlefield", ["bear"])["bear"]["tapped"] is True
    if paid:
        do(engine, "activate", name="ritual", mana_ability=True, effects=[{"effect": "add_mana", "mana": "R"}])
    do(engine, "pay", pay=False)
    assert (engine.state(), engine.game.save()) == before


@obligation("807.1", 2)
def test_807_1_grand_melee_is_refused() -> None:
    """An engine with one turn and one stack does not play it."""
    with pytest.raises(ValueError, match="807"):
        load_one("game: {variant: grand_melee}")


def test_400_7_a_spell_whose_target_came_back_as_another_object_does_nothing() -> None:
    """The bear is exiled and made again in response: it is no longer what was targeted, though nothing names it."""
    play("""
        game:
          players:
            - {id: A, hand: [song]}
            - {id: B, battlefield: [{id: bear}]}
          cards: [{name: song, speed: instant, target: creature, effects: [{effect: gain_life, count: 3}]}]
        script:
          - at: {turn: 1, step: upkeep}
            do: [{action: cast, name: song, target: bear}]
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, name: blink, effects: [
                  {effect: exile, permanents: [bear]}, {effect: create, permanent: {id: bear}}]}]
        until: {turn: 1, step: precombat_main}
        expect:
          checks: [{at: {turn: 1, step: precombat_main}, that: {life: {A: 20}}}]
          events: [{event: resolved, name: blink}, {event: left_stack, name: song, rule: 608.2b}]
          never: [{event: resolved, name: song}]
    """)

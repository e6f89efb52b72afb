"""Rules 119 and 120: life, and what damage does."""

from __future__ import annotations

import pytest
from support import obligation, play


def shot(effect: str, game: str, that: str, more: str = "") -> str:
    """A spell with an effect in turn 1 of a game, and what is so once it has resolved."""
    return f"""
        game: {game}
        script:
          - {{at: {{turn: 1, step: precombat_main}}, do: [{{action: cast, name: spell, effects: [{effect}]}}]}}
        expect:
          checks: [{{at: {{turn: 1, step: precombat_main, nth: 3}}, that: {that}}}]
          {more}
        """


AGAINST_B = "{{players: [{{id: A, battlefield: [{}]}}, {{id: B}}]}}"


@obligation("119.3", 1)
@pytest.mark.parametrize(("effect", "life"), [("gain_life, count: 7", 10), ("lose_life, count: 2", 1)])
def test_119_3_a_life_total_is_exactly_that_much_higher_or_lower(effect: str, life: int) -> None:
    """B has 3 life."""
    game = "{players: [{id: A}, {id: B, life: 3}]}"
    play(shot(f"{{effect: {effect}, player: B}}", game, f"{{life: {{B: {life}}}}}"))


@obligation("119.3", 1)
def test_119_3_a_life_total_may_be_negative_until_the_next_check() -> None:
    """B loses 5 of 3 life and gains 4 by the same spell: nobody has lost."""
    effects = "{effect: lose_life, count: 5, player: B}, {effect: gain_life, count: 4, player: B}"
    game = "{players: [{id: A}, {id: B, life: 3}]}"
    play(shot(effects, game, "{life: {B: 2}}", "never: [{event: player_lost}]"))


@obligation("119.3", 2)
def test_119_3_to_lose_life_is_no_damage() -> None:
    """Nothing that looks for damage sees it, but damage to a player is a loss of life."""
    watch = "{effect: trigger, name: loss, when: {event: life_lost, of: B}, effects: []}"
    game = f"{{players: [{{id: A, effects: [{watch}]}}, {{id: B}}]}}"
    play(shot("{effect: lose_life, count: 2, player: B}", game, "{life: {B: 18}}", "never: [{event: damage_dealt}]"))
    play(shot("{effect: damage, to: B, amount: 2}", game, "{life: {B: 18}, stack: [loss]}"))


@obligation("120.3", 1)
def test_120_3_damage_to_a_creature_that_is_a_planeswalker_does_both() -> None:
    """It has the damage marked and loses loyalty counters."""
    walker = "{id: walker, types: [creature, planeswalker], toughness: 6, loyalty: 4}"
    facts = "{battlefield: {walker: {damage: 3, counters: {loyalty: 1}}}}"
    play(shot("{effect: damage, to: walker, amount: 3}", AGAINST_B.format(walker), facts))


@obligation("120.3", 2)
def test_120_3_all_results_of_damage_that_is_dealt_at_once_come_before_a_check() -> None:
    """B, at 2 life, is dealt 2 damage and gains 2 by lifelink in the same combat damage step, and has not lost."""
    play("""
        game:
          players:
            - {id: A, battlefield: [{id: bear, power: 2, toughness: 2}, {id: wolf, power: 2, toughness: 2}]}
            - {id: B, life: 2, battlefield: [{id: cat, power: 2, toughness: 9, keywords: [lifelink]}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, wolf: B}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {cat: [wolf]}}]}
        expect:
          checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {B: 2}, battlefield: {cat: {damage: 2}}}}]
          never: [{event: player_lost}]
        """)


@obligation("120.3a", 1)
def test_120_3a_damage_to_a_player_takes_as_much_life() -> None:
    """And abilities that look for it have triggered."""
    watch = "{effect: trigger, name: loss, when: {event: life_lost, of: B}, effects: []}"
    game = f"{{players: [{{id: A, effects: [{watch}]}}, {{id: B}}]}}"
    play(shot("{effect: damage, to: B, amount: 4}", game, "{life: {B: 16}, stack: [loss]}"))


@obligation("120.3b", 1)
def test_120_3b_a_source_with_infect_gives_a_player_poison_and_takes_no_life() -> None:
    """As many counters as damage."""
    rat = "{id: rat, keywords: [infect]}"
    effect = "{effect: damage, to: B, amount: 3, source: rat}"
    play(shot(effect, AGAINST_B.format(rat), "{life: {B: 20}, poison: {B: 3}}"))


@obligation("120.3c", 1)
@pytest.mark.parametrize(("amount", "facts"), [(3, "{counters: {loyalty: 1}}"), (9, "absent")])
def test_120_3c_damage_takes_loyalty_from_a_planeswalker(amount: int, facts: str) -> None:
    """Not below 0, where it goes in the next check."""
    walker = "{id: walker, types: [planeswalker], loyalty: 4}"
    effect = f"{{effect: damage, to: walker, amount: {amount}}}"
    play(shot(effect, AGAINST_B.format(walker), f"{{battlefield: {{walker: {facts}}}}}"))


@obligation("120.3d", 1)
def test_120_3d_a_source_with_infect_gives_a_creature_minus_counters_and_no_marked_damage() -> None:
    """The bear has 2 damage from before."""
    permanents = "{id: rat, keywords: [infect]}, {id: bear, power: 5, toughness: 5, damage: 2}"
    facts = '{battlefield: {bear: {power: 3, toughness: 3, damage: 2, counters: {"-1/-1": 2}}}}'
    play(shot("{effect: damage, to: bear, amount: 2, source: rat}", AGAINST_B.format(permanents), facts))


@obligation("120.3e", 1)
def test_120_3e_damage_is_marked_on_a_creature_until_cleanup() -> None:
    """It adds up with what is there."""
    play(
        """
        game: {players: [{id: A, battlefield: [{id: bear, toughness: 6, damage: 1}]}, {id: B}]}
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: cast, name: bolt, effects: [EFFECT]}]}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep, nth: 3}, that: {battlefield: {bear: {damage: 4}}}}
            - {at: {turn: 1, step: end}, that: {battlefield: {bear: {damage: 4}}}}
            - {at: {turn: 1, step: cleanup, when: ended}, that: {battlefield: {bear: {damage: 0}}}}
        """.replace("EFFECT", "{effect: damage, to: bear, amount: 3}")
    )


@obligation("120.3e", 2)
@pytest.mark.parametrize(("amount", "facts"), [(2, "{power: 4, toughness: 3, damage: 2}"), (3, "absent")])
def test_120_3e_marked_damage_changes_no_power_or_toughness(amount: int, facts: str) -> None:
    """It is compared with the toughness as state-based actions are checked."""
    bear = "{id: bear, power: 4, toughness: 3}"
    effect = f"{{effect: damage, to: bear, amount: {amount}}}"
    play(shot(effect, AGAINST_B.format(bear), f"{{battlefield: {{bear: {facts}}}}}"))


@obligation("120.3f", 1)
@pytest.mark.parametrize("to", ["B", "ox", "walker"])
def test_120_3f_the_controller_of_a_source_with_lifelink_gains_as_much(to: str) -> None:
    """Whatever it is dealt to."""
    permanents = (
        "{id: cat, keywords: [lifelink]}, {id: ox, toughness: 9}, {id: walker, types: [planeswalker], loyalty: 9}"
    )
    effect = f"{{effect: damage, to: {to}, amount: 3, source: cat}}"
    play(shot(effect, AGAINST_B.format(permanents), "{life: {A: 23}}"))


@obligation("120.3f", 2)
def test_120_3f_who_takes_damage_and_gains_life_in_one_event_is_checked_after_both() -> None:
    """A, at 1 life, takes 3 from the ox and gains 3 by the cat, which deal their damage at one time."""
    play("""
        game:
          players:
            - {id: B, battlefield: [{id: ox, power: 3, toughness: 9}, {id: elk, power: 0, toughness: 9}]}
            - {id: A, life: 1, battlefield: [{id: cat, power: 3, toughness: 9, keywords: [lifelink]}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {ox: A, elk: A}}]}
          - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {cat: [elk]}}]}
        expect:
          checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {A: 1}}}]
          never: [{event: player_lost}]
        """)


@obligation("120.3h", 1)
@pytest.mark.parametrize(("amount", "facts"), [(3, "{counters: {defense: 2}}"), (5, "absent")])
def test_120_3h_damage_takes_defense_from_a_battle(amount: int, facts: str) -> None:
    """At 0 it goes in the next check."""
    siege = "{id: siege, types: [battle], subtypes: [siege], defense: 5, protector: B}"
    effect = f"{{effect: damage, to: siege, amount: {amount}}}"
    play(shot(effect, AGAINST_B.format(siege), f"{{battlefield: {{siege: {facts}}}}}"))

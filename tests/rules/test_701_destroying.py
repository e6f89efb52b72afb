"""Rules 701.19 and 702.12: regeneration and indestructible."""

from __future__ import annotations

import pytest
from support import obligation, play


def bears(effects: str, that: str, *, keywords: str = "", more: str = "") -> None:
    """A spell with these effects on A's bear, and what is so once it has resolved."""
    play(f"""
        game:
          players:
            - {{id: A, battlefield: [{{id: bear, power: 2, toughness: 3, keywords: [{keywords}]}}]}}
            - {{id: B}}
        script:
          - {{at: {{turn: 1, step: upkeep}}, do: [{{action: cast, name: spell, effects: [{effects}]}}]}}
        expect:
          checks: [{{at: {{turn: 1, step: upkeep, nth: 3}}, that: {{battlefield: {{bear: {that}}}}}}}]
          {more}
        """)


@obligation("702.12", 1)
def test_702_12_an_indestructible_creature_stays_with_lethal_damage_until_cleanup() -> None:
    """It is not destroyed by that, nor by an effect."""
    bears(
        "{effect: damage, to: bear, amount: 5}, {effect: destroy, permanents: [bear]}",
        "{damage: 5}",
        keywords="indestructible",
        more="never: [{event: permanent_left}]",
    )


@obligation("702.12", 2)
@pytest.mark.parametrize(
    "effect",
    ["{effect: become, permanent: bear, toughness: 0}", "{effect: sacrifice, permanents: [bear]}"],
)
def test_702_12_what_is_no_destruction_removes_an_indestructible_creature(effect: str) -> None:
    """Toughness 0 and a sacrifice."""
    bears(effect, "absent", keywords="indestructible")


@obligation("702.12", 2)
def test_702_12_the_legend_rule_and_loyalty_0_remove_what_is_indestructible() -> None:
    """They do not destroy either."""
    play("""
        game:
          players:
            - id: A
              battlefield:
                - {id: one, legendary: queen, keywords: [indestructible]}
                - {id: walker, types: [planeswalker], loyalty: 2, keywords: [indestructible]}
            - {id: B}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: spell
                effects:
                  - {effect: damage, to: walker, amount: 2}
                  - {effect: create, permanent: {id: two, legendary: queen, keywords: [indestructible]}}
          - {at: {turn: 1, decision: choose_legend}, do: [{action: choose, ids: [two]}]}
        expect:
          checks:
            - {at: {turn: 1, step: precombat_main}, that: {battlefield: {one: absent, walker: absent, two: {}}}}
        """)


@obligation("701.19", 1)
def test_701_19_a_shielded_creature_is_tapped_without_damage_and_out_of_combat_instead_of_destroyed() -> None:
    """Once: the second destruction finds no shield."""
    play("""
        game: {players: [{id: A, battlefield: [{id: bear, toughness: 3, keywords: [vigilance]}]}, {id: B}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - at: {turn: 1, step: declare_attackers}
            do:
              - action: cast
                name: spell
                effects:
                  - {effect: damage, to: bear, amount: 2}
                  - {effect: regenerate, permanents: [bear]}
                  - {effect: destroy, permanents: [bear]}
          - at: {turn: 1, step: end}
            do: [{action: cast, name: again, effects: [{effect: destroy, permanents: [bear]}]}]
        expect:
          checks:
            - at: {turn: 1, step: declare_attackers, nth: 3}
              that: {attacking: {}, battlefield: {bear: {tapped: true, damage: 0}}}
            - {at: {turn: 1, step: end, nth: 3}, that: {battlefield: {bear: absent}}}
        """)


@obligation("701.19", 2)
def test_701_19_each_shield_works_once_and_those_left_over_end_in_cleanup() -> None:
    """Three shields, two destructions in this turn; in the next turn the bear is destroyed."""
    shield = "{effect: regenerate, permanents: [bear]}"
    destroy = "{effect: destroy, permanents: [bear]}"
    play(f"""
        game: {{players: [{{id: A, battlefield: [{{id: bear}}]}}, {{id: B}}]}}
        script:
          - at: {{turn: 1, step: upkeep}}
            do: [{{action: cast, name: spell, effects: [{shield}, {shield}, {shield}, {destroy}, {destroy}]}}]
          - {{at: {{turn: 2, step: upkeep}}, do: [{{action: cast, name: again, effects: [{destroy}]}}]}}
        expect:
          checks:
            - {{at: {{turn: 1, step: end}}, that: {{battlefield: {{bear: {{tapped: true}}}}}}}}
            - {{at: {{turn: 2, step: upkeep, nth: 3}}, that: {{battlefield: {{bear: absent}}}}}}
        """)


@obligation("701.19", 3)
@pytest.mark.parametrize(
    "effects",
    [
        "{effect: destroy, permanents: [bear]}, {effect: regenerate, permanents: [bear]}",
        "{effect: regenerate, permanents: [bear]}, {effect: sacrifice, permanents: [bear]}",
        "{effect: regenerate, permanents: [bear]}, {effect: become, permanent: bear, toughness: 0}",
        "{effect: regenerate, permanents: [bear]}, {effect: exile, permanents: [bear]}",
    ],
    ids=["too late", "sacrificed", "without toughness", "exiled"],
)
def test_701_19_a_shield_that_comes_too_late_or_meets_no_destruction_does_not_help(effects: str) -> None:
    """The bear is gone."""
    bears(effects, "absent")

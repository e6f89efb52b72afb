"""Rule 730: day and night."""

from __future__ import annotations

import pytest
from support import obligation, play


def game(day_night: str, *spells: str, more: str = "") -> str:
    """A game in which A casts these spells in turn 1, looked at in turn 2."""
    casts = ", ".join(f"{{action: cast, name: {name}}}" for name in spells)
    script = f"- {{at: {{turn: 1, step: upkeep}}, do: [{casts}]}}" if spells else "[]"
    return f"""
        game: {{day_night: {day_night}}}
        script:
          {script}
        {more}
        """


def expecting(day_night: str, changes: int) -> str:
    return f"""expect:
          checks: [{{at: {{turn: 2, step: upkeep}}, that: {{day_night: {day_night}}}}}]
          counts: [{{event: day_night_changed, turn: 2, is: {changes}}}]"""


@obligation("730.1", 1)
def test_730_1_once_it_is_day_or_night_it_always_is_one_of_the_two() -> None:
    """It starts with neither; an effect makes it day, and from then on every check finds the one or the other."""
    run = play("""
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: cast, name: sun, effects: [{effect: set_day_night, to: day}]}]}
        expect:
          checks:
            - {at: {turn: 1, step: upkeep}, that: {day_night: neither}}
            - {at: {turn: 1, step: end}, that: {day_night: day}}
            - {at: {turn: 3, step: upkeep}, that: {day_night: night}}
            - {at: {turn: 5, step: end}, that: {day_night: night}}
        """)
    assert [event.as_dict()["to"] for event in run.events if event.as_dict()["event"] == "day_night_changed"] == [
        "day",
        "night",
    ]


@obligation("730.1a", 1)
def test_730_1a_as_day_becomes_night_there_is_one_change_and_only_night_is_left() -> None:
    """To make it night again changes nothing."""
    play(
        """
        game: {day_night: day}
        script:
          - at: {turn: 1, step: upkeep}
            do:
              - action: cast
                name: moon
                effects: [{effect: set_day_night, to: night}, {effect: set_day_night, to: night}]
        expect:
          checks: [{at: {turn: 1, step: draw}, that: {day_night: night}}]
          counts: [{event: day_night_changed, turn: 1, is: 1}]
        """.replace("step: draw", "step: precombat_main")
    )


@obligation("730.2", 1)
def test_730_2_without_an_untap_step_there_is_no_check() -> None:
    """A casts nothing in turn 1, but B's untap step is skipped: it stays day until A's next one."""
    play("""
        game: {day_night: day, players: [{id: A}, {id: B, effects: [{effect: skip, what: untap}]}]}
        script:
          - {at: {turn: 2, step: upkeep}, do: [{action: cast, name: one}]}
        expect:
          checks: [{at: {turn: 3, step: upkeep}, that: {day_night: day}}]
          never: [{event: turn_based_action, action: day_night, turn: 2}, {event: day_night_changed}]
        """)


@obligation("730.2a", 1)
def test_730_2a_after_a_turn_without_a_spell_of_its_player_day_becomes_night() -> None:
    """A spell of the other player does not count; it is night from the next untap step on."""
    play("""
        game: {day_night: day}
        script:
          - {at: {turn: 1, step: upkeep, player: B}, do: [{action: cast, name: other}]}
        expect:
          checks:
            - {at: {turn: 1, step: cleanup, when: ended}, that: {day_night: day}}
            - {at: {turn: 2, step: untap, when: ended}, that: {day_night: night}}
          events: [{event: day_night_changed, step: untap, turn: 2, to: night, rule: "730.2a"}]
        """)


@pytest.mark.parametrize(("spells", "after", "changes"), [(("one",), "day", 0), (("one", "two"), "day", 0)])
def test_730_2a_a_single_spell_keeps_it_day(spells: tuple[str, ...], after: str, changes: int) -> None:
    """So do two."""
    play(game("day", *spells, more=expecting(after, changes)))


@obligation("730.2b", 1)
def test_730_2b_after_two_spells_of_its_player_night_becomes_day() -> None:
    """In the next untap step."""
    play(game("night", "one", "two", more=expecting("day", 1)))


def test_730_2b_one_spell_is_not_enough() -> None:
    """It stays night."""
    play(game("night", "one", more=expecting("night", 0)))


@obligation("730.2c", 1)
def test_730_2c_without_an_effect_it_never_becomes_either() -> None:
    """Turns without spells and turns with several change nothing, and nothing is checked."""
    play("""
        script:
          - {at: {turn: 2, step: upkeep}, do: [{action: cast, name: one}, {action: cast, name: two}]}
        expect:
          checks: [{at: {turn: 5, step: upkeep}, that: {day_night: neither}}]
          never: [{event: day_night_changed}, {event: turn_based_action, action: day_night}]
        """)

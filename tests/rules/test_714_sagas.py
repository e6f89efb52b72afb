"""Rule 714: Sagas."""

from __future__ import annotations

from typing import Any

from support import obligation, play

from mtg_fsm.scenario import Run

SAGA = "{id: saga, types: [enchantment], subtypes: [saga], chapters: 3}"


def spell(turn: int, *effects: str, step: str = "precombat_main", nth: int = 2) -> str:
    """An entry of a script: A casts a spell with these effects."""
    return (
        f"- {{at: {{turn: {turn}, step: {step}, nth: {nth}}}, "
        f"do: [{{action: cast, name: spell, effects: [{', '.join(effects)}]}}]}}"
    )


def of_saga(permanent: str, script: str = "[]", until: str = "{turn: 1, step: end}", expect: str = "{}") -> Run:
    """A game of A with a Saga, whose chapters do nothing."""
    return play(f"""
        game: {{players: [{{id: A, battlefield: [{permanent}]}}, {{id: B}}]}}
        script:
          {script}
        until: {until}
        expect: {expect}
        """)


def told(run: Run, event: str) -> list[dict[str, Any]]:
    return [found.as_dict() for found in run.events if found.as_dict()["event"] == event]


def chapters(run: Run) -> list[str]:
    """The chapters that triggered, in order."""
    return [event["name"].rpartition("-")[2] for event in told(run, "ability_triggered")]


def lore(count: int) -> str:
    return f"{{effect: add_counters, permanent: saga, counter: lore, count: {count}}}"


@obligation("714.2b", 1)
def test_714_2b_with_each_lore_counter_the_chapter_of_that_number_triggers_once() -> None:
    """Turn by turn."""
    run = of_saga(SAGA, until="{turn: 5, step: end}")
    assert [(event["turn"], event["name"]) for event in told(run, "ability_triggered")] == [
        (1, "saga-chapter-1"),
        (3, "saga-chapter-2"),
        (5, "saga-chapter-3"),
    ]


@obligation("714.2b", 2)
def test_714_2b_several_counters_at_once_trigger_all_chapters_on_the_way() -> None:
    """Each once."""
    assert chapters(of_saga(SAGA, spell(1, lore(2)))) == ["1", "2", "3"]


@obligation("714.2b", 3)
def test_714_2b_a_chapter_that_is_reached_a_second_time_triggers_again() -> None:
    """To take counters away triggers nothing."""
    back = "{effect: become, permanent: saga, counters: {lore: 0}}"
    run = of_saga(SAGA, spell(1, back, lore(1)))
    assert chapters(run) == ["1", "1"]


@obligation("714.3a", 1)
def test_714_3a_a_saga_enters_with_a_counter_and_its_first_chapter_goes_on_the_stack() -> None:
    """In the end step, too."""
    run = play(f"""
        script:
          - at: {{turn: 1, step: end}}
            do: [{{action: cast, name: spell, effects: [{{effect: create, permanent: {SAGA}}}]}}]
        expect:
          checks:
            - at: {{turn: 1, step: end, nth: 3}}
              that: {{stack: [saga-chapter-1], battlefield: {{saga: {{counters: {{lore: 1}}}}}}}}
        """)
    assert chapters(run) == ["1"]


@obligation("714.3b", 1)
def test_714_3b_as_the_precombat_main_phase_begins_every_saga_of_its_player_gets_a_counter() -> None:
    """And the chapters are stacked with what triggers as the phase begins."""
    play("""
        game:
          players:
            - id: A
              effects: [{effect: trigger, name: noon, when: {beginning_of: precombat_main}, effects: []}]
              battlefield: [{id: one, types: [enchantment], subtypes: [saga], chapters: 3},
                            {id: two, types: [enchantment], subtypes: [saga], chapters: 4, counters: {lore: 2}}]
            - {id: B, battlefield: [{id: other, types: [enchantment], subtypes: [saga], chapters: 3}]}
        expect:
          checks:
            - at: {turn: 1, step: precombat_main}
              that: {battlefield: {one: {counters: {lore: 1}}, two: {counters: {lore: 3}}, other: {counters: {}}}}
          events:
            - {event: put_on_stack, name: noon}
          counts: [{event: put_on_stack, turn: 1, is: 3}]
        """)


@obligation("714.3b", 2)
def test_714_3b_no_later_main_phase_brings_a_counter() -> None:
    """Nor an added one."""
    more = spell(1, "{effect: extra_phases, phases: [main]}", step="postcombat_main", nth=1)
    assert len(told(of_saga(SAGA, more), "counters_added")) == 1


@obligation("714.4", 1)
def test_714_4_a_saga_stays_while_its_last_chapter_is_on_the_stack_and_is_sacrificed_then() -> None:
    """With the next check after it has resolved or was countered."""
    last = SAGA.replace("chapters: 3", "chapters: 3, counters: {lore: 2}")
    for script in ("[]", spell(1, "{effect: counter_top}", nth=1)):
        of_saga(
            last,
            script,
            expect="{checks: [{at: {turn: 1, step: precombat_main}, that: {stack: [saga-chapter-3], battlefield: "
            "{saga: {counters: {lore: 3}}}}}, {at: {turn: 1, step: end}, that: {battlefield: {saga: absent}}}], "
            "counts: [{event: permanent_left, permanent: saga, to: graveyard, is: 1}]}",
        )


@obligation("714.4", 2)
def test_714_4_a_saga_without_chapters_stays() -> None:
    """Whatever its counters."""
    bare = "{id: saga, types: [enchantment], subtypes: [saga], counters: {lore: 9}}"
    of_saga(bare, expect="{checks: [{at: {turn: 1, step: end}, that: {battlefield: {saga: {counters: {lore: 9}}}}}]}")

"""What a scenario that does not hold is told: every kind of expectation can fail, and says what happened instead."""

from __future__ import annotations

import pytest
from support import load_one

from mtg_fsm import ScenarioError
from mtg_fsm.scenario import run

LOST = "script: [{at: {turn: 1, step: upkeep}, do: [{action: concede}]}]\n"

FAILING = {
    "a check": (
        "expect: {checks: [{at: {turn: 1, step: upkeep}, that: {life: {A: 19}, stack: [bolt]}}]}",
        ["at turn 1, upkeep: life.A: expected 19, was 20", "at turn 1, upkeep: stack: expected [bolt], was []"],
    ),
    "a check in a step that was skipped": (
        "expect: {checks: [{at: {turn: 1, step: draw}, that: {life: {A: 20}}}]}",
        ["never reached: check at turn 1, draw (skipped 103.8a)"],
    ),
    "a check in the untap step": (
        "expect: {checks: [{at: {turn: 1, step: untap}, that: {life: {A: 20}}}]}",
        ["never reached: check at turn 1, untap (nobody receives priority in the untap step, 502.4)"],
    ),
    "a check in a step that comes once": (
        "expect: {checks: [{at: {turn: 1, step: upkeep, occurrence: 2}, that: {life: {A: 20}}}]}",
        ["never reached: check at turn 1, upkeep 2 (it began 1 time(s) in that turn)"],
    ),
    "an action that comes too late in a step": (
        "script: [{at: {turn: 1, step: upkeep, nth: 3}, do: [{action: pass}]}]",
        [
            "never reached: script at turn 1, upkeep, nth 3 (players received priority there 2 time(s) in all)",
        ],
    ),
    "an action for which nobody is asked": (
        "script: [{at: {turn: 1, step: upkeep, player: B}, do: [{action: pass}, {action: attack, attackers: {}}]}]",
        ["never reached: attack of the script's entry at turn 1, upkeep, B"],
    ),
    "an action after the end of the game": (
        """
        script:
          - {at: {turn: 1, step: upkeep}, do: [{action: concede}]}
          - {at: {turn: 2, step: upkeep}, do: [{action: pass}]}
        """,
        ["never reached: script at turn 2, upkeep (turn 2 never began)"],
    ),
    "an action that is refused": (
        "script: [{at: {turn: 1, step: upkeep}, do: [{action: cast, name: rite, speed: sorcery}]}]",
        [
            "at turn 1, upkeep: cast was refused, and the run stopped there: "
            "a sorcery is cast only in a main phase of A's own turn (rule 117.1a)"
        ],
    ),
    "an action that should be refused": (
        "script: [{at: {turn: 1, step: upkeep}, do: [{action: cast, name: wish, rejected: true}]}]",
        ["at turn 1, upkeep: cast should have been refused"],
    ),
    "an event that never happens": (
        "expect: {events: [{event: step_began, step: upkeep}, {event: life_changed, player: A}]}",
        ["events 2: {event: life_changed, player: A} happened never"],
    ),
    "an event that happens too early": (
        "expect: {events: [{event: step_began, step: end}, {event: step_began, step: upkeep, turn: 1}]}",
        [
            "events 2: {event: step_began, step: upkeep, turn: 1} happened only before event 60, at which expectation "
            "1 was found"
        ],
    ),
    "an event that should not happen": (
        "expect: {never: [{event: turn_began}], turns: [{turn: 1, player: A}]}",
        ["never {event: turn_began}: it is event 1"],
    ),
    "a count": (
        "expect: {counts: [{event: phase_began, turn: 1, is: 4}]}",
        ["counts {event: phase_began, turn: 1}: expected 4, were 5"],
    ),
    "a turn of another player": (
        "expect: {turns: [{turn: 1, player: B}]}",
        ["turn 1: expected B, was A"],
    ),
    "a turn that never began": (
        LOST + "expect: {turns: [{turn: 2, player: B}]}",
        ["turn 2: it never began"],
    ),
    "other steps": (
        "expect: {turns: [{turn: 1, player: A, steps: [untap, upkeep]}]}",
        [
            "turn 1: expected steps [untap, upkeep], were [untap, upkeep, precombat_main, beginning_of_combat, "
            "declare_attackers, end_of_combat, postcombat_main, end, cleanup]"
        ],
    ),
    "another winner": (
        LOST + "expect: {outcome: {winners: [A]}}",
        ["outcome: expected {winners: [A]}, was: won by B"],
    ),
    "an end that does not come": (
        "until: {turn: 1, step: upkeep}\nexpect: {outcome: {draw: true}}",
        ["outcome: expected {draw: true}, was: the game went on"],
    ),
}


@pytest.mark.parametrize(("text", "failures"), FAILING.values(), ids=FAILING)
def test_what_does_not_hold_is_named(text: str, failures: list[str]) -> None:
    """One text for each expectation that failed, in the words of the file."""
    result = run(load_one(text))
    assert list(result.failures) == failures
    assert result.ok is (not failures)


def test_a_refused_action_is_the_only_failure() -> None:
    """What would have come after it is no fault of its own."""
    scenario = load_one("""
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {baer: B}}]}
      - {at: {turn: 1, step: end}, do: [{action: pass}]}
    expect:
      checks: [{at: {turn: 1, step: combat_damage}, that: {life: {B: 18}}}]
      counts: [{event: damage_dealt, is: 1}]
    """)
    (failure,) = run(scenario).failures
    assert failure.startswith("at turn 1, declare_attackers: attack was refused, and the run stopped there: ")


def test_in_a_main_phase_step_is_null_or_the_name_of_the_phase() -> None:
    """Both mean the same events, and neither those of another phase."""
    result = run(
        load_one("""
    until: {turn: 1, step: beginning_of_combat}
    expect:
      events:
        - {event: phase_began, phase: precombat_main, step: null}
        - {event: priority_received, step: precombat_main}
        - {event: priority_received, phase: precombat_main, step: null}
      counts:
        - {event: priority_received, step: null, is: 2}
        - {event: priority_received, step: postcombat_main, is: 0}
    """)
    )
    assert result.failures == ()


def test_later_actions_of_an_entry_are_taken_by_the_team_that_is_asked_again() -> None:
    """B concedes when asked for the team's attackers; the rest is done as C is asked, who stands for the team then."""
    result = run(
        load_one("""
    game:
      variant: archenemy
      archenemy: X
      players: [{id: X}, {id: B, battlefield: [{id: b}]}, {id: C, battlefield: [{id: c}]}]
      teams: [[X], [B, C]]
    script:
      - at: {turn: 2, decision: declare_attackers}
        do:
          - {action: concede, player: B}
          - {action: attack, player: C, attackers: {x: X}, rejected: true}
          - {action: attack, attackers: {c: X}}
    expect:
      checks: [{at: {turn: 2, step: declare_attackers, player: C}, that: {attacking: {c: X}}}]
    """)
    )
    assert result.failures == ()


def test_a_list_is_not_too_short_because_of_what_is_wrong_in_it() -> None:
    """Only the item is named; an empty list is too short."""
    text = "scenario: x\nscript:\n- at: {turn: 1, step: upkeep}\n  do: [{action: cast, name: a, effects: [EFFECT]}]"
    with pytest.raises(ScenarioError) as caught:
        load_one(text.replace("EFFECT", "{effect: extra_phases, phases: [fast]}"))
    assert [problem.key for problem in caught.value.problems] == ["script[0].do[0].effects[0].phases[0]"]
    with pytest.raises(ScenarioError) as caught:
        load_one(text.replace("EFFECT", "{effect: extra_phases, phases: []}"))
    assert [problem.reason for problem in caught.value.problems] == ["must have at least 1 item, not []"]


@pytest.mark.parametrize("word", ["none", "null"])
def test_attached_to_nothing(word: str) -> None:
    """`none` and null both say that it is attached to nothing."""
    result = run(
        load_one(f"""
    game:
      players:
        - id: A
          battlefield:
            - {{id: bear}}
            - {{id: sword, types: [artifact], subtypes: [equipment]}}
            - {{id: axe, types: [artifact], subtypes: [equipment], attached_to: bear}}
        - {{id: B}}
    expect:
      checks:
        - {{at: {{turn: 1, step: upkeep}}, that: {{battlefield: {{sword: {{attached_to: {word}}}}}}}}}
        - {{at: {{turn: 1, step: upkeep}}, that: {{battlefield: {{axe: {{attached_to: {word}}}}}}}}}
    """)
    )
    assert result.failures == ("at turn 1, upkeep: battlefield.axe.attached_to: expected none, was bear",)

"""Archenemy (904, 505.3): one against a team, schemes in motion, and everybody an archenemy."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from support import load_one, obligation, play

from mtg_fsm import GameSpec, Options, SnapshotError, new_game
from mtg_fsm.scenario import Run

SCHEMES = """
      variant: archenemy
      players:
        - id: A
          schemes:
            - id: plot
              abilities:
                - effect: trigger
                  name: plot-works
                  when: {event: set_in_motion}
                  effects: [{effect: draw, count: 1}]
            - id: siege-engine
              ongoing: true
              abilities:
                - effect: trigger
                  name: engine-rolls
                  when: {beginning_of: end}
                  effects: [{effect: lose_life, player: B, count: 2}]
                - {effect: static, max_hand_size: none}
            - {id: idle}
        - {id: B}
        - {id: C}
"""
"""A has a scheme that works once, an ongoing one, and one that does nothing."""


def of_kind(run: Run, kind: str) -> list[dict[str, Any]]:
    """The events of a kind, in order."""
    return [record for event in run.events if (record := event.as_dict())["event"] == kind]


def archenemy() -> Run:
    """C against A, B and D, for two turns; C takes three life from A."""
    return play("""
    game:
      variant: archenemy
      archenemy: C
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, player: C, name: jab, effects: [{effect: damage, amount: 3, to: A}]}]
    until: {turn: 3, step: upkeep}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {life: {A: 20, B: 20, C: 40, D: 20}, active_player: C}}
        - {at: {turn: 1, step: draw}, that: {hand: {C: 8}, life: {A: 17, B: 20, C: 40, D: 20}}}
        - {at: {turn: 2, step: draw}, that: {hand: {A: 8, B: 8, C: 7, D: 8}}}
        - {at: {turn: 3, step: upkeep}, that: {active_player: C}}
    """)


@obligation("904.2", 1)
def test_904_2_the_archenemy_is_a_team_of_one() -> None:
    """Turns go from C to the team of A, B and D and back."""
    assert [event["player"] for event in of_kind(archenemy(), "turn_began")] == ["C", "A", "C"]


@obligation("904.5", 1)
def test_904_5_opponents_share_turns_but_not_life() -> None:
    """What A lost neither B nor D lost."""
    assert [(event["player"], event["life"]) for event in of_kind(archenemy(), "life_changed")] == [("A", 17)]


@obligation("904.6", 1)
def test_904_6_the_archenemy_begins_and_draws() -> None:
    """The third player of the list has the first turn, and no draw step is skipped."""
    run = archenemy()
    assert of_kind(run, "turn_began")[0]["player"] == "C"
    assert [event["player"] for event in of_kind(run, "card_drawn")] == ["C", "A", "B", "D"]
    assert "draw" not in [event["step"] for event in of_kind(run, "step_skipped")]


@obligation("505.3", 1)
def test_505_3_a_scheme_is_set_in_motion_before_sagas() -> None:
    """First the scheme, then the lore counter, then priority."""
    play("""
    game:
      variant: archenemy
      players:
        - {id: A, battlefield: [{id: tale, types: [enchantment], subtypes: [saga], chapters: 3}]}
        - {id: B}
        - {id: C}
    until: {turn: 1, step: beginning_of_combat}
    expect:
      events:
        - {event: phase_began, phase: precombat_main, turn: 1}
        - {event: turn_based_action, action: set_scheme_in_motion, rule: "505.3"}
        - {event: turn_based_action, action: add_lore_counters}
        - {event: priority_received, phase: precombat_main, player: A}
    """)


@obligation("904.9", 2)
def test_904_9_extra_main_phases_set_no_scheme_in_motion() -> None:
    """An extra phase is a postcombat main phase, also right behind the precombat one."""
    play("""
    game:
      variant: archenemy
      players: [{id: A}, {id: B}, {id: C}]
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, speed: sorcery, effects: [{effect: extra_phases, phases: [main, main]}]}]
    until: {turn: 1, step: end}
    expect: {counts: [{event: turn_based_action, action: set_scheme_in_motion, is: 1}]}
    """)


@obligation("505.3", 2)
def test_505_3_nothing_else_sets_a_scheme_in_motion() -> None:
    """Neither a postcombat main phase, an extra one included, nor the other team's turn does."""
    play("""
    game:
      variant: archenemy
      players: [{id: A}, {id: B}, {id: C}]
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: more, speed: sorcery, effects: [{effect: extra_phases, phases: [combat, main]}]}]
    until: {turn: 4, step: upkeep}
    expect:
      counts:
        - {event: turn_based_action, action: set_scheme_in_motion, is: 2}
        - {event: turn_based_action, action: set_scheme_in_motion, turn: 2, is: 0}
        - {event: turn_based_action, action: set_scheme_in_motion, phase: postcombat_main, is: 0}
    """)
    play("""
    game: {variant: two_headed_giant, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
    until: {turn: 3, step: upkeep}
    expect: {never: [{event: turn_based_action, action: set_scheme_in_motion}]}
    """)


# --- schemes (904.9-904.11, 704.6e) ---


@obligation("904.9", 1)
def test_904_9_the_top_scheme_is_face_up_and_its_ability_on_the_stack() -> None:
    """Without the stack the scheme is turned up; its ability is put on the stack before anybody has priority."""
    play(f"""
    game:{SCHEMES}
    until: {{turn: 1, step: precombat_main}}
    expect:
      events:
        - {{event: turn_based_action, action: set_scheme_in_motion, player: A}}
        - {{event: scheme_set_in_motion, scheme: plot, player: A, rule: "904.9"}}
        - {{event: ability_triggered, name: plot-works, source: plot}}
        - {{event: put_on_stack, name: plot-works, controller: A}}
        - {{event: priority_received, phase: precombat_main, player: A}}
      checks:
        - {{at: {{turn: 1, step: precombat_main}}, that: {{stack: [plot-works], schemes: {{A: [plot], B: []}}}}}}
    """)


@obligation("704.6e", 1)
def test_704_6e_a_scheme_goes_away_once_its_abilities_have_left_the_stack() -> None:
    """While the ability is on the stack the scheme stays; it goes before priority comes back after the resolution."""
    play(f"""
    game:{SCHEMES}
    script:
      - at: {{turn: 1, step: precombat_main}}
        do:
          - {{action: cast, name: reply, effects: [{{effect: nothing}}]}}
    until: {{turn: 1, step: beginning_of_combat}}
    expect:
      events:
        - {{event: resolved, name: reply}}
        - {{event: priority_received, phase: precombat_main}}
        - {{event: resolved, name: plot-works}}
        - {{event: left_stack, name: plot-works}}
        - {{event: state_based_action, subject: plot, rule: "704.6e"}}
        - {{event: scheme_turned_down, scheme: plot, player: A, rule: "904.10"}}
        - {{event: priority_received, phase: precombat_main}}
      counts: [{{event: state_based_action, rule: "704.6e", is: 1}}]
      checks: [{{at: {{turn: 1, step: beginning_of_combat}}, that: {{schemes: {{A: []}}}}}}]
    """)


@obligation("904.10", 1)
def test_904_10_a_scheme_waits_for_the_abilities_of_all_schemes() -> None:
    """In C's turn A's ongoing scheme has an ability on the stack: a scheme without abilities goes only after that."""
    play("""
    game:
      variant: supervillain_rumble
      players:
        - {id: A, schemes: 2}
        - id: B
          schemes:
            - id: watch
              ongoing: true
              abilities:
                - {effect: trigger, name: sees, whose: each, when: {beginning_of: precombat_main},
                   effects: [{effect: gain_life, count: 1}]}
    until: {turn: 3, step: beginning_of_combat}
    expect:
      events:
        - {event: scheme_turned_down, scheme: A-scheme-1, turn: 1}
        - {event: priority_received, turn: 1, phase: precombat_main}
        - {event: scheme_set_in_motion, scheme: watch, turn: 2}
        - {event: scheme_set_in_motion, scheme: A-scheme-2, turn: 3}
        - {event: put_on_stack, name: sees, turn: 3}
        - {event: priority_received, turn: 3, phase: precombat_main}
        - {event: left_stack, name: sees, turn: 3}
        - {event: scheme_turned_down, scheme: A-scheme-2, turn: 3}
        - {event: priority_received, turn: 3, phase: precombat_main}
      counts: [{event: scheme_turned_down, turn: 3, is: 1}]
      checks: [{at: {turn: 3, step: beginning_of_combat}, that: {schemes: {A: [], B: [watch]}}}]
    """)


@obligation("904.11", 1)
def test_904_11_an_ongoing_scheme_stays_until_it_is_abandoned() -> None:
    """Its abilities work from then on, in later turns too, and no longer once it is abandoned."""
    play(f"""
    game:{SCHEMES}
    script:
      - at: {{turn: 5, step: upkeep}}
        do:
          - action: cast
            name: defeat
            effects: [{{effect: abandon, scheme: siege-engine}}, {{effect: abandon, scheme: siege-engine}}]
    until: {{turn: 7, step: beginning_of_combat}}
    expect:
      events:
        - {{event: scheme_set_in_motion, scheme: plot, turn: 1}}
        - {{event: scheme_set_in_motion, scheme: siege-engine, turn: 3}}
        - {{event: ability_triggered, name: engine-rolls, turn: 3}}
        - {{event: scheme_turned_down, scheme: siege-engine, turn: 5, rule: "904.11"}}
        - {{event: scheme_set_in_motion, scheme: idle, turn: 5}}
        - {{event: scheme_set_in_motion, scheme: plot, turn: 7}}
      counts:
        - {{event: ability_triggered, name: engine-rolls, is: 1}}
        - {{event: scheme_turned_down, scheme: siege-engine, is: 1}}
        - {{event: card_discarded, player: A, turn: 3, is: 0}}
      checks:
        - {{at: {{turn: 4, step: end}}, that: {{schemes: {{A: [siege-engine]}}, life: {{B: 18}}}}}}
        - {{at: {{turn: 5, step: draw}}, that: {{schemes: {{A: []}}}}}}
    """)


def test_904_9_an_empty_scheme_deck_sets_nothing_in_motion() -> None:
    """The turn-based action happens and turns nothing up, while the only scheme is in use."""
    play("""
    game:
      variant: archenemy
      players: [{id: A, schemes: [{id: forever, ongoing: true}]}, {id: B}, {id: C}]
    until: {turn: 3, step: beginning_of_combat}
    expect:
      counts:
        - {event: turn_based_action, action: set_scheme_in_motion, is: 2}
        - {event: scheme_set_in_motion, is: 1}
    """)


@obligation("904.12", 1)
def test_904_12_each_player_sets_a_scheme_in_motion() -> None:
    """Everybody has 40 life and a scheme deck; the opponents are attacked at one time."""
    play("""
    game:
      variant: supervillain_rumble
      starting_player: B
      players:
        - {id: A, battlefield: [{id: bear}, {id: wolf}]}
        - {id: B}
        - {id: C}
    script:
      - at: {turn: 3, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, wolf: C}}]
    until: {turn: 4, step: beginning_of_combat}
    expect:
      events:
        - {event: scheme_set_in_motion, turn: 1, player: B, scheme: B-scheme-1}
        - {event: scheme_set_in_motion, turn: 2, player: C, scheme: C-scheme-1}
        - {event: scheme_set_in_motion, turn: 3, player: A, scheme: A-scheme-1}
        - {event: scheme_set_in_motion, turn: 4, player: B, scheme: B-scheme-2}
      checks:
        - {at: {turn: 1, step: upkeep}, that: {life: {A: 40, B: 40, C: 40}}}
        - {at: {turn: 4, step: upkeep}, that: {life: {B: 38, C: 38}}}
      never: [{event: turn_based_action, action: choose_defending_player}]
    """)


def test_800_4a_schemes_leave_with_their_owner() -> None:
    """An ongoing scheme of a player who left triggers no more; who has no scheme deck is unmoved by this."""
    play("""
    game:
      variant: supervillain_rumble
      players:
        - id: A
          schemes:
            - id: curse
              ongoing: true
              abilities: [{effect: trigger, name: bites, whose: each, when: {beginning_of: upkeep},
                           effects: [{effect: lose_life, player: opponents, count: 1}]}]
        - {id: B}
        - {id: C}
    script:
      - at: {turn: 2, step: draw}
        do: [{action: concede, player: A}]
    until: {turn: 4, step: draw}
    expect:
      counts: [{event: ability_triggered, name: bites, is: 1}]
      checks: [{at: {turn: 4, step: draw}, that: {life: {B: 39, C: 39}}}]
    """)


# --- what is refused, and saving ---


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ({"players": [{"id": "A", "schemes": 3}, {"id": "B"}]}, "only an archenemy has a scheme deck, not A"),
        (
            {"variant": "archenemy", "players": [{"id": "A"}, {"id": "B", "schemes": 20}, {"id": "C"}]},
            "only an archenemy has a scheme deck, not B",
        ),
        (
            {"variant": "archenemy", "players": [{"id": "A", "schemes": [{"id": "B"}]}, {"id": "B"}]},
            "the id 'B' is used more than once",
        ),
    ],
)
def test_a_scheme_deck_in_the_wrong_place_is_refused(game: dict[str, Any], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        GameSpec.model_validate(game)


def test_schemes_are_saved_and_loaded() -> None:
    """Deck and face-up schemes come back as they were; an owner without a deck is refused, naming the field."""
    spec = load_one(f"game:{SCHEMES}").game
    engine = new_game(spec)
    engine.advance()
    while engine.position.turn < 3 or engine.position.phase != "ending":
        assert engine.decision is not None
        engine.submit(next(engine.legal(engine.decision.player)))
    saved = engine.game.save()
    assert saved["face_up"]["siege-engine"][0] == "A"
    assert [scheme["id"] for scheme in saved["scheme_decks"]["A"]] == ["idle", "plot"]
    other = new_game(spec).game
    other.load(saved)
    assert other.save() == saved
    engine_scheme = saved["face_up"]["siege-engine"][1]
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"scheme_decks": {"Z": []}}, "scheme_decks: no player 'Z'"),
        ({"face_up": {"siege-engine": ["B", engine_scheme]}}, "face_up.siege-engine"),
        ({"face_up": {"plot": ["A", engine_scheme]}}, "face_up.plot"),
    ]
    for wrong, field in wrongs:
        with pytest.raises(SnapshotError, match=field):
            other.load({**saved, **wrong})
    assert other.save() == saved


def test_704_6e_a_scheme_that_comes_again_triggers_once() -> None:
    """Its abilities are gone while it is face down, and there once when it is face up again."""
    play("""
    game:
      variant: archenemy
      players:
        - id: A
          life: 20
          schemes:
            - id: toll
              abilities:
                - {effect: trigger, name: pays, when: {event: set_in_motion}, effects: [{effect: lose_life, count: 1}]}
        - {id: B}
        - {id: C}
    until: {turn: 5, step: beginning_of_combat}
    expect:
      checks: [{at: {turn: 5, step: beginning_of_combat}, that: {life: {A: 17}}}]
      counts: [{event: ability_triggered, name: pays, is: 3}]
    """)


def test_704_6e_an_ability_of_an_abandoned_scheme_holds_up_the_others() -> None:
    """While it is on the stack no scheme goes away, though its own is face down already."""
    play("""
    game:
      variant: supervillain_rumble
      players:
        - id: A
          schemes:
            - id: watch
              ongoing: true
              abilities: [{effect: trigger, name: sees, whose: each, when: {beginning_of: precombat_main}}]
        - {id: B, schemes: 1}
    script:
      - at: {turn: 2, step: precombat_main, player: B}
        do:
          - action: cast
            name: end-it
            effects: [{effect: abandon, scheme: watch}, {effect: abandon, scheme: none-such}]
    until: {turn: 2, step: beginning_of_combat}
    expect:
      events:
        - {event: put_on_stack, name: sees, turn: 2}
        - {event: scheme_turned_down, scheme: watch}
        - {event: priority_received, turn: 2}
        - {event: left_stack, name: sees}
        - {event: scheme_turned_down, scheme: B-scheme-1}
    """)


def test_704_3_a_scheme_sees_what_dies_in_the_same_check() -> None:
    """Its own ability kills the bear: both leave at once, and it looks back to the game before that (603.10a)."""
    play("""
    game:
      variant: archenemy
      players:
        - id: A
          schemes:
            - id: grief
              abilities:
                - effect: trigger
                  name: stings
                  when: {event: set_in_motion}
                  effects: [{effect: damage, to: bear, amount: 1}]
                - {effect: trigger, name: mourns, when: {event: dies, of: bear}}
          battlefield: [{id: bear, toughness: 1}]
        - {id: B}
        - {id: C}
    until: {turn: 1, step: beginning_of_combat}
    expect:
      events:
        - {event: state_based_action, subject: grief, rule: "704.6e"}
        - {event: resolved, name: mourns}
      counts: [{event: ability_triggered, name: mourns, is: 1}]
      checks: [{at: {turn: 1, step: beginning_of_combat}, that: {schemes: {A: []}}}]
    """)


def test_a_permanent_does_not_take_the_id_of_a_scheme() -> None:
    """At the start it is refused, counted schemes included; one that enters later gets another id."""
    board = {"variant": "archenemy", "players": [{"id": "A", "battlefield": [{"id": "A-scheme-1"}]}, {"id": "B"}]}
    with pytest.raises(ValidationError, match="the id 'A-scheme-1' is used more than once"):
        GameSpec.model_validate(board)
    play("""
    game: {variant: archenemy, players: [{id: A}, {id: B}]}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: make, effects: [{effect: create, permanent: {id: A-scheme-1}}]}]
    until: {turn: 1, step: draw}
    expect: {events: [{event: permanent_entered, permanent: A-scheme-1-2}]}
    """)


def test_options_of_the_engine_stay_where_the_variant_says_nothing() -> None:
    """Attacking several players may be chosen either way; in a Supervillain Rumble it is laid down."""
    free = GameSpec.model_validate({"variant": "free_for_all", "players": [{"id": name} for name in "ABC"]})
    assert new_game(free, options=Options(attack_multiple_players=True)).options.attack_multiple_players
    rumble = {"variant": "supervillain_rumble", "players": [{"id": name} for name in "ABC"]}
    assert new_game(GameSpec.model_validate(rumble)).options.attack_multiple_players
    with pytest.raises(ValidationError, match="options: are for free_for_all only"):
        GameSpec.model_validate({**rumble, "options": {"attack_multiple_players": False}})

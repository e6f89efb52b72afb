"""Teams that share a turn, priority and combat (805), and a life total (810)."""

from __future__ import annotations

from typing import Any

from support import obligation, play

from mtg_fsm import GameSpec, new_game
from mtg_fsm.scenario import Run
from mtg_fsm.words.commands import Cast
from mtg_fsm.words.effects import Discard

TEAMS = """
      variant: two_headed_giant
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
"""
"""A and B against C and D."""


# --- taking turns, and what a turn gives each member (103.8b, 805.3, 805.4, 502.2a) ---


def first_turns() -> Run:
    """Three turns of two teams, D's first; the expected steps are those of a team that draws nothing at first."""
    return play("""
    game:
      variant: two_headed_giant
      starting_player: D
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
    until: {turn: 3, step: precombat_main}
    expect:
      turns:
        - turn: 1
          team: [C, D]
          steps: [untap, upkeep, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                  postcombat_main, end, cleanup]
        - {turn: 3, team: [C, D], steps: [untap, upkeep, draw, precombat_main]}
    """)


def of_kind(run: Run, kind: str) -> list[dict[str, Any]]:
    """The events of a kind, in order."""
    return [record for event in run.events if (record := event.as_dict())["event"] == kind]


@obligation("805.3", 1)
def test_805_3_the_starting_players_team_begins() -> None:
    """The starting player names a team: its first member stands for it."""
    assert of_kind(first_turns(), "turn_began")[0]["player"] == "C"


@obligation("805.4", 1)
def test_805_4_teams_take_turns_not_players() -> None:
    """After a team's turn the other team's begins, and then the first team's again."""
    assert [event["player"] for event in of_kind(first_turns(), "turn_began")] == ["C", "A", "C"]


@obligation("805.4b", 1)
def test_805_4b_each_member_draws_in_the_draw_step() -> None:
    """A and B draw in turn 2, C and D in turn 3, each one card by the step's turn-based action."""
    drawn = [(event["turn"], event["player"], event["rule"]) for event in of_kind(first_turns(), "card_drawn")]
    assert drawn == [(2, "A", "504.1"), (2, "B", "504.1"), (3, "C", "504.1"), (3, "D", "504.1")]


@obligation("103.8b", 1)
def test_103_8b_neither_member_of_the_starting_team_draws_at_first() -> None:
    """The draw step of turn 1 is skipped by the rule, for both."""
    run = first_turns()
    first = of_kind(run, "step_skipped")[0]
    assert (first["turn"], first["step"], first["rule"]) == (1, "draw", "103.8b")
    assert not [event for event in of_kind(run, "card_drawn") if event["turn"] == 1]


@obligation("810.6", 1)
def test_810_6_the_other_team_has_its_first_draw_step() -> None:
    """Only the starting team's first draw step is skipped."""
    assert [event["turn"] for event in of_kind(first_turns(), "step_skipped") if event["step"] == "draw"] == [1]


@obligation("810.1", 1)
def test_810_1_the_first_turn_has_no_draw_step() -> None:
    """It goes from upkeep to the precombat main phase."""
    began = [event["step"] for event in of_kind(first_turns(), "step_began") if event["turn"] == 1]
    assert began[:3] == ["untap", "upkeep", "beginning_of_combat"]


@obligation("805.4a", 1)
def test_805_4a_each_member_of_the_active_team_is_an_active_player() -> None:
    """Both may cast at sorcery speed while the team has priority; of the nonactive team nobody may."""
    play(f"""
    game: {TEAMS}
    until: {{turn: 2, step: beginning_of_combat}}
    expect:
      checks:
        - {{at: {{turn: 1, step: precombat_main}}, that: {{may_cast: {{sorcery: [A, B]}}}}}}
        - {{at: {{turn: 1, step: precombat_main, player: C}}, that: {{may_cast: {{sorcery: []}}}}}}
        - {{at: {{turn: 2, step: precombat_main}}, that: {{may_cast: {{sorcery: [C, D]}}}}}}
    """)


@obligation("805.4c", 1)
def test_805_4c_each_member_of_the_active_team_may_play_a_land() -> None:
    """Each is an active player, so each plays one land, and no second one; the other team plays none."""
    play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 1, step: precombat_main}}
        do:
          - {{action: play_land, id: forest, player: C, rejected: true}}
          - {{action: play_land, player: B, id: plains}}
          - {{action: play_land, id: island, player: B, rejected: true}}
          - {{action: play_land, player: A, id: swamp}}
          - {{action: play_land, id: island, player: A, rejected: true}}
    expect:
      checks:
        - {{at: {{turn: 1, step: beginning_of_combat}}, that: {{lands_played: {{A: 1, B: 1, C: 0, D: 0}}}}}}
    """)


@obligation("502.2a", 1)
def test_502_2a_one_spell_of_each_teammate_leaves_it_night() -> None:
    """Only two spells of one member make it day."""
    play(f"""
    game: {TEAMS}
      day_night: night
    script:
      - at: {{turn: 1, step: precombat_main}}
        do: [{{action: cast, player: A, name: one}}, {{action: cast, player: B, name: two}}]
      - at: {{turn: 2, step: precombat_main}}
        do: [{{action: cast, player: D, name: three}}, {{action: cast, player: D, name: four}}]
    expect:
      checks:
        - {{at: {{turn: 2, step: upkeep}}, that: {{day_night: night}}}}
        - {{at: {{turn: 3, step: upkeep}}, that: {{day_night: day}}}}
    """)


@obligation("502.2a", 2)
def test_502_2a_one_spell_of_any_teammate_leaves_it_day() -> None:
    """Either member's spell does; a spell of the nonactive team does not."""
    play(f"""
    game: {TEAMS}
      day_night: day
    script:
      - {{at: {{turn: 1, step: upkeep}}, do: [{{action: cast, player: A, name: one}}]}}
      - {{at: {{turn: 2, step: end}}, do: [{{action: cast, player: D, name: two}}]}}
      - {{at: {{turn: 3, step: end, player: C}}, do: [{{action: cast, player: C, name: three}}]}}
    expect:
      checks:
        - {{at: {{turn: 2, step: upkeep}}, that: {{day_night: day}}}}
        - {{at: {{turn: 3, step: upkeep}}, that: {{day_night: day}}}}
        - {{at: {{turn: 4, step: upkeep}}, that: {{day_night: night}}}}
    """)


# --- priority (117.6, 805.5) and order (805.6, 805.7) ---


def upkeep_of_teams() -> Run:
    """One upkeep in which B casts a spell, and members that lack priority try to act."""
    return play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 1, step: upkeep}}
        do:
          - {{action: cast, player: C, name: early, rejected: true}}
          - {{action: cast, player: B, name: first}}
          - {{action: pass, player: C, rejected: true}}
          - {{action: pass, player: B}}
      - at: {{turn: 1, step: upkeep, player: D}}
        do:
          - {{action: cast, player: B, name: late, rejected: true}}
          - {{action: pass, player: D}}
    until: {{turn: 1, step: precombat_main}}
    expect:
      checks:
        - {{at: {{turn: 1, step: upkeep}}, that: {{priority: A}}}}
        - {{at: {{turn: 1, step: upkeep, player: C}}, that: {{priority: C, stack: [first]}}}}
        - {{at: {{turn: 1, step: upkeep, player: B, nth: 3}}, that: {{priority: B, stack: []}}}}
    """)


@obligation("117.6", 1)
def test_117_6_passing_is_counted_by_team() -> None:
    """Two teams pass on the spell, and two on the empty stack: four passes of four players, in two rounds."""
    assert len(of_kind(upkeep_of_teams(), "priority_passed")) == 4


@obligation("805.5", 1)
def test_805_5_a_team_receives_priority() -> None:
    """As the step begins, after the spell, after a pass, after it resolves, after a pass, in the main phase."""
    received = [event["player"] for event in of_kind(upkeep_of_teams(), "priority_received")]
    assert received == ["A", "A", "C", "A", "C", "A"]


@obligation("805.5a", 1)
def test_805_5a_any_member_acts_with_the_teams_priority() -> None:
    """B casts with the priority that A's name stands for; C and, later, B are refused."""
    run = upkeep_of_teams()
    assert [event["name"] for event in of_kind(run, "put_on_stack")] == ["first"]


@obligation("805.5b", 1)
def test_805_5b_two_passes_of_two_teams_suffice() -> None:
    """The spell resolves after the second pass, and the step ends after the fourth."""
    kinds = [event.as_dict()["event"] for event in upkeep_of_teams().events]
    assert [kind for kind in kinds if kind in {"priority_passed", "resolved"}] == [
        "priority_passed",
        "priority_passed",
        "resolved",
        "priority_passed",
        "priority_passed",
    ]


def test_805_6_the_active_team_chooses_before_the_other_one() -> None:
    """All discard at once in the turn of C and D: they are asked before A and B, and nothing is discarded before."""
    hands = [{"id": player, "hand": [f"{player}-1", f"{player}-2"]} for player in "ABCD"]
    spec = {"variant": "two_headed_giant", "starting_player": "C", "free_casting": True, "players": hands}
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    engine.submit(Cast(player="C", name="purge", effects=(Discard(player="each"),)))
    asked: list[str] = []
    discarded: list[str] = []
    while engine.decision is not None and not discarded:
        if engine.decision.kind == "choose_discard":
            asked.append(engine.decision.player)
        events = engine.submit(next(engine.legal(engine.decision.player)))
        discarded += [event.name_in_log for event in events if event.name_in_log == "card_discarded"]
    assert [set(asked[:2]), set(asked[2:])] == [{"C", "D"}, {"A", "B"}]
    assert len(discarded) == 4


@obligation("805.7", 1)
def test_805_7_triggers_are_stacked_team_by_team() -> None:
    """The active team orders its members' abilities as it likes, mixed; those of the other team follow."""
    play("""
    game:
      variant: two_headed_giant
      players:
        - id: A
          effects:
            - {effect: trigger, name: a1, when: {beginning_of: upkeep}, effects: []}
            - {effect: trigger, name: a2, when: {beginning_of: upkeep}, effects: []}
        - {id: B, effects: [{effect: trigger, name: b, when: {beginning_of: upkeep}, effects: []}]}
        - {id: C, effects: [{effect: trigger, name: c, when: {beginning_of: upkeep}, whose: opponent, effects: []}]}
        - {id: D, effects: [{effect: trigger, name: d, when: {beginning_of: upkeep}, whose: each, effects: []}]}
    script:
      - at: {turn: 1, step: upkeep, decision: order_triggers}
        do: [{action: order, triggers: [a1, b, a2]}]
      - at: {turn: 1, step: upkeep, decision: order_triggers, player: C}
        do: [{action: order, triggers: [d, c]}]
    until: {turn: 1, step: precombat_main}
    expect:
      checks: [{at: {turn: 1, step: upkeep}, that: {stack: [c, d, a2, b, a1]}}]
    """)


@obligation("805.6a", 1)
def test_805_6a_cards_are_drawn_team_by_team() -> None:
    """Members of the active team draw first, whoever's effect it is."""
    run = play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 2, step: upkeep}}
        do: [{{action: cast, player: C, name: feast, effects: [{{effect: draw, player: each}}]}}]
    until: {{turn: 2, step: draw}}
    """)
    drawn = [event["player"] for event in of_kind(run, "card_drawn") if event["step"] == "upkeep"]
    assert drawn == ["C", "D", "A", "B"]


# --- what is added and skipped (805.8) ---


@obligation("805.8", 1, 2)
def test_805_8_one_effect_adds_one_turn_for_a_team() -> None:
    """Both teammates take an extra turn by one effect: one turn. Two effects add two."""
    cast = "{action: cast, player: A, name: warp, effects: [{effect: extra_turn, player: [A, B]}]}"
    for casts, owners in (([cast], "AACA"), ([cast, cast], "AAAC")):
        run = play(f"""
        game: {{variant: two_headed_giant, players: [{{id: A}}, {{id: B}}, {{id: C}}, {{id: D}}]}}
        script: [{{at: {{turn: 1, step: upkeep}}, do: [{", ".join(casts)}]}}]
        until: {{turn: 4, step: upkeep}}
        """)
        assert "".join(event["player"] for event in of_kind(run, "turn_began")) == owners


@obligation("805.8", 1)
def test_805_8_one_effect_skips_one_step_of_a_team() -> None:
    """Both teammates skip their next draw step by one effect: one draw step of the team is gone, not two."""
    play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 1, step: upkeep}}
        do: [{{action: cast, name: drought, effects: [{{effect: skip, what: draw, player: [C, D]}}]}}]
    until: {{turn: 4, step: precombat_main}}
    expect:
      events: [{{event: step_skipped, step: draw, turn: 2}}]
      never: [{{event: step_skipped, step: draw, turn: 4}}]
      checks: [{{at: {{turn: 4, step: draw}}, that: {{hand: {{C: 8, D: 8}}}}}}]
    """)


# --- combat (506.2b, 805.10) ---


def combat_of_teams() -> Run:
    """A's bear attacks C and B's wolf attacks D, whose teammate's wall blocks the wolf."""
    return play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: wolf, power: 3, toughness: 3}]}
        - {id: C, battlefield: [{id: wall, power: 0, toughness: 5}]}
        - {id: D, battlefield: [{id: rat, power: 1, toughness: 1}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}, rejected: true}
          - {action: attack, attackers: {bear: C, wolf: D}}
      - at: {turn: 1, decision: declare_blockers}
        do:
          - {action: block, blockers: {wall: [wolf], bear: [wolf]}, rejected: true}
          - {action: block, blockers: {wall: [wolf]}}
    expect:
      checks:
        - {at: {turn: 1, step: beginning_of_combat}, that: {defending: [C, D]}}
        - {at: {turn: 1, step: declare_attackers}, that: {attacking: {bear: C, wolf: D}}}
        - at: {turn: 1, step: declare_blockers}
          that: {blocking: {wall: [wolf]}, blocked: [wolf], unblocked: [bear]}
        - {at: {turn: 1, step: postcombat_main}, that: {life: {C: 28, D: 28}, battlefield: {wall: {damage: 3}}}}
      counts:
        - {event: turn_based_action, action: declare_attackers, turn: 1, is: 1}
        - {event: turn_based_action, action: declare_blockers, turn: 1, is: 1}
      never: [{event: turn_based_action, action: choose_defending_player}]
    """)


@obligation("506.2b", 1)
def test_506_2b_all_members_attack_and_all_members_defend() -> None:
    """The attackers are of both members, and both opponents defend from the beginning of combat on."""
    run = combat_of_teams()
    tapped = [(event["permanent"], event["controller"]) for event in of_kind(run, "permanent_tapped")]
    assert tapped == [("bear", "A"), ("wolf", "B")]


@obligation("805.10a", 1)
def test_805_10a_nobody_chooses_a_defending_player() -> None:
    """Not even where a team's members stand to the left of the attackers' team and to its right."""
    run = combat_of_teams()
    assert "choose_defending_player" not in [event["action"] for event in of_kind(run, "turn_based_action")]


@obligation("805.10b", 1)
def test_805_10b_the_active_team_declares_once() -> None:
    """One declaration with creatures of both, legal as a whole: two creatures are one too many for both together."""
    run = combat_of_teams()
    declared = [event for event in of_kind(run, "turn_based_action") if event["action"] == "declare_attackers"]
    assert len(declared) == 1
    play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: wolf}]}
        - {id: C, battlefield: [{id: moat, types: [enchantment], abilities: [{effect: static, max_attackers: 1}]}]}
        - {id: D}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: C, wolf: D}, rejected: true}
          - {action: attack, player: B, attackers: {wolf: D}}
    until: {turn: 1, step: end}
    expect: {checks: [{at: {turn: 1, step: declare_attackers}, that: {attacking: {wolf: D}}}]}
    """)


@obligation("805.10d", 1)
def test_805_10d_a_teammates_creature_blocks() -> None:
    """The wall of C blocks the wolf that attacks D, in the one declaration of the team."""
    run = combat_of_teams()
    assert [(event["source"], event["to"]) for event in of_kind(run, "damage_dealt")] == [
        ("bear", "C"),
        ("wolf", "wall"),
    ]
    declared = [event for event in of_kind(run, "turn_based_action") if event["action"] == "declare_blockers"]
    assert len(declared) == 1


@obligation("805.10f", 1)
def test_805_10f_the_active_team_announces_damage_first() -> None:
    """Both members' attackers in one announcement, then both defenders' blockers in another one, then all is dealt."""
    run = play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: wolf}]}
        - {id: C, battlefield: [{id: wall}]}
        - {id: D, battlefield: [{id: gate}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: C, wolf: D}}]}
      - {at: {turn: 1, decision: declare_blockers}, do: [{action: block, blockers: {wall: [wolf], gate: [bear]}}]}
    until: {turn: 1, step: end_of_combat}
    """)
    actions = [(event["action"], event["player"]) for event in of_kind(run, "turn_based_action")]
    damage = [action for action in actions if "damage" in action[0] and "combat" in action[0]]
    assert damage[:3] == [("assign_combat_damage", "A"), ("assign_combat_damage", "C"), ("deal_combat_damage", None)]
    assert [event["source"] for event in of_kind(run, "damage_dealt")] == ["bear", "wolf", "wall", "gate"]


# --- one life total, and losing together (810, 704.6) ---


@obligation("810.4", 1)
def test_810_4_the_members_of_a_team_share_30_life() -> None:
    """Every player reads 30, whatever the game says of one team; a total that it gives is the team's."""
    play("""
    game:
      variant: two_headed_giant
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
    until: {turn: 1, step: upkeep}
    expect: {checks: [{at: {turn: 1, step: upkeep}, that: {life: {A: 30, B: 30, C: 30, D: 30}}}]}
    """)


@obligation("810.9a", 1)
def test_810_9a_a_test_of_a_members_life_looks_at_the_teams() -> None:
    """An ability that asks for D's life triggers at the total of the team, which only C's loss has changed."""
    play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A}
        - {id: B}
        - {id: C}
        - id: D
          effects:
            - {effect: trigger, name: poor, when: {beginning_of: end}, whose: each, if: {life: {D: 26}}, effects: []}
            - {effect: trigger, name: rich, when: {beginning_of: end}, whose: each, if: {life: {D: 30}}, effects: []}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: jab, effects: [{effect: lose_life, player: C, count: 4}]}]
    until: {turn: 2, step: upkeep}
    expect:
      counts: [{event: ability_triggered, name: poor, is: 1}, {event: ability_triggered, name: rich, is: 0}]
    """)


@obligation("810.9", 1, 2)
def test_810_9_life_changes_happen_to_one_player_and_count_for_the_team() -> None:
    """Damage to each of two teammates is two changes of one total, and triggers are the player's own."""
    play("""
    game:
      variant: two_headed_giant
      players:
        - id: A
        - id: B
        - id: C
          effects:
            - {effect: trigger, name: mine, when: {event: life_lost, of: C}, effects: []}
        - id: D
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: fork
            effects: [{effect: damage, amount: 2, to: C}, {effect: damage, amount: 2, to: D}]
    until: {turn: 2, step: upkeep}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep}, that: {life: {A: 30, B: 30, C: 30, D: 30}}}
        - {at: {turn: 1, step: precombat_main}, that: {life: {A: 30, B: 30, C: 26, D: 26}}}
      events:
        - {event: life_changed, player: C, amount: -2}
        - {event: ability_triggered, name: mine}
        - {event: life_changed, player: D, amount: -2}
      counts: [{event: ability_triggered, name: mine, is: 1}, {event: life_changed, is: 2}]
    """)


def life_of_a_team() -> Run:
    """C and D fall to -1 and rise to 1 in one spell; the next one takes the last point from D."""
    return play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 1, step: upkeep}}
        do:
          - action: cast
            name: scare
            effects: [{{effect: lose_life, player: C, count: 31}}, {{effect: gain_life, player: D, count: 2}}]
      - at: {{turn: 1, step: precombat_main}}
        do: [{{action: cast, name: blow, effects: [{{effect: lose_life, player: D, count: 1}}]}}]
    expect:
      checks: [{{at: {{turn: 1, step: precombat_main}}, that: {{life: {{C: 1, D: 1}}}}}}]
      events:
        - {{event: state_based_action, rule: "704.6a"}}
        - {{event: player_lost, player: C}}
        - {{event: player_lost, player: D}}
        - {{event: game_ended, turn: 1, phase: precombat_main}}
      outcome: {{winners: [A, B]}}
    """)


@obligation("704.6a", 1)
def test_704_6a_a_team_without_life_loses_in_the_gate() -> None:
    """Both members lose at once, each by the rule."""
    run = life_of_a_team()
    actions = [(event["rule"], event["subject"]) for event in of_kind(run, "state_based_action")]
    assert actions == [("704.6a", "C"), ("704.6a", "D")]
    assert [event["player"] for event in of_kind(run, "player_lost")] == ["C", "D"]


@obligation("810.8c", 1)
def test_810_8c_nothing_happens_before_the_gate() -> None:
    """A total below 0 in the middle of a spell's effects loses nothing: the game goes on to the main phase."""
    run = life_of_a_team()
    assert [event["life"] for event in of_kind(run, "life_changed")] == [-1, 1, 0]
    assert {event["phase"] for event in of_kind(run, "player_lost")} == {"precombat_main"}


@obligation("704.6b", 1)
def test_704_6b_a_team_with_fifteen_poison_counters_loses() -> None:
    """The counters of both members count together: fourteen do nothing, fifteen do."""
    play(f"""
    game: {TEAMS}
    script:
      - at: {{turn: 1, step: upkeep}}
        do:
          - action: cast
            name: venom
            effects:
              - {{effect: add_counters, player: C, counter: poison, count: 10}}
              - {{effect: add_counters, player: D, counter: poison, count: 4}}
      - at: {{turn: 1, step: precombat_main}}
        do: [{{action: cast, name: drop, effects: [{{effect: add_counters, player: D, counter: poison, count: 1}}]}}]
    expect:
      checks:
        - at: {{turn: 1, step: precombat_main}}
          that: {{poison: {{C: 14, D: 14}}, players_in_game: [A, B, C, D]}}
      events:
        - {{event: state_based_action, rule: "704.6b"}}
        - {{event: player_lost, player: C}}
        - {{event: player_lost, player: D}}
      outcome: {{winners: [A, B]}}
    """)


@obligation("810.1", 2)
def test_810_1_whoever_loses_takes_the_teammate_along() -> None:
    """An effect says that C loses: C and D have lost and left, and A and B win."""
    play(f"""
    game: {TEAMS}
    script:
      - {{at: {{turn: 1, step: upkeep}}, do: [{{action: cast, name: doom, effects: [{{effect: lose, player: C}}]}}]}}
    expect:
      events:
        - {{event: player_lost, player: C}}
        - {{event: player_lost, player: D}}
        - {{event: player_left, player: C}}
        - {{event: player_left, player: D}}
        - {{event: game_ended}}
      outcome: {{winners: [A, B]}}
    """)


@obligation("810.8b", 1, 2)
def test_810_8b_a_concession_takes_the_team_out_at_once() -> None:
    """Without waiting for a gate both are out, their creatures with them, and the other team has won."""
    play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A}
        - {id: B}
        - {id: C, battlefield: [{id: rat}]}
        - {id: D, battlefield: [{id: wall}]}
    script:
      - {at: {turn: 1, step: upkeep}, do: [{action: concede, player: D}]}
    expect:
      events:
        - {event: player_lost, player: C}
        - {event: player_lost, player: D}
        - {event: player_left, player: C}
        - {event: permanent_left, permanent: rat}
        - {event: player_left, player: D}
        - {event: permanent_left, permanent: wall}
        - {event: game_ended, turn: 1, step: upkeep}
      never: [{event: state_based_action}]
      outcome: {winners: [A, B]}
    """)


@obligation("810.8", 1)
def test_810_8_an_empty_library_loses_for_the_team() -> None:
    """One member's draw from an empty library takes both out in the next gate."""
    play("""
    game:
      variant: two_headed_giant
      players: [{id: A}, {id: B}, {id: C}, {id: D, library: 0}]
    expect:
      events:
        - {event: state_based_action, turn: 2, step: draw, rule: 704.5b}
        - {event: player_lost, player: C}
        - {event: player_lost, player: D}
      outcome: {winners: [A, B]}
    """)


def test_805_10b_the_costs_of_one_declaration_are_paid_by_the_team() -> None:
    """B's creature costs two: A has one mana, B makes the other with a mana ability while the total is paid."""
    play("""
    game:
      variant: two_headed_giant
      players:
        - {id: A}
        - id: B
          battlefield:
            - {id: bear, attack_cost: 2}
            - id: grove
              types: [land]
              abilities: [{effect: activated, name: grow, effects: [{effect: add_mana, mana: G}]}]
        - {id: C}
        - {id: D}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: C}}
      - at: {turn: 1, decision: pay}
        do:
          - {action: activate, player: A, name: ritual, mana_ability: true, effects: [{effect: add_mana, mana: R}]}
          - {action: pay, pay: true, rejected: true}
          - {action: activate, player: A, source: grove, name: grow, mana_ability: true, rejected: true}
          - {action: activate, player: B, source: grove, name: grow, mana_ability: true}
          - {action: pay, player: B, pay: true}
    until: {turn: 1, step: end_of_combat}
    expect:
      events:
        - {event: mana_spent, player: A, mana: R, rule: 508.1j}
        - {event: mana_spent, player: B, mana: G, rule: 508.1j}
      checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {C: 28}}}]
    """)

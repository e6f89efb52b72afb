"""Combat of more than two players: who defends (506.2a, 507.1, 802, 803), and who chooses before whom (101.4)."""

from __future__ import annotations

from typing import Any

import pytest
from support import obligation, play

from mtg_fsm import Activate, Attack, Block, Engine, GameSpec, Pay, new_game
from mtg_fsm.engine.events import AbilityTriggered
from mtg_fsm.scenario import Run


def table(**battlefields: list[dict[str, Any]]) -> Engine:
    """A free-for-all of these players in this order, in which everybody can be attacked, as it has begun."""
    players = [{"id": player, "battlefield": permanents} for player, permanents in battlefields.items()]
    options = {"attack_multiple_players": True}
    spec = {"variant": "free_for_all", "options": options, "free_casting": True, "players": players}
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    return engine


def reach(engine: Engine, kind: str, player: str) -> None:
    """On to the next decision of a kind and a player, by default answers."""
    while engine.decision is not None and (engine.decision.kind, engine.decision.player) != (kind, player):
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None


def between(run: Run, first: dict[str, Any], last: dict[str, Any]) -> list[str]:
    """The kinds of events between the first event that matches and the last one that matches."""
    events = [event.as_dict() for event in run.events]
    start = next(i for i, event in enumerate(events) if first.items() <= event.items())
    end = max(i for i, event in enumerate(events) if last.items() <= event.items())
    assert start < end
    return [event["event"] for event in events[start + 1 : end]]


# --- who defends (506.2a, 507.1, 802.2, 803.1) ---


@obligation("506.2a", 1)
def test_506_2a_exactly_one_opponent_defends_for_one_combat_phase() -> None:
    """Of three opponents the one who was chosen defends; the next combat phase has a choice of its own."""
    play("""
    game:
      variant: free_for_all
      players:
        - {id: A, battlefield: [{id: bear, keywords: [vigilance]}]}
        - {id: B}
        - {id: C, battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]}
        - {id: D}
    script:
      - at: {turn: 1, step: precombat_main}
        do: [{action: cast, name: assault, speed: sorcery, effects: [{effect: extra_phases, phases: [combat]}]}]
      - at: {turn: 1, decision: choose_defending_player}
        do:
          - {action: defend, player: A, rejected: true}
          - {action: defend, player: C}
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B}, rejected: true}
          - {action: attack, attackers: {bear: D}, rejected: true}
          - {action: attack, attackers: {bear: walker}}
      - at: {turn: 1, step: beginning_of_combat, occurrence: 2, decision: choose_defending_player}
        do: [{action: defend, player: D}]
      - at: {turn: 1, step: declare_attackers, occurrence: 2, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: C}, rejected: true}
          - {action: attack, attackers: {bear: walker}, rejected: true}
          - {action: attack, attackers: {bear: D}}
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main}, that: {defending: []}}
        - {at: {turn: 1, step: beginning_of_combat}, that: {defending: [C]}}
        - {at: {turn: 1, step: end_of_combat}, that: {defending: [C]}}
        - at: {turn: 1, step: beginning_of_combat, occurrence: 2, decision: choose_defending_player}
          that: {defending: []}
        - {at: {turn: 1, step: beginning_of_combat, occurrence: 2}, that: {defending: [D]}}
        - {at: {turn: 1, step: postcombat_main}, that: {defending: []}}
        - {at: {turn: 1, step: end}, that: {life: {B: 20, C: 20, D: 18}, battlefield: {walker: {loyalty: 2}}}}
    """)


@obligation("506.2a", 2)
def test_506_2a_no_choice_is_made_where_all_opponents_defend() -> None:
    """With the option of 802 nobody is chosen in anybody's turn."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
    expect:
      checks:
        - {at: {turn: 1, step: beginning_of_combat}, that: {defending: [B, C, D]}}
        - {at: {turn: 3, step: beginning_of_combat}, that: {defending: [A, B, D]}}
      never: [{event: turn_based_action, action: choose_defending_player}]
    """)


@obligation("506.2a", 2)
def test_506_2a_no_choice_is_made_with_two_players() -> None:
    """The only opponent defends, also in a free-for-all of two."""
    for variant in ("two_player", "free_for_all"):
        play(f"""
        game: {{variant: {variant}, players: [{{id: A}}, {{id: B}}]}}
        expect:
          checks:
            - {{at: {{turn: 1, step: beginning_of_combat}}, that: {{defending: [B]}}}}
            - {{at: {{turn: 2, step: beginning_of_combat}}, that: {{defending: [A]}}}}
          never: [{{event: turn_based_action, action: choose_defending_player}}]
        """)


@obligation("507.1", 1)
def test_507_1_the_choice_is_the_first_thing_of_the_step() -> None:
    """As it is asked nothing is on the stack and nobody had priority; then triggers of two players are stacked."""
    run = play("""
    game:
      variant: free_for_all
      players:
        - {id: A, effects: [{effect: trigger, name: mine, when: {beginning_of: beginning_of_combat}, effects: []}]}
        - {id: B}
        - id: C
          effects:
            - {effect: trigger, name: theirs, when: {beginning_of: beginning_of_combat}, whose: each, effects: []}
    script:
      - at: {turn: 1, decision: choose_defending_player}
        do:
          - {action: pass, player: A, rejected: true}
          - {action: cast, player: C, name: quick, rejected: true}
          - {action: defend, player: C}
    expect:
      checks:
        - at: {turn: 1, decision: choose_defending_player, player: A}
          that: {stack: [], priority: none, defending: []}
        - {at: {turn: 1, step: beginning_of_combat}, that: {stack: [theirs, mine], priority: A, defending: [C]}}
      events:
        - {event: step_began, step: beginning_of_combat}
        - {event: turn_based_action, action: choose_defending_player, player: A, rule: "507.1"}
        - {event: put_on_stack, name: mine}
        - {event: put_on_stack, name: theirs}
        - {event: priority_received, step: beginning_of_combat, player: A}
      counts: [{event: turn_based_action, action: choose_defending_player, is: 1}]
    """)
    began = {"event": "step_began", "step": "beginning_of_combat"}
    chosen = {"event": "turn_based_action", "action": "choose_defending_player"}
    assert not {"put_on_stack", "priority_received"} & set(between(run, began, chosen))


def test_507_1_it_is_chosen_also_when_one_opponent_is_left() -> None:
    """The game began with three players, so it is a multiplayer game (800.1) still; who has left can't be chosen."""
    play("""
    game: {variant: free_for_all, players: [{id: A}, {id: B}, {id: C}]}
    script:
      - {at: {turn: 1, step: upkeep}, do: [{action: concede, player: B}]}
      - at: {turn: 1, decision: choose_defending_player}
        do: [{action: defend, player: B, rejected: true}, {action: defend, player: C}]
    expect: {checks: [{at: {turn: 1, step: beginning_of_combat}, that: {defending: [C]}}]}
    """)


@obligation("802.2", 1)
def test_802_2_every_opponent_who_is_left_defends_and_nobody_is_asked() -> None:
    """From the beginning of the phase to its end, before anything triggers; not the active player, not who left."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players: [{id: A}, {id: B}, {id: C}, {id: D}]
    script:
      - {at: {turn: 2, step: upkeep}, do: [{action: concede, player: D}]}
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: defend, player: A, rejected: true}]}
    expect:
      checks:
        - {at: {turn: 1, step: beginning_of_combat}, that: {defending: [B, C, D]}}
        - {at: {turn: 2, step: precombat_main}, that: {defending: []}}
        - {at: {turn: 2, step: beginning_of_combat}, that: {defending: [C, A]}}
        - {at: {turn: 2, step: end_of_combat}, that: {defending: [C, A]}}
        - {at: {turn: 2, step: postcombat_main}, that: {defending: []}}
      events:
        - {event: step_began, step: beginning_of_combat, turn: 1}
        - {event: priority_received, step: beginning_of_combat, turn: 1, player: A}
      never: [{event: turn_based_action, step: beginning_of_combat, action: choose_defending_player}]
    """)


SEATS = """
game:
  variant: free_for_all
  options: {{attack: {side}}}
  players:
    - {{id: A, battlefield: [{{id: bear}}, {{id: elk}}, {{id: ox}}]}}
    - id: B
      battlefield:
        - {{id: bw, types: [planeswalker], loyalty: 4}}
        - {{id: held-by-b, types: [battle], subtypes: [siege], defense: 5, protector: D}}
    - {{id: C, battlefield: [{{id: cw, types: [planeswalker], loyalty: 4}}]}}
    - id: D
      battlefield:
        - {{id: dw, types: [planeswalker], loyalty: 4}}
        - {{id: held-by-d, types: [battle], subtypes: [siege], defense: 5, protector: B}}
script:
  - at: {{turn: 1, decision: choose_defending_player}}
    do:
      - {{action: defend, player: C, rejected: true}}
      - {{action: defend, player: {other}, rejected: true}}
      - {{action: defend, player: {next}}}
  - at: {{turn: 1, decision: declare_attackers}}
    do:
      - {{action: attack, attackers: {{bear: C}}, rejected: true}}
      - {{action: attack, attackers: {{bear: cw}}, rejected: true}}
      - {{action: attack, attackers: {{bear: {other}}}, rejected: true}}
      - {{action: attack, attackers: {{bear: {otherw}}}, rejected: true}}
      - {{action: attack, attackers: {{bear: held-by-{nextl}}}, rejected: true}}
      - {{action: attack, attackers: {{bear: {next}, elk: {otherw}}}, rejected: true}}
      - {{action: attack, attackers: {{bear: {next}, elk: {nextw}, ox: held-by-{otherl}}}}}
expect:
  checks:
    - at: {{turn: 1, step: declare_attackers}}
      that: {{defending: [{next}], attacking: {{bear: {next}, elk: {nextw}, ox: held-by-{otherl}}}}}
    - at: {{turn: 1, step: end}}
      that: {{life: {{{next}: 18, C: 20, {other}: 20}}, battlefield: {{held-by-{otherl}: {{defense: 3}}}}}}
"""


def seats(side: str, neighbour: str, other: str) -> str:
    """A at a table of four attacks what the neighbour defends; a battle goes by its protector."""
    near, far = neighbour.lower(), other.lower()
    names = {"next": neighbour, "other": other, "nextw": f"{near}w", "otherw": f"{far}w"}
    return SEATS.format(side=side, nextl=near, otherl=far, **names)


@obligation("803.1a", 1)
def test_803_1a_only_what_the_player_to_the_left_defends_can_be_attacked() -> None:
    """To the left is the next player in turn order: that player, their planeswalker, a battle that they protect."""
    play(seats("left", "B", "D"))


@obligation("803.1b", 1)
def test_803_1b_only_what_the_player_to_the_right_defends_can_be_attacked() -> None:
    """To the right is the player before in turn order: that player, their planeswalker, a battle that they protect."""
    play(seats("right", "D", "B"))


@obligation("803.1a", 1)
def test_803_1a_each_player_has_a_left_of_their_own() -> None:
    """The last player in turn order attacks the first; goad for another one doesn't widen the choice."""
    play("""
    game:
      variant: free_for_all
      options: {attack: left}
      players:
        - {id: A}
        - {id: B, battlefield: [{id: bull, goaded_by: C, must_attack: A}]}
        - {id: C, battlefield: [{id: cow}]}
    script:
      - at: {turn: 2, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bull: A}, rejected: true}
          - {action: attack, attackers: {}, rejected: true}
          - {action: attack, attackers: {bull: C}}
      - at: {turn: 3, decision: declare_attackers}
        do: [{action: attack, attackers: {cow: B}, rejected: true}, {action: attack, attackers: {cow: A}}]
    expect: {checks: [{at: {turn: 3, step: end}, that: {life: {A: 18, B: 20, C: 18}}}]}
    """)


@pytest.mark.parametrize("side", ["left", "right"])
def test_803_1a_with_the_neighbour_gone_the_game_goes_on(side: str) -> None:
    """The neighbour has left: nothing that was theirs can be attacked, and combat and the game go on."""
    play(f"""
    game:
      variant: free_for_all
      options: {{attack: {side}}}
      players: [{{id: A, battlefield: [{{id: bear}}]}}, {{id: B}}, {{id: C}}, {{id: D}}]
    script:
      - {{at: {{turn: 1, step: upkeep}}, do: [{{action: concede, player: {"B" if side == "left" else "D"}}}]}}
      - at: {{turn: 1, decision: declare_attackers}}
        do:
          - {{action: attack, attackers: {{bear: B}}, rejected: true}}
          - {{action: attack, attackers: {{bear: D}}, rejected: true}}
          - {{action: attack, attackers: {{}}}}
    expect:
      checks: [{{at: {{turn: 1, step: end}}, that: {{battlefield: {{bear: {{tapped: false}}}}}}}}]
      never: [{{event: attacker_declared}}]
    """)


def test_507_1_if_the_chosen_player_leaves_nobody_can_be_attacked() -> None:
    """The choice is not made again: even what has to attack can't, and combat goes on to its end."""
    play("""
    game:
      variant: free_for_all
      players: [{id: A, battlefield: [{id: bear, attacks_if_able: true}]}, {id: B}, {id: C}]
    script:
      - {at: {turn: 1, decision: choose_defending_player}, do: [{action: defend, player: B}]}
      - {at: {turn: 1, step: beginning_of_combat}, do: [{action: concede, player: B}]}
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: C}, rejected: true}, {action: attack, attackers: {}}]
    expect:
      checks: [{at: {turn: 1, step: end_of_combat}, that: {life: {C: 20}, attacking: {}}}]
      never: [{event: attacker_declared}]
      counts: [{event: turn_based_action, action: choose_defending_player, is: 1}]
    """)


# --- "defending player" of one attacker (508.5, 508.5a, 802.2a) ---


def test_508_5_what_attacks_nothing_has_the_defending_player_of_its_last_target() -> None:
    """The planeswalker of B that it attacked is gone: it is B who may block it, not C, whom the other one attacks."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: b1}, {id: walker, types: [planeswalker], loyalty: 4}]}
        - {id: C, battlefield: [{id: c1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: walker, ox: C}}]}
      - at: {turn: 1, step: declare_attackers}
        do: [{action: cast, name: return, effects: [{effect: bounce, permanents: [walker]}]}]
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {b1: [bear]}}]}
      - at: {turn: 1, decision: declare_blockers, player: C}
        do: [{action: block, blockers: {c1: [bear]}, rejected: true}, {action: block, blockers: {}}]
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {attacking: {bear: none, ox: C}, blocking: {b1: [bear]}, blocked: [bear], unblocked: [ox]}
    """)


@obligation("508.5a", 1)
def test_508_5a_an_effect_about_all_attackers_takes_the_defending_player_of_each() -> None:
    """A creature that C puts onto the battlefield blocking any attacker can block those whose defending player is C."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}, {id: elk}, {id: ram}, {id: hog}]}
        - {id: B, battlefield: [{id: siege, types: [battle], subtypes: [siege], defense: 5, protector: C}]}
        - {id: C, battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]}
        - {id: D}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: B, ox: C, elk: walker, ram: siege, hog: D}}]
      - at: {turn: 1, step: declare_blockers, player: C}
        do:
          - action: cast
            name: ambush
            effects: [{effect: create, permanent: {id: cat, power: 0, toughness: 5}, blocking: any}]
      - at: {turn: 1, decision: choose_blocked, player: C}
        do:
          - {action: choose, ids: [bear], rejected: true}
          - {action: choose, ids: [hog], rejected: true}
          - {action: choose, ids: [ram]}
      - at: {turn: 1, step: declare_blockers, player: B, nth: 2}
        do: [{action: cast, name: late, effects: [{effect: create, permanent: {id: dog}, blocking: ox}]}]
      - at: {turn: 1, step: declare_blockers, player: D, nth: 2}
        do:
          - action: cast
            name: last
            effects: [{effect: create, permanent: {id: pig, power: 0, toughness: 5}, blocking: hog}]
    expect:
      checks:
        - at: {turn: 1, step: combat_damage}
          that: {blocking: {cat: [ram], pig: [hog]}, blocked: [ram, hog], unblocked: [bear, ox, elk],
                 battlefield: {dog: {controller: B}}}
    """)


@obligation("508.5a", 1)
def test_508_5a_the_choice_names_exactly_the_attackers_of_the_player() -> None:
    """Also where only the planeswalker of a player or a battle that they protect is attacked, whoever controls it."""
    siege = {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 5, "protector": "B"}
    walker = {"id": "walker", "types": ["planeswalker"], "loyalty": 4}
    mine = [{"id": name} for name in ("bear", "ox", "elk")]
    engine = table(A=mine, B=[walker, {"id": "b1"}], C=[siege, {"id": "c1"}])
    reach(engine, "declare_attackers", "A")
    engine.submit(Attack(attackers={"bear": "walker", "ox": "siege", "elk": "C"}))
    reach(engine, "declare_blockers", "B")
    assert [dict(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)] == [
        {},
        {"b1": ("bear",)},
        {"b1": ("ox",)},
    ]
    engine.submit(Block(blockers={}))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("declare_blockers", "C")
    assert [dict(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)] == [
        {},
        {"c1": ("elk",)},
    ]


@obligation("802.2a", 1)
def test_802_2a_each_attacker_has_its_own_defending_player() -> None:
    """Every attacker looks for attacks and unblocked attacks on each opponent; each triggers for its own one only."""
    marks = """
          abilities:
            - {{effect: trigger, name: {0}-at-B, when: {{event: attacks, against: B}}, effects: []}}
            - {{effect: trigger, name: {0}-at-C, when: {{event: attacks, against: C}}, effects: []}}
            - {{effect: trigger, name: {0}-past-B, when: {{event: attacks_and_isnt_blocked, against: B}}, effects: []}}
            - {{effect: trigger, name: {0}-past-C, when: {{event: attacks_and_isnt_blocked, against: C}}, effects: []}}
    """
    run = play(f"""
    game:
      variant: free_for_all
      options: {{attack_multiple_players: true}}
      players:
      - id: A
        battlefield:
        - id: bear
          {marks.format("bear").strip()}
        - id: ox
          {marks.format("ox").strip()}
        - id: elk
          {marks.format("elk").strip()}
      - {{id: B, battlefield: [{{id: b1}}]}}
      - {{id: C}}
    script:
      - at: {{turn: 1, decision: declare_attackers}}
        do: [{{action: attack, attackers: {{bear: B, ox: C, elk: B}}}}]
      - {{at: {{turn: 1, decision: declare_blockers, player: B}}, do: [{{action: block, blockers: {{b1: [bear]}}}}]}}
    expect:
      checks:
        - {{at: {{turn: 1, step: combat_damage}}, that: {{life: {{B: 18, C: 18}}}}}}
    """)
    triggered = sorted(event.name for event in run.events if isinstance(event, AbilityTriggered))
    assert triggered == ["bear-at-B", "elk-at-B", "elk-past-B", "ox-at-C", "ox-past-C"]


# --- declaring attackers against several players (802.3) ---


@obligation("802.3", 1)
def test_802_3_each_attacker_has_a_target_of_its_own() -> None:
    """Players, a planeswalker, a battle of A's own that C protects; damage goes to each; all else is refused."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield:
            - {id: bear, power: 1}
            - {id: ox, power: 2}
            - {id: elk, power: 3}
            - {id: ram, power: 4}
            - {id: hog, power: 5}
            - {id: own, types: [planeswalker], loyalty: 3}
            - {id: siege, types: [battle], subtypes: [siege], defense: 9, protector: C}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 7}]}
        - {id: C, battlefield: [{id: guarded, types: [battle], subtypes: [siege], defense: 9, protector: A}, {id: c1}]}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {bear: B, ox: own}, rejected: true}
          - {action: attack, attackers: {bear: B, ox: A}, rejected: true}
          - {action: attack, attackers: {bear: B, ox: guarded}, rejected: true}
          - {action: attack, attackers: {bear: B, ox: c1}, rejected: true}
          - {action: attack, attackers: {bear: B, ox: C, elk: walker, ram: siege, hog: C}}
    expect:
      checks:
        - at: {turn: 1, step: declare_attackers}
          that: {attacking: {bear: B, ox: C, elk: walker, ram: siege, hog: C}}
        - at: {turn: 1, step: combat_damage}
          that:
            life: {A: 20, B: 19, C: 13}
            battlefield: {walker: {loyalty: 4}, siege: {defense: 5}, own: {loyalty: 3}, guarded: {defense: 9}}
      counts: [{event: attacker_declared, is: 5}]
    """)


@obligation("802.3a", 1)
def test_802_3a_not_alone_is_satisfied_by_an_attacker_of_another_player() -> None:
    """It is no restriction about one player: one attacker in the whole combat is too few, two at two players do."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players: [{id: A, battlefield: [{id: timid, cant_attack_alone: true}, {id: bear}]}, {id: B}, {id: C}]
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {timid: B}, rejected: true}
          - {action: attack, attackers: {timid: C}, rejected: true}
          - {action: attack, attackers: {timid: B, bear: C}}
    expect: {checks: [{at: {turn: 1, step: combat_damage}, that: {life: {B: 18, C: 18}}}]}
    """)


def test_802_3a_what_is_about_one_player_binds_only_what_is_sent_there() -> None:
    """A creature that can't attack B goes for C beside one that does; a limit counts all attackers together."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield:
            - {id: shy, cant_attack_player: B}
            - {id: bear}
            - {id: ox}
            - {id: arbiter, types: [artifact], abilities: [{effect: static, max_attackers: 2}]}
        - {id: B, battlefield: [{id: walker, types: [planeswalker], loyalty: 4}]}
        - {id: C}
        - {id: D}
    script:
      - at: {turn: 1, decision: declare_attackers}
        do:
          - {action: attack, attackers: {shy: B, bear: C}, rejected: true}
          - {action: attack, attackers: {shy: C, bear: B, ox: D}, rejected: true}
          - {action: attack, attackers: {shy: C, bear: B}}
    expect: {checks: [{at: {turn: 1, step: combat_damage}, that: {life: {B: 18, C: 18, D: 20}}}]}
    """)


def test_802_3a_requirements_count_over_the_whole_group() -> None:
    """Each of three creatures has to go somewhere else, and each declaration that leaves one out is refused."""
    goads: list[dict[str, Any]] = [
        {"id": "bear", "must_attack": "C"},
        {"id": "ox", "goaded_by": "C"},
        {"id": "elk", "attacks_if_able": True},
    ]
    engine = table(A=goads, B=[], C=[])
    reach(engine, "declare_attackers", "A")
    listed = [dict(attack.attackers) for attack in engine.legal_attacks if isinstance(attack, Attack)]
    expected = [{"bear": "C", "ox": "B", "elk": "B"}, {"bear": "C", "ox": "B", "elk": "C"}]
    assert sorted(map(str, listed)) == sorted(map(str, expected))
    refusal = engine.why_not(Attack(attackers={"bear": "C", "ox": "C", "elk": "B"}))
    assert refusal is not None
    assert refusal.rule == "508.1d"


@obligation("701.15b", 1, 2)
def test_701_15b_with_three_players_goad_is_two_requirements() -> None:
    """Staying home obeys none, the goader or a planeswalker one, another player both."""
    goad = [{"id": "bear", "goaded_by": "B"}]
    walkers = {name: [{"id": f"{name}w", "types": ["planeswalker"], "loyalty": 4}] for name in "BC"}
    siege = {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 5, "protector": "C"}
    engine = table(A=goad, B=[*walkers["B"], siege], C=walkers["C"], D=[])
    reach(engine, "declare_attackers", "A")
    listed = [dict(attack.attackers) for attack in engine.legal_attacks if isinstance(attack, Attack)]
    assert listed == [{"bear": "C"}, {"bear": "D"}]
    for attackers in ({}, {"bear": "B"}, {"bear": "Bw"}, {"bear": "Cw"}, {"bear": "siege"}):
        refusal = engine.why_not(Attack(attackers=attackers))
        assert refusal is not None
        assert refusal.rule == "508.1d"


@obligation("701.15b", 2)
def test_701_15b_if_it_can_attack_nobody_else_it_still_has_to_attack_something() -> None:
    """It can't attack C: B, B's and C's planeswalkers each obey one requirement, staying home none."""
    bear = {"id": "bear", "goaded_by": "B", "cant_attack_player": "C"}
    walkers = {name: [{"id": f"{name}w", "types": ["planeswalker"], "loyalty": 4}] for name in "BC"}
    engine = table(A=[bear], **walkers)
    reach(engine, "declare_attackers", "A")
    listed = [dict(attack.attackers) for attack in engine.legal_attacks if isinstance(attack, Attack)]
    assert listed == [{"bear": "B"}, {"bear": "Bw"}, {"bear": "Cw"}]
    assert engine.why_not(Attack(attackers={})) is not None


@pytest.mark.parametrize(
    ("must_attack", "legal"),
    [("B", ["B", "C", "D"]), ("C", ["C"]), ("Cw", ["C", "D", "Cw"]), ("Bw", ["C", "D", "Bw"])],
)
def test_701_15b_goad_is_weighed_against_another_requirement(must_attack: str, legal: list[str]) -> None:
    """Goaded by B and bound to attack something: each target that obeys most of three requirements is legal."""
    bear = {"id": "bear", "goaded_by": "B", "must_attack": must_attack}
    walkers = {name: [{"id": f"{name}w", "types": ["planeswalker"], "loyalty": 4}] for name in "BC"}
    engine = table(A=[bear], **walkers, D=[])
    reach(engine, "declare_attackers", "A")
    listed = [dict(attack.attackers) for attack in engine.legal_attacks if isinstance(attack, Attack)]
    assert listed == [{"bear": target} for target in legal]


def test_508_1d_to_attack_a_player_who_does_not_defend_is_not_possible() -> None:
    """B was not chosen: nothing is required of the creature that has to attack B, and it may attack C."""
    for attackers in ("{}", "{bear: C}"):
        play(f"""
        game:
          variant: free_for_all
          players: [{{id: A, battlefield: [{{id: bear, must_attack: B}}]}}, {{id: B}}, {{id: C}}]
        script:
          - {{at: {{turn: 1, decision: choose_defending_player}}, do: [{{action: defend, player: C}}]}}
          - at: {{turn: 1, decision: declare_attackers}}
            do:
              - {{action: attack, attackers: {{bear: B}}, rejected: true}}
              - {{action: attack, attackers: {attackers}}}
        expect: {{checks: [{{at: {{turn: 1, step: declare_attackers}}, that: {{attacking: {attackers}}}}}]}}
        """)


# --- reselecting (508.7d) ---


@obligation("508.7d", 1)
def test_508_7d_only_what_the_chosen_player_defends_can_be_reselected() -> None:
    """Other opponents, their planeswalker and a battle that they protect are refused, whoever controls it."""
    reselect = "{{action: cast, name: {0}, effects: [{{effect: reselect_attack, attacker: bear, to: {0}}}]}}"
    names = ("B", "D", "bw", "held-by-c", "A")
    spells = "\n".join(
        f"      - at: {{turn: 1, step: declare_attackers, nth: {1 + 2 * number}}}\n"
        f"        do: [{reselect.format(name)}]"
        for number, name in enumerate((*names, "cw", "held-by-b"))
    )
    play(f"""
    game:
      variant: free_for_all
      players:
        - {{id: A, battlefield: [{{id: bear}}]}}
        - id: B
          battlefield:
            - {{id: bw, types: [planeswalker], loyalty: 4}}
            - {{id: held-by-b, types: [battle], subtypes: [siege], defense: 5, protector: C}}
        - id: C
          battlefield:
            - {{id: cw, types: [planeswalker], loyalty: 4}}
            - {{id: held-by-c, types: [battle], subtypes: [siege], defense: 5, protector: B}}
        - {{id: D}}
    script:
      - {{at: {{turn: 1, decision: choose_defending_player}}, do: [{{action: defend, player: C}}]}}
      - {{at: {{turn: 1, decision: declare_attackers}}, do: [{{action: attack, attackers: {{bear: C}}}}]}}
{spells}
    expect:
      checks:
        - {{at: {{turn: 1, step: declare_attackers, nth: 11}}, that: {{attacking: {{bear: C}}}}}}
        - {{at: {{turn: 1, step: declare_attackers, nth: 13}}, that: {{attacking: {{bear: cw}}}}}}
        - at: {{turn: 1, step: combat_damage}}
          that: {{battlefield: {{held-by-b: {{defense: 3}}}}, life: {{C: 20}}}}
      events:
        - {{event: attack_reselected, attacking: cw}}
        - {{event: attack_reselected, attacking: held-by-b}}
      counts:
        - {{event: attack_reselected, is: 2}}
        - {{event: resolved, step: declare_attackers, is: 7}}
    """)


def test_508_7d_with_several_defending_players_another_one_can_be_reselected() -> None:
    """Then it is the new player who may block it."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: bear}]}
        - {id: B, battlefield: [{id: b1}]}
        - {id: C, battlefield: [{id: c1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: C}}]}
      - at: {turn: 1, step: declare_attackers, player: C}
        do: [{action: cast, name: feint, effects: [{effect: reselect_attack, attacker: bear, to: B}]}]
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {b1: [bear]}}]}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {attacking: {bear: B}, blocking: {b1: [bear]}}}]
      counts: [{event: turn_based_action, action: declare_blockers, player: C, is: 0}]
    """)


# --- declaring blockers (509.1a, 802.4) ---


@obligation("509.1a", 3)
def test_509_1a_a_creature_that_attacks_another_player_cannot_be_chosen() -> None:
    """Of six attackers each defending player can block the three that attack what they defend."""
    walkers = {name: {"id": f"{name}w", "types": ["planeswalker"], "loyalty": 4} for name in "BC"}
    siege = {"types": ["battle"], "subtypes": ["siege"], "defense": 5}
    sieges = {"B": {**siege, "id": "Bs", "protector": "C"}, "C": {**siege, "id": "Cs", "protector": "B"}}
    engine = table(
        A=[{"id": f"a{number}"} for number in range(6)],
        B=[walkers["B"], sieges["B"], {"id": "b1", "max_blocks": 2}],
        C=[walkers["C"], sieges["C"], {"id": "c1"}],
    )
    reach(engine, "declare_attackers", "A")
    engine.submit(Attack(attackers={"a0": "B", "a1": "Bw", "a2": "Bs", "a3": "C", "a4": "Cw", "a5": "Cs"}))
    reach(engine, "declare_blockers", "B")
    blocks = [block.blockers.get("b1", ()) for block in engine.legal_blocks if isinstance(block, Block)]
    single, double = [("a0",), ("a1",), ("a5",)], [("a0", "a1"), ("a0", "a5"), ("a1", "a5")]
    assert sorted(blocks) == sorted([(), *single, *double])
    for attackers in (("a2",), ("a3",), ("a4",), ("a0", "a3")):
        refusal = engine.why_not(Block(blockers={"b1": attackers}))
        assert refusal is not None
        assert refusal.rule == "509.1a"
    engine.submit(Block(blockers={"b1": ("a0", "a5")}))
    assert engine.decision is not None
    assert engine.decision.player == "C"
    blocks = [block.blockers.get("c1", ()) for block in engine.legal_blocks if isinstance(block, Block)]
    assert sorted(blocks) == [(), ("a2",), ("a3",), ("a4",)]


@obligation("802.4", 1)
def test_802_4_defenders_declare_in_turn_order_knowing_the_earlier_blocks() -> None:
    """In B's turn C is first, then D, then A; the blocks before are known, and nobody has priority in between."""
    run = play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: a1}]}
        - {id: B, battlefield: [{id: bear}, {id: ox}, {id: elk}]}
        - {id: C, battlefield: [{id: c1}, {id: c2}]}
        - {id: D, battlefield: [{id: d1}]}
    script:
      - {at: {turn: 2, decision: declare_attackers}, do: [{action: attack, attackers: {bear: A, ox: D, elk: C}}]}
      - at: {turn: 2, decision: declare_blockers, nth: 1}
        do:
          - {action: block, player: D, blockers: {d1: [ox]}, rejected: true}
          - {action: block, player: A, blockers: {a1: [bear]}, rejected: true}
          - {action: block, player: C, blockers: {c1: [elk], c2: [elk]}}
      - at: {turn: 2, decision: declare_blockers, player: D}
        do:
          - {action: block, player: C, blockers: {}, rejected: true}
          - {action: cast, player: D, name: quick, rejected: true}
          - {action: block, player: D, blockers: {d1: [ox]}}
      - at: {turn: 2, decision: declare_blockers, player: A}
        do: [{action: block, player: A, blockers: {a1: [bear]}}]
    expect:
      checks:
        - at: {turn: 2, decision: declare_blockers, player: C}
          that: {blocking: {}, priority: none}
        - at: {turn: 2, decision: declare_blockers, player: D}
          that: {blocking: {c1: [elk], c2: [elk]}, priority: none}
        - at: {turn: 2, decision: declare_blockers, player: A}
          that: {blocking: {c1: [elk], c2: [elk], d1: [ox]}, priority: none}
        - {at: {turn: 2, step: declare_blockers}, that: {blocked: [bear, ox, elk], unblocked: [], priority: B}}
      events:
        - {event: blocker_declared, permanent: c1}
        - {event: blocker_declared, permanent: c2}
        - {event: blocker_declared, permanent: d1}
        - {event: blocker_declared, permanent: a1}
        - {event: priority_received, step: declare_blockers, player: B}
    """)
    began = {"event": "step_began", "step": "declare_blockers"}
    assert "priority_received" not in between(run, began, {"event": "blocker_declared", "permanent": "a1"})


@obligation("802.4", 2)
def test_802_4_block_triggers_of_all_declarations_are_stacked_together() -> None:
    """A orders triggers of both blocks at one time; above them come those of B and then of C, whoever blocked first."""
    run = play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield:
            - {id: bear, abilities: [{effect: trigger, name: bear-met, when: {event: becomes_blocked}, effects: []}]}
            - {id: ox, abilities: [{effect: trigger, name: ox-met, when: {event: becomes_blocked}, effects: []}]}
            - id: elk
              abilities: [{effect: trigger, name: elk-free, when: {event: attacks_and_isnt_blocked}, effects: []}]
        - id: B
          battlefield:
            - {id: b1, abilities: [{effect: trigger, name: b-meets, when: {event: blocks}, effects: []}]}
          effects: [{effect: trigger, name: b-sees, when: {event: blocks, of: c1}, effects: []}]
        - id: C
          battlefield:
            - {id: c1, abilities: [{effect: trigger, name: c-meets, when: {event: blocks}, effects: []}]}
          effects: [{effect: trigger, name: c-sees, when: {event: blocks, of: b1}, effects: []}]
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: C, elk: B}}]}
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {b1: [bear]}}]}
      - {at: {turn: 1, decision: declare_blockers, player: C}, do: [{action: block, blockers: {c1: [ox]}}]}
      - at: {turn: 1, decision: order_triggers, player: A}
        do:
          - {action: order, triggers: [ox-met, bear-met], rejected: true}
          - {action: order, triggers: [ox-met, elk-free, bear-met]}
      - {at: {turn: 1, decision: order_triggers, player: B}, do: [{action: order, triggers: [b-sees, b-meets]}]}
      - {at: {turn: 1, decision: order_triggers, player: C}, do: [{action: order, triggers: [c-meets, c-sees]}]}
    expect:
      checks:
        - {at: {turn: 1, decision: declare_blockers, player: C}, that: {stack: []}}
        - {at: {turn: 1, decision: order_triggers, player: A}, that: {blocking: {b1: [bear], c1: [ox]}, stack: []}}
        - at: {turn: 1, step: declare_blockers}
          that: {stack: [c-sees, c-meets, b-meets, b-sees, bear-met, elk-free, ox-met], priority: A}
    """)
    stacked, declared = {"event": "put_on_stack", "step": "declare_blockers"}, {"event": "blocker_declared"}
    assert "put_on_stack" not in between(run, declared, {**declared, "permanent": "c1"})
    assert "priority_received" not in between(run, declared, stacked)


@obligation("802.4a", 1)
def test_802_4a_only_own_creatures_against_own_attackers() -> None:
    """A creature of another defender or of the attacker does not block, nor a mixed declaration; own ones do."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: ox}
            - {id: home}
            - {id: siege, types: [battle], subtypes: [siege], defense: 5, protector: C}
        - {id: B, battlefield: [{id: b1, max_blocks: 2}, {id: b2}]}
        - {id: C, battlefield: [{id: c1}, {id: c2}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: siege}}]}
      - at: {turn: 1, decision: declare_blockers, player: B}
        do:
          - {action: block, blockers: {c1: [bear]}, rejected: true}
          - {action: block, blockers: {c1: [ox]}, rejected: true}
          - {action: block, blockers: {home: [bear]}, rejected: true}
          - {action: block, blockers: {b1: [ox]}, rejected: true}
          - {action: block, blockers: {b1: [bear, ox]}, rejected: true}
          - {action: block, blockers: {b2: [bear], c1: [ox]}, rejected: true}
          - {action: block, blockers: {b1: [home]}, rejected: true}
          - {action: block, blockers: {b1: [bear]}}
      - at: {turn: 1, decision: declare_blockers, player: C}
        do:
          - {action: block, blockers: {c1: [bear]}, rejected: true}
          - {action: block, blockers: {b2: [ox]}, rejected: true}
          - {action: block, blockers: {b2: [bear]}, rejected: true}
          - {action: block, blockers: {c1: [ox], c2: [ox]}}
    expect:
      checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {b1: [bear], c1: [ox], c2: [ox]}}}]
    """)


@obligation("802.4b", 1)
def test_802_4b_blockers_of_others_do_not_count() -> None:
    """For C's "can't block alone" B's blockers are no company; under a limit of one each may block with one."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: ox}
            - {id: arbiter, types: [artifact], abilities: [{effect: static, max_blockers: 1}]}
        - {id: B, battlefield: [{id: b1}, {id: b2}]}
        - {id: C, battlefield: [{id: timid, cant_block_alone: true}, {id: c1}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: C}}]}
      - at: {turn: 1, decision: declare_blockers, player: B}
        do:
          - {action: block, blockers: {b1: [bear], b2: [bear]}, rejected: true}
          - {action: block, blockers: {b1: [bear]}}
      - at: {turn: 1, decision: declare_blockers, player: C}
        do:
          - {action: block, blockers: {timid: [ox]}, rejected: true}
          - {action: block, blockers: {timid: [ox], c1: [ox]}, rejected: true}
          - {action: block, blockers: {c1: [ox]}}
    expect: {checks: [{at: {turn: 1, step: declare_blockers}, that: {blocking: {b1: [bear], c1: [ox]}}}]}
    """)


@obligation("802.4b", 1)
def test_802_4b_attackers_of_others_do_not_count() -> None:
    """An attacker that has to be blocked binds only its own defender; whom nothing attacks can't be made to block."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: lure, must_be_blocked: true}, {id: ox, keywords: [menace]}]}
        - {id: B, battlefield: [{id: b1}]}
        - {id: C, battlefield: [{id: c1}, {id: c2}]}
        - {id: D, battlefield: [{id: eager, blocks_if_able: true}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {lure: C, ox: B}}]}
      - at: {turn: 1, decision: declare_blockers, player: B}
        do: [{action: block, blockers: {b1: [ox]}, rejected: true}, {action: block, blockers: {}}]
      - at: {turn: 1, decision: declare_blockers, player: C}
        do: [{action: block, blockers: {}, rejected: true}, {action: block, blockers: {c2: [lure]}}]
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {blocking: {c2: [lure]}, blocked: [lure], unblocked: [ox]}
    """)


def test_802_4b_a_requirement_of_one_defender_is_not_met_by_another() -> None:
    """B has blocked as it must; so must C's creature that blocks if able, with the second one that menace asks for."""
    engine = table(
        A=[{"id": "bear"}, {"id": "ox", "keywords": ["menace"]}],
        B=[{"id": "b1", "blocks_if_able": True}],
        C=[{"id": "c1", "blocks_if_able": True}, {"id": "c2"}],
    )
    reach(engine, "declare_attackers", "A")
    engine.submit(Attack(attackers={"bear": "B", "ox": "C"}))
    reach(engine, "declare_blockers", "B")
    assert [dict(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)] == [{"b1": ("bear",)}]
    engine.submit(Block(blockers={"b1": ("bear",)}))
    both = {"c1": ("ox",), "c2": ("ox",)}
    assert [dict(block.blockers) for block in engine.legal_blocks if isinstance(block, Block)] == [both]


# --- costs of two defenders' blocks, one after another (509.1d-509.1f, 802.4) ---


@obligation("509.1f", 1)
def test_509_1f_what_one_defender_does_not_pay_takes_back_that_declaration_only() -> None:
    """B has paid and blocks; C does not pay: only C's mana and choices are undone, and only C is asked again."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}]}
        - {id: B, battlefield: [{id: b1, block_cost: 1}]}
        - {id: C, battlefield: [{id: c1, block_cost: 2}, {id: c2}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: C}}]}
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {b1: [bear]}}]}
      - at: {turn: 1, decision: pay, player: B}
        do:
          - {action: pay, player: B, pay: true, rejected: true}
          - {action: pay, player: C, pay: true, rejected: true}
          - action: activate
            player: C
            name: spring
            mana_ability: true
            effects: [{effect: add_mana, mana: "U"}]
            rejected: true
          - {action: activate, player: B, name: forest, mana_ability: true, effects: [{effect: add_mana, mana: "GG"}]}
          - {action: pay, player: B, pay: true}
      - {at: {turn: 1, decision: declare_blockers, player: C}, do: [{action: block, blockers: {c1: [ox]}}]}
      - at: {turn: 1, decision: pay, player: C}
        do:
          - {action: activate, player: C, name: island, mana_ability: true, effects: [{effect: add_mana, mana: "U"}]}
          - {action: pay, player: C, pay: true, rejected: true}
          - {action: pay, player: C, pay: false}
      - at: {turn: 1, decision: declare_blockers, player: C, nth: 2}
        do: [{action: block, player: B, blockers: {}, rejected: true}, {action: block, blockers: {c2: [ox]}}]
    expect:
      checks:
        - {at: {turn: 1, decision: pay, player: B}, that: {blocking: {}}}
        - {at: {turn: 1, decision: declare_blockers, player: C}, that: {blocking: {b1: [bear]}, mana: {B: "G"}}}
        - at: {turn: 1, decision: pay, player: C}
          that: {blocking: {b1: [bear]}, mana: {B: "G", C: ""}}
        - at: {turn: 1, decision: declare_blockers, player: C, nth: 2}
          that: {blocking: {b1: [bear]}, mana: {B: "G", C: ""}}
        - at: {turn: 1, step: declare_blockers}
          that: {blocking: {b1: [bear], c2: [ox]}, mana: {B: "G", C: ""}, priority: A}
      counts:
        - {event: declaration_taken_back, is: 1}
        - {event: declaration_taken_back, player: C, is: 1}
        - {event: mana_spent, is: 1}
        - {event: mana_emptied, player: B, mana: "G", is: 1}
    """)


def test_509_1d_each_defender_pays_the_total_of_their_own_blockers() -> None:
    """Two blockers of B cost 1 and 2, one of C 4: B is asked for 3, then C for 4, each before the next declares."""
    engine = table(
        A=[{"id": "bear"}, {"id": "ox"}],
        B=[{"id": "b1", "block_cost": 1}, {"id": "b2", "block_cost": 2}],
        C=[{"id": "c1", "block_cost": 4}],
    )
    reach(engine, "declare_attackers", "A")
    engine.submit(Attack(attackers={"bear": "B", "ox": "C"}))
    reach(engine, "declare_blockers", "B")
    asked = list[tuple[str, str, str]]()
    for player, mana, block in (
        ("B", "RRR", Block(blockers={"b1": ("bear",), "b2": ("bear",)})),
        ("C", "UUUU", Block(blockers={"c1": ("ox",)})),
    ):
        assert engine.decision is not None
        asked.append((engine.decision.kind, engine.decision.player, engine.decision.cost))
        engine.submit(block)
        assert engine.decision is not None
        asked.append((engine.decision.kind, engine.decision.player, engine.decision.cost))
        added = [{"effect": "add_mana", "mana": mana}]
        engine.submit(Activate.model_validate({"name": "m", "mana_ability": True, "player": player, "effects": added}))
        engine.submit(Pay(pay=True))
    assert asked == [("declare_blockers", "B", ""), ("pay", "B", "3"), ("declare_blockers", "C", ""), ("pay", "C", "4")]
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("priority", "A")
    assert engine.observe("blocking") == {"b1": ["bear"], "b2": ["bear"], "c1": ["ox"]}


def test_802_4_what_happens_as_the_first_defender_pays_is_known_to_the_next() -> None:
    """B's mana ability destroys C's untapped creature and A's attacker of C: C has neither to declare with."""
    play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: bear}, {id: ox}, {id: elk}]}
        - {id: B, battlefield: [{id: b1, block_cost: 1}]}
        - {id: C, battlefield: [{id: c1}, {id: c2}]}
    script:
      - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B, ox: C, elk: C}}]}
      - {at: {turn: 1, decision: declare_blockers, player: B}, do: [{action: block, blockers: {b1: [bear]}}]}
      - at: {turn: 1, decision: pay, player: B}
        do:
          - action: activate
            player: B
            name: pyre
            mana_ability: true
            effects: [{effect: add_mana, mana: "R"}, {effect: destroy, permanents: [c1, ox]}]
          - {action: pay, player: B, pay: true}
      - at: {turn: 1, decision: declare_blockers, player: C}
        do:
          - {action: block, blockers: {c1: [elk]}, rejected: true}
          - {action: block, blockers: {c2: [ox]}, rejected: true}
          - {action: block, blockers: {c2: [elk]}}
    expect:
      checks:
        - at: {turn: 1, step: declare_blockers}
          that: {attacking: {bear: B, elk: C}, blocking: {b1: [bear], c2: [elk]}}
    """)


# --- combat damage (802.5) ---


@obligation("802.5", 1)
def test_802_5_all_assign_in_turn_order_then_all_damage_is_dealt_at_once() -> None:
    """In B's turn B announces, then C, D and A; until the last has, nothing is dealt; then all of it together."""
    run = play("""
    game:
      variant: free_for_all
      options: {attack_multiple_players: true}
      players:
        - {id: A, battlefield: [{id: a1, power: 4, max_blocks: 2}]}
        - {id: B, battlefield: [{id: bear}, {id: cub}, {id: ox}, {id: elk, power: 5, keywords: [trample]}]}
        - {id: C, battlefield: [{id: c1}]}
        - {id: D, battlefield: [{id: d1}]}
    script:
      - at: {turn: 2, decision: declare_attackers}
        do: [{action: attack, attackers: {bear: A, cub: A, ox: D, elk: C}}]
      - {at: {turn: 2, decision: declare_blockers, player: C}, do: [{action: block, blockers: {c1: [elk]}}]}
      - {at: {turn: 2, decision: declare_blockers, player: D}, do: [{action: block, blockers: {d1: [ox]}}]}
      - {at: {turn: 2, decision: declare_blockers, player: A}, do: [{action: block, blockers: {a1: [bear, cub]}}]}
      - at: {turn: 2, decision: assign_combat_damage, nth: 1}
        do:
          - {action: assign, player: A, damage: {a1: {bear: 1, cub: 3}}, rejected: true}
          - {action: assign, player: B, damage: {elk: {c1: 2, D: 3}}, rejected: true}
          - {action: assign, player: B, damage: {elk: {c1: 3, C: 2}}}
      - at: {turn: 2, decision: assign_combat_damage, player: A}
        do:
          - {action: assign, player: B, damage: {elk: {c1: 5}}, rejected: true}
          - {action: assign, player: A, damage: {a1: {bear: 1, cub: 3}}}
    expect:
      checks:
        - at: {turn: 2, decision: assign_combat_damage, player: A}
          that: {life: {C: 20}, battlefield: {c1: {damage: 0}, elk: {damage: 0}}}
        - at: {turn: 2, step: combat_damage}
          that:
            life: {A: 20, C: 18, D: 20}
            battlefield: {bear: {damage: 1}, cub: absent, c1: absent, a1: absent, d1: absent, ox: absent, elk: absent}
      events:
        - {event: turn_based_action, action: assign_combat_damage, player: B}
        - {event: turn_based_action, action: assign_combat_damage, player: C}
        - {event: turn_based_action, action: assign_combat_damage, player: D}
        - {event: turn_based_action, action: assign_combat_damage, player: A}
        - {event: turn_based_action, action: deal_combat_damage}
        - {event: damage_dealt, source: a1, to: cub, amount: 3}
      counts:
        - {event: turn_based_action, action: assign_combat_damage, is: 4}
        - {event: turn_based_action, action: deal_combat_damage, is: 1}
        - {event: damage_dealt, is: 9}
    """)
    dealt, assigned = {"event": "damage_dealt"}, {"event": "turn_based_action", "action": "assign_combat_damage"}
    assert "damage_dealt" not in between(run, {"event": "step_began", "step": "combat_damage"}, assigned)
    assert not {"permanent_left", "state_based_action", "priority_received"} & set(between(run, dealt, dealt))


# --- choices of several players (101.4) ---


@obligation("101.4", 1)
def test_101_4_all_choose_in_turn_order_before_anything_is_done() -> None:
    """In B's turn B, then C, then A choose what to discard; as the last is asked all hands are as they were."""
    run = play("""
    game:
      variant: free_for_all
      players: [{id: A, hand: [a1]}, {id: B, hand: [b1, b2]}, {id: C, hand: [c1, c2]}]
    script:
      - at: {turn: 2, step: upkeep, player: A}
        do: [{action: cast, name: pact, effects: [{effect: discard, player: each}]}]
      - {at: {turn: 2, decision: choose_discard, player: B}, do: [{action: discard, player: B, cards: [b2]}]}
      - {at: {turn: 2, decision: choose_discard, player: C}, do: [{action: discard, player: C, cards: [c2]}]}
      - {at: {turn: 2, decision: choose_discard, player: A}, do: [{action: discard, player: A, cards: [a1]}]}
    expect:
      checks:
        - {at: {turn: 2, decision: choose_discard, player: C}, that: {hand: {A: 2, B: 2, C: 2}}}
        - at: {turn: 2, decision: choose_discard, player: A}
          that: {hand: {A: 2, B: 2, C: 2}, graveyard: {A: 0, B: 0, C: 0}}
        - {at: {turn: 2, step: upkeep, when: ended}, that: {hand: {A: 1, B: 1, C: 1}}}
      events: [{event: card_discarded, card: b2}, {event: card_discarded, card: c2}, {event: card_discarded, card: a1}]
      counts: [{event: card_discarded, is: 3}]
    """)
    discarded = {"event": "card_discarded"}
    assert set(between(run, discarded, discarded)) == {"card_discarded"}


def test_101_4_the_active_player_chooses_first_then_in_turn_order() -> None:
    """In B's turn B is asked first, then C, then A; nobody chooses before it is their turn to."""
    play("""
    game:
      variant: free_for_all
      players: [{id: A, hand: [a1]}, {id: B, hand: [b1, b2]}, {id: C, hand: [c1, c2]}]
    script:
      - at: {turn: 2, step: upkeep, player: A}
        do: [{action: cast, name: pact, effects: [{effect: discard, player: each}]}]
      - at: {turn: 2, decision: choose_discard, nth: 1}
        do: [{action: discard, player: A, cards: [a1], rejected: true}, {action: discard, player: B, cards: [b2]}]
      - at: {turn: 2, decision: choose_discard, nth: 2}
        do: [{action: discard, player: A, cards: [a1], rejected: true}, {action: discard, player: C, cards: [c2]}]
      - {at: {turn: 2, decision: choose_discard, nth: 3}, do: [{action: discard, player: A, cards: [a1]}]}
    expect:
      checks: [{at: {turn: 2, step: upkeep, when: ended}, that: {hand: {A: 1, B: 1, C: 1}}}]
      events: [{event: card_discarded, card: b2}, {event: card_discarded, card: c2}, {event: card_discarded, card: a1}]
      counts: [{event: card_discarded, is: 3}]
    """)


@obligation("101.4", 1)
def test_101_4_legends_of_all_players_leave_as_one_event() -> None:
    """In B's turn B, then C, then A keep one of two; all the others leave together, seen by one that leaves as well."""
    made = "\n".join(
        f"          - {{effect: become, permanent: {player}{number}, legendary: {player}}}"
        for player in "abc"
        for number in (1, 2)
    )
    play(f"""
    game:
      variant: free_for_all
      players:
        - {{id: A, hand: 0, battlefield: [{{id: a1}}, {{id: a2}}]}}
        - id: B
          battlefield:
            - {{id: b1}}
            - id: b2
              abilities: [{{effect: trigger, name: grief, when: {{event: dies, of: any}}, effects: []}}]
        - {{id: C, battlefield: [{{id: c1}}, {{id: c2}}]}}
    script:
      - at: {{turn: 2, step: upkeep}}
        do:
        - action: cast
          name: naming
          effects:
{made}
      - at: {{turn: 2, decision: choose_legend, nth: 1}}
        do:
          - {{action: choose, player: A, ids: [a1], rejected: true}}
          - {{action: choose, player: B, ids: [b1]}}
      - {{at: {{turn: 2, decision: choose_legend, nth: 2}}, do: [{{action: choose, player: C, ids: [c1]}}]}}
      - {{at: {{turn: 2, decision: choose_legend, nth: 3}}, do: [{{action: choose, player: A, ids: [a1]}}]}}
    expect:
      checks:
        - at: {{turn: 2, decision: choose_legend, player: A}}
          that: {{battlefield: {{a2: {{}}, b2: {{}}, c2: {{}}}}, graveyard: {{A: 0, B: 0, C: 0}}}}
        - at: {{turn: 2, step: draw}}
          that: {{battlefield: {{a1: {{}}, b1: {{}}, c1: {{}}, a2: absent, b2: absent, c2: absent}}}}
      counts: [{{event: ability_triggered, name: grief, is: 3}}, {{event: permanent_left, is: 3}}]
    """)


# --- the first turn (103.8c) ---


@obligation("103.8c", 1)
def test_103_8c_the_starting_player_of_three_draws_in_the_first_turn() -> None:
    """The draw step of turn 1 takes place, whoever starts, and everybody draws in their own first turn."""
    for starting, order in (("A", "ABC"), ("B", "BCA")):
        play(f"""
        game: {{variant: free_for_all, starting_player: {starting}, players: [{{id: A}}, {{id: B}}, {{id: C}}]}}
        expect:
          turns:
            - turn: 1
              player: {starting}
              steps: [untap, upkeep, draw, precombat_main, beginning_of_combat, declare_attackers, end_of_combat,
                      postcombat_main, end, cleanup]
          checks:
            - {{at: {{turn: 1, step: draw}}, that: {{hand: {{{starting}: 8}}, library: {{{starting}: 52}}}}}}
            - {{at: {{turn: 1, step: end}}, that: {{hand: {{{order[0]}: 8, {order[1]}: 7, {order[2]}: 7}}}}}}
          events:
            - {{event: card_drawn, turn: 1, step: draw, player: {order[0]}}}
            - {{event: card_drawn, turn: 2, step: draw, player: {order[1]}}}
            - {{event: card_drawn, turn: 3, step: draw, player: {order[2]}}}
          never: [{{event: step_skipped, step: draw}}]
          counts: [{{event: card_drawn, is: 3}}]
        until: {{turn: 3, step: end}}
        """)


@obligation("802.4", 1)
def test_802_4_who_is_not_attacked_declares_nothing() -> None:
    """A battle of B that C protects is attacked: C blocks, and B is not asked."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players:
            - {id: A, battlefield: [{id: bear}]}
            - id: B
              battlefield:
                - {id: siege, types: [battle], subtypes: [siege], defense: 4, protector: C}
                - {id: guard}
            - {id: C, battlefield: [{id: wall, power: 0, toughness: 9}]}
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: siege}}]}
          - {at: {turn: 1, decision: declare_blockers, player: C},
             do: [{action: block, player: C, blockers: {wall: [bear]}}]}
        expect:
          checks: [{at: {turn: 1, step: combat_damage}, that: {battlefield: {siege: {counters: {defense: 4}}}}}]
          counts:
            - {event: turn_based_action, action: declare_blockers, player: C, is: 1}
            - {event: turn_based_action, action: declare_blockers, player: B, is: 0}
    """)


def test_802_4_with_nobody_attacked_any_more_all_are_asked_and_nothing_is_blocked() -> None:
    """The attacked player has left: the others are asked, and the attacker becomes unblocked and deals no damage."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players: [{id: A, battlefield: [{id: bear}]}, {id: B}, {id: C}, {id: D}]
        script:
          - {at: {turn: 1, decision: declare_attackers}, do: [{action: attack, attackers: {bear: B}}]}
          - {at: {turn: 1, step: declare_attackers}, do: [{action: concede, player: B}]}
        expect:
          checks: [{at: {turn: 1, step: declare_blockers}, that: {unblocked: [bear], life: {C: 20, D: 20}}}]
          counts: [{event: damage_dealt, turn: 1, is: 0}]
    """)


@obligation("701.15b", 1)
def test_701_15b_goad_ends_as_the_next_turn_of_the_player_begins_who_goaded() -> None:
    """A spell of B goads A's creature in turn 1: it attacks C then, in turn 4 it may stay at home."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players: [{id: A, battlefield: [{id: bear, keywords: [vigilance]}]}, {id: B}, {id: C}]
        script:
          - at: {turn: 1, step: upkeep, player: B}
            do: [{action: cast, player: B, name: dare, effects: [{effect: become, permanent: bear, goaded_by: B}]}]
          - at: {turn: 1, decision: declare_attackers}
            do: [{action: attack, attackers: {}, rejected: true}, {action: attack, attackers: {bear: C}}]
          - at: {turn: 4, decision: declare_attackers}
            do: [{action: attack, attackers: {}}]
        expect:
          checks:
            - {at: {turn: 1, step: declare_attackers}, that: {had_to_attack: [bear]}}
            - {at: {turn: 4, step: declare_attackers}, that: {attacking: {}, had_to_attack: []}}
    """)


def test_701_15b_a_creature_goaded_by_the_active_player_has_to_attack_in_its_own_turn() -> None:
    """A goads B's creature in turn 1, again through the set-up, and by that it attacks C in turn 2; in turn 5 not."""
    play("""
        game:
          variant: free_for_all
          options: {attack_multiple_players: true}
          players:
            - {id: A}
            - {id: B, battlefield: [{id: ox, goaded_by: A}, {id: elk}]}
            - {id: C}
        script:
          - at: {turn: 1, step: end}
            do: [{action: cast, name: dare, effects: [{effect: become, permanent: elk, goaded_by: A}]}]
          - at: {turn: 5, decision: declare_attackers}
            do: [{action: attack, attackers: {}}]
        expect:
          checks:
            - {at: {turn: 2, step: declare_attackers}, that: {attacking: {ox: C, elk: C}}}
            - {at: {turn: 5, step: declare_attackers}, that: {attacking: {}}}
    """)

"""Rule 117: timing and priority."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support import obligation, play

from mtg_fsm.engine.decisions import Code, Decision
from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import (
    Event,
    GameEnded,
    PhaseBegan,
    PhaseEnded,
    PriorityReceived,
    PutOnStack,
    StepBegan,
    StepEnded,
    TurnBasedAction,
    TurnBegan,
    TurnEnded,
)
from mtg_fsm.game import new_game
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.words.commands import Activate, Cast, Command, Concede, DiscardCards, Pass, PlayLand
from mtg_fsm.words.effects import (
    Activated,
    AddMana,
    BeginningOf,
    Damage,
    Destroy,
    Discard,
    EndTurn,
    Happening,
    LoseLife,
    PermanentSpec,
    Trigger,
)
from mtg_fsm.words.setup import GameSpec, PlayerSpec


def free_game(*players: PlayerSpec) -> Engine:
    """A game in which spells and abilities come from nowhere, at its first decision."""
    engine = new_game(GameSpec(players=players or (PlayerSpec(id="A"), PlayerSpec(id="B")), free_casting=True))
    engine.advance()
    return engine


def decisions(engine: Engine, turns: int) -> Iterator[Decision]:
    """Each decision of the first turns, in order; answered with the first legal command once it has been looked at."""
    while engine.position.turn <= turns and (decision := engine.decision) is not None:
        yield decision
        engine.submit(next(engine.legal(decision.player)))


def other(player: str) -> str:
    return "B" if player == "A" else "A"


# --- 117.1: who may do what -------------------------------------------------------------------------------------------


@obligation("117.1", 1)
def test_117_1_at_most_one_player_has_priority() -> None:
    """At each decision of two turns exactly one player may act, or none if something else is asked."""
    engine = free_game(
        PlayerSpec(id="A", hand=10), PlayerSpec(id="B", battlefield=(PermanentSpec(id="bear"),), hand=10)
    )
    kinds = set[str]()
    for decision in decisions(engine, 2):
        kinds.add(decision.kind)
        acting = [player for player in ("A", "B") if engine.why_not(Cast(player=player, name="ping")) is None]
        assert acting == ([decision.player] if decision.kind == "priority" else [])
        assert engine.observe("may_cast")["instant"] == acting
        assert engine.observe("priority") == (acting[0] if acting else "none")
    assert kinds == {"priority", "declare_attackers", "discard_to_hand_size"}


@obligation("117.1", 2)
def test_117_1_without_priority_every_voluntary_action_is_refused() -> None:
    """At each decision of a turn the other player may neither cast, activate, play a land nor pass, but may concede."""
    ability = Activated(name="tick")
    font = PermanentSpec(id="font", types=("artifact",), abilities=(ability,))
    engine = free_game(PlayerSpec(id="A", hand=("plains",)), PlayerSpec(id="B", hand=("island",), battlefield=(font,)))
    for decision in decisions(engine, 1):
        player = other(decision.player)
        attempts: tuple[Command, ...] = (
            Cast(player=player, name="ping"),
            Activate(player=player, name="tick", source="font"),
            Activate(player=player, name="flow", source="font", mana_ability=True),
            PlayLand(player=player, id="island"),
            Pass(player=player),
        )
        before = engine.state()
        refusals = [engine.why_not(command) for command in attempts]
        assert [refusal and refusal.code for refusal in refusals] == [Code.NOT_ASKED] * len(attempts)
        assert engine.state() == before
        assert engine.why_not(Concede(player=player)) is None
        assert list(engine.legal(player)) == [Concede(player=player)]


@obligation("117.1a", 1)
def test_117_1a_a_noninstant_needs_the_own_main_phase_and_an_empty_stack() -> None:
    """At each priority of two turns an instant is legal; a sorcery only in the own main phase and on an empty stack."""
    engine = free_game()
    units = set[tuple[str | None, str]]()
    for decision in decisions(engine, 2):
        if decision.kind != "priority":
            continue
        assert engine.why_not(Cast(name="ping")) is None
        own_main = engine.position.phase in ("precombat_main", "postcombat_main") and engine.is_active(decision.player)
        assert (engine.why_not(Cast(name="sermon", speed="sorcery")) is None) == own_main
        if own_main:
            units.add((engine.position.unit, decision.player))
            engine.submit(Cast(name="ping"))
            refusal = engine.why_not(Cast(name="sermon", speed="sorcery"))
            assert refusal is not None
            assert (refusal.guard, refusal.rule) == ("stack_is_empty", "117.1a")
            engine.submit(Pass())
            assert engine.why_not(Cast(name="sermon", speed="sorcery")) is not None
            engine.submit(Pass())
            assert engine.why_not(Cast(name="sermon", speed="sorcery")) is None
    assert units == {(main, player) for main in ("precombat_main", "postcombat_main") for player in ("A", "B")}


@obligation("117.1b", 1)
def test_117_1b_an_ability_is_legal_in_every_step_with_priority_on_any_turn() -> None:
    """Whoever has priority may activate an ability of their own permanent, in all steps of both players' turns."""
    font = Activated(name="tick")
    engine = free_game(
        PlayerSpec(id="A", battlefield=(PermanentSpec(id="a-font", types=("artifact",), abilities=(font,)),)),
        PlayerSpec(id="B", battlefield=(PermanentSpec(id="b-font", types=("artifact",), abilities=(font,)),)),
    )
    seen: set[tuple[int, str | None, str]] = set()
    for decision in decisions(engine, 2):
        if decision.kind != "priority":
            continue
        mine, theirs = f"{decision.player.lower()}-font", f"{other(decision.player).lower()}-font"
        assert Activate(player=decision.player, name="tick", source=mine) in list(engine.legal(decision.player))
        refusal = engine.why_not(Activate(name="tick", source=theirs))
        assert refusal is not None
        assert refusal.code is Code.NOT_YOURS
        key = (engine.position.turn, engine.position.unit, decision.player)
        if key not in seen:
            seen.add(key)
            engine.submit(Activate(name="tick", source=mine))
            assert engine.observe("stack")[:1] == ["tick"]
            assert Activate(player=decision.player, name="tick", source=mine) in list(engine.legal(decision.player))
    with_priority = ["upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat"]
    with_priority += ["postcombat_main", "end"]
    everywhere = {(turn, unit, player) for turn in (1, 2) for unit in with_priority for player in ("A", "B")}
    assert seen == everywhere - {(1, "draw", "A"), (1, "draw", "B")}


def test_117_1c_playing_a_land_is_for_the_own_main_phase() -> None:
    """The special action of playing a land is legal in the own main phase on an empty stack, and nowhere else."""
    engine = free_game(PlayerSpec(id="A", hand=("plains",)), PlayerSpec(id="B", hand=("island",)))
    legal: set[tuple[int, str | None, str]] = set()
    for decision in decisions(engine, 2):
        for player, land in (("A", "plains"), ("B", "island")):
            command = PlayLand(player=player, id=land)
            listed = command in list(engine.legal(player))
            assert listed == (engine.why_not(command) is None)
            if listed:
                legal.add((engine.position.turn, engine.position.unit, decision.player))
    mains = ("precombat_main", "postcombat_main")
    assert legal == {(turn, main, player) for turn, player in ((1, "A"), (2, "B")) for main in mains}


@obligation("117.1d", 2)
def test_117_1d_a_mana_ability_uses_no_stack_and_passes_nothing() -> None:
    """The mana is there at once, what is on the stack stays below nothing new, and the same player has priority."""
    play("""
    game:
      players: [{id: A}, {id: B, battlefield: [{id: mox, types: [artifact]}]}]
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: threat}]
      - at: {turn: 1, step: upkeep, player: B}
        do:
          - {action: activate, name: glow, source: mox, mana_ability: true, effects: [{effect: add_mana, mana: UU}]}
          - {action: cast, name: deny, cost: 1U, effects: [{effect: counter_top}]}
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, player: B}, that: {stack: [threat], mana: {B: ""}}}
        - {at: {turn: 1, step: upkeep, player: B, nth: 2}, that: {stack: [threat], mana: {B: UU}, priority: B}}
        - {at: {turn: 1, step: upkeep, player: B, nth: 3}, that: {stack: [deny, threat], mana: {B: ""}, priority: B}}
      events:
        - {event: put_on_stack, name: threat}
        - {event: mana_added, player: B, mana: UU}
        - {event: mana_spent, player: B}
        - {event: put_on_stack, name: deny}
        - {event: priority_passed, player: B}
      never: [{event: put_on_stack, name: glow}, {event: resolved, name: glow}, {event: resolved, name: threat}]
    """)


def test_117_1d_a_mana_ability_is_an_action_between_passes() -> None:
    """A passed, B activates a mana ability and passes: A has priority again and the object has not resolved yet."""
    play("""
    game:
      players: [{id: A}, {id: B, battlefield: [{id: mox, types: [artifact]}]}]
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: threat}]
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: activate, name: glow, source: mox, mana_ability: true, effects: [{effect: add_mana, mana: U}]}]
      - at: {turn: 1, step: upkeep, nth: 3}
        do: [{action: cast, name: more}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [threat], priority: A}}
        - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [more, threat]}}
    """)


def test_117_1d_what_a_mana_ability_triggers_waits_for_the_gate() -> None:
    """A mana ability that costs the last life: its mana comes, what it triggers is never stacked, the game ends at
    once."""
    engine = free_game(
        PlayerSpec(
            id="A",
            life=2,
            effects=(Trigger(name="ouch", when=Happening(event="life_lost")),),
            battlefield=(PermanentSpec(id="spring", types=("land",)),),
        ),
        PlayerSpec(id="B"),
    )
    tap = Activate(name="drip", source="spring", mana_ability=True, effects=(AddMana(mana="B"), LoseLife()))
    events = engine.submit(tap)
    assert [event.name_in_log for event in events] == [
        "mana_added",
        "life_changed",
        "ability_triggered",
        "put_on_stack",
        "priority_received",
    ]
    assert engine.observe("stack") == ["ouch"]
    events = engine.submit(tap)
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, (PutOnStack, PriorityReceived)) for event in events)


def test_117_1d_a_mana_ability_that_asks_is_finished_before_anything_else() -> None:
    """A mana ability whose effect has the player choose a discard: nothing else is legal until then, then the same
    priority."""
    engine = free_game(PlayerSpec(id="A", hand=("x", "y")), PlayerSpec(id="B"))
    effects = (AddMana(mana="R"), Discard(), AddMana(mana="G"))
    engine.submit(Activate(name="burn", mana_ability=True, effects=effects))
    assert engine.decision is not None
    assert engine.decision.kind == "choose_discard"
    assert engine.why_not(Cast(name="ping")) is not None
    assert engine.why_not(Pass()) is not None
    engine.submit(DiscardCards(cards=("y",)))
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("priority", "A")
    assert engine.observe("mana", ("A",)) == {"A": "RG"}
    assert engine.observe("stack") == []


def test_117_1d_a_mana_ability_that_ends_the_turn_ends_it_at_once() -> None:
    """It does not use the stack: its effect is applied as it is activated, so the next step is the cleanup step."""
    engine = free_game()
    engine.submit(Activate(name="dim", mana_ability=True, effects=(AddMana(mana="R"), EndTurn())))
    assert engine.position.turn == 2
    assert engine.position.step == "upkeep"


def test_117_1d_an_ability_that_adds_no_mana_is_no_mana_ability() -> None:
    """Without free casting a listed ability that only deals damage cannot be activated past the stack by saying so."""
    shoot = Activated(name="shoot", effects=(Damage(amount=1, to="B"),))
    gun = PermanentSpec(id="gun", types=("artifact",), abilities=(shoot,))
    engine = new_game(GameSpec(players=(PlayerSpec(id="A", battlefield=(gun,)), PlayerSpec(id="B"))))
    engine.advance()
    assert engine.why_not(Activate(name="shoot", source="gun")) is None
    assert engine.why_not(Activate(name="shoot", source="gun", mana_ability=True)) is not None


# --- 117.2: what happens by itself ------------------------------------------------------------------------------------


@obligation("117.2a", 1)
def test_117_2a_what_triggers_in_a_resolution_waits_for_the_gate() -> None:
    """An ability that triggers on the first instruction of a spell is not on the stack while the spell still
    resolves."""
    play("""
    game:
      players:
        - {id: A, hand: [x, y], battlefield: [{id: bear, abilities: [
             {effect: trigger, name: roar, when: {event: tapped}, effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: chill, effects: [{effect: tap, permanents: [bear]}, {effect: discard},
                                                   {effect: gain_life, count: 1}]}]
    expect:
      checks:
        - at: {turn: 1, step: upkeep, decision: choose_discard}
          that: {stack: [chill], battlefield: {bear: {tapped: true}}, priority: none}
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [roar], life: {A: 21}}}
      events:
        - {event: permanent_tapped, permanent: bear}
        - {event: ability_triggered, name: roar}
        - {event: card_discarded, player: A}
        - {event: life_changed, player: A}
        - {event: resolved, name: chill}
        - {event: left_stack, name: chill}
        - {event: put_on_stack, name: roar}
        - {event: priority_received, player: A, rule: 117.3b}
    """)


@obligation("117.2c", 1)
def test_117_2c_after_the_beginning_the_gate_follows_and_after_the_end_the_next_unit() -> None:
    """Nobody receives priority between the end of a step or phase and the beginning of the next; each one with priority
    has its actions first."""
    engine = new_game(GameSpec(free_casting=True))
    log = list(engine.advance())
    while engine.position.turn <= 2:
        assert engine.decision is not None
        log += engine.submit(next(engine.legal(engine.decision.player)))
    borders = (StepEnded, PhaseEnded, TurnEnded)
    begins = (StepBegan, PhaseBegan, TurnBegan)
    for number, event in enumerate(log):
        if isinstance(event, TurnBasedAction) and event.action == "empty_mana_pools":
            assert isinstance(log[number + 1], (StepEnded, PhaseEnded))
        if isinstance(event, borders) and number + 1 < len(log):
            following = log[number + 1]
            emptying = isinstance(following, TurnBasedAction) and following.action == "empty_mana_pools"
            assert isinstance(following, (*borders, *begins)) or emptying or following.name_in_log == "step_skipped"
    actions = {"draw": "draw", "declare_attackers": "declare_attackers"}
    for step, action in actions.items():
        began = next(n for n, e in enumerate(log) if isinstance(e, StepBegan) and e.step == step and e.turn == 2)
        names = [_what(event) for event in log[began:]]
        assert names.index(action) < names.index("priority_received")
        assert names[names.index("priority_received") - 1] in (action, "card_drawn")


def _what(event: Event) -> str:
    return event.action if isinstance(event, TurnBasedAction) else event.name_in_log


@obligation("117.2d", 1)
def test_117_2d_nobody_has_priority_while_a_state_based_action_applies() -> None:
    """Lethal damage, toughness 0, an Aura left over and two legends are all dealt with before the next priority."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear}
            - {id: leash, types: [enchantment], subtypes: [aura], attached_to: bear}
            - {id: wolf}
            - {id: king, legendary: true}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - action: cast
            name: ruin
            effects:
              - {effect: damage, amount: 2, to: bear}
              - {effect: become, permanent: wolf, toughness: 0}
              - {effect: create, permanent: {id: heir, legendary: true}}
    expect:
      checks:
        - at: {turn: 1, step: upkeep, nth: 2}
          that: {battlefield: {bear: {damage: 0}, wolf: {toughness: 2}, heir: absent}}
        - {at: {turn: 1, step: upkeep, decision: choose_legend}, that: {priority: none, stack: []}}
        - at: {turn: 1, step: upkeep, nth: 3}
          that: {battlefield: {bear: absent, leash: absent, wolf: absent, king: {legendary: true}, heir: absent}}
      events:
        - {event: left_stack, name: ruin}
        - {event: state_based_action, subject: wolf}
        - {event: state_based_action, subject: bear}
        - {event: state_based_action, subject: heir}
        - {event: state_based_action, subject: leash}
        - {event: priority_received, player: A}
    """)


@obligation("117.2e", 1)
def test_117_2e_nobody_has_priority_during_a_resolution() -> None:
    """While a resolving spell has B choose a discard, neither player may cast, activate or play a land."""
    engine = free_game(PlayerSpec(id="A", hand=("plains",)), PlayerSpec(id="B", hand=("x", "y")))
    while engine.position.unit != "precombat_main":
        engine.submit(Pass())
    engine.submit(Cast(name="wrack", effects=(Discard(player="B"),)))
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.decision is not None
    assert (engine.decision.kind, engine.decision.player) == ("choose_discard", "B")
    for player in ("A", "B"):
        attempts = (
            Cast(player=player, name="ping"),
            Cast(player=player, name="sermon", speed="sorcery"),
            Activate(player=player, name="tick"),
            PlayLand(player=player, id="plains"),
            Pass(player=player),
        )
        assert all(engine.why_not(command) is not None for command in attempts)
    assert engine.observe("may_cast") == {"instant": [], "sorcery": []}
    assert engine.observe("priority") == "none"
    assert engine.observe("stack") == ["wrack"]
    engine.submit(DiscardCards(cards=("x",)))
    assert engine.observe("priority") == "A"


# --- 117.3, 117.4: passing --------------------------------------------------------------------------------------------


@obligation("117.3a", 1)
def test_117_3a_the_active_player_is_the_first_in_each_step() -> None:
    """In each step and main phase of both turns that gives priority, the first to receive it is the active player."""
    engine = new_game(GameSpec(free_casting=True))
    log = list(engine.advance())
    while engine.position.turn <= 2:
        assert engine.decision is not None
        log += engine.submit(next(engine.legal(engine.decision.player)))
    firsts: dict[tuple[int, str | None], str] = {}
    for event in log:
        if isinstance(event, PriorityReceived):
            firsts.setdefault((event.turn, event.at.unit), event.player)
    first_turn = {player for (turn, _), player in firsts.items() if turn == 1}
    second_turn = {player for (turn, _), player in firsts.items() if turn == 2}
    assert (first_turn, second_turn) == ({"A"}, {"B"})
    assert sum(turn == 2 for turn, _ in firsts) == 8


@obligation("117.3a", 2)
def test_117_3a_none_in_the_untap_step_and_in_the_cleanup_step_only_by_514_3a() -> None:
    """Nobody gets priority in untap steps, nor in a cleanup step, unless an ability waits or an action was
    performed."""
    play("""
    script:
      - at: {turn: 2, step: end}
        do:
          - {action: cast, name: vow, effects: [{effect: delayed_trigger, name: late, whose: each,
             when: {beginning_of: cleanup}, effects: []}]}
    expect:
      counts:
        - {event: priority_received, step: untap, is: 0}
        - {event: priority_received, step: cleanup, turn: 1, is: 0}
        - {event: step_began, step: cleanup, turn: 1, is: 1}
        - {event: priority_received, step: cleanup, player: B, turn: 2, is: 2}
        - {event: step_began, step: cleanup, turn: 2, is: 2}
      events:
        - {event: step_began, step: cleanup, turn: 2}
        - {event: priority_received, step: cleanup, player: B, turn: 2, rule: 117.3a}
    """)


@obligation("117.3b", 1)
def test_117_3b_after_a_resolution_the_active_player_has_priority() -> None:
    """After a spell of the nonactive player has resolved, the active player and not its caster has priority."""
    play("""
    script:
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: reply}, {action: cast, name: again}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, nth: 2}, that: {stack: [again, reply], priority: A}}
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [reply], priority: A}}
        - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [], priority: A}}
      events:
        - {event: resolved, name: again, controller: B}
        - {event: priority_received, player: A, rule: 117.3b}
        - {event: resolved, name: reply, controller: B}
        - {event: priority_received, player: A, rule: 117.3b}
    """)


@obligation("117.3c", 1)
def test_117_3c_who_acted_has_priority_again_and_passes_count_from_zero() -> None:
    """After a spell, an ability, a mana ability and a land the same player has priority, after the gate."""
    play("""
    game:
      players:
        - {id: A, hand: [plains], battlefield: [{id: husk, abilities: [
             {effect: trigger, name: toll, when: {event: dies}, effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: precombat_main}
        do:
          - {action: play_land, id: plains}
          - {action: activate, name: glow, mana_ability: true, effects: [{effect: add_mana, mana: C},
              {effect: become, permanent: husk, toughness: 0}]}
          - {action: activate, name: tick}
          - {action: cast, name: ping}
      - at: {turn: 1, step: precombat_main, player: B}
        do: [{action: cast, name: reply}]
    expect:
      checks:
        - {at: {turn: 1, step: precombat_main, nth: 2}, that: {priority: A, stack: [], lands_played: {A: 1}}}
        - {at: {turn: 1, step: precombat_main, nth: 3}, that: {priority: A, stack: [toll], battlefield: {husk: absent}}}
        - {at: {turn: 1, step: precombat_main, nth: 4}, that: {priority: A, stack: [tick, toll]}}
        - {at: {turn: 1, step: precombat_main, nth: 5}, that: {priority: A, stack: [ping, tick, toll]}}
        - {at: {turn: 1, step: precombat_main, player: B, nth: 2}, that: {stack: [reply, ping, tick, toll]}}
        - {at: {turn: 1, step: precombat_main, nth: 6}, that: {priority: A, stack: [reply, ping, tick, toll]}}
        - {at: {turn: 1, step: precombat_main, nth: 7}, that: {priority: A, stack: [ping, tick, toll]}}
    """)


@obligation("117.3d", 1)
def test_117_3d_after_a_pass_the_gate_and_the_next_player_has_priority() -> None:
    """A passes with mana, which is announced; then B, next in turn order, receives priority, and not A again."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do:
          - {action: activate, name: glow, mana_ability: true, effects: [{effect: add_mana, mana: RG}]}
    expect:
      events:
        - {event: mana_added, player: A}
        - {event: priority_received, player: A, rule: 117.3c}
        - {event: priority_passed, player: A, mana: RG}
        - {event: priority_received, player: B, rule: 117.3d}
        - {event: priority_passed, player: B, mana: ""}
        - {event: step_ended, step: upkeep}
      counts:
        - {event: priority_received, step: upkeep, turn: 1, is: 3}
    """)


@obligation("117.3d", 2)
def test_117_3d_who_passed_can_act_if_priority_comes_back() -> None:
    """A passes, B casts, and A, to whom priority comes back, responds."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: pass}, {action: cast, name: reply}]
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: threat}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, player: B}, that: {stack: []}}
        - {at: {turn: 1, step: upkeep, nth: 2}, that: {stack: [threat], priority: A}}
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [reply, threat], priority: A}}
      events:
        - {event: resolved, name: reply}
        - {event: resolved, name: threat}
    """)


@obligation("117.4", 1)
def test_117_4_all_passes_in_succession_resolve_one_object_or_end_the_step() -> None:
    """With two objects two rounds of passes resolve one each; the third round, on an empty stack, ends the step."""
    engine = free_game()
    engine.submit(Cast(name="one"))
    engine.submit(Cast(name="two"))
    assert not {"resolved", "step_ended"} & {event.name_in_log for event in engine.submit(Pass())}
    assert [event.name_in_log for event in engine.submit(Pass())].count("resolved") == 1
    assert engine.observe("stack") == ["one"]
    engine.submit(Pass())
    engine.submit(Pass())
    assert engine.observe("stack") == []
    assert engine.position.step == "upkeep"
    assert "step_ended" not in {event.name_in_log for event in engine.submit(Pass())}
    assert "step_ended" in {event.name_in_log for event in engine.submit(Pass())}
    assert engine.position.step != "upkeep"


def test_117_4_an_action_between_two_passes_breaks_the_succession() -> None:
    """B's pass, A's spell, A's pass: those are not passes in succession, so B is asked once more before anything
    resolves."""
    play("""
    script:
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: first}, {action: pass}, {action: cast, name: third}]
      - at: {turn: 1, step: upkeep, nth: 2}
        do: [{action: cast, name: second}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, player: B, nth: 3}, that: {stack: [second, first], priority: B}}
        - {at: {turn: 1, step: upkeep, nth: 4}, that: {stack: [third, second, first], priority: A}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [second, first], priority: A}}
    """)


# --- 117.5: the gate --------------------------------------------------------------------------------------------------


class RecordingGame(ReferenceGame):
    """A game that notes in the engine's log what each check of state-based actions found."""

    __slots__ = ("checks",)

    checks: list[tuple[bool, int, int]]
    """Of each check: whether something was performed, how many abilities waited, how many objects were on the stack."""

    def state_based_actions(self, engine: Engine) -> bool:
        performed = super().state_based_actions(engine)
        self.checks.append((performed, len(engine.waiting), len(engine.stack)))
        return performed


def recorded(*players: PlayerSpec) -> tuple[Engine, RecordingGame]:
    game = RecordingGame(players, free_casting=True)
    game.checks = []
    engine = Engine(game, [player.id for player in players])
    for player in players:
        for effect in player.effects:
            engine.begin_with(effect, player.id)
        for permanent in player.battlefield:
            game.enter_at_start(engine, player.id, permanent)
    engine.advance()
    return engine, game


@obligation("117.5", 1)
def test_117_5_triggers_of_state_based_actions_are_stacked_in_the_same_gate() -> None:
    """What dies makes an ability trigger, which is stacked before priority, and after the stacking there is a new
    check."""
    toll = Trigger(name="toll", when=Happening(event="dies", of="bear"))
    aura = PermanentSpec(id="leash", types=("enchantment",), subtypes=("aura",), attached_to="bear")
    engine, game = recorded(
        PlayerSpec(id="A", effects=(toll,), battlefield=(PermanentSpec(id="bear"), aura)), PlayerSpec(id="B")
    )
    engine.submit(Cast(name="end", effects=(Destroy(permanents=("bear",)),)))
    engine.submit(Pass())
    game.checks.clear()
    events = engine.submit(Pass())
    names = [event.name_in_log for event in events if event.name_in_log != "permanent_left"]
    assert names == [
        "priority_passed",
        "ability_triggered",
        "resolved",
        "left_stack",
        "state_based_action",
        "put_on_stack",
        "priority_received",
    ]
    assert game.checks == [(True, 1, 0), (False, 1, 0), (False, 0, 1)]


@obligation("117.5", 2)
def test_117_5_triggers_are_stacked_only_after_a_check_that_found_nothing() -> None:
    """Creature and Aura die in two checks that follow one another; their abilities then are ordered together, at one
    time."""
    play("""
    game:
      players:
        - id: A
          battlefield:
            - {id: bear, abilities: [{effect: trigger, name: bear-died, when: {event: dies}, effects: []}]}
            - {id: leash, types: [enchantment], subtypes: [aura], attached_to: bear, abilities: [
                {effect: trigger, name: leash-left, when: {event: leaves}, effects: []}]}
          effects: [{effect: trigger, name: saw, when: {event: tapped, of: bear}, effects: []}]
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: bolt, effects: [{effect: tap, permanents: [bear]},
                                                  {effect: damage, amount: 2, to: bear}]}]
      - at: {turn: 1, step: upkeep, decision: order_triggers}
        do: [{action: order, triggers: [leash-left, bear-died, saw]}]
    expect:
      checks:
        - at: {turn: 1, step: upkeep, decision: order_triggers}
          that: {stack: [], priority: none, battlefield: {bear: absent, leash: absent}}
        - {at: {turn: 1, step: upkeep, nth: 3}, that: {stack: [saw, bear-died, leash-left], priority: A}}
      events:
        - {event: ability_triggered, name: saw}
        - {event: state_based_action, subject: bear}
        - {event: ability_triggered, name: bear-died}
        - {event: state_based_action, subject: leash}
        - {event: ability_triggered, name: leash-left}
        - {event: put_on_stack, name: leash-left}
    """)


@obligation("117.5", 3)
@pytest.mark.parametrize(
    ("loss", "outcome"), [("A", "{winners: [B]}"), ("B", "{winners: [A]}"), ("each", "{draw: true}")]
)
def test_117_5_if_a_state_based_action_ends_the_game_nobody_gets_priority(loss: str, outcome: str) -> None:
    """A player at 0 life loses in the gate after the resolution; waiting triggers are not stacked, nobody gets
    priority."""
    run = play(f"""
    game:
      players:
        - {{id: A, life: 3, effects: [{{effect: trigger, name: ouch, when: {{event: life_lost, of: any}},
            effects: []}}]}}
        - {{id: B, life: 3}}
    script:
      - at: {{turn: 1, step: upkeep}}
        do: [{{action: cast, name: drain, effects: [{{effect: lose_life, count: 3, player: {loss}}}]}}]
    expect:
      outcome: {outcome}
      events:
        - {{event: ability_triggered, name: ouch}}
        - {{event: resolved, name: drain}}
        - {{event: state_based_action, rule: 704.5a}}
        - {{event: game_ended}}
      never: [{{event: put_on_stack, name: ouch}}]
    """)
    resolved = next(n for n, event in enumerate(run.events) if event.name_in_log == "resolved")
    assert not any(isinstance(event, PriorityReceived) for event in run.events[resolved:])


def test_117_5_state_based_actions_of_one_check_are_one_event() -> None:
    """Both players at 0 and a dying creature are found by one check: the creature's ability triggers, the game is a
    draw."""
    engine, game = recorded(
        PlayerSpec(id="A", life=1, battlefield=(PermanentSpec(id="bear"),)), PlayerSpec(id="B", life=1)
    )
    game.checks.clear()
    engine.submit(Cast(name="doom", effects=(LoseLife(player="each"),)))
    engine.submit(Pass())
    game.checks.clear()
    events = engine.submit(Pass())
    assert game.checks[0][0] is True
    assert len(game.checks) == 1
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.draw


def test_117_5_the_gate_runs_for_each_player_who_would_get_priority() -> None:
    """Whoever would get priority, as a step begins, after a pass and after an action, there is a check before it."""
    engine, game = recorded(
        PlayerSpec(id="A", effects=(Trigger(name="bell", when=BeginningOf(beginning_of="upkeep")),)), PlayerSpec(id="B")
    )
    assert game.checks == [(False, 1, 0), (False, 0, 1)]
    for command in (Pass(player="A"), Cast(player="B", name="reply"), Pass(player="B")):
        game.checks.clear()
        events = engine.submit(command)
        assert isinstance(events[-1], PriorityReceived)
        assert game.checks == [(False, 0, len(engine.stack))]


@obligation("117.7", 1)
def test_117_7_last_in_first_out() -> None:
    """Spells and abilities in response resolve first, from either player and across resolutions."""
    play("""
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: one}, {action: activate, name: two}]
      - at: {turn: 1, step: upkeep, player: B}
        do: [{action: cast, name: three}]
      - at: {turn: 1, step: upkeep, nth: 5}
        do: [{action: cast, name: four}]
    expect:
      checks:
        - {at: {turn: 1, step: upkeep, player: B, nth: 2}, that: {stack: [three, two, one]}}
        - {at: {turn: 1, step: upkeep, nth: 5}, that: {stack: [two, one]}}
        - {at: {turn: 1, step: upkeep, nth: 6}, that: {stack: [four, two, one]}}
      events:
        - {event: resolved, name: three}
        - {event: resolved, name: four}
        - {event: resolved, name: two}
        - {event: resolved, name: one}
    """)


def test_117_4_priority_in_the_cleanup_step_of_an_ended_turn_is_full_priority() -> None:
    """In the cleanup step after an ended turn all rules of priority hold: responses, one resolution a round, no
    sorcery."""
    play("""
    game:
      players:
        - {id: A, hand: [plains], battlefield: [{id: husk, abilities: [
             {effect: trigger, name: toll, when: {event: dies}, effects: []}]}]}
        - {id: B}
    script:
      - at: {turn: 1, step: upkeep}
        do: [{action: cast, name: time-stop, effects: [{effect: become, permanent: husk, toughness: 0},
          {effect: end_turn}]}]
      - at: {turn: 1, step: cleanup}
        do:
          - {action: cast, name: sermon, speed: sorcery, rejected: true}
          - {action: play_land, id: plains, rejected: true}
          - {action: pass}
      - at: {turn: 1, step: cleanup, player: B}
        do: [{action: cast, name: reply}]
    expect:
      turns:
        - {turn: 1, player: A, steps: [untap, upkeep, cleanup, cleanup]}
      checks:
        - {at: {turn: 1, step: cleanup}, that: {stack: [toll], priority: A}}
        - {at: {turn: 1, step: cleanup, player: B, nth: 2}, that: {stack: [reply, toll], priority: B}}
        - {at: {turn: 1, step: cleanup, nth: 3}, that: {stack: [toll], priority: A}}
        - {at: {turn: 1, step: cleanup, nth: 4}, that: {stack: [], priority: A}}
      counts:
        - {event: priority_received, step: cleanup, turn: 1, player: A, is: 4}
        - {event: priority_received, step: cleanup, turn: 1, player: B, is: 4}
    """)


def test_117_3b_an_extra_turn_made_by_the_other_player_changes_nobodys_priority() -> None:
    """After B's spell with an extra turn for B has resolved in A's turn, A has priority; in B's turns B has it
    first."""
    play("""
    script:
      - at: {turn: 1, step: end, player: B}
        do: [{action: cast, name: time-walk, effects: [{effect: extra_turn}]}]
    expect:
      turns: [{turn: 2, player: B}, {turn: 3, player: B}, {turn: 4, player: A}]
      checks:
        - {at: {turn: 1, step: end, nth: 2}, that: {stack: [time-walk], priority: A}}
        - {at: {turn: 1, step: end, nth: 3}, that: {stack: [], priority: A, active_player: A}}
        - {at: {turn: 2, step: upkeep, player: A}, that: {priority: A, active_player: B}}
      events:
        - {event: priority_received, turn: 2, player: B}
        - {event: priority_received, turn: 3, player: B}
        - {event: priority_received, turn: 4, player: A}
    """)

"""Random games of two players: strategies for effects and moves, and how they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from mtg_fsm.engine.engine import Engine
from mtg_fsm.engine.events import Event
from mtg_fsm.game import new_game
from mtg_fsm.words.commands import COMMANDS, Command
from mtg_fsm.words.setup import GameSpec
from mtg_fsm.words.units import PHASE_OF

STEPS = st.sampled_from(sorted(PHASE_OF))
PLAYERS = st.sampled_from(["A", "B"])
RECIPIENTS = st.sampled_from(["A", "B", "each", "opponents"])
ANCHORS = st.sampled_from(["this_phase", "precombat_main", "combat", "postcombat_main"])
SKIPPABLE = st.sampled_from(
    ["turn", "extra_turn", "main", "beginning", "precombat_main", "combat", "ending", *sorted(PHASE_OF)]
)
UNITS = st.sampled_from(["turn", "beginning", "main", "combat", "ending", *sorted(PHASE_OF)])
DURATIONS: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["this_turn", "forever"]),
    st.sampled_from(["turn", "this_step", "this_phase", "combat", "your_next_turn"]).map(
        lambda end: {"until_end_of": end}
    ),
    st.sampled_from(["your_next_turn", "next_turn", "your_next_upkeep", "next_combat", "next_end"]).map(
        lambda begin: {"until": begin}
    ),
    st.just({"for_as_long_as": "bear"}),
)


def _effect(effect: str, /, **keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"effect": st.just(effect), **keys})


LEAF_EFFECTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _effect("skip", what=SKIPPABLE, player=RECIPIENTS, count=st.integers(1, 2), this_turn=st.booleans()),
    _effect("end_turn"),
    _effect("end_combat"),
    _effect("continuous", name=st.sampled_from(["glow", "ward", "oath"]), lasts=DURATIONS),
    _effect(
        "continuous",
        name=st.just("keep"),
        lasts=DURATIONS,
        static=st.fixed_dictionaries({"keep_mana": st.sampled_from(["all", "R"]), "player": PLAYERS}),
    ),
    _effect("add_mana", mana=st.sampled_from(["R", "GG", "WC"]), player=PLAYERS),
    _effect("add_mana", mana=st.just("R"), keeps=DURATIONS),
    _effect("draw", count=st.integers(1, 3), player=RECIPIENTS),
    _effect("discard", count=st.integers(1, 2), player=RECIPIENTS),
    _effect("lose_life", count=st.integers(1, 4), player=RECIPIENTS),
    _effect("set_day_night", to=st.sampled_from(["day", "night"])),
    _effect("control_player", player=PLAYERS, by=PLAYERS),
    _effect("tap", permanents=st.just(["bear", "ox"])),
    _effect("destroy", permanents=st.sampled_from([["bear"], ["ox"]])),
    _effect("phase_out", permanents=st.sampled_from([["bear"], ["ox"]])),
    _effect("damage", amount=st.integers(1, 3), to=st.sampled_from(["A", "B", "bear", "ox"])),
    _effect(
        "create", permanent=st.fixed_dictionaries({"id": st.sampled_from(["wolf", "imp"]), "token": st.booleans()})
    ),
    _effect("gain_control", permanent=st.sampled_from(["bear", "ox"]), player=PLAYERS, lasts=DURATIONS),
    _effect("counter_top"),
    _effect("enter_combat", permanent=st.sampled_from(["bear", "rat"]), attacking=st.sampled_from(["A", "B", "any"])),
    _effect(
        "enter_combat", permanent=st.sampled_from(["ox", "guard"]), blocking=st.sampled_from(["bear", "rat", "any"])
    ),
    _effect("reselect_attack", attacker=st.sampled_from(["bear", "rat"]), to=st.sampled_from(["B", "walker", "siege"])),
    _effect("remove_from_combat", permanents=st.sampled_from([["bear"], ["ox", "rat"], ["walker"], ["guard"]])),
    _effect("become", permanent=st.sampled_from(["rat", "ox"]), types=st.just(["creature", "battle"])),
    _effect("gain_control", permanent=st.just("siege"), player=PLAYERS, lasts=DURATIONS),
    _effect(
        "create",
        permanent=st.fixed_dictionaries({"id": st.just("scout"), "token": st.just(True)}),
        attacking=st.sampled_from(["any", "B", "walker"]),
    ),
    _effect("nothing"),
)


def _nesting(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    then = st.lists(inner, max_size=2)
    return st.one_of(
        _effect("extra_turn", player=RECIPIENTS, then=then),
        _effect(
            "extra_phases",
            phases=st.lists(st.sampled_from(["beginning", "main", "combat", "ending"]), min_size=1, max_size=2),
            after=ANCHORS,
            you_get=st.booleans(),
            then=then,
        ),
        _effect("extra_steps", steps=st.lists(STEPS, min_size=1, max_size=2), after=STEPS),
        _effect("extra_steps", steps=st.lists(STEPS, min_size=1, max_size=2), before=STEPS),
        _effect("extra_steps", steps=st.lists(STEPS, min_size=1, max_size=2)),
        _effect("extra_steps", steps=st.lists(STEPS, min_size=1, max_size=2), after_phase=ANCHORS),
        _effect(
            "delayed_trigger",
            name=st.sampled_from(["echo", "toll"]),
            when=UNITS.map(lambda unit: {"beginning_of": unit}),
            whose=st.sampled_from(["you", "each", "opponent"]),
            effects=then,
            this_turn=st.booleans(),
        ),
    )


EFFECTS = st.recursive(LEAF_EFFECTS, _nesting, max_leaves=3)

MOVES: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"move": st.just("default"), "times": st.integers(2, 40)}),
    st.fixed_dictionaries({"move": st.just("cast"), "effects": st.lists(EFFECTS, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"move": st.just("resolve"), "effects": st.lists(EFFECTS, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"move": st.just("legal"), "number": st.integers(0, 5)}),
    st.fixed_dictionaries({"move": st.just("fight"), "number": st.integers(1, 30)}),
)
"""`default` answers that many decisions in the default way, `cast` casts a spell, `resolve` casts one and lets it
resolve, `legal` takes one of the listed commands, `fight` goes to the next declaration and takes one that is not the
default there."""

SETUP = GameSpec.model_validate(
    {
        "free_casting": True,
        "players": [
            {
                "id": "A",
                "battlefield": [
                    {
                        "id": "bear",
                        "abilities": [
                            {"effect": "trigger", "name": "dawn", "when": {"beginning_of": "upkeep"}, "whose": "each"},
                            {"effect": "trigger", "name": "stir", "when": {"event": "untapped"}},
                        ],
                    },
                    {"id": "saga", "types": ["enchantment"], "subtypes": ["saga"], "chapters": 3},
                    {
                        "id": "rat",
                        "power": 3,
                        "keywords": ["menace", "trample"],
                        "attack_cost": 1,
                        "optional_attack_cost": 1,
                    },
                    {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 3},
                    {
                        "id": "grove",
                        "types": ["land"],
                        "abilities": [
                            {"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "GG"}]}
                        ],
                    },
                ],
            },
            {
                "id": "B",
                "battlefield": [
                    {"id": "ox", "keywords": ["phasing", "first_strike"], "toughness": 4},
                    {"id": "cloak", "types": ["artifact"], "subtypes": ["equipment"], "attached_to": "ox"},
                    {"id": "guard", "toughness": 3, "max_blocks": 2, "block_cost": 1, "keywords": ["deathtouch"]},
                    {"id": "scarecrow", "types": ["artifact", "creature"], "blocks_if_able": True},
                    {"id": "walker", "types": ["planeswalker"], "loyalty": 4},
                    {
                        "id": "field",
                        "types": ["land"],
                        "abilities": [
                            {"effect": "activated", "name": "shine", "effects": [{"effect": "add_mana", "mana": "W"}]}
                        ],
                    },
                    {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 1}]},
                ],
                "effects": [{"effect": "trigger", "name": "grief", "when": {"event": "life_lost", "of": "B"}}],
            },
        ],
    }
)


def commands_for(engine: Engine, move: dict[str, Any]) -> list[Command]:
    """The commands of a move at the open decision, none where it doesn't fit; `default` is answered one by one."""
    decision = engine.decision
    assert decision is not None
    if move["move"] in ("cast", "resolve") and decision.kind == "priority":
        return [
            COMMANDS.validate_python(
                {"action": "cast", "name": "spell", "player": decision.player, "effects": move["effects"]}
            )
        ]
    if move["move"] == "legal":
        legal = list(islice(engine.legal(decision.player), move["number"] + 2))[:-1]
        return [legal[move["number"] % len(legal)]]
    return []


FIGHTING = ("declare_attackers", "declare_blockers", "assign_combat_damage", "pay")


def _fight(engine: Engine, number: int) -> Iterator[Command]:
    """Default answers up to the next decision of a combat, and there one of those that are listed."""
    for _ in range(60):
        if engine.decision is None or engine.decision.kind in FIGHTING:
            break
        yield next(engine.legal(engine.decision.player))
    if engine.decision is not None and engine.decision.kind in FIGHTING:
        legal = list(islice(engine.legal(engine.decision.player), number + 2))[:-1]
        yield legal[number % len(legal)]


def play_moves(engine: Engine, moves: list[dict[str, Any]]) -> tuple[list[Command], list[Event]]:
    """Plays moves until they are used up or the game is over; what was commanded and what happened."""
    commands: list[Command] = []
    events = list(engine.advance())
    for move in moves:
        for _ in range(move.get("times", 1)):
            if engine.decision is None:
                return commands, events
            chosen: Iterable[Command] = commands_for(engine, move) or [next(engine.legal(engine.decision.player))]
            for command in _fight(engine, move["number"]) if move["move"] == "fight" else chosen:
                events += engine.submit(command)
                commands.append(command)
        while move["move"] == "resolve" and engine.stack and engine.decision is not None:
            command = next(engine.legal(engine.decision.player))
            events += engine.submit(command)
            commands.append(command)
    return commands, events


def random_game(setup: GameSpec = SETUP) -> Engine:
    """An engine for random moves."""
    return new_game(setup)

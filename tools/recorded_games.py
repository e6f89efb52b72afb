"""Random games, of which `tests/games.txt` has a digest of all that was asked, commanded, refused and saved."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import islice
from pathlib import Path
from typing import Any, Final

from mtg_fsm import COMMANDS, Command, Engine, GameSpec, Pass, new_game

FILE: Final = Path(__file__).resolve().parent.parent / "tests" / "games.txt"

SEEDS: Final = range(24)
DECISIONS: Final = 300
LISTED: Final = 12
"""Of so many legal commands one is taken."""

VARIANTS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"variant": "free_for_all", "options": {"attack_multiple_players": True}},
    {"variant": "two_headed_giant"},
    {"variant": "archenemy", "archenemy": "A"},
    {"variant": "free_for_all", "options": {"attack": "left"}, "day_night": "day"},
    {"variant": "free_for_all", "day_night": "night"},
)
_WHOSE: Final = ("each", "opponents", "A", "B")
_STEPS: Final = ("untap", "upkeep", "draw", "declare_attackers", "combat_damage", "end", "cleanup")
_UNITS: Final = ("turn", "main", "combat", "ending", *_STEPS)
_LASTS: Final[tuple[Any, ...]] = (
    "this_turn",
    "forever",
    *({"until_end_of": end} for end in ("this_step", "this_phase", "combat", "your_next_turn", "turn")),
    *({"until": begin} for begin in ("your_next_turn", "next_turn", "your_next_upkeep", "next_combat")),
    {"for_as_long_as": "bear-A"},
)


def _permanents(player: str) -> list[dict[str, Any]]:
    dawn = {"effect": "trigger", "name": f"dawn-{player}", "when": {"beginning_of": "upkeep"}, "whose": "each"}
    stir = {"effect": "trigger", "name": f"stir-{player}", "when": {"event": "attacks"}}
    grow = {"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "GR"}]}
    zap = {"effect": "damage", "amount": 1, "to": "$target"}
    return [
        {"id": f"bear-{player}", "abilities": [dawn, stir], "attack_cost": 1},
        {"id": f"rat-{player}", "power": 3, "keywords": ["trample", "menace"], "optional_attack_cost": 1},
        {"id": f"wall-{player}", "toughness": 5, "max_blocks": 2, "block_cost": 1, "keywords": ["first_strike"]},
        {"id": f"drake-{player}", "keywords": ["flying", "phasing"], "blocks_if_able": True},
        {"id": f"hero-{player}", "legendary": f"Hero {player}", "attacks_if_able": True},
        {"id": f"tale-{player}", "types": ["enchantment"], "subtypes": ["saga"], "chapters": 2},
        {"id": f"grove-{player}", "types": ["land"], "abilities": [grow]},
        {
            "id": f"wand-{player}",
            "types": ["artifact"],
            "abilities": [{"effect": "activated", "name": "zap", "cost": "1", "target": "any", "effects": [zap]}],
        },
    ]


def _setup(seed: int) -> GameSpec:
    variant = VARIANTS[seed % len(VARIANTS)]
    players = "AB" if not variant else "ABCD" if variant["variant"] == "two_headed_giant" else "ABC"
    each = [{"id": player, "library": 20, "hand": 8, "battlefield": _permanents(player)} for player in players]
    return GameSpec.model_validate({"free_casting": True, "players": each, **variant})


def _effect(chance: random.Random, engine: Engine, *, depth: int = 0) -> dict[str, Any]:
    """One of the effects that a spell has, about anything that there is."""
    pick = chance.choice
    there = pick((*engine.game.permanents(), "nothing"))
    player = pick(engine.players)
    then = [] if depth > 1 else [_effect(chance, engine, depth=depth + 1) for _ in range(chance.randrange(2))]
    you_get = pick((True, False))
    named: list[dict[str, Any]] = [
        {"effect": "extra_turn", "player": pick(_WHOSE), "then": then},
        {"effect": "extra_turn", "player": player, "after": {"next_turn_of": pick(engine.players)}},
        {"effect": "extra_phases", "phases": [pick(("main", "combat", "beginning"))], "then": then, "you_get": you_get},
        {"effect": "extra_phases", "phases": ["combat", "main"], "after": pick(("combat", "postcombat_main"))},
        {"effect": "extra_steps", "steps": [pick(_STEPS)], "you_get": you_get},
        {"effect": "extra_steps", "steps": ["upkeep", "end"], "after_phase": pick(("this_phase", "combat"))},
        {"effect": "extra_steps", "steps": ["draw"], "before": "draw"},
        {"effect": "skip", "what": pick(_UNITS), "player": pick(_WHOSE), "count": pick((1, 2)), "this_turn": you_get},
        {"effect": pick(("end_turn", "end_combat", "counter_top", "nothing"))},
        {"effect": "continuous", "name": "glow", "lasts": pick(_LASTS)},
        {
            "effect": "continuous",
            "name": "growth",
            "lasts": pick(_LASTS),
            "modifies": {"permanent": there, "power": 1, "keywords": [pick(("haste", "phasing", "vigilance"))]},
        },
        {"effect": "continuous", "name": "hold", "lasts": pick(_LASTS), "static": {"keep_mana": pick(("all", "G"))}},
        {"effect": "static", "skip": {"what": pick(_STEPS), "player": pick(_WHOSE)}},
        {"effect": "static", "untap_at_most": 1},
        {"effect": "static", "max_blockers": 1, "max_attackers": 2},
        {"effect": "static", "extra_lands": 1, "max_hand_size": pick((3, 9, "none"))},
        {"effect": "add_mana", "mana": pick(("R", "WUB", "GG")), "player": player},
        {"effect": "add_mana", "mana": "C", "keeps": pick(_LASTS)},
        {"effect": "trigger", "name": "toll", "when": {"beginning_of": pick(_UNITS)}, "whose": "each", "effects": then},
        {"effect": "trigger", "name": "echo", "when": {"event": "untapped", "of": "any"}, "effects": then},
        {"effect": "trigger", "name": "round", "when": {"event": "triggers", "of": "toll"}, "effects": []},
        {
            "effect": "delayed_trigger",
            "name": "later",
            "when": {"beginning_of": pick(_UNITS)},
            "if": {"begun_this_turn": {"upkeep": 1}},
            "whose": pick(("you", "each", "opponent")),
            "effects": then,
            "this_turn": you_get,
        },
        {"effect": "control_player", "player": player, "by": pick(engine.players)},
        {"effect": "set_day_night", "to": pick(("day", "night"))},
        {"effect": pick(("draw", "discard", "lose_life", "gain_life")), "count": 2, "player": pick(_WHOSE)},
        {
            "effect": pick(("tap", "untap", "destroy", "exile", "phase_out", "remove_from_combat")),
            "permanents": [there],
        },
        {"effect": "gain_control", "permanent": there, "player": player, "lasts": pick(_LASTS)},
        {"effect": "create", "permanent": {"id": f"token-{engine.serial}", "token": True}, "attacking": "any"},
        {"effect": "create", "permanent": {"id": f"twin-{engine.serial}", "legendary": f"Hero {player}"}},
        {"effect": "damage", "amount": 2, "to": pick((player, there))},
    ]
    return named[chance.randrange(len(named))]


def _command(chance: random.Random, engine: Engine) -> Command:
    """A spell now and then, else one of the first legal commands, seldom a concession."""
    pending = engine.pending
    assert pending is not None  # nosec B101 # for type checkers
    player = chance.choice(engine.asked_now)
    if pending.kind == "priority" and chance.random() < 0.05:
        effects = [_effect(chance, engine) for _ in range(chance.randint(1, 3))]
        return COMMANDS.validate_python({"action": "cast", "name": "spell", "player": player, "effects": effects})
    legal = list(islice(engine.legal(player), LISTED))
    concedes = legal[-1].action == "concede"
    if concedes and len(legal) > 1 and chance.random() < 0.99:
        legal.pop()
    return legal[0] if pending.kind == "priority" and chance.random() < 0.93 else chance.choice(legal)


def game(seed: int) -> str:
    """A digest of a game: what was asked and is to come, commanded and refused, what happened and is saved."""
    chance, digest = random.Random(seed), hashlib.blake2b(digest_size=8)
    engine = new_game(_setup(seed))

    def take(*what: Any) -> None:
        digest.update(json.dumps(what).encode())

    take(*(event.as_dict() for event in engine.advance()))
    command: Command = Pass()
    for number in range(DECISIONS):
        if engine.decision is None:
            break
        take(engine.decision.model_dump(mode="json"), [unit._asdict() for unit in engine.upcoming(2)])
        take(engine.why_not(command))  # what was right before is often wrong now
        command = _command(chance, engine)
        take(command.model_dump(mode="json"), *(event.as_dict() for event in engine.submit(command)))
        if number % 10 == 0:
            take(engine.snapshot())
    return digest.hexdigest()


def content() -> bytes:
    """The file: a seed and its digest a line."""
    return "".join(f"{seed} {game(seed)}\n" for seed in SEEDS).encode()


def recorded() -> dict[int, str]:
    """The recorded digests, by seed."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {int(seed): digest for seed, _, digest in (line.partition(" ") for line in lines)}

"""Random games at any table: two to six players, any variant, with players who leave at any decision."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_games import EFFECTS
from test_random_games import StrictEngine

from mtg_fsm import COMMANDS, Command, Concede, Engine, Event, GameSpec, new_game

NAMES = ("A", "B", "C", "D", "E", "F")

NO_OPTIONS: dict[str, Any] = {}
OPTIONS: list[dict[str, Any]] = [{}, {"attack_multiple_players": True}, {"attack": "left"}, {"attack": "right"}]
TABLES: st.SearchStrategy[tuple[str, int, dict[str, Any]]] = st.one_of(
    st.tuples(
        st.just("free_for_all"),
        st.integers(2, 6),
        st.sampled_from(OPTIONS),
    ),
    st.tuples(st.just("two_headed_giant"), st.just(4), st.just(NO_OPTIONS)),
    st.tuples(st.just("archenemy"), st.integers(2, 5), st.just(NO_OPTIONS)),
    st.tuples(st.just("supervillain_rumble"), st.integers(2, 5), st.just(NO_OPTIONS)),
    st.tuples(st.just("two_player"), st.just(2), st.just(NO_OPTIONS)),
)


def _drain(who: int, seats: list[int]) -> dict[str, Any]:
    """A spell by which several players lose all of their life at one time."""
    players = [NAMES[seat] for seat in seats]
    return {"move": "cast", "who": who, "effects": [{"effect": "lose_life", "count": 99, "player": players}]}


MOVES: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"move": st.just("default"), "times": st.integers(1, 40)}),
    st.fixed_dictionaries({"move": st.just("legal"), "number": st.integers(0, 6)}),
    st.fixed_dictionaries(
        {"move": st.just("cast"), "who": st.integers(0, 5), "effects": st.lists(EFFECTS, max_size=2)}
    ),
    st.fixed_dictionaries({"move": st.just("concede"), "who": st.integers(0, 5)}),
    st.builds(_drain, st.integers(0, 5), st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True)),
)
"""`default` answers that many decisions in the default way, `legal` takes one of the listed answers, `cast` casts a
spell if that is possible, `concede` has somebody leave."""


def random_table(variant: str, number: int, options: dict[str, Any]) -> Engine:
    creatures: list[dict[str, Any]] = [
        {"keywords": ["menace", "trample"], "power": 3, "attack_cost": 1, "optional_attack_cost": 1},
        {"keywords": ["first_strike"], "toughness": 3, "blocks_if_able": True, "max_blocks": 2},
        {"attacks_if_able": True, "block_cost": 1, "keywords": ["deathtouch"]},
    ]
    players: list[dict[str, Any]] = []
    for place, name in enumerate(NAMES[:number]):
        board = [{**spec, "id": f"{name}{kind}"} for kind, spec in enumerate(creatures)]
        board.append({"id": f"{name}-walker", "types": ["planeswalker"], "loyalty": 3})
        board.append({"id": f"{name}-siege", "types": ["battle"], "subtypes": ["siege"], "defense": 3})
        mana = {"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "GG"}]}
        board.append({"id": f"{name}-grove", "types": ["land"], "abilities": [mana]})
        dawn = {"effect": "trigger", "name": "dawn", "when": {"beginning_of": "upkeep"}, "whose": "each"}
        players.append({"id": name, "life": 12 + place, "battlefield": board, "effects": [dawn]})
        if variant == "supervillain_rumble" or (variant == "archenemy" and place == 0):
            plan = {"effect": "trigger", "name": "plan", "when": {"event": "set_in_motion"}}
            players[-1]["schemes"] = [
                {"id": f"{name}-plan", "abilities": [plan]},
                {"id": f"{name}-reign", "ongoing": True, "abilities": [{**dawn, "name": "reign"}]},
            ]
    # ids that random effects speak of
    players[0]["battlefield"].append({"id": "bear"})
    players[1]["battlefield"] += [{"id": "ox", "toughness": 4}, {"id": "rat"}, {"id": "guard"}]
    spec = {"free_casting": True, "variant": variant, "players": players}
    return new_game(GameSpec.model_validate({**spec, **({"options": options} if options else {})}))


def _at_this_table(engine: Engine, effect: dict[str, Any]) -> dict[str, Any]:
    """An effect on several players without those whom this table doesn't have."""
    players = effect.get("player")
    if not isinstance(players, list):
        return effect
    return {**effect, "player": [player for player in NAMES if player in players and player in engine.players]}


def random_command(engine: Engine, move: dict[str, Any]) -> Command:
    assert engine.decision is not None
    player = engine.decision.player
    members, number = engine.members_of(player), int(move.get("who", move.get("number", 0)))
    if move["move"] == "concede":
        return Concede(player=engine.in_game[number % len(engine.in_game)])
    if move["move"] == "cast" and engine.decision.kind == "priority":
        data: dict[str, Any] = {"action": "cast", "name": "spell", "player": members[number % len(members)]}
        data["effects"] = [_at_this_table(engine, effect) for effect in move["effects"]]
        command: Command = COMMANDS.validate_python(data)
        return command
    if move["move"] == "legal":
        legal = list(islice(engine.legal(player), number + 2))[:-1]
        return legal[number % len(legal)]
    return next(engine.legal(player))


def _hold(engine: Engine) -> None:
    """What is true of every game at every decision (800.4a)."""
    game: Any = engine.game
    gone = set(engine.players) - set(engine.in_game)
    assert engine.decision is None or engine.decision.player in engine.in_game
    for permanent in game.battlefield.values():
        assert permanent.owner not in gone
        assert permanent.controller not in gone
        assert permanent.protector not in gone
    assert all(object_.controller not in gone for object_ in engine.stack)
    for name, (owner, scheme) in game.face_up.items():
        assert owner not in gone
        assert name == scheme.id
        assert scheme not in game.scheme_decks[owner]
    for name in (*game.attackers, *game.blockers):
        assert name in game.battlefield
    for attackers in game.blockers.values():
        assert set(attackers) <= set(game.attackers)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES, st.lists(MOVES, min_size=5, max_size=30))
def test_every_game_ends_or_goes_on(table: tuple[str, int, dict[str, Any]], moves: list[dict[str, Any]]) -> None:
    """No exception, nobody who has left is asked, one arc is enabled at every point, and replay is identical."""
    engine = random_table(*table)
    engine.__class__ = StrictEngine
    events: list[Event] = [*engine.advance()]
    commands: list[Command] = []
    for move in moves:
        for _ in range(move.get("times", 1)):
            if engine.decision is None:
                break
            command = random_command(engine, move)
            events += engine.submit(command)
            commands.append(command)
            _hold(engine)
    assert (engine.decision is None) == (engine.turn_state == "game_over")
    again = random_table(*table)
    replayed = [*again.advance(), *(event for command in commands for event in again.submit(command))]
    assert replayed == events
    assert (again.state(), again.game.save()) == (engine.state(), engine.game.save())

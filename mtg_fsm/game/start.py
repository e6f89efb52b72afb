"""Starting a reference game from its set-up."""

from __future__ import annotations

from collections.abc import Mapping

from mtg_fsm.engine.engine import Engine, Options
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.words.setup import GameOptions, GameSpec


def new_game(
    spec: GameSpec | None = None,
    *,
    options: Options | None = None,
    game_class: type[ReferenceGame] = ReferenceGame,
    machines: Mapping[str, CompiledMachine] | None = None,
) -> Engine:
    """An engine with a reference game set up as `game` of the scenario format says; by default players A and B.

    `advance` begins it. `free_casting` is false if the set-up doesn't say. What is impossible about a set-up is a
    pydantic ValidationError when the set-up is made. `game_class` may be a subclass of the reference game;
    `machines` are those of `Engine`.
    """
    spec = spec or GameSpec()
    game = game_class(spec.players, free_casting=bool(spec.free_casting))
    chosen = options or Options()
    if spec.first_draw is not None:
        chosen = chosen._replace(first_draw=spec.first_draw)
    if spec.options != GameOptions():
        chosen = chosen._replace(**spec.options.model_dump())
    engine = Engine(
        game,
        spec.player_ids,
        starting_player=spec.starting_player,
        day_night=spec.day_night,
        options=chosen,
        machines=machines,
    )
    for player in spec.players:
        for permanent in player.battlefield:
            game.enter_at_start(engine, player.id, permanent)
            game.forget_marks()  # a set-up is never taken back
    game.attach_at_start()
    for player in spec.players:
        for effect in player.effects:
            engine.begin_with(effect, player.id)
    game.forget_marks()
    return engine

"""Starting a reference game from its set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from mtg_fsm.engine.engine import Engine, Options
from mtg_fsm.errors import SnapshotError
from mtg_fsm.game.game import ReferenceGame
from mtg_fsm.game.schemes import scheme_decks
from mtg_fsm.machine import CompiledMachine
from mtg_fsm.words.setup import GameOptions, GameSpec, PlayerSpec


class Variant(NamedTuple):
    """What a way to play lays down: life totals, whether teams share one, whom one may attack, and the first draw.

    `life` is what a player or team begins with, `archenemy_life` an archenemy. `first_draw` None: by the number of
    players (103.8).
    """

    life: int = 20
    archenemy_life: int = 40
    shared_life: bool = False
    attack_multiple_players: bool = False
    first_draw: bool | None = None


VARIANTS: Final = {
    "two_player": Variant(),
    "free_for_all": Variant(),
    "two_headed_giant": Variant(life=30, shared_life=True, first_draw=False),
    "archenemy": Variant(attack_multiple_players=True, first_draw=True),
    "supervillain_rumble": Variant(attack_multiple_players=True),
}
"""The ways to play: two players; everybody for themselves; two teams of two with one life total (810); an archenemy
against a team (904); everybody an archenemy (904.12)."""


def _with_life(player: PlayerSpec, spec: GameSpec, variant: Variant, shared: Mapping[str, str]) -> PlayerSpec:
    """A player with the life that the variant gives, unless the set-up says; a team's is what any member is given."""
    team = [other for other in spec.players if shared.get(other.id, other.id) == shared.get(player.id, player.id)]
    given = [other.life for other in team if other.life is not None]
    usual = variant.archenemy_life if player.id in spec.archenemies else variant.life
    return player.model_copy(update={"life": given[0] if given else usual})


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
    variant, sides = VARIANTS[spec.variant], spec.sides
    shared = {player: side[0] for side in sides for player in side} if variant.shared_life else {}
    players = [_with_life(player, spec, variant, shared) for player in spec.players]
    decks = scheme_decks(player for player in players if player.id in spec.archenemies)
    game = game_class(
        players, free_casting=bool(spec.free_casting), shared_life=shared, scheme_decks=decks, catalogue=spec.cards
    )
    chosen = (options or Options())._replace(lose_together=variant.shared_life, archenemies=spec.archenemies)
    if variant.attack_multiple_players:
        chosen = chosen._replace(attack_multiple_players=True)
    if variant.first_draw is not None:
        chosen = chosen._replace(first_draw=variant.first_draw)
    if spec.first_draw is not None:
        chosen = chosen._replace(first_draw=spec.first_draw)
    if spec.options != GameOptions():
        chosen = chosen._replace(**spec.options.model_dump())
    engine = Engine(
        game,
        spec.player_ids,
        starting_player=spec.villain or spec.starting_player,
        day_night=spec.day_night,
        options=chosen,
        teams=sides,
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


def restore(
    snapshot: Mapping[str, Any] | str | bytes,
    *,
    game_class: type[ReferenceGame] = ReferenceGame,
    machines: Mapping[str, CompiledMachine] | None = None,
) -> Engine:
    """The engine of a snapshot of a reference game, as data or JSON text, which goes on with identical events.

    `game_class` and `machines` are those of `new_game`. Raises SnapshotError, naming the field, if it is no snapshot,
    of an unknown version or contradicts itself.
    """
    game = game_class(())
    engine = Engine.restore(snapshot, game, machines=machines)
    if set(game.belongings) != set(engine.players):
        raise SnapshotError(f"game.belongings: have to be those of {', '.join(engine.players)}")
    return engine

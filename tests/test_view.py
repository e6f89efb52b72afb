"""Views: what a player may see, and that no hidden card is in it or in the events that the player is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_scenarios import SCENARIOS
from test_snapshot import started

from mtg_fsm import Engine, GameSpec, MtgFsmError, View, effects, new_game, seen_by, view
from mtg_fsm.scenario import Scenario, run
from mtg_fsm.words.base import as_list, as_mapping
from mtg_fsm.words.commands import Cast, Pass


def hidden_cards(engine: Engine, viewer: str) -> set[str]:
    """Ids of the cards in the hands of others, for whom the viewer does not decide, and nowhere else."""
    game: Any = engine.game
    seen = {name for owner in game.belongings.values() for name in (*owner.graveyard, *owner.exile)}
    seen |= {*game.battlefield, *(object_.name for object_ in engine.stack)}
    others = [player for player in engine.players if viewer not in (player, engine.decider(player))]
    return {card for player in others for card in game.belongings[player].hand} - seen


def names_in(data: object) -> set[str]:
    """Every text in plain data."""
    mapping, items = as_mapping(data), as_list(data)
    if mapping is not None:
        return set[str](mapping).union(*map(names_in, mapping.values()))
    if items is not None:
        return set[str]().union(*map(names_in, items))
    return {data} if isinstance(data, str) else set()


@pytest.mark.parametrize("scenario", SCENARIOS[::7], ids=lambda scenario: scenario.id)
def test_no_hidden_card_is_in_a_view_or_its_events(scenario: Scenario) -> None:
    """Every seventh scenario, seen by each player at each decision; what is drawn stays hidden from others."""
    engine = started(scenario)
    for command in run(scenario).commands[:-1]:
        for viewer in engine.players:
            shown = json.loads(view(engine, viewer).model_dump_json())
            assert not hidden_cards(engine, viewer) & names_in(shown)
        for event in engine.submit(command):
            for viewer in engine.players:
                told = seen_by(engine, viewer, event).as_dict()
                if event.name_in_log == "card_drawn" and viewer not in (told["player"], engine.decider(told["player"])):
                    assert told["card"] == "hidden"
                else:
                    assert told == event.as_dict()


def game() -> Engine:
    players = [
        {"id": "A", "hand": ["bolt", "growth"], "battlefield": [{"id": "bear", "counters": {"+1/+1": 1}}]},
        {"id": "B", "hand": ["mind", *(f"b{number}" for number in range(7))], "library": 3},
    ]
    engine = new_game(GameSpec.model_validate({"players": players, "free_casting": True}))
    engine.advance()
    return engine


def test_a_view_has_what_is_on_the_table() -> None:
    """Hands as numbers but one's own, permanents with their counters, the stack with the top first."""
    engine = game()
    engine.submit(Cast(name="bolt", effects=(effects.Nothing(),)))
    engine.submit(Cast(name="growth", effects=(effects.Nothing(),)))
    shown = view(engine, "B")
    assert isinstance(shown, View)
    own = ("mind", *(f"b{number}" for number in range(7)))
    assert [(player.hand, player.hand_size) for player in shown.players] == [(None, 0), (own, 8)]
    assert [(bear.id, bear.power, bear.attacking) for bear in shown.battlefield] == [("bear", 3, None)]
    assert [object_.name for object_ in shown.stack] == ["growth", "bolt"]
    assert shown.players[1].library == 3
    assert (shown.turn, shown.phase, shown.step) == (1, "beginning", "upkeep")
    assert shown.states["priority"] == "player_has_priority"
    assert shown.decision == engine.decision


def test_views_are_frozen_and_compare() -> None:
    """The same game gives equal views; what happens makes another."""
    engine = game()
    before = view(engine, "A")
    assert before == view(engine, "A")
    assert before != view(engine, "B")
    engine.submit(Pass())
    assert before != view(engine, "A")
    with pytest.raises(ValueError, match="frozen"):
        setattr(before, "turn", 2)  # noqa: B010 - as a type checker would refuse it


def test_the_choices_of_a_discard_are_hidden_from_others() -> None:
    """How many there are is seen; whoever decides for the player (722) sees which."""
    engine = game()
    rats = (effects.Discard(player="B", count=2), effects.ControlPlayer(player="B", by="A"))
    engine.submit(Cast(name="rats", effects=rats))
    engine.submit(Pass())
    engine.submit(Pass())
    decision = view(engine, "A").decision
    assert decision is not None
    assert (decision.kind, decision.choices) == ("choose_discard", ("hidden",) * 8)
    assert view(engine, "B").decision == engine.decision
    while engine.decision is not None and engine.position.turn < 2:
        engine.submit(next(engine.legal(engine.decision.player)))
    hand = view(engine, "B").players[1].hand
    assert hand is not None
    assert view(engine, "A").players[1].hand == hand


def test_a_viewer_who_is_no_player_is_refused() -> None:
    """The error names the players."""
    with pytest.raises(MtgFsmError, match="there is no player 'Z'; the players are A, B"):
        view(game(), "Z")

"""Views: what a player may see, and that no hidden card is in it or in the events that the player is told."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from test_scenarios import SCENARIOS
from test_snapshot import started

from mtg_fsm import (
    BlankGame,
    Concede,
    Engine,
    Event,
    GameSpec,
    History,
    MtgFsmError,
    Seat,
    Table,
    View,
    effects,
    new_game,
    seen_by,
    view,
)
from mtg_fsm.engine.events import CardDrawn, LandPlayed, PassedAutomatically
from mtg_fsm.game.view import HIDDEN
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
            shown = view(engine, viewer).as_dict()
            assert not hidden_cards(engine, viewer) & names_in(shown)
        engine.submit(command)


@pytest.mark.parametrize("scenario", SCENARIOS[::7], ids=lambda scenario: scenario.id)
def test_who_could_see_a_card_as_it_was_drawn_sees_it_in_the_log(scenario: Scenario) -> None:
    """Nobody else does: looked at after the game, and held against who decided as each event happened."""
    engine, happened = started(scenario), list[tuple[Event, dict[str, str]]]()

    def note(engine: Engine, event: Event) -> None:
        happened.append((event, {player: engine.decider(player) for player in engine.players}))

    engine.listeners = (note,)
    for command in run(scenario).commands[:-1]:
        engine.submit(command)
    for event, decided in happened:
        for viewer in engine.players:
            told = seen_by(engine, viewer, event).as_dict()
            if event.name_in_log == "card_drawn" and viewer not in (told["player"], decided[told["player"]]):
                assert told == {**event.as_dict(), "card": "hidden"}
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
    """The same game gives equal views, with equal hashes; what happens makes another."""
    engine = game()
    before = view(engine, "A")
    assert before == view(engine, "A")
    assert hash(before) == hash(view(engine, "A"))
    assert before != view(engine, "B")
    engine.submit(Pass())
    assert before != view(engine, "A")
    assert len({before, view(engine, "A"), view(engine, "A")}) == 2
    for record, name in ((before, "turn"), (before.players[0], "life"), (before.battlefield[0], "counters")):
        with pytest.raises(AttributeError):
            setattr(record, name, None)


def test_nothing_in_a_view_can_be_changed() -> None:
    """Counters and states are mappings that take no new values, and compare with any mapping."""
    engine = game()
    shown = view(engine, "A")
    counters: Any = shown.battlefield[0].counters
    with pytest.raises(TypeError):
        counters["+1/+1"] = 5
    assert (counters, repr(counters)) == ({"+1/+1": 1}, "{'+1/+1': 1}")
    assert counters == view(engine, "B").battlefield[0].counters
    assert list(shown.states) == ["turn", "priority", "attack", "block", "damage"]
    assert copy.deepcopy(shown) == pickle.loads(pickle.dumps(shown)) == shown


def test_a_view_as_data_is_plain_json() -> None:
    """It is the same after a way through JSON, in the order of the fields, without a decision, too."""
    engine = game()
    shown = view(engine, "A").as_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert list(shown) == list(View._fields)
    assert shown["players"][0]["hand"] == ["bolt", "growth"]
    assert shown["battlefield"][0]["counters"] == {"+1/+1": 1}
    assert (shown["decision"]["kind"], shown["decision"]["choices"]) == ("priority", [])
    engine.submit(Concede(player="A"))
    over = view(engine, "A").as_dict()
    assert (over["decision"], over["winners"]) == (None, ["B"])


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


def play_on(history: History, turn: int) -> None:
    """Everybody does what is default until that turn."""
    engine = history.engine
    while engine.position.turn < turn and engine.decision is not None:
        history.submit(next(engine.legal(engine.decision.player)))


def test_what_was_drawn_under_control_stays_seen_and_what_was_hidden_stays_hidden() -> None:
    """Who controlled a player's turn sees its draw ever after, and under a later control no draw from before (722)."""
    history = History(game())
    engine = history.engine
    control = effects.ControlPlayer(player="B", by="A")
    history.submit(Cast(player="A", name="slave", effects=(control,)))
    play_on(history, 5)
    history.submit(Cast(player="A", name="again", effects=(control,)))
    play_on(history, 6)
    drawn = [event for event in history.events() if isinstance(event, CardDrawn) and event.player == "B"]
    assert [(event.turn, event.decided_by) for event in drawn] == [(2, "A"), (4, "B")]
    controlled = [engine.decider("B")]
    seen = {viewer: [seen_by(engine, viewer, event) for event in drawn] for viewer in "AB"}
    assert seen == {"A": [drawn[0], replace(drawn[1], card="hidden")], "B": drawn}
    history.go_to(history.root)
    controlled.append(engine.decider("B"))
    assert {viewer: [seen_by(engine, viewer, event) for event in drawn] for viewer in "AB"} == seen
    assert controlled == ["A", "B"]


def test_why_somebody_passed_is_seen_by_whose_seat_it_was() -> None:
    """Under control the seat of the controller passes, and the controller sees why."""
    control = Cast(player="A", name="slave", effects=(effects.ControlPlayer(player="B", by="A"),))
    table = Table(game(), {"A": Seat(), "B": Seat()})
    happened = [*table.begin(), *table.submit(control)]
    while table.engine.position.turn < 3 and table.engine.decision is not None:
        happened += table.submit(next(table.engine.legal(table.engine.decision.player)))
    passes = [event for event in happened if isinstance(event, PassedAutomatically) and event.player == "B"]
    assert {(event.turn, event.decided_by) for event in passes} == {(1, "B"), (2, "A"), (3, "B")}
    for event in passes:
        hidden = replace(event, why="hidden") if event.decided_by == "B" else event
        assert [seen_by(table.engine, viewer, event) for viewer in "AB"] == [hidden, event]


def test_a_viewer_who_is_no_player_is_refused() -> None:
    """The error names the players."""
    engine = game()
    with pytest.raises(MtgFsmError, match="there is no player 'Z'; the players are A, B"):
        view(engine, "Z")
    with pytest.raises(MtgFsmError, match="there is no player 'Z'; the players are A, B"):
        seen_by(engine, "Z", CardDrawn(engine.position, None, "A", "bolt", "A"))


def test_who_only_watches_sees_what_all_see() -> None:
    """None is nobody: what any player drew is hidden, all else is not."""
    engine = game()
    drawn = CardDrawn(engine.position, None, "A", "bolt", "A")
    seen = seen_by(engine, None, drawn)
    assert isinstance(seen, CardDrawn)
    assert seen.card == HIDDEN
    played = LandPlayed(engine.position, "505.6b", "A", "plains")
    assert seen_by(engine, None, played) is played


def test_a_game_of_ones_own_is_no_reference_game() -> None:
    """A view of it is an error that says whose matter that is."""
    engine = Engine(BlankGame(), ("A", "B"))
    with pytest.raises(MtgFsmError, match=r"view is for the reference game; .* BlankGame is for your"):
        view(engine, "A")

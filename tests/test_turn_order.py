"""Who comes after whom, in games and from teams alone."""

from __future__ import annotations

from mtg_fsm import Concede, GameSpec, PlayerSpec, new_game
from mtg_fsm.engine.observe import compare
from mtg_fsm.engine.turn_order import seats_of
from mtg_fsm.words.conditions import Condition

THREE = GameSpec(variant="free_for_all", players=(PlayerSpec(id="A"), PlayerSpec(id="B"), PlayerSpec(id="C")))


def test_before_the_first_turn_it_is_the_starting_players() -> None:
    """The order starts with the player who is going to have the first turn."""
    engine = new_game(THREE.model_copy(update={"starting_player": "B"}))
    assert engine.turn_player == "B"
    assert engine.apnap() == ("B", "C", "A")


def test_a_turn_stays_that_of_the_player_who_left_in_it() -> None:
    """800.4: the others are in turn order from there."""
    engine = new_game(THREE.model_copy(update={"starting_player": "B"}))
    engine.advance()
    assert engine.turn_player == "B"
    engine.submit(Concede(player="B"))
    assert engine.turn_player == "B"
    assert engine.apnap() == ("C", "A")


def test_the_member_who_is_left_stands_for_a_team_that_is_alone() -> None:
    """The next team in the game after the last one is itself."""
    assert seats_of((("A", "B"), ("C",)), ("B",)).next_holder == {"A": "B", "B": "B", "C": "B"}


def test_with_nobody_left_everybody_comes_after_himself() -> None:
    """There is no next team in the game."""
    assert seats_of((("A",), ("B",)), ()).next_holder == {"A": "A", "B": "B"}


def test_the_active_player_of_a_condition_may_be_any_of_the_active_team() -> None:
    """805.4a: so may who has priority; of the other team nobody may."""
    spec = {"variant": "two_headed_giant", "players": [{"id": player} for player in "ABCD"]}
    engine = new_game(GameSpec.model_validate(spec))
    engine.advance()
    for word in ("active_player", "priority"):
        for player, differs in {"A": False, "B": False, "C": True}.items():
            assert bool(compare(engine, Condition.model_validate({word: player}))) is differs, (word, player)

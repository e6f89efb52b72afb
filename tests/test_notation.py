"""The short text form of commands: it parses back, and what is none is refused by its column or field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import EFFECTS
from test_scenarios import SCENARIOS

from mtg_fsm import ACTIONS, COMMANDS, Command, NotationError, as_text, from_text
from mtg_fsm.scenario import run

EXAMPLES: dict[str, dict[str, Any]] = {
    "pass": {"action": "pass"},
    "A: pass": {"action": "pass", "player": "A"},
    "A by B: pass": {"action": "pass", "player": "A", "by": "B"},
    "by B: pass": {"action": "pass", "by": "B"},
    "assign ox>B=10000000000000000000": {"action": "assign", "damage": {"ox": {"B": 10**19}}},
    "cast bolt cost=1R": {"action": "cast", "name": "bolt", "cost": "1R"},
    'cast "giant growth" speed=sorcery': {"action": "cast", "name": "giant growth", "speed": "sorcery"},
    'cast bolt effects=[{"effect":"draw","count":2}]': {
        "action": "cast",
        "name": "bolt",
        "effects": [{"effect": "draw", "count": 2}],
    },
    'cast strike only={"during":{"combat_of":"A"}}': {
        "action": "cast",
        "name": "strike",
        "only": {"during": {"combat_of": "A"}},
    },
    "activate grow source=grove mana_ability=true": {
        "action": "activate",
        "name": "grow",
        "source": "grove",
        "mana_ability": True,
    },
    "play_land A-card-1": {"action": "play_land", "id": "A-card-1"},
    "attack": {"action": "attack"},
    "attack bear>B wolf>C": {"action": "attack", "attackers": {"bear": "B", "wolf": "C"}},
    "block wall>bear,wolf ox>rat": {"action": "block", "blockers": {"wall": ["bear", "wolf"], "ox": ["rat"]}},
    "assign ox>wall=1,B=2": {"action": "assign", "damage": {"ox": {"wall": 1, "B": 2}}},
    "pay no": {"action": "pay", "pay": False},
    "defend C": {"action": "defend", "player": "C"},
    "discard c1 c2": {"action": "discard", "cards": ["c1", "c2"]},
    "order dawn dusk": {"action": "order", "triggers": ["dawn", "dusk"]},
    "untap": {"action": "untap", "permanents": []},
    'choose 3 "3" king': {"action": "choose", "ids": [3, "3", "king"]},
    '"pass": pass': {"action": "pass", "player": "pass"},
    '"by" by "by": concede': {"action": "concede", "player": "by", "by": "by"},
}


@pytest.mark.parametrize(("text", "data"), EXAMPLES.items())
def test_a_text_is_its_command(text: str, data: dict[str, Any]) -> None:
    """Reading gives the command; writing that gives a text for the same command."""
    command = COMMANDS.validate_python(data)
    assert from_text(text) == command
    assert from_text(f"  {text}  ") == command
    assert from_text(as_text(command)) == command


def test_texts_are_short() -> None:
    """What is as usual is left out, and names are quoted only where they have to be."""
    for text, data in EXAMPLES.items():
        if '"pass"' not in text and "by by" not in text:
            assert as_text(COMMANDS.validate_python(data)) == text


def test_every_command_of_the_scenarios_parses_back() -> None:
    """Some forty thousand commands, by their text."""
    seen = dict[str, Command]()
    for scenario in SCENARIOS:
        for command in run(scenario).commands:
            assert seen.setdefault(as_text(command), command) == command
    assert len(seen) > 1_000
    for text, command in seen.items():
        assert from_text(text) == command


NAMES = st.text(min_size=1, max_size=8).filter(lambda name: name not in ("any", "none"))
PLAYERS = NAMES.filter(lambda name: name not in ("each", "opponents", "opponent", "you"))
OPTIONAL: dict[str, Any] = {"player": PLAYERS, "by": PLAYERS}
RANDOM: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.fixed_dictionaries({"action": st.sampled_from(["pass", "concede"])}, optional=OPTIONAL),
    st.fixed_dictionaries(
        {"action": st.sampled_from(["cast", "activate"]), "name": NAMES},
        optional={**OPTIONAL, "effects": st.lists(EFFECTS, max_size=2), "cost": st.sampled_from(["", "3", "12RRG"])},
    ),
    st.fixed_dictionaries({"action": st.just("attack"), "attackers": st.dictionaries(NAMES, NAMES, max_size=3)}),
    st.fixed_dictionaries(
        {
            "action": st.just("block"),
            "blockers": st.dictionaries(NAMES, st.lists(NAMES, max_size=3), max_size=3),
        },
        optional=OPTIONAL,
    ),
    st.fixed_dictionaries(
        {
            "action": st.just("assign"),
            "damage": st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(0, 99), max_size=3), max_size=3),
        }
    ),
    st.fixed_dictionaries(
        {"action": st.just("choose"), "ids": st.lists(st.one_of(NAMES, st.integers(0, 99)), min_size=1, max_size=3)}
    ),
    st.fixed_dictionaries({"action": st.just("order"), "triggers": st.lists(NAMES, max_size=3)}),
    st.fixed_dictionaries({"action": st.just("defend"), "player": PLAYERS}, optional={"by": PLAYERS}),
)


@settings(max_examples=1_000, deadline=None)
@given(RANDOM)
def test_any_command_parses_back(data: dict[str, Any]) -> None:
    """Whatever its names are: spaces, quotes, marks, digits, lines."""
    command = COMMANDS.validate_python(data)
    assert from_text(as_text(command)) == command


PIECES = [*'A:>=,"{}[] 1', "cast", "attack", "by"]


@settings(max_examples=2_000, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_any_text_is_a_command_or_our_own_error(text: str) -> None:
    """Nothing else comes out."""
    try:
        command = from_text(text)
    except NotationError:
        return
    assert from_text(as_text(command)) == command


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: a command begins with an action, or with a player and a colon"),
        ("dance", f"column 1: no action 'dance'; there are {', '.join(ACTIONS)}"),
        ("csat bolt", "column 1: no action 'csat'; did you mean cast"),
        ("A: CAST bolt", "column 4: no action 'CAST'; did you mean cast"),
        ("stat", "column 1: no action 'stat'; there are cast, activate, play_land, pass"),
        (
            "cast zap bob",
            "column 10: key=value has to stand here, not 'bob'; cast may have target=, speed=, effects=, cost=, only=",
        ),
        ("pass on", "column 6: key=value has to stand here, not 'on'; pass has no more to say"),
        ("cast zap goal=bob", "column 10: cast has no 'goal'; cast may have target=, speed="),
        ("A:", "column 3: an action has to stand here"),
        ("cast", "column 5: cast needs its name"),
        ("cast bolt cost", "column 11: key=value has to stand here, not 'cost'"),
        ("cast bolt cost=1R cost=2", "column 24: cost has been given before"),
        ("cast bolt cost=R1", "cost: a cost is a number"),
        ("cast bolt speed=fast", "speed: must be 'instant' or 'sorcery', not 'fast'"),
        ('cast bolt effects=[{"effect":"drw"}]', "effects.0.effect: no effect 'drw'; did you mean draw"),
        ("cast bolt effects=[{}]", "effects.0.effect: is required"),
        ('cast bolt effects=[{"effect":"draw","player":[3]}]', "effects.0.player: must be a valid string"),
        ("cast bolt effects=[", "column 19: is no JSON"),
        ('cast "bolt', "column 6: is no JSON"),
        ("attack bear", "column 12: '>' has to follow bear"),
        ("attack bear>B bear>C", "column 20: bear has been named before"),
        ("block wall>,", "column 12: an attacker has to stand here"),
        ("assign ox>wall", "column 15: '=' has to follow wall"),
        ("assign ox>wall=x", "column 16: a number has to stand here"),
        ("pay maybe", "column 10: yes or no has to stand here, not 'maybe'"),
        ("choose", "ids: must have at least 1 item"),
        ("A: defend B", "column 10: defend names the defending player only"),
        ("pass tea=1", "column 6: pass has no 'tea'; pass has no more to say"),
        ("cast " + "x" * 200_000, "column 200001: a command has at most 200000 characters"),
    ],
)
def test_what_is_no_command_is_refused(text: str, message: str) -> None:
    """The error names the column or the field and what would be right."""
    with pytest.raises(NotationError) as caught:
        from_text(text)
    assert str(caught.value).startswith(message)
    assert "Input" not in str(caught.value)


def test_actions_are_those_of_all_commands() -> None:
    """Each is what a command says in JSON."""
    schema = COMMANDS.json_schema()
    assert set(ACTIONS) == set(schema["discriminator"]["mapping"])
    assert len(ACTIONS) == len(set(ACTIONS))


def test_what_a_player_writes_is_a_command_of_that_player() -> None:
    """A text without a name gets it; one in the name of another is refused, unless it says that the writer decides."""
    assert from_text("pass", player="A") == from_text("A: pass") == from_text("A: pass", player="A")
    assert from_text("B by A: pass", player="A") == from_text("B by A: pass")
    assert from_text("by A: pass", player="A") == from_text("by A: pass")
    assert from_text("defend B", player="A") == from_text("by A: defend B")
    for text, other in (("B: pass", "B"), ("A by B: pass", "B"), ("by B: defend A", "B")):
        with pytest.raises(NotationError, match=f"column 1: A cannot speak for {other}"):
            from_text(text, player="A")

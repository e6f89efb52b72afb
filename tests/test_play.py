"""The client for a terminal, driven by keys as its users do."""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

import pytest
from diagram_support import needs_renderer
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from mtg_fsm import (
    GameSpec,
    History,
    LogError,
    MtgFsmError,
    PermanentSpec,
    PlayerSpec,
    ReferenceGame,
    Seat,
    as_text,
    new_game,
)
from mtg_fsm.cli import main
from mtg_fsm.diagrams import chart, highlight_of
from mtg_fsm.engine.events import BlockerDeclared
from mtg_fsm.machine import MACHINES
from mtg_fsm.machine.definition import plain
from mtg_fsm.passing import PLACES, Table
from mtg_fsm.play import BOTS, PlayApp, Session, client, default_game, game_of
from mtg_fsm.play.app import help_sections
from mtg_fsm.play.drafts import draft_for
from mtg_fsm.play.drawing import states
from mtg_fsm.play.screens import Confirm, DiagramScreen, HandOver, HelpScreen, PathPrompt, StopsScreen
from mtg_fsm.play.texts import INSTEAD, clean
from mtg_fsm.play.widgets import Chronicle, Coming, Commands, Drafting
from mtg_fsm.play.widgets.phases import Place, next_stops, whose_stop

ROOT: Final = Path(__file__).parent.parent
TREASURES: Final = ROOT / "tests" / "play" / "treasures.yaml"
SIZES: Final = [(80, 24), (160, 50)]
CELL: Final = 12.2
"""Width of a column in a screenshot."""
Steps = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def play(app: PlayApp, steps: Steps, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Runs the client without a terminal, and has somebody press its keys."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            while not app.ready:
                await pilot.pause()
            await settle(app, pilot)
            await steps(app, pilot)

    asyncio.run(run())
    return app


async def settle(app: PlayApp, pilot: Pilot[None]) -> None:
    """Lets the client do all that it has begun."""
    for _ in range(4):  # a message goes from a widget up to the client step by step
        await pilot.pause(0)
    await app.workers.wait_for_complete()  # pyright: ignore[reportUnknownMemberType]
    await pilot.pause(0)


async def press(app: PlayApp, pilot: Pilot[None], *keys: str) -> None:
    """Presses keys, one after the other."""
    for key in keys:
        app.simulate_key(key)
        await settle(app, pilot)


async def typed(app: PlayApp, pilot: Pilot[None], text: str) -> None:
    """Types a text where the cursor is, in place of what is there."""
    field = app.screen.focused
    assert isinstance(field, Input)
    field.value = text
    await press(app, pilot, "enter")


async def onward(app: PlayApp, pilot: Pilot[None], there: Callable[[], bool]) -> None:
    """Passes, and declares what is default, until something is so."""
    for _ in range(100):
        if there():
            return
        await press(app, pilot, "enter" if app.query_one(Drafting).display else "space")
    raise AssertionError(f"not reached in {shown(app)}")


async def commanded(app: PlayApp, pilot: Pilot[None], text: str) -> None:
    """Types a command."""
    await press(app, pilot, "colon")
    await typed(app, pilot, text)


def shown(app: PlayApp) -> str:
    """All that is on the screen, a line for each row."""
    rows: dict[float, str] = {}
    for line in re.findall(r"<text .*?</text>", app.export_screenshot(), re.DOTALL):
        found = re.search(r'class="\S+-r\d+" x="([\d.]+)" y="([\d.]+)".*?>(.*)</text>', line, re.DOTALL)
        if found is not None:
            column, y = round(float(found[1]) / CELL), float(found[2])
            text = html.unescape(found[3]).replace("\N{NO-BREAK SPACE}", " ")
            rows[y] = f"{rows.get(y, ''):<{column}}{text}"
    return "\n".join(rows[y].rstrip() for y in sorted(rows))


def text_of(app: PlayApp, selector: str) -> str:
    """What a line of the table says."""
    return str(app.screen_stack[0].query_one(selector, Static).content)


def said(app: PlayApp) -> str:
    """The line below the commands."""
    return text_of(app, "#say")


def prompts(options: OptionList) -> list[str]:
    """The rows of a list."""
    return [str(option.prompt) for option in options.options]


def of(spec: GameSpec) -> PlayApp:
    """The client with a game of one's own, in which all hands are open."""

    def start() -> Session:
        return Session(Table(History(new_game(spec))))

    return PlayApp(start(), start, open_hands=True)


def hand_of(app: PlayApp, player: str) -> tuple[str, ...]:
    """The cards of a hand, whoever may see them."""
    return cast("ReferenceGame", app.session.engine.game).belongings[player].hand


def over(app: PlayApp) -> bool:
    """Whether the game has ended."""
    return app.session.engine.outcome is not None


def two(mine: tuple[PermanentSpec, ...] = (), others: tuple[PermanentSpec, ...] = (), **keys: Any) -> GameSpec:
    """A game of A and B with these permanents; `keys` are those of A."""
    return GameSpec(players=(PlayerSpec(id="A", battlefield=mine, **keys), PlayerSpec(id="B", battlefield=others)))


# --- a game by keys ---


@pytest.mark.parametrize("size", SIZES)
def test_three_turns_by_keys(size: tuple[int, int]) -> None:
    """Two players act, attack, block, pass and pass on at one keyboard, and the engine does what they say."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        engine = app.session.engine
        assert (engine.position.turn, engine.turn_state, app.viewer) == (1, "precombat_main", "A")
        await press(app, pilot, "slash")
        await typed(app, pilot, "treasure crack")
        await press(app, pilot, "enter")
        assert engine.observe("mana", ["A"]) == {"A": "R"}
        await commanded(app, pilot, "activate shoot source=A-archer")
        assert [object_.name for object_ in engine.stack] == ["shoot"]
        assert app.viewer == "B"
        await press(app, pilot, "space")
        assert engine.observe("life", ["B"]) == {"B": 19}
        await press(app, pilot, "p", "c", "space")
        assert engine.decision is not None
        assert engine.decision.kind == "declare_attackers"
        await press(app, pilot, "down", "space", "enter")
        assert engine.observe("attacking") == {"A-wolf": "B"}
        await press(app, pilot, "space")
        assert engine.decision.kind == "declare_blockers"
        await press(app, pilot, "down", "down", "down", "space", "enter")
        blocks = [event for event in app.session.history.events() if isinstance(event, BlockerDeclared)]
        assert [(event.permanent, event.blocking) for event in blocks] == [("B-wall", "A-wolf")]
        assert (engine.turn_state, app.viewer) == ("postcombat_main", "A")
        await press(app, pilot, "p", "e")
        assert (engine.turn_state, app.viewer) == ("ending.end", "B")  # where B has a stop in others' turns
        await onward(app, pilot, lambda: engine.turn_state == "precombat_main")
        assert (engine.position.turn, app.viewer) == (2, "B")
        await press(app, pilot, "2")
        assert engine.facts.lands == {"B": 1}
        await press(app, pilot, "p", "t")
        await onward(app, pilot, lambda: engine.position.turn == 3)
        assert (engine.position.active_player, engine.turn_state) == ("A", "precombat_main")
        await press(app, pilot, "p", "n")
        await onward(app, pilot, lambda: engine.position.turn == 4)
        assert engine.facts.lands == {}

    play(client(TREASURES, open_hands=True), steps, size)


def test_undo_and_redo_go_from_decision_to_decision() -> None:
    """Automatic passes are taken back and made again with the command that they followed."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        engine, states_ = app.session.engine, list[Any]()
        for key in ("2", "space", "enter", "space"):
            states_.append(engine.state())
            await press(app, pilot, key)
        for state in reversed(states_):
            await press(app, pilot, "u")
            assert engine.state() == state
        await press(app, pilot, "u")
        assert "there is no earlier decision" in said(app)
        for state in states_[1:]:
            await press(app, pilot, "r")
            assert engine.state() == state
        await press(app, pilot, "r", "r")
        assert "there is nothing to do again" in said(app)

    play(client(TREASURES, open_hands=True), steps)


def test_what_is_typed_and_refused_says_why_and_changes_nothing() -> None:
    """An illegal command says message, code, guard and rule, and stays to be mended; so does what is no command."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        state = app.session.engine.state()
        for text, wanted in (
            (
                "attack A-bear>B",
                "A has priority; attack answers only: declare attackers [wrong_kind, guard answers_the_decision, rule",
            ),
            ("activate shoot source=A-archer", "the cost is 1, in the pool is no mana [not_enough_mana"),
            ("atack", "column 1: no action 'atack'; did you mean attack"),
            ('cast "', "column 6: is no JSON"),
            ("B by A: concede", "only B can concede for B [not_decider"),
            ("Z: pass", "no player 'Z'; there are A, B [unknown_player"),
        ):
            await commanded(app, pilot, text)
            assert wanted in said(app)
            assert app.query_one("#typed", Input).value == text
            assert app.session.engine.state() == state
            await press(app, pilot, "escape")
        assert not app.query_one("#typed", Input).display
        assert isinstance(app.focused, Commands)

    play(client(TREASURES, open_hands=True), steps)


def test_pass_until_goes_on_where_nothing_can_be_declared() -> None:
    """A player without creatures is not asked for attackers on the way to the end of the turn; full control asks."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        engine = app.session.engine
        await press(app, pilot, "p", "e")
        assert (engine.turn_state, app.viewer) == ("combat.declare_attackers", "B")  # where B has a stop
        await press(app, pilot, "space")
        assert (engine.turn_state, app.viewer) == ("ending.end", "B")
        await press(app, pilot, "u", "u", "f", "space")
        await onward(app, pilot, lambda: engine.turn_state == "combat.declare_attackers")
        assert engine.decision is not None
        assert (engine.decision.kind, engine.decision.choices) == ("declare_attackers", ())

    play(of(two()), steps)


def test_wishes_of_a_seat() -> None:
    """Hold priority and full control are changed by keys and said in the bar."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "h")
        assert app.seat.hold_priority
        assert "holds priority" in shown(app)
        await press(app, pilot, "9")
        assert app.viewer == "A"
        await press(app, pilot, "h")
        assert app.viewer == "B"
        await press(app, pilot, "f")
        assert app.seat.full_control
        assert "full control" in shown(app)

    play(client(TREASURES, open_hands=True), steps)


def test_conceding_is_asked_and_ends_the_game() -> None:
    """By its key and from the list; the answer no changes nothing."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "c", "n")
        await press(app, pilot, "end", "enter")
        assert isinstance(app.screen, Confirm)
        await press(app, pilot, "escape")
        assert not over(app)
        await commanded(app, pilot, "B: concede")
        await press(app, pilot, "y")
        assert over(app)
        assert "Game over: A wins" in shown(app)
        await press(app, pilot, "space")
        assert "the game has ended" in said(app)
        await press(app, pilot, "u")
        assert not over(app)

    play(client(TREASURES, open_hands=True), steps)


# --- what is hidden ---


@pytest.mark.parametrize("size", SIZES)
def test_the_keyboard_is_handed_over_before_another_hand_is_shown(size: tuple[int, int]) -> None:
    """Until enter neither hand is on the screen, and no other key does anything to the game."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        hands = {player: hand_of(app, player) for player in "AB"}
        text = shown(app)
        assert all(card in text for card in hands["A"])
        assert not any(card in text for card in hands["B"] if card not in hands["A"])
        await press(app, pilot, "9")
        assert isinstance(app.screen, HandOver)
        assert app.viewer == "A"
        state, text = app.session.engine.state(), shown(app)
        assert "Hand over to B" in text
        assert not any(card in text for card in (*hands["A"], *hands["B"]))
        await press(app, pilot, "space", "u", "q", "colon")
        assert (app.session.engine.state(), type(app.screen)) == (state, HandOver)
        await press(app, pilot, "enter")
        assert app.viewer == "B"
        assert hands["B"][0] in shown(app)

    play(client(TREASURES), steps, size)


def test_the_log_hides_what_others_draw() -> None:
    """A sees that B drew, and not what; with open hands everything is seen."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await onward(app, pilot, lambda: app.session.engine.position.turn == 3)
        rows = [row for part in app.query_one(Chronicle).parts for row, _, _ in part.rows(70)]
        drawn = [row.split()[-1] for row in rows if "B draws" in row]
        assert (drawn == ["hidden"]) is (not app.open_hands)
        assert drawn

    play(client(TREASURES, bots={"B": "default"}), steps, (160, 50))
    play(client(TREASURES, bots={"B": "default"}, open_hands=True), steps, (160, 50))


def test_names_from_a_file_cannot_write_on_the_terminal() -> None:
    """Control characters are replaced, and brackets are no markup."""
    name = "[red]\x1b[31mox\n"
    spec = two((PermanentSpec(id=name),), hand=(name,))

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        text = shown(app)
        assert "\x1b" not in text
        assert clean(name) == f"[red]{INSTEAD}[31mox{INSTEAD}"
        assert f"[red]{INSTEAD}" in text
        await press(app, pilot, "p", "c", "space", "space")
        assert any(clean(name) in row for row in prompts(app.query_one(Drafting)))

    play(of(spec), steps)


# --- answers that are put together ---


def test_a_draft_says_live_whether_it_is_legal() -> None:
    """Each change is judged by the engine; what is illegal is refused with its rule and stays to be mended."""
    spec = two((PermanentSpec(id="giant", cant_attack_alone=True), PermanentSpec(id="bear")))

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "space")
        assert said(app).startswith("Not legal: giant can't attack alone")
        assert "rule 508.1c" in said(app)
        await press(app, pilot, "enter")
        assert app.session.engine.observe("attacking") == {}
        await press(app, pilot, "a")
        assert said(app) == "legal: attack giant>B bear>B"
        await press(app, pilot, "x")
        assert said(app) == "legal: attack"
        await press(app, pilot, "a", "enter")
        assert app.session.engine.observe("attacking") == {"giant": "B", "bear": "B"}

    play(of(spec), steps)


def test_whom_a_creature_attacks_is_chosen_by_arrows() -> None:
    """Players, planeswalkers and battles that can be attacked, one after the other."""
    walker = PermanentSpec(id="walker", types=("planeswalker",), loyalty=3)

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "space", "right", "enter")
        assert app.session.engine.observe("attacking") == {"bear": "walker"}

    play(of(two((PermanentSpec(id="bear"),), (walker,))), steps)


def test_a_creature_blocks_one_attacker_or_several() -> None:
    """By arrows one that can block but one blocks another instead; one that can block more takes more."""
    mine = (PermanentSpec(id="bear"), PermanentSpec(id="wolf"))
    others = (PermanentSpec(id="ox"), PermanentSpec(id="hydra", max_blocks=2))

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "a", "enter", "space")
        await press(app, pilot, "space", "right", "down", "space", "right", "space")
        assert prompts(app.query_one(Drafting)) == [
            "[x] ox \N{RIGHTWARDS ARROW} wolf",
            "[x] hydra \N{RIGHTWARDS ARROW} bear, wolf",
        ]
        await press(app, pilot, "enter")
        assert app.session.engine.observe("blocking") == {"ox": ["wolf"], "hydra": ["bear", "wolf"]}

    play(of(two(mine, others)), steps)


def test_damage_is_assigned_row_by_row() -> None:
    """More here and less there; what is not lethal to a blocker may not go beyond it."""
    wurm = PermanentSpec(id="wurm", power=6, toughness=6, keywords=("trample",))
    others = (PermanentSpec(id="ox", toughness=3),)

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "space", "enter", "space", "space", "enter")
        await onward(app, pilot, lambda: app.session.engine.turn_state == "combat.combat_damage")
        await press(app, pilot, "left")
        assert "wurm assigns 6 damage, not 5" in said(app)
        await press(app, pilot, "down", "right")
        assert "rule 702.19b" in said(app)
        await press(app, pilot, "left", "left", "up", "right", "right", "enter", "enter")
        assert app.session.engine.observe("life", ["B"]) == {"B": 18}, said(app)

    play(of(two((wurm,), others)), steps)


def test_triggers_are_put_in_order() -> None:
    """An ability moves by arrows; the last one resolves first."""
    trigger: Any = {"effect": "trigger", "when": {"beginning_of": "upkeep"}, "effects": [{"effect": "nothing"}]}
    shrine = PermanentSpec.model_validate(
        {"id": "shrine", "types": ["enchantment"], "abilities": [{**trigger, "name": name} for name in ("one", "two")]}
    )

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "right", "enter")
        assert [object_.name for object_ in app.session.engine.stack] == ["two", "one"]

    play(of(two((shrine,))), steps)


def test_cards_are_discarded_by_marks() -> None:
    """As many as have to be; fewer are refused with the rule."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await onward(app, pilot, lambda: app.query_one(Drafting).display)
        assert "A: discard to hand size" in text_of(app, "#question")
        await press(app, pilot, "x")
        assert "rule 514.1" in said(app)
        await press(app, pilot, "end", "space", "enter")
        assert app.session.engine.observe("graveyard", ["A"]) == {"A": 1}
        assert "c7" not in hand_of(app, "A")

    play(of(two(hand=tuple(f"c{number}" for number in range(8)))), steps)


@pytest.mark.parametrize("seed", range(6))
def test_a_draft_begins_with_the_default_answer(seed: int) -> None:
    """In games of random players each draft is, before anything is marked, what happens by default."""
    bots = {player: BOTS["random"](seed) for player in ("A", "B")}
    session = Session(Table(History(new_game(default_game(seed)))), bots)
    drafted = 0
    while session.bot_is_next and session.history.node.depth < 1_000:
        decision = session.engine.decision
        assert decision is not None
        draft = draft_for(session.engine, decision)
        if draft is not None:
            command = draft.command()
            default = next(session.engine.legal(decision.player))
            assert as_text(command) == as_text(default)
            assert session.engine.why_not(command) is None
            drafted += 1
        session.let_bot_answer()
    assert drafted


def test_marks_on_untapping() -> None:
    """Of permanents that do not all untap one chooses which."""
    limit: Any = {"effect": "static", "untap_at_most": 1}
    mine = (
        PermanentSpec.model_validate({"id": "winter", "types": ["enchantment"], "abilities": [limit]}),
        PermanentSpec(id="ox", tapped=True),
        PermanentSpec(id="bear", tapped=True),
    )

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        assert prompts(app.query_one(Drafting)) == ["[x] ox", "[ ] bear"]
        await press(app, pilot, "down", "space")
        assert "at most 1" in said(app)
        await press(app, pilot, "up", "space", "enter")
        assert app.session.engine.observe("battlefield", ["bear"])["bear"]["tapped"] is False

    play(of(two(mine)), steps)


# --- saving ---


def test_a_saved_game_is_opened_again(tmp_path: Path) -> None:
    """With its history, its branches, its seats and what can be taken back; quitting asks before, and not after."""
    path = tmp_path / "duel.json"

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "f", "2", "space", "u", "9", "q")
        assert isinstance(app.screen, Confirm)
        await press(app, pilot, "n", "w")
        assert isinstance(app.screen, PathPrompt)
        await typed(app, pilot, str(path))
        assert said(app) == f"saved in {clean(path)}"
        assert not app.session.unsaved
        before = app.session
        await press(app, pilot, "n", "o")
        assert app.session is not before
        await typed(app, pilot, str(path))
        after = app.session
        assert after.engine.snapshot() == before.engine.snapshot()
        assert list(after.history.log()) == list(before.history.log())
        assert after.table.seats == before.table.seats
        assert after.table.snapshot() == before.table.snapshot()
        await press(app, pilot, "u")
        before.undo()
        assert after.engine.state() == before.engine.state()
        await press(app, pilot, "q", "y")
        assert not app.is_running or app.return_code == 0

    play(client(TREASURES, open_hands=True), steps)
    assert client(path).session.engine.players == ("A", "B")
    assert [file.name for file in tmp_path.iterdir()] == ["duel.json"]


FAULTS: Final[Mapping[str, tuple[Callable[[Any], Any], str]]] = {
    "no JSON": (lambda _: "{", "is no JSON"),
    "no object": (lambda _: [], "version: None is not known"),
    "version": (lambda data: {**data, "version": 3}, "version: 3 is not known; this release reads 1, 2"),
    "no log": (lambda data: {key: data[key] for key in data if key != "log"}, "game: a table has a game, or the log"),
    "no history": (
        lambda data: {**data, "log": None, "game": data["log"][0]["snapshot"], "rests": []},
        "game: has no history",
    ),
    "unknown key": (lambda data: {**data, "players": 2}, "players: there is no such field"),
    "seat": (lambda data: {**data, "seats": {"Z": {}}}, "seats: there is no player 'Z'"),
    "stop": (
        lambda data: {**data, "seats": {"A": {"stops": [{"at": "lunch"}]}}},
        "seats.A.stops.0.at: must be 'untap'",
    ),
    "rest": (
        lambda data: {**data, "rests": [{"node": 99, "asked": ["A"], "seats": {"A": {"hold_priority": True}}}]},
        "rests.0.node: no decision has the number 99; the last is",
    ),
    "empty log": (lambda data: {**data, "log": []}, "log: line 1: a log begins with a snapshot"),
    "snapshot": (lambda data: {**data, "log": [{"mtg_fsm": 1, "snapshot": None}]}, "log: line 1: snapshot"),
    "old version": (lambda data: {**data, "mtg_fsm_play": 2}, "mtg_fsm_play: 2 is not known; this release reads 1"),
}


def test_a_file_of_version_1_is_read(tmp_path: Path) -> None:
    """It has the seats as they were saved, and the numbers of the decisions that people were asked."""
    session = client().session
    session.submit(next(session.engine.legal(session.deciders[0])))
    now = session.table.snapshot()
    old = {
        "mtg_fsm_play": 1,
        "seats": now["seats"],
        "log": now["log"],
        "rests": [rest["node"] for rest in now["rests"]],
    }
    (tmp_path / "old.json").write_text(json.dumps(old), encoding="utf-8")
    again = Session.load(tmp_path / "old.json")
    assert again.engine.snapshot() == session.engine.snapshot()
    for either in (session, again):
        either.undo()
    assert again.engine.snapshot() == session.engine.snapshot()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_named_and_the_game_stays(tmp_path: Path, fault: str) -> None:
    """What is wrong in a file is said with its place in it."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    session = client().session
    session.save(good)
    change, wanted = FAULTS[fault]
    changed: Any = change(json.loads(good.read_text(encoding="utf-8")))
    bad.write_text(changed if isinstance(changed, str) else json.dumps(changed), encoding="utf-8")
    with pytest.raises(LogError) as error:
        Session.load(bad)
    assert str(error.value).startswith(f"{bad}: ")
    assert wanted in str(error.value)

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        before = app.session
        await press(app, pilot, "o")
        await typed(app, pilot, str(bad))
        assert said(app).startswith(f"Refused: {bad}: ")
        assert app.session is before
        await press(app, pilot, "o")
        await typed(app, pilot, str(tmp_path / "none.json"))
        assert "cannot be read" in said(app)
        await press(app, pilot, "w")
        await typed(app, pilot, str(tmp_path / "no" / "folder.json"))
        assert "cannot be written" in said(app)
        assert app.session is before

    play(client(TREASURES), steps)


# --- what is shown ---


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50), (60, 20)])
def test_nothing_is_cut_off(size: tuple[int, int]) -> None:
    """In any usual size each panel is within the screen, and the whole bar is there."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        for widget in app.query("PhaseBar, Players, Board, #side, Commands, Chronicle, Footer, #hand-panel").results():
            region = widget.region
            assert region.height >= 1
            assert 0 <= region.x <= region.right <= size[0]
            assert 0 <= region.y <= region.bottom <= size[1]
        if size[0] >= 80:
            assert all(place.region.right <= size[0] for place in app.query(Place))
        assert app.query_one(Coming).display is (size[0] >= 120)

    play(client(TREASURES, open_hands=True), steps, size)


def test_the_client_follows_the_size_of_the_terminal() -> None:
    """Wide, narrow and wide again: panels come and go, and the draft stays as it is."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "space")
        rows = prompts(app.query_one(Drafting))
        for size in (SIZES[1], SIZES[0], SIZES[1]):
            await pilot.resize_terminal(*size)
            await settle(app, pilot)
            assert app.query_one(Coming).display is (size == SIZES[1])
            assert prompts(app.query_one(Drafting)) == rows
        assert "What comes next" in shown(app)

    play(client(TREASURES, open_hands=True), steps)


def test_the_bar_marks_the_place_by_a_sign_and_says_what_is_added_and_skipped() -> None:
    """The active step has a sign of its own; what is not as usual is said with its source."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "\N{BLACK RIGHT-POINTING TRIANGLE}main1" in shown(app)
        extra = '[{"effect":"extra_phases","phases":["combat"]},{"effect":"skip","what":"postcombat_main"}]'
        await commanded(app, pilot, f"cast haste effects={extra}")
        await press(app, pilot, "space")
        line = text_of(app, "#next")
        assert "combat (added by haste)" in line
        assert "postcombat main (SKIPPED by haste)" in line
        assert "skip" in shown(app).splitlines()[2]
        await pilot.resize_terminal(160, 50)
        await settle(app, pilot)
        assert "combat (added by haste)  500.8" in shown(app)

    play(client(TREASURES, open_hands=True), steps)


def test_the_log_gives_each_thing_its_rule() -> None:
    """Turns, steps and events stand there with the number of their rule, and scroll by keys."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "9", "space")
        text = shown(app)
        assert re.search(r"A puts \S+ on the stack +601\.2a", text)
        assert re.search(r"draw step: skipped +103\.8a", text)
        log = app.query_one(Chronicle)
        log.focus()
        await pilot.resize_terminal(80, 24)
        await settle(app, pilot)
        at = log.scroll_offset.y
        assert at > 0
        await press(app, pilot, "up", "up")
        assert log.scroll_offset.y < at

    play(client(TREASURES, open_hands=True), steps, (160, 50))


def test_the_list_is_what_is_legal_in_the_order_of_the_engine() -> None:
    """The default comes first; abilities of permanents that look alike are one line; filtering keeps the order."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        commands = app.query_one(Commands)
        rows = prompts(commands)
        assert rows[0] == "1 pass"
        assert rows[-1].strip() == "concede"
        assert sum("crack" in row for row in rows) == 1
        assert any(row.endswith("A-treasure-1: activate crack  \N{MULTIPLICATION SIGN}4") for row in rows)
        legal = list(app.session.engine.legal("A"))
        assert len(rows) == len(legal) - 3
        await press(app, pilot, "slash", "b", "a", "n", "n")
        assert prompts(commands) == []  # banner: its ability costs mana
        await press(app, pilot, "escape")
        assert prompts(commands) == rows

    play(client(TREASURES, open_hands=True), steps)


@pytest.mark.parametrize("place", PLACES)
def test_a_stop_goes_round(place: str) -> None:
    """No stop, mine, others', all, none again; other stops stay."""
    seat = Seat(stops=())
    found: list[str | None] = []
    for _ in range(4):
        seat = Seat.model_validate({"stops": next_stops(seat, place)})
        found.append(whose_stop(seat, place))
    assert found == ["mine", "others", "any", None]


def test_stops_are_changed_by_mouse_and_keys() -> None:
    """A click on a step of the bar and the list of stops do the same."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        upkeep = next(place for place in app.query(Place) if place.place == "upkeep")
        await pilot.click(upkeep)
        await settle(app, pilot)
        assert whose_stop(app.seat, "upkeep") == "mine"
        assert "me" in str(upkeep.content)
        await press(app, pilot, "s", "down", "space", "enter")
        assert isinstance(app.screen, StopsScreen)
        await press(app, pilot, "escape")
        assert whose_stop(app.seat, "upkeep") == "any"
        assert whose_stop(app.seat, "precombat_main") == "mine"

    play(client(TREASURES, open_hands=True), steps)


def test_the_theme_is_changed_by_a_key() -> None:
    """Light and dark."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.current_theme.dark is False
        await press(app, pilot, "t")
        assert app.current_theme.dark is True

    play(client(TREASURES, light=True), steps)


def test_the_help_names_every_key() -> None:
    """Each binding of the table, the lists and the screens."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        text = shown(app)
        for title, rows in help_sections().items():
            assert title in text
            assert all(re.search(rf"{re.escape(keys)} +{re.escape(what)}", text) for keys, what in rows)
        await press(app, pilot, "space", "escape")
        assert app.session.engine.turn_state == "precombat_main"

    play(client(TREASURES, open_hands=True), steps, (160, 70))


GUIDE: Final = (ROOT / "docs" / "guides" / "play.md").read_text(encoding="utf-8")


def test_the_guide_shows_the_table(tmp_path: Path) -> None:
    """Its scenario, played by keys, gives its picture."""
    scenario, picture = (re.search(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL) for kind in ("yaml", "text"))
    assert scenario is not None
    assert picture is not None
    file = tmp_path / "duel.yaml"
    file.write_text(scenario[1], encoding="utf-8")

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "space", "down", "down", "space")
        assert f"{shown(app)}\n" == picture[1]

    play(client(file), steps)


def test_the_guide_has_the_keys_of_the_client() -> None:
    """Its tables are those of the help screen."""
    found = re.findall(r"^\| `(.+?)` \| (.+?) \|$", GUIDE, re.MULTILINE)
    assert found == [row for rows in help_sections().values() for row in rows]


# --- diagrams ---


@pytest.mark.parametrize("size", SIZES)
def test_the_diagram_marks_the_active_state_and_the_ways_out(size: tuple[int, int]) -> None:
    """Of each machine in turn, as its definition has them, with what was taken since the decision before."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p", "c", "d")
        assert isinstance(app.screen, DiagramScreen)
        text = shown(app)
        assert re.search(r"\N{BLACK RIGHT-POINTING TRIANGLE} +beginning of combat", text)
        assert "Ways out of beginning of combat" in text
        assert "proceed \N{RIGHTWARDS ARROW} declare attackers" in text
        assert "precombat main \N{RIGHTWARDS ARROW} beginning of" in text
        for name in (*list(MACHINES)[1:], "turn"):
            await press(app, pilot, "m")
            active = getattr(app.session.engine, MACHINES[name].model_attribute)
            assert f"Ways out of {plain(active)}" in shown(app)
        await press(app, pilot, "space", "escape")
        assert app.session.engine.turn_state == "combat.beginning_of_combat"

    play(client(TREASURES, open_hands=True), steps, size)


@pytest.mark.parametrize("name", MACHINES)
def test_a_drawing_has_all_states_of_a_machine(name: str) -> None:
    """Each state stands in it once, within the width."""
    engine = new_game()
    engine.advance()
    (part,) = chart(name, highlight=highlight_of(engine)).parts
    lines = states(part, 40)
    assert all(len(line.text) <= 40 for line in lines)
    wanted = [plain(state.name) for state in part.definition.states]
    assert len(lines) == len(wanted) + len(part.parents)
    for state in part.definition.states:
        assert any(plain(state.name) in line.text for line in lines)
    assert sum(line.tone == "active" for line in lines) == 1


def test_a_diagram_is_written(tmp_path: Path) -> None:
    """In the format that the file ends in, with the marks of the game; what cannot be written is said."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "d", "w")
        await typed(app, pilot, str(tmp_path / "turn.mmd"))
        assert "precombat_main" in (tmp_path / "turn.mmd").read_text(encoding="utf-8")
        await press(app, pilot, "w")
        await typed(app, pilot, str(tmp_path / "turn.xyz"))
        assert "not written" in shown(app)

    play(client(TREASURES, open_hands=True), steps)


@needs_renderer
def test_a_diagram_is_written_as_a_picture(tmp_path: Path) -> None:
    """By default as SVG."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "d", "m", "w")
        await typed(app, pilot, str(tmp_path / "priority.svg"))
        assert (tmp_path / "priority.svg").read_text(encoding="utf-8").startswith("<?xml")

    play(client(TREASURES, open_hands=True), steps)


# --- bots ---


def test_bots_play_by_the_seed() -> None:
    """The same seed gives the same game to its end, and another one another game."""

    def log(seed: int) -> list[str]:
        session = client(bots={"A": "random", "B": "random"}, seed=seed).session
        while session.bot_is_next:
            session.let_bot_answer()
        assert session.engine.outcome is not None
        return list(session.history.log())

    assert log(1) == log(1)
    assert log(1) != log(2)


@pytest.mark.parametrize("kind", BOTS)
def test_one_person_plays_against_a_bot(kind: str) -> None:
    """The bot answers what it is asked, and the person is never asked to hand over the keyboard."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        while app.session.engine.position.turn < 5 and app.session.engine.outcome is None:
            assert app.viewer == "A"
            assert app.session.deciders == ("A",)
            assert not isinstance(app.screen, HandOver)
            await press(app, pilot, "enter" if app.query_one(Drafting).display else "space")
        depth = app.session.history.node.depth
        await press(app, pilot, "u")
        assert app.session.deciders == ("A",)
        assert app.session.history.node.depth < depth
        assert "B (bot)" in shown(app)

    play(client(bots={"B": kind}), steps)


def test_bots_among_themselves_are_watched_to_the_end() -> None:
    """Nobody at the keyboard is asked for anything."""

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.session.engine.outcome is not None
        assert "Game over" in shown(app)
        await press(app, pilot, "space")

    play(client(bots={"A": "random", "B": "random"}), steps)


def test_a_team_at_one_keyboard() -> None:
    """Any member can answer for the team; the table is shown to one after the other."""
    spec = GameSpec(variant="two_headed_giant", players=tuple(PlayerSpec(id=player) for player in "ABCD"))

    async def steps(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.session.deciders == ("A", "B")
        await press(app, pilot, "v")
        assert app.viewer == "B"
        await press(app, pilot, "2")
        assert app.session.engine.facts.lands == {"B": 1}

    play(of(spec), steps)


# --- the command line ---


def test_the_set_up_of_a_scenario_is_played(tmp_path: Path) -> None:
    """By its id if the file has several; spells of scenario files are free."""
    file = tmp_path / "two.yaml"
    file.write_text(
        "scenario: one\n---\nscenario: two\ngame: {players: [{id: X, life: 7}, {id: Y}]}\n", encoding="utf-8"
    )
    app = client(file, scenario="two")
    assert app.session.engine.players == ("X", "Y")
    assert app.session.engine.observe("life", ["X"]) == {"X": 7}
    assert game_of(file, "two").free_casting is True
    with pytest.raises(MtgFsmError, match=r"two\.yaml: has 2 scenarios; name one of one, two"):
        client(file)
    with pytest.raises(MtgFsmError, match="has no scenario 'three'; it has one, two"):
        client(file, scenario="three")


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--bot", "Z"], "--bot: there is no player 'Z'; the players are A, B"),
        (["--bot", "B=clever"], "must be PLAYER or PLAYER=KIND"),
        (["--bot", "B", "--bot", "B=random"], "each player once"),
        (["--scenario", "x"], "--scenario goes with a scenario file"),
        (["none.yaml"], "none.yaml: cannot be read"),
        (["none.json"], "none.json cannot be read"),
        ([], "play needs a terminal"),
    ],
)
def test_what_cannot_be_played_is_said(
    arguments: list[str], wanted: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With exit status 2, and in one clear line."""
    monkeypatch.setattr(sys, "argv", ["mtg-fsm", "play", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert wanted in " ".join(capsys.readouterr().err.split())


def test_a_missing_textual_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With the command that installs it; all other commands work without it."""
    for name in [name for name in sys.modules if name.startswith("mtg_fsm.play")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("importlib.util.find_spec", dict[str, object]().get)
    monkeypatch.setattr(sys, "argv", ["mtg-fsm", "play"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().err == "mtg-fsm: textual is not installed; run: pip install 'mtg-fsm[play]'\n"


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_the_program_in_a_real_terminal(tmp_path: Path) -> None:
    """In 80 by 24 it draws the table, obeys keys, shows help and diagram, and quits."""
    server, pipe = ["tmux", "-f", os.devnull, "-S", str(tmp_path / "socket")], tmp_path / "output"
    program = shlex.join([sys.executable, "-c", "from mtg_fsm.cli import main; main()", "play", "--open"])
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}

    def tmux(*arguments: str) -> str:
        done = subprocess.run(
            [*server, *arguments], capture_output=True, encoding="utf-8", check=True, cwd=tmp_path, env=environment
        )
        return done.stdout

    def wait_for(text: str) -> str:
        """The screen, once a text is on it; in between waits for the program to write something."""
        screen = tmux("capture-pane", "-p", "-t", "play")
        for _ in range(100):
            if text in screen:
                return screen
            ready, _, _ = select.select([output], [], [], 30)
            assert ready, f"no {text!r} on\n{screen}"
            assert os.read(output, 65536), f"it ended without {text!r} on\n{screen}"
            screen = tmux("capture-pane", "-p", "-t", "play")
        raise AssertionError(f"no {text!r} on\n{screen}")

    os.mkfifo(pipe)
    output = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        tmux("new-session", "-d", "-s", "play", "-x", "80", "-y", "24", program)
        tmux("pipe-pane", "-t", "play", f"cat > {shlex.quote(str(pipe))}")
        screen = wait_for("space Pass")
        assert "precombat main" in screen
        assert len(screen.splitlines()) == 24
        tmux("send-keys", "-t", "play", "2")
        wait_for("lands 1")
        tmux("send-keys", "-t", "play", "?")
        wait_for("pass priority until")
        tmux("send-keys", "-t", "play", "-l", "?d")
        wait_for("Ways out of precombat main")
        tmux("send-keys", "-t", "play", "d")
        wait_for("space Pass")
        tmux("send-keys", "-t", "play", "-l", ":attack x>B")  # faster than anybody types
        tmux("send-keys", "-t", "play", "Enter")
        wait_for("Refused: A has priority")
        wait_for("esc Back")
        tmux("send-keys", "-t", "play", "Escape")
        wait_for("space Pass")
        tmux("send-keys", "-t", "play", "-l", "pc")
        wait_for("beginning of combat  A decides")
        tmux("send-keys", "-t", "play", "q")
        wait_for("The game is not saved")
        tmux("send-keys", "-t", "play", "y")
        written = b"something"
        while written:  # up to its end
            assert select.select([output], [], [], 30)[0], "it does not end"
            written = os.read(output, 65536)
        assert subprocess.run([*server, "has-session"], check=False, capture_output=True).returncode == 1
    finally:
        os.close(output)
        subprocess.run([*server, "kill-server"], check=False, capture_output=True)

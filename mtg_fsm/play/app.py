"""The client: a table for the players at one keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, cast

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from mtg_fsm.engine.decisions import IllegalCommand
from mtg_fsm.errors import MtgFsmError
from mtg_fsm.passing import Seat
from mtg_fsm.play.drafts import draft_for
from mtg_fsm.play.keys import key_rows
from mtg_fsm.play.screens import Choice, Confirm, DiagramScreen, HandOver, HelpScreen, PathPrompt, StopsScreen
from mtg_fsm.play.session import Session
from mtg_fsm.play.shown import Panel, Shown, shown
from mtg_fsm.play.texts import clean, label, question, refused
from mtg_fsm.play.widgets import Board, Chronicle, Coming, Commands, Drafting, PhaseBar, Players
from mtg_fsm.play.widgets.phases import Place, next_stops
from mtg_fsm.words.commands import Command, Concede, Pass
from mtg_fsm.words.notation import from_text

GOALS: Final[Mapping[str, tuple[str, str]]] = {
    "e": ("end_of_turn", "end of this turn"),
    "t": ("my_next_turn", "my next turn"),
    "m": ("my_next_main", "my next precombat main phase"),
    "k": ("stack_empty", "the stack is empty"),
    "s": ("something_happens", "something is on the stack"),
    "c": ("beginning_of_combat", "go to combat"),
    "n": ("end", "the end step"),
}
"""Until when one can pass on, by letters."""
FILE: Final = "game.json"
"""Where a game is saved if nothing else is said."""
WIDE: Final = 120
"""From so many columns on all panels are side by side."""


def _key(key: str, action: str, description: str, *, tooltip: str, show: bool = True) -> Binding:
    """A key of the table. It acts at once, before the keys that follow it are given to what has the focus."""
    return Binding(key, action, description, tooltip=tooltip, show=show, priority=True)


class PlayApp(App[None]):
    """The table. `start` makes a new game; `path` is the file that this one comes from."""

    CSS_PATH = "play.tcss"
    TITLE = "mtg-fsm"
    AUTO_FOCUS = "OptionList, .dialog Input, .page"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - so declared by Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("space", "pass", "Pass", tooltip="pass priority"),
        _key("p", "pass_until", "Until", tooltip="pass priority until ..."),
        _key("colon", "type", "Type", tooltip="type a command in its short text"),
        _key("slash", "filter", "Filter", tooltip="list only commands with these words in them", show=False),
        _key("u", "undo", "Undo", tooltip="go back to the decision before"),
        _key("r", "redo", "Redo", tooltip="go on to the decision that followed"),
        _key("d", "diagram", "Diagram", tooltip="draw the machines, with the active state and the ways out"),
        _key("s", "stops", "Stops", tooltip="choose where you are asked; or click a step in the bar"),
        _key("h", "hold", "Hold", tooltip="keep priority after casting or activating, or not", show=False),
        _key("f", "full_control", "Full control", tooltip="be asked everywhere, or not", show=False),
        _key("w", "save", "Save", tooltip="save the game in a file"),
        _key("o", "load", "Open", tooltip="open a saved game", show=False),
        _key("n", "new_game", "New game", tooltip="begin a new game", show=False),
        _key("c", "concede", "Concede", tooltip="concede the game", show=False),
        _key("v", "view", "View", tooltip="show the table to another player who can answer", show=False),
        _key("t", "theme", "Light/dark", tooltip="change between light and dark", show=False),
        _key("escape", "leave", "Back", tooltip="leave the line that is being typed"),
        _key("question_mark", "help", "Help", tooltip="show this help"),
        _key("q", "leave_game", "Quit", tooltip="quit; asks if the game is not saved"),
    ]

    def __init__(
        self,
        session: Session,
        start: Callable[[], Session],
        *,
        path: Path | None = None,
        open_hands: bool = False,
        light: bool = False,
    ) -> None:
        super().__init__()
        self.session = session
        self._keys = {binding.action for binding in self.BINDINGS if isinstance(binding, Binding)}
        self.viewer = (*session.deciders, *session.players, *session.engine.players)[0]
        self._start, self._path = start, path
        self.open_hands = open_hands
        self.ready = False
        """Whether the table is there, so that keys act on it."""
        self.theme = "textual-light" if light else "textual-dark"

    def compose(self) -> ComposeResult:
        """The panels."""
        yield PhaseBar()
        yield Players(markup=False)
        with Container(id="body"):
            yield Board()
            with Vertical(id="side"):
                yield Static(id="question", markup=False)
                yield Static(id="keys", markup=False)
                yield Commands()
                yield Drafting()
                yield Input(id="filter", placeholder="words that commands have to have", compact=True)
                yield Static(id="say", markup=False)
            with Vertical(id="chronicle"):
                yield Coming()
                yield Chronicle()
        yield Input(id="typed", placeholder="a command, as in: cast bolt cost=R", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Shows the game, once the panels have their places."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.ready = True
        self.show_game()

    # --- what is shown ---

    @property
    def shown(self) -> Shown:
        """What there is to show now."""
        return shown(self.session, self.viewer, open_hands=self.open_hands)

    @property
    def _panels(self) -> tuple[Panel, ...]:
        kinds = (PhaseBar, Players, Board, Coming, Commands, Chronicle)
        return tuple(cast("Panel", self.query_one(kind)) for kind in kinds)

    def show_game(self) -> None:
        """Shows the game as it is now; first asks for the keyboard to be handed over, if somebody else decides."""
        deciders = self.session.deciders
        if deciders and self.viewer not in deciders:
            if self._hides_hands():
                self._hand_over(deciders[0])
                return
            self.viewer = deciders[0]
        self._show_panels()
        if self.session.bot_is_next:
            self._let_bots_answer()

    def _hides_hands(self) -> bool:
        """Whether a hand that the viewer sees is no business of the next player."""
        return not self.open_hands and len(self.session.players) > 1 and any(self.shown.hands.values())

    def _hand_over(self, player: str) -> None:
        def show(_: None) -> None:
            self.viewer = player
            self.show_game()

        if not isinstance(self.screen, HandOver):
            self.push_screen(HandOver(clean(player)), show)

    def _show_panels(self) -> None:
        now = self.shown
        for panel in self._panels:
            panel.show(now)
        decision = self.session.engine.decision
        draft = draft_for(self.session.engine, decision) if decision is not None and now.is_asked else None
        drafting = self.query_one(Drafting)
        drafting.begin(draft)
        drafting.display, self.query_one(Commands).display = draft is not None, draft is None
        self.query_one("#question", Static).update(self._question(now))
        keys = self.query_one("#keys", Static)
        keys.display = draft is not None
        keys.update(f"{draft.keys}, enter says it" if draft is not None else "")
        self._close(self.query_one("#filter", Input))
        if not self.query_one("#typed", Input).display:
            self._focus_answers()

    def _question(self, now: Shown) -> str:
        decision = now.seen.decision
        if decision is None:
            return "The game is over: n new game, u undo, w save, q quit"
        who = clean(decision.decided_by)
        if not now.is_asked:
            return f"{who} decides: {question(decision)}"
        through = f" for {clean(decision.player)}" if decision.player != decision.decided_by else ""
        return f"{who}{through}: {question(decision)}"

    def _focus_answers(self) -> None:
        drafting = self.query_one(Drafting)
        self._focus(drafting if drafting.display else self.query_one(Commands))

    def _say(self, text: str = "", *, error: str = "") -> None:
        """Shows a line below the commands; of an error `error` is the word that says so."""
        for line in self.query("#say").results(Static):  # none is left as the client ends
            line.display = bool(text)
            line.set_class(bool(error), "-error")
            line.update(f"{error}: {clean(text)}" if error else clean(text))

    # --- what is said ---

    def attempt(self, change: Callable[[], object]) -> bool:
        """Does something to the game and shows it; whether it could be done. What is refused is shown with its rule."""
        try:
            change()
        except IllegalCommand as error:
            self._say(refused(error.refusal), error="Refused")
            return False
        except (MtgFsmError, OSError) as error:
            self._say(str(error), error="Refused")
            return False
        self._say()
        self.show_game()
        return True

    def submit(self, command: Command) -> bool:
        """Carries out a command, after a question if it is to concede; whether it is legal."""
        if isinstance(command, Concede) and self.session.engine.why_not(command) is None:
            self._concede(command.player or self.viewer)
            return True
        return self.attempt(lambda: self.session.submit(command))

    @on(Commands.Said)
    def _on_said(self, event: Commands.Said) -> None:
        self.submit(event.command)

    @on(Commands.OptionHighlighted)
    def _on_highlighted(self, event: Commands.OptionHighlighted) -> None:
        event.stop()

    @on(Drafting.Done)
    def _on_done(self, event: Drafting.Done) -> None:
        self.submit(event.command)

    @on(Drafting.Changed)
    def _on_changed(self, event: Drafting.Changed) -> None:
        if isinstance(event, Drafting.Done):
            return
        refusal = self.session.engine.why_not(event.command)
        if refusal is None:
            self._say(f"legal: {label(event.command, event.command.player or '')}")
        else:
            self._say(refused(refusal), error="Not legal")

    def action_pass(self) -> None:
        """Passes priority."""
        players = self.session.asked_through(self.viewer)
        self.submit(Pass(player=players[0] if players else self.viewer))

    def action_pass_until(self) -> None:
        """Asks until when to pass."""
        self.push_screen(Choice("Pass priority until", GOALS), self._pass_until)

    def _pass_until(self, until: str | None) -> None:
        if until is not None:
            self.attempt(lambda: self.session.pass_until(self.viewer, until))

    def action_type(self) -> None:
        """Opens the line in which a command is typed."""
        self._open(self.query_one("#typed", Input))

    @on(Input.Submitted, "#typed")
    def _on_typed(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if not text:
            self.action_leave()
            return
        try:
            command = from_text(text)
        except MtgFsmError as error:
            self._say(str(error), error="Refused")
            return
        if self.submit(command):
            self.action_leave()

    def action_filter(self) -> None:
        """Opens the line that narrows the list of commands."""
        if self.query_one(Commands).display:
            self._open(self.query_one("#filter", Input))

    @on(Input.Changed, "#filter")
    def _on_filter(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(Commands).narrow(event.value)

    @on(Input.Submitted, "#filter")
    def _on_filtered(self, event: Input.Submitted) -> None:
        event.stop()
        self._focus_answers()

    def action_leave(self) -> None:
        """Closes the lines that are being typed."""
        for line in self.query(Input):
            self._close(line)
        self._focus_answers()

    def _open(self, line: Input) -> None:
        line.display = True
        self._focus(line)
        self.refresh_bindings()

    def _close(self, line: Input) -> None:
        line.value = ""
        line.display = False
        self.refresh_bindings()

    def _focus(self, widget: Widget) -> None:
        """Gives the keys to a widget at once, so that what is typed fast goes there, too."""
        self.default_screen.set_focus(widget)  # pyright: ignore[reportUnknownMemberType]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of the table act on the table only; while something is typed, only escape does."""
        if action not in self._keys:
            return super().check_action(action, parameters)
        if not self.ready or len(self.screen_stack) > 1:
            return False
        typing = any(line.display for line in self.query(Input))
        if action == "leave":
            return typing
        marking = action == "pass" and self.query_one(Drafting).display  # space marks there
        return not isinstance(self.focused, Input) and not marking

    # --- seats ---

    @property
    def seat(self) -> Seat:
        """What the viewer's seat wants."""
        return self.session.table.seats[self.viewer]

    def action_hold(self) -> None:
        """Keeps priority after acting, or not."""
        self.attempt(lambda: self.session.wish(self.viewer, hold_priority=not self.seat.hold_priority))

    def action_full_control(self) -> None:
        """Is asked everywhere, or not."""
        self.attempt(lambda: self.session.wish(self.viewer, full_control=not self.seat.full_control))

    def action_stops(self) -> None:
        """Shows the stops."""
        self.push_screen(StopsScreen(clean(self.viewer), self.seat), self._take_stops)

    def _take_stops(self, seat: Seat | None) -> None:
        if seat is not None:
            self.attempt(lambda: self.session.wish(self.viewer, stops=seat.stops))

    @on(Place.Chosen)
    def _on_place(self, event: Place.Chosen) -> None:
        stops: Any = next_stops(self.seat, event.place)
        self.attempt(lambda: self.session.wish(self.viewer, stops=stops))

    def action_view(self) -> None:
        """Shows the table to the next one who can answer."""
        deciders = self.session.deciders
        if self.viewer in deciders and len(deciders) > 1:
            following = deciders[(deciders.index(self.viewer) + 1) % len(deciders)]
            if self._hides_hands():
                self._hand_over(following)
            else:
                self.viewer = following
                self.show_game()

    @work(exclusive=True, group="bots")
    async def _let_bots_answer(self) -> None:
        """Has bots answer one decision after the other; keys are heard in between."""
        while self.session.bot_is_next:
            try:
                self.session.let_bot_answer()
            except MtgFsmError as error:
                self._say(str(error), error="Refused")
                return
            await asyncio.sleep(0)
        self.show_game()

    # --- the game as a whole ---

    def action_undo(self) -> None:
        """Goes back to the decision before."""
        self.attempt(self.session.undo)

    def action_redo(self) -> None:
        """Goes on to the decision that followed."""
        self.attempt(self.session.redo)

    def action_concede(self) -> None:
        """Concedes, after a question."""
        self.submit(Concede(player=self.viewer))

    def _concede(self, player: str) -> None:
        def concede(sure: bool | None) -> None:
            if sure:
                self.attempt(lambda: self.session.submit(Concede(player=player)))

        self.push_screen(Confirm(f"{clean(player)} concedes the game?"), concede)

    def action_save(self) -> None:
        """Asks for a path, and saves the game."""
        self.push_screen(PathPrompt("Save the game in", str(self._path or FILE)), self._save)

    def _save(self, path: str | None) -> None:
        if path is not None and self.attempt(lambda: self.session.save(Path(path))):
            self._path = Path(path)
            self._say(f"saved in {path}")

    def action_load(self) -> None:
        """Asks for a path, and opens the game that is saved there."""
        self._unless_unsaved(
            "open another game",
            lambda: self.push_screen(PathPrompt("Open the saved game", str(self._path or FILE)), self._load),
        )

    def _load(self, path: str | None) -> None:
        def load() -> None:
            self._take(Session.load(Path(path or ""), self.session.bots))

        if path is not None and self.attempt(load):
            self._path = Path(path)
            self._say(f"opened {path}")

    def action_new_game(self) -> None:
        """Begins a new game."""
        self._unless_unsaved("begin a new game", lambda: self.attempt(lambda: self._take(self._start())))

    def _take(self, session: Session) -> None:
        """Shows another game from now on."""
        self.session = session
        if self.viewer not in session.players:
            self.viewer = (*session.deciders, *session.players, *session.engine.players)[0]

    async def action_quit(self) -> None:
        """Quits, whatever is on the screen."""
        self.action_leave_game()

    def action_leave_game(self) -> None:
        """Quits; asks if the game is not saved."""
        self._unless_unsaved("quit", self.exit)

    def _unless_unsaved(self, what: str, then: Callable[[], object]) -> None:
        """Does something; if that would lose moves, after a question."""

        def go_on(sure: bool | None) -> None:
            if sure:
                then()

        if self.session.unsaved:
            self.push_screen(Confirm(f"The game is not saved. Still {what}?"), go_on)
        else:
            then()

    # --- other screens ---

    def action_diagram(self) -> None:
        """Draws the machines."""
        self.push_screen(DiagramScreen(self.session.engine, self.session.way()))

    def action_theme(self) -> None:
        """Changes between light and dark."""
        self.theme = "textual-light" if self.theme == "textual-dark" else "textual-dark"

    def action_help(self) -> None:
        """Shows all keys."""
        self.push_screen(HelpScreen(help_sections()))


def help_sections() -> dict[str, list[tuple[str, str]]]:
    """All keys and what they do, by where they do it."""
    places: dict[str, type[Widget] | type[App[None]]] = {
        "At the table": PlayApp,
        "In the list of commands": Commands,
        "While an answer is put together": Drafting,
        "On the diagram": DiagramScreen,
        "On the list of stops": StopsScreen,
    }
    return {title: key_rows(place.BINDINGS) for title, place in places.items()}

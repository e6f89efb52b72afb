"""The page on which one steps through a run: what is in it, and what a browser does with it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from support import load_one

from mtg_fsm import MACHINES, BlankGame, DiagramError, Engine, Pass
from mtg_fsm.diagrams import RecordedRun, Recorder, chart, draw, step_through
from mtg_fsm.diagrams.graphviz.executable import portable_renderer
from mtg_fsm.diagrams.stepper import ENDINGS
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.engine.events import EVENTS, StepBegan, TurnBegan
from mtg_fsm.machine.definition import arc_ids
from mtg_fsm.machine.recording import recording
from mtg_fsm.scenario import Scenario, load, run
from mtg_fsm.telling.sentences import SENTENCES

EXAMPLE = Path(__file__).parent.parent / "examples" / "added-combat.yaml"
HOSTILE = '</script><script>document.title="harmed"</script><img src=x onerror="document.title=\'harmed\'">&amp;'
VOID = {"meta", "input", "br", "img", "link"}

needs_renderer = pytest.mark.skipif(portable_renderer() is None, reason="graphviz-pure has no wheel for this machine")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no chromium is installed")


def record(scenario: Scenario) -> RecordedRun:
    """A run of a scenario, recorded."""
    recorder = Recorder()
    run(scenario, machines=recorder.machines, listeners=(recorder,))
    return recorder.run


@pytest.fixture(scope="module")
def recorded() -> RecordedRun:
    """The example with an added combat phase."""
    return record(load(EXAMPLE)[0])


@pytest.fixture(scope="module")
def page(recorded: RecordedRun) -> str:
    """Its page."""
    return step_through(recorded, title="Added combat")


class Document(HTMLParser):
    """Elements of a page: each with its attributes and the text in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self._open: list[int] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.texts.append("")
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open.pop()][0] == tag, f"{tag} is closed where it is not open"

    def handle_data(self, data: str) -> None:
        for index in self._open:
            self.texts[index] += data

    def all(self, tag: str) -> Iterator[tuple[dict[str, str], str]]:
        """Attributes and text of all elements of a kind."""
        for (name, attributes), text in zip(self.elements, self.texts, strict=True):
            if name == tag:
                yield attributes, text

    def by_id(self, id_: str) -> tuple[dict[str, str], str]:
        """Attributes and text of an element."""
        return next(
            (attributes, text)
            for (_, attributes), text in zip(self.elements, self.texts, strict=True)
            if attributes.get("id") == id_
        )

    @property
    def run(self) -> dict[str, Any]:
        """The data of the run."""
        data: dict[str, Any] = json.loads(self.by_id("run")[1])
        return data


# --- recording ---


def test_each_event_knows_the_arcs_before_it(recorded: RecordedRun) -> None:
    """Of the arc in whose course an event happens, the events before its target begins are still in the source."""
    for moment in recorded.moments:
        if isinstance(moment.event, StepBegan):
            state = f"{moment.event.phase}.{moment.event.step}"
            assert moment.during
            assert moment.states["turn"] == recorded.way[moment.done].target == state
        assert moment.done <= len(recorded.way)
    dones = [moment.done for moment in recorded.moments]
    assert dones == sorted(dones)
    assert {moment.states["attack"] for moment in recorded.moments} > {"closed"}


def test_the_way_is_that_of_recording_machines(recorded: RecordedRun) -> None:
    """The recorder sees what `recording` sees."""
    machines, way = recording(MACHINES)
    run(load(EXAMPLE)[0], machines=machines)
    assert recorded.way == tuple(way)


def test_a_turn_of_a_run_has_its_own_way() -> None:
    """It begins with the arc by which the turn began, and its end has the states at its end."""
    whole = record(load_one("until: {turn: 3, step: upkeep}"))
    part = whole.of_turn(2)
    assert {event.turn for event in part.events} == {2}
    first, last = next(taken for taken in part.way if taken.machine == "turn"), part.way[-1]
    assert (first.source, first.target) == ("ending.cleanup", "beginning.untap")
    assert (last.source, last.target) == ("ending.cleanup", "beginning.untap")
    assert part.highlight.active["turn"] == "ending.cleanup"
    assert part.highlight.taken["turn"]["arc.beginning.upkeep.proceed.beginning.draw"] == 1
    assert whole.of_turn(3).highlight.upcoming[:2] == ("beginning.draw", "precombat_main")
    assert sum(len(whole.of_turn(n).events) for n in (1, 2, 3)) == len(whole.events)


def test_a_turn_that_there_was_not_is_refused() -> None:
    """The error names those that there were."""
    with pytest.raises(DiagramError, match="turn: this run has no turn 7; it has 1, 2"):
        record(load_one("until: {turn: 2, step: upkeep}")).of_turn(7)
    with pytest.raises(DiagramError, match="it has none"):
        Recorder().run.of_turn(1)


def test_an_empty_run_is_refused() -> None:
    """There is nothing to step through; its marks are those of a run that took no arc."""
    with pytest.raises(DiagramError, match="nothing happened"):
        step_through(Recorder().run)
    assert Recorder().run.highlight.taken == {"turn": {}}


# --- the page ---


@needs_renderer
def test_the_page_is_whole_and_needs_nothing_else(page: str) -> None:
    """Every element is closed, ids are unique, nothing is loaded, and only the script of the page may run."""
    document = Document(page)
    ids = [attributes["id"] for _, attributes in document.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in document.elements:
        assert tag not in ("link", "img", "iframe", "object", "base")
        assert not {"src", "href", "xlink:href", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    assert "url(" not in page
    assert "@import" not in page
    assert "innerHTML" not in page
    policy = next(meta["content"] for meta, _ in document.all("meta") if "http-equiv" in meta)
    (script,) = (text for attributes, text in document.all("script") if "type" not in attributes)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@needs_renderer
def test_every_event_is_in_the_log_with_its_rule(page: str, recorded: RecordedRun) -> None:
    """One button an event, in order, each with a sentence."""
    document = Document(page)
    buttons = [(attributes, text) for attributes, text in document.all("button") if "data-step" in attributes]
    assert [int(attributes["data-step"]) for attributes, _ in buttons] == list(range(1, len(recorded.events) + 1))
    for (_, text), event in zip(buttons, recorded.events, strict=True):
        words, _, rule = text.rpartition(" ")
        assert rule == (event.rule or "")
        assert words
        assert not re.search(r"[{}_\[\]]", words), words
    assert document.by_id("slider")[0]["max"] == str(len(recorded.events))
    assert document.by_id("now")[0]["aria-live"] == "polite"


@needs_renderer
def test_the_data_are_the_way_and_the_states(page: str, recorded: RecordedRun) -> None:
    """Each arc is shown at the event in whose course it is taken, or else at the next; the states are the event's."""
    data = Document(page).run
    ids, steps = [id_ for id_, _ in data["things"]], data["steps"]
    assert len(steps) == len(recorded.moments)
    way = [f"{taken.machine}.{taken.arc}" for taken in recorded.way]
    shown: list[str] = []
    for step, moment in zip(steps, recorded.moments, strict=True):
        taken = [ids[index].replace(".a_arc.", ".arc.") for index in step["taken"]]
        assert ids[step["active"][0]] == f"turn.state.{moment.states['turn']}"
        if moment.reached > len(shown):
            shown += taken
            assert shown == way[: moment.reached]
        else:
            assert taken == (shown[-1:] if moment.during else [])
    assert len(shown) > 100


@needs_renderer
def test_all_machines_that_moved_are_shown_with_their_ids(page: str) -> None:
    """Every state and arc of them is in the page under the id that it has in the chart of all machines."""
    document = Document(page)
    found = {attributes["id"] for _, attributes in document.elements if "id" in attributes}
    figures = [attributes["data-machine"] for attributes, _ in document.all("figure")]
    assert figures == ["turn", "priority", "attack", "block", "damage"]
    for part in chart("all").parts:
        assert {part.state_id(state.name) for state in part.states} <= found
        for id_ in arc_ids(part.definition.arcs):
            assert {f"{part.prefix}{id_}", f"{part.prefix}a_{id_}"} & found, id_
    quiet = step_through(record(load_one("until: {turn: 1, step: upkeep}")), detail="steps")
    assert [attributes["data-machine"] for attributes, _ in Document(quiet).all("figure")] == ["turn", "priority"]


@needs_renderer
def test_names_are_text_whatever_is_in_them() -> None:
    """Names of players and titles with markup in them make no element, and end no script."""
    recorder = Recorder()
    engine = Engine(BlankGame(), (HOSTILE, "B"), machines=recorder.machines)
    engine.listeners = (recorder,)
    engine.advance()
    engine.submit(Pass(player=HOSTILE))
    text = step_through(recorder.run, title=HOSTILE)
    document = Document(text)
    assert len(list(document.all("script"))) == 2
    assert not list(document.all("img"))
    assert next(text for _, text in document.all("title")) == HOSTILE
    assert f"Turn 1 · {HOSTILE} 500.1" in [text for _, text in document.all("button")]
    assert not re.search("[<>&]", document.by_id("run")[1])


@needs_renderer
def test_a_team_is_named_by_its_members() -> None:
    """What the team does together names all of them."""
    scenario = load_one("""
        game: {variant: two_headed_giant, players: [{id: A}, {id: B}, {id: C}, {id: D}]}
        until: {turn: 1, step: upkeep}
    """)
    texts = [text for _, text in Document(step_through(record(scenario))).all("button")]
    assert {"Turn 1 · A and B 500.1", "A and B have priority 117.3a"} <= set(texts)


def test_what_is_written_by_hand_is_small() -> None:
    """Script, style and frame together."""
    folder = files("mtg_fsm.diagrams") / "assets"
    assert sum(len((folder / f"stepper.{ending}").read_bytes()) for ending in ("js", "css", "html")) < 60_000


@needs_renderer
def test_every_colour_of_a_picture_has_one_in_the_dark() -> None:
    """The dark page changes each by its value, so a colour of the light theme must not mean two of the dark one."""
    page = step_through(record(load_one("until: {turn: 1, step: upkeep}")))
    dark = page[page.index("@media screen and (prefers-color-scheme: dark)") : page.index("* { box-sizing")]
    changed = dict(re.findall(r'\[fill="(#\w+)"\] \{ fill: (#\w+); \}', dark))
    used = {
        colour for name in MACHINES for colour in re.findall(r'(?:fill|stroke)="(#\w+)"', draw(name, "svg").decode())
    }
    assert used <= set(changed)
    for field in ("paper", "ink", "soft_ink", "border", "pale", "group", "visited", "active", "upcoming"):
        assert changed[getattr(THEMES["light"], field)] == getattr(THEMES["dark"], field), field
    for kind, line in THEMES["light"].lines.items():
        assert changed[line.colour] == THEMES["dark"].lines[kind].colour, kind


# --- in a browser ---


def seen(path: Path, step: str = "", text: str = "") -> Document:
    """The page as a browser has it once its scripts have run."""
    if text:
        path.write_text(text, encoding="utf-8")
    assert BROWSER is not None
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={path.parent / 'profile'}")
    done = subprocess.run(
        [BROWSER, *options, "--window-size=1280,800", "--dump-dom", f"{path.as_uri()}{step}"],
        capture_output=True,
        check=True,
        timeout=120,
    )
    return Document(done.stdout.decode())


def classes(document: Document, name: str) -> list[str]:
    """Ids of the elements in the pictures that have a class, those of arcs as in the chart."""
    return [
        attributes["id"].replace(".a_arc.", ".arc.")
        for _, attributes in document.elements
        if name in attributes.get("class", "").split() and "id" in attributes
    ]


def current(document: Document) -> list[str]:
    """The numbers of the events that the log marks."""
    return [attributes["data-step"] for attributes, _ in document.all("button") if "aria-current" in attributes]


@needs_renderer
@needs_browser
def test_a_browser_shows_the_event_of_the_address(page: str, recorded: RecordedRun, tmp_path: Path) -> None:
    """`#step=N` marks the active states, the arc just taken and what comes next, and says what happened."""
    number = next(
        n
        for n, moment in enumerate(recorded.moments, 1)
        if isinstance(moment.event, StepBegan) and moment.event.step == "declare_blockers"
    )
    document = seen(tmp_path / "page.html", f"#step={number}", page)
    assert current(document) == [str(number)]
    assert "turn.state.combat.declare_blockers" in classes(document, "active")
    assert classes(document, "taken") == ["turn.arc.combat.declare_attackers.proceed.combat.declare_blockers"]
    states = ("combat.combat_damage", "combat.end_of_combat", "postcombat_main", "ending.end", "ending.cleanup")
    assert set(classes(document, "next")) == {f"turn.state.{state}" for state in states}
    assert [document.by_id(f"turn.state.{state}")[1].strip()[-1] for state in states] == ["1", "2", "3", "4", "5"]
    assert document.by_id("now")[1] == "Turn 1 · declare blockers: declare blockers step (506.1)"
    assert document.by_id("next")[1].startswith("Next in this turn: combat damage, end of combat")
    assert document.by_id("count")[1] == f"{number} of {len(recorded.moments)}"


DRIVER = """
<script>
  const report = document.createElement("pre");
  report.id = "report";
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  const at = () => document.querySelector("[aria-current]").dataset.step;
  const places = [at()];
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowUp"]) {
    press(key);
    places.push(at());
  }
  document.querySelector('[data-step="20"]').click();
  places.push(at());
  document.getElementById("turn.state.combat.combat_damage").dispatchEvent(new MouseEvent("click", {bubbles: true}));
  places.push(document.querySelector("[aria-current] .what").textContent);
  press(" ");
  places.push(document.querySelector('[data-go="play"]').textContent);
  press(" ");
  places.push(document.querySelector('[data-go="play"]').textContent);
  document.querySelector('[data-show="damage"]').click();
  places.push([...document.querySelectorAll("figure:not([data-idle])")].map((one) => one.dataset.machine).join());
  location.hash = "#step=7";
  addEventListener("hashchange", () => {
    places.push(at());
    report.textContent = JSON.stringify(places);
    document.body.append(report);
  });
</script>
"""


@needs_renderer
@needs_browser
def test_keys_and_clicks_go_through_the_run(page: str, recorded: RecordedRun, tmp_path: Path) -> None:
    """Arrows, Home, End and space, the log, a state and the address; past the ends nothing happens."""
    open_page = re.sub("<meta http-equiv[^>]*>", "", page).replace("</body>", f"{DRIVER}</body>")
    places = json.loads(seen(tmp_path / "page.html", "", open_page).by_id("report")[1])
    last = str(len(recorded.moments))
    assert places[:8] == ["1", "2", "3", "2", last, last, "1", "1"]
    assert places[8:] == ["20", "combat damage step", "Pause", "Play", "turn,damage", "7"]


@needs_renderer
@needs_browser
def test_a_browser_runs_nothing_of_a_name(tmp_path: Path) -> None:
    """Markup in names stays text when the script shows it."""
    recorder = Recorder()
    engine = Engine(BlankGame(), (HOSTILE, "B"), machines=recorder.machines)
    engine.listeners = (recorder,)
    engine.advance()
    number = next(n for n, event in enumerate(recorder.run.events, 1) if isinstance(event, TurnBegan))
    text = re.sub("<meta http-equiv[^>]*>", "", step_through(recorder.run, title="Safe"))
    document = seen(tmp_path / "page.html", f"#step={number}", text)
    assert next(text for _, text in document.all("title")) == "Safe"
    assert not list(document.all("img"))
    assert HOSTILE in document.by_id("now")[1]


def test_all_events_can_be_told() -> None:
    """No kind of event is without a sentence in the log."""
    assert set(SENTENCES) | set(ENDINGS) == set(EVENTS)

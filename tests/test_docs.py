"""What the reference of scenario files shows is so, and it leaves out no word that the models know."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, cast, get_args

import jsonschema
import pytest
import yaml

from mtg_fsm.cli import main
from mtg_fsm.engine.decisions import DecisionKind
from mtg_fsm.engine.events import EVENTS, TurnBasedAction
from mtg_fsm.scenario import Run, load, loads, run, scenario_schema
from mtg_fsm.scenario.model import (
    Check,
    Entry,
    Expectations,
    ExpectedOutcome,
    Moment,
    Scenario,
    TurnSteps,
)
from mtg_fsm.words.base import Word
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.commands import AnyCommand, CombatOf, Command, Only, Point
from mtg_fsm.words.conditions import Condition, MayCast, PermanentFacts
from mtg_fsm.words.effects import (
    Activated,
    Anchor,
    Become,
    Effect,
    EventWord,
    ForAsLongAs,
    Happening,
    Keyword,
    Modification,
    NextTurnOf,
    PermanentSpec,
    SchemeSpec,
    SkipAll,
    Skippable,
    StaticRules,
    TargetKind,
    Until,
    UntilEndOf,
)
from mtg_fsm.words.setup import GameSpec, PlayerSpec
from mtg_fsm.words.units import MAIN_PHASES, PHASE_NAMES, PHASE_OF, PhaseKind

SCENARIOS: Final = Path(__file__).parent / "scenarios"
TEXT: Final = (Path(__file__).parent.parent / "docs" / "scenarios.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    """A fenced block: its language, what kind of fragment it is (empty: a whole file), its first line and its text."""

    language: str
    kind: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"line-{self.line}"


BLOCKS: Final = tuple(
    Block(found[1], found[2] or "", TEXT[: found.start()].count("\n") + 2, found[3])
    for found in re.finditer(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
)
TRANSCRIPTS: Final = tuple((before, block) for before, block in pairwise(BLOCKS) if block.language == "console")
FILES: Final = tuple(block for block in BLOCKS if block.language == "yaml" and not block.kind)
FRAGMENTS: Final = tuple(block for block in BLOCKS if block.language == "yaml" and block.kind)
FAULTY: Final = frozenset(file for file, transcript in TRANSCRIPTS if "$ echo $?\n0\n" not in transcript.text)
PROSE: Final = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)


# --- examples ---


def _indented(text: str) -> str:
    return "".join(f"      {line}\n" for line in text.splitlines())


def _each(text: str, template: str) -> str:
    """Every item of a list of one-line items, put into a line."""
    return "".join(template.replace("ITEM", item.removeprefix("- ")) for item in text.splitlines())


_AT_UPKEEP: Final = "script:\n  - at: {turn: 1, step: upkeep}\n    do:\n"
_IN_A_SPELL: Final = f"{_AT_UPKEEP}    - action: cast\n      name: x\n      effects:\n"
_CHECKED: Final = "expect:\n  checks:\n"
WRAPPED: Final[dict[str, Callable[[str], str]]] = {
    "part": lambda text: text,
    "permanents": lambda text: f"game:\n  players:\n  - id: B\n  - id: A\n    battlefield:\n{_indented(text)}",
    "cards": lambda text: f"game:\n  cards:\n{_indented(text)}",
    "schemes": lambda text: (
        f"game:\n  variant: archenemy\n  players:\n  - id: A\n    schemes:\n{_indented(text)}\n  - id: B\n"
    ),
    "moments": lambda text: _CHECKED + _each(text, "  - {at: ITEM, that: {}}\n"),
    "actions": lambda text: _AT_UPKEEP + _indented(text),
    "effects": lambda text: _IN_A_SPELL + _indented(text),
    "durations": lambda text: _IN_A_SPELL + _each(text, "      - {effect: continuous, name: x, lasts: ITEM}\n"),
    "that": lambda text: f"{_CHECKED}  - at: {{turn: 1, step: upkeep}}\n    that:\n{_indented(text)}",
}
"""What makes a whole scenario of a fragment of each kind."""

INLINE: Final[dict[str, str]] = {
    "turn": "moments",
    "effect": "effects",
    "action": "actions",
    "until_end_of": "durations",
    "until": "durations",
    "for_as_long_as": "durations",
}
"""The first key of a mapping within a line, and of which kind such a fragment is."""


def _scenario(kind: str, text: str) -> Scenario:
    (scenario,) = loads(f"scenario: example\n{WRAPPED[kind](text)}", file="docs/scenarios.md")
    return scenario


@pytest.mark.parametrize("block", [block for block in FILES if block not in FAULTY], ids=str)
def test_a_whole_example_holds(block: Block) -> None:
    """A scenario that the document shows is valid, and what it expects is so."""
    (scenario,) = loads(block.text, file="docs/scenarios.md")
    assert run(scenario).failures == ()


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_a_fragment_is_valid_and_runs(block: Block) -> None:
    """A part of a scenario is valid where it belongs, and the rest of the scenario being silent it holds.

    Moments and conditions are examples of many games, so they need not come and be true in one.
    """
    result = run(_scenario(block.kind, block.text))
    assert result.failures == () or block.kind in {"moments", "that"}


def test_mappings_within_lines_are_valid() -> None:
    """Whatever begins like a moment, an effect, an action or a duration is one."""
    found = re.findall(r"`(\{(\w+):[^`]*\})`", PROSE)
    known = [(INLINE[key], text) for text, key in found if key in INLINE]
    assert {kind for kind, _ in known} >= {"moments", "durations"}
    for kind, text in known:
        _scenario(kind, f"- {text}")
    for text, _ in found:
        assert isinstance(yaml.safe_load(text), dict), text


@pytest.mark.parametrize(("file", "transcript"), TRANSCRIPTS, ids=str)
def test_a_transcript_is_what_is_printed(
    file: Block, transcript: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands print what is shown of the example before them; a line `...` stands for any lines."""
    monkeypatch.chdir(tmp_path)
    status = 0
    for part in re.split(r"^\$ ", transcript.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        if line == "echo $?":
            printed = f"{status}\n"
        else:
            arguments = line.split()
            Path(arguments[-1]).write_text(file.text, encoding="utf-8")
            monkeypatch.setattr(sys, "argv", arguments)
            with pytest.raises(SystemExit) as stop:
                main()
            status = cast("int", stop.value.code)
            output = capsys.readouterr()
            printed = output.err + output.out
        assert re.fullmatch(re.escape(shown).replace(re.escape("...\n"), r"(?:.*\n)*"), printed), printed


def test_editors_accept_the_examples() -> None:
    """The JSON Schema holds for every example but the misspelt one."""
    validator: Any = jsonschema.Draft202012Validator(scenario_schema())
    texts = {block: block.text for block in FILES}
    texts |= {block: f"scenario: example\n{WRAPPED[block.kind](block.text)}" for block in FRAGMENTS}
    for block, text in texts.items():
        valid = validator.is_valid(yaml.safe_load(text))
        assert valid is ("misspelt" not in text), f"line {block.line}"


# --- words ---


def _section(heading: str) -> str:
    """The text below a heading, up to the next one of that rank or a higher one."""
    found = re.search(rf"^(##+) {re.escape(heading)}\n(.*?)(?=^##? |\Z)", PROSE, re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading!r}"
    return found[2]


def _tables(heading: str) -> list[list[str]]:
    """The rows of all tables of a section, heads included."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in _section(heading).splitlines()
        if line.startswith("|") and not line.startswith("| ---")
    ]


def _mentioned(heading: str) -> set[str]:
    """Every word that stands in code within the lines of a section."""
    return {word for code in re.findall(r"`([^`]+)`", _section(heading)) for word in re.findall(r"\w+", code)}


def _keys(model: type[Word], tag: str = "") -> list[str]:
    """The keys of a model as the document's tables write them: bold if required, with the default if there is one."""
    keys: list[str] = []
    for name, field in model.model_fields.items():
        key, default = field.alias or name, _written(field.default)
        if name != tag:
            keys.append(f"**`{key}`**" if field.is_required() else f"`{key}: {default}`" if default else f"`{key}`")
    return keys


def _written(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple) and all(isinstance(item, str) for item in cast("tuple[object, ...]", default)):
        return f"[{', '.join(cast('tuple[str, ...]', default))}]" if default else ""
    return str(default) if isinstance(default, int | str) else ""


def _members(union: Any) -> list[type[Word]]:
    """The models of a union that a tag tells apart."""
    return list(get_args(get_args(union)[0]))


def _named(models: Iterable[type[Word]], tag: str) -> dict[str, type[Word]]:
    return {str(model.model_fields[tag].default): model for model in models}


EFFECTS: Final = _named(_members(Effect), "effect")
ACTIONS: Final = _named(_members(Command), "action")


def test_every_effect_has_a_line() -> None:
    """With its keys and their defaults, as the model has them."""
    shown = {row[0]: row[1] for row in _tables("Effects") if row[0] != "effect"}
    wanted = {f"`{name}`": ", ".join(_keys(model, "effect")) for name, model in EFFECTS.items()}
    assert set(Become.model_fields) == {"effect", "permanent", *PermanentSpec.model_fields} - {"id"}
    wanted["`become`"] = "**`permanent`** and any key of a permanent but `id`"
    assert shown == wanted


def test_every_action_has_a_line() -> None:
    """With its own keys; those that all actions have stand in a table of their own, `rejected` among them."""
    common = _keys(AnyCommand)
    rows = _tables("Actions")
    three = {row[0]: row[1] for row in rows if len(row) == 3 and row[0] != "action"}
    wanted = {
        f"`{name}`": ", ".join(key for key in _keys(model, "action") if key not in common)
        for name, model in ACTIONS.items()
    }
    assert three == wanted
    assert [row[0] for row in rows if len(row) == 2][1:4] == [*common, "`rejected: false`"]


def test_every_event_has_a_line() -> None:
    """With the fields that it has besides those of all events."""
    shown = {row[0]: row[1] for row in _tables("Events") if len(row) == 3 and row[0] != "event"}
    assert shown == {
        f"`{name}`": ", ".join(f"`{field.name}`" for field in fields(event)[2:]) for name, event in EVENTS.items()
    }


def test_every_event_that_abilities_look_for_has_a_line() -> None:
    """Words of `{event: ...}` in `when`."""
    shown = [row[0] for row in _tables("Triggers") if len(row) == 4 and row[0] != "event"]
    assert shown == [f"`{word}`" for word in get_args(EventWord)]


def test_every_kind_of_decision_has_a_line() -> None:
    """Words of `decision` in a moment."""
    kinds = [f"`{kind}`" for kind in get_args(DecisionKind)]
    assert [row[0] for row in _tables("Moments") if row[0] in kinds] == kinds
    assert set(get_args(DecisionKind)) <= _mentioned("Moments")


@pytest.mark.parametrize(
    ("heading", "models"),
    [
        ("Top level", [Scenario]),
        ("`game`", [GameSpec, PlayerSpec]),
        ("Permanents", [PermanentSpec]),
        ("Activated abilities", [Activated]),
        ("Cards", [CardSpec]),
        ("Schemes", [SchemeSpec]),
        ("Moments", [Moment]),
        ("Static rules", [StaticRules]),
        ("Conditions", [Condition]),
        ("Expectations", [Expectations]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_key_has_a_line(heading: str, models: Sequence[type[Word]]) -> None:
    """The first column of a section's tables has the keys of its models, all of them and no others."""
    cells = [row[0] for row in _tables(heading) if row[0] not in {"key", "decision"}]
    keys = [key for cell in cells for key in cell.split(", ") if key.strip("`") not in get_args(DecisionKind)]
    assert sorted(keys) == sorted(key for model in models for key in _keys(model, "effect"))


WORDS: Final[list[tuple[str, Iterable[str]]]] = [
    ("Permanents", get_args(Keyword)),
    ("Activated abilities", get_args(TargetKind)),
    ("Cards", get_args(TargetKind)),
    ("Moments", (*PHASE_OF, *MAIN_PHASES, *PHASE_NAMES)),
    ("Top level", Entry.model_fields),
    ("Actions", (*get_args(Point), *Only.model_fields, *CombatOf.model_fields)),
    ("Effects", (*get_args(PhaseKind), *get_args(Anchor), *NextTurnOf.model_fields, *Modification.model_fields)),
    ("Effects", set(get_args(Skippable)) - set(PHASE_OF) - set(PHASE_NAMES)),
    ("Durations", get_args(UntilEndOf.model_fields["until_end_of"].annotation)),
    ("Durations", (*UntilEndOf.model_fields, *Until.model_fields, *ForAsLongAs.model_fields, "this_turn", "forever")),
    ("Static rules", SkipAll.model_fields),
    ("Triggers", ("beginning_of", "you", "each", "opponent", "if", *Happening.model_fields)),
    ("Conditions", (*PermanentFacts.model_fields, *MayCast.model_fields, "absent", "none")),
    ("Expectations", (*TurnSteps.model_fields, *Check.model_fields, *ExpectedOutcome.model_fields, "is")),
]


@pytest.mark.parametrize(("heading", "words"), WORDS)
def test_no_word_is_left_out(heading: str, words: Iterable[str]) -> None:
    """A section mentions every word that the models know for what it is about."""
    assert set(words) - _mentioned(heading) == set()


def test_every_turn_based_action_is_mentioned() -> None:
    """Those that happen in the scenarios of this folder."""
    runs: list[Run] = [run(scenario) for file in sorted(SCENARIOS.rglob("*.yaml")) for scenario in load(file)]
    actions = {event.action for done in runs for event in done.events if isinstance(event, TurnBasedAction)}
    cells = " ".join(row[0] for row in _tables("Events") if len(row) == 2)
    assert actions <= set(re.findall(r"`(\w+)`", cells))


# --- the document ---


def test_links_lead_to_headings() -> None:
    """Every link within the document has a heading of that name."""
    headings = [heading.lower() for heading in re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)]
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", PROSE)) <= anchors


UNCLEAR: Final = frozenset(
    {
        "after",
        "against",
        "attackers",
        "attacking",
        "before",
        "by",
        "decided_by",
        "during",
        "effects",
        "free_casting",
        "keeps",
        "lasts",
        "may_cast",
        "nth",
        "occurrence",
        "of",
        "only",
        "source",
        "static",
        "then",
        "this_turn",
        "until",
        "what",
        "when",
        "whose",
        "you_get",
    }
)
"""Keys whose name alone does not say what they mean."""


def test_editors_explain_what_a_name_does_not_say() -> None:
    """The JSON Schema has a description of every model, and of each key that is not clear by its name."""
    schema = scenario_schema()
    models: dict[str, dict[str, Any]] = {"Scenario": schema, **schema["$defs"]}
    for name, model in models.items():
        assert "properties" not in model or model.get("description"), name
        missing = {key for key, part in model.get("properties", {}).items() if "description" not in part}
        assert missing & UNCLEAR == set(), name

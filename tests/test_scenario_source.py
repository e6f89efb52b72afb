"""Scenario files are read as plain data, and every error names the line and the key."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, cast

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mtg_fsm.errors import MissingExtra, MtgFsmError, Problem, ScenarioError
from mtg_fsm.scenario import source
from mtg_fsm.scenario.source import MAX_BYTES, MAX_NODES, Document, errors_from, parse_documents, read_documents
from mtg_fsm.words.base import MAX_DEPTH

TESTS = Path(__file__).resolve().parent
OUR_FILES = sorted([TESTS / "rules.yaml", *TESTS.glob("scenarios/**/*.yaml")])

EXAMPLE = """\
# why: a comment before the document
scenario: first
script:
  - at: {turn: 1, step: upkeep}
    do:
      - {action: cast, name: bolt}
      - action: pay
        pay: true
---
# why: the second
scenario:
  second
expect:
  checks:
    -
      at: {turn: 2}
    - at:
"""


@pytest.fixture(params=["libyaml", "python"])
def _either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.setattr(source, "_LOADER", yaml.SafeLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")


either_parser = pytest.mark.usefixtures("_either_parser")


def one(text: str) -> Document:
    (document,) = parse_documents(text, file="f.yaml")
    return document


def data(text: str) -> object:
    return one(text).data


def refusal(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse_documents(text, file="f.yaml")
    assert isinstance(caught.value, MtgFsmError)
    return str(caught.value)


def _never(*_: object, **__: object) -> None:
    pytest.fail("went on to the next stage")


def file_refusal(path: Path | str) -> str:
    with pytest.raises(ScenarioError) as caught:
        read_documents(path)
    return str(caught.value)


@either_parser
@pytest.mark.parametrize("text", ["yes", "no", "on", "off", "y", "n", "True", "FALSE", "Null", "NULL", "TRUE", "No"])
def test_only_lower_case_true_and_false_are_booleans(text: str) -> None:
    """`no`, `on`, `y` and `True` are text, as values and as keys."""
    assert data(f"- {text}\n- {text}: 1\n- true\n- false") == [text, {text: 1}, True, False]


@either_parser
@pytest.mark.parametrize("text", ["null", "~", ""])
def test_null_tilde_and_nothing_are_none(text: str) -> None:
    """Only these three spellings are `None`."""
    assert data(f"a: {text}\nb:\n  - {text}\n") == {"a": None, "b": [None]}


@either_parser
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("-12", -12),
        ("999999999999999999", 999999999999999999),
        ("-999999999999999999", -999999999999999999),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("500.10", 500.1),
    ],
)
def test_plain_decimal_numbers_are_numbers(text: str, value: float) -> None:
    """Integers and fractions are written in digits alone."""
    found = data(f"[{text}]")
    assert repr(found) == repr([value])


@either_parser
@pytest.mark.parametrize(
    "text",
    [
        "010",
        "0x10",
        "1_000",
        "1:30",
        "+1",
        "1e5",
        "1.",
        ".5",
        ".inf",
        "-",
        "--1",
        "1-2",
        "2025-09-19",
        "=",
        "\u0661",
        "1.5.0",
    ],
)
def test_other_spellings_of_numbers_and_dates_are_text(text: str) -> None:
    """YAML 1.1 reads most of these as numbers or dates; a card may be called like that."""
    assert data(f"[{text}]") == [text]


@either_parser
@pytest.mark.parametrize("quoted", ["'{}'", '"{}"', "|-\n  {}", ">-\n  {}"])
@pytest.mark.parametrize("text", ["true", "12", "1.5", "null", "1234567890123456789", "<<", "", "on"])
def test_quoted_and_block_scalars_are_text(quoted: str, text: str) -> None:
    """Quotes, `|` and `>` make any value text."""
    assert data("a: " + quoted.format(text)) == {"a": text}


@either_parser
@pytest.mark.parametrize("text", ["1" * 19, "-" + "1" * 19, "1" * 400 + ".0", "0." + "1" * 18])
def test_a_number_of_more_than_18_digits_is_refused(text: str) -> None:
    """The refusal names the place and the way out."""
    assert refusal(f"a:\n  - {text}") == "f.yaml:2: a[0]: a number has at most 18 digits; write text in quotes"


@either_parser
def test_documents_know_where_they_start() -> None:
    """A document starts at its `---`, or else with its first word."""
    assert [(document.file, document.line) for document in parse_documents(EXAMPLE, file="f.yaml")] == [
        ("f.yaml", 2),
        ("f.yaml", 9),
    ]


@either_parser
@pytest.mark.parametrize(
    ("number", "location", "line", "path"),
    [
        (0, (), 2, ""),
        (0, ("scenario",), 2, "scenario"),
        (0, ("script", 0), 4, "script[0]"),
        (0, ("script", 0, "at", "step"), 4, "script[0].at.step"),
        (0, ("script", 0, "do"), 5, "script[0].do"),
        (0, ("script", 0, "do", 0, "cast", "name"), 6, "script[0].do[0].name"),
        (0, ("script", 0, "do", 0, "cast", "speed"), 6, "script[0].do[0].speed"),
        (0, ("script", 0, "do", 9), 5, "script[0].do"),
        (0, ("title",), 2, "title"),
        (0, ("script", 0, "when"), 4, "script[0].when"),
        (1, ("scenario",), 11, "scenario"),
        (1, ("title",), 9, "title"),
        (1, ("expect", "checks", 0), 16, "expect.checks[0]"),
        (1, ("expect", "checks", 0, "that"), 16, "expect.checks[0].that"),
        (1, ("expect", "checks", 1, "at"), 17, "expect.checks[1].at"),
        (1, ("expect", "checks", 1, "at", "Moment", "turn"), 17, "expect.checks[1].at"),
    ],
)
def test_a_location_has_a_line_and_a_path(number: int, location: Sequence[str | int], line: int, path: str) -> None:
    """Elements that name no value are passed over; only a missing key at the end is part of the path."""
    document = parse_documents(EXAMPLE, file="f.yaml")[number]
    assert (document.line_of(location), document.path_of(location)) == (line, path)


@pytest.mark.parametrize(
    ("location", "line", "path"),
    [
        (("pay", "pay"), 2, "pay"),
        (("pay", "pay", "bool"), 2, "pay"),
        (("pay", "player"), 3, "player"),
        (("player",), 3, "player"),
        (("static", "skip", "what"), 5, "skip.what"),
        (("skip", "name"), 6, "skip.name"),
    ],
)
def test_a_union_tag_that_is_also_a_key_is_told_from_the_key(
    location: Sequence[str | int], line: int, path: str
) -> None:
    """In `{action: pay, pay: true}` the location of the value is `pay, pay`."""
    document = one("action: pay\npay: true\nplayer: player\nskip:\n  what: x\n  name: y\nname: skip\n")
    assert (document.line_of(location), document.path_of(location)) == (line, path)


def test_a_key_that_is_not_a_word_is_quoted_in_a_path() -> None:
    """A path stays on one line and readable whatever the key is."""
    document = one('counters: {"+1/+1": 1, "Time Walk": 2, "a\\nb": 3, "' + "x" * 99 + '": 4}')
    keys = ["+1/+1", "Time Walk", "a\nb", "x" * 99]
    paths = [document.path_of(("counters", key)) for key in keys]
    assert paths == ["counters.+1/+1", "counters['Time Walk']", "counters['a\\nb']", f"counters.{'x' * 57}..."]


@either_parser
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a: 1\n", [{"a": 1}]),
        ("---\na: 1\n", [{"a": 1}]),
        ("\ufeff---\na: 1\n", [{"a": 1}]),
        ("a: 1\n---\nb: 2\n---\n", [{"a": 1}, {"b": 2}]),
        ("a: 1\n---\n# nothing more\n", [{"a": 1}]),
        ("a: 1\r\n---\r\nb: 2\r\n...\r\n", [{"a": 1}, {"b": 2}]),
        ("%YAML 1.2\n---\n- x\n", [["x"]]),
        ("text", ["text"]),
        ("[a]", [["a"]]),
        ("''", [""]),
    ],
)
def test_documents_are_divided_by_three_dashes(text: str, values: list[object]) -> None:
    """A leading `---`, a byte order mark, Windows line ends and an empty rest are all right."""
    assert [document.data for document in parse_documents(text, file="f.yaml")] == values


@either_parser
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "f.yaml: is empty"),
        ("\n  \n", "f.yaml: is empty"),
        ("# only a comment\n", "f.yaml: is empty"),
        ("---\n", "f.yaml:1: the document is empty"),
        ("null\n", "f.yaml:1: the document is empty"),
        ("a: 1\n---\n---\nb: 1\n", "f.yaml:2: the document is empty"),
        ("a: 1\n---\n---\n", "f.yaml:2: the document is empty"),
        ("a: 1\n---\n~\n", "f.yaml:2: the document is empty"),
    ],
)
def test_an_empty_document_is_refused(text: str, error: str) -> None:
    """Except after the last `---` of a file that holds others."""
    assert refusal(text) == error


@either_parser
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a: &x [1]\n", "f.yaml:1: a: anchors (&x) are not allowed"),
        ("a: &x 1\nb: *x\n", "f.yaml:1: a: anchors (&x) are not allowed"),
        ("a:\n  - *x\n", "f.yaml:2: a[0]: aliases (*x) are not allowed"),
        ("a: 1\n? *x\n: 1\n", "f.yaml:2: aliases (*x) are not allowed"),
        ("&x a: 1\n", "f.yaml:1: a: anchors (&x) are not allowed"),
        (
            "a: !!python/object/apply:os.system [ls]\n",
            "f.yaml:1: a: tags (!!python/object/apply:os.system) are not allowed",
        ),
        ("a:\n  b: !foo 1\n", "f.yaml:2: a.b: tags (!foo) are not allowed"),
        ("a: ! b\n", "f.yaml:1: a: tags (!) are not allowed"),
        ("a: !!str 1\n", "f.yaml:1: a: tags (!!str) are not allowed"),
        ("a: !!map {}\n", "f.yaml:1: a: tags (!!map) are not allowed"),
        ("!!str a: 1\n", "f.yaml:1: a: tags (!!str) are not allowed"),
        ("a:\n  x: 1\n  y: 2\n  x: 3\n", "f.yaml:4: a.x: is given twice, first on line 2"),
        ("{a: 1, 'a': 2}", "f.yaml:1: a: is given twice, first on line 1"),
        ("a: {2: x}\n", 'f.yaml:1: a.2: a key must be text; write it in quotes: "2"'),
        ("1.5: x\n", "f.yaml:1: ['1.5']: a key must be text; write it in quotes: \"1.5\""),
        ("true: x\n", 'f.yaml:1: true: a key must be text; write it in quotes: "true"'),
        ("~: x\n", "f.yaml:1: ['~']: a key must be text; write it in quotes: \"~\""),
        ("a:\n  ? [b]\n  : c\n", "f.yaml:2: a: a key must be text, not a list or a mapping"),
        ("a:\n  {{}: c}\n", "f.yaml:2: a: a key must be text, not a list or a mapping"),
        ("a: 1\nb:\n  <<: {c: 1}\n", "f.yaml:3: b['<<']: merge keys are not allowed"),
    ],
)
def test_what_is_not_plain_data_is_refused(text: str, error: str) -> None:
    """Anchors, aliases, tags, merge keys, keys that are not text and keys given twice."""
    assert refusal(text) == error


@either_parser
def test_a_quoted_merge_key_is_a_key() -> None:
    """Quotes make it text like any other."""
    assert data("'<<': 1") == {"<<": 1}


@either_parser
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_nesting_is_limited(opening: str, closing: str) -> None:
    """64 lists and mappings within each other are read, 65 are not."""
    parse_documents(opening * MAX_DEPTH + "1" + closing * MAX_DEPTH, file="f.yaml")
    deeper = opening * (MAX_DEPTH + 1) + "1" + closing * (MAX_DEPTH + 1)
    assert refusal(deeper).endswith(": is nested deeper than 64")


@either_parser
@pytest.mark.parametrize("text", ["[", "{", "- ", "? ", "[a,", "{a: "])
def test_endless_nesting_is_refused_before_it_costs_anything(text: str) -> None:
    """Neither parser runs out of stack."""
    assert refusal(text * 100_000).startswith("f.yaml:1: ")


def test_the_values_of_a_document_are_limited() -> None:
    """Keys, values, lists and mappings count; the next document starts from nothing."""
    most = "[" + "a," * (MAX_NODES - 1) + "]\n"
    assert len(parse_documents(f"--- {most}--- {most}", file="f.yaml")) == 2
    assert refusal(f"---\n[a,{most[1:]}") == f"f.yaml:2: [{MAX_NODES - 1}]: the document has more than 20,000 values"


@either_parser
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: [1, 2\n", 2),
        ("a: 1\nb: 2: 3\n", 2),
        ("a: 1\n\t- b\n", 2),
        ("a: 'b\n", 1),
        ("a: 1\n- b\n", 2),
        ("a: `b`\n", 1),
        ("a: 1\n--- %\n", 2),
        ("%YAML 3.0\n---\na: 1\n", 1),
        ("a: !x!y z\n", 1),
        ("a: 1\nb: \x07\n", 2),
        ("a: 1\r\rb: \x0c\r", 3),
        ("a: \ud800", 1),
        ('a: "\\ud83d\\ude00"', 1),
        ('a: 1\nb: "\\q"', 2),
    ],
)
def test_a_syntax_error_has_its_line(text: str, line: int) -> None:
    """One message on one line."""
    message = refusal(text)
    assert message.startswith(f"f.yaml:{line}: ")
    assert "\n" not in message


@either_parser
def test_an_escape_beyond_unicode_is_a_syntax_error() -> None:
    """PyYAML's parser in Python lets an `OverflowError` through here."""
    assert refusal('a: "\\UFFFFFFFF"').startswith("f.yaml:")


def test_a_syntax_error_says_what_was_left_open() -> None:
    """The line where the list starts is the one that has to be mended."""
    message = refusal("a: 1\nb: [1,\n  2\nc: 3\n")
    assert message.startswith("f.yaml:4: not valid YAML: ")
    assert message.endswith("while parsing a flow sequence that starts on line 2")


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    """A path or its text will do; it is the file's name in errors."""
    path = tmp_path / "a.yaml"
    path.write_bytes("title: Æther\n".encode())
    (document,) = read_documents(path)
    assert document == Document(str(path), 1, {"title": "Æther"})
    assert read_documents(str(path)) == [document]


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    """The line of the first wrong byte is named."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\nb: \xe9\n")
    assert file_refusal(path) == f"{path}:2: is not UTF-8 text (byte 0xe9)"
    path.write_bytes("a: 1\n".encode("utf-16"))
    assert file_refusal(path) == f"{path}:1: is not UTF-8 text (byte 0xff)"


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A missing file, a folder and an impossible name."""
    assert file_refusal(tmp_path / "no.yaml").startswith(f"{tmp_path / 'no.yaml'}: cannot be read: ")
    assert file_refusal(tmp_path).startswith(f"{tmp_path}: cannot be read: ")
    assert "cannot be read: " in file_refusal("a\0b")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is 4 MiB; the size alone decides."""
    path = tmp_path / "a.yaml"
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    monkeypatch.setattr(source, "parse_documents", _never)
    assert file_refusal(path) == f"{path}: is larger than 4 MiB"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without end")
def test_a_device_without_end_is_refused() -> None:
    """Its size is 0, so what is read is limited as well."""
    assert file_refusal("/dev/zero") == "/dev/zero: is larger than 4 MiB"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is readable")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    """The reason is the system's."""
    path = tmp_path / "a.yaml"
    path.touch(mode=0)
    assert "cannot be read" in file_refusal(path)


@pytest.mark.parametrize("letter", ["a", "é"])
def test_large_text_is_refused_before_it_is_parsed(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes count, not characters."""
    most = MAX_BYTES // len(letter.encode())
    assert one(letter * most).data == letter * most
    monkeypatch.setattr(source, "_events", _never)
    assert refusal(letter * (most + 1)) == "f.yaml: is larger than 4 MiB"


def test_without_pyyaml_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML comes with the extra `cli`."""
    monkeypatch.setitem(sys.modules, "yaml", None)
    spec = importlib.util.spec_from_file_location("without_yaml", source.__file__)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(MissingExtra, match=r"pip install 'mtg-fsm\[cli\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def _plain(value: object) -> bool:
    """Whether a value is of the types that a document is made of."""
    if type(value) is dict:
        entries = cast("dict[object, object]", value)
        return all(type(key) is str and _plain(element) for key, element in entries.items())
    if type(value) is list:
        return all(_plain(element) for element in cast("list[object]", value))
    return value is None or type(value) in {str, int, float, bool}


YAML_PIECES = st.sampled_from(
    [
        *"abyn019-.:,?[]{}#&*!|>'\"%@`~<\\/ \n\t\r\ufeff\x85\u2028\x00\x07é\ud800\U0001f600",
        *["\n  ", "\n- ", ": ", "k: ", "? ", "---\n", "\n---\n", "...\n", "%YAML 1.1\n", "%TAG ! x\n"],
        *["<<", "!!", "\\U", "\\u", "\\x", "true", "null"],
    ]
)


@either_parser
@settings(deadline=None)
@given(text=st.text(st.characters()) | st.lists(YAML_PIECES, max_size=30).map("".join))
def test_any_text_is_plain_data_or_a_scenario_error(text: str) -> None:
    """Nothing else is ever raised, and an error is one line that can be printed."""
    try:
        documents = parse_documents(text, file="f.yaml")
    except ScenarioError as error:
        message = str(error)
        assert message.startswith("f.yaml")
        assert message.splitlines() == [message]
        message.encode()
    else:
        assert documents
        assert all(_plain(document.data) for document in documents)


@settings(deadline=None)
@given(content=st.binary())
def test_any_bytes_are_plain_data_or_a_scenario_error(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file may hold anything."""
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    with contextlib.suppress(ScenarioError):
        assert all(_plain(document.data) for document in read_documents(path))


PLAIN_TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | PLAIN_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN_TEXT, inner, max_size=3),
    max_leaves=12,
)


@settings(deadline=None)
@given(values=st.lists(VALUES.filter(lambda value: value is not None), min_size=1, max_size=3))
def test_what_pyyaml_writes_is_read_back(values: list[object]) -> None:
    """Every value of a document comes back as it was."""
    # The stub of the function leaves a parameter untyped.
    text = "".join("---\n" + yaml.safe_dump(value) for value in values)  # pyright: ignore[reportUnknownMemberType]
    assert [document.data for document in parse_documents(text, file="f.yaml")] == values


@pytest.mark.parametrize("path", OUR_FILES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_our_own_files_mean_the_same_to_pyyaml(path: Path) -> None:
    """They use none of the words that YAML 1.1 takes for something else."""
    with path.open(encoding="utf-8") as stream:
        expected = list(yaml.load_all(stream, Loader=source._LOADER))  # pyright: ignore[reportPrivateUsage]
    assert [document.data for document in read_documents(path)] == expected


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Cast(Strict):
    action: Literal["cast"]
    name: str
    speed: Literal["instant", "sorcery"] = "instant"


class Pay(Strict):
    action: Literal["pay"]
    pay: bool


class Entry(Strict):
    turn: Annotated[int, Field(ge=1)]
    do: list[Annotated[Cast | Pay, Field(discriminator="action")]] = []
    hand: int | list[str] | Literal["none"] = 7

    @field_validator("turn")
    @classmethod
    def _not_thirteen(cls, turn: int) -> int:
        if turn == 13:
            raise ValueError("thirteen\nis unlucky")
        return turn


class Scenario(Strict):
    scenario: str
    script: list[Entry] = []
    rules: Annotated[list[str], Field(max_length=2)] = []
    version: Literal[1] = 1
    edition: Literal[2024, 2025] = 2025


def problems(
    text: str, known_keys: Callable[[Sequence[str | int]], Sequence[str]] | None = None
) -> tuple[Problem, ...]:
    document = one(text)
    with pytest.raises(ValidationError) as caught:
        Scenario.model_validate(document.data)
    return errors_from(document, caught.value, known_keys).problems


def test_every_problem_is_listed_in_the_order_of_the_lines() -> None:
    """One line each: file, line, key, reason."""
    document = one(
        "titel: x\nscript:\n  - turn: one\n    do:\n      - {action: cast, speed: sorcry}\n      - action: pay\n"
        "        pay: 'on'\n      - {action: flip}\n      - {name: bolt}\n"
    )
    with pytest.raises(ValidationError) as caught:
        Scenario.model_validate(document.data)
    error = errors_from(document, caught.value)
    assert str(error).splitlines() == [
        "f.yaml:1: scenario: is required",
        "f.yaml:1: titel: unknown key",
        "f.yaml:3: script[0].turn: must be a whole number, not 'one'",
        "f.yaml:5: script[0].do[0].name: is required",
        "f.yaml:5: script[0].do[0].speed: must be one of 'instant' or 'sorcery', not 'sorcry'; did you mean 'sorcery'?",
        "f.yaml:7: script[0].do[1].pay: must be true or false, not 'on'",
        "f.yaml:8: script[0].do[2].action: must be one of 'cast', 'pay', not 'flip'",
        "f.yaml:9: script[0].do[3].action: is required",
    ]
    assert error.problems[0] == Problem(1, "scenario", "is required")


def test_an_unknown_key_comes_with_the_key_that_was_meant() -> None:
    """The function is asked with the location of the mapping, union tags included."""
    asked: list[Sequence[str | int]] = []

    def known_keys(location: Sequence[str | int]) -> Sequence[str]:
        asked.append(location)
        return () if "pay" in location else ("action", "name", "speed")

    found = problems(
        "scenario: x\nscript:\n  - turn: 1\n    do:\n      - {action: cast, name: x, sped: instant}\n"
        "      - {action: cast, name: x, colour: red}\n      - {action: pay, pay: true, when: now}\n",
        known_keys,
    )
    assert found == (
        Problem(5, "script[0].do[0].sped", "unknown key; did you mean 'speed'?"),
        Problem(6, "script[0].do[1].colour", "unknown key; known keys: action, name, speed"),
        Problem(7, "script[0].do[2].when", "unknown key"),
    )
    assert asked == [("script", 0, "do", 0, "cast"), ("script", 0, "do", 1, "cast"), ("script", 0, "do", 2, "pay")]


@pytest.mark.parametrize(
    ("text", "line", "key", "reason"),
    [
        ("scenario:", 1, "scenario", "must be text, not null"),
        ("scenario: true", 1, "scenario", "must be text, not true; write it in quotes"),
        ("scenario: x\nrules: 500.8", 2, "rules", "must be a list, not 500.8"),
        ("scenario: x\nrules: [500.8]", 2, "rules[0]", "must be text, not 500.8; write it in quotes"),
        ("scenario: x\nrules: [a, b, c]", 2, "rules", "must have at most 2 items, not ['a', 'b', 'c']"),
        ("scenario: x\nscript: [A]", 2, "script[0]", "must be a mapping, not 'A'"),
        ("scenario: x\nscript: [{turn: 0}]", 2, "script[0].turn", "must be greater than or equal to 1, not 0"),
        ("scenario: x\nscript: [{turn: 13}]", 2, "script[0].turn", "thirteen is unlucky (found 13)"),
        (
            "scenario: x\nscript: [{turn: 1, hand: lots}]",
            2,
            "script[0].hand",
            "must be a whole number or a list or 'none', not 'lots'",
        ),
        ("scenario: x\nscript: [{turn: 1, do: [pay]}]", 2, "script[0].do[0]", "must be a mapping, not 'pay'"),
        ("scenario: x\nversion: 2", 2, "version", "must be 1, not 2"),
        ("scenario: x\nedition: 1", 2, "edition", "must be one of 2024 or 2025, not 1"),
        ("[]", 1, "", "must be a mapping, not []"),
    ],
)
def test_reasons_are_in_plain_words(text: str, line: int, key: str, reason: str) -> None:
    """In the words of the file format, not of pydantic; alternatives for one value are one problem."""
    assert problems(text) == (Problem(line, key, reason),)


@pytest.mark.parametrize("value", ["'" + "x" * 5000 + "'", "[" + "aaaaaaaa, " * 5000 + "]", "{" + "k" * 500 + ": 1}"])
def test_a_long_value_is_shortened(value: str) -> None:
    """60 characters show what is meant."""
    (problem,) = problems(f"scenario: x\nscript: {{turn: {value}}}".replace("script: {", "script:\n  - {"))
    assert problem.reason.startswith("must be a whole number, not ")
    assert len(problem.reason) <= len("must be a whole number, not ") + 60


def test_many_unknown_keys_are_all_listed() -> None:
    """After the first hundred they come without a suggestion."""
    text = "scenario: x\n" + "".join(f"rule{number}: 1\n" for number in range(300))
    found = problems(text, lambda _: ["scenario", "script", "rules"])
    assert len(found) == 300
    assert found[0].reason == "unknown key; did you mean 'rules'?"
    assert found[99].reason == "unknown key; did you mean 'rules'?"
    assert {problem.reason for problem in found[100:]} == {"unknown key"}

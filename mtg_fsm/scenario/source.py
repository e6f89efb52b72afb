"""Scenario files as plain data that remembers its lines.

Nothing in a file is evaluated: the values are built here from YAML parse events. What YAML offers beyond plain data
(anchors, aliases, tags, merge keys) is refused, and so is a file that is too large to be a scenario. `true` and `false`
are booleans, `null`, `~` and nothing are `None`, `-12` is an integer, `1.5` a float; everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path
from reprlib import Repr
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias, cast

from mtg_fsm.errors import MissingExtra, Problem, ScenarioError
from mtg_fsm.words.base import MAX_DEPTH

try:
    import yaml
except ImportError as error:
    raise MissingExtra("PyYAML", "cli") from error

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

__all__ = [
    "MAX_BYTES",
    "MAX_NODES",
    "Document",
    "KnownKeys",
    "Location",
    "errors_from",
    "parse_documents",
    "read_documents",
]

MAX_BYTES = 4 * 1024 * 1024
"""The largest file, in bytes of UTF-8."""
MAX_NODES = 20_000
"""The most lists, mappings, keys and values of one document."""

Location: TypeAlias = Sequence[str | int]
"""The way to a value: keys, and indexes from 0. pydantic's locations also hold union tags, which name no value."""

KnownKeys: TypeAlias = Callable[[Location], Sequence[str]]
"""Tells which keys a mapping may have, given pydantic's location of the mapping, union tags included."""

_Marks: TypeAlias = "Mapping[str | int, tuple[int, _Marks]]"

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_FORBIDDEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_MAX_DIGITS = 18
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER_STARTS = frozenset("-0123456789")
_NO_MARKS: _Marks = {}


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML document: its data, and where each part of it stands."""

    file: str
    line: int
    """Where it starts, from 1: at its `---` if it has one."""
    data: object
    """Made of `dict` with `str` keys, `list`, `str`, `int`, `float`, `bool` and `None` only."""
    _marks: _Marks = field(default_factory=dict[str | int, "tuple[int, _Marks]"], repr=False, compare=False)

    def line_of(self, location: Location) -> int:
        """The line of the deepest part of `location` that exists; of a mapping's entry that is the key's line."""
        line, marks = self.line, self._marks
        for element in self.existing(location):
            line, marks = marks[element]
        return line

    def path_of(self, location: Location) -> str:
        """`location` as `script[0].do[1].count`, without what names no value, but with a last key that is missing."""
        path = self.existing(location)
        last = location[-1] if location else None
        if isinstance(last, str) and path[-1:] != [last] and isinstance(self._at(path), dict):
            path.append(last)
        return _dotted(path)

    def existing(self, location: Location) -> list[str | int]:
        """The elements of `location` that lead from value to value.

        A union tag may be called like a key of the mapping that it is about, as in `{action: pay, pay: true}`. An
        element is such a tag if the next one is a key beside it and not a key within it.
        """
        path: list[str | int] = []
        marks = self._marks
        for element, following in zip_longest(location, location[1:]):
            if element not in marks:
                continue
            within = marks[element][1]
            if following is None or following in within or following not in marks:
                path.append(element)
                marks = within
        return path

    def _at(self, path: Location) -> object:
        value = self.data
        for element in path:
            value = cast("Mapping[str | int, object]", value)[element]
        return value


def read_documents(path: Path | str) -> list[Document]:
    """The documents of a file. Raises `ScenarioError` for one that cannot be read or is not plain YAML data."""
    file = str(path)
    try:
        size = Path(path).stat().st_size
        with Path(path).open("rb") as stream:
            # The size of a pipe or a device is not known before.
            content = stream.read(MAX_BYTES + 1) if size <= MAX_BYTES else b""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ScenarioError(f"cannot be read: {reason}", file=file) from error
    if max(size, len(content)) > MAX_BYTES:
        raise _too_large(file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 text (byte 0x{content[error.start]:02x})"
        raise ScenarioError(reason, file=file, line=content.count(b"\n", 0, error.start) + 1) from error
    return parse_documents(text, file=file)


def parse_documents(text: str, *, file: str) -> list[Document]:
    """The documents of YAML text; `file` is its name in errors. Raises `ScenarioError` if it is not plain data."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _too_large(file)
    text = text.removeprefix("\ufeff")
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        reason = f"has a character that YAML does not allow: {forbidden[0]!a}"
        raise ScenarioError(reason, file=file, line=len(text[: forbidden.end()].splitlines()))
    return _Reader(text, file).documents()


def _only_counts_what_is_wrong(details: ErrorDetails) -> bool:
    """Whether a list is said to be too short because of items that are faulty themselves."""
    given, least = details["input"], details.get("ctx", {}).get("min_length", 0)
    return details["type"] == "too_short" and isinstance(given, Sized) and len(given) >= least


def errors_from(
    document: Document, validation_error: ValidationError, known_keys: KnownKeys | None = None
) -> ScenarioError:
    """All that pydantic found wrong with the document's data as one error, a problem a line, in the order of the lines.

    Where several alternatives were tried for one value, their reasons are joined. With `known_keys`, an unknown key
    comes with the key that was meant, or with all known keys if none is close.
    """
    faults: dict[tuple[int, str], list[_Fault]] = {}
    for number, details in enumerate(validation_error.errors(include_url=False)):
        if _only_counts_what_is_wrong(details):
            continue
        location = _location(document, details)
        place = (document.line_of(location), document.path_of(location))
        # Looking for what was meant is slow, and nobody reads more of it.
        hint = _hint(details, known_keys) if number < _MOST_HINTS else ""
        faults.setdefault(place, []).append(_fault(details, hint))
    problems = [Problem(line, key, _reason(found)) for (line, key), found in faults.items()]
    return ScenarioError(file=document.file, problems=sorted(problems, key=lambda problem: problem.line or 0))


class _Reader:
    """Builds the documents of a text from its parse events."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._events = _events(text, file)
        self._nodes = 0
        self._path: list[str | int] = []

    def documents(self) -> list[Document]:
        """All documents; an empty one after the last `---` is left out."""
        documents: list[Document] = []
        blank = False
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._nodes = 0
                root = next(self._events)
                blank = isinstance(root, yaml.ScalarEvent) and root.value == "" and root.implicit[0]
                data, marks = self._value(root)
                documents.append(Document(self._file, _line(event), data, marks))
        if not documents:
            raise ScenarioError("is empty", file=self._file)
        if blank and len(documents) > 1:
            documents.pop()
        for document in documents:
            if document.data is None:
                raise ScenarioError("the document is empty", file=self._file, line=document.line)
        return documents

    def _value(self, event: yaml.Event) -> tuple[object, _Marks]:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event), _NO_MARKS
        self._count(event)
        if len(self._path) >= MAX_DEPTH:
            self._refuse(event, f"is nested deeper than {MAX_DEPTH}")
        return self._list() if isinstance(event, yaml.SequenceStartEvent) else self._mapping()

    def _list(self) -> tuple[list[object], _Marks]:
        data: list[object] = []
        marks: dict[str | int, tuple[int, _Marks]] = {}
        self._path.append(0)
        for index, event in enumerate(self._until(yaml.SequenceEndEvent)):
            self._path[-1] = index
            value, within = self._value(event)
            data.append(value)
            marks[index] = (_line(event), within)
        self._path.pop()
        return data, marks

    def _mapping(self) -> tuple[dict[str, object], _Marks]:
        data: dict[str, object] = {}
        marks: dict[str | int, tuple[int, _Marks]] = {}
        self._path.append("")
        for event in self._until(yaml.MappingEndEvent):
            key = self._key(event)
            if key in data:
                self._refuse(event, f"is given twice, first on line {marks[key][0]}")
            data[key], within = self._value(next(self._events))
            marks[key] = (_line(event), within)
        self._path.pop()
        return data, marks

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        """The first events of the entries of a list or a mapping; the caller takes the rest of each entry."""
        for event in self._events:
            if isinstance(event, end):
                return
            yield event

    def _key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._path.pop()
            self._count(event)
            self._refuse(event, "a key must be text, not a list or a mapping")
        self._path[-1] = event.value
        key = self._scalar(event)
        if key == "<<" and event.implicit[0]:
            self._refuse(event, "merge keys are not allowed")
        if not isinstance(key, str):
            self._refuse(event, f'a key must be text; write it in quotes: "{event.value}"')
        return key

    def _scalar(self, event: yaml.ScalarEvent) -> bool | int | float | str | None:
        """Text, unless it is unquoted and one of `_WORDS`, a decimal integer or a decimal fraction."""
        self._count(event)
        text = event.value
        if not event.implicit[0]:
            # libyaml refuses such an escape itself, the parser in Python does not.
            if not text.isascii() and _SURROGATE.search(text):
                self._refuse(event, "not valid YAML: an escape is half of a surrogate pair")
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in _NUMBER_STARTS:
            return text
        number = int if _INTEGER.fullmatch(text) else float if _DECIMAL.fullmatch(text) else None
        if number is None:
            return text
        if len(text) - text.count("-") - text.count(".") > _MAX_DIGITS:
            self._refuse(event, f"a number has at most {_MAX_DIGITS} digits; write text in quotes")
        return number(text)

    def _count(self, event: yaml.Event) -> None:
        """Counts a node and refuses what is not plain data."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self._refuse(event, f"the document has more than {MAX_NODES:,} values")
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            kind = "aliases (*" if isinstance(event, yaml.AliasEvent) else "anchors (&"
            self._refuse(event, f"{kind}{_shortened(event.anchor)}) are not allowed")
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
            self._refuse(event, f"tags ({_shortened(tag)}) are not allowed")

    def _refuse(self, event: yaml.Event, reason: str) -> NoReturn:
        raise ScenarioError(reason, file=self._file, line=_line(event), key=_dotted(self._path))


def _events(text: str, file: str) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, file) from error
    except yaml.YAMLError as error:
        raise ScenarioError(f"not valid YAML: {' '.join(str(error).split())}", file=file) from error
    except (ValueError, OverflowError) as error:
        # The parser in Python lets them through from an escape such as "\UFFFFFFFF".
        raise ScenarioError(f"not valid YAML: an escape is no character ({error})", file=file) from error


def _syntax_error(error: yaml.MarkedYAMLError, text: str, file: str) -> ScenarioError:
    # At the end of a text libyaml counts a line too many.
    line = min(error.problem_mark.line + 1, len(text.splitlines())) if error.problem_mark else None
    start = error.context_mark.line + 1 if error.context_mark else line
    parts = ["not valid YAML:", error.problem, error.context, f"that starts on line {start}" if start != line else ""]
    return ScenarioError(" ".join(part for part in parts if part), file=file, line=line)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _too_large(file: str) -> ScenarioError:
    return ScenarioError(f"is larger than {MAX_BYTES // 1024 // 1024} MiB", file=file)


class _Fault(NamedTuple):
    """What is wrong with one value: the reason, the value as text, and a suggestion."""

    reason: str
    found: str = ""
    hint: str = ""


_TAG_ERRORS = frozenset(("union_tag_invalid", "union_tag_not_found"))
_CHOICES = {"literal_error": "expected", "enum": "expected", "union_tag_invalid": "expected_tags"}
_WHOLE_NUMBER, _NUMBER = "must be a whole number", "must be a number"
_LIST, _MAPPING = "must be a list", "must be a mapping"
_PLAIN_REASONS = {
    "int_type": _WHOLE_NUMBER,
    "int_parsing": _WHOLE_NUMBER,
    "int_from_float": _WHOLE_NUMBER,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": _MAPPING,
    "mapping_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "dataclass_type": _MAPPING,
    "none_required": "must be null",
}
_MOST_HINTS = 100
_MAX_SHOWN = 60
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = _MAX_SHOWN
_QUOTED = re.compile(r"'([^']*)'")
_SIMPLE_KEY = re.compile(r"[\w+/-]+")


def _location(document: Document, details: ErrorDetails) -> Location:
    """Where the fault is: at the union's tag, at a missing key or at the deepest value that exists."""
    location = details["loc"]
    if details["type"] in _TAG_ERRORS:
        names: list[str] = _QUOTED.findall(details.get("ctx", {})["discriminator"])
        return (*location, *names[:1])
    if details["type"] == "missing":
        return location
    return document.existing(location)


def _fault(details: ErrorDetails, hint: str) -> _Fault:
    kind, value, context = details["type"], details["input"], details.get("ctx", {})
    if kind in {"missing", "union_tag_not_found"}:
        return _Fault("is required")
    if kind == "extra_forbidden":
        return _Fault("unknown key", hint=hint)
    if kind in _CHOICES:
        expected: str = context[_CHOICES[kind]]
        one_of = "one of " if re.search(",| or ", expected) else ""
        return _Fault(f"must be {one_of}{expected}", _shown(context.get("tag", value)), hint)
    return _Fault(_PLAIN_REASONS.get(kind) or _plain(details["msg"]), _shown(value), hint)


def _hint(details: ErrorDetails, known_keys: KnownKeys | None) -> str:
    """What may have been meant."""
    kind, location, value, context = details["type"], details["loc"], details["input"], details.get("ctx", {})
    if kind == "extra_forbidden":
        keys = known_keys(location[:-1]) if known_keys else ()
        return _did_you_mean(location[-1], keys) or (f"; known keys: {', '.join(keys)}" if keys else "")
    if kind in _CHOICES:
        return _did_you_mean(context.get("tag", value), _QUOTED.findall(context[_CHOICES[kind]]))
    return "; write it in quotes" if kind == "string_type" and isinstance(value, int | float) else ""


def _did_you_mean(value: object, choices: Sequence[str]) -> str:
    close = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    return f"; did you mean {close[0]!r}?" if close else ""


def _plain(message: str) -> str:
    """pydantic's message without its own words for the kind of error and of value."""
    message = re.sub(r"^(Value error|Assertion failed), ", "", " ".join(message.split()))
    message = re.sub(r"^\w+ should ", "must ", message)
    return re.sub(r" after validation, not \d+$", "", message)


def _reason(faults: Sequence[_Fault]) -> str:
    """The reasons why no alternative fits one value, as one."""
    first = faults[0]
    reasons = list(dict.fromkeys(fault.reason for fault in faults))
    reason = " or ".join([reasons[0], *(reason.removeprefix("must be ") for reason in reasons[1:])])
    hint = next((fault.hint for fault in faults if fault.hint), "")
    found = f", not {first.found}" if reason.startswith("must ") else f" (found {first.found})"
    return f"{reason}{found if first.found else ''}{hint}"


def _shown(value: object) -> str:
    """A value of a scenario file, in at most 60 characters."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return _shortened(_REPR.repr(value))


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 3]}..."


def _dotted(path: Location) -> str:
    parts = [_part(element) for element in path]
    return "".join(parts).removeprefix(".")


def _part(element: str | int) -> str:
    if isinstance(element, str) and _SIMPLE_KEY.fullmatch(element):
        return f".{_shortened(element)}"
    return f"[{_shown(element)}]"

"""What is wrong with data that are no model of the format, in words of the format and not of the validation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Any, Final, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

_QUOTED: Final = re.compile(r"'([^']*)'")
_SHORT: Final = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_REASONS: Final = {"missing": "is required", "extra_forbidden": "there is no such field"}


def mistake(error: ValidationError, data: object) -> str:
    """The first fault of the data: the field, and what would be right."""
    faults = error.errors()
    path = _path(faults[0], data)
    reasons = dict.fromkeys(_reason(fault) for fault in faults if _path(fault, data) == path)
    return f"{'.'.join(map(str, path)) or 'it'}: {' or '.join(reasons)}"


def near(word: str, words: Iterable[str]) -> str:
    """What may have been meant by a word: those of the words that are like it, else all there are."""
    known = tuple(words)
    close = get_close_matches(word.lower(), known)
    return f"did you mean {' or '.join(close)}" if close else f"there are {', '.join(known)}"


def _path(fault: ErrorDetails, data: object) -> Sequence[str | int]:
    """Keys and indexes of the data. In the location stand tags and types, too, which are none."""
    path: list[str | int] = []
    at = data
    for part in fault["loc"]:
        if isinstance(at, Mapping) and part in at:
            at = cast("Mapping[str | int, Any]", at)[part]
        elif isinstance(at, list | tuple) and isinstance(part, int) and part < len(cast("Sequence[Any]", at)):
            at = cast("Sequence[Any]", at)[part]
        else:
            continue
        path.append(part)
    if fault["type"] == "missing":
        path.append(fault["loc"][-1])
    if fault["type"] in ("union_tag_invalid", "union_tag_not_found"):
        path += _QUOTED.findall(fault.get("ctx", {})["discriminator"])[:1]
    return path


def _reason(fault: ErrorDetails) -> str:
    context = fault.get("ctx", {})
    if fault["type"] == "union_tag_not_found":
        return _REASONS["missing"]
    if fault["type"] == "union_tag_invalid":
        word, what = str(context["tag"]), str(context["discriminator"]).strip("'")
        return f"no {what} {word!r}; {near(word, _QUOTED.findall(context['expected_tags']))}"
    if fault["type"] in _REASONS:
        return _REASONS[fault["type"]]
    message = re.sub(r"^Value error, |^Assertion failed, ", "", fault["msg"])
    message = re.sub(r"^\w+ should ", "must ", message)
    says_what = message.startswith("must ") and ", not " not in message
    return f"{message}, not {_SHORT.repr(fault['input'])}" if says_what else message

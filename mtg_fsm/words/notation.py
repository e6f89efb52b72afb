"""The short text form of commands: `A: cast bolt cost=1R`, `attack bear>B wolf>C`, `block wall>bear,wolf`, `pass`.

Who acts stands in front, and `by` whom if another player decides: `A by B: pass`. Then come the action, what it is
about, and whatever else is not as usual as `key=value`. Names are written as they are, or as JSON texts if they have
spaces or any of `"[]{}:>,=` in them; effects and timing restrictions as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from mtg_fsm.errors import NotationError
from mtg_fsm.words.commands import ACTIONS, COMMANDS, MODELS, Command
from mtg_fsm.words.mistakes import mistake, near

_BARE: Final = re.compile(r'[^\s"\[\]{}:>,=]+')
_NUMBER: Final = re.compile(r"-?\d+")
_DIGITS: Final = 4_000
MAX_LENGTH: Final = 200_000
"""Of a text, in characters; a longer one is refused."""
MAX_SHOWN: Final = 60
"""So many characters of a word are shown in an error."""


# --- writing ---


def _name(name: object) -> str:
    """A name as it is if it cannot be taken for anything else; a number as digits."""
    if isinstance(name, int):
        return str(name)
    text = str(name)
    bare = _BARE.fullmatch(text) and not _NUMBER.fullmatch(text) and text != "by"
    return text if bare else json.dumps(text, ensure_ascii=False)


def _shown(word: str) -> str:
    """A word of somebody else in an error, cut off if it is long."""
    return repr(word if len(word) <= MAX_SHOWN else f"{word[:MAX_SHOWN]}...")


def _names(names: Sequence[object], between: str = " ") -> str:
    return between.join(map(_name, names))


def _to_one(pairs: Mapping[str, str]) -> str:
    return " ".join(f"{_name(name)}>{_name(to)}" for name, to in pairs.items())


def _to_several(pairs: Mapping[str, Sequence[str]]) -> str:
    return " ".join(f"{_name(name)}>{_names(to, ',')}" for name, to in pairs.items())


def _to_numbers(pairs: Mapping[str, Mapping[str, int]]) -> str:
    return " ".join(
        f"{_name(name)}>" + ",".join(f"{_name(to)}={number}" for to, number in deals.items())
        for name, deals in pairs.items()
    )


def _said(pays: bool) -> str:
    return "yes" if pays else "no"


# --- reading ---


class _Reader:
    """Reads names, numbers, marks and JSON from a text, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.place = 0

    def spaces(self) -> bool:
        """Passes over spaces; whether anything is left."""
        while self.place < len(self._text) and self._text[self.place].isspace():
            self.place += 1
        return self.place < len(self._text)

    def takes(self, mark: str) -> bool:
        """Whether a mark is next; then it is passed over."""
        found = self._text.startswith(mark, self.place)
        self.place += len(mark) if found else 0
        return found

    def ends(self) -> bool:
        """Whether a word ends here."""
        return self.place >= len(self._text) or self._text[self.place].isspace()

    def quoted(self) -> bool:
        """Whether what comes is a JSON text."""
        return self._text.startswith('"', self.place)

    def needs(self, mark: str, after: str) -> None:
        if not self.takes(mark):
            raise self.error(f"{mark!r} has to follow {after}")

    def name(self, what: str) -> str:
        """A name, bare or as a JSON text."""
        if self.quoted():
            value = self.json()
            if isinstance(value, str):
                return value
        found = _BARE.match(self._text, self.place)
        if found is None:
            raise self.error(f"{what} has to stand here")
        self.place = found.end()
        return found[0]

    def number(self) -> int:
        found = _NUMBER.match(self._text, self.place)
        if found is None or len(found[0]) > _DIGITS:
            raise self.error("a number has to stand here")
        self.place = found.end()
        return int(found[0])

    def json(self) -> Any:
        try:
            value, self.place = json.JSONDecoder().raw_decode(self._text, self.place)
        except (ValueError, RecursionError) as error:
            raise self.error(f"is no JSON ({error})") from None
        return value

    def value(self) -> Any:
        """What follows `key=`: JSON if it begins like that, else a name, `true` or `false`."""
        if self._text[self.place : self.place + 1] in ("{", "[", '"'):
            return self.json()
        word = self.name("a value")
        return {"true": True, "false": False}.get(word, word)

    def error(self, reason: str, place: int | None = None) -> NotationError:
        """The error of a place, of where the reader is if none is named."""
        return NotationError(f"column {(self.place if place is None else place) + 1}: {reason}")


def _one(reader: _Reader) -> str:
    return reader.name("a name")


def _all(reader: _Reader) -> list[Any]:
    """All names that are left; bare digits are a number, for `choose`."""
    found: list[Any] = []
    while reader.spaces():
        quoted, word = reader.quoted(), reader.name("a name")
        found.append(int(word) if not quoted and _NUMBER.fullmatch(word) and len(word) <= 18 else word)
    return found


def _pairs(read: Callable[[_Reader], Any]) -> Callable[[_Reader], dict[str, Any]]:
    def pairs(reader: _Reader) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while reader.spaces():
            name = reader.name("a creature")
            reader.needs(">", name)
            if name in found:
                raise reader.error(f"{name} has been named before")
            found[name] = read(reader)
        return found

    return pairs


def _several(reader: _Reader) -> list[str]:
    found: list[str] = []
    while not reader.ends() and (not found or reader.takes(",")):
        found.append(reader.name("an attacker"))
    return found


def _numbers(reader: _Reader) -> dict[str, int]:
    found: dict[str, int] = {}
    while not reader.ends() and (not found or reader.takes(",")):
        name = reader.name("who is dealt damage")
        reader.needs("=", name)
        found[name] = reader.number()
    return found


def _yes_or_no(reader: _Reader) -> bool:
    word = reader.name("yes or no")
    if word not in ("yes", "no"):
        raise reader.error(f"yes or no has to stand here, not {_shown(word)}")
    return word == "yes"


class _Form(NamedTuple):
    """What stands behind an action: its field, how it is written and read."""

    field: str
    write: Callable[[Any], str]
    read: Callable[[_Reader], Any]


_FORMS: Final[dict[str, _Form]] = {
    "cast": _Form("name", _name, _one),
    "activate": _Form("name", _name, _one),
    "play_land": _Form("id", _name, _one),
    "attack": _Form("attackers", _to_one, _pairs(_one)),
    "block": _Form("blockers", _to_several, _pairs(_several)),
    "assign": _Form("damage", _to_numbers, _pairs(_numbers)),
    "pay": _Form("pay", _said, _yes_or_no),
    "defend": _Form("player", _name, _one),
    "discard": _Form("cards", _names, _all),
    "order": _Form("triggers", _names, _all),
    "untap": _Form("permanents", _names, _all),
    "choose": _Form("ids", _names, _all),
}
"""By action; `pass` and `concede` are about nothing."""


def as_text(command: Command) -> str:
    """The short text of a command, from which `from_text` makes an equal one."""
    form, about = _FORMS.get(command.action), ""
    if form is not None:
        about = f" {form.write(getattr(command, form.field))}".rstrip()
    who = _name(command.player) if command.player is not None and command.action != "defend" else ""
    if command.by is not None:
        who = f"{who} by {_name(command.by)}".strip()
    said = {"action", "player", "by", *((form.field,) if form is not None else ())}
    rest = "".join(f" {key}={_value(value)}" for key, value in command.brief().items() if key not in said)
    return f"{f'{who}: ' if who else ''}{command.action}{about}{rest}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value if _BARE.fullmatch(value) and value not in ("true", "false") else json.dumps(value)
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


_SPEAKER: Final = {"defend": "by"}
"""The field that says who gives a command, where it is not `player`."""


def from_text(text: str, *, player: str | None = None) -> Command:
    """The command of a short text; of what a player has written, in that player's name, or NotationError.

    Who decides for another player (722) names both: `B by A: pass`.
    Raises NotationError, naming the column or the field and what would be right.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"column {MAX_LENGTH + 1}: a command has at most {MAX_LENGTH} characters")
    reader = _Reader(text)
    data: dict[str, Any] = _who(reader)
    data["action"] = action = _action(reader)
    if action == "defend" and "player" in data:
        raise reader.error("defend names the defending player only; who chooses is whoever is asked")
    if player is not None:
        said_by = data.get("by") or data.get("player") or data.setdefault(_SPEAKER.get(action, "player"), player)
        if said_by != player:
            raise NotationError(f"column 1: {player} cannot speak for {said_by}")
    form = _FORMS.get(action)
    if form is not None:
        if form.read in (_one, _yes_or_no) and not reader.spaces():
            raise reader.error(f"{action} needs its {form.field}")
        data[form.field] = form.read(reader)
    while reader.spaces():
        key = _key(reader, action)
        if key in data:
            raise reader.error(f"{key} has been given before")
        data[key] = reader.value()
    try:
        return COMMANDS.validate_json(json.dumps(data))
    except ValidationError as error:
        raise NotationError(mistake(error, data)) from None


def _action(reader: _Reader) -> str:
    begin, action = reader.place, reader.name("an action")
    if action not in ACTIONS:
        raise reader.error(f"no action {_shown(action)}; {near(action, ACTIONS)}", begin)
    return action


def _key(reader: _Reader, action: str) -> str:
    """The key of `key=value`, and the mark behind it."""
    begin, fields = reader.place, MODELS[action].model_fields
    about = _FORMS[action].field if action in _FORMS else ""
    others = [f"{name}=" for name in fields if name not in ("action", "player", "by", about)]
    may = f"; {action} may have {', '.join(others)}" if others else f"; {action} has no more to say"
    key = reader.name("key=value")
    if not reader.takes("="):
        raise reader.error(f"key=value has to stand here, not {_shown(key)}{may}", begin)
    if key not in fields:
        raise reader.error(f"{action} has no {_shown(key)}{may}", begin)
    return key


def _who(reader: _Reader) -> dict[str, Any]:
    """`A:`, `A by B:` or `by B:` in front of the action."""
    reader.spaces()
    begin, quoted, found = reader.place, reader.quoted(), dict[str, Any]()
    try:
        name = reader.name("a player or an action")
    except NotationError:
        raise reader.error("a command begins with an action, or with a player and a colon") from None
    if name == "by" and not quoted and reader.spaces() and not reader.takes(":"):
        found["by"] = reader.name("a player")
    else:
        found["player"] = name
        after = reader.place
        if reader.spaces() and reader.takes("by") and not reader.quoted() and reader.spaces():
            found["by"] = reader.name("a player")
        else:
            reader.place = after
    if not reader.takes(":"):
        reader.place = begin
        return {}
    reader.spaces()
    return found

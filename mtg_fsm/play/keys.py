"""Keys and what they do, as the help screen shows them."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

NAMES = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
}
"""How keys are written that have other names in bindings."""


def key_rows(bindings: Iterable[BindingType]) -> list[tuple[str, str]]:
    """Keys and what they do, in order; keys that do the same in one row."""
    rows: dict[str, list[str]] = {}
    for binding in bindings:
        if isinstance(binding, Binding):
            keys = [NAMES.get(key, key) for key in binding.key.split(",")]
            rows.setdefault(binding.tooltip or binding.description, []).extend(keys)
    return [(f"{keys[0]}-{keys[-1]}" if len(keys) > 3 else " ".join(keys), what) for what, keys in rows.items()]

"""A journal of inverse operations: setting a game back costs what has changed, not what there is."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


class Journal:
    """Every change of an attribute goes through `set`; values are immutable or copied on change."""

    __slots__ = ("_entries", "known")

    known: dict[Any, str]
    """What was worked out about owners of attributes; of one that changes it is forgotten."""

    def __init__(self) -> None:
        self._entries: list[tuple[Any, str, Any]] = []
        self.known = {}

    def set(self, owner: Any, attribute: str, value: Any) -> None:
        """Sets an attribute and notes its old value."""
        self._entries.append((owner, attribute, getattr(owner, attribute)))
        setattr(owner, attribute, value)
        if self.known:
            self.known.pop(owner, None)

    def mark(self) -> int:
        """A point to come back to: the number of changes so far."""
        return len(self._entries)

    def undo_to(self, mark: int) -> None:
        """Takes back all changes since the mark, the latest first; later marks are void."""
        while len(self._entries) > mark:
            owner, attribute, value = self._entries.pop()
            setattr(owner, attribute, value)
            self.known.pop(owner, None)

    def return_to(self, mark: int) -> None:
        """The same as a change that can be taken back, too: later marks stay good."""
        for owner, attribute, value in self._entries[mark:][::-1]:
            self.set(owner, attribute, value)

    def copied(self, memo: dict[int, Any]) -> Journal:
        """The same changes of the copies of what has changed; `memo` has those that there are, by `id` of the thing."""
        journal = Journal()
        journal._entries = deepcopy(self._entries, memo)
        return journal

    def forget(self) -> None:
        """Forgets how to take back what has changed so far."""
        self._entries.clear()

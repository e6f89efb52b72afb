"""Setting a game back by copies, without a journal."""

from __future__ import annotations

import copy
from typing import Any, Self


class CopyingMarks:
    """Marks, going back and `copy` of the engine's Protocol by copying: costs what there is, not what changes.

    Mix it in before a game that keeps its state in ordinary attributes:

        class MyGame(CopyingMarks, MyCards): ...
    """

    def mark(self) -> Any:
        """A deep copy of every attribute."""
        return copy.deepcopy(_attributes(self))

    def undo_to(self, mark: Any) -> None:
        """Sets every attribute back."""
        for name in set(_attributes(self)) - set(mark):
            delattr(self, name)
        for name, value in copy.deepcopy(mark).items():
            setattr(self, name, value)

    def return_to(self, mark: Any) -> None:
        """Sets every attribute back; copies stay good anyway."""
        self.undo_to(mark)

    def forget_marks(self) -> None:
        """Copies need no forgetting."""

    def copy(self, *, marks: bool) -> Self:
        """A game with a deep copy of every attribute; a mark is one of its own, which does for either."""
        copied = type(self).__new__(type(self))
        copied.undo_to(_attributes(self))
        return copied


def _attributes(game: object) -> dict[str, Any]:
    slots = [name for cls in type(game).__mro__ for name in getattr(cls, "__slots__", ()) if name != "__dict__"]
    slotted = {name: getattr(game, name) for name in slots if hasattr(game, name)}
    return {**slotted, **getattr(game, "__dict__", {})}

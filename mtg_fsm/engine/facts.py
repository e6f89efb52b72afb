"""Facts of the turn and of its combat, recorded when they happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Facts(NamedTuple):
    """What has happened in this turn so far; a new turn starts from nothing.

    `spells` and `lands` count a player's spells cast and lands played. `ended` and `skipped` are names of phases and
    steps; those of the combat phase in progress begin with `combat_`. `attacked`: in this combat a creature was
    declared or put in attacking; `attacked_in_time`: the same as its last declare attackers step ended (508.8).
    `had_to_attack`: creatures that an effect required to attack as attackers were declared (506.6). `struck_first`: who
    had first or double strike as the first combat damage step began (510.4).
    """

    spells: Mapping[str, int] = {}
    lands: Mapping[str, int] = {}
    ended: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    combat_begun: frozenset[str] = frozenset()
    combat_ended: frozenset[str] = frozenset()
    combat_skipped: frozenset[str] = frozenset()
    attacked: bool = False
    attacked_in_time: bool | None = None
    had_to_attack: tuple[str, ...] = ()
    struck_first: frozenset[str] = frozenset()

    def beginning_combat(self) -> Facts:
        """A combat phase begins: what was of the last one is over."""
        nothing: frozenset[str] = frozenset()
        return self._replace(
            combat_begun=nothing,
            combat_ended=nothing,
            combat_skipped=nothing,
            attacked=False,
            attacked_in_time=None,
            had_to_attack=(),
            struck_first=nothing,
        )

    def beginning(self, name: str) -> Facts:
        """A step of combat began."""
        return self._replace(combat_begun=self.combat_begun | {name})

    def ending(self, name: str) -> Facts:
        """A step or phase ended."""
        return self._replace(ended=self.ended | {name}, combat_ended=self.combat_ended | {name})

    def skipping(self, name: str) -> Facts:
        """A step or phase was skipped."""
        return self._replace(skipped=self.skipped | {name}, combat_skipped=self.combat_skipped | {name})

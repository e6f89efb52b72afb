"""Facts of the turn and of its combat, recorded when they happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mtg_fsm.engine.records import maker


class Passed(NamedTuple):
    """Names of phases and steps that have begun, ended and been skipped."""

    begun: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()


class Facts(NamedTuple):
    """What has happened in this turn so far; a new turn starts from nothing.

    `spells` and `lands` count a player's spells cast and lands played. `ended` and `skipped` are names of phases and
    steps; `combat` are those of the combat phase in progress or, between two, of the last one, `first_combat` those of
    the first once there is another. `defending`: the chosen defending player of this combat (507.1). `attacked`: in
    this combat a creature was declared or put in attacking; `attacked_in_time`: the same as its last declare attackers
    step ended (508.8). `had_to_attack`: creatures that an effect required to attack as attackers were declared (506.6).
    `declared` is how many attackers or blockers each player declared in this combat. `struck_first`: creatures, each
    with its object, that had first or double strike as the first combat damage step began (510.4).
    """

    spells: Mapping[str, int] = {}
    lands: Mapping[str, int] = {}
    ended: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    combat: Passed | None = None
    first_combat: Passed | None = None
    defending: str | None = None
    attacked: bool = False
    attacked_in_time: bool | None = None
    had_to_attack: tuple[str, ...] = ()
    declared: Mapping[str, int] = {}
    struck_first: frozenset[tuple[str, int | None]] = frozenset()

    def beginning_combat(self) -> Facts:
        """A combat phase begins: what was of the last one is over."""
        return Facts(self.spells, self.lands, self.ended, self.skipped, Passed(), self.first_combat or self.combat)

    def declaring(self, player: str, number: int) -> Facts:
        """A player declared that many more attackers or blockers."""
        return self._replace(declared={**self.declared, player: self.declared.get(player, 0) + number})

    def beginning(self, name: str) -> Facts:
        """A step of combat began."""
        begun, ended, skipped = self.combat or Passed()
        return self._with(self.ended, self.skipped, _passed((begun | {name}, ended, skipped)))

    def ending(self, name: str) -> Facts:
        """A step or phase ended."""
        combat = self.combat
        if combat is not None:
            begun, ended, skipped = combat
            combat = _passed((begun, ended | {name}, skipped))
        return self._with(self.ended | {name}, self.skipped, combat)

    def skipping(self, name: str) -> Facts:
        """A step or phase was skipped."""
        combat = self.combat
        if combat is not None:
            begun, ended, skipped = combat
            combat = _passed((begun, ended, skipped | {name}))
        return self._with(self.ended, self.skipped | {name}, combat)

    def _with(self, ended: frozenset[str], skipped: frozenset[str], combat: Passed | None) -> Facts:
        units = (ended, skipped, combat)
        return _facts(self[:2] + units + self[5:])


_passed: Final = maker(Passed)
_facts: Final = maker(Facts)

"""What is in force: continuous effects, skips, abilities, kept mana; one register with one index.

It is a value: every change gives a new register. Whatever has to be found later (what is due as a step ends, what
triggers as an upkeep begins, what skips a draw step) is found by a key, so that nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mtg_fsm.words.effects import Continuous, Effect, StaticRules

Key = tuple[str | int | None, ...]
Bound = tuple[tuple[str, int], ...]
"""Ids of permanents, each with the number that tells the object from a later one of that id (400.7)."""


class InForce(NamedTuple):
    """One thing in force, from when it began; `id` grows with time. `source` is the permanent it depends on.

    `since` is the time by which abilities that trigger together are ordered: when the source entered, else `id`.
    `origin` is the source of a delayed ability, which does not depend on it (603.7e); `bound` are the objects that
    such an ability speaks of.
    """

    id: int
    kind: str
    name: str
    controller: str
    source: str | None
    effect: Effect
    keys: tuple[Key, ...]
    since: int
    origin: str | None = None
    bound: Bound = ()


class Register(NamedTuple):
    """Everything in force, in the order of beginning. `dormant` are phased-out sources (702.26b)."""

    entries: Mapping[int, InForce] = {}
    by_key: Mapping[Key, tuple[int, ...]] = {}
    dormant: frozenset[str] = frozenset()

    def having(self, entry: InForce) -> Register:
        """With one more entry."""
        index = dict(self.by_key)
        for key in _keys(entry):
            index[key] = (*index.get(key, ()), entry.id)
        return self._replace(entries={**self.entries, entry.id: entry}, by_key=index)

    def without(self, id_: int) -> Register:
        """Without an entry; no change if it is not there."""
        entry = self.entries.get(id_)
        if entry is None:
            return self
        entries = dict(self.entries)
        del entries[id_]
        return self._replace(entries=entries, by_key=_unindexed(self.by_key, entry))

    def rekeyed(self, id_: int, keys: tuple[Key, ...]) -> Register:
        """With an entry found by other keys from now on, at its old place in time."""
        entry = self.entries[id_]._replace(keys=keys)
        index = dict(_unindexed(self.by_key, self.entries[id_]))
        for key in _keys(entry):
            index[key] = tuple(sorted((*index.get(key, ()), id_)))
        return self._replace(entries={**self.entries, id_: entry}, by_key=index)

    def find(self, key: Key) -> tuple[InForce, ...]:
        """Entries under a key, oldest first, without those of phased-out sources."""
        ids = self.by_key.get(key)
        if ids is None:
            return ()
        entries = self.entries
        if not self.dormant:
            return tuple(entries[id_] for id_ in ids)
        return tuple(entries[id_] for id_ in ids if entries[id_].source not in self.dormant)

    def find_all(self, key: Key) -> tuple[InForce, ...]:
        """Entries under a key, oldest first, those of phased-out sources too: durations run out meanwhile (702.26f)."""
        ids = self.by_key.get(key)
        return () if ids is None else tuple(self.entries[id_] for id_ in ids)

    def sleeping(self, sources: frozenset[str]) -> Register:
        """With exactly these sources phased out."""
        return self._replace(dormant=sources)


def _keys(entry: InForce) -> tuple[Key, ...]:
    """All keys of an entry: its own, and one for each keyword that it gives."""
    effect = entry.effect
    modifies = effect.modifies if isinstance(effect, Continuous) else None
    given = dict.fromkeys(modifies.keywords) if modifies is not None else ()
    return (*entry.keys, *(("gives", keyword) for keyword in given)) if given else entry.keys


def _unindexed(index: Mapping[Key, tuple[int, ...]], entry: InForce) -> Mapping[Key, tuple[int, ...]]:
    changed = dict(index)
    for key in _keys(entry):
        left = tuple(id_ for id_ in changed[key] if id_ != entry.id)
        if left:
            changed[key] = left
        else:
            del changed[key]
    return changed


def game_order(entry: InForce) -> tuple[bool, int, int]:
    """First what players have, then abilities of permanents by time of entering, each in the order of its list."""
    return (entry.source is not None, entry.since, entry.id)


def in_game_order(entries: Iterable[InForce]) -> list[InForce]:
    """Things in force, sorted by `game_order`."""
    return sorted(entries, key=game_order)


def static_rules(entry: InForce) -> StaticRules | None:
    """What an entry lays down: a static ability itself, or what a continuous effect says; None if nothing."""
    effect = entry.effect
    return effect if isinstance(effect, StaticRules) else effect.static if isinstance(effect, Continuous) else None

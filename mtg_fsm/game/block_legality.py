"""Which declarations of blockers are legal (509.1b, 509.1c), exactly."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from math import inf
from typing import NamedTuple

from mtg_fsm.engine.decisions import Refusal, illegal
from mtg_fsm.game.flow import Flow


class Blockable(NamedTuple):
    """An attacker that a player may block. `menace`: by none or by at least two (702.111b)."""

    name: str
    required: bool = False
    menace: bool = False

    @property
    def kind(self) -> tuple[object, ...]:
        """All but the name: attackers of one kind differ only in who can block them."""
        return self[1:]


class Blocker(NamedTuple):
    """A creature that may block.

    `can_block` are attackers in the order in which a default picks them, at most `most` of which it blocks at a time.
    `required`: it has to block if able. `alone`: it may be the only blocker (506.5). `free`: it costs nothing.
    """

    name: str
    can_block: tuple[str, ...]
    most: int = 1
    required: bool = False
    alone: bool = True
    free: bool = True

    @property
    def kind(self) -> tuple[object, ...]:
        """All but the name: creatures of one kind do not differ."""
        return self[1:]


class _Situation(NamedTuple):
    """What is left to decide: how many block each attacker so far, who blocks, and how many more blockers may."""

    blocked: Mapping[str, int]
    declared: tuple[Blocker, ...]
    left: tuple[Blocker, ...]
    most: float

    def blocking(self, blocker: Blocker, attackers: Sequence[str]) -> _Situation:
        """With the first of those left blocking these attackers, or none."""
        left = self.left[1:]
        if not attackers:
            return self._replace(left=left)
        blocked = {**self.blocked, **{name: self.blocked.get(name, 0) + 1 for name in attackers}}
        return _Situation(blocked, (*self.declared, blocker), left, self.most - 1)


class BlockOptions:
    """The attackers and the creatures of a player that may block them, in game order, and how many of these at most."""

    def __init__(
        self, attackers: tuple[Blockable, ...], blockers: tuple[Blocker, ...], most: int | None = None
    ) -> None:
        self.attackers = {attacker.name: attacker for attacker in attackers}
        self.blockers = tuple(blocker for blocker in blockers if blocker.can_block and blocker.most)
        self.most: float = inf if most is None else most

    @cached_property
    def required(self) -> int:
        """509.1c: the largest number of requirements that a declaration within all restrictions obeys at no cost."""
        return self._best(self._start(self._free, self.most)) or 0

    @property
    def _free(self) -> tuple[Blocker, ...]:
        return tuple(blocker for blocker in self.blockers if blocker.free)

    @staticmethod
    def _start(blockers: tuple[Blocker, ...], most: float) -> _Situation:
        return _Situation({}, (), blockers, most)

    def why_not(self, blockers: Mapping[str, Sequence[str]]) -> Refusal | None:
        """Why a declaration is illegal as a whole; each creature in it can block each attacker that it is to block."""
        chosen = [blocker for blocker in self.blockers if blockers.get(blocker.name)]
        if len(chosen) > self.most:
            return illegal("few_enough", "509.1b", f"at most {self.most} creature(s) can block, not {len(chosen)}")
        if len(chosen) == 1 and not chosen[0].alone:
            return illegal("not_alone", "509.1b", f"{chosen[0].name} can't block alone")
        blocked = Counter(name for attackers in blockers.values() for name in attackers)
        for name, number in blocked.items():
            if number == 1 and self.attackers[name].menace:
                return illegal("menace", "702.111", f"{name} has menace: it is blocked by two creatures or by none")
        obeyed = self._obeyed(chosen, blocked)
        if obeyed < self.required:
            would = ", ".join(f"{name}: [{', '.join(attackers)}]" for name, attackers in self.default.items())
            message = f"{obeyed} of the {self.required} requirements that can be obeyed are; legal would be {{{would}}}"
            return illegal("obeys_requirements", "509.1c", message)
        return None

    def _obeyed(self, chosen: Iterable[Blocker], blocked: Mapping[str, int]) -> int:
        return sum(blocker.required for blocker in chosen) + sum(self.attackers[name].required for name in blocked)

    @cached_property
    def default(self) -> dict[str, tuple[str, ...]]:
        """The legal declaration with the fewest creatures and no costs, the earliest in game order."""
        if not self.required:
            return {}
        enough = range(1, len(self._free) + 1)
        fewest = enough[bisect_left(enough, 1, key=lambda most: self._reaches(self._start(self._free, most)))]
        blockers = self._earliest(fewest)
        situation, chosen = self._start(blockers, fewest), dict[str, tuple[str, ...]]()
        for blocker in blockers:
            able, tried = _able(situation.left[1:]), set[tuple[object, ...]]()
            for attackers in self._choices(blocker):
                like = tuple(
                    (able[name], situation.blocked.get(name), *self.attackers[name].kind) for name in attackers
                )
                then = situation.blocking(blocker, attackers)
                if like not in tried and self._reaches(then):
                    situation, chosen = then, {**chosen, blocker.name: attackers}
                    break
                tried.add(like)
        return chosen

    def _earliest(self, fewest: int) -> tuple[Blocker, ...]:
        """The creatures of a legal declaration of the fewest, of several the earliest ones.

        An earlier creature outweighs all later ones together, and a requirement all creatures.
        """
        start = self._start(self._free, fewest)
        worth = {blocker.name: 1 << place for place, blocker in enumerate(reversed(self._free))}
        reaching = (plan for plan in self._plans(start) if plan[0] >= self.required)
        found = (
            self._best_with(start, doubled, several, worth)
            for _, doubled, several in reaching
            if self._best_with(start, doubled, several) == self.required
        )
        best = max(value for value in found if value is not None)
        return tuple(blocker for blocker in self._free if best & worth[blocker.name])

    @staticmethod
    def _choices(blocker: Blocker) -> Iterator[tuple[str, ...]]:
        """What a creature can block, the fewest attackers first."""
        for number in range(1, min(blocker.most, len(blocker.can_block)) + 1):
            yield from combinations(blocker.can_block, number)

    def all(self) -> Iterator[dict[str, tuple[str, ...]]]:
        """Every legal declaration, lazily: the default first, then by creature in game order, not blocking first."""
        yield self.default
        for blockers in self._from(self._start(self.blockers, self.most), {}):
            if blockers != self.default:
                yield blockers

    def _from(self, situation: _Situation, chosen: dict[str, tuple[str, ...]]) -> Iterator[dict[str, tuple[str, ...]]]:
        """What legal declarations a choice for some creatures has; one that has none is not followed."""
        if not self._reaches(situation):
            return
        if not situation.left:
            yield chosen
            return
        blocker = situation.left[0]
        yield from self._from(situation.blocking(blocker, ()), chosen)
        for attackers in self._choices(blocker):
            yield from self._from(situation.blocking(blocker, attackers), {**chosen, blocker.name: attackers})

    def _reaches(self, situation: _Situation) -> bool:
        """Whether it can become a legal declaration: within all restrictions, with as many requirements as can be."""
        best = self._best(situation)
        return best is not None and best >= self.required

    # --- the largest number of requirements ---

    def _best(self, situation: _Situation) -> int | None:
        """The largest number that can come of a situation within all restrictions; None if nothing can come of it.

        Which attackers with menace get their two blockers is tried out, by kinds of attackers that do not differ; who
        blocks what is a flow then. The most promising are tried first, up to the first that cannot be bettered.
        """
        if situation.most < 0:
            return None
        best: int | None = None
        for bound, doubled, several in sorted(self._plans(situation), key=lambda plan: -plan[0]):
            if best is not None and bound <= best:
                break
            found = self._best_with(situation, doubled, several)
            if found is not None and (best is None or found > best):
                best = found
        return best

    def _plans(self, situation: _Situation) -> Iterator[tuple[int, frozenset[str], tuple[Blocker, ...]]]:
        """What can be tried, each with a bound of what comes of it.

        That is which attackers with menace get two blockers, and which creatures that can block several take part.
        """
        able = _able(situation.left)
        groups: dict[frozenset[str], list[str]] = {}
        for name, attacker in self.attackers.items():
            if attacker.menace and not situation.blocked.get(name) and len(able[name]) >= 2:
                groups.setdefault(able[name], []).append(name)
        choices: list[list[list[str]]] = []
        for group in groups.values():
            group.sort(key=lambda name: not self.attackers[name].required)
            useful = min(sum(self.attackers[name].required for name in group) + 1, len(group))
            choices.append([group[:number] for number in range(useful + 1)])
        multiple = [blocker for blocker in situation.left if blocker.most > 1]
        limited = situation.most < len(situation.left)
        for parts in product(*choices):
            doubled = frozenset(name for part in parts for name in part)
            for several in _subsets(multiple, situation.most) if limited else (tuple(multiple),):
                bound = self._bound(situation, doubled, several, able)
                if bound is not None:
                    yield bound, doubled, several

    def _needs(self, situation: _Situation, doubled: Iterable[str]) -> dict[str, int]:
        """How many blockers attackers with menace need: two of their own, or one beside the one that blocks already."""
        begun = [name for name, number in situation.blocked.items() if number == 1 and self.attackers[name].menace]
        return {**dict.fromkeys(doubled, 2), **dict.fromkeys(begun, 1)}

    def _wanted(self, situation: _Situation, able: Mapping[str, frozenset[str]]) -> list[str]:
        """Attackers without menace that have to be blocked, are not yet, and can be."""
        return [
            name
            for name, attacker in self.attackers.items()
            if attacker.required and not attacker.menace and not situation.blocked.get(name) and able[name]
        ]

    def _settled(self, situation: _Situation, doubled: frozenset[str]) -> int:
        """Requirements that are obeyed whoever blocks what, once these attackers with menace get their blockers."""
        names = {*situation.blocked, *doubled}
        return sum(blocker.required for blocker in situation.declared) + sum(
            self.attackers[name].required for name in names
        )

    def _bound(
        self,
        situation: _Situation,
        doubled: frozenset[str],
        several: tuple[Blocker, ...],
        able: Mapping[str, frozenset[str]],
    ) -> int | None:
        """More than that cannot come of it; None if there are too few blockers for it."""
        single = sum(blocker.most == 1 for blocker in situation.left)
        room = sum(blocker.most for blocker in several) + min(situation.most - len(several), single)
        room -= sum(self._needs(situation, doubled).values())
        if room < 0:
            return None
        required = min(situation.most, sum(blocker.required for blocker in situation.left))
        wanted = min(room, len(self._wanted(situation, able)))
        return self._settled(situation, doubled) + int(required + wanted)

    def _best_with(
        self,
        situation: _Situation,
        doubled: frozenset[str],
        several: tuple[Blocker, ...],
        worth: Mapping[str, int] | None = None,
    ) -> int | None:
        """The largest number of requirements if these get their two blockers and these take part; None if impossible.

        With `worth`, powers of two, what those who block are worth is added to the number times the next power.
        """
        taking = self._taking_part(situation, doubled, several)
        if taking is None:
            return None
        unit, needs = 1 << len(worth or ()), self._needs(situation, doubled)
        gains = {blocker: unit * blocker.required + (worth or {}).get(blocker.name, 0) for blocker in taking}
        demanded = sum(gains.values()) + unit * len(self.attackers) + 1
        wanted = {
            **dict.fromkeys(self._wanted(situation, _able(taking)), (1, unit)),
            **{name: (number, demanded) for name, number in needs.items()},
        }
        multiple = [blocker for blocker in taking if blocker.most > 1]
        flow = _network(gains, wanted, situation.most - len(multiple))
        found = flow.heaviest("all", "blocked") - demanded * sum(needs.values())
        if found < 0:
            return None
        return unit * self._settled(situation, doubled) + sum(gains[blocker] for blocker in multiple) + found

    def _taking_part(
        self, situation: _Situation, doubled: frozenset[str], several: tuple[Blocker, ...]
    ) -> list[Blocker] | None:
        """Who can block something then: these that can block several, and all others; None if that is impossible.

        Whoever takes part may as well block: a further blocker of an attacker that can be blocked harms nothing. So a
        creature is the only blocker only if no other one can block anything.
        """
        limited = situation.most < len(situation.left)
        open_ = {name for name, attacker in self.attackers.items() if not attacker.menace}
        open_ |= {*situation.blocked, *doubled}
        multiple = [blocker for blocker in several if not open_.isdisjoint(blocker.can_block)]
        if limited and len(multiple) < len(several):
            return None
        single = [
            blocker for blocker in situation.left if blocker.most == 1 and not open_.isdisjoint(blocker.can_block)
        ]
        number = len(situation.declared) + len(multiple) + min(situation.most - len(multiple), len(single))
        if number != 1:
            return [*multiple, *single]
        settled = [*situation.declared, *(multiple if limited else [])]
        if any(not blocker.alone for blocker in settled):
            return None
        return [blocker for blocker in (*multiple, *single) if blocker.alone]


def _network(gains: Mapping[Blocker, int], wanted: Mapping[str, tuple[int, int]], most: float) -> Flow:
    """Who can block what, as a network of kinds that do not differ: from `all` by blockers and attackers to `blocked`.

    Each blocker has what its blocking gains, each attacker how many blockers are wanted and what each of these gains;
    of blockers that can block one attacker only as many as `most` can block.
    """
    able = _able(gains)
    kinds = Counter((blocker.can_block, blocker.most, gain) for blocker, gain in gains.items())
    targets = Counter((able[name], *wanted[name]) for name in wanted)
    name_of = {(able[name], *wanted[name]): name for name in wanted}
    flow = Flow()
    flow.add("all", "single", int(min(most, len(gains))))
    for kind, number in kinds.items():
        can_block, each, gain = kind
        flow.add("single" if each == 1 else "all", kind, number * each, gain if each == 1 else 0)
        flow.add(kind, "blocked", number if each == 1 else 0)
        for target, count in targets.items():
            flow.add(kind, target, number * count if name_of[target] in can_block else 0)
    for target, count in targets.items():
        _, need, gain = target
        flow.add(target, "blocked", count * need, gain)
    return flow


def _able(blockers: Iterable[Blocker]) -> defaultdict[str, frozenset[str]]:
    """Which creatures can block each attacker."""
    able: dict[str, list[str]] = {}
    for blocker in blockers:
        for name in blocker.can_block:
            able.setdefault(name, []).append(blocker.name)
    return defaultdict(frozenset[str], {name: frozenset(names) for name, names in able.items()})


def _subsets(several: Sequence[Blocker], most: float) -> Iterator[tuple[Blocker, ...]]:
    """Subsets of creatures, once for those that do not differ."""
    kinds: dict[tuple[object, ...], list[Blocker]] = {}
    for blocker in several:
        kinds.setdefault(blocker.kind, []).append(blocker)
    for numbers in product(*(range(len(kind) + 1) for kind in kinds.values())):
        if sum(numbers) <= most:
            yield tuple(one for kind, number in zip(kinds.values(), numbers, strict=True) for one in kind[:number])

"""Which declarations of blockers are legal (509.1b, 509.1c), exactly."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
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
    """What is left to decide: how many block each attacker so far, who blocks, and how many more blockers may.

    `again` is the rest of a creature that blocks already and may block further attackers.
    """

    blocked: Mapping[str, int]
    declared: tuple[Blocker, ...]
    left: tuple[Blocker, ...]
    most: float
    again: Blocker | None = None

    @property
    def next(self) -> Blocker | None:
        """Who is decided about next; None: nobody any more."""
        return self.again or (self.left[0] if self.left else None)

    def passing(self) -> _Situation:
        """With the next one blocking nothing, or nothing more."""
        return self._replace(again=None) if self.again else self._replace(left=self.left[1:])

    def blocking(self, attacker: str) -> _Situation:
        """With the next one blocking an attacker."""
        blocker = self.again or self.left[0]
        later = blocker.can_block[blocker.can_block.index(attacker) + 1 :]
        rest = blocker._replace(can_block=later, most=blocker.most - 1, required=False)
        blocked = {**self.blocked, attacker: self.blocked.get(attacker, 0) + 1}
        then = self._replace(blocked=blocked, again=rest if rest.most and later else None)
        if self.again:
            return then
        return then._replace(declared=(*self.declared, blocker), left=self.left[1:], most=self.most - 1)


class BlockOptions:
    """The attackers and the creatures of a player that may block them, in game order, and how many of these at most."""

    def __init__(
        self, attackers: tuple[Blockable, ...], blockers: tuple[Blocker, ...], most: int | None = None
    ) -> None:
        self.attackers = {attacker.name: attacker for attacker in attackers}
        self.blockers = tuple(
            blocker._replace(most=min(blocker.most, len(blocker.can_block)))
            for blocker in blockers
            if blocker.can_block and blocker.most
        )
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
        while (blocker := situation.next) is not None:
            passing = situation.passing()
            if situation.again and self._reaches(passing):
                situation = passing
                continue
            attacker = next(name for name in self._unlike(situation) if self._reaches(situation.blocking(name)))
            chosen[blocker.name] = (*chosen.get(blocker.name, ()), attacker)
            situation = situation.blocking(attacker)
        return chosen

    def _unlike(self, situation: _Situation) -> Iterator[str]:
        """What the next creature can block, the first of those that do not differ."""
        able, seen = _able(situation.left[1:]), set[tuple[object, ...]]()
        for name in situation.next.can_block if situation.next else ():
            like = (able[name], situation.blocked.get(name), self.attackers[name].kind)
            if like not in seen or situation.again:
                yield name
            seen.add(like)

    def _earliest(self, fewest: int) -> tuple[Blocker, ...]:
        """The creatures of a legal declaration of the fewest, of several the earliest ones.

        An earlier creature outweighs all later ones together, and a requirement all creatures.
        """
        start = self._start(self._free, fewest)
        worth = {blocker.name: 1 << place for place, blocker in enumerate(reversed(self._free))}
        best = 0
        for bound, doubled, several in self._plans(start, dominated=True):
            if bound >= self.required and self._best_with(start, doubled, several) == self.required:
                best = max(best, self._best_with(start, doubled, several, worth) or 0)
        return tuple(blocker for blocker in self._free if best & worth[blocker.name])

    def all(self) -> Iterator[dict[str, tuple[str, ...]]]:
        """Every legal declaration, lazily: the default first, then by creature in game order, not blocking first."""
        yield self.default
        ways = [iter([(self._start(self.blockers, self.most), dict[str, tuple[str, ...]]())])]
        while ways:
            way = next(ways[-1], None)
            if way is None:
                ways.pop()
            elif self._reaches(way[0]):
                situation, chosen = way
                if situation.next:
                    ways.append(self._ways_on(situation, situation.next, chosen))
                elif chosen != self.default:
                    yield chosen

    def ways_on(self, said: Sequence[str | None]) -> tuple[str, tuple[str | None, ...]] | None:
        """Who is next after this was said, and what that creature can do in a legal declaration; None: nobody is.

        What is said is an attacker that a creature blocks, or None: nothing, or nothing more. It is said by creature in
        game order, of each by attacker in the order of `can_block`.
        """
        situation = self._start(self.blockers, self.most)
        for attacker in said:
            situation = situation.passing() if attacker is None else situation.blocking(attacker)
        blocker = situation.next
        if blocker is None:
            return None
        passing: tuple[str | None, ...] = (None,) if self._reaches(situation.passing()) else ()
        blocking = (name for name in blocker.can_block if self._reaches(situation.blocking(name)))
        return blocker.name, (*passing, *blocking)

    @staticmethod
    def _ways_on(
        situation: _Situation, blocker: Blocker, chosen: dict[str, tuple[str, ...]]
    ) -> Iterator[tuple[_Situation, dict[str, tuple[str, ...]]]]:
        """What the next creature can do: block nothing more, or one attacker after another."""
        yield situation.passing(), chosen
        for attacker in blocker.can_block:
            blocks = (*chosen.get(blocker.name, ()), attacker)
            yield situation.blocking(attacker), {**chosen, blocker.name: blocks}

    def _reaches(self, situation: _Situation) -> bool:
        """Whether it can become a legal declaration: within all restrictions, with as many requirements as can be."""
        if situation.most < 0:
            return False
        found = (
            self._best_with(situation, doubled, several)
            for bound, doubled, several in self._plans(situation)
            if bound >= self.required
        )
        return any(best is not None and best >= self.required for best in found)

    # --- the largest number of requirements ---

    def _best(self, situation: _Situation) -> int | None:
        """The largest number that can come of a situation within all restrictions; None if nothing can come of it.

        Which attackers with menace get their two blockers is tried out, by kinds of attackers that do not differ; who
        blocks what is a flow then. The most promising are tried first, up to the first that cannot be bettered.
        """
        best: int | None = None
        for bound, doubled, several in sorted(self._plans(situation), key=lambda plan: -plan[0]):
            if best is not None and bound <= best:
                break
            found = self._best_with(situation, doubled, several)
            if found is not None and (best is None or found > best):
                best = found
        return best

    def _plans(
        self, situation: _Situation, *, dominated: bool = False
    ) -> Iterator[tuple[int, frozenset[str], tuple[Blocker, ...]]]:
        """What can be tried, each with a bound of what comes of it.

        That is which attackers with menace get two blockers, and which creatures that can block several take part;
        with `dominated` also one instead of another that can do all that it can.
        """
        multiple = [blocker for blocker in situation.left if blocker.most > 1]
        limited = situation.most < len(situation.left)
        wanted = len(self._wanted(situation, _able(_all(situation))))
        required = sum(blocker.required for blocker in situation.left)
        for parts in product(*self._doubling(situation)):
            doubled = frozenset(name for part in parts for name in part)
            needed = sum(self._needs(situation, doubled).values())
            settled = self._settled(situation, doubled)
            for several in _subsets(multiple, situation.most, dominated=dominated) if limited else (tuple(multiple),):
                single = min(situation.most - len(several), len(situation.left) - len(multiple))
                room = sum(blocker.most for blocker in several) + single - needed
                room += situation.again.most if situation.again else 0
                if room >= 0:
                    bound = settled + min(situation.most, required) + min(room, wanted)
                    yield int(bound), doubled, several

    def _doubling(self, situation: _Situation) -> list[list[list[str]]]:
        """For each kind of attackers with menace that nobody blocks yet, which of them may get two blockers.

        Those that have to be blocked come first; one more than these can be of use, as something to block.
        """
        blockers = _all(situation)
        able, most = _able(blockers), {blocker.name: blocker.most for blocker in blockers}
        groups: dict[frozenset[str], list[str]] = {}
        for name, attacker in self.attackers.items():
            if attacker.menace and not situation.blocked.get(name) and len(able[name]) >= 2:
                groups.setdefault(able[name], []).append(name)
        choices: list[list[list[str]]] = []
        for names, group in groups.items():
            group.sort(key=lambda name: not self.attackers[name].required)
            useful = min(sum(self.attackers[name].required for name in group) + 1, len(group))
            useful = min(useful, sum(most[name] for name in names) // 2)
            choices.append([group[:number] for number in range(useful + 1)])
        return choices

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
        multiple, single = taking
        unit, needs = 1 << len(worth or ()), self._needs(situation, doubled)
        gains = {
            blocker: unit * blocker.required + (worth or {}).get(blocker.name, 0) for blocker in (*multiple, *single)
        }
        demanded = sum(gains.values()) + unit * len(self.attackers) + 1
        wanted = {
            **dict.fromkeys(self._wanted(situation, _able(gains)), (1, unit)),
            **{name: (number, demanded) for name, number in needs.items()},
        }
        limit = min(situation.most - len(multiple) + (situation.again in multiple), len(single))
        flow = _network(gains, frozenset(multiple), wanted, int(limit))
        found = flow.heaviest("all", "blocked") - demanded * sum(needs.values())
        if found < 0:
            return None
        return unit * self._settled(situation, doubled) + sum(gains[blocker] for blocker in multiple) + found

    def _taking_part(
        self, situation: _Situation, doubled: frozenset[str], several: tuple[Blocker, ...]
    ) -> tuple[list[Blocker], list[Blocker]] | None:
        """Who can block something then: these that can block several, and others; None if that is impossible.

        Whoever takes part may as well block: a further blocker of an attacker that can be blocked harms nothing. So a
        creature is the only blocker only if no other one can block anything. One that blocks already may go on.
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
        again = [situation.again] if situation.again and not open_.isdisjoint(situation.again.can_block) else []
        number = len(situation.declared) + len(multiple) + min(situation.most - len(multiple), len(single))
        if number != 1:
            return [*again, *multiple], single
        settled = [*situation.declared, *(multiple if limited else [])]
        if any(not blocker.alone for blocker in settled):
            return None
        return (
            [*again, *(blocker for blocker in multiple if blocker.alone)],
            [blocker for blocker in single if blocker.alone],
        )


def _network(
    gains: Mapping[Blocker, int], multiple: frozenset[Blocker], wanted: Mapping[str, tuple[int, int]], limit: int
) -> Flow:
    """Who can block what, as a network of kinds that do not differ: from `all` by blockers and attackers to `blocked`.

    Each blocker has what its blocking gains, each attacker how many blockers are wanted and what each of these gains.
    Of those that are not among the `multiple` no more than the limit can block.
    """
    able = _able(gains)
    kinds = Counter((blocker.can_block, blocker.most, gain, blocker in multiple) for blocker, gain in gains.items())
    targets = Counter((able[name], *wanted[name]) for name in wanted)
    name_of = {(able[name], *wanted[name]): name for name in wanted}
    flow = Flow()
    flow.add("all", "single", limit)
    for kind, number in kinds.items():
        can_block, most, gain, several = kind
        flow.add("all" if several else "single", kind, number * most, 0 if several else gain)
        flow.add(kind, "blocked", 0 if several else number)
        for target, count in targets.items():
            flow.add(kind, target, number * count if name_of[target] in can_block else 0)
    for target, count in targets.items():
        _, need, gain = target
        flow.add(target, "blocked", count * need, gain)
    return flow


def _all(situation: _Situation) -> list[Blocker]:
    """Everybody who can still block something."""
    return [*situation.left, *([situation.again] if situation.again else [])]


def _able(blockers: Iterable[Blocker]) -> defaultdict[str, frozenset[str]]:
    """Which creatures can block each attacker."""
    able: dict[str, list[str]] = {}
    for blocker in blockers:
        for name in blocker.can_block:
            able.setdefault(name, []).append(blocker.name)
    return defaultdict(frozenset[str], {name: frozenset(names) for name, names in able.items()})


def _subsets(multiple: Sequence[Blocker], most: float, *, dominated: bool) -> Iterator[tuple[Blocker, ...]]:
    """Subsets of creatures, once for those that do not differ; not `dominated`: the better ones come first."""
    kinds: dict[tuple[object, ...], list[Blocker]] = {}
    for blocker in sorted(multiple, key=lambda blocker: (-len(blocker.can_block), -blocker.most)):
        kinds.setdefault(blocker.kind, []).append(blocker)
    groups = list(kinds.values())
    open_: list[tuple[list[int], float]] = [([], most)]
    while open_:
        numbers, left = open_.pop()
        if len(numbers) == len(groups):
            yield tuple(one for group, number in zip(groups, numbers, strict=True) for one in group[:number])
            continue
        group = groups[len(numbers)]
        unused = (groups[place][0] for place, number in enumerate(numbers) if number < len(groups[place]))
        better = not dominated and any(_dominates(other, group[0]) for other in unused)
        usable = 0 if better else int(min(left, len(group)))
        open_ += [([*numbers, number], left - number) for number in range(usable + 1)]


def _dominates(one: Blocker, other: Blocker) -> bool:
    """Whether a creature can do all that another can."""
    return (
        set(one.can_block) >= set(other.can_block)
        and one.most >= other.most
        and one.required >= other.required
        and one.alone >= other.alone
    )

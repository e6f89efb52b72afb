"""Which declarations of attackers are legal (508.1c, 508.1d), exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from mtg_fsm.engine.decisions import Refusal, illegal


class Attacker(NamedTuple):
    """A creature that may be chosen as an attacker.

    `obeyed` are what it may attack, in the order in which a default picks them, each with the number of requirements
    that it obeys by attacking that. `alone`: it can attack alone (506.5). `free`: its attack costs nothing.
    """

    name: str
    obeyed: Mapping[str, int]
    alone: bool = True
    free: bool = True

    @property
    def best(self) -> int:
        """The largest number of requirements that it can obey."""
        return max(self.obeyed.values(), default=0)


class AttackOptions:
    """The creatures that may attack, in game order, and how many may at most (None: any number)."""

    def __init__(self, candidates: tuple[Attacker, ...], most: int | None = None) -> None:
        self.candidates = tuple(candidate for candidate in candidates if candidate.obeyed)
        self.most = len(self.candidates) if most is None else min(most, len(self.candidates))
        self._demandable = self._who_can_be_demanded()
        self.required = self._best_of(self._demandable, self.most)
        """508.1d: the largest number of requirements that a declaration within all restrictions obeys, without costs.

        No creature's choice touches another's but by their number: the best of the creatures are taken, as many as may
        attack.
        """

    def _who_can_be_demanded(self) -> tuple[Attacker, ...]:
        """Who can be demanded to attack: no cost is, and who cannot attack alone needs another one that can be."""
        free = tuple(candidate for candidate in self.candidates if candidate.free)
        if self.most >= 2 and len(free) >= 2:
            return free
        return tuple(candidate for candidate in free if candidate.alone)

    @staticmethod
    def _best_of(candidates: tuple[Attacker, ...], count: int) -> int:
        return sum(sorted((candidate.best for candidate in candidates), reverse=True)[:count])

    def why_not(self, attackers: Mapping[str, str]) -> Refusal | None:
        """Why a declaration of candidates, each against something that it may attack, is illegal as a whole."""
        if len(attackers) > self.most:
            return illegal("few_enough", "508.1c", f"at most {self.most} creature(s) can attack, not {len(attackers)}")
        chosen = [candidate for candidate in self.candidates if candidate.name in attackers]
        if len(chosen) == 1 and not chosen[0].alone:
            return illegal("not_alone", "508.1c", f"{chosen[0].name} can't attack alone")
        obeyed = sum(candidate.obeyed[attackers[candidate.name]] for candidate in chosen)
        if obeyed < self.required:
            would = ", ".join(f"{name}: {target}" for name, target in self.default.items())
            message = f"{obeyed} of the {self.required} requirements that can be obeyed are; legal would be {{{would}}}"
            return illegal("obeys_requirements", "508.1d", message)
        return None

    @cached_property
    def default(self) -> dict[str, str]:
        """The legal declaration with the fewest creatures and no costs, the earliest, each against the first legal."""
        if not self.required:
            return {}
        wanted = [candidate for candidate in self._demandable if candidate.best]
        wanted = sorted(wanted, key=lambda candidate: -candidate.best)[: self.most]
        if len(wanted) == 1 and not wanted[0].alone:
            wanted.append(next(other for other in self._demandable if other is not wanted[0]))
        return {
            candidate.name: next(target for target, obeyed in candidate.obeyed.items() if obeyed == candidate.best)
            for candidate in self.candidates
            if candidate in wanted
        }

    def all(self) -> Iterator[dict[str, str]]:
        """Every legal declaration, lazily: the default first, then by creature in game order, not attacking first."""
        yield self.default
        for attackers in self._declarations():
            if attackers != self.default and self.why_not(attackers) is None:
                yield attackers

    def _declarations(self) -> Iterator[dict[str, str]]:
        """Declarations that could be legal, creature by creature; what nothing makes legal any more is not followed."""
        open_: list[tuple[dict[str, str], int, int]] = [({}, 0, 0)]
        while open_:
            chosen, place, obeyed = open_.pop()
            if obeyed + self._still(place, self.most - len(chosen)) < self.required:
                continue
            if place == len(self.candidates):
                yield chosen
                continue
            attacker = self.candidates[place]
            if len(chosen) < self.most:
                for target, number in reversed(list(attacker.obeyed.items())):
                    open_.append(({**chosen, attacker.name: target}, place + 1, obeyed + number))
            open_.append((chosen, place + 1, obeyed))

    def ways_on(self, said: Sequence[str | None]) -> tuple[str, tuple[str | None, ...]] | None:
        """Who is next after this was said, and what that creature can do in a legal declaration; None: nobody is.

        What is said is what a creature attacks, None for nothing, by creature in game order.
        """
        if len(said) == len(self.candidates):
            return None
        attacker = self.candidates[len(said)]
        ways = (None, *attacker.obeyed)
        return attacker.name, tuple(way for way in ways if self._reaches((*said, way)))

    def _reaches(self, said: Sequence[str | None]) -> bool:
        """Whether it can become a legal declaration.

        What is said is as good as a requirement that outweighs all others. Costs may be chosen, so that all are free.
        """
        weight = sum(candidate.best for candidate in self.candidates) + 1
        open_ = [candidate._replace(free=True) for candidate in self.candidates[len(said) :]]
        settled = [
            Attacker(candidate.name, {target: candidate.obeyed[target] + weight}, candidate.alone)
            for candidate, target in zip(self.candidates, said, strict=False)
            if target is not None
        ]
        best = AttackOptions((*settled, *open_), self.most).required
        return best >= weight * len(settled) + self.required

    def _still(self, place: int, count: int) -> int:
        """The largest number of requirements that so many of the creatures from a place on can obey."""
        return self._best_of(self.candidates[place:], count) if self.required else 0

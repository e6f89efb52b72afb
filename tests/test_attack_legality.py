"""Legality of attacks (508.1c, 508.1d) with costs (508.1h) against brute force over all declarations."""

from __future__ import annotations

from itertools import islice, product

from hypothesis import given, settings
from hypothesis import strategies as st

from mtg_fsm.game.attack_legality import Attacker, AttackOptions

TARGETS = ("B", "C", "D")

CANDIDATES = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from(TARGETS), st.integers(0, 3), max_size=3),
        st.booleans(),
        st.sampled_from((True, True, False)),
    ),
    max_size=6,
)


def _all(candidates: tuple[Attacker, ...], most: int | None) -> list[dict[str, str]]:
    """Every declaration within the restrictions (508.1c) that obeys as much as can be without a cost (508.1d)."""
    within: list[tuple[int, dict[str, str]]] = []
    free = {candidate.name for candidate in candidates if candidate.free}
    for chosen in product(*((None, *candidate.obeyed) for candidate in candidates)):
        pairs = [(candidate, target) for candidate, target in zip(candidates, chosen, strict=True) if target]
        alone = len(pairs) == 1 and not pairs[0][0].alone
        if not alone and (most is None or len(pairs) <= most):
            obeyed = sum(candidate.obeyed[target] for candidate, target in pairs)
            within.append((obeyed, {candidate.name: target for candidate, target in pairs}))
    best = max(obeyed for obeyed, attackers in within if free.issuperset(attackers))
    return [attackers for obeyed, attackers in within if obeyed >= best]


@settings(max_examples=3000, deadline=None)
@given(board=CANDIDATES, most=st.none() | st.integers(0, 6))
def test_508_1d_legal_declarations_are_those_of_brute_force(
    board: list[tuple[dict[str, int], bool, bool]], most: int | None
) -> None:
    """The same sets, each declaration once; the default is the one with the fewest creatures, the earliest."""
    candidates = tuple(Attacker(f"c{number}", *creature) for number, creature in enumerate(board))
    options, expected = AttackOptions(candidates, most), _all(candidates, most)
    found = list(options.all())
    assert len(found) == len({tuple(attackers.items()) for attackers in found})
    assert sorted(map(str, found)) == sorted(map(str, expected))
    for chosen in product(*((None, *candidate.obeyed) for candidate in options.candidates)):
        names = [candidate.name for candidate in options.candidates]
        attackers = {name: target for name, target in zip(names, chosen, strict=True) if target}
        assert (options.why_not(attackers) is None) is (attackers in expected)
    places = {candidate.name: number for number, candidate in enumerate(candidates)}
    free = [attackers for attackers in expected if all(candidates[places[name]].free for name in attackers)]
    fewest = min(free, key=lambda attackers: (len(attackers), [places[name] for name in attackers]))
    assert list(options.default) == list(fewest)


@settings(max_examples=1500, deadline=None)
@given(board=CANDIDATES, most=st.none() | st.integers(0, 6))
def test_508_1d_creature_by_creature_exactly_the_legal_declarations_are_reached(
    board: list[tuple[dict[str, int], bool, bool]], most: int | None
) -> None:
    """No way that is given leads nowhere."""
    options = AttackOptions(tuple(Attacker(f"c{number}", *creature) for number, creature in enumerate(board)), most)
    reached: list[str] = []
    open_: list[tuple[str | None, ...]] = [()]
    while open_:
        said = open_.pop()
        following = options.ways_on(said)
        if following is not None:
            assert following[1]
            open_ += [(*said, way) for way in following[1]]
            continue
        names = (candidate.name for candidate in options.candidates)
        reached.append(str({name: target for name, target in zip(names, said, strict=True) if target}))
    assert sorted(reached) == sorted(map(str, options.all()))


def test_508_1d_a_big_board_is_settled_without_trying_declarations() -> None:
    """40 possible attackers, 20 of which have to attack, at most 25 of them: the first thousand are listed at once."""
    candidates = tuple(Attacker(f"c{number}", {"B": number % 2}, alone=number % 3 > 0) for number in range(40))
    options = AttackOptions(candidates, 25)
    assert options.required == 20
    assert list(options.default) == [f"c{number}" for number in range(40) if number % 2]
    assert options.why_not({"c1": "B"}) is not None
    for attackers in islice(options.all(), 1000):
        assert options.why_not(attackers) is None

"""Legality of blocks (509.1b, 509.1c) with costs (509.1d) against brute force over all declarations."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, product

from hypothesis import given, settings
from hypothesis import strategies as st

from mtg_fsm.game.block_legality import Blockable, Blocker, BlockOptions

ATTACKERS = ("a1", "a2", "a3", "a4")
Blocks = dict[str, tuple[str, ...]]

BLOCKERS = st.lists(
    st.tuples(
        st.sets(st.sampled_from(ATTACKERS)),
        st.booleans(),
        st.sampled_from((True, True, False)),
        st.sampled_from((True, True, False)),
    ),
    max_size=4,
)


def _choices(blocker: Blocker) -> list[tuple[str, ...]]:
    return [chosen for number in range(blocker.most + 1) for chosen in combinations(blocker.can_block, number)]


def _declared(blockers: tuple[Blocker, ...]) -> list[Blocks]:
    """Every declaration there is, legal or not."""
    return [
        {blocker.name: attackers for blocker, attackers in zip(blockers, chosen, strict=True) if attackers}
        for chosen in product(*map(_choices, blockers))
    ]


def _legal(attackers: tuple[Blockable, ...], blockers: tuple[Blocker, ...], most: int | None) -> list[Blocks]:
    """Every declaration within the restrictions (509.1b) that obeys as much as can be without a cost (509.1c)."""
    known = {blocker.name: blocker for blocker in blockers}
    within: list[tuple[int, Blocks]] = []
    for declared in _declared(blockers):
        numbers = Counter(name for blocked in declared.values() for name in blocked)
        alone = len(declared) == 1 and not all(known[name].alone for name in declared)
        menaced = any(attacker.menace and numbers[attacker.name] == 1 for attacker in attackers)
        if not alone and not menaced and (most is None or len(declared) <= most):
            obeyed = sum(known[name].required for name in declared)
            obeyed += sum(attacker.required and numbers[attacker.name] > 0 for attacker in attackers)
            within.append((obeyed, declared))
    best = max(obeyed for obeyed, declared in within if all(known[name].free for name in declared))
    return [declared for obeyed, declared in within if obeyed >= best]


@settings(max_examples=3000, deadline=None)
@given(
    attackers=st.lists(st.tuples(st.booleans(), st.booleans()), max_size=4),
    board=BLOCKERS,
    two=st.integers(0, 3),
    most=st.none() | st.integers(0, 4),
)
def test_509_1c_legal_declarations_are_those_of_brute_force(
    attackers: list[tuple[bool, bool]], board: list[tuple[set[str], bool, bool, bool]], two: int, most: int | None
) -> None:
    """The same sets, each declaration once; the default is the one with the fewest creatures, the earliest.

    One of the creatures can block two attackers.
    """
    blockables = tuple(Blockable(name, *traits) for name, traits in zip(ATTACKERS, attackers, strict=False))
    names = [blockable.name for blockable in blockables]
    blockers = tuple(
        Blocker(f"b{number}", tuple(name for name in names if name in can), 2 if number == two else 1, *traits)
        for number, (can, *traits) in enumerate(board)
    )
    options, expected = BlockOptions(blockables, blockers, most), _legal(blockables, blockers, most)
    found = list(options.all())
    assert sorted(map(str, (sorted(declared.items()) for declared in found))) == sorted(
        map(str, (sorted(declared.items()) for declared in expected))
    )
    for declared in _declared(blockers):
        assert (options.why_not(declared) is None) is (declared in expected)
    places = {blocker.name: number for number, blocker in enumerate(blockers)}
    free = [declared for declared in expected if all(blockers[places[name]].free for name in declared)]
    fewest = min(free, key=lambda declared: (len(declared), sorted(places[name] for name in declared)))
    assert found[0] == options.default
    assert list(options.default) == sorted(fewest, key=lambda name: places[name])


@settings(max_examples=1000, deadline=None)
@given(
    attackers=st.lists(st.tuples(st.booleans(), st.booleans()), max_size=4),
    board=BLOCKERS,
    two=st.integers(0, 3),
    most=st.none() | st.integers(0, 4),
)
def test_509_1c_creature_by_creature_exactly_the_legal_declarations_are_reached(
    attackers: list[tuple[bool, bool]], board: list[tuple[set[str], bool, bool, bool]], two: int, most: int | None
) -> None:
    """No way that is given leads nowhere, and none leads to what another does."""
    blockables = tuple(Blockable(name, *traits) for name, traits in zip(ATTACKERS, attackers, strict=False))
    names = [blockable.name for blockable in blockables]
    blockers = tuple(
        Blocker(f"b{number}", tuple(name for name in names if name in can), 2 if number == two else 1, *traits)
        for number, (can, *traits) in enumerate(board)
    )
    options, reached = BlockOptions(blockables, blockers, most), list[str]()
    open_: list[tuple[tuple[str | None, ...], Blocks]] = [((), {})]
    while open_:
        said, chosen = open_.pop()
        following = options.ways_on(said)
        if following is None:
            reached.append(str(sorted(chosen.items())))
            continue
        name, ways = following
        assert ways
        for attacker in ways:
            blocked = chosen.get(name, ()) + (() if attacker is None else (attacker,))
            open_.append(((*said, attacker), {**chosen, name: blocked} if blocked else chosen))
    assert sorted(reached) == sorted(str(sorted(declared.items())) for declared in options.all())


def test_509_1c_a_big_board_is_settled_without_trying_declarations() -> None:
    """40 attackers, 8 with menace, 6 flying, 20 that have to be blocked; 30 blockers, 8 of which have to block."""
    attackers = tuple(Blockable(f"a{number}", number % 2 == 0, number % 5 == 0) for number in range(40))
    ground = tuple(attacker.name for number, attacker in enumerate(attackers) if number % 7)
    every = tuple(attacker.name for attacker in attackers)
    blockers = tuple(
        Blocker(
            f"b{number}",
            ground if number % 3 else every,
            2 if number % 13 == 0 else 1,
            required=number % 4 == 0,
            alone=number % 9 > 0,
            free=number % 11 > 0,
        )
        for number in range(30)
    )
    options = BlockOptions(attackers, blockers)
    assert options.required == 27
    assert options.why_not({}) is not None
    for declared in islice(options.all(), 20):
        assert options.why_not(declared) is None

"""The heaviest flow through a small network, for deciding who can block whom (509.1c)."""

from __future__ import annotations

from collections.abc import Hashable

Node = Hashable


class Flow:
    """A network of arcs with a capacity and a weight a unit."""

    def __init__(self) -> None:
        self._arcs: list[tuple[int, int, int]] = []
        self._room: list[int] = []
        self._nodes: dict[Node, int] = {}

    def _number(self, node: Node) -> int:
        return self._nodes.setdefault(node, len(self._nodes))

    def add(self, start: Node, end: Node, capacity: int, weight: int = 0) -> None:
        """Adds an arc, and the way back that lets a later path undo what an earlier one took."""
        if capacity > 0:
            one, other = self._number(start), self._number(end)
            self._arcs += [(one, other, weight), (other, one, -weight)]
            self._room += [capacity, 0]

    def heaviest(self, source: Node, sink: Node) -> int:
        """The largest total weight that can flow; the network is used up by that.

        Path after path, always the heaviest that is left, as long as that adds something: so the sum is the largest.
        """
        start, end, total = self._number(source), self._number(sink), 0
        while True:
            weights, taken = self._heaviest_paths(start)
            weight = weights[end]
            if weight is None or weight <= 0:
                return total
            path: list[int] = []
            node = end
            while node != start:
                path.append(taken[node])
                node = self._arcs[taken[node]][0]
            units = min(self._room[arc] for arc in path)
            for arc in path:
                self._room[arc] -= units
                self._room[arc ^ 1] += units
            total += units * weight

    def _heaviest_paths(self, start: int) -> tuple[list[int | None], dict[int, int]]:
        """From the start to each node the weight of the heaviest path with room (None: there is none), and its arc."""
        weights: list[int | None] = [None] * len(self._nodes)
        taken: dict[int, int] = {}
        weights[start], changed = 0, True
        while changed:
            changed = False
            for number, (one, other, weight) in enumerate(self._arcs):
                here = weights[one]
                there = weights[other]
                if here is not None and self._room[number] and (there is None or here + weight > there):
                    weights[other], taken[other], changed = here + weight, number, True
        return weights, taken

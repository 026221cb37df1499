"""How the pages above the leaves of an index grow while `VACUUM` fills these, and in which order all its pages are taken.

What happens at the leaves (`filling.py`) puts cells into the last page above them. One that is overfull shares with the one
before it, as does one that is nearly empty: the first is filled, the next cell goes up, the rest into the second one, or a
third. Where all fits into the first, the second page is given back, and the next page that is needed is that one; pages that share
have their numbers in order afterwards. Where the root is overfull, a page takes all that it holds, and the tree is one higher.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from repobook.store.btree import Odd
from repobook.store.filling import Event

_HEADER_BYTES, _SPOT_BYTES, _CHILD_BYTES = 12, 2, 4
_MAX_FREE = 100  # that one page lists


class Node:
    """A page above the leaves: the sizes of its cells, and in the end which cells these are and what is below them."""

    def __init__(self, cells: list[int]) -> None:
        self.put(cells)
        self.number = 0
        self.slot = 0  # which of the tree's numbers it is going to have
        self.children: list[int] = []
        self.dividers: list[int] = []  # their places among all cells between leaves

    def put(self, cells: list[int]) -> None:
        self.cells = cells
        self.used = sum(cells) + _SPOT_BYTES * len(cells)

    def add(self, size: int) -> None:
        self.cells.append(size)
        self.used += size + _SPOT_BYTES

    def drop(self) -> int:
        size = self.cells.pop()
        self.used -= size + _SPOT_BYTES
        return size


class Grown:
    """A tree as it has become: the numbers of its leaves, and the pages above them."""

    def __init__(
        self, groups: Sequence[Sequence[Event]], page_bytes: int, root: int, numbers: Sequence[int]
    ) -> None:
        """`groups` is what happened at each leaf, `numbers` are those of all pages but the root's, in the order in which they are taken."""
        self._space, self._page_bytes = page_bytes - _HEADER_BYTES, page_bytes
        top = Node([])
        top.number = root
        self._levels = [[top]]
        self._slots = [0]  # of the leaves
        self._taken = 1
        self._free: list[int] = []  # given back: the first lists the others
        for leaf, group in enumerate(groups):
            for event in group:
                self._happen(leaf, event)
        if self._taken != len(numbers) or self._free:
            raise Odd("another number of pages")
        self.leaves = [numbers[slot] for slot in self._slots]
        for level in self._levels[:-1]:
            for node in level:
                node.number = numbers[node.slot]
        levels, leaves, dividers = (
            [iter(level) for level in self._levels],
            iter(self.leaves),
            itertools.count(),
        )

        def visit(height: int) -> int:
            node = next(levels[height])
            for at in range(len(node.cells) + 1):
                node.children.append(visit(height - 1) if height else next(leaves))
                if at < len(node.cells):
                    node.dividers.append(next(dividers))
            return node.number

        visit(len(levels) - 1)
        self.nodes = [node for level in self._levels for node in level]

    def _happen(self, leaf: int, event: Event) -> None:
        """A leaf is filled, or a new one begun: put the cells between them into the page above."""
        lowest = self._levels[0][-1]
        if event.before:
            lowest.drop()
            lowest.add(event.before + _CHILD_BYTES)
        if event.kind == "leaf":
            sharing = (
                2 if lowest.cells else 1
            )  # the leaf before this one, too, where both have one page above them
            self._slots.append(self._take())
            self._slots[leaf + 1 - sharing :] = sorted(self._slots[leaf + 1 - sharing :])
            lowest.add(event.size + _CHILD_BYTES)
        height = 0
        while self._share(height):
            height += 1

    def _share(self, height: int) -> bool:
        """Have the last page of a level share with the one before it, where it must; tell whether the one above may have to, too."""
        node = self._levels[height][-1]
        free = self._space - node.used
        if free >= 0 and free * 3 <= self._page_bytes * 2:
            return False
        if height == len(self._levels) - 1:
            if free >= 0:
                return False
            child = Node(node.cells)
            node.put([])
            self._levels[height] = [child]
            self._levels.append([node])
            child.slot = self._take()
            node = child
        above = self._levels[height + 1][-1]
        if not above.cells:
            shared, cells = [node], node.cells
        else:
            left = self._levels[height][-2]
            if free >= 0 and left.used + above.cells[-1] + _SPOT_BYTES > self._space:
                return True  # nothing can move
            shared, cells = [left, node], [*left.cells, above.drop(), *node.cells]
        parts, dividers = self._spread(cells)
        if len(parts) < len(shared):
            given = [self._levels[height].pop()]
            if not above.cells and height + 2 == len(self._levels):  # the root takes all that there is
                given.insert(0, shared[0])
                self._levels[height:] = [[above]]
                shared = [above]
            self._give_back(given)
        for _ in parts[len(shared) :]:
            shared.append(Node([]))
            shared[-1].slot = self._take()
            self._levels[height].append(shared[-1])
        slots = sorted(one.slot for one in shared[: len(parts)])
        for one, part, slot in zip(shared, parts, slots, strict=False):
            one.put(part)
            one.slot = slot
        for size in dividers:
            above.add(size)
        return height + 1 < len(self._levels)

    def _take(self) -> int:
        """Return the slot of the next page: the smallest of those that were given back, that which lists them last; else a new one."""
        if self._free:
            slot = min(self._free[1:], default=self._free[0])
            self._free.remove(slot)
            return slot
        self._taken += 1
        return self._taken - 1

    def _give_back(self, nodes: list[Node]) -> None:
        self._free += [node.slot for node in nodes]
        if len(self._free) > _MAX_FREE:
            raise Odd("more free pages than one lists")

    def _spread(self, cells: list[int]) -> tuple[list[list[int]], list[int]]:
        """Return the cells of pages that are filled one after the other, and those between the pages."""
        parts: list[list[int]] = []
        dividers: list[int] = []
        begin = 0
        while True:
            used, end = 0, begin
            while end < len(cells) and used + cells[end] + _SPOT_BYTES <= self._space:
                used += cells[end] + _SPOT_BYTES
                end += 1
            parts.append(cells[begin:end])
            if end == len(cells):
                return parts, dividers
            dividers.append(cells[end])
            begin = end + 1
            if begin == len(cells):  # no page is empty
                dividers[-1:] = parts[-1][-1:]
                parts[-1].pop()
                return [*parts, [cells[end]]], dividers

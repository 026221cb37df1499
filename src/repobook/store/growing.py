"""How the pages above the leaves of an index grow while `VACUUM` fills these, and in which order all its pages are taken.

What happens at the leaves (`filling.py`) puts cells into the last page above them. One that is overfull shares with the one
before it, as does one that is nearly empty: the first is filled, the next cell goes up, the rest into the second one, or a
third. Where the root is overfull, a page takes all that it holds, and the tree is one higher.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from repobook.store.btree import Odd
from repobook.store.filling import Event

_HEADER_BYTES, _SPOT_BYTES, _CHILD_BYTES = 12, 2, 4


class Node:
    """A page above the leaves: the sizes of its cells, and in the end which cells these are and what is below them."""

    def __init__(self, cells: list[int]) -> None:
        self.put(cells)
        self.number = 0
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
        self._taken: list[int | Node] = [0]
        for leaf, group in enumerate(groups):
            for event in group:
                self._happen(leaf, event)
        if len(self._taken) != len(numbers):
            raise Odd("another number of pages")
        self.leaves = [0] * len(groups)
        for taken, number in zip(self._taken, numbers, strict=True):
            if isinstance(taken, Node):
                taken.number = number
            else:
                self.leaves[taken] = number
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
            self._taken.append(leaf + 1)
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
            self._taken.append(child)
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
            raise Odd("a page that is given back")
        for _ in parts[len(shared) :]:
            shared.append(Node([]))
            self._levels[height].append(shared[-1])
            self._taken.append(shared[-1])
        for one, part in zip(shared, parts, strict=True):
            one.put(part)
        for size in dividers:
            above.add(size)
        return True

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

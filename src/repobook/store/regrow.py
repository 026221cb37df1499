"""An index whose leaves are filled in another way than they were, with as many pages: all above the leaves is made anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from repobook.store.btree import (
    INDEX_INTERIOR,
    INDEX_LEAF,
    Image,
    Odd,
    Tree,
    pack_leaf,
    pack_page,
    read_divider,
    read_leaf,
    taken_numbers,
)
from repobook.store.filling import Event, Filling, Row
from repobook.store.growing import Grown

_LEAF_HEADER_BYTES, _SPOT_BYTES = 8, 2


class Run(NamedTuple):
    """Leaves of a tree that are filled anew, from `first` on, and the pages of their cells' ends.

    `is_same`: what happened meanwhile is what happened when the last book's were filled.
    """

    first: int
    row: Row
    filling: Filling
    chains: list[list[int]]
    is_same: bool


class Regrown:
    """The pages of an index that is plain (`btree.is_plain`), of those that the last book has and of runs that are filled anew."""

    def __init__(self, old: Image, tree: Tree, runs: list[Run]) -> None:
        self._old, self._tree, self._runs = old, tree, runs
        numbers = taken_numbers(tree)
        self._dividers = [read_divider(old, place) for place in tree.places]
        if any(run.row.rests for run in runs):
            raise Odd("cells with pages of their own")
        groups = self._groups()
        self._check(Grown(groups, old.page_bytes, tree.interiors[0], numbers))
        for run in runs:
            groups[run.first : run.first + len(run.filling.groups)] = run.filling.groups
        self._grown = Grown(groups, old.page_bytes, tree.interiors[0], numbers)

    def _groups(self) -> list[list[Event]]:
        """Return what happened at each of the last book's leaves, told from what has become of it."""
        old, leaves = self._old, self._tree.leaves
        groups: list[list[Event]] = []
        before, last, is_filled = 0, len(leaves) - 1, False
        for at, number in enumerate(leaves):
            cells = read_leaf(old, number, False, is_plain=True)
            count = cells.total()
            free = cells.edge(count) - _LEAF_HEADER_BYTES - _SPOT_BYTES * count
            if at == last:
                # Was the leaf before this one filled in the end? Then the cell between them has no room in it.
                groups.append([Event("filled", before, 0)] if is_filled else [])
                break
            divider = self._dividers[at].size()
            size = cells.edge(count - 1) - cells.edge(count)
            is_filled = free < divider + _SPOT_BYTES
            if not is_filled:
                if at != last - 1:
                    raise Odd("leaves that were filled in another way")
                size, free = divider, free - divider - _SPOT_BYTES
            is_apart = before > 0 and free < before + _SPOT_BYTES
            groups.append([Event("filled", before, 0)] if is_apart else [])
            groups[-1].append(Event("leaf", 0 if is_apart else before, size))
            before = divider
        if any(4 in event[1:] for group in groups for event in group):
            raise Odd("cells too small to tell how they are spread")
        return groups

    def _check(self, grown: Grown) -> None:
        """See that the last book's tree grew as we think that it did."""
        tree, size = self._tree, self._old.page_bytes
        holders = {divider: node.number for node in grown.nodes for divider in node.dividers}
        if grown.leaves != tree.leaves or any(
            place // size + 1 != holders[at] for at, place in enumerate(tree.places)
        ):
            raise Odd("a tree that grew in another way")

    def pages(self) -> Iterator[tuple[int, bytes]]:
        """Yield all pages above the leaves, and the leaves that are filled anew or have another number."""
        old, grown, size = self._old, self._grown, self._old.page_bytes
        known = set()
        dividers = [chunk.content(0, 1) for chunk in self._dividers]
        for run in self._runs:
            for at, (begin, end) in enumerate(run.filling.leaves, run.first):
                known.add(at)
                spots, content = run.row.spots(begin, end, size), run.row.content(begin, end)
                yield grown.leaves[at], pack_leaf(INDEX_LEAF, size, spots, content)
                if at < len(dividers):
                    dividers[at] = run.row.content(end, end + 1)
        for at, (was, number) in enumerate(zip(self._tree.leaves, grown.leaves, strict=True)):
            if was != number and at not in known:
                yield number, old.page(was)
        for node in grown.nodes:
            cells = [
                child.to_bytes(4, "big") + dividers[at]
                for child, at in zip(node.children, node.dividers, strict=False)
            ]
            if [len(cell) for cell in cells] != node.cells:
                raise Odd("a page that grew in another way")
            right = node.children[-1].to_bytes(4, "big")
            yield (
                node.number,
                pack_page(bytes((INDEX_INTERIOR,)), right, size, node.cells, b"".join(reversed(cells))),
            )

"""How `VACUUM` fills the pages of a tree with cells, told from their sizes alone.

It puts cells in one by one, in their order, and takes a new page from the end of the file whenever it needs one. What it does
with the pages above the leaves depends on what happens at the leaves, and on nothing else: so two rows of cells at which the
same happens, in the same order (`Filling.events`), have the same pages at the same places, but for what stands in their leaves.

In a table a cell that does not fit begins the next leaf. In an index the first leaf of the last two is filled with what fits,
the next cell goes to the page above, and the rest into the second one; but only when the second one is full. Until then
the first one has a cell less, which stands above, and the cell that stood there begins the second one.
"""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from repobook.store.btree import Chunk, Image, Odd, Over, varint

_LEAF_HEADER_BYTES, _SPOT_BYTES = 8, 2


class Event(NamedTuple):
    """What happens while cells are put in: the leaf before is `filled`, a new `leaf` begins, or a cell gets pages of its `own`.

    `before` is the size of the cell that stands between the leaf that is filled and the next one now, or 0; `size` that of the cell
    between the last two leaves, or the number of pages.
    """

    kind: str
    before: int
    size: int


class Source(NamedTuple):
    """A chunk of a row of cells; `leaf` is the place of the last book's leaf that it is, where the filling may end before it."""

    chunk: Chunk
    image: Image
    leaf: int | None


class Rest(NamedTuple):
    """A cell of a row whose end stands in other pages."""

    at: int
    image: Image
    over: Over


class Row:
    """Cells of a tree from some leaf on, read as they are asked for."""

    def __init__(self, sources: Iterator[Source], most_cells: int) -> None:
        self._sources = sources
        self._most_cells = most_cells
        self._used = array("Q", (0,))  # by all cells before each
        self._chunks: list[tuple[int, Chunk]] = []  # with the number of their first cell
        self.rests: list[Rest] = []
        self.leaves: dict[int, int] = {}  # first cell -> place of the leaf
        self._is_whole = False

    def __len__(self) -> int:
        return len(self._used) - 1

    def _extend(self) -> bool:
        source = next(self._sources, None)
        if source is None:
            self._is_whole = True
            return False
        first, chunk = len(self), source.chunk
        if source.leaf is not None:
            self.leaves[first] = source.leaf
        if chunk.sizes:
            spaces = (size + _SPOT_BYTES for size in chunk.sizes)
            self._used.extend(itertools.accumulate(spaces, initial=self._used.pop()))
            self._chunks.append((first, chunk))
            self.rests += [Rest(first + over.at, source.image, over) for over in chunk.over]
        if len(self) > self._most_cells:
            raise Odd("more cells than are worth it")
        return True

    def first_beyond(self, begin: int, space: int) -> int | None:
        """Return the first cell from `begin` on that a leaf of so much space has no room for; None where all have it."""
        while len(self) <= begin or self._used[-1] - self._used[begin] <= space:
            if self._is_whole or not self._extend():
                return None
        return bisect_right(self._used, self._used[begin] + space, begin) - 1

    def is_leaf(self, at: int) -> int | None:
        """Return which leaf of the last book begins with a cell, where the filling may end there."""
        while len(self) <= at and not self._is_whole and self._extend():
            pass
        return self.leaves.get(at)

    def size(self, at: int) -> int:
        return self._used[at + 1] - self._used[at] - _SPOT_BYTES

    def sizes(self, begin: int, end: int) -> list[int]:
        used = self._used[begin : end + 1]
        return [after - before - _SPOT_BYTES for before, after in itertools.pairwise(used)]

    def content(self, begin: int, end: int) -> bytes:
        """Return the bytes of cells as a page holds them: the last one first."""
        parts = []
        at = bisect_right(self._chunks, begin, key=lambda item: item[0]) - 1
        while begin < end:
            first, chunk = self._chunks[at]
            until = min(end, first + len(chunk.sizes))
            low, high = (chunk.end - self._bytes(first, to) for to in (until, begin))
            parts.append(chunk.source[low:high])
            begin, at = until, at + 1
        return b"".join(reversed(parts))

    def _bytes(self, begin: int, end: int) -> int:
        return self._used[end] - self._used[begin] - _SPOT_BYTES * (end - begin)

    def rowid(self, at: int) -> bytes:
        """Return the number of a table's row, as its cell has it."""
        cell = self.content(at, at + 1)
        begin = varint(cell, 0)[1]
        return cell[begin : varint(cell, begin)[1]]


class Filling(NamedTuple):
    """Leaves as first cell and the one behind their last, and what happened while they were filled.

    `end` is the leaf of the last book before which it ended, or None at the tree's end; `last` the last cell that was put in.
    """

    leaves: list[tuple[int, int]]
    groups: list[list[Event]]  # of each leaf
    events: list[Event]
    end: int | None
    last: int


def fill_table(row: Row, page_bytes: int, first: int, is_end: Callable[[int, int], bool]) -> Filling:
    """Fill the leaves of a table from the leaf `first` on, until `is_end` says of a leaf, and the cell that it begins with, that
    it ends there."""
    space = page_bytes - _LEAF_HEADER_BYTES
    leaves: list[tuple[int, int]] = []
    events: list[tuple[int, int, Event]] = []
    begin, end = 0, None
    while True:
        if leaves and is_end(first + len(leaves), begin):
            end = first + len(leaves)
            break
        beyond = row.first_beyond(begin, space)
        if beyond is None:
            leaves.append((begin, len(row)))
            break
        if beyond == begin:
            raise Odd("a cell that has no room in any leaf")
        leaves.append((begin, beyond))
        events.append((beyond, 1, Event("leaf", 0, len(row.rowid(beyond - 1)))))
        begin = beyond
    last = begin if end is not None else len(row) - 1
    return Filling(leaves, [], _in_order(row, events, last), end, last)


def fill_index(
    row: Row, page_bytes: int, first: int, divider_bytes: int, is_end: Callable[[int, int], bool]
) -> Filling:
    """Fill the leaves of an index; `divider_bytes` is the size of the cell before the first leaf, or 0."""
    space = page_bytes - _LEAF_HEADER_BYTES
    leaves: list[tuple[int, int]] = []
    events: list[tuple[int, int, Event]] = []
    begins: list[int] = []  # of the leaves among the events
    begin, end = 0, None
    while True:
        if leaves and is_end(first + len(leaves), begin):
            end = first + len(leaves)
            break
        begins.append(len(events))
        beyond = row.first_beyond(begin, space)
        before = row.size(begin - 1) if leaves else divider_bytes
        filled = None
        if before:  # when is the leaf before this one filled?
            filled = row.first_beyond(begin, space - before - _SPOT_BYTES)
            if filled is not None and filled != beyond:
                events.append((filled, 1, Event("filled", before, 0)))
        if beyond is None:
            if leaves and filled is None:  # never
                head, stop = leaves[-1]
                leaves[-1] = head, stop - 1
                begin -= 1
            leaves.append((begin, len(row)))
            break
        if beyond < begin + 3 or 4 in (before, row.size(beyond - 1)):  # what has three bytes has four in a leaf
            raise Odd("cells too large or too small to tell how they are spread")
        leaves.append((begin, beyond))
        events.append((beyond, 1, Event("leaf", before if filled == beyond else 0, row.size(beyond - 1))))
        begin = beyond + 1
    last = begin - 1 if end is not None else len(row) - 1
    groups = [[event for *_, event in events[at:to]] for at, to in itertools.pairwise((*begins, len(events)))]
    return Filling(leaves, groups, _in_order(row, events, last), end, last)


def _in_order(row: Row, events: list[tuple[int, int, Event]], last: int) -> list[Event]:
    """Return what happened in its order: a cell gets pages of its own before it is put into a leaf."""
    if row.rests:
        own = [
            (rest.at, 0, Event("own", 0, rest.image.count_over(rest.over))) for rest in row.rests if rest.at <= last
        ]
        events = sorted((*events, *own), key=lambda event: event[:2])
    return [event for *_, event in events]

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

    def __init__(self, sources: Iterator[Source]) -> None:
        self._sources = sources
        self._chunks: list[Chunk] = []
        self._firsts: list[int] = []  # the number of the first cell of each
        self._before: list[int] = []  # bytes that cells before each need in a leaf
        self._count = self._used = 0
        self.rests: list[Rest] = []
        self._leaves: dict[int, int] = {}  # first cell -> place of the leaf
        self._is_whole = False

    def __len__(self) -> int:
        return self._count

    def _extend(self) -> bool:
        source = next(self._sources, None)
        if source is None:
            self._is_whole = True
            return False
        chunk, count = source.chunk, source.chunk.total()
        if source.leaf is not None:
            self._leaves[self._count] = source.leaf
        if count:
            self._chunks.append(chunk)
            self._firsts.append(self._count)
            self._before.append(self._used)
            self.rests += [Rest(self._count + over.at, source.image, over) for over in chunk.over]
            self._used += chunk.size() + _SPOT_BYTES * count
            self._count += count
        return True

    def _find(self, at: int) -> tuple[int, Chunk, int]:
        """Return the place of a cell's chunk, that chunk, and the cell's place in it."""
        place = bisect_right(self._firsts, at) - 1
        return place, self._chunks[place], at - self._firsts[place]

    def first_beyond(self, begin: int, space: int) -> int | None:
        """Return the first cell from `begin` on that a leaf of so much space has no room for; None where all have it."""
        while self._count <= begin:
            if self._is_whole or not self._extend():
                return None
        place, chunk, at = self._find(begin)
        limit = self._before[place] + chunk.page_bytes - chunk.edge(at) + _SPOT_BYTES * at + space
        while self._used <= limit:
            if self._is_whole or not self._extend():
                return None
        place = bisect_right(self._before, limit) - 1
        chunk, limit = self._chunks[place], limit - self._before[place]

        def used(cell: int) -> int:
            return chunk.page_bytes - chunk.edge(cell + 1) + _SPOT_BYTES * (cell + 1)

        return self._firsts[place] + bisect_right(range(chunk.total()), limit, key=used)

    def leaf(self, at: int) -> int | None:
        """Return which leaf of the last book begins with a cell, where the filling may end there."""
        while self._count <= at and not self._is_whole and self._extend():
            pass
        return self._leaves.get(at)

    def size(self, at: int) -> int:
        _, chunk, cell = self._find(at)
        return chunk.edge(cell) - chunk.edge(cell + 1)

    def _parts(self, begin: int, end: int) -> Iterator[tuple[Chunk, int, int]]:
        """Yield the chunks of cells, and which of each."""
        while begin < end:
            _, chunk, at = self._find(begin)
            until = min(chunk.total(), at + end - begin)
            yield chunk, at, until
            begin += until - at

    def content(self, begin: int, end: int) -> bytes:
        """Return the bytes of cells as a page holds them: the last one first."""
        parts = [chunk.content(at, until) for chunk, at, until in self._parts(begin, end)]
        return b"".join(reversed(parts))

    def spots(self, begin: int, end: int, page_bytes: int) -> bytes:
        """Return where cells begin in a page of their own."""
        moved, edge = [], page_bytes
        for chunk, at, until in self._parts(begin, end):
            moved.append(chunk.moved_spots(at, until, edge))
            edge -= chunk.edge(at) - chunk.edge(until)
        return b"".join(moved)

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
        if beyond < begin + 3 or 4 in (
            before,
            row.size(beyond - 1),
        ):  # what has three bytes has four in a leaf
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
            (rest.at, 0, Event("own", 0, rest.image.count_over(rest.over)))
            for rest in row.rests
            if rest.at <= last
        ]
        events = sorted((*events, *own), key=lambda event: event[:2])
    return [event for *_, event in events]

"""The pages of an SQLite file, as its file format states them: trees, leaves, cells. Nothing here writes.

Cells of a page are taken together as a `Chunk`: the places where they begin, two bytes each, and their bytes in the order in which
a page holds them, the last one first. So the cells of several pages can be put into others without looking at each of them.
"""

from __future__ import annotations

import itertools
import mmap
import operator
import os
import struct
from collections.abc import Sequence
from typing import NamedTuple

HEADER_BYTES = 100  # of the file, before the header of its first page
TABLE_LEAF, INDEX_LEAF, TABLE_INTERIOR, INDEX_INTERIOR = 13, 10, 5, 2
LEAVES = frozenset((TABLE_LEAF, INDEX_LEAF))
_INTERIORS = frozenset((TABLE_INTERIOR, INDEX_INTERIOR))
_MIN_CELL_BYTES = 4
_MAX_DEPTH = 20
_LOCK_BYTE = 1 << 30  # no database has a page here
_number = struct.Struct(">I").unpack_from
_head = struct.Struct(
    ">BHHHB"
).unpack_from  # kind, first free block, cells, where their bytes begin, bytes in gaps
_pair = struct.Struct(">HH").unpack_from


class Odd(Exception):
    """The file is not one that this module knows how to read."""


class Over(NamedTuple):
    """A cell whose end stands in pages of its own: which one of its chunk, the first page, and how many bytes stand there."""

    at: int
    first: int
    size_bytes: int


class Chunk(NamedTuple):
    """Cells in their order, one after the other from the end of a page of which `base` is the beginning in `source`."""

    spots: bytes
    source: mmap.mmap | bytes
    base: int
    page_bytes: int
    over: tuple[Over, ...]

    def total(self) -> int:
        return len(self.spots) // 2

    def edge(self, at: int) -> int:
        """Return where the cells before one end, in its page."""
        return self.spots[2 * at - 2] << 8 | self.spots[2 * at - 1] if at else self.page_bytes

    def size(self) -> int:
        """Return the bytes of all cells."""
        return self.page_bytes - self.edge(self.total())

    def content(self, begin: int, end: int) -> bytes:
        """Return the bytes of cells as a page holds them: the last one first."""
        return self.source[self.base + self.edge(end) : self.base + self.edge(begin)]

    def moved_spots(self, begin: int, end: int, edge: int) -> bytes:
        """Return where cells begin in a page in which those before them end at `edge`."""
        return shift(self.spots[2 * begin : 2 * end], edge - self.edge(begin))


class Tree:
    """The leaves of a tree in their order, and where in the file the cell between each and the next one stands."""

    def __init__(self) -> None:
        self.leaves: list[int] = []
        self.places: list[int] = []
        self.interiors: list[int] = []


class Image:
    """A database file that nobody writes meanwhile. Use it as a context manager."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as stream:
            self.size_bytes = os.fstat(stream.fileno()).st_size
            if self.size_bytes < 2 * HEADER_BYTES:
                raise Odd("no database")
            self.data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self.header = self.data[:HEADER_BYTES]
        (size,) = struct.unpack_from(">H", self.header, 16)
        self.page_bytes = 65536 if size == 1 else size
        # In the file's own words: rollback journal, nothing reserved, and the only shares of a page that it allows.
        known = bytes((1, 1, 0, 64, 32, 32))
        if self.header[:16] != b"SQLite format 3\0" or self.header[18:24] != known or size < 512:
            raise Odd("another format")
        self.pages, rest = divmod(self.size_bytes, self.page_bytes)
        if rest or self.pages != self.word(28) or self.word(24) != self.word(92):
            raise Odd("another size than it says")
        if self.word(52) or self.word(64) or self.word(56) != 1:
            raise Odd("vacuums itself, or is not in UTF-8")

    def __enter__(self) -> Image:
        return self

    def __exit__(self, *exception: object) -> None:
        self.data.close()

    def word(self, at: int) -> int:
        """Return a number of the file's header."""
        return int(_number(self.header, at)[0])

    def place(self, number: int) -> int:
        """Return where a page begins."""
        if not 1 < number <= self.pages:
            raise Odd("no such page")
        return (number - 1) * self.page_bytes

    def kind(self, number: int) -> int:
        return self.data[self.place(number)]

    def page(self, number: int) -> bytes:
        begin = self.place(number)
        return self.data[begin : begin + self.page_bytes]

    def next_over(self, number: int) -> int:
        """Return the page that follows in a cell's own pages, or 0."""
        return int(_number(self.data, self.place(number))[0])

    def count_over(self, over: Over) -> int:
        """Return how many pages hold the end of a cell."""
        return -(-over.size_bytes // (self.page_bytes - 4))

    def chain(self, over: Over) -> list[int]:
        """Return the pages that hold the end of a cell."""
        numbers, number = [], over.first
        for _ in range(self.count_over(over)):
            numbers.append(number)
            number = self.next_over(number)
        if number:
            raise Odd("a cell is longer than it says")
        return numbers

    def rest(self, over: Over) -> bytes:
        """Return the end of a cell."""
        parts = [self.page(number)[4:] for number in self.chain(over)]
        return b"".join(parts)[: over.size_bytes]


def walk(image: Image, root: int) -> Tree:
    """Find all leaves of a tree."""
    tree = Tree()
    _descend(image, root, tree, 0)
    return tree


def is_plain(image: Image, tree: Tree) -> bool:
    """Tell whether all cells of a tree of several leaves, which was made at one go, end where they begin.

    Pages that hold ends of cells are taken while leaves are: they lie between these, or they are those of the first and last cells.
    """
    numbers, leaves, places = taken_numbers(tree), tree.leaves, tree.places
    lock = _LOCK_BYTE // image.page_bytes + 1
    span = numbers[-1] - numbers[0] + 1 - (numbers[0] < lock < numbers[-1])
    if len(leaves) < 2 or span != len(numbers):
        return False
    is_table = image.kind(leaves[0]) == TABLE_LEAF
    if any(read_leaf(image, leaf, is_table).over for leaf in (*leaves[:2], *leaves[-2:])):
        return False
    return is_table or not any(read_divider(image, place).over for place in (*places[:2], *places[-2:]))


def taken_numbers(tree: Tree) -> list[int]:
    """Return the numbers of a tree's pages in the order in which they were taken; its root had its own before."""
    return sorted((*tree.leaves, *tree.interiors[1:]))


def _descend(image: Image, number: int, tree: Tree, depth: int) -> None:
    begin = image.place(number)
    data = image.data
    if data[begin] in LEAVES:
        tree.leaves.append(number)
        return
    if data[begin] not in _INTERIORS or depth > _MAX_DEPTH or len(tree.interiors) > image.pages:
        raise Odd("no tree")
    tree.interiors.append(number)
    (count,) = struct.unpack_from(">H", data, begin + 3)
    if 12 + 2 * count > image.page_bytes:
        raise Odd("more cells than a page can hold")
    places = [begin + at for at in struct.unpack_from(f">{count}H", data, begin + 12)]
    children = [_number(data, place)[0] for place in places]
    children.append(_number(data, begin + 8)[0])
    if image.kind(children[0]) in LEAVES:
        tree.leaves += children
        tree.places += places
        return
    for at, child in enumerate(children):
        _descend(image, child, tree, depth + 1)
        if at < count:
            tree.places.append(places[at])


def varint(data: bytes | mmap.mmap, at: int) -> tuple[int, int]:
    """Return a number of variable length, and where it ends."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        if byte < 0x80:
            return value << 7 | byte, at
        value = value << 7 | byte & 0x7F
    return value << 8 | data[at], at + 1


def measure(data: bytes | mmap.mmap, at: int, is_table: bool, page_bytes: int) -> tuple[int, Over | None]:
    """Return the size of a leaf's cell, and where its end stands if not with it."""
    payload, end = varint(data, at)
    if is_table:
        end = varint(data, end)[1]
    most = page_bytes - 35 if is_table else (page_bytes - 12) * 64 // 255 - 23
    if payload <= most:
        return end + payload - at, None
    least = (page_bytes - 12) * 32 // 255 - 23  # of such a cell, what stands in its leaf
    local = least + (payload - least) % (page_bytes - 4)
    if local > most:
        local = least
    size = end + local + 4 - at
    return size, Over(0, int(_number(data, at + size - 4)[0]), payload - local)


def read_spots(image: Image, number: int) -> tuple[int, ...]:
    """Return where in a leaf its cells stand."""
    begin = image.place(number)
    (count,) = struct.unpack_from(">H", image.data, begin + 3)
    return struct.unpack_from(f">{count}H", image.data, begin + 8)


def read_leaf(image: Image, number: int, is_table: bool, is_plain: bool = False) -> Chunk:
    """Return the cells of a leaf. One that `is_plain` is known to hold nothing else, and no cell that ends elsewhere."""
    begin, page_bytes = image.place(number), image.page_bytes
    kind, free, count, content, gaps = _head(image.data, begin)
    if kind != (TABLE_LEAF if is_table else INDEX_LEAF) or 8 + 2 * count > page_bytes:
        raise Odd("no leaf")
    packed = image.data[begin + 8 : begin + 8 + 2 * count]
    if is_plain:
        return Chunk(packed, image.data, begin, page_bytes, ())
    spots = struct.unpack(f">{count}H", packed)
    if not (free or gaps) and count and spots[-1] == content:
        sizes = list(map(operator.sub, (page_bytes, *spots), spots))
        if min(sizes) >= _MIN_CELL_BYTES:  # one after the other: nothing but cells is there
            over = _check_sizes(image.page(number), spots, sizes, is_table)
            return Chunk(packed, image.data, begin, page_bytes, over)
    return _read_cells(image.page(number), spots, is_table, page_bytes)


def _check_sizes(page: bytes, spots: Sequence[int], sizes: list[int], is_table: bool) -> tuple[Over, ...]:
    """See that cells have the sizes that they say they have; return those that do not end in their leaf."""
    if not is_table and len(spots) > 1:
        payloads = operator.itemgetter(*spots)(page)
        if max(payloads) < 0x80 and [payload + 1 for payload in payloads] == sizes:
            return ()
    found = []
    for at, (spot, size) in enumerate(zip(spots, sizes, strict=True)):
        measured, over = measure(page, spot, is_table, len(page))
        if measured != size:
            raise Odd("a cell of another size")
        if over is not None:
            found.append(over._replace(at=at))
    return tuple(found)


def _read_cells(page: bytes, spots: Sequence[int], is_table: bool, page_bytes: int) -> Chunk:
    """Return cells as they stand where nothing else stands."""
    cells, over, moved, edge = [], [], [], page_bytes
    for at, spot in enumerate(spots):
        size, rest = measure(page, spot, is_table, page_bytes)
        if size < _MIN_CELL_BYTES or spot + size > page_bytes or size > edge:
            raise Odd("a cell of another size")
        if rest is not None:
            over.append(rest._replace(at=at))
        cells.append(page[spot : spot + size])
        edge -= size
        moved.append(edge)
    content = b"".join(reversed(cells))
    return Chunk(struct.pack(f">{len(moved)}H", *moved), bytes(edge) + content, 0, page_bytes, tuple(over))


def read_divider(image: Image, place: int) -> Chunk:
    """Return the cell of an index that stands between two leaves, as a leaf would hold it."""
    begin, page_bytes = place + 4, image.page_bytes
    size, over = measure(image.data, begin, False, page_bytes)
    if size < _MIN_CELL_BYTES or begin % page_bytes + size > page_bytes:
        raise Odd("a cell of another size")
    edge = page_bytes - size
    return Chunk(edge.to_bytes(2, "big"), image.data, begin - edge, page_bytes, (over,) if over else ())


def shift(spots: bytes, by: int) -> bytes:
    """Add a number to places of two bytes each, all at once: none of them leaves the page."""
    ones = int.from_bytes(b"\0\1" * (len(spots) // 2), "big")
    return (int.from_bytes(spots, "big") + by * ones).to_bytes(len(spots), "big")


def pack_leaf(kind: int, page_bytes: int, spots: bytes, content: bytes) -> bytes:
    """Make a leaf of cells: `content` holds them as a page does. Nothing else stands in it."""
    used, begin = 8 + len(spots), page_bytes - len(content)
    if used > begin:
        raise Odd("more cells than a page can hold")
    head = bytes((kind,)) + struct.pack(">HHHB", 0, len(spots) // 2, begin & 0xFFFF, 0)
    return b"".join((head, spots, bytes(begin - used), content))


def pack_page(kind: bytes, right: bytes, page_bytes: int, sizes: Sequence[int], content: bytes) -> bytes:
    """Make a page of cells; `right` is the last child of one that has children."""
    count, begin = len(sizes), page_bytes - len(content)
    spots = itertools.accumulate(sizes, operator.sub, initial=page_bytes)
    next(spots)
    head = kind + struct.pack(">HHHB", 0, count, begin & 0xFFFF, 0) + right
    used = len(head) + 2 * count
    if used > begin:
        raise Odd("more cells than a page can hold")
    return b"".join((head, struct.pack(f">{count}H", *spots), bytes(begin - used), content))

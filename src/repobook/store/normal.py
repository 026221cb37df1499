"""Make the bytes of each page depend on its cells alone.

SQLite fills the leaves of tables one row after the other, but moves cells of indexes from page to page while it fills these:
what a page held before decides then where in it a cell stands, and what stands between them. After this, cells stand one
after the other from the page's end, and zeros are all else.
"""

from __future__ import annotations

import contextlib
import itertools
import operator
import struct

from repobook.store.btree import (
    INDEX_INTERIOR,
    INDEX_LEAF,
    LEAVES,
    Image,
    Odd,
    measure,
    pack_page,
    shift,
    varint,
    walk,
)
from repobook.store.reader import open_reader

_head = struct.Struct(">BHHHB").unpack_from
_pair = struct.Struct(">HH").unpack_from
_ZEROS = bytes(65536)


def normalise(path: str) -> None:
    """Rewrite the pages of a database, fresh from `VACUUM`, whose bytes tell more than their cells."""
    # The tree of the schema is left alone: nothing but the schema decides what stands there.
    roots = [root for *_, root in read_schema(path) if root]
    with Image(path) as image, open(path, "r+b", buffering=0) as stream:
        for root in roots:
            tree = walk(image, root)
            numbers = list(tree.interiors)
            if image.kind(tree.leaves[0]) == INDEX_LEAF:
                numbers += tree.leaves
            for number in numbers:
                page = image.page(number)
                mended = normal_page(page)
                if mended is not page:
                    stream.seek(image.place(number))
                    stream.write(mended)


def read_schema(path: str) -> list[tuple[str, str, str, str, int]]:
    """Return all tables and indexes in the order in which they were made: type, name, table, text, root (0: it has no pages)."""
    with contextlib.closing(open_reader(path)) as connection:
        connection.row_factory = None
        rows = connection.execute(
            "SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema ORDER BY rowid"
        )
        found = [(*row[:4], row[4] or 0) for row in rows]
    if any(name == "sqlite_sequence" for _, name, *_ in found):
        raise Odd("counts rows by itself")
    return found


def normal_page(page: bytes) -> bytes:
    """Return a page with its cells one after the other; itself, where they are."""
    kind, free, count, content, gaps = _head(page)
    begin = 8 if kind in LEAVES else 12
    used = begin + 2 * count
    spots = struct.unpack_from(f">{count}H", page, begin)
    heads = [*itertools.compress(range(1, count), map(operator.lt, spots, spots[1:]))]
    # Bytes of cells are all that lies behind `content`, but for free blocks and gaps: these are counted.
    if not (heads or free or gaps):
        if page[used:content] == _ZEROS[: content - used]:
            return page
        return b"".join((page[:used], bytes(content - used), page[content:]))
    # Cells that lie one after the other as they should are moved as one. Mostly there are two such rows: the last cell took the
    # place of one that went to another page.
    rows = [
        (head, end, spots[end - 1], spots[head] + _measure(page, kind, spots[head]))
        for head, end in itertools.pairwise((0, *heads, count))
    ]
    if sum(top - low for *_, low, top in rows) != len(page) - content - gaps - _free_bytes(page, free):
        sizes = [_measure(page, kind, spot) for spot in spots]
        parts = [page[spot : spot + size] for spot, size in zip(spots, sizes, strict=True)]
        return pack_page(page[:1], page[8:begin], len(page), sizes, b"".join(reversed(parts)))
    moved, parts, begin_of = [], [], len(page)
    for head, end, low, top in rows:
        moved.append(shift(page[begin + 2 * head : begin + 2 * end], begin_of - top))
        parts.append(page[low:top])
        begin_of -= top - low
    header = page[:1] + struct.pack(">HHHB", 0, count, begin_of & 0xFFFF, 0) + page[8:begin]
    return b"".join((header, *moved, bytes(begin_of - used), *reversed(parts)))


def _free_bytes(page: bytes, at: int) -> int:
    """Return how many bytes the free blocks of a page have."""
    total = 0
    while at:
        following, size = _pair(page, at)
        if 0 < following < at + size:
            raise Odd("free blocks in no order")
        at, total = following, total + size
    return total


def _measure(page: bytes, kind: int, spot: int) -> int:
    """Return the size of a cell."""
    if kind == INDEX_LEAF:
        return max(4, measure(page, spot, False, len(page))[0])
    if kind == INDEX_INTERIOR:
        return max(4, 4 + measure(page, spot + 4, False, len(page))[0])
    return varint(page, spot + 4)[1] - spot

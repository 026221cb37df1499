"""Make of the last book's database the one that `VACUUM` would make of a copy of it in which a few rows were changed.

Most pages of it are those of the last book. Leaves whose cells are others now are filled anew, as `VACUUM` does (`filling.py`), and
those behind them until one begins as it did. That can be where the tree needs as many pages as it needed; all else is left to
`VACUUM`. What we take for its way is tried on the last book's own pages first.
"""

from __future__ import annotations

import bisect
import contextlib
import itertools
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from typing import NamedTuple

from repobook.errors import InputError
from repobook.store.btree import (
    INDEX_LEAF,
    TABLE_LEAF,
    Image,
    Odd,
    Tree,
    is_plain,
    pack_leaf,
    read_divider,
    read_leaf,
    read_spots,
    varint,
    walk,
)
from repobook.store.filling import Filling, Rest, Row, Source, fill_index, fill_table
from repobook.store.normal import read_schema
from repobook.store.patch import Patch, make_patch
from repobook.store.regrow import Regrown, Run

_CHUNK_BYTES = 1 << 18  # what the processor's own memory holds
_number = struct.Struct(">I")
# What `VACUUM` takes over as it is: cache size, encoding, version of the user, incremental vacuum, application.
_TAKEN_OVER = (48, 56, 60, 64, 68)
_COOKIE, _VERSION, _FREE_PAGES = 40, 96, 36
# A file that is not what it should be may show itself in any of these.
_ERRORS = (
    Odd,
    InputError,
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    struct.error,
    sqlite3.Error,
)


def repack(last: str, path: str, place: str) -> Patch | None:
    """Return what makes of the database `path` what `VACUUM` of it and `normalise` would; None where that cannot be told.

    `last` was made so, and `path` began as a copy of it. `place` is a file for pages until they are written.
    """
    try:
        old_schema, new_schema = read_schema(last), read_schema(path)
        if [row[:4] for row in old_schema] != [row[:4] for row in new_schema]:
            return None
        roots = [
            (old, new) for (*_, old), (*_, new) in zip(old_schema, new_schema, strict=True) if old or new
        ]
        with Image(last) as old, Image(path) as new:
            _check_headers(old, new)
            planned = Repack(old, new, roots)
            return make_patch(old, planned.changed, planned.pages(), place)
    except _ERRORS:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(place)
        return None


class Match(NamedTuple):
    """A tree of the last book and what has become of it."""

    tree: Tree
    now: Tree
    is_table: bool
    is_plain: bool
    mates: list[int]  # which leaf of the last book's each leaf still is, or -1
    ends: list[int | None]  # the same, where a filling may end before it


class Repack:
    """What becomes of the last book's database (`old`), so that it holds the rows of another one (`new`)."""

    def __init__(self, old: Image, new: Image, roots: list[tuple[int, int]]) -> None:
        self._old, self._new = old, new
        self.changed = differing_pages(old, new)
        trees = [walk(old, root) for root, _ in roots]
        self._touched = self.changed | self._find_owners(trees)
        self._runs: list[tuple[Tree, list[Run]]] = []
        self._grown: list[Regrown] = []
        for tree, (_, root) in zip(trees, roots, strict=True):
            runs = list(self._plan(tree, root))
            if all(run.is_same for run in runs):
                self._runs.append((tree, runs))
            else:
                self._grown.append(Regrown(old, tree, runs))

    def _find_owners(self, trees: list[Tree]) -> set[int]:
        """Return the leaves that have cells whose end stands in a page that differs."""
        known = {number for tree in trees for number in itertools.chain(tree.leaves, tree.interiors)} | {1}
        loose = sorted(self.changed - known)
        if not loose:
            return set()
        leaves = sorted(number for tree in trees for number in tree.leaves)
        alone = [tree.leaves[0] for tree in trees if len(tree.leaves) == 1]
        found: set[int] = set()
        explained: set[int] = set()
        owned: dict[int, set[int]] = {}
        for number in loose:
            if number in explained:
                continue
            head = number
            while head - 1 not in known and self._old.next_over(head - 1) == head:
                head -= 1
            # A cell gets its pages when it is put into a leaf: they lie between that leaf and the next one. Those of a tree that is
            # but one leaf lie anywhere.
            near = bisect.bisect(leaves, head)
            for leaf in (*leaves[max(0, near - 3) : near + 3], *alone):
                if leaf not in owned:
                    owned[leaf] = self._owned(leaf)
                if number in owned[leaf]:
                    explained |= owned[leaf]
                    found.add(leaf)
                    break
            if number not in explained:
                raise Odd("nobody's page")
        return found

    def _owned(self, leaf: int) -> set[int]:
        chunk = read_leaf(self._old, leaf, self._old.kind(leaf) == TABLE_LEAF)
        return {number for over in chunk.over for number in self._old.chain(over)}

    def _plan(self, tree: Tree, root: int) -> Iterator[Run]:
        """Find the leaves of a tree that must be filled anew, and fill them."""
        above = tree.interiors or tree.leaves
        is_moved = root != above[0] or not self.changed.isdisjoint(above)
        if not is_moved and self._touched.isdisjoint(tree.leaves):
            return
        now = walk(self._new, root) if is_moved else tree
        is_table = self._old.kind(tree.leaves[0]) == TABLE_LEAF
        if (self._new.kind(now.leaves[0]) == TABLE_LEAF) != is_table:
            raise Odd("an index in the place of a table")
        mates = self._mates(tree, now)
        smooth = [
            mate >= 0 and (mate == at == 0 or (at > 0 and mates[at - 1] == mate - 1 >= 0))
            for at, mate in enumerate(mates)
        ]
        if not is_table and now is not tree:
            for at in range(1, len(mates)):
                smooth[at] = smooth[at] and self._is_same_divider(
                    tree.places[mates[at] - 1], now.places[at - 1]
                )
        last, at = len(tree.leaves) - 1, 0
        # Where a filling may end. How the last leaf of an index begins depends on how full it is.
        ends = [
            mate if mate >= 0 and (is_table or (is_smooth and mate < last)) else None
            for mate, is_smooth in zip(mates, smooth, strict=True)
        ]
        match = Match(tree, now, is_table, is_plain(self._old, tree), mates, ends)
        while True:
            while at < len(mates) and smooth[at]:
                at += 1
            if at == len(mates) and mates[-1] == last:
                return
            begin, first = (at - 1, mates[at - 1]) if at else (0, 0)
            if not is_table and begin and mates[begin] == last:
                begin, first = (
                    begin - 1,
                    first - 1,
                )  # how the last leaf begins may change, while cells are added to it
            run = self._refill(match, begin, first)
            yield run
            if run.filling.end is None:
                return
            at = mates.index(run.filling.end, begin) + 1

    def _mates(self, tree: Tree, now: Tree) -> list[int]:
        """Return for each leaf of the new tree which leaf of the old one it still is, or -1."""
        if now is tree:
            return [-1 if number in self._touched else at for at, number in enumerate(tree.leaves)]
        places = {number: at for at, number in enumerate(tree.leaves) if number not in self._touched}
        mates = [places.get(number, -1) for number in now.leaves]
        order = [mate for mate in mates if mate >= 0]
        if any(later <= mate for mate, later in itertools.pairwise(order)):
            raise Odd("leaves in another order")
        return mates

    def _is_same_divider(self, old_place: int, new_place: int) -> bool:
        if old_place == new_place and old_place // self._old.page_bytes + 1 not in self.changed:
            return True
        old, new = read_divider(self._old, old_place), read_divider(self._new, new_place)
        return not (old.over or new.over) and old.content(0, 1) == new.content(0, 1)

    def _refill(self, match: Match, begin: int, first: int) -> Run:
        """Fill leaves from `begin` on with the cells of the new tree; see that the same happens as with those of the old one."""
        tree, is_table, size = match.tree, match.is_table, self._old.page_bytes
        divider = read_divider(self._old, tree.places[first - 1]).size() if first and not is_table else 0

        def is_as_it_was(leaf: int, cell: int) -> bool:
            known = row.leaf(cell)
            if known is not None and known != leaf:
                raise Odd("another number of leaves")
            return known is not None

        def fill(row: Row, is_end: Callable[[int, int], bool]) -> Filling:
            return (
                fill_table(row, size, first, is_end)
                if is_table
                else fill_index(row, size, first, divider, is_end)
            )

        row = Row(self._read_new(match, begin))
        filling = fill(row, is_as_it_was)
        if filling.end is None and first + len(filling.leaves) != len(tree.leaves):
            raise Odd("another number of leaves")
        if match.is_plain and not is_table:
            return Run(first, row, filling, [], False)
        was = Row(self._read_old(match, first))
        known = fill(was, lambda leaf, _: leaf == filling.end)
        if known.events != filling.events or len(known.leaves) != len(filling.leaves):
            raise Odd("other pages than there were")
        chains = [self._old.chain(rest.over) for rest in was.rests if rest.at <= known.last]
        self._check(tree, is_table, first, was, known, chains)
        return Run(first, row, filling, chains, True)

    def _read_new(self, match: Match, begin: int) -> Iterator[Source]:
        """Yield the cells of the new tree from a leaf on, and where a filling may end."""
        now = match.now
        for at in range(begin, len(now.leaves)):
            is_known = match.is_plain and match.mates[at] >= 0
            chunk = read_leaf(self._new, now.leaves[at], match.is_table, is_known)
            yield Source(chunk, self._new, match.ends[at])
            if not match.is_table and at < len(now.places):
                yield Source(read_divider(self._new, now.places[at]), self._new, None)

    def _read_old(self, match: Match, begin: int) -> Iterator[Source]:
        tree = match.tree
        for at in range(begin, len(tree.leaves)):
            yield Source(
                read_leaf(self._old, tree.leaves[at], match.is_table, match.is_plain), self._old, None
            )
            if not match.is_table and at < len(tree.places):
                yield Source(read_divider(self._old, tree.places[at]), self._old, None)

    def _check(
        self, tree: Tree, is_table: bool, first: int, was: Row, known: Filling, chains: list[list[int]]
    ) -> None:
        """See that the last book's leaves were filled as we think that they were."""
        old = self._old
        if known.end is None and first + len(known.leaves) != len(tree.leaves):
            raise Odd("leaves that were filled in another way")
        following: list[int] = []
        numbers, own = iter(tree.leaves[first + 1 :]), iter(chains)
        for kind, *_ in known.events:
            if kind == "own":
                following += next(own)
            elif kind == "leaf":
                following.append(next(numbers))
        if any(later <= number for number, later in itertools.pairwise(following)):
            raise Odd("pages that were taken in another order")
        for at, (begin, end) in enumerate(known.leaves, first):
            if len(read_spots(old, tree.leaves[at])) != end - begin:
                raise Odd("leaves that were filled in another way")
            if is_table and at < len(tree.places):
                place = tree.places[at] + 4
                if old.data[place : varint(old.data, place)[1]] != was.rowid(end - 1):
                    raise Odd("a page that tells another row")

    def pages(self) -> Iterator[tuple[int, bytes]]:
        """Yield the pages that differ from the last book's: number, bytes."""
        interiors: dict[int, bytearray] = {}
        made = itertools.chain(
            *(self._run_pages(tree, run, interiors) for tree, runs in self._runs for run in runs),
            *(grown.pages() for grown in self._grown),
        )
        yield from ((number, page) for number, page in made if page != self._old.page(number))
        yield from ((number, bytes(page)) for number, page in interiors.items())

    def _run_pages(
        self, tree: Tree, run: Run, interiors: dict[int, bytearray]
    ) -> Iterator[tuple[int, bytes]]:
        row, filling, size = run.row, run.filling, self._old.page_bytes
        kind = self._old.kind(tree.leaves[0])
        rests = [rest for rest in row.rests if rest.at <= filling.last]
        firsts = {rest.at: _number.pack(chain[0]) for rest, chain in zip(rests, run.chains, strict=True)}
        moved = sorted(firsts)
        for at, (begin, end) in enumerate(filling.leaves, run.first):
            spots, content = row.spots(begin, end, size), row.content(begin, end)
            inside = moved[bisect.bisect_left(moved, begin) : bisect.bisect_left(moved, end)]
            if inside:
                content = _lead(content, spots, {cell - begin: firsts[cell] for cell in inside})
            yield tree.leaves[at], pack_leaf(kind, size, spots, content)
            if at == len(tree.places):
                break
            if kind == INDEX_LEAF:
                key = row.content(end, end + 1)
                key = key[:-4] + firsts[end] if end in firsts else key
            else:
                key = row.rowid(end - 1)
            number, place = divmod(tree.places[at] + 4, size)
            interior = interiors.setdefault(number + 1, bytearray(self._old.page(number + 1)))
            interior[place : place + len(key)] = key
        for rest, chain in zip(rests, run.chains, strict=True):
            yield from self._own_pages(rest, chain)

    def _own_pages(self, rest: Rest, chain: list[int]) -> Iterator[tuple[int, bytes]]:
        """Yield the pages that hold the end of a cell."""
        if (
            rest.over.first == chain[0]
            and self.changed.isdisjoint(chain)
            and rest.image.chain(rest.over) == chain
        ):
            return
        content, share = rest.image.rest(rest.over), self._old.page_bytes - 4
        for at, (number, following) in enumerate(itertools.zip_longest(chain, chain[1:], fillvalue=0)):
            part = content[at * share : (at + 1) * share]
            yield number, _number.pack(following) + part.ljust(share, b"\0")


def _check_headers(old: Image, new: Image) -> None:
    """See that `VACUUM` would write the header that the last book has, and by the same program."""
    major, minor, part = sqlite3.sqlite_version_info
    version = major * 1_000_000 + minor * 1_000 + part
    if old.word(_VERSION) != version or old.word(_FREE_PAGES):
        raise Odd("made by another program")
    if (
        old.page_bytes != new.page_bytes
        or old.pages > new.pages
        or old.word(_COOKIE) != new.word(_COOKIE) + 1
    ):
        raise Odd("not made of the last book")
    if any(old.word(at) != new.word(at) for at in _TAKEN_OVER):
        raise Odd("other settings")


def _lead(content: bytes, spots: bytes, firsts: dict[int, bytes]) -> bytes:
    """Have cells lead to the pages that hold their ends."""
    led = bytearray(content)
    begin = int.from_bytes(spots[-2:], "big")  # of the last cell, which stands first
    for at, first in firsts.items():
        end = int.from_bytes(spots[2 * at - 2 : 2 * at], "big") - begin if at else len(led)
        led[end - 4 : end] = first
    return bytes(led)


def differing_pages(old: Image, new: Image) -> set[int]:
    """Return the numbers of the pages of the old file that have other bytes in the new one, which is no shorter."""
    size, found = old.page_bytes, set()
    for begin in range(0, old.size_bytes, _CHUNK_BYTES):
        end = min(old.size_bytes, begin + _CHUNK_BYTES)
        one, other = old.data[begin:end], new.data[begin:end]
        if one != other:
            for at in range(0, len(one), size):
                if one[at : at + size] != other[at : at + size]:
                    found.add((begin + at) // size + 1)
    return found

"""Sorted lists of words in blocks, small enough to read one for a name and quick enough to read all for a part of one.

A block holds its words joined by newlines, and beside them the numbers that belong to each: the files that have it, or
the symbols that bear it. Blocks are sorted without case, so what begins alike lies together.
"""

from __future__ import annotations

import sqlite3
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, takewhile
from zlib import crc32

from repobook.store.pairs import Pairs

BLOCK = 512  # words, on average


def pack_numbers(groups: Sequence[Sequence[int]], heads: Sequence[int] = ()) -> bytes:
    """Pack a list of numbers for each word of a block, after `heads`: a small number (0-255) for each, or nothing."""
    counts = array("I", map(len, groups))
    numbers = array("I", chain.from_iterable(groups))
    if sys.byteorder == "big":  # a book is the same wherever it is built
        counts.byteswap()
        numbers.byteswap()
    return zlib.compress(bytes(heads) + _planes(counts) + _planes(numbers), 6)


def _planes(numbers: array[int]) -> bytes:
    """Return numbers as their lowest bytes, then their second ones, and so on: like beside like compresses well."""
    data = numbers.tobytes()
    return b"".join(data[plane::4] for plane in range(4))


def _from_planes(data: bytes) -> array[int]:
    size = len(data) // 4
    woven = bytearray(len(data))
    for plane in range(4):
        woven[plane::4] = data[plane * size : (plane + 1) * size]
    numbers = array("I", bytes(woven))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def unpack_numbers(data: bytes, words: int, has_heads: bool) -> tuple[bytes, list[array[int]]]:
    """Return the heads and the lists of numbers of a block with so many words."""
    numbers = Numbers(data, words, has_heads)
    return numbers.heads, [numbers.of(at) for at in range(words)]


class Numbers:
    """What belongs to the words of a block: a head for each, or nothing, and a list of numbers."""

    __slots__ = ("_numbers", "_starts", "counts", "heads")

    def __init__(self, data: bytes, words: int, has_heads: bool) -> None:
        raw = zlib.decompress(data)
        start = words if has_heads else 0
        self.heads = raw[:start]
        self.counts = _from_planes(raw[start : start + 4 * words])
        self._numbers = _from_planes(raw[start + 4 * words :])
        self._starts = list(accumulate(self.counts, initial=0))

    def of(self, at: int) -> array[int]:
        return self._numbers[self._starts[at] : self._starts[at + 1]]


def lines_holding(text: str, part: str) -> Iterator[tuple[int, str]]:
    """Yield number, from 0, and text of each line that holds `part`."""
    number = counted = 0
    at = text.find(part)
    while at >= 0:
        number += text.count("\n", counted, at)
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield number, text[start:end]
        counted = end
        at = text.find(part, end)


def cut_blocks(words: Iterable[str]) -> Iterator[list[str]]:
    """Yield the words in order, without case first, a block at a time.

    Which words begin a block hangs on themselves alone: one word more or less touches one block and leaves the others.
    """
    ordered = sorted(words)
    ordered.sort(key=str.lower)  # stable, and quicker than pairs of both
    start, last = 0, ""
    for at, lower in enumerate(map(str.lower, ordered)):
        if lower != last:
            if not crc32(lower.encode(errors="replace")) % BLOCK and at:
                yield ordered[start:at]
                start = at
            last = lower
    if ordered:
        yield ordered[start:]


class Block:
    """Some words that lie together."""

    __slots__ = ("_lowers", "_squashed", "_words", "lower", "number", "text")

    def __init__(self, number: int, data: bytes) -> None:
        self.number = number
        self.text = zlib.decompress(data).decode()
        self.lower = self.text.lower()
        self._words: list[str] | None = None
        self._lowers: list[str] | None = None
        self._squashed: str | None = None

    @property
    def words(self) -> list[str]:
        if self._words is None:
            self._words = self.text.split("\n")
        return self._words

    @property
    def squashed(self) -> str:
        """The words in small letters without underscores."""
        if self._squashed is None:
            self._squashed = self.lower.replace("_", "")
        return self._squashed

    @property
    def lowers(self) -> list[str]:
        if self._lowers is None:
            self._lowers = self.lower.split("\n")
        return self._lowers


class Alike:
    """Words of one length and one first letter."""

    __slots__ = ("_text", "_words", "places")

    def __init__(self, words: list[str], places: list[tuple[Block, int]]) -> None:
        self._words = words
        self._text: str | None = None
        self.places = places

    def add(self, block: Block, at: int, word: str) -> None:
        self._words.append(word)
        self.places.append((block, at))

    @property
    def text(self) -> str:
        """All of them, one behind the other: what stands at n belongs to word n // length."""
        if self._text is None:
            self._text = "".join(self._words)
        return self._text


class Vocabulary:
    """The words of one table of blocks, read as they are needed."""

    def __init__(self, connection: sqlite3.Connection, table: str, words: str, numbers: str) -> None:
        self._connection = connection
        self._select = f"SELECT id, {words} FROM {table}"
        self._numbers = f"SELECT {numbers} FROM {table} WHERE id = ?"
        self._has_heads = table == "name_block"
        self._firsts = [
            row[0].lower() for row in connection.execute(f"SELECT first FROM {table} ORDER BY id")
        ]
        self._blocks: dict[int, Block] = {}
        self._sized: dict[str, dict[int, Alike]] = {}
        self._name = words
        self._pairs: Pairs | None = None
        self._unpacked: dict[int, Numbers] = {}

    @property
    def size(self) -> int:
        """How many blocks there are."""
        return len(self._firsts)

    def block(self, number: int) -> Block:
        found = self._blocks.get(number)
        if found is None:
            row = self._connection.execute(self._select + " WHERE id = ?", (number,)).fetchone()
            found = self._blocks[number] = Block(number, row[1])
        return found

    def blocks(self) -> Iterator[Block]:
        """Yield all of them, in order, for who goes through them once: nothing of them is kept."""
        for number, data in self._connection.execute(self._select + " ORDER BY id"):
            yield self._blocks.get(number) or Block(number, data)
            self._unpacked.pop(number, None)

    def blocks_with(self, parts: Iterable[str]) -> Iterator[Block]:
        """Yield, in order, the blocks that may hold words with all these parts, which are in small letters."""
        if self._pairs is None:
            row = self._connection.execute(
                "SELECT pairs FROM pair_list WHERE name = ?", (self._name,)
            ).fetchone()
            self._pairs = Pairs(row[0], self.size)
        for number in self._pairs.blocks_with(parts):
            yield self.block(number + 1)

    def numbers(self, block: Block, at: int) -> tuple[int, array[int]]:
        """Return the head (0 where there is none) and the numbers of one word of a block."""
        found = self._unpack(block)
        return (found.heads[at] if found.heads else 0), found.of(at)

    def heads(self, block: Block) -> bytes:
        return self._unpack(block).heads

    def counts(self, block: Block) -> array[int]:
        """Return how many numbers each word of a block has."""
        return self._unpack(block).counts

    def _unpack(self, block: Block) -> Numbers:
        found = self._unpacked.get(block.number)
        if found is None:
            row = self._connection.execute(self._numbers, (block.number,)).fetchone()
            found = self._unpacked[block.number] = Numbers(row[0], len(block.words), self._has_heads)
        return found

    def beginning(self, start: str) -> Iterator[tuple[Block, int]]:
        """Yield the words that begin with `start`, whatever their case, in order."""
        start = start.lower()
        number = max(1, bisect_left(self._firsts, start))
        for current in range(number, len(self._firsts) + 1):
            block = self.block(current)
            lowers = block.lowers
            for at in range(bisect_left(lowers, start), len(lowers)):
                if not lowers[at].startswith(start):
                    return
                yield block, at

    def spelled(self, word: str) -> Iterator[tuple[Block, int]]:
        """Yield a word in all its cases."""
        lower = word.lower()
        return takewhile(lambda found: found[0].lowers[found[1]] == lower, self.beginning(word))

    def around(self, start: str) -> Iterator[Block]:
        """Yield the blocks that may hold words which begin with `start`, or with underscores before it."""
        seen: set[int] = set()
        for prefix in (start, f"_{start}", f"__{start}"):
            number = max(1, bisect_left(self._firsts, prefix))
            for current in range(number, len(self._firsts) + 1):
                if self._firsts[current - 1] > prefix + "\U0010ffff":
                    break
                if current not in seen:
                    seen.add(current)
                    yield self.block(current)

    def alike(self, letter: str) -> dict[int, Alike]:
        """Return by their length the words that begin with a letter, underscores before it aside."""
        found = self._sized.get(letter)
        if found is None:
            found = self._sized[letter] = {}
            for block in self.around(letter):
                for at, word in enumerate(block.lowers):
                    if word.lstrip("_").startswith(letter):
                        found.setdefault(len(word), Alike([], [])).add(block, at, word)
        return found

    def holding(self, part: str) -> Iterator[tuple[Block, int]]:
        """Yield the words that hold `part` anywhere, whatever the case."""
        part = part.lower()
        for block in self.blocks_with((part,)):
            for at, _ in lines_holding(block.lower, part):
                yield block, at

"""Which blocks of a vocabulary can hold a part of a word: those that hold every two letters in a row of it.

For each pair of letters there is a row of bits, one for each block. A part of a word is looked for only where the rows of
all its pairs have a bit, which spares reading most of a vocabulary of millions of words.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from operator import add

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"
_PAIRS = {
    one + other: number for number, (one, other) in enumerate((a, b) for a in _LETTERS for b in _LETTERS)
}
_NUMBERS = {int.from_bytes(pair.encode(), sys.byteorder): number for pair, number in _PAIRS.items()}


def pack_pairs(blocks: Iterable[Iterable[str]]) -> bytes:
    """Return the rows of all pairs for blocks of words."""
    held = [_pairs_of(words) for words in blocks]
    size = (len(held) + 7) // 8
    rows = [bytearray(size) for _ in _PAIRS]
    for block, pairs in enumerate(held):
        place, bit = block >> 3, 1 << (block & 7)
        for pair in pairs:
            rows[pair][place] |= bit
    return zlib.compress(b"".join(rows), 6)


def renew_pairs(data: bytes, size: int, changed: dict[int, list[str]]) -> bytes:
    """Return rows for so many blocks, of which those with these numbers, from 0, have other words now."""
    before = zlib.decompress(data)
    rows = bytearray(before)
    width = (size + 7) // 8
    for block, words in changed.items():
        held = set(_pairs_of(words))
        place, bit = block >> 3, 1 << (block & 7)
        for pair in range(len(_PAIRS)):
            if pair in held:
                rows[pair * width + place] |= bit
            else:
                rows[pair * width + place] &= ~bit
    return data if rows == before else zlib.compress(bytes(rows), 6)


def _pairs_of(words: Iterable[str]) -> list[int]:
    """Return the numbers of the pairs that a block of words holds."""
    data = "\n".join(words).lower().encode(errors="replace")
    # Two bytes in a row as one number, from even places and from odd ones: the quickest way to all that there are.
    even, odd = array("H", data[: len(data) & ~1]), array("H", data[1 : 1 + ((len(data) - 1) & ~1)])
    return [_NUMBERS[pair] for pair in _NUMBERS.keys() & {*even, *odd}]


class Pairs:
    """The rows of one vocabulary."""

    def __init__(self, data: bytes, blocks: int) -> None:
        self._rows = zlib.decompress(data)
        self._size = (blocks + 7) // 8
        self._all = (1 << blocks) - 1

    def blocks_with(self, parts: Iterable[str]) -> Iterator[int]:
        """Yield the numbers, from 0, of the blocks that may hold all the parts, which are in small letters."""
        bits = self._all
        for part in parts:
            for pair in map(add, part, part[1:]):
                number = _PAIRS.get(pair)
                if number is not None:
                    row = self._rows[number * self._size : (number + 1) * self._size]
                    bits &= int.from_bytes(row, "little")
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest

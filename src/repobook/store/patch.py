"""Pages that turn a database into another one where it stands: to copy gigabytes for a few pages takes longer than all else."""

from __future__ import annotations

import hashlib
import mmap
import os
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from repobook.store.btree import Image


class Patch(NamedTuple):
    """What is to be written into a database when nobody reads it any more, and what it is then."""

    pages: str  # the file that holds them
    numbers: list[int]  # theirs, in the order of the file
    page_bytes: int
    size: int
    checksum: str
    mark: int  # what a damaged file would not have: quicker to tell
    differs: list[int]  # the pages in which it is not what the last book's is

    def apply(self, database: str) -> None:
        """Write the pages into a database, and remove their file."""
        with open(self.pages, "rb") as pages, open(database, "r+b", buffering=0) as stream:
            for number in self.numbers:
                stream.seek((number - 1) * self.page_bytes)
                if stream.write(pages.read(self.page_bytes)) != self.page_bytes:
                    raise OSError("no space left")
            stream.truncate(self.size)
        os.unlink(self.pages)


def make_patch(old: Image, changed: set[int], planned: Iterable[tuple[int, bytes]], place: str) -> Patch:
    """Make what turns a database into `old` with the `planned` pages; `changed` are the pages in which it differs from `old`."""
    size = old.page_bytes
    numbers: list[int] = []
    with open(place, "wb") as stream:
        for number, page in planned:
            numbers.append(number)
            stream.write(page)
        differs = sorted(numbers)
        known = set(numbers)
        restored = sorted(number for number in changed | {1} if number not in known and number <= old.pages)
        for number in restored:
            numbers.append(number)
            stream.write(old.data[(number - 1) * size : number * size])
    return Patch(place, numbers, size, old.size_bytes, *_checksum(old, place, numbers), differs)


def mark_of(path: str) -> int:
    """Return what a database that the disk has damaged would not have: a fifth of a checksum's time."""
    if not os.path.getsize(path):  # nothing to look into
        return 0
    with open(path, "rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return zlib.crc32(data)


def _checksum(old: Image, place: str, numbers: list[int]) -> tuple[str, int]:
    """Return the checksum and the mark of `old` with the pages of a file in place of its own."""
    size = old.page_bytes
    digest, mark = hashlib.sha256(), 0
    with (
        open(place, "rb") as stream,
        mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as pages,
        memoryview(old.data) as data,
    ):
        done = 0
        for number, at in sorted({number: at for at, number in enumerate(numbers)}.items()):
            for part in (data[done : (number - 1) * size], pages[at * size : (at + 1) * size]):
                digest.update(part)
                mark = zlib.crc32(part, mark)
            done = number * size
        digest.update(data[done:])
        mark = zlib.crc32(data[done:], mark)
    return digest.hexdigest(), mark

"""Numbers of files, folders and symbols: in path order, with room between them.

A number hangs on the paths of the repository alone, so that a clean build gives the same; and one path more or less moves the
numbers of its near neighbours, seldom those of others. Paths are cut into groups of about four by a checksum of their
own, these into groups of groups, and so on. A group begins behind the room of the one before, and a room is larger than what
it holds, by steps: so most often what a group holds has grown or shrunk within its room.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from zlib import crc32

MOST_ROOMY = 60_000  # files; of more, numbers follow each other, and one that comes or goes costs all pages
SPREAD = 4  # numbers that a job of pages spans for each that it is meant to hold
_LEVELS = 10
_BITS = 2  # of the checksum for each level
_LEAST = 8


class Numbering:
    """Gives numbers to paths that come in their order."""

    def __init__(self, files: int) -> None:
        """`files` is how many the repository has."""
        self._is_roomy = is_roomy(files)
        self._starts = [1] * _LEVELS  # of the groups at hand, the smallest first
        self._next = 1

    def take(self, path: str, count: int = 1) -> int:
        """Return the first of so many numbers of a path, which comes behind all before it."""
        if self._is_roomy and (level := _level(path)):
            self._close(level)
        first = self._next
        self._next += count
        return first

    def close(self) -> None:
        """What comes now has nothing to do with what came before."""
        if self._is_roomy:
            self._close(_LEVELS)

    def _close(self, level: int) -> None:
        for at in range(level):
            self._next = self._starts[at] + _room(self._next - self._starts[at])
        for at in range(level):
            self._starts[at] = self._next


def is_roomy(files: int) -> bool:
    """Tell whether there is room between the numbers of a repository with so many files."""
    return files <= MOST_ROOMY


def number_paths(paths: Iterable[str], files: int) -> list[int]:
    """Return the numbers of paths in their order."""
    numbering = Numbering(files)
    return [numbering.take(path) for path in paths]


def _level(path: str) -> int:
    """Return how many groups a path begins, the smallest first."""
    mark = crc32(os.fsencode(path)) | 1 << _BITS * _LEVELS
    return ((mark & -mark).bit_length() - 1) // _BITS


def _room(count: int) -> int:
    """Return the next step above: 8, 12, 16, 24, 32, 48 and so on, or 0 for nothing."""
    if not count:
        return 0
    step = _LEAST
    while step <= count:
        step = step * 3 // 2 if step & (step - 1) == 0 else step // 3 * 4
    return step

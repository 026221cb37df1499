"""The places of a file that name something, and its local names, as they rest in the store."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, count
from typing import NamedTuple

import msgspec

_HOWS = {"b": "base", "c": "call", "d": "decorator", "t": "type", "i": "import", "m": "mention"}
_MAX_STEPS = 20_000


class LocalName(NamedTuple):
    line: int
    name: str
    holds: str
    first: int = 0  # where it is in force: places as line << 20 | column; 0 where its function is
    last: int = 0
    column: int = 0


class Site(msgspec.Struct, frozen=True, gc=False):
    name: str
    line: int
    column: int
    how: str
    arguments: int = -1


class Places(NamedTuple):
    """The sites of a file as columns: there are many, and most repeat another one."""

    names: list[str]
    letters: str
    lines: list[int]
    written: Sequence[str] = ()  # `12 8` or `8`: steps of lines, and columns

    def place(self, at: int) -> int:
        """Return line and column of a site in one number."""
        return self.lines[at] << 20 | int(self.written[at].rpartition(" ")[2])


class Groups(NamedTuple):
    """Sites that mean the same by their name, how they use it, and a mark."""

    keys: list[tuple[str, str, int]]  # name, letter, mark
    firsts: list[int]  # the first site of each
    counts: list[int]  # sites of each
    of_sites: list[int]  # the group of every site


def group(places: Places, marks: Iterable[int]) -> Groups:
    """Group sites; `marks` tells apart what a name alone does not."""
    numbers: defaultdict[tuple[str, str, int], int] = defaultdict(count().__next__)
    of_sites = list(map(numbers.__getitem__, zip(places.names, places.letters, marks)))  # noqa: B905
    firsts = dict(zip(reversed(of_sites), range(len(of_sites) - 1, -1, -1), strict=True))
    counts = Counter(of_sites)
    every = range(len(numbers))
    return Groups(list(numbers), [firsts[n] for n in every], [counts[n] for n in every], of_sites)


def read_letter(letter: str) -> tuple[str, int]:
    """Return how a site uses its name, and the number of arguments of a call (-1 where that is not known)."""
    how = _HOWS.get(letter)
    return (how, -1) if how else ("call", ord(letter) - 48)


HOWS = {chr(code): read_letter(chr(code)) for code in range(48, 128)}


class _Steps(dict[str, int]):
    """`12 8` and `8` -> how many lines a site stands below the one before it. Few differ."""

    def __missing__(self, place: str) -> int:
        if len(self) > _MAX_STEPS:
            self.clear()
        step = self[place] = int(place.partition(" ")[0]) if " " in place else 0
        return step


_steps = _Steps()


def unpack_places(packed: bytes) -> Places:
    """Read all of the sites but their columns."""
    if not packed:
        return Places([], "", [])
    names, letters, places = zlib.decompress(packed).decode().split("\0")
    written = places.split("\n")
    return Places(names.split("\n"), letters, list(accumulate(map(_steps.__getitem__, written))), written)


def unpack_sites(packed: bytes) -> list[Site]:
    if not packed:
        return []
    names, letters, places = zlib.decompress(packed).decode().split("\0")
    sites = []
    at = 0
    for name, letter, place in zip(names.split("\n"), letters, places.split("\n"), strict=True):
        step, _, column = place.rpartition(" ")
        if step:
            at += int(step)
        sites.append(Site(name, at, int(column), *HOWS[letter]))
    return sites


def unpack_locals(packed: bytes) -> list[LocalName]:
    if not packed:
        return []
    found = []
    for row in zlib.decompress(packed).decode().split("\n"):
        line, name, holds, *force = row.split("\t")
        found.append(LocalName(int(line), name, holds, *map(int, force)))
    return found

"""Cut the work on a book into parts of about the same size, each with files and their pages together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TypeVar

from repobook.verify.book import Manifest
from repobook.verify.parallel import LARGE_PAGES

PART_BYTES = 6_000_000
FEW_PARTS = 4  # what a large book has is cut into so many at least: no process waits for one other
PART_ITEMS = 500

Item = TypeVar("Item")
UnitPart = tuple[list[int], list[str]]  # numbers of files, and pages that belong to none


class Parts:
    """The units of one book, each known by its page: files with their pages, and pages by themselves."""

    def __init__(self, manifest: Manifest) -> None:
        self._files = manifest.documented
        self._pages = manifest.pages
        self._least = FEW_PARTS if len(self._pages) > LARGE_PAGES else 1
        self._numbers = {entry.docs: number for number, entry in enumerate(self._files)}
        # A manifest that is not in order may state one page for several files: each is examined.
        self._doubles: list[int] = []
        if len(self._numbers) != len(self._files):
            entries = enumerate(self._files)
            self._doubles = [number for number, entry in entries if self._numbers[entry.docs] != number]

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The files of all units."""
        return frozenset(self._numbers.values())

    @cached_property
    def _others(self) -> AbstractSet[str]:
        return self._pages.keys() - self._numbers.keys() - {entry.keywords for entry in self._files}

    def all_but(self, units: AbstractSet[str]) -> set[str]:
        return (self._numbers.keys() | self._others) - units

    def of_units(self, units: AbstractSet[str]) -> list[UnitPart]:
        numbers = [self._numbers[unit] for unit in sorted(units & self._numbers.keys())]
        numbers += [number for number in self._doubles if self._files[number].docs in units]
        files = self._cut(numbers, self._size_of_file)
        others = self._cut(sorted(units & self._others), self._size_of_page)
        return [*((part, list[str]()) for part in files), *((list[int](), part) for part in others)]

    def of_sources(self, only: Collection[int] | None = None) -> list[tuple[list[int]]]:
        """Cut the files of all units, or `only` some of them, by number."""
        files = self._files
        numbers = sorted(self.numbers if only is None else only, key=lambda number: files[number].path)
        return [(part,) for part in self._cut(numbers, lambda number: files[number].size_bytes)]

    def of_root(self) -> list[tuple[frozenset[str], bool]]:
        """Cut the root of a large tree into folders with about half of the files, and all else."""
        if len(self._pages) <= LARGE_PAGES:
            return [(frozenset(), False)]
        counts = Counter(entry.path.partition("/")[0] for entry in self._files if "/" in entry.path)
        tops: set[str] = set()
        room = -(-len(self._files) // 2)
        for name, count in counts.most_common():
            if count <= room:
                tops.add(name)
                room -= count
        return [(frozenset(tops), False), (frozenset(tops), True)] if tops else [(frozenset(), False)]

    def of_pages(self, pages: Iterable[str]) -> list[tuple[list[str]]]:
        return [(part,) for part in self._cut(list(pages), self._size_of_page)]

    def of_claims(self, claims: dict[int, list[str]]) -> list[list[tuple[int, list[str]]]]:
        return self._cut(sorted(claims.items()), lambda claim: self._files[claim[0]].size_bytes)

    def _cut(self, items: Sequence[Item], size_of: Callable[[Item], int]) -> list[list[Item]]:
        return cut_into_parts(items, size_of, self._least)

    def _size_of_file(self, number: int) -> int:
        entry, pages = self._files[number], self._pages
        return entry.size_bytes + sum(
            pages[page][1] for page in (entry.docs, entry.keywords) if page in pages
        )

    def _size_of_page(self, page: str) -> int:
        return self._pages[page][1]


def cut_into_parts(items: Sequence[Item], size_of: Callable[[Item], int], least: int) -> list[list[Item]]:
    """Cut a list into runs of about the same number of bytes: so many at least, if it has so many items."""
    sizes = list(map(size_of, items))
    part_bytes = min(PART_BYTES, -(-sum(sizes) // least))
    parts: list[list[Item]] = []
    room = 0
    for item, size in zip(items, sizes, strict=True):
        if room <= 0 or len(parts[-1]) >= PART_ITEMS:
            parts.append([])
            room = part_bytes
        parts[-1].append(item)
        room -= size
    return parts

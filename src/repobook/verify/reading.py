"""What the check inside a build reads though it need not: some pages and sources, drawn by lot, and all where one differs.

What no look from outside can tell is then found sooner or later, and at once where it is much.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from repobook.verify.parallel import Crew
from repobook.verify.parts import Parts

SAMPLE = 16  # one in so many is drawn
MOST_DRAWN = 128  # of each kind; a large book is built often


def without_drawn(unread: AbstractSet[str]) -> frozenset[str]:
    """Return the units that need not be read, without some that are drawn by lot."""
    drawn = random.sample(list(unread), _number(len(unread)))
    return frozenset(unread).difference(drawn)


class Sources:
    """The files of the source, compared with what the manifest states of them: all, or those that may have changed."""

    def __init__(self, crew: Crew, parts: Parts) -> None:
        self._crew, self._parts = crew, parts
        self._answers: Iterator[list[str]] = iter(())
        self._unread: frozenset[int] = frozenset()

    def compare_all(self) -> None:
        """Have all of them read."""
        self._answers = self._crew.run("compare_sources", self._parts.of_sources())

    def compare(self, others: Collection[int]) -> None:
        """Have those read, by number, that do not look as they did when a build read them, and some of the rest."""
        unread = self._parts.numbers.difference(others)
        drawn = random.sample(list(unread), _number(len(unread)))
        self._unread = unread.difference(drawn)
        parts = self._parts.of_sources([*others, *drawn])
        self._answers = self._crew.run("compare_sources", parts, is_meanwhile=True)

    def differing(self) -> Iterator[str]:
        """Give the units, by their pages, whose files are not what is stated, as far as they were read."""
        for pages in self._answers:
            yield from pages

    def compare_rest(self) -> Iterator[str]:
        """Have the others read, too, and give the units whose files are not what is stated."""
        for pages in self._crew.run("compare_sources", self._parts.of_sources(self._unread)):
            yield from pages


def _number(count: int) -> int:
    return min(-(-count // SAMPLE), MOST_DRAWN)

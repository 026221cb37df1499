"""Have a second process look at the files of a book, and tell what differs from how they looked before."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from repobook.aside import Aside
from repobook.verify.roots import Difference, Root, Seen


class Looking:
    """Looks at once; `take` waits. What differs is little, as a rule, and travels faster than everything."""

    def __init__(self, book: str, looked: Mapping[str, Seen]) -> None:
        self._looked = looked
        self._aside = Aside(lambda: _find_difference(book, looked))

    def __enter__(self) -> Looking:
        return self

    def __exit__(self, *exception: object) -> None:
        self._aside.__exit__(*exception)

    def take(self, looks: dict[str, Seen]) -> tuple[AbstractSet[str], list[tuple[str, str]]]:
        """Tell how every file of the book looks; return those that do not look exactly as they did before, or are gone, and what
        is neither file nor folder."""
        different, gone, odd = self._aside.take()
        looks.update(self._looked)
        looks.update(different)
        for path in gone:
            del looks[path]
        return different.keys() | gone, odd


def _find_difference(book: str, looked: Mapping[str, Seen]) -> Difference:
    with Root(book) as root:
        return root.find_difference(looked)

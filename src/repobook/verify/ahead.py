"""Have a second process read a large file of a book that is finished before the check begins."""

from __future__ import annotations

import sys
from collections.abc import Callable

from repobook.aside import Aside
from repobook.verify.roots import Root


class Ahead:
    """Reads one file at once; whoever examines the book takes what came of it. Use it as a context manager: nobody is left behind."""

    def __init__(self, book: str, path: str, meanwhile: Callable[[], None] | None = None) -> None:
        """`meanwhile` is something else that this process may do, when it has read."""
        self.path = path
        with Root(book) as root:
            self.seen = root.look_at(path)  # before it is read: what is touched later looks otherwise
        self._aside = Aside(lambda: _digest(book, path, meanwhile))

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *exception: object) -> None:
        self._aside.__exit__(*exception)

    def take(self) -> tuple[str, int]:
        """Return SHA-256 and size; raise `OSError` where it cannot be read."""
        return self._aside.take()


def _digest(book: str, path: str, meanwhile: Callable[[], None] | None) -> tuple[str, int]:
    with Root(book) as root:
        found = root.digest(path, sys.maxsize)
    if meanwhile is not None:
        meanwhile()
    return found

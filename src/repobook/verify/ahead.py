"""Have a second process read a large file of a book that is finished before the check begins."""

from __future__ import annotations

import sys

from repobook.aside import Aside
from repobook.verify.roots import Root


class Ahead:
    """Reads one file at once; whoever examines the book takes what came of it. Use it as a context manager: nobody is left behind."""

    def __init__(self, book: str, path: str) -> None:
        self.path = path
        with Root(book) as root:
            self.seen = root.look_at(path)  # before it is read: what is touched later looks otherwise
        self._aside = Aside(lambda: _digest(book, path))

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *exception: object) -> None:
        self._aside.__exit__(*exception)

    def take(self) -> tuple[str, int]:
        """Return SHA-256 and size; raise `OSError` where it cannot be read."""
        return self._aside.take()


def _digest(book: str, path: str) -> tuple[str, int]:
    with Root(book) as root:
        return root.digest(path, sys.maxsize)

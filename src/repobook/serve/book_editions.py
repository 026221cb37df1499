"""A finished book that may be built anew while it is served: each answer comes wholly from one of its states."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

from repobook.errors import RepobookError
from repobook.serve.editions import Edition, Editions

_T = TypeVar("_T")
_MAX_TRIES = 10  # of one answer, where one book after the other takes its place meanwhile


class BookEditions(Editions):
    """The book that lies at a place right now. A new one takes the place of the old as another folder, in one step."""

    def __init__(self, book: str, open_book: Callable[[], Edition], say: Callable[[str], None]) -> None:
        self._book, self._open, self._say = book, open_book, say
        self._seen = self._look()
        self._opening = threading.Lock()
        super().__init__(open_book())

    async def _with(self, work: Callable[[Edition], Awaitable[_T]]) -> _T:
        tries = 0
        while True:
            tries += 1
            if self._look() not in (self._seen, None):
                await asyncio.to_thread(self._renew)
            before = self._seen
            answer = await super()._with(work)
            # Pages are read by their path: what was read during a switch may be of both books.
            if self._look() == before or tries == _MAX_TRIES:
                return answer

    def _look(self) -> tuple[int, int] | None:
        """Return what tells one book from the next; None in the moment between the two."""
        try:
            seen = os.stat(self._book)
        except OSError:
            return None
        return seen.st_dev, seen.st_ino

    def _renew(self) -> None:
        """Open the new book. One that cannot be read is not served: the old one goes on, as far as it is still there."""
        with self._opening:
            now = self._look()
            if now is None or now == self._seen:
                return
            try:
                edition = self._open()
            except (RepobookError, OSError, sqlite3.Error, LookupError, TypeError):
                self._seen = now
                return
            if self._look() != now:
                edition.close()
                return
            self.put(edition)
            self._seen = (
                now  # after it: until then an answer counts as one of the old book, and is made again
            )
            self._say("The book was built anew: reload to see it.")

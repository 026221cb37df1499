"""The files of a book, read as they are asked for: a question about a name needs few of them."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections.abc import Iterable
from functools import cached_property

from repobook.search.answers import FileInfo
from repobook.store.vocabulary import unpack_numbers

_SELECT = (
    "SELECT id, path, kind, language, page, size_bytes, importance FROM file WHERE outcome = 'documented'"
)
_FEW = 2000  # that are read one by one: of more, all are read


class Files:
    """All documented files."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._cursor = connection.cursor()
        self._cursor.row_factory = None  # plain tuples: there are many
        self._known: dict[int, FileInfo | None] = {}
        self._is_whole = False

    def get(self, number: int) -> FileInfo | None:
        found = self.many((number,))
        return found[0] if found else None

    def __getitem__(self, number: int) -> FileInfo:
        return self.many((number,))[0]

    def many(self, numbers: Iterable[int]) -> list[FileInfo]:
        """Return the files with these numbers, in their order; those that are not documented are left out."""
        numbers = list(numbers)
        known = self._known
        if not self._is_whole:
            asked = [number for number in numbers if number not in known]
            if len(asked) > _FEW:
                self.values()
            elif asked:
                known.update(dict.fromkeys(asked))
                self._read(f" AND id IN ({','.join(map(str, asked))})")
        return [info for info in map(known.get, numbers) if info is not None]

    def values(self) -> list[FileInfo]:
        """Return all of them, in path order."""
        if not self._is_whole:
            self._known.clear()
            self._read(" ORDER BY id")
            self._is_whole = True
        return [info for info in self._known.values() if info is not None]

    def _read(self, condition: str) -> None:
        self._known.update((row[0], FileInfo._make(row)) for row in self._cursor.execute(_SELECT + condition))

    @cached_property
    def listed(self) -> tuple[str, array[int]]:
        """The paths in small letters, a line each, and the number of each line's file."""
        paths, numbers = self._cursor.execute("SELECT paths, files FROM path_list").fetchone()
        return zlib.decompress(paths).decode().lower(), unpack_numbers(numbers, 1, False)[1][0]

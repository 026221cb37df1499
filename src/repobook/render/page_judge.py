"""Which rows of files and folders say what they said, told without looking at them.

What pages read of such rows is noted as numbers (`render/asked.py`); here those of what differs are put together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from repobook.render.asked import ALL, BELOW, FIXED, RANGE, ROOM, SPAN
from repobook.store.changes import Changes
from repobook.store.judged import Judge

_FILE_NOW = ("lines", "size_bytes", "importers", "users", "importance")
_FOLDER_NOW = (
    "files", "all_files", "all_lines", "all_bytes", "purpose", "purpose_file", "purpose_line", "reading_order",
)  # fmt: skip


class PageJudge(Judge):
    """Tells also of what pages read of rows of files and folders, and of who bears names. One a process."""

    def __init__(self, changes: Changes, connection: sqlite3.Connection, seed: int = 0) -> None:
        """`connection` is one to the new book that nobody else uses; `seed` says which files make up a sample of names."""
        super().__init__(changes, connection)
        self.seed = seed
        self.digests: dict[tuple[Any, ...], bytes] = {}  # of answers that were asked for all the same
        self.moved = self.not_the_same(
            "file"
        )  # files that came, went, or are something else now; None where nobody knows
        # What differs, as it is noted where it is read; None where nobody knows.
        self.files = self._files_now()
        self.folders = self._folders_now()
        self.names = frozenset(changes.names)

    def leaves(self, files: Collection[int], folders: Collection[int], names: Iterable[str]) -> bool:
        """Tell whether what was read of rows, and who bears names, is sure to be what it was."""
        return (
            (not files or (self.files is not None and self.files.isdisjoint(files)))
            and (not folders or (self.folders is not None and self.folders.isdisjoint(folders)))
            and self.names.isdisjoint(names)
        )

    def _files_now(self) -> frozenset[int] | None:
        values = self._values_now("file", _FILE_NOW)
        if values is None or self.moved is None or not self.changes.spans:
            return None
        spans = {number * ROOM + SPAN for number in self.changes.moved}
        fixed = {number * ROOM + FIXED for number in self.moved}
        return frozenset(values | spans | fixed | ({ALL} if fixed else set()))

    def _folders_now(self) -> frozenset[int] | None:
        values, fixed = self._values_now("folder", _FOLDER_NOW), self.not_the_same("folder")
        if values is None or fixed is None or self.moved is None:
            return None
        parents: dict[int, int | None] = dict(self.connection.execute("SELECT id, parent_id FROM folder"))
        inside = set(self._pairs("folder", fixed, "parent_id"))
        for child, parent in inside:
            parents.setdefault(child, parent)  # it went
        below = {parent for _, parent in inside}
        above = set(fixed)  # all folders above what came or went
        for at in below | {holder for _, holder in self._pairs("file", self.moved, "folder_id")}:
            folder: int | None = at
            while folder is not None and folder not in above:
                above.add(folder)
                folder = parents.get(folder)
        noted = {number * ROOM + BELOW for number in below | fixed}
        noted |= {number * ROOM + RANGE for number in above}
        noted |= {number * ROOM + FIXED for number in fixed}
        return frozenset(values | noted | ({ALL} if fixed else set()))

    def _pairs(self, table: str, ids: frozenset[int], column: str) -> Iterator[tuple[int, int]]:
        """Yield ids of rows that differ with what a column of them holds, before and now."""
        known = self.changes.tables[table]
        own, at = known.numbers.index("id"), known.numbers.index(column)
        for _, *versions in known.rows or ():
            for version in versions:
                if version is not None:
                    number, value = version[own], version[at]
                    if number in ids and number is not None and value is not None:
                        yield number, value

    def _values_now(self, table: str, columns: Sequence[str]) -> set[int] | None:
        """Return the values of rows that differ, as they are noted where they are read; None where nobody knows."""
        found: set[int] = set()
        for at, column in enumerate(columns):
            want = self.mask(table, {column})
            changed = self.changed_values(table, want, "id") if want is not None else None
            if changed is None:
                return None
            found.update(number * ROOM + at for number in changed)
        return found

"""Which rows of a database are not those of the last book, noted while they are put in the place of those.

The database begins as that of the last book, which is attached as `old`. What nobody writes is the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from repobook.store.changes import MAX_ROWS, Changes, TableChanges, compare_table
from repobook.store.store import first_symbols

_SHADOWS = "prose"  # a virtual table, and those that hold it


class Tracked:
    """What differs so far."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._tables: dict[str, TableChanges] = {}
        for schema in ("main", "scratch"):
            for (name,) in connection.execute(
                f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'table'"
            ):
                if not name.startswith(_SHADOWS):
                    stated = connection.execute(f"PRAGMA {schema}.table_info({name})").fetchall()
                    columns = [row[1] for row in stated]
                    numbers = [row[1] for row in stated if row[2] == "INTEGER"]
                    self._tables[name] = TableChanges(columns, numbers, [])
        # No file that is renewed needs more room than it has, so these stay.
        self.firsts = first_symbols(connection)

    def note(
        self, table: str, before: Mapping[Any, Sequence[Any]], after: Mapping[Any, Sequence[Any]]
    ) -> None:
        """Note rows of a table as they were and as they are, by number or key."""
        known = self._tables[table]
        if known.rows is None:
            return
        every = (2 << len(known.columns)) - 1
        at = [known.columns.index(name) for name in known.numbers]

        def numbers(row: Sequence[Any]) -> list[int | None]:
            return [row[place] for place in at] or [0]

        for key in sorted(before.keys() | after.keys()):
            old, new = before.get(key), after.get(key)
            if old is not None and new is not None:
                bits = sum(
                    1 << n for n, (one, other) in enumerate(zip(old, new, strict=True)) if one != other
                )
                if bits:
                    known.rows.append((bits, numbers(old), numbers(new)))
            elif new is not None:
                known.rows.append((every, None, numbers(new)))
            elif old is not None:
                known.rows.append((every, numbers(old), None))
        if len(known.rows) > MAX_ROWS:
            known.rows = None

    def compare(self, connection: sqlite3.Connection, tables: Collection[str]) -> None:
        """See what differs in tables of the book that were written anew, in whole or in part."""
        for table in tables:
            self._tables[table] = compare_table(connection, table)

    def replace(self, table: str, ids: Collection[int]) -> None:
        """Note that the rows of these numbers are others now; all else in the table is as it was."""
        known = self._tables[table]
        every = (1 << len(known.columns)) - 1
        known.rows = [(every, [number], [number]) for number in sorted(ids)]

    def lose(self, tables: Collection[str]) -> None:
        """Nobody knows what differs in these tables."""
        for table in tables:
            self._tables[table].rows = None

    def numbers(self, table: str, column: str) -> set[int] | None:
        """Return what a column holds in rows that differ, before and now; None where nobody knows."""
        known = self._tables[table]
        if known.rows is None:
            return None
        at = known.numbers.index(column)
        return {
            number for _, *sides in known.rows for side in sides if side is not None and (number := side[at])
        }

    def changes(self) -> Changes:
        """Return what differs."""
        return Changes(self._tables, [([*self.firsts], [*self.firsts.values()])] if self.firsts else [])

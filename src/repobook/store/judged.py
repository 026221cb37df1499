"""Which statements cannot have another answer than they had, told without asking them.

`Changes` says which rows differ between the last book and this one, and in which columns. A statement reads the columns
that SQLite itself names; its text says which rows its parameters let in. Where none of the rows that differ is among
them, the answer is the same.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from repobook.store.changes import FIXED, Changes
from repobook.store.spoken import Held, Refused, rests_on, understand

# For a table that a statement reads and that has changed, its number and ways to tell that the statement sees none of it.
# A way may be one only where the statement sees nothing of another table: the number of that one, else None.
Check = tuple[int, list[tuple[Held, int | None, list[int]]]]
# "between" or "in", the places of parameters, and values: sorted, and as a set
LetIn = tuple[str, tuple[int, ...], list[int], frozenset[int]]
Columns = dict[str, set[str]]  # of each table, those that a statement reads
Finders = dict[int, list[tuple[int | None, list[LetIn] | None]]]


class Judge:
    """Tells which statements cannot have another answer. One a process."""

    def __init__(
        self, changes: Changes, connection: sqlite3.Connection, columns: dict[str, Columns] | None = None
    ) -> None:
        """`connection` is one to a book that nobody else uses; `columns` is what is known of statements, and grows."""
        self.changes = changes
        self.connection = connection
        self._columns = {} if columns is None else columns
        self._tables = {name: table.columns for name, table in changes.tables.items()}
        self._numbers = {name: frozenset(table.numbers) for name, table in changes.tables.items()}
        self._checks: dict[str, list[Check] | None] = {}
        self._finders: dict[str, Finders | None] = {}
        self._values: dict[tuple[str, int, str], list[int] | None] = {}
        self._seen: dict[tuple[Held, int], bool] = {}  # by what is held to, and a list of `_values`
        self._files_listed: dict[tuple[str, ...], list[int]] = {}
        self._ways: dict[tuple[str, str, str], tuple[list[int], list[int]]] = {}

    def is_same(self, text: str, values: Sequence[Any]) -> bool:
        """Tell whether a statement is sure to have the answer that it had; False where nobody knows."""
        try:
            checks = self._checks[text]
        except KeyError:
            checks = self._checks[text] = self.checks(text, values)
        if checks is None:
            return False
        return not checks or self.holds(checks, values)

    def finders(self, text: str, places: int) -> Finders | None:
        """Return how those of many statements of a text with so many parameters are found that may have another answer than
        they had, by the numbers of the tables that they read; None where nobody knows."""
        if text not in self._finders:
            if text not in self._checks:
                self._checks[text] = self.checks(text, [0] * places)
            checks = self._checks[text]
            self._finders[text] = None if checks is None else {
                number: [(rests, self._values_let_in(held, changed)) for held, rests, changed in ways]
                for number, ways in checks
            }  # fmt: skip
        return self._finders[text]

    def _values_let_in(self, held: Held, changed: list[int]) -> list[LetIn] | None:
        """Return which parameters let one of the values in; None where nobody knows. It is `_ranges` backwards: from rows that
        have changed to the parameters that lead to them."""
        how, *rest = held
        if how == "any":
            found: list[LetIn] = []
            for one in rest:
                some = self._values_let_in(one, changed)
                if some is None:
                    return None
                found += some
            return found
        if how == "listed":
            return [] if set(changed).isdisjoint(self._listed(*rest[1:])) else None
        if how == "span":
            if not self.changes.spans:
                return None
            holding = {
                files[at - 1]
                for files, firsts in self.changes.spans
                for value in changed
                if (at := bisect_right(firsts, value))
            }
            return self._values_let_in(rest[0], sorted(holding))
        if how == "via":
            _, table, one, other, inner = rest
            wanted = frozenset(changed)
            leading = {
                key for key, value in zip(*self._way(table, one, other), strict=True) if value in wanted
            }
            return self._values_let_in(inner, sorted(leading))
        return [(how, tuple(rest), changed, frozenset(changed))] if changed else []

    def holds(self, checks: list[Check], values: Sequence[Any]) -> bool:
        open_ones = {number for number, _ in checks}
        # What rests on another table waits until that one is sure. So nothing is sure because of itself.
        while True:
            sure = {
                number
                for number, ways in checks
                if number in open_ones
                and any(
                    rests not in open_ones and not self._sees(held, changed, values)
                    for held, rests, changed in ways
                )
            }
            open_ones -= sure
            if not open_ones or not sure:
                return not open_ones

    def checks(self, text: str, values: Sequence[Any]) -> list[Check] | None:
        """Return what must be looked at to tell that a statement has the same answer: nothing where it has; None where nobody
        can tell."""
        columns = self.columns(text, values)
        if not self._reads_changes(columns):  # it need not be understood
            return []
        try:
            spoken = understand(text, self._tables, self._numbers)
        except Refused:
            return None
        if {table for _, table, _ in spoken.reads} != columns.keys():
            return None
        checks: list[Check] = []
        for number, table, held_by in spoken.reads:
            want = self.mask(table, columns[table])
            if want is None:
                return None
            if not any(row[0] & want for row in self.changes.tables[table].rows or ()):
                continue
            ways: list[tuple[Held, int | None, list[int]]] = []
            for column, helds in held_by.items():
                changed = self.changed_values(table, want, column)
                if changed is not None:
                    ways += [(held, rests_on(held), changed) for held in helds]
            if not ways:
                return None
            ways.sort(key=lambda way: (way[1] is not None, repr(way[0])))
            checks.append((number, ways))
        return checks

    def _reads_changes(self, read: Columns) -> bool:
        for table, columns in read.items():
            changes = self.changes.tables.get(table)
            if changes is None or changes.rows is None:
                return True
            want = self.mask(table, columns)
            if want is None or any(row[0] & want for row in changes.rows):
                return True
        return False

    def columns(self, text: str, values: Sequence[Any]) -> Columns:
        """Return the tables and columns that SQLite reads for a statement."""
        if text in self._columns:
            return self._columns[text]
        found: Columns = {}

        def note(action: int, table: str | None, column: str | None, *_: str | None) -> int:
            if action == sqlite3.SQLITE_READ and table is not None:
                found.setdefault(table.lower(), set()).add((column or "").lower())
            return sqlite3.SQLITE_OK

        self.connection.set_authorizer(note)
        try:
            self.connection.execute(f"EXPLAIN {text}", values).close()
        finally:
            self.connection.set_authorizer(None)
        self._columns[text] = found
        return found

    def mask(self, table: str, columns: set[str]) -> int | None:
        """Return the bits of columns, and of rows that come or go; None where nobody knows what has changed."""
        known = self.changes.tables[table]
        if known.rows is None:
            return None
        places = {name.lower(): at for at, name in enumerate(known.columns)}
        bits = 1 << len(known.columns)
        for column in columns:
            if column in places:
                bits |= 1 << places[column]
            elif column not in ("", "rowid"):
                return None
        return bits

    def changed_values(self, table: str, want: int, column: str) -> list[int] | None:
        """Return, sorted, what a column holds in rows that differ in what is wanted, before and now; None where that is no number."""
        key = (table, want, column)
        if key not in self._values:
            known = self.changes.tables[table]
            at = known.numbers.index(column)
            found: set[int] = set()
            is_known = True
            for bits, *versions in known.rows or ():
                if bits & want:
                    for version in versions:
                        value = version[at] if version is not None else None
                        if type(value) is int:
                            found.add(value)
                        elif value is not None:
                            is_known = False
            self._values[key] = sorted(found) if is_known else None
        return self._values[key]

    def not_the_same(self, table: str) -> frozenset[int] | None:
        """Return the rows that came, went or are something else now; None where nobody knows."""
        want = self.mask(table, set(FIXED[table]))
        changed = self.changed_values(table, want, "id") if want is not None else None
        return None if changed is None else frozenset(changed)

    def _sees(self, held: Held, changed: list[int], values: Sequence[Any]) -> bool:
        """Tell whether one of the values is among those that parameters let in."""
        if held[0] == "listed" or (held[0] == "span" and held[1][0] == "listed"):
            key = (held, id(changed))  # no parameter has a say in it
            if key not in self._seen:
                self._seen[key] = self._meets(held, changed, values)
            return self._seen[key]
        return self._meets(held, changed, values)

    def _meets(self, held: Held, changed: list[int], values: Sequence[Any]) -> bool:
        try:
            for low, high in self._ranges(held, values):
                at = bisect_left(changed, low)
                if at < len(changed) and changed[at] <= high:
                    return True
        except _Unknown:
            return True
        return False

    def _way(self, table: str, one: str, other: str) -> tuple[list[int], list[int]]:
        """Return two columns of a small table as they are now, by the first. Where a statement sees that one of these rows has
        changed, it is not the same whatever it sees of other tables: so it does not matter that they were others before."""
        key = (table, one, other)
        if key not in self._ways:
            rows = self.connection.execute(
                f"SELECT {one}, {other} FROM {table} WHERE {one} IS NOT NULL AND {other} IS NOT NULL ORDER BY {one}"
            ).fetchall()
            self._ways[key] = [row[0] for row in rows], [row[1] for row in rows]
        return self._ways[key]

    def _listed(self, column: str, *texts: str) -> list[int]:
        """Return the files of which a column is one of some texts. One that was and is not any more is a row of `file` that the
        statement sees: nothing that is held to this list is sure then."""
        key = (column, *texts)
        if key not in self._files_listed:
            marks = ", ".join("?" * len(texts))
            rows = self.connection.execute(f"SELECT id FROM file WHERE {column} IN ({marks})", texts)
            self._files_listed[key] = sorted(row[0] for row in rows)
        return self._files_listed[key]

    def _ranges(self, held: Held, values: Sequence[Any]) -> Iterator[tuple[int, int]]:
        how, *rest = held
        if how == "between":
            low, high = (values[place] for place in rest)
            if type(low) is not int or type(high) is not int:
                raise _Unknown
            yield low, high
        elif how == "in":
            for place in rest:
                value = values[place]
                if type(value) is not int:
                    raise _Unknown
                yield value, value
        elif how == "listed":
            for file in self._listed(*rest[1:]):
                yield file, file
        elif how == "any":
            for one in rest:
                yield from self._ranges(one, values)
        elif how == "via":
            _, table, one, other, inner = rest
            keys, found = self._way(table, one, other)
            for low, high in self._ranges(inner, values):
                for value in found[bisect_left(keys, low) : bisect_right(keys, high)]:
                    yield value, value
        else:  # "span": the symbols of files
            if not self.changes.spans:
                raise _Unknown
            for low, high in self._ranges(rest[0], values):
                for files, firsts in self.changes.spans:
                    start, end = bisect_left(files, low), bisect_right(files, high)
                    if start < end:
                        yield firsts[start], firsts[end] - 1 if end < len(firsts) else 1 << 62


class _Unknown(Exception):
    """A parameter is no whole number: what it equals is SQLite's to say."""

"""Two databases of the same repository, row by row: what an edit has changed in the facts.

The comparing is left to SQLite. Of a row that differs, its numbers are kept as they were and as they are, and which of
its columns differ: enough to tell whether a statement can have seen it.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import sqlite3
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter

import msgspec

from repobook.store.reader import open_reader, quote

FEW_ROWS = 50  # rows that differ; where there are more, they may only have moved
MAX_ROWS = 20_000  # changed rows of one table; where there are more, all of it counts as changed

# What search asks, and what only sites and the linking read: large, and no statement of a page needs them compared.
_APART = frozenset({"word_block", "name_block", "pair_list", "path_list", "site", "reference"})
_SHADOWS = "prose"  # a virtual table, and those that hold it

# What no edit of a file changes in the rows of files and folders.
FIXED = {
    "file": ("id", "path", "path_bytes", "folder_id", "outcome", "kind", "language", "page"),
    "folder": ("id", "path", "path_bytes", "parent_id", "page", "depth"),
}

Numbers = list[int | None]
Row = tuple[
    int, Numbers | None, Numbers | None
]  # which columns differ (a bit each), numbers before, numbers after


class TableChanges(msgspec.Struct, array_like=True):
    """What has changed in a table. A row that came or went has one bit more than there are columns."""

    columns: list[str]
    numbers: list[str]  # those of whole numbers
    rows: list[Row] | None  # None: too many


class Changes(msgspec.Struct, array_like=True):
    """What has changed in a database. Nothing is known of tables that are not here."""

    tables: dict[str, TableChanges]
    # Files that define something, in order, and the first symbol of each: ids of symbols are in the order of files. Now, and
    # before where that was otherwise. Empty where that does not hold.
    spans: list[tuple[list[int], list[int]]]
    moved: list[int] = []  # files whose symbols have other ids
    names: list[
        str
    ] = []  # names of files and folders that came, went or are something else now; the latter with a slash


_decode = msgspec.msgpack.Decoder(Changes).decode


def write_changes(old: str, new: str, path: str, known: Changes | None = None) -> bool:
    """Write what differs between two databases into a file, where it is not known already by comparing them; tell whether that
    could be done."""
    changes = known if known is not None else compare(old, new)
    if changes is None:
        return False
    data = msgspec.msgpack.encode(changes)
    try:
        with open(path, "xb") as stream:
            stream.write(data + hashlib.sha256(data).digest())
    except OSError:
        return False
    return True


def read_changes(path: str) -> tuple[Changes, int] | None:
    """Return what such a file holds, and a number that no other changes are likely to have; None where it cannot be read."""
    try:
        with open(path, "rb") as stream:
            read = stream.read()
        data, checksum = read[:-32], read[-32:]
        if hashlib.sha256(data).digest() != checksum:
            return None
        return _decode(data), int.from_bytes(checksum[:4], "big")
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None


def compare(old: str, new: str) -> Changes | None:
    """Return what differs between two databases; None where they cannot be compared."""
    try:
        with contextlib.closing(open_reader(new)) as connection:
            connection.row_factory = None
            connection.execute("ATTACH DATABASE ? AS old", (f"file:{quote(old)}?mode=ro&immutable=1",))
            schemas = [
                connection.execute(f"SELECT type, name, tbl_name, sql FROM {db}.sqlite_schema ORDER BY name").fetchall()
                for db in ("main", "old")
            ]  # fmt: skip
            # Statistics would have SQLite choose other ways through the same rows, and so another order of them.
            if schemas[0] != schemas[1] or any(row[1].startswith("sqlite_stat") for row in schemas[0]):
                return None
            tables = {}
            for kind, name, _, _ in schemas[0]:
                if kind == "table" and name not in _APART and not name.startswith(_SHADOWS):
                    tables[name] = compare_table(connection, name)
            spans = symbol_order(connection)
            return Changes(tables, spans, _moved_spans(spans), _names(connection))
    except sqlite3.Error:
        return None


def compare_table(connection: sqlite3.Connection, table: str) -> TableChanges:
    """Return what differs in a table between `main` and `old`."""
    stated = connection.execute(f"PRAGMA main.table_info({table})").fetchall()
    columns = [row[1] for row in stated]
    numbers = [row[1] for row in stated if row[2] == "INTEGER"]
    key = [row[1] for row in stated if row[5]]
    rows = _changed_rows(connection, table, columns, numbers, key or ["rowid"])
    if not key and (rows is None or len(rows) > FEW_ROWS):
        groups = _changed_groups(connection, table, columns, numbers)
        rows = groups if groups is not None else rows
    return TableChanges(columns, numbers, rows)


def _changed_rows(
    connection: sqlite3.Connection, table: str, columns: list[str], numbers: list[str], key: list[str]
) -> list[Row] | None:
    """Return the rows that are not what they were, told apart by their key; None where they are too many."""
    joined = " AND ".join(f"o.{name} = n.{name}" for name in key)
    rest = [name for name in columns if name not in key]
    differs = " OR ".join([f"o.{key[0]} IS NULL", *(f"n.{name} IS NOT o.{name}" for name in rest)])
    mask = " | ".join(f"((n.{name} IS NOT o.{name}) << {columns.index(name)})" for name in rest) or "0"
    before, after = (", ".join(f"{side}.{name}" for name in numbers) or "0" for side in "on")
    wide = max(1, len(numbers))
    every = (2 << len(columns)) - 1
    rows: list[Row] = []
    for is_new, bits, *values in connection.execute(
        f"SELECT o.{key[0]} IS NULL, {mask}, {before}, {after} FROM main.{table} n LEFT JOIN old.{table} o ON {joined}"
        f" WHERE {differs} LIMIT {MAX_ROWS + 1}"
    ):
        rows.append((every, None, values[wide:]) if is_new else (bits, values[:wide], values[wide:]))
    if len(rows) > MAX_ROWS:
        return None
    (then,), (now,) = (
        connection.execute(f"SELECT count(*) FROM {db}.{table}").fetchone() for db in ("old", "main")
    )
    if then != now - sum(row[1] is None for row in rows):
        for values in connection.execute(
            f"SELECT {before} FROM old.{table} o LEFT JOIN main.{table} n ON {joined}"
            f" WHERE n.{key[0]} IS NULL LIMIT {MAX_ROWS + 1}"
        ):
            rows.append((every, list(values), None))
    return rows if len(rows) <= MAX_ROWS else None


def _changed_groups(
    connection: sqlite3.Connection, table: str, columns: list[str], numbers: list[str]
) -> list[Row] | None:
    """Return the rows of a table without a key where one more has moved all that follow: all rows of a file, or of whatever
    the first column holds, where these are not the same in the same order; None where they are too many."""
    first = columns[0]
    spans = _spans(connection, table, columns)
    then, now = (_groups(connection, db, table, first, *span) for db, span in spans.items())
    changed = {name for name in then.keys() | now.keys() if then.get(name) != now.get(name)}
    # All others must still stand in the same order: statements may rest on that.
    orders = (
        (
            name
            for (name,) in connection.execute(
                f"SELECT {first} FROM {db}.{table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid", span
            )
            if name not in changed
        )
        for db, span in spans.items()
    )
    if any(one != other for one, other in zip_longest(*orders)):
        return None
    every = (2 << len(columns)) - 1
    listed = ", ".join(numbers) or "0"
    rows: list[Row] = []
    for db in ("old", "main"):
        for name in changed:
            for values in connection.execute(f"SELECT {listed} FROM {db}.{table} WHERE {first} = ?", (name,)):
                rows.append((every, list(values), None) if db == "old" else (every, None, list(values)))
                if len(rows) > MAX_ROWS:
                    return None
    return rows


def _spans(connection: sqlite3.Connection, table: str, columns: list[str]) -> dict[str, tuple[int, int]]:
    """Return between which rows the two tables differ: what stands before and behind has not even changed its order."""
    ends = {}
    for db in ("old", "main"):
        low, high, count = connection.execute(
            f"SELECT min(rowid), max(rowid), count(*) FROM {db}.{table}"
        ).fetchone()
        if low != 1 or high != count:  # there are gaps: what is told by numbers of rows may not be
            return {"old": (0, 1 << 62), "main": (0, 1 << 62)}
        ends[db] = high
    moved = ends["old"] - ends["main"]
    differs = " OR ".join(["o.rowid IS NULL", *(f"n.{name} IS NOT o.{name}" for name in columns)])
    joined = f"main.{table} n LEFT JOIN old.{table} o ON o.rowid = n.rowid"
    start = connection.execute(
        f"SELECT n.rowid FROM {joined} WHERE {differs} ORDER BY n.rowid LIMIT 1"
    ).fetchone()
    stop = connection.execute(
        f"SELECT n.rowid FROM {joined} + ? WHERE {differs} ORDER BY n.rowid DESC LIMIT 1", (moved,)
    ).fetchone()
    low = start[0] if start is not None else ends["main"] + 1
    high = max(stop[0] if stop is not None else 0, low - 1, low - 1 - moved)
    return {"old": (low, high + moved), "main": (low, high)}


def _groups(
    connection: sqlite3.Connection, db: str, table: str, first: str, low: int, high: int
) -> dict[object, bytes]:
    """Return a digest of the rows by the first column."""
    rows = connection.execute(
        f"SELECT * FROM {db}.{table} WHERE rowid BETWEEN ? AND ? ORDER BY {first}, rowid", (low, high)
    )
    return {
        name: hashlib.sha256(marshal.dumps(list(group), 2)).digest() for name, group in groupby(rows, itemgetter(0))
    }  # fmt: skip


def symbol_order(connection: sqlite3.Connection) -> list[tuple[list[int], list[int]]]:
    """Return files and their first symbols, now and before where that is not the same; nothing where these do not say which
    file any symbol stands in."""
    seen: list[tuple[list[int], list[int]]] = []
    for db in ("main", "old"):
        rows = connection.execute(
            f"SELECT file_id, min(id), max(id) FROM {db}.symbol GROUP BY file_id ORDER BY file_id"
        ).fetchall()
        if any(one[2] >= other[1] for one, other in pairwise(rows)):
            return []
        found = ([row[0] for row in rows], [row[1] for row in rows])
        if found not in seen:
            seen.append(found)
    return seen


def _moved_spans(spans: list[tuple[list[int], list[int]]]) -> list[int]:
    """Return the files whose symbols, or those of the next file, begin elsewhere than before."""
    if len(spans) < 2:
        return []
    now, then = (
        {
            (file, first, following)
            for file, first, following in zip(files, firsts, [*firsts, 0][1:], strict=True)
        }
        for files, firsts in spans
    )
    return sorted({span[0] for span in now ^ then})


def _names(connection: sqlite3.Connection) -> list[str]:
    """Return the names of files and folders that came, went or are something else now."""
    found = set()
    for table, end in (("file", ""), ("folder", "/")):
        columns = ", ".join(FIXED[table])
        for one, other in (("main", "old"), ("old", "main")):
            found |= {
                row[1].rpartition("/")[2] + end
                for row in connection.execute(
                    f"SELECT {columns} FROM {one}.{table} EXCEPT SELECT {columns} FROM {other}.{table}"
                )
            }
    return sorted(found)

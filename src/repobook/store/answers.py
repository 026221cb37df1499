"""What the workers that resolve references find, on its way into the store.

Of a large repository it is more than memory should hold: it is kept in a file beside the store until all of it is there.
It comes in any order of files, and goes into the store in the order of files or of its key. After an edit the answers of
a few files take the place of those that the last book has.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from repobook.store.store import FILE_BITS, Writer, room
from repobook.store.tracked import Tracked

_ENDING = "-answers"
_WAITING = 20_000  # rows
_TABLES = """
CREATE TABLE reference (file_id INTEGER PRIMARY KEY, answers BLOB);
CREATE TABLE answer (id INTEGER PRIMARY KEY, file_id INTEGER, label TEXT, how TEXT, cause TEXT, places INTEGER);
CREATE TABLE use (symbol_id INTEGER, file_id INTEGER, places INTEGER, line INTEGER, how TEXT);
CREATE TABLE call (id INTEGER PRIMARY KEY, caller_id INTEGER, target_id INTEGER, line INTEGER, label TEXT);
CREATE TABLE share (file_id INTEGER PRIMARY KEY, shares BLOB);
CREATE TABLE heir (id INTEGER PRIMARY KEY, file_id INTEGER, symbol_id INTEGER, base_id INTEGER, how TEXT, label TEXT);
"""
# From what was found to the store: table of it, columns, order.
_POURED = (
    ("reference", "file_id, answers", "file_id, answers", "file_id"),
    ("answer", "rowid, file_id, label, how, cause, places", "id, file_id, label, how, cause, places", "id"),
    ("use", "symbol_id, file_id, places, line, how", "symbol_id, file_id, places, line, how", "symbol_id, file_id"),
    ("call", "caller_id, target_id, line, label", "caller_id, target_id, line, label", "id"),
    ("scratch.share", "file_id, shares", "file_id, shares", "file_id"),
    ("scratch.heir", "rowid, file_id, symbol_id, base_id, how, label", "id, file_id, symbol_id, base_id, how, label", "id"),
)  # fmt: skip
_decode = msgspec.msgpack.Decoder(list[tuple[int, float]]).decode
Share = list[tuple[int, float]]  # symbols that a file may mean, and in how many places


class Found(NamedTuple):
    """What was found in a file."""

    file: int
    answers: bytes
    counts: Iterable[Sequence[Any]]
    uses: Iterable[tuple[int, int, int, str]]
    calls: Iterable[Sequence[Any]]
    shares: Share
    heirs: Iterable[Sequence[Any]]


def unpack_shares(packed: bytes) -> Share:
    return _decode(packed)


class _Rows(NamedTuple):
    """The same as rows of the tables."""

    answer: list[Sequence[Any]]
    use: list[Sequence[Any]]
    call: list[Sequence[Any]]
    heir: list[Sequence[Any]]

    def add(self, found: Found) -> None:
        file = found.file
        first = file << FILE_BITS
        self.answer.extend((number, file, *count) for number, count in enumerate(found.counts, first))
        self.use.extend((symbol, file, places, line, how) for symbol, places, line, how in found.uses)
        self.call.extend((number, *call) for number, call in enumerate(found.calls, first))
        self.heir.extend((number, file, *heir) for number, heir in enumerate(found.heirs, first))


class Answers:
    """Use it as a context manager: the file goes when it ends."""

    def __init__(self, database: str) -> None:
        self._path = database + _ENDING
        self._remove()
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        for setting in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
            self._connection.execute(f"PRAGMA {setting}")
        self._connection.executescript(_TABLES)
        self._connection.execute("BEGIN")
        self._waiting = _Rows([], [], [], [])

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.close()
        self._remove()

    def add(self, found: Found) -> None:
        """Keep what was found in a file."""
        one = self._connection.execute
        one("INSERT INTO reference VALUES (?, ?)", (found.file, found.answers))
        if found.shares:
            one("INSERT INTO share VALUES (?, ?)", (found.file, msgspec.msgpack.encode(found.shares)))
        self._waiting.add(found)
        if len(self._waiting.use) + len(self._waiting.call) > _WAITING:
            self._write()

    def _write(self) -> None:
        """Write what waits: rows of many files at once cost less than those of each."""
        many = self._connection.executemany
        many("INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)", self._waiting.answer)
        many("INSERT INTO use VALUES (?, ?, ?, ?, ?)", self._waiting.use)
        many("INSERT INTO call VALUES (?, ?, ?, ?, ?)", self._waiting.call)
        many("INSERT INTO heir VALUES (?, ?, ?, ?, ?, ?)", self._waiting.heir)
        for rows in self._waiting:
            rows.clear()

    def pour(self, store: Writer) -> None:
        """Put all of it into the store."""
        self._write()
        self._connection.execute("COMMIT")
        self._connection.close()
        execute = store.connection.execute
        execute("COMMIT")
        execute("ATTACH DATABASE ? AS found", (self._path,))
        execute("BEGIN")
        for table, columns, sources, order in _POURED:
            source = table.removeprefix("scratch.")
            execute(f"INSERT INTO {table} ({columns}) SELECT {sources} FROM found.{source} ORDER BY {order}")

    def _remove(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path)


def renew_answers(
    store: Writer,
    tracked: Tracked,
    founds: Sequence[Found],
    gone: Sequence[int],
    named: Callable[[bytes], Iterable[int]],
) -> None:
    """Put answers of files in the place of those that the last book has; those of files that are `gone` have none now.

    `named` gives the symbols that packed answers name: uses of a file are found by these, not by looking through all.
    """
    files = [*(found.file for found in founds), *gone]
    one, many = store.connection.execute, store.connection.executemany
    uses = [
        (symbol, file)
        for file, answers in _of_files(store, "reference", files).values()
        for symbol in sorted(set(named(answers)))
    ]
    before = _read(store, tracked, files, uses)
    many("DELETE FROM use WHERE symbol_id = ? AND file_id = ?", uses)
    for file in files:
        span = (file << FILE_BITS, (file + 1 << FILE_BITS) - 1)
        one("DELETE FROM reference WHERE file_id = ?", (file,))
        one("DELETE FROM answer WHERE rowid BETWEEN ? AND ?", span)
        one("DELETE FROM call WHERE caller_id = ?", (-file,))
        one("DELETE FROM call WHERE caller_id BETWEEN ? AND ?", _symbols(store, tracked, file))
        one("DELETE FROM scratch.share WHERE file_id = ?", (file,))
        one("DELETE FROM scratch.heir WHERE rowid BETWEEN ? AND ?", span)
    rows = _Rows([], [], [], [])
    for found in founds:
        one("INSERT INTO reference VALUES (?, ?)", (found.file, found.answers))
        if found.shares:
            one("INSERT INTO scratch.share VALUES (?, ?)", (found.file, msgspec.msgpack.encode(found.shares)))
        rows.add(found)
    many(
        "INSERT INTO answer (rowid, file_id, label, how, cause, places) VALUES (?, ?, ?, ?, ?, ?)",
        rows.answer,
    )
    many("INSERT INTO use VALUES (?, ?, ?, ?, ?)", rows.use)
    many("INSERT INTO call VALUES (?, ?, ?, ?)", [row[1:] for row in rows.call])
    many(
        "INSERT INTO scratch.heir (rowid, file_id, symbol_id, base_id, how, label) VALUES (?, ?, ?, ?, ?, ?)",
        rows.heir,
    )
    after = _read(store, tracked, files, [(row[0], row[1]) for row in rows.use])
    for table in before:
        tracked.note(table, before[table], after[table])


def _symbols(store: Writer, tracked: Tracked, file: int) -> tuple[int, int]:
    """Return the first and the last id that symbols of a file may have."""
    (symbols,) = store.connection.execute("SELECT symbols FROM file WHERE id = ?", (file,)).fetchone()
    first = tracked.firsts.get(file, 1)
    return first, first + room(symbols) - 1


def _of_files(store: Writer, table: str, files: Sequence[int]) -> dict[Any, Sequence[Any]]:
    """Return the rows of files in a table that has one of each at most."""
    ask = store.connection.execute
    rows = (ask(f"SELECT * FROM {table} WHERE file_id = ?", (file,)).fetchone() for file in files)
    return {row[0]: row for row in rows if row is not None}


def _read(
    store: Writer, tracked: Tracked, files: Sequence[int], uses: Iterable[tuple[int, int]]
) -> dict[str, dict[Any, Sequence[Any]]]:
    """Return all that is kept of the answers of files, by table and key. `uses` are symbols that they may use."""
    ask = store.connection.execute
    found: dict[str, dict[Any, Sequence[Any]]] = {
        table: _of_files(store, table, files) for table in ("reference", "share")
    }
    found |= {"use": {}, "call": {}, "answer": {}, "heir": {}}
    for key in uses:
        row = ask("SELECT * FROM use WHERE symbol_id = ? AND file_id = ?", key).fetchone()
        if row is not None:
            found["use"][key] = row
    for file in files:
        for first, last in ((-file, -file), _symbols(store, tracked, file)):
            rows = ask("SELECT * FROM call WHERE caller_id BETWEEN ? AND ?", (first, last))
            found["call"].update((row[:2], row) for row in rows)
        span = (file << FILE_BITS, (file + 1 << FILE_BITS) - 1)
        for table in ("answer", "heir"):
            rows = ask(f"SELECT rowid, * FROM {table} WHERE rowid BETWEEN ? AND ?", span)
            found[table].update((row[0], row[1:]) for row in rows)
    return found

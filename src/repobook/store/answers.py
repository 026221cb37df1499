"""What the workers that resolve references find, kept in a file beside the store until all of it is there.

Of a large repository it is more than memory should hold. It comes in any order of files, and goes into the store in the
order of files or of its key, so that the same facts give the same bytes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from repobook.store.store import Writer

_ENDING = "-answers"
_WAITING = 20_000  # rows
_ROOM = 32  # bits for the rows of a file, which follow each other
_TABLES = """
CREATE TABLE reference (file_id INTEGER PRIMARY KEY, answers BLOB);
CREATE TABLE answer (id INTEGER PRIMARY KEY, file_id INTEGER, label TEXT, how TEXT, cause TEXT, places INTEGER);
CREATE TABLE use (symbol_id INTEGER, file_id INTEGER, places INTEGER, line INTEGER, how TEXT);
CREATE TABLE call (id INTEGER PRIMARY KEY, caller_id INTEGER, target_id INTEGER, line INTEGER, label TEXT);
CREATE TABLE share (file_id INTEGER PRIMARY KEY, shares BLOB);
"""
_decode = msgspec.msgpack.Decoder(list[tuple[int, float]]).decode

Share = list[tuple[int, float]]  # symbols that a file may mean, and in how many places


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
        self._counts: list[Sequence[Any]] = []
        self._uses: list[Sequence[Any]] = []
        self._calls: list[Sequence[Any]] = []

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.close()
        self._remove()

    def add(
        self,
        file: int,
        answers: bytes,
        counts: Iterable[Sequence[Any]],
        uses: Iterable[tuple[int, int, int, str]],
        calls: Iterable[Sequence[Any]],
        shares: Share,
    ) -> None:
        """Keep what was found in a file."""
        one = self._connection.execute
        first = file << _ROOM
        one("INSERT INTO reference VALUES (?, ?)", (file, answers))
        if shares:
            one("INSERT INTO share VALUES (?, ?)", (file, msgspec.msgpack.encode(shares)))
        self._counts += [(number, file, *count) for number, count in enumerate(counts, first)]
        self._uses += [(symbol, file, places, line, how) for symbol, places, line, how in uses]
        self._calls += [(number, *call) for number, call in enumerate(calls, first)]
        if len(self._uses) + len(self._calls) > _WAITING:
            self._write()

    def _write(self) -> None:
        """Write what waits: rows of many files at once cost less than those of each."""
        many = self._connection.executemany
        many("INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)", self._counts)
        many("INSERT INTO use VALUES (?, ?, ?, ?, ?)", self._uses)
        many("INSERT INTO call VALUES (?, ?, ?, ?, ?)", self._calls)
        for rows in (self._counts, self._uses, self._calls):
            rows.clear()

    def pour(self, store: Writer) -> None:
        """Put all of it into the store."""
        self._write()
        self._connection.execute("COMMIT")
        self._connection.close()
        self._connection = store.connection
        execute = store.connection.execute
        execute("COMMIT")
        execute("ATTACH DATABASE ? AS found", (self._path,))
        execute("BEGIN")
        execute("INSERT INTO reference SELECT * FROM found.reference ORDER BY file_id")
        execute("INSERT INTO answer SELECT file_id, label, how, cause, places FROM found.answer ORDER BY id")
        execute("INSERT INTO use SELECT * FROM found.use ORDER BY symbol_id, file_id")
        execute("INSERT INTO call SELECT caller_id, target_id, line, label FROM found.call ORDER BY id")

    def shares(self) -> Iterator[tuple[int, Share]]:
        """Give what files may mean, in their order, after `pour`."""
        for file, packed in self._connection.execute(
            "SELECT file_id, shares FROM found.share ORDER BY file_id"
        ):
            yield file, _decode(packed)

    def _remove(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path)

"""Facts by content: what was analysed once, for any repository, is not analysed again.

The key holds everything that decides the facts: the bytes, the language, its rules, its grammar, our own code. Never the
clock, never a path. Each row carries a checksum; a damaged cache is noticed and rebuilt.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3

_BATCH = 500


class Cache:
    """A content-keyed store in the state folder. A cache that cannot be used is only slower, never an error."""

    def __init__(self, folder: str | None) -> None:
        self._connection: sqlite3.Connection | None = None
        self._pending = 0
        self.was_rebuilt = False
        if folder is None:
            return
        path = os.path.join(folder, "facts-1.db")
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            try:
                self._connection = self._open(path)
            except sqlite3.DatabaseError as error:
                if "locked" in str(error):
                    return
                for suffix in ("", "-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(path + suffix)
                self.was_rebuilt = True
                self._connection = self._open(path)
        except (OSError, sqlite3.Error):
            self._connection = None

    def _open(self, path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, timeout=0.2)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, checksum BLOB NOT NULL, facts BLOB NOT NULL)"
        )
        connection.execute("BEGIN IMMEDIATE")
        return connection

    def get(self, key: bytes) -> bytes | None:
        if self._connection is None:
            return None
        try:
            row = self._connection.execute(
                "SELECT checksum, facts FROM facts WHERE key = ?", (key,)
            ).fetchone()
        except sqlite3.Error:
            self._give_up()
            return None
        if row is None:
            return None
        if hashlib.sha256(key + row[1]).digest()[:16] != row[0]:
            self.was_rebuilt = True
            return None
        data: bytes = row[1]
        return data

    def put(self, key: bytes, facts: bytes) -> None:
        if self._connection is None:
            return
        checksum = hashlib.sha256(key + facts).digest()[:16]
        try:
            self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (key, checksum, facts))
            self._pending += 1
            if self._pending >= _BATCH:
                self._connection.execute("COMMIT")
                self._connection.execute("BEGIN IMMEDIATE")
                self._pending = 0
        except sqlite3.Error:
            self._give_up()

    def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("COMMIT")
            self._connection.close()
            self._connection = None

    def _give_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def cache_key(sha256: str, language: str, rules: str) -> bytes:
    """Return the key of one file's facts. `rules` identifies the code, the grammar and the language folder."""
    return hashlib.sha256(f"{sha256}\0{language}\0{rules}".encode()).digest()

"""Facts by content: what was analysed once, for any repository, is not analysed again.

The key holds everything that decides the facts: the bytes, the language, its rules, its grammar, our own code. Never the
clock, never a path. Each row carries a checksum; a damaged cache is noticed and rebuilt. What was not used for the
longest goes first when the cache outgrows its limit.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import sqlite3
import time

MAX_BYTES = 4 * 1024**3  # of facts; REPOBOOK_CACHE_BYTES sets another limit
_FILE = "facts-2.db"
_OLD_FILES = ("facts-1.db",)
_BATCH_BYTES, _BATCH_SECONDS = 256 * 1024, 0.002  # a killed build loses at most so much of its work
# What SQLite raises over a damaged file: its complaint may quote bytes of it, and its numbers may be any.
_DAMAGE = (sqlite3.Error, UnicodeDecodeError, OverflowError)
# What SQLite says where something is lacking now, which tells nothing of the file.
_LACKS = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
    }
)  # fmt: skip


class Cache:
    """A content-keyed store in the state folder. A cache that cannot be used is only slower, never an error.

    One process writes; others that run beside it read what is there.
    """

    def __init__(self, folder: str | None) -> None:
        self._connection: sqlite3.Connection | None = None
        self._lock = -1
        self._pending = 0
        self._committed = 0.0
        self._used: set[bytes] = set()
        self._path = path = os.path.join(folder or "", _FILE)
        self.was_rebuilt = False  # whether something of it was damaged, and is made anew
        if folder is None:
            return
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            if not self._take_lock(path + ".lock"):
                self._connection = sqlite3.connect(
                    f"file:{path}?mode=ro", uri=True, isolation_level=None, timeout=0.2
                )
                return
            for name in _OLD_FILES:
                _remove(os.path.join(folder, name))
            self.was_rebuilt = os.path.isfile(path) and not os.path.getsize(path)
            try:
                self._connection = self._open(path)
            except _DAMAGE as error:
                self._begin_anew(error)
        except (OSError, *_DAMAGE):
            self._give_up()

    def _begin_anew(self, error: Exception) -> None:
        """Put an empty cache in the place of a damaged one. Where it is not damaged, or not ours to write, do without it."""
        is_ours = self._lock >= 0
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if not is_ours or not _is_damage(error):
            self._give_up()
            return
        try:
            _remove(self._path)
            self._used.clear()
            self.was_rebuilt = True
            self._connection = self._open(self._path)
        except (OSError, *_DAMAGE):
            self._give_up()

    def _take_lock(self, path: str) -> bool:
        self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._unlock()
            return False
        return True

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1

    def _open(self, path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, timeout=0.2)
        try:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, checksum BLOB NOT NULL, used INTEGER NOT NULL,"
                " facts BLOB NOT NULL)"
            )
            # `used` is the number of the last build that asked for it: a clock of builds, not of days.
            connection.execute("CREATE INDEX IF NOT EXISTS facts_used ON facts (used, key)")
            last = connection.execute("SELECT max(used) FROM facts").fetchone()[0] or 0
            if not isinstance(last, int) or not 0 <= last < 1 << 60:
                raise sqlite3.DatabaseError("not a number of builds")
            self._build = last + 1
            connection.execute("BEGIN IMMEDIATE")
        except BaseException:
            connection.close()
            raise
        return connection

    def get(self, key: bytes) -> bytes | None:
        if self._connection is None:
            return None
        try:
            row = self._connection.execute(
                "SELECT checksum, facts FROM facts WHERE key = ?", (key,)
            ).fetchone()
        except _DAMAGE as error:
            self._begin_anew(error)
            return None
        if row is None:
            return None
        if not isinstance(row[1], bytes) or hashlib.sha256(key + row[1]).digest()[:16] != row[0]:
            self.was_rebuilt = True
            return None
        self._used.add(key)
        data: bytes = row[1]
        return data

    def put(self, key: bytes, facts: bytes, is_again: bool = False) -> None:
        if self._connection is None or self._lock < 0:
            return
        checksum = hashlib.sha256(key + facts).digest()[:16]
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", (key, checksum, self._build, facts)
            )
            self._pending += len(facts)
            if self._pending >= _BATCH_BYTES or time.monotonic() - self._committed >= _BATCH_SECONDS:
                self._commit()
                self._connection.execute("BEGIN IMMEDIATE")
        except _DAMAGE as error:
            self._begin_anew(error)
            if not is_again:
                self.put(key, facts, is_again=True)  # into the empty one, where there is one now

    def close(self) -> None:
        """Keep what came in, note what was used, and let go of the oldest beyond the limit."""
        if self._connection is not None:
            with contextlib.suppress(*_DAMAGE):
                if self._lock >= 0:
                    self._note_used()
                    self._commit()
                    self._shrink(_limit())
            self._connection.close()
            self._connection = None
        self._unlock()

    def _commit(self) -> None:
        assert self._connection is not None
        self._connection.execute("COMMIT")
        self._pending, self._committed = 0, time.monotonic()

    def _note_used(self) -> None:
        assert self._connection is not None
        self._connection.executemany(
            "UPDATE facts SET used = ? WHERE key = ?", ((self._build, key) for key in sorted(self._used))
        )

    def _shrink(self, limit: int) -> None:
        connection = self._connection
        assert connection is not None
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        excess = (pages - free) * size - limit
        if excess <= 0:
            return
        going = []
        for key, length in connection.execute(
            "SELECT key, coalesce(length(facts), 0) FROM facts ORDER BY used, key"
        ):
            going.append((key,))
            excess -= length
            if excess <= -limit // 10:  # a little more, so that the next build need not do it again
                break
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("DELETE FROM facts WHERE key = ?", going)
        connection.execute("COMMIT")
        connection.executescript("PRAGMA incremental_vacuum")

    def _give_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        self._unlock()


def _is_damage(error: Exception) -> bool:
    """Tell whether an error says that the file is not what we wrote."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return not isinstance(error, sqlite3.OperationalError)
    return code & 0xFF not in _LACKS or code == sqlite3.SQLITE_IOERR_SHORT_READ


def _limit() -> int:
    given = os.environ.get("REPOBOOK_CACHE_BYTES", "")
    return int(given) if given.isdecimal() else MAX_BYTES


def _remove(path: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + suffix)


def cache_key(sha256: str, language: str, rules: str) -> bytes:
    """Return the key of one file's facts. `rules` identifies the code, the grammar and the language folder."""
    return hashlib.sha256(f"{sha256}\0{language}\0{rules}".encode()).digest()

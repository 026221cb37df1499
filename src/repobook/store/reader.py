"""Open a finished database for reading: all that a question from the shell needs of the store."""

from __future__ import annotations

import contextlib
import os
import sqlite3

from repobook.errors import InputError

_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~")
SCRATCH = "-scratch"  # ending of the file that holds what no reader of the book needs


def open_reader(path: str) -> sqlite3.Connection:
    """Open a finished database read-only, without trusting what stands in it."""
    if not os.path.isfile(path):
        raise InputError(f"{path}: no such database. Build the book first.")
    connection = sqlite3.connect(f"file:{quote(path)}?mode=ro&immutable=1", uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cache_size = -16384")
    return connection


def count_symbols(path: str) -> int:
    """Return how many symbols a database holds."""
    with contextlib.closing(open_reader(path)) as reader:
        return int(reader.execute("SELECT sum(symbols) FROM file").fetchone()[0] or 0)


def count_files(path: str) -> int:
    """Return how many files a database holds, whatever became of them."""
    with contextlib.closing(open_reader(path)) as reader:
        return int(reader.execute("SELECT count(*) FROM file").fetchone()[0])


def open_facts(path: str, last_scratch: str = "", scratch: str = "") -> sqlite3.Connection:
    """Open a database whose links are complete, with what only the linking needs attached as `scratch`: by default it lies
    beside it. Rows are tuples. What the last build had of that can be attached as `last`.
    """
    connection = open_reader(path)
    connection.row_factory = None
    for name, place in (("scratch", scratch or path + SCRATCH), ("last", last_scratch)):
        if place:
            connection.execute(f"ATTACH DATABASE ? AS {name}", (f"file:{quote(place)}?mode=ro&immutable=1",))
    return connection


def quote(path: str) -> str:
    """Return a path as the database's addresses take it. `urllib` does as much, and takes longer to load than to answer."""
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in os.fsencode(path))

"""Put what the repository says of itself in order for search, in a database of its own, which is then poured into the book's.

The words are gathered by SQLite alone, so that a thread can do it while the interpreter has something else to do. After an
edit the rows are those of the last book, which nobody writes, but for those that differ.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable

from repobook.store.reader import quote

_GATHERED_BYTES = (
    32 << 20
)  # words are gathered in memory and written once: what is merged later leaves holes in the file
_SYMBOL = "SELECT id * 2, name, doc FROM {}symbol WHERE (doc != '' OR kind IN ('heading', 'section'))"
_FILE = "SELECT id * 2 + 1, title, purpose FROM {}file WHERE outcome = 'documented' AND (title != '' OR purpose != '')"
_TABLES = ("prose_data", "prose_idx", "prose_docsize", "prose_config")

Prose = dict[int, tuple[str, str] | None]  # title and body by row; none where there is no such row now


def changed_prose(
    old: sqlite3.Connection, now: sqlite3.Connection, symbols: Iterable[int], files: Iterable[int]
) -> Prose:
    """Return what differs in the rows of some symbols and files."""
    found: Prose = {}
    for asked, sql in ((symbols, _SYMBOL), (files, _FILE)):
        statement = sql.format("") + " AND id = ?"
        for number in asked:
            before, after = (connection.execute(statement, (number,)).fetchone() for connection in (old, now))
            if before != after:
                found[(before or after)[0]] = after[1:] if after is not None else None
    return found


def make_prose(place: str, source: str, changed: Prose) -> None:
    """Put the rows of a database in order, but for those that have `changed` since."""
    drop_prose(place)
    with contextlib.closing(sqlite3.connect(f"file:{quote(place)}", uri=True, isolation_level=None)) as fresh:
        execute = fresh.execute
        for setting in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
            execute(f"PRAGMA {setting}")
        execute("ATTACH DATABASE ? AS source", (f"file:{quote(source)}?mode=ro&immutable=1",))
        ((schema,),) = execute("SELECT sql FROM source.sqlite_schema WHERE name = 'prose'")
        execute(schema)
        execute("CREATE TEMP TABLE changed (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
        rows = [(number, *(row or (None, None))) for number, row in sorted(changed.items())]
        fresh.executemany("INSERT INTO changed VALUES (?, ?, ?)", rows)
        execute("BEGIN")
        execute("INSERT INTO prose (prose, rank) VALUES ('hashsize', ?)", (_GATHERED_BYTES,))
        stays = " AND {} NOT IN (SELECT id FROM changed) UNION ALL "
        execute(
            "INSERT INTO prose (rowid, title, body) "
            + _SYMBOL.format("source.") + stays.format("id * 2")
            + _FILE.format("source.") + stays.format("id * 2 + 1")
            + "SELECT id, title, body FROM changed WHERE title IS NOT NULL ORDER BY 1"
        )  # fmt: skip
        execute("INSERT INTO prose (prose) VALUES ('optimize')")
        execute("COMMIT")


def pour_prose(connection: sqlite3.Connection, place: str) -> None:
    """Put what was made into the database of a book, in the place of what is there."""
    execute = connection.execute
    execute("COMMIT")
    execute("ATTACH DATABASE ? AS made", (place,))
    execute("BEGIN")
    for table in _TABLES:
        execute(f"DELETE FROM main.{table}")
        execute(f"INSERT INTO main.{table} SELECT * FROM made.{table}")


def drop_prose(place: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(place)

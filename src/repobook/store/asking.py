"""What was asked of a database, and what the answers were: enough to see whether they would be the same.

A step of the linking is made of nothing but what it asks. Where all that it asked has the answers that it had, it would
write what it wrote, and need not be taken again.
"""

from __future__ import annotations

import hashlib
import marshal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from repobook.store.store import Writer

_ROWS = 2_000  # read at a time
Asked = list[
    tuple[list[Any], bytes]
]  # parameters, and a digest of the answer: none where it was not read to its end
Trace = dict[str, Asked]  # by the text of the statement


class Rows(Protocol):
    """What a step needs of an answer."""

    def __iter__(self) -> Iterator[Any]: ...
    def fetchall(self) -> list[Any]: ...
    def fetchone(self) -> Any: ...


class Asking:
    """Asks a connection, and notes it where that is wanted."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.trace: Trace | None = None

    def ask(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        noted = self.trace.setdefault(sql, []) if self.trace is not None else None
        return _Answer(_blocks(self._connection, sql, values), noted, list(values))


class _Answer:
    """An answer whose digest is noted when it has been read to its end, where anybody wants to know."""

    def __init__(self, blocks: Iterator[list[Any]], noted: Asked | None, values: list[Any]) -> None:
        self._blocks = blocks
        self._noted = noted
        self._values = values
        if noted is not None:
            self._at = len(noted)
            noted.append((values, b""))

    def __iter__(self) -> Iterator[Any]:
        if self._noted is None:
            for rows in self._blocks:
                yield from rows
            return
        digest = hashlib.sha256()
        for rows in self._blocks:
            digest.update(_packed(rows))
            yield from rows
        self._noted[self._at] = (self._values, digest.digest())

    def fetchall(self) -> list[Any]:
        return list(self)

    def fetchone(self) -> Any:
        """Return the first row; the others are read for the digest alone."""
        rows = self.fetchall()
        return rows[0] if rows else None


def digest_of(connection: sqlite3.Connection, sql: str, values: Sequence[Any]) -> bytes:
    """Return the digest that an answer would be noted with."""
    digest = hashlib.sha256()
    for rows in _blocks(connection, sql, values):
        digest.update(_packed(rows))
    return digest.digest()


def _blocks(connection: sqlite3.Connection, sql: str, values: Sequence[Any]) -> Iterator[list[Any]]:
    """Give the rows of an answer, many at a time. The statement is run now, not when they are read.

    Where it names no order, rows are sorted: SQLite may take another way through the same tables after an edit, and neither a
    step nor a digest may notice.
    """
    answer = connection.execute(sql, values)
    if "ORDER BY" in sql:
        return iter(lambda: answer.fetchmany(_ROWS), [])
    rows = answer.fetchall()
    try:
        rows.sort()
    except TypeError:  # nothing and a number cannot be compared
        rows.sort(key=repr)
    return iter([rows[at : at + _ROWS] for at in range(0, len(rows), _ROWS)])


def _packed(rows: list[Any]) -> bytes:
    # In this form equal values have equal bytes; newer ones also tell whether two of them are one object.
    return marshal.dumps(rows, 2)


class Step(NamedTuple):
    """A part of the linking: what it writes depends on nothing but what it asks."""

    name: str
    take: Callable[[Writer], None]
    tables: tuple[str, ...]  # that it writes
    clear: tuple[str, ...] = ()  # takes back what it wrote
    is_always: bool = False  # it costs less than to see whether it must be taken

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
        answer = self._connection.execute(sql, values)
        if self.trace is None:
            return answer
        return _Noted(answer, self.trace.setdefault(sql, []), list(values))


class _Noted:
    """An answer whose digest is noted when it has been read to its end."""

    def __init__(self, answer: sqlite3.Cursor, noted: Asked, values: list[Any]) -> None:
        self._answer = answer
        self._noted = noted
        self._at = len(noted)
        self._values = values
        noted.append((values, b""))

    def __iter__(self) -> Iterator[Any]:
        digest = hashlib.sha256()
        while rows := self._answer.fetchmany(_ROWS):
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
    answer = connection.execute(sql, values)
    while rows := answer.fetchmany(_ROWS):
        digest.update(_packed(rows))
    return digest.digest()


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

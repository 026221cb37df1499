"""What pages are made of: the questions that are asked while they are written, and one digest over the answers.

A unit is a handful of pages that are written together. While it is written, everything it reads of other facts goes
through here: statements to the store, what rows of files and folders say that an edit can change, and questions whose
answers are worked out once and kept. A later build asks the same again; where the answers are the same, so are the pages.
"""

from __future__ import annotations

import hashlib
import marshal
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from repobook.render.book import Book

P = ParamSpec("P")
T = TypeVar("T")
Trace = tuple[list[list[Any]], bytes, list[int], list[int]]  # questions, digest, files, folders

_QUESTIONS: dict[str, Callable[..., Any]] = {}
_ROW = "row"  # the mark of an argument that stands for a file or a folder


class Reads:
    """What the unit at hand has read so far. One a process: there is but one unit at a time."""

    __slots__ = ("_digest", "_seen", "files", "folders", "is_on", "questions")

    def __init__(self) -> None:
        self.is_on = False
        self.begin()
        self.is_on = False

    def begin(self) -> None:
        self.is_on = True
        self.questions: list[tuple[str, tuple[Any, ...]]] = []
        self._seen: set[tuple[str, tuple[Any, ...]]] = set()
        self._digest = hashlib.sha256()
        self.files: set[int] = set()  # whose rows were asked for what an edit can change
        self.folders: set[int] = set()

    def note(self, name: str, values: tuple[Any, ...], answer: bytes) -> None:
        """Note a question; "" is the name of a statement, whose first value is its text."""
        key = (name, values)
        if key not in self._seen:
            self._seen.add(key)
            self.questions.append(key)
            self._digest.update(answer)

    def end(self, book: Book) -> Trace:
        """Return what the unit has read, in few bytes, and be ready for the next one."""
        self.is_on = False
        files, folders = sorted(self.files), sorted(self.folders)
        self._digest.update(_rows_now(book, files, folders))
        asked = [[name, *values] for name, values in self.questions]
        return asked, self._digest.digest()[:16], files, folders

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Read without a note: the answer that is made of it is noted."""
        before = self.is_on, self.files, self.folders
        self.is_on, self.files, self.folders = False, set(), set()
        try:
            yield
        finally:
            self.is_on, self.files, self.folders = before


reads = Reads()


class Rows(list[Any]):
    """The rows of a statement, which can be asked like the cursor that they came from."""

    def fetchall(self) -> list[Any]:
        return self

    def fetchone(self) -> Any:
        return self[0] if self else None


class Store:
    """The connection of a book. What is asked of it is noted."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        rows = Rows(self.connection.execute(sql, values))
        if reads.is_on:
            reads.note("", (sql, *values), _pack(rows))
        return rows

    def cursor(self) -> sqlite3.Cursor:
        """Return a cursor for more rows than memory should hold. Nobody knows what it reads: no unit may use it."""
        assert not reads.is_on
        return self.connection.cursor()

    def close(self) -> None:
        self.connection.close()


def question(ask: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """Have the answers of a function kept for all pages of a process, and noted for each unit that asks.

    What it is asked about are numbers, words, files and folders; its answer says all that it rests on by its `repr`.
    """
    name = f"{ask.__module__.rpartition('.')[2]}.{ask.__name__}"
    answers: WeakKeyDictionary[Book, dict[tuple[Any, ...], tuple[T, bytes]]] = WeakKeyDictionary()

    @wraps(ask)
    def asked(book: Book, *about: P.args, **none: P.kwargs) -> T:
        known = answers.get(book)
        if known is None:
            answers.clear()
            known = answers[book] = {}
        values = tuple(_as_value(one) for one in about)
        found = known.get(values)
        if found is None:
            with reads.aside():
                answer = ask(book, *about, **none)
            found = known[values] = (answer, repr(answer).encode("utf-8", "surrogatepass"))
        if reads.is_on:
            reads.note(name, values, found[1])
        return found[0]

    assert name not in _QUESTIONS
    _QUESTIONS[name] = asked
    return asked  # type: ignore[return-value]


def is_same(book: Book, trace: Trace) -> bool:
    """Tell whether everything that a unit has asked has the answers that it had."""
    asked, digest, files, folders = trace
    reads.begin()
    try:
        for name, *values in asked:
            if name:
                if name not in _QUESTIONS:
                    return False
                _QUESTIONS[name](book, *(_as_argument(book, value) for value in values))
            else:
                book.db.execute(values[0], values[1:])
        reads.files, reads.folders = set(files), set(folders)
        return reads.end(book)[1] == digest
    except (sqlite3.Error, KeyError, TypeError, ValueError):
        return False
    finally:
        reads.is_on = False


def _as_value(argument: Any) -> Any:
    key: tuple[str, str, int] | None = getattr(argument, "key", None)
    return argument if key is None else key


def _as_argument(book: Book, value: Any) -> Any:
    if isinstance(value, list | tuple):
        _, kind, number = value
        return book.files[number] if kind == "file" else book.folders[number]
    return value


def _rows_now(book: Book, files: Iterable[int], folders: Iterable[int]) -> bytes:
    said: list[Any] = [book.files[number].now for number in files]
    said += [book.folders[number].now for number in folders]
    return repr(said).encode("utf-8", "surrogatepass")


def _pack(rows: Rows) -> bytes:
    return marshal.dumps([tuple(row) for row in rows], 2)

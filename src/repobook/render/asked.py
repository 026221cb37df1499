"""What pages are made of: the questions that are asked while they are written, each with a digest of its answer.

A unit is a handful of pages that are written together. While it is written, everything it reads of other facts goes
through here: statements to the store, what rows of files and folders say that an edit can change, and questions whose
answers are worked out once and kept. What a question reads itself is noted with its answer. A later build can tell from
this which questions it must ask again (`render/current_units.py`); where the answers are the same, so are the pages. Answers
that take long are kept for that build, too (`recalled`).
"""

from __future__ import annotations

import hashlib
import marshal
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, get_type_hints
from weakref import WeakKeyDictionary

import msgspec

if TYPE_CHECKING:
    from repobook.render.book import Book

P = ParamSpec("P")
T = TypeVar("T")
Statement = tuple[Any, ...]  # its text, then its values
About = tuple[str, tuple[Any, ...]]  # a question: its name, and what it is asked about
Span = tuple[int, int]  # of a page: first byte, bytes

# What is read of a row is its id times this, and which of its values: those that an edit can change stand first.
ROOM = 16
BELOW = 12  # of a folder: which folders it holds
RANGE = 13  # of a folder: the first and the last id of files below it
SPAN = 14  # of a file: the first id of its symbols, and that of the next file's
FIXED = 15  # what no edit of a file changes: its name, its kind
ALL = -1  # which rows there are, and what is fixed of each
MANY_ANSWERS = 20_000  # to one question: those about single files

_QUESTIONS: dict[str, Callable[..., Any]] = {}
_RECALLED: dict[str, Callable[..., Any]] = {}  # those whose answers a later build may have, by their names
_KNOWN: dict[str, WeakKeyDictionary[Book, dict[tuple[Any, ...], tuple[Any, Trace]]]] = {}


class Trace:
    """What a unit or a question has read."""

    __slots__ = (
        "answer", "digest", "files", "folders", "insets", "is_old", "names", "questions", "statements"
    )  # fmt: skip

    def __init__(self) -> None:
        self.statements: dict[Statement, bytes] = {}  # with the digests of their answers
        self.questions: dict[About, Trace] = {}
        self.insets: dict[About, tuple[Trace, list[Span]]] = {}  # questions whose answers are only shown
        self.files: set[int] = set()  # what rows were asked for that an edit can change
        self.folders: set[int] = set()
        self.names: set[str] = set()  # who bears them was asked; those of folders end with a slash
        self.digest = b""  # of the answer: of a question what it says, of a unit what those rows say
        self.answer = b""  # packed, of a question that is recalled
        self.is_old = False  # it was not asked, its answer is that of the last build


class Reads:
    """What the unit or the question at hand has read so far. One a process: there is but one at a time."""

    __slots__ = ("_outer", "files", "folders", "is_doubting", "names", "recall", "trace")

    def __init__(self) -> None:
        self._outer: list[Trace | None] = []
        # What the last build knows of a question, where all that it rests on is sure to be as it was.
        self.recall: Callable[[About], Trace | None] | None = None
        self.is_doubting = (
            False  # answers of the last build do not count: somebody wants to know whether they are right
        )
        self._set(None)

    def begin(self) -> None:
        """Note from now on what is read. What was noted so far waits until this is done."""
        self._outer.append(self.trace)
        self._set(Trace())

    def end(self) -> Trace:
        """Return what was read since the last `begin`, and go on with what waited."""
        trace = self.trace
        assert trace is not None
        self._set(self._outer.pop())
        return trace

    def _set(self, trace: Trace | None) -> None:
        self.trace = trace
        self.files = trace.files if trace is not None else set()
        self.folders = trace.folders if trace is not None else set()
        self.names = trace.names if trace is not None else set()


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
        if reads.trace is not None and (key := (sql, *values)) not in reads.trace.statements:
            reads.trace.statements[key] = _digest(rows)
        return rows

    def read(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Read rows of which whoever reads them notes itself what it rests on."""
        return self.connection.execute(sql, values)

    def note(self, sql: str, values: Sequence[Any], answer: Sequence[tuple[Any, ...]]) -> None:
        """Note a statement that was not asked, since its answer is part of what was read otherwise."""
        if reads.trace is not None:
            reads.trace.statements[(sql, *values)] = _digest(answer)

    def digest(self, sql: str, values: Sequence[Any]) -> bytes:
        """Return the digest of an answer. Nobody notes that it was asked for."""
        return _digest(self.connection.execute(sql, values))

    def cursor(self) -> sqlite3.Cursor:
        """Return a cursor for more rows than memory should hold. Nobody knows what it reads: no unit may use it."""
        assert reads.trace is None
        return self.connection.cursor()

    def close(self) -> None:
        self.connection.close()


def question(ask: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """Have the answers of a function kept for all pages of a process, and noted for each unit that asks.

    What it is asked about are numbers, words, files and folders; its answer says all that it rests on by its `repr`.
    """
    return _noted(ask, _said)


def recalled(ask: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """Have the answers of a question kept for the next build, too: what it rests on takes long to put together.

    Its type says how an answer is read: numbers, words, files, folders, and lists, records or dictionaries of them.
    """
    _RECALLED[_name(ask)] = ask
    return _noted(ask, _said, is_recalled=True)


def shared(ask: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """Have what a function returns kept for all questions of a process. Each that uses it has read what it has read.

    What is kept in any other way is noted for the first that asks, and missing for all others.
    """
    return _noted(ask, lambda answer: b"")


def passing(ask: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """As `shared`, for what only units that follow each other use: no more than the last answer is kept."""
    return _noted(ask, lambda answer: b"", is_passing=True)


def _name(ask: Callable[..., Any]) -> str:
    return f"{ask.__module__.rpartition('.')[2]}.{ask.__name__}"


def _noted(
    ask: Callable[Concatenate[Book, P], T],
    digest: Callable[[T], bytes],
    is_recalled: bool = False,
    is_passing: bool = False,
) -> Callable[Concatenate[Book, P], T]:
    name = _name(ask)
    assert name not in _QUESTIONS
    answers: WeakKeyDictionary[Book, dict[tuple[Any, ...], tuple[T, Trace]]] = WeakKeyDictionary()

    @wraps(ask)
    def asked(book: Book, *about: P.args, **none: P.kwargs) -> T:
        known = answers.get(book)
        if known is None:
            answers.clear()
            known = answers[book] = {}
        values = tuple(_as_value(one) for one in about)
        found = known.get(values)
        if found is None and is_recalled and reads.recall is not None and not reads.is_doubting:
            found = _recall(book, name, values)
            if found is not None:
                known[values] = found
        if found is None or (found[1].is_old and reads.is_doubting):
            reads.begin()
            _note_fixed(values)
            try:
                answer = ask(book, *about, **none)
            finally:
                trace = reads.end()
            trace.digest = digest(answer)
            if is_recalled:
                trace.answer = _packed(answer)
            if is_passing:
                known.clear()
            found = known[values] = (answer, trace)
        if reads.trace is not None:
            reads.trace.questions[name, values] = found[1]
        return found[0]

    _QUESTIONS[name] = asked
    _KNOWN[name] = answers
    return asked  # type: ignore[return-value]


def _recall(book: Book, name: str, values: tuple[Any, ...]) -> tuple[Any, Trace] | None:
    """Return what the last build was answered, with what was read for it; None where that is not sure to be the same."""
    assert reads.recall is not None
    trace = reads.recall((name, values))
    if trace is None:
        return None
    try:
        answer = _unpacked(book, name, trace.answer)
    except (msgspec.MsgspecError, KeyError):
        return None
    # An answer that is not read as it was written is none.
    return (answer, trace) if _said(answer) == trace.digest else None


def _packed(answer: Any) -> bytes:
    try:
        return _encode(answer)
    except UnicodeEncodeError:  # a text that no file can hold: it is asked for again
        return b""


def _unpacked(book: Book, name: str, data: bytes) -> Any:
    return msgspec.msgpack.decode(
        data, type=_answer_type(name), dec_hook=lambda _, value: _as_argument(book, value)
    )


@cache
def _answer_type(name: str) -> Any:
    return get_type_hints(_RECALLED[name])["return"]


def ask_again(book: Book, about: About, is_doubting: bool = False) -> Trace | None:
    """Have a question answered from the book at hand; return what it has read. None where nobody can ask it any more.

    Whoever doubts wants nothing of it from the last build.
    """
    name, values = about
    if name not in _QUESTIONS:
        return None
    reads.is_doubting = is_doubting
    try:
        _QUESTIONS[name](book, *(_as_argument(book, value) for value in values))
    finally:
        reads.is_doubting = False
    return answered(book, about)


def answered(book: Book, about: About) -> Trace | None:
    """Return what a question has read that was asked in this process."""
    found = _found(book, about)
    return found[1] if found is not None else None


def answer_to(book: Book, about: About) -> Any:
    """Return the answer to a question that was asked in this process, None where it was not."""
    found = _found(book, about)
    return found[0] if found is not None else None


def _found(book: Book, about: About) -> tuple[Any, Trace] | None:
    name, values = about
    return _KNOWN[name].get(book, {}).get(values) if name in _KNOWN else None


def about(ask: Callable[..., Any], *arguments: Any) -> About:
    """Return how it is noted that a question was asked."""
    return _name(ask), tuple(map(_as_value, arguments))


def note_inset(about: About, spans: list[Span]) -> None:
    """Note that an answer to a question stands in these places of the first page of the unit at hand, and that nothing else
    there rests on it."""
    if reads.trace is not None and about in reads.trace.questions:
        reads.trace.insets[about] = (reads.trace.questions.pop(about), spans)


def forget(book: Book) -> None:
    """Let go of answers to questions that were asked about very many things. No unit may be at hand: it would ask twice."""
    assert reads.trace is None
    for answers in _KNOWN.values():
        known = answers.get(book)
        if known is not None and len(known) > MANY_ANSWERS:
            known.clear()


def rows_now(book: Book, files: Iterable[int], folders: Iterable[int], names: Iterable[str]) -> bytes:
    """Return a digest of what rows of files and folders say, and of who bears names."""
    said = [*map(book.ground.of_file, sorted(files)), *map(book.ground.of_folder, sorted(folders))]
    said += [book.ground.bearers(name) for name in sorted(names)]
    return _short(repr(said).encode("utf-8", "surrogatepass"))


def _as_value(argument: Any) -> Any:
    key: tuple[str, str, int] | None = getattr(argument, "key", None)
    return argument if key is None else key


def _note_fixed(values: tuple[Any, ...]) -> None:
    """Note what is fixed of the files and folders that a question is asked about: another one may have the number some day."""
    for value in values:
        if isinstance(value, tuple):
            (reads.files if value[1] == "file" else reads.folders).add(value[2] * ROOM + FIXED)


def _as_argument(book: Book, value: Any) -> Any:
    if isinstance(value, list | tuple):
        _, kind, number = value
        return book.files[number] if kind == "file" else book.folders[number]
    return value


_encode = msgspec.msgpack.Encoder(enc_hook=_as_value).encode


def _said(answer: Any) -> bytes:
    return _short(repr(answer).encode("utf-8", "surrogatepass"))


def _digest(rows: Iterable[Any]) -> bytes:
    return _short(marshal.dumps([tuple(row) for row in rows], 2))


def _short(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:10]

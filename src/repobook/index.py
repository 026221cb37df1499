"""Store to search: have the words and names of all files put in order by workers, and keep them in the store.

After an edit words are taken from the last book, and what else cannot differ stays.
"""

from __future__ import annotations

import contextlib
import sqlite3

import msgspec

from repobook.basis import Last
from repobook.beside import Beside
from repobook.errors import OutputError
from repobook.progress import Progress
from repobook.search.index import (
    Indexed,
    IndexJob,
    changed_words,
    path_rows,
    renew_names,
    renew_words,
)
from repobook.search.prose_index import changed_prose, drop_prose, make_prose, pour_prose
from repobook.steps import Steps
from repobook.store import Step, Tracked, Writer, open_reader
from repobook.workers import INDEX, OWN_SECONDS, Job, Pool

_decode = msgspec.msgpack.Decoder(Indexed).decode
_MANY_SYMBOLS = 20_000  # that are not what they were: of more, all names are put in order anew
_BLOCKS = {"words": "word_block", "names": "name_block"}


class Prose:
    """What the repository says of itself, put in order beside other work. Use it as a context manager."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._place = database + "-prose"
        self._making: Beside[None] | None = None
        self._is_same = False
        self._changed: dict[int, tuple[str, str] | None] = {}  # rows that are not the last book's

    def __enter__(self) -> Prose:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._making is not None:
            self._making.__exit__(*exception)
        drop_prose(self._place)

    def begin_with(self, last: Last) -> None:
        """Begin as soon as it is known what has changed since the last book, if few rows have.

        Begin anew where links have changed something since: a purpose that many files share is taken back there.
        """
        asked = [last.tracked.numbers(table, "id") for table in ("symbol", "file")]
        if any(numbers is None or len(numbers) > _MANY_SYMBOLS for numbers in asked):
            return
        with (
            contextlib.closing(open_reader(last.database)) as old,
            contextlib.closing(open_reader(self._database)) as now,
        ):
            old.row_factory = now.row_factory = None
            changed = changed_prose(old, now, *(sorted(numbers or ()) for numbers in asked))
        if self._making is not None:
            if changed == self._changed:
                return
            self._making.take()
            self._making = None
        self._is_same, self._changed = not changed, changed
        if changed:
            self._making = Beside(lambda: make_prose(self._place, last.database, changed))

    def begin(self) -> None:
        """Begin, unless that is done already, when all facts are there."""
        if self._making is None and not self._is_same:
            self._making = Beside(lambda: make_prose(self._place, self._database, {}))

    def pour(self, store: Writer) -> None:
        if self._making is not None:
            self._making.take()
            pour_prose(store.connection, self._place)


def index(
    database: str, pool: Pool, progress: Progress, steps: Steps, prose: Prose, last: Last | None = None
) -> None:
    """Make the finished facts quick to search."""
    progress.expect(len(_BLOCKS))
    prose.begin()
    known = _known_blocks(database, last) if last is not None else {}
    found = _have_made([what for what in _BLOCKS if what not in known], database, pool, progress)
    with steps.open(database) as store:
        if last is not None:
            last.tracked.lose([*_BLOCKS.values(), "pair_list"])
        for what, blocks in sorted(known.items()):
            is_as_long = _count(store, what) == blocks.size
            _renew(store, what, blocks)
            if last is not None and is_as_long:
                last.tracked.replace(_BLOCKS[what], [row[0] for row in blocks.rows])
        for what, blocks in sorted(found.items()):
            _clear(store, what)
            _add(store, what, blocks)
        steps.take(store, _OTHERS)
        prose.pour(store)
        store.finish_index()


def _have_made(listed: list[str], database: str, pool: Pool, progress: Progress) -> dict[str, Indexed]:
    """Have the workers make the blocks of words and names."""
    found: dict[str, Indexed] = {}
    for number, what in reversed(list(enumerate(listed))):
        pool.submit(Job(number, INDEX, msgspec.msgpack.encode(IndexJob(database, what)), seconds=OWN_SECONDS))
    for result in pool.drain():
        what = listed[result.job]
        if result.failure:
            raise OutputError(f"the index of {what} could not be made ({result.detail}).")
        progress.advance(1)
        found[what] = _decode(result.payload)
    return found


def _known_blocks(database: str, last: Last) -> dict[str, Indexed]:
    """Return the blocks of words and of names, as far as they can be made of those of the last book."""
    with (
        contextlib.closing(open_reader(last.database)) as old,
        contextlib.closing(open_reader(database)) as now,
    ):
        old.row_factory = now.row_factory = None
        names = _concerned_names(old, now, last.tracked)
        files = last.tracked.numbers("word", "file_id")
        found = {
            "words": renew_words(old, changed_words(database, last.scratch, sorted(files)))
            if files is not None
            else None,
            "names": renew_names(old, now, names) if names is not None else None,
        }
    return {what: blocks for what, blocks in found.items() if blocks is not None}


def _concerned_names(old: sqlite3.Connection, now: sqlite3.Connection, tracked: Tracked) -> set[str] | None:
    """Return the names of symbols that are not what they were, or are used elsewhere now; None where nobody knows."""
    numbers = [
        tracked.numbers(table, column)
        for table, column in (("symbol", "id"), ("use", "symbol_id"), ("body", "symbol_id"))
    ]
    symbols = set().union(*(found for found in numbers if found is not None))
    if any(found is None for found in numbers) or len(symbols) > _MANY_SYMBOLS:
        return None
    return {
        name
        for connection in (old, now)
        for symbol in symbols
        for (name,) in connection.execute("SELECT name FROM symbol WHERE id = ?", (symbol,))
    }


def _count(store: Writer, what: str) -> int:
    """Return how many blocks there are."""
    ((count,),) = store.connection.execute(f"SELECT count(*) FROM {_BLOCKS[what]}")
    return int(count)


def _clear(store: Writer, what: str) -> None:
    store.connection.execute(f"DELETE FROM {_BLOCKS[what]}")
    store.connection.execute("DELETE FROM pair_list WHERE name = ?", (what,))


def _add(store: Writer, what: str, indexed: Indexed) -> None:
    store.write(f"INSERT INTO {_BLOCKS[what]} VALUES (?, ?, ?, ?)", indexed.rows)
    store.write("INSERT INTO pair_list VALUES (?, ?)", [(what, indexed.pairs)])


def _renew(store: Writer, what: str, indexed: Indexed) -> None:
    """Write the blocks that are not those of the last book."""
    table = _BLOCKS[what]
    store.write(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", indexed.rows)
    store.connection.execute(f"DELETE FROM {table} WHERE id > ?", (indexed.size,))
    store.write("INSERT OR REPLACE INTO pair_list VALUES (?, ?)", [(what, indexed.pairs)])


def _add_paths(store: Writer) -> None:
    store.write("INSERT INTO path_list VALUES (?, ?, ?)", path_rows(store.ask))


_OTHERS = (Step("paths", _add_paths, ("path_list",), ("DELETE FROM path_list",)),)

"""Store to search: have the words and names of all files put in order by workers, and keep them in the store.

After an edit words are taken from the last book, and what else cannot differ stays.
"""

from __future__ import annotations

import contextlib

import msgspec

from repobook.basis import Last
from repobook.errors import OutputError
from repobook.progress import Progress
from repobook.search.index import (
    Indexed,
    IndexJob,
    changed_words,
    make_blocks,
    path_rows,
    prose_rows,
    renew_words,
)
from repobook.steps import Steps
from repobook.store import Step, Trace, Writer, open_reader
from repobook.work import INDEX
from repobook.workers import OWN_SECONDS, Job, Pool

_decode = msgspec.msgpack.Decoder(tuple[Indexed, Trace]).decode
_GATHERED_BYTES = 32 << 20
_BLOCKS = {"words": "word_block", "names": "name_block"}


def index(database: str, pool: Pool, progress: Progress, steps: Steps, last: Last | None = None) -> None:
    """Make the finished facts quick to search."""
    progress.expect(len(_BLOCKS))
    words = _known_words(database, last) if last is not None else None
    found = {} if words is not None else _have_made(database, pool, progress)
    with steps.open(database) as store:
        if words is not None:
            _renew(store, "words", words)
            steps.take(store, (_NAMES,))
            progress.advance(len(_BLOCKS))
        for what, (blocks, trace) in sorted(found.items()):
            _clear(store, what)
            _add(store, what, blocks)
            steps.put(what, trace)
        # Words of prose are gathered in memory and written once: what is merged later leaves holes in the file.
        if last is None:
            store.write("INSERT INTO prose (prose, rank) VALUES (?, ?)", [("hashsize", _GATHERED_BYTES)])
        steps.take(store, _OTHERS)
        store.finish_index()


def _have_made(database: str, pool: Pool, progress: Progress) -> dict[str, tuple[Indexed, Trace]]:
    """Have the workers make the blocks of words and names."""
    found: dict[str, tuple[Indexed, Trace]] = {}
    listed = list(_BLOCKS)
    for number, what in reversed(list(enumerate(listed))):
        pool.submit(Job(number, INDEX, msgspec.msgpack.encode(IndexJob(database, what)), seconds=OWN_SECONDS))
    for result in pool.drain():
        what = listed[result.job]
        if result.failure:
            raise OutputError(f"the index of {what} could not be made ({result.detail}).")
        progress.advance(1)
        found[what] = _decode(result.payload)
    return found


def _known_words(database: str, last: Last) -> Indexed | None:
    """Return the blocks of all words, made of those of the last book; None where that had none."""
    with contextlib.closing(open_reader(last.database)) as connection:
        connection.row_factory = None
        return renew_words(connection, changed_words(database, last.scratch))


def _clear(store: Writer, what: str) -> None:
    store.connection.execute(f"DELETE FROM {_BLOCKS[what]}")
    store.connection.execute("DELETE FROM pair_list WHERE name = ?", (what,))


def _add(store: Writer, what: str, indexed: Indexed) -> None:
    store.write(f"INSERT INTO {_BLOCKS[what]} VALUES (?, ?, ?, ?)", indexed[0])
    store.write("INSERT INTO pair_list VALUES (?, ?)", [(what, indexed[1])])


def _renew(store: Writer, what: str, indexed: Indexed) -> None:
    """Write the blocks that are not those of the last book."""
    table = _BLOCKS[what]
    rows, pairs = indexed
    known = set(store.connection.execute(f"SELECT * FROM {table}"))
    store.write(
        f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", [row for row in rows if row not in known]
    )
    store.connection.execute(f"DELETE FROM {table} WHERE id > ?", (len(rows),))
    store.write("INSERT OR REPLACE INTO pair_list VALUES (?, ?)", [(what, pairs)])


def _add_names(store: Writer) -> None:
    _add(store, "names", make_blocks(store.ask, "names"))


def _add_paths(store: Writer) -> None:
    store.write("INSERT INTO path_list VALUES (?, ?, ?)", path_rows(store.ask))


def _add_prose(store: Writer) -> None:
    store.write("INSERT INTO prose (rowid, title, body) VALUES (?, ?, ?)", prose_rows(store.ask).fetchall())
    store.connection.execute("INSERT INTO prose (prose) VALUES ('optimize')")


_NAMES = Step(
    "names",
    _add_names,
    ("name_block", "pair_list"),
    ("DELETE FROM name_block", "DELETE FROM pair_list WHERE name = 'names'"),
)
_OTHERS = (
    Step("paths", _add_paths, ("path_list",), ("DELETE FROM path_list",)),
    Step("prose", _add_prose, (), ("INSERT INTO prose (prose) VALUES ('delete-all')",)),
)

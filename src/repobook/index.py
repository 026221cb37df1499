"""Store to search: have the words and names of all files put in order by workers, and keep them in the store."""

from __future__ import annotations

import contextlib
import os

import msgspec

from repobook.basis import Last
from repobook.errors import OutputError
from repobook.progress import Progress
from repobook.search.index import Indexed, IndexJob, changed_words, path_rows, prose_rows, renew_words
from repobook.store import SCRATCH, Writer, open_reader
from repobook.work import INDEX
from repobook.workers import OWN_SECONDS, Job, Pool

_decode = msgspec.msgpack.Decoder(Indexed).decode
_GATHERED_BYTES = 32 << 20
_JOBS = ("words", "names")


def index(database: str, pool: Pool, progress: Progress, last: Last | None = None) -> None:
    """Make the finished facts quick to search. Words that the last book had are taken from there."""
    progress.expect(len(_JOBS))
    found: dict[str, Indexed] = {}
    for number, what in reversed(list(enumerate(_JOBS))):
        if what == "words" and last is not None:
            with contextlib.closing(open_reader(last.database)) as connection:
                connection.row_factory = None
                words = renew_words(connection, changed_words(database, last.scratch))
            if words is not None:
                found[what] = words
                progress.advance(1)
                continue
        pool.submit(Job(number, INDEX, msgspec.msgpack.encode(IndexJob(database, what)), seconds=OWN_SECONDS))
    for result in pool.drain():
        what = _JOBS[result.job]
        if result.failure:
            raise OutputError(f"the index of {what} could not be made ({result.detail}).")
        progress.advance(1)
        found[what] = _decode(result.payload)
    os.unlink(database + SCRATCH)
    with Writer(database, is_new=False) as store:
        store.write("INSERT INTO word_block VALUES (?, ?, ?, ?)", found["words"][0])
        store.write("INSERT INTO name_block VALUES (?, ?, ?, ?)", found["names"][0])
        store.write("INSERT INTO pair_list VALUES (?, ?)", [(what, found[what][1]) for what in sorted(found)])
        store.write("INSERT INTO path_list VALUES (?, ?, ?)", path_rows(store.connection))
        # Words are gathered in memory and written once: what is merged later leaves holes in the file.
        store.write("INSERT INTO prose (prose, rank) VALUES (?, ?)", [("hashsize", _GATHERED_BYTES)])
        store.write(
            "INSERT INTO prose (rowid, title, body) VALUES (?, ?, ?)", list(prose_rows(store.connection))
        )
        store.finish_index()

"""Store to search: have the words and names of all files put in order by workers, and keep them in the store."""

from __future__ import annotations

import os

import msgspec

from repobook.errors import OutputError
from repobook.progress import Progress
from repobook.search.index import Indexed, IndexJob, path_rows, prose_rows
from repobook.store import SCRATCH, Writer
from repobook.work import INDEX
from repobook.workers import OWN_SECONDS, Job, Pool

_decode = msgspec.msgpack.Decoder(Indexed).decode
_GATHERED_BYTES = 32 << 20
_JOBS = ("words", "names")


def index(database: str, pool: Pool, progress: Progress) -> None:
    """Make the finished facts quick to search."""
    progress.expect(len(_JOBS))
    for number, what in enumerate(_JOBS):
        pool.submit(Job(number, INDEX, msgspec.msgpack.encode(IndexJob(database, what)), seconds=OWN_SECONDS))
    found: dict[str, Indexed] = {}
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

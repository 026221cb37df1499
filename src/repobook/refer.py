"""Store to references: cut the files into jobs for the workers, and keep the answers in the store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

from repobook.errors import OutputError
from repobook.link.declares import link_declares
from repobook.link.deprecated import link_deprecated
from repobook.link.document_uses import link_document_uses
from repobook.link.fixtures import link_fixtures
from repobook.link.mentions import link_mentions
from repobook.link.references.calls import unpack_calls
from repobook.link.references.index import MANY_SYMBOLS
from repobook.link.references.job import ReferJob, Resolved
from repobook.link.users import link_users
from repobook.progress import Progress
from repobook.store import Answers, Writer, count_symbols, open_reader
from repobook.work import REFER
from repobook.workers import OWN_SECONDS, Job, Pool

JOB_BYTES = 400_000  # of packed sites

_decode = msgspec.msgpack.Decoder(list[Resolved]).decode


def refer(database: str, pool: Pool, progress: Progress) -> None:
    """Resolve every place that names a symbol."""
    with Answers(database) as answers:
        inherits: dict[tuple[int, int], tuple[int, int, str, str]] = {}
        for item in _resolve(database, pool, progress):
            answers.add(
                item.file, item.answers, item.counts, item.uses, unpack_calls(item.calls), item.shares
            )
            inherits.update((row[:2], row) for row in item.inherits)
        with Writer(database, is_new=False) as store:
            answers.pour(store)
            store.write("INSERT INTO inherit VALUES (?, ?, ?, ?)", sorted(inherits.values()))
            store.connection.execute(  # what overrides is a reference, too
                "INSERT INTO answer SELECT s.file_id, i.label, 'override', '', count(*) FROM inherit i"
                " JOIN symbol s ON s.id = i.symbol_id WHERE i.how = 'override' GROUP BY 1, 2"
            )
            link_document_uses(store)
            link_users(store, answers.shares())
            link_declares(store)
            link_deprecated(store)
            link_fixtures(store)
            link_mentions(store)
            store.finish_references()


def _resolve(database: str, pool: Pool, progress: Progress) -> Iterator[Resolved]:
    """Have the jobs done, and give what they found in the order of files."""
    jobs = list(_cut(database))
    progress.expect(len(jobs))
    # Each worker holds the names of the whole repository: of millions, one worker is enough.
    with Pool(1) if count_symbols(database) > MANY_SYMBOLS else contextlib.nullcontext(pool) as crew:
        for number, job in enumerate(jobs):
            crew.submit(Job(number, REFER, msgspec.msgpack.encode(job), seconds=OWN_SECONDS))
        ready: dict[int, bytes] = {}
        following = 0
        for result in crew.drain():
            if result.failure:
                job = jobs[result.job]
                raise OutputError(
                    f"references of files {job.first}-{job.last} could not be resolved ({result.detail})."
                )
            progress.advance(1)
            ready[result.job] = result.payload
            while following in ready:
                yield from _decode(ready.pop(following))
                following += 1


def _cut(database: str) -> Iterator[ReferJob]:
    reader = open_reader(database)
    first = total = last = 0
    for file_id, size in reader.execute("SELECT file_id, length(sites) FROM site ORDER BY file_id"):
        if first and total + size > JOB_BYTES:
            yield ReferJob(database, first, last)
            first = total = 0
        first = first or file_id
        last, total = file_id, total + size
    reader.close()
    if first:
        yield ReferJob(database, first, last)

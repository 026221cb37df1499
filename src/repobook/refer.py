"""Store to references: cut the files into jobs for the workers, and keep the answers in the store."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from repobook.errors import OutputError
from repobook.link.declares import link_declares
from repobook.link.deprecated import link_deprecated
from repobook.link.document_uses import link_document_uses
from repobook.link.fixtures import link_fixtures
from repobook.link.mentions import link_mentions
from repobook.link.references.calls import unpack_calls
from repobook.link.references.job import ReferJob, Resolved
from repobook.link.users import link_users
from repobook.progress import Progress
from repobook.store import Writer, open_reader
from repobook.work import REFER
from repobook.workers import Job, Pool

JOB_BYTES = 400_000  # of packed sites

_decode = msgspec.msgpack.Decoder(list[Resolved]).decode


def refer(database: str, pool: Pool, progress: Progress) -> None:
    """Resolve every place that names a symbol."""
    jobs = list(_cut(database))
    progress.expect(len(jobs))
    for number, job in enumerate(jobs):
        pool.submit(Job(number, REFER, msgspec.msgpack.encode(job), seconds=600))
    found: list[Resolved] = []
    for result in pool.drain():
        if result.failure:
            job = jobs[result.job]
            raise OutputError(
                f"references of files {job.first}-{job.last} could not be resolved ({result.detail})."
            )
        progress.advance(1)
        found += _decode(result.payload)
    found.sort(key=lambda resolved: resolved.file)
    with Writer(database, is_new=False) as store:
        store.write("INSERT INTO reference VALUES (?, ?)", ((item.file, item.answers) for item in found))
        store.write(
            "INSERT INTO answer VALUES (?, ?, ?, ?, ?)",
            ((item.file, *count) for item in found for count in item.counts),
        )
        uses = sorted(
            (symbol, item.file, places, line, how)
            for item in found
            for symbol, places, line, how in item.uses
        )
        store.write("INSERT INTO use VALUES (?, ?, ?, ?, ?)", uses)
        calls = (call for item in found for call in unpack_calls(item.calls))
        store.write("INSERT INTO call VALUES (?, ?, ?, ?)", calls)
        inherits = sorted({row[:2]: row for item in found for row in item.inherits}.values())
        store.write("INSERT INTO inherit VALUES (?, ?, ?, ?)", inherits)
        store.connection.execute(  # what overrides is a reference, too
            "INSERT INTO answer SELECT s.file_id, i.label, 'override', '', count(*) FROM inherit i"
            " JOIN symbol s ON s.id = i.symbol_id WHERE i.how = 'override' GROUP BY 1, 2"
        )
        link_document_uses(store)
        link_users(store, {item.file: item.shares for item in found if item.shares})
        link_declares(store)
        link_deprecated(store)
        link_fixtures(store)
        link_mentions(store)
        store.finish_references()


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

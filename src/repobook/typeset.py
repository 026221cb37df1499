"""Store to pages: cut the work into jobs for the workers and gather the checksums of what they write."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import marshal
import os
import random
import sqlite3

import msgspec

from repobook import __version__
from repobook.config import Config
from repobook.errors import OutputError
from repobook.kept import KeptUnits
from repobook.manifest import repository_name
from repobook.progress import Progress
from repobook.render.request import RenderJob
from repobook.store import is_roomy, open_reader
from repobook.store.changes import FIXED, Changes, write_changes
from repobook.store.numbering import SPREAD
from repobook.workers import OWN_SECONDS, RENDER, SHELVE, Job, Pool

JOB_UNITS = {"files": 128, "folders": 40}  # of one job, about
# Names and numbers of files and folders, beside where the ids of each file's symbols begin: what lists of all names rest on.
GROUND = FIXED | {
    "rule": ("language", "key", "category", "severity", "cwe", "title", "message", "why"),
}
SAMPLE_JOBS = 3  # of which a few units that stay are asked whatever is told of them
CHANGES, BEGUN = "changes", "begun"  # files of the staging folder that are gone when all pages are there

Pages = dict[str, tuple[str, int]]
Made = list[list[tuple[str, str, int]]]  # the pages of each job: path, checksum, size


def render_pages(
    config: Config, staging: str, revision: str, pool: Pool, progress: Progress, kept: KeptUnits,
    changes: Changes | None = None, missing: list[str] | None = None,
) -> Pages:  # fmt: skip
    """Render every page but the report; return path -> checksum and size.

    Pages that the last book has, and that are made of the same, are taken from there. `changes` are the rows that differ
    from those of the last book, where they are known. The new book begins with
    those of its pages that are not `missing`, where these are known.
    """
    options = page_options(config, staging, revision)
    jobs = whole_jobs(config, staging, revision)
    database = os.path.join(staging, "book.db")
    reader = open_reader(database)
    ground = kept.last_ground if changes is not None and _is_same_ground(changes) else b""
    ground = ground or _digest_ground(reader)
    stated = repr((options[0], *options[2:5], *options[6:])).encode("utf-8", "surrogatepass")
    kept.open(ground, stated)
    for job in jobs:
        if job.what != "names" or ground == kept.last_ground:
            job.known = kept.of(f"{job.what} {job.first}")
    for what, table in (("files", "file"), ("folders", "folder")):
        for first, last in _ranges(reader, table, JOB_UNITS[what]):
            jobs.append(RenderJob(options, what, first, last, kept.of(f"{what} {first}")))
    reader.close()
    place = os.path.join(staging, CHANGES)
    if kept.last_book and not config.has_site:
        if write_changes(os.path.join(kept.last_book, "book.db"), database, place, changes):
            begun = _write_missing(os.path.join(staging, BEGUN), missing)
            for job in jobs:
                job.changes = place
                job.begun = begun
            _draw(jobs)
    try:
        made, is_wrong = _run(config, jobs, pool, progress, kept)
        if is_wrong:
            # Something was told to be the same and is not. What else was told is not to be trusted: all jobs ask.
            for job in jobs:
                job.changes = job.begun = ""  # pages have been written over
            kept.open(ground, stated)
            made = _run(config, jobs, pool, progress, kept)[0]
    finally:
        for path in (place, os.path.join(staging, BEGUN)):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
    pages: Pages = {}
    for written in made:
        for path, digest, size in written:
            if path in pages:
                raise OutputError(
                    f"{config.output}: two pages have the name {path!r}. Please report this repository."
                )
            pages[path] = (digest, size)
    return pages


def _write_missing(path: str, missing: list[str] | None) -> str:
    """Write which pages of the last book the new one does not begin with; return where, "" where that is not known."""
    if missing is None:
        return ""
    try:
        with open(path, "xb") as stream:
            stream.write(msgspec.msgpack.encode(missing))
    except (OSError, UnicodeEncodeError):
        return ""
    return path


def _run(
    config: Config, jobs: list[RenderJob], pool: Pool, progress: Progress, kept: KeptUnits
) -> tuple[Made, bool]:
    """Return what each job has written, and whether one saw that what it was told is wrong."""
    progress.expect(len(jobs))
    for number, job in enumerate(jobs):
        # A range of files, or what grows with the whole repository.
        seconds = 600.0 if job.what in JOB_UNITS else OWN_SECONDS
        pool.submit(Job(number, operation_of(job), msgspec.msgpack.encode(job), seconds=seconds))
    made: Made = []
    is_wrong = False
    for result in pool.drain():
        if result.failure:
            job = jobs[result.job]
            if any(os.strerror(code) in result.detail for code in (errno.ENOSPC, errno.EDQUOT)):
                raise OutputError(
                    f"{config.output}: no space left on the device. Free some, or choose another output with -o."
                )
            raise OutputError(
                f"{config.output}: pages could not be written ({job.what} {job.first}-{job.last}: {result.detail})."
            )
        progress.advance(1)
        written, units, has_seen = msgspec.msgpack.decode(result.payload)
        name = f"{jobs[result.job].what} {jobs[result.job].first}"
        if units is None:
            kept.keep_last(name)
        else:
            kept.keep(name, units)
        made.append(written)
        is_wrong = is_wrong or has_seen
    return made, is_wrong


def _draw(jobs: list[RenderJob]) -> None:
    """Draw by lot what is asked all the same. What it costs does not grow with the book."""
    asking = [job for job in jobs if job.known.size and job.what not in ("names", "readme")]
    for at, job in enumerate(random.sample(asking, min(SAMPLE_JOBS, len(asking)))):
        job.doubt = 1 if at else 2


def _ranges(reader: sqlite3.Connection, table: str, units: int) -> list[tuple[int, int]]:
    """Return ranges of ids that hold about so many rows each, and begin where they do whatever comes or goes."""
    (count,) = reader.execute("SELECT count(*) FROM file WHERE outcome != 'ignored'").fetchone()
    step = units * SPREAD if is_roomy(count) else units
    return [
        (at * step, (at + 1) * step - 1)
        for (at,) in reader.execute(f"SELECT DISTINCT id / {step:d} FROM {table} ORDER BY 1")
    ]


def _digest_ground(reader: sqlite3.Connection) -> bytes:
    """Return the digest of the facts that lists of names rest on and do not ask for: where it differs, all are made anew."""
    digest = hashlib.sha256()
    for table, columns in GROUND.items():
        sql = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[:2])}"
        digest.update(marshal.dumps([tuple(row) for row in reader.execute(sql)], 2))
    sql = "SELECT file_id, min(id) FROM symbol GROUP BY file_id ORDER BY file_id"
    digest.update(marshal.dumps([tuple(row) for row in reader.execute(sql)], 2))
    return digest.digest()


def _is_same_ground(changes: Changes) -> bool:
    """Tell whether none of these facts is among the rows that differ: then their digest is that of the last build."""
    if len(changes.spans) != 1:  # where the ids of each file's symbols begin is not known to be the same
        return False
    for name, columns in GROUND.items():
        table = changes.tables.get(name)
        if table is None or table.rows is None:
            return False
        bits = sum(1 << table.columns.index(column) for column in columns) | 1 << len(table.columns)
        if any(row[0] & bits for row in table.rows):
            return False
    return True


def whole_jobs(config: Config, staging: str, revision: str) -> list[RenderJob]:
    """Return the jobs for all that stands above files and folders."""
    options = page_options(config, staging, revision)
    above = ["names", "chapters", "book", "rules", "report", "front", "readme"]
    return [RenderJob(options, what) for what in above + ["site", "shards"] * config.has_site]


def operation_of(job: RenderJob) -> int:
    return SHELVE if job.what == "shards" else RENDER


def report_pages(config: Config, staging: str, revision: str, path: str) -> Pages:
    """Return the pages of the report, which is written last: that of the book, and that of the site."""
    pages = {path: _stated(os.path.join(staging, path))}
    if config.has_site:
        from repobook.render.book import Book, Options
        from repobook.render.web.site import Site

        book = Book(Options(*page_options(config, staging, revision)))
        with open(os.path.join(staging, path), encoding="utf-8") as stream:
            Site(book).add_page(path, stream.read())
        book.db.close()
        for name, digest, size in book.pages:
            pages[name] = (digest, size)
    return pages


def page_options(
    config: Config, staging: str, revision: str
) -> tuple[str, str, str, bool, str, str, str, bool, str, str]:
    return (
        config.root,
        staging,
        config.source_root,
        config.has_source,
        repository_name(config),
        revision,
        __version__,
        config.has_site,
        config.site_url,
        config.markdown_url,
    )


def _stated(place: str) -> tuple[str, int]:
    """Return checksum and size of a file."""
    with open(place, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest(), os.fstat(stream.fileno()).st_size

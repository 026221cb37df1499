"""Store to pages: cut the work into jobs for the workers and gather the checksums of what they write."""

from __future__ import annotations

import hashlib
import os

import msgspec

from repobook import __version__
from repobook.config import Config
from repobook.errors import OutputError
from repobook.manifest import repository_name
from repobook.progress import Progress
from repobook.render.job import RenderJob
from repobook.store import open_reader
from repobook.work import RENDER, SHELVE
from repobook.workers import OWN_SECONDS, Job, Pool

JOB_BYTES = 2_000_000
JOB_FILES = 200
JOB_FOLDERS = 100

Pages = dict[str, tuple[str, int]]


def render_pages(config: Config, staging: str, revision: str, pool: Pool, progress: Progress) -> Pages:
    """Render every page but the report; return path -> checksum and size."""
    options = page_options(config, staging, revision)
    jobs = whole_jobs(config, staging, revision)
    reader = open_reader(os.path.join(staging, "book.db"))
    first = count = total = last = 0
    for file_id, size in reader.execute(
        "SELECT id, size_bytes FROM file WHERE outcome = 'documented' ORDER BY id"
    ):
        if count and (total + size > JOB_BYTES or count >= JOB_FILES):
            jobs.append(RenderJob(options, "files", first, last))
            count = total = 0
        if not count:
            first = file_id
        last, count, total = file_id, count + 1, total + size
    if count:
        jobs.append(RenderJob(options, "files", first, last))
    folders = reader.execute("SELECT max(id) FROM folder").fetchone()[0]
    reader.close()
    jobs += [
        RenderJob(options, "folders", at, min(at + JOB_FOLDERS - 1, folders))
        for at in range(1, folders + 1, JOB_FOLDERS)
    ]
    pages: Pages = {}
    progress.expect(len(jobs))
    encode = msgspec.msgpack.encode
    for number, job in enumerate(jobs):
        seconds = (
            600.0 if job.last else OWN_SECONDS
        )  # a range of files, or what grows with the whole repository
        pool.submit(Job(number, operation_of(job), encode(job), seconds=seconds))
    for result in pool.drain():
        if result.failure:
            job = jobs[result.job]
            raise OutputError(
                f"{config.output}: pages could not be written ({job.what} {job.first}-{job.last}: {result.detail})."
            )
        progress.advance(1)
        for path, digest, size in msgspec.msgpack.decode(result.payload):
            if path in pages:
                raise OutputError(
                    f"{config.output}: two pages have the name {path!r}. Please report this repository."
                )
            pages[path] = (digest, size)
    return pages


def whole_jobs(config: Config, staging: str, revision: str) -> list[RenderJob]:
    """Return the jobs for all that stands above files and folders."""
    options = page_options(config, staging, revision)
    above = ["names", "chapters", "rules", "front", "readme"]
    return [RenderJob(options, what) for what in above + ["site", "shards"] * config.has_site]


def operation_of(job: RenderJob) -> int:
    return SHELVE if job.what == "shards" else RENDER


def add_report(config: Config, staging: str, revision: str, pages: Pages, path: str) -> None:
    """Add the report, which is written last, to the book and to the site."""
    add_page(pages, staging, path)
    if config.has_site:
        from repobook.render.book import Book, Options
        from repobook.render.web.site import Site

        book = Book(Options(*page_options(config, staging, revision)))
        with open(os.path.join(staging, path), encoding="utf-8") as stream:
            Site(book).add_page(path, stream.read())
        book.db.close()
        for name, digest, size in book.pages:
            pages[name] = (digest, size)


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


def add_page(pages: Pages, staging: str, path: str) -> None:
    """Note the checksum of a file that was written here."""
    digest = hashlib.sha256()
    size = 0
    with open(os.path.join(staging, path), "rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
            size += len(block)
    pages[path] = (digest.hexdigest(), size)

"""Build a book from a repository. Read this file first.

    scan -> analyze -> store -> link -> render -> verify -> publish

Each room takes plain facts and gives plain facts; this file carries them.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from repobook import __version__
from repobook.config import Config
from repobook.current import Record, made_from
from repobook.errors import InputError
from repobook.facts import Outcome
from repobook.gather import gather_facts
from repobook.history import read_history
from repobook.index import index
from repobook.kept import Kept
from repobook.link import link, link_copies, link_history, link_kin
from repobook.manifest import manifest_files, manifest_head, manifest_lines
from repobook.progress import NO_PROGRESS, Progress
from repobook.publish import empty, hold_output, publish, write_manifest
from repobook.refer import refer
from repobook.render.names import page_names
from repobook.render.report import render_report
from repobook.revision import read_revision
from repobook.scan import Listing, ScanOptions, list_files, mark_tree
from repobook.store import Writer, open_reader
from repobook.typeset import Pages, add_page, add_report, render_pages
from repobook.verify import verify
from repobook.workers import Pool

REPORT = "verification_report.md"
SITE_REPORT = "site/verification_report.html"

# Problems of a book whose sources were edited while it was made; it is then made once more, of what is there now.
_EDITED = frozenset({"source_changed", "source_missing", "unaccounted_file"})
_MAX_TRIES = 2


def build(config: Config, progress: Progress = NO_PROGRESS) -> Outcome:
    """Build the book, check it, and put it in its place. The last good book stays until the new one has passed."""
    started = time.perf_counter()
    record = Record(config)
    with hold_output(config) as (staging, damage), contextlib.ExitStack() as stack:
        for tries in range(_MAX_TRIES):
            outcome = Outcome(config.output)
            with _stage("scan", progress, outcome):
                listing, revision = scan_tree(config)
                if record.is_there and not tries:
                    current = record.find(made_from(config, mark_tree(listing), revision))
                    if current is not None:
                        return _unchanged(current, started)
                    damage = damage or record.damage
            if not tries:
                kept = stack.enter_context(record.kept(config))
                record.forget()
            tree, pages = _make_book(config, listing, revision, staging, progress, outcome, kept)
            outcome.edited = len({problem.path for problem in outcome.problems if problem.code in _EDITED})
            if not outcome.edited or tries + 1 == _MAX_TRIES:
                break
            empty(staging)

        with _stage("publish", progress, outcome):
            publish(staging, config.output)
        outcome.pages = len(pages)
        outcome.page_bytes = sum(size for path, (_, size) in pages.items() if path.endswith(".md"))
        if tree is not None and not outcome.problems:
            kept.close()
            record.keep(made_from(config, tree, revision), outcome)
    outcome.mended = damage
    outcome.seconds = round(time.perf_counter() - started, 3)
    return outcome


def _make_book(
    config: Config, listing: Listing, revision: str, staging: str, progress: Progress, outcome: Outcome, kept: Kept
) -> tuple[str | None, Pages]:  # fmt: skip
    """Make the book in the staging folder and check it; return the mark of the tree as it was read, and the pages."""
    stage = partial(_stage, progress=progress, outcome=outcome)
    database = os.path.join(staging, "book.db")
    with Pool(config.jobs) as pool:
        tree = make_facts(config, listing, revision, staging, pool, progress, outcome, kept)
        with stage("render"):
            pages = render_pages(config, staging, revision, pool, progress, kept.units)
            add_page(pages, staging, "book.db")

    with stage("verify"):
        reader = open_reader(database)
        files = manifest_files(reader)
        head = manifest_head(config, revision, __version__)["manifest"] | {"counts": _count(files)}
        lines = manifest_lines(files)
        write_manifest(staging, head, lines, pages)
        report = verify(
            staging,
            config.root,
            jobs=config.jobs,
            pending=frozenset({REPORT, SITE_REPORT}) if config.has_site else frozenset({REPORT}),
            apart=frozenset(os.path.relpath(path, config.root) for path in (config.output, config.lock)),
            progress=progress.advance,
            known=kept.known("checks"),
            keep=kept.keep("checks"),
        )
        render_report(reader, staging, report.problems, report.checks, config.source_root, config.has_source)
        add_report(config, staging, revision, pages, REPORT)
        write_manifest(staging, head, lines, pages)
        outcome.problems = report.problems
        reader.close()
    return tree, pages


def _unchanged(known: Outcome, started: float) -> Outcome:
    """Return what the last build did, which still holds."""
    known.is_unchanged = True
    known.reused = known.documented
    known.stages = {}
    known.seconds = round(time.perf_counter() - started, 3)
    return known


def scan_tree(config: Config) -> tuple[Listing, str]:
    """List the files of the repository; return the revision it is at, too."""
    options = ScanOptions(
        config.include, config.exclude, (config.output, config.staging, config.lock, config.cache)
    )
    listing = list_files(config.root, options)
    if not listing.entries and (config.include or config.exclude):
        asked = [f"--include {glob}" for glob in config.include]
        asked += [f"--exclude {glob}" for glob in config.exclude]
        raise InputError(f"{config.root}: {' '.join(asked)} leaves no file. Choose other patterns.")
    return listing, read_revision(config.root) if config.has_history else ""


def make_facts(
    config: Config, listing: Listing, revision: str, staging: str, pool: Pool, progress: Progress, outcome: Outcome,
    kept: Kept | None = None,
) -> str | None:  # fmt: skip
    """Analyze to index: fill `book.db` with all that pages are made of.

    Return the mark of the tree as it was read; None where reading it again may give another book.
    """
    stage = partial(_stage, progress=progress, outcome=outcome)
    names = page_names(listing.folders, [entry.path for entry in listing.entries])
    database = os.path.join(staging, "book.db")
    with Writer(database) as store:
        with stage("analyze"):
            tree: str | None = gather_facts(config, listing, names, store, pool, progress, outcome)
        with stage("link"):
            store.add_meta(manifest_head(config, revision, __version__)["meta"])
            link(store)
            link_kin(store)
            link_copies(store)
            history = read_history(config.root) if config.has_history else None
            if history is not None:
                link_history(store, history)
            elif config.has_history and revision:
                tree = None  # git gave up this time
            store.finish_links()
    with stage("refer"):
        if kept is None:
            refer(database, pool, progress)
        else:
            refer(database, pool, progress, kept.known("answers"), kept.keep("answers"))
    with stage("index"):
        index(database, pool, progress)
    return tree


@contextlib.contextmanager
def _stage(name: str, progress: Progress, outcome: Outcome) -> Iterator[None]:
    begun = time.perf_counter()
    progress.start(name)
    # What a stage holds lives until its end: to search it for cycles again and again takes a third of our time in `refer`.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
        _release()
    progress.finish(name)
    outcome.stages[name] = round(time.perf_counter() - begun, 3)


def _release() -> None:
    """Give back to the system what a stage no longer needs: the next one may start workers that need much."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _count(files: list[dict[str, object]]) -> dict[str, int]:
    outcomes = Counter(str(file["outcome"]) for file in files)
    documented, skipped = outcomes["documented"], outcomes["skipped"]
    return {
        "scanned": documented + skipped,
        "documented": documented,
        "skipped": skipped,
        "ignored": outcomes["ignored"],
    }

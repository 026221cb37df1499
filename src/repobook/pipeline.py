"""Make a book from the files of a repository. Read this file first.

    scan -> analyze -> store -> link -> render -> verify -> publish

Each room takes plain facts and gives plain facts; this file carries them. `build.py` stands around it: it has the tree
scanned, asks for a book where the last one is not current, and puts it in its place.
"""

from __future__ import annotations

import os
from contextlib import closing, nullcontext
from functools import partial

from repobook import __version__
from repobook.basis import WORK, Database, finish_basis, make_basis
from repobook.config import Config
from repobook.facts import Outcome
from repobook.history import CUT, GAVE_UP, read_history
from repobook.index import Prose, index
from repobook.kept import Kept
from repobook.link import LINKS, tell_history
from repobook.lists import Lists, read_last
from repobook.looks import Looks
from repobook.manifest import manifest_files, manifest_head, renewed_files
from repobook.progress import Progress
from repobook.publish import sync
from repobook.refer import LARGE_FILES, are_kept, refer
from repobook.render.report import render_report, take_sections
from repobook.scan import Listing, Seens, listing_mark
from repobook.stages import in_stage
from repobook.steps import Distrust, Steps
from repobook.store import Writer, count_symbols, open_reader
from repobook.store.changes import Changes
from repobook.typeset import render_pages, report_pages
from repobook.verify import Ahead, Looking, verify
from repobook.workers import REFER, RENDER, Pool

# Beyond this, or `LARGE_FILES`, workers let their memory go between stages; of more files, those that hold something of all
# are one.
LARGE_SYMBOLS = 500_000
REPORT = "verification_report.md"
SITE_REPORT = "site/verification_report.html"
WRITTEN_LAST = frozenset(
    {"manifest.json", "SHA256SUMS", REPORT, SITE_REPORT}
)  # when all others have been checked


def make_book(
    config: Config, listing: Listing, marks: list[str] | None, revision: str, staging: str, progress: Progress,
    outcome: Outcome, kept: Kept, looked: Looks, seens: Seens, pool: Pool,
) -> tuple[str | None, Looks]:  # fmt: skip
    """Make the book in the staging folder and check it. The workers are let go when all pages are there.

    `marks` stand for the contents of the tree as it was a moment ago, where the last build left something to begin with;
    `seens` are what was read then, with how it looked; `looked` is how the files of the last book look, where it is as it was
    published. Return the mark of the tree as it was read, and how the files of the new book looked when they were checked.
    """
    # The pages that a book begins with are looked at while its facts are put together, which keeps one core busy.
    with Looking(staging, looked) if kept.twin.is_taken else nullcontext() as looking:
        tree, changes, made = make_facts(
            config, listing, marks, revision, staging, pool, progress, outcome, kept
        )
        looks = make_pages(
            config, revision, staging, progress, outcome, kept, looked, looking, seens, pool, changes, made
        )
    return tree, looks


def make_pages(
    config: Config, revision: str, staging: str, progress: Progress, outcome: Outcome, kept: Kept, looked: Looks,
    looking: Looking | None, seens: Seens, pool: Pool, changes: Changes | None, made: Database,
) -> Looks:  # fmt: skip
    """Render to verify: make the pages of what there is, and check the book. Return how its files looked when that was done."""
    stage = partial(in_stage, progress=progress, outcome=outcome)
    database = os.path.join(staging, "book.db")
    with stage("render"), made:
        pages = render_pages(
            config, staging, revision, pool, progress, kept.units, changes, kept.twin.missing
        )
        sections = take_sections(staging)
        pages["book.db"] = made.take()
        kept.twin.tidy(staging, pages)
        if not kept.units.last_book and not config.has_site:  # all pages were made anew
            kept.twin.make(staging, pages, WRITTEN_LAST)
    pool.release() if changes is not None else pool.close()  # of a whole book, they hold memory that the check needs

    # What is on the disk already is not waited for when the book is put into its place.
    with stage("verify"), Ahead(staging, "book.db", lambda: sync(staging)) as ahead:
        if looking is not None:
            looking.again()  # the lists come into the top folder
        lists = begin_lists(config, revision, staging, database, kept.book, changes)
        lists.write(pages)
        del pages  # of very many, a gigabyte that nobody needs any more
        report = verify(
            staging,
            config.root,
            jobs=config.jobs,
            pending=frozenset({REPORT, SITE_REPORT}) if config.has_site else frozenset({REPORT}),
            apart=frozenset(
                os.path.relpath(path, config.root) for path in (config.output, config.lock, config.cache)
            ),
            progress=progress.advance,
            known=kept.known("checks"),
            keep=kept.keep("checks"),
            looked=looked,
            looking=looking,
            ahead=ahead,
            are_renamed=not kept.twin.is_taken,
            seens=seens,
            is_kept_aside=lists.pages
            < LARGE_FILES,  # the copy of a large one would take as much memory again
        )
        kept.wait_for(report.keeping)
        render_report(sections, staging, report.problems, report.checks)
        lists.write(report_pages(config, staging, revision, REPORT))
        outcome.problems = report.problems
        outcome.pages, outcome.page_bytes = lists.pages, lists.markdown_bytes
    return report.looks


def begin_lists(
    config: Config, revision: str, staging: str, database: str, book: str, changes: Changes | None
) -> Lists:
    """Begin the lists of a book with what they say of its files. Of very many, nothing else of it may stay in memory.

    Of files whose rows are not among those that differ, the lists of the last `book` say the same.
    """
    last = read_last(book) if changes is not None and book else None
    with closing(open_reader(database)) as reader:
        lines = None
        if last is not None and changes is not None:
            lines, counts = renewed_files(reader, last[0], changes), last[1]
        if lines is None:
            lines, counts = manifest_files(reader)
    head = manifest_head(config, revision, __version__)["manifest"] | {"counts": counts}
    return Lists(staging, head, lines)


def make_facts(
    config: Config, listing: Listing, marks: list[str] | None, revision: str, staging: str, pool: Pool,
    progress: Progress, outcome: Outcome, kept: Kept | None = None,
) -> tuple[str | None, Changes | None, Database]:  # fmt: skip
    """Analyze to index: fill `book.db` with all that pages are made of.

    Return the mark of the tree as it was read, None where reading it again may give another book; the rows that are not
    those of the last book, where the new one was made of it; and what waits for `book.db`: its rows can be read before.
    """
    try:
        return _make_facts(config, listing, marks, revision, staging, pool, progress, outcome, kept)
    except Distrust:
        outcome.forget_counts()
        pool.renew(config.jobs)  # those that there are know the database that is thrown away
        return _make_facts(config, listing, None, revision, staging, pool, progress, outcome, kept)


def _make_facts(
    config: Config, listing: Listing, marks: list[str] | None, revision: str, staging: str, pool: Pool,
    progress: Progress, outcome: Outcome, kept: Kept | None,
) -> tuple[str | None, Changes | None, Database]:  # fmt: skip
    stage = partial(in_stage, progress=progress, outcome=outcome)
    database = os.path.join(staging, WORK)
    with stage("analyze"):
        read, last = make_basis(config, listing, marks, staging, pool, progress, outcome, kept)
        tree: str | None = listing_mark(listing, read)
    symbols = count_symbols(database)
    is_large = symbols > LARGE_SYMBOLS or len(listing.entries) > LARGE_FILES
    # What asks for all files takes memory: of very many, one at a time.
    pool.renew(1 if len(listing.entries) > LARGE_FILES else config.jobs, REFER, RENDER)
    steps = Steps(last, kept is not None and are_kept(len(listing.entries), symbols))
    with Prose(database) as prose:
        if last is not None:
            prose.begin_with(last)
        with stage("link"), steps.open(database) as store:
            if not _link(config, revision, store, steps, outcome):
                tree = None
        if last is not None:
            prose.begin_with(last)
        with stage("refer"):
            if kept is None:
                refer(database, pool, progress, steps)
            else:
                refer(
                    database, pool, progress, steps, kept.known("answers"), kept.keep("answers"), kept.made_by
                )
        if is_large:
            pool.renew(1)
        with stage("index"):
            index(database, pool, progress, steps, prose, last)
            steps.keep(kept.keep("steps") if kept is not None else None)
            changes, made = finish_basis(listing, read, staging, kept, last)
    if is_large:
        pool.renew(config.jobs)
    return tree, changes, made


def _link(config: Config, revision: str, store: Writer, steps: Steps, outcome: Outcome) -> bool:
    """Take the steps of the linking, and say what history tells. Tell whether it would tell the same another time."""
    steps.take(store, LINKS)
    history = read_history(config.root, revision) if config.has_history else ""
    missing = history if isinstance(history, str) else CUT if history.is_cut else ""
    if missing:
        outcome.notes["git_unavailable"] = outcome.notes.get("git_unavailable", 0) + 1
    head = manifest_head(config, revision, __version__)["meta"]
    steps.take(store, tell_history(None if isinstance(history, str) else history, missing, head))
    store.finish_links()
    return missing != GAVE_UP

"""Build a book: see whether there is something to make, have it made, and put it in the place of the last one."""

from __future__ import annotations

import contextlib
import os
import time

from repobook.config import Config
from repobook.current import made_from
from repobook.errors import InputError, OutputError
from repobook.facts import Outcome, Problem
from repobook.kept import Kept
from repobook.looks import Looks, look_at
from repobook.progress import NO_PROGRESS, Progress
from repobook.publish import empty, hold_output, publish, refuse_strangers
from repobook.record import Record
from repobook.revision import read_revision
from repobook.scan import Aside, Listing, ScanOptions, Seens, list_files, listing_mark, mark_tree
from repobook.stages import in_stage, keep_memory, without_collector
from repobook.workers import ANALYZE, REFER, RENDER, Pool

# Problems of a book whose sources were edited while it was made; it is then made once more, of what is there now.
_EDITED = frozenset({"source_changed", "source_missing", "unaccounted_file"})
# Problems that a book tells of itself: a part that could not be made, and links to what would stand there.
_TOLD = frozenset({"part_missing", "broken_anchor"})
_MAX_TRIES = 2
MEMORY = "what was remembered of the last book"
_TOUCHED = "its files were touched since, by somebody or by a build with another cache"


def build(config: Config, progress: Progress = NO_PROGRESS) -> Outcome:
    """Build the book, check it, and put it in its place. The last good book stays until the new one has passed."""
    keep_memory()
    with without_collector():
        return _build(config, progress)


def _build(config: Config, progress: Progress) -> Outcome:
    started = time.perf_counter()
    record = Record(config)
    remade, damage = 0, ""
    rebuilt = [MEMORY] if record.is_damaged else []
    with hold_output(config) as staging, contextlib.ExitStack() as stack:
        stack.callback(progress.close)
        book: Aside[tuple[Looks, Looks]] | None = None
        if record.is_there and not record.presume():  # the last book is looked at while the tree is walked
            book = stack.enter_context(Aside(lambda: look_at(config.output)))
        pool: Pool | None = None
        if record.is_presumed:  # so one core has nothing to do yet
            pool = stack.enter_context(Pool(config.jobs, ANALYZE, REFER, RENDER))
        for tries in range(_MAX_TRIES):
            outcome = Outcome(config.output)
            with in_stage("scan", progress, outcome):
                listing, revision = scan_tree(config)
                if not tries and not record.is_presumed:
                    damage = _compare(record, config.output, book.take() if book is not None else ({}, {}))
                marks, seens = None, Seens()
                if record.is_there and not tries:
                    marks = mark_tree(listing, seens)
                    made = made_from(config, listing_mark(listing, marks), revision, record.code)
                    if record.is_presumed and record.is_made_from(made):
                        damage = _compare(record, config.output, record.look())
                    current = record.find(made)
                    if current is not None:
                        return _unchanged(current, started)
            # All that makes a book is loaded only now: where nothing has changed, that would be a fifth of the time. What the
            # workers need is loaded beside it.
            if pool is None or tries:
                pool = stack.enter_context(Pool(config.jobs, ANALYZE))
            from repobook.basis import is_damaged
            from repobook.pipeline import WRITTEN_LAST, make_book

            if not tries:
                kept = stack.enter_context(record.kept())
            kept.twin.take(staging, record.looks, WRITTEN_LAST)
            if record.is_presumed and not kept.twin.is_taken:
                damage = _look_again(record, config.output, kept)
            outcome.rebuilt = rebuilt  # of each try
            try:
                tree, checked = make_book(
                    config,
                    listing,
                    marks,
                    revision,
                    staging,
                    progress,
                    outcome,
                    kept,
                    record.looks,
                    seens,
                    pool,
                )
            except Exception:
                if tries or not is_damaged(kept):
                    raise
                pool.close()
                kept.distrust()
                record.distrust()
                damage = "its database is damaged"
                empty(staging)
                continue
            outcome.edited = len({problem.path for problem in outcome.problems if problem.code in _EDITED})
            is_doubted = record.is_untouched and bool(_wrong(outcome))
            if not (outcome.edited or is_doubted) or tries + 1 == _MAX_TRIES:
                break
            remade = outcome.edited
            if record.is_presumed:
                damage = _look_again(record, config.output, kept)
            if is_doubted and not outcome.edited:
                kept.distrust()
            empty(staging)

        if record.is_presumed and record.find_edited(checked):
            damage = _TOUCHED
        if record.is_untouched and not damage and not outcome.edited and (wrong := _wrong(outcome)):
            raise _refusal(outcome.output, wrong)
        with in_stage("publish", progress, outcome):
            record.forget()  # what it says is of the book that goes
            publish(
                staging,
                config.output,
                record.looks.keys(),
                record.folders,
                lambda old: kept.take_over(old, checked),
            )
        outcome.rebuilt = []  # told now, and not again when nothing has changed
        if tree is not None and not outcome.problems:
            kept.close(os.path.join(config.output, "book.db"))
            # Where the last book was removed, pages that were taken over from it have lost a name since they were checked.
            are_renamed = bool(record.looks) and not kept.twin.is_put
            made = made_from(config, tree, revision, record.code)
            outcome.unkept = record.keep(made, outcome, checked, WRITTEN_LAST, are_renamed, kept.twin)
    outcome.mended, outcome.remade = damage, remade
    outcome.rebuilt = sorted({*rebuilt, *kept.damaged})
    if outcome.rebuilt:
        outcome.notes["cache_rebuilt"] = len(outcome.rebuilt)
    outcome.seconds = round(time.perf_counter() - started, 3)
    return outcome


def _wrong(outcome: Outcome) -> list[Problem]:
    """Return what a book did not pass its check for."""
    return [problem for problem in outcome.problems if problem.code not in _TOLD]


def _refusal(output: str, wrong: list[Problem]) -> OutputError:
    """Return why a book that did not pass its check does not take the place of one that did."""
    more = f" and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
    return OutputError(
        f"{output}: the new book did not pass its check ({wrong[0].path}: {wrong[0].code}: {wrong[0].detail}{more}), so the last "
        "one stays. Build again; a book in another folder (-o) is written with its problems listed. Please report this."
    )


def _compare(record: Record, output: str, looked: tuple[Looks, Looks]) -> str:
    """Compare the last book with how it looks; return what is wrong with it."""
    record.compare(*looked)
    if (
        record.is_untouched
    ):  # in a book that looks as it was published there is nothing of anybody else, and it is whole
        return ""
    damage = refuse_strangers(output)
    return damage or (_TOUCHED if record.is_touched else "")


def _look_again(record: Record, output: str, kept: Kept) -> str:
    """Do not presume any more that the last book is as it was published; return what is wrong with it."""
    damage = _compare(record, output, record.look())
    if not record.is_untouched:
        kept.distrust()
    return damage


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

"""Store to references: cut the files into jobs for the workers, and keep the answers in the store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial

import msgspec

from repobook.basis import Last
from repobook.beside import Beside
from repobook.errors import OutputError
from repobook.link import SUMS
from repobook.link.references.answers import named_symbols
from repobook.link.references.calls import unpack_calls
from repobook.link.references.job import Done, ReferJob, Resolved
from repobook.link.references.kept import Damaged, Kept, read_kept
from repobook.link.references.plan import Plan
from repobook.progress import Progress
from repobook.steps import Steps
from repobook.store import (
    OVERRIDES,
    Answers,
    Found,
    count_files,
    count_symbols,
    open_facts,
    open_reader,
    renew_answers,
)
from repobook.workers import OWN_SECONDS, REFER, Job, Pool

JOB_BYTES = 400_000  # of packed sites, and of what is told of symbols
SYMBOL_BYTES = 40  # a header of registers has a hundred thousand, and hardly a site
ANSWER_TABLES = ("reference", "answer", "use", "call")
SCRATCH_TABLES = ("share", "heir")  # which no book has
# Of more, what is kept would take the memory that a build has.
MOST_KEPT = 10_000_000  # files and symbols
LARGE_FILES = 300_000  # of more, also what several workers hold of all files

_decode_done = msgspec.msgpack.Decoder(Done).decode
_decode = msgspec.msgpack.Decoder(Resolved).decode


class _Failed(Exception):
    """Something went wrong in a file that was to be resolved beside answers that are known, or one of these is wrong."""


def are_kept(files: int, symbols: int) -> bool:
    """Tell whether answers of a repository with so many files and symbols are kept for the next build."""
    return files <= LARGE_FILES and files + symbols <= MOST_KEPT


def refer(
    database: str,
    pool: Pool,
    progress: Progress,
    steps: Steps,
    known: str | None = None,
    keep: str | None = None,
    code: str = "",
) -> None:
    """Resolve every place that names a symbol, and sum up who uses what.

    `known` is a file that the last build was told to `keep`: answers in it that still hold are not looked for again, where it
    was made by the same `code`.
    """
    plan = None
    if (known or keep) and are_kept(count_files(database), count_symbols(database)):
        try:
            plan = _plan(database, read_kept(known, code) if known else None, steps.last)
        except Damaged:
            plan = _plan(database, None)
    try:
        _refer(database, pool, progress, steps, plan, keep, code)
    except (_Failed, Damaged):
        _refer(database, pool, progress, steps, _plan(database, None), keep, code)


def _plan(database: str, kept: Kept | None, last: Last | None = None) -> Plan:
    touched = None
    if last is not None:
        of_files = last.tracked.numbers("file", "id")
        of_imports = last.tracked.numbers("import", "file_id")
        touched = of_files | of_imports if of_files is not None and of_imports is not None else None
    with contextlib.ExitStack() as stack:
        facts = stack.enter_context(contextlib.closing(open_facts(database)))
        old = (
            stack.enter_context(contextlib.closing(open_reader(last.database))) if last is not None else None
        )
        if old is not None:
            old.row_factory = None
        return Plan(facts, kept, touched, old, last.tracked.firsts if last is not None else None)


def _refer(
    database: str,
    pool: Pool,
    progress: Progress,
    steps: Steps,
    plan: Plan | None,
    keep: str | None,
    code: str,
) -> None:
    kept: dict[int, tuple[bytes, list[int]]] = {}
    tracked = steps.tracked
    keeping: Beside[None] | None = None
    with contextlib.ExitStack() as stack:
        if tracked is not None and plan is not None and plan.todo is not None:
            founds = []
            for item, packed in _new_answers(database, pool, progress, plan):
                founds.append(_found(item))
                kept[item.file] = (packed, item.aims)
            if keep:
                keeping = stack.enter_context(Beside(partial(plan.keep, keep, code, kept)))
            store = stack.enter_context(steps.open(database))
            renew_answers(store, tracked, founds, sorted(set(plan.todo).difference(kept)), named_symbols)
        else:
            answers = stack.enter_context(Answers(database))
            for item, packed in _all_answers(database, pool, progress, plan, bool(keep)):
                answers.add(_found(item))
                if plan is not None and keep:
                    kept[item.file] = (packed, item.aims)
            if plan is not None and keep:
                plan.keep(keep, code, kept)
                kept.clear()
            store = stack.enter_context(steps.open(database))
            if tracked is not None:
                for table in (*ANSWER_TABLES, *SCRATCH_TABLES):
                    # What a step has added behind the answers of files is for that step to take back.
                    which = f" WHERE rowid <= {OVERRIDES}" if table == "answer" else ""
                    store.connection.execute(f"DELETE FROM {table}{which}")
            answers.pour(store)
            if tracked is not None:
                tracked.compare(store.connection, ANSWER_TABLES)
                tracked.lose(SCRATCH_TABLES)
        steps.take(store, SUMS)
        store.finish_references()
        if keeping is not None:
            keeping.take()


def _found(item: Resolved) -> Found:
    return Found(
        item.file, item.answers, item.counts, item.uses, unpack_calls(item.calls), item.shares, item.inherits
    )


def _new_answers(
    database: str, pool: Pool, progress: Progress, plan: Plan
) -> Iterator[tuple[Resolved, bytes]]:
    """Give the answers that are not those of the last book: of files that are resolved again, and with other numbers."""
    jobs = list(_cut(database, plan, True))
    progress.expect(len(jobs))
    for number, job in enumerate(jobs):
        pool.submit(Job(number, REFER, msgspec.msgpack.encode(job), seconds=OWN_SECONDS))
    for packed in plan.renewed.values():
        yield _decode(packed), packed
    yield from _gather(pool, jobs, progress, plan)


def _all_answers(
    database: str, pool: Pool, progress: Progress, plan: Plan | None, is_kept: bool
) -> Iterator[tuple[Resolved, bytes]]:
    """Give the answers of all files, each as it is kept, too: those that are known while the workers look for the others."""
    jobs = list(_cut(database, plan, is_kept))
    progress.expect(len(jobs))
    for number, job in enumerate(jobs):
        pool.submit(Job(number, REFER, msgspec.msgpack.encode(job), seconds=OWN_SECONDS))
    try:
        for packed in map(plan.answers, plan.held()) if plan is not None else ():
            yield _decode(packed), packed
    except Damaged:
        for _ in pool.drain():  # nobody else may get it
            pass
        raise
    yield from _gather(pool, jobs, progress, plan)


def _gather(
    pool: Pool, jobs: list[ReferJob], progress: Progress, plan: Plan | None
) -> Iterator[tuple[Resolved, bytes]]:
    """Give what the jobs find. All of them are heard, so that nobody else gets what is left over."""
    is_wrong = False
    for result in pool.drain():
        if result.failure:
            job = jobs[result.job]
            raise OutputError(
                f"references of files {job.first}-{job.last} could not be resolved ({result.detail})."
            )
        progress.advance(1)
        done = _decode_done(result.payload)
        for packed in done.found:
            item = _decode(packed)
            if item.is_failed and plan is not None:
                plan.note_failure(item.file)
            if plan is None or item.file not in plan.checked:
                yield item, packed
            elif not _is_known(plan, item, packed):
                is_wrong = True
        if plan is not None:
            plan.seen.update((seen.file, seen) for seen in done.seen)
    if is_wrong or (plan is not None and plan.todo is not None and plan.has_failed):
        raise _Failed


def _is_known(plan: Plan, item: Resolved, packed: bytes) -> bool:
    try:
        return plan.is_known(item, packed)
    except Damaged:
        return False


def _cut(database: str, plan: Plan | None, is_kept: bool) -> Iterator[ReferJob]:
    """Cut the files into jobs. Where all are resolved, each file is in the range of one of them."""
    with contextlib.closing(open_reader(database)) as reader:
        wanted = plan.checked.union(plan.todo) if plan is not None and plan.todo is not None else None
        rows = reader.execute(
            f"SELECT f.id, coalesce(length(s.sites), 0) + {SYMBOL_BYTES} * f.symbols AS size FROM file f"
            f" LEFT JOIN site s ON s.file_id = f.id WHERE size > 0"
            f"{' AND f.id IN (SELECT value FROM json_each(?))' if wanted is not None else ''} ORDER BY f.id",
            () if wanted is None else (msgspec.json.encode(sorted(wanted)).decode(),),
        ).fetchall()
        end = reader.execute("SELECT max(id) FROM file").fetchone()[0] or 0
    if plan is not None and wanted is not None:
        rows = [row for row in rows if plan.tree.groups[row[0]]]
        limit = min(JOB_BYTES, sum(row[1] for row in rows) // 2 + 1)  # nobody has to wait for one worker
        for part in _parts(rows, limit):
            yield ReferJob(database, part[0], part[-1], part, is_kept)
        return
    has_seen = plan is not None and is_kept
    first = 1
    parts = list(_parts(rows, JOB_BYTES)) or ([[end]] if has_seen else [])
    for number, part in enumerate(parts, 1):
        last = part[-1] if number < len(parts) else end
        yield ReferJob(database, first, last, is_kept=has_seen)
        first = last + 1


def _parts(rows: list[tuple[int, int]], limit: int) -> Iterator[list[int]]:
    """Cut files with their sizes into parts of no more than a limit."""
    part: list[int] = []
    total = 0
    for file, size in rows:
        if part and total + size > limit:
            yield part
            part, total = [], 0
        part.append(file)
        total += size
    if part:
        yield part

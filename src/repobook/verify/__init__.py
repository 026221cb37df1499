"""Read a finished book again and say what in it does not hold.

This room judges the others, so it shares no code with them: it reads the manifest, the pages and the source
by itself and knows only docs/book.md. It reports and never repairs, and opens nothing but book and source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from repobook.facts import Problem
from repobook.verify.across import examine_book
from repobook.verify.book import read_manifest
from repobook.verify.checksums import check_sums
from repobook.verify.completeness import check_book_files, check_source_files
from repobook.verify.findings import Findings
from repobook.verify.kept import make_mark, read_known, write_known
from repobook.verify.links import find_sources
from repobook.verify.parallel import Crew, without_collector
from repobook.verify.roots import Root
from repobook.verify.settled import Settled
from repobook.verify.targets import Targets

__all__ = ["Report", "verify"]


@dataclass
class Report:
    """What was found, and how many checks of each kind were made."""

    problems: list[Problem]
    checks: dict[str, int]


def verify(
    book: str,
    source: str | None = None,
    *,
    jobs: int = 1,
    pending: frozenset[str] = frozenset(),
    apart: frozenset[str] = frozenset(),
    progress: Callable[[int, int], None] | None = None,
    known: str | None = None,
    keep: str | None = None,
) -> Report:
    """Check a book, against its source if that is given.

    `apart` are paths in the source that are no part of it: the output that a running build is going to replace.
    `pending` names pages that a running build is going to write: links to them are right, and nobody misses
    them. `progress` is told how many pages are done, of how many.

    `known` is a file that an earlier check wrote, and `keep` is where this one writes its own, if it can. Every file
    is read and its bytes are compared all the same; what is known saves the examination of those that were right and
    rest on nothing that changed. The report is the same with it and without.
    """
    findings = Findings()
    with without_collector():
        _verify(book, source, jobs, pending, apart, progress or _ignore, known, keep, findings)
    return Report(findings.as_problems(), dict(sorted(findings.checks.items())))


def _verify(
    book: str,
    source: str | None,
    jobs: int,
    pending: frozenset[str],
    apart: frozenset[str],
    progress: Callable[[int, int], None],
    known: str | None,
    keep: str | None,
    findings: Findings,
) -> None:
    try:
        root = Root(book)
    except OSError as error:
        findings.add("", "book_missing", f"{book}: {error.strerror}")
        return
    with root:
        read = read_manifest(root, findings)
        if read is None:
            return
        manifest, manifest_bytes = read
        if findings.problems:
            known = keep = None  # units are told apart by what the manifest states, so it must be right
        check_sums(root, manifest, manifest_bytes, pending, findings)
        check_book_files(root, manifest, pending, findings)
        if source is not None:
            try:
                with Root(source) as tree:
                    check_source_files(tree, root, manifest, apart, findings)
            except OSError as error:
                findings.add("", "source_missing", f"{source}: {error.strerror}")
                source = None
    targets, mark = None, b""
    if known is not None or keep is not None:
        mark = make_mark(manifest, source is not None)
        targets = Targets(manifest, pending, find_sources(manifest), source is not None)
    settled = Settled(manifest, targets)
    if known is not None and targets is not None:
        earlier = read_known(known, mark)
        if earlier is not None:
            settled.recall(earlier, targets)
    crew = Crew(book, source, manifest, pending, jobs, targets.numbers if targets is not None else None)
    try:
        examined = examine_book(crew, manifest, settled, progress, findings)
    finally:
        crew.close()
    if keep is not None and targets is not None:
        wrong = {path for path, _, _, _ in findings.problems}
        write_known(keep, mark, settled.keep(examined, targets, wrong))


def _ignore(done: int, total: int) -> None:
    """Be told how far it is, and say nothing."""

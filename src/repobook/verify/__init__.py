"""Read a finished book again and say what in it does not hold.

This room judges the others, so it shares no code with them: it reads the manifest, the pages and the source
by itself and knows only docs/book.md. It reports and never repairs, and opens nothing but book and source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import nullcontext
from dataclasses import dataclass, field
from hashlib import sha256

from repobook.aside import Aside
from repobook.facts import Problem
from repobook.verify.across import examine_book
from repobook.verify.ahead import Ahead
from repobook.verify.book import MANIFEST, read_manifest
from repobook.verify.completeness import check_book_files, check_looks
from repobook.verify.findings import Findings
from repobook.verify.kept import make_mark, read_known, what_is_stated, write_known
from repobook.verify.links import find_sources
from repobook.verify.looking import Looking
from repobook.verify.parallel import Crew, without_collector
from repobook.verify.parts import Parts
from repobook.verify.reading import Sources
from repobook.verify.roots import Read, Root, Seen
from repobook.verify.settled import Settled
from repobook.verify.since import is_in_lines
from repobook.verify.targets import Targets

__all__ = ["Ahead", "Looking", "Report", "verify"]


@dataclass
class Report:
    """What was found, and how many checks of each kind were made."""

    problems: list[Problem]
    checks: dict[str, int]
    looks: dict[str, Seen] = field(
        default_factory=dict
    )  # how files looked before they were read, where that is asked for
    keeping: Aside[None] | None = None  # writes what the next check may use; whoever asked for it waits


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
    looked: Mapping[str, Seen] | None = None,
    looking: Looking | None = None,
    ahead: Ahead | None = None,
    are_renamed: bool = True,
    seens: Mapping[str, Read] | None = None,
    is_kept_aside: bool = False,
) -> Report:
    """Check a book, against its source if that is given.

    `apart` are paths in the source that are no part of it: the output that a running build is going to replace.
    `pending` names pages that a running build is going to write: links to them are right, and nobody misses
    them. `progress` is told how many pages are done, of how many.

    `known` is a file that an earlier check wrote, and `keep` is where this one writes its own, if it can. Every file
    is read and its bytes are compared all the same; what is known saves the examination of those that were right and
    rest on nothing that changed. The report is the same with it and without.

    `looked` is for a build that took pages over from a book: how the files of that book looked when they were seen to be as
    the check that wrote `known` had left them. Pages that still are the same files, and look the same, are not read, but
    for some that are drawn by lot. Without it every byte of the book is read. `looking` has begun to look at the new book before all of its
    pages were there; without it that begins now. `ahead` reads a large file of it since that was there. `are_renamed` says that they got another
    name since they were looked at, which sets anew the time of anything.

    `seens` is for a build that has just read the source: by path, the digest of what it read and how the file looked then,
    where a file that is changed later cannot look the same. Files that still look so are not read once more, but for some
    that are drawn by lot, where `known` says that what rests on them is right.

    `is_kept_aside` says that the caller waits for what is kept to be written: meanwhile there is something else to do.
    """
    findings = Findings()
    looks: dict[str, Seen] | None = None if looked is None else {}
    with without_collector():
        keeps = _verify(
            book,
            source,
            jobs,
            pending,
            apart,
            progress or _ignore,
            known,
            keep,
            looked or {},
            looking,
            ahead,
            are_renamed,
            seens,
            looks,
            findings,
        )
        keeping = None
        if keeps is not None:
            keeping = Aside(keeps) if is_kept_aside else keeps()
    return Report(findings.as_problems(), dict(sorted(findings.checks.items())), looks or {}, keeping)


def _verify(
    book: str,
    source: str | None,
    jobs: int,
    pending: frozenset[str],
    apart: frozenset[str],
    progress: Callable[[int, int], None],
    known: str | None,
    keep: str | None,
    looked: Mapping[str, Seen],
    begun: Looking | None,
    ahead: Ahead | None,
    are_renamed: bool,
    seens: Mapping[str, Read] | None,
    looks: dict[str, Seen] | None,
    findings: Findings,
) -> Callable[[], None] | None:
    """Check a book; return what writes what is to be kept, where that is asked for and there is something."""
    try:
        root = Root(book)
    except OSError as error:
        findings.add("", "book_missing", f"{book}: {error.strerror}")
        return None
    is_looked_at = looks is not None and begun is None
    with root, Looking(book, looked) if is_looked_at else nullcontext(begun) as looking:
        mark = make_mark(source is not None) if known is not None or keep is not None else b""
        earlier = read_known(known, mark) if known is not None else None
        read = read_manifest(root, findings, earlier.manifest if earlier is not None else b"")
        if read is None:
            return None
        manifest, manifest_bytes = read
        if findings.problems:
            known = keep = None  # units are told apart by what the manifest states, so it must be right
        if source is not None and (what := _find_error(source)):
            findings.add("", "source_missing", f"{source}: {what}")
            source = None
        parts = Parts(manifest)
        if known is None:
            seens = None  # everything is examined
        crew = Crew(book, source, manifest, pending, jobs, known is not None or keep is not None, seens)
        try:
            roots = [(apart, *part) for part in parts.of_root()]
            accounted = crew.run("account", roots, is_meanwhile=True)
            sources = Sources(crew, parts)
            if known is not None and seens is None:
                sources.compare_all()
            own = sha256(manifest_bytes).hexdigest()
            sums = crew.run("check_sums", [(own,)], is_meanwhile=True)
            del read  # of very many files, its bytes take hundreds of megabytes
            targets = None
            touched: AbstractSet[str] = frozenset()
            stated = what_is_stated(manifest)
            if known is None or earlier is None or earlier.stated != stated:
                earlier = None
            if keep is None or (manifest.since is None and not is_in_lines(manifest_bytes)):
                manifest_bytes = b""
            if known is not None or keep is not None:
                targets = Targets(manifest, pending, find_sources(manifest), source is not None, earlier)
                crew.numbers = targets.numbers
            settled = Settled(manifest, targets)
            if earlier is not None and targets is not None:
                settled.recall(earlier, targets)
            if looking is not None and looks is not None:
                # No page is read before it was looked at: what is touched later looks otherwise next time.
                touched, odd = looking.take(looks)
                if ahead is not None and looks.get(ahead.path) != ahead.seen:
                    ahead = None
                check_looks(looks, odd, manifest, pending, findings)
            else:
                check_book_files(root, manifest, pending, findings)
            for found in sums:
                findings.absorb(found)
            others: list[int] = []
            for found, some in accounted:
                findings.absorb(found)
                others += some
            if seens is not None:
                sources.compare(sorted(others))
            if are_renamed or looks is None:
                touched = manifest.pages.keys() - _find_untouched(looked, looks or {})
            else:
                touched = touched | (manifest.pages.keys() - looked.keys())
            examined = examine_book(
                crew, manifest, parts, settled, sources, touched, progress, findings, ahead
            )
        finally:
            crew.close()
    if keep is None or targets is None:
        return None
    wrong = {path for path, _, _, _ in findings.problems}

    def write() -> None:
        write_known(keep, mark, settled.keep(examined, targets, wrong, manifest_bytes, stated))

    return write


def _find_error(source: str) -> str:
    """Return why the source cannot be opened; "" where it can."""
    try:
        Root(source).close()
    except OSError as error:
        return str(error.strerror)
    return ""


def _find_untouched(looked: Mapping[str, Seen], looks: Mapping[str, Seen]) -> AbstractSet[str]:
    """Return the files that are still those that were looked at, though they have another name since then.

    A second name for a file changes the time of its names, but that was before the manifest was written. Bytes that were
    written later, or in the same moment, are read, even if somebody set the time of the bytes back.
    """
    if MANIFEST not in looks:
        return set()
    written = looks[MANIFEST][3]
    return {
        path
        for path, (inode, size, modified, changed, mode) in looks.items()
        if changed < written
        and (last := looked.get(path)) is not None
        and (inode, size, modified, mode) == (last[0], last[1], last[2], last[4])
    }


def _ignore(done: int, total: int) -> None:
    """Be told how far it is, and say nothing."""

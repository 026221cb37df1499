"""Nothing too much, nothing too little: every file of the book is listed, every source file accounted for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from repobook.verify.book import MANIFEST, SUMS, Manifest
from repobook.verify.findings import Findings
from repobook.verify.roots import Root, Seen

# Where version control keeps its own files. They are no part of what is documented.
_CONTROL = frozenset({".git", ".hg", ".svn"})
_ENDS = tuple(_CONTROL)


def check_book_files(book: Root, manifest: Manifest, pending: frozenset[str], findings: Findings) -> None:
    """Report what lies in the book without being listed, and whatever is neither file nor folder."""
    listed = manifest.pages.keys() | pending | {MANIFEST, SUMS}
    for path, kind in book.walk(lambda path, identity: True):
        if path not in listed or kind == "unreadable":
            _report(path, kind, findings)


def check_looks(
    looks: Mapping[str, Seen],
    odd: Sequence[tuple[str, str]],
    manifest: Manifest,
    pending: frozenset[str],
    findings: Findings,
) -> None:
    """Do the same with a book whose files somebody has looked at."""
    pages, listed = manifest.pages, pending | {MANIFEST, SUMS}
    for path in looks:
        if path not in pages and path not in listed:
            _report(path, "file", findings)
    listed |= pages.keys() if odd else set()
    for path, kind in odd:
        if path not in listed or kind == "unreadable":
            _report(path, kind, findings)


def _report(path: str, kind: str, findings: Findings) -> None:
    if kind == "unreadable":
        findings.add(path, "unreadable_page", "the folder cannot be listed")
    else:
        what = "a file" if kind == "file" else "neither a file nor a folder"
        findings.add(path, "stray_file", f"{what} that is not listed in the manifest")


def check_source_files(
    source: Root,
    book: Root,
    manifest: Manifest,
    apart: frozenset[str],
    findings: Findings,
    looks: dict[str, Seen] | None = None,
    is_ours: Callable[[str], bool] = lambda path: True,
) -> None:
    """Report files of the source that are neither documented nor listed with a reason; `looks` takes how all of them look.

    Of what lies in the root, others may look at what `is_ours` does not take.
    """
    known = {entry.path for entry in manifest.documented}
    left_out = {path.rstrip("/") for path in manifest.others} | apart
    own = book.identity()

    def enters(path: str, identity: tuple[int, int]) -> bool:
        if "/" not in path and not is_ours(path):
            return False
        return path not in left_out and identity != own and path.rpartition("/")[2] not in _CONTROL

    number = 0
    for path, kind in source.walk(enters, looks):
        if "/" not in path and not is_ours(path):
            continue
        if kind == "file" and path in known and not path.endswith(_ENDS):
            number += 1
            continue
        if kind == "folder" or path.rpartition("/")[2] in _CONTROL:
            continue
        number += 1
        if path not in known and path not in left_out:
            what = "a folder that cannot be listed" if kind == "unreadable" else "in the source"
            findings.add(path, "unaccounted_file", f"{what}, but neither documented nor listed with a reason")
    findings.count("source entries", number)

"""What decides the facts of a tree, as one digest: every name, and the bytes of every file that is read.

Content decides, never the clock: a file that was edited back to what it was is unchanged, and one whose time and size
stayed the same is not.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Iterable, Sequence

from repobook.aside import Aside
from repobook.looks import Seen, as_seen, fresh_from
from repobook.scan.folders import FolderChain
from repobook.scan.listing import Entry, Listing
from repobook.scan.read import EXECUTABLE, content_mark, is_content, read_content

_MANY = 500  # files: fewer are read before a second process has begun

Seens = dict[str, tuple[str, Seen]]  # by path: the digest of what was read, and how the file looked then


def listing_mark(listing: Listing, contents: Iterable[str]) -> str:
    """Return the digest of a listing, whose entries have these marks."""
    entries = [
        (entry.path, entry.size_bytes, bool(entry.mode & EXECUTABLE), _said(entry), content)
        for entry, content in zip(listing.entries, contents, strict=True)
    ]
    return _digest(entries, listing)


def frame_mark(listing: Listing, contents: Iterable[str]) -> str:
    """Return the digest of all that decides the facts of a tree but the contents of files that were read."""
    entries = [
        (entry.path, bool(entry.mode & EXECUTABLE), _said(entry))
        if is_content(content)
        else (entry.path, bool(entry.mode & EXECUTABLE), _said(entry), entry.size_bytes, content)
        for entry, content in zip(listing.entries, contents, strict=True)
    ]
    return _digest(entries, listing)


def mark_tree(listing: Listing, seens: Seens | None = None) -> list[str]:
    """Read every file of `listing` and return what stands for the content of each: what `read_files` would meet.

    `seens` takes how files looked that will look otherwise when somebody changes them.
    """
    entries = listing.entries
    if len(entries) < _MANY:
        marks, found = _read_marks(listing, entries)
    else:
        half = _halve(entries)
        with Aside(lambda: _read_marks(listing, entries[half:])) as aside:
            marks, found = _read_marks(listing, entries[:half])
            more_marks, more_found = aside.take()
        marks, found = marks + more_marks, found + more_found
    if seens is not None:
        seens.update(
            (entry.path, (mark, seen))
            for entry, mark, seen in zip(entries, marks, found, strict=True)
            if seen is not None
        )
    return marks


def _digest(entries: Sequence[tuple[object, ...]], listing: Listing) -> str:
    """Return the digest of what is said of the entries, and of all else that a listing says."""
    ignored = [(item.path, item.rule) for item in listing.ignored]
    notes = [(note.path, note.code, note.detail) for note in listing.notes]
    # In this form equal values have equal bytes; newer ones also tell whether two of them are one object.
    return hashlib.sha256(marshal.dumps((list(entries), ignored, listing.folders, notes), 2)).hexdigest()


def _halve(entries: list[Entry]) -> int:
    """Return where the second half of the work begins: opening a file costs as much as reading 20 kB."""
    costs = [entry.size_bytes + 20_000 for entry in entries]
    left = sum(costs) // 2
    for number, cost in enumerate(costs):
        left -= cost
        if left < 0:
            return number
    return len(costs)


def _said(entry: Entry) -> str:
    return "" if entry.attributes is None else repr(entry.attributes)


def _read_marks(listing: Listing, entries: list[Entry]) -> tuple[list[str], list[Seen | None]]:
    """Return the mark of each entry, and how it looked where that is of use."""
    marks: list[str] = []
    found: list[Seen | None] = []
    fresh = fresh_from()
    with FolderChain(listing.root) as chain:
        for entry in entries:
            looked: list[os.stat_result] = []
            data, skip, detail = read_content(entry, chain, listing.options.max_file_bytes, looked)
            sha256 = "" if data is None else hashlib.sha256(data).hexdigest()
            marks.append(content_mark(sha256, skip, detail))
            # One that was changed a moment ago could be changed once more and look the same.
            found.append(as_seen(looked[-1]) if looked and looked[-1].st_ctime_ns < fresh else None)
    return marks, found

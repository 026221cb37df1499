"""What decides the facts of a tree, as one digest: every name, and the bytes of every file that is read.

Content decides, never the clock: a file that was edited back to what it was is unchanged, and one whose time and size
stayed the same is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import msgspec

from repobook.scan.folders import FolderChain
from repobook.scan.listing import Entry, Listing
from repobook.scan.read import EXECUTABLE, content_mark, is_content, read_content

_encode = msgspec.msgpack.Encoder().encode
_THREADS = 2  # reading and hashing leave the interpreter alone


def listing_mark(listing: Listing, contents: Iterable[str]) -> str:
    """Return the digest of a listing, whose entries have these marks."""
    digest = hashlib.sha256()
    for entry, content in zip(listing.entries, contents, strict=True):
        named = (
            _raw(entry.path), entry.size_bytes, bool(entry.mode & EXECUTABLE), repr(entry.attributes), _raw(content),
        )  # fmt: skip
        digest.update(_encode(named))
    _add_rest(digest, listing)
    return digest.hexdigest()


def frame_mark(listing: Listing, contents: Iterable[str]) -> str:
    """Return the digest of all that decides the facts of a tree but the contents of files that were read."""
    digest = hashlib.sha256()
    for entry, content in zip(listing.entries, contents, strict=True):
        named = [_raw(entry.path), bool(entry.mode & EXECUTABLE), repr(entry.attributes)]
        if not is_content(content):
            named += [entry.size_bytes, _raw(content)]
        digest.update(_encode(named))
    _add_rest(digest, listing)
    return digest.hexdigest()


def mark_tree(listing: Listing) -> list[str]:
    """Read every file of `listing` and return what stands for the content of each: what `read_files` would meet."""
    entries = listing.entries
    edges = [len(entries) * number // _THREADS for number in range(_THREADS + 1)]
    with ThreadPoolExecutor(_THREADS) as threads:
        parts = threads.map(lambda edge: _read_marks(listing, entries[edge[0] : edge[1]]), pairwise(edges))
        return [mark for part in parts for mark in part]


def _read_marks(listing: Listing, entries: list[Entry]) -> list[str]:
    found = []
    with FolderChain(listing.root) as chain:
        for entry in entries:
            data, skip, detail = read_content(entry, chain, listing.options.max_file_bytes)
            sha256 = "" if data is None else hashlib.sha256(data).hexdigest()
            found.append(content_mark(sha256, skip, detail))
    return found


def _add_rest(digest: hashlib._Hash, listing: Listing) -> None:
    """Add what a listing says besides its entries."""
    digest.update(_encode([(_raw(item.path), _raw(item.rule)) for item in listing.ignored]))
    digest.update(_encode([_raw(path) for path in listing.folders]))
    digest.update(_encode([(_raw(note.path), note.code, _raw(note.detail)) for note in listing.notes]))


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

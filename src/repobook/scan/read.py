"""Read the files of a listing, one after the other, and say what each is.

Between the walk and the read anything may have changed: a file may be gone, be a link now, or grow while it
is read. So every file is opened anew without following links, looked at through its descriptor, read up to
the limit and no further, and looked at again.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence

from repobook.errors import InputError
from repobook.facts import SourceFile
from repobook.scan.binary import binary_detail
from repobook.scan.classify import Classifier
from repobook.scan.folders import FILE_FLAGS, FolderChain, read_up_to, skip_reason
from repobook.scan.listing import Entry, Listing
from repobook.scan.paths import path_bytes
from repobook.scan.secret import secret_by_content, secret_by_name

_ATTEMPTS = 3
EXECUTABLE = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


def read_files(
    listing: Listing, marks: list[str] | None = None, only: Sequence[int] | None = None
) -> Iterator[tuple[SourceFile, bytes | None]]:
    """Give every file of `listing` in order, with its content; None for one that is skipped.

    `marks` takes what stands for the content of each, for `listing_mark`; `only` are the places of those that are wanted.
    """
    classifier = Classifier(entry.path for entry in listing.entries)
    limit = listing.options.max_file_bytes
    try:
        chain = FolderChain(listing.root)
    except OSError as error:
        raise InputError(f"{listing.root}: {error.strerror}. It was there a moment ago.") from error
    with chain:
        for entry in listing.entries if only is None else [listing.entries[at] for at in only]:
            yield _read_entry(entry, chain, classifier, limit, [] if marks is None else marks)


def _read_entry(
    entry: Entry, chain: FolderChain, classifier: Classifier, limit: int, marks: list[str]
) -> tuple[SourceFile, bytes | None]:
    name = entry.path.rpartition("/")[2]
    data, skip, detail = read_content(entry, chain, limit)
    sha256 = "" if data is None else hashlib.sha256(data).hexdigest()
    marks.append(content_mark(sha256, skip, detail))
    size, attributes, skip_line = entry.size_bytes, entry.attributes, 0
    if data is not None:
        size = len(data)
        reason, skip_line = secret_by_content(name, data)
        if reason:
            data, sha256, skip, detail = None, "", "secret", reason
        elif reason := binary_detail(data, attributes.encoding if attributes else ""):
            file = SourceFile(entry.path, "binary", "", size, sha256, "binary", reason)
            file.is_executable = bool(entry.mode & EXECUTABLE)
            return file, None
    language, kind, rule = classifier.classify(entry.path, data, size, attributes)
    if skip == "submodule":
        language, kind, rule = "", "vendored", "submodule"
    elif attributes and attributes.encoding and not skip:
        detail = f"working-tree-encoding={attributes.encoding}"
    is_executable = bool(entry.mode & EXECUTABLE)
    return (
        SourceFile(entry.path, kind, language, size, sha256, skip, detail, rule, is_executable, skip_line),
        data,
    )


def read_content(
    entry: Entry, chain: FolderChain, limit: int, seen: list[os.stat_result] | None = None
) -> tuple[bytes | None, str, str]:
    """Return the content of an entry, or None with the reason why not and its detail.

    `seen` takes how the file looked, where it looked the same before it was read and after.
    """
    if entry.skip:
        return None, entry.skip, entry.detail
    folder, _, name = entry.path.rpartition("/")
    if reason := secret_by_name(entry.path, name):
        return None, "secret", reason
    try:
        return read_source(chain.open(folder), name, limit, seen)
    except OSError as error:
        return None, *skip_reason(error)


def content_mark(sha256: str, skip: str, detail: str) -> str:
    """Return what stands for the content of a file: its digest, or why it was not read."""
    return sha256 or f"{skip} {detail}"


def is_content(mark: str) -> bool:
    """Tell whether a mark is the digest of a content, not the reason why there is none."""
    return " " not in mark


def read_source(
    folder: int, name: str, limit: int, seen: list[os.stat_result] | None = None
) -> tuple[bytes | None, str, str]:
    """Return the content of a file, or None with the reason why not and its detail. Raises OSError."""
    encoded = path_bytes(name)
    for _ in range(_ATTEMPTS):
        descriptor = os.open(encoded, FILE_FLAGS, dir_fd=folder)
        try:
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                return None, "changed_during_read", "is no regular file any more"
            size = before.st_size
            if size > limit:
                return None, "too_large", f"{size:,} bytes"
            data = os.read(descriptor, size + 1)
            if len(data) != size:
                # It grows, the system gives it in pieces, or it states no true size.
                data += read_up_to(descriptor, limit + 1 - len(data))
            after = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        if len(data) > limit:
            return None, "too_large", f"more than {limit:,} bytes"
        is_same = after.st_size == size and after.st_mtime_ns == before.st_mtime_ns
        if is_same and (len(data) == size or size == 0):
            if seen is not None and after.st_ctime_ns == before.st_ctime_ns:
                seen.append(after)
            return data, "", ""
    return None, "changed_during_read", f"changed during each of {_ATTEMPTS} reads"

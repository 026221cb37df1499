"""How a folder shows that it holds a book of ours, whole or damaged, and which of its files are the book's.

Two lists name the files of a book: `manifest.json` and `SHA256SUMS`. One of them is enough to make a damaged book anew.
Where both are lost nobody can tell its pages from files of somebody else, and it is left alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from typing import Any, NamedTuple

from repobook.errors import InputError

MARK, SUMS = "manifest.json", "SHA256SUMS"
_ALWAYS = ("index.md", "verification_report.md", "keywords.md", MARK, "book.db")  # every book has them
_SUM = re.compile(rb"([0-9a-f]{64})  ([^\n]+)\n")
_MAX_LIST_BYTES = 1 << 30
_FILES = b'\n "files": [\n'  # where the head of a manifest ends, and its thousands of entries begin
_MAX_HEAD = 1 << 20


class Found(NamedTuple):
    """A book that lies at some place: what it consists of, and what is wrong with it as far as its lists tell."""

    files: frozenset[str]
    damage: str = ""


def is_book(folder: str) -> bool:
    """Tell whether `folder` holds a book of ours, by its manifest."""
    return b'"name": "repobook"' in (read_plain(folder, MARK, 4096) or b"")


def read_options(book: str) -> dict[str, Any]:
    """Return what the book at `book` was asked for, by the head of its manifest; nothing where there is none.

    Of a book whose manifest is damaged its checksums tell whether it has a site; the addresses of that are lost.
    """
    return _read_options(book) or ({"site": True} if _has_site(book) else {})


def _has_site(book: str) -> bool:
    sums, _ = _read_sums(book)
    return "site/index.html" in sums and _vouch(book, sums)


def _read_options(book: str) -> dict[str, Any]:
    head, found, _ = (read_plain(book, MARK, _MAX_HEAD) or b"").partition(_FILES)
    try:
        stated = json.loads(head.rstrip().removesuffix(b",") + b"}")["options"] if found else {}
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}
    return stated if isinstance(stated, dict) and is_book(book) else {}


def is_ours(folder: str) -> bool:
    """Tell the same of a book that may be damaged: by its manifest or by its list of checksums."""
    return is_book(folder) or _vouch(folder, _read_sums(folder)[0])


def examine(folder: str) -> Found | None:
    """Return what is known of the book in `folder`; None where there is none of ours.

    A book of ours with no list that can be read is refused.
    """
    sums, is_cut = _read_sums(folder)
    data = read_plain(folder, MARK) if is_book(folder) else None
    pages = _pages(data) if data is not None else None
    if pages is None and not _vouch(folder, sums):
        if data is None:
            return None
        raise InputError(
            f"{folder}: a damaged book: neither its {MARK} nor its {SUMS} can be read, and its pages cannot be told from "
            "files of yours. Remove the folder, or choose another output with -o."
        )
    files = frozenset((pages or set()) | sums.keys() | {MARK, SUMS})
    return Found(files, _damage(folder, data, pages, sums, is_cut))


def _damage(
    folder: str, data: bytes | None, pages: set[str] | None, sums: dict[str, str], is_cut: bool
) -> str:
    for name, is_read in ((MARK, pages is not None), (SUMS, bool(sums) and not is_cut)):
        if not is_read:
            is_there = os.path.lexists(os.path.join(folder, name))
            return f"its {name} {'cannot be read' if is_there else 'is missing'}"
    if hashlib.sha256(data or b"").hexdigest() != sums.get(MARK) or pages != sums.keys() - {MARK}:
        return f"its {MARK} and its {SUMS} do not agree"
    return ""


def _pages(data: bytes) -> set[str] | None:
    """Return the pages that a manifest lists."""
    try:
        return {str(entry["path"]) for entry in json.loads(data)["pages"]}
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def _read_sums(folder: str) -> tuple[dict[str, str], bool]:
    """Return the checksums that a book states, as far as they can be read, and whether something of them is lost."""
    data = read_plain(folder, SUMS) or b""
    found = {path.decode("utf-8", "replace"): digest.decode() for digest, path in _SUM.findall(data)}
    return found, len(found) != data.count(b"\n") or not data.endswith(b"\n") or MARK not in found


def _vouch(folder: str, sums: dict[str, str]) -> bool:
    """Tell whether checksums are those of a book of ours: they name what every book has, and one of these is as they say."""
    return all(name in sums for name in _ALWAYS) and any(
        hashlib.sha256(data).hexdigest() == sums[name]
        for name in _ALWAYS
        if (data := read_plain(folder, name)) is not None
    )


def read_plain(folder: str, name: str, limit: int = _MAX_LIST_BYTES) -> bytes | None:
    """Return the content of a plain file. A link is not followed, and a pipe is not waited for."""
    try:
        descriptor = os.open(
            os.path.join(folder, name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        )
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return None
        try:
            return stream.read(min(limit, found.st_size))  # room is made for as much as is asked for
        except OSError:
            return None

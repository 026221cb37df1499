"""Read a manifest in which all is in order, quickly: typed, and judged as a whole rather than entry by entry.

Nothing is ever reported here. Where anything is not in order, `book.py` reads the manifest once more and says what; what
is in order here is so there.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec

_PRINTABLE = bytes(range(0x20, 0x7F))
# A part of a path that is empty, `.` or `..`, where each path has a line.
_ASTRAY = re.compile(r"[\n/]\.{0,2}(?=[/\n])")


class Page(msgspec.Struct, gc=False):
    path: str
    sha256: str
    size: int


class File(msgspec.Struct, gc=False):
    """A file of the repository; what only a documented one has is wrong until it is stated."""

    path: str
    outcome: str
    path_bytes: str | msgspec.UnsetType = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET
    sha256: str = ""
    size: int = -1
    lines: int = -1
    encoding: str = "utf-8"
    docs: str = ""
    keywords: str = ""
    masked: str = ""


class Stated(msgspec.Struct):
    format: int
    tool: dict[str, Any]
    repository: dict[str, Any]
    options: dict[str, Any]
    source_root: str
    counts: dict[str, int]
    files: list[File]
    pages: list[Page]


_decode = msgspec.json.Decoder(Stated).decode


def read_stated(data: bytes) -> Stated | None:
    """Return what a manifest states, if its form is right and so are its pages and counts; None where something is not."""
    try:
        if not data.isascii():
            data.decode()  # values that nobody asks for are read, too, by whoever reads all
        stated = _decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    is_right = stated.format == 1 and _are_pages_right(stated.pages) and _are_counts_right(stated)
    return stated if is_right else None


def decode(data: bytes) -> Stated:
    """Return what a manifest states that is known to be right."""
    return _decode(data)


def are_entries_right(files: list[File], pages: list[Page]) -> bool:
    """Tell whether documented files and pages state of themselves what they must, given that their names are right. Encodings
    and masks are not looked at."""
    return (
        _are_digests([file.sha256 for file in files] + [page.sha256 for page in pages])
        and min([file.size for file in files] + [page.size for page in pages], default=0) >= 0
        and min([file.lines for file in files], default=0) >= 0
    )


def are_files_right(stated: Stated, paths: list[str]) -> bool:
    """Tell whether the files are in order, given the paths that they have in the system. Encodings and masks are not looked at."""
    files = stated.files
    pages = {page.path for page in stated.pages}
    documented = [file for file in files if file.outcome == "documented"]
    shown = {file.docs for file in documented} | {file.keywords for file in documented}
    return (
        _ascend([file.path for file in files], operator.le)
        and len(set(paths)) == len(paths)
        and all(file.reason is not msgspec.UNSET for file in files if file.outcome != "documented")
        and len(shown) == 2 * len(documented)
        and shown <= pages
        and are_entries_right(documented, [])
    )


def are_inside(paths: list[str]) -> bool:
    """Tell whether all paths are relative and stay below where they start."""
    if not paths:
        return True
    text = "\n" + "\n".join(paths) + "\n"
    return text.count("\n") == len(paths) + 1 and "\0" not in text and _ASTRAY.search(text) is None


def _are_pages_right(pages: list[Page]) -> bool:
    paths = [page.path for page in pages]
    text = "".join(paths)
    return (
        _ascend(paths, operator.lt)
        and are_inside(paths)
        and _is_printable(text)
        and "\\" not in text
        and not {"manifest.json", "SHA256SUMS"}.intersection(paths)
        and len(_fold(paths)) == len(paths)
        and are_entries_right([], pages)
    )


def _are_counts_right(stated: Stated) -> bool:
    outcomes = [file.outcome for file in stated.files]
    listed = {outcome: outcomes.count(outcome) for outcome in ("documented", "skipped", "ignored")}
    scanned = listed["documented"] + listed["skipped"]
    wanted = listed | {"scanned": scanned}
    return sum(listed.values()) == len(outcomes) and wanted.items() <= stated.counts.items()


def _are_digests(digests: list[str]) -> bool:
    text = "".join(digests)
    if not text.isascii() or not {64}.issuperset(map(len, digests)):
        return False
    return not text.encode().translate(None, b"0123456789abcdef")


def _is_printable(text: str) -> bool:
    """Say what `str.isprintable` says, which asks of every sign anew what it is."""
    return not text.encode().translate(None, _PRINTABLE) if text.isascii() else text.isprintable()


def _ascend(paths: list[str], is_before: Callable[[str, str], bool]) -> bool:
    return all(map(is_before, paths, islice(paths, 1, None)))


def _fold(paths: list[str]) -> set[str]:
    """Return names as systems see them that do not tell case: two that differ only in it are one file there."""
    text = "\n".join(paths)  # none holds a line break: that has been looked at
    folded = (text if text.isascii() else unicodedata.normalize("NFC", text)).casefold()
    return set(folded.split("\n")) if paths else set()

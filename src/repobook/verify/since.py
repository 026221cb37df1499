"""What a manifest states otherwise than one that an earlier check has read whole and found right.

A book has a hundred thousand entries, and an edit changes a handful. Where entries stand in lines, those that are the same,
byte for byte, are as right as they were; the others are judged here, each by itself. That is enough where they still speak of
the same file or page: what no two entries may share (names, their order, their outcomes) is then the same, too. Nothing
is reported here. Where anything else differs, or is not in order, the manifest is read as if it were the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from repobook.verify.stated import File, Page, are_entries_right

MAX_LINES = 5_000  # that differ; of more, to read all takes no longer
MAX_KEPT_BYTES = 1 << 27

_FILES, _PAGES, _END = b'\n "files": [\n', b'\n],\n "pages": [\n', b"\n]\n}\n"
_BLOCK = 1 << 15
_files = msgspec.json.Decoder(File)
_pages = msgspec.json.Decoder(Page)


class Since(NamedTuple):
    """What is stated otherwise: files, by the pages that show them, and pages."""

    files: list[str]
    pages: list[str]


def is_in_lines(data: bytes) -> bool:
    """Tell whether each entry of a manifest that is right stands in a line of its own, and nothing else with it."""
    places = _places(data)
    if places is None or len(data) > MAX_KEPT_BYTES:
        return False
    start, middle = places
    try:
        msgspec.json.decode(data[:start] + b'\n "files": [], "pages": []}', type=dict)
        for decoder, body in (
            (_files, data[start + len(_FILES) : middle]),
            (_pages, data[middle + len(_PAGES) : -len(_END)]),
        ):
            if body.count(b"\n") != body.count(b"},\n"):
                return False
            decoder.decode_lines(body.replace(b"},\n", b"}\n"))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return True


def find_since(last: bytes, data: bytes) -> Since | None:
    """Return what is stated otherwise than in the `last` manifest, which is right and stands in lines; None where that has to be
    read as a whole."""
    places = _places(data)
    if places is None:
        return None
    start, middle = places
    files: list[File] = []
    pages: list[Page] = []
    try:
        for at, before, now in _differing_lines(last, data):
            if not start < at or len(files) + len(pages) >= MAX_LINES or before[-1:] != now[-1:]:
                return None
            now.decode()  # values that nobody asks for are read, too, by whoever reads all
            before, now = before.removesuffix(b","), now.removesuffix(b",")
            if at < middle:
                file, old_file = _files.decode(now), _files.decode(before)
                if _place_of(file) != _place_of(old_file) or file.outcome != "documented":
                    return None
                files.append(file)
            else:
                page = _pages.decode(now)
                if page.path != _pages.decode(before).path:
                    return None
                pages.append(page)
    except (msgspec.DecodeError, ValueError, RecursionError, _LengthError):
        return None
    if not are_entries_right(files, pages):
        return None
    return Since([file.docs for file in files], [page.path for page in pages])


def _place_of(file: File) -> tuple[object, ...]:
    """Return what other entries of a manifest can be compared with."""
    return file.path, file.path_bytes, file.outcome, file.docs, file.keywords


def _places(data: bytes) -> tuple[int, int] | None:
    """Return where the lists of files and of pages begin, with what stands before their first entries."""
    start = data.find(_FILES)
    middle = data.find(_PAGES, start)
    return (start, middle) if 0 <= start < middle and data.endswith(_END) else None


class _LengthError(Exception):
    """One text goes on where the other ends."""


def _differing_lines(one: bytes, other: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Give the lines that differ between two texts of as many lines: where each begins in the other text, before and now."""
    here = there = begun = 0
    while True:
        block = one[here : here + _BLOCK]
        if block == other[there : there + _BLOCK]:
            here, there = here + _BLOCK, there + _BLOCK
            if here >= len(one):
                if len(one) - here != len(other) - there:
                    raise _LengthError
                return
            continue
        same = _common(block, other[there : there + _BLOCK])
        first = max(one.rfind(b"\n", begun, here + same) + 1, begun)
        start = there + same - (here + same - first)
        end, stop = one.find(b"\n", here + same), other.find(b"\n", there + same)
        if end < 0 or stop < 0:
            raise _LengthError
        yield start, one[first:end], other[start:stop]
        here, there, begun = end, stop, end


def _common(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts that differ begin with alike."""
    low, high = 0, max(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle] and len(one) >= middle <= len(other):
            low = middle
        else:
            high = middle - 1
    return low

"""The two lists of a book: `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from repobook.marks import MARK, SUMS, read_plain

Pages = dict[str, tuple[str, int]]
_FILES, _PAGES, _END = b'\n "files": [\n', b'\n],\n "pages": [\n', b"\n]\n}\n"
_DIGEST_SIGNS = 64


class Lists:
    """They are written twice: when all pages are there, and once more with the report, which tells what the check said.

    Between the two they are bytes and nothing else: of very many pages, names and checksums by themselves take gigabytes.
    """

    def __init__(self, staging: str, head: dict[str, Any], files: bytes) -> None:
        """`files` holds the entries of the files as lines already."""
        self._staging = staging
        text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        self._start = b"".join((text.encode(), b",", _FILES, files, _PAGES))
        self._begun: hashlib._Hash | None = None
        self._entries = self._sums = b""
        self.pages = 0
        self.markdown_bytes = 0

    def write(self, pages: Pages) -> None:
        """Write both lists with these pages, too. None of them has been listed before."""
        self.pages += len(pages)
        self.markdown_bytes += sum([size for path, (_, size) in pages.items() if path.endswith(".md")])
        if not self._entries:
            listed = [(path, *pages[path]) for path in sorted(pages)]
            self._entries = ",\n".join([_entry(path, digest, size) for path, digest, size in listed]).encode()
            self._sums = "".join([f"{digest}  {path}\n" for path, digest, _ in listed]).encode()
        else:
            for path, stated in pages.items():
                self._insert(path, *stated)
        if self._begun is None:  # the longest part is that of the files, and stays
            self._begun = hashlib.sha256(self._start)
        digest = self._begun.copy()
        digest.update(self._entries)
        digest.update(_END)
        self._write(MARK, self._start, self._entries, _END)
        place = _find(self._sums, MARK, _path_of_sum)
        sums = memoryview(self._sums)
        self._write(SUMS, sums[:place], _sum(MARK, digest.hexdigest()).encode(), sums[place:])

    def _insert(self, path: str, digest: str, size: int) -> None:
        entry, place = _entry(path, digest, size).encode(), _find(self._entries, path, _path_of_entry)
        if place < len(self._entries):
            self._entries = self._entries[:place] + entry + b",\n" + self._entries[place:]
        else:
            self._entries += b",\n" + entry
        place = _find(self._sums, path, _path_of_sum)
        self._sums = self._sums[:place] + _sum(path, digest).encode() + self._sums[place:]

    def _write(self, name: str, *texts: bytes | memoryview) -> None:
        with open(os.path.join(self._staging, name), "wb") as stream:
            stream.writelines(texts)


def read_last(book: str) -> tuple[bytes, dict[str, int]] | None:
    """Return the entries of the files of a finished book, as lines, and its counts; None where its lists do not agree."""
    data, sums = read_plain(book, MARK), read_plain(book, SUMS)
    if data is None or sums is None:
        return None
    if f"\n{_sum(MARK, hashlib.sha256(data).hexdigest())}".encode() not in sums:
        return None
    start, end = data.find(_FILES), data.find(_PAGES)
    try:
        counts: dict[str, int] = json.loads(data[:start].removesuffix(b",") + b"}")["counts"]
    except (ValueError, LookupError, TypeError):
        return None
    return (data[start + len(_FILES) : end], counts) if 0 <= start < end else None


def patch_lines(lines: bytes, fresh: Mapping[str, bytes]) -> bytes | None:
    """Return entries with others in the place of those of the same paths; None where there is none for one of them."""
    parts, done = [], 0
    for path in sorted(fresh):
        start = _find(lines, path, _path_of_entry)
        end = lines.find(b"\n", start)
        end = len(lines) if end < 0 else end - len(b",")
        if start >= len(lines) or _path_of_entry(lines[start:end]) != path:
            return None
        parts += [lines[done:start], fresh[path]]
        done = end
    return b"".join((*parts, lines[done:]))


def _find(lines: bytes, path: str, path_of: Callable[[bytes], str]) -> int:
    """Return where the first line begins that is not before a path; lines are in the order of their paths."""
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high) // 2
        start = lines.rfind(b"\n", low, middle) + 1 or low
        end = lines.find(b"\n", middle) + 1 or len(lines)
        if path_of(lines[start:end]) < path:
            low = end
        else:
            high = start
    return low


def _path_of_entry(line: bytes) -> str:
    path: str = json.loads(line.rstrip(b",\n"))["path"]
    return path


def _path_of_sum(line: bytes) -> str:
    return line[_DIGEST_SIGNS + 2 : -1].decode()


def _entry(path: str, digest: str, size: int) -> str:
    return f'{{"path": {json.encoder.encode_basestring(path)}, "sha256": "{digest}", "size": {size}}}'


def _sum(path: str, digest: str) -> str:
    return f"{digest}  {path}\n"

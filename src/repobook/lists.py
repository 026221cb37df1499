"""The two lists of a book: `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from typing import Any

from repobook.marks import MARK, SUMS

Pages = dict[str, tuple[str, int]]
_END = b"\n]\n}\n"
_DIGEST_SIGNS = 64


class Lists:
    """They are written twice: when all pages are there, and once more with the report, which tells what the check said.

    Between the two they are bytes and nothing else: of very many pages, names and checksums by themselves take gigabytes.
    """

    def __init__(self, staging: str, head: dict[str, Any], files: str) -> None:
        """`files` holds the entries of the files as lines already."""
        self._staging = staging
        text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        self._start = (text + ',\n "files": [\n' + files + '\n],\n "pages": [\n').encode()
        self._entries = self._sums = b""
        self.pages = 0
        self.markdown_bytes = 0

    def write(self, pages: Pages) -> None:
        """Write both lists with these pages, too. None of them has been listed before."""
        self.pages += len(pages)
        self.markdown_bytes += sum(size for path, (_, size) in pages.items() if path.endswith(".md"))
        if not self._entries:
            self._entries = ",\n".join(_entry(path, *pages[path]) for path in sorted(pages)).encode()
            self._sums = "".join(_sum(path, pages[path][0]) for path in sorted(pages)).encode()
        else:
            for path, stated in pages.items():
                self._insert(path, *stated)
        digest = hashlib.sha256(self._start)
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

"""The two lists of a book: `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`."""

from __future__ import annotations

import hashlib
import json
import os
from bisect import bisect_left
from typing import Any

from repobook.marks import MARK, SUMS

Pages = dict[str, tuple[str, int]]
_END = b"\n]\n}\n"


class Lists:
    """They are written twice: when all pages are there, and once more with the report, which tells what the check said."""

    def __init__(self, staging: str, head: dict[str, Any], files: str) -> None:
        """`files` holds the entries of the files as lines already."""
        self._staging = staging
        text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        self._start = (text + ',\n "files": [\n' + files + '\n],\n "pages": [\n').encode()
        # What was written: to make it again takes longer than to keep it, as bytes and nothing else.
        self._paths: list[str] = []
        self._entries = self._sums = b""

    def write(self, pages: Pages) -> None:
        """Write both lists of a book that has these pages. Those that were listed before are as they were."""
        listed = set(self._paths)
        fresh = sorted(path for path in pages if path not in listed)
        if not listed:
            self._paths = fresh
            self._entries = ",\n".join(_entry(path, *pages[path]) for path in fresh).encode()
            self._sums = "".join(_sum(path, pages[path][0]) for path in fresh).encode()
        else:
            for path in fresh:
                self._insert(path, pages)
        digest = hashlib.sha256(self._start)
        digest.update(self._entries)
        digest.update(_END)
        self._write(MARK, self._start, self._entries, _END)
        place = self._end_of_sum(bisect_left(self._paths, MARK), pages)
        sums = memoryview(self._sums)
        self._write(SUMS, sums[:place], _sum(MARK, digest.hexdigest()).encode(), sums[place:])

    def _insert(self, path: str, pages: Pages) -> None:
        """Insert a page behind the one that stands before it."""
        at = bisect_left(self._paths, path)
        entry = _entry(path, *pages[path]).encode()
        if at:
            before = _entry(self._paths[at - 1], *pages[self._paths[at - 1]]).encode()
            place = self._entries.index(before) + len(before)
            self._entries = self._entries[:place] + b",\n" + entry + self._entries[place:]
        else:
            self._entries = entry + b",\n" + self._entries
        place = self._end_of_sum(at, pages)
        self._sums = self._sums[:place] + _sum(path, pages[path][0]).encode() + self._sums[place:]
        self._paths.insert(at, path)

    def _end_of_sum(self, at: int, pages: Pages) -> int:
        """Return where the checksum of the page before a place of the list ends."""
        if not at:
            return 0
        before = _sum(self._paths[at - 1], pages[self._paths[at - 1]][0]).encode()
        start = 0 if self._sums.startswith(before) else self._sums.index(b"\n" + before) + 1
        return start + len(before)

    def _write(self, name: str, *texts: bytes | memoryview) -> None:
        with open(os.path.join(self._staging, name), "wb") as stream:
            stream.writelines(texts)


def _entry(path: str, digest: str, size: int) -> str:
    return f'{{"path": {json.encoder.encode_basestring(path)}, "sha256": "{digest}", "size": {size}}}'


def _sum(path: str, digest: str) -> str:
    return f"{digest}  {path}\n"

"""The two lists of a book: `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`."""

from __future__ import annotations

import hashlib
import json
import os
from bisect import bisect_left
from typing import Any

from repobook.marks import MARK, SUMS

Pages = dict[str, tuple[str, int]]


class Lists:
    """They are written twice: when all pages are there, and once more with the report, which tells what the check said."""

    def __init__(self, staging: str, head: dict[str, Any], files: str) -> None:
        """`files` holds the entries of the files as lines already."""
        self._staging = staging
        text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        self._start = (text + ',\n "files": [\n' + files + '\n],\n "pages": [\n').encode()
        self._pages = b""  # the rest of the manifest: to make it again takes longer than to keep it
        self._paths: list[str] = []
        self._entries: list[str] = []
        self._sums: list[str] = []

    def write(self, pages: Pages) -> None:
        """Write both lists of a book that has these pages. Those that were listed before are as they were."""
        listed = set(self._paths)
        fresh = sorted(path for path in pages if path not in listed)
        # What stands before the entry in front of the first of them stays: as a rule that is nearly all.
        first = max(0, bisect_left(self._paths, fresh[0]) - 1) if fresh and listed else 0
        same = len(self._pages) - len(self._end(first)) if listed else 0
        if not listed:
            self._paths = fresh
            self._entries = [_entry(path, *pages[path]) for path in fresh]
            self._sums = [f"{pages[path][0]}  {path}\n" for path in fresh]
        else:
            for path in fresh:
                place = bisect_left(self._paths, path)
                self._paths.insert(place, path)
                self._entries.insert(place, _entry(path, *pages[path]))
                self._sums.insert(place, f"{pages[path][0]}  {path}\n")
        self._pages = self._pages[:same] + self._end(first)
        digest = hashlib.sha256(self._start)
        digest.update(self._pages)
        place = bisect_left(self._paths, MARK)
        own = f"{digest.hexdigest()}  {MARK}\n"
        self._write(MARK, self._start, self._pages)
        self._write(SUMS, "".join([*self._sums[:place], own, *self._sums[place:]]).encode())

    def _end(self, first: int) -> bytes:
        """Return the end of the manifest, from an entry on."""
        return (",\n".join(self._entries[first:]) + "\n]\n}\n").encode()

    def _write(self, name: str, *texts: bytes) -> None:
        with open(os.path.join(self._staging, name), "wb") as stream:
            stream.writelines(texts)


def _entry(path: str, digest: str, size: int) -> str:
    return f'{{"path": {json.encoder.encode_basestring(path)}, "sha256": "{digest}", "size": {size}}}'

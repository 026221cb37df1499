"""The two lists of a book: `manifest.json` (an entry a line, so that two books can be compared) and `SHA256SUMS`."""

from __future__ import annotations

import hashlib
import json
import os
from bisect import bisect_left
from typing import Any

from repobook.marks import MARK, SUMS


class Lists:
    """They are written twice: when all pages are there, and once more with the report, which tells what the check said."""

    def __init__(self, staging: str, head: dict[str, Any], files: str) -> None:
        """`files` holds the entries of the files as lines already."""
        self._staging = staging
        self._head = json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "files": [\n' + files
        self._paths: list[str] = []
        self._entries: list[str] = []
        self._sums: list[str] = []

    def write(self, pages: dict[str, tuple[str, int]]) -> None:
        """Write both lists of a book that has these pages. Those that were listed before are as they were."""
        listed = set(self._paths)
        fresh = sorted(path for path in pages if path not in listed)
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
        text = self._head + '\n],\n "pages": [\n' + ",\n".join(self._entries) + "\n]\n}\n"
        data = text.encode()
        place = bisect_left(self._paths, MARK)
        own = f"{hashlib.sha256(data).hexdigest()}  {MARK}\n"
        self._write(MARK, data)
        self._write(SUMS, "".join([*self._sums[:place], own, *self._sums[place:]]).encode())

    def _write(self, name: str, data: bytes) -> None:
        with open(os.path.join(self._staging, name), "wb") as stream:
            stream.write(data)


def _entry(path: str, digest: str, size: int) -> str:
    return f'{{"path": {json.encoder.encode_basestring(path)}, "sha256": "{digest}", "size": {size}}}'

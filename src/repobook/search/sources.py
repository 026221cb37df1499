"""The text of the sources, as the book's own pages hold it: what search shows is what was documented."""

from __future__ import annotations

import os

_HEADING = b"\n## Original Source\n"
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW
_HEAD_BYTES = 8192  # of a page before its source, as a rule


class Sources:
    """Reads the source of a file from its page."""

    def __init__(self, book: str) -> None:
        self._folder = os.path.join(book, "")

    def read(self, page: str, size_bytes: int) -> bytes:
        """Return the text of a file; nothing where the page does not hold it."""
        try:
            descriptor = os.open(f"{self._folder}{page}_docs.md", _FLAGS)
        except OSError:
            return b""
        try:
            data = os.read(descriptor, size_bytes + _HEAD_BYTES)
            heading = data.find(_HEADING)
            while True:
                body = _body(data, heading, size_bytes) if heading >= 0 else None
                if body is not None:
                    return data[body[0] : body[1]]
                more = os.read(descriptor, max(_HEAD_BYTES, len(data)))
                if not more:
                    return b""
                data += more
                heading = data.find(_HEADING) if heading < 0 else heading
        except OSError:
            return b""
        finally:
            os.close(descriptor)


def _body(data: bytes, heading: int, size_bytes: int) -> tuple[int, int] | None:
    """Return where the source begins and ends, as a rule `size_bytes` later; None where its end is not yet there."""
    start = heading + len(_HEADING)
    opening = data.find(b"\n```", start - 1)
    if opening < 0:
        return None
    first = data.find(b"\n", opening + 1)
    if first < 0:
        return None
    line = data[opening + 1 : first]
    mark = line[: len(line) - len(line.lstrip(b"`"))]
    closing = b"\n" + mark + b"\n"
    expected = first + size_bytes
    if size_bytes and data.startswith(closing, expected):
        return first + 1, expected + 1
    end = data.find(closing, first)
    return None if end < 0 else (first + 1, end + 1)

"""What a build leaves for the next one beside the book: in the state folder, never in the tree or the book.

A file of it is a row of blocks, then a list of where each begins, how long it is and its checksum, then the checksum of
that list. What cannot be read as it was written is as good as nothing: it costs the next build's time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from typing import BinaryIO

import msgspec

from repobook.render.units import Known

_TAIL = 40  # length of the list, and its checksum
_decode = msgspec.msgpack.Decoder(tuple[bytes, dict[str, tuple[int, int, bytes]]]).decode


class KeptUnits:
    """What pages were made of, by job: read of the last build, written for the next."""

    def __init__(self, path: str, book: str, made_by: str) -> None:
        """`path` is the file of the last build, `book` the folder of its pages: "" where it is not to be trusted.

        `made_by` says which code makes the pages.
        """
        self._path = path
        self._book = book
        self._made_by = made_by
        self._fixed = b""
        self._last: dict[str, tuple[int, int, bytes]] = {}
        self._places: dict[str, tuple[int, int, bytes]] = {}
        self._stream: BinaryIO | None = None

    def open(self, fixed: bytes) -> None:
        """Begin: `fixed` is the digest of what all pages may rest on."""
        self._fixed = hashlib.sha256(fixed + self._made_by.encode()).digest()
        self._last = self._read() if self._book else {}
        self._places = {}
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            self._stream = open(self._path + ".new", "wb")  # noqa: SIM115

    def of(self, job: str) -> Known:
        """Return where the last build's units of a job stand."""
        if job not in self._last:
            return Known()
        return Known(self._book, self._path, *self._last[job])

    def keep(self, job: str, units: bytes) -> None:
        if units and self._stream is not None:
            try:
                self._places[job] = (self._stream.tell(), len(units), hashlib.sha256(units).digest())
                self._stream.write(units)
            except OSError:
                self.drop()

    def close(self) -> None:
        """Put what was kept into its place: the book that it belongs to has been published."""
        if self._stream is None:
            return
        listed = msgspec.msgpack.encode((self._fixed, self._places))
        try:
            self._stream.write(listed + len(listed).to_bytes(8, "big") + hashlib.sha256(listed).digest())
            self._stream.close()
            os.replace(self._path + ".new", self._path)
        except OSError:
            self.drop()
        self._stream = None

    def drop(self) -> None:
        """Forget what was kept of this build, and of the last one."""
        if self._stream is not None:
            with contextlib.suppress(OSError):
                self._stream.close()
            self._stream = None
        for path in (self._path + ".new", self._path):
            with contextlib.suppress(OSError):
                os.unlink(path)

    def _read(self) -> dict[str, tuple[int, int, bytes]]:
        try:
            with open(self._path, "rb") as stream:
                end = stream.seek(0, os.SEEK_END)
                stream.seek(max(0, end - _TAIL))
                tail = stream.read(_TAIL)
                size = int.from_bytes(tail[:8], "big")
                stream.seek(end - _TAIL - size)
                listed = stream.read(size)
            if hashlib.sha256(listed).digest() != tail[8:]:
                return {}
            fixed, places = _decode(listed)
        except (OSError, ValueError, msgspec.DecodeError, msgspec.ValidationError):
            return {}
        return places if fixed == self._fixed else {}

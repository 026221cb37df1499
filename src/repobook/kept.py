"""What a build leaves for the next one beside the book: in the state folder, never in the tree or the book.

What pages were made of is a log of blocks, and a list of where each begins, how long it is and its checksum, with the checksum of
that list. What cannot be read as it was written is as good as nothing: it costs the next build's time.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sqlite3
from typing import BinaryIO

import msgspec

from repobook.aside import Aside
from repobook.beside import wait_for_all
from repobook.errors import RepobookError
from repobook.facts import Known
from repobook.looks import Looks
from repobook.prune import remove_folder
from repobook.spare import keep_spare, make_spare
from repobook.twin import Begun, Twin, is_alone

MAX_BYTES = (
    2 << 30
)  # of all that builds leave beside their books, but for spare databases; of these once more
# What is the spare of a book's database: that of the book that it replaced, or a copy of it.
NONE, REPLACED, COPIED = range(3)
_LACKS = frozenset([errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM])
PAGES = "what the last book's pages were made of"
_TAIL = 40  # length of the list, and its checksum
Places = dict[str, tuple[int, int, bytes]]
_decode = msgspec.msgpack.Decoder(tuple[bytes, bytes, Places]).decode


class Kept:
    """What the last build of a book left, and what this one leaves. Each part is a file; the new ones take the place of the
    old when the book that they belong to has been published. Use it as a context manager."""

    def __init__(self, path: str, book: str, made_by: str, left: Begun) -> None:
        """`path` is how the files begin, `book` the last book: "" where it is not as it was published.

        `made_by` says which code makes books; `left` is what its twin was.
        """
        self._path = path
        self._parts: set[str] = set()
        self._is_good = bool(book)
        self.book = book
        self.made_by = made_by
        self._is_closed = False
        self._writing: Aside[None] | None = None
        self.next_spare = NONE
        self.damaged: set[str] = set()  # what was not as the last build left it
        self.units = KeptUnits(path + ".units", book, made_by, self.damaged)
        self.twin = Twin(path + ".twin", left)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.twin.wait()
        if self._writing is not None:
            self._writing.__exit__()
        if self._is_closed:
            return
        wait_for_all()  # who is still writing a part would leave it behind
        if _is_stop(error):  # the last book stays, and this belongs to it
            self.units.leave()
            for part in sorted(self._parts):
                _remove(f"{self._path}.{part}.new")
        else:
            self._drop()

    def distrust(self) -> None:
        """Use nothing more of the last book: it is not what it was published as."""
        self._is_good = False
        self.book = ""
        self.units.distrust()

    def known(self, part: str) -> str | None:
        """Return the file of a part that the last build left, where it is of use."""
        path = f"{self._path}.{part}"
        return path if self._is_good and os.path.isfile(path) else None

    def keep(self, part: str) -> str | None:
        """Return where this build may leave a part."""
        self._parts.add(part)
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(f"{self._path}.{part}.new")
        except OSError:
            return None
        return f"{self._path}.{part}.new"

    def wait_for(self, writing: Aside[None] | None) -> None:
        """Wait for who writes a part before it is put into its place."""
        if self._writing is not None:  # the book is made once more
            self._writing.__exit__()
        self._writing = writing

    def take_over(self, old: str, looks: Looks) -> bool:
        """Keep the folder of the last book, which was replaced; `looks` is how the files of the new one look. Tell whether it is."""
        if self.next_spare == REPLACED:
            keep_spare(old, self.keep("spare"))
        return self.twin.put(old, looks)

    def close(self, database: str) -> None:
        """Put what was kept into its place: the book that it belongs to has been published, with this database."""
        if self._writing is not None:
            self._writing.take()
        self._is_closed = True
        self._parts.add("spare")
        if self.next_spare == COPIED:
            make_spare(database, self.keep("spare"))
        self.units.close()
        for part in sorted(self._parts):
            path = f"{self._path}.{part}"
            try:
                os.replace(path + ".new", path)
            except OSError:  # nothing was left, so the old one is of another book
                _remove(path)
        _make_room(self._path)

    def _drop(self) -> None:
        """Forget all of it: there is no book to build on."""
        self.units.drop()
        self.twin.drop()
        for part in sorted(self._parts):
            _remove(f"{self._path}.{part}.new")
            _remove(f"{self._path}.{part}")
        _remove(f"{self._path}.answers.bodies")


def _is_stop(error: BaseException | None) -> bool:
    """Tell whether a build that ends so was told to, or lacked something: it has found nothing wrong with what there is."""
    return (
        isinstance(error, (KeyboardInterrupt, RepobookError))
        or (isinstance(error, OSError) and error.errno in _LACKS)
        or (isinstance(error, sqlite3.OperationalError) and "full" in str(error))
    )


class KeptUnits:
    """What pages were made of, by job: read of the last build, written for the next.

    Blocks stand in a log, and the list of those that count in a file of its own: what stays is neither read nor written. When half
    of the log is what nobody needs, it is written anew. Behind the end that the list knows is what a killed build left.
    """

    def __init__(self, path: str, book: str, made_by: str, damaged: set[str] | None = None) -> None:
        """`path` is the list of the last build, `book` the folder of its pages: "" where it is not to be trusted.

        `made_by` says which code makes the pages. Among what is `damaged` it says so where the list is.
        """
        self._path = path
        self._log = path + ".blocks"
        self._damaged = set() if damaged is None else damaged
        self._book = book
        self._made_by = made_by
        self._fixed = b""
        self._ground = b""
        self._last: Places = {}
        self._places: Places = {}
        self._stream: BinaryIO | None = None
        self._is_added = False  # to the log of the last build

    @property
    def last_ground(self) -> bytes:
        """The digest that the last build gave of its facts; nothing where it is not to be had."""
        return self._read()[1] if self._book else b""

    def open(self, ground: bytes, options: bytes) -> None:
        """Begin: this is a digest of facts that lists of all names rest on, and what was asked for."""
        self._ground = ground
        self._fixed = hashlib.sha256(b"".join((options, self._made_by.encode()))).digest()
        fixed, _, places = self._read() if self._book else (b"", b"", Places())
        self._last = places if fixed == self._fixed else {}
        self._places = {}
        end = max((offset + size for offset, size, _ in self._last.values()), default=0)
        needed = sum(size for _, size, _ in self._last.values())
        self._is_added = 0 < end <= 2 * needed and os.path.isfile(self._log)
        with contextlib.suppress(OSError):
            if self._stream is not None:  # the book is made once more
                self._stream.close()
                self._stream = None
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            if self._is_added:
                self._stream = open(self._log, "r+b")  # noqa: SIM115
                self._stream.truncate(end)
                self._stream.seek(end)
            else:
                self._stream = open(self._log + ".new", "wb")  # noqa: SIM115

    @property
    def last_book(self) -> str:
        """The folder of the book that units of the last build can be taken from; "" where there are none."""
        return self._book if self._last else ""

    def distrust(self) -> None:
        self._book = ""

    def of(self, job: str) -> Known:
        """Return where the last build's units of a job stand."""
        if job not in self._last:
            return Known()
        return Known(self._book, self._log, *self._last[job])

    def keep(self, job: str, units: bytes) -> None:
        if units and self._stream is not None:
            try:
                self._places[job] = (self._stream.tell(), len(units), hashlib.sha256(units).digest())
                self._stream.write(units)
            except OSError:
                self.drop()

    def keep_last(self, job: str) -> None:
        """Keep what the last build kept of a job, byte for byte; who reads it compares its checksum."""
        offset, size, checksum = self._last[job]
        if self._is_added:
            self._places[job] = (offset, size, checksum)
        elif self._stream is not None:
            try:
                place = self._stream.tell()
                with open(self._log, "rb") as last:
                    last.seek(offset)
                    self._stream.write(last.read(size))
                self._places[job] = (place, size, checksum)
            except OSError:
                self.drop()

    def close(self) -> None:
        """Put what was kept into its place: the book that it belongs to has been published."""
        if self._stream is None:  # nothing could be kept, and what there is belongs to another book
            self.drop()
            return
        listed = msgspec.msgpack.encode((self._fixed, self._ground, self._places))
        try:
            self._stream.close()
            with open(self._path + ".new", "wb") as stream:
                stream.write(listed + len(listed).to_bytes(8, "big") + hashlib.sha256(listed).digest())
            if not self._is_added:  # a list of another log names blocks that have not their checksums there
                os.replace(self._log + ".new", self._log)
            os.replace(self._path + ".new", self._path)
        except OSError:
            self.drop()
        self._stream = None

    def drop(self) -> None:
        """Forget what was kept of this build, and of the last one."""
        self.leave()
        _remove(self._path)
        _remove(self._log)

    def leave(self) -> None:
        """Forget what was kept of this build."""
        if self._stream is not None:
            with contextlib.suppress(OSError):
                self._stream.close()
            self._stream = None
        for path in (self._path, self._log):
            _remove(path + ".new")

    def _read(self) -> tuple[bytes, bytes, Places]:
        """Return what the last build's pages rested on, its facts, and where its blocks stand."""
        try:
            with open(self._path, "rb") as stream:
                data = stream.read()
            listed, size, checksum = data[:-_TAIL], data[-_TAIL:-32], data[-32:]
            if len(listed) == int.from_bytes(size, "big") and hashlib.sha256(listed).digest() == checksum:
                return _decode(listed)
            self._damaged.add(PAGES)
        except FileNotFoundError:
            pass
        except (OSError, ValueError):
            self._damaged.add(PAGES)
        except (msgspec.DecodeError, msgspec.ValidationError):  # another version wrote it
            pass
        return b"", b"", {}


def _make_room(own: str) -> None:
    """Let go of what the builds of other books left, the oldest first, beyond what state may take.

    A twin takes next to nothing while its book is there, and all of a book's pages when that is gone.
    """
    with contextlib.suppress(OSError):
        with os.scandir(os.path.dirname(own)) as found:
            entries = list(found)
        for entry in entries:
            if (
                entry.is_dir(follow_symlinks=False)
                and not entry.path.startswith(own)
                and is_alone(entry.path)
            ):
                remove_folder(entry.path)
        plain = [entry for entry in entries if not entry.is_dir(follow_symlinks=False)]
        for are_spares in (False, True):
            files = sorted(
                (entry.stat().st_mtime_ns, entry.stat().st_size, entry.path)
                for entry in plain
                if entry.path.endswith(".spare") == are_spares
            )
            excess = sum(size for _, size, _ in files) - MAX_BYTES
            for _, size, path in files:
                if excess > 0 and not path.startswith(own) and not path.endswith(".json"):
                    _remove(path)
                    excess -= size


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)

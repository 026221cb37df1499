"""What a check of a book leaves for the next one: which units were right, and on what that rests.

A unit is a source file with its two pages, or a page by itself. That it is right rests on its own bytes, on the
names that its links lead to, on the files that it cites, and on the anchors that it wants of other pages. All of
these are targets and have a number here. Problems are never kept: a unit that has one is examined every time.

The file is for this machine and this version of the code. One that is missing, damaged or of other making is no
error; then everything is examined.
"""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from array import array
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from repobook.verify.book import Manifest
from repobook.verify.targets import DIGEST_BYTES, Targets

_MAGIC = b"repobook: what verify found right\n"
_MAX_BYTES = 1 << 30
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY | os.O_NOFOLLOW
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class Record:
    """What one unit rests on, by the numbers of targets, and how much of it was checked."""

    leads: array[int]  # what has to be there
    cites: array[int]  # files that have to be the same, by the pages that show them
    wants: array[int]  # pages that have to have the same anchors
    checks: dict[str, int]


class Column:
    """Many lists of numbers, one after another."""

    def __init__(self, code: str = "I", numbers: bytes = b"", ends: bytes = b"") -> None:
        self.numbers, self.ends = array(code), array("I")
        self.numbers.frombytes(numbers)
        self.ends.frombytes(ends)

    def __getitem__(self, index: int) -> array[int]:
        return self.numbers[self.ends[index - 1] if index else 0 : self.ends[index]]

    def add(self, numbers: array[int]) -> None:
        self.numbers.extend(numbers)
        self.ends.append(len(self.numbers))

    def dump(self) -> tuple[bytes, bytes]:
        return self.numbers.tobytes(), self.ends.tobytes()


@dataclass(slots=True)
class Kept:
    """Units in columns: a large book has sixty thousand of them, and millions of targets."""

    checks: list[str] = field(default_factory=list)  # the kinds of checks
    units: array[int] = field(default_factory=lambda: array("I"))  # the page that each is known by
    leads: Column = field(default_factory=Column)
    cites: Column = field(default_factory=Column)
    wants: Column = field(default_factory=Column)
    counts: Column = field(default_factory=lambda: Column("Q"))  # a kind of check and how many, in turns

    def add(self, unit: int, record: Record) -> None:
        self.units.append(unit)
        self.leads.add(record.leads)
        self.cites.add(record.cites)
        self.wants.add(record.wants)
        counts = array("Q")
        for check, number in record.checks.items():
            if check not in self.checks:
                self.checks.append(check)
            counts.extend((self.checks.index(check), number))
        self.counts.add(counts)

    def copy(self, other: Kept, index: int, unit: int, now: list[int] | None = None) -> None:
        """Add a unit of another one, whose kinds of checks are the first of ours, with the numbers that targets have now."""
        self.units.append(unit)
        for mine, theirs in ((self.leads, other.leads), (self.cites, other.cites), (self.wants, other.wants)):
            numbers = theirs[index]
            mine.add(numbers if now is None else array("I", [now[old] for old in numbers]))
        self.counts.add(other.counts[index])


@dataclass(slots=True)
class Known:
    """The content of the file: units that were right, and the targets as they were then."""

    names: list[str]
    kinds: bytes
    pages: bytes
    files: bytes
    faces: bytes  # what the pages could be asked for, where that is known
    kept: Kept


class _Form(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The file behind its checksum. Numbers are as the machine has them; the mark says what kind that is."""

    mark: bytes
    names: bytes
    kinds: bytes
    pages: bytes
    files: bytes
    faces: bytes
    checks: list[str]
    units: bytes
    leads: tuple[bytes, bytes]
    cites: tuple[bytes, bytes]
    wants: tuple[bytes, bytes]
    counts: tuple[bytes, bytes]


def make_mark(manifest: Manifest, has_source: bool) -> bytes:
    """Return a digest of what all answers rest on: our code, the machine, and what the manifest says of all pages."""
    mark = sha256()
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".py")):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        mark.update(f"{name} {len(data)}\n".encode() + data)
    machine = (
        sys.version,
        sys.byteorder,
        array("I").itemsize,
        array("Q").itemsize,
        unicodedata.unidata_version,
    )
    stated = manifest.source_root, manifest.site_url, manifest.markdown_url, manifest.has_source_texts
    mark.update(repr((machine, stated, has_source)).encode())
    return mark.digest()


def read_known(path: str, mark: bytes) -> Known | None:
    """Return what an earlier check kept, if it is whole and was made alike."""
    try:
        fd = os.open(path, _READ)
        with open(fd, "rb") as file:
            found = os.fstat(fd)
            if not stat.S_ISREG(found.st_mode) or found.st_size > _MAX_BYTES:
                return None
            data = memoryview(file.read(_MAX_BYTES))
    except OSError:
        return None
    start = len(_MAGIC) + DIGEST_BYTES
    if data[: len(_MAGIC)] != _MAGIC or data[len(_MAGIC) : start] != sha256(data[start:]).digest():
        return None
    try:
        form = msgspec.msgpack.decode(data[start:], type=_Form)
        return _unpack(form) if form.mark == mark else None
    except (msgspec.DecodeError, ValueError):
        return None


def write_known(path: str, mark: bytes, targets: Targets, faces: bytes, kept: Kept) -> None:
    """Write what the next check may use. If that fails there is no file, and the next one examines everything."""
    form = _Form(
        mark,
        "\0".join(targets.names).encode("utf-8", "surrogateescape"),
        targets.kinds,
        targets.pages,
        bytes(targets.files),
        faces,
        kept.checks,
        kept.units.tobytes(),
        kept.leads.dump(),
        kept.cites.dump(),
        kept.wants.dump(),
        kept.counts.dump(),
    )
    data = msgspec.msgpack.encode(form)
    try:
        with open(os.open(path, _WRITE, 0o600), "wb") as file:
            file.write(_MAGIC + sha256(data).digest())
            file.write(data)
    except OSError:
        with suppress(OSError):
            os.unlink(path)


def _unpack(form: _Form) -> Known | None:
    kept = Kept(form.checks)
    kept.units.frombytes(form.units)
    kept.leads, kept.cites, kept.wants = (
        Column("I", *form.leads),
        Column("I", *form.cites),
        Column("I", *form.wants),
    )
    kept.counts = Column("Q", *form.counts)
    names = form.names.decode("utf-8", "surrogateescape").split("\0")
    is_whole = (
        len(form.kinds) == len(names)
        and all(len(digests) == len(names) * DIGEST_BYTES for digests in (form.pages, form.files, form.faces))
        and all(
            len(column.ends) == len(kept.units)
            for column in (kept.leads, kept.cites, kept.wants, kept.counts)
        )
    )
    return Known(names, form.kinds, form.pages, form.files, form.faces, kept) if is_whole else None

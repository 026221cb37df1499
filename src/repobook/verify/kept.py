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
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from repobook.verify.book import Manifest
from repobook.verify.targets import DIGEST_BYTES

_MAGIC = b"repobook: what verify found right\n"
_MAX_BYTES = 1 << 30
_PIECES = 15
_FEW = 12  # numbers that are searched one by one
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

    def __init__(self, code: str = "I") -> None:
        self.numbers, self.ends = array(code), array("I")

    def __getitem__(self, index: int) -> array[int]:
        return self.numbers[self.ends[index - 1] if index else 0 : self.ends[index]]

    def find(self, wanted: AbstractSet[int]) -> set[int]:
        """Return which of the lists hold one of the numbers that are wanted."""
        return {index for index, _ in self.holders(wanted)} if wanted else set()

    def holders(self, wanted: AbstractSet[int]) -> Iterator[tuple[int, int]]:
        """Give each place that holds a number that is wanted: which list it is in, and the number. All are looked at once."""
        ends = self.ends
        if len(wanted) <= _FEW:
            for number in wanted:
                for place in self._places(number):
                    yield bisect_right(ends, place), number
            return
        for place, number in enumerate(self.numbers):
            if number in wanted:
                yield bisect_right(ends, place), number

    def _places(self, number: int) -> Iterator[int]:
        """Give the places of one number. To search bytes is a hundred times faster than to look at every number."""
        step, sought = self.numbers.itemsize, array(self.numbers.typecode, [number]).tobytes()
        data = self.numbers.tobytes()
        at = data.find(sought)
        while at >= 0:
            if at % step == 0:
                yield at // step
            at = data.find(sought, at + 1)

    def add(self, numbers: array[int]) -> None:
        self.numbers.extend(numbers)
        self.ends.append(len(self.numbers))

    def add_run(self, other: Column, first: int, end: int) -> None:
        """Add the lists of another column from `first` on, before `end`."""
        start = other.ends[first - 1] if first else 0
        moved_by = len(self.numbers) - start
        self.numbers.extend(other.numbers[start : other.ends[end - 1]])
        self.ends.extend([place + moved_by for place in other.ends[first:end]])


@dataclass(slots=True)
class Kept:
    """Units in columns: a large book has sixty thousand of them, and millions of targets."""

    checks: list[str] = field(default_factory=list)  # the kinds of checks
    units: array[int] = field(default_factory=lambda: array("I"))  # the page that each is known by
    leads: Column = field(default_factory=Column)
    cites: Column = field(default_factory=Column)
    wants: Column = field(default_factory=Column)
    counts: Column = field(default_factory=lambda: Column("Q"))  # a kind of check and how many, in turns
    totals: list[int] | None = None  # of each kind of check, where somebody has summed them up

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

    def sum_counts(self) -> list[int]:
        """Return how much was checked of each kind, in all units together."""
        if self.totals is not None:
            return list(self.totals)
        numbers = self.counts.numbers
        totals = [0] * len(self.checks)
        # Most units have the same kinds: to count pairs that are alike takes a third of the time.
        for (place, number), times in Counter(zip(numbers[::2], numbers[1::2], strict=True)).items():
            totals[place] += number * times
        return totals

    def columns(self) -> tuple[Column, ...]:
        return self.leads, self.cites, self.wants, self.counts

    def copy(self, other: Kept, index: int, unit: int) -> None:
        """Add a unit of another one, whose kinds of checks are the first of ours."""
        self.copy_many(other, [index], [unit])

    def copy_many(
        self, other: Kept, indexes: list[int], units: list[int], now: Sequence[int] | None = None
    ) -> None:
        """Add units of another one, with the numbers that targets have now if these are others."""
        self.units.extend(units)
        runs = _find_runs(indexes)
        for mine, theirs in zip(self.columns(), other.columns(), strict=True):
            before = len(mine.numbers)
            for first, end in runs:
                mine.add_run(theirs, first, end)
            if now is not None and mine is not self.counts:
                mine.numbers[before:] = array("I", [now[old] for old in mine.numbers[before:]])


def _find_runs(indexes: list[int]) -> list[tuple[int, int]]:
    """Return first and end of each run of numbers that follow one another."""
    runs: list[tuple[int, int]] = []
    for index in indexes:
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs


@dataclass(slots=True)
class Known:
    """The content of the file: units that were right, and the targets as they were then."""

    names: list[str]
    kinds: bytes
    pages: bytes | bytearray
    files: bytes | bytearray
    faces: bytes | bytearray  # what the pages could be asked for, where that is known
    kept: Kept
    manifest: bytes = b""  # where all in it was right, and it stands in lines
    stated: str = ""  # what its head says that all answers rest on


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line behind the checksum: what made the file, and how many bytes each of its pieces has."""

    mark: str
    stated: str
    checks: list[str]
    totals: list[int]  # how much was checked of each kind, in all units together
    sizes: list[int]


def what_is_stated(manifest: Manifest) -> str:
    """Return what the manifest says of all pages."""
    return repr((manifest.source_root, manifest.site_url, manifest.markdown_url, manifest.has_source_texts))


def make_mark(has_source: bool) -> bytes:
    """Return a digest of what all answers rest on besides the book: our code, and the machine."""
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
    mark.update(repr((machine, has_source)).encode())
    return mark.digest()


def read_known(path: str, mark: bytes) -> Known | None:
    """Return what an earlier check kept, if it is whole and was made alike."""
    try:
        fd = os.open(path, _READ)
        with open(fd, "rb") as file:
            found = os.fstat(fd)
            if not stat.S_ISREG(found.st_mode) or found.st_size > _MAX_BYTES:
                return None
            data = file.read(found.st_size)  # room is made for as much as is asked for
    except OSError:
        return None
    start = len(_MAGIC) + DIGEST_BYTES
    view = memoryview(data)
    if view[: len(_MAGIC)] != _MAGIC or view[len(_MAGIC) : start] != sha256(view[start:]).digest():
        return None
    end = data.find(b"\n", start)
    try:
        head = msgspec.json.decode(view[start:end], type=_Head)
        return _unpack(head, view[end + 1 :]) if head.mark == mark.hex() else None
    except (msgspec.DecodeError, ValueError):
        return None


def write_known(path: str, mark: bytes, known: Known) -> None:
    """Write what the next check may use. If that fails there is no file, and the next one examines everything."""
    kept, pieces = known.kept, list[memoryview]()
    names = "\0".join(known.names).encode("utf-8", "surrogateescape")
    for whole in (names, known.kinds, known.pages, known.files, known.faces, known.manifest, kept.units):
        pieces.append(memoryview(whole).cast("B"))
    for column in kept.columns():
        pieces += [memoryview(column.numbers).cast("B"), memoryview(column.ends).cast("B")]
    sizes = [len(piece) for piece in pieces]
    head = msgspec.json.encode(_Head(mark.hex(), known.stated, kept.checks, kept.sum_counts(), sizes)) + b"\n"
    digest = sha256(head)
    for piece in pieces:
        digest.update(piece)
    try:
        with open(os.open(path, _WRITE, 0o600), "wb") as file:
            file.write(_MAGIC + digest.digest() + head)
            for piece in pieces:
                file.write(piece)
    except OSError:
        with suppress(OSError):
            os.unlink(path)


def _unpack(head: _Head, data: memoryview) -> Known | None:
    pieces = []
    for size in head.sizes:
        pieces.append(data[:size])
        data = data[size:]
    if len(pieces) != _PIECES or data:
        return None
    names, kinds, pages, files, faces = (bytes(piece) for piece in pieces[:5])
    kept = Kept(head.checks, totals=head.totals)
    kept.units.frombytes(pieces[6])
    for column, numbers, ends in zip(kept.columns(), pieces[7::2], pieces[8::2], strict=True):
        column.numbers.frombytes(numbers)
        column.ends.frombytes(ends)
    listed = names.decode("utf-8", "surrogateescape").split("\0")
    is_whole = (
        len(kinds) == len(listed)
        and all(len(digests) == len(listed) * DIGEST_BYTES for digests in (pages, files, faces))
        and all(len(column.ends) == len(kept.units) for column in kept.columns())
        and len(head.totals) == len(head.checks)
    )
    return (
        Known(listed, kinds, pages, files, faces, kept, bytes(pieces[5]), head.stated) if is_whole else None
    )

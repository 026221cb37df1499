"""What a check of a book leaves for the next one: which units were right, and on what that rests.

A unit is a source file with its two pages, or a page by itself. That it is right rests on its own bytes, on the
names that its links lead to, and on the content of those pages and files of which it asks more than a name: an
anchor, a line, what a line holds. All of these are targets with a number here. Problems are never kept: a unit that
has one is examined every time.

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
from repobook.verify.targets import STATE_BYTES, Targets

_MAGIC = b"repobook: what verify found right\n"
_MAX_BYTES = 1 << 30
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY | os.O_NOFOLLOW
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW


@dataclass(slots=True)
class Record:
    """What is kept of one unit: its targets by their numbers, four bytes each, and how much was checked."""

    leads: bytes  # what has to be there
    asks: bytes  # what has to hold the same as it did
    checks: dict[str, int]


@dataclass(slots=True)
class Column:
    """Many lists of numbers, one after another."""

    numbers: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))

    def __getitem__(self, index: int) -> array[int]:
        return self.numbers[self.ends[index - 1] if index else 0 : self.ends[index]]

    def add(self, numbers: bytes) -> None:
        self.numbers.frombytes(numbers)
        self.ends.append(len(self.numbers))


@dataclass(slots=True)
class Kept:
    """The units that were right, in columns: a large book has sixty thousand of them, and millions of targets."""

    names: list[str]
    kinds: bytes
    states: list[bytes]
    checks: list[str]  # the kinds of checks
    units: array[int] = field(default_factory=lambda: array("I"))  # the page that each is known by
    counts: array[int] = field(default_factory=lambda: array("Q"))  # of each kind of check, unit after unit
    leads: Column = field(default_factory=Column)
    asks: Column = field(default_factory=Column)

    def add(self, unit: int, record: Record) -> None:
        self.units.append(unit)
        self.counts.extend([record.checks.get(check, 0) for check in self.checks])
        self.leads.add(record.leads)
        self.asks.add(record.asks)

    def record(self, index: int) -> Record:
        width = len(self.checks)
        counts = self.counts[index * width : (index + 1) * width]
        checks = dict(zip(self.checks, counts, strict=True))
        return Record(self.leads[index].tobytes(), self.asks[index].tobytes(), checks)


class _Form(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The file behind its checksum. Numbers are as the machine has them; the mark says of which kind it is."""

    mark: bytes
    names: bytes
    kinds: bytes
    states: bytes
    checks: list[str]
    units: bytes
    counts: bytes
    leads: bytes
    lead_ends: bytes
    asks: bytes
    ask_ends: bytes


def make_mark(manifest: Manifest, has_source: bool) -> bytes:
    """Return a digest of all that every answer rests on: our code, the system's, and what the manifest says of all pages."""
    code = sha256()
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".py")):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        code.update(f"{name} {len(data)}\n".encode() + data)
    machine = (
        sys.version,
        sys.byteorder,
        array("I").itemsize,
        array("Q").itemsize,
        unicodedata.unidata_version,
    )
    stated = (
        manifest.source_root,
        manifest.site_url,
        manifest.markdown_url,
        manifest.has_source_texts,
        has_source,
    )
    code.update(repr((machine, stated)).encode())
    return code.digest()


def read_kept(path: str, mark: bytes) -> Kept | None:
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
    start = len(_MAGIC) + STATE_BYTES
    if data[: len(_MAGIC)] != _MAGIC or sha256(data[start:]).digest() != data[len(_MAGIC) : start]:
        return None
    try:
        form = msgspec.msgpack.decode(data[start:], type=_Form)
        return _unpack(form) if form.mark == mark else None
    except (msgspec.DecodeError, ValueError):
        return None


def write_kept(path: str, mark: bytes, kept: Kept) -> None:
    """Write what the next check may use. If that fails there is no file, and the next one examines everything."""
    form = _Form(
        mark,
        "\0".join(kept.names).encode("utf-8", "surrogateescape"),
        kept.kinds,
        b"".join(kept.states),
        kept.checks,
        kept.units.tobytes(),
        kept.counts.tobytes(),
        kept.leads.numbers.tobytes(),
        kept.leads.ends.tobytes(),
        kept.asks.numbers.tobytes(),
        kept.asks.ends.tobytes(),
    )
    data = msgspec.msgpack.encode(form)
    try:
        with open(os.open(path, _WRITE, 0o600), "wb") as file:
            file.write(_MAGIC + sha256(data).digest())
            file.write(data)
    except OSError:
        with suppress(OSError):
            os.unlink(path)


def start_kept(targets: Targets, checks: list[str]) -> Kept:
    return Kept(targets.names, targets.kinds, targets.states, checks)


def _unpack(form: _Form) -> Kept | None:
    names = form.names.decode("utf-8", "surrogateescape").split("\0")
    states = [form.states[at : at + STATE_BYTES] for at in range(0, len(form.states), STATE_BYTES)]
    kept = Kept(names, form.kinds, states, form.checks)
    kept.units.frombytes(form.units)
    kept.counts.frombytes(form.counts)
    kept.leads = Column(_numbers(form.leads), _numbers(form.lead_ends))
    kept.asks = Column(_numbers(form.asks), _numbers(form.ask_ends))
    units = len(kept.units)
    is_whole = (
        len(names) == len(kept.kinds) == len(states)
        and len(kept.counts) == units * len(kept.checks)
        and all(len(column.ends) == units for column in (kept.leads, kept.asks))
    )
    return kept if is_whole else None


def _numbers(data: bytes) -> array[int]:
    numbers = array("I")
    numbers.frombytes(data)
    return numbers

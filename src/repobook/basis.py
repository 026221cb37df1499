"""Scan to store: the facts of all files, put together anew or over those of the last build.

Facts first come together in a database of their own. It is kept for the next build, which takes other facts into it where
nothing but contents has changed; `book.db` begins as a copy of it whose bytes depend on its rows alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from typing import NamedTuple

import msgspec

import repobook
from repobook.config import Config
from repobook.facts import Outcome
from repobook.gather import gather_facts, renew_facts
from repobook.kept import Kept
from repobook.progress import Progress
from repobook.scan import Listing, frame_mark
from repobook.store import SCRATCH, Writer
from repobook.workers import Pool

PARTS = ("facts", "scratch")
_FACTS = "facts.db"  # in the staging folder, until it is kept


class Last(NamedTuple):
    """Where the last build's database is, and what only its linking needed: of the same files, with the same numbers."""

    database: str
    scratch: str


class Basis(msgspec.Struct, array_like=True):
    """What the last build says of the facts that it left."""

    made_by: str
    frame: str  # all that decides facts but the contents of files
    marks: list[str]  # contents, in the order of the listing
    checksums: list[str]  # of the parts


_decode = msgspec.msgpack.Decoder(Basis).decode


def make_basis(
    config: Config, listing: Listing, names: tuple[dict[str, str], dict[str, str]], marks: list[str] | None, staging: str,
    pool: Pool, progress: Progress, outcome: Outcome, kept: Kept | None,
) -> tuple[list[str], Last | None]:  # fmt: skip
    """Begin `book.db` with the facts of all files; return the marks of the tree as it was read, and what facts were taken over from.

    `marks` are those of a moment ago, where somebody has read the tree already.
    """
    places = [os.path.join(staging, _FACTS), os.path.join(staging, "book.db" + SCRATCH)]
    read = None
    taken_over: Last | None = None
    last = _last(kept, listing, marks) if kept is not None and marks is not None else None
    if last is not None and kept is not None and marks is not None and _copy(kept, last, places):
        with Writer(places[0], places[1], is_new=False) as store:
            changed = [at for at, (old, new) in enumerate(zip(last.marks, marks, strict=True)) if old != new]
            read = renew_facts(config, listing, changed, store, pool, progress, outcome)
            if read is not None:
                marks = [read.get(at, mark) for at, mark in enumerate(marks)]
                store.copy_to(os.path.join(staging, "book.db"))
                taken_over = Last(os.path.join(kept.book, "book.db"), kept.known("scratch") or "")
    if read is None or marks is None:
        for place in places:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(place)
        with Writer(places[0], places[1]) as store:
            marks = gather_facts(config, listing, names, store, pool, progress, outcome)
            store.copy_to(os.path.join(staging, "book.db"))
    if kept is not None:
        _keep(kept, listing, marks, places)
    os.unlink(places[0])
    return marks, taken_over


def _last(kept: Kept, listing: Listing, marks: list[str]) -> Basis | None:
    """Return what the last build left, where nothing but contents can differ."""
    path = kept.known("basis")
    if path is None or any(kept.known(part) is None for part in PARTS):
        return None
    try:
        with open(path, "rb") as stream:
            checksum, packed = stream.read(32), stream.read()
        if hashlib.sha256(packed).digest() != checksum:
            return None
        basis = _decode(packed)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    is_same = len(basis.marks) == len(marks) and basis.frame == frame_mark(listing, marks)
    return basis if is_same and basis.made_by == _made_by(kept) else None


def _copy(kept: Kept, last: Basis, places: list[str]) -> bool:
    """Have the parts of the last build in the staging folder; tell whether they are as they were written."""
    for part, place, checksum in zip(PARTS, places, last.checksums, strict=True):
        path = kept.known(part)
        try:
            assert path is not None
            shutil.copyfile(path, place)
        except OSError:
            return False
        if _checksum(place) != checksum:
            return False
    return True


def _keep(kept: Kept, listing: Listing, marks: list[str], places: list[str]) -> None:
    """Leave the facts for the next build. A folder that cannot be written only costs its time."""
    with contextlib.suppress(OSError):
        basis = Basis(
            _made_by(kept), frame_mark(listing, marks), marks, [_checksum(place) for place in places]
        )
        packed = msgspec.msgpack.encode(basis)
        for part, place in zip(PARTS, places, strict=True):
            path = kept.keep(part)
            if path is None:
                return
            shutil.copyfile(place, path)
        path = kept.keep("basis")
        if path is not None:
            with open(path, "wb") as stream:
                stream.write(hashlib.sha256(packed).digest() + packed)


def _made_by(kept: Kept) -> str:
    return f"{repobook.__version__} {kept.made_by}"


def _checksum(path: str) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

"""Scan to store: the facts of all files, put together anew or over the last book.

Where nothing but contents has changed since the last book was made, its database is where the new one begins: facts of
files whose content differs take the place of those that it has, and the steps of the linking that this can concern are
taken again. What comes of it is copied in the end so that the bytes of `book.db` depend on its rows alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

import msgspec

import repobook
from repobook.beside import Beside
from repobook.config import Config
from repobook.copied import copy_file
from repobook.facts import Outcome
from repobook.gather import analyse_changed, gather_facts, renew_facts
from repobook.kept import COPIED, REPLACED, Kept
from repobook.progress import Progress
from repobook.render.names import page_names
from repobook.scan import Listing, frame_mark
from repobook.spare import renew_spare, take_spare
from repobook.store import SCRATCH, Tracked, Writer
from repobook.store.changes import Changes
from repobook.store.patch import Patch, mark_of
from repobook.store.repack import repack
from repobook.store.store import copy_rows
from repobook.workers import Pool

WORK = "work.db"  # in the staging folder, until the book's database has been made of it
_FRESH = "fresh.db"  # that one while it is made
FACTS = "the facts of the last book"
_PAGES = "-pages"  # those of it that are others than the last book's
Page = tuple[str, int]  # checksum, size


class Damaged(Exception):
    """The last book's database is not what it was when it was made."""


class Last(NamedTuple):
    """The last book's database, what only its linking needed, what its steps asked, and the rows that differ now."""

    database: str
    mark: int  # that the database must have
    scratch: str
    steps: str | None
    tracked: Tracked


class Basis(msgspec.Struct, array_like=True):
    """What the last build says of the book that it made."""

    made_by: str
    frame: str  # all that decides facts but the contents of files
    marks: list[str]  # contents, in the order of the listing
    database: int  # its mark
    scratch: str  # its checksum
    differs: list[int] = []  # the pages in which its spare is not what the database is


class Made(NamedTuple):
    """A database that is ready: what is to be written into the one that pages are made of, or else its own file."""

    page: Page
    patch: Patch | None
    fresh: str


class Database:
    """The book's database while it is made beside. Use it as a context manager: nobody is left behind."""

    def __init__(self, place: str, make: Callable[[], Made]) -> None:
        self._place = place
        self._making = Beside(make)
        self._page: Page | None = None

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *exception: object) -> None:
        self._making.wait()

    def take(self) -> Page:
        """Put the database in its place and return its checksum and size. Nobody may read there any more."""
        if self._page is None:
            self._page, patch, fresh = self._making.take()
            if patch is not None:
                patch.apply(self._place)
            else:
                os.replace(fresh, self._place)
        return self._page


_decode = msgspec.msgpack.Decoder(Basis).decode


def make_basis(
    config: Config, listing: Listing, marks: list[str] | None, staging: str, pool: Pool, progress: Progress, outcome: Outcome,
    kept: Kept | None,
) -> tuple[list[str], Last | None]:  # fmt: skip
    """Begin the database with the facts of all files; return the marks of the tree as it was read, and what it begins as.

    `marks` are those of a moment ago, where somebody has read the tree already.
    """
    place = os.path.join(staging, WORK)
    last = _last(kept, listing, marks) if kept is not None and marks is not None else None
    if last is not None and kept is not None and marks is not None:
        begun = _begin(config, listing, marks, last, kept, place, pool, progress, outcome)
        if begun is not None:
            return begun
    for path in (place, place + SCRATCH):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
    names = page_names(listing.folders, [entry.path for entry in listing.entries])
    with Writer(place, place + SCRATCH) as store:
        marks = gather_facts(config, listing, names, store, pool, progress, outcome)
        store.finish_facts()
    return marks, None


def _begin(
    config: Config, listing: Listing, marks: list[str], last: Basis, kept: Kept, place: str, pool: Pool, progress: Progress,
    outcome: Outcome,
) -> tuple[list[str], Last] | None:  # fmt: skip
    """Begin with what the last build left; None where that cannot be. It is copied while files are analysed.

    Whether the database is what it was is seen when the new one is made of it (`finish_basis`): a large one takes seconds.
    """
    database, scratch = os.path.join(kept.book, "book.db"), kept.known("scratch") or ""
    changed = [at for at, (old, new) in enumerate(zip(last.marks, marks, strict=True)) if old != new]
    spare = kept.known("spare")
    is_spare = spare is not None and take_spare(spare, place)

    def begin() -> bool:
        is_begun = is_spare and renew_spare(place, database, last.differs, last.database)
        return (is_begun or _copy(database, place, "")) and _copy(scratch, place + SCRATCH, last.scratch)

    with Beside(begin) as copies:
        try:
            renewed = analyse_changed(config, listing, changed, database, pool, progress, outcome)
        except sqlite3.Error:  # it is damaged
            renewed = None
    if not copies.take():
        kept.damaged.add(FACTS)
        return None
    if renewed is None:
        return None
    with Writer(place, place + SCRATCH, is_new=False, old=database) as store:
        tracked = Tracked(store.connection)
        renew_facts(renewed, store, tracked, progress, outcome)
        store.finish_facts()
    marks = [renewed.marks.get(at, mark) for at, mark in enumerate(marks)]
    return marks, Last(database, last.database, scratch, kept.known("steps"), tracked)


def finish_basis(
    listing: Listing, marks: list[str], staging: str, kept: Kept | None, last: Last | None
) -> tuple[Changes | None, Database]:
    """Make the book's database, and leave for the next build what it can begin with.

    Return the rows that are not those of the last book, where it began as that; and what gives checksum and size of the
    database when it is made. Until that is taken `book.db` holds the same rows, and others may read it.
    """
    work, database, fresh = (os.path.join(staging, name) for name in (WORK, "book.db", _FRESH))
    with Writer(work, is_new=False) as store:
        store.settle()
    changes = last.tracked.changes() if last is not None else None
    os.replace(work, database)
    places = [kept.keep(part) if kept is not None else None for part in ("scratch", "basis")]

    def make() -> Made:
        if last is not None and mark_of(last.database) != last.mark:
            raise Damaged
        patch = repack(last.database, database, work + _PAGES) if last is not None else None
        if patch is not None:
            page, mark = (patch.checksum, patch.size), patch.mark
        else:
            copy_rows(database, fresh)
            page, mark = (_checksum(fresh), os.path.getsize(fresh)), mark_of(fresh)
        if kept is not None:
            differs = patch.differs if patch is not None else []
            _keep(kept, places, listing, marks, mark, work + SCRATCH, differs)
            if last is None or patch is not None:
                kept.next_spare = COPIED if last is None else REPLACED
        with contextlib.suppress(FileNotFoundError):
            os.unlink(work + SCRATCH)
        return Made(page, patch, fresh)

    made = Database(database, make)
    if last is None:
        made.take()  # all pages are made anew: they read it better in its order, and nobody should wait for memory
    return changes, made


def _last(kept: Kept, listing: Listing, marks: list[str]) -> Basis | None:
    """Return what the last build left, where nothing but contents can differ."""
    basis = _read(kept) if kept.known("scratch") is not None else None
    if basis is None:
        return None
    is_same = len(basis.marks) == len(marks) and basis.frame == frame_mark(listing, marks)
    return basis if is_same and basis.made_by == _made_by(kept) else None


def _read(kept: Kept) -> Basis | None:
    path = kept.known("basis")
    try:
        if path is None:
            return None
        with open(path, "rb") as stream:
            checksum, packed = stream.read(32), stream.read()
        if hashlib.sha256(packed).digest() != checksum:
            kept.damaged.add(FACTS)
            return None
        return _decode(packed)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def is_damaged(kept: Kept) -> bool:
    """Tell whether a build went wrong because the database that it began with is not what it was when it was made."""
    basis = _read(kept)
    try:
        return basis is not None and mark_of(os.path.join(kept.book, "book.db")) != basis.database
    except OSError:
        return False


def _copy(path: str, place: str, checksum: str) -> bool:
    """Have a file of the last build in the staging folder; tell whether it has its checksum, where one is given."""
    try:
        copy_file(path, place)
        return not checksum or _checksum(place) == checksum
    except OSError:
        return False


def _keep(
    kept: Kept, places: list[str | None], listing: Listing, marks: list[str], mark: int, scratch: str, differs: list[int]
) -> None:  # fmt: skip
    """Leave the basis for the next build; `mark` is that of the book's database. A folder that cannot be written only costs
    its time."""
    with contextlib.suppress(OSError):
        if places[0] is None or places[1] is None:
            return
        frame = frame_mark(listing, marks)
        basis = Basis(_made_by(kept), frame, marks, mark, _checksum(scratch), differs)
        try:
            os.replace(scratch, places[0])
        except OSError:  # on another disk
            shutil.copyfile(scratch, places[0])
        packed = msgspec.msgpack.encode(basis)
        with open(places[1], "wb") as stream:
            stream.write(hashlib.sha256(packed).digest() + packed)


def _made_by(kept: Kept) -> str:
    return f"{repobook.__version__} {kept.made_by}"


def _checksum(path: str) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

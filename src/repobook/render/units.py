"""Pages in units that a later build can leave as they are: made once, kept with what they were made of."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable

import msgspec

from repobook.facts import Known
from repobook.render.asked import Trace, reads
from repobook.render.book import Book
from repobook.render.current_units import Asker, PageList, Shelf, Units, Wrong
from repobook.render.judged import Judge

UNIT_FILES = 8  # ids of files; a folder is a unit by itself
SAMPLE = 50  # of so many units that stay, all that is told of one is asked, too

_decode = msgspec.msgpack.Decoder(Units).decode


def make_units(
    book: Book, numbers: range, make: Callable[[int], None], known: Known, judge: Judge | None
) -> tuple[PageList, bytes, bool]:
    """Have each unit made, or taken from the last book where it is made of the same.

    Return the pages, what to keep, and whether what is told of changes turned out to be wrong: then nothing of it counts.
    """
    last, data = _read(known)
    asker = Asker(book, last, judge)
    made: dict[int, tuple[PageList, Trace]] = {}
    pages: PageList = []
    for number in numbers:
        if number in last.units and asker.is_current(number):
            try:
                if judge is not None and (number + judge.seed) % SAMPLE == 0:
                    asker.check(number)
            except Wrong:
                return [], b"", True
            if take_pages(book, last.units[number].pages, known.book):
                pages += last.units[number].pages
                continue
        made[number] = _make(book, number, make)
        pages += made[number][0]
    if not made and not asker.is_fresh and list(last.units) == list(numbers):
        return pages, data, False  # as it was kept
    shelf = Shelf(book, last)
    for number in numbers:
        if number in made:
            shelf.add(number, *made[number])
        else:
            shelf.keep(number)
    try:
        return pages, msgspec.msgpack.encode(shelf.units()), False
    except UnicodeEncodeError:  # a text that no file can hold costs the next build's time
        return pages, b"", False


def _make(book: Book, number: int, make: Callable[[int], None]) -> tuple[PageList, Trace]:
    book.pages.clear()
    reads.begin()
    try:
        make(number)
    finally:
        trace = reads.end()
    return list(book.pages), trace


def take_pages(book: Book, pages: PageList, old: str) -> bool:
    """Put the pages of the last book into the new one."""
    try:
        for path, _, _ in pages:
            _link_or_copy(os.path.join(old, path), book.place_for(path))
    except OSError:
        return False
    return True


def _read(known: Known) -> tuple[Units, bytes]:
    """Return what the last build kept; nothing where it cannot be read as it was written."""
    if known.size:
        try:
            with open(known.path, "rb") as stream:
                stream.seek(known.offset)
                data = stream.read(known.size)
            if hashlib.sha256(data).digest() == known.checksum:
                return _decode(data), data
        except (OSError, msgspec.DecodeError, msgspec.ValidationError):
            pass
    return Units([], [], [], {}), b""


def _link_or_copy(source: str, target: str) -> None:
    """Have a file stand in two places, by a second name where the file system allows it."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        if os.path.samestat(os.lstat(source), os.lstat(target)):
            return  # the new book began with it
        os.unlink(target)
        _link_or_copy(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, target, follow_symlinks=False)

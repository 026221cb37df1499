"""Pages in units that a later build can leave as they are: made once, kept with what they were made of."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from typing import Any

import msgspec

from repobook.facts import Known
from repobook.render.asked import Trace, is_same, reads
from repobook.render.book import Book

UNIT_FILES = 8  # ids of files; a folder is a unit by itself

PageList = list[tuple[str, str, int]]  # path, checksum, size


class Unit(msgspec.Struct, array_like=True):
    pages: PageList
    asked: list[list[Any]]  # name and values; of a statement, the number of its text comes first
    digest: bytes
    files: list[int]
    folders: list[int]


class Units(msgspec.Struct, array_like=True):
    """The units of one job by their numbers, and the texts of the statements that they ask."""

    texts: list[str]
    units: dict[int, Unit]


_decode = msgspec.msgpack.Decoder(Units).decode


def make_units(
    book: Book, numbers: range, make: Callable[[int], None], known: Known
) -> tuple[PageList, bytes]:
    """Have each unit made, or taken from the last book where it is made of the same; return its pages and what to keep."""
    last = _read(known)
    kept = Units([], {})
    places: dict[str, int] = {}
    pages: PageList = []
    for number in numbers:
        unit = last.units.get(number)
        if (
            unit is None
            or not _is_current(book, unit, last.texts)
            or not take_pages(book, unit.pages, known.book)
        ):
            unit, texts = _make(book, number, make), None
        else:
            texts = last.texts
        pages += unit.pages
        for asked in unit.asked:
            if asked[0] == "":  # made now: the text itself
                asked[:2] = [places.setdefault(asked[1], len(places))]
            elif isinstance(asked[0], int) and texts is not None:
                asked[0] = places.setdefault(texts[asked[0]], len(places))
        kept.units[number] = unit
    kept.texts = list(places)
    try:
        return pages, msgspec.msgpack.encode(kept)
    except UnicodeEncodeError:  # a text that no file can hold costs the next build's time
        return pages, b""


def _make(book: Book, number: int, make: Callable[[int], None]) -> Unit:
    book.pages.clear()
    reads.begin()
    try:
        make(number)
        asked, digest, files, folders = reads.end(book)
    finally:
        reads.is_on = False
    return Unit(list(book.pages), asked, digest, files, folders)


def _is_current(book: Book, unit: Unit, texts: list[str]) -> bool:
    asked = [["", texts[one[0]], *one[1:]] if isinstance(one[0], int) else one for one in unit.asked]
    trace: Trace = (asked, unit.digest, unit.files, unit.folders)
    return is_same(book, trace)


def take_pages(book: Book, pages: PageList, old: str) -> bool:
    """Put the pages of the last book into the new one."""
    try:
        for path, _, _ in pages:
            _link_or_copy(os.path.join(old, path), book.place_for(path))
    except OSError:
        return False
    return True


def _read(known: Known) -> Units:
    """Return what the last build kept; nothing where it cannot be read as it was written."""
    if known.size:
        try:
            with open(known.path, "rb") as stream:
                stream.seek(known.offset)
                data = stream.read(known.size)
            if hashlib.sha256(data).digest() == known.checksum:
                return _decode(data)
        except (OSError, msgspec.DecodeError, msgspec.ValidationError):
            pass
    return Units([], {})


def _link_or_copy(source: str, target: str) -> None:
    """Have a file stand in two places, by a second name where the file system allows it."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        os.unlink(target)
        _link_or_copy(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, target, follow_symlinks=False)

"""What a build leaves for the next one of the pages that list names: what their lines were made of, and where they stand.

Lines that are made of the same are taken from the pages of the last book, which are read only as they were written.
"""

from __future__ import annotations

import hashlib
import os
import zlib

import msgspec

from repobook.facts import Known
from repobook.render.book import Book
from repobook.render.definitions import Names
from repobook.render.units import take_pages

MAX_BYTES = 48 << 20  # of what is left, as it is kept
_PLACE_BYTES = 18

Used = tuple[int, int, int]  # two files that use a name, and how many there are


class PageLost(Exception):
    """A page of the last book is not as it was written."""


class KeptPage(msgspec.Struct, array_like=True):
    path: str
    checksum: str
    size: int
    count: int  # names


class KeptFolder(msgspec.Struct, array_like=True):
    """The names below a folder, as far as a page can show them."""

    names: bytes
    total: int  # definitions
    is_cut: bool  # whether there are more names
    page: KeptPage | None = None


class KeptLists(msgspec.Struct, array_like=True):
    """The lists of definitions: a name of each, its anchor, the digest of its symbols, its size on the web and in the page."""

    names: list[str] = []
    anchors: list[str] = []
    digests: list[bytes] = []
    sizes: list[int] = []
    lengths: list[int] = []
    pages: list[KeptPage] = []


class KeptLetter(msgspec.Struct, array_like=True):
    """The names of a letter in the order of its pages, and the sizes of their lines on the web."""

    names: list[str]
    sizes: list[int]
    pages: list[KeptPage]


class KeptNames(msgspec.Struct, array_like=True):
    kinds: list[str]
    files: dict[int, bytes]  # digests of what they define and of who uses it
    folders: dict[int, KeptFolder]
    lists: KeptLists
    used: dict[str, Used]
    documents: dict[str, list[int]]
    letters: dict[str, KeptLetter]


_decode = msgspec.msgpack.Decoder(KeptNames).decode
_decode_names = msgspec.msgpack.Decoder(dict[str, tuple[int, bytes]]).decode


def read_kept(known: Known) -> KeptNames | None:
    """Return what the last build left; nothing where it cannot be read as it was written."""
    if not known.size:
        return None
    try:
        with open(known.path, "rb") as stream:
            stream.seek(known.offset)
            data = stream.read(known.size)
        if hashlib.sha256(data).digest() != known.checksum:
            return None
        return _decode(zlib.decompress(data))
    except (OSError, zlib.error, msgspec.DecodeError, msgspec.ValidationError):
        return None


def pack_kept(kept: KeptNames) -> bytes:
    """Return what is left for the next build; nothing where it would be too much, or a text that no file can hold."""
    try:
        data = zlib.compress(msgspec.msgpack.encode(kept), 1)
    except UnicodeEncodeError:
        return b""
    return data if len(data) <= MAX_BYTES else b""


def pack_names(names: Names) -> bytes:
    try:
        return msgspec.msgpack.encode(
            {
                name: (
                    names[name][0],
                    b"".join(place.to_bytes(_PLACE_BYTES, "big") for place in names[name][1:]),
                )
                for name in names
            }
        )
    except UnicodeEncodeError:
        return b""


def unpack_names(data: bytes) -> Names:
    names = Names()
    for name, (count, places) in _decode_names(data).items():
        best, following = (int.from_bytes(places[at : at + _PLACE_BYTES], "big") for at in (0, _PLACE_BYTES))
        names.add(name, (count, best, following))
    return names


class LastPages:
    """Pages of the last book. What is written as it stands there is taken from there."""

    def __init__(self, book: Book, folder: str) -> None:
        """`folder` is the last book; "" where there is none."""
        self._book = book
        self._folder = folder
        self._texts: dict[str, tuple[KeptPage, str]] = {}

    def read(self, page: KeptPage) -> str:
        """Return the text of a page, and remember it until the page is written."""
        try:
            with open(os.path.join(self._folder, page.path), "rb") as stream:
                data = stream.read()
        except OSError:
            raise PageLost from None
        if hashlib.sha256(data).hexdigest() != page.checksum:
            raise PageLost
        text = data.decode("utf-8")
        self._texts[page.path] = (page, text)
        return text

    def write(self, path: str, text: str, count: int = 0) -> KeptPage:
        """Write a page with so many names."""
        page, last = self._texts.pop(path, (None, ""))
        if page is not None and text == last and self.take(page):
            return KeptPage(path, page.checksum, page.size, count)
        self._book.write(path, text)
        if self._book.on_page is not None:  # written for a site, where nothing of it is kept
            return KeptPage(path, "", 0, count)
        return KeptPage(*self._book.pages[-1], count)

    def take(self, page: KeptPage) -> bool:
        """Put a page of the last book into the new one; tell whether it was there."""
        taken = (page.path, page.checksum, page.size)
        if not take_pages(self._book, [taken], self._folder):
            return False
        self._book.pages.append(taken)
        return True

"""What a build leaves for the next one of the pages that list names: what their lines were made of, and where they stand.

Lines that are made of the same are taken from the pages of the last book, which are read only as they were written.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from typing import Any

import msgspec

from repobook.facts import Known, are_inside
from repobook.render.book import Book
from repobook.render.definitions import Names
from repobook.render.taken_pages import take_pages

MAX_BYTES = 128 << 20  # of what is left, as it is kept; of Linux it is half of this
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


class KeptLetter(msgspec.Struct, array_like=True):
    """A page of a letter: its first and its last name; all of them, and the sizes of their lines on the web, are packed."""

    page: KeptPage
    first: str
    last: str
    packed: bytes


class KeptNames(msgspec.Struct, array_like=True):
    """What is read only where an edit reaches it is packed by itself, and handed on as it is."""

    kinds: list[str]
    count: int  # names that are defined
    files: dict[int, bytes]  # digests of what they define and of who uses it
    folders: dict[int, KeptFolder]
    lists: bytes  # `KeptLists`
    list_pages: list[KeptPage]
    used: bytes  # words that nothing defines, with who uses them
    documents: bytes  # words, with the documents that name them
    letters: dict[str, list[KeptLetter]]


_decode = msgspec.msgpack.Decoder(KeptNames).decode
_decode_names = msgspec.msgpack.Decoder(dict[str, tuple[int, bytes]]).decode
_decode_lists = msgspec.msgpack.Decoder(KeptLists).decode
_decode_used = msgspec.msgpack.Decoder(dict[str, Used]).decode
_decode_documents = msgspec.msgpack.Decoder(dict[str, list[int]]).decode
_decode_lines = msgspec.msgpack.Decoder(tuple[list[str], list[int]]).decode


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
        return _decode(data)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None


def pack_kept(kept: KeptNames) -> bytes:
    """Return what is left for the next build; nothing where it would be too much, or a text that no file can hold."""
    try:
        data = msgspec.msgpack.encode(kept)
    except UnicodeEncodeError:
        return b""
    return data if len(data) <= MAX_BYTES else b""


def pack(what: Any) -> bytes:
    """Return a part of what is left; nothing, which nobody can read, where it holds a text that no file can hold."""
    try:
        return zlib.compress(msgspec.msgpack.encode(what), 1)
    except UnicodeEncodeError:
        return b""


def unpack_lists(data: bytes) -> KeptLists:
    return _decode_lists(zlib.decompress(data))


def unpack_used(data: bytes) -> dict[str, Used]:
    return _decode_used(zlib.decompress(data))


def unpack_documents(data: bytes) -> dict[str, list[int]]:
    return _decode_documents(zlib.decompress(data))


def unpack_lines(data: bytes) -> tuple[list[str], list[int]]:
    """Return the names of a page of a letter, and the sizes of their lines."""
    return _decode_lines(zlib.decompress(data))


def pack_names(names: Names) -> bytes:
    return pack(
        {
            name: (names[name][0], b"".join(place.to_bytes(_PLACE_BYTES, "big") for place in names[name][1:]))
            for name in names
        }
    )


def unpack_names(data: bytes) -> Names:
    names = Names()
    for name, (count, places) in _decode_names(zlib.decompress(data)).items():
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
        if not are_inside([page.path]):
            raise PageLost
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

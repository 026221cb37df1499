"""Store to the index of the site: search makes the shards, render knows where the pages stand."""

from __future__ import annotations

import msgspec

from repobook.render.book import Book, Options
from repobook.render.job import read_source
from repobook.render.markdown import one_line
from repobook.render.request import RenderJob
from repobook.render.web.paths import SITE, SitePaths
from repobook.search.shards import Shards

FOLDER = "~search"
_SOURCE = "SELECT path_bytes, sha256, encoding FROM file WHERE id = ?"

_decode = msgspec.msgpack.Decoder(RenderJob).decode


def run_job(payload: bytes) -> bytes:
    """Write every shard; return the path, checksum and size of each."""
    book = Book(Options(*_decode(payload).options))
    paths = SitePaths(book)

    def place(number: int) -> str:
        """Return the page of a file, or of a folder under its negative number."""
        page = book.files[number].docs if number > 0 else book.folders[-number].at("index.md")
        return paths.of(page)

    def read(number: int) -> str | None:
        return read_source(book, book.files[number], book.query(_SOURCE, number)[0])

    for path, text in Shards(book.db.connection, place, one_line, read).write():
        book.write_file(f"{SITE}{FOLDER}/{path}", text)
    book.db.close()
    return msgspec.msgpack.encode((book.pages, b"", False))

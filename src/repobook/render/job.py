"""What a worker is asked to render: a range of files, of folders, or the pages above them."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sqlite3
from functools import partial

import msgspec

from repobook.render.asked import forget, note_inset
from repobook.render.book import Book, FileRow, Options, read_now
from repobook.render.file_facts import READ_FILES, Facts, file_facts
from repobook.render.file_page import render_file
from repobook.render.folder_pages import render_folder
from repobook.render.ground import Files, Folders
from repobook.render.insets import find_cells
from repobook.render.keyword_page import render_keywords, unpack
from repobook.render.markdown import code, fence, visible
from repobook.render.mishap import attempt
from repobook.render.page_judge import PageJudge
from repobook.render.request import RenderJob
from repobook.render.units import Work, make_units
from repobook.render.web.around import write_around
from repobook.render.web.found import write_findings
from repobook.render.web.site import Site
from repobook.render.whole import render_kept
from repobook.store import open_reader
from repobook.store.changes import read_changes

_decode = msgspec.msgpack.Decoder(RenderJob).decode
_book: Book | None = None
_site: Site | None = None
_judge: PageJudge | None = None
_judged = ""  # by which changes


def run_job(payload: bytes) -> bytes:
    """Render what is asked for; return the path, checksum and size of every page, and what the next build may want to know."""
    global _book, _site
    job = _decode(payload)
    if _book is None or _book.options != Options(*job.options):
        _book = Book(Options(*job.options))
        _site = Site(_book) if _book.options.has_site else None
        _book.on_page = _site.add_page if _site is not None else None
    _book.pages.clear()
    _book.missing = _missing(job.begun)
    if not job.changes:  # all jobs may be asked once more, and pages have been written since
        _book.begun.clear()
    forget(_book)
    if job.what in _UNITS:
        make = partial(_UNITS[job.what], _book, _site)
        listed: Files | Folders = _book.files if job.what == "files" else _book.folders
        numbers = [number for number in range(job.first, job.last + 1) if listed.find(number) is not None]
        if _site is None:
            return _answer(make_units(_book, numbers, make, job.known, _judge_by(job.changes), job.doubt))
        for (
            number
        ) in numbers:  # the site keeps tables of the whole repository: nobody notes what its pages ask
            make(number)
        return msgspec.msgpack.encode((_book.pages, b"", False))
    if job.what == "site":
        assert _site is not None
        write_around(_site)
        write_findings(_site)
        return msgspec.msgpack.encode((_book.pages, b"", False))
    return _answer(render_kept(_book, job.what, job.known, _judge_by(job.changes), job.doubt))


@functools.cache
def _missing(begun: str) -> frozenset[str] | None:
    """Return what such a list names; None where there is none, or it cannot be read."""
    try:
        with open(begun, "rb") as stream:
            return frozenset(msgspec.msgpack.decode(stream.read(), type=list[str])) if begun else None
    except (OSError, msgspec.MsgspecError):
        return None


def _answer(work: Work) -> bytes:
    return msgspec.msgpack.encode((work.pages, work.kept, work.is_wrong))


def _judge_by(changes: str) -> PageJudge | None:
    """Return who tells what cannot have changed; None where everything is to be asked."""
    global _judge, _judged
    if changes != _judged:
        _judge, _judged = None, changes
        if changes and _book is not None:
            read = read_changes(changes)
            if read is not None:
                reader = open_reader(os.path.join(_book.options.staging, "book.db"))
                _judge = PageJudge(read[0], reader, read[1])
                _book.ground.know_spans(read[0].spans)
    return _judge


def _file_of_unit(book: Book, site: Site | None, number: int) -> str:
    """Render a file. Its facts are read with those of its neighbours, whose pages come next."""
    if _has_page(book, number):
        start = number - number % READ_FILES
        near = [one for one in range(start, start + READ_FILES) if _has_page(book, one)]
        file = book.files[number]
        attempt(
            lambda: _render_file(book, file, file_facts(book, near[0], near[-1]), site),
            lambda said: _stand_in(book, site, file, said),
        )
    return ""


def _stand_in(book: Book, site: Site | None, file: FileRow, said: str) -> None:
    """Write what can be shown of a file whose pages could not be made: its source."""
    book.own_page = ""
    book.pages[:] = [page for page in book.pages if page[0] not in (file.docs, file.keywords)]
    shown = _with_source(book, file, said)
    book.write_file(file.docs, shown)
    if site is not None:
        site.add_page(file.docs, shown)
    book.write_file(file.keywords, f"# Keyword Index: {code(file.path)}\n\n{said}")


def _with_source(book: Book, file: FileRow, said: str) -> str:
    """Return what stands in place of a page, with the source."""
    parts = [f"# Documentation: {code(file.path)}\n", said]
    if book.options.has_source:
        (row,) = book.query("SELECT path_bytes, sha256, encoding FROM file WHERE id = ?", file.id)
        parts.append(f"## Original Source\n\n{fence(read_source(book, file, row) or '')}")
    return "\n".join(parts)


def _has_page(book: Book, number: int) -> bool:
    return number in book.files and book.files[number].outcome == "documented"


def _folder_of_unit(book: Book, site: Site | None, number: int) -> str:
    folder = book.folders[number]

    def stand_in(said: str) -> None:
        above = {folder.at("doc.md"), folder.at("index.md")} if folder.parent_id is not None else {"doc.md"}
        book.pages[:] = [page for page in book.pages if page[0] not in above]
        for path in sorted(above):
            book.write(path, f"# {code(folder.path or book.options.name)}\n\n{said}")

    attempt(lambda: render_folder(book, folder), stand_in)
    return ""


_UNITS = {"files": _file_of_unit, "folders": _folder_of_unit}


def render_files(book: Book, first: int, last: int, site: Site | None = None) -> None:
    """Render files that follow each other."""
    known = file_facts(book, first, last)
    for number in range(first, last + 1):
        if _has_page(book, number):
            _render_file(book, book.files[number], known, site)


def _render_file(book: Book, file: FileRow, known: Facts, site: Site | None) -> None:
    book.present = known.present
    facts = known.of(book, file.id)
    text = read_source(book, file, facts.row)
    book.own_page = file.docs
    page = render_file(book, file, facts, text)
    book.own_page = ""
    written = "\n".join(page.parts)
    book.write_file(file.docs, written)
    for shown in page.tables:
        if (spans := find_cells(shown, written)) is not None:
            note_inset(shown.about, spans)
    terms = known.terms.get(file.id)
    names, places = (unpack(terms["names"]), unpack(terms["places"])) if terms else ("", "")
    keywords = render_keywords(book, page, facts, names, places)
    book.write_file(file.keywords, keywords)
    facts.lines.note(book.db)
    if site is not None:
        attempt(
            lambda: site.add_file(page, facts, text, keywords, known.places_named.get(file.id)),
            lambda said: site.add_page(file.docs, _with_source(book, file, said)),
        )


def read_source(book: Book, file: FileRow, row: sqlite3.Row) -> str | None:
    """Return the source as shown, or None when it is no longer what was analysed."""
    if book.read_text is not None:
        return book.read_text(file)
    path = os.path.join(book.options.root, os.fsdecode(row["path_bytes"]) if row["path_bytes"] else file.path)
    data = read_now(path, file.size_bytes + 1)
    if data is None:
        return None
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        return None
    encoding = row["encoding"].lower()
    text = data.decode("ascii" if encoding == "utf-8" and data.isascii() else encoding, "replace")
    return visible(_masked(text, book.masked[file.id]) if file.id in book.masked else text)


def _masked(text: str, places: str) -> str:
    """Return a text with marks in place of what must not be seen."""
    lines = text.split("\n")
    for place in places.split():
        number, first, end = map(int, re.split("[:-]", place))
        line = lines[number - 1]
        lines[number - 1] = line[:first] + re.sub(r"\S", "*", line[first:end]) + line[end:]
    return "\n".join(lines)

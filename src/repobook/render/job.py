"""What a worker is asked to render: a range of files, of folders, or the pages above them."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from functools import partial
from typing import Any

import msgspec

from repobook.facts import Known
from repobook.render.asked import forget
from repobook.render.book import Book, FileRow, Options
from repobook.render.file_page import render_file
from repobook.render.folder_pages import render_folder
from repobook.render.judged import Judge
from repobook.render.keyword_page import render_keywords, unpack
from repobook.render.markdown import visible
from repobook.render.page import FileFacts, Uses
from repobook.render.units import UNIT_FILES, Work, make_units
from repobook.render.web.around import write_around
from repobook.render.web.found import write_findings
from repobook.render.web.site import Site
from repobook.render.whole import render_kept
from repobook.store import open_reader
from repobook.store.changes import read_changes

_SYMBOLS = """
SELECT s.file_id, s.id, s.name, s.kind, s.first_line, s.last_line, s.scope, s.signature, s.doc, s.doc_first_line,
       s.doc_last_line, s.visibility, s.complexity, s.condition, s.name_line, s.name_column, s.bases,
       CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.file_id BETWEEN ? AND ? ORDER BY s.file_id, s.id
"""
_IMPORTS = "SELECT * FROM import WHERE file_id BETWEEN ? AND ? ORDER BY file_id, line, rowid"
_IMPORTERS = """
SELECT target_file, file_id, min(line) AS line FROM import
WHERE target_file BETWEEN ? AND ? AND file_id != target_file GROUP BY target_file, file_id ORDER BY target_file, file_id
"""

_USES = """
SELECT symbol_id, file_id, places, line, how FROM use WHERE symbol_id BETWEEN ? AND ?
ORDER BY symbol_id, places DESC, file_id
"""
# What uses or calls a declaration uses and calls what it declares.
_DECLARED_USES = """
SELECT b.body_id, u.file_id, u.places, u.line, u.how FROM body b JOIN use u ON u.symbol_id = b.symbol_id
WHERE b.body_id BETWEEN ? AND ? ORDER BY b.body_id, u.file_id, u.line
"""
_DECLARED_DOCS = """
SELECT b.body_id, d.file_id, d.doc, d.doc_first_line, d.doc_last_line FROM body b JOIN symbol d ON d.id = b.symbol_id
JOIN symbol s ON s.id = b.body_id WHERE b.body_id BETWEEN ? AND ? AND d.doc != '' AND s.doc = '' ORDER BY b.body_id, d.id DESC
"""
_BASES = """
SELECT symbol_id, base_id, how, label FROM inherit WHERE symbol_id BETWEEN ? AND ? ORDER BY symbol_id, base_id
"""
# What tests derive for themselves comes last.
_HEIRS = """
SELECT i.base_id, i.symbol_id, i.how, i.label FROM inherit i JOIN symbol s ON s.id = i.symbol_id JOIN file f ON f.id = s.file_id
WHERE i.base_id BETWEEN ? AND ? ORDER BY i.base_id, f.kind = 'test', i.symbol_id
"""
_CALLERS = """
SELECT target_id AS target, caller_id, line, label FROM call WHERE target_id BETWEEN ?1 AND ?2
UNION ALL SELECT b.body_id, c.caller_id, c.line, c.label FROM body b JOIN call c ON c.target_id = b.symbol_id
WHERE b.body_id BETWEEN ?1 AND ?2 ORDER BY target, caller_id
"""
_CALLEES = """
SELECT c.caller_id, coalesce(b.body_id, c.target_id) AS target, min(c.line),
       CASE min(CASE c.label WHEN 'e' THEN 0 WHEN 's' THEN 1 ELSE 2 END) WHEN 0 THEN 'e' WHEN 1 THEN 's' ELSE 'c' END
FROM call c LEFT JOIN body b ON b.symbol_id = c.target_id
WHERE c.caller_id BETWEEN ? AND ? AND target != c.caller_id GROUP BY c.caller_id, target ORDER BY c.caller_id, target
"""


_NAMED = """
SELECT r.file_id, s.sites, r.answers FROM reference r JOIN site s ON s.file_id = r.file_id WHERE r.file_id BETWEEN ? AND ?
"""


# Few files stand in these tables: those that do not need not ask.
_PRESENT = {
    table: f"SELECT DISTINCT {key} FROM {table} WHERE {key} BETWEEN ? AND ?"
    for table, key in (("mention", "target_id"), ("document_use", "source_id"), ("fixture", "source_id"))
}
Groups = dict[int, list[tuple[Any, Any, Any]]]


class RenderJob(msgspec.Struct, array_like=True):
    options: tuple[str, str, str, bool, str, str, str, bool, str, str]
    what: str  # "files", "folders" or the name of a page above them
    first: int = 0  # of its units
    last: int = 0
    known: Known = Known()
    changes: str = ""  # the file that tells what differs from the last book


_decode = msgspec.msgpack.Decoder(RenderJob).decode
_book: Book | None = None
_site: Site | None = None
_judge: Judge | None = None
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
    if not job.changes:  # all jobs may be asked once more, and pages have been written since
        _book.begun.clear()
    forget(_book)
    if job.what in _UNITS:
        make = partial(_UNITS[job.what], _book, _site)
        numbers = range(job.first, job.last + 1)
        if _site is None:
            return _answer(make_units(_book, numbers, make, job.known, _judge_by(job.changes)))
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
    return _answer(render_kept(_book, job.what, job.known, _judge_by(job.changes)))


def _answer(work: Work) -> bytes:
    return msgspec.msgpack.encode((work.pages, work.kept, work.is_wrong))


def _judge_by(changes: str) -> Judge | None:
    """Return who tells what cannot have changed; None where everything is to be asked."""
    global _judge, _judged
    if changes != _judged:
        _judge, _judged = None, changes
        if changes and _book is not None:
            read = read_changes(changes)
            if read is not None:
                reader = open_reader(os.path.join(_book.options.staging, "book.db"))
                _judge = Judge(read[0], reader, read[1])
    return _judge


def _files_of_unit(book: Book, site: Site | None, number: int) -> str:
    """Render the files of a unit: those whose ids begin with its number, so to speak."""
    ids = [
        number_
        for number_ in range(number * UNIT_FILES, (number + 1) * UNIT_FILES)
        if number_ in book.files and book.files[number_].outcome == "documented"
    ]
    if ids:
        render_files(book, ids[0], ids[-1], site)
    return ""


def _folder_of_unit(book: Book, site: Site | None, number: int) -> str:
    render_folder(book, book.folders[number])
    return ""


_UNITS = {"files": _files_of_unit, "folders": _folder_of_unit}


def render_files(book: Book, first: int, last: int, site: Site | None = None) -> None:
    rows = {row["id"]: row for row in book.query("SELECT * FROM file WHERE id BETWEEN ? AND ?", first, last)}
    symbols = _group(book, _SYMBOLS, first, last)
    imports = _group(book, _IMPORTS, first, last)
    notes = _group(
        book, "SELECT * FROM note WHERE file_id BETWEEN ? AND ? ORDER BY file_id, rowid", first, last
    )
    details = _group(
        book, "SELECT * FROM detail WHERE file_id BETWEEN ? AND ? ORDER BY file_id, key", first, last
    )
    importers = _group(book, _IMPORTERS, first, last)
    related = _group(
        book,
        "SELECT * FROM related WHERE file_id BETWEEN ? AND ? ORDER BY file_id, weight DESC, other_id",
        first,
        last,
    )
    findings = _group(
        book,
        "SELECT * FROM finding WHERE file_id BETWEEN ? AND ? ORDER BY file_id, first_line, rule",
        first,
        last,
    )
    uses: Uses = {}
    bases, heirs, callers, callees = ({}, {}, {}, {})  # type: tuple[Groups, Groups, Groups, Groups]
    declared: dict[int, sqlite3.Row] = {}
    importance: dict[int, int] = {}
    if symbols:
        low = min(rows_[0]["id"] for rows_ in symbols.values())
        high = max(rows_[-1]["id"] for rows_ in symbols.values())
        for symbol_id, file_id, places, line, how in book.db.execute(_USES, (low, high)):
            uses.setdefault(symbol_id, []).append((file_id, places, line, how))
        for symbol_id, *use in book.db.execute(_DECLARED_USES, (low, high)):
            _merge_use(uses.setdefault(symbol_id, []), (use[0], use[1], use[2], use[3]))
        bases, heirs, callers, callees = (
            _triples(book, sql, low, high) for sql in (_BASES, _HEIRS, _CALLERS, _CALLEES)
        )
        declared = {row["body_id"]: row for row in book.query(_DECLARED_DOCS, low, high)}
        importance = dict(
            book.db.execute(
                "SELECT symbol_id, share FROM importance WHERE symbol_id BETWEEN ? AND ?", (low, high)
            )
        )
    book.present = {
        table: {row[0] for row in book.query(sql, first, last)} for table, sql in _PRESENT.items()
    }
    terms = {
        row["file_id"]: row
        for row in book.query("SELECT * FROM term WHERE file_id BETWEEN ? AND ?", first, last)
    }
    places_named = {}
    if site is not None:
        places_named = {row[0]: (row[1], row[2]) for row in book.query(_NAMED, first, last)}
    for file_id in range(first, last + 1):
        file = book.files[file_id]
        if file.outcome != "documented":
            continue
        facts = FileFacts(
            rows[file_id],
            symbols.get(file_id, []),
            imports.get(file_id, []),
            notes.get(file_id, []),
            {row["key"]: row["value"] for row in details.get(file_id, [])},
            importers.get(file_id, []),
            related.get(file_id, []),
            {s["id"]: uses[s["id"]] for s in symbols.get(file_id, ()) if s["id"] in uses},
            bases,
            heirs,
            callers,
            callees,
            importance,
            findings.get(file_id, []),
            declared,
        )
        text = read_source(book, file, rows[file_id])
        book.own_page = file.docs
        page = render_file(book, file, facts, text)
        book.own_page = ""
        book.write_file(file.docs, "\n".join(page.parts))
        row = terms.get(file_id)
        names, places = (unpack(row["names"]), unpack(row["places"])) if row else ("", "")
        keywords = render_keywords(book, page, facts, names, places)
        book.write_file(file.keywords, keywords)
        if site is not None:
            site.add_file(page, facts, text, keywords, places_named.get(file_id))


def _group(book: Book, sql: str, first: int, last: int) -> dict[int, list[sqlite3.Row]]:
    groups: dict[int, list[sqlite3.Row]] = {}
    for row in book.db.execute(sql, (first, last)):
        groups.setdefault(row[0], []).append(row)
    return groups


def _merge_use(uses: list[tuple[int, int, int, str]], use: tuple[int, int, int, str]) -> None:
    """Add a use through a declaration to those that name the function itself; most places first."""
    for at, known in enumerate(uses):
        if known[0] == use[0]:
            uses[at] = (use[0], known[1] + use[1], min(known[2], use[2]), known[3])
            break
    else:
        uses.append(use)
    uses.sort(key=lambda one: (-one[1], one[0]))


def _triples(book: Book, sql: str, low: int, high: int) -> Groups:
    """Return rows of four by their first, as plain tuples."""
    groups: Groups = {}
    for key, *rest in book.db.execute(sql, (low, high)):
        groups.setdefault(key, []).append((rest[0], rest[1], rest[2]))
    return groups


def read_source(book: Book, file: FileRow, row: sqlite3.Row) -> str | None:
    """Return the source as shown, or None when it is no longer what was analysed."""
    if book.read_text is not None:
        return book.read_text(file)
    path = os.path.join(book.options.root, os.fsdecode(row["path_bytes"]) if row["path_bytes"] else file.path)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        data = stream.read(file.size_bytes + 1)
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

"""The facts of files that pages are made of. Those of a few files that follow each other are read together."""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

from repobook.render.asked import passing
from repobook.render.book import Book
from repobook.render.other_lines import OtherLines
from repobook.render.page import FileFacts

READ_FILES = 4  # ids of files

_SYMBOLS = """
SELECT s.file_id, s.id, s.name, s.kind, s.first_line, s.last_line, s.scope, s.signature, s.doc, s.doc_first_line,
       s.doc_last_line, s.visibility, s.complexity, s.condition, s.name_line, s.name_column, s.bases,
       CASE s.scope WHEN '' THEN s.name ELSE s.scope || coalesce(nullif(s.joint, ''), f.separator) || s.name END AS qualified
FROM symbol s JOIN file f ON f.id = s.file_id
WHERE s.file_id BETWEEN ? AND ? ORDER BY s.file_id, s.id
"""
_IMPORTS = "SELECT * FROM import WHERE file_id BETWEEN ? AND ? ORDER BY file_id, line, rowid"
_NOTES = "SELECT * FROM note WHERE file_id BETWEEN ? AND ? ORDER BY file_id, rowid"
_DETAILS = "SELECT * FROM detail WHERE file_id BETWEEN ? AND ? ORDER BY file_id, key"
_RELATED = "SELECT * FROM related WHERE file_id BETWEEN ? AND ? ORDER BY file_id, weight DESC, other_id"
_FINDINGS = "SELECT * FROM finding WHERE file_id BETWEEN ? AND ? ORDER BY file_id, first_line, rule"
_TERMS = "SELECT * FROM term WHERE file_id BETWEEN ? AND ?"
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
Rows = dict[int, list[sqlite3.Row]]


class Facts(NamedTuple):
    """What the store says of a few files, by file or by symbol."""

    rows: dict[int, sqlite3.Row]
    symbols: Rows
    imports: Rows
    notes: Rows
    details: Rows
    related: Rows
    findings: Rows
    bases: Groups
    heirs: Groups
    callees: Groups
    importance: dict[int, int]
    declared: dict[int, sqlite3.Row]
    present: dict[str, set[int]]  # table -> those of the files that stand in it
    terms: dict[int, sqlite3.Row]
    places_named: dict[int, tuple[bytes, bytes]]  # for a site

    def of(self, book: Book, file: int) -> FileFacts:
        """Return all of one file. What others say of it is read of it alone: their edits change it, and not its neighbours."""
        symbols = self.symbols.get(file, ())
        others = OtherLines(book.db, file, (symbols[0]["id"], symbols[-1]["id"]) if symbols else None)
        uses = others.uses
        return FileFacts(
            self.rows[file],
            self.symbols.get(file, []),
            self.imports.get(file, []),
            self.notes.get(file, []),
            {row["key"]: row["value"] for row in self.details.get(file, [])},
            others.importers,
            self.related.get(file, []),
            others,
            {s["id"]: uses[s["id"]] for s in symbols if s["id"] in uses},
            self.bases,
            self.heirs,
            others.callers,
            self.callees,
            self.importance,
            self.findings.get(file, []),
            self.declared,
        )


@passing
def file_facts(book: Book, first: int, last: int) -> Facts:
    """Return what the store says of files that follow each other."""
    symbols = _group(book, _SYMBOLS, first, last)
    bases, heirs, callees = ({}, {}, {})  # type: tuple[Groups, Groups, Groups]
    declared: dict[int, sqlite3.Row] = {}
    importance: dict[int, int] = {}
    if symbols:
        low = min(rows[0]["id"] for rows in symbols.values())
        high = max(rows[-1]["id"] for rows in symbols.values())
        bases, heirs, callees = (_triples(book, sql, low, high) for sql in (_BASES, _HEIRS, _CALLEES))
        declared = {row["body_id"]: row for row in book.query(_DECLARED_DOCS, low, high)}
        importance = dict(
            book.db.execute(
                "SELECT symbol_id, share FROM importance WHERE symbol_id BETWEEN ? AND ?", (low, high)
            )
        )
    places_named = {}
    if book.on_page is not None:
        places_named = {row[0]: (row[1], row[2]) for row in book.query(_NAMED, first, last)}
    return Facts(
        {row["id"]: row for row in book.query("SELECT * FROM file WHERE id BETWEEN ? AND ?", first, last)},
        symbols,
        _group(book, _IMPORTS, first, last),
        _group(book, _NOTES, first, last),
        _group(book, _DETAILS, first, last),
        _group(book, _RELATED, first, last),
        _group(book, _FINDINGS, first, last),
        bases,
        heirs,
        callees,
        importance,
        declared,
        {table: {row[0] for row in book.query(sql, first, last)} for table, sql in _PRESENT.items()},
        {row["file_id"]: row for row in book.query(_TERMS, first, last)},
        places_named,
    )


def _group(book: Book, sql: str, first: int, last: int) -> dict[int, list[sqlite3.Row]]:
    groups: dict[int, list[sqlite3.Row]] = {}
    for row in book.db.execute(sql, (first, last)):
        groups.setdefault(row[0], []).append(row)
    return groups


def _triples(book: Book, sql: str, low: int, high: int) -> Groups:
    """Return rows of four by their first, as plain tuples."""
    groups: Groups = {}
    for key, *rest in book.db.execute(sql, (low, high)):
        groups.setdefault(key, []).append((rest[0], rest[1], rest[2]))
    return groups

"""One particular sentence about a file or a folder, for the tables of other pages."""

from __future__ import annotations

import sqlite3
from collections import Counter

from repobook.render.book import Book, FolderRow
from repobook.render.docs import first_paragraph
from repobook.render.file_page import MINOR_KINDS
from repobook.render.markdown import code, first_sentence, plural, prose

LIMIT = 160


def file_summaries(book: Book, first: int, last: int, folder_id: int | None = None) -> dict[int, str]:
    """Return a sentence for every documented file in a range of ids (of one folder, if given)."""
    where = "f.id BETWEEN ? AND ? AND f.outcome = 'documented'" + (" AND f.folder_id = ?" if folder_id is not None else "")
    values = (first, last) if folder_id is None else (first, last, folder_id)
    summaries: dict[int, str] = {}
    silent: list[int] = []
    for row in book.db.execute(f"SELECT f.id, f.purpose, f.title, f.symbols, f.lines, f.size_bytes FROM file f WHERE {where}", values):
        if row["purpose"]:
            summaries[row["id"]] = prose(first_sentence(first_paragraph(row["purpose"]), LIMIT))
        elif row["title"]:
            summaries[row["id"]] = prose(row["title"][:LIMIT])
        elif row["symbols"]:
            silent.append(row["id"])
        else:
            summaries[row["id"]] = "" if row["size_bytes"] else "empty"
    if silent:
        summaries |= _from_symbols(book, silent)
    return summaries


def _from_symbols(book: Book, ids: list[int]) -> dict[int, str]:
    wanted = set(ids)
    kinds: dict[int, Counter[str]] = {}
    names: dict[int, list[tuple[bool, int, int, str]]] = {}
    query = (
        "SELECT s.file_id, s.id, s.kind, s.name, s.scope, s.visibility, CASE n.definitions WHEN 1 THEN n.files END FROM symbol s LEFT JOIN name n ON n.name = s.name"
        " WHERE s.file_id BETWEEN ? AND ?"
    )
    for file_id, symbol_id, kind, name, _scope, visibility, files in book.db.execute(query, (min(ids), max(ids))):
        if file_id in wanted:
            kinds.setdefault(file_id, Counter())[kind] += 1
            if kind not in MINOR_KINDS or len(names.get(file_id, ())) < 3:
                rank = (kind in MINOR_KINDS or visibility == "private", -(files or 0), symbol_id, name)
                names.setdefault(file_id, []).append(rank)
    summaries = {}
    for file_id in ids:
        counts = ", ".join(plural(n, kind) for kind, n in kinds[file_id].most_common(3))
        listed: list[str] = []
        for _, _, _, name in sorted(names[file_id]):
            if name not in listed:
                listed.append(name)
            if len(listed) == 3:
                break
        summaries[file_id] = f"{counts}: {', '.join(code(name) for name in listed)}"
    return summaries


def folder_summary(book: Book, folder: FolderRow) -> str:
    """Return a sentence for a folder: its own words, or what it holds."""
    if folder.purpose:
        return prose(first_sentence(first_paragraph(folder.purpose), LIMIT))
    rows = book.query(
        "SELECT language, count(*) AS n FROM file WHERE id BETWEEN ? AND ? AND outcome = 'documented' GROUP BY language ORDER BY n DESC, language LIMIT 3",
        *subtree(book, folder),
    )
    languages = ", ".join(f"{row['n']:,} {row['language'] or 'plain text'}" for row in rows)
    below = book.subfolders.get(folder.id, [])
    inside = f"; {', '.join(code(book.folders[f].name) for f in below[:4])}{' …' if len(below) > 4 else ''}" if below else ""
    return languages + inside


_ranges: dict[int, dict[int, tuple[int, int]]] = {}


def subtree(book: Book, folder: FolderRow) -> tuple[int, int]:
    """Return the first and last file id below a folder. Ids are in path order, so a subtree is a range."""
    ranges = _ranges.get(id(book))
    if ranges is None:
        ranges = {f: (0, -1) for f in book.folders}
        for file in book.files.values():
            if file.outcome == "ignored":
                continue
            at: int | None = file.folder_id
            while at is not None:
                low, high = ranges[at]
                ranges[at] = (file.id if not low else min(low, file.id), max(high, file.id))
                at = book.folders[at].parent_id
        _ranges.clear()
        _ranges[id(book)] = ranges
    return ranges[folder.id]


def symbols_below(book: Book, folder: FolderRow, limit: int) -> list[sqlite3.Row]:
    """Return the symbols below a folder that most files name."""
    return book.query(
        "SELECT s.id, s.name, s.kind, s.file_id, s.first_line, s.last_line, s.doc, n.files, n.definitions,"
        " CASE s.scope WHEN '' THEN s.name ELSE s.scope || f.separator || s.name END AS qualified"
        " FROM symbol s JOIN name n ON n.name = s.name JOIN file f ON f.id = s.file_id"
        " WHERE s.file_id BETWEEN ? AND ? AND n.definitions = 1 AND length(s.name) > 2 AND f.kind = 'source'"
        " AND s.kind IN ('class','struct','function','interface','trait','enum','type','macro','namespace','object','protocol','module','record')"
        " ORDER BY n.files DESC, s.id LIMIT ?",
        *subtree(book, folder),
        limit,
    )

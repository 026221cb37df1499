"""One particular sentence about a file or a folder, for the tables of other pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from repobook.render.book import Book, FolderRow
from repobook.render.docs import first_paragraph
from repobook.render.markdown import code, first_sentence, plural, prose

LIMIT = 160


def file_summaries(book: Book, ids: Iterable[int]) -> dict[int, str]:
    """Return a sentence for each file: its own words, or what it holds."""
    summaries = {}
    for file_id in ids:
        row = book.db.execute(
            "SELECT purpose, title, outline, size_bytes FROM file WHERE id = ?", (file_id,)
        ).fetchone()
        summaries[file_id] = _summary(*row)
    return summaries


def _summary(purpose: str, title: str, outline: str, size_bytes: int) -> str:
    if purpose:
        return prose(first_sentence(first_paragraph(purpose), LIMIT))
    if title:
        return prose(title[:LIMIT])
    if not outline:
        return "" if size_bytes else "empty"
    counts, *names = outline.split("\n")
    kinds = ", ".join(
        plural(int(part.split(" ", 1)[0]), part.split(" ", 1)[1]) for part in counts.split(", ")
    )
    return f"{kinds}: {', '.join(code(name) for name in names)}" if names else kinds


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
    inside = (
        f"; {', '.join(code(book.folders[f].name) for f in below[:4])}{' …' if len(below) > 4 else ''}"
        if below
        else ""
    )
    return languages + inside


_ranges: dict[int, dict[int, tuple[int, int]]] = {}


def subtree(book: Book, folder: FolderRow) -> tuple[int, int]:
    """Return the first and last file id below a folder. Ids are in path order, so a subtree is a range."""
    ranges = _ranges.get(id(book))
    if ranges is None:
        ranges = dict.fromkeys(book.folders, (0, -1))
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
        "SELECT s.id, s.name, s.kind, s.file_id, s.first_line, s.last_line, s.doc, k.files,"
        " CASE s.scope WHEN '' THEN s.name ELSE s.scope || f.separator || s.name END AS qualified"
        " FROM (SELECT * FROM key_symbol WHERE file_id BETWEEN ? AND ? ORDER BY files DESC, symbol_id LIMIT ?) k"
        " JOIN symbol s ON s.id = k.symbol_id JOIN file f ON f.id = s.file_id ORDER BY k.files DESC, s.id",
        *subtree(book, folder),
        limit,
    )

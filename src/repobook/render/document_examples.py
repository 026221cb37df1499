"""How documents use what a file defines: blocks of code that call it, and sessions in its own documentation."""

from __future__ import annotations

import json
import re
import sqlite3
import textwrap
from typing import NamedTuple

from repobook.render.book import Book, FileRow
from repobook.render.doc_notes import notes
from repobook.render.examples import lines_of
from repobook.render.markdown import code, fence
from repobook.render.page import FileFacts, Page

MAX_EXAMPLES = 2
MAX_LINES = 12
MAX_WIDTH = 160
_MAX_BYTES = 1_000_000  # of a document that is read again
_MAX_TRIED = 8
_FENCES = {
    "Python": "python", "JavaScript": "js", "TypeScript": "ts", "Go": "go", "Rust": "rust", "C": "c", "C++": "cpp",
    "Java": "java", "Kotlin": "kotlin", "Scala": "scala", "PHP": "php", "Ruby": "ruby", "C#": "csharp", "Swift": "swift",
}  # fmt: skip
_USES = "SELECT symbol_id, file_id, first_line, last_line, position FROM document_use WHERE source_id = ?"


class _Example(NamedTuple):
    rank: tuple[int, int, int, int]
    name: str
    qualified: str
    file: FileRow
    first: int
    last: int


def document_examples(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> str:
    """Return blocks of documents that use the file's symbols, each with its place: short ones, of different symbols."""
    places = {symbol["id"]: place for place, symbol in enumerate(ranked)}
    symbols = {symbol["id"]: symbol for symbol in facts.symbols}
    found = []
    is_used = page.file.id in book.present["document_use"]
    for symbol_id, file_id, first, last, position in book.query(_USES, page.file.id) if is_used else ():
        file = book.files[file_id]
        if file.size_bytes <= _MAX_BYTES and symbol_id in symbols:
            symbol = symbols[symbol_id]
            rank = (places.get(symbol_id, len(places)), position, file_id, first)
            found.append(_Example(rank, symbol["name"], symbol["qualified"], file, first, last))
    found.sort(key=lambda item: (item.rank, item.qualified))
    found += _sessions(book, page, facts, places)
    return _show(book, page, found)


def _show(book: Book, page: Page, found: list[_Example]) -> str:
    parts: list[str] = []
    names: set[str] = set()
    blocks: set[tuple[int, int]] = set()
    texts: set[str] = set()
    tried = 0
    for item in found:
        if item.qualified in names or (item.file.id, item.first) in blocks:
            continue
        tried += 1
        if len(parts) >= MAX_EXAMPLES or tried > _MAX_TRIED:
            break
        text = _cut(book, item)
        if not text or text in texts or not re.search(rf"\b{re.escape(item.name)}\b", text):
            continue
        names.add(item.qualified)
        blocks.add((item.file.id, item.first))
        texts.add(text)
        place = _place(book, page, item)
        language = _FENCES.get(page.file.language, "")
        parts.append(f"{code(item.qualified)} in {place}:\n\n{fence(text, language)}".rstrip())
    return "\n\n".join(parts)


def _place(book: Book, page: Page, item: _Example) -> str:
    """Return a link to the lines of an example that states the name it shows."""
    path = code(item.file.path)
    if book.options.source_root:
        lines = book.cite(item.file, item.first, item.last, page.here, item.name)
        return f"{book.docs_link(item.file, page.here, path)} {lines}"
    return book.cite(item.file, item.first, item.last, page.here, item.name, path + " ")


def _cut(book: Book, item: _Example) -> str:
    """Return the lines of an example, without the blanks that all of them begin with; "" if they make none."""
    rows = lines_of(book, item.file)[item.first - 1 : item.last]
    if item.file.language == "Jupyter Notebook":
        try:
            rows = [str(json.loads(row.strip().removesuffix(","))).rstrip("\n") for row in rows]
        except ValueError:
            return ""
    rows = [row.rstrip() for row in rows]
    if len(rows) != item.last - item.first + 1 or any(len(row) > MAX_WIDTH for row in rows):
        return ""
    return textwrap.dedent("\n".join(rows))


def _sessions(book: Book, page: Page, facts: FileFacts, places: dict[int, int]) -> list[_Example]:
    """Return the first session (`>>> `) that the documentation of each public symbol of a Python file shows."""
    if page.file.language != "Python":
        return []
    found = []
    for symbol in facts.symbols:
        if ">>> " not in symbol["doc"] or symbol["visibility"] == "private" or not symbol["doc_first_line"]:
            continue
        if notes(symbol["doc"]).example:
            continue  # its entry shows it
        rows = lines_of(book, page.file)[symbol["doc_first_line"] - 1 : symbol["doc_last_line"]]
        first = next((at for at, row in enumerate(rows) if row.lstrip().startswith(">>> ")), -1)
        if first < 0:
            continue
        end = first
        while end < len(rows) and rows[end].strip() and not rows[end].strip().startswith(('"""', "'''")):
            end += 1
        if end - first <= MAX_LINES:
            line = symbol["doc_first_line"] + first
            rank = (places.get(symbol["id"], len(places)), end - first, page.file.id, line)
            last = line + end - first - 1
            found.append(_Example(rank, symbol["name"], symbol["qualified"], page.file, line, last))
    return sorted(found, key=lambda item: (item.rank, item.qualified))

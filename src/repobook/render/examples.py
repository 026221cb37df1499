"""How others use what a file defines: real statements of tests and examples."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections import OrderedDict
from typing import NamedTuple

from repobook.render.book import Book, FileRow, read_now
from repobook.render.markdown import code, visible
from repobook.render.page import FileFacts, Page

MAX_EXAMPLES = 3
MAX_STATEMENT = 160  # characters
MAX_LINES = 4
_MAX_KEPT = 256  # files whose lines are kept
_MAX_BYTES = 60_000  # of a file that examples are taken from: good ones stand in small files
_MAX_PLACES = 4  # looked at for one symbol
_MAX_TRIED = 12  # for one page
_LITERAL = re.compile(r"\"[^\"]*\"|'[^']*'|\b\d[\w.]*")  # what two examples may differ in and still be one
_EXAMPLE = re.compile(r"(?:^|/)(?:examples?|demos?|samples?|tutorials?|benchmarks?)(?:/|$)", re.I)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_NO_EXAMPLE = (
    "def ",
    "class ",
    "import ",
    "from ",
    "func ",
    "fn ",
    "#",
    "//",
    "/*",
    "*",
    "@",
    "if ",
    "elif ",
    "else",
    "return ",
    "use ",
    "using ",
    "export ",
    "package ",
    "require",
    "include",
    ":",
    ",",
    ".",
    ")",
    "}",
    "?",
    "&&",
    "||",
)
_NO_STATEMENT = re.compile(
    r"[,:{\\]$|\brequire\s*\(\s*['\"]|^\s*\w+:\s"
)  # part of a list or a block, an import
_KINDS = frozenset(
    ["function", "class", "method", "macro", "struct", "constructor", "trait", "interface", "object"]
)


class Lines:
    """The lines of a few files, as they were analysed. One a process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, list[str]] = OrderedDict()

    def of(self, book: Book, file: FileRow) -> list[str]:
        known = self._kept.get(file.id)
        if known is not None:
            self._kept.move_to_end(file.id)
            return known
        lines = _read(book, file)
        self._kept[file.id] = lines
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return lines


_lines = Lines()


def lines_of(book: Book, file: FileRow) -> list[str]:
    """Return the lines of a file as the book shows them; none if it is no longer what was analysed."""
    return _lines.of(book, file)


class _Found(NamedTuple):
    rank: int  # of the symbol that it shows
    is_test: bool
    text: str
    file: FileRow
    line: int


def usage_examples(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> str:
    """Return statements of tests and examples that use the file's main symbols: short ones, of different symbols first."""
    found: list[_Found] = []
    tried = 0
    for rank, symbol in enumerate([s for s in ranked if s["kind"] in _KINDS and s["id"] in facts.uses][:8]):
        for file, line in _places(book, page, facts, symbol["id"])[:_MAX_PLACES]:
            tried += 1
            if tried > _MAX_TRIED:
                break
            text = statement(_lines.of(book, file), line)
            if text and re.search(rf"(?<!\w){re.escape(symbol['name'])}(?!\w)", text):
                found.append(_Found(rank, _EXAMPLE.search(file.path) is None, text, file, line))
    found.sort(key=lambda item: (item.rank, item.is_test, len(item.text), item.file.id, item.line))
    chosen: list[_Found] = []
    shapes: set[str] = set()
    for is_second in (False, True):
        for item in found:
            shape = _LITERAL.sub("0", item.text)
            if len(chosen) >= MAX_EXAMPLES or shape in shapes:
                continue
            if is_second or item.rank not in {other.rank for other in chosen}:
                chosen.append(item)
                shapes.add(shape)
    return "\n".join(f"- {code(item.text)}: {book.place(item.file, item.line, page.here)}" for item in chosen)


def _places(book: Book, page: Page, facts: FileFacts, symbol: int) -> list[tuple[FileRow, int]]:
    """Return where tests and examples call a symbol, or inherit from it: examples first, then the surest.

    Lines are asked for of the first files alone: every edit of a caller moves them.
    """
    callers: dict[tuple[bool, int, int, int], list[tuple[int, str]]] = {}
    heirs: dict[tuple[bool, int, int, int], int] = {}
    for caller, label in facts.callers.get(symbol, ()):
        if (key := _order(book, page, book.ground.file_of(caller), "esc".index(label))) is not None:
            callers.setdefault(key, []).append((caller, label))
    for file_id, _, how in facts.uses[symbol]:
        if how in ("base", "decorator") and (key := _order(book, page, file_id, 0)) is not None:
            heirs[key] = file_id
    places: dict[tuple[int, int], None] = {}
    for key in sorted(callers.keys() | heirs.keys()):
        lines = {facts.lines.of_call(symbol, *call) for call in callers.get(key, ())}
        if key in heirs:
            lines.add(facts.lines.of_use(symbol, heirs[key]))
        places.update(dict.fromkeys((key[-1], line) for line in sorted(lines)))
        if len(places) >= _MAX_PLACES:
            break
    return [(book.files[file_id], line) for file_id, line in places]


def _order(book: Book, page: Page, file_id: int, label: int) -> tuple[bool, int, int, int] | None:
    """Return what decides which file is looked at first; None where it is none that shows how something is used."""
    file = book.files[file_id]
    is_example = _EXAMPLE.search(file.path) is not None
    if label > 1 or file.id == page.file.id or not (is_example or file.kind == "test"):
        return None
    return (not is_example, label, file.size_bytes, file_id) if file.size_bytes <= _MAX_BYTES else None


def statement(lines: list[str], line: int) -> str:
    """Return the whole statement that begins at a line, as one line; "" if it is no good example."""
    if not 0 < line <= len(lines):
        return ""
    text = lines[line - 1].strip()
    if text.startswith(_NO_EXAMPLE):
        return ""
    for following in lines[line : line + MAX_LINES - 1]:
        if is_balanced(text):
            break
        text = f"{text} {following.strip()}"
    text = re.sub(r"([(\[{]) | (?=[)\]}])", r"\1", text)
    if not is_balanced(text) or not 8 <= len(text) <= MAX_STATEMENT or not text.isprintable():
        return ""
    return "" if _NO_STATEMENT.search(text) else text


def is_balanced(text: str) -> bool:
    stack: list[str] = []
    for char in text:
        if char in "([{":
            stack.append(char)
        elif char in _PAIRS and (not stack or stack.pop() != _PAIRS[char]):
            return False
    return not stack


def _read(book: Book, file: FileRow) -> list[str]:
    path = os.path.join(book.options.root, os.fsdecode(file.raw) if file.raw else file.path)
    data = read_now(path, file.size_bytes + 1)
    if data is None:
        return []
    row = book.db.execute("SELECT sha256, encoding FROM file WHERE id = ?", (file.id,)).fetchone()
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        return []
    return visible(data.decode(row["encoding"].lower(), "replace")).split("\n")

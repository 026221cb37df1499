"""How others use what a file defines: real statements of tests and examples."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections import OrderedDict

from repobook.render.book import Book, FileRow
from repobook.render.markdown import code, visible
from repobook.render.page import FileFacts, Page

MAX_EXAMPLES = 3
MAX_STATEMENT = 160  # characters
MAX_LINES = 4
_MAX_KEPT = 256  # files whose lines are kept
_MAX_BYTES = 60_000  # of a file that examples are taken from: good ones stand in small files
_MAX_TRIED = 6  # places looked at for one page
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
)
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


def usage_examples(book: Book, page: Page, facts: FileFacts, ranked: list[sqlite3.Row]) -> str:
    """Return statements of tests and examples that use the file's main symbols: short ones, of different symbols first."""
    found: list[tuple[int, int, int, FileRow, int, str]] = []
    in_all = 0
    for rank, symbol in enumerate([s for s in ranked if s["kind"] in _KINDS and s["id"] in facts.uses][:8]):
        tried = 0
        for file_id, _, line, how in facts.uses[symbol["id"]]:
            file = book.files[file_id]
            if (
                how not in ("call", "base", "decorator")
                or file.id == page.file.id
                or file.size_bytes > _MAX_BYTES
            ):
                continue
            is_example = _EXAMPLE.search(file.path) is not None
            if file.kind != "test" and not is_example:
                continue
            tried += 1
            in_all += 1
            if tried > 3 or in_all > _MAX_TRIED:
                break
            text = statement(_lines.of(book, file), line)
            if text and symbol["name"] in text:
                found.append((not is_example, rank, len(text), file, line, text))
    found.sort(key=lambda item: (item[1], item[0], item[2], item[3].id))
    chosen: list[tuple[int, int, int, FileRow, int, str]] = []
    for is_second in (False, True):
        for item in found:
            ranks = {other[1] for other in chosen}
            if len(chosen) < MAX_EXAMPLES and item not in chosen and (is_second or item[1] not in ranks):
                chosen.append(item)
    return "\n".join(
        f"- {code(text)}: {book.place(file, line, page.here)}" for *_, file, line, text in chosen
    )


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
    return text if is_balanced(text) and 8 <= len(text) <= MAX_STATEMENT and text.isprintable() else ""


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
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as stream:
            data = stream.read(file.size_bytes + 1)
    except OSError:
        return []
    row = book.db.execute("SELECT sha256, encoding FROM file WHERE id = ?", (file.id,)).fetchone()
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        return []
    return visible(data.decode(row["encoding"].lower(), "replace")).split("\n")

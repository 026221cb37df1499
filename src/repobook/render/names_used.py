"""What the A–Z says beside definitions: identifiers that files use and nothing here defines, and documents that name a word."""

from __future__ import annotations

import re
import sqlite3
import zlib
from bisect import insort
from collections.abc import Iterable
from typing import Protocol

from repobook.render.book import Book, FileRow
from repobook.render.names_kept import Used
from repobook.store.vocabulary import Block, Vocabulary

OF_NOTE = 5  # files that use a name which nothing here defines

_HISTORY = re.compile(r"change|history|news|releas|what.?s.?new", re.I)  # tells when, not what
# No plain word: `memcpy_async`, `cudaStream`, `HTTPServer2`.
_IDENTIFIER = re.compile(r"(?=.*[A-Za-z])(?:_*\w*[a-z]\w*[A-Z]\w*|\w+_\w+|[A-Za-z]{2,}\w*\d\w*)$")
_MEANT = """
SELECT m.file_id, s.name FROM mention m JOIN symbol s ON s.id = m.symbol_id WHERE m.file_id BETWEEN ?1 AND ?2
UNION SELECT u.file_id, s.name FROM document_use u JOIN symbol s ON s.id = u.symbol_id WHERE u.file_id BETWEEN ?1 AND ?2
"""
Documents = dict[str, list[int]]  # those that name a word, those higher up first


class Names(Protocol):
    """The names that are defined."""

    def __contains__(self, name: object) -> bool: ...


class Words:
    """The words of the repository, with the files that hold them."""

    def __init__(self, book: Book) -> None:
        self._kinds = {file.id: file.kind for file in book.files.values()}
        self.vocabulary = Vocabulary(book.db.connection, "word_block", "words", "files")

    def of_note(self, block: Block) -> dict[str, Used]:
        """Return the identifiers of a block that several files use, with who does: sources first."""
        found: dict[str, Used] = {}
        for at, count in enumerate(self.vocabulary.counts(block)):
            if count >= OF_NOTE:  # which is so of few words
                used = self._used(block, at)
                if used is not None:
                    found[block.words[at]] = used
        return found

    def is_of_note(self, word: str) -> Used | None:
        """Return who uses a word, where it is an identifier that several files use."""
        for block, at in self.vocabulary.spelled(word):
            if block.words[at] == word and self.vocabulary.counts(block)[at] >= OF_NOTE:
                return self._used(block, at)
        return None

    def _used(self, block: Block, at: int) -> Used | None:
        word = block.words[at]
        if len(word) < 4 or not _IDENTIFIER.match(word):
            return None
        kinds = self._kinds
        users = [file for file in self.vocabulary.numbers(block, at)[1] if kinds[file] in ("source", "test")]
        if len(users) < OF_NOTE:
            return None
        users.sort(key=lambda file: (kinds[file] != "source", file))
        return users[0], users[1], len(users)


def all_of_note(book: Book, defined: Names) -> dict[str, Used]:
    """Return identifiers that several files use and nothing here defines, with who does."""
    words = Words(book)
    found: dict[str, Used] = {}
    for block in words.vocabulary.blocks():
        found.update((word, used) for word, used in words.of_note(block).items() if word not in defined)
    return found


def all_documents(book: Book) -> Documents:
    """Return the documents that name a word, whether or not it is one of the A–Z."""
    documents = [file for file in book.files.values() if file.kind == "document"]
    documents.sort(key=_document_key)
    meant = _meant(book, 0, max(book.files, default=0))
    found: Documents = {}
    for document in documents:
        for word in _named_in(book, document, meant):
            found.setdefault(word, []).append(document.id)
    return found


def renew_documents(book: Book, known: Documents, changed: Iterable[int]) -> None:
    """Have what some documents name as they name it now."""
    gone = set(changed)
    for word in [word for word, some in known.items() if not gone.isdisjoint(some)]:
        known[word] = [number for number in known[word] if number not in gone]
        if not known[word]:
            del known[word]
    for number in sorted(gone):
        meant = _meant(book, number, number)
        for word in _named_in(book, book.files[number], meant):
            insort(known.setdefault(word, []), number, key=lambda one: _document_key(book.files[one]))


def _document_key(file: FileRow) -> tuple[bool, int, int]:
    return bool(_HISTORY.match(file.name)), file.path.count("/"), file.id


def _meant(book: Book, first: int, last: int) -> dict[int, set[str]]:
    """Return the names of definitions that documents mean."""
    found: dict[int, set[str]] = {}
    for document, name in book.db.execute(_MEANT, (first, last)):
        found.setdefault(document, set()).add(name)
    return found


def _named_in(book: Book, document: FileRow, meant: dict[int, set[str]]) -> set[str]:
    """Return what a document names.

    A plain word says nothing of a name, unless the document was found to mean it: by its scope, its parentheses, a call.
    """
    row: sqlite3.Row | None = book.db.execute(
        "SELECT names FROM term WHERE file_id = ?", (document.id,)
    ).fetchone()
    terms = zlib.decompress(row[0]).decode().split("\n") if row else []
    named = {term.removesuffix("()") for term in terms}
    return {term for term in named if _IDENTIFIER.match(term)} | meant.get(document.id, set())

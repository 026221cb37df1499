"""The A–Z of the whole repository: every name that it defines, and identifiers of note that it only uses."""

from __future__ import annotations

import re
import zlib

from repobook.render.book import Book
from repobook.render.definition_lists import DefinitionLists
from repobook.render.definitions import Kinds, Names, is_in
from repobook.render.keyword_lines import PAGE_BYTES, Shown, by_letter, keyword_line, web_bytes
from repobook.render.markdown import code, number, plural, url
from repobook.store.vocabulary import Vocabulary

OF_NOTE = 5  # files that use a name which nothing here defines

_HISTORY = re.compile(r"change|history|news|releas|what.?s.?new", re.I)  # tells when, not what
# No plain word: `memcpy_async`, `cudaStream`, `HTTPServer2`.
_IDENTIFIER = re.compile(r"(?=.*[A-Za-z])(?:_*\w*[a-z]\w*[A-Z]\w*|\w+_\w+|[A-Za-z]{2,}\w*\d\w*)$")
_MEANT = """
SELECT m.file_id, s.name FROM mention m JOIN symbol s ON s.id = m.symbol_id
UNION SELECT u.file_id, s.name FROM document_use u JOIN symbol s ON s.id = u.symbol_id
"""


class Entries:
    """The lines of the A–Z: of a name that is defined, where; of one that is only used, who uses it."""

    def __init__(self, book: Book, defined: Names, shown: Shown, lists: DefinitionLists) -> None:
        self._book = book
        self._shown = shown
        self._lists = lists
        self._defined = defined
        self._used = self._of_note()
        self._documents = self._explained()
        self.names = [*defined, *self._used]
        self.used = len(self._used)

    def _of_note(self) -> dict[str, list[int]]:
        """Return identifiers that several files use and nothing here defines, with these files: sources first."""
        kinds = {file.id: file.kind for file in self._book.files.values()}
        words = Vocabulary(self._book.db.connection, "word_block", "words", "files")
        found: dict[str, list[int]] = {}
        for block in words.blocks():
            for at, count in enumerate(words.counts(block)):
                if count < OF_NOTE:  # which is so of most words
                    continue
                word = block.words[at]
                if len(word) < 4 or word in self._defined or not _IDENTIFIER.match(word):
                    continue
                users = [file for file in words.numbers(block, at)[1] if kinds[file] in ("source", "test")]
                if len(users) >= OF_NOTE:
                    users.sort(key=lambda file: (kinds[file] != "source", file))
                    found[word] = users
        return found

    def _explained(self) -> dict[str, list[int]]:
        """Return the documents that speak of a name, those higher up first.

        A plain word says nothing of a name, unless a document was found to mean it: by its scope, its parentheses, a call.
        """
        book = self._book
        documents = [file for file in book.files.values() if file.kind == "document"]
        documents.sort(key=lambda file: (bool(_HISTORY.match(file.name)), file.path.count("/"), file.id))
        found: dict[str, list[int]] = {}
        meant: dict[int, set[str]] = {}
        for document, name in book.db.execute(_MEANT):
            meant.setdefault(document, set()).add(name)
        for document in documents:
            row = book.db.execute("SELECT names FROM term WHERE file_id = ?", (document.id,)).fetchone()
            terms = zlib.decompress(row[0]).decode().split("\n") if row else []
            named = {term.removesuffix("()") for term in terms}
            named = {term for term in named if _IDENTIFIER.match(term)} | meant.get(document.id, set())
            for term in named:
                if term in self._defined or term in self._used:
                    found.setdefault(term, []).append(document.id)
        return found

    def line(self, name: str) -> str:
        """Return the entry of one name."""
        defined = self._defined.get(name)
        if defined is not None:
            line = keyword_line(self._shown, name, defined, self._lists.link)
        else:
            users = self._used[name]
            more = f" +{number(len(users) - 2)}"
            line = f"- {code(name)} ← {', '.join(self._shown.link(user) for user in users[:2])}{more}"
        if name not in self._documents:
            return line
        # A document that defines the name, as a heading, is already named.
        documents = [file for file in self._documents[name] if defined is None or not is_in(defined, file)]
        if not documents:
            return line
        more = f" +{number(len(documents) - 1)}" if len(documents) > 1 else ""
        return f"{line} · documents: {self._shown.link(documents[0])}{more}"


def render_a_to_z(book: Book, defined: Names, lists: DefinitionLists, kinds: Kinds) -> None:
    """Write the A–Z: `keywords.md`, and a page or more for each letter when it is large."""
    is_split = len(defined) > 1500
    entries = Entries(book, defined, Shown(book, "keywords" if is_split else "", kinds), lists)
    letters = list(by_letter(entries.names))
    used = (
        f", and {plural(entries.used, 'identifier')} that {number(OF_NOTE)} files or more use (←)"
        if entries.used
        else ""
    )
    front = [
        f"# Keywords: {code(book.options.name)}\n",
        f"{plural(len(defined), 'name')} defined in this repository{used}.\n",
    ]
    if not is_split:
        for letter, names in letters:
            front.append(f"## {letter}\n")
            front.append("\n".join(map(entries.line, names)) + "\n")
        book.write("keywords.md", "\n".join(front))
        return
    rows = []
    for letter, names in letters:
        pages = _split(entries, names)
        stem = (
            letter.lower()
            if len(letter) == 1
            else {"0–9": "digits", "Symbols": "symbols", "Other letters": "other"}.get(
                letter, f"u{ord(letter[0]):04x}"
            )
        )
        for number_, (first, last, lines) in enumerate(pages, 1):
            name = f"keywords/{stem}.md" if number_ == 1 else f"keywords/{stem}-{number_}.md"
            span = f"{letter}: {code(first)} to {code(last)}"
            around = ["[All letters](../keywords.md)"]
            if number_ > 1:
                around.append(f"[before]({stem + ('' if number_ == 2 else f'-{number_ - 1}')}.md)")
            if number_ < len(pages):
                around.append(f"[after]({stem}-{number_ + 1}.md)")
            book.write(name, f"# Keywords: {span}\n\n{' · '.join(around)}\n\n" + "\n".join(lines) + "\n")
            rows.append(
                f"- [{letter}]({url(name)}): {code(first)} to {code(last)}, {plural(len(lines), 'name')}"
            )
    front.append("\n".join(rows) + "\n")
    book.write("keywords.md", "\n".join(front))


def _split(entries: Entries, names: list[str]) -> list[tuple[str, str, list[str]]]:
    pages: list[tuple[str, str, list[str]]] = []
    lines: list[str] = []
    used = 0
    first = names[0]
    for at, name in enumerate(names):
        line = entries.line(name)
        lines.append(line)
        used += web_bytes(line)
        if used > PAGE_BYTES or at == len(names) - 1:
            pages.append((first, name, lines))
            lines, used = [], 0
            first = names[at + 1] if at + 1 < len(names) else name
    return pages

"""The A–Z of the whole repository: every name that it defines, and identifiers of note that it only uses."""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from repobook.render.book import Book
from repobook.render.definitions import Defined, Kinds, is_in
from repobook.render.keyword_lines import PAGE_BYTES, Shown, by_letter, keyword_line, reader_key, web_bytes
from repobook.render.markdown import code, number, plural, url
from repobook.render.names_kept import KeptLetter, LastPages, PageLost, Used
from repobook.store.vocabulary import Vocabulary

WHOLE = 1500  # names on one page
OF_NOTE = 5  # files that use a name which nothing here defines

_HISTORY = re.compile(r"change|history|news|releas|what.?s.?new", re.I)  # tells when, not what
# No plain word: `memcpy_async`, `cudaStream`, `HTTPServer2`.
_IDENTIFIER = re.compile(r"(?=.*[A-Za-z])(?:_*\w*[a-z]\w*[A-Z]\w*|\w+_\w+|[A-Za-z]{2,}\w*\d\w*)$")
_MEANT = """
SELECT m.file_id, s.name FROM mention m JOIN symbol s ON s.id = m.symbol_id
UNION SELECT u.file_id, s.name FROM document_use u JOIN symbol s ON s.id = u.symbol_id
"""


class Defines(Protocol):
    """The names that are defined."""

    def __contains__(self, name: object) -> bool: ...

    def __len__(self) -> int: ...

    def get(self, name: str) -> Defined | None: ...


class Entries:
    """The lines of the A–Z: of a name that is defined, where; of one that is only used, who uses it."""

    def __init__(self, book: Book, defined: Defines, kinds: Kinds) -> None:
        self._book = book
        self._defined = defined
        self.is_split = len(defined) > WHOLE
        self._shown = Shown(book, "keywords" if self.is_split else "", kinds)
        self.used = self._of_note()
        self.documents = self._explained()

    def __contains__(self, name: object) -> bool:
        return name in self._defined or name in self.used

    def _of_note(self) -> dict[str, Used]:
        """Return identifiers that several files use and nothing here defines, with who does: sources first."""
        kinds = {file.id: file.kind for file in self._book.files.values()}
        words = Vocabulary(self._book.db.connection, "word_block", "words", "files")
        found: dict[str, Used] = {}
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
                    found[word] = (users[0], users[1], len(users))
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
                if term in self._defined or term in self.used:
                    found.setdefault(term, []).append(document.id)
        return found

    def line(self, name: str, lists: Callable[[str, str], str]) -> str:
        """Return the entry of one name; `lists` tells where a page finds the list of its definitions."""
        defined = self._defined.get(name)
        if defined is not None:
            line = keyword_line(self._shown, name, defined, lists)
        else:
            *users, count = self.used[name]
            line = f"- {code(name)} ← {', '.join(map(self._shown.link, users))} +{number(count - 2)}"
        if name not in self.documents:
            return line
        # A document that defines the name, as a heading, is already named.
        documents = [file for file in self.documents[name] if defined is None or not is_in(defined, file)]
        if not documents:
            return line
        more = f" +{number(len(documents) - 1)}" if len(documents) > 1 else ""
        return f"{line} · documents: {self._shown.link(documents[0])}{more}"

    def head(self, name: str) -> str:
        """Return how the A–Z begins."""
        used = (
            f", and {plural(len(self.used), 'identifier')} that {number(OF_NOTE)} files or more use (←)"
            if self.used
            else ""
        )
        return f"# Keywords: {code(name)}\n\n{plural(len(self._defined), 'name')} defined in this repository{used}.\n"


def make_letters(names: Iterable[str], line: Callable[[str], str]) -> Iterator[tuple[str, Lines]]:
    """Yield letters with their names and lines, all made anew."""
    for letter, some in by_letter(names):
        lines = list(map(line, some))
        yield letter, Lines(some, lines, list(map(web_bytes, lines)))


def render_whole_a_to_z(book: Book, head: str, letters: Iterable[tuple[str, Lines]]) -> None:
    """Write the A–Z of a small repository: one page."""
    front = [head]
    for letter, known in letters:
        front.append(f"## {letter}\n")
        front.append("\n".join(known.lines) + "\n")
    book.write("keywords.md", "\n".join(front))


def render_a_to_z(
    book: Book, head: str, letters: Iterable[tuple[str, Lines]], last: LastPages
) -> dict[str, KeptLetter]:
    """Write the A–Z: `keywords.md`, and a page or more for each letter."""
    rows = []
    kept: dict[str, KeptLetter] = {}
    for letter, known in letters:
        pages = _split(known)
        kept[letter] = KeptLetter(known.names, known.sizes, [])
        stem = (
            letter.lower()
            if len(letter) == 1
            else {"0–9": "digits", "Symbols": "symbols", "Other letters": "other"}.get(
                letter, f"u{ord(letter[0]):04x}"
            )
        )
        for number_, (start, end) in enumerate(pages, 1):
            name = f"keywords/{stem}.md" if number_ == 1 else f"keywords/{stem}-{number_}.md"
            lines = known.lines[start:end]
            span = f"{code(known.names[start])} to {code(known.names[end - 1])}"
            around = ["[All letters](../keywords.md)"]
            if number_ > 1:
                around.append(f"[before]({stem + ('' if number_ == 2 else f'-{number_ - 1}')}.md)")
            if number_ < len(pages):
                around.append(f"[after]({stem}-{number_ + 1}.md)")
            text = f"# Keywords: {letter}: {span}\n\n{' · '.join(around)}\n\n" + "\n".join(lines) + "\n"
            kept[letter].pages.append(last.write(name, text, len(lines)))
            rows.append(f"- [{letter}]({url(name)}): {span}, {plural(len(lines), 'name')}")
    book.write("keywords.md", f"{head}\n" + "\n".join(rows) + "\n")
    return kept


def read_lines(letter: KeptLetter, last: LastPages) -> Lines:
    """Return the lines of a letter as they stand in the last book."""
    lines: list[str] = []
    for page in letter.pages:
        found = last.read(page).split("\n")[4:-1]
        if len(found) != page.count:
            raise PageLost
        lines += found
    return Lines(letter.names, lines, letter.sizes)


class Lines:
    """The names of a letter as a reader looks them up, their lines, and the sizes of these on the web."""

    __slots__ = ("lines", "names", "sizes")

    def __init__(self, names: list[str], lines: list[str], sizes: list[int]) -> None:
        self.names = names
        self.lines = lines
        self.sizes = sizes

    def put(self, name: str, line: str | None) -> None:
        """Have a name with a line, or no such name."""
        at = bisect_left(self.names, reader_key(name), key=reader_key)
        end = at + 1 if at < len(self.names) and self.names[at] == name else at
        self.names[at:end] = [] if line is None else [name]
        self.sizes[at:end] = [] if line is None else [web_bytes(line)]
        self.lines[at:end] = [] if line is None else [line]


def _split(known: Lines) -> list[tuple[int, int]]:
    """Return from where to where the lines of each page go."""
    pages: list[tuple[int, int]] = []
    start = used = 0
    for at, size in enumerate(known.sizes, 1):
        used += size
        if used > PAGE_BYTES or at == len(known.sizes):
            pages.append((start, at))
            start, used = at, 0
    return pages

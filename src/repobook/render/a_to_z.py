"""The A–Z of the whole repository: every name that it defines, and identifiers of note that it only uses."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from repobook.render.book import Book
from repobook.render.definitions import Defined, Kinds, is_in
from repobook.render.keyword_lines import PAGE_BYTES, Shown, by_letter, keyword_line, reader_key, web_bytes
from repobook.render.markdown import code, number, plural, url
from repobook.render.names_kept import KeptLetter, LastPages, PageLost, Used, pack, unpack_lines
from repobook.render.names_used import OF_NOTE, Documents

WHOLE = 1500  # names on one page


class Defines(Protocol):
    """The names that are defined."""

    def get(self, name: str) -> Defined | None: ...


class Entries:
    """The lines of the A–Z: of a name that is defined, where; of one that is only used, who uses it."""

    def __init__(
        self, book: Book, defined: Defines, kinds: Kinds, used: dict[str, Used], documents: Documents, is_split: bool
    ) -> None:  # fmt: skip
        self._defined = defined
        self._used = used
        self._documents = documents
        self._shown = Shown(book, "keywords" if is_split else "", kinds)

    def line(self, name: str, lists: Callable[[str, str], str]) -> str:
        """Return the entry of one name; `lists` tells where a page finds the list of its definitions."""
        defined = self._defined.get(name)
        if defined is not None:
            line = keyword_line(self._shown, name, defined, lists)
        else:
            *users, count = self._used[name]
            line = f"- {code(name)} ← {', '.join(map(self._shown.link, users))} +{number(count - 2)}"
        if name not in self._documents:
            return line
        # A document that defines the name, as a heading, is already named.
        documents = [file for file in self._documents[name] if defined is None or not is_in(defined, file)]
        if not documents:
            return line
        more = f" +{number(len(documents) - 1)}" if len(documents) > 1 else ""
        return f"{line} · documents: {self._shown.link(documents[0])}{more}"


def head_of(book: Book, defined: int, used: int) -> str:
    """Return how the A–Z begins."""
    more = f", and {plural(used, 'identifier')} that {number(OF_NOTE)} files or more use (←)" if used else ""
    return f"# Keywords: {code(book.options.name)}\n\n{plural(defined, 'name')} defined in this repository{more}.\n"


class Lines:
    """Names as a reader looks them up, their lines, and the sizes of these on the web."""

    __slots__ = ("lines", "names", "sizes")

    def __init__(self, names: list[str], lines: list[str], sizes: list[int]) -> None:
        self.names = names
        self.lines = lines
        self.sizes = sizes

    def put(self, name: str, line: str | None) -> int:
        """Have a name with a line, or no such name; return how many there are more than before."""
        at = bisect_left(self.names, reader_key(name), key=reader_key)
        end = at + 1 if at < len(self.names) and self.names[at] == name else at
        self.names[at:end] = [] if line is None else [name]
        self.sizes[at:end] = [] if line is None else [web_bytes(line)]
        self.lines[at:end] = [] if line is None else [line]
        return (line is not None) - (end - at)

    def add(self, other: Lines) -> None:
        self.names += other.names
        self.lines += other.lines
        self.sizes += other.sizes

    def cut(self, start: int, end: int) -> Lines:
        return Lines(self.names[start:end], self.lines[start:end], self.sizes[start:end])


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


def render_front_of_a_to_z(book: Book, head: str, letters: dict[str, list[KeptLetter]]) -> None:
    """Write `keywords.md`: the pages of all letters."""
    rows = [
        f"- [{letter}]({url(kept.page.path)}): {_span(kept.first, kept.last)}, {plural(kept.page.count, 'name')}"
        for letter, pages in letters.items()
        for kept in pages
    ]
    book.write("keywords.md", f"{head}\n" + "\n".join(rows) + "\n")


def write_letter(letter: str, known: Lines, last: LastPages) -> list[KeptLetter]:
    """Write the pages of a letter, all of them anew."""
    cuts = [known.cut(start, end) for start, end in _cuts(known.sizes)]
    return [_write(letter, at, lines, at == len(cuts), last) for at, lines in enumerate(cuts, 1)]


class RenewedLetter:
    """The pages of a letter of the last book, of which some lines are others now."""

    def __init__(self, letter: str, pages: list[KeptLetter], last: LastPages) -> None:
        self._letter = letter
        self._pages = pages
        self._last = last
        self._firsts = [reader_key(page.first) for page in pages]
        self._read: dict[int, Lines] = {}

    def has(self, name: str) -> bool:
        """Tell whether there was a line of a name."""
        if not self._pages:
            return False
        return name in self._lines(self._at(name)).names

    def put(self, name: str, line: str | None) -> None:
        """Have a name with a line, or no such name."""
        if self._pages:
            self._lines(self._at(name)).put(name, line)
        elif line is not None:
            self._read.setdefault(0, Lines([], [], [])).put(name, line)

    def write(self) -> list[KeptLetter]:
        """Write the pages; those whose lines, place and neighbours are the same are taken from the last book."""
        cuts: list[KeptLetter | Lines] = []
        waiting = Lines([], [], [])
        for at in range(max(1, len(self._pages))):
            if at not in self._read and not waiting.names:
                cuts += self._pages[at : at + 1]
                continue
            waiting.add(self._lines(at))
            *whole, rest = _cuts(waiting.sizes) or [(0, 0)]
            cuts += [waiting.cut(*one) for one in whole]
            is_full = sum(waiting.sizes[rest[0] : rest[1]]) > PAGE_BYTES
            if is_full:
                cuts.append(waiting.cut(*rest))
            waiting = Lines([], [], []) if is_full else waiting.cut(*rest)
        if waiting.names:
            cuts.append(waiting)
        return [self._finish(at, cut, len(cuts)) for at, cut in enumerate(cuts)]

    def _finish(self, at: int, cut: KeptLetter | Lines, count: int) -> KeptLetter:
        if isinstance(cut, KeptLetter):
            before = self._pages.index(cut)
            if at == before and (at + 1 == count) == (before + 1 == len(self._pages)):
                if self._last.take(cut.page):
                    return cut
                raise PageLost
            cut = self._lines(before)
        return _write(self._letter, at + 1, cut, at + 1 == count, self._last)

    def _at(self, name: str) -> int:
        return max(0, bisect_right(self._firsts, reader_key(name)) - 1)

    def _lines(self, at: int) -> Lines:
        if at not in self._read:
            kept = self._pages[at]
            names, sizes = unpack_lines(kept.packed)
            lines = self._last.read(kept.page).split("\n")[4:-1]
            if not len(names) == len(lines) == len(sizes) == kept.page.count:
                raise PageLost
            self._read[at] = Lines(names, lines, sizes)
        return self._read[at]


def _write(letter: str, at: int, known: Lines, is_last: bool, last: LastPages) -> KeptLetter:
    stem = (
        letter.lower()
        if len(letter) == 1
        else {"0–9": "digits", "Symbols": "symbols", "Other letters": "other"}.get(
            letter, f"u{ord(letter[0]):04x}"
        )
    )
    around = ["[All letters](../keywords.md)"]
    if at > 1:
        around.append(f"[before]({stem + ('' if at == 2 else f'-{at - 1}')}.md)")
    if not is_last:
        around.append(f"[after]({stem}-{at + 1}.md)")
    first, end = known.names[0], known.names[-1]
    text = (
        f"# Keywords: {letter}: {_span(first, end)}\n\n{' · '.join(around)}\n\n"
        + "\n".join(known.lines)
        + "\n"
    )
    name = f"keywords/{stem}.md" if at == 1 else f"keywords/{stem}-{at}.md"
    page = last.write(name, text, len(known.lines))
    return KeptLetter(page, first, end, pack((known.names, known.sizes)))


def _span(first: str, last: str) -> str:
    return f"{code(first)} to {code(last)}"


def _cuts(sizes: list[int]) -> list[tuple[int, int]]:
    """Return from where to where the lines of each page go."""
    pages: list[tuple[int, int]] = []
    start = used = 0
    for at, size in enumerate(sizes, 1):
        used += size
        if used > PAGE_BYTES or at == len(sizes):
            pages.append((start, at))
            start, used = at, 0
    return pages

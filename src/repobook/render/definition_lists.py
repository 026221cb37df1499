"""Names that are defined more often than a list of keywords shows: where else, the likeliest first."""

from __future__ import annotations

from array import array
from bisect import bisect_right, insort
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from itertools import accumulate, pairwise

from repobook.render.book import Book
from repobook.render.definitions import Defined, Kinds, is_listed
from repobook.render.keyword_lines import PAGE_BYTES, Shown, reader_key, web_bytes
from repobook.render.markdown import Anchors, code, number, one_line, plural, relative, url
from repobook.render.names_kept import KeptLists, KeptPage, LastPages, PageLost
from repobook.store.vocabulary import Vocabulary

MAX_LISTED = 8  # definitions of one name
_MAX_READ = 200  # symbols of one name that are looked at
_TOGETHER = 200  # names whose symbols are read by one statement
_MANY = 300  # names: to read all blocks is quicker than to look for so many
_FOLDER = "keywords"

_Row = tuple[int, str, str, int]  # file, kind, scope, line


def as_word(name: str) -> str:
    """Return a name as the list of words has it, where others may be written alike."""
    return (" ".join(name.split()) if "\n" in name else name).encode(errors="replace").decode()


class DefinitionLists:
    """The pages `keywords/definitions*.md`, and where on them a name stands."""

    def __init__(self, book: Book, kinds: Kinds, pages: LastPages) -> None:
        self._book = book
        self._shown = Shown(book, _FOLDER, kinds)
        self._last_pages = pages
        self._vocabulary: Vocabulary | None = None
        self._places: dict[str, tuple[int, str]] | None = None  # page and anchor of a name
        self._links: dict[tuple[int, str], str] = {}  # where a folder finds a page
        self._chosen: dict[str, array[int]] = {}
        self.kept = KeptLists()
        self.pages: list[KeptPage] = []

    def write(self, defined: dict[str, Defined]) -> None:
        """Write the pages of all names that have lists."""
        names = sorted(defined, key=reader_key)
        self._choose(names)
        self._cut(names, self._make(names, defined), KeptLists(), [])

    def keep(self, last: KeptLists, pages: list[KeptPage]) -> None:
        """Have the lists of the last book: none is another one."""
        self.kept, self.pages = last, pages
        for page in pages:
            if not self._last_pages.take(page):
                raise PageLost

    def suspects(self, last: KeptLists, touched: Collection[str], words: Collection[str]) -> set[str]:
        """Return the names with lists, in the last book, that may have others now: because an edit has touched them, or their
        place among `words`."""
        # Names that are written alike share symbols: `as_word`.
        alike = {as_word(name) for name in touched} | set(words)
        return {name for name in last.names if name in touched or as_word(name) in alike}

    def renew(
        self, last: KeptLists, pages: list[KeptPage], suspects: set[str], listed: dict[str, Defined]
    ) -> set[str]:
        """Write the pages again, with other lists of `suspects`: those of them that are in `listed` have lists now.

        Return the names whose lists are not where they were in the last book.
        """
        self._choose(sorted(listed))
        names = [name for name in last.names if name not in suspects]
        for name in sorted(listed):
            insort(names, name, key=reader_key)
        self._cut(names, self._make(sorted(listed), listed), last, pages)
        before, after = _places_of(last, pages), _places_of(self.kept, self.pages)
        return {name for name, _ in before.items() ^ after.items()}

    def link(self, name: str, here: str) -> str:
        """Return where a page in the folder `here` finds the list of a name; nothing where there is none."""
        if self._places is None:
            self._places = _places_of(self.kept, self.pages)
        place = self._places.get(name)
        if place is None:
            return ""
        page = self._links.get((place[0], here))
        if page is None:
            page = self._links[place[0], here] = url(relative(_page(place[0]), here))
        return f"{page}#{place[1]}"

    def _make(self, names: list[str], defined: dict[str, Defined]) -> dict[str, str]:
        made = {}
        for name, rows in self._rows(names):
            made[name] = f"## {code(_title(name))}\n\n{_entry(self._shown, defined[name][0], rows)}\n"
        return made

    def _cut(self, names: list[str], made: dict[str, str], last: KeptLists, pages: list[KeptPage]) -> None:
        """Write the lists, page by page: those in `made`, and all others from the last book."""
        kept = self.kept = KeptLists(names)
        old = _LastLists(last, pages, self._last_pages)
        starts = []
        size = PAGE_BYTES + 1
        for at, name in enumerate(names):
            if size > PAGE_BYTES:
                starts.append(at)
                size = 0
            if name in made:
                digest = blake2b(self._chosen[name], digest_size=12).digest()
                web, length = web_bytes(made[name]), len(made[name])
            else:
                digest, web, length = old.row(name)
            size += web
            kept.digests.append(digest)
            kept.sizes.append(web)
            kept.lengths.append(length)
        self.pages = []
        for number_, (start, end) in enumerate(pairwise([*starts, len(names)]), 1):
            some = names[start:end]
            is_last = number_ == len(starts)
            anchors = old.anchors(number_, some, is_last)
            if anchors is not None and made.keys().isdisjoint(some):
                if not self._last_pages.take(pages[number_ - 1]):
                    raise PageLost
                self.pages.append(pages[number_ - 1])
            else:
                entries = [made[name] if name in made else old.entry(name) for name in some]
                self.pages.append(self._write(number_, entries, is_last))
            kept.anchors += anchors if anchors is not None else _anchors(some)
        self._places = None

    def _write(self, at: int, entries: list[str], is_last: bool) -> KeptPage:
        around = ["[All letters](../keywords.md)"]
        for step, word in ((-1, "before"), (1, "after")):
            if (at > 1) if step < 0 else not is_last:
                around.append(f"[{word}]({url(relative(_page(at + step), _FOLDER))})")
        head = f"# Names that are defined more than once\n\n{' · '.join(around)}\n\n"
        return self._last_pages.write(_page(at), head + "\n".join(entries), len(entries))

    def words_of(self, blocks: list[int]) -> set[str]:
        """Return the words of some blocks of the vocabulary of names."""
        found: set[str] = set()
        for number_ in blocks:
            found.update(self._names().block(number_).words)
        return found

    def digest(self, name: str) -> bytes:
        """Return the digest of a name's symbols as they are now."""
        self._choose([name])
        return blake2b(self._chosen[name], digest_size=12).digest()

    def _choose(self, names: list[str]) -> None:
        """Find the symbols of names as search ranks them."""
        wanted = {" ".join(name.split()) if "\n" in name else name: name for name in names}
        self._chosen.update((name, array("q")) for name in names)
        vocabulary = self._names()
        if len(names) > _MANY:
            found = ((block, at) for block in vocabulary.blocks() for at in range(len(block.words)))
        else:
            found = (place for word in sorted(wanted) for place in vocabulary.spelled(word))
        for block, at in found:
            word = block.words[at]
            if word in wanted:
                self._chosen[wanted[word]] = array("q", vocabulary.numbers(block, at)[1][:_MAX_READ])

    def _names(self) -> Vocabulary:
        if self._vocabulary is None:
            self._vocabulary = Vocabulary(self._book.db.connection, "name_block", "names", "symbols")
        return self._vocabulary

    def _rows(self, names: list[str]) -> Iterator[tuple[str, list[_Row]]]:
        """Yield the names with their definitions; overloads in one scope of a file are one."""
        chosen = self._chosen
        for at in range(0, len(names), _TOGETHER):
            some = names[at : at + _TOGETHER]
            # Most lists are full before all of a name's symbols were looked at.
            symbols = self._symbols(symbol for name in some for symbol in chosen[name][: 2 * MAX_LISTED])
            for name in some:
                rows = self._listed(symbols, chosen[name][: 2 * MAX_LISTED])
                if len(rows) < MAX_LISTED < len(chosen[name]) / 2:
                    rows = self._listed(self._symbols(chosen[name]), chosen[name])
                yield name, rows

    def _symbols(self, wanted: Iterable[int]) -> dict[int, _Row]:
        cursor = self._book.db.cursor()
        cursor.row_factory = None
        marks = ", ".join(map(str, sorted(wanted)))
        found = cursor.execute(
            f"SELECT id, file_id, kind, scope, name_line FROM symbol WHERE id IN ({marks})"
        )
        return {symbol: (file_id, kind, scope, line) for symbol, file_id, kind, scope, line in found}

    def _listed(self, symbols: dict[int, _Row], numbers: Iterable[int]) -> list[_Row]:
        files = self._book.files
        places: dict[tuple[int, str], _Row] = {}
        for symbol in numbers:
            row = symbols[symbol]
            if is_listed(files[row[0]], row[1], row[2]):
                places.setdefault((row[0], row[2]), row)
        return list(places.values())


class _LastLists:
    """The lists of the last book, read where they are wanted."""

    def __init__(self, kept: KeptLists, pages: list[KeptPage], last: LastPages) -> None:
        self._kept = kept
        self._pages = pages
        self._last = last
        self._at = {name: at for at, name in enumerate(kept.names)}
        self._starts = list(accumulate((page.count for page in pages), initial=0))
        self._texts: dict[int, list[str]] = {}

    def row(self, name: str) -> tuple[bytes, int, int]:
        """Return digest, size on the web and length of a list."""
        at = self._at[name]
        return self._kept.digests[at], self._kept.sizes[at], self._kept.lengths[at]

    def anchors(self, page: int, names: list[str], is_last: bool) -> list[str] | None:
        """Return the anchors of a page that had the same names, and the same pages around it."""
        if page > len(self._pages) or is_last != (page == len(self._pages)):
            return None
        start, end = self._starts[page - 1], self._starts[page]
        return self._kept.anchors[start:end] if self._kept.names[start:end] == names else None

    def entry(self, name: str) -> str:
        at = self._at[name]
        page = bisect_right(self._starts, at) - 1
        if page not in self._texts:
            text = self._last.read(self._pages[page])
            lengths = self._kept.lengths[self._starts[page] : self._starts[page + 1]]
            place = len(text) - sum(lengths) - len(lengths) + 1
            self._texts[page] = []
            for length in lengths:
                if not text.startswith("## ", place):
                    raise PageLost
                self._texts[page].append(text[place : place + length])
                place += length + 1
        return self._texts[page][at - self._starts[page]]


def _places_of(kept: KeptLists, pages: list[KeptPage]) -> dict[str, tuple[int, str]]:
    numbers = (at for at, page in enumerate(pages, 1) for _ in range(page.count))
    return {
        name: (page, anchor) for name, anchor, page in zip(kept.names, kept.anchors, numbers, strict=True)
    }


def _anchors(names: list[str]) -> list[str]:
    """Return the anchors of the lists on one page."""
    anchors = Anchors()
    anchors.add("Names that are defined more than once")
    return [url(anchors.add(_title(name))) for name in names]


def _page(number_: int) -> str:
    return f"{_FOLDER}/definitions{f'-{number_}' if number_ > 1 else ''}.md"


def _title(name: str) -> str:
    return one_line(name).strip()  # a heading has no blanks around it


def _entry(shown: Shown, count: int, rows: list[_Row]) -> str:
    """Return the definitions of a name, a line for each file: kind, line and what encloses it."""
    by_file: dict[int, list[_Row]] = {}
    for row in rows[:MAX_LISTED]:
        by_file.setdefault(row[0], []).append(row)
    lines = []
    for file, found in by_file.items():
        first, *others = found
        told = [f"{shown.link(file, first[3])}: {_what(first)}"]
        told += [f"{_what(row)} L{row[3]}" for row in others]
        lines.append(f"- {', '.join(told)}")
    left = count - min(len(rows), MAX_LISTED)
    if left > 0:
        lines.append(f"- {number(left)} more of {plural(count, 'definition')}")
    return "\n".join(lines)


def _what(row: _Row) -> str:
    return f"{row[1]} of {code(row[2])}" if row[2] else row[1]

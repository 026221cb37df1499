"""Names that are defined more often than a list of keywords shows: where else, the likeliest first."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b

from repobook.render.book import Book
from repobook.render.definitions import Defined, Kinds, is_listed
from repobook.render.keyword_lines import PAGE_BYTES, Shown, web_bytes
from repobook.render.markdown import Anchors, code, number, one_line, plural, relative, url
from repobook.render.names_kept import KeptLists, KeptPage, LastPages, PageLost
from repobook.store.vocabulary import Vocabulary

MAX_LISTED = 8  # definitions of one name
_MAX_READ = 200  # symbols of one name that are looked at
_TOGETHER = 200  # names whose symbols are read by one statement
_FOLDER = "keywords"

_Row = tuple[int, str, str, int]  # file, kind, scope, line


def as_word(name: str) -> str:
    """Return a name as the list of words has it, where others may be written alike."""
    return (" ".join(name.split()) if "\n" in name else name).encode(errors="replace").decode()


class DefinitionLists:
    """The pages `keywords/definitions*.md`, and where on them a name stands."""

    def __init__(
        self, book: Book, names: list[str], kinds: Kinds, last: KeptLists, pages: LastPages, touched: Collection[str] = ()
    ) -> None:  # fmt: skip
        """`names` are those that have lists, in order; the lists of `touched` ones are not those of the last book."""
        self._book = book
        self._shown = Shown(book, _FOLDER, kinds)
        self._places: dict[str, tuple[int, str]] = {}  # page and anchor of a name
        self._pages: dict[tuple[int, str], str] = {}  # where a folder finds a page
        self._names = names
        self._last = last
        self._last_pages = pages
        self._chosen = self._choose(names)
        self._digests = {name: blake2b(chosen, digest_size=12).digest() for name, chosen in self._chosen.items()}  # fmt: skip
        self._entries = self._same_entries(touched)

    @property
    def anew(self) -> list[str]:
        """The names whose lists are to be made anew."""
        return [name for name in self._names if name not in self._entries]

    def write(self, defined: dict[str, Defined]) -> KeptLists:
        """Write the pages; `defined` holds at least the names whose lists are made anew."""
        for name, rows in self._rows(self.anew):
            title = code(_title(name))
            entry = f"## {title}\n\n{_entry(self._shown, defined[name][0], rows)}\n"
            self._entries[name] = (entry, web_bytes(entry))
        kept = KeptLists(self._names)
        kept.digests = [self._digests[name] for name in self._names]
        cut: list[list[str]] = []
        anchors = Anchors()
        size = PAGE_BYTES + 1
        for name in self._names:
            if size > PAGE_BYTES:
                cut.append([])
                anchors, size = Anchors(), 0
                anchors.add("Names that are defined more than once")
            entry, web = self._entries[name]
            cut[-1].append(entry)
            size += web
            anchor = url(anchors.add(_title(name)))
            self._places[name] = (len(cut), anchor)
            kept.anchors.append(anchor)
            kept.sizes.append(web)
            kept.lengths.append(len(entry))
        kept.pages = [self._write(at, entries, at == len(cut)) for at, entries in enumerate(cut, 1)]
        self._entries = {}
        return kept

    def link(self, name: str, here: str) -> str:
        """Return where a page in the folder `here` finds the list of a name; nothing where there is none."""
        place = self._places.get(name)
        if place is None:
            return ""
        page = self._pages.get((place[0], here))
        if page is None:
            page = self._pages[place[0], here] = url(relative(_page(place[0]), here))
        return f"{page}#{place[1]}"

    def moved(self) -> set[str]:
        """Return the names whose lists are not where they were in the last book."""
        before: dict[str, tuple[int, str]] = {}
        numbers = (at for at, page in enumerate(self._last.pages, 1) for _ in range(page.count))
        for name, anchor, page in zip(self._last.names, self._last.anchors, numbers, strict=True):
            before[name] = (page, anchor)
        return {name for name, _ in before.items() ^ self._places.items()}

    def _same_entries(self, touched: Collection[str]) -> dict[str, tuple[str, int]]:
        """Return the lists of the last book that are made of the same, with their sizes on the web."""
        last = self._last
        words = {as_word(name) for name in touched}
        same: dict[str, tuple[str, int]] = {}
        lists = zip(last.names, last.digests, last.sizes, last.lengths, strict=True)
        for page in last.pages:
            text = self._last_pages.read(page)
            some = [next(lists) for _ in range(page.count)]
            at = len(text) - sum(length for *_, length in some) - len(some) + 1
            for name, digest, size, length in some:
                # Names that are written alike share symbols: `as_word`.
                if self._digests.get(name) == digest and "\n" not in name and name not in words:
                    same[name] = (text[at : at + length], size)
                    if not text.startswith("## ", at):
                        raise PageLost
                at += length + 1
        return same

    def _write(self, at: int, entries: list[str], is_last: bool) -> KeptPage:
        around = ["[All letters](../keywords.md)"]
        for step, word in ((-1, "before"), (1, "after")):
            if (at > 1) if step < 0 else not is_last:
                around.append(f"[{word}]({url(relative(_page(at + step), _FOLDER))})")
        head = f"# Names that are defined more than once\n\n{' · '.join(around)}\n\n"
        return self._last_pages.write(_page(at), head + "\n".join(entries), len(entries))

    def _choose(self, names: list[str]) -> dict[str, array[int]]:
        """Return the symbols of each name as search ranks them."""
        wanted = {" ".join(name.split()) if "\n" in name else name: name for name in names}
        vocabulary = Vocabulary(self._book.db.connection, "name_block", "names", "symbols")
        chosen: dict[str, array[int]] = {name: array("q") for name in names}
        for block in vocabulary.blocks():
            for at, word in enumerate(block.words):
                if word in wanted:
                    chosen[wanted[word]] = array("q", vocabulary.numbers(block, at)[1][:_MAX_READ])
        return chosen

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

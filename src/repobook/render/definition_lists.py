"""Names that are defined more often than a list of keywords shows: where else, the likeliest first."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from repobook.render.book import Book
from repobook.render.definitions import Kinds, Names, is_listed
from repobook.render.keyword_lines import PAGE_BYTES, Shown, more_definitions, reader_key, web_bytes
from repobook.render.markdown import Anchors, code, number, one_line, plural, relative, url
from repobook.store.vocabulary import Vocabulary

MAX_LISTED = 8  # definitions of one name
_MAX_READ = 200  # symbols of one name that are looked at
_TOGETHER = 200  # names whose symbols are read by one statement
_FOLDER = "keywords"

_Row = tuple[int, str, str, int]  # file, kind, scope, line


class DefinitionLists:
    """The pages `keywords/definitions*.md`, and where on them a name stands."""

    def __init__(self, book: Book, defined: Names, kinds: Kinds) -> None:
        self._book = book
        self._places: dict[str, tuple[int, str]] = {}  # page and anchor of a name
        self._pages: dict[tuple[int, str], str] = {}  # where a folder finds a page
        self._entries: list[str] = []  # of the page that is being made
        self._count = 0
        names = sorted(
            (name for name, places in defined.several() if more_definitions(places)), key=reader_key
        )
        shown = Shown(book, _FOLDER, kinds)
        anchors = Anchors()
        size = PAGE_BYTES + 1
        for name, rows in self._rows(names):
            if size > PAGE_BYTES:
                self._finish(is_last=False)
                self._count += 1
                anchors, size = Anchors(), 0
                anchors.add("Names that are defined more than once")
            title = one_line(name).strip()  # a heading has no blanks around it
            entry = f"## {code(title)}\n\n{_entry(shown, defined[name][0], rows)}\n"
            self._entries.append(entry)
            size += web_bytes(entry)
            self._places[name] = (self._count, url(anchors.add(title)))
        self._finish(is_last=True)

    def link(self, name: str, here: str) -> str:
        """Return where a page in the folder `here` finds the list of a name; nothing where there is none."""
        place = self._places.get(name)
        if place is None:
            return ""
        page = self._pages.get((place[0], here))
        if page is None:
            page = self._pages[place[0], here] = url(relative(_page(place[0]), here))
        return f"{page}#{place[1]}"

    def _finish(self, *, is_last: bool) -> None:
        """Write the page that is being made, if there is one."""
        if not self._entries:
            return
        around = ["[All letters](../keywords.md)"]
        for step, word in ((-1, "before"), (1, "after")):
            if (self._count > 1) if step < 0 else not is_last:
                around.append(f"[{word}]({url(relative(_page(self._count + step), _FOLDER))})")
        self._book.write(
            _page(self._count),
            f"# Names that are defined more than once\n\n{' · '.join(around)}\n\n" + "\n".join(self._entries),
        )
        self._entries = []

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
        chosen = self._choose(names)
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

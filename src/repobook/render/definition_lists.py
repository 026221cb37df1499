"""Names that are defined more often than a list of keywords shows: where else, the likeliest first."""

from __future__ import annotations

from repobook.render.book import Book
from repobook.render.definitions import Defined, is_listed
from repobook.render.keyword_lines import Shown, more_definitions, reader_key
from repobook.render.markdown import Anchors, code, number, one_line, plural, relative, url
from repobook.store.vocabulary import Vocabulary

PAGE_BYTES = 400_000
MAX_LISTED = 8  # definitions of one name
_MAX_READ = 200  # symbols of one name that are looked at
_FOLDER = "keywords"

_Row = tuple[int, str, str, int]  # file, kind, scope, line


class DefinitionLists:
    """The pages `keywords/definitions*.md`, and where on them a name stands."""

    def __init__(self, book: Book, defined: dict[str, Defined]) -> None:
        self._book = book
        self._places: dict[str, tuple[str, str]] = {}  # page and anchor of a name
        self._pages: list[tuple[str, list[str]]] = []
        names = sorted((name for name, places in defined.items() if more_definitions(places)), key=reader_key)
        found = self._read(names)
        shown = Shown(book, _FOLDER)
        anchors = Anchors()
        size = PAGE_BYTES + 1
        for name in names:
            if size > PAGE_BYTES:
                count = len(self._pages) + 1
                self._pages.append((f"{_FOLDER}/definitions{f'-{count}' if count > 1 else ''}.md", []))
                anchors, size = Anchors(), 0
                anchors.add("Names that are defined more than once")
            page, entries = self._pages[-1]
            entry = f"## {code(name)}\n\n{_entry(shown, defined[name].count, found.get(name, []))}\n"
            entries.append(entry)
            size += len(entry)
            self._places[name] = (page, anchors.add(one_line(name)))

    def link(self, name: str, here: str) -> str:
        """Return where a page in the folder `here` finds the list of a name; nothing where there is none."""
        place = self._places.get(name)
        return f"{url(relative(place[0], here))}#{url(place[1])}" if place else ""

    def write(self) -> None:
        for number_, (page, entries) in enumerate(self._pages):
            around = ["[All letters](../keywords.md)"]
            for step, word in ((-1, "before"), (1, "after")):
                if 0 <= number_ + step < len(self._pages):
                    around.append(f"[{word}]({url(relative(self._pages[number_ + step][0], _FOLDER))})")
            self._book.write(
                page,
                f"# Names that are defined more than once\n\n{' · '.join(around)}\n\n" + "\n".join(entries),
            )

    def _read(self, names: list[str]) -> dict[str, list[_Row]]:
        """Return the definitions of each name as search ranks them; overloads in one scope of a file are one."""
        wanted = {" ".join(name.split()) if "\n" in name else name: name for name in names}
        vocabulary = Vocabulary(self._book.db, "name_block", "names", "symbols")
        chosen: dict[str, list[int]] = {}
        for block in vocabulary.blocks():
            for at, word in enumerate(block.words):
                if word in wanted:
                    chosen[wanted[word]] = list(vocabulary.numbers(block, at)[1][:_MAX_READ])
        kept = {symbol for symbols in chosen.values() for symbol in symbols}
        cursor = self._book.db.cursor()
        cursor.row_factory = None
        rows: dict[int, _Row] = {
            row[0]: row[1:]
            for row in cursor.execute("SELECT id, file_id, kind, scope, name_line FROM symbol")
            if row[0] in kept
        }
        files = self._book.files
        found: dict[str, list[_Row]] = {}
        for name, symbols in chosen.items():
            places: dict[tuple[int, str], _Row] = {}
            for symbol in symbols:
                file, kind, scope, _ = rows[symbol]
                if is_listed(files[file], kind, scope):
                    places.setdefault((file, scope), rows[symbol])
            found[name] = list(places.values())
        return found


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

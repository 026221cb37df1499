"""`sub.md` of every folder and the A–Z of the whole repository: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass from the
leaves up, each keeping no more than a page can show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md
MAX_PLACES = 2
PAGE_BYTES = 400_000

Place = tuple[int, int, str]  # file id, line, kind


class Defined:
    """Where a name is defined: how often, and the first place in each of the first files."""

    __slots__ = ("count", "places")

    def __init__(self, place: Place) -> None:
        self.count = 1
        self.places = [place]

    def add(self, place: Place) -> None:
        self.count += 1
        if len(self.places) < MAX_PLACES and self.places[-1][0] != place[0]:
            self.places.append(place)

    def merge(self, other: Defined) -> None:
        self.count += other.count
        self.places += other.places[: MAX_PLACES - len(self.places)]


_NOISE = re.compile(r"__\w+__$|.$")


def render_subtrees(book: Book) -> None:
    """Write `sub.md` of every folder."""
    ranks = {row[0]: row[1] for row in book.db.execute("SELECT name, files FROM name")}
    users = {
        row[0]: row[1]
        for row in book.db.execute("SELECT name, users FROM name WHERE files > 0 AND definitions = 1")
    }
    own: dict[int, dict[str, Defined]] = {}
    totals: dict[int, int] = {}
    is_cut: set[int] = set()  # folders whose list no longer holds every name
    for name, kind, file_id, line in book.db.execute(
        "SELECT name, kind, file_id, name_line FROM symbol ORDER BY id"
    ):
        here = own.setdefault(book.files[file_id].folder_id, {})
        defined = here.get(name)
        if defined is None:
            here[name] = Defined((file_id, line, kind))
        else:
            defined.add((file_id, line, kind))
    merged: dict[int, dict[str, Defined]] = {}
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        names = own.pop(folder.id, {})
        total = len(names)
        for below in book.subfolders.get(folder.id, []):
            total += totals[below]
            if below in is_cut:
                is_cut.add(folder.id)
            for name, defined in merged.pop(below).items():
                known = names.get(name)
                if known is None:
                    names[name] = defined
                else:
                    known.merge(defined)
        totals[folder.id] = total
        if len(names) > MAX_KEYWORDS * 2:
            is_cut.add(folder.id)
            kept = sorted(names, key=lambda n: (bool(_NOISE.match(n)), -ranks[n], n))[: MAX_KEYWORDS * 2]
            names = {name: names[name] for name in kept}
        merged[folder.id] = names
        below_it = book.subfolders.get(folder.id, [])
        if len(below_it) == 1 and not folder.files and folder.path:
            book.write(folder.at("sub.md"), _same_page(book, folder, book.folders[below_it[0]]))
            continue
        book.write(
            folder.at("sub.md"),
            _sub_page(book, folder, names, total if folder.id in is_cut else 0, ranks, users),
        )


def _same_page(book: Book, folder: FolderRow, only: FolderRow) -> str:
    """Return the page of a folder that holds one folder and nothing else: its keywords are the other's."""
    here = folder.page
    return (
        f"# Keywords below {code(folder.path)}\n\nAll of them lie in {code(only.name + '/')}:"
        f" {book.folder_link(only, here, 'its keywords', 'sub.md')}. [Global index]({url(relative('keywords.md', here))}).\n\n"
        f"Folder: {book.folder_link(folder, here, code('index.md'))} · {book.folder_link(folder, here, code('doc.md'), 'doc.md')}\n"
    )


def _sub_page(
    book: Book,
    folder: FolderRow,
    names: dict[str, Defined],
    total: int,
    ranks: dict[str, int],
    users: dict[str, str],
) -> str:
    parts = [f"# Keywords below {code(folder.path or book.options.name)}\n"]
    chosen = sorted(names, key=lambda n: (bool(_NOISE.match(n)), -ranks[n], n))[:MAX_KEYWORDS]
    every = url(relative("keywords.md", folder.page))
    if total or len(names) > len(chosen):
        every_one = number(total) if total else number(len(names))
        what = "definitions" if total else "names"
        parts.append(
            f"The {number(len(chosen))} most used; {every_one} {what} lie below, all in the [global index]({every}).\n"
        )
    elif not chosen:
        parts.append(
            f"No definitions; the identifiers of each file are on its keyword page. [Global index]({every}).\n"
        )
    else:
        parts.append(f"All {plural(len(chosen), 'keyword')}. [Global index]({every}).\n")
    shown = Shown(book, folder.page)
    for letter, group in by_letter(chosen):
        parts.append(f"## {letter}\n")
        lines = []
        for name in group:
            places = names[name].places
            more = " …" if names[name].count > len(places) else ""
            lines.append(
                f"- {code(name)}: {_places(shown, places)}{more}{_used(shown, ranks[name], users.get(name, ''), places)}"
            )
        parts.append("\n".join(lines) + "\n")
    parts.append(
        f"Folder: {book.folder_link(folder, folder.page, code('index.md'))} · {book.folder_link(folder, folder.page, code('doc.md'), 'doc.md')}\n"
    )
    return "\n".join(parts)


class Shown:
    """Files as the lists of one page show them: a short name and where its page is, made once."""

    def __init__(self, book: Book, here: str) -> None:
        self.book = book
        self.here = here
        self._known: dict[int, tuple[str, str]] = {}

    def link(self, file_id: int, line: int = 0) -> str:
        known = self._known.get(file_id)
        if known is None:
            file = self.book.files[file_id]
            known = (code(short_name(self.book, file)), url(relative(file.docs, self.here)))
            self._known[file_id] = known
        return f"[{known[0]} L{line}]({known[1]})" if line else f"[{known[0]}]({known[1]})"


def _places(shown: Shown, places: list[Place]) -> str:
    """Return where a name is defined: a link a file, its kind said once while it stays the same."""
    pieces = []
    said = ""
    for file_id, line, kind in places:
        where = shown.link(file_id, line)
        pieces.append(where if kind == said else f"{kind} in {where}")
        said = kind
    return ", ".join(pieces)


_short: dict[int, Counter[str]] = {}


def short_name(book: Book, file: FileRow) -> str:
    """Return a file's name, with the folder before it where other files have the same: the link holds the whole path."""
    names = _short.get(id(book))
    if names is None:
        _short.clear()
        names = _short[id(book)] = Counter(f.name for f in book.files.values())
    return file.name if names[file.name] < 2 else "/".join(file.path.split("/")[-2:])


def _used(shown: Shown, files: int, users: str, places: list[Place]) -> str:
    if not users:
        return ""
    defined = {place[0] for place in places}
    ids = [int(word) for word in users.split()]
    book, here = shown.book, shown.here
    prefix = here + "/"
    first = nearest = 0
    for i in ids:
        if i not in defined:
            first = first or i
            if here and book.files[i].path.startswith(prefix):
                nearest = i
                break
    chosen = nearest or first
    listed = [shown.link(chosen)] if chosen else []
    others = files - sum(1 for i in ids if i in defined)
    if others <= 0 or not listed:
        return ""
    more = f" and {number(others - len(listed))} more" if others > len(listed) else ""
    return f"; named in {', '.join(listed)}{more}"


def reader_key(name: str) -> tuple[str, str]:
    return name.lstrip("_$@.~").lower(), name


def letter_of(name: str) -> str:
    first = name.lstrip("_$@.~")[:1].upper()
    if first.isascii():
        return first if first.isalpha() else "0–9" if first.isdigit() else "Symbols"
    return "Other letters" if first.isalpha() else "Symbols"


def by_letter(names: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield letter and names as a reader looks them up: without case, without leading underscores."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=reader_key):
        groups.setdefault(letter_of(name), []).append(name)
    order = {"Symbols": "", "0–9": "0", "Other letters": "\uffff"}
    for letter in sorted(groups, key=lambda item: order.get(item, item)):
        yield letter, groups[letter]


def render_keywords(book: Book) -> None:
    """Write the A–Z: `keywords.md`, and a page or more for each letter when it is large."""
    definitions: dict[str, Defined] = {}
    for name, kind, file_id, line in book.db.execute(
        "SELECT name, kind, file_id, name_line FROM symbol ORDER BY id"
    ):
        defined = definitions.get(name)
        if defined is None:
            definitions[name] = Defined((file_id, line, kind))
        else:
            defined.add((file_id, line, kind))
    counts = {
        row[0]: (row[1], row[2], row[3])
        for row in book.db.execute("SELECT name, definitions, files, users FROM name")
    }
    letters = list(by_letter(list(definitions)))
    is_split = len(definitions) > 1500
    shown = Shown(book, "keywords" if is_split else "")
    front = [
        f"# Keywords: {code(book.options.name)}\n",
        f"{plural(len(definitions), 'name')} defined in this repository.\n",
    ]
    if not is_split:
        for letter, names in letters:
            front.append(f"## {letter}\n")
            front.append(
                "\n".join(_keyword(shown, name, definitions[name], counts[name]) for name in names) + "\n"
            )
        book.write("keywords.md", "\n".join(front))
        return
    rows = []
    for letter, names in letters:
        pages = _split(shown, names, definitions, counts)
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


def _split(
    shown: Shown, names: list[str], definitions: dict[str, Defined], counts: dict[str, tuple[int, int, str]]
) -> list[tuple[str, str, list[str]]]:
    pages: list[tuple[str, str, list[str]]] = []
    lines: list[str] = []
    used = 0
    first = names[0]
    for at, name in enumerate(names):
        line = _keyword(shown, name, definitions[name], counts[name])
        lines.append(line)
        used += len(line) + 1
        if used > PAGE_BYTES or at == len(names) - 1:
            pages.append((first, name, lines))
            lines, used = [], 0
            first = names[at + 1] if at + 1 < len(names) else name
    return pages


def _keyword(shown: Shown, name: str, defined: Defined, counts: tuple[int, int, str]) -> str:
    definitions, files, users = counts
    places = defined.places
    if defined.count > MAX_PLACES and places[0][2] == places[-1][2]:
        places = places[:1]  # one of many of a kind tells as much as two
    others = defined.count - len(places)
    more = f" and {number(others)} more" if others else ""
    named = _used(shown, files, users, defined.places) if definitions == 1 else ""
    return f"- {code(name)}: {_places(shown, places)}{more}{named}"

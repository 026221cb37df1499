"""`sub.md` of every folder and the A–Z of the whole repository: where a keyword is defined, then where it is used.

A subtree's most used names are among the most used names of its parts, so all folders are done in one pass from the
leaves up, each keeping no more than a page can show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from repobook.render.book import Book, FileRow, FolderRow
from repobook.render.definitions import Defined, Place, definitions
from repobook.render.markdown import code, number, plural, relative, url

MAX_KEYWORDS = 100  # on one sub.md
PAGE_BYTES = 400_000

_NOISE = re.compile(r"__\w+__$|.$")


def render_names(book: Book) -> None:
    """Write `sub.md` of every folder and the A–Z, from one reading of the definitions."""
    every: dict[str, Defined] = {}
    own: dict[int, dict[str, Defined]] = {}
    here: dict[str, Defined] = {}
    at = 0
    for name, place in definitions(book):
        if place.file_id != at:
            at = place.file_id
            here = own.setdefault(book.files[at].folder_id, {})
        for known in (here, every):
            defined = known.get(name)
            if defined is None:
                known[name] = Defined(place)
            else:
                defined.add(place)
    _render_subtrees(book, own)
    _render_keywords(book, every)


def _render_subtrees(book: Book, own: dict[int, dict[str, Defined]]) -> None:
    """Write `sub.md` of every folder; `own` are the names that its own files define."""
    totals: dict[int, int] = {}
    is_cut: set[int] = set()  # folders whose list no longer holds every name
    merged: dict[int, dict[str, Defined]] = {}
    for folder in sorted(book.folders.values(), key=lambda f: (-f.depth, f.id)):
        names = own.pop(folder.id, {})
        total = sum(defined.count for defined in names.values())
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
            names = {name: names[name] for name in _most_used(names, MAX_KEYWORDS * 2)}
        merged[folder.id] = names
        below_it = book.subfolders.get(folder.id, [])
        if len(below_it) == 1 and not folder.files and folder.path:
            book.write(folder.at("sub.md"), _same_page(book, folder, book.folders[below_it[0]]))
            continue
        book.write(folder.at("sub.md"), _sub_page(book, folder, names, total if folder.id in is_cut else 0))


def _most_used(names: dict[str, Defined], limit: int) -> list[str]:
    return sorted(names, key=lambda name: (bool(_NOISE.match(name)), names[name].order(name)))[:limit]


def _same_page(book: Book, folder: FolderRow, only: FolderRow) -> str:
    """Return the page of a folder that holds one folder and nothing else: its keywords are the other's."""
    here = folder.page
    return (
        f"# Keywords below {code(folder.path)}\n\nAll of them lie in {code(only.name + '/')}:"
        f" {book.folder_link(only, here, 'its keywords', 'sub.md')}. [Global index]({url(relative('keywords.md', here))}).\n\n"
        f"Folder: {book.folder_link(folder, here, code('index.md'))} · {book.folder_link(folder, here, code('doc.md'), 'doc.md')}\n"
    )


def _sub_page(book: Book, folder: FolderRow, names: dict[str, Defined], total: int) -> str:
    parts = [f"# Keywords below {code(folder.path or book.options.name)}\n"]
    chosen = _most_used(names, MAX_KEYWORDS)
    every = url(relative("keywords.md", folder.page))
    if total or len(names) > len(chosen):
        every_one = number(total) if total else number(len(names))
        what = "definitions" if total else "names"
        parts.append(f"Top {number(len(chosen))} of {every_one} {what} · [all]({every})\n")
    elif not chosen:
        parts.append(f"No definitions · [all keywords]({every})\n")
    else:
        parts.append(f"All {plural(len(chosen), 'keyword')}. [Global index]({every}).\n")
    shown = Shown(book, folder.page)
    for letter, group in by_letter(chosen):
        parts.append(f"## {letter}\n")
        parts.append("\n".join(_keyword(shown, name, names[name]) for name in group) + "\n")
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


def _place(shown: Shown, place: Place, said: str) -> str:
    """Return where a name is defined and who uses it; its kind only where it is not the one just said."""
    where = shown.link(place.file_id, place.line)
    where = where if place.kind == said else f"{place.kind} {where}"
    if not place.users:
        return where
    more = f" +{number(place.users - 1)}" if place.users > 1 else ""
    return f"{where} ← {shown.link(place.user)}{more}"


_short: WeakKeyDictionary[Book, Counter[str]] = WeakKeyDictionary()


def short_name(book: Book, file: FileRow) -> str:
    """Return a file's name, with the folder before it where other files have the same: the link holds the whole path."""
    names = _short.get(book)
    if names is None:
        _short.clear()
        names = _short[book] = Counter(f.name for f in book.files.values())
    return file.name if names[file.name] < 2 else "/".join(file.path.split("/")[-2:])


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


def _render_keywords(book: Book, defined: dict[str, Defined]) -> None:
    """Write the A–Z: `keywords.md`, and a page or more for each letter when it is large."""
    letters = list(by_letter(list(defined)))
    is_split = len(defined) > 1500
    shown = Shown(book, "keywords" if is_split else "")
    front = [
        f"# Keywords: {code(book.options.name)}\n",
        f"{plural(len(defined), 'name')} defined in this repository.\n",
    ]
    if not is_split:
        for letter, names in letters:
            front.append(f"## {letter}\n")
            front.append("\n".join(_keyword(shown, name, defined[name]) for name in names) + "\n")
        book.write("keywords.md", "\n".join(front))
        return
    rows = []
    for letter, names in letters:
        pages = _split(shown, names, defined)
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


def _split(shown: Shown, names: list[str], defined: dict[str, Defined]) -> list[tuple[str, str, list[str]]]:
    pages: list[tuple[str, str, list[str]]] = []
    lines: list[str] = []
    used = 0
    first = names[0]
    for at, name in enumerate(names):
        line = _keyword(shown, name, defined[name])
        lines.append(line)
        used += len(line) + 1
        if used > PAGE_BYTES or at == len(names) - 1:
            pages.append((first, name, lines))
            lines, used = [], 0
            first = names[at + 1] if at + 1 < len(names) else name
    return pages


def _keyword(shown: Shown, name: str, defined: Defined) -> str:
    places = defined.places
    if defined.count > len(places) > 1 and places[0].kind == places[1].kind and not places[1].users:
        places = places[:1]  # one of many of a kind tells as much as two
    pieces = []
    said = ""
    for place in places:
        pieces.append(_place(shown, place, said))
        said = place.kind
    others = defined.count - len(places)
    more = f", +{plural(others, 'definition')}" if others else ""
    return f"- {code(name)}: {', '.join(pieces)}{more}"

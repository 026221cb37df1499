"""How lists of keywords show a name: where it is defined, who uses it, and in which order a reader looks names up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from repobook.render.book import Book, FileRow
from repobook.render.definitions import Defined, Place
from repobook.render.markdown import code, number, plural, relative, url

PAGE_BYTES = 470_000  # of a list, as a page of the site: with what stands around it, below 512 KB


def web_bytes(text: str) -> int:
    """Return about how large lines of a list are on the site, where links, code spans and headings take more than in Markdown."""
    links, spans = text.count("]("), text.count("`") // 2
    signs = text.count("<") + text.count(">") + text.count("&")
    heading = 24 + len(text.partition("\n")[0].encode()) if text.startswith("#") else 4
    return len(text.encode()) + 12 * links + 11 * spans + 4 * signs + heading


def keyword_line(shown: Shown, name: str, defined: Defined, every: str = "") -> str:
    """Return the entry of a name; `every` leads to the list of all its definitions."""
    places = _shown_places(defined)
    pieces = []
    said = ""
    for place in places:
        pieces.append(_place(shown, place, said))
        said = place.kind
    others = defined.count - len(places)
    more = f"+{plural(others, 'definition')}" if others else ""
    if more and every:
        more = f"[{more}]({every})"
    return f"- {code(name)}: {', '.join([*pieces, more] if more else pieces)}"


def _shown_places(defined: Defined) -> list[Place]:
    places = defined.places
    if defined.count > len(places) > 1 and places[0].kind == places[1].kind and not places[1].users:
        return places[:1]  # one of many of a kind tells as much as two
    return places


def more_definitions(defined: Defined) -> int:
    """Return how many definitions of a name its entry does not show."""
    return defined.count - len(_shown_places(defined))


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
    for name in names:
        groups.setdefault(letter_of(name), []).append(name)
    order = {"Symbols": "", "0–9": "0", "Other letters": "\uffff"}
    for letter in sorted(groups, key=lambda item: order.get(item, item)):
        yield letter, sorted(groups.pop(letter), key=reader_key)

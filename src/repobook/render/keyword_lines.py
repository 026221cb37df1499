"""How lists of keywords show a name: where it is defined, who uses it, and in which order a reader looks names up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from repobook.render.book import Book, FileRow
from repobook.render.definitions import Defined, Kinds, shown_places
from repobook.render.markdown import code, number, plural, relative, url

_BEFORE = "_$@.~"  # what readers look past at the beginning of a name
PAGE_BYTES = 470_000  # of a list, as a page of the site: with what stands around it, below 512 KB


def web_bytes(text: str) -> int:
    """Return about how large lines of a list are on the site, where links, code spans and headings take more than in Markdown."""
    data = text.encode()
    links, spans = data.count(b"]("), data.count(b"`") // 2
    signs = data.count(b"<") + data.count(b">") + data.count(b"&")
    heading = 24 + len(data.partition(b"\n")[0]) if data.startswith(b"#") else 4
    return len(data) + 12 * links + 11 * spans + 4 * signs + heading


def keyword_line(shown: Shown, name: str, defined: Defined, every: Callable[[str, str], str]) -> str:
    """Return the entry of a name; `every` tells where a page finds the list of all its definitions."""
    count = defined[0]
    if count == 1:
        return f"- {code(name)}: {shown.place(defined[1])}"
    places = shown_places(defined)
    line = f"- {code(name)}: {shown.place(*places)}"
    if count == len(places):
        return line
    more = f"+{plural(count - len(places), 'definition')}"
    target = every(name, shown.here)
    return f"{line}, [{more}]({target})" if target else f"{line}, {more}"


def more_definitions(defined: Defined) -> int:
    """Return how many definitions of a name its entry does not show."""
    return defined[0] - len(shown_places(defined))


class Shown:
    """Files as the lists of one page show them: a short name and where its page is, made once."""

    def __init__(self, book: Book, here: str, kinds: Kinds) -> None:
        self.book = book
        self.here = here
        self.kinds = kinds
        self._known: dict[int, tuple[str, str]] = {}

    def link(self, file_id: int, line: int = 0) -> str:
        known = self._known.get(file_id)
        if known is None:
            file = self.book.files[file_id]
            known = (f"[{code(short_name(self.book, file))}", f"]({url(relative(file.docs, self.here))})")
            self._known[file_id] = known
        return f"{known[0]} L{line}{known[1]}" if line else known[0] + known[1]

    def place(self, *numbers: int) -> str:
        """Return where a name is defined and who uses it."""
        told = said = ""
        for number_ in numbers:
            users, file_id, line, kind, user = self.kinds.place(number_)
            where = self.link(file_id, line)
            if users:
                more = f" +{number(users - 1)}" if users > 1 else ""
                where = f"{where} ← {self.link(user)}{more}"
            # Its kind only where it is not the one just said.
            where = where if kind == said else f"{kind} {where}"
            told = f"{told}, {where}" if told else where
            said = kind
        return told


def short_name(book: Book, file: FileRow) -> str:
    """Return a file's name, with the folder before it where other files have the same: the link holds the whole path."""
    return "/".join(file.path.split("/")[-2:]) if book.ground.is_shared(file.name) else file.name


def reader_key(name: str) -> tuple[str, str]:
    return _read_key(name), name


def letter_of(name: str) -> str:
    first = name.lstrip(_BEFORE)[:1].upper()
    if first.isascii():
        return first if first.isalpha() else "0–9" if first.isdigit() else "Symbols"
    return "Other letters" if first.isalpha() else "Symbols"


def by_letter(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield letter and names as a reader looks them up: without case, without leading underscores."""
    begins: dict[str, list[str]] = {}
    for name in names:
        begins.setdefault(name.lstrip(_BEFORE)[:1], []).append(name)
    groups: dict[str, list[str]] = {}
    for first, some in begins.items():
        groups.setdefault(letter_of(first), []).extend(some)
    for letter in sorted(groups, key=letter_key):
        group = groups.pop(letter)
        group.sort()
        group.sort(key=_read_key)  # stable, and quicker than pairs of both
        yield letter, group


def letter_key(letter: str) -> str:
    """Return what sorts letters."""
    return {"Symbols": "", "0–9": "0", "Other letters": "\uffff"}.get(letter, letter)


def _read_key(name: str) -> str:
    return name.lstrip(_BEFORE).lower()

"""Every definition that a reader may look up, with who uses it: what the A–Z and the keywords of a folder list."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from repobook.facts import MINOR_KINDS
from repobook.render.book import Book, FileRow

_CODE = ("source", "test", "generated", "vendored")
_KEYS = ("key", "table", "section", "column")
# What build files define and people ask for by name.
_TARGETS = frozenset(
    {"target", "function", "macro", "project", "module", "bin", "script", "artifact", "option", "rule", "task", "recipe", "stage"}
)  # fmt: skip
_NOT_DEFINITIONS = frozenset({"entry", "pattern", "element", "step", "hook", "import", "label", "impl"})
_MEMBERS = MINOR_KINDS | {"method", "constructor", "destructor", "accessor"}
_DECLARATIONS = ("prototype", "package", "namespace", "module", "extension", "import", "declaration")


class Place(NamedTuple):
    """Where a name is defined, and who uses that definition. Places compare as readers want them: best first."""

    rank: int  # types and functions, members, declarations, tests, headings, keys
    unused: int  # minus the number of other files that use it
    file_id: int
    line: int
    kind: str
    user: int  # the file that uses it most; 0 for none

    @property
    def users(self) -> int:
        return -self.unused


class Defined:
    """Where a name is defined: how often, and the best places, each in another file."""

    __slots__ = ("_best", "_next", "count")

    def __init__(self, place: Place) -> None:
        self.count = 1
        self._best = place
        self._next: Place | None = (
            None  # no list: a large repository has millions of names, and most one place
        )

    @property
    def places(self) -> list[Place]:
        """Return them, the best first."""
        return [self._best] if self._next is None else [self._best, self._next]

    def copy(self) -> Defined:
        other = Defined(self._best)
        other.count, other._next = self.count, self._next
        return other

    def add(self, place: Place) -> None:
        self.count += 1
        self._keep(place)

    def merge(self, other: Defined) -> None:
        self.count += other.count
        for place in other.places:
            self._keep(place)

    def _keep(self, place: Place) -> None:
        best, following = self._best, self._next
        if place.file_id == best.file_id:
            self._best = min(place, best)
        elif following is None or place.file_id == following.file_id:
            following = place if following is None else min(place, following)
            self._best, self._next = min(best, following), max(best, following)
        elif place < following:
            self._best, self._next = min(best, place), max(best, place)

    def order(self, name: str) -> tuple[int, int, str]:
        """Return what sorts names by how much a reader of a folder wants them."""
        following = self._next or self._best
        return min(self._best.unused, following.unused), self._best.rank, name


class Names:
    """Where names are defined. A large repository has millions, and most have one place: such a place is one number."""

    def __init__(self) -> None:
        self._one: dict[str, int] = {}
        self._several: dict[str, Defined] = {}
        self._kinds: dict[str, int] = {}
        self._kind_names: list[str] = []

    def __len__(self) -> int:
        return len(self._one)

    def __iter__(self) -> Iterator[str]:
        return iter(self._one)

    def __contains__(self, name: object) -> bool:
        return name in self._one

    def add(self, name: str, place: Place) -> None:
        one = self._one.setdefault(name, -1)
        if one == -1:
            self._one[name] = self._pack(place)
            return
        known = self._several.get(name)
        if known is None:
            known = self._several[name] = Defined(self._unpack(one))
        known.add(place)

    def get(self, name: str) -> Defined | None:
        one = self._one.get(name)
        if one is None:
            return None
        return self._several.get(name) or Defined(self._unpack(one))

    def several(self) -> Iterator[tuple[str, Defined]]:
        """Give the names that have more than one definition."""
        return iter(self._several.items())

    def _pack(self, place: Place) -> int:
        kind = self._kinds.get(place.kind)
        if kind is None:
            kind = self._kinds[place.kind] = len(self._kind_names)
            self._kind_names.append(place.kind)
        number = place.rank << 12 | kind
        for part in (-place.unused, place.file_id, place.line, place.user):
            number = number << 32 | part
        return number

    def _unpack(self, number: int) -> Place:
        user, line, file_id, users = (number >> shift & 0xFFFFFFFF for shift in (0, 32, 64, 96))
        head = number >> 128
        return Place(head >> 12, -users, file_id, line, self._kind_names[head & 0xFFF], user)


def definitions(book: Book) -> Iterator[tuple[str, Place]]:
    """Yield every name and where it is defined, file by file; overloads are one, at the longest, which is the body."""
    uses = _rows(book, "SELECT symbol_id, file_id, places FROM use ORDER BY symbol_id")
    used, user, places = next(uses, _END)
    found: dict[tuple[str, str], _Found] = {}
    listed: dict[tuple[str, bool], bool] = {}
    at = 0
    for symbol, file_id, name, kind, scope, line, length in _rows(
        book,
        "SELECT id, file_id, name, kind, scope, name_line, last_line - first_line FROM symbol ORDER BY id",
    ):
        if file_id != at:
            yield from _places(book, at, found)
            found, listed, at = {}, {}, file_id
        while used < symbol:
            used, user, places = next(uses, _END)
        is_known = listed.get((kind, bool(scope)))
        if is_known is None:
            is_known = listed[kind, bool(scope)] = is_listed(book.files[file_id], kind, scope)
        if not is_known:
            continue
        key = (scope, name)
        known = found.get(key)
        if known is None:
            known = found[key] = (length, line, kind, {})
        elif length > known[0]:
            known = found[key] = (length, line, kind, known[3])
        while used == symbol:
            if user != file_id:
                known[3][user] = max(known[3].get(user, 0), places)
            used, user, places = next(uses, _END)
    yield from _places(book, at, found)


_Found = tuple[int, int, str, dict[int, int]]  # length, line, kind, and who uses it: file -> places
_END = (1 << 62, 0, 0)


def _rows(book: Book, sql: str) -> Iterator[tuple[Any, ...]]:
    """Yield rows as plain tuples: there are as many as the repository has symbols."""
    cursor = book.db.cursor()
    cursor.row_factory = None
    return iter(cursor.execute(sql))


def _places(book: Book, file_id: int, found: dict[tuple[str, str], _Found]) -> Iterator[tuple[str, Place]]:
    files = book.files
    ranks: dict[str, int] = {}
    for (_, name), (_, line, kind, used) in found.items():
        best = 0
        if len(used) == 1:
            best = next(iter(used))
        elif used:
            # Code that uses it tells more than a test.
            best = min(used, key=lambda f: (files[f].kind != "source", -used[f], f))
        rank = ranks.get(kind)
        if rank is None:
            rank = ranks[kind] = _rank(files[file_id], kind)
        yield name, Place(rank, -len(used), file_id, line, sys.intern(kind), best)


def is_listed(file: FileRow, kind: str, scope: str) -> bool:
    """Tell whether a reader may look something up: definitions of code, headings, targets, and keys at the top."""
    if kind == "heading":
        return True
    if file.kind in ("source", "test"):
        return kind not in _NOT_DEFINITIONS
    if kind in _KEYS:
        return not scope and file.kind != "generated"
    if file.kind in _CODE:
        return kind not in _NOT_DEFINITIONS
    return kind in _TARGETS


def _rank(file: FileRow, kind: str) -> int:
    if kind == "heading":
        return 4
    if file.kind not in _CODE or kind in _KEYS:
        return 5
    if file.kind == "test":
        return 3
    return 2 if kind in _DECLARATIONS else 1 if kind in _MEMBERS else 0

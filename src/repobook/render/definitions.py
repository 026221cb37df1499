"""Every definition that a reader may look up, with who uses it: what the A–Z and the keywords of a folder list."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from repobook.facts import MINOR_KINDS
from repobook.render.book import Book, FileRow

MAX_PLACES = 2  # kept for a name

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

    __slots__ = ("count", "places")

    def __init__(self) -> None:
        self.count = 0
        self.places: list[Place] = []

    def add(self, place: Place) -> None:
        self.count += 1
        self._keep(place)

    def merge(self, other: Defined) -> None:
        self.count += other.count
        for place in other.places:
            self._keep(place)

    def _keep(self, place: Place) -> None:
        places = self.places
        for at, known in enumerate(places):
            if known.file_id == place.file_id:
                if place < known:
                    places[at] = place
                    places.sort()
                return
        if len(places) < MAX_PLACES:
            places.append(place)
            places.sort()
        elif place < places[-1]:
            places[-1] = place
            places.sort()

    def order(self, name: str) -> tuple[int, int, str]:
        """Return what sorts names by how much a reader of a folder wants them."""
        best = self.places[0]
        return min(place.unused for place in self.places), best.rank, name


def definitions(book: Book) -> Iterator[tuple[str, Place]]:
    """Yield every name and where it is defined, file by file; overloads are one, at the longest, which is the body."""
    uses = book.db.execute("SELECT symbol_id, file_id, places FROM use ORDER BY symbol_id")
    use = uses.fetchone()
    group: dict[tuple[str, str], list[sqlite3.Row]] = {}
    users: dict[tuple[str, str], dict[int, int]] = {}
    at = 0
    for row in book.db.execute(
        "SELECT id, file_id, name, kind, scope, name_line, last_line - first_line AS length FROM symbol ORDER BY id"
    ):
        file_id = row["file_id"]
        if file_id != at:
            yield from _places(book, at, group, users)
            group, users, at = {}, {}, file_id
        key = (row["scope"], row["name"])
        while use is not None and use[0] <= row["id"]:
            if use[0] == row["id"] and use[1] != file_id:
                known = users.setdefault(key, {})
                known[use[1]] = max(known.get(use[1], 0), use[2])
            use = uses.fetchone()
        if is_listed(book.files[file_id], row["kind"], row["scope"]):
            group.setdefault(key, []).append(row)
    yield from _places(book, at, group, users)


def _places(
    book: Book,
    file_id: int,
    group: dict[tuple[str, str], list[sqlite3.Row]],
    users: dict[tuple[str, str], dict[int, int]],
) -> Iterator[tuple[str, Place]]:
    files = book.files
    for key, rows in group.items():
        row = rows[0] if len(rows) == 1 else max(rows, key=lambda r: (r["length"], -r["id"]))
        used = users.get(key)
        # Code that uses it tells more than a test.
        best = min(used, key=lambda f: (files[f].kind != "source", -used[f], f)) if used else 0
        rank = _rank(files[file_id], row["kind"])
        yield key[1], Place(rank, -len(used) if used else 0, file_id, row["name_line"], row["kind"], best)


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

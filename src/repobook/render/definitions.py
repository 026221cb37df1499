"""Every definition that a reader may look up, with who uses it: what the A–Z and the keywords of a folder list."""

from __future__ import annotations

import marshal
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from heapq import nsmallest
from itertools import groupby
from operator import itemgetter
from typing import Any

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


# A place is one number, so that a large repository can have millions of names: rank, minus the number of other files that
# use it, file, line, kind, and the file that uses it most (0 for none). Less is what a reader wants first; places of two
# files never differ by kind and user alone, so there the number of a kind may be any.
_RANK, _USERS, _FILE, _LINE, _KIND = 140, 108, 76, 44, 32
_PART = 0xFFFFFFFF
_KIND_PART = 0xFFF
_UNUSED = _PART << _USERS

# How often a name is defined, and its two best places, each in another file; 0 for none
Defined = tuple[int, int, int]
# How many other files use it; file, line, kind, and the file that uses it most: 0 for none
Place = tuple[int, int, int, str, int]


class Kinds:
    """The numbers of kinds in places."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = list(names)
        self._numbers = {name: number for number, name in enumerate(self._names)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def number(self, kind: str) -> int:
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = len(self._names)
            self._names.append(kind)
        return number

    def place(self, number: int) -> Place:
        return (
            ~(number >> _USERS) & _PART,
            number >> _FILE & _PART,
            number >> _LINE & _PART,
            self._names[number >> _KIND & _KIND_PART],
            number & _PART,
        )

    def better(self, one: int, other: int) -> int:
        """Return the better of two places of one file."""
        if one >> _LINE != other >> _LINE:
            return min(one, other)
        return min(one, other, key=lambda place: (self._names[place >> _KIND & _KIND_PART], place & _PART))


def shown_places(defined: Defined) -> tuple[int, ...]:
    """Return the places of a name that its entry shows."""
    count, best, following = defined
    if not following:
        return (best,)
    is_one_kind = not (best ^ following) >> _KIND & _KIND_PART
    if count > 2 and is_one_kind and following >> _USERS & _PART == _PART:
        return (best,)  # one of many of a kind tells as much as two
    return best, following


def is_in(defined: Defined, file_id: int) -> bool:
    """Tell whether one of the best places of a name is in a file."""
    return defined[1] >> _FILE & _PART == file_id or (defined[2] >> _FILE & _PART) == file_id


class Names:
    """Where names are defined: how often, and the best places. Most have one place."""

    def __init__(self) -> None:
        self._one: dict[str, int] = {}
        self._several: dict[str, Defined] = {}

    def __len__(self) -> int:
        return len(self._one)

    def __iter__(self) -> Iterator[str]:
        return iter(self._one)

    def __contains__(self, name: object) -> bool:
        return name in self._one

    def __getitem__(self, name: str) -> Defined:
        return self._several.get(name) or (1, self._one[name], 0)

    def get(self, name: str) -> Defined | None:
        return self[name] if name in self._one else None

    def add_file(self, best: dict[str, int], counts: dict[str, int]) -> None:
        """Add the names of one more file: the best place of each, and how often it is defined where that is not once."""
        known = self._one.setdefault
        for name, place in best.items():
            if known(name, place) is not place:
                self.add(name, (1, place, 0))
        for name, count in counts.items():
            before, *places = self[name]
            self._several[name] = (before + count - 1, places[0], places[1])

    def add(self, name: str, defined: Defined) -> None:
        """Add what other files define."""
        if name not in self._one:
            self._one[name] = defined[1]
            if defined[0] > 1:
                self._several[name] = defined
            return
        count, best, following = self[name]
        for place in defined[1:]:
            if place and place < best:
                best, following = place, best
            elif place and (not following or place < following):
                following = place
        self._several[name] = (count + defined[0], best, following)

    def several(self) -> Iterator[tuple[str, Defined]]:
        """Give the names that have more than one definition."""
        return iter(self._several.items())

    def definitions(self) -> int:
        """Return how many definitions there are of all names."""
        return len(self._one) + sum(defined[0] - 1 for defined in self._several.values())

    def most_used(self, limit: int) -> list[str]:
        """Return the names that a reader of a folder wants most."""
        order = []
        several = self._several
        for name, place in self._one.items():
            unused = place >> _USERS & _PART
            if name in several:
                _, place, following = several[name]
                unused = place >> _USERS & _PART
                if following:
                    unused = min(unused, following >> _USERS & _PART)
            is_noise = (len(name) < 3 or name.startswith("__")) and _NOISE.match(name) is not None
            order.append((is_noise << 40 | unused << 4 | place >> _RANK, name))
        return [name for _, name in (nsmallest(limit, order) if len(order) > limit else sorted(order))]

    def cut(self, names: Iterable[str]) -> Names:
        """Return some of the names."""
        cut = Names()
        for name in names:
            cut.add(name, self[name])
        return cut


_NOISE = re.compile(r"__\w+__$|.$")
_Found = tuple[int, int, int]  # length, line, and what a place has of its file and kind
_END = (1 << 62, 0, 0)

Rows = list[tuple[Any, ...]]


def read_symbols(
    db: sqlite3.Connection, where: str = "", values: Sequence[str] = ()
) -> Iterator[tuple[int, Rows, Rows]]:
    """Yield files with all that their places are made of: the rows of their symbols and who uses these, in few columns.

    `where` is what must be so of a symbol.
    """
    chosen, used_ones = "", ""
    if where:
        chosen = f" WHERE {where}"
        used_ones = f" WHERE symbol_id IN (SELECT id FROM symbol{chosen})"
    symbols, uses = db.cursor(), db.cursor()
    symbols.row_factory = uses.row_factory = (
        None  # plain tuples: there are as many as the repository has symbols
    )
    uses.execute(f"SELECT symbol_id, file_id, places FROM use{used_ones} ORDER BY symbol_id, file_id", values)
    use = next(uses, _END)
    symbols.execute(
        f"SELECT file_id, id, name, kind, scope, name_line, last_line - first_line FROM symbol{chosen} ORDER BY id",
        values,
    )
    for file_id, group in groupby(symbols, itemgetter(0)):
        rows = list(group)
        used = []
        last = rows[-1][1]
        while use[0] <= last:
            used.append(use)
            use = next(uses, _END)
        yield file_id, rows, used


def digest_of(rows: Rows, uses: Rows) -> bytes:
    """Return a digest of all that the places of a file's names are made of."""
    return blake2b(marshal.dumps([rows, uses], 2), digest_size=16).digest()


class Places:
    """Finds the places of names in what was read of a file."""

    def __init__(self, book: Book, kinds: Kinds) -> None:
        self._files = book.files
        self._kinds = kinds
        self._sources = {file.id for file in book.files.values() if file.kind == "source"}

    def of(self, file_id: int, rows: Rows, uses: Rows) -> tuple[dict[str, int], dict[str, int]]:
        """Return the best place of each name that a file defines, and how often it does where that is not once.

        Overloads are one, at the longest, which is the body.
        """
        file = self._files[file_id]
        waiting = iter(uses)
        used, user, places = next(waiting, _END)
        starts: tuple[dict[str, int], dict[str, int]] = ({}, {})  # by kind: of what is in a scope or is not
        found: dict[tuple[str, str], _Found] = {}
        users: dict[tuple[str, str], dict[int, int]] = {}  # file -> places
        for _, symbol, name, kind, scope, line, length in rows:
            while used < symbol:
                used, user, places = next(waiting, _END)
            start = starts[not scope].get(kind)
            if start is None:
                start = starts[not scope][kind] = _start(file, kind, scope, self._kinds)
            if not start:
                continue
            key = (scope, name)
            known = found.get(key)
            if known is None or length > known[0]:
                found[key] = (length, line, start)
            if used == symbol:
                known_users = users.setdefault(key, {})
                while used == symbol:
                    if user != file_id:
                        known_users[user] = max(known_users.get(user, 0), places)
                    used, user, places = next(waiting, _END)
        return self._best(found, users)

    def _best(
        self, found: dict[tuple[str, str], _Found], users: dict[tuple[str, str], dict[int, int]]
    ) -> tuple[dict[str, int], dict[str, int]]:
        sources = self._sources
        best: dict[str, int] = {}
        counts: dict[str, int] = {}
        for key, (_, line, start) in found.items():
            place = start + (line << _LINE)
            used = users.get(key)
            if used:
                # Code that uses it tells more than a test; then who uses it most.
                most = min(
                    [((user not in sources) << 64) - (places << 32) + user for user, places in used.items()]
                )
                place += (most & _PART) - (len(used) << _USERS)
            name = key[1]
            known = best.setdefault(name, place)
            if known is not place:
                counts[name] = counts.get(name, 1) + 1
                best[name] = self._kinds.better(known, place)
        return best, counts


def _start(file: FileRow, kind: str, scope: str, kinds: Kinds) -> int:
    """Return what the places of a kind in a file share; 0 where a reader does not look such things up."""
    if not is_listed(file, kind, scope):
        return 0
    return _rank(file, kind) << _RANK | _UNUSED | file.id << _FILE | kinds.number(kind) << _KIND


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

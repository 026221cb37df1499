"""Every symbol of the repository, quick to find by file, by scope and by name."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

import msgspec

from repobook.link.references.sites import LocalName, Places, unpack_locals, unpack_places, words_of

# Languages whose names can mean each other.
GROUPS = {
    "Python": "python", "Cython": "python",
    "C": "c", "C++": "c", "Cuda": "c", "HIP": "c", "Objective-C": "c", "Objective-C++": "c", "Metal": "c", "OpenCL": "c",
    "JavaScript": "js", "TypeScript": "js", "TSX": "js", "JSX": "js", "Vue": "js", "Svelte": "js",
    "Java": "java", "Kotlin": "java", "Scala": "java", "Groovy": "java",
    "Go": "go", "Rust": "rust", "C#": "csharp", "Ruby": "ruby", "PHP": "php", "Swift": "swift", "Lua": "lua", "Shell": "shell",
    "GLSL": "glsl",
}  # fmt: skip
TYPE_KINDS = frozenset(
    ["class", "struct", "interface", "trait", "enum", "union", "record", "protocol", "object", "type", "typedef",
     "alias", "actor", "annotation", "enum class", "module", "concept", "companion", "implementation", "category"]
)  # fmt: skip
FUNCTION_KINDS = frozenset(
    ["function", "method", "constructor", "destructor", "prototype", "macro", "kernel", "operator", "accessor",
     "subroutine", "test", "benchmark", "conversion", "getter", "setter", "property"]
)  # fmt: skip
MEMBER_KINDS = frozenset(
    ["method", "attribute", "field", "property", "constructor", "prototype", "enumerator", "constant"]
)
_LINE = (1 << 21) - 1
_TESTS = frozenset(["test", "benchmark"])
# What holds nothing: where no place of the repository names it, nobody asks for it.
LEAVES = frozenset(["macro", "field", "enumerator", "constant", "variable"])
MANY_SYMBOLS = 1_000_000  # beyond these, leaves that nobody asks for stay in the store
MANY_FILES = 2_000  # whose scopes a worker keeps
NO_TARGETS = frozenset(["heading", "key", "impl", "extension", "package", "label", "section"])


class Symbol(msgspec.Struct, eq=False, gc=False):
    """What references need to know of a symbol."""

    id: int
    file: int
    name: str
    kind: str
    scope: str
    lines: int  # first, last and that of its name, in one number: there are millions of symbols
    signature: str
    bases: str
    is_private: bool
    has_body: bool
    is_conditional: bool

    @property
    def first(self) -> int:
        return self.lines >> 42

    @property
    def last(self) -> int:
        return self.lines >> 21 & _LINE

    @property
    def line(self) -> int:
        return self.lines & _LINE

    def __repr__(self) -> str:
        return f"<{self.kind} {self.scope}|{self.name} {self.file}:{self.line}>"


_COLUMNS = (
    f"id, file_id, name, kind, scope, (min(first_line, {_LINE}) << 42) + (min(last_line, {_LINE}) << 21) + min(name_line, {_LINE}),"
    " signature, bases, visibility = 'private', complexity > 0, condition != ''"
)


class Import(NamedTuple):
    line: int
    target: str
    names: tuple[str, ...]
    answer: str
    file: int | None
    how: str = ""
    folder: str | None = None  # a package that is a folder: all of its files are meant


class Using(NamedTuple):
    line: int
    name: str  # "" for all of a namespace
    target: str


class Scopes(dict[int, dict[str, dict[str, list[Symbol]]]]):
    """File -> scope -> name -> symbols, in order; made when a file is first asked for, for as many as are asked for."""

    def __init__(self, index: Index) -> None:
        super().__init__()
        self._index = index

    def __missing__(self, file: int) -> dict[str, dict[str, list[Symbol]]]:
        if len(self) >= MANY_FILES:
            self.clear()
        found: dict[str, dict[str, list[Symbol]]] = {}
        group = self._index.groups.get(file, "")
        for symbol in self._index.in_file.get(file, ()):
            if not is_test(group, symbol):
                found.setdefault(symbol.scope, {}).setdefault(symbol.name, []).append(symbol)
        self[file] = found
        return found


def length(group: str, symbol: Symbol) -> int:
    """Return how much a type says: of several, the longest is meant. Each file of Rust has its `mod tests`, and none is more."""
    return 0 if group == "rust" and symbol.kind == "module" else symbol.last - symbol.first


def is_test(group: str, symbol: Symbol) -> bool:
    """Tell whether nobody calls it: `describe("Cart")`, `TEST_CASE("total")`."""
    return group in ("js", "c") and symbol.kind in _TESTS


class Index:
    """The tables that a worker keeps while it resolves files. Built once from the store; read-only.

    `groups` leaves out what files of other languages hold, `files` what any but these hold. Paths are those of all.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        groups: Collection[str] | None = None,
        files: Iterable[int] | None = None,
    ) -> None:
        self._connection = connection
        self.paths: dict[int, str] = {}
        self.by_path: dict[str, int] = {}
        self.groups: dict[int, str] = {}
        self.separators: dict[int, str] = {}
        self.kinds: dict[int, str] = {}
        for file_id, path, language, separator, kind in connection.execute(
            "SELECT id, path, language, separator, kind FROM file WHERE outcome = 'documented' ORDER BY id"
        ):
            self.paths[file_id] = path
            self.by_path[path] = file_id
            self.groups[file_id] = GROUPS.get(language, "")
            self.separators[file_id] = separator
            self.kinds[file_id] = kind
        only = "1" if groups is None else _of_groups(groups)
        if files is not None:
            only = f"file_id IN ({','.join(map(str, files))})"
        # By id; None for what no name can mean.
        last = connection.execute("SELECT max(id) FROM symbol").fetchone()[0] or 0
        self._symbols: list[Symbol | None] = [None] * (last + 1)
        self.in_file: dict[int, list[Symbol]] = {}
        self.scopes = Scopes(self)
        # group -> name -> symbols
        self.by_name: dict[str, dict[str, list[Symbol]]] = {}
        self.packages: dict[int, str] = {}  # of the files of Go
        self.clauses: dict[int, list[str]] = {}  # of the files of Go, all that they say
        self.firsts: dict[int, int] = {}  # the first id of a file's symbols, whatever they are
        self._clauses: dict[str, set[str]] = {}  # folder -> packages of its files that are no tests
        count = connection.execute("SELECT sum(symbols) FROM file").fetchone()[0] or 0
        asked = names_asked(connection) if count > MANY_SYMBOLS else None
        known: dict[
            str, str
        ] = {}  # one string for all that are equal: the same names and scopes come again and again
        same = known.setdefault
        same_number = {file_id: file_id for file_id in self.paths}.setdefault
        for number, file_id, name, kind, scope, lines, signature, *rest in connection.execute(
            f"SELECT {_COLUMNS} FROM symbol WHERE {only} ORDER BY id"
        ):
            group = self.groups.get(file_id, "")
            if file_id not in self.firsts:
                self.firsts[file_id] = number
            if group == "go" and kind == "package":
                self._add_package(file_id, name)
            if not group or kind in NO_TARGETS:
                continue
            if asked is not None and kind in LEAVES and name not in asked:
                continue
            symbol = Symbol(
                number, same_number(file_id, file_id), same(name, name), same(kind, kind), same(scope, scope), lines,
                same(signature, signature) if kind == "field" else signature, *rest,
            )  # fmt: skip
            self._symbols[number] = symbol
            self.in_file.setdefault(file_id, []).append(symbol)
            if is_test(group, symbol):
                continue
            named = self.by_name.setdefault(group, {})
            if (others := named.get(name)) is None:
                named[symbol.name] = [symbol]
            else:
                others.append(symbol)
        self.imports: dict[int, list[Import]] = {}
        for file_id, item in read_imports(connection, self.groups, only):
            self.imports.setdefault(file_id, []).append(item)
        self.usings: dict[int, list[Using]] = {}
        for file_id, line, name, target in connection.execute(
            f"SELECT file_id, line, name, target FROM scratch.using_name WHERE {only} ORDER BY rowid"
        ):
            self.usings.setdefault(file_id, []).append(Using(line, name, target))
        self.crates = read_crates(connection, self.by_path)
        self._takers: dict[int, tuple[list[int], dict[str, list[tuple[int, Import]]]]] = {}

    def symbol(self, number: int) -> Symbol:
        found = self._symbols[number]
        assert found is not None
        return found

    def _add_package(self, file: int, name: str) -> None:
        self.packages.setdefault(file, name)
        self.clauses.setdefault(file, []).append(name)
        folder, _, base = self.paths[file].rpartition("/")
        if not base.endswith("_test.go"):
            self._clauses.setdefault(folder, set()).add(name)

    def packages_of(self, file: int) -> list[str]:
        """Return the packages of the folder of a file of Go; not `main` beside another, which only makes files."""
        found = self._clauses.get(self.paths[file].rpartition("/")[0], set())
        return sorted(found - {"main"} or found)

    def import_at(self, file: int, name: str, line: int) -> Import | None:
        """Return the import whose statement names something at a place: the last one above the first below it."""
        known = self._takers.get(file)
        if known is None:
            takers: dict[str, list[tuple[int, Import]]] = {}
            items = self.imports.get(file, [])
            for number, item in enumerate(items):
                for taken in item.names:
                    takers.setdefault(taken.partition(" as ")[0], []).append((number, item))
                    if taken.startswith("default as "):
                        takers.setdefault(taken[11:], []).append((number, item))
            known = self._takers[file] = (list(accumulate((item.line for item in items), max)), takers)
        lines, takers = known
        below = bisect_right(lines, line)
        return next((item for number, item in reversed(takers.get(name, ())) if number < below), None)

    def blocks(self, file: int) -> list[Symbol]:
        """Return what adds to a type in a file: `impl` blocks and extensions. No name means one of them."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM symbol WHERE file_id = ? AND kind IN ('impl', 'extension') ORDER BY id",
            (file,),
        )
        return [Symbol(*row) for row in rows]

    def qualified(self, symbol: Symbol) -> str:
        return f"{symbol.scope}{self.separators[symbol.file]}{symbol.name}" if symbol.scope else symbol.name

    def read_sites(
        self, first: int, last: int, only: Collection[int] = ()
    ) -> Iterator[tuple[int, Places, list[LocalName]]]:
        """Yield file, sites, and local names as line, name and what it holds; of some files only, where these are given."""
        which = " AND s.file_id IN (SELECT value FROM json_each(?))" if only else ""
        for file_id, packed, local_names in self._connection.execute(
            "SELECT s.file_id, s.sites, l.names FROM site s LEFT JOIN scratch.local_name l ON l.file_id = s.file_id"
            f" WHERE s.file_id BETWEEN ? AND ?{which} ORDER BY s.file_id",
            (first, last, msgspec.json.encode(sorted(only)).decode()) if only else (first, last),
        ):
            yield file_id, unpack_places(packed), unpack_locals(local_names or b"")

    def read_locals(self, file: int) -> list[LocalName]:
        row = self._connection.execute(
            "SELECT names FROM scratch.local_name WHERE file_id = ?", (file,)
        ).fetchone()
        return unpack_locals(row[0]) if row else []


def read_imports(
    connection: sqlite3.Connection, groups: dict[int, str], only: str = "1"
) -> Iterator[tuple[int, Import]]:
    """Yield every import that can bring in a name, with its file; `only` is a condition that chooses files."""
    for file, line, target, names, answer, target_file, how, folder in import_rows(connection, groups, only):
        listed = tuple(names.split(", ")) if names else ()
        yield file, Import(line, target, listed, answer, target_file, how, folder)


def import_rows(
    connection: sqlite3.Connection, groups: dict[int, str], only: str = "1"
) -> Iterator[tuple[int, int, str, str, str, int | None, str, str | None]]:
    """Yield the same as it stands in the store: file, line, target, names, answer, file and how, folder of what is meant."""
    folders = dict(connection.execute("SELECT id, path FROM folder"))
    speakers = _speakers(connection)
    for file_id, line, target, names, answer, target_file, how, folder in connection.execute(
        "SELECT file_id, line, target, names, answer, target_file, how, target_folder FROM import"
        f" WHERE how != 'include folder' AND how NOT LIKE '%dependency' AND {only} ORDER BY rowid"
    ):
        if folder is not None:
            target_file = speakers.get((folder, groups.get(file_id, "")))
        yield file_id, line, target, names, answer, target_file, how, folders.get(folder)


def _of_groups(groups: Collection[str]) -> str:
    """Return the condition that a file is of one of some groups; "" is that of all other languages."""
    named = ", ".join(f"'{language}'" for language in GROUPS)
    listed = ", ".join(f"'{language}'" for language, group in GROUPS.items() if group in groups)
    other = f" OR language NOT IN ({named})" if "" in groups else ""
    return f"file_id IN (SELECT id FROM file WHERE language IN ({listed}){other})"


def names_asked(connection: sqlite3.Connection) -> set[str]:
    """Return every word that stands in a place that names something, or in what a local name holds."""
    found: set[str] = set()
    for table in ("site", "scratch.local_name"):
        column = "sites" if table == "site" else "names"
        for (packed,) in connection.execute(f"SELECT {column} FROM {table}"):
            found.update(words_of(packed))
    return found


def read_crates(connection: sqlite3.Connection, by_path: dict[str, int]) -> dict[str, int]:
    """Return the file that the crates of the repository begin in, by the names that Rust knows them by."""
    found: dict[str, int] = {}
    for path, signature in connection.execute(
        "SELECT f.path, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.path LIKE '%Cargo.toml' AND s.kind = 'key' AND s.name = 'name' AND s.scope = 'package' ORDER BY s.id"
    ):
        top = by_path.get(path.removesuffix("Cargo.toml") + "src/lib.rs")
        if top is not None:
            name = signature.partition("=")[2].strip().strip("\"'").replace("-", "_")
            found.setdefault(name, top)
    return found


def _speakers(connection: sqlite3.Connection) -> dict[tuple[int, str], int]:
    """Return a source of each folder, by group of languages: it stands for a package that is the whole folder."""
    found: dict[tuple[int, str], int] = {}
    for folder, language, file_id in connection.execute(
        "SELECT folder_id, language, min(id) FROM file WHERE outcome = 'documented' AND path NOT LIKE '%\\_test.go' ESCAPE '\\'"
        " AND language IN ('Go', 'Java', 'Kotlin', 'Scala', 'Groovy') GROUP BY folder_id, language ORDER BY 1, 3"
    ):
        found.setdefault((folder, GROUPS[language]), file_id)
    return found

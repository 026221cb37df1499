"""The symbols of the repository by file, by scope and by name, read from the store when they are asked for."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from repobook.link.references.chains import last_part
from repobook.link.references.sites import LocalName, Places, unpack_locals, unpack_places
from repobook.store.store import IS_SPACE, IS_TYPE
from repobook.store.store import TYPE_KINDS as KINDS_OF_TYPES

# Languages whose names can mean each other.
GROUPS = {
    "Python": "python", "Cython": "python",
    "C": "c", "C++": "c", "Cuda": "c", "HIP": "c", "Objective-C": "c", "Objective-C++": "c", "Metal": "c", "OpenCL": "c",
    "JavaScript": "js", "TypeScript": "js", "TSX": "js", "JSX": "js", "Vue": "js", "Svelte": "js",
    "Java": "java", "Kotlin": "java", "Scala": "java", "Groovy": "java",
    "Go": "go", "Rust": "rust", "C#": "csharp", "Ruby": "ruby", "PHP": "php", "Swift": "swift", "Lua": "lua", "Shell": "shell",
    "GLSL": "glsl",
}  # fmt: skip
TYPE_KINDS = frozenset(KINDS_OF_TYPES)
FUNCTION_KINDS = frozenset(
    ["function", "method", "constructor", "destructor", "prototype", "macro", "kernel", "operator", "accessor",
     "subroutine", "test", "benchmark", "conversion", "getter", "setter", "property", "singleton method"]
)  # fmt: skip
MEMBER_KINDS = frozenset(
    ["method", "attribute", "field", "property", "constructor", "prototype", "enumerator", "constant"]
)
_LINE = (1 << 21) - 1
_TESTS = frozenset(["test", "benchmark"])
_BLOCKS = frozenset(["test", "namespace", "task"])  # of Ruby: names in quotes that no code can say
MANY_FILES = 2_000  # whose scopes a worker keeps
MANY_HELD = 600_000  # symbols, and names that were asked for: then a worker begins anew
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


_SELECT = (
    f"SELECT id, file_id, name, kind, scope, (min(first_line, {_LINE}) << 42) + (min(last_line, {_LINE}) << 21) + min(name_line, {_LINE}),"
    " signature, bases, visibility = 'private', complexity > 0, condition != '' FROM symbol"
)


class Import(NamedTuple):
    line: int
    target: str
    names: tuple[str, ...]
    answer: str
    file: int | None
    how: str = ""
    folder: str | None = None  # a package that is a folder: all of its files are meant


Bound = dict[str, list[tuple[Import, str]]]  # names that imports bind, and what each takes of its import


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
        for symbol in self._index.symbols_of(file):
            if not is_test(group, symbol):
                found.setdefault(symbol.scope, {}).setdefault(symbol.name, []).append(symbol)
        self[file] = found
        return found


class Named(dict[str, list[Symbol]]):
    """Name -> symbols of a group of languages, in order; read when a name is first asked for. Ask by `named[name]` alone."""

    def __init__(self, index: Index, group: str) -> None:
        super().__init__()
        self._index = index
        self._group = group

    def __missing__(self, name: str) -> list[Symbol]:
        found = self[name] = self._index.read_named(self._group, name)
        return found


def length(group: str, symbol: Symbol) -> int:
    """Return how much a type says: of several, the longest is meant. Each file of Rust has its `mod tests`, and none is more."""
    return 0 if group == "rust" and symbol.kind == "module" else symbol.last - symbol.first


def is_test(group: str, symbol: Symbol) -> bool:
    """Tell whether nobody calls it: `describe("Cart")`, `TEST_CASE("total")`."""
    return symbol.kind in _BLOCKS if group == "ruby" else group in ("js", "c") and symbol.kind in _TESTS


class Index:
    """The symbols of the repository that a worker has asked for while it resolves files. Reads the store, changes nothing.

    A symbol is one object until `forget`: who holds one drops it then.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.paths: dict[int, str] = {}
        self.by_path: dict[str, int] = {}
        self.groups: dict[int, str] = {}
        self.separators: dict[int, str] = {}
        for file_id, path, language, separator in connection.execute(
            "SELECT id, path, language, separator FROM file WHERE outcome = 'documented' ORDER BY id"
        ):
            self.paths[file_id] = path
            self.by_path[path] = file_id
            self.groups[file_id] = GROUPS.get(language, "")
            self.separators[file_id] = separator
        self.scopes = Scopes(self)
        self.usings: dict[int, list[Using]] = {}
        for file_id, line, name, target in connection.execute(
            "SELECT file_id, line, name, target FROM scratch.using_name ORDER BY rowid"
        ):
            self.usings.setdefault(file_id, []).append(Using(line, name, target))
        self.crates = read_crates(connection, self.by_path)
        self._symbols: dict[int, Symbol] = {}
        self._strings: dict[str, str] = {}  # one for all that are equal: the same ones come again and again
        self._in_file: dict[int, list[Symbol]] = {}
        self._named: dict[str, Named] = {}
        self._types: dict[str, list[Symbol]] = {}
        self._macros: list[str] | None = None
        self._sizes: dict[tuple[str, str], int] = {}
        self._imports: dict[int, list[Import]] = {}
        self._import_reader = ImportReader(connection, self.groups)
        self._takers: dict[int, tuple[list[int], dict[str, list[tuple[int, Import]]]]] = {}

    # What is kept in memory

    @property
    def is_full(self) -> bool:
        """Tell whether so much is held that it is time to forget."""
        return len(self._symbols) + sum(map(len, self._named.values())) > MANY_HELD

    def forget(self) -> None:
        """Let go of all symbols but the types, which are asked for as a whole."""
        for held in (
            self.scopes, self._symbols, self._strings, self._in_file, self._named, self._imports, self._takers
        ):  # fmt: skip
            held.clear()
        self._symbols.update((symbol.id, symbol) for types in self._types.values() for symbol in types)

    def _take(self, rows: Iterable[tuple[Any, ...]], only: str = "") -> list[Symbol]:
        """Return the symbols of some rows that a name can mean; of a group only, where one is given."""
        found = []
        symbols, groups, same = self._symbols, self.groups, self._strings.setdefault
        for number, file, name, kind, scope, lines, signature, *rest in rows:
            group = groups.get(file, "")
            if not group or kind in NO_TARGETS or (only and group != only):
                continue
            if kind == "alias" and group == "csharp":
                continue  # another name of a type: its file means the type by it, others nothing
            symbol = symbols.get(number)
            if symbol is None:
                symbol = symbols[number] = Symbol(
                    number, file, same(name, name), same(kind, kind), same(scope, scope), lines,
                    same(signature, signature) if kind == "field" else signature, *rest,
                )  # fmt: skip
            found.append(symbol)
        return found

    # Symbols

    def symbol(self, number: int) -> Symbol:
        found = self._symbols.get(number)
        if found is None:
            (found,) = self._take(self._connection.execute(f"{_SELECT} WHERE id = ?", (number,)))
        return found

    def symbols_of(self, file: int) -> list[Symbol]:
        """Return the symbols of a file, in order."""
        found = self._in_file.get(file)
        if found is None:
            rows = self._connection.execute(f"{_SELECT} WHERE file_id = ? ORDER BY id", (file,))
            found = self._in_file[file] = self._take(rows)
        return found

    def named(self, group: str) -> Named:
        """Return the symbols of a group of languages by their names."""
        found = self._named.get(group)
        if found is None:
            found = self._named[group] = Named(self, group)
        return found

    def read_named(self, group: str, name: str) -> list[Symbol]:
        rows = self._connection.execute(f"{_SELECT} WHERE name = ? ORDER BY id", (name,))
        return [symbol for symbol in self._take(rows, group) if not is_test(group, symbol)]

    def types(self, group: str) -> list[Symbol]:
        """Return the types of a group of languages, in order."""
        found = self._types.get(group)
        if found is None:
            among = f"SELECT id FROM symbol WHERE {IS_TYPE}"
            rows = self._connection.execute(
                f"{_SELECT} WHERE id IN ({among}) AND {_of_group(group)} ORDER BY id"
            )
            found = self._types[group] = self._take(rows)
        return found

    def macros_with_namespace(self) -> list[str]:
        """Return what the macros of C and C++ say that may open a namespace."""
        if self._macros is None:
            rows = self._connection.execute(
                f"SELECT signature FROM symbol WHERE {IS_SPACE} AND {_of_group('c', '+')}"
            )
            self._macros = [signature for (signature,) in rows]
        return self._macros

    def count_names(self, group: str, scope: str) -> int:
        """Return how many names of a group of languages a scope holds."""
        known = self._sizes.get((group, scope))
        if known is None:
            rows = self._connection.execute(f"{_SELECT} WHERE {_of_group(group)} AND scope = ?", (scope,))
            names = {symbol.name for symbol in self._take(rows) if not is_test(group, symbol)}
            known = self._sizes[group, scope] = len(names)
        return known

    def first_of(self, file: int) -> int:
        """Return the first id of a file's symbols, whatever they are; 0 where it has none."""
        row = self._connection.execute("SELECT min(id) FROM symbol WHERE file_id = ?", (file,)).fetchone()
        return row[0] or 0

    def blocks(self, file: int) -> list[Symbol]:
        """Return what adds to a type in a file: `impl` blocks and extensions. No name means one of them."""
        rows = self._connection.execute(
            f"{_SELECT} WHERE file_id = ? AND kind IN ('impl', 'extension') ORDER BY id", (file,)
        )
        return [Symbol(*row) for row in rows]

    def qualified(self, symbol: Symbol) -> str:
        return f"{symbol.scope}{self.separators[symbol.file]}{symbol.name}" if symbol.scope else symbol.name

    # Packages of Go, Java and their kin

    @cached_property
    def packages(self) -> dict[int, str]:
        """Return the packages of the files of Go: the first that each says."""
        return {file: names[0] for file, names in self.clauses.items() if self.groups[file] == "go"}

    def packages_around(self, file: int) -> list[str]:
        """Return the package of a file of Java or its kin, behind those that it says around it; "" where it says none."""
        return list(accumulate(self.clauses.get(file, [""]), "{}.{}".format))

    @cached_property
    def clauses(self) -> dict[int, list[str]]:
        """Return all packages that files say."""
        found: dict[int, list[str]] = {}
        for file, name in self._connection.execute(
            f"SELECT file_id, name FROM symbol WHERE ({_of_group('go')} OR {_of_group('java')}) AND kind = 'package' ORDER BY id"
        ):
            if file in self.paths:
                found.setdefault(file, []).append(name)
        return found

    @cached_property
    def _packages_in(self) -> dict[str, set[str]]:
        """Return the packages of folders that are no tests."""
        found: dict[str, set[str]] = {}
        for file, names in self.clauses.items():
            folder, _, base = self.paths[file].rpartition("/")
            if base.endswith(".go") and not base.endswith("_test.go"):
                found.setdefault(folder, set()).update(names)
        return found

    def packages_of(self, file: int) -> list[str]:
        """Return the packages of the folder of a file of Go; not `main` beside another, which only makes files."""
        found = self._packages_in.get(self.paths[file].rpartition("/")[0], set())
        return sorted(found - {"main"} or found)

    # Projects of C#

    @cached_property
    def projects(self) -> frozenset[str]:
        """Return the folders that hold a project of C#."""
        return frozenset(path.rpartition("/")[0] for path in self.by_path if path.endswith(".csproj"))

    @cached_property
    def global_usings(self) -> list[tuple[int, Import]]:
        """Return what files of C# open for all of their project, each with the file."""
        return [
            (row[0], _import(row))
            for row in self._import_reader.rows("how = 'global'")
            if self.groups.get(row[0]) == "csharp"
        ]

    # Imports and sites

    def imports_of(self, file: int) -> list[Import]:
        """Return the imports of a file that can bring in a name, in order."""
        found = self._imports.get(file)
        if found is None:
            found = self._imports[file] = self._import_reader.of_file(file)
        return found

    def import_at(self, file: int, name: str, line: int) -> Import | None:
        """Return the import whose statement names something at a place: the last one above the first below it."""
        known = self._takers.get(file)
        if known is None:
            takers: dict[str, list[tuple[int, Import]]] = {}
            items = self.imports_of(file)
            for number, item in enumerate(items):
                if not item.names and "::" in item.target:  # use shop::cart::Cart;
                    takers.setdefault(last_part(item.target), []).append((number, item))
                for taken in item.names:
                    takers.setdefault(taken.partition(" as ")[0], []).append((number, item))
                    if taken.startswith("default as "):
                        takers.setdefault(taken[11:], []).append((number, item))
            known = self._takers[file] = (list(accumulate((item.line for item in items), max)), takers)
        lines, takers = known
        below = bisect_right(lines, line)
        return next((item for number, item in reversed(takers.get(name, ())) if number < below), None)

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


_ImportRow = tuple[int, int, str, str, str, int | None, str, str | None]


def _import(row: _ImportRow) -> Import:
    _, line, target, names, answer, file, how, folder = row
    return Import(line, target, tuple(names.split(", ")) if names else (), answer, file, how, folder)


class ImportReader:
    """Reads the imports that can bring in a name, each with what it means in the whole repository."""

    def __init__(self, connection: sqlite3.Connection, groups: dict[int, str]) -> None:
        self._connection = connection
        self._groups = groups

    @cached_property
    def _folders(self) -> dict[int, str]:
        return dict(self._connection.execute("SELECT id, path FROM folder"))

    @cached_property
    def _speakers(self) -> dict[tuple[int, str], int]:
        return _speakers(self._connection)

    def of_file(self, file: int) -> list[Import]:
        """Return those of a file, in order."""
        return [_import(row) for row in self.rows("file_id = ?", file)]

    def rows(self, only: str = "1", *values: int) -> Iterator[_ImportRow]:
        """Yield them as they stand in the store: file, line, target, names, answer, file and how, folder of what is meant."""
        for file_id, line, target, names, answer, target_file, how, folder in self._connection.execute(
            "SELECT file_id, line, target, names, answer, target_file, how, target_folder FROM import"
            f" WHERE how NOT LIKE '% folder' AND how NOT LIKE '%dependency' AND {only} ORDER BY rowid",
            values,
        ):
            if folder is not None:
                target_file = self._speakers.get((folder, self._groups.get(file_id, "")))
            named = self._folders.get(folder) if folder is not None else None
            yield file_id, line, target, names, answer, target_file, how, named


def _of_group(group: str, sign: str = "") -> str:
    """Return the condition that a file is of a group; by a `+` SQLite is kept from going through its files."""
    listed = ", ".join(f"'{language}'" for language, one in GROUPS.items() if one == group)
    return f"{sign}file_id IN (SELECT id FROM file WHERE language IN ({listed}))"


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

"""Examples in documents: which symbol of the repository a name in a block of code means.

A name is looked up in the module or package that it is said to come from, and through what that imports; where two
symbols fit, none is meant. A name that the block does not import (`?` before it) counts only if its first part is a
package of this repository.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict

from repobook.store import Writer

MAX_EXAMPLES = 3  # that are kept for one symbol
_LONE = 6
_MAX_DEPTH = 6  # imports that are followed
_NEWS = re.compile(r"(?:^|/)(?:change|history|news|release|whats_?new)", re.I)
_KINDS = frozenset(
    ["function", "class", "method", "macro", "struct", "constructor", "trait", "interface", "object", "enum"]
)
_CLASSES = {
    "java": ("Java", "Kotlin", "Scala", "Groovy"),
    "php": ("PHP",),
    "ruby": ("Ruby",),
    "csharp": ("C#",),
    "swift": ("Swift",),
}
_JS = ("JavaScript", "TypeScript", "TSX", "JSX")


def link_document_uses(store: Writer) -> None:
    """Fill `document_use`."""
    snippets = store.ask(
        "SELECT d.file_id, f.path, d.value FROM detail d JOIN file f ON f.id = d.file_id WHERE d.key = 'snippets' ORDER BY f.id"
    ).fetchall()
    if not snippets:
        return
    names = Names(store)
    found: dict[tuple[int, int], list[tuple[bool, int, int, int, int]]] = defaultdict(list)
    for file, path, value in snippets:
        is_news = _NEWS.search(path) is not None
        for row in value.split("\n"):
            first, last, family, listed = row.split("\t")
            for symbol in dict.fromkeys(names.find(family, name) for name in listed.split(",")):
                if symbol is not None:
                    lines = int(last) - int(first) or _LONE  # a single line tells little of what is around
                    found[symbol].append((is_news, lines, file, int(first), int(last)))
    store.write(
        "INSERT INTO document_use VALUES (?, ?, ?, ?, ?, ?)",
        [
            (source, symbol, file, first, last, position)
            for (source, symbol), places in sorted(found.items())
            for position, (_, _, file, first, last) in enumerate(sorted(set(places))[:MAX_EXAMPLES], 1)
        ],
    )


class Names:
    """Answers with the file and the symbol that a name means, or with nothing."""

    def __init__(self, store: Writer) -> None:
        self._execute = store.ask
        self._known: dict[tuple[str, str], tuple[int, int] | None] = {}
        self._tops: dict[int, dict[str, list[tuple[int, str, str]]]] = {}
        self._imports: dict[int, tuple[dict[str, tuple[int, str]], list[int]]] = {}
        self._modules, self._packages = self._python_modules()
        rows = self._execute(
            "SELECT path, title FROM file WHERE title != '' AND (path = 'package.json' OR path LIKE '%/package.json') ORDER BY id"
        )
        self._js = {str(title): posixpath.dirname(path) for path, title in rows}
        self._go = {
            str(name): posixpath.dirname(path)
            for path, name in self._execute(
                "SELECT f.path, s.name FROM file f CROSS JOIN symbol s ON s.file_id = f.id WHERE s.kind = 'module' AND f.path LIKE '%go.mod' ORDER BY s.id"
            )
        }
        self._crates = {
            signature.partition("=")[2].strip().strip("\"'").replace("-", "_"): posixpath.dirname(path)
            for path, signature in self._execute(
                "SELECT f.path, s.signature FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
                " WHERE f.path LIKE '%Cargo.toml' AND s.kind = 'key' AND s.name = 'name' AND s.scope = 'package' ORDER BY s.id"
            )
        }

    def find(self, family: str, name: str) -> tuple[int, int] | None:
        key = (family, name)
        if key not in self._known:
            is_imported = not name.startswith("?")
            name = name.removeprefix("?")
            if family == "python":
                self._known[key] = self._python(name.split("."), is_imported)
            elif family == "rust":
                self._known[key] = self._rust(name.split("::"))
            elif family == "c":
                self._known[key] = self._c(name.split("::"))
            elif family in _CLASSES:
                self._known[key] = self._class(family, name.split("."))
            else:
                module, _, member = name.partition(" ")
                self._known[key] = (
                    self._javascript(module, member)
                    if family == "js"
                    else self._in_go(module, member, is_imported)
                )
        return self._known[key]

    # Python

    def _python_modules(self) -> tuple[dict[str, list[int]], set[str]]:
        """Return the files of each dotted name, and the first parts of those names that are packages."""
        rows = self._execute(
            "SELECT id, path FROM file WHERE language = 'Python' AND outcome = 'documented' AND kind = 'source' AND path LIKE '%.py' ORDER BY id"
        ).fetchall()
        folders = {posixpath.dirname(path) for _, path in rows if posixpath.basename(path) == "__init__.py"}
        modules: dict[str, list[int]] = defaultdict(list)
        tops: set[str] = set()
        for file, path in rows:
            root = posixpath.dirname(path)
            is_inside = root in folders
            while root and root in folders:
                root = posixpath.dirname(root)
            if not is_inside and root not in ("", "src", "lib"):
                continue
            stem = path.removesuffix(".py").removesuffix("/__init__")
            name = stem[len(root) :].lstrip("/").replace("/", ".")
            modules[name].append(file)
            if is_inside:
                tops.add(name.partition(".")[0])
        return modules, tops

    def _python(self, parts: list[str], is_imported: bool) -> tuple[int, int] | None:
        if not is_imported and parts[0] not in self._packages:
            return None
        for cut in range(len(parts) - 1, 0, -1):
            files = self._modules.get(".".join(parts[:cut]))
            if files:
                return self._member(files[0], parts[cut:], 0) if len(files) == 1 else None
        return None

    def _member(self, file: int, parts: list[str], depth: int) -> tuple[int, int] | None:
        """Return what a module defines under a name of one or two parts, or imports from another."""
        if depth > _MAX_DEPTH or len(parts) > 2:
            return None
        rows = self._top(file).get(parts[0])
        if rows:
            if any(row[1] not in _KINDS or row[2] == "private" for row in rows):
                return None
            if len(parts) == 1:
                return file, rows[0][0]
            rows = self._execute(
                "SELECT id, kind FROM symbol WHERE file_id = ? AND name = ? AND scope = ? AND visibility != 'private' ORDER BY id",
                (file, parts[1], parts[0]),
            ).fetchall()
            return (file, rows[0][0]) if rows and all(row[1] in _KINDS for row in rows) else None
        bound, stars = self._imported(file)
        if parts[0] in bound:
            target, taken = bound[parts[0]]
            found = self._member(target, [taken, *parts[1:]], depth + 1)
            return found or (self._member(target, parts[1:], depth + 1) if parts[1:] else None)
        for target in stars:
            if found := self._member(target, parts, depth + 1):
                return found
        return None

    def _top(self, file: int) -> dict[str, list[tuple[int, str, str]]]:
        """Return id, kind and visibility of what stands at the top of a file, by name."""
        known = self._tops.get(file)
        if known is None:
            known = self._tops[file] = {}
            for name, *row in self._execute(
                "SELECT name, id, kind, visibility FROM symbol WHERE file_id = ? AND scope = '' ORDER BY id",
                (file,),
            ):
                known.setdefault(name, []).append((row[0], row[1], row[2]))
        return known

    def _imported(self, file: int) -> tuple[dict[str, tuple[int, str]], list[int]]:
        """Return the names that a file imports, each with its file and its name there, and the files of which it takes all."""
        if file not in self._imports:
            bound: dict[str, tuple[int, str]] = {}
            stars = []
            for target, names in self._execute(
                "SELECT target_file, names FROM import WHERE file_id = ? AND target_file IS NOT NULL AND target_file != ? ORDER BY rowid",
                (file, file),
            ):
                for item in str(names).split(", "):
                    taken, _, alias = item.partition(" as ")
                    if item == "*":
                        stars.append(target)
                    elif taken:
                        bound.setdefault(alias or taken, (target, taken))
            self._imports[file] = (bound, stars)
        return self._imports[file]

    # Others

    def _only(self, name: str, where: str, *values: object) -> list[tuple[int, int, str, str]]:
        """Return file, symbol, path and scope of what sources define under a name."""
        return [
            (row[0], row[1], str(row[2]), str(row[3]))
            for row in self._execute(
                "SELECT f.id, s.id, f.path, s.scope FROM symbol s JOIN file f ON f.id = s.file_id"
                f" WHERE s.name = ? AND f.kind = 'source' AND s.visibility != 'private' AND {where} ORDER BY s.id",
                (name, *values),
            )
        ]

    def _javascript(self, module: str, member: str) -> tuple[int, int] | None:
        if module not in self._js or not member:
            return None
        top = self._js[module]
        others = [f"{folder}/" for folder in self._js.values() if folder != top and _is_below(folder, top)]
        kinds = ", ".join(f"'{kind}'" for kind in sorted(_KINDS | {"variable", "constant"}))
        rows = self._only(
            member, f"s.scope = '' AND f.language IN (?, ?, ?, ?) AND s.kind IN ({kinds})", *_JS
        )
        rows = [row for row in rows if _is_below(row[2], top) and not row[2].startswith(tuple(others))]
        return rows[0][:2] if len(rows) == 1 else None

    def _in_go(self, module: str, member: str, is_imported: bool) -> tuple[int, int] | None:
        if not member[:1].isupper():
            return None
        rows = self._only(member, "s.scope = '' AND f.language = 'Go'")
        if is_imported:
            tops = [name for name in self._go if module == name or module.startswith(name + "/")]
            if not tops:
                return None
            top = max(tops, key=len)
            folder = posixpath.join(self._go[top], module[len(top) :].lstrip("/")).rstrip("/")
        else:
            folders = {
                posixpath.dirname(row[2])
                for row in self._only(module, "s.kind = 'package' AND f.language = 'Go'")
            }
            if len(folders) != 1:
                return None
            folder = folders.pop()
        rows = [row for row in rows if posixpath.dirname(row[2]) == folder]
        return rows[0][:2] if len(rows) == 1 else None

    def _c(self, parts: list[str]) -> tuple[int, int] | None:
        """A function, macro or type that only one file defines; what declares it too counts as the same."""
        rows = self._execute(
            "SELECT f.id, s.id, s.scope, s.kind, s.complexity FROM symbol s JOIN file f ON f.id = s.file_id WHERE s.name = ?"
            " AND f.kind = 'source' AND f.language IN ('C', 'C++', 'Cuda', 'Objective-C', 'Objective-C++')"
            " AND s.kind IN ('function', 'prototype', 'macro', 'class', 'struct') ORDER BY s.id",
            (parts[-1],),
        ).fetchall()
        if len(parts) > 1:
            around = "::".join(parts[:-1])
            rows = [row for row in rows if row[2] == around or row[2].endswith(f"::{around}")]
        bodies = [row for row in rows if row[4]] or rows
        files = {row[0] for row in bodies}
        return (
            (bodies[0][0], bodies[0][1]) if len(files) == 1 and len({row[2] for row in bodies}) == 1 else None
        )

    def _class(self, family: str, parts: list[str]) -> tuple[int, int] | None:
        """A class by its name, and by the package that the example takes it from."""
        listed = ", ".join(f"'{language}'" for language in _CLASSES[family])
        rows = self._only(
            parts[-1],
            f"f.language IN ({listed}) AND s.kind IN ('class', 'struct', 'interface', 'trait', 'enum', 'object', 'record', 'module')",
        )
        if len(parts) > 1 and family == "php":
            rows = [row for row in rows if row[3] == "\\".join(parts[:-1])]
        elif len(parts) > 1:
            rows = [row for row in rows if f"/{'/'.join(parts)}." in f"/{row[2]}"]
        return rows[0][:2] if len(rows) == 1 else None

    def _rust(self, parts: list[str]) -> tuple[int, int] | None:
        if parts[0] not in self._crates or len(parts) < 2:
            return None
        source = posixpath.join(self._crates[parts[0]], "src")
        rows = self._only(
            parts[-1], "f.language = 'Rust' AND s.visibility = 'public' AND s.kind NOT IN ('impl', 'module')"
        )
        rows = [row for row in rows if row[2].startswith(source + "/")]
        if len(parts) == 2:
            rows = [row for row in rows if not row[3]]
        else:
            rows = [row for row in rows if parts[-2] in (row[3].rpartition("::")[2], _rust_module(row[2]))]
        return rows[0][:2] if len(rows) == 1 else None


def _is_below(path: str, folder: str) -> bool:
    return not folder or path.startswith(folder + "/")


def _rust_module(path: str) -> str:
    folder, _, base = path.rpartition("/")
    stem = base.removesuffix(".rs")
    return posixpath.basename(folder) if stem == "mod" else stem

"""Ask for every import of the store, and write what it means."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable

from repobook.link.imports import includes
from repobook.link.imports.declared import link_declarations
from repobook.link.imports.names import normal_package
from repobook.link.imports.resolver import INCLUDE_FOLDER, MODULE_FOLDER, Resolver
from repobook.link.imports.submodules import Submodules
from repobook.link.imports.tree import Answer, join
from repobook.store import Rows, Writer

_Execute = Callable[[str], Rows]
_MAX_VALUE = 1_000
_MAX_CHAIN = 20  # settings that extend each other
_SET = re.compile(r"(?i)set\s*\(\s*\S+\s+([^\s)]+)")


def link_imports(store: Writer) -> None:
    """Answer every import, and count who imports a file."""
    execute = store.ask
    files = execute("SELECT id, path, language FROM file WHERE outcome = 'documented' ORDER BY id").fetchall()
    requests = execute(
        "SELECT DISTINCT f.language, i.target FROM import i JOIN file f ON f.id = i.file_id"
    ).fetchall()
    needed = frozenset(
        normal_package(target)
        for (target,) in execute("SELECT DISTINCT target FROM import WHERE how LIKE '%dependency'")
    )
    looked_for = frozenset(
        target.lower()
        for (target,) in execute(
            "SELECT DISTINCT i.target FROM import i JOIN file f ON f.id = i.file_id WHERE i.how = 'package' AND f.language = 'CMake'"
        )
    )
    resolver = Resolver(files, requests, needed, looked_for)
    _tell_projects(resolver, execute)
    _tell_packages(resolver, execute)
    values = _variables(execute)
    _tell_roots(resolver, execute, values)
    inside = _inside_modules(execute)
    led = _led_modules(resolver, execute)
    folders = {path: folder for folder, path in execute("SELECT id, path FROM folder")}
    places = {file_id: (path, language) for file_id, path, language in files}
    packages = {
        file_id: path
        for file_id, path, _ in files
        if path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")
    }
    submodules = Submodules(store, resolver.tree)
    answers = []
    users: dict[int, set[int]] = {}
    taken: dict[str, list[str]] = {"": []}
    current, path, language = 0, "", ""
    for row_id, file_id, target, how, names in execute(
        "SELECT rowid, file_id, target, how, names FROM import ORDER BY rowid"
    ):
        if file_id != current:
            current = file_id
            path, language = places[file_id]
        listed = taken.get(names)
        if listed is None:
            # `a as b` asks for a; `as b` alone names the whole.
            listed = taken[names] = [
                name.partition(" as ")[0] for name in names.split(", ") if not name.startswith("as ")
            ]
        answer = led.get(row_id) or resolver.resolve(
            path, language, target, how, listed, inside.get(row_id, 0), values.get(file_id)
        )
        if language == "Python" and answer.file in packages:
            answer = submodules.check(answer, packages[answer.file], listed)
        if answer.kind:
            folder = None if answer.folder is None else folders.get(answer.folder)
            answers.append((answer.kind, answer.file, folder, answer.package, answer.note, row_id))
        if answer.file is not None and answer.file != file_id:
            users.setdefault(answer.file, set()).add(file_id)
    store.write(
        "UPDATE import SET answer = ?, target_file = ?, target_folder = ?, package = ?, note = ? WHERE rowid = ?",
        answers,
    )
    link_declarations(store)
    store.write(
        "UPDATE file SET importers = ? WHERE id = ?",
        [(len(who), file_id) for file_id, who in sorted(users.items())],
    )


# CROSS JOIN: the few files that are asked of first, not every symbol of the repository with its file.


def _tell_projects(resolver: Resolver, execute: _Execute) -> None:
    """Tell what manifests call the folders that they stand in."""
    for path, module in execute(
        "SELECT f.path, s.name FROM file f CROSS JOIN symbol s ON s.file_id = f.id WHERE s.kind = 'module' AND f.path LIKE '%go.mod'"
        " ORDER BY s.id"
    ):
        resolver.go.add_module(posixpath.dirname(path), module)
    for path, title in execute(
        "SELECT path, title FROM file WHERE path LIKE '%/package.json' OR path = 'package.json' ORDER BY title != '', id"
    ):
        folder = posixpath.dirname(path)
        resolver.javascript.add_workspace(folder, title or posixpath.basename(folder))
    heirs = _heirs(execute)
    for path, name, signature in execute(
        "SELECT f.path, s.name, s.signature FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
        " WHERE s.kind = 'key' AND f.path LIKE '%.json' AND (s.scope = 'compilerOptions.paths'"
        " OR (s.scope = 'imports' AND s.name LIKE '#%' AND f.path LIKE '%package.json')) ORDER BY s.id"
    ):
        users = sorted({posixpath.dirname(heir) for heir in heirs.get(path, ())} - {posixpath.dirname(path)})
        resolver.javascript.add_alias(posixpath.dirname(path), name, signature, users)
    for path, signature in execute(
        "SELECT f.path, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE s.kind = 'key' AND s.scope = 'compilerOptions' AND s.name = 'baseUrl' AND f.path LIKE '%.json' ORDER BY s.id"
    ):
        resolver.javascript.add_base(posixpath.dirname(path), signature.partition(":")[2].strip(' ",'))
    for path, signature in execute(
        "SELECT f.path, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.path LIKE '%Cargo.toml' AND s.kind = 'key' AND s.name = 'name' AND s.scope = 'package' ORDER BY s.id"
    ):
        resolver.rust.add_crate(posixpath.dirname(path), signature.partition("=")[2].strip().strip("\"'"))
    for path, target in execute(
        "SELECT f.path, i.target FROM import i JOIN file f ON f.id = i.file_id"
        f" WHERE i.how = '{MODULE_FOLDER}' ORDER BY i.rowid"
    ):
        resolver.swift.add_target(path, target)
    for path, signature in execute(
        "SELECT f.path, s.signature FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.path LIKE '%Project.toml' AND s.kind = 'key' AND s.name = 'name' AND s.scope = '' ORDER BY s.id"
    ):
        resolver.paths.julia.add_project(
            posixpath.dirname(path), signature.partition("=")[2].strip().strip("\"'")
        )


def _heirs(execute: _Execute) -> dict[str, set[str]]:
    """Return the settings of TypeScript that others extend, and those that do, at any distance."""
    bases: dict[str, list[str]] = {}
    for path, target in execute(
        "SELECT f.path, i.target FROM import i JOIN file f ON f.id = i.file_id"
        " WHERE i.how = 'extends' AND f.path LIKE '%.json' AND i.target LIKE '.%' ORDER BY i.rowid"
    ):
        base = join(posixpath.dirname(path), target)
        bases.setdefault(path, []).append(base if base.endswith(".json") else f"{base}.json")
    heirs: dict[str, set[str]] = {}
    for path in bases:
        todo, seen = [path], {path}
        while todo and len(seen) < _MAX_CHAIN:
            for base in bases.get(todo.pop(), ()):
                if base not in seen:
                    seen.add(base)
                    todo.append(base)
                    heirs.setdefault(base, set()).add(path)
    return heirs


def _tell_packages(resolver: Resolver, execute: _Execute) -> None:
    """Tell which packages and namespaces files declare, and what they define in them."""
    packages: dict[int, tuple[str, list[str]]] = {}
    for file_id, kind, name in execute(
        "SELECT s.file_id, s.kind, s.name FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
        " WHERE f.language IN ('Java', 'Kotlin', 'Scala', 'Groovy') AND s.scope = '' ORDER BY s.id"
    ):
        if kind == "package":
            around, members = packages.get(file_id, ("", []))
            if not around:
                packages[file_id] = (name, [])
            elif not members:  # Scala: `package shop`, and below it `package models`
                packages[file_id] = (f"{around}.{name}", [])
        elif file_id in packages:
            packages[file_id][1].append(name)
    for file_id, (package, members) in packages.items():
        resolver.packages.add_package(package, file_id, members)
    for file_id, scope, name in execute(
        "SELECT s.file_id, s.scope, s.name FROM file f CROSS JOIN symbol s ON s.file_id = f.id WHERE f.language = 'PHP'"
        " AND s.kind IN ('class', 'interface', 'trait', 'enum', 'function') AND instr(s.scope, '::') = 0 ORDER BY s.id"
    ):
        resolver.paths.php.add(scope, name, file_id)
    spaces: dict[int, dict[str, list[str]]] = {}
    for file_id, kind, name, scope in execute(
        "SELECT s.file_id, s.kind, s.name, s.scope FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
        " WHERE f.language = 'C#' ORDER BY s.id"
    ):
        known = spaces.setdefault(file_id, {})
        if kind == "namespace":
            known.setdefault(f"{scope}.{name}" if scope else name, [])
        elif scope in known:
            known[scope].append(name)
    for file_id, named in spaces.items():
        for space, members in named.items():
            resolver.packages.add_package(space, file_id, members)


def _inside_modules(execute: _Execute) -> dict[int, int]:
    """Return the imports of Rust that stand in inline modules, each with how many these are.

    By the lines of their names: the attributes of `mod cart;` belong to it, and it does not stand inside of itself.
    """
    return dict(
        execute(
            "SELECT i.rowid, count(*) FROM file f CROSS JOIN symbol s ON s.file_id = f.id JOIN import i ON i.file_id = f.id"
            " WHERE f.language = 'Rust' AND s.kind = 'module' AND s.name_line < i.line AND i.line <= s.last_line"
            " GROUP BY i.rowid"
        ).fetchall()
    )


def _led_modules(resolver: Resolver, execute: _Execute) -> dict[int, Answer]:
    """Return the answers to `#[path = "core.rs"] mod imp;`, which names its file."""
    led = {}
    for row_id, path, scope, signature in execute(
        "SELECT i.rowid, f.path, s.scope, s.signature FROM file f CROSS JOIN symbol s ON s.file_id = f.id"
        " JOIN import i ON i.file_id = f.id AND i.line = s.name_line AND i.target = s.name"
        " WHERE f.language = 'Rust' AND s.kind = 'module' AND i.how = 'mod' AND s.signature LIKE '%path%=%' ORDER BY i.rowid"
    ):
        if (answer := resolver.rust.lead(path, scope, signature)) is not None:
            led[row_id] = answer
    return led


def _variables(execute: _Execute) -> dict[int, dict[str, str]]:
    """Return what variables hold, as written, in the files that name one in an import."""
    values: dict[int, dict[str, str]] = {}
    for file_id, name, signature, language in execute(
        "SELECT s.file_id, s.name, s.signature, f.language FROM symbol s JOIN file f ON f.id = s.file_id"
        " WHERE f.language IN ('Shell', 'CMake', 'Makefile') AND s.kind IN ('variable', 'constant', 'option')"
        " AND s.file_id IN (SELECT file_id FROM import WHERE target LIKE '%$%') ORDER BY s.id"
    ):
        if language == "CMake":
            found = _SET.match(signature[:_MAX_VALUE])
            value = found[1].strip('"') if found else ""
        else:
            value = signature[:_MAX_VALUE].partition("=")[2].strip()
        if value:
            values.setdefault(file_id, {}).setdefault(name, value)
    return values


def _tell_roots(resolver: Resolver, execute: _Execute, values: dict[int, dict[str, str]]) -> None:
    """Tell which folders the build files name as include roots, and which heads are asked for in angle brackets."""
    for file_id, path, language, target in execute(
        "SELECT f.id, f.path, f.language, i.target FROM import i JOIN file f ON f.id = i.file_id"
        f" WHERE i.how = '{INCLUDE_FOLDER}' ORDER BY i.rowid"
    ):
        root = includes.include_folder(resolver.tree, path, language, target, values.get(file_id, {}))
        if root is not None:
            resolver.includes.add_root(root, posixpath.dirname(path))
    for (made,) in execute("SELECT value FROM detail WHERE key = 'made' ORDER BY file_id"):
        for path in made.split("\n"):
            resolver.includes.add_made(path)
    for (target,) in execute("SELECT DISTINCT target FROM import WHERE how = 'angle'"):
        resolver.includes.add_angle(target)
    compiled: dict[int, dict[str, list[str]]] = {}
    for file_id, key, value in execute(
        "SELECT file_id, key, value FROM detail WHERE key IN ('compiled_files', 'include_folders') ORDER BY file_id, key"
    ):
        compiled.setdefault(file_id, {})[key] = value.split("\n")
    for found in compiled.values():
        top = _top_of(resolver, found.get("compiled_files", []))
        for folder in found.get("include_folders", []) if top is not None else ():
            if top and folder != top and not folder.startswith(top + "/"):
                continue
            inside = join("", folder[len(top) :].lstrip("/")) if top is not None else ""
            if inside in resolver.tree.folders:
                resolver.includes.add_root(inside, "")


def _top_of(resolver: Resolver, compiled: list[str]) -> str | None:
    """Return where the repository lay when it was compiled: what most of the compiled files begin with."""
    tops: Counter[str] = Counter()
    for path in compiled:
        parts = path.split("/")
        for cut in range(len(parts)):
            if "/".join(parts[cut:]) in resolver.tree.by_path:
                tops["/".join(parts[:cut])] += 1
                break
    return min(tops, key=lambda top: (-tops[top], top)) if tops else None

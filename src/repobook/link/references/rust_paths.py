"""Paths of Rust that say where they begin: `crate::cart::total`, `super::total`, `self::total`."""

from __future__ import annotations

import posixpath

from repobook.link.references.answers import EXACT, IS_UNRESOLVED, Answer
from repobook.link.references.choose import choose
from repobook.link.references.index import Symbol
from repobook.link.references.inner import inside
from repobook.link.references.nested import NestedNames
from repobook.link.references.sites import Site

ROOTS = frozenset(["crate", "self", "super"])
_TOPS = ("lib.rs", "main.rs")
Module = tuple[int, str]  # a file, and the scope of the module in it


def choose_path(names: NestedNames, file: int, parts: list[str], scope: str, site: Site) -> Answer:
    """Return what a path means, from the module that it begins in."""
    plain = [part.partition("(")[0] for part in parts]
    module = _own_module(names, file, scope)
    at = 0
    while at < len(plain) and plain[at] in ROOTS:
        step: Module | None = module
        if plain[at] == "crate":
            step = _root(names, module)
        elif plain[at] == "super":
            step = _above(names, module)
        if step is None:
            return IS_UNRESOLVED
        module = step
        at += 1
    found: list[Symbol] = []
    for number, part in enumerate(plain[at:], at):
        if found:
            found, _ = inside(names, found, None, part, module[0])
        else:
            inner = _below(names, module, part) if number < len(plain) - 1 else None
            if inner is not None:
                module = inner
                continue
            found = names.index.scopes[module[0]].get(module[1], {}).get(part, [])
            if not found and not module[1]:
                found = names.imported(module[0], part, 1)[0]
        if not found:
            return IS_UNRESOLVED
    return choose(names, file, found, site, EXACT) if found else IS_UNRESOLVED


def _own_module(names: NestedNames, file: int, scope: str) -> Module:
    """Return the module around a place: the innermost scope that is one."""
    while scope:
        owner = names.class_at(scope, file)
        if owner is not None and owner.file == file and owner.kind == "module":
            break
        scope = scope.rpartition("::")[0]
    return file, scope


def _root(names: NestedNames, module: Module) -> Module | None:
    folder = posixpath.dirname(names.index.paths[module[0]])
    while True:
        for name in _TOPS:
            top = names.index.by_path.get(posixpath.join(folder, name))
            if top is not None:
                return top, ""
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def _above(names: NestedNames, module: Module) -> Module | None:
    """Return the module around another."""
    file, scope = module
    if scope:
        return file, scope.rpartition("::")[0]
    folder, name = posixpath.split(names.index.paths[file])
    if name in _TOPS:
        return None
    if name == "mod.rs":
        folder = posixpath.dirname(folder)
    listed = [posixpath.join(folder, top) for top in (*_TOPS, "mod.rs")]
    for path in (*listed, f"{folder}.rs"):
        if path in names.index.by_path and names.index.by_path[path] != file:
            return names.index.by_path[path], ""
    return None


def _below(names: NestedNames, module: Module, part: str) -> Module | None:
    """Return the module of a name inside of another: in the same file, or in a file of its own."""
    file, scope = module
    found = names.index.scopes[file].get(scope, {}).get(part, [])
    inner = next((symbol for symbol in found if symbol.kind == "module"), None)
    if inner is not None and inner.last > inner.first:
        return file, names.index.qualified(inner)
    folder, name = posixpath.split(names.index.paths[file])
    if name not in (*_TOPS, "mod.rs"):
        folder = posixpath.join(folder, name.removesuffix(".rs"))
    folder = posixpath.join(folder, *scope.split("::")) if scope else folder
    for path in (posixpath.join(folder, f"{part}.rs"), posixpath.join(folder, part, "mod.rs")):
        if path in names.index.by_path:
            return names.index.by_path[path], ""
    return None
